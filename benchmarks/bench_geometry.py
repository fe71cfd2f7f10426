"""Milliseconds for drawing an event, with the check of the whole map after it, and for a season of seven.

Run it with ``make bench``. A whole game: 112 random events, one in four a release where there are any.
Processor time of one walk, since no event happens twice on the same map.
"""

from __future__ import annotations

import sys
import time
from pathlib import Path
from statistics import mean, quantiles

sys.path.insert(0, str(Path(__file__).parent.parent))

from tests.geometry.quakes import happen, walk
from zinegen.geometry.draft import check
from zinegen.geometry.redraw.update_geometry import draw_surgery
from zinegen.play.setups import start_board
from zinegen.variants.seismic.rule_sets import SEISMIC_ACERUNNER

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


def main() -> None:
    """Print the figures."""
    games = [times_of(seed) for seed in SEEDS]
    times = [each for game in games for each in game]
    seasons = [sum(game[at : at + SEASON]) for game in games for at in range(0, EVENTS, SEASON)]
    print(f"{len(times)} events in {len(SEEDS)} games, each with a check of the whole map")
    print(f"{mean(times):8.0f} ms  an event, on average (target 150)")
    print(f"{quantiles(times, n=20)[-1]:8.0f} ms  19 of 20 events take less")
    print(f"{max(times):8.0f} ms  the slowest (target 300)")
    print(f"{mean(seasons):8.0f} ms  the seven events of a season, without its pictures")


if __name__ == "__main__":
    main()
