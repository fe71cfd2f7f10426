"""At a desk that speaks German or French what is wrong is said in German or French, whatever is wrong."""

from __future__ import annotations

import re
import shutil
from html.parser import HTMLParser
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from tests.archive.folders import GAME as FOLDER
from tests.archive.folders import change, closed, hand_in_opening, made, rule, season_of
from tests.desk.conftest import SETTINGS
from tests.desk.test_game import digest_in
from zinegen.archive import NewGame, make_key_pair, new_game
from zinegen.catalogues.catalogue import find_language
from zinegen.languages import speaking

ENGLISH_WORDS = frozenset(
    [
        "a",
        "and",
        "are",
        "for",
        "from",
        "has",
        "have",
        "is",
        "it",
        "nobody",
        "of",
        "that",
        "the",
        "there",
        "these",
        "this",
        "to",
        "with",
    ]
)
"""Of them there is none in what the desk says in German or French (but French has ``a``)."""
SILENT = frozenset({"code", "pre", "script", "style", "textarea", "title"})
"""Elements whose words are not the program's own, or are said elsewhere too."""
GAME = "games/demo"
SEASON = f"{GAME}/seasons/1901-1-spring"


class _Words(HTMLParser):
    """Collects the texts of a page."""

    def __init__(self) -> None:
        super().__init__()
        self.silent: list[str] = []
        self.texts: list[str] = []

    def handle_starttag(self, tag: str, attrs: object) -> None:
        if tag in SILENT:
            self.silent.append(tag)

    def handle_endtag(self, tag: str) -> None:
        if tag in self.silent:
            self.silent.remove(tag)

    def handle_data(self, data: str) -> None:
        if not self.silent and data.strip():
            self.texts.append(data.strip())


def list_english(texts: list[str], language: str) -> list[str]:
    """Return the texts that hold a word of English; commands and what files say are no words."""
    words = ENGLISH_WORDS - ({"a"} if language == "fr" else set())
    found = []
    for text in texts:
        plain = re.sub(
            r'`[^`]*`|"[^"]*"|\[\[?[a-z_]+\]\]?|\w+ =|“[^”]*”|„[^“]*“|«[^»]*»', " ", text
        )
        if words & set(re.findall(r"[^\W\d]+", plain)):
            found.append(text)
    return found


def read_page(client: TestClient, address: str, fields: dict[str, str] | None = None) -> list[str]:
    """Return the texts of a page, or of what a form of it says."""
    answer = client.get(address) if fields is None else client.post(address, data=fields)
    reader = _Words()
    reader.feed(answer.text)
    return reader.texts


def snapshot(folder: Path) -> dict[str, bytes]:
    """Return every file of a folder."""
    paths = (path for path in sorted(folder.rglob("*")) if path.is_file())
    return {str(path.relative_to(folder)): path.read_bytes() for path in paths}


def spoil_orders(season: Path) -> None:
    """Write order files with a mistake of every common kind."""
    (season / "orders").mkdir(exist_ok=True)

    def write(name: str, text: str, power: str = "") -> None:
        head = f'game = "demo"\nseason = "1901-1-spring"\npower = "{power or name}"\n'
        (season / "orders" / f"{name}.toml").write_text(head + text)

    write(
        "france",
        "orders = '''\nA Par - Nirgend\nA Mar ~~ Spa\nF Bre - MAO\nF Bre - ENG\nA Gas - Par\n"
        "A Par S A Mar - Bur\n'''\nnote = 'Ein Wort.'\n",
    )
    write("germany", "ordres = 'A Mun - Ruh'\n")
    write("austria", "orders = 'A Vie - Gal\n")
    write("italy", "orders = 3\n")
    write("turkei", "orders = 'A Con - Bul'\n", "turkey")
    (season / "england.toml").write_text("orders = 'F Lon - NTH'\n")


