"""Mutant forces: dear units that are built before all others and paid in one of three ways.

Two builds; one build and a unit in an own home centre; or two neighbouring units, one of them in an own
home centre. Source: docs/rules/post-atomic.md, "5. Mutant forces", "6. Centres and ownership", rulings 12,
13, 23, 25.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace

from zinegen.board.board import Power
from zinegen.board.passage import Place
from zinegen.game.apply import apply
from zinegen.game.changes import Change, UnitBuilt, UnitRemoved
from zinegen.game.orders import Build, Order, Remove, Sheet, Wording
from zinegen.game.state import GameState, PhaseKind
from zinegen.game.units import Kind, PlaceName, Unit, UnitName
from zinegen.game.variant import PhaseRule
from zinegen.game.verdicts import OrderResult, Reason, Report, Verdict
from zinegen.geometry.mesh import ProvinceKey
from zinegen.languages.names import name_province
from zinegen.languages.texts import N_, gettext
from zinegen.notation.reading.context import BUILDS, ORDERS, OrderCheckContext
from zinegen.notation.reading.forms import CandidateOrders, OrderForm, Read, of_kind
from zinegen.notation.reading.move_checks import check_build
from zinegen.rules.adjustments import adjustments, at_home, count_due, name_unit
from zinegen.rules.compose import join_reports, sort_as_written
from zinegen.rules.movement.rulebook import Measure, Rulebook
from zinegen.variants.post_atomic.movement import PASSAGE_WITHOUT_RANGES

IN_BUILDS = 2
"""What a mutant force costs when no unit is given for it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PaidBuild(Build):
    """``build M Mun: destroy A Mun, A Bur``: units are given for a new one."""

    price: tuple[UnitName, ...]

    def text(self, say: Wording) -> str:
        """Return ``build M Mun: destroy A Mun, A Bur``."""
        price = ", ".join(say.unit(one, self.power) for one in self.price)
        return f"{Build.text(self, say)}: destroy {price}"

    def with_units_now(self, now: Callable[[UnitName], UnitName]) -> Order:
        """Return the build paid with the units where they stand now."""
        return replace(self, price=tuple(now(unit) for unit in self.price))


def _read_paid_build(read: Read) -> Order:
    unit = read.unit("unit")
    return PaidBuild(
        power=read.power,
        line=read.line,
        kind=unit.kind or Kind.MUTANT,
        at=unit.at,
        price=read.units("price"),
    )


def _cannot_pay(order: PaidBuild, state: GameState) -> str | None:
    """Say why the units that an order gives cannot pay for anything, as far as everybody can see."""
    if order.kind is not Kind.MUTANT:
        return gettext("only a mutant force is paid with units")
    site = state.board[order.at.province]
    if site.home != order.power:
        return gettext("{place} is no home province of yours", place=name_province(site.name))
    places = [named.at.province for named in order.price]
    for face in places:
        unit = state.units.get(face)
        if unit is None or unit.power != order.power:
            return gettext(
                "you have no unit in {place}", place=name_province(state.board[face].name)
            )
    if len(places) > IN_BUILDS:
        return gettext("a mutant force costs two units, no more")
    if len({*places}) < len(places):
        return gettext("one unit pays once")
    here, beside = places[0], places[-1]
    if here != beside and beside not in state.board.mesh.adjacent(here):
        names = [name_province(state.board[face].name) for face in places]
        return gettext("{one} and {other} are not next to each other", one=names[0], other=names[1])
    return None


def _list_paid_builds(context: OrderCheckContext) -> Iterator[Order]:
    """Yield mutant forces in every home province, each for a unit, or for two that are neighbours."""
    power, board = context.power, context.board
    own = {unit.province: name_unit(unit) for unit in context.state.units_of(power)}
    prices: list[tuple[UnitName, ...]] = [(one,) for one in own.values()]
    prices += [
        (one, own[other])
        for face, one in own.items()
        for other in sorted(board.mesh.adjacent(face))
        if other in own
    ]
    for face in sorted(board.provinces):
        if board[face].home == power:
            at = PlaceName(province=face)
            for price in prices:
                yield PaidBuild(power=power, kind=Kind.MUTANT, at=at, price=price)


