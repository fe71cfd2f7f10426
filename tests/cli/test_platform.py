"""What is asked of the platform: receipts, and pull requests that are taken in without the GM."""

from __future__ import annotations

import base64
import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from itertools import product
from pathlib import Path

import pytest

from tests.archive.folders import GAME, NOW, change, hand_in, made, opened, season_of
from tests.cli.conftest import PROCEED
from zinegen.archive import (
    Arrival,
    CloseOptions,
    Version,
    close_game,
    due_season,
    make_key_pair,
    read_arrivals,
    seal_orders,
    write_arrivals,
)
from zinegen.board import Power
from zinegen.cli.github import GH, GitHub
from zinegen.cli.inbox import take_in_file
from zinegen.errors import GameFolderError
from zinegen.play.records import Json
from zinegen.play.texts import Status

GM = make_key_pair()
BOB, OTHER = 583231, 998877
SHA, LATER = "a" * 40, "b" * 40
ENGLAND = Power("England")
DEADLINE = datetime(2026, 12, 1, 22, tzinfo=UTC)
BEFORE = DEADLINE - timedelta(hours=1)
ORDERS = f"games/{GAME}/seasons/1901-1-spring/orders"


class Fake:
    """A platform with prepared answers; what is not prepared is not there."""

    def __init__(self, answers: Mapping[str, Json]) -> None:
        self.answers = dict(answers)
        self.changed: list[tuple[str, Mapping[str, str]]] = []

    def get(self, path: str) -> Json:
        """Return the prepared answer."""
        if path not in self.answers:
            raise GameFolderError(f"the platform refuses {path}")
        return self.answers[path]

    def put(self, path: str, fields: Mapping[str, str]) -> Json:
        """Keep what was to be changed."""
        self.changed.append((path, fields))
        return {}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Give a sealed game in which England is played by Bob's account."""
    folder = made(tmp_path, gm_keys=(GM.public,), deadline=DEADLINE)
    with (folder / "game.toml").open("a") as file:
        file.write(f"england = {{ name = 'Bob', id = {BOB} }}\n")
        file.write(f"france = {{ name = 'Cécile', id = {OTHER} }}\n")
    return folder


def sealed(folder: Path) -> bytes:
    season = season_of(folder)
    text = f'game = "{GAME}"\nseason = "{season.slug}"\npower = "england"\norders = "A Lvp H"\n'
    slot = season.slot(ENGLAND)
    return seal_orders(text, slot, [GM.public], "2026-11-30T18:02:00Z")


# Receipts


def test_receipts_are_written_and_read_back_equal(folder: Path, tmp_path: Path):
    arrival = Arrival(received=NOW, by_id=BOB, commit=SHA)
    place = f"{GAME}/1901-1-spring"
    write_arrivals(tmp_path / "r.json", {place: {ENGLAND: arrival}})
    powers = opened(folder).settings.powers
    assert read_arrivals(tmp_path / "r.json", place, powers) == {ENGLAND: arrival}
    assert read_arrivals(tmp_path / "r.json", "other/1901-1-spring", powers) == {}
    version = Version(file="orders/england.toml", content=b"x", by_id=BOB, received=NOW, commit=SHA)
    for in_time in (version, replace(version, by_id=0, received=None, commit="")):
        with_version = {ENGLAND: replace(arrival, in_time=in_time)}
        write_arrivals(tmp_path / "r.json", {place: with_version})
        assert read_arrivals(tmp_path / "r.json", place, powers) == with_version


IN_TIME: dict[str, Json] = {
    "by_id": 0,
    "received": "",
    "commit": "",
    "file": "orders/england.toml",
    "content": "",
}


