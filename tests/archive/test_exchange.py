"""Whole games out and in: the same bytes for our own, judged anew for those of other programs."""

from __future__ import annotations

import functools
import json
import random
import re
import shutil
from collections.abc import Callable, Iterator, Mapping
from datetime import UTC, datetime
from pathlib import Path

import jsonschema
import pytest

from tests.positions import standard_board, written
from tools.game_schema import write_schema
from zinegen.archive.closing.verify import verify_game
from zinegen.archive.exchange.game_json import export_game, list_kept_back, read_exported_game
from zinegen.archive.exchange.import_games import (
    Imported,
    PlayedGameJob,
    build_played_game,
    import_exported_game,
    put_built_game,
)
from zinegen.archive.exchange.played_games import PlayedGame
from zinegen.archive.exchange.saved_games import read_games
from zinegen.archive.folder.games import open_sound_game
from zinegen.board import Power
from zinegen.errors import GameFolderError, ZinegenError
from zinegen.notation import read_unit

ROOT = Path(__file__).parents[2]
EXAMPLE = ROOT / "games" / "lantern-street"
OLD = sorted(path for path in (ROOT / "tests" / "old_zine" / "games").iterdir() if path.is_dir())
NOW = datetime(2026, 12, 1, tzinfo=UTC)
SCHEMA = json.loads((ROOT / "docs" / "game.schema.json").read_text("utf-8"))


def contents(folder: Path) -> dict[str, bytes]:
    """Return the files below a folder."""
    files = (path for path in folder.rglob("*") if path.is_file())
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in files}


def take_in(zine: Path, text: str, name: str = "game.jsonl") -> list[Imported | GameFolderError]:
    """Import what a file holds, as the command does."""
    (zine / name).write_text(text, "utf-8")
    done: list[Imported | GameFolderError] = []
    for found in read_games(zine / name):
        assert isinstance(found, PlayedGame | GameFolderError)
        if isinstance(found, PlayedGame):
            done.append(put_built_game(zine, build_played_game(PlayedGameJob(game=found, now=NOW))))
        else:
            done.append(found)
    return done


@pytest.fixture
def zine(tmp_path: Path) -> Path:
    """An empty zine."""
    (tmp_path / "games").mkdir()
    return tmp_path


@pytest.fixture(scope="module")
def validator() -> jsonschema.Draft202012Validator:
    """What holds an exported game to the schema, itself as it should be: seeing that takes longer."""
    jsonschema.Draft202012Validator.check_schema(SCHEMA)
    return jsonschema.Draft202012Validator(SCHEMA)


@pytest.mark.parametrize(
    "folder", [EXAMPLE, *OLD], ids=lambda path: f"{path.parts[-3]}-{path.name}"
)
def test_a_game_exported_and_imported_is_the_same_bytes(
    folder: Path, zine: Path, validator: jsonschema.Draft202012Validator
) -> None:
    content = export_game(open_sound_game(folder), everything=True)
    data = json.loads(content)
    validator.validate({**data, "seasons": data["seasons"][-1:]})  # a season takes a while
    done = import_exported_game(zine, read_exported_game(content))
    assert done.is_new
    assert done.seasons == len(open_sound_game(folder).recorded)
    assert contents(zine / "games" / folder.name) == contents(folder)
    assert export_game(open_sound_game(zine / "games" / folder.name), everything=True) == content
    assert not import_exported_game(zine, read_exported_game(content)).is_new  # typed twice


def test_what_is_open_stays_at_home_unless_it_is_asked_for(zine: Path) -> None:
    """Orders and press alike: nobody reads either before the season is over."""
    folder = zine / "games" / "small-tremor"
    shutil.copytree(ROOT / "games" / "small-tremor", folder)
    season = folder / "seasons" / open_sound_game(folder).seasons[-1].slug
    (season / "press").mkdir(exist_ok=True)
    (season / "press" / "france-2.md").write_text("We attack at dawn: ![plan](plan.png)\n")
    (season / "press" / "plan.png").write_bytes(b"\x89PNG")
    game = open_sound_game(folder)
    kept = {
        f"seasons/{season.name}/{name}"
        for name in ("orders/france.toml", "press/france-2.md", "press/plan.png")
    }
    assert kept <= {*list_kept_back(game)}
    assert not kept & {*json.loads(export_game(game))["files"]}
    assert kept <= {*json.loads(export_game(game, everything=True))["files"]}


