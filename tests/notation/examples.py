"""A position of the standard game and ways to read, for the tests of notation."""

from collections.abc import Sequence

from tests.positions import standard_state
from zinegen.board import Power
from zinegen.errors import Where
from zinegen.game import GameState, Order, PhaseKind, Variant
from zinegen.notation import Reading, check_orders, read_orders, write_order
from zinegen.variants.standard import STANDARD

FILE = "orders/england.toml"

START = standard_state(
    "S1901M",
    {
        "Austria": ["A Vie", "A Bud", "F Tri"],
        "England": ["F Lon", "F Edi", "A Lvp"],
        "France": ["A Par", "A Mar", "F Bre"],
        "Germany": ["A Ber", "A Mun", "F Kie"],
        "Italy": ["A Ven", "A Rom", "F Nap"],
        "Russia": ["A Mos", "A War", "F Sev", "F StP/sc"],
        "Turkey": ["A Con", "A Smy", "F Ank"],
    },
    {
        "Austria": ["Vie", "Bud", "Tri"],
        "England": ["Lon", "Edi", "Lvp"],
        "France": ["Par", "Mar", "Bre"],
        "Germany": ["Ber", "Mun", "Kie"],
        "Italy": ["Ven", "Rom", "Nap"],
        "Russia": ["Mos", "War", "Sev", "StP"],
        "Turkey": ["Con", "Smy", "Ank"],
    },
)
"""The position in spring 1901."""


def read(
    text: str,
    power: str = "England",
    *,
    state: GameState = START,
    section: str = "orders",
    kind: PhaseKind | None = None,
    variant: Variant = STANDARD,
) -> Reading:
    """Read a text as a file's lines from line 5 on."""
    return read_orders(
        text,
        power=Power(power),
        state=state,
        variant=variant,
        section=section,
        where=Where(file=FILE, line=5, column=1),
        kind=kind,
    )


def check(
    text: str,
    power: str = "England",
    *,
    state: GameState = START,
    section: str = "orders",
    kind: PhaseKind | None = None,
    variant: Variant = STANDARD,
) -> Reading:
    """Read a text and judge it on the board."""
    return check_orders(
        text,
        power=Power(power),
        state=state,
        variant=variant,
        section=section,
        where=Where(file=FILE, line=5, column=1),
        kind=kind,
    )


def canonical(orders: Sequence[Order], state: GameState = START) -> list[str]:
    """Return orders in canonical writing."""
    return [write_order(order, state.board) for order in orders]
