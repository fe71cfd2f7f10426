"""Three maps that nobody here drew, of the package ``diplomacy``: what its files say, as a ``map.toml``.

Provinces, centres, homes and units are read from its ``.map`` file. What that file cannot say of a drawing
stands here: outlines that are called otherwise, corners where four meet, ways that no border shows.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache
from importlib.util import find_spec
from pathlib import Path


@dataclass(frozen=True)
class Foreign:
    """What a drawing needs besides its ``.map`` file."""

    shapes: dict[str, object] = field(default_factory=dict)
    """Ids of outlines that are not the abbreviation."""
    ground: dict[str, list[int]] = field(default_factory=dict)
    """Points in ground that nobody drew, by the province that gets it."""
    head: str = ""
    extra: str = ""
    """Lines of [provinces] for ground that is no province."""
    tail: str = ""
    labels: dict[str, dict[str, list[str]]] = field(default_factory=dict)


SOURCES = {
    "pure": Foreign(
        head="""
margin = 60
crossings = [
    "Ber - Con", "Ber - Lon", "Ber - Mos", "Ber - Vie", "Con - Lon", "Con - Par", "Con - Rom",
    "Lon - Mos", "Lon - Rom", "Mos - Par", "Mos - Vie", "Par - Rom", "Par - Vie", "Rom - Vie",
]
""",
        extra="""
Hub = { name = "The Hub", at = [497, 500], closed = true }
Rim = { name = "The Rim", at = [20, 20], closed = true }
""",
    ),
    "ancmed": Foreign(
        head="""
crossings = ["Ale - Sin", "Cor - Sad", "Mau - Sag", "Nea - Sic"]
fleet_crossings = ["GOT - MES", "Ale - Mem", "Mem - Thb", "Bay - Thb", "Sag - Tar"]
no_armies = ["Bal - Sag", "Bal - Tar"]
corners = ["AUS - LIB"]
""",
        extra="""
ATL = { name = "The Atlantic", terrain = "water", at = [55, 110], closed = true }
""",
        tail="""
[joined]
Ath = ["AEG", "ION"]
Byz = ["AEG", "BLA"]
Sin = ["GOP", "REE"]
Thb = ["GOP", "REE"]
""",
        ground={"BYZ": [706, 237], "THB": [826, 475]},
    ),
    "modern": Foreign(
        head="""
fleet_crossings = ["Ros - Vol"]
""",
        tail="""
[joined]
Cai = ["EME", "RED"]
Den = ["SKA", "BHM"]
Ham = ["HEL", "BHM"]
Ist = ["AEG", "WBS"]
Swe = ["SKA", "BHM"]
""",
        labels={"IRN": {"nc": ["CAS"], "sc": ["PER"]}},
        shapes={
            "IRN": ["irn-nc", "irn-sc"],
            "LIV": "lpl",
            "MID": "mat",
            "NAO": "nat",
            "SAO": "sat",
            "SVE": "svl",
        },
    ),
}


def folder() -> Path:
    """Return where the package keeps its maps."""
    found = find_spec("diplomacy")
    assert found is not None
    assert found.origin is not None
    return Path(found.origin).parent / "maps"


def svg(name: str) -> Path:
    return folder() / "svg" / f"{name}.svg"


@cache
def the_map(name: str):
    """Return the map as the package reads it."""
    from diplomacy.engine.map import Map

    return Map(name)


def key_of(name: str, loc: str) -> str:
    """Return a province's key on our board by its abbreviation in the file, without a coast."""
    short = loc[:3].upper()
    return short if the_map(name).area_type(short) == "WATER" else short.capitalize()


def provinces(name: str) -> list[str]:
    """Return the abbreviations of all provinces, without coasts."""
    return sorted({loc[:3].upper() for loc in the_map(name).locs})


def facts_toml(name: str) -> str:
    """Return the text of the ``map.toml`` of a map."""
    its, own = the_map(name), SOURCES[name]
    homes = {centre: power for power, centres in its.homes.items() for centre in centres}
    names = {abbreviation: full for full, abbreviation in its.loc_name.items()}
    lines = [f'title = "{name}"', f'begins = "{its.phase.title()[0]}{its.phase.split()[1]}M"']
    lines += ['layer = "MouseLayer"', own.head, "[powers]"]
    for power, units in its.units.items():
        listed = ", ".join(
            f'"{kind} {key_of(name, at)}{at[3:].lower()}"' for kind, at in map(str.split, units)
        )
        lines.append(f"{power.title()} = [{listed}]")
    lines.append("[provinces]")
    for loc in provinces(name):
        power = homes.get(loc, "").title()
        said = [f'name = "{names[loc].title()}"']
        if its.area_type(loc) == "WATER":
            said.append('terrain = "water"')
        if loc in own.shapes:
            said.append(f"shape = {own.shapes[loc]!r}".replace("'", '"'))
        if loc in its.scs:
            said.append("centre = true")
        if power and power != "Unowned":
            said.append(f'home = "{power}"')
        if loc in own.ground:
            said.append(f"at = {own.ground[loc]}")
        if loc in own.labels:
            inner = ", ".join(
                f"{label} = {waters}".replace("'", '"') for label, waters in own.labels[loc].items()
            )
            said.append(f"coasts = {{ {inner} }}")
        lines.append(f"{key_of(name, loc)} = {{ {', '.join(said)} }}")
    return "\n".join((*lines, own.extra, own.tail, ""))
