"""From game folders to pages: what a reader sees of what a GM wrote."""

import re
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from unittest.mock import patch

import pytest

from tests.pages.conftest import TEMPLATES
from tests.pages.zines import ORDERS, published, recorded, set_ready, write_orders
from zinegen.archive import (
    Arrival,
    CloseOptions,
    NewGame,
    Version,
    close_game,
    new_game,
)
from zinegen.pages import Addresses, Publisher
from zinegen.pages.site import games
from zinegen.pages.site.game_parts.loaded_games import LastingGame
from zinegen.pages.site.render import KeptPage, Templates
from zinegen.workers import IN_PROCESS


def test_a_new_game_has_a_page_that_says_how_to_hand_in_orders(publisher):
    """With a link to every power's file."""
    pages, site = published(publisher)
    body = pages["games/winter/index.md"].body
    assert "7 powers are ordering the moves of spring 1901." in body
    address = "https://host.example/edit/main/games/winter/seasons/1901-1-spring/orders/italy.toml"
    assert f'href="{address}"' in body
    assert "1901-1-spring.md" not in " ".join(pages)
    assert site.menu[0].to == "games/winter/index.md"


def test_a_season_is_reported_with_every_result_in_words(publisher, season):
    """Orders, results, reasons; the unreadable as it was written; who sent nothing."""
    write_orders(season, "winter", ORDERS)
    (season / "orders" / "italy.toml").unlink()
    set_ready(season, 'headline = "Gal <b>is</b> crowded"', 'notes = "**Welcome** to all"')
    rulings = "".join(
        f'[[ruling]]\non = 2025-12-02\nabout = "{power}"\ndo = "proceed"\nreason = "So be it."\n'
        for power in ("England", "Italy", "Turkey")
    )
    (season / "rulings.toml").write_text(rulings)
    pages, site = published(publisher)
    body = pages["games/winter/1901-1-spring.md"].body
    assert "bounced with Russia\u2019s A\u00a0War" in body
    assert "void: nobody can enter Switzerland" in body
    assert "A Par - Brn" in body
    assert "void: this line could not be read" in body
    assert "was not ordered" in body
    assert "Gal &lt;b&gt;is&lt;/b&gt; crowded" in body
    assert "<strong>Welcome</strong> to all" in body
    assert "the game goes on without what is missing or cannot be read. So be it." in body
    assert '<time datetime="2025-12-02">2 December 2025</time>' in body
    assert re.search(r"Nothing came in from [^.]*Italy", body)
    assert "The result of this season is not recorded yet: it may still change." in body
    assert "The result of Spring 1901 is not recorded yet" in pages["games/winter/index.md"].body
    (notice,) = site.notices
    assert notice.startswith(
        "games/winter/seasons/1901-1-spring/season.toml:4:1: 1901-1-spring can"
    )
    assert "from Austria, France, Germany and Russia, none from England, Italy and Turkey" in notice
    assert "run `zinegen close winter`" in notice


def test_a_report_says_that_a_change_that_came_too_late_does_not_count(publisher, zine, season):
    write_orders(season, "winter", {"austria": "A Vie - Boh"})
    in_time = (season / "orders" / "austria.toml").read_bytes().replace(b"Boh", b"Gal")
    version = Version(file="orders/austria.toml", content=in_time)
    moment = datetime(2026, 12, 1, 22, tzinfo=UTC)
    arrivals = {"Austria": Arrival(received=moment, by_id=1, in_time=version)}
    game = zine / "games" / "winter"
    path = game / "game.toml"
    path.write_text(path.read_text().replace('first = "wait"', 'first = "hold"'))
    close_game(game, CloseOptions(now=moment, arrivals=arrivals, early=season.name))
    pages, _ = published(publisher)
    body = pages[f"games/winter/{season.name}.md"].body
    assert "A change of the orders of Austria came too late, or from somebody else" in body
    assert "A\u00a0Vie - Gal" in body or "A Vie - Gal" in body


