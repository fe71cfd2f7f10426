"""Straits and canals as objects: how events change those on the board, and which new ones they make.

A strait is a mark on an isthmus and ends wherever that border ends; a canal runs through one province
between two of its borders. What an event means for them is read off the map at the start of the phase.

::

         W1                 the strait g = L|M, a cut e = L|W1 at its end:
       e──┬──               the ends of e are M and X, so M and X connect
      L   │g   M            X water: the strait ends at X now
       ───┴──               X land: it cannot stay; M may keep the way open by a canal
         W2

Source: docs/rules/seismic-acerunner.md, "5.2 Update procedure", with the numbers of its steps.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial

from zinegen.board.board import Board, Canal, Power, cache_on_board
from zinegen.board.coasts import runs
from zinegen.game.changes import (
    BorderChange,
    CanalEnded,
    CanalMade,
    CanalMoved,
    StraitEnded,
    StraitMade,
)
from zinegen.game.orders import Order, OrderKey
from zinegen.game.state import Throw
from zinegen.game.units import BorderName
from zinegen.game.verdicts import Reason, Verdict
from zinegen.geometry.mesh import BorderId, Dart, Mesh, ProvinceKey, border_of, twin
from zinegen.rules.compose import NeedsThrow
from zinegen.variants.seismic.carry_out import EventEffect, heirs, list_touched_borders
from zinegen.variants.seismic.contests import Claim
from zinegen.variants.seismic.meanings import Cut, Link
from zinegen.variants.seismic.orders import CanalOption, IsthmusOption, StraitOption, Way
from zinegen.variants.seismic.votes import Choice, Votes


@dataclass(frozen=True, slots=True, kw_only=True)
class CarriedEvent:
    """An event that was carried out, with those who ordered it."""

    claim: Claim
    effect: EventEffect


@dataclass(frozen=True, slots=True, kw_only=True)
class WaterwayPolicy:
    """What happens to waterways where nobody decides."""

    keep: bool = True
    """A waterway that may be kept or deleted is kept."""
    strait_by_link: bool = False
    """An isthmus made by a release gets a strait."""
    random_terminal: bool = False
    """A canal that may end at either of two waters: a throw decides, not the alphabet."""


@dataclass(frozen=True, slots=True, kw_only=True)
class WaterwayElection:
    """The boards, events and votes that decide on waterways."""

    before: Board
    after: Board
    """After the events; its straits and canals are still those of before."""
    carried_events: Sequence[CarriedEvent]
    votes: Votes
    policy: WaterwayPolicy
    throws: Mapping[str, int]

    def find_cutting_event(self, border: BorderId) -> CarriedEvent | None:
        """Return the event that cuts a border of the start."""
        return next(
            (carried for carried in self.carried_events if carried.claim.event == Cut(border)), None
        )

    def is_split(self, border: BorderId) -> bool:
        """Tell whether a link arrives at a border of the start."""
        return any(
            isinstance(carried.claim.event, Link)
            and border in {carried.claim.event.a, carried.claim.event.c}
            for carried in self.carried_events
        )

    def heirs(self, border: BorderId) -> tuple[BorderId, ...]:
        """Return the borders that a border of the start has become."""
        return heirs([carried.effect for carried in self.carried_events], border)

    def decide_by_vote(
        self, carried: CarriedEvent, choice: Callable[[Order], Choice | None]
    ) -> Choice | None:
        """Return the choice of most of those who ordered an event; ``choice`` reads their options."""
        return self.votes.find_winner(self.votes.collect_ballots(carried.claim.powers, choice))


@dataclass(frozen=True, slots=True, kw_only=True)
class WaterwayReport:
    """The changes of waterways by events that were carried out."""

    changes: tuple[BorderChange, ...] = ()
    verdicts: Mapping[OrderKey, Verdict] = field(default_factory=dict)
    """On the options that are about something that happened."""
    needs: Throw | None = None
    """A throw that must be made first."""


def change_waterways(election: WaterwayElection) -> WaterwayReport:
    """Return the changes of straits and canals, new ones included."""
    try:
        changes = [*_change_straits(election), *change_canals(election)]
    except NeedsThrow as question:
        return WaterwayReport(needs=question.throw)
    changes += make_new_waterways(election)
    verdicts = {**_judge_unused_options(election), **election.votes.verdicts}
    kept = tuple(_drop_twins(election.before.canals, changes))
    return WaterwayReport(changes=kept, verdicts=verdicts)


def _drop_twins(canals: Sequence[Canal], changes: Sequence[BorderChange]) -> Iterator[BorderChange]:
    """Yield changes of waterways without canals that run where another runs: two such are one."""
    changed = {one.canal for one in changes if isinstance(one, CanalMoved | CanalEnded)}
    standing = {*canals} - changed
    for change in changes:
        match change:
            case CanalMade(canal=now) | CanalMoved(to=now):
                if now not in standing:
                    standing.add(now)
                    yield change
                elif isinstance(change, CanalMoved):
                    yield CanalEnded(canal=change.canal)
            case _:
                yield change


def _judge_unused_options(election: WaterwayElection) -> Mapping[OrderKey, Verdict]:
    """Return verdicts on options about what the events touched, as if none had been a vote."""
    found = {}
    for power, options in election.votes.options.items():
        for option in options:
            concerned = {*_list_concerned_powers(election, option)}
            if power in concerned:
                found[option.key] = Verdict(reason=Reason.OPTION_CLOSED)
            elif concerned and _names_its_waterway(option):
                found[option.key] = Verdict(reason=Reason.OPTION_OF_ANOTHER)
    return found


def _names_its_waterway(option: Order) -> bool:
    """Tell whether an option names one waterway; else it is about all that its power's event touches."""
    match option:
        case IsthmusOption(isthmus=None) | StraitOption(strait=None) | CanalOption(canal=None):
            return False
        case _:
            return True


