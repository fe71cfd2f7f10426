"""What the order desk offers: all that is possible, nothing that is not, in a file that stays small."""

import gzip
import random
from dataclasses import replace
from pathlib import Path

import pytest

from tests.pages.choices import find_faults, find_missing, list_lines, turn_of, walk_at_random
from tests.positions import standard_state
from tests.rule_sets import rule_set
from zinegen.archive import Game, open_game, read_records
from zinegen.board import Place, Power
from zinegen.game import Build, Kind, Phase, PhaseKind, PlaceName, Reason, Sheet, Unit
from zinegen.geometry import ProvinceKey
from zinegen.notation.reading.forms import all_forms
from zinegen.pages.browser.choices import choices, write_choices
from zinegen.play import Setup, start_state
from zinegen.variants import VARIANTS
from zinegen.variants.standard import STANDARD

GAMES = Path(__file__).parents[2] / "games"
MOST_BYTES = 150_000
"""Of the choices of all powers, packed."""


def offered(state, power, section, variant=STANDARD, *, conditions=False):
    found = choices(turn_of(state, variant), [Power(power)])
    return set(list_lines(found, found["powers"][power][section], conditions=conditions))


def test_a_unit_is_offered_its_moves_supports_and_convoys():
    state = standard_state(
        "S1901M",
        {
            "England": ["F NTH", "A Yor", "F Lon"],
            "France": ["A Bel", "F MAO"],
            "Germany": ["A Hol"],
        },
    )
    lines = offered(state, "England", "orders")
    assert {
        "A Yor - Lon",
        "A Yor - Bel",
        "A Yor - Nwy via convoy",
        "F NTH C A Yor - Hol",
        "F NTH C FRENCH A Bel - Den",
        "F NTH S FRENCH A Bel - Hol",
        "F NTH S GERMAN A Hol",
        "F NTH S A Yor - Edi",
        "F Lon H",
    } <= lines
    assert not {"A Yor - Spa", "F Lon C A Yor - Bel", "F Lon - Bel", "F Lon S A Yor - Bel"} & lines


def test_a_fleet_is_asked_for_its_coast_where_there_are_two():
    lines = offered(standard_state("S1901M", {"France": ["F MAO", "F Spa/nc"]}), "France", "orders")
    assert {"F Spa/nc - Gas", "F MAO S F Spa/nc - Por", "F Spa/nc S F MAO - Por"} <= lines
    assert not any("Spa/sc" in line for line in lines if line.startswith("F Spa"))


def test_a_fleet_on_its_way_to_two_coasts_names_one():
    lines = offered(standard_state("S1901M", {"France": ["F MAO", "A Mar"]}), "France", "orders")
    assert {
        "F MAO - Spa/nc",
        "F MAO - Spa/sc",
        "A Mar S F MAO - Spa/sc",
        "A Mar S F MAO - Spa",
    } <= lines
    assert "F MAO - Spa" not in lines


def test_only_a_fleet_on_the_route_convoys():
    state = standard_state("S1901M", {"England": ["A Lon", "F ENG", "F IRI", "F NAO"]})
    lines = offered(state, "England", "orders")
    assert {"F ENG C A Lon - Bre", "F IRI C A Lon - Lvp"} <= lines
    assert "F NAO C A Lon - Bre" not in lines


def test_a_dislodged_unit_is_offered_open_places_and_to_disband():
    state = standard_state(
        "S1901R",
        {"France": ["A Mun"]},
        dislodged={"Germany": {"A Mun": ["Boh", "Sil"], "F Por": ["Spa/nc"]}},
    )
    assert offered(state, "Germany", "retreats") == {
        "A Mun - Boh", "A Mun - Sil", "A Mun disband", "F Por - Spa/nc", "F Por disband",
    }  # fmt: skip


def test_a_dislodged_unit_retreats_where_another_moves():
    state = standard_state("S1901R", {}, dislodged={"Germany": {"A Mun": ["Boh", "Sil"]}})
    found = choices(turn_of(state, STANDARD))
    assert [label for node in found["nodes"] for label, *_ in node.get("buttons", ())] == [
        "retreats to", "disbands",
    ]  # fmt: skip


