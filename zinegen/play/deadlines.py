"""Which phases are played at one deadline, and what is asked of whom.

In the British postal rhythm (``two-deadline``) retreats and adjustments are handed in with the moves;
in the other (``separate``) every phase has a deadline of its own. Source: docs/rules/common.md,
"7. Turn skeleton".
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from zinegen.board.board import Power
from zinegen.game.orders import Sheet
from zinegen.game.state import Dislodged, GameState, Phase, PhaseKind, Season
from zinegen.game.variant import OptionValue, Variant
from zinegen.notation.conditions import is_asked
from zinegen.notation.reading.context import COASTS, EVENTS, SECTIONS
from zinegen.notation.reading.forms import all_forms
from zinegen.rules.compose import adjudicate


@dataclass(frozen=True, slots=True, kw_only=True)
class Turn:
    """What orders are written for: a rule set, the phases of a deadline, the position before the first."""

    variant: Variant
    phases: tuple[Phase, ...]
    state: GameState


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
        return _skip_unasked(variant, state)
    events_apart = _option(variant, "event_with_moves", otherwise=True) is False
    phases = [state.phase]
    while len(phases) < _LONGEST_YEAR:
        phase = variant.next_phase(variant, _suppose_dislodged(state, phases[-1]))
        opens = phase.kind in {PhaseKind.MOVES, PhaseKind.PLACEMENT}
        opens = opens or (winter is True and phase.kind is PhaseKind.ADJUSTMENTS)
        if opens or (events_apart and phase.kind is PhaseKind.EVENTS) or phase in phases:
            break
        phases.append(phase)
    return tuple(phases)


def _opens_autumn(phase: Phase) -> bool:
    return phase.season is Season.AUTUMN and phase.kind is PhaseKind.MOVES


def _skip_unasked(variant: Variant, state: GameState) -> tuple[Phase, ...]:
    """Return one phase; before it one in which, as things stand, nobody has anything to decide."""
    if not asks_nobody(variant, state):
        return (state.phase,)
    return (state.phase, variant.next_phase(variant, replace(state, dislodged={})))


def asks_nobody(variant: Variant, state: GameState) -> bool:
    """Tell whether it is a phase of retreats or adjustments in which nobody has anything to decide."""
    match state.phase.kind:
        case PhaseKind.RETREATS:
            return not any(lost.apparent or lost.retreats for lost in state.dislodged.values())
        case PhaseKind.ADJUSTMENTS:
            return not any(is_asked(variant, state, power) for power in state.powers)
        case _:
            return False


def _suppose_dislodged(state: GameState, phase: Phase) -> GameState:
    """Return the state as it might be after a phase: with somebody dislodged after moves."""
    dislodged = {}
    if phase.kind is PhaseKind.MOVES and state.units:
        at, unit = next(iter(state.units.items()))
        dislodged = {at: Dislodged(unit=unit, by=None, retreats=(unit.at,))}
    return replace(state, phase=phase, dislodged=dislodged)


def advance_to(state: GameState, phase: Phase, variant: Variant) -> GameState:
    """Return the position before a phase; the one before it is passed over if it asks nobody anything."""
    if state.phase == phase or not asks_nobody(variant, state):
        return state
    after, report = adjudicate(variant, state, Sheet())
    return after if report.needs is None else replace(state, phase=phase)


def powers_to_order(
    variant: Variant, state: GameState, phases: Iterable[Phase]
) -> tuple[Power, ...]:
    """Return the powers that may have something to order at a deadline."""
    kinds = {phase.kind for phase in phases}
    if kinds == {PhaseKind.RETREATS}:
        lost = {one.unit.power for one in state.dislodged.values()}
        return tuple(power for power in state.powers if power in lost)
    if kinds == {PhaseKind.ADJUSTMENTS}:
        return tuple(power for power in state.powers if is_asked(variant, state, power))
    if PhaseKind.PLACEMENT in kinds:
        return state.powers
    return tuple(power for power in state.powers if state.is_alive(power))


def takes_events(phases: Iterable[Phase], variant: Variant) -> bool:
    """Tell whether orders about the map are handed in for a deadline, with the moves or without."""
    if not any(EVENTS in form.sections for form in all_forms(variant)):
        return False
    return any(
        phase.kind is PhaseKind.EVENTS
        or (phase.kind is PhaseKind.MOVES and variant.events_with(variant, phase))
        for phase in phases
    )


def list_sections(phases: Sequence[Phase], variant: Variant) -> Iterator[tuple[str, PhaseKind]]:
    """Yield the headings under which something may be written for a deadline, and which phase each is for."""
    played = [*dict.fromkeys(phase.kind for phase in phases)]
    for section, kinds in SECTIONS.items():
        if section != EVENTS:
            yield from ((section, kind) for kind in played if kind in kinds)
        elif takes_events(phases, variant):
            yield EVENTS, next(kind for kind in kinds if kind in played)
            yield COASTS, played[0]
