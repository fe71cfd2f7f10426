"""A scenario's expectations of a phase, compared with its outcome.

Format: the contract's page on scenario files, ``[phase.expect]``. A difference is one sentence:
the key, what was expected, what was got.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from zinegen.board.board import Power
from zinegen.board.passage import Place
from zinegen.errors import GameFolderError, NoCoastError, NotationError, reading_key
from zinegen.game.orders import Order, Remove, Unreadable
from zinegen.game.units import Kind, Unit
from zinegen.game.verdicts import OrderResult, Word
from zinegen.geometry.mesh import ProvinceKey
from zinegen.notation.grammar.names import suggest
from zinegen.notation.grammar.writer import write_place, write_unit
from zinegen.notation.reading.reader import find_place, read_spot, read_unit
from zinegen.play.scenarios.ground_expectations import (
    compare_adjacent,
    compare_coasts,
    compare_iced,
    compare_neighbours,
    compare_ranges,
    compare_rifts,
    compare_terrain,
    compare_waterways,
)
from zinegen.play.scenarios.outcomes import (
    Lines,
    PlayedOutcome,
    Rulings,
    Value,
    compare,
    find_rulings,
    find_word,
    index_rulings,
    show,
    texts_of,
)
from zinegen.rules.secrets import list_mentioned_provinces, public_report, public_state

UNCHECKED = "-"
NOTICES = ("centre", "no centre", "range", "double", "owns", "upkeep", "entitlement")
"""What lines of private notices begin with."""
WORDS = (*map(str, Word), UNCHECKED)
"""The words that may be expected of a line."""


def list_differences(expected: Mapping[str, Value], outcome: PlayedOutcome) -> list[str]:
    """Return the differences from a phase's expectations, in words; none when all are met.

    Raises GameFolderError for a key, NotationError for a name that does not exist.
    """
    found = []
    for key, value in expected.items():
        with reading_key(key):
            if key in _WHOLE:
                found += [f"{key}: {difference}" for difference in _WHOLE[key](outcome, value)]
                continue
            if key not in _KEYED:
                known = tuple(sorted((*_KEYED, *_WHOLE)))
                hint = suggest(key, known, f"these can: {', '.join(known)}")
                raise GameFolderError(f"nothing called {key!r} can be expected; {hint}")
            if not isinstance(value, dict):
                whose = "power" if key in _BY_POWER else "province"
                raise GameFolderError(f"{key} is expected of a {whose}: {key}.NAME = …")
            for name, wanted in value.items():
                with reading_key(name):
                    differences = list(_KEYED[key](outcome, name, wanted))
                found += [f"{key}.{name}: {difference}" for difference in differences]
    return found


def _compare_units_of_power(outcome: PlayedOutcome, name: str, value: Value) -> Iterator[str]:
    power = outcome.names.power(name)
    yield from _compare_units(outcome, power, texts_of(value), outcome.after.units_of(power))


def _compare_dislodged(outcome: PlayedOutcome, name: str, value: Value) -> Iterator[str]:
    power = outcome.names.power(name)
    got = [lost.unit for lost in outcome.after.dislodged.values() if lost.unit.power == power]
    yield from _compare_units(outcome, power, texts_of(value), got)


def _compare_units(
    outcome: PlayedOutcome, power: Power, lines: Sequence[str], got: Iterable[Unit]
) -> Iterator[str]:
    here = {unit.province: unit for unit in got}
    if _read_expected_units(outcome, power, lines, here) != sorted(map(_unit_key, here.values())):
        written = sorted(write_unit(unit, outcome.board) for unit in here.values())
        yield f"expected {show(sorted(lines))}, got {show(written)}"


def _read_expected_units(
    outcome: PlayedOutcome, power: Power, lines: Sequence[str], here: Mapping[ProvinceKey, Unit]
) -> list[tuple[str, Place]] | None:
    """Return what the lines name, or nothing when one names a coast that did not come about.

    A fleet for which no coast is named, where there are several, may lie on any of them.
    """
    found = []
    for number, line in enumerate(lines):
        try:
            with reading_key(number):
                unit: Unit | None = read_unit(line, outcome.board, power)
        except NoCoastError:
            unit = here.get(_without_coast(outcome, line))
            unit = unit if unit is not None and unit.kind is Kind.FLEET else None
        if unit is None:
            return None
        found.append(_unit_key(unit))
    return sorted(found)


def _without_coast(outcome: PlayedOutcome, line: str) -> ProvinceKey:
    """Return the province of a fleet's line that names no coast; no face for one that does."""
    try:
        return outcome.names.province(line.strip().partition(" ")[2])
    except NotationError:
        return ProvinceKey("")


