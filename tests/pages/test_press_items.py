"""Press is signed as the game's house rule has it; of hidden authors nothing is told anywhere."""

import io
from dataclasses import replace
from datetime import date

import pytest
from PIL import Image

from tests.pages import examples
from tests.pages.zines import ORDERS, published, recorded, set_ready, write_orders
from zinegen.archive import open_game, reopen_season, verify_game
from zinegen.archive.closing.check import check_folder
from zinegen.archive.folder.press_files import PressItem, PressRule, read_press_folder
from zinegen.board.board import Power
from zinegen.pages import power_views
from zinegen.pages.builders.press.archive import list_press
from zinegen.pages.builders.press.items import PressPrinter, tell_press_rule
from zinegen.pages.views import PageLink

NAMES = ("Austria", "England", "Germany")
POWERS = power_views(
    NAMES, {Power(name): PageLink(text=f"Player of {name}", to="") for name in NAMES}
)


def item(author, signed="", text="Hello.", number=1, dateline=""):
    return PressItem(
        author=author,
        number=number,
        file=f"games/x/seasons/s/press/{author or 'gm'}-{number}.md",
        signed=signed,
        dateline=dateline,
        text=text,
        sha256=str(hash((author, text, number))),
    )


def printed(rule, *items, folder, gm="Edmund Quill"):
    printer = PressPrinter(game="x", gm=gm, powers=POWERS, rule=PressRule(rule))
    return printer.views(items, folder, "1901-1-spring")


@pytest.mark.parametrize(
    ("rule", "signed", "sender", "shown", "power"),
    [
        ("white", "", "England", None, "England"),
        ("white", "The Queen", "The Queen", "England", "England"),
        ("white", "anonymous", "anonymous", "England", "England"),
        ("white", "Germany", "Germany", "England", "England"),
        ("grey", "The Queen", "The Queen", "England", "England"),
        ("grey", "Anonymous", "Anonymous", None, ""),
        ("grey", "N.N.", "Anonymous", None, ""),
        ("grey", "Germany", "Germany", "England", "England"),
        ("black", "", "England", None, "England"),
        ("black", "Germany", "Germany", None, ""),
        ("black", "unknown", "Anonymous", None, ""),
        ("black", "The GM", "The GM", "England", "England"),
        ("black", "Edmund  Quill, GM", "Edmund Quill, GM", "England", "England"),
        ("anonymous", "", "Anonymous", None, ""),
        ("anonymous", "England", "Anonymous", None, ""),
    ],
)
def test_press_is_signed_as_the_house_rule_has_it(tmp_path, rule, signed, sender, shown, power):  # noqa: PLR0917  (a table of cases)
    (view,) = printed(rule, item("England", signed), folder=tmp_path)
    assert (view.sender, view.power) == (sender, power)
    assert (view.author.name if view.author else None) == shown
    assert view.is_unsigned == (power == "")


def test_the_gm_always_signs(tmp_path):
    for rule in PressRule:
        (view,) = printed(rule, item(None, "The Editor"), folder=tmp_path)
        assert (view.sender, view.is_unsigned) == ("The Editor", False)


def test_the_place_of_hidden_press_tells_nothing(tmp_path):
    """It stands last, and in an order that hangs on its text alone."""
    items = [
        item("Austria", "anonymous", "a"),
        item("England", text="b"),
        item("Germany", "?", "c"),
    ]
    views = printed("grey", *items, folder=tmp_path)
    assert [view.is_unsigned for view in views] == [False, True, True]
    swapped = [replace(items[0], author="Germany"), items[1], replace(items[2], author="Austria")]
    assert printed("grey", *swapped, folder=tmp_path) == views
    assert "Austria" not in repr(views)
    assert "Germany" not in repr(views)


