"""What is wrong with a drawing is said in words."""

from dataclasses import replace

import pytest

from tests.geometry.conftest import europe
from zinegen.geometry.draft import check, draft_of, is_sound


def changed(shape, border, line):
    return replace(shape, lines={**shape.lines, border: line})


def test_the_base_map_agrees_with_its_mesh(base_map):
    assert check(*base_map) == []


def test_so_it_does_with_all_overlays_on():
    overlays = ["Cre", "Got", "Klg", "CAS", "Cyp", "Sar", "Ire", "Ice", "Sic", "Arc", "Blr"]
    assert check(*europe(overlays)) == []


def test_a_border_without_a_line_is_named(quarters):
    mesh, shape = quarters
    lines = {number: line for number, line in shape.lines.items() if number != 0}
    assert check(mesh, replace(shape, lines={**lines, 77: shape.lines[0]})) == [
        "border 0 (A|B) has no line",
        "there is a line for 77, which is no border",
    ]


def test_a_line_that_misses_its_junction_is_named(quarters):
    mesh, shape = quarters
    found = check(mesh, changed(shape, 0, ((1000, 0), (1000, 999))))
    assert "border 0 (A|B) does not end where border 1 (A|Out) begins" in found


def test_ground_whose_lines_do_not_meet_is_not_drawn_as_one_piece(quarters):
    mesh, shape = quarters
    assert is_sound(draft_of(mesh, shape), "A")
    loose = changed(shape, 0, ((1000, 0), (1000, 999)))
    assert not is_sound(draft_of(mesh, loose), "A")


def test_a_line_of_one_point_is_named(quarters):
    mesh, shape = quarters
    assert check(mesh, changed(shape, 0, ((1000, 0),))) == ["border 0 (A|B) has no length"]


def test_a_line_off_the_board_is_named(quarters):
    mesh, shape = quarters
    line = ((1000, 0), (-1, 500), (1000, 1000))
    assert check(mesh, changed(shape, 0, line)) == ["border 0 leaves the board"]


@pytest.mark.parametrize(
    "course",
    [
        ((1000, 0), (400, 500), (1000, 1000)),  # through the lake
        ((1000, 0), (100, 500), (1000, 1000)),  # round the lake: it would lie in B
        ((1000, 0), (1500, 800), (1500, 200), (1000, 1000)),  # across itself
        ((1000, 0), (300, 300), (1000, 1000)),  # touching the lake
    ],
)
def test_a_line_that_crosses_or_surrounds_another_is_found(quarters, course):
    mesh, shape = quarters
    found = check(mesh, changed(shape, 0, course))
    assert any("is not drawn as one piece" in fault for fault in found)


def test_two_provinces_that_changed_sides_are_found(quarters):
    mesh, shape = quarters
    mirrored = {
        number: tuple((2000 - x, y) for x, y in line) for number, line in shape.lines.items()
    }
    found = check(mesh, replace(shape, lines=mirrored))
    assert [fault.split(" is not")[0] for fault in found] == [
        "A",
        "B",
        "the ground outside",
        "lake",
    ]


def test_a_border_too_short_to_be_seen_is_named(quarters):
    mesh, shape = quarters
    tiny = ((300, 300), (310, 300), (310, 310), (300, 300))
    (ring,) = mesh.between("A", "lake")
    assert check(mesh, changed(shape, ring, tiny)) == [f"border {ring} (lake|A) is only 3.4 long"]
