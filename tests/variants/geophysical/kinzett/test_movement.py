"""Why orders come to nothing while the ground shifts, and whom that is to be blamed on."""

from __future__ import annotations

from zinegen.board import Power
from zinegen.game import GameState, Order, Reason, Report, Sheet
from zinegen.notation import COASTS, EVENTS, ORDERS, read_orders, write_order
from zinegen.play import Setup, start_state
from zinegen.rules import adjudicate
from zinegen.variants.geophysical.kinzett.rule_set import GEOPHYSICAL_KINZETT as VARIANT

Lines = dict[str, str]


def played(
    units: dict[str, list[str]], orders: Lines, events: Lines, coasts: Lines | None = None
) -> tuple[GameState, Report]:
    """Play a spring of Geophysical III and return its position and report."""
    setup = Setup(units={Power(power): lines for power, lines in units.items()})
    state = start_state(VARIANT, setup)

    def read(texts: Lines, section: str) -> dict[Power, tuple[Order, ...]]:
        return {
            Power(power): read_orders(
                text, power=Power(power), state=state, variant=VARIANT, section=section
            ).orders
            for power, text in texts.items()
        }

    sheet = Sheet(
        orders=read(orders, ORDERS), events=read(events, EVENTS), coasts=read(coasts or {}, COASTS)
    )
    after, report = adjudicate(VARIANT, state, sheet)
    return after, report


def verdicts(report: Report, board_of: GameState) -> dict[str, tuple[Reason, list[str]]]:
    """Return the reason and the blame of every line, by its text."""
    board = board_of.board
    return {
        write_order(ruling.order, board).lower(): (
            ruling.verdict.reason,
            [write_order(order, board).lower() for order in ruling.verdict.because],
        )
        for ruling in report.rulings
        if ruling.given
    }


def test_a_move_that_the_ground_has_spoilt_blames_those_who_spoilt_it() -> None:
    after, report = played(
        {"Germany": ["A Ruh"], "France": ["A Par"]},
        {"Germany": "A Ruh - Mun", "France": "A Par - Bur"},
        {"Italy": "Erode Mun", "Austria": "Erode Vie", "Turkey": "Earthquake Par/Bur"},
    )
    found = verdicts(report, after)
    assert found["a ruh - mun"] == (Reason.GROUND_CHANGED, ["erode mun"])
    assert found["a par - bur"] == (Reason.GROUND_CHANGED, ["earthquake par/bur"])


def test_water_that_is_gone_between_two_shores_is_blamed_too() -> None:
    after, report = played(
        {"Turkey": ["F Ank"]},
        {"Turkey": "F Ank - Arm"},
        {"Italy": "Raise BLA", "Austria": "Erode Vie"},
    )
    assert verdicts(report, after)["f ank - arm"] == (Reason.GROUND_CHANGED, ["raise bla"])


def test_a_height_that_rose_in_the_way_of_an_army_is_blamed_and_no_fleet_nearby() -> None:
    units = {"Italy": ["A Tus", "F TYS"], "Germany": ["F ION"]}
    events = {"Turkey": "Mountain Rom"}
    orders = {"Italy": "A Tus - Rom\nF TYS H", "Germany": "F ION H"}
    after, report = played(units, orders, events)
    assert verdicts(report, after)["a tus - rom"] == (Reason.GROUND_CHANGED, ["mountain rom"])
    orders["Italy"] = "A Tus - Rom via convoy\nF TYS H"
    after, report = played(units, orders, events)
    meant = verdicts(report, after)["a tus - rom via convoy"]
    assert meant == (Reason.NO_ROUTE, ["f tys h"])


def test_a_height_that_was_there_before_blames_nobody() -> None:
    after, _ = played(
        {"Italy": ["F ADR", "F ION", "A Ven", "F TYS"]},
        {"Italy": "A Ven - Tus"},
        {"Turkey": "Mountain Ven"},
    )
    again = Sheet(
        orders={
            Power("Italy"): read_orders(
                "A Tus - Ven", power=Power("Italy"), state=after, variant=VARIANT
            ).orders
        }
    )
    later = adjudicate(VARIANT, after, again)[1]
    assert verdicts(later, after)["a tus - ven"] == (Reason.NO_ROUTE, [])


