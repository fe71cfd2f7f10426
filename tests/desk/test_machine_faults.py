"""A machine that lets the desk down: no room, nothing may be written, a wrong clock, a broken repository.

Each is told in a sentence with a way on, nothing is half-written, and what was wanted is done afterwards.
"""

from __future__ import annotations

import errno
import os
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from itertools import product
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from tests.desk.conftest import SETTINGS
from tests.desk.test_kills import DONE, RULING, SEASON, Asker, Inside, close, reopen, take
from zinegen.archive import files
from zinegen.archive.folder.arrivals_file import Handed, write_handed

FAULTS = {
    errno.ENOSPC: "no space is left on the disk: make room there",
    errno.EROFS: "the disk or the folder is read-only",
    errno.EACCES: "you are not allowed to",
}
Refuse = Callable[[int, int], None]


def read_files(folder: Path) -> dict[Path, bytes]:
    return {
        path: path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file() and path.suffix != ".lock"
    }


@pytest.fixture
def refuse(monkeypatch: pytest.MonkeyPatch) -> Refuse:
    """Let the disk refuse new files after a number of them, with the fault of a number."""
    make = files.tempfile.mkstemp

    def begin(fault: int, after: int) -> None:
        left = [after]

        def mkstemp(*words: object, **named: object) -> object:
            left[0] -= 1
            if left[0] < 0:
                raise OSError(fault, os.strerror(fault))
            return make(*words, **named)  # type: ignore[call-overload]

        monkeypatch.setattr(files.tempfile, "mkstemp", mkstemp)

    return begin


@pytest.mark.parametrize(("deed", "fault"), [*product(DONE, FAULTS)])
def test_what_the_disk_refuses_is_told_and_done_once_it_takes_it(
    zine: Path,
    client: TestClient,
    refuse: Refuse,
    deed: Callable[[Asker], Callable[[], object]],
    fault: int,
) -> None:
    (zine / SEASON / "rulings.toml").write_text(RULING)
    if deed is reopen:
        close(Inside(client))()
    before = read_files(zine / "games")
    act = deed(Inside(client))
    refuse(fault, 0)
    said = str(act())
    assert FAULTS[fault] in said
    assert "Nothing was half-written" in said
    assert read_files(zine / "games") == before
    assert not DONE[deed](zine)
    refuse(fault, 1000)
    deed(Inside(client))()
    assert DONE[deed](zine)


def test_a_disk_that_is_full_in_the_middle_of_closing_leaves_whole_files(
    zine: Path, client: TestClient, refuse: Refuse
) -> None:
    (zine / SEASON / "rulings.toml").write_text(RULING)
    act = close(Inside(client))
    refuse(errno.ENOSPC, 1)
    assert FAULTS[errno.ENOSPC] in str(act())
    page = client.get("/games/demo").text
    assert "It cannot be done" not in page
    assert client.get("/").status_code == 200


def test_a_fault_of_the_disk_is_told_in_the_desks_language(
    zine: Path, client: TestClient, refuse: Refuse
) -> None:
    (zine / "mkdocs.yml").write_text(SETTINGS.format(language="de"))
    act = take(Inside(client))
    refuse(errno.ENOSPC, 0)
    assert "auf dem Datenträger ist kein Platz mehr" in str(act())


def test_a_clock_that_is_behind_what_has_happened_is_told_before_anything_is_closed(
    zine: Path, client: TestClient
) -> None:
    assert "The clock of this machine" not in client.get("/").text
    for hours, is_told in ((0, False), (3, True), (24 * 400, True)):
        received = datetime.now(UTC) + timedelta(hours=hours)
        write_handed(
            zine / SEASON, {"france": Handed(received=received, sha256="0" * 64, way="mail")}
        )
        for address in ("/", "/games/demo/close"):
            told = "Put it right before you close anything" in client.get(address).text
            assert told == is_told, (address, hours)


@pytest.mark.parametrize("name", ["HEAD", "index", "config", "refs/heads/main"])
@pytest.mark.usefixtures("other")
def test_a_broken_repository_is_told_and_stops_nothing_else(
    zine: Path, client: TestClient, name: str
) -> None:
    (zine / ".git" / name).write_text("[nonsense\n")
    page = client.get("/publish")
    assert page.status_code == 200
    assert "Your files are whole: get the zine anew" in page.text
    assert "/publish/send" not in page.text
    assert "To a folder" in page.text
    for address in ("/", "/games/demo", "/settings"):
        assert client.get(address).status_code == 200, address
    if name != "index":  # of which the history of a file needs nothing
        assert "get the zine anew" in client.get("/games/demo/history").text
    assert "A Par - Bur" not in (zine / SEASON / "orders/france.toml").read_text()
    take(Inside(client))()
    assert "A Par - Bur" in (zine / SEASON / "orders/france.toml").read_text()
