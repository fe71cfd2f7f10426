"""Closing for a look only, and taking a record back, on the command line."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

SEASON = "games/demo/seasons/1901-1-spring"
EARLY = ("--early", "1901-1-spring")


def write_orders(zine: Path, power: str, lines: str) -> None:
    head = f'game = "demo"\nseason = "1901-1-spring"\npower = "{power}"\n'
    (zine / SEASON / f"orders/{power}.toml").write_text(f"{head}orders = '''\n{lines}\n'''\n")


@pytest.fixture
def demo(zine: Path, run) -> Path:
    """A game in which England has handed in and nobody else, and that waits for everybody."""
    assert run("new", "demo").code == 0
    write_orders(zine, "england", "F Lon - NTH\nA Lvp - Ykr")
    return zine


def files(zine: Path) -> dict[Path, bytes]:
    return {path: path.read_bytes() for path in zine.rglob("*") if path.is_file()}


def test_a_dry_run_says_why_the_game_would_wait_and_what_comes_of_what_lies_there(demo, run):
    before = files(demo)
    tried = run("close", "demo", "--dry-run", "-o", "map.svg")
    assert tried.code == 1
    assert "there are no orders of Austria" in tried.err
    assert "demo: 1901-1-spring as things stand; nothing is recorded" in tried.out
    assert "  S1901M\n    England: F Lon - NTH (succeeds" in tried.out
    assert (demo / "map.svg").read_text().startswith("<svg")
    (demo / "map.svg").unlink()
    assert files(demo) == before


def test_a_dry_run_of_a_season_that_can_be_judged_records_nothing(demo, run):
    path = demo / "games/demo/game.toml"
    path.write_text(path.read_text().replace('"wait"', '"hold"'))
    before = files(demo)
    tried = run("close", "demo", "--dry-run")
    assert tried.code == 0
    assert 'there is no province called "Ykr"' in tried.err
    assert "F Lon - NTH" in tried.out
    assert files(demo) == before


def test_a_dry_run_opens_sealed_orders_and_leaves_nothing_of_them(zine: Path, run):
    run("keygen")
    assert run("new", "demo", "--sealed").code == 0
    write_orders(zine, "england", "F Lon - NTH")
    plain = zine / SEASON / "orders/england.toml"
    assert run("seal", str(plain)).code == 0
    plain.unlink(missing_ok=True)
    before = files(zine)
    assert "F Lon - NTH" in run("close", "demo", "--dry-run").out
    assert files(zine) == before


@pytest.mark.parametrize("words", [("-o", "x.svg"), ("--dry-run", "-o", "x.gif")])
def test_a_map_goes_with_a_dry_run_into_a_file_for_pictures(demo, run, words):
    before = files(demo)
    assert run("close", "demo", *words).code == 2
    assert files(demo) == before


def test_a_record_is_taken_back_by_command_and_the_next_close_makes_it_again(demo, run):
    path = demo / "games/demo/game.toml"
    path.write_text(path.read_text().replace('"wait"', '"hold"'))
    assert run("close", "demo", *EARLY).code == 0
    write_orders(demo, "france", "A Mar - Spa")
    rulings = demo / SEASON / "rulings.toml"
    rulings.write_text("[[ruling]]\nabout = 'france'\ndo = 'accept'\nreason = 'The mail.'\n")
    late = run("close", "demo")
    assert late.code == 1
    assert '`zinegen reopen demo 1901-1-spring --why "…"`' in late.err
    assert run("reopen", "demo", "1901-1-spring", "--why", "The mail was slow.").code == 0
    assert len(tomllib.loads(rulings.read_text())["ruling"]) == 2
    ended = run("close", "demo")
    assert ended.code == 0, ended.err
    anew = "games/demo/seasons/1901-2-autumn/orders/france.toml was made anew"
    assert anew in ended.out
    assert "A Spa" in (demo / "games/demo/seasons/1901-2-autumn/orders/france.toml").read_text()
    assert run("reopen", "demo", "1902-1-spring", "--why", "x").code == 2


def test_closing_says_what_came_of_orders_that_nobody_wrote(zine: Path, run):
    assert run("new", "demo", "--phase", "F1901M").code == 0
    season = "games/demo/seasons/1901-2-autumn"
    for power, lines in (
        ("italy", "A Ven - Tyr\nA Rom - Ven\nF Nap - ION"),
        ("turkey", "A Con - Bul"),
    ):
        path = zine / season / f"orders/{power}.toml"
        head, _, rest = path.read_text().partition("orders = '''\n")
        path.write_text(f"{head}orders = '''\n{lines}\n{rest[rest.index(chr(39) * 3) :]}")
    path = zine / "games/demo/game.toml"
    path.write_text(path.read_text().replace('"wait"', '"hold"'))
    done = run("close", "demo", "--early", "1901-2-autumn")
    assert done.code == 0, done.err
    assert "demo: W1901A: Turkey: 1 build is waived for want of an order\n" in done.out


def make_ready(demo: Path, policy: str = "hold") -> None:
    """Say that a season can be judged with what is there."""
    for path, old, new in (
        ("games/demo/game.toml", '= "wait"', f'= "{policy}"'),
        (f"{SEASON}/season.toml", "ready    = false", "ready    = true"),
    ):
        (demo / path).write_text((demo / path).read_text().replace(old, new))


def test_check_says_of_a_season_that_is_ready_that_it_has_to_be_closed(demo, run):
    make_ready(demo)
    told = run("check", "demo")
    assert told.code == 0
    assert "warning[G22]: 1901-1-spring can be judged, and nothing is recorded" in told.out
    assert "orders are in from England, none from Austria, France" in told.out
    assert f"--> {SEASON}/season.toml:4:1" in told.out
    assert "run `zinegen close demo`" in told.out


def test_close_ready_closes_what_is_ready_as_close_does_and_only_that(demo, run):
    run("new", "other", "--deadline", "2020-01-01T00:00:00Z")
    assert run("close", "--ready").out == ""
    make_ready(demo)
    assert run("close", "--ready", "--dry-run").out == "demo\n"
    done = run("close", "--ready")
    assert done.code == 0
    assert "demo: 1901-1-spring is recorded" in done.out
    assert "demo: next orders go to games/demo/seasons/1901-2-autumn" in done.out
    assert (demo / SEASON / "close.toml").is_file()
    assert not list((demo / "games/other").rglob("result.json"))
    before = files(demo)
    assert run("close", "--ready").code == 0
    assert files(demo) == before
    assert "G22" not in run("check", "demo").out


def test_a_season_that_is_ready_and_has_to_wait_is_not_locked(demo, run):
    make_ready(demo, "wait")
    before = files(demo)
    assert run("close", "--ready").code == 0
    assert files(demo) == before
    assert "there are no orders of Austria" in run("check", "demo").out


@pytest.mark.parametrize(
    "words", [("--ready", "demo"), ("--ready", "-o", "x.svg"), ("demo", "-o", "x.svg")]
)
def test_which_games_are_meant_is_said_once(demo, run, words):
    assert run("close", *words).code == 2


START = """
[start.units]
france = ["A Par"]
italy = ["A Ven"]
[start.centres]
"""


def end_game(zine: Path, run, ruling: str = "", start: str = "", phase: str = "S1901M") -> str:
    """Close a game's first season, and say what it told."""
    assert run("new", "demo", "--phase", phase).code == 0
    path = zine / "games/demo/game.toml"
    path.write_text(path.read_text() + start)
    (season,) = (zine / "games/demo/seasons").iterdir()
    proceed = "[[ruling]]\ndo = 'proceed'\nreason = 'Nobody moves.'\n"
    (season / "rulings.toml").write_text(proceed + ruling)
    done = run("close", "demo", "--early", season.name)
    assert done.code == 0, done.err
    assert "next orders" not in done.out
    again = run("close", "demo")
    assert "demo: nothing to close: the game is over." in again.out
    return done.out


