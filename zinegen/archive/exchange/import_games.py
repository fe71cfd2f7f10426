"""Putting whole games into a zine: made in a folder apart, and moved into place when all of it is there.

A game that is there already with the same bytes is left as it is; one that is there with others is never
touched. So a run that is cut off, or typed twice, does no harm.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path

from zinegen.archive.closing.close import record_season
from zinegen.archive.closing.next_season import prepare_next_season
from zinegen.archive.closing.progress import play
from zinegen.archive.closing.verify import verify_game
from zinegen.archive.exchange.game_json import ExportedGame
from zinegen.archive.exchange.played_games import PlayedGame, Replay, replay_game
from zinegen.archive.files import (
    make_folder,
    read_plain,
    report_disk_errors,
    scratch_folder,
    write_atomically,
)
from zinegen.archive.folder.blank_orders import written_orders_toml
from zinegen.archive.folder.chance import write_draws
from zinegen.archive.folder.games import SEASONS, game_folder, open_sound_game
from zinegen.archive.folder.new_folders import NewGame, new_game, season_toml, write_season
from zinegen.archive.own_maps import MAP_FILE, MAP_LIMIT
from zinegen.board.board import Power
from zinegen.errors import GameFolderError
from zinegen.notation.grammar.names import names_for
from zinegen.play.names import is_slug, power_slug
from zinegen.play.setups import keeps_secrets
from zinegen.play.texts.tables import is_name
from zinegen.play.texts.toml_text import quote_toml
from zinegen.rules.secrets import public_state

GAMES = "games"


@dataclass(frozen=True, slots=True, kw_only=True)
class Imported:
    """What became of a game that was to be put into a zine."""

    slug: str
    seasons: int
    """How many are recorded."""
    is_new: bool
    """False: the same bytes lay there already."""
    differences: tuple[str, ...] = ()
    """What was decided otherwise, a line each."""
    stopped: str = ""
    """Why later seasons were left out, in a sentence."""
    press: int = 0
    """How many messages were left where they are."""


def make_game_name(text: str) -> str:
    """Return the name of a game's folder for whatever another program calls it."""
    name = re.sub(r"[^a-z0-9]+", "-", text.lower()).strip("-")[:40].strip("-")
    return name if is_slug(name) else "game"


def import_exported_game(zine: Path, game: ExportedGame) -> Imported:
    """Put a game into a zine that `export_game` has written, byte for byte.

    What of its records comes out otherwise today stands in the differences. Raises GameFolderError when its
    folder is no game, when another game of that name is there, or another map in its map's place.
    """
    with _workshop(zine) as shop:
        folder = shop / GAMES / game.slug
        if game.map_place:
            make_folder(shop / game.map_place)
            write_atomically(shop / game.map_place / MAP_FILE, game.map_file)
        for path, content in game.files.items():
            make_folder((folder / path).parent)
            write_atomically(folder / path, content, lasting=False)
        made = open_sound_game(folder)
        current = play(made, draws_maps=False)
        season = current.open_season
        if season is not None:
            state = public_state(current.state)
            write_season(season.folder, game.slug, season.variant, state)
        found = tuple(one.text for one in verify_game(folder).differences)
        if game.map_place:
            _put_map(zine, game)
        is_new = _put_in_place(folder, zine)
    return Imported(slug=game.slug, seasons=len(current.recorded), is_new=is_new, differences=found)


def _put_map(zine: Path, game: ExportedGame) -> None:
    """Put a map into its place; raises GameFolderError when another one lies there."""
    path = zine / game.map_place / MAP_FILE
    if path.exists() or path.is_symlink():
        if read_plain(path, MAP_LIMIT) != game.map_file:
            raise GameFolderError(
                f"{game.map_place} holds another map than {game.slug} is played on;"
                " give that folder another name first"
            )
        return
    make_folder(path.parent)
    write_atomically(path, game.map_file)


