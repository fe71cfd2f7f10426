"""A small map of where a map has changed, and how often: the more often, the thicker."""

from collections.abc import Iterable, Iterator
from dataclasses import replace

from zinegen.drawing import style
from zinegen.drawing.drawn_map import DrawnMap, coarsen, prepare_picture
from zinegen.drawing.pictures import make_small_map
from zinegen.drawing.scene import Ink, Layer, Lines, Part, Scene, Shape
from zinegen.drawing.terrain.ground import draw_ground
from zinegen.game.state import GameState
from zinegen.geometry.mesh import ProvinceKey
from zinegen.geometry.shape import TENTHS
from zinegen.languages.texts import gettext

MOST = 5
"""What has changed more often is drawn like this."""
LINE, MORE = 50, 35
"""Width of a border that has changed once, and what each further time adds, in tenths."""
TINT = 0.12
"""How much a province is tinted for each time that its ground has changed."""

Pair = tuple[ProvinceKey, ProvinceKey]
"""Two provinces in alphabetical order."""


def draw_border_counts(
    state: GameState,
    borders: Iterable[tuple[Pair, int]],
    grounds: Iterable[tuple[ProvinceKey, int]],
) -> Scene:
    """Return the map of a state, its ground alone; marked are borders and provinces with their counts."""
    drawn, shown = prepare_picture(state)
    drawn = coarsen(drawn)
    shown = replace(shown, board=drawn.board, owners={})
    marks = (*_tint_grounds(drawn, grounds), *_mark_borders(drawn, borders))
    layers = (
        *draw_ground(drawn, shown),
        Layer(name="changes", part=Part.PLAY, items=marks),
    )
    title = gettext("Where the map has changed")
    return make_small_map(drawn.board, layers, title=title, grain=TENTHS)


def _mark_borders(drawn: DrawnMap, borders: Iterable[tuple[Pair, int]]) -> Iterator[Shape]:
    lines = drawn.board.current_shape.lines
    for pair, count in borders:
        found = tuple(lines[border] for border in drawn.board.mesh.between(*pair))
        width = LINE + MORE * (min(count, MOST) - 1)
        if found:
            ink = Ink(fill="none", stroke=style.CHANGED, width=width, round=True)
            yield Lines(lines=found, kind="changed", ink=ink)


def _tint_grounds(drawn: DrawnMap, grounds: Iterable[tuple[ProvinceKey, int]]) -> Iterator[Shape]:
    for face, count in grounds:
        if face in drawn.outlines:
            ink = Ink(fill=style.CHANGED, fill_opacity=TINT * min(count, MOST), stroke="none")
            yield Lines(lines=drawn.outlines[face], closed=True, kind="changed", ink=ink)
