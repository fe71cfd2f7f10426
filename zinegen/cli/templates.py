"""The command for the look of a zine: templates."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import click

from zinegen.archive.files import make_folder, write_atomically
from zinegen.cli.exits import DONE
from zinegen.errors import GameFolderError
from zinegen.notation.grammar.names import find_nearest
from zinegen.pages.site.origins import Copy, note_origins, read_origins
from zinegen.pages.site.standard_files import list_replaceable

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
    known, here = list_replaceable(), Path()
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
        near = find_nearest(name, (*known, *ends))
        hint = f"did you mean {near}?" if near else "`zinegen templates` lists them"
        raise GameFolderError(f"there is no template {name}; {hint}")
    return found[0]
