"""The command that commits what a GM has changed and sends it: send."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

import click

from zinegen.archive.files import lock_folder
from zinegen.archive.repository import (
    Repository,
    begin_repository,
    bring_in,
    commit_paths,
    has_other_side,
    look_at_other_side,
    open_repository,
    send,
)
from zinegen.archive.repository import put_back as put_back_unfinished
from zinegen.cli.exits import CONFIG, DONE, WRONG
from zinegen.cli.gm.commits import CommitPlan, list_commits
from zinegen.errors import GameFolderError, ZinegenError
from zinegen.pages.site.zine_settings import find_own_settings, read_settings

NO_REPOSITORY = (
    "this folder is no repository: `zinegen send --to URL` makes it one and sends it there,"
    " `zinegen publish --to DIR` copies the site to a folder"
)


@click.command(name="send")
@click.option(
    "--look",
    is_flag=True,
    help="Only ask the other side and say how things stand; ends with 1 if something is to do.",
)
@click.option(
    "--to",
    "address",
    metavar="URL",
    help="Once, where this folder is no repository yet: begin one that is sent to this address.",
)
@click.option(
    "--put-back",
    is_flag=True,
    help="First take away what a run left behind that was cut off; no other program may be at work there.",
)
def send_command(*, look: bool, address: str | None, put_back: bool) -> int:
    """Commit what has changed, bring in what is new on the other side, and send it, never by force.

    Each game and each kind of change is a commit of its own. Where both sides have changed the same lines,
    nothing is brought in, and nothing sent.
    """
    folder = Path.cwd()
    with lock_folder(folder, wait=True):
        if address:
            begin_repository(folder, address)
        here = open_repository(folder)
        if here is None:
            raise GameFolderError(NO_REPOSITORY)
        if put_back and here.was_cut_off:
            put_back_unfinished(here)
            click.echo("put back: what was begun here and cut off")
            here = open_repository(folder) or here
        if here.obstacle:
            raise GameFolderError(here.obstacle)
        if look:
            return _look(look_at_other_side(here), folder)
        commit_plans(here, list_commits(here, folder), find_author(folder), click.echo)
        here = open_repository(folder) or here
        if not has_other_side(here):
            click.echo("there is no other side to send to: this repository is here only")
            return DONE
        send_whole(here, find_author(folder), click.echo)
    return DONE


def _look(here: Repository, folder: Path) -> int:
    plans = list_commits(here, folder)
    for plan in plans:
        click.echo(f"to commit: {plan.message}: {len(plan.paths)} files")
    click.echo(f"to send: {here.ahead}; to bring in: {here.behind}")
    return WRONG if plans or here.ahead or here.behind else DONE


def commit_plans(
    here: Repository, plans: Sequence[CommitPlan], author: str, tell: Callable[[str], object]
) -> None:
    """Make the commits that were planned; raises RepositoryError as git answers."""
    for plan in plans:
        commit_paths(here, plan.paths, plan.message, author)
        tell(f"committed: {plan.message}")


def send_whole(here: Repository, author: str, tell: Callable[[str], object]) -> None:
    """Bring in what is new on the other side, and send what is only here.

    Raises RepositoryError as git answers; nothing is half brought in or half sent.
    """
    if here.upstream:
        here = look_at_other_side(here)
        if here.behind:
            bring_in(here, author)
            tell(f"brought in: {here.behind} of the other side")
        elif not here.ahead:
            tell("nothing to send: the other side has everything")
            return
    send(here)
    tell("sent")


def find_author(folder: Path) -> str:
    """Return the editor's name, for commits where git was told none."""
    try:
        own = find_own_settings(read_settings(folder / CONFIG))
    except ZinegenError:
        return "The editor"
    return str(own.get("editor") or "The editor")
