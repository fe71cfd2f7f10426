"""The zine's repository as its GM sees it: what is new here and there, each state in plain words.

Git itself does the work, or `pure_git` where none is installed. It never waits for a password, and nothing
is ever forced.
"""

from __future__ import annotations

import base64
import os
import re
import shutil
import subprocess
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from zinegen.archive import pure_git
from zinegen.errors import GameFolderError
from zinegen.languages.texts import N_, gettext

TOKEN_FOR = "ZINEGEN_GIT_TOKEN_FOR"  # noqa: S105  (the name of a variable)
"""The variable with the origin that gets the token, such as ``https://codeberg.org/``, and no other."""
PATIENCE = 120
"""Seconds after which the other side is given up."""
TOKEN = "ZINEGEN_GIT_TOKEN"  # noqa: S105  (the name of a variable)
"""The variable of the environment with a token for the other side, where that is reached by HTTPS."""
NOT_ALONE: Mapping[str, str] = {
    r"authentication failed|permission denied|could not read (username|password)|error: 40[13]|"
    r"http basic: access denied|terminal prompts disabled": N_(
        "the other side does not let you in: the token or key is wrong, or missing"
    ),
    r"could not resolve|unable to access|connection (refused|timed out)|network is unreachable|"
    r"does not appear to be a git repository|repository .* not found|\b404\b": N_(
        "the other side cannot be reached"
    ),
    r"protected branch|gh006|hook declined|not allowed to push": N_(
        "the other side takes changes to this branch by pull request only"
    ),
    r"non-fast-forward|fetch first|\[rejected\]": N_(
        "the other side has something newer: bring it in first"
    ),
    r"index\.lock|unable to create .*\.lock": N_(
        "another program is at work in this repository, or was cut off in it; if none is, delete the file"
        " .git/index.lock"
    ),
    r"no space left": N_("the disk is full"),
    r"read-only file system|insufficient permission": N_("the folder may not be written to"),
}
"""What git says when it fails, and what that means."""


_ADDRESS = re.compile(r"(?:https://[^\s@/]+/|ssh://\S+@|file:///|[\w.-]+@[\w.-]+:)[^\s-]\S*")
"""Where a repository may be: no word that git would take for an option, and no password in it."""


class RepositoryError(GameFolderError):
    """Git could not do what was asked; nothing was half done."""


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
    is_busy: bool
    """A merge or rebase was begun and not finished."""

    @property
    def obstacle(self) -> str:
        """Say why nothing can be committed or sent; empty where nothing stands in the way."""
        if self.is_busy:
            return gettext(
                "a merge was begun here and is not finished: finish it, or type `git rebase --abort`"
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
    if not _has_git():
        return _open_purely(folder)
    found = _try_git(folder, "rev-parse", "--show-toplevel")
    if found.returncode:
        return None
    root = Path(found.stdout.strip())
    status = _run_git(root, "status", "--porcelain=v2", "--branch", "-z", "--untracked-files=all")
    heads = dict(re.findall(r"# branch\.(\S+) ([^\0]*)\0", status))
    counts = re.fullmatch(r"\+(\d+) -(\d+)", heads.get("ab", ""))
    branch = heads.get("head", "")
    places = (root / _run_git(root, "rev-parse", "--git-path", name).strip() for name in _BUSY)
    return Repository(
        root=root,
        branch="" if branch == "(detached)" else branch,
        upstream=heads.get("upstream", ""),
        ahead=int(counts[1]) if counts else 0,
        behind=int(counts[2]) if counts else 0,
        changed=tuple(sorted(_list_changed(status))),
        is_busy=any(place.exists() for place in places),
    )


def _has_git() -> bool:
    return shutil.which("git") is not None


def _open_purely(folder: Path) -> Repository | None:
    """Return a repository where no git is installed."""
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
        is_busy=any((state.root / ".git" / name).exists() for name in _BUSY),
    )


@contextmanager
def _purely() -> Iterator[None]:
    """Say in plain words what goes wrong where no git is installed."""
    try:
        yield
    except pure_git.PureGitError as problem:
        kind = ClashError if "conflict" in str(problem) else RepositoryError
        raise kind(_explain_words(str(problem))) from None


def _find_token(address: str) -> str:
    """Return the token that was handed over for an address; empty where it is for another."""
    where = os.environ.get(TOKEN_FOR, "")
    return os.environ.get(TOKEN, "") if where and address.startswith(where) else ""


_BUSY = ("MERGE_HEAD", "rebase-merge", "rebase-apply", "CHERRY_PICK_HEAD")


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
    if here.upstream and not _has_git():
        with _purely():
            pure_git.fetch(here.root, _find_token(pure_git.find_address(here.root)))
    elif here.upstream:
        _run_git(here.root, "fetch", "--quiet")
    return open_repository(here.root) or here


