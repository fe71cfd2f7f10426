"""The zine's repository as its GM sees it: what is new here and there, each state in plain words.

Git itself does the work, or `pure_git` where none is installed. Nothing is ever forced.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from zinegen.archive import pure_git
from zinegen.archive.git_command import (
    DAMAGED,
    TOKEN,
    TOKEN_FOR,
    RepositoryError,
    call_git,
    explain,
    explain_words,
    has_git,
    run_git,
    try_git,
)
from zinegen.languages.texts import gettext

_ADDRESS = re.compile(r"(?:https://[^\s@/]+/|ssh://\S+@|file:///|[\w.-]+@[\w.-]+:)[^\s-]\S*")
"""Where a repository may be: no word that git would take for an option, and no password in it."""


class ClashError(RepositoryError):
    """Both sides have changed the same lines: `list_clashes` shows them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Clash:
    """A file that was committed otherwise on both sides."""

    path: str
    """From the repository's root."""
    mine: str | None
    """Its text; None where the file is not there, or is no text."""
    theirs: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Repository:
    """A repository as it stands."""

    root: Path
    branch: str
    """Empty where the head is at a commit and at no branch."""
    upstream: str
    """The branch of the other side that this one follows; empty where it follows none."""
    ahead: int
    """Commits that are here only."""
    behind: int
    """Commits that are there only, as of the last look."""
    changed: tuple[str, ...]
    """Paths from the root that are not committed, in alphabetical order."""
    unfinished: str
    """What was begun and not finished: ``merge``, ``rebase``, ``cherry-pick``; empty where nothing was."""
    locks: tuple[Path, ...]
    """Files by which a program that is at work keeps others out, or one that was cut off still does."""

    @property
    def was_cut_off(self) -> bool:
        """Tell whether something is left behind that `put_back` takes away."""
        return bool(self.unfinished or self.locks)

    @property
    def obstacle(self) -> str:
        """Say why nothing can be committed or sent; empty where nothing stands in the way."""
        if self.unfinished:
            return gettext(
                "bringing in what is new was begun here and is not finished: finish it, or put it back by"
                " `zinegen send --put-back`"
            )
        if self.locks:
            return gettext(
                "another program is at work in this repository, or was cut off in it; if none is, type"
                " `zinegen send --put-back`"
            )
        if not self.branch:
            return gettext(
                "this is no branch, but an old commit that was looked at: type `git switch main`"
            )
        return ""


def open_repository(folder: Path) -> Repository | None:
    """Return the repository that a folder lies in, as it stands; None where it lies in none.

    Raises RepositoryError when git cannot read it.
    """
    if not has_git():
        return _open_purely(folder)
    places = _find_places(folder)
    if places is None:
        return None
    root, own = places
    status = run_git(root, "status", "--porcelain=v2", "--branch", "-z", "--untracked-files=all")
    heads = dict(re.findall(r"# branch\.(\S+) ([^\0]*)\0", status))
    counts = re.fullmatch(r"\+(\d+) -(\d+)", heads.get("ab", ""))
    branch = heads.get("head", "")
    if branch == "(unknown)":
        raise RepositoryError(gettext(DAMAGED))
    return Repository(
        root=root,
        branch="" if branch == "(detached)" else branch,
        upstream=heads.get("upstream", ""),
        ahead=int(counts[1]) if counts else 0,
        behind=int(counts[2]) if counts else 0,
        changed=tuple(sorted(_list_changed(status))),
        unfinished=_find_unfinished(own),
        locks=_list_locks(own),
    )


def find_root(folder: Path) -> Path | None:
    """Return the folder of the repository that a folder lies in, without a look at how it stands; or None."""
    if not has_git():
        here = _open_purely(folder)
        return here.root if here is not None else None
    places = _find_places(folder)
    return places[0] if places is not None else None


def _find_places(folder: Path) -> tuple[Path, Path] | None:
    """Return the folders of a repository and of what it keeps; None where there is none."""
    found = try_git(folder, "rev-parse", "--show-toplevel", "--absolute-git-dir")
    if not found.returncode:
        root, own = (Path(line) for line in found.stdout.split("\n")[:2])
        return root, own
    if (folder / ".git").exists():
        raise RepositoryError(gettext(DAMAGED))
    return None