MUTANT_FORMS: tuple[OrderForm, ...] = (
    OrderForm(
        name=N_("build paid with units"),
        pattern=(
            "(build|builds|b|&) {unit:typed} (:|,|;|by|for)"
            " (destroy|destroys|destroying|sacrifice|sacrificing) {price:unit+}"
        ),
        build=_read_paid_build,
        example="build M Mun: destroy A Mun, A Bur",
        sections=frozenset({ORDERS, BUILDS}),
        kinds=frozenset({PhaseKind.ADJUSTMENTS}),
        check=of_kind(PaidBuild, _cannot_pay),
        offer=CandidateOrders(candidates=_list_paid_builds),
        warn=of_kind(PaidBuild, check_build),
        of=PaidBuild,
    ),
)
"""A line for a build that is paid with units."""


def upkeep_with_mutants(upkeep: int) -> Callable[[Unit], int]:
    """Return the function that counts the centres a unit needs, with ``upkeep`` for a mutant force."""
    return lambda unit: upkeep if unit.kind is Kind.MUTANT else 1


def adjustments_with_mutants(book: Rulebook, *, upkeep: int) -> PhaseRule:
    """Return the rule of adjustments in which mutant forces are built before all other units.

    Removals that nobody ordered are public, and so measured on what everybody may know: from the provinces in
    which home centres may lie, as if there were no ranges.

    Args:
        book: The edition of the rulebook.
        upkeep: How many centres a mutant force needs.
    """
    needed = upkeep_with_mutants(upkeep)
    public = replace(book, removals=Measure.COUNTRY, passage=PASSAGE_WITHOUT_RANGES)

    def rule(state: GameState, sheet: Sheet) -> Report:
        mutants = Report()
        left: dict[Power, int] = {}
        rest: dict[Power, tuple[Order, ...]] = {}
        for power in sorted({*state.powers, *sheet.orders}):
            orders = sheet.orders.get(power, ())
            builds = _MutantBuilds(state=state, power=power, orders=orders, upkeep=upkeep)
            rest[power] = builds.take_all(in_disorder=power in sheet.disorder)
            mutants = join_reports(mutants, builds.report())
            left[power] = builds.left
        others = adjustments(public, upkeep=needed, owed=lambda _state, power: left[power])
        now = apply(state, mutants.changes)
        return sort_as_written(join_reports(mutants, others(now, replace(sheet, orders=rest))))

    return rule


def _is_mutant(order: Order) -> bool:
    return isinstance(order, PaidBuild) or (isinstance(order, Build) and order.kind is Kind.MUTANT)


