"""Joining rules, and the one way in which a phase is judged."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from zinegen.board.board import Power
from zinegen.errors import RulesError
from zinegen.game.apply import apply
from zinegen.game.orders import UNNUMBERED, Sheet
from zinegen.game.state import GameState, Phase, PhaseKind, Season, Throw
from zinegen.game.variant import PhaseRule, Variant
from zinegen.game.verdicts import OrderResult, Reason, Report, Verdict

NOTHING = Report()
"""What a rule says that has nothing to say."""


class NeedsThrow(Exception):  # noqa: N818  (no error: a question)
    """Stops the procedure where a throw is missing."""

    def __init__(self, throw: Throw) -> None:
        super().__init__(throw.label)
        self.throw = throw


@dataclass(frozen=True, slots=True)
class Then:
    """Several rules in turn; each sees the state that the last one left, and the reports are joined."""

    rules: tuple[PhaseRule, ...]

    def __call__(self, state: GameState, sheet: Sheet, /) -> Report:
        """Return the joined report; when a rule needs a throw it says only so."""
        return play_rule(self, state, sheet)[1]


@dataclass(frozen=True, slots=True)
class OnlyWhen:
    """A rule that does nothing unless a condition holds when its turn comes."""

    condition: Callable[[GameState], bool]
    rule: PhaseRule

    def __call__(self, state: GameState, sheet: Sheet, /) -> Report:
        """Return the rule's report, or an empty one."""
        return self.rule(state, sheet) if self.condition(state) else NOTHING


def then(*rules: PhaseRule) -> PhaseRule:
    """Return the rule that applies several in turn."""
    return Then(rules)


def only_when(condition: Callable[[GameState], bool], rule: PhaseRule) -> PhaseRule:
    """Return a rule that does nothing unless a condition holds when its turn comes."""
    return OnlyWhen(condition, rule)


def play_rule(rule: PhaseRule, state: GameState, sheet: Sheet) -> tuple[GameState, Report]:
    """Return the state that a rule leaves, still in its phase, and its report.

    When the report needs a throw, the state is the one that was given.
    """
    if isinstance(rule, Then):
        now, joined = state, NOTHING
        for one in rule.rules:
            now, report = play_rule(one, now, sheet)
            if report.needs is not None:
                silent = (*joined.undesignated, *report.undesignated)
                return state, Report(needs=report.needs, undesignated=silent)
            joined = join_reports(joined, report)
        return now, joined
    if isinstance(rule, OnlyWhen):
        return play_rule(rule.rule, state, sheet) if rule.condition(state) else (state, NOTHING)
    report = rule(state, sheet)
    if report.needs is not None or not report.changes:
        return state, report
    return apply(state, report.changes), report


def join_reports(first: Report, second: Report) -> Report:
    """Return two reports as one; the rulings stay by power, the first report's before the second's."""
    if _is_empty(second):
        return first
    if _is_empty(first) and not second.notices and second.needs is None:
        return second
    if not first.rulings or not second.rulings:
        rulings = first.rulings + second.rulings
    else:
        rulings = tuple(
            sorted(first.rulings + second.rulings, key=lambda ruling: ruling.order.power)
        )
    notices = {
        power: first.notices.get(power, ()) + second.notices.get(power, ())
        for power in sorted({*first.notices, *second.notices})
    }
    return Report(
        rulings=rulings,
        changes=first.changes + second.changes,
        notices=notices,
        undesignated=first.undesignated + second.undesignated,
    )


def _is_empty(report: Report) -> bool:
    """Tell whether a report says nothing."""
    said = report.rulings or report.changes or report.notices or report.undesignated
    return report is NOTHING or (not said and report.needs is None)


def sort_as_written(report: Report) -> Report:
    """Return a report with each power's rulings in the sequence of its orders, what was not ordered last."""

    def rank(ruling: OrderResult) -> tuple[Power, bool, int]:
        power, number = ruling.order.key
        return power, number == UNNUMBERED, number

    return replace(report, rulings=tuple(sorted(report.rulings, key=rank)))


def season_is_over(state: GameState) -> bool:
    """Tell whether nobody has to retreat any more: after moves that dislodge nobody, or retreats."""
    return not state.dislodged


def autumn_is_over(state: GameState) -> bool:
    """Tell whether the last retreats of an autumn are made: the time for ownership and victory."""
    return state.phase.season is Season.AUTUMN and season_is_over(state)


def next_phase(_variant: Variant, state: GameState) -> Phase:
    """Return the phase after this one in the regular calendar.

    Retreats come only where somebody is dislodged. Adjustments come every winter, so that orders handed in
    with the autumn moves have a phase to go to.
    """
    season, year, kind = state.phase.season, state.phase.year, state.phase.kind
    if kind is PhaseKind.MOVES and state.dislodged:
        return Phase(season=season, year=year, kind=PhaseKind.RETREATS)
    if season is Season.SPRING:
        return Phase(season=Season.AUTUMN, year=year, kind=PhaseKind.MOVES)
    if season is Season.AUTUMN:
        return Phase(season=Season.WINTER, year=year, kind=PhaseKind.ADJUSTMENTS)
    return Phase(season=Season.SPRING, year=year + 1, kind=PhaseKind.MOVES)


def adjudicate(variant: Variant, state: GameState, sheet: Sheet) -> tuple[GameState, Report]:
    """Return the state after a phase, in its next phase, and the report of what happened.

    What powers in civil disorder would do to the map, and where they would put their fleets, is not heard
    in any rule set (docs/rules/common.md, "6.1 The rulebook of 1971", "7. Turn skeleton"). When the
    report needs a throw, the state is the one that was given.
    Raises RulesError when the rule set has no such phase.
    """
    rule = variant.rules.get(state.phase.kind)
    if rule is None:
        message = f"{variant.id} has no phase of the kind of {state.phase}"
        raise RulesError(message)
    after, report = play_rule(rule, state, _drop_disorder(sheet))
    if report.needs is not None:
        return state, report
    return begin_next_phase(variant, after), join_reports(report, _report_disorder(sheet))


def _drop_disorder(sheet: Sheet) -> Sheet:
    """Return a sheet without the events and coast choices of powers in civil disorder."""
    if not sheet.disorder:
        return sheet
    return replace(
        sheet,
        events={power: some for power, some in sheet.events.items() if power not in sheet.disorder},
        coasts={power: some for power, some in sheet.coasts.items() if power not in sheet.disorder},
    )


def _report_disorder(sheet: Sheet) -> Report:
    """Return the rulings on events of powers in civil disorder."""
    if not sheet.disorder:
        return NOTHING
    verdict = Verdict(reason=Reason.IN_DISORDER)
    return Report(
        rulings=tuple(
            OrderResult(order=order, verdict=verdict)
            for power in sorted(sheet.disorder)
            for order in sheet.events.get(power, ())
        )
    )


def begin_next_phase(variant: Variant, state: GameState) -> GameState:
    """Return a judged state in the phase that follows; standoffs are remembered for retreats only."""
    phase = variant.next_phase(variant, state)
    standoffs = state.standoffs if phase.kind is PhaseKind.RETREATS else ()
    return replace(state, phase=phase, standoffs=standoffs)
