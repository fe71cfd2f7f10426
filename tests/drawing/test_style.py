"""Powers can be told apart, whoever looks; land is never taken for sea; neighbours of one owner differ."""

import re
from dataclasses import replace
from itertools import chain, combinations, product
from operator import attrgetter
from pathlib import Path

import pytest

from tests.drawing.colour_vision import EYES, contrast, difference, lay_over
from tests.drawing.walks import list_walked_boards
from tests.geometry.quakes import happen, walk
from zinegen.board import OUTSIDE, Power
from zinegen.drawing import simplify_for_drawing, style
from zinegen.drawing.pictures import VEIL
from zinegen.drawing.style_sheet.dark import DARK

POWERS = tuple(Power(name) for name in style.COLOURS)
OWNERS = (style.NEUTRAL, *style.COLOURS.values())
PAPERS = {
    "light": (attrgetter("ink"), attrgetter("shades"), lambda colour: colour),
    "dark": (attrgetter("dark_ink"), attrgetter("dark_shades"), DARK.__getitem__),
}
"""On each paper: ink and shades of hues, and what a colour of light paper is."""
BLIND = [eye for eye in EYES if eye != "usual"]


@pytest.fixture(params=PAPERS)
def paper(request):
    return PAPERS[request.param]


def waters(paper):
    """Return the colours of open water, of water near the shore, and at it, in all tints."""
    bare = [paper[2](one) for one in (style.SEA, style.LAKE, style.SHALLOWS)]
    tints = map(paper[2], style.SEA_TINTS)
    return bare + [lay_over(one, tint, style.SEA_TINT) for tint, one in product(tints, bare)]


def test_tints_of_seas_differ_visibly(paper):
    tints = waters(paper)[::3]
    assert len(tints) == style.SHADES
    assert min(difference(a, b) for a, b in combinations(tints[:3], 2)) > 3.5
    assert min(difference(a, b) for a, b in combinations(tints, 2)) > 2


def test_all_owners_stay_apart_in_every_shade_and_for_every_eye(paper):
    _, shades, _ = paper
    for one, other in combinations(map(shades, OWNERS), 2):
        for a, b in product(one, other):
            assert difference(a, b) > 9
            assert min(difference(a, b, eye) for eye in ("protan", "deutan")) > 6
            assert difference(a, b, "tritan") > 4.5


def test_many_powers_stay_apart_from_each_other_and_from_ground_of_nobody(paper):
    _, shades, _ = paper
    for one, other in combinations(map(shades, (style.NEUTRAL, *style.HUES)), 2):
        for a, b in product(one, other):
            assert difference(a, b) > 4.5
            assert min(difference(a, b, eye) for eye in BLIND) > 2.75


def test_how_far_powers_are_apart_is_what_the_table_says():
    """The smallest distance of any two of 2 to 24 powers, for each eye, of ground and of units."""
    assert len(style.HUES) == 24
    closest = [[list_closest(owner_colours(kind), eye) for eye in EYES] for kind in KINDS]
    rows = [
        [" / ".join(f"{distances[count]:.1f}" for distances in eyes) for eyes in closest]
        for count in range(2, 25)
    ]
    table = [f"| {' | '.join([str(count), *row])} |" for count, row in enumerate(rows, 2)]
    page = (Path(__file__).parents[2] / "docs/maps.md").read_text("utf-8")
    assert "\n".join(table) in page, "\n" + "\n".join(table)


KINDS = ("shades", "dark_shades", "ink", "dark_ink")


def owner_colours(kind):
    """Return the colours of one kind that each power has, in the order in which they are given away."""
    found = [getattr(hues, kind) for hues in style.HUES]
    return [(one,) if isinstance(one, str) else one for one in found]


def list_closest(colours, eye):
    """Return, by number of powers, the smallest distance of the colours of any two of them."""
    least = {1: float("inf")}
    for count in range(2, len(colours) + 1):
        new, others = colours[count - 1], chain.from_iterable(colours[: count - 1])
        near = min(difference(a, b, eye) for a, b in product(new, others))
        least[count] = min(least[count - 1], near)
    return least


def test_powers_of_other_names_get_the_hues_that_are_free_and_then_patterns():
    names = [Power(f"Power {number:02}") for number in range(60)]
    signs = style.assign_signs((*names, Power("France")))
    assert signs[Power("France")].ink == style.COLOURS["France"].ink
    looks = [(signs[name].ink, signs[name].pattern) for name in names]
    assert len({*looks, (signs[Power("France")].ink, "")}) == 61
    assert [hues for hues in style.HUES if hues.ink != style.COLOURS["France"].ink] == [
        next(hues for hues in style.HUES if hues.ink == ink) for ink, _ in looks[:23]
    ]
    assert not any(pattern for _, pattern in looks[:23])
    assert all(pattern for _, pattern in looks[23:])


def test_shades_of_one_tint_and_papers_of_neutral_ground_differ_visibly(paper):
    _, shades, _ = paper
    for hues in style.HUES:
        assert len(shades(hues)) == style.SHADES
        assert min(difference(a, b) for a, b in combinations(shades(hues), 2)) > 2
    for hues in OWNERS:
        assert min(difference(a, b) for a, b in combinations(shades(hues), 2)) > 6


def test_land_never_looks_like_sea(paper):
    _, shades, _ = paper
    for hues in (*OWNERS, *style.SPARE):
        for land, sea in product(shades(hues), waters(paper)):
            assert difference(land, sea) > 9
            assert min(difference(land, sea, eye) for eye in BLIND) > 5.5


def test_faded_land_does_not_look_like_sea_either(paper):
    _, shades, counterpart = paper
    for hues in (*OWNERS, *style.SPARE):
        for land, sea in product(shades(hues), waters(paper)):
            assert difference(lay_over(land, counterpart(style.PAPER), VEIL), sea) > 6


