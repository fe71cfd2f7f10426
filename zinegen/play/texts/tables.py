"""Tables of a TOML file, read key by key; whatever is wrong becomes a finding at its place.

A reader asks a `Table` for the keys that it knows and gets values of the right kind or the default.
Keys that nobody asked for are findings in the end, with the nearest known key as a suggestion.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from functools import partial
from typing import TypeVar

from zinegen.board.board import Power
from zinegen.errors import Where
from zinegen.languages.texts import gettext
from zinegen.notation.findings import Finding, OtherPlace
from zinegen.notation.grammar.names import suggest
from zinegen.play.names import is_slug
from zinegen.play.texts.toml_places import KeyPath
from zinegen.play.texts.toml_text import DIFFERS, UNKNOWN, WRONG_KIND, Document

_Kind = TypeVar("_Kind")

LONGEST_NAME = 40
_NAME_SIGNS = frozenset(" .'-’")


@dataclass(slots=True)
class Table:
    """One table of a document, and the findings of the whole document."""

    document: Document
    data: Mapping[str, object]
    path: KeyPath = ()
    """Keys and numbers in lists that lead here from the top."""
    findings: list[Finding] = field(default_factory=list)
    """Shared by all tables of the document."""
    asked: set[str] = field(default_factory=set)
    inner: dict[KeyPath, Table] = field(default_factory=dict)
    """The tables in it that were asked for, by what leads to them."""

    @classmethod
    def of(cls, document: Document) -> Table:
        """Return the outermost table of a document."""
        return cls(document=document, data=document.data)

    def where(self, key: str | None = None) -> Where:
        """Return the place of a key or of the table, or the nearest place around it."""
        path = self.path if key is None else (*self.path, key)
        for length in range(len(path), 0, -1):
            place = self.document.places.get(path[:length])
            if place is not None:
                return place.key.where(self.document.shown)
        return Where(file=self.document.shown)

    def add_error(self, number: str, key: str | None, title: str, hint: str = "") -> None:
        """Add an error at a key, or at the table when the key is None."""
        where = self.where(key)
        kind = self.document.kind
        line = self.document.lines[where.line - 1] if where.line else ""
        self.findings.append(kind.error(number, where, title, hint, line))

    def __contains__(self, key: str) -> bool:
        return key in self.data

    def _value(
        self,
        key: str,
        kind: type[_Kind],
        what: str,
        *,
        needed: bool = False,
        is_right: Callable[[_Kind], bool] = lambda _: True,
    ) -> _Kind | None:
        """Return a value of a kind that passes a check; None when it is missing or does not."""
        value = self.value(key)
        if key not in self.data and needed:
            self.add_error(
                WRONG_KIND,
                None,
                gettext("{key} is missing", key=self._full_key(key)),
                gettext("it is {what}", what=what),
            )
        if value is None:
            return None
        if not isinstance(value, kind) or not is_right(value):
            self._wrong(key, what)
            return None
        return value

    def _full_key(self, key: str) -> str:
        """Return a key with those of the tables around it; which of several is meant the place tells."""
        return ".".join(part for part in (*self.path, key) if isinstance(part, str))

    def _wrong(self, key: str, what: str) -> None:
        self.add_error(
            WRONG_KIND,
            key,
            gettext("{key} is not {what}", key=self._full_key(key), what=what),
            gettext("it must be {what}", what=what),
        )

    def text(self, key: str, *, needed: bool = False, most: int = 1000) -> str | None:
        """Return a text of limited length, without blanks at its ends."""
        value = self._value(key, str, gettext("a text between quotes"), needed=needed)
        if value is not None and len(value) > most:
            self._wrong(key, gettext("a text of at most {most} characters", most=most))
            return None
        return value if value is None else value.strip()

    def valid_text(
        self,
        key: str,
        is_valid: Callable[[str], bool],
        title: str,
        hint: str,
        *,
        needed: bool = False,
    ) -> str:
        """Return a text that passes a check; empty when it is missing or does not."""
        value = self.text(key, needed=needed) or ""
        if value and not is_valid(value):
            self.add_error(WRONG_KIND, key, title, hint)
            return ""
        return value

    def name(self, key: str, *, needed: bool = False) -> str | None:
        """Return a person's or game's name: letters, digits, blank, and the signs ``. ' -``."""
        value = self.text(key, needed=needed)
        if value is not None and not is_name(value):
            self._wrong(
                key,
                gettext(
                    "a name of at most {count} letters, digits, blanks, . ' -", count=LONGEST_NAME
                ),
            )
            return None
        return value

    def choice(self, key: str, among: tuple[str, ...], default: str) -> str:
        """Return one of a few words."""
        value = self.text(key)
        if value is None:
            return default
        if value not in among:
            hint = suggest(
                value, among, gettext("it is {choices}", choices=list_choices(among)), quote='"'
            )
            self.add_error(
                WRONG_KIND,
                key,
                gettext('{key} cannot be "{value}"', key=self._full_key(key), value=value),
                hint,
            )
            return default
        return value

    def number(self, key: str, default: int, *, least: int = 0, most: int = 10**9) -> int:
        """Return a whole number within bounds."""
        what = gettext("a whole number from {least} to {most}", least=least, most=most)
        value = self._value(
            key, int, what, is_right=lambda one: not isinstance(one, bool) and least <= one <= most
        )
        return default if value is None else value

    def flag(self, key: str) -> bool:
        """Return true or false; false when it is missing."""
        return self._value(key, bool, gettext("true or false, without quotes")) is True

    def moment(self, key: str, *, needed: bool = False) -> datetime | None:
        """Return a moment with its offset from UTC."""
        what = gettext("a moment with its offset, such as 2026-12-01T22:00:00Z")
        return self._value(
            key, datetime, what, needed=needed, is_right=lambda value: value.tzinfo is not None
        )

    def moments(self, key: str) -> tuple[datetime, ...]:
        """Return a list of moments with their offsets from UTC."""
        what = gettext("a list of moments with their offsets, such as [2026-12-01T22:00:00Z]")
        found: list[datetime] | None = self._value(key, list, what, is_right=_are_moments)
        return tuple(found or ())

    def texts(self, key: str, *, needed: bool = False) -> tuple[str, ...]:
        """Return a list of texts."""
        what = gettext("a list of texts between quotes")
        value = self._value(key, list, what, needed=needed, is_right=partial(_all_are, str))
        return tuple(value or ())

    def table(self, key: str, *, needed: bool = False) -> Table | None:
        """Return the table of a key, None when it is not there."""
        value = self._value(key, dict, gettext("a table"), needed=needed)
        return None if value is None else self._inner(value, key)

    def section(self, key: str) -> Table:
        """Return the table of a key, an empty one when it is not there."""
        table = self.table(key)
        return table if table is not None else self._inner({}, key)

    def texts_by_power(self, key: str) -> dict[Power, tuple[str, ...]] | None:
        """Return the lists of texts in the table of a key by the names of powers; None without it."""
        table = self.table(key)
        if table is None:
            return None
        return {Power(name): table.texts(name) for name in table.names()}

    def tables(self, key: str) -> tuple[Table, ...]:
        """Return a list of tables."""
        what = gettext("a list of tables, each under [[{key}]]", key=self._full_key(key))
        value = self._value(key, list, what, is_right=partial(_all_are, dict))
        return tuple(self._inner(part, key, number) for number, part in enumerate(value or ()))

    def _inner(self, data: Mapping[str, object], *path: str | int) -> Table:
        whole = (*self.path, *path)
        made = Table(document=self.document, data=data, path=whole, findings=self.findings)
        return self.inner.setdefault(path, made)

    def names(self) -> tuple[str, ...]:
        """Return all keys of a table in which people choose the keys, such as powers."""
        self.asked.update(self.data)
        return tuple(self.data)

    def value(self, key: str) -> object | None:
        """Return a value of any kind."""
        self.asked.add(key)
        return self.data.get(key)

    def require(self, key: str, wanted: str, mend: Callable[[str], str] | None = None) -> None:
        """Add an error when a key that must agree with the file's path does not.

        ``mend`` says what to do where the key names another slug; by default to write the wanted one.
        """
        value = self.text(key)
        if value is None and key not in self.data:
            self.add_error(
                DIFFERS,
                None,
                gettext("{key} is missing", key=key),
                gettext('write {key} = "{wanted}"', key=key, wanted=wanted),
            )
        elif value is not None and value != wanted:
            other = OtherPlace(key=key, slug=value) if is_slug(value) else None
            title = gettext(
                '{key} is "{value}", but this file lies where {key} is "{wanted}"',
                key=key,
                value=value,
                wanted=wanted,
            )
            hint = gettext(
                'write {key} = "{wanted}", or put the file where it belongs', key=key, wanted=wanted
            )
            if mend is not None and other is not None:
                hint = mend(value)
            self.add_error(DIFFERS, key, title, hint)
            self.findings[-1] = replace(self.findings[-1], other_place=other)

    def require_game(self, slug: str) -> None:
        """Add an error when a game's own file names another game than its folder does."""
        self.require(
            "game",
            slug,
            lambda old: gettext(
                "run `zinegen rename {old} {slug}`, or call the folder {old} again",
                old=old,
                slug=slug,
            ),
        )

    def first_line(self, key: str) -> Where:
        """Return where the text of a key begins, behind its quotes."""
        place = self.document.places.get((*self.path, key))
        if place is None or not place.lines:
            return self.where(key)
        return place.lines[0].where(self.document.shown)

    def report_unknown_keys(self, *known: str) -> None:
        """Add an error for every key that was not read, here and in the tables that were asked for.

        ``known`` are further keys that are allowed. Each is told of once.
        """
        good = tuple(sorted(self.asked.union(known)))
        for key in self.data:
            if key not in good:
                called = f"[{self._full_key(key)}]" if isinstance(self.data[key], dict) else key
                what = gettext("there is no heading {called} in such a file", called=called)
                hint = suggest(key, good, gettext("it knows {names}", names=", ".join(good)))
                self.add_error(UNKNOWN, key, what, hint)
        self.asked.update(self.data)
        for table in self.inner.values():
            table.report_unknown_keys()


def _all_are(kind: type, parts: list[object]) -> bool:
    return all(isinstance(part, kind) for part in parts)


def _are_moments(parts: Iterable[object]) -> bool:
    return all(isinstance(part, datetime) and part.tzinfo is not None for part in parts)


def is_name(text: str) -> bool:
    """Tell whether a text may be the name of a person, or ``?`` for one who is not known."""
    return text == "?" or (
        0 < len(text) <= LONGEST_NAME
        and all(sign.isalpha() or sign.isdigit() or sign in _NAME_SIGNS for sign in text)
    )


def list_choices(words: tuple[str, ...]) -> str:
    """Return words as a list of choices: ``"a", "b" or "c"``."""
    quoted = [f'"{word}"' for word in words]
    return quoted[0] if len(quoted) == 1 else f"{', '.join(quoted[:-1])} or {quoted[-1]}"
