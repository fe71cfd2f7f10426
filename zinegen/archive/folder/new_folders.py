"""The folders of a new game and of its next deadline: their names, and the files that lie there at first."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from pathlib import Path

from zinegen.archive.files import make_folder, write_atomically
from zinegen.archive.folder.blank_orders import order_toml
from zinegen.archive.folder.game_file import read_settings
from zinegen.archive.folder.games import SEASONS, Game, game_folder, open_game
from zinegen.archive.folder.hidden_file import HIDDEN, hidden_toml, seal_hidden_file
from zinegen.archive.own_maps import read_own_map
from zinegen.board.board import Power
from zinegen.errors import GameFolderError
from zinegen.game.state import GameState, Phase, PhaseKind, Season
from zinegen.game.variant import OptionValue, Variant
from zinegen.notation.findings import Level
from zinegen.play.calendar import check_first_phase
from zinegen.play.deadlines import deadline_phases, powers_to_order
from zinegen.play.names import SeasonName, digest, power_slug
from zinegen.play.setups import Setup, keeps_secrets, start_state
from zinegen.play.texts.tables import LONGEST_NAME, is_name
from zinegen.play.texts.toml_text import SETTINGS, parse_toml, quote_toml, write_option
from zinegen.rules.secrets import public_state
from zinegen.variants import find_variant

_WORDS = {Season.SPRING: "spring", Season.AUTUMN: "autumn", Season.WINTER: "winter"}
_NATURAL = {Season.SPRING: 1, Season.AUTUMN: 2, Season.WINTER: 3}
_KINDS = {
    PhaseKind.RETREATS: "-retreats",
    PhaseKind.EVENTS: "-events",
    PhaseKind.PLACEMENT: "-placement",
}


def name_season(phases: Iterable[Phase], before: SeasonName | None) -> SeasonName:
    """Return the name of a deadline's folder; ``before`` is the deadline before it.

    It is called by its moves, if it has any, else by its last phase. The number is 1 for spring, 2 for
    autumn, 3 for winter, and higher where a year has more deadlines.
    """
    phases = tuple(phases)
    moves = [phase for phase in phases if phase.kind is PhaseKind.MOVES]
    first = moves[0] if moves else phases[-1]
    last = before.number if before is not None and before.year == first.year else 0
    return SeasonName(
        first.year,
        max(_NATURAL[first.season], last + 1),
        _WORDS[first.season] + _KINDS.get(first.kind, ""),
    )


def next_season_name(variant: Variant, state: GameState, before: SeasonName | None) -> SeasonName:
    """Return the name of the folder for the deadline that a position waits for."""
    return name_season(deadline_phases(variant, state), before)


def write_season(
    folder: Path, game: str, variant: Variant, state: GameState, deadline: datetime | None = None
) -> None:
    """Make a deadline's folder, or complete it; what lies there already is left as it is.

    Raises GameFolderError when the disk does not take it.
    """
    phases = deadline_phases(variant, state)
    make_folder(folder / "orders")
    for power in powers_to_order(variant, state, phases):
        path = folder / "orders" / f"{power_slug(power)}.toml"
        if not path.exists() and not path.with_name(f"{path.name}.age").exists():
            write_atomically(
                path, order_toml(game, folder.name, power, state, phases, variant=variant).encode()
            )
    path = folder / "season.toml"
    if not path.exists():
        # The last file: a folder without it is no season yet.
        write_atomically(path, season_toml(folder.name, phases, deadline).encode())


def phases_line(phases: Iterable[Phase]) -> str:
    """Return the line of a new ``season.toml`` that names the phases."""
    names = ", ".join(f'"{phase}"' for phase in phases)
    return f"phases   = [{names}]\n"


def season_toml(
    season: str, phases: Iterable[Phase], deadline: datetime | None = None, *, ready: bool = False
) -> str:
    """Return the text of a new ``season.toml``; what is ``ready`` is judged without being closed first."""
    when = (
        f"deadline = {deadline.isoformat().replace('+00:00', 'Z')}"
        if deadline is not None
        else "# deadline = 2026-12-01T22:00:00Z   # with Z or an offset such as +01:00"
    )
    return (
        f'season   = "{season}"\n{phases_line(phases)}{when}\n'
        f"ready    = {str(ready).lower():5}    # true: builds show the result, `zinegen close` records it\n"
        '# headline = "…"\n# notes    = "…"    # printed in the report\n'
    )


POLICY = """\
votes           = "none"    # players vote on draw and concession: none | carried | count | who (what is told)

