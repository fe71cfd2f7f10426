"""Publish: what changes for readers, into a real repository and into a folder, each state in plain words."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterator
from pathlib import Path

import html5lib
import keyring
import pytest
from keyring.backend import KeyringBackend
from keyring.backends.fail import Keyring as NoKeyring
from starlette.testclient import TestClient

from tests.desk.conftest import elsewhere, git
from tests.desk.test_jobs import wait
from zinegen.archive.files import write_atomically
from zinegen.desk import Desk
from zinegen.desk.page_changes import list_page_changes, note_published, read_lines


class KeptInMemory(KeyringBackend):
    """A keyring of the test's own."""

    priority = 1  # type: ignore[assignment]

    def __init__(self) -> None:
        self.kept: dict[tuple[str, str], str] = {}

    def get_password(self, service: str, username: str) -> str | None:
        return self.kept.get((service, username))

    def set_password(self, service: str, username: str, password: str) -> None:
        self.kept[service, username] = password

    def delete_password(self, service: str, username: str) -> None:
        del self.kept[service, username]


@pytest.fixture
def ring() -> Iterator[KeptInMemory]:
    """The system's keyring; the test's own in its place."""
    before, own = keyring.get_keyring(), KeptInMemory()
    keyring.set_keyring(own)
    yield own
    keyring.set_keyring(before)


def press(client: TestClient, desk: Desk, address: str, **fields: str) -> str:
    """Press a button that starts a command, wait for that, and return what its page says then."""
    client.post(address, data=fields, follow_redirects=False)
    job = desk.jobs.jobs[-1]
    wait(lambda: job.code is not None)
    return client.get(f"/jobs/{job.name}?back=/publish").text


def test_what_changed_is_shown_committed_and_sent(
    client: TestClient, desk: Desk, zine: Path, other: Path
) -> None:
    assert "Nothing is new: both sides have the same." in client.get("/publish").text
    (zine / "mkdocs.yml").write_text((zine / "mkdocs.yml").read_text() + "# mine\n")
    page = client.get("/publish").text
    assert "1 file has changed here." in page
    assert "Change mkdocs.yml" in page
    said = press(client, desk, "/publish/send")
    assert "committed: Change mkdocs.yml" in said
    assert "sent" in said
    assert "# mine" in git(other, "show", "main:mkdocs.yml")
    assert git(other, "log", "-1", "--format=%an", "main").strip() == "The editor"
    assert "Nothing is new" in client.get("/publish").text


def test_what_is_new_on_the_other_side_comes_in_when_it_is_another_file(
    client: TestClient, desk: Desk, zine: Path, other: Path
) -> None:
    elsewhere(other, "about.md", "theirs\n")
    (zine / "mkdocs.yml").write_text((zine / "mkdocs.yml").read_text() + "# mine\n")
    press(client, desk, "/publish/look")
    assert "1 change of the other side is to be brought in." in client.get("/publish").text
    assert "sent" in press(client, desk, "/publish/send")
    assert (zine / "about.md").read_text() == "theirs\n"
    assert "# mine" in git(other, "show", "main:mkdocs.yml")


def test_a_file_that_both_have_changed_is_shown_side_by_side_and_nothing_is_lost(
    client: TestClient, desk: Desk, zine: Path, other: Path
) -> None:
    elsewhere(other, "mkdocs.yml", "site_name: <b>Theirs</b>\n")
    (zine / "mkdocs.yml").write_text("site_name: Mine\n")
    said = press(client, desk, "/publish/send")
    assert "both sides have changed the same lines" in said
    page = client.get("/publish").text
    assert "Both sides have changed the same files" in page
    assert "&lt;b&gt;Theirs&lt;/b&gt;" in page
    assert "site_name: Mine" in page
    assert client.post("/publish/settle").status_code == 409
    client.post("/publish/settle", data={"take.mkdocs.yml": "theirs"})
    assert (zine / "mkdocs.yml").read_text() == "site_name: <b>Theirs</b>\n"
    assert "site_name: Mine" in git(zine, "log", "--patch", "-m")
    assert "sent" in press(client, desk, "/publish/send")
    assert git(zine, "status", "--porcelain") == ""


def test_what_a_run_left_behind_that_was_cut_off_is_put_back_by_a_button(
    client: TestClient, desk: Desk, zine: Path, other: Path
) -> None:
    (zine / "mkdocs.yml").write_text((zine / "mkdocs.yml").read_text() + "# mine\n")
    (zine / ".git" / "index.lock").touch()
    said = press(client, desk, "/publish/send")
    assert "was cut off in it; if none is, type `zinegen send --put-back`" in said
    page = client.get("/publish").text
    assert "If it is left, nothing can be sent." in page
    assert 'action="/publish/send"' not in page
    assert "nothing of yours is lost" in client.post("/publish/put-back").text
    assert "A run was cut off here" not in client.get("/publish").text
    assert "sent" in press(client, desk, "/publish/send")
    assert "# mine" in git(other, "show", "main:mkdocs.yml")


def test_no_way_there_a_wrong_token_and_a_protected_branch_are_said(
    client: TestClient, desk: Desk, zine: Path, other: Path, ring: KeptInMemory
) -> None:
    (zine / "mkdocs.yml").write_text((zine / "mkdocs.yml").read_text() + "# mine\n")
    hook = other / "hooks" / "pre-receive"
    hook.write_text("#!/bin/sh\necho 'GH006: Protected branch update failed' >&2\nexit 1\n")
    hook.chmod(0o755)
    assert "by pull request only" in press(client, desk, "/publish/send")
    git(zine, "remote", "set-url", "origin", "https://127.0.0.1:1/ann/zine.git")
    page = client.get("/publish").text
    assert "Token for https://127.0.0.1:1/" in page
    said = press(client, desk, "/publish/send", token="very-secret", keep="on")  # noqa: S106
    assert "the other side cannot be reached" in said
    assert ring.kept == {("zinegen", "https://127.0.0.1:1/"): "very-secret"}
    assert "Your system keeps the token for" in client.get("/publish").text
    for path in (*zine.rglob("*"), *(zine.parent / "home").rglob("*")):
        assert path.is_dir() or b"very-secret" not in path.read_bytes()
    client.post("/publish/forget")
    assert not ring.kept


