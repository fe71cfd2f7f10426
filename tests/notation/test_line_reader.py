import pytest

from tests.notation.examples import START, read
from zinegen.game import PhaseKind


def only(text, power="England", **options):
    """Return the one finding of a text."""
    (found,) = read(text, power, **options).findings
    return found


@pytest.mark.parametrize(
    ("line", "power", "code", "marked", "hint"),
    [
        ("F Lon - Nrt", "England", "O10", "Nrt", "did you mean NTH (North Sea)?"),
        ("F Lon - Nort", "England", "O10", "Nort", "did you mean NTH (North Sea)?"),
        ("A Vie - Bux", "Austria", "O10", "Bux", "did you mean Bud (Budapest)?"),
        ("A Bud - Vixe", "Austria", "O10", "Vixe", "did you mean Vie (Vienna)?"),
        (
            "A Lvp - Nort",
            "England",
            "O10",
            "Nort",
            "did you mean NAO (North Atlantic Ocean) or NAf (North Africa) or NTH (North Sea)?",
        ),
        ("A Lvp - Yorkshrie", "England", "O10", "Yorkshrie", "did you mean Yor (Yorkshire)?"),
        ("F Lno - NTH", "England", "O10", "Lno", "did you mean Lon (London)?"),
        ("F Nap - Ionain", "Italy", "O10", "Ionain", "did you mean ION (Ionian Sea)?"),
        ("A Mun S A Brr - Kie", "Germany", "O10", "Brr", "did you mean Ber (Berlin)"),
        ("A Mun - Xqzj", "Germany", "O10", "Xqzj", "provinces are written like"),
        ("A Mun hodls", "Germany", "O11", "hodls", "did you mean holds?"),
        ("F StP BAR", "Russia", "O11", "BAR", 'did you mean "F StP - BAR"?'),
        ("A Mun S F A Par", "Germany", "O11", "A", "write the nationality out"),
        ("A Mun - Bur, A Ber H", "Germany", "O11", "A", "one order on each line"),
        ("A Mun -", "Germany", "O11", "-", "write it like"),
        ("F Spa/xx - GOL", "France", "O12", "xx", "coasts are nc, ec"),
        ("build F Lon", "England", "O13", "build F Lon", "adjustment phases"),
        ("A Mun disband", "Germany", "O13", "A Mun disband", "retreat phases"),
        ("erode Mun", "Germany", "O13", "erode Mun", "F Lon - NTH"),
        ("F Bre: nc", "France", "O13", "F Bre: nc", 'write it under "coasts"'),
        ("A Lvp -\u200b Yor", "England", "O16", "\u200b", "take it out"),
    ],
)
def test_one_mistake_gives_one_finding_at_the_word_to_blame(line, power, code, marked, hint):
    found = only(line, power)
    assert found.code == code
    assert found.level == "error"
    assert found.line[found.where.column - 1 : found.where.end_column - 1] == marked
    assert hint in found.hint
    assert found.where.line == 5


@pytest.mark.parametrize(
    ("line", "corrected"),
    [
        ("F Lon - Nort", "F Lon - NTH"),
        ("A Lvp - Nort", ""),
        ("A Mun - Bxr", ""),
        ("A Lvp - Wa", "A Lvp - Wal"),
    ],
)
def test_a_correction_is_put_in_place_only_if_nothing_else_is_as_near(line, corrected):
    assert only(line, "England").corrected == corrected


@pytest.mark.parametrize(
    ("line", "options", "left"),
    [
        ("F Lon - Nrt", {}, "F Lon will hold"),
        ("Lon - Nrt", {}, "F Lon will hold"),
        ("nonsense", {}, "its unit will hold"),
        ("A Mun - Brn", {"kind": PhaseKind.RETREATS}, "A Mun will be disbanded"),
        ("build F Lno", {"section": "builds"}, "the line does not count"),
        ("F Bre: xx", {"section": "coasts"}, "the rule set chooses the coast for F Bre"),
        ("erode Mun", {"section": "events"}, "this line does nothing to the map"),
    ],
)
def test_the_message_says_what_happens_if_the_line_is_left(line, options, left):
    assert only(line, **options).if_left == left


def test_the_finding_shows_the_whole_line_with_its_remark():
    found = only("  F Lon - Nrt   # or ENG?")
    assert found.line == "  F Lon - Nrt   # or ENG?"
    assert (found.where.column, found.where.end_column) == (11, 14)


def test_a_wrong_place_for_an_order_is_told_from_a_wrong_order():
    found = only("A Mun H", section="retreats")
    assert (found.code, found.title) == ("O13", 'a hold has no place under "retreats"')


def test_where_nothing_can_be_ordered_that_is_said():
    assert "nothing can be ordered" in only("A Mun H x", section="events").hint


def test_every_province_is_known_to_somebody_who_asks_for_its_neighbour():
    """A full name with one letter left out is found again, whatever the unit."""
    for province in START.board.provinces.values():
        if province.passable:
            found = only(f"A Mun - {province.name[:-1]}zq")
            assert found.code in {"O10", "O11"}
