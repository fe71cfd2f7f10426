"""Whose orders a message holds, and for which game and season: what its headings, sender and units say."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from zinegen.board.board import Power
from zinegen.errors import ZinegenError
from zinegen.game.wording import join_powers, join_words
from zinegen.languages.names import PowerInSentence, SeasonInSentence, name_power
from zinegen.languages.texts import N_, gettext
from zinegen.play.deadlines import Turn
from zinegen.play.mails.headings import (
    MailHeading,
    find_powers,
    find_seasons,
    is_season,
)
from zinegen.play.mails.message_lines import MessageLine, MessageText
from zinegen.play.mails.order_lines import OrderLines
from zinegen.play.order_findings import CheckResult, check_order_file
from zinegen.play.policy import Policy
from zinegen.play.texts.order_file import OrderFile, OrderSlot, parse_order_file
from zinegen.play.texts.toml_text import MOST_LINES, ORDERS, parse_toml

ANYWAY = N_("`--anyway` takes it all the same")
BY_POWER = N_("name the power by --power")
BY_OPTION = N_("by --power")
"""How the power is known that the GM has named."""
HOW_TO_KEEP = N_(
    "`zinegen take --amend` keeps them, and `zinegen restore` brings back what lay there"
)
NO_ORDER = N_("there is no order in this message")
_MOST = MOST_LINES[ORDERS.letter]


class Remedy(StrEnum):
    """What lets a message be taken that was refused."""

    POWER = "power"
    """Somebody says whose orders it holds."""
    ANYWAY = "anyway"
    """It is taken although something does not fit."""
    KEY = "key"
    """The key that opens it is where keys are looked for."""


class RefusalError(ZinegenError):
    """A message of which no order file can be made, and why."""

    def __init__(self, why: str, hint: str = "", remedy: Remedy | None = None) -> None:
        super().__init__(f"{why}; {hint}" if hint else why)
        self.why = why
        """Without ``hint``, which is about the command."""
        self.hint = hint
        self.remedy = remedy


@dataclass(frozen=True, slots=True, kw_only=True)
class AwaitedOrders:
    """What a message's orders are for: the open season of a game."""

    turn: Turn
    game: str
    """The folder's name."""
    season: str
    """The folder's name."""
    shown: str
    """That folder as people see it."""
    title: str = ""
    """The game's."""
    policy: Policy
    addresses: Mapping[Power, str] = field(default_factory=dict)
    """Mail addresses of players, in small letters."""

    def slot(self, power: Power) -> OrderSlot:
        """Return the place of a power's orders."""
        return OrderSlot(game=self.game, season=self.season, power=power, shown=self.shown)

    def parse(self, content: bytes, power: Power) -> OrderFile:
        """Return what the text of an order file says."""
        slot = self.slot(power)
        return parse_order_file(parse_toml(content, slot.path, ORDERS), slot)

    def check(self, file: OrderFile) -> CheckResult:
        """Return what is wrong with an order file, and how its lines are read."""
        return check_order_file(file, self.turn, self.policy)


