"""Orders that name a coast, in seasons whose events change the map: every spelling comes to the same."""

from __future__ import annotations

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.rule_sets import rule_set
from zinegen.board.coasts import DIRECTIONS, Coast, coasts, find, label
from zinegen.board.named_coasts import find_as_written, follow_borders
from zinegen.board.passage import Place
from zinegen.game import UnitMoved
from zinegen.geometry import ProvinceKey
from zinegen.notation import write_unit
from zinegen.play import parse_scenario, run_scenario, start_board

KINZETT, MAIDEN = "geophysical-kinzett", "geophysical-maiden"
BOARDS = {name: start_board(rule_set(name)) for name in (KINZETT, MAIDEN)}
Texts = dict[str, list[str]]
RAISES = {KINZETT: "Raise", MAIDEN: "Uplift"}


def spell(name: str, coast: Coast) -> list[str]:
    """Return everything by which a coast can be named on a rule set's board."""
    board = BOARDS[name]
    waters = [*coast.waters, "{" + ",".join(coast.waters) + "}"]
    words = [label(board, coast), *waters, *DIRECTIONS]
    return [one for one in words if one and find(board, coast.province, one) == (coast,)]


def play(name: str, units: Texts, event: str, *phases: tuple[str, dict[str, dict[str, str]]]):
    """Return the phases of a season with one event of Germany's, each as it was played."""
    lines = [f'variant = "{name}"', "[start.units]"]
    lines += [f"{power} = {json.dumps(own)}" for power, own in units.items()]
    for number, (phase, sections) in enumerate(phases):
        lines += ["[[phase]]", f'name = "{phase}"']
        lines += [] if number else [f"events.Germany = {json.dumps(event)}"]
        for section, texts in sections.items():
            lines += [f"{section}.{power} = {json.dumps(text)}" for power, text in texts.items()]
    return [one.played for one in run_scenario(parse_scenario("\n".join(lines)))]


@st.composite
def cases(draw: st.DrawFn) -> tuple[str, str, Coast, Place]:
    """A rule set, an event near a province with coasts, one of these, and where a fleet may come from."""
    name = draw(st.sampled_from([KINZETT, MAIDEN]))
    board = BOARDS[name]
    several = [face for face in board.provinces if len(coasts(board, face)) > 1]
    face = draw(st.sampled_from([*several, ProvinceKey("Nwy"), ProvinceKey("Gre")]))
    coast = draw(st.sampled_from(coasts(board, face)))
    passage = rule_set(name).passage
    starts = sorted(passage.fleets(board, Place(face, coast.borders)))
    start = draw(st.sampled_from(starts))
    near = {start.province, *board.mesh.adjacent(face)} - {"Out", "Swi"}
    target = draw(st.sampled_from(sorted(near)))
    verb = RAISES[name] if board.is_water(target) else "Erode"
    return name, f"{verb} {target}", coast, start


def starting(name: str, start: Place) -> str:
    """Return a fleet at a start as it stands in a scenario."""
    shore = "/{" + ",".join(_waters(name, start)) + "}" if start.coast else ""
    return f"F {start.province}{shore}"


def _waters(name: str, place: Place) -> tuple[ProvinceKey, ...]:
    here = coasts(BOARDS[name], place.province)
    return next(coast.waters for coast in here if coast.borders == place.coast)


def told(played) -> tuple[object, ...]:
    """Return what came of a season: what was ruled, and who stands where."""
    rulings = [(r.order.power, r.verdict.word) for one in played for r in one.report.rulings]
    after = played[-1].after
    return rulings, sorted(write_unit(unit, after.board) for unit in after.units.values())


@settings(max_examples=25)
@given(cases())
def test_a_move_and_its_support_come_to_the_same_by_every_name(case):
    name, event, coast, start = case
    face, fleet = coast.province, starting(name, start)
    units = {"France": [fleet], "Italy": ["A Vie"]}
    helper = next(iter(sorted(BOARDS[name].mesh.adjacent(face) - {start.province, "Out", "Swi"})))
    if not BOARDS[name].is_water(helper):
        units["Italy"] = [f"A {helper}"]
    by_name = {}
    names = spell(name, coast)
    for number, one in enumerate(names):
        move = f"F {start.province} - {face}/{one}"
        other = names[(number + 1) % len(names)]
        support = f"{units['Italy'][0]} S FRENCH F {start.province} - {face}/{other}"
        orders = {"orders": {"France": move, "Italy": support}}
        played = play(name, units, event, ("S1901M", orders))
        by_name[one] = told(played)
        written, board = played[0].before.board, played[0].after.board
        borders = set(follow_borders(written, board, coast.borders))
        for change in played[0].report.changes:
            if isinstance(change, UnitMoved) and change.to.province == face and change.to.coast:
                assert borders & {*change.to.coast}, "it came to another coast than was named"
    assert len({repr(one) for one in by_name.values()}) == 1, by_name


@settings(max_examples=15)
@given(cases())
def test_a_retreat_handed_in_with_the_moves_comes_to_the_same_by_every_name(case):
    name, event, coast, start = case
    if start.coast:
        return
    face, board = coast.province, BOARDS[name]
    beside = sorted(
        one for one in board.mesh.adjacent(start.province) if board.is_water(one) and one != face
    )
    if len(beside) < 2:
        return
    units = {"France": [f"F {start.province}"], "England": [f"F {one}" for one in beside[:2]]}
    attack = f"F {beside[0]} - {start.province}\nF {beside[1]} S F {beside[0]} - {start.province}"
    found = set()
    for one in spell(name, coast):
        retreat = f"F {start.province}: {face}/{one}"
        first = {"orders": {"England": attack}, "retreats": {"France": retreat}}
        found.add(repr(told(play(name, units, event, ("S1901M", first), ("S1901R", {})))))
    assert len(found) == 1


@pytest.mark.parametrize("name", [KINZETT, MAIDEN])
@pytest.mark.parametrize("face", ["Sev", "StP"])
@pytest.mark.parametrize(
    "event", ["Erode Ukr", "Erode Mos", "{} CAS", "{} GOB", "{} BAR", "{} BLA"]
)
def test_a_build_handed_in_with_the_moves_comes_to_the_same_by_every_name(name, face, event):
    for coast in coasts(BOARDS[name], ProvinceKey(face)):
        found = set()
        for one in spell(name, coast):
            builds = {"builds": {"Russia": f"build F {face}/{one}"}}
            units = {"Russia": ["A War"], "Germany": ["A Ber"]}
            orders = event.format(RAISES[name])
            played = play(name, units, orders, ("F1901M", builds), ("W1901A", {}))
            found.add(repr(told(played)))
            before, winter = played[0].before.board, played[1].before.board
            meant = find_as_written(winter, ProvinceKey(face), one, before)
            built = played[1].after.units.get(ProvinceKey(face))
            assert (built is None) == (not meant)
            assert built is None or built.at.coast == meant[0].borders
        assert len(found) == 1
