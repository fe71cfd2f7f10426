"""The battle of a movement phase: who stands, goes and helps where, and what has been decided about it.

What an advance, a support or a convoy comes to is decided bit by bit: each answer follows from the strengths
as far as they are known (`Battle.decide`), and `resolve` asks until all is decided. The strengths are those
of DATC chapter 5: attack, hold, prevent and defend.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import cast

from zinegen.board.board import Power
from zinegen.geometry.mesh import ProvinceKey
from zinegen.rules.movement.attempts import Advance, Attempt, Backing, Travel, Trit
from zinegen.rules.movement.convoys import ConvoyPolicy, Paradox, Routes

Strength = tuple[int, int]
"""The least and the most that a strength can still turn out to be."""

NONE: Strength = (0, 0)
ONE: Strength = (1, 1)

_LAND, _SEA, _EITHER = Travel.LAND, Travel.SEA, Travel.EITHER
_RULE_1971 = Paradox.RULE_1971
"""Looked up once: an enumeration of Python 3.11 answers slowly, and these are asked for every decision."""


class Battle:
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
        self.home = cast("list[ProvinceKey]", list(attempts))
        self.defence = (
            {number: defence(attempt) for number, attempt in enumerate(self.attempts)}
            if defence
            else {}
        )
        """What each unit adds of its own to the strength with which it holds its province."""
        self.occupant = cast("dict[ProvinceKey, int]", dict(self.number))
        """The attempt of the unit in a province."""
        self.advances: dict[int, Advance] = {}
        """The attempts that are advances."""
        self.supports: dict[int, Backing] = {}
        """The attempts that are supports."""
        self.others: list[int] = []
        """The attempts that neither advance nor support: units that stand, and convoys."""
        self.goal: dict[int, ProvinceKey] = {}
        """Where each advance goes."""
        self.attackers: dict[ProvinceKey, list[int]] = {}
        """The advances to each province."""
        self.backers: list[tuple[int, ...]] = [()] * len(attempts)
        """The supports of each attempt."""
        self.opponent: list[int | None] = [None] * len(attempts)
        """The advance of the unit attacked that goes the opposite way, by land or by sea."""
        self.winner: dict[ProvinceKey, int] = {}
        """The advance that came into each province; known when all is settled."""
        self.in_paradox: dict[int, tuple[int, ...]] = {}
        """Advances stopped by the paradox rule, with the attempts of the circle they were in."""
        self._enter()
        self.open = self._list_decisions()
        """Decisions not made yet; supports first, because most advances wait for them."""
        for decision in self.open:
            self.value[decision] = None

    def _enter(self) -> None:
        """Note what each attempt is, where every advance goes, and whom the supports are for."""
        advances, goal, attackers = self.advances, self.goal, self.attackers
        number_of, backers = self.number, self.backers
        for number, attempt in enumerate(self.attempts):
            if isinstance(attempt, Advance):
                advances[number] = attempt
                to = goal[number] = attempt.to.province
                if to in attackers:
                    attackers[to].append(number)
                else:
                    attackers[to] = [number]
                if attempt.extra:
                    del self.occupant[self.home[number]]
                    self.home[number] = attempt.unit.at.province
            elif isinstance(attempt, Backing):
                self.supports[number] = attempt
                backers[number_of[attempt.of]] += (number,)
            else:
                self.others.append(number)

    def _list_decisions(self) -> list[int]:
        """Return what the line-up leaves open: supports, the ways of advances that may fail, advances.

        A support is given where nobody attacks it. An advance that has no rival comes to an empty province,
        and does not, without support, where a unit stays.
        """
        goal, home, occupant, attackers = self.goal, self.home, self.occupant, self.attackers
        supports = [
            n for n, one in self.supports.items() if home[n] in attackers or one.need is not None
        ]
        ways: list[int] = []
        advances: list[int] = []
        for number, advance in self.advances.items():
            to = goal[number]
            there = occupant.get(to)
            onward = None if there is None else goal.get(there)
            if onward == home[number] and not advance.extra:
                self.opponent[number] = there
            if advance.by is not _LAND or advance.need is not None:
                ways.append(self.count + number)
            elif (
                onward is None
                and len(attackers[to]) == 1
                and (there is None or not self.backers[number])
            ):
                self.value[number] = there is None
                continue
            advances.append(number)
        return [*supports, *ways, *advances]

    # ------------------------------------------------------------------ what others may ask

    def outcome(self, key: str) -> Trit:
        """Tell whether an advance comes about or a support is given."""
        return self.value[self.number[key]]

    def dislodgement(self, key: str) -> Trit:
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
        if number not in self.goal:
            return False
        advance = self.advances[number]
        if advance.boards_first:
            return True
        convoyed = advance.boards and self.value[self.count + number]
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
        """Tell whether an advance and its opponent meet on the way, neither of them by sea.

        An opponent that may not set out, as a fleet whose army could not land, meets nobody.
        """
        other = self.opponent[number]
        if other is None:
            return False
        mine, theirs, effect = self.by_sea(number), self.by_sea(other), self.has_effect(other)
        if mine or theirs or effect is False:
            return False
        return None if mine is None or theirs is None or effect is None else True

    # ------------------------------------------------------------------ strengths

    def count_supports(self, number: int, except_power: Power | None = None) -> Strength:
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

    def compare(self, number: int, occupant: int) -> tuple[Strength, Strength]:
        """Return the strength of an advance that has an effect, and what it must beat of a unit at its goal.

        That unit resists in its province, or on the way where the two meet head to head.
        """
        left = occupant in self.goal and self.leaves(occupant)
        facing = self.opponent[number] is not None and self.head_to_head(number)
        if left and facing is False:
            return self.count_supports(number), NONE
        held = ONE if occupant in self.goal else self.count_supports(occupant)
        if self.defence:
            own = self.defence[occupant]
            held = held[0] + own, held[1] + own
        if left is not False:
            held = 0, 0 if left else held[1]
        if facing:
            left, held = False, self.count_supports(occupant)
        elif facing is None:
            low, high = self.count_supports(occupant)
            left, held = left and None, (min(low, held[0]), max(high, held[1]))
        against = self.power[occupant]
        strength = NONE if self.power[number] == against else self.count_supports(number, against)
        if left is None:
            strength = strength[0], self.count_supports(number)[1]
        return strength, held

    def prevent_strength(self, number: int) -> Strength:
        """Return the strength with which an advance keeps others out of its goal."""
        effect = self.has_effect(number)
        if effect is False:
            return NONE
        least, most = self.count_supports(number)
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
        effect = self.value[self.count + decision] or self.has_effect(decision)
        if effect is False:
            return False
        won = self.wins(decision)
        return None if won and effect is None else won

    def wins(self, number: int) -> Trit:
        """Tell whether an advance beats all it meets at its goal, or would if it had any effect."""
        goal = self.goal[number]
        occupant = self.occupant.get(goal)
        if occupant is None:
            least, most = self.count_supports(number)
            certain = True
        else:
            (least, most), (low, high) = self.compare(number, occupant)
            if most <= low:
                return False
            certain = least > high
        for rival in self.attackers[goal]:
            if rival != number:
                low, high = self.prevent_strength(rival)
                if most <= low:
                    return False
                certain = certain and least > high
        return True if certain else None

    def _decide_support(self, number: int) -> Trit:
        backing = self.supports[number]
        given: Trit = True
        if backing.need is not None:
            given = backing.need.holds(self)
            if given is False:
                return False
        for attacker in self.attackers.get(self.home[number], ()):
            if self.power[attacker] == self.power[number] or spares_support(self, attacker, number):
                continue
            directed = self.home[attacker] == backing.bears_on
            cut = self.value[attacker] if directed else self.has_effect(attacker)
            if cut:
                return False
            if cut is None and given:
                given = None
        return given


def does_way_hold(battle: Battle, number: int) -> Trit:
    """Tell whether the way of an advance holds, as far as is decided."""
    advance = battle.advances[number]
    need: Trit = True if advance.need is None else advance.need.holds(battle)
    if need is False or advance.by is _LAND:
        return need
    if battle.policy.routes is Routes.ALL:
        held = _stands(battle, (fleet for route in advance.routes for fleet in route))
    else:
        held = _any_stands(battle, advance.routes)
    return held if need or held is False else None


def _any_stands(battle: Battle, ways: Iterable[tuple[ProvinceKey, ...]]) -> Trit:
    """Tell whether at least one of several routes is whole."""
    held: Trit = False
    for route in ways:
        stands = _stands(battle, route)
        if stands:
            return True
        if stands is None:
            held = None
    return held


def _stands(battle: Battle, fleets: Iterable[ProvinceKey]) -> Trit:
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
    if battle.policy.paradox is not _RULE_1971:
        return False
    advance, backing = battle.advances[attacker], battle.supports[support]
    return (
        advance.by is not _LAND
        and backing.moving
        and any(backing.bears_on in route for route in advance.routes)
    )
