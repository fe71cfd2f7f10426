"""The animation of a season's changes of the map: frames of an SVG file, shown in turn by a style sheet.

Every frame lies above the one before it, appears at its moment, and goes when the next is there; the
last of an event stays. A program that knows no motion shows the end, and so does one whose reader asked
for less of it. It is played once.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial

from zinegen.board.board import OUTSIDE, Board, cache_on_board
from zinegen.drawing import alt_text, margin, style
from zinegen.drawing.changes.change_map import CONTACT
from zinegen.drawing.changes.motion_window import Window, find_window
from zinegen.drawing.drawn_map import DrawnMap, prepare_map
from zinegen.drawing.geometry import Outline, find_outlines, simplify_for_drawing, simplify_lines
from zinegen.drawing.map_changes import Caption, list_changes
from zinegen.drawing.off_board.outside import draw_outside
from zinegen.drawing.pieces import draw_centres, draw_names, draw_units
from zinegen.drawing.position import ShownPhase, ShownPosition, read_position
from zinegen.drawing.scene import (
    Again,
    Box,
    Clip,
    Group,
    Ink,
    Layer,
    Lines,
    Need,
    Part,
    Scene,
    Shape,
    Sight,
    share_shapes,
    silence_layer,
)
from zinegen.drawing.svg import weigh
from zinegen.drawing.terrain.ground import (
    draw_ground,
    find_holders,
    find_shades,
    list_sea_borders,
)
from zinegen.drawing.terrain.seas import find_sea_shades, ink_of_tint
from zinegen.game.changes import BorderSeparated, ProvincesJoined, TerrainChanged
from zinegen.game.state import GameState
from zinegen.geometry.mesh import ProvinceKey
from zinegen.geometry.redraw.motion import frames
from zinegen.geometry.shape import DecorationKind, Line
from zinegen.languages.texts import gettext, join_clauses
from zinegen.redrawing import draw_board

LONGEST = 4.8
"""Seconds that a motion may take: what moves for longer than five needs a button to stop it."""
PAUSE = 0.6
"""Seconds before the first event."""
SLOWEST = 0.18
"""Seconds that a frame takes where there is time."""
LARGEST = 70_000
"""Bytes that the packed file may have."""
LARGEST_ANEW = 210_000
"""The same where the whole map was drawn anew: then all of it moves in every frame."""
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
    before: GameState, after: GameState, reports: Sequence[ShownPhase], *, title: str = ""
) -> Scene | None:
    """Return the animated map of a season's changes, or None where no borders or terrain changed.

    As an SVG file it needs no script, plays once in less than five seconds, and stands still where the
    reader prefers reduced motion. ``reports`` are those of the phases between the two states.
    """
    films = tuple(_list_films(before.board, reports))
    captions = list_changes(
        simplify_for_drawing(before.board), simplify_for_drawing(after.board), reports
    )
    sunk = tuple(one.change for one in captions if isinstance(one.change, TerrainChanged))
    if not films and not sunk:
        return None
    half = tuple((film[0], *film[len(film) // 2 : -1 : 2], film[-1]) for film in films)
    short = tuple((film[0], film[-1]) for film in films)
    tries = [*((fine, films) for fine in FINE), (FINE[-1], half), (FINE[-1], short)]
    largest = LARGEST_ANEW if any(map(_is_drawn_anew, films)) else LARGEST
    while True:
        fine, shown = tries.pop(0)
        drawing = _Frames(
            before=read_position(before),
            after=read_position(after),
            films=shown,
            captions=captions,
            fine=fine,
            title=title,
        )
        scene = drawing.draw()
        excess = weigh(scene) / largest
        if excess <= 1 or not tries:
            return scene
        while len(tries) > 2 and excess > LESS:
            tries.pop(0)  # coarser lines alone do not save so much
            excess /= LESS


def _list_films(before: Board, reports: Sequence[ShownPhase]) -> Iterator[tuple[Board, ...]]:
    """Yield the frames of each event that moved borders, as boards, with those before and after it."""
    steps = list_border_steps(before, reports)
    count = FRAMES[min(len(steps), len(FRAMES)) - 1]
    for was, now in steps:
        pictures = frames(
            was.current_shape, draw_board(now).current_shape, now.pending_surgeries[-1], count
        )
        yield tuple(
            replace(now, mesh=mesh, shape=replace(shape, decoration=()), pending_surgeries=())
            for mesh, shape in pictures
        )


def _is_drawn_anew(film: Sequence[Board]) -> bool:
    """Tell whether the whole map was drawn anew by an event."""
    return film[-1].current_shape.relaid != film[0].current_shape.relaid


def list_border_steps(
    before: Board, reports: Sequence[ShownPhase]
) -> tuple[tuple[Board, Board], ...]:
    """Return the boards before and after each event that moved borders, the second still to be drawn."""
    kinds = (BorderSeparated, ProvincesJoined)
    changes = (change for report in reports for change in report.changes)
    return _follow_events(before, tuple(one for one in changes if isinstance(one, kinds)))


@cache_on_board
def _follow_events(
    board: Board, events: tuple[BorderSeparated | ProvincesJoined, ...]
) -> tuple[tuple[Board, Board], ...]:
    """Return the boards of `list_border_steps`; several pictures of a season ask for them."""
    found = []
    board = draw_board(board)
    for event in events:
        if isinstance(event, BorderSeparated):
            now = board.separate(event.border)
        else:
            now = board.release(event.across, *event.borders)
        found.append((board, now))
        board = draw_board(now)
    return tuple(found)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Frames:
    """Builds the animated picture: all frames, one above the other."""

    before: ShownPosition
    after: ShownPosition
    films: tuple[tuple[Board, ...], ...]
    captions: tuple[Caption, ...]
    fine: int
    title: str
    known: dict[int, tuple[Line, Line]] = field(default_factory=dict)
    """Lines and what they are drawn as, by the numbers of the objects: most lines stay the same ones."""

    def draw(self) -> Scene:
        """Return the animated picture."""
        old, new = prepare_map(self.before.board), prepare_map(self.after.board)
        shape = old.board.current_shape
        frame = Clip(ident=CLIP, items=(Box(at=(0, 0), width=shape.width, height=shape.height),))
        films = [[self._simplify(one) for one in film] for film in self.films]
        pages = tuple(self._draw_pages(films))
        wide, high = shape.width + 2 * EDGE, shape.height + 2 * EDGE
        sheet = Box(at=(-EDGE, -EDGE), width=wide, height=high, ink=Ink(fill=style.PAPER))
        told = join_clauses(
            alt_text.describe_change(self.after.board, one.change) for one in self.captions
        )
        season = alt_text.describe_season(self.before.phase)
        moving = Layer(
            name="moving",
            part=Part.SHORE,
            items=(Group(clip=CLIP, items=(*(one.shape for one in pages), *ISLES)),),
            needs=(frame, *self._draw_lakes(), *(need for one in pages for need in one.needs)),
        )
        ground = draw_ground(old, self.before)
        contacts = Layer(name="contacts new", part=Part.SHORE, items=tuple(self._draw_contacts()))
        return Scene(
            left=-EDGE,
            top=-EDGE,
            width=wide,
            height=high,
            title=", ".join(
                filter(None, (self.title, gettext("{season}: the map changes", season=season)))
            ),
            description=gettext("The map moves from before to after: {told}.", told=told),
            layers=(
                Layer(name="paper", part=Part.SHORE, items=(sheet,)),
                *map(silence_layer, ground),
                moving,
                *(
                    replace(layer, name=f"{layer.name} new")
                    for layer in share_shapes(ground, draw_ground(new, self.after))
                ),
                contacts,
                *self._draw_names(old, new),
                *_divide("centres", draw_centres(old, self.before), draw_centres(new, self.after)),
                *_divide("units", draw_units(old, self.before), draw_units(new, self.after)),
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

    def _draw_pages(self, films: Sequence[Sequence[Board]]) -> Iterator[_Page]:
        """Yield the part of the map that changes, frame by frame."""
        number = 0
        fills = self._find_fills()
        ground = partial(
            FlatGround, fills=fills, shades=find_sea_shades(prepare_map(self.before.board))
        )
        known = {face: str(face) for face in fills}
        for film in films:
            first, *others = map(find_outlines, film)
            moved = tuple(
                face for face in first if any(other[face] != first[face] for other in others)
            )
            window = find_window(film)
            for one, rings in zip(film[1:], others, strict=True):
                is_last = one is film[-1]
                # Those of later events lie on the last.
                shown = {face: rings[face] for face in moved}
                flat = ground(
                    board=one,
                    faces=shown if is_last else window.cut(shown),
                    name=str(number),
                    known={**known},
                    window=None if is_last else window,
                )
                yield flat.draw_page("last" if is_last else "page")
                number += 1
            known.update((face, f"{face}{number - 1}") for face in moved if face in known)
        changed = [one for one in self.captions if isinstance(one.change, TerrainChanged)]
        if changed:
            faces = tuple(face for one in changed for face in one.faces)
            end = self._simplify(draw_board(self.after.board))
            rings = find_outlines(end)
            shown = {face: rings[face] for face in faces}
            yield ground(board=end, faces=shown, name=str(number), known=known).draw_page("last")

    def _find_fills(self) -> Mapping[ProvinceKey, str]:
        """Return the colour of each land of the map before."""
        held = find_holders(self.before.board, self.before.owners)
        signs = style.assign_signs(self.before.powers)
        tints = {face: signs[power].shades for face, power in held.items()}
        shades = find_shades(prepare_map(self.before.board))
        return {face: tints.get(face, style.NEUTRAL.shades)[one] for face, one in shades.items()}

    def _draw_contacts(self) -> Iterator[Shape]:
        """Yield the new contacts, which light up at the end."""
        made = tuple(line for one in self.captions for line in one.made)
        if made:
            inks = tuple(Lines(lines=made, ink=replace(ink, fill="none")) for ink in CONTACT)
            yield from inks

    def _draw_lakes(self) -> Iterator[Shape]:
        """Yield the water off the board that the map shows beyond its rim."""
        lines = tuple(
            piece.line
            for piece in draw_board(self.before.board).current_shape.decoration
            if piece.kind is DecorationKind.WATER and piece.within == (OUTSIDE,)
        )
        yield Lines(ident=LAKES, lines=lines, closed=True)

    def _draw_names(self, was: DrawnMap, now: DrawnMap) -> Iterator[Layer]:
        """Yield the names: those that stay, those of before, those of after."""
        for sight in Sight:
            old, new = (
                {face: tuple(draw_names(drawn, [face], sight)) for face in drawn.places}
                for drawn in (was, now)
            )
            lots = {
                "": [face for face in old if old[face] == new.get(face)],
                "old": [face for face in old if old[face] != new.get(face)],
                "new": [face for face in new if old.get(face) != new[face]],
            }
            items = tuple(
                Group(
                    kind=kind, items=tuple(draw_names(was if kind == "old" else now, faces, sight))
                )
                for kind, faces in lots.items()
            )
            yield Layer(name="names", part=Part.NAMES, items=items, sights=(sight,))


def _divide(kind: str, old: Layer, new: Layer) -> Iterator[Layer]:
    """Yield what two layers have in common, what only the first has, and what only the second."""
    common = tuple(one for one in old.items if one in new.items)
    yield replace(old, name=kind, items=common, needs=(*old.needs, *new.needs))
    for layer, when in ((old, "old"), (new, "new")):
        rest = tuple(one for one in layer.items if one not in common)
        yield replace(layer, name=f"{kind} {when}", items=rest)


ISLES = (
    Again(of="isles", ink=style.SHORE_INK),
    Again(of="isles", ink=Ink(fill=style.ISLE)),
)
"""The islands of the map before, which stay where they are until the motion is over."""
LAND_INK = Ink(stroke=style.BORDER, width=9, round=True)
LAKES = "lakes"
"""Name of the water off the board, which the picture has to define."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Page:
    """One frame, and what it needs to be defined."""

    shape: Shape
    needs: tuple[Need, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class FlatGround:
    """Some provinces of a board, without what lies on them: waters with their shores, land above them."""

    board: Board
    faces: Mapping[ProvinceKey, Outline]
    fills: Mapping[ProvinceKey, str]
    """The colours of the land of the map before."""
    shades: Mapping[ProvinceKey, int]
    """Those of its seas."""
    name: str
    """Makes the names of its definitions its own."""
    known: Mapping[ProvinceKey, str]
    """What all other land has been defined as, as it lies by now."""
    window: Window | None = None
    """What is shown of them; all where there is none."""

    def draw_page(self, kind: str) -> _Page:
        """Return it as one frame."""
        clip = f"window{self.name}" if self.window else ""
        group = Group(kind=f"{kind} p{self.name}", items=tuple(self.draw()), clip=clip)
        return _Page(shape=group, needs=tuple(self.define()))

    @property
    def waters(self) -> tuple[ProvinceKey, ...]:
        """The waters."""
        return tuple(filter(self.board.is_water, self.faces))

    @property
    def ground(self) -> tuple[ProvinceKey, ...]:
        """The land."""
        return tuple(face for face in self.faces if self.board.is_ground(face))

    def define(self) -> Iterator[Need]:
        """Yield the land, the waters as ground that shores are cut to, and all land around them."""
        if self.window:
            yield self.window.define(f"window{self.name}")
        for face in (*self.ground, *self.waters):
            yield Lines(ident=f"{face}{self.name}", lines=self.faces[face], closed=True)
        if self.waters:
            seas = tuple(Again(of=f"{face}{self.name}") for face in self.waters)
            yield Clip(ident=f"in-water{self.name}", items=seas)
            around = tuple(Again(of=name) for name in self._list_land_around())
            yield Group(ident=f"around{self.name}", items=around)

    def _list_land_around(self) -> Iterator[str]:
        """Yield the names of the land beside the waters: that which moves, and that of the map before."""
        board = self.board
        near = {face for water in self.waters for face in board.mesh.adjacent(water)} - {OUTSIDE}
        for face in sorted(near):
            if board.is_ground(face) and face in self.faces:
                yield f"{face}{self.name}"
            elif board.is_ground(face) and face in self.known:
                yield self.known[face]

    def draw(self) -> Iterator[Shape]:
        """Yield the shapes."""
        board = self.board
        if OUTSIDE in board.mesh.rings and set(self.faces) & board.mesh.adjacent(OUTSIDE):
            yield from draw_outside(board)
            yield Again(of=LAKES, ink=Ink(fill=style.LAKE))
        if self.waters:
            shore = Again(of=f"around{self.name}")
            water = (
                *(Again(of=f"{face}{self.name}", ink=Ink(fill=style.SEA)) for face in self.waters),
                *(replace(shore, ink=ink) for ink in style.LINING),
                *(
                    Again(of=f"{face}{self.name}", ink=ink_of_tint(shade))
                    for face in self.waters
                    if (shade := self.shades.get(face))
                ),
                replace(shore, ink=style.SHORE_INK),
            )
            yield Group(clip=f"in-water{self.name}", items=water)
            borders = list_sea_borders(board)
            lines = tuple(
                line
                for sides, line in borders
                if not {*self.faces}.isdisjoint(sides)
                and (self.window is None or self.window.shows(line))
            )
            for ink in style.SEA_BORDER:
                yield Lines(lines=lines, ink=replace(ink, fill="none"))
        land = (
            Again(
                of=f"{face}{self.name}", ink=Ink(fill=self.fills.get(face, style.NEUTRAL.shades[0]))
            )
            for face in self.ground
        )
        yield Group(items=tuple(land), ink=LAND_INK)
