"""Programs that make a site: MkDocs and ProperDocs of the zine itself, Zensical and Hugo of what it exports.

`make hosts` tries them on the example zine.
"""

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from urllib.parse import unquote, urldefrag, urljoin, urlsplit

import html5lib
import pytest

from tests.archive.folders import closed, hand_in_opening, made
from tests.sites import ROOT, lay_out

pytestmark = pytest.mark.slow
HOSTS = {"MkDocs": "", "ProperDocs": "import properdocs.replacement; "}
"""What lets each of them do the work."""
GENERATOR = re.compile(rb'(?<=<meta name="generator" content="mkdocs-)(?:ProperDocs )?[^," ]+')
"""The name of the program that has made a page, and its version."""
BROKEN = "---\ndate: 2026-12-03\n---\nSee [this](../gone.md).\n"


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory, start_maps: Path) -> Path:
    """A zine of one game of which one season has been played; with `EXAMPLE=1` the example zine."""
    zine = tmp_path_factory.mktemp("hosts")
    if "EXAMPLE" in os.environ:
        shutil.copy(ROOT / "mkdocs.yml", zine)
        for name in ("games", "site_src", "templates"):
            shutil.copytree(ROOT / name, zine / name)
        return zine
    lay_out(zine, start_maps)
    game = made(zine)
    hand_in_opening(game)
    closed(game)
    return zine


def build(zine: Path, host: str, *words: str) -> subprocess.CompletedProcess[str]:
    """Build in a process of its own, which imports one of the hosts."""
    return subprocess.run(
        [
            sys.executable,
            "-c",
            f"{HOSTS[host]}from zinegen.cli import main; main()",
            "build",
            *words,
        ],
        cwd=zine,
        capture_output=True,
        text=True,
        check=False,
    )


def read_site(zine: Path) -> dict[str, bytes]:
    site = zine / "site"
    return {
        str(one.relative_to(site)): one.read_bytes() for one in site.rglob("*") if one.is_file()
    }


def test_both_hosts_make_the_same_site_to_the_byte_but_for_their_name(played: Path) -> None:
    """Strictly, and what one has kept of a build serves the other."""
    sites = {}
    for host in HOSTS:
        ended = build(played, host, "--strict", "--quiet")
        assert (ended.returncode, ended.stderr) == (0, "")
        sites[host] = read_site(played)
    first, second = sites.values()
    assert sorted(first) == sorted(second)
    pages = {name for name in first if name.endswith(".html") and "embed" not in name}
    assert {name for name in first if first[name] != second[name]} <= pages
    assert b"ProperDocs" in second["index.html"]
    assert b"ProperDocs" not in first["index.html"]
    plain = [
        {name: GENERATOR.sub(b"", text) for name, text in site.items()} for site in (first, second)
    ]
    assert [name for name in pages if plain[0][name] != plain[1][name]] == []


def test_a_broken_link_is_named_with_its_file_by_the_other_host_too(
    tmp_path: Path, start_maps: Path
) -> None:
    """As by MkDocs (`test_site.py`): built all the same, strictly or not, and whoever builds hears of it."""
    lay_out(tmp_path, start_maps)
    (tmp_path / "site_src" / "issues" / "1.md").write_text(BROKEN)
    for words in ((), ("--strict",)):
        ended = build(tmp_path, "ProperDocs", "--quiet", *words)
        told = [line for line in ended.stderr.splitlines() if "issues/1.md" in line]
        assert len(told) == 1, words
        assert "../gone.md" in told[0]
        assert ended.returncode == 1
        assert (tmp_path / "site/index.html").is_file()


BUILDERS = {
    "Zensical": ("zensical", "build", "--strict"),
    "Hugo": ("hugo", "build", "--panicOnWarning"),
}
"""Programs that make a site of a folder of Markdown, and how each is told to."""
ANYWHERE = "https://site.invalid/"


def run_module(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", *words]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)


def list_links(site: Path) -> Iterator[tuple[str, str, Path, str]]:
    """Yield each link within a site: page, what is written, the file it leads to, and the anchor there."""
    for page in sorted(site.rglob("*.html")):
        uri = page.relative_to(site).as_posix()
        tree = html5lib.parse(page.read_text("utf-8"), namespaceHTMLElements=False)
        for one in tree.iter():
            for key in {"href", "src"} & {*one.attrib}:
                url, anchor = urldefrag(urljoin(ANYWHERE + uri, one.attrib[key]))
                parts = urlsplit(url)
                if f"{parts.scheme}://{parts.netloc}/" == ANYWHERE:
                    file = site / unquote(parts.path.lstrip("/"))
                    yield (
                        uri,
                        one.attrib[key],
                        file / "index.html" if file.is_dir() else file,
                        anchor,
                    )


@cache
def anchors(page: Path) -> set[str]:
    tree = html5lib.parse(page.read_text("utf-8"), namespaceHTMLElements=False)
    return {one.attrib["id"] for one in tree.iter() if "id" in one.attrib}


@pytest.fixture(scope="module")
def exported(
    played: Path, tmp_path_factory: pytest.TempPathFactory, loaded_python: tuple[str, ...]
) -> Path:
    """What that zine exports."""
    out = tmp_path_factory.mktemp("exported") / "out"
    command = [*loaded_python, "from zinegen.cli import main; main()", "export", str(out)]
    ended = subprocess.run(command, cwd=played, capture_output=True, text=True, check=False)
    assert (ended.returncode, ended.stderr) == (0, "")
    return out


@pytest.mark.parametrize("builder", BUILDERS)
def test_other_programs_make_a_whole_site_of_an_export(
    exported: Path, tmp_path: Path, builder: str
) -> None:
    """Of every page that is exported, without a warning, and no link in it leads nowhere."""
    out = shutil.copytree(exported, tmp_path / "out")
    pages = {one.relative_to(out).with_suffix(".html") for one in out.rglob("*.md")}
    for _ in range(2):
        ended = run_module(out, *BUILDERS[builder])
        assert ended.returncode == 0, ended.stdout + ended.stderr
    built = {one.relative_to(out / "site") for one in (out / "site").rglob("*.html")}
    assert pages <= built
    assert built - pages <= {Path("404.html"), Path("issues/index.html")}
    found = list(list_links(out / "site"))
    maps = [file for _, _, file, _ in found if file.suffix == ".svg" and "maps" in file.parts]
    assert len(maps) > 2
    assert [(page, link) for page, link, file, _ in found if not file.is_file()] == []
    lost = [
        (page, link)
        for page, link, file, anchor in found
        if anchor and file.suffix == ".html" and unquote(anchor) not in anchors(file)
    ]
    assert lost == []
    front = (out / "site" / "index.html").read_text("utf-8")
    assert all(
        f">{text}<" in re.sub(r"\s*([<>])\s*", r"\1", front) for text in ("Archive", "What if?")
    )


def test_zensical_builds_a_few_pages_of_a_zine_itself_and_is_therefore_warned_of(
    played: Path, tmp_path: Path
) -> None:
    """The day that this fails, the remark in `mkdocs.yml`, the guide and `zinegen check` have had theirs."""
    shutil.copy(played / "mkdocs.yml", tmp_path)
    for name in ("games", "site_src"):
        shutil.copytree(played / name, tmp_path / name)
    assert run_module(tmp_path, "zensical", "build", "--config-file", "mkdocs.yml").returncode == 0
    assert (tmp_path / "site/about/index.html").is_file()
    assert not (tmp_path / "site/games").exists()
