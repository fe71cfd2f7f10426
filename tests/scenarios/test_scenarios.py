"""Every scenario file below this folder holds: rules questions as data, a folder for each rule set."""

from pathlib import Path

import pytest

from zinegen.archive import read_scenario
from zinegen.archive.scenario_files import scenario_files
from zinegen.pages import describe_outcome
from zinegen.play import run_scenario

HERE = Path(__file__).parent
FILES = list(scenario_files([HERE]))


def test_there_are_scenarios() -> None:
    assert len(FILES) >= 70


@pytest.mark.parametrize("file", FILES, ids=lambda file: f"{file.parent.name}/{file.stem}")
def test_the_scenario_holds_and_can_be_told(file: Path) -> None:
    scenario = read_scenario(file)
    assert scenario.variant.id == file.parent.name
    for result in run_scenario(scenario):
        assert not result.differences
        assert all(describe_outcome(result.played))


def test_a_broken_chain_is_told_in_the_word_that_is_expected_of_it() -> None:
    scenario = read_scenario(HERE / "standard" / "near-chain-broken.toml")
    told = "\n".join(describe_outcome(next(iter(run_scenario(scenario))).played))
    for fleet in ("F ENG", "F MAO"):
        assert f"England: {fleet} C A Lon - Tun (fails: convoy broken at WES" in told
    assert "England: F WES C A Lon - Tun (fails: dislodged from WES" in told
