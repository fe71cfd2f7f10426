"""The mesh of the start map, and what makes a mesh a map."""

from dataclasses import replace

import pytest

from tests.meshes import mesh_from_lists
from zinegen.errors import MapError
from zinegen.geometry import Dart, Mesh, ProvinceKey, faults, require_valid, separate
from zinegen.play import load_board

EUROPE = load_board().mesh


def test_europe_has_77_faces_225_borders_and_150_junctions_of_three() -> None:
    junctions = {frozenset(EUROPE.junction(dart)) for dart in EUROPE.next}
    assert (len(EUROPE.rings), len(EUROPE.borders), len(junctions)) == (77, 225, 150)
    assert all(len(junction) == 3 for junction in junctions)
    assert faults(EUROPE) == []


def test_the_ends_of_a_border_are_the_third_provinces_at_its_junctions() -> None:
    (border,) = EUROPE.between(ProvinceKey("Mun"), ProvinceKey("Bur"))
    assert set(EUROPE.ends(border) or ()) == {"Ruh", "Swi"}


def test_two_provinces_may_share_several_borders() -> None:
    assert len(EUROPE.between(ProvinceKey("Spa"), ProvinceKey("MAO"))) == 2


def test_every_border_touches_four_others_save_the_two_of_portugal() -> None:
    three = [border for border in EUROPE.borders if len(EUROPE.touching(border)) == 3]
    assert {frozenset(EUROPE.sides(border)) for border in three} == {
        frozenset(("Por", "Spa")),
        frozenset(("Por", "MAO")),
    }
    assert all(len(EUROPE.touching(border)) in {3, 4} for border in EUROPE.borders)


def test_behind_a_ring_lies_what_is_reached_without_its_own_province() -> None:
    (shore,) = EUROPE.rings[ProvinceKey("Out")]
    assert EUROPE.behind(shore) == set(EUROPE.rings) - {"Out"}
    alone = separate(EUROPE, EUROPE.between(ProvinceKey("Por"), ProvinceKey("Spa"))[0]).mesh
    behind = [alone.behind(ring) for ring in alone.rings[ProvinceKey("MAO")]]
    assert sorted(behind, key=len) == [{"Por"}, set(alone.rings) - {"MAO", "Por"}]


def test_a_border_is_found_from_both_its_provinces() -> None:
    for border in EUROPE.borders:
        for face in EUROPE.sides(border):
            assert EUROPE.face[EUROPE.dart_in(border, face)] == face
    with pytest.raises(MapError, match="no border of"):
        EUROPE.dart_in(EUROPE.borders[0], ProvinceKey("Vie"))


def test_a_border_with_one_province_on_both_sides_is_no_border() -> None:
    faces = {**EUROPE.face, Dart(1): EUROPE.face[Dart(0)]}
    assert any("both sides" in fault for fault in faults(replace(EUROPE, face=faces)))


def test_a_missing_side_is_noticed() -> None:
    following = {dart: after for dart, after in EUROPE.next.items() if dart != 0}
    with pytest.raises(MapError, match="no successor"):
        require_valid(replace(EUROPE, next=following))


def test_a_junction_where_borders_cross_over_is_noticed() -> None:
    """Exchange the successors of two darts of one province: its ring falls apart."""
    ring = EUROPE.rings[ProvinceKey("Mun")][0]
    following = {**EUROPE.next, ring[0]: EUROPE.next[ring[3]], ring[3]: EUROPE.next[ring[0]]}
    assert faults(replace(EUROPE, next=following))


def test_a_province_in_two_pieces_is_noticed() -> None:
    """Two provinces far apart are given one name."""
    faces = {
        dart: ProvinceKey("Vie") if face == "Syr" else face for dart, face in EUROPE.face.items()
    }
    assert any("cut in two" in fault for fault in faults(replace(EUROPE, face=faces)))


def test_lists_that_contradict_each_other_are_no_map() -> None:
    with pytest.raises((MapError, KeyError)):
        mesh_from_lists({"A": (("B", "C"),), "B": (("A", "C"),), "C": (("A", "D"),), "D": ()})


def test_a_small_map_can_be_written_as_lists() -> None:
    mesh: Mesh = mesh_from_lists({"A": (("B", "C"),), "B": (("C", "A"),), "C": (("A", "B"),)})
    assert len(mesh.borders) == 3
    assert mesh.adjacent(ProvinceKey("A")) == {"B", "C"}
