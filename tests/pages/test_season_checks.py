"""Seasons checked from what a site publishes of them, by the questions that the page asks the engine."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache

import pytest

from tests.archive.folders import change
from tests.pages.zines import ORDERS as ORDERS_HANDED_IN
from tests.pages.zines import WRITTEN, ZINE, recorded, set_ready, write_orders
from tests.sites import ROOT
from zinegen.archive import decrypt, open_game, parse_open_key, play
from zinegen.catalogues.catalogue import find_language
from zinegen.pages.browser.positions import PlayablePosition, write_position
from zinegen.pages.browser.session import Session
from zinegen.pages.builders.published_records import RecordPublisher, check_uri
from zinegen.pages.builders.redaction import public_play

GAMES = ROOT / "games"
EXAMPLES = sorted(path.parent.name for path in GAMES.glob("*/game.toml"))
LIMIT = 1 << 24


@dataclass(frozen=True, slots=True, kw_only=True)
class Published:
    """What the site has of a game, by season."""

    files: Mapping[str, bytes]
    records: Mapping[str, str]
    positions: Mapping[str, str]
    name: str

    def check(self, season, *, session=None, spoil=None):
        """Ask the engine about a season; ``spoil`` changes the question before it is asked."""
        seasons = [*self.records]
        number = seasons.index(season)
        question = {
            "do": "verify",
            "published": self.files[check_uri(self.name, season)].decode(),
            "record": self.records[season],
            "position": self.positions[season],
            "previous": self.records[seasons[number - 1]] if number else "",
        }
        session = session or Session()
        seals = ask(session, {"do": "seals", "published": question["published"]})
        question["opened"] = {
            one["file"]: unseal(one["text"], one["key"]) for one in seals["seals"]
        }
        if seals["key"]:
            sealed = self.files[f"games/{self.name}/{season}/hidden.json.age"].decode()
            question["sealed_record"] = sealed
            folder = f"games/{self.name}"
            for key, name in (
                ("hidden", "hidden.toml"),
                ("hidden_record", f"{season}/hidden.json"),
            ):
                question[key] = unseal(self.files[f"{folder}/{name}.age"].decode(), seals["key"])
        if spoil is not None:
            spoil(question)
        return {part["name"]: part for part in ask(session, question)["parts"]}


def ask(session, question):
    answer = json.loads(session.answer(json.dumps(question)))
    assert "error" not in answer, answer
    return answer


def unseal(text, key):
    return decrypt(text.encode(), "", parse_open_key(key, ""), LIMIT).decode()


@cache
def publish(name, *, anonymous=False):
    """Return what the site publishes of an example game."""
    game = open_game(GAMES / name, past_orders=False)
    if anonymous:
        secrecy = replace(game.settings.secrecy, players="never-told")
        game = replace(game, settings=replace(game.settings, secrecy=secrecy))
    told = public_play(play(game, draws_maps=False))
    positions = {}
    for season, record in zip(told.game.recorded, told.recorded, strict=True):
        turn = season.turn(season.variant, record.before)
        position = PlayablePosition(turn=turn, game=name, season=season.slug, shown=season.shown)
        positions[season.slug] = write_position(position).decode()
    return Published(
        files=RecordPublisher(play=told).files(),
        records={one.slug: one.result.read_text() for one in told.game.recorded},
        positions=positions,
        name=name,
    )


@pytest.mark.parametrize("name", EXAMPLES)
def test_every_season_of_the_example_zine_is_as_recorded(name):
    published, session = publish(name), Session()
    counts = dict.fromkeys(("digests", "seals", "throws", "judge"), 0)
    for season in published.records:
        for part in published.check(season, session=session).values():
            assert part["wrong"] == [], (season, part)
            counts[part["name"]] += part["count"]
    assert counts["digests"] >= 9 * len(published.records)
    assert counts["judge"] >= 6 * len(published.records)
    assert (counts["seals"] > 0) == (name == "half-life")
    assert (counts["throws"] > 0) == (name in {"fire-and-water", "half-life", "small-tremor"})


# Somebody has changed what is published of a season. Each case: the game, the season, the part that tells it,
# what is changed, and the sentence.


def in_record(old, new):
    """Change the text of the record."""
    return lambda question: replace_once(question, "record", old, new)


def in_files(old, new, key="published"):
    """Change the text of what is published besides."""
    return lambda question: replace_once(question, key, old, new)


def replace_once(question, key, old, new):
    assert old in question[key], f"{old} is not there"
    question[key] = question[key].replace(old, new, 1)


def leave_out(name):
    def spoil(question):
        data = json.loads(question["published"])
        del data["files"][name]
        question["published"] = json.dumps(data)

    return spoil


def open_otherwise(question):
    name = "orders/england.toml.age"
    question["opened"][name] = question["opened"][name].replace("hold", "H", 1) + " "


def turn_throw(question):
    """Give a throw another result, in the file and in the record."""
    data = json.loads(question["published"])
    text = data["files"]["chance.toml"]
    old = next(line for line in text.splitlines() if line.startswith("result"))
    new = "result = 2" if old.endswith("1") else "result = 1"
    data["files"]["chance.toml"] = text.replace(old, new, 1)
    question["published"] = json.dumps(data)


def lose_opened(question):
    del question["opened"]["orders/italy.toml.age"]


LANTERN, FIRE, HALF = "lantern-street", "fire-and-water", "half-life"
FIRST, THROWN = "1901-1-spring", "1905-2-autumn"
ORDERS = "orders/england.toml"
SPOILT = {
    "an order file": (
        LANTERN,
        FIRST,
        "digests",
        in_files("F Lon-NTH", "F Lon-ENG"),
        "seasons/1901-1-spring/orders/england.toml was edited after the season was recorded",
    ),
    "an order file, as the judge sees it": (
        LANTERN,
        FIRST,
        "judge",
        in_files("F Lon-NTH", "F Lon-ENG"),
        "S1901M England: F Lon - NTH: recorded succeeds (moved), judged nothing",
    ),
    "an order file that is gone": (
        LANTERN,
        FIRST,
        "digests",
        leave_out(ORDERS),
        "seasons/1901-1-spring/orders/england.toml is gone, or does not count any more",
    ),
    "an order file that is gone, for the judge": (
        LANTERN,
        FIRST,
        "judge",
        leave_out(ORDERS),
        "orders/england.toml is not published here, so nobody can play it again",
    ),
    "a receipt": (
        LANTERN,
        FIRST,
        "digests",
        in_files(
            '[orders.england]\\nstatus = \\"accepted\\"', '[orders.england]\\nstatus = \\"late\\"'
        ),
        "seasons/1901-1-spring/close.toml was edited after the season was recorded",
    ),
    "the rules": (
        LANTERN,
        FIRST,
        "digests",
        in_files('"variant":"standard"', '"variant":"deluge2"'),
        "game.toml was edited after the season was recorded",
    ),
    "the record before": (
        LANTERN,
        "1901-2-autumn",
        "digests",
        in_files('"engine"', ' "engine"', key="previous"),
        "seasons/1901-1-spring/result.json was edited after the season was recorded",
    ),
    "a verdict": (
        LANTERN,
        FIRST,
        "judge",
        in_record('"reason": "moved"', '"reason": "bounced-by"'),
        "recorded fails (bounced-by), judged succeeds (moved)",
    ),
    "a unit's place": (
        LANTERN,
        FIRST,
        "judge",
        in_record('"BLA": {"at": {"province": "BLA"}', '"BLA": {"at": {"province": "AEG"}'),
        "S1901M: the position after it differs: Turkey F AEG, Turkey F BLA",
    ),
    "a throw": (
        FIRE,
        THROWN,
        "throws",
        turn_throw,
        ", the secret gives ",
    ),
    "the secret": (
        FIRE,
        THROWN,
        "throws",
        in_files('"secret":"d0134ea1', '"secret":"d0134ea2'),
        "the secret in game.toml is not the one that the game was committed to",
    ),
    "what is inside a sealed file": (
        HALF,
        "2021-1-spring",
        "seals",
        open_otherwise,
        "orders/england.toml.age: what is inside is not what the receipt says",
    ),
    "the sealed record": (
        HALF,
        "2021-1-spring",
        "digests",
        in_files("AGE", "AGE ", key="sealed_record"),
        "seasons/2021-1-spring/hidden.json.age was edited after the season was recorded",
    ),
    "a sealed file that does not open": (
        HALF,
        "2021-1-spring",
        "seals",
        lose_opened,
        "orders/italy.toml.age: the file's own open_key does not open it",
    ),
}


@pytest.mark.parametrize("what", SPOILT)
def test_what_was_tampered_with_is_named(what):
    name, season, part, spoil, sentence = SPOILT[what]
    published, session = publish(name), Session()
    if name == HALF:
        published.check(next(iter(published.records)), session=session)
    told = published.check(season, session=session, spoil=spoil)[part]
    assert any(sentence in one for one in told["wrong"] + told["notes"]), told


@pytest.mark.parametrize("what", ["an order file", "a verdict", "a throw"])
def test_what_was_tampered_with_is_named_in_the_language_of_the_zine(what):
    name, season, part, spoil, sentence = SPOILT[what]
    session = Session(language=find_language("de"))
    told = publish(name).check(season, session=session, spoil=spoil)[part]
    assert told["wrong"] + told["notes"]
    assert not any(sentence in one for one in told["wrong"] + told["notes"])


def test_a_season_of_a_secret_game_waits_for_those_before_it():
    published, season = publish(HALF), "2021-2-autumn"
    with pytest.raises(AssertionError, match="from the first one on"):
        published.check(season)


def test_an_anonymous_game_can_be_judged_again_and_shows_nobody():
    """Notes, remarks, accounts, commits and rulings with the GM's remarks stay at home."""
    published = publish(LANTERN, anonymous=True)
    for season in published.records:
        parts = published.check(season)
        assert [part["wrong"] for part in parts.values()] == [[]] * 4
        assert parts["judge"]["count"] > 20
        assert parts["digests"]["unchecked"] >= 8  # seven order files and close.toml
    everything = b"".join(published.files.values()).decode()
    open_game_files = b"".join(publish(LANTERN).files.values()).decode()
    assert "note = " not in everything
    assert "rulings.toml" not in json.loads([*published.files.values()][2])["files"]
    assert "rulings.toml" in json.loads([*publish(LANTERN).files.values()][2])["files"]
    assert len(everything) < len(open_game_files)


