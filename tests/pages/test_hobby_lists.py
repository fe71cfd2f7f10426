"""The lists of the hobby: what is kept by hand is told with line and caret where it is wrong."""

from dataclasses import replace

import pytest

from tests.pages import examples
from zinegen.pages.builders.hobby_lists import lists_view, number_games
from zinegen.pages.lists.list_file import FILE, HobbyLists, StandBy, WaitingList, read_lists
from zinegen.pages.views import PageLink
from zinegen.variants import VARIANTS

LINKS = {name: PageLink(text=one.title, to=f"rules/{name}.md") for name, one in VARIANTS.items()}
WHOLE = """\
[[waiting]]
variant = "standard"
gm      = "Edmund Quill"
wanted  = 7
names   = ["Ann", "Bob"]
note    = "Soon."

[[stand_by]]
name     = "Cid"
variants = ["standard"]

[games.winter]
boardman = "2026AB"
miller   = "2026Crb32"

[[subscriber]]
name  = "Ann"
until = 12
share = "2 kind words"
"""


def read(tmp_path, text):
    (tmp_path / FILE).write_text(text, encoding="utf-8")
    return read_lists(tmp_path, VARIANTS, {"winter"})


def test_a_zine_without_the_file_has_empty_lists(tmp_path):
    assert read_lists(tmp_path, VARIANTS, set()) == HobbyLists()


def test_everything_that_the_file_may_say_is_read(tmp_path):
    found = read(tmp_path, WHOLE)
    assert found.findings == ()
    assert found.waiting[0].names == ("Ann", "Bob")
    assert found.stand_bys == (StandBy(name="Cid", variants=("standard",)),)
    assert found.numbers == {"winter": "Boardman 2026AB, Miller 2026Crb32"}
    assert (found.subscribers[0].until, found.subscribers[0].share) == (12, "2 kind words")


@pytest.mark.parametrize(
    ("old", "new", "place", "said"),
    [
        ('variant = "standard"', 'variant = "standart"', (2, 1), "no rule set called standart"),
        ("wanted  = 7", "wanted  = 700", (4, 1), "waiting.wanted is not a whole number"),
        ('"Bob"]', '"<b>"]', (5, 1), "'<b>' is no name"),
        ('note    = "Soon."', 'nota    = "Soon."', (6, 1), "no heading nota"),
        ('name     = "Cid"', "", (8, 3), "stand_by.name is missing"),
        ('variants = ["standard"]', 'variants = ["chess"]', (10, 1), "no rule set called chess"),
        ("[games.winter]", "[games.wintre]", (12, 2), "no game called wintre"),
        ('"2026AB"', '"26ab"', (13, 1), "this is no Boardman number"),
        ('"2026Crb32"', '"2026C"', (14, 1), "this is no Miller number"),
        ("until = 12", 'until = "twelve"', (18, 1), "subscriber.until is not a whole number"),
        ("[[subscriber]]", "[[subscribers]]", (16, 3), "no heading subscribers"),
        ("[[waiting]]", "[[waiting", (1, 10), ""),
    ],
)
def test_what_is_wrong_is_told_at_its_place_and_the_rest_is_kept(tmp_path, old, new, place, said):
    assert old in WHOLE
    found = read(tmp_path, WHOLE.replace(old, new, 1))
    first = found.findings[0]
    assert (first.where.line, first.where.column) == place
    assert said in first.title
    assert first.if_left == "it stands in no list"
    kept = (*found.waiting, *found.stand_bys, *found.subscribers, *found.numbers)
    assert len(kept) == (
        0 if not said else 3 if "Boardman" not in said and "Miller" not in said else 4
    )


def test_one_wrong_entry_leaves_the_others(tmp_path):
    twice = WHOLE.replace("[[stand_by]]\n", '[[stand_by]]\nname = "Dot"\n\n[[stand_by]]\n')
    found = read(tmp_path, twice.replace('name     = "Cid"', 'name     = "<script>"'))
    assert [one.name for one in found.stand_bys] == ["Dot"]


def test_a_list_says_how_many_are_wanted_and_leads_to_those_who_have_a_page():
    lists = HobbyLists(waiting=(WaitingList(variant="standard", wanted=3, names=("Ann", "Bob")),))
    people = {"Ann": PageLink(text="Ann", to="players/ann/index.md")}
    (one,) = lists_view(lists, (), people, LINKS).waiting
    assert one.missing == 1
    assert [name.to for name in one.names] == ["players/ann/index.md", ""]


def test_a_power_that_nobody_plays_is_vacant_with_how_to_take_it():
    view = examples.BOOK.view
    first, *others = view.seats
    free = replace(first, power=replace(first.power, player=None))
    contact = PageLink(text="Our chat", to="https://example.org/chat")
    head = replace(view.head, contact=contact)
    book = replace(examples.BOOK, view=replace(view, head=head, seats=(free, *others)))
    found = lists_view(HobbyLists(), [book], {}, LINKS)
    assert [one.powers for one in found.vacant] == [(free.power,)]
    told = {one.title: one.lines for one in found.in_words}["Vacant seats"][0]
    assert told == f"{first.power.name} in Winter; to take it, write to {head.gm}, Our chat"
    gone = replace(book, view=replace(view, seats=(replace(free, is_alive=False), *others)))
    assert lists_view(HobbyLists(), [gone, examples.BOOK], {}, LINKS).vacant == ()


def test_a_game_has_its_number_wherever_its_head_stands():
    (game,) = number_games([examples.BOOK], {"winter": "Boardman 2026AB"})
    heads = [game.view.head, game.line.head, *(season.game for season in game.seasons)]
    assert {head.number for head in heads} == {"Boardman 2026AB"}
    assert number_games([examples.BOOK], {}) == (examples.BOOK,)
