"""Milliseconds for a season of random orders of each rule set: mean and worst of 200.

Run it with ``make bench``. Each is what a season takes that nobody has seen before: its orders are read,
its phases are judged on boards from which nothing has been derived, and the units are named where they
stand then, coasts and all. They are those of games of eight springs and autumns, with the events that the
rule set knows.
"""

from __future__ import annotations

import gc
import sys
import time
from collections.abc import Iterator
from dataclasses import replace
from itertools import chain, count, islice
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent))

from tables import Row, show

from tests.seasons import Played, judged, read_sheet, seasons
from zinegen.game.variant import Variant
from zinegen.notation.grammar.writer import write_unit
from zinegen.variants import VARIANTS

HEAD = ("a season of", "mean", "worst", "seasons")
NUMBER = 200
SEASONS = 8
"""Springs and autumns of a game; its winters count besides."""


def milliseconds(variant: Variant, phases: tuple[Played, ...]) -> float:
    """Return how long it takes to read, judge and name the phases of one season; garbage waits."""
    gc.disable()
    begin = time.process_time()
    for phase in phases:
        before = replace(phase.before, board=replace(phase.before.board))
        after, _, _ = judged(
            variant, before, read_sheet(variant, before, phase.orders, phase.events)
        )
        for unit in after.units.values():
            write_unit(unit, after.board)
    taken = time.process_time() - begin
    gc.enable()
    return taken * 1000


def measure_rows() -> Iterator[Row]:
    """Yield a row for each rule set."""
    for variant in sorted(VARIANTS.values(), key=lambda one: one.id != "standard"):
        games = (seasons(variant, seed, SEASONS) for seed in count())
        played = islice(chain.from_iterable(games), NUMBER)
        times = [milliseconds(variant, phases) for phases in played]
        mean, worst = sum(times) / len(times), max(times)
        yield f"`{variant.id}`", f"{mean:.1f} ms", f"{worst:.1f} ms", f"{len(times)}"


def main() -> None:
    """Print a row for each rule set."""
    show(HEAD, measure_rows())


if __name__ == "__main__":
    main()