@dataclass(kw_only=True)
class _MutantBuilds:
    """One power's mutant forces, in the sequence of its orders."""

    state: GameState
    """With what was built and destroyed so far."""
    power: Power
    orders: tuple[Order, ...]
    upkeep: int
    rulings: list[OrderResult] = field(default_factory=list)
    changes: list[Change] = field(default_factory=list)
    paid: dict[ProvinceKey, Order] = field(default_factory=dict)
    """Where units stood that were given in payment, each with the build."""
    built: dict[ProvinceKey, Order] = field(default_factory=dict)
    left: int = field(init=False)
    """What is still due: builds above zero, removals below."""

    def __post_init__(self) -> None:
        self.left = count_due(self.state, self.power, upkeep_with_mutants(self.upkeep))

    def report(self) -> Report:
        """Return what the power's orders came to."""
        return Report(rulings=tuple(self.rulings), changes=tuple(self.changes))

    def take_all(self, *, in_disorder: bool) -> tuple[Order, ...]:
        """Judge the mutant forces, then removals of what is gone by them; return the orders left over."""
        for order in self.orders:
            if _is_mutant(order):
                self._take(order, in_disorder=in_disorder)
        rest = []
        for order in self.orders:
            void = self._judge_removal(order) if isinstance(order, Remove) else None
            if void is not None:
                self.rulings.append(OrderResult(order=order, verdict=void))
            elif not _is_mutant(order):
                rest.append(order)
        return tuple(rest)

    def _judge_removal(self, order: Remove) -> Verdict | None:
        """Return why a removal is void: it names a unit that was given in payment, or one just built."""
        face = order.unit.at.province
        if face in self.paid:
            return Verdict(reason=Reason.GIVEN_IN_PAYMENT, because=(self.paid[face],))
        if face in self.built:
            return Verdict(reason=Reason.NO_SUCH_UNIT, because=(self.built[face],))
        return None

    def _take(self, order: Order, *, in_disorder: bool) -> None:
        """Judge one order and carry it out."""
        verdict = Verdict(reason=Reason.IN_DISORDER)
        if not in_disorder and isinstance(order, Build):
            price = order.price if isinstance(order, PaidBuild) else ()
            faces = (named.at.province for named in price)
            spent = next((self.paid[face] for face in faces if face in self.paid), None)
            if spent is None:
                verdict = Verdict(reason=self._build_mutant(order, price))
            else:
                verdict = Verdict(reason=Reason.GIVEN_IN_PAYMENT, because=(spent,))
        self.rulings.append(OrderResult(order=order, verdict=verdict))

    def _build_mutant(self, order: Build, price: tuple[UnitName, ...]) -> Reason:
        """Build a mutant force if it is possible, and return the reason for the ruling."""
        if order.kind is not Kind.MUTANT:
            return Reason.NO_SUCH_KIND
        given = self._find_payment(price)
        if isinstance(given, Reason):
            return given
        changes: list[Change] = [UnitRemoved(unit=unit) for unit in given]
        cleared = apply(self.state, changes)
        wrong = at_home(cleared, self.power, order.at.province)
        if wrong is not None:
            return wrong
        left = self._count_left(given)
        if left is None:
            return Reason.NOT_PAID
        built = Unit(power=self.power, kind=Kind.MUTANT, at=Place(order.at.province))
        changes.append(UnitBuilt(unit=built))
        self.state, self.left = apply(self.state, changes), left
        self.changes += changes
        self.paid |= {unit.province: order for unit in given}
        self.built[order.at.province] = order
        return Reason.BUILT

    def _find_payment(self, price: tuple[UnitName, ...]) -> tuple[Unit, ...] | Reason:
        """Return the units that are given in payment, or why they cannot be."""
        found: list[Unit] = []
        for named in price:
            unit = self.state.units.get(named.at.province)
            if unit is None or unit in found or UnitBuilt(unit=unit) in self.changes:
                return Reason.NO_SUCH_UNIT
            if unit.power != self.power:
                return Reason.NOT_YOUR_UNIT
            found.append(unit)
        if not found:
            return ()
        if len(found) > IN_BUILDS:
            return Reason.NOT_PAID
        if not any(self._is_at_home(unit) for unit in found):
            return Reason.NO_UNIT_AT_HOME
        here, beside = found[0].province, found[-1].province
        if here != beside and beside not in self.state.board.mesh.adjacent(here):
            return Reason.UNITS_APART
        return tuple(found)

    def _is_at_home(self, unit: Unit) -> bool:
        province = self.state.board[unit.province]
        mine = self.state.owners.get(unit.province) == self.power
        return province.centre and province.home == self.power and mine

    def _count_left(self, given: tuple[Unit, ...]) -> int | None:
        """Return what is due after paying for a mutant force, removals below zero; None if it cannot pay.

        What the units given needed beyond the mutant force's upkeep makes good for removals that are owed,
        but for no build of the same winter (ruling 23). A power that owes removals has no build to pay with
        (ruling 13): two units are the whole price, and its own removals must cover the rest.
        """
        builds = IN_BUILDS - len(given)
        if self.left >= 0 or builds:
            return self.left - builds if self.left >= builds else None
        freed = sum(upkeep_with_mutants(self.upkeep)(unit) for unit in given)
        left = min(0, self.left + freed - self.upkeep)
        return left if left + self._count_freed_by_removals(given) >= 0 else None

    def _count_freed_by_removals(self, given: tuple[Unit, ...]) -> int:
        """Return what the removals that the power has ordered will free."""
        gone = {
            order.unit.at.province: self.state.units.get(order.unit.at.province)
            for order in self.orders
            if isinstance(order, Remove)
        }
        return sum(
            upkeep_with_mutants(self.upkeep)(unit)
            for unit in gone.values()
            if unit is not None and unit.power == self.power and unit not in given
        )
