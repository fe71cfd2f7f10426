"""The standard orders that units of a position may be given: what a list of possible orders is made of.

Where a unit can go is asked of the passage, a convoy's route of the fleets that are there, and where a new
unit can stand of the rule of adjustments itself. What a candidate lacks to be possible the checks of the
order forms say (`zinegen.notation.reading.forms.OrderForm`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace

from zinegen.board.board import Power
from zinegen.board.coasts import coasts
from zinegen.board.passage import Place
from zinegen.game.orders import (
    Build,
    CoastChoice,
    Convoy,
    Disband,
    Hold,
    Move,
    Order,
    Remove,
    Retreat,
    Sheet,
    SupportHold,
    SupportMove,
    Waive,
)
from zinegen.game.state import GameState, Phase, PhaseKind, Season
from zinegen.game.units import FLEETS, Kind, PlaceName, Unit, UnitName
from zinegen.game.variant import PhaseRule, Variant
from zinegen.game.verdicts import Reason
from zinegen.geometry.mesh import ProvinceKey
from zinegen.notation.conditions import adjustments_due
from zinegen.notation.grammar.writer import name_for, spot_at
from zinegen.notation.reading.context import OrderCheckContext
from zinegen.rules.movement.attempts import Position
from zinegen.rules.movement.convoys import find_possible_routes, is_convoy_possible
from zinegen.rules.movement.movement import make_position


@dataclass(kw_only=True)
class Candidates:
    """The standard orders for the units of one position."""

    state: GameState
    variant: Variant
    _position: Position = field(init=False)
    _idle: frozenset[ProvinceKey] = field(init=False)
    """Where units stand that can only hold."""
    _goals: dict[ProvinceKey, Mapping[ProvinceKey, tuple[PlaceName, ...]]] = field(
        init=False, default_factory=dict
    )
    _carriers: dict[ProvinceKey, Mapping[ProvinceKey, frozenset[ProvinceKey]]] = field(
        init=False, default_factory=dict
    )
    _sites: dict[Power, tuple[Build, ...]] = field(init=False, default_factory=dict)

    def __post_init__(self) -> None:
        """Find the ways over the board."""
        passage = self.variant.passage
        most = self.variant.longest_convoy
        self._position = make_position(
            self.state, passage, idle=self.variant.must_hold, longest_convoy=most
        )
        self._idle = self._position.idle

    def list_orders(self, kind: type[Order], context: OrderCheckContext) -> Iterable[Order]:
        """Return the candidates of one of the standard kinds; none of any other kind."""
        make = _MAKERS.get(kind)
        return make(self, context) if make is not None else ()

    def goals(self, unit: Unit) -> Mapping[ProvinceKey, tuple[PlaceName, ...]]:
        """Return where a unit can go by itself, by province; a place for each coast it can come to."""
        known = self._goals.get(unit.province)
        if known is None:
            known = self._goals[unit.province] = self._find_goals(unit)
        return known

    def _find_goals(self, unit: Unit) -> Mapping[ProvinceKey, tuple[PlaceName, ...]]:
        if unit.province in self._idle:
            return {}
        position, board = self._position, self.state.board
        if unit.kind not in FLEETS:
            return {face: (PlaceName(province=face),) for face in sorted(position.reach(unit))}
        found = position.ways.landfalls(unit.at)
        return {
            face: tuple(spot_at(place, board) for place in places) for face, places in found.items()
        }

    def carriers(self, unit: Unit) -> Mapping[ProvinceKey, frozenset[ProvinceKey]]:
        """Return where the fleets that are there can carry an army, with the fleets of every route."""
        known = self._carriers.get(unit.province)
        if known is None:
            known = self._carriers[unit.province] = self._find_carriers(unit)
        return known

    def _find_carriers(self, unit: Unit) -> Mapping[ProvinceKey, frozenset[ProvinceKey]]:
        position, start = self._position, unit.province
        if unit.kind is not Kind.ARMY or start in self._idle or not position.ways.ports(start):
            return {}
        return {
            face: frozenset(
                water for route in find_possible_routes(position, start, face) for water in route
            )
            for face in sorted(self.state.board.provinces)
            if self.state.board.is_ground(face) and is_convoy_possible(position, start, face)
        }

    def moving(self, context: OrderCheckContext) -> Iterator[Unit]:
        """Yield a power's units that can do more than hold."""
        return (unit for unit in context.own_units() if unit.province not in self._idle)

    def name(self, unit: Unit, of: Power) -> UnitName:
        """Return a unit as an order of a power names it."""
        return name_for(of, unit, self.state.board)

    def sites(self, power: Power) -> tuple[Build, ...]:
        """Return what a power can build in this winter; in any other phase, what it may build in the next."""
        known = self._sites.get(power)
        if known is None:
            known = self._sites[power] = tuple(_list_sites(self.state, self.variant, power))
        return known


