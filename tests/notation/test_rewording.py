"""Ways of writing that players have: read where they mean one thing, asked about where they may mean two."""

from dataclasses import replace

import pytest

from tests.notation.examples import START, canonical, read
from tests.rule_sets import rule_set
from zinegen.game import Phase, PhaseKind, Unreadable
from zinegen.notation import as_text
from zinegen.play import load_board
from zinegen.variants.standard import STANDARD

BILINGUAL = replace(STANDARD, languages=("de", "fr"))


def assert_read_as(line, *wanted, power="France", **options):
    """Assert that a line is read as these orders, and that nothing is wrong with it."""
    found = read(line, power, **options)
    assert not found.findings, as_text(found.findings)
    assert canonical(found.orders) == list(wanted)


def ask(line, power="France", **options):
    """Return the one finding on a line that nobody can read, and the words it marks."""
    found = read(line, power, **options)
    assert [type(order) for order in found.orders] == [Unreadable]
    (wrong,) = found.findings
    return wrong, wrong.line[wrong.where.column - 1 : wrong.where.end_column - 1]


@pytest.mark.parametrize(
    ("line", "wanted"),
    [
        ("A Par (S) A Mar-Bur", "A Par S A Mar - Bur"),
        ("A Par S (A Mar-Bur)", "A Par S A Mar - Bur"),
        ("A Mun S A Ber (- Kie)", "A Mun S A Ber - Kie"),
        ("A PAR - A BUR", "A Par - Bur"),
        ("A Mar S A Par - A Bur", "A Mar S A Par - Bur"),
        ("- A Par - Bur", "A Par - Bur"),
        ("* A Par - Bur", "A Par - Bur"),
        ("• A Par - Bur", "A Par - Bur"),
        ("1. A Par - Bur", "A Par - Bur"),
        ("12) A Par - Bur", "A Par - Bur"),
        ("(3) A Par - Bur", "A Par - Bur"),
        ("France: A Par - Bur", "A Par - Bur"),
        ("FRENCH: A Par - Bur", "A Par - Bur"),
        ("A Par sup A Mar - Bur", "A Par S A Mar - Bur"),
        ("F ENG conv A Lon - Bel", "F ENG C A Lon - Bel"),
        ("A Par Bur", "A Par - Bur"),
        ("A Mar S A Par Bur", "A Mar S A Par - Bur"),
        ("A Yor - NTH - Nwy", "A Yor - Nwy via convoy"),
        ("A Tun - ION - ADR - Tri", "A Tun - Tri via convoy"),
        ("A Yor - Nwy via NTH", "A Yor - Nwy via convoy"),
        ("A Tun - Tri via ION, ADR", "A Tun - Tri via convoy"),
        ("F NTH C A Yor - NTH - Nwy", "F NTH C A Yor - Nwy"),
        ("A Par - Bur (to bounce)", "A Par - Bur"),
        ("A Par - Bur (please!)", "A Par - Bur"),
        ("A Par H (as I told you)", "A Par H"),
        ("1. France: A PAR (S) A MAR - A BUR (bounce)", "A Par S A Mar - Bur"),
        ("Liv - Nor", "Lvn - Nwy"),
        ("F Bre - Atlantic", "F Bre - MAO"),
        ("F Cly - Atlantic", "F Cly - NAO"),
    ],
)  # fmt: skip
def test_what_has_one_meaning_is_read(line, wanted):
    assert_read_as(line, wanted)


def test_two_orders_on_a_line_are_two_orders_each_with_its_own_place():
    orders = read("A Par - Bur; A Mar S A Par - Bur", "France").orders
    assert canonical(orders) == ["A Par - Bur", "A Mar S A Par - Bur"]
    assert [(order.line.text, order.line.where.column) for order in orders] == [
        ("A Par - Bur", 1),
        ("A Mar S A Par - Bur", 14),
    ]


def test_of_two_orders_on_a_line_the_wrong_one_is_told():
    found = read("A Par - Bur; A Mar S A Pra - Bur", "France")
    assert [type(order) is Unreadable for order in found.orders] == [False, True]
    assert [(one.code, one.where.column) for one in found.findings] == [("O10", 24)]


@pytest.mark.parametrize(
    ("line", "marked", "readings"),
    [
        ("F Lon / NTH", "/", ["F Lon - NTH", "Lon H"]),
        ("A Par S A Mar/Bur", "/", ["A Par S A Mar/Bur", "A Par S A Mar - Bur"]),
        ("F Spa/GOL", "/", ["F Spa - GOL"]),
        ("F IRI - Atlantic", "Atlantic", ["F IRI - MAO", "F IRI - NAO"]),
    ],
)
def test_what_may_be_two_things_is_asked_about_at_the_sign_or_name(line, marked, readings):
    wrong, at = ask(line)
    assert (wrong.code, at) == ("O14", marked)
    assert all(one in wrong.hint for one in readings)


@pytest.mark.parametrize(
    ("line", "marked"),
    [
        ("F Spa GOL", "GOL"),  # the coast, or the way
        ("A Par - Bur (or Gas)", "or"),
        ("A Par - Bur (if he leaves)", "if"),
        ("F StP (nrt coast) - BAR", "nrt"),
        ("F StP (nrth) - BAR", "nrth"),
        ("A Par - F Bur", "F"),
        ("F Lon - NTH - Nwy", "-"),
        ("A Par - Bur - Mun", "-"),
        ("Germany: A Par - Bur", ":"),
    ],
)
def test_nothing_is_guessed(line, marked):
    assert ask(line)[1] == marked


def test_a_coast_that_is_named_by_its_water_stays_one():
    assert_read_as("F Bre S F Spa/GOL", "F Bre S F Spa/sc")
    assert_read_as("F Lon/NTH H", "F Lon H")
    assert_read_as("F Bre - Spa/GOL", "F Bre - Spa/sc")