def test_a_report_names_who_played_then_and_the_game_who_plays_now(publisher, zine, season):
    """A stand-by is not blamed for the seasons before."""
    path = zine / "games" / "winter" / "game.toml"
    game = re.sub(r"(?ms)^\[(?:players|replaced)\].*?(?=^\[|\Z)", "", path.read_text())
    path.write_text(
        f'{game}\n[players]\naustria = {{ name = "Bob" }}\n'
        f'[replaced]\naustria = [{{ name = "Ann", until = "{season.name}" }}]\n'
    )
    test_a_season_is_reported_with_every_result_in_words(publisher, season)
    pages, _ = published(publisher)
    report = pages["games/winter/1901-1-spring.md"].body
    assert "Ann" in report
    assert "Bob" not in report
    assert "Bob" in pages["games/winter/index.md"].body


def test_press_is_printed_and_what_is_too_long_is_not(publisher, season):
    """And the player's page counts what was printed."""
    test_a_season_is_reported_with_every_result_in_words(publisher, season)
    (season / "press").mkdir(exist_ok=True)
    (season / "press" / "france-1.md").write_text("---\ndateline: Paris\n---\n<b>No</b> *yes*")
    (season / "press" / "gm-1.md").write_text("[x](javascript:1)")
    pages, _ = published(publisher)
    body = pages["games/winter/1901-1-spring.md"].body
    assert "&lt;b&gt;No&lt;/b&gt; <em>yes</em>" in body
    assert "javascript" not in body


def test_press_that_cannot_be_read_is_told_by_build_and_stops_nothing(publisher, season):
    test_a_season_is_reported_with_every_result_in_words(publisher, season)
    (season / "press").mkdir(exist_ok=True)
    (season / "press" / "france-1.md").write_text("Hear!")
    (season / "press" / "france-2.md").write_bytes(b"\xff\xfe")
    (season / "press" / "nobody-1.md").write_text("Hear!")
    pages, site = published(publisher)
    assert "Hear!" in pages["games/winter/1901-1-spring.md"].body
    told = [one for one in site.notices if "/press/" in one]
    assert [one.partition(": ")[0].rpartition("/")[2] for one in told] == [
        "france-2.md",
        "nobody-1.md",
    ]
    assert all(one.endswith("; this item is left out of the issue") for one in told)


def test_an_open_season_is_shown_in_a_preview_only(publisher, season):
    """With a banner, as far as it can be judged."""
    write_orders(season, "winter", dict.fromkeys((), "") | ORDERS)
    assert "games/winter/1901-1-spring.md" not in published(publisher)[0]
    for power in ("england", "italy", "turkey"):
        write_orders(season, "winter", {power: "A Ven H" if power == "italy" else "F Lon H"})
    pages, site = published(publisher, preview=True)
    assert (
        "Preview: the orders of this season are still coming in"
        in pages["games/winter/1901-1-spring.md"].body
    )
    assert "1901-1-spring" not in site.files["feed.xml"]
    assert "games/winter/replay.md" not in pages


def test_after_an_edited_order_only_what_changed_is_read_printed_and_drawn(publisher, zine, season):
    """The heart of the preview: it shows at once."""
    new_game(zine / "games", "frost", "standard", NewGame())
    for power in ("england", "italy", "turkey"):
        write_orders(season, "winter", {power: "F Lon H"})
    write_orders(season, "winter", ORDERS)
    published(publisher, preview=True)
    drawn, read, printed = [], [], []
    publisher.maps.render = lambda job: drawn.append(type(job).__name__) or b"x"
    write_orders(season, "winter", {"austria": "A Vie - Tyr\nF Tri - Alb"})
    play, html = games.play, Templates.html

    def note_read(game):
        read.append(game.slug)
        return play(game)

    def note_printed(templates, template, uri, *values):
        printed.append(uri)
        return html(templates, template, uri, *values)

    with (
        patch.object(games, "play", note_read),
        patch.object(Templates, "html", note_printed),
    ):
        pages, _ = published(publisher, preview=True)
    assert "A Vie - Tyr" in pages["games/winter/1901-1-spring.md"].body
    assert sorted(drawn) == ["SeasonSheet", "Small"]
    assert read == ["winter"]
    assert sorted(printed) == [
        "find.md",
        "games/index.md",
        "games/winter/1901-1-spring.md",
        "games/winter/atlas.md",
        "games/winter/index.md",
        "index.md",
        "rules/standard.md",
        "rules/standard/atlas.md",
    ]


