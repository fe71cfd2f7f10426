"""Commands that begin a game and name it: new, rename."""

from __future__ import annotations

import os
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path
from typing import TypedDict, Unpack

import click

from zinegen.archive.folder.chance import new_secret
from zinegen.archive.folder.new_folders import NewGame, check_new_game, new_game
from zinegen.archive.folder.rename_game import rename_game
from zinegen.archive.own_maps import read_own_map
from zinegen.archive.seals import make_key_pair
from zinegen.board.board import Power
from zinegen.cli.exits import CONFIG, DONE, GAMES, print_error
from zinegen.cli.find_games import strip_games
from zinegen.cli.init import find_title, is_zine, tell_written
from zinegen.cli.keys import ENVIRONMENT, find_or_make_public_key, find_usual_key_file, make_pledge
from zinegen.errors import GameFolderError
from zinegen.game.state import Phase
from zinegen.game.variant import Option, OptionValue, Variant
from zinegen.notation.grammar.names import suggest
from zinegen.pages.site.copied_files import is_older
from zinegen.pages.site.new_zine import ZinePlan, write_zine
from zinegen.pages.site.zine_settings import find_own_settings, read_settings
from zinegen.play.chance import commitment
from zinegen.play.setups import Setup, keeps_secrets
from zinegen.variants import find_variant

COPY = "keep a copy of that file elsewhere"
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


def _parse_phase(
    _context: click.Context, _option: click.Parameter, value: str | None
) -> Phase | None:
    return Phase.parse(value) if value is not None else None


class GameOptions(TypedDict):
    """What is said of a new game besides its name and the rule set; players and options as NAME=VALUE."""

    title: str
    gm: str
    own_map: str
    players: tuple[str, ...]
    options: tuple[str, ...]
    phase: Phase | None
    deadline: datetime | None
    sealed: bool
    gm_keys: tuple[str, ...]
    chance: str


@dataclass(frozen=True, slots=True, kw_only=True)
class BegunGame:
    """A game that has just been made, and what is said of it."""

    folder: Path
    first: Path
    """The folder of its first deadline."""
    told: tuple[str, ...]
    wrong: tuple[str, ...]
    """What could not be made for it."""


@click.command()
@click.argument("game")
@click.option("--variant", default="standard", show_default=True, help="The rule set.")
@click.option(
    "--map",
    "own_map",
    default="",
    metavar="FOLDER",
    help="A map of the zine's own, as `zinegen map import` makes it; Europe if left out.",
)
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
    "--phase", callback=_parse_phase, help="Where it begins, such as S1905M; else at the beginning."
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
def new(*, game: str, variant: str, **said: Unpack[GameOptions]) -> int:
    """Make games/GAME/ ready to play: game.toml, the first deadline, an order file per power.

    In an empty folder it begins a zine, too: settings, look and texts, so that `build` makes a site.
    """
    is_older(Path())
    is_first = not is_zine(Path.cwd())
    begun = begin_game(game, variant, **said)
    for line in begun.wrong:
        print_error(line)
    for line in begun.told:
        click.echo(line)
    click.echo(
        f"{begun.folder} is ready: set the players in game.toml, the deadline in"
        f" {begun.first}/season.toml"
    )
    if is_first:
        zine = ZinePlan(title=find_title(Path()), editor=said["gm"], sealed=said["sealed"])
        tell_written(Path(), write_zine(Path(), zine))
    return DONE


def begin_game(game: str, variant: str, **said: Unpack[GameOptions]) -> BegunGame:
    """Make the folder of a game, and the keys and secrets that it needs.

    Raises ZinegenError for what cannot be: nothing is made then.
    """
    rules = find_variant(variant)
    place = said["own_map"].rstrip("/")
    if place:
        rules = rules.play_on(read_own_map(Path(), place))
    named = _parse_players(said["players"])
    plan = NewGame(
        title=said["title"] or game.replace("-", " ").title(),
        gm=said["gm"],
        map=place,
        players=named,
        options=parse_options(said["options"], rules),
        setup=Setup(phase=said["phase"]),
        deadline=said["deadline"],
        gm_keys=said["gm_keys"],
    )
    unknown = sorted(set(plan.players) - set(rules.start.powers))
    if unknown:
        raise GameFolderError(f"{variant} has no power called {unknown[0]}")
    secretive = keeps_secrets(rules)
    if secretive and said["chance"] == "chain":
        raise GameFolderError("a chain of secrets would publish the secret throws of this game")
    needs_key = said["sealed"] or seals_games(Path.cwd()) or (secretive and not plan.gm_keys)
    # Nothing is made for a game that is refused: a key that nobody keeps stands for the one to come.
    stand_in = (make_key_pair().public,) if needs_key else ()
    check_new_game(GAMES, game, variant, replace(plan, gm_keys=(*stand_in, *plan.gm_keys)))
    told, wrong = [], []
    if needs_key:
        keys = (find_or_make_public_key(game), *plan.gm_keys)
        is_given = bool(os.environ.get(ENVIRONMENT))
        place = f"${ENVIRONMENT}" if is_given else str(find_usual_key_file(game))
        told.append(f"the GM's key is in {place}: {COPY}, or nobody can open what is sealed to it")
        plan = replace(plan, gm_keys=tuple(dict.fromkeys(keys)))
    if secretive:
        plan = _add_sealed_secret(plan)
    elif said["chance"] != "none":
        try:
            plan, kept = _add_secret(game, plan, said["chance"])
            told.append(
                f"the secret for its throws is in {kept}: {COPY}, or nobody can throw or prove a throw"
            )
        except GameFolderError as problem:
            wrong.append(f"no secret for throws was made, so the GM types their results: {problem}")
    folder = new_game(GAMES, game, variant, plan)
    first = next(iter(sorted(folder.glob("seasons/*"))))
    return BegunGame(folder=folder, first=first, told=(*told,), wrong=(*wrong,))


def seals_games(folder: Path) -> bool:
    """Tell whether the zine's settings say that its games have sealed orders."""
    path = folder / CONFIG
    return path.is_file() and find_own_settings(read_settings(path)).get("sealed") is True


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


def parse_options(entries: tuple[str, ...], rules: Variant) -> dict[str, OptionValue]:
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
            hint = suggest(name, tuple(known), f"it has {', '.join(sorted(known))}")
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


def _add_secret(game: str, plan: NewGame, chance: str) -> tuple[NewGame, Path]:
    """Return a plan with the commitment to a new secret, and where that is kept.

    Raises GameFolderError where it cannot be kept.
    """
    links = CHAIN if chance == "chain" else 0
    said, secret, place = make_pledge(game, links)
    return replace(plan, commitment=said, chain=links, secret=secret), place


@click.command()
@click.argument("game")
@click.argument("new")
def rename(*, game: str, new: str) -> int:
    """Give a game another name: its folder, its open order files, and the issues that name it.

    Closed seasons stay as they were recorded. A folder that was renamed by hand is mended in the same way.
    """
    old, name = map(strip_games, (game, new))
    changed = rename_game(Path(), old, name)
    for path in changed:
        click.echo(f"{path.as_posix()} says {name} now")
    if not changed:
        click.echo(f"nothing is left to do: {GAMES}/{name} is there, and nothing names {old}")
    return DONE
