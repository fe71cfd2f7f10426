"""A platform that keeps a repository's history: pushes to main, and pull requests that were merged."""

from __future__ import annotations

import base64
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime

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
    """The pull request by which a commit came."""
    runs: list[Json] = field(default_factory=list)
    activity: list[Json] = field(default_factory=list)

    def push(self, actor: int, at: datetime, *changes: Files) -> str:
        """Push commits to main, one for each change."""
        before = self._tip()
        for change in changes:
            self.main.append(self._commit(change, self._tip(), actor, at))
        self._note_push(actor, at, before)
        return self._tip()

    def pull(
        self,
        author: int,
        merged: datetime,
        *pushes: tuple[datetime, Files],
        gone: int = 0,
        squash: bool = False,
        checks: bool = True,
    ) -> str:
        """Merge a pull request that arrived push by push; of these, ``gone`` were forced away again."""
        onto, before = self._tip(), self._tip()
        tip, kept = onto, []
        number, branch = len(self.pulls) + 1, f"players/{author}"
        for place, (at, change) in enumerate(pushes):
            tip = self._commit(change, onto if place <= gone else tip, author, at)
            kept += [tip] if place >= gone else []
            run = {"path": ".github/workflows/check-orders.yml@main", "head_sha": tip}
            head: Json = {"id": author}
            created = {"created_at": at.isoformat(), "head_repository": head, "branch": branch}
            self.runs += [{**run, **created}] if checks else []
        if squash:
            kept = [self._commit(self.files[tip], onto, author, merged)]
        pull: Json = {
            "number": number,
            "user": {"id": author},
            "head": {"sha": tip, "ref": branch, "repo": {"id": author}},
            "base": {"sha": onto},
            "created_at": pushes[0][0].isoformat(),
            "merged_at": merged.isoformat(),
        }
        for sha in kept:
            self.main.append(sha)
            self.pulls[sha] = pull
        self._note_push(BOT, merged, before)
        return tip

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
        for pattern, answer in self._answers().items():
            match = re.fullmatch(pattern, path)
            if match is not None:
                return answer(*match.groups())
        raise AssertionError(path)

    def put(self, path: str, fields: Mapping[str, str]) -> Json:
        """Change nothing."""
        raise AssertionError((path, fields))

    def _answers(self) -> Mapping[str, Callable[..., Json]]:
        return {
            r"commits\?path=([^&]*)&sha=main&per_page=100": self._list_commits,
            r"commits/(\w+)/pulls": lambda sha: [self.pulls[sha]] if sha in self.pulls else [],
            r"actions/runs\?event=pull_request&branch=([^&]*)&per_page=100": self._list_runs,
            r"activity\?ref=refs/heads/main&per_page=100": lambda: self.activity[::-1][:100],
            r"compare/(\w+)\.\.\.(\w+)": self._compare,
            r"contents/([^?]*)\?ref=(\w+)": self._show,
        }

    def _list_commits(self, path: str) -> Json:
        def changes(sha: str) -> bool:
            before = self.files.get(self.parents[sha], {})
            return self.files[sha].get(path) != before.get(path)

        return [self.senders[sha] for sha in self.main[::-1] if changes(sha)]

    def _list_runs(self, branch: str) -> Json:
        def is_of(run: Json) -> bool:
            return isinstance(run, dict) and run["branch"] == branch.replace("%2F", "/")

        return {"workflow_runs": [run for run in self.runs if is_of(run)]}

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
