"""A zine in volumes: a front and a site for each volume, and what has not changed is not touched."""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Iterator, Mapping
from pathlib import Path
from urllib.parse import unquote

import pytest

from tests.archive.folders import closed, hand_in_opening, made
from tests.browser.serving import serve
from tests.sites import lay_out
from zinegen.archive import NewGame, new_game
from zinegen.cli.building import host
from zinegen.pages.search.pagefind import has_pagefind
from zinegen.pages.site.content_security import write_policy
from zinegen.pages.site.game_parts.published_part import PublishedPart
from zinegen.pages.volume_plan import TAKEN

pytestmark = pytest.mark.slow
SETTING = "  - zinegen:\n      volumes: {old: [winter], new-1: [frost*]}\n"
ISSUE = """---
number: 1
date: 2026-12-03
games: [winter/1901-1-spring]
---
Of [winter](../games/winter/index.md), and of [its spring](../games/winter/1901-1-spring.md).
"""


@pytest.fixture
def cut(zine: Path, start_maps: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A zine of two volumes: a game that has been played for a season, and one that begins."""
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1764547200")
    lay_out(zine, start_maps)
    game = made(zine, players={"England": "Émile Garnier", "France": "Ann Lee"})
    hand_in_opening(game)
    closed(game)
    new_game(zine / "games", "frost", "standard", NewGame(players={"Italy": "Ann Lee"}))
    (zine / "site_src/issues/1.md").write_text(ISSUE)
    settings = zine / "mkdocs.yml"
    settings.write_text(settings.read_text().replace("  - zinegen:\n", SETTING))
    return zine


@pytest.fixture
def parts(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The names of the parts that were built, the front's without one."""
    built: list[str] = []
    make = host.make_part

    def make_part(beside: Path, *, part: PublishedPart, strict: bool, quiet: bool) -> object:
        built.append(part.volume.name if part.volume is not None else "")
        return make(beside, part=part, strict=strict, quiet=quiet)

    monkeypatch.setattr(host, "make_part", make_part)
    return built


def list_states(folder: Path) -> Mapping[str, tuple[int, int]]:
    """Return which file lies where, and when it was written last."""
    found = {path: path.stat() for path in sorted(folder.rglob("*")) if path.is_file()}
    return {str(path): (about.st_ino, about.st_mtime_ns) for path, about in found.items()}


def list_lost(site: Path) -> Iterator[str]:
    """Yield the links of all pages that lead to no file."""
    for page in sorted(site.rglob("*.html")):
        text = page.read_text() if page.name != "404.html" else ""
        for address in re.findall(r'\s(?:href|src)="([^":#?]+)["#?]', text):
            target = page.parent / unquote(address)
            if not target.is_file() and not (target / "index.html").is_file():
                yield f"{page.relative_to(site)}: {address}"


def test_a_front_and_its_volumes_are_one_site_whose_links_are_right(
    cut: Path, run, parts: list[str]
) -> None:
    ended = run("build", "--strict")
    assert (ended.code, ended.err) == (0, "")
    assert parts == ["old", "new-1", ""]
    site = cut / "site"
    assert not [*list_lost(site)]
    told = json.loads((site / "volumes.json").read_text())
    assert [(one["name"], one["games"]) for one in told["volumes"]] == [("old", 1), ("new-1", 1)]
    # Each game lies in its volume and nowhere else; players, results and issues lie on the front.
    assert (site / "old/games/winter/1901-1-spring/index.html").is_file()
    assert [*(site / "games/winter").iterdir()] == [site / "games/winter/index.html"]
    assert 'url=../../old/games/winter/"' in (site / "games/winter/index.html").read_text()
    volume = (site / "old/index.html").read_text()
    tabs = re.findall(r'<a href="([^"]*)" class="md-tabs__link"', volume)
    menu = ("", "games/", "archive/", "players/", "results/", "rules/", "what-if/")
    assert tabs[: len(menu)] == [f"../{path}" for path in menu]
    for folder in ("players", "results", "issues", "rules", "engine"):
        assert not (site / "old" / folder).exists()
    player = (site / "players/ann-lee/index.html").read_text()
    assert "../../old/games/winter/" in player
    assert "../../new-1/games/frost/" in player
    front = (site / "index.html").read_text()
    assert 'href="old/games/winter/"' in front
    assert "A Vie - Gal" in front  # an issue has whole reports
    feed = (site / "feed.xml").read_text()
    assert "https://zine.example/old/games/winter/1901-1-spring/" in feed
    assert (
        "https://zine.example/old/games/winter/" in (site / "old/games/winter/feed.xml").read_text()
    )
    assert not (cut / ".site-volumes").exists()


def test_a_volume_of_which_nothing_has_changed_is_not_touched(
    cut: Path, run, parts: list[str]
) -> None:
    run("build", "--quiet")
    site = cut / "site"
    parts.clear()
    before = list_states(site)
    assert "is as it was" in run("build").out
    assert (parts, list_states(site)) == ([], before)

    orders = next((cut / "games/frost").glob("seasons/*/orders/italy.toml"))
    orders.write_text(f"{orders.read_text()}# Nothing.\n")
    old = list_states(site / "old")
    assert run("build", "--quiet").code == 0
    assert parts == ["new-1", ""]
    assert list_states(site / "old") == old

    parts.clear()
    issue = cut / "site_src/issues/1.md"
    issue.write_text(ISSUE.replace("Of [", "Once more of ["))
    new = list_states(site / "new-1")
    assert run("build", "--quiet").code == 0
    assert parts == [""]
    assert (list_states(site / "old"), list_states(site / "new-1")) == (old, new)
    assert "Once more" in (site / "index.html").read_text()

    # All of it is as a build from nothing makes it.
    kept = {path.relative_to(site): path.read_bytes() for path in site.rglob("*") if path.is_file()}
    shutil.rmtree(site)
    for kept_by_builds in (cut / ".cache/build").glob("*/*"):
        if kept_by_builds.is_dir() and kept_by_builds.name != "maps":
            shutil.rmtree(kept_by_builds)
    assert run("build", "--quiet").code == 0
    fresh = {
        path.relative_to(site): path.read_bytes() for path in site.rglob("*") if path.is_file()
    }
    assert sorted(kept) == sorted(fresh)
    assert [path for path in sorted(kept) if kept[path] != fresh[path]] == []


def test_a_volume_is_called_like_no_page_of_the_front(cut: Path, run, parts: list[str]) -> None:
    (cut / "site_src" / "old.md").write_text("# Of old\n")
    ended = run("build", "--quiet")
    assert ended.code == 2
    assert "site/old/ would be a volume, and of pages of the front as well" in ended.err
    assert parts == []
    (cut / "site_src" / "old.md").unlink()
    assert run("build", "--quiet").code == 0
    folders = {path.name for path in (cut / "site").iterdir() if path.is_dir()}
    assert folders - {"old", "new-1"} == TAKEN & folders


def test_an_interrupted_build_goes_on_with_the_volumes_it_had_finished(
    cut: Path, run, parts: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also one that was cut off while the new site was moved into its place."""
    make = host.make_part

    def give_up(beside: Path, *, part: PublishedPart, **more: bool) -> object:
        if part.volume is None:
            raise KeyboardInterrupt
        return make(beside, part=part, **more)

    with monkeypatch.context() as patched:
        patched.setattr(host, "make_part", give_up)
        assert run("build", "--quiet").code != 0
    assert not (cut / "site").exists()
    parts.clear()
    assert run("build", "--quiet").code == 0
    assert parts == [""]
    site = cut / "site"
    volumes = list_states(site / "old")
    (cut / ".site-old").mkdir()
    (site / "old").rename(cut / ".site-old" / "old")
    parts.clear()
    assert run("build", "--quiet").code == 0
    assert parts == [""]
    assert list_states(site / "old") == volumes
    assert not [*list_lost(site)]
    assert not (cut / ".site-old").exists()


def test_a_bad_setting_is_told_with_its_place_and_the_zine_is_not_cut(
    zine: Path, start_maps: Path, run
) -> None:
    lay_out(zine, start_maps)
    settings = zine / "mkdocs.yml"
    own = "  - zinegen:\n      volumes: yearly\n"
    settings.write_text(settings.read_text().replace("  - zinegen:\n", own))
    line = settings.read_text().splitlines().index("      volumes: yearly") + 1
    ended = run("build", "--quiet")
    assert ended.code == 1
    assert f"--> mkdocs.yml:{line}:16" in ended.err
    assert "^^^^^^" in ended.err
    assert "the zine is not cut into volumes" in ended.err
    assert (zine / "site/index.html").is_file()


@pytest.mark.browser
@pytest.mark.skipif(not has_pagefind(), reason="Pagefind is not installed")
def test_one_search_looks_through_all_volumes(cut: Path, run, page) -> None:
    """And asks the zine's own site alone: the fixture ``page`` sees to that."""
    run("build", "--quiet")
    with serve(cut / "site", write_policy()) as address:
        page.goto(f"{address}find/?q=A Vie - Gal")
        page.locator(".z-hits a").first.wait_for()
        assert "Spring 1901" in page.locator(".z-hits > li").first.inner_text()
        page.locator(".z-hits a").first.click()
        page.wait_for_url("**/old/games/winter/1901-1-spring/#a-vie-gal")
        page.goto(f"{address}find/?q=frost&kind=game")
        page.locator(".z-hits a[href*='new-1/games/frost/']").first.wait_for()
        page.goto(f"{address}old/games/winter/")
        page.locator("[role=search] input").first.fill("Ann Lee")
        page.locator("[role=search] input").first.press("Enter")
        page.wait_for_url("**/find/?q=Ann+Lee")
        page.locator(".z-hits a[href*='players/ann-lee/']").first.wait_for()