def bring_in(here: Repository, author: str = "") -> None:
    """Put what is only here on top of what is new there; where that does not go, all is as before.

    ``author`` is the name that counts where git was told none.
    Raises RepositoryError when both sides have changed the same file or lines, or as git answers.
    """
    if not _has_git():
        with _purely():
            pure_git.bring_in(here.root, here.branch, author)
        return
    there = _run_git(here.root, "diff", "--name-only", "-z", "HEAD...@{upstream}").split("\0")
    both = sorted({*there} & {*here.changed})
    if both:
        raise RepositoryError(
            gettext(
                "both sides have changed {file}: nothing was brought in; commit yours first",
                file=both[0],
            )
        )
    named = _name_author(here, author)
    done = _try_git(here.root, *named, "pull", "--rebase", "--autostash", "--quiet")
    if not done.returncode:
        return
    _try_git(here.root, "rebase", "--abort")
    if re.search("conflict|could not apply", done.stdout + done.stderr, re.IGNORECASE):
        raise ClashError(
            gettext(
                "both sides have changed the same lines: nothing was brought in, and yours stays as it is"
            )
        )
    raise RepositoryError(_explain(done))


def list_clashes(here: Repository) -> tuple[Clash, ...]:
    """Return the files that both sides have committed otherwise since they parted, as of the last look."""
    if not here.upstream or not here.behind:
        return ()
    if not _has_git():
        return tuple(_list_clashes_purely(here.root))
    mine, theirs = (
        set(_run_git(here.root, "diff", "--name-only", "-z", span).split("\0"))
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
    found = _try_git(here.root, "show", f"{commit}:{path}")
    return None if found.returncode or "\0" in found.stdout else found.stdout


def settle(here: Repository, takes_theirs: Mapping[str, bool], author: str = "") -> None:
    """Bring in what is new there, with one side's version of each file that both have changed.

    What is not committed has to be committed before. Raises RepositoryError as git answers; all is as before
    then.
    """
    if not _has_git():
        with _purely():
            pure_git.bring_in(here.root, here.branch, author, takes_theirs)
        return
    named = _name_author(here, author)
    merge = (*named, "merge", "--no-ff", "--no-commit", "--quiet", "@{upstream}")
    _try_git(here.root, *merge)
    try:
        for path, theirs in takes_theirs.items():
            _take_side(here, path, "@{upstream}" if theirs else "HEAD")
        _run_git(here.root, *named, "commit", "--quiet", "--no-edit")
    except RepositoryError:
        _try_git(here.root, "merge", "--abort")
        raise


def _take_side(here: Repository, path: str, commit: str) -> None:
    """Make a file what it is in a commit; it goes where it is not there."""
    is_there = not _try_git(here.root, "cat-file", "-e", f"{commit}:{path}").returncode
    if is_there:
        _run_git(here.root, "checkout", "--quiet", commit, "--", path)
    else:
        _run_git(here.root, "rm", "--quiet", "--force", "--ignore-unmatch", "--", path)


def commit_paths(here: Repository, paths: Sequence[str], message: str, author: str = "") -> None:
    """Commit these paths and no others; raises RepositoryError as git answers.

    ``author`` is the name that counts where git was told none.
    """
    if not _has_git():
        with _purely():
            pure_git.commit(here.root, paths, message, author)
        return
    _run_git(here.root, "add", "--all", "--", *paths)
    words = ("commit", "--quiet", "--only", "--message", message, "--", *paths)
    _run_git(here.root, *_name_author(here, author), *words)


def _name_author(here: Repository, author: str) -> tuple[str, ...]:
    """Return what tells git a name, where nobody has told it one."""
    if not author or not _try_git(here.root, "var", "GIT_AUTHOR_IDENT").returncode:
        return ()
    return ("-c", f"user.name={author}", "-c", "user.email=gm@zine.invalid")


def send(here: Repository) -> None:
    """Send what is only here to the other side, never by force; raises RepositoryError as it answers."""
    if not _has_git():
        with _purely():
            token = _find_token(pure_git.find_address(here.root))
            pure_git.send(here.root, here.branch, token)
        return
    target = () if here.upstream else ("--set-upstream", "origin", f"HEAD:{here.branch}")
    _run_git(here.root, "push", "--quiet", *target)


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


def list_old_versions(here: Repository, folder: Path, most: int) -> tuple[OldVersion, ...]:
    """Return the versions of the files in a folder, the newest commit first; of so many commits at most.

    Raises RepositoryError as git answers.
    """
    if not _has_git():
        return ()
    place = folder.resolve().relative_to(here.root.resolve()).as_posix()
    form = "--format=%x00%H%x00%aI%x00%an%x00%s%x00"
    options = ("--no-renames", "--diff-filter=AM", f"--max-count={most}", "--name-only", form)
    if not _run_git(here.root, "rev-list", "--all", "--max-count=1").strip():
        return ()
    told = _run_git(here.root, "log", *options, "--", place).split("\0")[1:]
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


def read_old_version(here: Repository, commit: str, path: str) -> bytes:
    """Return the bytes of a file as a commit left it; raises RepositoryError where there is none."""
    if re.fullmatch("[0-9a-f]{40,64}", commit) is None or not _has_git():
        raise RepositoryError("this is the name of no commit")
    done = _call_git(here.root, "show", f"{commit}:{path}")
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
        if _has_git():
            _run_git(folder, "init", "--quiet", "--initial-branch=main")
        else:
            pure_git.begin(folder)
        here = open_repository(folder)
    if here is None:
        raise RepositoryError(gettext("git says: {words}", words="init"))
    there = _find_address(here)
    if there and there != address:
        raise RepositoryError(gettext("it is sent to {address} already", address=there))
    if not there and _has_git():
        _run_git(here.root, "remote", "add", "origin", address)
    elif not there:
        pure_git.set_address(here.root, address)


def _find_address(here: Repository) -> str:
    """Return the address of the other side; empty where there is none."""
    if not _has_git():
        return pure_git.find_address(here.root)
    return _try_git(here.root, "remote", "get-url", "--push", "origin").stdout.strip()


def find_other_side(here: Repository) -> str:
    """Return the origin of the other side where it is reached by HTTPS, such as ``https://codeberg.org/``."""
    address = _find_address(here)
    found = re.match(r"https://(?:[^/@]*@)?([^/@\s]+)/", address)
    return f"https://{found[1]}/" if found else ""


def has_other_side(here: Repository) -> bool:
    """Tell whether there is anywhere to send to."""
    if not _has_git():
        return bool(_find_address(here))
    return bool(here.upstream) or bool(_run_git(here.root, "remote").strip())


def _run_git(root: Path, *words: str) -> str:
    done = _try_git(root, *words)
    if done.returncode:
        raise RepositoryError(_explain(done))
    return done.stdout


def _try_git(root: Path, *words: str) -> subprocess.CompletedProcess[str]:
    """Run git, and return what it says as text."""
    done = _call_git(root, *words)
    out, err = (one.decode(errors="surrogateescape") for one in (done.stdout, done.stderr))
    return subprocess.CompletedProcess(done.args, done.returncode, out, err)


def _call_git(root: Path, *words: str) -> subprocess.CompletedProcess[bytes]:
    """Run git where it asks for nothing, and speaks English."""
    asks_nothing = {
        "LC_ALL": "C",
        "GIT_TERMINAL_PROMPT": "0",
        "GIT_EDITOR": "true",
        **_hand_over_token(),
    }
    try:
        return subprocess.run(  # noqa: S603  (git itself; paths stand behind --)
            [shutil.which("git") or "git", "-c", "core.quotePath=false", *words],
            cwd=root,
            capture_output=True,
            check=False,
            timeout=PATIENCE,
            env={**os.environ, **asks_nothing},
        )
    except subprocess.TimeoutExpired:
        raise RepositoryError(gettext("the other side gives no answer")) from None


def _hand_over_token() -> dict[str, str]:
    """Return the variables by which git sends a token, and asks nobody else for one; none without it.

    It stands in no command and no file: other users see the words of a command.
    """
    token, where = os.environ.get(TOKEN), os.environ.get(TOKEN_FOR)
    if not token or not where:
        return {}
    # Every platform takes any name beside a token, or this one.
    sent = base64.b64encode(f"oauth2:{token}".encode()).decode()
    settings = {
        f"http.{where}.extraHeader": f"Authorization: Basic {sent}",
        "credential.helper": "",
    }
    found = {"GIT_CONFIG_COUNT": str(len(settings))}
    for number, (name, value) in enumerate(settings.items()):
        found |= {f"GIT_CONFIG_KEY_{number}": name, f"GIT_CONFIG_VALUE_{number}": value}
    return found


def _explain(done: subprocess.CompletedProcess[str]) -> str:
    """Say in plain words why git failed; its own last words where they are not known."""
    return _explain_words(f"{done.stdout}\n{done.stderr}".strip())


def _explain_words(said: str) -> str:
    for pattern, meaning in NOT_ALONE.items():
        if re.search(pattern, said, re.IGNORECASE):
            return gettext(meaning)
    return gettext("git says: {words}", words=said.splitlines()[-1] if said else "–")
