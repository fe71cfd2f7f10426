"""Repositories where no git is installed: the one module that knows dulwich.

It does what a GM needs and no more, and never touches a file that was changed and not committed. What goes
wrong is told in the words of git, which `repository` knows to explain.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from io import BytesIO, StringIO
from pathlib import Path
from time import time

from dulwich import porcelain
from dulwich.client import HTTPUnauthorized
from dulwich.diff_tree import tree_changes
from dulwich.errors import GitProtocolError, NotGitRepository
from dulwich.graph import find_merge_base
from dulwich.merge import three_way_merge
from dulwich.object_store import commit_tree_changes, tree_lookup_path
from dulwich.objects import Blob, Commit, ObjectID
from dulwich.repo import Repo

from zinegen.archive.files import make_folder, write_atomically
from zinegen.errors import ZinegenError

ORIGIN, USER = "origin", "oauth2"
"""The other side's name, and what stands beside a token: platforms take any name there, or this one."""


class PureGitError(ZinegenError):
    """It could not be done; the message has words that git has for it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PureState:
    """A repository as it stands."""

    root: Path
    branch: str
    """Empty where the head is at a commit and at no branch."""
    has_upstream: bool
    ahead: int
    behind: int
    changed: tuple[str, ...]


@contextmanager
def _explained() -> Iterator[None]:
    """Tell what goes wrong on the way to the other side in the words of git."""
    try:
        yield
    except HTTPUnauthorized as problem:
        raise PureGitError("authentication failed") from problem
    except porcelain.DivergedBranches as problem:
        raise PureGitError("non-fast-forward") from problem
    except (GitProtocolError, NotGitRepository, OSError, porcelain.Error) as problem:
        said = str(problem) or type(problem).__name__
        known = (
            "protected branch" if "declined" in said or "protected" in said else "unable to access"
        )
        raise PureGitError(f"{known}: {said}") from problem


def _open(folder: Path) -> Repo:
    return Repo.discover(str(folder.resolve()))


def read_state(folder: Path) -> PureState | None:
    """Return the repository that a folder lies in, as it stands; None where it lies in none.

    Raises PureGitError where it is damaged.
    """
    try:
        return _read_state(folder)
    except NotGitRepository:
        if (folder / ".git").exists():
            raise PureGitError("corrupt") from None
        return None
    except (ValueError, KeyError, AssertionError, EOFError) as problem:
        raise PureGitError(f"corrupt: {problem}") from problem


def _read_state(folder: Path) -> PureState:
    with _open(folder) as repo:
        status = porcelain.status(repo, untracked_files="all")
        staged = (path for paths in status.staged.values() for path in paths)
        names = {os.fsdecode(one) for one in (*staged, *status.unstaged, *status.untracked)}
        branch = _find_branch(repo)
        head, there = _find_head(repo), _find_there(repo, branch)
        return PureState(
            root=Path(repo.path),
            branch=branch,
            has_upstream=there is not None,
            ahead=_count(repo, head, there),
            behind=_count(repo, there, head),
            changed=tuple(sorted(names)),
        )


def _find_branch(repo: Repo) -> str:
    try:
        return porcelain.active_branch(repo).decode()
    except (IndexError, ValueError, KeyError):
        return ""


def _find_head(repo: Repo) -> ObjectID | None:
    try:
        return repo.head()
    except KeyError:
        return None


def _find_there(repo: Repo, branch: str) -> ObjectID | None:
    """Return the commit of the other side's branch, as of the last look."""
    try:
        return repo.refs[f"refs/remotes/{ORIGIN}/{branch}".encode()]  # type: ignore[index]
    except KeyError:
        return None


def _count(repo: Repo, found: ObjectID | None, known: ObjectID | None) -> int:
    """Return how many commits one side has that the other has not."""
    if found is None or known is None:
        return 0
    return sum(1 for _ in repo.get_walker(include=[found], exclude=[known]))


def begin(folder: Path) -> None:
    """Make a folder a repository with a branch called main."""
    with porcelain.init(str(folder)) as repo:
        repo.refs.set_symbolic_ref(b"HEAD", b"refs/heads/main")  # type: ignore[arg-type]


def find_address(root: Path) -> str:
    """Return the address of the other side; empty where there is none."""
    with _open(root) as repo:
        try:
            return repo.get_config().get((b"remote", ORIGIN.encode()), b"url").decode()
        except KeyError:
            return ""


def set_address(root: Path, address: str) -> None:
    """Say where the other side is."""
    with _open(root) as repo:
        porcelain.remote_add(repo, ORIGIN, address)


def commit(root: Path, paths: Sequence[str], message: str, author: str) -> None:
    """Commit these paths."""
    with _open(root) as repo:
        there = [str(root / path) for path in paths if (root / path).exists()]
        gone = [path.encode() for path in paths if not (root / path).exists()]
        if there:
            porcelain.add(repo, paths=there)
        index = repo.open_index()
        for path in gone:
            if path in index:
                del index[path]
        index.write()
        who = f"{author or 'The editor'} <gm@zine.invalid>".encode()
        porcelain.commit(repo, message=message, author=who, committer=who)


def fetch(root: Path, token: str) -> None:
    """Ask the other side what is new; raises PureGitError as it answers."""
    with _open(root) as repo, _explained():
        porcelain.fetch(
            repo,
            ORIGIN,
            outstream=StringIO(),
            errstream=BytesIO(),
            quiet=True,
            username=USER if token else None,
            password=token or None,
        )