def _unit_key(unit: Unit) -> tuple[str, Place]:
    return (unit.kind, unit.at)


def _compare_retreats(outcome: PlayedOutcome, name: str, value: Value) -> Iterator[str]:
    where = outcome.names.province(name.strip().rpartition(" ")[2].partition("/")[0])
    if where not in outcome.after.dislodged:
        yield f"expected a dislodged unit in {outcome.name_of(where)}, got none"
        return
    wanted = set[str]()
    for number, text in enumerate(texts_of(value)):
        with reading_key(number):
            wanted.add(_refuge(outcome, text))
    by_coast = {name.partition("/")[0] for name in wanted if "/" in name}
    got = {
        write_place(place, outcome.board) if province in by_coast else province
        for place in outcome.after.dislodged[where].retreats
        for province in [outcome.name_of(place.province)]
    }
    yield from compare(sorted(wanted), sorted(got))


def _refuge(outcome: PlayedOutcome, text: str) -> str:
    """Return a place that a text names, as printed: with its coast if one is named."""
    spot = read_spot(text, outcome.names)
    if spot.coast is None:
        return outcome.name_of(spot.province)
    try:
        return write_place(find_place(outcome.board, spot, Kind.FLEET), outcome.board)
    except NoCoastError:
        return f"{outcome.name_of(spot.province)}/{spot.coast}"


def _compare_words(lines: Lines, outcome: PlayedOutcome, value: Value) -> Iterator[str]:
    """Compare words with those of the lines; a line that is a mere unit may be left out, or take ``-``."""
    rulings = index_rulings(outcome.report)
    wanted = [word.strip().lower() for word in texts_of(value)]
    for number, word in enumerate(wanted):
        if word not in WORDS:
            with reading_key(number):
                hint = suggest(word, WORDS, f"it is {', '.join(WORDS)}")
                raise GameFolderError(f"{word!r} is no word for a line; {hint}")
    if len(wanted) != len(lines):
        lines = [line for line in lines if line]
    got = [_word_for(line, rulings) for line in lines]
    seen = [
        UNCHECKED if word == UNCHECKED else result
        for word, result in zip(wanted, got, strict=False)
    ]
    if len(wanted) != len(got) or seen != wanted:
        yield f"expected {show(wanted)}, got {show(got)}"


def _word_for(line: Sequence[Order], rulings: Rulings) -> str:
    """Return the word for a line as written: void for one that no rule can read."""
    given = find_rulings(line, rulings)
    if not given and any(isinstance(order, Unreadable) for order in line):
        return Word.VOID
    return _word_of(given, rulings)


def _word_of(given: Sequence[OrderResult], rulings: Rulings) -> str:
    """Return the word for a line; options behind an event take none.

    A list of removals has done its work when any of them was carried out: it goes as far as they are owed.
    """
    given = [ruling for ruling in given if not ruling.order.goes_with] or given
    words = {find_word(ruling, rulings) for ruling in given}
    if not words:
        return UNCHECKED
    if Word.SUCCEEDS in words and all(isinstance(ruling.order, Remove) for ruling in given):
        return Word.SUCCEEDS
    return words.pop() if len(words) == 1 else Word.FAILS


def _compare_orders(outcome: PlayedOutcome, name: str, value: Value) -> Iterator[str]:
    yield from _compare_words(outcome.orders.get(outcome.names.power(name), ()), outcome, value)


def _compare_events(outcome: PlayedOutcome, name: str, value: Value) -> Iterator[str]:
    yield from _compare_words(outcome.events.get(outcome.names.power(name), ()), outcome, value)


