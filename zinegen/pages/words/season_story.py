"""What happened in a season, told: who gained and lost what, who turned on whom, what stood fast, and why.

The same record gives the same sentences. Each says what a fact of `zinegen.pages.words.season_facts` says, or
what the record itself does, and no more.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import TypeVar

from zinegen.board.board import Board, Power
from zinegen.game.changes import GameEnded, UnitBuilt, UnitRemoved
from zinegen.game.state import PhaseKind
from zinegen.game.units import Kind, Unit
from zinegen.game.verdicts import Reason
from zinegen.game.wording import join_words, name_in_sentence, name_owned
from zinegen.geometry.mesh import ProvinceKey
from zinegen.languages.names import PowerInSentence, name_power
from zinegen.languages.texts import gettext, ngettext
from zinegen.notation.grammar.writer import write_order, write_unit
from zinegen.pages.words.attacks import list_attacks
from zinegen.pages.words.crossings import BrokenConvoy, LackingFleet, SeaCrossing
from zinegen.pages.words.ground_story import tell_ground, tell_rivals
from zinegen.pages.words.happenings import changes_of, describe_end
from zinegen.pages.words.phases import name_season
from zinegen.pages.words.season_facts import (
    ROUT,
    Capture,
    CutOff,
    DrivenOut,
    EndOfPeace,
    Fact,
    Fall,
    Garrison,
    Rout,
    Siege,
    Standoff,
    find_facts,
)
from zinegen.pages.words.stabs import Stab
from zinegen.play.records.records import SeasonRecord

MOST = 9
"""So many sentences at most; the page has everything."""
MUCH = 4
"""So many sentences on the ground stand before those on battles, and others behind."""
FEW = 3
"""So many of one kind are told each by itself."""
HELD = 2
"""So many attacks in a row that were held are worth telling of a place that falls."""
LISTED = 6
"""So many standoffs are named in one sentence, the most contested first."""
Told = TypeVar("Told")


def tell_season(record: SeasonRecord, earlier: Sequence[SeasonRecord] = ()) -> str:
    """Return a season in a few sentences, what matters most first; empty when there is nothing to tell.

    ``earlier`` are the records of the game before it, oldest first.
    """
    story = _Story(record, find_facts(record, earlier))
    return " ".join([*story.tell()][:MOST]) or _tell_quiet_season(record)


def _tell_quiet_season(record: SeasonRecord) -> str:
    """Return a sentence on a season in which nothing was taken or contested; empty when nobody moved."""
    kinds = {phase.phase.kind for phase in record.phases}
    if PhaseKind.PLACEMENT in kinds or not record.before.units:
        return gettext("The powers have set up their units.")
    if PhaseKind.MOVES not in kinds:
        return ""
    attacks = [one for phase in record.phases for one in list_attacks(phase)]
    stopped = sum(not one.has_arrived for one in attacks)
    if not stopped:
        return gettext("Nobody is driven out, and nobody bounces.")
    return ngettext(
        "Nobody is driven out, and one move is stopped.",
        "Nobody is driven out, and {number} moves are stopped.",
        stopped,
    )


class _Story:
    """The sentences about one season."""

    def __init__(self, record: SeasonRecord, facts: Sequence[Fact]) -> None:
        self.record = record
        self.facts = facts
        self.board: Board = record.before.board
        stabbed = {one.on for one in self._all(Stab)}
        driven = [one for one in self._all(DrivenOut) if one.unit not in stabbed]
        driven.sort(key=lambda one: (-one.sieged, not one.takes_centre, not one.is_lost))
        self.driven_out, self.others_out = driven[:FEW], driven[FEW:]

    def tell(self) -> Iterator[str]:
        """Yield them all, those that matter most first."""
        yield from self._tell_end()
        yield from self._tell_falls()
        yield from map(self._tell_stab, self._all(Stab))
        yield from map(self._tell_end_of_peace, self._all(EndOfPeace))
        yield from [*tell_ground(self.record)][:MUCH]
        yield from map(self._tell_garrison, self._all(Garrison))
        yield from self._tell_failed_convoys()
        yield from self._tell_driven_out()
        yield from self._tell_captures()
        yield from map(self._tell_rout, self._all(Rout))
        yield from self._tell_missing()
        yield from self._tell_crossings()
        yield from self._tell_sieges()
        yield from self._tell_standoffs()
        yield from self._tell_untold()
        yield from self._tell_units()
        yield from tell_rivals(self.record)
        yield from [*tell_ground(self.record)][MUCH:]
        yield from map(self._tell_cut_off, self._all(CutOff)[:2])

    def _all(self, kind: type[Told]) -> list[Told]:
        return [one for one in self.facts if isinstance(one, kind)]

    def _name(self, face: ProvinceKey) -> str:
        board = self.record.after.board
        return name_in_sentence(board if face in board.provinces else self.board, face)

    def _join(self, faces: Iterable[ProvinceKey]) -> str:
        return join_words([self._name(face) for face in faces])

    def _own(self, unit: Unit) -> str:
        """Return ``Turkey's F BLA``."""
        return name_owned(unit.power, write_unit(unit, self.board))

    # -------------------------------------------------------------------------- ends and ground

    def _tell_end(self) -> Iterator[str]:
        for _, change in changes_of(self.record):
            if isinstance(change, GameEnded):
                yield describe_end(change.winners, self.record.decisions)

    def _tell_falls(self) -> Iterator[str]:
        fallen = [one.power for one in self._all(Fall)]
        if fallen:
            yield ngettext(
                "{powers} is out of the game.",
                "{powers} are out of the game.",
                len(fallen),
                powers=_join_powers(fallen),
            )

    # ------------------------------------------------------------------------ gains and losses

    def _tell_captures(self) -> Iterator[str]:
        told = {(one.by.power, one.unit.province) for one in self.driven_out if one.by}
        found = [
            replace(one, places=places)
            for one in self._all(Capture)
            if (places := tuple(face for face in one.places if (one.power, face) not in told))
        ]
        neutral = [one for one in found if one.loser is None]
        neutral.sort(key=lambda one: (-len(one.places), one.power))
        if len(neutral) > 1:
            gains = [
                gettext(
                    "{power} ({places})",
                    power=name_power(one.power),
                    places=self._join(one.places),
                )
                for one in neutral
            ]
            yield gettext("Centres that were nobody's go to {gains}.", gains=join_words(gains))
        elif neutral:
            yield gettext(
                "{power:The} takes {places}.",
                power=PowerInSentence(neutral[0].power),
                places=self._join(neutral[0].places),
            )
        for power in dict.fromkeys(one.power for one in found if one.loser is not None):
            gains = [
                gettext(
                    "{places} from {power:the}",
                    places=self._join(one.places),
                    power=PowerInSentence(one.loser),
                )
                for one in found
                if one.power == power and one.loser is not None
            ]
            yield gettext(
                "{power:The} takes {gains}.", power=PowerInSentence(power), gains=join_words(gains)
            )

    def _tell_rout(self, one: Rout) -> str:
        power, lost = PowerInSentence(one.power), len(one.centres)
        if one.units >= ROUT:
            text = ngettext(
                "It is a rout for {power:the}: {units} of its units are driven out. One centre is left"
                " to it.",
                "It is a rout for {power:the}: {units} of its units are driven out. {number} centres are left"
                " to it.",
                one.left or 0,
                power=power,
                units=one.units,
            )
            plain = gettext(
                "It is a rout for {power:the}: {units} of its units are driven out.",
                power=power,
                units=one.units,
            )
            return plain if one.left is None else text
        return gettext(
            "{power:The} loses {lost} centres in one season and has {left} left.",
            power=power,
            lost=lost,
            left=one.left,
        )

    def _tell_driven_out(self) -> Iterator[str]:
        yield from map(self._tell_one_driven_out, self.driven_out)
        if self.others_out:
            units = [self._own(one.unit) for one in self.others_out]
            yield gettext("Driven out as well: {units}.", units=join_words(units))

    def _tell_one_driven_out(self, one: DrivenOut) -> str:
        said = {"lost": self._own(one.unit), "place": self._name(one.unit.province)}
        if one.by is None:
            return gettext("{lost} has to leave {place}.", **said)
        said["winner"] = self._own(one.by)
        said["times"] = str(one.sieged)
        if one.helpers:
            said["winner"] = gettext(
                "{winner}, with support from {powers},",
                winner=said["winner"],
                powers=_join_powers(one.helpers),
            )
        if one.sieged >= HELD:
            text = gettext(
                "{place} had held through {times} seasons of attacks; now {winner} drives {lost} out.",
                **said,
            )
        elif one.to is not None:
            said["to"] = self._name(one.to)
            text = gettext("{winner} drives {lost} out of {place}; it retreats to {to}.", **said)
        elif not one.could_go:
            text = gettext(
                "{winner} destroys {lost} in {place}: it had nowhere to retreat to.", **said
            )
        elif one.is_lost:
            text = gettext("{winner} drives {lost} out of {place}; it is disbanded.", **said)
        else:
            text = gettext("{winner} drives {lost} out of {place}.", **said)
        if one.takes_centre:
            taken = gettext("The centre goes to {power:the}.", power=PowerInSentence(one.by.power))
            text = f"{text} {taken}"
        return text[:1].upper() + text[1:]

    # --------------------------------------------------------------------- friends and enemies

    def _tell_stab(self, one: Stab) -> str:
        said: dict[str, object] = {
            "power": PowerInSentence(one.attack.power),
            "other": PowerInSentence(one.on.power),
            "season": name_season(one.when.phase.season),
            "year": one.when.phase.year,
            "help": write_order(one.help, one.when.before.board),
            "unit": write_unit(one.attack.unit, self.board),
            "place": self._name(one.attack.to),
            "lost": write_unit(one.on, self.board),
        }
        if one.attack.has_arrived:
            return gettext(
                "{power:The} turns on {other:the}, which it had helped in {season} {year} ({help}):"
                " {unit} drives {lost} out of {place}.",
                **said,
            )
        return gettext(
            "{power:The} turns on {other:the}, which it had helped in {season} {year} ({help}):"
            " {unit} goes for {place}, and {lost} holds it.",
            **said,
        )

    def _tell_end_of_peace(self, one: EndOfPeace) -> str:
        return ngettext(
            "{power:The} breaks the peace with {other:the}, after {number} season side by side without a"
            " quarrel.",
            "{power:The} breaks the peace with {other:the}, after {number} seasons side by side without a"
            " quarrel.",
            one.seasons,
            power=PowerInSentence(one.power),
            other=PowerInSentence(one.other),
        )

    def _tell_garrison(self, one: Garrison) -> str:
        first, second = one.attacks
        return gettext(
            "{first} and {second} are each stronger than {unit} in {place}, but hold each other off: a"
            " beleaguered garrison, and it stays.",
            place=self._name(one.unit.province),
            first=self._own(first.unit),
            second=self._own(second.unit),
            unit=self._own(one.unit),
        )

    def _tell_sieges(self) -> Iterator[str]:
        found = sorted(self._all(Siege), key=lambda one: (-one.times, one.unit.province))
        beleaguered = {one.unit for one in self._all(Garrison)}
        for one in [one for one in found if one.unit not in beleaguered][:1]:
            yield gettext(
                "{unit} holds {place} against {powers}, attacked for {times} seasons in a row.",
                unit=self._own(one.unit),
                place=self._name(one.unit.province),
                powers=_join_powers(one.powers),
                times=one.times,
            )

    def _tell_standoffs(self) -> Iterator[str]:
        found = self._all(Standoff)
        for one in found:
            if one.times >= FEW:
                yield gettext(
                    "For {times} seasons in a row {powers} have kept each other out of {place}.",
                    times=one.times,
                    powers=_join_powers(one.powers),
                    place=self._name(one.place),
                )
        rest = [one for one in found if one.times < FEW]
        rest.sort(key=lambda one: (-len(one.powers), one.place))
        places = [
            gettext(
                "{what} ({powers})", what=self._name(one.place), powers=_join_powers(one.powers)
            )
            for one in rest[:LISTED]
        ]
        if places:
            yield ngettext(
                "Nobody gets into {places}: a standoff.",
                "Nobody gets into {places}: standoffs.",
                len(places),
                places=join_words(places),
            )

    def _tell_cut_off(self, one: CutOff) -> str:
        return gettext(
            "{unit} does not get to {place}; {cutter} cut the support of {supporter}.",
            unit=self._own(one.attack.unit),
            place=self._name(one.attack.to),
            cutter=self._own(one.by),
            supporter=write_unit(one.supporter, self.board),
        )

    # -------------------------------------------------------------------- at sea, and what else

    def _tell_crossings(self) -> Iterator[str]:
        for one in self._all(SeaCrossing):
            yield gettext(
                "{army} crosses by sea to {place}, over {seas}.",
                army=self._own(one.army),
                place=self._name(one.to),
                seas=self._join(one.over),
            )

    def _tell_failed_convoys(self) -> Iterator[str]:
        for broken in self._all(BrokenConvoy):
            yield gettext(
                "{army} does not get to {place}: the convoy hung on {fleet}, and {by} drives that out.",
                army=self._own(broken.army),
                place=self._name(broken.to),
                fleet=self._own(broken.fleet),
                by=self._own(broken.by),
            )
        for lacking in self._all(LackingFleet):
            yield gettext(
                "{army} does not get to {place}: one fleet was missing in the convoy, for {fleet} had no"
                " order to carry it.",
                army=self._own(lacking.army),
                place=self._name(lacking.to),
                fleet=write_unit(lacking.fleet, self.board),
            )

    def _tell_untold(self) -> Iterator[str]:
        for phase in self.record.phases:
            for one in list_attacks(phase):
                if one.ruling.verdict.reason is Reason.UNTOLD:
                    yield gettext(
                        "{unit} does not get to {place}, and nobody is told why.",
                        unit=self._own(one.unit),
                        place=self._name(one.to),
                    )

    def _tell_units(self) -> Iterator[str]:
        """Yield mutants that rose; of a season without moves also who built and removed what."""
        built = [one.unit for _, one in changes_of(self.record) if isinstance(one, UnitBuilt)]
        for unit in built:
            if unit.kind is Kind.MUTANT:
                yield gettext(
                    "{power:The} raises a mutant force in {place}.",
                    power=PowerInSentence(unit.power),
                    place=self._name(unit.province),
                )
        kinds = {one.phase.kind for one in self.record.phases}
        if not self.record.before.units or kinds & {PhaseKind.MOVES, PhaseKind.PLACEMENT}:
            return
        removed = [one.unit for _, one in changes_of(self.record) if isinstance(one, UnitRemoved)]
        plain = [unit for unit in built if unit.kind is not Kind.MUTANT]
        if plain:
            yield gettext("New units: {units}.", units=self._list_units(plain))
        if removed:
            yield gettext("Removed: {units}.", units=self._list_units(removed))

    def _list_units(self, units: Sequence[Unit]) -> str:
        board = self.record.after.board
        return ", ".join(
            gettext(
                "{power} ({places})",
                power=name_power(power),
                places=join_words([write_unit(one, board) for one in units if one.power == power]),
            )
            for power in dict.fromkeys(one.power for one in units)
        )

    def _tell_missing(self) -> Iterator[str]:
        if self.record.missing:
            powers = _join_powers(self.record.missing)
            yield gettext("Nothing came in from {powers}.", powers=powers)


def _join_powers(powers: Iterable[Power]) -> str:
    return join_words([name_power(power) for power in powers])