def test_a_game_that_a_build_lets_go_of_when_it_is_written_is_read_as_if_it_had_been_held(
    publisher, zine, season
):
    """Where documents want the games whole, they are held; both know the same of the search."""
    new_game(zine / "games", "frost", "standard", NewGame())
    for power in ("england", "italy", "turkey"):
        write_orders(season, "winter", {power: "F Lon H"})
    write_orders(season, "winter", ORDERS)
    set_ready(season)
    recorded(zine / "games" / "winter")
    pages, site = published(publisher)
    assert site.kept.keys() == {"frost", "winter"}
    kept = {uri for uri, page in pages.items() if isinstance(page, KeptPage)}
    assert {"games/winter/1901-1-spring.md", "games/winter/atlas.md"} <= kept
    told = [one.digest() for one in site.list_words()]
    held = replace(publisher, make_documents=lambda _contents, _read: ({}, ()))
    held.maps, held.renderer = publisher.maps, replace(publisher.renderer, cache=None, pages={})
    same, whole = published(held)
    assert whole.kept == {}
    assert {uri: page.body for uri, page in same.items()} == {
        uri: page.body for uri, page in pages.items()
    }
    assert dict(whole.files) == dict(site.files)
    assert [one.digest() for one in whole.list_words()] == told


def test_a_run_that_is_cut_off_while_it_keeps_a_game_leaves_no_mixture_of_two(
    publisher, zine, season
):
    """What is kept of a game whole and what describes it are written one after the other."""
    first, _ = published(publisher)
    bodies = {uri: page.body for uri, page in first.items()}
    settings = zine / "games" / "winter" / "game.toml"
    before = settings.read_text("utf-8")
    put = type(publisher.cache).put

    def cut_off(cache, key, value, *, lasting=True):
        if isinstance(value, LastingGame):
            raise KeyboardInterrupt
        put(cache, key, value, lasting=lasting)

    settings.write_text(re.sub("(?m)^title.*", 'title = "Another winter"', before), "utf-8")
    with patch.object(type(publisher.cache), "put", cut_off), pytest.raises(KeyboardInterrupt):
        published(publisher)
    settings.write_text(before, "utf-8")
    again, _ = published(publisher)
    assert {uri: page.body for uri, page in again.items()} == bodies


def test_a_game_that_was_kept_and_deleted_is_written_anew(publisher, zine, season):
    published(publisher)
    for path in publisher.cache.folder.glob("values/LoadedGame-*"):
        path.write_bytes(b"spoilt")
    pages, site = published(publisher)
    assert "games/winter/index.md" in pages
    assert site.files["games/winter/feed.xml"]


def test_a_broken_game_stops_no_other(publisher, zine):
    """Its page says why; the editor hears of it."""
    broken = zine / "games" / "broken"
    broken.mkdir()
    (broken / "game.toml").write_text("title = <script>")
    pages, site = published(publisher)
    assert "cannot be shown" in pages["games/broken/index.md"].body
    assert "<script>" not in pages["games/broken/index.md"].body
    assert "games/winter/index.md" in pages
    assert any("games/broken/game.toml" in notice for notice in site.notices)


def test_a_broken_record_stops_no_other_game(publisher, zine, season):
    """Half a file is no record."""
    (season / "result.json").write_text('{"format": 1')
    new_game(zine / "games", "autumn", "standard", NewGame())
    pages, site = published(publisher)
    assert "result.json" in pages["games/winter/index.md"].body
    assert "ordering the moves" in pages["games/autumn/index.md"].body
    assert len(site.notices) == 1


