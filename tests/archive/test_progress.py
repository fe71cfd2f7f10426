"""From what lies in a game's folder to what happened."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.archive.folders import (
    change,
    closed,
    hand_in,
    hand_in_opening,
    let_lines_hold,
    made,
    make_ready,
    opened,
    played,
    rule,
    season_of,
    units,
)
from zinegen.archive import GameProgress, open_game, verify_game
from zinegen.board import Power
from zinegen.game import Hold, Move, Reason
from zinegen.notation import Level
from zinegen.play.texts import Status

ENGLAND, FRANCE, ITALY = Power("England"), Power("France"), Power("Italy")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Give a game whose first season is ready, everybody's orders handed in."""
    folder = made(tmp_path)
    hand_in_opening(folder)
    make_ready(folder)
    return folder


def reasons(current: GameProgress, power: str) -> dict[str, str]:
    """Return the reasons of a power's orders in the first phase of the last season, by unit."""
    phase = current.records[-1].phases[0]
    return {
        ruling.order.unit.at.province: ruling.verdict.reason.key  # type: ignore[attr-defined]
        for ruling in phase.report.rulings
        if ruling.order.power == power
    }


def why(current: GameProgress) -> list[str]:
    """Return why a game waits."""
    assert current.waiting is not None
    assert current.judged == ()
    return [reason.title for reason in current.waiting.reasons]


def test_a_season_that_is_ready_is_judged(folder: Path):
    current = played(folder)
    assert current.waiting is None
    (judged,) = current.judged
    assert judged.findings == ()
    assert str(current.state.phase) == "F1901M"
    assert units(current)["Bul"] == "Turkey A"
    assert units(current)["Bur"] == "France A"
    assert reasons(current, "France") == {"Par": "moved", "Mar": "gave-support", "Bre": "moved"}
    assert set(judged.record.handed.values()) == {Status.ACCEPTED}
    assert not (season_of(folder).folder / "result.json").exists()


def test_a_season_that_is_not_ready_is_left_alone(tmp_path: Path):
    folder = made(tmp_path)
    hand_in_opening(folder)
    assert (played(folder).records, played(folder).waiting) == ((), None)


def test_the_same_files_give_the_same_records_whoever_reads_them(folder: Path):
    assert played(folder).records == played(folder).records


# Section 8 of the design of the order files: what happens in the build.


@pytest.mark.parametrize("content", [b"", b"\xff\xfe", b"=", b"x" * 100_000, b"power = 'france'\n"])
def test_the_game_waits_for_a_ruling_when_a_file_cannot_be_read(folder: Path, content: bytes):
    path = season_of(folder).folder / "orders" / "italy.toml"
    path.write_bytes(content)
    assert why(played(folder)) == ["Italy's orders cannot be read as they should"]
    rule(folder, about="italy", do="proceed")
    current = played(folder)
    assert current.records[0].handed[ITALY] is Status.UNREADABLE
    assert current.records[0].missing == (ITALY,)
    assert set(reasons(current, "Italy").values()) == {"held"}
    assert units(current)["Bul"] == "Turkey A"


def test_the_gm_may_decide_beforehand_that_unreadable_files_hold(folder: Path):
    (season_of(folder).folder / "orders" / "italy.toml").write_bytes(b"=")
    change(folder / "game.toml", 'unreadable_file = "wait"', 'unreadable_file = "hold"')
    assert played(folder).records[0].handed[ITALY] is Status.UNREADABLE


def test_one_unreadable_line_makes_the_game_wait_for_a_ruling_that_reads_it(folder: Path):
    hand_in(folder, "Italy", orders='A Ven - Tri\nF Nap - Ionain  # "oh"\nA Rom - Apu')
    (reason,) = played(folder).waiting.reasons  # type: ignore[union-attr]
    assert reason.title == 'there is no province called "Ionain"'
    assert (reason.where.line, reason.where.column) == (6, 9)
    ruling = 'about = "italy", do = "read-as", line = "F Nap - Ionain", as = "F Nap - ION"'
    assert ruling in reason.hint
    rule(folder, about="italy", do="read-as", line="F Nap - Ionain", as_="F Nap - ION")
    assert units(played(folder))["ION"] == "Italy F"


