"""Orders for the units of one power in a movement phase: where each goes, and who helps whom.

In the manner of DumbBot: units choose in a random sequence among the places that are worth most; who wants
where another of the power's units is or goes waits for it, or supports it; who would only hold looks for
somebody to support.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from zinegen.board.board import Power
from zinegen.board.passage import Place
from zinegen.bots.seeds import SeededNumbers
from zinegen.bots.values import PlaceValues
from zinegen.bots.ways import stand_of
from zinegen.game.orders import Hold, Move, Order, SupportHold, SupportMove
from zinegen.game.state import GameState
from zinegen.game.units import PlaceName, Unit
from zinegen.geometry.mesh import ProvinceKey
from zinegen.notation.grammar.writer import name_for, spot_at

ALTERNATIVE = 50
"""Out of a hundred: how often the next best place is thought about."""
DIFFERENCE = 500
"""How much less often the worse it is."""


def choose_place(worth: Mapping[int, int], numbers: SeededNumbers) -> int:
    """Return one of several stands by their worth: mostly the best, at times one that is nearly as good."""
    ranked = sorted(worth, key=lambda one: (-worth[one], one))
    chosen = ranked[0]
    for following in ranked[1:]:
        best = worth[chosen]
        missed = (best - worth[following]) * DIFFERENCE // abs(best) if best else 0
        if numbers.below(100) >= ALTERNATIVE or numbers.below(100) < missed:
            break
        chosen = following
    return chosen


def order_moves(
    state: GameState,
    power: Power,
    values: PlaceValues,
    idle: frozenset[ProvinceKey],
    numbers: SeededNumbers,
) -> tuple[Order, ...]:
    """Return an order for each of a power's units; those in ``idle`` provinces can only hold."""
    units = state.units_of(power)
    work = _Planner(state=state, power=power, values=values, numbers=numbers)
    for unit in units:
        if unit.province in idle or values.graph.number(unit) is None:
            work.plans[unit.province] = _Plan(unit=unit)
    work.plan(numbers.shuffle([unit for unit in units if unit.province not in work.plans]))
    work.employ_idle_units(idle)
    return tuple(work.write(work.plans[unit.province]) for unit in units)


@dataclass(slots=True)
class _Plan:
    """What a unit is to do: hold, unless one of these is set."""

    unit: Unit
    to: Place | None = None
    helps: _Plan | None = None


@dataclass(slots=True)
class _Planner:
    """The plans of one power's units, while they are made."""

    state: GameState
    power: Power
    values: PlaceValues
    numbers: SeededNumbers
    plans: dict[ProvinceKey, _Plan] = field(default_factory=dict)
    """By where the unit is."""
    arriving: dict[ProvinceKey, _Plan] = field(default_factory=dict)
    """By where a unit goes."""

    def plan(self, units: list[Unit]) -> None:
        """Plan for each unit; one that is in another's way is planned for first."""
        waiting = {unit.province: unit for unit in units}
        queue = [unit.province for unit in units]
        asked: set[ProvinceKey] = set()
        while queue:
            face = queue[0]
            if face in self.plans:
                queue.pop(0)
                continue
            before = self._choose(waiting[face], waiting, asked)
            if before is None:
                queue.pop(0)
            else:
                asked.add(face)
                queue.insert(0, before)

    def _choose(
        self, unit: Unit, waiting: Mapping[ProvinceKey, Unit], asked: set[ProvinceKey]
    ) -> ProvinceKey | None:
        """Plan for a unit; or return the province of one of the power's units that must be planned first."""
        graph, worth = self.values.graph, self.values.worth
        here = graph.numbers[stand_of(unit)]
        choices = {one: worth[one] for group in graph.ways[here] for one in group}
        choices[here] = worth[here]
        while choices:
            chosen = choose_place(choices, self.numbers)
            face = graph.provinces[chosen]
            if chosen == here:
                break
            other = self.plans.get(face)
            if other is None and face in waiting:
                if face not in asked:
                    return face
                # Both wait for each other: this one looks elsewhere.
            elif other is not None and other.to is None:
                if self.values.competition.get(face, 0) > 1 and other.helps is None:
                    self.plans[unit.province] = _Plan(unit=unit, helps=other)
                    return None
            elif face in self.arriving:
                if self.values.competition.get(face, 0) > 0:
                    self.plans[unit.province] = _Plan(unit=unit, helps=self.arriving[face])
                    return None
            else:
                plan = _Plan(unit=unit, to=graph.stands[chosen][1])
                self.plans[unit.province] = self.arriving[face] = plan
                return None
            del choices[chosen]
        self.plans[unit.province] = _Plan(unit=unit)
        return None

    def employ_idle_units(self, idle: frozenset[ProvinceKey]) -> None:
        """Let those who would only hold support the one near them whose place is contended for most."""
        graph, values = self.values.graph, self.values
        for face, plan in sorted(self.plans.items()):
            number = graph.number(plan.unit)
            if plan.to is not None or plan.helps is not None or face in idle or number is None:
                continue
            best, most = None, 0
            for group in graph.ways[number]:
                there = graph.provinces[group[0]]
                other = self.arriving.get(there) or self.plans.get(there)
                if other is None or other is plan or (other.to is None and other.helps is plan):
                    continue
                if other.to is not None and graph.provinces[group[0]] != other.to.province:
                    continue
                need = values.competition.get(there, 0)
                if need > most:
                    best, most = other, need
            plan.helps = best

    def write(self, plan: _Plan) -> Order:
        """Return a plan as an order."""
        board, power = self.state.board, self.power
        named = name_for(power, plan.unit, board)
        if plan.to is not None:
            return Move(power=power, unit=named, to=spot_at(plan.to, board))
        if plan.helps is None:
            return Hold(power=power, unit=named)
        helped = name_for(power, plan.helps.unit, board)
        if plan.helps.to is None:
            return SupportHold(power=power, unit=named, of=helped)
        to = PlaceName(province=plan.helps.to.province)
        return SupportMove(power=power, unit=named, of=helped, to=to)
