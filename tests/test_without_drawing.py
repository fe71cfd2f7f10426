"""Nothing that decides needs what draws: scenarios come out the same without shapely, numpy and scipy."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

PLAYER = """
import sys
from pathlib import Path

class Refuse:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in {"shapely", "numpy", "scipy"}:
            raise ImportError(f"{name} is not here")

sys.meta_path.insert(0, Refuse())

from zinegen.archive.scenario_files import read_scenario, scenario_files
from zinegen.play.scenarios.scenarios import run_scenario

count = 0
for file in scenario_files([Path(sys.argv[1])]):
    count += 1
    for result in run_scenario(read_scenario(file)):
        for difference in result.differences:
            print(f"{file.parent.name}/{file.stem}: {difference}")
print(count)
"""


@pytest.mark.slow
def test_every_scenario_comes_out_as_it_should_without_anything_that_draws() -> None:
    folder = Path(__file__).parent / "scenarios"
    run = subprocess.run(
        (sys.executable, "-c", PLAYER, folder), capture_output=True, text=True, check=True
    )
    assert run.stdout.splitlines() == [str(len([*folder.rglob("*.toml")]))]
