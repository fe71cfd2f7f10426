"""Letters: an issue and a season as text and HTML, and whole messages that are the same bytes each time."""

import email
import email.policy
import re
from dataclasses import replace
from email.headerregistry import Address

import html5lib
import pytest

from tests.pages import examples
from zinegen.catalogues.catalogue import find_language
from zinegen.drawing.scene import Sight, find_sight
from zinegen.drawing.short_names import SIZES
from zinegen.languages.texts import gettext, speaking
from zinegen.pages.contents import GameStanding, Score
from zinegen.pages.outgoing import html_writer, letter_maps
from zinegen.pages.outgoing.letters import ForOne, LetterMap, LetterWriter
from zinegen.pages.outgoing.messages import Attachment, Envelope, make_message
from zinegen.pages.outgoing.text_columns import WIDTH, measure
from zinegen.pages.outgoing.whole_links import WholeLinks
from zinegen.pages.views import PageLink, PressPictureView

WRITER = LetterWriter(
    zine=examples.ZINE, links=WholeLinks(site=examples.ZINE.url), leave="mailto:a@zine.example"
)
MAPS = [
    LetterMap(
        name=name,
        content=b"\x89PNG " + name.encode(),
        alt=f"{name} of <x>",
        caption="c",
        place=place,
    )
    for name, place in (("orders-s1901m", "orders"), ("after", "after"))
]
PROSE = "Well, _another_ month. [Winter](../games/winter/index.md) goes on.\n"
ISSUE = replace(examples.ISSUE, prose=PROSE, seasons=(examples.SPRING, examples.AUTUMN))
SEASON = WRITER.season(examples.SPRING, MAPS, chart=examples.CHART)
LETTERS = {
    "season": SEASON,
    "issue": WRITER.issue(ISSUE, {examples.SPRING.uri: MAPS}),
}
HOST = WRITER.host
ANN = Envelope(
    sender=Address("The Fault Line", "zine", "zine.example"),
    receiver=Address("Jiří Dvořák", "jiri", "a.example"),
    leave="mailto:zine@zine.example?subject=leave",
)


def parsed(content):
    return email.message_from_bytes(content, policy=email.policy.default)


@pytest.mark.parametrize("name", LETTERS)
def test_no_line_of_the_text_is_longer_than_72_columns(name):
    lines = LETTERS[name].text.splitlines()
    assert [one for one in lines if measure(one) > WIDTH and "://" not in one] == []
    assert "\n\n\n\n" not in LETTERS[name].text
    assert not any(line != line.rstrip() for line in lines)


def test_every_order_stands_in_the_text_failed_ones_underlined_with_the_reason():
    text = " ".join(SEASON.text.split())
    for of in examples.PHASE.orders:
        for one in of.orders:
            mark = f"_{one.text}_" if one.word != "succeeds" else one.text
            assert " ".join(mark.split()) in text
            assert one.sentence in text
    assert "_" not in "".join(one.text for of in examples.PHASE.orders for one in of.orders)


def test_the_text_holds_all_that_the_page_tells():
    text = " ".join(SEASON.text.split())
    season = examples.SPRING
    told = [
        season.headline,
        season.lead,
        season.next_orders,
        season.rulings[0].reason,
        "Good luck to all.",
    ]
    told += [one.units for one in season.standings]
    told += [sentence for event in season.changes.events for sentence in event.sentences]
    told += [one.sender for one in season.press if not one.refusal]
    assert [one for one in told if " ".join(one.split()) not in text] == []
    assert "Cite this: " in text
    assert "https://zine.example/games/winter/1901-1-spring/" in text
    assert "To leave the list, write to a@zine.example" in text


def test_an_issue_is_read_from_masthead_to_openings():
    text = LETTERS["issue"].text
    places = [
        text.index(word)
        for word in (
            "T H E   F A U L T   L I N E", "BOUNCES AT BURGUNDY", "Well, _another_ month.",
            "In this issue", "WINTER", "Openings", "Cite this: ",
        )
    ]  # fmt: skip
    assert places == sorted(places)
    assert "[1] https://zine.example/games/winter/" in text


def test_deadlines_that_have_passed_are_not_announced():
    passed = replace(examples.DEADLINE, passed=True)
    masthead = replace(ISSUE.masthead, deadline=passed)
    lines = tuple(replace(one, moment=passed) for one in ISSUE.deadlines)
    letter = WRITER.issue(replace(ISSUE, masthead=masthead, deadlines=lines, seasons=()), {})
    assert "eadline" not in letter.text
    assert "eadline" not in letter.html