def test_issues_carry_the_seasons_closed_since_the_one_before(publisher, season, zine):
    """Or those that the editor names."""
    test_a_season_is_reported_with_every_result_in_words(publisher, season)
    issues = zine / "site_src" / "issues"
    issues.mkdir()
    (issues / "1.md").write_text("---\ndate: 2025-11-01\ntitle: Before\n---\nWords.\n")
    (issues / "2.md").write_text("---\ndate: 2025-12-03\ntitle: After\nopenings: [standard]\n---\n")
    pages, _ = published(publisher)
    assert 'id="winter-1901-1-spring"' not in pages["issues/1.md"].body
    assert 'id="winter-1901-1-spring"' in pages["issues/2.md"].body
    assert "The result of this season is not recorded yet" in pages["issues/2.md"].body
    assert 'href="rules/standard/"' in pages["index.md"].body
    assert pages["index.md"].prose_of == "issues/2.md"
    (issues / "2.md").write_text("---\ndate: 2025-12-03\ngames: [winter/1901-9-spring]\n---\n")
    recorded(zine / "games" / "winter")
    (notice,) = published(publisher)[1].notices
    assert "error[I01]: there is no season winter/1901-9-spring to report\n" in notice
    assert "--> site_src/issues/2.md:3:9" in notice
    assert f"  |         {'^' * 20}\n" in notice


@pytest.mark.parametrize("broken", ["game.toml", "seasons/1901-1-spring/season.toml"])
def test_an_issue_goes_without_the_reports_of_a_game_that_needs_the_gm(
    publisher, season, zine, broken
):
    """One bad game never stops the others."""
    test_a_season_is_reported_with_every_result_in_words(publisher, season)
    recorded(zine / "games" / "winter")
    issues = zine / "site_src" / "issues"
    issues.mkdir()
    (issues / "1.md").write_text("---\ndate: 2025-12-03\ngames: [winter/1901-1-spring]\n---\n")
    pages, site = published(publisher)
    assert 'id="winter-1901-1-spring"' in pages["issues/1.md"].body
    assert (site.stopped, site.notices) == ((), ())
    (zine / "games" / "winter" / broken).write_text("title = ")
    pages, site = published(publisher)
    assert 'id="winter-1901-1-spring"' not in pages["issues/1.md"].body
    assert site.stopped == ("games/winter",)
    assert broken in site.notices[0]


@pytest.mark.parametrize("name", ["My Draft", "<b>x", "x\udcff", "a\nb"])
def test_a_folder_whose_name_is_none_of_a_game_is_told_and_has_no_page(publisher, zine, name):
    """The editor hears of it; readers never knew of it."""
    (zine / "games" / name).mkdir()
    pages, site = published(publisher)
    assert not [
        uri
        for uri in pages
        if "games/" in uri and not uri.startswith(("games/winter", "games/index"))
    ]
    assert [link.to for link in site.menu] == ["games/winter/index.md"]
    assert site.stopped == ()
    assert "this is no game's folder" in site.notices[-1]
    assert "stands still" not in pages["games/index.md"].body


def test_an_issue_goes_without_the_report_of_a_season_that_waits_for_the_gm(
    publisher, season, zine
):
    """A report that is only late is no slip of the editor."""
    set_ready(season)
    issues = zine / "site_src" / "issues"
    issues.mkdir()
    (issues / "1.md").write_text("---\ndate: 2025-12-03\ngames: [winter/1901-1-spring]\n---\n")
    pages, site = published(publisher)
    assert "issues/1.md" in pages
    assert site.notices


DATED = "date: 2025-12-01"


