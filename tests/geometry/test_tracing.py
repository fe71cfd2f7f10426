"""A net of lines becomes a mesh and its shape."""

import pytest

from tests.geometry.conftest import europe
from zinegen.errors import MapError
from zinegen.geometry import Arc, Dart, ProvinceKey, border_of, trace


def test_arcs_are_joined_where_only_two_meet(quarters):
    mesh, shape = quarters
    assert len(mesh.borders) == 4
    assert shape.lines[2] == ((1000, 0), (2000, 0), (2000, 1000), (1000, 1000))


def test_arcs_that_close_on_themselves_become_a_ring(quarters):
    mesh, shape = quarters
    (ring,) = mesh.between(ProvinceKey("A"), ProvinceKey("lake"))
    assert mesh.is_ring(ring)
    assert shape.lines[ring][0] == shape.lines[ring][-1]
    assert mesh.face[Dart(2 * ring)] == "lake"


def test_every_line_ends_where_the_next_one_round_its_province_begins(base_map):
    mesh, shape = base_map
    for dart, after in mesh.next.items():
        assert shape.line(dart)[-1] == shape.line(after)[0]


def test_the_base_map_has_the_borders_and_junctions_of_the_standard_board(base_map):
    mesh, _ = base_map
    assert (len(mesh.rings), len(mesh.borders)) == (77, 225)
    assert len({mesh.junction(dart) for dart in mesh.next}) == 150


def test_an_overlay_adds_its_province():
    mesh, _ = europe(("Ire", "Arc"))
    assert mesh.adjacent(ProvinceKey("Ire")) == {"IRI", "MAO", "NAO"}
    assert "BAR" not in mesh.adjacent(ProvinceKey("StP"))


def test_an_arc_with_one_province_on_both_sides_is_dropped(quarters):
    mesh, shape = quarters
    arcs = [
        Arc(
            right=mesh.face[Dart(2 * border)],
            left=mesh.face[Dart(2 * border + 1)],
            line=shape.lines[border],
        )
        for border in mesh.borders
    ]
    inside = Arc(right=ProvinceKey("A"), left=ProvinceKey("A"), line=((100, 100), (200, 200)))
    assert trace([inside, *arcs])[0].next == mesh.next


def test_a_loose_end_is_refused(quarters):
    mesh, shape = quarters
    arcs = [
        Arc(right=mesh.face[Dart(2 * b)], left=mesh.face[Dart(2 * b + 1)], line=shape.lines[b])
        for b in mesh.borders
        if b != border_of(Dart(0))
    ]
    loose = Arc(right=ProvinceKey("A"), left=ProvinceKey("B"), line=((1000, 0), (1000, 900)))
    with pytest.raises(MapError, match=r"1 lines meet at \(1000, 900\)"):
        trace([*arcs, loose])
