"""The notation of orders: reading, checking and writing order lines, and findings on what is wrong."""

from zinegen.late_names import late_names

_HOMES = {
    "conditions": "Condition Conditional Owns Played SeasonFacts adjustments_due",
    "findings": "Code Finding Level as_text",
    "grammar.names": "names_for",
    "grammar.writer": "Canonical name_for write_order write_place write_unit",
    "order_checks": "check_coast_choices check_orders",
    "reading.context": "BUILDS COASTS EVENTS LineContext ORDERS SECTIONS",
    "reading.forms": "OrderForm all_forms of_kind",
    "reading.reader": "Reading find_place read_conditions read_orders read_spot read_unit",
}
"""The modules of this package that have what it offers."""

__getattr__ = late_names(__name__, _HOMES)
