"""The commands `export --json` and `import`, and the example in docs/exchange.md."""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path

import pytest

from tests.cli.conftest import Run
from zinegen.version import __version__

ROOT = Path(__file__).parents[2]
GAME = "lantern-street"
"""One that is judged in a moment: its map never changes. `tests/archive` sends the others."""


@pytest.fixture
def kept(zine: Path) -> Path:
    """A zine with a game of the example zine."""
    (zine / "mkdocs.yml").write_text("site_name: Kept\n", "utf-8")
    shutil.copytree(ROOT / "games" / GAME, zine / "games" / GAME)
    return zine


def contents(folder: Path) -> dict[str, bytes]:
    """Return the files below a folder."""
    files = (path for path in folder.rglob("*") if path.is_file())
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in files}


def test_a_game_goes_out_and_comes_back(kept: Path, run: Run) -> None:
    before = contents(kept / "games" / GAME)
    out = run("export", "--json", f"games/{GAME}/", "-o", "out.json", "--everything")
    assert (out.code, out.err) == (0, "")
    assert "out.json: 3 seasons" in out.out
    shutil.rmtree(kept / "games" / GAME)
    done = run("import", "out.json")
    assert (done.code, done.err) == (0, "")
    assert contents(kept / "games" / GAME) == before
    again = run("import", "out.json")
    assert again.code == 0
    assert "already" in again.out


def test_what_stays_at_home_is_named(kept: Path, run: Run) -> None:
    out = run("export", "--json", GAME)
    assert out.code == 0
    assert json.loads(out.out)["game"] == GAME
    assert "not for everybody, and left out" in out.err
    assert "orders/austria.toml" in out.err


def test_the_example_of_the_docs_comes_in(kept: Path, run: Run) -> None:
    page = (ROOT / "docs" / "exchange.md").read_text("utf-8")
    block = re.search(r"```json\n(.*?)```", page, re.DOTALL)
    assert block is not None
    (kept / "old.jsonl").write_text(block[1], "utf-8")
    done = run("import", "old.jsonl")
    assert (done.code, done.err) == (0, "")
    assert "games/old-friends, 2 seasons" in done.out
    assert run("verify", "old-friends").code == 0
    assert run("check", "old-friends").code == 0
    assert 'do      = "draw"' in (
        kept / "games" / "old-friends" / "seasons" / "1901-2-autumn" / "rulings.toml"
    ).read_text("utf-8")
    assert run("import", "old.jsonl", "--as", "new-friends").code == 0
    assert (kept / "games" / "new-friends" / "game.toml").is_file()


@pytest.mark.parametrize(
    ("words", "code", "said"),
    [
        (["import", "none.json"], 1, "No such file"),
        (["import", "spoilt.json"], 1, "no JSON"),
        (["import", "out.json", "--as", "Other Name"], 2, "no name of a game"),
        (["import", "out.json", "--as", "other"], 2, "`zinegen rename`"),
        (["import", "out.json", "--no-players"], 2, "without --no-players"),
        (["export", "--json", "lanter-street"], 2, "lantern-street"),
        (["export", "out", "-o", "x"], 2, "go with --json"),
        (["export", "mkdocs.yml"], 2, "is no folder"),
    ],
)
def test_bad_words_end_in_a_sentence(
    kept: Path, run: Run, words: list[str], code: int, said: str
) -> None:
    run("export", "--json", GAME, "-o", "out.json")
    (kept / "spoilt.json").write_text('{"format": "zinegen-game",\n', "utf-8")
    before = contents(kept / "games")
    done = run(*words)
    assert (done.code, said in done.err) == (code, True), done.err
    assert contents(kept / "games") == before


def test_one_spoilt_file_stops_no_other(kept: Path, run: Run) -> None:
    run("export", "--json", GAME, "-o", "out.json", "--everything")
    shutil.rmtree(kept / "games" / GAME)
    (kept / "spoilt.json").write_text("{", "utf-8")
    done = run("import", "spoilt.json", "out.json")
    assert done.code == 1
    assert (kept / "games" / GAME / "game.toml").is_file()


@pytest.mark.parametrize(("engine", "code"), [("0.1.0", 0), (__version__, 1)])
def test_what_is_judged_otherwise_today_is_told_as_verify_tells_it(
    kept: Path, run: Run, engine: str, code: int
) -> None:
    """Of a record of an earlier version it is a note; of one of this version the record is wrong."""
    run("export", "--json", GAME, "-o", "out.json", "--everything")
    data = json.loads((kept / "out.json").read_text("utf-8"))
    record = data["seasons"][-1]["record"]
    record["engine"] = engine
    ruling = record["phases"][0]["rulings"][0]
    ruling["reason"], ruling["result"] = "too-far", "void"
    (kept / "out.json").write_text(json.dumps(data), "utf-8")
    shutil.rmtree(kept / "games" / GAME)
    done = run("import", "out.json")
    assert done.code == code
    assert ruling["order"] in done.err
    again = run("verify", GAME)
    assert (again.code, again.err.count("\n")) == (code, done.err.count("\n"))


def test_of_a_game_whose_first_season_was_decided_otherwise_it_is_told_what(
    kept: Path, run: Run
) -> None:
    """Nothing of it is taken, and both reasons stand there all the same."""
    phases = (
        {
            "game": "Otherwise",
            "phase": "S1901M",
            "units": {"France": ["A Par"], "Germany": ["A Mun"]},
            "orders": {"France": ["A Par - Bur"], "Germany": ["A Mun - Bur"]},
            "results": {"A PAR": "", "A MUN": "bounce"},
        },
        {"phase": "F1901M", "units": {"France": ["A Bur"], "Germany": ["A Mun"]}},
    )
    (kept / "other.jsonl").write_text("\n".join(map(json.dumps, phases)), "utf-8")
    done = run("import", "other.jsonl")
    assert done.code == 1
    assert "France: A Par - Bur: there it succeeds, here fails (bounced-by)" in done.err
    assert "France A Bur stands only there" in done.err
    assert not (kept / "games" / "otherwise").exists()
