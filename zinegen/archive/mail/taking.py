"""Taking messages in: to which game and power each belongs, how it is read, and which of several counts.

The newest that can be read counts. A message that changes what was sent before changes the newest before it.
Files are written once, when all messages have been read.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime

from zinegen.archive.closing.progress import GameProgress
from zinegen.archive.folder.arrivals_file import Handed, write_handed
from zinegen.archive.folder.games import SeasonFolder
from zinegen.archive.mail.messages import read_message
from zinegen.archive.mail.order_files import Replacement, replace_orders, replace_sealed_file
from zinegen.archive.mail.press_items import add_press
from zinegen.archive.mail.receipts import BY_GM
from zinegen.archive.mail.season_messages import await_orders, read_standing
from zinegen.archive.mail.sources import FoundMessage
from zinegen.archive.sealing.sealed_files import open_orders
from zinegen.archive.seals import Identity, SealError, is_armoured
from zinegen.board.board import Power
from zinegen.errors import ZinegenError
from zinegen.game.wording import join_words
from zinegen.languages.names import PowerInSentence
from zinegen.languages.texts import N_, gettext
from zinegen.notation.findings import has_errors
from zinegen.notation.grammar.names import names_for
from zinegen.play.mails.headings import find_powers
from zinegen.play.mails.mail_orders import MailOrders, read_mail_orders
from zinegen.play.mails.message_lines import MessageError, ReceivedMessage, SealedPart
from zinegen.play.mails.occasion import BY_POWER, HOW_TO_KEEP, RefusalError, Remedy, TakeOptions
from zinegen.play.mails.standing import Standing, stand_as
from zinegen.play.names import power_of, power_slug

NOT_SEALED = N_("nothing was sealed")


@dataclass(frozen=True, slots=True)
class OpenGame:
    """A game that orders can come in for, and its open season."""

    current: GameProgress
    season: SeasonFolder

    @property
    def slug(self) -> str:
        """The folder's name."""
        return self.season.game

    @property
    def is_sealed(self) -> bool:
        """Tell whether its orders are sealed to the GM's key."""
        return self.current.game.settings.secrecy.orders == "sealed"


@dataclass(frozen=True, slots=True, kw_only=True)
class Taken:
    """What became of one message, or of one sealed file in it."""

    message: str
    sender: str = ""
    game: OpenGame | None = None
    power: Power | None = None
    received: ReceivedMessage | None = None
    orders: MailOrders | None = None
    """As they were read; None of what is sealed, or was refused."""
    sealed: bytes = b""
    opens: bool | None = None
    """Of what is sealed: whether a key here opens it; None where there is none to try."""
    why_not: str = ""
    """Why nothing of it was written, in a sentence."""
    hint: str = ""
    """What can be typed then."""
    remedy: Remedy | None = None
    """What lets it be taken."""
    is_unkind: bool = False
    """Nothing was written though it was read: it cannot be read whole, or what lies there is better."""
    newer: str = ""
    """The later message that counts in its place."""
    done: Replacement | None = None
    press: str = ""
    """What became of press in it, in a sentence."""


