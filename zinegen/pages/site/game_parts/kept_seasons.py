"""Seasons of games that last: what lists print is at hand, all else is read when it is asked for."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields

from zinegen.pages.views import Picture, SeasonView

AT_HAND = (
    "game",
    "uri",
    "anchor",
    "name",
    "number",
    "headline",
    "closing",
    "source",
    "centres",
    "standings",
    "press",
    "is_open",
)
"""What of a season is printed elsewhere than on its page, in issues and in feeds."""
UNSHOWN = Picture(svg="", alt="", width=0, height=0)
"""In the place of a picture that is not at hand."""


class KeptSeason(SeasonView):
    """A season that is read as a whole when something is asked for that is not at hand."""

    __slots__ = ("_read",)
    _read: Callable[[], SeasonView]

    def __getattr__(self, name: str) -> object:
        """Return what is not at hand: Python asks for it here where a field is not set."""
        if name not in _FIELDS:
            raise AttributeError(name)
        whole = self._read()
        for one in _FIELDS:
            object.__setattr__(self, one, getattr(whole, one))
        return getattr(whole, name)


_FIELDS = frozenset(one.name for one in fields(SeasonView))


def lighten(season: SeasonView) -> SeasonView:
    """Return a season with nothing but what is to be at hand, to be kept."""
    return SeasonView(
        game=season.game,
        uri=season.uri,
        anchor=season.anchor,
        name=season.name,
        number=season.number,
        headline=season.headline,
        lead="",
        closing=season.closing,
        source=season.source,
        before=UNSHOWN,
        after=UNSHOWN,
        phases=(),
        centres=season.centres,
        standings=season.standings,
        press=season.press,
        is_open=season.is_open,
    )


def read_later(season: SeasonView, read: Callable[[], SeasonView]) -> KeptSeason:
    """Return a season of which there is what `lighten` has left; ``read`` returns it whole."""
    found = object.__new__(KeptSeason)
    for name in AT_HAND:
        object.__setattr__(found, name, getattr(season, name))
    object.__setattr__(found, "_read", read)
    return found
