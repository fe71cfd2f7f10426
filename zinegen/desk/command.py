"""The command that opens the GM's desk: desk."""

from __future__ import annotations

import os
import webbrowser
from importlib.util import find_spec
from pathlib import Path

import click

from zinegen.cli.exits import DONE
from zinegen.cli.keys import find_configuration_folder, write_secretly

LIBRARIES = ("starlette", "uvicorn", "python_multipart", "keyring")
INSTALL = "install the extra for it: pip install 'zinegen[desk]'"
"""What to do where these are not installed."""


@click.command()
@click.argument(
    "folder",
    metavar="[DIR]",
    default=".",
    type=click.Path(exists=True, file_okay=False, path_type=Path),
)
@click.option(
    "--port", type=click.IntRange(1, 65535), help="The port on this machine; else one that is free."
)
@click.option("--no-browser", is_flag=True, help="Print the address, and open nothing.")
def desk(*, folder: Path, port: int | None, no_browser: bool) -> int:
    """Open the GM's desk over the zine in DIR, or in this folder: the commands in a browser.

    It is on this machine only, and lets in whoever has the address that it prints. A second start over
    the same zine opens the page of the first. It ends by the button on its page, or by Ctrl-C here.
    """
    lacking = [name for name in LIBRARIES if find_spec(name) is None]
    if lacking:
        raise click.ClickException(
            f"the desk cannot be opened: {', '.join(lacking)} is missing; {INSTALL}"
        )
    from zinegen.desk.opening import open_desk  # noqa: PLC0415  (slow, and it needs what may be missing)

    os.chdir(folder)

    def show(address: str) -> None:
        click.echo(address)
        if not no_browser:
            webbrowser.open(address)

    open_desk(find_configuration_folder(), port, show, write_secretly)
    return DONE
