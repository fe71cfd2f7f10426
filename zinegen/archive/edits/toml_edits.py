"""Changing keys of a TOML file that a person keeps: remarks, order and blanks stay as they are."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from difflib import ndiff
from pathlib import Path

import tomlkit
from tomlkit.exceptions import TOMLKitError
from tomlkit.items import AbstractTable, AoT, Comment, InlineTable, Table, Whitespace

from zinegen.archive.files import FileError, FileFault, read_plain, write_atomically
from zinegen.errors import GameFolderError
from zinegen.languages.texts import gettext
from zinegen.notation.findings import Finding, has_errors
from zinegen.play.texts.toml_text import SETTINGS, SETTINGS_LIMIT, Document, parse_toml

_MARK = "\ufeff"
KeyChanges = Mapping[tuple[str, ...], str | None]
"""New values as TOML writes them, by the key and the tables around it; None takes the key away."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FileEdit:
    """A file with other values, not yet written."""

    path: Path
    shown: str
    """The path as people see it."""
    before: str
    after: str

    @property
    def lines(self) -> tuple[str, ...]:
        """The lines that go, each after ``- ``, and those that come, each after ``+ ``."""
        return tuple(
            line.rstrip("\n")
            for line in ndiff(self.before.splitlines(), self.after.splitlines())
            if line[0] in "+-"
        )

    def write(self) -> None:
        """Put the file in its place; raises GameFolderError when the disk does not take it."""
        write_atomically(self.path, self.after.encode())


def read_exactly(path: Path) -> str:
    """Return the text of a person's file with every sign; raises FileError where it is none."""
    try:
        return read_plain(path, SETTINGS_LIMIT).decode()
    except UnicodeDecodeError:
        raise FileError(path, FileFault.NOT_UTF8) from None


def edit_settings(
    path: Path,
    shown: str,
    changes: KeyChanges,
    find_faults: Callable[[Document], Iterable[Finding]],
) -> FileEdit:
    """Return a file with other values under some keys; nothing is written.

    Raises FileError when it cannot be read, GameFolderError when it cannot be changed without harm, or when
    there are faults in it afterwards.
    """
    before = read_exactly(path)
    after = edit_text(before, shown, changes)
    reading = parse_toml(after.encode(), shown, SETTINGS)
    faults = [*reading.findings, *(find_faults(reading.document) if reading.document else ())]
    if has_errors(faults):
        raise GameFolderError(
            gettext(
                "{shown} is for you to edit: {where}: {why}",
                shown=shown,
                where=faults[0].where,
                why=faults[0].title,
            )
        )
    return FileEdit(path=path, shown=shown, before=before, after=after)


def edit_text(text: str, shown: str, changes: KeyChanges) -> str:
    """Return the text of a file with other values; raises GameFolderError where that goes by hand only."""
    try:
        return edit_toml(text, changes)
    except (TOMLKitError, ValueError, KeyError, TypeError) as problem:
        raise GameFolderError(
            gettext("{shown} is for you to edit: {problem}", shown=shown, problem=problem)
        ) from None


def edit_toml(text: str, changes: KeyChanges) -> str:
    """Return a TOML text with other values under some keys; raises TOMLKitError for one that is none.

    A number on the way means that table of a list; the number behind the last one adds a table, and a number
    as the key takes that table away. A byte-order mark stays, and so do the ends of lines as Windows writes
    them.
    """
    mark = _MARK if text.startswith(_MARK) else ""
    ends = "\r\n" if "\r\n" in text else "\n"
    plain = text.removeprefix(_MARK)
    for keys, value in changes.items():
        plain = _edit_key(plain, keys, value)
    return mark + plain.replace("\r\n", "\n").replace("\n", ends)


def _edit_key(text: str, keys: tuple[str, ...], value: str | None) -> str:
    document = tomlkit.parse(text)
    table = _find_table(document, keys[:-1], is_made=value is not None)
    if isinstance(table, AoT):
        del table[int(keys[-1])]
        return tomlkit.dumps(document)
    key = _find_key(table, keys[-1])
    is_new = key not in table
    if value is not None:
        table[key] = tomlkit.value(value)
        if is_new:
            _move_up(table)
    elif not is_new:
        del table[key]
    return tomlkit.dumps(document)


def _move_up(table: AbstractTable | tomlkit.TOMLDocument) -> None:
    """Put the last key behind the one before it, above the blanks and remarks that belong to what follows.

    Nothing is asked of the table afterwards but its text.
    """
    if isinstance(table, InlineTable):
        return
    body = table.body if isinstance(table, tomlkit.TOMLDocument) else table.value.body
    place = len(body) - 1
    while place and isinstance(body[place - 1][1], Whitespace | Comment):
        place -= 1
    if any(isinstance(item, Comment) for _, item in body[place:-1]):
        body.insert(place, body.pop())


def _find_table(
    document: tomlkit.TOMLDocument, keys: Iterable[str], *, is_made: bool
) -> AbstractTable | tomlkit.TOMLDocument | AoT:
    table: AbstractTable | tomlkit.TOMLDocument | AoT = document
    names = [*keys]
    for place, key in enumerate(names):
        if isinstance(table, AoT):
            if int(key) == len(table) and is_made:
                table.append(_make_table())
            table = table[int(key)]
            continue
        key = _find_key(table, key)  # noqa: PLW2901  (as the file writes it)
        if key not in table and is_made:
            is_list = place + 1 < len(names) and names[place + 1].isdecimal()
            table[key] = tomlkit.aot() if is_list else _make_table()
        inner = table.get(key, tomlkit.table())
        if not isinstance(inner, AbstractTable | AoT):
            raise KeyError(gettext("{key} is no table", key=key))
        table = inner
    return table


def _make_table() -> Table:
    """Return a new table, set off by a blank line."""
    made = tomlkit.table()
    made.trivia.indent = "\n"
    return made


def _find_key(table: AbstractTable | tomlkit.TOMLDocument, key: str) -> str:
    """Return a key as the file writes it: a power's may have capitals there."""
    return next((one for one in table if one.lower() == key), key)
