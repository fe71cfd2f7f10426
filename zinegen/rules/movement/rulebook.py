"""The editions of the rulebook, as values with names, which rule sets take and change by ``replace``.

Source: docs/rules/common.md, "6. Base game", "6.1 The rulebook of 1971", "14. Options".
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from zinegen.board.passage import Passage, Place
from zinegen.game.units import Unit
from zinegen.rules.coast_choice import Convention
from zinegen.rules.movement.attempts import Position
from zinegen.rules.movement.convoys import MODERN, ConvoyPolicy, Neighbours, Paradox, Routes
from zinegen.rules.movement.legality import STRICT, Leniency

MayRetreat = Callable[[Position, Unit, Place], bool]
"""Tells whether a dislodged unit may go to a place that is open by the general rules."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RetreatPolicy:
    """Where dislodged units may go."""

    start_after_convoy: bool = True
    """The place that an attacker came from by convoy is open (2023); False: it is not (1971, DATC 4.A.5)."""
    may_retreat: MayRetreat | None = None
    """Which of the places that are open by the general rules a unit may go to; all if None."""

    def allows(self, position: Position, unit: Unit, to: Place) -> bool:
        """Tell whether a unit may go to a place that is open by the general rules."""
        return self.may_retreat is None or self.may_retreat(position, unit, to)


class Measure(StrEnum):
    """From where distances count."""

    OWNED = "owned"
    """The nearest owned centre, over any terrain (2023)."""
    HOME = "home"
    """The nearest centre of the home country; fleets by fleet moves, armies over land and sea (1971)."""
    COUNTRY = "country"
    """The same to the nearest province of the home country, where centres are secret."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Rulebook:
    """Where editions differ, and what the GM decides in one game besides."""

    passage: Passage = field(default_factory=Passage)
    """What can cross what."""
    convoys: ConvoyPolicy = MODERN
    leniency: Leniency = STRICT
    """How much of a slip in an order is forgiven."""
    retreats: RetreatPolicy = field(default_factory=RetreatPolicy)
    retreats_by_throw: bool = False
    """A throw sends the dislodged units for which nothing was written."""
    removals: Measure = Measure.OWNED
    """How removals that nobody ordered are chosen."""
    coasts: Convention = Convention.RANDOM
    """Where fleets go whose owner chose no coast; a throw decides in rule sets that offer no choice."""


MODERN_RULEBOOK = Rulebook()
"""Those of 2000 and 2023, with Szykman's rule for paradoxes."""

RULEBOOK_1971 = Rulebook(
    convoys=ConvoyPolicy(
        routes=Routes.ALL, neighbours=Neighbours.OPPOSITE, paradox=Paradox.RULE_1971
    ),
    retreats=RetreatPolicy(start_after_convoy=False),
    removals=Measure.HOME,
)
"""That of 1971."""

EDITIONS: Mapping[str, Rulebook] = {"1971": RULEBOOK_1971, "modern": MODERN_RULEBOOK}
"""The editions by the names that GMs choose them by."""
