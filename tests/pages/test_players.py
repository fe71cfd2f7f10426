"""The table of players, with what has come in and where orders are handed in; and the players' pages."""

import re
from dataclasses import replace

import html5lib
import pytest

from tests.pages.zines import WRITTEN, ZINE, published, recorded, set_ready, write_orders
from zinegen.pages import Zine
from zinegen.pages.contents import CONTACTS
from zinegen.pages.site.page_merger import PageMerger
from zinegen.pages.site.prose_links import check_links

PUBLIC_KEY = "age1ql3z7hjy54pw3hyww5ayyfg7zqgvc7w3j2elw8zmrj2kg5sfn9aqmcac8p"


def seats(pages):
    """Return the text of every power's line and the address in its last cell, by power."""
    tree = html5lib.parse(pages["games/winter/index.md"].body, namespaceHTMLElements=False)
    table = next(one for one in tree.iter("table") if "z-table" in (one.get("class") or ""))
    found = {}
    for row in table.find("tbody").iter("tr"):
        cells = ["".join(cell.itertext()).strip() for cell in row]
        links = [link.get("href") for link in list(row)[-1].iter("a")]
        found[cells[0]] = (cells[-1], links[0] if links else "")
    return found


def seal_the_game(zine):
    """Let a game want its orders sealed."""
    path = zine / "games" / "winter" / "game.toml"
    text = re.sub(r"(?ms)^\[secrecy\].*?(?=^\[|\Z)", "", path.read_text())
    path.write_text(f'{text}\n[secrecy]\ngm_keys = ["{PUBLIC_KEY}"]\n')


def test_who_has_handed_in_is_said_and_who_has_not(publisher, season):
    """A file that holds nothing but the list of units is no orders."""
    write_orders(season, "winter", {"austria": "A Vie - Gal"})
    found = seats(published(publisher)[0])
    assert found["Austria"][0] == "are in; hand in"
    assert found["England"][0] == "not yet; hand in"


def test_without_a_repository_nothing_leads_to_its_editor(publisher, season):
    """A zine that is built at home has no dead link."""
    site = publisher.publish(
        replace(ZINE, edit=""), publisher.root / "site_src", WRITTEN, preview=False
    )
    found = seats({page.uri: page for page in site.pages})
    assert found["Austria"] == ("not yet", "")


def test_sealed_orders_are_uploaded(publisher, zine, season):
    """The platform's form that takes files, not its editor; what came in open is said to be."""
    seal_the_game(zine)
    (season / "orders" / "austria.toml.age").write_bytes(b"age-encryption.org/v1")
    write_orders(season, "winter", {"england": "F Lon - NTH"})
    found = seats(published(publisher)[0])
    upload = "https://host.example/upload/main/games/winter/seasons/1901-1-spring/orders"
    assert found["Austria"] == ("are in, sealed; hand in", upload)
    assert found["England"] == ("are in, but not sealed; hand in", upload)
    assert found["France"] == ("not yet; hand in", upload)


@pytest.mark.parametrize("edit", ["https://host.example/o/r/", ""])
def test_without_a_known_editor_nothing_is_uploaded(edit):
    """Those that are known stand in tests/data/platforms.json."""
    assert Zine(name="Z", edit=edit).upload == ""


def test_a_power_that_has_nothing_to_order_is_not_waited_for(publisher, season, zine):
    """In a winter only those who must build or remove."""
    text = (season / "season.toml").read_text()
    (season / "season.toml").write_text(re.sub(r"(?m)^phases.*", 'phases = ["W1901A"]', text))
    for path in (season / "orders").iterdir():
        path.unlink()  # in a winter the units that they list would be builds
    path = zine / "games" / "winter" / "game.toml"
    path.write_text(
        path.read_text()
        + '\n[start.units]\naustria = ["A Vie"]\nitaly = ["A Ven"]\n'
        + '[start.centres]\naustria = ["Vie", "Bud"]\nitaly = ["Ven"]\n'
    )
    found = seats(published(publisher)[0])
    assert found["Austria"][0] == "not yet; hand in"
    assert found["Italy"] == ("nothing to order", "")


