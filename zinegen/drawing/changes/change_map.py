"""The picture of a season's changes of the map, numbered on the board after them, and the ground round each.

What is not concerned is faded; borders that are no more are ghosts, new contacts are emphasised, and
every change has a number that its caption bears as well. Of what lies outside a picture's window nothing
is left in the file.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

import shapely

from zinegen.drawing import alt_text, lettering, style
from zinegen.drawing.drawn_map import DrawnMap, prepare_map, prepare_picture
from zinegen.drawing.geometry import Rect, length_of, middle_of
from zinegen.drawing.map_changes import Caption, list_changes
from zinegen.drawing.margin import Entry, list_centre_entries
from zinegen.drawing.orders.event_marks import find_mark_points
from zinegen.drawing.pictures import FullMap, draw_full_map, mark_centre_changes
from zinegen.drawing.position import ShownPhase, ShownPosition
from zinegen.drawing.scene import (
    Again,
    Box,
    Clip,
    Curve,
    Disc,
    Group,
    Ink,
    Layer,
    Lines,
    Need,
    Part,
    Pattern,
    Scene,
    SceneNames,
    Shape,
    Words,
    find_names,
)
from zinegen.drawing.symbols import draw_number_mark
from zinegen.drawing.terrain.ground import is_marked_sea
from zinegen.game.changes import (
    BorderSeparated,
    CentreDestroyed,
    CentreFounded,
    IceChanged,
    PassageChanged,
    ProvincesJoined,
    TerrainChanged,
)
from zinegen.game.state import GameState
from zinegen.geometry.mesh import ProvinceKey
from zinegen.geometry.shape import Line, Point

GHOST = (
    Ink(stroke=style.HALO, width=64, stroke_opacity=0.75),
    Ink(stroke=style.GONE, width=24, dash=(50, 50)),
)
"""A border that is no more."""
CONTACT = (
    Ink(stroke=style.CHANGED, width=150, stroke_opacity=0.3),
    Ink(stroke=style.CHANGED, width=40),
)
"""A border that is new."""
ENDING = (
    Ink(stroke=style.CHANGED, width=110, stroke_opacity=0.3),
    Ink(stroke=style.CHANGED, width=24, dash=(60, 50)),
)
"""A border that is about to go."""
MANY = 20
"""More changes than that have their captions on the page alone, and none in the legend."""
KIND = "map neighbourhood"
GROUNDS = frozenset({"land", "seas", "isles", "shores"})
"""Definitions that lie where they are drawn."""
STROKE = 100
"""How far ink may reach over the lines it follows, in tenths."""
WINDOW = (4600, 3300)
"""Least width and height of a picture of the neighbourhood, in tenths."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Changes:
    """The picture of a season's changes of the map, and what its numbers stand for."""

    scene: Scene
    captions: tuple[Caption, ...]
    """By number; none when the map is what it was."""


def draw_changes(
    before: GameState, after: GameState, reports: Sequence[ShownPhase], *, title: str = ""
) -> Changes:
    """Return the board after a season with every change of it numbered.

    ``reports`` are those of the phases between the two states, in sequence. Raises MapError when a board was
    never drawn.
    """
    was, drawn, now = prepare_map(before.board), *prepare_picture(after)
    captions = list_changes(was.board, now.board, reports)
    signs = _Signs(drawn=drawn, state=now, captions=captions)
    told = "; ".join(
        f"{one.number}: {alt_text.describe_change(now.board, one.change)}" for one in captions
    )
    news = tuple(list_centre_entries(was.board, now.board))
    listed = tuple(_list_caption_entries(captions, now))
    if len(captions) > MANY:
        mark = draw_number_mark(1, (0, 0), (0, 0))
        listed = (Entry(wide=250, items=(mark,), text="see the list of changes"),)
    plate = FullMap(
        drawn=drawn,
        state=now,
        phase=before.phase,
        what="map changes",
        title=title,
        faded=signs.list_unconcerned(),
        under=tuple(signs.draw_under()),
        over=(*mark_centre_changes(was, drawn), *signs.draw_marks()),
        entries=(*listed, *_list_line_entries(captions), *news),
        told=f"Map changes: {told or 'none'}. Afterwards:",
    )
    return Changes(scene=draw_full_map(plate), captions=captions)


