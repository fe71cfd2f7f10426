"""Texts in the language of the zine that is being made; English where nobody says another.

Which one that is holds for a block of code (`speaking`), in its own thread: zines of one process never meet.
Whoever makes a text inside such a block has it in that language; whoever keeps one for later keeps the
language in its key (`spoken_language`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from datetime import datetime
from functools import reduce
from gettext import NullTranslations
from typing import Protocol


class DateWords(Protocol):
    """How a language writes days and points of time."""

    def day(self, when: datetime) -> str:
        """Return a day with that of the week: ``Sonntag, 6. Dezember 2026``."""
        ...

    def date(self, when: datetime) -> str:
        """Return a day: ``6. Dezember 2026``."""
        ...

    def month(self, when: datetime) -> str:
        """Return a month: ``Dezember 2026``."""
        ...

    def moment(self, when: datetime) -> str:
        """Return a point of time in its own time zone: ``Sonntag, 6. Dezember 2026, 18:00 Uhr UTC``."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Language:
    """A language in which pages can be."""

    code: str
    """As HTML writes it: ``de``."""
    messages: NullTranslations = field(default_factory=NullTranslations, repr=False, compare=False)
    dates: DateWords | None = field(default=None, repr=False, compare=False)
    """None for the program's own, which are English."""


ENGLISH = Language(code="en")
_spoken: ContextVar[Language] = ContextVar("spoken", default=ENGLISH)


@contextmanager
def speaking(language: Language) -> Iterator[None]:
    """Make texts in a language for a while."""
    before = _spoken.set(language)
    try:
        yield
    finally:
        _spoken.reset(before)


def spoken_language() -> Language:
    """Return the language in which texts are made now."""
    return _spoken.get()


def N_(message: str) -> str:  # noqa: N802  (the name by which every tool for catalogues knows it)
    """Return a text as it is: it is in the catalogue, and is translated where it is shown."""
    return message


def gettext(message: str, /, **values: object) -> str:
    """Return a text in the language of the zine, with values in place of its names in braces."""
    return _fill(spoken_language().messages.gettext(message) if message else "", values)


def pgettext(context: str, message: str, /, **values: object) -> str:
    """Return a text that has several meanings, in the one that the context tells."""
    return _fill(spoken_language().messages.pgettext(context, message), values)


def ngettext(one: str, many: str, number: int, /, **values: object) -> str:
    """Return a text for a number of things, which is ``{number}`` in it."""
    text = spoken_language().messages.ngettext(one, many, number)
    return text.format(number=number, **values)


def npgettext(context: str, one: str, many: str, number: int, /, **values: object) -> str:
    """Return a text for a number of things, in the meaning that the context tells."""
    text = spoken_language().messages.npgettext(context, one, many, number)
    return text.format(number=number, **values)


def add_colon(what: object, said: object) -> str:
    """Return what is said of something behind its name and a colon, which French sets apart."""
    return gettext("{what}: {said}", what=what, said=said)


def join_clauses(clauses: Iterable[str]) -> str:
    """Return clauses with semicolons between them; empty where there are none."""
    first, *others = [*clauses] or [""]
    return reduce(lambda one, other: gettext("{one}; {other}", one=one, other=other), others, first)


def _fill(text: str, values: dict[str, object]) -> str:
    return text.format(**values) if values else text
