"""What the GM is asked about a season: everything in one round, and each ruling leads on as it is printed."""

from __future__ import annotations

import json
import os
import random
import shutil
from pathlib import Path

import pytest

from tests.archive import secret_games
from tests.archive.folders import (
    OPENING,
    closed,
    hand_in,
    hand_in_opening,
    made,
    order_text,
    rule,
    season_of,
)
from tests.scenarios.test_mutations import mutate_line
from zinegen.play.records.records import Waiting

BAD_LINES = int(os.environ.get("BAD_LINES", "40"))
"""Mutated lines that are handed in, some forty to a season."""
LISTS = (
    "all units hold",
    "A Alb, A Ser hold",
    "A Par - Brn; A Mar - Spian",
    "?",
    "…",
    "wie besprochen",
)


@pytest.fixture(scope="module")
def blank(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A game in which everybody has handed in an opening."""
    folder = made(tmp_path_factory.mktemp("questions"))
    hand_in_opening(folder)
    return folder


@pytest.fixture
def folder(blank: Path, tmp_path: Path) -> Path:
    """The same, to be changed."""
    return Path(shutil.copytree(blank, tmp_path / "games" / blank.name))


def write(folder: Path, power: str, text: str) -> Path:
    """Write lines of any characters as a power's orders."""
    path = season_of(folder).folder / "orders" / f"{power.lower()}.toml"
    path.write_text(f"{order_text('1901-1-spring', power)}orders = {json.dumps(text)}\n")
    return path


def paste(folder: Path, waiting: Waiting, number: int = 0) -> None:
    """Write the rulings that are offered into the season's rulings, each once."""
    offered = dict.fromkeys(one.ruling for one in waiting.reasons if one.ruling)
    text = "".join("\n".join(("[[ruling]]", *one, 'reason = "…"\n')) for one in offered)
    path = season_of(folder, number).folder / "rulings.toml"
    path.write_text((path.read_text() if path.exists() else "") + text)


def offered(waiting: Waiting | None) -> list[str]:
    """Return the rulings that are offered, each on a line."""
    assert waiting is not None
    return [", ".join(one.ruling) for one in waiting.reasons]


def test_a_reading_is_offered_only_where_nothing_else_is_as_near(folder: Path):
    write(folder, "England", "F Lon - Nort\nF Edi - NWG\nA Lvp - Yor")
    write(folder, "Germany", "A Mun - Bxr\nA Ber - Kie\nF Kie - Den")
    told = offered(closed(folder).waiting)
    assert any('line = "F Lon - Nort", as = "F Lon - NTH"' in one for one in told)
    assert any('about = "germany", do = "proceed"' in one for one in told)
    assert not any("A Mun - Bxr" in one for one in told)


def test_whatever_is_written_one_round_of_rulings_is_enough(folder: Path):
    orders = season_of(folder).folder / "orders"
    for seed in range(-(-BAD_LINES // 42)):
        shutil.rmtree(folder)
        hand_in_opening(made(folder.parents[1]))
        dice = random.Random(seed)
        files = {}
        for power, text in OPENING.items():
            good = text.splitlines()
            lines = [mutate_line(dice.choice(good), dice) for _ in range(5)]
            lines.append(dice.choice(LISTS))
            files[power] = [line.replace("\n", " ") for line in lines]
            write(folder, power, "\n".join(files[power]))
        assert len([*orders.iterdir()]) == len(OPENING)
        waiting = closed(folder).waiting
        if waiting is not None:
            paste(folder, waiting)
            left = closed(folder)
            assert left.waiting is None, (seed, left.waiting, files)
            assert left.records


def test_a_reading_is_offered_only_where_it_can_be_read(folder: Path):
    write(folder, "France", "all units hold\nA Par - Burgndy\nA Mar-Spian; F Bre-Pciardy")
    waiting = closed(folder).waiting
    assert offered(waiting) == [
        'about = "france", do = "proceed"',
        'about = "france", do = "read-as", line = "A Par - Burgndy", as = "A Par - Bur"',
        'about = "france", do = "read-as", line = "A Mar-Spian; F Bre-Pciardy", as = "A Mar-Spa; F Bre-Pic"',
    ]


def test_a_reading_of_the_gm_that_cannot_be_read_is_told_of_the_line_in_the_file(folder: Path):
    write(folder, "France", "  A Par - Burgndy  # at last\nA Mar H")
    rule(folder, about="france", do="read-as", line="A Par - Burgndy", as_="A Par - Brugundy")
    waiting = closed(folder).waiting
    assert waiting is not None
    (asked,) = waiting.reasons
    assert asked.line.strip() == "A Par - Burgndy  # at last"
    assert asked.title == ("read as 'A Par - Brugundy', there is no province called \"Brugundy\"")
    assert 'line = "A Par - Burgndy", as = "A Par - Bur"' in offered(waiting)[0]
    paste(folder, waiting)
    assert closed(folder).waiting is None


def test_everything_is_asked_at_once(folder: Path):
    """Files that are missing or broken, and lines of all powers."""
    orders = season_of(folder).folder / "orders"
    (orders / "austria.toml").unlink()
    (orders / "england.toml").write_bytes(b"=")
    write(folder, "France", "A Par - Burgndy")
    write(folder, "Italy", "hello")
    waiting = closed(folder).waiting
    assert [one.split(", line")[0] for one in offered(waiting)] == [
        'about = "england", do = "proceed"',
        'about = "austria", do = "proceed"',
        'about = "france", do = "read-as"',
        'about = "italy", do = "proceed"',
    ]
    assert waiting is not None
    paste(folder, waiting)
    assert closed(folder).waiting is None


def test_a_line_that_counts_only_with_a_ruling_is_asked_about_with_it(tmp_path: Path):
    """Nobody is dislodged as long as the support cannot be read."""
    folder = made(tmp_path)
    with (folder / "game.toml").open("a") as file:
        file.write('[start.units]\nfrance = ["A Par"]\ngermany = ["A Bur", "A Pic"]\n')
    hand_in(folder, "France", orders="A Par H", retreats="A Par - Gascnoy")
    hand_in(folder, "Germany", orders="A Bur - Par\nA Pic S A Bur - Pras")
    waiting = closed(folder).waiting
    assert offered(waiting) == [
        'about = "germany", do = "read-as", line = "A Pic S A Bur - Pras", as = "A Pic S A Bur - Par"',
        'about = "france", do = "read-as", line = "A Par - Gascnoy", as = "A Par - Gas"',
    ]


def test_where_orders_are_secret_everybody_is_asked_about_at_once(tmp_path: Path):
    folder = secret_games.ash(tmp_path)
    powers = ("Austria", "Germany", "Russia", "Turkey")
    for power in powers:
        secret_games.hand_in_sealed(folder, power, orders="mountain Rhur/Kie\nhello")
    waiting = secret_games.closed(folder).waiting
    assert waiting is not None
    assert sorted(set(offered(waiting))) == [
        f'about = "{power.lower()}", do = "proceed"' for power in powers
    ]
    assert "Rhur" not in str(waiting)
    paste(folder, waiting)
    assert secret_games.closed(folder).waiting is None


def test_two_endings_of_a_game_are_asked_about(folder: Path):
    path = season_of(folder).folder / "rulings.toml"
    ended = '[[ruling]]\ndo = "draw"\ndraw = ["France", "Italy"]\nreason = "All agree."\n'
    path.write_text(f'{ended}[[ruling]]\ndo = "concede"\nwinner = "France"\nreason = "So be it."\n')
    waiting = closed(folder).waiting
    assert waiting is not None
    assert [one.title for one in waiting.reasons] == [
        "the game is ended in more than one way: concede (France) and draw (France and Italy)"
    ]
    path.write_text(ended + ended)
    (record,) = closed(folder).records
    assert record.after.winners == ("France", "Italy")
