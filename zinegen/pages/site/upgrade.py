"""How the files that a zine has from the program become those of the version that is installed."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from difflib import unified_diff
from pathlib import Path

from zinegen.archive.files import digest, make_folder, read_plain, write_atomically
from zinegen.pages.site.new_zine import (
    ATTRIBUTES,
    LOCK,
    list_workflows,
    lock_program,
    read_zine_file,
)
from zinegen.pages.site.origins import (
    LIMIT,
    Copy,
    Origins,
    parse_version,
    read_origins,
    write_origins,
)
from zinegen.pages.site.standard_files import list_replaceable
from zinegen.version import __version__

WORKFLOWS = ".github/workflows"
CHANGELOG = "CHANGELOG.md"
_WHEEL = re.compile(r"\.github/zinegen-[^/]*\.whl")
_HEADING = re.compile(r"## ([0-9][0-9.]*)")
_HASH = "    --hash="


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """One file that is to be written or deleted."""

    name: str
    """Its path from the zine's root."""
    before: bytes | None
    after: bytes | None
    """None for a file that is to be deleted."""

    def describe(self) -> str:
        """Return the difference as lines, without the hashes of locked packages."""
        if self.name.endswith(".whl"):
            return f"{'new' if self.before is None else 'deleted'}: {self.name}\n"
        old, new = (self._lines(content) for content in (self.before, self.after))
        return "".join(
            unified_diff(old, new, f"{self.name} (here)", f"{self.name} ({__version__})")
        )

    def _lines(self, content: bytes | None) -> list[str]:
        text = (content or b"").decode("utf-8", "replace")
        return [line for line in text.splitlines(keepends=True) if not line.startswith(_HASH)]


@dataclass(frozen=True, slots=True, kw_only=True)
class Upgrade:
    """What is to be done to a zine, and what is left alone."""

    steps: tuple[Step, ...]
    left: tuple[str, ...]
    """Files that were changed here, of which the program has another version."""
    locks_program: bool
    """Whether the lock file could be made, where there is one: the program's own hash is known."""
    since: str
    """The version by which the zine was written; empty where that is not noted."""
    origins: Origins
    """What is to be noted afterwards."""


def plan_upgrade(root: Path) -> Upgrade:
    """Return what brings a zine to the installed version; a file that its GM has changed is left.

    Raises OriginsError as `read_origins`.
    """
    origins = read_origins(root)
    originals, locks_program = _list_originals(root, origins)
    steps, left, noted = [], [], dict(origins.files)
    for name, content in originals.items():
        place = _find_place(root, name)
        copy = origins.find_copy(root, name, content, place)
        is_new = copy is Copy.ABSENT and name not in origins.files
        if copy is Copy.BEHIND or is_new:
            before = None if is_new else read_plain(root / place, LIMIT)
            steps.append(Step(name=place, before=before, after=content))
        if copy in {Copy.SAME, Copy.BEHIND} or is_new:
            noted[name] = digest(content)
        elif copy is Copy.OWN_BEHIND or (copy is Copy.OWN and name not in origins.files):
            left.append(place)
    if locks_program:
        for name in _list_old_wheels(root, origins, originals):
            steps.append(Step(name=name, before=b"", after=None))
            del noted[name]
    return Upgrade(
        steps=tuple(steps),
        left=tuple(left),
        locks_program=locks_program,
        since=origins.version,
        origins=Origins(version=__version__, files=noted),
    )


def _list_originals(root: Path, origins: Origins) -> tuple[Mapping[str, bytes], bool]:
    """Return the program's own files that belong into a zine, and whether its lock file can be made."""
    found = {ATTRIBUTES: read_zine_file(ATTRIBUTES)}
    locks_program = True
    if (root / WORKFLOWS).is_dir():
        found.update((name, read_zine_file(name)) for name in list_workflows())
        lock = dict(lock_program())
        locks_program = b"--hash" in lock[LOCK].splitlines()[-1]
        found.update(lock if locks_program else {})
    replaceable = list_replaceable()
    found.update(
        (name, replaceable[name].read_bytes()) for name in origins.files if name in replaceable
    )
    return found, locks_program


def _find_place(root: Path, name: str) -> str:
    """Return where a file is in a zine: an optional workflow may have been moved to the others."""
    moved = name.replace(".github/optional/", f"{WORKFLOWS}/")
    return moved if not (root / name).exists() and (root / moved).exists() else name


def _list_old_wheels(root: Path, origins: Origins, originals: Mapping[str, bytes]) -> Iterator[str]:
    for name, known in origins.files.items():
        is_old = _WHEEL.fullmatch(name) is not None and name not in originals
        if is_old and (root / name).is_file() and digest((root / name).read_bytes()) == known:
            yield name


def carry_out_upgrade(root: Path, upgrade: Upgrade) -> None:
    """Write and delete what an upgrade says, and note it; raises GameFolderError when the disk refuses."""
    for step in upgrade.steps:
        path = root / step.name
        if step.after is None:
            path.unlink(missing_ok=True)
        else:
            make_folder(path.parent)
            write_atomically(path, step.after)
    write_origins(root, upgrade.origins)


def list_news(changelog: str, since: str) -> Iterator[str]:
    """Yield what a list of changes says of the versions after one, each with its heading."""
    after = parse_version(since)
    for part in re.split(r"(?m)^(?=## )", changelog):
        heading = _HEADING.match(part)
        if heading is not None and parse_version(heading[1]) > after:
            yield part.strip()