def _list_concerned_powers(election: WaterwayElection, option: Order) -> Iterator[Power]:
    """Yield the powers whose events touched a waterway, or made an isthmus, that an option is about."""
    before, after = election.before, election.after
    touched: list[BorderId] = []
    match option:
        case IsthmusOption():
            for border in list_isthmuses(after):
                if is_about(option.isthmus, after.mesh.sides(border)):
                    yield from _find_responsible_powers(election, border)
        case StraitOption():
            touched += [
                border
                for border in before.straits
                if is_about(option.strait, before.mesh.sides(border))
            ]
        case CanalOption():
            touched += [
                border
                for canal in before.canals
                if option.canal in {None, canal.province}
                for border in canal.terminals
            ]
        case _:
            pass
    for carried in election.carried_events:
        if not {*touched}.isdisjoint(_list_affected_borders(before.mesh, carried.effect)):
            yield from carried.claim.powers


def _list_affected_borders(mesh: Mesh, effect: EventEffect) -> tuple[BorderId, ...]:
    """Return the border that an event cut, and those whose ends it changed or that it has split."""
    cut = (effect.event.border,) if isinstance(effect.event, Cut) else ()
    return (*cut, *list_touched_borders(mesh, effect))


def _change_straits(election: WaterwayElection) -> Iterator[BorderChange]:
    for border in election.before.straits:
        between = election.before.mesh.sides(border)
        ended = StraitEnded(border=border, between=between)
        if election.find_cutting_event(border) is not None or election.is_split(border):
            yield ended
            continue
        lost = list(_list_lost_ends(election, border))
        if not lost:
            continue
        yield ended
        kept = {_convert_strait(election, border, end) for end in lost}
        canal = kept.pop() if len(kept) == 1 else None
        canal = update_canal(election, canal) if canal is not None else None
        if canal is not None and canal not in election.before.canals:
            yield CanalMade(canal=canal)


@dataclass(frozen=True, slots=True, kw_only=True)
class _LostEnd:
    """An end of a strait where land takes the place of water."""

    carried: CarriedEvent
    keeper: ProvinceKey
    """The land whose shore is not cut, and which alone can carry a canal."""


def _list_lost_ends(election: WaterwayElection, strait: BorderId) -> Iterator[_LostEnd]:
    """Yield the ends of a strait at which an event puts something that is not water."""
    mesh, seam = election.before.mesh, Dart(2 * strait)
    for dart in (seam, twin(seam)):
        keeper = mesh.across(dart)
        # Before the seam round its land lies the shore at the one end, behind it that at the other.
        for shore, beyond in (
            (mesh.prev[dart], mesh.prev[mesh.prev[dart]]),
            (mesh.next[dart], mesh.next[mesh.next[dart]]),
        ):
            carried = election.find_cutting_event(border_of(shore))
            if carried is not None and not election.before.is_water(mesh.across(beyond)):
                yield _LostEnd(carried=carried, keeper=keeper)


def _convert_strait(election: WaterwayElection, strait: BorderId, end: _LostEnd) -> Canal | None:
    """Return the canal that a strait becomes by choice or default; None when it is deleted (rule 3)."""
    between = election.before.mesh.sides(strait)

    def choice(option: Order) -> Choice | None:
        if not isinstance(option, StraitOption) or not is_about(option.strait, between):
            return None
        if option.way is Way.DELETE:
            return Way.DELETE, None
        return (Way.CANAL, None) if option.through in {None, end.keeper} else None

    chosen = election.decide_by_vote(end.carried, choice)
    way = chosen[0] if chosen else (Way.CANAL if election.policy.keep else Way.DELETE)
    if way is Way.DELETE or not election.before[end.keeper].passable:
        return None
    mesh = election.before.mesh
    seam = mesh.dart_in(strait, end.keeper)
    ends = sorted((border_of(mesh.prev[seam]), border_of(mesh.next[seam])))
    return Canal(province=end.keeper, terminals=(ends[0], ends[1]))