def _list_holds(of: Candidates, context: OrderCheckContext) -> Iterator[Order]:
    for unit in context.own_units():
        yield Hold(power=context.power, unit=of.name(unit, context.power))


def _list_moves(of: Candidates, context: OrderCheckContext) -> Iterator[Order]:
    power = context.power
    for unit in of.moving(context):
        named = of.name(unit, power)
        for spots in of.goals(unit).values():
            for to in spots:
                yield Move(power=power, unit=named, to=to)
        for face in of.carriers(unit):
            to = PlaceName(province=face)
            if face not in of.goals(unit):
                yield Move(power=power, unit=named, to=to)
            yield Move(power=power, unit=named, to=to, via_convoy=True)


def _list_supports_to_hold(of: Candidates, context: OrderCheckContext) -> Iterator[Order]:
    power = context.power
    for unit in of.moving(context):
        named, within = of.name(unit, power), of.goals(unit)
        for face in within:
            helped = context.state.units.get(face)
            if helped is not None:
                yield SupportHold(power=power, unit=named, of=of.name(helped, power))


def _list_supports_to_move(of: Candidates, context: OrderCheckContext) -> Iterator[Order]:
    power = context.power
    for unit in of.moving(context):
        named, within = of.name(unit, power), of.goals(unit)
        for face, helped in context.state.units.items():
            if face == unit.province:
                continue
            name, goals, by_sea = of.name(helped, power), of.goals(helped), of.carriers(helped)
            for to in within:
                if to not in goals and to not in by_sea:
                    continue
                bare = PlaceName(province=to)
                yield SupportMove(power=power, unit=named, of=name, to=bare)
                for spot in goals.get(to, ()):
                    if spot != bare:
                        yield SupportMove(power=power, unit=named, of=name, to=spot)


def _list_convoys(of: Candidates, context: OrderCheckContext) -> Iterator[Order]:
    power = context.power
    for unit in of.moving(context):
        named = of.name(unit, power)
        for army in context.state.units.values():
            for to, waters in of.carriers(army).items():
                if unit.province in waters:
                    name = of.name(army, power)
                    yield Convoy(power=power, unit=named, army=name, to=PlaceName(province=to))


def _list_retreats(of: Candidates, context: OrderCheckContext) -> Iterator[Order]:
    """Yield the retreats of dislodged units; before the moves those of all, should they be driven out."""
    power = context.power
    for unit in context.own_units():
        named = of.name(unit, power)
        if context.retreating:
            lost = context.state.dislodged[unit.province]
            spots: Iterable[PlaceName] = (spot_at(place, context.board) for place in lost.retreats)
        else:
            spots = (spot for found in of.goals(unit).values() for spot in found)
        for to in spots:
            yield Retreat(power=power, unit=named, to=to)


def _list_disbandments(of: Candidates, context: OrderCheckContext) -> Iterator[Order]:
    for unit in context.own_units():
        yield Disband(power=context.power, unit=of.name(unit, context.power))


def _list_builds(of: Candidates, context: OrderCheckContext) -> Iterable[Order]:
    return of.sites(context.power) if _may_be_due(context, builds=True) else ()


def _list_waives(_of: Candidates, context: OrderCheckContext) -> Iterator[Order]:
    state, waive = context.state, Waive(power=context.power)
    rule = context.variant.rules.get(PhaseKind.ADJUSTMENTS)
    if rule is None or not _may_be_due(context, builds=True):
        return
    is_open = state.phase.kind is PhaseKind.ADJUSTMENTS and state.secrets is None
    if not is_open or waive in _find_possible(rule, state, (waive,)):
        yield waive


def _list_removals(of: Candidates, context: OrderCheckContext) -> Iterator[Order]:
    power = context.power
    for unit in context.state.units_of(power) if _may_be_due(context, builds=False) else ():
        named = of.name(unit, power)
        if unit.kind is Kind.ARMY_ABOARD:
            yield Remove(power=power, unit=replace(named, kind=Kind.FLEET))
            yield Remove(power=power, unit=replace(named, kind=Kind.ARMY))
        else:
            yield Remove(power=power, unit=named)


def _may_be_due(context: OrderCheckContext, *, builds: bool) -> bool:
    """Tell whether builds, or removals, may be due: in an open winter it is known."""
    state = context.state
    if state.phase.kind is not PhaseKind.ADJUSTMENTS or state.secrets is not None:
        return True
    due = adjustments_due(context.variant, state, context.power)
    return due > 0 if builds else due < 0


def _find_possible(
    rule: PhaseRule, state: GameState, orders: tuple[Build | Waive, ...]
) -> list[Order]:
    """Return which of a power's orders a rule of adjustments takes, together or without the others.

    What is refused beside orders that are taken is asked about once more without these. A rule judges one
    order after the other, so where none of several is taken, none would be alone.
    """
    taken: set[Order] = set()
    rest = orders
    while rest and (found := _find_taken(rule, state, rest)):
        taken.update(found)
        rest = tuple(order for order in rest if order not in taken)
    return [order for order in orders if order in taken]


