"""Where secret and key of a game lie is said when it is made; a missing one is named, with what helps."""

from __future__ import annotations

from pathlib import Path

import pytest

from zinegen.archive import make_key_pair
from zinegen.game import Report, Throw
from zinegen.rules import adjudicate

SPRING = "seasons/1901-1-spring"
EARLY = ("--early", "1901-1-spring")
PROCEED = "[[ruling]]\ndo = 'proceed'\nreason = 'Nobody moves.'\n"


@pytest.fixture
def home(zine: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder in which keys and secrets lie, on the GM's own computer."""
    monkeypatch.delenv("CI", raising=False)
    return zine.parent / "home/zinegen"


def lose(home: Path, pattern: str) -> Path:
    """Move the one file that fits away, as a new computer does; return where it lay."""
    (path,) = home.glob(pattern)
    path.rename(path.with_suffix(".lost"))
    return path


@pytest.mark.parametrize(
    ("words", "names"),
    [
        ((), ["demo-*.secret"]),
        (("--chance", "chain"), ["demo-*.secret"]),
        (("--sealed",), ["demo-*.secret", "demo.key"]),
        (("--variant", "post-atomic"), ["demo.key"]),
        (("--chance", "none"), []),
    ],
)
def test_new_says_where_secret_and_key_lie_and_that_they_want_a_copy(run, home, words, names):
    said = run("new", "demo", *words).out
    assert said.count("keep a copy") == len(names)
    for name in names:
        (path,) = home.glob(name)
        assert str(path) in said


def test_a_throw_without_the_secret_names_the_file_and_not_the_command_that_was_given(
    zine, run, home, monkeypatch
):
    throw = Throw(label="coast/F Con", candidates=("AEG", "BLA", "EAS"))

    def ask(variant, state, sheet):
        if state.phase.season == "S" and throw.label not in sheet.throws:
            return state, Report(needs=throw)
        return adjudicate(variant, state, sheet)

    monkeypatch.setattr("zinegen.play.season.adjudicate", ask)
    run("new", "demo")
    (zine / "games/demo" / SPRING / "rulings.toml").write_text(PROCEED)
    missing = lose(home, "demo-*.secret")
    for _ in range(2):
        done = run("close", "demo", *EARLY)
        assert done.code == 1
        assert f"the secret is not here: put your copy back as {missing}" in done.err
        assert "run `zinegen close`" not in done.err
    assert f"run `zinegen close` where {missing.name} lies" in run("check", "demo").out
    missing.with_suffix(".lost").rename(missing)
    assert run("close", "demo", *EARLY).code == 0


def test_a_secret_that_no_throw_needs_yet_is_missed_in_time(zine, run, home):
    run("new", "demo")
    (zine / "games/demo" / SPRING / "rulings.toml").write_text(PROCEED)
    missing = lose(home, "demo-*.secret")
    done = run("close", "demo", *EARLY)
    assert done.code == 0
    assert f"the secret for its throws is not here: {missing} is missing" in done.err


@pytest.mark.parametrize("variant", ["standard", "post-atomic"])
def test_close_without_the_key_names_the_file_of_the_key(zine, run, home, variant):
    run("new", "demo", "--variant", variant, "--sealed")
    (season,) = (zine / "games/demo/seasons").iterdir()
    if variant == "standard":
        plain = season / "orders/france.toml"
        plain.write_text(plain.read_text().replace("A Par", "A Par - Bur"))
        run("seal", str(plain))
    missing = lose(home, "*.key")
    done = run("close", "demo", "--early", season.name)
    assert done.code == 2
    assert f"the GM's key is needed; it is looked for in {missing}" in done.err
    assert "--key" in done.err
    opened = run("open", f"{season}/orders/france.toml.age") if variant == "standard" else done
    assert str(home) in opened.err
    assert not (season / "close.toml").exists()


def test_a_key_of_another_game_is_no_key(zine, run, home):
    run("new", "demo", "--sealed")
    season = zine / "games/demo" / SPRING
    plain = season / "orders/france.toml"
    plain.write_text(plain.read_text().replace("A Par", "A Par - Bur"))
    run("seal", str(plain))
    missing = lose(home, "*.key")
    (home / "gm.key").write_text(make_key_pair().secret)
    assert f"it is looked for in {missing}" in run("close", "demo", *EARLY).err