def test_only_the_gm_has_tables_footnotes_and_small_caps(tmp_path):
    text = "[The Times]{.smallcaps}[^1]\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n[^1]: So it is.\n"
    gm, player = printed(
        "white", item(None, text=text), item("England", text=text), folder=tmp_path
    )
    assert '<span class="smallcaps">The Times</span>' in gm.html
    assert "<td>1</td>" in gm.html
    assert 'href="#games-x-seasons-s-press-gm-1-md-fn-1"' in gm.html
    assert "<table>" not in player.html
    assert "<sup" not in player.html
    assert "<span" not in player.html


def test_footnotes_of_two_items_never_meet(tmp_path):
    one, two = (item(None, text="x[^1]\n\n[^1]: y", number=number) for number in (1, 2))
    first, second = printed("white", one, two, folder=tmp_path)
    ids = {part.split('"')[0] for view in (first, second) for part in view.html.split('id="')[1:]}
    assert len(ids) == 4


def test_pictures_stand_below_the_item_and_what_is_none_is_left_out(tmp_path):
    target = io.BytesIO()
    Image.new("RGB", (40, 30), "red").save(target, "PNG")
    (tmp_path / "front.png").write_bytes(target.getvalue())
    (tmp_path / "spoilt.png").write_bytes(target.getvalue()[:40])
    (tmp_path / "england-1.md").write_text(
        'Look ![The <b>front</b>](front.png "Drawn by hand") ![x](spoilt.png) ![](front.png) ![y](gone.png)'
    )
    press = read_press_folder(tmp_path, "games/x/seasons/s/press", NAMES)
    printer = PressPrinter(game="x", gm="Ann", powers=POWERS)
    (view,) = printer.views(press.items, tmp_path, "1901-1-spring")
    assert [(one.uri, one.alt, one.caption) for one in view.pictures] == [
        ("games/x/1901-1-spring/front.png", "The <b>front</b>", "Drawn by hand")
    ]
    assert "front.png" not in view.html
    assert [*printer.files(press.items, tmp_path, "1901-1-spring")] == [view.pictures[0].uri]


def test_the_archive_lists_press_by_person_and_tells_no_more_than_the_pages(tmp_path):
    views = printed(
        "grey",
        item("Austria", dateline="Vienna"),
        item("England", "anonymous"),
        item(None),
        folder=tmp_path,
    )
    season = replace(examples.SPRING, press=views)
    cast = {name: f"Player of {name}" for name in NAMES}
    game = replace(examples.BOOK, seasons=(season,), casts=(cast,))
    page = PageLink(text="Player of Austria", to="players/a/index.md")
    found = list_press([game], {page.text: page})
    assert [one.author for one in found] == [
        page,
        PageLink(text=game.view.head.gm, to=""),
        PageLink(text="Anonymous", to=""),
    ]
    (entry,) = found[0].items
    assert (entry.dateline, entry.season.to) == ("Vienna", f"{season.uri}#press-1")
    assert "England" not in repr(found)


def test_the_usual_rule_is_not_told_and_every_other_is():
    assert tell_press_rule(PressRule.WHITE) == ()
    assert all(tell_press_rule(rule) for rule in PressRule if rule is not PressRule.WHITE)


@pytest.mark.parametrize(
    ("kind", "signed"), [("grey", "anonymous"), ("black", "Germany"), ("anonymous", "")]
)
def test_no_page_feed_or_index_tells_who_wrote_what_is_unsigned(
    publisher, zine, season, kind, signed
):
    """Whoever of two has written it, the whole site is the same."""
    write_orders(season, "winter", ORDERS)
    set_ready(season)
    settings = zine / "games" / "winter" / "game.toml"
    policy = settings.read_text().replace('no_orders_first = "wait"', 'no_orders_first = "hold"')
    settings.write_text(f'{policy}\n[press]\nkind = "{kind}"\n')
    (season / "press").mkdir(exist_ok=True)
    (season / "press" / "france-1.md").write_text("---\nfrom: France\n---\nI am France.\n")
    found = []
    for author in ("austria", "turkey"):
        item = season / "press" / f"{author}-1.md"
        item.write_text(f"---\nfrom: {signed}\ndateline: Somewhere\n---\nIt was I.\n")
        pages, site = published(publisher)
        found.append(({uri: page.body for uri, page in pages.items()}, dict(site.files)))
        assert "It was I." in pages["games/winter/1901-1-spring.md"].body
        item.unlink()
    assert found[0] == found[1]


