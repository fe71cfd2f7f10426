"""A scenario's expectations of a phase, compared with its outcome.

Format: the contract's page on scenario files, ``[phase.expect]``. A difference is one sentence:
the key, what was expected, what was got.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from zinegen.archive.scenarios.map_expectations import (
    Lines,
    Outcome,
    Value,
    compare,
    compare_adjacent,
    compare_coasts,
    compare_iced,
    compare_neighbours,
    compare_ranges,
    compare_rifts,
    compare_terrain,
    compare_waterways,
    shown,
    texts,
)
from zinegen.board.board import Power
from zinegen.board.passage import Place
from zinegen.errors import GameFolderError, NoCoastError, NotationError
from zinegen.game.orders import Order, Remove, Unreadable
from zinegen.game.units import Kind, Unit
from zinegen.game.verdicts import Reason, Ruling, Word
from zinegen.geometry.mesh import Face
from zinegen.notation.grammar.writer import write_place, write_unit
from zinegen.notation.reading.reader import find_place, read_spot, read_unit
from zinegen.rules.secrets import list_mentioned_provinces, public_report, public_state

UNCHECKED = "-"


def list_differences(expected: Mapping[str, Value], outcome: Outcome) -> list[str]:
    """Return the differences from a phase's expectations, in words; none when all are met.

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
            raise GameFolderError(f"nothing called {key!r} can be expected")
    return found


def _units(outcome: Outcome, name: str, value: Value) -> Iterator[str]:
    power = outcome.names.power(name)
    yield from _compare_units(outcome, power, texts(value), outcome.after.units_of(power))


def _compare_dislodged(outcome: Outcome, name: str, value: Value) -> Iterator[str]:
    power = outcome.names.power(name)
    got = [lost.unit for lost in outcome.after.dislodged.values() if lost.unit.power == power]
    yield from _compare_units(outcome, power, texts(value), got)


def _compare_units(
    outcome: Outcome, power: Power, lines: Sequence[str], got: Iterable[Unit]
) -> Iterator[str]:
    here = {unit.province: unit for unit in got}
    if _read_expected_units(outcome, power, lines, here) != sorted(map(_unit_key, here.values())):
        written = sorted(write_unit(unit, outcome.board) for unit in here.values())
        yield f"expected {shown(sorted(lines))}, got {shown(written)}"


def _read_expected_units(
    outcome: Outcome, power: Power, lines: Sequence[str], here: Mapping[Face, Unit]
) -> list[tuple[str, Place]] | None:
    """Return what the lines name, or nothing when one names a coast that did not come about.

    A fleet for which no coast is named, where there are several, may lie on any of them.
    """
    found = []
    for line in lines:
        try:
            unit: Unit | None = read_unit(line, outcome.board, power)
        except NoCoastError:
            unit = here.get(_without_coast(outcome, line))
            unit = unit if unit is not None and unit.kind is Kind.FLEET else None
        if unit is None:
            return None
        found.append(_unit_key(unit))
    return sorted(found)


def _without_coast(outcome: Outcome, line: str) -> Face:
    """Return the province of a fleet's line that names no coast; no face for one that does."""
    try:
        return outcome.names.province(line.strip().partition(" ")[2])
    except NotationError:
        return Face("")


def _unit_key(unit: Unit) -> tuple[str, Place]:
    return (unit.kind, unit.at)


def _retreats(outcome: Outcome, name: str, value: Value) -> Iterator[str]:
    where = outcome.names.province(name.strip().rpartition(" ")[2].partition("/")[0])
    if where not in outcome.after.dislodged:
        yield f"expected a dislodged unit in {outcome.name_of(where)}, got none"
        return
    wanted = {_refuge(outcome, text) for text in texts(value)}
    by_coast = {name.partition("/")[0] for name in wanted if "/" in name}
    got = {
        write_place(place, outcome.board) if province in by_coast else province
        for place in outcome.after.dislodged[where].retreats
        for province in [outcome.name_of(place.province)]
    }
    yield from compare(sorted(wanted), sorted(got))


def _refuge(outcome: Outcome, text: str) -> str:
    """Return a place that a text names, as printed: with its coast if one is named."""
    spot = read_spot(text, outcome.names)
    if spot.coast is None:
        return outcome.name_of(spot.province)
    try:
        return write_place(find_place(outcome.board, spot, Kind.FLEET), outcome.board)
    except NoCoastError:
        return f"{outcome.name_of(spot.province)}/{spot.coast}"


def _words(lines: Lines, outcome: Outcome, value: Value) -> Iterator[str]:
    """Compare words with those of the lines; a line that is a mere unit may be left out, or take ``-``."""
    rulings = {id(ruling.order): ruling for ruling in outcome.report.rulings}
    wanted = texts(value)
    if len(wanted) != len(lines):
        lines = [line for line in lines if line]
    got = [_word_for(line, rulings) for line in lines]
    seen = [
        UNCHECKED if word == UNCHECKED else result
        for word, result in zip(wanted, got, strict=False)
    ]
    if len(wanted) != len(got) or seen != wanted:
        yield f"expected {shown(wanted)}, got {shown(got)}"


