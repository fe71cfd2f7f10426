"""The page that says what came of a lab: one file that needs nothing else."""

from __future__ import annotations

from pathlib import Path

from zinegen.archive.files import write_atomically
from zinegen.lab.lab_games import LabPlan
from zinegen.lab.statistics import LabFigures, Mean
from zinegen.pages.site.render import open_templates
from zinegen.pages.site.standard_files import ZINE_FILES

PAGE = "index.html"
_LEFT, _WIDTH = 2, 156
"""Where the lines of the chart begin, and how long they are, in its units."""


def write_lab_page(
    folder: Path, plan: LabPlan, figures: LabFigures, control: LabFigures | None
) -> Path:
    """Write the page and return its path; ``control`` are games of the standard game beside it."""
    environment = open_templates(ZINE_FILES / "templates" / "lab")
    environment.filters |= {"percent": say_percent, "mean": say_mean, "along": _place_along}
    variant = plan.find_variant()
    sides = (*figures.powers, *(control.powers if control else ()), *figures.bots)
    text = environment.get_template("lab.html").render(
        title=variant.title,
        summary=variant.summary,
        plan=plan,
        figures=figures,
        control=control,
        most=max(0.2, *(one.won.high for one in sides)),
    )
    write_atomically(folder / PAGE, text.encode())
    return folder / PAGE


def say_percent(share: float) -> str:
    """Return a share in hundredths, with a decimal where it is small."""
    return f"{100 * share:.1f} %" if 0 < share < 0.1 else f"{100 * share:.0f} %"


def say_mean(mean: Mean) -> str:
    """Return a mean with its reach."""
    return f"{mean.value:.2f}\N{NO-BREAK SPACE}±\N{NO-BREAK SPACE}{mean.reach:.2f}"


def _place_along(share: float, most: float) -> str:
    return f"{_LEFT + _WIDTH * share / most:.1f}"
