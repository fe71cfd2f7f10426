"""The entry point, and how every command ends.

Exit codes (contract): 0 done and clean, 1 done and something is wrong with the input (said on
standard error), 2 could not do it. No command ends in a traceback on bad input.
"""

from __future__ import annotations

import os
import sys

import click

from zinegen import __version__
from zinegen.cli.ending import CANNOT, told
from zinegen.cli.inbox import inbox
from zinegen.cli.judge import adjudicate, scenario, variants
from zinegen.cli.making import new
from zinegen.cli.opening import open_files
from zinegen.cli.pictures import draw, geojson
from zinegen.cli.play import check, close, verify
from zinegen.cli.sealing import keygen, seal
from zinegen.cli.site import build, export, serve
from zinegen.errors import ZinegenError

GAME = (new, check, close, verify)
SITE = (build, serve, export)
PICTURES = (draw, geojson)
RULES = (variants, scenario, adjudicate)
SEALING = (keygen, seal, inbox, open_files)


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="zinegen")
def commands() -> None:
    """Publish Diplomacy zines from order files, also where the map itself changes."""


for command in (*GAME, *SITE, *PICTURES, *RULES, *SEALING):
    commands.add_command(command)


def main() -> None:
    """Run a command and end with its exit code."""
    try:
        code = commands.main(standalone_mode=False)
    except click.exceptions.Abort:
        told("zinegen: stopped")
        sys.exit(CANNOT)
    except click.ClickException as problem:
        problem.show()
        sys.exit(CANNOT)
    except ZinegenError as problem:
        told(f"zinegen: {problem}")
        sys.exit(CANNOT)
    except BrokenPipeError:
        # Whoever read the output has left; Python would complain again at its end.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(CANNOT)
    except OSError as problem:
        told(f"zinegen: {problem.filename or ''}: {problem.strerror}")
        sys.exit(CANNOT)
    except Exception as problem:
        if os.environ.get("ZINEGEN_DEBUG"):
            raise
        # What it says might hold something of a file that is sealed, and logs are public.
        told(f"zinegen: a fault in the program: {type(problem).__name__}")
        told("Nothing was half-written. ZINEGEN_DEBUG=1 shows where it happened; please tell us.")
        sys.exit(CANNOT)
    sys.exit(code if isinstance(code, int) else 0)
