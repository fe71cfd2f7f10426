"""A build after an edit makes the same site, byte for byte, as one from nothing; after none it makes none.

`EDITS=200` tries as many random edits as the long run does, `SEED` other ones.
"""

from __future__ import annotations

import os
import random
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Mapping
from datetime import UTC, datetime, timedelta
from functools import wraps
from pathlib import Path
from unittest.mock import patch

import pytest

from tests.archive.folders import closed, hand_in_opening, made
from tests.sites import ROOT, build_site, lay_out, open_cache
from zinegen.archive import NewGame, new_game
from zinegen.pages.kept.built_site import BuiltSite, SiteMemory, digest_of_site, open_memory
from zinegen.plugin import ZinePlugin

pytestmark = pytest.mark.slow
EDITS = int(os.environ.get("EDITS", "3"))
SEED = int(os.environ.get("SEED", "1"))
HOSTS = ("", "import properdocs.replacement; ")
"""What lets MkDocs or its fork do the work."""
MAPS = "maps"
TIME = 1764547200
TELL_IMPORT = "from zinegen.cli import main\ntry: main()\nfinally: print('mkdocs' in sys.modules)"
"""What tells, at the end of a command, whether MkDocs was loaded."""

Edit = Callable[[Path, random.Random], None]


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


# ------------------------------------------------------------------------------------------ edits


def change(path: Path, old: str, new: str) -> None:
    text = path.read_text()
    found = re.sub(old, new, text, count=1, flags=re.MULTILINE)
    assert re.search(old, text, re.MULTILINE), f"{old} is not in {path}"
    path.write_text(found)


def set_option(name: str, values: tuple[str, ...]) -> Edit:
    """Set one of the program's own settings."""

    def edit(zine: Path, chance: random.Random) -> None:
        settings = zine / "mkdocs.yml"
        kept = re.sub(rf"(?m)^      {name}: .*\n", "", settings.read_text())
        line = f"  - zinegen:\n      {name}: {chance.choice(values)}\n"
        settings.write_text(kept.replace("  - zinegen:\n", line))

    return edit


def set_host_option(name: str, values: tuple[str, ...]) -> Edit:
    """Set one of MkDocs' settings."""
    return lambda zine, chance: change(
        zine / "mkdocs.yml", rf"^{name}: .*$", f"{name}: {chance.choice(values)}"
    )


def edit_orders(zine: Path, chance: random.Random) -> None:
    """Change the orders of a power, of the season that is open or of the one that is over."""
    path = chance.choice(sorted(zine.glob("games/*/seasons/*/orders/*.toml")))
    path.write_text(f"{path.read_text()}# {chance.random()}\n")


def write_press(zine: Path, chance: random.Random) -> None:
    season = chance.choice(sorted(zine.glob("games/*/seasons/*")))
    (season / "press").mkdir(exist_ok=True)
    item = season / "press" / f"gm-{chance.randrange(1, 4)}.md"
    item.write_text(f"---\ndateline: Paris\n---\n*Rain*, and {chance.random()} more.\n")


def write_text(zine: Path, chance: random.Random) -> None:
    path = zine / "site_src" / f"extra-{chance.randrange(3)}.md"
    path.write_text(f"# Extra\n\n[A game](games/winter/index.md), {chance.random()}.\n")


def delete_something(zine: Path, chance: random.Random) -> None:
    found = sorted([*zine.glob("games/*/seasons/*/press/*.md"), *zine.glob("site_src/extra-*.md")])
    if found:
        chance.choice(found).unlink()


def rename_text(zine: Path, chance: random.Random) -> None:
    for path in sorted(zine.glob("site_src/extra-*.md"))[:1]:
        path.rename(path.with_name(f"extra-{chance.randrange(3, 9)}.md"))


def rename_game(zine: Path, chance: random.Random) -> None:
    """Give the game that begins another folder, as `zinegen rename` does."""
    (old,) = [one for one in (zine / "games").iterdir() if one.name != "winter"]
    name = f"frost-{chance.randrange(9)}"
    for path in old.rglob("*.toml"):
        path.write_text(path.read_text().replace(f'"{old.name}"', f'"{name}"'))
    old.rename(old.with_name(name))


def edit_template(zine: Path, chance: random.Random) -> None:
    name = chance.choice(("season.html", "issue.html", "game.html", "player.html"))
    path = zine / "templates/pages" / name
    path.write_text(f"{path.read_text()}<p>{chance.random()}</p>\n")


def edit_look(zine: Path, chance: random.Random) -> None:
    """Change what stands round every page, and what the look prints of all pages."""
    told = chance.choice((str(chance.random()), "{{ pages | length }}", "{{ build_date_utc }}"))
    change(
        zine / "templates/theme/main.html",
        r'(<meta name="edit" [^\n]*\n)?\{%- if engine_list',
        f'<meta name="edit" content="{told}">\n{{%- if engine_list',
    )