def receipt(**changed: Json) -> bytes:
    """Return a file of receipts with one for England, something of it changed."""
    table: dict[str, Json] = {"by_id": 1, "received": "2026-11-30T18:04:11Z", "commit": ""}
    return json.dumps({f"{GAME}/1901-1-spring": {"england": {**table, **changed}}}).encode()


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"[]",
        b"\xff",
        b'{"winter/1901-1-spring": []}',
        b'{"winter/1901-1-spring": {"burgundy": {}}}',
        b'{"winter/1901-1-spring": {"england": {"by_id": 1}}}',
        receipt(by_id=True),
        receipt(by_id=-1),
        receipt(received="2026-11-30T18:04:11"),
        receipt(commit="$(x)"),
        receipt(colour="red"),
        receipt(received=""),
        receipt(in_time={}),
        receipt(in_time=IN_TIME | {"file": "../game.toml"}),
        receipt(in_time=IN_TIME | {"content": "é"}),
        receipt(in_time=IN_TIME | {"received": "soon"}),
    ],
)
def test_a_file_of_receipts_that_is_none_is_refused(folder: Path, tmp_path: Path, content: bytes):
    (tmp_path / "r.json").write_bytes(content)
    with pytest.raises(GameFolderError):
        read_arrivals(tmp_path / "r.json", f"{GAME}/1901-1-spring", opened(folder).settings.powers)


@pytest.mark.parametrize(
    ("by_id", "late", "status"),
    [(BOB, False, Status.ACCEPTED), (OTHER, False, Status.VOID), (BOB, True, Status.LATE)],
)
def test_receipts_decide_at_closing(folder: Path, by_id: int, late: bool, status: Status):
    change(folder / "game.toml", '"sealed"', '"open"')
    hand_in(folder, "England", orders="A Lvp H")
    received = DEADLINE + timedelta(hours=1 if late else -1)
    arrival = Arrival(received=received, by_id=by_id, commit=SHA)
    close_game(folder, CloseOptions(now=NOW, arrivals={ENGLAND: arrival}))
    closing = season_of(folder).closing
    assert closing is not None
    receipt = closing.receipts[ENGLAND]
    assert (receipt.status, receipt.by_id, receipt.commit) == (status, by_id, SHA)


# What is due


def test_a_season_is_due_after_its_deadline_and_the_time_of_grace(folder: Path):
    change(folder / "game.toml", "[policy]", "[deadlines]\ngrace_minutes = 30\n[policy]")
    game = opened(folder)
    assert due_season(game, DEADLINE + timedelta(minutes=29)) is None
    season = due_season(game, DEADLINE + timedelta(minutes=30))
    assert season is not None
    assert season.slug == "1901-1-spring"


def test_a_closed_season_and_one_without_a_deadline_are_not_due(folder: Path):
    change(folder / "game.toml", '"sealed"', '"open"')
    hand_in(folder, "England", orders="A Lvp H")
    close_game(folder, CloseOptions(now=NOW))
    assert due_season(opened(folder), NOW + timedelta(days=9)) is None


# Taking in


BLOB = "c" * 40


def commits(count: int = 1, parents: int = 1) -> Json:
    return [{"parents": [{"sha": LATER}] * parents}] * count


def look_at(path: str, content: bytes, sha: str = SHA, **changed: Json) -> dict[str, Json]:
    """Return what the platform says of a commit that brings one file to main."""
    file: dict[str, Json] = {"filename": path, "status": "added", "sha": BLOB}
    data: dict[str, Json] = {
        "type": "file",
        "size": len(content),
        "encoding": "base64",
        "content": base64.encodebytes(content).decode(),
        "sha": BLOB,
    }
    comparison: dict[str, Json] = {"total_commits": 1, "commits": commits(), "files": [{**file}]}
    for table in (comparison, file, data):
        table.update((name, value) for name, value in changed.items() if name in table)
    if "files" not in changed:
        comparison["files"] = [file]
    if "link" in changed:
        data["sha"] = LATER
    entry: dict[str, Json] = {"path": path, "mode": changed.get("mode", "100644"), "sha": BLOB}
    folder: dict[str, Json] = {"path": "games", "mode": "040000", "sha": LATER}
    twice = [entry] if "twice" in changed else []
    twice += [{**folder, "sha": BLOB}] if "folder_twice" in changed else []
    tree: Json = {"tree": [folder, entry, *twice], "truncated": changed.get("truncated", False)}
    return {
        f"compare/main...{sha}": comparison,
        f"git/trees/{sha}?recursive=1": tree,
        f"contents/{path}?ref={sha}": data,
    }


