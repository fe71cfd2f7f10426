"""What a picture's style sheet says of smaller sizes: which layers are seen, and what is drawn larger.

Programs that know no media queries show the large picture.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise

from zinegen.drawing.scene import GROWTH, LEAST, PENS, Group, Layer, Shape, Sight
from zinegen.drawing.symbols import COUNTERS
from zinegen.geometry.shape import TENTHS


def list_sight_rules(within: str, width: int, *, ordered: bool) -> Iterator[str]:
    """Yield the rules for smaller pictures of something so wide; ``within`` stands before layers.

    ``ordered`` are those that show orders.
    """
    for larger, sight in pairwise(Sight):
        changes = "".join(
            f"#.map {within}.{one}{{display:{shown}}}"
            for one, shown in ((larger, "none"), (sight, "inline"))
        )
        if (GROWTH[sight], PENS[sight]) != (GROWTH[larger], PENS[larger]):
            changes += grow_signs(within, sight, ordered=ordered)
        yield f"@media (max-width:{_find_widest(sight, width)}px){{{changes}}}"


def _find_widest(sight: Sight, width: int) -> int:
    """Return up to how many pixels something so wide, in tenths, is seen as a smaller picture."""
    larger = [*Sight][[*Sight].index(sight) - 1]
    return math.ceil(LEAST[larger] * width / TENTHS) - 1


def grow_signs(within: str, sight: Sight, *, ordered: bool) -> str:
    """Return the rules that draw counters, crosses and pens as large as a sight wants, after a view."""
    # No parents but the views: they are drawn where others refer to them.
    inner = f"{within}defs " if within else ""
    counters = ",".join(f'{inner}[id^="#.{name}-"]' for name in COUNTERS)
    around = f"#.map {within}g" if within else "#.map"
    growth = f"{GROWTH[sight]:g}"
    rules = (
        f"{counters}{{transform:scale({growth})}}"
        f"{around} :is(.hold,.trapped,circle.dislodged)"
        f"{{transform-box:fill-box;transform-origin:center;transform:scale({growth})}}"
    )
    if ordered:
        crosses = ",".join(f"{inner}#.{name}" for name in ("cross", "void"))
        pen = f"{PENS[sight]:g}"
        rules += f"{crosses}{{transform:scale({pen})}}{around}{{--pen:{pen}}}"
    return rules


def has_orders(layers: Iterable[Layer]) -> bool:
    """Tell whether some of a picture's layers show orders."""
    return any(layer.name == "orders" for layer in layers) or any(
        one.grows_at for one in _list_shapes(layers, "results")
    )


def list_pen_rules(layers: Sequence[Layer], width: int) -> Iterator[str]:
    """Yield the rule by which the lines of orders are drawn thicker in a small picture, and marks larger.

    Lines say how thick they are themselves; a view may have set the factor back.
    """
    if not has_orders(layers):
        return
    inks = {one.ink for one in _list_shapes(layers, "orders")}
    rules = [
        f'#.map .orders [stroke-width="{wide}"]{{stroke-width:calc({wide}px*var(--pen))}}'
        for wide in sorted({ink.width for ink in inks if ink.width})
    ]
    for dash in sorted({ink.dash for ink in inks if ink.dash}):
        grown = ",".join(f"calc({step}px*var(--pen))" for step in dash)
        name = " ".join(map(str, dash))
        rules.append(f'#.map .orders [stroke-dasharray="{name}"]{{stroke-dasharray:{grown}}}')
    rules.append("#.map [transform-origin]{transform:scale(calc(.5 + .5*var(--pen)))}")
    head = "{stroke-width:20px;transform:scale(var(--pen))}"
    rules.append(f"#.map .orders .move>[transform-origin]{head}")
    yield f"@media (max-width:{_find_widest(Sight.MIDDLE, width)}px){{{''.join(rules)}}}"


def _list_shapes(layers: Iterable[Layer], name: str) -> Iterator[Shape]:
    """Yield everything that is drawn in the layers of a name."""
    waiting = [item for layer in layers if layer.name == name for item in layer.items]
    while waiting:
        shape = waiting.pop()
        yield shape
        if isinstance(shape, Group):
            waiting += shape.items
