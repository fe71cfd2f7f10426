"""What powers find out, and that they find out nothing else."""

from __future__ import annotations

import pytest

from tests.secret_games import game
from zinegen.board import Power
from zinegen.game import PhaseKind
from zinegen.geometry import ProvinceKey
from zinegen.variants.post_atomic.knowledge import Fact, FactKind, Knowledge, facts_seen_from


@pytest.mark.parametrize("seed", range(4))
def test_powers_know_what_is_true_and_what_their_units_have_stood_on(seed: int) -> None:
    stood: dict[Power, set[ProvinceKey]] = {}
    own_ranges: dict[Power, set[tuple[ProvinceKey, ...]]] = {}
    for before, sheet, report, after in game(seed):
        knowledge = Knowledge.of(after.extra)
        for unit in (*before.units.values(), *after.units.values()):
            stood.setdefault(unit.power, set()).add(unit.province)
        if before.phase.kind is PhaseKind.PLACEMENT:
            assert sheet.orders
            own_ranges = {p: _ranges(known) for p, known in knowledge.known.items()}
        for power, known in knowledge.known.items():
            seen = {*facts_seen_from(after.board, stood[power])}
            for fact in known:
                match fact.kind:
                    case FactKind.DOUBLE:
                        assert after.board.ranges[fact.provinces] == 2  # type: ignore[index]
                    case FactKind.RANGE:
                        assert fact in seen or fact.provinces in own_ranges[power]
                    case _:
                        assert fact in seen
        for power, lines in report.notices.items():
            assert len(lines) == len(set(lines)), (power, lines)
        if not after.dislodged:
            assert not knowledge.untold
            for power in after.powers:
                here = {unit.province for unit in after.units_of(power)}
                assert {*facts_seen_from(after.board, here)} <= {*knowledge.known.get(power, ())}


def _ranges(known: tuple[Fact, ...]) -> set[tuple[ProvinceKey, ...]]:
    return {fact.provinces for fact in known if fact.kind is FactKind.RANGE}
