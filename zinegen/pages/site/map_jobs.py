"""One map as a file: a job that may be done in another process."""

import json
from ctypes import CDLL
from dataclasses import dataclass
from functools import cache
from importlib.util import find_spec
from typing import assert_never

from zinegen import drawing
from zinegen.drawing.changes.changes import list_changes
from zinegen.drawing.scene import Box, Layer, Part, Scene
from zinegen.game.report import Report
from zinegen.game.state import GameState, Phase

WIDE = 1600
"""Width in pixels of a map to take along."""
CARD = 1200
"""Width in pixels of the picture that other sites show beside a link."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Before:
    """The position before a phase."""

    state: GameState
    title: str


@dataclass(frozen=True, slots=True, kw_only=True)
class After:
    """The position after a phase; what the map has that `earlier` had not is marked."""

    state: GameState
    earlier: GameState
    phase: Phase
    title: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Orders:
    """The orders of a phase and what became of them."""

    before: GameState
    report: Report
    title: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Small:
    """A small map for lists."""

    state: GameState


@dataclass(frozen=True, slots=True, kw_only=True)
class Changes:
    """The changes of the map in a season, numbered."""

    before: GameState
    after: GameState
    reports: tuple[Report, ...]
    title: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Neighbourhood:
    """The ground round one change."""

    of: Changes
    number: int
    """Which change."""
    later: bool
    """As it is after it, not before."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Motion:
    """The animation of the borders from before to after."""

    of: Changes


Map = Before | After | Orders | Small | Changes | Neighbourhood | Motion
"""What is shown on a page, as SVG."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Card:
    """The picture of 1200 by 630 that other sites show beside a link, as PNG."""

    state: GameState
    title: str
    subtitle: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Pixels:
    """A map to download, as PNG."""

    of: Map


@dataclass(frozen=True, slots=True, kw_only=True)
class Outlines:
    """The polygons of a map as GeoJSON."""

    state: GameState


Job = Map | Card | Pixels | Outlines


def scene_of(job: Map) -> Scene:
    """Return a map as the drawing knows it."""
    match job:
        case Before():
            return drawing.draw_before(job.state, title=job.title)
        case After():
            return drawing.draw_after(
                job.state, phase=job.phase, earlier=job.earlier, title=job.title
            )
        case Orders():
            return drawing.draw_orders(job.before, job.report, title=job.title)
        case Small():
            return drawing.thumbnail(job.state)
        case Changes():
            return drawing.draw_changes(job.before, job.after, job.reports, title=job.title).scene
        case Neighbourhood():
            return _neighbourhood(job)
        case Motion():
            return _motion(job.of)
    assert_never(job)


def _neighbourhood(job: Neighbourhood) -> Scene:
    of = job.of
    captions = list_changes(of.before, of.after, of.reports)
    return drawing.draw_neighbourhood(
        of.before, of.after, captions[job.number - 1], later=job.later
    )


def _motion(of: Changes) -> Scene:
    """Return the animated picture; where nothing moves, the map of the changes."""
    moving = drawing.draw_motion(of.before, of.after, of.reports, title=of.title)
    return moving or drawing.draw_changes(of.before, of.after, of.reports, title=of.title).scene


def render_map(job: Job) -> bytes:
    """Return a picture as the bytes of its file.

    Raises:
        NoPngError: a PNG is wanted and the machine has no cairo library.
    """
    match job:
        case Card():
            return drawing.to_png(
                drawing.social_card(job.state, title=job.title, subtitle=job.subtitle), CARD
            )
        case Pixels():
            return drawing.to_png(scene_of(job.of), WIDE)
        case Outlines():
            return (
                json.dumps(drawing.to_geojson(job.state), separators=(",", ":")) + "\n"
            ).encode()
        case _:
            return drawing.to_svg(scene_of(job)).encode()


@cache
def has_pixels() -> bool:
    """Tell whether this machine can make PNG files, where possible without loading what makes them."""
    if cairo_version() and find_spec("cairosvg") is not None:
        return True
    layer = Layer(name="dot", part=Part.SHORE, items=(Box(at=(0, 0), width=10, height=10),))
    dot = Scene(left=0, top=0, width=10, height=10, title="", description="", layers=(layer,))
    try:
        drawing.to_png(dot, 1)
    except drawing.NoPngError:
        return False
    return True


def cairo_version() -> int:
    """Return the version of the cairo library where CairoSVG looks for it first; 0 if it is not there.

    CairoSVG may find the library elsewhere all the same: then only drawing tells.
    """
    try:
        return int(CDLL("libcairo.so.2").cairo_version())
    except OSError:
        return 0
