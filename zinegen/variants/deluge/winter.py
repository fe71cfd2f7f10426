"""Winters in which the map sinks: builds, floods, new centres, and the free builds with which a game opens.

Source: docs/rules/deluge2.md, "1. Board and set-up", "2. Phases of a year", "3. Tables", "6. Winter",
"7. End". Nothing here knows a year or a province; the tables are data of the rule set.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

from zinegen.board.board import Board, Power
from zinegen.board.coasts import Coast, coasts
from zinegen.board.passage import Place
from zinegen.game.changes import CentreFounded, Change, GameEnded, PassageChanged, UnitBuilt
from zinegen.game.named_places import find_named_place
from zinegen.game.orders import Build, Sheet, Unreadable
from zinegen.game.state import GameState, Throw
from zinegen.game.units import Kind, PlaceName, Unit
from zinegen.game.variant import PhaseRule
from zinegen.game.verdicts import OrderResult, Reason, Report, Verdict
from zinegen.geometry.mesh import ProvinceKey
from zinegen.languages.texts import gettext
from zinegen.rules.adjustments import adjustments, anywhere_owned, at_home, find_build_place
from zinegen.rules.coast_choice import CoastPolicy, Convention, choose_by_convention
from zinegen.rules.movement.rulebook import Rulebook
from zinegen.rules.ownership import Visits, note_visits
from zinegen.rules.sinking import sink_provinces, sinking

Table = Mapping[int, tuple[ProvinceKey, ...]]
"""Provinces by the year in whose winter something happens to them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Calendar:
    """What happens to the map, and when."""

    sinking: Table
    founding: Table
    opening: Table
    founds_first: bool = False
    """New centres form before the adjustments of their winter, not after its flood."""


def apply_calendar(calendar: Calendar, board: Board, year: int) -> Board:
    """Return the board with what the calendar does to it in the winters before a year."""
    for past in sorted({*calendar.sinking, *calendar.founding, *calendar.opening}):
        if past >= year:
            break
        board = sink_provinces(board, calendar.sinking.get(past, ()))
        for face in calendar.founding.get(past, ()):
            if not board.is_water(face):
                board = board.replace_province(replace(board[face], centre=True))
        for face in calendar.opening.get(past, ()):
            board = board.replace_province(replace(board[face], passable=True))
    return board


def flood(calendar: Calendar, coasts: CoastPolicy, *, armies_float: bool = False) -> PhaseRule:
    """Return the rule that lets provinces sink in their winter."""
    return sinking(
        lambda state: calendar.sinking.get(state.phase.year, ()), coasts, armies_float=armies_float
    )


def founding(calendar: Calendar, *, eliminated_too: bool = False) -> PhaseRule:
    """Return the rule that forms new centres in their winter, each with its first owner.

    With ``eliminated_too`` that may be a power without unit and centre.
    """

    def rule(state: GameState, _sheet: Sheet) -> Report:
        return Report(
            changes=tuple(
                CentreFounded(
                    province=face,
                    power=find_first_owner(state, face, eliminated_too=eliminated_too),
                )
                for face in calendar.founding.get(state.phase.year, ())
                if not state.board[face].centre and not state.board.is_water(face)
            )
        )

    return rule


def find_first_owner(
    state: GameState, face: ProvinceKey, *, eliminated_too: bool = False
) -> Power | None:
    """Return the owner of a new centre: its occupant, its last visitor, its home country, or nobody.

    Nobody also when the visitor, or the country, is eliminated, unless ``eliminated_too``. Source:
    docs/rules/deluge2.md, "6. Winter", ruling 14.
    """
    unit = state.units.get(face)
    if unit is not None:
        return unit.power
    owner = Visits.of(state.extra).visits.get(face, state.board[face].home)
    return owner if owner is not None and (eliminated_too or state.is_alive(owner)) else None


def opening(calendar: Calendar) -> PhaseRule:
    """Return the rule that opens closed provinces after the winter of their year."""

    def rule(state: GameState, _sheet: Sheet) -> Report:
        return Report(
            changes=tuple(
                PassageChanged(province=face, passable=True)
                for face in calendar.opening.get(state.phase.year, ())
                if not state.board[face].passable
            )
        )

    return rule


def note_visitors(calendar: Calendar) -> PhaseRule:
    """Return the rule that notes at the end of a season who stands where a centre will form."""
    watched = {face: year for year, faces in calendar.founding.items() for face in faces}

    def rule(state: GameState, _sheet: Sheet) -> Report:
        return note_visits(state, lambda unit: watched.get(unit.province, 0) >= state.phase.year)

    return rule


def end_with_last_power(state: GameState, _sheet: Sheet) -> Report:
    """End the game: the only power that has a unit left wins; if there is none, nobody does."""
    left = sorted({unit.power for unit in state.units.values()})
    return Report(changes=(GameEnded(winners=tuple(left) if len(left) == 1 else ()),))


def future_board(calendar: Calendar, state: GameState) -> Board:
    """Return the board as it will be after this winter's flood."""
    return sink_provinces(state.board, calendar.sinking.get(state.phase.year, ()))


