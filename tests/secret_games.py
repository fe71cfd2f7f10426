"""Positions and games in which centres, owners and ranges are secret, for tests."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from dataclasses import replace

import pytest

from tests.sheets import candidates
from zinegen.board import Power
from zinegen.game import Change, GameState, Order, Phase, PhaseKind, Report, Sheet, Variant
from zinegen.notation import read_orders
from zinegen.play import SecretSetup, Setup, start_state
from zinegen.play.records import canonical, encode, encode_position
from zinegen.rules import adjudicate, public_report, public_state

pytest.importorskip("zinegen.variants.post_atomic")
from zinegen.variants.post_atomic.movement import PASSAGE_WITHOUT_RANGES
from zinegen.variants.post_atomic.placement import legal_borders
from zinegen.variants.post_atomic.rule_set import POST_ATOMIC, REGULAR_UNITS

CHANGES = tuple[Change, ...]

DRAW = {
    "Austria": "Boh Tri Vie",
    "England": "Cly Lon Yor",
    "France": "Bur Mar Par",
    "Germany": "Kie Pru Sil",
    "Italy": "Nap Rom Tus",
    "Russia": "Arc Mos Ukr War",
    "Turkey": "Ank Con Cyp",
    "neutral": "Alb Bel Bul Den Gre Hol Ice Nwy Ser Spa Swi Tun",
}


OTHER_DRAW = {
    "Austria": "Bud Gal Tyr",
    "England": "Edi Lvp Wal",
    "France": "Bre Gas Pic",
    "Germany": "Ber Mun Ruh",
    "Italy": "Apu Pie Ven",
    "Russia": "Fin Lvn Sev StP",
    "Turkey": "Arm Smy Syr",
    "neutral": "Blr Cre Got NAf Por Rum Swe Bel Bul Den Gre Hol",
}


GERMANY, RUSSIA = Power("Germany"), Power("Russia")


def position(
    phase: str,
    units: Mapping[str, list[str]] | None = None,
    centres: Mapping[str, list[str]] | None = None,
    ranges: tuple[str, ...] = (),
    *,
    draw: Mapping[str, str] = DRAW,
    variant: Variant = POST_ATOMIC,
) -> GameState:
    """Return a position with a draw and ranges."""
    setup = Setup(
        phase=Phase.parse(phase),
        units=None if units is None else {Power(power): u for power, u in units.items()},
        centres=None if centres is None else {Power(power): c for power, c in centres.items()},
        secret=SecretSetup(
            centres={Power(country): names.split() for country, names in draw.items()},
            ranges=ranges,
        ),
    )
    return start_state(variant, setup)


def judged(
    state: GameState, orders: Mapping[str, str], variant: Variant = POST_ATOMIC
) -> tuple[GameState, Report]:
    """Judge a phase; every throw it needs gives the first candidate."""
    read = {
        Power(power): read_orders(text, power=Power(power), state=state, variant=variant).orders
        for power, text in orders.items()
    }
    return thrown(state, Sheet(orders=read), variant)


def thrown(
    state: GameState, sheet: Sheet, variant: Variant, dice: random.Random | None = None
) -> tuple[GameState, Report]:
    while True:
        after, report = adjudicate(variant, state, sheet)
        if report.needs is None:
            return after, report
        assert report.needs.secret
        assert report.needs.label not in sheet.throws
        result = dice.randint(1, len(report.needs.candidates)) if dice else 1
        sheet = replace(sheet, throws={**sheet.throws, report.needs.label: result})


def published(before: GameState, report: Report, after: GameState) -> bytes:
    """Return everything that is published of a phase, as records write it."""
    shown, state = public_report(report, before), public_state(after)
    start = public_state(start_state(POST_ATOMIC))
    return canonical(
        {
            "rulings": [repr(ruling) for ruling in shown.rulings],
            "changes": encode(shown.changes, CHANGES),
            **({"notices": repr(shown.notices)} if shown.notices else {}),
            "after": encode_position(state, start),
        }
    )


def moves(state: GameState, dice: random.Random) -> Sheet:
    """Return orders that are possible for most units as far as everybody can see."""
    orders: dict[Power, list[Order]] = {}
    for at, choices in candidates(state, PASSAGE_WITHOUT_RANGES).items():
        if dice.random() < 0.95:
            orders.setdefault(state.units[at].power, []).append(dice.choice(choices))
    return Sheet(orders={power: tuple(lines) for power, lines in orders.items()})


def placed(state: GameState, dice: random.Random) -> Mapping[Power, str]:
    """Return plausible orders for the placement."""
    found = {}
    for power in state.powers:
        borders = dice.sample(legal_borders(state.board, power), 2)
        lines = [f"mountain {one}/{other}" for one, other in borders]
        if dice.random() < 0.5:
            start = next(unit for owner, unit in REGULAR_UNITS if owner == power)[2:]
            lines[1] = f"if centre {start} then {lines[1]} else {lines[0]}"
        found[power] = "\n".join(lines)
    return found


def winter(state: GameState, dice: random.Random) -> Mapping[Power, str]:
    """Return plausible builds, mutant forces among them, and removals."""
    found = {}
    for power in state.powers:
        homes = [f for f in state.centres_of(power) if state.board[f].home == power]
        own = [unit.province for unit in state.units_of(power)]
        lines = [f"build {dice.choice(('A', 'M', 'F'))} {face}" for face in homes]
        for face in own:
            beside = [other for other in own if other in state.board.mesh.adjacent(face)]
            if beside and face in homes:
                lines.insert(0, f"build M {face}: destroy {face}, {dice.choice(beside)}")
            elif dice.random() < 0.3:
                lines.append(f"build M {face}: destroy {face}")
        lines += [f"remove {face}" for face in dice.sample(own, len(own) // 3)]
        found[power] = "\n".join(lines)
    return found


def game(seed: int, phases: int = 22) -> Iterator[tuple[GameState, Sheet, Report, GameState]]:
    """Yield the phases of a game of random orders: six seasons of moves and more."""
    dice = random.Random(seed)
    state = start_state(POST_ATOMIC)
    for _ in range(phases):
        match state.phase.kind:
            case PhaseKind.MOVES:
                sheet = moves(state, dice)
            case PhaseKind.PLACEMENT:
                sheet = read(state, placed(state, dice))
            case PhaseKind.ADJUSTMENTS:
                sheet = read(state, winter(state, dice))
            case _:
                sheet = Sheet()
        after, report = thrown(state, sheet, POST_ATOMIC, random.Random(seed))
        yield state, sheet, report, after
        if after.winners is not None:
            return
        state = after


def read(state: GameState, texts: Mapping[Power, str]) -> Sheet:
    return Sheet(
        orders={
            power: read_orders(text, power=power, state=state, variant=POST_ATOMIC).orders
            for power, text in texts.items()
        }
    )
