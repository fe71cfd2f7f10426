"""What reports say of orders about the ground: who ordered, who helped, who held against it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from zinegen.board.board import Board
from zinegen.game.event_words import EventWords
from zinegen.game.verdicts import Ruling, Word
from zinegen.game.wording import join_words
from zinegen.notation.grammar.writer import write_order
from zinegen.variants.geophysical.common.orders import (
    Stabilisation,
    StabilisationSupport,
    Transformation,
    TransformationSupport,
)


def _claims(board: Board, rulings: Sequence[Ruling]) -> Iterator[str]:
    """Yield the sides of each transformation of a place, of orders that counted.

    What did not count stands with its reason in its own line.
    """
    counted = [ruling.order for ruling in rulings if ruling.verdict.word is not Word.VOID]
    wanted = [order for order in counted if isinstance(order, Transformation)]
    for order in wanted:
        helpers = [
            one.power
            for one in counted
            if isinstance(one, TransformationSupport)
            and one.of.power == order.power
            and one.of.event == order.event
        ]
        helped = f", and {join_words(helpers)} supported it" if helpers else ""
        yield f"{order.power} ordered {write_order(order, board)}{helped}."
    guards = [
        f"{order.power} ({order.weight})"
        for order in counted
        if isinstance(order, Stabilisation | StabilisationSupport)
    ]
    if wanted and guards:
        yield f"Against it stood the stabilisations of {join_words(guards)}."


EVENT_WORDS = EventWords(claims=_claims)
