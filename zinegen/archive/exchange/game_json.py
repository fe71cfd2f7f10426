"""A whole game as one JSON file: what was written for it, what came of it, and the map on which it began.

What people and the program wrote stands there word for word, so that a game exported and imported is the same
bytes; positions, orders and records stand beside it for programs that read no TOML. Nothing goes out that is
not for everybody: sealed files stay sealed, plain ones that a power alone may know stay at home, and what was
handed in for a season that is still open goes only when it is asked for. Format: docs/exchange.md.
"""

from __future__ import annotations

import base64
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path, PurePath
from typing import cast

from zinegen.archive.files import list_folder, read_plain
from zinegen.archive.folder.games import RESULT, SEASONS, Game, SeasonFolder, first_state
from zinegen.archive.folder.hidden_file import HIDDEN
from zinegen.archive.folder.press_files import PRESS, read_press_folder
from zinegen.archive.folder.press_pictures import is_picture_name
from zinegen.archive.folder.toml_files import read_toml
from zinegen.archive.own_maps import MAP_FILE
from zinegen.archive.result_file import read_records
from zinegen.board.board import Board
from zinegen.errors import GameFolderError
from zinegen.game.state import GameState
from zinegen.game.variant import OptionValue
from zinegen.play.names import SeasonName, is_slug, power_slug
from zinegen.play.records.codec import Json, canonical, encode, parse_json
from zinegen.play.records.records import SeasonRecord
from zinegen.play.records.result_text import encode_record
from zinegen.play.scenarios.questions import write_position
from zinegen.play.setups import keeps_secrets
from zinegen.play.texts.order_file import OPENED
from zinegen.play.texts.toml_text import SETTINGS
from zinegen.rules.secrets import orders_are_secret
from zinegen.version import __version__, is_newer

FORMAT, VERSION = "zinegen-game", 1
EXPORT_LIMIT = 256 << 20
"""Bytes of such a file."""
FILE_LIMIT = 16 << 20
"""Bytes of one of the files in it."""
ORDERS, REPORTS = "orders", "reports"
_OF_SEASON = ("season.toml", "close.toml", "rulings.toml", "chance.toml", "arrivals.toml")
_RECORDS = (RESULT, "hidden.json.age")
_PLACE = re.compile(
    rf"(?:{SEASONS}/(?P<season>[^/]+)/)?(?:(?P<folder>{ORDERS}|{OPENED}|{PRESS}|{REPORTS})/)?(?P<name>[^/]+)"
)
_NAME = re.compile(r"[a-z0-9][a-z0-9-]{0,80}\.(?:toml|md|txt|png|jpe?g|gif|webp)(?:\.age)?")


@dataclass(frozen=True, slots=True, kw_only=True)
class ExportedGame:
    """What of an exported game makes its folder."""

    slug: str
    files: Mapping[str, bytes]
    """By path relative to the game's folder."""
    map_place: str = ""
    """The folder of the map of its own on which it is played, relative to the zine's; empty for none."""
    map_file: bytes = b""


