"""A season for which powers write no press: it is refused wherever it comes in, and not printed later."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

import pytest

from tests.archive.folders import NOW, opened, season_of
from tests.archive.secret_games import ASH, ash, closed, hand_in_ranges
from zinegen.archive import check_folder
from zinegen.archive.closing.proposal import check_proposal
from zinegen.cli import main
from zinegen.notation import Finding

TEXT = "---\nfrom: The Admiralty\n---\nMeet me at the mountains."
BOB = 583231
SEASON = f"games/{ASH}/seasons/2020-3-winter-placement"
ITEM = f"{SEASON}/press/england-1.md"


@pytest.fixture
def zine(tmp_path: Path) -> Path:
    """Give a zine with a Post-Atomic game in which the mountains are still to be placed."""
    folder = ash(tmp_path)
    with (folder / "game.toml").open("a") as file:
        file.write(f"england = {{ name = 'Bob', id = {BOB} }}\n")
    return tmp_path


def write(zine: Path, *names: str) -> None:
    folder = zine / SEASON / "press"
    folder.mkdir(exist_ok=True)
    for name in names:
        (folder / name).write_text(TEXT)


def refused(findings: tuple[Finding, ...]) -> list[str]:
    return [one.where.file for one in findings if one.code == "P08"]


def test_while_the_mountains_are_placed_the_press_of_powers_is_an_error_and_the_gms_is_not(
    zine: Path,
) -> None:
    write(zine, "england-1.md", "france-2.md.age", "gm-1.md")
    found = [one for result in check_folder(zine / "games" / ASH) for one in result.findings]
    assert refused(tuple(found)) == [ITEM, f"{SEASON}/press/france-2.md.age"]
    assert "before the mountains are placed" in found[0].title
    season = season_of(zine / "games" / ASH)
    assert [item.author for item in season.press] == [None]
    assert season.sealed_press == ()


@pytest.mark.parametrize("ending", ["", ".age"])
def test_a_pull_request_with_press_for_the_placement_is_refused(zine: Path, ending: str) -> None:
    proposal = zine.with_name(f"{zine.name}-pr")
    shutil.copytree(zine, proposal)
    write(proposal, f"england-1.md{ending}")
    (found,) = check_proposal(proposal, zine, BOB, NOW)
    assert refused(found.findings) == [f"{ITEM}{ending}"]


def test_press_for_the_placement_is_not_sealed(
    zine: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    write(zine, "england-1.md")
    monkeypatch.chdir(zine)
    monkeypatch.setattr(sys, "argv", ["zinegen", "seal", ITEM])
    with pytest.raises(SystemExit) as end:
        main()
    assert end.value.code == 1
    assert "before the mountains are placed" in capsys.readouterr().err
    assert not (zine / f"{ITEM}.age").exists()


def test_refused_press_that_lay_there_at_the_close_is_not_printed_afterwards(zine: Path) -> None:
    folder = zine / "games" / ASH
    write(zine, "england-1.md", "gm-1.md")
    hand_in_ranges(folder)
    assert closed(folder).waiting is None
    season = opened(folder).seasons[0]
    assert season.closing is not None
    assert season.closing.refused_press == ("england-1",)
    assert refused(season.findings) == []
    assert [item.author for item in season.press] == [None]
    write(zine, "france-1.md")
    write_season = folder / "seasons" / "2021-1-spring" / "press"
    write_season.mkdir()
    (write_season / "england-1.md").write_text(TEXT)
    assert [item.author for item in season_of(folder, -1).press] == ["England"]


def test_what_was_printed_with_a_season_closed_before_there_was_the_rule_stays(zine: Path) -> None:
    folder = zine / "games" / ASH
    hand_in_ranges(folder)
    assert closed(folder).waiting is None
    write(zine, "england-1.md")
    season = opened(folder).seasons[0]
    assert [item.author for item in season.press] == ["England"]
    assert refused(season.findings) == []
