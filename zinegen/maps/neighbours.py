"""What ``[adjacent]`` says of a map's borders and the drawing shows otherwise, and what is done about it."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from itertools import accumulate, pairwise

from zinegen.geometry.shape import OUTSIDE, TENTHS
from zinegen.languages.texts import gettext
from zinegen.maps.facts import WATER, MapDescription
from zinegen.maps.troubles import ADJACENT, Trouble
from zinegen.play.maps.map_file import BaseMap, CrossingEntry

Pair = tuple[str, str]


def add_crossings(data: BaseMap, facts: MapDescription) -> tuple[BaseMap, list[Trouble]]:
    """Return a map with a crossing for each pair that is said to touch and does not, and what was done."""
    if not facts.adjacent:
        return data, []
    borders = _measure_borders(data)
    known = {_pair(*one["ends"]) for one in data["game"]["crossings"]}
    said = {
        _pair(one, other) for one, its in facts.adjacent.items() for other in its if one != other
    }
    coastal = {
        one
        for ends in borders
        for one in ends
        if any(_is_water(facts, other) for other in ends if other != one)
    }
    crossings: list[CrossingEntry] = []
    troubles: list[Trouble] = []
    for ends in sorted(said - set(borders) - known):
        crossings.append(_make_crossing(ends, facts, coastal))
        troubles.append(_tell_crossing(crossings[-1], facts))
    troubles += _tell_more(borders, said | known, facts)
    listed = [*data["game"]["crossings"], *crossings]
    return {**data, "game": {**data["game"], "crossings": listed}}, troubles


def _measure_borders(data: BaseMap) -> Mapping[Pair, float]:
    """Return how long the border of each two provinces is that touch, in drawing units."""
    found: dict[Pair, float] = {}
    for line in data["arcs"]:
        if OUTSIDE not in (line["l"], line["r"]) and line["l"] != line["r"]:
            ends = _pair(line["l"], line["r"])
            steps = [(x, y) for x, y in zip(line["p"][::2], line["p"][1::2], strict=True)]
            points = accumulate(steps, lambda at, by: (at[0] + by[0], at[1] + by[1]))
            length = sum(math.dist(one, other) for one, other in pairwise(points)) / TENTHS
            found[ends] = found.get(ends, 0.0) + length
    return found


def _pair(one: str, other: str) -> Pair:
    return (one, other) if one < other else (other, one)


def _is_water(facts: MapDescription, key: str) -> bool:
    return key in facts.provinces and facts.provinces[key].terrain == WATER


def _make_crossing(ends: Pair, facts: MapDescription, coastal: set[str]) -> CrossingEntry:
    """Return a way: for armies between lands, for fleets where both ends have water."""
    wet = [_is_water(facts, one) for one in ends]
    fleets = all(is_wet or one in coastal for one, is_wet in zip(ends, wet, strict=True))
    return {
        "ends": [*ends],
        "coasts": ["", ""],
        "armies": not any(wet),
        "fleets": fleets or any(wet),
    }


def _tell_crossing(one: CrossingEntry, facts: MapDescription) -> Trouble:
    first, last = one["ends"]
    key = {(True, True): "crossings", (True, False): "army_crossings"}.get(
        (one["armies"], one["fleets"]), "fleet_crossings"
    )
    return Trouble(
        title=gettext(
            "{first} and {last} share no border in the drawing, and [adjacent] has "
            'them: they have a way, as by {key} = ["{first} - {last}"]',
            first=first,
            last=last,
            key=key,
        ),
        hint=gettext(
            "take them out of each other's list if there is none, or write another kind of crossing"
        ),
        about=(ADJACENT, first if first in facts.adjacent else last),
        grave=False,
    )


def _tell_more(
    borders: Mapping[Pair, float], said: set[Pair], facts: MapDescription
) -> Iterator[Trouble]:
    """Yield the borders that the drawing shows and that somebody did not say."""
    closed = {key for key, one in facts.provinces.items() if one.closed}
    for ends, length in sorted(borders.items()):
        listed = [one for one in ends if one in facts.adjacent]
        if ends in said or not listed or closed.intersection(ends):
            continue
        yield Trouble(
            title=gettext(
                "{first} and {second} share a border of {length:.0f} px in the drawing, "
                "and [adjacent] does not have them: units can go there",
                first=ends[0],
                second=ends[1],
                length=length,
            ),
            hint=gettext(
                "add {second} to the list of {first}, draw them apart, or keep armies out"
                ' with no_armies = ["{first} - {second}"]',
                second=ends[1],
                first=ends[0],
            ),
            about=(ADJACENT, listed[0]),
            grave=False,
        )
