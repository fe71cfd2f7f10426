"""The pictures of a game: before, orders, after, a thumbnail, a card for other people's sites.

Each takes states and reports and returns a `Scene`; `svg`, `png` make files of it. The map is drawn
as it is at that moment, with the borders and terrain of the state's own board.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType

from zinegen.board.board import OUTSIDE, Board, Terrain
from zinegen.drawing import alt_text, margin, style
from zinegen.drawing.drawn_map import DrawnMap, coarsen, prepare_map, prepare_picture
from zinegen.drawing.margin import LegendEntry, list_centre_entries, list_ground_entries
from zinegen.drawing.orders.arrows import PENS, Arrows
from zinegen.drawing.orders.event_marks import draw_map_orders
from zinegen.drawing.orders.order_marks import draw_adjustments
from zinegen.drawing.pieces import draw_centres, draw_names_layers, draw_units, list_obstacles
from zinegen.drawing.position import ShownPhase, ShownPosition
from zinegen.drawing.scene import (
    HEAD,
    NO_INK,
    Again,
    Box,
    Group,
    Ink,
    Layer,
    Lines,
    Need,
    Part,
    Scene,
    Shape,
    Sight,
    coarsen_layer,
    silence_layer,
)
from zinegen.drawing.short_names import surround
from zinegen.drawing.symbols import (
    CROSS,
    define_badges,
    define_counters,
    draw_lost_centre,
    draw_new_centre,
)
from zinegen.drawing.terrain.ground import draw_ground, is_marked_sea, list_patterns
from zinegen.game.order_signs import (
    Arrow,
    Carry,
    Connection,
    Diamond,
    OrderSign,
    Put,
    Refit,
    Ring,
    Separation,
    Shield,
    Strike,
    Tie,
)
from zinegen.game.orders import Order
from zinegen.game.state import GameState, Phase, PhaseKind
from zinegen.game.verdicts import OrderResult, Word
from zinegen.geometry.mesh import ProvinceKey
from zinegen.geometry.shape import TENTHS, Line, Point, is_inside
from zinegen.languages.names import name_province
from zinegen.languages.texts import N_, add_colon, gettext

BELOW = 170
"""Space between the map and the legend, in tenths."""
VEIL = 0.5
"""How much of faded ground is paper."""
GRAIN = 2 * TENTHS
"""A thumbnail is drawn in lengths of so many tenths: half a pixel where it is 400 wide."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FullMap:
    """What a full-size picture shows."""

    drawn: DrawnMap
    state: ShownPosition
    phase: Phase
    what: str
    title: str
    under: tuple[Shape, ...] = ()
    """Drawn under names and units, with the pens of arrows."""
    over: tuple[Shape, ...] = ()
    """Drawn above everything."""
    lines: tuple[Line, ...] = ()
    """The courses of what is drawn under the names, which should not strike any."""
    changed: tuple[Shape, ...] = ()
    """Halos round what has changed."""
    faded: tuple[ProvinceKey, ...] = ()
    """Ground that is shown pale."""
    signs: frozenset[str] = frozenset()
    """The kinds of orders that the legend explains."""
    entries: tuple[LegendEntry, ...] = ()
    """What else it explains, in a row of its own."""
    told: str = ""
    """What the picture shows, in words, besides the position."""


def draw_full_map(of: FullMap) -> Scene:
    """Return the picture."""
    state, drawn = of.state, of.drawn
    shape = drawn.board.current_shape
    season = alt_text.describe_season(of.phase)
    legends, high = _draw_legend_layers(of)
    water, ground = draw_ground(drawn, state)
    title = margin.draw_title(shape.width, of.what, season, of.title)
    words = (of.told, alt_text.describe_position(state), alt_text.describe_ground(state.board))
    return Scene(
        left=-margin.SIDE,
        top=-HEAD,
        width=shape.width + 2 * margin.SIDE,
        height=shape.height + HEAD + BELOW + high + 80,
        title=add_colon(f"{of.title}, {season}" if of.title else season, of.what),
        description=" ".join(filter(None, words)),
        layers=(
            _draw_paper(shape.width, shape.height + BELOW + high),
            water,
            ground,
            draw_centres(drawn, state, (Sight.WIDE, Sight.MIDDLE)),
            *_draw_veil(of.faded, ground),
            *draw_overlay("changed", Part.ORDERS, of.changed, ground.needs),
            *draw_overlay("orders", Part.ORDERS, of.under, ground.needs),
            *draw_names_layers(drawn, state, (*of.lines, *list_obstacles(drawn, state))),
            margin.draw_frame(shape.width, shape.height),
            *legends,
            draw_units(drawn, state),
            *draw_overlay("results", Part.PLAY, of.over),
            Layer(name="title", part=Part.PLAY, items=tuple(title), needs=define_badges()),
        ),
    )


