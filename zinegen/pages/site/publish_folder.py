"""Making a folder of a web server hold what the site is, without touching what anybody else has put there.

A file in the folder says by digest what was published there. It is written before anything else is changed,
with the old digests and the new ones: so a run that was cut off is known to the next, which finishes it.
"""

from __future__ import annotations

import json
from collections.abc import Container, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from zinegen.archive.files import (
    TEMPORARY,
    FileError,
    FileFault,
    make_folder,
    read_plain,
    read_text,
    remove_empty_folders,
    write_atomically,
)
from zinegen.errors import GameFolderError
from zinegen.play.names import digest

NOTES = ".published-by-zinegen.json"
LIMIT = 1 << 30
"""Bytes of a file of a site."""
NOTHING, SOMETHING = "nothing", "something"
"""In the place of a file's digest: no file lies there; something that is no plain file, or behind a link."""
_NAMED = 5
"""So many files are named in a message."""

Digests = Mapping[str, tuple[str, ...]]
"""What may lie at each path, from the folder on: the digests of what was published there."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Mirroring:
    """What was changed in a folder."""

    written: int
    removed: int
    left: tuple[str, ...]
    """Files that are no longer of the site, but were changed since they were published."""


def check_target(target: Path, zine: Path, own: Iterable[Path]) -> Path:
    """Return the folder to publish into, links resolved.

    ``own`` are the folders that the zine needs for itself. Raises GameFolderError when the folder is one of
    them, lies in one, or holds the zine; also when there is no folder to make it in.
    """
    place, root = target.resolve(), zine.resolve()
    needed = [path.resolve() for path in own]
    within = place.relative_to(root).parts if place.is_relative_to(root) else ()
    hidden = any(part.startswith(".") for part in within)
    if hidden or any(place.is_relative_to(path) for path in needed):
        raise GameFolderError(f"{target} is part of the zine: name a folder outside of it")
    held = next((path for path in (root, *needed) if path.is_relative_to(place)), None)
    if held is not None:
        what = "the zine itself" if held == root else f"{held}, which the zine needs"
        raise GameFolderError(f"{target} holds {what}: name another folder")
    if place.exists() and not place.is_dir():
        raise GameFolderError(f"{target} is a file, and a site is a folder")
    if not place.parent.is_dir():
        raise GameFolderError(
            f"there is no folder {place.parent} in which {place.name} could be made"
        )
    return place


def mirror_site(site: Path, target: Path, *, kept: Container[str] = ()) -> Mirroring:
    """Make a folder hold a site; what else lies there stays as it is.

    What is in the way at the paths ``kept`` stays, too: people may have made these files their own.
    Raises GameFolderError, and changes nothing, when a file in the way was not published by this program, or
    was changed since; also when the disk refuses: the next run goes on then.
    """
    make_folder(target)
    known, fresh = _read_notes(target), _read_site(site)
    lying = {
        name: _find_lying(target, name)
        for name, file in fresh.items()
        if not file.lies_at(target / name, known.get(name))
    }
    may_lie = {name: (NOTHING, fresh[name].key, *known.get(name, ())) for name in lying}
    foreign = [name for name in lying if lying[name] not in may_lie[name]]
    _refuse_foreign(target, [name for name in foreign if name not in kept])
    for name in foreign:
        del fresh[name], lying[name], may_lie[name]
    changed = [name for name in lying if lying[name] != fresh[name].key]
    gone = sorted(name for name in known if name not in fresh)
    _write_notes(target, {**known, **may_lie})
    for name in sorted(changed, key=lambda name: (name.endswith(".html"), name)):
        make_folder((target / name).parent)
        write_atomically(target / name, read_plain(site / name, LIMIT), lasting=False)
    left = tuple(name for name in gone if not _remove(target, name, known[name]))
    for folder in {(target / name).parent for name in fresh}:
        if folder.resolve() == folder:
            for half in folder.glob(f"{TEMPORARY}*"):  # of a run that was killed
                half.unlink()
    _write_notes(target, {name: (file.key,) for name, file in fresh.items()})
    return Mirroring(written=len(changed), removed=len(gone) - len(left), left=left)


@dataclass(frozen=True, slots=True)
class _SiteFile:
    """A file of a site."""

    key: str
    """Its digest."""
    size: int
    """Bytes."""

    def lies_at(self, path: Path, known: tuple[str, ...] | None) -> bool:
        """Tell without reading whether a file is surely there: it was published, and has its size."""
        return known == (self.key,) and path.is_file() and path.lstat().st_size == self.size


def _read_site(site: Path) -> dict[str, _SiteFile]:
    """Return the files of a site, by path from its folder."""
    found = {}
    for path in sorted(site.rglob("*")):
        if path.is_file():
            content = read_plain(path, LIMIT)
            found[path.relative_to(site).as_posix()] = _SiteFile(digest(content), len(content))
    return found


def _find_lying(target: Path, name: str) -> str:
    """Return the digest of the plain file at a path of a folder, or `NOTHING` or `SOMETHING`."""
    path = target / name
    above = path.relative_to(target).parents
    if any((target / one).is_symlink() for one in above):
        return SOMETHING
    try:
        return digest(read_plain(path, LIMIT))
    except FileError as error:
        is_free = error.fault is FileFault.MISSING
        return NOTHING if is_free else SOMETHING


def _refuse_foreign(target: Path, names: Sequence[str]) -> None:
    if names:
        more = f" and {len(names) - _NAMED} more" if len(names) > _NAMED else ""
        raise GameFolderError(
            f"in {target} there are files in the place of the site's that zinegen did not publish, or that"
            f" were changed since: {', '.join(names[:_NAMED])}{more}. Nothing is written; move them away, or"
            " name another folder"
        )


def _remove(target: Path, name: str, known: Sequence[str]) -> bool:
    """Remove a file that was published, and folders that are empty then; tell whether it is gone."""
    lying = _find_lying(target, name)
    if lying == NOTHING:
        return True
    if lying not in known:
        return False
    path = target / name
    path.unlink()
    remove_empty_folders(path.parent, target)
    return True


def _read_notes(target: Path) -> Digests:
    """Return what was published in a folder; nothing where nothing was."""
    path = target / NOTES
    if not path.exists() and not path.is_symlink():
        return {}
    try:
        found = json.loads(read_text(path, LIMIT))
        files = {str(name): tuple(map(str, keys)) for name, keys in found["files"].items()}
    except (FileError, ValueError, TypeError, KeyError, AttributeError, RecursionError):
        files = {"": ()}
    if any(not name or {"", "..", "."} & {*name.split("/")} for name in files):
        raise GameFolderError(
            f"{path} says what zinegen published here, and cannot be read: delete it if nothing but the site"
            " lies here"
        )
    return files


def _write_notes(target: Path, files: Digests) -> None:
    told = {
        "files": {name: sorted({*digests} - {NOTHING}) for name, digests in sorted(files.items())}
    }
    write_atomically(target / NOTES, f"{json.dumps(told, indent=1)}\n".encode())
