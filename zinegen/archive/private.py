"""What only the GM has: a folder of the game's that keeps itself out of git and that no page is made from."""

from __future__ import annotations

from pathlib import Path

from zinegen.archive.files import make_folder, write_whole

PRIVATE = "private"
"""The folder's name, in a game's."""


def write_private(game: Path, name: str, content: bytes) -> Path:
    """Write a file into a game's private folder and return where it lies; ``name`` may hold folders.

    Raises GameFolderError when the disk does not take it.
    """
    folder = game / PRIVATE
    make_folder(folder)
    write_whole(folder / ".gitignore", b"# Only the GM has this folder.\n*\n")
    path = folder / name
    make_folder(path.parent)
    write_whole(path, content)
    return path
