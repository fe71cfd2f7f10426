"""What pages show of the lists of the hobby, and of press by author: plain data that computes nothing."""

from __future__ import annotations

from dataclasses import dataclass

from zinegen.pages.views import PageLink, PowerView


@dataclass(frozen=True, slots=True, kw_only=True)
class VacantSeats:
    """Powers of one game in play that have no player."""

    game: PageLink
    powers: tuple[PowerView, ...]
    gm: str
    contact: PageLink | None
    """How to write to the GM; None where game.toml does not say."""


@dataclass(frozen=True, slots=True, kw_only=True)
class WaitingListView:
    """A game that is to begin."""

    title: str
    variant: PageLink
    gm: str
    names: tuple[PageLink, ...]
    missing: int
    """How many more are wanted."""
    note: str


@dataclass(frozen=True, slots=True, kw_only=True)
class StandByView:
    """Somebody who takes over powers."""

    name: PageLink
    variants: tuple[PageLink, ...]
    """Without any every rule set."""
    note: str


@dataclass(frozen=True, slots=True, kw_only=True)
class SubscriberView:
    """Somebody who gets the zine."""

    name: PageLink
    until: str
    """Such as ``No. 20``; empty where nobody counts."""
    share: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ListInWords:
    """One list for what has no columns and no marks: paper, books, mails."""

    title: str
    lines: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class ListsView:
    """The lists of the hobby as they are now."""

    vacant: tuple[VacantSeats, ...] = ()
    waiting: tuple[WaitingListView, ...] = ()
    stand_bys: tuple[StandByView, ...] = ()
    subscribers: tuple[SubscriberView, ...] = ()
    in_words: tuple[ListInWords, ...] = ()
    """The same, those that are not empty."""


NO_LISTS = ListsView()


@dataclass(frozen=True, slots=True, kw_only=True)
class PressEntry:
    """One item of press in the archive."""

    dateline: str
    sender: str
    season: PageLink
    """Where it stands."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PressAuthor:
    """Somebody with everything that they had printed, oldest first in each game."""

    author: PageLink
    items: tuple[PressEntry, ...]
