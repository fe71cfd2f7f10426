"""What programs order for powers on the page *What if?*, where somebody plays against them.

The page loads it, and the programs, when it is first asked for.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from zinegen.board.board import Power
from zinegen.bots.bots import dumb_bot
from zinegen.bots.seeds import SeededNumbers
from zinegen.bots.self_play import ask_bots
from zinegen.game.state import Phase, Throw
from zinegen.pages.browser.plain_data import Json
from zinegen.play.deadlines import Turn
from zinegen.play.season import Thrower, record_throw
from zinegen.play.texts.chance_file import Draw, full_label


def order_for_powers(turn: Turn, powers: Iterable[Power], seed: int) -> dict[str, Json]:
    """Return the lines of some powers for the phase that is played next, by heading and power."""
    lines = ask_bots(turn.variant, dict.fromkeys(powers, dumb_bot), turn.state, seed, {})
    found: dict[str, dict[str, Json]] = {}
    for power, own in lines.items():
        for section, texts in own.items():
            found.setdefault(section, {})[power] = "\n".join(texts)
    return {section: dict(texts) for section, texts in found.items()}


def throw_by_seed(given: Mapping[str, int], seed: int) -> Thrower:
    """Return throws that give the results listed by their names; all others follow from the seed."""

    def throw(phase: Phase, throw: Throw, _made: int) -> Draw:
        label = full_label(phase, throw)
        thrown = 1 + SeededNumbers(seed, label).below(len(throw.candidates))
        return record_throw(phase, throw, given.get(label, thrown))

    return throw