@pytest.mark.parametrize(
    ("front", "place", "message"),
    [
        ("date: [", ":3", "the lines between --- and --- are no YAML"),
        ("title: 'x\ndate: 2025-12-01", ":2:8", "the lines between --- and --- are no YAML"),
        ("date: 2025-02-31", ":2:1", "are no YAML: day is out of range"),
        ("- a", ":1:1", "between --- and --- stand names and values"),
        ("title: x", "", "an issue needs its date"),
        ("title: x\ndate: soon", ":3:1", "an issue needs its date"),
    ],
)
def test_a_wrong_issue_is_left_out_and_the_rest_is_published(
    publisher, zine, front, place, message
):
    """The editor is a person, too."""
    issues = zine / "site_src" / "issues"
    issues.mkdir()
    (issues / "1.md").write_text(f"---\n{front}\n---\n")
    (issues / "2.md").write_text(f"---\n{DATED}\ntitle: Good\n---\n")
    pages, site = published(publisher)
    assert site.left_out == ("issues/1.md",)
    assert "issues/1.md" not in pages
    assert "Good" in pages["issues/2.md"].body
    (notice,) = site.notices
    assert message in notice
    assert f"--> site_src/issues/1.md{place}" in notice


@pytest.mark.parametrize(
    ("front", "place", "message"),
    [
        ("dat: 2025-12-01", "2:1", "there is no 'dat'"),
        ("number: x", "2:1", "number is a number"),
        ("number: true", "2:1", "number is a number"),
        ("number: -1", "2:1", "number is a number"),
        ("title: [a]", "2:1", "title is a text"),
        ("games: x", "2:1", "games is a list"),
        ("openings: standard", "2:1", "openings is a list"),
        ("openings: [standrad, standard]", "2:12", "there is no rule set 'standrad'"),
        ("openings:\n  - standard\n  - deluge3", "4:5", "there is no rule set 'deluge3'"),
        ("games: [nope/1901-1-spring]", "2:9", "there is no season nope/1901-1-spring to report"),
    ],
)
def test_what_is_wrong_in_an_issue_is_left_out_and_told_with_its_place(
    publisher, zine, front, place, message
):
    issues = zine / "site_src" / "issues"
    issues.mkdir()
    (issues / "7.md").write_text(f"---\n{front}\n{DATED}\n---\n")
    pages, site = published(publisher)
    assert "No. 7" in pages["issues/7.md"].body
    is_sound = "- standard" in front or "standard]" in front
    assert ('href="../../rules/standard/">Standard' in pages["issues/7.md"].body) == is_sound
    (notice,) = site.notices
    assert f"error[I01]: {message}" in notice
    assert f"--> site_src/issues/7.md:{place}" in notice
    assert "^" in notice


def test_without_issues_every_closing_day_makes_one(publisher, season):
    """A zine whose editor is on holiday."""
    test_a_season_is_reported_with_every_result_in_words(publisher, season)
    pages, _ = published(publisher)
    assert "1 December 2025" in pages["index.md"].body
    assert "Gal &lt;b&gt;" in pages["issues/1.md"].body


def test_pictures_are_taken_from_the_cache(publisher, zine, season):
    """Another program or another position draws others."""
    published(publisher)
    kept = list((zine / ".cache").rglob("*.svg"))
    assert kept
    again = Publisher(
        root=zine,
        games="games",
        templates=str(TEMPLATES),
        addresses=Addresses(),
        workers=IN_PROCESS,
    )
    again.maps.render = lambda job: pytest.fail(f"{type(job).__name__} was drawn again")
    published(again)


def test_the_root_may_be_anywhere(publisher):
    """Nothing that is printed names a folder of this machine."""
    pages, site = published(publisher)
    where = str(Path(publisher.root))
    assert all(where not in page.body for page in pages.values())
    assert all(where not in notice for notice in site.notices)


def write_issues(zine, *days):
    """Write issues of these days, numbered from 1."""
    issues = zine / "site_src" / "issues"
    issues.mkdir(exist_ok=True)
    for number, day in enumerate(days, 1):
        (issues / f"{number}.md").write_text(f"---\ndate: {day}\ntitle: T\n---\n")


def open_autumn(zine):
    """Let the game of a zine wait for the orders of autumn 1901."""
    later = zine / "games" / "winter" / "seasons" / "1901-2-autumn"
    (later / "orders").mkdir(parents=True)
    (later / "season.toml").write_text(
        'season = "1901-2-autumn"\nphases = ["F1901M"]\ndeadline = 2026-01-15T22:00:00Z\n'
    )


