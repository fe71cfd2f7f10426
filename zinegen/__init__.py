"""A publisher of Diplomacy zines: orders in, adjudicated seasons and their pages out.

What other programs may use is offered here and described in `zinegen.api`; it is loaded when it is first
asked for, because most commands need a small part of the program only.
"""

from importlib import import_module
from typing import TYPE_CHECKING

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
    "VARIANTS": "variants",
    "GameState": "game.state",
    "Report": "game.verdicts",
    "Scene": "drawing",
    "Variant": "game.variant",
    "ZinegenError": "errors",
    "find_variant": "variants",
    "to_png": "drawing",
    "to_svg": "drawing",
}
"""Where what is offered is at home; all else is in `zinegen.api`."""


def __getattr__(name: str) -> object:
    """Return something that the package offers, and load its module."""
    if name not in __all__:
        message = f"module {__name__!r} has no attribute {name!r}"
        raise AttributeError(message)
    found: object = getattr(import_module(f"{__name__}.{_HOMES.get(name, 'api')}"), name)
    globals()[name] = found
    return found