def test_somebody_who_left_has_a_link_and_a_page_with_the_season_in_words(publisher, zine, season):
    """Not the name of a folder."""
    path = zine / "games" / "winter" / "game.toml"
    text = re.sub(r"(?ms)^\[(?:players|replaced)\].*?(?=^\[|\Z)", "", path.read_text())
    path.write_text(
        f'{text}\n[players]\naustria = {{ name = "Bob" }}\n'
        f'[replaced]\naustria = [{{ name = "Ann", until = "{season.name}" }}]\n'
    )
    pages, _ = published(publisher)
    assert 'before: <a href="../../players/ann/">Ann</a>' in pages["games/winter/index.md"].body
    assert "until Spring 1901" in pages["players/ann/index.md"].body


def test_a_game_that_is_over_prints_what_its_players_say(publisher, zine, season):
    """As press is printed; while it goes on nobody reads it, and a broken one is told the editor."""
    folder = zine / "games" / "winter" / "press"
    folder.mkdir()
    (folder / "france-1.md").write_text("---\ndateline: Paris\n---\nI *knew* it. <script>")
    (folder / "nobody-1.md").write_text("x")
    pages, site = published(publisher)
    assert "I <em>knew</em> it" not in pages["games/winter/index.md"].body
    assert any("nobody-1.md" in notice for notice in site.notices)
    write_orders(season, "winter", dict.fromkeys(("austria", "england", "france", "germany"), "x"))
    set_ready(season)
    rulings = "".join(
        f'[[ruling]]\nabout = "{power}"\ndo = "proceed"\nreason = "So be it."\n'
        for power in ("Italy", "Russia", "Turkey")
    )
    end = '[[ruling]]\nabout = "game"\ndo = "end-game"\ndraw = ["Austria", "France"]\nreason = "Agreed."\n'
    (season / "rulings.toml").write_text(rulings + end)
    assert recorded(zine / "games" / "winter")
    pages, _ = published(publisher)
    body = pages["games/winter/index.md"].body
    assert "End-game statements" in body
    assert "I <em>knew</em> it. &lt;script&gt;" in body


def test_a_zine_without_an_address_has_no_feeds_and_no_link_to_one(publisher, season):
    """Theirs are absolute."""
    write_orders(season, "winter", {"austria": "A Vie - Gal"})
    site = publisher.publish(Zine(name="Z"), publisher.root / "site_src", WRITTEN, preview=False)
    check_links(site, {"how-to-play.md", "rules/index.md"})
    assert not any("feed" in uri for uri in site.files)
    pages, _ = published(publisher)
    assert 'href="feed.json"' in pages["games/winter/index.md"].body


POWERS = ("austria", "england", "france", "germany", "italy", "russia", "turkey")
NAMES = {
    "austria": "Émile Garnier",
    "england": "Zoë Zabel",
    "france": "Eva Baum",
    "germany": "Fritz",
}


def test_players_stand_in_alphabetical_order_whatever_their_accents(publisher, zine):
    """Émile comes before Eva, not behind Zoë."""
    path = zine / "games" / "winter" / "game.toml"
    game = re.sub(r"(?ms)^\[players\].*?(?=^\[|\Z)", "", path.read_text("utf-8"))
    players = "".join(f'{power} = {{ name = "{name}" }}\n' for power, name in NAMES.items())
    path.write_text(f"{game}\n[players]\n{players}", "utf-8")
    pages, _ = published(publisher)
    listed = re.findall(r"<li><a [^>]*>([^<]*)</a>", pages["players/index.md"].body)
    assert [name for name in listed if name in NAMES.values()] == [
        "Émile Garnier", "Eva Baum", "Fritz", "Zoë Zabel",
    ]  # fmt: skip
    assert "players/emile-garnier/index.md" in pages


