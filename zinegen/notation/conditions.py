"""Conditional lines of retreats, builds and coast choices, the facts they may ask, and which orders count.

Source: docs/rules/common.md, "8.1 Container", "8.3 Conditions". Moves and events are never
conditional; in Post-Atomic's placement a mountain range may be (`Conditional`).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import assert_never

from zinegen.board.board import Board, Power
from zinegen.board.coasts import coasts
from zinegen.board.passage import Place
from zinegen.game.changes import Change, UnitDislodged, UnitLost, UnitMoved, UnitRemoved
from zinegen.game.named_places import RenameSpot, find_named_place
from zinegen.game.orders import (
    Convoy,
    Disband,
    Move,
    Order,
    Retreat,
    SupportHold,
    SupportMove,
    UnitOrder,
    Wording,
)
from zinegen.game.state import Dislodged, GameState
from zinegen.game.units import Kind, PlaceName, UnitName
from zinegen.game.variant import Variant
from zinegen.game.verdicts import Report, Word
from zinegen.geometry.mesh import ProvinceKey


@dataclass(frozen=True, slots=True, kw_only=True)
class Played:
    """A phase that has been judged."""

    before: GameState
    report: Report
    after: GameState


@dataclass(frozen=True, kw_only=True)
class SeasonFacts:
    """What conditions may ask of a season, from the phases of it that have been judged.

    ``state`` is the position now: the one after the last of ``played``, or in the phase that follows it.
    """

    state: GameState
    played: tuple[Played, ...] = ()

    @property
    def _start(self) -> GameState:
        return self.played[0].before if self.played else self.state

    @cached_property
    def _now(self) -> Mapping[ProvinceKey, ProvinceKey | None]:
        """Where each unit is that was there at the start, by where it began."""
        tracks = [_Track(began=face, at=face) for face in self._start.units]
        tracks += [_Track(began=face, at=face, is_dislodged=True) for face in self._start.dislodged]
        for phase in self.played:
            for track in tracks:
                track.moved = False
            for change in phase.report.changes:
                _follow_change(tracks, change)
        return {track.began: track.at for track in tracks}

    @cached_property
    def _dislodged(self) -> frozenset[ProvinceKey]:
        dislodged = {
            change.dislodged.unit.province
            for phase in self.played
            for change in phase.report.changes
            if isinstance(change, UnitDislodged)
        }
        return frozenset(dislodged | set(self._start.dislodged))

    def whereabouts(self, began: ProvinceKey) -> ProvinceKey | None:
        """Return where the unit is that began the season in a province; None when it is gone."""
        return self._now.get(began)

    def was_dislodged(self, began: ProvinceKey) -> bool:
        """Tell whether the unit that began the season in a province was dislodged in it."""
        return began in self._dislodged

    def owner_before(self, face: ProvinceKey) -> Power | None:
        """Return who owned a centre when the season began."""
        return self._start.owners.get(face)

    def came_about(self, order: Order) -> bool:
        """Tell whether such an order, of any power, succeeded this season."""
        return any(
            ruling.verdict.word is Word.SUCCEEDS and _ask_for_the_same(order, ruling.order)
            for phase in self.played
            for ruling in phase.report.rulings
        )

    def has_changed(self, face: ProvinceKey) -> bool:
        """Tell whether the ground or a border of a province changed this season."""
        return _ground_of(self._start.board, face) != _ground_of(self.state.board, face)

    def is_centre(self, face: ProvinceKey) -> bool:
        """Tell whether a province is a centre."""
        return self.state.board[face].centre


@dataclass(slots=True)
class _Track:
    """Where one unit has come to in a season."""

    began: ProvinceKey
    at: ProvinceKey | None
    is_dislodged: bool = False
    moved: bool = False
    """It moved in this phase: moves happen at once, so another unit may leave where it has come to."""


def _follow_change(tracks: list[_Track], change: Change) -> None:
    """Update where the units are by a change."""
    match change:
        case UnitMoved():
            track = _find_mover(tracks, change.unit.province, is_dislodged=change.retreat)
            if track is not None:
                track.at, track.moved, track.is_dislodged = change.to.province, True, False
        case UnitDislodged():
            track = _find_mover(tracks, change.dislodged.unit.province, is_dislodged=False)
            if track is not None:
                track.is_dislodged = True
        case UnitLost() | UnitRemoved():
            is_dislodged = isinstance(change, UnitLost) and change.dislodged
            track = _find_mover(tracks, change.unit.province, is_dislodged=is_dislodged)
            if track is not None:
                track.at = None
        case _:
            pass


def _find_mover(tracks: list[_Track], face: ProvinceKey, *, is_dislodged: bool) -> _Track | None:
    """Return the unit that leaves a province: of several the one that did not move there in this phase."""
    here = [track for track in tracks if track.at == face and track.is_dislodged == is_dislodged]
    return min(here, key=lambda track: track.moved, default=None)


def _ground_of(board: Board, face: ProvinceKey) -> object:
    """Return everything that makes the ground and the borders of a province."""
    province = board[face]
    return (
        province.terrain,
        province.iced,
        province.passable,
        board.mesh.neighbours(face),
        tuple(pair for pair in board.rifts if face in pair),
        tuple(sorted((pair, count) for pair, count in board.ranges.items() if face in pair)),
        tuple(join for join in board.joins if join.province == face),
        tuple(canal for canal in board.canals if canal.province == face),
        tuple(border for border in board.straits if face in board.mesh.sides(border)),
    )


def _ask_for_the_same(asked: Order, given: Order) -> bool:
    """Tell whether two orders ask for the same; what only one of them names makes no difference."""
    if isinstance(asked, Move) and isinstance(given, Retreat):
        return _same_unit(asked.unit, given.unit) and _same_spot(asked.to, given.to)
    if type(asked) is not type(given):
        return False
    if isinstance(asked, UnitOrder) and isinstance(given, UnitOrder):
        return _same_unit(asked.unit, given.unit) and _same_aim(asked, given)
    return asked.is_like(given)


def _same_aim(asked: UnitOrder, given: UnitOrder) -> bool:
    match asked, given:
        case Move(), Move():
            return _same_spot(asked.to, given.to)
        case SupportMove(), SupportMove():
            return _same_unit(asked.of, given.of) and _same_spot(asked.to, given.to)
        case SupportHold(), SupportHold():
            return _same_unit(asked.of, given.of)
        case Convoy(), Convoy():
            return _same_unit(asked.army, given.army) and _same_spot(asked.to, given.to)
        case _:
            return True


def _same_unit(one: UnitName, other: UnitName) -> bool:
    kinds = {one.kind, other.kind} - {None}
    return one.at.province == other.at.province and len(kinds) < 2


def _same_spot(one: PlaceName, other: PlaceName) -> bool:
    coasts = {one.coast, other.coast} - {None}
    return one.province == other.province and len(coasts) < 2


@dataclass(frozen=True, slots=True, kw_only=True)
class Stands:
    """``France in ENG``, ``A France in Bur``: a unit of a power stands there."""

    power: Power
    at: ProvinceKey
    kind: Kind | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class CameTo:
    """``A Mun in Bur``: the unit that began the season in Mun stands in Bur."""

    unit: UnitName
    at: ProvinceKey


@dataclass(frozen=True, slots=True, kw_only=True)
class WasDislodged:
    """``A Mun dislodged``: the unit that began the season in Mun was dislodged in it."""

    unit: UnitName


@dataclass(frozen=True, slots=True, kw_only=True)
class Owns:
    """``I own Nwy``, ``France owns Bel``: the power owns the centre now."""

    power: Power
    at: ProvinceKey


@dataclass(frozen=True, slots=True, kw_only=True)
class HasLost:
    """``lost Edi``: was the asker's before this season, and is not now."""

    power: Power
    at: ProvinceKey


