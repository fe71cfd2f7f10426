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

from tests.pages.choices import find_faults, find_missing, turn_of
from tests.seasons import seasons
from zinegen.archive.folder.games import Game, open_game
from zinegen.archive.result_file import read_records
from zinegen.game.state import GameState
from zinegen.game.variant import Variant
from zinegen.pages.browser.choices import write_choices
from zinegen.variants import VARIANTS

ROOT = Path(__file__).parent.parent


def main() -> int:
    """Print the figures; return 1 when anything is wrong."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seeds", type=int, default=3, help="games of each rule set")
    parser.add_argument("--seasons", type=int, default=10, help="seasons of each of them")
    parser.add_argument("--lines", type=int, default=10, help="lines under each heading")
    options = parser.parse_args()
    faults: list[str] = []
    for path in sorted((ROOT / "games").glob("*/game.toml")):
        game = open_game(path.parent)
        if isinstance(game, Game):
            faults += _look_at_records(game, path.parent.name)
    for variant in VARIANTS.values():
        for seed in range(options.seeds):
            dice, states = random.Random(seed), []  # noqa: S311  (a choice of lines, nothing secret)
            for played in seasons(variant, seed, options.seasons):
                states += [phase.before for phase in played]
                faults += (line for phase in played for line in find_missing(phase, variant))
            faults += (
                line
                for state in states
                for line in find_faults(turn_of(state, variant), options.lines, dice)
            )
            print(_measure(variant, states, f"{variant.id}, seed {seed}"), flush=True)
    print("\n".join(faults) or "nothing is wrong")
    return 1 if faults else 0


def _look_at_records(game: Game, name: str) -> Iterator[str]:
    variant = game.settings.variant
    phases = [phase for record in read_records(game) for phase in record.phases]
    print(_measure(variant, [phase.before for phase in phases], name), flush=True)
    for phase in phases:
        yield from find_missing(phase, variant)


def _measure(variant: Variant, states: list[GameState], name: str) -> str:
    """Return the longest time and the largest file of some positions as a line."""
    slowest, largest = 0.0, 0
    for state in states:
        begun = time.process_time()
        text = write_choices(turn_of(state, variant))
        slowest = max(slowest, time.process_time() - begun)
        largest = max(largest, len(gzip.compress(text)))
    units = max(len(state.units) for state in states)
    return (
        f"{name:28} {len(states):4} positions, up to {units} units:"
        f" at most {1000 * slowest:.0f} ms, {largest / 1000:.1f} KB packed"
    )


if __name__ == "__main__":
    sys.exit(main())
