"""Which transformations the powers order and support, which succeed, and the changes of the ground by them.

Every province and border is judged by itself: an event succeeds when it is stronger than the defence of its
target, and the successful ones are added up. Source: docs/rules/geophysical-maiden.md, "3. Orders",
"4. Legality", "5. Resolution of events", "6. Consequences", "7. Results of lines", "8. Options".
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from zinegen.board.board import Board, Power, Terrain
from zinegen.errors import RulesError
from zinegen.game.changes import GroundChange
from zinegen.game.orders import Order, Sheet, Unreadable
from zinegen.game.state import GameState, Season
from zinegen.game.verdicts import Reason, Verdict
from zinegen.geometry.mesh import ProvinceKey
from zinegen.rules.movement.rulebook import Rulebook
from zinegen.variants.geophysical.common.orders import (
    Event,
    Ground,
    Stabilisation,
    Transformation,
    TransformationSupport,
    count_stabilisation,
)
from zinegen.variants.geophysical.common.processes import Process
from zinegen.variants.geophysical.common.rule_set import LineVerdicts, find_north_edge
from zinegen.variants.geophysical.maiden.transformations import (
    LIFTS,
    apply_changes,
    change_terrain,
    create_centre,
    level,
    terrain_at,
    toggle_rift,
    why_illegal,
    why_no_centre,
    why_no_ground,
)

EventOrder = Transformation | TransformationSupport


@dataclass(frozen=True, slots=True, kw_only=True)
class PowerClaim:
    """One power's order for a transformation, with the supports given to it."""

    lines: tuple[Transformation, ...]
    """The order, more than once when it was written more than once."""
    supports: tuple[TransformationSupport, ...] = ()

    @property
    def order(self) -> Transformation:
        """The order."""
        return self.lines[0]

    @property
    def event(self) -> Event:
        """What is to happen, whoever ordered it."""
        return self.order.event

    @property
    def lift(self) -> int:
        """How many levels it lifts its province."""
        return LIFTS.get(self.order.process, 0)

    @property
    def strength(self) -> int:
        """One, and one for each support."""
        return 1 + len(self.supports)


@dataclass(frozen=True, slots=True, kw_only=True)
class CollectedOrders:
    """The order lines that count before the map is looked at, one event for each power."""

    claims: tuple[PowerClaim, ...]
    supports: tuple[tuple[TransformationSupport, ...], ...]
    """Of each power the lines with its support."""
    stabilisations: Mapping[Power, tuple[Stabilisation, ...]]


def collect_orders(state: GameState, sheet: Sheet, verdicts: LineVerdicts) -> CollectedOrders:
    """Collect the lines that count before the map is looked at; two different events of a power both fail."""
    claims, supports = [], []
    stabilisations: dict[Power, tuple[Stabilisation, ...]] = {}
    for power in sorted(sheet.events):
        orders = sheet.events[power]
        if not state.is_alive(power):
            readable = (order for order in orders if not isinstance(order, Unreadable))
            verdicts.note(readable, Verdict(reason=Reason.NO_STANDING))
            continue
        stabilisations[power] = tuple(one for one in orders if isinstance(one, Stabilisation))
        events = [order for order in orders if isinstance(order, EventOrder)]
        if any(_are_different(one, events[0]) for one in events):
            for order in events:
                others = tuple(other for other in events if _are_different(other, order))
                verdicts.note([order], Verdict(reason=Reason.TWO_EVENTS, because=others))
            continue
        own = tuple(one for one in events if isinstance(one, Transformation))
        helping = tuple(one for one in events if isinstance(one, TransformationSupport))
        if own:
            claims.append(PowerClaim(lines=own))
        if helping:
            supports.append(helping)
    return CollectedOrders(
        claims=tuple(claims), supports=tuple(supports), stabilisations=stabilisations
    )


def _are_different(one: EventOrder, other: EventOrder) -> bool:
    """Tell whether two orders of one power ask for different events."""
    if isinstance(one, Transformation) and isinstance(other, Transformation):
        return one.event != other.event
    if isinstance(one, TransformationSupport) and isinstance(other, TransformationSupport):
        return not one.supports(other.of)
    return True


