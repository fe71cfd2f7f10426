"""The programs that can build a zine: MkDocs and ProperDocs. `make hosts` tries them on the example zine."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.archive.folders import closed, hand_in_opening, made
from tests.sites import ROOT, lay_out

HOSTS = {"MkDocs": "", "ProperDocs": "import properdocs.replacement; "}
"""What lets each of them do the work."""
GENERATOR = re.compile(rb'(?<=<meta name="generator" content="mkdocs-)(?:ProperDocs )?[^," ]+')
"""The name of the program that has made a page, and its version."""
BROKEN = "---\ndate: 2026-12-03\n---\nSee [this](../gone.md).\n"


@pytest.fixture
def played(tmp_path: Path, start_maps: Path) -> Path:
    """A zine of one game of which one season has been played; with `EXAMPLE=1` the example zine."""
    if "EXAMPLE" in os.environ:
        shutil.copy(ROOT / "mkdocs.yml", tmp_path)
        for name in ("games", "site_src", "templates"):
            shutil.copytree(ROOT / name, tmp_path / name)
        return tmp_path
    lay_out(tmp_path, start_maps)
    game = made(tmp_path)
    hand_in_opening(game)
    closed(game)
    return tmp_path


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


def test_a_broken_link_is_named_with_its_file_on_both_hosts(
    tmp_path: Path, start_maps: Path
) -> None:
    """Where warnings are counted, too: they are told all the same, and the site stays as it was."""
    lay_out(tmp_path, start_maps)
    (tmp_path / "site_src" / "issues" / "1.md").write_text(BROKEN)
    found = {host: build(tmp_path, host, "--quiet") for host in HOSTS}
    strict = {host: build(tmp_path, host, "--quiet", "--strict") for host in HOSTS}
    for host in HOSTS:
        for ended in (found[host], strict[host]):
            told = [line for line in ended.stderr.splitlines() if "issues/1.md" in line]
            assert len(told) == 1, host
            assert "../gone.md" in told[0]
        assert strict[host].returncode == 1
    assert len({ended.returncode for ended in found.values()}) == 1
    assert (tmp_path / "site/index.html").is_file()
