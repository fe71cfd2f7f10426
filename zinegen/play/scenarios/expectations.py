"""A scenario's expectations of a phase, compared with its outcome.

Format: the contract's page on scenario files, ``[phase.expect]``. A difference is one sentence:
the key, what was expected, what was got.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from zinegen.board.board import Board, Canal, Power, pair
from zinegen.board.coasts import coasts, label
from zinegen.board.passage import Place
from zinegen.errors import GameFolderError, NoCoastError, NotationError
from zinegen.game.orders import Order, OrderNumber, Remove, Unreadable
from zinegen.game.state import GameState
from zinegen.game.units import Kind, Unit
from zinegen.game.variant import Variant
from zinegen.game.verdicts import OrderResult, Reason, Report, Word
from zinegen.geometry.mesh import ProvinceKey
from zinegen.notation.grammar.names import Names
from zinegen.notation.grammar.writer import write_place, write_unit
from zinegen.notation.reading.reader import find_place, read_spot, read_unit
from zinegen.rules.secrets import list_mentioned_provinces, public_report, public_state

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


def texts_of(value: object) -> list[str]:
    """Return a list of texts; raises GameFolderError when the value is none."""
    if not isinstance(value, list):
        raise GameFolderError(f"a list of texts is wanted, not {value!r}")
    return [str(item) for item in value]


def _compare(expected: object, got: object) -> Iterator[str]:
    """Yield the expected and the actual value where they differ."""
    if expected != got:
        yield f"expected {_shown(expected)}, got {_shown(got)}"


def _shown(thing: object) -> str:
    """Return a value as differences print it."""
    match thing:
        case list() | tuple():
            return "[" + ", ".join(_shown(item) for item in thing) + "]"
        case str():
            return thing or '""'
        case _:
            return str(thing)


UNCHECKED = "-"


def list_differences(expected: Mapping[str, Value], outcome: PlayedOutcome) -> list[str]:
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
        yield f"expected {_shown(sorted(lines))}, got {_shown(written)}"


def _read_expected_units(
    outcome: PlayedOutcome, power: Power, lines: Sequence[str], here: Mapping[ProvinceKey, Unit]
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
    wanted = {_refuge(outcome, text) for text in texts_of(value)}
    by_coast = {name.partition("/")[0] for name in wanted if "/" in name}
    got = {
        write_place(place, outcome.board) if province in by_coast else province
        for place in outcome.after.dislodged[where].retreats
        for province in [outcome.name_of(place.province)]
    }
    yield from _compare(sorted(wanted), sorted(got))


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
    rulings = {(one.order.number, one.order): one for one in outcome.report.rulings}
    wanted = texts_of(value)
    if len(wanted) != len(lines):
        lines = [line for line in lines if line]
    got = [_word_for(line, rulings) for line in lines]
    seen = [
        UNCHECKED if word == UNCHECKED else result
        for word, result in zip(wanted, got, strict=False)
    ]
    if len(wanted) != len(got) or seen != wanted:
        yield f"expected {_shown(wanted)}, got {_shown(got)}"


def _find_rulings(orders: Iterable[Order], rulings: Rulings) -> list[OrderResult]:
    """Return the rulings on orders, as far as there are any."""
    found = (rulings.get((order.number, order)) for order in orders)
    return [ruling for ruling in found if ruling is not None]


def _word(ruling: OrderResult, rulings: Rulings) -> Word:
    """Return the word for an order: that of its verdict, but for a convoy whose chain was broken elsewhere.

    The fleet did its part, and its verdict says so; the words of scenario files count the whole chain.
    """
    verdict = ruling.verdict
    if verdict.reason is not Reason.CONVOY_UNUSED:
        return verdict.word
    carried = _find_rulings(verdict.because, rulings)
    broken = any(army.verdict.reason in {Reason.CONVOY_BROKEN, Reason.NO_ROUTE} for army in carried)
    return Word.FAILS if broken else verdict.word


def _word_for(line: Sequence[Order], rulings: Rulings) -> str:
    """Return the word for a line as written: void for one that no rule can read."""
    given = _find_rulings(line, rulings)
    if not given and any(isinstance(order, Unreadable) for order in line):
        return Word.VOID
    return _word_of(given, rulings)


def _word_of(given: Sequence[OrderResult], rulings: Rulings) -> str:
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
    wanted = sorted(map(outcome.name_meant_by, texts_of(value)))
    yield from _compare(wanted, sorted(map(outcome.name_of, got)))


def _compare_centre_count(outcome: PlayedOutcome, value: Value) -> Iterator[str]:
    yield from _compare(value, len(outcome.board.centres))


def _compare_notices(outcome: PlayedOutcome, name: str, value: Value) -> Iterator[str]:
    power = outcome.names.power(name)
    notices = outcome.report.notices.get(power, ())
    got = {_notice(outcome, line) for line in notices}
    for line in texts_of(value):
        unwanted = line.startswith("!")
        if (_notice(outcome, line.removeprefix("!")) in got) is unwanted:
            without = "without" if unwanted else "with"
            yield f"expected notices {without} {line.removeprefix('!')!r}, got {_shown(notices)}"


def _notice(outcome: PlayedOutcome, line: str) -> tuple[str, ...]:
    """Return a line of a private notice as its first words and its provinces, a pair in either order."""
    words, _, place = line.strip().rpartition(" ")
    if place.lstrip("-").isdigit():
        return (words.lower(), place)
    return (words.lower(), *sorted(outcome.names.province(part) for part in place.split("/")))


def _compare_silence(outcome: PlayedOutcome, value: Value) -> Iterator[str]:
    spoken = list_mentioned_provinces(
        public_report(outcome.report, outcome.before), public_state(outcome.after)
    )
    for name in texts_of(value):
        if outcome.names.province(name) in spoken:
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
    yield from _compare(str(value).lower(), got.lower())


def _compare_neighbours(outcome: PlayedOutcome, name: str, value: Value) -> Iterator[str]:
    """Yield the differences in the neighbours of a province in clockwise order."""
    wanted = [[outcome.name_meant_by(word) for word in ring] for ring in _rings(value)]
    rings = outcome.board.mesh.neighbours(outcome.names.province(name))
    got = [[outcome.name_of(face) for face in ring] for ring in rings]
    if sorted(map(_rotate_to_least, wanted)) != sorted(map(_rotate_to_least, got)):
        yield f"expected {_shown(value)}, got {' | '.join(' '.join(ring) for ring in got)}"


def _rings(value: Value) -> list[list[str]]:
    """Return the names of each boundary: with blanks or commas between them, or as a list."""
    if isinstance(value, list):
        whole = all(isinstance(ring, list) for ring in value)
        return [texts_of(ring) for ring in (value if whole else [value])]
    return [
        [name.strip() for name in ring.split("," if "," in ring else None)]
        for ring in str(value).split("|")
        if ring.strip()
    ]


def _rotate_to_least(ring: list[str]) -> list[str]:
    """Return a cyclic list turned so that equal rings are equal lists."""
    return min(ring[at:] + ring[:at] for at in range(len(ring)))


def _compare_adjacent(outcome: PlayedOutcome, name: str, value: Value) -> Iterator[str]:
    """Yield the differences in the provinces that touch one."""
    got = sorted(map(outcome.name_of, outcome.board.mesh.adjacent(outcome.names.province(name))))
    yield from _compare(sorted(map(outcome.name_meant_by, texts_of(value))), got)


def _compare_coasts(outcome: PlayedOutcome, name: str, value: Value) -> Iterator[str]:
    """Yield the differences in the coasts of a province, with their names where these are expected."""
    here = coasts(outcome.board, outcome.names.province(name))
    got = [sorted(map(outcome.name_of, coast.waters)) for coast in here]
    match value:
        case list():
            wanted = [sorted(map(outcome.name_meant_by, texts_of(coast))) for coast in value]
        case dict():
            called = [(label(outcome.board, coast) or "").casefold() for coast in here]
            got = [[name, *waters] for name, waters in zip(called, got, strict=True)]
            wanted = [
                [name.casefold(), *sorted(map(outcome.name_meant_by, texts_of(coast)))]
                for name, coast in value.items()
            ]
        case _:
            raise GameFolderError(f"coasts.{name} is a list of lists of waters, or these by name")
    yield from _compare(sorted(wanted), sorted(got))


def _compare_terrain(outcome: PlayedOutcome, name: str, value: Value) -> Iterator[str]:
    """Yield the differences in the terrain of a province."""
    got = str(outcome.board[outcome.names.province(name)].terrain)
    yield from _compare(str(value).lower(), got)


def _compare_iced(outcome: PlayedOutcome, value: Value) -> Iterator[str]:
    """Yield the differences in the provinces under ice."""
    got = sorted(
        province.abbreviation for province in outcome.board.provinces.values() if province.iced
    )
    yield from _compare(sorted(map(outcome.name_meant_by, texts_of(value))), got)


def _pairs(outcome: PlayedOutcome, both: Iterable[str]) -> list[str]:
    return sorted(
        _pair(outcome, outcome.names.province(one), outcome.names.province(other))
        for one, _, other in (text.partition("/") for text in both)
    )


def _pair(outcome: PlayedOutcome, one: ProvinceKey, other: ProvinceKey) -> str:
    return "/".join(map(outcome.name_of, pair(one, other)))


def _compare_rifts(outcome: PlayedOutcome, value: Value) -> Iterator[str]:
    """Yield the differences in the rifts."""
    got = sorted(_pair(outcome, *both) for both in outcome.board.rifts)
    yield from _compare(_pairs(outcome, texts_of(value)), got)


def _compare_ranges(outcome: PlayedOutcome, value: Value) -> Iterator[str]:
    """Yield the differences in the mountain ranges in place."""
    got = sorted(
        _pair(outcome, *both) for both, times in outcome.board.ranges.items() for _ in range(times)
    )
    yield from _compare(_pairs(outcome, texts_of(value)), got)


def _compare_waterways(outcome: PlayedOutcome, value: Value) -> Iterator[str]:
    """Yield the differences in the straits and canals."""
    board = outcome.board
    got = [_strait(outcome, board.mesh.sides(border)) for border in board.straits]
    got += [_canal(outcome, canal.province, _ends(board, canal)) for canal in board.canals]
    got += [
        _canal(outcome, join.province, (water for group in join.groups for water in group))
        for join in board.joins
        if not join.natural
    ]
    wanted = [_waterway(outcome, text) for text in texts_of(value)]
    if not board.canals:
        wanted, got = _merge_canals(wanted), _merge_canals(got)
    yield from _compare(sorted(wanted), sorted(got))


def _merge_canals(waterways: Iterable[str]) -> list[str]:
    """Return the waterways with canals of one province that share a water written as one.

    A water linked with the coast of a canal makes one coast of both (Kinzett 8), so it is all the same
    whether that is called two canals or one with three ends. (AceRunner's canals have terminals.)
    """
    systems: list[tuple[str, set[str]]] = []
    for line in waterways:
        head, _, waters = line.partition(": ")
        ends = set(waters.split())
        for other in [known for known in systems if known[0] == head and known[1] & ends]:
            systems.remove(other)
            ends |= other[1]
        systems.append((head, ends))
    return [f"{head}: {' '.join(sorted(ends))}" if ends else head for head, ends in systems]


def _ends(board: Board, canal: Canal) -> Iterator[ProvinceKey]:
    for end in canal.terminals:
        yield board.mesh.across(board.mesh.dart_in(end, canal.province))


def _strait(outcome: PlayedOutcome, sides: Iterable[ProvinceKey]) -> str:
    return f"strait {'/'.join(sorted(map(outcome.name_of, sides)))}"


def _canal(outcome: PlayedOutcome, province: ProvinceKey, waters: Iterable[ProvinceKey]) -> str:
    ends = " ".join(sorted(map(outcome.name_of, waters)))
    return f"canal {outcome.name_of(province)}: {ends}"


def _waterway(outcome: PlayedOutcome, text: str) -> str:
    kind, _, rest = text.strip().partition(" ")
    find = outcome.names.province
    if kind == "strait":
        return _strait(outcome, map(find, rest.split("/")))
    province, _, waters = rest.partition(":")
    return _canal(outcome, find(province), map(find, waters.split()))


_KEYED: Mapping[str, Callable[[PlayedOutcome, str, Value], Iterator[str]]] = {
    "units": _compare_units_of_power,
    "dislodged": _compare_dislodged,
    "retreats": _compare_retreats,
    "orders": _compare_orders,
    "events": _compare_events,
    "centres": _compare_centres,
    "neighbours": _compare_neighbours,
    "adjacent": _compare_adjacent,
    "coasts": _compare_coasts,
    "terrain": _compare_terrain,
    "told": _compare_notices,
}

_WHOLE: Mapping[str, Callable[[PlayedOutcome, Value], Iterator[str]]] = {
    "centre_count": _compare_centre_count,
    "iced": _compare_iced,
    "rifts": _compare_rifts,
    "ranges": _compare_ranges,
    "public_silent": _compare_silence,
    "trapped": _compare_trapped,
    "waterways": _compare_waterways,
    "winner": _compare_winner,
}
