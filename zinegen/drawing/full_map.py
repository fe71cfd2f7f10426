"""A full-size picture: the map in its frame, a title above it, a legend below it.

What the different pictures of a game have in common is laid out here, once.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from zinegen.drawing import alt_text, legend, map_text, margin, style
from zinegen.drawing.layers.ground import Ground
from zinegen.drawing.layers.hatching import patterns
from zinegen.drawing.layers.names import centres_layer, names_layer
from zinegen.drawing.layers.units import counter_definitions, units_layer
from zinegen.drawing.legend import Entry, ground_entries
from zinegen.drawing.orders.arrows import PENS
from zinegen.drawing.orders.badges import badge_definitions
from zinegen.drawing.scene import (
    NO_INK,
    Again,
    Box,
    Group,
    Ink,
    Layer,
    Need,
    Part,
    Scene,
    Shape,
)
from zinegen.game.state import GameState, Phase
from zinegen.geometry.mesh import Face as Province

BELOW = 170
"""Space between the map and the legend, in tenths."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FullMap:
    """What a full-size picture shows."""

    state: GameState
    phase: Phase
    what: str
    title: str
    under: tuple[Shape, ...] = ()
    """Drawn under names and units, with the pens of arrows."""
    over: tuple[Shape, ...] = ()
    """Drawn above everything."""
    changed: tuple[Shape, ...] = ()
    """Halos round what has changed."""
    faded: tuple[Province, ...] = ()
    """Ground that is shown pale."""
    signs: frozenset[str] = frozenset()
    """The kinds of orders that the legend explains."""
    entries: tuple[Entry, ...] = ()
    """What else it explains, in a row of its own."""
    told: str = ""
    """What the picture shows, in words, besides the position."""


def draw_full_map(of: FullMap) -> Scene:
    """Return the picture; the board of its state must be up to date."""
    state = of.state
    shape = state.board.current_shape
    season = alt_text.describe_season(of.phase)
    explained, high = _legend(of)
    water, ground = Ground(state=state).layers()
    title = margin.title_items(shape.width, of.what, season, of.title)
    words = (of.told, alt_text.describe_position(state), map_text.describe_ground(state.board))
    return Scene(
        left=-margin.SIDE,
        top=-margin.HEAD,
        width=shape.width + 2 * margin.SIDE,
        height=shape.height + margin.HEAD + BELOW + high + 80,
        title=f"{of.title}, {season}: {of.what}" if of.title else f"{season}: {of.what}",
        description=" ".join(filter(None, words)),
        layers=(
            _paper(shape.width, shape.height + BELOW + high),
            water,
            ground,
            centres_layer(state),
            *_veil(of.faded, ground),
            *_overlay("changed", Part.ORDERS, of.changed, ground.needs),
            *_overlay("orders", Part.ORDERS, of.under, ground.needs),
            names_layer(state.board),
            margin.frame_layer(shape.width, shape.height),
            explained,
            units_layer(state),
            *_overlay("results", Part.PLAY, of.over),
            Layer(name="title", part=Part.PLAY, items=tuple(title), needs=badge_definitions()),
        ),
    )


def _legend(of: FullMap) -> tuple[Layer, int]:
    """Return the legend and its height."""
    state = of.state
    shape = state.board.current_shape
    rows = (
        tuple(legend.power_entries(state)),
        (
            *legend.kind_entries(state),
            *legend.order_entries(set(of.signs)),
            *ground_entries(state.board, changed=bool(of.changed)),
        ),
        of.entries,
    )
    is_cut = state.secrets is not None and state.secrets.cut
    rule = margin.NO_TINTS if is_cut else margin.GROUND_RULE
    items, high = margin.legend_items(shape.height + BELOW, shape.width, rows, rule)
    needs = (
        *legend.power_definitions(state),
        *badge_definitions(),
        *counter_definitions(state),
        *patterns(state.board),
    )
    return Layer(name="legend", part=Part.LEGEND, items=items, needs=needs), high


def _veil(faces: tuple[Province, ...], ground: Layer) -> tuple[Layer, ...]:
    """Return the veil over some provinces, which the layer of the ground has defined."""
    if not faces:
        return ()
    veil = Group(
        items=tuple(Again(of=face) for face in faces),
        ink=Ink(fill=style.PAPER, fill_opacity=0.62),
    )
    return (Layer(name="faded", part=Part.ORDERS, items=(veil,), needs=ground.needs),)


def _paper(width: int, bottom: int) -> Layer:
    sheet = Box(
        at=(-margin.SIDE, -margin.HEAD),
        width=width + 2 * margin.SIDE,
        height=bottom + margin.HEAD + 400,
        ink=Ink(fill=style.PAPER),
    )
    return Layer(name="paper", part=Part.SHORE, items=(sheet,))


def _overlay(
    name: str, part: Part, items: Sequence[Shape], needs: Sequence[Need] = ()
) -> tuple[Layer, ...]:
    """Return what is drawn of the orders as a layer, if there is anything."""
    if not items:
        return ()
    pens = PENS if part is Part.ORDERS else NO_INK
    group = Group(items=tuple(items), ink=pens)
    return (Layer(name=name, part=part, items=(group,), needs=tuple(needs)),)
