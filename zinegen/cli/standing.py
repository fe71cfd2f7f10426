"""The site that stands: a new one takes its place by two renames, and only the place of a site.

A kill at any moment leaves a whole site; a swap that was cut between the two renames is mended by the next
command. Of games that cannot be shown now, what was last published stays.
"""

from __future__ import annotations

import shutil
from collections.abc import Iterable
from pathlib import Path

from zinegen.errors import GameFolderError

BUILDING, OLD = ".site-building", ".site-old"
"""Beside the site's folder: the one being built, and the old one between the two renames."""
FRONT = "index.html"


def own_place(site: Path) -> Path:
    """Return the folder that a site may take, links resolved.

    What lies there is thrown away by every build: so it must be a site, or nothing. Raises GameFolderError
    when it is something else, such as the games.
    """
    site = site.resolve()
    holds_a_site = site.is_dir() and ((site / FRONT).is_file() or not any(site.iterdir()))
    if site.exists() and not holds_a_site:
        raise GameFolderError(
            f"{site} holds something else than a site, and a build would throw it away:"
            " name another site_dir in mkdocs.yml"
        )
    return site


def swap(beside: Path, site: Path) -> None:
    """Put a finished site in the place of the old one."""
    old = site.with_name(OLD)
    shutil.rmtree(old, ignore_errors=True)
    if site.exists():
        site.rename(old)
    beside.rename(site)
    shutil.rmtree(old, ignore_errors=True)


def mend(site: Path) -> None:
    """Finish a swap that was cut off between its two renames: the old site comes back."""
    old = site.with_name(OLD)
    if old.is_dir() and not site.exists():
        old.rename(site)


def keep(stopped: Iterable[str], beside: Path, site: Path) -> None:
    """Take what was last published of some games over into a new site.

    ``stopped`` are their folders in the site. Where nothing was published the new page stays, which says
    why there is no more.
    """
    for folder in stopped:
        if (site / folder / FRONT).is_file():
            shutil.rmtree(beside / folder, ignore_errors=True)
            shutil.copytree(site / folder, beside / folder, symlinks=True)
