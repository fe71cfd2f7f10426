"""Post-Atomic Diplomacy: what is secret stays secret, and everything else is as in any game."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import replace

import pytest

from tests.sheets import candidates
from zinegen.archive.canonical import canonical
from zinegen.archive.decoding import decode
from zinegen.archive.differing import difference
from zinegen.archive.encoding import encode, encode_fields
from zinegen.archive.starts import SecretSetup, Setup, start_board, start_state
from zinegen.board.board import Power
from zinegen.board.coasts import coasts
from zinegen.errors import RulesError, ZinegenError
from zinegen.game.changes import GameEnded, apply
from zinegen.game.hidden import Fact, FactKind, TotalsPublished
from zinegen.game.orders import Order, Sheet, Waive
from zinegen.game.state import GameState, Phase, PhaseKind, Report
from zinegen.game.variant import Variant
from zinegen.game.verdicts import Reason, Word
from zinegen.notation.advice import check_orders
from zinegen.notation.forms import BUILDS
from zinegen.notation.reader import read_orders
from zinegen.notation.writer import write
from zinegen.planar.mesh import Face
from zinegen.rules.compose import adjudicate
from zinegen.rules.knowledge import known_lines, seen_from
from zinegen.rules.raising import legal_borders
from zinegen.rules.ranges import FLAT
from zinegen.rules.secrets import (
    has_secrets,
    orders_are_secret,
    public_report,
    public_state,
    seen_by,
    spoken_of,
)
from zinegen.variants.post_atomic import POST_ATOMIC, REGULAR, ROWS
from zinegen.variants.standard import STANDARD

DRAW = {
    "Austria": "Boh Tri Vie",
    "England": "Cly Lon Yor",
    "France": "Bur Mar Par",
    "Germany": "Kie Pru Sil",
    "Italy": "Nap Rom Tus",
    "Russia": "Arc Mos Ukr War",
    "Turkey": "Ank Con Cyp",
    "neutral": "Alb Bel Bul Den Gre Hol Ice Nwy Ser Spa Swi Tun",
}
OTHER_DRAW = {
    "Austria": "Bud Gal Tyr",
    "England": "Edi Lvp Wal",
    "France": "Bre Gas Pic",
    "Germany": "Ber Mun Ruh",
    "Italy": "Apu Pie Ven",
    "Russia": "Fin Lvn Sev StP",
    "Turkey": "Arm Smy Syr",
    "neutral": "Blr Cre Got NAf Por Rum Swe Bel Bul Den Gre Hol",
}
GERMANY, RUSSIA = Power("Germany"), Power("Russia")
CANARIES = (
    "CentreTaken",
    "CentreFounded",
    "FactLearnt",
    "RangePlaced",
    '"owners":',
    '"ranges":',
    '"known":',
    '"untold":',
    '"notices":',
    '"apparent":',
    '"centre":true',
    "range-in-way",
    "not-your-centre",
    "not-due",
    "not-paid",
    "waive",
    "mountain",
)
"""Words that only a secret puts into a record."""


def position(
    phase: str,
    units: Mapping[str, list[str]] | None = None,
    centres: Mapping[str, list[str]] | None = None,
    ranges: tuple[str, ...] = (),
    *,
    draw: Mapping[str, str] = DRAW,
    variant: Variant = POST_ATOMIC,
) -> GameState:
    """Return a position with a draw and ranges."""
    setup = Setup(
        phase=Phase.parse(phase),
        units=None if units is None else {Power(power): u for power, u in units.items()},
        centres=None if centres is None else {Power(power): c for power, c in centres.items()},
        secret=SecretSetup(
            centres={Power(country): names.split() for country, names in draw.items()},
            ranges=ranges,
        ),
    )
    return start_state(variant, setup)


def judged(
    state: GameState, orders: Mapping[str, str], variant: Variant = POST_ATOMIC
) -> tuple[GameState, Report]:
    """Judge a phase; every throw it needs gives the first candidate."""
    read = {
        Power(power): read_orders(text, power=Power(power), state=state, variant=variant).orders
        for power, text in orders.items()
    }
    return _thrown(state, Sheet(orders=read), variant)


def _thrown(
    state: GameState, sheet: Sheet, variant: Variant, dice: random.Random | None = None
) -> tuple[GameState, Report]:
    while True:
        after, report = adjudicate(variant, state, sheet)
        if report.needs is None:
            return after, report
        assert report.needs.secret
        assert report.needs.label not in sheet.throws
        result = dice.randint(1, len(report.needs.candidates)) if dice else 1
        sheet = replace(sheet, throws={**sheet.throws, report.needs.label: result})


def published(before: GameState, report: Report, after: GameState) -> bytes:
    """Return everything that is published of a phase, as records write it."""
    shown, state = public_report(report, before), public_state(after)
    board = difference(state.board, public_state(start_state(POST_ATOMIC)).board)
    return canonical(
        {
            "report": encode(shown, Report),
            "after": {**encode_fields(state, without=("board", "phase")), "board": board},
        }
    )


# The board and the draw


def test_the_candidates_are_the_home_countries_and_the_numbers_those_of_the_regular_game() -> None:
    board, regular = start_board(POST_ATOMIC), start_board(STANDARD)
    assert not board.centres
    homes = Counter(regular[face].home for face in regular.centres)
    for row in ROWS:
        power = Power(row.country) if row.country != "neutral" else None
        assert row.centres == homes[power]
        if power is not None:
            assert set(row.candidates) == {f for f, p in board.provinces.items() if p.home == power}
        assert len(set(row.candidates)) == len(row.candidates)
    assert sum(row.centres for row in ROWS) == 34
    never = {Face(name) for name in ("Ire", "Sar", "Sic", "Klg")}
    assert not never & {face for row in ROWS for face in row.candidates}


def test_archangel_and_st_petersburg_have_one_coast_each() -> None:
    board = start_board(POST_ATOMIC)
    waters = {
        name: [coast.waters for coast in coasts(board, Face(name))] for name in ("Arc", "StP")
    }
    assert waters == {"Arc": [("BAR",)], "StP": [("GOB",)]}


def test_the_draw_goes_by_country_without_replacement_from_sorted_candidates() -> None:
    state, sheet = start_state(POST_ATOMIC), Sheet()
    asked = []
    while True:
        _, report = adjudicate(POST_ATOMIC, state, sheet)
        assert report.needs is not None
        if not report.needs.label.startswith("centres/"):
            break
        asked.append(report.needs)
        sheet = replace(sheet, throws={**sheet.throws, report.needs.label: 1})
    assert len(asked) == len({throw.label for throw in asked}) == 34
    assert all(throw.secret for throw in asked)
    assert asked[0].candidates == ("Boh", "Bud", "Gal", "Tri", "Tyr", "Vie")
    assert asked[1].candidates == ("Bud", "Gal", "Tri", "Tyr", "Vie")
    assert [throw.label for throw in asked[:4]] == [
        "centres/Austria 1",
        "centres/Austria 2",
        "centres/Austria 3",
        "centres/England 1",
    ]
    assert asked[-1].label == "centres/neutral 12"
    assert len(asked[-1].candidates) == 19 - 11


def test_throws_decide_which_centres_are_drawn() -> None:
    draws = set()
    for seed in range(3):
        after, _ = _thrown(start_state(POST_ATOMIC), Sheet(), POST_ATOMIC, random.Random(seed))
        for row in ROWS:
            assert len(set(row.candidates) & {*after.board.centres}) == row.centres
        draws.add(after.board.centres)
    assert len(draws) == 3


def test_without_orders_the_regular_units_start_and_every_power_gets_one_range() -> None:
    after, report = _thrown(start_state(POST_ATOMIC), Sheet(), POST_ATOMIC, random.Random(5))
    units = sorted((unit.power, f"{unit.kind} {unit.province}") for unit in after.units.values())
    assert units == sorted(REGULAR)
    assert sum(after.board.ranges.values()) == len(after.powers)
    assert str(after.phase) == "S2021M"
    for power in after.powers:
        lines = report.notices[power]
        assert any(line.startswith("range ") for line in lines)
        own = {line.removeprefix("owns ") for line in lines if line.startswith("owns ")}
        assert own == {
            unit.province for unit in after.units_of(power) if after.board[unit.province].centre
        }


def test_a_range_may_stand_on_borders_of_the_own_country_only() -> None:
    board = start_board(POST_ATOMIC)
    borders = legal_borders(board, Power("Turkey"))
    assert ("Cyp", "EAS") in borders
    assert not any("Out" in ends for ends in borders)
    assert len(borders) == len(set(borders))
    assert all(any(board[face].home == "Turkey" for face in ends) for ends in borders)
    assert all(board.mesh.between(*ends) for ends in borders)


# Secrets


def test_only_this_rule_set_has_secrets() -> None:
    open_state = start_state(STANDARD)
    assert not has_secrets(open_state)
    assert public_state(open_state) is open_state
    assert public_report(Report(), open_state) == Report()
    assert seen_by(open_state, GERMANY) is open_state
    with pytest.raises(RulesError, match="has no secrets"):
        start_state(STANDARD, Setup(secret=SecretSetup(ranges=("Mun/Tyr",))))


def test_secrets_that_cannot_be_are_refused() -> None:
    for ranges in (("Mun/Lon",), ("Mun",), ("Mun/Xyz",)):
        with pytest.raises(ZinegenError):
            start_state(POST_ATOMIC, Setup(secret=SecretSetup(ranges=ranges)))


def test_of_the_placement_only_the_units_are_public() -> None:
    state = position("W2020P")
    after, report = judged(
        state, {"Germany": "A Kie\nmountain Mun/Tyr\nif centre Kie then mountain Kie/Den"}
    )
    assert orders_are_secret(state)
    assert not orders_are_secret(after)
    shown = public_report(report, state)
    assert not shown.rulings
    assert {type(change).__name__ for change in shown.changes} == {"UnitBuilt"}
    assert len(shown.changes) == 22
    assert after.board.ranges[Face("Mun"), Face("Tyr")] == 1
    assert after.board.ranges[Face("Den"), Face("Kie")] == 1


def test_an_order_that_a_range_made_void_fails_in_public_without_a_reason() -> None:
    state = position("S2021M", {"Germany": ["A Mun", "A Boh"]}, {}, ("Mun/Tyr",))
    after, report = judged(state, {"Germany": "A Mun - Tyr\nA Boh S A Mun - Tyr"})
    assert {ruling.verdict.reason for ruling in report.rulings} == {Reason.RANGE_IN_WAY}
    shown = public_report(report, state).rulings
    assert {(one.verdict.word, one.verdict.at, one.verdict.because) for one in shown} == {
        (Word.FAILS, (), ())
    }
    assert not spoken_of(public_report(report, state), public_state(after))
    assert {"Mun", "Tyr"} <= spoken_of(report, after)


def test_with_publish_reason_the_public_is_told_of_the_range() -> None:
    variant = POST_ATOMIC.with_options({"publish_reason": True})
    state = position("S2021M", {"Germany": ["A Mun"]}, {}, ("Mun/Tyr",), variant=variant)
    after, report = judged(state, {"Germany": "A Mun - Tyr"}, variant)
    shown = public_report(report, state)
    assert [ruling.verdict.reason for ruling in shown.rulings] == [Reason.RANGE_IN_WAY]
    assert spoken_of(shown, public_state(after)) == {"Mun", "Tyr"}


def test_builds_that_come_to_nothing_and_waived_builds_say_nothing_in_public() -> None:
    state = position("W2022A", {"Germany": ["A Mun"]}, {"Germany": ["Kie", "Pru", "Sil"]})
    after, report = judged(state, {"Germany": "build M Ber\nbuild A Kie\nwaive\nbuild A Pru"})
    reasons = [ruling.verdict.reason for ruling in report.rulings if ruling.order.power == GERMANY]
    assert reasons == [Reason.NOT_YOUR_CENTRE, Reason.BUILT, Reason.WAIVED, Reason.NOT_DUE]
    shown = public_report(report, state).rulings
    assert [ruling.verdict.reason for ruling in shown] == [
        Reason.UNTOLD,
        Reason.BUILT,
        Reason.UNTOLD,
    ]
    assert not any(isinstance(ruling.order, Waive) for ruling in shown)
    assert not spoken_of(public_report(report, state), public_state(after))


def test_the_public_takes_for_open_what_only_a_range_closes_to_a_retreat() -> None:
    units = {"Germany": ["A Mun"], "France": ["A Bur", "A Ruh"]}
    state = position("S2022M", units, {}, ("Mun/Tyr",))
    after, report = judged(state, {"France": "A Bur - Mun\nA Ruh S A Bur - Mun"})
    lost = after.dislodged[Face("Mun")]
    assert {place.province for place in lost.apparent} - {p.province for p in lost.retreats} == {
        "Tyr"
    }
    shown = public_state(after).dislodged[Face("Mun")]
    assert {place.province for place in shown.retreats} == {p.province for p in lost.apparent}
    assert not shown.apparent
    mine = seen_by(after, GERMANY).dislodged[Face("Mun")]
    assert mine.retreats == lost.retreats
    _, report = judged(after, {"Germany": "A Mun - Tyr"})
    assert report.rulings[0].verdict.reason is Reason.RANGE_IN_WAY
    assert public_report(report, after).rulings[0].verdict.reason is Reason.UNTOLD


def test_a_throw_for_a_retreat_is_secret_because_of_what_it_is_thrown_for() -> None:
    variant = POST_ATOMIC.with_options({"unordered_retreats": "throw"})
    units = {"Germany": ["A Mun"], "France": ["A Bur", "A Ruh"]}
    state = position("S2022M", units, {}, ("Mun/Tyr",), variant=variant)
    after, _ = judged(state, {"France": "A Bur - Mun\nA Ruh S A Bur - Mun"}, variant)
    _, report = adjudicate(variant, after, Sheet())
    assert report.needs is not None
    assert report.needs.secret
    assert "Tyr" not in report.needs.candidates
    assert public_report(report, after).needs is None
    _, report = judged(after, {}, variant)
    shown = public_report(report, after).rulings
    assert [ruling.verdict.reason for ruling in shown] == [Reason.RETREAT_THROWN]


def test_what_a_power_sees_is_its_own_knowledge_and_no_more() -> None:
    units = {"Germany": ["M Mun", "F Kie"], "Austria": ["A Tyr"]}
    state = position("S2022M", units, {"Germany": ["Kie"]}, ("Mun/Tyr", "Mun/Tyr", "Pic/ENG"))
    after, report = judged(state, {"Germany": "M Mun - Tyr"})
    assert report.notices[GERMANY] == ("range Mun/Tyr", "double Mun/Tyr")
    assert report.notices[Power("Austria")] == ("range Mun/Tyr",)
    assert seen_by(after, GERMANY).board.ranges == {("Mun", "Tyr"): 2}
    assert seen_by(after, Power("Austria")).board.ranges == {("Mun", "Tyr"): 1}
    assert seen_by(after, GERMANY).board.centres == ("Kie",)
    assert seen_by(after, RUSSIA).board.centres == ()
    mine = seen_by(after, GERMANY)
    assert public_state(mine) == public_state(after)
    assert [mine.total_of(power) for power in (GERMANY, RUSSIA)] == [1, None]
    assert public_state(after).total_of(GERMANY) is None
    assert mine.is_alive(RUSSIA)
    assert not after.is_alive(RUSSIA)
    assert known_lines(after, GERMANY) == (
        "centre Kie",
        "double Mun/Tyr",
        "no centre Mun",
        "range Mun/Tyr",
        "owns Kie",
    )
    assert known_lines(after, RUSSIA) == ()


def test_totals_are_published_after_winter_unless_the_gm_keeps_them() -> None:
    for told in (True, False):
        variant = POST_ATOMIC.with_options({"publish_totals": told})
        state = position("W2022A", {"Germany": ["A Mun"]}, {"Germany": ["Kie"]}, variant=variant)
        after, report = judged(state, {}, variant)
        totals = [c.totals for c in public_report(report, state).changes if _is_total(c)]
        assert totals == ([after.totals] if told else [])
        assert after.totals.get(GERMANY) == (1 if told else None)
        assert public_state(after).totals == after.totals
        assert public_state(after).is_alive(GERMANY)
        assert public_state(after).is_alive(RUSSIA) is not told


def _is_total(change: object) -> bool:
    return isinstance(change, TotalsPublished)


def test_the_announcement_of_a_victory_tells_the_winners_total_alone() -> None:
    variant = POST_ATOMIC.with_options({"victory": 3, "publish_totals": False})
    units = {"Germany": ["A Kie", "A Pru", "A Sil"], "Russia": ["A War"]}
    state = position("F2022M", units, {"Germany": ["Kie", "Pru"]}, variant=variant)
    after, report = judged(state, {}, variant)
    shown = public_report(report, state)
    assert shown.changes == (
        GameEnded(winners=(GERMANY,)),
        TotalsPublished(totals={GERMANY: 3}),
    )
    assert after.totals == {GERMANY: 3}


def test_the_same_season_under_another_draw_is_published_in_the_same_bytes() -> None:
    dice = random.Random(11)
    for phase in ("S2021M", "F2021M", "S2023M", "F2023M"):
        state = position(phase, ranges=("Mun/Tyr", "Pic/ENG"))
        twin = position(phase, ranges=("Mun/Tyr", "Pic/ENG"), draw=OTHER_DRAW)
        sheet = moves(state, dice)
        found = [published(one, *_swapped(one, sheet)) for one in (state, twin)]
        assert found[0] == found[1]
        told = [adjudicate(POST_ATOMIC, one, sheet)[1].notices for one in (state, twin)]
        assert told[0] != told[1]


def test_where_no_mutant_force_walks_nobody_can_tell_a_double_range_from_a_single_one() -> None:
    dice = random.Random(12)
    ranges = ("Mun/Tyr", "Pic/ENG", "Gal/War")
    state, twin = (position("S2022M", ranges=some) for some in (ranges, ranges * 2))
    for _ in range(4):
        sheet = moves(state, dice)
        (after, report), (other, same) = (_swapped(one, sheet) for one in (state, twin))
        assert published(state, after, report) == published(twin, other, same)
        assert after.notices == other.notices


def _swapped(state: GameState, sheet: Sheet) -> tuple[Report, GameState]:
    after, report = adjudicate(POST_ATOMIC, state, sheet)
    return report, after


# Games


def moves(state: GameState, dice: random.Random) -> Sheet:
    """Return orders that are possible for most units as far as everybody can see."""
    orders: dict[Power, list[Order]] = {}
    for at, choices in candidates(state, FLAT).items():
        if dice.random() < 0.95:
            orders.setdefault(state.units[at].power, []).append(dice.choice(choices))
    return Sheet(orders={power: tuple(lines) for power, lines in orders.items()})


def placed(state: GameState, dice: random.Random) -> Mapping[Power, str]:
    """Return plausible orders for the placement."""
    found = {}
    for power in state.powers:
        borders = dice.sample(legal_borders(state.board, power), 2)
        lines = [f"mountain {one}/{other}" for one, other in borders]
        if dice.random() < 0.5:
            start = next(unit for owner, unit in REGULAR if owner == power)[2:]
            lines[1] = f"if centre {start} then {lines[1]} else {lines[0]}"
        found[power] = "\n".join(lines)
    return found


def winter(state: GameState, dice: random.Random) -> Mapping[Power, str]:
    """Return plausible builds, mutant forces among them, and removals."""
    found = {}
    for power in state.powers:
        homes = [f for f in state.centres_of(power) if state.board[f].home == power]
        own = [unit.province for unit in state.units_of(power)]
        lines = [f"build {dice.choice(('A', 'M', 'F'))} {face}" for face in homes]
        for face in own:
            beside = [other for other in own if other in state.board.mesh.adjacent(face)]
            if beside and face in homes:
                lines.insert(0, f"build M {face}: destroy {face}, {dice.choice(beside)}")
            elif dice.random() < 0.3:
                lines.append(f"build M {face}: destroy {face}")
        lines += [f"remove {face}" for face in dice.sample(own, len(own) // 3)]
        found[power] = "\n".join(lines)
    return found


def game(seed: int, phases: int = 22) -> Iterator[tuple[GameState, Sheet, Report, GameState]]:
    """Yield the phases of a game of random orders: six seasons of moves and more."""
    dice = random.Random(seed)
    state = start_state(POST_ATOMIC)
    for _ in range(phases):
        match state.phase.kind:
            case PhaseKind.MOVES:
                sheet = moves(state, dice)
            case PhaseKind.PLACEMENT:
                sheet = _read(state, placed(state, dice))
            case PhaseKind.ADJUSTMENTS:
                sheet = _read(state, winter(state, dice))
            case _:
                sheet = Sheet()
        after, report = _thrown(state, sheet, POST_ATOMIC, random.Random(seed))
        yield state, sheet, report, after
        if after.winners is not None:
            return
        state = after


def _read(state: GameState, texts: Mapping[Power, str]) -> Sheet:
    return Sheet(
        orders={
            power: read_orders(text, power=power, state=state, variant=POST_ATOMIC).orders
            for power, text in texts.items()
        }
    )


@pytest.mark.parametrize("seed", range(4))
def test_nothing_secret_is_in_what_is_published_of_any_phase(seed: int) -> None:
    reasons = Counter[Reason]()
    for before, _, report, after in game(seed):
        shown, state = public_report(report, before), public_state(after)
        reasons.update(ruling.verdict.reason for ruling in report.rulings)
        assert not spoken_of(shown, state)
        text = published(before, report, after).decode()
        assert not [word for word in CANARIES if word in text]
        made = apply(public_state(before), shown.changes)
        assert replace(made, phase=state.phase, standoffs=state.standoffs) == state
        kept = decode(encode(report, Report), Report)
        assert kept.changes == report.changes  # type: ignore[attr-defined]
    assert reasons[Reason.RANGE_IN_WAY]


@pytest.mark.parametrize("seed", range(4))
def test_powers_know_what_is_true_and_what_their_units_have_stood_on(seed: int) -> None:
    stood: dict[Power, set[Face]] = {}
    own_ranges: dict[Power, set[tuple[Face, ...]]] = {}
    for before, sheet, report, after in game(seed):
        assert after.secrets is not None
        for unit in (*before.units.values(), *after.units.values()):
            stood.setdefault(unit.power, set()).add(unit.province)
        if before.phase.kind is PhaseKind.PLACEMENT:
            assert sheet.orders
            own_ranges = {p: _ranges(known) for p, known in after.secrets.known.items()}
        for power, known in after.secrets.known.items():
            seen = {*seen_from(after.board, stood[power])}
            for fact in known:
                match fact.kind:
                    case FactKind.DOUBLE:
                        assert after.board.ranges[fact.provinces] == 2  # type: ignore[index]
                    case FactKind.RANGE:
                        assert fact in seen or fact.provinces in own_ranges[power]
                    case _:
                        assert fact in seen
        for power, lines in report.notices.items():
            assert len(lines) == len(set(lines)), (power, lines)
        if not after.dislodged:
            assert not after.secrets.untold
            for power in after.powers:
                here = {unit.province for unit in after.units_of(power)}
                assert {*seen_from(after.board, here)} <= {*after.secrets.known.get(power, ())}


def _ranges(known: tuple[Fact, ...]) -> set[tuple[Face, ...]]:
    return {fact.provinces for fact in known if fact.kind is FactKind.RANGE}


@pytest.mark.parametrize("seed", range(2))
def test_the_sequence_in_which_powers_hand_in_does_not_matter(seed: int) -> None:
    for before, sheet, report, after in game(seed, 10):
        turned = replace(sheet, orders=dict(reversed([*sheet.orders.items()])))
        again, same = _thrown(before, turned, POST_ATOMIC, random.Random(seed))
        assert (again, same) == (after, report)


@pytest.mark.parametrize("seed", range(4))
def test_after_every_winter_nobody_feeds_more_than_it_owns(seed: int) -> None:
    mutants = 0
    for before, _, _, after in game(seed):
        if before.phase.kind is PhaseKind.ADJUSTMENTS:
            for power in after.powers:
                needed = sum(2 if u.kind == "M" else 1 for u in after.units_of(power))
                assert needed <= len(after.centres_of(power)) or needed == 0
            mutants += sum(unit.kind == "M" for unit in after.units.values())
    assert mutants


# Why not


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("build M Sil: destroy A Ruh", Reason.NO_SUCH_UNIT),
        ("build M Sil: destroy A Sil, A Sil", Reason.NO_SUCH_UNIT),
        ("build M Sil: destroy A Sil, A War", Reason.NOT_YOUR_UNIT),
        ("build M Sil: destroy A Sil, A Boh, F Den", Reason.NOT_PAID),
        ("build M Kie: destroy A Boh, F Den", Reason.NO_UNIT_AT_HOME),
        ("build M Kie: destroy A Sil, F Den", Reason.UNITS_APART),
        ("build A Kie: destroy A Sil, A Boh", Reason.NO_SUCH_KIND),
        ("build M Pru: destroy A Sil, A Boh", Reason.NOT_YOUR_CENTRE),
        ("build M Den: destroy A Sil, A Boh", Reason.NOT_HOME),
        ("build M Sil", Reason.OCCUPIED),
        ("build M Kie", Reason.NOT_PAID),
        ("build M Sil: destroy A Sil, A Boh", Reason.BUILT),
    ],
)
def test_every_way_not_to_get_a_mutant_force_has_its_reason(line: str, reason: Reason) -> None:
    units = {"Germany": ["A Sil", "A Boh", "F Den"], "Russia": ["A War"]}
    state = position("W2022A", units, {"Germany": ["Kie", "Sil", "Den"]})
    _, report = judged(state, {"Germany": line})
    given = [ruling for ruling in report.rulings if ruling.given]
    assert [ruling.verdict.reason for ruling in given] == [reason]


def test_a_mutant_force_just_built_pays_for_no_other() -> None:
    units = {"Germany": ["A Sil", "A Boh"]}
    state = position("W2022A", units, {"Germany": ["Kie", "Sil"]})
    after, report = judged(
        state,
        {"Germany": "build M Sil: destroy A Sil, A Boh\nbuild M Kie: destroy M Sil"},
    )
    assert [one.verdict.reason for one in report.rulings] == [Reason.BUILT, Reason.NO_SUCH_UNIT]
    assert [unit.province for unit in after.units_of(GERMANY)] == ["Sil"]


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("A Lon", Reason.NOT_A_START),
        ("F Mun", Reason.NO_SHORE),
        ("M Kie", Reason.NO_SUCH_KIND),
        ("mountain Mun/Lon", Reason.NO_SUCH_BORDER),
        ("mountain Bur/Mar", Reason.NOT_OWN_BORDER),
        ("if centre Pru then mountain Pru/Sil", Reason.BAD_CONDITION),
        ("if Mun empty then mountain Pru/Sil", Reason.BAD_CONDITION),
        ("if centre Kie then A Kie", Reason.BAD_CONDITION),
        ("if centre Mun then mountain Pru/Sil", Reason.NOT_USED),
        ("if centre Kie then mountain Bur/Mar", Reason.NOT_OWN_BORDER),
        ("if centre Kie then if centre Ber then mountain Kie/Den", Reason.NOT_USED),
        ("if centre Kie then if centre Pru then mountain Kie/Den", Reason.BAD_CONDITION),
        ("waive", Reason.UNREADABLE),
        (
            "if centre Kie and not (centre Ber or centre Mun) then mountain Kie/Den",
            Reason.RANGE_PLACED,
        ),
    ],
)
def test_every_line_of_the_placement_has_its_reason(line: str, reason: Reason) -> None:
    _, report = judged(position("W2020P"), {"Germany": line})
    given = [ruling for ruling in report.rulings if ruling.given]
    assert [ruling.verdict.reason for ruling in given] == [reason]


@pytest.mark.parametrize(
    ("phase", "line"),
    [
        ("W2020P", "A Kie"),
        ("W2020P", "mountain Kie/Den"),
        ("W2022A", "build M Kie"),
        ("W2022A", "build A Kie"),
    ],
)
def test_a_power_in_disorder_gets_what_the_rules_give_it(phase: str, line: str) -> None:
    state = position(phase, None if phase == "W2020P" else {}, {"Germany": ["Kie", "Sil"]})
    orders = read_orders(line, power=GERMANY, state=state, variant=POST_ATOMIC).orders
    sheet = Sheet(orders={GERMANY: orders}, disorder=frozenset({GERMANY}))
    after, report = _thrown(state, sheet, POST_ATOMIC)
    reasons = [ruling.verdict.reason for ruling in report.rulings if ruling.given]
    assert reasons == [Reason.IN_DISORDER]
    starts = {unit for power, unit in REGULAR if power == GERMANY}
    units = {f"{unit.kind} {unit.province}" for unit in after.units_of(GERMANY)}
    assert units == (starts if phase == "W2020P" else set())


def test_in_other_rule_sets_nobody_builds_mutant_forces() -> None:
    setup = Setup(units={}, phase=Phase.parse("W1901A"))
    state = start_state(STANDARD, setup)
    orders = read_orders("build M Kie", power=GERMANY, state=state, variant=STANDARD).orders
    _, report = adjudicate(STANDARD, state, Sheet(orders={GERMANY: orders}))
    given = [ruling.verdict.reason for ruling in report.rulings if ruling.given]
    assert given == [Reason.NO_SUCH_KIND]


# Lines


@pytest.mark.parametrize(
    ("phase", "text"),
    [
        ("W2020P", "A Lon"),
        ("W2020P", "F Arc"),
        ("W2020P", "mountain Ruh/Kie"),
        ("W2020P", "mountain Pic/ENG"),
        ("W2020P", "if centre Mun then mountain Mun/Bur else mountain Ruh/Bel"),
        (
            "W2020P",
            "if centre Kie then mountain Kie/Den else if centre Ber then mountain Ber/BAL",
        ),
        ("W2022A", "build M Mun"),
        ("W2022A", "build M Mun: destroy A Mun"),
        ("W2022A", "build M Mun: destroy A Mun, A Bur"),
        ("S2022M", "M Mun - Tyr"),
        ("S2022M", "M HEL S F NTH - Den"),
    ],
)
def test_lines_are_read_and_written_back(phase: str, text: str) -> None:
    state = position(phase, {} if phase == "W2020P" else {"Germany": ["M Mun", "M HEL"]})
    reading = read_orders(text, power=GERMANY, state=state, variant=POST_ATOMIC)
    assert not reading.findings
    assert [write(order, state.board) for order in reading.orders] == [text]
    assert decode(encode(reading.orders[0], Order), Order) == reading.orders[0]


@pytest.mark.parametrize(
    ("phase", "section", "text", "told"),
    [
        ("W2020P", "orders", "mountain Bur/Mar", "within your boundaries"),
        ("W2020P", "orders", "mountain Mun/Lon", "no border"),
        ("W2020P", "orders", "F Mun", "no coast"),
        ("W2020P", "orders", "A Lon", "none of your units starts"),
        ("W2020P", "orders", "M Kie", "only armies and fleets"),
        (
            "W2020P",
            "orders",
            "mountain Mun/Swi\nmountain Mun/Tyr\nmountain Kie/Den",
            "too many mountain ranges",
        ),
        ("W2022A", BUILDS, "build M Sil: destroy A Sil, A Tyr", "not next to each other"),
        ("W2022A", BUILDS, "build M Sil: destroy A Ruh", "no unit in Ruhr"),
        ("W2022A", BUILDS, "build A Sil: destroy A Sil", "only a mutant force"),
        ("W2022A", BUILDS, "build M Sil: destroy A Sil, A Sil", "one unit pays once"),
    ],
)
def test_what_cannot_come_about_is_said_beforehand(
    phase: str, section: str, text: str, told: str
) -> None:
    units = {} if phase == "W2020P" else {"Germany": ["A Sil", "A Tyr"]}
    state = public_state(position(phase, units))
    found = check_orders(text, power=GERMANY, state=state, variant=POST_ATOMIC, section=section)
    assert any(told in finding.title for finding in found.findings)


def test_advice_on_builds_does_not_guess_what_is_due() -> None:
    state = public_state(position("W2022A", {"Germany": ["A Sil"]}, {"Germany": ["Kie", "Sil"]}))
    found = check_orders("build A Kie", power=GERMANY, state=state, variant=POST_ATOMIC)
    assert not found.findings
