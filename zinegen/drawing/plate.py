"""A full-size picture: the map in its frame, a title above it, a legend below it.

What the different pictures of a game have in common is laid out here, once.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from zinegen.drawing import legend, margin, style, telling
from zinegen.drawing.arrows import PENS
from zinegen.drawing.badges import cross_definitions
from zinegen.drawing.geometry import shape_of
from zinegen.drawing.ground import Ground, patterns
from zinegen.drawing.names import centres_layer, names_layer
from zinegen.drawing.scene import NO_INK, Box, Group, Ink, Layer, Part, Scene, Shape
from zinegen.drawing.standing import counters, units_layer
from zinegen.game.state import GameState, Phase


@dataclass(frozen=True, slots=True, kw_only=True)
class Plate:
    """What a full-size picture shows."""

    state: GameState
    phase: Phase
    what: str
    title: str
    under: tuple[Shape, ...] = ()
    over: tuple[Shape, ...] = ()
    changed: tuple[Shape, ...] = ()
    signs: frozenset[str] = frozenset()
    told: str = ""


def plated(of: Plate) -> Scene:
    """Return the picture; the board of its state is settled."""
    state = of.state
    shape = shape_of(state.board)
    season = telling.season(of.phase)
    rows = (
        tuple(legend.power_entries(state)),
        (
            *legend.kind_entries(state),
            *legend.order_entries(set(of.signs)),
            *legend.ground_entries(state.board, changed=bool(of.changed)),
        ),
    )
    items, high = margin.legend_items(shape.height + 170, shape.width, rows)
    needs = (
        *legend.power_definitions(state),
        *cross_definitions(),
        *counters(state),
        *patterns(state.board),
    )
    layers = (
        _paper(shape.width, shape.height + 170 + high),
        *Ground(state=state).layers(),
        centres_layer(state),
        *_overlay("changed", Part.ORDERS, of.changed),
        *_overlay("orders", Part.ORDERS, of.under),
        names_layer(state.board),
        margin.frame_layer(shape.width, shape.height),
        Layer(name="legend", part=Part.LEGEND, items=items, needs=needs),
        units_layer(state),
        *_overlay("results", Part.PLAY, of.over),
        Layer(
            name="title",
            part=Part.PLAY,
            items=tuple(margin.title_items(shape.width, of.what, season, of.title)),
            needs=cross_definitions(),
        ),
    )
    name = f"{of.title}, {season}: {of.what}" if of.title else f"{season}: {of.what}"
    description = (
        f"{of.told} Before: {telling.position(state)}" if of.told else telling.position(state)
    )
    return Scene(
        left=-margin.SIDE,
        top=-margin.HEAD,
        width=shape.width + 2 * margin.SIDE,
        height=shape.height + margin.HEAD + 170 + high + 80,
        title=name,
        description=description,
        layers=layers,
    )


def _paper(width: int, bottom: int) -> Layer:
    sheet = Box(
        at=(-margin.SIDE, -margin.HEAD),
        width=width + 2 * margin.SIDE,
        height=bottom + margin.HEAD + 400,
        ink=Ink(fill=style.PAPER),
    )
    return Layer(name="paper", part=Part.SHORE, items=(sheet,))


def _overlay(name: str, part: Part, items: Sequence[Shape]) -> tuple[Layer, ...]:
    """Return what is drawn of the orders as a layer, if there is anything."""
    if not items:
        return ()
    pens = PENS if part is Part.ORDERS else NO_INK
    return (Layer(name=name, part=part, items=(Group(items=tuple(items), ink=pens),)),)