def test_an_old_issue_tells_the_deadlines_of_its_own_day_that_are_still_open(
    publisher, season, zine
):
    """Never one of a season that was played; then it leads to the issue that has the next ones."""
    test_a_season_is_reported_with_every_result_in_words(publisher, season)
    open_autumn(zine)
    write_issues(zine, "2025-01-01", "2025-11-01", "2025-12-02", "2025-12-24")
    pages, _ = published(publisher)
    bodies = [pages[f"issues/{number}.md"].body for number in range(1, 5)]
    mastheads = [body.split("</header>")[0] for body in bodies]
    for body, masthead in zip(bodies[:2], mastheads[:2], strict=True):
        assert 'stand in <a href="../4/">No. 4</a>' in masthead
        assert "z-deadlines" not in body
    assert "15 January 2026" in mastheads[2]
    assert "15 January 2026" in mastheads[3]


def test_a_line_that_the_gm_read_otherwise_shows_both(publisher, season):
    """What was written, and what it was read as."""
    write_orders(season, "winter", ORDERS | {"france": "A Par - Brn\nF Bre - MAO"})
    set_ready(season)
    rulings = "".join(
        f'[[ruling]]\nabout = "{power}"\ndo = "proceed"\nreason = "So be it."\n'
        for power in ("England", "Italy", "Turkey")
    )
    swap = (
        '[[ruling]]\nabout = "France"\ndo = "read-as"\nline = "A Par - Brn"\nas = "A Par - Bur"\n'
        'reason = "A slip of the pen."\n'
    )
    (season / "rulings.toml").write_text(rulings + swap)
    pages, _ = published(publisher)
    body = pages["games/winter/1901-1-spring.md"].body
    item = next(one for one in body.split("<li>") if "A Par - Bur" in one)
    assert "written as <q>A Par - Brn</q>" in item


def test_headline_and_notes_of_the_open_season_stand_on_the_games_page(publisher, zine, season):
    path = season / "season.toml"
    more = 'headline = "The <b>last</b> day of peace"\nnotes = "**Italy** has a new player. <script>"\n'
    path.write_text(path.read_text() + more)
    body = published(publisher)[0]["games/winter/index.md"].body
    assert "Spring 1901: The &lt;b&gt;last&lt;/b&gt; day of peace</h2>" in body
    assert "<strong>Italy</strong> has a new player. &lt;script&gt;" in body
    (season / "rulings.toml").write_text("[[ruling]]\ndo = 'proceed'\nreason = 'Nobody moves.'\n")
    set_ready(season)
    assert recorded(zine / "games" / "winter")
    assert "has a new player" not in published(publisher)[0]["games/winter/index.md"].body


def hold_without_orders(zine):
    """Let a game begin although nobody has handed in anything."""
    path = zine / "games" / "winter" / "game.toml"
    path.write_text(
        path.read_text().replace('no_orders_first = "wait"', 'no_orders_first = "hold"')
    )


def test_press_signed_by_another_name_has_its_power_beside_it(publisher, zine, season):
    """So nobody can pose as the GM or as another power; an own name stands alone."""
    hold_without_orders(zine)
    set_ready(season)
    (season / "press").mkdir(exist_ok=True)
    signatures = {"england": "The GM", "france": "england", "italy": "Nico, ITALY", "russia": ""}
    for power, signed in signatures.items():
        (season / "press" / f"{power}-1.md").write_text(f"---\nfrom: {signed}\n---\nHear!\n")
    pages, _ = published(publisher, preview=True)
    body = pages["games/winter/1901-1-spring.md"].body
    found = re.findall(r"z-press__dateline\">(.*?)</h3>", body)
    assert [re.sub(r"<svg.*?</svg>|<.*?>", "", one).split() for one in found] == [
        ["The", "GM", "(", "England)"],
        ["england", "(", "France)"],
        ["Nico,", "ITALY"],
        ["Russia"],
    ]


