"""What units attempt, once their orders have been held against the map.

An order is what a power wrote; an attempt is what its unit does about it. Every unit has exactly one:
an order that cannot be considered leaves its unit standing, with the verdict kept beside it.
Rule sets may add attempts beside those of the units (an army that lands from a fleet), told apart by
their keys, and may tie an attempt to a need that only the other attempts decide.

Attempts, and the position they are held against, live no longer than the judging of their phase and never
leave it, so they are not frozen: making frozen ones would take a tenth of the time. Nothing writes to one
that is made; a changed attempt is another (`replace`).
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field
from enum import Enum
from typing import Protocol

from zinegen.board.board import Board
from zinegen.board.passage import Passage, Place
from zinegen.game.orders import Order
from zinegen.game.state import GameState
from zinegen.game.units import Kind, Unit
from zinegen.game.verdicts import Reason, Verdict
from zinegen.geometry.mesh import BorderId, ProvinceKey

_ARMY, _FLEET, _MUTANT = Kind.ARMY, Kind.FLEET, Kind.MUTANT
"""Looked up once: an enumeration answers slowly, and these are asked for every unit."""

Trit = bool | None
"""True, False, or None for what is not decided yet."""


class Outcomes(Protocol):
    """What has been decided of a battle so far, as far as a need may ask (see `battle.Battle`)."""

    number: dict[str, int]
    """The number of an attempt, by its key."""
    value: list[Trit]
    """What has been decided, by number of attempt."""
    attackers: dict[ProvinceKey, list[int]]
    """The numbers of the advances to each province."""

    def outcome(self, key: str) -> Trit:
        """Tell whether an advance comes about or a support is given."""
        ...

    def dislodgement(self, key: str) -> Trit:
        """Tell whether the unit of an attempt is driven out of its province."""
        ...

    def wins(self, number: int) -> Trit:
        """Tell whether an advance has the strength to come about."""
        ...

    def count_supports(self, number: int) -> tuple[int, int]:
        """Return the least and the most of 1 and the supports of an attempt."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Need:
    """A condition of an attempt that other attempts decide; the attempt has no effect without it."""

    holds: Callable[[Outcomes], Trit]
    """Asked again and again while the battle is being settled; must never change its mind."""
    watches: tuple[str, ...] = ()
    """Keys of the attempts whose outcome it asks for."""
    reason: Reason = Reason.CONVOY_BROKEN
    """What is said when it does not hold."""


class Travel(Enum):
    """How a unit travels."""

    LAND = "land"
    """Under its own power: an army over a border, or any fleet."""
    SEA = "sea"
    """By convoy, and not at all if the convoy fails."""
    EITHER = "either"
    """By convoy if that holds, else over the border."""


@dataclass(slots=True)
class Stand:
    """A unit stays: ordered to, for want of an order, or because its order could not be considered."""

    unit: Unit
    order: Order
    void: Verdict | None = None
    """Why its order was not considered; None when it was ordered to hold."""
    supportable: bool = True
    """False for a void move: it cannot be supported in holding.

    Source: docs/rules/common.md, "6.2 Strength and void moves".
    """
    given: bool = True
    """False when nobody ordered it."""

    @property
    def key(self) -> str:
        """The province it stands in."""
        return self.unit.province


@dataclass(slots=True)
class Advance:
    """A unit attacks, or goes to, another province."""

    unit: Unit
    order: Order
    to: Place
    by: Travel = Travel.LAND
    routes: tuple[tuple[ProvinceKey, ...], ...] = ()
    """The routes of fleets that were ordered to convoy it, from its shore to the other."""
    extra: str = ""
    """What tells an attempt that is not its unit's own apart from the unit's; empty for the unit's own.

    An extra advance does not vacate the province it comes from.
    """
    need: Need | None = None
    boards: bool = False
    """Turned away, it stays aboard the fleet that convoyed it: it leaves its province either way."""
    boards_first: bool = False
    """It is aboard before its convoy can break, so it leaves its province in any case."""

    @property
    def key(self) -> str:
        """The province it comes from, and what tells an extra attempt apart."""
        return f"{self.unit.province}{self.extra}"


@dataclass(slots=True)
class Backing:
    """A unit supports another."""

    unit: Unit
    order: Order
    of: str
    """The key of the attempt it supports."""
    bears_on: ProvinceKey
    """The province in which the support counts: an attack from there does not cut it."""
    moving: bool = False
    """It supports a move to that province; False for a support in holding."""
    coasts: tuple[tuple[BorderId, ...], ...] | None = None
    """The coasts that a supported fleet may go to; None where any will do (DATC 4.B.4)."""
    need: Need | None = None

    @property
    def key(self) -> str:
        """The province it stands in."""
        return self.unit.province


@dataclass(slots=True)
class Ferry:
    """A fleet convoys an army."""

    unit: Unit
    order: Order
    army: ProvinceKey
    to: ProvinceKey

    @property
    def key(self) -> str:
        """The province it stands in."""
        return self.unit.province


Attempt = Stand | Advance | Backing | Ferry


def void_order(
    unit: Unit, order: Order, reason: Reason, *because: Order, at: tuple[ProvinceKey, ...] = ()
) -> Stand:
    """Return the attempt of a unit whose order is ignored: it holds, and may be supported in that."""
    return Stand(unit=unit, order=order, void=Verdict(reason=reason, because=because, at=at))


def void_move(
    unit: Unit, order: Order, reason: Reason, *because: Order, at: tuple[ProvinceKey, ...] = ()
) -> Stand:
    """Return the attempt of a void move: it stays and cannot be supported in that.

    Source: docs/rules/common.md, "6.2 Strength and void moves".
    """
    verdict = Verdict(reason=reason, because=because, at=at)
    return Stand(unit=unit, order=order, void=verdict, supportable=False)


