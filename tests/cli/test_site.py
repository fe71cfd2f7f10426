"""The site is whole or not there: built beside, swapped by two renames, mended when that was cut."""

import os
import shutil
import subprocess
import sys
import time
from datetime import UTC, datetime
from pathlib import Path

import pytest

from tests.archive.folders import closed, hand_in_opening, made
from zinegen.cli import site
from zinegen.cli.site import BUILDING, OLD, mend, swap

ROOT = Path(__file__).parents[2]


def lay_out(zine: Path) -> None:
    """Put the project's own look and texts into a folder, but none of its issues and games."""
    shutil.copy(ROOT / "mkdocs.yml", zine)
    shutil.copytree(ROOT / "templates", zine / "templates")
    shutil.copytree(ROOT / "site_src", zine / "site_src", ignore=shutil.ignore_patterns("issues"))


def folder(at: Path, text: str) -> Path:
    at.mkdir()
    (at / "index.html").write_text(text)
    return at


def test_a_finished_site_takes_the_place_of_the_old_one(tmp_path: Path) -> None:
    site = folder(tmp_path / "site", "old")
    swap(folder(tmp_path / BUILDING, "new"), site)
    assert (site / "index.html").read_text() == "new"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["site"]


def test_the_first_site_needs_no_old_one(tmp_path: Path) -> None:
    swap(folder(tmp_path / BUILDING, "new"), tmp_path / "site")
    assert (tmp_path / "site/index.html").read_text() == "new"


def test_a_swap_that_was_cut_between_its_renames_is_mended(tmp_path: Path) -> None:
    folder(tmp_path / OLD, "old")
    folder(tmp_path / BUILDING, "new")
    mend(tmp_path / "site")
    assert (tmp_path / "site/index.html").read_text() == "old"
    mend(tmp_path / "site")
    assert not (tmp_path / OLD).exists()


def test_leftovers_of_a_killed_build_do_not_stand_in_the_way(tmp_path: Path) -> None:
    site = folder(tmp_path / "site", "old")
    folder(tmp_path / OLD, "older")
    swap(folder(tmp_path / BUILDING, "new"), site)
    assert (site / "index.html").read_text() == "new"
    assert not (tmp_path / OLD).exists()


@pytest.mark.parametrize("command", ["build", "serve"])
def test_outside_a_zine_there_is_nothing_to_build(zine: Path, run, command: str) -> None:
    ended = run(command)
    assert ended.code == 2
    assert "mkdocs.yml" in ended.err


def test_a_build_that_fails_leaves_the_old_site(zine: Path, run) -> None:
    folder(zine / "site", "old")
    (zine / "mkdocs.yml").write_text(
        "site_name: x\ndocs_dir: pages\ntheme: {name: nothing-like-it}\n"
    )
    (zine / "pages").mkdir()
    ended = run("build")
    assert ended.code in {1, 2}
    assert (zine / "site/index.html").read_text() == "old"
    assert not (zine / BUILDING).exists()


def test_the_same_records_give_the_same_site_to_the_byte(tmp_path: Path) -> None:
    """Whatever the hash seed and the time: in a zine with a season that was played."""
    lay_out(tmp_path)
    game = made(tmp_path)
    hand_in_opening(game)
    closed(game)
    found = []
    for seed in ("1", "77"):
        environment = {**os.environ, "PYTHONHASHSEED": seed}
        environment.pop("SOURCE_DATE_EPOCH", None)
        subprocess.run(
            [sys.executable, "-c", "from zinegen.cli import main; main()", "build", "--quiet"],
            cwd=tmp_path,
            env=environment,
            check=True,
        )
        site = tmp_path / "site"
        found.append(
            {
                str(path.relative_to(site)): path.read_bytes()
                for path in site.rglob("*")
                if path.is_file()
            }
        )
        time.sleep(1.1)  # so that a date from the clock would be another
    first, second = found
    assert sorted(first) == sorted(second)
    assert [name for name in first if first[name] != second[name]] == []
    assert b"<lastmod>2026-12-01</lastmod>" in first["sitemap.xml"]


def test_a_zine_whose_games_closed_before_1970_is_dated_1970(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.delenv("SOURCE_DATE_EPOCH", raising=False)
    monkeypatch.setattr(site, "newest_closing", lambda _games: datetime(1903, 6, 1, tzinfo=UTC))
    with site._dated():
        assert os.environ["SOURCE_DATE_EPOCH"] == "0"
    assert "SOURCE_DATE_EPOCH" not in os.environ
