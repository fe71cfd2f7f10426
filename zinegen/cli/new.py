"""The command that begins a game: new."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from typing import TypedDict, Unpack

import click

from zinegen.archive.files import make_folder, read_plain, write_atomically
from zinegen.archive.folder.chance import commitment, new_secret
from zinegen.archive.folder.games import game_folder
from zinegen.archive.folder.new_folders import NewGame, new_game
from zinegen.archive.starts import keeps_secrets
from zinegen.board.board import Power
from zinegen.cli.exits import CONFIG, DONE, GAMES, print_error
from zinegen.cli.keys import find_or_make_public_key, make_pledge
from zinegen.errors import GameFolderError
from zinegen.game.variant import Option, OptionValue, Variant
from zinegen.notation.grammar.names import find_nearest
from zinegen.variants import find_variant

CHAIN = 200
"""Seasons for which a chain of secrets is made: more than any game has had."""


def _parse_moment(
    _context: click.Context, _option: click.Parameter, value: str | None
) -> datetime | None:
    """Read a moment with its offset; a local time would mean another moment to every player."""
    if value is None:
        return None
    try:
        moment = datetime.fromisoformat(value)
    except ValueError as problem:
        raise click.BadParameter(f"{value!r} is no date and time") from problem
    if moment.tzinfo is None:
        raise click.BadParameter("an offset is needed: 2026-12-01T22:00:00Z")
    return moment


class _Options(TypedDict):
    """What was said on the command line besides the game and the rule set."""

    title: str
    gm: str
    players: tuple[str, ...]
    options: tuple[str, ...]
    deadline: datetime | None
    sealed: bool
    gm_keys: tuple[str, ...]
    chance: str


@click.command()
@click.argument("game")
@click.option("--variant", default="standard", show_default=True, help="The rule set.")
@click.option("--title", default="", help="The game's title; its name if left out.")
@click.option("--gm", default="The GM", show_default=True, help="The game master's name.")
@click.option("--player", "players", multiple=True, metavar="POWER=NAME", help="Who plays a power.")
@click.option(
    "--option",
    "options",
    multiple=True,
    metavar="NAME=VALUE",
    help="An option of the rule set; `zinegen variants V` lists them.",
)
@click.option(
    "--deadline", callback=_parse_moment, help="The first deadline, such as 2026-12-01T22:00:00Z."
)
@click.option("--sealed", is_flag=True, help="Orders are sealed to the GM's key, made if need be.")
@click.option(
    "--gm-key",
    "gm_keys",
    multiple=True,
    metavar="AGE1…",
    help="A public key to seal to; a deputy's.",
)
@click.option(
    "--chance",
    type=click.Choice(("secret", "chain", "none")),
    default="secret",
    show_default=True,
    help="What throws follow from: a secret published at the end, a chain of them (one is published"
    " with each season), or nothing: the GM types all results.",
)
def new(*, game: str, variant: str, **said: Unpack[_Options]) -> int:
    """Make games/GAME/ ready to play: game.toml, the first deadline, an order file per power.

    In an empty folder it begins a zine, too: settings, look and texts, so that `build` makes a site.
    """
    is_first = not is_zine(Path.cwd())
    rules = find_variant(variant)
    named = _parse_players(said["players"])
    plan = NewGame(
        title=said["title"] or game.replace("-", " ").title(),
        gm=said["gm"],
        players=named,
        options=_parse_options(said["options"], rules),
        deadline=said["deadline"],
        gm_keys=said["gm_keys"],
    )
    unknown = sorted(set(plan.players) - set(rules.start.powers))
    if unknown:
        raise GameFolderError(f"{variant} has no power called {unknown[0]}")
    if (game_folder(GAMES, game) / "game.toml").exists():
        raise GameFolderError(f"there is a game {game} already")
    secretive = keeps_secrets(rules)
    if secretive and said["chance"] == "chain":
        raise GameFolderError("a chain of secrets would publish the secret throws of this game")
    if said["sealed"] or (secretive and not plan.gm_keys):
        plan = replace(
            plan, gm_keys=tuple(dict.fromkeys((find_or_make_public_key(game), *plan.gm_keys)))
        )
    plan = _add_sealed_secret(plan) if secretive else _add_secret(game, plan, said["chance"])
    folder = new_game(GAMES, game, variant, plan)
    first = next(iter(sorted(folder.glob("seasons/*"))))
    click.echo(
        f"{folder} is ready: set the players in game.toml, the deadline in {first}/season.toml"
    )
    if is_first and write_zine(Path.cwd(), said["gm"]):
        click.echo(
            f"this folder is a zine now: its name stands in {CONFIG}, its texts are in site_src/,"
            " and `zinegen build` makes its site"
        )
    return DONE


def _parse_players(entries: tuple[str, ...]) -> dict[Power, str]:
    """Return who plays which power; raises GameFolderError for what does not say so, or says it twice."""
    found: dict[Power, str] = {}
    for entry in entries:
        power, sign, name = (part.strip() for part in entry.partition("="))
        if not (power and sign and name):
            raise GameFolderError(f"--player {entry[:60]}: write it as POWER=NAME")
        if Power(power.title()) in found:
            raise GameFolderError(f"--player: {power.title()} is named twice")
        found[Power(power.title())] = name
    return found


def _parse_options(entries: tuple[str, ...], rules: Variant) -> dict[str, OptionValue]:
    """Return the options that are chosen; raises GameFolderError or RulesError for one that cannot be."""
    known = {option.name: option for option in rules.options}
    found: dict[str, OptionValue] = {}
    for entry in entries:
        name, sign, value = (part.strip() for part in entry.partition("="))
        if not (name and sign and value):
            raise GameFolderError(f"--option {entry[:60]}: write it as NAME=VALUE")
        if name in found:
            raise GameFolderError(f"--option: {name} is named twice")
        if name not in known:
            near = find_nearest(name, tuple(known))
            hint = f"did you mean {near}?" if near else f"it has {', '.join(sorted(known))}"
            raise GameFolderError(f"{rules.id} has no option {name[:60]}; {hint}")
        found[name] = _parse_value(value.strip("\"'"), known[name])
    rules.with_options(found)
    return found


def _parse_value(text: str, option: Option) -> OptionValue:
    """Return an option's value as a command line or a file writes it; the text itself where it is none."""
    if isinstance(option.values, tuple):
        return next((one for one in option.values if str(one).lower() == text.lower()), text)
    if option.values is int:
        return int(text) if text.isascii() and text.isdigit() else text
    return tuple(part.strip(" \"'") for part in text.strip("[]").split(",") if part.strip())


