"""A scene as SVG: the same bytes every time, in basic SVG that every program draws alike.

Presentation attributes and hex colours only: no script, filter or mask; letters are outlines, or real
text in a font that the file brings along. A style sheet says which colours there are on dark paper (`dark`),
at which size which names are seen, and what moves; without it the picture is the large one on light paper,
at its end. One unit of the picture's coordinates is a tenth of a drawing unit, so that nearly all numbers
are whole and short.
"""

from __future__ import annotations

import gzip
import re
from base64 import b64encode
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from hashlib import sha256
from string import ascii_lowercase, digits
from types import MappingProxyType
from typing import assert_never
from xml.sax.saxutils import escape, quoteattr

from zinegen.drawing.lettering import EM, Word, line, list_words, start
from zinegen.drawing.path_data import bends, course, number, steps
from zinegen.drawing.scene import (
    NO_INK,
    OF,
    Again,
    Box,
    Clip,
    Curve,
    Disc,
    Group,
    Ink,
    Layer,
    Lines,
    Mark,
    Need,
    Part,
    Pattern,
    Scene,
    Shape,
    Sight,
    Typeface,
    View,
    Words,
)
from zinegen.drawing.style_sheet.dark import write_dark_sheet
from zinegen.drawing.style_sheet.sights import (
    grow_signs,
    has_orders,
    list_pen_rules,
    list_sight_rules,
)
from zinegen.geometry.shape import TENTHS

FORBIDDEN = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
"""What XML has no way to say."""


NO_FONTS: Mapping[Typeface, bytes] = MappingProxyType({})
FAMILY = "Libre Caslon Text"
"""The typeface, of which every cut is a family of its own."""
LASTING = (Part.SHORE, Part.GROUND)
"""The layers that several pictures have, as one was made for all of them."""
OFTEN, SHORT = 1, 2
"""Words that a picture has no more often, or with no more letters, are sooner written than referred to."""
UNNAMED = "\0"
"""Stands for the prefix of all ids until the file is written; no text can hold it."""


def to_svg(
    scene: Scene, *, prefix: str | None = None, fonts: Mapping[Typeface, bytes] = NO_FONTS
) -> str:
    """Return a scene as a whole SVG file, ending in a line break.

    ``prefix`` goes before every id, so that several maps can stand in one page; by default it is made
    from the picture itself, so that no two pictures have the same. With ``fonts``, the typeface's files in
    the format WOFF2 by cut, the file brings those along that it needs, and its letters are text.
    """
    text = Writer(prefix=UNNAMED, fonts=fonts).write(scene)
    if prefix is None:
        prefix = make_prefix(text)
    return text.replace(UNNAMED, prefix)


def make_prefix(text: str) -> str:
    """Return three letters and digits made from a text; they stand in each of some thousand references."""
    number = int.from_bytes(sha256(text.encode()).digest()[:4])
    letters = []
    for base in (26, 36, 36):
        number, place = divmod(number, base)
        letters.append((ascii_lowercase + digits)[place])
    return "".join(letters)


def weigh(scene: Scene) -> int:
    """Return the size of a scene's file as servers send it, packed, in bytes."""
    return len(gzip.compress(to_svg(scene).encode(), 6))


@lru_cache(maxsize=1024)
def describe_ink(ink: Ink, names: str) -> tuple[str, tuple[tuple[str, str], ...]]:
    """Return an ink's attributes, and those with a colour, each with it; ``names`` stands before names."""
    fill = f' fill="{ink.fill.replace("url(", f"url(#{names}")}"' if ink.fill else ""
    colours = ((name, one) for name, one in (("fill", ink.fill), ("stroke", ink.stroke)) if one)
    return (
        fill + "".join(list_strokes(ink)),
        tuple((name, colour) for name, colour in colours if colour.startswith("#")),
    )


def list_strokes(ink: Ink) -> Iterator[str]:
    """Yield the attributes of an ink's stroke and opacity that are not as in the group around."""
    if ink.stroke is not None:
        yield f' stroke="{ink.stroke}"'
    if ink.width is not None:
        yield f' stroke-width="{ink.width}"'
    if ink.round:
        yield ' stroke-linejoin="round" stroke-linecap="round"'
    if ink.dash:
        yield f' stroke-dasharray="{steps(ink.dash).strip()}"'
    if ink.fill_opacity is not None:
        yield f' fill-opacity="{number(ink.fill_opacity)}"'
    if ink.stroke_opacity is not None:
        yield f' stroke-opacity="{number(ink.stroke_opacity)}"'


