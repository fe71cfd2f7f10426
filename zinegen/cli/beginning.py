"""A zine's own folder, laid out with the look and the texts that come with the program."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import zinegen
from zinegen.archive.files import make_folder, read_plain, write_whole
from zinegen.cli.ending import CONFIG, GAMES

SOURCE = Path(zinegen.__file__).parents[1]
"""The program's own repository: its zine is the pattern."""
LOOK = ("templates", "site_src/assets", "site_src/rules", "games/.gitattributes")
TEXTS = ("site_src/how-to-play.md", "site_src/house-rules.md")
ABOUT = "site_src/about.md"
IGNORED = "# What zinegen makes\n/site/\n/.site-*\n/.cache/\n\n# A GM's private key\n*.key\n"
LIMIT = 1 << 20
"""Bytes of a file; the largest is a typeface."""


def is_begun(folder: Path) -> bool:
    """Tell whether a folder holds a zine already, or games of somebody's who wants no site.

    Settings are written last: look without settings is what a run leaves that was cut off.
    """
    cut_off = (folder / "templates").exists()
    return (folder / CONFIG).exists() or ((folder / GAMES).exists() and not cut_off)


def lay_out(folder: Path, editor: str) -> bool:
    """Make a folder a zine: settings, look, rules and texts, to be edited by its editor.

    What lies there already stays as it is. Return whether it could be done: not where the program was
    installed without its repository. Raises GameFolderError when the disk does not take it.
    """
    if not (SOURCE / CONFIG).is_file() or not (SOURCE / "templates").is_dir():
        return False
    name = folder.resolve().name.replace("-", " ").strip().title() or "The Zine"
    for path in _copied():
        _put(folder / path.relative_to(SOURCE), read_plain(path, LIMIT))
    _put(folder / ABOUT, _about(name).encode())
    _put(folder / ".gitignore", IGNORED.encode())
    _put(folder / CONFIG, _settings(name, editor).encode())
    return True


def _copied() -> Iterator[Path]:
    for name in (*LOOK, *TEXTS):
        path = SOURCE / name
        yield from (one for one in sorted(path.rglob("*")) if one.is_file())
        yield from (path,) if path.is_file() else ()


def _put(path: Path, content: bytes) -> None:
    if not path.exists():
        make_folder(path.parent)
        write_whole(path, content)


def _about(name: str) -> str:
    """Return the page about the zine: what the program's own zine says of itself is left out."""
    text = (SOURCE / ABOUT).read_text(encoding="utf-8")
    head, rest = text.split("\n## ", 1)
    title = head.splitlines()[0]
    return f"{title}\n\n*{name}* is a zine for Diplomacy played by post.\n\n## {rest}"


def _settings(name: str, editor: str) -> str:
    """Return the settings of a new zine: those of the program's own, but for what only its editor knows."""
    said = {
        "site_name": json.dumps(name, ensure_ascii=False),
        "site_description": json.dumps(f"{name}, a zine for Diplomacy", ensure_ascii=False),
        "motto": '""',
        "editor": json.dumps(editor, ensure_ascii=False),
        "price": '""',
    }
    lines = (SOURCE / CONFIG).read_text(encoding="utf-8").splitlines()
    for number, line in enumerate(lines):
        key = line.partition(":")[0]
        if key.strip() in said:
            lines[number] = f"{key}: {said[key.strip()]}"
        elif key == "site_url":
            lines[number] = "# site_url: https://…   # feeds need it"
    return "\n".join(lines) + "\n"