def add_supports(collected: CollectedOrders) -> tuple[PowerClaim, ...]:
    """Return all claims with the supports given to them; a support counts once, however often written."""
    return tuple(
        replace(
            claim,
            supports=tuple(lines[0] for lines in collected.supports if _is_for(lines[0], claim)),
        )
        for claim in collected.claims
    )


def _is_for(support: TransformationSupport, claim: PowerClaim) -> bool:
    """Tell whether a support is given to a claim, which must be another power's."""
    return support.power != claim.order.power and support.supports(claim.order)


def note_support_verdicts(
    collected: CollectedOrders, legal: Iterable[PowerClaim], sheet: Sheet, verdicts: LineVerdicts
) -> None:
    """Note a verdict on every support: those of legal events that were ordered count."""
    legal = tuple(legal)
    for lines in collected.supports:
        verdicts.note(lines, _judge_support(lines[0], legal, sheet))


def _judge_support(
    order: TransformationSupport, legal: Iterable[PowerClaim], sheet: Sheet
) -> Verdict:
    if order.of.power == order.power:
        return Verdict(reason=Reason.OF_OWN_EVENT)
    for claim in legal:
        if _is_for(order, claim):
            return Verdict(reason=Reason.EVENT_SUPPORTED, because=(claim.order,))
    for one in sheet.events.get(order.of.power, ()):
        if isinstance(one, Transformation) and one.event == order.of.event:
            return Verdict(reason=Reason.OF_VOID_ORDER, because=(one,))
    return Verdict(reason=Reason.NO_SUCH_EVENT)


@dataclass(frozen=True, slots=True, kw_only=True)
class TargetDefence:
    """The stabilisations that defend one target."""

    orders: tuple[Stabilisation, ...]
    """Those that count, by power and as written."""
    by_power: Mapping[Power, int]
    """How many stabilisations each power has in it."""

    def strength(self, *, add: bool) -> int:
        """Return the strength of the defence: of all powers together, or of the power with most."""
        return sum(self.by_power.values()) if add else max(self.by_power.values(), default=0)


UNDEFENDED = TargetDefence(orders=(), by_power={})


def judge_stabilisations(
    board: Board, given: Iterable[Stabilisation], allowed: int
) -> tuple[tuple[Stabilisation, int, Verdict], ...]:
    """Return one power's stabilisations, each with how many of it count, and its verdict.

    They count in the sequence written until ``allowed`` is used up; one for more counts for what is left.
    """
    left, found = allowed, []
    for order in given:
        wrong = why_no_ground(board, order.ground)
        times, verdict = (0, wrong) if wrong else count_stabilisation(order, left)
        left -= times
        found.append((order, times, verdict))
    return tuple(found)


def group_by_target(
    counting: Iterable[tuple[Stabilisation, int, Verdict]],
) -> Mapping[Ground, TargetDefence]:
    """Return the defence of each target, from what `judge_stabilisations` returned for all powers."""
    orders: dict[Ground, list[Stabilisation]] = {}
    powers: dict[Ground, dict[Power, int]] = {}
    for order, times, _ in counting:
        if times:
            orders.setdefault(order.target, []).append(order)
            here = powers.setdefault(order.target, {})
            here[order.power] = here.get(order.power, 0) + times
    return {
        target: TargetDefence(orders=tuple(lines), by_power=powers[target])
        for target, lines in orders.items()
    }