def _word(ruling: Ruling, rulings: Mapping[int, Ruling]) -> Word:
    """Return the word for an order: that of its verdict, but for a convoy whose chain was broken elsewhere.

    The fleet did its part, and its verdict says so; the words of scenario files count the whole chain.
    """
    verdict = ruling.verdict
    if verdict.reason is not Reason.CONVOY_UNUSED:
        return verdict.word
    carried = [rulings[id(order)].verdict for order in verdict.because if id(order) in rulings]
    broken = any(army.reason in {Reason.CONVOY_BROKEN, Reason.NO_ROUTE} for army in carried)
    return Word.FAILS if broken else verdict.word


def _word_for(line: Sequence[Order], rulings: Mapping[int, Ruling]) -> str:
    """Return the word for a line as written: void for one that no rule can read."""
    given = [rulings[id(order)] for order in line if id(order) in rulings]
    if not given and any(isinstance(order, Unreadable) for order in line):
        return Word.VOID
    return _word_of(given, rulings)


def _word_of(given: Sequence[Ruling], rulings: Mapping[int, Ruling]) -> str:
    """Return the word for a line; options behind an event take none.

    A list of removals has done its work when any of them was carried out: it goes as far as they are owed.
    """
    given = [ruling for ruling in given if not ruling.order.goes_with] or given
    words = {_word(ruling, rulings) for ruling in given}
    if not words:
        return UNCHECKED
    if Word.SUCCEEDS in words and all(isinstance(ruling.order, Remove) for ruling in given):
        return Word.SUCCEEDS
    return words.pop() if len(words) == 1 else Word.FAILS


def _orders(outcome: Outcome, name: str, value: Value) -> Iterator[str]:
    yield from _words(outcome.orders.get(outcome.names.power(name), ()), outcome, value)


def _events(outcome: Outcome, name: str, value: Value) -> Iterator[str]:
    yield from _words(outcome.events.get(outcome.names.power(name), ()), outcome, value)


def _centres(outcome: Outcome, name: str, value: Value) -> Iterator[str]:
    if name.lower() == "neutral":
        owned = outcome.after.owners
        got = [face for face in outcome.board.centres if face not in owned]
    else:
        got = list(outcome.after.centres_of(outcome.names.power(name)))
    wanted = sorted(map(outcome.name_meant_by, texts(value)))
    yield from compare(wanted, sorted(map(outcome.name_of, got)))


def _centre_count(outcome: Outcome, value: Value) -> Iterator[str]:
    yield from compare(value, len(outcome.board.centres))


def _compare_notices(outcome: Outcome, name: str, value: Value) -> Iterator[str]:
    power = outcome.names.power(name)
    notices = outcome.report.notices.get(power, ())
    got = {_notice(outcome, line) for line in notices}
    for line in texts(value):
        unwanted = line.startswith("!")
        if (_notice(outcome, line.removeprefix("!")) in got) is unwanted:
            without = "without" if unwanted else "with"
            yield f"expected notices {without} {line.removeprefix('!')!r}, got {shown(notices)}"


def _notice(outcome: Outcome, line: str) -> tuple[str, ...]:
    """Return a line of a private notice as its first words and its provinces, a pair in either order."""
    words, _, place = line.strip().rpartition(" ")
    if place.lstrip("-").isdigit():
        return (words.lower(), place)
    return (words.lower(), *sorted(outcome.names.province(part) for part in place.split("/")))


def _public_silent(outcome: Outcome, value: Value) -> Iterator[str]:
    spoken = list_mentioned_provinces(
        public_report(outcome.report, outcome.before), public_state(outcome.after)
    )
    for name in texts(value):
        if outcome.names.province(name) in spoken:
            yield f"expected nothing of {name}, got it in the public report"


def _compare_trapped(outcome: Outcome, value: Value) -> Iterator[str]:
    after = outcome.after
    got = [unit for unit in after.units.values() if outcome.variant.must_hold(after, unit)]
    yield from _compare_units(outcome, Power(""), texts(value), got)


def _winner(outcome: Outcome, value: Value) -> Iterator[str]:
    match outcome.after.winners:
        case None:
            got = ""
        case ():
            got = "none"
        case winners:
            got = ", ".join(winners)
    yield from compare(str(value).lower(), got.lower())


_KEYED: Mapping[str, Callable[[Outcome, str, Value], Iterator[str]]] = {
    "units": _units,
    "dislodged": _compare_dislodged,
    "retreats": _retreats,
    "orders": _orders,
    "events": _events,
    "centres": _centres,
    "neighbours": compare_neighbours,
    "adjacent": compare_adjacent,
    "coasts": compare_coasts,
    "terrain": compare_terrain,
    "told": _compare_notices,
}

_WHOLE: Mapping[str, Callable[[Outcome, Value], Iterator[str]]] = {
    "centre_count": _centre_count,
    "iced": compare_iced,
    "rifts": compare_rifts,
    "ranges": compare_ranges,
    "public_silent": _public_silent,
    "trapped": _compare_trapped,
    "waterways": compare_waterways,
    "winner": _winner,
}
