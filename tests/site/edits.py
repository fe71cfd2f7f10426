"""Random edits of a zine, as its GM, its players and whoever runs it make them from one build to the next."""

from __future__ import annotations

import random
import re
import shutil
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import date
from pathlib import Path

from tests.archive.folders import NOW, OPENING, hand_in, opened
from tests.sites import ROOT
from zinegen.archive import CloseOptions, NewGame, close_game, new_game, reopen_season
from zinegen.archive.folder.rename_game import rename_game

TIME = 1764547200
DAY = 24 * 60 * 60


@dataclass(slots=True, kw_only=True)
class EditedZine:
    """A zine, the program that builds it, and the moment of the build."""

    folder: Path
    program: Path = ROOT
    """The folder in which the package lies."""
    others: tuple[Path, ...] = ()
    """Where other versions lie."""
    time: int = TIME
    """Seconds since 1970."""
    done: list[str] = field(default_factory=list)
    """What was done to it, for a failure to tell."""


Edit = Callable[[EditedZine, random.Random], None]


def change(path: Path, old: str, new: str) -> None:
    """Replace what a pattern finds in a file; it must be there."""
    text = path.read_text()
    found = re.sub(old, new, text, count=1, flags=re.MULTILINE)
    assert re.search(old, text, re.MULTILINE), f"{old} is not in {path}"
    path.write_text(found)


def lay_out_version(folder: Path) -> Path:
    """Lay out another version of the program: it has another number, and says another word."""
    folder.mkdir()
    shutil.copytree(ROOT / "zinegen", folder / "zinegen")
    for name in ("templates", "site_src"):
        (folder / name).symlink_to(ROOT / name)
    for name, old, new in (
        ("version.py", '^__version__ = ".*"', '__version__ = "99.0"'),
        ("pages/words/phrases.py", r'N_\("succeeds"\)', 'N_("comes about")'),
    ):
        change(folder / "zinegen" / name, old, new)
    return folder


# ------------------------------------------------------------------------------------------- games


def find_game(zine: EditedZine) -> Path:
    """Return the game that begins, whatever it is called by now."""
    (found,) = (zine.folder / "games").glob("frost*")
    return found


def touch_orders(zine: EditedZine, chance: random.Random) -> None:
    """Change the file of a power, of the season that is open or of one that is over."""
    path = chance.choice(sorted(zine.folder.glob("games/*/seasons/*/orders/*.toml")))
    path.write_text(f"{path.read_text()}# {chance.random()}\n")


def write_orders(zine: EditedZine, chance: random.Random) -> None:
    """Hand in other orders for the season that is open; now and then lines that nobody can read."""
    power = chance.choice(sorted(OPENING))
    lines = [line for line in OPENING[power].splitlines() if chance.random() < 0.7]
    if chance.random() < 0.2:
        lines.append(f"A Nowhere - {chance.randrange(99)}")
    hand_in(zine.folder / "games/winter", power, orders="\n".join(lines))


def write_press(zine: EditedZine, chance: random.Random) -> None:
    """Write press of the GM's for any season."""
    season = chance.choice(sorted(zine.folder.glob("games/*/seasons/*")))
    (season / "press").mkdir(exist_ok=True)
    item = season / "press" / f"gm-{chance.randrange(1, 4)}.md"
    item.write_text(f"---\ndateline: Paris\n---\n*Rain*, and {chance.random()} more.\n")


def close_or_reopen(zine: EditedZine, _chance: random.Random) -> None:
    """Close the first season of the game that begins, or take its record back."""
    game = find_game(zine)
    if list(game.glob("seasons/*/result.json")):
        reopen_season(game, "1901-1-spring", "a file came late", date(2026, 12, 2))
        return
    for power, lines in OPENING.items():
        path = opened(game).seasons[0].folder / "orders" / f"{power.lower()}.toml"
        head = f'game = "{game.name}"\nseason = "1901-1-spring"\npower = "{power.lower()}"\n'
        path.write_text(f"{head}orders = '''\n{lines}\n'''\n")
    close_game(game, CloseOptions(now=NOW, early="1901-1-spring"))


def give_another_name(zine: EditedZine, chance: random.Random) -> None:
    """Rename the game that begins."""
    rename_game(zine.folder, find_game(zine).name, f"frost-{chance.randrange(9)}")


def begin_or_delete_game(zine: EditedZine, _chance: random.Random) -> None:
    """Begin a third game, or delete it whole."""
    game = zine.folder / "games/sleet"
    if game.exists():
        shutil.rmtree(game)
    else:
        new_game(game.parent, game.name, "standard", NewGame(players={}))


def seat_player(zine: EditedZine, chance: random.Random) -> None:
    """Say who plays a power."""
    game, name = (
        chance.choice((find_game(zine), zine.folder / "games/winter")),
        chance.choice("ABC"),
    )
    change(
        game / "game.toml", r"^(# )?france = \{ name = [^,}]*.*$", f'france = {{ name = "{name}" }}'
    )


def set_deadline(zine: EditedZine, chance: random.Random) -> None:
    """Move the deadline of a season that is open."""
    season = max(find_game(zine).glob("seasons/*/season.toml"))
    day = chance.randrange(1, 29)
    change(season, r"^(# )?deadline .*$", f"deadline = 2025-12-{day:02}T22:00:00Z")