def test_every_unreadable_line_is_told_at_once_those_for_later_phases_only_when_they_count(
    autumn: Path,
):
    hand_in(autumn, "France", orders="A Bur - Mnu\nhello\nA Gas - Spa", retreats="A Bur: Mrs")
    make_ready(autumn, 1)
    assert [one.line.strip() for one in played(autumn).waiting.reasons] == [  # type: ignore[union-attr]
        "A Bur - Mnu",
        "hello",
    ]
    hand_in(autumn, "France", orders="A Bur - Mun\nF MAO - Por\nA Gas - Spa", builds="bild F Bre")
    assert [one.line for one in played(autumn).waiting.reasons] == ["bild F Bre"]  # type: ignore[union-attr]


@pytest.mark.parametrize("about", [{"about": "italy"}, {}])
def test_the_gm_may_go_on_without_a_line_that_nobody_can_read(folder: Path, about: dict[str, str]):
    hand_in(folder, "Italy", orders="A Ven - Tri\nF Nap - Ionain\nA Rom - Apu")
    rule(folder, do="proceed", **about)
    if about:
        assert reasons(played(folder), "Italy")["Nap"] == "unreadable"
    else:
        assert why(played(folder)), "a ruling about nobody is for those who have sent nothing"


def test_a_record_from_before_stays_sound_when_its_lines_would_make_a_game_wait_today(folder: Path):
    let_lines_hold(folder)
    hand_in(folder, "Italy", orders="F Nap - Ionain")
    closed(folder)
    change(folder / "game.toml", 'unreadable_line = "hold"', 'unreadable_line = "wait"')
    assert verify_game(folder).is_sound


def test_one_unreadable_line_may_hold_its_unit_and_the_others_stand(folder: Path):
    let_lines_hold(folder)
    hand_in(folder, "Italy", orders="A Ven - Tri\nF Nap - Ionain\nA Rom - Apu")
    current = played(folder)
    assert reasons(current, "Italy")["Nap"] == "unreadable"
    assert units(current)["Nap"] == "Italy F"
    assert units(current)["Apu"] == "Italy A"
    (found,) = current.judged[0].findings
    assert (found.code, found.line) == ("O10", "F Nap - Ionain")
    assert "ION" in found.hint


def test_the_gm_may_read_a_line_as_another(folder: Path):
    hand_in(folder, "Italy", orders="A Ven H\nF Nap  -  Ionain   # oh\nA Rom - Apu")
    rule(folder, about="italy", do="read-as", line="F Nap - Ionain", as_="F Nap - ION")
    current = played(folder)
    assert units(current)["ION"] == "Italy F"
    assert current.records[0].decisions[0].reason == "The GM says so."


def test_a_ruling_about_a_line_that_nobody_wrote_makes_the_game_wait(folder: Path):
    rule(folder, about="italy", do="read-as", line="F Nap - Ionain", as_="F Nap - ION")
    assert "wrote no line" in why(played(folder))[0]


def test_orders_that_cannot_work_are_kept_and_fail(folder: Path):
    hand_in(folder, "Italy", orders="A Ven - Mos\nA Ven H\nF Lon - NTH\nF Nap - ION")
    current = played(folder)
    texts = [
        (ruling.order.line.text, ruling.verdict.reason)
        for ruling in current.records[0].phases[0].report.rulings
        if ruling.order.power == ITALY and ruling.order.line
    ]
    assert texts == [
        ("A Ven - Mos", Reason.TWO_ORDERS),
        ("A Ven H", Reason.TWO_ORDERS),
        ("F Lon - NTH", Reason.NOT_YOUR_UNIT),
        ("F Nap - ION", Reason.MOVED),
    ]
    assert units(current)["NTH"] == "England F"


def test_a_unit_without_an_order_holds_and_is_shown(folder: Path):
    hand_in(folder, "Italy", orders="A Ven H\nA Rom\nF Nap")
    held = {
        ruling.order.unit.at.province: ruling.given  # type: ignore[attr-defined]
        for ruling in played(folder).records[0].phases[0].report.rulings
        if ruling.order.power == ITALY
    }
    assert held == {"Nap": False, "Rom": False, "Ven": True}


