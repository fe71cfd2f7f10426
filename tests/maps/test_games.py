"""Rule sets on a map of one's own: the example of the page."""

import shutil
from dataclasses import replace

import pytest

from tests.maps.example import FACTS_TEXT, built_from, example_bytes, example_map
from tests.positions import read
from tests.rule_sets import rule_set
from zinegen.archive import BrokenGame, NewGame, new_game, open_game, parse_own_map
from zinegen.archive.closing.judge import digest_settings
from zinegen.archive.exchange.game_json import export_game, read_exported_game
from zinegen.archive.exchange.import_games import import_exported_game
from zinegen.board import Power
from zinegen.drawing import draw_before, make_map, to_svg
from zinegen.drawing.margin import list_ground_entries
from zinegen.errors import GameFolderError, MapError, RulesError
from zinegen.game import Sheet, count_winning_centres
from zinegen.geometry import ProvinceKey
from zinegen.notation import names_for
from zinegen.pages.site.game_parts.loaded_games import game_digest
from zinegen.play import describe_input, map_text, start_board, start_state
from zinegen.rules import adjudicate

NORTH, SOUTH = Power("North"), Power("South")


def on_example(name, **options):
    return rule_set(name).play_on(example_map()).with_options(options)


def judge(variant, state, **orders):
    """Judge a phase with order lines by power."""
    sheet = {
        Power(name.title()): read(state, name.title(), lines, variant)
        for name, lines in orders.items()
    }
    return adjudicate(variant, state, Sheet(orders=sheet))


def test_a_game_begins_as_the_map_says():
    variant = on_example("standard")
    state = start_state(variant)
    assert str(state.phase) == "S1901M"
    assert {*state.units} == {"Fel", "Tar", "Bec", "Dal"}
    assert state.owners == {"Fel": NORTH, "Tar": NORTH, "Bec": SOUTH, "Dal": SOUTH}
    assert count_winning_centres(variant, state) == 4


def test_orders_are_judged_over_borders_waters_and_crossings():
    variant = on_example("standard")
    after, _ = judge(
        variant,
        start_state(variant),
        north=["A Fell - Moor", "F Tarn - Sound"],
        south=["A Beck - Dal", "F The Dale - Skerry"],
    )
    assert {*after.units} == {"Moo", "SOU", "Dal", "Ske"}


def test_only_the_maps_own_other_names_are_known():
    names = names_for(example_map().board)
    assert names.province("the dale") == "Dal"
    assert "Channel" not in {" ".join(one).title() for one in names.provinces}


@pytest.mark.parametrize("name", ["geophysical-maiden", "geophysical-kinzett", "post-atomic"])
def test_a_rule_set_that_names_provinces_of_europe_says_so(name):
    with pytest.raises(RulesError, match="name provinces of Europe"):
        on_example(name)


@pytest.mark.parametrize("name", ["seismic-lavaurs", "seismic-acerunner"])
def test_borders_part_and_connect(name):
    variant = on_example(name)
    board = start_board(variant)
    after = variant.carry_out(
        variant,
        board,
        read_events(variant, board, "Fel & Tar separate"),
    )
    assert not after.mesh.between(ProvinceKey("Fel"), ProvinceKey("Tar"))
    assert after.mesh.between(ProvinceKey("MER"), ProvinceKey("Out"))


def read_events(variant, board, text):
    from zinegen.notation import EVENTS, read_orders

    state = start_state(variant, board=board)
    return read_orders(text, power=NORTH, state=state, variant=variant, section=EVENTS).orders


def test_a_map_without_a_calendar_is_not_for_deluge():
    built = built_from(FACTS_TEXT.partition("[calendar.sinking]")[0])
    own = parse_own_map(map_text(built.data).encode())
    with pytest.raises(RulesError, match=r"\[calendar.sinking\]"):
        rule_set("deluge2").play_on(own)


def test_deluge_sinks_what_the_maps_calendar_says_and_ends_a_year_after():
    variant = on_example("deluge2")
    state = start_state(variant)
    assert str(state.phase) == "W1900A"
    state, _ = judge(variant, state)
    assert {*state.units} == {"Fel", "Tar", "Bec", "Dal"}
    sunk = {}
    while state.winners is None:
        year = state.phase.year
        state, _ = judge(variant, state)
        sunk[year] = {face for face in state.board.provinces if state.board.is_sunk(face)}
    assert sunk[1901] == {"Moo"}
    assert sunk[1902] == {"Moo", "Fel", "Bec"}
    assert sunk[1904] == {"Moo", "Fel", "Bec", "Tar", "Dal"}
    assert max(sunk) == 1904