def test_a_line_like_one_that_was_read_is_asked_about_all_the_same():
    assert_read_as("F Bre S F Spa/GOL", "F Bre S F Spa/sc")
    assert ask("F Bre S F Lon/NTH")[0].code == "O14"


def test_the_number_of_an_item_is_no_number_of_stabilisations():
    kinzett = rule_set("geophysical-kinzett")
    options = {"section": "events", "variant": kinzett}
    assert_read_as("2 Stabilise Mun/Bur", "2 Stabilise Mun/Bur", **options)
    assert ask("2. Stabilise Mun/Bur", **options)[0].code == "O14"


@pytest.mark.parametrize("line", ["A Mun OTB", "A Mun - OTB", "A Mun r OTB", "A Mun: OTB"])
def test_off_the_board_is_to_disband_for_a_unit_that_retreats(line):
    assert_read_as(line, "A Mun disband", section="retreats")


def test_a_place_behind_a_unit_is_where_it_retreats_to():
    assert_read_as("A Mun Boh", "A Mun - Boh", section="retreats")


def test_off_the_board_is_the_outside_elsewhere():
    acerunner = rule_set("seismic-acerunner")
    for name in ("OTB", "Outside of the board", "off the board"):
        found = read(
            f"MAO & {name} separate, NAO & Por connect", section="events", variant=acerunner
        )
        assert not found.findings
        assert "Out" in canonical(found.orders)[0]


def test_a_combination_may_have_commas_before_its_units():
    deluge = rule_set("deluge2")
    joined, parted = (
        canonical(read(line, variant=deluge).orders)
        for line in ("A Lon embarks F Nth, a/f Nth Holds", "A Lon E F NTH; A/F NTH H")
    )
    assert joined == parted == ["A Lon E F NTH", "A/F NTH H"]


@pytest.mark.parametrize(
    "line", ["F Tun - Balearic Is.", "F Tun - Balearic Islands", "F Tun - Blr"]
)
def test_islands_are_named_as_the_rules_print_them(line):
    atomic = rule_set("post-atomic")
    state = replace(START, board=load_board(("Blr",)))
    found = read(line, variant=replace(atomic), state=state, kind=PhaseKind.MOVES)
    assert not found.findings
    assert canonical(found.orders, state) == ["F Tun - Blr"]


@pytest.mark.parametrize(
    ("line", "wanted"),
    [
        ("A München - Böhmen", "A Mun - Boh"),
        ("A Muenchen nach Boehmen", "A Mun - Boh"),
        ("Armee Wien unterstützt A Bud - Galizien", "A Vie S A Bud - Gal"),
        ("A Wie u A Bud - Gal", "A Vie S A Bud - Gal"),
        ("F Ärmelkanal k A Lon - Belgien", "F ENG C A Lon - Bel"),
        ("F Lon nach Nordsee", "F Lon - NTH"),
        ("F Spa/sk - WES", "F Spa/sc - WES"),
        ("A Mun hält", "A Mun H"),
        ("F Bre - Atlantik", "F Bre - MAO"),
        ("A Paris soutient A Mar - Bourgogne", "A Par S A Mar - Bur"),
        ("A Par à Bourgogne", "A Par - Bur"),
        ("F Bre vers la Manche", "F Bre - ENG"),
        ("F Brest - Mer du Nord", "F Bre - NTH"),
        ("Flotte Londres tient", "F Lon H"),
        ("A Lon - Bel par convoi", "A Lon - Bel via convoy"),
        ("France: A Par - Bourgogne", "A Par - Bur"),
        ("Frankreich: A Par - Burgund", "A Par - Bur"),
        ("A Par S allemande A Mun - Bur", "A Par S GERMAN A Mun - Bur"),
        ("A Par - Bur", "A Par - Bur"),
    ],
)  # fmt: skip
def test_german_and_french_are_read_where_the_game_takes_them(line, wanted):
    assert_read_as(line, wanted, variant=BILINGUAL)


def test_german_and_french_are_not_read_where_the_game_does_not():
    assert read("A Mun nach Böhmen", "Germany").findings
    assert read(
        "A Mun nach Böhmen", "Germany", variant=replace(STANDARD, languages=("fr",))
    ).findings


def test_a_bare_unit_under_builds_is_a_build():
    assert_read_as("F Bre", "build F Bre", section="builds")
    assert_read_as("A Par, F Bre", "build A Par", "build F Bre", section="builds")
    assert_read_as("A Par", "build A Par", kind=PhaseKind.ADJUSTMENTS)


def test_a_bare_unit_is_asked_about_where_removals_are_due():
    winter = replace(START, phase=Phase.parse("W1901A"), owners={})
    wrong, _ = ask("A Par", section="builds", state=winter)
    assert (wrong.code, "remove A Par" in wrong.hint) == ("O14", True)


@pytest.mark.parametrize("section", ["events", "coasts", "retreats"])
def test_a_bare_unit_is_an_error_where_no_file_lists_units(section):
    assert ask("F Bre", section=section)[0].level == "error"


def test_a_bare_unit_is_a_line_to_write_on_where_files_list_units():
    assert read("F Bre", "France").orders == ()
    retreats = replace(START, phase=Phase.parse("S1901R"))
    assert read("F Bre", "France", state=retreats, section="retreats").orders == ()


def test_unreadable_lines_beyond_twenty_are_told_and_not_explained():
    lines = "\n".join(f"F Lon - Nrt{at}" for at in range(30))
    found = read(lines)
    assert len(found.findings) == len(found.orders) == 30
    assert ["mend the lines above" in one.hint for one in found.findings] == [False] * 20 + [
        True
    ] * 10
