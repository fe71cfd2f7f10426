"""Nothing hidden can be read off anything that is published: canaries in every secret, and two truths.

A word is put into everything that is secret; the whole site is built and every byte of it, and of what the
commands say, is searched. Then the same game is played on two different truths: what is published of both
must be the same.
"""

from __future__ import annotations

import gzip
import os
import re
import shutil
import subprocess
import sys
from contextlib import chdir, redirect_stderr, redirect_stdout
from datetime import UTC, datetime
from email import message_from_bytes
from email.policy import default
from io import BytesIO, TextIOWrapper
from pathlib import Path
from unittest.mock import patch
from zipfile import ZipFile

import pytest
from pypdf import PdfReader
from pypdf.generic import StreamObject

from tests.archive.folders import change, let_lines_hold, opened, season_of
from tests.archive.secret_games import (
    ASH,
    BOB,
    GM,
    RANGES,
    SECRET,
    STRANGER,
    ash,
    closed,
    hand_in_ranges,
    hand_in_sealed,
    open_key,
    played,
    published,
    season_keys,
)
from tests.sites import lay_out
from zinegen.archive import HIDDEN, PressSlot, play, seal_hidden_file, seal_press
from zinegen.board import Power
from zinegen.cli import main
from zinegen.play import digest

ARMOUR = b"-----BEGIN AGE ENCRYPTED FILE-----"
RANDOM = re.compile(
    rb"[0-9a-f]{64}|" + ARMOUR + rb"[A-Za-z0-9+/=\\n]+-----END|open_key = .{0,2}\"[0-9A-Z]{58}"
)
"""Of sealed files, which are others every time they are sealed: digests, the files, their one-time keys."""
CHANNEL = """
[[channel]]
name = "us"
address = "http://127.0.0.1:9/"
news = ["season", "over", "issue", "deadline", "missing", "moved", "paused", "seat"]
"""
pytestmark = pytest.mark.slow

CANARY = re.compile(rb"canary[a-z]+", re.IGNORECASE)


ALONE = "from zinegen import workers; object.__setattr__(workers.DEFAULT, 'make', None); "
"""What a program begins with that draws all maps itself: other processes take a while to start."""


PYTHON: list[str] = []
"""What runs code of the program in a process of its own."""


@pytest.fixture(scope="module", autouse=True)
def _python(loaded_python: tuple[str, ...]) -> None:
    PYTHON[:] = loaded_python


class _Listening(TextIOWrapper):
    """What a command says, kept as it is."""


def run(zine: Path, *words: str, key: bool = False, begin: str = "", code: int = 0) -> bytes:
    """Run a command and return all that it says; a build in a process of its own, as workers speak too."""
    home = {"XDG_CONFIG_HOME": str(zine / "nowhere"), "ZINEGEN_GM_KEY": GM.secret if key else ""}
    home["ZINEGEN_CHANNELS"] = CHANNEL
    if words[0] == "build":
        command = [*PYTHON, f"{begin}from zinegen.cli import main; main()", *words]
        environment = {**os.environ, **home}
        done = subprocess.run(command, cwd=zine, env=environment, capture_output=True, check=False)
        assert done.returncode in {0, 1}, done.stderr.decode()
        return done.stdout + done.stderr
    out, err = (_Listening(BytesIO(), write_through=True) for _ in range(2))
    with (
        chdir(zine),
        patch.dict(os.environ, home),
        redirect_stdout(out),
        redirect_stderr(err),
        patch.object(sys, "argv", ["zinegen", *words]),
        pytest.raises(SystemExit) as ended,
    ):
        main()
    said = b"".join(one.detach().getvalue() for one in (out, err))  # type: ignore[attr-defined]
    assert ended.value.code in {0, 1, code}, said.decode()
    return said


def outputs(zine: Path) -> dict[str, bytes]:
    """Return every file of the built site, what is packed unpacked."""
    found = {}
    for path in sorted((zine / "site").rglob("*")):
        if path.is_file():
            unpack = UNPACK.get(path.suffix, bytes)
            found[str(path.relative_to(zine))] = unpack(path.read_bytes())
    return found


def unpack_book(content: bytes) -> bytes:
    """Return all that is in an EPUB."""
    with ZipFile(BytesIO(content)) as book:
        return b"\n".join(name.encode() + book.read(name) for name in book.namelist())


def unpack_pdf(content: bytes) -> bytes:
    """Return all that can be read in a PDF: its pages, and what every object of it says."""
    found = PdfReader(BytesIO(content))
    pages = "\n".join(page.extract_text() for page in found.pages)
    objects = [found.get_object(number) for number in range(1, int(found.trailer["/Size"]))]
    streams = [one.get_data() for one in objects if isinstance(one, StreamObject)]
    said = re.sub(r", [0-9]+\)", ")", repr(objects))  # where they lie in memory
    return b"\n".join([pages.encode(), said.encode(), *streams])


