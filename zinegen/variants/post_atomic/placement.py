"""The placement before the first year: secret centres, and starting units of the kinds ordered.

Nobody knows any centre when it orders. For a unit of which nothing possible is ordered there is the regular
one. Source: docs/rules/post-atomic.md, "2. Set-up".
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from zinegen.board.board import Board, Power
from zinegen.board.coasts import coasts
from zinegen.board.passage import Place
from zinegen.game.changes import CentreFounded, CentreTaken, Change, UnitBuilt
from zinegen.game.orders import Order, Sheet, Unreadable
from zinegen.game.report import Report
from zinegen.game.state import GameState, Throw
from zinegen.game.units import Kind, Spot, Unit
from zinegen.game.variant import PhaseRule
from zinegen.game.verdicts import Reason, Ruling, Verdict
from zinegen.geometry.mesh import Face
from zinegen.notation.conditions.conditions import Conditional
from zinegen.rules.compose import play_rule, sort_as_written, then
from zinegen.variants.post_atomic.orders import Enlist, RaiseRange
from zinegen.variants.post_atomic.place_ranges import raise_ranges


@dataclass(frozen=True, slots=True, kw_only=True)
class Seat:
    """One starting unit: where it may start, the regular place first, and what it is unless ordered."""

    power: Power
    provinces: tuple[Face, ...]
    kind: Kind


def placement(rows: tuple[Row, ...], seats: tuple[Seat, ...]) -> PhaseRule:
    """Return the rule of the placement; the draw is left out on a board that has centres already."""

    def draw(state: GameState, sheet: Sheet) -> Report:
        if state.board.centres:
            return Report()
        found = drawn_centres(state.board, rows, sheet.throws)
        if isinstance(found, Throw):
            return Report(needs=found)
        return Report(changes=tuple(CentreFounded(province=face) for face in found))

    def place(state: GameState, sheet: Sheet) -> Report:
        rulings: list[Ruling] = []
        changes: list[Change] = []
        for power in state.powers:
            muster = _Muster(
                board=state.board,
                seats=tuple(seat for seat in seats if seat.power == power),
                orders=sheet.orders.get(power, ()),
                in_disorder=power in sheet.disorder,
            )
            for unit in muster.units():
                changes.append(UnitBuilt(unit=unit))
                province = state.board[unit.province]
                if province.centre and province.home == power:
                    changes.append(CentreTaken(province=province.key, power=power))
            rulings += muster.rulings
        return Report(rulings=tuple(rulings), changes=tuple(changes))

    def rule(state: GameState, sheet: Sheet) -> Report:
        return sort_as_written(play_rule(then(draw, place, raise_ranges), state, sheet)[1], sheet)

    return rule


@dataclass(kw_only=True)
class _Muster:
    """One power's starting units."""

    board: Board
    seats: tuple[Seat, ...]
    orders: tuple[Order, ...]
    in_disorder: bool
    rulings: list[Ruling] = field(default_factory=list)

    def units(self) -> Iterator[Unit]:
        """Yield the starting units, ordered or regular, and note the rulings."""
        asked: dict[int, list[Enlist]] = {}
        wrong: dict[int, Reason] = {}
        for number, order in enumerate(self.orders):
            if isinstance(order, RaiseRange | Conditional):
                continue
            meant = self._seat(order)
            if isinstance(meant, Reason):
                wrong[number] = meant
            elif isinstance(order, Enlist):
                asked.setdefault(meant, []).append(order)
        clashes = {seat for seat, orders in asked.items() if any(o != orders[0] for o in orders)}
        for number, order in enumerate(self.orders):
            if number in wrong:
                self._rule(order, wrong[number])
            elif isinstance(order, Enlist):
                at = next(place for place, orders in asked.items() if order in orders)
                others = tuple(other for other in asked[at] if other != order)
                self._rule(order, Reason.TWO_ORDERS if at in clashes else Reason.BUILT, *others)
        for number, seat in enumerate(self.seats):
            if number in asked and number not in clashes:
                yield _unit(self.board, asked[number][0])
            else:
                regular = _regular(seat)
                self._rule(regular, Reason.BUILT, given=False)
                yield _unit(self.board, regular)

    def _rule(self, order: Order, reason: Reason, *because: Order, given: bool = True) -> None:
        verdict = Verdict(reason=reason, because=because)
        self.rulings.append(Ruling(order=order, verdict=verdict, given=given))

    def _seat(self, order: Order) -> int | Reason:
        """Return which starting unit an order speaks of, or why it cannot be considered."""
        if self.in_disorder:
            return Reason.IN_DISORDER
        if not isinstance(order, Enlist):
            return Reason.UNREADABLE if isinstance(order, Unreadable) else Reason.WRONG_PHASE
        face = order.at.province
        for number, seat in enumerate(self.seats):
            if face in seat.provinces:
                if order.kind not in {Kind.ARMY, Kind.FLEET}:
                    return Reason.NO_SUCH_KIND
                afloat = order.kind is Kind.FLEET
                return Reason.NO_SHORE if afloat and not coasts(self.board, face) else number
        return Reason.NOT_A_START


def _regular(seat: Seat) -> Enlist:
    at = Spot(province=seat.provinces[0])
    return Enlist(power=seat.power, kind=seat.kind, at=at)


def _unit(board: Board, order: Enlist) -> Unit:
    face = order.at.province
    shore = coasts(board, face)[0].borders if order.kind is Kind.FLEET else ()
    return Unit(power=order.power, kind=order.kind, at=Place(face, shore))


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """A country, how many centres it has, and the provinces among which they are drawn."""

    country: str
    """A power's name, or ``neutral``."""
    centres: int
    candidates: tuple[Face, ...]


def drawn_centres(
    board: Board, rows: Sequence[Row], throws: Mapping[str, int]
) -> tuple[Face, ...] | Throw:
    """Return the centres of all countries, sorted, or the next throw that must be made for them.

    A country's centres are drawn one by one without replacement.
    """
    found: list[Face] = []
    for row in rows:
        left = list(board.by_full_name(row.candidates))
        for number in range(1, row.centres + 1):
            label = f"centres/{row.country} {number}"
            if label not in throws:
                return secret_throw(label, left, board)
            found.append(left.pop(throws[label] - 1))
    return tuple(sorted(found))


def secret_throw(label: str, faces: Sequence[Face], board: Board) -> Throw:
    """Return a throw for one of several provinces whose result must stay secret."""
    names = tuple(board[face].abbreviation for face in faces)
    return Throw(label=label, candidates=names, secret=True)
