"""Who sent each power's orders and when, as the platform tells: by pull request, or by a push to main."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import cached_property
from pathlib import Path
from urllib.parse import quote

from zinegen.archive.closing.arrivals import Arrival, Version, parse_moment
from zinegen.archive.closing.progress import last_moment
from zinegen.archive.files import FileError, read_plain
from zinegen.archive.folder.games import Game, SeasonFolder
from zinegen.archive.seals import SEALED_LIMIT
from zinegen.board.board import Power
from zinegen.cli.github import (
    COMMIT,
    MAIN,
    PlatformInterface,
    get_field,
    list_field,
    list_pages,
    read_content,
)
from zinegen.errors import GameFolderError
from zinegen.play.records.codec import Json

CHECK = "check-orders.yml"
"""The workflow that the platform starts when a commit of a pull request arrives."""
_FROM_ISSUE = re.compile(r"^Orders-From-Issue: ([1-9][0-9]{0,8})$", re.MULTILINE)
RUNS_LIMIT = 1000
"""So many runs the platform lists for one question."""


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
    is_on_main: bool = True


@dataclass(kw_only=True)
class _History:
    """Asks how the order files of one season came to the platform."""

    platform: PlatformInterface
    game: Game
    season: SeasonFolder
    pushes: dict[str, tuple[int, datetime]] = field(default_factory=dict)
    """By commit: who pushed it to main, and when."""
    ends: dict[str, list[tuple[str, datetime]]] = field(default_factory=dict)
    """By the number of a pull request: which commits it ended with, and when they came."""

    def find_arrival(self, power: Power) -> Arrival | None:
        """Return how what lies there came, and what came last in time if that is something else.

        What was proposed in time and never merged counts as well: else a player could choose after the
        deadline which of two requests to close.
        """
        names = (name := self.season.slot(power).name, f"{name}.age")
        sent = [*self._list_proposed(power, names)]
        sent += [one for name in names for one in self._list_sent(name)]
        here = names[power in self.season.sealed]
        lying = (here, _read_here(self.season.folder / here))
        newest: _Sent | None = None
        counts: tuple[_Sent, bytes] | None = None
        for one in sorted(sent, key=lambda one: one.received, reverse=True):
            if newest is None and one.is_on_main:
                if (one.path, self._read(one)) != lying:
                    continue  # what came since is not what lies here
                newest = one
            if counts is None and self._is_own_in_time(power, one):
                content = self._read(one)
                counts = (one, content) if content is not None else None
            if newest is not None and counts is not None:
                break
        if newest is None or counts is None:
            return _make_receipt(newest, None, b"") if newest is not None else None
        is_here = (counts[0].path, counts[1]) == lying
        return _make_receipt(
            counts[0] if is_here else newest, None if is_here else counts[0], counts[1]
        )

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
        """Yield every way in which a file came to main."""
        numbers: set[Json] = set()
        for commit in list_pages(self.platform, f"commits?path={self._path(name)}&sha={MAIN}"):
            sha = _read_commit(get_field(commit, "sha"))
            pulls = list_field(self.platform.get(f"commits/{sha}/pulls"))
            merged = next((one for one in pulls if get_field(one, "merged_at")), None)
            if merged is None:
                by_id, received = self._find_issue(commit) or self._find_push(sha, commit)
                yield _Sent(path=name, commit=sha, by_id=by_id, received=received)
            elif (number := get_field(merged, "number")) not in numbers:
                numbers.add(number)
                yield from self._list_pull(name, merged)

    def _list_proposed(self, power: Power, names: Iterable[str]) -> Iterator[_Sent]:
        """Yield what a power's player has proposed and nobody has merged."""
        player = self.game.settings.players.get(power)
        for pull in self._open_or_closed:
            if player is not None and player.id and get_field(pull, "user", "id") == player.id:
                for name in names:
                    yield from self._list_pull(name, pull)

    @cached_property
    def _open_or_closed(self) -> list[Json]:
        """The pull requests for main that nobody has merged."""
        pulls = list_pages(self.platform, f"pulls?state=all&base={MAIN}")
        return [one for one in pulls if not get_field(one, "merged_at")]

    def _list_pull(self, name: str, pull: Json) -> Iterator[_Sent]:
        """Yield the commits that a pull request ended with in turn, also those that are gone.

        The platform starts a check when one arrives; the last one came before it was merged at the latest. Of
        those in time only the last one is yielded: it has taken the place of the others.
        """
        by_id, merged = get_field(pull, "user", "id"), parse_moment(get_field(pull, "merged_at"))
        head, onto = (_read_commit(get_field(pull, end, "sha")) for end in ("head", "base"))
        if not isinstance(by_id, int):
            raise _no_answer()
        ends = [*self._list_ends(pull)]
        if merged is not None and (not ends or ends[-1][0] != head):
            ends.append((head, merged))
        gm, last = self.game.settings.gm.id, last_moment(self.game, self.season)
        for place, (sha, received) in enumerate(ends):
            later = ends[place + 1 :]
            if later and (last is None or later[0][1] <= last):
                continue
            yield _Sent(
                path=name,
                commit=sha,
                by_id=0 if gm and by_id == gm else by_id,
                received=received,
                onto=onto,
                is_on_main=merged is not None,
            )

    def _list_ends(self, pull: Json) -> list[tuple[str, datetime]]:
        """Return which commits a pull request ended with in turn, each with the moment of its check.

        A check that is started once more, as when a request is opened again, is not another arrival.
        """
        number = str(get_field(pull, "number"))
        if number not in self.ends:
            self.ends[number] = self._find_ends(pull)
        return self.ends[number]

    def _find_ends(self, pull: Json) -> list[tuple[str, datetime]]:
        begun = parse_moment(get_field(pull, "created_at"))
        ended = parse_moment(get_field(pull, "merged_at") or get_field(pull, "closed_at"))
        if begun is None:
            raise _no_answer()
        author, fork = get_field(pull, "user", "id"), get_field(pull, "head", "repo", "id")
        found: list[tuple[datetime, str]] = []
        for run in self._list_runs(str(get_field(pull, "head", "ref")), begun):
            moment = parse_moment(get_field(run, "created_at"))
            is_check = str(get_field(run, "path")).partition("@")[0].endswith(f"/{CHECK}")
            is_same = (
                get_field(run, "head_repository", "id") == fork
                if fork is not None  # else the repository that it came from is gone
                else get_field(run, "actor", "id") == author
            )
            if is_check and is_same and moment is not None and (ended is None or moment <= ended):
                found.append((moment, _read_commit(get_field(run, "head_sha"))))
        ends: list[tuple[str, datetime]] = []
        for moment, sha in sorted(found):
            if not ends or ends[-1][0] != sha:
                ends.append((sha, moment))
        return ends

    def _list_runs(self, branch: str, begun: datetime) -> Iterator[Json]:
        """Yield the runs for all branches of a name since a moment, however many of them others have made.

        The platform lists the newest thousand of a question, so the next question is about those before.
        """
        asked = f"actions/runs?event=pull_request&branch={quote(branch, safe='')}"
        question, oldest = asked, None
        while True:
            runs = [*list_pages(self.platform, question, "workflow_runs", limit=RUNS_LIMIT)]
            moments = [parse_moment(get_field(run, "created_at")) for run in runs]
            yield from (run for run, at in zip(runs, moments, strict=True) if at and at >= begun)
            known = [one for one in moments if one is not None]
            if len(runs) < RUNS_LIMIT or not known or min(known) < begun:
                return
            if min(known) == oldest:
                raise _no_answer()  # more at one moment than it lists
            oldest = min(known)
            question = f"{asked}&created={quote(f'{_write(begun)}..{_write(oldest)}')}"

    def _find_issue(self, commit: Json) -> tuple[int, datetime] | None:
        """Return who opened the issue from which the platform's own program took a file, and when.

        None for any other commit: what a player's own commit says of itself is not believed.
        """
        said = _FROM_ISSUE.search(str(get_field(commit, "commit", "message") or ""))
        if said is None:
            return None
        issue = self.platform.get(f"issues/{said[1]}")
        by_id, opened = get_field(issue, "user", "id"), parse_moment(get_field(issue, "created_at"))
        if not isinstance(by_id, int) or opened is None:
            return None
        return (0 if by_id == self.game.settings.gm.id else by_id), opened

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
    """Return what is said of a file as it was sent; nothing of the GM's own where nothing came after it."""
    if sent.by_id == 0 and in_time is None:
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


def _write(moment: datetime) -> str:
    return moment.astimezone(UTC).isoformat(timespec="seconds").replace("+00:00", "Z")


def _no_answer() -> GameFolderError:
    return GameFolderError("the platform's answer is not to be understood")
