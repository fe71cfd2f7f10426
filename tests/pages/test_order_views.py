"""What a season's report says of the coasts that powers chose for their fleets."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.pages.zines import played, published
from tests.rule_sets import rule_set
from zinegen.archive import NewGame, new_game
from zinegen.board import Power
from zinegen.pages import Publisher, power_views
from zinegen.pages.words.order_views import IN_VAIN, coast_choice_views
from zinegen.play.records import SeasonRecord

POWERS = power_views([Power("England"), Power("Turkey")], {})
NORTH_SEA = '[start.units]\nEngland = ["F NTH"]\nTurkey = ["F BLA"]\n'


def rising(zine: Path, wish: str) -> SeasonRecord:
    """Play a season in which the North Sea rises under a fleet, with what England asked for it."""
    (zine / "games").mkdir(exist_ok=True)
    folder = new_game(zine / "games", "rise", rule_set("geophysical-maiden").id, NewGame())
    for path in folder.glob("seasons/*/orders/*"):
        path.unlink()  # they list units that this game does not begin with
    settings = zine / "games/rise/game.toml"
    text = settings.read_text()
    settings.write_text(
        re.sub(r"(?m)^\[options\].*", '[options]\ncoast_choice = "alphabetical"', text)
    )
    return played(
        zine,
        "rise",
        events={"turkey": "Uplift NTH"},
        orders={("coasts", "england"): f"{wish}\nF Lon: ENG"},
        before=NORTH_SEA,
        kinds="MR",
    )


def told(record: SeasonRecord) -> list[tuple[str, str, str]]:
    return [
        (group.power.name, one.text, one.sentence)
        for group in coast_choice_views(record, POWERS)
        for one in group.orders
    ]


@pytest.mark.parametrize(
    ("wish", "sentence"),
    [
        ("F NTH: BAR, SKA", "used: it is F Nth/SKA now"),
        ("F NTH: BAR", IN_VAIN),
    ],
)
def test_a_choice_is_told_with_what_came_of_it_and_one_not_needed_is_not(
    tmp_path: Path, wish: str, sentence: str
) -> None:
    assert told(rising(tmp_path, wish)) == [("England", wish, sentence)]


def test_it_stands_on_the_page_of_its_season(zine: Path, publisher: Publisher) -> None:
    rising(zine, "F NTH: SKA")
    pages, _ = published(publisher)
    text = pages["games/rise/1901-1-spring.md"].body
    assert "Coasts that were chosen" in text
    assert "used: it is F\u00a0Nth/SKA now" in text
    assert "F Lon: ENG" not in text
