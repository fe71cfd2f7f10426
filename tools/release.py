"""``python -m tools.release``: make the files of a release and check them. Nothing is uploaded.

The version stands in `zinegen/version.py` and nowhere else. What is under *Unreleased* in the list of changes
gets its number and the day. Then a wheel and an sdist are built, looked into and installed, each in an
environment of its own, and a zine is made with either.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import tarfile
import tomllib
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory
from time import monotonic
from zipfile import ZipFile

import click

from zinegen.errors import ZinegenError
from zinegen.pages.browser_bundle import LIST
from zinegen.version import __version__

ROOT = Path(__file__).parents[1]
LARGEST = 10_000_000
"""Bytes of a wheel."""
RUNTIME = Path("tools", "runtime", "zinegen_runtime")
GAME = "first-game"
_HEADING = re.compile(r"^## (.+)$", re.MULTILINE)
_VERSION = re.compile(r"[0-9]+\.[0-9]+\.[0-9]+")


class ReleaseError(ZinegenError):
    """What keeps this version from being released."""


@click.command(help=__doc__)
def main() -> None:
    """Make a release and say what is left to do."""
    changes = ROOT / "CHANGELOG.md"
    before = changes.read_text(encoding="utf-8")
    try:
        list_uncommitted(ROOT)
        named = name_changes(before, __version__, datetime.now(UTC).date().isoformat())
        changes.write_text(named, encoding="utf-8")
        files = build_release(ROOT, ROOT / "dist")
        for file in files:
            try_installation(file)
    except ReleaseError as problem:
        changes.write_text(before, encoding="utf-8")
        click.echo(f"no release: {problem}", err=True)
        sys.exit(1)
    click.echo(_tell_rest(files, is_new=named != before))


def list_uncommitted(root: Path) -> None:
    """Raise ReleaseError when files are not as they are committed; the list of changes may be ahead."""
    told = _run("git", "status", "--porcelain", cwd=root).splitlines()
    found = [line[3:] for line in told if line[3:] != "CHANGELOG.md"]
    if found:
        raise ReleaseError(f"these files are not committed: {', '.join(found)}")


def name_changes(changes: str, version: str, day: str) -> str:
    """Return a list of changes in which what was under *Unreleased* is under a version and a day.

    One that begins with this version already stays as it is. Raises ReleaseError for changes beyond the
    version, and for a list that begins with another one.
    """
    if _VERSION.fullmatch(version) is None:
        raise ReleaseError(f"zinegen/version.py says {version}, which is no version such as 1.2.3")
    newest, *earlier = [heading.split()[0] for heading in _HEADING.findall(changes)] or [""]
    if newest == version:
        return changes
    if newest != "Unreleased":
        raise ReleaseError(
            f"zinegen/version.py says {version}, and CHANGELOG.md begins with {newest}"
        )
    if earlier and _read_number(version) <= _read_number(earlier[0]):
        raise ReleaseError(
            f"CHANGELOG.md has changes since {earlier[0]}: raise the version in zinegen/version.py"
        )
    return _HEADING.sub(f"## {version} - {day}", changes, count=1)


def _read_number(version: str) -> tuple[int, ...]:
    return tuple(int(part) for part in _VERSION.findall(version)[0].split("."))


def build_release(root: Path, target: Path) -> tuple[Path, Path]:
    """Build the wheel and the sdist of a source tree into a folder, checked, and return both files.

    Raises ReleaseError when one is not as it should be.
    """
    check_runtime(root / RUNTIME)
    with TemporaryDirectory() as place:
        sdist = build(root, Path(place, "sdist"), "sdist")
        wheel = build(root, Path(place, "wheel"), "wheel")
        if (
            build(unpack(sdist, Path(place)), Path(place, "again"), "wheel").read_bytes()
            != wheel.read_bytes()
        ):
            raise ReleaseError("the sdist builds another wheel than the tree")
        problems = list(check_wheel(wheel, root))
        if problems:
            raise ReleaseError("; ".join(problems))
        _run(sys.executable, "-m", "twine", "check", "--strict", str(wheel), str(sdist))
        target.mkdir(exist_ok=True)
        files = (target / wheel.name, target / sdist.name)
        for built, file in zip((wheel, sdist), files, strict=True):
            file.write_bytes(built.read_bytes())
            click.echo(f"dist/{file.name}: {file.stat().st_size / 1000:,.0f} kB")
    return files


def check_runtime(package: Path) -> None:
    """Raise ReleaseError when what runs the engine in the pages is not there, or not as its digests say."""
    folder = package / "pyodide"
    if not (folder / "runtime.json").is_file():
        raise ReleaseError(f"{folder} is empty: `make setup` fills it where npm is")
    for file in json.loads((folder / "runtime.json").read_text(encoding="utf-8"))["files"]:
        if sha256((folder / file["name"]).read_bytes()).hexdigest() != file["sha256"]:
            raise ReleaseError(f"{file['name']} in {folder} is not the one that was put there")


def build(source: Path, target: Path, kind: str) -> Path:
    """Build the ``wheel`` or the ``sdist`` of a source tree into a new folder, and return the file."""
    target.mkdir()
    _run(sys.executable, "-m", "hatchling", "build", "-t", kind, "-d", str(target), cwd=source)
    (made,) = target.iterdir()
    return made


def unpack(sdist: Path, target: Path) -> Path:
    """Unpack an sdist into a folder and return the source tree in it."""
    with tarfile.open(sdist) as archive:
        # Python 3.11.2, as Debian 12 has it, knows no filters; ours holds nothing that needs one.
        archive.extraction_filter = getattr(tarfile, "data_filter", None)
        archive.extractall(target)  # noqa: S202
    (tree,) = target.glob("zinegen-*")
    return tree


def check_wheel(wheel: Path, root: Path) -> Iterator[str]:
    """Yield what is wrong with what a wheel holds, held against the source tree it was built from."""
    with ZipFile(wheel) as opened:
        names = {name for name in opened.namelist() if ".dist-info/" not in name}
        version = f"zinegen-{__version__}.dist-info/METADATA" in opened.namelist()
    wanted = {*list_package(root), *list_zine_files(root)}
    if wheel.stat().st_size >= LARGEST:
        yield f"{wheel.name} has {wheel.stat().st_size} bytes, and {LARGEST} are too many"
    if missing := sorted(wanted - names):
        yield f"{wheel.name} lacks {', '.join(missing)}"
    if more := sorted(names - wanted):
        yield f"{wheel.name} holds what does not belong there: {', '.join(more)}"
    if not version:
        yield f"{wheel.name} is not of version {__version__}"


def list_package(root: Path) -> Iterator[str]:
    """Yield the files of the program and of what runs it in the pages, by their names in a wheel."""
    yield from _list_files(root / "zinegen", root, "")
    yield from _list_files(root / RUNTIME, root / RUNTIME.parent, "")


def list_zine_files(root: Path) -> Iterator[str]:
    """Yield the files of which a zine is made, by their names in a wheel."""
    project = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))
    build_settings = project["tool"]["hatch"]["build"]["targets"]["wheel"]
    for name in build_settings["hooks"]["custom"]["files"]:
        yield from _list_files(root / name, root, "zinegen/zine/")


def _list_files(place: Path, root: Path, prefix: str) -> Iterator[str]:
    for path in place.rglob("*") if place.is_dir() else (place,):
        if path.is_file() and "__pycache__" not in path.parts:
            yield f"{prefix}{path.relative_to(root).as_posix()}"


def try_installation(file: Path) -> None:
    """Install a wheel or an sdist into a fresh environment, and make a zine with it far from here.

    Raises ReleaseError when that cannot be done.
    """
    with TemporaryDirectory() as place:
        begun, environment = monotonic(), Path(place, "environment")
        _run(sys.executable, "-m", "venv", str(environment))
        programs = environment / ("Scripts" if sys.platform == "win32" else "bin")
        _run(str(programs / "python"), "-m", "pip", "install", "--quiet", str(file))
        command, zine = str(programs / "zinegen"), Path(place, "zine")
        os.environ["XDG_CONFIG_HOME"] = place  # the game's secret goes with it
        if __version__ not in _run(command, "--version", cwd=Path(place)):
            raise ReleaseError(f"{file.name} installs another version than {__version__}")
        make_zine(command, zine)
        click.echo(f"{file.name}: from nothing to the first site in {monotonic() - begun:.0f} s")


def make_zine(command: str, zine: Path) -> None:
    """Lay out a zine, begin a game, close its first season and build the site."""
    _run(command, "init", zine.name, "--gm", "Ann Example", cwd=zine.parent)
    _run(command, "new", GAME, "--variant", "seismic-acerunner", cwd=zine)
    (season,) = (zine / "games" / GAME / "seasons").iterdir()
    ruling = "[[ruling]]\ndo = 'proceed'\nreason = 'Nobody has handed in anything.'\n"
    (season / "rulings.toml").write_text(ruling, encoding="utf-8")
    _run(command, "check", cwd=zine)
    _run(command, "close", GAME, "--early", season.name, cwd=zine)
    _run(command, "build", "--strict", cwd=zine)
    _run(command, "verify", cwd=zine)
    if not (zine / "site" / "games" / GAME / season.name / "index.html").is_file():
        raise ReleaseError("the site has no page of its first season")
    if not (zine / "site" / LIST).is_file():
        raise ReleaseError("the site has no engine")


def _run(*words: str, cwd: Path | None = None) -> str:
    """Run a command and return what it prints; raises ReleaseError with all it said when it fails."""
    try:
        ended = subprocess.run(  # noqa: S603  (the project's own commands)
            words, cwd=cwd, check=False, capture_output=True, text=True, encoding="utf-8"
        )
    except OSError as problem:
        raise ReleaseError(f"{words[0]} cannot be run: {problem.strerror}") from None
    if ended.returncode != 0:
        said = f"{ended.stdout}{ended.stderr}".strip()
        raise ReleaseError(f"`{' '.join(words)}` ended with {ended.returncode}\n{said}")
    return ended.stdout


def _tell_rest(files: Sequence[Path], *, is_new: bool) -> str:
    """Return what is left to do by hand."""
    names = " ".join(f"dist/{file.name}" for file in files)
    commit = f"git commit CHANGELOG.md -m 'Release {__version__}'" if is_new else ""
    steps = (
        commit and f"read CHANGELOG.md, in which the changes bear the version now, and: {commit}",
        f"git tag v{__version__}, and push main and the tag",
        f"upload: .venv/bin/python -m twine upload --skip-existing {names}",
        "on the platform make a release of the tag, with all files and the part of CHANGELOG.md",
    )
    told = "\n".join(f"{number}. {step}" for number, step in enumerate(filter(None, steps), 1))
    return f"\nzinegen {__version__} is ready in dist/; nothing is uploaded. Left to do:\n{told}"


if __name__ == "__main__":
    main()
