"""How maps fare in long games: 30 walks of 200 random events, how legible the drawings are, and the time.

Run it with ``make bench``, or by hand with other ``--seeds``, ``--kinds`` or fewer ``--events``. There are
three kinds of walk: ``uniform``, ``islands`` (half the events make or join islands) and ``region`` (at one
place). Printed are means of a map, with the worst in brackets, after 30, 60, 120 and 200 events.
"""

import argparse
import sys
import time
from collections import deque
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from statistics import mean

sys.path.insert(0, str(Path(__file__).parent.parent))

from tables import Row, show

from tests.geometry.quakes import happen, undo_gap, walk
from zinegen.errors import MapError
from zinegen.geometry.draft import check
from zinegen.geometry.legibility import Legibility, measure
from zinegen.geometry.mesh import Mesh
from zinegen.geometry.redraw.update_geometry import draw_surgery
from zinegen.geometry.shape import Shape
from zinegen.geometry.surgery import Surgery
from zinegen.play.setups import start_board
from zinegen.variants.seismic.rule_sets import SEISMIC_ACERUNNER

HEAD = ("walks", "what", "figures")
MARKS = (30, 60, 120, 200)
KINDS = ("uniform", "islands", "region")
UNDO_EVERY = 5
"""Every so many events it is tried what undoing one would bring back, at once and after others."""
OTHERS = 10


@dataclass(slots=True)
class Figures:
    """What was measured in some walks."""

    maps: dict[int, list[Legibility]] = field(default_factory=dict)
    """By the number of events."""
    times: list[float] = field(default_factory=list)
    """Milliseconds an event."""
    at_once: list[float] = field(default_factory=list)
    """How far borders were from their place after an event and its undoing."""
    between: list[float] = field(default_factory=list)
    """The same with other events between."""
    same_drawing: list[float] = field(default_factory=list)
    """Those of them during which the whole map was not drawn anew."""
    relaid: int = 0
    faults: list[str] = field(default_factory=list)

    def walk(self, kind: str, seed: int, events: int) -> None:
        """Walk, and note down what it brings."""
        board = start_board(SEISMIC_ACERUNNER)
        assert board.shape is not None
        mesh, shape = board.mesh, board.shape
        steps = walk(mesh, seed, kind)
        event = next(steps)
        past: deque[tuple[Surgery, Shape]] = deque(maxlen=OTHERS + 1)
        for number in range(1, events + 1):
            surgery = happen(mesh, event)
            begin = time.process_time()
            try:
                after = draw_surgery(shape, surgery)
            except MapError as error:
                self.faults.append(f"{kind} {seed}, event {number}: {error}")
                return
            self.times.append((time.process_time() - begin) * 1000)
            self.relaid += after.relaid != shape.relaid
            past.append((surgery, shape))
            mesh, shape = surgery.mesh, after
            if number % UNDO_EVERY == 0:
                self._note_undoing(past, mesh, shape)
            if number in MARKS:
                self.maps.setdefault(number, []).append(measure(mesh, shape))
                self.faults += (f"{kind} {seed}, {number}: {one}" for one in check(mesh, shape))
            event = steps.send(mesh)

    def _note_undoing(self, past: deque[tuple[Surgery, Shape]], mesh: Mesh, shape: Shape) -> None:
        for found, (surgery, before) in ((self.at_once, past[-1]), (self.between, past[0])):
            gap = undo_gap(surgery, before, mesh, shape)
            if gap is not None and (found is self.at_once or len(past) > OTHERS):
                found.append(gap)
                if found is self.between and past[1][1].relaid == shape.relaid:
                    self.same_drawing.append(gap)

    def add(self, other: "Figures") -> None:
        """Add what was measured in other walks."""
        for number, maps in other.maps.items():
            self.maps.setdefault(number, []).extend(maps)
        for name in ("times", "at_once", "between", "same_drawing", "faults"):
            getattr(self, name).extend(getattr(other, name))
        self.relaid += other.relaid

    def lines(self) -> Iterator[tuple[str, str]]:
        """Yield what was measured, and its figures."""
        for number, maps in sorted(self.maps.items()):
            three, six = (
                [sum(away < near for away in one.strangers.values()) for one in maps]
                for near in (3, 6)
            )
            necks = [len(one.necks) for one in maps]
            cramped = sum(len(one.cramped) for one in maps)
            shapes = [one.mean_compactness for one in maps]
            yield (
                f"maps after {number} events",
                (
                    f"strangers < 3 {mean(three):.2f} ({max(three)}), "
                    f"< 6 {mean(six):.2f} ({max(six)}), none {100 * six.count(0) / len(six):.0f} %, "
                    f"necks {mean(necks):.1f} ({max(necks)}), without room for a unit {cramped}, "
                    f"compactness {mean(shapes):.3f} ({min(shapes):.3f}), "
                    f"shortest contact {min(one.shortest_contact for one in maps):.1f}"
                ),
            )
        for name, found in (
            ("at once", self.at_once),
            (f"{OTHERS} others between", self.between),
            ("the same, if the whole map was not drawn anew meanwhile", self.same_drawing),
        ):
            if found:
                near = 100 * sum(gap <= 12 for gap in found) / len(found)
                yield (
                    f"{len(found)} undone {name}",
                    f"within 12 px {near:.1f} %, worst {max(found):.1f} px",
                )
        times = sorted(self.times)
        yield (
            f"{len(times)} events",
            (
                f"mean {mean(times):.0f} ms, "
                f"99 of 100 under {times[len(times) * 99 // 100 - 1]:.0f} ms, worst {times[-1]:.0f} ms; "
                f"the whole map drawn anew {self.relaid} times"
            ),
        )
        yield from (("wrong", fault) for fault in self.faults)


def measure_rows(
    kinds: Sequence[str] = KINDS, seeds: Sequence[int] = range(1, 11), events: int = MARKS[-1]
) -> Iterator[Row]:
    """Yield rows for each kind of walk, and for all of them."""
    total = Figures()
    for kind in kinds:
        figures = Figures()
        for seed in seeds:
            figures.walk(kind, seed, events)
        yield from ((f"{kind}, {len(seeds)}", *line) for line in figures.lines())
        total.add(figures)
    if len(kinds) > 1:
        yield from (("all", *line) for line in total.lines())


def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seeds", type=int, nargs="+", default=range(1, 11))
    parser.add_argument("--kinds", nargs="+", default=KINDS, choices=KINDS)
    parser.add_argument("--events", type=int, default=MARKS[-1])
    options = parser.parse_args()
    show(HEAD, measure_rows(options.kinds, options.seeds, options.events))


if __name__ == "__main__":
    main()
