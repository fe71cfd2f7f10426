"""The placement before the first year: secret centres, starting units of the kinds ordered, mountain ranges.

Nobody knows any centre when it orders. For a unit of which nothing possible is ordered there is the regular
one. Each power places one range or two, some of them conditional (`zinegen.notation.conditions`),
on borders with a province of its home country on at least one side; two on one border, of one power or of
two, are a double range. Source: docs/rules/post-atomic.md, "2. Set-up", "2.2 Mountain ranges".
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial

from zinegen.board.board import Board, Power, pair
from zinegen.board.coasts import coasts
from zinegen.board.passage import Place
from zinegen.game.changes import CentreFounded, CentreTaken, Change, RangePlaced, UnitBuilt
from zinegen.game.orders import Order, Sheet, Unreadable, Wording
from zinegen.game.state import GameState, PhaseKind, Throw
from zinegen.game.units import BorderName, Kind, PlaceName, Unit
from zinegen.game.variant import PhaseRule
from zinegen.game.verdicts import OrderResult, Reason, Report, Verdict
from zinegen.geometry.mesh import ProvinceKey
from zinegen.languages.names import name_province
from zinegen.languages.texts import N_, gettext
from zinegen.notation.conditions import (
    All,
    Condition,
    Conditional,
    IsCentre,
    Not,
    SeasonFacts,
    Some,
    is_true,
)
from zinegen.notation.reading.context import OrderCheckContext
from zinegen.notation.reading.forms import CandidateOrders, Limit, OrderForm, Read, of_kind
from zinegen.rules.compose import join_reports, play_rule, sort_as_written, then
from zinegen.variants.post_atomic.knowledge import Fact, FactKind, FactLearnt

MOST_RANGES = 2
"""So many mountain ranges may a power place."""

_PLACEMENT = frozenset({PhaseKind.PLACEMENT})


@dataclass(frozen=True, slots=True, kw_only=True)
class Enlist(Order):
    """``A Lon``: the unit that starts in London is an army."""

    kind: Kind
    at: PlaceName

    def text(self, say: Wording) -> str:
        """Return ``A Lon``."""
        return f"{say.kind(self.kind)} {say.place(self.at)}"


@dataclass(frozen=True, slots=True, kw_only=True)
class RaiseRange(Order):
    """``mountain Ruh/Kie``: a mountain range on the whole common border of two provinces."""

    border: BorderName

    def text(self, say: Wording) -> str:
        """Return ``mountain Ruh/Kie``."""
        return f"mountain {say.border(self.border)}"

    @property
    def site(self) -> tuple[ProvinceKey, ...]:
        """The provinces on its two sides."""
        return self.border.one.province, self.border.other.province


def _enlist(read: Read) -> Order:
    unit = read.unit("unit")
    return Enlist(power=read.power, line=read.line, kind=unit.kind or Kind.ARMY, at=unit.at)


@dataclass(frozen=True, slots=True, kw_only=True)
class StartingUnit:
    """One starting unit: where it may start, the regular place first, and its kind unless ordered."""

    power: Power
    provinces: tuple[ProvinceKey, ...]
    kind: Kind


def _why_no_start(
    starting_units: tuple[StartingUnit, ...], order: Enlist, state: GameState
) -> str | None:
    """Say why no unit can start as an order wants it, as far as the board tells."""
    province = state.board[order.at.province]
    if order.kind not in {Kind.ARMY, Kind.FLEET}:
        return gettext("only armies and fleets start the game")
    if order.kind is Kind.FLEET and not coasts(state.board, province.key):
        return gettext("{place} has no coast for a fleet", place=name_province(province.name))
    if province.key not in _list_start_places(starting_units, order.power):
        return gettext("none of your units starts in {place}", place=name_province(province.name))
    return None


def _why_no_range(order: RaiseRange, state: GameState) -> str | None:
    """Say why no range can rise where an order wants one."""
    board = state.board
    one, other = (board[face] for face in order.site)
    if not is_border(board, *order.site):
        return gettext(
            "{one} and {other} have no border on the board",
            one=name_province(one.name),
            other=name_province(other.name),
        )
    if order.power not in {one.home, other.home}:
        return gettext(
            "neither {one} nor {other} lies within your boundaries",
            one=name_province(one.name),
            other=name_province(other.name),
        )
    return None


def is_border(board: Board, one: ProvinceKey, other: ProvinceKey) -> bool:
    """Tell whether two provinces of the board, the outside left out, have a border."""
    return bool(board.mesh.between(one, other)) and board[one].passable and board[other].passable


def _list_start_places(
    starting_units: tuple[StartingUnit, ...], power: Power
) -> tuple[ProvinceKey, ...]:
    """Return the provinces in which units of a power may start."""
    return tuple(
        face for start in starting_units if start.power == power for face in start.provinces
    )


def _list_starts(
    starting_units: tuple[StartingUnit, ...], context: OrderCheckContext
) -> Iterator[Order]:
    for face in _list_start_places(starting_units, context.power):
        for kind in (Kind.ARMY, Kind.FLEET):
            yield Enlist(power=context.power, kind=kind, at=PlaceName(province=face))


def _list_facts(
    starting_units: tuple[StartingUnit, ...], context: OrderCheckContext
) -> Iterator[IsCentre]:
    for face in _list_start_places(starting_units, context.power):
        yield IsCentre(at=face)


def _list_ranges(context: OrderCheckContext) -> Iterator[Order]:
    """Yield a range on every border that a power may place one on, the two sides either way round."""
    for ends in legal_borders(context.board, context.power):
        for one, other in (ends, ends[::-1]):
            border = BorderName(one=PlaceName(province=one), other=PlaceName(province=other))
            yield RaiseRange(power=context.power, border=border)


def _find_regular_place(starting_units: tuple[StartingUnit, ...], order: Order) -> ProvinceKey:
    """Return where the starting unit of an order starts regularly: two orders for one count as none."""
    face = order.at.province if isinstance(order, Enlist) else ProvinceKey("")
    return next((start.provinces[0] for start in starting_units if face in start.provinces), face)


def _why_no_condition(
    starting_units: tuple[StartingUnit, ...], test: Condition, context: OrderCheckContext
) -> str | None:
    """Say why no range can hang on a condition, with the starting units as ordered."""
    placing = _Placement(
        board=context.board,
        starting_units=tuple(one for one in starting_units if one.power == context.power),
        orders=context.orders,
        in_disorder=False,
    )
    strange = _find_strange_fact(test, frozenset(unit.province for unit in placing.units()))
    if isinstance(strange, IsCentre):
        return gettext(
            "no unit of yours starts in {place}, so no range can hang on it",
            place=context.name(strange.at),
        )
    asks_more = gettext("a range can hang on nothing but centres under your own starting units")
    return None if strange is None else asks_more


def placement_forms(starting_units: tuple[StartingUnit, ...]) -> tuple[OrderForm, ...]:
    """Return a form for each of these orders; ``starting_units`` as in `placement`."""
    return (
        OrderForm(
            name=N_("starting unit"),
            pattern="{unit:typed}",
            build=_enlist,
            example="A Lon",
            kinds=_PLACEMENT,
            check=of_kind(Enlist, partial(_why_no_start, starting_units)),
            offer=CandidateOrders(candidates=partial(_list_starts, starting_units)),
            hang_on=lambda _test, _context: "only a mountain range may hang on a condition",
            alone=partial(_find_regular_place, starting_units),
            of=Enlist,
        ),
        OrderForm(
            name=N_("mountain range"),
            pattern="[(mountain|mountains|range|cliff) [range] [on|at|between|along]] {border}",
            example="mountain Ruh/Kie",
            kinds=_PLACEMENT,
            check=of_kind(RaiseRange, _why_no_range),
            offer=CandidateOrders(
                candidates=_list_ranges, facts=partial(_list_facts, starting_units)
            ),
            limit=Limit(
                name=N_("mountain ranges"),
                most=lambda _state, _power: MOST_RANGES,
                only_possible=True,
            ),
            hang_on=partial(_why_no_condition, starting_units),
            of=RaiseRange,
        ),
    )


Ends = tuple[ProvinceKey, ProvinceKey]
"""The two provinces of a border, in the order of `pair`."""


def raise_ranges(state: GameState, sheet: Sheet) -> Report:
    """Return the report on the ranges that are placed; a power without a legal one gets one by a throw.

    The starting units must stand on the board, the centres must have been drawn.
    """
    report = Report()
    for power in state.powers:
        rulings, placed = _judge_ranges(state, power, sheet)
        if not placed:
            border = _throw_border(state, power, sheet)
            if isinstance(border, Throw):
                return Report(needs=border)
            one, other = (PlaceName(province=face) for face in border)
            order = RaiseRange(power=power, border=BorderName(one=one, other=other))
            rulings.append(_make_ruling(order, Reason.RANGE_PLACED, given=False))
            placed = [border]
        changes = tuple(_list_changes(power, placed))
        report = join_reports(report, Report(rulings=tuple(rulings), changes=changes))
    return report


def legal_borders(board: Board, power: Power) -> tuple[Ends, ...]:
    """Return the borders on which a power may place a range, sorted by the full names on both sides."""
    found = {
        pair(face, other)
        for face, province in board.provinces.items()
        if province.home == power
        for other in board.mesh.adjacent(face)
        if is_border(board, face, other)
    }
    return tuple(sorted(found, key=lambda ends: sorted(board[face].name for face in ends)))


def _throw_border(state: GameState, power: Power, sheet: Sheet) -> Ends | Throw:
    """Return the border that a throw gave to a power, or the throw that must be made."""
    label, borders = f"range/{power}", legal_borders(state.board, power)
    if label in sheet.throws:
        return borders[sheet.throws[label] - 1]
    names = (state.board.by_full_name(ends) for ends in borders)
    shown = ("/".join(state.board[face].abbreviation for face in ends) for ends in names)
    return Throw(label=label, candidates=tuple(shown), secret=True)


def _list_changes(power: Power, placed: list[Ends]) -> Iterator[Change]:
    for ends in placed:
        yield RangePlaced(between=ends, power=power)
    for ends in sorted(set(placed)):
        fact = Fact(kind=FactKind.RANGE, provinces=ends)
        yield FactLearnt(power=power, fact=fact, told=False)


def _make_ruling(
    order: Order,
    reason: Reason,
    *because: Order,
    given: bool = True,
    at: tuple[ProvinceKey, ...] = (),
) -> OrderResult:
    return OrderResult(
        order=order, verdict=Verdict(reason=reason, because=because, at=at), given=given
    )


def _judge_ranges(
    state: GameState, power: Power, sheet: Sheet
) -> tuple[list[OrderResult], list[Ends]]:
    """Return the rulings on a power's orders for ranges, and the borders on which it gets one."""
    rulings: list[OrderResult] = []
    placed: list[Ends] = []
    for order in sheet.orders.get(power, ()):
        if not isinstance(order, RaiseRange | Conditional):
            continue
        if power in sheet.disorder:
            rulings.append(_make_ruling(order, Reason.IN_DISORDER))
            continue
        chosen = _list_chosen_ranges(state, power, order)
        if isinstance(chosen, Reason):
            rulings.append(_make_ruling(order, chosen))
            continue
        wrong = None
        for one in chosen:
            reason = _judge_range(state.board, power, one, len(placed))
            if reason is Reason.RANGE_PLACED:
                placed.append(pair(*one.site))
            else:
                wrong = wrong or reason
        rulings.append(_make_ruling(order, wrong or Reason.RANGE_PLACED, at=chosen[0].site))
    return rulings, placed


