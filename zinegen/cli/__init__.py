"""The command line: ``zinegen COMMAND``. Each module holds the commands of one subject.

Exit codes (contract): 0 done and clean, 1 done and something is wrong with the input (said on
standard error), 2 could not do it. No command ends in a traceback on bad input.
"""

from __future__ import annotations

import gc
import os
import sys
from importlib import import_module
from io import TextIOWrapper
from types import ModuleType

import click

from zinegen.cli.exits import CANNOT, guard_log, print_error, stand_in_for_closed_streams
from zinegen.errors import ZinegenError
from zinegen.interrupts import holding_interrupts
from zinegen.version import __version__

HELP = {
    "init": "Lay out a zine in DIR, or in this folder: settings, first texts, workflows.",
    "new": "Make games/GAME/ ready to play: game.toml, the first deadline, an order file per power.",
    "rename": "Give a game another name: its folder, its open order files, and the issues that name it.",
    "check": "Say everything that is wrong with games and orders, in one go.",
    "verify": "Adjudicate every recorded season again and compare with what was recorded.",
    "close": "Lock the current deadline, adjudicate what is due, record it, write the next order files.",
    "reopen": "Take the last record back: SEASON is judged again by the next close, and the page says why.",
    "take": "Make mails and chat messages order files, and show how each line is read.",
    "restore": "Bring back a power's order file, plain or sealed, as it was before the last take.",
    "desk": "Open the GM's desk over the zine in DIR, or in this folder: the commands in a browser.",
    "status": "Say what waits for the GM in all games, the urgent first, each with its command.",
    "safe": "Copy your keys and secrets into one encrypted FILE, or with --restore bring them back from it.",
    "send": "Commit what has changed, bring in what is new on the other side, and send it, never by force.",
    "week": (
        "Lead through what waits in all games, the urgent first, then build and send; each step is asked."
    ),
    "receipts": "List power, moment and digest of the files that are in, or find the file of a DIGEST.",
    "extend": "Move the deadline of the open season; the game's page says why, and calendars follow.",
    "pause": "Let a game rest: no deadline passes until `resume`.",
    "resume": "Let a game go on; its deadline comes later by as many days as it rested.",
    "seat": "Give a power to another player, from the season on that is open now.",
    "remind": "Print who is missing, what is wanted of each, and how it is handed in: a text to paste.",
    "mail": "Make a mail of an issue, the newest if none is named, or of a season of a game.",
    "announce": "Tell what is new in channels.toml's channels: seasons, issues, deadlines; each thing once.",
    "build": "Adjudicate what is new, draw maps, and build the site into site/, whole or not at all.",
    "publish": "Build the site and put it into DIR, such as the folder of a web server.",
    "serve": "Show the site live: an edited TOML file shows in the browser.",
    "export": "Write the pages as plain Markdown and SVG, for any other site generator, or a game as JSON.",
    "import": "Take whole games in: exported ones byte for byte, those of other programs judged anew.",
    "pdf": "Make a PDF of an issue, the newest if none is named, or of a whole game.",
    "epub": "Make an EPUB of an issue, the newest if none is named, or of a whole game.",
    "draw": "Draw one map of a game, or of a scenario file: PHASE is a name such as S1901M.",
    "replay": "Show a game as one moving picture: each season's orders and the position after them.",
    "geojson": "Print the drawn map as GeoJSON: before PHASE of a game, or at the end of a scenario.",
    "map": "Make, check and draw base maps of one's own.",
    "variants": "List the rule sets, or show one: phases, order forms, options with defaults.",
    "scenario": 'Judge scenario files and compare: "what would happen if".',
    "adjudicate": "Answer questions of other programs: positions and orders in, results out, line by line.",
    "planet": "Make one front over several zines: their games, players, results, deadlines and open seats.",
    "lab": "Let programs play a rule set many times, and say how its powers fare, with how much that proves.",
    "keygen": (
        "Make a pair of keys outside the repository, for one GAME or for all, and print the public half."
    ),
    "seal": (
        "Check order files or press, seal them to the GM's key as FILE.age; the plain ones stay out of git."
    ),
    "open": "Print what is inside sealed files: with the GM's key, or after closing with the published one.",
    "inbox": "Say which orders are there and whether they open, and never what stands in them.",
    "upgrade": "Bring the files that this zine has from the program to the installed version.",
    "templates": "List the templates, pages and style sheets that a zine can have its own of, or print one.",
}
"""The commands, each with the first sentence of its help."""
_HOMES = {
    "base_maps": "map",
    "check": "check verify",
    "close": "close reopen",
    "draw": "draw geojson replay",
    "zinegen.desk.command": "desk",
    "gm.send": "send",
    "gm.deadlines": "extend pause resume",
    "gm.receipts": "receipts",
    "gm.safe": "safe",
    "gm.seats": "seat",
    "gm.status": "status",
    "gm.take": "restore take",
    "gm.week": "week",
    "inbox": "inbox",
    "init": "init",
    "new": "new rename",
    "reading.announce": "announce",
    "reading.lab": "lab",
    "reading.mail": "mail",
    "reading.planet": "planet",
    "reading.documents": "epub pdf",
    "reading.exchange": "export import",
    "remind": "remind",
    "rules": "adjudicate scenario variants",
    "sealing": "keygen open seal",
    "site": "build publish serve",
    "templates": "templates upgrade",
}
"""The modules of this package that have the commands; a package above it is named in full."""
SELDOM = (50_000, 20, 20)
"""After how many new things, and how many times of that, a command looks for garbage."""
_HOME_OF = {name: home for home, names in _HOMES.items() for name in names.split()}


