"""The battle of a movement phase: what is decided, and strengths as (least, most).

Every advance and support is undecided at first, and so is every convoy. A decision is a small pure
function of what is known so far; it answers True, False, or None for "not yet", and never takes an
answer back when more becomes known. Source: L. B. Kruijswijk, The Math of Adjudication, chapter 4.

Decisions are numbered: ``n`` for the outcome of attempt n (an advance comes about, a support is
given), ``count + n`` for the way of advance n (its convoy holds, its need is met).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from zinegen.rules.attempts import Backing, By, Trit
from zinegen.rules.disruption import spares, way_holds
from zinegen.rules.lineup import Lineup

if TYPE_CHECKING:
    from zinegen.game.orders import Power
    from zinegen.planar.mesh import Face

Strength = tuple[int, int]
"""The least and the most that a strength can still turn out to be."""

NONE: Strength = (0, 0)
ONE: Strength = (1, 1)

_LAND, _SEA, _EITHER = By.LAND, By.SEA, By.EITHER
"""Looked up once: an enumeration answers slowly, and these are asked for every order."""


class Battle(Lineup):
    """All attempts of a phase, and what has been decided about them."""

    # ------------------------------------------------------------------ what others may ask

    def outcome(self, key: str) -> Trit:
        """Tell whether an advance comes about or a support is given."""
        return self.value[self.number[key]]

    def dislodged(self, key: str) -> Trit:
        """Tell whether the unit of an attempt is driven out of its province."""
        return self.is_dislodged(self.number[key])

    def is_dislodged(self, number: int) -> Trit:
        """Tell whether the unit that an attempt is the own one of is driven out."""
        attackers = self.attackers.get(self.home[number])
        if attackers is None:
            return False
        value = self.value
        leaves = number in self.goal and self.leaves(number)
        if leaves:
            return False
        taken: Trit = False
        for attacker in attackers:
            won = value[attacker]
            if won:
                return True if leaves is False else None
            if won is None:
                taken = None
        return taken

    def leaves(self, number: int) -> Trit:
        """Tell whether the unit of an attempt is gone from its province afterwards, of its own accord."""
        advance = self.advances.get(number)
        if advance is None:
            return False
        if not advance.boards:
            return self.value[number]
        convoyed = self.value[self.count + number]
        return self.value[number] if convoyed is False else convoyed

    def is_landing(self, decision: int) -> bool:
        """Tell whether a decision is about an advance that a unit makes beside its own."""
        advance = self.advances.get(decision % self.count)
        return advance is not None and bool(advance.extra)

    def has_effect(self, number: int) -> Trit:
        """Tell whether an advance reaches its goal's border at all: by land, or its convoy holds."""
        effect = self.value[self.count + number]
        if effect:
            return True
        advance = self.advances[number]
        return True if advance.by is _EITHER and advance.need is None else effect

    def by_sea(self, number: int) -> Trit:
        """Tell whether an advance is made by convoy."""
        by = self.advances[number].by
        if by is _LAND:
            return False
        return True if by is _SEA else self.value[self.count + number]

    def head_to_head(self, number: int) -> Trit:
        """Tell whether an advance and its opponent meet on the way, neither of them by sea."""
        other = self.opponent[number]
        if other is None:
            return False
        mine, theirs = self.by_sea(number), self.by_sea(other)
        if mine or theirs:
            return False
        return None if mine is None or theirs is None else True

    # ------------------------------------------------------------------ strengths

    def backed(self, number: int, except_power: Power | None = None) -> Strength:
        """Return 1 and the supports of an attempt, without those of one power."""
        backers = self.backers[number]
        if not backers:
            return ONE
        value, power = self.value, self.power
        least = most = 1
        for backer in backers:
            if except_power is not None and power[backer] == except_power:
                continue
            given = value[backer]
            if given:
                least += 1
                most += 1
            elif given is None:
                most += 1
        return least, most

    def hold(self, face: Face) -> Strength:
        """Return the strength with which a province is held."""
        occupant = self.occupant.get(face)
        if occupant is None:
            return NONE
        if occupant not in self.goal:
            return self.backed(occupant)
        left = self.leaves(occupant)
        if left is None:
            return 0, 1
        return NONE if left else ONE

    def attack(self, number: int) -> Strength:
        """Return the strength of an advance against the unit at its goal."""
        effect = self.has_effect(number)
        if effect is False:
            return NONE
        least, most = self._pressure(number)
        return (0 if effect is None else least), most

    def _pressure(self, number: int) -> Strength:
        """Return the strength of an advance, supposed that it has any effect, against the unit there."""
        occupant = self.occupant.get(self.goal[number])
        if occupant is None:
            return self.backed(number)
        left = self._leaves(number, occupant)
        if left:
            return self.backed(number)
        least, most = self._dislodging(number, occupant)
        if left is None:
            most = self.backed(number)[1]
        return least, most

    def _leaves(self, number: int, occupant: int) -> Trit:
        """Tell whether the unit attacked makes way."""
        if occupant not in self.goal:
            return False
        if self.opponent[number] is None:
            return self.leaves(occupant)
        facing = self.head_to_head(number)
        if facing:
            return False
        left = self.leaves(occupant)
        return None if facing is None and left else left

    def _dislodging(self, number: int, occupant: int) -> Strength:
        """Return the strength against a unit that stays: no power helps to drive out its own."""
        against = self.power[occupant]
        return NONE if self.power[number] == against else self.backed(number, against)

    def resistance(self, number: int) -> Strength:
        """Return what an advance must beat at its goal: the unit there, or the one it meets."""
        goal = self.goal[number]
        other = self.opponent[number]
        if other is None:
            return self.hold(goal)
        facing = self.head_to_head(number)
        if facing is False:
            return self.hold(goal)
        if facing:
            return self.backed(other)
        (least, most), (low, high) = self.backed(other), self.hold(goal)
        return min(least, low), max(most, high)

    def prevent(self, number: int) -> Strength:
        """Return the strength with which an advance keeps others out of its goal."""
        effect = self.has_effect(number)
        if effect is False:
            return NONE
        least, most = self.backed(number)
        other = self.opponent[number]
        if other is not None:
            meets = True if not self.policy.swapped_bounces else self.head_to_head(number)
            lost = self.value[other]
            if meets and lost:
                return NONE
            if meets is not False and lost is not False:
                least = 0
        return (0 if effect is None else least), most

    # ------------------------------------------------------------------ decisions

    def decide(self, decision: int) -> Trit:
        """Return the answer to a decision as far as it follows from what is decided."""
        if decision >= self.count:
            return way_holds(self, decision - self.count)
        goal = self.goal.get(decision)
        if goal is None:
            return self._decide_support(decision)
        if len(self.attackers[goal]) == 1 and self.opponent[decision] is None:
            return self._decide_lone(decision, self.occupant.get(goal))
        return self._prevails(decision, self.attack(decision))

    def _decide_lone(self, number: int, occupant: int | None) -> Trit:
        """Decide an advance that has no rival and meets nobody: most are of this kind.

        It comes to the same as holding its strength against resistance, in a third of the time.
        """
        effect = self.value[self.count + number] or self.has_effect(number)
        if effect is False or occupant is None:
            return effect
        left = occupant in self.goal and self.leaves(occupant)
        if left:
            return effect
        if not self.backers[number]:
            return left
        least, most = self._dislodging(number, occupant)
        if left is None:
            return True if effect and least > 1 else None
        low, high = ONE if occupant in self.goal else self.backed(occupant)
        if most <= low:
            return False
        return True if effect and least > high else None

    def wins(self, number: int) -> Trit:
        """Tell whether an advance beats all it meets at its goal, or would if it had any effect."""
        return self._prevails(number, self._pressure(number))

    def _prevails(self, number: int, strength: Strength) -> Trit:
        least, most = strength
        low, high = self.resistance(number)
        if most <= low:
            return False
        certain = least > high
        for rival in self.attackers[self.goal[number]]:
            if rival != number:
                low, high = self.prevent(rival)
                if most <= low:
                    return False
                certain = certain and least > high
        return True if certain else None

    def _decide_support(self, number: int) -> Trit:
        attempt = self.attempts[number]
        bears_on = attempt.bears_on if isinstance(attempt, Backing) else None
        given: Trit = True
        if isinstance(attempt, Backing) and attempt.need is not None:
            given = attempt.need.holds(self)
            if given is False:
                return False
        for attacker in self.attackers.get(self.home[number], ()):
            if self.power[attacker] == self.power[number] or spares(self, attacker, number):
                continue
            directed = self.home[attacker] == bears_on
            cut = self.value[attacker] if directed else self.has_effect(attacker)
            if cut:
                return False
            if cut is None and given:
                given = None
        return given
