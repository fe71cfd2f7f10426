"""A publisher of Diplomacy zines: orders in, adjudicated seasons and their pages out.

What other programs may use is offered here and described in `zinegen.api`; it is loaded when it is first
asked for, because most commands need a small part of the program only.
"""

from typing import TYPE_CHECKING

from zinegen.late_names import late_names
from zinegen.version import __version__

if TYPE_CHECKING:
    from zinegen.api import (
        adjudicate,
        draw,
        explain,
        open_zine,
        play_season,
        read_orders,
        start_game,
        write_order,
    )
    from zinegen.drawing import Scene, to_png, to_svg
    from zinegen.errors import ZinegenError
    from zinegen.game.state import GameState
    from zinegen.game.variant import Variant
    from zinegen.game.verdicts import Report
    from zinegen.variants import VARIANTS, find_variant

__all__ = [
    "VARIANTS",
    "GameState",
    "Report",
    "Scene",
    "Variant",
    "ZinegenError",
    "__version__",
    "adjudicate",
    "draw",
    "explain",
    "find_variant",
    "open_zine",
    "play_season",
    "read_orders",
    "start_game",
    "to_png",
    "to_svg",
    "write_order",
]

_HOMES = {
    "api": "adjudicate draw explain open_zine play_season read_orders start_game write_order",
    "drawing": "Scene to_png to_svg",
    "errors": "ZinegenError",
    "game.state": "GameState",
    "game.variant": "Variant",
    "game.verdicts": "Report",
    "variants": "VARIANTS find_variant",
}
"""The modules that have what is offered."""

__getattr__ = late_names(__name__, _HOMES)
