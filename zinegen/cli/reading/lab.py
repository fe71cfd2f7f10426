"""The command that lets programs play a rule set: lab."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import TypedDict, Unpack

import click

from zinegen.bots.bots import BOTS
from zinegen.bots.self_play import MOST_YEARS
from zinegen.cli.cluster_option import ON
from zinegen.cli.exits import DONE, progress_line
from zinegen.cli.new import parse_options
from zinegen.cluster import working_at
from zinegen.errors import GameFolderError
from zinegen.lab.lab_files import LabFolder, open_lab_folder
from zinegen.lab.lab_games import LabGame, LabPlan, LabResult, play_lab_game
from zinegen.lab.lab_page import say_mean, say_percent, write_lab_page
from zinegen.lab.statistics import LabFigures, SideResults, count_results
from zinegen.notation.grammar.names import suggest
from zinegen.variants import find_variant
from zinegen.variants.standard import STANDARD
from zinegen.workers import find_workers

MOST_CONTROL = 100
"""Games of the standard game beside those of another rule set."""
AT_ONCE = 400
"""Games that are handed out together: what comes back is held until all of them are there."""


def _parse_bots(_context: click.Context, _option: click.Parameter, value: str) -> tuple[str, ...]:
    bots = tuple(part.strip() for part in value.split(","))
    for bot in bots:
        if bot not in BOTS:
            hint = suggest(bot, tuple(BOTS), f"there are {', '.join(BOTS)}")
            raise click.BadParameter(f"there is no player {bot[:40]!r}; {hint}")
    return bots


class _Options(TypedDict):
    """What was said on the command line besides the rule set."""

    wanted: int
    seed: int
    output: Path | None
    options: tuple[str, ...]
    bots: tuple[str, ...]
    years: int


@click.command()
@click.argument("variant")
@click.option("--games", "wanted", type=click.IntRange(1), required=True, help="How many games.")
@click.option(
    "--seed", type=click.IntRange(0), default=1, show_default=True, help="Another, other games."
)
@click.option(
    "--output",
    "-o",
    type=click.Path(file_okay=False, path_type=Path),
    help="A folder for the page and all games; a lab that was stopped there is gone on with.",
)
@click.option(
    "--option", "options", multiple=True, metavar="NAME=VALUE", help="As of `zinegen new`."
)
@click.option(
    "--bots",
    default="dumb",
    callback=_parse_bots,
    show_default=True,
    help=f"Who plays, of {', '.join(BOTS)}: the first takes one seat in turn, the others the rest.",
)
@click.option("--years", type=click.IntRange(1, 200), default=MOST_YEARS, show_default=True)
@ON
def lab(*, variant: str, on: str | None, **said: Unpack[_Options]) -> int:
    """Let programs play a rule set many times, and say how its powers fare, with how much that proves."""
    rules = find_variant(variant)
    output, wanted = said["output"], said["wanted"]
    plan = LabPlan(
        variant=rules.id,
        options=parse_options(said["options"], rules),
        bots=said["bots"],
        seed=said["seed"],
        years=said["years"],
    )
    beside = replace(plan, variant=STANDARD.id, options={})
    with progress_line(wanted=True), working_at(on):
        results = _play(plan, wanted, output)
        control = (
            _play(beside, min(wanted, MOST_CONTROL), output / "control" if output else None)
            if rules.id != STANDARD.id
            else []
        )
    figures = count_results(results)
    standard = count_results(control) if control else None
    click.echo("\n".join(_describe(rules.title, figures)))
    if standard is not None:
        click.echo("\n".join(("", *_describe(f"{STANDARD.title}, beside it", standard))))
    if output is not None:
        click.echo(f"\n{write_lab_page(output, plan, figures, standard)}")
    return DONE


def _play(plan: LabPlan, wanted: int, folder: Path | None) -> list[LabResult]:
    """Play what is missing of some games, and return the results of all."""
    with _open(folder, plan) as kept:
        done = kept.results if kept is not None else []
        if len(done) > wanted:
            raise GameFolderError(f"{folder} holds {len(done)} games already: ask for as many")
        results = list(done)
        for first in range(len(done), wanted, AT_ONCE):
            numbers = range(first, min(first + AT_ONCE, wanted))
            todo = [LabGame(plan=plan, number=number) for number in numbers]
            what = f"games of {plan.variant} to {numbers.stop} of {wanted}"
            for played in find_workers().spread(play_lab_game, todo, what):
                results.append(played.result)
                if kept is not None:
                    kept.add(played)
        return results


@contextmanager
def _open(folder: Path | None, plan: LabPlan) -> Iterator[LabFolder | None]:
    if folder is None:
        yield None
        return
    with open_lab_folder(folder, plan) as kept:
        yield kept


def _describe(title: str, figures: LabFigures) -> Iterator[str]:
    """Yield the lines of a table."""
    games = "1 game" if figures.games == 1 else f"{figures.games} games"
    yield f"{title}: {games}, {say_percent(figures.won.share)} won by one power"
    yield f"{'':12} {'won alone':>22} {'in the draw':>12} {'eliminated':>11} {'centres':>14}"
    for one in figures.powers:
        yield _describe_side(one)
    if len(figures.bots) > 1:
        for one in figures.bots:
            yield _describe_side(one)
    yield f"seasons of moves {say_mean(figures.moves)}; events in each {say_mean(figures.events)}"


def _describe_side(one: SideResults) -> str:
    between = f"({say_percent(one.won.low)} to {say_percent(one.won.high)})"
    return (
        f"{one.name:12} {say_percent(one.won.share):>7} {between:>18} {say_percent(one.shared.share):>9}"
        f" {say_percent(one.gone.share):>11} {say_mean(one.centres):>14}"
    )