def _judge_range(board: Board, power: Power, order: RaiseRange, before: int) -> Reason:
    """Return the ruling's reason for a range, of which the power has placed ``before`` others."""
    one, other = order.site
    if not (board[one].passable and board[other].passable):
        return Reason.OFF_THE_BOARD
    if not is_border(board, one, other):
        return Reason.NO_SUCH_BORDER
    if power not in {board[one].home, board[other].home}:
        return Reason.NOT_OWN_BORDER
    return Reason.NOT_DUE if before >= MOST_RANGES else Reason.RANGE_PLACED


def _list_chosen_ranges(
    state: GameState, power: Power, order: RaiseRange | Conditional
) -> tuple[RaiseRange, ...] | Reason:
    """Return the ranges that an order asks for after the draw of centres, or why it asks for none."""
    if isinstance(order, RaiseRange):
        return (order,)
    starts = frozenset(unit.province for unit in state.units_of(power))
    if _find_strange_fact(order.test, starts) is not None:
        return Reason.BAD_CONDITION
    found: list[RaiseRange] = []
    for one in order.then if is_true(order.test, SeasonFacts(state=state)) else order.otherwise:
        if not isinstance(one, RaiseRange | Conditional):
            return Reason.BAD_CONDITION
        inner = _list_chosen_ranges(state, power, one)
        if isinstance(inner, Reason):
            return inner
        found += inner
    return tuple(found) if found else Reason.CONDITION_UNMET


