import pytest
from shapely import LineString, Point

from tools.map_pipeline import inputs
from tools.map_pipeline.projection import project
from tools.map_pipeline.tokens import Atlas, curve, land_line, make_atlas, sea_line
from zinegen.errors import ZinegenError

LINES = {"Left|Right": [LineString([(0, 50), (1, 51), (2, 50), (3, 51)])]}
ATLAS = Atlas(LINES, {"HERE": (0.0, 50.0)})


def test_a_border_starts_and_ends_where_its_tokens_say():
    line = land_line(ATLAS, "A|B", "@HERE 1.5,50.5 3,50")
    first, last = project([(0, 50), (3, 50)])
    assert line.coords[0] == pytest.approx(first)
    assert line.coords[-1] == pytest.approx(last)


def test_roughness_depends_on_the_name_alone():
    tokens = "0,50 10,50"
    assert land_line(ATLAS, "A|B", tokens).equals(land_line(ATLAS, "A|B", tokens))
    assert not land_line(ATLAS, "A|B", tokens).equals(land_line(ATLAS, "A|C", tokens))


def test_a_leading_tilde_leaves_a_border_smooth():
    assert len(land_line(ATLAS, "A|B", "~ 0,50 10,50").coords) == 2


def test_a_modern_border_is_followed_both_ways():
    there = land_line(ATLAS, "A|B", "0,50 ne:Left|Right 3,51")
    back = land_line(ATLAS, "A|B", "3,51 ne:Right|Left 0,50")
    assert there.equals_exact(back.reverse(), 1e-9)
    assert there.length == pytest.approx(LineString(project(LINES["Left|Right"][0].coords)).length)


def test_a_modern_border_in_pieces_is_followed_over_the_gap():
    pieces = {"A|B": [LineString([(3, 50), (2, 50)]), LineString([(0, 50), (1.9, 50)])]}
    walked = Atlas(pieces).follow("A|B", (0, 50), (3, 50))
    assert walked == [(0, 50), (1.9, 50), (2, 50), (3, 50)]


def test_junctions_may_lie_on_a_modern_border():
    cuts = {**inputs.cuts(), "nodes": {"ON": "1.0,52.0 on Left|Right", "FREE": "7,8"}}
    transform = {"scale": [1, 1], "translate": [0, 0]}
    atlas = make_atlas(
        cuts, {"transform": transform, "lines": {"Left|Right": [[0, 50, 1, 1, 1, -1]]}}
    )
    assert atlas.junctions == {"ON": (1.0, 51.0), "FREE": (7.0, 8.0)}


@pytest.mark.parametrize(
    ("tokens", "why"),
    [("@NOWHERE 1,2", "no junction @NOWHERE"), ("0,50 ne:A|Z 1,50", "no modern border A|Z")],
)
def test_an_unknown_name_is_named(tokens, why):
    with pytest.raises(ZinegenError, match=why.replace("|", r"\|")):
        land_line(ATLAS, "A|B", tokens)


def test_a_sea_border_is_a_smooth_curve_through_its_points():
    line = sea_line(ATLAS, "0,50 2,52 4,50")
    assert line.distance(Point(project([(2, 52)])[0])) < 1e-9
    assert len(line.coords) == 1 + 2 * 8


def test_two_points_make_a_straight_line():
    assert curve([(0, 0), (4, 0)], 8) == [(0, 0), (4, 0)]
