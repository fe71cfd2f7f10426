"""Lines that nobody can have meant: read, told, and harmless."""

from __future__ import annotations

import pytest

from tests.rule_sets import rule_set
from zinegen.board import Power
from zinegen.errors import Where
from zinegen.notation import check_orders
from zinegen.play import start_state

HOSTILE = (
    "A Par - " + "(" * 985,
    "(" * 995,
    "[" * 990,
    "if " + "(" * 980,
    "if " + "not " * 240 + "I own Bel then waive",
    "if " + "(not " * 190 + "I own Bel then waive",
    "if " + "not (" * 190 + "I own Bel) then waive",
    "Par & " + "(" * 900 + " separate",
    "A Par S " * 120,
    "A Par - " + "Bur/" * 240,
    "A Par(" * 140,
)


@pytest.mark.parametrize("section", ["orders", "events", "retreats", "builds", "coasts"])
@pytest.mark.parametrize("name", ["standard", "seismic-acerunner"])
def test_a_line_that_nests_without_end_is_a_line_that_cannot_be_read(name: str, section: str):
    """One player's line must never stop a deadline."""
    state = start_state(rule_set(name))
    for line in HOSTILE:
        found = check_orders(
            line,
            power=Power("France"),
            state=state,
            variant=rule_set(name),
            section=section,
            where=Where(file="x", line=1, column=1),
        )
        assert found.findings, line[:20]
