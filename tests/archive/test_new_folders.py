"""What a new folder is called, and which keys its order files have: those that are read, and no others."""

import tomllib
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest

from tests.archive.folders import opened, season_of
from tests.rule_sets import rule_set
from zinegen.archive import Game, make_key_pair, open_game
from zinegen.archive.folder.blank_orders import REMARKS, holds_only_blanks, order_toml
from zinegen.archive.folder.new_folders import NewGame, name_season, new_game
from zinegen.board import Power
from zinegen.errors import GameFolderError, RulesError
from zinegen.game import Phase, PhaseKind, Reason, Sheet, Unreadable, Variant
from zinegen.notation import EVENTS, read_orders
from zinegen.notation.grammar.languages import LANGUAGES
from zinegen.play import SeasonName, commitment, deadline_phases, start_state, takes_events
from zinegen.rules import adjudicate
from zinegen.variants import VARIANTS
from zinegen.variants.standard import STANDARD

APART = {"event_with_moves": False}
ITALY = Power("Italy")
LINES = {"geophysical": "Erode Boh", "seismic": "Bul & Gre separate, Ser & AEG connect"}


def first_year(variant: Variant) -> Iterator[tuple[str, bool, bool]]:
    """Yield the deadlines of a year without orders: phases, whether files ask for events, and are heard.

    An event is heard where it is not called one of the wrong phase.
    """
    state = start_state(variant)
    while state.phase.year == 1901:
        phases = deadline_phases(variant, state)
        text = order_toml("demo", "1901-1-spring", ITALY, state, phases, variant=variant)
        heard = False
        for phase in phases:
            if state.phase != phase:
                continue  # nobody had to retreat
            line = LINES.get(variant.id.partition("-")[0], "Erode Boh")
            orders = read_orders(
                line, power=ITALY, state=state, variant=variant, section=EVENTS, kind=phase.kind
            ).orders
            heard |= phase.kind in {PhaseKind.MOVES, PhaseKind.EVENTS} and _is_heard(
                variant, state, Sheet(events={ITALY: orders})
            )
            state, _ = adjudicate(variant, state, Sheet())
        yield " ".join(str(phase) for phase in phases), EVENTS in tomllib.loads(text), heard


def _is_heard(variant, state, sheet) -> bool:
    _, report = adjudicate(variant, state, sheet)
    ruled = [one.verdict.reason for one in report.rulings if one.order in sheet.events[ITALY]]
    return bool(ruled) and Reason.WRONG_PHASE not in ruled


@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("geophysical-maiden", {}),
        ("geophysical-maiden", APART),
        ("geophysical-kinzett", {}),
        ("seismic-lavaurs", {}),
        ("seismic-lavaurs", APART),
        ("seismic-acerunner", {}),
    ],
    ids=["maiden", "maiden-apart", "kinzett", "lavaurs", "lavaurs-apart", "acerunner"],
)
def test_order_files_ask_for_events_exactly_where_they_are_heard(
    name: str, options: dict[str, bool]
) -> None:
    deadlines = list(first_year(rule_set(name).with_options(options)))
    assert any(asked for _, asked, _ in deadlines)
    assert [asked for _, asked, _ in deadlines] == [heard for _, _, heard in deadlines], deadlines


def test_the_events_of_the_first_season_go_with_its_moves_in_any_case() -> None:
    deadlines = list(first_year(rule_set("geophysical-maiden").with_options(APART)))
    assert [(phases.split()[0], asked) for phases, asked, _ in deadlines] == [
        ("S1901M", True),
        ("F1901E", True),
        ("F1901M", False),
    ]


def test_a_game_without_events_asks_for_none() -> None:
    state = start_state(STANDARD)
    assert not takes_events(deadline_phases(STANDARD, state), STANDARD)


@pytest.mark.parametrize("variant", sorted(VARIANTS))
def test_a_game_of_every_rule_set_is_ready_to_play(tmp_path: Path, variant: str):
    plan = NewGame(gm_keys=(make_key_pair().public,))
    game = open_game(new_game(tmp_path / "games", "ode-21", variant, plan))
    assert isinstance(game, Game)
    assert game.findings == ()
    assert game.settings.variant.id == variant
    (season,) = game.seasons
    assert season.deadline.phases[0] == game.settings.variant.start.phase
    assert season.files.keys() == set(game.settings.powers)


def test_everything_that_is_planned_stands_in_the_file(tmp_path: Path):
    key = make_key_pair().public
    plan = NewGame(
        title="Tectonic Shift",
        gm="Ann O'Neil",
        players={Power("France"): "Cécile"},
        options={"victory": 20, "base": "1971", "infer_coast": False},
        deadline=datetime(2026, 12, 1, 22, tzinfo=UTC),
        gm_keys=(key,),
        commitment=commitment(bytes(32)),
    )
    folder = new_game(tmp_path / "games", "ode-21", "standard", plan)
    settings = opened(folder).settings
    assert (settings.title, settings.gm.name) == ("Tectonic Shift", "Ann O'Neil")
    assert settings.players[Power("France")].name == "Cécile"
    assert settings.variant.chosen == {"victory": 20, "base": "1971", "infer_coast": False}
    assert settings.secrecy.gm_keys == (key,)
    assert settings.secrecy.orders == "sealed"
    assert settings.chance.commitment == plan.commitment
    assert season_of(folder).deadline.deadline == plan.deadline


