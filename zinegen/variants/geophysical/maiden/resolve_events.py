"""Transformations against stabilisations, and what those that succeed make of the ground together.

Every province and border is judged by itself: an event succeeds that is stronger than all that holds its
target, and those that succeed are added up. Source: docs/rules/geophysical-maiden.md,
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
    Wishes,
    backed,
    say_of_supports,
    wishes,
)
from zinegen.variants.geophysical.maiden.terrain_changes import (
    found_centre,
    grounded,
    level,
    reground,
    tear,
    terrain_at,
)


class Identical(StrEnum):
    """What becomes of the same event ordered by several powers."""

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
class Shaped:
    """What became of the ground."""

    changes: tuple[GroundChange, ...]
    won: tuple[Claim, ...]
    """The claims that succeeded, those undone by others included."""
    verdicts: LineVerdicts


@dataclass(frozen=True, slots=True, kw_only=True)
class _Trial:
    """One season's claims before the board."""

    board: Board
    policy: GroundPolicy
    defences: Mapping[Ground, TargetDefence]
    verdicts: LineVerdicts

    def winners(self, claims: Sequence[Claim], *, measured: bool = True) -> Iterator[Claim]:
        """Yield the legal claims that succeed; not ``measured``: whatever holds their target."""
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
                self._win(group)
                yield from group

    def _win(self, group: Sequence[Claim]) -> None:
        helping: list[Order] = [claim.order for claim in group]
        helping += [support for claim in group for support in claim.supports]
        for claim in group:
            others = tuple(one for one in helping if not any(one is line for line in claim.lines))
            self.verdicts.note(claim.lines, Verdict(reason=Reason.TRANSFORMED, because=others))

    def lawful(self, claims: Iterable[Claim]) -> tuple[Claim, ...]:
        """Return the claims that are legal as far as the start of the season goes."""
        found = []
        top = find_north_edge(self.board, self.policy.north_edge)
        for claim in claims:
            wrong = why_illegal(self.board, claim.order, top)
            if wrong is None:
                found.append(claim)
            else:
                self.verdicts.note(claim.lines, wrong)
        return tuple(found)

    def sited(
        self, claims: Iterable[Claim], risen: Mapping[Face, Terrain], *, in_season: bool
    ) -> tuple[Claim, ...]:
        """Return the new centres that are legal, the ground having changed."""
        found = []
        for claim in self.lawful(claims):
            face = claim.order.ground[0]
            terrain = risen.get(face, self.board[face].terrain)
            reason = why_no_centre(self.board, face, terrain, in_season=in_season)
            if reason is None:
                found.append(claim)
            else:
                self.verdicts.note(claim.lines, Verdict(reason=reason, at=(face,)))
        return tuple(found)

    def risen(self, won: Sequence[Claim]) -> Mapping[Face, Terrain]:
        """Return the ground of provinces after the events that succeeded; undone ones are said to be."""
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
                self._undo(here)
        return found

    def _undo(self, claims: Sequence[Claim]) -> None:
        for claim in claims:
            others = [one for one in claims if one is not claim]
            contrary = [one for one in others if one.event != claim.event] or others
            against = tuple(one.order for one in contrary)
            self.verdicts.note(claim.lines, Verdict(reason=Reason.UNDONE, because=against))

    def grounded(
        self, founding: Sequence[Claim], won: Sequence[Claim], risen: Mapping[Face, Terrain]
    ) -> Iterator[Claim]:
        """Yield the new centres that find land when the ground has changed."""
        for claim in founding:
            face = claim.order.ground[0]
            if risen.get(face, self.board[face].terrain) is Terrain.LAND:
                yield claim
                continue
            taken = tuple(one.order for one in won if one.event[1] == claim.event[1])
            self.verdicts.note(claim.lines, Verdict(reason=Reason.GROUND_GONE, because=taken))

    def changes(
        self, won: Sequence[Claim], risen: Mapping[Face, Terrain]
    ) -> Iterator[GroundChange]:
        """Yield what happens to the map: province by province, then rift by rift."""
        targets = {claim.event[1] for claim in won}
        for target in sorted(targets, key=lambda target: (len(target), target)):
            here = [claim for claim in won if claim.event[1] == target]
            if len(target) == 2:
                yield from self._quakes(target, here)
                continue
            processes = [claim.order.process for claim in here]
            face, iced = target[0], None
            if Process.ICE_ADVANCE in processes or Process.ICE_RETREAT in processes:
                iced = Process.ICE_ADVANCE in processes
            yield from reground(self.board, face, terrain=risen.get(face), iced=iced)
            if Process.CREATE_CENTRE in processes:
                home = self.policy.centres_at_home
                yield from found_centre(self.board, face, home=home)

    def _quakes(self, target: Ground, won: Sequence[Claim]) -> Iterator[GroundChange]:
        """Yield the one quake at a border; two that both take effect undo each other."""
        if self.policy.identical is not Identical.COMPOUND or len(won) % 2:
            yield tear(self.board, target[0], target[1])
        else:
            self._undo(won)


def shaped(state: GameState, sheet: Sheet, policy: GroundPolicy) -> Shaped:
    """Return what the events and stabilisations of a season make of the ground."""
    verdicts = LineVerdicts()
    wanted = wishes(state, sheet, verdicts)
    trial = _Trial(
        board=state.board,
        policy=policy,
        defences=_holding(state, wanted, verdicts),
        verdicts=verdicts,
    )
    claims = backed(wanted)
    shaping = trial.lawful(c for c in claims if c.order.process is not Process.CREATE_CENTRE)
    won = tuple(trial.winners(shaping))
    risen = trial.risen(won)
    spring = state.phase.season is Season.SPRING
    founding = trial.sited(
        (c for c in claims if c.order.process is Process.CREATE_CENTRE), risen, in_season=spring
    )
    founded = trial.winners(founding, measured=policy.stabilise_stops_centre)
    won = (*won, *trial.grounded(tuple(founded), won, risen))
    say_of_supports(wanted, (*shaping, *founding), sheet, verdicts)
    return Shaped(changes=tuple(trial.changes(won, risen)), won=won, verdicts=verdicts)


def _holding(
    state: GameState, wanted: Wishes, verdicts: LineVerdicts
) -> Mapping[Ground, TargetDefence]:
    found = [
        one
        for power, orders in wanted.stabilisations.items()
        for one in judge_stabilisations(state.board, orders, len(state.centres_of(power)))
    ]
    for order, _, verdict in found:
        verdicts.note([order], verdict)
    return group_by_target(found)


def unopposed(board: Board, orders: Iterable[Order], policy: GroundPolicy) -> Board:
    """Return the board after transformations, one after the other, at whatever time of the year.

    Raises RulesError for one that is not legal on the board as it is then.
    """
    for order in orders:
        if not isinstance(order, Transformation):
            continue
        trial = _Trial(board=board, policy=policy, defences={}, verdicts=LineVerdicts())
        claims = trial.lawful([Claim(lines=(order,))])
        if order.process is Process.CREATE_CENTRE:
            claims = trial.sited(claims, {}, in_season=True)
        if not claims:
            reason = trial.verdicts.found[id(order)].reason
            message = f"{order.line.text if order.line else order.process}: {reason.key}"
            raise RulesError(message)
        board = grounded(board, trial.changes(claims, trial.risen(claims)))
    return board
