"""Where fleets lie after the ground has changed."""

from dataclasses import replace

import pytest

from tests.border_events import judge_events, position, with_options
from tests.rule_sets import rule_set
from zinegen.board.coasts import coasts
from zinegen.game import Reason, Unit, UnitLost, UnitPutOnCoast
from zinegen.geometry import ProvinceKey
from zinegen.notation import write_unit
from zinegen.rules.movement.movement import is_trapped

ACERUNNER = rule_set("seismic-acerunner")
LAVAURS = rule_set("seismic-lavaurs")

DIVIDE_TUNIS = "TYS & ION separate, Nap & Tun connect"
SINK_ANKARA = "Ank & BLA separate, Con & Arm connect"


def tunis(choice="", throws=None, variant=LAVAURS):
    state = position(variant, units={"Italy": ["F Tun"]})
    choices = {"Italy": choice} if choice else None
    return judge_events(variant, state, {"Austria": DIVIDE_TUNIS}, choices, throws)


def units(result) -> list[str]:
    return [write_unit(unit, result.after.board) for unit in result.after.units.values()]


def test_a_fleet_whose_coast_only_grows_stays_and_is_anchored_anew():
    state = position(LAVAURS, units={"Turkey": ["F Bul/sc"]})
    result = judge_events(LAVAURS, state, {"Italy": "AEG & Gre separate, Bul & ION connect"})
    (change,) = (c for c in result.report.changes if isinstance(c, UnitPutOnCoast))
    (unit,) = result.after.units.values()
    assert set(change.unit.at.coast) < set(change.coast)
    assert change.is_descendant
    assert result.report.undesignated == ()
    assert unit.at.coast in {
        coast.borders for coast in coasts(result.after.board, ProvinceKey("Bul"))
    }
    assert units(result) == ["F Bul/sc"]


def test_a_divided_coast_asks_for_a_throw_between_its_pieces_by_full_name():
    needs = tunis().report.needs
    assert needs is not None
    assert needs.label == "coast/F Tun"
    assert needs.candidates == ("ION", "TYS")


@pytest.mark.parametrize(("thrown", "coast"), [(1, "F Tun/ION"), (2, "F Tun/TYS")])
def test_the_throw_decides(thrown, coast):
    assert units(tunis(throws={"coast/F Tun": thrown})) == [coast]


@pytest.mark.parametrize(
    ("choice", "coast"),
    [
        ("F Tun: ION", "F Tun/ION"),
        ("F Tun: BLA, {WES,TYS}", "F Tun/TYS"),
        ("Tun: WES, ION", "F Tun/TYS"),
        ("F Tun: disband, ION", "F Tun/ION"),
        ("F Nap: ION\nF Tun: TYS", "F Tun/TYS"),
    ],
)
def test_the_first_possible_wish_of_the_owner_is_fulfilled(choice, coast):
    result = tunis(choice)
    assert units(result) == [coast]
    assert result.reasons("Italy") == [Reason.COAST_CHOSEN]


def test_wishes_that_name_no_piece_are_no_choice():
    result = tunis("F Tun: BLA", {"coast/F Tun": 1})
    assert units(result) == ["F Tun/ION"]
    assert result.reasons("Italy") == [Reason.NO_SUCH_COAST]


def test_only_the_owner_chooses():
    state = position(LAVAURS, units={"Italy": ["F Tun"]})
    result = judge_events(LAVAURS, state, {"Austria": DIVIDE_TUNIS}, {"Austria": "F Tun: ION"})
    assert result.report.needs is not None


def test_a_divided_coast_offers_its_own_pieces_only():
    """Spain's southern coast is divided; the northern one is no choice for that fleet."""
    state = position(LAVAURS, units={"France": ["F Spa/sc"]})
    event = {"Italy": "MAO & WES separate, NAf & Spa connect"}
    asked = judge_events(LAVAURS, state, event).report.needs
    assert asked is not None
    assert len(asked.candidates) == 2
    chosen = judge_events(LAVAURS, state, event, {"France": "F Spa: nc, GOL"})
    assert units(chosen) == ["F Spa/GOL"]


@pytest.mark.parametrize(
    ("convention", "coast"),
    [("alphabetical", "F Tun/ION"), ("most-water", "F Tun/TYS"), ("nearest-home", "F Tun/ION")],
)
def test_a_convention_replaces_the_throw(convention, coast):
    """Naples is one move away along the Ionian and along the Tyrrhenian: the alphabet decides."""
    variant = with_options(LAVAURS, coast_choice=convention)
    assert units(tunis(variant=variant)) == [coast]


def test_the_coast_nearest_home_is_found_on_the_new_map():
    """From the Adriatic's shut-off part no fleet reaches Turkey; from the Ionian it is a few moves."""
    variant = with_options(LAVAURS, coast_choice="nearest-home")
    state = position(variant, units={"Turkey": ["F Alb"]})
    result = judge_events(variant, state, {"Austria": "ADR & ION separate, Apu & Alb connect"})
    assert units(result) == ["F Alb/ION"]


