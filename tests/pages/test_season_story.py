"""Seasons told: each sentence says what the records say, and what happened is told."""

from collections.abc import Mapping
from functools import cache
from pathlib import Path

import pytest

from zinegen.archive import Game, open_game, play
from zinegen.board import Power
from zinegen.game import GameState, Phase, Sheet
from zinegen.game.changes import UnitDislodged, UnitLost, UnitMoved
from zinegen.game.verdicts import Word
from zinegen.notation import read_orders, write_order, write_unit
from zinegen.pages.builders.redaction import public_play
from zinegen.pages.words.season_facts import find_facts
from zinegen.pages.words.season_story import MOST, tell_season
from zinegen.play import Setup, start_state
from zinegen.play.records import PhaseRecord, SeasonRecord
from zinegen.rules import adjudicate
from zinegen.variants.standard import STANDARD

ROOT = Path(__file__).parents[2]
GAMES = sorted(path.parent for path in (ROOT / "games").glob("*/game.toml"))


def start(units: Mapping[str, str], phase: str = "S1901M", **centres: str) -> GameState:
    """Return a position: units and centres by power, each in one text."""
    placed = {Power(power): text.split(", ") for power, text in units.items()}
    owned = {Power(power): text.split() for power, text in centres.items()}
    return start_state(STANDARD, Setup(phase=Phase.parse(phase), units=placed, centres=owned))


def judge(before: GameState, orders: Mapping[str, str]) -> PhaseRecord:
    """Judge a phase with orders by power, one a line."""
    read = {
        Power(power): read_orders(text, power=Power(power), state=before, variant=STANDARD).orders
        for power, text in orders.items()
    }
    after, report = adjudicate(STANDARD, before, Sheet(orders=read))
    return PhaseRecord(before=before, report=report, after=after)


def season(*phases: PhaseRecord) -> SeasonRecord:
    """Return the record of a season of these phases."""
    return SeasonRecord(
        engine="1", game="ode", season="1901-1-spring", variant="standard", options={}, inputs={},
        players={}, handed={}, decisions=(), phases=phases,
    )  # fmt: skip


def tell(units: Mapping[str, str], orders: Mapping[str, str], **centres: str) -> str:
    """Return the story of one phase of moves."""
    return tell_season(season(judge(start(units, **centres), orders)))


# ------------------------------------------------------------------------- what is to be told


def test_two_attacks_that_hold_each_other_off_leave_a_beleaguered_garrison():
    units = {"Austria": "A Bud, A Ser", "Russia": "F Sev, A Gal", "Turkey": "F Rum"}
    orders = {
        "Austria": "A Bud - Rum\nA Ser S A Bud - Rum",
        "Russia": "F Sev - Rum\nA Gal S F Sev - Rum",
        "Turkey": "F Rum H",
    }
    assert tell(units, orders) == (
        "Austria's A Bud and Russia's F Sev are each stronger than Turkey's F Rum in Rumania, but hold each"
        " other off: a beleaguered garrison, and it stays."
    )
    weak = orders | {"Russia": "F Sev - Rum\nA Gal H"}
    assert "beleaguered" not in tell(units, weak)
    held = {"Turkey": "F Rum, A Bul"}, {"Turkey": "F Rum H\nA Bul S F Rum"}
    assert "beleaguered" not in tell(units | held[0], orders | held[1])


def test_a_power_that_attacks_whom_it_helped_within_a_year_turns_on_it():
    before = start({"Germany": "A Mun, A Ruh", "France": "A Bur, A Gas", "Italy": "A Mar"})
    helped = judge(
        before,
        {"Germany": "A Mun S A Bur\nA Ruh H", "France": "A Bur H\nA Gas H", "Italy": "A Mar - Bur"},
    )
    stab = judge(
        helped.after,
        {
            "Germany": "A Mun - Bur\nA Ruh S A Mun - Bur",
            "France": "A Bur H\nA Gas H",
            "Italy": "A Mar H",
        },
    )
    story = tell_season(season(stab), [season(helped)])
    assert story.startswith(
        "Germany turns on France, which it had helped in spring 1901 (A Mun S A Bur): A Mun drives"
        " A Bur out of Burgundy."
    )
    assert "turns on" not in tell_season(season(stab))
    quiet = judge(before, {"Germany": "A Mun H\nA Ruh H", "France": "A Bur H\nA Gas H"})
    long_ago = [season(helped), season(quiet), season(quiet)]
    assert "turns on" not in tell_season(season(stab), long_ago)
    quarrel = judge(before, {"Germany": "A Mun - Bur\nA Ruh H", "France": "A Bur H\nA Gas H"})
    assert "turns on" not in tell_season(season(stab), [season(helped), season(quarrel)])


