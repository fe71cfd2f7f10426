"""Texts in the language of a zine: for a block of code, in its own thread, English anywhere else."""

from contextlib import suppress
from gettext import NullTranslations
from threading import Thread

import pytest

from zinegen.languages import (
    ENGLISH,
    Language,
    PowerInSentence,
    add_colon,
    gettext,
    join_clauses,
    name_power,
    name_province,
    ngettext,
    pgettext,
    speaking,
    spoken_language,
)


class Backwards(NullTranslations):
    """A language in which everything is read from behind, but for names in braces."""

    def gettext(self, message):
        return f"{message} !"

    def ngettext(self, one, many, number):
        return f"{many} !" if number > 1 else f"{one} !"

    def pgettext(self, context, message):
        return f"{message} ({context})"


OTHER = Language(code="xx", messages=Backwards())


def test_without_a_language_texts_are_english():
    assert spoken_language() is ENGLISH
    assert gettext("{one} and {other}", one="a", other="b") == "a and b"
    assert ngettext("{number} order", "{number} orders", 2) == "2 orders"
    assert pgettext("a season", "Fall") == "Fall"


def test_a_language_is_spoken_in_its_block_and_not_behind_it():
    with speaking(OTHER):
        assert gettext("yes") == "yes !"
        with speaking(ENGLISH):
            assert gettext("yes") == "yes"
        assert ngettext("{number} order", "{number} orders", 1) == "1 order !"
    assert gettext("yes") == "yes"


def test_nor_is_it_when_the_block_ends_with_an_error():
    with suppress(ZeroDivisionError), speaking(OTHER):
        raise ZeroDivisionError
    assert gettext("yes") == "yes"


def test_another_thread_speaks_its_own_language():
    heard = []
    with speaking(OTHER):
        thread = Thread(target=lambda: heard.append(gettext("yes")))
        thread.start()
        thread.join()
    assert heard == ["yes"]


def test_no_text_is_no_text_in_any_language():
    with speaking(OTHER):
        assert gettext("") == ""


def test_what_is_in_braces_in_a_value_stays_as_it_is():
    assert gettext("{what}!", what="{0.__class__}") == "{0.__class__}!"


@pytest.mark.parametrize(
    ("code", "told"),
    [
        ("en", "Turkey Turkey's Turkey Netherlands' Turkey"),
        ("de", "Türkei der Türkei Die Türkei von Netherlands der Türkei"),
        ("fr", "Turquie de la Turquie La Turquie de Netherlands à la Turquie"),
    ],
)
def test_a_power_stands_in_a_sentence_in_the_form_that_the_sentence_says(language, code, told):
    with speaking(language(code)):
        power, unknown = PowerInSentence("Turkey"), PowerInSentence("Netherlands")
        said = f"{power} {power:of} {power:The} {unknown:of} {power:to}"
    assert said == told


def test_names_that_no_catalogue_has_stay_as_they_are(language):
    with speaking(language("de")):
        assert (name_power("Ruritania"), name_power("Turkey")) == ("Ruritania", "Türkei")
        assert (name_province("Zenda"), name_province("Munich")) == ("Zenda", "München")


def test_what_is_said_behind_a_name_and_clauses_are_joined_by_the_language():
    assert add_colon("void", "the unit is gone") == "void: the unit is gone"
    assert join_clauses(["one", "two", "three"]) == "one; two; three"
    assert join_clauses(iter(())) == ""
    with speaking(OTHER):
        assert add_colon("a", "b") == "a: b !"
        assert join_clauses(["a", "b"]) == "a; b !"
