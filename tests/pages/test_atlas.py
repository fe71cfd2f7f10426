"""A game's atlas: which borders and grounds have changed in which seasons, and what its page tells."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.pages import examples
from tests.rule_sets import rule_set
from zinegen.board import Board, Power
from zinegen.drawing import draw_border_counts, to_svg
from zinegen.drawing.changes.border_counts import MOST
from zinegen.notation import EVENTS, read_orders
from zinegen.pages.atlas.atlas import make_atlas
from zinegen.pages.atlas.changes import trace_changes
from zinegen.pages.atlas.provinces import name_provinces
from zinegen.pages.atlas.rule_atlas import make_rule_atlas
from zinegen.pages.maps.map_files import MapQueue
from zinegen.play import start_state

VARIANT = rule_set("seismic-acerunner")
START = start_state(VARIANT)


def after(board: Board, event: str) -> Board:
    """Return a board after an event that nobody opposes."""
    state = replace(START, board=board)
    (order,) = read_orders(
        event, power=Power("Austria"), state=state, variant=VARIANT, section=EVENTS
    ).orders
    return VARIANT.carry_out(VARIANT, board, (order,))


def test_a_border_that_goes_another_that_comes_and_those_whose_ends_move_have_changed() -> None:
    """Boh and Sil part, and the provinces at the ends of their border touch."""
    board = after(START.board, "Boh & Sil separate")
    history = trace_changes([(START.board, START.board), (START.board, board)])
    assert history.borders[("Boh", "Sil")] == (1,)
    assert history.borders[("Gal", "Mun")] == (1,)
    assert set(history.borders.values()) == {(1,)}
    assert not history.grounds
    assert len(history.borders) < 8  # what lies elsewhere has not changed


def test_what_has_changed_most_often_comes_first_and_back_again_is_twice() -> None:
    board = after(START.board, "Boh & Sil separate")
    back = after(board, "Mun & Gal separate")
    history = trace_changes([(START.board, board), (board, back)])
    assert history.borders[("Boh", "Sil")] == (0, 1)
    counts = [len(seasons) for seasons in history.borders.values()]
    assert counts == sorted(counts, reverse=True)


def test_ground_that_sinks_has_changed() -> None:
    provinces = {**START.board.provinces}
    provinces["Boh"] = replace(provinces["Boh"], terrain=START.board["ADR"].terrain)
    history = trace_changes([(START.board, replace(START.board, provinces=provinces))])
    assert history.grounds == {"Boh": (0,)}
    assert not history.borders


def test_the_map_of_changes_draws_more_often_thicker_and_nothing_that_is_not_there() -> None:
    """A border that is gone has no place on it."""
    widths = []
    for count in (1, 2, MOST, MOST + 3):
        scene = draw_border_counts(START, [(("Boh", "Sil"), count)], [])
        (layer,) = [one for one in scene.layers if one.name == "changes"]
        (line,) = layer.items
        widths.append(line.ink.width)
    assert widths[0] < widths[1] < widths[2] == widths[3]
    scene = draw_border_counts(START, [(("Boh", "Smy"), 1)], [("Boh", 2)])
    (layer,) = [one for one in scene.layers if one.name == "changes"]
    assert len(layer.items) == 1
    assert to_svg(scene) == to_svg(draw_border_counts(START, [(("Boh", "Smy"), 1)], [("Boh", 2)]))


@pytest.fixture(scope="module")
def atlas():
    """The atlas of a game with two seasons, made of the views of the example."""

    class Record:
        before, after = START, replace(START, board=after(START.board, "Boh & Sil separate"))

    seasons = examples.BOOK.seasons
    lines = [line for _, lines in examples.GAME.years for line in lines][: len(seasons)]
    maps = MapQueue(folder="games/winter/maps/", title="Winter")
    played = [(Record(), season, line) for season, line in zip(seasons, lines, strict=False)]
    provinces = name_provinces([START.board])
    (study,) = make_atlas(played, provinces, maps, "games/winter/replay.md")
    return study, maps


def test_it_has_every_season_and_lists_what_has_changed(atlas) -> None:
    study, maps = atlas
    view = study.view
    assert study.uri == "games/winter/atlas.md"
    assert view.moments[0][0] == "At the start"
    assert len(view.moments) == len(view.seasons) + 1
    assert "Bohemia and Silesia" in {one.name for one in view.borders}
    assert view.changes is not None
    assert {view.changes.svg, view.start.svg} <= maps.jobs.keys()


def test_a_province_leads_to_the_seasons_in_which_somebody_went_there(atlas) -> None:
    burgundy = next(one for one in atlas[0].view.provinces if one.key == "Bur")
    assert burgundy.anchor == "province-bur-burgundy"
    assert "games/winter/1901-1-spring.md" in {one.to for one in burgundy.seasons}
    assert "Smy" not in {one.key for one in atlas[0].view.provinces}


def test_a_game_without_a_season_has_none_and_its_rule_set_neither(atlas) -> None:
    maps = MapQueue(folder="games/winter/maps/", title="Winter")
    assert list(make_atlas([], (), maps, "")) == []
    assert make_rule_atlas(examples.VARIANT, (replace(examples.BOOK, studies=()),)) is None
    found = make_rule_atlas(examples.VARIANT, (replace(examples.BOOK, studies=(atlas[0],)),))
    assert found is not None
    (one,) = found.games
    assert (one.game.text, one.atlas) == ("Winter", "games/winter/atlas.md")
