"""The file ``result.json`` of each season: what was read for it, and the records of a game in their order."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from zinegen.archive.files import read_plain
from zinegen.archive.folder.chance_settings import RECORD_LIMIT
from zinegen.archive.folder.game_file import Settings
from zinegen.archive.folder.games import RESULT, SEASONS, Game, SeasonFolder, first_state
from zinegen.board.board import Power
from zinegen.errors import GameFolderError
from zinegen.game.variant import OptionValue, Variant
from zinegen.play.names import digest
from zinegen.play.records.codec import Json, encode, parse_json
from zinegen.play.records.records import SeasonRecord
from zinegen.play.records.result_text import decode_record
from zinegen.play.verification.digests import RULES, say_pledge

LIMIT = RECORD_LIMIT


def rules_of(settings: Settings, variant: Variant) -> Json:
    """Return what of a game's settings the adjudication reads in a season, as plain data.

    ``variant`` is the rule set with the options and languages that hold in it.
    """
    setup, languages = settings.setup, variant.languages
    return {
        **({"languages": [*languages]} if languages else {}),
        "variant": variant.id,
        "options": encode(dict(variant.chosen), Mapping[str, OptionValue]),
        "units": _list_lines(setup.units),
        "centres": _list_lines(setup.centres),
        "events": [*setup.events],
    }


def say_settings(game: Game, season: SeasonFolder) -> Mapping[str, Json]:
    """Return what game.toml and season.toml say that bears on a season, by its keys among a record's inputs.

    A map of the game's own has a digest of its file instead.
    """
    deadline, path = season.deadline, f"{SEASONS}/{season.slug}/season.toml"
    return {
        RULES: rules_of(game.settings, season.variant),
        **say_pledge(game.settings.chance),
        f"{path}#phases": [str(phase) for phase in deadline.phases],
        f"{path}#deadline": str(deadline.deadline),
    }


def _list_lines(given: Mapping[Power, Sequence[str]] | None) -> Json:
    if given is None:
        return None
    return {str(power): [*lines] for power, lines in given.items()}


def read_records(game: Game, known: tuple[SeasonRecord, ...] = ()) -> tuple[SeasonRecord, ...]:
    """Return the records of a game, oldest first; ``known`` are the first of them, read before.

    They end before one that was made from another record of the season before it than lies there now.
    Raises GameFolderError with the file's name when one cannot be read.
    """
    seasons = game.recorded
    found = [*known[: len(seasons)]]
    state = found[-1].after if found else first_state(game)
    before: Mapping[str, Json] = {}
    if 0 < len(found) < len(seasons):
        last = seasons[len(found) - 1]
        before = {last.slug: digest(read_plain(last.result, LIMIT))}
    for season in seasons[len(found) :]:
        content = read_plain(season.result, LIMIT)
        try:
            data = parse_json(content)
            if _records_read(data) != before:
                break
            found.append(decode_record(data, state))
        except GameFolderError as error:
            raise GameFolderError(f"{season.shown}/{RESULT}: {error}") from None
        state, before = found[-1].after, {season.slug: digest(content)}
    return tuple(found)


def find_season_before(season: SeasonFolder) -> str:
    """Return the folder of the season whose record a record was made from; empty when there was none.

    Raises GameFolderError when the record cannot be read.
    """
    return next(iter(_records_read(parse_json(read_plain(season.result, LIMIT)))), "")


def _records_read(data: Json) -> Mapping[str, Json]:
    """Return the digests of the records that went into a record, by their seasons' folders: one or none."""
    inputs = data.get("inputs") if isinstance(data, dict) else None
    head, tail = f"{SEASONS}/", f"/{RESULT}"
    return {
        path.removeprefix(head).removesuffix(tail): known
        for path, known in (inputs.items() if isinstance(inputs, dict) else ())
        if path.startswith(head) and path.endswith(tail)
    }
