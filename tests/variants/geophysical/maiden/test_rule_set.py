"""Geophysical Diplomacy over several seasons, its advice before the deadline, and what its reports say."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import replace

import pytest

from tests.blame import faults
from tests.sheets import candidates
from zinegen.board import Board, Power, Terrain
from zinegen.board.coasts import coasts
from zinegen.errors import NotationError, RulesError
from zinegen.game import (
    GameState,
    Kind,
    OptionValue,
    Order,
    Phase,
    PhaseKind,
    Reason,
    Report,
    RiftChanged,
    Sheet,
    TerrainChanged,
    UnitLost,
    Variant,
    Word,
)
from zinegen.game.apply import apply
from zinegen.geometry import ProvinceKey
from zinegen.geometry import faults as map_faults
from zinegen.notation import EVENTS, check_orders, read_orders, write_order
from zinegen.pages import phrase, phrase_or_result
from zinegen.play import Setup, start_state
from zinegen.rules import adjudicate
from zinegen.variants.geophysical.common.orders import (
    Stabilisation,
    Transformation,
    TransformationSupport,
)
from zinegen.variants.geophysical.common.processes import Process
from zinegen.variants.geophysical.maiden.rule_set import GEOPHYSICAL_MAIDEN as MAIDEN
from zinegen.variants.geophysical.maiden.units_on_new_ground import ArmiesOnIce

SEASONS = 6
"""How many seasons the games of random orders are played."""

OPTIONS: Sequence[dict[str, OptionValue]] = (
    {},
    {"escape": True},
    {"identical_events": "compound", "stabilisations_add": False},
    {"identical_events": "add", "stabilise_stops_centre": True, "new_home_centres": False},
)


def judge(variant: Variant, state: GameState, sheet: Sheet) -> tuple[GameState, Report]:
    """Judge a phase; every throw gives the last candidate."""
    while True:
        after, report = adjudicate(variant, state, sheet)
        if report.needs is None:
            return after, report
        throws = {**sheet.throws, report.needs.label: len(report.needs.candidates)}
        assert throws != sheet.throws
        sheet = replace(sheet, throws=throws)


def wishes(state: GameState, power: Power, dice: random.Random) -> Iterator[Order]:
    """Yield an event near a power's units, often, and stabilisations."""
    if not state.is_alive(power):
        return
    near = MAIDEN.nearby_events(state, power)
    roll = dice.random()
    if near and roll < 0.75:
        yield dice.choice(near)
    elif roll < 0.9:
        of = MAIDEN.nearby_events(state, dice.choice(state.powers))
        event = dice.choice(of) if of else None
        if isinstance(event, Transformation):
            yield TransformationSupport(power=power, ground=event.ground, of=event)
    for face in state.centres_of(power):
        if dice.random() < 0.3:
            yield Stabilisation(power=power, ground=(face,), times=dice.choice((1, 1, 2)))


def sheet_for(variant: Variant, state: GameState, dice: random.Random) -> Sheet:
    """Return plausible orders for a phase."""
    if state.phase.kind is not PhaseKind.MOVES:
        return Sheet()
    orders: dict[Power, list[Order]] = {}
    for at, choices in candidates(state, variant.passage).items():
        if choices and dice.random() < 0.9:
            orders.setdefault(state.units[at].power, []).append(dice.choice(choices))
    return Sheet(
        orders={power: tuple(lines) for power, lines in orders.items()},
        events={power: tuple(wishes(state, power, dice)) for power in state.powers},
    )


def stands(board: Board, kind: Kind, face: ProvinceKey) -> bool:
    """Tell whether a unit can stand in a province, in words of its own."""
    province = board[face]
    if province.terrain is Terrain.MOUNTAIN:
        return False
    if kind is Kind.ARMY:
        return province.terrain is Terrain.LAND or province.iced
    return province.terrain is Terrain.WATER or bool(coasts(board, face))


