"""Outlines in an SVG: paths and simple shapes, where transforms put them. The door to its two libraries.

A drawing comes from a stranger: nothing outside it is fetched, and entities within entities and copies of
copies, with which a small file can fill a computer's memory, are refused.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from xml.etree.ElementTree import Element, ParseError

import defusedxml
from defusedxml import ElementTree
from svgelements import Close, Curve, Matrix, Move, Path
from svgelements import Line as Straight

from zinegen.errors import MapError
from zinegen.languages.texts import N_, gettext
from zinegen.maps.outlines import DrawingShape, Ring, close_ring, is_among

GROUPS = frozenset({"svg", "g", "a", "switch"})
COPIED = frozenset({"defs", "symbol"})
"""Elements of which nothing is drawn where they stand, and ``use`` can draw what is in them."""
DEEPEST = 8
"""So many copies may be made of copies."""
MOST_SHAPES = 50_000
LONGEST_ENTITY = 200
"""Characters of an entity; the addresses that drawing programs abbreviate so have 40."""
MOST_ENTITIES = 100_000
"""So many times may entities be used."""
NAMES = ("id", "label", "data-name", "data-province", "title")
"""Attributes that name a shape; Inkscape's ``label`` is what people see."""
TITLES = ("label", "data-name", "aria-label", "title", "data-title")
"""Attributes that say what people call a shape."""
STEPS = 12
"""Points to a curve."""
ROUND = 48
"""Points to a circle."""
FARTHEST = 1e9
"""A number of a path beyond this is no place."""
MOST_NUMBERS = 400_000
"""Numbers in all paths together."""
_XML_FAULTS: Mapping[int, str] = {
    3: N_("there is nothing in it, or its end is missing"),
    4: N_("a sign stands here that XML has for something else"),
    5: N_("what begins here does not end"),
    7: N_("another element ends here than began"),
    8: N_("an attribute stands here twice"),
    9: N_("something stands here behind the end"),
    11: N_("nothing says what the entity here stands for"),
    27: N_("nothing says what the prefix here stands for"),
}
"""What is wrong, by the codes of the standard library's parser (`xml.parsers.expat.errors.codes`)."""
_DAMAGED = N_("it is damaged")
_ENTITIES = N_("it declares entities that are long, hold others or lie elsewhere")
_NUMBER = re.compile(r"[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?")
_FILL = re.compile(r"fill\s*:\s*([^;]+)")


class _Parser(ElementTree.XMLParser):  # type: ignore[misc]  # its stubs say Any
    """A parser that lets short plain entities of the file itself pass: programs abbreviate addresses so."""

    def __init__(self) -> None:
        self.lines: dict[Element, int] = {}
        super().__init__()

    def _start(self, tag: str, attributes: list[str]) -> Element:
        """Remember the line of an element."""
        element: Element = super()._start(tag, attributes)
        self.lines[element] = self.parser.CurrentLineNumber
        return element

    def defused_entity_decl(
        self, name: str, is_parameter: object, value: str | None, *rest: object
    ) -> None:
        """Refuse an entity that is fetched, is long, or holds others."""
        if value is None or len(value) > LONGEST_ENTITY or (set("&%") & set(value)):
            super().defused_entity_decl(name, is_parameter, value, *rest)


def parse_svg(
    content: bytes, shown: str, layers: Sequence[str] = (), *, unnamed: bool = False
) -> tuple[DrawingShape, ...]:
    """Return all outlines of an SVG that have a name; raises MapError when it cannot be read.

    With ``layers`` only the outlines in those groups are read; the others have no rings. With ``unnamed``
    those without a name are returned, too.
    """
    parser, root = _read_elements(content, shown)
    try:
        numbers = sum(
            len(_NUMBER.findall(element.get(name, "")))
            for element in root.iter()
            for name in ("d", "points")
        )
        known = {said: one for one in root.iter() if (said := one.get("id"))}
        if numbers > MOST_NUMBERS:
            what = gettext(
                "its paths have {numbers} numbers, and at most {most} are read: simplify them, and delete "
                "what is no province",
                numbers=numbers,
                most=MOST_NUMBERS,
            )
            raise MapError(f"{shown}: {what}")
        walk = _Walk(shown=shown, layers=layers, known=known, lines=parser.lines, unnamed=unnamed)
        return tuple(walk.list_shapes(root, _Standing()))
    except RecursionError:
        what = gettext("groups lie in groups too deep to be read")
        raise MapError(f"{shown}: {what}") from None


