"""The animation of a season's changes of the map: frames of an SVG file, shown in turn by a style sheet.

Every frame lies above the one before it, appears at its moment, and goes when the next is there; the
last of an event stays. A program that knows no motion shows the end, and so does one whose reader asked
for less of it. It is played once.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace

from zinegen.board.board import OUTSIDE, Board
from zinegen.drawing import alt_text, margin, style
from zinegen.drawing.changes.change_map import CONTACT
from zinegen.drawing.changes.changes import Caption, list_changes
from zinegen.drawing.geometry import find_outlines, simplify_for_drawing, simplify_lines
from zinegen.drawing.pieces import draw_names
from zinegen.drawing.placement import find_places
from zinegen.drawing.scene import (
    Again,
    Box,
    Clip,
    Group,
    Ink,
    Layer,
    Lines,
    Part,
    Scene,
    Shape,
)
from zinegen.drawing.svg import weigh
from zinegen.drawing.terrain.ground import draw_outside, find_holders
from zinegen.game.apply import apply
from zinegen.game.changes import BorderSeparated, ProvincesJoined, TerrainChanged
from zinegen.game.state import GameState
from zinegen.game.verdicts import Report
from zinegen.geometry.mesh import Face
from zinegen.geometry.redraw.motion import frames
from zinegen.geometry.shape import DecorationKind, Line

LONGEST = 4.8
"""Seconds that a motion may take: what moves for longer than five needs a button to stop it."""
PAUSE = 0.6
"""Seconds before the first event."""
SLOWEST = 0.18
"""Seconds that a frame takes where there is time."""
LARGEST = 48_000
"""Bytes that the packed file may have."""
FRAMES = (9, 7, 5, 4, 4, 3)
"""Pictures of an event, both ends included, by the number of events; the last for more."""
FINE = (10, 14, 20, 28)
"""How far lines may be from the shape's, in tenths; the first that makes a file that is small enough."""
LESS = 1.1
"""What a step of coarseness saves at the most, as a factor."""
CLIP = "board"
EDGE = 130
"""Space for the frame round the map, in tenths."""


