"""Press that came by mail, as an item of the season's press: once, under the next free number."""

from __future__ import annotations

from dataclasses import replace

from zinegen.archive.closing.progress import GameProgress
from zinegen.archive.files import FileError, make_folder, read_plain, write_atomically
from zinegen.archive.folder.games import SeasonFolder
from zinegen.archive.folder.press_files import (
    MOST_ITEMS,
    PRESS,
    PRESS_LIMIT,
    PressSlot,
    parse_press_item,
)
from zinegen.archive.sealing.sealed_files import open_press, seal_press
from zinegen.archive.seals import Identity, SealError
from zinegen.board.board import Power
from zinegen.errors import Where
from zinegen.languages.texts import gettext
from zinegen.notation.findings import Finding


def add_press(
    current: GameProgress, season: SeasonFolder, power: Power, text: str, identity: Identity | None
) -> str:
    """Put press of a power into the season's folder, and return in a sentence what became of it.

    The same words are written once. Where orders are sealed press is sealed as well, and without the GM's key
    nobody could tell whether it is there already.
    """
    if season.no_press:
        return gettext("press is left out: {why}", why=season.no_press)
    if season.closing is not None:
        return gettext("press is left out: the season is closed")
    settings = current.game.settings
    is_sealed = settings.secrecy.orders == "sealed"
    if is_sealed and identity is None:
        return gettext(
            "press is left out: without the key here it cannot be told whether it is there already"
        )
    content = f"---\nfrom: {power}\nto: all\n---\n{text.strip()}\n"
    slot = PressSlot(
        game=season.game, season=season.slug, author=power, number=1, shown=season.shown
    )
    item = parse_press_item(content, Where(file=slot.path), slot, settings.powers, sealed=False)
    if isinstance(item, Finding):
        return gettext("press is left out: {why}", why=item.title)
    for number in range(1, MOST_ITEMS + 1):
        slot = replace(slot, number=number)
        path = season.folder / slot.name
        sealed = path.with_name(f"{path.name}.age")
        if path.exists() or sealed.exists():
            if _says_the_same(season, slot, text, settings.powers, identity):
                return gettext("press lies there already as {file}", file=slot.name)
            continue
        make_folder(season.folder / PRESS)
        if is_sealed:
            sealed_text = seal_press(content, slot, settings.secrecy.gm_keys, settings.powers)
            write_atomically(sealed, sealed_text)
        else:
            write_atomically(path, content.encode())
        return gettext(
            "press is written as {file}", file=f"{slot.name}{'.age' if is_sealed else ''}"
        )
    return gettext(
        "press is left out: {power} has {count} items already", power=power, count=MOST_ITEMS
    )


def _says_the_same(
    season: SeasonFolder,
    slot: PressSlot,
    text: str,
    powers: tuple[Power, ...],
    identity: Identity | None,
) -> bool:
    """Tell whether the item in a place holds these words."""
    path = season.folder / slot.name
    try:
        if path.exists():
            content = read_plain(path, PRESS_LIMIT).decode("utf-8", "replace")
            item = parse_press_item(content, Where(file=slot.path), slot, powers, sealed=False)
            return not isinstance(item, Finding) and item.text.strip() == text.strip()
        if identity is None:
            return False
        opened = open_press(season.read_sealed(slot), slot, identity, powers)
    except (FileError, SealError):
        return False
    return opened.inside.text.strip() == text.strip()
