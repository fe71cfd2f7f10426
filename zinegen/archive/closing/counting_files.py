"""Which order files count at a deadline, and whether the game must wait for the GM."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from zinegen.archive.folder.games import Game, SeasonFolder
from zinegen.archive.folder.stray_files import StrayFile
from zinegen.archive.seals import say_reason
from zinegen.board.board import Power
from zinegen.errors import Where
from zinegen.game.state import GameState, PhaseKind
from zinegen.game.wording import join_powers, join_words
from zinegen.languages.names import PowerInSentence, name_power
from zinegen.languages.texts import N_, gettext
from zinegen.notation.conditions import is_asked
from zinegen.notation.findings import Finding, Level
from zinegen.play.deadlines import powers_to_order
from zinegen.play.names import power_slug
from zinegen.play.read_orders import is_blank
from zinegen.play.records.records import waiting_finding, with_ruling
from zinegen.play.texts.close_file import Receipt, Status
from zinegen.play.texts.order_file import OrderFile
from zinegen.play.texts.rulings_file import ENDINGS, GmRuling, RulingKind
from zinegen.rules.secrets import orders_are_secret


@dataclass(frozen=True, slots=True, kw_only=True)
class OrderCount:
    """The files that count, and the status of the others."""

    files: Mapping[Power, OrderFile]
    handed: Mapping[Power, Status]
    disorder: frozenset[Power]
    waits: tuple[Finding, ...]
    """Empty when the season can be judged."""
    warnings: tuple[Finding, ...]


def count_order_files(
    game: Game, season: SeasonFolder, state: GameState, in_disorder: frozenset[Power] = frozenset()
) -> OrderCount:
    """Return which order files count; ``in_disorder`` are powers in civil disorder since earlier seasons."""
    counter = _Counter(game=game, season=season, state=state)
    ruled = {one.about for one in season.decisions if one.kind is RulingKind.CIVIL_DISORDER}
    files: dict[Power, OrderFile] = {}
    handed: dict[Power, Status] = {}
    waits: list[Finding] = []
    missing: list[Power] = []
    for power in state.powers:
        file, status = counter.find_file(power)
        if status is Status.ACCEPTED and file is not None:
            files[power] = file
        if status is not Status.NONE or counter.owes(power):
            handed[power] = status
        if power in ruled:
            continue
        unread = counter.waits_for_unread_file(power) if status is Status.NONE else []
        waits += unread
        if power not in in_disorder:
            waits += counter.waits_for(power, file, status)
            is_missed = status is Status.NONE and not unread and counter.is_missed(power)
            missing += [power] if is_missed else []
    waits += counter.waits_for_nobodys_files(handed)
    waits += [_missing_finding(season, missing)] if missing else []
    disorder = frozenset(
        power for power in state.powers if power in ruled | (in_disorder - files.keys())
    )
    asked = {one.where.file for one in waits}
    return OrderCount(
        files={power: file for power, file in files.items() if power not in disorder},
        handed=handed,
        disorder=disorder,
        waits=tuple(waits),
        warnings=tuple(
            one
            for one in (*counter.late_files(), *(stray.finding for stray in season.strays))
            if one.where.file not in asked
        ),
    )


def wait_for_anybody(
    game: Game, season: SeasonFolder, state: GameState, count: OrderCount
) -> tuple[Finding, ...]:
    """Return why the game waits when not one order file is in, whatever its policy; nothing where one is.

    Nobody need hand in what the GM has ruled on for every power, or for the whole game.
    """
    if season.sealed or any(status is not Status.NONE for status in count.handed.values()):
        return ()
    counter = _Counter(game=game, season=season, state=state)
    asked = [
        power
        for power in powers_to_order(season.variant, state, season.deadline.phases)
        if power not in count.disorder and counter.ruling(power, RulingKind.PROCEED) is None
    ]
    if not asked or counter.ruling(None, RulingKind.PROCEED, *ENDINGS) is not None:
        return ()
    nothing = waiting_finding(
        f"{season.shown}/season.toml", gettext("not one order file is in"), ""
    )
    return (
        with_ruling(nothing, {"do": "proceed"}, gettext(" (without any orders, about nobody)")),
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class _Counter:
    """Decides which files of one deadline count, by the lock, the rulings and the GM's policy."""

    game: Game
    season: SeasonFolder
    state: GameState

    def ruling(self, power: Power | None, *kinds: RulingKind) -> GmRuling | None:
        """Return the GM's last ruling of one of these kinds about a power, or about nobody, if any."""
        fitting = [d for d in self.season.decisions if d.about == power and d.kind in kinds]
        return fitting[-1] if fitting else None

    def owes(self, power: Power) -> bool:
        """Tell whether a power has something to order at this deadline."""
        kinds = {phase.kind for phase in self.season.deadline.phases}
        units = any(unit.power == power for unit in self.state.units.values())
        if kinds & {PhaseKind.MOVES, PhaseKind.PLACEMENT}:
            return units or PhaseKind.PLACEMENT in kinds
        if PhaseKind.RETREATS in kinds:
            return any(lost.unit.power == power for lost in self.state.dislodged.values())
        return PhaseKind.ADJUSTMENTS in kinds and is_asked(self.season.variant, self.state, power)

    def find_file(self, power: Power) -> tuple[OrderFile | None, Status]:
        """Return a power's file and its status."""
        closing = self.season.closing
        if closing is None:
            file, status = self._find_unlocked_file(power)
        else:
            file, status = self._find_locked_file(power, closing.receipts.get(power))
        said = self.ruling(power, RulingKind.ACCEPT, RulingKind.REFUSE)
        in_time = self._receipt_in_time(power)
        if in_time is not None and (said is None or said.kind is RulingKind.REFUSE):
            return self._find_file_in_time(power, in_time)
        if said is not None and said.kind is RulingKind.REFUSE and file is not None:
            return None, Status.VOID
        if said is not None and said.kind is RulingKind.ACCEPT:
            file = file or self.season.opened.get(power) or self.season.files.get(power)
            status = Status.ACCEPTED if file is not None else status
        if file is not None and not file.is_readable:
            status = Status.UNREADABLE
        return file, status

    def _receipt_in_time(self, power: Power) -> Receipt | None:
        """Return the receipt of the version in time, where a change came late or from somebody else."""
        receipt = self.season.closing.receipts.get(power) if self.season.closing else None
        return receipt.in_time if receipt is not None else None

    def _find_file_in_time(self, power: Power, receipt: Receipt) -> tuple[OrderFile | None, Status]:
        """Return the version in time and its status: late while the GM has to rule on the change."""
        file = self.season.in_time.get(power)
        if file is None or file.sha256 not in {
            receipt.sha256,
            receipt.opened_sha256,
            receipt.sealed_sha256,
        }:
            return None, Status.UNREADABLE
        if not file.is_readable:
            return file, Status.UNREADABLE
        is_ruled = self.ruling(power, RulingKind.REFUSE, RulingKind.PROCEED) is not None
        is_open = receipt.status is Status.LATE and not is_ruled
        return file, Status.LATE if is_open else Status.ACCEPTED

    def _find_unlocked_file(self, power: Power) -> tuple[OrderFile | None, Status]:
        file = self.season.opened.get(power) or self.season.files.get(power)
        if file is None or self._is_blank(file):
            sealed = power in self.season.sealed and file is None
            return None, Status.UNREADABLE if sealed else Status.NONE
        is_plain = power not in self.season.opened
        if is_plain and self.game.settings.secrecy.orders == "sealed":
            return file, Status.VOID
        return file, Status.ACCEPTED

    def _find_locked_file(
        self, power: Power, receipt: Receipt | None
    ) -> tuple[OrderFile | None, Status]:
        if receipt is None or receipt.status is Status.NONE:
            return self._find_renamed_file(power, receipt)
        is_sealed = receipt.file.endswith(".age")
        file = (self.season.opened if is_sealed else self.season.files).get(power)
        digests = (receipt.opened_sha256, receipt.sealed_sha256) if is_sealed else (receipt.sha256,)
        wanted = {one for one in digests if one}
        if file is None or (wanted and file.sha256 not in wanted):
            is_void = receipt.status is Status.VOID
            return None, Status.VOID if is_void else Status.UNREADABLE
        return file, receipt.status

    def _find_renamed_file(
        self, power: Power, receipt: Receipt | None
    ) -> tuple[OrderFile | None, Status]:
        """Return the file that lay there under a wrong name at the deadline, if it has its own by now."""
        file = self.season.files.get(power)
        if file is None or receipt is None or not receipt.sha256 or file.sha256 != receipt.sha256:
            return None, Status.NONE
        is_open = self.game.settings.secrecy.orders == "sealed"
        return file, Status.VOID if is_open else Status.ACCEPTED

    def _is_blank(self, file: OrderFile) -> bool:
        return is_blank(file, self.season.turn(self.season.variant, self.state))

    def waits_for(self, power: Power, file: OrderFile | None, status: Status) -> list[Finding]:
        """Return why the game must wait because of a power, if it must."""
        if self.ruling(power, RulingKind.PROCEED, RulingKind.REFUSE) is not None:
            return []
        place = file.file if file is not None else f"{self.season.shown}/season.toml"
        policy = self.game.settings.policy
        match status:
            case Status.ACCEPTED:
                return self._note(power, file)
            case Status.LATE:
                is_change = self._receipt_in_time(power) is not None
                gm_rules = is_change or self.game.settings.deadlines.late_orders == "gm"
                what = gettext(
                    "{power:of} orders came late: the GM has to accept or refuse them",
                    power=PowerInSentence(power),
                )
                if is_change:
                    what = gettext(
                        "{power} changed its orders too late: the GM has to accept or refuse the change",
                        power=name_power(power),
                    )
                return [_ask_about(place, what, power, _YES_OR_NO)] if gm_rules else []
            case Status.VOID:
                waits = self._void(power, place)
                return [waits] if policy.unreadable_file == "wait" else []
            case Status.UNREADABLE:
                what = gettext(
                    "{power:of} orders cannot be read as they should", power=PowerInSentence(power)
                )
                choices = {
                    "proceed": gettext("without it"),
                    "accept": gettext("once the file is mended"),
                }
                if file is None and power in self.season.files and self.season.closing is not None:
                    place = self.season.files[power].file
                    what = gettext(
                        "{power:of} orders were changed after the deadline was locked",
                        power=PowerInSentence(power),
                    )
                    choices = {
                        "proceed": gettext("without them"),
                        "accept": gettext("as they lie there now"),
                    }
                waits = _ask_about(place, what, power, choices)
                return [waits] if policy.unreadable_file == "wait" else []
            case Status.NONE:
                return []

    def waits_for_unread_file(self, power: Power) -> list[Finding]:
        """Return why the game must wait because orders of a power lie there that nobody has looked at."""
        kinds = (RulingKind.PROCEED, RulingKind.REFUSE)
        is_asked = power in powers_to_order(
            self.season.variant, self.state, self.season.deadline.phases
        )
        if not is_asked or self.ruling(power, *kinds) is not None:
            return []
        strays = [stray for stray in self.season.strays_of(power) if self._is_heard(stray)]
        if strays:
            return [_ask_about_stray(strays, power)]
        slot = self.season.slot(power)
        if self.ruling(power, RulingKind.ACCEPT) is not None and power not in self.season.sealed:
            what = gettext(
                "{power:of} orders are to be accepted, and {file} holds none",
                power=PowerInSentence(power),
                file=slot.name,
            )
            choices = {"proceed": gettext("without them")}
            return [_ask_about(f"{self.season.shown}/rulings.toml", what, power, choices)]
        if self.season.closing is None or self.game.settings.deadlines.late_orders != "gm":
            return []
        file = self.season.files.get(power)
        is_there = file is not None and not self._is_blank(file)
        if not is_there and power not in self.season.sealed:
            return []
        what = gettext(
            "{power:of} orders came after the deadline was locked: the GM has to accept or "
            "refuse them",
            power=PowerInSentence(power),
        )
        return [_ask_about(slot.path, what, power, _YES_OR_NO)]

    def _is_heard(self, stray: StrayFile) -> bool:
        """Tell whether a stray file would count under its right name, or the GM has to rule on it then."""
        closing = self.season.closing
        if closing is None or self.game.settings.deadlines.late_orders == "gm":
            return True
        receipt = closing.receipts.get(stray.power) if stray.power is not None else None
        return receipt is not None and bool(stray.sha256) and receipt.sha256 == stray.sha256

    def waits_for_nobodys_files(self, handed: Mapping[Power, Status]) -> list[Finding]:
        """Return why the game must wait where files lie there of which nobody can tell whose they are."""
        strays = self.season.strays_of(None)
        missing = [
            power
            for power in powers_to_order(
                self.season.variant, self.state, self.season.deadline.phases
            )
            if handed.get(power, Status.NONE) is Status.NONE
            and not any(
                self.ruling(about, RulingKind.PROCEED, RulingKind.CIVIL_DISORDER)
                for about in (None, power)
            )
        ]
        if not strays or not missing:
            return []
        names = join_words([stray.name for stray in strays])
        what = gettext(
            "nobody can tell whose orders {names} holds; there are none of {powers}",
            names=names,
            powers=join_powers(missing),
        )
        place, hint = f"{strays[0].shown}/{strays[0].name}", strays[0].hint
        said = {"do": "proceed"}
        return [with_ruling(waiting_finding(place, what, hint), said, gettext(_WITHOUT_THEM))]

    def _void(self, power: Power, place: str) -> Finding:
        """Return that a file does not count, with the reason that was noted when the season was closed."""
        receipt = self.season.closing.receipts.get(power) if self.season.closing else None
        choices = _YES_OR_NO
        why = gettext("it lies open in a sealed game, or is not theirs")
        if receipt is not None and receipt.reason:
            place, why = f"{self.season.shown}/{receipt.file}", say_reason(receipt.reason)
            if receipt.file.endswith(".age"):
                choices = {
                    "proceed": gettext("without it"),
                    "accept": gettext("once a file lies there that opens"),
                }
        return _ask_about(
            place,
            gettext("{power:of} file is void: {why}", power=PowerInSentence(power), why=why),
            power,
            choices,
        )

    def _note(self, power: Power, file: OrderFile | None) -> list[Finding]:
        """Return why a closed season waits until the GM has read a player's note."""
        if file is None or not file.note or self.season.closing is None:
            return []
        if self.ruling(power, RulingKind.NOTED) is not None:
            return []
        # Its words are not repeated: what is printed here may stand in a public log.
        where = (
            gettext("`zinegen open` shows it")
            if orders_are_secret(self.state)
            else gettext("it stands under note")
        )
        choices = {"noted": gettext("what you make of it is the reason")}
        return [
            _ask_about(
                file.file,
                gettext("{power} wrote to the GM; {where}", power=name_power(power), where=where),
                power,
                choices,
            )
        ]

    def is_missed(self, power: Power) -> bool:
        """Tell whether the game waits because a power that has something to order has handed in nothing."""
        first = self.season.slug == self.game.seasons[0].slug
        policy = self.game.settings.policy
        rule = policy.no_orders_first if first else policy.no_orders
        kinds = {phase.kind for phase in self.season.deadline.phases}
        asks = kinds & {PhaseKind.MOVES, PhaseKind.PLACEMENT}
        ruled = any(
            self.ruling(about, RulingKind.PROCEED, *more) is not None
            for about, more in ((None, ()), (power, (RulingKind.REFUSE,)))
        )
        return rule == "wait" and not ruled and bool(asks) and self.owes(power)

    def late_files(self) -> tuple[Finding, ...]:
        """Return warnings for files that were added to a closed season or changed in it."""
        closing = self.season.closing
        if closing is None:
            return ()
        found = []
        for power, file in self.season.files.items():
            receipt = closing.receipts.get(power)
            known = receipt is not None and receipt.sha256 == file.sha256
            is_ruled = self.ruling(power, RulingKind.ACCEPT) is not None
            if not is_ruled and not known and not self._is_blank(file):
                came = N_("{power:of} orders came after the deadline was locked")
                if receipt is not None and receipt.sha256:
                    came = N_("{power:of} orders were changed after the deadline was locked")
                late = Finding(
                    code="O07",
                    level=Level.WARNING,
                    where=Where(file=file.file),
                    title=gettext(came, power=PowerInSentence(power)),
                    hint=gettext("close.toml says what counted"),
                    if_left=gettext("they do not count"),
                )
                found.append(late)
        return tuple(found)


