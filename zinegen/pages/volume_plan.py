"""The volumes into which a zine's games are cut, as the setting ``volumes`` says: docs/volumes.md."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from fnmatch import fnmatchcase
from pathlib import Path

import yaml

from zinegen.archive.folder.games import first_deadline, game_folders
from zinegen.languages.texts import N_, gettext

BY_YEAR = "year"
UNDATED, OTHERS = "undated", "others"
TAKEN = frozenset(
    {
        "about",
        "archive",
        "assets",
        "engine",
        "find",
        "games",
        "house-rules",
        "how-to-play",
        "issues",
        "pagefind",
        "players",
        "results",
        "rules",
        "what-if",
    }
)
"""Folders of the front, after which no volume can be called."""
EXAMPLE = "year, a number such as 100, or names with lists of games"
_NAME = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*")
_NUMBER = r"[1-9][0-9]{0,5}"
_TITLES = {UNDATED: N_("Games without a date"), OTHERS: N_("Other games")}


@dataclass(frozen=True, slots=True, kw_only=True)
class Volume:
    """Games that make a site of their own."""

    name: str
    """Of its folder in the site."""
    games: tuple[str, ...]
    """Their folders, in alphabetical order."""

    @property
    def title(self) -> str:
        """What readers call it, in the language spoken now."""
        if self.name in _TITLES:
            return gettext(_TITLES[self.name])
        if re.fullmatch(r"\d+-\d+", self.name):
            first, _, last = self.name.partition("-")
            return gettext("Games {first} to {last}", first=first, last=last)
        return self.name.replace("-", " ")


@dataclass(frozen=True, slots=True, kw_only=True)
class VolumeLine:
    """A volume in the list of them."""

    name: str
    title: str
    uri: str
    games: int
    finished: int
    variants: tuple[str, ...]
    """Titles of its rule sets."""


def plan_volumes(setting: object, games: Path) -> tuple[Volume, ...]:
    """Return the volumes into which the games of a folder are cut; none where the setting asks for none.

    By year a game belongs to that of its first deadline for ever; by number the games are counted in the
    order of their first deadlines. What is wrong in the setting is passed over: `list_volume_faults` tells.
    """
    slugs = [folder.name for folder in game_folders(games)] if setting else []
    if setting == BY_YEAR:
        found = _group((_find_year(games / slug), slug) for slug in slugs)
    elif re.fullmatch(_NUMBER, str(setting)):
        found = _count(slugs, games, int(str(setting)))
    elif isinstance(setting, Mapping):
        found = _choose(slugs, setting)
    else:
        return ()
    return tuple(Volume(name=name, games=tuple(sorted(found[name]))) for name in found)


def _group(named: Iterable[tuple[str, str]]) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for name, slug in sorted(named):
        found.setdefault(name, []).append(slug)
    return found


def _find_year(game: Path) -> str:
    when = first_deadline(game)
    return UNDATED if when is None else f"{when.year:04}"


def _count(slugs: Iterable[str], games: Path, most: int) -> dict[str, list[str]]:
    def rank(slug: str) -> tuple[bool, str, str]:
        when = first_deadline(games / slug)
        return when is None, when.isoformat() if when else "", slug

    ranked = sorted(slugs, key=rank)
    return {
        f"{start + 1}-{start + most}": ranked[start : start + most]
        for start in range(0, len(ranked), most)
    }


def _choose(slugs: Iterable[str], lists: Mapping[object, object]) -> dict[str, list[str]]:
    chosen = {
        str(name): [str(one) for one in wanted]
        for name, wanted in lists.items()
        if is_volume_name(str(name)) and isinstance(wanted, list)
    }
    found: dict[str, list[str]] = {name: [] for name in chosen}
    for slug in slugs:
        homes = (name for name, wanted in chosen.items() if _is_listed(slug, wanted))
        found.setdefault(next(homes, OTHERS), []).append(slug)
    return {name: own for name, own in found.items() if own}


def _is_listed(slug: str, wanted: Iterable[str]) -> bool:
    return any(fnmatchcase(slug, one.replace("[", "[[]")) for one in wanted)


def is_volume_name(name: str) -> bool:
    """Tell whether a volume may be called so: its folder lies beside those of the front."""
    return _NAME.fullmatch(name) is not None and name not in TAKEN


def find_homes(volumes: Iterable[Volume]) -> Mapping[str, str]:
    """Return in which volume each game lies, by their folders."""
    return {slug: volume.name for volume in volumes for slug in volume.games}


def list_volume_faults(node: yaml.Node) -> Iterator[tuple[yaml.Node, str, str]]:
    """Yield what is wrong in the setting: where, what, and what happens if it is left."""
    uncut = "the zine is not cut into volumes"
    if isinstance(node, yaml.MappingNode):
        seen: set[str] = set()
        for name, wanted in node.value:
            text = str(name.value)
            if not is_volume_name(text):
                what = "a volume is called by small letters, digits and hyphens"
                taken = f"{text} is a folder of the front: call the volume something else"
                yield name, taken if text in TAKEN else what, "its games are in others"
            elif text in seen:
                yield name, f"there are two volumes {text}", "the second one counts"
            elif not isinstance(wanted, yaml.SequenceNode):
                what = f"behind {text} belong its games, such as [winter-palace, club-*]"
                yield wanted, what, "its games are in others"
            seen.add(text)
        return
    if node.value != BY_YEAR and not re.fullmatch(_NUMBER, str(node.value)):
        yield node, f"volumes is {EXAMPLE}", uncut