def _open_purely(folder: Path) -> Repository | None:
    """Return a repository where no git is installed."""
    with _purely():
        state = pure_git.read_state(folder)
    if state is None:
        return None
    return Repository(
        root=state.root,
        branch=state.branch,
        upstream=f"{pure_git.ORIGIN}/{state.branch}" if state.has_upstream else "",
        ahead=state.ahead,
        behind=state.behind,
        changed=state.changed,
        unfinished=_find_unfinished(state.root / ".git"),
        locks=_list_locks(state.root / ".git"),
    )


@contextmanager
def _purely() -> Iterator[None]:
    """Say in plain words what goes wrong where no git is installed."""
    try:
        yield
    except pure_git.PureGitError as problem:
        kind = ClashError if "conflict" in str(problem) else RepositoryError
        raise kind(explain_words(str(problem))) from None


def _find_token(address: str) -> str:
    """Return the token that was handed over for an address; empty where it is for another."""
    where = os.environ.get(TOKEN_FOR, "")
    return os.environ.get(TOKEN, "") if where and address.startswith(where) else ""


_UNFINISHED = {
    "rebase-merge": "rebase",
    "rebase-apply": "rebase",
    "MERGE_HEAD": "merge",
    "CHERRY_PICK_HEAD": "cherry-pick",
}
"""What git keeps in its folder while something is not finished, and by which word that is put back."""
_TIDYING = {"gc.pid.lock"}
"""What git holds while it tidies up, which keeps nobody out."""


def _find_unfinished(own: Path) -> str:
    return next((word for name, word in _UNFINISHED.items() if (own / name).exists()), "")


def _list_locks(own: Path) -> tuple[Path, ...]:
    found = (*own.glob("*.lock"), *(own / "refs").rglob("*.lock"))
    return tuple(sorted(path for path in found if path.name not in _TIDYING))


def put_back(here: Repository) -> None:
    """Take away what a run left behind that was cut off: its locks, and what it had only begun.

    No other program may be at work in the repository. What was committed, and what was changed and not
    committed, stays. Raises RepositoryError as git answers.
    """
    for path in here.locks:
        path.unlink(missing_ok=True)
    word = here.unfinished
    if not word:
        return
    if not has_git():
        raise RepositoryError(gettext("it was begun by git, and only git can put it back"))
    if not try_git(here.root, word, "--abort").returncode:
        return
    before = _find_stash(here.root)
    run_git(here.root, word, "--quit")  # cut off before git knew where to go back to
    if _find_stash(here.root) != before:  # git kept there what was changed and not committed
        run_git(here.root, "stash", "pop", "--quiet")


def _find_stash(root: Path) -> str:
    return try_git(root, "rev-parse", "--quiet", "--verify", "refs/stash").stdout


def _list_changed(status: str) -> Sequence[str]:
    """Return the paths in what `git status --porcelain=v2 -z` prints."""
    found, parts = [], iter(status.split("\0"))
    blanks = {"1": 8, "2": 9, "u": 10, "?": 1}
    for part in parts:
        kind = part[:1]
        if kind in blanks:
            found.append(part.split(" ", blanks[kind])[-1])
        if kind == "2":  # renamed: what it was called before
            found.append(next(parts))
    return found


def look_at_other_side(here: Repository) -> Repository:
    """Ask the other side what is new, and return how things stand; raises RepositoryError as it answers."""
    if here.upstream and not has_git():
        with _purely():
            pure_git.fetch(here.root, _find_token(pure_git.find_address(here.root)))
    elif here.upstream:
        run_git(here.root, "fetch", "--quiet")
    return open_repository(here.root) or here


