"""Every family of rule sets is a package that can be taken away, and the rest stands without it."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
FAMILIES = sorted(
    folder.name
    for folder in (ROOT / "zinegen" / "variants").iterdir()
    if (folder / "__init__.py").is_file()
)
KEPT = (
    "zinegen",
    "tests",
    "docs",
    "site_src",
    "templates",
    "pyproject.toml",
    "mkdocs.yml",
    "README.md",
)
GENERAL = (
    "tests/game",
    "tests/notation/test_forms.py",
    "tests/notation/test_reader.py",
    "tests/notation/test_unnamed_coasts.py",
    "tests/rules/test_coast_choice.py",
    "tests/rules/test_compose.py",
    "tests/rules/test_retreats.py",
    "tests/variants/test_small_rule_sets.py",
    "tests/pages/test_publisher.py::test_a_season_is_reported_with_every_result_in_words",
    "tests/pages/test_publisher.py::test_after_an_edited_order_only_what_changed_is_read_printed_and_drawn",
    "tests/drawing/test_alt_text.py",
)
"""What is run without a family: something of every package that rule sets pass through."""


def take_away(families: Sequence[str], folder: Path) -> Path:
    """Return a copy of the program without some families: package, registry, tests, scenarios."""
    copy = folder / "copy"
    copy.mkdir()
    for name in KEPT:
        if (ROOT / name).is_dir():
            shutil.copytree(ROOT / name, copy / name)
        else:
            shutil.copy(ROOT / name, copy / name)
    registry = copy / "zinegen/variants/__init__.py"
    lines = registry.read_text(encoding="utf-8").splitlines()
    for family in families:
        shutil.rmtree(copy / "zinegen/variants" / family)
        shutil.rmtree(copy / "tests/variants" / family)
        for scenarios in (copy / "tests/scenarios").glob(f"{family.replace('_', '-')}*"):
            shutil.rmtree(scenarios)
        names = re.compile(rf"\bvariants\.{family}\b|^ +{family.upper()}[_0-9A-Z]*,$")
        lines = [line for line in lines if not names.search(line)]
    registry.write_text("\n".join(lines) + "\n")
    return copy


def _without(name: str) -> dict[str, str]:
    """Return this process's variables without one."""
    return {known: value for known, value in os.environ.items() if known != name}


def run(copy: Path, *command: str) -> str:
    """Run tests in the copy, which alone is on the path; return what they print if they fail."""
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-x", "-p", "no:cacheprovider", *command],
        cwd=copy,
        env={**_without("CI"), "PYTHONPATH": str(copy)},  # there nothing may be skipped
        capture_output=True,
        text=True,
        check=False,
    )
    return "" if done.returncode == 0 else done.stdout[-4000:]


@pytest.mark.slow
@pytest.mark.parametrize("families", [FAMILIES[::2], FAMILIES[1::2]], ids="+".join)
def test_the_rest_stands_without_half_of_the_families(families: list[str], tmp_path: Path) -> None:
    """None needs another: that is a contract in `pyproject.toml`."""
    copy = take_away(families, tmp_path)
    assert not run(copy, "-m", "not slow and not browser", "-k", "not every_winter", *GENERAL)


@pytest.mark.parametrize("family", FAMILIES)
def test_nothing_but_the_registry_imports_a_family(family: str) -> None:
    name = re.compile(rf"\bzinegen\.variants\.{family}\b")
    own = ROOT / "zinegen" / "variants" / family
    found = {
        path.relative_to(ROOT).as_posix()
        for path in (ROOT / "zinegen").rglob("*.py")
        if not path.is_relative_to(own) and name.search(path.read_text(encoding="utf-8"))
    }
    assert found == {"zinegen/variants/__init__.py"}
