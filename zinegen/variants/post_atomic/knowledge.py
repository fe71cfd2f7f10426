"""The secret facts of the map: who has learnt what, the private notices of it, and the published totals.

The whole truth stands where it always stands: centres and ranges on the board, owners in the state. A unit
knows of the province in which it stands whether it is a centre, and the ranges on its borders, but not
whether they are double. Source: docs/rules/post-atomic.md, "7. Who is told what".
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum

from zinegen.board.board import Board, Power
from zinegen.game.changes import Change, OwnFactsChange
from zinegen.game.orders import Sheet
from zinegen.game.state import GameState, KnownGround, OwnFacts, PhaseKind, Season
from zinegen.game.units import Unit
from zinegen.game.variant import KnownCentres, PhaseRule
from zinegen.game.verdicts import Report
from zinegen.geometry.mesh import ProvinceKey
from zinegen.recorded_as import RECORDED_AS
from zinegen.rules.compose import join_reports, play_rule
from zinegen.rules.ownership import Visits
from zinegen.rules.secrets import list_owned


class FactKind(StrEnum):
    """What a fact says, in the words of private notices."""

    CENTRE = "centre"
    NO_CENTRE = "no centre"
    RANGE = "range"
    DOUBLE = "double"


@dataclass(frozen=True, slots=True, kw_only=True, order=True)
class Fact(KnownGround):
    """Something about the map that a power may know; a border is in the order of `pair`."""

    kind: FactKind


Facts = Mapping[Power, tuple[Fact, ...]]
"""Facts of powers, sorted."""


@dataclass(frozen=True, kw_only=True)
class Knowledge(Visits):
    """Who knows what of the secret map, and what was published of it."""

    known: Facts = field(default_factory=dict, metadata={RECORDED_AS: ("secrets", "known")})
    """What each power has learnt; what it owns is told by the owners."""
    untold: Facts = field(default_factory=dict, metadata={RECORDED_AS: ("secrets", "untold")})
    """Learnt this season and told at its end, after the retreats."""
    totals: Mapping[Power, int] = field(default_factory=dict)
    """How many centres powers own as last published."""

    def cut_for_public(self) -> Knowledge:
        """Return it without what anybody has learnt."""
        return replace(self, known={}, untold={})

    def cut_for(self, power: Power) -> Knowledge:
        """Return it with nothing but what one power has learnt and was told."""
        return replace(self, known={power: self.known.get(power, ())}, untold={})

    def show_known(self, board: Board, power: Power) -> Board:
        """Return a board with the centres and ranges that a power knows of."""
        centres: set[ProvinceKey] = set()
        ranges: dict[tuple[ProvinceKey, ProvinceKey], int] = {}
        for fact in self.known.get(power, ()):
            match fact.kind, fact.provinces:
                case FactKind.CENTRE, (face,):
                    centres.add(face)
                case FactKind.RANGE, (one, other):
                    ranges.setdefault((one, other), 1)
                case FactKind.DOUBLE, (one, other):
                    ranges[one, other] = 2
                case _:
                    pass
        return replace(
            board,
            provinces={
                face: replace(province, centre=province.centre or face in centres)
                for face, province in board.provinces.items()
            },
            ranges=dict(sorted(ranges.items())),
        )

    def list_known(self, power: Power) -> tuple[Fact, ...]:
        """Return the facts that a power knows, sorted."""
        return self.known.get(power, ())

    @property
    def secret_places(self) -> frozenset[ProvinceKey]:
        """The provinces of which somebody knows something."""
        facts = (*self.known.values(), *self.untold.values())
        return frozenset(face for some in facts for fact in some for face in fact.provinces)

    @property
    def published_totals(self) -> Mapping[Power, int]:
        """How many centres powers own as last published."""
        return self.totals


@dataclass(frozen=True, slots=True, kw_only=True)
class FactLearnt(OwnFactsChange):
    """A power came to know something; secret."""

    power: Power
    fact: Fact
    told: bool = True
    """False while the notice of it must wait for the end of the season."""

    def apply_to(self, extra: OwnFacts) -> Knowledge:
        """Return what is known after it."""
        before = Knowledge.of(extra)
        known = {*before.known.get(self.power, ()), self.fact}
        untold = {*before.untold.get(self.power, ())} - {self.fact}
        if not self.told:
            untold.add(self.fact)
        return replace(
            before,
            known=_replace_facts(before.known, self.power, known),
            untold=_replace_facts(before.untold, self.power, untold),
        )

    @property
    def secret_places(self) -> tuple[ProvinceKey, ...]:
        """The provinces that the fact is about."""
        return self.fact.provinces


def _replace_facts(facts: Facts, power: Power, now: Iterable[Fact]) -> Facts:
    found = {**facts, power: tuple(sorted(now))}
    return {one: found[one] for one in sorted(found) if found[one]}


@dataclass(frozen=True, slots=True, kw_only=True)
class TotalsPublished(OwnFactsChange):
    """The GM published how many centres powers own, though not which."""

    totals: Mapping[Power, int]

    def apply_to(self, extra: OwnFacts) -> Knowledge:
        """Return what is known after it."""
        return replace(Knowledge.of(extra), totals=self.totals)


Upkeep = Callable[[Unit], int]
"""How many centres a unit needs."""


def centre_fact(board: Board, face: ProvinceKey) -> Fact:
    """Return whether a province is a centre, as a fact."""
    kind = FactKind.CENTRE if board[face].centre else FactKind.NO_CENTRE
    return Fact(kind=kind, provinces=(face,))


def facts_seen_from(board: Board, faces: Iterable[ProvinceKey]) -> tuple[Fact, ...]:
    """Return the facts that units in these provinces learn of the map."""
    here = sorted(faces)
    grounds = (centre_fact(board, face) for face in here if board.is_ground(face))
    ranges = (
        Fact(kind=FactKind.RANGE, provinces=ends)
        for ends in sorted(board.ranges)
        if not {*here}.isdisjoint(ends)
    )
    return (*grounds, *ranges)


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
            knowledge = Knowledge.of(after.extra)
            known, untold = (some.get(power, ()) for some in (knowledge.known, knowledge.untold))
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
            yield from (one.line(after.board) for one in list_owned(after, power))
        if phase.kind is not PhaseKind.PLACEMENT:
            needed = sum(self.upkeep(unit) for unit in after.units_of(power))
            yield f"upkeep {needed}"
            yield f"entitlement {len(after.centres_of(power)) - needed}"


def _list_news(
    seen: tuple[Fact, ...], known: tuple[Fact, ...], untold: tuple[Fact, ...]
) -> tuple[Fact, ...]:
    """Return the facts for a notice: centres newly seen, every range seen, and facts not told before."""
    ranges = {fact for fact in seen if fact.kind is FactKind.RANGE}
    grounds = (fact for fact in seen if fact not in ranges and fact not in known)
    late = (fact for fact in untold if fact.kind is not FactKind.RANGE)
    ranges |= {fact for fact in untold if fact.kind is FactKind.RANGE}
    return (*grounds, *sorted(ranges), *late)