def test_a_power_is_offered_the_builds_or_the_removals_that_it_owes():
    state = standard_state(
        "W1901A",
        {"Russia": ["A Mos"], "Turkey": ["A Con", "A Smy"]},
        centres={"Russia": ["StP", "Mos", "Swe"], "Turkey": ["Con"]},
    )
    assert offered(state, "Russia", "builds") == {
        "build A StP", "build F StP/nc", "build F StP/sc", "waive",
    }  # fmt: skip
    assert offered(state, "Turkey", "builds") == {"remove A Con", "remove A Smy"}


def test_builds_before_the_winter_may_be_in_any_home_centre_and_hang_on_a_condition():
    state = standard_state("F1901M", {"Italy": ["A Ven"]}, centres={"Italy": ["Ven", "Rom"]})
    found = choices(turn_of(state, STANDARD), [Power("Italy")])
    lines = set()
    dice = random.Random(1)
    lines |= {walk_at_random(found, found["powers"]["Italy"]["builds"], dice) for _ in range(3000)}
    assert {"build A Ven", "build F Nap", "remove A Ven", "waive"} <= lines
    assert any(line.startswith("if not ") and " else " in line for line in lines)


@pytest.mark.parametrize("due", [1, 20])
@pytest.mark.parametrize("name", sorted(VARIANTS.keys() - {"post-atomic"}))
def test_each_build_is_offered_that_would_be_carried_out_alone(name, due):
    """However many are due; in the secret game nobody but the GM can tell."""
    variant = VARIANTS[name]
    state, power = start_state(variant), Power("Russia")
    board, winter = state.board, Phase.parse(f"W{state.phase.year}A")
    away = sorted({*board.provinces} - {*board.home_provinces(power)})
    units = {face: Unit(power=power, kind=Kind.ARMY, at=Place(face)) for face in away}
    units = dict([*units.items()][: len(board.centres) - due])
    owners = dict.fromkeys(board.centres, power)
    state = replace(state, phase=winter, units=units, owners=owners)
    lines = offered(state, power, "builds", variant)

    def is_carried_out(face):
        build = Build(power=power, kind=Kind.ARMY, at=PlaceName(province=face))
        sheet = Sheet(orders={power: (build,)})
        ruling = variant.rules[PhaseKind.ADJUSTMENTS](state, sheet).rulings[0]
        return ruling.verdict.reason is Reason.BUILT

    found = {face for face in board.centres if is_carried_out(face)}
    assert len(found) > due or due > 1
    assert {f"build A {board[face].abbreviation}" for face in found} == {
        line for line in lines if line.startswith("build A")
    }


def test_an_event_may_be_clicked_from_either_side_and_has_its_options_below_it():
    variant = rule_set("seismic-acerunner")
    state = replace(start_state(variant), phase=Phase.parse("S1901E"))
    lines = offered(state, "Austria", "events", variant)
    assert {
        "Por & Spa separate, MAO & MAO connect",
        "Spa & Por separate, MAO & MAO connect",
        "strait Den/Swe: delete",
        "canal Kie: delete",
        "isthmus Apu/Alb: canal Alb",
    } <= lines
    assert not {line for line in lines if line.startswith("isthmus Por/Spa")}  # it is one already


def test_the_ground_is_changed_and_guarded_by_clicks():
    variant = rule_set("geophysical-kinzett")
    lines = offered(start_state(variant), "Austria", "events", variant)
    assert {
        "Erode Mun",
        "Earthquake Bur/Mun",
        "Canal Spa GOL-MAO",
        "Support Turkey: Raise NTH",
        "3 Stabilise Mun/Bur",
        "Support stabilise Mun (Russia)",
    } <= lines
    assert not {"4 Stabilise Mun", "Raise Mun", "Support Austria: Raise NTH"} & lines


def test_a_power_places_its_ranges_before_it_knows_its_centres():
    variant = rule_set("post-atomic")
    lines = offered(start_state(variant), "Germany", "orders", variant, conditions=True)
    assert {
        "F Kie",
        "mountain Mun/Bur",
        "if centre Mun then mountain Mun/Bur else mountain Kie/Hol",
    } <= lines
    assert not {"A Ruh", "mountain Par/Bur", "if centre Ruh then mountain Ruh/Bel"} & lines


