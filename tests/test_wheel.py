"""The program as it is installed by somebody who has never seen its repository."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import sysconfig
from collections.abc import Callable, Iterator
from hashlib import sha256
from importlib.util import find_spec
from pathlib import Path
from zipfile import ZipFile

import pytest

from tools.release import LARGEST, RUNTIME, build, check_wheel, unpack

ROOT = Path(__file__).parents[1]
OLD_GAMES = ROOT / "tests" / "old_zine" / "games"
LOCK = ".github/requirements.txt"

Run = Callable[..., subprocess.CompletedProcess[str]]

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Give the wheel."""
    if find_spec("hatchling") is None:
        pytest.skip("there is no hatchling: make test installs it")
    return build(ROOT, tmp_path_factory.mktemp("built") / "wheel", "wheel")


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Give the command, installed from the wheel; what it depends on is shared with this environment."""
    folder = tmp_path_factory.mktemp("installed")
    subprocess.run((sys.executable, "-m", "venv", "--without-pip", folder), check=True)
    words = ("--no-deps", "--no-index", "--compile", "--quiet", wheel)
    pip = (sys.executable, "-m", "pip", "--python", folder / "bin" / "python", "install")
    subprocess.run((*pip, *words), check=True, capture_output=True)
    (own,) = folder.glob("lib/python*/site-packages")
    # The path alone: what an editable installation adds to it is not followed from here.
    (own / "others.pth").write_text(sysconfig.get_path("purelib"), encoding="utf-8")
    return folder / "bin" / "zinegen"


@pytest.fixture
def run(installed: Path, tmp_path: Path) -> Run:
    """Run the installed command in a folder below an empty home."""
    (tmp_path / "temporary").mkdir()
    environment = {
        "PATH": os.environ["PATH"],
        "HOME": str(tmp_path / "home"),
        "TMPDIR": str(tmp_path / "temporary"),
        "NO_COLOR": "1",
        "PYTHONDONTWRITEBYTECODE": "1",
    }

    def command(*words: str, cwd: Path) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            (installed, *words),
            cwd=cwd,
            env=environment,
            check=False,
            capture_output=True,
            text=True,
        )

    return command


def test_the_wheel_holds_what_a_zine_is_made_of_and_nothing_of_the_example_zine(
    wheel: Path,
) -> None:
    assert list(check_wheel(wheel, ROOT)) == []
    names = ZipFile(wheel).namelist()
    assert {"zinegen/zine/templates/pages/season.html", "zinegen/data/europe.json"} < {*names}
    own = "zinegen/data/"
    tables = [name for name in names if name.endswith(".toml") and not name.startswith(own)]
    assert not [*tables, *(name for name in names if "issues/" in name)]
    assert [name for name in names if "/games/" in name] == ["zinegen/zine/games/.gitattributes"]


def test_a_wheel_that_lacks_a_file_or_holds_another_is_not_released(
    wheel: Path, tmp_path: Path
) -> None:
    changed = tmp_path / wheel.name
    with ZipFile(wheel) as old, ZipFile(changed, "w") as new:
        for name in old.namelist():
            if name != "zinegen/zine/templates/pages/season.html" and "METADATA" not in name:
                new.writestr(name, b"")
        new.writestr("tests/test_x.py", b"")
        new.writestr("zinegen/zine/large", os.urandom(LARGEST))
    large, lacks, more, version = check_wheel(changed, ROOT)
    assert "are too many" in large
    assert lacks.endswith(" lacks zinegen/zine/templates/pages/season.html")
    assert more.endswith(" does not belong there: tests/test_x.py, zinegen/zine/large")
    assert "is not of version" in version


def test_an_sdist_builds_the_same_wheel_and_without_npm_one_that_lacks_the_runtime_alone(
    wheel: Path, tmp_path: Path
) -> None:
    tree = unpack(build(ROOT, tmp_path / "sdist", "sdist"), tmp_path)
    assert build(tree, tmp_path / "same", "wheel").read_bytes() == wheel.read_bytes()
    shutil.rmtree(tree / RUNTIME / "pyodide", ignore_errors=True)
    smaller = ZipFile(build(tree, tmp_path / "smaller", "wheel")).namelist()
    lacking = {*ZipFile(wheel).namelist()} - {*smaller}
    assert {name.rpartition("/")[0] for name in lacking} <= {"zinegen_runtime/pyodide"}
    assert "zinegen_runtime/__init__.py" in smaller


FIND_CACHE = """
from pathlib import Path
from zinegen.pages import open_cache
print(open_cache(Path()).folder)
"""


def test_from_the_wheel_to_a_published_zine_with_games_of_all_earlier_versions(
    run: Run, installed: Path, tmp_path: Path, start_maps: Path
) -> None:
    """It draws the games itself; the maps of all rule sets it finds drawn."""

    def ok(*words: str, cwd: Path) -> str:
        told = run(*words, cwd=cwd)
        assert told.returncode == 0, told.stdout + told.stderr
        return told.stdout

    zine, temporary = tmp_path / "my-zine", tmp_path / "temporary"
    before = temporary.stat().st_mtime_ns
    ok("init", "my-zine", "--gm", "Ann Example", cwd=tmp_path)
    find = (installed.with_name("python"), "-B", "-c", FIND_CACHE)
    cache = subprocess.run(find, cwd=zine, check=True, capture_output=True, text=True).stdout
    shutil.copytree(start_maps, Path(cache.strip(), start_maps.name))
    ok("new", "first-game", "--variant", "seismic-acerunner", cwd=zine)
    (season,) = (zine / "games/first-game/seasons").iterdir()
    orders = season / "orders" / "germany.toml"
    orders.write_text(orders.read_text().replace("A Mun\n", "A Mun - Bur\n"))
    ruling = "[[ruling]]\ndo = 'proceed'\nreason = 'The others are late.'\n"
    (season / "rulings.toml").write_text(ruling)
    ok("check", cwd=zine)
    ok("close", "first-game", "--dry-run", cwd=zine)
    ok("close", "first-game", "--early", season.name, cwd=zine)
    old = [OLD_GAMES / name for name in ("quake", "half-life")]
    for game in old:  # each form of records, open and sealed
        shutil.copytree(game, zine / "games" / game.name)
    ok("build", "--strict", cwd=zine)
    site = zine / "site"
    for record in (found for game in old for found in game.glob("seasons/*/result.json")):
        page = site / "games" / record.parents[2].name / record.parent.name / "index.html"
        assert "<h2" in page.read_text(), page
    assert "A Mun - Bur" in (site / f"games/first-game/{season.name}/index.html").read_text()
    for file in ("how-to-play/index.html", "rules/seismic-acerunner/index.html", "assets/zine.css"):
        assert (site / file).is_file(), file
    assert list((site / "assets/fonts").glob("*.woff2"))
    assert "Ann Example" in (site / "index.html").read_text()
    ok("verify", cwd=zine)
    assert {path.name for path in tmp_path.iterdir()} == {"my-zine", "home", "temporary"}
    assert temporary.stat().st_mtime_ns == before  # not even for a while
    written = {path.name for path in (tmp_path / "home").rglob("*") if path.is_file()}
    assert not [name for name in written if not name.endswith(".secret")]


@pytest.fixture
def on_github(run: Run, tmp_path: Path) -> Path:
    """Give a zine with workflows."""
    assert run("init", "zine", "--platform", "github", cwd=tmp_path).returncode == 0
    return tmp_path / "zine"


def locked_wheel(zine: Path) -> tuple[str, str]:
    """Return the path and the hash of the program in a zine's lock file."""
    *_, last = (zine / LOCK).read_text().splitlines()
    path, _, known = last.partition(" --hash=sha256:")
    return path.removeprefix("./"), known


