"""Names, counters, marks and decoration move with the ground."""

from dataclasses import replace

import shapely
from shapely.geometry import LineString, Point, Polygon

from tests.geometry.quakes import drawn, happen
from zinegen.geometry import Decoration, DecorationKind, ProvinceKey, draw_surgery
from zinegen.geometry.draft import draft_of
from zinegen.geometry.redraw.attempts import DrawnEvent
from zinegen.geometry.redraw.move_labels import move_labels
from zinegen.geometry.shape import Lettering, Places


def furnished(mesh, shape):
    """Return a shape in which every province has its places at its widest spot."""
    places, coasts = {}, {}
    for face, area in drawn(mesh, shape).items():
        middle = shapely.maximum_inscribed_circle(area, tolerance=1).coords[0]
        spot = tuple(round(value * 10) for value in middle)
        label = Lettering(at=spot, size=140, lines=(face,))
        places[face] = Places(label=label, unit=spot, second=spot, centre=spot)
        coasts[mesh.rings[face][0][0] // 2] = spot
    return replace(shape, places=places, coasts=coasts)


def disc(x, y, radius):
    ring = Point(x, y).buffer(radius).exterior.coords
    return tuple((round(a * 10), round(b * 10)) for a, b in ring)


def test_places_stay_inside_their_provinces(base_map):
    mesh, shape = base_map
    shape = furnished(mesh, shape)
    for pair in (("Mun", "Tyr"), ("Vie", "Bud"), ("Por", "Spa")):
        surgery = happen(mesh, (mesh.between(*pair)[0],))
        mesh, shape = surgery.mesh, draw_surgery(shape, surgery)
    for face, area in drawn(mesh, shape).items():
        known = shape.places[face]
        for x, y in (known.unit, known.label.at, known.second or known.unit, known.centre):
            assert area.contains(Point(x / 10, y / 10))
    assert set(shape.coasts) <= set(mesh.borders)


def test_what_lies_far_away_stays_where_it_is(base_map):
    mesh, shape = base_map
    shape = furnished(mesh, shape)
    after = draw_surgery(shape, happen(mesh, (mesh.between("Por", "Spa")[0],)))
    assert after.places[ProvinceKey("Mos")] == shape.places[ProvinceKey("Mos")]


def test_a_lake_is_clipped_to_the_provinces_it_may_lie_in(base_map):
    mesh, shape = base_map
    (seam,) = mesh.between("Mun", "Boh")
    x, y = (value / 10 for value in shape.lines[seam][len(shape.lines[seam]) // 2])
    lake = Decoration(
        kind=DecorationKind.LAKE,
        line=disc(x, y, 12),
        within=(ProvinceKey("Boh"), ProvinceKey("Mun")),
    )
    surgery = happen(mesh, (seam,))
    after = draw_surgery(replace(shape, decoration=(lake,)), surgery)
    areas = drawn(surgery.mesh, after)
    room = shapely.union_all([areas["Boh"], areas["Mun"]])
    assert after.decoration
    for piece in after.decoration:
        left = Polygon([(a / 10, b / 10) for a, b in piece.line]).buffer(0)
        assert left.difference(room.buffer(0.2)).area < 1


def test_an_area_that_only_touches_its_provinces_leaves_no_line_behind(base_map):
    mesh, shape = base_map
    (seam,) = mesh.between("Mun", "Boh")
    (far,) = mesh.between("Ruh", "Kie")
    shore = shape.lines[far]
    x, y = shape.places["Ruh"].unit if "Ruh" in shape.places else shore[0]
    beside = (*shore, (x, y), shore[0])
    area = Decoration(
        kind=DecorationKind.WATER, line=beside, within=(ProvinceKey("Kie"), ProvinceKey("Mun"))
    )
    after = draw_surgery(replace(shape, decoration=(area,)), happen(mesh, (seam,)))
    assert all(len(piece.line) >= 4 for piece in after.decoration)


def test_a_canal_ends_where_other_ground_has_come(base_map):
    mesh, shape = base_map
    (seam,) = mesh.between("Mun", "Boh")
    x, y = shape.lines[seam][len(shape.lines[seam]) // 2]
    within = (ProvinceKey("Boh"), ProvinceKey("Mun"))
    line = ((x - 900, y), (x, y), (x + 900, y))
    canal = Decoration(kind=DecorationKind.CANAL, line=line, within=within)
    surgery = happen(mesh, (seam,))
    after = draw_surgery(replace(shape, decoration=(canal,)), surgery)
    areas = drawn(surgery.mesh, after)
    room = shapely.union_all([areas[face] for face in within]).buffer(0.2)
    assert len(after.decoration) >= 2
    for piece in after.decoration:
        assert room.contains(LineString([(a / 10, b / 10) for a, b in piece.line]))


def test_a_canal_of_which_its_province_has_nothing_left_is_gone(base_map):
    mesh, shape = base_map
    (seam,) = mesh.between("Mun", "Tyr")
    astray = Decoration(
        kind=DecorationKind.CANAL, line=((14000, 3000), (14500, 3000)), within=(ProvinceKey("Mun"),)
    )
    after = draw_surgery(replace(shape, decoration=(astray,)), happen(mesh, (seam,)))
    assert after.decoration == ()


def test_decoration_elsewhere_is_untouched(base_map):
    mesh, shape = base_map
    island = Decoration(
        kind=DecorationKind.ISLAND, line=disc(200, 150, 9), within=(ProvinceKey("NAO"),)
    )
    after = draw_surgery(
        replace(shape, decoration=(island,)), happen(mesh, (mesh.between("Mun", "Tyr")[0],))
    )
    assert after.decoration == (island,)


def test_water_off_the_board_stays_where_a_neighbour_of_the_outside_is_cut(base_map):
    mesh, shape = base_map
    sea = Decoration(
        kind=DecorationKind.WATER, line=disc(1575, 690, 12), within=(ProvinceKey("Out"),)
    )
    surgery = happen(mesh, (mesh.between("Sev", "Out")[0],))
    (after,) = draw_surgery(replace(shape, decoration=(sea,)), surgery).decoration
    ring = Polygon([(x / 10, y / 10) for x, y in after.line])
    assert ring.area > 0.8 * Polygon([(x / 10, y / 10) for x, y in sea.line]).area


def test_decoration_round_a_new_island_is_not_drawn_over_it(base_map):
    mesh, shape = base_map
    surgery = happen(mesh, (mesh.between("Por", "Spa")[0],))
    middle = drawn(mesh, shape)[ProvinceKey("Por")].centroid
    bank = Decoration(
        kind=DecorationKind.WATER, line=disc(middle.x, middle.y, 90), within=(ProvinceKey("MAO"),)
    )
    after = draw_surgery(replace(shape, decoration=(bank,)), surgery)
    island = drawn(surgery.mesh, after)[ProvinceKey("Por")]
    pieces = [Polygon([(x / 10, y / 10) for x, y in piece.line]) for piece in after.decoration]
    assert sum(piece.area for piece in pieces) > 5000
    assert all(piece.intersection(island).area < 5 for piece in pieces)


def test_a_lake_too_small_to_be_seen_is_left_out(base_map):
    mesh, shape = base_map
    (seam,) = mesh.between("Mun", "Boh")
    x, y = (value / 10 for value in shape.lines[seam][len(shape.lines[seam]) // 2])
    specks = tuple(
        Decoration(
            kind=DecorationKind.LAKE, line=line, within=(ProvinceKey("Boh"), ProvinceKey("Mun"))
        )
        for line in (disc(x, y + 60, 0.3), ((0, 0), (1, 0), (0, 0)))
    )
    assert draw_surgery(replace(shape, decoration=specks), happen(mesh, (seam,))).decoration == ()


def test_an_island_that_the_ground_carries_along_keeps_its_form(base_map):
    mesh, shape = base_map
    surgery = happen(mesh, (mesh.between("Mun", "Tyr")[0],))
    stretched = DrawnEvent(
        draft=draft_of(mesh, shape), flows=(), motions=(lambda points: points * (1.02, 1.01),)
    )
    island = Decoration(
        kind=DecorationKind.ISLAND, line=disc(500, 400, 14), within=(ProvinceKey("NTH"),)
    )
    (after,) = move_labels(replace(shape, decoration=(island,)), stretched, surgery).decoration
    steps = {(b[0] - a[0], b[1] - a[1]) for a, b in zip(island.line, after.line, strict=True)}
    assert steps == {(100, 40)}