@pytest.mark.parametrize(
    ("ruling", "told"),
    [
        ('do = "concede"\nwinner = "turkey"', "The game is conceded to Turkey."),
        (
            'do = "draw"\ndraw = ["england", "turkey"]',
            "The game ends in a draw between England and Turkey.",
        ),
        ('do = "end-game"\nwinner = "france"', "France wins the game."),
    ],
)
def test_an_ending_that_the_gm_ruled_is_told_with_its_reason(zine, run, ruling, told):
    said = end_game(zine, run, f'[[ruling]]\n{ruling}\nreason = "All agreed."\n')
    assert f"demo: the game is over. {told} So the GM ruled: All agreed." in said


def test_a_victory_is_told_with_the_centres(zine, run):
    homes = "Par Bre Mar Bel Hol Den Kie Ber Mun Spa Por Lon Lvp Edi Nwy Swe StP Mos Ven"
    centres = ", ".join(f'"{name}"' for name in homes.split())
    start = f'{START}france = [{centres.removesuffix(", " + chr(34) + "Ven" + chr(34))}]\nitaly = ["Ven"]\n'
    said = end_game(zine, run, start=start, phase="F1901M")
    assert (
        "demo: the game is over. France wins the game. Of 34 supply centres France has 18." in said
    )


def test_an_ending_by_elimination_is_told_as_such(zine, run):
    homes = "Par Bre Mar Bel Hol Den Kie Ber Mun Spa Por Lon Lvp Edi Nwy Swe StP Mos"
    centres = ", ".join(f'"{name}"' for name in homes.split())
    start = f'\n[start.units]\nfrance = ["A Par"]\n[start.centres]\nfrance = [{centres}]\n'
    said = end_game(zine, run, start=start, phase="F1901M")
    assert "Nobody else has a unit left. Of 34 supply centres France has 18." in said
