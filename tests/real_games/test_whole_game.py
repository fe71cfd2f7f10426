"""A whole game that real people played, replayed phase by phase from the start without looking back.

The server removes dislodged units without a retreat at once and plays no retreat phase when no unit is
left that could; here such a phase is played with an empty sheet.
"""

from __future__ import annotations

import json
from pathlib import Path

from tests.blame import faults
from tests.positions import face, sheet_of, standard_board, standard_state, written
from zinegen.board import Power
from zinegen.game import GameState, PhaseKind, Sheet
from zinegen.notation import read_unit
from zinegen.rules import adjudicate
from zinegen.variants.standard import STANDARD

GAME = Path(__file__).parent.parent / "data" / "real_game.jsonl"


def canonical(units: dict[str, list[str]]) -> dict[str, list[str]]:
    """Return recorded units as this project writes them."""
    board = standard_board()
    return written(
        board,
        (read_unit(text, board, Power(power)) for power, texts in units.items() for text in texts),
    )


def owned(state: GameState) -> dict[str, list[str]]:
    """Return the owned centres by power."""
    centres = {power: sorted(state.centres_of(power)) for power in state.powers}
    return {power: faces for power, faces in centres.items() if faces}


def test_a_real_game_comes_out_as_recorded_down_to_its_winner() -> None:
    lines = GAME.read_text(encoding="utf-8").splitlines()
    records = [json.loads(line) for line in lines]
    assert len(records) == 46
    first = records[0]["before"]
    state = standard_state("S1901M", first["units"], first["centers"])
    assert records[-1]["after"] is None, "the server ended the game here"
    for record in records[:-1]:
        assert state.winners is None
        name = record["phase"]
        wanted = f"W{name[1:]}" if name.endswith("A") else name
        assert str(state.phase) == wanted
        state, report = adjudicate(STANDARD, state, sheet_of(state, record["orders"]))
        assert not faults(report), name
        if state.phase.kind is PhaseKind.RETREATS and not any(
            lost.retreats for lost in state.dislodged.values()
        ):
            state, _ = adjudicate(STANDARD, state, Sheet())
        recorded = record["after"]
        board = standard_board()
        assert written(board, state.units.values()) == canonical(recorded["units"]), name
        could = (lost.unit for lost in state.dislodged.values() if lost.retreats)
        assert written(board, could) == canonical(recorded["dislodged"]), name
        assert owned(state) == {
            power: sorted(map(face, names)) for power, names in recorded["centers"].items() if names
        }, name
    assert state.winners == ("Turkey",)
