"""The folder of a web server: it becomes what the site is, and nobody else's files are touched."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path

import pytest

from zinegen.errors import GameFolderError
from zinegen.pages.site.publish_folder import NOTES, Mirroring, check_target, mirror_site

FIRST = {"index.html": "one", "games/a/index.html": "a", "assets/zine.css": "css"}
SECOND = {"index.html": "two", "assets/zine.css": "css", "games/b/index.html": "b"}


def fill(folder: Path, files: Mapping[str, str]) -> Path:
    """Make a folder hold some files, and no others."""
    for path in sorted(folder.rglob("*"), reverse=True) if folder.exists() else ():
        path.unlink() if path.is_file() else path.rmdir()
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text)
    return folder


def contents(folder: Path) -> dict[str, str]:
    files = (path for path in folder.rglob("*") if path.is_file() and path.name != NOTES)
    return {path.relative_to(folder).as_posix(): path.read_text() for path in files}


@pytest.fixture
def site(tmp_path: Path) -> Path:
    return fill(tmp_path / "site", FIRST)


@pytest.fixture
def web(tmp_path: Path) -> Path:
    """Give the folder of a web server, in which somebody keeps files."""
    return fill(tmp_path / "web", {".htaccess": "theirs", "games/own.txt": "theirs"})


THEIRS = {".htaccess": "theirs", "games/own.txt": "theirs"}


def test_the_folder_becomes_what_the_site_is_and_keeps_what_others_have_put_there(
    site: Path, web: Path
) -> None:
    assert mirror_site(site, web) == Mirroring(written=3, removed=0, left=())
    assert contents(web) == FIRST | THEIRS
    fill(site, SECOND)
    assert mirror_site(site, web) == Mirroring(written=2, removed=1, left=())
    assert contents(web) == SECOND | THEIRS
    assert not (web / "games/a").exists()


def test_a_second_time_nothing_is_written(site: Path, web: Path) -> None:
    mirror_site(site, web)
    before = {path: path.stat().st_mtime_ns for path in web.rglob("*")}
    assert mirror_site(site, web) == Mirroring(written=0, removed=0, left=())
    assert {path: path.stat().st_mtime_ns for path in web.rglob("*")} == before
    assert (web / "index.html").stat().st_mode & 0o777 == 0o644


@pytest.mark.parametrize("name", ["index.html", "games/a/index.html"])
def test_files_in_the_way_are_named_and_nothing_is_written(
    site: Path, web: Path, name: str
) -> None:
    (web / name).parent.mkdir(parents=True, exist_ok=True)
    (web / name).write_text("theirs, too")
    before = contents(web)
    with pytest.raises(GameFolderError, match=f"did not publish.*: {name}"):
        mirror_site(site, web)
    assert contents(web) == before
    assert not (web / NOTES).exists()


def test_what_somebody_changed_since_is_neither_overwritten_nor_removed(
    site: Path, web: Path
) -> None:
    mirror_site(site, web)
    (web / "games/a/index.html").write_text("theirs now")
    fill(site, SECOND)
    assert mirror_site(site, web).left == ("games/a/index.html",)
    assert contents(web) == SECOND | THEIRS | {"games/a/index.html": "theirs now"}
    (web / "index.html").write_text("theirs now")
    fill(site, FIRST)
    with pytest.raises(GameFolderError, match=r"changed since: games/a/index.html, index.html"):
        mirror_site(site, web)


@pytest.mark.parametrize("name", ["games", "games/a", "index.html"])
def test_nothing_is_written_through_a_link(site: Path, tmp_path: Path, name: str) -> None:
    web, elsewhere = tmp_path / "web", fill(tmp_path / "elsewhere", {"x": "theirs"})
    (web / name).parent.mkdir(parents=True)
    (web / name).symlink_to(elsewhere)
    with pytest.raises(GameFolderError, match="in the place of the site's"):
        mirror_site(site, web)
    assert contents(elsewhere) == {"x": "theirs"}


@pytest.mark.parametrize("count", range(1, 7))
def test_a_run_that_was_cut_off_anywhere_is_finished_by_the_next(
    site: Path, web: Path, monkeypatch: pytest.MonkeyPatch, count: int
) -> None:
    mirror_site(site, web)
    fill(site, SECOND)
    calls, real = iter(range(1, 99)), os.replace

    def replace(source: str, target: Path) -> None:
        if next(calls) == count:
            raise KeyboardInterrupt
        real(source, target)

    with monkeypatch.context() as patch:
        patch.setattr(os, "replace", replace)
        try:
            mirror_site(site, web)
        except KeyboardInterrupt:
            (web / ".zinegen-half").write_text("ha")
    third = fill(site, {**SECOND, "index.html": "three", "games/a/index.html": "a again"})
    mirror_site(third, web)
    assert contents(web) == contents(site) | THEIRS


def test_notes_that_lead_out_of_the_folder_or_are_none_are_refused(site: Path, web: Path) -> None:
    for notes in (
        '{"files": {"../secret": []}}',
        '{"files": {"/etc/x": []}}',
        "[]",
        "{",
        '{"files": 7}',
    ):
        (web / NOTES).write_text(notes)
        with pytest.raises(GameFolderError, match="cannot be read: delete it"):
            mirror_site(site, web)
    assert contents(web) == THEIRS


@pytest.mark.parametrize(
    ("target", "why"),
    [
        (".", "holds the zine itself"),
        ("..", "holds the zine itself"),
        ("../elsewhere", "which the zine needs"),
        ("site", "part of the zine"),
        ("site/sub", "part of the zine"),
        ("games", "part of the zine"),
        ("games/new", "part of the zine"),
        (".git", "part of the zine"),
        (".cache/x", "part of the zine"),
        ("link", "part of the zine"),
        ("file", "is a file"),
        ("../missing/web", "there is no folder"),
    ],
)
def test_a_folder_that_the_zine_needs_is_refused_and_so_is_what_is_no_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, target: str, why: str
) -> None:
    zine = fill(tmp_path / "zine", {"games/a/game.toml": "", "site/index.html": "", "file": ""})
    (zine / ".git").mkdir()
    (zine / "link").symlink_to(zine / ".git" / "x")
    monkeypatch.chdir(zine)
    with pytest.raises(GameFolderError, match=why):
        check_target(Path(target), Path(), (Path("site"), Path("games"), Path("../elsewhere/site")))


@pytest.mark.parametrize("target", ["public", "../web", "../new"])
def test_any_other_folder_will_do(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, target: str
) -> None:
    zine = fill(tmp_path / "zine", {"games/a/game.toml": ""})
    (tmp_path / "web").mkdir()
    monkeypatch.chdir(zine)
    place = check_target(Path(target), Path(), (Path("site"), Path("games")))
    assert place == (zine / target).resolve()
