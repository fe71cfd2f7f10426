"""The folder of what the program keeps for itself, and why nothing in it may come from anybody else.

Compiled templates and kept books are run or read as programs, and kept maps are published as they lie there.
So none of it may come with a branch that a stranger has sent.
"""

import subprocess
from functools import cache
from pathlib import Path

from zinegen.errors import ZinegenError

CACHE = ".cache"
"""Below the zine's folder; git ignores it. Whoever deletes it loses nothing but time."""
SECONDS = 20
"""So long git is waited for."""


class CacheError(ZinegenError):
    """A cache that is not this machine's own."""


@cache
def cache_of(root: Path) -> Path:
    """Return the folder of a zine's cache, which need not be there yet.

    Raises CacheError when git tracks anything in it.
    """
    tracked = _tracked(root)
    if tracked:
        raise CacheError(
            f"{tracked} lies in the repository, but what {CACHE}/ holds is run and published unseen, so"
            f" nothing may be taken from there that somebody else may have made: git rm -r --cached {CACHE}"
        )
    return root / CACHE


def _tracked(root: Path) -> str:
    """Return a file of the cache that git tracks; empty when there is none, or no git."""
    # There are disks on which a folder answers to its name in capitals, too.
    command = ["git", "-C", str(root), "ls-files", "-z", "--", f":(icase){CACHE}"]
    try:
        done = subprocess.run(command, capture_output=True, check=False, timeout=SECONDS)  # noqa: S603
    except (OSError, subprocess.TimeoutExpired):
        return ""
    return done.stdout.split(b"\0")[0].decode(errors="replace") if done.returncode == 0 else ""
