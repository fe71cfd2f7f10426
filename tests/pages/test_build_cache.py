"""The cache of builds: a value is found by everything that it was made from, and only as it was put there."""

import importlib
import os
import pickle
import shutil
import signal
import subprocess
import sys
import textwrap
import tomllib
from io import BytesIO
from pathlib import Path

import pytest

from zinegen.archive import files
from zinegen.errors import ZinegenError
from zinegen.pages.browser_bundle import LIBRARIES as PACKED
from zinegen.pages.maps import build_cache
from zinegen.pages.maps.build_cache import (
    LIBRARIES,
    PACKAGE,
    BuildCache,
    CacheError,
    _DataReader,
    digest_of_folder,
    digest_of_values,
    keep_files,
    open_cache,
    program_digest,
    recall_files,
)
from zinegen.pages.site.game_parts.loaded_games import PlayerNames

KEY = digest_of_values("a note")


@pytest.fixture
def cache(tmp_path):
    """A cache with one value in a file."""
    cache = BuildCache(tmp_path / "program")
    cache.put(KEY, PlayerNames(("kept",)))
    return cache


def reopened(cache):
    """Return the cache as another process sees it."""
    return BuildCache(cache.folder)


def test_another_process_finds_a_lasting_value(cache):
    assert reopened(cache).get(PlayerNames, KEY) == PlayerNames(("kept",))


def test_only_this_process_finds_a_value_in_memory(cache):
    cache.put("k", PlayerNames(("here",)), lasting=False)
    assert cache.get(PlayerNames, "k") == PlayerNames(("here",))
    assert reopened(cache).get(PlayerNames, "k") is None


def test_a_value_is_found_under_its_own_key_and_class_only(cache):
    assert cache.get(PlayerNames, digest_of_values("another")) is None
    assert cache.get(str, KEY) is None


def test_nothing_is_kept_under_the_key_of_sources_that_cannot_be_read(cache):
    for lasting in (True, False):
        cache.put("", PlayerNames(("x",)), lasting=lasting)
    assert cache.get(PlayerNames, "") is None


def test_a_key_takes_in_every_value_and_knows_nothing_of_unreadable_ones():
    keys = {digest_of_values("a", *more) for more in ([], ["b"], [1], ["1"], [("b",)])}
    assert len(keys) == 5
    assert digest_of_values("a", digest_of_folder(Path("/nowhere"))) == ""


@pytest.mark.parametrize("place", [0, 31, 40, -1])
def test_a_file_of_which_a_byte_has_changed_is_passed_over(cache, place):
    (path,) = (cache.folder / "values").iterdir()
    content = bytearray(path.read_bytes())
    content[place] ^= 1
    path.write_bytes(content)
    assert reopened(cache).get(PlayerNames, KEY) is None


@pytest.mark.parametrize("size", [0, 10, 32, 50])
def test_a_file_that_was_cut_off_is_passed_over(cache, size):
    (path,) = (cache.folder / "values").iterdir()
    path.write_bytes(path.read_bytes()[:size])
    assert reopened(cache).get(PlayerNames, KEY) is None


def test_what_was_not_used_since_the_last_time_goes(cache):
    cache.put("other", PlayerNames(("other",)))
    cache.put("memory", PlayerNames(("memory",)), lasting=False)
    cache.drop_unused(files=True)
    assert cache.get(PlayerNames, "other") == PlayerNames(("other",))
    cache.drop_unused(files=True)
    assert cache.get(PlayerNames, KEY) is None
    assert cache.get(PlayerNames, "memory") is None
    assert reopened(cache).get(PlayerNames, "other") == PlayerNames(("other",))


def test_a_preview_drops_nothing_from_the_disk(cache):
    cache.drop_unused(files=False)
    cache.drop_unused(files=False)
    assert reopened(cache).get(PlayerNames, KEY) == PlayerNames(("kept",))


@pytest.mark.parametrize("keep", ["keep_file", "write"])
def test_a_process_that_is_killed_while_it_writes_leaves_no_broken_value(tmp_path, keep):
    """What it has written so far lies beside the place, under another name."""
    program = f"""
        import os, signal
        from pathlib import Path
        from zinegen.archive import files
        from zinegen.pages.maps.build_cache import BuildCache
        files.os.replace = lambda *_: os.kill(os.getpid(), signal.SIGKILL)
        BuildCache(Path({str(tmp_path)!r})).{keep}("maps/a.svg", b"all of it")
    """
    done = subprocess.run([sys.executable, "-c", textwrap.dedent(program)], check=False)
    assert done.returncode == -signal.SIGKILL
    cache = BuildCache(tmp_path)
    assert cache.find_file("maps/a.svg") is None
    assert cache.read("maps/a.svg") is None
    (left,) = (tmp_path / "maps").iterdir()
    assert left.name.startswith(files.TEMPORARY)