def _draw_legend_layers(of: FullMap) -> tuple[tuple[Layer, ...], int]:
    """Return the legend, large and with the powers alone for small pictures, and its height."""
    state, drawn = of.state, of.drawn
    shape = drawn.board.current_shape
    powers = tuple(margin.list_power_entries(state))
    rows = (
        powers,
        (
            *margin.list_kind_entries(state),
            *margin.list_order_entries(of.signs),
            *list_ground_entries(drawn, changed=bool(of.changed)),
        ),
        of.entries,
    )
    rule = gettext(margin.NO_TINTS if state.is_cut else margin.GROUND_RULE)
    top = shape.height + BELOW
    whole, high = margin.draw_legend(top, shape.width, rows, rule)
    large, least = margin.draw_legend(top, shape.width, [powers], size=margin.LARGE_TEXT)
    needs = (
        *margin.define_powers(state),
        *define_badges(),
        *define_counters(state),
        *list_patterns(drawn),
    )
    legend = Layer(
        name="legend",
        part=Part.LEGEND,
        items=whole,
        needs=needs,
        sights=(Sight.WIDE, Sight.MIDDLE),
    )
    short = replace(legend, items=large, sights=(Sight.NARROW,))
    return (legend, short), max(high, least)


def _draw_veil(faces: tuple[ProvinceKey, ...], ground: Layer) -> tuple[Layer, ...]:
    """Return the veil over some provinces, which the layer of the ground has defined."""
    if not faces:
        return ()
    veil = Group(
        items=tuple(Again(of=face) for face in faces),
        ink=Ink(fill=style.PAPER, fill_opacity=VEIL),
    )
    return (Layer(name="faded", part=Part.ORDERS, items=(veil,), needs=ground.needs),)


def _draw_paper(width: int, bottom: int) -> Layer:
    sheet = Box(
        at=(-margin.SIDE, -HEAD),
        width=width + 2 * margin.SIDE,
        height=bottom + HEAD + 400,
        ink=Ink(fill=style.PAPER),
    )
    return Layer(name="paper", part=Part.SHORE, items=(sheet,))


def draw_overlay(
    name: str, part: Part, items: Sequence[Shape], needs: Sequence[Need] = ()
) -> tuple[Layer, ...]:
    """Return what is drawn of the orders as a layer, if there is anything."""
    if not items:
        return ()
    pens = PENS if part is Part.ORDERS else NO_INK
    group = Group(items=tuple(items), ink=pens)
    return (Layer(name=name, part=part, items=(group,), needs=tuple(needs)),)


def draw_before(state: GameState, *, title: str = "") -> Scene:
    """Return the position before a phase.

    ``title`` is the game's name; it may be anything, and is shortened where it is too long. Raises
    MapError when the state's board was never drawn.
    """
    drawn, shown = prepare_picture(state)
    what = gettext("before the {phase}", phase=gettext(alt_text.KINDS[shown.phase.kind]))
    return draw_full_map(
        FullMap(drawn=drawn, state=shown, phase=shown.phase, what=what, title=title)
    )