def _find_strange_fact(test: Condition, starts: frozenset[ProvinceKey]) -> Condition | None:
    """Return what a condition asks besides whether starting provinces are centres; None if nothing."""
    match test:
        case Not():
            return _find_strange_fact(test.of, starts)
        case All() | Some():
            found = (_find_strange_fact(one, starts) for one in test.of)
            return next((fact for fact in found if fact is not None), None)
        case IsCentre() if test.at in starts:
            return None
        case _:
            return test


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
        rulings: list[OrderResult] = []
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
        return sort_as_written(play_rule(then(draw, place, raise_ranges), state, sheet)[1])

    return rule


@dataclass(kw_only=True)
class _Placement:
    """One power's starting units."""

    board: Board
    starting_units: tuple[StartingUnit, ...]
    orders: tuple[Order, ...]
    in_disorder: bool
    rulings: list[OrderResult] = field(default_factory=list)

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
                self.rulings.append(_make_ruling(order, wrong[number]))
            elif isinstance(order, Enlist):
                at = next(place for place, orders in asked.items() if order in orders)
                others = tuple(other for other in asked[at] if other != order)
                reason = Reason.TWO_ORDERS if at in clashes else Reason.BUILT
                self.rulings.append(_make_ruling(order, reason, *others))
        for number, start in enumerate(self.starting_units):
            if number in asked and number not in clashes:
                yield _make_unit(self.board, asked[number][0])
            else:
                at_first = PlaceName(province=start.provinces[0])
                regular = Enlist(power=start.power, kind=start.kind, at=at_first)
                self.rulings.append(_make_ruling(regular, Reason.BUILT, given=False))
                yield _make_unit(self.board, regular)

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
    candidates: tuple[ProvinceKey, ...]


def draw_centres(
    board: Board, draws: Sequence[CountryDraw], throws: Mapping[str, int]
) -> tuple[ProvinceKey, ...] | Throw:
    """Return the centres of all countries, sorted, or the next throw that must be made for them.

    A country's centres are drawn one by one without replacement.
    """
    found: list[ProvinceKey] = []
    for entry in draws:
        left = list(board.by_full_name(entry.candidates))
        for number in range(1, entry.centres + 1):
            label = f"centres/{entry.country} {number}"
            if label not in throws:
                names = tuple(board[face].abbreviation for face in left)
                return Throw(label=label, candidates=names, secret=True)
            found.append(left.pop(throws[label] - 1))
    return tuple(sorted(found))
