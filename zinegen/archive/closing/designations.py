"""The time that a rule set leaves to say where fleets go once it is seen what became of the ground.

It runs from the moment at which the deadline was closed. What players say is written down as ``place``
rulings; when the time is over, `zinegen close` notes it in ``close.toml`` and the rules decide. A season that
the GM made ready by hand has no clock, and does not wait. Source: docs/rules/seismic-acerunner.md,
"2. Phases of a year".
"""

from __future__ import annotations

from datetime import timedelta

from zinegen.archive.closing.count import waiting_finding
from zinegen.archive.folder.games import Game, Season
from zinegen.archive.folder.rulings_file import Deed
from zinegen.archive.records.records import Waiting
from zinegen.game.orders import Sheet
from zinegen.game.report import Report
from zinegen.game.state import GameState
from zinegen.game.variant import Variant
from zinegen.notation.grammar.writer import write_unit

HOURS = "designation_hours"
"""The option of a rule set that leaves such a time."""


def designation_hours(variant: Variant) -> int:
    """Return how many hours a game leaves; 0 in rule sets that know no such time."""
    if HOURS not in {option.name for option in variant.options}:
        return 0
    return max(0, int(str(variant.option(HOURS))))


def await_designations(
    game: Game, season: Season, state: GameState, sheet: Sheet, report: Report
) -> Waiting | None:
    """Return that a season must wait until it is said where fleets go; None when it need not."""
    hours, closing = designation_hours(game.settings.variant), season.closing
    if not hours or closing is None or closing.designated is not None:
        return None
    passed_over = sheet.disorder | {
        one.about for one in season.decisions if one.deed is Deed.PROCEED
    }
    asked = [unit for unit in report.undesignated if unit.power not in passed_over]
    if not asked:
        return None
    until = closing.closed + timedelta(hours=hours)
    reasons = tuple(
        waiting_finding(
            f"{season.shown}/rulings.toml",
            f"{unit.power} may say until {until} where {write_unit(unit, state.board)} goes",
            'write a ruling with do = "place", unit and coast; after that time `zinegen close` goes on',
        )
        for unit in asked
    )
    return Waiting(season=season.slug, reasons=reasons, until=until)
