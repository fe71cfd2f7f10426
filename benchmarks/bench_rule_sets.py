"""Milliseconds for judging a season of each rule set on its full board, beside the standard game.

Run it with ``make bench``. The orders are plausible ones for every unit, with the events that the rule set
knows; all phases of a deadline count as one season. Orders are read beforehand, nothing is drawn.
The best of several rounds counts, season by season.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent))

from tables import Row, show

from tests.seasons import Played, seasons
from zinegen.game.variant import Variant
from zinegen.rules.compose import adjudicate
from zinegen.variants import VARIANTS

HEAD = ("a season of", "mean", "worst", "to the standard game", "units at most", "events")
ROUNDS = 5
SEASONS = 6
SEED = 1


def milliseconds(variant: Variant, phases: tuple[Played, ...]) -> float:
    """Return the best time for judging the phases of one season."""
    times = []
    for _ in range(ROUNDS):
        begin = time.process_time()
        for phase in phases:
            adjudicate(variant, phase.before, phase.sheet)
        times.append(time.process_time() - begin)
    return min(times) * 1000


def measure_rows() -> Iterator[Row]:
    """Yield a row for each rule set."""
    standard = None
    for variant in sorted(VARIANTS.values(), key=lambda one: one.id != "standard"):
        played = list(seasons(variant, SEED, SEASONS))
        times = [milliseconds(variant, phases) for phases in played]
        mean = sum(times) / len(times)
        standard = standard or mean
        units = max(len(phases[0].before.units) for phases in played)
        phases = [one for deadline in played for one in deadline]
        events = sum(len(lines) for one in phases for lines in one.events.values())
        yield (
            f"`{variant.id}`",
            f"{mean:.2f} ms",
            f"{max(times):.2f} ms",
            f"{mean / standard:.1f}",
            f"{units}",
            f"{events}",
        )


def main() -> None:
    """Print a row for each rule set."""
    show(HEAD, measure_rows())


if __name__ == "__main__":
    main()
