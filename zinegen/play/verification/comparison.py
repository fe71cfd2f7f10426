"""How a season that was recorded and the same season judged again differ, order by order."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import replace

from zinegen.game.state import GameState, Phase
from zinegen.game.verdicts import FORMERLY, OrderResult
from zinegen.languages.texts import gettext
from zinegen.notation.grammar.writer import write_order, write_unit
from zinegen.play.records.positions import says_courses
from zinegen.play.records.records import PhaseRecord, SeasonRecord


def list_differences(
    record: SeasonRecord, again: SeasonRecord, drawn: Collection[Phase] = ()
) -> Iterator[str]:
    """Yield, phase by phase, which orders and which positions differ.

    ``drawn`` are the phases of a record without drawings that say only by these where borders run.
    """
    if record.handed != again.handed:
        yield gettext("other powers handed in orders")
    then = {phase.phase: phase for phase in record.phases}
    now = {phase.phase: phase for phase in again.phases}
    for phase in [*then, *(phase for phase in now if phase not in then)]:
        if phase not in now:
            yield gettext("{phase} is recorded but is not played", phase=phase)
        elif phase not in then:
            yield gettext("{phase} is played but not recorded", phase=phase)
        elif _are_different(
            then[phase],
            today := _repeat_words(then[phase], now[phase]),
            is_drawn=phase in drawn,
        ):
            yield from _list_phase_differences(then[phase], today)


def _repeat_words(then: PhaseRecord, now: PhaseRecord) -> PhaseRecord:
    """Return a phase as judged today, with verdicts of older versions where they say less of the same."""
    said, found = then.report.rulings, now.report.rulings
    if len(said) != len(found):
        return now
    rulings = tuple(
        new._replace(verdict=old.verdict)
        if FORMERLY.get(new.verdict.reason) is old.verdict.reason
        else new
        for old, new in zip(said, found, strict=True)
    )
    return replace(now, report=replace(now.report, rulings=rulings))


def _are_different(then: PhaseRecord, now: PhaseRecord, *, is_drawn: bool) -> bool:
    """Tell whether a phase comes out otherwise than it was recorded.

    How its lines are drawn does not count: versions of the program draw the same map otherwise. Where
    borders run counts if the record says it.
    """
    said = not is_drawn and says_courses(then.after.board, then.before.board)

    def strip(state: GameState) -> GameState:
        courses = state.board.courses if said else {}
        board = replace(state.board, shape=None, pending_surgeries=(), courses=courses)
        return replace(state, board=board)

    one, other = (
        replace(phase, before=strip(phase.before), after=strip(phase.after))
        for phase in (then, now)
    )
    return one != other


def _list_phase_differences(then: PhaseRecord, now: PhaseRecord) -> Iterator[str]:
    before, after = dict(_rulings_by_order(then)), dict(_rulings_by_order(now))
    said = False
    for text in [*before, *(text for text in after if text not in before)]:
        one, other = before.get(text), after.get(text)
        if one != other:
            said = True
            yield gettext(
                "{phase} {order}: recorded {then}, judged {now}",
                phase=then.phase,
                order=text,
                then=_describe_verdict(one),
                now=_describe_verdict(other),
            )
    units, today = _describe_units(then.after), _describe_units(now.after)
    if units != today:
        said = True
        differ = sorted(units ^ today)
        yield gettext(
            "{phase}: the position after it differs: {units}",
            phase=then.phase,
            units=", ".join(differ),
        )
    if not said:
        yield gettext(
            "{phase}: the changes or the owners, map or what is kept besides differ",
            phase=then.phase,
        )


def _rulings_by_order(phase: PhaseRecord) -> Iterator[tuple[str, OrderResult]]:
    board = phase.before.board
    for ruling in phase.report.rulings:
        yield f"{ruling.order.power}: {write_order(ruling.order, board)}", ruling


def _describe_verdict(ruling: OrderResult | None) -> str:
    if ruling is None:
        return gettext("nothing")
    return f"{ruling.verdict.word} ({ruling.verdict.reason.key})"


def _describe_units(state: GameState) -> set[str]:
    return {f"{unit.power} {write_unit(unit, state.board)}" for unit in state.units.values()}
