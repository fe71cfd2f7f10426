"""A build after an edit makes the same site, byte for byte, as one from nothing; after none it makes none.

`EDITS=200` tries as many random edits as the long run does, `SEED` other ones.
"""

from __future__ import annotations

import os
import random
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping
from datetime import UTC, datetime, timedelta
from functools import wraps
from pathlib import Path
from unittest.mock import patch

import pytest

from tests.archive.folders import closed, hand_in_opening, made
from tests.site.edits import EVERY, TIME, EditedZine, change, lay_out_version
from tests.sites import ROOT, build_site, lay_out, open_cache
from zinegen.archive import NewGame, new_game
from zinegen.pages.kept.built_site import BuiltSite, SiteMemory, digest_of_site, open_memory
from zinegen.pages.kept.lasting_games import find_named
from zinegen.plugin import ZinePlugin

pytestmark = pytest.mark.slow
EDITS = int(os.environ.get("EDITS", "2"))
SEED = int(os.environ.get("SEED", "1"))
HOSTS = ("", "import properdocs.replacement; ")
"""What lets MkDocs or its fork do the work."""
PYTHON: dict[tuple[str, Path], tuple[str, ...]] = {}
"""What runs code for a host and a version of the program, where that is not a process started anew."""
SAMPLE = ("language", "orders")
"""What the suite tries."""
ALL_ANEW = 20
"""Each so manieth edit is followed by a build for which not even maps were kept."""
MAPS = "maps"
TELL_IMPORT = "from zinegen.cli import main\ntry: main()\nfinally: print('mkdocs' in sys.modules)"
"""What tells, at the end of a command, whether MkDocs was loaded."""


@pytest.fixture(scope="module", autouse=True)
def _python(loaded_python: tuple[str, ...]) -> None:
    PYTHON["", ROOT] = loaded_python


@pytest.fixture(scope="module")
def drawn(tmp_path_factory: pytest.TempPathFactory, start_maps: Path) -> Path:
    """A built zine of a game that has been played for a season, another that begins, and an issue."""
    zine = tmp_path_factory.mktemp("drawn") / "zine"
    zine.mkdir()
    lay_out(zine, start_maps)
    game = made(zine)
    hand_in_opening(game)
    closed(game)
    new_game(zine / "games", "frost", "standard", NewGame())
    (zine / "site_src/issues/1.md").write_text(
        "---\nnumber: 1\ndate: 2026-12-03\ntitle: Fog\n---\nSee [winter](../games/winter/index.md).\n"
    )
    (zine / "site_src" / "numbers.md").write_text(
        "---\n2026: told by a number\ntitle: Rain\n---\n# Rain\n"
    )
    build(zine)
    return zine


@pytest.fixture
def played(drawn: Path, tmp_path: Path) -> Path:
    """The zine with its maps drawn, and nothing else kept."""
    return copy_zine(drawn, tmp_path / "zine")


# ------------------------------------------------------------------------------------------ builds


def read_site(site: Path) -> dict[str, bytes]:
    return {
        path.relative_to(site).as_posix(): path.read_bytes()
        for path in sorted(site.rglob("*"))
        if path.is_file()
    }


def copy_zine(zine: Path, target: Path, program: Path = ROOT, *, with_maps: bool = True) -> Path:
    """Copy what people wrote of a zine, and of what builds keep only the maps, or nothing."""
    shutil.rmtree(target, ignore_errors=True)
    left_out = shutil.ignore_patterns(".cache", "site", "preview")
    shutil.copytree(zine, target, ignore=left_out)
    if with_maps:
        maps = next(zine.glob(f".cache/build/*/{MAPS}"))
        shutil.copytree(maps, find_cache(target, program) / MAPS, copy_function=os.link)
    return target


def find_cache(zine: Path, program: Path) -> Path:
    """Return where a version of the program keeps what it has made."""
    if program == ROOT:
        return open_cache.__wrapped__(zine).folder
    code = "from zinegen.pages import open_cache; from pathlib import Path; print(open_cache(Path()).folder)"
    run = [sys.executable, "-c", code]
    env = surroundings(program)
    found = subprocess.run(run, cwd=zine, env=env, capture_output=True, text=True, check=True)
    return zine / found.stdout.strip()


