"""Positions and orders as recorded data writes them, for tests and benchmarks of the engine."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache

from zinegen.board import Board, Power
from zinegen.game import (
    Dislodged,
    GameState,
    OptionValue,
    Order,
    Phase,
    Report,
    Sheet,
    Unit,
    Variant,
)
from zinegen.geometry import ProvinceKey
from zinegen.notation import (
    find_place,
    names_for,
    read_orders,
    read_spot,
    read_unit,
    write_order,
    write_unit,
)
from zinegen.play import load_board
from zinegen.rules import adjudicate
from zinegen.variants.standard import STANDARD

Lines = Mapping[str, Sequence[str]]
"""Texts by power: units, orders, or centres."""


@cache
def standard_board() -> Board:
    """Return the standard board."""
    return load_board(STANDARD.overlays, STANDARD.joins)


def standard_state(
    phase: str,
    units: Lines,
    centres: Lines | None = None,
    dislodged: Mapping[str, Mapping[str, Sequence[str]]] | None = None,
    standoffs: Iterable[str] = (),
) -> GameState:
    """Return a position of the standard game.

    ``dislodged`` gives for every power its dislodged units and the places they may retreat to.
    """
    board = standard_board()
    names = names_for(board, STANDARD.start.powers)
    standing = [
        read_unit(text, board, Power(power)) for power, texts in units.items() for text in texts
    ]
    owners = {
        names.province(name): Power(power)
        for power, owned in (centres or {}).items()
        for name in owned
    }
    driven_out = {}
    for power, lost in (dislodged or {}).items():
        for text, retreats in lost.items():
            unit = read_unit(text, board, Power(power))
            places = (find_place(board, read_spot(to, names), unit.kind) for to in retreats)
            driven_out[unit.province] = Dislodged(
                unit=unit, by=None, retreats=tuple(sorted(places))
            )
    return GameState(
        phase=Phase.parse(phase),
        board=board,
        powers=tuple(sorted(STANDARD.start.powers)),
        units={unit.province: unit for unit in standing},
        dislodged=driven_out,
        standoffs=tuple(sorted(names.province(name) for name in standoffs)),
        owners=owners,
    )


def sheet_of(state: GameState, orders: Lines, variant: Variant = STANDARD) -> Sheet:
    """Return the sheet of orders written one a line."""
    return Sheet(
        orders={Power(power): read(state, power, lines, variant) for power, lines in orders.items()}
    )


def read(
    state: GameState, power: str, lines: Sequence[str], variant: Variant = STANDARD
) -> tuple[Order, ...]:
    """Return the orders of a power's lines; every line must be one order."""
    reading = read_orders("\n".join(lines), power=Power(power), state=state, variant=variant)
    assert len(reading.orders) == len(lines), (lines, reading)
    return reading.orders


def written(board: Board, units: Iterable[Unit]) -> dict[str, list[str]]:
    """Return units as sorted lines by power, in small letters."""
    found: dict[str, list[str]] = {}
    for unit in units:
        found.setdefault(unit.power, []).append(write_unit(unit, board).lower())
    return {power: sorted(lines) for power, lines in sorted(found.items())}


def face(name: str) -> ProvinceKey:
    """Return the key of a province by any of its names."""
    return names_for(standard_board()).province(name)


@dataclass(frozen=True)
class Played:
    """A phase that was judged."""

    before: GameState
    after: GameState
    report: Report

    @property
    def units(self) -> dict[str, list[str]]:
        """The units on the board afterwards, as lines in small letters by power."""
        return written(self.after.board, self.after.units.values())

    @property
    def dislodged(self) -> dict[str, list[str]]:
        """The dislodged units, as lines in small letters by power."""
        return written(self.after.board, (lost.unit for lost in self.after.dislodged.values()))

    @property
    def reasons(self) -> dict[str, str]:
        """The reason of every order given, by its text in canonical writing and small letters."""
        return {
            write_order(ruling.order, self.before.board).lower(): ruling.verdict.reason.key
            for ruling in self.report.rulings
            if ruling.given
        }

    def because(self, order: str) -> list[str]:
        """Return the orders to blame or to thank for what became of an order."""
        board = self.before.board
        for ruling in self.report.rulings:
            if write_order(ruling.order, board).lower() == order:
                return [write_order(other, board).lower() for other in ruling.verdict.because]
        raise AssertionError(f"nobody ordered {order}: {list(self.reasons)}")


def play(
    units: Lines,
    orders: Lines,
    phase: str = "S1901M",
    centres: Lines | None = None,
    **options: OptionValue,
) -> Played:
    """Judge one phase of the standard game with these options."""
    variant = STANDARD.with_options(options)
    before = standard_state(phase, units, centres)
    after, report = adjudicate(variant, before, sheet_of(before, orders, variant))
    return Played(before=before, after=after, report=report)
