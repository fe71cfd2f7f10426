"""Reminding at the desk: what channels are told is shown first, and told once."""

from __future__ import annotations

import html
import json
import re
import subprocess
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from time import monotonic, sleep

import pytest
from starlette.testclient import TestClient

from tests.delivery.platform import Platform, run_platform
from zinegen.desk import Desk
from zinegen.desk.jobs import Job

PAGE = "/games/demo/remind"


@pytest.fixture
def platform(monkeypatch: pytest.MonkeyPatch) -> Iterator[Platform]:
    """A channel on this machine, which is told who is missing two days before the deadline."""
    with run_platform() as running:
        text = (
            f'[[channel]]\nname = "us"\nkind = "json"\naddress = "{running.address}/hook-sesame"\n'
        )
        monkeypatch.setenv("ZINEGEN_CHANNELS", f'{text}news = ["missing"]\nhours = 48\n')
        yield running


def finish(client: TestClient, address: str) -> str:
    """Wait until the work that a page follows is over; returns the page then."""
    end = monotonic() + 240  # a busy machine starts a program slowly
    while "data-work" in (page := client.get(address).text):
        assert monotonic() < end, page
        sleep(0.05)
    return html.unescape(page)


def test_without_channels_the_page_says_where_they_are_set(client: TestClient) -> None:
    page = client.get(PAGE).text
    assert ("channels.toml" in page, "Copy the text" in page) == (True, True)
    assert "announce/look" not in page


@pytest.mark.slow
def test_what_channels_are_told_is_shown_first_and_told_once(
    client: TestClient, desk: Desk, zine: Path, platform: Platform
) -> None:
    later = (datetime.now(UTC) + timedelta(hours=30)).strftime("%Y-%m-%dT%H:%M:%SZ")
    season = zine / "games/demo/seasons/1901-1-spring/season.toml"
    season.write_text(f"deadline = {later}\n" + season.read_text())
    (zine / "site_src").mkdir()
    assert client.post("/games/demo/announce", data={"shown": "guessed"}).status_code == 409
    asked = client.post("/games/demo/announce/look")
    page = finish(client, str(asked.url))
    assert "--- us (json)" in page, page.partition("<main")[2]
    assert "Orders are missing from Austria, England, France" in page
    assert "zinegen announce demo</code>" in page
    assert (platform.got, "sesame" in page) == ([], False)
    (shown,) = re.findall(r'name="shown" value="([^"]+)"', page)
    for _ in range(2):
        answer = client.post("/games/demo/announce", data={"shown": shown})
        page = finish(client, str(answer.url))
    assert "nothing new is to be told" in page
    assert [json.loads(one.body)["kind"] for one in platform.got] == ["missing"]


@pytest.mark.slow
def test_after_a_look_that_failed_nothing_is_told_by_a_request_made_by_hand_either(
    client: TestClient, desk: Desk, zine: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ZINEGEN_CHANNELS", '[[channel]]\nname = "us"\nkind = "pigeon"\n')
    (zine / "site_src").mkdir()
    page = finish(client, str(client.post("/games/demo/announce/look").url))
    assert ("pigeon" in page, "Tell this now" in page) == (True, False)
    answer = client.post("/games/demo/announce", data={"shown": desk.jobs.jobs[0].name})
    assert answer.status_code == 409
    assert "look first what would be told: nothing is sent unseen" in answer.text
    assert len(desk.jobs.jobs) == 1


def test_the_page_shows_one_moment_of_the_work(
    client: TestClient, desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It may end while the page is made: then the page still says that it goes on."""

    class Ending(Job):
        asked = 0

        @property
        def code(self) -> int | None:  # type: ignore[override]
            Ending.asked += 1
            return None if Ending.asked == 1 else 0

        @code.setter
        def code(self, value: int | None) -> None:
            pass

    process = subprocess.Popen(["true"], text=True)
    process.wait()
    words = ("announce", "demo", "--dry-run")
    monkeypatch.setenv("ZINEGEN_CHANNELS", "[[channel]]")
    desk.jobs.jobs.append(Ending(name="it", words=words, process=process))
    page = client.get(f"{PAGE}?shown=it").text
    assert ("data-work" in page, "Nothing new" in page) == (True, False)
