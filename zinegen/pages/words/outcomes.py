"""What came of one phase, in lines of text: for those who ask a rules question on the command line."""

from collections import Counter
from collections.abc import Iterator

from zinegen.board.board import Power
from zinegen.game.orders import CoastChoice
from zinegen.game.state import Dislodged, GameState
from zinegen.game.verdicts import Reason, Word
from zinegen.game.wording import name_owned
from zinegen.languages.names import PowerInSentence, name_power, name_province
from zinegen.languages.texts import add_colon, gettext, ngettext
from zinegen.notation.conditions import Played
from zinegen.notation.grammar.writer import write_order, write_place, write_unit
from zinegen.pages.words.happenings import describe_end
from zinegen.pages.words.map_differences import (
    coast_sentences,
    describe_contacts,
    ground_sentences,
    waterway_sentences,
)
from zinegen.pages.words.phrases import name_result, phrase_without_word
from zinegen.play.scenarios.outcomes import find_fault, find_word, index_rulings


def describe_outcome(played: Played) -> Iterator[str]:
    """Yield what happened in a phase: every order with its result and why, then what is different now.

    Units that were not ordered and simply held are left out.
    """
    before, after = played.before, played.after
    rulings = index_rulings(played.report)
    for ruling in played.report.rulings:
        word = find_word(ruling, rulings)
        why = phrase_without_word(find_fault(ruling, rulings) or ruling, before)
        is_filled_in = not ruling.given and word is Word.SUCCEEDS and not why
        if not is_filled_in and not isinstance(ruling.order, CoastChoice):
            order = write_order(ruling.order, before.board)
            ordered = "" if ruling.given else gettext("not ordered; ")
            result = add_colon(name_result(word), why) if why else name_result(word)
            yield add_colon(name_power(ruling.order.power), f"{order} ({ordered}{result})")
    if before.board is not after.board:
        yield from ground_sentences(before.board, after.board)
        yield from describe_contacts(before.board, after.board)
        yield from waterway_sentences(before.board, after.board)
        yield from coast_sentences(before.board, after.board)
    for lost in after.dislodged.values():
        yield _describe_dislodged(lost, after)
    for face, owner in after.owners.items():
        if before.owners.get(face) != owner:
            yield gettext(
                "{power:The} owns {place} now.",
                power=PowerInSentence(owner),
                place=name_province(after.board[face].name),
            )
    yield from _describe_units(before, after)
    if after.winners is not None:
        yield describe_end(after.winners)


def describe_defaults(played: Played) -> Iterator[str]:
    """Yield what the rules did in a phase for want of orders: units disbanded or removed, builds waived."""
    before = played.before
    waived: Counter[Power] = Counter()
    for ruling in played.report.rulings:
        power, subject, reason = ruling.order.power, ruling.order.subject, ruling.verdict.reason
        if ruling.given:
            continue
        if reason is Reason.WAIVED:
            waived[power] += 1
        if subject is None:
            continue
        lost = before.dislodged.get(subject.at.province)
        if reason is Reason.NO_RETREAT_ORDER and lost is not None and lost.retreats:
            yield gettext(
                "{power}: {unit} is disbanded for want of a retreat",
                power=PowerInSentence(power),
                unit=write_unit(lost.unit, before.board),
            )
        if reason is Reason.REMOVED_BY_RULE:
            unit = write_unit(before.units[subject.at.province], before.board)
            yield gettext(
                "{power}: {unit} is removed by the rules for want of an order",
                power=PowerInSentence(power),
                unit=unit,
            )
    for power, count in sorted(waived.items()):
        yield ngettext(
            "{power}: {number} build is waived for want of an order",
            "{power}: {number} builds are waived for want of an order",
            count,
            power=PowerInSentence(power),
        )


def _describe_units(before: GameState, after: GameState) -> Iterator[str]:
    """Yield where the units of each power stand that stand elsewhere than before."""
    changed = [one for one in after.powers if before.units_of(one) != after.units_of(one)]
    if not changed:
        yield gettext("All units stand where they stood.")
    for power in changed:
        units = [write_unit(unit, after.board) for unit in after.units_of(power)]
        yield gettext(
            "{power:The} has now: {units}",
            power=PowerInSentence(power),
            units=", ".join(units) or gettext("no unit"),
        )


def _describe_dislodged(lost: Dislodged, after: GameState) -> str:
    places = [write_place(at, after.board) for at in lost.retreats]
    unit = name_owned(lost.unit.power, write_unit(lost.unit, after.board))
    if not places:
        return gettext("{unit} is dislodged and has nowhere to go.", unit=unit)
    return gettext(
        "{unit} is dislodged and may go to {places}.",
        unit=unit,
        places=gettext(" or ").join(places),
    )
