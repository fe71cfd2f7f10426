"""The command that puts the site into the folder of a web server: publish."""

from __future__ import annotations

from pathlib import Path

import click

from zinegen.archive.files import lock_folder
from zinegen.cli.exits import CONFIG, DONE, GAMES, WRONG, print_error
from zinegen.cli.site import build_site, find_site_folder
from zinegen.pages.site.mirror import check_target, mirror_site
from zinegen.pages.site.zine_settings import read_settings


@click.command()
@click.option(
    "--to",
    "target",
    required=True,
    metavar="DIR",
    type=click.Path(path_type=Path),
    help="The folder that a web server shows; it is made if it is not there.",
)
@click.option(
    "--strict", is_flag=True, help="Any warning makes the build fail; nothing is published then."
)
@click.option("--quiet", "-q", is_flag=True, help="Say nothing but what is wrong.")
def publish(*, target: Path, strict: bool, quiet: bool) -> int:
    """Build the site and put it into DIR, such as the folder of a web server.

    What was published there before and is gone from the site is removed; what anybody else has put there
    stays. Ends with 1 when something is wrong with a game or a page, even if the site is published.
    """
    with lock_folder(Path.cwd(), wait=True):
        site = find_site_folder()
        sources = Path(str(read_settings(Path(CONFIG)).get("docs_dir", "docs")))
        place = check_target(target, Path(), (site, sources, GAMES, Path("templates")))
        problems = build_site(site, strict=strict, quiet=quiet)
        if problems is None:
            print_error(f"{target} stays as it was")
            return WRONG
        done = mirror_site(site, place)
    for name in done.left:
        print_error(f"left in {target}, for it was changed since it was published: {name}")
    if not quiet:
        is_new = done.written or done.removed
        what = (
            f"{done.written} files written, {done.removed} removed"
            if is_new
            else "nothing to write"
        )
        click.echo(f"{target} is as the site is: {what}")
    return WRONG if problems else DONE
