"""Orders of armies and the fleets that carry them, and their forms.

Source: docs/rules/deluge2.md, "4. Order types".
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

from zinegen.board.board import Board, Power
from zinegen.board.coasts import coasts
from zinegen.board.passage import Passage, Place
from zinegen.game.order_signs import Arrow, OrderSign, Origin, Refit, Tie
from zinegen.game.orders import Convoy, Move, Order, UnitOrder, Wording
from zinegen.game.state import GameState, PhaseKind
from zinegen.game.units import FLEETS, Kind, PlaceName, UnitName
from zinegen.geometry.mesh import ProvinceKey
from zinegen.languages.names import PowerInSentence, name_province
from zinegen.languages.texts import N_, gettext
from zinegen.notation.findings import Code, Finding
from zinegen.notation.grammar.writer import name_for, spot_at
from zinegen.notation.reading.context import OrderCheckContext
from zinegen.notation.reading.forms import (
    MOVES_FORMS,
    SUPPORTS,
    CandidateOrders,
    Combination,
    OrderForm,
    Read,
    of_kind,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Embark(UnitOrder):
    """``A Lon E F ENG``: an army goes aboard a fleet of its power."""

    goes_on: ClassVar[bool] = True

    aboard: UnitName

    def text(self, say: Wording) -> str:
        """Return ``A Lon E F ENG``."""
        return f"{say.unit(self.unit, self.power)} E {say.unit(self.aboard, self.power)}"

    def describe(self, say: Wording) -> str:
        """Return ``army London goes aboard fleet English Channel``."""
        return gettext(
            "{army} goes aboard {fleet}", army=say.unit(self.unit), fleet=say.unit(self.aboard)
        )

    @property
    def sign(self) -> OrderSign:
        """An arrow to the fleet."""
        return Arrow(unit=self.unit.at.province, to=self.aboard.at.province, boards=True)


@dataclass(frozen=True, slots=True, kw_only=True)
class Disembark(UnitOrder):
    """``A MAO D Por``: an army aboard goes ashore; its unit is named at the sea from which it lands."""

    to: PlaceName

    def text(self, say: Wording) -> str:
        """Return ``A MAO D Por``."""
        return f"{say.unit(self.unit, self.power)} D {say.place(self.to)}"

    def describe(self, say: Wording) -> str:
        """Return ``army aboard in Mid-Atlantic Ocean lands in Portugal``."""
        at = say.province(self.unit.at.province)
        return gettext("army aboard in {sea} lands in {place}", sea=at, place=say.place(self.to))

    @property
    def sign(self) -> OrderSign:
        """An arrow from the water."""
        here, to = self.unit.at.province, self.to
        return Arrow(unit=here, to=to.province, goal=to, origin=Origin.ABOARD)

    @property
    def subject(self) -> UnitName | None:
        """None: on the board there is only the fleet, which has an order of its own."""
        return None


@dataclass(frozen=True, slots=True, kw_only=True)
class SupportLanding(UnitOrder):
    """``F ENG S A ENG D Bre``: support of a landing."""

    of: UnitName
    to: PlaceName

    def text(self, say: Wording) -> str:
        """Return ``F ENG S A ENG D Bre``."""
        landing = f"{say.unit(self.of, self.power)} D {say.place(self.to)}"
        return f"{say.unit(self.unit, self.power)} S {landing}"

    def describe(self, say: Wording) -> str:
        """Return ``fleet English Channel supports the landing from English Channel in Brest``."""
        landing = gettext(
            "the landing from {sea} in {place}",
            sea=say.province(self.of.at.province),
            place=say.place(self.to),
        )
        return f"{say.unit(self.unit)} supports {landing}"

    @property
    def sign(self) -> OrderSign:
        """A dotted line to the arrow of the army that lands."""
        helped = self.of.at.province
        return Tie(unit=self.unit.at.province, helped=helped, to=self.to.province, aboard=True)


@dataclass(frozen=True, slots=True, kw_only=True)
class BecomeFleet(UnitOrder):
    """``A StP becomes F(nc)``: an army at a coast is refitted as a fleet."""

    coast: str | None = None
    """The coast in canonical writing; None where the line names none."""

    def text(self, say: Wording) -> str:
        """Return ``A StP becomes F(nc)``."""
        coast = f"({say.coast(self.coast)})" if self.coast is not None else ""
        return f"{say.unit(self.unit, self.power)} becomes F{coast}"

    def describe(self, say: Wording) -> str:
        """Return ``army St. Petersburg becomes a fleet``."""
        return gettext("{unit} becomes a fleet", unit=say.unit(self.unit))

    @property
    def sign(self) -> OrderSign:
        """A ship's hull."""
        return Refit(unit=self.unit.at.province)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Head(UnitOrder):
    """``A/F ENG`` alone at the head of a line: it only says which combination the line is about."""


