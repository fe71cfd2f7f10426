"""A zine in volumes: each volume, and the front of all, is a site of its own, built where something changed.

What is made lies beside the old site until all of it is there, and is swapped in as one. Volumes that are as
they were are moved, not copied: not one of their files is written.
"""

from __future__ import annotations

import gc
import json
import shutil
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from pathlib import Path

from zinegen.archive.files import list_folder, make_folder, write_atomically
from zinegen.cli.exits import CONFIG, print_error
from zinegen.errors import GameFolderError
from zinegen.pages.kept.built_site import FOLDER, BuiltSite, digest_of_site
from zinegen.pages.kept.known_volumes import (
    FRONT,
    VOLUMES,
    FrontMemory,
    VolumeMemory,
    VolumeSummary,
    open_volume_memory,
    read_wanted,
    summarise,
    tell_games,
)
from zinegen.pages.maps.build_cache import BuildCache, open_cache
from zinegen.pages.site.game_parts.published_part import PublishedPart
from zinegen.pages.site.zine_settings import find_own_settings, read_settings
from zinegen.pages.volume_plan import Volume, find_homes
from zinegen.pages.volumes.light_games import WantedSeasons

LIST = "volumes.json"
"""Beside the front page: the volumes there are."""

NEW = ".site-volumes"
"""Beside the site's folder: the volumes that were made anew, until all of them are there."""

KeepPages = Callable[[Sequence[str], Path, Path], None]


