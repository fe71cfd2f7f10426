"""A new game: its folder, ready for the first deadline."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from pathlib import Path

from zinegen.archive.files import digest, make_folder, power_slug, write_atomically
from zinegen.archive.folder.game_file import read_settings
from zinegen.archive.folder.games import SEASONS, Game, game_folder, open_game
from zinegen.archive.folder.hidden_file import HIDDEN, hidden_toml, seal_hidden_file
from zinegen.archive.folder.next_season import next_season_name, write_season
from zinegen.archive.folder.tables import is_name
from zinegen.archive.folder.toml_files import SETTINGS, parse_toml
from zinegen.archive.starts import Setup, keeps_secrets, start_state
from zinegen.board.board import Power
from zinegen.errors import GameFolderError
from zinegen.game.variant import OptionValue, Variant
from zinegen.notation.findings import Level
from zinegen.rules.secrets import public_state
from zinegen.variants import find_variant

POLICY = """
[policy]
no_orders       = "hold"    # hold | wait
no_orders_first = "wait"    # the same for the first deadline
unreadable_file = "wait"    # wait | hold

"""
"""The usual decisions, for the GM to change."""


@dataclass(frozen=True, slots=True, kw_only=True)
class NewGame:
    """What a GM may say of a game before it begins; everything can be changed in game.toml later."""

    title: str = ""
    gm: str = "The GM"
    players: Mapping[Power, str] = field(default_factory=dict)
    options: Mapping[str, OptionValue] = field(default_factory=dict)
    deadline: datetime | None = None
    gm_keys: tuple[str, ...] = ()
    """Public keys; with one of them orders are sealed."""
    commitment: str = ""
    """Of the GM's secret for throws."""
    secret: bytes | None = None
    """The secret itself, to be sealed with the other secrets of a game that keeps some."""
    hidden: str = ""
    """SHA-256 of the sealed secrets."""
    chain: int = 0
    """The number of seasons, when it is to a chain of secrets."""


def new_game(games: Path, name: str, variant_id: str, plan: NewGame | None = None) -> Path:
    """Make a game's folder with game.toml and the first deadline; return the folder.

    Raises GameFolderError when the name is none or there is such a game already, RulesError when there is
    no such rule set or option.
    """
    plan = plan or NewGame()
    folder = game_folder(games, name)
    variant = find_variant(variant_id).with_options(plan.options)
    if (folder / "game.toml").exists() or folder.is_symlink():
        raise GameFolderError(f"there is a game {name} already")
    hidden = b""
    if keeps_secrets(variant):
        if not plan.gm_keys:
            raise GameFolderError(f"{variant_id} keeps secrets: a key of the GM is needed")
        hidden = seal_hidden_file(hidden_toml(name, plan.secret), plan.gm_keys, name)
        plan = replace(plan, hidden=digest(hidden))
    text = game_toml(name, variant, plan)
    _check_game_toml(text, name)
    state = public_state(start_state(variant, Setup()))
    make_folder(folder)
    season = folder / SEASONS / str(next_season_name(variant, state, None))
    write_season(season, name, variant, state, plan.deadline)
    if hidden:
        write_atomically(folder / HIDDEN, hidden)
    write_atomically(folder / "game.toml", text.encode())
    made = open_game(folder)
    if not isinstance(made, Game) or not made.is_sound:
        raise GameFolderError(f"{made.findings[0].where}: {made.findings[0].title}")
    return folder


def _check_game_toml(text: str, name: str) -> None:
    """Raise GameFolderError when a new ``game.toml`` is not one that can be played by."""
    reading = parse_toml(text.encode(), "game.toml", SETTINGS)
    findings = reading.findings
    if reading.document is not None:
        findings = read_settings(reading.document, name)[1]
    wrong = [one for one in findings if one.level is Level.ERROR]
    if wrong:
        raise GameFolderError(f"{wrong[0].title}{f'; {wrong[0].hint}' if wrong[0].hint else ''}")


def game_toml(name: str, variant: Variant, plan: NewGame) -> str:
    """Return the text of a new ``game.toml``.

    Raises GameFolderError for a name or title that cannot stand there.
    """
    title = plan.title or name.replace("-", " ").title()
    if '"' in title or "\\" in title or not title.isprintable() or len(title) > 100:
        raise GameFolderError("a title has at most 100 characters, and no quotes")
    for person in (plan.gm, *plan.players.values()):
        if not is_name(person):
            raise GameFolderError(f"{person!r} is no name: letters, digits, blanks, . ' -")
    known = [power for power in plan.players if power not in variant.start.powers]
    if known:
        raise GameFolderError(f"{variant.id} has no power {known[0]}")
    return "".join(
        (
            f'game    = "{name}"\ntitle   = "{title}"\nvariant = "{variant.id}"\n',
            f'gm      = {{ name = "{plan.gm}" }}\n\n',
            "[options]    # what differs from the defaults; `zinegen variants` lists them\n",
            *(f"{key} = {_value_toml(value)}\n" for key, value in sorted(plan.options.items())),
            POLICY,
            _secrecy_toml(plan),
            _chance_toml(plan),
            "[players]    # github and id: the account that may hand in the power's orders\n",
            *_players_toml(variant, plan),
        )
    )


def _value_toml(value: OptionValue) -> str:
    match value:
        case bool():
            return str(value).lower()
        case int():
            return str(value)
        case str():
            return f'"{value}"'
        case tuple():
            return f"[{', '.join(_value_toml(part) for part in value)}]"


def _secrecy_toml(plan: NewGame) -> str:
    if not plan.gm_keys:
        return '[secrecy]\norders = "open"    # open | sealed | by-gm\n\n'
    keys = ", ".join(f'"{key}"' for key in plan.gm_keys)
    hidden = f'hidden  = "sha256:{plan.hidden}"    # of {HIDDEN}\n' if plan.hidden else ""
    return f'[secrecy]\norders  = "sealed"\ngm_keys = [{keys}]\n{hidden}\n'


def _chance_toml(plan: NewGame) -> str:
    if not plan.commitment:
        return ""
    chain = f"chain      = {plan.chain}    # seasons\n" if plan.chain else ""
    return (
        f'[chance]\ncommitment = "{plan.commitment}"\n{chain}'
        "# nonces   = []    # words of the players, added before the first throw\n\n"
    )


def _players_toml(variant: Variant, plan: NewGame) -> list[str]:
    lines = []
    for power in sorted(variant.start.powers):
        name = plan.players.get(power)
        key = power_slug(power)
        lines.append(
            f'{key} = {{ name = "{name}" }}\n'
            if name
            else f'# {key} = {{ name = "…", github = "…", id = 0 }}\n'
        )
    return lines
