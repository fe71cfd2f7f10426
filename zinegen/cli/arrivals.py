"""Who sent each power's orders and when, as the platform tells: by pull request, or by a push to main."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import datetime
from functools import cached_property
from pathlib import Path
from urllib.parse import quote

from zinegen.archive.closing.arrivals import Arrival, Version, parse_moment
from zinegen.archive.closing.progress import last_moment
from zinegen.archive.files import FileError, read_plain
from zinegen.archive.folder.games import Game, SeasonFolder
from zinegen.archive.seals import SEALED_LIMIT
from zinegen.board.board import Power
from zinegen.cli.github import COMMIT, MAIN, PlatformInterface, get_field, list_field, read_content
from zinegen.errors import GameFolderError
from zinegen.play.records.codec import Json

CHECK = "check-orders.yml"
"""The workflow that the platform starts when a commit of a pull request arrives."""


def list_arrivals(
    platform: PlatformInterface, game: Game, season: SeasonFolder
) -> dict[Power, Arrival]:
    """Return who sent each power's orders for a season, and when the platform got them.

    What the GM pushed, or handed in by a pull request, has no receipt; nor has a file that is not on the
    platform as it lies here.
    Raises GameFolderError when the platform gives no answer.
    """
    history = _History(platform=platform, game=game, season=season)
    found = {}
    for power in game.settings.powers:
        arrival = history.find_arrival(power)
        if arrival is not None:
            found[power] = arrival
    return found


@dataclass(frozen=True, slots=True, kw_only=True)
class _Sent:
    """A commit with which a file came to the platform."""

    path: str
    """From the season's folder on."""
    commit: str
    by_id: int
    """0 for the GM's own."""
    received: datetime
    onto: str = ""
    """The commit that a pull request was made for; empty for a push."""


