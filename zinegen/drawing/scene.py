"""A picture as data, before it is SVG: shapes with ink, in layers.

All coordinates and lengths are whole tenths of a drawing unit, x to the right and y down, as in
`geometry.shape`. A scene is plain data: equal scenes give equal pictures, byte for byte.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from itertools import groupby

from zinegen.geometry.shape import Line, Point


class Typeface(StrEnum):
    """The three cuts of the one typeface."""

    REGULAR = "regular"
    ITALIC = "italic"
    BOLD = "bold"


class Anchor(StrEnum):
    """Which part of a line of text stands at its point."""

    START = "start"
    MIDDLE = "middle"
    END = "end"


@dataclass(frozen=True, slots=True, kw_only=True)
class Ink:
    """How a shape is filled and stroked; what is None is taken from the group around it."""

    fill: str | None = None
    """``#rrggbb``, ``none``, or ``url(name)`` of a pattern."""
    stroke: str | None = None
    width: int | None = None
    """Of the stroke, in tenths."""
    fill_opacity: float | None = None
    stroke_opacity: float | None = None
    dash: tuple[int, ...] = ()
    round: bool = False
    """Round joins and ends."""


NO_INK = Ink()
"""Everything as in the group around it."""


Data = tuple[tuple[str, str], ...]
"""What a shape stands for, for programs: pairs such as ``("province", "Mun")`` or ``("unit", "A Mun")``."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Mark:
    """The attributes that every shape has."""

    ink: Ink = NO_INK
    kind: str = ""
    """What the thing is, as class names."""
    ident: str = ""
    """A name within the picture, where something refers to it."""
    title: str = ""
    """What it is in words, for a pointer or a reader of screens."""
    data: Data = ()
    grows_at: Point | None = None
    """The point that stays where it is when the shape is drawn larger in a small picture, if it is."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Lines(Mark):
    """Polylines as one shape; closed ones enclose ground, holes running the other way."""

    lines: tuple[Line, ...]
    closed: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Curve(Mark):
    """A chain of cubic curves: a start, then two handles and an end for each."""

    points: tuple[Point, ...]
    closed: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Disc(Mark):
    """A circle."""

    at: Point
    radius: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Box(Mark):
    """A rectangle with its upper left corner at a point."""

    at: Point
    width: int
    height: int
    corner: int = 0
    """Radius of its corners."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Words(Mark):
    """One line of text, drawn as outlines of letters."""

    text: str
    at: Point
    """On the base line."""
    size: int
    face: Typeface = Typeface.REGULAR
    anchor: Anchor = Anchor.START
    spacing: int = 0
    """Added after every letter."""
    turned: int = 0
    """Round its point, in degrees, clockwise."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Again(Mark):
    """A named shape drawn once more, shifted by a distance."""

    of: str
    by: Point = (0, 0)


@dataclass(frozen=True, slots=True, kw_only=True)
class Group(Mark):
    """Shapes that share their ink, and perhaps the ground they are cut to."""

    items: tuple[Shape, ...]
    clip: str = ""
    """Name of a `Clip`; nothing is drawn outside it."""
    rim: tuple[Line, ...] = ()
    """Its lines, each once, without those that will be covered: enough for who strokes a filled group."""
    hidden: bool = False
    """It is in another picture of the same file."""


Shape = Lines | Curve | Disc | Box | Words | Again | Group

OF = "of"
"""The kind of groups that only some of the pictures in a file have; the names of these follow."""


def shift(shape: Shape, by: Point) -> Shape:
    """Return a shape shifted by (dx, dy)."""
    dx, dy = by

    def there(point: Point) -> Point:
        return point[0] + dx, point[1] + dy

    if shape.grows_at:
        shape = replace(shape, grows_at=there(shape.grows_at))
    match shape:
        case Lines():
            return replace(shape, lines=tuple(tuple(map(there, line)) for line in shape.lines))
        case Curve():
            return replace(shape, points=tuple(map(there, shape.points)))
        case Disc() | Box() | Words():
            return replace(shape, at=there(shape.at))
        case Again():
            return replace(shape, by=there(shape.by))
        case Group():
            return replace(shape, items=tuple(shift(item, by) for item in shape.items))


