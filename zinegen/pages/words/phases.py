"""Phases in words, and the headings of an order file: their names, and what is asked for under them."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from zinegen.game.state import Phase, PhaseKind, Season
from zinegen.languages.texts import N_, gettext
from zinegen.notation.reading.context import BUILDS, COASTS, EVENTS, ORDERS, RETREATS
from zinegen.play.deadlines import Turn, list_sections

SEASONS = {
    Season.SPRING: N_("Spring"),
    Season.AUTUMN: N_("Autumn"),
    Season.WINTER: N_("Winter"),
}
KINDS = {
    PhaseKind.MOVES: N_("Moves"),
    PhaseKind.RETREATS: N_("Retreats"),
    PhaseKind.EVENTS: N_("Map events"),
    PhaseKind.ADJUSTMENTS: N_("Builds and removals"),
    PhaseKind.PLACEMENT: N_("Placement"),
}
_IN_SENTENCES = {
    PhaseKind.MOVES: N_("moves"),
    PhaseKind.RETREATS: N_("retreats"),
    PhaseKind.EVENTS: N_("map events"),
    PhaseKind.ADJUSTMENTS: N_("builds and removals"),
    PhaseKind.PLACEMENT: N_("placement"),
}
_SEASONS_IN_SENTENCES = {
    Season.SPRING: N_("spring"),
    Season.AUTUMN: N_("autumn"),
    Season.WINTER: N_("winter"),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Heading:
    """A heading of an order file in words."""

    title: str
    ask: str
    """What a reader is told who begins a line under it by clicks."""


HEADINGS: Mapping[str, Heading] = {
    ORDERS: Heading(title=N_("Orders"), ask=N_("Choose what to order.")),
    EVENTS: Heading(
        title=N_("Map events"), ask=N_("Choose what shall happen to the map, or a province of it.")
    ),
    COASTS: Heading(title=N_("Coasts"), ask=N_("Choose the fleet whose coast you name.")),
    RETREATS: Heading(title=N_("Retreats"), ask=N_("Choose a unit that may have to retreat.")),
    BUILDS: Heading(
        title=N_("Builds and removals"), ask=N_("Choose where to build, or a unit to remove.")
    ),
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
    return gettext(KINDS[phase.kind])


def name_phase_kind(phase: Phase) -> str:
    """Return what a phase is for in a sentence: ``moves``, ``retreats``."""
    return gettext(_IN_SENTENCES[phase.kind])


def phase_heading(phase: Phase) -> str:
    """Return a phase as a heading: ``Spring 1901, moves``."""
    season = gettext(SEASONS[phase.season])
    return f"{season} {phase.year}, {name_phase_kind(phase)}"


def phase_name(phase: Phase) -> str:
    """Return a phase in a sentence: ``moves of spring 1901``."""
    return gettext(
        "{moves} of {season} {year}",
        moves=name_phase_kind(phase),
        season=name_season(phase.season),
        year=phase.year,
    )


def name_season(season: Season) -> str:
    """Return a season in a sentence: ``spring``."""
    return gettext(_SEASONS_IN_SENTENCES[season])
