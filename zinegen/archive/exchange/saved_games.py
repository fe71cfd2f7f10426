"""Saved games of other programs as they are read: of the package ``diplomacy``, and as JSON Lines.

Format: docs/exchange.md. Both come from strangers: what is not as it should be ends with a sentence that
names its place.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import chain
from pathlib import Path
from typing import BinaryIO, TypeAlias

from zinegen.archive.exchange.game_json import (
    EXPORT_LIMIT,
    FORMAT,
    ExportedGame,
    read_exported_game,
)
from zinegen.archive.exchange.played_games import PlayedGame, SavedPhase
from zinegen.errors import GameFolderError, NotationError
from zinegen.game.state import Phase, PhaseKind
from zinegen.game.variant import OptionValue
from zinegen.notation.grammar.names import suggest
from zinegen.play.scenarios.questions import Json
from zinegen.variants.standard import STANDARD

MOST_PHASES = 2000
"""Of a game; the longest that are known have a tenth of it."""
LINE_LIMIT = 64 << 20
"""Bytes of a line."""
_GZIP = b"\x1f\x8b"
_NOT_JDIP = (
    "this is packed, as files of jDip are: they hold its own objects in a form that is published nowhere;"
    " save the game's orders as text, and hand them in with `zinegen take`"
)
_BUILD = re.compile(r"(?P<unit>[AF] \S+) (?P<deed>[BD])", re.IGNORECASE)
_DEEDS = {"B": "build", "D": "remove"}
_LINE_KEYS = frozenset(
    {
        "game",
        "variant",
        "options",
        "players",
        "phase",
        "units",
        "centres",
        "dislodged",
        "orders",
        "events",
        "throws",
        "results",
        "over",
    }
)


@dataclass(frozen=True, slots=True)
class _Place:
    """Where something stands, for what is said of it."""

    name: str

    def wrong(self, what: str) -> GameFolderError:
        """Return the error that something there is not as it should be."""
        return GameFolderError(f"{self.name}: {what}")

    def table(self, data: Mapping[str, Json], key: str) -> dict[str, Json]:
        """Return a table, an empty one if it is missing; raises GameFolderError when it is none."""
        found = data.get(key)
        if found is None:
            return {}
        if not isinstance(found, dict):
            raise self.wrong(f"{key!r} is a table")
        return found

    def text(self, data: Mapping[str, Json], key: str, default: str = "") -> str:
        """Return a text; raises GameFolderError when it is none."""
        found = data.get(key, default)
        if not isinstance(found, str):
            raise self.wrong(f"{key!r} is a text")
        return found

    def lines(self, data: Mapping[str, Json], key: str) -> dict[str, tuple[str, ...]]:
        """Return a list of lines for each power; raises GameFolderError when it is none."""
        found: dict[str, tuple[str, ...]] = {}
        for power, lines in self.table(data, key).items():
            texts = [] if lines is None else lines
            if not isinstance(texts, list) or not all(isinstance(one, str) for one in texts):
                raise self.wrong(f"{key!r} has a list of lines for each power")
            found[power] = tuple(map(str, texts))
        return found

    def phase(self, data: Mapping[str, Json], key: str) -> Phase:
        """Return a phase such as ``S1901M``; raises GameFolderError when it is none."""
        text = self.text(data, key)
        try:
            return Phase.parse(text)
        except NotationError as problem:
            raise self.wrong(str(problem)) from None


def read_saved_game(data: Mapping[str, Json]) -> PlayedGame:
    """Return the saved game of the package ``diplomacy`` that a file of JSON holds.

    Raises GameFolderError when it is none, or of a map that we have not.
    """
    top = _Place("the game")
    base_map = top.text(data, "map", STANDARD.id)
    if base_map != STANDARD.id:
        raise top.wrong(f"it is played on the map {base_map[:40]!r}, which is not here")
    phases = data.get("phases")
    if not isinstance(phases, list) or not phases:
        raise top.wrong("it has no phases")
    if len(phases) > MOST_PHASES:
        raise top.wrong(f"it has more than {MOST_PHASES} phases")
    is_over, found, messages = False, [], 0
    for number, entry in enumerate(phases, 1):
        place = _Place(f"phase {number}")
        if not isinstance(entry, dict):
            raise place.wrong("a phase is a table")
        letters = entry.get("messages")
        messages += len(letters) if isinstance(letters, list) else 0
        if place.text(entry, "name") == "COMPLETED":
            is_over = True
            continue
        found.append(_read_phase(entry, place))
    if not found:
        raise top.wrong("it has no phases")
    return PlayedGame(
        name=top.text(data, "id", "game"),
        variant=STANDARD.id,
        phases=tuple(found),
        is_over=is_over,
        press=messages,
    )


def _read_phase(entry: Mapping[str, Json], place: _Place) -> SavedPhase:
    phase, state = place.phase(entry, "name"), place.table(entry, "state")
    orders = place.lines(entry, "orders")
    if phase.kind is PhaseKind.ADJUSTMENTS:
        orders = {power: tuple(map(_translate_build, lines)) for power, lines in orders.items()}
    position: dict[str, Json] = {}
    if "units" in state:
        units = place.lines(state, "units")
        position["units"] = {
            power: [line for line in lines if not line.startswith("*")]
            for power, lines in units.items()
        }
    if "centers" in state:
        position["centres"] = {p: [*own] for p, own in place.lines(state, "centers").items()}
    if "retreats" in state:
        position["dislodged"] = {
            power: own
            for power, own in place.table(state, "retreats").items()
            if isinstance(own, dict) and own
        }
    return SavedPhase(
        phase=phase,
        place=f"{place.name}, {phase}",
        position=position,
        orders={power: lines for power, lines in orders.items() if lines},
        results=_read_results(place.table(entry, "results")),
    )


def _translate_build(line: str) -> str:
    """Return a build or removal as orders here are written: ``build A PAR`` for ``A PAR B``."""
    match = _BUILD.fullmatch(line.strip())
    return f"{_DEEDS[match['deed'].upper()]} {match['unit']}" if match else line


def _read_results(given: Mapping[str, Json]) -> dict[str, str]:
    """Return why the order of each unit came to nothing; empty where it did not."""
    found = {}
    for unit, said in given.items():
        words = [str(one) for one in said if one] if isinstance(said, list) else [str(said or "")]
        found[unit] = ", ".join(words).replace("succeeds", "")
    return found


Found: TypeAlias = "PlayedGame | ExportedGame | GameFolderError"
"""A game of a file, or why one of its games cannot be read."""


def read_games(path: Path) -> Iterator[Found]:
    """Yield the games that a file holds; of a broken one why it cannot be read, and what came before that.

    Raises GameFolderError when nothing of the file can be read.
    """
    try:
        with path.open("rb") as file:
            yield from _read_stream(file)
    except OSError as problem:
        raise GameFolderError(problem.strerror or type(problem).__name__) from None


def _read_stream(file: BinaryIO) -> Iterator[Found]:
    first = file.readline(LINE_LIMIT)
    if first.startswith(_GZIP):
        raise GameFolderError(_NOT_JDIP)
    try:
        entry = json.loads(first)
    except (ValueError, RecursionError):
        entry = None
    if isinstance(entry, dict) and entry.get("format") != FORMAT:
        yield from read_game_lines(chain([first], iter(lambda: file.readline(LINE_LIMIT), b"")))
        return
    content = first + file.read(EXPORT_LIMIT)
    if len(content) > EXPORT_LIMIT:
        raise GameFolderError(f"it is larger than {EXPORT_LIMIT >> 20} MB")
    yield _read_whole(content)


def _read_whole(content: bytes) -> Found:
    try:
        data = json.loads(content)
    except json.JSONDecodeError as problem:
        where = f"line {problem.lineno}, character {problem.colno}"
        raise GameFolderError(
            f"{where}: this is no JSON any more; perhaps the file was cut"
        ) from None
    except (ValueError, RecursionError):
        raise GameFolderError(
            "this is no game that can be read: neither JSON nor lines of it"
        ) from None
    if isinstance(data, dict) and data.get("format") == FORMAT:
        return read_exported_game(content)
    if isinstance(data, dict) and "phases" in data:
        return read_saved_game(data)
    raise GameFolderError("this JSON is no game: neither 'format' nor 'phases' says what it is")


def read_game_lines(lines: Iterable[bytes]) -> Iterator[PlayedGame | GameFolderError]:
    """Yield the games of JSON Lines: a line is a phase, or a whole saved game.

    Phases of a game follow each other. What is wrong with a line ends its game there and no other; what came
    before it stays.
    """
    phases: list[tuple[_Place, dict[str, Json]]] = []
    name = ""
    fault: GameFolderError | None = None
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        place = _Place(f"line {number}")
        try:
            entry = _read_line(line, place)
            own = "" if "phases" in entry else place.text(entry, "game", name or "game")
            saved = read_saved_game(entry) if "phases" in entry else None
        except GameFolderError as problem:
            fault = fault or place.wrong(str(problem).removeprefix(f"{place.name}: "))
            continue
        if own != name:
            yield from _finish(name, phases, fault)
            phases, fault = [], None
        name = own
        if saved is not None:
            yield saved
        elif fault is None:
            phases.append((place, entry))
    yield from _finish(name, phases, fault)


def _finish(
    name: str, phases: list[tuple[_Place, dict[str, Json]]], fault: GameFolderError | None
) -> Iterator[PlayedGame | GameFolderError]:
    if phases:
        try:
            yield _make_game(name, phases)
        except GameFolderError as problem:
            fault = fault or problem
    if fault is not None:
        yield fault


def _read_line(line: bytes, place: _Place) -> dict[str, Json]:
    try:
        entry = json.loads(line)
    except (ValueError, RecursionError) as problem:
        at = f" at character {problem.pos + 1}" if isinstance(problem, json.JSONDecodeError) else ""
        cut = "; it is too long" if len(line) >= LINE_LIMIT else ""
        raise place.wrong(f"this is no JSON{at}{cut}") from None
    if not isinstance(entry, dict):
        raise place.wrong("a line is a JSON object")
    unknown = () if "phases" in entry else sorted(entry.keys() - _LINE_KEYS)
    if unknown:
        near = suggest(
            unknown[0], tuple(sorted(_LINE_KEYS)), f"there are {', '.join(sorted(_LINE_KEYS))}"
        )
        raise place.wrong(f"nobody knows {unknown[0][:40]!r}; {near}")
    return entry


def _make_game(name: str, lines: list[tuple[_Place, dict[str, Json]]]) -> PlayedGame:
    place, first = lines[0]
    return PlayedGame(
        name=name,
        variant=place.text(first, "variant", STANDARD.id),
        options={
            key: _option(value, place) for key, value in place.table(first, "options").items()
        },
        players={key: str(who) for key, who in place.table(first, "players").items()},
        phases=tuple(_make_phase(where, entry) for where, entry in lines),
        is_over=lines[-1][1].get("over") is True,
    )


def _option(value: Json, place: _Place) -> OptionValue:
    match value:
        case bool() | int() | str():
            return value
        case list():
            return tuple(map(str, value))
        case _:
            raise place.wrong("an option is a number, a text, true, false or a list of texts")


def _make_phase(place: _Place, entry: Mapping[str, Json]) -> SavedPhase:
    throws = place.table(entry, "throws")
    if not all(type(one) is int for one in throws.values()):
        raise place.wrong("'throws' are numbers from 1")
    phase = place.phase(entry, "phase")
    for key in ("units", "centres"):
        place.lines(entry, key)
    return SavedPhase(
        phase=phase,
        place=f"{place.name}, {phase}",
        position={key: entry[key] for key in ("units", "centres", "dislodged") if key in entry},
        orders=place.lines(entry, "orders"),
        events=place.lines(entry, "events"),
        throws={label: one for label, one in throws.items() if isinstance(one, int)},
        results=_read_results(place.table(entry, "results")),
    )
