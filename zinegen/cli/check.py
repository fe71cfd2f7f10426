"""Commands that look at games: check, verify."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, datetime
from functools import partial
from pathlib import Path

import click

from zinegen.archive.closing.check import check_paths
from zinegen.archive.closing.proposal import check_proposal
from zinegen.archive.closing.verify import VerifyResult, verify_game
from zinegen.archive.exchange.game_json import ExportedGame
from zinegen.archive.exchange.import_games import pack_game, verify_packed_game
from zinegen.archive.folder.games import (
    BrokenGame,
    Game,
    game_folders,
    open_game,
    open_sound_game,
)
from zinegen.archive.seals import Identity, SealError
from zinegen.cli.cluster_option import ON
from zinegen.cli.exits import DONE, GAMES, WRONG, print_error
from zinegen.cli.find_games import find_game_folder, list_games
from zinegen.cli.keys import KEY, describe_missing_key, find_dice, find_identity
from zinegen.cli.report_forms import FOR_PLAYERS, FORMS
from zinegen.cluster import working_at
from zinegen.errors import ZinegenError
from zinegen.languages.texts import ENGLISH, speaking
from zinegen.notation.findings import Level, count_findings
from zinegen.pages.builders.issue_files import check_issues
from zinegen.pages.lists.list_file import FILE, read_lists
from zinegen.pages.platforms import edit_address
from zinegen.pages.site.other_programs import check_automation
from zinegen.pages.site.standard_files import SOURCES
from zinegen.pages.site.zine_settings import (
    CONFIG,
    check_own_settings,
    read_language,
    read_settings,
)
from zinegen.play.order_findings import CheckResult
from zinegen.play.setups import keeps_secrets
from zinegen.variants import VARIANTS
from zinegen.workers import find_workers


@click.command()
@click.argument("paths", nargs=-1, type=click.Path(path_type=Path), metavar="[PATH or GAME]...")
@click.option(
    "--format", "form", type=click.Choice(tuple(FORMS)), default="text", show_default=True
)
@click.option("--strict", is_flag=True, help="Warnings and notes count as errors.")
@click.option(
    "--base",
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    help="A checkout of main: PATH is then a pull request, held against its players and open seasons.",
)
@click.option(
    "--author-id", type=int, default=0, help="With --base: the account number of its author."
)
def check(
    *, paths: tuple[Path, ...], form: str, strict: bool, base: Path | None, author_id: int
) -> int:
    """Say everything that is wrong with games and orders, in one go.

    Each is a game by its name or folder, a file of a game, an issue, or a folder of games; without any, all
    games and all issues are checked, and what the zine's workflows call. Of an order file only what is wrong
    with that power's orders is said.
    """
    with speaking(read_language((base or Path()) / CONFIG) if form == FOR_PLAYERS else ENGLISH):
        found = _check_all(paths, base, author_id)
        shown = FORMS[form](found)
    findings = tuple(finding for one in found for finding in one.findings)
    if shown:
        click.echo(shown, nl=not shown.endswith("\n"))
    print_error(count_findings(findings))
    grave = {Level.ERROR} if not strict else set(Level)
    return WRONG if any(finding.level in grave for finding in findings) else 0


def _check_all(paths: tuple[Path, ...], base: Path | None, author_id: int) -> list[CheckResult]:
    """Return what is wrong with what is in the paths; with ``base``, with what a pull request changes."""
    if base is not None:
        if not paths or not all(path.is_dir() for path in paths):
            raise click.UsageError("with --base, PATH is the folder of the pull request")
        now = datetime.now(UTC)
        return [one for path in paths for one in check_proposal(path, base, author_id, now)]
    return _check_paths(paths)


def _check_paths(paths: Iterable[Path]) -> list[CheckResult]:
    """Return what is wrong with games and issues; with all there are, and the workflows, for no path."""
    given = tuple(paths)
    issues = [path for path in given if f"/{SOURCES}/" in f"/{path.as_posix()}/" and path.exists()]
    games = [path if path.exists() else find_game_folder(str(path)) for path in given]
    found = list(
        check_paths(
            [path for path in games if path not in issues] if given else _list_all_games(),
            has_editor=_has_editor(),
        )
    )
    if issues or not given or any(path.resolve() == Path.cwd() for path in given):
        wrong = check_issues(Path(SOURCES), GAMES, VARIANTS)
        found.append(CheckResult(title="Issues", findings=wrong))
        known = [folder.name for folder in game_folders(GAMES)]
        if wrong := read_lists(Path(SOURCES), VARIANTS, known).findings:
            found.append(CheckResult(title=FILE, findings=wrong))
        if Path(CONFIG).is_file() and (
            wrong := tuple(check_own_settings(Path(CONFIG), _find_players))
        ):
            found.append(CheckResult(title=CONFIG, findings=wrong))
        if calls := tuple(check_automation(Path())):
            found.append(CheckResult(title="Workflows", findings=calls))
    return found


def _list_all_games() -> list[Path]:
    """Return the folders of all games; a zine may have none yet, anything else must have one."""
    is_empty = Path(CONFIG).is_file() and not any(game_folders(GAMES))
    return [] if is_empty else list_games()


def _find_players() -> frozenset[str]:
    """Return the names of everybody who plays; of a game that cannot be read nobody is known."""
    from zinegen.pages.builders.players import list_players  # noqa: PLC0415  (slow, and seldom asked for)

    games = (open_game(folder, past_orders=False) for folder in game_folders(GAMES))
    return frozenset(
        name for game in games if isinstance(game, Game) for name in list_players(game.settings)
    )


def _has_editor() -> bool:
    """Tell whether the zine's pages lead to a platform that takes files, as far as its settings say."""
    config = Path(CONFIG)
    settings = read_settings(config) if config.is_file() else {"edit_uri": None}
    keys = ("repo_url", "edit_uri")
    if any(key in settings and settings[key] is None for key in keys):
        return True  # left to MkDocs, or no pages at all
    return bool(edit_address(*(str(settings.get(key) or "") for key in keys)))