@dataclass(kw_only=True)
class _History:
    """Asks how the order files of one season came to the platform."""

    platform: PlatformInterface
    game: Game
    season: SeasonFolder
    pushes: dict[str, tuple[int, datetime]] = field(default_factory=dict)
    """By commit: who pushed it to main, and when."""

    def find_arrival(self, power: Power) -> Arrival | None:
        """Return how what lies there came, and what came in time before if it did not."""
        names = (name := self.season.slot(power).name, f"{name}.age")
        sent = (one for name in names for one in self._list_sent(name))
        lying = names[power in self.season.sealed]
        here = _read_here(self.season.folder / lying)
        newest: _Sent | None = None
        for one in sorted(sent, key=lambda one: one.received, reverse=True):
            content = self._read(one)
            is_here = (one.path, content) == (lying, here)
            if newest is None and not is_here:
                continue  # what came since is not what lies here
            newest = newest or one
            if content is not None and self._is_own_in_time(power, one):
                return _make_receipt(one if is_here else newest, None if is_here else one, content)
        return _make_receipt(newest, None, b"") if newest is not None else None

    def _is_own_in_time(self, power: Power, sent: _Sent) -> bool:
        if sent.by_id == 0:
            return True
        player, last = self.game.settings.players.get(power), last_moment(self.game, self.season)
        is_own = player is None or player.id in {0, sent.by_id}
        return is_own and (last is None or sent.received <= last)

    def _path(self, name: str) -> str:
        return f"games/{self.game.slug}/seasons/{self.season.slug}/{name}"

    def _read(self, sent: _Sent) -> bytes | None:
        """Return a file as it was sent; None where a commit did not touch it, or where it is too long."""
        path = self._path(sent.path)
        if sent.onto:
            comparison = self.platform.get(f"compare/{sent.onto}...{sent.commit}")
            if path not in {get_field(one, "filename") for one in list_field(comparison, "files")}:
                return None
        return read_content(self.platform.get(f"contents/{path}?ref={sent.commit}"), SEALED_LIMIT)

    def _list_sent(self, name: str) -> Iterator[_Sent]:
        """Yield every way in which a file came to the platform."""
        numbers: set[Json] = set()
        commits = self.platform.get(f"commits?path={self._path(name)}&sha={MAIN}&per_page=100")
        for commit in list_field(commits):
            sha = _read_commit(get_field(commit, "sha"))
            pulls = list_field(self.platform.get(f"commits/{sha}/pulls"))
            merged = next((one for one in pulls if get_field(one, "merged_at")), None)
            if merged is None:
                by_id, received = self._find_push(sha, commit)
                yield _Sent(path=name, commit=sha, by_id=by_id, received=received)
            elif (number := get_field(merged, "number")) not in numbers:
                numbers.add(number)
                yield from self._list_pull(name, merged)

    def _list_pull(self, name: str, pull: Json) -> Iterator[_Sent]:
        """Yield each commit that a pull request ended with at some time, also those that are gone.

        The platform starts a check when one arrives; the last one came before it was merged at the latest.
        """
        by_id, merged = get_field(pull, "user", "id"), parse_moment(get_field(pull, "merged_at"))
        head, onto = (_read_commit(get_field(pull, end, "sha")) for end in ("head", "base"))
        if not isinstance(by_id, int) or merged is None:
            raise _no_answer()
        begun: dict[str, datetime] = {head: merged}
        branch = quote(str(get_field(pull, "head", "ref")), safe="")
        runs = self.platform.get(f"actions/runs?event=pull_request&branch={branch}&per_page=100")
        since = parse_moment(get_field(pull, "created_at"))
        for run in list_field(runs, "workflow_runs"):
            moment = parse_moment(get_field(run, "created_at"))
            is_check = str(get_field(run, "path")).partition("@")[0].endswith(f"/{CHECK}")
            is_same = get_field(run, "head_repository", "id") == get_field(
                pull, "head", "repo", "id"
            )
            if not is_check or not is_same or moment is None or (since and moment < since):
                continue
            sha = _read_commit(get_field(run, "head_sha"))
            begun[sha] = min(moment, begun.get(sha, moment))
        gm = self.game.settings.gm.id
        for sha, received in begun.items():
            sender = 0 if gm and by_id == gm else by_id
            yield _Sent(path=name, commit=sha, by_id=sender, received=received, onto=onto)

    def _find_push(self, sha: str, commit: Json) -> tuple[int, datetime]:
        """Return who pushed a commit to main and when; 0 for whoever plays no power of the game.

        Of a push that is too long ago only the commit itself tells.
        """
        if sha not in self.pushes:
            push = self._search_push(sha)
            actor = get_field(push or commit, "actor" if push else "author", "id")
            moment = get_field(push, "timestamp") or get_field(
                commit, "commit", "committer", "date"
            )
            received = parse_moment(moment)
            if received is None:
                raise _no_answer()
            players = {one.id for one in self.game.settings.players.values() if one.id}
            by_id = actor if isinstance(actor, int) and actor in players else 0
            self.pushes[sha] = (by_id, received)
        return self.pushes[sha]

    def _search_push(self, sha: str) -> Json:
        """Return the push that brought a commit to main; None when it is none of the newest hundred."""
        known, pushes = self._newest_pushes, range(len(self._newest_pushes))
        exact = next((one for one in known if get_field(one, "after") == sha), None)
        if exact is not None or not known:
            return exact
        place = bisect_left(pushes, x=True, key=lambda at: self._has(known[at], "after", sha))
        is_older = place == 0 and self._has(known[0], "before", sha)
        return known[place] if place < len(known) and not is_older else None

    @cached_property
    def _newest_pushes(self) -> list[Json]:
        """The newest pushes to main, oldest first, each with the commits before and after it."""
        found = self.platform.get(f"activity?ref=refs/heads/{MAIN}&per_page=100")
        return [*list_field(found)][::-1]

    def _has(self, push: Json, end: str, sha: str) -> bool:
        """Tell whether main had a commit before, or after, a push."""
        found = self.platform.get(f"compare/{_read_commit(get_field(push, end))}...{sha}")
        return get_field(found, "status") in {"identical", "behind"}


def _read_here(path: Path) -> bytes | None:
    """Return the bytes of a file; None of what the platform would not show as a plain file either."""
    try:
        return read_plain(path, SEALED_LIMIT)
    except FileError:
        return None


def _make_receipt(sent: _Sent, in_time: _Sent | None, content: bytes) -> Arrival | None:
    """Return what is said of a file as it was sent; nothing of the GM's own."""
    if sent.by_id == 0:
        return None
    version = None
    if in_time is not None:
        is_gms = in_time.by_id == 0
        version = Version(
            file=in_time.path,
            content=content,
            by_id=in_time.by_id,
            received=None if is_gms else in_time.received,
            commit=in_time.commit,
        )
    return Arrival(received=sent.received, by_id=sent.by_id, commit=sent.commit, in_time=version)


def _read_commit(found: Json) -> str:
    """Return the name of a commit.

    Raises GameFolderError when it is none.
    """
    if not isinstance(found, str) or COMMIT.fullmatch(found) is None:
        raise _no_answer()
    return found


def _no_answer() -> GameFolderError:
    return GameFolderError("the platform's answer is not to be understood")