# [deadlines]
# timezone      = "Europe/London"
# every         = "2 weeks"    # `close` then writes the next deadline
# at            = "20:00"
# every_retreats = "3 days"    # to deadlines for retreats alone; every_builds: for builds and removals
# skip          = ["saturday", "sunday"]                   # no deadline falls on these,
# holidays      = ["2026-12-24/2027-01-02", "2027-04-05"]  # nor on these
# extend_missing = "2 days"    # once a season, where orders are missing at the deadline
# all_in        = "wait"       # wait for the deadline | close: `close --due` judges when all orders are in
# grace_minutes = 30
# late_orders   = "gm"         # gm: you rule on each | void | until-opened
# late_changes  = "void"       # void: what came in time counts | gm: you rule on each change

# [notation]
# languages = ["de", "fr"]     # orders may be written in these as well as in English

# [replaced]                   # who played a power before, and until which season
# france = [{ name = "Dora", until = "1902-2-autumn" }]

"""
"""The usual decisions, for the GM to change."""


@dataclass(frozen=True, slots=True, kw_only=True)
class NewGame:
    """What a GM may say of a game before it begins; everything can be changed in game.toml later."""

    title: str = ""
    gm: str = "The GM"
    players: Mapping[Power, str] = field(default_factory=dict)
    options: Mapping[str, OptionValue] = field(default_factory=dict)
    map: str = ""
    """The folder of a map of the zine's own; empty for that of Europe."""
    setup: Setup = field(default_factory=Setup)
    """How it begins: its first phase, units and centres, where they are not the rule set's own."""
    played: bool = False
    """It is one that was played elsewhere, and waits for nobody's orders."""
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


def check_new_game(games: Path, name: str, variant_id: str, plan: NewGame) -> Variant:
    """Return the rule set with its options, if a game can be made; nothing is written.

    Raises GameFolderError when the name is none, there is such a game already, or what the GM says cannot
    stand in game.toml, RulesError when there is no such rule set or option, or none begins in such a phase.
    """
    folder = game_folder(games, name)
    variant = find_variant(variant_id)
    if plan.map:
        variant = variant.play_on(read_own_map(games.parent, plan.map))
    variant = variant.with_options(plan.options)
    if (folder / "game.toml").exists() or folder.is_symlink():
        raise GameFolderError(f"there is a game {name} already")
    _check_game_toml(game_toml(name, variant, plan), name, games.parent)
    if plan.setup.phase is not None:
        check_first_phase(variant, plan.setup.phase)
    start_state(variant, plan.setup)
    return variant


def new_game(games: Path, name: str, variant_id: str, plan: NewGame | None = None) -> Path:
    """Make a game's folder with game.toml and the first deadline; return the folder.

    Raises what `check_new_game` does, and GameFolderError without the GM's key where one is needed.
    """
    plan = plan or NewGame()
    variant = check_new_game(games, name, variant_id, plan)
    folder = game_folder(games, name)
    hidden = b""
    if keeps_secrets(variant):
        if not plan.gm_keys:
            raise GameFolderError(f"{variant_id} keeps secrets: a key of the GM is needed")
        hidden = seal_hidden_file(hidden_toml(name, plan.secret), plan.gm_keys, name)
        plan = replace(plan, hidden=digest(hidden))
    state = public_state(start_state(variant, plan.setup))
    make_folder(folder)
    season = folder / SEASONS / str(next_season_name(variant, state, None))
    write_season(season, name, variant, state, plan.deadline)
    if hidden:
        write_atomically(folder / HIDDEN, hidden)
    write_atomically(folder / "game.toml", game_toml(name, variant, plan).encode())
    made = open_game(folder)
    if not isinstance(made, Game) or not made.is_sound:
        raise GameFolderError(f"{made.findings[0].where}: {made.findings[0].title}")
    return folder


