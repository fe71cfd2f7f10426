"""From a zine to the folder of a web server, by one command."""

from __future__ import annotations

from pathlib import Path

from tests.sites import put_maps


def test_the_site_is_built_and_put_into_the_folder_and_a_second_time_nothing_is_written(
    zine: Path, start_maps: Path, run
) -> None:
    run("init")
    put_maps(zine, start_maps)
    web = zine.parent / "web"
    ended = run("publish", "--to", "../web", "--strict")
    assert ended.code == 0, ended.err
    assert "files written, 0 removed" in ended.out
    assert (web / "index.html").read_bytes() == (zine / "site/index.html").read_bytes()
    (zine / "site_src/about.md").unlink()
    (zine / "site_src/issues/1.md").write_text("no heading")
    ended = run("publish", "--to", "../web", "--strict", "--quiet")
    assert ended.code == 1
    assert "../web stays as it was" in ended.err
    assert (web / "about/index.html").is_file()


def test_a_folder_that_the_zine_needs_is_refused_before_anything_is_built(zine: Path, run) -> None:
    run("init")
    for target in (".", "games", "site_src/web", "templates/web", "site", ".git", ""):
        ended = run("publish", "--to", target)
        assert ended.code == 2, target
        assert ": name a" in ended.err
    assert not (zine / "site").exists()
    assert run("publish").code == 2


def test_outside_of_a_zine_nothing_is_published(zine: Path, run) -> None:
    ended = run("publish", "--to", "../web")
    assert ended.code == 2
    assert "no mkdocs.yml" in ended.err
    assert not (zine.parent / "web").exists()