def test_peace_is_broken_by_whoever_first_drives_a_neighbour_out():
    before = start({"Germany": "A Mun, A Ruh", "France": "A Bur, A Gas"})
    quiet = judge(before, {"Germany": "A Mun H\nA Ruh H", "France": "A Bur H\nA Gas H"})
    war = judge(
        before, {"Germany": "A Mun - Bur\nA Ruh S A Mun - Bur", "France": "A Bur H\nA Gas H"}
    )
    story = tell_season(season(war), [season(quiet)] * 2)
    assert story.startswith(
        "Germany breaks the peace with France, after 2 seasons side by side without a quarrel."
    )
    assert "peace" not in tell_season(season(war), [season(quiet)])
    assert "peace" not in tell_season(season(war), [season(war), season(quiet), season(quiet)])


def test_a_convoy_fails_for_one_fleet_that_was_driven_out_or_had_no_order():
    units = {"England": "A Lon, F NTH", "France": "F ENG, F Bel"}
    broken = {
        "England": "A Lon - Nwy\nF NTH C A Lon - Nwy",
        "France": "F Bel - NTH\nF ENG S F Bel - NTH",
    }
    assert tell(units, broken).startswith(
        "England's A Lon does not get to Norway: the convoy hung on England's F NTH, and France's F Bel"
        " drives that out."
    )
    sea = {"England": "A Lon, F NTH, F NWG, F ENG"}
    lacking = {"England": "A Lon - StP\nF NTH C A Lon - StP\nF NWG H\nF ENG H"}
    assert "convoy" not in tell(sea, lacking), "with two fleets missing nothing is known"
    two = {"England": "A Lon - Nwy\nF ENG C A Lon - Nwy\nF NTH H\nF NWG H"}
    assert tell(sea, two).startswith(
        "England's A Lon does not get to Norway: one fleet was missing in the convoy, for F NTH had no order"
        " to carry it."
    )
    crossed = {"England": "A Lon - Nwy\nF NTH C A Lon - Nwy"}
    assert tell(units, crossed).endswith("crosses by sea to Norway, over the North Sea.")


def test_a_place_that_falls_after_years_of_attacks_had_held():
    units = {"Austria": "A Bud, A Ser", "Turkey": "A Rum"}
    before = start(units, Turkey="Rum")
    held = judge(before, {"Austria": "A Bud - Rum\nA Ser H", "Turkey": "A Rum H"})
    falls = judge(before, {"Austria": "A Bud - Rum\nA Ser S A Bud - Rum", "Turkey": "A Rum H"})
    story = tell_season(season(falls), [season(held)] * 2)
    assert story.startswith(
        "Rumania had held through 2 seasons of attacks; now Austria's A Bud drives Turkey's A Rum out."
    )
    pressed = judge(
        start(units | {"Turkey": "A Rum, A Bul"}),
        {"Austria": "A Bud - Rum\nA Ser S A Bud - Rum", "Turkey": "A Rum H\nA Bul S A Rum"},
    )
    assert tell_season(season(pressed), [season(held)] * 2) == (
        "Turkey's A Rum holds Rumania against Austria, attacked for 3 seasons in a row."
    )


def test_a_unit_without_a_retreat_is_destroyed_and_helpers_are_named():
    units = {"Austria": "A Bud, A Ser", "Russia": "F Sev, A Ukr, A Gal", "Turkey": "A Rum, A Bul"}
    orders = {
        "Austria": "A Bud - Rum\nA Ser H",
        "Russia": "A Gal S A Bud - Rum\nF Sev H\nA Ukr H",
        "Turkey": "A Rum H\nA Bul H",
    }
    assert tell(units, orders) == (
        "Austria's A Bud, with support from Russia, destroys Turkey's A Rum in Rumania: it had nowhere to"
        " retreat to."
    )