def test_press_can_be_left_out() -> None:
    game = open_sound_game(ROOT / "games" / "small-tremor")
    assert "press/" in export_game(game).decode()
    assert not any(
        "press/" in path for path in json.loads(export_game(game, with_press=False))["files"]
    )


def test_nothing_is_told_of_an_anonymous_game(zine: Path) -> None:
    shutil.copytree(ROOT / "games" / "small-tremor", zine / "games" / "small-tremor")
    path = zine / "games" / "small-tremor" / "game.toml"
    text = path.read_text("utf-8").replace("[secrecy]", '[secrecy]\nplayers = "until-end"')
    path.write_text(text, "utf-8")
    game = open_sound_game(path.parent)
    with pytest.raises(GameFolderError, match="anonymous"):
        export_game(game)
    assert b"Theodora Blum" in export_game(game, everything=True)


@pytest.fixture(scope="module")
def exported() -> bytes:
    """A game of the example zine as a file."""
    return export_game(open_sound_game(EXAMPLE))


@pytest.mark.parametrize(
    ("change", "why"),
    [
        (lambda data: data["files"].update({"../../x": ""}), "no file of a game"),
        (lambda data: data["files"].update({"/etc/x.toml": ""}), "no file of a game"),
        (lambda data: data["files"].update({"seasons/1901-1-spring/../../x.toml": ""}), "no file"),
        (lambda data: data["files"].update({"seasons/..": ""}), "no file of a game"),
        (lambda data: data["files"].update({".git": ""}), "no file of a game"),
        (lambda data: data["files"].update({"press/.htaccess": ""}), "no file of a game"),
        (lambda data: data["files"].update({"press/a.md": {"base64": "?"}}), "not in base 64"),
        (lambda data: data["files"].update({"press/a.md": 4}), "not in base 64"),
        (lambda data: data["files"].pop("game.toml"), "no game.toml"),
        (lambda data: data.update(files=[]), "'files' is a table"),
        (lambda data: data.update(seasons={}), "'seasons' is a list"),
        (lambda data: data.update(game="../x"), "no name that a game can have"),
        (lambda data: data.update(version=2), "'version' is 2, and zinegen .* reads 1"),
        (lambda data: data.update(engine="99.0"), "install that or later"),
        (lambda data: data.update(format="other"), "no zinegen-game"),
        (lambda data: data.update(map={"folder": "../x", "file": ""}), "map's folder"),
    ],
)
def test_a_spoilt_file_is_refused_in_a_sentence(
    exported: bytes, change: Callable[[dict[str, object]], object], why: str
) -> None:
    data = json.loads(exported)
    change(data)
    with pytest.raises(GameFolderError, match=why):
        read_exported_game(json.dumps(data).encode())


def list_places(value: object, path: tuple[str | int, ...] = ()) -> Iterator[tuple[str | int, ...]]:
    """Yield the ways to all values that a value holds."""
    is_table = isinstance(value, dict)
    for key, part in (
        value.items() if is_table else enumerate(value if isinstance(value, list) else ())
    ):
        yield (*path, key)
        yield from list_places(part, (*path, key))


def test_the_schema_knows_what_stands_at_every_place(
    exported: bytes, validator: jsonschema.Draft202012Validator
) -> None:
    """There is no fraction in an exported game: put in the place of anything, it is refused."""
    data = json.loads(exported)
    assert not validator.is_valid({**data, "seasons": [{**data["seasons"][0], "record": {}}]})
    data["seasons"] = data["seasons"][:1]
    kinds: dict[tuple[str, ...], tuple[str | int, ...]] = {}
    for path in list_places(data):
        kinds.setdefault(tuple(re.sub(r"^(?![a-z_]+$).*", "*", str(key)) for key in path), path)
    for path in random.Random(1).sample(sorted(kinds.values(), key=str), 30):
        *way, last = path
        parent = functools.reduce(lambda value, key: value[key], way, data)
        kept, parent[last] = parent[last], 0.5
        assert not validator.is_valid(data), path
        parent[last] = kept
    assert validator.is_valid(data)


def test_the_schema_says_what_the_page_about_records_says() -> None:
    """`python -m tools.game_schema` writes it."""
    page = (ROOT / "docs" / "records.md").read_text("utf-8")
    path = ROOT / "docs" / "game.schema.json"
    assert write_schema(path.read_bytes(), page) == path.read_bytes()


