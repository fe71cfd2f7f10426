"""Orders handed in before it is known whether they are needed: which of them count when their phase comes.

The first line that applies to a dislodged unit and is possible counts. Source: docs/rules/common.md,
"8.1 Container", "8.3 Conditions".
"""

from __future__ import annotations

from collections.abc import Iterable

from zinegen.board.board import Board, Power
from zinegen.board.coasts import coasts, find
from zinegen.board.passage import Place
from zinegen.game.orders import Disband, Order, Retreat
from zinegen.game.state import Dislodged, GameState
from zinegen.game.units import Kind, Spot
from zinegen.geometry.mesh import Face
from zinegen.notation.conditions.conditions import Facts, Step, choose_orders


def retreat_orders(steps: Iterable[Step], facts: Facts, power: Power) -> tuple[Order, ...]:
    """Return a power's retreats: for every dislodged unit the first line that is possible.

    A place that an earlier unit of the same power goes to is not possible. A unit for which nothing is
    possible gets no order.
    """
    state = facts.state
    found: dict[Face, Order] = {}
    taken: set[Face] = set()
    for order in choose_orders(steps, facts):
        if not isinstance(order, Retreat | Disband):
            continue
        at = order.unit.at.province
        lost = state.dislodged.get(at)
        if lost is None or lost.unit.power != power or at in found:
            continue
        if isinstance(order, Retreat):
            to = _open(state.board, lost, order.to)
            if to is None or to.province in taken:
                continue
            taken.add(to.province)
        found[at] = order
    return tuple(found.values())


def _open(board: Board, lost: Dislodged, to: Spot) -> Place | None:
    """Return the one open place that is meant, or None when there is none or more than one."""
    places = [place for place in lost.retreats if place.province == to.province]
    if to.coast is not None and coasts(board, to.province) and any(place.coast for place in places):
        meant = find(board, to.province, to.coast)
        places = [place for place in places if place.coast in {one.borders for one in meant}]
    return places[0] if len(places) == 1 else None


def adjustments_due(state: GameState, power: Power) -> int:
    """Return how many builds a power is due; as a negative number, how many removals it owes.

    An army aboard a fleet and a mutant force count as two units.
    """
    double = {Kind.ARMY_ABOARD, Kind.MUTANT}
    units = sum(2 if unit.kind in double else 1 for unit in state.units_of(power))
    return len(state.centres_of(power)) - units


def is_asked(state: GameState, power: Power) -> bool:
    """Tell whether adjustments of a power are awaited; all powers' where it is secret who owns what."""
    return state.secrets is not None or adjustments_due(state, power) != 0
