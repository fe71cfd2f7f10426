"""Putting whole games into a zine: made in a folder apart, and moved into place when all of it is there.

A game that is there already with the same bytes is left as it is; one that is there with others is never
touched. So a run that is cut off, or typed twice, does no harm.
"""

from __future__ import annotations

import re
import tempfile
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path

from zinegen.archive.closing.close import record_season
from zinegen.archive.closing.next_season import prepare_next_season
from zinegen.archive.closing.progress import play
from zinegen.archive.closing.verify import Severity, VerifyResult, verify_game
from zinegen.archive.exchange.game_json import ExportedGame, find_map_folder
from zinegen.archive.exchange.played_games import GameReplay, PlayedGame, replay_game
from zinegen.archive.files import (
    make_folder,
    read_plain,
    report_disk_errors,
    scratch_folder,
    write_atomically,
)
from zinegen.archive.folder.blank_orders import written_orders_toml
from zinegen.archive.folder.chance import write_draws
from zinegen.archive.folder.games import SEASONS, Game, game_folder, make_game_name, open_sound_game
from zinegen.archive.folder.new_folders import NewGame, new_game, season_toml, write_season
from zinegen.archive.own_maps import MAP_FILE, MAP_LIMIT
from zinegen.archive.sealing.reports import PRIVATE
from zinegen.board.board import Power
from zinegen.errors import GameFolderError, ZinegenError
from zinegen.notation.grammar.names import names_for
from zinegen.play.names import power_slug
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
    notes: tuple[str, ...] = ()
    """What the program of today says otherwise of records that an earlier one has made, a line each."""
    stopped: str = ""
    """Why later seasons were left out, in a sentence."""
    press: int = 0
    """How many messages were left where they are."""


def import_exported_game(zine: Path, game: ExportedGame) -> Imported:
    """Put a game into a zine that `export_game` has written, byte for byte.

    What of its records comes out otherwise today stands in the differences. Raises GameFolderError when its
    folder is no game, when another game of that name is there, or another map in its map's place.
    """
    with _workshop(zine) as shop:
        folder = _unpack(shop, game)
        made = open_sound_game(folder)
        current = play(made, draws_maps=False)
        season = current.open_season
        if season is not None:
            state = public_state(current.state)
            write_season(season.folder, game.slug, season.variant, state)
        found = verify_game(folder).differences
        is_new = _is_new(folder, zine)
        if is_new and game.map_place:
            _put_map(zine, game)
        if is_new:
            _put_in_place(folder, zine)
    return Imported(
        slug=game.slug,
        seasons=len(current.recorded),
        is_new=is_new,
        differences=tuple(one.text for one in found if one.level is not Severity.NOTE),
        notes=tuple(one.text for one in found if one.level is Severity.NOTE),
    )


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


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayedGameJob:
    """A game of another program that is to be judged anew, anywhere."""

    game: PlayedGame
    now: datetime
    name: str = ""
    """Of its folder; empty: after what it is called."""
    with_players: bool = True


class NothingTakenError(GameFolderError):
    """Of a game of another program not even the first season comes out as it did there."""

    def __init__(self, why: str, differences: tuple[str, ...]) -> None:
        super().__init__(why)
        self.differences = differences
        """What was decided otherwise, a line each."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BuiltGame:
    """The folder of a game as it is to lie in a zine, and what has to be told of it."""

    imported: Imported
    files: Mapping[str, bytes]
    """By path relative to the game's folder."""


def build_played_game(job: PlayedGameJob) -> BuiltGame:
    """Return the folder of a game that another program has played, as far as it comes out as it did there.

    Nothing is written into a zine, so that it can be done on another machine. Raises NotationError,
    RulesError or GameFolderError when it cannot begin, or its rule set keeps secrets, NothingTakenError when
    its first season comes out otherwise.
    """
    game = job.game
    slug = job.name or make_game_name(game.name) or "game"
    replay = replay_game(game)
    if keeps_secrets(replay.variant):
        raise GameFolderError(f"{game.variant} keeps secrets, which no such file has")
    if not replay.seasons and replay.stopped:
        raise NothingTakenError(replay.stopped, replay.differences)
    with tempfile.TemporaryDirectory() as place, report_disk_errors(Path(place)):
        games = Path(place) / GAMES
        make_folder(games)
        plan = _plan_game(game, replay, with_players=job.with_players)
        folder = new_game(games, slug, game.variant, plan)
        _write_seasons(folder, slug, replay)
        _record(folder, job.now)
        files = read_game_files(folder)
    imported = Imported(
        slug=slug,
        seasons=len(replay.seasons),
        is_new=True,
        differences=replay.differences,
        stopped=replay.stopped,
        press=game.press,
    )
    return BuiltGame(imported=imported, files=files)


