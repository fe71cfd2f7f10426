"""The phases that a game of a rule set can have, for those who name one.

Source: docs/rules/common.md, "7. Turn skeleton".
"""

from __future__ import annotations

from zinegen.board.passage import Place
from zinegen.derived import derive_once
from zinegen.errors import RulesError
from zinegen.game.state import Dislodged, GameState, Phase, PhaseKind
from zinegen.game.units import Kind, Unit
from zinegen.game.variant import Variant
from zinegen.play.setups import start_board

_LONGEST = 30
"""Two years have no more phases; a calendar that does not come round is cut off here."""


def check_phase(variant: Variant, phase: Phase) -> None:
    """Raise RulesError, with the calendar, for a phase that no game of a rule set can have."""
    opening, year = _list_phases(variant)
    first, last = variant.start.phase.year, variant.last_year(variant)
    like = {(one.season, one.kind) for one in year}
    regular = phase.year > first and (phase.season, phase.kind) in like
    if phase in opening or (regular and (last is None or phase.year <= last)):
        return
    ends = "" if last is None else f", until {last}"
    begins = ", ".join(map(str, opening))
    shown = ", ".join(map(str, year))
    raise RulesError(
        f"{variant.id} has no phase {phase}; its calendar: {begins}, then every year {shown}{ends}"
    )


@derive_once
def _list_phases(variant: Variant) -> tuple[tuple[Phase, ...], tuple[Phase, ...]]:
    """Return the phases of the year in which games begin, and those of the next year.

    Retreats are among them whether or not anybody will have to retreat.
    """
    board = start_board(variant)
    face = min(board.provinces)
    lost = Dislodged(
        unit=Unit(power=variant.start.powers[0], kind=Kind.ARMY, at=Place(face)),
        by=None,
        retreats=(Place(face),),
    )
    phases = [variant.start.phase]
    while len(phases) < _LONGEST and phases[-1].year < phases[0].year + 2:
        dislodged = {face: lost} if phases[-1].kind is PhaseKind.MOVES else {}
        state = GameState(phase=phases[-1], board=board, powers=(), units={}, dislodged=dislodged)
        phases.append(variant.next_phase(variant, state))
    first = phases[0].year
    return (
        tuple(phase for phase in phases if phase.year == first),
        tuple(phase for phase in phases if phase.year == first + 1),
    )