class Writer:
    """Writes scenes, or some of their layers, with one prefix for all ids."""

    def __init__(self, *, prefix: str = "", fonts: Mapping[Typeface, bytes] = NO_FONTS) -> None:
        self.prefix = prefix
        self.fonts = fonts
        self.cuts: set[Typeface] = set()
        """Of which there is text."""
        self.letters: dict[tuple[Typeface, str], str] = {}
        self.often: dict[Word, str] = {}
        """Names of the words that the picture has often."""
        self.colours: set[tuple[str, str]] = set()
        """Attributes with the colours that they have had so far."""

    def write(self, scene: Scene) -> str:
        """Return a scene as a file."""
        outlined = (one for one in _list_lines(scene) if one.face not in self.fonts)
        counts = Counter(word for one in outlined for word, _ in list_words(one))
        often = (word for word, count in counts.items() if count > OFTEN and len(word[0]) > SHORT)
        self.often = {word: f"{self.prefix}w{place}" for place, word in enumerate(often)}
        needs: dict[str, Need] = {}
        for layer in scene.layers:
            for need in layer.needs:
                needs.setdefault(need.ident, need)
        defs = "".join(map(self.lasting, needs.values()))
        body = "\n".join(
            [
                self.lasting(layer) if layer.part in LASTING else self.layer(layer)
                for layer in scene.layers
            ]
        )
        defined = [f'<g id="{name}">{self.word(one)}</g>' for one, name in self.often.items()]
        letters = "".join(self.outline(face, letter) for face, letter in sorted(self.letters))
        letters += "".join(defined)
        title, about = f"{self.prefix}title", f"{self.prefix}desc"
        width, height = (
            number(length * scene.scale / TENTHS) for length in (scene.width, scene.height)
        )
        head = (
            f'<svg xmlns="http://www.w3.org/2000/svg"'
            f' viewBox="{scene.left} {scene.top} {scene.width} {scene.height}"'
            f' width="{width}" height="{height}"'
            f' id="{self.prefix}map" role="img" class={quoteattr(scene.kind)}'
            f' aria-labelledby="{title} {about}">\n'
            f'<title id="{title}">{clean(scene.title)}</title>\n'
            f'<desc id="{about}">{clean(scene.description)}</desc>'
        )
        rules = "".join(embed(cut, self.fonts[cut]) for cut in sorted(self.cuts))
        rules += self.sights(scene) + clean(scene.motion) + write_dark_sheet(self.colours)
        head += f"\n<style>{rules}</style>{write_views(scene)}"
        return f"{head}\n<defs>{letters}{defs}</defs>\n{body}\n</svg>\n"

    def sights(self, scene: Scene) -> str:
        """Return the rules for smaller pictures: which layers are seen then, and how large counters are.

        A part of the picture that an address names is seen as a picture of the part's width is; where the
        address names another picture, the shapes of that one are seen.
        """
        if all(len(layer.sights) == len(Sight) for layer in scene.layers):
            return ""
        ordered = has_orders(scene.layers)
        rules = [*list_sight_rules("", scene.width, ordered=ordered)]
        for times in sorted({one.times for one in scene.views} - {1}):
            own = f".x{times}:target~"
            rules += (
                f"#.map {own}:is(.{Sight.MIDDLE},.{Sight.NARROW}){{display:none}}",
                f"#.map {own}.{Sight.WIDE}{{display:inline}}",
                grow_signs(own, Sight.WIDE, ordered=ordered),
            )
            rules += list_sight_rules(own, scene.width // times, ordered=ordered)
        rules += list_pen_rules(scene.layers, scene.width)
        for name in dict.fromkeys(one.picture for one in scene.views):
            own = f"#.map .{name}:target~* .{OF}"
            rules.append(f"{own}{{display:none}}{own}.{name}{{display:inline}}")
        text = "".join(rules)
        return text.replace('"#.', f'"{self.prefix}').replace("#.", f"#{self.prefix}")

    def lasting(self, one: Layer | Need) -> str:
        """Return a layer or a definition that other pictures have too; it is written once."""
        if self.fonts:
            return self.layer(one) if isinstance(one, Layer) else self.need(one)
        text, letters, colours = _write_once(_Same(one), self.prefix)
        self.letters.update(letters)
        self.colours.update(colours)
        return text

    def layer(self, layer: Layer) -> str:
        """Return one layer as a group; one that is not for the largest size is hidden by itself."""
        kind, hidden = layer.name, ""
        if len(layer.sights) < len(Sight):
            kind = " ".join((kind, *layer.sights))
            hidden = "" if Sight.WIDE in layer.sights else ' display="none"'
        items = "".join(self.shape(item) for item in layer.items)
        return f'<g class="{kind}"{hidden}>{items}</g>'

    def need(self, need: Need) -> str:
        """Return a definition, which is drawn only where it is referred to."""
        match need:
            case Clip():
                items = "".join(self.shape(item) for item in need.items)
                return f'<clipPath id="{self.prefix}{need.ident}">{items}</clipPath>'
            case Pattern():
                turned = f' patternTransform="rotate({need.turned})"' if need.turned else ""
                items = "".join(self.shape(item) for item in need.items)
                return (
                    f'<pattern id="{self.prefix}{need.ident}" width="{need.width}"'
                    f' height="{need.height}" patternUnits="userSpaceOnUse"{turned}>{items}</pattern>'
                )
            case _:
                return self.shape(need)

    def shape(self, shape: Shape) -> str:
        """Return one shape as an element."""
        match shape:
            case Again(by=(x, y)):
                moved = (f' x="{x}"' if x else "") + (f' y="{y}"' if y else "")
                return self.element("use", link(self.prefix + shape.of) + moved, shape)
            case Words():
                return self.words(shape)
            case Group():
                clip = f' clip-path="url(#{self.prefix}{shape.clip})"' if shape.clip else ""
                hidden = ' display="none"' if shape.hidden else ""
                items = "".join([self.shape(item) for item in shape.items])
                return self.element("g", clip + hidden, shape, items)
            case Lines():
                pieces = "".join([course(one, closed=shape.closed) for one in shape.lines])
                return self.element("path", f' d="{pieces}"', shape)
            case Curve():
                path = bends(shape.points, closed=shape.closed)
                return self.element("path", f' d="{path}"', shape)
            case Disc(at=(x, y)):
                return self.element("circle", f' cx="{x}" cy="{y}" r="{shape.radius}"', shape)
            case Box(at=(x, y)):
                place = f' x="{x}" y="{y}" width="{shape.width}" height="{shape.height}"'
                rounded = f' rx="{shape.corner}" ry="{shape.corner}"' if shape.corner else ""
                return self.element("rect", place + rounded, shape)
        assert_never(shape)

    def element(self, tag: str, places: str, mark: Mark, inside: str = "") -> str:
        """Return an element with everything that every shape has."""
        ident = f' id="{self.prefix}{mark.ident}"' if mark.ident else ""
        kind = f' class="{mark.kind}"' if mark.kind else ""
        for name, value in mark.data:
            kind += f" data-{name}={quote(value)}"
        if mark.grows_at:
            places += f' transform-origin="{steps(mark.grows_at).strip()}"'
        if mark.title:
            inside = f"<title>{clean(mark.title)}</title>{inside}"
        end = f">{inside}</{tag}>" if inside else "/>"
        return f"<{tag}{ident}{kind}{places}{self.inks(mark.ink)}{end}"

    def inks(self, ink: Ink) -> str:
        """Return the attributes that say how a shape is inked."""
        if ink is NO_INK:
            return ""
        text, colours = describe_ink(ink, self.prefix)
        self.colours.update(colours)
        return text

    def words(self, words: Words) -> str:
        """Return a line of text: references to letters, and to words that the picture has often."""
        if words.face in self.fonts:
            self.cuts.add(words.face)
            return self.element("text", describe_text(words), words, clean(words.text))
        parts = list_words(words)
        if len(parts) == 1 and parts[0][0] in self.often:
            return self.element("use", link(self.often[parts[0][0]]) + place(words), words)
        inside = [
            f"<use{link(self.often[one])}{move(at)}/>" if one in self.often else self.word(one, at)
            for one, at in parts
        ]
        return self.element("g", place(words), words, "".join(inside))

    def word(self, word: Word, begin: int = 0) -> str:
        """Return a word that begins at a step as references to letters."""
        uses, letters = refer_to_letters(word, begin, self.prefix)
        self.letters.update(letters)
        return uses

    def outline(self, face: Typeface, letter: str) -> str:
        """Return the definition of a letter."""
        [(shape, _)] = line(letter, face)
        name = self.prefix + self.letters[face, letter]
        return f'<path id="{name}" d="M{shape.x} {shape.y}{shape.outline}"/>'


@dataclass(frozen=True, slots=True, eq=False)
class _Same:
    """A part of a picture that is equal to itself alone: to compare would take longer than to write it."""

    part: Layer | Need

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Same) and self.part is other.part

    def __hash__(self) -> int:
        return id(self.part)


