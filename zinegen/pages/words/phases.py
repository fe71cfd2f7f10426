"""Phases in words, and the headings of an order file: their names, and what is asked for under them."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from zinegen.game.state import Phase, PhaseKind, Season
from zinegen.notation.reading.context import BUILDS, COASTS, EVENTS, ORDERS, RETREATS
from zinegen.play.deadlines import Turn, list_sections

SEASONS = {Season.SPRING: "spring", Season.AUTUMN: "autumn", Season.WINTER: "winter"}
KINDS = {
    PhaseKind.MOVES: "Moves",
    PhaseKind.RETREATS: "Retreats",
    PhaseKind.EVENTS: "Map events",
    PhaseKind.ADJUSTMENTS: "Builds and removals",
    PhaseKind.PLACEMENT: "Placement",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Heading:
    """A heading of an order file in words."""

    title: str
    ask: str
    """What a reader is told who begins a line under it by clicks."""


HEADINGS: Mapping[str, Heading] = {
    ORDERS: Heading(title="Orders", ask="Choose what to order."),
    EVENTS: Heading(
        title="Map events", ask="Choose what shall happen to the map, or a province of it."
    ),
    COASTS: Heading(title="Coasts", ask="Choose the fleet whose coast you name."),
    RETREATS: Heading(title="Retreats", ask="Choose a unit that may have to retreat."),
    BUILDS: Heading(title="Builds and removals", ask="Choose where to build, or a unit to remove."),
}


def list_asked(turn: Turn) -> Iterator[str]:
    """Yield the headings under which something is asked for in the phase that is played next.

    Coasts that no order names are asked for with the events that they come from.
    """
    for section, kind in list_sections(turn.phases, turn.variant):
        if section != COASTS and kind is turn.state.phase.kind:
            yield section
            if section == EVENTS:
                yield COASTS


def phase_title(phase: Phase) -> str:
    """Return the title of a phase: ``Moves``, ``Retreats``."""
    return KINDS[phase.kind]


def phase_heading(phase: Phase) -> str:
    """Return a phase as a heading: ``Spring 1901, moves``."""
    return f"{SEASONS[phase.season].capitalize()} {phase.year}, {KINDS[phase.kind].lower()}"


def phase_name(phase: Phase) -> str:
    """Return a phase in a sentence: ``moves of spring 1901``."""
    return f"{KINDS[phase.kind].lower()} of {SEASONS[phase.season]} {phase.year}"