def draw_after(
    state: GameState,
    *,
    phase: Phase | None = None,
    earlier: GameState | None = None,
    title: str = "",
) -> Scene:
    """Return the position after a phase.

    ``phase`` is the one that was played (by default that of ``earlier``, or else the state's own). The
    title names the season of ``earlier``: what was built in winter belongs to the autumn before. What the
    board has that the board of ``earlier`` had not is shown with a halo.
    """
    drawn, shown = prepare_picture(state)
    was = prepare_map(earlier.board) if earlier else drawn
    played = phase or (earlier.phase if earlier else shown.phase)
    return draw_full_map(
        FullMap(
            drawn=drawn,
            state=shown,
            phase=earlier.phase if earlier else played,
            what=gettext("after the {phase}", phase=gettext(alt_text.KINDS[played.kind])),
            title=title,
            changed=mark_changes(was, drawn),
            over=tuple(mark_centre_changes(was, drawn)),
            entries=tuple(list_centre_entries(was.board, drawn.board)),
        )
    )


def draw_orders(
    state: GameState,
    report: ShownPhase,
    *,
    season: Phase | None = None,
    title: str = "",
    anchors: Mapping[Order, str] = MappingProxyType({}),
) -> Scene:
    """Return the orders of a phase and their results, on the position before it.

    The title names the season of the phase ``season``, by default the state's own. ``anchors`` are what the
    page calls each order; what shows an order bears it as ``data-order``.
    """
    drawn, shown = prepare_picture(state)
    signs = style.assign_signs(shown.powers)
    arrows = Arrows(drawn=drawn, state=shown, report=report, signs=signs, anchors=anchors)
    events = draw_map_orders(drawn, shown, report, anchors)
    under = (*events.ties, *arrows.draw())
    over = (*arrows.crosses, *draw_adjustments(drawn, shown, report, anchors), *events.marks)
    crosses = (surround(cross.by, CROSS) for cross in arrows.crosses)
    kind = shown.phase.kind
    what = gettext(N_("orders") if kind is PhaseKind.MOVES else alt_text.KINDS[kind])
    return draw_full_map(
        FullMap(
            drawn=drawn,
            state=shown,
            phase=season or shown.phase,
            what=what,
            title=title,
            under=under,
            lines=(*arrows.courses, *crosses, *events.courses),
            over=over,
            signs=frozenset(_list_signs(report.rulings)),
            told=gettext("{orders} Before:", orders=alt_text.describe_orders(shown, report)),
        )
    )


def draw_thumbnail(state: GameState) -> Scene:
    """Return a small map: ground, units and centres without names, title or legend, in lists of links.

    Nothing in it says what it is: that is said beside it.
    """
    drawn, shown = prepare_picture(state)
    drawn = coarsen(drawn)
    shown = replace(shown, board=drawn.board)
    layers = (*draw_ground(drawn, shown), draw_units(drawn, shown))
    title = gettext("{season}: the map", season=alt_text.describe_season(shown.phase))
    return make_small_map(drawn.board, layers, title=title, grain=GRAIN)


def make_small_map(board: Board, layers: Iterable[Layer], *, title: str, grain: int) -> Scene:
    """Return layers of a board in a frame, without words, in lengths of so many tenths."""
    shape = board.current_shape
    return Scene(
        left=0,
        top=0,
        width=round(shape.width / grain),
        height=round(shape.height / grain),
        title=title,
        description="",
        layers=tuple(
            coarsen_layer(silence_layer(one), grain) for one in (*layers, _draw_edge(board))
        ),
        kind="map thumbnail",
        scale=0.25 * grain,
    )


def draw_social_card(
    state: GameState, *, title: str, subtitle: str = "", report: ShownPhase | None = None
) -> Scene:
    """Return a picture of 1200 by 630 for links to a game: title and powers, and the whole map.

    With a ``report`` it shows the orders of that phase and their results, on the position before it.
    """
    drawn, shown = prepare_picture(state)
    drawn = coarsen(drawn)
    shown = replace(shown, board=drawn.board)
    arrows = (
        Arrows(drawn=drawn, state=shown, report=report, signs=style.assign_signs(shown.powers))
        if report is not None
        else None
    )
    water, ground = draw_ground(drawn, shown)
    shape = drawn.board.current_shape
    width = round(shape.height * 1200 / 630)
    powers = tuple(margin.list_power_entries(shown))
    panel = margin.draw_panel(
        shape.width - width,
        shape.height,
        title,
        subtitle or alt_text.describe_season(shown.phase),
        powers,
    )
    return Scene(
        left=shape.width - width,
        top=0,
        width=width,
        height=shape.height,
        title=f"{title}, {alt_text.describe_season(shown.phase)}",
        description=alt_text.describe_position(shown),
        layers=(
            water,
            ground,
            draw_centres(drawn, shown),
            *draw_overlay("orders", Part.ORDERS, arrows.draw() if arrows else (), ground.needs),
            draw_units(drawn, shown),
            *draw_overlay("results", Part.PLAY, arrows.crosses if arrows else (), define_badges()),
            Layer(
                name="title",
                part=Part.PLAY,
                items=tuple(panel),
                needs=margin.define_powers(shown),
            ),
        ),
        kind="map card",
        scale=12000 / width,
    )