@pytest.mark.parametrize("name", LETTERS)
def test_the_html_is_sound_fetches_nothing_and_runs_nothing(name):
    html = LETTERS[name].html
    parser = html5lib.HTMLParser(strict=False)
    tree = parser.parse(html)
    assert [one for one in parser.errors if one[1] != "unexpected-end-tag"] == []
    tags = {node.tag.rpartition("}")[2] for node in tree.iter() if isinstance(node.tag, str)}
    assert tags & {"script", "link", "iframe", "form", "svg", "object", "base"} == set()
    for node in tree.iter():
        assert not any(key.startswith("on") for key in node.attrib)
        assert node.attrib.get("src", "cid:").startswith("cid:")
        assert re.match("https?:|mailto:|cid:", node.attrib.get("href", "cid:"))
        assert "url(" not in node.attrib.get("style", "")
    assert examples.EVIL not in html


@pytest.mark.parametrize("name", LETTERS)
def test_every_tag_with_a_look_bears_it_itself(name):
    bare = re.findall(r"<(?:h[123]|p|table|td|th|blockquote)>", LETTERS[name].html)
    assert bare == []


def test_maps_come_along_and_are_shown_by_their_content_ids():
    message = parsed(make_message(SEASON, ANN, HOST))
    html = message.get_body(("html",)).get_content()
    shown = set(re.findall(r'src="cid:([^"]+)"', html))
    found = {part["content-id"].strip("<>"): part for part in message.walk() if part["content-id"]}
    assert shown == found.keys()
    assert len(shown) == len(MAPS)
    assert {part.get_content_disposition() for part in found.values()} == {"inline"}
    assert {part.get_content() for part in found.values()} == {one.content for one in MAPS}
    assert all(f'alt="{one.name} of &lt;x&gt;"' in html for one in MAPS)


def test_a_message_says_who_when_which_list_and_how_to_leave_it():
    message = parsed(make_message(SEASON, ANN, HOST))
    assert message["from"] == "The Fault Line <zine@zine.example>"
    assert message["to"].addresses[0].display_name == "Jiří Dvořák"
    assert message["message-id"] == "<winter.1901-1-spring@zine.example>"
    assert message["date"].datetime.isoformat() == "2026-12-01T22:00:00+00:00"
    assert message["list-id"] == "<winter.zine.example>"
    assert message["list-unsubscribe"] == "<mailto:zine@zine.example?subject=leave>"
    before = PageLink(text="Spring 1901", to=examples.SPRING.uri)
    following = WRITER.season(replace(examples.AUTUMN, previous=before), ())
    after = parsed(make_message(following, ANN, HOST))
    assert after["in-reply-to"] == after["references"] == message["message-id"]
    assert message.get_body(("plain",)).get_content().replace("\r\n", "\n") == SEASON.text


def test_a_season_that_was_judged_again_is_another_message():
    again = replace(
        examples.SPRING.rulings[0], decision="the record of this season was made again."
    )
    letter = WRITER.season(replace(examples.SPRING, rulings=(again,)), ())
    assert letter.number == "winter/1901-1-spring/2"


@pytest.mark.parametrize("name", LETTERS)
def test_the_same_letter_is_the_same_bytes_and_every_line_fits_into_smtp(name):
    one, other = (make_message(LETTERS[name], ANN, HOST) for _ in range(2))
    assert one == other
    assert one.isascii()
    assert all(len(line) <= 998 for line in one.split(b"\r\n"))
    assert b"\n" not in one.replace(b"\r\n", b"")
    bounds = re.findall(rb'boundary="([^"]+)"', one)
    assert len(bounds) == len(set(bounds))
    assert all(one.count(b"--" + bound) >= 3 for bound in bounds)


def test_a_letter_of_another_text_has_other_boundaries():
    other = replace(SEASON, text=f"{SEASON.text}!")
    assert other.digest != SEASON.digest


def test_nobody_writes_a_header_by_a_headline():
    evil = replace(examples.SPRING, headline="x\r\nBcc: all@evil.example\r\n\r\n<b>")
    message = parsed(make_message(WRITER.season(evil, ()), ANN, HOST))
    assert message["bcc"] is None
    assert "Bcc: all@evil.example" in message["subject"]


