"""Phases of both Seismic rule sets on random maps: what must hold whatever is ordered."""

from dataclasses import replace

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from tests.blame import BLAMES_SOMEBODY
from tests.border_maps import manned, picked
from zinegen.board.coasts import coasts
from zinegen.game import (
    BorderSeparated,
    GameState,
    Order,
    Phase,
    PhaseKind,
    Report,
    Sheet,
    Variant,
    Word,
)
from zinegen.game.apply import apply
from zinegen.geometry import faults
from zinegen.notation import EVENTS, read_orders, write_order
from zinegen.play import Setup, start_board, start_state
from zinegen.variants.seismic.meanings import (
    Cut,
    Event,
    Link,
    find_connected_provinces,
    find_event,
    list_nearby_events,
    list_possible_events,
    make_order,
)
from zinegen.variants.seismic.orders import (
    CanalOption,
    Connect,
    IsthmusOption,
    Separate,
    StraitOption,
    Way,
)
from zinegen.variants.seismic.rule_sets import SEISMIC_ACERUNNER, SEISMIC_LAVAURS
from zinegen.variants.seismic.waterways import is_isthmus, lie_on_one_run, list_isthmuses

NUMBERS = st.integers(0, 10**6)
WALKS = st.lists(NUMBERS, max_size=12)
FLEETS = st.lists(NUMBERS, max_size=12)
CHOICES = st.lists(st.tuples(NUMBERS, NUMBERS, NUMBERS), min_size=1, max_size=7)
EVENT_PHASE = Phase.parse("S1901E")


def played(variant: Variant, walk: list[int]) -> GameState:
    """Return a state after single events in as many phases, each on what the last one left."""
    state = beginning(variant)
    for choice in walk:
        event = picked(state.board, choice)
        sheet = Sheet(events={power(state, choice): (ordered(state, event, choice),)})
        state = apply(state, judged(variant, state, sheet)[1].changes)
    return state


def beginning(variant: Variant) -> GameState:
    """Return the start before anybody has units, without the drawing, which these tests do not need."""
    board = replace(start_board(variant), shape=None)
    return start_state(variant, Setup(units={}, phase=EVENT_PHASE), board=board)


def power(state: GameState, choice: int):
    return state.powers[choice % len(state.powers)]


def ordered(state: GameState, event: Event, choice: int) -> Order:
    return make_order(state.board, event, power(state, choice))


def judged(variant: Variant, state: GameState, sheet: Sheet) -> tuple[Sheet, Report]:
    """Judge a phase of events, every throw giving its last candidate."""
    rule = variant.rules[PhaseKind.EVENTS]
    report = rule(state, sheet)
    while report.needs is not None:
        assert len({*report.needs.candidates}) == len(report.needs.candidates) > 1
        throws = {**sheet.throws, report.needs.label: len(report.needs.candidates)}
        sheet = Sheet(events=sheet.events, coasts=sheet.coasts, throws=throws)
        report = rule(state, sheet)
    return sheet, report


