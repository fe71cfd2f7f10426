"""Items of press: a file each, front matter above, a stranger's text below; the text is not looked into.

::

    ---
    from: England
    to: all
    dateline: London
    ---
    The text.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

from zinegen.archive.files import Fault, FileError, listing, read_plain
from zinegen.archive.slugs import power_of
from zinegen.archive.toml_files import KILOBYTE, decoded
from zinegen.board.board import Power
from zinegen.errors import Where
from zinegen.notation.findings import Finding, Level

LONGEST = 4000
MOST_ITEMS = 9
LIMIT = 32 * KILOBYTE
"""In bytes; letters outside ASCII take up to four."""
LONGEST_DATELINE = 80
GM = "gm"
LEFT_OUT = "this item is left out of the issue"
_NAME = re.compile(r"([a-z0-9-]+)-([0-9]{1,2})\.md")
_FRONT = re.compile(r"\s*---[ \t]*\n(.*?)(?:^|\n)---[ \t]*(?:\n|$)(.*)", re.DOTALL)
_KEYS = ("from", "to", "dateline")


@dataclass(frozen=True, slots=True, kw_only=True)
class PressItem:
    """An item of press, and where it comes from."""

    author: Power | None
    """None: the GM."""
    number: int
    file: str
    """The path as people see it."""
    to: tuple[Power, ...] = ()
    """Empty: everybody."""
    dateline: str = ""
    signed: str = ""
    """What stands behind ``from``: a power, or whom the writer pretends to be."""
    text: str = ""


def press_of(
    folder: Path, shown: str, powers: tuple[Power, ...]
) -> tuple[tuple[PressItem, ...], tuple[Finding, ...]]:
    """Read all items of press in a folder, the GM's first, then by power and number.

    An item that is broken is left out, and is a finding.
    """
    items: list[PressItem] = []
    findings: list[Finding] = []
    for path in listing(folder):
        where = Where(file=f"{shown}/{path.name}")
        if path.name.endswith(".md.age"):
            continue
        match = _NAME.fullmatch(path.name)
        author = power_of(match[1], powers) if match else None
        if match is None or (author is None and match[1] != GM):
            findings.append(
                _wrong("P03", where, "press is in <power>-<number>.md, or gm-<number>.md")
            )
        elif not 1 <= int(match[2]) <= MOST_ITEMS:
            findings.append(
                _wrong("P04", where, f"a power has at most {MOST_ITEMS} items of press")
            )
        else:
            found = _item(path, where, author, int(match[2]), powers)
            (items if isinstance(found, PressItem) else findings).append(found)  # type: ignore[arg-type]
    order = sorted(items, key=lambda item: (item.author or "", item.number))
    return tuple(order), tuple(findings)


def _item(
    path: Path, where: Where, author: Power | None, number: int, powers: tuple[Power, ...]
) -> PressItem | Finding:
    try:
        text = decoded(read_plain(path, LIMIT))
    except FileError as error:
        code = "P04" if error.fault is Fault.TOO_LARGE else "P05"
        return _wrong(code, where, error.fault.value)
    except UnicodeDecodeError:
        return _wrong("P05", where, "this is not UTF-8 text")
    match = _FRONT.fullmatch(text)
    front, body = (match[1], match[2]) if match else ("", text)
    if len(body) > LONGEST:
        return _wrong("P04", where, f"press has at most {LONGEST} characters, here are {len(body)}")
    keys, complaint = _front(front)
    if complaint:
        return _wrong("P02", where, complaint)
    to = [name.strip(" []\"'") for name in keys.get("to", "all").split(",")]
    known = {power.lower(): power for power in powers}
    unknown = [name for name in to if name.lower() not in {*known, "all", ""}]
    if unknown:
        return _wrong("P06", where, f"there is no power called {unknown[0][:40]}")
    if any(name.lower() in known for name in to):
        return _wrong("P09", where, "press to some powers only must be sealed, in a .md.age file")
    return PressItem(
        author=author,
        number=number,
        file=where.file,
        dateline=keys.get("dateline", "")[:LONGEST_DATELINE],
        signed=keys.get("from", "")[:LONGEST_DATELINE],
        text=body.strip("\n"),
    )


def _front(text: str) -> tuple[dict[str, str], str]:
    """Return the keys of a front matter, and what is wrong with it."""
    keys: dict[str, str] = {}
    for line in text.split("\n"):
        if not line.strip() or line.lstrip().startswith("#"):
            continue
        key, colon, value = line.partition(":")
        name = key.strip().lower()
        if not colon or name not in _KEYS:
            return {}, f"there is no heading {name[:40]} above press; it knows {', '.join(_KEYS)}"
        if name in keys:
            return {}, f"{name} stands there twice"
        keys[name] = value.strip().strip("\"'")
    return keys, ""


def _wrong(code: str, where: Where, title: str) -> Finding:
    return Finding(code=code, level=Level.ERROR, where=where, title=title, if_left=LEFT_OUT)
