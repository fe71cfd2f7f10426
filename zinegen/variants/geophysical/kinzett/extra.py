"""What only Kinzett's game keeps: counted stabilisations, and transformations handed in before the moves.

Source: docs/rules/geophysical-kinzett.md, "2. Phases of a year", rulings 29, 30.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from zinegen.board.board import Power
from zinegen.game.changes import ExtraChange
from zinegen.game.orders import Order
from zinegen.game.state import Extra


@dataclass(frozen=True, kw_only=True)
class Plans(Extra):
    """The stabilisations that powers have left, and the events announced for the next moves."""

    stabilisations: Mapping[Power, int] = field(default_factory=dict)
    """How many stabilisations each power has until the next count; empty before the first."""
    announced: tuple[Order, ...] = ()
    """What is to happen to the map with the next moves, handed in for a deadline before theirs."""


@dataclass(frozen=True, slots=True, kw_only=True)
class StabilisationsCounted(ExtraChange):
    """A power's stabilisations were counted, and stay so many until the next count."""

    power: Power
    number: int

    def apply_to(self, extra: Extra) -> Plans:
        """Return what is kept with this count."""
        known = Plans.of(extra)
        counted = {**known.stabilisations, self.power: self.number}
        return replace(known, stabilisations=dict(sorted(counted.items())))


@dataclass(frozen=True, slots=True, kw_only=True)
class EventsAnnounced(ExtraChange):
    """Events were announced for the next moves; without orders: the announced ones were carried out."""

    orders: tuple[Order, ...]

    def apply_to(self, extra: Extra) -> Plans:
        """Return what is kept with these orders."""
        return replace(Plans.of(extra), announced=self.orders)