def export_game(game: Game, *, with_press: bool = True, everything: bool = False) -> bytes:
    """Return a game as one JSON file, the same bytes for the same game.

    ``everything`` takes along what is for the GM alone: the orders and the press that are in for the open
    season, and who plays in an anonymous game. Raises GameFolderError when a record or a file cannot be
    read, or when nobody may know who plays.
    """
    settings, records = game.settings, read_records(game)
    is_over = bool(records) and records[-1].after.winners is not None
    if not everything and settings.secrecy.hides_players(is_over=is_over):
        raise GameFolderError(
            f"{game.slug} is anonymous, and its game.toml says who plays: `--everything` takes it"
            " along, for nobody but you"
        )
    first = first_state(game)
    files = {
        path: read_plain(game.folder / path, FILE_LIMIT)
        for path in _list_files(game, with_press=with_press, everything=everything)
    }
    states = (first, *(record.after for record in records))
    seasons: list[Json] = [
        _export_season(season, state, record)
        for season, state, record in zip(game.recorded, states, records, strict=False)
    ]
    for season, record in zip(game.recorded, records, strict=False):
        path = f"{SEASONS}/{season.slug}/{RESULT}"
        if files.get(path) == encode_record(record):
            del files[path]  # the record says it
    data: dict[str, Json] = {
        "format": FORMAT,
        "version": VERSION,
        "engine": __version__,
        "game": game.slug,
        "title": settings.title,
        "gm": settings.gm.name,
        "variant": settings.variant.id,
        "options": encode(dict(settings.variant.chosen), Mapping[str, OptionValue]),
        "players": {str(power): person.name for power, person in settings.players.items()},
        "start": {"position": _write_position(first), "board": encode(first.board, Board)},
        "seasons": seasons,
        "position": _write_position(states[-1]),
        "files": {path: _write_content(content) for path, content in sorted(files.items())},
    }
    if settings.variant.own_map is not None:
        place = find_map_folder(game)
        content = read_plain(game.folder.parent.parent / place / MAP_FILE, FILE_LIMIT)
        data["map"] = {"folder": place, "file": _write_content(content)}
    return canonical(data)


def list_kept_back(game: Game, *, everything: bool = False) -> tuple[str, ...]:
    """Return the files of orders and press that an export leaves at home, for not everybody may read them."""
    out = set(_list_files(game, with_press=True, everything=everything))
    there = (
        f"{SEASONS}/{season.slug}/{folder}/{path.name}"
        for season in game.seasons
        for folder in (ORDERS, PRESS)
        for path in list_folder(season.folder / folder)
    )
    return tuple(path for path in there if path not in out)


def find_map_folder(game: Game) -> str:
    """Return the folder of the map of its own that a game is played on, relative to the zine's."""
    reading = read_toml(game.folder / "game.toml", "game.toml", SETTINGS)
    named = reading.document.data.get("map") if reading.document is not None else None
    return str(named).rstrip("/")


def _write_position(state: GameState) -> dict[str, Json]:
    return cast("dict[str, Json]", write_position(state))


def _export_season(season: SeasonFolder, before: GameState, record: SeasonRecord) -> Json:
    until = season.deadline.deadline
    files = {} if orders_are_secret(before) else {**season.files, **season.opened}
    return {
        "season": season.slug,
        "deadline": None if until is None else until.isoformat(),
        "position": _write_position(before),
        "orders": {
            str(power): {name: section.text for name, section in file.sections.items()}
            for power, file in files.items()
            if file.is_readable and file.sections
        },
        "record": parse_json(encode_record(record)),
    }


def _list_files(game: Game, *, with_press: bool, everything: bool) -> tuple[str, ...]:
    """Return the files of a game's folder that go out, by their paths in it."""
    wanted = ["game.toml", HIDDEN]
    if with_press:
        printed = read_press_folder(game.folder / PRESS, game.shown, game.settings.powers).items
        wanted += [f"{PRESS}/{PurePath(item.file).name}" for item in printed]
        wanted += _list_pictures(game.folder, PRESS)
    for season in game.seasons:
        wanted += _list_season_files(game, season, with_press=with_press, everything=everything)
    return tuple(path for path in wanted if (game.folder / path).is_file())


def _list_season_files(
    game: Game, season: SeasonFolder, *, with_press: bool, everything: bool
) -> Iterator[str]:
    """Yield what of a season's folder may go out, whether it is there or not."""
    place = f"{SEASONS}/{season.slug}"
    yield from (f"{place}/{name}" for name in _OF_SEASON)
    if season.is_recorded:
        yield from (f"{place}/{name}" for name in _RECORDS)
    is_shut = season.is_recorded or season.closing is not None
    stays_secret = keeps_secrets(game.settings.variant)
    for power in game.settings.powers:
        slot = season.slot(power)
        if everything or (is_shut and not stays_secret):
            yield f"{place}/{slot.name}"
        yield from (f"{place}/{slot.name}.age", f"{place}/{slot.opened_name}")
        yield f"{place}/{slot.in_time_name}"
        yield f"{place}/{REPORTS}/{power_slug(power)}.txt.age"
    if with_press:
        yield from (f"{place}/{slot.name}.age" for slot in season.sealed_press)
    if with_press and (everything or is_shut):
        yield from (item.file.removeprefix(f"{game.shown}/") for item in season.press)
        yield from _list_pictures(game.folder, f"{place}/{PRESS}")


