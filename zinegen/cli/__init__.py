"""The command line: ``zinegen COMMAND``. Each module holds the commands of one subject.

Exit codes (contract): 0 done and clean, 1 done and something is wrong with the input (said on
standard error), 2 could not do it. No command ends in a traceback on bad input.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from importlib import import_module

import click

from zinegen.cli.exits import CANNOT, print_error
from zinegen.errors import ZinegenError
from zinegen.version import __version__

PLACES: Mapping[str, str] = {
    "init": "init",
    "new": "new",
    "check": "play",
    "close": "close",
    "reopen": "close",
    "verify": "play",
    "remind": "take",
    "build": "site",
    "serve": "site",
    "export": "site",
    "draw": "draw",
    "geojson": "draw",
    "variants": "judge",
    "scenario": "judge",
    "adjudicate": "judge",
    "keygen": "sealing",
    "seal": "sealing",
    "inbox": "inbox",
    "open": "sealing",
}
"""The commands, each with the module in which it stands."""


class Commands(click.Group):
    """Commands that are imported when they are asked for.

    Most of them need a small part of the program only: nobody who checks an order file waits for what
    draws maps or builds a site.
    """

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002  (click's own)
        """Return the names of all commands in alphabetical order."""
        return sorted(PLACES)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002
        """Return a command by its name; None when there is none."""
        if cmd_name not in PLACES:
            return None
        module = import_module(f"zinegen.cli.{PLACES[cmd_name]}")
        found = [one for one in vars(module).values() if isinstance(one, click.Command)]
        return next(one for one in found if one.name == cmd_name)


@click.group(cls=Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="zinegen")
def commands() -> None:
    """Publish Diplomacy zines from order files, also where the map itself changes."""


def main() -> None:
    """Run a command and end with its exit code."""
    try:
        code = commands.main(standalone_mode=False)
    except click.exceptions.Abort:
        print_error("zinegen: stopped")
        sys.exit(CANNOT)
    except click.ClickException as problem:
        problem.show()
        sys.exit(CANNOT)
    except ZinegenError as problem:
        print_error(f"zinegen: {problem}")
        sys.exit(CANNOT)
    except BrokenPipeError:
        # Whoever read the output has left; Python would complain again at its end.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(CANNOT)
    except OSError as problem:
        what = (problem.filename, problem.strerror or str(problem) or type(problem).__name__)
        print_error(": ".join(("zinegen", *(str(part) for part in what if part))))
        sys.exit(CANNOT)
    except Exception as problem:
        if os.environ.get("ZINEGEN_DEBUG"):
            raise
        # What it says might hold something of a file that is sealed, and logs are public.
        print_error(f"zinegen: a fault in the program: {type(problem).__name__}")
        print_error(
            "Nothing was half-written. ZINEGEN_DEBUG=1 shows where it happened; please tell us."
        )
        sys.exit(CANNOT)
    sys.exit(code if isinstance(code, int) else 0)