def game(variant: Variant, seed: int) -> Iterator[tuple[GameState, Sheet, Report, GameState]]:
    dice = random.Random(seed)
    state = start_state(variant)
    seasons = 0
    while seasons < SEASONS:
        sheet = sheet_for(variant, state, dice)
        after, report = judge(variant, state, sheet)
        yield state, sheet, report, after
        seasons += state.phase.kind is PhaseKind.MOVES
        state = after


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("options", OPTIONS, ids=lambda options: ",".join(options) or "default")
def test_seasons_of_moving_ground_leave_whole_maps_and_units_that_can_stand(
    options: dict[str, OptionValue], seed: int
) -> None:
    variant = MAIDEN.with_options(options)
    happened: set[type] = set()
    for before, sheet, report, after in game(variant, seed):
        happened.update(type(change) for change in report.changes)
        assert not map_faults(after.board.mesh)
        assert not faults(report)
        for face, unit in after.units.items():
            assert unit.province == face
            assert stands(after.board, unit.kind, face), (face, unit)
            if unit.kind is Kind.FLEET and not after.board.is_water(face):
                assert unit.at.coast in {coast.borders for coast in coasts(after.board, face)}
        assert set(after.owners) <= set(after.board.centres)
        on_ice = ArmiesOnIce.of(after.extra).armies_on_ice
        assert {*on_ice} <= {f for f, u in after.units.items() if u.kind is Kind.ARMY}
        assert all(after.board[face].iced for face in on_ice)
        for centre in after.board.centres:
            assert after.board[centre].terrain is Terrain.LAND
        made = apply(before, report.changes)
        assert replace(made, phase=after.phase, standoffs=after.standoffs) == after
        assert all(phrase_or_result(ruling, before) for ruling in report.rulings)
        assert len(report.rulings) >= sum(map(len, sheet.events.values()))
    assert {TerrainChanged, RiftChanged} <= happened


def test_the_sequence_in_which_powers_and_units_stand_does_not_matter() -> None:
    for before, sheet, report, after in game(MAIDEN, 7):
        turned = Sheet(
            orders={p: tuple(reversed(sheet.orders[p])) for p in reversed(sheet.orders)},
            events=dict(reversed(sheet.events.items())),
        )
        units = dict(reversed(before.units.items()))
        now, again = judge(MAIDEN, replace(before, units=units), turned)
        assert now == after
        assert again.changes == report.changes
        assert {r.order: r.verdict for r in again.rulings} == {
            r.order: r.verdict for r in report.rulings
        }


@pytest.mark.parametrize("seed", range(2))
def test_all_events_near_a_power_are_legal_and_read_back_as_they_are_written(seed: int) -> None:
    for state, _, _, _ in game(MAIDEN, seed):
        for power in state.powers:
            for order in MAIDEN.nearby_events(state, power)[:: 7 + seed]:
                text = write_order(order, state.board)
                reading = check_orders(
                    text, power=power, state=state, variant=MAIDEN, section=EVENTS
                )
                assert reading.orders == (order,), text
                assert not reading.findings, (text, reading.findings)
                if state.phase.kind is PhaseKind.MOVES and state.is_alive(power):
                    _, report = judge(MAIDEN, state, Sheet(events={power: (order,)}))
                    (ruling,) = (r for r in report.rulings if r.order == order)
                    assert ruling.verdict.word is Word.SUCCEEDS


def at(phase: str, **units: Sequence[str]) -> GameState:
    given = {Power(power): lines for power, lines in units.items()} or None
    return start_state(MAIDEN, Setup(phase=Phase.parse(phase), units=given))


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("Uplift Boh", "Bohemia is not water"),
        ("Erode NTH", "North Sea is water already"),
        ("Orogenesis Swi", "Switzerland is not land"),
        ("Raise NTH", "what raises it to land is Uplift NTH"),
        ("Ice advance Ank", "not at the top of the board (BAR, NAO, NWG, StP)"),
        ("Ice retreat StP", "St Petersburg is not under ice"),
        ("Earthquake Mun/Rom", "Munich and Rome do not touch"),
        ("Erode Out", "only what is on the board"),
        ("Stabilise Mun/Rom", "Munich and Rome do not touch"),
        ("0 Stabilise Mun", "stabilises nothing"),
        ("Create centre Mun", "Munich is a supply centre already"),
        ("Create centre NTH", "comes about only if it becomes land"),
        ("Support RUSSIAN Erode Mun", "cannot support its own order"),
        ("Support TURKISH Uplift Mun", "Munich is not water"),
        ("Erode Mun\nErode Ber", "too many events"),
        ("3 Stabilise Mun\n2 Stabilise Ber", "too many stabilisations: you have 4"),
    ],
)
def test_orders_that_come_to_nothing_are_answered_before_the_deadline(text: str, said: str) -> None:
    reading = check_orders(
        text, power=Power("Russia"), state=at("S1901M"), variant=MAIDEN, section=EVENTS
    )
    assert [finding for finding in reading.findings if said in finding.title], reading.findings


