"""The issue: written, looked at and saved; what the editor did not change stays byte for byte."""

from __future__ import annotations

import re
from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image
from starlette.testclient import TestClient

from zinegen.archive import NewGame, new_game
from zinegen.desk.screens.issue import join_issue, split_issue

TEXT = """\
---
number: 3
date: 2026-11-02   # a Monday
title: "The sea"   # mine
games: [demo/1901-1-spring]
---

As it *was*.
"""


@pytest.fixture
def issue(zine: Path) -> Path:
    """The file of an issue that was written by hand."""
    (zine / "site_src/issues").mkdir(parents=True)
    path = zine / "site_src/issues/3.md"
    path.write_text(TEXT)
    return path


def form_of(client: TestClient, **typed: str) -> dict[str, str]:
    digest = client.get("/issues/3").text.partition('name="digest" value="')[2].partition('"')[0]
    said = {
        "title": "The sea",
        "date": "2026-11-02",
        "chooses": "on",
        "games": "demo/1901-1-spring",
    }
    return {"digest": digest, **said, "prose": "\nAs it *was*.\n", **typed}


def test_saving_what_was_not_changed_changes_nothing(client: TestClient, issue: Path) -> None:
    assert client.post("/issues/3/save", data=form_of(client)).status_code == 200
    assert issue.read_text() == TEXT


def test_saving_leaves_out_no_season_however_many_are_offered(
    client: TestClient, issue: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The form shows all that the issue carries, those of a game that is gone as well."""
    monkeypatch.setattr("zinegen.desk.screens.issue.MOST", 0)
    text = TEXT.replace("spring]", "spring, gone/1905-2-autumn]")
    issue.write_text(text)
    page = client.get("/issues/3").text
    shown = re.findall(r'name="games" value="([^"]*)" checked', page)
    assert shown == ["demo/1901-1-spring", "gone/1905-2-autumn"]
    data = {**form_of(client), "games": shown}
    assert client.post("/issues/3/save", data=data).status_code == 200
    assert issue.read_text() == text


def test_what_is_changed_is_written_and_nothing_else(client: TestClient, issue: Path) -> None:
    typed = {"title": "The sea: rising", "prose": "\nAs it *is*.\r\n", "openings": "standard"}
    page = client.post("/issues/3/save", data=form_of(client, **typed)).text
    assert "Issue 3 is saved in site_src/issues/3.md." in page
    expected = TEXT.replace('"The sea"', '"The sea: rising"').replace("*was*", "*is*")
    expected = expected.replace("spring]\n", "spring]\nopenings: [standard]\n")
    assert issue.read_text() == expected


def test_a_new_issue_has_its_number_and_date(client: TestClient, zine: Path, issue: Path) -> None:
    assert "Write issue 4" in client.get("/issues").text
    data = {"digest": "", "title": "Four", "date": "2026-12-01", "prose": "Hello.\n"}
    client.post("/issues/4/save", data=data)
    text = (zine / "site_src/issues/4.md").read_text()
    assert split_issue(text).said["number"] == 4
    assert text.endswith("---\nHello.\n")
    assert "title: Four" in text
    assert client.post("/issues/5/save", data={**data, "date": "soon"}).status_code == 409
    assert not (zine / "site_src/issues/5.md").exists()


def test_what_somebody_else_has_changed_is_shown_and_not_written_over(
    client: TestClient, issue: Path
) -> None:
    form = form_of(client, prose="mine")
    issue.write_text(TEXT.replace("was", "became"))
    answer = client.post("/issues/3/save", data=form)
    assert answer.status_code == 409
    assert "became" in answer.text
    assert "became" in issue.read_text()


def test_a_preview_is_in_the_looks_of_the_zine_and_runs_nothing(
    client: TestClient, zine: Path, issue: Path
) -> None:
    typed = {"prose": "Hello *you*.\n\n<script>alert(1)</script>\n\n## Letters\n"}
    answer = client.post("/issues/3/preview", data=form_of(client, **typed))
    assert "<em>you</em>" in answer.text
    assert "--z-paper" in answer.text
    assert "<script" not in answer.text
    assert "sandbox" in answer.headers["content-security-policy"]
    assert issue.read_text() == TEXT
    new_game(zine / "games", "other", "standard", NewGame(title="The Other", gm="Ann"))
    whole = client.post("/issues/3/preview", data=form_of(client, **typed, whole="1")).text
    assert "<em>you</em>" in whole
    assert "The Other" in whole


def test_pictures_are_made_small_without_where_and_by_what_they_were_taken(
    client: TestClient, zine: Path, issue: Path
) -> None:
    content = BytesIO()
    photo = Image.new("RGB", (2400, 1200), "red")
    exif = photo.getexif()
    exif[0x010F] = "A secret camera"
    photo.save(content, "JPEG", exif=exif)
    files = {"pictures": ("../../My Cat.JPG", content.getvalue(), "image/jpeg")}
    for _ in range(2):  # the same one twice is there once
        answer = client.post("/issues/3/pictures", files=files, data={"json": "1"})
        assert answer.json()["markdown"].endswith("(../pictures/my-cat.png)")
    (kept,) = (zine / "site_src/pictures").iterdir()
    with Image.open(kept) as picture:
        assert max(picture.size) == 1600
    assert b"secret" not in kept.read_bytes()
    shown = client.post(
        "/issues/3/preview", data=form_of(client, prose="![](../pictures/my-cat.png)")
    )
    assert "data:image/png;base64," in shown.text
    bad = {"pictures": ("x.png", b"<svg onload=alert(1)>", "image/png")}
    assert client.post("/issues/3/pictures", files=bad).status_code == 409
    assert len([*(zine / "site_src/pictures").iterdir()]) == 1


@pytest.mark.parametrize("number", ["x", "123456", "3.md", "%2e%2e"])
def test_no_number_leads_elsewhere(client: TestClient, issue: Path, number: str) -> None:
    assert client.get(f"/issues/{number}").status_code in {404, 409}
    assert client.post(f"/issues/{number}/save", data={"date": "2026-01-01"}).status_code in {
        404,
        405,
        409,
    }


def test_an_issue_without_front_matter_gets_some() -> None:
    assert join_issue("Words.\n", {"title": "A"}, "Words.\n") == "---\ntitle: A\n---\nWords.\n"


@pytest.mark.parametrize(
    "front", ["number: 3\ndate: 2026-11-02\n", "date: 2026-13-45\n", "[" * 9000]
)
def test_an_issue_without_a_title_is_listed_by_its_number(
    client: TestClient, issue: Path, front: str
) -> None:
    issue.write_text(f"---\n{front}\n---\n\nAs it *was*.\n")
    page = client.get("/issues")
    assert page.status_code == 200
    assert '<a href="/issues/3">Issue 3</a>' in page.text
    assert client.get("/issues/3").status_code == 200