def test_what_is_for_one_power_alone_stands_first_or_is_attached_sealed():
    plain = WRITER.season(
        examples.SPRING, (), for_one=ForOne(power="France", called="France", text="A secret.\n")
    )
    assert plain.text.splitlines()[1] == "FOR FRANCE ALONE"
    assert "A secret." in plain.html
    assert plain.number == "winter/1901-1-spring/France"
    sealed = Attachment(
        name="f.txt.age", content=b"-----BEGIN AGE", kind="application/octet-stream"
    )
    letter = WRITER.season(
        examples.SPRING, (), for_one=ForOne(power="France", called="France", text="", sealed=sealed)
    )
    message = parsed(make_message(letter, ANN, HOST))
    (attached,) = message.iter_attachments()
    assert attached.get_filename() == "f.txt.age"
    assert attached.get_content() == b"-----BEGIN AGE"
    assert "`zinegen open f.txt.age`" in " ".join(letter.text.split())


def test_a_zine_without_an_address_has_mails_without_links():
    bare = LetterWriter(zine=replace(examples.ZINE, url=""), links=WholeLinks())
    letter = bare.season(examples.SPRING, ())
    assert "href" not in letter.html.replace('href="https://example', "").replace(
        'href="mailto', ""
    )
    assert b"@zine.invalid>" in make_message(letter, Envelope(), bare.host)


def test_an_issue_tells_how_all_games_stand():
    powers = [*examples.POWERS.values()]
    scores = tuple(Score(power=power, centres=9 - n, units=3) for n, power in enumerate(powers[:3]))
    secret = tuple(Score(power=power, centres=None, units=2) for power in powers[:2])
    game, rules = PageLink(text="Winter", to="x.md"), PageLink(text="Standard", to="y.md")
    standing = GameStanding(game=game, variant=rules, when="Autumn 1903", scores=scores, to_win=18)
    hidden = replace(standing, when="Spring 2021", scores=secret, to_win=None, outcome="A draw.")
    letter = WRITER.issue(replace(ISSUE, scores=(standing, hidden)), {})
    text = " ".join(letter.text.split())
    assert "Winter, Autumn 1903 Standard Austria 9, England 8, France 7 (18 win)." in text
    assert "Winter, Spring 2021 Standard Austria 2, England 2 (units). A draw." in text
    assert "Austria\u00a09, England\u00a08" in letter.html


def test_a_german_zine_writes_german_letters():
    zine = replace(examples.ZINE, language="de")
    with speaking(find_language("de")):
        writer = LetterWriter(zine=zine, links=WRITER.links, leave="mailto:a@zine.example")
        season = writer.season(examples.SPRING, ())
        issue = writer.issue(ISSUE, {})
        said = [gettext("report {number}", number=1), gettext("Press"), gettext("In this issue")]
        said.append(gettext("Cite this: {line}", line="").strip())
    assert '<html lang="de">' in season.html
    assert [one for one in said if one not in season.text + issue.text] == []
    for text in (season.text, issue.text):
        assert all(measure(line) <= WIDTH or "://" in line for line in text.splitlines())
    for word in ("report 1", "Editor:", "Deadline", "centres win", "What did not succeed"):
        assert word not in season.text + issue.text


PICTURE = PressPictureView(
    uri="games/winter/1901-1-spring/x.jpg",
    file="press-winter-1901-1-spring-x.jpg",
    alt="A cat",
    caption="Late",
    width=90,
    height=9,
)
DRAWN = replace(examples.SPRING, press=(replace(examples.SPRING.press[0], pictures=(PICTURE,)),))


def test_pictures_of_press_come_along_and_are_told_in_words_by_the_plain_text():
    """As wide as they are, never fetched; in an issue too, each once."""
    writer = replace(WRITER, press={PICTURE.uri: b"jpeg", "games/other/x.png": b"png"})
    twice = replace(DRAWN, press=(*DRAWN.press, *DRAWN.press))
    for letter in (
        writer.season(twice, ()),
        writer.issue(replace(ISSUE, seasons=(twice,)), {}),
    ):
        (picture,) = letter.pictures
        assert (picture.content, picture.kind, picture.name) == (b"jpeg", "image/jpeg", "x.jpg")
        shown = f'<img src="cid:{picture.content_id}" alt="A cat" width="90"'
        assert letter.html.count(shown) == letter.html.count("<img") == 2
        assert "max-width:90px" in letter.html
        assert "Late" in letter.html
        assert "A cat" in letter.text


def test_pictures_of_press_that_do_not_come_along_are_told_in_words():
    letter = WRITER.season(DRAWN, ())
    assert letter.pictures == ()
    assert "A cat" in letter.text
    assert "A cat" in letter.html
    assert "<img" not in letter.html


def test_maps_of_mails_have_names_that_can_be_read_as_wide_as_mails_show_them():
    """Short ones, nine pixels high; names in full would have less than six."""
    assert find_sight(letter_maps.WIDTH / 1660) is Sight.MIDDLE
    assert SIZES[Sight.MIDDLE] / 10 / 1660 * html_writer.WIDTH > 9
