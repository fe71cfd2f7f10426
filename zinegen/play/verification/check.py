"""Checking a recorded season from what a site publishes of it, as `zinegen verify` checks a game's folder.

The digests of what was handed in, the seals, the throws, and what the judge says again. What only the folder
can show (press, reports, that nothing was laid beside) is left to `zinegen verify`, and counted.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property

from zinegen.board.board import Power
from zinegen.game.state import GameState, Phase
from zinegen.game.variant import Variant
from zinegen.languages.names import PowerInSentence
from zinegen.languages.texts import N_, gettext
from zinegen.play.deadlines import Turn
from zinegen.play.names import digest
from zinegen.play.records.records import SeasonRecord
from zinegen.play.season import HandedIn, end_season, play_season, throw_as_recorded
from zinegen.play.texts.chance_file import Draw
from zinegen.play.texts.close_file import Receipt
from zinegen.play.texts.order_file import OrderFile
from zinegen.play.texts.rulings_file import GmRuling, RulingKind
from zinegen.play.verification.comparison import list_differences
from zinegen.play.verification.digests import (
    EDITED,
    GONE,
    RULES,
    describe_input,
    digest_said,
    is_press,
    is_unchanged,
)
from zinegen.play.verification.published import (
    CLOSE,
    RULED,
    PublishedSeason,
    find_owner,
    read_open_key,
)
from zinegen.play.verification.throws import SeasonThrows, is_corrected
from zinegen.version import __version__

NOT_HERE = N_("{file} is not published here")
SEALED_PARTS = ("hidden.json.age", "reports/")
"""What a game that keeps secrets has beside its orders; the record that is in it is compared as a record."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckedPart:
    """The result of one of the checks of a season."""

    count: int = 0
    """How many things were compared."""
    wrong: tuple[str, ...] = ()
    """What is wrong, a sentence each."""
    notes: tuple[str, ...] = ()
    """What differs without being wrong, a sentence each."""
    unchecked: int = 0
    """Things that cannot be compared here, or not yet."""