@dataclass(slots=True)
class MailTaker:
    """Reads messages for some games, the oldest first, and then writes what counts."""

    games: Sequence[OpenGame]
    identity: Identity | None
    power: Power | None = None
    anyway: bool = False
    amend: bool = False
    how_to_keep: str = HOW_TO_KEEP
    """What is told of orders that a message takes the place of and does not name."""
    pending: dict[tuple[str, Power], Taken] = field(default_factory=dict)
    """The newest that counts, by game and power."""
    found: list[Taken] = field(default_factory=list)

    def take(self, messages: Iterable[FoundMessage], now: datetime) -> Sequence[Taken]:
        """Read all messages and write what counts; return what became of each, as they came.

        Raises GameFolderError when the disk does not take a file.
        """
        for message in messages:
            for one in self._read(message):
                self._note(one)
        return [self._write(one, now) for one in self.found]

    # ------------------------------------------------------------------------------- reading

    def _read(self, message: FoundMessage) -> Iterator[Taken]:
        """Yield what a message comes to; several where it holds several sealed files."""
        try:
            received = read_message(message.content)
        except MessageError as problem:
            yield Taken(message=message.name, why_not=str(problem))
            return
        bare = Taken(message=message.name, sender=received.sender, received=received)
        if received.sealed:
            yield from (self._read_sealed(bare, received, part) for part in received.sealed)
            return
        try:
            yield self._read_plain(bare, received)
        except RefusalError as problem:
            why = self._explain(problem.why, received)
            yield replace(bare, why_not=why, hint=problem.hint, remedy=problem.remedy)

    def _read_plain(self, bare: Taken, received: ReceivedMessage) -> Taken:
        """Return the orders of a message; raises RefusalError where it is not plain for which game."""
        tried: list[tuple[OpenGame, MailOrders | RefusalError]] = []
        for game in self.games:
            try:
                tried.append((game, self._read_for(game, bare.message, received)))
            except RefusalError as problem:
                tried.append((game, problem))
        game, orders = self._choose_game(tried, received)
        if isinstance(orders, RefusalError):
            raise orders
        taken = replace(bare, game=game, power=orders.power, orders=orders)
        if not self.anyway and game.is_sealed and has_errors(orders.findings):
            hint = gettext("`--anyway` seals the lines as they stand")
            return _refuse_unkind(taken, gettext(NOT_SEALED), hint)
        if not self.anyway and orders.is_worse:
            why = gettext(
                "the orders of {power} that lie there are good", power=PowerInSentence(orders.power)
            )
            return _refuse_unkind(taken, why, gettext("`--anyway` puts these in their place"))
        return taken

    def _read_for(self, game: OpenGame, name: str, received: ReceivedMessage) -> MailOrders:
        awaited = await_orders(game.current, game.season)
        options = TakeOptions(
            name=name,
            power=self.power,
            anyway=self.anyway,
            amend=self.amend,
            how_to_keep=self.how_to_keep,
        )

        def find_standing(power: Power) -> Standing:
            before = self.pending.get((game.slug, power))
            if before is not None and before.orders is not None:
                return stand_as(awaited, awaited.parse(before.orders.content, power))
            identity = self.identity if game.is_sealed else None
            return read_standing(game.current, game.season, power, identity)

        return read_mail_orders(awaited, received, options, find_standing)

    def _choose_game(
        self, tried: Sequence[tuple[OpenGame, MailOrders | RefusalError]], received: ReceivedMessage
    ) -> tuple[OpenGame, MailOrders | RefusalError]:
        """Return the game that a message is for: the one that it names, or the only one that it fits.

        Raises RefusalError where it fits several.
        """
        if len(tried) == 1:
            return tried[0]
        named = [one for one in tried if _names_game(one[0], received)]
        known = [one for one in tried if _knows_sender(one[0], received.sender)]
        fitting = [one for one in tried if isinstance(one[1], MailOrders)]
        for several in (named, [one for one in known if one in fitting], fitting):
            if len(several) == 1:
                return several[0]
        if not fitting:
            raise next(one for _, one in tried if isinstance(one, RefusalError))
        games = join_words([game.slug for game, _ in fitting])
        hint = gettext("`zinegen take {game} FILE` takes it for that game", game=fitting[0][0].slug)
        raise RefusalError(gettext("it may be for {games}", games=games), hint)

    def _explain(self, why: str, received: ReceivedMessage) -> str:
        """Return why a message was refused, with what is attached to it that nobody reads."""
        if not received.passed_over:
            return why
        return gettext(
            "{why}; {names} cannot be read: ask for the orders as text",
            why=why,
            names=join_words(received.passed_over),
        )

    def _read_sealed(self, bare: Taken, received: ReceivedMessage, part: SealedPart) -> Taken:
        """Return whose a sealed file is, without a word of what is in it."""
        bare = replace(bare, sealed=part.content, sender=received.sender)
        games = [one for one in self.games if one.is_sealed]
        if not games:
            why = gettext("it is sealed, and orders of this game are not: ask for them in plain")
            return replace(bare, why_not=why)
        if not is_armoured(part.content):
            why = gettext(
                "the sealed file is not in armour, as the order desk and `zinegen seal` write it"
            )
            return replace(bare, why_not=why)
        opened = self._find_slot(games, part) if self.identity is not None else None
        if opened is not None:
            return replace(bare, game=opened[0], power=opened[1], opens=True)
        if self.identity is not None and not self.anyway:
            why = gettext(
                "no key here opens it for an open season: it is damaged, or for another game or season"
            )
            return replace(bare, opens=False, why_not=why, remedy=Remedy.KEY)
        place = self._guess_slot(games, part, received)
        if place is None:
            why = gettext("it is sealed, and nothing says whose it is")
            return replace(bare, why_not=why, hint=gettext(BY_POWER), remedy=Remedy.POWER)
        return replace(
            bare, game=place[0], power=place[1], opens=None if self.identity is None else False
        )

    def _find_slot(
        self, games: Sequence[OpenGame], part: SealedPart
    ) -> tuple[OpenGame, Power] | None:
        """Return the place that a sealed file was sealed for; None where no key here opens it for any."""
        if self.identity is None:
            return None
        for game in games:
            for power in (self.power,) if self.power else game.current.game.settings.powers:
                try:
                    open_orders(part.content, game.season.slot(power), self.identity)
                except SealError:
                    continue
                return game, power
        return None

    def _guess_slot(
        self, games: Sequence[OpenGame], part: SealedPart, received: ReceivedMessage
    ) -> tuple[OpenGame, Power] | None:
        """Return the place that name, subject and sender of a sealed file speak of, if it is one only."""
        found = []
        for game in games:
            powers = game.current.game.settings.powers
            names = names_for(game.current.state.board, powers)
            by_name = power_of(part.name.split(".")[0].lower(), powers)
            by_sender = [
                power
                for power, one in game.current.game.settings.players.items()
                if one.mail and one.mail.lower() == received.sender
            ]
            guesses = [*filter(None, (self.power, by_name)), *by_sender]
            guesses += find_powers(received.subject, names)
            found += [(game, guesses[0])] if guesses else []
        named = [one for one in found if _names_game(one[0], received)] or found
        return named[0] if len(named) == 1 else None

    def _note(self, one: Taken) -> None:
        """Keep what a message comes to; what counted before it no longer does."""
        self.found.append(one)
        if one.why_not or one.game is None or one.power is None:
            return
        if one.orders is not None and not one.orders.content:
            return  # press alone
        self.pending[one.game.slug, one.power] = one

    # ------------------------------------------------------------------------------- writing

    def _write(self, one: Taken, now: datetime) -> Taken:
        """Write a message's orders, if it is the newest of its power, and its press."""
        game, power = one.game, one.power
        if one.why_not or game is None or power is None:
            return one
        last = self.pending.get((game.slug, power))
        done, newer = None, ""
        if last is not None and last is not one:
            newer = last.message if one.orders is None or one.orders.content else ""
        elif one.sealed:
            done = replace_sealed_file(game.current, game.season, power, one.sealed)
        elif one.orders is not None and one.orders.content:
            identity = self.identity if game.is_sealed else None
            content = one.orders.content
            done = replace_orders(
                game.current, game.season, power, content, now=now, identity=identity
            )
        if done is not None and done.is_new:
            is_secret = game.current.game.settings.secrecy.orders == BY_GM
            sha256 = "" if is_secret else done.sha256
            arrival = Handed(received=now.replace(microsecond=0), sha256=sha256, way="mail")
            write_handed(game.season.folder, {power_slug(power): arrival})
        press = one.orders.press if one.orders is not None else ""
        said = ""
        if press:
            try:
                said = add_press(game.current, game.season, power, press, self.identity)
            except ZinegenError as problem:
                said = gettext("press is left out: {problem}", problem=problem)
        return replace(one, done=done, newer=newer, press=said)


def _refuse_unkind(taken: Taken, why: str, hint: str) -> Taken:
    """Return what was read and is not written, unless the GM says so."""
    return replace(taken, why_not=why, hint=hint, remedy=Remedy.ANYWAY, is_unkind=True)


def _names_game(game: OpenGame, received: ReceivedMessage) -> bool:
    """Tell whether a message names a game, by its folder or its title."""
    words = [received.subject, *(line.text for text in received.texts for line in text.lines)]
    said = "\n".join(words).lower()
    title = game.current.game.settings.title.lower()
    return any(
        re.search(rf"(?<![\w-]){re.escape(name)}(?![\w-])", said) for name in {game.slug, title}
    )


def _knows_sender(game: OpenGame, sender: str) -> bool:
    players = game.current.game.settings.players.values()
    return bool(sender) and any(one.mail.lower() == sender for one in players if one.mail)
