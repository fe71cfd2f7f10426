"""Phases of events as texts, for tests of the rule sets whose borders move."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from zinegen.board import Power
from zinegen.board.coasts import coasts
from zinegen.game import (
    CoastChoice,
    GameState,
    OptionValue,
    Order,
    Phase,
    PhaseKind,
    Reason,
    Report,
    Sheet,
    Variant,
)
from zinegen.game.apply import apply
from zinegen.geometry import ProvinceKey
from zinegen.notation import read_orders
from zinegen.play import Setup, apply_event_lines, start_board, start_state

Texts = Mapping[str, str]


@dataclass(frozen=True, slots=True, kw_only=True)
class JudgedEvents:
    """One phase of events that was judged."""

    before: GameState
    sheet: Sheet
    report: Report
    after: GameState

    def coasts(self, face: str) -> list[set[ProvinceKey]]:
        """Return the coasts of a province afterwards, as sets of waters in a fixed order."""
        here = coasts(self.after.board, ProvinceKey(face))
        return sorted(({*coast.waters} for coast in here), key=sorted)

    def waterways(self) -> set[str]:
        """Return the straits and canals afterwards, as scenario files write them."""
        board = self.after.board
        found = {"strait " + "/".join(sorted(board.mesh.sides(b))) for b in board.straits}
        for canal in board.canals:
            ends = sorted(
                board.mesh.across(board.mesh.dart_in(b, canal.province)) for b in canal.terminals
            )
            found.add(f"canal {canal.province}: {' '.join(ends)}")
        return found

    def reasons(self, power: str) -> list[Reason]:
        """Return the reason of the verdict on each line of a power."""
        return [r.verdict.reason for r in self.report.rulings if r.order.power == power]


def read(text: str, power: Power, state: GameState, variant: Variant, section: str):
    return read_orders(text, power=power, state=state, variant=variant, section=section).orders


def position(
    variant: Variant,
    events: Sequence[str] = (),
    units: Mapping[str, Sequence[str]] | None = None,
    phase: str = "S1901E",
) -> GameState:
    """Return a position after some unopposed events."""
    board = apply_event_lines(variant, start_board(variant), events)
    return start_state(variant, Setup(units=units or {}, phase=Phase.parse(phase)), board=board)


def judge_events(
    variant: Variant,
    state: GameState,
    events: Texts,
    choices: Texts | None = None,
    throws: Mapping[str, int] | None = None,
) -> JudgedEvents:
    """Judge a phase of events; raises nothing and throws nothing: a needed throw is in the report."""
    given: dict[Power, tuple[Order, ...]] = {
        Power(power): read(text, Power(power), state, variant, "events")
        for power, text in sorted(events.items())
    }
    coast_choices = {
        Power(power): tuple(
            order
            for order in read(text, Power(power), state, variant, "coasts")
            if isinstance(order, CoastChoice)
        )
        for power, text in sorted((choices or {}).items())
    }
    sheet = Sheet(events=given, coasts=coast_choices, throws=throws or {})
    report = variant.rules[PhaseKind.EVENTS](state, sheet)
    return JudgedEvents(
        before=state, sheet=sheet, report=report, after=apply(state, report.changes)
    )


def with_options(variant: Variant, **chosen: OptionValue) -> Variant:
    return replace(variant, chosen=variant.with_options(chosen).chosen)
