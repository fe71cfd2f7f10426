"""The engine: what becomes of orders, over any board and under any rule set's policies."""

from zinegen.late_names import late_names

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
