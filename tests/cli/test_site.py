"""Building the site: what happens when something is wrong with what it is made from."""

import gzip
import os
import re
import shutil
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

import pytest
from mkdocs.exceptions import Abort
from mkdocs.plugins import PluginCollection

from tests.archive.folders import closed, hand_in_opening, made
from tests.sites import lay_out
from zinegen import plugin
from zinegen.cli.building import host
from zinegen.cli.site import BUILDING
from zinegen.pages.browser_bundle import NOT_HERE
from zinegen.pages.search.pagefind import NOT_HERE as NO_SEARCH
from zinegen.pages.site import layout

pytestmark = pytest.mark.slow


def folder(at: Path, text: str) -> Path:
    at.mkdir()
    (at / "index.html").write_text(text)
    return at


@pytest.mark.parametrize("command", ["build", "serve", "export out"])
def test_outside_a_zine_there_is_nothing_to_build(zine: Path, run, command: str) -> None:
    ended = run(*command.split())
    assert ended.code == 2
    assert "no mkdocs.yml here: go to the zine's own folder" in ended.err


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


@pytest.mark.parametrize(
    ("problem", "code"), [(OSError(28, "disk full"), 2), (KeyError("page"), 1)]
)
def test_a_site_that_the_disk_does_not_take_could_not_be_built(
    zine: Path, run, monkeypatch: pytest.MonkeyPatch, problem: Exception, code: int
) -> None:
    def stop(_: object) -> None:
        try:
            raise problem
        except (OSError, KeyError) as inner:
            raise Abort(host.LOGGED) from inner

    run("init")
    folder(zine / "site", "old")
    monkeypatch.setattr(host, "mkdocs_build", stop)
    ended = run("build")
    assert (ended.code, ended.err) == (code, "the site stays as it was: see above\n")
    assert (zine / "site/index.html").read_text() == "old"


Built = Callable[..., subprocess.CompletedProcess[str]]


@pytest.fixture
def built(loaded_python: tuple[str, ...]) -> Built:
    """Builds in its own process: what MkDocs warns of goes through loggers that others may switch off."""

    def build(zine: Path, *words: str) -> subprocess.CompletedProcess[str]:
        command = [*loaded_python, "from zinegen.cli import main; main()", "build", *words]
        return subprocess.run(command, cwd=zine, capture_output=True, text=True, check=False)

    return build


def test_a_broken_game_keeps_its_pages_and_stops_no_other(
    zine: Path, start_maps: Path, run, built: Built
) -> None:
    """Though an issue has told of it, and whoever builds is told."""
    lay_out(zine, start_maps)
    game = made(zine)
    hand_in_opening(game)
    closed(game)
    run("new", "other")
    told = "---\ndate: 2026-12-03\ngames: [winter/1901-1-spring]\n---\nWords.\n"
    (zine / "site_src" / "issues" / "1.md").write_text(told)
    assert run("build", "--quiet").code == 0
    pages = ("games/winter/index.html", "games/winter/1901-1-spring/index.html")
    before = [(zine / "site" / page).read_bytes() for page in pages]
    (game / "game.toml").write_text("title = ")
    (zine / "site_src" / "issues" / "1.md").write_text(told.replace("Words", "Other words"))
    ended = built(zine)
    assert ended.returncode == 1
    assert ended.stderr.count("games/winter/game.toml:1:") == 1
    assert [(zine / "site" / page).read_bytes() for page in pages] == before
    assert (zine / "site/games/other/index.html").is_file()
    assert "Other words" in (zine / "site/index.html").read_text()
    assert "stands still" in (zine / "site/games/index.html").read_text()
    shutil.rmtree(zine / "site")
    about = zine / "site_src" / "about.md"
    about.write_text(f"{about.read_text()}\n[gone](nowhere.md)\n")
    ended = built(zine, "--strict")
    assert ended.returncode == 1
    assert "games/winter/game.toml:1:" in ended.stderr
    assert "about.md" in ended.stderr
    assert "nowhere.md" in ended.stderr
    assert not (zine / "site").exists()


@pytest.mark.parametrize("words", [(), ("--strict",)], ids=str)
def test_a_broken_link_is_told_with_file_and_link_and_the_site_is_built(
    zine: Path, start_maps: Path, run, words
) -> None:
    lay_out(zine, start_maps)
    about = zine / "site_src/about.md"
    about.write_text(f"{about.read_text()}\n[gone](nowhere.md) ![lost](lost.png) [far](#far)\n")
    for _ in range(2):
        ended = run("build", "--quiet", *words)
        assert ended.code == 1
        for link in ("nowhere.md", "lost.png", "#far"):
            assert any("'about.md'" in line and link in line for line in ended.err.splitlines())
        assert (zine / "site/about/index.html").is_file()