@lru_cache(maxsize=128)
def _write_once(
    one: _Same, prefix: str
) -> tuple[str, Mapping[tuple[Typeface, str], str], set[tuple[str, str]]]:
    """Return a layer or a definition with the letters and colours in it."""
    writer, part = Writer(prefix=prefix), one.part
    text = writer.layer(part) if isinstance(part, Layer) else writer.need(part)
    return text, writer.letters, writer.colours


def embed(cut: Typeface, font: bytes) -> str:
    """Return the rule that brings one cut of the typeface along."""
    data = b64encode(font).decode()
    return f'@font-face{{font-family:"{FAMILY} {cut}";src:url(data:font/woff2;base64,{data})}}'


def describe_text(words: Words) -> str:
    """Return the attributes of a line of text as text."""
    x, y = words.at
    spacing = f' letter-spacing="{words.spacing}"' if words.spacing else ""
    turned = f' transform="rotate({words.turned} {x} {y})"' if words.turned else ""
    return (
        f' x="{x}" y="{y}" font-family="{FAMILY} {words.face}, serif" font-size="{words.size}"'
        f' text-anchor="{words.anchor}"{spacing}{turned}'
    )


def link(name: str) -> str:
    """Return a reference to something in the same file."""
    return f' href="#{name}"'


def _list_lines(scene: Scene) -> Iterator[Words]:
    """Yield the lines of text of the layers that are written for this picture alone."""
    shapes: list[Need] = []
    for layer in scene.layers:
        shapes += layer.items if layer.part not in LASTING else ()
    while shapes:
        shape = shapes.pop()
        if isinstance(shape, Words):
            yield shape
        elif isinstance(shape, Group):
            shapes += shape.items