def bring_in(here: Repository, author: str = "") -> None:
    """Put what is only here on top of what is new there; where that does not go, all is as before.

    ``author`` is the name that counts where git was told none.
    Raises RepositoryError when both sides have changed the same file or lines, or as git answers.
    """
    if not has_git():
        with _purely():
            pure_git.bring_in(here.root, here.branch, author)
        return
    there = run_git(here.root, "diff", "--name-only", "-z", "HEAD...@{upstream}").split("\0")
    both = sorted({*there} & {*here.changed})
    if both:
        raise RepositoryError(
            gettext(
                "both sides have changed {file}: nothing was brought in; commit yours first",
                file=both[0],
            )
        )
    named = _name_author(here, author)
    done = try_git(here.root, *named, "pull", "--rebase", "--autostash", "--quiet")
    if not done.returncode:
        return
    try_git(here.root, "rebase", "--abort")
    if re.search("conflict|could not apply", done.stdout + done.stderr, re.IGNORECASE):
        raise ClashError(
            gettext(
                "both sides have changed the same lines: nothing was brought in, and yours stays as it is"
            )
        )
    raise RepositoryError(explain(done))


def list_clashes(here: Repository) -> tuple[Clash, ...]:
    """Return the files that both sides have committed otherwise since they parted, as of the last look."""
    if not here.upstream or not here.behind:
        return ()
    if not has_git():
        return tuple(_list_clashes_purely(here.root))
    mine, theirs = (
        set(run_git(here.root, "diff", "--name-only", "-z", span).split("\0"))
        for span in ("@{upstream}...HEAD", "HEAD...@{upstream}")
    )
    found = (
        Clash(
            path=path,
            mine=_read_committed(here, "HEAD", path),
            theirs=_read_committed(here, "@{upstream}", path),
        )
        for path in sorted((mine & theirs) - {""})
    )
    return tuple(one for one in found if one.mine != one.theirs)


def _list_clashes_purely(root: Path) -> Iterator[Clash]:
    for path in pure_git.list_both_changed(root):
        sides = (pure_git.read_committed(root, one, path) for one in ("HEAD", pure_git.ORIGIN))
        mine, theirs = (_as_text(one) for one in sides)
        if mine != theirs:
            yield Clash(path=path, mine=mine, theirs=theirs)


def _as_text(content: bytes | None) -> str | None:
    return None if content is None or b"\0" in content else content.decode(errors="replace")


def _read_committed(here: Repository, commit: str, path: str) -> str | None:
    found = try_git(here.root, "show", f"{commit}:{path}")
    return None if found.returncode or "\0" in found.stdout else found.stdout


def settle(here: Repository, takes_theirs: Mapping[str, bool], author: str = "") -> None:
    """Bring in what is new there, with one side's version of each file that both have changed.

    What is not committed has to be committed before. Raises RepositoryError as git answers; all is as before
    then.
    """
    if not has_git():
        with _purely():
            pure_git.bring_in(here.root, here.branch, author, takes_theirs)
        return
    named = _name_author(here, author)
    merge = (*named, "merge", "--no-ff", "--no-commit", "--quiet", "@{upstream}")
    try_git(here.root, *merge)
    try:
        for path, theirs in takes_theirs.items():
            _take_side(here, path, "@{upstream}" if theirs else "HEAD")
        run_git(here.root, *named, "commit", "--quiet", "--no-edit")
    except RepositoryError:
        try_git(here.root, "merge", "--abort")
        raise


def _take_side(here: Repository, path: str, commit: str) -> None:
    """Make a file what it is in a commit; it goes where it is not there."""
    is_there = not try_git(here.root, "cat-file", "-e", f"{commit}:{path}").returncode
    if is_there:
        run_git(here.root, "checkout", "--quiet", commit, "--", path)
    else:
        run_git(here.root, "rm", "--quiet", "--force", "--ignore-unmatch", "--", path)


def commit_paths(here: Repository, paths: Sequence[str], message: str, author: str = "") -> None:
    """Commit these paths and no others; raises RepositoryError as git answers.

    ``author`` is the name that counts where git was told none.
    """
    if not has_git():
        with _purely():
            pure_git.commit(here.root, paths, message, author)
        return
    run_git(here.root, "add", "--all", "--", *paths)
    words = ("commit", "--quiet", "--only", "--message", message, "--", *paths)
    run_git(here.root, *_name_author(here, author), *words)