def surroundings(program: Path = ROOT, time: int = TIME) -> dict[str, str]:
    """Return the environment in which a version of the program runs, and what time it is there."""
    path = os.pathsep.join(map(str, dict.fromkeys((program, ROOT))))
    return {**os.environ, "PYTHONPATH": path, "SOURCE_DATE_EPOCH": str(time)}


def build(
    zine: Path,
    host: str = "",
    code: str = "from zinegen.cli import main; main()",
    time: int = TIME,
    program: Path = ROOT,
) -> str:
    """Build in a process of its own; return what it said."""
    ended = subprocess.run(
        [
            *PYTHON.get((host, program), (sys.executable, "-c")),
            f"import sys; sys.argv[0] = 'zinegen'; {host}{code}",
            "build",
            "-q",
        ],
        cwd=zine,
        env=surroundings(program, time),
        capture_output=True,
        text=True,
        check=False,
    )
    assert ended.returncode in {0, 1}, ended.stderr
    return f"{ended.stdout}{ended.stderr}{ended.returncode}"


PREVIEW = """
import sys
from pathlib import Path
from tests.sites import build_site
for line in sys.stdin:
    place, time = line.split()
    build_site(Path(place), strict=False, serving=True, time=int(time), site="preview")
    print("built", flush=True)
"""
"""Previews the zine in a folder at a moment, as often as it is told to."""


class Preview:
    """A process that shows a zine, and goes on to while it is edited, until another version comes."""

    def __init__(self, host: str) -> None:
        self.host = host
        self.process: subprocess.Popen[str] | None = None
        self.program = ROOT

    def show(self, zine: Path, edited: EditedZine) -> dict[str, bytes]:
        """Return what it shows, but for the search, which is that of the beginning."""
        if self.process is None or self.program != edited.program:
            self.end()
            self.program = edited.program
            self.process = subprocess.Popen(
                [
                    *PYTHON.get((self.host, self.program), (sys.executable, "-c")),
                    f"{self.host}\n{PREVIEW}",
                ],
                env=surroundings(edited.program),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                text=True,
            )
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        print(zine, edited.time, file=self.process.stdin, flush=True)
        said = ""
        for line in self.process.stdout:
            if line == "built\n":
                break
            said += line
        else:
            raise AssertionError(said)
        found = read_site(zine / "preview")
        return {name: each for name, each in found.items() if not name.startswith("pagefind/")}

    def end(self) -> None:
        """End the process."""
        if self.process is not None:
            self.process.communicate()


@pytest.fixture
def previews() -> Iterator[tuple[Preview, ...]]:
    """One for each host."""
    found = tuple(map(Preview, HOSTS))
    yield found
    for one in found:
        one.end()


