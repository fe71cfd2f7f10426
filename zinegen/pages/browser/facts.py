"""The facts of a position and of a phase as plain data: who is where, what touches what, what was ordered.

The map table reads them from the files that the build writes, and has them from the engine. Format:
docs/map-data.md.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import assert_never

from zinegen.board.board import OUTSIDE, Board, cache_on_board
from zinegen.board.passage import Passage, places
from zinegen.game.changes import UnitMoved
from zinegen.game.order_signs import (
    Arrow,
    Carry,
    Connection,
    Diamond,
    Origin,
    Put,
    Refit,
    Ring,
    Separation,
    Shield,
    Strike,
    Tie,
)
from zinegen.game.orders import CoastChoice, Move, Order, Waive
from zinegen.game.state import GameState, PhaseKind
from zinegen.game.units import Unit
from zinegen.geometry.mesh import ProvinceKey
from zinegen.notation.grammar.writer import write_order, write_place, write_unit
from zinegen.notation.reading.context import BUILDS, COASTS, EVENTS, ORDERS, RETREATS
from zinegen.pages.browser.plain_data import Json
from zinegen.pages.words.order_views import Anchors, is_event, order_view
from zinegen.play.records.records import PhaseRecord


def position_facts(state: GameState, passage: Passage) -> dict[str, Json]:
    """Return a position: the phase that is played next in it, and the facts of every province."""
    return {"phase": str(state.phase), "provinces": dict(list_provinces(state, passage))}


def list_provinces(
    state: GameState, passage: Passage
) -> Iterator[tuple[ProvinceKey, dict[str, Json]]]:
    """Yield every province by its key, with its facts; those that do not hold are left out."""
    for face, (ground, ways) in _describe_map(state.board, passage).items():
        yield face, {**ground, **_describe_holders(state, face), **ways}


def _describe_holders(state: GameState, face: ProvinceKey) -> dict[str, Json]:
    """Return whose a province is, and who stands in it or was driven out of it."""
    own: dict[str, Json] = {}
    if owner := state.owners.get(face):
        own["owner"] = owner
    if (unit := state.units.get(face)) is not None:
        own["unit"] = _unit_data(state.board, unit)
    if (lost := state.dislodged.get(face)) is not None:
        own["dislodged"] = _unit_data(state.board, lost.unit)
    return own


@cache_on_board
def _describe_map(
    board: Board, passage: Passage
) -> dict[ProvinceKey, tuple[dict[str, Json], dict[str, Json]]]:
    """Return what each province is, whoever holds it, and what it touches."""
    return {
        face: (_describe_ground(board, face), _list_ways(board, face, passage))
        for face in board.provinces
        if face != OUTSIDE
    }


def _describe_ground(board: Board, face: ProvinceKey) -> dict[str, Json]:
    """Return what a province is, whoever holds it."""
    province = board[face]
    return _without_nothing(
        {
            "name": province.name,
            "abbreviation": province.abbreviation,
            "terrain": province.terrain,
            "iced": province.iced,
            "closed": not province.passable,
            "centre": province.centre,
            "home": province.home,
        }
    )


def _list_ways(board: Board, face: ProvinceKey, passage: Passage) -> dict[str, Json]:
    """Return what a province touches, and where units can go from it."""
    return _without_nothing(
        {
            "touches": [*_list_keys(board.mesh.adjacent(face))],
            "armies": [*_list_keys(passage.armies(board, face))],
            "fleets": _fleet_ways(board, passage, face),
        }
    )


def _without_nothing(facts: Mapping[str, Json]) -> dict[str, Json]:
    return {name: value for name, value in facts.items() if value not in (None, False, [], {})}


def _unit_data(board: Board, unit: Unit) -> Json:
    return {"text": write_unit(unit, board), "power": unit.power}


def _fleet_ways(board: Board, passage: Passage, face: ProvinceKey) -> dict[str, Json]:
    """Return where a fleet can go, for each place it can lie at: a coast, or the water itself."""
    return {
        write_place(place, board): [
            write_place(to, board) for to in sorted(passage.fleets(board, place))
        ]
        for place in places(board, face)
    }


def _list_keys(faces: Iterable[ProvinceKey]) -> Iterator[Json]:
    return (face for face in sorted(faces) if face != OUTSIDE)


def list_orders(phases: Sequence[PhaseRecord], anchors: Anchors) -> Iterator[dict[str, Json]]:
    """Yield every order with its result, the orders to blame, and what to draw of it."""
    for phase in phases:
        routes = _list_routes(phase)
        for ruling in phase.report.rulings:
            order = ruling.order
            view = order_view(ruling, phase.before, anchors[phase.phase, order])
            yield {
                "id": view.anchor,
                **order_facts(order, phase.before, routes.get(order, ())),
                "section": _section_of(order, phase.phase.kind),
                "text": view.text,
                "result": view.word,
                "why": view.sentence,
                "because": [
                    anchors[phase.phase, blamed]
                    for blamed in dict.fromkeys(ruling.verdict.because)
                    if (phase.phase, blamed) in anchors
                ],
            }


def order_facts(
    order: Order, state: GameState, route: Sequence[ProvinceKey] = ()
) -> dict[str, Json]:
    """Return what an order says, judged or not: whose it is, the provinces it is about, its text, its mark.

    ``route`` are the waters of the convoy that carried its unit.
    """
    where = order.line.where if order.line is not None else None
    facts: dict[str, Json] = {
        "phase": str(state.phase),
        "power": order.power,
        "at": [*_list_keys(_places_of(order))],
        "text": write_order(order, state.board),
        "mark": mark_of(order, route),
    }
    return facts if where is None else {**facts, "line": where.line}


def mark_of(order: Order, route: Sequence[ProvinceKey] = ()) -> dict[str, Json]:
    """Return what to draw of an order; keys without a meaning for it are left out.

    ``route`` are the waters of the convoy that carried its unit.
    """
    match order.sign:
        case None:
            return {"kind": "waive" if isinstance(order, Waive) else "other"}
        case Ring(unit=unit):
            return {"kind": "hold", "from": unit}
        case Arrow() as arrow:
            return _arrow(arrow, route)
        case Tie(unit=unit, helped=helped, to=to, aboard=aboard):
            tie: dict[str, Json] = {"kind": "support", "from": unit, "of": helped, "to": to}
            return {**tie, "aboard": True} if aboard else tie
        case Carry(unit=unit, army=army, to=to):
            return {"kind": "convoy", "from": unit, "of": army, "to": to}
        case Put(kind=kind, at=at):
            return {"kind": "build", "from": at.province, "unit": str(kind), "coast": at.coast}
        case Strike(unit=unit, dislodged=dislodged):
            return {"kind": "disband" if dislodged else "remove", "from": unit}
        case Refit(unit=unit):
            return {"kind": "refit", "from": unit}
        case Separation(site=site, connected=connected):
            return {
                "kind": "event",
                "event": "apart",
                "provinces": [*site],
                "joins": [*(connected or ())],
            }
        case Connection(site=site):
            return {"kind": "event", "event": "together", "provinces": [*site]}
        case Diamond(site=site):
            return {"kind": "event", "event": "change", "provinces": [*site]}
        case Shield(site=site, number=number):
            return {"kind": "event", "event": "guard", "provinces": [*site], "number": number}
        case sign:
            assert_never(sign)


def _arrow(arrow: Arrow, route: Sequence[ProvinceKey]) -> dict[str, Json]:
    kind = "retreat" if arrow.origin is Origin.DISLODGED else "move"
    mark: dict[str, Json] = {"kind": kind, "from": arrow.unit, "to": arrow.to}
    if arrow.goal is not None and arrow.goal.coast is not None:
        mark["coast"] = arrow.goal.coast
    if route:
        mark["via"] = [*route]
    if arrow.origin is Origin.ABOARD:
        mark["aboard"] = True
    if arrow.boards:
        mark["boards"] = True
    return mark


def _list_routes(phase: PhaseRecord) -> Mapping[Order, tuple[ProvinceKey, ...]]:
    """Return the waters of the convoys that carried units, by the units' orders."""
    carried = {
        change.unit.province: change.convoy
        for change in phase.report.changes
        if isinstance(change, UnitMoved) and change.convoy
    }
    orders = (ruling.order for ruling in phase.report.rulings)
    return {
        order: carried[order.unit.at.province]
        for order in orders
        if isinstance(order, Move) and order.unit.at.province in carried
    }


def _section_of(order: Order, kind: PhaseKind) -> str:
    """Return the heading of an order file under which an order of a phase stands."""
    if isinstance(order, CoastChoice):
        return COASTS
    if is_event(order):
        return EVENTS
    return {PhaseKind.RETREATS: RETREATS, PhaseKind.ADJUSTMENTS: BUILDS}.get(kind, ORDERS)


def _places_of(order: Order) -> tuple[ProvinceKey, ...]:
    """Return the provinces an order is about: its unit's, or those of the event."""
    return order.site if order.subject is None else (order.subject.at.province,)