def test_another_game_of_that_name_is_never_touched(zine: Path, exported: bytes) -> None:
    game = read_exported_game(exported)
    import_exported_game(zine, game)
    note = zine / "games" / game.slug / "mine.txt"
    note.write_text("mine", "utf-8")
    before = contents(zine / "games")
    with pytest.raises(GameFolderError, match="there is a game"):
        import_exported_game(zine, game)
    assert contents(zine / "games") == before


def test_a_record_that_was_tampered_with_is_listed(zine: Path, exported: bytes) -> None:
    data = json.loads(exported)
    ruling = data["seasons"][-1]["record"]["phases"][0]["rulings"][0]
    ruling["reason"], ruling["result"] = "too-far", "void"
    done = import_exported_game(zine, read_exported_game(json.dumps(data).encode()))
    assert any(ruling["order"] in line for line in done.notes)  # an earlier version judged it


# Games of other programs


def canonical(units: Mapping[str, list[str]]) -> dict[str, list[str]]:
    """Return units as we write them, by power."""
    board = standard_board()
    given = (
        read_unit(one, board, Power(power.title())) for power, own in units.items() for one in own
    )
    return written(board, given)


def real_phases() -> Iterator[dict[str, object]]:
    """Yield the phases of a game that real people played, as JSON Lines of ours."""
    lines = (ROOT / "tests" / "data" / "real_game.jsonl").read_text("utf-8").splitlines()
    for line in lines:
        record = json.loads(line)
        name, before = record["phase"], record["before"]
        yield {
            "game": "Real One",
            "phase": f"W{name[1:]}" if name.endswith("A") else name,
            "units": before["units"],
            "centres": before["centers"],
            "orders": record["orders"],
        }


def as_lines(phases: Iterator[Mapping[str, object]] | list[Mapping[str, object]]) -> str:
    """Return phases as JSON Lines."""
    return "".join(f"{json.dumps(phase)}\n" for phase in phases)


def test_a_real_game_comes_in_whole(zine: Path) -> None:
    (done,) = take_in(zine, as_lines(real_phases()))
    assert isinstance(done, Imported)
    assert (done.slug, done.differences, done.stopped) == ("real-one", (), "")
    game = open_sound_game(zine / "games" / "real-one")
    assert done.seasons == len(game.recorded) == 20
    assert not verify_game(game.folder).differences
    assert take_in(zine, as_lines(real_phases())) == [
        done.__class__(slug="real-one", seasons=done.seasons, is_new=False)
    ]


def test_what_was_decided_otherwise_is_listed_order_by_order(zine: Path) -> None:
    phases = [*real_phases()][:12]
    units = phases[4]["units"]
    assert isinstance(units, dict)
    mine = phases[3]["orders"]
    assert isinstance(mine, dict)
    # There a fleet went another way than it was ordered to.
    (power, own) = next((power, own) for power, own in units.items() if own)
    units = phases[4]["units"] = {**units, power: [*own[:-1], "A tun"]}
    (done,) = take_in(zine, as_lines(phases))
    assert isinstance(done, Imported)
    assert "line 5" in done.stopped
    assert any(f"{power} A Tun stands only there" in line for line in done.differences)
    assert done.seasons == len(open_sound_game(zine / "games" / "real-one").recorded) >= 1


def test_a_broken_line_ends_its_game_and_no_other(zine: Path) -> None:
    phases = [*real_phases()][:9]
    other = [{**phase, "game": "Other"} for phase in phases]
    text = as_lines(phases) + as_lines(phases)[:200] + "\n" + as_lines(other)
    first, fault, second = take_in(zine, text)
    assert isinstance(first, Imported)
    assert isinstance(second, Imported)
    assert (first.slug, second.slug) == ("real-one", "other")
    assert "line 10: this is no JSON at character" in str(fault)


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ('{"game": "x"}\n[1]', "line 2: a line is a JSON object"),
        ('{"phase": "S1901M", "order": {}}', "nobody knows 'order'"),
        ('{"phase": "Spring"}', "line 1"),
        ('{"phase": 3}', "'phase' is a text"),
        (
            '{"phase": "S1901M", "orders": {"France": "A Par - Bur"}}',
            "a list of lines for each power",
        ),
        ('{"phase": "S1901M", "throws": {"x": "1"}}', "numbers from 1"),
    ],
)
def test_a_line_that_is_no_phase_is_told_with_its_place(zine: Path, line: str, why: str) -> None:
    *_, fault = take_in(zine, line + "\n")
    assert why in str(fault)
    assert not [*(zine / "games").iterdir()]