@dataclass(frozen=True, slots=True, kw_only=True)
class Clip:
    """Ground that shapes may be cut to."""

    ident: str
    items: tuple[Shape, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Pattern:
    """A tile that fills ground again and again."""

    ident: str
    width: int
    height: int
    items: tuple[Shape, ...]
    turned: int = 0
    """Degrees, clockwise."""


class Part(StrEnum):
    """How long a layer stays as it is, which is how long a drawn one can be kept."""

    SHORE = "shore"
    """As long as the map does: water, shores."""
    GROUND = "ground"
    """As long as centres keep their owners."""
    ORDERS = "orders"
    """This picture alone: what lies under the names and units."""
    NAMES = "names"
    """As long as the map does, above the ground."""
    LEGEND = "legend"
    """As long as the same things are to be explained."""
    PLAY = "play"
    """This picture alone: units, results, title."""


class Sight(StrEnum):
    """How large a picture is shown, the largest first; a map may show other layers at each."""

    WIDE = "wide"
    """1200 pixels and more."""
    MIDDLE = "middle"
    NARROW = "narrow"
    """Less than 560 pixels, as on a phone; beside its orders, or another, a map has a few more."""


LEAST = {Sight.WIDE: 1200 / 1660, Sight.MIDDLE: 560 / 1660, Sight.NARROW: 0.0}
"""Pixels a drawing unit from which on a picture is shown so large; a whole map is 1660 units wide."""
GROWTH = {Sight.WIDE: 1.0, Sight.MIDDLE: 1.0, Sight.NARROW: 1.4}
"""How many times as large counters are shown."""
PENS = {Sight.WIDE: 1.0, Sight.MIDDLE: 1.3, Sight.NARROW: 2.0}
"""How many times as thick the lines of orders are drawn, and crosses as large; PNGs do not know it."""


def find_sight(scale: float) -> Sight:
    """Return how large a picture with so many pixels a drawing unit is seen."""
    return next(sight for sight, least in LEAST.items() if scale >= least)


Need = Shape | Clip | Pattern
"""What may be defined to be referred to."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Layer:
    """One level of a picture; later ones lie above earlier ones."""

    name: str
    part: Part
    items: tuple[Shape, ...]
    needs: tuple[Need, ...] = ()
    """What it refers to by name and no earlier layer of its part has defined."""
    sights: tuple[Sight, ...] = tuple(Sight)
    """The sizes of the picture at which it is seen."""


def silence_layer(layer: Layer) -> Layer:
    """Return a layer in which nothing says what it stands for; groups are still of their kinds."""
    return replace(layer, items=tuple(_silence(item) for item in layer.items))


def _silence(shape: Shape) -> Shape:
    if isinstance(shape, Group):
        items = tuple(_silence(item) for item in shape.items)
        return replace(shape, title="", data=(), items=items)
    return replace(shape, kind="", title="", data=())


@dataclass(frozen=True, slots=True, kw_only=True)
class SceneNames:
    """What layers refer to by name, of each kind."""

    shapes: Mapping[str, Shape]
    clips: Mapping[str, Clip]
    patterns: Mapping[str, Pattern]


def find_names(layers: Iterable[Layer]) -> SceneNames:
    """Return what some layers define or draw under a name."""
    tops = [shape for layer in layers for shape in (*layer.needs, *layer.items)]
    found = [one for top in tops for one in _list_parts(top)]
    return SceneNames(
        shapes={one.ident: one for one in found if not isinstance(one, Clip | Pattern)},
        clips={one.ident: one for one in found if isinstance(one, Clip)},
        patterns={one.ident: one for one in found if isinstance(one, Pattern)},
    )


def _list_parts(shape: Need) -> Iterator[Need]:
    yield shape
    if isinstance(shape, Group):
        for item in shape.items:
            yield from _list_parts(item)


def coarsen_layer(layer: Layer, grain: int) -> Layer:
    """Return a layer in lengths so many times as large: their numbers are shorter, and less exact."""
    needs = tuple(_coarsen(need, grain) for need in layer.needs)
    return replace(layer, needs=needs, items=_coarsen_all(layer.items, grain))


def _coarsen_all(shapes: Iterable[Shape], grain: int) -> tuple[Shape, ...]:
    coarse = (_coarsen(shape, grain) for shape in shapes)
    return tuple(one for one in coarse if not isinstance(one, Clip | Pattern))


def _coarsen(shape: Need, grain: int) -> Need:
    def less(length: int) -> int:
        return round(length / grain)

    def there(point: Point) -> Point:
        return less(point[0]), less(point[1])

    match shape:
        case Clip():
            return replace(shape, items=_coarsen_all(shape.items, grain))
        case Pattern():
            items = _coarsen_all(shape.items, grain)
            width, height = there((shape.width, shape.height))
            return replace(shape, items=items, width=width, height=height)
        case Lines():
            lines = tuple(tuple(at for at, _ in groupby(map(there, one))) for one in shape.lines)
            shape = replace(shape, lines=lines)
        case Curve():
            shape = replace(shape, points=tuple(map(there, shape.points)))
        case Disc():
            shape = replace(shape, at=there(shape.at), radius=less(shape.radius))
        case Box():
            width, height = there((shape.width, shape.height))
            corner = less(shape.corner)
            shape = replace(shape, at=there(shape.at), width=width, height=height, corner=corner)
        case Words():
            size, spacing = less(shape.size), less(shape.spacing)
            shape = replace(shape, at=there(shape.at), size=size, spacing=spacing)
        case Again():
            shape = replace(shape, by=there(shape.by))
        case Group():
            shape = replace(shape, items=_coarsen_all(shape.items, grain))
    if shape.grows_at:
        shape = replace(shape, grows_at=there(shape.grows_at))
    broad = shape.ink.width and max(1, less(shape.ink.width))
    ink = replace(shape.ink, width=broad, dash=tuple(map(less, shape.ink.dash)))
    return replace(shape, ink=ink) if ink != shape.ink else shape


HEAD = 1010
"""Height of the margin above a map, where its title stands, in tenths."""
RIM = 150
"""Width of the frame round a map."""


@dataclass(frozen=True, slots=True, kw_only=True)
class View:
    """What a file shows alone where its address ends in a name: another of its pictures, or a part of one."""

    name: str
    box: tuple[int, int, int, int]
    """Left, top, width and height."""
    times: int = 1
    """How many times as wide the whole picture is."""
    picture: str = ""
    """Which of the file's pictures it shows; empty for the one that is shown without a name."""
    title: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Scene:
    """A whole picture."""

    left: int
    """x of the left edge, as the map begins at 0."""
    top: int
    width: int
    height: int
    title: str
    description: str
    """The picture in words, for those who cannot see it."""
    layers: tuple[Layer, ...]
    kind: str = "map"
    scale: float = field(default=1.0)
    """Pixels a drawing unit where the picture is shown at its own size."""
    motion: str = ""
    """A style sheet that moves parts of the picture; without it the picture stands at its end."""
    views: tuple[View, ...] = ()
    """What else the file can show."""


def list_views(left: int, width: int, bottom: int) -> Iterator[View]:
    """Yield the square parts of a picture that is so wide and reaches so far down; they overlap by half."""
    for times in (2, 3):
        side = width // times
        for row in range(max(0, bottom + RIM - side // 2) * 2 // side):
            for column in range(2 * times - 1):
                corner = left + side * column // 2, side * row // 2 - RIM
                name = f"x{times}-{column}-{row}"
                yield View(name=name, times=times, box=(*corner, side, side))


OTHER = "new-"
"""Stands before the names of what another map has otherwise."""


def list_named(shapes: Iterable[Need]) -> Iterator[Need]:
    """Yield the shapes that have names, and those in groups."""
    for shape in shapes:
        if shape.ident:
            yield shape
        if isinstance(shape, Group):
            yield from list_named(shape.items)


def rename_layer(layer: Layer, new: Mapping[str, str]) -> Layer:
    """Return a layer with other names for some shapes, wherever it has them or refers to them."""
    needs = tuple(_rename(one, new) for one in layer.needs)
    return replace(layer, needs=needs, items=_rename_all(layer.items, new))


def _rename_all(shapes: Iterable[Shape], new: Mapping[str, str]) -> tuple[Shape, ...]:
    renamed = (_rename(shape, new) for shape in shapes)
    return tuple(one for one in renamed if not isinstance(one, Clip | Pattern))


def _rename(shape: Need, new: Mapping[str, str]) -> Need:
    """Return a shape in which other names stand for some, its own and those that it refers to."""
    match shape:
        case Clip() | Pattern():
            ident = new.get(shape.ident, shape.ident)
            return replace(shape, ident=ident, items=_rename_all(shape.items, new))
        case Again():
            shape = replace(shape, of=new.get(shape.of, shape.of))
        case Group():
            clip = new.get(shape.clip, shape.clip)
            shape = replace(shape, clip=clip, items=_rename_all(shape.items, new))
        case _:
            pass
    fill = (shape.ink.fill or "").removeprefix("url(").removesuffix(")")
    if fill in new:
        shape = replace(shape, ink=replace(shape.ink, fill=f"url({new[fill]})"))
    return replace(shape, ident=new[shape.ident]) if shape.ident in new else shape


def share_shapes(known: Sequence[Layer], layers: Sequence[Layer]) -> tuple[Layer, ...]:
    """Return layers of another map in which what they have in common with drawn ones is only referred to.

    What is otherwise has a name of its own, and so has whatever refers to it.
    """
    old, new = (
        {one.ident: one for layer in some for one in list_named((*layer.needs, *layer.items))}
        for some in (known, layers)
    )
    other = {name for name, shape in new.items() if old.get(name) != shape}
    while more := {
        name
        for name, shape in new.items()
        if name not in other and not other.isdisjoint(_list_references(shape))
    }:
        other |= more
    names = {name: f"{OTHER}{name}" for name in other}
    return tuple(rename_layer(_refer(layer, new.keys() - other), names) for layer in layers)


def _list_references(shape: Need) -> Iterator[str]:
    """Yield the names that a shape refers to, and those in it."""
    match shape:
        case Again():
            yield shape.of
        case Group():
            yield shape.clip
        case _:
            pass
    if isinstance(shape, Group | Clip | Pattern):
        for item in shape.items:
            yield from _list_references(item)
    if not isinstance(shape, Clip | Pattern):
        yield (shape.ink.fill or "").removeprefix("url(").removesuffix(")")


def _refer(layer: Layer, common: Iterable[str]) -> Layer:
    """Return a layer without what is defined elsewhere: what it draws of that is drawn again."""
    names = frozenset(common)
    needs = tuple(
        replace(one, items=_refer_all(one.items, names)) if isinstance(one, Group) else one
        for one in layer.needs
        if one.ident not in names
    )
    return replace(layer, needs=needs, items=_refer_all(layer.items, names))


def _refer_all(shapes: Iterable[Shape], names: frozenset[str]) -> tuple[Shape, ...]:
    return tuple(
        Again(of=shape.ident)
        if shape.ident in names
        else replace(shape, items=_refer_all(shape.items, names))
        if isinstance(shape, Group)
        else shape
        for shape in shapes
    )
