"""Publish: what will change for readers, then into the repository, or into a folder."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from shlex import join

from zinegen.archive.files import lock_folder, make_folder, read_text, write_atomically
from zinegen.archive.git_command import TOKEN, TOKEN_FOR, RepositoryError
from zinegen.archive.repository import (
    Clash,
    Repository,
    begin_repository,
    find_other_side,
    has_other_side,
    list_clashes,
    open_repository,
    put_back,
    settle,
)
from zinegen.cli.gm.commits import CommitPlan, list_commits
from zinegen.cli.gm.send import commit_plans, find_author
from zinegen.desk.desk import Desk
from zinegen.desk.outcomes import DeedOutcome
from zinegen.desk.page_changes import PUBLISHED, list_page_changes, note_published
from zinegen.desk.routes import Asked, DeskPage, Moved, Screen, Sent, do, show
from zinegen.desk.standalone import make_standalone, read_files_below
from zinegen.desk.tokens import forget_token, has_keyring, keep_token, read_token
from zinegen.errors import GameFolderError, ZinegenError
from zinegen.languages.texts import N_, gettext, ngettext
from zinegen.pages.site.zine_settings import CONFIG, read_settings

SITE = "site"
_FOLDER = Path(".cache") / "published-to"
"""Remembers the folder that the site was copied to last."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RepositoryView:
    """A repository as the page shows it."""

    said: tuple[str, ...]
    """How things stand, a sentence each."""
    wrong: str = ""
    """Why nothing can be sent; empty where nothing stands in the way."""
    was_cut_off: bool = False
    """Something is left behind of a run that was cut off."""
    plans: tuple[CommitPlan, ...] = ()
    clashes: tuple[Clash, ...] = ()
    can_send: bool = False
    has_other_side: bool = False
    origin: str = ""
    """Where a token is wanted, if anywhere."""
    has_token: bool = field(default=False, repr=False)


def _look(desk: Desk, _: Asked) -> DeskPage:
    site = _find_site(desk.root)
    values = {
        "repository": _describe_repository(desk.root),
        "has_site": (site / "index.html").is_file(),
        "is_first": not PUBLISHED.is_dir(),
        "changes": list_page_changes(site),
        "folder": _read_folder(),
        "keeps_tokens": has_keyring(),
        "at_work": [one for one in desk.jobs.jobs if one.code is None],
    }
    return DeskPage(template="publish.html", values=values)


def _find_site(root: Path) -> Path:
    """Return where the built site lies."""
    try:
        name = read_settings(root / CONFIG).get("site_dir")
    except ZinegenError:
        name = None
    return root / str(name or SITE)


def _describe_repository(root: Path) -> RepositoryView | None:
    """Return how things stand with the repository, as of the last look; None where the zine lies in none."""
    try:
        here = open_repository(root)
        if here is None:
            return None
        plans = list_commits(here, root)
        origin = find_other_side(here)
        return RepositoryView(
            said=(*_say_standing(here, plans),),
            wrong=here.obstacle,
            was_cut_off=here.was_cut_off,
            plans=plans,
            clashes=list_clashes(here),
            can_send=bool(plans or here.ahead or here.behind or not here.upstream),
            has_other_side=has_other_side(here),
            origin=origin,
            has_token=bool(origin and read_token(origin)),
        )
    except RepositoryError as problem:
        return RepositoryView(said=(), wrong=str(problem))


def _say_standing(here: Repository, plans: tuple[CommitPlan, ...]) -> list[str]:
    said = []
    number = sum(len(one.paths) for one in plans)
    if number:
        said.append(
            ngettext("{number} file has changed here.", "{number} files have changed here.", number)
        )
    if here.ahead:
        said.append(
            ngettext(
                "{number} change is kept here and not sent.",
                "{number} changes are kept here and not sent.",
                here.ahead,
            )
        )
    if here.behind:
        said.append(
            ngettext(
                "{number} change of the other side is to be brought in.",
                "{number} changes of the other side are to be brought in.",
                here.behind,
            )
        )
    if not has_other_side(here):
        said.append(gettext("There is no other side to send to yet: the repository is here only."))
    elif not said:
        said.append(gettext("Nothing is new: both sides have the same."))
    return said


def _build(desk: Desk, _: Asked) -> Moved:
    job = desk.jobs.start(("build",))
    return Moved(to=f"/jobs/{job.name}?back=/publish")


def _ask_other_side(desk: Desk, asked: Asked) -> Moved:
    job = desk.jobs.start(("send", "--look"), _hand_over_token(desk.root, asked))
    return Moved(to=f"/jobs/{job.name}?back=/publish")


