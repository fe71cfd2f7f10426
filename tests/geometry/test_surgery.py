"""What cutting and linking borders does to the mesh."""

from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.meshes import mesh_from_lists
from zinegen.errors import MapError
from zinegen.geometry import Mesh, ProvinceKey, Surgery, faults, release, separate
from zinegen.play import load_board

EUROPE = load_board().mesh
Seas = tuple[int, int, ProvinceKey]


def releases(mesh: Mesh) -> list[tuple[ProvinceKey, int, int]]:
    """Return every release that makes sense, in a fixed order."""
    found = []
    for across, rings in mesh.rings.items():
        darts = [dart for ring in rings for dart in ring] if len(rings) > 1 else []
        found += [
            (across, one // 2, other // 2)
            for one, other in combinations(darts, 2)
            if mesh.ring_of[one] != mesh.ring_of[other] and mesh.across(one) != mesh.across(other)
        ]
    return found


def event(mesh: Mesh, choice: int, *, linking: bool) -> Surgery:
    """Return one legal event, picked by a number."""
    links = releases(mesh) if linking else []
    if links:
        return release(mesh, *links[choice % len(links)])
    seams = [border for border in mesh.borders if not mesh.is_ring(border)]
    return separate(mesh, seams[choice % len(seams)])


def around(mesh: Mesh, face: str) -> list[list[str]]:
    """Return neighbour lists, each begun at its alphabetically least turn, so they can be compared."""
    lists = [list(ring) for ring in mesh.neighbours(ProvinceKey(face))]
    turned = [min(ring[step:] + ring[:step] for step in range(len(ring))) for ring in lists]
    return sorted(turned)


@given(st.lists(st.tuples(st.integers(0, 10**6), st.booleans()), max_size=40))
def test_any_sequence_of_events_leaves_a_whole_map(choices: list[tuple[int, bool]]) -> None:
    mesh = EUROPE
    for choice, linking in choices:
        mesh = event(mesh, choice, linking=linking).mesh
        assert faults(mesh) == []
        assert set(mesh.rings) == set(EUROPE.rings)


def test_a_separation_joins_the_two_ends_of_the_border() -> None:
    (seam,) = EUROPE.between(ProvinceKey("Pru"), ProvinceKey("Lvn"))
    after = separate(EUROPE, seam)
    assert around(after.mesh, "Pru") == around(mesh_from_ring("Pru", "BAL War Sil Ber"), "Pru")
    assert after.mesh.between(ProvinceKey("War"), ProvinceKey("BAL")) == (after.made,)
    assert EUROPE.fresh == after.made
    assert not after.mesh.between(ProvinceKey("Pru"), ProvinceKey("Lvn"))


def mesh_from_ring(face: str, neighbours: str) -> Mesh:
    """Return a wheel: one province, its neighbours round it, and the sea round them."""
    rim = neighbours.split()
    lists: dict[str, tuple[tuple[str, ...], ...]] = {
        face: (tuple(rim),),
        "sea": (tuple(rim[::-1]),),
    }
    for at, name in enumerate(rim):
        lists[name] = ((face, rim[at - 1], "sea", rim[(at + 1) % len(rim)]),)
    return mesh_from_lists(lists)


def test_separating_twice_at_the_same_place_restores_the_neighbours() -> None:
    for seam in EUROPE.borders:
        ends = EUROPE.ends(seam)
        if ends is None or ends[0] == ends[1]:
            continue
        once = separate(EUROPE, seam)
        twice = separate(once.mesh, once.made or 0)
        for face in EUROPE.rings:
            assert around(twice.mesh, face) == around(EUROPE, face)


def test_ring_separation_leaves_an_island_in_the_sea_round_it() -> None:
    (seam,) = EUROPE.between(ProvinceKey("Por"), ProvinceKey("Spa"))
    after = separate(EUROPE, seam)
    assert after.made is None
    assert around(after.mesh, "Por") == [["MAO"]]
    assert around(after.mesh, "Spa") == [["GOL", "WES", "MAO", "Gas", "Mar"]]
    assert ["Por"] in around(after.mesh, "MAO")
    (rim,) = after.mesh.between(ProvinceKey("Por"), ProvinceKey("MAO"))
    assert after.mesh.is_ring(rim)


def test_a_release_is_the_inverse_of_a_ring_separation() -> None:
    (seam,) = EUROPE.between(ProvinceKey("Por"), ProvinceKey("Spa"))
    island = separate(EUROPE, seam).mesh
    (rim,) = island.between(ProvinceKey("Por"), ProvinceKey("MAO"))
    (shore,) = island.between(ProvinceKey("Spa"), ProvinceKey("MAO"))
    back = release(island, ProvinceKey("MAO"), rim, shore).mesh
    for face in EUROPE.rings:
        assert around(back, face) == around(EUROPE, face)


def test_a_border_that_grows_together_keeps_the_older_number() -> None:
    (seam,) = EUROPE.between(ProvinceKey("Por"), ProvinceKey("Spa"))
    shores = EUROPE.between(ProvinceKey("Spa"), ProvinceKey("MAO"))
    after = separate(EUROPE, seam)
    assert after.merged == (shores,)
    assert after.heirs(shores[1]) == (shores[0],)
    assert after.heirs(seam) == ()


def test_both_halves_of_a_split_border_are_its_heirs() -> None:
    (seam,) = EUROPE.between(ProvinceKey("Por"), ProvinceKey("Spa"))
    island = separate(EUROPE, seam).mesh
    (rim,) = island.between(ProvinceKey("Por"), ProvinceKey("MAO"))
    (shore,) = island.between(ProvinceKey("Bre"), ProvinceKey("MAO"))
    after = release(island, ProvinceKey("MAO"), rim, shore)
    assert len(after.heirs(shore)) == 2
    assert set(after.heirs(shore)) == set(
        after.mesh.between(ProvinceKey("Bre"), ProvinceKey("MAO"))
    )
    assert after.heirs(rim) == (rim,)


def test_a_ring_without_junctions_cannot_be_separated() -> None:
    (seam,) = EUROPE.between(ProvinceKey("Por"), ProvinceKey("Spa"))
    island = separate(EUROPE, seam).mesh
    (rim,) = island.between(ProvinceKey("Por"), ProvinceKey("MAO"))
    with pytest.raises(MapError, match="ring"):
        separate(island, rim)


def test_a_link_that_would_cut_a_province_in_two_is_refused() -> None:
    mao = ProvinceKey("MAO")
    (por,) = EUROPE.between(ProvinceKey("Por"), mao)
    (bre,) = EUROPE.between(ProvinceKey("Bre"), mao)
    with pytest.raises(MapError, match="in two"):
        release(EUROPE, mao, por, bre)


def test_a_border_that_is_gone_cannot_be_separated_again() -> None:
    with pytest.raises(MapError, match="no border"):
        separate(separate(EUROPE, 7).mesh, 7)
