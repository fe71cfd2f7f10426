"""Nothing that git tracks is taken for the program's own."""

import shutil
import subprocess

import pytest

from zinegen.pages.site.build_cache import CacheError, cache_of

GIT = shutil.which("git")


@pytest.fixture
def repository(tmp_path):
    """A repository with a file in its cache, which git does not know yet."""
    if GIT is None:
        pytest.skip("there is no git on this machine")
    subprocess.run([GIT, "init", "-q", str(tmp_path)], check=True)
    (tmp_path / ".cache" / "books").mkdir(parents=True)
    (tmp_path / ".cache" / "books" / "x.book").write_bytes(b"x")
    return tmp_path


def test_a_cache_that_git_does_not_track_is_the_machines_own(repository):
    assert cache_of(repository) == repository / ".cache"


def test_a_cache_that_came_with_the_repository_is_refused(repository):
    """What it holds would be run as a program."""
    subprocess.run([GIT, "-C", str(repository), "add", "-f", ".cache"], check=True)
    with pytest.raises(CacheError, match=r"\.cache/books/x\.book .*git rm"):
        cache_of(repository)


def test_a_cache_in_capitals_is_refused_as_well(repository):
    """Some disks take it for the other one."""
    (repository / ".cache").rename(repository / ".CACHE")
    subprocess.run([GIT, "-C", str(repository), "add", "-f", ".CACHE"], check=True)
    with pytest.raises(CacheError, match="CACHE"):
        cache_of(repository)


def test_a_cache_that_is_a_link_in_the_repository_is_refused(repository):
    shutil.rmtree(repository / ".cache")
    (repository / ".cache").symlink_to("games")
    subprocess.run([GIT, "-C", str(repository), "add", "-f", ".cache"], check=True)
    with pytest.raises(CacheError):
        cache_of(repository)


def test_outside_a_repository_there_is_nothing_to_ask(tmp_path):
    assert cache_of(tmp_path) == tmp_path / ".cache"
