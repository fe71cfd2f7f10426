"""Milliseconds for one map: SVG, PNG upon ground already drawn, PNG of all of it, and of a new board.

Orders and units are drawn each time; what is kept is the board, the names and the legend.

Run it with ``make bench``. The position is a busy one: the example game's autumn of 1904 with its orders.
The best of several rounds counts, in processor time.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent))

from zinegen.archive.closing.progress import play
from zinegen.archive.folder.games import Game, open_game
from zinegen.drawing import Scene, draw_after, draw_orders, to_png, to_svg
from zinegen.drawing.png import png
from zinegen.play.records.records import PhaseRecord

ROUNDS = 7
WIDTH = 1600


def busy_phase() -> PhaseRecord:
    """Return the phase with most orders of the example game."""
    game = open_game(Path("games/winter-palace"))
    assert isinstance(game, Game)
    phases = [phase for record in play(game).records for phase in record.phases]
    return max(phases, key=lambda phase: len(phase.report.rulings))


def milliseconds(work: Callable[[], object]) -> float:
    """Return the best time of several rounds."""
    times = []
    for _ in range(ROUNDS):
        begin = time.process_time()
        work()
        times.append(time.process_time() - begin)
    return min(times) * 1000


def forgotten(phase: PhaseRecord) -> PhaseRecord:
    """Return a phase whose board has never been drawn, with nothing of any picture kept."""
    png.forget()
    fresh = replace(phase.before.board)
    return replace(phase, before=replace(phase.before, board=fresh))


def drawn_anew(scene: Scene) -> bytes:
    """Return a picture as PNG with nothing of any picture kept."""
    png.forget()
    return to_png(scene, WIDTH)


def main() -> None:
    """Print the figures."""
    phase = busy_phase()
    title = "The Winter Palace"
    orders = draw_orders(phase.before, phase.report, title=title)
    rows: list[tuple[str, Callable[[], object]]] = [
        ("after-map as SVG, board known", lambda: to_svg(draw_after(phase.after, title=title))),
        (
            "orders map as SVG, board known",
            lambda: to_svg(draw_orders(phase.before, phase.report, title=title)),
        ),
        ("orders map as PNG, board known", lambda: to_png(orders, WIDTH)),
        ("orders map as PNG, all of it", lambda: drawn_anew(orders)),
        (
            "the same of a board never drawn",
            lambda: to_png(draw_orders(forgotten(phase).before, phase.report, title=title), WIDTH),
        ),
    ]
    print(f"{phase.phase}, {len(phase.report.rulings)} orders; PNG {WIDTH} pixels wide")
    for name, work in rows:
        work()
        print(f"{name:34} {milliseconds(work):8.0f} ms")
    print(f"{'size of the SVG':34} {len(to_svg(orders)) / 1000:8.0f} kB")


if __name__ == "__main__":
    main()