def change_canals(election: WaterwayElection) -> Iterator[BorderChange]:
    """Yield the changes of the canals on the board."""
    for canal in election.before.canals:
        ends = [_find_terminal(election, canal, end) for end in canal.terminals]
        one, other = ends
        now = None
        if one is not None and other is not None:
            now = update_canal(
                election, replace(canal, terminals=(min(one, other), max(one, other)))
            )
        if now is None:
            yield CanalEnded(canal=canal)
        elif now != canal:
            yield CanalMoved(canal=canal, to=now)


def _find_terminal(election: WaterwayElection, canal: Canal, border: BorderId) -> BorderId | None:
    """Return the border of the start at which a canal ends from now on; None when it is deleted."""
    carried = election.find_cutting_event(border)
    if carried is None:
        return border
    mesh, board = election.before.mesh, election.before
    dart = mesh.dart_in(border, canal.province)
    ends = [
        (mesh.across(beside), border_of(beside)) for beside in (mesh.prev[dart], mesh.next[dart])
    ]
    wet = {water: beside for water, beside in ends if board.is_water(water)}
    if not wet:
        return None  # rule 5
    must_stay = all(board.is_water(water) for water, _ in ends)
    waters = board.by_full_name(wet)
    chosen = _vote_on_end(election, carried, canal, waters, must_stay=must_stay)
    if must_stay and chosen is None:
        return wet[_choose_end(election, canal, border, waters)]  # rule 7
    way, water = chosen or (Way.KEEP if election.policy.keep else Way.DELETE, None)
    return None if way is Way.DELETE else wet[water or waters[0]]  # rule 6, or 7 by choice


def _vote_on_end(
    election: WaterwayElection,
    carried: CarriedEvent,
    canal: Canal,
    waters: Sequence[ProvinceKey],
    *,
    must_stay: bool,
) -> Choice | None:
    """Return the vote of those who ordered an event on a canal that loses its border at one end."""

    def choice(option: Order) -> Choice | None:
        if not isinstance(option, CanalOption) or option.canal not in {None, canal.province}:
            return None
        if option.to is not None:
            return (Way.KEEP, option.to if must_stay else None) if option.to in waters else None
        return None if must_stay else (option.way, None)

    return election.decide_by_vote(carried, choice)


def _choose_end(
    election: WaterwayElection, canal: Canal, border: BorderId, waters: Sequence[ProvinceKey]
) -> ProvinceKey:
    """Return the water at which a canal ends when nobody chose: the first by name, or by a throw."""
    if len(waters) == 1 or not election.policy.random_terminal:
        return waters[0]
    board = election.before
    lost = board.mesh.across(board.mesh.dart_in(border, canal.province))
    label = f"terminal/canal {board[canal.province].abbreviation} at {board[lost].abbreviation}"
    if label not in election.throws:
        names = tuple(board[water].abbreviation for water in waters)
        raise NeedsThrow(Throw(label=label, candidates=names))
    return waters[election.throws[label] - 1]


def update_canal(election: WaterwayElection, canal: Canal) -> Canal | None:
    """Return a canal with its terminals as they are after the events; None when it is of no use.

    A canal that joins a coast to itself is gone (rule 4). Where a link has split the border at which it
    ends, it keeps the half nearer to its other end.
    """
    one, other = (election.heirs(border) for border in canal.terminals)
    if not one or not other:
        return None
    ends = sorted(
        _find_nearer(election.after, canal.province, *pair) for pair in ((one, other), (other, one))
    )
    if lie_on_one_run(election.after, canal.province, ends):
        return None
    return Canal(province=canal.province, terminals=(ends[0], ends[1]))


def _find_nearer(
    board: Board, province: ProvinceKey, halves: Sequence[BorderId], goals: Sequence[BorderId]
) -> BorderId:
    """Return the one of some borders with the fewest borders of the province between it and a goal.

    In a tie the one whose further neighbour comes first by full name.
    """
    mesh = board.mesh
    away: dict[BorderId, int] = {}
    for ring in mesh.rings[province]:
        places = {border_of(dart): place for place, dart in enumerate(ring)}
        for half in halves:
            steps = [
                abs(places[half] - places[goal]) for goal in goals if {half, goal} <= places.keys()
            ]
            if steps:
                away[half] = min(min(step, len(ring) - step) for step in steps)

    def rank(border: BorderId) -> tuple[int, tuple[str, ...], BorderId]:
        ends = mesh.ends(border) or ()
        names = tuple(board[face].name for face in board.by_full_name(ends))
        return away.get(border, len(mesh.next)), names, border

    return min(halves, key=rank)


