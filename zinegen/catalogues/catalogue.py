"""The languages of zines by their codes: texts from `CODE.po` beside this module, dates as Babel has them."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cache
from gettext import GNUTranslations
from io import BytesIO
from pathlib import Path

from babel import Locale
from babel.dates import format_date, format_datetime
from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

from zinegen.errors import ZinegenError
from zinegen.languages.texts import ENGLISH, Language

FOLDER = Path(__file__).parent
CODES = ("en", "de", "fr")
"""The languages that there are, English first: it needs no catalogue."""
_MOMENTS = {"de": "EEEE, d. MMMM y, HH:mm 'Uhr'", "fr": "EEEE d MMMM y, HH:mm"}
"""How a point of time is written, without its time zone; Babel has no form with the day of the week."""

_NO_DATE = datetime(1970, 1, 1, tzinfo=UTC)
"""The same catalogue gives the same bytes on any day."""


class LanguageError(ZinegenError):
    """A language that zines cannot have."""


@dataclass(frozen=True, slots=True)
class BabelDates:
    """Days and points of time by Babel; see `zinegen.languages.texts.DateWords`."""

    locale: Locale

    def day(self, when: datetime) -> str:
        """Return a day with that of the week."""
        return format_date(when, "full", locale=self.locale)

    def date(self, when: datetime) -> str:
        """Return a day."""
        return format_date(when, "long", locale=self.locale)

    def month(self, when: datetime) -> str:
        """Return a month."""
        return format_date(when, "LLLL y", locale=self.locale)

    def moment(self, when: datetime) -> str:
        """Return a point of time in its own time zone."""
        moment, zone = (
            format_datetime(when, form, tzinfo=when.tzinfo, locale=self.locale)
            for form in (_MOMENTS[self.locale.language], "z")
        )
        # Where a language has no name for a zone, Babel gives its distance from UTC.
        return f"{moment} {when.tzname() if zone[:1] in '+-' else zone}"


@cache
def find_language(code: str) -> Language:
    """Return a language by its code; raises LanguageError for one that zines cannot have."""
    if code == ENGLISH.code:
        return ENGLISH
    if code not in CODES:
        raise LanguageError(f"no zine is in {code!r}: language is one of {', '.join(CODES)}")
    messages = GNUTranslations(BytesIO(compile_catalogue(code)))
    return Language(code=code, messages=messages, dates=BabelDates(Locale.parse(code)))


def read_catalogue(code: str) -> Catalog:
    """Return the catalogue of a language as it is in its file."""
    with (FOLDER / f"{code}.po").open("rb") as file:
        found = read_po(file, locale=code)
    found.creation_date = found.revision_date = _NO_DATE
    return found


@cache
def compile_catalogue(code: str) -> bytes:
    """Return a language's catalogue as the standard library reads it; the same one gives the same bytes."""
    out = BytesIO()
    write_mo(out, read_catalogue(code))
    return out.getvalue()