def test_a_lost_coast_offers_all_others_and_one_is_taken_without_asking():
    state = position(LAVAURS, units={"Russia": ["F StP/nc"]})
    event = {"England": "StP & BAR separate, Nwy & Out connect"}
    assert units(judge_events(LAVAURS, state, event)) == ["F StP"]


def ankara(variant, choice=""):
    state = position(variant, units={"Turkey": ["F Ank", "A Con"]})
    choices = {"Turkey": choice} if choice else None
    return judge_events(variant, state, {"Russia": SINK_ANKARA}, choices)


@pytest.mark.parametrize("choice", ["", "F Ank: trapped", "F Ank: disband", "F Ank: BLA"])
def test_a_fleet_without_a_coast_is_trapped(choice):
    result = ankara(LAVAURS, choice)
    unit = result.after.units[ProvinceKey("Ank")]
    assert unit.at.coast == ()
    assert is_trapped(result.after, unit)


@pytest.mark.parametrize(
    ("choice", "default", "gone"),
    [
        ("", "trapped", False),
        ("", "disband", True),
        ("F Ank: disband", "trapped", True),
        ("F Ank: trapped", "disband", False),
        ("F Ank: BLA, disband", "trapped", True),
    ],
)
def test_in_the_revision_it_may_be_disbanded(choice, default, gone):
    result = ankara(with_options(ACERUNNER, trapped_default=default), choice)
    assert (ProvinceKey("Ank") not in result.after.units) is gone
    assert any(isinstance(change, UnitLost) for change in result.report.changes) is gone


def test_a_fleet_that_is_trapped_already_is_not_asked_again():
    variant = with_options(ACERUNNER, trapped_default="disband")
    state = position(variant, [SINK_ANKARA], {"Turkey": ["F Ank"]})
    result = judge_events(
        variant, state, {"Italy": "Mun & Bur separate"}, {"Turkey": "F Ank: disband"}
    )
    (unit,) = result.after.units.values()
    assert isinstance(unit, Unit)
    assert is_trapped(result.after, unit)


def test_armies_and_fleets_at_sea_never_move():
    lines = {"Italy": ["A Tun", "F ION", "F TYS"], "Turkey": ["A Ank", "F BLA"]}
    state = position(LAVAURS, units=lines)
    result = judge_events(LAVAURS, state, {"Austria": DIVIDE_TUNIS, "Russia": SINK_ANKARA})
    assert result.after.units == state.units


def test_without_events_nothing_is_asked():
    state = position(LAVAURS, units={"Italy": ["F Tun"], "Turkey": ["F Bul/ec"]})
    result = judge_events(LAVAURS, state, {}, {"Italy": "F Tun: ION"})
    assert result.report.changes == ()
    assert result.report.rulings == ()


def test_coasts_with_the_same_water_are_told_apart_by_direction():
    """Brest without the Channel, with Portugal tied to it: the Mid-Atlantic on both sides."""
    before = ["Por & Spa separate, MAO & MAO connect", "Bre & ENG separate, Pic & MAO connect"]
    state = position(LAVAURS, before, {"France": ["F Bre"]})
    asked = judge_events(LAVAURS, state, {"Italy": "Por & Bre connect"}).report.needs
    assert asked is not None
    labels = ("nc", "ec", "sc", "wc")
    assert len({*asked.candidates}) == 2
    assert sorted(asked.candidates, key=labels.index) == list(asked.candidates)


def test_no_drawing_is_asked_for_them():
    before = ["Por & Spa separate, MAO & MAO connect", "Bre & ENG separate, Pic & MAO connect"]
    state = position(LAVAURS, before, {"France": ["F Bre"]})
    bare = replace(state, board=replace(state.board, shape=None))
    asked = judge_events(LAVAURS, bare, {"Italy": "Por & Bre connect"}).report.needs
    assert asked == judge_events(LAVAURS, state, {"Italy": "Por & Bre connect"}).report.needs
    assert asked is not None
    assert asked.candidates == ("nc", "ec")


def test_only_a_fleet_on_another_coast_is_told_of():
    """One of two pieces, and a coast in place of a lost one, are other coasts than before."""
    pieces = tunis("F Tun: ION").report.changes
    state = position(LAVAURS, units={"Russia": ["F StP/nc"]})
    lost = judge_events(LAVAURS, state, {"England": "StP & BAR separate, Nwy & Out connect"})
    for changes in (pieces, lost.report.changes):
        (change,) = (one for one in changes if isinstance(one, UnitPutOnCoast))
        assert not change.is_descendant


def silent(result) -> list[str]:
    return [write_unit(one.unit, result.before.board) for one in result.report.undesignated]


def test_fleets_whose_owners_chose_nothing_are_named_while_a_throw_is_needed_too():
    assert silent(tunis()) == ["F Tun"]
    assert silent(tunis(throws={"coast/F Tun": 1})) == ["F Tun"]
    assert silent(tunis(variant=with_options(LAVAURS, coast_choice="alphabetical"))) == ["F Tun"]
    assert silent(tunis("F Tun: ION")) == []


def test_a_fleet_that_may_be_disbanded_has_a_choice():
    assert silent(ankara(ACERUNNER)) == ["F Ank"]
    assert silent(ankara(ACERUNNER, "F Ank: trapped")) == []
    assert silent(ankara(LAVAURS)) == []
