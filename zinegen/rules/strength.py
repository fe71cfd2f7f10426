"""The battle of a movement phase: what is decided, and strengths as (least, most).

Every advance and support is undecided at first, and so is every convoy. A decision is a small pure
function of what is known so far; it answers True, False, or None for "not yet", and never takes an
answer back when more becomes known. Source: L. B. Kruijswijk, The Math of Adjudication, chapter 4.

Decisions are numbered: ``n`` for the outcome of attempt n (an advance comes about, a support is
given), ``count + n`` for the way of advance n (its convoy holds, its need is met).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from zinegen.rules.attempts import Advance, Attempt, Backing, By, Trit
from zinegen.rules.disruption import spares, way_holds

if TYPE_CHECKING:
    from zinegen.game.orders import Power
    from zinegen.planar.mesh import Face
    from zinegen.rules.convoys import ConvoyPolicy

Strength = tuple[int, int]
"""The least and the most that a strength can still turn out to be."""

NONE: Strength = (0, 0)


class Battle:
    """All attempts of a phase, and what has been decided about them."""

    def __init__(self, attempts: Sequence[Attempt], policy: ConvoyPolicy) -> None:
        self.attempts = attempts
        self.policy = policy
        self.count = len(attempts)
        self.value: list[Trit] = [True] * (2 * len(attempts))
        """What has been decided, by number of decision; what never was open is True."""
        self.number = {attempt.key: number for number, attempt in enumerate(attempts)}
        """The number of an attempt, by its key."""
        self.power: list[Power] = [attempt.unit.power for attempt in attempts]
        self.home: list[Face] = [attempt.unit.province for attempt in attempts]
        self.advances: dict[int, Advance] = {}
        """The attempts that are advances."""
        self.goal: dict[int, Face] = {}
        """Where each advance goes."""
        self.occupant: dict[Face, int] = {}
        self.attackers: dict[Face, list[int]] = {}
        """The advances to each province."""
        self.backers: list[list[int]] = [[] for _ in attempts]
        """The supports of each attempt."""
        self.opponent: list[int | None] = [None] * len(attempts)
        """The advance of the unit attacked that goes the opposite way, by land or by sea."""
        self.in_paradox: dict[int, tuple[int, ...]] = {}
        """Advances stopped by the paradox rule, with the attempts of the circle they were in."""
        self.open: list[int] = []
        """Decisions not made yet."""
        for number, attempt in enumerate(attempts):
            self._enter(number, attempt)
        self._face_each_other()

    def _enter(self, number: int, attempt: Attempt) -> None:
        if isinstance(attempt, Advance):
            self.advances[number] = attempt
            goal = self.goal[number] = attempt.to.province
            self.attackers.setdefault(goal, []).append(number)
            self._open(number)
            if attempt.by is not By.LAND or attempt.need is not None:
                self._open(self.count + number)
            if attempt.extra:
                return
        elif isinstance(attempt, Backing):
            self.backers[self.number[attempt.of]].append(number)
            self._open(number)
        self.occupant[attempt.unit.province] = number

    def _open(self, decision: int) -> None:
        self.value[decision] = None
        self.open.append(decision)

    def _face_each_other(self) -> None:
        for number, goal in self.goal.items():
            other = None if self.advances[number].extra else self.occupant.get(goal)
            if other is not None and self.goal.get(other) == self.home[number]:
                self.opponent[number] = other

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
        leaves = self.leaves(number)
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
        advance = self.advances[number]
        if advance.by is By.EITHER and advance.need is None:
            return True
        return self.value[self.count + number]

    def by_sea(self, number: int) -> Trit:
        """Tell whether an advance is made by convoy."""
        by = self.advances[number].by
        if by is By.LAND:
            return False
        return True if by is By.SEA else self.value[self.count + number]

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
        least = most = 1
        for backer in self.backers[number]:
            if except_power is not None and self.power[backer] == except_power:
                continue
            given = self.value[backer]
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
        return NONE if left else (1, 1)

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
        if occupant is None or self._leaves(number, occupant):
            least, most = self.backed(number)
        else:
            least, most = self._dislodging(number, occupant)
            if self._leaves(number, occupant) is None:
                most = self.backed(number)[1]
        return least, most

    def _leaves(self, number: int, occupant: int) -> Trit:
        """Tell whether the unit attacked makes way."""
        if occupant not in self.goal:
            return False
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
        facing = self.head_to_head(number)
        if other is None or facing is False:
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
        if decision not in self.goal:
            return self._decide_support(decision)
        return self._decide_advance(decision)

    def _decide_advance(self, number: int) -> Trit:
        return self._prevails(number, self.attack(number))

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
