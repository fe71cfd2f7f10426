"""A judge of winters of one power with mutant forces, builds and removals, and random ones.

Source: docs/rules/post-atomic.md, "5. Mutant forces", "6. Centres and ownership", rulings 12, 13, 23 and 25.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from tests.judges.faces import Spot
from tests.judges.movement import BOARD, touches
from zinegen.play import load_board

HOMES = ("Kie", "Pru", "Sil")
OTHERS = ("Den", "Hol", "Bel", "Boh")
CANDIDATES = {"Ber", "Kie", "Mun", "Pru", "Ruh", "Sil"}
PLACES = (
    "Kie",
    "Pru",
    "Sil",
    "Ber",
    "Mun",
    "Ruh",
    "BAL",
    "HEL",
    "NTH",
    "Den",
    "Boh",
    "Hol",
    "Gal",
    "Vie",
    "Swe",
)
NAMES = {str(face): province.name for face, province in load_board().provinces.items()}


@dataclass(frozen=True, slots=True)
class Line:
    """``M`` builds a mutant force for units, ``A`` and ``F`` build, ``R`` removes."""

    kind: str
    at: str
    price: tuple[str, ...] = ()


@dataclass(kw_only=True)
class Winter:
    """What one power has, and what it orders."""

    upkeep: int
    owned: list[str]
    units: dict[str, str]
    lines: list[Line] = field(default_factory=list)
    words: list[str] = field(default_factory=list)

    def write(self, line: Line) -> str:
        """Return an order as it is written."""
        if line.kind == "R":
            return f"remove {self.units[line.at]} {line.at}"
        given = ", ".join(f"{self.units[at]} {at}" for at in line.price)
        return f"build {line.kind} {line.at}" + (f": destroy {given}" if given else "")

    def judge(self) -> None:
        """Carry out the orders: mutant forces first, then builds, or the removals that are owed."""
        left = len(self.owned) - sum(map(self._cost, self.units.values()))
        words = dict.fromkeys(self.lines, "void")
        before, spent = dict(self.units), set[str]()
        for line in self.lines:
            if (
                line.kind == "M"
                and self._may_have(line, before, spent)
                and left >= 2 - len(line.price)
            ):
                for at in line.price:
                    spent.add(at)
                    del self.units[at]
                self.units[line.at] = "M"
                left -= 2 - len(line.price)
                words[line] = "succeeds"
        for line in self.lines:
            free = line.at in HOMES and line.at in self.owned and line.at not in self.units
            if (
                line.kind in "AF"
                and free
                and left > 0
                and (line.kind == "A" or BOARD.coasts(line.at))
            ):
                self.units[line.at] = line.kind
                left -= 1
                words[line] = "succeeds"
        while left < 0:
            gone = min(self.units, key=self._rank)
            left += self._cost(self.units.pop(gone))
        self.words = [words[line] for line in self.lines]

    def _cost(self, kind: str) -> int:
        return self.upkeep if kind == "M" else 1

    def _may_have(self, line: Line, before: dict[str, str], spent: set[str]) -> bool:
        site = line.at in HOMES and line.at in self.owned
        vacant = line.at not in self.units or line.at in line.price
        paid = len({*line.price}) == len(line.price) and not spent & {*line.price}
        paid = paid and all(self.units.get(at) == before.get(at) for at in line.price)
        home = not line.price or any(at in HOMES and at in self.owned for at in line.price)
        return site and vacant and paid and home and (len(line.price) < 2 or touches(*line.price))

    def _rank(self, at: str) -> tuple[int, bool, str]:
        """Return the key of the unit that nobody removed and that goes first: farthest, fleets, by name."""
        spot: Spot = (at, None)
        kind = self.units[at]
        if kind == "F" and at not in BOARD.waters:
            spot = (at, BOARD.coasts(at)[0])
        steps, reached = 0, {spot}
        while not {face for face, _ in reached} & CANDIDATES:
            near = {step for one in reached for step in self._steps(one, kind)} - reached
            reached |= near
            steps += 1
        return -steps, kind != "F", NAMES[at]

    def _steps(self, spot: Spot, kind: str) -> Iterator[Spot]:
        if kind == "F":
            yield from BOARD.fleet_steps(spot)
        else:
            yield from (
                (face, None) for face in BOARD.rings if face != "Out" and touches(spot[0], face)
            )


def random_winter(dice: random.Random) -> Winter:
    """Return a winter; where removals are owed nothing is ordered."""
    owned = [at for at in HOMES if dice.random() < 0.75] + [
        at for at in OTHERS if dice.random() < 0.6
    ]
    units = {}
    for at in dice.sample(PLACES, dice.randint(0, 7)):
        coastal = at not in BOARD.waters and BOARD.coasts(at)
        units[at] = dice.choice("FFM" if at in BOARD.waters else "AAFM" if coastal else "AAM")
    winter = Winter(upkeep=dice.choice((2, 2, 1)), owned=owned, units=units)
    if len(owned) >= sum(map(winter._cost, units.values())):
        lines = [_random_line(dice, sorted(units)) for _ in range(dice.randint(1, 5))]
        winter.lines = [*dict.fromkeys(lines)]
    return winter


def _random_line(dice: random.Random, standing: Sequence[str]) -> Line:
    site, chance = dice.choice((*HOMES, *HOMES, "Den", "Ber")), dice.random()
    if not standing or chance < 0.2:
        return Line("M", site)
    one = dice.choice(standing)
    if chance < 0.4:
        return Line("M", dice.choice((site, one)), (one,))
    if chance < 0.7:
        beside = [at for at in standing if touches(one, at)]
        other = dice.choice(beside if beside and dice.random() < 0.7 else standing)
        return Line("M", dice.choice((site, one)), (one, other) if other != one else (one,))
    return Line("R", one) if chance < 0.8 else Line(dice.choice("AF"), site)
