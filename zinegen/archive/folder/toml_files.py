"""Reading TOML that people wrote, where every fault becomes a finding; and writing TOML.

Reading is `tomllib`'s, behind limits that keep every file harmless. It tells no places, so a scanner finds
line and column of every key, value and line of text in a file that `tomllib` could read; it keeps no values.
Writing is `toml`'s, read back and compared.
"""

from __future__ import annotations

import re
import tomllib
import unicodedata
from bisect import bisect_right
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from functools import cached_property
from pathlib import Path
from typing import TypeAlias

from zinegen.archive.files import Fault, FileError, read_plain
from zinegen.errors import GameFolderError, NotationError, Where
from zinegen.notation.findings import Finding, error_finding
from zinegen.play.names import digest_text

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

NOT_TOML, UNKNOWN, DIFFERS, TOO_LARGE, NOT_TEXT, WRONG_KIND = "01", "02", "03", "04", "05", "06"
"""What is wrong with a file of any kind, by the digits of the code; the letter tells the kind."""

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
        return error_finding(code, where, title, hint, line=line, if_left=self.if_left)


ORDERS = FileKind(
    letter="O",
    limit=ORDERS_LIMIT,
    if_left="none of its orders count, and the game waits for the GM",
)
SETTINGS = FileKind(
    letter="G", limit=SETTINGS_LIMIT, if_left="the game stays as it was last published"
)
RULINGS = FileKind(letter="R", limit=SETTINGS_LIMIT, if_left="the game waits for the GM")


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
            return find_key_places(self.text)
        except (NotationError, RecursionError):
            return {}

    @property
    def lines(self) -> list[str]:
        """The lines of the text."""
        return self.text.split("\n")


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading:
    """The result of reading a file: a document or None, and the findings."""

    document: Document | None
    findings: tuple[Finding, ...] = ()
    sha256: str = ""
    """Of the bytes, also when they are no document; empty when there was nothing to read."""


def read_toml(path: Path, shown: str, kind: FileKind) -> Reading:
    """Read a TOML file that a person wrote; whatever is wrong with it is a finding, never an error."""
    return read_toml_with(lambda: read_plain(path, kind.limit), shown, kind)


def read_toml_with(read: Callable[[], bytes], shown: str, kind: FileKind) -> Reading:
    """Read a TOML file as `read_toml` does, from wherever ``read`` gets its bytes."""
    try:
        content = read()
    except FileError as error:
        return Reading(document=None, findings=(_unreadable_error(error, shown, kind),))
    return parse_toml(content, shown, kind)


def parse_toml(content: bytes, shown: str, kind: FileKind) -> Reading:
    """Read the bytes of a TOML file that a person wrote."""
    sha256 = digest_text(content)
    try:
        text = decode_text(content)
    except UnicodeDecodeError as error:
        place = content[: error.start].count(b"\n") + 1
        what = f"this is not UTF-8 text (byte {error.start + 1} of the file)"
        where = Where(file=shown, line=place, column=1)
        found = kind.error(NOT_TEXT, where, what, "save the file as UTF-8")
        return Reading(document=None, findings=(found,), sha256=sha256)
    found_or_data = _check_limits(text, shown, kind) or _parse_data(text, shown, kind)
    if isinstance(found_or_data, Finding):
        return Reading(document=None, findings=(found_or_data,), sha256=sha256)
    document = Document(kind=kind, shown=shown, text=text, data=found_or_data, sha256=sha256)
    return Reading(document=document, sha256=sha256)


def decode_text(content: bytes) -> str:
    """Return the text of a file: UTF-8, byte-order mark forgiven, lines ending in a line feed, NFC.

    Raises UnicodeDecodeError when it is no UTF-8.
    """
    text = content.decode("utf-8-sig").replace("\r\n", "\n").replace("\r", "\n")
    return unicodedata.normalize("NFC", text)