@click.command()
@click.argument("game", required=False)
@KEY
@ON
def verify(game: str | None, key: tuple[Path, ...], on: str | None) -> int:
    """Adjudicate every recorded season again and compare with what was recorded.

    Seasons judged in secret need the GM's key, or the game's own once it is published; without one, digests
    are compared.
    """
    folders = [find_game_folder(game)] if game else list_games()
    identity = find_identity(key)
    with working_at(on):
        here = partial(_verify_or_say_why, identity=identity, must_open=bool(key))
        if on is not None:
            done = find_workers().stream(_verify_packed, map(_pack, folders))
        elif len(folders) < MANY or key:
            done = iter([None] * len(folders))
        else:
            done = find_workers().stream(_verify_open, folders)
        found = (one or here(folder) for folder, one in zip(folders, done, strict=True))
        sound = [_tell(folder, one) for folder, one in zip(folders, found, strict=True)]
    return DONE if all(sound) else WRONG


MANY = 16
"""So many games are verified by several processes."""


def _verify_open(folder: Path) -> VerifyResult | str | None:
    """Verify a game in any process; None of one that keeps secrets, for keys do not travel."""
    game = open_game(folder, past_orders=False)
    if isinstance(game, BrokenGame) or keeps_secrets(game.settings.variant):
        return None
    return _verify_or_say_why(folder, None, must_open=False)


def _verify_packed(game: ExportedGame | None) -> VerifyResult | str | None:
    return None if game is None else verify_packed_game(game)


def _pack(folder: Path) -> ExportedGame | None:
    """Return a game to be sent; None where it cannot be, or must not."""
    game = open_game(folder, past_orders=False)
    if isinstance(game, BrokenGame) or keeps_secrets(game.settings.variant):
        return None
    return pack_game(game)


def _verify_or_say_why(
    folder: Path, identity: Identity | None, *, must_open: bool
) -> VerifyResult | str:
    try:
        return _verify_with_key(folder, identity, must_open=must_open)
    except ZinegenError as problem:
        return str(problem)


def _tell(folder: Path, found: VerifyResult | str) -> bool:
    """Print what verifying a game came to, and return whether all is as recorded."""
    if isinstance(found, str):
        print_error(f"{folder.name}: {found}")
        return False
    for difference in found.differences:
        print_error(f"{folder.name}: {difference.text}")
    judged = found.seasons - found.unjudged
    if found.is_sound and (judged or not found.unjudged):
        count = "1 season" if judged == 1 else f"{judged} seasons, each"
        told = f"{count} comes out as recorded" if judged else "no season is recorded yet"
        click.echo(f"{folder.name}: {told}")
    if found.is_sound and found.unjudged:
        what = "seasons were judged in secret: their digests agree, and no more was compared"
        click.echo(f"{folder.name}: {found.unjudged} {what}")
        click.echo(
            f"{folder.name}: the GM's key compares the rest; {describe_missing_key(folder.name)}"
        )
    if found.unchecked:
        what = "throws cannot be made again before the GM's secret is published"
        missing = find_dice(open_sound_game(folder, past_orders=False)).missing
        where = (
            f"; it is not here: {missing} is missing, of which the GM has a copy" if missing else ""
        )
        click.echo(f"{folder.name}: {found.unchecked} {what}{where}")
    return found.is_sound


def _verify_with_key(folder: Path, identity: Identity | None, *, must_open: bool) -> VerifyResult:
    """Check a game with a key; without it where the key that lies here anyway is of another game."""
    try:
        return verify_game(folder, identity)
    except SealError as problem:
        if must_open or problem.code != "S07":
            raise
        return verify_game(folder)
