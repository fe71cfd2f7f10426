"""The line-up of a movement phase: who stands where, who goes where, who meets and who helps whom.

What follows from the line-up alone is settled here: a support that nobody attacks is given, and what walks
alone into an empty province comes there. The rest is for the battle (`strength`).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, cast

from zinegen.rules.attempts import Advance, Attempt, Backing, By, Trit

if TYPE_CHECKING:
    from zinegen.planar.mesh import Face
    from zinegen.rules.convoys import ConvoyPolicy

_LAND = By.LAND
"""Looked up once: an enumeration answers slowly, and this is asked for every advance."""


class Lineup:
    """All attempts of a phase, and what has been decided about them."""

    def __init__(self, attempts: Mapping[str, Attempt], policy: ConvoyPolicy) -> None:
        """Line up attempts, which are given by their keys."""
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
