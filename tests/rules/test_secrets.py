"""What the public may see of a game with secrets, and what one power may see."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace

import pytest

from tests.secret_games import (
    CHANGES,
    GERMANY,
    OTHER_DRAW,
    RUSSIA,
    game,
    judged,
    moves,
    position,
    published,
)
from zinegen.board import Power, pair
from zinegen.errors import RulesError, ZinegenError
from zinegen.game import GameEnded, GameState, PhaseKind, Reason, Report, Sheet, Waive, Word
from zinegen.game.apply import apply
from zinegen.geometry import ProvinceKey
from zinegen.play import SecretSetup, Setup, start_state
from zinegen.play.records import decode, encode
from zinegen.rules import adjudicate
from zinegen.rules.secrets import (
    has_secrets,
    list_known,
    list_mentioned_provinces,
    orders_are_secret,
    public_report,
    public_state,
    state_for,
)
from zinegen.variants.post_atomic.knowledge import TotalsPublished
from zinegen.variants.post_atomic.rule_set import POST_ATOMIC
from zinegen.variants.standard import STANDARD

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


def test_only_this_rule_set_has_secrets() -> None:
    open_state = start_state(STANDARD)
    assert not has_secrets(open_state)
    assert public_state(open_state) is open_state
    assert public_report(Report(), open_state) == Report()
    assert state_for(open_state, GERMANY) is open_state
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
    assert after.board.ranges[ProvinceKey("Mun"), ProvinceKey("Tyr")] == 1
    assert after.board.ranges[ProvinceKey("Den"), ProvinceKey("Kie")] == 1


def test_an_order_that_a_range_made_void_fails_in_public_without_a_reason() -> None:
    state = position("S2021M", {"Germany": ["A Mun", "A Boh"]}, {}, ("Mun/Tyr",))
    after, report = judged(state, {"Germany": "A Mun - Tyr\nA Boh S A Mun - Tyr"})
    assert {ruling.verdict.reason for ruling in report.rulings} == {Reason.RANGE_IN_WAY}
    shown = public_report(report, state).rulings
    assert {(one.verdict.word, one.verdict.at, one.verdict.because) for one in shown} == {
        (Word.FAILS, (), ())
    }
    assert not list_mentioned_provinces(public_report(report, state), public_state(after))
    assert {"Mun", "Tyr"} <= list_mentioned_provinces(report, after)


def test_with_publish_reason_the_public_is_told_of_the_range() -> None:
    variant = POST_ATOMIC.with_options({"publish_reason": True})
    state = position("S2021M", {"Germany": ["A Mun"]}, {}, ("Mun/Tyr",), variant=variant)
    after, report = judged(state, {"Germany": "A Mun - Tyr"}, variant)
    shown = public_report(report, state)
    assert [ruling.verdict.reason for ruling in shown.rulings] == [Reason.RANGE_IN_WAY]
    assert list_mentioned_provinces(shown, public_state(after)) == {"Mun", "Tyr"}


def test_a_support_of_a_move_that_a_range_stops_tells_of_no_range_of_its_own() -> None:
    units = {"Germany": ["M Mun", "A Boh"]}
    state = position("S2022M", units, {}, ("Mun/Tyr", "Boh/Tyr"))
    _, report = judged(state, {"Germany": "M Mun S A Boh - Tyr\nA Boh - Tyr"})
    support, move = report.rulings
    assert support.verdict.reason is move.verdict.reason is Reason.RANGE_IN_WAY
    assert support.verdict.because == (move.order,)
    assert (support.verdict.at, move.verdict.at) == ((), ("Boh", "Tyr"))


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
    assert not list_mentioned_provinces(public_report(report, state), public_state(after))


def test_the_public_takes_for_open_what_only_a_range_closes_to_a_retreat() -> None:
    units = {"Germany": ["A Mun"], "France": ["A Bur", "A Ruh"]}
    state = position("S2022M", units, {}, ("Mun/Tyr",))
    after, report = judged(state, {"France": "A Bur - Mun\nA Ruh S A Bur - Mun"})
    lost = after.dislodged[ProvinceKey("Mun")]
    assert {place.province for place in lost.apparent} - {p.province for p in lost.retreats} == {
        "Tyr"
    }
    shown = public_state(after).dislodged[ProvinceKey("Mun")]
    assert {place.province for place in shown.retreats} == {p.province for p in lost.apparent}
    assert not shown.apparent
    mine = state_for(after, GERMANY).dislodged[ProvinceKey("Mun")]
    assert mine.retreats == lost.retreats
    _, report = judged(after, {"Germany": "A Mun - Tyr"})
    assert report.rulings[0].verdict.reason is Reason.RANGE_IN_WAY
    assert public_report(report, after).rulings[0].verdict.reason is Reason.UNTOLD


def test_of_a_mutant_forces_retreats_its_power_knows_all_but_the_double_ranges_it_has_not_met() -> (
    None
):
    units = {"Germany": ["M Mun"], "France": ["A Bur", "A Ruh"]}
    doubles = ("Mun/Tyr", "Mun/Tyr", "Mun/Swi", "Mun/Swi")
    state = position("S2022M", units, {}, doubles)
    tried, _ = judged(state, {"Germany": "M Mun - Tyr"})
    attack = {"France": "A Bur - Mun\nA Ruh S A Bur - Mun"}
    for before, unknown in ((state, {"Tyr", "Swi"}), (tried, {"Swi"})):
        after, _ = judged(before, attack)
        lost = after.dislodged[ProvinceKey("Mun")]
        mine = state_for(after, GERMANY).dislodged[ProvinceKey("Mun")]
        told, true = ({place.province for place in one.retreats} for one in (mine, lost))
        assert told - true == unknown
        assert state_for(after, RUSSIA).dislodged == public_state(after).dislodged


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
    assert state_for(after, GERMANY).board.ranges == {("Mun", "Tyr"): 2}
    assert state_for(after, Power("Austria")).board.ranges == {("Mun", "Tyr"): 1}
    assert state_for(after, GERMANY).board.centres == ("Kie",)
    assert state_for(after, RUSSIA).board.centres == ()
    mine = state_for(after, GERMANY)
    assert public_state(mine) == public_state(after)
    assert [mine.total_of(power) for power in (GERMANY, RUSSIA)] == [1, None]
    assert public_state(after).total_of(GERMANY) is None
    assert mine.is_alive(RUSSIA)
    assert not after.is_alive(RUSSIA)
    assert tuple(one.line(after.board) for one in list_known(after, GERMANY)) == (
        "centre Kie",
        "double Mun/Tyr",
        "no centre Mun",
        "range Mun/Tyr",
        "owns Kie",
    )
    assert list_known(after, RUSSIA) == ()


def test_totals_are_published_after_winter_unless_the_gm_keeps_them() -> None:
    for told in (True, False):
        variant = POST_ATOMIC.with_options({"publish_totals": told})
        state = position("W2022A", {"Germany": ["A Mun"]}, {"Germany": ["Kie"]}, variant=variant)
        after, report = judged(state, {}, variant)
        totals = [c.totals for c in public_report(report, state).changes if _is_total(c)]
        assert totals == ([after.extra.published_totals] if told else [])
        assert after.extra.published_totals.get(GERMANY) == (1 if told else None)
        assert public_state(after).extra.published_totals == after.extra.published_totals
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
    assert after.extra.published_totals == {GERMANY: 3}


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


@pytest.mark.parametrize("seed", range(4))
def test_nothing_secret_is_in_what_is_published_of_any_phase(seed: int) -> None:
    reasons = Counter[Reason]()
    for before, _, report, after in game(seed):
        shown, state = public_report(report, before), public_state(after)
        reasons.update(ruling.verdict.reason for ruling in report.rulings)
        assert not list_mentioned_provinces(shown, state)
        text = published(before, report, after).decode()
        assert not [word for word in CANARIES if word in text]
        made = apply(public_state(before), shown.changes)
        assert replace(made, phase=state.phase, standoffs=state.standoffs) == state
        assert decode(encode(report.changes, CHANGES), CHANGES) == report.changes
    assert reasons[Reason.RANGE_IN_WAY]


def many_ranges(
    state: GameState, dice: random.Random
) -> dict[tuple[ProvinceKey, ProvinceKey], int]:
    """Return single and double ranges on a third of all borders."""
    mesh = state.board.mesh
    borders = sorted({pair(*mesh.sides(border)) for border in mesh.borders})
    chosen = dice.sample(borders, len(borders) // 3)
    return {ends: dice.choice((1, 2)) for ends in sorted(chosen)}


@pytest.mark.parametrize("seed", range(4))
def test_what_the_public_reads_of_void_orders_is_the_same_as_if_there_were_no_ranges(
    seed: int,
) -> None:
    compared, dice = 0, random.Random(seed)
    for played, sheet, _, _ in game(seed):
        if played.phase.kind is not PhaseKind.MOVES:
            continue
        before = replace(played, board=replace(played.board, ranges=many_ranges(played, dice)))
        flat = replace(before, board=replace(before.board, ranges={}))
        (_, report), (_, without) = (adjudicate(POST_ATOMIC, one, sheet) for one in (before, flat))
        plain = [ruling.verdict for ruling in without.rulings]
        for ruling, verdict in zip(public_report(report, before).rulings, plain, strict=True):
            if ruling.verdict.word is Word.VOID:
                assert ruling.verdict == verdict
                compared += 1
            elif ruling.verdict.reason is Reason.UNTOLD:
                assert verdict.word is not Word.VOID
    assert compared
