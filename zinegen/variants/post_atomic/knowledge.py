"""What powers find out of the secret map, and the private notices at the end of a season.

A unit knows of the province in which it stands whether it is a centre, and the ranges on its borders, but
not whether they are double. Source: docs/rules/post-atomic.md, "7. Who is told what".
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace

from zinegen.board.board import Board, Power
from zinegen.game.changes import Change
from zinegen.game.orders import Sheet
from zinegen.game.report import Report
from zinegen.game.state import GameState, PhaseKind, Season
from zinegen.game.units import Unit
from zinegen.game.variant import KnownCentres, PhaseRule
from zinegen.geometry.mesh import Face
from zinegen.rules.compose import join_reports, play_rule
from zinegen.rules.secrets import list_owned_lines
from zinegen.variants.post_atomic.extra import Fact, FactKind, FactLearnt, Knowledge

Upkeep = Callable[[Unit], int]
"""How many centres a unit needs."""


def centre_fact(board: Board, face: Face) -> Fact:
    """Return whether a province is a centre, as a fact."""
    kind = FactKind.CENTRE if board[face].centre else FactKind.NO_CENTRE
    return Fact(kind=kind, provinces=(face,))


def range_facts(board: Board, faces: Iterable[Face]) -> tuple[Fact, ...]:
    """Return the ranges on the borders of provinces, single and double alike, sorted."""
    seen = set(faces)
    return tuple(
        Fact(kind=FactKind.RANGE, provinces=ends)
        for ends in sorted(board.ranges)
        if seen.intersection(ends)
    )


def facts_seen_from(board: Board, faces: Iterable[Face]) -> tuple[Fact, ...]:
    """Return the facts that units in these provinces learn of the map."""
    here = sorted(faces)
    grounds = (centre_fact(board, face) for face in here if board.is_ground(face))
    return (*grounds, *range_facts(board, here))


def learn_first_facts(state: GameState, told: KnownCentres) -> GameState:
    """Return a position in which each power knows what its units see, its own centres, and what it was told.

    ``told`` lists, for each power, provinces that it knows to be centres or not, wherever its units are.
    """
    known = {}
    for power in state.powers:
        stands = {unit.province for unit in state.units_of(power)}
        told_of = {*state.centres_of(power), *told.get(power, ())}
        facts = {
            *facts_seen_from(state.board, stands),
            *(centre_fact(state.board, face) for face in told_of),
        }
        if facts:
            known[power] = tuple(sorted(facts))
    return replace(state, extra=replace(Knowledge.of(state.extra), known=known))


@dataclass(frozen=True, slots=True, kw_only=True)
class RuleWithNotices:
    """A rule that, when it ends a season, also gives each power its facts and private notices."""

    rule: PhaseRule
    upkeep: Upkeep

    def __call__(self, state: GameState, sheet: Sheet, /) -> Report:
        """Return the rule's report with the facts that each power learns and the notices that it gets."""
        after, report = play_rule(self.rule, state, sheet)
        if report.needs is not None or after.dislodged:
            return report
        learnt: list[Change] = []
        notices = {}
        for power in state.powers:
            lost = {face for face, one in state.dislodged.items() if one.unit.power == power}
            stood = lost | {unit.province for unit in after.units_of(power)}
            known, untold = _facts_of(after, power)
            news = _list_news(facts_seen_from(after.board, stood), known, untold)
            learnt += (
                FactLearnt(power=power, fact=fact)
                for fact in news
                if fact not in known or fact in untold
            )
            lines = (*(fact.line(after.board) for fact in news), *self._list_totals(after, power))
            if lines:
                notices[power] = lines
        return join_reports(report, Report(changes=tuple(learnt), notices=notices))

    def _list_totals(self, after: GameState, power: Power) -> Iterable[str]:
        """Yield the lines on a power's centres, after ownership was updated, and on what its units need."""
        phase = after.phase
        if phase.season is Season.SPRING:
            return
        if phase.kind is not PhaseKind.ADJUSTMENTS:
            yield from list_owned_lines(after, power)
        if phase.kind is not PhaseKind.PLACEMENT:
            needed = sum(self.upkeep(unit) for unit in after.units_of(power))
            yield f"upkeep {needed}"
            yield f"entitlement {len(after.centres_of(power)) - needed}"


def _facts_of(state: GameState, power: Power) -> tuple[tuple[Fact, ...], tuple[Fact, ...]]:
    """Return what a power knows, and what of it has not been told yet."""
    knowledge = Knowledge.of(state.extra)
    return knowledge.known.get(power, ()), knowledge.untold.get(power, ())


def _list_news(
    seen: tuple[Fact, ...], known: tuple[Fact, ...], untold: tuple[Fact, ...]
) -> tuple[Fact, ...]:
    """Return the facts for a notice: centres newly seen, every range seen, and facts not told before."""
    ranges = {fact for fact in seen if fact.kind is FactKind.RANGE}
    grounds = (fact for fact in seen if fact not in ranges and fact not in known)
    late = (fact for fact in untold if fact.kind is not FactKind.RANGE)
    ranges |= {fact for fact in untold if fact.kind is FactKind.RANGE}
    return (*grounds, *sorted(ranges), *late)
