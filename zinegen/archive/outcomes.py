"""What came out of a phase of a scenario, and how a difference is said."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from zinegen.board.board import Board, Power
from zinegen.errors import GameFolderError
from zinegen.game.orders import Order
from zinegen.game.state import GameState, Report
from zinegen.game.variant import Variant
from zinegen.notation.names import Names
from zinegen.planar.mesh import Face

Value = str | int | bool | list["Value"] | dict[str, "Value"]
"""What TOML can hold, as far as scenario files use it."""

Lines = Sequence[Sequence[Order]]
"""The orders of each line in the sequence of the file; none for a line that is a mere unit."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """What came out of a phase: what was handed in, the report, and the position afterwards."""

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

    def printed(self, face: Face) -> str:
        """Return a province as printed afterwards: water in capitals, land capitalised."""
        province = self.board.provinces.get(face)
        return province.abbreviation if province is not None else str(face)

    def meant(self, text: str) -> str:
        """Return the province that a text means, as printed afterwards.

        Raises NotationError when it means none.
        """
        return self.printed(self.names.province(text))


def texts(value: Value) -> list[str]:
    """Return a list of texts; raises GameFolderError when the value is none."""
    if not isinstance(value, list):
        message = f"a list is expected, not {value!r}"
        raise GameFolderError(message)
    return [str(item) for item in value]


def unlike(expected: object, got: object) -> Iterator[str]:
    """Yield what was expected and what was got, where they differ."""
    if expected != got:
        yield f"expected {shown(expected)}, got {shown(got)}"


def shown(thing: object) -> str:
    """Return a value as differences print it."""
    match thing:
        case list() | tuple():
            return "[" + ", ".join(shown(item) for item in thing) + "]"
        case str():
            return thing or '""'
        case _:
            return str(thing)