@dataclass(frozen=True, kw_only=True)
class SeasonCheck:
    """Checks one season."""

    published: PublishedSeason
    record: SeasonRecord
    """The whole record, in a game that keeps secrets too."""
    variant: Variant
    before: GameState
    """The position in which the season begins."""
    previous: Mapping[str, str] = field(default_factory=dict)
    """The digest of the record before as it is published, by its path; nothing before the first season."""
    drawn: Collection[Phase] = ()
    """Its phases that say only by a drawing, which was left out, where borders run."""
    opened: Mapping[str, str] = field(default_factory=dict)
    """What was found inside sealed files with their own keys, by their names in the season's folder."""

    # ---------------------------------------------------------------------------------- digests

    def check_digests(self) -> CheckedPart:
        """Compare the digests in the record with what is published, and the receipts with what counted."""
        said = {**digest_said(self.published.said), **self.previous}
        wrong: list[str] = []
        count = unchecked = 0
        for path, then in self.record.inputs.items():
            name = path.removeprefix(f"{self.published.path}/")
            if "#" in path or path in self.previous or path.endswith("/result.json"):
                if path not in said:
                    unchecked += 1
                    continue
                is_right, what = said[path] == then, EDITED
            elif (
                is_press(path) or name in self.published.shortened or name.startswith(SEALED_PARTS)
            ):
                unchecked += 1
                continue
            else:
                text = self.published.files.get(name)
                is_right = text is not None and is_unchanged(text.encode(), then)
                what = EDITED if text is not None else GONE
            count += 1
            if not is_right:
                wrong.append(gettext(what, path=describe_input(path)))
        wrong += [*self._compare_settings(), *self._compare_receipts()]
        return CheckedPart(count=count, wrong=tuple(wrong), unchecked=unchecked)

    def _compare_settings(self) -> Iterator[str]:
        """Yield what the record says otherwise than the rules of the game."""
        rules = self.published.said.get(RULES)
        chosen = self.variant.written_like(self.record.options).chosen
        if self.record.variant != self.variant.id or dict(self.record.options) != dict(chosen):
            yield gettext(
                "{season}: the record has other rules than the position it began from",
                season=self.record.season,
            )
        elif isinstance(rules, dict) and rules.get("variant") != self.record.variant:
            yield gettext(
                "{season}: the record has another rule set than game.toml",
                season=self.record.season,
            )
        if self.record.season != self.published.season:
            yield gettext(
                "the record is that of {season}, not of {other}",
                season=self.record.season,
                other=self.published.season,
            )

    def _compare_receipts(self) -> Iterator[str]:
        """Yield whose orders counted without being those of a receipt, where no ruling accepts them."""
        closing = self.published.closing
        if closing is None:
            if CLOSE in self.published.files:
                yield gettext("{file} is not what `zinegen close` writes", file=CLOSE)
            return
        ruled = {one.about for one in self.decisions if one.kind is RulingKind.ACCEPT}
        for name, power in self.counted.items():
            receipt = closing.receipts.get(power)
            known = set(_list_digests(receipt)) if receipt is not None else set()
            counted = self.record.inputs[f"{self.published.path}/{name}"]
            if power not in ruled and counted not in known:
                yield gettext(
                    "{file}: the orders that counted for {power:the} are not those of the receipt",
                    file=name,
                    power=PowerInSentence(power),
                )

    @cached_property
    def decisions(self) -> tuple[GmRuling, ...]:
        """The GM's rulings; where they are not published, those that the record has."""
        if RULED in self.published.shortened:
            return self.record.decisions
        return self.published.decisions

    @cached_property
    def counted(self) -> Mapping[str, Power]:
        """The files that counted by the record, each with its power."""
        names = (path.removeprefix(f"{self.published.path}/") for path in self.record.inputs)
        found = {name: find_owner(name, self.published.powers) for name in names}
        return {name: power for name, power in found.items() if power is not None}

    # ------------------------------------------------------------------------------------ seals

    def check_seals(self) -> CheckedPart:
        """Compare sealed orders, opened with the keys that are published, with the orders that lie open."""
        closing = self.published.closing
        wrong: list[str] = []
        count = unchecked = 0
        for power, receipt in closing.receipts.items() if closing is not None else ():
            slot = self.published.slot(power)
            for one, name in ((receipt, slot.opened_name), (receipt.in_time, slot.in_time_name)):
                if one is None or not one.sealed_sha256 or not one.file:
                    continue
                count += 1
                if one.file in self.published.shortened:
                    unchecked += 1
                    continue
                unchecked += not one.open_key
                wrong += self._check_seal(one, name)
        return CheckedPart(count=count, wrong=tuple(wrong), unchecked=unchecked)

    def _check_seal(self, receipt: Receipt, name: str) -> Iterator[str]:
        sealed = self.published.files.get(receipt.file)
        if sealed is None:
            yield gettext(NOT_HERE, file=receipt.file)
            return
        if not is_unchanged(sealed.encode(), receipt.sealed_sha256):
            yield gettext("{file}: the sealed file was changed", file=receipt.file)
            return
        if not receipt.open_key:
            return
        inside = self.opened.get(receipt.file)
        if inside is None:
            yield gettext("{file}: the file's own open_key does not open it", file=receipt.file)
            return
        same = is_unchanged(inside.encode(), receipt.opened_sha256)
        if not same or read_open_key(inside) != receipt.open_key:
            yield gettext("{file}: what is inside is not what the receipt says", file=receipt.file)
        elif self.published.files.get(name, inside) != inside:
            yield gettext(
                "{file}: the published orders are not the ones that were sealed", file=name
            )

    # ----------------------------------------------------------------------------------- throws

    @cached_property
    def draws(self) -> tuple[Draw, ...]:
        """The throws of the season, those among them that were secret."""
        hidden = (draw for phase in self.record.phases for draw in phase.draws if draw.secret)
        return tuple(dict.fromkeys((*self.published.throws.draws, *hidden)))

    def check_throws(self) -> CheckedPart:
        """Make the throws again by the published method, if the secret is published."""
        throws = SeasonThrows(
            chance=self.published.chance,
            game=self.record.game,
            turn=self.published.turn,
            shown=self.published.shown,
            link=self.published.throws.secret,
            is_corrected=is_corrected(self.decisions),
        ).repeat(self.draws)
        return CheckedPart(
            count=len(self.draws),
            wrong=throws.wrong,
            notes=throws.typed,
            unchecked=throws.unchecked,
        )

    # ------------------------------------------------------------------------------------ judge

    def judge_again(self) -> CheckedPart:
        """Play the season again from its position and the orders that counted, and compare."""
        files = dict(self._read_counted())
        missing = [
            name for name in self.counted if name not in {one.name for one in files.values()}
        ]
        if missing:
            said = N_("{file} is not published here, so nobody can play it again")
            return CheckedPart(wrong=tuple(gettext(said, file=name) for name in missing))
        handed = HandedIn(
            files=files,
            decisions=self.decisions,
            disorder=self.record.phases[0].disorder,
            throw=throw_as_recorded(self.draws),
        )
        phases = tuple(phase.phase for phase in self.record.phases)
        listed = self.published.said.get(f"{self.published.path}/season.toml#phases")
        planned = [Phase.parse(str(one)) for one in listed] if isinstance(listed, list) else phases
        turn = Turn(variant=self.variant, phases=tuple(planned), state=self.before)
        outcome = play_season(turn, handed, elsewhere=frozenset(self.published.following))
        if outcome.waiting is not None:
            no_throw = N_("{season} could not be judged again: the throw {throw} is missing")
            unclear = N_("{season} could not be judged again: a coast is open")
            text = no_throw if outcome.needs else unclear
            return CheckedPart(
                wrong=(gettext(text, season=self.record.season, throw=outcome.label),)
            )
        closing = self.published.closing
        rule = closing.votes if closing is not None else ""
        ended, votes = end_season(outcome.phases, handed, rule)
        again = replace(self.record, phases=ended, decisions=(*self.decisions, *votes))
        apart = tuple(list_differences(self.record, again, self.drawn))
        if again.decisions != self.record.decisions:
            apart += (
                gettext("{season}: the record has other decisions", season=self.record.season),
            )
        orders = sum(len(phase.report.rulings) for phase in self.record.phases)
        if self.record.engine == __version__:
            return CheckedPart(count=orders, wrong=apart)
        by = gettext("judged by {then}, now {now}", then=self.record.engine, now=__version__)
        return CheckedPart(count=orders, notes=tuple(f"{text} ({by})" for text in apart))

    def _read_counted(self) -> Iterator[tuple[Power, OrderFile]]:
        """Yield the orders that counted; of files that stay sealed what the opened record has of them."""
        for name, power in self.counted.items():
            sealed = self.published.files.get(name)
            text = self.opened.get(name) if name.endswith(".age") else sealed
            if text is None or sealed is None:
                continue
            file = self.published.read_orders(name, text, power)
            yield power, replace(file, sha256=digest(sealed.encode()))


def _list_digests(receipt: Receipt) -> Iterator[str]:
    """Yield the digests of a power's file, and of the version of it that came in time."""
    for one in filter(None, (receipt, receipt.in_time)):
        yield from filter(None, (one.sha256, one.sealed_sha256, one.opened_sha256))
