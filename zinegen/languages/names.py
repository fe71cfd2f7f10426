"""Names of powers and provinces in the language of the zine; orders have their abbreviations in all."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass

from zinegen.languages.texts import gettext, pgettext, spoken_language


def name_power(power: str) -> str:
    """Return a power's name; one that no catalogue has stays as it is."""
    return pgettext("power", power)


def name_province(name: str) -> str:
    """Return the name of a province whose English name is given; one that no catalogue has stays as it is."""
    return pgettext("province", name)


@dataclass(frozen=True, slots=True)
class PowerInSentence:
    """A power as a value of a message, which says the form: ``{power}``, ``{power:the}``, ``{power:of}``.

    ``the`` is the name with its article (``la Turquie``), ``of`` whose something is (``Germany's``,
    ``de la Turquie``), ``to`` stands behind a preposition of giving (``der Türkei``, ``à la Turquie``). A
    capital in the form (``The``) is one in the text.
    """

    power: str

    def __str__(self) -> str:
        """Return the bare name."""
        return name_power(self.power)

    def __format__(self, form: str) -> str:
        """Return the name in a form."""
        if not form:
            return str(self)
        text = self._decline(form.lower())
        return text[:1].upper() + text[1:] if form[0].isupper() else text

    def _decline(self, form: str) -> str:
        context = f"power, {form}"
        found = pgettext(context, self.power)
        if form != "of":
            return found if found != self.power else str(self)
        if spoken_language().code == "en":
            return f"{self.power}'" if self.power.endswith("s") else f"{self.power}'s"
        return found if found != self.power else gettext("of {power}", power=str(self))


_season_words: ContextVar[Callable[[str], str]] = ContextVar("season_words", default=str)


@contextmanager
def naming_seasons(say: Callable[[str], str]) -> Iterator[None]:
    """Have sentences name seasons in words for a while: ``say`` is given the name of a season's folder."""
    before = _season_words.set(say)
    try:
        yield
    finally:
        _season_words.reset(before)


@dataclass(frozen=True, slots=True)
class SeasonInSentence:
    """A season as a value of a message: its folder's name, or what `naming_seasons` makes of it."""

    folder: str

    def __str__(self) -> str:
        """Return the name."""
        return _season_words.get()(self.folder)

    def __format__(self, form: str) -> str:
        """Return the name; there is one form of it."""
        return format(str(self), form)