def test_without_orders_the_first_deadline_waits_and_later_ones_hold(folder: Path):
    hand_in(folder, "Italy", orders="A Ven\nA Rom\nF Nap")
    assert why(played(folder)) == ["there are no orders of Italy"]
    (season_of(folder).folder / "orders" / "italy.toml").unlink()
    assert why(played(folder)) == ["there are no orders of Italy"]
    rule(folder, about="Italy", do="proceed")
    assert played(folder).records[0].missing == (ITALY,)
    closed(folder)
    make_ready(folder, 1)
    rule(folder, 1, do="proceed")
    current = played(folder)
    assert current.records[1].handed == dict.fromkeys(current.state.powers, Status.NONE)


def test_a_game_may_wait_at_every_deadline(folder: Path):
    closed(folder)
    make_ready(folder, 1)
    change(folder / "game.toml", 'no_orders       = "hold"', 'no_orders = "wait"')
    hand_in(folder, "Italy", orders="A Ven H")
    missing = "Austria, England, France, Germany, Russia and Turkey"
    assert why(played(folder)) == [f"there are no orders of {missing}"]
    rule(folder, 1, do="proceed")
    assert len(played(folder).judged) == 1


@pytest.mark.parametrize("policy", ["hold", "wait"])
def test_when_not_one_order_file_is_in_the_game_waits_whatever_the_policy(
    folder: Path, policy: str
):
    closed(folder)
    make_ready(folder, 1)
    change(folder / "game.toml", 'no_orders       = "hold"', f'no_orders = "{policy}"')
    assert why(played(folder)) == ["not one order file is in"]
    rule(folder, 1, do="proceed")
    assert len(played(folder).judged) == 1


def test_a_season_that_is_ready_is_judged_only_when_its_deadline_has_passed(folder: Path):
    path = season_of(folder).folder / "season.toml"
    change(path, "# deadline = 2026-12-01T22:00:00Z", "deadline = 2926-12-01T22:00:00Z")
    assert (played(folder).records, played(folder).waiting) == ((), None)
    change(path, "2926-12-01", "2020-12-01")
    assert len(played(folder).judged) == 1


def test_a_file_may_be_refused_and_then_counts_as_none(folder: Path):
    rule(folder, about="italy", do="refuse", file="orders/italy.toml")
    current = played(folder)
    assert current.records[0].handed[ITALY] is Status.VOID
    assert units(current)["Nap"] == "Italy F"


def test_broken_press_stops_nothing(folder: Path):
    press = season_of(folder).folder / "press"
    press.mkdir()
    (press / "italy-1.md").write_bytes(b"\xff")
    (press / "france-1.md").write_text("---\nfrom: Paris\n---\nHello <script>")
    current = played(folder)
    assert len(current.judged) == 1
    (item,) = current.game.seasons[0].press
    assert (item.author, item.signed, item.text) == (FRANCE, "Paris", "Hello <script>")


def test_broken_rulings_make_that_game_wait(folder: Path):
    (season_of(folder).folder / "rulings.toml").write_text("[[ruling]]\ndo = 'accept'\n")
    assert any("reason" in title for title in why(played(folder)))


def test_a_season_out_of_turn_waits(folder: Path):
    change(season_of(folder).folder / "season.toml", '["S1901M", "S1901R"]', '["F1901M"]')
    assert "stands before S1901M, but this season plays F1901M" in why(played(folder))[0]


def test_the_gm_may_end_a_game(folder: Path):
    path = season_of(folder).folder / "rulings.toml"
    path.write_text("[[ruling]]\ndo='end-game'\ndraw=['France','Italy']\nreason='Agreed by all.'\n")
    current = played(folder)
    assert current.state.winners == (FRANCE, ITALY)
    assert current.open_season is None


def test_civil_disorder_lasts_until_the_power_orders_again(folder: Path):
    rule(folder, about="italy", do="civil-disorder")
    hand_in(folder, "Italy", orders="A Ven - Tri")
    current = played(folder)
    assert current.records[0].phases[0].disorder == {ITALY}
    assert units(current)["Ven"] == "Italy A"
    closed(folder)
    make_ready(folder, 1)
    rule(folder, 1, do="proceed")
    assert played(folder).records[1].phases[0].disorder == {ITALY}
    hand_in(folder, "Italy", number=1, orders="A Ven - Tri")
    current = played(folder)
    assert current.records[1].phases[0].disorder == frozenset()
    assert units(current)["Tri"] == "Italy A"


# Conditional retreats and builds


