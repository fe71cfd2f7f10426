"""The pictures of a game: before, orders, after, a thumbnail, a card for other people's sites.

Each takes states and reports and returns a `Scene`; `svg`, `png` make files of it. The map is drawn
as it is at that moment, with the borders and terrain of the state's own board.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from zinegen.board.board import OUTSIDE, Board, Terrain
from zinegen.drawing import legend, margin, style, telling
from zinegen.drawing.adjustments import adjusted, retreats_given_up
from zinegen.drawing.arrows import PENS, Arrows
from zinegen.drawing.badges import cross_definitions
from zinegen.drawing.geometry import drawn, outlines, shape_of
from zinegen.drawing.ground import Ground, patterns
from zinegen.drawing.names import centres_layer, names_layer
from zinegen.drawing.scene import NO_INK, Box, Group, Ink, Layer, Lines, Part, Scene, Shape
from zinegen.drawing.standing import counters, units_layer
from zinegen.game.orders import (
    Build,
    Convoy,
    Hold,
    Move,
    Order,
    Retreat,
    SupportHold,
    SupportMove,
)
from zinegen.game.state import GameState, Phase, PhaseKind, Report
from zinegen.game.verdicts import Ruling, Word
from zinegen.planar.mesh import Face


def draw_before(state: GameState, *, title: str = "") -> Scene:
    """Return the position before a phase.

    ``title`` is the game's name; it may be anything, and is shortened where it is too long. Raises
    MapError when the state's board was never drawn.
    """
    state = replace(state, board=drawn(state.board))
    what = f"before the {telling.KINDS[state.phase.kind]}"
    return _picture(_Picture(state=state, phase=state.phase, what=what, title=title))


def draw_after(
    state: GameState,
    *,
    phase: Phase | None = None,
    earlier: GameState | None = None,
    title: str = "",
) -> Scene:
    """Return the position after a phase.

    ``phase`` is the one that was played (by default that of ``earlier``, or else the state's own);
    what the board has that the board of ``earlier`` had not is shown with a halo.
    """
    state = replace(state, board=drawn(state.board))
    played = phase or (earlier.phase if earlier else state.phase)
    what = f"after the {telling.KINDS[played.kind]}"
    changed = _changes(earlier.board, state.board) if earlier else ()
    return _picture(_Picture(state=state, phase=played, what=what, title=title, changed=changed))


def draw_orders(state: GameState, report: Report, *, title: str = "") -> Scene:
    """Return the orders of a phase and what became of them, on the position before it."""
    state = replace(state, board=drawn(state.board))
    arrows = Arrows(state=state, report=report, signs=style.signs(state.powers))
    under = arrows.shapes()
    over = (*arrows.crosses, *retreats_given_up(state, report), *adjusted(state, report))
    what = {PhaseKind.MOVES: "orders"}.get(state.phase.kind, telling.KINDS[state.phase.kind])
    return _picture(
        _Picture(
            state=state,
            phase=state.phase,
            what=what,
            title=title,
            under=under,
            over=over,
            signs=frozenset(_signs_of_orders(report.rulings)),
            told=telling.orders(state, report),
        )
    )


def thumbnail(state: GameState) -> Scene:
    """Return a small map: ground, units and centres without names, title or legend."""
    state = replace(state, board=drawn(state.board))
    shape = shape_of(state.board)
    layers = (*Ground(state=state).layers(), units_layer(state), _edge(state.board))
    return Scene(
        left=0,
        top=0,
        width=shape.width,
        height=shape.height,
        title=f"{telling.season(state.phase)}: the map",
        description=telling.position(state),
        layers=layers,
        kind="map thumbnail",
        scale=0.25,
    )


def social_card(state: GameState, *, title: str, subtitle: str = "") -> Scene:
    """Return a picture of 1200 by 630 for links to a game: title and powers, and the whole map."""
    state = replace(state, board=drawn(state.board))
    shape = shape_of(state.board)
    width = round(shape.height * 1200 / 630)
    powers = tuple(legend.power_entries(state))
    panel = margin.card_items(
        shape.width - width, shape.height, title, subtitle or telling.season(state.phase), powers
    )
    return Scene(
        left=shape.width - width,
        top=0,
        width=width,
        height=shape.height,
        title=f"{title}, {telling.season(state.phase)}",
        description=telling.position(state),
        layers=(
            *Ground(state=state).layers(),
            centres_layer(state),
            units_layer(state),
            Layer(
                name="title",
                part=Part.PLAY,
                items=tuple(panel),
                needs=legend.power_definitions(state),
            ),
        ),
        kind="map card",
        scale=12000 / width,
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class _Picture:
    """What a full-size picture shows."""

    state: GameState
    phase: Phase
    what: str
    title: str
    under: tuple[Shape, ...] = ()
    over: tuple[Shape, ...] = ()
    changed: tuple[Shape, ...] = ()
    signs: frozenset[str] = frozenset()
    told: str = ""


def _picture(of: _Picture) -> Scene:
    state = of.state
    shape = shape_of(state.board)
    season = telling.season(of.phase)
    rows = (
        tuple(legend.power_entries(state)),
        (
            *legend.kind_entries(state),
            *legend.order_entries(set(of.signs)),
            *legend.ground_entries(state.board, changed=bool(of.changed)),
        ),
    )
    items, high = margin.legend_items(shape.height + 170, shape.width, rows)
    needs = (
        *legend.power_definitions(state),
        *cross_definitions(),
        *counters(state),
        *patterns(state.board),
    )
    layers = (
        _paper(shape.width, shape.height + 170 + high),
        *Ground(state=state).layers(),
        centres_layer(state),
        *_overlay("changed", Part.ORDERS, of.changed),
        *_overlay("orders", Part.ORDERS, of.under),
        names_layer(state.board),
        margin.frame_layer(shape.width, shape.height),
        Layer(name="legend", part=Part.LEGEND, items=items, needs=needs),
        units_layer(state),
        *_overlay("results", Part.PLAY, of.over),
        Layer(
            name="title",
            part=Part.PLAY,
            items=tuple(margin.title_items(shape.width, of.what, season, of.title)),
            needs=cross_definitions(),
        ),
    )
    name = f"{of.title}, {season}: {of.what}" if of.title else f"{season}: {of.what}"
    description = (
        f"{of.told} Before: {telling.position(state)}" if of.told else telling.position(state)
    )
    return Scene(
        left=-margin.SIDE,
        top=-margin.HEAD,
        width=shape.width + 2 * margin.SIDE,
        height=shape.height + margin.HEAD + 170 + high + 80,
        title=name,
        description=description,
        layers=layers,
    )


def _paper(width: int, bottom: int) -> Layer:
    sheet = Box(
        at=(-margin.SIDE, -margin.HEAD),
        width=width + 2 * margin.SIDE,
        height=bottom + margin.HEAD + 400,
        ink=Ink(fill=style.PAPER),
    )
    return Layer(name="paper", part=Part.SHORE, items=(sheet,))


def _overlay(name: str, part: Part, items: Sequence[Shape]) -> tuple[Layer, ...]:
    """Return what is drawn of the orders as a layer, if there is anything."""
    if not items:
        return ()
    pens = PENS if part is Part.ORDERS else NO_INK
    return (Layer(name=name, part=part, items=(Group(items=tuple(items), ink=pens),)),)


def _edge(board: Board) -> Layer:
    shape = shape_of(board)
    ink = Ink(fill="none", stroke=style.INK, width=60)
    return Layer(
        name="frame",
        part=Part.PLAY,
        items=(Box(at=(0, 0), width=shape.width, height=shape.height, ink=ink),),
    )


def _signs_of_orders(rulings: Sequence[Ruling]) -> Iterator[str]:
    for ruling in rulings:
        if isinstance(ruling.order, Build) and ruling.verdict.word is not Word.SUCCEEDS:
            yield "refused"
            continue
        if ruling.verdict.word is Word.FAILS:
            yield "failed"
        if ruling.verdict.word is Word.VOID:
            yield "void"
        yield _sign_of(ruling.order, given=ruling.given)


def _sign_of(order: Order, *, given: bool) -> str:
    match order:
        case Hold():
            return "hold" if given else "unordered"
        case Move() | Retreat():
            return "move"
        case SupportHold() | SupportMove():
            return "support"
        case Convoy():
            return "convoy"
        case Build():
            return "built"
        case _:
            return "removed"


def _changes(before: Board, after: Board) -> tuple[Shape, ...]:
    """Return halos round what an event has changed: provinces of other ground, new borders."""
    ink = style.CHANGED_INK
    grounds = [
        ring
        for face, rings in outlines(after).items()
        if _ground(before, face) != _ground(after, face)
        for ring in rings
    ]
    shape = shape_of(after)
    borders = [
        shape.lines[border]
        for border in after.mesh.borders
        if OUTSIDE not in after.mesh.sides(border)
        and (
            border not in before.mesh
            or set(before.mesh.sides(border)) != set(after.mesh.sides(border))
        )
    ]
    found: list[Shape] = []
    if grounds:
        found.append(Lines(lines=tuple(grounds), closed=True, kind="changed", ink=ink))
    if borders:
        found.append(Lines(lines=tuple(borders), kind="changed", ink=ink))
    return tuple(found)


def _ground(board: Board, face: Face) -> tuple[Terrain, bool, bool, bool] | None:
    province = board.provinces.get(face)
    if province is None:
        return None
    return province.terrain, province.iced, province.passable, province.centre
