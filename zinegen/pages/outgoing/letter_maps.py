"""The maps that a mail brings along: the moves of a season, what became of the ground, and the map after."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from zinegen.languages.texts import add_colon, gettext
from zinegen.pages.maps.map_files import MapQueue
from zinegen.pages.outgoing.letters import LetterMap
from zinegen.pages.outgoing.season_html import AFTER, CHANGES, ORDERS
from zinegen.pages.views import SeasonView
from zinegen.play.records.records import SeasonRecord

WIDTH = 1180
"""Pixels: nearly twice as many as mails show, and few enough for short names, ten pixels high there."""


@dataclass(frozen=True, slots=True, kw_only=True)
class WantedLetterMap:
    """A map that is to be drawn for a mail."""

    uri: str
    name: str
    alt: str
    caption: str
    place: str


def queue_letter_maps(
    season: SeasonView, record: SeasonRecord, maps: MapQueue, *, after: bool
) -> Iterator[WantedLetterMap]:
    """Yield the maps of a season for a mail, queued to be drawn; ``after`` adds the position after it.

    Where no PNG can be made there are none.
    """
    for phase in season.phases:
        if phase.picture is not None and phase.orders:
            uri = maps.pixels(record, phase.key, WIDTH)
            caption = gettext(
                "{phase}, {season}; what failed ends in a cross, or bears one.",
                phase=phase.title,
                season=season.name,
            )
            name = f"orders-{phase.key.lower()}"
            alt = phase.picture.alt
            yield WantedLetterMap(uri=uri, name=name, alt=alt, caption=caption, place=ORDERS)
            break
    if season.changes is not None and season.changes.picture is not None:
        uri = maps.pixels(record, CHANGES, WIDTH)
        caption = " ".join(add_colon(number, text) for number, text in season.changes.captions)
        picture = season.changes.picture
        yield WantedLetterMap(
            uri=uri, name="changes", alt=picture.alt, caption=caption, place=CHANGES
        )
    if after:
        uri = maps.pixels(record, "", WIDTH)
        caption, alt = gettext("After {season}.", season=season.name), season.after.alt
        yield WantedLetterMap(uri=uri, name="after", alt=alt, caption=caption, place=AFTER)


def read_letter_maps(
    wanted: Iterable[WantedLetterMap], contents: dict[str, bytes]
) -> tuple[LetterMap, ...]:
    """Return the maps that could be drawn; ``contents`` are their files, by uri."""
    return tuple(
        LetterMap(
            name=one.name,
            content=contents[one.uri],
            alt=one.alt,
            caption=one.caption,
            place=one.place,
        )
        for one in wanted
        if one.uri in contents
    )