def parse_texts(content: bytes, shown: str) -> tuple[str, ...]:
    """Return what is written in an SVG, each text once; raises MapError when it cannot be read."""
    _, root = _read_elements(content, shown)
    texts = (
        " ".join("".join(map(str, one.itertext())).split())
        for one in root.iter()
        if _tag(one) == "text"
    )
    return tuple(dict.fromkeys(filter(None, texts)))


def _read_elements(content: bytes, shown: str) -> tuple[_Parser, Element]:
    """Return the elements of an SVG, and the parser that knows their lines."""
    if content.count(b"&") > MOST_ENTITIES:
        what = gettext(
            "it uses more than {most} entities: save it as plain SVG", most=MOST_ENTITIES
        )
        raise MapError(f"{shown}: {what}")
    try:
        parser = _Parser()
        parser.feed(content)
        root: Element = parser.close()
    except ParseError as error:
        line, column = error.position
        fault = gettext(_XML_FAULTS.get(error.code, _DAMAGED))
        what = gettext("this is no XML: {fault}", fault=fault)
        raise MapError(f"{shown}:{line}:{column + 1}: {what}") from None
    except (defusedxml.DefusedXmlException, ValueError, RecursionError) as error:
        is_about_entities = isinstance(error, defusedxml.EntitiesForbidden)
        fault = gettext(_ENTITIES if is_about_entities else _DAMAGED)
        what = gettext("this drawing is not opened: {fault}; save it as plain SVG", fault=fault)
        raise MapError(f"{shown}: {what}") from None
    if _tag(root) != "svg":
        what = gettext("this is no SVG: its first element is <{tag}>", tag=_tag(root))
        raise MapError(f"{shown}: {what}")
    return parser, root


def _tag(element: Element) -> str:
    return str(element.tag).rpartition("}")[2]


def _attributes(element: Element) -> dict[str, str]:
    return {name.rpartition("}")[2]: value for name, value in element.attrib.items()}


def _names_of(element: Element, said: Mapping[str, str]) -> tuple[str, ...]:
    own = [said[name].strip() for name in NAMES if said.get(name, "").strip()]
    own += [child.text.strip() for child in element if _tag(child) == "title" and child.text]
    return tuple(dict.fromkeys(own))


def _list_words(said: Mapping[str, str]) -> Iterator[str]:
    """Yield what else may name a shape: its classes, and what is said in data attributes."""
    yield from said.get("class", "").split()
    yield from (value for name, value in said.items() if name.startswith(("data-", "aria-label")))