def spoil_settings(game: Path) -> None:
    """Write settings with the mistakes that GMs make."""
    settings = game / "game.toml"
    text = re.sub(r"(?ms)^\[deadlines\].*?(?=^\[)", "", settings.read_text())
    text += '\n[deadlines]\ntimezone = "Mars/Sea"\nevery = "oft"\nat = "9"\ndays = ["Someday"]\n'
    text += "grace_minuts = 3\n"
    settings.write_text(
        text.replace("[players]", '[players]\nfrankreich = { name = "B", mail = "nie" }')
    )


def spoil_season(season: Path) -> None:
    """Write a deadline and rulings with the mistakes that GMs make."""
    line = "moved_from = [2020-01-01T20:00:00Z]\nwhy_moved = ['a', 'b']\n"
    (season / "season.toml").write_text(line + (season / "season.toml").read_text())
    (season / "rulings.toml").write_text(
        "[[ruling]]\nabout = 'france'\ndo = 'proced'\nreason = 'x'\n"
        "[[ruling]]\nabout = 'gaul'\ndo = 'proceed'\nreason = 'x'\n"
        "[[ruling]]\nabout = 'france'\nreason = 'x'\n[[ruling]]\nabout = 'france'\ndo = 'refuse'\n"
        "[[ruling]]\non = 'bald'\ndo = 'end'\nreason = 'x'\n"
    )


MESSAGES = (
    "Hallo! Wie geht's?",
    "A Par - Bur\nF Lon - NTH\nA Mun - Ruh",
    "France\nA Par - Bur\nA Mar S A Par - Bur\nKeine Ahnung: A Par\n> A Par H\n-- \nBea",
    "Spring 1903\nFrance\nA Par - Bur",
    "France\nA Par - Bur\nGermany\nA Mun - Ruh\nA Ber",
)
"""Without orders, of several powers, with much besides, for another season, of two powers by name."""
FORMS = (
    ("extend", {"when": "irgendwann", "why": "x"}),
    ("extend", {"when": "2020-01-01", "why": "x"}),
    ("extend", {"when": "2020-01-01T20:00", "why": "x"}),
    ("extend", {"when": "3d", "why": "x"}),
    ("extend", {"when": "2036-01-01T20:00", "why": ""}),
    ("seat", {"power": "france", "player": "<b>"}),
    ("seat", {"power": "france", "player": "Bea", "mail": "nie"}),
    ("pause", {"why": ""}),
    ("reopen", {"season": "1901-1-spring", "why": "x"}),
    ("reopen", {"season": "1901-1-spring", "why": ""}),
)
"""Forms of a game's page, and what is typed into them that cannot be done."""


def do_everything_wrong(client: TestClient, zine: Path) -> list[str]:
    """Do at the desk what goes wrong most, and return every text of every page that follows."""
    spoil_orders(zine / SEASON)
    texts = [*read_page(client, "/"), *read_page(client, f"/{GAME}")]
    texts += read_page(client, f"/{GAME}/close")
    for message in MESSAGES:
        for power in ("", "germany"):
            fields = {"text": message, "power": power}
            texts += read_page(client, f"/{GAME}/take", fields)
    page = client.get(f"/{GAME}").text
    for name, fields in FORMS:
        address = f"/{GAME}/{name}"
        known = digest_in(page, address) if f'action="{address}"' in page else ""
        texts += read_page(client, address, {**fields, "digest": known})
    spoil_season(zine / SEASON)
    texts += [*read_page(client, f"/{GAME}"), *read_page(client, f"/{GAME}/close")]
    spoil_settings(zine / GAME)
    return [*texts, *read_page(client, "/"), *read_page(client, f"/{GAME}")]


@pytest.mark.parametrize("language", ["de", "fr"])
def test_what_is_wrong_is_said_in_the_language_of_the_zine(
    client: TestClient, zine: Path, language: str
) -> None:
    client.get(f"/{GAME}")  # it is read in English first
    (zine / "mkdocs.yml").write_text(SETTINGS.format(language=language))
    assert list_english(do_everything_wrong(client, zine), language) == []


