"""A new game: its folder, ready for the first deadline."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import pytest

from tests.archive.folders import opened, season_of
from zinegen.archive.chance import commitment
from zinegen.archive.folder.games import Game, open_game
from zinegen.archive.folder.new_game import NewGame, new_game
from zinegen.archive.seals import make_key_pair
from zinegen.board.board import Power
from zinegen.errors import GameFolderError, RulesError
from zinegen.variants import VARIANTS


@pytest.mark.parametrize("variant", sorted(VARIANTS))
def test_a_game_of_every_rule_set_is_ready_to_play(tmp_path: Path, variant: str):
    plan = NewGame(gm_keys=(make_key_pair().public,))
    game = open_game(new_game(tmp_path / "games", "ode-21", variant, plan))
    assert isinstance(game, Game)
    assert game.findings == ()
    assert game.settings.variant.id == variant
    (season,) = game.seasons
    assert season.deadline.phases[0] == game.settings.variant.start.phase
    assert season.files.keys() == set(game.settings.powers)


def test_everything_that_is_planned_stands_in_the_file(tmp_path: Path):
    key = make_key_pair().public
    plan = NewGame(
        title="Tectonic Shift",
        gm="Ann O'Neil",
        players={Power("France"): "Cécile"},
        options={"victory": 20, "base": "1971", "infer_coast": False},
        deadline=datetime(2026, 12, 1, 22, tzinfo=UTC),
        gm_keys=(key,),
        commitment=commitment(bytes(32)),
    )
    folder = new_game(tmp_path / "games", "ode-21", "standard", plan)
    settings = opened(folder).settings
    assert (settings.title, settings.gm.name) == ("Tectonic Shift", "Ann O'Neil")
    assert settings.players[Power("France")].name == "Cécile"
    assert settings.variant.chosen == {"victory": 20, "base": "1971", "infer_coast": False}
    assert settings.secrecy.gm_keys == (key,)
    assert settings.secrecy.orders == "sealed"
    assert settings.chance.commitment == plan.commitment
    assert season_of(folder).deadline.deadline == plan.deadline


def test_a_game_that_is_there_is_not_touched(tmp_path: Path):
    folder = new_game(tmp_path / "games", "ode-21", "standard")
    text = (folder / "game.toml").read_text()
    with pytest.raises(GameFolderError, match="already"):
        new_game(tmp_path / "games", "ode-21", "standard", NewGame(title="Other"))
    assert (folder / "game.toml").read_text() == text


def test_what_was_cut_off_is_ended_by_the_next_run(tmp_path: Path):
    folder = new_game(tmp_path / "games", "ode-21", "standard")
    (folder / "game.toml").unlink()
    (season_of_folder(folder) / "season.toml").unlink()
    assert new_game(tmp_path / "games", "ode-21", "standard") == folder
    assert opened(folder).findings == ()


def season_of_folder(folder: Path) -> Path:
    return next((folder / "seasons").iterdir())


@pytest.mark.parametrize("name", ["../x", "Ode", "", "a b", "ode/21"])
def test_a_name_that_is_none_makes_nothing(tmp_path: Path, name: str):
    with pytest.raises(GameFolderError):
        new_game(tmp_path / "games", name, "standard")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    "plan",
    [
        NewGame(title='a "quoted" title'),
        NewGame(title="x" * 101),
        NewGame(title="two\nlines"),
        NewGame(gm="<script>"),
        NewGame(players={Power("France"): 'x"'}),
        NewGame(players={Power("Spain"): "Bob"}),
    ],
)
def test_what_cannot_stand_in_the_file_makes_nothing(tmp_path: Path, plan: NewGame):
    with pytest.raises(GameFolderError):
        new_game(tmp_path / "games", "ode-21", "standard", plan)
    assert not (tmp_path / "games" / "ode-21").exists()


def test_an_unknown_rule_set_or_option_is_refused(tmp_path: Path):
    with pytest.raises(RulesError, match="no rule set"):
        new_game(tmp_path / "games", "ode-21", "chess")
    with pytest.raises(RulesError, match="no option"):
        new_game(tmp_path / "games", "ode-21", "standard", NewGame(options={"x": 1}))
    assert list(tmp_path.iterdir()) == []
