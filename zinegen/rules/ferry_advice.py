"""What is said before the deadline of orders to armies and the fleets that carry them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from zinegen.board.coasts import coasts
from zinegen.board.passage import Passage
from zinegen.game.ferry_orders import BecomeFleet, Disembark, Embark
from zinegen.game.orders import Kind

if TYPE_CHECKING:
    from zinegen.game.orders import Order
    from zinegen.game.state import GameState


def why_not_afloat(order: Order, state: GameState) -> str | None:
    """Return in one sentence why an order to go aboard, ashore or to become a fleet cannot work."""
    match order:
        case Embark():
            return _aboard(order, state)
        case Disembark():
            return _ashore(order, state)
        case BecomeFleet():
            return _refit(order, state)
        case _:
            return None


def _aboard(order: Embark, state: GameState) -> str | None:
    """Return why an army cannot board: only an own, empty fleet at sea beside it takes it aboard."""
    board, here, water = state.board, order.unit.at.province, order.aboard.at.province
    army, fleet = state.units.get(here), state.units.get(water)
    if army is None or army.power != order.power:
        return None  # told already
    if army.kind is not Kind.ARMY:
        return "only armies go aboard"
    name = board[water].name
    if fleet is None or fleet.kind not in {Kind.FLEET, Kind.LADEN}:
        return f"there is no fleet in {name} to go aboard"
    if fleet.power != order.power:
        return f"the fleet in {name} belongs to {fleet.power}: armies go aboard fleets of their own power"
    if fleet.kind is Kind.LADEN:
        return f"the fleet in {name} has an army aboard already"
    if water not in Passage().ports(board, here):
        return f"{board[here].name} has no shore on {name}: armies go aboard at sea, beside their province"
    return None


def _ashore(order: Disembark, state: GameState) -> str | None:
    board, water, to = state.board, order.unit.at.province, order.to.province
    if not board.is_water(water):
        return f"{board[water].name} is no water: a landing is written from the sea, A MAO D Por"
    if board.is_ground(to) and water in Passage().ports(board, to):
        return None
    return f"no army can land in {board[to].name} from {board[water].name}"


def _refit(order: BecomeFleet, state: GameState) -> str | None:
    board, face = state.board, order.unit.at.province
    unit = state.units.get(face)
    if unit is None or unit.power != order.power:
        return None  # told already
    if unit.kind is not Kind.ARMY:
        return "only an army can become a fleet"
    here = coasts(board, face)
    if not here:
        return f"{board[face].name} has no coast for a fleet"
    if order.coast is None and len(here) > 1:
        return f"{board[face].name} has more than one coast: name one, as in A StP becomes F(nc)"
    return None