def draw_neighbourhood(
    before: GameState, after: GameState, caption: Caption, *, later: bool
) -> Scene:
    """Return the ground round one change as it was before or, if ``later``, as it is after it.

    Both are of one size. The caption is one of those that `draw_changes` gave for these states.
    """
    (old, was), (new, now) = prepare_picture(before), prepare_picture(after)
    window = _find_window(new, caption)
    if later:
        plate = FullMap(
            drawn=new,
            state=now,
            phase=now.phase,
            what="",
            title="",
            under=tuple(_Signs(drawn=new, state=now, captions=(caption,)).draw_under()),
            over=tuple(mark_centre_changes(old, new)),
        )
    else:
        lost = caption.lost
        under = tuple(Lines(lines=lost, kind="ghost", ink=ink) for ink in ENDING if lost)
        plate = FullMap(drawn=old, state=was, phase=was.phase, what="", title="", under=under)
    words = alt_text.describe_change(now.board, caption.change)
    title = f"{'After' if later else 'Before'}: {words}"
    return replace(_crop(draw_full_map(plate), window), title=title, description="", kind=KIND)


def _find_window(drawn: DrawnMap, caption: Caption) -> Rect:
    """Return the window on the map that shows a change, as far as there is room."""
    lines = [*caption.lost, *caption.made]
    if not lines:
        lines = [ring for face in caption.faces for ring in drawn.outlines.get(face, ())]
    left, top, right, bottom = shapely.total_bounds([shapely.LineString(line) for line in lines])
    shape = drawn.board.current_shape
    wide = min(shape.width, max(WINDOW[0], round(right - left) + 1200))
    high = min(shape.height, max(WINDOW[1], round(bottom - top) + 1000))
    wide = max(wide, min(shape.width, high * WINDOW[0] // WINDOW[1]))
    x = min(max(0, round(left + right - wide) // 2), shape.width - wide)
    y = min(max(0, round(top + bottom - high) // 2), shape.height - high)
    return Rect(x, y, x + wide, y + high)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Signs:
    """What is drawn of the changes, over the board after them."""

    drawn: DrawnMap
    state: ShownPosition
    captions: tuple[Caption, ...]

    def list_unconcerned(self) -> tuple[ProvinceKey, ...]:
        """Return the provinces that no change concerns."""
        concerned = {face for one in self.captions for face in one.faces}
        board = self.drawn.board
        return tuple(
            face for face in self.drawn.outlines if board.is_ground(face) and face not in concerned
        )

    def draw_under(self) -> Iterator[Shape]:
        """Yield former borders and new contacts."""
        lost = tuple(line for one in self.captions for line in one.lost)
        made = tuple(line for one in self.captions for line in one.made)
        for kind, lines, inks in (("contact", made, CONTACT), ("ghost", lost, GHOST)):
            if lines:
                yield Group(kind=kind, items=tuple(Lines(lines=lines, ink=ink) for ink in inks))
        rings = self.drawn.outlines
        for face in self._list_transformed():
            if self.drawn.board.is_ground(face) or is_marked_sea(self.drawn.board, face):
                yield Again(of=face, kind="changed", ink=CONTACT[0])
            else:
                yield Lines(lines=rings[face], closed=True, kind="changed", ink=CONTACT[0])

    def _list_transformed(self) -> tuple[ProvinceKey, ...]:
        """Return the provinces whose terrain has changed, each once."""
        changes = (TerrainChanged, IceChanged, PassageChanged)
        faces = (
            face for one in self.captions if isinstance(one.change, changes) for face in one.faces
        )
        return tuple(face for face in dict.fromkeys(faces) if face in self.drawn.outlines)

    def draw_marks(self) -> Iterator[Shape]:
        """Yield the numbers."""
        board = self.drawn.board
        anchors = [_find_anchor(self.drawn, one) for one in self.captions]
        spots = find_mark_points(self.drawn, self.state, anchors)
        for one, at, anchor in zip(self.captions, spots, anchors, strict=True):
            words = alt_text.describe_change(board, one.change)
            to = anchor if one.lost or one.made else at
            yield draw_number_mark(one.number, at, to, title=words)


def _find_anchor(drawn: DrawnMap, of: Caption) -> Point:
    """Return the point that a change is about: the new contact, the old border, or the province."""
    if of.made or of.lost:
        return middle_of(max(of.made or of.lost, key=length_of))
    spots = drawn.places
    change = of.change
    faces = [face for face in of.faces if face in spots]
    if not faces:
        return 0, 0
    spot = spots[faces[0]]
    if isinstance(change, CentreFounded | CentreDestroyed) and spot.centre:
        return spot.centre
    if len(faces) > 1 and not isinstance(change, BorderSeparated | ProvincesJoined):
        lines = drawn.board.current_shape.lines
        shared = [lines[border] for border in drawn.board.mesh.between(faces[0], faces[1])]
        if shared:
            return middle_of(max(shared, key=length_of))
    return spot.label.at


def _list_caption_entries(captions: Sequence[Caption], after: ShownPosition) -> Iterator[Entry]:
    """Yield what each number stands for."""
    for caption in captions:
        mark = draw_number_mark(caption.number, (0, 0), (0, 0))
        yield Entry(
            wide=250, items=(mark,), text=alt_text.describe_change(after.board, caption.change)
        )


def _list_line_entries(captions: Sequence[Caption]) -> Iterator[Entry]:
    """Yield what the kinds of lines mean."""
    for text, inks, there in (
        ("new contact or waterway", CONTACT, any(one.made for one in captions)),
        ("border or waterway that is gone", GHOST, any(one.lost for one in captions)),
    ):
        if there:
            line = (((-180, 0), (180, 0)),)
            items = tuple(Lines(lines=line, ink=replace(ink, fill="none")) for ink in inks)
            yield Entry(wide=420, items=items, text=text)


def _crop(scene: Scene, window: Rect) -> Scene:
    """Return the part of a picture that a window shows, with a frame round it.

    Title and legend go; shapes that reach into the window stay whole.
    """
    sight = _Sight(window=window, named=find_names(scene.layers))
    layers = [
        sight.layer(layer)
        for layer in scene.layers
        if layer.name not in {"title", "legend", "frame", "paper"}
    ]
    seen = tuple(layer for layer in layers if layer.items)
    wide, high = round(window.right - window.left), round(window.bottom - window.top)
    corner = round(window.left), round(window.top)
    edge = Box(at=corner, width=wide, height=high, ink=Ink(fill="none", stroke=style.INK, width=40))
    frame = Layer(name="frame", part=Part.PLAY, items=(edge,))
    return replace(
        scene, left=corner[0], top=corner[1], width=wide, height=high, layers=(*seen, frame)
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class _Sight:
    """Decides what of a picture a window shows."""

    window: Rect
    named: SceneNames

    def layer(self, layer: Layer) -> Layer:
        """Return the visible part of a layer, with the definitions it needs."""
        items = self.keep(layer.items)
        wanted = {name for item in items for name in self.list_names(item)}
        needs: list[Need] = []
        for need in layer.needs:
            if isinstance(need, Pattern):
                needs.append(need)
            elif isinstance(need, Clip):
                needs += (need,) if self.keep(need.items) else ()
            elif wanted.intersection(self.list_names(need)):
                needs += self.keep((need,)) if need.ident in GROUNDS else (need,)
        return replace(layer, items=items, needs=tuple(needs))

    def keep(self, items: Iterable[Shape]) -> tuple[Shape, ...]:
        """Return the shapes that reach into the window."""
        return tuple(item for shape in items for item in self._keep(shape))

    def _keep(self, shape: Shape) -> Iterator[Shape]:
        match shape:
            case Group():
                cut = self.named.clips.get(shape.clip)
                inner = self.keep(shape.items) if cut is None or self.keep(cut.items) else ()
                if inner:
                    yield replace(shape, items=inner)
            case Lines():
                lines = tuple(line for line in shape.lines if self.sees(_box_of(line)))
                if lines:
                    yield replace(shape, lines=lines)
            case Again():
                dx, dy = shape.by
                near = self.window
                aside = Rect(near.left - dx, near.top - dy, near.right - dx, near.bottom - dy)
                if replace(self, window=aside).keep((self.named.shapes[shape.of],)):
                    yield shape
            case Curve():
                if self.sees(_box_of(shape.points)):
                    yield shape
            case Disc(at=(x, y), radius=far):
                if self.sees(Rect(x - far, y - far, x + far, y + far)):
                    yield shape
            case Box(at=(x, y), width=wide, height=high):
                if self.sees(Rect(x, y, x + wide, y + high)):
                    yield shape
            case Words():
                left, (_, y) = lettering.start(shape), shape.at
                end = left + lettering.width(shape.text, shape.face, shape.size, shape.spacing)
                if self.sees(Rect(left, y - shape.size, end, y + shape.size)):
                    yield shape

    def sees(self, box: Rect) -> bool:
        """Tell whether something with ink round it reaches into the window."""
        return box.grow(STROKE).overlaps(self.window)

    def list_names(self, shape: Shape) -> Iterator[str]:
        """Yield the names a shape refers to, and those that its definitions refer to."""
        match shape:
            case Again():
                yield shape.of
                yield from self.list_names(self.named.shapes[shape.of])
            case Group():
                for item in shape.items:
                    yield from self.list_names(item)
                if shape.ident:
                    yield shape.ident
            case _:
                if shape.ident:
                    yield shape.ident
                return


def _box_of(points: Line) -> Rect:
    xs, ys = [x for x, _ in points], [y for _, y in points]
    return Rect(min(xs), min(ys), max(xs), max(ys))
