"""The data of a replay: every map and position of a game, each thing said once."""

import json
from dataclasses import replace
from itertools import pairwise

import pytest
import shapely

from tests.polylines import read_line
from zinegen.board import Place
from zinegen.drawing import replay_data, season_data, simplify_for_drawing, style
from zinegen.drawing.drawn_map import prepare_map
from zinegen.drawing.position import read_position
from zinegen.drawing.replay.names import GameName, SeasonTitle
from zinegen.drawing.replay.season import find_origins, list_units
from zinegen.drawing.scene import Sight
from zinegen.drawing.terrain.arms import letter_arms
from zinegen.game import ArmyLanded, Dislodged, Kind, Report, Unit, UnitDislodged, UnitMoved
from zinegen.game.apply import apply
from zinegen.redrawing import draw_board

POWERS = ("Austria", "England", "France", "Germany", "Italy", "Russia", "Turkey")


def name(*seasons):
    """Return what a game of some seasons is called."""
    return GameName(
        id="winter",
        title="The Winter Game",
        variant="standard",
        powers=POWERS,
        seasons=tuple(SeasonTitle(id=one, name=one.title(), headline="") for one in seasons),
    )


@pytest.fixture(scope="module")
def season(upheaval):
    before, _, reports = upheaval
    between = apply(before, reports[0].changes)
    after = apply(replace(between, board=draw_board(between.board)), reports[1].changes)
    return after, json.loads(season_data(before, [(reports[0], between), (reports[1], after)]))


def drawn(data, step):
    """Return the lines of a map of a season, as one geometry."""
    lines = [read_line(data["lines"][number - 1]) for number in step["lines"].values()]
    return shapely.union_all([shapely.LineString(line) for line in lines])


def test_the_lines_end_as_the_pictures_show_them(season):
    after, data = season
    shape = simplify_for_drawing(after.board).current_shape
    last = data["stops"][-1]["steps"][-1]
    assert {int(border) for border in last["lines"]} == {*shape.lines}
    for border, number in last["lines"].items():
        assert read_line(data["lines"][number - 1]) == [*shape.lines[int(border)]]


def test_short_names_stand_along_arms_where_the_pictures_have_them(season):
    after, data = season
    arms = letter_arms(prepare_map(after.board), Sight.MIDDLE)
    provinces = data["stops"][-1]["provinces"]
    assert {face for face, facts in provinces.items() if "arms" in facts} == set(arms) > {"BAR"}
    for face, names in arms.items():
        places = [
            one for name in names for one in (*map(round, name.box.middle), name.words.turned)
        ]
        assert provinces[face]["arms"] == pytest.approx(places, abs=1)


def test_where_borders_become_others_nothing_jumps(season):
    """From map to map all lines move on, or the map of other borders looks like the one before."""
    _, data = season
    steps = [step for stop in data["stops"] for step in stop["steps"]]
    switches = 0
    for was, now in pairwise(steps):
        if was["rings"] == now["rings"]:
            assert was["lines"].keys() == now["lines"].keys()
            continue
        switches += 1
        assert shapely.hausdorff_distance(drawn(data, was), drawn(data, now)) < 20
    assert switches == 4


def test_what_has_not_changed_is_not_said_again(season):
    """A second season in which nothing happens costs a position and no map."""
    after, data = season
    quiet = season_data(after, [(Report(), after)])
    once = json.loads(replay_data(name("one"), [json.dumps(data).encode()]))
    twice = json.loads(replay_data(name("one", "two"), [json.dumps(data).encode(), quiet]))
    assert twice["lines"] == once["lines"]
    assert twice["stops"][:-1] == once["stops"]
    assert twice["stops"][-1].keys() == {"season", "phase", "steps", "units"}
    assert twice["stops"][-1]["steps"] == []


def test_a_unit_is_known_by_where_it_came_from(start):
    """By a move, driven out, from where it was driven out; a new one comes from nowhere."""
    units = start.units
    army, other = (
        next(one for one in units.values() if one.province == face) for face in ("Bud", "Con")
    )
    to = replace(army, at=replace(army.at, province="Ser"))
    moved = apply(start, [UnitMoved(unit=army, to=to.at)])
    places = {slot: number for number, slot in enumerate(list_units(read_position(start)))}
    found = find_origins(
        *map(read_position, (start, moved)), Report(changes=(UnitMoved(unit=army, to=to.at),))
    )
    assert found["Ser", False].index == places["Bud", False]
    assert found["Con", False].index == places["Con", False]
    lost = UnitDislodged(dislodged=Dislodged(unit=other, by=to, retreats=()))
    conquered = UnitMoved(unit=to, to=other.at)
    after = apply(moved, [lost, conquered])
    found = find_origins(*map(read_position, (moved, after)), Report(changes=(lost, conquered)))
    there = {slot: number for number, slot in enumerate(list_units(read_position(moved)))}
    assert found["Con", True].index == there["Con", False]
    assert found["Con", False].index == there["Ser", False]
    built = replace(after, units=dict(after.units) | {"Bud": replace(army, kind=Kind.ARMY)})
    assert ("Bud", False) not in find_origins(*map(read_position, (after, built)), Report())


def test_a_fleet_that_lands_its_army_stays_and_the_army_comes_from_it(start):
    ferry = Unit(power="Turkey", kind=Kind.ARMY_ABOARD, at=Place("AEG"))
    before = replace(start, units={"AEG": ferry})
    landing = ArmyLanded(carrier=ferry, to=Place("Gre"))
    after = apply(before, [landing])
    found = find_origins(*map(read_position, (before, after)), Report(changes=(landing,)))
    assert {slot: one.index for slot, one in found.items()} == {
        ("AEG", False): 0,
        ("Gre", False): 0,
    }


def test_a_lake_off_the_board_lies_under_the_land_around_it(start):
    """Its place is part of what lies off the board, which is painted anew while the rim moves."""
    data = json.loads(season_data(start, []))
    [stop] = data["stops"]
    lakes = [one for one in (*stop["under"], *stop["marks"]) if one.get("fill") == style.LAKE]
    caspian = max(lakes, key=lambda one: len(one["path"]) * ("M15" in one["path"]))
    assert caspian == stop["under"][-1]
    assert caspian not in stop["marks"]
