"""Movement phases that real people played, chosen because they are hard: paradoxes, rotations, convoys.

Facts of games on a public server (zond/godip-history). The server removes dislodged units without a
retreat at once; here they wait, with nowhere to go, for the retreat phase.
"""

from __future__ import annotations

import json
import lzma
from functools import cache
from pathlib import Path
from typing import TypedDict

import pytest

from tests.blame import faults
from tests.positions import sheet_of, standard_board, standard_state, written
from zinegen.board import Power
from zinegen.notation import read_unit
from zinegen.rules import adjudicate
from zinegen.variants.standard import STANDARD

PHASES = Path(__file__).parent.parent / "data" / "realgames_hard.jsonl.xz"


class Position(TypedDict):
    """A position of the record."""

    phase: str
    units: dict[str, list[str]]
    dislodged: dict[str, list[str]]
    centers: dict[str, list[str]]


class Record(TypedDict):
    """One recorded phase."""

    game: int
    phase: str
    before: Position
    orders: dict[str, list[str]]
    after: Position


@cache
def records() -> tuple[Record, ...]:
    """Return all recorded phases."""
    with lzma.open(PHASES, "rt", encoding="utf-8") as lines:
        return tuple(json.loads(line) for line in lines)


def canonical(units: dict[str, list[str]]) -> dict[str, list[str]]:
    """Return recorded units as this project writes them."""
    board = standard_board()
    return written(
        board,
        (read_unit(text, board, Power(power)) for power, texts in units.items() for text in texts),
    )


def test_all_phases_are_here() -> None:
    assert len(records()) == 355


@pytest.mark.parametrize("batch", range(5))
def test_a_recorded_phase_comes_out_as_recorded(batch: int) -> None:
    board = standard_board()
    for record in records()[batch::5]:
        about = f"game {record['game']} {record['phase']}"
        before, recorded = record["before"], record["after"]
        state = standard_state(record["phase"], before["units"], before["centers"])
        after, report = adjudicate(STANDARD, state, sheet_of(state, record["orders"]))
        assert written(board, after.units.values()) == canonical(recorded["units"]), about
        may_retreat = (lost.unit for lost in after.dislodged.values() if lost.retreats)
        assert written(board, may_retreat) == canonical(recorded["dislodged"]), about
        assert not faults(report), about
