"""Microseconds for one event on the mesh, and milliseconds for a season of seven with all that follows.

Run it with ``make bench``. No drawing: the geometry is measured by the benchmark of the maps.
The best of several rounds counts, in processor time.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent))

from tests.shaken import position, shaken
from zinegen.planar.surgery import separate
from zinegen.rules.possible import possible_cuts
from zinegen.variants.seismic_acerunner import SEISMIC_ACERUNNER

ROUNDS = 20
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


def main() -> None:
    """Print the figures."""
    units = {"Italy": ["F Nap", "F Tun"], "Turkey": ["F Ank"], "Russia": ["F Swe"]}
    state = position(SEISMIC_ACERUNNER, units=units)
    mesh, cuts = state.board.mesh, possible_cuts(state.board.mesh)
    one = seconds(lambda: [separate(mesh, cut.border) for cut in cuts]) / len(cuts)
    choices = {"Italy": "F Tun: ION"}
    season = seconds(lambda: shaken(SEISMIC_ACERUNNER, state, EVENTS, choices))
    print(f"{one * 1e6:8.1f} µs  an event on the mesh (target 50)")
    print(f"{season * 1e3:8.1f} ms  seven events read, judged and carried out, without drawing")


if __name__ == "__main__":
    main()
