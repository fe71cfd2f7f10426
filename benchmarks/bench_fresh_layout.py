"""Seconds for laying whole maps anew after 60, 120 and 200 events, and how legible they come out.

Run it with ``python benchmarks/bench_fresh_layout.py [SEED ...]``, by default for three seeds. The events
happen on the mesh alone: every map is laid from the start. Processor time.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Iterable, Iterator
from pathlib import Path
from statistics import mean

sys.path.insert(0, str(Path(__file__).parent.parent))

from tables import Row, show

from tests.geometry.quakes import happen, walk
from zinegen.geometry.draft import check, draft_of, to_line
from zinegen.geometry.fresh_layout.fresh_layout import lay_anew
from zinegen.geometry.legibility import measure
from zinegen.geometry.shape import Shape
from zinegen.play.setups import start_board
from zinegen.variants.seismic.rule_sets import SEISMIC_ACERUNNER

HEAD = (
    "a whole map laid anew",
    "seconds",
    "strangers",
    "necks",
    "compactness",
    "shortest contact, px",
)
MARKS = (60, 120, 200)


def measure_rows(seeds: Iterable[int] = (1, 2, 3)) -> Iterator[Row]:
    """Yield a row for each map, and one for all."""
    board = start_board(SEISMIC_ACERUNNER)
    assert board.shape is not None
    assert board.shape.start is not None
    start, draft = board.shape.start, draft_of(board.mesh, board.shape)
    times = []
    for seed in seeds:
        events = walk(board.mesh, seed)
        mesh, event = board.mesh, next(events)
        for number in range(1, MARKS[-1] + 1):
            mesh = happen(mesh, event).mesh
            event = events.send(mesh)
            if number not in MARKS:
                continue
            begin = time.process_time()
            after, _ = lay_anew(draft, mesh, start)
            times.append(time.process_time() - begin)
            lines = {border: to_line(line) for border, line in after.lines.items()}
            shape = Shape(width=board.shape.width, height=board.shape.height, lines=lines)
            assert not check(mesh, shape)
            found = measure(mesh, shape)
            yield (
                f"walk {seed} after {number} events",
                f"{times[-1]:.1f}",
                f"{len(found.strangers)}",
                f"{len(found.necks)}",
                f"{found.mean_compactness:.2f}",
                f"{found.shortest_contact:.0f}",
            )
    yield "mean", f"{mean(times):.1f}", "", "", "", ""
    yield "the slowest; wanted 4 s", f"{max(times):.1f}", "", "", "", ""


def main() -> None:
    """Print the figures."""
    show(HEAD, measure_rows(map(int, sys.argv[1:] or ("1", "2", "3"))))


if __name__ == "__main__":
    main()