def test_standoffs_are_told_with_who_stood_there_and_for_how_long():
    before = start({"Germany": "A Mun", "France": "A Par"})
    bounce = judge(before, {"Germany": "A Mun - Bur", "France": "A Par - Bur"})
    assert (
        tell_season(season(bounce)) == "Nobody gets into Burgundy (France and Germany): a standoff."
    )
    assert tell_season(season(bounce), [season(bounce)] * 2) == (
        "For 3 seasons in a row France and Germany have kept each other out of Burgundy."
    )


def test_a_season_without_news_tells_how_many_moves_were_stopped():
    units = {"Germany": "A Mun, A Boh"}
    own = {"Germany": "A Mun - Sil\nA Boh - Sil"}
    assert tell(units, own) == "Nobody is driven out, and 2 moves are stopped."
    assert tell(units, {"Germany": "A Mun - Sil"}) == "Nobody is driven out, and nobody bounces."
    assert tell(units, {"Germany": "A Mun - Lon"}).endswith("nobody bounces.")


def test_a_winter_tells_who_built_and_removed_what():
    built = judge(
        start({"Germany": "A Mun"}, "W1901A", Germany="Kie Mun"), {"Germany": "build F Kie"}
    )
    assert tell_season(season(built)) == "New units: Germany (F Kie)."
    gone = judge(
        start({"Germany": "A Mun, A Ruh"}, "W1901A", Germany="Mun"), {"Germany": "remove A Ruh"}
    )
    assert tell_season(season(gone)) == "Removed: Germany (A Ruh)."
    nothing = judge(start({"Germany": "A Mun"}, "W1901A", Germany="Mun"), {})
    assert tell_season(season(nothing)) == ""
    first = judge(start({}, "W1901A", Germany="Kie Mun"), {"Germany": "build F Kie"})
    assert tell_season(season(first)) == "The powers have set up their units."


# --------------------------------------------------------------------- nothing that is invented


@cache
def records_of(folder: Path) -> tuple[SeasonRecord, ...]:
    """Return what is public of a game's records."""
    game = open_game(folder, past_orders=False)
    assert isinstance(game, Game)
    return tuple(public_play(play(game)).records)


