"""A map that sinks by the calendar: provinces go under, new centres form, closed provinces open.

Source: docs/rules/deluge2.md, "2. Phases of a year", "3. Tables", "6. Winter", "7. End". Nothing here
knows a year or a province; the tables are data of the rule set.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from zinegen.board.board import Board, Power
from zinegen.game.changes import (
    CentreFounded,
    GameEnded,
    PassageChanged,
)
from zinegen.game.orders import Sheet
from zinegen.game.report import Report
from zinegen.game.state import GameState
from zinegen.game.variant import PhaseRule
from zinegen.geometry.mesh import Face
from zinegen.rules.coast_choice import CoastPolicy
from zinegen.rules.sinking import sink_provinces, sinking
from zinegen.rules.visits import Visits, note_visits

Table = Mapping[int, tuple[Face, ...]]
"""Provinces by the year in whose winter something happens to them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Calendar:
    """What happens to the map, and when."""

    sinking: Table
    founding: Table
    opening: Table
    founds_first: bool = False
    """New centres form before the adjustments of their winter, not after its flood."""


def apply_calendar(calendar: Calendar, board: Board, year: int) -> Board:
    """Return the board with what the calendar does to it in the winters before a year."""
    for past in sorted({*calendar.sinking, *calendar.founding, *calendar.opening}):
        if past >= year:
            break
        board = sink_provinces(board, calendar.sinking.get(past, ()))
        for face in calendar.founding.get(past, ()):
            if not board.is_water(face):
                board = board.replace_province(replace(board[face], centre=True))
        for face in calendar.opening.get(past, ()):
            board = board.replace_province(replace(board[face], passable=True))
    return board


def flood(calendar: Calendar, coasts: CoastPolicy, *, armies_float: bool = False) -> PhaseRule:
    """Return the rule that lets provinces sink in their winter.

    Source: docs/rules/deluge2.md, "6. Winter".
    """
    return sinking(
        lambda state: calendar.sinking.get(state.phase.year, ()), coasts, armies_float=armies_float
    )


def founding(calendar: Calendar) -> PhaseRule:
    """Return the rule that forms new centres in their winter, each with its first owner.

    Source: docs/rules/deluge2.md, "6. Winter".
    """

    def rule(state: GameState, _sheet: Sheet) -> Report:
        return Report(
            changes=tuple(
                CentreFounded(province=face, power=find_first_owner(state, face))
                for face in calendar.founding.get(state.phase.year, ())
                if not state.board[face].centre and not state.board.is_water(face)
            )
        )

    return rule


def find_first_owner(state: GameState, face: Face) -> Power | None:
    """Return the owner of a new centre: its occupant, its last visitor, its home country, or nobody."""
    unit = state.units.get(face)
    if unit is not None:
        return unit.power
    visits = Visits.of(state.extra).visits
    if face in visits:
        return visits[face]
    home = state.board[face].home
    return home if home is not None and state.is_alive(home) else None


def opening(calendar: Calendar) -> PhaseRule:
    """Return the rule that opens closed provinces after the winter of their year.

    Source: docs/rules/deluge2.md, "1. Board and set-up".
    """

    def rule(state: GameState, _sheet: Sheet) -> Report:
        return Report(
            changes=tuple(
                PassageChanged(province=face, passable=True)
                for face in calendar.opening.get(state.phase.year, ())
                if not state.board[face].passable
            )
        )

    return rule


def note_visitors(calendar: Calendar) -> PhaseRule:
    """Return the rule that notes at the end of a season who stands where a centre will form."""
    watched = {face: year for year, faces in calendar.founding.items() for face in faces}

    def rule(state: GameState, _sheet: Sheet) -> Report:
        return note_visits(state, lambda unit: watched.get(unit.province, 0) >= state.phase.year)

    return rule


def end_with_last_power(state: GameState, _sheet: Sheet) -> Report:
    """End the game: the only power that has a unit left wins; if there is none, nobody does.

    Source: docs/rules/deluge2.md, "7. End".
    """
    left = sorted({unit.power for unit in state.units.values()})
    return Report(changes=(GameEnded(winners=tuple(left) if len(left) == 1 else ()),))


def future_board(calendar: Calendar, state: GameState) -> Board:
    """Return the board as it will be after this winter's flood."""
    return sink_provinces(state.board, calendar.sinking.get(state.phase.year, ()))
