"""What lies on the ground of each power on paper, so that a map in black and white shows whose it is."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cache

from zinegen.board.board import Power
from zinegen.drawing import style
from zinegen.drawing.drawn_map import DrawnMap
from zinegen.drawing.position import ShownPosition
from zinegen.drawing.scene import (
    Again,
    Box,
    Disc,
    Group,
    Ink,
    Layer,
    Lines,
    Part,
    Pattern,
    Scene,
    Shape,
)
from zinegen.drawing.symbols import draw_letters
from zinegen.drawing.terrain.ground import find_holders
from zinegen.geometry.shape import Line

STEP = 150
"""How far lines of a weave are apart, in tenths."""
THREAD = Ink(stroke=style.INK, width=11, stroke_opacity=0.5, round=True)
SPOT = replace(THREAD, width=34)
_MIDDLE = STEP // 2
_DOWN: Line = ((_MIDDLE, 0), (_MIDDLE, STEP))
_ACROSS: Line = ((0, _MIDDLE), (STEP, _MIDDLE))
_SPOT: tuple[Line, ...] = (((_MIDDLE, _MIDDLE), (_MIDDLE, _MIDDLE + 1)),)
_SPOTS: tuple[Line, ...] = (((35, 35), (35, 36)), ((110, 110), (110, 111)))
_TICKS: tuple[Line, ...] = (((20, 35), (75, 35)), ((95, 110), (150, 110)))
_WAVE: tuple[Line, ...] = (((0, 95), (37, 55), (75, 95), (112, 55), (150, 95)),)
_PLUS: tuple[Line, ...] = (((75, 45), (75, 105)), ((45, 75), (105, 75)))
_SHAPES: Sequence[tuple[tuple[Line, ...], Ink, int]] = (
    ((_DOWN,), THREAD, 45),
    (_SPOTS, SPOT, 0),
    ((_ACROSS,), THREAD, 0),
    ((_DOWN, _ACROSS), THREAD, 45),
    ((_DOWN,), THREAD, 0),
    (_PLUS, THREAD, 0),
    ((_DOWN,), THREAD, 135),
    (_WAVE, THREAD, 0),
    (_TICKS, THREAD, 0),
    ((_DOWN, _ACROSS), THREAD, 0),
    (_SPOT, SPOT, 45),
)
"""Lines, pen and turn of each weave; the first is for the second power, as the first one has none."""


@cache
def assign_weaves(powers: tuple[Power, ...]) -> Mapping[Power, Pattern | None]:
    """Return what lies on the ground of each power, nothing on one's; after a dozen they begin anew."""
    weaves = (None, *(_make_weave(place) for place in range(len(_SHAPES))))
    return {power: weaves[place % len(weaves)] for place, power in enumerate(sorted(powers))}


def _make_weave(place: int) -> Pattern:
    lines, ink, turned = _SHAPES[place]
    shape = Lines(lines=lines, ink=replace(ink, fill="none"))
    return Pattern(ident=f"weave-{place}", width=STEP, height=STEP, items=(shape,), turned=turned)


def weave_ground(drawn: DrawnMap, state: ShownPosition, ground: Layer) -> Layer:
    """Return the weaves over the ground of each power, which the layer of the ground has defined."""
    weaves = assign_weaves(tuple(sorted(state.powers)))
    held = find_holders(drawn.board, state.owners)
    items: list[Shape] = [
        Again(of=face, ink=Ink(fill=f"url({weave.ident})"))
        for face, power in sorted(held.items())
        if face in drawn.outlines and (weave := weaves[power]) and drawn.board[face].passable
    ]
    needs = tuple(one for one in weaves.values() if one is not None)
    group = Group(items=tuple(items))
    return Layer(name="weaves", part=Part.ORDERS, items=(group,), needs=(*ground.needs, *needs))


def draw_swatch(power: Power, powers: Sequence[Power]) -> Scene:
    """Return what a legend shows of a power: its tint, weave and letter."""
    sign = style.assign_signs(tuple(powers))[power]
    weave = assign_weaves(tuple(sorted(powers)))[power]
    edge = Ink(fill=sign.shades[0], stroke=style.BORDER, width=14)
    box = Box(at=(10, 10), width=480, height=280, corner=40, ink=edge)
    over = (replace(box, ink=Ink(fill=f"url({weave.ident})")),) if weave else ()
    disc = Disc(at=(250, 150), radius=115, ink=Ink(fill=sign.ink, stroke=style.HALO, width=20))
    letter = draw_letters(sign.letter, (250, 205), (150, 110))
    layer = Layer(
        name="swatch",
        part=Part.PLAY,
        items=(box, *over, disc, letter),
        needs=(weave,) if weave else (),
    )
    return Scene(
        left=0,
        top=0,
        width=500,
        height=300,
        title=power,
        description="",
        layers=(layer,),
        kind="map",
    )
