"""The time in which players may say where their fleets go after the events."""

from __future__ import annotations

import shutil
from datetime import timedelta
from pathlib import Path

import pytest

from tests.archive.folders import NOW, change, opened, played, rule, season_of
from tests.rule_sets import rule_set
from zinegen.archive import CloseOptions, CloseResult, NewGame, close_game, new_game, verify_game
from zinegen.game import Phase, UnitPutOnCoast
from zinegen.geometry import ProvinceKey
from zinegen.notation import write_unit
from zinegen.pages import GameContents, MapQueue, Zine
from zinegen.pages.builders.game import GameContentsBuilder
from zinegen.play import Dice

DICE = Dice(game="quake", secret=bytes(range(32)))


def quake(tmp_path: Path, **options: int) -> Path:
    """Give a game before the events that will divide the coast of Tunis, where an Italian fleet lies."""
    folder = new_game(
        tmp_path / "games", "quake", rule_set("seismic-acerunner").id, NewGame(options=options)
    )
    with (folder / "game.toml").open("a") as file:
        file.write("[start]\n[start.units]\nItaly = ['F Tun']\nAustria = ['A Vie']\n")
    (season,) = opened(folder).seasons
    change(season.folder / "season.toml", 'phases   = ["S1901M"]', 'phases = ["S1901E"]')
    for file in (season.folder / "orders").glob("*.toml"):
        file.unlink()
    for power, text in {
        "austria": "events = '''\nTYS & ION separate, Nap & Tun connect\nisthmus: none\n'''",
        "italy": "events = 'Mun & Bur separate'",
    }.items():
        head = f'game = "quake"\nseason = "{season.slug}"\npower = "{power}"\n'
        (season.folder / "orders" / f"{power}.toml").write_text(f"{head}{text}\n")
    return folder


def closed(folder: Path, hours: float = 0, *, early: bool = False) -> CloseResult:
    now = NOW + timedelta(hours=hours)
    season = season_of(folder)
    name = season.slug if early or season.closing is None else ""
    return close_game(folder, CloseOptions(now=now, dice=DICE, early=name))


@pytest.fixture(scope="module")
def asked_once(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The game after its first close, which asks Italy for a coast; it is closed once for all tests."""
    folder = quake(tmp_path_factory.mktemp("asked"))
    closed(folder)
    return folder


@pytest.fixture
def folder(asked_once: Path, tmp_path: Path) -> Path:
    """A copy of that game."""
    return shutil.copytree(asked_once, tmp_path / "games" / "quake")


def test_closing_waits_until_the_owner_has_said_where_the_fleet_goes(tmp_path: Path):
    folder = quake(tmp_path)
    waiting = closed(folder).waiting
    assert waiting is not None
    assert waiting.until == NOW + timedelta(hours=24)
    assert waiting.reasons[0].title == "Italy may say where F Tun goes: ION or TYS"
    ruling = 'about = "italy", do = "place", unit = "F Tun", coast = "ION"'
    assert ruling in waiting.reasons[0].hint
    assert "from Wednesday 2 December 2026, 22:30 UTC on" in waiting.reasons[0].hint
    assert closed(folder, 23.9).waiting == waiting
    assert not (season_of(folder).folder / "result.json").exists()


def contents_of(folder: Path) -> GameContents:
    """Return what is printed of a game."""
    maps = MapQueue(folder="games/quake/maps/", title="Quake")
    zine = Zine(name="The Test", url="", edit="")
    found = played(folder)
    return GameContentsBuilder(
        zine=zine, play=found, maps=maps, people={}, preview=False, now=NOW
    ).build()


@pytest.mark.parametrize("coast", ["ION", "TYS"])
def test_each_coast_that_is_named_may_be_chosen(folder: Path, coast: str):
    rule(folder, about="italy", do="place", unit="F Tun", coast=coast)
    (record,) = closed(folder, 1).records
    assert (
        write_unit(record.after.units[ProvinceKey("Tun")], record.after.board) == f"F Tun/{coast}"
    )


def test_the_events_and_the_map_after_them_are_published_before_the_coast_is_chosen(
    folder: Path,
):
    waiting = played(folder).waiting
    assert waiting is not None
    assert waiting.so_far is not None
    (phase,) = waiting.so_far.phases
    assert [ruling.verdict.word for ruling in phase.report.rulings][:1] == ["succeeds"]
    assert phase.after.board is not phase.before.board
    assert not any(isinstance(one, UnitPutOnCoast) for one in phase.report.changes)
    contents = contents_of(folder)
    (view,) = contents.seasons
    asked = (
        "Until Wednesday 2 December 2026, 22:30 UTC: Italy may say where F Tun goes: ION or TYS."
    )
    assert view.is_open
    assert asked in view.banner
    assert contents.view.head.status_text == asked
    assert view.changes is not None
    assert not (season_of(folder).folder / "result.json").exists()


def test_what_the_owner_says_is_a_ruling_and_the_game_goes_on_at_once(folder: Path):
    rule(folder, about="italy", do="place", unit="F Tun", coast="ION")
    done = closed(folder, 1)
    assert done.waiting is None
    tunis = done.records[0].after.units[ProvinceKey("Tun")]
    assert tunis.at.coast
    assert not done.records[0].phases[0].draws
    assert verify_game(folder).is_sound


@pytest.mark.parametrize(("hours", "early"), [(24, False), (1, True)])
def test_after_the_time_or_when_the_gm_ends_it_the_rules_decide(folder: Path, hours, early):
    done = closed(folder, hours, early=early)
    assert [str(draw.label) for draw in done.records[0].phases[0].draws] == ["S1901E/coast/F Tun"]
    closing = season_of(folder).closing
    assert closing is not None
    assert closing.closed == NOW
    assert closing.designated == NOW + timedelta(hours=hours)
    assert verify_game(folder).is_sound
    assert closed(folder, hours + 1).records == ()


def test_the_gm_may_let_the_game_go_on_without_a_power(folder: Path):
    rule(folder, about="italy", do="proceed")
    assert closed(folder, 1).waiting is None


def test_a_game_may_leave_no_such_time_or_another(tmp_path: Path):
    assert closed(quake(tmp_path / "none", designation_hours=0)).waiting is None
    waiting = closed(quake(tmp_path / "long", designation_hours=100)).waiting
    assert waiting is not None
    assert waiting.until == NOW + timedelta(hours=100)


def test_a_fleet_with_a_coast_choice_is_not_asked_about(tmp_path: Path):
    folder = quake(tmp_path)
    path = season_of(folder).folder / "orders" / "italy.toml"
    path.write_text(path.read_text() + "coasts = 'F Tun: ION'\n")
    assert closed(folder).waiting is None


def test_a_season_that_was_made_ready_by_hand_has_no_clock(tmp_path: Path):
    folder = quake(tmp_path)
    change(season_of(folder).folder / "season.toml", "ready    = false", "ready = true")
    waiting = played(folder).waiting
    assert waiting is not None  # for the throw: nobody holds the dice
    assert waiting.until is None
    assert str(Phase.parse("S1901E")) in waiting.reasons[0].hint
