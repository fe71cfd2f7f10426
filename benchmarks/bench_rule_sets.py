"""Milliseconds for judging a season of each rule set on its full board, beside the standard game.

Run it with ``make bench``. The orders are plausible ones for every unit, with the events that the rule set
knows; all phases of a deadline count as one season. Orders are read beforehand, nothing is drawn.
The best of several rounds counts, season by season.
"""

from __future__ import annotations

import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent))

from tests.seasons import Played, seasons
from zinegen.game.variant import Variant
from zinegen.rules.compose import adjudicate
from zinegen.variants import VARIANTS

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


def main() -> None:
    """Print a row for each rule set."""
    standard = None
    print(
        f"{'a season of':24} {'mean ms':>9} {'worst ms':>9} {'to standard':>12} {'units':>6} {'events':>7}"
    )
    for variant in sorted(VARIANTS.values(), key=lambda one: one.id != "standard"):
        played = list(seasons(variant, SEED, SEASONS))
        times = [milliseconds(variant, phases) for phases in played]
        mean = sum(times) / len(times)
        standard = standard or mean
        units = max(len(phases[0].before.units) for phases in played)
        events = sum(
            len(lines) for phases in played for one in phases for lines in one.events.values()
        )
        print(
            f"{variant.id:24} {mean:9.2f} {max(times):9.2f} {mean / standard:12.1f} {units:6} {events:7}"
        )


if __name__ == "__main__":
    main()
