"""The command `lab`: a table, a folder that is gone on with, games that others can take in."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.conftest import Run
from zinegen.archive.exchange.played_games import PlayedGame, replay_game
from zinegen.archive.exchange.saved_games import read_games
from zinegen.lab.lab_games import LabGame, LabPlan, play_lab_game
from zinegen.lab.statistics import count_results, find_mean

LAB = ["lab", "standard", "--games", "4", "--years", "2", "-o", "out"]


def contents(folder: Path) -> dict[str, bytes]:
    """Return the files below a folder."""
    files = (path for path in folder.rglob("*") if path.is_file())
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in files}


def test_it_says_how_the_powers_fare(zine: Path, run: Run) -> None:
    done = run(*LAB)
    assert (done.code, done.err) == (0, "")
    assert "Standard Diplomacy: 4 games" in done.out or "4 games" in done.out
    assert all(power in done.out for power in ("Austria", "Turkey"))
    page = (zine / "out" / "index.html").read_text("utf-8")
    assert "4 games of programs" in page
    assert "http" not in page.replace("http://www.w3.org", "")  # it asks nobody for anything


def test_a_lab_that_was_stopped_is_gone_on_with(zine: Path, run: Run) -> None:
    run(*LAB)
    whole = contents(zine / "out")
    run(*LAB)  # typed twice
    assert contents(zine / "out") == whole
    for name, keep in (("results.jsonl", -20), ("games.jsonl", -5000)):
        path = zine / "out" / name
        path.write_bytes(path.read_bytes()[:keep])
    assert run(*LAB).code == 0
    assert contents(zine / "out") == whole


def test_its_games_can_be_taken_in_by_others(zine: Path, run: Run) -> None:
    run(*LAB)
    (zine / "mkdocs.yml").write_text("site_name: Lab\n", "utf-8")
    done = run("import", "out/games.jsonl")
    assert (done.code, done.err) == (0, "")
    assert (zine / "games" / "standard-1-3" / "game.toml").is_file()
    assert run("verify").code == 0


@pytest.mark.parametrize("variant", ["seismic-acerunner", "geophysical-kinzett", "deluge2"])
def test_they_come_out_the_same_when_they_are_played_again(tmp_path: Path, variant: str) -> None:
    played = play_lab_game(LabGame(plan=LabPlan(variant=variant, years=3), number=2))
    (tmp_path / "games.jsonl").write_text("\n".join(played.lines), "utf-8")
    (game,) = read_games(tmp_path / "games.jsonl")
    assert isinstance(game, PlayedGame)
    replay = replay_game(game)
    assert (replay.stopped, replay.differences) == ("", ())
    centres = {str(power): len(replay.state.centres_of(power)) for power in replay.state.powers}
    assert centres == played.result.centres


def test_every_power_has_every_luck_once() -> None:
    """Seats rotate: seven games have one seed, and the first player sits in each seat once."""
    plan = LabPlan(variant="standard", bots=("dumb", "hold"), years=1)
    results = [play_lab_game(LabGame(plan=plan, number=number)).result for number in range(7)]
    seats = [[power for power, bot in one.seats.items() if bot == "dumb"] for one in results]
    assert sorted(seat for (seat,) in seats) == sorted(results[0].centres)
    figures = count_results(results)
    assert [one.games for one in figures.bots] == [7, 42]
    assert figures.powers[0].won.low <= figures.powers[0].won.share <= figures.powers[0].won.high


def test_luck_goes_round_while_the_seed_stays() -> None:
    """Seven games of one seed are seven games: each power chooses by another sequence in each."""
    plan = LabPlan(variant="standard", years=1)
    firsts = []
    for number in range(8):
        played = play_lab_game(LabGame(plan=plan, number=number))
        firsts.append(str(json.loads(played.lines[0])["orders"]))
    assert len(set(firsts[:7])) == 7
    assert firsts[7] not in firsts[:7]


def test_a_mean_has_an_interval() -> None:
    assert find_mean([3]).reach == 0
    mean = find_mean([1, 3])
    assert (mean.value, round(mean.reach, 2)) == (2, 1.96)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["lab", "seismic", "--games", "1"], "seismic"),
        (["lab", "standard", "--games", "0"], "0"),
        (
            ["lab", "standard", "--games", "1", "--bots", "dumbo"],
            "there is no player 'dumbo'; did you mean dumb",
        ),
        (["lab", "standard", "--games", "1", "--option", "x=1"], "no option x"),
        (["lab", "standard", "--games", "2", "--seed", "2", "-o", "out"], "another lab"),
        (["lab", "standard", "--games", "3", "--years", "2", "-o", "out"], "4 games already"),
        (["lab", "standard", "--games", "1", "-o", "mine"], "holds something else"),
    ],
)
def test_bad_words_end_in_a_sentence(zine: Path, run: Run, words: list[str], said: str) -> None:
    if "out" in words:
        run(*LAB)
    (zine / "mine").mkdir()
    (zine / "mine" / "note.txt").write_text("mine", "utf-8")
    before = contents(zine)
    done = run(*words)
    assert done.code == 2
    assert said in done.err, done.err
    assert contents(zine) == before


def test_its_results_are_data(zine: Path, run: Run) -> None:
    run(*LAB)
    lines = (zine / "out" / "results.jsonl").read_text("utf-8").splitlines()
    results = [json.loads(line.split(" ", 1)[1]) for line in lines]
    assert [one["number"] for one in results] == [0, 1, 2, 3]
    assert sum(results[0]["centres"].values()) <= 34
