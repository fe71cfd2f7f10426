"""The pictures of documents: one map a season, the map of a start, and what stands for each power."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from zinegen.board.board import Power
from zinegen.drawing import to_svg
from zinegen.errors import MapError
from zinegen.game.state import GameState
from zinegen.play.records.records import SeasonRecord
from zinegen.workers import Workers


@dataclass(frozen=True, slots=True, kw_only=True)
class WantedMap:
    """A map that a document has: of a season, or of a position before any."""

    name: str
    """Of its file, without an ending."""
    title: str
    of: SeasonRecord | GameState


@dataclass(frozen=True, slots=True, kw_only=True)
class PaperMap:
    """A map as a document has it."""

    svg: str
    alt: str
    """What it shows, in words."""


def draw_maps(wanted: Sequence[WantedMap]) -> Mapping[str, PaperMap]:
    """Return the maps by name, but for those that cannot be drawn.

    One follows from the other so quickly that to send them to other processes would take longer.
    """
    drawn = Workers(make=None).spread(_draw, wanted, "drawing maps")
    return {one.name: found for one, found in zip(wanted, drawn, strict=True) if found is not None}


def _draw(wanted: WantedMap) -> PaperMap | None:
    from zinegen.drawing.printed.season_map import (  # noqa: PLC0415  (loads geometry; few commands print)
        PlayedPhase,
        draw_printed_position,
        draw_printed_season,
    )

    of = wanted.of
    try:
        if isinstance(of, GameState):
            scene = draw_printed_position(of, title=wanted.title)
        else:
            phases = [PlayedPhase(before=one.before, report=one.report) for one in of.phases]
            scene = draw_printed_season(of.after, phases, earlier=of.before, title=wanted.title)
    except MapError:
        return None
    return PaperMap(svg=to_svg(scene), alt=f"{scene.title}. {scene.description}")


def draw_swatches(powers: Sequence[Power]) -> Mapping[Power, str]:
    """Return what stands for each power of a game on paper, as SVG."""
    from zinegen.drawing.printed.weaves import draw_swatch  # noqa: PLC0415

    return {power: to_svg(draw_swatch(power, powers)) for power in powers}