def test_what_is_said_of_the_ice_goes_by_the_top_of_the_board_of_the_game() -> None:
    variant = MAIDEN.with_options({"north_edge": ("Fin",)})
    state, russia = start_state(variant), Power("Russia")

    def said(text: str) -> list[str]:
        reading = check_orders(text, power=russia, state=state, variant=variant, section=EVENTS)
        return [finding.title for finding in reading.findings]

    assert not said("Ice advance Fin")
    assert "not at the top of the board (Fin)" in said("Ice advance StP")[0]
    near = [write_order(order, state.board) for order in variant.nearby_events(state, russia)]
    assert "Ice advance Fin" in near
    assert "Ice advance StP" not in near


def test_a_new_centre_in_autumn_is_answered_before_the_deadline() -> None:
    for phase, wrong in (("S1901M", False), ("F1901M", True)):
        reading = check_orders(
            "Create centre Ruh",
            power=Power("Russia"),
            state=at(phase),
            variant=MAIDEN,
            section=EVENTS,
        )
        assert bool(reading.findings) is wrong


def played(state: GameState, orders: dict[str, str], events: dict[str, str]) -> Report:
    def read(given: dict[str, str], section: str) -> dict[Power, tuple[Order, ...]]:
        return {
            Power(name): read_orders(
                text, power=Power(name), state=state, variant=MAIDEN, section=section
            ).orders
            for name, text in given.items()
        }

    return judge(MAIDEN, state, Sheet(orders=read(orders, "orders"), events=read(events, EVENTS)))[
        1
    ]


def reasons(report: Report, power: str) -> list[Reason]:
    return [r.verdict.reason for r in report.rulings if r.order.power == power and r.given]


def test_the_report_names_those_who_brought_it_about_and_those_who_stopped_it() -> None:
    report = played(
        at("S1901M", Russia=["A Mos"], Turkey=["A Arm"], Austria=["A Vie"]),
        {"Russia": "A Mos - Ukr"},
        {
            "Turkey": "Erode Mos",
            "Austria": "Support TURKISH Erode Mos",
            "Russia": "Stabilise Mos",
            "Italy": "Erode Boh",
            "Germany": "Orogenesis Boh",
            "France": "Erode Ruh",
            "England": "Stabilise Ruh",
        },
    )
    said = {
        write_order(r.order, at("S1901M").board): (
            r.verdict.reason,
            [one.power for one in r.verdict.because],
        )
        for r in report.rulings
        if r.given
    }
    assert said["Erode Mos"] == (Reason.TRANSFORMED, ["Austria"])
    assert said["Support TURKISH Erode Mos"] == (Reason.EVENT_SUPPORTED, ["Turkey"])
    assert said["Stabilise Mos"] == (Reason.STABILISATION_COUNTED, [])
    assert said["A Mos - Ukr"] == (Reason.SWALLOWED, ["Turkey"])
    assert said["Erode Boh"] == (Reason.UNDONE, ["Germany"])
    assert said["Orogenesis Boh"] == (Reason.UNDONE, ["Italy"])
    assert said["Erode Ruh"] == (Reason.STABILISED, ["England"])


def test_a_move_that_the_ground_made_impossible_says_who_changed_it() -> None:
    state = at("S1901M", Germany=["A Mun", "F HEL"], England=["F NWG"])
    report = played(
        state,
        {"Germany": "A Mun - Swi\nF HEL - NTH", "England": "F NWG - NTH"},
        {"France": "Orogenesis NTH", "Italy": "Ice advance NWG", "Russia": "Earthquake Mun/Bur"},
    )
    assert reasons(report, "Germany") == [Reason.WRONG_GROUND, Reason.MOVED]
    assert reasons(report, "England") == [Reason.GROUND_CHANGED]
    (frozen,) = (r for r in report.rulings if r.order.power == "England" and r.given)
    assert [one.power for one in frozen.verdict.because] == ["Italy"]


def test_a_rift_in_the_way_of_an_army_is_blamed_and_no_fleet_nearby() -> None:
    state = at("S1901M", Germany=["A Kie", "F HEL"])
    report = played(state, {"Germany": "A Kie - Hol"}, {"France": "Earthquake Kie/Hol"})
    (ruling,) = (one for one in report.rulings if one.order.power == "Germany" and one.given)
    assert ruling.verdict.reason is Reason.GROUND_CHANGED
    assert [one.power for one in ruling.verdict.because] == ["France"]


