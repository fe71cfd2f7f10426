"""What of a build and of judging has grown: measured beside its peers, held against `budget.toml`.

Run it with ``make bench-quick``; it takes two minutes. It is a report: it ends with 0 whatever it finds, and
names each ratio that is more than a fifth over its budget, also for a platform's log where it runs on one.
"""

from __future__ import annotations

import os
import sys
import tomllib
from collections.abc import Iterator, Mapping
from importlib.util import find_spec
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent))

sys.path.insert(0, str(Path(__file__).parent))

import bench_movement
import bench_site

BUDGET = Path(__file__).with_name("budget.toml")
SLACK = 1.2
"""Machines differ, and a report that cries each time is read by nobody."""


def read_budget() -> Mapping[str, float]:
    """Return what each ratio may be at most, by name."""
    return {
        name: float(most) for name, most in tomllib.loads(BUDGET.read_text())["at_most"].items()
    }


def measure() -> Iterator[tuple[str, float]]:
    """Yield each ratio by its name: seconds of this program by those of its peer."""
    site = bench_site.measure(100, rounds=2)
    for change in site.builds:
        yield f"build-{change}", site.ratio(change)
    yield "build-first", site.first / site.bare
    yield "build-preview", site.preview / site.bare
    if find_spec("diplomacy") is not None:
        mine = bench_movement.spans(bench_movement.ours, lambda: None, rounds=2)
        theirs = bench_movement.spans(bench_movement.theirs, lambda: None, rounds=2)
        yield "judge-as-used", mine[0] / theirs[0]
        yield "judge-alone", mine[1] / theirs[1]


def tell(name: str, ratio: float, most: float) -> str:
    """Return a line of the report."""
    verdict = "in budget"
    if ratio > most:
        verdict = f"GREW: {ratio / most - 1:.0%} over" if ratio > most * SLACK else "just over"
    return f"{name:<16} {ratio:7.3f} of {most:7.3f}  {verdict}"


def main() -> None:
    """Measure, and print a line for each ratio."""
    budget = read_budget()
    for name, ratio in measure():
        line = tell(name, ratio, budget[name])
        print(line, flush=True)
        if "GREW" in line and os.environ.get("GITHUB_ACTIONS"):
            print(f"::warning title=Over budget::{line}", flush=True)


if __name__ == "__main__":
    main()
