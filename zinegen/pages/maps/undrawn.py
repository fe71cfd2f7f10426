"""Maps that could not be drawn: pages show the last good one in their place, with a note."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, fields, is_dataclass, replace

from zinegen.pages.contents import Contents
from zinegen.pages.maps.map_jobs import BEFORE, Before, Job, SeasonSheet
from zinegen.pages.views import Picture

NOTE = "This map could not be drawn. Shown is the last one that could be."


def list_troubles(undrawn: Mapping[str, str]) -> Iterator[str]:
    """Yield, for the GM, what could not be drawn in which game, and why; ``undrawn`` are reasons by uri."""
    found: dict[tuple[str, str], int] = {}
    for uri, why in undrawn.items():
        key = (uri.rpartition("/maps/")[0], why)
        found[key] = found.get(key, 0) + 1
    for (game, why), number in found.items():
        maps = "a map" if number == 1 else f"{number} maps"
        yield f"{game}: {maps} could not be drawn: {why}; the pages show the last good ones"


@dataclass(frozen=True, slots=True)
class Spare:
    """The map before a season, which stands for the season's file where that cannot be drawn."""

    uri: str
    job: Before


def list_spares(jobs: Mapping[str, Job], undrawn: Iterable[str]) -> Mapping[str, Spare]:
    """Return what may stand for the files of seasons that could not be drawn, by their uris."""
    return {
        uri: Spare(uri.replace("/season-", "/b-"), job.before)
        for uri in undrawn
        if isinstance(job := jobs.get(uri), SeasonSheet)
    }


def replace_undrawn(
    contents: Contents,
    jobs: Mapping[str, Job],
    undrawn: Mapping[str, str],
    spares: Mapping[str, Spare],
) -> Contents:
    """Return contents in which no map is shown that could not be drawn.

    ``jobs`` are all maps that were wanted, by uri, in the sequence in which pages asked for them, ``spares``
    those that stand for some of them.
    """
    whole = [one for one in _list_pictures(contents) if not one.part]
    known = {one.svg: one for one in whole if one.svg not in undrawn}
    for one in whole:
        if one.svg in spares:
            spare = spares[one.svg].uri
            known[spare] = replace(one, svg=spare, png="", geojson="", data="")
    jobs = {**{one.uri: one.job for one in spares.values()}, **jobs}
    found = _replace(contents, _Replacements(jobs, undrawn, known, spares))
    return found if isinstance(found, Contents) else contents


class _Replacements:
    """What stands for the maps that could not be drawn."""

    def __init__(
        self,
        jobs: Mapping[str, Job],
        undrawn: Mapping[str, str],
        known: Mapping[str, Picture],
        spares: Mapping[str, Spare],
    ) -> None:
        self.jobs = jobs
        self.undrawn = undrawn
        self.known = known
        self.spares = spares

    def picture(self, wanted: Picture) -> Picture:
        """Return a picture that is there."""
        spare = self.spares.get(wanted.svg)
        if spare and wanted.part == BEFORE:
            wanted = replace(wanted, svg=spare.uri, part="")
        elif spare:
            wanted = replace(wanted, svg=spare.uri, part="", note=NOTE, data="")
        elif wanted.svg in self.undrawn:
            good = self._find_good(wanted.svg)
            wanted = replace(self.known[good], note=NOTE) if good else replace(wanted, note=NOTE)
        png = "" if wanted.png in self.undrawn else wanted.png
        geojson = "" if wanted.geojson in self.undrawn else wanted.geojson
        data = "" if wanted.data in self.undrawn else wanted.data
        return replace(wanted, png=png, geojson=geojson, data=data)

    def _find_good(self, uri: str) -> str:
        """Return the last good map of the game before one: of the same kind, else of a whole position."""
        kind, folder = type(self.jobs[uri]), uri.rpartition("/")[0]
        uris = list(self.jobs)
        here = [one for one in uris if one in self.known and one.rpartition("/")[0] == folder]
        before = [one for one in here if uris.index(one) < uris.index(uri)] or here
        alike = [one for one in before if type(self.jobs[one]) is kind]
        whole = [one for one in before if isinstance(self.jobs[one], Before | SeasonSheet)]
        return next(iter((*reversed(alike), *reversed(whole))), "")


def _list_pictures(value: object) -> Iterator[Picture]:
    if isinstance(value, Picture):
        yield value
        return
    parts: Iterator[object] = iter(())
    if is_dataclass(value) and not isinstance(value, type):
        parts = (getattr(value, one.name) for one in fields(value))
    elif isinstance(value, tuple):
        parts = iter(value)
    elif isinstance(value, Mapping):
        parts = iter(value.values())
    for part in parts:
        yield from _list_pictures(part)


def _replace(value: object, found: _Replacements) -> object:
    """Return a value with every picture in it replaced; what holds none is the same object."""
    if isinstance(value, Picture):
        return found.picture(value)
    if is_dataclass(value) and not isinstance(value, type):
        old = {one.name: getattr(value, one.name) for one in fields(value) if one.init}
        new = {name: _replace(part, found) for name, part in old.items()}
        return value if all(new[name] is old[name] for name in old) else replace(value, **new)
    if isinstance(value, tuple) and type(value) is tuple:
        parts = tuple(_replace(part, found) for part in value)
        return value if all(a is b for a, b in zip(parts, value, strict=True)) else parts
    if isinstance(value, Mapping):
        return {
            key: _replace(part, found)
            for key, part in value.items()
            if not (isinstance(part, str) and part in found.undrawn)
        }
    return value