def test_a_record_tells_no_author_and_is_verified_whatever_becomes_of_the_rule(zine, season):
    write_orders(season, "winter", ORDERS)
    set_ready(season)
    settings = zine / "games" / "winter" / "game.toml"
    white = settings.read_text().replace('no_orders_first = "wait"', 'no_orders_first = "hold"')
    (season / "press").mkdir(exist_ok=True)
    (season / "press" / "austria-1.md").write_text("It was I.\n")
    folder, paths = zine / "games" / "winter", []
    for rule in ("", '\n[press]\nkind = "grey"\n'):
        settings.write_text(white + rule)
        (record,) = recorded(folder)
        paths.append([path for path in record.inputs if path.endswith(".md")])
        for later in (white, white + '\n[press]\nkind = "black"\n'):
            settings.write_text(later)
            assert verify_game(folder).is_sound
        settings.write_text(white + rule)
        reopen_season(folder, season.name, "To be recorded again.", date(2025, 12, 2))
    assert paths == [["seasons/1901-1-spring/press/austria-1.md"], []]


def test_check_tells_of_a_picture_that_cannot_be_shown_and_the_site_goes_without(
    publisher, zine, season
):
    write_orders(season, "winter", ORDERS)
    set_ready(season)
    settings = zine / "games" / "winter" / "game.toml"
    text = settings.read_text().replace('no_orders_first = "wait"', 'no_orders_first = "hold"')
    settings.write_text(text)
    (season / "press").mkdir(exist_ok=True)
    (season / "press" / "bomb.png").write_bytes(b"\x89PNG\r\n\x1a\n" + b"\0" * 100)
    (season / "press" / "gm-1.md").write_text("See ![the front](bomb.png) and ![it](gone.png).\n")
    found = [one for each in check_folder(zine / "games" / "winter") for one in each.findings]
    told = {str(one.where): one.title for one in found if one.code == "P12"}
    assert told == {
        "games/winter/seasons/1901-1-spring/press/bomb.png": (
            "this is no picture: PNG, JPEG, GIF and WebP can be shown"
        ),
        "games/winter/seasons/1901-1-spring/press/gm-1.md:1:32": (
            "there is no picture gone.png in this folder"
        ),
    }
    pages, site = published(publisher)
    body = pages["games/winter/1901-1-spring.md"].body
    assert "See  and ." in body
    assert '<figure class="z-press__picture">' not in body
    assert not [uri for uri in site.files if uri.endswith(("bomb.png", "gone.png"))]


def test_a_game_without_press_prints_the_gms_alone(zine, season):
    folder = zine / "games" / "winter"
    (folder / "game.toml").write_text(
        (folder / "game.toml").read_text() + '\n[press]\nkind = "none"\n'
    )
    (season / "press").mkdir(exist_ok=True)
    for name in ("gm-1", "austria-1"):
        (season / "press" / f"{name}.md").write_text("Hello.\n")
    (read,) = open_game(folder).seasons
    assert [one.author for one in read.press] == [None]
    assert [one.title for one in read.findings if one.code == "P08"] == ["this game has no press"]


def test_a_rule_that_there_is_not_is_told_at_its_place(zine):
    folder = zine / "games" / "winter"
    text = (folder / "game.toml").read_text()
    (folder / "game.toml").write_text(text + '\n[press]\nkind = "gray"\n')
    (finding,) = open_game(folder).findings
    assert finding.title == 'press.kind cannot be "gray"'
    assert finding.hint == 'did you mean "grey"?'
    assert finding.where.line == text.count("\n") + 3
