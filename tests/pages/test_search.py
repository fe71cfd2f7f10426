"""What readers find by words: an order once, press by its author, provinces by all their names; the index."""

import json
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from tests.pages import examples
from zinegen.board.board import OUTSIDE
from zinegen.notation.grammar.usual_names import ALIASES
from zinegen.pages.atlas.provinces import name_provinces
from zinegen.pages.search.documents import (
    find_facets,
    list_documents,
    make_page,
    mark,
    name_beside,
)
from zinegen.pages.search.find_page import MOST_GAMES, find_view
from zinegen.pages.search.pagefind import IndexingError, has_pagefind, put_index
from zinegen.play.setups import start_state
from zinegen.variants import VARIANTS


def board():
    return start_state(VARIANTS["standard"]).board


def signed(season):
    """Return a season whose press tells whose it is."""
    return replace(season, press=tuple(replace(one, power=one.sender) for one in season.press))


BOOK = replace(
    examples.BOOK,
    seasons=tuple(signed(one) for one in examples.BOOK.seasons),
    provinces=name_provinces([board()]),
    casts=({"France": "Sylvia"}, {"France": "Sylvia"}),
)
AGAIN = replace(BOOK, view=replace(BOOK.view, head=replace(BOOK.view.head, slug="summer")))
CONTENTS = replace(examples.CONTENTS, games=(BOOK, AGAIN))


def found_facets():
    """Return the facets of all that is found."""
    used = {facet for one in documents() for facet in one.facets}
    return used.union(*find_facets(CONTENTS).values())


def documents(contents=CONTENTS):
    return [*list_documents(contents, lambda uri: uri.replace(".md", "/"))]


def test_an_order_is_one_thing_to_find_whoever_gave_it_how_often():
    """It tells each season, with its power, what came of it and why, and leads to the line."""
    (one,) = [found for found in documents() if found.title == "A Mun – Bur"]
    lines = json.loads(one.beside)
    assert one.shown["lines"] == f"pagefind/{name_beside(one.beside)}"
    assert "Spring 1901" not in one.write("en")  # each word there is looked through, and takes room
    assert len(lines) == 4  # two seasons in each game, the newest first
    to, game, season, power, word, why = lines[1]
    assert to.startswith("games/winter/1901-1-spring/#a-mun-")
    assert (game, season, power, word) == ("Winter", "Spring 1901", "Germany", "fails")
    assert why == "A Par moved there with more support, 2 to 1"


def test_orders_about_the_map_and_chosen_coasts_are_found_as_well():
    season = BOOK.seasons[0]
    told = {line.order.text for event in season.changes.events for line in event.lines}
    told |= {order.text for group in season.choices for order in group.orders}
    assert told
    assert told <= {one.title for one in documents()}


@pytest.mark.parametrize("word", ["Munich", "Burgundy", "army", "moves", "Germany", "zoamunbur"])
def test_an_order_is_found_by_what_else_people_write_for_it(word):
    (one,) = [found for found in documents() if found.title == "A Mun – Bur"]
    assert word.lower() in one.html.lower()


def test_no_order_of_a_stranger_becomes_markup():
    evil = [one for one in documents() if "onerror" in one.html + one.title]
    assert evil
    for one in evil:
        assert "<img" not in one.write("en")


def test_press_is_found_by_its_author_as_the_page_shows_it():
    (first, *_), head = BOOK.seasons[0].press, BOOK.view.head
    (one,) = [
        found
        for found in documents()
        if found.shown.get("to") == f"games/{head.slug}/1901-1-spring/#press-1"
        and "omnibus" in found.html
        and ("game", "winter") in found.facets
    ]
    assert "France, Sylvia</p>" in one.html
    assert ("power", "france") in one.facets
    nameless = replace(first, sender="Grey press", power="France", author=None)
    season = replace(BOOK.seasons[0], press=(nameless,))
    book = replace(BOOK, seasons=(season,))
    told = [one for one in documents(replace(CONTENTS, games=(book,))) if "~press" in one.path]
    written = "".join(one.write("en") for one in told if "Grey" in one.html)
    assert "omnibus" in written
    assert "France" not in written
    assert "Sylvia" not in written
    assert mark(("power", "france")) not in written


def test_press_that_is_not_printed_is_not_found():
    refused = replace(BOOK.seasons[0].press[0], refusal="Not printed: too long.")
    season = replace(BOOK.seasons[0], press=(refused,))
    book = replace(BOOK, seasons=(season,), view=replace(BOOK.view, statements=()))
    found = documents(replace(CONTENTS, games=(book,)))
    assert not [one for one in found if "~press" in one.path]


