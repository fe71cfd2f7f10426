"""Where the keys and texts of a TOML file stand: line and column of every key, value and line of text.

`tomllib` tells no places, so a scanner finds them in a file that it could read; it keeps no values.
"""

from __future__ import annotations

import re
import tomllib
from bisect import bisect_right
from collections.abc import Mapping
from dataclasses import dataclass, field

from zinegen.errors import NotationError, Where

KeyPath = tuple[str | int, ...]
"""The way to a value: keys of tables, and numbers from 0 in arrays."""

_BLANK = re.compile(r"(?:[ \t\r\n]|#[^\n]*)*")
_BARE = re.compile(r"[A-Za-z0-9_-]+")
_SCALAR = re.compile(r"[^\s,\]}#]+(?: [0-9:][^\s,\]}#]*)?")
_ESCAPE = re.compile(r"\\(?:u[0-9A-Fa-f]{4}|U[0-9A-Fa-f]{8}|.)", re.DOTALL)
_ESCAPED_OR_QUOTES = {quotes: re.compile(rf"\\.|{quotes}", re.DOTALL) for quotes in ('"', '"""')}
_LINE_END, _LINE_END_OR_ESCAPE = re.compile(r"\n"), re.compile(r"[\n\\]")
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


_NOT_YET = KeyPlace(key=Span(line=1, column=1), value=Span(line=1, column=1))
"""Keeps the turn of a value whose end is still to be found."""


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
        return end - self.text.endswith("\r", 0, end)

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
        if len(path) > 1:
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
        self.found[path] = _NOT_YET
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
        if quotes[0] == "'":
            end = self.text.find(quotes, start)
        else:
            signs = _ESCAPED_OR_QUOTES[quotes].finditer(self.text, start)
            end = next((sign.start() for sign in signs if sign[0] == quotes), -1)
        if end < 0:
            message = "a text is not closed"
            raise NotationError(message)
        return end

    def _line_spans(self, start: int, end: int, *, escapes: bool) -> tuple[Span, ...]:
        """Return a place for each line of the value, whether it ends with the line or by an escape."""
        begins = [start]
        signs = _LINE_END_OR_ESCAPE if escapes else _LINE_END
        found = signs.search(self.text, start, end)
        while found:
            at = found.end()
            if found[0] == "\n":
                begins.append(at)
            else:
                gap = _NEWLINE_ESCAPE.match(self.text, found.start())
                match = gap or _ESCAPE.match(self.text, found.start())
                at = match.end() if match else at
                if match and match[0].lower() in {"\\n", "\\u000a", "\\u0000000a"}:
                    begins.append(at)
            found = signs.search(self.text, at, end)
        ends = [*begins[1:], end]
        return tuple(self.span(begin, stop) for begin, stop in zip(begins, ends, strict=True))
