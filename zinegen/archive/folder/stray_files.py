"""Files that lie in a season's folder under a name that no power's orders have, and whose they may be."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from zinegen.archive.files import FileError, list_folder, read_plain
from zinegen.archive.seals import SEALED_LIMIT
from zinegen.board.board import Power
from zinegen.languages.names import name_power
from zinegen.languages.texts import gettext
from zinegen.notation.findings import Finding, error_finding
from zinegen.notation.grammar.names import find_nearest
from zinegen.play.names import digest, digest_text, power_of, power_slug

BAD_PLACE = "G14"
KEPT_ORDERS = re.compile(r"[a-z0-9-]+\.(?:before|undone)-[0-9]+\.toml(?:\.age)?")
"""The names of order files that were replaced by others; nobody reads them but people."""
_NAMED_INSIDE = re.compile(r"^\s*power\s*=\s*[\"']([^\"'\n]{1,60})[\"']", re.MULTILINE)
_SHORTEST_BEGINNING, _SHORTEST_LIKENESS = 3, 4


@dataclass(frozen=True, slots=True, kw_only=True)
class StrayFile:
    """A file that nobody reads, because it has a wrong name or lies in a wrong place."""

    name: str
    """Relative to the season's folder: ``orders/russia.txt``."""
    shown: str
    """The season's folder as people see it."""
    power: Power | None
    """The power whose orders they seem to be; None where nobody can tell."""
    sha256: str
    """Of its text, as a receipt has it; of its bytes where it is sealed; empty where it cannot be read."""
    known: tuple[str, ...]
    """The names that order files may have, without their endings."""

    @property
    def is_sealed(self) -> bool:
        """Tell whether it is sealed, by its name."""
        return _is_sealed(Path(self.name))

    @property
    def hint(self) -> str:
        """How to mend it."""
        if self.power is None:
            return gettext(
                "the names are {names}, in small letters, and .toml", names=", ".join(self.known)
            )
        wanted = f"{self.shown}/orders/{power_slug(self.power)}.toml{'.age' * self.is_sealed}"
        return gettext(
            "rename it: `{command}`",
            command=shlex.join(("mv", f"{self.shown}/{self.name}", wanted)),
        )

    @property
    def finding(self) -> Finding:
        """What is wrong with it."""
        whose = name_power(self.power) if self.power else gettext("a power")
        title = gettext("no power's orders have this name")
        if not self.name.startswith("orders/"):
            title = gettext("order files lie in orders/, not beside it")
        left = gettext(
            "nobody looks at it; where {whose} has no other orders the game waits for the GM",
            whose=whose,
        )
        return error_finding(BAD_PLACE, f"{self.shown}/{self.name}", title, self.hint, if_left=left)


def find_stray_files(folder: Path, shown: str, powers: tuple[Power, ...]) -> tuple[StrayFile, ...]:
    """Return the files of a season's folder that seem to be orders and that nobody reads, by name."""
    known = tuple(map(power_slug, powers))
    return tuple(
        StrayFile(
            name=path.relative_to(folder).as_posix(),
            shown=shown,
            power=_guess_power(path.name, powers) or _find_power_inside(path, powers),
            sha256=_digest(path),
            known=known,
        )
        for path in (*_list_beside(folder, powers), *_list_misnamed(folder / "orders", powers))
    )


def _list_misnamed(folder: Path, powers: tuple[Power, ...]) -> Iterator[Path]:
    for path in list_folder(folder):
        slug = path.name.removesuffix(".age").removesuffix(".toml")
        is_named = slug != path.name and power_of(slug, powers) is not None
        if not is_named and KEPT_ORDERS.fullmatch(path.name) is None:
            yield path


def _list_beside(folder: Path, powers: tuple[Power, ...]) -> Iterator[Path]:
    """Yield what lies beside the folder of the orders and has a power's name."""
    for path in list_folder(folder):
        is_text = path.suffix.lower() in {".toml", ".txt", ".age"} and path.is_file()
        if is_text and _find_named_power(path.name, powers) is not None:
            yield path


def _guess_power(name: str, powers: tuple[Power, ...]) -> Power | None:
    """Return the power that a file's name names or is like; None without one."""
    slugs = tuple(map(power_slug, powers))
    words = (word for word in _split_words(name) if len(word) >= _SHORTEST_LIKENESS)
    near = next((found[0] for word in words if len(found := find_nearest(word, slugs)) == 1), "")
    return _find_named_power(name, powers) or power_of(near, powers)


def _find_named_power(name: str, powers: tuple[Power, ...]) -> Power | None:
    """Return the one power that a file's name names, or begins to name; None without one."""
    words = _split_words(name)
    text = f"-{'-'.join(words)}-"
    slugs = {power: power_slug(power) for power in powers}
    whole = [power for power, slug in slugs.items() if f"-{slug}-" in text]
    long = tuple(word for word in words if len(word) >= _SHORTEST_BEGINNING)
    begun = [power for power, slug in slugs.items() if any(map(slug.startswith, long))]
    found = whole or begun
    return found[0] if len(found) == 1 else None


def _split_words(name: str) -> list[str]:
    return re.findall(r"[^\W\d_]+", name.lower().partition(".")[0])


def _find_power_inside(path: Path, powers: tuple[Power, ...]) -> Power | None:
    """Return the power that a file says it is for."""
    try:
        text = read_plain(path, SEALED_LIMIT).decode("utf-8", "replace")
    except FileError:
        return None
    named = _NAMED_INSIDE.search(text)
    return power_of(power_slug(Power(named[1])), powers) if named else None


def _digest(path: Path) -> str:
    try:
        content = read_plain(path, SEALED_LIMIT)
    except FileError:
        return ""
    return digest(content) if _is_sealed(path) else digest_text(content)


def _is_sealed(path: Path) -> bool:
    return ".age" in path.suffixes
