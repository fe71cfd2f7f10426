"""The command that says what waits for the GM in all games: status."""

from __future__ import annotations

import json
from datetime import UTC, datetime

import click

from zinegen.archive.closing.gm_tasks import GameStatus, describe_game
from zinegen.cli.exits import DONE, WRONG, print_error
from zinegen.cli.find_games import list_games
from zinegen.notation.findings import show_invisible


@click.command()
@click.option("--json", "as_json", is_flag=True, help="The same for programs.")
def status(*, as_json: bool) -> int:
    """Say what waits for the GM in all games, the urgent first, each with its command."""
    now = datetime.now(UTC)
    found = sorted((describe_game(one, now) for one in list_games()), key=lambda one: one.urgency)
    if as_json:
        click.echo(json.dumps([_as_data(one) for one in found], ensure_ascii=False, indent=1))
    else:
        click.echo("\n".join(line for one in found for line in _list_lines(one)))
        click.echo(_count_tasks(found))
    unread = sorted(one.game for one in found if not one.is_readable)
    if unread:
        print_error(f"zinegen: cannot be read: {', '.join(unread)}; `zinegen check` says why")
    return WRONG if unread else DONE


def _list_lines(one: GameStatus) -> list[str]:
    lines = [f"{one.game}: {one.text}"]
    for task in one.tasks:
        lines += [
            f"  {task.urgency.name.lower():<5}  {show_invisible(task.what)}",
            f"         $ {task.command}",
            f"         if it is left: {task.if_left}",
        ]
    return lines


def _count_tasks(found: list[GameStatus]) -> str:
    tasks = sum(len(one.tasks) for one in found)
    games = sum(bool(one.tasks) for one in found)
    if not tasks:
        return "\nnothing waits for you"
    waits = "1 thing waits" if tasks == 1 else f"{tasks} things wait"
    return f"\n{waits} for you, in {games} of {len(found)} game{'s' if len(found) > 1 else ''}"


def _as_data(one: GameStatus) -> dict[str, object]:
    """Return a game's status as other programs read it."""
    return {
        "game": one.game,
        "season": one.season,
        "deadline": one.deadline.astimezone(UTC).isoformat() if one.deadline else None,
        "text": one.text,
        "tasks": [
            {
                "urgency": task.urgency.name.lower(),
                "what": task.what,
                "command": task.command,
                "if_left": task.if_left,
            }
            for task in one.tasks
        ],
    }
