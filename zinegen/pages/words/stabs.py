"""Who helped whom, who quarrelled with whom, and who turns on a power that was helped."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from zinegen.board.board import Power
from zinegen.derived import derive_once
from zinegen.game.orders import Convoy, Order, SupportHold, SupportMove
from zinegen.game.state import GameState, PhaseKind
from zinegen.game.units import Unit
from zinegen.game.verdicts import OrderResult, Word
from zinegen.pages.words.attacks import Attack, find_defender, list_attacks
from zinegen.play.records.records import PhaseRecord

HELP_LASTS = 2
"""In so many movement phases before an attack a help is not yet forgotten: a year."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Stab:
    """An attack on a power that the attacker had helped within the last year, without a quarrel since.

    It goes for a unit that stays where it is. Help is an order to support or convoy a unit of the other
    power, or to support what that orders about the map, and was not void. A quarrel is an attack of either on
    a province held by the other, or both going for one place.
    """

    attack: Attack
    on: Unit
    help: Order
    when: PhaseRecord
    """The phase in which the help was given."""


@derive_once
def have_quarrelled(phase: PhaseRecord, one: Power, other: Power) -> bool:
    """Tell whether two powers attacked each other in a movement phase, or both went for one place."""
    attacks = list_attacks(phase)
    pair = {one, other}
    for attack in attacks:
        if attack.power in pair:
            unit = find_defender(phase, attacks, attack.to)
            (against,) = pair - {attack.power}
            if unit is not None and unit.power == against:
                return True
            if any(rival.power == against and rival.to == attack.to for rival in attacks):
                return True
    return False


def find_stabs(
    phase: PhaseRecord, attacks: Sequence[Attack], past: Sequence[PhaseRecord]
) -> Iterator[Stab]:
    """Yield the stabs of a movement phase; ``past`` are all phases before it, oldest first."""
    told = set()
    for attack in sorted(attacks, key=lambda one: not one.has_arrived):
        unit = find_defender(phase, attacks, attack.to)
        if unit is None or unit.power == attack.power or (attack.power, unit.power) in told:
            continue
        for order, when in _find_help(attack.power, unit.power, past):
            told.add((attack.power, unit.power))
            yield Stab(attack=attack, on=unit, help=order, when=when)


def _find_help(
    power: Power, other: Power, past: Sequence[PhaseRecord]
) -> Iterator[tuple[Order, PhaseRecord]]:
    """Yield the last help that one power gave another within a year, if the two have not quarrelled since."""
    moves = 0
    for phase in reversed(past):
        moves += phase.phase.kind is PhaseKind.MOVES
        if moves > HELP_LASTS or have_quarrelled(phase, power, other):
            return
        for ruling in phase.report.rulings:
            if ruling.order.power == power and _find_helped(ruling, phase.before) == other:
                yield ruling.order, phase
                return


def _find_helped(ruling: OrderResult, before: GameState) -> Power | None:
    """Return whose unit an order was to help, or whose event; None where it was void, or helped nobody."""
    order, verdict = ruling.order, ruling.verdict
    if verdict.word is Word.VOID:
        return None
    if order.only_supports:
        return verdict.because[0].power if verdict.because else None
    match order:
        case SupportHold(of=of) | SupportMove(of=of) | Convoy(army=of):
            unit = before.units.get(of.at.province)
            return unit.power if unit is not None else None
        case _:
            return None
