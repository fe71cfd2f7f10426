"""Geophysical III in whole games and in the words of its orders."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from tests.blame import faults
from tests.sheets import candidates
from zinegen.board import NamedStrait, Power, Terrain
from zinegen.board.coasts import coasts
from zinegen.drawing import draw_after, draw_changes, to_svg
from zinegen.errors import NotationError, RulesError
from zinegen.game import (
    Change,
    CoastChoice,
    GameState,
    Kind,
    OptionValue,
    Order,
    Phase,
    PhaseKind,
    PlaceName,
    Reason,
    Report,
    Sheet,
    UnitName,
    Variant,
    Word,
)
from zinegen.game.apply import apply
from zinegen.geometry import ProvinceKey
from zinegen.geometry import faults as map_faults
from zinegen.notation import (
    COASTS,
    EVENTS,
    LineContext,
    check_coast_choices,
    check_orders,
    read_orders,
    write_order,
    write_unit,
)
from zinegen.pages import phrase
from zinegen.play import Setup, apply_event_lines, start_board, start_state
from zinegen.play.records import canonical, decode, encode, parse_json
from zinegen.rules import adjudicate
from zinegen.variants.geophysical.common.orders import (
    Stabilisation,
    StabilisationSupport,
    Transformation,
    TransformationSupport,
)
from zinegen.variants.geophysical.common.processes import Process
from zinegen.variants.geophysical.common.rule_set import NORTH_EDGE
from zinegen.variants.geophysical.kinzett.movement_phase import Plans, StabilisationsCounted
from zinegen.variants.geophysical.kinzett.rule_set import GEOPHYSICAL_KINZETT, PROCESSES
from zinegen.variants.standard import STANDARD

ROOT = Path(__file__).parents[4]
VARIANT = GEOPHYSICAL_KINZETT
PHASES = 24
"""How many phases a random game lasts: six years and a little."""


def events_for(state: GameState, dice: random.Random) -> dict[Power, tuple[Order, ...]]:
    """Return events that are mostly possible: transformations nearby, supports of them, stabilisations."""
    wanted: dict[Power, list[Order]] = {}
    for power in state.powers:
        nearby = VARIANT.nearby_events(state, power)
        if nearby and dice.random() < 0.7:
            wanted[power] = [dice.choice(nearby)]
    given = [order for orders in wanted.values() for order in orders]
    for power in state.powers:
        lines = wanted.setdefault(power, [])
        if not lines and given:
            of = dice.choice([order for order in given if isinstance(order, Transformation)])
            lines.append(TransformationSupport(power=power, ground=of.ground, of=of, by_name=True))
        for _ in range(dice.randrange(4)):
            aim = dice.choice(given) if given else None
            if isinstance(aim, Transformation):
                lines.append(Stabilisation(power=power, ground=aim.ground))
                helped = dice.choice(state.powers)
                lines.append(StabilisationSupport(power=power, ground=aim.ground, of=helped))
    return {power: tuple(lines) for power, lines in wanted.items()}


def sheet_for(state: GameState, dice: random.Random) -> Sheet:
    """Return orders for a phase: possible ones for most units, events, and where some fleets go."""
    if state.phase.kind is not PhaseKind.MOVES:
        return Sheet()
    orders: dict[Power, list[Order]] = {}
    lists: dict[Power, list[CoastChoice]] = {}
    for at, choices in candidates(state, VARIANT.passage).items():
        unit = state.units[at]
        if dice.random() < 0.9:
            orders.setdefault(unit.power, []).append(dice.choice(choices))
        if unit.kind is Kind.FLEET and dice.random() < 0.3:
            named = UnitName(at=PlaceName(province=at), kind=Kind.FLEET)
            wishes = tuple(dice.sample(sorted(state.board.mesh.adjacent(at)), 2))
            lists.setdefault(unit.power, []).append(
                CoastChoice(power=unit.power, unit=named, choices=wishes)
            )
    return Sheet(
        orders={power: tuple(lines) for power, lines in orders.items()},
        events=events_for(state, dice),
        coasts={power: tuple(lines) for power, lines in lists.items()},
    )


def judge(state: GameState, sheet: Sheet, variant: Variant = VARIANT) -> tuple[GameState, Report]:
    """Judge a phase; every throw it needs gives the first candidate."""
    while True:
        after, report = adjudicate(variant, state, sheet)
        if report.needs is None:
            return after, report
        sheet = replace(sheet, throws={**sheet.throws, report.needs.label: 1})


def game(
    seed: int, variant: Variant = VARIANT
) -> Iterator[tuple[GameState, Sheet, Report, GameState]]:
    """Yield the phases of a game in which the ground changes all the time."""
    dice = random.Random(seed)
    state = start_state(variant)
    for _ in range(PHASES):
        sheet = sheet_for(state, dice)
        after, report = judge(state, sheet, variant)
        yield state, sheet, report, after
        state = replace(after, winners=None)


OTHERWISE: tuple[dict[str, OptionValue], ...] = (
    {},
    {"doomed_support": True, "coast_choice": "alphabetical", "base": "1971"},
    {"doomed_may_retreat": True, "coast_lost": "destroy", "p4_owned_only": True},
)


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("options", OTHERWISE, ids=len)
def test_six_years_of_upheaval_leave_whole_states_and_reports_that_make_them(
    options: dict[str, OptionValue], seed: int
) -> None:
    for before, sheet, report, after in game(seed, VARIANT.with_options(options)):
        assert not map_faults(after.board.mesh)
        assert not faults(report)
        made = apply(before, report.changes)
        assert replace(made, phase=after.phase, standoffs=after.standoffs) == after
        assert set(after.owners) <= set(after.board.centres)
        given = sum(len(lines) for part in (sheet.orders, sheet.events) for lines in part.values())
        spoken = [r for r in report.rulings if not isinstance(r.order, CoastChoice)]
        assert sum(ruling.given for ruling in spoken) == given
        assert all(
            phrase(ruling, before) or ruling.verdict.word is Word.SUCCEEDS for ruling in spoken
        )
        standing(after)


def standing(state: GameState) -> None:
    """Assert that every unit stands on ground that bears it, fleets on a coast that is there."""
    board = state.board
    for face, unit in state.units.items():
        assert unit.province == face
        if unit.kind is Kind.ARMY:
            assert board.is_ground(face)
        elif board.is_water(face):
            assert unit.at.coast == ()
        else:
            assert unit.at.coast in {coast.borders for coast in coasts(board, face)}
    for face in board.centres:
        assert board[face].terrain is Terrain.LAND
        assert not board[face].iced
    for one, other in board.rifts:
        assert board.is_ground(one)
        assert board.is_ground(other)
    for lost in state.dislodged.values():
        for place in lost.retreats:
            assert place.province not in state.units
            assert not board[place.province].iced


@pytest.mark.parametrize("seed", range(3))
def test_the_sequence_of_powers_and_of_unit_orders_does_not_matter(seed: int) -> None:
    for before, sheet, _, after in game(seed):
        turned = replace(
            sheet,
            orders={p: tuple(reversed(o)) for p, o in reversed(sheet.orders.items())},
            events=dict(reversed(sheet.events.items())),
        )
        assert judge(before, turned)[0] == replace(after, winners=judge(before, sheet)[0].winners)


def test_whatever_happens_can_be_recorded_drawn_and_told() -> None:
    for before, _, report, after in game(11):
        for value, hint in (
            (report.changes, tuple[Change, ...]),
            (tuple(ruling.order for ruling in report.rulings), tuple[Order, ...]),
            (after.board.joins, tuple[NamedStrait, ...]),
            (Plans.of(after.extra), Plans),
        ):
            assert decode(parse_json(canonical(encode(value, hint))), hint) == value
        if after.phase.year == 1902 and before.phase.kind is PhaseKind.MOVES:
            shown = draw_changes(before, after, [report])
            assert bool(shown.captions) is (after.board != before.board)
            assert "<svg" in to_svg(draw_after(after, earlier=before))


def test_orders_about_the_ground_are_read_back_as_they_are_written() -> None:
    state = start_state(VARIANT)
    seen = set()
    for power in state.powers:
        for order in VARIANT.nearby_events(state, power):
            assert isinstance(order, Transformation)
            seen.add(order.process)
            helped = TransformationSupport(
                power=Power("Italy"), ground=order.ground, of=order, by_name=True
            )
            kept = Stabilisation(power=power, ground=order.ground)
            backed = StabilisationSupport(power=power, ground=order.ground, of=Power("Russia"))
            for one in (order, helped, kept, backed):
                text = write_order(one, state.board)
                read = read_orders(
                    text, power=one.power, state=state, variant=VARIANT, section=EVENTS
                )
                assert read.orders == (one,), text
                assert not read.findings
    assert seen == {*PROCESSES} - {Process.MELT, Process.SEAL, Process.OPEN}


def test_what_is_nearby_is_possible_and_nothing_possible_there_is_left_out() -> None:
    state = start_state(VARIANT, Setup(units={Power("Russia"): ("A StP",)}))
    nearby = {
        write_order(order, state.board) for order in VARIANT.nearby_events(state, Power("Russia"))
    }
    assert {"Glaciate StP", "Erode Mos", "Raise BAR", "Canal StP BAR-GOB"} <= nearby
    assert {"Earthquake Nwy/StP", "Create centre Lvn"} <= nearby
    assert not {"Glaciate Mos", "Melt StP", "Create centre Mos", "Raise NWG"} & nearby
    for order in VARIANT.nearby_events(state, Power("Russia")):
        sheet = Sheet(events={Power("Russia"): (order,)})
        _, report = judge(state, sheet)
        assert report.rulings[0].verdict.reason is Reason.TRANSFORMED


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("Raise Mun", "is no water"),
        ("Glaciate Mos", "BAR, NAO, NWG, StP"),
        ("Canal Spa GOL-WES", "different coasts of Spain (it has"),
        ("Support Germany: Erode Mun", "a power supports the transformations of others"),
        ("Stabilise Mun/Lon", "do not touch"),
        ("Seal Mun/Bur", "no rift"),
        ("Open Con", "open already"),
        ("Support Italy: Melt StP", "not under ice"),
    ],
)
def test_players_are_told_what_cannot_work(line: str, told: str) -> None:
    state = start_state(VARIANT)
    found = check_orders(
        line, power=Power("Germany"), state=state, variant=VARIANT, section=EVENTS
    ).findings
    assert [str(finding.code) for finding in found] == ["O27"]
    assert told in found[0].title


def test_the_top_of_the_board_is_what_the_gm_says_also_for_advice_and_offers() -> None:
    variant = VARIANT.with_options({"north_edge": ("Norway", "ska")})
    state = start_state(variant, Setup(units={Power("England"): ("F NTH",)}))
    offers = {
        write_order(order, state.board) for order in variant.nearby_events(state, Power("England"))
    }
    assert {"Glaciate Nwy", "Glaciate SKA"} <= offers
    assert "Glaciate NWG" not in offers
    for line, codes in (("Glaciate SKA", []), ("Glaciate StP", ["O27"])):
        found = check_orders(
            line, power=Power("England"), state=state, variant=variant, section=EVENTS
        ).findings
        assert [str(finding.code) for finding in found] == codes
    wrong = VARIANT.with_options({"north_edge": ("Atlantis",)})
    with pytest.raises(NotationError, match="Atlantis"):
        adjudicate(wrong, start_state(wrong), Sheet())


def test_the_transformations_can_be_played_in_another_game() -> None:
    """The rule of movement and the forms are all that another rule set takes over."""
    parts = VARIANT.rules
    rules = {**STANDARD.rules, PhaseKind.MOVES: parts[PhaseKind.MOVES]}
    mixed = replace(
        STANDARD,
        id="standard-geophysical",
        make_rules=lambda _variant: rules,
        make_passage=VARIANT.make_passage,
        extra_forms=VARIANT.extra_forms,
    )
    state = start_state(mixed)
    power = Power("Italy")
    read = read_orders("Erode Mun", power=power, state=state, variant=mixed, section=EVENTS)
    after, report = adjudicate(mixed, state, Sheet(events={power: read.orders}))
    assert after.board.is_water(ProvinceKey("Mun"))
    assert ProvinceKey("Mun") not in after.units
    assert after.board[ProvinceKey("Swi")].terrain is Terrain.LAND
    assert apply(state, report.changes).board == after.board


def test_players_are_told_of_too_many_lines() -> None:
    text = "Erode Boh\nSupport Italy: Erode Tyr\n2 Stabilise Mun\nStabilise Ber\nStabilise Kie"
    found = check_orders(
        text, power=Power("Germany"), state=start_state(VARIANT), variant=VARIANT, section=EVENTS
    ).findings
    assert [str(finding.code) for finding in found] == ["O28", "O28"]


def test_players_are_asked_where_their_fleets_go() -> None:
    state = start_state(VARIANT, Setup(units={Power("Turkey"): ("F Con",)}))
    read = read_orders(
        "Close Con", power=Power("Turkey"), state=state, variant=VARIANT, section=EVENTS
    )
    context = LineContext(
        power=Power("Turkey"), state=state, variant=VARIANT, section=COASTS, kind=PhaseKind.MOVES
    )
    (note,) = check_coast_choices({EVENTS: read.orders, COASTS: ()}, context)
    assert "F Con" in note.title


def test_a_spring_creates_centres_and_an_autumn_does_not() -> None:
    for name, count in (("S1901M", True), ("F1901M", False), ("W1901A", True)):
        state = start_state(VARIANT, Setup(phase=Phase.parse(name)))
        processes = {order.process for order in VARIANT.nearby_events(state, Power("France"))}
        assert (Process.CREATE_CENTRE in processes) is count


def test_the_stabilisations_of_a_year_are_those_of_the_winter_before() -> None:
    state = start_state(VARIANT)
    erosion = Transformation(
        power=Power("Italy"), process=Process.ERODE, ground=(ProvinceKey("Mun"),)
    )
    after, report = judge(state, Sheet(events={Power("Italy"): (erosion,)}))
    assert after.centres_of(Power("Germany")) == ("Ber", "Kie")
    assert after.extra.stabilisations[Power("Germany")] == 3
    assert after.extra.stabilisations[Power("Russia")] == 4
    assert sum(isinstance(change, StabilisationsCounted) for change in report.changes) == 7
    autumn, report = judge(after, Sheet())
    assert autumn.extra.stabilisations[Power("Germany")] == 2
    assert sum(isinstance(change, StabilisationsCounted) for change in report.changes) == 1


def test_a_set_up_that_makes_no_sense_is_refused() -> None:
    board = start_board(VARIANT)
    bad = Transformation(power=Power("Italy"), process=Process.RAISE, ground=(ProvinceKey("Mun"),))
    with pytest.raises(RulesError, match="Raise Mun: not-water"):
        VARIANT.carry_out(VARIANT, board, (bad,))
    guard = Stabilisation(power=Power("Italy"), ground=(ProvinceKey("Mun"),))
    with pytest.raises(RulesError, match="Stabilise Mun is no transformation"):
        VARIANT.carry_out(VARIANT, board, (guard,))


def test_the_north_edge_touches_the_top_of_the_board() -> None:
    board = start_board(VARIANT)
    outside = board.mesh.adjacent(ProvinceKey("Out"))
    assert {ProvinceKey(name) for name in NORTH_EDGE} <= outside


def test_russia_begins_on_the_black_sea() -> None:
    state = start_state(VARIANT)
    assert write_unit(state.units[ProvinceKey("Sev")], state.board) == "F Sev/wc"


def test_transformations_may_have_a_deadline_of_their_own_but_the_first() -> None:
    apart = VARIANT.with_options({"event_with_moves": False})
    assert PhaseKind.EVENTS not in VARIANT.rules
    state = start_state(apart)
    assert apart.events_with(apart, state.phase)
    phases = []
    for _ in range(8):
        phases.append(str(state.phase))
        state = replace(state, phase=apart.next_phase(apart, state))
    assert phases == [
        *("S1901M", "F1901E", "F1901M", "W1901A"),
        *("S1902E", "S1902M", "F1902E", "F1902M"),
    ]


def test_what_was_announced_is_carried_out_with_the_moves_alone() -> None:
    apart = VARIANT.with_options({"event_with_moves": False})
    state = replace(start_state(apart), phase=Phase.parse("F1901E"))
    given = read_orders(
        "Erode Mun", power=Power("Italy"), state=state, variant=apart, section="events"
    )
    known, report = adjudicate(apart, state, Sheet(events={Power("Italy"): given.orders}))
    assert [ruling.verdict.reason for ruling in report.rulings] == [Reason.TRANSFORMED]
    assert known.board is state.board
    assert known.extra.announced == given.orders
    known = replace(known, phase=Phase.parse("F1901M"))
    late = read_orders(
        "Erode Ven", power=Power("Italy"), state=known, variant=apart, section="events"
    )
    after, _ = adjudicate(apart, known, Sheet(events={Power("Italy"): late.orders}))
    assert after.board.is_water(ProvinceKey("Mun"))
    assert not after.board.is_water(ProvinceKey("Ven"))
    assert after.extra.announced == ()
    again, _ = adjudicate(apart, known, Sheet(disorder=frozenset({Power("Italy")})))
    assert again.board.is_water(ProvinceKey("Mun"))


@pytest.mark.parametrize("page", ["docs/rules", "site_src/rules"])
def test_the_example_of_a_canal_to_a_canal_is_possible(page: str) -> None:
    text = (ROOT / page / "geophysical-kinzett.md").read_text(encoding="utf-8")
    (line, water), *_ = re.findall(r"`(Canal \w+ (\w+)-canal)`", text)
    board = apply_event_lines(VARIANT, start_board(VARIANT), [f"Erode {water}", line])
    assert len(coasts(board, ProvinceKey("Kie"))) == 1
