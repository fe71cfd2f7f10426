"""Movement phases per second, beside the PyPI package ``diplomacy`` in the same run.

Run it with ``make bench``. Both judge the 355 hard phases of ``tests/data/realgames_hard.jsonl.xz`` in one
process, phase by phase, and must come to the recorded positions. Three spans are timed on either side:

- *as players use it*: the position stands; from the orders as texts to the new position with every order's
  result (``Game.set_orders`` and ``Game.process``; ``read_orders`` and ``adjudicate``);
- *judging alone*: the same without the texts. It flatters the package, which holds orders against the map
  when it reads them, while zinegen does so when it judges;
- *all from texts*: the units and centres are read from texts as well.

Of several rounds the best counts, phase by phase, so that other work on the machine matters little. In the
column *first time* nothing is kept from round to round: each begins with a board that knows no line yet.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from importlib.util import find_spec
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent))

from tables import Row, show

from tests.positions import sheet_of, standard_board, standard_state, written
from tests.real_games.test_hard_phases import Record, canonical, records
from zinegen.notation.grammar.names import tokenise
from zinegen.rules.compose import adjudicate
from zinegen.variants.standard import STANDARD

ROUNDS = 7

Spans = tuple[float, float, float]
"""Seconds for setting up the position, reading the orders, and judging."""

HEAD = ("phases a second", "as players use it", "judging alone", "all from texts", "first time")


def ours(record: Record) -> Spans:
    """Judge a phase with zinegen."""
    begin = time.process_time()
    state = standard_state(record["phase"], record["before"]["units"], record["before"]["centers"])
    stands = time.process_time()
    sheet = sheet_of(state, record["orders"])
    read = time.process_time()
    after, report = adjudicate(STANDARD, state, sheet)
    end = time.process_time()
    assert all(ruling.verdict.word for ruling in report.rulings)
    assert written(standard_board(), after.units.values()) == canonical(record["after"]["units"])
    return stands - begin, read - stands, end - read


def theirs(record: Record) -> Spans:
    """Judge a phase with the package."""
    from diplomacy import Game  # noqa: PLC0415  (takes seconds, and may not be there)

    def text(line: str) -> str:
        words = line.upper().split()
        return " ".join("LYO" if word == "GOL" else word for word in words)

    orders = {
        power.upper(): [text(line) for line in lines] for power, lines in record["orders"].items()
    }
    begin = time.process_time()
    game = Game()
    game.set_current_phase(record["phase"])
    game.clear_units()
    game.clear_centers()
    for power, units in record["before"]["units"].items():
        game.set_units(power.upper(), [text(unit) for unit in units])
    for power, centres in record["before"]["centers"].items():
        game.set_centers(power.upper(), [text(centre) for centre in centres])
    stands = time.process_time()
    for power, lines in orders.items():
        game.set_orders(power, lines)
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
    return stands - begin, read - stands, end - read


def forget() -> None:
    """Let the next round begin with a board of which nothing is known, not even the ways over it."""
    standard_board().memo.clear()
    tokenise.cache_clear()


def spans(
    judge: Callable[[Record], Spans], before_round: Callable[[], None], rounds: int = ROUNDS
) -> list[float]:
    """Return the mean best seconds a phase for each column but the last."""
    best = [[1e9] * 3 for _ in records()]
    for _ in range(rounds):
        before_round()
        for number, record in enumerate(records()):
            stands, reads, judges = judge(record)
            for at, taken in enumerate((reads + judges, judges, stands + reads + judges)):
                best[number][at] = min(best[number][at], taken)
    return [sum(column) / len(best) for column in zip(*best, strict=True)]


def measure_rows() -> Iterator[Row]:
    """Time both, and yield a row for each and one for how they compare."""
    known = spans(ours, lambda: None)
    mine = [*known, spans(ours, forget)[0]]
    yield "zinegen", *(f"{1 / each:,.0f}" for each in mine)
    if find_spec("diplomacy") is None:
        print("the package diplomacy is not installed: `make bench` installs it", file=sys.stderr)
        return
    peer = spans(theirs, lambda: None)
    yield "`diplomacy` 1.1.2", *(f"{1 / each:,.0f}" for each in (*peer, peer[0]))
    yield "times as fast", *(f"{b / a:.1f}" for a, b in zip(mine, (*peer, peer[0]), strict=True))
    yield "wanted", "11", "7", "", ""


def main() -> None:
    """Time both and print a table."""
    show(HEAD, measure_rows())


if __name__ == "__main__":
    main()
