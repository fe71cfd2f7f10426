"""The steps of publish.yml, run here on a zine with sound games and one that is broken."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest
import yaml

from tests.forked.start import write_program
from tests.sites import ROOT, lay_out
from zinegen.archive import NewGame, new_game

pytestmark = pytest.mark.slow
WORKFLOW = yaml.safe_load((ROOT / ".github" / "workflows" / "publish.yml").read_text())


@pytest.fixture
def checkout(tmp_path: Path, start_maps: Path, loaded_python: tuple[str, ...]) -> Path:
    """Give a zine with a sound game, one with bad orders for its open season, and a broken one."""
    lay_out(tmp_path, start_maps)
    for name in ("sound", "slips", "broken"):
        new_game(tmp_path / "games", name, "standard", NewGame())
    orders = tmp_path / "games/slips/seasons/1901-1-spring/orders/france.toml"
    orders.write_text(orders.read_text().replace("A Par", "A Par - Nowhere"))
    (tmp_path / "games/broken/game.toml").write_text("title = ")
    write_program(tmp_path / ".venv/bin/zinegen", loaded_python)
    return tmp_path


def run_steps(checkout: Path) -> tuple[dict[str, int], str, str]:
    """Run the steps that call the program; return their exit codes, the log, and the outputs."""
    output = checkout / "output"
    environment = {**os.environ, "GITHUB_OUTPUT": str(output), "CI": "true"}
    codes, log = {}, ""
    for step in WORKFLOW["jobs"]["build"]["steps"]:
        if "id" in step:
            ended = subprocess.run(
                ["bash", "-e", "-c", step["run"]],
                cwd=checkout,
                env=environment,
                capture_output=True,
                text=True,
                check=False,
            )
            codes[step["id"]], log = ended.returncode, log + ended.stdout + ended.stderr
    return codes, log, output.read_text() if output.exists() else ""


def test_one_broken_game_stops_no_other_and_is_told_on_its_page_and_in_the_log(
    checkout: Path,
) -> None:
    codes, log, output = run_steps(checkout)
    assert codes == {"check": 0, "verify": 0, "site": 0}
    site = checkout / "site" / "games"
    for game in ("sound", "slips"):
        assert "powers are ordering" in (site / game / "index.html").read_text()
    assert "games/broken/game.toml:1" in (site / "broken/index.html").read_text()
    assert "games/broken/game.toml:1" in log
    assert "Nowhere" in log
    assert output.split() == ["trouble=check", "trouble=verify", "trouble=build"]
    assert WORKFLOW["jobs"]["deploy"]["steps"][-1]["if"] == "needs.build.outputs.trouble != ''"


def test_without_a_site_nothing_is_deployed(checkout: Path) -> None:
    (checkout / "mkdocs.yml").write_text("site_name: x\ntheme: {name: nothing-like-it}\n")
    codes, _, _ = run_steps(checkout)
    assert codes["site"] != 0
    assert WORKFLOW["jobs"]["deploy"]["needs"] == "build"
