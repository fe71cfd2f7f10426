"""Which phases a deadline covers, and what its folder is called.

In the British postal rhythm (``two-deadline``) retreats and adjustments are handed in with the moves;
in the other (``separate``) every phase has a deadline of its own. Source: docs/rules/common.md,
"7. Turn skeleton".
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from zinegen.archive.folder.slugs import SeasonName
from zinegen.game.state import Dislodged, GameState, Phase, PhaseKind, Season
from zinegen.game.variant import OptionValue, Variant
from zinegen.notation.conditions.provisional import is_asked

WORDS = {Season.SPRING: "spring", Season.AUTUMN: "autumn", Season.WINTER: "winter"}
_NATURAL = {Season.SPRING: 1, Season.AUTUMN: 2, Season.WINTER: 3}
_KINDS = {
    PhaseKind.RETREATS: "-retreats",
    PhaseKind.EVENTS: "-events",
    PhaseKind.PLACEMENT: "-placement",
}
_LONGEST_YEAR = 12
"""No year has more phases; a calendar that does not come round is cut off here."""


def _option(variant: Variant, name: str, otherwise: OptionValue) -> OptionValue:
    known = {option.name for option in variant.options}
    return variant.option(name) if name in known else otherwise


def deadline_phases(variant: Variant, state: GameState) -> tuple[Phase, ...]:
    """Return the phases for which orders are handed in at the next deadline, the first one first.

    Retreats are among them whether or not anybody will have to retreat.
    """
    winter = _option(variant, "separate_winter", "rhythm")
    with_winter = winter is False and _opens_autumn(state.phase)
    if _option(variant, "rhythm", "two-deadline") == "separate" and not with_winter:
        return _until_somebody_is_asked(variant, state)
    events_apart = _option(variant, "event_with_moves", otherwise=True) is False
    phases = [state.phase]
    while len(phases) < _LONGEST_YEAR:
        phase = variant.following(variant, _supposing(state, phases[-1]))
        opens = phase.kind in {PhaseKind.MOVES, PhaseKind.PLACEMENT}
        opens = opens or (winter is True and phase.kind is PhaseKind.ADJUSTMENTS)
        if opens or (events_apart and phase.kind is PhaseKind.EVENTS) or phase in phases:
            break
        phases.append(phase)
    return tuple(phases)


def _opens_autumn(phase: Phase) -> bool:
    return phase.season is Season.AUTUMN and phase.kind is PhaseKind.MOVES


def _until_somebody_is_asked(variant: Variant, state: GameState) -> tuple[Phase, ...]:
    """Return one phase; before it those in which, as things stand, nobody has anything to decide."""
    phases = [state.phase]
    if state.phase.kind is PhaseKind.RETREATS:
        asked = any(lost.apparent or lost.retreats for lost in state.dislodged.values())
    elif state.phase.kind is PhaseKind.ADJUSTMENTS:
        asked = any(is_asked(state, power) for power in state.powers)
    else:
        asked = True
    if not asked:
        phases.append(variant.following(variant, replace(state, dislodged={})))
    return tuple(phases)


def _supposing(state: GameState, phase: Phase) -> GameState:
    """Return the state as it might be after a phase: with somebody dislodged after moves."""
    dislodged = {}
    if phase.kind is PhaseKind.MOVES and state.units:
        at, unit = next(iter(state.units.items()))
        dislodged = {at: Dislodged(unit=unit, by=None, retreats=(unit.at,))}
    return replace(state, phase=phase, dislodged=dislodged)


def name_season(phases: Iterable[Phase], before: SeasonName | None) -> SeasonName:
    """Return the name of a deadline's folder; ``before`` is the deadline before it.

    It is called by its moves, if it has any, else by its last phase. The number is 1 for spring, 2 for
    autumn, 3 for winter, and higher where a year has more deadlines.
    """
    phases = tuple(phases)
    moves = [phase for phase in phases if phase.kind is PhaseKind.MOVES]
    first = moves[0] if moves else phases[-1]
    last = before.number if before is not None and before.year == first.year else 0
    return SeasonName(
        first.year,
        max(_NATURAL[first.season], last + 1),
        WORDS[first.season] + _KINDS.get(first.kind, ""),
    )
