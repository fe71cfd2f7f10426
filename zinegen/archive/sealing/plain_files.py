"""Plain files beside sealed ones: what git knows of them, and how it is kept from knowing more."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from zinegen.archive.files import make_folder, write_atomically
from zinegen.archive.tree_changes import GIT, git_environment
from zinegen.errors import GameFolderError


@dataclass(frozen=True, slots=True, kw_only=True)
class CommittedVersion:
    """A file as it was committed."""

    commit: str
    content: bytes


@dataclass(frozen=True, slots=True)
class PlainFile:
    """A plain file in a git repository."""

    root: Path
    """The repository's folder."""
    path: Path
    """Absolute."""

    @property
    def is_tracked(self) -> bool:
        """Tell whether git has the file, or may have it: without the program git nobody can tell."""
        return (
            self._run("ls-files", "--error-unmatch", "--", self.path.name) is not None or not _git()
        )

    def list_versions(self) -> Iterator[CommittedVersion]:
        """Yield the file as all branches have it, newest first."""
        commits = self._run("log", "--all", "--format=%H", "--", self.path.name) or b""
        for commit in commits.decode().split():
            content = self._read(commit)
            if content is not None:
                yield CommittedVersion(commit=commit, content=content)

    @property
    def last_version(self) -> bytes | None:
        """The file in the commit that is checked out; None when it is not there."""
        return self._read("HEAD")

    def restore(self) -> bool:
        """Make the file what it is in the commit that is checked out, and tell whether that could be done."""
        name = self.path.name
        return (
            self._run("restore", "--source=HEAD", "--staged", "--worktree", "--", name) is not None
        )

    def untrack(self) -> None:
        """Take a file that was added and never committed out of git's list again, and keep it out."""
        self._run("rm", "--cached", "--force", "--quiet", "--", self.path.name)
        self.exclude()

    def exclude(self) -> None:
        """Keep the file out of git, in this repository's own list.

        Raises GameFolderError when the disk does not take it.
        """
        found = self._run("rev-parse", "--git-path", "info/exclude")
        if found is None:
            return
        listing = self.path.parent / found.decode().strip()
        line = f"/{self.path.relative_to(self.root).as_posix()}"
        try:
            known = listing.read_text(encoding="utf-8").splitlines() if listing.is_file() else []
        except (OSError, UnicodeDecodeError):
            raise GameFolderError(f"{listing} cannot be read") from None
        if line not in known:
            make_folder(listing.parent)
            write_atomically(listing, ("\n".join([*known, line]) + "\n").encode())

    def _read(self, commit: str) -> bytes | None:
        return self._run("cat-file", "blob", f"{commit}:./{self.path.name}")

    def _run(self, *words: str) -> bytes | None:
        """Return what a git command prints; None when it fails, or when there is no git."""
        git = _git()
        if git is None:
            return None
        done = subprocess.run(  # noqa: S603  (git itself; the file is named by whoever runs us)
            [git, "-C", str(self.path.parent), "-c", "core.fsmonitor=false", *words],
            capture_output=True,
            check=False,
            env=git_environment(self.root),
        )
        return None if done.returncode else done.stdout


def _git() -> str | None:
    return shutil.which("git")


def find_plain_file(path: Path) -> PlainFile | None:
    """Return a file as git sees it; None when it lies in no repository."""
    path = path.resolve()
    root = next((folder for folder in path.parents if (folder / GIT).exists()), None)
    return PlainFile(root, path) if root is not None else None