def test_the_workflows_install_the_very_wheel_that_laid_the_zine_out(
    on_github: Path, wheel: Path
) -> None:
    path, known = locked_wheel(on_github)
    assert (on_github / path).read_bytes() == wheel.read_bytes()
    assert sha256(wheel.read_bytes()).hexdigest() == known


@pytest.fixture
def noted(installed: Path) -> Iterator[Path]:
    """Give the file in which the installer has noted where it had the program from; it is put back."""
    (path,) = installed.parents[1].glob("lib/python*/site-packages/zinegen-*/direct_url.json")
    told = path.read_text()
    yield path
    path.write_text(told)


def test_the_lock_holds_no_program_whose_hash_is_not_known(
    run: Run, noted: Path, wheel: Path, tmp_path: Path
) -> None:
    """Installers note less or more of where they had it from; what comes from an index they do not note."""
    known, here = sha256(wheel.read_bytes()).hexdigest(), wheel.as_uri()
    good, bad = {"hashes": {"sha256": known}}, {"hashes": {"sha256": "0" * 64}}
    away = "https://zine.example/zinegen-1.whl"
    for number, (origin, last) in enumerate(
        (
            ({"url": here, "archive_info": {}}, f"./.github/{wheel.name} --hash=sha256:{known}"),
            ({"url": here, "archive_info": bad}, None),
            ({"url": ROOT.as_uri(), "dir_info": {"editable": True}}, None),
            ({"url": away, "archive_info": good}, f"zinegen @ {away} --hash=sha256:{known}"),
            ({"url": away, "archive_info": {}}, None),
        )
    ):
        noted.write_text(json.dumps(origin))
        ended = run("init", f"z{number}", "--platform", "github", cwd=tmp_path)
        *_, found = (tmp_path / f"z{number}" / LOCK).read_text().splitlines()
        assert found == (last or f"./.github/{wheel.name}")
        assert ("one thing is missing" in ended.stdout) == (last is None)


def test_every_platform_installs_the_same_wheel(run: Run, wheel: Path, tmp_path: Path) -> None:
    for platform, folder in (("gitlab", ".gitlab"), ("forgejo", ".forgejo")):
        assert run("init", platform, "--platform", platform, cwd=tmp_path).returncode == 0
        *_, last = (tmp_path / platform / folder / "requirements.txt").read_text().splitlines()
        known = sha256(wheel.read_bytes()).hexdigest()
        assert last == f"./{folder}/{wheel.name} --hash=sha256:{known}"
        assert (tmp_path / platform / folder / wheel.name).read_bytes() == wheel.read_bytes()


def test_an_upgrade_puts_the_new_wheel_and_its_lock_in_the_place_of_the_old(
    on_github: Path, run: Run
) -> None:
    path, known = locked_wheel(on_github)
    notes = json.loads((on_github / ".zinegen.json").read_text())
    (on_github / path).unlink()
    del notes["files"][path]
    for name in (".github/zinegen-0.0.9-py3-none-any.whl", LOCK):
        (on_github / name).write_bytes(b"Earlier")
        notes["files"][name] = sha256(b"Earlier").hexdigest()
    (on_github / ".zinegen.json").write_text(json.dumps(notes))
    assert run("upgrade", "--yes", cwd=on_github).returncode == 0
    assert locked_wheel(on_github) == (path, known)
    assert [one.name for one in (on_github / ".github").glob("*.whl")] == [Path(path).name]