@pytest.mark.parametrize("face", sorted({*ALIASES} & {*board().provinces} - {OUTSIDE}))
def test_a_province_has_all_its_names(face):
    one = next(one for one in name_provinces([board()]) if one.key == face)
    assert face.lower() in one.words.lower().split()
    assert one.name in one.words
    for name in one.also:
        assert all(word in one.words for word in name.lower().replace("-", " ").split())


def test_no_name_of_another_province_is_among_them():
    """`Ire` is an abbreviation of the Irish Sea only where there is no Ireland."""
    named = {one.key: one for one in name_provinces([board()])}
    assert "Ire" in named["IRI"].also
    assert "Out" not in named
    assert not {"Liv"} & {*named["Lvp"].also}


def test_the_index_names_games_players_and_provinces():
    view = find_view(CONTENTS, found_facets())
    assert [one.game.text for one in view.games] == ["Winter", "Winter"]
    assert {one.text for one in view.players} == {one.name for one in examples.PLAYERS}
    (munich,) = [one for one in view.provinces if one.key == "Mun"]
    assert [one.to for one in munich.games] == [f"{BOOK.atlas}#{munich.anchor}"] * 2
    assert BOOK.atlas == "games/winter/atlas.md"
    many = find_view(replace(CONTENTS, games=(BOOK,) * (MOST_GAMES + 3)), set())
    assert {(len(one.games), one.more) for one in many.provinces} == {(MOST_GAMES, 3)}


def test_what_can_be_chosen_is_there_and_two_of_it_at_least():
    view = find_view(CONTENTS, found_facets())
    marks = {choice.mark for one in view.narrowings for choice in one.choices}
    assert {one.name for one in view.narrowings} >= {"kind", "game", "power"}
    assert all(len(one.choices) > 1 for one in view.narrowings)
    assert marks <= {mark(facet) for facet in found_facets()}
    used = found_facets() - {("power", "italy")}  # as if nobody had ordered anything for it
    powers = next(one for one in find_view(CONTENTS, used).narrowings if one.name == "power")
    assert "Italy" not in {choice.text for choice in powers.choices}


def test_a_mark_is_letters_and_no_other_begins_with_it():
    marks = {mark(("game", f"game-{number}")) for number in range(500)}
    assert len(marks) == 500
    assert {len(one) for one in marks} == {16}
    assert all(one.isalpha() and one.islower() for one in marks)


def index_of(kept, *more):
    """Return the files of an index as bytes, by path; what is kept of it lies in a folder."""
    with TemporaryDirectory() as site:
        put_index([*documents(), *more], "en", kept, Path(site, "pagefind"))
        files = [path for path in Path(site).rglob("*") if path.is_file()]
        return {path.name: path.read_bytes() for path in files}


def places_in(kept):
    """Return the files that are kept, each as the disk knows it."""
    return {path.name: path.stat().st_ino for path in kept.rglob("*") if path.is_file()}


needs_pagefind = pytest.mark.skipif(not has_pagefind(), reason="Pagefind is not installed")


@needs_pagefind
def test_two_indexes_of_the_same_are_the_same_bytes_and_the_second_costs_nothing(tmp_path):
    pages = [make_page("T", f"<p>w{one}", frozenset(), f"p{one}/") for one in "abc"]
    one, other = (index_of(tmp_path / name, *pages) for name in ("one", "other"))
    assert one == other
    assert {"pagefind.js", "pagefind-worker.js", "pagefind-entry.json"} <= one.keys()
    assert all(one.values())  # none is empty
    assert not [path for path in one if "ui" in path]
    places = places_in(tmp_path / "other")
    assert index_of(tmp_path / "other", *pages) == one
    assert places_in(tmp_path / "other") == places
    assert index_of(tmp_path / "other") != one
    assert len([*(tmp_path / "other").glob("*/")]) == 1  # the one before is gone


@needs_pagefind
def test_what_is_kept_of_an_index_is_data(tmp_path):
    """Who could write to a kept script would have it run in the reader's browser."""
    index_of(tmp_path)
    endings = {path.suffix for path in tmp_path.glob("*/**/*") if path.is_file()}
    assert endings == {".json", ".pf_fragment", ".pf_index", ".pf_meta", ".zlib"}


@needs_pagefind
def test_an_index_that_was_cut_off_is_made_anew(tmp_path):
    (tmp_path / "making" / "index").mkdir(parents=True)
    (tmp_path / "making" / "index" / "pagefind.js").touch()
    assert all(index_of(tmp_path).values())


@needs_pagefind
def test_a_pagefind_that_fails_is_told_in_a_sentence(tmp_path, monkeypatch):
    monkeypatch.setenv("PAGEFIND_BINARY_PATH", "/bin/false")
    with pytest.raises(IndexingError, match="Pagefind made no index"):
        index_of(tmp_path)
    monkeypatch.undo()
    assert index_of(tmp_path)
