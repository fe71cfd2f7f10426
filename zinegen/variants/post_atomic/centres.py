"""The first year: home centres count for whoever of their own country stood on them at any time of it.

Source: docs/rules/post-atomic.md, "6. Centres and ownership".
"""

from __future__ import annotations

from collections.abc import Iterator

from zinegen.board.board import Power
from zinegen.game.changes import CentreTaken, Change
from zinegen.game.orders import Sheet
from zinegen.game.report import Report
from zinegen.game.state import GameState, Season
from zinegen.game.variant import PhaseRule
from zinegen.geometry.mesh import Face
from zinegen.rules.victory import occupy
from zinegen.rules.visits import Visits, note_visits
from zinegen.variants.post_atomic.extra import TotalsPublished


def note_units_at_home(year: int, *, start_counts: bool) -> PhaseRule:
    """Return the rule that notes, as a season of the first year begins, which units are in their own country.

    Spring notes the starting positions, when those count; autumn notes the positions after spring. The note
    covers every province, centre or not: where units stand is public, so the note is public too.
    """

    def rule(state: GameState, _sheet: Sheet) -> Report:
        counts = start_counts or state.phase.season is not Season.SPRING
        if state.phase.year != year or not counts:
            return Report()
        return note_visits(state, lambda unit: state.board[unit.province].home == unit.power)

    return rule


def first_ownership(year: int, *, start_counts: bool) -> PhaseRule:
    """Return the rule of ownership after an autumn: by occupation, and in the first year also by visits."""

    def rule(state: GameState, sheet: Sheet) -> Report:
        report = occupy(state, sheet)
        if state.phase.year != year:
            return report
        transfers = tuple(_transfer_vacant_centres(state, start_counts=start_counts))
        changes = sorted((*report.changes, *transfers), key=_province)
        return Report(changes=tuple(changes))

    return rule


def _province(change: Change) -> Face | str:
    return change.province if isinstance(change, CentreTaken) else ""


def _transfer_vacant_centres(state: GameState, *, start_counts: bool) -> Iterator[CentreTaken]:
    """Yield the vacant home centres that their own country gains by a visit, or loses for want of one."""
    visits = Visits.of(state.extra).visits
    for face in state.board.centres:
        home, owner = state.board[face].home, state.owners.get(face)
        if home is None or face in state.units:
            continue
        after: Power | None = owner
        if visits.get(face) == home:
            after = home
        elif owner == home and not start_counts:
            after = None
        if after != owner:
            yield CentreTaken(province=face, power=after)


def publish_totals(*, only_winners: bool = False) -> PhaseRule:
    """Return the rule that publishes how many centres each power owns, or only each winner of the game.

    The totals published before for the other powers stay.
    """

    def rule(state: GameState, _sheet: Sheet) -> Report:
        whose = (state.winners or ()) if only_winners else state.powers
        if not whose:
            return Report()
        counts_by_power = {power: len(state.centres_of(power)) for power in whose}
        totals = {**state.extra.published_totals, **counts_by_power}
        return Report(changes=(TotalsPublished(totals=dict(sorted(totals.items()))),))

    return rule