@cache_on_board
def list_isthmuses(board: Board) -> tuple[BorderId, ...]:
    """Return the borders of two lands that have water at both ends, oldest first.

    Impassable land counts as land, the outside does not.
    """
    return tuple(border for border in board.mesh.borders if is_isthmus(board, border))


def is_isthmus(board: Board, border: BorderId) -> bool:
    """Tell whether a border is an isthmus now."""
    one, other = board.mesh.sides(border)
    if not (board.is_ground(one) and board.is_ground(other)):
        return False
    ends = board.mesh.ends(border)
    return ends is not None and board.is_water(ends[0]) and board.is_water(ends[1])


def lie_on_one_run(board: Board, province: ProvinceKey, borders: Iterable[BorderId]) -> bool:
    """Tell whether borders lie on one and the same run of a province's shore."""
    wanted = {*borders}
    return any(wanted <= {border_of(dart) for dart in run} for run in runs(board, province))


def make_canal_beside(board: Board, border: BorderId, province: ProvinceKey) -> Canal | None:
    """Return the canal of a province from one end of a border to the other.

    None where that is one shore all round: such a canal would join a coast to itself (rule 4).
    """
    seam = board.mesh.dart_in(border, province)
    ends = (border_of(board.mesh.prev[seam]), border_of(board.mesh.next[seam]))
    if lie_on_one_run(board, province, ends):
        return None
    return Canal(province=province, terminals=(min(ends), max(ends)))


def is_about(border: BorderName | None, sides: tuple[ProvinceKey, ProvinceKey]) -> bool:
    """Tell whether an option speaks of a border with these sides; one without a pair speaks of all."""
    return border is None or {border.one.province, border.other.province} == {*sides}


def make_new_waterways(election: WaterwayElection) -> tuple[BorderChange, ...]:
    """Return the straits and canals that new isthmuses get by vote or by default (steps 5 and 6)."""
    after = election.after
    old = {heir for border in list_isthmuses(election.before) for heir in election.heirs(border)}
    made = []
    for border in list_isthmuses(after):
        if border not in old:
            choice = _vote_on_isthmus(election, border)
            made += _make_waterway(
                after, border, choice or (_choose_default(election, border), None)
            )
    return tuple(made)


def _find_responsible_powers(election: WaterwayElection, border: BorderId) -> tuple[Power, ...]:
    """Return the powers whose events made an isthmus or changed the province at one of its ends."""
    mesh = election.before.mesh
    powers: set[Power] = set()
    for carried in election.carried_events:
        changed = {
            heir
            for old in list_touched_borders(mesh, carried.effect)
            for heir in election.heirs(old)
        }
        if border == carried.effect.surgery.made or border in changed:
            powers |= {*carried.claim.powers}
    return tuple(sorted(powers))


def _vote_on_isthmus(election: WaterwayElection, border: BorderId) -> Choice | None:
    """Return the vote of the responsible powers among the waterways that are possible there.

    An option that names the isthmus goes before one that names none.
    """
    after, votes = election.after, election.votes
    sides, powers = after.mesh.sides(border), _find_responsible_powers(election, border)

    def choice(option: Order, *, named: bool) -> Choice | None:
        if not isinstance(option, IsthmusOption) or named is (option.isthmus is None):
            return None
        if not is_about(option.isthmus, sides) or not _is_possible(after, sides, option):
            return None
        return option.way, option.through

    general = votes.collect_ballots(powers, partial(choice, named=False))
    exact = votes.collect_ballots(powers, partial(choice, named=True))
    for power in general.keys() & exact.keys():
        votes.note(general[power][0], Verdict(reason=Reason.OPTION_CLOSED, because=exact[power][0]))
    return votes.find_winner({**general, **exact})


def _is_possible(
    after: Board, sides: tuple[ProvinceKey, ProvinceKey], option: IsthmusOption
) -> bool:
    if option.way is not Way.CANAL:
        return option.way in {Way.STRAIT, Way.NONE}
    return option.through in sides and after[option.through].passable


def _choose_default(election: WaterwayElection, border: BorderId) -> Way:
    """Return the waterway of an isthmus without a vote: a new border between two waters gets a strait."""
    for carried in election.carried_events:
        if carried.effect.surgery.made == border:
            pinched = isinstance(carried.claim.event, Cut) or election.policy.strait_by_link
            return Way.STRAIT if pinched else Way.NONE
    return Way.NONE


def _make_waterway(after: Board, border: BorderId, choice: Choice) -> list[BorderChange]:
    way, through = choice
    if way is Way.STRAIT:
        return [StraitMade(border=border, between=after.mesh.sides(border))]
    canal = make_canal_beside(after, border, through) if through is not None else None
    return [CanalMade(canal=canal)] if canal is not None else []
