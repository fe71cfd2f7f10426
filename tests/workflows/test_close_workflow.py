"""The steps of close.yml, run here: a real repository, the program itself, and `gh` played by a script."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
import yaml

from zinegen.archive import (
    Game,
    NewGame,
    encrypt,
    make_key_pair,
    new_game,
    open_game,
    parse_press_name,
    seal_orders,
    seal_press,
)
from zinegen.board import Power

ROOT = Path(__file__).parents[2]
GM = make_key_pair()
SEASON = "1901-1-spring"
WRITTEN = "2019-12-30T18:02:00Z"
PROGRAM = f"""#!{sys.executable}
import sys
sys.path.insert(0, {str(ROOT)!r})
sys.argv[0] = "zinegen"
from zinegen.cli import main
main()
"""
GH = """#!/bin/sh
echo "$@" >> "$RUNNER_TEMP/asked"
echo '[]'
"""
PRIVATE = ("let Burgundy fall", "Tangier", "for Italy", "to: italy")
"""Words of a note, of a file that is refused, and for whom press is."""


def orders(game: str, season: str = SEASON, more: str = "") -> str:
    head = f'game = "{game}"\nseason = "{season}"\npower = "france"\n'
    return f"{head}orders = 'A Par - Bur'\n{more}"


def fill(games: Path, name: str) -> Path:
    """Make a sealed game whose deadline has passed, and return its first season's folder."""
    folder = new_game(games, name, "standard", NewGame(gm_keys=(GM.public,)))
    season = folder / "seasons" / SEASON
    text = (season / "season.toml").read_text().splitlines()
    lines = ["deadline = 2020-01-01T00:00:00Z" if "deadline =" in line else line for line in text]
    (season / "season.toml").write_text("\n".join(lines) + "\n")
    path = folder / "game.toml"
    path.write_text(path.read_text().replace('"wait"', '"hold"'))
    return season


def seal(season: Path, text: str, *, is_sound: bool = True) -> None:
    """Put France's sealed orders into a season; `seal` itself would refuse those that are not sound."""
    opened = open_game(season.parent.parent)
    assert isinstance(opened, Game)
    slot = opened.seasons[0].slot(Power("France"))
    content = encrypt(text.encode(), [GM.public])
    if is_sound:
        content = seal_orders(text, slot, [GM.public], WRITTEN)
    (season / f"{slot.name}.age").write_bytes(content)


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """Give a checkout of a zine with two games that are due, the platform's repository beside it."""
    root = tmp_path / "checkout"
    noted, refused = (fill(root / "games", name) for name in ("noted", "refused"))
    seal(noted, orders("noted", more="note = 'Please let Burgundy fall.'\n"))
    seal(refused, orders("tangier", more="note = 'Tangier'\n"), is_sound=False)
    slot = parse_press_name("france-1.md", "refused", SEASON, "", (Power("France"), Power("Italy")))
    assert not isinstance(slot, str)
    text = "---\nto: italy\n---\nHello.\n"
    powers = (Power("France"), Power("Italy"))
    (refused / "press").mkdir(exist_ok=True)
    (refused / "press" / "france-1.md.age").write_bytes(seal_press(text, slot, [GM.public], powers))
    (root / ".gitignore").write_text((ROOT / ".gitignore").read_text())
    (root / ".github").mkdir()
    (root / ".github/record").write_bytes((ROOT / ".github/record").read_bytes())
    for name, script in ((".venv/bin/zinegen", PROGRAM), ("bin/gh", GH)):
        path = (root if name.startswith(".") else tmp_path) / name
        path.parent.mkdir(parents=True)
        path.write_text(script)
        path.chmod(0o755)
    git(tmp_path, "init", "--quiet", "--bare", "--initial-branch", "main", "hub.git")
    git(root, "init", "--quiet", "--initial-branch", "main")
    git(root, "add", "--all")
    git(root, "-c", "user.name=x", "-c", "user.email=x@example.org", "commit", "--quiet", "-m", "x")
    git(root, "push", "--quiet", str(tmp_path / "hub.git"), "HEAD:main")
    return root


def git(folder: Path, *words: str) -> str:
    done = subprocess.run(["git", *words], cwd=folder, check=True, capture_output=True, text=True)
    return done.stdout


def scripts() -> Iterator[str]:
    """Yield the scripts of close.yml in order, but for those that install the program."""
    workflow = yaml.safe_load((ROOT / ".github/optional/close.yml").read_text())
    for job in workflow["jobs"].values():
        for step in job["steps"]:
            if "install" not in step.get("run", "install"):
                yield step["run"]


def test_closing_records_and_pushes_what_is_due_and_its_log_has_no_private_word(
    checkout: Path, tmp_path: Path
):
    token, temporary = "t0ken", tmp_path / "runner"
    temporary.mkdir()
    environment = {
        **os.environ,
        "PATH": f"{tmp_path / 'bin'}:{os.environ['PATH']}",
        "RUNNER_TEMP": str(temporary),
        "GITHUB_OUTPUT": str(temporary / "output"),
        "GITHUB_REPOSITORY": "ann/zine",
        "GH_TOKEN": token,
        "ZINEGEN_GM_KEY": GM.secret,
        "XDG_CONFIG_HOME": str(temporary),
        "GIT_CONFIG_COUNT": "1",
        "GIT_CONFIG_KEY_0": f"url.{tmp_path / 'hub.git'}.insteadOf",
        "GIT_CONFIG_VALUE_0": f"https://x-access-token:{token}@github.com/ann/zine.git",
    }
    log = ""
    for script in scripts():
        done = subprocess.run(
            ["bash", "-e", "-c", script],
            cwd=checkout,
            env=environment,
            check=False,
            capture_output=True,
            text=True,
        )
        log += done.stdout + done.stderr
        assert done.returncode == 0, log
    assert (temporary / "output").read_text() == "due=true\n"
    assert "workflow run publish.yml --ref main" in (temporary / "asked").read_text()
    pushed = git(tmp_path / "hub.git", "ls-tree", "-r", "--name-only", "main").split()
    assert f"games/refused/seasons/{SEASON}/result.json" in pushed
    assert f"games/noted/seasons/{SEASON}/close.toml" in pushed
    assert f"games/noted/seasons/{SEASON}/result.json" not in pushed
    assert not [path for path in pushed if "private" in path]
    assert "tangier" not in git(tmp_path / "hub.git", "grep", "-h", "reason", "main").casefold()
    assert "noted: 1901-1-spring waits for the GM" in log
    assert "S05" in log
    assert "press for some powers only" in log
    assert [word for word in (*PRIVATE, GM.secret) if word.casefold() in log.casefold()] == []
    shown = log.splitlines()
    begin = next(n for n, line in enumerate(shown) if line.startswith("::stop-commands::"))
    end = shown.index(f"::{shown[begin].rpartition('::')[2]}::")
    assert begin < next(n for n, line in enumerate(shown) if "is recorded" in line) < end
    assert shown.index("::warning::a game waits for its GM") > end
