"""Retreats: preferences, conflicts, and units for which nothing legal was ordered."""

from __future__ import annotations

from dataclasses import replace

from tests.positions import Lines, sheet_of, standard_state, written
from zinegen.board import Power
from zinegen.game import (
    Disband,
    GameState,
    Line,
    Order,
    PlaceName,
    Report,
    Retreat,
    Sheet,
    Throw,
    UnitLost,
    UnitName,
    Unreadable,
)
from zinegen.geometry import ProvinceKey
from zinegen.rules import adjudicate
from zinegen.variants.standard import STANDARD

ENGLAND = Power("England")


def position(dislodged: dict[str, dict[str, list[str]]]) -> GameState:
    """Return a spring position with some dislodged units and a German A Ruh."""
    return standard_state("S1901R", {"Germany": ["A Ruh"]}, dislodged=dislodged)


def judge(state: GameState, orders: Lines) -> tuple[GameState, Report]:
    """Judge orders written one a line."""
    return adjudicate(STANDARD, state, sheet_of(state, orders))


def keys(report: Report) -> list[tuple[str, bool]]:
    """Return the reasons and whether they are about something ordered."""
    return [(ruling.verdict.reason.key, ruling.given) for ruling in report.rulings]


def test_a_unit_retreats_to_an_open_place() -> None:
    after, report = judge(
        position({"England": {"F NTH": ["Edi", "HEL"]}}), {"England": ["F NTH - Edi"]}
    )
    assert keys(report) == [("retreated", True)]
    assert written(after.board, after.units.values())["England"] == ["f edi"]
    assert not after.dislodged


def test_a_place_that_is_not_open_loses_the_unit() -> None:
    after, report = judge(
        position({"England": {"F NTH": ["Edi", "HEL"]}}), {"England": ["F NTH - Lon"]}
    )
    assert keys(report) == [("not-open", True), ("no-retreat-order", False)]
    assert "England" not in written(after.board, after.units.values())


def test_two_retreats_to_one_place_lose_both() -> None:
    state = position({"England": {"F NTH": ["Den"]}, "Russia": {"F Swe": ["Den"]}})
    after, report = judge(state, {"England": ["F NTH - Den"], "Russia": ["F Swe - Den"]})
    assert keys(report) == [("retreat-conflict", True)] * 2
    assert report.rulings[0].verdict.because == (report.rulings[1].order,)
    assert sum(isinstance(change, UnitLost) for change in report.changes) == 2
    assert set(after.units) == {"Ruh"}


def test_the_first_possible_line_for_a_unit_is_used() -> None:
    state = position({"England": {"F NTH": ["Edi", "HEL"]}})
    _, report = judge(state, {"England": ["F NTH - Lon", "F NTH - HEL", "F NTH disband"]})
    assert keys(report) == [("not-open", True), ("retreated", True), ("not-used", True)]


def retreat(*provinces: str, line: Line) -> tuple[Order, ...]:
    """Return a preference list on one line; an empty name is to disband."""
    nth = UnitName(at=PlaceName(province=ProvinceKey("NTH")))
    return tuple(
        Retreat(power=ENGLAND, unit=nth, to=PlaceName(province=ProvinceKey(name)), line=line)
        if name
        else Disband(power=ENGLAND, unit=nth, line=line)
        for name in provinces
    )


def test_a_list_on_one_line_has_one_ruling() -> None:
    state = position({"England": {"F NTH": ["Edi", "HEL"]}})
    line = Line(text="F NTH: Lon, HEL, disband")
    used = retreat("Lon", "HEL", "", line=line)
    _, report = adjudicate(STANDARD, state, Sheet(orders={ENGLAND: used}))
    (ruling,) = report.rulings
    assert ruling.order == used[1]
    assert ruling.verdict.reason.key == "retreated"
    useless = retreat("Lon", "Yor", line=line)
    _, report = adjudicate(STANDARD, state, Sheet(orders={ENGLAND: useless}))
    assert keys(report) == [("not-open", True), ("no-retreat-order", False)]
    assert report.rulings[0].order == useless[0]


def test_disbanding_is_a_wish_like_any_other() -> None:
    after, report = judge(position({"England": {"F NTH": ["Edi"]}}), {"England": ["F NTH disband"]})
    assert keys(report) == [("disbanded", True)]
    assert set(after.units) == {"Ruh"}


def test_nothing_ordered_disbands() -> None:
    after, report = judge(position({"England": {"F NTH": ["Edi"]}}), {})
    assert keys(report) == [("no-retreat-order", False)]
    assert set(after.units) == {"Ruh"}


def test_a_coast_must_be_named_where_both_are_open() -> None:
    state = position({"France": {"F MAO": ["Spa/nc", "Spa/sc"]}})
    assert keys(judge(state, {"France": ["F MAO - Spa"]})[1])[0][0] == "coast-unclear"
    assert keys(judge(state, {"France": ["F MAO - Spa/sc"]})[1]) == [("retreated", True)]
    one = position({"France": {"F MAO": ["Spa/nc"]}})
    assert keys(judge(one, {"France": ["F MAO - Spa"]})[1]) == [("retreated", True)]
    assert keys(judge(one, {"France": ["F MAO - Spa/sc"]})[1])[0] == ("not-open", True)
    assert keys(judge(one, {"France": ["F MAO - Spa/BLA"]})[1])[0] == ("no-such-coast", True)