def test_two_players_without_a_name_are_two(publisher, zine):
    """Who is called by what says nothing, in one game or in two, has no page that would join them."""
    path = zine / "games" / "winter" / "game.toml"
    game = re.sub(r"(?ms)^\[(?:players|replaced)\].*?(?=^\[|\Z)", "", path.read_text("utf-8"))
    names = ["Anonymous", "anonymous", "?", "N.N.", "Anonym", "n. n.", "Ann"]
    players = "".join(
        f'{power} = {{ name = "{name}" }}\n' for power, name in zip(POWERS, names, strict=True)
    )
    former = '[replaced]\naustria = [{ name = "ANONYMOUS", until = "1901-1-spring" }]\n'
    path.write_text(f"{game}\n[players]\n{players}{former}", "utf-8")
    pages, _ = published(publisher)
    index = pages["players/index.md"].body
    assert "Ann</a>" in index
    assert not any(f">{name}<" in index for name in names[:-1])
    assert not any("anon" in uri or "players/n" in uri for uri in pages)
    table = pages["games/winter/index.md"].body
    assert all(f"<td>{name}" in table for name in names[:-1])
    assert "before: ANONYMOUS" in table
    assert re.search(r"<td><a [^>]*>Ann</a>", table)


def write_contact(zine, contact):
    """Let the GM of the game say how to be written to."""
    path = zine / "games" / "winter" / "game.toml"
    text = path.read_text().replace('name = "', f'contact = "{contact}", name = "', 1)
    path.write_text(text)


def test_where_the_platform_takes_no_orders_they_go_to_the_gm(publisher, zine, season):
    """As game.toml says: shown with the GM's words, for whoever has no account too."""
    write_contact(zine, "Ann & co <ann@example.org>")
    site = publisher.publish(
        replace(ZINE, edit=""), publisher.root / "site_src", WRITTEN, preview=False
    )
    pages = {page.uri: page for page in site.pages}
    assert seats(pages)["Austria"] == ("not yet; hand in", "mailto:ann@example.org")
    shown = '<a href="mailto:ann@example.org">Ann &amp; co</a>'
    body = pages["games/winter/index.md"].body
    assert body.count(shown) == 2
    assert shown in pages["games/index.md"].body
    pages, _ = published(publisher)
    assert seats(pages)["Austria"][1].startswith("https://host.example/edit/")


def test_how_to_play_says_how_to_write_to_the_gms_of_games_in_play(publisher, zine, season):
    """Where it says so; other pages that people wrote stay as they are."""
    _, site = published(publisher)
    merger = PageMerger(site, publisher.renderer.templates.addresses, "")
    assert merger.merge("how-to-play.md", f"<p>x</p>{CONTACTS}", "How to play") == "<p>x</p>"
    write_contact(zine, "https://example.org/a&b")
    _, site = published(publisher)
    merger = PageMerger(site, publisher.renderer.templates.addresses, "")
    text = merger.merge("how-to-play.md", f"<p>x</p>{CONTACTS}", "How to play")
    assert '<a href="https://example.org/a&amp;b">example.org/a&amp;b</a></li>' in text


def test_a_power_that_was_left_out_of_the_start_is_not_said_to_be_eliminated(
    publisher, zine, season
):
    """Nobody drove it out; a phase without an order is one in which nobody ordered anything."""
    path = zine / "games" / "winter" / "game.toml"
    path.write_text(
        path.read_text()
        + '\n[start.units]\naustria = ["A Vie"]\nitaly = ["A Ven"]\n'
        + '[start.centres]\naustria = ["Vie"]\nitaly = ["Ven"]\n'
    )
    for name in ("england", "france", "germany", "russia", "turkey"):
        (season / "orders" / f"{name}.toml").unlink(missing_ok=True)
    write_orders(season, "winter", {"austria": "A Vie - Gal", "italy": "A Ven H"})
    set_ready(season)
    pages, _ = published(publisher)
    body = pages["games/winter/index.md"].body
    assert "not in this game" in body
    assert "eliminated" not in body