def _unreadable_error(error: FileError, shown: str, kind: FileKind) -> Finding:
    number = TOO_LARGE if error.fault is Fault.TOO_LARGE else NOT_TEXT
    hints = {
        Fault.TOO_LARGE: f"such a file has at most {kind.limit // KILOBYTE} KB",
        Fault.LINK: "put the file itself here",
        Fault.NOT_PLAIN: "put a plain file here",
    }
    return kind.error(number, Where(file=shown), error.fault.value, hints.get(error.fault, ""))


def _check_limits(text: str, shown: str, kind: FileKind) -> Finding | None:
    """Return what is wrong when a line is too long or there are too many (they slow `tomllib` down)."""
    most = MOST_LINES.get(kind.letter, LINES)
    for number, line in enumerate(text.split("\n"), 1):
        is_padding = line.startswith("#") and not line.strip("#.")
        if number > most:
            title, hint = "there are too many lines", f"a file has at most {most} lines"
        elif len(line) > LONGEST_LINE and not is_padding:
            title, hint = "this line is too long", f"a line has at most {LONGEST_LINE} characters"
        else:
            continue
        return kind.error(TOO_LARGE, Where(file=shown, line=number, column=1), title, hint)
    return None


def _parse_data(text: str, shown: str, kind: FileKind) -> Mapping[str, object] | Finding:
    try:
        data: Mapping[str, object] = tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        return _syntax_error(str(error), text, shown, kind)
    return data


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
    said = _PLACE.sub("", message) if place else "too deeply nested, or a number without end"
    title, hint = _explain(said, text, line)
    return kind.error(NOT_TOML, where, title, hint, line)


def _explain(said: str, text: str, line: str) -> tuple[str, str]:
    """Return an error of `tomllib` in plain words, and a hint."""
    if text.count("'''") % 2:
        return (
            "a ''' has no partner",
            "orders stand between ''' and ''', each on a line with its key",
        )
    if "overwrite" in said or "already" in said or "declare" in said:
        return "this heading stands in the file twice", "write everything under one heading"
    if "Invalid date" in said or _DATE.search(line):
        return "there is no such date or time", "write it like 2026-12-01T22:00:00Z"
    if "Invalid value" in said:
        return "there is no value here that can be read", 'put words between quotes: key = "words"'
    if "Expected '='" in said or "Invalid statement" in said:
        return "this line is no `key = value`", "order lines stand between ''' and '''"
    if "Illegal character" in said or "Unescaped" in said:
        return "there is a character that does not belong here", "type the line again"
    return f"this is not TOML: {said[:1].lower()}{said[1:]}", ""


def encode_toml(data: Mapping[str, Value], *, head: str = "") -> bytes:
    """Return data as TOML, below a remark.

    Raises GameFolderError when it does not read back equal, so that nothing wrong is ever written.
    """
    import toml  # noqa: PLC0415  (only writing needs it, and the pages' engine has none)

    text = head + toml.dumps(dict(data))
    try:
        same = tomllib.loads(text) == data
    except (ValueError, RecursionError):
        same = False
    if not same:
        raise GameFolderError("this cannot be written as TOML without being changed")
    return text.encode()


KeyPath = tuple[str | int, ...]
"""The way to a value: keys of tables, and numbers from 0 in arrays."""

_BLANK = re.compile(r"(?:[ \t\r\n]|#[^\n]*)*")
_BARE = re.compile(r"[A-Za-z0-9_-]+")
_SCALAR = re.compile(r"[^\s,\]}#]+(?: [0-9:][^\s,\]}#]*)?")
_ESCAPE = re.compile(r"\\(?:u[0-9A-Fa-f]{4}|U[0-9A-Fa-f]{8}|.)", re.DOTALL)
_NEWLINE_ESCAPE = re.compile(r"\\[ \t]*\r?\n[ \t\r\n]*")


