"""Microseconds for one event on the mesh, and milliseconds for a season of seven with all that follows.

Run it with ``make bench``. Measured are an event on the mesh; the same event with its geometry, whose checks
are part of it, for cuts spread over the board; and a season of seven events, without and with its maps
(before, the changes, after). In processor time; of the mesh the best of several rounds counts.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent))

from tables import Row, show

from tests.border_events import JudgedEvents, judge_events, position
from zinegen.board.board import Board
from zinegen.drawing import draw_before, draw_changes, draw_motion, to_svg
from zinegen.game.state import GameState
from zinegen.geometry.surgery import separate
from zinegen.redrawing import draw_board
from zinegen.variants.seismic.meanings import list_possible_cuts
from zinegen.variants.seismic.rule_sets import SEISMIC_ACERUNNER

HEAD = ("what", "processor", "wanted")
ROUNDS = 20
STEP = 12
"""Every twelfth of the cuts that are possible at the start is drawn."""
EVENTS = {
    "Austria": "Bul & Gre separate, Ser & AEG connect",
    "England": "Lon & ENG separate, Wal & NTH connect",
    "France": "Gas & MAO separate, Bre & Spa connect",
    "Germany": "BAL & Den separate, Kie & Swe connect",
    "Italy": "TYS & ION separate, Nap & Tun connect\nisthmus: canal Nap",
    "Russia": "Ank & BLA separate, Con & Arm connect",
    "Turkey": "Mun & Bur separate, Ruh & Swi connect",
}


def seconds(work: Callable[[], object]) -> float:
    """Return the best time of several rounds."""
    times = []
    for _ in range(ROUNDS):
        begin = time.process_time()
        work()
        times.append(time.process_time() - begin)
    return min(times)


def measure_rows() -> Iterator[Row]:
    """Yield a row for each figure."""
    units = {"Italy": ["F Nap", "F Tun"], "Turkey": ["F Ank"], "Russia": ["F Swe"]}
    state = position(SEISMIC_ACERUNNER, units=units)
    mesh, cuts = state.board.mesh, list_possible_cuts(state.board.mesh)
    one = seconds(lambda: [separate(mesh, cut.border) for cut in cuts]) / len(cuts)
    yield "an event on the mesh", f"{one * 1e6:.0f} µs", "50 µs"
    choices = {"Italy": "F Tun: ION"}
    season = seconds(lambda: judge_events(SEISMIC_ACERUNNER, state, EVENTS, choices))
    yield "seven events read, judged and carried out, not drawn", f"{season * 1e3:.1f} ms", ""
    drawn = [once(partial(draw, state.board, cut.border)) for cut in cuts[::STEP]]
    mean = sum(drawn) / len(drawn)
    what = f"an event with geometry and checks, mean of {len(drawn)}"
    yield what, f"{mean * 1e3:.0f} ms", "100 ms"
    yield "the worst of them", f"{max(drawn) * 1e3:.0f} ms", "300 ms"
    whole = once(lambda: season_with_maps(state))
    yield "a season of seven events with its maps", f"{whole:.2f} s", "3 s"
    judged = season_with_maps(state)
    moving = once(partial(draw_motion, judged.before, judged.after, (judged.report,)))
    yield "the map of that season that moves, its other maps drawn before", f"{moving:.2f} s", ""


def main() -> None:
    """Print the figures."""
    show(HEAD, measure_rows())


def draw(board: Board, border: int) -> None:
    """Cut a border, on the mesh and in the drawing."""
    draw_board(board.separate(border))


def once(work: Callable[[], object]) -> float:
    """Return how long something takes the first time."""
    begin = time.process_time()
    work()
    return time.process_time() - begin


def season_with_maps(state: GameState) -> JudgedEvents:
    """Judge the seven events and draw the maps before and after them, and what has changed.

    Nothing of the board was drawn before.
    """
    fresh = replace(state, board=replace(state.board))
    judged = judge_events(SEISMIC_ACERUNNER, fresh, EVENTS, {"Italy": "F Tun: ION"})
    to_svg(draw_before(judged.before))
    to_svg(draw_changes(judged.before, judged.after, (judged.report,)).scene)
    to_svg(draw_before(judged.after))
    return judged


if __name__ == "__main__":
    main()
