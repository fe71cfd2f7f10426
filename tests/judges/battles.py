"""Strengths of a movement season under an assumption of who gets through, as the rules page words them.

A judge tries all assumptions and keeps those that come true. Source: docs/rules/common.md,
"6.1 The rulebook of 1971", "6.2 Strength and void moves".
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import product


@dataclass(frozen=True, slots=True, kw_only=True)
class Attack:
    """A unit, or the army aboard it, that goes somewhere."""

    unit: str
    """The province in which the unit stands."""
    power: str
    source: str
    """The province from which it comes: with a landing after a voyage another than ``unit``."""
    target: str
    over_sea: bool = False
    """It meets nobody on the way."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Support:
    """A support that matches what was ordered."""

    unit: str
    power: str
    of: Attack | str
    """An attack, or the province of a unit that holds."""


def spare_none(attack: Attack, support: Support) -> bool:
    """Tell that an attack cuts a support: so it does everywhere but in the paradoxes of 1971."""
    del attack, support
    return False


@dataclass(frozen=True, kw_only=True)
class Battle:
    """Who attacks and supports whom, where some are assumed to get through."""

    powers: Mapping[str, str]
    """Whose unit stands in each province."""
    attacks: Sequence[Attack]
    """Those that have an effect."""
    supports: Sequence[Support]
    moving: Collection[str]
    """Provinces of units that cannot be supported in holding."""
    leaving: Collection[str]
    """Provinces whose unit gets away."""
    winning: Collection[Attack]
    spares: Callable[[Attack, Support], bool] = field(default=spare_none)

    @property
    def dislodged(self) -> set[str]:
        """The provinces whose unit is driven out."""
        entered = {attack.target for attack in self.winning}
        return {province for province in entered & {*self.powers} if province not in self.leaving}

    def stands(self, support: Support) -> bool:
        """Tell whether a support is neither cut nor given by a dislodged unit."""
        into = support.of.target if isinstance(support.of, Attack) else ""
        cutting = (
            attack
            for attack in self.attacks
            if (attack.target, attack.source != into) == (support.unit, True)
            and attack.power != support.power
            and not self.spares(attack, support)
        )
        return support.unit not in self.dislodged and not any(cutting)

    def helpers(self, of: Attack | str) -> list[Support]:
        """Return the supports of an attack or of a unit that holds, as far as they stand."""
        return [one for one in self.supports if one.of == of and self.stands(one)]

    def opponent(self, attack: Attack) -> Attack | None:
        """Return the attack that comes the opposite way over the same border."""
        for other in self.attacks:
            meets = (other.source, other.target) == (attack.target, attack.source)
            if meets and not attack.over_sea and not other.over_sea:
                return other
        return None

    def resistance(self, province: str) -> int:
        """Return with how much a unit defends its province when nobody comes head-on."""
        if province not in self.powers or province in self.leaving:
            return 0
        return 1 if province in self.moving else 1 + len(self.helpers(province))

    def strength(self, attack: Attack) -> int:
        """Return the strength of an attack; 0 against a unit of its own side that stays."""
        helpers, target, opponent = self.helpers(attack), attack.target, self.opponent(attack)
        stays = target in self.powers and (target not in self.leaving or opponent is not None)
        if not stays:
            return 1 + len(helpers)
        owner = self.powers[target]
        against = sum(helper.power != owner for helper in helpers)
        return 0 if owner == attack.power else 1 + against

    def prevents(self, attack: Attack) -> int:
        """Return with how much an attack keeps others out of its target."""
        opponent = self.opponent(attack)
        return 0 if opponent in self.winning else 1 + len(self.helpers(attack))

    def succeeds(self, attack: Attack) -> bool:
        """Tell whether an attack gets through."""
        strength, opponent = self.strength(attack), self.opponent(attack)
        against = 1 + len(self.helpers(opponent)) if opponent else self.resistance(attack.target)
        rivals = (one for one in self.attacks if one.target == attack.target and one != attack)
        return strength > against and all(strength > self.prevents(rival) for rival in rivals)

    def stand_offs(self, occupied: Collection[str]) -> set[str]:
        """Return the empty provinces in which several kept each other out."""
        tried = [one.target for one in self.attacks if self.prevents(one) > 0]
        return {province for province in tried if tried.count(province) > 1} - {*occupied}


def assumptions(attacks: Sequence[Attack]) -> Iterator[set[Attack]]:
    """Yield every assumption of which attacks get through."""
    for choice in product((False, True), repeat=len(attacks)):
        yield {attack for attack, through in zip(attacks, choice, strict=True) if through}


def best_in_circle(found: Sequence[set[Attack]]) -> int | None:
    """Return which of the assumptions that came true holds: one alone, or that in which a circle goes round.

    None for a paradox.
    """
    if len(found) == 1:
        return 0
    if len(found) != 2:
        return None
    most = max((0, 1), key=lambda index: len(found[index]))
    more = found[most] - found[1 - most]
    turns = {attack.source for attack in more} == {attack.target for attack in more}
    return most if found[1 - most] < found[most] and turns else None
