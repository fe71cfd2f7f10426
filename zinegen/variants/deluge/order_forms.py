"""How orders of armies and the fleets that carry them are written.

Source: docs/rules/deluge2.md, "4. Order types".
"""

from __future__ import annotations

from dataclasses import dataclass

from zinegen.board.coasts import coasts
from zinegen.board.passage import Passage
from zinegen.game.orders import Order
from zinegen.game.state import GameState, PhaseKind
from zinegen.game.units import Kind
from zinegen.notation.grammar.forms import Combination, OrderForm, Read
from zinegen.notation.grammar.standard_forms import MOVES_FORMS
from zinegen.variants.deluge.orders import BecomeFleet, Disembark, Embark, SupportLanding


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
    if fleet is None or fleet.kind not in {Kind.FLEET, Kind.ARMY_ABOARD}:
        return f"there is no fleet in {name} to go aboard"
    if fleet.power != order.power:
        return f"the fleet in {name} belongs to {fleet.power}: armies go aboard fleets of their own power"
    if fleet.kind is Kind.ARMY_ABOARD:
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


_MOVES = frozenset({PhaseKind.MOVES})


@dataclass(frozen=True, slots=True, kw_only=True)
class _Head(Order):
    """``A/F ENG`` alone at the head of a line: it only says which combination the line is about."""


def _embark(read: Read) -> Order:
    return Embark(
        power=read.power, line=read.line, unit=read.unit("unit"), aboard=read.unit("aboard")
    )


def _disembark(read: Read) -> Order:
    return Disembark(power=read.power, line=read.line, unit=read.unit("unit"), to=read.spot("to"))


def _support(read: Read) -> Order:
    return SupportLanding(
        power=read.power,
        line=read.line,
        unit=read.unit("unit"),
        of=read.unit("of"),
        to=read.spot("to"),
    )


def _become(read: Read) -> Order:
    """Return the change; the fleet may be written out with its province (``A StP becomes F StP/nc``)."""
    coast, here = (read.word("at") if read.has("at") else None), read.unit("unit").at.province
    if read.has("fleet"):
        fleet = read.spot("fleet")
        coast = fleet.coast if fleet.province == here else fleet.province
    if coast == here:
        coast = None
    return BecomeFleet(power=read.power, line=read.line, unit=read.unit("unit"), coast=coast)


def _head(read: Read) -> Order:
    return _Head(power=read.power, line=read.line)


def _parts(_read: Read, parts: tuple[Order, ...]) -> tuple[Order, ...]:
    """Return the orders of a combination, without the part that only names it."""
    return tuple(part for part in parts if not isinstance(part, _Head))


_D = "(d|disembark|disembarks|land|lands)"
_S = "(s|support|supports|supporting)"

FERRY_FORMS: tuple[OrderForm, ...] = (
    OrderForm(
        name="boarding",
        pattern="{unit} (e|embark|embarks|board|boards) [on|onto] {aboard:unit}",
        build=_embark,
        of=Embark,
        check=why_not_afloat,
        example="A Lon E F ENG",
        kinds=_MOVES,
    ),
    OrderForm(
        name="landing",
        pattern=f"{{unit}} {_D} [in|at|on] [-] {{to:spot}}",
        build=_disembark,
        of=Disembark,
        check=why_not_afloat,
        example="A MAO D Por",
        kinds=_MOVES,
    ),
    OrderForm(
        name="support of a landing",
        pattern=f"{{unit}} {_S} {{of:unit}} {_D} [in|at|on] [-] {{to:spot}}",
        build=_support,
        example="F ENG S A ENG D Bre",
        kinds=_MOVES,
    ),
    OrderForm(
        name="change of an army to a fleet",
        pattern=(
            "{unit} (becomes|become) [a] (f|fleet) [~ [/] {at:coast} ~]"
            " | {unit} (becomes|become) [a] (f|fleet) {fleet:spot}"
        ),
        build=_become,
        of=BecomeFleet,
        check=why_not_afloat,
        example="A StP becomes F(nc)",
        kinds=_MOVES,
    ),
)
"""A line for each of these orders."""

_HEAD = OrderForm(name="combination", pattern="{unit}", build=_head, example="A/F ENG")

COMBINED = Combination(
    name="combination of an army and a fleet",
    parts=(*FERRY_FORMS, *MOVES_FORMS, _HEAD),
    join=_parts,
    example="A Lon E F ENG; A/F ENG - MAO; A MAO D Por",
    kinds=_MOVES,
)
"""Parts of one combination on one line."""