class Identical(StrEnum):
    """How the same event ordered by several powers is judged."""

    NO_ADD = "no_add"
    """It is one event, as strong as the strongest order for it."""
    ADD = "add"
    """It is one event, and the orders for it add up."""
    COMPOUND = "compound"
    """Each takes effect: two erosions wear a mountain down to water."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SeasonPolicy:
    """Where games differ."""

    game: Rulebook
    north_edge: tuple[str, ...]
    """Names of the provinces where ice may begin."""
    identical: Identical = Identical.NO_ADD
    stabilisations_add: bool = True
    """The stabilisations of different powers add up; else the power that does most counts."""
    stabilise_stops_centre: bool = False
    """A new centre has to beat stabilisations like any other event."""
    centres_at_home: bool = True
    """A centre made inside a power's home country is a home centre for it."""
    relocates: bool = True
    """A fleet whose coast vanished goes to another of its province; False: it is destroyed."""
    escape: bool = False
    """Units leave on the old terrain of their province; those that cannot stand are lost after the moves."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ResolvedTransformations:
    """The results of the events of one season."""

    changes: tuple[GroundChange, ...]
    won: tuple[PowerClaim, ...]
    """The claims that succeeded, those undone by others included."""
    verdicts: LineVerdicts


@dataclass(frozen=True, slots=True, kw_only=True)
class _EventJudge:
    """Judges the claims of one season on a board."""

    board: Board
    policy: SeasonPolicy
    defences: Mapping[Ground, TargetDefence]
    verdicts: LineVerdicts

    def find_winners(
        self, claims: Sequence[PowerClaim], *, measured: bool = True
    ) -> Iterator[PowerClaim]:
        """Yield the legal claims that succeed; without ``measured``, whatever the defence of their target."""
        groups: dict[tuple[Event, int], list[PowerClaim]] = {}
        for number, claim in enumerate(claims):
            alone = self.policy.identical is Identical.COMPOUND
            groups.setdefault((claim.event, number if alone else 0), []).append(claim)
        for (event, _), group in groups.items():
            strengths = [claim.strength for claim in group]
            strength = sum(strengths) if self.policy.identical is Identical.ADD else max(strengths)
            holding = self.defences.get(event[1], UNDEFENDED)
            if measured and strength <= holding.strength(add=self.policy.stabilisations_add):
                lines = [line for claim in group for line in claim.lines]
                self.verdicts.note(lines, Verdict(reason=Reason.STABILISED, because=holding.orders))
            else:
                self._note_success(group)
                yield from group

    def _note_success(self, group: Sequence[PowerClaim]) -> None:
        helping: list[Order] = [claim.order for claim in group]
        helping += [support for claim in group for support in claim.supports]
        for claim in group:
            others = tuple(one for one in helping if not any(one is line for line in claim.lines))
            self.verdicts.note(claim.lines, Verdict(reason=Reason.TRANSFORMED, because=others))

    def filter_legal(self, claims: Iterable[PowerClaim]) -> tuple[PowerClaim, ...]:
        """Return the claims that are legal on the board at the start of the season."""
        found = []
        top = find_north_edge(self.board, self.policy.north_edge)
        for claim in claims:
            wrong = why_illegal(self.board, claim.order, top)
            if wrong is None:
                found.append(claim)
            else:
                self.verdicts.note(claim.lines, wrong)
        return tuple(found)

    def filter_legal_centres(
        self,
        claims: Iterable[PowerClaim],
        terrains: Mapping[ProvinceKey, Terrain],
        *,
        in_season: bool,
    ) -> tuple[PowerClaim, ...]:
        """Return the claims for new centres that are legal on the changed terrain."""
        found = []
        for claim in self.filter_legal(claims):
            face = claim.order.ground[0]
            terrain = terrains.get(face, self.board[face].terrain)
            reason = why_no_centre(self.board, face, terrain, in_season=in_season)
            if reason is None:
                found.append(claim)
            else:
                self.verdicts.note(claim.lines, Verdict(reason=reason, at=(face,)))
        return tuple(found)

    def find_terrains(self, won: Sequence[PowerClaim]) -> Mapping[ProvinceKey, Terrain]:
        """Return the terrain of provinces after the successful events, and note those that cancel out."""
        found = {}
        for face in sorted({claim.order.ground[0] for claim in won if claim.lift}):
            here = [claim for claim in won if claim.lift and claim.order.ground[0] == face]
            alone = self.policy.identical is Identical.COMPOUND
            lifts = (
                [claim.lift for claim in here]
                if alone
                else {c.event: c.lift for c in here}.values()
            )
            found[face] = terrain_at(level(self.board, face) + sum(lifts))
            if found[face] is self.board[face].terrain:
                self._note_undone(here)
        return found

    def _note_undone(self, claims: Sequence[PowerClaim]) -> None:
        for claim in claims:
            others = [one for one in claims if one is not claim]
            contrary = [one for one in others if one.event != claim.event] or others
            against = tuple(one.order for one in contrary)
            self.verdicts.note(claim.lines, Verdict(reason=Reason.UNDONE, because=against))

    def filter_centres_on_land(
        self,
        founding: Sequence[PowerClaim],
        won: Sequence[PowerClaim],
        terrains: Mapping[ProvinceKey, Terrain],
    ) -> Iterator[PowerClaim]:
        """Yield the claims for new centres whose province is land on the changed terrain."""
        for claim in founding:
            face = claim.order.ground[0]
            if terrains.get(face, self.board[face].terrain) is Terrain.LAND:
                yield claim
                continue
            taken = tuple(one.order for one in won if one.event[1] == claim.event[1])
            self.verdicts.note(claim.lines, Verdict(reason=Reason.GROUND_GONE, because=taken))

    def list_changes(
        self, won: Sequence[PowerClaim], terrains: Mapping[ProvinceKey, Terrain]
    ) -> Iterator[GroundChange]:
        """Yield the changes of the map: province by province, then rift by rift."""
        targets = {claim.event[1] for claim in won}
        for target in sorted(targets, key=lambda target: (len(target), target)):
            here = [claim for claim in won if claim.event[1] == target]
            if len(target) == 2:
                yield from self._list_rift_changes(target, here)
                continue
            processes = [claim.order.process for claim in here]
            face, iced = target[0], None
            if Process.ICE_ADVANCE in processes or Process.ICE_RETREAT in processes:
                iced = Process.ICE_ADVANCE in processes
            yield from change_terrain(self.board, face, terrain=terrains.get(face), iced=iced)
            if Process.CREATE_CENTRE in processes:
                home = self.policy.centres_at_home
                yield from create_centre(self.board, face, home=home)

    def _list_rift_changes(
        self, target: Ground, won: Sequence[PowerClaim]
    ) -> Iterator[GroundChange]:
        """Yield the change by an earthquake at a border; two that both take effect cancel out."""
        if self.policy.identical is not Identical.COMPOUND or len(won) % 2:
            yield toggle_rift(self.board, target[0], target[1])
        else:
            self._note_undone(won)


def resolve_events(state: GameState, sheet: Sheet, policy: SeasonPolicy) -> ResolvedTransformations:
    """Judge the events and stabilisations of a season."""
    verdicts = LineVerdicts()
    collected = collect_orders(state, sheet, verdicts)
    judge = _EventJudge(
        board=state.board,
        policy=policy,
        defences=_find_defences(state, collected, verdicts),
        verdicts=verdicts,
    )
    claims = add_supports(collected)
    shaping = judge.filter_legal(c for c in claims if c.order.process is not Process.CREATE_CENTRE)
    won = tuple(judge.find_winners(shaping))
    terrains = judge.find_terrains(won)
    spring = state.phase.season is Season.SPRING
    founding = judge.filter_legal_centres(
        (c for c in claims if c.order.process is Process.CREATE_CENTRE), terrains, in_season=spring
    )
    founded = judge.find_winners(founding, measured=policy.stabilise_stops_centre)
    won = (*won, *judge.filter_centres_on_land(tuple(founded), won, terrains))
    note_support_verdicts(collected, (*shaping, *founding), sheet, verdicts)
    return ResolvedTransformations(
        changes=tuple(judge.list_changes(won, terrains)), won=won, verdicts=verdicts
    )


def _find_defences(
    state: GameState, collected: CollectedOrders, verdicts: LineVerdicts
) -> Mapping[Ground, TargetDefence]:
    found = [
        one
        for power, orders in collected.stabilisations.items()
        for one in judge_stabilisations(state.board, orders, len(state.centres_of(power)))
    ]
    for order, _, verdict in found:
        verdicts.note([order], verdict)
    return group_by_target(found)


def carry_out_unopposed(board: Board, orders: Iterable[Order], policy: SeasonPolicy) -> Board:
    """Return the board after transformations, one after the other, at whatever time of the year.

    Raises RulesError for one that is not legal on the board as it is then.
    """
    for order in orders:
        if not isinstance(order, Transformation):
            continue
        judge = _EventJudge(board=board, policy=policy, defences={}, verdicts=LineVerdicts())
        claims = judge.filter_legal([PowerClaim(lines=(order,))])
        if order.process is Process.CREATE_CENTRE:
            claims = judge.filter_legal_centres(claims, {}, in_season=True)
        if not claims:
            reason = judge.verdicts.found[order.key].reason
            message = f"{order.line.text if order.line else order.process}: {reason.key}"
            raise RulesError(message)
        board = apply_changes(board, judge.list_changes(claims, judge.find_terrains(claims)))
    return board