def list_fleets(units: Mapping[ProvinceKey, Unit]) -> tuple[Unit, ...]:
    """Return the fleets among units; those with an army aboard are none."""
    return tuple([unit for unit in units.values() if unit.kind is _FLEET])


@dataclass(kw_only=True)
class Position:
    """The board and the units as every order of a phase sees them."""

    state: GameState
    """The state at the beginning of the phase."""
    board: Board
    """The map that orders are held against: the state's, unless the ground has changed since."""
    passage: Passage
    units: Mapping[ProvinceKey, Unit] = field(init=False)
    idle: frozenset[ProvinceKey] = frozenset()
    """Provinces of units that may only stand: trapped or frozen, for instance."""
    longest_convoy: int | None = None
    """The most fleets in one convoy; None for any number."""
    written: Board | None = None
    """The map on which the orders were written; None: the board."""
    fleets: tuple[Unit, ...] | None = None
    """The fleets among the units, where somebody has looked for them already."""
    ways: Ways = field(init=False, compare=False)
    """Where units can go on this board."""
    carriers: frozenset[ProvinceKey] = field(init=False)
    """Waters with a fleet that could convoy."""
    known_routes: dict[tuple[ProvinceKey, ProvinceKey], tuple[tuple[ProvinceKey, ...], ...]] = (
        field(init=False, compare=False, default_factory=dict)
    )
    """Routes of the fleets that could convoy, from shore to shore, as far as they were asked for."""

    def __post_init__(self) -> None:
        """Look up the ways, and find the fleets that could convoy."""
        self.units = self.state.units
        self.ways = find_ways(self.board, self.passage)
        fleets = list_fleets(self.units) if self.fleets is None else self.fleets
        afloat = self.board.waters.intersection([unit.at.province for unit in fleets])
        self.carriers = afloat - self.idle

    def reach(self, unit: Unit) -> Collection[ProvinceKey]:
        """Return the provinces that a unit can go to under its own power."""
        if unit.kind is _ARMY:
            return self.ways.by_land[unit.at.province]
        if unit.kind is _MUTANT:
            return self.passage.mutants(self.board, unit.at.province)
        return self.ways.landfalls(unit.at)


Landfalls = Mapping[ProvinceKey, tuple[Place, ...]]
"""The places that a fleet can come to in each province it can reach, in order of their coasts."""


class _Table(dict[ProvinceKey, frozenset[ProvinceKey]]):
    """Provinces that can be reached from each province; filled as it is asked."""

    def __init__(self, reach: Callable[[ProvinceKey], frozenset[ProvinceKey]]) -> None:
        super().__init__()
        self._reach = reach

    def __missing__(self, at: ProvinceKey) -> frozenset[ProvinceKey]:
        found = self[at] = self._reach(at)
        return found


class Ways:
    """The ways over one board."""

    def __init__(self, board: Board, passage: Passage) -> None:
        self.board = board
        self.passage = passage
        self.by_land: Mapping[ProvinceKey, frozenset[ProvinceKey]] = _Table(self.armies)
        """The provinces that an army can reach by land."""
        self.by_sea: Mapping[ProvinceKey, frozenset[ProvinceKey]] = _Table(self._waters_beside)
        """The provinces that a fleet can reach from a water."""
        self.inland = {face: Place(face) for face in board.provinces}
        """The place of an army in a province: it stands on no coast."""
        self._landfalls: dict[tuple[ProvinceKey, tuple[BorderId, ...]], Landfalls] = {}
        self._marches: dict[ProvinceKey, tuple[Place, ...]] = {}
        self._courses: dict[tuple[ProvinceKey, tuple[BorderId, ...]], tuple[Place, ...]] = {}
        self._ports: dict[ProvinceKey, frozenset[ProvinceKey]] = {}

    def armies(self, at: ProvinceKey) -> frozenset[ProvinceKey]:
        """Return the provinces that an army can reach by land; `by_land` keeps the answers."""
        return self.passage.armies(self.board, at)

    def _waters_beside(self, water: ProvinceKey) -> frozenset[ProvinceKey]:
        return frozenset(self.landfalls(Place(water)))

    def landfalls(self, at: Place) -> Landfalls:
        """Return the places that a fleet can reach, by province."""
        key = at.province, at.coast
        known = self._landfalls.get(key)
        if known is None:
            found: dict[ProvinceKey, list[Place]] = {}
            for place in sorted(self.passage.fleets(self.board, at)):
                found.setdefault(place.province, []).append(place)
            known = {face: tuple(places) for face, places in found.items()}
            self._landfalls[key] = known
        return known

    def marches(self, at: ProvinceKey) -> tuple[Place, ...]:
        """Return the places that an army can reach by land, in order."""
        known = self._marches.get(at)
        if known is None:
            known = tuple(self.inland[face] for face in sorted(self.by_land[at]))
            self._marches[at] = known
        return known

    def courses(self, at: Place) -> tuple[Place, ...]:
        """Return the places that a fleet can reach, in order; a place for each coast."""
        key = at.province, at.coast
        known = self._courses.get(key)
        if known is None:
            known = tuple(place for places in self.landfalls(at).values() for place in places)
            self._courses[key] = known
        return known

    def ports(self, at: ProvinceKey) -> frozenset[ProvinceKey]:
        """Return the waters from which an army can be taken aboard or put ashore."""
        known = self._ports.get(at)
        if known is None:
            known = self._ports[at] = self.passage.ports(self.board, at)
        return known


def find_ways(board: Board, passage: Passage) -> Ways:
    """Return the ways over a board, the same ones each time."""
    key = ("ways", passage)
    known = board.memo.get(key)
    if not isinstance(known, Ways):
        known = board.memo[key] = Ways(board, passage)
    return known
