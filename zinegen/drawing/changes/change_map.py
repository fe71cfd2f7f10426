"""The picture of a season's changes of the map, numbered on the board after them, and the ground round each.

What is not concerned is faded; borders that are no more are ghosts, new contacts are emphasised, and
every change has a number that its caption bears as well. Of what lies outside a picture's window nothing
is left in the file.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import shapely

from zinegen.board.board import Board
from zinegen.drawing import alt_text, style
from zinegen.drawing.drawn_map import DrawnMap, prepare_map, prepare_picture
from zinegen.drawing.geometry import find_outlines, length_of, middle_of
from zinegen.drawing.map_changes import Caption, list_changes
from zinegen.drawing.margin import SIDE, LegendEntry, list_centre_entries
from zinegen.drawing.orders.event_marks import find_mark_points
from zinegen.drawing.pictures import FullMap, draw_full_map, mark_centre_changes
from zinegen.drawing.position import ShownPhase, ShownPosition
from zinegen.drawing.scene import Again, Group, Ink, Lines, Scene, Shape, View, list_views
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
from zinegen.geometry.shape import Point
from zinegen.languages.texts import N_, add_colon, gettext, join_clauses
from zinegen.redrawing import draw_board

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
MANY = 20
"""More changes than that have their captions on the page alone, and none in the legend."""


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
    told = join_clauses(
        add_colon(one.number, alt_text.describe_change(now.board, one.change)) for one in captions
    )
    news = tuple(list_centre_entries(was.board, now.board))
    listed = tuple(_list_caption_entries(captions, now))
    if len(captions) > MANY:
        mark = draw_number_mark(1, (0, 0), (0, 0))
        listed = (LegendEntry(wide=250, items=(mark,), text=gettext("see the list of changes")),)
    plate = FullMap(
        drawn=drawn,
        state=now,
        phase=before.phase,
        what=gettext("map changes"),
        title=title,
        faded=signs.list_unconcerned(),
        under=tuple(signs.draw_under()),
        over=(*mark_centre_changes(was, drawn), *signs.draw_marks()),
        entries=(*listed, *_list_line_entries(captions), *news),
        told=gettext("Map changes: {told}. Afterwards:", told=told or gettext("none")),
    )
    return Changes(scene=draw_full_map(plate), captions=captions)


def find_part(board: Board, caption: Caption) -> View | None:
    """Return which part of a board's pictures shows a change; None where only the whole does.

    The caption is one of those that `list_changes` gave for a season that ends with this board.
    """
    lines, board = [*caption.lost, *caption.made], draw_board(board)
    if not lines:
        outlines = find_outlines(board)
        lines = [ring for face in caption.faces for ring in outlines.get(face, ())]
    shape = board.current_shape
    if not lines:
        return None
    box = shapely.box(*shapely.total_bounds([shapely.LineString(line) for line in lines]))
    best: tuple[View | None, float, float] = None, math.inf, math.inf
    for view in list_views(-SIDE, shape.width + 2 * SIDE, shape.height):
        left, top, wide, high = view.box
        window = shapely.box(left, top, left + wide, top + high)
        if window.contains(box):
            found = view, wide, shapely.distance(window.centroid, box.centroid)
            best = min(best, found, key=lambda one: one[1:])
    return best[0]


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


def _list_caption_entries(
    captions: Sequence[Caption], after: ShownPosition
) -> Iterator[LegendEntry]:
    """Yield what each number stands for."""
    for caption in captions:
        mark = draw_number_mark(caption.number, (0, 0), (0, 0))
        yield LegendEntry(
            wide=250, items=(mark,), text=alt_text.describe_change(after.board, caption.change)
        )


def _list_line_entries(captions: Sequence[Caption]) -> Iterator[LegendEntry]:
    """Yield what the kinds of lines mean."""
    for text, inks, there in (
        (N_("new contact or waterway"), CONTACT, any(one.made for one in captions)),
        (N_("border or waterway that is gone"), GHOST, any(one.lost for one in captions)),
    ):
        if there:
            line = (((-180, 0), (180, 0)),)
            items = tuple(Lines(lines=line, ink=replace(ink, fill="none")) for ink in inks)
            yield LegendEntry(wide=420, items=items, text=gettext(text))