def look_at_pull(**changed: Json) -> dict[str, Json]:
    """Return what the platform says of Bob's pull request itself."""
    found: dict[str, Json] = {
        "state": "open",
        "draft": False,
        "head": {"sha": SHA},
        "base": {"ref": "main"},
        "user": {"id": BOB},
    }
    return found | {name: value for name, value in changed.items() if name in found}


def pull(folder: Path, **changed: Json) -> dict[str, Json]:
    """Return what the platform says of a pull request with England's sealed orders."""
    path = str(changed.pop("path", f"{ORDERS}/england.toml.age"))
    content = changed.pop("content", None)
    raw = content if isinstance(content, bytes) else sealed(folder)
    return {"pulls/7": look_at_pull(**changed), **look_at(path, raw, **changed)}


def why_not(folder: Path, sha: str = SHA, now: datetime = BEFORE, **changed: Json) -> str:
    platform = Fake(pull(folder, **changed))
    found = take_in_file(platform, 7, sha, folder.parent, now)
    merged = [("pulls/7/merge", {"sha": SHA, "merge_method": "squash"})]
    assert platform.changed == ([] if found else merged)
    return found


def test_one_sealed_file_of_its_author_is_merged_as_it_was_looked_at(folder: Path):
    assert why_not(folder) == ""
    assert why_not(folder, status="modified") == ""
    assert why_not(folder, total_commits=2, commits=commits(2)) == ""


@pytest.mark.parametrize(
    ("changed", "why"),
    [
        ({"draft": True}, "draft"),
        ({"state": "closed"}, "closed"),
        ({"base": {"ref": "other"}}, "not for main"),
        ({"head": {"sha": LATER}}, "later commit"),
        ({"user": {"id": OTHER}}, "another player"),
        ({"user": {"id": 0}}, "another player"),
        ({"user": {"login": "bob"}}, "another player"),
        ({"files": []}, "exactly one file"),
        ({"files": None}, "exactly one file"),
        ({"files": [{"filename": "x"}, {"filename": "y"}]}, "exactly one file"),
        ({"commits": commits(parents=2)}, "merges in its history"),
        ({"commits": commits(parents=0)}, "merges in its history"),
        ({"commits": []}, "cannot be listed"),
        ({"total_commits": 251}, "cannot be listed"),
        ({"status": "removed"}, "does not add"),
        ({"status": "renamed"}, "does not add"),
        ({"path": f"{ORDERS}/england.toml"}, "no sealed file"),
        ({"path": f"{ORDERS}/../orders/england.toml.age"}, "own orders and press"),
        ({"path": "games/winter/game.toml.age"}, "own orders and press"),
        ({"path": ".github/workflows/x.yml"}, "no sealed file"),
        ({"path": f"{ORDERS}/England.toml.age"}, "own orders and press"),
        ({"path": ORDERS.replace("winter", "other") + "/england.toml.age"}, "no game other"),
        ({"path": ORDERS.replace("1-spring", "2-autumn") + "/england.toml.age"}, "not begun"),
        ({"type": "symlink"}, "no plain file"),
        ({"link": True}, "no plain file"),
        ({"mode": "100755"}, "no plain file"),
        ({"mode": "120000"}, "no plain file"),
        ({"mode": None}, "no plain file"),
        ({"truncated": True}, "no plain file"),
        ({"twice": True}, "one name twice"),
        ({"folder_twice": True}, "one name twice"),
        ({"size": 30_000}, "too large"),
        ({"encoding": "none"}, "no plain file"),
        ({"content": b"A Lvp - Yor"}, "not sealed"),
    ],
    ids=str,
)
def test_everything_else_is_left_to_the_gm(folder: Path, changed: dict[str, Json], why: str):
    assert why in why_not(folder, **changed)