# ------------------------------------------------------------------------------------------- texts


def write_text(zine: EditedZine, chance: random.Random) -> None:
    """Write a page."""
    path = zine.folder / "site_src" / f"extra-{chance.randrange(3)}.md"
    page = chance.choice(("index.md", "1901-1-spring.md#orders", "replay.md"))
    path.write_text(f"# Extra\n\n[A game](games/winter/{page}), {chance.random()}.\n")


def rename_text(zine: EditedZine, chance: random.Random) -> None:
    """Give a page another name."""
    for path in sorted(zine.folder.glob("site_src/extra-*.md"))[:1]:
        path.rename(path.with_name(f"extra-{chance.randrange(3, 9)}.md"))


def write_issue(zine: EditedZine, chance: random.Random) -> None:
    """Write the first issue anew, or another one."""
    number = chance.randrange(1, 4)
    told = f"number: {number}\ndate: 2026-12-0{number + 2}\ntitle: Fog {chance.random()}"
    path = zine.folder / f"site_src/issues/{number}.md"
    path.write_text(f"---\n{told}\n---\nSee [winter](../games/winter/index.md).\n")


def delete_something(zine: EditedZine, chance: random.Random) -> None:
    """Delete press, a page or an issue."""
    patterns = ("games/*/seasons/*/press/*.md", "site_src/extra-*.md", "site_src/issues/[2-9].md")
    found = sorted(path for one in patterns for path in zine.folder.glob(one))
    if found:
        chance.choice(found).unlink()


# -------------------------------------------------------------------------------- look and settings


def edit_template(zine: EditedZine, chance: random.Random) -> None:
    """Write something into one of the zine's own templates, or do without it; the program's holds then."""
    name = chance.choice(("season.html", "issue.html", "game.html", "player.html"))
    path = zine.folder / "templates/pages" / name
    if path.exists() and chance.random() < 0.3:
        path.unlink()
    else:
        text = (ROOT / "templates/pages" / name).read_text()
        path.write_text(f"{text}<p>{chance.random()}</p>\n")


def edit_look(zine: EditedZine, chance: random.Random) -> None:
    """Change what stands round every page, and what the look prints of all pages."""
    told = chance.choice((str(chance.random()), "{{ pages | length }}", "{{ build_date_utc }}"))
    change(
        zine.folder / "templates/theme/main.html",
        r'(<meta name="edit" [^\n]*\n)?\{%- if engine_list',
        f'<meta name="edit" content="{told}">\n{{%- if engine_list',
    )


def edit_style(zine: EditedZine, chance: random.Random) -> None:
    """Write something into the style sheet."""
    path = zine.folder / "site_src/assets/zine.css"
    path.write_text(f"{path.read_text()}/* {chance.random()} */\n")


def edit_menu(zine: EditedZine, chance: random.Random) -> None:
    """Call a page something else in the menu."""
    pattern = r"^  - [^:\n]*: about.md"
    change(zine.folder / "mkdocs.yml", pattern, f"  - About {chance.random()}: about.md")


def set_option(name: str, values: tuple[str, ...]) -> Edit:
    """Set one of the program's own settings."""

    def edit(zine: EditedZine, chance: random.Random) -> None:
        settings = zine.folder / "mkdocs.yml"
        kept = re.sub(rf"(?m)^      {name}: .*\n", "", settings.read_text())
        line = f"  - zinegen:\n      {name}: {chance.choice(values)}\n"
        settings.write_text(kept.replace("  - zinegen:\n", line))

    return edit


def set_host_option(name: str, values: tuple[str, ...]) -> Edit:
    """Set one of MkDocs' settings."""
    return lambda zine, chance: change(
        zine.folder / "mkdocs.yml", rf"^{name}: .*$", f"{name}: {chance.choice(values)}"
    )


# ------------------------------------------------------------------------------- program and moment


def change_version(zine: EditedZine, _chance: random.Random) -> None:
    """Let another version of the program build it."""
    zine.others, zine.program = (*zine.others[1:], zine.program), zine.others[0]


def let_time_pass(zine: EditedZine, chance: random.Random) -> None:
    """Build hours or days later; deadlines pass."""
    zine.time += chance.randrange(DAY * 3)


EVERY: Mapping[str, Edit] = {
    "a file of orders": touch_orders,
    "orders": write_orders,
    "press": write_press,
    "a season closed or reopened": close_or_reopen,
    "another name of a game": give_another_name,
    "a game begun or deleted": begin_or_delete_game,
    "a player": seat_player,
    "a deadline": set_deadline,
    "text": write_text,
    "another name of a text": rename_text,
    "issue": write_issue,
    "deletion": delete_something,
    "template": edit_template,
    "look": edit_look,
    "style": edit_style,
    "menu": edit_menu,
    "language": set_option("language", ("en", "de", "fr")),
    "motto": set_option("motto", ("Rain", "Sun")),
    "engine": set_option("engine", ("true", "false")),
    "results": set_option("results", ("[]", "[counts]")),
    "name": set_host_option("site_name", ("The Fault Line", "Another")),
    "address": set_host_option("site_url", ("https://zine.example/", "https://zine.example/a/")),
    "addresses of pages": set_host_option("use_directory_urls", ("true", "false")),
    "another version": change_version,
    "later": let_time_pass,
    "nothing": lambda _zine, _chance: None,
}