def _draw_edge(board: Board) -> Layer:
    shape = board.current_shape
    ink = Ink(fill="none", stroke=style.INK, width=60)
    return Layer(
        name="frame",
        part=Part.PLAY,
        items=(Box(at=(0, 0), width=shape.width, height=shape.height, ink=ink),),
    )


def _list_signs(rulings: Sequence[OrderResult]) -> Iterator[str]:
    """Yield the kinds of signs that are on the map, as the legend names them."""
    for ruling in rulings:
        sign = ruling.order.sign
        if isinstance(sign, Put) and ruling.verdict.word is not Word.SUCCEEDS:
            yield "refused"
            continue
        if ruling.verdict.word is Word.FAILS:
            yield "failed"
        if ruling.verdict.word is Word.VOID:
            yield "void"
        if isinstance(sign, Ring) and not ruling.given:
            yield "unordered"
        elif sign is not None:
            yield _IN_LEGEND[type(sign)]


_IN_LEGEND: Mapping[type[OrderSign], str] = {
    Ring: "hold",
    Arrow: "move",
    Tie: "support",
    Carry: "convoy",
    Put: "built",
    Strike: "removed",
    Refit: "refitted",
    Separation: "cut",
    Connection: "cut",
    Diamond: "event",
    Shield: "guard",
}


def mark_changes(was: DrawnMap, now: DrawnMap) -> tuple[Shape, ...]:
    """Return halos around what events have changed: provinces whose terrain differs, and new borders."""
    before, after = was.board, now.board
    ink = style.CHANGED_INK
    found: list[Shape] = []
    for face, rings in now.outlines.items():
        if _ground(before, face) != _ground(after, face):
            if after.is_ground(face) or is_marked_sea(after, face):
                found.append(Again(of=face, kind="changed", ink=ink))
            else:
                found.append(Lines(lines=rings, closed=True, kind="changed", ink=ink))
    shape = after.current_shape
    borders = [
        shape.lines[border]
        for border in after.mesh.borders
        if OUTSIDE not in after.mesh.sides(border)
        and (
            border not in before.mesh
            or set(before.mesh.sides(border)) != set(after.mesh.sides(border))
        )
    ]
    if borders:
        found.append(Lines(lines=tuple(borders), kind="changed", ink=ink))
    return tuple(found)


def mark_centre_changes(was: DrawnMap, now: DrawnMap) -> Iterator[Shape]:
    """Yield a ring around every new centre and a crossed-out mark where one was destroyed."""
    before, after = was.board, now.board
    for face in sorted(set(after.centres) - set(before.centres)):
        at = now.places[face].centre
        if at is not None:
            yield draw_new_centre(
                at, title=gettext("New centre: {place}", place=name_province(after[face].name))
            )
    for face in sorted(set(before.centres) - set(after.centres)):
        at = _find_former_place(was, now, face)
        if at is not None:
            yield draw_lost_centre(
                at,
                title=gettext("Centre destroyed: {place}", place=name_province(after[face].name)),
            )


def _find_former_place(was: DrawnMap, now: DrawnMap, face: ProvinceKey) -> Point | None:
    """Return where the mark of a centre stood, if that is still in its province."""
    at = was.places[face].centre if face in was.places else None
    if at is None or face not in now.outlines or is_inside(now.outlines[face], at):
        return at
    return now.places[face].label.at


def _ground(board: Board, face: ProvinceKey) -> tuple[Terrain, bool, bool] | None:
    province = board.provinces.get(face)
    if province is None:
        return None
    return province.terrain, province.iced, province.passable
