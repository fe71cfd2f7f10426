"""What the order desk offers: how long it takes to list it, how large it is, and whether anything is wrong.

Run it by hand, from the folder of the program: ``python benchmarks/bench_choices.py``. It looks at every
recorded season of the example games and at games of plausible orders of every rule set. Is every order
offered that was not void? Is every line that is offered read as it is written, with nothing said against it?
"""

import argparse
import gzip
import random
import sys
import time
from collections.abc import Iterator
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent))

from tables import Row, show

from tests.pages.choices import find_faults, find_missing, turn_of
from tests.seasons import seasons
from zinegen.archive.folder.games import Game, open_game
from zinegen.archive.result_file import read_records
from zinegen.game.state import GameState
from zinegen.game.variant import Variant
from zinegen.pages.browser.choices import write_choices
from zinegen.variants import VARIANTS

HEAD = ("game, or rule set and seed", "positions", "units at most", "slowest", "largest, packed")
ROOT = Path(__file__).parent.parent


def measure_rows(seeds: int = 3, number: int = 10, lines: int = 10) -> Iterator[Row]:
    """Yield a row for each game, and for each seed of each rule set; last, how many lines are wrong."""
    faults: list[str] = []
    for path in sorted((ROOT / "games").glob("*/game.toml")):
        game = open_game(path.parent)
        if isinstance(game, Game):
            variant = game.settings.variant
            phases = [phase for record in read_records(game) for phase in record.phases]
            yield _measure(variant, [phase.before for phase in phases], path.parent.name)
            faults += (line for phase in phases for line in find_missing(phase, variant))
    for variant in VARIANTS.values():
        for seed in range(seeds):
            dice, states = random.Random(seed), []  # noqa: S311  (a choice of lines, nothing secret)
            for played in seasons(variant, seed, number):
                states += [phase.before for phase in played]
                faults += (line for phase in played for line in find_missing(phase, variant))
            for state in states:
                faults += find_faults(turn_of(state, variant), lines, dice)
            yield _measure(variant, states, f"`{variant.id}`, {seed}")
    yield "lines that are not as they should be", f"{len(faults)}", "", "", ""
    print("\n".join(faults), end="", file=sys.stderr)


def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seeds", type=int, default=3, help="games of each rule set")
    parser.add_argument("--seasons", type=int, default=10, help="seasons of each of them")
    parser.add_argument("--lines", type=int, default=10, help="lines under each heading")
    options = parser.parse_args()
    show(HEAD, measure_rows(options.seeds, options.seasons, options.lines))


def _measure(variant: Variant, states: list[GameState], name: str) -> Row:
    """Return the longest time and the largest file of some positions."""
    slowest, largest = 0.0, 0
    for state in states:
        begun = time.process_time()
        text = write_choices(turn_of(state, variant))
        slowest = max(slowest, time.process_time() - begun)
        largest = max(largest, len(gzip.compress(text)))
    units = max(len(state.units) for state in states)
    times, size = f"{1000 * slowest:.0f} ms", f"{largest / 1000:.1f} KB"
    return name, f"{len(states)}", f"{units}", times, size


if __name__ == "__main__":
    main()
