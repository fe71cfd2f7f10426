"""The command that lays out a zine: init."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from zinegen.catalogues.catalogue import CODES
from zinegen.cli.exits import CONFIG, DONE, GAMES
from zinegen.cli.find_games import find_zine_around
from zinegen.errors import GameFolderError
from zinegen.pages.platforms import PLATFORMS
from zinegen.pages.site.automation import LOCK, holds_program
from zinegen.pages.site.new_zine import WrittenZine, ZinePlan, find_repository, write_zine
from zinegen.pages.site.standard_files import SOURCES
from zinegen.pages.site.zine_settings import read_language

NOBODY = "The GM"
NO_PLATFORM = "none"
LONGEST = 100
"""Characters of a title or a name."""


class PlatformName(click.Choice[str]):
    """The name of a platform, as people may call it."""

    def convert(self, value: str, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """Return the platform's own name; what is none is an error with those that there are."""
        called = value.casefold()
        own = (one.name for one in PLATFORMS.values() if called in one.also)
        return super().convert(next(own, called), param, ctx)


PLATFORM_NAMES = PlatformName((*PLATFORMS, NO_PLATFORM))


@click.command()
@click.argument("folder", metavar="[DIR]", default=".", type=click.Path(path_type=Path))
@click.option("--title", default="", help="The zine's name; the folder's if left out.")
@click.option("--gm", default="", help="The name of its editor and game master.")
@click.option(
    "--platform",
    type=PLATFORM_NAMES,
    help="Where players hand in: brings what checks and publishes there. Codeberg is forgejo; none leaves it"
    " to you.  [default: none]",
)
@click.option("--sealed", is_flag=True, help="Games begun here have sealed orders.")
@click.option(
    "--language",
    type=click.Choice(CODES),
    help="The language of pages, mails and first texts.  [default: that of the settings, or en]",
)
def init(
    *,
    folder: Path,
    title: str,
    gm: str,
    platform: str | None,
    sealed: bool,
    language: str | None,
) -> int:
    """Lay out a zine in DIR, or in this folder: settings, first texts, workflows.

    What lies there already stays as it is. On a terminal it asks for what was not said of title, GM and
    platform.
    """
    around = find_zine_around(folder)
    if around is not None:
        raise GameFolderError(
            f"{folder} lies among the games of the zine in {around}: name another"
        )
    asks = sys.stdin.isatty() and sys.stdout.isatty() and not (folder / CONFIG).exists()
    if asks:
        title = title or click.prompt("The zine's name", default=find_title(folder))
        gm = gm or click.prompt("Editor and GM", default=NOBODY)
    repository = find_repository(folder)
    if asks and platform is None:
        near = (
            one.name for one in PLATFORMS.values() if repository and one.home == repository.host
        )
        platform = click.prompt("Platform", default=next(near, NO_PLATFORM), type=PLATFORM_NAMES)
    plan = ZinePlan(
        title=check_text(title or find_title(folder)),
        editor=check_text(gm or NOBODY),
        platform=PLATFORMS.get(platform or NO_PLATFORM),
        sealed=sealed,
        repository=repository,
        language=language or read_language(folder / CONFIG).code,
    )
    if folder.exists() and not folder.is_dir():
        raise GameFolderError(f"{folder} is a file; a zine is a folder")
    tell_written(folder, write_zine(folder, plan))
    return DONE


def find_title(folder: Path) -> str:
    """Return the name of a zine of which only the folder is known."""
    return folder.resolve().name.replace("-", " ").strip().title() or "The Zine"


def check_text(text: str) -> str:
    """Return a title or a name; raises GameFolderError for one that cannot be printed on one line."""
    if not text.isprintable() or len(text) > LONGEST:
        raise GameFolderError(f"a title or a name has at most {LONGEST} characters, on one line")
    return text


def is_zine(folder: Path) -> bool:
    """Tell whether a folder holds a zine already, or games of somebody's who wants no site.

    Settings are written last: texts without settings are what a run leaves that was cut off.
    """
    cut_off = (folder / SOURCES).exists()
    return (folder / CONFIG).exists() or ((folder / GAMES).exists() and not cut_off)


def tell_written(folder: Path, written: WrittenZine) -> None:
    """Say what was made of a zine and what was left, and what comes next."""
    where = "this folder" if folder == Path() else str(folder)
    if CONFIG in written.made:
        click.echo(
            f"{where} is a zine now: its name stands in {folder / CONFIG}, its texts are in"
            f" {folder / SOURCES}/; {folder / 'README.md'} says where everything else is"
        )
        click.echo(
            "`zinegen new GAME --variant VARIANT` begins a game, `zinegen build` makes the site"
        )
    elif written.made:
        click.echo(f"{where} has now: {', '.join(written.made)}")
    else:
        click.echo(f"{where} is a zine already; nothing is changed")
    if written.left:
        click.echo(f"left as it was: {', '.join(written.left)}")
    for lock in (folder / name for name in written.made if name.endswith(f"/{LOCK}")):
        if not holds_program(lock.read_bytes()):
            click.echo(
                f"one thing is missing before anything is checked or published: see the end of {lock}"
            )
