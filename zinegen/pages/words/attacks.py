"""Who goes for what in a movement phase: attacks and their helpers, quarrels, sieges and standoffs.

Read off the orders that were not void, and what was ruled of them.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import takewhile

from zinegen.board.board import Power
from zinegen.derived import derive_once
from zinegen.game.order_signs import Arrow
from zinegen.game.orders import Order, SupportMove, UnitOrder
from zinegen.game.state import GameState
from zinegen.game.units import Unit
from zinegen.game.verdicts import OrderResult, Reason, Word
from zinegen.geometry.mesh import ProvinceKey
from zinegen.play.records.records import PhaseRecord


@dataclass(frozen=True, slots=True, kw_only=True)
class Attack:
    """A unit that was ordered to go somewhere, and could have gone."""

    unit: Unit
    """Where it stood before."""
    to: ProvinceKey
    ruling: OrderResult
    helpers: tuple[Power, ...]
    """Whose uncut supports it had, one for each of them."""

    @property
    def power(self) -> Power:
        """Whose it is."""
        return self.unit.power

    @property
    def has_arrived(self) -> bool:
        """Tell whether it went there."""
        return self.ruling.verdict.word is Word.SUCCEEDS


@derive_once
def list_attacks(phase: PhaseRecord) -> tuple[Attack, ...]:
    """Return every unit that was ordered to go to a place, and could have: void orders are none."""
    supports = [
        one.order
        for one in phase.report.rulings
        if isinstance(one.order, SupportMove) and one.verdict.word is Word.SUCCEEDS
    ]
    found = []
    for ruling in phase.report.rulings:
        sign, unit = ruling.order.sign, find_unit(ruling.order, phase.before)
        if unit is None or ruling.verdict.word is Word.VOID:
            continue
        if isinstance(sign, Arrow) and sign.is_move:
            helpers = tuple(
                one.power
                for one in supports
                if (one.of.at.province, one.to.province) == (unit.province, sign.to)
            )
            found.append(Attack(unit=unit, to=sign.to, ruling=ruling, helpers=helpers))
    return tuple(found)


def find_unit(order: Order, before: GameState) -> Unit | None:
    """Return the unit on the board to which an order is given; None for orders to none."""
    return before.units.get(order.unit.at.province) if isinstance(order, UnitOrder) else None


def find_defender(phase: PhaseRecord, attacks: Sequence[Attack], place: ProvinceKey) -> Unit | None:
    """Return the unit in a province that did not leave it by itself; None where there is none."""
    has_left = any(one.unit.province == place and one.has_arrived for one in attacks)
    return None if has_left else phase.before.units.get(place)


def list_hostile(
    phase: PhaseRecord, attacks: Sequence[Attack], place: ProvinceKey
) -> tuple[Attack, ...]:
    """Return the attacks of other powers on the unit in a province that did not leave it."""
    unit = find_defender(phase, attacks, place)
    if unit is None:
        return ()
    return tuple(one for one in attacks if one.to == place and one.power != unit.power)


def count_siege(power: Power, place: ProvinceKey, past: Sequence[PhaseRecord]) -> int:
    """Return in how many movement phases in a row, up to the last, a power held a place against attacks."""

    def is_attacked(phase: PhaseRecord) -> bool:
        unit = phase.before.units.get(place)
        stays = phase.after.units.get(place)
        held = unit is not None and stays is not None and unit.power == stays.power == power
        return held and bool(list_hostile(phase, list_attacks(phase), place))

    return sum(1 for _ in takewhile(is_attacked, reversed(past)))


def list_standoffs(
    phase: PhaseRecord, attacks: Sequence[Attack]
) -> dict[ProvinceKey, tuple[Power, ...]]:
    """Return the empty provinces for which several powers went in vain, each with these."""
    found: dict[ProvinceKey, tuple[Power, ...]] = {}
    for place in sorted({one.to for one in attacks}):
        rivals = [one for one in attacks if one.to == place]
        powers = {one.power for one in rivals if one.ruling.verdict.reason is Reason.BOUNCED_BY}
        is_empty = place not in phase.before.units and place not in phase.after.units
        if is_empty and len(powers) > 1 and not any(one.has_arrived for one in rivals):
            found[place] = tuple(sorted(powers))
    return found
