"""Milliseconds for one map: SVG, PNG upon ground already drawn, PNG of all of it, and of a new board.

Orders and units are drawn each time; what is kept is the board, the names and the legend. A board
that was never drawn has the provinces of one that was, as in a game: where names and units lie is known.

Run it with ``make bench``. The position is a busy one: the example game's autumn of 1904 with its orders.
The best of several rounds counts, in processor time.
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

from zinegen.archive.closing.progress import play
from zinegen.archive.folder.games import Game, open_game
from zinegen.drawing import Scene, draw_after, draw_orders, to_png, to_svg
from zinegen.drawing.png import png
from zinegen.play.records.records import PhaseRecord

HEAD = ("what", "figure", "wanted")
ROOT = Path(__file__).parent.parent
ROUNDS = 7
WIDTH = 1600


def busy_phase() -> PhaseRecord:
    """Return the phase with most orders of the example game."""
    game = open_game(ROOT / "games/winter-palace")
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


def measure_rows() -> Iterator[Row]:
    """Yield a row for each way to a map."""
    phase = busy_phase()
    title = "The Winter Palace"
    orders = draw_orders(phase.before, phase.report, title=title)
    scene = partial(draw_orders, phase.before, phase.report, title=title)
    fresh = partial(scene_drawn_anew, phase, title)
    number = f"a map of {len(phase.report.rulings)} orders"
    rows: list[tuple[str, Callable[[], object], str]] = [
        (
            "a map after a season as SVG",
            lambda: to_svg(draw_after(phase.after, title=title)),
            "15 ms",
        ),
        (f"{number} as SVG", lambda: to_svg(scene()), "15 ms"),
        ("the same as PNG", lambda: to_png(orders, WIDTH), "60 ms"),
        ("the same with nothing of pictures kept", lambda: drawn_anew(orders), "100 ms"),
        ("the scene of a board that was never drawn", fresh, "60 ms"),
        ("that as PNG", lambda: to_png(fresh(), WIDTH), "100 ms"),
    ]
    for name, work, wanted in rows:
        work()
        yield name, f"{milliseconds(work):.0f} ms", wanted
    yield "size of the SVG", f"{len(to_svg(orders)) / 1000:.0f} KB", ""


def scene_drawn_anew(phase: PhaseRecord, title: str) -> Scene:
    """Return the map of orders of a board that was never drawn."""
    return draw_orders(forgotten(phase).before, phase.report, title=title)


def main() -> None:
    """Print the figures."""
    show(HEAD, measure_rows())


if __name__ == "__main__":
    main()
