"""Lines of every form of orders with every name, most of them as nobody would write them."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence

from zinegen.board import OUTSIDE, Power
from zinegen.game import GameState, Variant
from zinegen.notation.grammar.names import COAST_WORDS
from zinegen.notation.grammar.patterns import (
    Chain,
    Choice,
    Either,
    Flag,
    Joint,
    Node,
    Optional,
    Slot,
    parse_pattern,
)
from zinegen.notation.reading.forms import Combination, OrderForm, forms_for

NOWHERE = (OUTSIDE, "Swi", "Xyz", "otb")
"""Names of what no unit enters, and of nothing at all."""


def lines_of_powers(
    variant: Variant,
    state: GameState,
    section: str,
    dice: random.Random,
    *,
    gone: Sequence[str],
) -> dict[Power, tuple[str, ...]]:
    """Return for three powers a line of each form that a section has in this phase, about anything anywhere.

    ``gone`` are names of provinces that other boards have.
    """
    forms = forms_for(variant, section, state.phase.kind)
    writer = _Writer(state, dice, gone)
    powers = sorted(dice.sample(state.powers, 3))
    return {power: tuple(map(writer.write, forms)) for power in powers}


class _Writer:
    """Fills the slots of forms with names."""

    def __init__(self, state: GameState, dice: random.Random, gone: Sequence[str]) -> None:
        self.state, self.dice = state, dice
        self.faces = [*sorted(state.board.provinces), *gone]
        self.units = sorted({*state.units, *state.dislodged})

    def write(self, form: OrderForm | Combination) -> str:
        """Return a line of a form."""
        if isinstance(form, Combination):
            count = self.dice.choice((1, 2, 2, 3))
            parts = [self.write(self.dice.choice(form.parts)) for _ in range(count)]
            return "; ".join(parts)
        return " ".join(self._fill(parse_pattern(form.pattern)).split())

    def _fill(self, node: Node) -> str:
        match node:
            case str():
                return node
            case Joint():
                return ""
            case Slot():
                return self._fill_slot(node)
            case Choice():
                return self.dice.choice(node.words)
            case Flag():
                return self._fill(node.part)
            case Optional():
                return self._fill(node.part) if self.dice.random() < 0.5 else ""
            case Either():
                return self._fill(self.dice.choice(node.parts))
            case Chain():
                return " ".join(map(self._fill, node.parts))

    def _fill_slot(self, slot: Slot) -> str:
        writers: dict[str, Callable[[], str]] = {
            "border": lambda: f"{self._place()} / {self._place()}",
            "choice": lambda: self.dice.choice((self._coast(), self._face(), "disband")),
            "coast": self._coast,
            "kind": lambda: self.dice.choice("AFM"),
            "number": lambda: str(self.dice.randrange(-1, 4)),
            "power": lambda: self.dice.choice(self.state.powers),
            "province": self._face,
            "refuge": lambda: self.dice.choice((self._place(), "disband")),
            "spot": self._place,
            "typed": self._typed,
            "unit": lambda: self.dice.choice((self._typed(), self._typed(), self._place())),
        }
        count = self.dice.randrange(1, 4) if slot.many else 1
        return " , ".join(writers[slot.kind]() for _ in range(count))

    def _face(self) -> str:
        return self.dice.choice(NOWHERE if self.dice.random() < 0.25 else self.faces)

    def _coast(self) -> str:
        return self.dice.choice((" ".join(self.dice.choice(sorted(COAST_WORDS))), self._face()))

    def _place(self) -> str:
        return f"{self._face()}/{self._coast()}" if self.dice.random() < 0.15 else self._face()

    def _typed(self) -> str:
        if self.dice.random() < 0.6 and self.units:
            at = self.dice.choice(self.units)
            unit = self.state.units.get(at) or self.state.dislodged[at].unit
            return f"{unit.kind.value} {at}"
        return f"{self.dice.choice(('A', 'F', 'A/F', 'M'))} {self._place()}"
