"""The pictures of a game one after the other: position, orders, position, each with the season's headline."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from zinegen.drawing import style
from zinegen.drawing.geometry import simplify_for_drawing
from zinegen.drawing.margin import shorten
from zinegen.drawing.pictures import draw_after, draw_before, draw_orders
from zinegen.drawing.position import ShownPhase
from zinegen.drawing.scene import HEAD, RIM, Ink, Layer, Part, Scene, Words
from zinegen.game.state import GameState

CAPTION = 720
"""Height of the caption below a map, in tenths."""
SIZE = 360


@dataclass(frozen=True, slots=True, kw_only=True)
class ReplayedSeason:
    """A season to be shown."""

    headline: str
    phases: tuple[tuple[GameState, ShownPhase, GameState], ...]
    """Of each phase the position before, what was ruled, and the position after; one phase at least."""


@dataclass(frozen=True, slots=True)
class Shown:
    """A picture, and for how much of its season it is shown."""

    scene: Scene
    share: float


def draw_replay(seasons: Sequence[ReplayedSeason], *, title: str = "") -> Iterator[Shown]:
    """Yield the position before the seasons, then of each the orders of its phases and the position after.

    ``title`` is the game's name. Raises MapError when the board of a state was never drawn.
    """
    if seasons:
        first, *_ = seasons[0].phases[0]
        yield Shown(_add_caption(draw_before(first, title=title), first, ""), 0.4)
    for season in seasons:
        begin, *_ = season.phases[0]
        last, _, after = season.phases[-1]
        ruled = [(before, report) for before, report, _ in season.phases if report.rulings]
        for before, report in ruled:
            scene = draw_orders(before, report, season=begin.phase, title=title)
            yield Shown(_add_caption(scene, before, season.headline), 0.6 / len(ruled))
        scene = draw_after(after, earlier=begin, phase=last.phase, title=title)
        yield Shown(_add_caption(scene, after, season.headline), 0.4)


def _add_caption(scene: Scene, state: GameState, text: str) -> Scene:
    """Return the full map of a state with a line of text in the place of its legend."""
    shape = simplify_for_drawing(state.board).current_shape
    words = Words(
        text=shorten(text, shape.width + 250, SIZE),
        at=(-125, shape.height + RIM + CAPTION * 5 // 8),
        size=SIZE,
        ink=Ink(fill=style.INK),
    )
    caption = Layer(name="caption", part=Part.PLAY, items=(words,))
    layers = (*(layer for layer in scene.layers if layer.name != "legend"), caption)
    return replace(scene, height=HEAD + shape.height + RIM + CAPTION, layers=layers)