def test_without_a_keyring_a_token_is_asked_for_each_time(
    client: TestClient, zine: Path, other: Path, ring: KeptInMemory
) -> None:
    keyring.set_keyring(NoKeyring())
    git(zine, "remote", "set-url", "origin", "https://codeberg.org/ann/zine.git")
    page = client.get("/publish").text
    assert "asked for each time, and kept nowhere" in page
    assert 'name="keep"' not in page


def test_a_folder_is_connected_with_an_empty_repository_and_sent(
    client: TestClient, desk: Desk, zine: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GIT_CONFIG_GLOBAL", "/dev/null")
    monkeypatch.setenv("HOME", str(zine.parent))
    (zine / ".gitignore").write_text(".cache/\n*.lock\n.zinegen-*\n")
    git(zine.parent, "init", "--quiet", "--bare", "--initial-branch=main", "other.git")
    for wrong in ("--upload-pack=x", "ext::sh -c x", "https://ann:secret@x.example/z", "x y", ""):
        assert client.post("/publish/begin", data={"address": wrong}).status_code == 409
        assert not (zine / ".git").exists()
    address = f"file://{zine.parent}/other.git"
    assert "is a repository now" in client.post("/publish/begin", data={"address": address}).text
    assert client.post("/publish/begin", data={"address": f"{address}x"}).status_code == 409
    assert "sent" in press(client, desk, "/publish/send")
    assert "site_name" in git(zine.parent / "other.git", "show", "main:mkdocs.yml")
    assert "Nothing is new" in client.get("/publish").text


def test_a_zine_in_no_repository_is_published_to_a_folder(
    client: TestClient, desk: Desk, zine: Path
) -> None:
    assert "This zine is in no repository" in client.get("/publish").text
    (zine / "site_src").mkdir(exist_ok=True)
    inside = press(client, desk, "/publish/copy", folder=str(zine / "games"))
    assert "is part of the zine" in inside
    assert client.post("/publish/copy", data={"folder": ""}).status_code == 409


def test_a_page_that_was_compared_is_read_again_only_when_it_has_changed(
    zine: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    read: list[str] = []

    def count(page: Path) -> list[str]:
        read.append(page.as_posix())
        return read_lines(page)

    monkeypatch.setattr("zinegen.desk.page_changes.read_lines", count)
    site = zine / "site"
    (site / "games").mkdir(parents=True)
    for name in ("index.html", "games/index.html"):
        (site / name).write_text("<p>as it was</p>")
    note_published(site)
    for now in ("as it is now", "as it is then"):
        write_atomically(site / "games/index.html", f"<p>{now}</p>".encode())
        for _ in range(2):
            (change,) = list_page_changes(site)
            assert (change.path, change.gone, change.come) == (
                "games/index.html",
                ("as it was",),
                (now,),
            )
    assert read == [".cache/published/games/index.html", f"{site}/games/index.html"] * 2


def test_pages_that_differ_are_shown_line_by_line_and_in_their_looks(
    client: TestClient, zine: Path
) -> None:
    site = zine / "site"
    site.mkdir()
    (site / "look.css").write_text("p { color: red } /* </style><script>alert(1)</script> */")
    front = "<head><link rel=stylesheet href=look.css><script>alert(1)</script></head><main><p>{}</p></main>"
    (site / "index.html").write_text(front.format("as it was"))
    (site / "old.html").write_text("<p>old</p>")
    assert "all 2 pages are new" in client.get("/publish").text
    note_published(site)
    assert list_page_changes(site) == ()
    assert "the pages are as they were when you published last" in client.get("/publish").text
    for path in site.glob("*.html"):  # as a build does: other files, not the same ones changed
        path.unlink()
    (site / "index.html").write_text(front.format("as it <i>is</i> now"))
    (site / "new.html").write_text("<p>new</p>")
    page = client.get("/publish").text
    assert "<del>as it was</del>" in page
    assert "<ins>as it is now</ins>" in page
    assert re.findall(r'd-mark">(\w+)</span>\s+(?:<a[^>]*>)?([a-z.]+)', page) == [
        ("changed", "index.html"),
        ("new", "new.html"),
        ("gone", "old.html"),
    ]
    shown = client.get("/publish/page/index.html")
    assert not html5lib.parse(shown.text, namespaceHTMLElements=False).findall(".//script")
    assert "color: red" in shown.text
    assert "sandbox" in shown.headers["content-security-policy"]
    assert "as it was" in client.get("/publish/page/index.html?before").text
    for elsewhere_ in ("../mkdocs.yml", "%2e%2e/mkdocs.yml", "/etc/passwd", "look.css"):
        assert client.get(f"/publish/page/{elsewhere_}").status_code in {404, 409}


@pytest.mark.skipif(sys.platform != "linux", reason="other systems take no such name")
def test_a_file_whose_name_is_no_text_is_listed_as_well(
    client: TestClient, zine: Path, other: Path
) -> None:
    (zine / os.fsdecode(b"b\xff.txt")).write_text("x")
    assert client.get("/publish").status_code == 200
