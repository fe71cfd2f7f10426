"""Safe: an encrypted copy of keys and secrets, and the way back, which writes over nothing."""

from __future__ import annotations

from base64 import b64decode, b64encode
from io import BytesIO, StringIO
from pathlib import Path
from zipfile import ZipFile

import pytest
from starlette.testclient import TestClient

from zinegen.archive.seals import unlock_by_passphrase
from zinegen.cli.gm.safe import safe
from zinegen.errors import GameFolderError, ZinegenError

WORDS = "correct horse battery"


@pytest.fixture
def home(zine: Path) -> Path:
    """The configuration folder with a key and a secret."""
    folder = zine.parent / "home" / "zinegen"
    folder.mkdir(parents=True)
    (folder / "demo.key").write_text("AGE-SECRET-KEY-1TEST\n")
    (folder / "demo-123456789abc.secret").write_text("00" * 32)
    (folder / "mail.toml").write_text("password = 'not a key'")
    return folder


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Seals that take no time: a real one is made to take a second, so that nobody tries many."""

    def lock(content: bytes, words: str) -> bytes:
        return b64encode(words.encode() + b"\0" + content)

    def unlock(sealed: bytes, words: str) -> bytes:
        mark, _, content = b64decode(sealed).partition(b"\0")
        if mark != words.encode():
            raise ZinegenError("not the one of this copy")
        return content

    monkeypatch.setattr("zinegen.cli.gm.safe.lock_by_passphrase", lock)
    monkeypatch.setattr("zinegen.cli.gm.safe.unlock_by_passphrase", unlock)


def make(client: TestClient, **typed: str) -> bytes:
    answer = client.post("/safe/copy", data={"passphrase": WORDS, "again": WORDS, **typed})
    assert answer.status_code == 200, answer.text
    assert "attachment" in answer.headers["content-disposition"]
    return answer.content


def bring_back(client: TestClient, copy: bytes, words: str = WORDS) -> str:
    files = {"copy": ("copy.age", copy, "application/octet-stream")}
    return client.post("/safe/restore", files=files, data={"passphrase": words}).text


@pytest.mark.usefixtures("quick")
def test_a_copy_holds_all_keys_and_secrets_and_brings_them_back_over_nothing(
    client: TestClient, home: Path
) -> None:
    page = client.get("/safe").text
    assert "2 of them are in no copy" in page
    assert "nobody opens what players have sealed" in page
    assert "TEST" not in page
    copy = make(client)
    assert b"TEST" not in copy
    assert "All of them are in a copy" in client.get("/safe").text
    (home / "demo.key").unlink()
    (home / "demo-123456789abc.secret").write_text("another")
    said = bring_back(client, copy)
    assert "demo.key is back." in said
    assert "demo-123456789abc.secret is another one here" in said
    assert (home / "demo.key").read_text() == "AGE-SECRET-KEY-1TEST\n"
    assert (home / "demo.key").stat().st_mode & 0o777 == 0o600
    assert (home / "demo-123456789abc.secret").read_text() == "another"
    assert "demo.key was here already." in bring_back(client, copy)
    assert "1 of them is in no copy" in client.get("/safe").text


@pytest.mark.usefixtures("quick")
def test_other_words_too_few_and_two_that_differ_are_refused(
    client: TestClient, home: Path
) -> None:
    copy = make(client)
    (home / "demo.key").unlink()
    assert "not the one of this copy" in bring_back(client, copy, "correct horse batterie")
    assert not (home / "demo.key").exists()
    for typed in ({"passphrase": "short", "again": "short"}, {"again": f"{WORDS}!"}):
        data = {"passphrase": WORDS, **typed}
        assert client.post("/safe/copy", data=data).status_code == 409


@pytest.mark.usefixtures("quick")
@pytest.mark.parametrize(
    "name",
    ["../demo.key", "/x.key", "x/demo.key", ".key", "mail.toml", "demo.key\n", "a\\b.key"],
)
def test_a_copy_with_anything_else_in_it_writes_nothing(
    client: TestClient, home: Path, name: str
) -> None:
    archive = BytesIO()
    with ZipFile(archive, "w") as file:
        file.writestr("other.key", "x")
        file.writestr(name, "x")
    before = sorted(home.parent.rglob("*"))
    assert "no copy of keys" in bring_back(
        client, b64encode(WORDS.encode() + b"\0" + archive.getvalue())
    )
    assert sorted(home.parent.rglob("*")) == before


def test_the_command_does_the_same_with_a_copy_that_any_age_opens(
    home: Path, zine: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("ZINEGEN_PASSPHRASE", WORDS)
    copy = zine.parent / "copy.age"
    assert safe.main([str(copy)], standalone_mode=False) == 0
    assert copy.read_bytes().startswith(b"age-encryption.org/v1\n-> scrypt ")
    with pytest.raises(ZinegenError, match="not the one of this copy"):
        unlock_by_passphrase(b"rubbish", WORDS)
    (home / "demo.key").unlink()
    assert safe.main(["--restore", str(copy)], standalone_mode=False) == 0
    assert "demo.key is back" in capsys.readouterr().out
    assert (home / "demo.key").is_file()
    monkeypatch.delenv("ZINEGEN_PASSPHRASE")
    with pytest.raises(GameFolderError, match="there already"):
        safe.main([str(copy)], standalone_mode=False)
    monkeypatch.setattr("sys.stdin", StringIO())
    with pytest.raises(GameFolderError, match=r"no terminal to ask .* set ZINEGEN_PASSPHRASE"):
        safe.main(["--restore", str(copy)], standalone_mode=False)
