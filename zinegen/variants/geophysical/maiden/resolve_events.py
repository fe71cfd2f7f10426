"""Transformations against stabilisations, and the changes of the ground by those that succeed.

Every province and border is judged by itself: an event succeeds when it is stronger than the defence of its
target, and the successful ones are added up. Source: docs/rules/geophysical-maiden.md,
"5. Resolution of events", "6. Consequences", "8. Options".
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from zinegen.board.board import Board, Terrain
from zinegen.errors import RulesError
from zinegen.game.changes import GroundChange
from zinegen.game.orders import Order, Sheet
from zinegen.game.state import GameState, Season
from zinegen.game.verdicts import Reason, Verdict
from zinegen.geometry.mesh import Face
from zinegen.variants.geophysical.common.legality import (
    UNDEFENDED,
    TargetDefence,
    find_north_edge,
    group_by_target,
    judge_stabilisations,
    why_illegal,
    why_no_centre,
)
from zinegen.variants.geophysical.common.line_verdicts import LineVerdicts
from zinegen.variants.geophysical.common.orders import (
    Event,
    Ground,
    Process,
    Transformation,
)
from zinegen.variants.geophysical.maiden.claims import (
    Claim,
    CollectedOrders,
    add_supports,
    collect_orders,
    note_support_verdicts,
)
from zinegen.variants.geophysical.maiden.terrain_changes import (
    apply_changes,
    change_terrain,
    create_centre,
    level,
    terrain_at,
    toggle_rift,
)


class Identical(StrEnum):
    """How the same event ordered by several powers is judged."""

    NO_ADD = "no_add"
    """It is one event, as strong as the strongest order for it."""
    ADD = "add"
    """It is one event, and the orders for it add up."""
    COMPOUND = "compound"
    """Each takes effect: two erosions wear a mountain down to water."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GroundPolicy:
    """Where games differ."""

    north_edge: tuple[str, ...]
    """Names of the provinces where ice may begin."""
    identical: Identical = Identical.NO_ADD
    stabilisations_add: bool = True
    """The stabilisations of different powers add up; else the power that does most counts."""
    stabilise_stops_centre: bool = False
    """A new centre has to beat stabilisations like any other event."""
    centres_at_home: bool = True
    """A centre made inside a power's home country is a home centre for it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ResolvedEvents:
    """The results of the events of one season."""

    changes: tuple[GroundChange, ...]
    won: tuple[Claim, ...]
    """The claims that succeeded, those undone by others included."""
    verdicts: LineVerdicts


@dataclass(frozen=True, slots=True, kw_only=True)
class _EventJudge:
    """Judges the claims of one season on a board."""

    board: Board
    policy: GroundPolicy
    defences: Mapping[Ground, TargetDefence]
    verdicts: LineVerdicts

    def find_winners(self, claims: Sequence[Claim], *, measured: bool = True) -> Iterator[Claim]:
        """Yield the legal claims that succeed; without ``measured``, whatever the defence of their target."""
        groups: dict[tuple[Event, int], list[Claim]] = {}
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

    def _note_success(self, group: Sequence[Claim]) -> None:
        helping: list[Order] = [claim.order for claim in group]
        helping += [support for claim in group for support in claim.supports]
        for claim in group:
            others = tuple(one for one in helping if not any(one is line for line in claim.lines))
            self.verdicts.note(claim.lines, Verdict(reason=Reason.TRANSFORMED, because=others))

    def filter_legal(self, claims: Iterable[Claim]) -> tuple[Claim, ...]:
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
        self, claims: Iterable[Claim], terrains: Mapping[Face, Terrain], *, in_season: bool
    ) -> tuple[Claim, ...]:
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

    def find_terrains(self, won: Sequence[Claim]) -> Mapping[Face, Terrain]:
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

    def _note_undone(self, claims: Sequence[Claim]) -> None:
        for claim in claims:
            others = [one for one in claims if one is not claim]
            contrary = [one for one in others if one.event != claim.event] or others
            against = tuple(one.order for one in contrary)
            self.verdicts.note(claim.lines, Verdict(reason=Reason.UNDONE, because=against))

    def filter_centres_on_land(
        self, founding: Sequence[Claim], won: Sequence[Claim], terrains: Mapping[Face, Terrain]
    ) -> Iterator[Claim]:
        """Yield the claims for new centres whose province is land on the changed terrain."""
        for claim in founding:
            face = claim.order.ground[0]
            if terrains.get(face, self.board[face].terrain) is Terrain.LAND:
                yield claim
                continue
            taken = tuple(one.order for one in won if one.event[1] == claim.event[1])
            self.verdicts.note(claim.lines, Verdict(reason=Reason.GROUND_GONE, because=taken))

    def list_changes(
        self, won: Sequence[Claim], terrains: Mapping[Face, Terrain]
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

    def _list_rift_changes(self, target: Ground, won: Sequence[Claim]) -> Iterator[GroundChange]:
        """Yield the change by an earthquake at a border; two that both take effect cancel out."""
        if self.policy.identical is not Identical.COMPOUND or len(won) % 2:
            yield toggle_rift(self.board, target[0], target[1])
        else:
            self._note_undone(won)


def resolve_events(state: GameState, sheet: Sheet, policy: GroundPolicy) -> ResolvedEvents:
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
    return ResolvedEvents(
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


def carry_out_unopposed(board: Board, orders: Iterable[Order], policy: GroundPolicy) -> Board:
    """Return the board after transformations, one after the other, at whatever time of the year.

    Raises RulesError for one that is not legal on the board as it is then.
    """
    for order in orders:
        if not isinstance(order, Transformation):
            continue
        judge = _EventJudge(board=board, policy=policy, defences={}, verdicts=LineVerdicts())
        claims = judge.filter_legal([Claim(lines=(order,))])
        if order.process is Process.CREATE_CENTRE:
            claims = judge.filter_legal_centres(claims, {}, in_season=True)
        if not claims:
            reason = judge.verdicts.found[id(order)].reason
            message = f"{order.line.text if order.line else order.process}: {reason.key}"
            raise RulesError(message)
        board = apply_changes(board, judge.list_changes(claims, judge.find_terrains(claims)))
    return board
