"""The reminder that a GM pastes into a mail or a chat: who is missing, what is wanted, how to hand in."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import datetime

from zinegen.archive.closing.check import check_order_file
from zinegen.archive.closing.progress import GameProgress
from zinegen.archive.folder.game_file import Settings
from zinegen.archive.folder.games import SeasonFolder
from zinegen.board.board import Power
from zinegen.game.state import PhaseKind
from zinegen.game.wording import join_words
from zinegen.languages.names import name_power
from zinegen.languages.texts import N_, add_colon, gettext, ngettext
from zinegen.notation.conditions import adjustments_due
from zinegen.notation.findings import Level
from zinegen.notation.grammar.writer import write_unit
from zinegen.pages.builders.players import CAME_IN, SEALED_IN, UNSEALED, PlayerTable
from zinegen.pages.builders.redaction import ALIAS, hide_players
from zinegen.pages.contents import Zine
from zinegen.pages.words.dates import format_moment, season_title
from zinegen.pages.words.visible_text import one_line
from zinegen.play.deadlines import powers_to_order, takes_events


def write_reminder(current: GameProgress, season: SeasonFolder, zine: Zine, now: datetime) -> str:
    """Return one text for all players: who is missing, what of, until when, and how to hand it in.

    It says nothing of what anybody has handed in, but that lines of an open file cannot be read.
    """
    current = hide_players(current)
    settings = current.game.settings
    if settings.secrecy.is_anonymous:
        zine = replace(zine, edit="")  # what the platform takes shows everybody who sent it
    title = f"{one_line(settings.title)}, {season_title(season.name)}"
    missing = list(_list_missing(current, season, zine))
    if not missing:
        return gettext("{season}: everybody has handed in.", season=title) + "\n"
    how = _explain_hand_in(settings, season, zine)
    return "\n".join(
        [add_colon(title, _say_deadline(settings, season, now)), "", *missing, "", *how, ""]
    )


def _say_deadline(settings: Settings, season: SeasonFolder, now: datetime) -> str:
    when = season.deadline.deadline
    if when is None:
        return gettext("orders are still missing. No deadline is set yet.")
    moment = format_moment(when, settings.deadlines.timezone, now)
    if moment.passed:
        text = N_("orders are still missing, and the deadline, {moment}, has passed.")
    else:
        text = N_("orders are still missing. The deadline is {moment}.")
    return gettext(text, moment=moment.text)


def _list_missing(current: GameProgress, season: SeasonFolder, zine: Zine) -> Iterator[str]:
    """Yield a line for each power that has something to hand in or to mend, and where, if that is known."""
    table = PlayerTable(zine=zine, play=current, people={})
    settings = current.game.settings
    for power in powers_to_order(season.variant, current.state, season.deadline.phases):
        player = settings.players.get(power)
        name = name_power(power)
        called = one_line(player.name) if player is not None and player.name != ALIAS else ""
        who = f"{name} ({called})" if called else name
        fault = _describe_fault(power, current, season, table)
        if fault is None:
            continue
        yield f"- {who}: {fault or describe_wanted(power, current, season)}"
        link = table.find_hand_in(power, season)
        if zine.edit and not link.startswith("mailto:"):
            yield f"  {link}"


def _describe_fault(
    power: Power, current: GameProgress, season: SeasonFolder, table: PlayerTable
) -> str | None:
    """Return what is wrong with what a power handed in; None if nothing, empty if it has not."""
    status = table.describe_orders(power, season, owes=True)
    if status == SEALED_IN:
        return None
    if status == UNSEALED:
        return gettext("orders are in, but not sealed, and do not count")
    if status != CAME_IN:
        return ""
    file = season.files[power]
    if not file.is_readable:
        return gettext("the order file cannot be read")
    count = sum(one.level is Level.ERROR for one in check_order_file(current, file).findings)
    if not count:
        return None
    return ngettext(
        "orders are in, but a line cannot be read",
        "orders are in, but {number} lines cannot be read",
        count,
    )


def describe_wanted(power: Power, current: GameProgress, season: SeasonFolder) -> str:
    """Return what a power is to hand in: what is sure, and behind it what may be needed later."""
    state, phases = current.state, season.deadline.phases
    kinds = tuple(dict.fromkeys(phase.kind for phase in phases))
    sure, later = [], []
    for kind in kinds:
        is_first = phases[0].kind is kind
        match kind:
            case PhaseKind.MOVES:
                sure.append(gettext("moves"))
            case PhaseKind.PLACEMENT:
                sure.append(gettext("the placement"))
            case PhaseKind.EVENTS:
                pass
            case PhaseKind.RETREATS if is_first:
                sure += [
                    gettext("a retreat of {unit}", unit=write_unit(lost.unit, state.board))
                    for lost in state.dislodged.values()
                    if lost.unit.power == power
                ]
            case PhaseKind.RETREATS:
                later.append(gettext("retreats"))
            case PhaseKind.ADJUSTMENTS if is_first and state.secrets is None:
                sure += _describe_adjustments(adjustments_due(current.variant, state, power))
            case PhaseKind.ADJUSTMENTS:
                (sure if is_first else later).append(gettext("builds or removals"))
    if takes_events(phases, current.variant):
        sure.append(gettext("events of the map, if any"))
    if not later:
        return join_words(sure)
    return gettext("{now}; for later, {later}", now=join_words(sure), later=join_words(later))


def _describe_adjustments(due: int) -> list[str]:
    if not due:
        return []
    if due > 0:
        return [ngettext("{number} build", "{number} builds", due)]
    return [ngettext("{number} removal", "{number} removals", -due)]


def _explain_hand_in(settings: Settings, season: SeasonFolder, zine: Zine) -> Iterator[str]:
    """Yield how orders are handed in, a sentence each."""
    contact, gm = settings.gm.contact, one_line(settings.gm.name)
    match settings.secrecy.orders:
        case "open" if zine.edit:
            yield gettext(
                "Open your file, write your orders, send the change; what is there at the deadline counts."
            )
        case "open":
            yield gettext(
                "Order files lie in {folder}; what is there at the deadline counts.",
                folder=f"{season.shown}/orders",
            )
        case "sealed":
            yield gettext(
                "Orders are sealed: run `zinegen seal` with your file, and hand in the .toml.age beside it."
            )
        case _:
            pass
    if contact is not None:
        where = one_line(contact.plain)
        yield gettext("Or write your orders to {gm}: {address}", gm=gm, address=where)
    elif settings.secrecy.orders == "by-gm":
        yield gettext("Write your orders to {gm}.", gm=gm)
    if zine.url:
        yield gettext("The game: {address}", address=f"{zine.url}games/{settings.game}/")