# ------------------------------------------------------------------------------------ the program


@pytest.fixture(scope="module")
def package(tmp_path_factory):
    """A copy of the program."""
    target = tmp_path_factory.mktemp("copy") / "zinegen"
    return shutil.copytree(PACKAGE, target, ignore=shutil.ignore_patterns("__pycache__"))


@pytest.mark.parametrize("name", sorted(path.parent.name for path in PACKAGE.glob("*/__init__.py")))
def test_a_constant_changed_in_any_package_makes_another_program(package, name):
    """Every value that was made by the program as it was is made anew."""
    before = program_digest(package)
    module = max((package / name).rglob("*.py"), key=lambda path: path.stat().st_size)
    text = module.read_text()
    module.write_text(f"{text}\nCONSTANT = 2\n")
    assert program_digest(package) != before
    module.write_text(text)
    assert program_digest(package) == before


def test_another_map_or_file_of_data_makes_another_program(package):
    before = program_digest(package)
    (package / "data" / "more.json").write_text("{}")
    assert program_digest(package) != before
    (package / "data" / "more.json").unlink()


def test_times_and_compiled_files_make_no_other_program(package):
    before = program_digest(package)
    (package / "__pycache__").mkdir(exist_ok=True)
    (package / "__pycache__" / "plugin.pyc").write_bytes(b"x")
    os.utime(package / "plugin.py", (0, 0))
    assert program_digest(package) == before


def test_another_version_of_a_library_makes_another_program(package, monkeypatch):
    before = program_digest(package)
    monkeypatch.setattr(build_cache, "version", lambda name: f"{name} 99")
    assert program_digest(package) != before


def test_a_program_that_cannot_be_read_keeps_nothing(tmp_path):
    with pytest.raises(CacheError):
        program_digest(tmp_path / "nowhere")


def test_every_library_that_shapes_a_value_is_in_its_key():
    """All that the program depends on but what reads commands, drawings, repositories or edits files.

    And what is packed for the pages' engine.
    """
    text = (PACKAGE.parent / "pyproject.toml").read_text()
    needed = {
        one.partition(">")[0].lower() for one in tomllib.loads(text)["project"]["dependencies"]
    }
    shapes_none = {
        *("click", "defusedxml", "dulwich[merge]"),
        *("pagefind[bin]", "svgelements", "tomlkit"),
    }
    assert set(LIBRARIES) == {*needed, *PACKED} - shapes_none


DRAWING = """
    import sys
    from pathlib import Path
    from zinegen.play.setups import start_state
    from zinegen.pages.maps import map_jobs
    from zinegen.pages.maps.build_cache import open_cache
    from zinegen.pages.maps.map_files import MapQueue
    from zinegen.pages.maps.map_renderer import MapRenderer
    from zinegen.variants import find_variant
    from zinegen.workers import IN_PROCESS

    def render(job):
        drawn.append(job)
        return map_jobs.render_map(job)

    drawn = []
    maps = MapQueue(folder="m/", title="A game")
    start = start_state(find_variant("standard"))
    maps.with_downloads(maps.before(start, ""), start)
    renderer = MapRenderer(cache=open_cache(Path(sys.argv[1])), workers=IN_PROCESS, render=render)
    renderer.render_missing(maps.jobs)
    print(len(drawn), len(maps.jobs), *(path.stat().st_size for path in renderer.paths(maps.jobs).values()))
"""


@pytest.mark.slow
def test_maps_are_drawn_anew_by_another_program_and_never_by_the_same(package, tmp_path):
    """The width of a map as PNG stands in a module that draws nothing itself."""

    def draw():
        done = subprocess.run(
            [sys.executable, "-c", textwrap.dedent(DRAWING), str(tmp_path)],
            env={**os.environ, "PYTHONPATH": str(package.parent)},
            cwd=tmp_path,
            capture_output=True,
            check=True,
            text=True,
        )
        drawn, wanted, *sizes = map(int, done.stdout.split())
        return drawn, wanted, sizes

    drawn, wanted, sizes = draw()
    assert drawn == wanted > 1
    assert draw() == (0, wanted, sizes)
    module = package / "pages" / "maps" / "map_jobs.py"
    text = module.read_text()
    module.write_text(text.replace("WIDE = 1600", "WIDE = 800"))
    drawn, _, others = draw()
    assert drawn == wanted
    assert others != sizes
    assert len(list((tmp_path / ".cache" / "build").iterdir())) == 1
    module.write_text(text)


# ------------------------------------------------------------------------------- folders of games


