"""Orders that were handed in ahead and not used: told where the GM wants them published, else never."""

from __future__ import annotations

from pathlib import Path

from tests.rule_sets import rule_set
from zinegen.game import Order, Reason
from zinegen.notation import write_order
from zinegen.play import parse_scenario, run_scenario
from zinegen.play.records.codec import canonical, decode, encode, parse_json

SCENARIOS = Path(__file__).parents[1] / "scenarios"

SEASON = """
variant = "standard"
[options]
publish_unused_conditions = {published}
[start.units]
England = ["F NTH", "A Yor"]
France = ["F ENG", "F HEL"]
[start.centres]
England = ["Lon", "Edi", "Lvp"]
France = ["Bre"]
[[phase]]
name = "F1901M"
[phase.orders]
France = '''
F ENG - NTH
{supported}
'''
[phase.retreats]
England = '''
if France in ENG then F NTH: Lon
F NTH: Edi, Nwy
'''
[phase.builds]
England = '''
if I own Nwy and not lost Edi then build F Lvp else build F Lon
build A Lvp
'''
[[phase]]
name = "F1901R"
[[phase]]
name = "W1901A"
"""


def write_season(published: str, *, dislodged: bool) -> str:
    """Return the season as a scenario file, with or without a dislodged fleet."""
    supported = "F HEL S F ENG - NTH" if dislodged else "F HEL H"
    return SEASON.format(published=published, supported=supported)


def list_unused(text: str) -> list[list[str]]:
    """Return for each phase of a scenario file the orders that are told as not used."""
    played = [result.played for result in run_scenario(parse_scenario(text))]
    return [
        [
            write_order(ruling.order, one.before.board)
            for ruling in one.report.rulings
            if ruling.verdict.reason is Reason.NOT_CALLED_FOR
        ]
        for one in played
    ]


BUILDS = ["if England owns Nwy and not lost Edi then build F Lvp", "build A Lvp"]


def test_what_was_not_used_of_retreats_and_builds_is_told_with_its_conditions() -> None:
    """Only the fleet's second wish, the way taken of the builds and what was due are orders that count."""
    retreats = ["if France in ENG then F NTH - Lon", "F NTH - Nwy"]
    assert list_unused(write_season("true", dislodged=True)) == [[], retreats, BUILDS]


def test_retreats_that_nobody_has_to_make_are_told_with_the_moves() -> None:
    retreats = ["if France in ENG then F NTH - Lon", "F NTH - Edi", "F NTH - Nwy"]
    assert list_unused(write_season("true", dislodged=False)) == [retreats, [], BUILDS]


def test_nothing_of_it_is_told_unless_the_gm_says_so() -> None:
    assert list_unused(write_season("false", dislodged=True)) == [[], [], []]


def test_nothing_of_it_is_told_where_centres_are_secret() -> None:
    rule_set("post-atomic")
    text = (SCENARIOS / "post-atomic" / "near-conditional-builds.toml").read_text()
    told = text.replace("[start", "[options]\npublish_unused_conditions = true\n[start", 1)
    assert not any(list_unused(told))


def test_an_order_that_was_not_used_is_read_back_as_it_was_recorded() -> None:
    *_, winter = run_scenario(parse_scenario(write_season("true", dislodged=True)))
    orders = [ruling.order for ruling in winter.played.report.rulings]
    assert orders
    assert [decode(parse_json(canonical(encode(one, Order))), Order) for one in orders] == orders
