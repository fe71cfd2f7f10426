"""A season comes out the same whoever plays it: a folder that is closed, a scenario, a page, a program."""

from __future__ import annotations

import json
import os
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.archive.folders import hand_in, made, opened
from tests.seasons import RULED_OTHERWISE
from zinegen.archive import (
    Game,
    SeasonFolder,
    count_order_files,
    open_game,
    play,
    read_records,
    read_scenario,
)
from zinegen.archive.closing import judge
from zinegen.archive.scenario_files import scenario_files
from zinegen.board import Power
from zinegen.game import GameState, Order, Phase, Report
from zinegen.notation import SECTIONS, Played, write_order
from zinegen.play import (
    HandedIn,
    Scenario,
    Setup,
    Turn,
    deadline_phases,
    keeps_secrets,
    parse_scenario,
    play_season,
    power_slug,
    run_scenario,
    start_state,
    text_of,
)
from zinegen.play.records import SeasonRecord
from zinegen.play.texts import RulingKind, write_order_file
from zinegen.variants import find_variant

ROOT = Path(__file__).parents[2]
GAMES = sorted(
    path.parent
    for zine in ("games", "tests/old_zine/games")
    for path in (ROOT / zine).glob("*/game.toml")
)
EACH = int(os.environ.get("FOLDERS", "4"))
"""Each fourth scenario of every rule set is played as a folder as well; FOLDERS=1 for every one."""
SCENARIOS = list(scenario_files([ROOT / "tests" / "scenarios"]))[::EACH]

Told = list[tuple[str, str, bool, list[str]]]


def rulings(before: GameState, report: Report) -> Told:
    """Return what was ruled on every order: whose, its canonical text, why, given or not, whom to blame."""

    def write(order: Order) -> str:
        return f"{order.power}: {write_order(order, before.board)}"

    return [
        (write(one.order), one.verdict.reason.key, one.given, [*map(write, one.verdict.because)])
        for one in report.rulings
    ]


def units(state: GameState) -> dict[str, str]:
    return {str(at): f"{unit.power} {unit.kind}" for at, unit in state.units.items()}


FRANCE = {
    "orders": "A Bur H",
    "retreats": "A Bur - Mun\nA Bur to the hills\n",
}
"""Two lines for one dislodged army: to where its attacker came from, and what nobody can read."""
UNITS = {"France": ["A Bur"], "Germany": ["A Mun", "A Ruh"]}
GERMANY = {"orders": "A Mun - Bur\nA Ruh S A Mun - Bur"}


def test_a_retreat_that_is_closed_and_a_line_of_nonsense_are_ruled_on_in_a_program():
    variant = find_variant("standard")
    state = start_state(variant, Setup(units=UNITS, phase=Phase.parse("S1901M")))
    files = {
        Power(power): write_order_file(Power(power), texts)
        for power, texts in (("France", FRANCE), ("Germany", GERMANY))
    }
    turn = Turn(variant=variant, phases=deadline_phases(variant, state), state=state)
    moves, retreats = play_season(turn, HandedIn(files=files)).phases
    assert units(moves.after) == {"Bur": "Germany A", "Ruh": "Germany A"}
    assert [told[:3] for told in rulings(retreats.before, retreats.report)] == [
        ("France: A Bur - Mun", "not-open", True),
        ("France: A Bur to the hills", "unreadable", True),
        ("France: A Bur disband", "no-retreat-order", False),
    ]


def test_they_are_ruled_on_in_a_scenario_and_in_a_folder_as_well(tmp_path: Path):
    text = f"""
variant = "standard"
[start.units]
France = {json.dumps(UNITS["France"])}
Germany = {json.dumps(UNITS["Germany"])}
[[phase]]
name = "S1901M"
orders.France = {json.dumps(FRANCE["orders"])}
orders.Germany = {json.dumps(GERMANY["orders"])}
retreats.France = {json.dumps(FRANCE["retreats"])}
[[phase]]
name = "S1901R"
"""
    asked = [one.played for one in run_scenario(parse_scenario(text))]
    folder = made(tmp_path)
    path = folder / "game.toml"
    units_line = "".join(f"{power} = {json.dumps(own)}\n" for power, own in UNITS.items())
    path.write_text(
        path.read_text().replace('unreadable_line = "wait"', 'unreadable_line = "hold"')
        + f'[start]\nphase = "S1901M"\n[start.units]\n{units_line}'
    )
    for power, sections in (("France", FRANCE), ("Germany", GERMANY)):
        hand_in(folder, power, 0, **sections)
    season = folder / "seasons" / "1901-1-spring" / "season.toml"
    season.write_text(season.read_text().replace("ready    = false", "ready = true"))
    (record,) = play(opened(folder)).records
    assert [str(one.phase) for one in record.phases] == ["S1901M", "S1901R"]
    for one, phase in zip(asked, record.phases, strict=True):
        assert rulings(one.before, one.report) == rulings(phase.before, phase.report)