def test_islands_that_are_no_provinces_are_no_sea(paper):
    for sea in waters(paper):
        assert difference(paper[2](style.ISLE), sea) > 9


def test_borders_reach_three_to_one_on_every_ground(paper):
    _, shades, counterpart = paper
    grounds = [shade for hues in (*OWNERS, *style.SPARE) for shade in shades(hues)]
    for line in (style.BORDER, style.FRONTIER):
        assert min(contrast(counterpart(line), one) for one in (*grounds, *waters(paper))) > 3
    assert min(contrast(counterpart(style.SEA_LINE), sea) for sea in waters(paper)) > 3


def test_names_can_be_read_on_every_ground(paper):
    _, shades, counterpart = paper
    grounds = [shade for hues in (*OWNERS, *style.SPARE) for shade in shades(hues)]
    assert min(contrast(counterpart(style.INK), one) for one in grounds) > 4.5
    assert min(contrast(counterpart(style.SEA_NAME), sea) for sea in waters(paper)) > 4.5


def test_inks_differ_from_each_other_and_letters_on_them_can_be_read(paper):
    ink, _, counterpart = paper
    inks = [ink(hues) for hues in style.HUES]
    for eye in EYES:
        assert min(difference(a, b, eye) for a, b in combinations(inks[:7], 2)) > 8, eye
        assert min(difference(a, b, eye) for a, b in combinations(inks, 2)) > 6, eye
    for hues in style.HUES:
        assert contrast(ink(hues), counterpart(style.LETTER)) > 4.5


def test_every_colour_has_a_counterpart_of_its_own_on_dark_paper():
    pairs = [
        pair
        for hues in (*OWNERS, *style.SPARE)
        for pair in zip(hues.shades, hues.dark_shades, strict=True)
    ]
    assert all(DARK[light] == dark for light, dark in pairs)
    assert all(re.fullmatch("#[0-9a-f]{6}", colour) for colour in (*DARK, *DARK.values()))
    named = [
        colour
        for colour in vars(style).values()
        if isinstance(colour, str) and colour.startswith("#")
    ]
    assert len(named) > 25
    assert set(named) <= set(DARK)


def test_neighbours_have_different_shades_however_the_map_has_changed(start, changed):
    for state in (start, changed[1]):
        assert_neighbours_differ(state.board)
    for board in list_walked_boards():
        assert_neighbours_differ(board)


def assert_neighbours_differ(board):
    """Fail where two neighbours, both ground or both water, share a shade, or where one has none."""
    board = simplify_for_drawing(board)
    ground, waters = style.assign_shades(board), style.assign_sea_shades(board)
    assert {*ground, *waters} == {*board.mesh.rings} - {OUTSIDE}
    for shades in (ground, waters):
        assert max(shades.values()) < style.SHADES
        for face, shade in shades.items():
            for other in board.mesh.adjacent(face) - {OUTSIDE}:
                assert other not in shades or shades[other] != shade, (face, other)


def test_a_province_keeps_its_shade_when_its_owner_changes(start, busy):
    assert style.assign_shades(start.board) == style.assign_shades(busy[0].board)


def assign_all(board):
    """Return the shades of ground and water."""
    return {**style.assign_shades(board), **style.assign_sea_shades(board)}


def test_what_happens_to_the_map_leaves_the_colours_elsewhere_as_they_are(start):
    mesh, shades, changes = start.board.mesh, assign_all(start.board), []
    events = walk(mesh, 301)
    event = next(events)
    for _ in range(30):
        mesh = happen(mesh, event).mesh
        before, shades = shades, assign_all(replace(start.board, mesh=mesh))
        changes.append(sum(before[face] != shade for face, shade in shades.items()))
        event = events.send(mesh)
    assert sum(changes) <= 1.5 * len(changes)
    assert max(changes) <= 12


def test_powers_with_the_same_first_letter_get_different_letters():
    names = [Power(name) for name in ("Aragon", "Austria", "Azag", "Ar", "€", "中国", "Ægir", "")]
    signs = style.assign_signs(names)
    assert len({sign.letter for sign in signs.values()}) == len(names)
    assert len({sign.slug for sign in signs.values()}) == len(names)
    assert signs[Power("Ar")].letter == "A"


def test_signs_do_not_depend_on_the_order_in_which_powers_are_named():
    assert style.assign_signs(POWERS) == style.assign_signs(POWERS[::-1])


def test_the_pages_know_the_powers_by_the_inks_of_the_maps():
    sheet = (Path(__file__).parents[2] / "site_src/assets/zine.css").read_text("utf-8")
    light, *dark = (dict(re.findall(r"--z-([\w-]+): (#\w{6});", part)) for part in blocks_of(sheet))
    assert len(dark) == 2
    assert dark[0] == dark[1]
    for power, hues in style.COLOURS.items():
        assert light[power.lower()] == hues.ink
        assert dark[0][power.lower()] == hues.dark_ink
    for hues in style.HUES:
        name = f"ink-{hues.ink[1:]}"
        assert (light[name], dark[0][name]) == (hues.ink, hues.dark_ink)
        for kind in ("fill", "stroke"):
            assert f'[class*="z-ink-"][{kind}="{hues.ink}"] {{ {kind}: var(--z-{name}); }}' in sheet
    assert dark[0]["map"] == dark[0]["paper"] == DARK[style.PAPER]


def blocks_of(sheet):
    """Return the blocks of a style sheet that say what the powers' inks are."""
    return [block for block in re.findall(r"\{([^{}]*)\}", sheet) if "--z-austria:" in block]