@pytest.fixture
def folder(tmp_path):
    """A folder with a few things in it."""
    folder = tmp_path / "game"
    (folder / "seasons" / "one").mkdir(parents=True)
    (folder / "game.toml").write_text("title = 1")
    (folder / "seasons" / "one" / "season.toml").write_text("x = 1")
    (folder / "link").symlink_to("game.toml")
    return folder


CHANGES = {
    "another byte": lambda folder: (folder / "game.toml").write_text("title = 2"),
    "another name": lambda folder: (folder / "game.toml").rename(folder / "gone.toml"),
    "one file more": lambda folder: (folder / "seasons" / "one" / "new").touch(),
    "one file fewer": lambda folder: (folder / "seasons" / "one" / "season.toml").unlink(),
    "a link elsewhere": lambda folder: relinked(folder / "link", "seasons"),
    "a link for a file": lambda folder: relinked(folder / "game.toml", "link"),
    "a pipe": lambda folder: os.mkfifo(folder / "pipe"),
}


def relinked(path, target):
    path.unlink()
    path.symlink_to(target)


@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES)
def test_a_folder_has_another_digest_after_any_change(folder, change):
    before = digest_of_folder(folder)
    assert digest_of_folder(folder) == before
    change(folder)
    assert digest_of_folder(folder) not in {"", before}


def test_a_digest_does_not_hang_on_times(folder):
    before = digest_of_folder(folder)
    os.utime(folder / "game.toml", (0, 0))
    assert digest_of_folder(folder) == before


def test_of_a_folder_that_cannot_be_read_nothing_is_known(folder, monkeypatch):
    def refused(_path, **_):
        raise PermissionError

    monkeypatch.setattr(build_cache, "_digest_file", refused)
    assert digest_of_folder(folder) == ""
    assert digest_of_folder(folder / "nowhere") == ""


# ------------------------------------------------------------------- what earlier versions have made


def earlier_files(cache_folder):
    """Write a file as earlier versions kept it in each of their folders; return the files."""
    files = [
        cache_folder / "maps" / "0123456789abcdef" / "b-0123456789abcdef.svg",
        cache_folder / "books" / "winter.book",
        cache_folder / "templates" / "__jinja2_0a1b.cache",
    ]
    for file in files:
        file.parent.mkdir(parents=True)
        file.write_bytes(b"x")
    return files


def test_what_earlier_versions_kept_is_deleted(tmp_path):
    files = earlier_files(tmp_path / ".cache")
    open_cache(tmp_path)
    assert not any(file.exists() for file in files)
    assert [one.name for one in (tmp_path / ".cache").iterdir()] == ["origin"]


def test_what_others_keep_in_folders_of_these_names_stays(tmp_path):
    others = [tmp_path / ".cache" / name / "coast.png" for name in ("maps", "books", "templates")]
    for file in others:
        file.parent.mkdir(parents=True)
        file.write_bytes(b"x")
    open_cache(tmp_path)
    assert all(file.exists() for file in others)


def test_nothing_is_deleted_through_a_link(tmp_path):
    files = earlier_files(tmp_path / "elsewhere")
    (tmp_path / "zine" / ".cache").mkdir(parents=True)
    (tmp_path / "zine" / ".cache" / "maps").symlink_to(tmp_path / "elsewhere" / "maps")
    open_cache(tmp_path / "zine")
    assert all(file.exists() for file in files)


def test_nothing_is_deleted_of_a_cache_that_is_refused(tmp_path, monkeypatch):
    files = earlier_files(tmp_path / ".cache")
    monkeypatch.setattr("os.geteuid", lambda: 12345)
    with pytest.raises(CacheError):
        open_cache(tmp_path)
    assert all(file.exists() for file in files)


# --------------------------------------------------------------------- what somebody else has made


@pytest.fixture
def known(tmp_path):
    """A zine's folder whose cache holds a value, opened anew each time."""
    open_again(tmp_path / "zine").put(KEY, PlayerNames(("kept",)))
    return tmp_path / "zine"


def open_again(root):
    """Open a cache as another process does."""
    root.mkdir(exist_ok=True)
    open_cache.cache_clear()
    return open_cache(root)


def test_a_cache_that_was_made_here_is_found_again(known):
    assert open_again(known).get(PlayerNames, KEY) == PlayerNames(("kept",))


def copy(source, target):
    shutil.copytree(source, target)


def unpack(source, target):
    shutil.make_archive(str(target), "zip", source)
    shutil.unpack_archive(f"{target}.zip", target)


def check_out(source, target):
    commands = (
        ["init", "-q"],
        ["add", "-f", "."],
        ["-c", "user.name=x", "-c", "user.email=x@x", "commit", "-qmx"],
    )
    for command in commands:
        subprocess.run(["git", "-C", str(source), *command], check=True)
    subprocess.run(["git", "clone", "-q", str(source), str(target)], check=True)