def _send(desk: Desk, asked: Asked) -> Moved:
    site = _find_site(desk.root)
    environment = _hand_over_token(desk.root, asked)
    job = desk.jobs.start(("send",), environment, then=lambda: note_published(site))
    return Moved(to=f"/jobs/{job.name}?back=/publish")


def _begin(desk: Desk, asked: Asked) -> Moved:
    """Begin a repository that is sent to an address; sending makes its first commits."""
    address = asked.get("address")
    with lock_folder(desk.root, wait=True):
        begin_repository(desk.root, address)
    told = DeedOutcome(
        command=join(["zinegen", "send", "--to", address]),
        said=(gettext("This folder is a repository now. Nothing is sent yet."),),
    )
    return Moved(to="/publish", told=told)


def _hand_over_token(root: Path, asked: Asked) -> dict[str, str]:
    """Return the token for the other side as variables for a command: typed, or kept by the system."""
    here = open_repository(root)
    origin = find_other_side(here) if here is not None else ""
    if not origin:
        return {}
    typed = asked.get("token")
    if typed and asked.has("keep"):
        keep_token(origin, typed)
    token = typed or read_token(origin)
    return {TOKEN: token, TOKEN_FOR: origin} if token else {}


def _put_back(desk: Desk, _: Asked) -> Moved:
    """Take away what a run left behind that was cut off."""
    with lock_folder(desk.root, wait=True):
        here = open_repository(desk.root)
        if here is not None:
            put_back(here)
    said = gettext("What was cut off is put back: nothing of yours is lost, and nothing was sent.")
    return Moved(
        to="/publish", told=DeedOutcome(command="zinegen send --put-back --look", said=(said,))
    )


def _forget(desk: Desk, _: Asked) -> Moved:
    here = open_repository(desk.root)
    if here is not None:
        forget_token(find_other_side(here))
    told = DeedOutcome(said=(gettext("The system keeps the token no longer."),))
    return Moved(to="/publish", told=told)


def _settle(desk: Desk, asked: Asked) -> Moved:
    """Take one side's version of each file that both have changed; what was only here is committed before."""
    root = desk.root
    with lock_folder(root, wait=True):
        here = open_repository(root)
        if here is None:
            raise GameFolderError(gettext("This zine is in no repository."))
        clashes = list_clashes(here)
        choices = {one.path: asked.get(f"take.{one.path}") for one in clashes}
        if not all(choices.values()):
            raise GameFolderError(gettext("Choose for each file whose version is to stay."))
        commit_plans(here, list_commits(here, root), find_author(root), lambda _: None)
        theirs = {path: choice == "theirs" for path, choice in choices.items()}
        settle(here, theirs, find_author(root))
    told = DeedOutcome(
        command="git merge --no-ff",
        said=(gettext("Both sides are brought together here; nothing is sent yet."),),
        undo="git reset --merge ORIG_HEAD",
    )
    return Moved(to="/publish", told=told)


def _copy(desk: Desk, asked: Asked) -> Moved:
    folder = asked.get("folder")
    if not folder:
        raise GameFolderError(gettext("Name the folder that the site is to be copied to."))
    place = Path(folder).expanduser()
    make_folder(_FOLDER.parent)
    write_atomically(_FOLDER, f"{folder}\n".encode())
    site = _find_site(desk.root)
    job = desk.jobs.start(("publish", "--to", str(place)), then=lambda: note_published(site))
    return Moved(to=f"/jobs/{job.name}?back=/publish")


def _read_folder() -> str:
    try:
        return read_text(_FOLDER).strip()
    except ZinegenError:
        return ""


def _show_page(desk: Desk, asked: Asked) -> Sent:
    """Send a page of the built site, or of the one published last, in one piece."""
    site = _find_site(desk.root)
    is_before = "before" in asked.query
    path = asked.path["page"]
    content = read_files_below(PUBLISHED if is_before else site)(path)
    if content is None or not path.endswith(".html"):
        raise GameFolderError(gettext("There is no such page in the site."))
    text = make_standalone(content.decode("utf-8", "replace"), path, read_files_below(site))
    return Sent(content=text.encode(), kind="text/html; charset=utf-8")


SCREEN = Screen(
    key="publish",
    title=N_("Publish"),
    address="/publish",
    routes=(
        show("/publish", _look),
        show("/publish/page/{page:path}", _show_page),
        do("/publish/build", _build, draws=False),
        do("/publish/look", _ask_other_side, draws=False),
        do("/publish/begin", _begin, draws=False),
        do("/publish/send", _send, draws=False),
        do("/publish/settle", _settle, draws=False),
        do("/publish/put-back", _put_back, draws=False),
        do("/publish/forget", _forget, draws=False),
        do("/publish/copy", _copy, draws=False),
    ),
)
