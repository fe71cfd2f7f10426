"""The facts behind a map: what the board, the units and the report say, and nothing that is secret."""

import json
from collections.abc import Mapping
from functools import reduce
from pathlib import Path

import pytest

from tests.pages.zines import played
from tests.polylines import read_line
from tests.rule_sets import rule_set
from zinegen.archive import NewGame, new_game
from zinegen.board import OUTSIDE, Board, Power, places
from zinegen.drawing import find_unit_point, prepare_map
from zinegen.geometry import ProvinceKey, area_of, outline
from zinegen.geometry.shape import TENTHS
from zinegen.notation import write_place
from zinegen.pages.maps.map_data import FORMAT, board_data, map_data
from zinegen.play import start_state
from zinegen.play.records import SeasonRecord
from zinegen.redrawing import draw_board

FACTS = json.loads((Path(__file__).parents[1] / "data" / "standard_map.json").read_text())
INKS = {Power("Austria"): "#aa0000"}


def play_season(zine: Path, variant: str, **more: Mapping[str, str]) -> SeasonRecord:
    (zine / "games").mkdir()
    new_game(zine / "games", "quake", rule_set(variant).id, NewGame())
    settings = zine / "games" / "quake" / "game.toml"
    policy = 'unreadable_line = "wait"', 'unreadable_line = "hold"'
    settings.write_text(settings.read_text().replace(*policy))
    return played(zine, "quake", **more)


@pytest.fixture(scope="module")
def quake(tmp_path_factory: pytest.TempPathFactory) -> SeasonRecord:
    """A season in which Galicia and Ukraine part, and in which two armies bounce."""
    return play_season(
        tmp_path_factory.mktemp("quake"),
        "seismic-acerunner",
        events={"austria": "Gal-Ukr separate"},
        orders={("orders", "austria"): "A Vie - Boh", ("orders", "germany"): "A Mun - Boh"},
    )


def data_of(record: SeasonRecord) -> dict:
    """Return the facts of a season, with the position after it as a whole."""
    data = json.loads(map_data(record, rule_set(record.variant), INKS))
    assert len(json.dumps(data["after"])) < len(json.dumps(data["before"])) / 4
    return data | {"after": reduce(join, [*data["between"], data["after"]], data["before"])}


def test_the_neighbours_are_those_of_the_board(quake: SeasonRecord) -> None:
    data = data_of(quake)
    assert (data["format"], data["season"]) == (FORMAT, "1901-1-spring")
    for name in ("before", "after"):
        board = getattr(quake, name).board
        provinces = data[name]["provinces"]
        assert provinces.keys() == board.provinces.keys() - {OUTSIDE}
        for face, facts in provinces.items():
            assert set(facts.get("touches", [])) == board.mesh.adjacent(face) - {OUTSIDE}
    before, after = (set(data[name]["provinces"]["Gal"]["armies"]) for name in ("before", "after"))
    assert "Ukr" in before - after


def test_each_phase_has_its_position_as_what_differs(quake: SeasonRecord) -> None:
    data = data_of(quake)
    assert [one["phase"] for one in data["between"]] == ["S1901E"]
    position = data["before"]
    for phase, changes in zip(quake.phases[1:], data["between"], strict=True):
        position = join(position, changes)
        alone = json.loads(board_data(phase.before, rule_set(quake.variant)))["before"]
        for whole in (position, alone):
            for facts in whole["provinces"].values():
                del facts["outline"]  # by the numbers of lines, which each file has for itself
        assert position == alone
    assert len(json.dumps(data["between"])) < len(json.dumps(data["before"])) / 10


def join(old: object, changes: object) -> object:
    """Return what comes of differences, as docs/map-data.md says."""
    if not isinstance(old, dict) or not isinstance(changes, dict):
        return changes
    found = {**old, **{name: join(old.get(name), new) for name, new in changes.items()}}
    return {name: value for name, value in found.items() if value is not None}


def test_a_position_alone_has_no_orders_and_nothing_after() -> None:
    variant = rule_set("geophysical-maiden")
    data = json.loads(board_data(start_state(variant), variant))
    assert data["before"]["provinces"]["Lon"]["unit"]["power"] == "England"
    assert (data["orders"], "after" in data, data["powers"]["England"][0]) == ([], False, "#")
    assert data["signs"]["England"] == {"letter": "E", "slug": "england"}


def test_fleets_have_their_coasts(quake: SeasonRecord) -> None:
    provinces = data_of(quake)["before"]["provinces"]
    spain = FACTS["provinces"]["spa"]["fleet_adjacent"]
    fleets = {place.partition("/")[2]: len(to) for place, to in provinces["Spa"]["fleets"].items()}
    assert fleets == {coast: len(to) for coast, to in spain.items()}
    assert provinces["StP"]["unit"] == {"text": "F StP/sc", "power": "Russia"}
    assert provinces["StP"]["coasts"].keys() == {"StP/nc", "StP/sc"}
    assert provinces["StP"]["coasts"]["StP/nc"] != provinces["StP"]["coasts"]["StP/sc"]
    drawn = prepare_map(quake.before.board)
    for place in places(drawn.board, ProvinceKey("StP")):
        x, y = find_unit_point(drawn, place)
        at = provinces["StP"]["coasts"][write_place(place, drawn.board)]
        assert at == [x / TENTHS, y / TENTHS], "as in the picture"
    assert "coasts" not in provinces["Nwy"]


def test_an_order_tells_its_result_and_leads_to_those_to_blame(quake: SeasonRecord) -> None:
    orders = {one["id"]: one for one in data_of(quake)["orders"]}
    assert len(orders) == sum(len(phase.report.rulings) for phase in quake.phases)
    bounced = orders["a-vie-boh"]
    assert (bounced["power"], bounced["at"], bounced["result"]) == ("Austria", ["Vie"], "fails")
    assert bounced["because"] == ["a-mun-boh"]
    assert {blame for one in orders.values() for blame in one["because"]} <= orders.keys()


def test_what_a_stranger_wrote_names_no_part_of_the_page(tmp_path: Path) -> None:
    record = play_season(
        tmp_path, "standard", orders={("orders", "italy"): "press\nmaps\n<b>A Rom</b> centres"}
    )
    ids = [one["id"] for one in data_of(record)["orders"] if one["power"] == "Italy"]
    assert ids
    assert not {"press", "maps", "centres"}.intersection(ids)
    assert all(set(one) <= set("abcdefghijklmnopqrstuvwxyz0123456789-") for one in ids)


def test_outlines_are_closed_and_lie_where_the_map_has_them(quake: SeasonRecord) -> None:
    data = data_of(quake)
    assert len(data["lines"]) < 2 * len(quake.before.board.mesh.borders), (
        "most lines serve both maps"
    )
    for name in ("before", "after"):
        board = draw_board(getattr(quake, name).board)
        for face, facts in data[name]["provinces"].items():
            size = 0.0
            for ring in facts["outline"]:
                points = [walk(data["lines"][abs(number) - 1], back=number < 0) for number in ring]
                ends = [points[-1][-1], *(part[-1] for part in points[:-1])]
                assert ends == [part[0] for part in points]
                size += area_of((*(point for part in points for point in part[:-1]), points[0][0]))
            assert size / TENTHS**2 == pytest.approx(area(board, face), rel=0.05, abs=40)


def area(board: Board, face: ProvinceKey) -> float:
    rings = outline(board.mesh, board.current_shape, face)
    return sum(map(area_of, rings)) / TENTHS**2


def walk(course: str, *, back: bool) -> list[tuple[int, int]]:
    points = read_line(course)
    return points[::-1] if back else points