@pytest.fixture
def autumn(folder: Path) -> Path:
    """Give a game in autumn 1901 in which France takes Munich if it is helped."""
    hand_in(folder, "France", orders="A Par - Bur\nA Mar - Gas\nF Bre - MAO")
    hand_in(folder, "Germany", orders="A Mun - Ruh\nA Ber - Kie\nF Kie - Den")
    hand_in(folder, "Italy", orders="A Ven - Tyr\nA Rom - Ven\nF Nap - ION")
    closed(folder)
    hand_in(folder, "Germany", orders="A Ruh - Mun\nA Kie H\nF Den - Swe")
    return folder


def test_retreats_handed_in_with_the_moves_are_used_when_their_phase_comes(autumn: Path):
    hand_in(autumn, "France", orders="A Bur - Ruh\nA Gas - Spa\nF MAO - Por")
    hand_in(
        autumn,
        "Germany",
        orders="A Ruh H\nA Kie H\nF Den H",
        retreats="A Ruh: Bur, Mun, disband",
    )
    hand_in(autumn, "Italy", orders="A Tyr - Mun\nA Ven - Tri\nF ION - Tun")
    make_ready(autumn, 1)
    current = played(autumn)
    assert [str(phase.phase) for phase in current.records[1].phases] == ["F1901M", "W1901A"]
    assert units(current)["Mun"] == "Italy A"


def test_the_first_possible_line_counts_and_builds_are_taken_from_the_top(autumn: Path):
    hand_in(
        autumn,
        "France",
        orders="A Bur - Mun\nA Gas - Bur\nF MAO - Por",
        builds="if I own Spa then build F Bre\nbuild A Par\nbuild A Mar\nbuild F Bre",
    )
    hand_in(autumn, "Germany", orders="A Ruh - Hol\nA Kie - Ber\nF Den - Swe", builds="build A Kie")
    make_ready(autumn, 1)
    current = played(autumn)
    winter = current.records[1].phases[-1]
    built = {
        (ruling.order.power, ruling.order.line.text): ruling.verdict.reason.key
        for ruling in winter.report.rulings
        if ruling.order.line
    }
    assert built == {
        ("France", "build A Par"): "built",
        ("France", "build A Mar"): "built",
        ("Germany", "build A Kie"): "built",
    }
    assert units(current)["Mun"] == "France A"


def test_retreats_nobody_needs_are_not_published(folder: Path):
    hand_in(folder, "Italy", orders="A Ven H", retreats="A Ven: Apu")
    texts = [
        ruling.order.line.text
        for phase in played(folder).records[0].phases
        for ruling in phase.report.rulings
        if ruling.order.power == ITALY and ruling.order.line
    ]
    assert texts == ["A Ven H"]


def test_a_unit_that_cannot_retreat_as_ordered_is_disbanded_and_the_order_is_printed(folder: Path):
    hand_in(folder, "Austria", orders="A Vie - Tyr\nF Tri S A Vie - Tyr\nA Bud H")
    closed(folder)
    hand_in(folder, "Austria", orders="A Tyr - Ven\nF Tri S A Tyr - Ven\nA Bud H")
    hand_in(folder, "Italy", orders="A Ven H\nA Apu H\nF ION H", retreats="A Ven: Mos")
    make_ready(folder, 1)
    current = played(folder)
    retreats = current.records[1].phases[1]
    assert str(retreats.phase) == "F1901R"
    given = [
        (ruling.order.line.text, ruling.verdict.reason)
        for ruling in retreats.report.rulings
        if ruling.order.line
    ]
    assert given == [("A Ven: Mos", Reason.NOT_OPEN)]
    assert units(current)["Ven"] == "Austria A"


def test_an_unreadable_retreat_of_a_dislodged_unit_is_printed(folder: Path):
    hand_in(folder, "Austria", orders="A Vie - Tyr\nF Tri S A Vie - Tyr\nA Bud H")
    closed(folder)
    hand_in(folder, "Austria", orders="A Tyr - Ven\nF Tri S A Tyr - Ven\nA Bud H")
    hand_in(folder, "Italy", orders="A Ven H", retreats="A Ven retreats to Romme")
    let_lines_hold(folder)
    make_ready(folder, 1)
    retreats = played(folder).records[1].phases[1]
    texts = [(r.order.line.text, r.verdict.reason) for r in retreats.report.rulings if r.order.line]
    assert texts == [("A Ven retreats to Romme", Reason.UNREADABLE)]


