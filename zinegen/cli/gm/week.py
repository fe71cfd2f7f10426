"""The command that leads through a GM's week: what came in, what waits, closing, building, sending."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import partial
from pathlib import Path

import click

from zinegen.archive.closing.close import find_waiting
from zinegen.archive.closing.gm_tasks import GameStatus, GmTask, Urgency, describe_game
from zinegen.archive.closing.progress import play
from zinegen.archive.folder.games import SEASONS, open_sound_game
from zinegen.archive.git_command import RepositoryError
from zinegen.archive.repository import (
    ClashError,
    Repository,
    bring_in,
    has_other_side,
    list_clashes,
    look_at_other_side,
    open_repository,
)
from zinegen.cli.exits import DONE, GAMES, WRONG, print_error
from zinegen.cli.find_games import list_games
from zinegen.cli.gm.commits import list_commits
from zinegen.cli.gm.rulings import record_rulings
from zinegen.cli.gm.send import commit_plans, find_author, send_whole
from zinegen.cli.reading.channel_settings import has_channels
from zinegen.errors import ZinegenError
from zinegen.game.wording import join_words
from zinegen.notation.findings import show_invisible, sort_findings
from zinegen.play.records.records import Waiting

MOST_ROUNDS = 20
"""So often the same game is asked about in one run: whoever rules in circles gets out."""


@dataclass(slots=True)
class _Walk:
    """One walk through the week, and what was left undone."""

    is_sure: bool
    """Everything that needs no words is answered with yes."""
    left: int = 0

    def ask(self, question: str, command: str) -> bool:
        """Ask whether a thing is to be done, and show the command that does the same."""
        click.echo(f"  the same as: {command}")
        if self.is_sure:
            return True
        done = click.confirm(f"  {question}", default=True)
        self.left += not done
        return done

    def ask_for(self, what: str) -> str:
        """Ask for words; none with ``--yes``, and none when nothing is typed."""
        if self.is_sure:
            return ""
        return str(
            click.prompt(f"  {what} (Enter: not now)", default="", show_default=False)
        ).strip()

    def attempt(self, step: Callable[[], object]) -> bool:
        """Do one step and return whether it is done; what goes wrong is told, and stops nothing else."""
        try:
            step()
        except ZinegenError as problem:
            self.left += 1
            print_error(f"  {_explain(problem)}")
        except click.ClickException as problem:  # what MkDocs says of its settings, too
            self.left += 1
            print_error(f"  {problem.format_message()}")
        else:
            return True
        return False


def _explain(problem: ZinegenError) -> str:
    """Return what went wrong; where both sides have changed the same lines, where, and what helps."""
    here = open_repository(Path.cwd()) if isinstance(problem, ClashError) else None
    files = [one.path for one in list_clashes(here)] if here is not None else []
    if not files:
        return str(problem)
    named = show_invisible(join_words(files))
    return f"{problem}; it is {named}: `zinegen desk` shows both, and takes the one that you choose"


@click.command()
@click.option(
    "--yes", "is_sure", is_flag=True, help="Do all that needs no words of yours, unasked."
)
@click.pass_context
def week(context: click.Context, /, *, is_sure: bool) -> int:
    """Lead through what waits in all games, the urgent first, then build and send; each step is asked.

    Rulings are shown and written with your reason; without one, and with --yes, none is written.
    """
    walk = _Walk(is_sure=is_sure)
    here = _begin(walk)
    now = datetime.now(UTC)
    found = sorted((describe_game(one, now) for one in list_games()), key=lambda one: one.urgency)
    for status in found:
        walk.attempt(partial(_see_to, context, walk, status))
    _finish(context, walk, here)
    if walk.left:
        print_error(
            f"{walk.left} thing{'s' if walk.left > 1 else ''} left: `zinegen status` lists what waits"
        )
    return WRONG if walk.left else DONE


def _begin(walk: _Walk) -> Repository | None:
    """Bring in what is new on the other side, such as orders that came by pull request."""
    here = open_repository(Path.cwd())
    if here is None:
        click.echo("This folder is no repository: nothing is brought in, and nothing is sent.")
        return None
    if here.obstacle:
        print_error(here.obstacle)
        return None
    try:
        here = look_at_other_side(here)
        if here.behind:
            click.echo(f"{_count(here.behind, 'change')} came in on the other side.")
            if walk.ask("Bring them in?", "git pull --rebase --autostash"):
                bring_in(here)
    except RepositoryError as problem:
        walk.left += 1
        before = "" if isinstance(problem, ClashError) else "nothing is brought in: "
        print_error(f"{before}{_explain(problem)}")
    return here


def _see_to(context: click.Context, walk: _Walk, status: GameStatus) -> None:
    """Go through one game: say where it stands, and ask about each thing that waits."""
    click.echo(f"\n{status.game}: {status.text}")
    if status.season:
        walk.attempt(partial(_take_mails, context, walk, status))
    for task in status.tasks:
        click.echo(f"  {show_invisible(task.what)}")
        click.echo(f"  if it is left: {task.if_left}")
        walk.attempt(partial(_do_task, context, walk, status, task))


def _take_mails(context: click.Context, walk: _Walk, status: GameStatus) -> None:
    """Ask for mails with orders until no more is named."""
    from zinegen.cli.gm.take import take  # noqa: PLC0415  (seldom asked for)

    while name := walk.ask_for("a mail or message with orders, as a file"):
        path = Path(name).expanduser()
        if not path.is_file():
            click.echo(f"  there is no file {name}")
            continue
        options = {"is_for_all": False, "power": "", "anyway": False, "amend": False, "key": ()}
        walk.attempt(partial(context.invoke, take, words=(status.game, str(path)), **options))


def _do_task(context: click.Context, walk: _Walk, status: GameStatus, task: GmTask) -> None:
    """Do one thing that waits, if the GM says so."""
    from zinegen.cli.gm.deadlines import extend, resume  # noqa: PLC0415
    from zinegen.cli.gm.seats import seat  # noqa: PLC0415
    from zinegen.cli.remind import remind  # noqa: PLC0415

    game = status.game
    match task.command.split()[1]:
        case "close":
            if walk.ask("Close it?", task.command):
                _close(context, walk, status, task)
        case "remind":
            if walk.ask("Print a reminder to paste?", task.command):
                context.invoke(remind, game=game)
        case "resume" if not walk.is_sure and walk.ask("Let it go on?", task.command):
            context.invoke(resume, game=game)
        case "extend":
            when = walk.ask_for("the deadline, such as 2026-12-05T20:00")
            walk.left += not when
            if when:
                context.invoke(extend, game=game, when=when, why="the deadline is set")
        case "seat":
            power = task.command.split()[3]
            name = walk.ask_for(f"who plays {power} from now on")
            if name:
                context.invoke(
                    seat,
                    game=game,
                    power=power,
                    player=name,
                    vacant=False,
                    number=None,
                    mail="",
                    key="",
                )
        case _:
            click.echo(f"  for you: {task.command}")
            walk.left += task.urgency is not Urgency.LATER


def _close(context: click.Context, walk: _Walk, status: GameStatus, task: GmTask) -> None:
    """Close a game; what it waits for is asked, ruling by ruling, and then it is closed again."""
    from zinegen.cli.close import close  # noqa: PLC0415

    early = task.command.split()[-1] if "--early" in task.command else ""
    for _ in range(MOST_ROUNDS):
        nothing = {"several": None, "dry_run": False, "output": None, "receipts": None, "key": ()}
        context.invoke(close, game=status.game, early=early, **nothing)
        game, now = open_sound_game(GAMES / status.game, past_orders=False), datetime.now(UTC)
        waiting = find_waiting(play(game, now=now, draws_maps=False), now)
        if waiting is None:
            return
        if not _rule(walk, status.game, waiting):
            break
        early = ""
    walk.left += 1


def _rule(walk: _Walk, name: str, waiting: Waiting) -> bool:
    """Ask for each ruling that helps; return whether one was written."""
    is_written = False
    for asked in sort_findings(waiting.reasons):
        if not asked.ruling:
            continue
        click.echo(f"  {show_invisible(asked.title)}")
        for line in asked.ruling:
            click.echo(f"    {show_invisible(line)}")
        reason = walk.ask_for("to rule so, type your reason; it is printed")
        if reason:
            walk.attempt(partial(_write, name, waiting.season, asked.ruling, reason))
            is_written = True
    return is_written


def _write(name: str, season: str, ruling: Sequence[str], reason: str) -> None:
    record_rulings(GAMES / name, season, [(ruling, reason)])
    click.echo(f"  written into {GAMES}/{name}/{SEASONS}/{season}/rulings.toml")


def _finish(context: click.Context, walk: _Walk, here: Repository | None) -> None:
    """Build the site, tell what is new, and commit and send what has changed."""
    from zinegen.cli.site import build  # noqa: PLC0415  (slow, and not everybody builds)

    click.echo("\nThe site")
    step = partial(context.invoke, build, strict=False, quiet=True)
    is_wanted = Path("mkdocs.yml").is_file() and walk.ask("Build it?", "zinegen build")
    if is_wanted and walk.attempt(step):
        click.echo("  site/index.html shows it")
    if has_channels() and walk.ask("Tell what is new?", "zinegen announce --all"):
        from zinegen.cli.reading.announce import announce  # noqa: PLC0415  (slow as well)

        nothing = dict.fromkeys(("game", "season", "reserve", "reserved"))
        options = {"everything": True, "dry_run": False, "again": False, **nothing}
        walk.attempt(partial(context.invoke, announce, **options))
    if here is not None:
        walk.attempt(partial(_send, walk, Path.cwd()))


def _send(walk: _Walk, folder: Path) -> None:
    """Commit what has changed, a commit for each game and each thing, and send it."""
    click.echo("\nThe repository")
    here = open_repository(folder)
    if here is None or here.obstacle:
        return
    plans = list_commits(here, folder)
    for plan in plans:
        click.echo(f"  {plan.message}: {_count(len(plan.paths), 'file')}")
    if plans and walk.ask(
        "Commit this?", f'git add … && git commit --message "{plans[0].message}"'
    ):
        commit_plans(here, plans, find_author(folder), lambda _: None)
        here = open_repository(folder) or here
    if not has_other_side(here):
        click.echo("  there is no other side to send to: this repository is here only")
        return
    if here.upstream and not here.ahead:
        click.echo("  nothing to send: the other side has everything")
        return
    if walk.ask("Send it? The platform then checks and publishes it.", "git push"):
        send_whole(here, find_author(folder), lambda line: click.echo(f"  {line}"))


def _count(number: int, what: str) -> str:
    return f"{number} {what}{'s' if number > 1 else ''}"
