"""What the engine says to a question, by the door that other programs use, as sets to be compared."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from zinegen.play import answer as answer_line

Lines = Sequence[tuple[str, str]]
"""Powers with what is theirs, one line each."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """A position with orders."""

    variant: str
    phase: str
    units: Lines
    orders: Lines
    centres: Lines = ()
    options: Mapping[str, str | bool | int] = field(default_factory=dict)
    more: Mapping[str, object] = field(default_factory=dict)
    """Other keys of a question."""

    def __str__(self) -> str:
        """Return the question as ``zinegen adjudicate --jsonl`` reads it."""
        tables = {"units": self.units, "centres": self.centres, "orders": self.orders}
        asked: dict[str, object] = {"id": 1, "variant": self.variant, "phase": self.phase}
        asked |= {"options": dict(self.options), **self.more}
        for key, lines in tables.items():
            table: dict[str, list[str]] = {}
            for power, line in lines:
                table.setdefault(power, []).append(line)
            asked[key] = table
        return json.dumps(asked)

    __repr__ = __str__


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """What came of it, provinces as they are abbreviated."""

    units: set[tuple[str, str, str]]
    """Power, kind and province of each unit that stands."""
    dislodged: set[tuple[str, str, str]]
    retreats: dict[str, set[str]]
    """Where the dislodged units may go, by the provinces from which they were driven."""
    words: dict[tuple[str, str], str]
    """The word for each line of a power."""
    centres: set[tuple[str, str]]


def answer(question: Question) -> Answer:
    """Return the engine's answer; a question that it cannot read fails the test."""
    got = json.loads(answer_line(str(question)))
    assert "error" not in got, (got, question)
    results = {power: iter(lines) for power, lines in got["results"].items()}
    return Answer(
        units=_units(got["units"]),
        dislodged=_units(got["dislodged"]),
        retreats={
            place_of(unit.split()[1]): {*map(place_of, places)}
            for lost in got["dislodged"].values()
            for unit, places in lost.items()
        },
        words={line: next(results[line[0]])["result"] for line in question.orders},
        centres={(power, place_of(at)) for power, owned in got["centres"].items() for at in owned},
    )


def _units(table: Mapping[str, Sequence[str] | Mapping[str, object]]) -> set[tuple[str, str, str]]:
    """Return units as power, kind and province; an army aboard a fleet is ``A/F``."""
    return {
        (power, unit.split()[0], place_of(unit.split()[1]))
        for power, units in table.items()
        for unit in units
    }


def place_of(text: str) -> str:
    """Return the province of a place, as the printed board has it: land with one capital."""
    return text.split("/", maxsplit=1)[0]