def send(root: Path, branch: str, token: str) -> None:
    """Send a branch, never by force; raises PureGitError as the other side answers."""
    with _open(root) as repo, _explained():
        done = porcelain.push(
            repo,
            ORIGIN,
            f"refs/heads/{branch}",
            outstream=BytesIO(),
            errstream=BytesIO(),
            username=USER if token else None,
            password=token or None,
        )
        wrong = [said for said in (done.ref_status or {}).values() if said]
        if wrong:
            raise PureGitError(f"hook declined: {wrong[0]}")
        there = f"refs/remotes/{ORIGIN}/{branch}".encode()
        repo.refs[there] = repo.refs[f"refs/heads/{branch}".encode()]  # type: ignore[index]


def bring_in(
    root: Path, branch: str, author: str, takes_theirs: Mapping[str, bool] | None = None
) -> None:
    """Join what is new on the other side with what is here; where that does not go, all is as before.

    ``takes_theirs`` says of files that both have changed whose version stays.
    Raises PureGitError where both have changed the same lines, or where a file that it would change is not
    committed here.
    """
    with _open(root) as repo:
        head, there = _find_head(repo), _find_there(repo, branch)
        if there is None or head is None or not _count(repo, there, head):
            return
        ours, theirs = _read_commit(repo, head), _read_commit(repo, there)
        base = next(iter(find_merge_base(repo, [head, there])), None)
        common = _read_commit(repo, base) if base else None
        joint, conflicts = three_way_merge(repo.object_store, common, ours, theirs)
        choices = takes_theirs or {}
        if any(one.decode() not in choices for one in conflicts):
            raise PureGitError("conflict")
        repo.object_store.add_object(joint)
        chosen = [
            _find_entry(repo, theirs if is_theirs else ours, path)
            for path, is_theirs in choices.items()
        ]
        merged = commit_tree_changes(repo.object_store, joint, chosen)
        _write_changes(repo, root, ours.tree, merged)
        if head == base:
            repo.refs[f"refs/heads/{branch}".encode()] = there  # type: ignore[index]
            return
        joined = Commit()
        joined.tree, joined.parents = merged, [head, there]
        joined.author = joined.committer = f"{author or 'The editor'} <gm@zine.invalid>".encode()
        joined.author_time = joined.commit_time = int(time())
        joined.author_timezone = joined.commit_timezone = 0
        joined.message = (
            f"Bring in {theirs.message.decode(errors='replace').splitlines()[0]}".encode()
        )
        repo.object_store.add_object(joined)
        repo.refs[f"refs/heads/{branch}".encode()] = joined.id  # type: ignore[index]


def _find_entry(
    repo: Repo, commit_: Commit, path: str
) -> tuple[bytes, int | None, ObjectID | None]:
    """Return a file of a commit as a change of a tree: path, mode and content; none where it is not there."""
    try:
        mode, found = tree_lookup_path(repo.__getitem__, commit_.tree, path.encode())
    except KeyError:
        return path.encode(), None, None
    return path.encode(), mode, found


def _read_commit(repo: Repo, name: ObjectID) -> Commit:
    found = repo[name]
    if not isinstance(found, Commit):
        raise PureGitError(f"not a commit: {name.decode()}")
    return found


def _write_changes(repo: Repo, root: Path, before: ObjectID, after: ObjectID) -> None:
    """Make the files that differ between two trees as they are in the second, and note them in the index."""
    changes = [*tree_changes(repo.object_store, before, after)]
    status = porcelain.status(repo, untracked_files="all")
    dirty = {os.fsdecode(one) for one in (*status.unstaged, *status.untracked)}
    named = [(one.new or one.old) for one in changes]
    paths = [one.path.decode() for one in named if one is not None and one.path is not None]
    both = sorted(dirty & {*paths})
    if both:
        raise PureGitError(f"not committed: {both[0]}")
    for change, path in zip(changes, paths, strict=True):
        place = root / path
        if not place.parent.resolve().is_relative_to(root.resolve()):
            raise PureGitError(f"leads elsewhere: {path}")
        blob = repo[change.new.sha] if change.new is not None and change.new.sha else None
        if isinstance(blob, Blob):
            make_folder(place.parent)
            write_atomically(place, blob.data)
        else:
            place.unlink(missing_ok=True)
    index = repo.open_index()
    for path in paths:
        if (root / path).exists():
            porcelain.add(repo, paths=[str(root / path)])
        elif path.encode() in index:
            index = repo.open_index()
            del index[path.encode()]
            index.write()


def read_committed(root: Path, commit_name: str, path: str) -> bytes | None:
    """Return the bytes of a file in a commit, ``HEAD`` or the other side's; None where it is not there."""
    with _open(root) as repo:
        name = _find_head(repo) if commit_name == "HEAD" else _find_there(repo, _find_branch(repo))
        if name is None:
            return None
        _, _, found = _find_entry(repo, _read_commit(repo, name), path)
        blob = repo[found] if found else None
        return blob.data if isinstance(blob, Blob) else None


def list_both_changed(root: Path) -> tuple[str, ...]:
    """Return the files that both sides have changed since they parted."""
    with _open(root) as repo:
        head, there = _find_head(repo), _find_there(repo, _find_branch(repo))
        if head is None or there is None:
            return ()
        base = next(iter(find_merge_base(repo, [head, there])), None)
        if base is None:
            return ()
        start = _read_commit(repo, base).tree
        sides = []
        for one in (head, there):
            changes = tree_changes(repo.object_store, start, _read_commit(repo, one).tree)
            entries = (each.new or each.old for each in changes)
            sides.append({e.path.decode() for e in entries if e is not None and e.path is not None})
        return tuple(sorted(sides[0] & sides[1]))
