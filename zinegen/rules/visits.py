"""Who last had a unit in a province at the end of a season, in rule sets that ask for it.

Source: docs/rules/deluge2.md, "6. Winter"; docs/rules/post-atomic.md, "6. Centres and ownership".
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace

from zinegen.board.board import Power
from zinegen.game.changes import ExtraChange
from zinegen.game.report import Report
from zinegen.game.state import Extra, GameState
from zinegen.game.units import Unit
from zinegen.geometry.mesh import Face


@dataclass(frozen=True, kw_only=True)
class Visits(Extra):
    """The visitors of provinces, kept beside the state."""

    visits: Mapping[Face, Power] = field(default_factory=dict)
    """The power that last had a unit in a province at the end of a season, by province in order."""


@dataclass(frozen=True, slots=True, kw_only=True)
class VisitNoted(ExtraChange):
    """A power had a unit in a province at the end of a season, the last so far that had."""

    province: Face
    power: Power

    def apply_to(self, extra: Extra) -> Visits:
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
