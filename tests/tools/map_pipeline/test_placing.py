import pytest
import shapely
from shapely import Point

from tools.map_pipeline.outside import label_beside
from tools.map_pipeline.placing import UNIT, make_room, place
from zinegen.errors import ZinegenError

SQUARE = shapely.box(10, 20, 190, 170)


def found_in(polygon, avoid=(), *, has_centre=True):
    room = make_room(polygon, list(avoid), [polygon])
    return place(room, "Munich", "Mun", is_sea=False, has_centre=has_centre)


def boxed(found):
    half = found.setting.width / 2, found.setting.height / 2
    x, y = found.label
    return shapely.box(x - half[0], y - half[1], x + half[0], y + half[1])


def test_name_unit_and_mark_lie_inside_and_clear_of_each_other():
    found = found_in(SQUARE)
    name, unit, mark = boxed(found), Point(found.unit).buffer(UNIT), Point(found.centre).buffer(5)
    assert found.setting.lines == ("Munich",)
    assert all(SQUARE.contains(thing) for thing in (name, unit, mark))
    assert not name.intersects(unit)
    assert not name.intersects(mark)
    assert not unit.intersects(mark)


def test_the_name_stands_near_the_middle_of_a_plain_province():
    found = found_in(SQUARE)
    assert Point(found.label).distance(SQUARE.centroid) < 25


def test_what_is_to_be_avoided_is_avoided():
    lake = shapely.box(40, 60, 160, 110)
    found = found_in(SQUARE, [lake])
    assert not lake.intersects(Point(found.unit).buffer(UNIT))
    assert not lake.intersects(Point(found.centre).buffer(5))


def test_a_narrow_province_has_its_abbreviation():
    found = found_in(shapely.box(0, 0, 34, 90), has_centre=False)
    assert found.setting.lines == ("Mun",)


def test_a_province_without_any_room_has_none():
    assert found_in(shapely.box(0, 0, 8, 8), has_centre=False) is None


def test_a_name_of_land_may_reach_over_the_sea_but_not_over_a_neighbour():
    strip, sea = shapely.box(40, 0, 84, 120), shapely.box(84, 0, 200, 120)

    def found_beside(*waters):
        room = make_room(strip, [], [strip, *waters])
        return place(room, "Albania", "Alb", is_sea=False, has_centre=False)

    assert found_beside().setting.lines == ("Alb",)
    found = found_beside(sea)
    assert found.setting.lines == ("Albania",)
    left, _, right, _ = boxed(found).bounds
    assert left >= 40
    assert right <= 84 + 9


def test_a_name_beside_its_island_stands_in_free_water():
    island, sea = Point(100, 100).buffer(12), shapely.box(0, 0, 200, 200)
    line = shapely.LineString([(0, 130), (200, 130)])
    taken = ({"x": 100, "y": 70, "size": 16, "lines": ["Baltic Sea"]}, [150, 100])
    label = label_beside(
        "Gotland", island, seas=[sea.difference(island)], lines=[line], islands=[], taken=[taken]
    )
    half = 22
    box = shapely.box(label["x"] - half, label["y"] - 6, label["x"] + half, label["y"] + 6)
    assert label["out"] == 1
    assert sea.contains(box)
    assert not box.intersects(island)
    assert not box.intersects(line)
    assert not box.intersects(shapely.box(50, 62, 150, 78))
    assert not box.intersects(Point(150, 100).buffer(12.5))


def test_an_island_without_free_water_is_an_error():
    island = Point(10, 10).buffer(5)
    with pytest.raises(ZinegenError, match="no free water for the name of Gotland"):
        label_beside("Gotland", island, seas=[], lines=[], islands=[], taken=[])
