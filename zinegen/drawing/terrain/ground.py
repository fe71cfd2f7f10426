"""The ground of a map: water, land in its owners' tints, patterns, borders, decoration.

Nothing here knows what the map was like at the start. Terrain, ice, rifts, ranges and waterways are
those of the board, lines those of its shape.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial

from zinegen.board.board import OUTSIDE, Board, Power, Province, Terrain
from zinegen.drawing import style
from zinegen.drawing.drawn_map import DrawnMap, cache_on_map
from zinegen.drawing.off_board.outside import draw_dotted_outside
from zinegen.drawing.position import ShownPosition
from zinegen.drawing.scene import (
    Again,
    Box,
    Clip,
    Curve,
    Group,
    Ink,
    Layer,
    Lines,
    Part,
    Pattern,
    Shape,
)
from zinegen.drawing.style import Sign
from zinegen.drawing.terrain.features import draw_features
from zinegen.drawing.terrain.seas import draw_sea_tints
from zinegen.geometry.mesh import ProvinceKey
from zinegen.geometry.shape import DecorationKind, Line
from zinegen.languages.names import PowerInSentence, name_province
from zinegen.languages.texts import gettext

FRAME = "frame"
Owned = frozenset[tuple[ProvinceKey, Power]]
"""Who owns which centres."""


def find_holders(board: Board, owners: Mapping[ProvinceKey, Power]) -> Mapping[ProvinceKey, Power]:
    """Return the power in whose tint each province of ground is drawn.

    A centre's ground goes with its owner. Land without a centre goes with its country: to the power
    that holds most of that country's centres, to the country's own power where it holds as many, to
    nobody otherwise.
    """
    found: dict[ProvinceKey, Power] = {}
    country: dict[Power, Power | None] = {}
    for face, province in board.provinces.items():
        if not board.is_ground(face):
            continue
        home = province.home
        if province.centre:
            holder = owners.get(face)
        elif home is None:
            holder = None
        else:
            if home not in country:
                country[home] = _find_ruler(board, owners, home)
            holder = country[home]
        if holder is not None:
            found[face] = holder
    return found


def _find_ruler(board: Board, owners: Mapping[ProvinceKey, Power], home: Power) -> Power | None:
    counts: dict[Power, int] = {}
    for face in board.home_centres(home):
        if face in owners:
            counts[owners[face]] = counts.get(owners[face], 0) + 1
    most = max(counts.values(), default=0)
    leading = sorted(power for power, count in counts.items() if count == most)
    if home in leading:
        return home
    return leading[0] if len(leading) == 1 else None


def is_marked_sea(board: Board, face: ProvinceKey) -> bool:
    """Tell whether a sea has a pattern, and therefore a name in the picture by which it is drawn again."""
    return board.is_water(face) and (board.is_sunk(face) or board[face].iced)


def draw_ground(drawn: DrawnMap, state: ShownPosition) -> tuple[Layer, Layer]:
    """Return the layers below the names, from the water upwards, of a state whose board is up to date."""
    return _draw_ground(drawn, tuple(state.powers), frozenset(state.owners.items()))


@cache_on_map
def _draw_ground(drawn: DrawnMap, powers: tuple[Power, ...], owned: Owned) -> tuple[Layer, Layer]:
    water, above, cuts = _draw_terrain(drawn)
    items = (*_draw_tints(drawn, powers, owned), *above)
    ground = Layer(
        name="ground",
        part=Part.GROUND,
        items=(Group(clip=FRAME, items=items),),
        needs=(*water.needs, *cuts, *list_power_patterns(powers)),
    )
    return water, ground


def _draw_tints(drawn: DrawnMap, powers: Sequence[Power], owned: Owned) -> Iterator[Shape]:
    """Yield all ground, each power's with a frontier round it.

    A power's ground is stroked with a broad pen and then filled: what is left of the stroke is
    a rim on the ground of those drawn before. So no border needs a line of its own.
    """
    owners = dict(owned)
    for sign, faces in _group_by_holder(drawn, powers, owned).items():
        rim, inner = _find_lines(drawn.board, set(faces))
        yield Group(
            kind="frontier",
            ink=style.FRONTIER_INK,
            items=tuple(Again(of=face) for face in faces),
            rim=rim,
        )
        fills = tuple(
            shape for face in faces for shape in _draw_tint(drawn, face, sign, owners.get(face))
        )
        kind = sign.slug if sign else "neutral"
        yield Group(kind=kind, ink=style.BORDER_INK, items=fills, rim=rim + inner)


def _group_by_holder(
    drawn: DrawnMap, powers: Sequence[Power], owned: Owned
) -> dict[Sign | None, list[ProvinceKey]]:
    """Return the provinces of nobody, then those of each power."""
    held = find_holders(drawn.board, dict(owned))
    signs = style.assign_signs(powers)
    groups: dict[Sign | None, list[ProvinceKey]] = {None: []} | {
        sign: [] for sign in signs.values()
    }
    for face in drawn.outlines:
        if drawn.board.is_ground(face):
            groups[signs[held[face]] if face in held else None].append(face)
    return {sign: faces for sign, faces in groups.items() if faces}


@cache_on_map
def find_shades(drawn: DrawnMap) -> Mapping[ProvinceKey, int]:
    """Return the shade of every province that is ground; see `style.assign_shades`."""
    return style.assign_shades(drawn.board)


def _draw_tint(
    drawn: DrawnMap, face: ProvinceKey, sign: Sign | None, owner: Power | None
) -> Iterator[Shape]:
    province = drawn.board[face]
    shades = sign.shades if sign else style.NEUTRAL.shades
    fill = shades[find_shades(drawn)[face]]
    yield Again(
        of=face,
        kind=str(province.terrain) if province.terrain is not Terrain.LAND else "",
        title=_describe_province(province, owner),
        data=(("province", face),),
        ink=Ink(fill=fill if province.passable else "url(hatch)"),
    )
    if sign and sign.pattern and province.passable:
        yield Again(of=face, ink=Ink(fill=f"url({sign.pattern})"))
    if province.terrain is Terrain.MOUNTAIN:
        yield Again(of=face, kind="peaks", ink=Ink(fill="url(peaks)"))
    if province.iced:
        yield Again(of=face, kind="ice", ink=Ink(fill="url(ice)"))


def draw_marks(drawn: DrawnMap) -> tuple[Shape, ...]:
    """Return what lies on the ground of an up-to-date board, whoever holds it."""
    return _draw_terrain(drawn)[1]


@cache_on_map
def _draw_terrain(drawn: DrawnMap) -> tuple[Layer, tuple[Shape, ...], tuple[Clip, ...]]:
    """Return the layer of the water, what lies on the ground whoever holds it, and what that is cut to."""
    terrain = _Terrain(drawn=drawn)
    return (
        terrain.draw_water(),
        (*terrain.draw_decoration(), *draw_features(drawn)),
        terrain.define_cuts(),
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class _Terrain:
    """What is drawn of an up-to-date board, whoever holds it."""

    drawn: DrawnMap

    def draw_water(self) -> Layer:
        """Return the layer under the ground, which defines all that both refer to."""
        board = self.drawn.board
        shape = board.current_shape
        frame = Clip(ident=FRAME, items=(Box(at=(0, 0), width=shape.width, height=shape.height),))
        shore, _ = _find_lines(board, {*filter(board.is_ground, self.drawn.outlines)})
        land = Group(ident="land", items=tuple(self._define(board.is_ground)), rim=shore)
        isles = Lines(ident="isles", lines=self.drawn.islands, closed=True)
        marked = partial(is_marked_sea, board)
        seas = Group(ident="seas", items=tuple(self._define(marked)))
        lines = {"borders": self._find_sea_borders(), "shores": self._find_old_coast()}
        rims = (Lines(ident=ident, lines=of) for ident, of in lines.items() if of)
        return Layer(
            name="water",
            part=Part.SHORE,
            items=(Group(clip=FRAME, items=tuple(self._draw_water())),),
            needs=(frame, land, seas, isles, *rims, *list_patterns(self.drawn)),
        )

    def define_cuts(self) -> tuple[Clip, ...]:
        """Return the provinces that inlets are cut to."""
        return tuple(
            Clip(ident=f"in-{face}", items=(Again(of=face),)) for face in self._find_inlets()
        )

    def _define(self, is_wanted: Callable[[ProvinceKey], bool]) -> Iterator[Shape]:
        """Yield the outlines of some provinces under their keys."""
        for face, rings in self.drawn.outlines.items():
            if is_wanted(face):
                yield Lines(ident=face, lines=rings, closed=True)

    def _draw_water(self) -> Iterator[Shape]:
        board, shape = self.drawn.board, self.drawn.board.current_shape
        yield Box(at=(0, 0), width=shape.width, height=shape.height, ink=Ink(fill=style.SEA))
        shores = (Again(of="land"), Again(of="isles"))
        for ink in style.LINING:
            yield Group(ink=ink, items=shores)
        yield from draw_sea_tints(self.drawn)
        yield Group(ink=style.SHORE_INK, items=shores)
        yield from draw_dotted_outside(board, self.drawn.beyond)
        if self._find_sea_borders():
            items = tuple(Again(of="borders", ink=ink) for ink in style.SEA_BORDER)
            yield Group(kind="sea", ink=Ink(fill="none"), items=items)
        yield from self._draw_sunk_land()
        iced = tuple(
            face for face in self.drawn.outlines if board.is_water(face) and board[face].iced
        )
        for fill, part in ((style.SEA_ICE, 0.6), ("url(ice)", None)):
            ink = Ink(fill=fill, fill_opacity=part)
            if iced:
                yield Group(kind="ice", ink=ink, items=tuple(Again(of=face) for face in iced))

    def _draw_sunk_land(self) -> Iterator[Shape]:
        """Yield what is left of land that has sunk: waves over it, and a ghost of its old coast."""
        board = self.drawn.board
        sunk = tuple(face for face in self.drawn.outlines if board.is_sunk(face))
        if sunk:
            waves = Ink(fill="url(waves)")
            yield Group(kind="sunk", ink=waves, items=tuple(Again(of=face) for face in sunk))
        if self._find_old_coast():
            items = tuple(Again(of="shores", ink=ink) for ink in style.OLD_COAST)
            yield Group(kind="old-coast", ink=Ink(fill="none", round=True), items=items)

    def _find_sea_borders(self) -> tuple[Line, ...]:
        """Return the borders of waters that were never land."""
        board = self.drawn.board
        return tuple(
            line for sides, line in list_sea_borders(board) if not any(map(board.is_sunk, sides))
        )

    def _find_old_coast(self) -> tuple[Line, ...]:
        """Return the borders of sunk land with other water."""
        board = self.drawn.board
        return tuple(
            line for sides, line in list_sea_borders(board) if any(map(board.is_sunk, sides))
        )

    def _list_decoration(self, kind: DecorationKind) -> Iterator[Line]:
        for piece in self.drawn.board.current_shape.decoration:
            if piece.kind is kind and self._is_shown(kind, piece.within):
                yield piece.line

    def _is_shown(self, kind: DecorationKind, within: tuple[ProvinceKey, ...]) -> bool:
        """Tell whether a piece of decoration still stands on terrain that it fits."""
        inside = [face for face in within if face != OUTSIDE]
        if kind is DecorationKind.WATER and not all(self._is_wet(face) for face in inside):
            return False
        return all(self.drawn.board.is_ground(face) for face in inside)

    def _is_wet(self, face: ProvinceKey) -> bool:
        """Tell whether the water within a province is there: no ice, no closed waterway."""
        board = self.drawn.board
        through = [
            join for join in board.joins if join.province == face and join.natural and not join.via
        ]
        closed = bool(through) and not any(join.open for join in through)
        return not closed and not board[face].iced

    def _find_inlets(self) -> dict[ProvinceKey, tuple[Line, ...]]:
        """Return water that reaches from seas into provinces, as rings to be cut to each province."""
        found: dict[ProvinceKey, tuple[Line, ...]] = {}
        for piece in self.drawn.board.current_shape.decoration:
            ground = [f for f in piece.within if f != OUTSIDE and self.drawn.board.is_ground(f)]
            if piece.kind is DecorationKind.WATER and len(piece.within) > len(ground):
                for face in filter(self._is_wet, ground):
                    found[face] = (*found.get(face, ()), piece.line)
        return found

    def draw_decoration(self) -> Iterator[Shape]:
        water = Ink(fill=style.LAKE, stroke=style.LAKE_SHORE, width=6)
        yield Again(of="isles", kind="decoration", ink=Ink(fill=style.ISLE))
        for kind in (DecorationKind.LAKE, DecorationKind.WATER):
            lines = tuple(self._list_decoration(kind))
            if lines:
                yield Lines(lines=lines, closed=True, kind="decoration", ink=water)
        for face, lines in self._find_inlets().items():
            inlets = Lines(lines=lines, closed=True, ink=water)
            yield Group(clip=f"in-{face}", kind="inlet", items=(inlets,))


def list_sea_borders(board: Board) -> Iterator[tuple[tuple[ProvinceKey, ProvinceKey], Line]]:
    """Yield the borders of an up-to-date board between waters: both sides, and the line."""
    for border in board.mesh.borders:
        sides = board.mesh.sides(border)
        if OUTSIDE not in sides and all(map(board.is_water, sides)):
            yield sides, board.current_shape.lines[border]


def _find_lines(
    board: Board, faces: Collection[ProvinceKey]
) -> tuple[tuple[Line, ...], tuple[Line, ...]]:
    """Return the lines round some provinces of an up-to-date board, and those between them."""
    rim, inner = list[Line](), list[Line]()
    for border in board.mesh.borders:
        one, other = (side in faces for side in board.mesh.sides(border))
        if one or other:
            (inner if one and other else rim).append(board.current_shape.lines[border])
    return tuple(rim), tuple(inner)


def _describe_province(province: Province, owner: Power | None) -> str:
    if not province.centre:
        return name_province(province.name)
    name = name_province(province.name)
    if owner is None:
        return gettext("{place}, neutral centre", place=name)
    return gettext("{place}, centre of {power:to}", place=name, power=PowerInSentence(owner))


WAVE = Ink(fill="none", stroke=style.WAVE, width=13, round=True)
HATCH = Pattern(
    ident="hatch",
    width=70,
    height=70,
    turned=45,
    items=(
        Box(at=(0, 0), width=70, height=70, ink=Ink(fill=style.CLOSED)),
        Lines(lines=(((10, 0), (10, 70)),), ink=Ink(stroke=style.HATCHING, width=20)),
    ),
)
"""Ground that nobody may enter."""
WAVES = Pattern(
    ident="waves",
    width=300,
    height=220,
    items=(
        Curve(points=((30, 60), (60, 30), (90, 90), (120, 60)), ink=WAVE),
        Curve(points=((180, 170), (210, 140), (240, 200), (270, 170)), ink=WAVE),
    ),
)
"""Water where land was."""
ICE = Pattern(
    ident="ice",
    width=80,
    height=80,
    turned=30,
    items=(
        Box(at=(0, 0), width=80, height=80, ink=Ink(fill=style.ICE, fill_opacity=0.55)),
        Lines(lines=(((20, 0), (20, 80)),), ink=Ink(stroke=style.CRACK, width=8)),
    ),
)
"""Laid over the ground, so that what lies beneath can still be seen."""
BEYOND = Pattern(
    ident="beyond",
    width=140,
    height=140,
    items=(
        Box(at=(0, 0), width=140, height=140, ink=Ink(fill=style.PAPER)),
        Lines(
            lines=(((35, 35), (35, 36)), ((105, 105), (105, 106))),
            ink=Ink(stroke=style.DOTS, width=22, round=True),
        ),
    ),
)
"""Off the board."""
PEAKS = Pattern(
    ident="peaks",
    width=260,
    height=200,
    items=(
        Lines(
            lines=(
                ((20, 90), (60, 30), (100, 90)),
                ((150, 190), (190, 130), (230, 190)),
            ),
            ink=Ink(fill="none", stroke=style.PEAK, width=10, round=True),
        ),
        Lines(
            lines=(
                ((60, 30), (70, 62), (64, 88)),
                ((190, 130), (200, 162), (194, 188)),
            ),
            ink=Ink(fill="none", stroke=style.PEAK, width=6, round=True),
        ),
    ),
)
"""Mountain: nobody can cross it."""


WEAVE = Ink(stroke=style.INK, width=16, stroke_opacity=0.4, round=True)
STRIPES = Pattern(
    ident="stripes",
    width=130,
    height=130,
    turned=135,
    items=(Lines(lines=(((65, 0), (65, 130)),), ink=WEAVE),),
)
DOTTED = Pattern(
    ident="dots",
    width=160,
    height=160,
    items=(
        Lines(lines=(((40, 40), (40, 41)), ((120, 120), (120, 121))), ink=replace(WEAVE, width=44)),
    ),
)
BARS = Pattern(
    ident="bars",
    width=130,
    height=130,
    items=(Lines(lines=(((0, 65), (130, 65)),), ink=WEAVE),),
)
WEAVES = {one.ident: one for one in (STRIPES, DOTTED, BARS)}
"""On the ground of powers that share a hue with others."""


def list_power_patterns(powers: Iterable[Power]) -> tuple[Pattern, ...]:
    """Return the patterns of powers where there are more of them than hues."""
    wanted = {sign.pattern for sign in style.assign_signs(tuple(powers)).values()}
    return tuple(pattern for name, pattern in WEAVES.items() if name in wanted)


def list_patterns(drawn: DrawnMap) -> Iterator[Pattern]:
    """Yield the patterns that an up-to-date board needs."""
    if any(drawn.board.is_sunk(face) for face in drawn.outlines):
        yield WAVES
    provinces = [drawn.board[face] for face in drawn.outlines]
    if any(not one.passable for one in provinces):
        yield HATCH
    if any(one.iced for one in provinces):
        yield ICE
    if drawn.beyond:
        yield BEYOND
    if any(one.terrain is Terrain.MOUNTAIN for one in provinces):
        yield PEAKS