def test_after_the_deadline_nothing_is_taken_in_and_what_is_no_commit_never(folder: Path):
    assert "deadline" in why_not(folder, now=DEADLINE)
    assert "no commit" in why_not(folder, sha="main")
    change(folder / "game.toml", '"sealed"', '"open"')
    hand_in(folder, "France", orders="A Par H")
    close_game(folder, CloseOptions(now=NOW))
    assert "closed" in why_not(folder, now=NOW)


class RestlessPlatform(Fake):
    """A platform on which the author moves the branch between any two requests."""

    def __init__(self, answers: Mapping[str, Json], heads: Sequence[str]) -> None:
        super().__init__(answers)
        self.heads = list(heads)
        self.seen: set[str] = set()
        self.merged = ""

    def get(self, path: str) -> Json:
        """Return the answer of this moment: of a commit always the same, of the request its head's."""
        head = self.heads.pop(0)
        if path == "pulls/7":
            return look_at_pull(head={"sha": head})
        if path.startswith("pulls/7/files"):
            comparison = self.answers[f"compare/main...{head}"]
            assert isinstance(comparison, dict)
            self.seen.add(head)
            return comparison["files"]
        self.seen |= {sha for sha in (SHA, LATER) if path == f"compare/main...{sha}"}
        return super().get(path)

    def put(self, path: str, fields: Mapping[str, str]) -> Json:
        """Merge the head that the branch has now, if it is the one that was named."""
        head = self.heads.pop(0)
        if fields["sha"] != head:
            raise GameFolderError(f"the platform refuses {path}")
        self.merged = head
        return {}


@pytest.mark.parametrize("asked", [SHA, LATER], ids=["the good one", "the bad one"])
def test_however_the_branch_is_moved_what_is_merged_is_a_commit_whose_own_files_were_seen(
    folder: Path, asked: str
):
    path, raw = f"{ORDERS}/england.toml.age", sealed(folder)
    two = [{"filename": path, "status": "added", "sha": BLOB}, {"filename": ".github/install"}]
    answers = look_at(path, raw) | look_at(path, raw, LATER, files=two)
    merged = []
    for heads in product((SHA, LATER), repeat=5):
        platform = RestlessPlatform(answers, heads)
        try:
            take_in_file(platform, 7, asked, folder.parent, BEFORE)
        except GameFolderError:
            assert not platform.merged
        assert platform.merged in {"", SHA} & {"", *platform.seen}
        merged.append(platform.merged)
    assert merged.count(SHA) == (8 if asked == SHA else 0)


# The commands


def test_close_due_closes_what_is_due_and_a_dry_run_only_names_it(zine: Path, run):
    run("new", "old", "--deadline", "2020-01-01T00:00:00Z")
    run("new", "open", "--deadline", "2920-01-01T00:00:00Z")
    run("new", "broken", "--deadline", "2020-01-01T00:00:00Z")
    for game in ("old", "open"):
        path = zine / "games" / game / "game.toml"
        path.write_text(path.read_text().replace('first = "wait"', 'first = "hold"'))
        (path.parent / "seasons/1901-1-spring/rulings.toml").write_text(PROCEED)
    (zine / "games/broken/game.toml").write_text("[")
    named = run("close", "--due", "--dry-run")
    assert (named.code, named.out) == (1, "old\n")
    assert "games/broken/game.toml" in named.err
    done = run("close", "--due")
    assert done.code == 1  # for the game that is broken; it stops no other
    assert "old: 1901-1-spring is recorded" in done.out
    assert run("close", "--due").out == ""


