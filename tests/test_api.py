"""What `import zinegen` offers to other programs."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

import zinegen
from zinegen.play import deadline_phases

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def standard():
    variant = zinegen.find_variant("standard")
    return variant, zinegen.start_game(variant)


def test_the_example_in_the_readme_runs_and_draws(tmp_path, monkeypatch, capsys):
    (example,) = re.findall(r"```python\n(.*?)```", README, re.DOTALL)
    monkeypatch.chdir(tmp_path)
    exec(compile(example, "README.md", "exec"), {})  # noqa: S102  (our own words)
    told = capsys.readouterr().out.splitlines()
    assert told == [
        "S1901M",
        "A Mar S A Par - Bur succeeds gave its support",
        "A Par - Bur succeeds moved",
        "A Mun - Bur fails bounced with France's A Par and France's A Mar",
        "S1901E",
        "Bur & Mun separate, Ruh & Swi connect succeeds the border moved",
        "next: F1901M",
    ]
    assert (tmp_path / "orders.svg").read_text(encoding="utf-8").startswith("<svg")


def test_everything_that_is_offered_is_there_and_described():
    for name in set(zinegen.__all__) - {"__version__", "VARIANTS"}:
        assert getattr(zinegen, name).__doc__, name


def test_what_is_not_offered_is_an_attribute_error():
    with pytest.raises(AttributeError, match="has no attribute 'castle'"):
        zinegen.castle  # noqa: B018  (asking is the test)


def test_to_import_it_loads_nothing_else():
    code = "import sys, zinegen; print(*(m for m in sys.modules if m.startswith('zinegen.')))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert set(done.stdout.split()) == {"zinegen.version", "zinegen.late_names"}


def test_a_game_can_begin_with_other_units_in_another_phase(standard):
    variant, _ = standard
    state = zinegen.start_game(variant, {"France": ["A Par", "F Bre"]}, phase="F1902M")
    assert str(state.phase) == "F1902M"
    assert [str(unit.province) for unit in state.units_of("France")] == ["Bre", "Par"]


def test_a_line_that_cannot_be_read_is_found_and_judged_void(standard):
    variant, state = standard
    reading = zinegen.read_orders("F Lon - Nrt", power="England", state=state, variant=variant)
    (finding,) = reading.findings
    assert "Nrt" in finding.title
    _, report = zinegen.adjudicate(variant, state, {"England": reading.orders})
    (ruling,) = (one for one in report.rulings if one.order in reading.orders)
    assert ruling.verdict.word == "void"


def test_judging_leaves_the_old_state_as_it_was(standard):
    variant, state = standard
    reading = zinegen.read_orders("F Lon - NTH", power="England", state=state, variant=variant)
    after, _ = zinegen.adjudicate(variant, state, {"England": reading.orders})
    assert ("NTH" in after.units, "NTH" in state.units) == (True, False)


def test_events_move_borders():
    variant = zinegen.find_variant("seismic-lavaurs")
    state = zinegen.start_game(variant, phase="S1901E")
    events = zinegen.read_orders(
        "Por & Spa separate, MAO & MAO connect",
        power="France",
        state=state,
        variant=variant,
        section="events",
    )
    after, report = zinegen.adjudicate(variant, state, {}, events={"France": events.orders})
    assert [ruling.verdict.word for ruling in report.rulings] == ["succeeds"]
    assert "Spa" in state.board.mesh.adjacent("Por")
    assert "Spa" not in after.board.mesh.adjacent("Por")


def test_a_zine_is_opened_with_all_its_games():
    games = zinegen.open_zine(ROOT)
    assert "winter-palace" in games
    assert len(games["winter-palace"].records) == 26


@pytest.mark.parametrize("name", sorted(zinegen.VARIANTS))
def test_a_season_of_every_rule_set_is_played_to_the_next_deadline(name):
    """The moves with what is handed in for retreats and builds beside them, until orders are wanted again."""
    variant = zinegen.find_variant(name)
    state = zinegen.start_game(variant)
    first = deadline_phases(variant, state)
    season = zinegen.play_season(variant, state, dict.fromkeys(state.powers, ""))
    throws = {}
    while season.needs is not None:
        throws[season.label] = 1
        season = zinegen.play_season(variant, state, {}, throws=throws)
    assert season.phases[0].phase == first[0]
    assert {one.phase for one in season.phases} <= {*first}
    assert season.state.phase not in first
    assert deadline_phases(variant, season.state)[0].year >= first[0].year


def test_retreats_and_builds_handed_in_with_the_moves_are_played_with_them(standard):
    variant, _ = standard
    state = zinegen.start_game(
        variant,
        {"France": ["A Bur", "A Par"], "Germany": ["A Mun", "A Ruh"], "Italy": ["F NAP"]},
        phase="F1901M",
    )
    season = zinegen.play_season(
        variant,
        state,
        {
            "Germany": "A Mun - Bur\nA Ruh S A Mun - Bur",
            "france": {"orders": "A Bur H\nA Par - Gas", "retreats": "A Bur - Mar"},
        },
    )
    assert [str(one.phase) for one in season.phases] == ["F1901M", "F1901R", "W1901A"]
    assert sorted(str(one.province) for one in season.state.units_of("France")) == ["Gas", "Mar"]


def test_a_line_that_nobody_can_read_is_told_wherever_it_stands(standard):
    variant, state = standard
    said = {"England": {"orders": "F Lon - Nrt", "retreats": "A Lvp - nowhere"}}
    season = zinegen.play_season(variant, state, said)
    assert {one.line.strip() for one in season.findings} >= {"F Lon - Nrt"}


def test_a_power_that_does_not_play_is_refused(standard):
    variant, state = standard
    with pytest.raises(zinegen.ZinegenError, match="Spain"):
        zinegen.play_season(variant, state, {"Spain": "A Mad H"})
