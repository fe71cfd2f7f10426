"""How the files that a zine has from the program become those of the version that is installed."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from difflib import unified_diff
from pathlib import Path

from zinegen.archive.files import (
    make_folder,
    read_plain,
    remove_empty_folders,
    remove_half_written,
    write_atomically,
)
from zinegen.pages.platforms import GITHUB, PLATFORMS, Platform
from zinegen.pages.site.automation import find_lock, holds_program, list_automation, lock_program
from zinegen.pages.site.copied_files import LIMIT, Copy, Origins, read_origins, write_origins
from zinegen.pages.site.new_zine import ATTRIBUTES, read_zine_file
from zinegen.pages.site.standard_files import list_replaceable
from zinegen.pages.site.zine_settings import CONFIG, read_language
from zinegen.play.names import digest
from zinegen.version import __version__, parse_version

WORKFLOWS = ".github/workflows"
CHANGELOG = "CHANGELOG.md"
WHEEL = ".whl"
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
        if self.after is None or self.name.endswith(WHEEL):
            return f"{'new' if self.after is not None else 'deleted'}: {self.name}\n"
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
    unlocked: tuple[str, ...]
    """Lock files that stay behind, or have no program in them: the program's own hash is not known."""
    since: str
    """The version by which the zine was written; empty where that is not noted."""
    origins: Origins
    """What is to be noted afterwards."""


def plan_upgrade(root: Path, platforms: Sequence[Platform] | None = None) -> Upgrade:
    """Return what brings a zine to the installed version; a file that its GM has changed is left.

    The zine stays on the platforms on which it is, unless others are given: then the files of those that it
    leaves go. Raises OriginsError as `read_origins`.
    """
    origins = read_origins(root)
    stays = list_platforms(root, origins) if platforms is None else tuple(platforms)
    originals, unlocked = _list_originals(root, origins, stays)
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
    for name in _list_outdated(origins, originals, () if unlocked else stays, platforms):
        place = _find_place(root, name)
        match origins.find_copy(root, name, b"", place):
            case Copy.BEHIND:
                steps.append(Step(name=place, before=read_plain(root / place, LIMIT), after=None))
            case Copy.OWN | Copy.OWN_BEHIND:
                left.append(place)
            case _:
                pass
        del noted[name]
    return Upgrade(
        steps=tuple(steps),
        left=tuple(left),
        unlocked=unlocked,
        since=origins.version,
        origins=Origins(version=__version__, files=noted),
    )


def list_platforms(root: Path, origins: Origins) -> tuple[Platform, ...]:
    """Return the platforms of which a zine has files; of one without notes the workflows are known."""
    if not origins.files:
        return (GITHUB,) if (root / WORKFLOWS).is_dir() else ()
    return tuple(one for one in PLATFORMS.values() if any(map(one.owns, origins.files)))


def _list_originals(
    root: Path, origins: Origins, platforms: Iterable[Platform]
) -> tuple[Mapping[str, bytes], tuple[str, ...]]:
    """Return the program's own files that belong into a zine, and which lock files lack the program."""
    found = {ATTRIBUTES: read_zine_file(ATTRIBUTES)}
    unlocked = []
    for platform in platforms:
        found.update(list_automation(platform))
        files, lock = dict(lock_program(platform)), find_lock(platform)
        is_locked = holds_program(files[lock])
        if not is_locked:
            unlocked.append(lock)
        found.update(files if is_locked or not (root / lock).exists() else {})
    replaceable = list_replaceable(read_language(root / CONFIG).code)
    found.update(
        (name, replaceable[name].read_bytes()) for name in origins.files if name in replaceable
    )
    return found, tuple(unlocked)


def _find_place(root: Path, name: str) -> str:
    """Return where a file is in a zine: an optional workflow may have been moved to the others."""
    moved = name.replace(".github/optional/", f"{WORKFLOWS}/")
    return moved if not (root / name).exists() and (root / moved).exists() else name


def _list_outdated(
    origins: Origins,
    originals: Mapping[str, bytes],
    locked: Iterable[Platform],
    chosen: Sequence[Platform] | None,
) -> Iterator[str]:
    """Yield what was copied and is not wanted any more: earlier wheels, and the files of other platforms."""
    others = () if chosen is None else [one for one in PLATFORMS.values() if one not in chosen]
    for name in origins.files:
        is_wheel = name.endswith(WHEEL) and any(one.owns(name) for one in locked)
        if name not in originals and (is_wheel or any(one.owns(name) for one in others)):
            yield name


def carry_out_upgrade(root: Path, upgrade: Upgrade) -> None:
    """Write and delete what an upgrade says, and note it; raises GameFolderError when the disk refuses."""
    for step in upgrade.steps:
        path = root / step.name
        remove_half_written(path.parent)
        if step.after is None:
            path.unlink(missing_ok=True)
            remove_empty_folders(path.parent, root)
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
