"""Movement phases per second, beside the PyPI package ``diplomacy`` in the same run.

Run it with ``make bench``. Both judge the 355 hard phases of ``tests/data/realgames_hard.jsonl.xz`` in one
process, turn by turn, and must come to the recorded positions. Two things are timed: judging alone, and
everything from the texts of units and orders to the new position. The best of several rounds counts,
in processor time, so that other work on the machine matters little.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from importlib.util import find_spec
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent))

from tests.positions import sheet_of, standard_board, standard_state, written
from tests.real_games.test_hard_phases import Record, canonical, records
from zinegen.rules.compose import adjudicate
from zinegen.variants.standard import STANDARD

ROUNDS = 5

Seconds = tuple[float, float]
"""For one phase: judging alone; everything from texts to the new position."""


def ours(record: Record) -> Seconds:
    """Judge a phase with zinegen."""
    begin = time.process_time()
    state = standard_state(record["phase"], record["before"]["units"], record["before"]["centers"])
    sheet = sheet_of(state, record["orders"])
    read = time.process_time()
    after, _ = adjudicate(STANDARD, state, sheet)
    end = time.process_time()
    assert written(standard_board(), after.units.values()) == canonical(record["after"]["units"])
    return end - read, end - begin


def theirs(record: Record) -> Seconds:
    """Judge a phase with the package."""
    from diplomacy import Game  # noqa: PLC0415  (takes seconds, and may not be there)

    def text(line: str) -> str:
        words = line.upper().split()
        return " ".join("LYO" if word == "GOL" else word for word in words)

    begin = time.process_time()
    game = Game()
    game.set_current_phase(record["phase"])
    game.clear_units()
    game.clear_centers()
    for power, units in record["before"]["units"].items():
        game.set_units(power.upper(), [text(unit) for unit in units])
    for power, centres in record["before"]["centers"].items():
        game.set_centers(power.upper(), [text(centre) for centre in centres])
    for power, orders in record["orders"].items():
        game.set_orders(power.upper(), [text(order) for order in orders])
    read = time.process_time()
    game.process()
    end = time.process_time()
    got = {
        power: sorted(unit for unit in units if not unit.startswith("*"))
        for power, units in game.get_units().items()
    }
    wanted = {
        power.upper(): sorted(map(text, units)) for power, units in record["after"]["units"].items()
    }
    assert {power: units for power, units in got.items() if units} == wanted
    return end - read, end - begin


def rounds(judge: Callable[[Record], Seconds]) -> Iterator[Seconds]:
    """Yield the mean seconds for a phase, round by round."""
    count = len(records())
    for _ in range(ROUNDS):
        alone = whole = 0.0
        for record in records():
            judging, everything = judge(record)
            alone += judging
            whole += everything
        yield alone / count, whole / count


def best(judge: Callable[[Record], Seconds]) -> Seconds:
    """Return the best mean seconds for a phase."""
    found = list(rounds(judge))
    return min(alone for alone, _ in found), min(whole for _, whole in found)


def main() -> None:
    """Time both and print a table."""
    mine = best(ours)
    rows = [("zinegen", mine)]
    if find_spec("diplomacy") is None:
        print("the package diplomacy is not installed: `make bench` installs it")
    else:
        rows.append(("diplomacy 1.1.2", best(theirs)))
    print(f"{'phases a second':<18}{'judging alone':>16}{'from the texts':>16}")
    for name, (alone, whole) in rows:
        print(f"{name:<18}{1 / alone:>16,.0f}{1 / whole:>16,.0f}")
    if len(rows) == 2:
        other = rows[1][1]
        print(f"{'times as fast':<18}{other[0] / mine[0]:>16.1f}{other[1] / mine[1]:>16.1f}")


if __name__ == "__main__":
    main()
