"""The command line: ``zinegen COMMAND``. Each module holds the commands of one subject.

Exit codes (contract): 0 done and clean, 1 done and something is wrong with the input (said on
standard error), 2 could not do it. No command ends in a traceback on bad input.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from importlib import import_module
from io import TextIOWrapper

import click

from zinegen.cli.exits import CANNOT, print_error
from zinegen.errors import ZinegenError
from zinegen.version import __version__

PLACES: Mapping[str, tuple[str, str]] = {
    "init": ("init", "Lay out a zine in DIR, or in this folder: settings, first texts, workflows."),
    "new": (
        "new",
        "Make games/GAME/ ready to play: game.toml, the first deadline, an order file per power.",
    ),
    "check": ("check", "Say everything that is wrong with games and orders, in one go."),
    "close": (
        "close",
        "Lock the current deadline, adjudicate what is due, record it, write the next order files.",
    ),
    "reopen": (
        "close",
        "Take the last record back: SEASON is judged again by the next close, and the page says why.",
    ),
    "rename": (
        "new",
        "Give a game another name: its folder, its open order files, and the issues that name it.",
    ),
    "verify": (
        "check",
        "Adjudicate every recorded season again and compare with what was recorded.",
    ),
    "take": (
        "take",
        "Make a mail or chat message a power's order file, and show how each line is read.",
    ),
    "remind": (
        "remind",
        "Print who is missing, what is wanted of each, and how it is handed in: a text to paste.",
    ),
    "build": (
        "site",
        "Adjudicate what is new, draw maps, and build the site into site/, whole or not at all.",
    ),
    "publish": (
        "site",
        "Build the site and put it into DIR, such as the folder of a web server.",
    ),
    "serve": ("site", "Show the site live: an edited TOML file shows in the browser."),
    "export": ("site", "Write the pages as plain Markdown and SVG, for any other site generator."),
    "draw": (
        "draw",
        "Draw one map of a game, or of a scenario file: PHASE is a name such as S1901M.",
    ),
    "replay": (
        "draw",
        "Show a game as one moving picture: each season's orders and the position after them.",
    ),
    "geojson": (
        "draw",
        "Print the drawn map as GeoJSON: before PHASE of a game, or at the end of a scenario.",
    ),
    "map": ("base_maps", "Make, check and draw base maps of one's own."),
    "variants": (
        "rules",
        "List the rule sets, or show one: phases, order forms, options with defaults.",
    ),
    "scenario": ("rules", 'Judge scenario files and compare: "what would happen if".'),
    "adjudicate": (
        "rules",
        "Answer questions of other programs: positions and orders in, results out, line by line.",
    ),
    "keygen": (
        "sealing",
        "Make a pair of keys outside the repository, for one GAME or for all, and print the public half.",
    ),
    "seal": (
        "sealing",
        "Check order files or press, seal them to the GM's key as FILE.age; the plain ones stay out of git.",
    ),
    "inbox": (
        "inbox",
        "Say which orders are there and whether they open, and never what stands in them.",
    ),
    "open": (
        "sealing",
        "Print what is inside sealed files: with the GM's key, or after closing with the published one.",
    ),
    "upgrade": (
        "templates",
        "Bring the files that this zine has from the program to the installed version.",
    ),
    "templates": (
        "templates",
        "List the templates, pages and style sheets that a zine can have its own of, or print one.",
    ),
}
"""The commands, each with the module in which it stands and the first sentence of its help."""


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
        module = import_module(f"zinegen.cli.{PLACES[cmd_name][0]}")
        found = [one for one in vars(module).values() if isinstance(one, click.Command)]
        return next(one for one in found if one.name == cmd_name)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:  # noqa: ARG002
        """Write the list of commands without importing any of them."""
        room = formatter.width - 6 - max(map(len, PLACES))
        lines = {name: click.Command(name, help=PLACES[name][1]) for name in sorted(PLACES)}
        with formatter.section("Commands"):
            formatter.write_dl(
                [(name, line.get_short_help_str(room)) for name, line in lines.items()]
            )


@click.group(cls=Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="zinegen")
def commands() -> None:
    """Publish Diplomacy zines from order files, also where the map itself changes."""


def main() -> None:
    """Run a command and end with its exit code."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(
            stream, TextIOWrapper
        ):  # a sign that a console of Windows lacks ends no command
            stream.reconfigure(errors="backslashreplace")
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