def test_orders_for_units_that_need_not_retreat_are_void() -> None:
    state = position({"England": {"F NTH": ["Edi"]}})
    lines = ["A Ruh - Mun", "A Mun - Ruh", "F NTH - Edi"]
    _, report = judge(state, {"Germany": lines})
    assert [key for key, _ in keys(report)] == [
        "no-retreat-order",
        "not-dislodged",
        "no-such-unit",
        "not-your-unit",
    ]


def test_what_is_no_retreat_is_void() -> None:
    state = position({"England": {"F NTH": ["Edi"]}})
    from zinegen.game import Hold

    nth = UnitName(at=PlaceName(province=ProvinceKey("NTH")))
    orders = (Hold(power=ENGLAND, unit=nth), Unreadable(power=ENGLAND))
    _, report = adjudicate(STANDARD, state, Sheet(orders={ENGLAND: orders}))
    assert [key for key, _ in keys(report)] == ["wrong-phase", "unreadable", "no-retreat-order"]


def test_units_of_a_power_in_disorder_are_disbanded() -> None:
    state = position({"England": {"F NTH": ["Edi"]}})
    sheet = replace(sheet_of(state, {"England": ["F NTH - Edi"]}), disorder=frozenset({ENGLAND}))
    after, report = adjudicate(STANDARD, state, sheet)
    assert keys(report) == [("in-disorder", True), ("no-retreat-order", False)]
    assert set(after.units) == {"Ruh"}


# The game in which a throw sends units for which nothing was written (docs/rules/common.md,
# "7. Turn skeleton")

THROWING = STANDARD.with_options({"unordered_retreats": "throw"})


def thrown(
    state: GameState,
    orders: Lines,
    throws: dict[str, int],
    disorder: frozenset[Power] = frozenset(),
) -> tuple[GameState, Report]:
    sheet = replace(sheet_of(state, orders), throws=throws, disorder=disorder)
    return adjudicate(THROWING, state, sheet)


def test_a_throw_among_the_open_places_is_asked_for_by_full_name() -> None:
    state = position({"England": {"F NTH": ["Edi", "HEL", "Den"]}})
    _, report = thrown(state, {}, {})
    assert report.needs == Throw(label="retreat/F NTH", candidates=("Den", "Edi", "HEL"))
    after, report = thrown(state, {}, {"retreat/F NTH": 3})
    assert keys(report) == [("retreat-thrown", False)]
    assert written(after.board, after.units.values())["England"] == ["f hel"]


def test_coasts_are_thrown_for_like_provinces_and_one_place_needs_no_throw() -> None:
    state = position({"France": {"F MAO": ["Spa/nc", "Spa/sc"]}})
    needs = thrown(state, {}, {})[1].needs
    assert needs is not None
    assert needs.candidates == ("Spa/nc", "Spa/sc")
    after, _ = thrown(state, {}, {"retreat/F MAO": 2})
    assert written(after.board, after.units.values())["France"] == ["f spa/sc"]
    one = position({"England": {"F NTH": ["Edi"]}})
    assert keys(thrown(one, {}, {})[1]) == [("retreat-thrown", False)]


def test_nothing_is_thrown_for_a_unit_of_which_something_was_written() -> None:
    state = position({"England": {"F NTH": ["Edi", "HEL"]}})
    for line in ("F NTH - Lon", "F NTH disband", "F NTH H"):
        after, report = thrown(state, {"England": [line]}, {})
        assert report.needs is None
        assert set(after.units) == {"Ruh"}


def test_what_others_write_about_a_unit_is_no_order_for_it() -> None:
    state = position({"England": {"F NTH": ["Edi", "HEL"]}})
    assert thrown(state, {"Germany": ["F NTH - Edi"]}, {})[1].needs is not None


def test_nothing_is_thrown_for_a_unit_that_can_go_nowhere_or_is_in_disorder() -> None:
    assert thrown(position({"England": {"F NTH": []}}), {}, {})[1].needs is None
    state = position({"England": {"F NTH": ["Edi", "HEL"]}})
    _, report = thrown(state, {}, {}, frozenset({ENGLAND}))
    assert keys(report) == [("no-retreat-order", False)]


def test_a_thrown_retreat_collides_like_any_other() -> None:
    state = position({"England": {"F NTH": ["Den", "HEL"]}, "Russia": {"F Swe": ["Den"]}})
    after, report = thrown(state, {"Russia": ["F Swe - Den"]}, {"retreat/F NTH": 1})
    assert keys(report) == [("retreat-conflict", False), ("retreat-conflict", True)]
    assert set(after.units) == {"Ruh"}
