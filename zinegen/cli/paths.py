"""From the path of a player's file to the place that it is for."""

from __future__ import annotations

from pathlib import Path

from zinegen.archive.folder.games import Game, Season, open_game
from zinegen.archive.folder.order_file import OrderSlot
from zinegen.archive.folder.press_files import PRESS, PressSlot, parse_press_name
from zinegen.archive.folder.slugs import power_of
from zinegen.archive.seals import SealError


def place_of(path: Path) -> tuple[Game, Season, OrderSlot | PressSlot]:
    """Return what the path of an order file or an item of press says it is for."""
    parts = path.absolute().parts[-5:]
    if len(parts) < 5 or parts[-2] not in {"orders", PRESS} or parts[-4] != "seasons":
        hint = "orders lie in games/GAME/seasons/SEASON/orders/, press beside them in press/"
        raise SealError("S03", path.name, hint)
    game = open_game(path.absolute().parents[3]) if ".." not in path.parts else None
    if not isinstance(game, Game):
        raise SealError("S03", path.name, "its game cannot be read")
    season = next((one for one in game.seasons if one.slug == parts[-3]), None)
    if season is None:
        raise SealError("S03", path.name, "there is no such season")
    powers = game.settings.powers
    if parts[-2] == PRESS:
        slot = parse_press_name(path.name, game.slug, season.slug, season.shown, powers)
        if isinstance(slot, str):
            raise SealError("S03", path.name, slot)
        return game, season, slot
    power = power_of(path.name.removesuffix(".age").removesuffix(".toml"), powers)
    if power is None:
        raise SealError("S03", path.name, "no power's orders have this name")
    return game, season, season.slot(power)
