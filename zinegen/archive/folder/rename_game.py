"""Renaming a game: its folder, and all that names it.

Closed seasons stay as they were recorded, byte for byte: which game their files were for was seen then.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from contextlib import suppress
from pathlib import Path

from zinegen.archive.files import (
    FileError,
    list_folder,
    lock_folder,
    read_plain,
    remove_half_written,
    remove_temporary_files,
    report_disk_errors,
    write_atomically,
)
from zinegen.archive.folder.games import RESULT, SEASONS, game_folder
from zinegen.archive.folder.hidden_file import HIDDEN
from zinegen.errors import GameFolderError

LIMIT = 1 << 20
"""Bytes of a file in which a game's name is looked for."""


def rename_game(root: Path, old: str, new: str) -> tuple[Path, ...]:
    """Rename a game and all that names it in a zine; return the files that were changed.

    A run that was cut off, or a folder that was renamed by hand, is finished by the next run; one too many
    changes nothing. Raises GameFolderError when it cannot be done; then nothing was changed.
    """
    source, target = (game_folder(root / "games", name) for name in (old, new))
    if source.exists() and target.exists() and old != new:
        raise GameFolderError(f"there is a game {new} already: take another name")
    folder = source if source.exists() else target
    if not folder.is_dir() or folder.is_symlink():
        raise GameFolderError(f"there is no game {old}")
    _check_secrets(folder, old)
    with report_disk_errors(folder):
        with lock_folder(folder):
            pass  # nobody is closing it
        if folder != target:
            folder.rename(target)
        with lock_folder(target):
            own = [target / "game.toml", *_list_open_orders(target)]
            changed = [path for path in own if _edit(path, [_game_line(old, new)])]
            remove_half_written(root)
            for place in (target, root / "site_src"):
                remove_temporary_files(place)
            written = [root / "mkdocs.yml", *sorted((root / "site_src").rglob("*.md"))]
            changed += [path for path in written if _edit(path, _references(old, new))]
    return tuple(changed)


def _check_secrets(folder: Path, old: str) -> None:
    """Raise GameFolderError where something sealed names the game, which nobody can write anew."""
    if (folder / HIDDEN).exists():
        raise GameFolderError(
            f"{old} keeps secrets: its sealed file of secrets names it, and so the name is for good"
        )
    sealed = [
        f"{season.name}/{path.parent.name}/{path.name}"
        for season in _list_open_seasons(folder)
        for path in (*list_folder(season / "orders"), *list_folder(season / "press"))
        if path.name.endswith(".age")
    ]
    if sealed:
        what = (
            "was sealed for" if len(sealed) == 1 else f"and {len(sealed) - 1} more were sealed for"
        )
        raise GameFolderError(
            f"{sealed[0]} {what} {old}, and would not count under another name: "
            "rename the game when the season is closed"
        )


def _list_open_seasons(folder: Path) -> Iterator[Path]:
    for season in list_folder(folder / SEASONS):
        if not any((season / name).exists() for name in ("close.toml", RESULT)):
            yield season


def _list_open_orders(folder: Path) -> Iterator[Path]:
    for season in _list_open_seasons(folder):
        yield from (one for one in list_folder(season / "orders") if one.suffix == ".toml")


_Swap = tuple[re.Pattern[str], str]


def _game_line(old: str, new: str) -> _Swap:
    return re.compile(
        rf"^(\s*game\s*=\s*[\"']){re.escape(old)}(?=[\"'])", re.MULTILINE
    ), rf"\g<1>{new}"


def _references(old: str, new: str) -> list[_Swap]:
    """Return how pages name a game: ``games/old/…`` in links, ``old/1901-1-spring`` in an issue's heading."""
    name = re.escape(old)
    return [
        (re.compile(rf"(?<![\w-])games/{name}(?![\w-])"), f"games/{new}"),
        (
            re.compile(rf"(?<![\w/-]){name}(?=/[0-9]{{4}}-[0-9]{{1,2}}-[a-z]+[\w-]*\s*[],\n])"),
            new,
        ),
    ]


def _edit(path: Path, swaps: Iterable[_Swap]) -> bool:
    """Write a text file anew if it names the game; what is no plain text file is left alone."""
    with suppress(FileError, UnicodeDecodeError):
        before = read_plain(path, LIMIT).decode()
        after = before
        for pattern, name in swaps:
            after = pattern.sub(name, after)
        if after != before:
            write_atomically(path, after.encode())
            return True
    return False