def import_played_game(
    zine: Path, game: PlayedGame, *, name: str = "", with_players: bool = True, now: datetime
) -> Imported:
    """Put a game into a zine that another program has played, as far as it comes out as it did there.

    Raises NotationError, RulesError or GameFolderError when it cannot begin, when its rule set keeps secrets,
    or another game of that name is there.
    """
    slug = name or make_game_name(game.name)
    game_folder(zine / GAMES, slug)
    replay = replay_game(game)
    if keeps_secrets(replay.variant):
        raise GameFolderError(f"{game.variant} keeps secrets, which no such file has")
    if not replay.seasons and replay.stopped:
        raise GameFolderError(replay.stopped)
    with _workshop(zine) as shop:
        make_folder(shop / GAMES)
        plan = _plan_game(game, replay, with_players=with_players)
        folder = new_game(shop / GAMES, slug, game.variant, plan)
        _write_seasons(folder, slug, replay)
        _record(folder, now)
        is_new = _put_in_place(folder, zine)
    return Imported(
        slug=slug,
        seasons=len(replay.seasons),
        is_new=is_new,
        differences=replay.differences,
        stopped=replay.stopped,
        press=game.press,
    )


def _plan_game(game: PlayedGame, replay: Replay, *, with_players: bool) -> NewGame:
    names = names_for(replay.start.board, replay.start.powers)
    players = {names.power(power): who for power, who in game.players.items()}
    title = re.sub(r"\s+", " ", game.name).replace('"', "").replace("\\", "")[:100].strip()
    return NewGame(
        title=title if title.isprintable() else "",
        players={p: who for p, who in players.items() if is_name(who)} if with_players else {},
        options=game.options,
        phase=replay.setup.phase,
        units=replay.setup.units,
        centres=replay.setup.centres,
        played=True,
    )


def _write_seasons(folder: Path, slug: str, replay: Replay) -> None:
    """Write what was handed in for each season that was taken, to be judged as it lies there."""
    state = replay.start
    for season in replay.seasons:
        place = folder / SEASONS / str(season.name)
        make_folder(place / "orders")
        for power, sections in season.texts.items():
            text = written_orders_toml(slug, place.name, power, sections)
            write_atomically(
                place / "orders" / f"{power_slug(power)}.toml", text.encode(), lasting=False
            )
        draws = [draw for record in season.outcome.phases for draw in record.draws]
        if draws:
            write_draws(place / "chance.toml", (replace(draw, by="gm") for draw in draws))
        is_last = season is replay.seasons[-1]
        if is_last and replay.winners:
            write_atomically(place / "rulings.toml", _ending_toml(replay.winners).encode())
        text = season_toml(place.name, season.phases, ready=True)
        write_atomically(place / "season.toml", text.encode(), lasting=False)
        write_season(place, slug, replay.variant, state)  # blanks of those who handed in nothing
        state = season.outcome.state


def _ending_toml(winners: Iterable[Power]) -> str:
    """Return the ruling that a game ended as it did where it was played."""
    shared = ", ".join(quote_toml(str(power)) for power in winners)
    return (
        f'[[ruling]]\ndo      = "draw"\ndraw    = [{shared}]\n'
        'reason  = "It was ended so where it was played."\n'
    )


def _record(folder: Path, now: datetime) -> None:
    """Record the seasons of a game that was just written, and make the folder for the next orders."""
    game = open_sound_game(folder)
    current = play(game, now=now)
    if current.waiting is not None:
        raise GameFolderError(f"{current.waiting.season}: {current.waiting.reasons[0].title}")
    for judged in current.judged:
        record_season(current, judged)
    end = play(open_sound_game(folder), now=now)
    prepare_next_season(end, secret=False, recorded=True, now=now)


@contextmanager
def _workshop(zine: Path) -> Iterator[Path]:
    """Give a folder apart that is made up like a zine."""
    with report_disk_errors(zine), scratch_folder(zine) as shop:
        yield shop


def _put_in_place(folder: Path, zine: Path) -> bool:
    """Move a game's folder into a zine and return whether it was not there before.

    Raises GameFolderError when another game is there.
    """
    place = game_folder(zine / GAMES, folder.name)
    if place.exists() or place.is_symlink():
        if _list_contents(place) == _list_contents(folder):
            return False
        raise GameFolderError(
            f"there is a game {folder.name} already, and it is another one or was gone on with:"
            f" `zinegen rename {folder.name} NEW` makes room, `--as NAME` takes another name"
        )
    make_folder(place.parent)
    folder.rename(place)
    return True


def _list_contents(folder: Path) -> dict[str, bytes]:
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file() and not path.is_symlink()
    }
