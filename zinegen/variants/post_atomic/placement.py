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
class StartingUnit:
    """One starting unit: where it may start, the regular place first, and its kind unless ordered."""

    power: Power
    provinces: tuple[Face, ...]
    kind: Kind


def placement(
    draws: tuple[CountryDraw, ...], starting_units: tuple[StartingUnit, ...]
) -> PhaseRule:
    """Return the rule of the placement; the draw is left out on a board that has centres already."""

    def draw(state: GameState, sheet: Sheet) -> Report:
        if state.board.centres:
            return Report()
        found = draw_centres(state.board, draws, sheet.throws)
        if isinstance(found, Throw):
            return Report(needs=found)
        return Report(changes=tuple(CentreFounded(province=face) for face in found))

    def place(state: GameState, sheet: Sheet) -> Report:
        rulings: list[Ruling] = []
        changes: list[Change] = []
        for power in state.powers:
            placing = _Placement(
                board=state.board,
                starting_units=tuple(start for start in starting_units if start.power == power),
                orders=sheet.orders.get(power, ()),
                in_disorder=power in sheet.disorder,
            )
            for unit in placing.units():
                changes.append(UnitBuilt(unit=unit))
                province = state.board[unit.province]
                if province.centre and province.home == power:
                    changes.append(CentreTaken(province=province.key, power=power))
            rulings += placing.rulings
        return Report(rulings=tuple(rulings), changes=tuple(changes))

    def rule(state: GameState, sheet: Sheet) -> Report:
        return sort_as_written(play_rule(then(draw, place, raise_ranges), state, sheet)[1], sheet)

    return rule


@dataclass(kw_only=True)
class _Placement:
    """One power's starting units."""

    board: Board
    starting_units: tuple[StartingUnit, ...]
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
            meant = self._find_starting_unit(order)
            if isinstance(meant, Reason):
                wrong[number] = meant
            elif isinstance(order, Enlist):
                asked.setdefault(meant, []).append(order)
        clashes = {start for start, orders in asked.items() if any(o != orders[0] for o in orders)}
        for number, order in enumerate(self.orders):
            if number in wrong:
                self._note_ruling(order, wrong[number])
            elif isinstance(order, Enlist):
                at = next(place for place, orders in asked.items() if order in orders)
                others = tuple(other for other in asked[at] if other != order)
                self._note_ruling(
                    order, Reason.TWO_ORDERS if at in clashes else Reason.BUILT, *others
                )
        for number, start in enumerate(self.starting_units):
            if number in asked and number not in clashes:
                yield _make_unit(self.board, asked[number][0])
            else:
                regular = _regular_order(start)
                self._note_ruling(regular, Reason.BUILT, given=False)
                yield _make_unit(self.board, regular)

    def _note_ruling(
        self, order: Order, reason: Reason, *because: Order, given: bool = True
    ) -> None:
        verdict = Verdict(reason=reason, because=because)
        self.rulings.append(Ruling(order=order, verdict=verdict, given=given))

    def _find_starting_unit(self, order: Order) -> int | Reason:
        """Return which starting unit an order speaks of, or why it cannot be considered."""
        if self.in_disorder:
            return Reason.IN_DISORDER
        if not isinstance(order, Enlist):
            return Reason.UNREADABLE if isinstance(order, Unreadable) else Reason.WRONG_PHASE
        face = order.at.province
        for number, start in enumerate(self.starting_units):
            if face in start.provinces:
                if order.kind not in {Kind.ARMY, Kind.FLEET}:
                    return Reason.NO_SUCH_KIND
                afloat = order.kind is Kind.FLEET
                return Reason.NO_SHORE if afloat and not coasts(self.board, face) else number
        return Reason.NOT_A_START


def _regular_order(start: StartingUnit) -> Enlist:
    at = Spot(province=start.provinces[0])
    return Enlist(power=start.power, kind=start.kind, at=at)


def _make_unit(board: Board, order: Enlist) -> Unit:
    face = order.at.province
    shore = coasts(board, face)[0].borders if order.kind is Kind.FLEET else ()
    return Unit(power=order.power, kind=order.kind, at=Place(face, shore))


@dataclass(frozen=True, slots=True, kw_only=True)
class CountryDraw:
    """How many centres a country has, and the provinces from which they are drawn."""

    country: str
    """A power's name, or ``neutral``."""
    centres: int
    candidates: tuple[Face, ...]


def draw_centres(
    board: Board, draws: Sequence[CountryDraw], throws: Mapping[str, int]
) -> tuple[Face, ...] | Throw:
    """Return the centres of all countries, sorted, or the next throw that must be made for them.

    A country's centres are drawn one by one without replacement.
    """
    found: list[Face] = []
    for entry in draws:
        left = list(board.by_full_name(entry.candidates))
        for number in range(1, entry.centres + 1):
            label = f"centres/{entry.country} {number}"
            if label not in throws:
                return secret_throw(label, left, board)
            found.append(left.pop(throws[label] - 1))
    return tuple(sorted(found))


def secret_throw(label: str, faces: Sequence[Face], board: Board) -> Throw:
    """Return a throw for one of several provinces whose result must stay secret."""
    names = tuple(board[face].abbreviation for face in faces)
    return Throw(label=label, candidates=names, secret=True)