def test_after_each_edit_a_build_and_a_preview_are_the_same_as_from_nothing(
    played: Path, tmp_path: Path, previews: tuple[Preview, ...]
) -> None:
    """By both hosts by turns, and what one has kept before the other; a build says the same as well.

    Every twentieth build from nothing draws its maps as well.
    """
    chance = random.Random(SEED)
    zine = EditedZine(folder=played, others=(lay_out_version(tmp_path / "other"),))
    build(played)
    for number in range(EDITS):
        name = chance.choice(sorted(EVERY) if len(SAMPLE) < EDITS else SAMPLE[number : number + 1])
        zine.done.append(name)
        print(f"{number + 1}: {name}", flush=True)  # noqa: T201  (for who runs many by hand)
        EVERY[name](zine, chance)
        host = HOSTS[number % 2]
        said = build(played, host, time=zine.time, program=zine.program)
        anew = copy_zine(
            played, tmp_path / "anew", zine.program, with_maps=number % ALL_ANEW != ALL_ANEW - 1
        )
        assert build(anew, host, time=zine.time, program=zine.program) == said, zine.done
        assert list_differences(read_site(played / "site"), read_site(anew / "site")) == [], (
            zine.done
        )
        preview = previews[number // 2 % 2]
        shown = preview.show(played, zine)
        if number:  # the first is what the previews begin with
            fresh = Preview(preview.host)
            there = fresh.show(copy_zine(played, tmp_path / "anew", zine.program), zine)
            fresh.end()
            assert list_differences(shown, there) == [], zine.done


def list_differences(here: Mapping[str, bytes], there: Mapping[str, bytes]) -> list[str]:
    return sorted(one for one in {*here, *there} if here.get(one) != there.get(one))


PRINT_EACH = (
    "import zinegen.plugin; from zinegen.cli import main;"
    " zinegen.plugin.make_part_printer = lambda *_, **__: lambda name, show: show(); main()"
)
"""Builds so that each page prints all that stands round it."""


def test_what_pages_of_a_folder_have_in_common_is_printed_as_each_would_print_it(
    played: Path,
) -> None:
    alone = copy_zine(played, played.with_name("alone"))
    build(played)
    build(alone, code=PRINT_EACH)
    assert list_differences(read_site(played / "site"), read_site(alone / "site")) == []


@pytest.mark.parametrize(
    "place", ["mkdocs.commands.build.get_files", "zinegen.plugin.translate_titles"]
)
def test_a_preview_that_cannot_be_built_leaves_the_one_before(played: Path, place: str) -> None:
    """Whether it fails before its files are known or while they are."""
    before = read_site(build_site(played, strict=False, serving=True))
    with patch(place, side_effect=ValueError("spoilt")), pytest.raises(ValueError, match="spoilt"):
        build_site(played, strict=False, serving=True)
    assert read_site(played / "site") == before


def test_a_look_that_prints_the_time_prints_that_of_each_build(played: Path) -> None:
    change(
        played / "templates/theme/main.html",
        r"\{%- if engine_list",
        '<meta name="edit" content="{{ build_date_utc }}">\n{%- if engine_list',
    )
    for time, told in ((TIME, "00:00:00"), (TIME + 60, "00:01:00")):
        build(played, time=time)
        assert f"2025-12-01 {told}" in (played / "site/about/index.html").read_text()


@pytest.mark.parametrize(
    ("moment", "edit", "after"),
    [
        ("on_files", ("mkdocs.yml", "^site_name: .*", "site_name: Sleet"), "edited"),
        (
            "on_env",
            ("templates/theme/main.html", r"\{%- if engine_list", r"<!-- Sleet -->\g<0>"),
            "put back",
        ),
    ],
)
def test_a_page_printed_while_something_is_edited_is_not_kept_as_of_before_or_after(
    played: Path, moment: str, edit: tuple[str, str, str], after: str
) -> None:
    """The file is edited in the middle of a build, and perhaps put back after it."""
    name, old, new = edit
    path, unchanged = played / name, getattr(ZinePlugin, moment)
    before = path.read_text()

    @wraps(unchanged)
    def run_and_edit(*args: object, **values: object) -> object:
        found = unchanged(*args, **values)
        change(path, old, new)
        return found

    with patch.object(ZinePlugin, moment, run_and_edit):
        build_site(played, strict=False)
    assert path.read_text() != before
    if after == "put back":
        path.write_text(before)
    page = build_site(played, strict=False) / "about/index.html"
    assert ("Sleet" in page.read_text()) == (after == "edited")


# ---------------------------------------------------------------------------------- games that last


def find_season(zine: Path) -> int:
    """Return which folder of the disk a season lies in."""
    return (zine / "site/games/winter/1901-1-spring").stat().st_ino


def test_the_folder_of_a_game_of_which_nothing_has_changed_is_moved_as_one(played: Path) -> None:
    build(played)
    before = find_season(played)
    orders = played / "games/frost/seasons/1901-1-spring/orders/france.toml"
    orders.write_text(f"{orders.read_text()}# edited\n")
    build(played)
    assert find_season(played) == before
    front = played / "games/winter/seasons/1901-1-spring/orders/france.toml"
    front.write_text(f"{front.read_text()}# edited\n")
    build(played)
    assert find_season(played) != before


def test_a_game_into_which_a_text_leads_is_printed_whole_as_from_nothing(played: Path) -> None:
    build(played)
    (played / "site_src" / "extra.md").write_text("# Extra\n[x](games/winter/1901-1-spring.md)\n")
    build(played)
    before = find_season(played)
    (played / "site_src/about.md").write_text("# About\n")
    build(played)
    assert find_season(played) != before
    anew = copy_zine(played, played.with_name("anew"))
    build(anew)
    assert list_differences(read_site(played / "site"), read_site(anew / "site")) == []


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("[x](games/winter/1901-1-spring.md)", {"winter"}),
        ('<a href="../games/winter/1901-1-spring/">x</a>', {"winter"}),
        ("![x](games/frost/maps/x.svg) and games%2Fwinter%2Freplay.md", {"frost", "winter"}),
        ("[x](games/winter/index.md#players), [y](games/index.md)", set()),
    ],
)
def test_texts_that_lead_into_the_folder_of_a_game_are_found(text: str, named: set[str]) -> None:
    assert find_named([text], []) == named
    assert find_named([], ["games/winter/x.txt", "games/x.md", "about.md"]) == {"winter"}


