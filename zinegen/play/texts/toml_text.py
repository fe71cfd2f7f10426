"""Reading TOML that people wrote, where every fault becomes a finding.

Reading is `tomllib`'s, behind limits that keep every file harmless; where keys stand, `toml_places` finds.
"""

from __future__ import annotations

import json
import re
import tomllib
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property, lru_cache
from typing import TypeAlias

from zinegen.errors import NotationError, Where
from zinegen.game.variant import OptionValue
from zinegen.languages.texts import N_, gettext
from zinegen.notation.findings import Finding, error_finding
from zinegen.play.names import digest_text
from zinegen.play.texts.toml_places import KeyPath, KeyPlace, find_key_places

Value: TypeAlias = (
    "str | int | float | bool | datetime | list[Value] | dict[str, Value] | Mapping[str, Value]"
)
"""What the program writes into TOML."""

KILOBYTE = 1024
ORDERS_LIMIT = 16 * KILOBYTE

SETTINGS_LIMIT = 64 * KILOBYTE
LONGEST_LINE = 1000
MOST_LINES = {"O": 400}
"""Lines by letter of the kind of file; the GM's files may have more."""
LINES = 2000
SHORT, REMEMBERED = 4 * KILOBYTE, 256
"""Characters of a text that is remembered, and how many: a file is read by several steps of one command."""

NOT_TOML, UNKNOWN, DIFFERS, TOO_LARGE, NOT_TEXT, WRONG_KIND = "01", "02", "03", "04", "05", "06"
"""What is wrong with a file of any kind, by the digits of the code; the letter tells the kind."""

_SINGLE, _DOUBLE = "\u2018\u2019\u201a\u201b\u00b4`", "\u201c\u201d\u201e\u201f\u00ab\u00bb"
_CURLY = _SINGLE + _DOUBLE
"""Quotes as phones and word processors write them."""
_STRAIGHT = str.maketrans(dict.fromkeys(_SINGLE, "'") | dict.fromkeys(_DOUBLE, '"'))
_DATE = re.compile(r"=\s*\d{4}-\d\d?-\d\d?")
_PLACE = re.compile(r"\s*\(at (?:line (\d+), column (\d+)|end of document)\)$")


@dataclass(frozen=True, slots=True, kw_only=True)
class FileKind:
    """A kind of file that people write: the letter of its codes, its limit, and what breaks with it."""

    letter: str
    limit: int
    if_left: str
    """What happens in the game if the file stays as it is."""

    def error(
        self, number: str, where: Where, title: str, hint: str = "", line: str = ""
    ) -> Finding:
        """Return an error in a file of this kind; ``number`` is its code without the letter."""
        code = f"{self.letter}{number}"
        return error_finding(code, where, title, hint, line=line, if_left=gettext(self.if_left))


ORDERS = FileKind(
    letter="O",
    limit=ORDERS_LIMIT,
    if_left=N_("none of its orders count, and the game waits for the GM"),
)
SETTINGS = FileKind(
    letter="G", limit=SETTINGS_LIMIT, if_left=N_("the game stays as it was last published")
)
RULINGS = FileKind(letter="R", limit=SETTINGS_LIMIT, if_left=N_("the game waits for the GM"))


@dataclass(frozen=True, kw_only=True)
class Document:
    """A file that could be read: its text, and its data as `tomllib` gives it."""

    kind: FileKind
    shown: str
    """The path as people see it, from the folder of all games on."""
    text: str
    """Line ends made line feeds, the byte-order mark gone, composed characters (NFC)."""
    data: Mapping[str, object]
    sha256: str
    """Of the file's bytes as they lie there."""

    @cached_property
    def places(self) -> Mapping[KeyPath, KeyPlace]:
        """Where every key stands, found when it is first asked for."""
        try:
            is_short = len(self.text) <= SHORT
            return _find_places_once(self.text) if is_short else find_key_places(self.text)
        except (NotationError, RecursionError):
            return {}

    @property
    def lines(self) -> list[str]:
        """The lines of the text."""
        return self.text.split("\n")


@dataclass(frozen=True, slots=True, kw_only=True)
class TomlReading:
    """The result of reading a file: a document or None, and the findings."""

    document: Document | None
    findings: tuple[Finding, ...] = ()
    sha256: str = ""
    """Of the bytes, also when they are no document; empty when there was nothing to read."""


def parse_toml(content: bytes, shown: str, kind: FileKind) -> TomlReading:
    """Read the bytes of a TOML file that a person wrote; whatever is wrong is a finding, never an error."""
    sha256 = digest_text(content)
    try:
        text = decode_text(content)
    except UnicodeDecodeError as error:
        place = content[: error.start].count(b"\n") + 1
        what = gettext("this is not UTF-8 text (byte {number} of the file)", number=error.start + 1)
        where = Where(file=shown, line=place, column=1)
        found = kind.error(NOT_TEXT, where, what, gettext("save the file as UTF-8"))
        return TomlReading(document=None, findings=(found,), sha256=sha256)
    found_or_data = _check_limits(text, shown, kind) or _parse_data(text, shown, kind)
    if isinstance(found_or_data, Finding):
        return TomlReading(document=None, findings=(found_or_data,), sha256=sha256)
    document = Document(kind=kind, shown=shown, text=text, data=found_or_data, sha256=sha256)
    return TomlReading(document=document, sha256=sha256)