def test_the_same_is_seen_to_be_english_at_an_english_desk(client: TestClient, zine: Path) -> None:
    texts = do_everything_wrong(client, zine)
    assert len({*list_english(texts, "en")}) > 100


@pytest.mark.parametrize(
    ("language", "season"),
    [("en", "spring 1901"), ("de", "Frühjahr 1901"), ("fr", "printemps 1901")],
)
def test_seasons_are_named_in_words_but_in_paths_and_commands(
    client: TestClient, zine: Path, language: str, season: str
) -> None:
    (zine / "mkdocs.yml").write_text(SETTINGS.format(language=language))
    texts = do_everything_wrong(client, zine)
    folder = re.compile(r"(?<![/\w`])[0-9]{4}-[0-9]-[a-z]+(?![/\w`])")
    assert [one for one in texts if folder.search(re.sub(r"`[^`]*`", "", one))] == []
    assert any(f" {season}" in one for one in texts)
    assert [one for one in texts if re.match(f"(la saison )?{season}", one)]


def test_why_a_seal_does_not_open_is_said_in_german_and_recorded_in_english(
    client: TestClient, zine: Path, tmp_path: Path
) -> None:
    (zine / "mkdocs.yml").write_text(SETTINGS.format(language="de"))
    pair = make_key_pair()
    (tmp_path / "home/zinegen").mkdir(parents=True)
    (tmp_path / "home/zinegen/gm.key").write_text(pair.secret)
    new_game(zine / "games", "hush", "standard", NewGame(gm_keys=(pair.public,)))
    season = zine / "games/hush/seasons/1901-1-spring"
    settings = season / "season.toml"
    settings.write_text("deadline = 2020-01-01T20:00:00Z\n" + settings.read_text())
    (season / "orders/france.toml.age").write_text("F Lon - NTH")
    closed = {"of": ""}
    texts = [*read_page(client, "/games/hush"), *read_page(client, "/games/hush/close")]
    (closed["of"],) = {
        *re.findall(r'name="of" value="([^"]+)"', client.get("/games/hush/close").text)
    }
    texts += read_page(client, "/games/hush/close", closed)
    told = [one for one in texts if "S06: die versiegelte Datei" in one]
    assert len(told) > 3
    assert list_english(texts, "de") == []
    recorded = (season / "close.toml").read_text()
    assert "S06: the sealed file is too large or damaged (it is not sealed)" in recorded


def test_what_is_recorded_is_english_whatever_the_desk_speaks(tmp_path: Path) -> None:
    game = made(tmp_path)
    hand_in_opening(game)
    orders = season_of(game).folder / "orders"
    (orders / "england.toml").rename(orders / "engelland.toml")
    change(orders / "france.toml", "A Par - Bur", "A Par - Nirgend")
    change(game / "game.toml", "\n# [deadlines]", '\n[deadlines]\nextend_missing = "2 days"')
    for name, waits in (("unreadable_line", '"wait"'), ("no_orders_first", '"wait"')):
        change(game / "game.toml", f"{name} = {waits}", f'{name} = "hold"')
    season = season_of(game).folder / "season.toml"
    season.write_text("deadline = 2026-12-01T20:00:00Z\n" + season.read_text())
    told, written = [], []
    for language in ("en", "de"):
        folder = tmp_path / language / FOLDER
        shutil.copytree(game, folder)
        with speaking(find_language(language)):
            put_off, asks = closed(folder, early="").idle, closed(folder).waiting
            rule(folder, about="england", do="proceed")
            done = closed(folder)
        assert asks is not None
        told.append((put_off, *(one.title for one in (*asks.reasons, *done.findings))))
        written.append(snapshot(folder))
    assert len(told[0]) > 2
    assert not {*told[0]} & {*told[1]}
    assert written[0] == written[1]
    assert b"there are no orders of England" in written[0]["seasons/1901-1-spring/season.toml"]
    assert b"a name that no order file has" in written[0]["seasons/1901-1-spring/close.toml"]
    assert "seasons/1901-1-spring/result.json" in written[0]
