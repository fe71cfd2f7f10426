"""The notation of orders: reading, checking and writing order lines, and findings on what is wrong."""

from typing import TYPE_CHECKING

from zinegen.late_names import late_names

if TYPE_CHECKING:
    from zinegen.notation.conditions import (
        Condition,
        Conditional,
        Owns,
        Played,
        SeasonFacts,
        adjustments_due,
    )
    from zinegen.notation.findings import (
        Code,
        Finding,
        Level,
        as_github,
        as_json,
        as_markdown,
        as_text,
    )
    from zinegen.notation.grammar.names import names_for
    from zinegen.notation.grammar.writer import (
        Canonical,
        name_for,
        write_order,
        write_place,
        write_unit,
    )
    from zinegen.notation.order_checks import check_coast_choices, check_orders
    from zinegen.notation.reading.context import (
        BUILDS,
        COASTS,
        EVENTS,
        ORDERS,
        SECTIONS,
        LineContext,
    )
    from zinegen.notation.reading.forms import OrderForm, all_forms, of_kind
    from zinegen.notation.reading.reader import (
        Reading,
        find_place,
        read_conditions,
        read_orders,
        read_spot,
        read_unit,
    )

__all__ = [
    "BUILDS",
    "COASTS",
    "EVENTS",
    "ORDERS",
    "SECTIONS",
    "Canonical",
    "Code",
    "Condition",
    "Conditional",
    "Finding",
    "Level",
    "LineContext",
    "OrderForm",
    "Owns",
    "Played",
    "Reading",
    "SeasonFacts",
    "adjustments_due",
    "all_forms",
    "as_github",
    "as_json",
    "as_markdown",
    "as_text",
    "check_coast_choices",
    "check_orders",
    "find_place",
    "name_for",
    "names_for",
    "of_kind",
    "read_conditions",
    "read_orders",
    "read_spot",
    "read_unit",
    "write_order",
    "write_place",
    "write_unit",
]

_HOMES = {
    "conditions": "Condition Conditional Owns Played SeasonFacts adjustments_due",
    "findings": "Code Finding Level as_github as_json as_markdown as_text",
    "grammar.names": "names_for",
    "grammar.writer": "Canonical name_for write_order write_place write_unit",
    "order_checks": "check_coast_choices check_orders",
    "reading.context": "BUILDS COASTS EVENTS LineContext ORDERS SECTIONS",
    "reading.forms": "OrderForm all_forms of_kind",
    "reading.reader": "Reading find_place read_conditions read_orders read_spot read_unit",
}
"""The modules of this package that have what it offers."""

__getattr__ = late_names(__name__, _HOMES)
