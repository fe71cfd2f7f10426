"""What is in for the open season, power by power: the player's words beside how the program reads them.

Of sealed orders it says only whether they open and how many lines can be read.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from zinegen.archive.closing.check import check_order_file
from zinegen.archive.closing.inbox import InboxReader
from zinegen.archive.closing.progress import GameProgress
from zinegen.archive.folder.games import SeasonFolder
from zinegen.archive.mail.receipts import ArrivedFile, list_handed_in
from zinegen.archive.seals import Identity
from zinegen.board.board import Power
from zinegen.languages.names import name_power
from zinegen.languages.texts import gettext, ngettext
from zinegen.notation.findings import Finding, Level
from zinegen.notation.grammar.writer import write_unit
from zinegen.play.deadlines import powers_to_order
from zinegen.play.names import power_slug
from zinegen.play.order_findings import CheckResult
from zinegen.play.read_orders import is_blank
from zinegen.play.texts.order_file import OrderFile

DIGITS = 12
"""So many of a digest are shown: enough to compare by eye."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LineView:
    """A line of an order file, how it is read, and what is said of it."""

    number: int
    text: str
    read: str
    findings: tuple[Finding, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class PowerAtDesk:
    """What is in of one power."""

    slug: str
    name: str
    player: str
    state: str
    """``in``, ``wrong``, ``missing`` or ``free`` of orders."""
    said: str
    """The same in words."""
    digest: str = ""
    received: str = ""
    lines: tuple[LineView, ...] = ()
    findings: tuple[Finding, ...] = ()
    """About the file as a whole."""


def view_powers(
    current: GameProgress, season: SeasonFolder, identity: Identity | None
) -> Iterator[PowerAtDesk]:
    """Yield what is in of each power that is in play, in the order of the game."""
    handed = {one.power: one for one in list_handed_in(current, season)}
    wanted = powers_to_order(season.variant, current.state, season.deadline.phases)
    reader = InboxReader(current=current, season=season, identity=identity)
    for power in current.state.powers:
        if not current.state.is_alive(power):
            continue
        yield _view_power(reader, power, handed.get(power), is_wanted=power in wanted)


def _view_power(
    reader: InboxReader, power: Power, arrived: ArrivedFile | None, *, is_wanted: bool
) -> PowerAtDesk:
    current, season = reader.current, reader.season
    settings = current.game.settings
    player = settings.players.get(power)
    file = season.files.get(power)
    is_written = file is not None and not is_blank(file, current.turn(season))
    state = "in" if is_written or power in season.sealed else "missing" if is_wanted else "free"
    said, checked = _SAID[state](), None
    if power in season.sealed or (is_written and settings.secrecy.orders == "sealed"):
        line = reader.orders(power)
        said, state = line.text.partition(": ")[2], state if line.is_good else "wrong"
    elif file is not None and is_written:
        checked = check_order_file(current, file)
        state, said = _describe(checked)
    received = arrived.received if arrived is not None else None
    lines, findings = _list_lines(file, checked)
    return PowerAtDesk(
        slug=power_slug(power),
        name=name_power(power),
        player=player.name if player is not None else "",
        state=state,
        said=said,
        digest=arrived.sha256[:DIGITS] if arrived is not None else "",
        received=settings.deadlines.say(received) if received is not None else "",
        lines=lines,
        findings=findings,
    )


_SAID = {
    "in": lambda: gettext("in"),
    "missing": lambda: gettext("nothing yet"),
    "free": lambda: gettext("nothing is wanted"),
}


def _describe(checked: CheckResult) -> tuple[str, str]:
    """Return whether something is wrong with a file, and that in words."""
    errors = sum(one.level is Level.ERROR for one in checked.findings)
    warnings = sum(one.level is Level.WARNING for one in checked.findings)
    orders = ngettext("{number} order", "{number} orders", len(checked.read))
    if errors:
        wrong = ngettext("{number} cannot be read", "{number} cannot be read", errors)
        return "wrong", f"{orders}; {wrong}"
    if warnings:
        doubts = ngettext("{number} will not work", "{number} will not work", warnings)
        return "in", f"{orders}; {doubts}"
    return "in", orders


def _list_lines(
    file: OrderFile | None, checked: CheckResult | None
) -> tuple[tuple[LineView, ...], tuple[Finding, ...]]:
    """Return the lines of a file that hold something, and the findings that are about none of them."""
    if file is None or checked is None:
        return (), ()
    texts = {one.line: one.text for one in checked.read}
    texts |= {one.where.line: one.line for one in checked.findings if one.where.line and one.line}
    read = {one.line: one.canonical for one in checked.read}
    lines = tuple(
        LineView(
            number=number,
            text=" ".join(texts[number].split()),
            read=read.get(number, ""),
            findings=tuple(one for one in checked.findings if one.where.line == number),
        )
        for number in sorted(texts)
    )
    return lines, tuple(one for one in checked.findings if one.where.line not in texts)


def write_form(current: GameProgress, season: SeasonFolder, power: Power) -> str:
    """Return the lines with which a form for a power's orders begins: those that lie there, or its units.

    What is sealed is not shown.
    """
    file = season.files.get(power)
    is_open = current.game.settings.secrecy.orders != "sealed"
    if is_open and file is not None and not is_blank(file, current.turn(season)):
        several = [*file.sections.items()]
        bare = several[0][1].text.strip() if len(several) == 1 else ""
        heads = "\n\n".join(f"{name}:\n{section.text.strip()}" for name, section in several)
        return f"{bare or heads}\n"
    units = current.state.units_of(power)
    return "".join(f"{write_unit(unit, current.state.board)} \n" for unit in units)