@dataclass(frozen=True, slots=True, kw_only=True)
class TakeOptions:
    """What the GM says about a message."""

    name: str
    """What the message is called in findings."""
    power: Power | None = None
    anyway: bool = False
    """Take it although its season, its sender or its units do not fit."""
    amend: bool = False
    """Change what it names, and keep the rest of what lies there."""
    how_to_keep: str = HOW_TO_KEEP
    """What is told of orders that a message takes the place of and does not name."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Occasion:
    """The part of a text that counts, with its headings."""

    awaited: AwaitedOrders
    words: OrderLines
    text: MessageText
    level: int
    """How deep the lines that count are quoted."""
    options: TakeOptions
    headings: dict[int, MailHeading] = field(default_factory=dict)
    """By the number of the line."""

    @property
    def lines(self) -> Iterator[MessageLine]:
        """The lines that may hold orders."""
        return (one for one in self.text.lines if one.level == self.level and not one.aside)

    @property
    def is_of_several(self) -> bool:
        """Tell whether headings name several powers."""
        return len({one.power for one in self.headings.values() if one.power is not None}) > 1

    def find_headings(self) -> None:
        """Find the headings. Raises RefusalError when there are too many lines."""
        lines = list(self.lines)
        if sum(bool(line.text.strip()) for line in lines) > _MOST:
            raise RefusalError(
                gettext("more than {number} lines: cut out what is not about orders", number=_MOST)
            )
        for line in lines:
            heading = self.words.read_heading(line.text)
            if heading is not None:
                self.headings[line.number] = heading

    def find_power(self, subject: str) -> tuple[Power, str]:
        """Return whose orders these are, and by what that is known.

        Raises RefusalError when nothing says so, or when what does not agree.
        """
        named: dict[Power, int] = {}
        for number, heading in self.headings.items():
            if heading.power is not None:
                named.setdefault(heading.power, number)
        said = self.options.power
        if len(named) > 1 and said not in named:
            listed = join_words(
                [
                    gettext("{power} (line {number})", power=name_power(power), number=number)
                    for power, number in named.items()
                ]
            )
            raise RefusalError(
                gettext("this message holds orders of {listed}", listed=listed),
                gettext("`--power` takes those of one"),
                Remedy.POWER,
            )
        sender, units = self._find_senders(), self._find_owners()
        in_subject = find_powers(subject, self.words.names)
        if said is not None:
            power, how = said, gettext(BY_OPTION)
        elif named:
            power, number = next(iter(named.items()))
            how = gettext("by the heading in line {number}", number=number)
        elif len(in_subject) == 1:
            power, how = in_subject[0], gettext("by the subject")
        elif len(sender) == 1:
            power, how = sender[0], gettext("by the sender's address")
        elif len(units) == 1:
            power, how = units[0], gettext("by the units that are ordered")
        elif not self.headings and not any(map(self._may_hold_order, self.lines)):
            raise RefusalError(gettext(NO_ORDER))
        else:
            why = gettext("nothing says whose orders these are")
            if units:
                why += gettext("; units of {powers} are ordered", powers=join_powers(units))
            raise RefusalError(why, gettext(BY_POWER), Remedy.POWER)
        if not self.options.anyway:
            self._check_power(power, tuple(named), () if said else sender, units)
        return power, how

    def _may_hold_order(self, line: MessageLine) -> bool:
        return self.words.may_hold_order(line.text.strip())

    def _check_power(
        self,
        power: Power,
        named: tuple[Power, ...],
        sender: tuple[Power, ...],
        units: tuple[Power, ...],
    ) -> None:
        """Raise RefusalError when something says that the orders are another power's."""
        if named and power not in named:
            why = N_("the message says that its orders are of {other}, not {power}")
            raise _refuse_unfit(why, other=PowerInSentence(named[0]), power=PowerInSentence(power))
        if sender and power not in sender:
            why = N_("orders of {power} from the address of the player of {other}")
            raise _refuse_unfit(why, power=PowerInSentence(power), other=join_powers(sender))
        if units and power not in units:
            why = N_("no unit of {power} is ordered, but units of {powers}")
            raise _refuse_unfit(why, power=PowerInSentence(power), powers=join_powers(units))

    def _find_senders(self) -> tuple[Power, ...]:
        """Return the powers whose player has the address from which the words come."""
        senders = self.text.senders
        address = senders.get(self.level, senders.get(0, ""))
        known = self.awaited.addresses.items()
        return tuple(power for power, one in known if address and one == address)

    def _find_owners(self) -> tuple[Power, ...]:
        """Return whose units are ordered."""
        found: set[Power] = set()
        for line in self.lines:
            heading = self.headings.get(line.number)
            text = heading.rest if heading is not None else line.text.strip()
            if text and self.words.may_hold_order(text):
                found |= self.words.units_ordered(self.words.strip_change(text))
        return tuple(sorted(found))

    def check_occasion(self, subject: str) -> None:
        """Raise RefusalError when a message says that it is for another game or season."""
        if self.options.anyway:
            return
        game, season = self.awaited.game, self.awaited.season
        games = [one.game for one in self.headings.values() if one.game]
        if games and game not in games:
            why = N_("this is for the game {other}, not {game}")
            raise _refuse_unfit(why, other=games[0][:40], game=game)
        said = [one for heading in self.headings.values() for one in heading.seasons]
        for one in said or find_seasons(subject):
            if not is_season(one, season, self.awaited.turn.phases):
                why = N_("this is for {other}, and {season} is open")
                raise _refuse_unfit(why, other=one[:40], season=SeasonInSentence(season))


def _refuse_unfit(why: str, **values: object) -> RefusalError:
    """Return what is raised of a message that is taken where the GM says so all the same."""
    return RefusalError(gettext(why, **values), gettext(ANYWAY), Remedy.ANYWAY)
