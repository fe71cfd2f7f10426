"""Queries to the platform by its own program `gh`: who sent a file, when, and in which pull request.

No word of a pull request is run, and nothing of it is written to the disk: it is looked at through the
platform's interface only.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
from collections.abc import Iterator, Mapping
from datetime import datetime
from pathlib import PurePosixPath
from typing import Protocol

from zinegen.archive.closing.lock import Arrival
from zinegen.archive.closing.receipts import parse_moment
from zinegen.archive.files import power_of
from zinegen.archive.folder.games import Game, Season
from zinegen.archive.records.codec import Json
from zinegen.board.board import Power
from zinegen.errors import GameFolderError

CHECK = "check-orders.yml"
"""The workflow that the platform starts when a commit of a pull request arrives."""
GH = "gh"
"""The platform's program; it lies on every runner of the platform."""
SECONDS = 60
"""So long the platform may take for an answer."""
_REPOSITORY = re.compile(r"[A-Za-z0-9-]{1,40}/(?!\.)[A-Za-z0-9_.-]{1,100}")


class Platform(Protocol):
    """The platform's interface: what lies at a path below the repository, and changes to it."""

    def get(self, path: str) -> Json:
        """Return what lies at a path; raises GameFolderError when there is no answer."""
        ...

    def put(self, path: str, fields: Mapping[str, str]) -> Json:
        """Change what lies at a path; raises GameFolderError when that is refused."""
        ...


class GitHub:
    """The platform by `gh`, which takes its token from the environment."""

    def __init__(self, repository: str | None = None) -> None:
        self.repository = repository or os.environ.get("GITHUB_REPOSITORY", "")
        if _REPOSITORY.fullmatch(self.repository) is None:
            raise GameFolderError("GITHUB_REPOSITORY has to name the repository, as owner/name")

    def get(self, path: str) -> Json:
        """Return what lies at a path; raises GameFolderError when there is no answer."""
        return self._request(path)

    def put(self, path: str, fields: Mapping[str, str]) -> Json:
        """Change what lies at a path; raises GameFolderError when that is refused."""
        pairs = (("-f", f"{name}={value}") for name, value in fields.items())
        return self._request(path, "-X", "PUT", *(part for pair in pairs for part in pair))

    def _request(self, path: str, *words: str) -> Json:
        command = [GH, "api", f"repos/{self.repository}/{path}", *words]
        try:
            done = subprocess.run(  # noqa: S603  (a fixed program; no shell, and paths are checked)
                command, capture_output=True, check=False, timeout=SECONDS, text=True
            )
            found: Json = json.loads(done.stdout) if done.returncode == 0 else None
        except (OSError, subprocess.TimeoutExpired, ValueError) as problem:
            raise GameFolderError(
                f"the platform gave no answer: {type(problem).__name__}"
            ) from None
        if done.returncode:
            raise GameFolderError(f"the platform refuses {path.partition('?')[0]}")
        return found


def field(data: Json, *names: str) -> Json:
    """Return what lies in tables within tables; None where something is missing."""
    for name in names:
        if not isinstance(data, dict):
            return None
        data = data.get(name)
    return data


def list_arrivals(platform: Platform, game: Game, season: Season) -> dict[Power, Arrival]:
    """Return who sent each power's orders for a season, and when the platform got them.

    Files that came by no pull request are the GM's own, and have no receipt.
    Raises GameFolderError when the platform gives no answer.
    """
    found = {}
    for path in _list_order_files(season):
        power = power_of(path.name.partition(".")[0], game.settings.powers)
        arrival = _find_arrival(
            platform, f"games/{game.slug}/seasons/{season.slug}/orders/{path.name}"
        )
        if power is not None and arrival is not None:
            found[power] = arrival
    return dict(sorted(found.items()))


def _list_order_files(season: Season) -> Iterator[PurePosixPath]:
    for path in sorted((season.folder / "orders").glob("*")):
        if path.name.endswith((".toml", ".toml.age")) and path.is_file():
            yield PurePosixPath(path.name)


def _find_arrival(platform: Platform, path: str) -> Arrival | None:
    commits = platform.get(f"commits?path={path}&per_page=1")
    newest = field(commits[0], "sha") if isinstance(commits, list) and commits else None
    if not isinstance(newest, str):
        return None
    pulls = platform.get(f"commits/{newest}/pulls")
    merged = [one for one in pulls if field(one, "merged_at")] if isinstance(pulls, list) else []
    if not merged:
        return None
    head, by_id = field(merged[0], "head", "sha"), field(merged[0], "user", "id")
    received = _find_check_start(platform, head) or parse_moment(field(merged[0], "merged_at"))
    if not isinstance(head, str) or not isinstance(by_id, int) or received is None:
        raise GameFolderError(f"the platform's answer about {path} is not to be understood")
    return Arrival(received=received, by_id=by_id, commit=head)


def _find_check_start(platform: Platform, commit: Json) -> datetime | None:
    """Return when the check of exactly this commit began: the platform starts it on arrival."""
    runs = field(
        platform.get(f"actions/runs?head_sha={commit}&event=pull_request"), "workflow_runs"
    )
    if not isinstance(runs, list):
        return None
    moments = [
        moment
        for one in runs
        if str(field(one, "path")).partition("@")[0].endswith(f"/{CHECK}")
        and field(one, "head_sha") == commit
        and (moment := parse_moment(field(one, "created_at"))) is not None
    ]
    return min(moments, default=None)