def test_help_for_a_unit_that_the_ground_has_taken_says_who_took_it() -> None:
    state = at("S1901M", Russia=["A War"], Germany=["A Pru", "F BAL"], Italy=["A Tyr"])
    report = played(
        state,
        {
            "Russia": "A War - Lvn",
            "Germany": "A Pru S A War - Lvn\nF BAL C A War - Swe",
            "Italy": "A Tyr S GERMAN A War",
        },
        {"Turkey": "Erode War"},
    )
    assert reasons(report, "Russia") == [Reason.SWALLOWED]
    assert reasons(report, "Germany") == [Reason.OF_LOST_UNIT, Reason.OF_LOST_UNIT]
    assert reasons(report, "Italy") == [Reason.NO_SUCH_UNIT]
    (helped, _) = (one for one in report.rulings if one.order.power == "Germany" and one.given)
    assert phrase(helped, state) == (
        "void: the unit it was to help was lost to Turkey's Erode War before it could act"
    )


def test_powers_in_civil_disorder_are_not_heard() -> None:
    state, italy = at("S1901M"), Power("Italy")
    order = Transformation(power=italy, process=Process.ERODE, ground=(ProvinceKey("Tus"),))
    sheet = Sheet(events={italy: (order,)}, disorder=frozenset({italy}))
    after, report = judge(MAIDEN, state, sheet)
    (ruling,) = (ruling for ruling in report.rulings if ruling.order == order)
    assert ruling.verdict.reason is Reason.IN_DISORDER
    assert after.board == state.board


def test_a_top_of_the_board_that_is_no_place_is_told_with_what_was_meant() -> None:
    with pytest.raises(NotationError, match=r"'Fim'; did you mean Fin\?"):
        start_state(MAIDEN.with_options({"north_edge": ("StP", "Fim")}))


def test_a_set_up_with_an_event_that_is_not_legal_is_refused() -> None:
    with pytest.raises(RulesError, match="Uplift Boh: not-water"):
        start_state(MAIDEN, Setup(events=("Uplift Boh",)))


def test_an_army_is_lost_to_the_ice_but_not_by_a_loss_that_is_said_of_another() -> None:
    state = at("S1901M", Russia=["A StP", "A Mos"])
    board = state.board.replace_province(replace(state.board[ProvinceKey("StP")], iced=True))
    state = replace(state, board=board, extra=ArmiesOnIce(armies_on_ice=(ProvinceKey("StP"),)))
    after, report = judge(MAIDEN, state, Sheet())
    lost = [change.unit for change in report.changes if isinstance(change, UnitLost)]
    assert [unit.province for unit in lost] == ["StP"]
    assert after.extra == ArmiesOnIce()


def test_events_with_a_deadline_of_their_own_come_before_the_moves_from_the_second_season_on() -> (
    None
):
    apart = MAIDEN.with_options({"event_with_moves": False, "escape": True})
    italy, mos = Power("Italy"), ProvinceKey("Mos")
    state = start_state(apart)
    names, sunk = [], []
    for _ in range(9):
        names.append(str(state.phase))
        wish = Transformation(power=italy, process=Process.ERODE, ground=(mos,))
        late = Sheet(events={italy: (wish,)})
        heard = state.phase.kind is PhaseKind.EVENTS or len(names) == 1
        if not heard:
            after, report = judge(apart, state, late)
            assert after.board == state.board
            ruled = [r.verdict.reason for r in report.rulings if r.order == wish]
            if state.phase.kind is PhaseKind.MOVES:
                assert ruled == [Reason.WRONG_PHASE]
        if str(state.phase) == "F1901E":
            state, report = judge(apart, state, late)
            sunk = [
                change.unit.province for change in report.changes if isinstance(change, UnitLost)
            ]
        else:
            state, _ = judge(apart, state, Sheet())
    calendar = "S1901M F1901E F1901M W1901A S1902E S1902M F1902E F1902M W1902A"
    assert " ".join(names) == calendar
    assert sunk == [mos]
    assert state.board.is_water(mos)
    first, _ = judge(apart, start_state(apart), late)
    assert first.board.is_water(mos)


def test_an_order_for_the_same_event_is_not_called_its_help() -> None:
    state = at("S1901M", Turkey=["A Arm"], Austria=["A Vie"], Italy=["A Ven"])
    orders = {"Turkey": "Erode Boh", "Austria": "Erode Boh", "Italy": "Support TURKISH Erode Boh"}
    report = played(state, {}, orders)
    (said,) = [phrase(one, state) for one in report.rulings if one.order.power == "Austria"][:1]
    assert said == "with the help of Italy's Support TURKISH Erode Boh; ordered by Turkey as well"