def _cannot_board(order: Embark, state: GameState) -> str | None:
    """Return why an army cannot board: only an own, empty fleet at sea beside it takes it aboard."""
    board, here, water = state.board, order.unit.at.province, order.aboard.at.province
    army, fleet = state.units.get(here), state.units.get(water)
    if army is None or army.power != order.power:
        return None  # told already
    if army.kind is not Kind.ARMY:
        return gettext("only armies go aboard")
    name = name_province(board[water].name)
    if fleet is None or fleet.kind not in FLEETS:
        return gettext("there is no fleet in {place} to go aboard", place=name)
    if fleet.power != order.power:
        return gettext(
            "the fleet in {place} belongs to {power:to}: armies go aboard fleets of their own power",
            place=name,
            power=PowerInSentence(fleet.power),
        )
    if fleet.kind is Kind.ARMY_ABOARD:
        return gettext("the fleet in {place} has an army aboard already", place=name)
    if water not in Passage().ports(board, here):
        return gettext(
            "{place} has no shore on {sea}: armies go aboard at sea, beside their province",
            place=name_province(board[here].name),
            sea=name,
        )
    return None


def _find_other_use_of_carrier(order: Embark, context: OrderCheckContext) -> Iterator[Finding]:
    """Yield what else a fleet was told to do that takes this army aboard and ashore over its water (O23)."""
    water, own = order.aboard.at.province, context.orders
    if not any(isinstance(one, Disembark) and one.unit.at.province == water for one in own):
        return
    for one in own:
        if isinstance(one, Move | Convoy) and one.unit.at.province == water:
            yield context.finding_for(
                Code.O23,
                one,
                gettext(
                    "taking an army aboard and ashore over {sea} is the fleet's move",
                    sea=context.name(water),
                ),
                hint=gettext("an army that was aboard before may land while its fleet leaves"),
                if_left=gettext("this order is void and the fleet stays, if its army gets aboard"),
            )


def _cannot_land(order: Disembark, state: GameState) -> str | None:
    board, water, to = state.board, order.unit.at.province, order.to.province
    if not board.is_water(water):
        return gettext(
            "{place} is no water: a landing is written from the sea, A MAO D Por",
            place=name_province(board[water].name),
        )
    if board.is_ground(to) and water in Passage().ports(board, to):
        return None
    return gettext(
        "no army can land in {place} from {sea}",
        place=name_province(board[to].name),
        sea=name_province(board[water].name),
    )


def _cannot_refit(order: BecomeFleet, state: GameState) -> str | None:
    board, face = state.board, order.unit.at.province
    unit = state.units.get(face)
    if unit is None or unit.power != order.power:
        return None  # told already
    if unit.kind is not Kind.ARMY:
        return gettext("only an army can become a fleet")
    here = coasts(board, face)
    if not here:
        return gettext("{place} has no coast for a fleet", place=name_province(board[face].name))
    if order.coast is None and len(here) > 1:
        return gettext(
            "{place} has more than one coast: name one, as in A StP becomes F(nc)",
            place=name_province(board[face].name),
        )
    return None


def _list_boardings(context: OrderCheckContext) -> Iterator[Order]:
    board, power = context.board, context.power
    for army in context.own_units():
        for water in sorted(Passage().ports(board, army.province)):
            fleet = context.own_unit(UnitName(at=PlaceName(province=water)))
            if fleet is not None:
                aboard = name_for(power, fleet, board)
                yield Embark(power=power, unit=name_for(power, army, board), aboard=aboard)


def _list_landings(context: OrderCheckContext) -> Iterator[Order]:
    """Yield landings from every water where an own fleet is, or can go with an army aboard."""
    for water in _find_waters_of(context, context.power):
        army = UnitName(at=PlaceName(province=water), kind=Kind.ARMY)
        for face in _list_beaches(context.board, water):
            yield Disembark(power=context.power, unit=army, to=PlaceName(province=face))


def _find_waters_of(context: OrderCheckContext, power: Power) -> tuple[ProvinceKey, ...]:
    board = context.board
    fleets = [unit for unit in context.state.units_of(power) if unit.kind in FLEETS]
    found = {unit.province for unit in fleets}.union(*map(context.reach, fleets))
    return tuple(face for face in sorted(found) if board.is_water(face))


