"""Orders that were clicked: the order file that the order desk writes, told as a message tells orders.

The file is read as players' files are; so whatever TOML allows in it is what the message says.
"""

from __future__ import annotations

from collections.abc import Iterator

from zinegen.archive.closing.progress import GameProgress
from zinegen.board.board import Power
from zinegen.errors import GameFolderError
from zinegen.languages.texts import gettext
from zinegen.notation.grammar.names import strip_remark
from zinegen.play.texts.order_file import OrderFile, parse_order_file
from zinegen.play.texts.toml_text import ORDERS, parse_toml


def read_clicked_orders(current: GameProgress, power: Power, text: str) -> OrderFile:
    """Return the order file that was clicked and typed for the open season of a game.

    Raises GameFolderError, with the line, where it is no order file of that power.
    """
    season = current.open_season
    if season is None:
        raise GameFolderError(gettext("no orders are wanted"))
    slot = season.slot(power)
    file = parse_order_file(parse_toml(text.encode(), slot.path, ORDERS), slot)
    if not file.is_readable:
        first = file.findings[0]
        raise GameFolderError(
            gettext(
                "line {number}: {what}",
                number=first.where.line or 1,
                what="; ".join(filter(None, (first.title, first.hint))),
            )
        )
    return file


def write_message(file: OrderFile) -> str:
    """Return the orders of a file and its note as a message that `take` reads."""
    sections = (_write_section(name, one.text) for name, one in file.sections.items())
    note = "".join(f"note: {line}\n" for line in _list_lines(file.note))
    return "\n".join(filter(None, (*sections, note)))


def _write_section(name: str, text: str) -> str:
    lines = "\n".join(_list_lines(text, strip_remarks=True))
    return f"{name}:\n{lines}\n" if lines else ""


def _list_lines(text: str, *, strip_remarks: bool = False) -> Iterator[str]:
    lines = map(strip_remark, text.splitlines()) if strip_remarks else text.splitlines()
    return filter(None, (line.strip() for line in lines))
