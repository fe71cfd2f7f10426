"""Milliseconds for a season of random orders of each rule set: mean and worst of 200.

Run it with ``make bench``. Each is what a season takes that nobody has seen before: its orders are read,
its phases are judged on boards from which nothing has been derived, and the units are named where they
stand then, coasts and all. They are those of games of eight springs and autumns, with the events that the
rule set knows.
"""

from __future__ import annotations

import sys
import time
from dataclasses import replace
from itertools import chain, count, islice
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent))

from tests.seasons import Played, judged, read_sheet, seasons
from zinegen.game.variant import Variant
from zinegen.notation.grammar.writer import write_unit
from zinegen.variants import VARIANTS

NUMBER = 200
SEASONS = 8
"""Springs and autumns of a game; its winters count besides."""


def milliseconds(variant: Variant, phases: tuple[Played, ...]) -> float:
    """Return how long it takes to read, judge and name the phases of one season."""
    begin = time.process_time()
    for phase in phases:
        before = replace(phase.before, board=replace(phase.before.board))
        after, _, _ = judged(
            variant, before, read_sheet(variant, before, phase.orders, phase.events)
        )
        for unit in after.units.values():
            write_unit(unit, after.board)
    return (time.process_time() - begin) * 1000


def main() -> None:
    """Print a row for each rule set."""
    print(f"{'a season of':24} {'mean ms':>9} {'worst ms':>9} {'seasons':>8}")
    for variant in sorted(VARIANTS.values(), key=lambda one: one.id != "standard"):
        games = (seasons(variant, seed, SEASONS) for seed in count())
        played = islice(chain.from_iterable(games), NUMBER)
        times = [milliseconds(variant, phases) for phases in played]
        print(
            f"{variant.id:24} {sum(times) / len(times):9.1f} {max(times):9.1f} {len(times):8}",
            flush=True,
        )


if __name__ == "__main__":
    main()