def test_a_wrong_opening_and_a_wrong_issue_do_not_stop_the_site(
    zine: Path, start_maps: Path, run
) -> None:
    lay_out(zine, start_maps)
    issues = zine / "site_src/issues"
    issues.mkdir(exist_ok=True)
    (issues / "1.md").write_text("---\ndate: 2026-01-01\nopenings: [deluge3, standard]\n---\nHi.\n")
    (issues / "2.md").write_text("---\ndate: soon\n---\nWords of another issue.\n")
    ended = run("build", "--quiet")
    assert ended.code == 1
    assert "site_src/issues/1.md:3:12" in ended.err
    assert "site_src/issues/2.md:2:1" in ended.err
    assert "^" * 7 in ended.err  # below deluge3
    assert (zine / "site/issues/1/index.html").is_file()
    assert not (zine / "site/issues/2").exists()
    index = [gzip.decompress(one.read_bytes()) for one in zine.glob("site/pagefind/fragment/*")]
    assert any(b"Hi." in one for one in index)
    assert not any(b"Words of another issue" in one for one in index)


def test_wrong_settings_of_the_zine_do_not_stop_the_site(zine: Path, start_maps: Path, run) -> None:
    """Each is told with its place, by `check` too, and the rest holds."""
    lay_out(zine, start_maps)
    config = zine / "mkdocs.yml"
    text = re.sub(r"(?m)^  - zinegen:.*\n(?:      .*\n)*", "", config.read_text())
    own = """\
  - zinegen:
      motto: [one, two]
      editor: Ann
      engine: perhaps
      origins: [https://giscus.app/x, https://ok.example, 7]
      results: [counts, sores]
      unlisted: [Nobody Here]
"""
    config.write_text(text.replace("plugins:\n", f"plugins:\n{own}"))
    first = config.read_text().splitlines().index("      motto: [one, two]") + 1
    places = [f"{first}:14", f"{first + 2}:15", f"{first + 3}:17", f"{first + 3}:59"]
    places += [f"{first + 4}:25", f"{first + 5}:18"]
    ended = run("build", "--quiet")
    assert ended.code == 1
    run("new", "demo")
    told = run("check")
    assert told.code == 1
    for said in (ended.err, told.out):
        assert re.findall(r"--> mkdocs.yml:(\S+)", said) == places
    assert "^" * len("https://giscus.app/x") in told.out
    assert "nobody called Nobody Here plays here" in told.out
    page = (zine / "site/index.html").read_text()
    assert "default-src 'self' https://ok.example;" in page.replace("&#39;", "'")


def test_a_preview_on_a_port_that_is_taken_is_told_with_what_to_do(
    zine: Path, start_maps: Path, run
) -> None:
    lay_out(zine, start_maps)
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = str(taken.getsockname()[1])
        for words in (("--address", f"127.0.0.1:{port}"), ("--port", port)):
            ended = run("serve", *words)
            assert ended.code == 2
            assert f"cannot listen on 127.0.0.1:{port}: " in ended.err


def test_a_preview_says_where_it_listens_when_it_is_ready_and_lies_in_the_zine(
    zine: Path, start_maps: Path, tmp_path: Path
) -> None:
    """And not before: the address answers at once."""
    lay_out(zine, start_maps)
    (tmp_path / "temporary").mkdir()
    before = (tmp_path / "temporary").stat().st_mtime_ns
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        address = f"127.0.0.1:{free.getsockname()[1]}"
    command = [sys.executable, "-c", "from zinegen.cli import main; main()"]
    with subprocess.Popen(
        [*command, "serve", "--address", address],
        cwd=zine,
        env={**os.environ, "TMPDIR": str(tmp_path / "temporary")},
        stdout=subprocess.PIPE,
        text=True,
    ) as server:
        assert server.stdout is not None
        try:
            first, ready = server.stdout.readline(), server.stdout.readline()
            assert first.startswith("building the site")
            assert ready.startswith(f"ready: http://{address}/ shows the site")
            with urllib.request.urlopen(f"http://{address}/", timeout=20) as page:
                assert page.status == 200
        finally:
            server.terminate()
    assert (tmp_path / "temporary").stat().st_mtime_ns == before


def test_a_site_without_the_games_is_told_as_such(zine: Path, run) -> None:
    (zine / "mkdocs.yml").write_text("site_name: x\ndocs_dir: pages\n")
    (zine / "pages").mkdir()
    (zine / "pages" / "index.md").write_text("# x\n")
    ended = run("build")
    assert ended.code == 1
    assert "does not name zinegen under plugins" in ended.err


def test_without_cairo_a_site_is_built_and_one_sentence_said(
    zine: Path, start_maps: Path, run, monkeypatch: pytest.MonkeyPatch
) -> None:
    lay_out(zine, start_maps)
    monkeypatch.setattr(host, "has_pixels", lambda: False)
    ended = run("build", "--strict", "--quiet")
    assert (ended.code, len(ended.err.splitlines())) == (0, 1)
    assert "libcairo2" in ended.err


