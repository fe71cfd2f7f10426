"""What came of a scenario's phase, and how it is compared with what was expected of it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from zinegen.board.board import Board, Power
from zinegen.errors import GameFolderError, reading_key
from zinegen.game.orders import Order, OrderNumber
from zinegen.game.state import GameState
from zinegen.game.variant import Variant
from zinegen.game.verdicts import OrderResult, Reason, Report, Word
from zinegen.geometry.mesh import ProvinceKey
from zinegen.notation.grammar.names import Names

Value = str | int | bool | list["Value"] | dict[str, "Value"]
"""What TOML can hold, as far as scenario files use it."""

Lines = Sequence[Sequence[Order]]
"""The orders of each line in the sequence of the file; none for a line that is a mere unit."""

Rulings = Mapping[tuple[OrderNumber, Order], OrderResult]
"""The ruling on each order, by its number under its heading and the order itself."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayedOutcome:
    """The outcome of a phase: what was handed in, the report, and the position afterwards."""

    names: Names
    orders: Mapping[Power, Lines]
    """The unit orders of each power, line by line."""
    events: Mapping[Power, Lines]
    before: GameState
    report: Report
    after: GameState
    variant: Variant

    @property
    def board(self) -> Board:
        """The board afterwards."""
        return self.after.board

    def name_of(self, face: ProvinceKey) -> str:
        """Return a province as printed afterwards: water in capitals, land capitalised."""
        province = self.board.provinces.get(face)
        return province.abbreviation if province is not None else str(face)

    def name_meant_by(self, text: str) -> str:
        """Return the province that a text means, as printed afterwards.

        Raises NotationError when it means none.
        """
        return self.name_of(self.names.province(text))

    def names_meant_by(self, value: object) -> list[str]:
        """Return the provinces that a list of texts means, as printed afterwards, sorted.

        Raises NotationError for a text that means none, GameFolderError for a value that is no list of texts.
        """
        found = []
        for number, text in enumerate(texts_of(value)):
            with reading_key(number):
                found.append(self.name_meant_by(text))
        return sorted(found)


_BROKEN = {Reason.CONVOY_BROKEN, Reason.NO_ROUTE, Reason.PARADOX}
"""Why the army of a convoy did not arrive, where its chain is at fault."""


def index_rulings(report: Report) -> Rulings:
    """Return the rulings of a report by what they are about."""
    return {(one.order.number, one.order): one for one in report.rulings}


def find_rulings(orders: Iterable[Order], rulings: Rulings) -> list[OrderResult]:
    """Return the rulings on orders, as far as there are any."""
    found = (rulings.get((order.number, order)) for order in orders)
    return [ruling for ruling in found if ruling is not None]


def find_fault(ruling: OrderResult, rulings: Rulings) -> OrderResult | None:
    """Return the ruling on the army of a convoy whose chain was broken elsewhere; None for other orders.

    The fleet did its part, and its verdict says so; the words of the contract count the whole chain.
    """
    if ruling.verdict.reason is not Reason.CONVOY_UNUSED:
        return None
    carried = find_rulings(ruling.verdict.because, rulings)
    return next((army for army in carried if army.verdict.reason in _BROKEN), None)


def find_word(ruling: OrderResult, rulings: Rulings) -> Word:
    """Return the word for an order: that of its verdict, but ``fails`` where the chain broke elsewhere."""
    return Word.FAILS if find_fault(ruling, rulings) else ruling.verdict.word


def texts_of(value: object) -> list[str]:
    """Return a list of texts; raises GameFolderError when the value is none."""
    if not isinstance(value, list):
        raise GameFolderError(f"a list of texts is wanted, not {value!r}")
    return [str(item) for item in value]


def compare(expected: object, got: object) -> Iterator[str]:
    """Yield the expected and the actual value where they differ."""
    if expected != got:
        yield f"expected {show(expected)}, got {show(got)}"


def show(thing: object) -> str:
    """Return a value as differences print it."""
    match thing:
        case list() | tuple():
            return "[" + ", ".join(show(item) for item in thing) + "]"
        case str():
            return thing or '""'
        case _:
            return str(thing)