def _check_game_toml(text: str, name: str, root: Path) -> None:
    """Raise GameFolderError when a new ``game.toml`` is not one that can be played by."""
    reading = parse_toml(text.encode(), "game.toml", SETTINGS)
    findings = reading.findings
    if reading.document is not None:
        findings = read_settings(reading.document, name, root)[1]
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
            said = f"at most {LONGEST_NAME} letters, digits, blanks, . ' -"
            raise GameFolderError(f"{person!r} is no name: {said}")
    known = [power for power in plan.players if power not in variant.start.powers]
    if known:
        raise GameFolderError(f"{variant.id} has no power {known[0]}")
    return "".join(
        (
            f'game    = "{name}"\ntitle   = "{title}"\nvariant = "{variant.id}"\n',
            f'map     = "{plan.map}"\n' if plan.map else "",
            f'gm      = {{ name = "{plan.gm}" }}\n\n',
            f"[options]    # what differs from the defaults; `zinegen variants {variant.id}` explains them\n",
            *_options_toml(variant, plan.options),
            _answers_toml(plan),
            POLICY,
            *_start_toml(plan.setup),
            _secrecy_toml(plan),
            _chance_toml(plan),
            "[players]    # account: its name; id: its number, by which the power's orders are known\n",
            *_players_toml(variant, plan),
        )
    )


def _options_toml(variant: Variant, chosen: Mapping[str, OptionValue]) -> Iterator[str]:
    """Yield a line for each option: those that were chosen, and as remarks the others with their defaults."""
    for option in variant.options:
        value = chosen.get(option.name, option.default)
        line = f"{option.name} = {write_option(value)}"
        values = option.list_values(write_option, " | ")
        yield f"{'' if option.name in chosen else '# '}{line}    # {values}\n"


def _answers_toml(plan: NewGame) -> str:
    """Return what becomes of orders that are missing or that nobody can read; of a played game, nothing."""
    why = "    # it was played elsewhere: nobody is waited for" if plan.played else ""
    otherwise = "hold" if plan.played else "wait"
    return (
        f'\n[policy]{why}\nno_orders       = "hold"    # hold | wait\n'
        f'no_orders_first = "{otherwise}"    # the same for the first deadline\n'
        f'unreadable_file = "{otherwise}"    # wait | hold\n'
        f'unreadable_line = "{otherwise}"    # wait | hold: nothing comes of the line\n'
    )


def _start_toml(setup: Setup) -> Iterator[str]:
    """Yield the lines of ``[start]``: those of what differs from the rule set's own start."""
    if setup.phase is None and setup.units is None and setup.centres is None:
        return
    yield "[start]\n"
    if setup.phase is not None:
        yield f'phase = "{setup.phase}"\n'
    for name, given in (("units", setup.units), ("centres", setup.centres)):
        if given is not None:
            yield f"\n[start.{name}]\n"
            for power, lines in given.items():
                yield f"{power_slug(power)} = [{', '.join(map(quote_toml, lines))}]\n"
    yield "\n"


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
        '# nonces   = {}    # a word of each player before the first throw: { england = "rain" }\n\n'
    )


def _players_toml(variant: Variant, plan: NewGame) -> list[str]:
    lines = []
    for power in sorted(variant.start.powers):
        name = plan.players.get(power)
        key = power_slug(power)
        lines.append(
            f'{key} = {{ name = "{name}" }}\n'
            if name
            else f'# {key} = {{ name = "…", account = "…", id = 0 }}\n'
        )
    return lines