# ------------------------------------------------------------------ recorded seasons as scenarios


def as_scenario(game: Game, season: SeasonFolder, record: SeasonRecord) -> Scenario | None:
    """Return a recorded season as a scenario; None where a ruling of the GM stands for what no text says."""
    if record.before.secrets is not None and record.before.secrets.cut:
        return None
    said = {one.kind for one in season.decisions}
    if said & {
        RulingKind.PLACE,
        RulingKind.READ_AS,
        RulingKind.CIVIL_DISORDER,
        RulingKind.END_GAME,
        RulingKind.DRAW,
    }:
        return None
    if any(phase.disorder for phase in record.phases):
        return None
    count = count_order_files(game, season, record.before)
    first: dict[str, object] = {
        section: {
            str(power): file.sections[section].text
            for power, file in count.files.items()
            if section in file.sections
        }
        for section in SECTIONS
    }
    tables: list[Mapping[str, object]] = [
        {
            **({} if number else first),
            "name": str(phase.phase),
            "throws": [draw.result for draw in phase.draws],
        }
        for number, phase in enumerate(record.phases)
    ]
    variant = game.settings.variant
    return Scenario(title="", variant=variant, start=record.before, phases=tuple(tables))  # type: ignore[arg-type]


@pytest.mark.parametrize("folder", GAMES, ids=lambda folder: f"{folder.parts[-3]}-{folder.name}")
def test_a_recorded_season_comes_out_of_a_scenario_line_by_line(folder: Path):
    game = open_game(folder)
    assert isinstance(game, Game)
    for season, record in zip(game.seasons, read_records(game), strict=False):
        scenario = as_scenario(game, season, record)
        if scenario is None:
            continue
        for phase, one in zip(record.phases, run_scenario(scenario), strict=True):
            again = one.played
            told, found = rulings(phase.before, phase.report), rulings(again.before, again.report)
            other = [new[0] for new, old in zip(found, told, strict=True) if new != old]
            known = RULED_OTHERWISE.get((folder.name, str(phase.phase)), set())
            assert set(other) == known, f"{folder.name} {phase.phase}"
            assert units(again.after) == units(phase.after), f"{folder.name} {phase.phase}"


def test_most_recorded_seasons_can_be_told_as_scenarios():
    told = []
    for folder in GAMES:
        game = open_game(folder)
        assert isinstance(game, Game)
        told += [
            as_scenario(game, season, record) is not None
            for season, record in zip(game.seasons, read_records(game), strict=False)
        ]
    assert sum(told) > 80, f"{sum(told)} of {len(told)}"


# ------------------------------------------------------------------------- scenarios as folders


@dataclass(frozen=True, slots=True)
class ScriptedDice:
    """The GM's dice, loaded: each throw of a phase gives what the scenario says."""

    links: int
    scripts: Mapping[str, list[int]]
    made: dict[str, int]

    def throw(self, _turn: int, label: str, _sides: int) -> int:
        """Return the next scripted result of the phase with which a label begins; 1 behind the last."""
        phase = label.partition("/")[0]
        number = self.made[phase] = self.made.get(phase, -1) + 1
        script = self.scripts.get(phase, [])
        return script[number] if number < len(script) else 1


@dataclass(slots=True)
class Deadline:
    """Phases of a scenario that are handed in together, and what is handed in for them."""

    phases: list[str]
    given: dict[str, dict[str, str]]

    def takes(self, table: Mapping[str, object]) -> bool:
        """Tell whether a phase can be handed in for with those before it: no text stands against another."""
        both = {section for section in SECTIONS if section in table and section in self.given}
        return str(table["name"])[-1] not in "MP" and "orders" not in table and not both

    def add(self, table: Mapping[str, object]) -> None:
        """Add a phase, and what its table says."""
        self.phases.append(str(table["name"]))
        for section in SECTIONS:
            if section in table:
                given = table[section]
                assert isinstance(given, dict)
                self.given[section] = {name.lower(): text_of(said) for name, said in given.items()}

    @property
    def is_lost(self) -> bool:
        """Tell whether something was handed in for a phase that it does not reach."""
        kinds = {name[-1] for name in self.phases}
        due = {"retreats": "R", "builds": "A", "coasts": "E", "events": "EM"}
        return any(not kinds & {*due[name]} for name in self.given if name in due)


def list_deadlines(scenario: Scenario, played: list[Played]) -> list[Deadline]:
    """Return the deadlines of a scenario as far as it follows a game: nothing left out, nothing lost."""
    found: list[Deadline] = []
    for number, table in enumerate(scenario.phases):
        follows = number == 0 or (
            played[number].before.phase == played[number - 1].after.phase
            and played[number].before.dislodged == played[number - 1].after.dislodged
        )
        if not follows:
            break
        if not found or not found[-1].takes(table):
            if found and found[-1].is_lost:
                return found[:-1]
            found.append(Deadline([], {}))
        found[-1].add(table)
    return found


