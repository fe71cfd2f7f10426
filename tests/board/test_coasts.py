"""Coasts are runs of shore, joined by waterways."""

from dataclasses import replace

from zinegen.board import Board, Canal, NamedStrait, Terrain
from zinegen.board.coasts import coast_with, coasts, find, label
from zinegen.geometry import ProvinceKey
from zinegen.play import load_board

BARE = load_board()


def waters(board: Board, face: str) -> list[set[str]]:
    """Return the coasts of a province as sets of waters, in a fixed order."""
    return sorted(({*coast.waters} for coast in coasts(board, ProvinceKey(face))), key=sorted)


def test_without_waterways_seven_provinces_have_two_coasts() -> None:
    several = {face for face in BARE.provinces if len(coasts(BARE, face)) > 1}
    assert several == {"Swe", "Den", "Kie", "Con", "StP", "Bul", "Spa"}
    assert waters(BARE, "Den") == [{"BAL"}, {"HEL", "NTH", "SKA"}]


def test_seas_joined_by_name_make_one_coast_of_two() -> None:
    join = NamedStrait(
        province=ProvinceKey("Con"), groups=((ProvinceKey("AEG"),), (ProvinceKey("BLA"),))
    )
    assert waters(replace(BARE, joins=(join,)), "Con") == [{"AEG", "BLA"}]
    assert len(waters(replace(BARE, joins=(replace(join, open=False),)), "Con")) == 2


def test_a_join_needs_both_its_seas() -> None:
    join = NamedStrait(
        province=ProvinceKey("Nap"), groups=((ProvinceKey("ION"),), (ProvinceKey("BLA"),))
    )
    assert waters(replace(BARE, joins=(join,)), "Nap") == waters(BARE, "Nap")


def test_a_join_by_way_of_another_province_ends_when_that_sinks() -> None:
    den = NamedStrait(
        province=ProvinceKey("Den"), groups=((ProvinceKey("SKA"),), (ProvinceKey("BAL"),))
    )
    swe = replace(den, province=ProvinceKey("Swe"), via=ProvinceKey("Den"))
    board = replace(BARE, joins=(den, swe))
    assert waters(board, "Swe") == [{"BAL", "GOB", "SKA"}]
    iced = board.replace_province(replace(board[ProvinceKey("Den")], iced=True))
    assert waters(iced, "Swe") == [{"BAL", "GOB"}, {"SKA"}]


def test_only_a_natural_waterway_of_another_province_carries_a_join() -> None:
    den = NamedStrait(
        province=ProvinceKey("Den"),
        groups=((ProvinceKey("SKA"),), (ProvinceKey("BAL"),)),
        natural=False,
    )
    swe = replace(den, province=ProvinceKey("Swe"), via=ProvinceKey("Den"), natural=True)
    assert len(waters(replace(BARE, joins=(den, swe)), "Swe")) == 2


def test_a_waterway_that_freezes_joins_nothing_under_ice() -> None:
    con = NamedStrait(
        province=ProvinceKey("Con"), groups=((ProvinceKey("AEG"),), (ProvinceKey("BLA"),))
    )
    for freezes, count in ((True, 2), (False, 1)):
        board = replace(BARE, joins=(replace(con, freezes=freezes),))
        iced = board.replace_province(replace(board[ProvinceKey("Con")], iced=True))
        assert len(waters(iced, "Con")) == count


def test_a_strait_joins_the_shores_at_its_ends_on_both_sides() -> None:
    (border,) = BARE.mesh.between(ProvinceKey("Den"), ProvinceKey("Swe"))
    board = replace(BARE, straits=(border,))
    assert waters(board, "Den") == [{"BAL", "HEL", "NTH", "SKA"}]
    assert waters(board, "Swe") == [{"BAL", "GOB", "SKA"}]


def test_a_canal_joins_the_shores_of_its_own_province_alone() -> None:
    kie = ProvinceKey("Kie")
    ends = tuple(BARE.mesh.between(kie, ProvinceKey(sea))[0] for sea in ("BAL", "HEL"))
    board = replace(BARE, canals=(Canal(province=kie, terminals=(ends[0], ends[1])),))
    assert waters(board, "Kie") == [{"BAL", "HEL"}]
    assert len(waters(board, "Den")) == 2


def test_land_that_sinks_gives_its_neighbours_a_coast() -> None:
    board = BARE.replace_province(replace(BARE[ProvinceKey("Bur")], terrain=Terrain.WATER))
    assert waters(board, "Mar") == [{"Bur"}, {"GOL"}]
    assert waters(board, "Bel") == [{"Bur"}, {"ENG", "NTH"}]


def test_an_island_is_one_coast_all_round() -> None:
    (seam,) = BARE.mesh.between(ProvinceKey("Por"), ProvinceKey("Spa"))
    assert waters(BARE.separate(seam), "Por") == [{"MAO"}]


def test_printed_labels_name_the_coasts_of_the_start() -> None:
    labels = {
        (face, label(BARE, coast)): set(coast.waters)
        for face in ("Spa", "StP", "Bul")
        for coast in coasts(BARE, ProvinceKey(face))
    }
    assert labels == {
        ("Spa", "nc"): {"MAO"},
        ("Spa", "sc"): {"GOL", "WES", "MAO"},
        ("StP", "nc"): {"BAR"},
        ("StP", "sc"): {"GOB"},
        ("Bul", "ec"): {"BLA"},
        ("Bul", "sc"): {"AEG"},
    }


def test_other_coasts_are_named_by_a_water_of_their_own() -> None:
    assert [label(BARE, coast) for coast in coasts(BARE, ProvinceKey("Con"))] == ["BLA", "AEG"] or [
        label(BARE, coast) for coast in coasts(BARE, ProvinceKey("Con"))
    ] == ["AEG", "BLA"]


def test_a_coast_may_be_written_by_label_by_water_or_by_all_its_waters() -> None:
    spa = ProvinceKey("Spa")
    (south,) = find(BARE, spa, "sc")
    assert find(BARE, spa, "GOL") == find(BARE, spa, "{WES, GOL,MAO}") == (south,)
    assert len(find(BARE, spa, "MAO")) == 2
    assert find(BARE, spa, "BLA") == ()


def test_a_direction_that_no_coast_bears_means_the_coast_farthest_that_way() -> None:
    (north,) = find(BARE, ProvinceKey("Spa"), "wc")
    assert set(north.waters) in ({"MAO"}, {"GOL", "WES", "MAO"})
    (west,) = find(BARE, ProvinceKey("Con"), "sc")
    assert west.waters == ("AEG",)


def test_a_coast_lives_on_where_one_of_its_borders_does() -> None:
    (south,) = find(BARE, ProvinceKey("Spa"), "sc")
    assert coast_with(BARE, ProvinceKey("Spa"), south.borders[:1]) == (south,)
    assert coast_with(BARE, ProvinceKey("Spa"), ()) == ()
