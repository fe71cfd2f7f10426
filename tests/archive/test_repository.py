"""A GM's repository, real ones: what is new here and there, and what stands in the way, in plain words."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

from zinegen.archive.git_command import RepositoryError
from zinegen.archive.repository import (
    ClashError,
    Repository,
    begin_repository,
    bring_in,
    commit_paths,
    has_other_side,
    list_clashes,
    look_at_other_side,
    open_repository,
    put_back,
    send,
    settle,
)


def git(folder: Path, *words: str) -> str:
    done = subprocess.run(["git", *words], cwd=folder, capture_output=True, text=True, check=True)
    return done.stdout


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A clone with one commit that the other side has too."""
    for name in ("AUTHOR", "COMMITTER"):
        monkeypatch.setenv(f"GIT_{name}_NAME", "Ann")
        monkeypatch.setenv(f"GIT_{name}_EMAIL", "ann@example.org")
    monkeypatch.setenv("GIT_CONFIG_GLOBAL", "/dev/null")
    git(tmp_path, "init", "--quiet", "--bare", "--initial-branch=main", "other.git")
    git(tmp_path, "clone", "--quiet", "other.git", "here")
    folder = tmp_path / "here"
    git(folder, "switch", "--quiet", "--create", "main")
    write(folder, "a.toml", "one\n")
    send(opened(folder))
    return folder


def write(folder: Path, name: str, text: str) -> None:
    """Write a file and commit it."""
    (folder / name).write_text(text)
    commit_paths(opened(folder), [name], f"Write {name}")


def opened(folder: Path) -> Repository:
    found = open_repository(folder)
    assert found is not None
    return found


def elsewhere(here: Path, name: str, text: str) -> None:
    """Let somebody else send a change."""
    other = here.parent / "elsewhere"
    if not other.exists():
        git(here.parent, "clone", "--quiet", "other.git", "elsewhere")
    git(other, "pull", "--quiet")
    (other / name).write_text(text)
    git(other, "add", ".")
    git(other, "commit", "--quiet", "--message", "Elsewhere")
    git(other, "push", "--quiet")


def test_a_folder_in_no_repository_is_none(tmp_path):
    assert open_repository(tmp_path) is None


def test_what_is_here_only_is_counted_and_sent(here):
    write(here, "ä b.toml", "two\n")
    (here / "new.toml").write_text("three\n")
    found = opened(here)
    assert (found.branch, found.upstream, found.ahead, found.behind) == (
        "main",
        "origin/main",
        1,
        0,
    )
    assert found.changed == ("new.toml",)
    send(found)
    assert opened(here).ahead == 0
    assert "ä b.toml" in git(
        here, "-c", "core.quotePath=false", "ls-tree", "--name-only", "origin/main"
    )


def test_only_the_paths_named_are_committed_whatever_was_added_before(here):
    for name in ("mine.toml", "secret.toml"):
        (here / name).write_text("x\n")
    git(here, "add", "secret.toml")
    commit_paths(opened(here), ["mine.toml"], "Mine")
    assert opened(here).changed == ("secret.toml",)
    assert "secret" not in git(here, "show", "--stat", "HEAD")


def test_what_is_new_there_comes_in_below_what_is_here(here):
    elsewhere(here, "b.toml", "orders\n")
    write(here, "c.toml", "mine\n")
    (here / "a.toml").write_text("not committed\n")
    found = look_at_other_side(opened(here))
    assert (found.ahead, found.behind) == (1, 1)
    with pytest.raises(RepositoryError, match="the other side has something newer"):
        send(found)
    bring_in(found)
    found = opened(here)
    assert (found.ahead, found.behind, found.changed) == (1, 0, ("a.toml",))
    assert (here / "a.toml").read_text() == "not committed\n"


@pytest.mark.parametrize("is_committed", [True, False])
def test_where_both_sides_changed_the_same_nothing_is_brought_in_and_nothing_lost(
    here, is_committed
):
    elsewhere(here, "a.toml", "theirs\n")
    if is_committed:
        write(here, "a.toml", "mine\n")
    else:
        (here / "a.toml").write_text("mine\n")
    before = git(here, "rev-parse", "HEAD")
    with pytest.raises(RepositoryError, match="both sides have changed"):
        bring_in(look_at_other_side(opened(here)))
    assert (here / "a.toml").read_text() == "mine\n"
    assert git(here, "rev-parse", "HEAD") == before
    assert opened(here).obstacle == ""


def test_a_commit_that_is_looked_at_and_a_merge_that_hangs_are_said(here):
    git(here, "checkout", "--quiet", "--detach")
    assert "git switch main" in opened(here).obstacle
    git(here, "switch", "--quiet", "main")
    write(here, "a.toml", "mine\n")
    elsewhere(here, "a.toml", "theirs\n")
    subprocess.run(["git", "pull", "--rebase"], cwd=here, capture_output=True, check=False)
    assert "is not finished" in opened(here).obstacle