def write_folder(
    folder: Path, scenario: Scenario, text: Mapping[str, object], deadlines: list[Deadline]
) -> None:
    """Write a scenario as a game: its start, and a season for each deadline."""
    start, variant = text.get("start", {}), scenario.variant
    assert isinstance(start, dict)
    lines = [f"game = {json.dumps(folder.name)}", f"variant = {json.dumps(variant.id)}"]
    lines += ['gm = { name = "A" }', "[options]"]
    lines += [f"{key} = {write_value(value)}" for key, value in sorted(variant.chosen.items())]
    lines += ["[policy]", *(f'{key} = "hold"' for key in POLICY)]
    lines += ["[start]", f'phase = "{scenario.phases[0]["name"]}"']
    lines += [f"events = {json.dumps(start.get('events', []))}"]
    for key in ("units", "centres"):
        if key in start:
            lines += [f"[start.{key}]"]
            lines += [f"{json.dumps(name)} = {json.dumps(own)}" for name, own in start[key].items()]
    folder.mkdir(parents=True)
    (folder / "game.toml").write_text("\n".join(lines) + "\n")
    for number, deadline in enumerate(deadlines, 1):
        season = folder / "seasons" / f"{deadline.phases[0][1:5]}-{number}-season"
        (season / "orders").mkdir(parents=True)
        (season / "season.toml").write_text(
            f'season = "{season.name}"\nphases = {json.dumps(deadline.phases)}\nready = true\n'
        )
        (season / "rulings.toml").write_text('[[ruling]]\ndo = "proceed"\nreason = "A test."\n')
        for power in scenario.start.powers:
            write_orders(season, folder.name, power, deadline)


POLICY = ("no_orders", "no_orders_first", "unreadable_file", "unreadable_line")


def write_value(value: object) -> str:
    return json.dumps([*value] if isinstance(value, tuple) else value)


def write_orders(season: Path, game: str, power: Power, deadline: Deadline) -> None:
    """Write the order file of a power, if it has handed in anything."""
    texts = {section: given.get(power.lower()) for section, given in deadline.given.items()}
    said = {section: text for section, text in texts.items() if text is not None}
    if said:
        lines = [f'game = "{game}"', f'season = "{season.name}"', f'power = "{power_slug(power)}"']
        lines += [f"{name} = {json.dumps(text, ensure_ascii=False)}" for name, text in said.items()]
        (season / "orders" / f"{power_slug(power)}.toml").write_text("\n".join(lines) + "\n")


def can_be_a_folder(scenario: Scenario, text: Mapping[str, object]) -> bool:
    """Tell whether a game's folder can say how a scenario begins."""
    start = text.get("start", {})
    assert isinstance(start, dict)
    tables = scenario.phases
    hears = all(
        scenario.variant.events_with(scenario.variant, Phase.parse(str(table["name"])))
        for table in tables
        if "events" in table and str(table["name"]).endswith("M")
    )
    is_told = not {"visits", "secret", "known"} & {*start} and not keeps_secrets(scenario.variant)
    return bool(tables) and is_told and hears


@pytest.mark.slow
def test_most_scenarios_can_be_told_as_folders():
    """So that the test below compares something: elsewhere secrets or visits begin, or nothing follows."""
    told = 0
    for path in SCENARIOS:
        scenario = read_scenario(path)
        if can_be_a_folder(scenario, tomllib.loads(path.read_text())):
            asked = [one.played for one in run_scenario(scenario)]
            told += bool(list_deadlines(scenario, asked))
    assert told > 0.7 * len(SCENARIOS) > 90, f"{told} of {len(SCENARIOS)}"


@pytest.mark.slow
@pytest.mark.parametrize("path", SCENARIOS, ids=lambda path: path.stem)
def test_a_scenario_comes_out_of_a_folder_line_by_line(path: Path, tmp_path: Path, monkeypatch):
    """Drawing is left out: it has no part in what comes of a season."""
    scenario, text = read_scenario(path), tomllib.loads(path.read_text())
    if not can_be_a_folder(scenario, text):
        return
    monkeypatch.setattr(judge, "_draw_phases", tuple)
    asked = [one.played for one in run_scenario(scenario)]
    deadlines = list_deadlines(scenario, asked)
    folder = tmp_path / "games" / "asked"
    write_folder(folder, scenario, text, deadlines)
    scripts = {str(table["name"]): [*table.get("throws", [])] for table in scenario.phases}
    found = play(opened(folder), ScriptedDice(0, scripts, {}))  # type: ignore[arg-type]
    phases = [phase for record in found.records for phase in record.phases]
    tables = sum(len(one.phases) for one in deadlines)
    assert len(phases) >= tables, found.waiting and found.waiting.reasons
    for one, phase in zip(asked[:tables], phases, strict=False):
        assert rulings(phase.before, phase.report) == rulings(one.before, one.report), (
            one.before.phase
        )
        assert units(phase.after) == units(one.after), one.before.phase
