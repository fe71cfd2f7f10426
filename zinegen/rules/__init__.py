"""The engine: what becomes of orders, over any board and under any rule set's policies."""

from typing import TYPE_CHECKING

from zinegen.late_names import late_names

if TYPE_CHECKING:
    from zinegen.rules.coast_choice import CoastPolicy, Convention
    from zinegen.rules.compose import adjudicate, then
    from zinegen.rules.movement.convoys import find_routes
    from zinegen.rules.movement.rulebook import EDITIONS, MODERN_RULEBOOK, RULEBOOK_1971, Rulebook
    from zinegen.rules.options import COAST_CHOICE, VICTORY, rulebook
    from zinegen.rules.ownership import VisitNoted, Visits, more_than_half, occupy, victory
    from zinegen.rules.secrets import (
        list_known,
        list_mentioned_provinces,
        public_report,
        public_state,
    )
    from zinegen.rules.sinking import sink_provinces

__all__ = [
    "COAST_CHOICE",
    "EDITIONS",
    "MODERN_RULEBOOK",
    "RULEBOOK_1971",
    "VICTORY",
    "CoastPolicy",
    "Convention",
    "Rulebook",
    "VisitNoted",
    "Visits",
    "adjudicate",
    "find_routes",
    "list_known",
    "list_mentioned_provinces",
    "more_than_half",
    "occupy",
    "public_report",
    "public_state",
    "rulebook",
    "sink_provinces",
    "then",
    "victory",
]

_HOMES = {
    "coast_choice": "CoastPolicy Convention",
    "compose": "adjudicate then",
    "movement.convoys": "find_routes",
    "movement.rulebook": "EDITIONS MODERN_RULEBOOK RULEBOOK_1971 Rulebook",
    "options": "COAST_CHOICE VICTORY rulebook",
    "ownership": "VisitNoted Visits more_than_half occupy victory",
    "secrets": "list_known list_mentioned_provinces public_report public_state",
    "sinking": "sink_provinces",
}
"""The modules of this package that have what it offers."""

__getattr__ = late_names(__name__, _HOMES)
