"""What keeps a drawing from being a map, in words, and what to do about it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from zinegen.geometry.flaws import Flaw, OutlineFault
from zinegen.languages.texts import gettext
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
    return _say_of_ground(flaw, names) or _say_of_gaps(flaw, names) or _say_of_lines(flaw, names)


def _say_of_ground(flaw: Flaw, names: Sequence[str]) -> tuple[str, str] | None:
    """Return what is said of ground that is drawn twice, for two provinces, or in pieces."""
    wide = f"{flaw.size:.0f} px"
    match flaw.fault:
        case OutlineFault.SAME_SEED:
            what = gettext(
                "the points given for {names} lie in the same ground",
                names=gettext(" and ").join(names),
            )
            return what, gettext(
                "draw a line between them, or set at = [x, y] of one to other ground"
            )
        case OutlineFault.SEED:
            what = gettext(
                "at the point given for {first} is ground of others, or no map", first=names[0]
            )
            return what, gettext("set at = [x, y] to a point in ground that nobody drew")
        case OutlineFault.COVERED:
            what = gettext(
                "{first} is drawn on top of {second}, {wide} wide, {share:.0%} of it: it "
                "is cut out of it",
                first=names[0],
                second=names[1],
                wide=wide,
                share=flaw.share,
            )
            return (
                what,
                gettext(
                    "draw the line of {first} and {second} where it runs if that is not meant",
                    first=names[0],
                    second=names[1],
                ),
            )
        case OutlineFault.PIECES:
            what = gettext(
                "{first} is drawn in two large pieces, and a province is one: the smaller"
                " is drawn as an island nobody plays",
                first=names[0],
            )
            return what, gettext(
                "join them, or make the second a province of its own with a crossing"
            )
        case _:
            return None


def _say_of_gaps(flaw: Flaw, names: Sequence[str]) -> tuple[str, str] | None:
    """Return what is said of ground that nobody drew."""
    wide = f"{flaw.size:.0f} px"
    match flaw.fault:
        case OutlineFault.GAP:
            what = gettext(
                "ground {more}belongs to no province, {wide} wide: they share it",
                more=_beside(names),
                wide=wide,
            )
            return what, gettext("draw its neighbours up to each other where that is not right")
        case OutlineFault.UNCLAIMED:
            what = gettext(
                "ground {more}belongs to no province, {wide} wide: nobody may enter it",
                more=_beside(names),
                wide=wide,
            )
            return what, (
                gettext(
                    "draw its neighbours up to each other, or make it a province: with an "
                    "outline, or with at = [x, y] in map.toml (closed = true if nobody may "
                    "enter it)"
                )
            )
        case OutlineFault.ISLAND:
            what = gettext(
                "ground in {names} belongs to no province: it is drawn as an island",
                names=gettext(" and ").join(names),
            )
            return what, gettext("draw an outline and name it in map.toml if somebody may go there")
        case OutlineFault.AROUND:
            what = gettext(
                "ground round islands of {first} belongs to no province, {wide} wide: it "
                "is its own",
                first=names[0],
                wide=wide,
            )
            return what, gettext("draw the waters up to the shores where that is not right")
        case _:
            return None


def _say_of_lines(flaw: Flaw, names: Sequence[str]) -> tuple[str, str]:
    """Return what is said of lines that meet, or lie too close, and of what is small."""
    match flaw.fault:
        case OutlineFault.CORNER:
            what = gettext(
                "{number} provinces meet at one point: {names}",
                number=len(names),
                names=", ".join(names),
            )
            touch = flaw.names[2] if len(names) > 3 else flaw.names[-1]
            two = f'corners = ["{flaw.names[0]} - {touch}"]'
            return gettext(
                "{what}; {first} now touches another across it", what=what, first=names[0]
            ), (
                gettext(
                    "name in map.toml the two that touch, such as {two}, or draw three there",
                    two=two,
                )
            )
        case OutlineFault.ROUNDED:
            what = gettext(
                "{first} is narrower than {size:.1f} px there, and was cut off",
                first=names[0],
                size=flaw.size,
            )
            return what, gettext("look whether it still is what you drew")
        case OutlineFault.SHORT:
            what = gettext(
                "the border of {names} is too short to be seen", names=gettext(" and ").join(names)
            )
            return what, gettext("draw it longer, or draw them apart")
        case _:
            what = gettext(
                "{first} is small: a circle of {size:.0f} px fits in it, and a unit needs 26",
                first=names[0],
                size=flaw.size,
            )
            return what, gettext("draw it larger, or set a greater width in map.toml")


def _beside(names: Sequence[str]) -> str:
    return gettext("beside {names} ", names=", ".join(names)) if names else ""
