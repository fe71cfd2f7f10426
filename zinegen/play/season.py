"""Playing a season: from what was handed in for a deadline to what came of each of its phases.

This is the one place that plays: a deadline that is closed, a scenario, a question of a page and a program
that uses this one all come through it. Nothing here opens a file, looks at a clock or throws dice: rulings
and throws are given, and where one is missing the outcome says which.
Source: docs/rules/common.md, "7. Turn skeleton".
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias

from zinegen.board.board import Power
from zinegen.errors import GameFolderError
from zinegen.game.apply import apply
from zinegen.game.changes import GameEnded, UnitPutOnCoast
from zinegen.game.orders import Sheet
from zinegen.game.state import GameState, Phase, Throw
from zinegen.game.variant import Variant
from zinegen.game.verdicts import Report, Undesignated
from zinegen.notation.findings import Finding
from zinegen.play.deadlines import Turn, asks_nobody
from zinegen.play.read_orders import FilledSheet, SheetContext, fill_coasts, fill_sheet
from zinegen.play.records.records import PhaseRecord
from zinegen.play.texts.chance_file import Draw, full_label, strip_season
from zinegen.play.texts.order_file import OrderFile
from zinegen.play.texts.rulings_file import ENDINGS, GmRuling
from zinegen.play.unused_orders import add_unused_orders
from zinegen.play.votes import VotesTold, count_votes
from zinegen.rules.compose import adjudicate

Thrower: TypeAlias = Callable[[Phase, Throw, int], Draw | None]
"""What a throw gives, None where nobody has made it; the number is how many were made in the phase before."""
MOST_THROWS = 1000
"""In one phase; a rule set that asks for more never comes to an end."""


def throw_nothing(_phase: Phase, _throw: Throw, _made: int) -> None:
    """Make no throw: where one is needed the season waits."""


def throw_as_listed(results: Mapping[str, int]) -> Thrower:
    """Return throws that give the results listed by their names, such as ``S1901E/coast/F Con``."""

    def throw(phase: Phase, throw: Throw, _made: int) -> Draw | None:
        result = results.get(full_label(phase, throw))
        return None if result is None else record_throw(phase, throw, result)

    return throw


def throw_as_recorded(draws: Sequence[Draw]) -> Thrower:
    """Return throws that give what was recorded, in whichever form the names of throws were then."""

    def throw(phase: Phase, throw: Throw, _made: int) -> Draw | None:
        label = full_label(phase, throw)
        found = (one for one in draws if strip_season(one.label) == label)
        return next((one for one in found if one.candidates == throw.candidates), None)

    return throw


def record_throw(phase: Phase, throw: Throw, result: int) -> Draw:
    """Return a throw with its result, as records keep it.

    Raises GameFolderError when it is the number of no candidate.
    """
    if not 1 <= result <= len(throw.candidates):
        most = len(throw.candidates)
        message = f"{phase}: a throw of {result} for {throw.label}: it is from 1 to {most}"
        raise GameFolderError(message)
    label = full_label(phase, throw)
    return Draw(label=label, candidates=throw.candidates, result=result, secret=throw.secret)


@dataclass(frozen=True, slots=True, kw_only=True)
class HandedIn:
    """All that a season is played from besides its turn."""

    files: Mapping[Power, OrderFile]
    """The files that count."""
    decisions: tuple[GmRuling, ...] = ()
    """The GM's rulings."""
    disorder: frozenset[Power] = frozenset()
    """Powers in civil disorder."""
    throw: Thrower = throw_nothing
    may_designate: frozenset[Power] = frozenset()
    """Powers that still have time to say where their fleets go: the season waits for them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PhaseOutcome:
    """What came of one phase, or what has to be decided before anything can."""

    filled: FilledSheet
    """The orders as they were read, and what is wrong with the lines."""
    record: PhaseRecord
    """The phase as it came out; of one that waits, as it is if all that is open falls to the first choice."""
    needs: Throw | None = None
    """A throw that nobody has made."""
    undesignated: tuple[Undesignated, ...] = ()
    """Fleets whose powers still have time to say where they go."""

    @property
    def waits(self) -> bool:
        """Tell whether something has to be decided before the game goes on."""
        return self.needs is not None or bool(self.undesignated)


@dataclass(frozen=True, slots=True, kw_only=True)
class SeasonOutcome:
    """What came of a season."""

    played: tuple[PhaseOutcome, ...]
    """The phases in the order of play; only the last one may wait for something."""

    @property
    def phases(self) -> tuple[PhaseRecord, ...]:
        """The phases that were played to their end."""
        return tuple(one.record for one in self.played if not one.waits)

    @property
    def waiting(self) -> PhaseOutcome | None:
        """The phase that waits for a throw or for somebody; None when all have been played."""
        return self.played[-1] if self.played and self.played[-1].waits else None

    @property
    def findings(self) -> tuple[Finding, ...]:
        """What is wrong with the lines that were read, each said once."""
        return tuple(dict.fromkeys(found for one in self.played for found in one.filled.findings))

    @property
    def needs(self) -> Throw | None:
        """The throw that nobody has made; None when none is missing."""
        return self.waiting.needs if self.waiting is not None else None

    @property
    def label(self) -> str:
        """The name of that throw, such as ``S1901E/coast/F Con``; empty when none is missing."""
        return "" if self.needs is None else full_label(self.state.phase, self.needs)

    @property
    def state(self) -> GameState:
        """The next position; of a season that waits, the one before the phase that does."""
        last = self.played[-1]
        return last.record.before if last.waits else last.record.after


def play_season(
    turn: Turn, handed: HandedIn, *, elsewhere: frozenset[Phase] = frozenset()
) -> SeasonOutcome:
    """Play the phases of a turn one after the other, as long as the game goes on and nothing is missing.

    A phase behind them in which nobody has anything to decide is played with them, unless it is one of those
    that are played ``elsewhere``. Raises RulesError when the position stands before none of its phases.
    """
    state, left = turn.state, set(turn.phases)
    played: list[PhaseOutcome] = []
    while state.winners is None and (
        state.phase in left
        or (played and asks_nobody(turn.variant, state) and state.phase not in elsewhere)
    ):
        left.discard(state.phase)
        outcome = play_phase(
            SheetContext(
                variant=turn.variant,
                state=state,
                phases=turn.phases,
                files=handed.files,
                decisions=handed.decisions,
                played=tuple(one.record.played for one in played),
                disorder=handed.disorder,
            ),
            throw=handed.throw,
            may_designate=handed.may_designate,
        )
        played.append(outcome)
        if outcome.waits:
            break
        state = outcome.record.after
    return SeasonOutcome(played=tuple(played))


def end_season(
    phases: Sequence[PhaseRecord], handed: HandedIn, rule_on_votes: str
) -> tuple[tuple[PhaseRecord, ...], tuple[GmRuling, ...]]:
    """Return the phases of a season, the last one ending the game if a ruling or a vote does, and the votes.

    What became of the votes are rulings. Where the GM has ended the game nothing is counted.
    """
    by_gm = [one for one in handed.decisions if one.kind in ENDINGS]
    told = VotesTold(rule_on_votes) if rule_on_votes in {*VotesTold} else VotesTold.NONE
    last = phases[-1]
    votes = () if by_gm else count_votes(handed.files, last.after, handed.disorder, told)
    endings = by_gm or [one for one in votes if one.kind in ENDINGS]
    if not endings or last.after.winners is not None:
        return tuple(phases), votes
    end = GameEnded(winners=endings[-1].winners)
    report = replace(last.report, changes=(*last.report.changes, end))
    return (*phases[:-1], replace(last, report=report, after=apply(last.after, [end]))), votes


def play_phase(
    context: SheetContext,
    *,
    throw: Thrower = throw_nothing,
    may_designate: frozenset[Power] = frozenset(),
) -> PhaseOutcome:
    """Play one phase of a deadline whose earlier phases stand in the context.

    Raises RulesError when the rule set has no such phase.
    """
    outcome = _judge_as_foreseen(context, throw, may_designate)
    record = outcome.record
    report = add_unused_orders(context, record.report, record.after)
    if outcome.waits or report is record.report:
        return outcome
    return replace(outcome, record=replace(record, report=report))


def _judge_as_foreseen(
    context: SheetContext, throw: Thrower, may_designate: frozenset[Power]
) -> PhaseOutcome:
    filled = fill_sheet(context)
    judge = _PhaseJudge(context.variant, context.state, throw, may_designate)
    outcome = judge.judge(filled)
    if outcome.waits or not context.has_coast_choices:
        return outcome
    # Coast choices may hang on what the phase comes to, which they cannot change but for the coasts.
    coasts = fill_coasts(replace(context, foreseen=outcome.record.played))
    if coasts == filled.sheet.coasts:
        return outcome
    return judge.judge(replace(filled, sheet=replace(filled.sheet, coasts=coasts)))


@dataclass(frozen=True, slots=True)
class _PhaseJudge:
    """Judges one phase, making the throws that it asks for."""

    variant: Variant
    state: GameState
    throw: Thrower
    may_designate: frozenset[Power]

    def judge(self, filled: FilledSheet) -> PhaseOutcome:
        """Return what comes of a sheet, or what has to be decided first."""
        sheet = filled.sheet
        draws: list[Draw] = []
        while len(draws) < MOST_THROWS:
            after, report = adjudicate(self.variant, self.state, sheet)
            asked = tuple(
                one for one in report.undesignated if one.unit.power in self.may_designate
            )
            needs = report.needs
            draw = None if needs is None else self.throw(self.state.phase, needs, len(draws))
            if asked or (needs is not None and draw is None):
                foreseen = replace(self._foresee(sheet), draws=tuple(draws))
                needs = None if asked else needs
                return PhaseOutcome(filled=filled, record=foreseen, needs=needs, undesignated=asked)
            if needs is None or draw is None:
                record = self._record(sheet, report, after, draws)
                return PhaseOutcome(filled=filled, record=record)
            draws.append(draw)
            sheet = replace(sheet, throws={**sheet.throws, needs.label: draw.result})
        raise GameFolderError(f"{self.state.phase} asks for more than {MOST_THROWS} throws")

    def _foresee(self, sheet: Sheet) -> PhaseRecord:
        """Return the phase as it is if every throw that it still asks for gives the first choice."""
        while True:
            after, report = adjudicate(self.variant, self.state, sheet)
            if report.needs is None:
                break
            sheet = replace(sheet, throws={**sheet.throws, report.needs.label: 1})
        open_units = {one.unit for one in report.undesignated}
        changes = tuple(
            one
            for one in report.changes
            if not (isinstance(one, UnitPutOnCoast) and one.unit in open_units)
        )
        return self._record(sheet, replace(report, changes=changes), after, [])

    def _record(
        self, sheet: Sheet, report: Report, after: GameState, draws: list[Draw]
    ) -> PhaseRecord:
        return PhaseRecord(
            before=self.state,
            report=report,
            after=after,
            draws=tuple(draws),
            disorder=sheet.disorder,
        )