@lru_cache(maxsize=4096)
def refer_to_letters(
    word: Word, begin: int, prefix: str
) -> tuple[str, Mapping[tuple[Typeface, str], str]]:
    """Return a word as references to letters, and the names of those, by cut and letter."""
    uses, names, (text, face, spacing) = [], {}, word
    for letter, at in line(text, face, spacing):
        if letter.outline:
            name = names[face, letter.letter] = letter_name(face, letter.letter)
            uses.append(f"<use{link(prefix + name)}{move(begin + at)}/>")
    return "".join(uses), names


def move(right: int) -> str:
    """Return the attribute that brings something to the right, if it is to move."""
    return f' x="{right}"' if right else ""


def place(words: Words) -> str:
    """Return the attribute that brings letters to their place and size."""
    turned = f"rotate({words.turned})" if words.turned else ""
    return f' transform="translate({start(words)} {words.at[1]}){turned}scale({number(words.size / EM)})"'


def letter_name(face: Typeface, letter: str) -> str:
    """Return a short id for a letter: its cut, then itself or its number."""
    cut = {Typeface.REGULAR: "r", Typeface.ITALIC: "i", Typeface.BOLD: "b"}[face]
    return f"{cut}{letter}" if letter.isascii() and letter.isalnum() else f"{cut}-{ord(letter):x}"


def write_views(scene: Scene) -> str:
    """Return the names of the parts of a file: what an address that ends in one shows alone."""
    return "".join(_write_view(one, scene) for one in scene.views)


def _write_view(view: View, scene: Scene) -> str:
    kinds = f"{view.picture} x{view.times}" if view.times > 1 else view.picture
    is_whole = view.box == (scene.left, scene.top, scene.width, scene.height)
    box = "" if is_whole else f' viewBox="{" ".join(map(str, view.box))}"'
    inside = f"><title>{clean(view.title)}</title></view>" if view.title else "/>"
    return f'<view id="{view.name}" class="{kinds}"{box}{inside}'


@lru_cache(maxsize=1024)
def quote(text: str) -> str:
    """Return a text as the value of an attribute, in quotation marks."""
    return quoteattr(text)


def clean(text: str) -> str:
    """Return a text as it may stand in XML; what XML cannot say is left out."""
    return escape(FORBIDDEN.sub("", text))


__all__ = ["Ink", "Writer", "to_svg"]