@pytest.mark.parametrize(
    "ruling",
    [
        (
            'do = "concede"\nwinner = "France"',
            "the game is conceded to France.",
            "conceded to France",
        ),
        (
            'do = "draw"\ndraw = ["Austria", "France"]',
            "the game is drawn between Austria and France.",
            "a draw between Austria and France",
        ),
        (
            'do = "vote"\nproposal = "A draw"\nresult = "rejected"\nvotes = "5 to 2"',
            "\u201cA draw\u201d is rejected (5 to 2).",
            "ordering",
        ),
    ],
)
def test_a_concession_a_draw_and_a_vote_are_printed_as_such(publisher, zine, season, ruling):
    """The first two end the game, the third changes nothing."""
    ending, printed, status = ruling
    hold_without_orders(zine)
    write_orders(season, "winter", ORDERS)
    set_ready(season)
    (season / "rulings.toml").write_text(f'[[ruling]]\n{ending}\nreason = "So agreed."\n')
    recorded(zine / "games" / "winter")
    pages, _ = published(publisher)
    assert f"{printed} So agreed." in pages["games/winter/1901-1-spring.md"].body
    assert status in pages["games/winter/index.md"].body


def open_until(season, deadline):
    """Give an open season a deadline, or none."""
    path = season / "season.toml"
    text = re.sub(r"(?m)^(# )?deadline.*\n", "", path.read_text())
    path.write_text(f"{text}deadline = {deadline}\n" if deadline else text)


def test_a_deadline_is_called_passed_on_every_page_that_names_it(publisher, season):
    """As soon as it has, although no file has changed; and a deadline ahead is called the next one."""
    open_until(season, "2025-12-01T22:00:00Z")
    issues = publisher.root / "site_src" / "issues"
    issues.mkdir()
    (issues / "1.md").write_text("---\ndate: 2025-11-20\ntitle: T\n---\n")
    for day, passed in ((1, False), (2, True)):
        publisher.clock = lambda day=day: datetime(2025, 12, day, tzinfo=UTC)
        pages, _ = published(publisher)
        naming = {uri: page.body for uri, page in pages.items() if "1 December 2025" in page.body}
        assert {"index.md", "issues/1.md", "games/index.md", "games/winter/index.md"} <= {*naming}
        for uri, body in naming.items():
            named = re.findall(r"22:00 UTC</time>( \(passed\))?", body)
            assert named, uri
            assert all(bool(one) == passed for one in named), uri


def test_a_game_without_a_deadline_is_not_called_idle(publisher, season):
    """The front page says that it waits for orders and has no deadline; in the list it comes last."""
    open_until(season, "")
    issues = publisher.root / "site_src" / "issues"
    issues.mkdir()
    (issues / "1.md").write_text("---\ndate: 2025-11-20\ntitle: T\n---\n")
    pages, _ = published(publisher)
    front = pages["index.md"].body
    assert "is waiting for orders" not in front
    assert "Waiting for orders<br><strong>Winter</strong><br>no deadline set yet" in front
    assert "<dt>No deadline set yet</dt>" in front


def test_the_next_deadline_is_the_first_that_is_still_ahead(publisher, season):
    """One that has passed heads the front page only where no other is to come."""
    open_until(season, "2025-12-01T22:00:00Z")
    new_game(publisher.root / "games", "ahead", "standard", NewGame())
    ahead = publisher.root / "games" / "ahead" / "seasons" / "1901-1-spring"
    open_until(ahead, "2025-12-24T22:00:00Z")
    (publisher.root / "site_src" / "issues").mkdir()
    text = "---\ndate: 2025-11-20\ntitle: T\n---\n"
    (publisher.root / "site_src" / "issues" / "1.md").write_text(text)
    publisher.clock = lambda: datetime(2025, 12, 2, tzinfo=UTC)
    pages, _ = published(publisher)
    masthead = pages["index.md"].body.split("</header>")[0]
    assert "24 December 2025" in masthead
    assert "passed" not in masthead