def _find_taken(
    rule: PhaseRule, state: GameState, orders: tuple[Build | Waive, ...]
) -> list[Order]:
    """Return which of a power's orders a rule of adjustments takes; any throw will do."""
    throws: dict[str, int] = {}
    power = orders[0].power
    state = replace(state, powers=(power,))  # what others build or remove has no part in it
    while True:
        report = rule(state, Sheet(orders={power: orders}, throws=throws))
        if report.needs is None or report.needs.label in throws:
            break
        throws = {**throws, report.needs.label: 1}
    return [
        ruling.order
        for ruling in report.rulings
        if ruling.given and ruling.verdict.reason in {Reason.BUILT, Reason.WAIVED}
    ]


def _list_sites(state: GameState, variant: Variant, power: Power) -> Iterator[Build]:
    """Yield the builds that the rule of adjustments allows a power.

    Before the winter nobody knows whose centres and which provinces are vacant by then, so the rule is asked
    about a board without units on which all centres are the power's.
    """
    if state.secrets is not None:  # nobody but the GM can tell where the centres are
        yield from _list_sites_at_home(state, variant, power)
        return
    rule = variant.rules.get(PhaseKind.ADJUSTMENTS)
    if rule is None:
        return
    if state.phase.kind is not PhaseKind.ADJUSTMENTS:
        winter = Phase(season=Season.WINTER, year=state.phase.year, kind=PhaseKind.ADJUSTMENTS)
        owners = dict.fromkeys(state.board.centres, power)
        state = replace(state, phase=winter, units={}, dislodged={}, owners=owners)
    own = variant.before_adjustments(variant, state).centres_of(power)
    found: list[Order] = []
    for asked in _in_rounds(state, variant, power, own):
        found += _find_possible(rule, state, asked)
    yield from sorted(
        (order for order in found if isinstance(order, Build)), key=lambda one: one.at.province
    )


def _in_rounds(
    state: GameState, variant: Variant, power: Power, where: Iterable[ProvinceKey]
) -> Iterator[tuple[Build, ...]]:
    """Yield the builds in as many rounds as it takes to name no province twice in one."""
    by_province = [list(_list_kinds(state, variant, power, face)) for face in where]
    for number in range(max(map(len, by_province), default=0)):
        yield tuple(builds[number] for builds in by_province if number < len(builds))


def _list_kinds(
    state: GameState, variant: Variant, power: Power, face: ProvinceKey
) -> Iterator[Build]:
    """Yield a build of each kind in a province, of a fleet on each coast of this winter or next spring."""
    spots = [PlaceName(province=face)]
    for board in (state.board, variant.forecast(variant, state)):
        here = coasts(board, face)
        if len(here) > 1:
            spots += [spot_at(Place(face, coast.borders), board) for coast in here]
    if len(spots) > 1:
        spots = list(dict.fromkeys(spots[1:]))
    yield Build(power=power, kind=Kind.ARMY, at=PlaceName(province=face))
    for spot in spots:
        yield Build(power=power, kind=Kind.FLEET, at=spot)
    yield Build(power=power, kind=Kind.MUTANT, at=PlaceName(province=face))


def _list_sites_at_home(state: GameState, variant: Variant, power: Power) -> Iterator[Build]:
    for face in sorted(state.board.provinces):
        if state.board[face].home == power:
            for build in _list_kinds(state, variant, power, face):
                if build.kind is not Kind.FLEET or coasts(state.board, face):
                    yield build


def _list_coast_choices(of: Candidates, context: OrderCheckContext) -> Iterator[Order]:
    """Yield choices of one coast and of two, the better one first."""
    board, power = context.board, context.power
    for unit in context.own_units():
        here = coasts(board, unit.province)
        if unit.kind not in FLEETS or not here:
            continue
        named = of.name(unit, power)
        waters = sorted({water for coast in here for water in coast.waters})
        labels = [spot_at(Place(unit.province, coast.borders), board).coast for coast in here]
        words = dict.fromkeys(
            [*(label for label in labels if label), *waters, "disband", "trapped"]
        )
        for one in words:
            yield CoastChoice(power=power, unit=named, choices=(one,))
            for other in words:
                if other != one:
                    yield CoastChoice(power=power, unit=named, choices=(one, other))


_MAKERS: Mapping[type[Order], Callable[[Candidates, OrderCheckContext], Iterable[Order]]] = {
    Hold: _list_holds,
    Move: _list_moves,
    SupportHold: _list_supports_to_hold,
    SupportMove: _list_supports_to_move,
    Convoy: _list_convoys,
    Retreat: _list_retreats,
    Disband: _list_disbandments,
    Build: _list_builds,
    Remove: _list_removals,
    Waive: _list_waives,
    CoastChoice: _list_coast_choices,
}
