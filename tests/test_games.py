"""The games of the example zine: each rule set is played, and every record comes out again."""

from pathlib import Path

import pytest

from zinegen.archive.closing.check import check_folder
from zinegen.archive.closing.verify import verify_game
from zinegen.archive.folder.games import Game, open_game
from zinegen.notation.findings import Level
from zinegen.variants import VARIANTS

GAMES = sorted(path.parent for path in (Path(__file__).parents[1] / "games").glob("*/game.toml"))
every = pytest.mark.parametrize("folder", GAMES, ids=lambda folder: folder.name)


@every
def test_every_recorded_season_comes_out_as_recorded(folder):
    found = verify_game(folder)
    assert found.is_sound, [one.text for one in found.differences][:5]


@every
def test_a_players_check_finds_no_error_in_a_game(folder):
    found = [finding for checked in check_folder(folder) for finding in checked.findings]
    assert not [finding for finding in found if finding.level is Level.ERROR]


def test_every_rule_set_that_was_printed_apart_has_a_game():
    played = set()
    for folder in GAMES:
        game = open_game(folder)
        assert isinstance(game, Game)
        played.add(game.settings.variant.id)
    assert played == set(VARIANTS) - {"deluge1"}
