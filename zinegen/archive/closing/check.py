"""Checking games and orders handed in, before the deadline.

Orders are checked in the position that their season begins in.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path

from zinegen.archive.closing.earlier_deadlines import find_unnoted_moves
from zinegen.archive.closing.judge import wrong_phases_finding
from zinegen.archive.closing.progress import (
    GameProgress,
    find_late_rulings,
    find_unrecorded,
    play,
)
from zinegen.archive.closing.undated_changes import find_undated_changes
from zinegen.archive.files import FileError, list_folder, read_plain
from zinegen.archive.folder.games import BrokenGame, Game, SeasonFolder, game_folders, open_game
from zinegen.archive.folder.press_files import BAD_PICTURE, PRESS
from zinegen.archive.folder.press_pictures import PictureError, is_picture_name, read_picture
from zinegen.archive.seals import holds_secret_key
from zinegen.board.board import Power
from zinegen.errors import GameFolderError
from zinegen.languages.texts import gettext
from zinegen.notation.findings import Finding, Level, error_finding, sort_findings
from zinegen.play.order_findings import CheckResult, check_order_lines, missing_note
from zinegen.play.policy import say_what_is_left
from zinegen.play.read_orders import is_blank
from zinegen.play.texts.order_file import OrderFile

NOWHERE = "G22"
"""The code of the warning that nobody can hand in."""
SEARCHED = 1 << 20
"""Bytes of a file in which a secret key is looked for; no file that a game needs is longer."""


def check_paths(paths: Iterable[Path], *, has_editor: bool = True) -> Iterator[CheckResult]:
    """Yield the findings on what paths stand for: games, or single powers' order files.

    ``has_editor`` says that the zine's pages lead to a platform that takes files.
    Raises GameFolderError for a path that lies in no game.
    """
    targets: dict[tuple[Path, str], None] = {}
    for path in paths:
        name = path.name.removesuffix(".age")
        is_orders = path.parent.name == "orders" and name.endswith(".toml")
        only = f"/{path.parent.parent.name}/orders/{name}" if is_orders else ""
        targets |= {(folder, only): None for folder in find_games((path,))}
    for folder, only in targets:
        yield from check_folder(folder, only, has_editor=has_editor)


def check_folder(
    folder: Path, only: str = "", *, has_editor: bool = True
) -> tuple[CheckResult, ...]:
    """Return the findings on one game: its files, then each power's orders for the open season.

    ``only`` is the end of an order file's path when nothing else is to be looked at. ``has_editor`` says that
    the zine's pages lead to a platform that takes files.
    """
    game = open_game(folder)
    if isinstance(game, BrokenGame):
        return (CheckResult(title=game.slug, findings=game.findings),)
    told = (say_what_is_left(one, game.settings.policy) for one in game.findings)
    of_game = sort_findings((*told, *_find_secret_keys(game), *_find_bad_pictures(game)))
    found = [CheckResult(title=game.settings.title, findings=of_game)]
    try:
        current = play(game)
    except GameFolderError as problem:
        broken = error_finding("G20", game.shown, str(problem))
        return (*found, CheckResult(title=game.slug, findings=(broken,)))
    late = (
        *find_undated_changes(game, current.recorded),
        *find_late_rulings(current),
        *find_unrecorded(current),
    )
    if late:
        found.append(CheckResult(title=game.settings.title, findings=late))
    season = current.open_season
    if season is not None:
        no_way = _find_no_way(
            game, has_editor=has_editor and not game.settings.secrecy.is_anonymous
        )
        warnings = (*no_way, *find_unnoted_moves(game, season))
        found.append(CheckResult(title=game.settings.title, findings=warnings))
        found += _check_files(current, season, only)
        if current.waiting is None and current.state.phase not in season.deadline.phases:
            turn = wrong_phases_finding(season, current.state)
            found.append(CheckResult(title=game.settings.title, findings=(turn,)))
    if current.waiting is not None:
        known = {*game.findings, *late}
        reasons = (*current.waiting.reasons, *current.waiting.remarks)
        new = tuple(one for one in reasons if one not in known)
        found.append(CheckResult(title=game.settings.title, findings=new))
    if not only:
        return tuple(found)
    mine = [
        replace(one, findings=tuple(wrong for wrong in one.findings if only in wrong.where.file))
        for one in found
    ]
    return tuple(one for one in mine if one.findings or one.read)


def _find_no_way(game: Game, *, has_editor: bool) -> Iterator[Finding]:
    """Yield the warning that players have nowhere to send their orders, where that is so."""
    is_by_gm = game.settings.secrecy.orders == "by-gm"
    if game.settings.gm.contact is not None or (has_editor and not is_by_gm):
        return
    title = gettext("players have nowhere to send their orders: the GM has no contact") + (
        "" if is_by_gm else gettext(", and mkdocs.yml leads to no editor")
    )
    hint = gettext('write gm = { name = "…", contact = "you@example.org" }') + (
        "" if is_by_gm else gettext(" here, or repo_url and edit_uri in mkdocs.yml")
    )
    left = gettext("the order desk can only share, copy and save what players write")
    found = error_finding(NOWHERE, f"{game.shown}/game.toml", title, hint, if_left=left)
    yield replace(found, level=Level.WARNING)


def _check_files(current: GameProgress, season: SeasonFolder, only: str) -> Iterator[CheckResult]:
    """Yield what is wrong with each order file, and in one note which powers have written nothing."""
    missing: list[Power] = []
    for power, file in season.files.items():
        is_bare = power not in season.sealed
        if not file.is_readable or not file.file.endswith(only):
            continue
        if not only and is_blank(file, current.turn(season)):
            missing += [power] if is_bare else []
        else:
            yield _check_orders(current, season, file, is_bare=is_bare)
    if missing:
        note = missing_note(missing, season.shown)
        yield CheckResult(title=current.game.settings.title, findings=(note,))


def _find_secret_keys(game: Game) -> Iterator[Finding]:
    """Yield an error for each file of a game that shows a secret key."""
    for path in sorted(game.folder.rglob("*")):
        try:
            content = read_plain(path, SEARCHED)
        except FileError:
            continue
        if holds_secret_key(content):
            yield secret_key_error(f"{game.shown}/{path.relative_to(game.folder).as_posix()}")


def _find_bad_pictures(game: Game) -> Iterator[Finding]:
    """Yield an error for each picture in a folder of press that cannot be shown."""
    for folder in (game.folder / PRESS, *(season.folder / PRESS for season in game.seasons)):
        for path in list_folder(folder):
            if not is_picture_name(path.name):
                continue
            try:
                read_picture(path)
            except PictureError as problem:
                place = f"{game.shown}/{path.relative_to(game.folder).as_posix()}"
                left = gettext("press is printed without the picture")
                yield error_finding(BAD_PICTURE, place, str(problem), if_left=left)


def secret_key_error(path: str) -> Finding:
    """Return the error that a file shows a secret key, with what to do now."""
    return error_finding(
        "S10",
        path,
        gettext("a secret key stands in this file, and whoever saw the file has the key"),
        gettext(
            "taking it out again does not help: make a new key with `zinegen keygen`, put its public half"
            " into game.toml, and have sealed again what was sealed to this one"
        ),
        if_left=gettext("everybody can open what was sealed to this key"),
    )


def _check_orders(
    current: GameProgress, season: SeasonFolder, file: OrderFile, *, is_bare: bool = True
) -> CheckResult:
    """Check the lines of one file.

    ``is_bare`` says that nothing sealed lies beside it: then it must not be where everybody can read it.
    """
    turn = current.turn(season)
    if is_blank(file, turn):
        note = missing_note([file.power], file.file)
        return CheckResult(title=file.power, findings=(note,) if is_bare else ())
    policy = current.game.settings.policy
    checked = check_order_lines(file, turn, policy)
    findings = tuple(say_what_is_left(one, policy) for one in checked.findings)
    checked = replace(checked, findings=findings)
    if not is_bare or current.game.settings.secrecy.orders != "sealed":
        return checked
    plain = say_what_is_left(_plain_orders_error(file), policy)
    return replace(checked, findings=sort_findings((plain, *checked.findings)))


def _plain_orders_error(file: OrderFile) -> Finding:
    """Return the error that orders are not sealed in a game in which they must be."""
    name = Path(file.file).name
    what = gettext("these orders are not sealed, and in this game they have to be")
    hint = gettext(
        "run `zinegen seal` with this file, hand in {file}.age, and keep {file} to yourself",
        file=name,
    )
    left = gettext("none of its orders count, and the game waits for the GM")
    return error_finding("O09", file.file, what, hint, if_left=left)


def check_order_file(
    current: GameProgress, file: OrderFile, *, is_bare: bool = True
) -> CheckResult:
    """Return what is wrong with one power's file for the open season: as a file, and line by line.

    ``is_bare`` says that nothing sealed lies beside it, or is about to.
    """
    season = current.open_season
    policy = current.game.settings.policy
    of_file = tuple(say_what_is_left(one, policy) for one in file.findings)
    if season is None or not file.is_readable:
        return CheckResult(title=file.power, findings=of_file)
    checked = _check_orders(current, season, file, is_bare=is_bare)
    return replace(checked, findings=sort_findings((*of_file, *checked.findings)))


def find_games(paths: Iterable[Path]) -> Iterator[Path]:
    """Yield the game folders that paths stand for: a game's folder, one of its files, or a folder of games.

    What lies among the games is one, if a broken one. Raises GameFolderError for a path that lies in no game.
    """
    seen: set[Path] = set()
    for path in paths:
        folder = next((one for one in (path, *path.parents) if (one / "game.toml").is_file()), None)
        is_in_games = path.parent.name == "games" and (path.is_dir() or path.is_symlink())
        inside = (folder,) if folder else _list_game_folders(path) or (path,) * is_in_games
        if not inside:
            raise GameFolderError(gettext("{path} is no game and holds none", path=path))
        yield from (one for one in inside if one not in seen)
        seen.update(inside)


def _list_game_folders(path: Path) -> tuple[Path, ...]:
    return game_folders(path / "games" if (path / "games").is_dir() else path)
