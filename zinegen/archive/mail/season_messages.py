"""What a message is read for: the open season of a game's folder, and what lies in a power's place there."""

from __future__ import annotations

from zinegen.archive.closing.progress import GameProgress
from zinegen.archive.files import FileError, read_plain
from zinegen.archive.folder.games import SeasonFolder
from zinegen.archive.sealing.sealed_files import open_orders
from zinegen.archive.seals import SEALED_LIMIT, Identity, SealError
from zinegen.board.board import Power
from zinegen.play.mails.occasion import AwaitedOrders
from zinegen.play.mails.standing import Standing, stand_as
from zinegen.play.texts.toml_text import ORDERS_LIMIT


def await_orders(current: GameProgress, season: SeasonFolder) -> AwaitedOrders:
    """Return what messages with orders for a season are read for."""
    settings = current.game.settings
    return AwaitedOrders(
        turn=current.turn(season),
        game=season.game,
        season=season.slug,
        shown=season.shown,
        title=settings.title,
        policy=settings.policy,
        addresses={power: one.mail.lower() for power, one in settings.players.items() if one.mail},
    )


def read_standing(
    current: GameProgress, season: SeasonFolder, power: Power, identity: Identity | None
) -> Standing:
    """Return what lies in a power's place; of sealed orders what they say, where ``identity`` opens them."""
    slot, awaited = season.slot(power), await_orders(current, season)
    try:
        if current.game.settings.secrecy.orders == "sealed":
            path = season.folder / f"{slot.name}.age"
            if not path.exists():
                return Standing()
            if identity is None:
                return Standing(is_there=True, is_good=True)
            file = open_orders(read_plain(path, SEALED_LIMIT), slot, identity).inside
        else:
            path = season.folder / slot.name
            if not path.exists():
                return Standing()
            file = awaited.parse(read_plain(path, ORDERS_LIMIT), power)
    except SealError:
        return Standing(is_there=True, is_good=True)
    except FileError:
        return Standing(is_there=True)
    return stand_as(awaited, file)