@dataclass(frozen=True, slots=True, kw_only=True)
class Succeeded:
    """``A Par - Bur succeeded``: that order, of any power, succeeded."""

    order: Order


@dataclass(frozen=True, slots=True, kw_only=True)
class IsEmpty:
    """``Wal empty``: nobody stands there."""

    at: ProvinceKey


@dataclass(frozen=True, slots=True, kw_only=True)
class Changed:
    """``changed Mun``: the ground or a border of the province changed this season."""

    at: ProvinceKey


@dataclass(frozen=True, slots=True, kw_only=True)
class IsCentre:
    """``centre Mun``: an own starting province is a centre (Post-Atomic's placement)."""

    at: ProvinceKey


@dataclass(frozen=True, slots=True, kw_only=True)
class Not:
    """``not``: true when its condition is not."""

    of: Condition


@dataclass(frozen=True, slots=True, kw_only=True)
class All:
    """Conditions joined by ``and``."""

    of: tuple[Condition, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Some:
    """Conditions joined by ``or``."""

    of: tuple[Condition, ...]


Fact = Stands | CameTo | WasDislodged | Owns | HasLost | Succeeded | IsEmpty | Changed | IsCentre
Condition = Fact | Not | All | Some


@dataclass(frozen=True, slots=True, kw_only=True)
class Plain:
    """A line without a condition of its own: one order, or a list of them, best first."""

    orders: tuple[Order, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Branch:
    """``if ... then ... else ... endif``."""

    test: Condition | None
    """None where the condition could not be read: then neither way is taken."""
    then: tuple[Step, ...]
    otherwise: tuple[Step, ...] = ()


Step = Plain | Branch


@dataclass(frozen=True, slots=True, kw_only=True)
class Conditional(Order):
    """``if centre Mun then mountain Mun/Bur else mountain Ruh/Bel``: one line, judged by the rule set."""

    test: Condition
    then: tuple[Order, ...]
    otherwise: tuple[Order, ...] = ()

    def text(self, say: Wording) -> str:
        """Return ``if centre Mun then mountain Mun/Bur else mountain Ruh/Bel``."""
        then = ", ".join(one.text(say) for one in self.then)
        text = f"if {write_condition(self.test, say)} then {then}"
        if self.otherwise:
            text += " else " + ", ".join(one.text(say) for one in self.otherwise)
        return text


def is_true(test: Condition, facts: SeasonFacts) -> bool:
    """Tell whether a condition is true."""
    match test:
        case Not():
            return not is_true(test.of, facts)
        case All():
            return all(is_true(one, facts) for one in test.of)
        case Some():
            return any(is_true(one, facts) for one in test.of)
        case _:
            return _is_fact_true(test, facts)


def _is_fact_true(test: Fact, facts: SeasonFacts) -> bool:
    state = facts.state
    match test:
        case Stands():
            unit = state.units.get(test.at)
            return unit is not None and (
                unit.power == test.power and test.kind in {None, unit.kind}
            )
        case CameTo():
            return facts.whereabouts(test.unit.at.province) == test.at
        case WasDislodged():
            return facts.was_dislodged(test.unit.at.province)
        case Owns():
            return state.owners.get(test.at) == test.power
        case HasLost():
            was_mine = facts.owner_before(test.at) == test.power
            return was_mine and state.owners.get(test.at) != test.power
        case Succeeded():
            return facts.came_about(test.order)
        case IsEmpty():
            return test.at not in state.units
        case Changed():
            return facts.has_changed(test.at)
        case IsCentre():
            return facts.is_centre(test.at)
    assert_never(test)


def choose_orders(steps: Iterable[Step], facts: SeasonFacts) -> tuple[Order, ...]:
    """Return the orders of the lines whose conditions are true, in the sequence written."""
    found: list[Order] = []
    for step in steps:
        match step:
            case Plain():
                found += step.orders
            case Branch():
                if step.test is not None:
                    way = step.then if is_true(step.test, facts) else step.otherwise
                    found += choose_orders(way, facts)
    return tuple(found)


def all_orders(steps: Iterable[Step]) -> tuple[Order, ...]:
    """Return the orders of all lines, whatever their conditions, in the sequence written."""
    found: list[Order] = []
    for step in steps:
        match step:
            case Plain():
                found += step.orders
            case Branch():
                found += all_orders((*step.then, *step.otherwise))
    return tuple(found)


def with_coasts_now(steps: Iterable[Step], now: RenameSpot) -> tuple[Step, ...]:
    """Return lines with the coasts in their orders named on the map of now."""
    found: list[Step] = []
    for step in steps:
        match step:
            case Plain():
                orders = tuple(order.with_coasts_now(now) for order in step.orders)
                found.append(Plain(orders=orders))
            case Branch():
                then, otherwise = (with_coasts_now(way, now) for way in (step.then, step.otherwise))
                found.append(Branch(test=step.test, then=then, otherwise=otherwise))
    return tuple(found)


def write_condition(test: Condition, say: Wording) -> str:
    """Return the canonical text of a condition."""
    match test:
        case Not():
            return f"not {_operand(test.of, say)}"
        case All():
            return " and ".join(_operand(one, say) for one in test.of)
        case Some():
            return " or ".join(write_condition(one, say) for one in test.of)
        case _:
            return _write_fact(test, say)


def _operand(test: Condition, say: Wording) -> str:
    text = write_condition(test, say)
    return f"({text})" if isinstance(test, All | Some) else text


def _write_fact(test: Fact, say: Wording) -> str:
    match test:
        case Stands():
            kind = f"{say.kind(test.kind)} " if test.kind else ""
            return f"{kind}{test.power} in {say.province(test.at)}"
        case CameTo():
            return f"{say.unit(test.unit)} in {say.province(test.at)}"
        case WasDislodged():
            return f"{say.unit(test.unit)} dislodged"
        case Owns():
            return f"{test.power} owns {say.province(test.at)}"
        case HasLost():
            return f"lost {say.province(test.at)}"
        case Succeeded():
            return f"{test.order.text(say)} succeeded"
        case IsEmpty():
            return f"{say.province(test.at)} empty"
        case Changed():
            return f"changed {say.province(test.at)}"
        case IsCentre():
            return f"centre {say.province(test.at)}"
    assert_never(test)


def choose_retreats(steps: Iterable[Step], facts: SeasonFacts, power: Power) -> tuple[Order, ...]:
    """Return a power's retreats: for every dislodged unit the first line that is possible.

    A place that an earlier unit of the same power goes to is not possible. A unit for which nothing is
    possible gets no order.
    """
    state = facts.state
    found: dict[ProvinceKey, Order] = {}
    taken: set[ProvinceKey] = set()
    for order in choose_orders(steps, facts):
        if not isinstance(order, Retreat | Disband):
            continue
        at = order.unit.at.province
        lost = state.dislodged.get(at)
        if lost is None or lost.unit.power != power or at in found:
            continue
        if isinstance(order, Retreat):
            to = _find_open_place(state.board, lost, order.to)
            if to is None or to.province in taken:
                continue
            taken.add(to.province)
        found[at] = order
    return tuple(found.values())


def _find_open_place(board: Board, lost: Dislodged, to: PlaceName) -> Place | None:
    """Return the one place of a retreat that is open, or None when there is none or more than one."""
    places = [place for place in lost.retreats if place.province == to.province]
    if to.coast is not None and coasts(board, to.province) and any(place.coast for place in places):
        meant = find_named_place(board, to, places)
        return meant if isinstance(meant, Place) else None
    return places[0] if len(places) == 1 else None


def adjustments_due(variant: Variant, state: GameState, power: Power) -> int:
    """Return how many builds a power is due; a negative number of removals.

    An army aboard a fleet and a mutant force count as two units.
    """
    double = {Kind.ARMY_ABOARD, Kind.MUTANT}
    counted = variant.before_adjustments(variant, state)
    units = sum(2 if unit.kind in double else 1 for unit in counted.units_of(power))
    return len(counted.centres_of(power)) - units


def is_asked(variant: Variant, state: GameState, power: Power) -> bool:
    """Tell whether a power is asked for adjustments; every power is where it is secret who owns what."""
    return state.secrets is not None or adjustments_due(variant, state, power) != 0
