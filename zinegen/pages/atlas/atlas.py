"""A game's atlas: all its maps on one sheet, two of them compared, and where the map has changed."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence

from zinegen.errors import MapError
from zinegen.game.wording import full_name
from zinegen.geometry.mesh import ProvinceKey
from zinegen.languages.names import name_province
from zinegen.languages.texts import gettext
from zinegen.pages.atlas.changes import MapHistory, trace_changes
from zinegen.pages.atlas.provinces import anchor_of
from zinegen.pages.contents import NamedProvince, Study
from zinegen.pages.maps.map_files import MapQueue
from zinegen.pages.maps.map_jobs import BorderCounts
from zinegen.pages.study_views import AtlasView, ChangedPlace, ContestedProvince
from zinegen.pages.views import PageLink, Picture, SeasonLine, SeasonView
from zinegen.play.records.records import SeasonRecord

MOST = 24
"""So many borders and provinces are listed, those that have changed most often."""
_TARGET = re.compile(r"[-\u2013] (\w+)")
"""Where an order wants a unit to go."""


def make_atlas(
    played: Sequence[tuple[SeasonRecord, SeasonView, SeasonLine]],
    provinces: Iterable[NamedProvince],
    maps: MapQueue,
    replay: str,
) -> Iterator[Study]:
    """Yield the atlas of a game with a replay at a uri, if any; nothing while no season has been played."""
    if not played:
        return
    records, seasons = [one for one, _, _ in played], [one for _, one, _ in played]
    history = trace_changes([(one.before.board, one.after.board) for one in records])
    links = tuple(PageLink(text=one.name, to=one.uri) for one in seasons)
    first, game = seasons[0], seasons[0].game
    view = AtlasView(
        start=maps.small(records[0].before),
        seasons=tuple(line for _, _, line in played),
        moments=(
            (gettext("At the start"), first.before),
            *((season.name, season.after) for season in seasons),
        ),
        replay=replay,
        changes=_draw_changes(history, records[-1], maps),
        borders=tuple(_list_borders(history, records, links)),
        grounds=tuple(_list_grounds(history, records, links)),
        provinces=tuple(_list_contested(seasons, provinces)),
    )
    yield Study(
        uri=f"games/{game.slug}/atlas.md", title=gettext("Atlas"), template="atlas.html", view=view
    )


def _draw_changes(history: MapHistory, last: SeasonRecord, maps: MapQueue) -> Picture | None:
    if not history.borders and not history.grounds:
        return None
    counts = BorderCounts(
        state=last.after,
        borders=tuple((pair, len(seasons)) for pair, seasons in history.borders.items()),
        grounds=tuple((face, len(seasons)) for face, seasons in history.grounds.items()),
    )
    alt = gettext("Where the map has changed; the lists below name each place with its seasons")
    return maps.border_counts(counts, alt)


def _list_borders(
    history: MapHistory, records: Sequence[SeasonRecord], links: Sequence[PageLink]
) -> Iterator[ChangedPlace]:
    for pair, seasons in list(history.borders.items())[:MOST]:
        names = sorted(_name(records, face, seasons) for face in pair)
        yield ChangedPlace(
            name=gettext("{one} and {other}", one=names[0], other=names[1]),
            seasons=tuple(links[season] for season in seasons),
        )


def _list_grounds(
    history: MapHistory, records: Sequence[SeasonRecord], links: Sequence[PageLink]
) -> Iterator[ChangedPlace]:
    for face, seasons in list(history.grounds.items())[:MOST]:
        yield ChangedPlace(
            name=_name(records, face, seasons),
            seasons=tuple(links[season] for season in seasons),
        )


def _name(records: Sequence[SeasonRecord], face: ProvinceKey, seasons: Sequence[int]) -> str:
    """Return the name of a province that there was before or after the last of some seasons."""
    record = records[seasons[-1]]
    for board in (record.after.board, record.before.board):
        try:
            return full_name(board, face)
        except MapError:
            continue
    return face


def _list_contested(
    seasons: Sequence[SeasonView], provinces: Iterable[NamedProvince]
) -> Iterator[ContestedProvince]:
    """Yield the provinces in which something happened, by name, with the seasons."""
    wanted: dict[str, list[PageLink]] = {}
    for season in seasons:
        link = PageLink(text=season.name, to=season.uri)
        for key in sorted(_find_wanted(season)):
            wanted.setdefault(key, []).append(link)
    named: Mapping[tuple[str, str], NamedProvince] = {
        (name_province(one.name), one.key): one for one in provinces
    }
    for (name, key), one in sorted(named.items(), key=lambda each: each[0]):
        if key.casefold() in wanted:
            yield ContestedProvince(
                name=name,
                key=key,
                anchor=anchor_of(key, one.name),
                seasons=tuple(wanted[key.casefold()]),
            )


def _find_wanted(season: SeasonView) -> set[str]:
    """Return where units were to go in a season, and which centres have a new owner."""
    texts = (
        order.text for phase in season.phases for group in phase.orders for order in group.orders
    )
    found = {match.casefold() for text in texts for match in _TARGET.findall(text)}
    rows = season.centres.rows if season.centres else ()
    won = (centre.abbreviation.casefold() for row in rows for centre in row.centres if centre.new)
    return found.union(won)
