"""The replay of a whole game as one file: its seasons one after the other, each thing said once.

Format: docs/map-data.md, "The replay".
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace

from zinegen.board.board import Power
from zinegen.drawing import style
from zinegen.drawing.geojson import Json
from zinegen.drawing.pieces import EDGES
from zinegen.drawing.replay.flat_shapes import flatten, flatten_pattern, write_ink
from zinegen.drawing.replay.names import GameName
from zinegen.drawing.replay.season import MapData, SeasonData, StopData
from zinegen.drawing.scene import Sight
from zinegen.drawing.short_names import PLATE, find_size
from zinegen.drawing.style_sheet.dark import DARK
from zinegen.drawing.symbols import (
    define_centre,
    draw_centre,
    draw_dislodged_ring,
    draw_trapped_frame,
    draw_whole_counter,
)
from zinegen.drawing.terrain.ground import (
    BEYOND,
    HATCH,
    ICE,
    PEAKS,
    WAVES,
    list_power_patterns,
)
from zinegen.game.units import Kind

FORMAT = 2
"""Goes up when something in the data changes its name or meaning, not when something is added."""


def replay_data(game: GameName, seasons: Sequence[bytes]) -> bytes:
    """Return a game as data, given what `zinegen.drawing.replay.season.season_data` made of each season."""
    track = _Track()
    for number, content in enumerate(seasons):
        track.add_season(number, json.loads(content))
    patterns = (HATCH, WAVES, ICE, BEYOND, PEAKS, *list_power_patterns(game.powers))
    data: dict[str, Json] = {
        "format": FORMAT,
        "game": game.id,
        "title": game.title,
        "variant": game.variant,
        "size": [*track.size],
        "seasons": [
            {"id": one.id, "name": one.name, "headline": one.headline} for one in game.seasons
        ],
        "powers": _describe_powers(game.powers),
        "inks": _describe_inks()
        | {
            "names": [
                find_size(sight, track.size, len(track.known["provinces"]))
                for sight in (Sight.MIDDLE, Sight.NARROW)
            ]
        },
        "dark": dict(DARK),
        "patterns": {one.ident: flatten_pattern(one) for one in patterns},
        "symbols": _draw_symbols(game.powers, track.looks),
        "lines": track.lines.list(),
        "shapes": track.shapes.list(),
        "stops": [*track.stops],
    }
    return (json.dumps(data, ensure_ascii=False, separators=(",", ":")) + "\n").encode()


def _describe_powers(powers: Sequence[Power]) -> dict[str, Json]:
    described: dict[str, Json] = {}
    for power, sign in style.assign_signs(powers).items():
        pattern: dict[str, Json] = {"pattern": sign.pattern} if sign.pattern else {}
        tints: list[Json] = [*sign.shades]
        described[power] = {"letter": sign.letter, "ink": sign.ink, "tints": tints, **pattern}
    return described


def _describe_inks() -> dict[str, Json]:
    """Return the colours and pens of a map, as far as no shape has its own."""
    return {
        "neutral": [*style.NEUTRAL.shades],
        "sea": style.SEA,
        "seaTints": [*style.SEA_TINTS],
        "seaTint": style.SEA_TINT,
        "bands": [write_ink(ink) for ink in (*style.LINING, style.SHORE_INK)],
        "isle": style.ISLE,
        "seaBorder": [write_ink(ink) for ink in style.SEA_BORDER],
        "oldCoast": [write_ink(replace(ink, round=True)) for ink in style.OLD_COAST],
        "seaIce": style.SEA_ICE,
        "border": write_ink(style.BORDER_INK),
        "frontier": write_ink(style.FRONTIER_INK),
        "landName": style.INK,
        "seaName": style.SEA_NAME,
        "edge": style.HALO,
        "plate": [*PLATE],
        "edges": [EDGES[sight] for sight in (Sight.MIDDLE, Sight.NARROW)],
    }


def _draw_symbols(powers: Sequence[Power], looks: Iterable[tuple[str, Power]]) -> dict[str, Json]:
    """Return the counters, the marks of centres and what may lie round a unit, each around (0, 0)."""
    signs = style.assign_signs(powers)
    shapes = {
        **{
            f"{kind} {power}": draw_whole_counter(Kind(kind), signs[power]) for kind, power in looks
        },
        **{f"centre {power}": define_centre(sign) for power, sign in signs.items()},
        "dislodged": draw_dislodged_ring((0, 0)),
        "trapped": draw_trapped_frame((0, 0)),
        "iced": draw_trapped_frame((0, 0), on_ice=True),
    }
    symbols: dict[str, Json] = {name: [*flatten(shape)] for name, shape in shapes.items()}
    symbols["centre"] = [path for one in draw_centre((0, 0), None) for path in flatten(one)]
    return symbols


class _Table:
    """Things, each once under a number."""

    def __init__(self, first: int) -> None:
        self.first = first
        self.things: dict[str, Json] = {}
        self.numbers: dict[str, int] = {}

    def number(self, thing: Json) -> int:
        """Return the number of a thing."""
        key = json.dumps(thing)
        if key not in self.numbers:
            self.numbers[key] = len(self.numbers) + self.first
            self.things[key] = thing
        return self.numbers[key]

    def list(self) -> list[Json]:
        """Return the things in the order of their numbers."""
        return [*self.things.values()]


@dataclass(slots=True)
class _Track:
    """The positions of the seasons so far, each as what differs from the one before."""

    size: tuple[int, int] = (0, 0)
    lines: _Table = field(default_factory=lambda: _Table(1))
    shapes: _Table = field(default_factory=lambda: _Table(0))
    stops: list[Json] = field(default_factory=list)
    looks: dict[tuple[str, Power], None] = field(default_factory=dict)
    """Kinds of units with their powers."""
    known: dict[str, dict[str, Json]] = field(default_factory=dict)
    """Lines, rings and provinces as they are by now."""
    layers: dict[str, Json] = field(default_factory=dict)
    """Isles and shapes as they are by now."""

    def add_season(self, number: int, season: SeasonData) -> None:
        """Add a season; its first position is that after the season before, and counts only once."""
        self.size = season["size"]
        lines = [self.lines.number(line) for line in season["lines"]]
        for stop in season["stops"][min(number, 1) :]:
            self.stops.append({"season": number} | self._write_stop(stop, lines))

    def _write_stop(self, stop: StopData, lines: Sequence[int]) -> dict[str, Json]:
        steps = (self._write_step(step, lines) for step in stop["steps"])
        shown: list[Json] = [one for one in steps if one]
        data: dict[str, Json] = {"phase": stop["phase"], "steps": shown}
        data |= self._keep_news("provinces", {**stop["provinces"]})
        layers: dict[str, Json] = {
            "isles": [lines[number - 1] for number in stop["isles"]],
            "under": [self.shapes.number(one) for one in stop["under"]],
            "marks": [self.shapes.number(one) for one in stop["marks"]],
        }
        data |= {name: value for name, value in layers.items() if self.layers.get(name) != value}
        self.layers = layers
        units: list[Json] = [*stop["units"]]
        for unit in stop["units"]:
            self.looks[str(unit["kind"]), Power(str(unit["power"]))] = None
        return data | {"units": units}

    def _write_step(self, step: MapData, lines: Sequence[int]) -> dict[str, Json]:
        """Return what a map has that the one before had not; nothing where they are the same."""
        numbers = {border: lines[number - 1] for border, number in step["lines"].items()}
        news = self._keep_news("lines", {**numbers}) | self._keep_news("rings", {**step["rings"]})
        return news | ({"knots": step["knots"]} if news and step.get("knots") else {})

    def _keep_news(self, name: str, now: dict[str, Json]) -> dict[str, Json]:
        """Return what has changed of some things, by their keys; null is what is no more."""
        was = self.known.get(name, {})
        self.known[name] = now
        news = {key: value for key, value in now.items() if key not in was or was[key] != value}
        news |= dict.fromkeys(sorted(was.keys() - now.keys()))
        return {name: news} if news else {}
