"""Commands about what a zine has from the program: templates, upgrade."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

import click

from zinegen.archive.files import make_folder, write_atomically
from zinegen.cli.exits import BEGIN, CANNOT, CONFIG, DONE, print_error
from zinegen.cli.init import PLATFORM_NAMES
from zinegen.errors import GameFolderError
from zinegen.notation.grammar.names import suggest
from zinegen.pages.platforms import PLATFORMS, Platform, list_addresses
from zinegen.pages.site.copied_files import Copy, note_origins, read_origins
from zinegen.pages.site.new_zine import find_repository, read_zine_file
from zinegen.pages.site.standard_files import list_replaceable
from zinegen.pages.site.upgrade import (
    CHANGELOG,
    Upgrade,
    carry_out_upgrade,
    list_news,
    plan_upgrade,
)
from zinegen.pages.site.zine_settings import read_language
from zinegen.version import __version__

SAID: Mapping[Copy, str] = {
    Copy.ABSENT: "",
    Copy.SAME: "here, the same as the program's: may be deleted",
    Copy.BEHIND: "here, unchanged, and the program has a newer one: may be deleted",
    Copy.OWN: "yours",
    Copy.OWN_BEHIND: "yours, and the program's has changed since it was copied",
}


@click.command()
@click.argument("name", default="")
@click.option("--copy", is_flag=True, help="Write it into the zine, to be edited there.")
def templates(*, name: str, copy: bool) -> int:
    """List the templates, pages and style sheets that a zine can have its own of, or print one.

    A file at the same place in the zine's folder is used instead of the program's; one alone is enough.
    NAME is its path or the end of it, such as season.html.
    """
    here = Path()
    known = list_replaceable(read_language(here / CONFIG).code)
    if not name:
        if copy:
            raise GameFolderError("--copy needs the name of a template")
        origins = read_origins(here)
        width = max(len(one) for one in known)
        for one, path in known.items():
            is_original = (here / one).resolve() == path
            said = "" if is_original else SAID[origins.find_copy(here, one, path.read_bytes())]
            click.echo(f"{one:{width}}  {said}".rstrip())
        return DONE
    chosen = _find(name, known)
    content = known[chosen].read_bytes()
    if not copy:
        click.echo(content, nl=False)
        return DONE
    if (here / chosen).exists() or (here / chosen).is_symlink():
        raise GameFolderError(f"{chosen} is there already")
    make_folder((here / chosen).parent)
    write_atomically(here / chosen, content)
    note_origins(here, {chosen: content})
    click.echo(f"{chosen} is yours now; delete it, and the program's own is used again")
    return DONE


def _find(name: str, known: Mapping[str, Path]) -> str:
    """Return the one path that a name means; raises GameFolderError when there is none, or several."""
    found = [one for one in known if one == name] or [
        one for one in known if one.endswith(f"/{name}")
    ]
    if len(found) > 1:
        raise GameFolderError(f"{name} may be {' or '.join(found)}")
    if not found:
        ends = {one.rpartition("/")[2]: one for one in known}
        hint = suggest(name, (*known, *ends), "`zinegen templates` lists them")
        raise GameFolderError(f"there is no template {name}; {hint}")
    return found[0]


@click.command()
@click.option("--yes", is_flag=True, help="Write without asking.")
@click.option(
    "--platform",
    type=PLATFORM_NAMES,
    help="Move to another platform: its files come, and those of the one before go.",
)
def upgrade(*, yes: bool, platform: str | None) -> int:
    """Bring the files that this zine has from the program to the installed version.

    These are what checks and publishes on its platform, the lock, and what `zinegen templates --copy` has
    copied. What the GM has changed is left alone. It shows every difference first, and asks.
    """
    if not Path(CONFIG).is_file():
        raise GameFolderError(f"there is no {CONFIG} here, so this is no zine; {BEGIN}")
    chosen = None if platform is None else [PLATFORMS[platform]] if platform in PLATFORMS else []
    plan = plan_upgrade(Path(), chosen)
    for step in plan.steps:
        click.echo(step.describe())
    for name in plan.left:
        click.echo(f"left as it is, for it is not as zinegen wrote it: {name}")
    for lock in plan.unlocked:
        what = "has no program in it" if any(step.name == lock for step in plan.steps) else "stays"
        print_error(
            f"{lock} {what}: zinegen was not installed from a wheel, so its hash is not known"
        )
    if plan.steps and not yes:
        if not (sys.stdin.isatty() and sys.stdout.isatty()):
            print_error("nothing is written; `zinegen upgrade --yes` writes it")
            return CANNOT
        if not click.confirm(f"Write these {len(plan.steps)} files?"):
            return DONE
    carry_out_upgrade(Path(), plan)
    _tell_upgrade(plan)
    if chosen is not None and plan.steps:
        _tell_move(chosen)
    return DONE


def _tell_upgrade(plan: Upgrade) -> None:
    written = sum(step.after is not None for step in plan.steps)
    counts = f"{written} written, {len(plan.steps) - written} deleted"
    what = f"files: {counts}" if plan.steps else "nothing to write"
    click.echo(f"{what}: this zine is as zinegen {__version__} wants it")
    if plan.since:
        for news in list_news(read_zine_file(CHANGELOG).decode(), plan.since):
            click.echo(f"\n{news}")


def _tell_move(chosen: Sequence[Platform]) -> None:
    """Say what of a zine that has moved to another platform is its GM's to change."""
    click.echo("README.md and mkdocs.yml are yours: change what they say of the platform before")
    repository = find_repository(Path())
    if repository is not None:
        for platform in chosen:
            for key, value in list_addresses(platform, repository):
                click.echo(f"  {key}: {value}")
