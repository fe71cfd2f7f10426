"""A zine of long games, one of each rule set, 271 seasons: what building them takes.

Games are played from a seed: plausible orders for every unit, most powers give an event where the rule set
has any, and each season is closed as a GM closes it, its throws made from a secret. Then the zine is built in
a process of its own with nothing kept at all: every map is drawn, every page written. ``--seasons`` of fewer
measures as much of it; ``--folder`` keeps the zine, and builds it again when it is there.
"""

from __future__ import annotations

import argparse
import random
import shutil
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent))

from spending import run
from tables import Row, show

from tests.archive.secret_games import GM, IDENTITY, RANGES
from tests.seasons import Lines, events_for, judged, orders_for, read_sheet
from tests.sites import lay_out
from zinegen.archive import CloseOptions, Game, NewGame, close_game, new_game, open_game, play
from zinegen.archive.folder.season_folder import SeasonFolder
from zinegen.board import Power
from zinegen.game import GameState, Phase, PhaseKind, Variant
from zinegen.notation import SECTIONS
from zinegen.play import commitment, power_slug
from zinegen.play.chance import Dice
from zinegen.play.setups import keeps_secrets
from zinegen.variants import VARIANTS

HEAD = ("build of 271 seasons of all rule sets", "processor", "most memory of a process", "wanted")
SEASONS = 271
WANTED = {"everything new": "150 s, 400 MB"}
NOW = datetime(2026, 12, 1, tzinfo=UTC)
DESIGNATION = "designation_hours"
"""The option that says how long it is waited for where fleets go after events."""
WAITS = ("no_orders_first", "unreadable_file", "unreadable_line")
"""Policies by which a game would wait for its GM."""


def play_zine(folder: Path, seasons: int, seed: int) -> int:
    """Make a zine of one game of each rule set, so many seasons in all; return how many were closed."""
    lay_out(folder)
    ids = sorted(VARIANTS)
    closed = 0
    for number, name in enumerate(ids):  # those of floods first, which end when all is under water
        share = (seasons - closed) // (len(ids) - number)
        chance = random.Random(f"{seed} {name}")  # noqa: S311  (a game, no secret)
        closed += play_game(folder / "games", VARIANTS[name], share, chance)
    return closed


def play_game(games: Path, variant: Variant, seasons: int, chance: random.Random) -> int:
    """Play a game of a rule set until so many seasons are closed, or it is over; return how many."""
    secret = chance.randbytes(32)
    known = {option.name for option in variant.options}
    plan = NewGame(
        gm_keys=(GM.public,) if keeps_secrets(variant) else (),
        commitment=commitment(secret),
        secret=secret if keeps_secrets(variant) else None,
        options={DESIGNATION: 0} if DESIGNATION in known else {},
    )
    folder = new_game(games, variant.id, variant.id, plan)
    settings = (folder / "game.toml").read_text()
    for policy in WAITS:
        settings = settings.replace(f'{policy} = "wait"', f'{policy} = "hold"')
    (folder / "game.toml").write_text(settings.replace('orders = "sealed"', 'orders = "open"'))
    dice = Dice(game=variant.id, secret=secret)
    for number in range(seasons):
        game = open_game(folder)
        if not isinstance(game, Game) or game.current is None:
            return number
        write_orders(game.current, play(game).state, chance)
        options = CloseOptions(now=NOW, dice=dice, identity=IDENTITY, early=game.current.slug)
        done = close_game(folder, options)
        if done.waiting is not None or not done.records:
            sys.exit(f"{folder.name} waits in {game.current.slug}: {done}"[:2000])
    return seasons


def write_orders(season: SeasonFolder, state: GameState, chance: random.Random) -> None:
    """Hand in orders of all powers for a deadline."""
    found: dict[Power, dict[str, list[str]]] = {power: {} for power in state.powers}
    for section, lines in list_lines(season.variant, state, season.deadline.phases, chance):
        for power, texts in lines.items():
            found[power].setdefault(section, []).extend(texts)
    (season.folder / "orders").mkdir(exist_ok=True)
    for power, sections in found.items():
        slug = power_slug(power)
        text = f'game = "{season.game}"\nseason = "{season.slug}"\npower = "{slug}"\n'
        for section, texts in sections.items():
            text += f"{section} = '''\n" + "".join(f"{line}\n" for line in texts) + "'''\n"
        (season.folder / "orders" / f"{slug}.toml").write_text(text)


def list_lines(
    variant: Variant, state: GameState, phases: tuple[Phase, ...], chance: random.Random
) -> Iterator[tuple[str, Lines]]:
    """Yield what is handed in for the phases of a deadline, by headings.

    What comes later follows from what goes before, as players would guess; where that is secret, nothing is
    handed in for it.
    """
    for phase in phases:
        if state.phase != phase:
            continue  # it falls away
        if phase.kind is PhaseKind.PLACEMENT:
            yield "orders", {Power(power): (line,) for power, line in RANGES.items()}
            return
        orders, events = orders_for(variant, state, chance), events_for(variant, state, chance)
        heading = next(one for one, kinds in SECTIONS.items() if phase.kind in kinds)
        yield heading, orders
        yield "events", events
        if keeps_secrets(variant):
            return
        after, _, _ = judged(variant, state, read_sheet(variant, state, orders, events))
        state = replace(after, winners=None)


def measure_rows(
    seasons: int = SEASONS, seed: int = 1, folder: Path | None = None
) -> Iterator[Row]:
    """Yield a row for each build."""
    with tempfile.TemporaryDirectory() as scratch:
        zine = folder or Path(scratch, "zine")
        if not zine.is_dir():
            zine.mkdir(parents=True)
            print(f"{play_zine(zine, seasons, seed)} seasons were played", file=sys.stderr)
        shutil.rmtree(zine / ".cache", ignore_errors=True)
        shutil.rmtree(zine / "site", ignore_errors=True)
        for what in ("everything new", "nothing edited"):
            spent = run(["build", "--quiet"], zine)
            yield (
                what,
                f"{spent.processor:.1f} s",
                f"{spent.memory} MB",
                WANTED.get(what, ""),
            )


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--seasons", type=int, default=SEASONS)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--folder", type=Path)
    said = parser.parse_args()
    show(HEAD, measure_rows(said.seasons, said.seed, said.folder))


if __name__ == "__main__":
    main()
