"""The pictures of a game: before, orders, after, a thumbnail, a card for other people's sites.

Each takes states and reports and returns a `Scene`; `svg`, `png` make files of it. The map is drawn
as it is at that moment, with the borders and terrain of the state's own board.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from zinegen.board.board import Board
from zinegen.drawing import alt_text, legend, margin, style
from zinegen.drawing.full_map import FullMap, draw_full_map
from zinegen.drawing.layers.changed_places import mark_centre_changes, mark_changes
from zinegen.drawing.layers.ground import Ground
from zinegen.drawing.layers.names import centres_layer
from zinegen.drawing.layers.units import units_layer
from zinegen.drawing.legend import centre_entries
from zinegen.drawing.orders.adjustments import adjustment_signs
from zinegen.drawing.orders.arrows import Arrows
from zinegen.drawing.orders.map_orders import map_order_signs
from zinegen.drawing.scene import Box, Ink, Layer, Part, Scene
from zinegen.drawing.simplify import simplify_for_drawing
from zinegen.game.order_signs import (
    Arrow,
    Carry,
    Diamond,
    OrderSign,
    Put,
    Refit,
    Ring,
    Shield,
    Strike,
    Tie,
)
from zinegen.game.report import Report
from zinegen.game.state import GameState, Phase, PhaseKind
from zinegen.game.verdicts import Ruling, Word


def draw_before(state: GameState, *, title: str = "") -> Scene:
    """Return the position before a phase.

    ``title`` is the game's name; it may be anything, and is shortened where it is too long. Raises
    MapError when the state's board was never drawn.
    """
    state = replace(state, board=simplify_for_drawing(state.board))
    what = f"before the {alt_text.KINDS[state.phase.kind]}"
    return draw_full_map(FullMap(state=state, phase=state.phase, what=what, title=title))


def draw_after(
    state: GameState,
    *,
    phase: Phase | None = None,
    earlier: GameState | None = None,
    title: str = "",
) -> Scene:
    """Return the position after a phase.

    ``phase`` is the one that was played (by default that of ``earlier``, or else the state's own);
    what the board has that the board of ``earlier`` had not is shown with a halo.
    """
    state = replace(state, board=simplify_for_drawing(state.board))
    was = simplify_for_drawing(earlier.board) if earlier else state.board
    played = phase or (earlier.phase if earlier else state.phase)
    return draw_full_map(
        FullMap(
            state=state,
            phase=played,
            what=f"after the {alt_text.KINDS[played.kind]}",
            title=title,
            changed=mark_changes(was, state.board),
            over=tuple(mark_centre_changes(was, state.board)),
            entries=tuple(centre_entries(was, state.board)),
        )
    )


def draw_orders(state: GameState, report: Report, *, title: str = "") -> Scene:
    """Return the orders of a phase and their results, on the position before it."""
    state = replace(state, board=simplify_for_drawing(state.board))
    arrows = Arrows(state=state, report=report, signs=style.signs(state.powers))
    under = arrows.shapes()
    over = (
        *arrows.crosses,
        *adjustment_signs(state, report),
        *map_order_signs(state, report),
    )
    what = {PhaseKind.MOVES: "orders"}.get(state.phase.kind, alt_text.KINDS[state.phase.kind])
    return draw_full_map(
        FullMap(
            state=state,
            phase=state.phase,
            what=what,
            title=title,
            under=under,
            over=over,
            signs=frozenset(_signs_of_orders(report.rulings)),
            told=f"{alt_text.describe_orders(state, report)} Before:",
        )
    )


def thumbnail(state: GameState) -> Scene:
    """Return a small map: ground, units and centres without names, title or legend."""
    state = replace(state, board=simplify_for_drawing(state.board))
    shape = state.board.current_shape
    layers = (*Ground(state=state).layers(), units_layer(state), _edge(state.board))
    return Scene(
        left=0,
        top=0,
        width=shape.width,
        height=shape.height,
        title=f"{alt_text.describe_season(state.phase)}: the map",
        description=alt_text.describe_position(state),
        layers=layers,
        kind="map thumbnail",
        scale=0.25,
    )


def social_card(state: GameState, *, title: str, subtitle: str = "") -> Scene:
    """Return a picture of 1200 by 630 for links to a game: title and powers, and the whole map."""
    state = replace(state, board=simplify_for_drawing(state.board))
    shape = state.board.current_shape
    width = round(shape.height * 1200 / 630)
    powers = tuple(legend.power_entries(state))
    panel = margin.card_items(
        shape.width - width,
        shape.height,
        title,
        subtitle or alt_text.describe_season(state.phase),
        powers,
    )
    return Scene(
        left=shape.width - width,
        top=0,
        width=width,
        height=shape.height,
        title=f"{title}, {alt_text.describe_season(state.phase)}",
        description=alt_text.describe_position(state),
        layers=(
            *Ground(state=state).layers(),
            centres_layer(state),
            units_layer(state),
            Layer(
                name="title",
                part=Part.PLAY,
                items=tuple(panel),
                needs=legend.power_definitions(state),
            ),
        ),
        kind="map card",
        scale=12000 / width,
    )


def _edge(board: Board) -> Layer:
    shape = board.current_shape
    ink = Ink(fill="none", stroke=style.INK, width=60)
    return Layer(
        name="frame",
        part=Part.PLAY,
        items=(Box(at=(0, 0), width=shape.width, height=shape.height, ink=ink),),
    )


def _signs_of_orders(rulings: Sequence[Ruling]) -> Iterator[str]:
    """Yield the kinds of signs that are on the map, as the legend names them."""
    for ruling in rulings:
        sign = ruling.order.sign
        if isinstance(sign, Put) and ruling.verdict.word is not Word.SUCCEEDS:
            yield "refused"
            continue
        if ruling.verdict.word is Word.FAILS:
            yield "failed"
        if ruling.verdict.word is Word.VOID:
            yield "void"
        if isinstance(sign, Ring) and not ruling.given:
            yield "unordered"
        elif sign is not None:
            yield _IN_LEGEND[type(sign)]


_IN_LEGEND: Mapping[type[OrderSign], str] = {
    Ring: "hold",
    Arrow: "move",
    Tie: "support",
    Carry: "convoy",
    Put: "built",
    Strike: "removed",
    Refit: "refitted",
    Diamond: "event",
    Shield: "guard",
}