def too_large_error(shown: str, kind: FileKind) -> Finding:
    """Return the error of a file that is longer than its kind may be."""
    hint = gettext("such a file has at most {limit} KB", limit=kind.limit // KILOBYTE)
    return kind.error(TOO_LARGE, Where(file=shown), gettext("it is too large"), hint)


def decode_text(content: bytes) -> str:
    """Return the text of a file: UTF-8, byte-order mark forgiven, lines ending in a line feed, NFC.

    Raises UnicodeDecodeError when it is no UTF-8.
    """
    text = content.decode("utf-8-sig").replace("\r\n", "\n").replace("\r", "\n")
    return unicodedata.normalize("NFC", text)


def write_option(value: OptionValue) -> str:
    """Return an option's value as TOML writes it."""
    match value:
        case bool():
            return str(value).lower()
        case int():
            return str(value)
        case str():
            return f'"{value}"'
        case tuple():
            return f"[{', '.join(write_option(part) for part in value)}]"


def _check_limits(text: str, shown: str, kind: FileKind) -> Finding | None:
    """Return what is wrong when a line is too long or there are too many (they slow `tomllib` down)."""
    most = MOST_LINES.get(kind.letter, LINES)
    for number, line in enumerate(text.split("\n"), 1):
        is_padding = line.startswith("#") and not line.strip("#.")
        if number > most:
            title, hint = (
                gettext("there are too many lines"),
                gettext("a file has at most {count} lines", count=most),
            )
        elif len(line) > LONGEST_LINE and not is_padding:
            title, hint = (
                gettext("this line is too long"),
                gettext("a line has at most {count} characters", count=LONGEST_LINE),
            )
        else:
            continue
        return kind.error(TOO_LARGE, Where(file=shown, line=number, column=1), title, hint)
    return None


def _parse_data(text: str, shown: str, kind: FileKind) -> Mapping[str, object] | Finding:
    try:
        return _load_once(text) if len(text) <= SHORT else tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        return _syntax_error(str(error), text, shown, kind)


@lru_cache(REMEMBERED)
def _load_once(text: str) -> Mapping[str, object]:
    return tomllib.loads(text)


@lru_cache(REMEMBERED)
def _find_places_once(text: str) -> Mapping[KeyPath, KeyPlace]:
    return find_key_places(text)


def _syntax_error(message: str, text: str, shown: str, kind: FileKind) -> Finding:
    place = _PLACE.search(message)
    lines = text.split("\n")
    if place is None:
        where, line = Where(file=shown), ""
    elif place[1] is None:
        where, line = Where(file=shown, line=len(lines), column=1), lines[-1]
    else:
        number, column = int(place[1]), int(place[2])
        line = lines[number - 1] if number <= len(lines) else ""
        where = Where(file=shown, line=number, column=column, end_column=column + 1)
    said = (
        _PLACE.sub("", message) if place else gettext("too deeply nested, or a number without end")
    )
    title, hint = _explain(said, text, line)
    return kind.error(NOT_TOML, where, title, hint, line)


def _explain(said: str, text: str, line: str) -> tuple[str, str]:
    """Return an error of `tomllib` in plain words, and a hint."""
    is_open = text.count("'''") % 2 == 1
    lines = (line, *(text.split("\n") if is_open else ()))
    curly = next((one for one in lines if not set(_CURLY).isdisjoint(one)), "")
    if curly:
        hint = gettext(
            "write {text}, with the quotes of the keyboard", text=curly.translate(_STRAIGHT).strip()
        )
        return gettext("these quotes are curly, and TOML knows straight ones only"), hint
    if is_open:
        return (
            gettext("a ''' has no partner"),
            gettext("orders stand between ''' and ''', each on a line with its key"),
        )
    if "overwrite" in said or "already" in said or "declare" in said:
        return gettext("this heading stands in the file twice"), gettext(
            "write everything under one heading"
        )
    if "Invalid date" in said or _DATE.search(line):
        return gettext("there is no such date or time"), gettext(
            "write it like 2026-12-01T22:00:00Z"
        )
    if "Invalid value" in said:
        return gettext("there is no value here that can be read"), gettext(
            'put words between quotes: key = "words"'
        )
    if "Expected '='" in said or "Invalid statement" in said:
        return gettext("this line is no `key = value`"), gettext(
            "order lines stand between ''' and '''"
        )
    if "Illegal character" in said or "Unescaped" in said:
        return gettext("there is a character that does not belong here"), gettext(
            "type the line again"
        )
    what = f"{said[:1].lower()}{said[1:]}"
    for known in _TOMLLIB:
        named = re.fullmatch(re.escape(known).replace(r"\{sign\}", "(.+)"), what)
        if named is not None:
            what = gettext(known, sign=named[1]) if named.groups() else gettext(known)
            break
    return gettext("this is not TOML: {what}", what=what), ""


_TOMLLIB = (
    N_("expected newline or end of document after a statement"),
    N_("expected ']' at the end of a table declaration"),
    N_("expected ']]' at the end of an array declaration"),
    N_("expected {sign}"),
    N_("found invalid character {sign}"),
    N_("invalid initial character for a key part"),
    N_("unclosed array"),
    N_("unclosed inline table"),
    N_("duplicate inline table key {sign}"),
    N_("cannot mutate immutable namespace {sign}"),
    N_("cannot redefine namespace {sign}"),
    N_("invalid hex value"),
    N_("escaped character is not a Unicode scalar value"),
    N_("unterminated string"),
)
"""What `tomllib` says of a text; what else it says, in other versions, stands there as it is."""


def quote_toml(text: str) -> str:
    """Return a text as TOML writes it between quotes."""
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")