def test_without_what_runs_the_engine_pages_have_none_and_one_sentence_says_so(
    zine: Path, start_maps: Path, run, monkeypatch: pytest.MonkeyPatch
) -> None:
    """But none where the zine wants it so."""
    monkeypatch.setattr(plugin, "find_runtime", lambda: None)
    lay_out(zine, start_maps)
    assert NOT_HERE in run("build").out.splitlines()
    assert "zinegen-engine" not in (zine / "site/index.html").read_text()
    settings = zine / "mkdocs.yml"
    settings.write_text(
        settings.read_text().replace("- zinegen:", "- zinegen:\n      engine: false")
    )
    assert NOT_HERE not in run("build").out


def test_without_pagefind_there_is_the_index_and_one_sentence_says_so(
    zine: Path, start_maps: Path, run, monkeypatch: pytest.MonkeyPatch
) -> None:
    for module in (plugin, layout):
        monkeypatch.setattr(module, "has_pagefind", lambda: False)
    lay_out(zine, start_maps)
    assert NO_SEARCH in run("build").out.splitlines()
    page = (zine / "site/find/index.html").read_text()
    assert "By game" in page
    assert 'role="search"' not in page
    assert 'href="./#find-words"' in page  # the index can be reached from every head
    assert not (zine / "site/pagefind").exists()


def test_an_index_that_fails_is_told_and_the_site_is_built(
    zine: Path, start_maps: Path, run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PAGEFIND_BINARY_PATH", "/bin/false")
    lay_out(zine, start_maps)
    ended = run("build", "--quiet")
    assert "Pagefind made no index" in ended.err
    assert (zine / "site/index.html").is_file()


def test_a_zine_without_a_game_can_be_built(zine: Path, start_maps: Path, run) -> None:
    lay_out(zine, start_maps)
    assert run("build", "--strict", "--quiet").code == 0


def test_a_build_never_throws_the_games_away(zine: Path, start_maps: Path, run) -> None:
    lay_out(zine, start_maps)
    made(zine)
    settings = (zine / "mkdocs.yml").read_text()
    (zine / "mkdocs.yml").write_text(f"{settings}\nsite_dir: games\n")
    ended = run("build")
    assert ended.code == 2
    assert "name another site_dir" in ended.err
    assert (zine / "games/winter/game.toml").is_file()


def test_the_same_records_give_the_same_site_to_the_byte(tmp_path: Path, start_maps: Path) -> None:
    """Whatever the hash seed and the time: in a zine with a season that was played.

    Its maps are the files of the cache.
    """
    lay_out(tmp_path, start_maps)
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
        for kept in (tmp_path / ".cache" / "build").glob("*/*"):
            if kept.name != "maps":
                shutil.rmtree(kept)
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
    maps = [*(tmp_path / "site/games/winter/maps").iterdir()]
    kept = {one.name: one for one in (tmp_path / ".cache").rglob("maps/*")}
    assert maps
    assert all(one.samefile(kept[one.name]) for one in maps), "copying them was a third of a build"


def test_a_zine_whose_games_closed_before_1970_is_dated_1970(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.delenv("SOURCE_DATE_EPOCH", raising=False)
    monkeypatch.setattr(host, "newest_closing", lambda _games: datetime(1903, 6, 1, tzinfo=UTC))
    with host._environment(host._build_date()):
        assert os.environ["SOURCE_DATE_EPOCH"] == "0"
    assert "SOURCE_DATE_EPOCH" not in os.environ


def test_a_second_build_reads_no_game_again_and_makes_the_same_site(
    zine: Path, start_maps: Path, run, monkeypatch
) -> None:
    lay_out(zine, start_maps)
    closed(made(zine))
    assert run("build", "--quiet").code == 0
    before = contents_of(zine / "site")
    read = "zinegen.pages.site.games.open_game"
    monkeypatch.setattr(read, lambda folder, **_: pytest.fail(f"{folder} was read again"))
    (zine / "site" / "stray.html").touch()  # or there would be nothing to build
    assert run("build", "--quiet").code == 0
    assert contents_of(zine / "site") == before


def test_plugins_are_told_that_a_build_begins_and_is_over(
    zine: Path, start_maps: Path, run, monkeypatch
) -> None:
    """As by MkDocs' own command: some make ready what they need, or wait for work of theirs to end."""
    heard = []
    monkeypatch.setattr(
        PluginCollection,
        "on_startup",
        lambda _self, *, command, dirty: heard.append((command, dirty)),
    )
    monkeypatch.setattr(PluginCollection, "on_shutdown", lambda _self: heard.append("over"))
    lay_out(zine, start_maps)
    made(zine)
    run("build", "--quiet")
    assert heard == [("build", False), "over"]


def contents_of(folder: Path) -> dict[str, bytes]:
    return {str(one): one.read_bytes() for one in sorted(folder.rglob("*")) if one.is_file()}


@pytest.mark.parametrize(
    "address",
    ["", "x", ":80", "127.0.0.1:", "::1:0", "127.0.0.1:99999999", "h:" + "9" * 5000, "h:٣"],
)
def test_a_site_is_shown_at_no_port_that_is_none(run, address: str) -> None:
    """It is said before anything is built."""
    ended = run("serve", "--address", address)
    assert (ended.code, ended.out) == (2, "")
    assert "is not written like 127.0.0.1:8000" in ended.err
