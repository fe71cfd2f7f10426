"""The command that makes one front over several zines: planet."""

from __future__ import annotations

from pathlib import Path

import click

from zinegen.cli.exits import CANNOT, DONE, WRONG, print_error
from zinegen.errors import GameFolderError
from zinegen.pages.search.pagefind import has_pagefind
from zinegen.planet.planet_pages import PlanetFront, write_planet
from zinegen.planet.zine_list import KEPT, read_zine_list

INDEX = "search"
"""Where the index of the search is kept, beside what zines told last."""


@click.command()
@click.argument("zines", metavar="LIST", type=click.Path(dir_okay=False, path_type=Path))
@click.option(
    "--output",
    "-o",
    required=True,
    type=click.Path(file_okay=False, path_type=Path),
    help="The folder of the front; one that holds anything else is refused.",
)
@click.option("--title", default="Diplomacy zines", show_default=True, help="What it is called.")
def planet(*, zines: Path, output: Path, title: str) -> int:
    """Make one front over several zines: their games, players, results, deadlines and open seats.

    LIST names a zine a line: its address, or a folder. Each tells what it has in its `zine.json`, which
    builds write. One that is spoilt or does not answer stops no other, and ends the command with 1.
    """
    if output.is_dir() and any(output.iterdir()) and not _is_front(output):
        raise GameFolderError(f"{output} holds something else: name another folder")
    found = list(read_zine_list(zines, output))
    for one in found:
        if one.trouble:
            print_error(f"{zines}:{one.line}: {one.place}: {one.trouble}")
    front = PlanetFront(title=title, zines=tuple(one.zine for one in found if one.zine is not None))
    if not front.zines:
        print_error("no zine can be shown: the front stays as it was")
        return CANNOT
    paths = write_planet(front, output, output / KEPT / INDEX)
    if not has_pagefind():
        click.echo("there is no search: it needs pagefind, pip install 'pagefind[bin]'")
    click.echo(f"{paths[0]}: {front.size}")
    return WRONG if any(one.trouble for one in found) else DONE


def _is_front(folder: Path) -> bool:
    return (folder / KEPT).is_dir()