def _name_author(here: Repository, author: str) -> tuple[str, ...]:
    """Return what tells git a name, where nobody has told it one."""
    if not author or not try_git(here.root, "var", "GIT_AUTHOR_IDENT").returncode:
        return ()
    return ("-c", f"user.name={author}", "-c", "user.email=gm@zine.invalid")


def send(here: Repository) -> None:
    """Send what is only here to the other side, never by force; raises RepositoryError as it answers."""
    if not has_git():
        with _purely():
            token = _find_token(pure_git.find_address(here.root))
            pure_git.send(here.root, here.branch, token)
        return
    target = () if here.upstream else ("--set-upstream", "origin", f"HEAD:{here.branch}")
    run_git(here.root, "push", "--quiet", *target)


@dataclass(frozen=True, slots=True, kw_only=True)
class OldVersion:
    """A file as a commit left it."""

    commit: str
    when: datetime
    who: str
    message: str
    """Its first line."""
    path: str
    """From the repository's root."""


def list_old_versions(root: Path, folder: Path, most: int) -> tuple[OldVersion, ...]:
    """Return the versions of the files in a folder, the newest commit first; of so many commits at most.

    Raises RepositoryError as git answers.
    """
    if not has_git():
        return ()
    place = folder.resolve().relative_to(root.resolve()).as_posix()
    form = "--format=%x00%H%x00%aI%x00%an%x00%s%x00"
    options = ("--no-renames", "--diff-filter=AM", f"--max-count={most}", "--name-only", form)
    if not run_git(root, "rev-list", "--all", "--max-count=1").strip():
        return ()
    told = run_git(root, "log", *options, "--", place).split("\0")[1:]
    found = []
    for commit, when, who, message, names in zip(*(told[at::5] for at in range(5)), strict=True):
        found += [
            OldVersion(
                commit=commit,
                when=datetime.fromisoformat(when),
                who=who,
                message=message,
                path=name,
            )
            for name in names.splitlines()
            if name
        ]
    return tuple(found)


def read_old_version(root: Path, commit: str, path: str) -> bytes:
    """Return the bytes of a file as a commit left it; raises RepositoryError where there is none."""
    if re.fullmatch("[0-9a-f]{40,64}", commit) is None or not has_git():
        raise RepositoryError("this is the name of no commit")
    done = call_git(root, "show", f"{commit}:{path}")
    if done.returncode:
        raise RepositoryError("the repository has no such version of this file")
    return done.stdout


def begin_repository(folder: Path, address: str) -> None:
    """Make a folder a repository that is sent to an address; one that is one already gets the address.

    Raises RepositoryError for an address that is none, and where there is another one already.
    """
    if not _ADDRESS.fullmatch(address):
        raise RepositoryError(
            gettext(
                "this is no address of a repository: it looks like https://codeberg.org/ann/zine"
            )
        )
    here = open_repository(folder)
    if here is None:
        if has_git():
            run_git(folder, "init", "--quiet", "--initial-branch=main")
        else:
            pure_git.begin(folder)
        here = open_repository(folder)
    if here is None:
        raise RepositoryError(gettext("git says: {words}", words="init"))
    there = _find_address(here)
    if there and there != address:
        raise RepositoryError(gettext("it is sent to {address} already", address=there))
    if not there and has_git():
        run_git(here.root, "remote", "add", "origin", address)
    elif not there:
        pure_git.set_address(here.root, address)


def _find_address(here: Repository) -> str:
    """Return the address of the other side; empty where there is none."""
    if not has_git():
        return pure_git.find_address(here.root)
    return try_git(here.root, "remote", "get-url", "--push", "origin").stdout.strip()


def find_other_side(here: Repository) -> str:
    """Return the origin of the other side where it is reached by HTTPS, such as ``https://codeberg.org/``."""
    address = _find_address(here)
    found = re.match(r"https://(?:[^/@]*@)?([^/@\s]+)/", address)
    return f"https://{found[1]}/" if found else ""


def has_other_side(here: Repository) -> bool:
    """Tell whether there is anywhere to send to."""
    if not has_git():
        return bool(_find_address(here))
    return bool(here.upstream) or bool(run_git(here.root, "remote").strip())
