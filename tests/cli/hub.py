"""A platform that keeps a repository's history: pushes to main, and pull requests, merged or not.

Lists are filtered, ordered and paged as the platform documents it: newest first, thirty on a page if nothing
is told, a hundred at most, and a thousand runs in all for one question.
"""

from __future__ import annotations

import base64
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from urllib.parse import parse_qs

from zinegen.play.records import Json

Files = Mapping[str, bytes]
"""Contents by path."""
BOT = 41898282


@dataclass
class Hub:
    """Answers what the platform's interface would answer; nothing is prepared for a test."""

    files: dict[str, dict[str, bytes]] = field(default_factory=dict)
    """The tree of each commit."""
    parents: dict[str, str] = field(default_factory=dict)
    main: list[str] = field(default_factory=list)
    """The commits of main, oldest first."""
    senders: dict[str, Json] = field(default_factory=dict)
    """What the platform says of each commit."""
    pulls: dict[str, Json] = field(default_factory=dict)
    """The pull request by which a commit came to main."""
    requests: list[Json] = field(default_factory=list)
    """All pull requests, oldest first."""
    runs: list[Json] = field(default_factory=list)
    activity: list[Json] = field(default_factory=list)
    issues: dict[str, Json] = field(default_factory=dict)
    """By number."""

    def push(self, actor: int, at: datetime, *changes: Files) -> str:
        """Push commits to main, one for each change."""
        before = self._tip()
        for change in changes:
            self.main.append(self._commit(change, self._tip(), actor, at))
        self._note_push(actor, at, before)
        return self._tip()

    def issue(self, author: int, opened: datetime, taken: datetime, change: Files) -> str:
        """Open an issue with orders, which the platform's robot commits later."""
        number = str(len(self.issues) + 1)
        self.issues[number] = {"user": {"id": author}, "created_at": opened.isoformat()}
        sha = self.push(BOT, taken, change)
        sender = self.senders[sha]
        assert isinstance(sender, dict)
        said: Json = {
            "committer": {"date": taken.isoformat()},
            "message": f"Take in\n\nOrders-From-Issue: {number}",
        }
        self.senders[sha] = {**sender, "author": None, "commit": said}
        return sha

    def pull(
        self,
        author: int,
        merged: datetime | None,
        *pushes: tuple[datetime, Files],
        gone: int = 0,
        back: datetime | None = None,
        squash: bool = False,
        checks: bool = True,
        has_fork: bool = True,
    ) -> str:
        """Open a pull request that arrives push by push, and merge it unless ``merged`` is None.

        Of the pushes, ``gone`` were forced away again; at the moment ``back`` the branch was forced back to
        the first. Without a fork the repository that it came from is deleted since.
        """
        onto, before = self._tip(), self._tip()
        tip, kept = onto, []
        for place, (at, change) in enumerate(pushes):
            tip = self._commit(change, onto if place <= gone else tip, author, at)
            kept += [tip] if place >= gone else []
            self.runs += [self.run(author, tip, at)] if checks else []
        if back is not None:
            tip, kept = kept[0], kept[:1]
            self.runs.append(self.run(author, tip, back))
        if squash and merged is not None:
            kept = [self._commit(self.files[tip], onto, author, merged)]
        pull: Json = {
            "number": len(self.requests) + 1,
            "user": {"id": author},
            "head": {
                "sha": tip,
                "ref": f"players/{author}",
                "repo": {"id": author} if has_fork else None,
            },
            "base": {"sha": onto, "ref": "main"},
            "created_at": pushes[0][0].isoformat(),
            "merged_at": merged.isoformat() if merged is not None else None,
        }
        self.requests.append(pull)
        if merged is not None:
            self.main += kept
            self.pulls.update(dict.fromkeys(kept, pull))
            self._note_push(BOT, merged, before)
        return tip

    def run(self, author: int, sha: str, at: datetime, branch: str = "") -> Json:
        """Return the run that the platform starts when a commit of a pull request arrives."""
        return {
            "path": ".github/workflows/check-orders.yml@main",
            "event": "pull_request",
            "head_sha": sha,
            "created_at": at.isoformat(),
            "head_repository": {"id": author},
            "actor": {"id": author},
            "head_branch": branch or f"players/{author}",
        }

    def _tip(self) -> str:
        return self.main[-1] if self.main else "0" * 40

    def _commit(self, change: Files, parent: str, author: int, at: datetime) -> str:
        sha = f"{len(self.files) + 1:040x}"
        self.files[sha] = {**self.files.get(parent, {}), **change}
        self.files[sha] = {path: raw for path, raw in self.files[sha].items() if raw}
        self.parents[sha] = parent
        date: Json = {"committer": {"date": at.isoformat()}}
        self.senders[sha] = {"sha": sha, "author": {"id": author}, "commit": date}
        return sha

    def _note_push(self, actor: int, at: datetime, before: str) -> None:
        ends: dict[str, Json] = {"before": before, "after": self._tip()}
        self.activity.append({**ends, "timestamp": at.isoformat(), "actor": {"id": actor}})

    def get(self, path: str) -> Json:
        """Return what the interface says of a path; None where nothing lies there."""
        place, _, asked = path.partition("?")
        words = {name: one[0] for name, one in parse_qs(asked, strict_parsing=bool(asked)).items()}
        for pattern, answer in self._answers(words).items():
            match = re.fullmatch(pattern, place)
            if match is not None:
                return answer(*match.groups())
        raise AssertionError(path)

    def put(self, path: str, fields: Mapping[str, str]) -> Json:
        """Change nothing."""
        raise AssertionError((path, fields))

    def _answers(self, asked: Mapping[str, str]) -> Mapping[str, Callable[..., Json]]:
        return {
            r"commits": lambda: _page(self._list_commits(asked["path"]), asked),
            r"commits/(\w+)/pulls": lambda sha: [self.pulls[sha]] if sha in self.pulls else [],
            r"pulls": lambda: _page(self._list_pulls(asked), asked),
            r"actions/runs": lambda: self._list_runs(asked),
            r"issues/(\d+)": self.issues.get,
            r"activity": lambda: _page(self.activity[::-1], asked),
            r"compare/(\w+)\.\.\.(\w+)": self._compare,
            r"contents/(.*)": lambda path: self._show(path, asked["ref"]),
        }

    def _list_commits(self, path: str) -> list[Json]:
        def changes(sha: str) -> bool:
            before = self.files.get(self.parents[sha], {})
            return self.files[sha].get(path) != before.get(path)

        return [self.senders[sha] for sha in self.main[::-1] if changes(sha)]

    def _list_pulls(self, asked: Mapping[str, str]) -> list[Json]:
        assert asked["state"] == "all"
        return self.requests[::-1]

    def _list_runs(self, asked: Mapping[str, str]) -> Json:
        first, _, last = asked.get("created", "..9").replace("Z", "+00:00").partition("..")

        def fits(run: Json) -> bool:
            assert isinstance(run, dict)
            wanted = (asked.get("event", run["event"]), asked.get("branch", run["head_branch"]))
            return (run["event"], run["head_branch"]) == wanted and (
                first <= str(run["created_at"]) <= last
            )

        found = sorted((run for run in self.runs if fits(run)), key=_read_created, reverse=True)
        return {"total_count": len(found), "workflow_runs": _page(found[:1000], asked)}

    def _compare(self, base: str, head: str) -> Json:
        old, new = self.files.get(base, {}), self.files[head]
        changed = sorted(path for path in {*old, *new} if old.get(path) != new.get(path))
        places: Sequence[int] = [
            self.main.index(one) if one in self.main else -1 for one in (base, head)
        ]
        status = "behind" if places[1] < places[0] else "ahead"
        files: Json = [{"filename": path} for path in changed]
        return {"status": "identical" if base == head else status, "files": files}

    def _show(self, path: str, sha: str) -> Json:
        raw = self.files[sha].get(path)
        if raw is None:
            return None
        content = base64.encodebytes(raw).decode()
        return {"type": "file", "size": len(raw), "encoding": "base64", "content": content}


def _page(found: Sequence[Json], asked: Mapping[str, str]) -> list[Json]:
    size, number = min(int(asked.get("per_page", 30)), 100), int(asked.get("page", 1))
    return [*found[(number - 1) * size : number * size]]


def _read_created(run: Json) -> str:
    assert isinstance(run, dict)
    return str(run["created_at"])
