"""A zine with a game of every form in which records were ever written, and a zine of a later version.

The games of `tests/old_zine` whose records say nothing of a commitment are as the first version wrote them;
the others are as 0.1.0 did in the end. A form of a later version gets games of its own there. That the
installed program builds their pages is seen in `tests/test_wheel.py`.
"""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from tests.sites import put_maps
from zinegen.archive import Game, open_game, verify_game
from zinegen.cli import main
from zinegen.pages.site.copied_files import read_origins
from zinegen.play.verification.digests import COMMITMENT
from zinegen.version import __version__

OLD = Path(__file__).parent / "old_zine"
GAMES = sorted(path.parent for path in OLD.glob("games/*/game.toml"))
FAMILIES = {"deluge", "geophysical", "post", "seismic", "standard"}


@pytest.fixture
def old(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Give a copy of the old zine, in which commands are run."""
    monkeypatch.chdir(shutil.copytree(OLD, tmp_path / "zine"))
    return Path.cwd()


def run(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], *words: str
) -> tuple[object, str]:
    """Run a command; return how it ended and what it said."""
    monkeypatch.setattr("sys.argv", ["zinegen", *words])
    with pytest.raises(SystemExit) as ended:
        main()
    return ended.value.code, "".join(capsys.readouterr())


@pytest.mark.parametrize("folder", GAMES, ids=lambda folder: folder.name)
def test_records_of_every_form_come_out_as_recorded(folder: Path) -> None:
    found = verify_game(folder)
    assert found.seasons > 0
    assert found.differences == ()


def test_each_family_has_a_game_of_each_form() -> None:
    played = set()
    for folder in GAMES:
        game = open_game(folder)
        assert isinstance(game, Game)
        record = json.loads(game.seasons[0].result.read_bytes())
        played.add(
            (game.settings.variant.id.rstrip("12").split("-")[0], COMMITMENT in record["inputs"])
        )
    assert played == {(family, bound) for family in FAMILIES for bound in (False, True)}


def test_an_upgrade_makes_an_old_zine_one_of_this_version_and_touches_no_game(
    old: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    before = {path: path.read_bytes() for path in old.rglob("games/**/*") if path.is_file()}
    assert run(monkeypatch, capsys, "upgrade", "--yes")[0] == 0
    assert read_origins(old).version == __version__
    assert {path: path.read_bytes() for path in before} == before


@pytest.mark.parametrize("words", [("verify",), ("check",), ("close", "opening"), ("build",)])
def test_a_record_of_a_later_version_is_refused_with_the_version_it_needs(
    old: Path,
    start_maps: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    words: tuple[str, ...],
) -> None:
    put_maps(old, start_maps)
    for folder in (old / "games").iterdir():
        if folder.is_dir() and folder.name != "opening":
            shutil.rmtree(folder)
    result = old / "games/opening/seasons/1901-1-spring/result.json"
    record = json.loads(result.read_bytes())
    result.write_text(json.dumps({**record, "engine": "99.2.0", "format": 2, "more": {}}))
    code, said = run(monkeypatch, capsys, *words)
    assert code != 0
    assert "zinegen 99.2.0 recorded it" in said
    assert "install 99.2.0 or later" in said
