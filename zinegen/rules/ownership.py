"""Who owns a centre after an autumn, who last had a unit in a province, and who has won.

Source: docs/rules/deluge2.md, "6. Winter"; docs/rules/post-atomic.md, "6. Centres and ownership".
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace

from zinegen.board.board import Power
from zinegen.game.changes import CentreTaken, GameEnded, OwnFactsChange
from zinegen.game.orders import Sheet
from zinegen.game.state import GameState, OwnFacts
from zinegen.game.units import Unit
from zinegen.game.variant import PhaseRule
from zinegen.game.verdicts import Report
from zinegen.geometry.mesh import ProvinceKey
from zinegen.rules.compose import NOTHING


@dataclass(frozen=True, kw_only=True)
class Visits(OwnFacts):
    """The visitors of provinces, kept beside the state."""

    visits: Mapping[ProvinceKey, Power] = field(default_factory=dict)
    """The power that last had a unit in a province at the end of a season, by province in order."""


@dataclass(frozen=True, slots=True, kw_only=True)
class VisitNoted(OwnFactsChange):
    """A power had a unit in a province at the end of a season, the last so far that had."""

    province: ProvinceKey
    power: Power

    def apply_to(self, extra: OwnFacts) -> Visits:
        """Return the visits with this one."""
        known = Visits.of(extra)
        visits = {**known.visits, self.province: self.power}
        return replace(known, visits=dict(sorted(visits.items())))


def note_visits(state: GameState, is_watched: Callable[[Unit], bool]) -> Report:
    """Return a report that notes the units in watched provinces that another power, or none, visited last."""
    visits = Visits.of(state.extra).visits
    return Report(
        changes=tuple(
            VisitNoted(province=face, power=unit.power)
            for face, unit in sorted(state.units.items())
            if is_watched(unit) and visits.get(face) != unit.power
        )
    )


def occupy(state: GameState, _sheet: Sheet) -> Report:
    """Hand centres to those who occupy them; the others keep their owner."""
    units, owners = state.units, state.owners
    taken = [
        CentreTaken(province=face, power=units[face].power)
        for face in state.board.centres
        if face in units and owners.get(face) != units[face].power
    ]
    return Report(changes=tuple(taken)) if taken else NOTHING


Threshold = Callable[[GameState], int]
"""Tells how many centres win."""


def more_than_half(state: GameState) -> int:
    """Ask for more than half of the centres that exist."""
    return len(state.board.centres) // 2 + 1


def victory(needed: int | Threshold) -> PhaseRule:
    """Return the rule that ends the game when a power owns this many centres, alone at the top."""

    def rule(state: GameState, _sheet: Sheet) -> Report:
        enough = needed if isinstance(needed, int) else needed(state)
        owned = Counter(state.owners.values())
        if max(owned.values(), default=0) < enough:
            return NOTHING
        counts = sorted((owned[power], power) for power in state.powers)
        if not counts or counts[-1][0] < enough:
            return NOTHING
        if len(counts) > 1 and counts[-2][0] == counts[-1][0]:
            return NOTHING
        return Report(changes=(GameEnded(winners=(counts[-1][1],)),))

    return rule
