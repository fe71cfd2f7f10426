"""Rule sets for tests of what is not theirs, and the pages that players read of them."""

from __future__ import annotations

from pathlib import Path

import pytest

from zinegen.game import Variant
from zinegen.variants import VARIANTS

FAMILIES = {
    package.parent.name
    for package in (Path(__file__).parents[1] / "zinegen" / "variants").glob("*/__init__.py")
}
"""The packages of rule families that are there."""


def rule_set(name: str) -> Variant:
    """Return a rule set by its id; skips the test, or the module, where its family's package was taken away.

    A rule set that is only missing in the registry is an error.
    """
    is_there = any(name.replace("-", "_").startswith(family) for family in FAMILIES)
    if name not in VARIANTS and not is_there:
        pytest.skip(f"{name} is not here", allow_module_level=True)
    return VARIANTS[name]


RULES = Path(__file__).parents[1] / "site_src" / "rules"


def rules_page(name: str, folder: Path = RULES) -> str:
    """Return what the players' page of a rule set says; fails with what to write where it is missing."""
    page = folder / f"{name}.md"
    if not page.is_file():
        title = VARIANTS[name].title if name in VARIANTS else name
        pytest.fail(
            f"site_src/rules/{name}.md is missing: the page on which players read the rules of {name}."
            f" It begins:\n\n---\nspec: docs/rules/{name}.md\n---\n# {title}\n\n"
            "and goes on with the author, what the game is about, and its rules under headings"
        )
    return page.read_text(encoding="utf-8")


def prose_of(page: str) -> str:
    """Return what a rules page says below its front matter, headings left out."""
    text = page.partition("---\n")[2].partition("---\n")[2] if page.startswith("---") else page
    return "\n".join(line for line in text.splitlines() if not line.startswith("#")).strip()