def edit_menu(zine: Path, chance: random.Random) -> None:
    change(zine / "mkdocs.yml", r"^  - [^:\n]*: about.md", f"  - About {chance.random()}: about.md")


def retell_issue(zine: Path, chance: random.Random) -> None:
    change(zine / "site_src/issues/1.md", r"^title: .*", f"title: Fog {chance.random()}")


EVERY: Mapping[str, Edit] = {
    "orders": edit_orders,
    "press": write_press,
    "text": write_text,
    "deletion": delete_something,
    "another name of a text": rename_text,
    "another name of a game": rename_game,
    "template": edit_template,
    "look": edit_look,
    "menu": edit_menu,
    "issue": retell_issue,
    "language": set_option("language", ("en", "de", "fr")),
    "motto": set_option("motto", ("Rain", "Sun")),
    "engine": set_option("engine", ("true", "false")),
    "results": set_option("results", ("[]", "[counts]")),
    "name": set_host_option("site_name", ("The Fault Line", "Another")),
    "address": set_host_option("site_url", ("https://zine.example/", "https://zine.example/a/")),
    "addresses of pages": set_host_option("use_directory_urls", ("true", "false")),
    "nothing": lambda _zine, _chance: None,
}


# ------------------------------------------------------------------------------------------ builds


def read_site(site: Path) -> dict[str, bytes]:
    return {
        path.relative_to(site).as_posix(): path.read_bytes()
        for path in sorted(site.rglob("*"))
        if path.is_file()
    }


def copy_zine(zine: Path, target: Path) -> Path:
    """Copy what people wrote of a zine, and of what builds keep only the maps."""
    shutil.rmtree(target, ignore_errors=True)
    shutil.copytree(zine, target, ignore=shutil.ignore_patterns(".cache", "site", "preview"))
    maps = next(zine.glob(f".cache/build/*/{MAPS}"))
    shutil.copytree(maps, open_cache.__wrapped__(target).folder / MAPS, copy_function=os.link)
    return target


def build(
    zine: Path,
    host: str = "",
    code: str = "from zinegen.cli import main; main()",
    time: int = TIME,
) -> str:
    """Build in a process of its own; return what it said."""
    ended = subprocess.run(
        [sys.executable, "-c", f"import sys; sys.argv[0] = 'zinegen'; {host}{code}", "build", "-q"],
        cwd=zine,
        env={**os.environ, "PYTHONPATH": str(ROOT), "SOURCE_DATE_EPOCH": str(time)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert ended.returncode in {0, 1}, ended.stderr
    return f"{ended.stdout}{ended.stderr}{ended.returncode}"


PREVIEW = (
    "from pathlib import Path; from tests.sites import build_site;"
    " build_site(Path(), strict=False, serving=True)"
)


def test_a_build_after_an_edit_makes_the_same_site_as_one_from_nothing(played: Path) -> None:
    """And says the same; by both hosts, one after the other, what one has kept before the other."""
    chance = random.Random(SEED)
    build(played)
    for number in range(EDITS):
        name = (
            chance.choice(sorted(EVERY)) if len(EVERY) < EDITS else sorted(EVERY)[::7][number % 3]
        )
        EVERY[name](played, chance)
        host = HOSTS[number % 2]
        said = build(played, host)
        anew = copy_zine(played, played.with_name("anew"))
        assert build(anew, host) == said, (number, name)
        here, there = read_site(played / "site"), read_site(anew / "site")
        assert sorted(here) == sorted(there), (number, name)
        assert [one for one in here if here[one] != there[one]] == [], (number, name)


def test_a_preview_after_an_edit_shows_the_same_as_one_from_nothing(played: Path) -> None:
    """But for the search, which is that of the beginning."""
    chance = random.Random(SEED)
    build_site(played, strict=False, serving=True)
    for number in range(-(-EDITS // 3)):
        name = chance.choice(sorted({*EVERY} - {"another name of a game"}))
        EVERY[name](played, chance)
        here = read_site(build_site(played, strict=False, serving=True))
        anew = copy_zine(played, played.with_name("anew"))
        build(anew, code=PREVIEW)
        there = read_site(anew / "site")
        differ = [one for one in {*here, *there} if here.get(one) != there.get(one)]
        assert [one for one in differ if not one.startswith("pagefind/")] == [], (number, name)


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


# ----------------------------------------------------------------------------------- nothing edited


def test_a_build_without_an_edit_loads_no_mkdocs_and_says_what_the_last_one_said(
    played: Path,
) -> None:
    (played / "site_src/issues/1.md").write_text("---\ndate: 2026-12-03\n---\n[x](../gone.md)\n")
    first = build(played)
    assert "gone.md" in first
    before = {path: path.stat().st_mtime_ns for path in (played / "site").rglob("*")}
    again = build(played, code=f"exec({TELL_IMPORT!r})")
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
