"""The line-up of a movement phase: who stands where, who goes where, who meets and who helps whom.

What follows from the line-up alone is settled here: a support that nobody attacks is given, and what walks
alone into an empty province comes there. The rest is for the battle (`strength`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import cast

from zinegen.board.board import Power
from zinegen.geometry.mesh import Face
from zinegen.rules.movement.attempts import Advance, Attempt, Backing, Travel, Trit
from zinegen.rules.movement.convoys import ConvoyPolicy, Paradox, Routes


class Lineup:
    """All attempts of a phase, and what has been decided about them."""

    def __init__(
        self,
        attempts: Mapping[str, Attempt],
        policy: ConvoyPolicy,
        defence: Callable[[Attempt], int] | None = None,
    ) -> None:
        """Line up attempts, given by their keys; ``defence`` is what a unit adds to its hold strength."""
        self.attempts = tuple(attempts.values())
        self.policy = policy
        self.count = len(attempts)
        self.value: list[Trit] = [True] * (2 * len(attempts))
        """What has been decided, by number of decision; what never was open is True."""
        self.number: dict[str, int] = dict(zip(attempts, range(len(attempts)), strict=True))
        """The number of an attempt, by its key."""
        self.power = [attempt.unit.power for attempt in self.attempts]
        # The key of an attempt is its home; the few that are extra are put right as they are entered.
        self.home = cast("list[Face]", list(attempts))
        self.defence = (
            {number: defence(attempt) for number, attempt in enumerate(self.attempts)}
            if defence
            else {}
        )
        """What each unit adds of its own to the strength with which it holds its province."""
        self.occupant = cast("dict[Face, int]", dict(self.number))
        """The attempt of the unit in a province."""
        self.advances: dict[int, Advance] = {}
        """The attempts that are advances."""
        self.supports: list[tuple[int, Backing]] = []
        """The attempts that are supports, with their numbers."""
        self.others: list[int] = []
        """The attempts that neither advance nor support: units that stand, and convoys."""
        self.goal: dict[int, Face] = {}
        """Where each advance goes."""
        self.attackers: dict[Face, list[int]] = {}
        """The advances to each province."""
        self.backers: list[tuple[int, ...]] = [()] * len(attempts)
        """The supports of each attempt."""
        self.opponent: list[int | None] = [None] * len(attempts)
        """The advance of the unit attacked that goes the opposite way, by land or by sea."""
        self.winner: dict[Face, int] = {}
        """The advance that came into each province; known when all is settled."""
        self.in_paradox: dict[int, tuple[int, ...]] = {}
        """Advances stopped by the paradox rule, with the attempts of the circle they were in."""
        self.open: list[int] = []
        """Decisions not made yet."""
        self._enter()
        self._open_supports()
        self._open_advances()

    def _enter(self) -> None:
        """Note what each attempt is, and where every advance goes."""
        goals, attackers, supports, others = self.goal, self.attackers, self.supports, self.others
        for number, attempt in enumerate(self.attempts):
            if isinstance(attempt, Advance):
                self.advances[number] = attempt
                goal = goals[number] = attempt.to.province
                if goal in attackers:
                    attackers[goal].append(number)
                else:
                    attackers[goal] = [number]
                if attempt.extra:
                    del self.occupant[self.home[number]]
                    self.home[number] = attempt.unit.at.province
            elif isinstance(attempt, Backing):
                supports.append((number, attempt))
            else:
                others.append(number)

    def _open_supports(self) -> None:
        """Note whom the supports are for; those that nobody can cut are given from the start."""
        number_of, homes, backers, attackers = self.number, self.home, self.backers, self.attackers
        for number, backing in self.supports:
            backers[number_of[backing.of]] += (number,)
            if homes[number] in attackers or backing.need is not None:
                self.value[number] = None
                self.open.append(number)

    def _open_advances(self) -> None:
        """Note which advances meet each other; decide those that nothing else bears on.

        What walks alone into an empty province comes there; alone and unsupported against a unit that does
        not move it does not.
        """
        goals, homes, occupant, value = self.goal, self.home, self.occupant, self.value
        for number, advance in self.advances.items():
            goal = goals[number]
            there = occupant.get(goal)
            onward = None if there is None else goals.get(there)
            if onward is not None and onward == homes[number] and not advance.extra:
                self.opponent[number] = there
            by_itself = advance.by is _LAND and advance.need is None
            if by_itself and len(self.attackers[goal]) == 1:
                if there is None:
                    continue
                if onward is None and not self.backers[number]:
                    value[number] = False
                    continue
            value[number] = None
            self.open.append(number)
            if not by_itself:
                value[self.count + number] = None
                self.open.append(self.count + number)


def does_way_hold(battle: Battle, number: int) -> Trit:
    """Tell whether the way of an advance holds, as far as is decided."""
    advance = battle.advances[number]
    need: Trit = True if advance.need is None else advance.need.holds(battle)
    if need is False or advance.by is Travel.LAND:
        return need
    if battle.policy.routes is Routes.ALL:
        held = _stands(battle, (fleet for route in advance.routes for fleet in route))
    else:
        held = _any_stands(battle, advance.routes)
    return held if need or held is False else None


def _any_stands(battle: Battle, ways: Iterable[tuple[Face, ...]]) -> Trit:
    """Tell whether at least one of several routes is whole."""
    held: Trit = False
    for route in ways:
        stands = _stands(battle, route)
        if stands:
            return True
        if stands is None:
            held = None
    return held


def _stands(battle: Battle, fleets: Iterable[Face]) -> Trit:
    """Tell whether no fleet of several is driven out."""
    stands: Trit = True
    for fleet in fleets:
        if fleet not in battle.attackers:
            continue
        lost = battle.is_dislodged(battle.occupant[fleet])
        if lost:
            return False
        if lost is None:
            stands = None
    return stands


def spares_support(battle: Battle, attacker: int, support: int) -> bool:
    """Tell whether an advance leaves a support alone because the support attacks its convoy.

    1971 rulebook, XII.5: a convoyed army does not cut the support that a fleet gives to an attack
    on a fleet convoying it (DATC 4.A.2).
    """
    if battle.policy.paradox is not Paradox.RULE_1971:
        return False
    advance, backing = battle.advances[attacker], battle.attempts[support]
    return (
        advance.by is not Travel.LAND
        and isinstance(backing, Backing)
        and backing.moving
        and any(backing.bears_on in route for route in advance.routes)
    )


Strength = tuple[int, int]
"""The least and the most that a strength can still turn out to be."""

NONE: Strength = (0, 0)
ONE: Strength = (1, 1)

_LAND, _SEA, _EITHER = Travel.LAND, Travel.SEA, Travel.EITHER
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
        left = occupant in self.goal and self.leaves(occupant)
        if left:
            return NONE
        own = self.defence.get(occupant, 0)
        least, most = ONE if occupant in self.goal else self.backed(occupant)
        return 0 if left is None else least + own, most + own

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
            return does_way_hold(self, decision - self.count)
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
        low, high = self.hold(self.goal[number])
        if left is None:
            return True if effect and least > high else None
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
            if self.power[attacker] == self.power[number] or spares_support(self, attacker, number):
                continue
            directed = self.home[attacker] == bears_on
            cut = self.value[attacker] if directed else self.has_effect(attacker)
            if cut:
                return False
            if cut is None and given:
                given = None
        return given