def test_a_spoilt_file_of_a_game_that_lasts_is_told_of_and_made_anew(played: Path) -> None:
    build(played)
    for path in played.glob(".cache/build/*/values/LoadedGame-*"):
        path.write_bytes(b"spoilt")
    (played / "site_src" / "extra.md").write_text("# Extra\n")
    assert "build again" in build(played)
    assert "build again" not in build(played)
    anew = copy_zine(played, played.with_name("anew"))
    build(anew)
    assert list_differences(read_site(played / "site"), read_site(anew / "site")) == []


# ----------------------------------------------------------------------------------- nothing edited


def test_a_build_without_an_edit_loads_no_mkdocs_and_says_what_the_last_one_said(
    played: Path,
) -> None:
    (played / "site_src/issues/1.md").write_text("---\ndate: 2026-12-03\n---\n[x](../gone.md)\n")
    first = build(played)
    assert "gone.md" in first
    before = {path: path.stat().st_mtime_ns for path in (played / "site").rglob("*")}
    anew = "import sys; "  # by no process that has MkDocs loaded
    again = build(played, anew, f"exec({TELL_IMPORT!r})")
    assert again == f"False\n{first}"
    assert {path: path.stat().st_mtime_ns for path in (played / "site").rglob("*")} == before


def rewrite(old: str, new: str) -> Callable[[Path], None]:
    return lambda path: change(path, old, new)


SPOILT: Mapping[str, tuple[str, Callable[[Path], object]]] = {
    "a page is gone": ("site/about/index.html", Path.unlink),
    "a page was changed": ("site/about/index.html", lambda path: path.write_text("x")),
    "a file is new": ("site/x", Path.touch),
    "a text": ("site_src/about.md", lambda path: path.write_text("# About")),
    "a game": ("games/winter/game.toml", lambda path: path.write_text("")),
    "a link among the texts": ("site_src/y.txt", lambda path: path.symlink_to("about.md")),
    "a workflow that pages tell of": (".github/workflows/orders-by-issue.yml", Path.touch),
    "a variable": ("mkdocs.yml", rewrite("^copyright: .*", "copyright: !ENV [COPYRIGHT, x]")),
    "another plugin": ("mkdocs.yml", rewrite("^plugins:", "plugins:\n  - material/tags")),
    "an extension that reads": ("mkdocs.yml", rewrite("^  - smarty", "  - pymdownx.snippets")),
    "typefaces of the machine": ("mkdocs.yml", rewrite("- zinegen:", "- zinegen:\n      pdf: a4")),
}
"""What makes another site, or one of which nobody knows, and the file that it is done to."""


def test_whatever_a_build_reads_makes_another_site(
    played: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(played)
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1764547200")
    build(played)
    (played / ".github/workflows").mkdir(parents=True)
    now = datetime.now(UTC)

    def is_known() -> bool:
        return open_memory(played).find(now) is not None

    for what, (name, spoil) in SPOILT.items():
        path = played / name
        before = (path.read_bytes(), path.stat()) if path.exists() else None
        assert is_known(), what
        spoil(path)
        assert not is_known(), what
        path.unlink(missing_ok=True)
        if before is not None:
            path.write_bytes(before[0])
            os.utime(path, ns=(before[1].st_atime_ns, before[1].st_mtime_ns))
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "0")
    assert not is_known()


def test_a_site_of_which_a_deadline_has_passed_is_made_anew(tmp_path: Path) -> None:
    site, now = tmp_path / "site", datetime.now(UTC)
    site.mkdir()
    (site / "index.html").write_text("x")
    cache = open_cache(tmp_path)
    cache.put(
        "key",
        BuiltSite(
            folder=site,
            digest=digest_of_site(site),
            until=now,
            problems=0,
            warnings=0,
            errors=(),
            remarks=(),
        ),
    )
    memory = SiteMemory(cache=cache, key="key")
    assert memory.find(now - timedelta(seconds=1)) is not None
    assert memory.find(now) is None