def option(state: GameState, choice: int) -> Order:
    """Return some option, often about a land with a shore."""
    who = power(state, choice)
    ground = [face for face in state.board.provinces if state.board.is_ground(face)]
    land = ground[choice // 9 % len(ground)]
    seas = sorted({*state.board.provinces} - {*ground})
    dug = choice % 2 == 0
    match choice % 3:
        case 0:
            way = Way.CANAL if dug else (Way.STRAIT, Way.NONE)[choice // 6 % 2]
            return IsthmusOption(power=who, way=way, through=land if dug else None)
        case 1:
            way = (Way.DELETE, Way.KEEP, Way.CANAL)[choice // 6 % 3]
            return StraitOption(power=who, way=way)
        case _:
            to = seas[choice // 9 % len(seas)] if dug else None
            way = Way.KEEP if to else (Way.DELETE, Way.KEEP)[choice // 6 % 2]
            return CanalOption(power=who, way=way, to=to)


def sheet_of(state: GameState, choices: list[tuple[int, int, int]], *, options: bool) -> Sheet:
    events: list[Event] = []
    given_: dict = {}
    for who, (choice, beside, more) in zip(state.powers, choices, strict=False):
        near_by = events[beside % len(events)] if events and beside % 3 else None
        event = near_by if near_by and beside % 4 == 1 else picked(state.board, choice, near_by)
        events.append(event)
        lines: list[Order] = [make_order(state.board, event, who)]
        if options:
            lines.append(option(state, more * 7 + state.powers.index(who)))
        given_[who] = tuple(lines)
    return Sheet(events=given_)


@pytest.mark.parametrize("variant", [SEISMIC_LAVAURS, SEISMIC_ACERUNNER], ids=lambda v: v.id)
@given(walk=WALKS, fleets=FLEETS, choices=CHOICES)
@example(
    walk=[], fleets=[], choices=[(542046, 0, 0), (0, 1, 0), (5669, 2, 0)]
)  # borders that grow together
def test_a_phase_leaves_a_whole_map_and_every_fleet_where_it_can_be(variant, walk, fleets, choices):
    state = manned(played(variant, walk), fleets)
    sheet = sheet_of(state, choices, options=variant is SEISMIC_ACERUNNER)
    sheet, report = judged(variant, state, sheet)
    after = apply(state, report.changes)
    assert faults(after.board.mesh) == []
    assert {*after.units} == {*state.units}
    for face, unit in after.units.items():
        here = {coast.borders for coast in coasts(after.board, face)} or {()}
        assert unit.at.coast in here
    check_rulings(state, after, sheet, report)
    check_waterways(after)
    assert judged(variant, state, sheet)[1] == report


def check_rulings(state: GameState, after: GameState, sheet: Sheet, report: Report) -> None:
    """Every line has a ruling, whoever fails is told of whom, and a success is visible on the map."""
    lines = [order for orders in sheet.events.values() for order in orders]
    assert [ruling.order.key for ruling in report.rulings] == [order.key for order in lines]
    for ruling in report.rulings:
        if ruling.verdict.reason in BLAMES_SOMEBODY:
            assert ruling.verdict.because
        if not isinstance(ruling.order, Separate | Connect):
            continue
        event = find_event(state.board, ruling.order)
        came_about = ruling.verdict.word is Word.SUCCEEDS
        if isinstance(event, Cut):
            cut = {one.border for one in report.changes if isinstance(one, BorderSeparated)}
            assert (event.border in cut) is came_about
            if came_about:
                assert event.border not in after.board.mesh
                one, other = state.board.mesh.ends(event.border) or ("", "")
                assert one == other or other in after.board.mesh.adjacent(one)
        elif isinstance(event, Link) and came_about:
            one, other = find_connected_provinces(state.board.mesh, event)
            assert len(after.board.mesh.between(one, other)) > 0
            assert len(after.board.mesh.rings[event.across]) > 0


def check_waterways(state: GameState) -> None:
    """A strait lies on an isthmus, and a canal joins two runs of one province."""
    board = state.board
    assert all(is_isthmus(board, border) for border in board.straits)
    for canal in board.canals:
        assert len({*canal.terminals}) == 2
        for border in canal.terminals:
            sides = {*board.mesh.sides(border)}
            assert canal.province in sides
            assert any(board.is_water(face) for face in sides)
        assert not lie_on_one_run(board, canal.province, canal.terminals)


@given(walk=WALKS, choices=CHOICES)
def test_an_event_written_and_read_again_is_the_same_event(walk, choices):
    state = played(SEISMIC_ACERUNNER, walk)
    for choice, _, more in choices:
        for order in (ordered(state, picked(state.board, choice), choice), option(state, more)):
            reading = read_orders(
                write_order(order, state.board),
                power=order.power,
                state=state,
                variant=SEISMIC_ACERUNNER,
                section=EVENTS,
            )
            assert reading.findings == ()
            assert reading.orders == (order,)


@given(walk=WALKS)
def test_every_event_near_a_power_is_legal_and_none_is_missing(walk):
    state = manned(played(SEISMIC_LAVAURS, walk), walk)
    everything = {*list_possible_events(state.board)}
    for who in state.powers:
        orders = list_nearby_events(state, who)
        events = [find_event(state.board, order) for order in orders]
        assert len({*events}) == len(events)
        assert {*events} <= everything
        for unit in state.units_of(who):
            sides = {
                Cut(border)
                for border in state.board.mesh.borders
                if unit.province in state.board.mesh.sides(border)
            }
            assert sides & everything <= {*events}


def test_24_of_the_225_separations_of_the_start_make_one_isthmus_and_none_makes_two():
    board = beginning(SEISMIC_ACERUNNER).board
    cuts = [event for event in list_possible_events(board) if isinstance(event, Cut)]
    assert len(cuts) == len(list_possible_events(board)) == 225
    old = {*list_isthmuses(board)}
    made = [len({*list_isthmuses(board.separate(cut.border))} - old) for cut in cuts]
    assert (made.count(1), made.count(0)) == (24, 201)