@dataclass(slots=True, kw_only=True)
class VolumesBuilder:
    """Builds the site of a zine in volumes."""

    volumes: tuple[Volume, ...]
    site: Path
    """Where the site lies."""
    beside: Path
    """Where the new front is made."""
    old: Path
    """Where the old site lies between the two renames."""
    strict: bool
    quiet: bool
    keep_pages: KeepPages
    """Takes what was last published of some games over into a new site."""
    root: Path = field(default_factory=Path)
    settings: Mapping[str, object] = field(init=False)
    sources: Path = field(init=False)
    cache: BuildCache = field(init=False)
    wanted: WantedSeasons = field(init=False)
    now: datetime = field(default_factory=lambda: datetime.now(UTC))

    def __post_init__(self) -> None:
        self.settings = read_settings(self.root / CONFIG)
        self.sources = self.root / str(self.settings.get("docs_dir", "docs"))
        self.cache = open_cache(self.root)
        self.wanted = read_wanted(self.sources)

    @property
    def new(self) -> Path:
        """The folder of volumes that were made anew."""
        return self.site.with_name(NEW)

    @property
    def names(self) -> list[str]:
        """The names of all volumes."""
        return [one.name for one in self.volumes]

    def build(self) -> tuple[BuiltSite, bool] | None:
        """Build what has changed, and put it into its place; None where the old site stays.

        Return what there is to say of the whole, and whether any of it is new.
        Raises GameFolderError where a page of the front would lie in the folder of a volume.
        """
        self._check_names(self.sources)
        memories = [
            open_volume_memory(one, self.root, self.sources, self.cache) for one in self.volumes
        ]
        self._rescue(memories)
        found = []
        for memory in memories:
            made = self._find_or_make(memory)
            if made is None:
                return None
            found.append(made)
        sites = [site for site, _ in found]
        summaries = [summary for _, summary in found]
        front_memory = FrontMemory(
            root=self.root,
            volumes=tuple(memories),
            cache=BuildCache(self.cache.folder / VOLUMES / FRONT / FOLDER),
        )
        front = front_memory.find(self.site, self.now) if not self.new.is_dir() else None
        if front is not None and not (self.strict and front.warnings):
            _repeat_errors(front)
            return _join([front, *sites], self.site), False
        front = self._make_front(summaries)
        if front is None:
            return None
        self._swap()
        front = replace(front, folder=self.site, digest=digest_of_site(self.site, self.names))
        front_memory.note(front)
        return _join([front, *sites], self.site), True

    def _rescue(self, memories: Sequence[VolumeMemory]) -> None:
        """Keep the volumes that an interrupted build had finished, and take away what else it has left."""
        for memory in memories:
            name = memory.volume.name
            for place in (self.beside / name, self.old / name):
                if memory.find_site(place) is not None and not (self.new / name).exists():
                    make_folder(self.new)
                    place.rename(self.new / name)
        for path in list_folder(self.new):
            if not any(one.volume.name == path.name and one.find_site(path) for one in memories):
                shutil.rmtree(path)
        if self.new.is_dir() and not list_folder(self.new):
            self.new.rmdir()
        shutil.rmtree(self.beside, ignore_errors=True)
        for path in list_folder(self.cache.folder / VOLUMES):
            if path.name not in {FRONT, *self.names}:
                shutil.rmtree(path)

    def _find_or_make(self, memory: VolumeMemory) -> tuple[BuiltSite, VolumeSummary] | None:
        """Return a volume as it was, or as it was made now."""
        name = memory.volume.name
        summary = memory.find(self.now, self.wanted)
        places = (self.new / name, self.site / name)
        known = next((one for one in map(memory.find_site, places) if one is not None), None)
        if summary is not None and known is not None and not (self.strict and known.warnings):
            _repeat_errors(known)
            return known, summary
        return self._make(memory)

    def _make(self, memory: VolumeMemory) -> tuple[BuiltSite, VolumeSummary] | None:
        from zinegen.cli.building.host import make_part  # noqa: PLC0415  (MkDocs, only for those who build)

        name = memory.volume.name
        folder = self.beside
        shutil.rmtree(folder, ignore_errors=True)
        shutil.rmtree(self.new / name, ignore_errors=True)
        part = PublishedPart(volume=memory.volume, folder=f"{VOLUMES}/{name}")
        made = make_part(folder, strict=self.strict, quiet=self.quiet, part=part)
        if made is None or made[1] is None or made[1].shown is None:
            return None
        site, publisher = made[0], made[1]
        contents, players = made[1].shown
        summary = summarise(contents, players, self.wanted, publisher.site)
        self.keep_pages(site.stopped, folder, self.site / name)
        make_folder(self.new)
        folder.rename(self.new / name)
        site = replace(site, folder=self.site / name, digest=digest_of_site(self.new / name))
        memory.note(site, summary, self.root, self.sources)
        gc.collect()
        return site, summary

    def _make_front(self, summaries: Sequence[VolumeSummary]) -> BuiltSite | None:
        from zinegen.cli.building.host import make_part  # noqa: PLC0415  (MkDocs, only for those who build)

        games = self.root / str(find_own_settings(self.settings).get("games", "games"))
        part = PublishedPart(
            volumes=tuple(one.line for one in summaries),
            told=tell_games(summaries, games),
            found=frozenset().union(*(one.found for one in summaries)),
            homes=find_homes(self.volumes),
            pages=frozenset(uri for one in summaries for uri in one.pages),
            folder=f"{VOLUMES}/{FRONT}",
        )
        made = make_part(self.beside, strict=self.strict, quiet=self.quiet, part=part)
        if made is None:
            return None
        lines = [
            {"name": one.line.name, "title": one.line.title, "games": one.line.games}
            for one in summaries
        ]
        text = json.dumps({"volumes": lines}, ensure_ascii=False, indent=1) + "\n"
        write_atomically(self.beside / LIST, text.encode())
        self._check_names(self.beside)
        return made[0]

    def _check_names(self, folder: Path) -> None:
        for name in self.names:
            if (folder / name).exists() or (folder / f"{name}.md").exists():
                raise GameFolderError(
                    f"{self.site.name}/{name}/ would be a volume, and of pages of the front as well:"
                    " call one of them something else"
                )

    def _swap(self) -> None:
        """Put the new front and volumes into their place; the other volumes move over from the old site."""
        for path in list_folder(self.new):
            path.rename(self.beside / path.name)
        lasting = [name for name in self.names if not (self.beside / name).is_dir()]
        shutil.rmtree(self.old, ignore_errors=True)
        if self.site.exists():
            self.site.rename(self.old)
        self.beside.rename(self.site)
        for name in lasting:
            (self.old / name).rename(self.site / name)
        shutil.rmtree(self.old, ignore_errors=True)
        shutil.rmtree(self.new, ignore_errors=True)


def _repeat_errors(site: BuiltSite) -> None:
    for line in site.errors:
        print_error(line)


def _join(sites: Sequence[BuiltSite], folder: Path) -> BuiltSite:
    """Return what there is to say of a whole site, given what there is of its parts."""
    ends = [one.until for one in sites if one.until is not None]
    return BuiltSite(
        folder=folder,
        digest="",
        until=min(ends, default=None),
        problems=sum(one.problems for one in sites),
        warnings=sum(one.warnings for one in sites),
        errors=tuple(line for one in sites for line in one.errors),
        remarks=tuple(dict.fromkeys(line for one in sites for line in one.remarks)),
    )
