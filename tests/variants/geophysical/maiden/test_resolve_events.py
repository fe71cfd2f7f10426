"""Which stabilisations count, and how strongly they hold."""

from zinegen.board import Power
from zinegen.game import Reason
from zinegen.geometry import ProvinceKey
from zinegen.play import load_board
from zinegen.variants.geophysical.common.orders import Stabilisation
from zinegen.variants.geophysical.maiden.resolve_events import (
    UNDEFENDED,
    group_by_target,
    judge_stabilisations,
)
from zinegen.variants.geophysical.maiden.transformations import why_no_ground

BOARD = load_board(())


def stabilise(power: str, *ground: str, times: int = 1) -> Stabilisation:
    return Stabilisation(power=Power(power), ground=tuple(map(ProvinceKey, ground)), times=times)


def test_lines_count_as_written_until_the_number_is_used_up():
    lines = [
        stabilise("Russia", "Mos", times=2),
        stabilise("Russia", "War", times=2),
        stabilise("Russia", "Sev"),
    ]
    found = judge_stabilisations(BOARD, lines, 3)
    assert [times for _, times, _ in found] == [2, 1, 0]
    assert [verdict.reason for _, _, verdict in found] == [
        Reason.STABILISATION_COUNTED,
        Reason.COUNTED_IN_PART,
        Reason.NONE_LEFT,
    ]


def test_what_holds_nothing_uses_up_nothing():
    lines = [
        stabilise("Russia", "Out"),
        stabilise("Russia", "Mos", "Bur"),
        stabilise("Russia", "Mos"),
    ]
    found = judge_stabilisations(BOARD, lines, 1)
    assert [verdict.reason for _, _, verdict in found] == [
        Reason.OFF_THE_BOARD,
        Reason.NO_SUCH_BORDER,
        Reason.STABILISATION_COUNTED,
    ]
    assert why_no_ground(BOARD, (ProvinceKey("Mun"), ProvinceKey("Bur"))) is None


def test_powers_add_up_or_the_one_that_does_most_counts():
    lines = [
        *judge_stabilisations(
            BOARD, [stabilise("Russia", "Mun", "Bur"), stabilise("Russia", "Bur", "Mun")], 4
        ),
        *judge_stabilisations(BOARD, [stabilise("Turkey", "Mun", "Bur")], 3),
        *judge_stabilisations(BOARD, [stabilise("Turkey", "Mun")], 3),
    ]
    by = group_by_target(lines)
    border = by[ProvinceKey("Bur"), ProvinceKey("Mun")]
    assert (border.strength(add=True), border.strength(add=False)) == (3, 2)
    assert len(border.orders) == 3
    assert by[(ProvinceKey("Mun"),)].strength(add=True) == 1
    assert UNDEFENDED.strength(add=False) == 0