def test_with_separate_deadlines_each_phase_has_a_folder_and_every_line_is_judged(tmp_path: Path):
    folder = made(tmp_path, options={"rhythm": "separate"})
    hand_in_opening(folder)
    closed(folder)
    assert season_of(folder, 1).slug == "1901-2-autumn"
    hand_in(folder, "Turkey", orders="A Bul - Ser\nA Smy - Arm\nF Ank - Con")
    hand_in(folder, "Russia", orders="F GOB - Swe\nA Ukr - Rum")
    closed(folder)
    winter = season_of(folder, 2)
    assert (winter.slug, [str(p) for p in winter.deadline.phases]) == ("1901-3-winter", ["W1901A"])
    path = hand_in(folder, "Russia", builds="build A Mos\nbuild A War\nbuild F StP/nc\nbuild A Rom")
    assert "builds = '''" in path.read_text()
    done = closed(folder)
    (phase,) = done.records[0].phases
    texts = {r.order.line.text: r.verdict.reason for r in phase.report.rulings if r.order.line}
    assert texts == {
        "build A Mos": Reason.BUILT,
        "build A War": Reason.OCCUPIED,
        "build F StP/nc": Reason.BUILT,
        "build A Rom": Reason.NOT_YOUR_CENTRE,
    }


def test_a_game_may_begin_elsewhere(tmp_path: Path):
    folder = made(tmp_path)
    season = season_of(folder).folder
    change(season / "season.toml", '["S1901M", "S1901R"]', '["F1904M", "F1904R", "W1904A"]')
    with (folder / "game.toml").open("a") as file:
        file.write(
            "[start.units]\nFRANCE = ['A Par', 'F Spa/sc']\nItaly = ['A Rom']\n"
            "[start.centres]\nFrance = ['Par', 'Spa']\n"
        )
    hand_in(folder, "France", orders="F Spa - GOL")
    make_ready(folder)
    rule(folder, about="italy", do="proceed")
    current = played(folder)
    assert str(current.records[0].before.phase) == "F1904M"
    assert units(current) == {"Par": "France A", "GOL": "France F", "Rom": "Italy A"}


def test_players_are_those_of_the_time(folder: Path):
    with (folder / "game.toml").open("a") as file:
        file.write("italy = { name = 'New' }\n[replaced]\nitaly = [")
        file.write("{ name = 'First', until = '1901-1-spring' }]\n")
    closed(folder)
    make_ready(folder, 1)
    rule(folder, 1, do="proceed")
    assert [record.players[ITALY] for record in played(folder).records] == ["First", "New"]


def test_a_player_stays_until_a_season_that_has_no_folder_yet(folder: Path):
    """Whoever is to be replaced later, and by whom, may be written down before that season begins."""
    with (folder / "game.toml").open("a") as file:
        file.write("italy = { name = 'New' }\n[replaced]\nitaly = [")
        file.write("{ name = 'Second', until = '1903-1-spring' },")
        file.write("{ name = 'First', until = '1901-2-autumn' }]\n")
    closed(folder)
    for number in (1, 2):
        rule(folder, number, do="proceed")
        make_ready(folder, number)
        closed(folder, early="")
    found = [record.players[ITALY] for record in played(folder).records]
    assert found == ["First", "First", "Second"]


def test_a_former_player_needs_a_season(folder: Path):
    with (folder / "game.toml").open("a") as file:
        file.write("[replaced]\nitaly = [{ name = 'First', until = 'last year' }]\n")
    game = open_game(folder)
    assert [one.title for one in game.findings] == ["last year is no season"]


def test_findings_of_lines_are_told_once(folder: Path):
    let_lines_hold(folder)
    hand_in(folder, "Italy", orders="A Vne H", retreats="A Ven: Rmo")
    assert [one.level for one in played(folder).judged[0].findings] == [Level.ERROR]


def test_orders_of_every_phase_are_of_the_right_kind(folder: Path):
    for ruling in played(folder).records[0].phases[0].report.rulings:
        assert isinstance(ruling.order, Hold | Move) or ruling.given


def test_a_recorded_season_is_not_judged_again(folder: Path):
    closed(folder)
    hand_in(folder, "Italy", number=0, orders="A Ven - Tri")
    current = played(folder)
    assert (len(current.recorded), current.judged) == (1, ())
    assert opened(folder).seasons[0].is_recorded