@pytest.mark.parametrize("bring", [copy, unpack, check_out])
def test_a_cache_that_came_from_elsewhere_is_never_read(known, tmp_path, bring):
    """What it holds would be published unseen; no git is needed to tell."""
    bring(known, tmp_path / "other")
    cache = open_again(tmp_path / "other")
    assert cache.get(PlayerNames, KEY) is None
    assert not list((tmp_path / "other/.cache/build").iterdir())


def test_a_cache_of_somebody_else_is_refused(known, monkeypatch):
    monkeypatch.setattr("os.geteuid", lambda: 12345)
    with pytest.raises(CacheError, match="belongs to somebody else"):
        open_again(known)


def test_a_cache_that_is_a_link_is_refused(tmp_path):
    (tmp_path / "zine").mkdir()
    (tmp_path / "zine/.cache").symlink_to(tmp_path)
    with pytest.raises(ZinegenError, match="link"):
        open_again(tmp_path / "zine")


@pytest.mark.parametrize(
    ("module", "name"),
    [
        ("builtins", "print"),
        ("zinegen.cli.github", "subprocess.Popen"),
        ("zinegen.archive.seals", "Path.unlink"),
        ("zinegen.pages.maps.build_cache", "CDLL"),
        ("zinegen.pages.maps.build_cache", "BytesIO"),
        ("zinegen.pages.maps.build_cache", "open_cache"),
        ("zinegen.pages.maps.build_cache", "_DataReader"),
        ("zinegen.pages.maps.build_cache", "PACKAGE.touch"),
        ("zinegen.cli.github", "GitHub"),
        ("zinegen.pages.site.games", "PlayerNames.__init__"),
        ("antigravity", "webbrowser"),
        ("zinegen.never", "Loaded"),
        ("datetime", "sys.exit"),
    ],
)
@pytest.mark.parametrize("protocol", [0, 4])
def test_a_kept_value_that_would_do_something_is_not_read(cache, module, name, protocol):
    for kept in ("zinegen.cli.github", "zinegen.archive.seals"):
        importlib.import_module(kept)
    asked = (
        f"c{module}\n{name}\n(V/nowhere\ntR.".encode()
        if protocol == 0
        else b"\x80\x04"
        + b"".join(b"\x8c" + bytes([len(one)]) + one.encode() for one in (module, name))
        + b"\x93)R."
    )
    cache.write(f"values/PlayerNames-{KEY}", asked)
    with pytest.raises(pickle.UnpicklingError, match="is no data"):
        _DataReader(BytesIO(asked)).load()
    assert reopened(cache).get(PlayerNames, KEY) is None
    assert "antigravity" not in sys.modules


@pytest.fixture
def read(monkeypatch):
    """The files that are read to be digested, in a process that knows none; all are taken for old."""
    read, file_digest = [], build_cache.file_digest

    def note_read(file, kind):
        read.append(Path(file.name).name)
        return file_digest(file, kind)

    monkeypatch.setattr(build_cache, "file_digest", note_read)
    monkeypatch.setattr(build_cache, "SETTLED", 0)
    forget_files(monkeypatch)
    return read


def forget_files(monkeypatch):
    monkeypatch.setattr(build_cache, "_KNOWN_FILES", {})
    monkeypatch.setattr(build_cache, "_ASKED_FILES", set())


@pytest.fixture
def digested(tmp_path, read, monkeypatch):
    """A folder with its digest, of which another process has kept what it has read."""
    folder, kept = tmp_path / "games", BuildCache(tmp_path / "kept")
    folder.mkdir()
    (folder / "a").write_text("one")
    (folder / "b").write_text("two")
    wait_for_another_time(tmp_path)
    digest = digest_of_folder(folder)
    assert sorted(read) == ["a", "b"]
    keep_files(kept)
    forget_files(monkeypatch)
    recall_files(kept)
    read.clear()
    return folder, digest


def wait_for_another_time(folder):
    """Wait until the disk gives a file another time than what is there already."""
    newest = max(path.stat().st_ctime_ns for path in folder.rglob("*"))
    clock = folder / "clock"
    clock.touch()
    while clock.stat().st_ctime_ns <= newest:
        clock.chmod(0o600)
    clock.unlink()


def test_a_file_that_another_process_has_read_is_not_read_again(digested, read):
    folder, digest = digested
    assert digest_of_folder(folder) == digest
    assert read == []


def test_a_file_of_which_only_the_content_has_changed_is_read_again(digested, read):
    """Its size and the time of its content are as before; no program can choose the time of any change."""
    folder, digest = digested
    about = (folder / "a").stat()
    (folder / "a").write_text("two")
    os.utime(folder / "a", ns=(about.st_atime_ns, about.st_mtime_ns))
    assert digest_of_folder(folder) != digest
    assert read == ["a"]
