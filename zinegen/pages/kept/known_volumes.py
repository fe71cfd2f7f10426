"""Volumes that were built: whether one is as it was then, and what the front of all is made from."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from zinegen.pages.addresses import GAMES
from zinegen.pages.builders.issue_files import read_issues
from zinegen.pages.builders.players import assign_lasting_pages
from zinegen.pages.contents import Contents, GameContents, UnshownGame
from zinegen.pages.kept.built_site import FOLDER, BuiltSite, digest_inputs, digest_of_site
from zinegen.pages.lists.list_file import read_lists
from zinegen.pages.maps.build_cache import BuildCache
from zinegen.pages.site.game_parts.loaded_games import LoadedGame, LoadedGames, Source, game_digest
from zinegen.pages.site.layout import Site
from zinegen.pages.site.zine_settings import CONFIG, find_own_settings, read_settings
from zinegen.pages.volume_plan import Volume, VolumeLine
from zinegen.pages.volumes.light_games import WantedSeasons, is_whole, lighten_games
from zinegen.variants import VARIANTS

VOLUMES = "volumes"
"""Where they are kept in the cache of builds."""
FRONT = ".front"
"""Where, below that, is kept what the front of all has; no volume is called so."""


@dataclass(frozen=True, slots=True, kw_only=True)
class VolumeSummary:
    """What the front of a zine is made from, of one volume."""

    line: VolumeLine
    games: tuple[GameContents, ...]
    """Light ones."""
    broken: tuple[UnshownGame, ...]
    players: tuple[str, ...]
    """Everybody who plays or has played in it."""
    pages: tuple[str, ...]
    """The uris of its pages."""
    found: frozenset[tuple[str, str]]
    """What its search can be narrowed to."""
    until: datetime | None
    has_standings: bool
    """Whether every season tells how its game stood, as issues want it."""

    def lacks(self, wanted: WantedSeasons) -> bool:
        """Tell whether an issue prints what this does not have."""
        if not wanted.is_nothing and not self.has_standings:
            return True
        seasons = (one for game in self.games for one in game.seasons)
        return any(wanted.has(one) and not is_whole(one) for one in seasons)


def summarise(
    contents: Contents, players: tuple[str, ...], wanted: WantedSeasons, site: Site
) -> VolumeSummary:
    """Return what the front is to know of a volume that was made."""
    if contents.volume is None:
        raise ValueError("this is no volume")
    return VolumeSummary(
        line=contents.volume,
        games=lighten_games(contents.games, wanted),
        broken=contents.broken,
        players=players,
        pages=tuple(one.uri for one in site.pages if one.uri.startswith(GAMES)),
        found=frozenset().union(
            *site.facets.values(), *(one.facets for one in site.words.values())
        ),
        until=site.until,
        has_standings=not wanted.is_nothing,
    )


def tell_games(summaries: Iterable[VolumeSummary], games: Path) -> LoadedGames:
    """Return the games of all volumes, by their folders, as those who print the front want them loaded."""
    summaries = tuple(summaries)
    ranked = sorted(
        (game for one in summaries for game in one.games), key=lambda one: one.view.head.slug
    )
    broken = sorted((game for one in summaries for game in one.broken), key=lambda one: one.slug)
    return LoadedGames(
        games=tuple(
            LoadedGame(
                key="",
                source=Source(folder=games / game.view.head.slug, digest="", names=()),
                until=None,
                is_final=False,
                contents=game,
                pictures=(),
            )
            for game in ranked
        ),
        broken=tuple(broken),
        people=assign_lasting_pages(name for one in summaries for name in one.players),
    )


def read_wanted(sources: Path) -> WantedSeasons:
    """Return which seasons the editor's issues print; ``sources`` is the folder of what people wrote."""
    issues = read_issues(sources, lambda _name: True, VARIANTS).issues
    spans = []
    for place, issue in enumerate(issues):
        if issue.games is None:
            spans.append((issues[place - 1].day if place else None, issue.day))
    return WantedSeasons(
        names=frozenset(name for issue in issues for name in issue.games or ()),
        spans=tuple(spans),
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class VolumeMemory:
    """Knows how a volume was built last."""

    volume: Volume
    cache: BuildCache
    key: str
    """The digest of all that it is made from; empty where that is not known."""

    def find(self, now: datetime, wanted: WantedSeasons) -> VolumeSummary | None:
        """Return what is known of the volume; None where another one may come of what there is now."""
        known = self.cache.get(VolumeSummary, self.key)
        if known is None or (known.until is not None and known.until <= now):
            return None
        return None if known.lacks(wanted) else known

    def find_site(self, folder: Path) -> BuiltSite | None:
        """Return the site of the volume if it lies in a folder as it was built."""
        known = self.cache.get(BuiltSite, self.key)
        is_there = known is not None and known.digest and known.digest == digest_of_site(folder)
        return known if is_there else None

    def note(self, site: BuiltSite, summary: VolumeSummary, root: Path, sources: Path) -> None:
        """Note a volume, unless what it was built from has changed meanwhile."""
        if self.key and self.key == _digest_volume(self.volume, root, sources):
            self.cache.put(self.key, site)
            self.cache.put(self.key, summary)
            self.cache.drop_unused(files=True)


def open_volume_memory(
    volume: Volume, root: Path, sources: Path, cache: BuildCache
) -> VolumeMemory:
    """Return what is known of a volume; of its games only their digests are read."""
    return VolumeMemory(
        volume=volume,
        cache=BuildCache(cache.folder / VOLUMES / volume.name / FOLDER),
        key=_digest_volume(volume, root, sources),
    )


def _digest_volume(volume: Volume, root: Path, sources: Path) -> str:
    games = root / str(find_own_settings(read_settings(root / CONFIG)).get("games", "games"))
    digests = tuple(game_digest(games / slug) for slug in volume.games)
    numbers = sorted(read_lists(sources, VARIANTS, volume.games).numbers.items())
    told = (volume.name, *digests, repr(numbers))
    return "" if "" in digests else digest_inputs(root, told, has_prose=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class FrontMemory:
    """Knows how the front of all volumes was built last."""

    root: Path
    volumes: tuple[VolumeMemory, ...]
    cache: BuildCache

    def find(self, site: Path, now: datetime) -> BuiltSite | None:
        """Return the front, if it lies in a folder as it was built, and a build would make the same."""
        known = self.cache.get(BuiltSite, self._find_key())
        if known is None or (known.until is not None and known.until <= now):
            return None
        names = [one.volume.name for one in self.volumes]
        return known if known.digest and known.digest == digest_of_site(site, names) else None

    def note(self, site: BuiltSite) -> None:
        """Note the front."""
        if key := self._find_key():
            self.cache.put(key, site)
            self.cache.drop_unused(files=True)

    def _find_key(self) -> str:
        """Return the digest of all that the front is made from; empty where that is not known."""
        keys = tuple(one.key for one in self.volumes)
        names = tuple(one.volume.name for one in self.volumes)
        return "" if "" in keys else digest_inputs(self.root, (*names, *keys))