def _list_beaches(board: Board, water: ProvinceKey) -> tuple[ProvinceKey, ...]:
    return tuple(
        face
        for face in sorted(board.mesh.adjacent(water))
        if board.is_ground(face) and water in Passage().ports(board, face)
    )


def _list_landing_supports(context: OrderCheckContext) -> Iterator[Order]:
    board, state = context.board, context.state
    waters = {power: _find_waters_of(context, power) for power in state.powers}
    for unit in context.own_units():
        named, within = name_for(context.power, unit, board), context.reach(unit)
        for power, theirs in waters.items():
            for water in theirs:
                owner = None if power == context.power else power
                army = UnitName(at=PlaceName(province=water), kind=Kind.ARMY, power=owner)
                for face in _list_beaches(board, water):
                    if face in within:
                        to = PlaceName(province=face)
                        yield SupportLanding(power=context.power, unit=named, of=army, to=to)


def _list_refits(context: OrderCheckContext) -> Iterator[Order]:
    board, power = context.board, context.power
    for unit in context.own_units():
        named, here = name_for(power, unit, board), coasts(board, unit.province)
        for coast in here:
            spot = spot_at(Place(unit.province, coast.borders), board)
            yield BecomeFleet(power=power, unit=named, coast=spot.coast)


_MOVES = frozenset({PhaseKind.MOVES})


def _read_become(read: Read) -> Order:
    """Return the change; the fleet may be written out with its province (``A StP becomes F StP/nc``)."""
    coast, here = (read.word("at") if read.has("at") else None), read.unit("unit").at.province
    if read.has("fleet"):
        fleet = read.spot("fleet")
        coast = fleet.coast if fleet.province == here else fleet.province
    if coast == here:
        coast = None
    return BecomeFleet(power=read.power, line=read.line, unit=read.unit("unit"), coast=coast)


def _drop_head(_read: Read, parts: tuple[Order, ...]) -> tuple[Order, ...]:
    """Return the orders of a combination, without the part that only names it."""
    return tuple(part for part in parts if not isinstance(part, _Head))


_D = "(d|disembark|disembarks|land|lands)"

FERRY_FORMS: tuple[OrderForm, ...] = (
    OrderForm(
        name=N_("boarding"),
        pattern="{unit} (e|embark|embarks|board|boards) [on|onto] {aboard:unit}",
        of=Embark,
        check=of_kind(Embark, _cannot_board),
        warn=of_kind(Embark, _find_other_use_of_carrier),
        offer=CandidateOrders(candidates=_list_boardings),
        example="A Lon E F ENG",
        kinds=_MOVES,
    ),
    OrderForm(
        name=N_("landing"),
        pattern=f"{{unit}} {_D} [in|at|on] [-] {{to:spot}}",
        of=Disembark,
        check=of_kind(Disembark, _cannot_land),
        offer=CandidateOrders(candidates=_list_landings),
        example="A MAO D Por",
        kinds=_MOVES,
    ),
    OrderForm(
        name=N_("support of a landing"),
        of=SupportLanding,
        offer=CandidateOrders(candidates=_list_landing_supports),
        pattern=f"{{unit}} {SUPPORTS} {{of:unit}} {_D} [in|at|on] [-] {{to:spot}}",
        example="F ENG S A ENG D Bre",
        kinds=_MOVES,
    ),
    OrderForm(
        name=N_("change of an army to a fleet"),
        pattern=(
            "{unit} (becomes|become) [a] (f|fleet) [~ [/] {at:coast} ~]"
            " | {unit} (becomes|become) [a] (f|fleet) {fleet:spot}"
        ),
        build=_read_become,
        of=BecomeFleet,
        check=of_kind(BecomeFleet, _cannot_refit),
        offer=CandidateOrders(candidates=_list_refits),
        example="A StP becomes F(nc)",
        kinds=_MOVES,
    ),
)
"""A line for each of these orders."""

_HEAD = OrderForm(name=N_("combination"), pattern="{unit}", of=_Head, example="A/F ENG")

COMBINED = Combination(
    name=N_("combination of an army and a fleet"),
    parts=(*FERRY_FORMS, *MOVES_FORMS, _HEAD),
    join=_drop_head,
    example="A Lon E F ENG; A/F ENG - MAO; A MAO D Por",
    kinds=_MOVES,
)
"""Parts of one combination on one line."""
