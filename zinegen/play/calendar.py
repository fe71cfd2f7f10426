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
    phases = _list_phases(variant)
    if not _is_listed(variant, phase, *phases):
        told = _tell_calendar(variant, *phases)
        raise RulesError(f"{variant.id} has no phase {phase}; its calendar: {told}")


def check_first_phase(variant: Variant, phase: Phase) -> None:
    """Raise RulesError, with those in which one can, for a phase in which no game of a rule set can begin.

    Nobody has to retreat before anything has been played.
    """
    opening, year = (
        tuple(one for one in phases if one.kind is not PhaseKind.RETREATS)
        for phases in _list_phases(variant)
    )
    if not _is_listed(variant, phase, opening, year):
        told = _tell_calendar(variant, opening, year)
        raise RulesError(
            f"no game of {variant.id} can begin in {phase}; it can in {told.replace('then', 'and')}"
        )


def _is_listed(
    variant: Variant, phase: Phase, opening: tuple[Phase, ...], year: tuple[Phase, ...]
) -> bool:
    """Tell whether a phase is one of the first year's, or like one of the next year's."""
    first, last = variant.start.phase.year, variant.last_year(variant)
    like = {(one.season, one.kind) for one in year}
    regular = phase.year > first and (phase.season, phase.kind) in like
    return phase in opening or (regular and (last is None or phase.year <= last))


def _tell_calendar(variant: Variant, opening: tuple[Phase, ...], year: tuple[Phase, ...]) -> str:
    """Return phases of the first year and of those after it, as a sentence lists them."""
    last = variant.last_year(variant)
    ends = "" if last is None else f", until {last}"
    return f"{', '.join(map(str, opening))}, then every year {', '.join(map(str, year))}{ends}"


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