PIECES = ("entry", "filter", "fragment", "index", "meta")
"""What the search reads, packed."""
UNPACK = {
    ".gz": gzip.decompress,
    **{f".pf_{name}": gzip.decompress for name in PIECES},
    ".epub": unpack_book,
    ".pdf": unpack_pdf,
}


def want_documents(zine: Path, *kinds: str) -> None:
    """Let the zine make documents of everything."""
    settings = zine / "mkdocs.yml"
    wanted = "".join(f"      {kind}\n" for kind in kinds)
    wanted = f"  - zinegen:\n{wanted}"
    settings.write_text(settings.read_text("utf-8").replace("  - zinegen:\n", wanted), "utf-8")


def put_canaries(folder: Path) -> None:
    """Put a word of its own into everything that is secret at the placement."""
    text = f'game = "{ASH}"\nopen_key = "{open_key(folder)}"\nsecret = "{SECRET.hex()}"\n'
    sealed = seal_hidden_file(f"# canaryhidden\n{text}", season_keys(folder), ASH)
    change(folder / "game.toml", opened(folder).settings.secrecy.hidden, digest(sealed))
    (folder / HIDDEN).write_bytes(sealed)
    hand_in_ranges(folder)
    line = f"{RANGES['Germany']}   # canaryremark\nmountain canaryslip/Ruh"
    hand_in_sealed(folder, "Germany", orders=line)


@pytest.fixture(scope="module")
def zine(tmp_path_factory: pytest.TempPathFactory, start_maps: Path) -> tuple[Path, bytes]:
    """A zine with a game full of canaries, closed twice and built by commands; and all that they said."""
    zine = tmp_path_factory.mktemp("canaries")
    lay_out(zine, start_maps)
    want_documents(zine, "pdf: a4", "epub: true")
    folder = ash(zine, deadline=datetime(2020, 1, 1, 20, tzinfo=UTC))
    put_canaries(folder)
    said = run(zine, "inbox", ASH, key=True)
    said += run(zine, "close", ASH, "--early", "2020-3-winter-placement", key=True)
    let_lines_hold(folder)
    said += run(zine, "close", ASH, "--early", "2020-3-winter-placement", key=True)
    season = season_of(folder, 1)
    (season.folder / "press").mkdir()
    slot = PressSlot(
        game=ASH, season=season.slug, author=Power("England"), number=1, shown=season.shown
    )
    press = seal_press(
        "---\nto: France\n---\ncanarypress\n",
        slot,
        season_keys(folder),
        opened(folder).settings.powers,
    )
    (season.folder / "press/england-1.md.age").write_bytes(press)
    hand_in_sealed(folder, "Germany", orders="A Mun - Ruh\nF Kie - HEL\nA Ber - Sil")
    said += run(zine, "close", ASH, "--early", season.slug, key=True)
    hand_in_sealed(folder, "Germany", orders="A Ruh - Hol   # canaryunopened", note="canarynote")
    for path in (folder / "private").rglob("*.*"):
        if path.is_file() and path.name != ".gitignore":
            path.write_text(f"{path.read_text()}\ncanaryprivate\n")
    for words in (
        ("check",),
        ("check", "--format", "github"),
        ("check", "--format", "json"),
        ("check", "--format", "markdown"),
        ("inbox", ASH),
        ("verify", ASH),
        ("geojson", ASH, "F2021M"),
        ("geojson", ASH, "S2021M"),
        ("draw", ASH, "S2021M", "--orders", "-o", "orders.svg"),
        ("draw", ASH, "S2021M", "--after", "-o", "after.svg"),
        ("build",),
        ("export", "exported"),
        ("announce", ASH, "--season", "2021-1-spring", "--dry-run"),
        ("announce", "--all", "--dry-run"),
        ("mail", "--game", ASH),
        ("mail", "--game", ASH, "-o", "public.eml"),
        ("mail", "--game", ASH, "--power", "Germany", "-o", "germany.eml"),
    ):
        said += run(zine, *words)
    said += run(zine, "mail", "--game", ASH, "--power", "Germany", "-o", "gm.eml", key=True)
    said += run(zine, "verify", ASH, key=True)
    said += run(zine, "inbox", ASH, key=True)
    return zine, said


def test_the_canaries_are_where_they_should_be(zine: tuple[Path, bytes]) -> None:
    """A test of the test: with the key every one of them can be read."""
    folder = zine[0] / "games" / ASH
    sealed = [*folder.rglob("*.age")]
    said = b"".join(run(zine[0], "open", str(path), key=True) for path in sealed)
    found = {word.lower() for word in CANARY.findall(said)}
    assert {b"canaryhidden", b"canaryremark", b"canarypress", b"canaryunopened"} <= found
    assert b"canaryslip" in found
    private = b"".join(path.read_bytes() for path in (folder / "private").rglob("*.txt"))
    assert b"canaryprivate" in private


