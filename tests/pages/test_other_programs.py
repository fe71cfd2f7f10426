"""What would build a zine without its games is found in the files that a platform runs."""

from __future__ import annotations

from pathlib import Path

import pytest

from zinegen.notation import as_text
from zinegen.pages.site.other_programs import check_automation

WORKFLOW = ".github/workflows/site.yml"


def found_in(root: Path, name: str, *lines: str) -> list[str]:
    """Write a file into a zine; return what is found, each by its code and line."""
    (root / name).parent.mkdir(parents=True, exist_ok=True)
    (root / name).write_text("\n".join(lines) + "\n")
    return [f"{one.code} {one.where.line}" for one in check_automation(root)]


@pytest.mark.parametrize(
    "name",
    [
        WORKFLOW,
        ".github/workflows/site.yaml",
        ".forgejo/workflows/site.yml",
        ".gitlab-ci.yml",
        ".gitlab/jobs/site.yml",
        ".woodpecker.yml",
    ],
)
def test_zensical_is_found_wherever_a_platform_reads_what_it_runs(
    tmp_path: Path, name: str
) -> None:
    assert found_in(tmp_path, name, "site:", "  script:", "    - uvx zensical build") == ["W01 3"]


@pytest.mark.parametrize(
    "line",
    [
        "- run: pip install zensical",
        "- run: .venv/bin/zensical build --clean",
        "- run: python -m zensical build",
        "- uses: zensical/setup@v1",
        "image: zensical/zensical",
    ],
)
def test_zensical_is_found_however_it_is_called(tmp_path: Path, line: str) -> None:
    assert found_in(tmp_path, WORKFLOW, line) == ["W01 1"]


@pytest.mark.parametrize(
    "line",
    [
        "# - run: zensical build",
        "- run: zinegen build  # never zensical",
        "- name: not zensical",
        "- run: pip install catppuccin-zensical",
        "- run: pip install mkdocs==1.6.1",
        "- run: pip install 'mkdocs>=1.6,<2'",
        "- run: pip install mkdocs~=1.6",
        "- run: pip install mkdocs-material properdocs",
        "- run: pip install zinegen mkdocs && mkdocs build",
        "- run: mkdocs build --config-file mkdocs.yml",
        "- run: git add mkdocs.yml docs/mkdocs",
    ],
)
def test_what_harms_nobody_is_not_told(tmp_path: Path, line: str) -> None:
    assert found_in(tmp_path, WORKFLOW, line) == []


@pytest.mark.parametrize(
    "line",
    [
        "- run: pip install mkdocs==2.0",
        "- run: pip install zinegen 'mkdocs>=2'",
        "- run: pip install 'mkdocs ~= 2.1'",
        "- run: pip install 'mkdocs[i18n]>=2,<3'",
        "- run: pip install mkdocs",
        "- run: pip install 'mkdocs>=1.6'",
        "- run: uvx --with mkdocs mkdocs build",
        "- run: pip install git+https://github.com/encode/mkdocs.git",
    ],
)
def test_mkdocs_2_is_found_where_it_is_or_may_be_installed(tmp_path: Path, line: str) -> None:
    assert found_in(tmp_path, WORKFLOW, line) == ["W02 1"]


def test_lists_of_requirements_are_read_as_well(tmp_path: Path) -> None:
    assert found_in(tmp_path, ".github/requirements.txt", "zinegen", "mkdocs") == []
    assert found_in(tmp_path, "requirements.txt", "mkdocs", "zensical==0.0.73") == [
        "W02 1",
        "W01 2",
    ]


def test_it_is_told_with_line_and_caret_and_what_comes_of_it(tmp_path: Path) -> None:
    found_in(tmp_path, WORKFLOW, "jobs:", "  - run: zensical build")
    told = as_text(check_automation(tmp_path))
    assert told.startswith("warning[W01]: Zensical runs no plugins")
    assert f"--> {WORKFLOW}:2:10" in told
    assert "2 |   - run: zensical build\n  |          ^^^^^^^^\n" in told
    assert "try: `zinegen build` makes the site" in told
    assert "if you leave it: the site has none of the games" in told


def test_settings_of_zensical_and_files_that_cannot_be_read(tmp_path: Path) -> None:
    (tmp_path / "zensical.toml").write_text("[project]\n")
    (tmp_path / ".gitlab-ci.yml").write_bytes(b"\xff\xfe zensical")
    assert [str(one.where) for one in check_automation(tmp_path)] == ["zensical.toml"]
