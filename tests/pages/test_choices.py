"""What the order desk offers: all that is possible, nothing that is not, in a file that stays small."""

import gzip
import json
import random
from pathlib import Path

import pytest

from tests.pages.choices import list_lines, walk_at_random
from tests.positions import standard_state
from tests.rule_sets import rule_set
from zinegen.archive.folder.games import Game, open_game
from zinegen.archive.records.result_file import read_records
from zinegen.archive.starts import start_state
from zinegen.board.board import Power
from zinegen.game.verdicts import Word
from zinegen.notation.findings import Level
from zinegen.notation.grammar.writer import write_order
from zinegen.notation.order_checks import check_orders
from zinegen.pages.browser.choices import choices
from zinegen.rules.deadlines import Turn, deadline_phases
from zinegen.variants.standard import STANDARD

GAMES = Path(__file__).parents[2] / "games"
MOST_BYTES = 150_000
"""Of the choices of all powers, packed."""
SPEAK_OF_OTHERS = {"O23", "O28"}
"""The warnings that hang on the other lines of the file."""


def turn_of(state, variant=STANDARD):
    return Turn(variant=variant, phases=deadline_phases(variant, state), state=state)


def offered(state, power, section, variant=STANDARD):
    found = choices(turn_of(state, variant), [Power(power)])
    return set(list_lines(found, found["powers"][power][section]))


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
    found = choices(turn_of(state), [Power("Italy")])
    lines = set()
    dice = random.Random(1)
    lines |= {walk_at_random(found, found["powers"]["Italy"]["builds"], dice) for _ in range(3000)}
    assert {"build A Ven", "build F Nap", "remove A Ven", "waive"} <= lines
    assert any(line.startswith("if not ") and " else " in line for line in lines)


@pytest.mark.parametrize("name", ["standard"])
def test_every_line_that_is_offered_is_read_as_it_is_written(name):
    variant = rule_set(name)
    state = start_state(variant)
    found, dice = choices(turn_of(state, variant)), random.Random(2)
    assert found == choices(turn_of(state, variant))
    for power, sections in found["powers"].items():
        for section, first in sections.items():
            for _ in range(20):
                check_line(walk_at_random(found, first, dice), power, section, state, variant)


def check_line(line, power, section, state, variant):
    reading = check_orders(line, power=Power(power), state=state, variant=variant, section=section)
    wrong = [
        one for one in reading.findings
        if one.level is not Level.NOTE and one.code not in SPEAK_OF_OTHERS
    ]  # fmt: skip
    assert not wrong, (line, wrong)
    assert line.startswith("if") or [write_order(o, state.board) for o in reading.orders] == [line]


@pytest.mark.parametrize("name", ["lantern-street"])
def test_what_was_ordered_in_recorded_seasons_is_offered(name):
    game = open_game(GAMES / name)
    assert isinstance(game, Game)
    for record in read_records(game)[-2:]:
        for phase in record.phases:
            check_phase(phase, game.settings.variant)


def check_phase(phase, variant):
    """Check that a recorded phase's orders are offered, and that the file stays small."""
    state = phase.before
    found = choices(Turn(variant=variant, phases=(state.phase,), state=state))
    lines = {
        (power, line)
        for power, sections in found["powers"].items()
        for first in sections.values()
        for line in list_lines(found, first)
    }
    given = {
        (ruling.order.power, write_order(ruling.order, state.board))
        for ruling in phase.report.rulings
        if ruling.given and ruling.verdict.word is not Word.VOID
    }
    assert given <= lines, sorted(given - lines)
    assert len(gzip.compress(json.dumps(found).encode())) < MOST_BYTES