def test_no_byte_of_the_site_holds_a_canary(zine: tuple[Path, bytes]) -> None:
    found = outputs(zine[0])
    assert any(name.endswith(".pf_fragment") and b"A Mun" in found[name] for name in found)
    assert any(name.endswith(".svg") for name in found)
    assert f"site/games/{ASH}/deadlines.ics" in found
    for name in (f"games/{ASH}/{ASH}", "issues/1"):
        for ending in ("pdf", "epub"):
            assert b"Germany" in found[f"site/{name}.{ending}"]
    assert any(ASH.encode() in content for content in found.values())
    assert [name for name, content in found.items() if CANARY.search(content)] == []


def test_no_command_says_a_canary_or_a_key(zine: tuple[Path, bytes]) -> None:
    said = zine[1]
    assert b"is recorded" in said
    assert CANARY.findall(said) == []
    for key in (GM.secret, SECRET.hex(), open_key(zine[0] / "games" / ASH)):
        assert key.encode() not in said


def test_nothing_that_goes_into_the_repository_holds_a_canary(zine: tuple[Path, bytes]) -> None:
    for folder in (zine[0] / "games" / ASH, zine[0] / "exported"):
        files = published(folder)
        assert [name for name, content in files.items() if CANARY.search(content)] == []
    for name in ("orders.svg", "after.svg"):
        assert CANARY.search((zine[0] / name).read_bytes()) is None


def test_no_mail_holds_a_canary_and_what_is_for_one_opens_for_nobody_else(
    zine: tuple[Path, bytes], tmp_path: Path
) -> None:
    for name in ("public", "germany", "gm"):
        content = (zine[0] / f"{name}.eml").read_bytes()
        mail = message_from_bytes(content, policy=default)
        parts = [part.get_payload(decode=True) or b"" for part in mail.walk()]
        assert [one for one in parts if CANARY.search(one)] == []
        sealed = [part for part in mail.walk() if str(part.get_filename()).endswith(".age")]
        assert len(sealed) == (name != "public")
        for part in sealed:
            path = tmp_path / f"{name}-{part.get_filename()}"
            path.write_bytes(part.get_content())
            (tmp_path / "bob.key").write_text(BOB.secret)
            opened = run(zine[0], "open", str(path), "--key", str(tmp_path / "bob.key"))
            assert b"Germany, ash, 2021-1-spring" in opened
            assert b"All that you know" in opened
            (tmp_path / "other.key").write_text(STRANGER.secret)
            refused = run(zine[0], "open", str(path), "--key", str(tmp_path / "other.key"), code=2)
            assert b"no key that is here opens the file" in refused


def test_the_same_public_moves_on_two_truths_give_the_same_site(
    tmp_path: Path, start_maps: Path
) -> None:
    """Whatever was drawn, found and told: no page, map, feed or index depends on it."""
    sites, said = [], []
    for name, secret in (("one", SECRET), ("other", bytes(32))):
        zine = tmp_path / name
        zine.mkdir()
        lay_out(zine, start_maps)
        want_documents(zine, "epub: true")  # a PDF is of the same
        folder = played(zine, secret)
        hand_in_sealed(folder, "Germany", orders="A Ruh - Hol")
        said.append(run(zine, "build", begin=ALONE))
        exported = run(zine, "export", "exported")
        drawn = run(zine, "geojson", ASH, "F2021M")
        said.append(exported + drawn)
        for kind in ("before", "orders", "after"):
            run(zine, "draw", ASH, "S2021M", f"--{kind}", "-o", f"site/{kind}.svg")
        run(zine, "draw", ASH, "S2021M", "--after", "-o", "site/after.png")
        told = run(zine, "announce", ASH, "--season", "2021-1-spring", "--dry-run")
        said.append(run(zine, "mail", "--game", ASH) + told)
        run(zine, "mail", "--game", ASH, "-o", "site/mail.eml")
        shutil.copytree(zine / "exported", zine / "site" / "exported")
        sites.append(outputs(zine))
    one, other = sites
    assert one.keys() == other.keys()
    sealed = {name for name in one if name.endswith(".age")}
    assert all(one[name].startswith(ARMOUR) and other[name].startswith(ARMOUR) for name in sealed)
    differ = [
        name
        for name in one.keys() - sealed
        if RANDOM.sub(b"", one[name]) != RANDOM.sub(b"", other[name])
    ]
    assert differ == []
    assert said[:3] == said[3:]


def test_no_build_judges_in_secret_even_where_the_key_lies(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = ash(tmp_path)
    hand_in_ranges(folder)
    closed(folder)
    change(season_of(folder, 1).folder / "season.toml", "ready    = false", "ready = true")
    monkeypatch.setenv("ZINEGEN_GM_KEY", GM.secret)
    assert play(opened(folder)).judged == ()
    assert not season_of(folder, 1).is_recorded