def test_what_never_was_possible_blames_nobody_and_may_be_supported_in_holding() -> None:
    after, report = played(
        {"Germany": ["A Mun", "A Ber"], "France": ["A Tyr", "A Bur"]},
        {
            "Germany": "A Mun - Lon\nA Ber S A Mun",
            "France": "A Tyr - Mun\nA Bur S A Tyr - Mun",
        },
        {"Italy": "Erode Vie"},
    )
    found = verdicts(report, after)
    assert found["a mun - lon"] == (Reason.TOO_FAR, [])
    assert found["a ber s a mun"][0] is Reason.GAVE_SUPPORT
    assert found["a tyr - mun"][0] is Reason.DEFENDED_BY


def test_the_doomed_are_told_who_took_their_ground() -> None:
    after, report = played(
        {"Germany": ["A Mun", "A Ruh"]},
        {"Germany": "A Mun S A Ruh"},
        {"Italy": "Erode Mun"},
    )
    assert verdicts(report, after)["a mun s a ruh"] == (Reason.DOOMED, ["erode mun"])


def test_ice_rifts_and_heights_are_told_apart() -> None:
    after, report = played(
        {"Russia": ["A Mos", "A War"], "Germany": ["A Mun", "A Bur"]},
        {"Russia": "A Mos - StP\nA War - Gal", "Germany": "A Mun - Swi\nA Bur - Swi"},
        {"Italy": "Glaciate StP", "Turkey": "Earthquake Bur/Swi"},
    )
    found = verdicts(report, after)
    assert found["a mos - stp"] == (Reason.GROUND_CHANGED, ["glaciate stp"])
    assert found["a mun - swi"][0] is Reason.WRONG_GROUND
    assert found["a bur - swi"][0] is Reason.RIFT_BETWEEN
    again = Sheet(
        orders={
            Power("Russia"): read_orders(
                "A Mos - StP", power=Power("Russia"), state=after, variant=VARIANT
            ).orders
        }
    )
    _, report = adjudicate(VARIANT, after, again)
    (ruling,) = (ruling for ruling in report.rulings if ruling.given)
    assert ruling.verdict.reason is Reason.ICE_SHUT


def test_a_coast_list_is_answered_when_it_was_asked_for() -> None:
    units = {"Turkey": ["F Con", "F Ank"]}
    lists = {"Turkey": "F Con: AEG\nF Ank: BLA"}
    _, report = played(units, {}, {"Italy": "Close Con"}, lists)
    rulings = [r for r in report.rulings if r.verdict.reason is Reason.COAST_CHOSEN]
    assert len(rulings) == 1
    _, report = played(units, {}, {}, lists)
    assert not [r for r in report.rulings if r.verdict.reason is Reason.COAST_CHOSEN]
    _, report = played(units, {}, {"Italy": "Close Con"}, {"Turkey": "F Con: GOL"})
    assert [r.verdict.reason for r in report.rulings if r.verdict.at] == [Reason.NO_SUCH_COAST]


def test_a_list_counts_for_a_fleet_that_arrives_only_if_it_arrives() -> None:
    units = {"France": ["F MAO"], "Italy": ["F WES"]}
    moves = {"France": "F MAO - Spa"}
    _, report = played(units, moves, {}, {"France": "F MAO: nc"})
    assert Reason.COAST_CHOSEN in [r.verdict.reason for r in report.rulings]
    bounce = {**moves, "Italy": "F WES - Spa"}
    after, report = played(units, bounce, {}, {"France": "F MAO: nc"})
    assert Reason.COAST_CHOSEN not in [r.verdict.reason for r in report.rulings]
    assert set(after.units) == {"MAO", "WES"}
