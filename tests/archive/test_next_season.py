"""Which keys a new order file has: those that will be read, and no others."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator

import pytest

from tests.rule_sets import rule_set
from zinegen.archive.folder.next_season import deadline_phases, order_toml, takes_events
from zinegen.archive.starts import start_state
from zinegen.board.board import Power
from zinegen.game.orders import Sheet
from zinegen.game.state import PhaseKind
from zinegen.game.variant import Variant
from zinegen.game.verdicts import Reason
from zinegen.notation.reading.context import EVENTS
from zinegen.notation.reading.reader import read_orders
from zinegen.rules.compose import adjudicate
from zinegen.variants.standard import STANDARD

APART = {"event_with_moves": False}
ITALY = Power("Italy")
LINES = {"geophysical": "Erode Boh", "seismic": "Bul & Gre separate, Ser & AEG connect"}


def first_year(variant: Variant) -> Iterator[tuple[str, bool, bool]]:
    """Yield the deadlines of a year without orders: phases, whether files ask for events, and are heard.

    An event is heard where it is not called one of the wrong phase.
    """
    state = start_state(variant)
    while state.phase.year == 1901:
        phases = deadline_phases(variant, state)
        text = order_toml("demo", "1901-1-spring", ITALY, state, phases, variant=variant)
        heard = False
        for phase in phases:
            if state.phase != phase:
                continue  # nobody had to retreat
            line = LINES.get(variant.id.partition("-")[0], "Erode Boh")
            orders = read_orders(
                line, power=ITALY, state=state, variant=variant, section=EVENTS, kind=phase.kind
            ).orders
            heard |= phase.kind in {PhaseKind.MOVES, PhaseKind.EVENTS} and _is_heard(
                variant, state, Sheet(events={ITALY: orders})
            )
            state, _ = adjudicate(variant, state, Sheet())
        yield " ".join(str(phase) for phase in phases), EVENTS in tomllib.loads(text), heard


def _is_heard(variant, state, sheet) -> bool:
    _, report = adjudicate(variant, state, sheet)
    ruled = [one.verdict.reason for one in report.rulings if one.order in sheet.events[ITALY]]
    return bool(ruled) and Reason.WRONG_PHASE not in ruled


@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("geophysical-maiden", {}),
        ("geophysical-maiden", APART),
        ("geophysical-kinzett", {}),
        ("seismic-lavaurs", {}),
        ("seismic-lavaurs", APART),
        ("seismic-acerunner", {}),
    ],
    ids=["maiden", "maiden-apart", "kinzett", "lavaurs", "lavaurs-apart", "acerunner"],
)
def test_order_files_ask_for_events_exactly_where_they_are_heard(
    name: str, options: dict[str, bool]
) -> None:
    deadlines = list(first_year(rule_set(name).with_options(options)))
    assert any(asked for _, asked, _ in deadlines)
    assert [asked for _, asked, _ in deadlines] == [heard for _, _, heard in deadlines], deadlines


def test_the_events_of_the_first_season_go_with_its_moves_in_any_case() -> None:
    deadlines = list(first_year(rule_set("geophysical-maiden").with_options(APART)))
    assert [(phases.split()[0], asked) for phases, asked, _ in deadlines] == [
        ("S1901M", True),
        ("F1901E", True),
        ("F1901M", False),
    ]


def test_a_game_without_events_asks_for_none() -> None:
    state = start_state(STANDARD)
    assert not takes_events(deadline_phases(STANDARD, state), STANDARD)
