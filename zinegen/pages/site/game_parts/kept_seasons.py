"""Seasons of games that last: what lists print is at hand, all else is read when it is asked for."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields

from zinegen.pages.views import SeasonView

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


class KeptSeason(SeasonView):
    """A season that is read as a whole when something is asked for that is not at hand."""

    __slots__ = ("_read",)
    _read: Callable[[], SeasonView]

    def __getattr__(self, name: str) -> object:
        """Return what is not at hand: Python asks for it here where a field is not set.

        It is not kept: of thousands of seasons one is printed at a time.
        """
        if name not in _FIELDS:
            raise AttributeError(name)
        return getattr(self._read(), name)


_FIELDS = frozenset(one.name for one in fields(SeasonView))


def read_later(season: SeasonView, read: Callable[[], SeasonView]) -> KeptSeason:
    """Return a season of which there is what `lighten_season` has left; ``read`` returns it whole."""
    found = object.__new__(KeptSeason)
    for name in AT_HAND:
        object.__setattr__(found, name, getattr(season, name))
    object.__setattr__(found, "_read", read)
    return found