def test_another_side_that_is_not_there_or_lets_nobody_in_is_said(here, tmp_path):
    write(here, "b.toml", "x\n")
    hook = tmp_path / "other.git" / "hooks" / "pre-receive"
    hook.write_text("#!/bin/sh\necho 'GH006: Protected branch update failed'\nexit 1\n")
    hook.chmod(0o755)
    with pytest.raises(RepositoryError, match="by pull request only"):
        send(opened(here))
    git(here, "remote", "set-url", "origin", str(tmp_path / "nothing.git"))
    with pytest.raises(RepositoryError, match="cannot be reached"):
        look_at_other_side(opened(here))
    git(here, "remote", "set-url", "origin", "https://127.0.0.1:9/x.git")
    with pytest.raises(RepositoryError, match="cannot be reached"):
        look_at_other_side(opened(here))
    git(here, "remote", "remove", "origin")
    assert not has_other_side(opened(here))


@pytest.mark.parametrize("name", ["index.lock", "HEAD.lock", "refs/heads/main.lock"])
def test_a_lock_that_was_left_behind_is_told_and_taken_away(here: Path, name: str) -> None:
    (here / "a.toml").write_text("mine\n")
    (here / ".git" / name).touch()
    (here / ".git" / "gc.pid.lock").touch()  # git tidies up: it keeps nobody out
    locked = opened(here)
    assert "type `zinegen send --put-back`" in locked.obstacle
    with pytest.raises(RepositoryError):
        commit_paths(locked, ["a.toml"], "Mine", "Ann")
    put_back(opened(here))
    assert opened(here).obstacle == ""
    commit_paths(opened(here), ["a.toml"], "Mine", "Ann")
    assert opened(here).ahead == 1


@pytest.mark.parametrize("word", ["rebase", "merge"])
def test_what_was_only_begun_is_put_back_and_nothing_is_lost(here: Path, word: str) -> None:
    elsewhere(here, "a.toml", "theirs\n")
    (here / "a.toml").write_text("mine\n")
    commit_paths(opened(here), ["a.toml"], "Mine", "Ann")
    git(here, "fetch", "--quiet")
    assert subprocess.run(["git", word, "origin/main"], cwd=here, check=False).returncode
    assert "put it back by `zinegen send --put-back`" in opened(here).obstacle
    put_back(opened(here))
    back = opened(here)
    assert (back.obstacle, back.ahead, back.behind, back.changed) == ("", 1, 1, ())
    assert (here / "a.toml").read_text() == "mine\n"


def test_a_rebase_that_was_cut_off_at_its_very_beginning_is_put_back(here: Path) -> None:
    """Git has put by what is not committed, and does not know yet where to go back to."""
    (here / "a.toml").write_text("not committed\n")
    kept = git(here, "stash", "create").strip()
    git(here, "reset", "--quiet", "--hard")
    begun = here / ".git" / "rebase-merge"
    begun.mkdir()
    (begun / "autostash").write_text(f"{kept}\n")
    put_back(opened(here))
    assert opened(here).obstacle == ""
    assert (here / "a.toml").read_text() == "not committed\n"


def test_what_somebody_has_stashed_stays_stashed(here: Path) -> None:
    (here / "a.toml").write_text("put by for later\n")
    git(here, "stash", "--quiet")
    (here / ".git" / "rebase-merge").mkdir()
    put_back(opened(here))
    assert opened(here).obstacle == ""
    assert (here / "a.toml").read_text() != "put by for later\n"
    assert git(here, "stash", "list").count("\n") == 1


@pytest.mark.skipif(os.name == "nt", reason="no name of a folder there")
def test_a_folder_may_have_a_name_that_breaks_lines_elsewhere(tmp_path: Path) -> None:
    folder = tmp_path / "a\x0b\x1eb"
    folder.mkdir()
    git(folder, "init", "--quiet", "--initial-branch=main")
    assert opened(folder).root == folder


