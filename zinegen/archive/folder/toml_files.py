"""TOML files: what people wrote is read with every fault as a finding, what we write reads back equal."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Mapping
from pathlib import Path

import toml

from zinegen.archive.files import FileError, FileFault, read_plain
from zinegen.errors import GameFolderError, Where
from zinegen.languages.texts import gettext
from zinegen.notation.findings import Finding
from zinegen.play.texts.toml_text import (
    NOT_TEXT,
    FileKind,
    TomlReading,
    Value,
    parse_toml,
    too_large_error,
)


def read_toml(path: Path, shown: str, kind: FileKind) -> TomlReading:
    """Read a TOML file that a person wrote; whatever is wrong with it is a finding, never an error."""
    return read_toml_with(lambda: read_plain(path, kind.limit), shown, kind)


def read_toml_with(read: Callable[[], bytes], shown: str, kind: FileKind) -> TomlReading:
    """Read a TOML file as `read_toml` does, from wherever ``read`` gets its bytes."""
    try:
        content = read()
    except FileError as error:
        return TomlReading(document=None, findings=(_unreadable_error(error, shown, kind),))
    return parse_toml(content, shown, kind)


def _unreadable_error(error: FileError, shown: str, kind: FileKind) -> Finding:
    if error.fault is FileFault.TOO_LARGE:
        return too_large_error(shown, kind)
    hints = {
        FileFault.LINK: gettext("put the file itself here"),
        FileFault.NOT_PLAIN: gettext("put a plain file here"),
    }
    return kind.error(
        NOT_TEXT, Where(file=shown), gettext(error.fault.value), hints.get(error.fault, "")
    )


def encode_toml(data: Mapping[str, Value], *, head: str = "") -> bytes:
    """Return data as TOML, below a remark.

    Raises GameFolderError when it does not read back equal, so that nothing wrong is ever written.
    """
    text = head + toml.dumps(dict(data))
    try:
        same = tomllib.loads(text) == data
    except (ValueError, RecursionError):
        same = False
    if not same:
        raise GameFolderError(gettext("this cannot be written as TOML without being changed"))
    return text.encode()