def _add_sealed_secret(plan: NewGame) -> NewGame:
    """Return a plan with a new secret, which will be sealed with the other secrets of the game."""
    secret = new_secret()
    return replace(plan, commitment=commitment(secret), secret=secret)


def _add_secret(game: str, plan: NewGame, chance: str) -> NewGame:
    """Return a plan with the commitment to a new secret; without one where it cannot be kept."""
    if chance == "none":
        return plan
    links = CHAIN if chance == "chain" else 0
    try:
        said, secret = make_pledge(game, links)
    except GameFolderError as problem:
        print_error(f"no secret for throws was made, so the GM types their results: {problem}")
        return plan
    return replace(plan, commitment=said, chain=links, secret=secret)


SOURCE = Path(__file__).parents[2]
"""The program's own repository: its zine is the pattern."""
LOOK = ("templates", "site_src/assets", "site_src/rules", "games/.gitattributes")
TEXTS = ("site_src/how-to-play.md", "site_src/house-rules.md")
ABOUT = "site_src/about.md"
IGNORED = "# What zinegen makes\n/site/\n/.site-*\n/.cache/\n\n# A GM's private key\n*.key\n"
LIMIT = 1 << 20
"""Bytes of a file; the largest is a typeface."""


def is_zine(folder: Path) -> bool:
    """Tell whether a folder holds a zine already, or games of somebody's who wants no site.

    Settings are written last: look without settings is what a run leaves that was cut off.
    """
    cut_off = (folder / "templates").exists()
    return (folder / CONFIG).exists() or ((folder / GAMES).exists() and not cut_off)


def write_zine(folder: Path, editor: str) -> bool:
    """Make a folder a zine: settings, look, rules and texts, to be edited by its editor.

    What lies there already stays as it is. Return whether it could be done: not where the program was
    installed without its repository. Raises GameFolderError when the disk does not take it.
    """
    if not (SOURCE / CONFIG).is_file() or not (SOURCE / "templates").is_dir():
        return False
    name = folder.resolve().name.replace("-", " ").strip().title() or "The Zine"
    for path in _list_patterns():
        _write_missing(folder / path.relative_to(SOURCE), read_plain(path, LIMIT))
    _write_missing(folder / ABOUT, _write_about_page(name).encode())
    _write_missing(folder / ".gitignore", IGNORED.encode())
    _write_missing(folder / CONFIG, _write_settings(name, editor).encode())
    return True


def _list_patterns() -> Iterator[Path]:
    for name in (*LOOK, *TEXTS):
        path = SOURCE / name
        yield from (one for one in sorted(path.rglob("*")) if one.is_file())
        yield from (path,) if path.is_file() else ()


def _write_missing(path: Path, content: bytes) -> None:
    if not path.exists():
        make_folder(path.parent)
        write_atomically(path, content)


def _write_about_page(name: str) -> str:
    """Return the page about the zine: what the program's own zine says of itself is left out."""
    text = (SOURCE / ABOUT).read_text(encoding="utf-8")
    head, rest = text.split("\n## ", 1)
    title = head.splitlines()[0]
    return f"{title}\n\n*{name}* is a zine for Diplomacy played by post.\n\n## {rest}"


def _write_settings(name: str, editor: str) -> str:
    """Return the settings of a new zine: those of the program's own, but for what only its editor knows."""
    said = {
        "site_name": json.dumps(name, ensure_ascii=False),
        "site_description": json.dumps(f"{name}, a zine for Diplomacy", ensure_ascii=False),
        "motto": '""',
        "editor": json.dumps(editor, ensure_ascii=False),
        "price": '""',
    }
    lines = (SOURCE / CONFIG).read_text(encoding="utf-8").splitlines()
    for number, line in enumerate(lines):
        key = line.partition(":")[0]
        if key.strip() in said:
            lines[number] = f"{key}: {said[key.strip()]}"
        elif key == "site_url":
            lines[number] = "# site_url: https://…   # feeds need it"
    return "\n".join(lines) + "\n"