def test_a_power_is_told_what_is_placed_and_where():
    """Before the first move the general words would not say it."""
    variant = rule_set("post-atomic")
    found = choices(turn_of(start_state(variant, Setup()), variant), [Power("France")])
    (section,) = found["powers"]["France"]
    asked = found["headings"][section]["ask"]
    assert "army or a fleet" in asked
    assert "mountain range" in asked


@pytest.mark.parametrize(
    ("rules", "phase", "line", "mark"),
    [
        ("seismic-acerunner", "S1901E", "separate", "apart"),
        ("geophysical-kinzett", "S1901M", "erode", "change"),
        ("geophysical-maiden", "S1901M", "stabilise", "guard"),
    ],
)
def test_kinds_of_events_come_with_words_a_mark_and_a_sentence(rules, phase, line, mark):
    variant = rule_set(rules)
    state = replace(start_state(variant), phase=Phase.parse(phase))
    found = choices(turn_of(state, variant), [Power("Austria")])
    kinds = found["headings"]["events"]["events"]
    known = [(one["words"][0], one["event"]) for one in kinds]
    assert (line, mark) in known
    assert all(one["does"].endswith(".") for one in kinds)
    forms = [form for form in all_forms(variant) if getattr(form, "does", "")]
    assert len(forms) == len(kinds)


def test_armies_go_aboard_and_ashore_and_become_fleets():
    variant = rule_set("deluge2")
    units = {"England": ["A Wal", "F ENG", "A StP"], "France": ["A/F MAO"]}
    state = start_state(variant, Setup(units=units, phase=Phase.parse("S1902M")))
    assert {
        "A Wal E F ENG",
        "A ENG D Bre",
        "A MAO D Spa",
        "F ENG S FRENCH A MAO D Bre",
        "A StP becomes F(nc)",
    } <= offered(state, "England", "orders", variant)


def test_nothing_is_waived_and_no_mutant_force_built_where_the_rules_know_neither():
    variant = rule_set("deluge2")
    lines = offered(start_state(variant), "Russia", "builds", variant)
    assert {"build A War", "build F StP/nc"} <= lines
    assert not {line for line in lines if line == "waive" or line.startswith("build M")}


@pytest.mark.parametrize("variant", VARIANTS.values(), ids=VARIANTS)
def test_every_line_that_is_offered_is_read_as_it_is_written(variant):
    turn = turn_of(start_state(variant), variant)
    assert find_faults(turn, 6, random.Random(2)) == []


def test_nobody_orders_anything_when_the_game_is_over():
    state = replace(standard_state("S1901M", {"Italy": ["A Ven"]}), winners=())
    assert choices(turn_of(state, STANDARD))["powers"] == {}


def test_the_same_position_gives_the_same_bytes():
    variant = rule_set("seismic-lavaurs")
    turns = [turn_of(start_state(variant), variant) for _ in range(2)]
    assert write_choices(turns[0]) == write_choices(turns[1])


@pytest.mark.parametrize("name", ["cold-front", "high-water"])
def test_what_was_ordered_in_recorded_seasons_is_offered_in_a_small_file(name):
    """In the last season of a game; `benchmarks/bench_choices.py` looks at all."""
    game = open_game(GAMES / name)
    assert isinstance(game, Game)
    variant = game.settings.variant
    record = read_records(game)[-1]
    assert [line for phase in record.phases for line in find_missing(phase, variant)] == []
    turn = turn_of(record.phases[0].before, variant)
    assert len(gzip.compress(write_choices(turn))) < MOST_BYTES


def test_a_secret_game_tells_no_centre_by_what_it_offers():
    variant = rule_set("post-atomic")
    state = replace(start_state(variant), phase=Phase.parse("W2021A"))
    truth = replace(
        state,
        owners={ProvinceKey("Mun"): Power("Germany")},
        board=state.board.replace_province(replace(state.board[ProvinceKey("Mun")], centre=True)),
    )
    assert write_choices(turn_of(truth, variant)) == write_choices(turn_of(state, variant))