def _is_hidden(said: Mapping[str, str]) -> bool:
    style = said.get("style", "").replace(" ", "")
    return (
        said.get("display") == "none"
        or said.get("visibility") == "hidden"
        or "display:none" in style
        or "visibility:hidden" in style
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class _Standing:
    """What an element has from those that it stands in."""

    matrix: Matrix = field(default_factory=Matrix)
    names: tuple[str, ...] = ()
    """Names that a copy has besides those of what is copied."""
    layers: tuple[str, ...] = ()
    hidden: bool = False
    copies: int = 0
    """How many times ``use`` led here."""
    trouble: str = ""


@dataclass(slots=True, kw_only=True)
class _Walk:
    """A walk through a drawing."""

    shown: str
    layers: Sequence[str]
    known: Mapping[str, Element]
    lines: Mapping[Element, int]
    unnamed: bool = False
    """Shapes without a name are listed, too."""
    count: int = 0

    def list_shapes(self, element: Element, above: _Standing) -> Iterator[DrawingShape]:
        """Yield the shapes in an element."""
        tag, said = _tag(element), _attributes(element)
        self.count += 1
        if self.count > MOST_SHAPES:
            what = gettext("it has more than {most} shapes: take some out of it", most=MOST_SHAPES)
            raise MapError(f"{self.shown}: {what}")
        here = self._stand(element, said, above)
        if tag in GROUPS or (tag in COPIED and above.copies):
            if tag != "svg":
                here = replace(here, names=(), layers=(*here.names, *above.layers))
            for child in element:
                if isinstance(child.tag, str):
                    yield from self.list_shapes(child, here)
        elif tag == "use":
            yield from self._list_copies(said, here)
        elif tag in _SHAPES and (self.unnamed or here.names or here.layers):
            yield self._read_shape(element, said, here)

    def _stand(self, element: Element, said: Mapping[str, str], above: _Standing) -> _Standing:
        """Return what holds of an element, with what it says itself."""
        found = replace(
            above,
            names=(*above.names, *_names_of(element, said)),
            hidden=above.hidden or _is_hidden(said),
        )
        try:
            if said.get("transform"):
                found = replace(found, matrix=Matrix(said["transform"]) * above.matrix)
        except (ValueError, TypeError, ArithmeticError, IndexError):
            what = f"its transform cannot be read: {said['transform'][:40]}"
            found = replace(found, trouble=what)
        return found

    def _list_copies(self, said: Mapping[str, str], here: _Standing) -> Iterator[DrawingShape]:
        """Yield the shapes that ``use`` draws again, by its own names and theirs."""
        target = self.known.get(said.get("href", "").removeprefix("#"))
        if target is None or here.copies == DEEPEST:
            return
        moved = Matrix.translate(_length(said, "x"), _length(said, "y")) * here.matrix
        yield from self.list_shapes(target, replace(here, matrix=moved, copies=here.copies + 1))

    def _read_shape(self, element: Element, said: dict[str, str], here: _Standing) -> DrawingShape:
        rings: list[Ring] = []
        gap = 0.0
        trouble = here.trouble
        try:
            if not self.layers or is_among(here.layers, self.layers):
                for points, closed in _SHAPES[_tag(element)](said):
                    placed = [_place(here.matrix, x, y) for x, y in points]
                    ring = close_ring(placed)
                    if len(ring) > 2:
                        rings.append(ring)
                        if not closed:
                            gap = max(gap, math.dist(placed[0], placed[-1]))
        except (ValueError, TypeError, ArithmeticError, IndexError, KeyError, AttributeError):
            trouble = trouble or f"its <{_tag(element)}> cannot be read"
        fill = _FILL.search(said.get("style", ""))
        colour = fill[1] if fill else said.get("fill", "") or said.get("class", "")
        titles = [child.text for child in element if _tag(child) == "title" and child.text]
        titles += [said[name] for name in TITLES if said.get(name)]
        return DrawingShape(
            names=(*here.names, *here.layers),
            words=tuple(_list_words(said)),
            title=" ".join(titles[0].split()) if titles else "",
            short=said.get("id", "") if titles else "",
            line=self.lines.get(element, 0),
            layers=here.layers,
            rings=tuple(rings),
            open_by=gap,
            colour=colour.strip(),
            trouble=trouble,
            hidden=here.hidden,
        )


def _place(matrix: Matrix, x: float, y: float) -> tuple[float, float]:
    point = matrix.point_in_matrix_space((x, y))
    found = float(point[0]), float(point[1])
    if not all(map(math.isfinite, found)):
        raise ValueError("no place")
    return found


Points = list[tuple[float, float]]
Pieces = Iterator[tuple[Points, bool]]
"""Lines, each with whether it is meant as closed."""


def _read_path(said: dict[str, str]) -> Pieces:
    if any(abs(float(number)) > FARTHEST for number in _NUMBER.findall(said["d"])):
        raise ValueError("no place")
    for part in Path(said["d"]).as_subpaths():
        points: Points = []
        closed = False
        for segment in part:
            if isinstance(segment, Close):
                closed = True
            elif isinstance(segment, Move | Straight):
                points.append((float(segment.end.x), float(segment.end.y)))
            else:
                points += [(float(x), float(y)) for x, y in _sample(segment)]
        if points:
            yield points, closed


def _sample(curve: Curve) -> Points:
    """Return the points of a curve in equal steps, without its first; all at once is far quicker."""
    places = [step / STEPS for step in range(STEPS + 1)]
    return [(float(x), float(y)) for x, y in curve.npoint(places)[1:].tolist()]


def _read_polygon(said: dict[str, str]) -> Pieces:
    numbers = [float(number) for number in _NUMBER.findall(said["points"])]
    yield list(zip(numbers[::2], numbers[1::2], strict=False)), True


def _read_polyline(said: dict[str, str]) -> Pieces:
    for points, _ in _read_polygon(said):
        yield points, False


def _read_rect(said: dict[str, str]) -> Pieces:
    x, y, wide, high = (_length(said, name) for name in ("x", "y", "width", "height"))
    yield [(x, y), (x + wide, y), (x + wide, y + high), (x, y + high)], True


def _read_ellipse(said: dict[str, str]) -> Pieces:
    x, y = _length(said, "cx"), _length(said, "cy")
    wide, high = (_length(said, name) or _length(said, "r") for name in ("rx", "ry"))
    turns = (2 * math.pi * step / ROUND for step in range(ROUND))
    yield [(x + wide * math.cos(turn), y + high * math.sin(turn)) for turn in turns], True


def _length(said: Mapping[str, str], name: str) -> float:
    found = _NUMBER.match(said.get(name, "0").strip())
    return float(found[0]) if found else 0.0


_SHAPES = {
    "path": _read_path,
    "polygon": _read_polygon,
    "polyline": _read_polyline,
    "rect": _read_rect,
    "circle": _read_ellipse,
    "ellipse": _read_ellipse,
}
