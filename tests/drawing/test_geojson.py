"""The map as GeoJSON: what is drawn and what the rules know never disagree."""

import json
from itertools import combinations

import pytest
import shapely
from shapely.geometry import shape

from zinegen.drawing import to_geojson


@pytest.fixture(params=["start", "changed"])
def state(request, start, changed):
    return start if request.param == "start" else changed[1]


def test_polygons_share_a_line_exactly_where_provinces_are_adjacent(state):
    features = to_geojson(state)["features"]
    grounds = {one["properties"]["abbr"]: shape(one["geometry"]) for one in features}
    adjacent = {one["properties"]["abbr"]: set(one["properties"]["adjacent"]) for one in features}
    assert all(ground.is_valid for ground in grounds.values())
    for one, other in combinations(grounds, 2):
        common = shapely.intersection(grounds[one], grounds[other])
        assert shapely.area(common) == pytest.approx(0, abs=1e-6), (one, other)
        assert (shapely.length(common) > 0) == (other in adjacent[one]), (one, other)
        assert (other in adjacent[one]) == (one in adjacent[other])


def test_points_lie_in_their_provinces(state):
    for one in to_geojson(state)["features"]:
        assert shape(one["geometry"]).contains(shapely.Point(one["properties"]["unit"])), one["id"]


def test_a_feature_says_what_the_province_is(changed):
    features = {one["id"]: one["properties"] for one in to_geojson(changed[1])["features"]}
    assert features["MUN"]["terrain"] == "water"
    assert features["MUN"]["owner"] == "Germany"
    assert features["Boh"]["terrain"] == "mountain"
    assert features["Ska"]["centre"] is False
    assert "MUN" in features["Boh"]["adjacent"]
    assert "Out" in features["MAO"]["adjacent"]


def test_it_is_json(start):
    assert json.loads(json.dumps(to_geojson(start)))["type"] == "FeatureCollection"
