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


def stood_at_home(year: int, *, start_counts: bool) -> PhaseRule:
    """Return the rule that notes, as a season of the first year begins, who stands in its own country.

    That is the start in spring, when it counts, and the end of spring in autumn. Where units stand is
    public, so the note is too: of every province, centre or not.
    """

    def rule(state: GameState, _sheet: Sheet) -> Report:
        counts = start_counts or state.phase.season is not Season.SPRING
        if state.phase.year != year or not counts:
            return Report()
        return note_visits(state, lambda unit: state.board[unit.province].home == unit.power)

    return rule


def first_ownership(year: int, *, start_counts: bool) -> PhaseRule:
    """Return the rule of ownership after an autumn: by occupation, in the first year by visits too."""

    def rule(state: GameState, sheet: Sheet) -> Report:
        report = occupy(state, sheet)
        if state.phase.year != year:
            return report
        credited = tuple(_credited(state, start_counts=start_counts))
        changes = sorted((*report.changes, *credited), key=_province)
        return Report(changes=tuple(changes))

    return rule


def _province(change: Change) -> Face | str:
    return change.province if isinstance(change, CentreTaken) else ""


def _credited(state: GameState, *, start_counts: bool) -> Iterator[CentreTaken]:
    """Yield vacant home centres that go to their own country, or from it where it never stood."""
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


def totals_published(*, only_winners: bool = False) -> PhaseRule:
    """Return the rule that publishes the total of every power, or only those of the winners of the game.

    What was published of the others before stands.
    """

    def rule(state: GameState, _sheet: Sheet) -> Report:
        whose = (state.winners or ()) if only_winners else state.powers
        if not whose:
            return Report()
        counted = {power: len(state.centres_of(power)) for power in whose}
        totals = {**state.extra.published_totals, **counted}
        return Report(changes=(TotalsPublished(totals=dict(sorted(totals.items()))),))

    return rule
