"""A power's private report for its player's eyes, sealed to the key that stands in game.toml now."""

from __future__ import annotations

from zinegen.archive.files import read_plain
from zinegen.archive.folder.game_file import Person
from zinegen.archive.folder.games import Game, SeasonFolder
from zinegen.archive.sealing.reports import PRIVATE, path_of_sealed_report
from zinegen.archive.seals import Identity, SealError, decrypt, encrypt, parse_open_key, seal_report
from zinegen.board.board import Power
from zinegen.errors import GameFolderError
from zinegen.languages.texts import N_
from zinegen.play.names import digest, power_slug
from zinegen.play.records.records import SeasonRecord

LIMIT = 1 << 16
"""Bytes of a report, sealed or not."""


def require_player_key(game: Game, power: Power) -> str:
    """Return the key of the player of a power, to which what is for that alone is sealed.

    Raises GameFolderError where game.toml has none, with the reason and what helps.
    """
    player = game.settings.players.get(power) or Person(name="")
    if player.key:
        return player.key
    is_told = player.name and not game.settings.secrecy.is_anonymous
    who = f"{power}'s player, {player.name}," if is_told else f"{power}'s player"
    raise GameFolderError(
        f"{game.slug} is sealed, and {who} has no key in game.toml: what is for {power} alone could be read"
        f' by anybody on its way. Add key = "age1…" to {power_slug(power)} under [players];'
        " the player makes it with `zinegen keygen`"
    )


def seal_for_player(text: str, key: str) -> bytes:
    """Return a text sealed to a player's key."""
    return encrypt(text.encode(), (key,))


def read_published_report(game: Game, season: SeasonFolder, power: Power) -> str:
    """Return a power's report of a season in a game whose own key is published; empty in any other.

    Raises SealError when it does not open, FileError when it is not there.
    """
    published, path = game.settings.secrecy.open_key, path_of_sealed_report(season, power)
    if not published:
        return ""
    name = path.relative_to(game.folder).as_posix()
    identity = parse_open_key(published, name)
    return decrypt(read_plain(path, LIMIT), name, identity, LIMIT).decode().rstrip()


def find_player_report(
    game: Game, season: SeasonFolder, record: SeasonRecord, power: Power, identity: Identity | None
) -> bytes:
    """Return what a power learnt by a season and knows, sealed to its player.

    With the GM's key the report is opened and sealed to the player's key of today. Without, what lies in the
    GM's private folder is sealed, or else the report is returned as it was sealed when the season closed.
    Raises GameFolderError without a key of the player, SealError when the report is not the one that is
    recorded, FileError when it is not there.
    """
    key = require_player_key(game, power)
    path = path_of_sealed_report(season, power)
    name = path.relative_to(game.folder).as_posix()
    sealed = read_plain(path, LIMIT)
    if record.inputs.get(name) != digest(sealed):
        raise SealError("S09", name, N_("the record has another digest of it"))
    if identity is not None:
        return seal_report(decrypt(sealed, name, identity, LIMIT).decode().rstrip(), (key,))
    private = game.folder / PRIVATE / season.slug / f"{power_slug(power)}.txt"
    if private.is_file():
        return seal_report(read_plain(private, LIMIT).decode().rstrip(), (key,))
    return sealed
