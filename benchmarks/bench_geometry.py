"""Milliseconds for drawing an event, with the check of the whole map after it, and for a season of seven.

Run it with ``make bench``. A whole game: 112 random events, one in four a release where there are any.
Processor time of one walk, since no event happens twice on the same map.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from pathlib import Path
from statistics import mean, quantiles

sys.path.insert(0, str(Path(__file__).parent.parent))

from tables import Row, show

from tests.geometry.quakes import happen, walk
from zinegen.geometry.draft import check
from zinegen.geometry.redraw.update_geometry import draw_surgery
from zinegen.play.setups import start_board
from zinegen.variants.seismic.rule_sets import SEISMIC_ACERUNNER

HEAD = ("what", "processor", "wanted")
EVENTS = 112
SEASON = 7
SEEDS = (1, 2, 3)


def times_of(seed: int) -> list[float]:
    """Return how long each event of a game took to draw and to check, in milliseconds."""
    board = start_board(SEISMIC_ACERUNNER)
    assert board.shape is not None
    mesh, shape = board.mesh, board.shape
    events = walk(mesh, seed)
    event = next(events)
    found = []
    for _ in range(EVENTS):
        surgery = happen(mesh, event)
        begin = time.process_time()
        shape = draw_surgery(shape, surgery)
        assert not check(surgery.mesh, shape)
        found.append((time.process_time() - begin) * 1000)
        mesh = surgery.mesh
        event = events.send(mesh)
    return found


def measure_rows() -> Iterator[Row]:
    """Yield a row for each figure."""
    games = [times_of(seed) for seed in SEEDS]
    times = [each for game in games for each in game]
    seasons = [sum(game[at : at + SEASON]) for game in games for at in range(0, EVENTS, SEASON)]
    what = (
        f"an event, mean of {len(times)} in {len(SEEDS)} games, each with a check of the whole map"
    )
    yield what, f"{mean(times):.0f} ms", "100 ms"
    yield "19 of 20 of them take less than", f"{quantiles(times, n=20)[-1]:.0f} ms", ""
    yield "the slowest", f"{max(times):.0f} ms", "300 ms"
    yield "the seven events of a season, without its pictures", f"{mean(seasons):.0f} ms", ""


def main() -> None:
    """Print the figures."""
    show(HEAD, measure_rows())


if __name__ == "__main__":
    main()
