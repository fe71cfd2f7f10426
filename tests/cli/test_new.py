"""What `new` makes besides the folder: the secret for throws, the GM's key."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from tests.rule_sets import rule_set
from zinegen.archive import open_sound_game
from zinegen.cli.keys import find_dice
from zinegen.errors import GameFolderError
from zinegen.play import commitment
from zinegen.play.texts import parse_secret


def settings(zine: Path, game: str = "demo") -> dict[str, dict[str, object]]:
    return tomllib.loads((zine / "games" / game / "game.toml").read_text())


def kept(zine: Path) -> list[Path]:
    return sorted((zine.parent / "home" / "zinegen").glob("*.secret"))


def test_the_secret_for_throws_stays_with_the_gm_and_the_commitment_is_published(
    zine: Path, run
) -> None:
    assert run("new", "demo").code == 0
    (path,) = kept(zine)
    assert path.stat().st_mode & 0o077 == 0
    secret = parse_secret(path.read_text())
    assert settings(zine)["chance"] == {"commitment": commitment(secret)}
    assert secret.hex() not in (zine / "games/demo/game.toml").read_text()
    assert find_dice(open_sound_game(zine / "games/demo")).throw(1, "label", 6) in range(1, 7)


def test_a_chain_of_secrets_is_committed_to_by_its_first_link(zine: Path, run) -> None:
    assert run("new", "demo", "--chance", "chain").code == 0
    secret = parse_secret(kept(zine)[0].read_text())
    said = settings(zine)["chance"]
    assert said == {"commitment": commitment(secret, 200), "chain": 200}
    assert find_dice(open_sound_game(zine / "games/demo")).links == 200


def test_without_a_secret_the_gm_types_what_is_thrown(zine: Path, run) -> None:
    assert run("new", "demo", "--chance", "none").code == 0
    assert "chance" not in settings(zine)
    assert not kept(zine)
    assert find_dice(open_sound_game(zine / "games/demo")).throw(1, "label", 6) is None


@pytest.mark.parametrize(
    "words",
    [
        ("--title", 'a "b"'),
        ("--gm", "X<Y>", "--sealed"),
        ("--gm-key", "nonsense"),
        ("--player", "England=<x>", "--chance", "chain"),
        ("--phase", "W1901E"),
        ("--option", "victory=all", "--sealed"),
        ("--map", "nowhere"),
    ],
)
def test_what_is_refused_leaves_nothing_behind(zine: Path, run, words: tuple[str, ...]) -> None:
    before = sorted(zine.parent.rglob("*"))
    assert run("new", "demo", *words).code == 2
    assert sorted(zine.parent.rglob("*")) == before


def test_a_game_with_secrets_that_is_refused_leaves_no_key_behind(zine: Path, run) -> None:
    variant = rule_set("post-atomic").id
    before = sorted(zine.parent.rglob("*"))
    assert run("new", "demo", "--variant", variant, "--title", 'a "b"').code == 2
    assert sorted(zine.parent.rglob("*")) == before
    assert run("new", "demo", "--variant", variant).code == 0


def test_a_game_made_anew_has_a_secret_of_its_own(zine: Path, run) -> None:
    run("new", "demo")
    (zine / "games/demo").rename(zine / "old")
    assert run("new", "demo").code == 0
    assert len(kept(zine)) == 2


def test_a_home_that_cannot_be_written_makes_no_secret_and_says_so(
    zine: Path, run, monkeypatch: pytest.MonkeyPatch
) -> None:
    (zine.parent / "file").write_text("")
    monkeypatch.setenv("XDG_CONFIG_HOME", str(zine.parent / "file"))
    ended = run("new", "demo")
    assert ended.code == 0
    assert "the GM types their results" in ended.err


def test_a_secret_never_lies_in_a_git_folder(zine: Path, run, monkeypatch) -> None:
    (zine / ".git").mkdir()
    monkeypatch.setenv("XDG_CONFIG_HOME", str(zine))
    assert "git folder" in run("new", "demo").err
    assert not list(zine.rglob("*.secret"))


def test_another_secret_than_the_pledged_one_is_not_thrown_with(zine: Path, run) -> None:
    run("new", "demo")
    (path,) = kept(zine)
    path.write_text("00" * 32)
    with pytest.raises(GameFolderError, match="not the secret") as caught:
        find_dice(open_sound_game(zine / "games/demo"))
    assert "0000" not in str(caught.value).partition("demo-")[0]
    ended = run("close", "demo", "--early", "1901-1-spring")
    assert ended.code == 2
    assert "not the secret" in ended.err


def test_sealed_games_are_sealed_to_the_gm_and_to_deputies(zine: Path, run) -> None:
    deputy = run("keygen", "-o", str(zine.parent / "deputy.key")).out.strip()
    assert run("new", "demo", "--sealed", "--gm-key", deputy).code == 0
    assert settings(zine)["secrecy"]["orders"] == "sealed"
    keys = settings(zine)["secrecy"]["gm_keys"]
    assert isinstance(keys, list)
    assert len(keys) == 2
    assert keys[1] == deputy
    assert run("check", "games/demo").code == 0


def test_what_is_no_key_is_refused_and_no_game_is_left(zine: Path, run) -> None:
    ended = run("new", "demo", "--gm-key", "age1no")
    assert ended.code == 2
    assert "no public key" in ended.err
    assert not (zine / "games/demo/game.toml").exists()


@pytest.mark.parametrize(
    ("variant", "given", "wanted"),
    [
        ("standard", "victory=20", 20),
        ("standard", "rhythm=SEPARATE", "separate"),
        ("deluge2", "rhythm='separate'", "separate"),
        ("seismic-acerunner", "event_with_moves=false", False),
    ],
)
def test_options_of_the_rule_set_are_written_as_they_are_given(
    zine: Path, run, variant: str, given: str, wanted: object
) -> None:
    assert run("new", "demo", "--variant", variant, "--option", given).code == 0
    assert settings(zine)["options"][given.partition("=")[0]] == wanted


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ("victry=20", "no option victry; did you mean victory?"),
        ("victory=many", "option victory is a number, not 'many'"),
        ("victory", "write it as NAME=VALUE"),
        ("rhythm=never", "option rhythm is"),
    ],
)
def test_an_option_that_cannot_be_makes_no_game(zine: Path, run, given: str, said: str) -> None:
    ended = run("new", "demo", "--option", given)
    assert ended.code == 2
    assert said in ended.err
    assert not (zine / "games/demo").exists()
    assert not kept(zine)


def test_a_game_may_begin_at_another_phase(zine: Path, run) -> None:
    assert run("new", "demo", "--phase", "F1904M").code == 0
    assert settings(zine)["start"] == {"phase": "F1904M"}
    assert [one.name for one in (zine / "games/demo/seasons").iterdir()] == ["1904-2-autumn"]
    assert run("check", "demo").code == 0
    assert run("new", "other", "--phase", "someday").code == 2
    assert run("new", "other", "--phase", "S1904P").code == 2
    assert not (zine / "games/other").exists()


@pytest.mark.parametrize("phase", ["S1899R", "S1904R", "F1901R", "S1899M"])
def test_no_game_begins_in_a_retreat_or_before_its_calendar(zine: Path, run, phase: str) -> None:
    """And it is said where it can."""
    ended = run("new", "demo", "--phase", phase)
    assert ended.code == 2
    assert (
        f"no game of standard can begin in {phase}; it can in S1901M, F1901M, W1901A, and every year"
        " S1902M, F1902M, W1902A"
    ) in ended.err
    assert not (zine / "games/demo").exists()