def test_a_game_that_is_there_is_not_touched(tmp_path: Path):
    folder = new_game(tmp_path / "games", "ode-21", "standard")
    text = (folder / "game.toml").read_text()
    with pytest.raises(GameFolderError, match="already"):
        new_game(tmp_path / "games", "ode-21", "standard", NewGame(title="Other"))
    assert (folder / "game.toml").read_text() == text


def test_what_was_cut_off_is_ended_by_the_next_run(tmp_path: Path):
    folder = new_game(tmp_path / "games", "ode-21", "standard")
    (folder / "game.toml").unlink()
    (season_of_folder(folder) / "season.toml").unlink()
    assert new_game(tmp_path / "games", "ode-21", "standard") == folder
    assert opened(folder).findings == ()


def season_of_folder(folder: Path) -> Path:
    return next((folder / "seasons").iterdir())


@pytest.mark.parametrize("name", ["../x", "Ode", "", "a b", "ode/21"])
def test_a_name_that_is_none_makes_nothing(tmp_path: Path, name: str):
    with pytest.raises(GameFolderError):
        new_game(tmp_path / "games", name, "standard")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    "plan",
    [
        NewGame(title='a "quoted" title'),
        NewGame(title="x" * 101),
        NewGame(title="two\nlines"),
        NewGame(gm="<script>"),
        NewGame(players={Power("France"): 'x"'}),
        NewGame(players={Power("Spain"): "Bob"}),
    ],
)
def test_what_cannot_stand_in_the_file_makes_nothing(tmp_path: Path, plan: NewGame):
    with pytest.raises(GameFolderError):
        new_game(tmp_path / "games", "ode-21", "standard", plan)
    assert not (tmp_path / "games" / "ode-21").exists()


def test_an_unknown_rule_set_or_option_is_refused(tmp_path: Path):
    with pytest.raises(RulesError, match="no rule set"):
        new_game(tmp_path / "games", "ode-21", "chess")
    with pytest.raises(RulesError, match="no option"):
        new_game(tmp_path / "games", "ode-21", "standard", NewGame(options={"x": 1}))
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("names", "before", "folder"),
    [
        ("S1901M S1901R", None, "1901-1-spring"),
        ("F1901M F1901R W1901A", "1901-1-spring", "1901-2-autumn"),
        ("W1901A", "1901-2-autumn", "1901-3-winter"),
        ("S1902M", "1901-3-winter", "1902-1-spring"),
        ("S1901R", "1901-1-spring", "1901-2-spring-retreats"),
        ("F1901M", "1901-2-spring-retreats", "1901-3-autumn"),
        ("W1901A", "1901-4-autumn-retreats", "1901-5-winter"),
        ("S1901R F1901M", "1901-1-spring", "1901-2-autumn"),
        ("F1901R W1901A", "1901-2-autumn", "1901-3-winter"),
        ("S1901E", "1901-2-spring-retreats", "1901-3-spring-events"),
        ("F1905M F1905R W1905A", None, "1905-2-autumn"),
        ("W1900A", None, "1900-3-winter"),
        ("W2020P", None, "2020-3-winter-placement"),
    ],
)
def test_folders_are_called_by_season_and_sort_in_the_order_of_play(names, before, folder):
    last = SeasonName.parse(before) if before else None
    name = name_season([Phase.parse(name) for name in names.split()], last)
    assert str(name) == folder
    assert last is None or last < name


@pytest.mark.parametrize("code", [*LANGUAGES])
@pytest.mark.parametrize("name", ["standard", "post-atomic"])
def test_remarks_are_in_the_games_language_and_what_they_show_can_be_read(
    name: str, code: str
) -> None:
    """Whoever takes the mark of a remark away, and what stands behind the order, has an order."""
    variant = rule_set(name).with_languages((code,))
    state = start_state(variant)
    germany = Power("Germany")
    for phases in (deadline_phases(variant, state), (Phase.parse("W1901A"),)):
        here = replace(state, phase=phases[0])
        text = order_toml("demo", "1901-1-spring", germany, here, phases, variant=variant)
        assert holds_only_blanks(text, "demo", "1901-1-spring", "germany")
        plain = order_toml("demo", "1901-1-spring", germany, here, phases, variant=rule_set(name))
        assert holds_only_blanks(plain, "demo", "1901-1-spring", "germany")
        english, told = (
            [line for line in one.splitlines() if line.startswith("#")] for one in (plain, text)
        )
        assert len(english) == len(told)
        assert not {*english} & {*told}
    said = REMARKS[code]
    for section, lines in (("retreats", said.retreats), ("builds", said.builds + said.removals)):
        for line in lines:
            read = read_orders(
                line.removeprefix("# "),
                power=germany,
                state=state,
                variant=variant,
                section=section,
            )
            assert read.orders
            assert not read.findings
            assert not any(isinstance(one, Unreadable) for one in read.orders)


def test_every_language_has_its_remarks() -> None:
    assert {*REMARKS} == {*LANGUAGES}