def _print_version(context: click.Context) -> None:
    """Print the version, and with what pages judge orders: the wheel may have been built without that."""
    from zinegen.pages.browser_bundle import NOT_HERE, find_runtime  # noqa: PLC0415  (slow, and seldom asked for)

    runtime = find_runtime()
    about = runtime and f"{runtime.about['name']} {runtime.about['version']} runs it in the pages"
    click.echo(f"zinegen, version {__version__}\n{about or NOT_HERE}")
    context.exit()


def _load(home: str) -> ModuleType:
    """Return a module, which stays until the end with all that it loads: nobody looks there for garbage.

    Elsewhere Python looks more seldom than by itself, as `zinegen.workers` has it: in what a command makes
    there is little, and looking takes a sixth of the time in which a map is drawn.
    """
    is_first, Commands.have_loaded = not Commands.have_loaded, True
    if is_first:
        gc.disable()
    try:
        with holding_interrupts():  # libraries say otherwise that they are broken
            return import_module(home if home.startswith("zinegen.") else f"zinegen.cli.{home}")
    finally:
        if is_first:
            gc.freeze()
            gc.set_threshold(*SELDOM)
            gc.enable()


class Commands(click.Group):
    """Commands that are imported when they are asked for.

    Most of them need a small part of the program only: nobody who checks an order file waits for what
    draws maps or builds a site.
    """

    have_loaded = False
    """Whether this process has begun to load one."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002  (click's own)
        """Return the names of all commands in alphabetical order."""
        return sorted(HELP)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002
        """Return a command by its name; None when there is none."""
        if cmd_name not in HELP:
            return None
        module = _load(_HOME_OF[cmd_name])
        found = [one for one in vars(module).values() if isinstance(one, click.Command)]
        return next(one for one in found if one.name == cmd_name)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:  # noqa: ARG002
        """Write the list of commands without importing any of them."""
        room = formatter.width - 6 - max(map(len, HELP))
        lines = {name: click.Command(name, help=HELP[name]) for name in sorted(HELP)}
        with formatter.section("Commands"):
            formatter.write_dl(
                [(name, line.get_short_help_str(room)) for name, line in lines.items()]
            )


@click.group(cls=Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.option(
    "--version",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=lambda context, _, wanted: _print_version(context) if wanted else None,
    help="Show the version, and whether pages get an engine; then exit.",
)
def commands() -> None:
    """Publish Diplomacy zines from order files, also where the map itself changes."""


def _check_arguments(words: list[str]) -> None:
    """Raise UsageError for an argument that no file could hold, since all that is written is UTF-8."""
    for word in words:
        try:
            word.encode()
        except UnicodeEncodeError:
            raise click.UsageError(f"{word!r} is not UTF-8: type it anew") from None


def main() -> None:
    """Run a command and end with its exit code."""
    stand_in_for_closed_streams()
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            # A sign that a console of Windows lacks ends no command.
            stream.reconfigure(errors="backslashreplace")
    guard_log()
    try:
        _check_arguments(sys.argv[1:])
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
        if isinstance(problem, RuntimeError) and str(problem).startswith("Symlink loop"):
            # As `Path.resolve` says it before Python 3.13.
            print_error("zinegen: a link leads back to itself: name the folder that is meant")
            sys.exit(CANNOT)
        if os.environ.get("ZINEGEN_DEBUG"):
            raise
        # What it says might hold something of a file that is sealed, and logs are public.
        print_error(f"zinegen: a fault in the program: {type(problem).__name__}")
        print_error(
            "Nothing was half-written. ZINEGEN_DEBUG=1 shows where it happened; please tell us."
        )
        sys.exit(CANNOT)
    sys.exit(code if isinstance(code, int) else 0)
