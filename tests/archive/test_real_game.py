"""A whole game that people played, closed season by season, comes to every recorded position."""

import json
from datetime import UTC, datetime
from pathlib import Path

import pytest

from tests.tools.real_game import canonical, record, write_game
from zinegen.archive import CloseOptions, Game, close_game, open_game, play, verify_game
from zinegen.notation import write_unit


@pytest.fixture(scope="module")
def closed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The game's folder after its last deadline."""
    folder = write_game(tmp_path_factory.mktemp("games"))
    for season in sorted((folder / "seasons").iterdir()):
        ended = close_game(
            folder, CloseOptions(now=datetime(2026, 1, 1, tzinfo=UTC), early=season.name)
        )
        assert ended.waiting is None, (season.name, ended.waiting)
        if ended.next_season == "":
            break
    return folder


def lines(units: dict[str, list[str]]) -> dict[str, list[str]]:
    """Return units by power as zinegen would compare them."""
    return {
        power: sorted(canonical(unit).upper() for unit in mine)
        for power, mine in units.items()
        if mine
    }


def test_every_recorded_position_is_reached(closed: Path) -> None:
    game = open_game(closed)
    assert isinstance(game, Game)
    played = {str(p.phase): p for r in play(game).records for p in r.phases}
    compared = 0
    for told in record():
        after = played[told["phase"]].after
        got = {
            power: [write_unit(unit, after.board) for unit in after.units_of(power)]
            for power in after.powers
        }
        assert lines(got) == lines(told["after"]["units"]), told["phase"]
        compared += 1
    assert compared == len(record()) == 45


def test_turkey_wins_in_1910_with_eighteen_centres(closed: Path) -> None:
    game = open_game(closed)
    assert isinstance(game, Game)
    state = play(game).state
    assert state.winners == ("Turkey",)
    assert len(state.centres_of(state.powers[-1])) == 18
    assert (
        json.loads((closed / "seasons/1910-2-autumn/result.json").read_text())["game"]
        == "real-game"
    )


def test_judged_again_it_comes_out_the_same(closed: Path) -> None:
    assert verify_game(closed).is_sound
