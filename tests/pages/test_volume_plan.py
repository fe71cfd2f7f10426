"""Into which volumes a zine's games are cut, and what is wrong with the setting."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest
import yaml

from zinegen.pages.builders.players import assign_lasting_pages
from zinegen.pages.volume_plan import list_volume_faults, plan_volumes

DATED = {"ash": "2025-03-01", "bay": "2026-01-01", "club-1": "2025-01-01", "club-2": ""}


@pytest.fixture
def games(tmp_path: Path) -> Path:
    """Four games, one of them without a deadline."""
    for name, day in DATED.items():
        season = tmp_path / name / "seasons" / "1901-1-spring"
        season.mkdir(parents=True)
        deadline = f"deadline = {day}T20:00:00Z\n" if day else ""
        (season / "season.toml").write_text(f'season = "1901-1-spring"\n{deadline}')
        later = tmp_path / name / "seasons" / "1901-2-autumn"
        later.mkdir()
        (later / "season.toml").write_text("deadline = 2099-01-01T00:00:00Z\n")
    return tmp_path


@pytest.mark.parametrize(
    ("setting", "cut"),
    [
        ("year", {"2025": ["ash", "club-1"], "2026": ["bay"], "undated": ["club-2"]}),
        (3, {"1-3": ["ash", "bay", "club-1"], "4-6": ["club-2"]}),
        (
            {"clubs": ["club-*"], "all-a": ["a*", "club-1"], "none": ["nobody"]},
            {"clubs": ["club-1", "club-2"], "all-a": ["ash"], "others": ["bay"]},
        ),
        ({"games": ["ash"], "ok": ["[ab]*"]}, {"others": ["ash", "bay", "club-1", "club-2"]}),
        ("month", {}),
        (0, {}),
        (True, {}),
        (None, {}),
    ],
)
def test_games_are_cut_as_the_setting_says(
    games: Path, setting: object, cut: Mapping[str, list[str]]
) -> None:
    found = plan_volumes(setting, games)
    assert {one.name: list(one.games) for one in found} == cut


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("year", []),
        ("100", []),
        ("{a: [x], b-2: [y]}", []),
        ("0", ["volumes is year"]),
        ("years", ["volumes is year"]),
        ("[a, b]", ["volumes is year"]),
        ("{games: [x]}", ["games is a folder of the front"]),
        ("{../up: [x]}", ["a volume is called by small letters"]),
        ("{a: x, A: [y]}", ["behind a belong its games", "a volume is called by small letters"]),
        ("{a: [x], a: [y]}", ["there are two volumes a"]),
    ],
)
def test_what_is_wrong_is_told(text: str, said: list[str]) -> None:
    node = yaml.compose(text)
    assert node is not None
    told = [what for _, what, _ in list_volume_faults(node)]
    assert len(told) == len(said)
    assert all(
        what.startswith(begin) for what, begin in zip(sorted(told), sorted(said), strict=True)
    )


def test_a_player_has_one_address_whoever_else_plays() -> None:
    """So volumes need not ask each other."""
    names = ["Ann Lee", "Ann-Lee", "ann lee", "Émile Garnier", "Emile Garnier"]
    whole = assign_lasting_pages(names)
    assert whole["Ann Lee"].to == "players/ann-lee/index.md"
    assert len({one.to for one in whole.values()}) == len(names)
    for name in names:
        assert assign_lasting_pages([name])[name] == whole[name]
