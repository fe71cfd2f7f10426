"""Files that lie among a season's orders and that nobody read when it was recorded."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from zinegen.archive.files import FileError, list_folder, read_plain
from zinegen.archive.folder.games import SEASONS, Game, SeasonFolder
from zinegen.archive.folder.toml_files import read_toml
from zinegen.archive.seals import SEALED_LIMIT
from zinegen.game.state import GameState
from zinegen.play.names import digest, digest_text
from zinegen.play.read_orders import is_blank
from zinegen.play.texts.close_file import Closing
from zinegen.play.texts.order_file import OPENED, parse_order_file
from zinegen.play.texts.toml_text import ORDERS

ORDER_FOLDERS = ("orders", OPENED)


def find_added_files(
    game: Game, season: SeasonFolder, before: GameState, inputs: Mapping[str, str]
) -> Iterator[str]:
    """Yield the files, by their path in the game's folder, that were laid or filled in after the record.

    Blank order files are passed over, and what ``close.toml`` has a receipt for, whether or not it counted.
    Without ``close.toml`` every order file is read when a season is judged again, and found in that way.
    """
    closing = season.closing
    if closing is None:
        return
    base, receipts = f"{SEASONS}/{season.slug}", _list_receipts(season, closing)
    blanks = _list_blanks(game, season, before)
    for folder in ORDER_FOLDERS:
        for path in list_folder(season.folder / folder):
            name = f"{folder}/{path.name}"
            is_opened = folder == OPENED and name in receipts  # checked against what was sealed
            if f"{base}/{name}" in inputs or name in blanks or is_opened:
                continue
            try:
                content = read_plain(path, SEALED_LIMIT)
            except FileError:
                content = b""
            if name not in receipts or receipts[name].isdisjoint(
                {"", digest(content), digest_text(content)}
            ):
                yield f"{base}/{name}"


def _list_receipts(season: SeasonFolder, closing: Closing) -> dict[str, set[str]]:
    """Return the digests of the files of which ``close.toml`` says what became of them."""
    found: dict[str, set[str]] = {}
    for power, whole in closing.receipts.items():
        slot = season.slot(power)
        for one, opened in ((whole, slot.opened_name), (whole.in_time, slot.in_time_name)):
            if one is not None and one.file:
                found.setdefault(one.file, set()).add(one.sealed_sha256 or one.sha256)
                if one.opened_sha256:
                    found.setdefault(opened, set()).add(one.opened_sha256)
    for key, item in closing.press.items():
        if item.opened_sha256:
            found[f"{OPENED}/{key}.md"] = {item.opened_sha256}
    return found


def _list_blanks(game: Game, season: SeasonFolder, before: GameState) -> frozenset[str]:
    """Return the order files in which nobody has written anything."""
    turn, found = season.turn(game.settings.variant, before), set()
    for power in before.powers:
        slot = season.slot(power)
        reading = read_toml(season.folder / slot.name, f"{slot.shown}/{slot.name}", ORDERS)
        file = parse_order_file(reading, slot)
        if file.is_readable and is_blank(file, turn):
            found.add(slot.name)
    return frozenset(found)