def draw_motion(
    before: GameState, after: GameState, reports: Sequence[Report], *, title: str = ""
) -> Scene | None:
    """Return the animated map of a season's changes, or None where no borders or terrain changed.

    As an SVG file it needs no script, plays once in less than five seconds, and stands still where the
    reader prefers reduced motion. ``reports`` are those of the phases between the two states.
    """
    films = tuple(_list_films(before, reports))
    captions = list_changes(
        replace(before, board=simplify_for_drawing(before.board)),
        replace(after, board=simplify_for_drawing(after.board)),
        reports,
    )
    sunk = tuple(one.change for one in captions if isinstance(one.change, TerrainChanged))
    if not films and not sunk:
        return None
    half = tuple((film[0], *film[len(film) // 2 : -1 : 2], film[-1]) for film in films)
    short = tuple((film[0], film[-1]) for film in films)
    tries = [*((fine, films) for fine in FINE), (FINE[-1], half), (FINE[-1], short)]
    while True:
        fine, shown = tries.pop(0)
        drawing = _Frames(
            before=before, after=after, films=shown, captions=captions, fine=fine, title=title
        )
        scene = drawing.draw()
        excess = weigh(scene) / LARGEST
        if excess <= 1 or not tries:
            return scene
        while len(tries) > 2 and excess > LESS:
            tries.pop(0)  # coarser lines alone do not save so much
            excess /= LESS


def _list_films(before: GameState, reports: Sequence[Report]) -> Iterator[tuple[Board, ...]]:
    """Yield the frames of each event that moved borders, as boards, with those before and after it."""
    steps = tuple(_list_steps(before, reports))
    count = FRAMES[min(len(steps), len(FRAMES)) - 1]
    for was, now in steps:
        pictures = frames(
            was.current_shape, now.update_geometry().current_shape, now.pending_surgeries[-1], count
        )
        yield tuple(
            replace(now, mesh=mesh, shape=replace(shape, decoration=()), pending_surgeries=())
            for mesh, shape in pictures
        )


def _list_steps(before: GameState, reports: Sequence[Report]) -> Iterator[tuple[Board, Board]]:
    """Yield the boards before and after each event that moved borders, both up to date."""
    state = replace(before, units={}, dislodged={}, board=before.board.update_geometry())
    for report in reports:
        for change in report.changes:
            if isinstance(change, BorderSeparated | ProvincesJoined):
                now = apply(state, [change])
                yield state.board, now.board
                state = replace(now, board=now.board.update_geometry())


@dataclass(frozen=True, slots=True, kw_only=True)
class _Frames:
    """Builds the animated picture: all frames, one above the other."""

    before: GameState
    after: GameState
    films: tuple[tuple[Board, ...], ...]
    captions: tuple[Caption, ...]
    fine: int
    title: str
    known: dict[int, tuple[Line, Line]] = field(default_factory=dict)
    """Lines and what they are drawn as, by the numbers of the objects: most lines stay the same ones."""

    def draw(self) -> Scene:
        """Return the animated picture."""
        board = self.before.board.update_geometry()
        shape = board.current_shape
        frame = Clip(ident=CLIP, items=(Box(at=(0, 0), width=shape.width, height=shape.height),))
        base = self._simplify(replace(board, shape=replace(shape, decoration=())))
        films = [[self._simplify(one) for one in film] for film in self.films]
        still = self._find_fixed_borders([base, *(one for film in films for one in film)])
        pages = tuple(self._draw_pages(films, still))
        above = tuple(draw_borders(base, still))
        moving = tuple(draw_borders(base, list_land_borders(base) - still))
        inside = (*self._draw_base(base), *moving, *pages, *above, *self._draw_contacts())
        wide, high = shape.width + 2 * EDGE, shape.height + 2 * EDGE
        sheet = Box(at=(-EDGE, -EDGE), width=wide, height=high, ink=Ink(fill=style.PAPER))
        names = Layer(name="names", part=Part.NAMES, items=tuple(self._draw_names()))
        told = "; ".join(
            alt_text.describe_change(self.after.board, one.change) for one in self.captions
        )
        season = alt_text.describe_season(self.before.phase)
        return Scene(
            left=-EDGE,
            top=-EDGE,
            width=wide,
            height=high,
            title=", ".join(filter(None, (self.title, f"{season}: the map changes"))),
            description=f"The map moves from before to after: {told}.",
            layers=(
                Layer(
                    name="water",
                    part=Part.SHORE,
                    items=(sheet, Group(clip=CLIP, items=inside)),
                    needs=(frame, *self._draw_lakes()),
                ),
                names,
                margin.draw_frame(shape.width, shape.height),
            ),
            kind="map motion",
            scale=0.5,
            motion=self._write_style_sheet(len(pages)),
        )

    def _simplify(self, board: Board) -> Board:
        """Return a board with coarser lines, each of them made once."""
        shape = board.current_shape
        fresh = [line for line in shape.lines.values() if id(line) not in self.known]
        for line, coarse in zip(fresh, simplify_lines(fresh, self.fine), strict=True):
            self.known[id(line)] = line, coarse
        lines = {border: self.known[id(line)][1] for border, line in shape.lines.items()}
        return replace(board, shape=replace(shape, lines=lines))

    def _write_style_sheet(self, pages: int) -> str:
        """Return the style sheet: each frame appears at its time, the old names go at the end."""
        step = min(SLOWEST, (LONGEST - PAUSE) / (pages + 1))
        rules = [
            "@keyframes come{from{opacity:0}to{opacity:1}}",
            "@keyframes go{from{opacity:1}to{opacity:0}}",
            "@keyframes pass{0%,100%{opacity:0}50%,99%{opacity:1}}",
            ".old,.page{opacity:0}",
            "@media (prefers-reduced-motion:no-preference){",
            f".page{{animation:pass {2 * step:.2f}s linear both}}",
            f".last,.new{{animation:come {step:.2f}s linear both}}",
            f".old{{animation:go {step:.2f}s linear both}}",
        ]
        rules += [
            f".p{number}{{animation-delay:{PAUSE + number * step:.2f}s}}" for number in range(pages)
        ]
        rules.append(f".old,.new{{animation-delay:{PAUSE + pages * step:.2f}s}}" + "}")
        return "".join(rules)

    def _draw_pages(
        self, films: Sequence[Sequence[Board]], still: frozenset[int]
    ) -> Iterator[Shape]:
        """Yield the part of the map that changes, frame by frame."""
        number = 0
        for film in films:
            first = find_outlines(film[0])
            moved = tuple(
                face
                for face in first
                if any(find_outlines(one)[face] != first[face] for one in film[1:])
            )
            for one in film[1:]:
                kind = "last" if one is film[-1] else "page"
                yield Group(
                    kind=f"{kind} p{number}",
                    items=tuple(draw_flat_ground(one, moved, self.after, still)),
                )
                number += 1
        changed = [one for one in self.captions if isinstance(one.change, TerrainChanged)]
        if changed:
            faces = tuple(face for one in changed for face in one.faces)
            end = self._simplify(self.after.board.update_geometry())
            yield Group(
                kind=f"last p{number}", items=tuple(draw_flat_ground(end, faces, self.after, still))
            )

    def _draw_base(self, board: Board) -> Iterator[Shape]:
        """Yield the whole map before."""
        shape = board.current_shape
        yield Box(at=(0, 0), width=shape.width, height=shape.height, ink=Ink(fill=style.SEA))
        yield from draw_flat_ground(board, tuple(find_outlines(board)), self.after)

    def _find_fixed_borders(self, boards: Sequence[Board]) -> frozenset[int]:
        """Return the borders of land that never move; they are drawn once, above all frames."""
        first, *others = (board.current_shape.lines for board in boards)
        return frozenset(
            border
            for border in list_land_borders(boards[0]) & list_land_borders(self.after.board)
            if all(lines.get(border) == first[border] for lines in others)
        )

    def _draw_contacts(self) -> Iterator[Shape]:
        """Yield the new contacts, which light up at the end."""
        made = tuple(line for one in self.captions for line in one.made)
        if made:
            inks = tuple(Lines(lines=made, ink=replace(ink, fill="none")) for ink in CONTACT)
            yield Group(kind="new", items=inks)

    def _draw_lakes(self) -> Iterator[Shape]:
        """Yield the water off the board that the map shows beyond its rim."""
        lines = tuple(
            piece.line
            for piece in self.before.board.update_geometry().current_shape.decoration
            if piece.kind is DecorationKind.WATER and piece.within == (OUTSIDE,)
        )
        yield Lines(ident=LAKES, lines=lines, closed=True, ink=Ink(fill=style.LAKE))

    def _draw_names(self) -> Iterator[Shape]:
        """Yield the names: those that stay, those of before, those of after."""
        was, now = simplify_for_drawing(self.before.board), simplify_for_drawing(self.after.board)
        old, new = find_places(was), find_places(now)
        same = [
            face
            for face in old
            if face in new and old[face].label == new[face].label and was[face] == now[face]
        ]
        yield Group(items=tuple(draw_names(now, same)))
        yield Group(kind="old", items=tuple(draw_names(was, [f for f in old if f not in same])))
        yield Group(kind="new", items=tuple(draw_names(now, [f for f in new if f not in same])))


LAND_INK = Ink(stroke=style.BORDER, width=16, round=True)
LAKES = "lakes"
"""Name of the water off the board, which the picture has to define."""


def draw_flat_ground(
    board: Board, faces: tuple[Face, ...], state: GameState, still: frozenset[int] = frozenset()
) -> Iterator[Shape]:
    """Yield some provinces of a board: the waters, then the land above them.

    The tints are those of a state, whatever its board. Without borders that stay ``still``, land has no
    lines of its own; with them it has all but those.
    """
    rings = find_outlines(board)
    among = set(faces)
    if OUTSIDE in board.mesh.rings and among & board.mesh.adjacent(OUTSIDE):
        yield from draw_outside(board)
        yield Again(of=LAKES)
    waters = tuple(ring for face in faces if board.is_water(face) for ring in rings[face])
    if waters:
        yield Lines(lines=waters, closed=True, ink=Ink(fill=style.SEA))
    dashes = draw_borders(board, _list_water_borders(board, among, ground=0))
    shores = draw_borders(board, _list_water_borders(board, among, ground=1) - still)
    yield from (replace(line, ink=style.SEA_INK) for line in dashes)
    yield from shores
    held = find_holders(state)
    signs = style.assign_signs(state.powers)
    shades = style.assign_shades(state.board)
    for face in faces:
        if not board.is_ground(face):
            continue
        tints = signs[held[face]].shades if face in held else style.NEUTRAL.shades
        fill = tints[shades.get(face, 0)]
        ink = replace(LAND_INK, fill=fill) if still else Ink(fill=fill, stroke=fill, width=4)
        yield Lines(lines=rings[face], closed=True, ink=ink)


def list_land_borders(board: Board) -> set[int]:
    """Return the borders with ground on one side at least."""
    return {
        border
        for border in board.mesh.borders
        if any(face != OUTSIDE and board.is_ground(face) for face in board.mesh.sides(border))
    }


def draw_borders(board: Board, borders: Iterable[int]) -> Iterator[Lines]:
    """Yield some borders, inked as those of land."""
    lines = tuple(board.current_shape.lines[border] for border in sorted(borders))
    if lines:
        yield Lines(lines=lines, ink=replace(LAND_INK, fill="none"))


def _list_water_borders(board: Board, faces: set[Face], *, ground: int) -> set[int]:
    """Return the borders of the waters among some provinces: with waters, or with other ground."""
    return {
        border
        for border in board.mesh.borders
        if OUTSIDE not in (sides := board.mesh.sides(border))
        and sum(board.is_ground(face) for face in sides) == ground
        and any(face in faces and board.is_water(face) for face in sides)
        and not any(face in faces and board.is_ground(face) for face in sides)
    }