class Check:
    """What rulings and changes of a season say, read apart from the program's own reading."""

    def __init__(self, record: SeasonRecord, earlier: tuple[SeasonRecord, ...]) -> None:
        self.record, self.earlier = record, earlier
        self.moves = [one for one in record.phases if one.phase.kind.name == "MOVES"]
        self.changes = [one for phase in record.phases for one in phase.report.changes]

    def ruled(self, start: str) -> set[str]:
        """Return the words of rulings on orders of this season whose texts begin so."""
        return {
            ruling.verdict.reason.key
            for phase in self.moves
            for ruling in phase.report.rulings
            if write_order(ruling.order, phase.before.board).startswith(start)
        }

    def text(self, unit) -> str:
        return write_unit(unit, self.record.before.board)

    def place(self, face) -> str:
        return self.record.before.board[face].abbreviation

    def capture(self, fact):
        for face in fact.places:
            assert self.record.after.owners[face] == fact.power
            assert self.record.before.owners.get(face) == fact.loser

    def drivenout(self, fact):
        lost = [one.dislodged for one in self.changes if isinstance(one, UnitDislodged)]
        assert any((one.unit, one.by) == (fact.unit, fact.by) for one in lost)
        ends = [
            one
            for one in self.changes
            if isinstance(one, UnitLost | UnitMoved) and one.unit == fact.unit
        ]
        if fact.is_lost:
            assert any(isinstance(one, UnitLost) and one.dislodged for one in ends)
        if fact.to is not None:
            assert any(isinstance(one, UnitMoved) and one.to.province == fact.to for one in ends)
        if fact.takes_centre:
            assert self.record.after.owners[fact.unit.province] == fact.by.power
        for back in range(1, fact.sieged + 1):
            state = [p for r in self.earlier for p in r.phases if p.phase.kind.name == "MOVES"][
                -back
            ]
            assert state.before.units[fact.unit.province].power == fact.unit.power

    def garrison(self, fact):
        for one in fact.attacks:
            assert "bounced-by" in self.ruled(
                f"{self.text(one.unit)} - {self.place(fact.unit.province)}"
            )
            assert len(one.helpers) >= 1
        (moves,) = self.moves
        assert moves.after.units[fact.unit.province].power == fact.unit.power
        powers = {fact.unit.power, *(one.power for one in fact.attacks)}
        assert fact.unit.power not in {one.power for one in fact.attacks}
        assert len(powers) >= 2

    def siege(self, fact):
        moves = [
            p
            for r in (*self.earlier, self.record)
            for p in r.phases
            if p.phase.kind.name == "MOVES"
        ]
        for phase in moves[-fact.times :]:
            target = phase.before.board[fact.unit.province].abbreviation
            attacked = [
                ruling
                for ruling in phase.report.rulings
                if f" - {target}" in write_order(ruling.order, phase.before.board)
                and ruling.order.power != fact.unit.power
                and ruling.verdict.word is not Word.VOID
            ]
            assert attacked
            assert phase.after.units[fact.unit.province].power == fact.unit.power

    def brokenconvoy(self, fact):
        assert "convoy-broken" in self.ruled(f"{self.text(fact.army)} - {self.place(fact.to)}")
        lost = [one.dislodged for one in self.changes if isinstance(one, UnitDislodged)]
        assert (fact.fleet, fact.by) in [(one.unit, one.by) for one in lost]

    def seacrossing(self, fact):
        moved = [
            one for one in self.changes if isinstance(one, UnitMoved) and one.unit == fact.army
        ]
        assert any((one.to.province, one.convoy) == (fact.to, fact.over) for one in moved)

    def standoff(self, fact):
        for phase in self.moves:
            assert fact.place not in phase.before.units
            assert fact.place not in phase.after.units
            target = phase.before.board[fact.place].abbreviation
            bounced = {
                ruling.order.power
                for ruling in phase.report.rulings
                if f" - {target}" in write_order(ruling.order, phase.before.board)
                and ruling.verdict.reason.key == "bounced-by"
            }
            assert set(fact.powers) <= bounced

    def cutoff(self, fact):
        text = f"{self.text(fact.supporter)} S "
        assert "cut-by" in self.ruled(text)
        assert fact.attack.ruling.verdict.word is Word.FAILS

    def rout(self, fact):
        lost = [one.dislodged.unit.power for one in self.changes if isinstance(one, UnitDislodged)]
        assert lost.count(fact.power) == fact.units
        for face in fact.centres:
            assert (
                self.record.before.owners[face] == fact.power != self.record.after.owners.get(face)
            )

    def fall(self, fact):
        assert self.record.before.is_alive(fact.power)
        assert not self.record.after.units_of(fact.power)

    def endofpeace(self, fact):
        for one in self.earlier:
            for phase in one.phases:
                for change in phase.report.changes:
                    if isinstance(change, UnitDislodged) and change.dislodged.by:
                        pair = {change.dislodged.unit.power, change.dislodged.by.power}
                        assert pair != {fact.power, fact.other}


@pytest.mark.parametrize("folder", GAMES, ids=lambda folder: folder.name)
def test_each_fact_of_every_recorded_season_stands_in_the_records(folder):
    records, checked = records_of(folder), 0
    for place, record in enumerate(records):
        check = Check(record, records[:place])
        for fact in find_facts(record, records[:place]):
            getattr(check, type(fact).__name__.lower())(fact)
            checked += 1
    assert checked


@pytest.mark.parametrize("folder", GAMES, ids=lambda folder: folder.name)
def test_every_season_has_a_short_story_the_same_each_time(folder):
    records = records_of(folder)
    for place, record in enumerate(records):
        story = tell_season(record, records[:place])
        assert story, record.season
        assert story == tell_season(record, records[:place])
        assert "{" not in story
        assert len(story.split()) < 40 * MOST // 2, story
