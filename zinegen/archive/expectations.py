"""What a scenario expects of a phase, held against what came out.

Format: the contract's page on scenario files, ``[phase.expect]``. A difference is one sentence:
the key, what was expected, what was got.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from zinegen.board.board import Board, Canal, Power, pair
from zinegen.board.coasts import coasts
from zinegen.board.passage import Place
from zinegen.errors import GameFolderError
from zinegen.game.orders import Order, Unit
from zinegen.game.state import GameState, Report
from zinegen.game.verdicts import Ruling, Word
from zinegen.notation.names import Names
from zinegen.notation.reader import read_unit
from zinegen.notation.writer import write_unit
from zinegen.planar.mesh import Face
from zinegen.rules.movement import trapped

Value = str | int | bool | list["Value"] | dict[str, "Value"]
"""What TOML can hold, as far as scenario files use it."""

UNCHECKED = "-"


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """What came out of a phase: what was handed in, the report, and the position afterwards."""

    names: Names
    orders: Mapping[Power, tuple[Order, ...]]
    """The unit orders of each power, in the sequence of the file."""
    events: Mapping[Power, tuple[Order, ...]]
    report: Report
    after: GameState

    @property
    def board(self) -> Board:
        """The board afterwards."""
        return self.after.board


def differences(expected: Mapping[str, Value], outcome: Outcome) -> list[str]:
    """Return what differs from a phase's expectations, in words; nothing when all holds.

    Raises GameFolderError for a key, NotationError for a name that does not exist.
    """
    found = []
    for key, value in expected.items():
        if key in _KEYED and isinstance(value, dict):
            found += [
                f"{key}.{name}: {difference}"
                for name, wanted in value.items()
                for difference in _KEYED[key](outcome, name, wanted)
            ]
        elif key in _WHOLE:
            found += [f"{key}: {difference}" for difference in _WHOLE[key](outcome, value)]
        else:
            message = f"nothing called {key!r} can be expected"
            raise GameFolderError(message)
    return found


def _texts(value: Value) -> list[str]:
    if not isinstance(value, list):
        message = f"a list is expected, not {value!r}"
        raise GameFolderError(message)
    return [str(item) for item in value]


def _unlike(expected: object, got: object) -> Iterator[str]:
    if expected != got:
        yield f"expected {_shown(expected)}, got {_shown(got)}"


def _shown(thing: object) -> str:
    match thing:
        case list() | tuple():
            return "[" + ", ".join(_shown(item) for item in thing) + "]"
        case str():
            return thing or '""'
        case _:
            return str(thing)


def _units(outcome: Outcome, name: str, value: Value) -> Iterator[str]:
    power = outcome.names.power(name)
    yield from _same_units(outcome, power, _texts(value), outcome.after.units_of(power))


def _dislodged(outcome: Outcome, name: str, value: Value) -> Iterator[str]:
    power = outcome.names.power(name)
    got = [lost.unit for lost in outcome.after.dislodged.values() if lost.unit.power == power]
    yield from _same_units(outcome, power, _texts(value), got)


def _same_units(
    outcome: Outcome, power: Power, lines: Sequence[str], got: Iterable[Unit]
) -> Iterator[str]:
    wanted = [read_unit(line, outcome.board, power) for line in lines]
    if sorted(map(_unit_key, wanted)) != sorted(map(_unit_key, got)):
        written = sorted(write_unit(unit, outcome.board) for unit in got)
        yield f"expected {_shown(sorted(lines))}, got {_shown(written)}"


def _unit_key(unit: Unit) -> tuple[str, Place]:
    return (unit.kind, unit.at)


def _retreats(outcome: Outcome, name: str, value: Value) -> Iterator[str]:
    where = outcome.names.province(name.rsplit(maxsplit=1)[-1].partition("/")[0])
    if where not in outcome.after.dislodged:
        yield f"expected a dislodged unit in {where}, got none"
        return
    got = sorted({place.province for place in outcome.after.dislodged[where].retreats})
    yield from _unlike(
        sorted(outcome.names.province(text.split("/")[0]) for text in _texts(value)), got
    )


def _words(
    given: Mapping[Power, tuple[Order, ...]], outcome: Outcome, name: str, value: Value
) -> Iterator[str]:
    rulings = {id(ruling.order): ruling for ruling in outcome.report.rulings}
    got = [
        _word_of([rulings[id(order)] for order in line if id(order) in rulings])
        for line in _lines(given.get(outcome.names.power(name), ()))
    ]
    wanted = _texts(value)
    seen = [
        UNCHECKED if word == UNCHECKED else result
        for word, result in zip(wanted, got, strict=False)
    ]
    if len(wanted) != len(got) or seen != wanted:
        yield f"expected {_shown(wanted)}, got {_shown(got)}"


def _lines(orders: Iterable[Order]) -> list[list[Order]]:
    """Return the orders of each line of text; a line may hold several."""
    lines: dict[int, list[Order]] = {}
    for order in orders:
        lines.setdefault(id(order.line), []).append(order)
    return list(lines.values())


def _word_of(rulings: Sequence[Ruling]) -> str:
    """Return the word for a line; an option line of an event has no ruling of its own."""
    words = {ruling.verdict.word for ruling in rulings}
    if not words:
        return UNCHECKED
    return words.pop() if len(words) == 1 else Word.FAILS


def _orders(outcome: Outcome, name: str, value: Value) -> Iterator[str]:
    return _words(outcome.orders, outcome, name, value)


def _events(outcome: Outcome, name: str, value: Value) -> Iterator[str]:
    return _words(outcome.events, outcome, name, value)


def _centres(outcome: Outcome, name: str, value: Value) -> Iterator[str]:
    wanted = sorted(outcome.names.province(text) for text in _texts(value))
    if name.lower() == "neutral":
        owned = outcome.after.owners
        got = sorted(face for face in outcome.board.centres if face not in owned)
    else:
        got = sorted(outcome.after.centres_of(outcome.names.power(name)))
    yield from _unlike(wanted, got)


def _neighbours(outcome: Outcome, name: str, value: Value) -> Iterator[str]:
    wanted = [
        [outcome.names.province(word) for word in ring.split()]
        for ring in str(value).split("|")
        if ring.split()
    ]
    got = [list(ring) for ring in outcome.board.mesh.neighbours(outcome.names.province(name))]
    if sorted(map(_turned, wanted)) != sorted(map(_turned, got)):
        yield f"expected {_shown(value)}, got {' | '.join(' '.join(ring) for ring in got)}"


def _turned(ring: list[Face]) -> list[Face]:
    """Return a cyclic list turned so that equal rings are equal lists."""
    return min(ring[at:] + ring[:at] for at in range(len(ring)))


def _adjacent(outcome: Outcome, name: str, value: Value) -> Iterator[str]:
    got = sorted(outcome.board.mesh.adjacent(outcome.names.province(name)))
    yield from _unlike(sorted(outcome.names.province(text) for text in _texts(value)), got)


def _coasts(outcome: Outcome, name: str, value: Value) -> Iterator[str]:
    if not isinstance(value, list):
        message = f"coasts.{name} is a list of lists of waters"
        raise GameFolderError(message)
    wanted = sorted(
        sorted(outcome.names.province(water) for water in _texts(coast)) for coast in value
    )
    got = sorted(
        sorted(coast.waters) for coast in coasts(outcome.board, outcome.names.province(name))
    )
    yield from _unlike(wanted, got)


def _terrain(outcome: Outcome, name: str, value: Value) -> Iterator[str]:
    yield from _unlike(str(value), str(outcome.board[outcome.names.province(name)].terrain))


def _centre_count(outcome: Outcome, value: Value) -> Iterator[str]:
    yield from _unlike(value, len(outcome.board.centres))


def _iced(outcome: Outcome, value: Value) -> Iterator[str]:
    got = sorted(key for key, province in outcome.board.provinces.items() if province.iced)
    yield from _unlike(sorted(outcome.names.province(text) for text in _texts(value)), got)


def _pairs(outcome: Outcome, texts: Iterable[str]) -> list[tuple[Face, Face]]:
    return sorted(
        pair(outcome.names.province(one), outcome.names.province(other))
        for one, _, other in (text.partition("/") for text in texts)
    )


def _rifts(outcome: Outcome, value: Value) -> Iterator[str]:
    yield from _unlike(_pairs(outcome, _texts(value)), sorted(outcome.board.rifts))


def _ranges(outcome: Outcome, value: Value) -> Iterator[str]:
    got = sorted(both for both, times in outcome.board.ranges.items() for _ in range(times))
    yield from _unlike(_pairs(outcome, _texts(value)), got)


def _waterways(outcome: Outcome, value: Value) -> Iterator[str]:
    board = outcome.board
    got = [f"strait {'/'.join(sorted(board.mesh.sides(border)))}" for border in board.straits]
    got += [_canal(board, canal) for canal in board.canals]
    wanted = [_waterway(outcome, text) for text in _texts(value)]
    yield from _unlike(sorted(wanted), sorted(got))


def _canal(board: Board, canal: Canal) -> str:
    waters = sorted(
        board.mesh.across(board.mesh.dart_in(end, canal.province)) for end in canal.terminals
    )
    return f"canal {canal.province}: {' '.join(waters)}"


def _waterway(outcome: Outcome, text: str) -> str:
    kind, _, rest = text.strip().partition(" ")
    if kind == "strait":
        return (
            f"strait {'/'.join(sorted(outcome.names.province(name) for name in rest.split('/')))}"
        )
    province, _, waters = rest.partition(":")
    ends = sorted(map(outcome.names.province, waters.split()))
    return f"canal {outcome.names.province(province)}: {' '.join(ends)}"


def _trapped(outcome: Outcome, value: Value) -> Iterator[str]:
    after = outcome.after
    got = [
        unit
        for unit in after.units.values()
        if trapped(after, unit) or outcome.board[unit.province].iced
    ]
    yield from _same_units(outcome, Power(""), _texts(value), got)


def _winner(outcome: Outcome, value: Value) -> Iterator[str]:
    match outcome.after.winners:
        case None:
            got = ""
        case ():
            got = "none"
        case winners:
            got = ", ".join(winners)
    yield from _unlike(str(value).lower(), got.lower())


_KEYED: Mapping[str, Callable[[Outcome, str, Value], Iterator[str]]] = {
    "units": _units,
    "dislodged": _dislodged,
    "retreats": _retreats,
    "orders": _orders,
    "events": _events,
    "centres": _centres,
    "neighbours": _neighbours,
    "adjacent": _adjacent,
    "coasts": _coasts,
    "terrain": _terrain,
}

_WHOLE: Mapping[str, Callable[[Outcome, Value], Iterator[str]]] = {
    "centre_count": _centre_count,
    "iced": _iced,
    "rifts": _rifts,
    "ranges": _ranges,
    "trapped": _trapped,
    "waterways": _waterways,
    "winner": _winner,
}
