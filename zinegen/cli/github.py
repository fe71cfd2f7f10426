"""The platform's interface, by its own program `gh`, and the parts of its answers."""

from __future__ import annotations

import base64
import binascii
import json
import os
import re
import subprocess
from collections.abc import Iterator, Mapping
from typing import Protocol

from zinegen.errors import GameFolderError
from zinegen.play.records.codec import Json

GH = "gh"
"""The platform's program; it lies on every runner of the platform."""
MAIN = "main"
COMMIT = re.compile(r"[0-9a-f]{40}")
PAGE = 100
"""The members of a list that the platform gives at once."""
SECONDS = 60
"""So long the platform may take for an answer."""
_REPOSITORY = re.compile(r"[A-Za-z0-9-]{1,40}/(?!\.)[A-Za-z0-9_.-]{1,100}")


class PlatformInterface(Protocol):
    """The platform's interface: what lies at a path below the repository, and changes to it."""

    def get(self, path: str) -> Json:
        """Return what lies at a path, None where nothing does; raises GameFolderError without an answer."""
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
        """Return what lies at a path, None where nothing does; raises GameFolderError without an answer."""
        return self._request(path)

    def put(self, path: str, fields: Mapping[str, str]) -> Json:
        """Change what lies at a path; raises GameFolderError when that is refused."""
        pairs = (("-f", f"{name}={value}") for name, value in fields.items())
        found = self._request(path, "-X", "PUT", *(part for pair in pairs for part in pair))
        if found is None:
            raise _refusal(path)
        return found

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
        if done.returncode and "(HTTP 404)" not in done.stderr:
            raise _refusal(path)
        return found


def _refusal(path: str) -> GameFolderError:
    return GameFolderError(f"the platform refuses {path.partition('?')[0]}")


def get_field(data: Json, *names: str) -> Json:
    """Return what lies in tables within tables; None where something is missing."""
    for name in names:
        if not isinstance(data, dict):
            return None
        data = data.get(name)
    return data


def list_field(data: Json, *names: str) -> Iterator[Json]:
    """Yield the members of a list that lies in tables within tables; none where there is no list."""
    found = get_field(data, *names)
    if isinstance(found, list):
        yield from found


def list_pages(
    platform: PlatformInterface, path: str, *names: str, limit: int | None = None
) -> Iterator[Json]:
    """Yield the members of a list that the platform gives page by page, in its order; at most ``limit``."""
    number = 1
    while True:
        page = f"&page={number}" if number > 1 else ""
        found = [*list_field(platform.get(f"{path}&per_page={PAGE}{page}"), *names)]
        yield from found
        if len(found) < PAGE or number * PAGE == limit:
            return
        number += 1


def read_content(data: Json, limit: int) -> bytes | None:
    """Return the bytes of a plain file that the platform shows; None when it is none, or longer than that."""
    size, content = get_field(data, "size"), get_field(data, "content")
    if get_field(data, "type") != "file" or not isinstance(size, int) or size > limit:
        return None
    if get_field(data, "encoding") != "base64" or not isinstance(content, str):
        return None
    try:
        return base64.b64decode(content)
    except (binascii.Error, ValueError):
        return None
