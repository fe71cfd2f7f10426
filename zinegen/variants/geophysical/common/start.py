"""The start, the sequence of phases and the north edge in games whose ground changes.

Source: docs/rules/geophysical-maiden.md, "1. Set-up"; docs/rules/geophysical-kinzett.md, "1. Set-up".
"""

from __future__ import annotations

from dataclasses import replace

from zinegen.board.board import Board, Terrain
from zinegen.game.orders import Sheet
from zinegen.game.report import Report
from zinegen.game.state import GameState, Phase, PhaseKind
from zinegen.game.variant import Option, PhaseRule, Start, Variant
from zinegen.geometry.mesh import Face
from zinegen.rules.compose import join_reports, only_when, then
from zinegen.variants.geophysical.common.legality import find_north_edge
from zinegen.variants.geophysical.common.line_verdicts import LineVerdicts

NORTH_EDGE = ("NAO", "NWG", "BAR", "StP")
"""The provinces that touch the top of the board, which is always frozen."""

NORTH_EDGE_OPTION = Option(
    name="north_edge",
    values=tuple,
    default=NORTH_EDGE,
    meaning="The provinces at the frozen top of the board, where ice may begin; elsewhere it needs ice"
    " beside it.",
)

SWITZERLAND = Face("Swi")


def north_edge(variant: Variant) -> tuple[str, ...]:
    """Return the names of the provinces where ice may begin in a game, as its GM wrote them."""
    names = variant.option("north_edge")
    return names if isinstance(names, tuple) else (str(names),)


def raise_switzerland(variant: Variant, board: Board) -> Board:
    """Return the board with Switzerland as a mountain, which can be worn down.

    Raises NotationError when the game's top of the board is no province.
    """
    find_north_edge(board, north_edge(variant))
    peaks = replace(board[SWITZERLAND], terrain=Terrain.MOUNTAIN, passable=True)
    return board.replace_province(peaks)


def put_fleet_on_black_sea(start: Start) -> Start:
    """Return a start with the fleet at Sevastopol on its Black Sea coast; it has one on the Caspian too."""
    units = tuple((power, "F Sev/BLA" if unit == "F Sev" else unit) for power, unit in start.units)
    return replace(start, units=units)


def takes_events(variant: Variant, phase: Phase) -> bool:
    """Tell whether the moves of a phase take events along: those of the first season always do."""
    first = variant.start.phase
    opens = (phase.season, phase.year) == (first.season, first.year)
    return bool(variant.option("event_with_moves")) or opens


def insert_events_phase(regular: Phase, variant: Variant, state: GameState) -> Phase:
    """Return the phase after this one: ``regular``, or events with their own deadline before it."""
    season, year, kind = state.phase.season, state.phase.year, state.phase.kind
    if kind is PhaseKind.EVENTS:
        return Phase(season=season, year=year, kind=PhaseKind.MOVES)
    if variant.option("event_with_moves") or regular.kind is not PhaseKind.MOVES:
        return regular
    return replace(regular, kind=PhaseKind.EVENTS)


def moves_after_events(variant: Variant, moves: PhaseRule) -> PhaseRule:
    """Return the rule of moves in a game whose events after the first season have an earlier deadline."""
    return then(
        only_when(lambda state: takes_events(variant, state.phase), moves),
        only_when(lambda state: not takes_events(variant, state.phase), without_events(moves)),
    )


def without_events(rule: PhaseRule) -> PhaseRule:
    """Return a rule that ignores events, because they have had a phase of their own."""

    def quiet(state: GameState, sheet: Sheet) -> Report:
        report = rule(state, replace(sheet, events={}))
        if report.needs is not None:
            return report
        late = tuple(LineVerdicts().rulings(sheet))
        return join_reports(Report(rulings=late), report)

    return quiet