def _list_pictures(folder: Path, place: str) -> list[str]:
    names = (path.name for path in list_folder(folder / place))
    return [f"{place}/{name}" for name in names if is_picture_name(name)]


def _write_content(content: bytes) -> Json:
    """Return the bytes of a file as a text, or in base 64 where they are none."""
    try:
        return content.decode()
    except UnicodeDecodeError:
        return {"base64": base64.b64encode(content).decode("ascii")}


def read_exported_game(content: bytes) -> ExportedGame:
    """Return what an exported game holds.

    Raises GameFolderError when it is none, was made by a later version, or names a file that a game has not.
    """
    data = parse_json(content)
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        raise GameFolderError(f"it is no {FORMAT}")
    engine, version, slug = data.get("engine"), data.get("version"), data.get("game")
    if is_newer(str(engine)):
        raise GameFolderError(
            f"zinegen {str(engine)[:20]} wrote it, and this is {__version__}: install that or later"
        )
    if version != VERSION:
        raise GameFolderError(
            f"its 'version' is {str(version)[:20]}, and zinegen {__version__} reads {VERSION}"
        )
    if not isinstance(slug, str) or not is_slug(slug):
        raise GameFolderError("its game has no name that a game can have")
    files = {path: _read_content(path, part) for path, part in _table(data, "files").items()}
    for season in _list_tables(data, "seasons"):
        path = f"{SEASONS}/{season.get('season')}/{RESULT}"
        if path not in files:
            files[path] = canonical(season.get("record"))
    for path in files:
        _check_path(path)
    if "game.toml" not in files:
        raise GameFolderError("there is no game.toml in it")
    own_map = _table(data, "map") if "map" in data else {}
    place = str(own_map.get("folder", ""))
    if place and not all(map(is_slug, place.split("/"))):
        raise GameFolderError("its map's folder is named with small letters, digits and dashes")
    return ExportedGame(
        slug=slug,
        files=dict(sorted(files.items())),
        map_place=place,
        map_file=_read_content(MAP_FILE, own_map.get("file")) if place else b"",
    )


def _table(data: Mapping[str, Json], key: str) -> dict[str, Json]:
    table = data.get(key)
    if not isinstance(table, dict):
        raise GameFolderError(f"{key!r} is a table")
    return table


def _list_tables(data: Mapping[str, Json], key: str) -> list[dict[str, Json]]:
    found = data.get(key)
    if not isinstance(found, list):
        raise GameFolderError(f"{key!r} is a list of tables")
    tables = [one for one in found if isinstance(one, dict)]
    if len(tables) < len(found):
        raise GameFolderError(f"{key!r} is a list of tables")
    return tables


def _read_content(path: str, part: Json) -> bytes:
    if isinstance(part, str):
        return part.encode()
    coded = part.get("base64") if isinstance(part, dict) else None
    try:
        return base64.b64decode(coded if isinstance(coded, str) else "?", validate=True)
    except ValueError:
        raise GameFolderError(f"{path[:80]!r} is no text and not in base 64") from None


def _check_path(path: str) -> None:
    """Raise GameFolderError for a file that no game has, such as ``../x``."""
    match = _PLACE.fullmatch(path)
    season, folder, name = match.groups() if match is not None else (None, None, "")
    is_known = (
        name in ({*_OF_SEASON, *_RECORDS} if season else {"game.toml", HIDDEN})
        if folder is None
        else _NAME.fullmatch(name) is not None and (season is not None or folder == PRESS)
    )
    if not is_known or (season is not None and SeasonName.parse(season) is None):
        raise GameFolderError(f"{path[:80]!r} is no file of a game")
