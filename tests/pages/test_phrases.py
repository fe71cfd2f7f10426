"""The sentences for every reason."""

import string

import pytest

from tests.positions import read, standard_state
from zinegen.game import OrderResult, Reason, Verdict, Word
from zinegen.game.wording import join_words, name_owned
from zinegen.pages.words.phrases import DONE, PHRASES, phrase, phrase_or_result

STATE = standard_state(
    "S1901M",
    {
        "Austria": ["A Vie", "A Bud"],
        "Germany": ["A Mun", "F Kie"],
        "Russia": ["A War", "A Gal", "F StP/sc"],
        "Turkey": ["A Bul", "A Rum", "F BLA"],
        "England": ["F NTH", "A Lon"],
    },
)
WORDS = {
    "all",
    "first",
    "unit",
    "help",
    "backing",
    "texts",
    "whose",
    "places",
    "here",
    "target",
    "where",
    "kind",
}


def ruling(power, line, reason, *because, at=()):
    """Return a ruling on a line, with the lines to blame, each ``(power, line)``."""
    (order,) = read(STATE, power, [line])
    blamed = tuple(read(STATE, who, [text])[0] for who, text in because)
    return OrderResult(order=order, verdict=Verdict(reason=reason, because=blamed, at=at))


@pytest.mark.parametrize("reason", Reason, ids=lambda one: one.key)
def test_every_reason_has_an_entry(reason):
    """The engine knows no reason that a reader is not told."""
    found = PHRASES.get(reason, "")
    sentences = found if isinstance(found, tuple) else (found,)
    if reason.word is not Word.SUCCEEDS:
        assert sentences[-1], "a failure must be explained even when nobody is to blame"
    for sentence in sentences:
        fields = {name for _, name, _, _ in string.Formatter().parse(sentence) if name}
        assert fields <= WORDS
    said_before = f"{Word.VOID}: "
    assert not any(one.startswith(said_before) for one in sentences)
    if not found:
        assert reason in DONE


@pytest.mark.parametrize("reason", Reason, ids=lambda one: one.key)
@pytest.mark.parametrize("blamed", [(), (("Turkey", "A Bul - Rum"),)])
def test_every_entry_can_be_printed(reason, blamed):
    """With somebody to blame and without, every sentence is whole and begins in small letters."""
    sentence = phrase_or_result(
        ruling("Austria", "A Vie - Gal", reason, *blamed, at=("Vie", "Gal")), STATE
    )
    assert sentence
    assert "{" not in sentence
    assert sentence[0].islower()
    assert not sentence.endswith(".")
    assert "  " not in sentence


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        (("Austria", "A Vie - Gal", Reason.BOUNCED_BY, ("Russia", "A War - Gal")),
         "bounced with Russia's A War"),
        (("Austria", "A Vie - Gal", Reason.BOUNCED_BY, ("Austria", "A Bud - Gal")),
         "bounced with its own A Bud"),
        (("Germany", "A Mun S F Kie", Reason.CUT_BY, ("England", "F NTH - Hol")),
         "support cut by England's F NTH"),
        (("Austria", "A Vie H", Reason.DISLODGED_BY, ("Turkey", "A Bul - Vie"),
          ("Turkey", "A Rum S A Bul - Vie"), ("Russia", "A Gal S A Bul - Vie")),
         "dislodged from Vie by Turkey's A Bul with the help of A Rum and Russia's A Gal"),
        (("Germany", "A Mun - StP", Reason.TOO_FAR), "void: St Petersburg is not next to Mun"),
        (("Germany", "F Kie - Mun", Reason.WRONG_GROUND), "void: a fleet cannot go to Munich"),
        (("Germany", "A Mun - Swi", Reason.IMPASSABLE), "void: nobody can enter Switzerland"),
        (("Germany", "A Mun - Bur", Reason.TWO_ORDERS, ("Germany", "A Mun - Ruh")),
         "void: the unit was also ordered A Mun - Ruh, and of two different orders neither counts"),
        (("England", "A Lon - Bel", Reason.CONVOY_BROKEN, ("Germany", "F Kie - NTH")),
         "convoy broken: a fleet was dislodged by Germany's F Kie"),
        (("Germany", "A Mun - Bur", Reason.MOVED), ""),
    ],
)  # fmt: skip
def test_a_beginner_understands(given, sentence):
    """The sentences name power and unit, and only those of the other side."""
    assert phrase(ruling(*given), STATE) == sentence


def test_a_coast_is_named_where_there_are_two():
    """A fleet in St Petersburg is told with its coast."""
    found = phrase(
        ruling("Germany", "F Kie H", Reason.HELD_AGAINST, ("Russia", "F StP - BOT")), STATE
    )
    assert found == "held against Russia's F StP/sc"


def test_lists_and_owners_read_as_english():
    """Small things that are wrong in many programs."""
    assert [join_words([]), join_words(["a"]), join_words(["a", "b"]), join_words(["a", "b", "c"])] == [
        "", "a", "a and b", "a, b and c",
    ]  # fmt: skip
    assert name_owned("Germany", "A Mun") == "Germany's A Mun"
    assert name_owned("Two Sicilies", "A Nap") == "Two Sicilies' A Nap"
