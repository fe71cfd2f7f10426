"""Lines of a report: an order with its result in words, and what a player wrote instead of it."""

from collections.abc import Sequence

from zinegen.archive.folder.rulings_file import Decision, Deed
from zinegen.game.orders import Unreadable
from zinegen.game.state import GameState
from zinegen.game.verdicts import Ruling
from zinegen.notation.grammar.writer import write
from zinegen.pages.site.press import one_line
from zinegen.pages.views.views import OrderView
from zinegen.pages.words.phrases import phrase


def order_view(ruling: Ruling, before: GameState, decisions: Sequence[Decision] = ()) -> OrderView:
    """Return one order with its result in words; ``decisions`` tell which lines the GM read otherwise."""
    order = ruling.order
    text = write(order, before.board)
    sentence = phrase(ruling, before)
    if not ruling.given:
        sentence = f"was not ordered; {sentence}" if sentence else "was not ordered"
    return OrderView(
        text=one_line(text) if isinstance(order, Unreadable) else text,
        word=ruling.verdict.word,
        sentence=sentence,
        as_written=read_otherwise(ruling, decisions),
        given=ruling.given,
    )


def read_otherwise(ruling: Ruling, decisions: Sequence[Decision]) -> str:
    """Return what a player wrote where the GM has it read as something else; empty elsewhere."""
    line = ruling.order.line
    if line is None:
        return ""
    return next(
        (
            one_line(decision.line)
            for decision in decisions
            if decision.deed is Deed.READ_AS
            and decision.about == ruling.order.power
            and one_line(decision.instead).casefold() == one_line(line.text).casefold()
        ),
        "",
    )
