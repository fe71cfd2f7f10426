"""A first ``map.toml`` for a drawing that has none: its outlines with their names, to be filled in."""

from __future__ import annotations

import re
from collections.abc import Sequence

from zinegen.maps.outlines import Outline

_WATERY = re.compile(r"water|sea|ocean|lake", re.IGNORECASE)
_HEX = re.compile(r"#([0-9a-fA-F]{3}|[0-9a-fA-F]{6})")
MOST = 400
"""Provinces in a draft."""


def write_draft(outlines: Sequence[Outline], title: str) -> str:
    """Return the text of a ``map.toml`` with an entry for every outline that has a name of its own."""
    known: set[str] = set()
    lines: list[str] = []
    for one in outlines:
        name = one.names[0] if one.names and one.names[0] not in one.layers else ""
        if not name or not one.rings or any(f'"{name}"' in line for line in lines):
            continue
        key = _abbreviate(name, known)
        water = ', terrain = "water"' if _is_water(one) else ""
        shown = name.replace("\\", "").replace('"', "")
        full = shown.capitalize() if shown.islower() else shown
        lines.append(f'{key} = {{ name = "{full}", shape = "{shown}"{water} }}')
    return "\n".join(
        (
            f'title  = "{title}"',
            'begins = "S1901M"',
            "",
            "[powers]    # the units with which each begins; two powers at least",
            '# North = ["A Fel", "F Tar"]',
            "",
            "[provinces]    # centre = true where one is; home = a power's name; terrain: land or water",
            *lines[:MOST],
            "",
        )
    )


def _abbreviate(name: str, known: set[str]) -> str:
    """Return two to eight letters that no other province has."""
    letters = re.sub(r"[^A-Za-z]", "", name) or "Prov"
    choices = [letters[:3], *(letters[:2] + letter for letter in letters[3:])]
    choices += [letters[:3] + one + other for one in "abcdefghij" for other in "abcdefghijklmnop"]
    for choice in choices:
        if len(choice) > 1 and choice.lower() not in known:
            known.add(choice.lower())
            return choice.capitalize()
    return letters[:8]


def _is_water(one: Outline) -> bool:
    """Tell whether an outline looks like water: by its class, or filled with a blue."""
    if _WATERY.search(one.colour):
        return True
    match = _HEX.fullmatch(one.colour)
    if match is None:
        return False
    size = len(match[1]) // 3
    parts = (match[1][at : at + size] for at in range(0, 3 * size, size))
    red, green, blue = (float(int(part, 16)) / (16**size - 1) for part in parts)
    return bool(blue > red + 0.05 and blue >= green)
