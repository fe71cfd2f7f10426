"""The history of a game's files: as each commit left them, as each take kept them, and one brought back."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from difflib import unified_diff
from pathlib import Path, PurePosixPath
from shlex import quote

from zinegen.archive.files import list_folder, lock_folder, make_folder
from zinegen.archive.folder.games import SEASONS, BrokenGame
from zinegen.archive.git_command import RepositoryError
from zinegen.archive.repository import (
    OldVersion,
    find_root,
    list_old_versions,
    read_old_version,
)
from zinegen.desk.desk import Desk
from zinegen.desk.finding import find_folder
from zinegen.desk.outcomes import DeedOutcome
from zinegen.desk.routes import Asked, DeskPage, MissingError, Moved, Screen, do, show
from zinegen.desk.versions import read_version, write_version
from zinegen.errors import GameFolderError
from zinegen.languages.texts import gettext

MOST_COMMITS = 60
PEOPLES = ("game.toml", "season.toml", "rulings.toml")
"""What a person writes in a game's folder, besides orders and press."""
NOW = ""
"""Stands for the file as it lies there, in place of a commit."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """What one commit did to a game's files."""

    what: str
    who: str
    when: str
    files: tuple[tuple[str, str], ...]
    """Path in the game's folder, and commit."""


def _look(desk: Desk, asked: Asked) -> DeskPage:
    folder = find_folder(asked)
    root = find_root(desk.root)
    old = list_old_versions(root, folder, MOST_COMMITS) if root is not None else ()
    values = {
        "slug": folder.name,
        "title": _title(desk, folder),
        "changes": [*_group(root, folder, old)] if root is not None else [],
        "is_in_repository": root is not None,
        "kept": [*_list_kept(folder)],
    }
    return DeskPage(template="history.html", values=values)


def _title(desk: Desk, folder: Path) -> str:
    game = desk.games.open(folder)
    return folder.name if isinstance(game, BrokenGame) else game.settings.title


def _group(root: Path, folder: Path, old: Sequence[OldVersion]) -> Iterator[Change]:
    """Yield what each commit did, the newest first."""
    place = folder.resolve().relative_to(root.resolve()).as_posix()
    for commit in dict.fromkeys(one.commit for one in old):
        own = [one for one in old if one.commit == commit]
        files = tuple((one.path.removeprefix(f"{place}/"), commit) for one in own)
        first = own[0]
        when = first.when.strftime("%Y-%m-%d %H:%M")
        yield Change(what=first.message, who=first.who, when=when, files=files)


def _list_kept(folder: Path) -> Iterator[str]:
    """Yield the paths of the files that takes have kept, from the game's folder on."""
    for season in list_folder(folder / SEASONS):
        for path in list_folder(season / "orders"):
            if ".before-" in path.name or ".undone-" in path.name:
                yield path.relative_to(folder).as_posix()


def _find_path(folder: Path, name: str) -> str:
    """Return the path of a file in a game's folder; raises MissingError for any other."""
    path = PurePosixPath(name)
    is_inside = name and not path.is_absolute() and ".." not in path.parts and "\\" not in name
    place = folder / path
    if not is_inside or "\0" in name or not place.resolve().is_relative_to(folder.resolve()):
        raise MissingError(gettext("There is no such file in this game."))
    return path.as_posix()


def _is_peoples(path: str) -> bool:
    """Tell whether a person writes a file, so that an older version may be brought back."""
    place = PurePosixPath(path)
    is_kept = ".before-" in place.name or ".undone-" in place.name
    is_orders = place.parent.name == "orders" and not is_kept
    return path in PEOPLES or place.name in PEOPLES or is_orders or place.parent.name == "press"


def _read(desk: Desk, folder: Path, path: str, commit: str) -> str:
    """Return a file as a commit left it, or as it is now."""
    if commit == NOW:
        return read_version(folder / path).text
    root = find_root(desk.root)
    if root is None:
        raise RepositoryError(gettext("this zine is in no repository"))
    place = (folder.resolve() / path).relative_to(root.resolve()).as_posix()
    try:
        return read_old_version(root, commit, place).decode()
    except UnicodeDecodeError:
        raise GameFolderError(gettext("this file is no text")) from None


def _look_at_file(desk: Desk, asked: Asked) -> DeskPage:
    """Show a version of a file beside the one that lies there."""
    folder = find_folder(asked)
    path = _find_path(folder, asked.query.get("file", ""))
    commit = asked.query.get("commit", NOW)
    then = _read(desk, folder, path, commit)
    now = read_version(folder / path)
    lines = unified_diff(then.splitlines(), now.text.splitlines(), n=2, lineterm="")
    values = {
        "slug": folder.name,
        "title": _title(desk, folder),
        "path": path,
        "commit": commit,
        "then": then,
        "digest": now.digest,
        "lines": [*lines][2:],
        "can_come_back": bool(commit) and _is_peoples(path) and then != now.text,
    }
    return DeskPage(template="version.html", values=values)


def _bring_back(desk: Desk, asked: Asked) -> Moved:
    """Put a file back as a commit left it; what lies there now is in no danger where it was committed."""
    folder = find_folder(asked)
    path, commit = _find_path(folder, asked.get("file")), asked.get("commit")
    if not commit or not _is_peoples(path):
        raise GameFolderError(gettext("what the program writes comes back by taking a record back"))
    then = _read(desk, folder, path, commit)
    with lock_folder(folder, wait=True):
        make_folder((folder / path).parent)
        write_version(folder / path, asked.get("digest"), then)
    shown = f"{folder.as_posix()}/{path}"
    told = DeedOutcome(
        command=f"git restore --source={commit[:12]} -- {quote(shown)}",
        said=(gettext("{file} is as it was.", file=path),),
    )
    return Moved(to=f"/games/{folder.name}/history", told=told)


SCREEN = Screen(
    key="history",
    title="",
    routes=(
        show("/games/{game}/history", _look),
        show("/games/{game}/history/file", _look_at_file),
        do("/games/{game}/history/back", _bring_back),
    ),
)