@pytest.mark.parametrize(
    "give",
    [
        lambda text, sha256: sha256,
        lambda text, sha256: f"sha256:{sha256[:12].upper()}",
        lambda text, sha256: text,
        lambda text, sha256: text.replace("\n", "\r\n"),
        lambda text, sha256: text.rstrip(),
        lambda text, sha256: f"\n\n{text}\n\n",
    ],
)
def test_a_player_finds_the_own_file(give):
    published = publish(LANTERN)
    content = published.files[check_uri(LANTERN, FIRST)].decode()
    text = json.loads(content)["files"][ORDERS]
    sha256 = json.loads(published.records[FIRST])["inputs"][f"seasons/{FIRST}/{ORDERS}"]
    every = [one.decode() for one in published.files.values()]
    question = {"do": "find", "text": give(text, sha256), "published": every}
    (found,) = ask(Session(), question)["found"]
    assert (found["power"], found["season"], found["status"]) == ("England", FIRST, "accepted")
    assert ask(Session(), {**question, "text": text.replace("Lon", "Edi")})["found"] == []


def test_a_player_finds_a_sealed_file_in_a_mail():
    published, season = publish(HALF), "2021-1-spring"
    content = published.files[check_uri(HALF, season)].decode()
    sealed = json.loads(content)["files"]["orders/turkey.toml.age"]
    question = {"do": "find", "text": f"Dear GM,\n\n{sealed}\nYours\n", "published": [content]}
    (found,) = ask(Session(), question)["found"]
    assert (found["power"], found["file"]) == ("Turkey", "orders/turkey.toml.age")


@pytest.mark.parametrize("wanted", [True, False])
def test_a_zine_may_keep_its_order_files_at_home(publisher, zine, season, wanted):
    """Then neither the page nor what it compares is published, and nothing leads to it."""
    write_orders(season, "winter", ORDERS_HANDED_IN)
    set_ready(season)
    change(zine / "games/winter/game.toml", 'no_orders_first = "wait"', 'no_orders_first = "hold"')
    recorded(zine / "games" / "winter")
    one = replace(ZINE, has_checks=wanted)
    site = publisher.publish(one, zine / "site_src", WRITTEN, preview=False)
    pages = {page.uri: page for page in site.pages}
    assert ("games/winter/check.md" in pages) == wanted
    assert ("games/winter/1901-1-spring/check.json" in site.files) == wanted
    assert ("Check this season yourself" in pages["games/winter/1901-1-spring.md"].body) == wanted
    assert ("check this game yourself" in pages["games/winter/index.md"].body) == wanted
