"""One front over several zines: what they tell of themselves, whoever tells it."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from contextlib import suppress
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from threading import Thread
from time import sleep

import pytest

from tests.browser.serving import serve
from tests.cli.conftest import Run
from zinegen.delivery.downloads import DownloadError, download
from zinegen.pages.search.pagefind import has_pagefind

POWERS = ("Austria", "England", "France", "Germany", "Italy", "Russia", "Turkey")
NAMES = ("Ann", "Bob", "Cem", "Dora", "Eve", "Finn", "Gus", "Hal")


def a_zine(number: int = 1, games: int = 2, **more: object) -> dict[str, object]:
    """Return what a zine tells of itself."""
    return {
        "format": "zinegen-zine",
        "version": 1,
        "engine": "1.0",
        "name": f"Zine {number}",
        "address": f"https://zine-{number}.example/",
        "language": "en",
        "motto": "",
        "editor": "Ed",
        "licence": "CC BY 4.0",
        "games": [a_game(number, one) for one in range(games)],
        "open": [
            {
                "title": "A seat",
                "address": f"https://zine-{number}.example/games/x/",
                "variant": "",
                "seats": ["Italy"],
                "missing": 1,
            }
        ],
        **more,
    }


def a_game(number: int, game: int) -> dict[str, object]:
    """Return what a zine tells of a game: every other one is over, and its first power has won."""
    is_over = game % 2 == 0
    return {
        "game": f"game-{game}",
        "title": f"Game {game} of {number}",
        "address": f"https://zine-{number}.example/games/game-{game}/",
        "variant": "standard",
        "variant_title": "Standard Diplomacy",
        "gm": "Ed",
        "status": "finished" if is_over else "open",
        "deadline": None if is_over else "2026-12-01T22:00:00Z",
        "ended": f"2026-01-{1 + game % 28:02}T12:00:00Z" if is_over else "",
        "seasons": 12,
        "years": [1901, 1906],
        "powers": [
            {
                "power": power,
                "fate": ("won" if at == 0 else "survived") if is_over else "playing",
                "centres": 18 if at == 0 else 2,
                "out_in": None,
                "first_moves": [f"A {power[:3]} H"],
                "players": [
                    {"name": NAMES[(at + game) % len(NAMES)], "seasons": 12, "missed": at % 2}
                ],
            }
            for at, power in enumerate(POWERS)
        ],
    }


@pytest.fixture
def write(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """Writes zines into folders, and their list."""
    monkeypatch.chdir(tmp_path)

    def write_all(*zines: object) -> None:
        for number, zine in enumerate(zines, 1):
            (tmp_path / f"z{number}").mkdir(exist_ok=True)
            text = zine if isinstance(zine, str) else json.dumps(zine)
            (tmp_path / f"z{number}" / "zine.json").write_text(text, "utf-8")
        lines = [f"z{number}" for number in range(1, len(zines) + 1)]
        (tmp_path / "list.txt").write_text("# Zines\n" + "\n".join(lines) + "\n", "utf-8")

    return write_all


def pages(folder: Path) -> dict[str, str]:
    """Return the pages of a front."""
    return {path.stem: path.read_text("utf-8") for path in folder.glob("*.html")}


def test_it_shows_games_players_results_deadlines_and_open_seats(
    write: Callable[..., None], run: Run, tmp_path: Path
) -> None:
    write(a_zine(1), a_zine(2))
    done = run("planet", "list.txt", "-o", "out", "--title", "All of us")
    assert (done.code, done.err) == (0, "")
    found = pages(tmp_path / "out")
    assert "2 zines, 4 games" in found["index"]
    assert "2026-12-01 22:00 UTC" in found["index"]
    assert '<a href="https://zine-2.example/games/x/">A seat</a>' in found["index"]
    assert "won by Austria (Ann)" in found["games"]
    assert "Game 1 of 2 (" in found["players"]
    assert "By player" in found["results"]
    assert "Ratings" in found["results"]
    for name, text in found.items():
        assert "All of us" in text
        parts = re.findall(r"<(?:script|link|img|iframe)[^>]*>", text)
        assert parts == (
            ['<script type="module" src="assets/planet.js">'] if name == "search" else []
        )
    before = pages(tmp_path / "out")
    assert run("planet", "list.txt", "-o", "out", "--title", "All of us").code == 0
    assert pages(tmp_path / "out") == before  # typed twice


def test_a_zine_that_is_spoilt_harms_nobody(
    write: Callable[..., None], run: Run, tmp_path: Path
) -> None:
    hostile = a_zine(3, name="<script>alert(1)</script>\u202e", address="https://x.example/")
    hostile["games"] = [
        {
            **a_game(3, 1),
            "title": "<img src=x onerror=alert(1)>",
            "address": "javascript://x/%0aalert(1)",
        },
        {**a_game(3, 2), "game": "../../etc"},
        {**a_game(3, 3), "powers": "none"},
        {**a_game(3, 4), "years": ["x", 3]},
        {**a_game(3, 5), "seasons": 10**30, "deadline": "<b>"},
        7,
    ]
    write(a_zine(1), "{", hostile, {**a_zine(4), "version": 9}, {"format": "other"}, a_zine(1))
    (tmp_path / "list.txt").open("a").write(
        f"nowhere\n../../../etc/passwd\nhttp://[bad\n{'long' * 99}\n"
    )
    done = run("planet", "list.txt", "-o", "out")
    assert done.code == 1
    for said in (
        "list.txt:3: z2: it is no JSON",
        "list.txt:5: z4: a later zinegen wrote it",
        "list.txt:6: z5: it is no zinegen-zine",
        "list.txt:7: z6: this is the same zine as in line 2",
        "list.txt:8: nowhere: there is no zine.json",
        "list.txt:10: http://[bad: it is no address of the web",
        "longlonglong: there is no zine.json",
        "list.txt:4: z3: a game has no name of its own and ",
    ):
        assert said in done.err, done.err
    found = pages(tmp_path / "out")
    assert "2 zines" in found["index"]
    for text in found.values():
        assert "<script>" not in text
        assert "<img" not in text
        assert "javascript:" not in text
        assert "\u202e" not in text


def test_games_of_one_title_and_deadline_stand_side_by_side(
    write: Callable[..., None], run: Run, tmp_path: Path
) -> None:
    twins = [{**a_game(1, 1), "game": name} for name in ("one", "other")]
    write(a_zine(1, games=0) | {"games": twins})
    assert run("planet", "list.txt", "-o", "out").code == 0
    assert pages(tmp_path / "out")["index"].count("2026-12-01 22:00 UTC") == 2


@pytest.mark.browser
@pytest.mark.skipif(not has_pagefind(), reason="Pagefind is not installed")
def test_one_search_finds_games_players_openings_and_zines_of_all(
    write: Callable[..., None], run: Run, tmp_path: Path, page
) -> None:
    """It asks the front alone, the fixture ``page`` sees to that, and shows what strangers write as text."""
    hostile = a_zine(3, name='<img src="https://x.example/">Zebra', games=0)
    opening = {"first_moves": ["A Par - Bur", "A Mar S A Par - Bur", "F Bre - ENG"]}
    hostile["games"] = [a_game(3, 1) | {"title": "<b onclick=alert(1)>Palace</b>"}]
    next(one for one in hostile["games"][0]["powers"] if one["power"] == "France").update(opening)
    write(a_zine(1), a_zine(2, games=1), hostile)
    assert run("planet", "list.txt", "-o", "out").code == 0
    out = tmp_path / "out"
    index = {path.relative_to(out): path.read_bytes() for path in (out / "pagefind").rglob("*.*")}
    assert run("planet", "list.txt", "-o", "out").code == 0
    again = {path.relative_to(out): path.read_bytes() for path in (out / "pagefind").rglob("*.*")}
    assert again == index  # typed twice

    def find_first(words: str) -> str:
        page.goto(f"{address}search.html?q={words}")
        page.locator(".z-hits a").first.wait_for()
        return page.locator(".z-hits > li").first.inner_text()

    with serve(out) as address:
        assert find_first("Game 0 of 2").startswith("Game 0 of 2\nZine 2")
        assert find_first("Dora&kind=player").startswith("Dora\n")
        assert "A Par - Bur" in find_first("Maginot&kind=opening")
        assert find_first("Palace").startswith("<b onclick=alert(1)>Palace</b>")
        assert find_first("Zebra&kind=zine").startswith('<img src="https://x.example/">Zebra')
        assert page.locator(".z-hits a").first.get_attribute("href") == "https://zine-3.example/"
    write(a_zine(2, games=1))
    assert run("planet", "list.txt", "-o", "out").code == 0
    assert len([*(out / "pagefind/fragment").iterdir()]) < len(
        [one for one in index if "fragment" in str(one)]
    )


def test_of_a_zine_that_does_not_answer_the_last_copy_is_shown(
    write: Callable[..., None], run: Run, tmp_path: Path
) -> None:
    write(a_zine(1), a_zine(2))
    run("planet", "list.txt", "-o", "out")
    (tmp_path / "z2" / "zine.json").unlink()
    done = run("planet", "list.txt", "-o", "out")
    assert done.code == 1
    assert "what it told last is shown" in done.err
    assert "Zine 2" in pages(tmp_path / "out")["index"]


@pytest.fixture
def served(tmp_path: Path) -> Iterator[str]:
    """A server with a zine, one that is too large, and one that leads astray."""

    class Answers(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            if self.path == "/astray/zine.json":
                self.send_response(302)
                self.send_header("Location", "file:///etc/passwd")
                self.end_headers()
                return
            known = self.path in {"/zine/zine.json", "/drip/zine.json"}
            self.send_response(200 if known else 404)
            self.end_headers()
            content = json.dumps(a_zine(8)).encode() if known else b""
            if self.path == "/drip/zine.json":
                with suppress(OSError):
                    for byte in content:
                        self.wfile.write(bytes([byte]))
                        sleep(0.01)
                return
            self.wfile.write(content)

        def log_message(self, *_words: object) -> None:
            """Say nothing."""

    server = HTTPServer(("127.0.0.1", 0), Answers)
    Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    server.server_close()


def test_zines_are_had_from_their_servers(
    served: str, run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    lines = [f"{served}/zine/", f"{served}/none/", f"{served}/astray", "ftp://x.example/"]
    (tmp_path / "list.txt").write_text("\n".join(lines), "utf-8")
    done = run("planet", "list.txt", "-o", "out")
    assert done.code == 1
    assert "Zine 8" in pages(tmp_path / "out")["index"]
    assert "list.txt:2" in done.err
    assert "404" in done.err
    assert "list.txt:3" in done.err
    assert "no address of the web" in done.err


def test_a_file_that_only_drips_is_given_up(served: str) -> None:
    with pytest.raises(DownloadError, match="not come whole"):
        download(f"{served}/drip/zine.json", 1 << 20, patience=0.2)
    assert download(f"{served}/zine/zine.json", 1 << 20, patience=5)


def test_two_thousand_games_have_one_front(
    write: Callable[..., None], run: Run, tmp_path: Path
) -> None:
    write(*(a_zine(number, games=100) for number in range(1, 21)))
    assert run("planet", "list.txt", "-o", "out").code == 0
    assert "20 zines, 2000 games" in pages(tmp_path / "out")["index"]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["planet", "none.txt", "-o", "out"], "none.txt"),
        (["planet", "empty.txt", "-o", "out"], "names no zine"),
        (["planet", "list.txt", "-o", "mine"], "holds something else"),
        (["planet", "lost.txt", "-o", "out"], "no zine can be shown"),
    ],
)
def test_bad_words_end_in_a_sentence(
    write: Callable[..., None], run: Run, tmp_path: Path, words: list[str], said: str
) -> None:
    write(a_zine(1))
    (tmp_path / "empty.txt").write_text("# nothing\n", "utf-8")
    (tmp_path / "lost.txt").write_text("nowhere\n", "utf-8")
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "note.txt").write_text("mine", "utf-8")
    done = run(*words)
    assert done.code == 2
    assert said in done.err, done.err
    assert (tmp_path / "out").exists() == ("lost.txt" in words)  # what it fetched is kept there