def _compare_centres(outcome: PlayedOutcome, name: str, value: Value) -> Iterator[str]:
    if name.lower() == "neutral":
        owned = outcome.after.owners
        got = [face for face in outcome.board.centres if face not in owned]
    else:
        got = list(outcome.after.centres_of(outcome.names.power(name)))
    yield from compare(outcome.names_meant_by(value), sorted(map(outcome.name_of, got)))


def _compare_centre_count(outcome: PlayedOutcome, value: Value) -> Iterator[str]:
    if type(value) is not int:
        raise GameFolderError(f"centre_count is a whole number, not {value!r}")
    yield from compare(value, len(outcome.board.centres))


def _compare_notices(outcome: PlayedOutcome, name: str, value: Value) -> Iterator[str]:
    power = outcome.names.power(name)
    notices = outcome.report.notices.get(power, ())
    got = {_notice(outcome, line) for line in notices}
    for number, line in enumerate(texts_of(value)):
        unwanted, plain = line.startswith("!"), line.removeprefix("!")
        with reading_key(number):
            notice = _notice(outcome, plain)
        if (notice in got) is unwanted:
            without = "without" if unwanted else "with"
            yield f"expected notices {without} {plain!r}, got {show(notices)}"


def _notice(outcome: PlayedOutcome, line: str) -> tuple[str, ...]:
    """Return a line of a private notice as its first words and its provinces, a pair in either order."""
    words, _, place = line.strip().rpartition(" ")
    words = words.strip().lower()
    if words not in NOTICES:
        hint = suggest(words, NOTICES, f"they begin with {', '.join(NOTICES)}")
        raise NotationError(f"{line!r} is no line of a notice; {hint}")
    if place.lstrip("-").isdigit():
        return (words, place)
    return (words, *sorted(outcome.names.province(part) for part in place.split("/")))


def _compare_silence(outcome: PlayedOutcome, value: Value) -> Iterator[str]:
    spoken = list_mentioned_provinces(
        public_report(outcome.report, outcome.before), public_state(outcome.after)
    )
    for number, name in enumerate(texts_of(value)):
        with reading_key(number):
            is_spoken_of = outcome.names.province(name) in spoken
        if is_spoken_of:
            yield f"expected nothing of {name}, got it in the public report"


def _compare_trapped(outcome: PlayedOutcome, value: Value) -> Iterator[str]:
    after = outcome.after
    got = [unit for unit in after.units.values() if outcome.variant.must_hold(after, unit)]
    yield from _compare_units(outcome, Power(""), texts_of(value), got)


def _compare_winner(outcome: PlayedOutcome, value: Value) -> Iterator[str]:
    match outcome.after.winners:
        case None:
            got = ""
        case ():
            got = "none"
        case winners:
            got = ", ".join(winners)
    if not isinstance(value, str):
        raise GameFolderError(f'winner is the name of a power, "none" or "", not {value!r}')
    named = [name.strip() for name in value.split(",") if name.strip().lower() not in {"", "none"}]
    wanted = ", ".join(map(outcome.names.power, named)) or value.strip()
    yield from compare(wanted.lower(), got.lower())


_KEYED: Mapping[str, Callable[[PlayedOutcome, str, Value], Iterator[str]]] = {
    "units": _compare_units_of_power,
    "dislodged": _compare_dislodged,
    "retreats": _compare_retreats,
    "orders": _compare_orders,
    "events": _compare_events,
    "centres": _compare_centres,
    "neighbours": compare_neighbours,
    "adjacent": compare_adjacent,
    "coasts": compare_coasts,
    "terrain": compare_terrain,
    "told": _compare_notices,
}

_BY_POWER = {"units", "dislodged", "orders", "events", "centres", "told"}
"""What is expected of a power; the rest of these of a province."""

_WHOLE: Mapping[str, Callable[[PlayedOutcome, Value], Iterator[str]]] = {
    "centre_count": _compare_centre_count,
    "iced": compare_iced,
    "rifts": compare_rifts,
    "ranges": compare_ranges,
    "public_silent": _compare_silence,
    "trapped": _compare_trapped,
    "waterways": compare_waterways,
    "winner": _compare_winner,
}
