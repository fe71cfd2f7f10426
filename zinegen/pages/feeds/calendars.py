"""The calendars (RFC 5545): the deadlines of the whole zine, of every game and of every player.

An event is a deadline. Its UID is made of the site's address and the season's folder and never changes; what
changes says its sequence. Nothing in it depends on the day of the build.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import partial
from typing import TYPE_CHECKING, TypeAlias
from uuid import NAMESPACE_URL, uuid5

from zinegen.languages.texts import add_colon, gettext, spoken_language
from zinegen.pages.addresses import Addresses
from zinegen.pages.builders.players import holds_seat
from zinegen.pages.contents import CALENDAR, Contents, GameContents, Wait, Zine
from zinegen.pages.words.visible_text import strip_invisible

if TYPE_CHECKING:
    from icalendar import Event

NEWEST = 20
"""So many deadlines of seasons that were played a calendar holds; the others it holds all."""
REFRESH = timedelta(hours=6)
"""So often a program that subscribes should ask for news."""
UNDATED = "1970-01-01T00:00:00Z"
"""When an event was made of which nothing says it."""


Keep: TypeAlias = Callable[[tuple[object, ...], Callable[[], bytes]], bytes]
"""Returns what the second makes, or what it once made, where the first had the same `repr`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DeadlineEntry:
    """A deadline of a game."""

    slug: str
    """The game's folder."""
    wait: Wait
    address: str
    """That of its page; empty where the zine has none."""

    @property
    def when(self) -> str:
        """The deadline in universal time, for sorting."""
        return self.wait.line.moment.utc if self.wait.line.moment else ""


def make_anew(_made_from: tuple[object, ...], make: Callable[[], bytes]) -> bytes:
    """Return what is made; nothing is kept."""
    return make()


def calendar_files(
    contents: Contents,
    addresses: Addresses,
    keep: Keep = make_anew,
    lasting: Container[str] = (),
) -> Mapping[str, bytes]:
    """Return the calendars by uri; where there is no deadline there is none.

    Those of the games ``lasting`` lie in their folders already.
    """
    zine = contents.zine
    games = {
        game.view.head.slug: tuple(_make_entries(zine, game, addresses)) for game in contents.games
    }
    found = {"": (zine.name, [one for entries in games.values() for one in entries])}
    for game in contents.games:
        slug, title = game.view.head.slug, game.view.head.title
        if slug in lasting:
            continue
        found[f"games/{slug}/"] = (add_colon(zine.name, title), [*games[slug]])
    for player in contents.players:
        own = [game for game in contents.games if holds_seat(player.name, game)]
        entries = [one for game in own for one in games[game.view.head.slug]]
        found[f"players/{player.slug}/"] = (add_colon(zine.name, player.name), entries)
    return _write_calendars(zine, found, keep)


def game_calendars(
    game: GameContents, zine: Zine, addresses: Addresses, keep: Keep
) -> Mapping[str, bytes]:
    """Return the calendar of one game by uri, as `calendar_files` does."""
    head, entries = game.view.head, [*_make_entries(zine, game, addresses)]
    found = {f"games/{head.slug}/": (add_colon(zine.name, head.title), entries)}
    return _write_calendars(zine, found, keep)


def _write_calendars(
    zine: Zine, found: Mapping[str, tuple[str, Sequence[DeadlineEntry]]], keep: Keep
) -> Mapping[str, bytes]:
    """Return calendars by uri, given names and deadlines by folder."""
    return {
        f"{folder}{CALENDAR}": keep(
            (spoken_language().code, zine.first_url, zine.name, name, newest),
            partial(_write_calendar, zine, name, newest),
        )
        for folder, (name, entries) in found.items()
        if (newest := _choose_newest(entries))
    }


def _make_entries(zine: Zine, game: GameContents, addresses: Addresses) -> Iterator[DeadlineEntry]:
    reports = {season.anchor: season.uri for season in game.seasons}
    head = game.view.head
    for wait in game.waits:
        awaited = head.desk if wait.line.season == head.wanted else ""
        uri = reports.get(wait.anchor) or awaited or head.uri
        address = zine.url + addresses.path(uri) if zine.url else ""
        yield DeadlineEntry(slug=head.slug, wait=wait, address=address)


def _make_event(zine: Zine, entry: DeadlineEntry) -> Event:
    """Return a deadline as an event."""
    from icalendar import Event  # noqa: PLC0415  (only where a calendar has changed)

    slug, wait, address = entry.slug, entry.wait, entry.address
    line, moment = wait.line, wait.line.moment
    if moment is None:
        raise ValueError(f"{slug}, {wait.anchor}: a wait without a deadline")
    said = gettext("Orders for {season} are due {moment}.", season=line.season, moment=moment.text)
    event = Event()
    event.add(
        "uid", str(uuid5(NAMESPACE_URL, f"{zine.first_url or zine.name}games/{slug}/{wait.anchor}"))
    )
    event.add("sequence", wait.sequence)
    event.add("dtstamp", datetime.fromisoformat(wait.revised or UNDATED))
    event.add("dtstart", datetime.fromisoformat(moment.utc))
    event.add(
        "summary",
        strip_invisible(
            gettext("{game}: orders for {season}", game=line.game.text, season=line.season)
        ),
    )
    event.add("description", gettext("Called off: {what}", what=said) if wait.is_off else said)
    event.add("status", "CANCELLED" if wait.is_off else "CONFIRMED")
    event.add("transp", "TRANSPARENT")
    if address:
        event.add("url", address)
    return event


def _write_calendar(zine: Zine, name: str, entries: Sequence[DeadlineEntry]) -> bytes:
    from icalendar import Calendar  # noqa: PLC0415  (only where a calendar has changed)

    calendar = Calendar()
    calendar.add("prodid", f"-//zinegen//zinegen//{spoken_language().code.upper()}")
    calendar.add("version", "2.0")
    calendar.add("method", "PUBLISH")
    for key in ("name", "x-wr-calname"):
        calendar.add(key, strip_invisible(gettext("{name}, deadlines", name=name)))
    calendar.add("refresh-interval", REFRESH, parameters={"value": "DURATION"})
    calendar.add("x-published-ttl", "PT6H")
    for entry in entries:
        calendar.add_component(_make_event(zine, entry))
    return bytes(calendar.to_ical())


def _choose_newest(entries: Iterable[DeadlineEntry]) -> Sequence[DeadlineEntry]:
    """Return what a calendar holds: what was played in the order of time, then what is ahead."""
    ranked = sorted(entries, key=lambda one: (one.when, one.wait.line.game.to, one.wait.anchor))
    ahead = [one for one in ranked if not one.wait.is_played]
    return [*[one for one in ranked if one.wait.is_played][-NEWEST:], *ahead]