@dataclass(frozen=True, slots=True, kw_only=True)
class Span:
    """A place in a file: line and column from 1, and how many characters are meant."""

    line: int
    column: int
    width: int = 1

    def where(self, file: str) -> Where:
        """Return the place as findings carry it."""
        return Where(
            file=file, line=self.line, column=self.column, end_column=self.column + self.width
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class KeyPlace:
    """Where a key and its value stand."""

    key: Span
    """The key; in an array the value itself."""
    value: Span
    """The value, from its first character; of a value over several lines the first line only."""
    lines: tuple[Span, ...] = ()
    """For a text: where each line of its value begins; ``width`` reaches to the line's end."""


def find_key_places(text: str) -> Mapping[KeyPath, KeyPlace]:
    """Return where every key of a TOML file stands, tables included.

    Raises NotationError where the text is no TOML; it does not find every fault, the TOML reader does.
    """
    scanner = _Scanner(text=text)
    scanner.scan_document()
    return scanner.found


@dataclass(slots=True)
class _Scanner:
    text: str
    at: int = 0
    found: dict[KeyPath, KeyPlace] = field(default_factory=dict)
    arrays: dict[KeyPath, int] = field(default_factory=dict)
    """How many tables each array of tables has so far."""
    starts: list[int] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.starts = [0, *(match.end() for match in re.finditer("\n", self.text))]

    def span(self, start: int, end: int) -> Span:
        """Return a stretch of the text as line, column and width; of several lines the first."""
        line = bisect_right(self.starts, start)
        stop = min(end, self._end_of_line(line))
        return Span(line=line, column=start - self.starts[line - 1] + 1, width=max(stop - start, 1))

    def _end_of_line(self, line: int) -> int:
        end = self.starts[line] - 1 if line < len(self.starts) else len(self.text)
        return end - (self.text[:end].endswith("\r") if end else 0)

    def peek(self, size: int = 1) -> str:
        return self.text[self.at : self.at + size]

    def expect(self, sign: str) -> None:
        if self.peek(len(sign)) != sign:
            line = self.span(self.at, self.at + 1)
            message = f"line {line.line}, column {line.column}: {sign!r} is missing"
            raise NotationError(message)
        self.at += len(sign)

    def skip_blank(self) -> None:
        """Pass blanks, line ends and remarks."""
        match = _BLANK.match(self.text, self.at)
        if match is not None:
            self.at = match.end()

    def scan_document(self) -> None:
        table: KeyPath = ()
        self.skip_blank()
        while self.at < len(self.text):
            if self.peek() == "[":
                table = self.scan_header()
            else:
                self.scan_pair(table)
            self.skip_blank()

    def scan_header(self) -> KeyPath:
        many = self.peek(2) == "[["
        self.at += 1 + many
        start = self.at
        keys = self.scan_dotted_key()
        span = self.span(keys[0][1], keys[-1][2])
        self.expect("]" * (1 + many))
        names = [name for name, _, _ in keys]
        path = self._path_of_tables(names[:-1])
        if many:
            path = (*path, names[-1])
            number = self.arrays.get(path, 0)
            self.arrays[path] = number + 1
            self.found.setdefault(path, KeyPlace(key=span, value=span))
            path = (*path, number)
        else:
            path = (*path, names[-1])
        self.found.setdefault(path, KeyPlace(key=span, value=span))
        self._note_parents(path, self.span(start, self.at))
        return path

    def _path_of_tables(self, names: list[str]) -> KeyPath:
        """Return the path of tables that a header walks through: in an array, its last table so far."""
        path: KeyPath = ()
        for name in names:
            path = (*path, name)
            if path in self.arrays:
                path = (*path, self.arrays[path] - 1)
        return path

    def _note_parents(self, path: KeyPath, span: Span) -> None:
        """Record tables that exist only as part of another's name, at the place of that name."""
        for length in range(1, len(path)):
            self.found.setdefault(path[:length], KeyPlace(key=span, value=span))

    def scan_dotted_key(self) -> list[tuple[str, int, int]]:
        """Read a key: its parts, each with start and end."""
        parts = [self.scan_key()]
        self._skip_spaces()
        while self.peek() == ".":
            self.at += 1
            parts.append(self.scan_key())
            self._skip_spaces()
        return parts

    def _skip_spaces(self) -> None:
        while self.peek() in {" ", "\t"}:
            self.at += 1

    def scan_key(self) -> tuple[str, int, int]:
        self._skip_spaces()
        start = self.at
        if self.peek() in {'"', "'"}:
            quote = self.peek()
            end = self._find_closing(quote, self.at + 1)
            self.at = end + 1
            key = tomllib.loads(f"key = {self.text[start : self.at]}")["key"]
            return str(key), start, self.at
        match = _BARE.match(self.text, self.at)
        if match is None:
            span = self.span(self.at, self.at + 1)
            message = f"line {span.line}, column {span.column}: a key is missing"
            raise NotationError(message)
        self.at = match.end()
        return match[0], start, self.at

    def scan_pair(self, table: KeyPath) -> None:
        parts = self.scan_dotted_key()
        span = self.span(parts[0][1], parts[-1][2])
        path = (*table, *(name for name, _, _ in parts))
        self._note_parents(path, span)
        self.expect("=")
        self._skip_spaces()
        self.scan_value(path, span)

    def scan_value(self, path: KeyPath, key: Span | None) -> None:
        start = self.at
        sign = self.peek()
        lines: tuple[Span, ...] = ()
        # The place is noted before the parts inside, so that a file reads in the order it is written.
        self.found.pop(path, None)
        self.found[path] = KeyPlace(key=self.span(start, start), value=self.span(start, start))
        if sign in {'"', "'"}:
            lines = self.scan_string(sign)
        elif sign == "[":
            self.scan_array(path)
        elif sign == "{":
            self.scan_inline_table(path)
        else:
            match = _SCALAR.match(self.text, self.at)
            self.at = match.end() if match else len(self.text)
        value = self.span(start, self.at)
        self.found[path] = KeyPlace(key=key or value, value=value, lines=lines)

    def scan_array(self, path: KeyPath) -> None:
        self.at += 1
        number = 0
        self.skip_blank()
        while self.peek() != "]":
            self.scan_value((*path, number), None)
            number += 1
            self.skip_blank()
            if self.peek() != "]":
                self.expect(",")
            self.skip_blank()
        self.at += 1

    def scan_inline_table(self, path: KeyPath) -> None:
        self.at += 1
        self.skip_blank()
        while self.peek() != "}":
            self.scan_pair(path)
            self.skip_blank()
            if self.peek() != "}":
                self.expect(",")
            self.skip_blank()
        self.at += 1

    def scan_string(self, quote: str) -> tuple[Span, ...]:
        """Pass a text; return where each of its lines begins."""
        if self.peek(3) != quote * 3:
            start = self.at + 1
            end = self._find_closing(quote, start)
            self.at = end + 1
            return self._line_spans(start, end, escapes=quote == '"')
        start = self.at + 3
        end = self._find_closing(quote * 3, start)
        while self.text.startswith(quote, end + 3):  # quotes may stand before the closing ones
            end += 1
        self.at = end + 3
        first = re.compile(r"\r?\n").match(self.text, start)
        return self._line_spans(first.end() if first else start, end, escapes=quote == '"')

    def _find_closing(self, quotes: str, start: int) -> int:
        at = start
        while not self.text.startswith(quotes, at):
            if at >= len(self.text):
                message = "a text is not closed"
                raise NotationError(message)
            at += 2 if quotes[0] == '"' and self.text[at] == "\\" else 1
        return at

    def _line_spans(self, start: int, end: int, *, escapes: bool) -> tuple[Span, ...]:
        """Return a place for each line of the value, whether it ends with the line or by an escape."""
        begins = [start]
        at = start
        while at < end:
            sign = self.text[at]
            if escapes and sign == "\\":
                gap = _NEWLINE_ESCAPE.match(self.text, at)
                match = gap or _ESCAPE.match(self.text, at)
                at = match.end() if match else at + 1
                if match and match[0].lower() in {"\\n", "\\u000a", "\\u0000000a"}:
                    begins.append(at)
                continue
            at += 1
            if sign == "\n":
                begins.append(at)
        ends = [*begins[1:], end]
        return tuple(self.span(begin, stop) for begin, stop in zip(begins, ends, strict=True))