def test_a_game_that_only_waits_for_its_gm_is_named_apart_until_a_ruling_leads_on(zine: Path, run):
    run("new", "demo", "--deadline", "2020-01-01T00:00:00Z")
    season = zine / "games/demo/seasons/1901-1-spring"
    waits = "demo: 1901-1-spring waits for the GM; `zinegen close demo --dry-run` says for what\n"

    def named() -> tuple[str, str]:
        ended = run("close", "--due", "--dry-run")
        return ended.out, ended.err

    # Not one order file is in: nothing would be locked, however often somebody agreed to it.
    assert named() == ("", waits)
    italy = season / "orders/italy.toml"
    italy.write_text(italy.read_text().replace("A Ven", "A Ven H"))
    assert named() == ("demo\n", "")
    # Locked, it waits for a ruling on those who are missing; then it is due once more.
    assert run("close", "--due").code == 1
    assert named() == ("", waits)
    (season / "rulings.toml").write_text(PROCEED)
    assert named() == ("demo\n", "")
    assert "demo: 1901-1-spring is recorded" in run("close", "--due").out
    assert named() == ("", "")


@pytest.mark.parametrize("words", [(), ("demo", "--due"), ("--dry-run",)], ids=str)
def test_close_wants_a_game_or_all_that_are_due(zine: Path, run, words: tuple[str, ...]):
    run("new", "demo")
    assert run("close", *words).code == 2


def test_the_platforms_program_is_asked_with_the_repository(zine: Path, run, monkeypatch):
    assert "GITHUB_REPOSITORY" in run("inbox", "--take-in", "7", "--sha", SHA).err
    monkeypatch.setenv("GITHUB_REPOSITORY", "../etc")
    assert "GITHUB_REPOSITORY" in run("inbox", "--take-in", "7", "--sha", SHA).err
    tool = zine / GH
    tool.write_text(
        '#!/bin/sh\necho "$@" >> asked\ncase "$2" in *files*) exit 1;; esac\necho \'{"state": "open"}\'\n'
    )
    tool.chmod(0o755)
    monkeypatch.setenv("PATH", f"{zine}:/usr/bin:/bin")
    monkeypatch.setenv("GITHUB_REPOSITORY", "ann/zine")
    ended = run("inbox", "--take-in", "7", "--sha", SHA)
    assert (ended.code, ended.out) == (1, "left to the GM: it is a draft, or closed\n")
    assert (zine / "asked").read_text() == "api repos/ann/zine/pulls/7\n"
    with pytest.raises(GameFolderError, match="refuses pulls/7/files"):
        GitHub().get("pulls/7/files?per_page=100")
    tool.unlink()
    assert run("inbox", "--take-in", "7", "--sha", SHA).code == 2


def test_where_nothing_lies_the_platform_has_an_answer_and_nothing_is_changed(
    tmp_path: Path, monkeypatch
):
    tool = tmp_path / GH
    tool.write_text("#!/bin/sh\necho 'gh: Not Found (HTTP 404)' >&2\nexit 1\n")
    tool.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}:/usr/bin:/bin")
    assert GitHub("ann/zine").get("contents/x?ref=main") is None
    with pytest.raises(GameFolderError, match="refuses pulls/7/merge"):
        GitHub("ann/zine").put("pulls/7/merge", {})


def test_receipts_of_what_is_due_are_written(zine: Path, run, monkeypatch):
    run("new", "demo", "--deadline", "2020-01-01T00:00:00Z")
    run("new", "open", "--deadline", "2920-01-01T00:00:00Z")
    tool = zine / GH
    tool.write_text("#!/bin/sh\necho '[]'\n")
    tool.chmod(0o755)
    monkeypatch.setenv("PATH", f"{zine}:/usr/bin:/bin")
    monkeypatch.setenv("GITHUB_REPOSITORY", "ann/zine")
    ended = run("inbox", "--due", "--receipts", "r.json")
    assert (ended.code, ended.out) == (0, "demo/1901-1-spring: receipts for 0 files\n")
    assert json.loads((zine / "r.json").read_text()) == {"demo/1901-1-spring": {}}
    assert run("close", "demo", "--receipts", "r.json").code in {0, 1}
    (zine / "r.json").write_text("nonsense")
    assert run("close", "open", "--early", "1901-1-spring", "--receipts", "r.json").code == 2