@pytest.fixture
def without_git(here: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The clone on a machine where no git is installed."""
    monkeypatch.setattr("zinegen.archive.git_command.shutil.which", lambda name: None)
    return here


def test_without_git_a_folder_becomes_a_repository_and_is_sent(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    git(tmp_path, "init", "--quiet", "--bare", "--initial-branch=main", "other.git")
    folder = tmp_path / "zine"
    (folder / "games").mkdir(parents=True)
    (folder / "games/a.toml").write_text("one\n")
    (folder / ".gitignore").write_text("*.lock\n")
    (folder / "x.lock").write_text("")
    monkeypatch.setattr("zinegen.archive.git_command.shutil.which", lambda name: None)
    assert open_repository(folder) is None
    begin_repository(folder, f"file://{tmp_path}/other.git")
    begun = opened(folder)
    assert begun.changed == (".gitignore", "games/a.toml")
    assert has_other_side(begun)
    commit_paths(begun, begun.changed, "Begin", "Ann")
    send(opened(folder))
    assert git(tmp_path / "other.git", "log", "--format=%an %s", "main") == "Ann Begin\n"
    done = opened(folder)
    assert (done.branch, done.upstream, done.ahead, done.changed) == ("main", "origin/main", 0, ())
    (folder / "games/a.toml").unlink()
    assert opened(folder).changed == ("games/a.toml",)
    commit_paths(opened(folder), ["games/a.toml"], "Away", "Ann")
    assert (opened(folder).ahead, opened(folder).changed) == (1, ())


def test_without_git_what_is_new_there_comes_in_and_nothing_uncommitted_is_touched(
    without_git: Path,
) -> None:
    elsewhere(without_git, "b.toml", "theirs\n")
    (without_git / "a.toml").write_text("mine\n")
    commit_paths(opened(without_git), ["a.toml"], "Mine", "Ann")
    (without_git / "c.toml").write_text("not committed\n")
    now = look_at_other_side(opened(without_git))
    assert (now.ahead, now.behind) == (1, 1)
    bring_in(now, "Ann")
    assert (without_git / "b.toml").read_text() == "theirs\n"
    assert (without_git / "a.toml").read_text() == "mine\n"
    assert opened(without_git).changed == ("c.toml",)
    send(opened(without_git))
    assert git(without_git.parent / "other.git", "show", "main:a.toml") == "mine\n"
    assert git(without_git.parent / "other.git", "fsck", "--strict") == ""
    elsewhere(without_git, "c.toml", "theirs too\n")
    with pytest.raises(RepositoryError, match=r"c\.toml"):
        bring_in(look_at_other_side(opened(without_git)), "Ann")
    assert (without_git / "c.toml").read_text() == "not committed\n"


def test_without_git_both_sides_of_a_clash_are_shown_and_one_stays(without_git: Path) -> None:
    elsewhere(without_git, "a.toml", "theirs\n")
    (without_git / "a.toml").write_text("mine\n")
    commit_paths(opened(without_git), ["a.toml"], "Mine", "Ann")
    with pytest.raises(RepositoryError, match="newer"):
        send(opened(without_git))
    now = look_at_other_side(opened(without_git))
    with pytest.raises(ClashError):
        bring_in(now, "Ann")
    assert (without_git / "a.toml").read_text() == "mine\n"
    (clash,) = list_clashes(now)
    assert (clash.path, clash.mine, clash.theirs) == ("a.toml", "mine\n", "theirs\n")
    settle(now, {"a.toml": True}, "Ann")
    assert (without_git / "a.toml").read_text() == "theirs\n"
    assert opened(without_git).changed == ()
    send(opened(without_git))
    assert git(without_git.parent / "other.git", "show", "main:a.toml") == "theirs\n"
    assert "Mine" in git(without_git.parent / "other.git", "log", "main")


def test_without_git_an_other_side_that_is_not_there_is_said(without_git: Path) -> None:
    (without_git.parent / "other.git").rename(without_git.parent / "gone.git")
    with pytest.raises(RepositoryError, match="cannot be reached"):
        look_at_other_side(opened(without_git))
    git(without_git, "remote", "set-url", "origin", "https://127.0.0.1:1/ann/zine.git")
    with pytest.raises(RepositoryError, match="cannot be reached"):
        look_at_other_side(opened(without_git))


def test_without_git_a_lock_is_taken_away_and_what_git_began_is_left_to_git(
    without_git: Path,
) -> None:
    (without_git / ".git" / "index.lock").touch()
    put_back(opened(without_git))
    assert opened(without_git).obstacle == ""
    (without_git / ".git" / "MERGE_HEAD").write_text(f"{'0' * 40}\n")
    with pytest.raises(RepositoryError, match="only git can put it back"):
        put_back(opened(without_git))


@pytest.mark.parametrize("name", ["HEAD", "index", "config", "refs/heads/main"])
@pytest.mark.parametrize("has_git", [True, False])
def test_a_damaged_repository_is_told_with_a_way_on(
    here: Path, monkeypatch: pytest.MonkeyPatch, name: str, has_git: bool
) -> None:
    (here / ".git" / name).write_text("[nonsense\n")
    if not has_git:
        monkeypatch.setattr("zinegen.archive.git_command.shutil.which", lambda _: None)
    with pytest.raises(RepositoryError, match="Your files are whole: get the zine anew"):
        open_repository(here)
