"""What came of one phase, in lines of text: for those who ask a rules question on the command line."""

from collections import Counter
from collections.abc import Iterator

from zinegen.board.board import Power
from zinegen.game.orders import CoastChoice
from zinegen.game.state import Dislodged, GameState
from zinegen.game.verdicts import Reason, Word
from zinegen.game.wording import possessive
from zinegen.notation.conditions import Played
from zinegen.notation.grammar.writer import write_order, write_place, write_unit
from zinegen.pages.words.happenings import describe_end
from zinegen.pages.words.map_differences import (
    coast_sentences,
    describe_contacts,
    ground_sentences,
    waterway_sentences,
)
from zinegen.pages.words.phrases import phrase_without_word


def describe_outcome(played: Played) -> Iterator[str]:
    """Yield what happened in a phase: every order with its result and why, then what is different now.

    Units that were not ordered and simply held are left out.
    """
    before, after = played.before, played.after
    for ruling in played.report.rulings:
        word, why = ruling.verdict.word, phrase_without_word(ruling, before)
        is_filled_in = not ruling.given and word is Word.SUCCEEDS and not why
        if not is_filled_in and not isinstance(ruling.order, CoastChoice):
            order = write_order(ruling.order, before.board)
            ordered = "" if ruling.given else "not ordered; "
            yield f"{ruling.order.power}: {order} ({ordered}{word}{f': {why}' if why else ''})"
    if before.board is not after.board:
        yield from ground_sentences(before.board, after.board)
        yield from describe_contacts(before.board, after.board)
        yield from waterway_sentences(before.board, after.board)
        yield from coast_sentences(before.board, after.board)
    for lost in after.dislodged.values():
        yield _describe_dislodged(lost, after)
    for face, owner in after.owners.items():
        if before.owners.get(face) != owner:
            yield f"{owner} owns {after.board[face].name} now."
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
            yield f"{power}: {write_unit(lost.unit, before.board)} is disbanded for want of a retreat"
        if reason is Reason.REMOVED_BY_RULE:
            unit = write_unit(before.units[subject.at.province], before.board)
            yield f"{power}: {unit} is removed by the rules for want of an order"
    for power, count in sorted(waived.items()):
        builds = "1 build is" if count == 1 else f"{count} builds are"
        yield f"{power}: {builds} waived for want of an order"


def _describe_units(before: GameState, after: GameState) -> Iterator[str]:
    """Yield where the units of each power stand that stand elsewhere than before."""
    changed = [one for one in after.powers if before.units_of(one) != after.units_of(one)]
    if not changed:
        yield "All units stand where they stood."
    for power in changed:
        units = [write_unit(unit, after.board) for unit in after.units_of(power)]
        yield f"{power} has now: {', '.join(units) or 'no unit'}"


def _describe_dislodged(lost: Dislodged, after: GameState) -> str:
    places = [write_place(at, after.board) for at in lost.retreats]
    where = f"may go to {' or '.join(places)}" if places else "has nowhere to go"
    return f"{possessive(lost.unit.power)} {write_unit(lost.unit, after.board)} is dislodged and {where}."