@pytest.mark.parametrize(
    "line",
    [
        {"phase": "S1901M", "variant": "chess"},
        {"phase": "S1901M", "options": {"no_such": 1}},
        {"phase": "S1901R"},
        {"phase": "S1901M", "units": {"France": ["A Par", "F Par"]}},
        {"phase": "S1901M", "units": {"France": ["A Xyz"]}},
        {"phase": "S1901M", "units": {"France": ["F Par"]}},
        {"phase": "S1901M", "units": {"Atlantis": ["A Par"]}},
    ],
)
def test_a_game_that_cannot_begin_leaves_nothing(zine: Path, line: Mapping[str, object]) -> None:
    with pytest.raises(ZinegenError):
        take_in(zine, as_lines([{**line, "orders": {"France": ["A Par H"]}}]))
    assert not [*(zine / "games").iterdir()]


def test_files_of_jdip_and_cut_files_are_told(zine: Path) -> None:
    for content, why in (
        (b"\x1f\x8b\x08", "jDip"),
        (b'{\n "format": "zinegen-game",\n "version"', "line 3, character"),
        (b"{\n}", "neither 'format' nor"),
        (b"", "no JSON"),
        (b"hello\n", "no JSON"),
    ):
        (zine / "x").write_bytes(content)
        with pytest.raises(GameFolderError, match=why):
            [*read_games(zine / "x")]


@pytest.fixture(scope="module")
def diplomacy_game() -> dict[str, object]:
    """The same real game as the package ``diplomacy`` judges and saves it."""
    from diplomacy import Game
    from diplomacy.utils.export import to_saved_game_format

    game = Game()
    for phase in real_phases():
        orders = phase["orders"]
        assert isinstance(orders, dict)
        if game.get_current_phase() != phase["phase"]:
            break
        for power, lines in orders.items():
            game.set_orders(power.upper(), [line.upper() for line in lines])
        game.process()
    saved: dict[str, object] = to_saved_game_format(game)
    return saved


def test_a_game_saved_by_diplomacy_comes_in_as_it_stands_there(
    zine: Path, diplomacy_game: dict[str, object]
) -> None:
    (done,) = take_in(zine, json.dumps(diplomacy_game, indent=1), "saved.json")
    assert isinstance(done, Imported)
    assert (done.differences, done.stopped) == ((), "")
    game = open_sound_game(zine / "games" / done.slug)
    seasons = json.loads(export_game(game))["seasons"]
    phases = diplomacy_game["phases"]
    assert isinstance(phases, list)
    there = {phase["name"]: phase["state"]["units"] for phase in phases}
    for season in seasons:
        position = season["position"]
        assert canonical(position["units"]) == canonical(there[position["phase"]])


def test_several_saved_games_stand_line_by_line(
    zine: Path, diplomacy_game: dict[str, object]
) -> None:
    one, two = ({**diplomacy_game, "id": name} for name in ("one", "two"))
    assert [
        done.slug for done in take_in(zine, as_lines([one, two])) if isinstance(done, Imported)
    ] == ["one", "two"]


def test_a_removal_that_is_told_after_moves_and_retreats_means_the_unit_that_stands_there_then(
    tmp_path: Path,
) -> None:
    """In an order file a name means where a unit began: one has come to Bohemia, another has left it."""
    begin = {
        "game": "vienna",
        "variant": "standard",
        "phase": "F1901M",
        "units": {"Italy": ["A Tyr", "A Boh"], "Turkey": ["A Con", "A Smy", "A Ser"]},
        "centres": {"Italy": ["Nap"], "Turkey": ["Con", "Smy"]},
        "orders": {"Italy": ["A Tyr - Boh", "A Boh - Gal"], "Turkey": ["A Ser - Alb"]},
    }
    winter = {"Italy": ["remove A Boh"], "Turkey": ["remove A Alb"]}
    left = {"Italy": ["A Gal"], "Turkey": ["A Con", "A Smy"]}
    lines = [
        begin,
        {"game": "vienna", "phase": "W1901A", "orders": winter},
        {"game": "vienna", "phase": "S1902M", "units": left, "orders": {}},
    ]
    (zine := tmp_path / "zine").mkdir()
    (taken,) = take_in(zine, "\n".join(map(json.dumps, lines)))
    assert isinstance(taken, Imported)
    assert (taken.stopped, taken.differences) == ("", ())
    orders = zine / "games/vienna/seasons/1901-2-autumn/orders"
    assert "remove A Tyr" in (orders / "italy.toml").read_text()
    assert "remove A Ser" in (orders / "turkey.toml").read_text()
    assert verify_game(zine / "games/vienna").is_sound