def _missing_finding(season: SeasonFolder, missing: list[Power]) -> Finding:
    """Return the reason to wait that powers have handed in nothing, with the ruling about all of them."""
    what = gettext("there are no orders of {powers}", powers=join_powers(missing))
    place = f"{season.shown}/season.toml"
    if len(missing) == 1:
        choices = {"proceed": gettext("without them"), "accept": gettext("if they have come since")}
        return _ask_about(place, what, missing[0], choices)
    said = {"do": "proceed"}
    return with_ruling(waiting_finding(place, what, ""), said, gettext(_WITHOUT_THEM))


def _ask_about_stray(strays: Sequence[StrayFile], power: Power) -> Finding:
    """Return the reason to wait that orders of a power lie where nobody reads them."""
    names = join_words([stray.name for stray in strays])
    what = gettext(
        "there are no orders of {power}, and nobody reads {names}: no order file has such a name",
        power=PowerInSentence(power),
        names=names,
    )
    hint = gettext("{hint} and close again", hint=strays[0].hint)
    place = f"{strays[0].shown}/{strays[0].name}"
    said = {"about": power_slug(power), "do": "proceed"}
    return with_ruling(waiting_finding(place, what, hint), said, gettext(" (without them)"))


_WITHOUT_THEM = N_(" (without them, about nobody)")
_YES_OR_NO: Mapping[str, str] = {"accept": "", "refuse": ""}


def _ask_about(place: str, what: str, power: Power, choices: Mapping[str, str]) -> Finding:
    """Return a reason to wait with the rulings about a power that would help, each with its effect."""
    effects = {kind: f" ({effect})" if effect else "" for kind, effect in choices.items()}
    first, *others = effects
    more = "".join(f'{gettext(" or ")}do = "{kind}"{effects[kind]}' for kind in others)
    said = {"about": power_slug(power), "do": first}
    return with_ruling(waiting_finding(place, what, ""), said, effects[first] + more)