def test_waters_joined_by_name_are_canals_where_canals_move():
    facts = FACTS_TEXT.replace("[calendar", '[joined]\nDal = ["MER", "SOU"]\n[calendar')
    own = parse_own_map(map_text(built_from(facts).data).encode())
    lavaurs = start_board(rule_set("seismic-lavaurs").play_on(own))
    assert [join.province for join in lavaurs.joins] == ["Dal"]
    acerunner = start_board(rule_set("seismic-acerunner").play_on(own))
    assert not acerunner.joins
    assert [canal.province for canal in acerunner.canals] == ["Dal"]


def test_crossings_are_drawn_and_explained():
    state = start_state(on_example("standard"))
    picture = to_svg(draw_before(state))
    assert "Crossings" in picture
    assert "Crossing between: Skerry and Dale." in picture
    explained = list_ground_entries(make_map(state.board), changed=False)
    assert "crossing" in [entry.text for entry in explained]
    without = replace(state, board=replace(state.board, crossings=()))
    assert "Crossings" not in to_svg(draw_before(without))


@pytest.fixture
def game(tmp_path):
    """Return the folder of a game on the example."""
    (tmp_path / "meres").mkdir()
    (tmp_path / "meres" / "map.json").write_bytes(example_bytes())
    return new_game(tmp_path / "games", "ode", "standard", NewGame(map="meres"))


def test_a_game_goes_out_with_its_map_and_comes_in_with_it(game, tmp_path):
    """The map goes in place only with the game, and never over another map."""
    content = export_game(open_game(game), everything=True)
    exported, zine = read_exported_game(content), tmp_path / "other"
    zine.mkdir()
    assert import_exported_game(zine, exported).is_new
    assert (zine / "meres" / "map.json").read_bytes() == example_bytes()
    assert export_game(open_game(zine / "games" / "ode"), everything=True) == content
    (zine / "meres" / "map.json").unlink()
    (zine / "games" / "ode" / "mine.txt").write_text("mine")
    with pytest.raises(GameFolderError, match="there is a game ode"):
        import_exported_game(zine, exported)
    assert not (zine / "meres" / "map.json").exists()
    shutil.rmtree(zine / "games" / "ode")
    (zine / "meres" / "map.json").write_text("{}")
    with pytest.raises(GameFolderError, match="holds another map"):
        import_exported_game(zine, exported)
    assert not (zine / "games" / "ode").exists()
    assert (zine / "meres" / "map.json").read_text() == "{}"


def test_a_record_is_bound_to_the_map_it_was_judged_on(game):
    opened = open_game(game)
    told = digest_settings(opened, opened.seasons[0])
    assert told["game.toml#map"] == example_map().sha256
    file = game.parents[1] / "meres" / "map.json"
    file.write_bytes(file.read_bytes().replace(b'"Skerry"', b'"Skerries"'))
    again = open_game(game)
    changed = digest_settings(again, again.seasons[0])
    assert {describe_input(key) for key in told if told[key] != changed[key]} == {
        "the map in game.toml"
    }


def test_a_site_is_made_anew_when_the_map_of_a_game_changes(game):
    before = game_digest(game)
    assert game_digest(game) == before
    file = game.parents[1] / "meres" / "map.json"
    file.write_bytes(file.read_bytes().replace(b'"Skerry"', b'"Skerries"'))
    assert game_digest(game) != before


@pytest.mark.parametrize(
    ("said", "wrong"),
    [
        ('"nowhere"', "there is no map in nowhere"),
        ('"../meres"', "a map's folder is named with small letters"),
        ("3", "map is not a text between quotes"),
    ],
)
def test_a_map_that_is_none_is_a_finding_in_game_toml(game, said, wrong):
    file = game / "game.toml"
    file.write_text(file.read_text().replace('map     = "meres"', f"map     = {said}"))
    found = open_game(game)
    assert [one for one in found.findings if wrong in one.title and one.where.line == 4], [
        one.title for one in found.findings
    ]


def test_a_damaged_map_breaks_its_game_and_no_more(game):
    file = game.parents[1] / "meres" / "map.json"
    for content in (
        b"",
        b"{}",
        b"[]",
        b"\xff",
        example_bytes()[:-40],
        example_bytes().replace(b'"l":', b'"m":'),
    ):
        file.write_bytes(content)
        found = open_game(game)
        assert isinstance(found, BrokenGame)
        assert "damaged" in found.findings[0].title


def test_every_cut_of_a_map_is_refused_in_words():
    whole = example_bytes()
    for at in range(0, len(whole) - 1, 97):
        with pytest.raises(MapError):
            parse_own_map(whole[:at])