def winter_builds(
    calendar: Calendar, game: Rulebook, *, on_future_coast: bool = False, outside: int | None = None
) -> PhaseRule:
    """Return the rule of adjustments: builds in own, vacant centres, on coasts of now or next spring.

    ``on_future_coast``: a fleet may be built in a province that gets its first coast this winter.
    ``outside``: so many builds in own centres abroad when no home centre is left; None: as many as it likes.
    """

    def rule(state: GameState, sheet: Sheet) -> Report:
        fleets = _FleetBuilds(
            state=state,
            after=future_board(calendar, state),
            sheet=sheet,
            convention=game.coasts,
            on_future_coast=on_future_coast,
        )
        judged = adjustments(
            game,
            build=anywhere_owned if outside is None else at_home,
            outside=outside or 0,
            launch=fleets.launch,
        )(state, sheet)
        return Report(needs=fleets.needs) if fleets.needs is not None else judged

    return rule


def explain_unnamed_coast(convention: Convention) -> str:
    """Return, for players, what becomes of a fleet built in winter where several coasts can be meant."""
    match convention:
        case Convention.RANDOM:
            return gettext("a throw chooses the coast")
        case Convention.ALPHABETICAL:
            return gettext("it is built on the coast whose waters come first in the alphabet")
        case Convention.MOST_WATER:
            return gettext("it is built on the coast with the most waters")
        case Convention.NEAREST_HOME:
            return gettext("it is built on the coast nearest to a home centre of yours")


@dataclass(slots=True, kw_only=True)
class _FleetBuilds:
    """Finds the places of new fleets."""

    state: GameState
    after: Board
    sheet: Sheet
    convention: Convention
    on_future_coast: bool
    needs: Throw | None = None

    def launch(self, board: Board, kind: Kind, at: PlaceName) -> Place | Reason:
        """Return the place of a new unit: a fleet on the coast named, which may be one of next spring."""
        if kind is not Kind.FLEET:
            return find_build_place(board, kind, at)
        face = at.province
        now, then = coasts(board, face), coasts(self.after, face)
        if not now and not (self.on_future_coast and then):
            return Reason.NO_SHORE
        if at.coast is None or len({*now, *then}) == 1:
            return self._choose(board if now else self.after, face, now or then)
        for when in (board, self.after):
            here = [Place(face, coast.borders) for coast in coasts(when, face)]
            place = find_named_place(when, at, here)
            if place is not Reason.NO_SUCH_COAST:
                return place
        return Reason.NO_SUCH_COAST

    def _choose(self, board: Board, face: ProvinceKey, among: tuple[Coast, ...]) -> Place:
        if len(among) == 1:
            return Place(face, among[0].borders)
        power = self.state.owners[face]
        fleet = Unit(power=power, kind=Kind.FLEET, at=Place(face))
        chosen = choose_by_convention(fleet, board, among, self.sheet, self.convention)
        if isinstance(chosen, Throw):
            self.needs = self.needs or chosen
            return Place(face, among[0].borders)
        return Place(face, chosen.borders)


def opening_builds(usual: Callable[[Board], Mapping[ProvinceKey, Unit]]) -> PhaseRule:
    """Return the rule of the first builds: a unit of free type in each home centre.

    A centre for which nothing possible is ordered gets its standard unit.
    """

    def rule(state: GameState, sheet: Sheet) -> Report:
        standard = usual(state.board)
        rulings: list[OrderResult] = []
        changes: list[Change] = []
        for power in sorted({*state.powers, *sheet.orders}):
            built: dict[ProvinceKey, Unit] = {}
            for order in sheet.orders.get(power, ()):
                if power in sheet.disorder:
                    verdict = Verdict(reason=Reason.IN_DISORDER)
                elif isinstance(order, Build):
                    verdict = _judge_first_build(state, power, order, built)
                else:
                    unread = isinstance(order, Unreadable)
                    reason = Reason.UNREADABLE if unread else Reason.WRONG_PHASE
                    verdict = Verdict(reason=reason)
                rulings.append(OrderResult(order=order, verdict=verdict))
            for face in _list_sites(state, power):
                if face not in built and face in standard:
                    unit = built[face] = standard[face]
                    at = PlaceName(province=face)
                    order = Build(power=power, kind=unit.kind, at=at)
                    verdict = Verdict(reason=Reason.BUILT)
                    rulings.append(OrderResult(order=order, verdict=verdict, given=False))
            changes += [UnitBuilt(unit=unit) for _, unit in sorted(built.items())]
        return Report(rulings=tuple(rulings), changes=tuple(changes))

    return rule


def _list_sites(state: GameState, power: Power) -> tuple[ProvinceKey, ...]:
    homes = state.board.home_centres(power)
    return tuple(face for face in homes if at_home(state, power, face) is None)


def _judge_first_build(
    state: GameState, power: Power, order: Build, built: dict[ProvinceKey, Unit]
) -> Verdict:
    face = order.at.province
    if order.kind not in {Kind.ARMY, Kind.FLEET}:
        return Verdict(reason=Reason.NO_SUCH_KIND)
    if face in built:
        return Verdict(reason=Reason.OCCUPIED)
    wrong = at_home(state, power, face)
    place = wrong or find_build_place(state.board, order.kind, order.at)
    if isinstance(place, Reason):
        return Verdict(reason=place)
    built[face] = Unit(power=power, kind=order.kind, at=place)
    return Verdict(reason=Reason.BUILT)
