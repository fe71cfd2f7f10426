import pytest

from tests.notation.examples import START
from zinegen.game import BorderName, Kind, PlaceName, UnitName
from zinegen.geometry import ProvinceKey
from zinegen.notation import names_for
from zinegen.notation.grammar.names import tokenise
from zinegen.notation.grammar.patterns import MatchProgress, match_whole_line, parse_pattern

NAMES = names_for(START.board, START.powers)


def read(text, line):
    """Return every reading of a line by a pattern."""
    progress = MatchProgress(line=tokenise(line), names=NAMES)
    return [dict(values) for values in match_whole_line(parse_pattern(text), progress)], progress


@pytest.mark.parametrize(
    ("text", "line", "values"),
    [
        ("erode", "Erode", {}),
        ("(a|b) c", "b c", {}),
        ("a [b] c", "a c", {}),
        ("a [<via (via|by) sea>]", "a by sea", {"via": True}),
        ("a [<via (via|by) sea>]", "a", {}),
        ("a ~ b ~", "a, and (b).)", {}),
        ("a & b", "a and b", {}),
        ("a - b", "a to b", {}),
        ("{way=keep|delete}", "delete", {"way": "delete"}),
        ("{at:province}", "north sea", {"at": "NTH"}),
        ("{at:province}", "(Mun)", {"at": "Mun"}),
        ("{list:province+}", "Mun, Ber and Kie", {"list": ("Mun", "Ber", "Kie")}),
        ("{n:number}", "12", {"n": 12}),
        ("{n:number}", "three", {"n": 3}),
        ("{who:power}", "french", {"who": "France"}),
        ("{to:spot}", "Spa (sc)", {"to": PlaceName(province=ProvinceKey("Spa"), coast="sc")}),
        ("{k:kind}", "army", {"k": Kind.ARMY}),
        ("{c:coast}", "{WES, GOL}", {"c": "{GOL,WES}"}),
        ("{r:refuge}", "disband", {"r": None}),
        ("{c:choice}", "trapped", {"c": "trapped"}),
        (
            "{b:border}",
            "Bre/ENG",
            {
                "b": BorderName(
                    one=PlaceName(province=ProvinceKey("Bre")),
                    other=PlaceName(province=ProvinceKey("ENG")),
                )
            },
        ),
        (
            "{unit}",
            "FRENCH F Bre",
            {
                "unit": UnitName(
                    at=PlaceName(province=ProvinceKey("Bre")), kind=Kind.FLEET, power="France"
                )
            },
        ),
    ],
)
def test_each_sign_of_the_language_means_what_the_table_says(text, line, values):
    found, _ = read(text, line)
    assert found[0] == values


def test_what_does_not_fit_is_not_read_and_says_how_far_it_came():
    found, progress = read("a b c | a d", "a x")
    assert found == []
    assert (progress.furthest, progress.words) == (1, {"b", "d"})


def test_what_stands_behind_the_end_is_not_read():
    found, progress = read("a", "a b")
    assert found == []
    assert progress.furthest == 1


def test_slots_say_what_was_expected():
    _, progress = read("a {at:province}", "a xyz")
    assert progress.slots == {"province"}


@pytest.mark.parametrize("text", ["(a", "a)", "{x:nothing}", "[a", "<via a", "{"])
def test_a_wrong_pattern_is_an_error_of_its_writer(text):
    with pytest.raises(ValueError, match=r".+"):
        parse_pattern(text)