def put_built_game(zine: Path, built: BuiltGame) -> Imported:
    """Put a game that was built into a zine; raises GameFolderError when another of that name is there."""
    with _workshop(zine) as shop:
        folder = write_game_files(shop, built.imported.slug, built.files)
        is_new = _is_new(folder, zine)
        if is_new:
            _put_in_place(folder, zine)
    return replace(built.imported, is_new=is_new)


def write_game_files(zine: Path, slug: str, files: Mapping[str, bytes]) -> Path:
    """Write a game's folder into an empty zine, and return it."""
    folder = zine / GAMES / slug
    for path, content in files.items():
        make_folder((folder / path).parent)
        write_atomically(folder / path, content, lasting=False)
    return folder


def read_game_files(folder: Path) -> dict[str, bytes]:
    """Return the plain files of a game's folder, by path relative to it."""
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file() and not path.is_symlink()
    }


def _plan_game(game: PlayedGame, replay: GameReplay, *, with_players: bool) -> NewGame:
    names = names_for(replay.start.board, replay.start.powers)
    players = {names.power(power): who for power, who in game.players.items()}
    title = re.sub(r"\s+", " ", game.name).replace('"', "").replace("\\", "")[:100].strip()
    return NewGame(
        title=title if title.isprintable() else "",
        players={p: who for p, who in players.items() if is_name(who)} if with_players else {},
        options=game.options,
        setup=replay.setup,
        played=True,
    )


def _write_seasons(folder: Path, slug: str, replay: GameReplay) -> None:
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


def _is_new(folder: Path, zine: Path) -> bool:
    """Tell whether a game that was made apart is not in the zine; raises GameFolderError when another is."""
    place = game_folder(zine / GAMES, folder.name)
    if not place.exists() and not place.is_symlink():
        return True
    if read_game_files(place) != read_game_files(folder):
        raise GameFolderError(
            f"there is a game {folder.name} already, and it is another one or was gone on with:"
            f" `zinegen rename {folder.name} NEW` makes room, `--as NAME` takes another name"
        )
    return False


def _put_in_place(folder: Path, zine: Path) -> None:
    """Move a game that was made apart into the zine."""
    make_folder(zine / GAMES)
    folder.rename(game_folder(zine / GAMES, folder.name))


def pack_game(game: Game) -> ExportedGame:
    """Return the files of a game's folder, and the map that it is played on, to be sent elsewhere.

    Keys and what lies in its private folder stay.
    """
    place, content = "", b""
    if game.settings.variant.own_map is not None:
        place = find_map_folder(game)
        content = read_plain(game.folder.parent.parent / place / MAP_FILE, MAP_LIMIT)
    return ExportedGame(
        slug=game.slug,
        files={
            path: content
            for path, content in read_game_files(game.folder).items()
            if not path.startswith(f"{PRIVATE}/") and not path.endswith(".key")
        },
        map_place=place,
        map_file=content,
    )


def verify_packed_game(packed: ExportedGame) -> VerifyResult | str:
    """Verify a game that came from elsewhere; return why it cannot be where it cannot."""
    try:
        with tempfile.TemporaryDirectory() as place:
            return verify_game(_unpack(Path(place), packed))
    except ZinegenError as problem:
        return str(problem)


def _unpack(zine: Path, game: ExportedGame) -> Path:
    """Write a game and its map into an empty zine; return its folder."""
    if game.map_place:
        make_folder(zine / game.map_place)
        write_atomically(zine / game.map_place / MAP_FILE, game.map_file)
    return write_game_files(zine, game.slug, game.files)
