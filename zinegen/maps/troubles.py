"""What keeps a drawing from being a map, in words, and what to do about it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from zinegen.geometry.flaws import Flaw, OutlineFault
from zinegen.maps.facts import MapDescription

PROVINCES, POWERS, JOINED, ADJACENT = "provinces", "powers", "joined", "adjacent"
"""Headings of ``map.toml``."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Trouble:
    """One thing that keeps a map from being made, or that its maker should look at."""

    title: str
    hint: str = ""
    at: tuple[float, float] | None = None
    """In drawing units of the map."""
    about: tuple[str, str] | None = None
    """Heading and key of the line in ``map.toml`` that it is about; None: it is about the drawing."""
    grave: bool = True
    drawn: int = 0
    """The line of the drawing that it is about; 0: that is not known."""
    kind: OutlineFault | None = None
    """Of notes on outlines: drawings may have hundreds of one kind."""


def explain(flaw: Flaw, facts: MapDescription, lines: Mapping[str, int]) -> Trouble:
    """Return in words what is wrong with the outlines, and what to do.

    ``lines``: those of the drawing where outlines stand.
    """
    names = [facts.provinces[name].name if name in facts.provinces else name for name in flaw.names]
    what, hint = _say(flaw, names)
    drawn = next((lines[name] for name in flaw.names if name in lines), 0)
    kind = None if flaw.is_grave else flaw.fault
    return Trouble(title=what, hint=hint, at=flaw.at, grave=flaw.is_grave, drawn=drawn, kind=kind)


def _say(flaw: Flaw, names: Sequence[str]) -> tuple[str, str]:
    return _say_of_ground(flaw, names) or _say_of_lines(flaw, names)


def _say_of_ground(flaw: Flaw, names: Sequence[str]) -> tuple[str, str] | None:
    """Return what is said of ground that is drawn twice, not at all, or in pieces."""
    wide = f"{flaw.size:.0f} px"
    match flaw.fault:
        case OutlineFault.SAME_SEED:
            what = f"the points given for {' and '.join(names)} lie in the same ground"
            return what, "draw a line between them, or set at = [x, y] of one to other ground"
        case OutlineFault.SEED:
            what = f"at the point given for {names[0]} is ground of others, or no map"
            return what, "set at = [x, y] to a point in ground that nobody drew"
        case OutlineFault.COVERED:
            what = (
                f"{names[0]} is drawn on top of {names[1]}, {wide} wide, {flaw.share:.0%} of it:"
                " it is cut out of it"
            )
            return (
                what,
                f"draw the line of {names[0]} and {names[1]} where it runs if that is not meant",
            )
        case OutlineFault.GAP:
            what = f"ground {_beside(names)}belongs to no province, {wide} wide: they share it"
            return what, "draw its neighbours up to each other where that is not right"
        case OutlineFault.UNCLAIMED:
            what = (
                f"ground {_beside(names)}belongs to no province, {wide} wide: nobody may enter it"
            )
            return what, (
                "draw its neighbours up to each other, or make it a province: with an outline,"
                " or with at = [x, y] in map.toml (closed = true if nobody may enter it)"
            )
        case OutlineFault.ISLAND:
            what = (
                f"ground in {' and '.join(names)} belongs to no province: it is drawn as an island"
            )
            return what, "draw an outline and name it in map.toml if somebody may go there"
        case OutlineFault.AROUND:
            what = f"ground round islands of {names[0]} belongs to no province, {wide} wide: it is its own"
            return what, "draw the waters up to the shores where that is not right"
        case OutlineFault.PIECES:
            what = (
                f"{names[0]} is drawn in two large pieces, and a province is one:"
                " the smaller is drawn as an island nobody plays"
            )
            return what, "join them, or make the second a province of its own with a crossing"
        case _:
            return None


def _say_of_lines(flaw: Flaw, names: Sequence[str]) -> tuple[str, str]:
    """Return what is said of lines that meet, or lie too close, and of what is small."""
    match flaw.fault:
        case OutlineFault.CORNER:
            what = f"{len(names)} provinces meet at one point: {', '.join(names)}"
            touch = flaw.names[2] if len(names) > 3 else flaw.names[-1]
            two = f'corners = ["{flaw.names[0]} - {touch}"]'
            return f"{what}; {names[0]} now touches another across it", (
                f"name in map.toml the two that touch, such as {two}, or draw three there"
            )
        case OutlineFault.ROUNDED:
            what = f"{names[0]} is narrower than {flaw.size:.1f} px there, and was cut off"
            return what, "look whether it still is what you drew"
        case OutlineFault.SHORT:
            what = f"the border of {' and '.join(names)} is too short to be seen"
            return what, "draw it longer, or draw them apart"
        case _:
            what = f"{names[0]} is small: a circle of {flaw.size:.0f} px fits in it, and a unit needs 26"
            return what, "draw it larger, or set a greater width in map.toml"


def _beside(names: Sequence[str]) -> str:
    return f"beside {', '.join(names)} " if names else ""
