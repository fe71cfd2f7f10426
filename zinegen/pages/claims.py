"""What was ordered about one thing on the map, told as who wanted what: for it, in help of it, against it."""

from collections.abc import Iterator, Sequence

from zinegen.board.board import Board, Power
from zinegen.game.verdicts import Ruling, Word
from zinegen.notation.writer import write
from zinegen.pages.phrases import listed
from zinegen.rules.transformations import (
    Stabilisation,
    StabilisationSupport,
    Transformation,
    TransformationSupport,
)


def strength_told(powers: Sequence[Power]) -> str:
    """Return who ordered the same event where everybody who does makes it stronger by one."""
    if len(powers) == 1:
        return f"{powers[0]} alone ordered it: strength 1."
    return f"{listed(powers)} ordered it: strength {len(powers)}."


def sides_told(rulings: Sequence[Ruling], board: Board) -> Iterator[str]:
    """Yield who ordered each transformation of a place, with how much help, and who held against it.

    Only what counted is told; what did not stands with its reason in its own line.
    """
    counted = [ruling.order for ruling in rulings if ruling.verdict.word is not Word.VOID]
    for order in counted:
        if isinstance(order, Transformation):
            helpers = [
                one.power
                for one in counted
                if isinstance(one, TransformationSupport)
                and one.of.power == order.power
                and one.of.event == order.event
            ]
            helped = f", and {listed(helpers)} supported it" if helpers else ""
            yield f"{order.power} ordered {write(order, board)}{helped}."
    if not any(isinstance(order, Transformation) for order in counted):
        return
    guards = [
        f"{order.power} ({_weight(order)})"
        for order in counted
        if isinstance(order, Stabilisation | StabilisationSupport)
    ]
    if guards:
        yield f"Against it stood the stabilisations of {listed(guards)}."


def _weight(order: Stabilisation | StabilisationSupport) -> int:
    return order.weight if isinstance(order, Stabilisation) else 1
