"""The catalogues: complete, as the sources want them, and such that every text can be filled in."""

import ast
import re
import string
from ast import literal_eval
from datetime import UTC, datetime
from functools import cache
from zoneinfo import ZoneInfo

import pytest

from tools.messages import (
    ROOT,
    extract_messages,
    keep_signs,
    list_untranslated,
    update_catalogue,
    write_catalogue,
)
from zinegen.board.board import OUTSIDE
from zinegen.catalogues import (
    CODES,
    LanguageError,
    compile_catalogue,
    find_language,
    read_catalogue,
)
from zinegen.catalogues.catalogue import FOLDER
from zinegen.notation.grammar.names import names_for, split_words
from zinegen.play.setups import start_state
from zinegen.variants import VARIANTS

OTHERS = CODES[1:]
MARKS = {"gettext", "ngettext", "N_"}


@cache
def messages():
    return extract_messages()


def list_texts(message):
    """Return the English texts of a message, and the translated ones."""
    ids = message.id if isinstance(message.id, tuple | list) else (message.id,)
    said = message.string if isinstance(message.string, tuple | list) else (message.string,)
    return ids, said


def fields_of(text):
    """Return what is filled into a text: names in braces, and names behind a per cent sign."""
    braces = {name for _, name, _, _ in string.Formatter().parse(text) if name is not None}
    return braces | set(re.findall(r"%\(\w+\)", text))


@pytest.mark.parametrize("code", OTHERS)
def test_every_text_is_translated_and_the_file_is_as_make_messages_writes_it(code):
    catalogue = update_catalogue(code, messages())
    assert [*list_untranslated(catalogue)] == []
    assert len(catalogue) == len(messages())
    assert (FOLDER / f"{code}.po").read_bytes() == write_catalogue(catalogue), "run `make messages`"


@pytest.mark.parametrize("code", OTHERS)
def test_a_translation_is_filled_with_what_the_english_text_is_filled_with(code):
    wrong = []
    for message in read_catalogue(code):
        ids, said = list_texts(message)
        wanted = {name for text in ids for name in fields_of(text)}
        wrong += [text for text in said if message.id and not fields_of(text) <= wanted]
        lost = wanted - {name for text in said for name in fields_of(text)}
        wrong += [ids[0]] if message.id and lost else []
    assert wrong == []


def test_no_line_of_french_prose_can_begin_with_a_sign():
    """Catalogues are written so by `make messages`."""
    for path in sorted((ROOT / "templates" / "prose" / "fr").rglob("*.md")):
        text = re.sub(
            r"^(---.*?^---$|```.*?^```$|\|[ :|-]+\|$)",
            "",
            path.read_text("utf-8"),
            flags=re.DOTALL | re.MULTILINE,
        )
        assert keep_signs(text) == text, path.name
    joined = keep_signs("« Oui » : `a ; b` ; non !")
    assert joined.replace("\N{NO-BREAK SPACE}", "~") == "«~Oui~»~: `a ; b`~; non~!"


SIGNS = ("between thousands", "before decimals")
"""The contexts of texts that are a single sign."""


@pytest.mark.parametrize("code", OTHERS)
def test_a_translation_begins_and_ends_like_the_english_text(code):
    """Blanks at the ends are part of a sentence that is put together; a full stop is one in all languages."""
    wrong = []
    for message in read_catalogue(code):
        ids, said = list_texts(message)
        for one in said if message.id and message.context not in SIGNS else ():
            blanks = [text[: len(text) - len(text.lstrip())] for text in (ids[0], one)]
            ends = [text[len(text.rstrip()) :] for text in (ids[0], one)]
            if len({*blanks}) > 1 or len({*ends}) > 1 or ids[0].endswith(".") != one.endswith("."):
                wrong.append(one)
    assert wrong == []


@pytest.mark.parametrize("code", OTHERS)
def test_players_may_write_the_names_that_pages_print(code):
    language = find_language(code)
    wrong = []
    for variant in VARIANTS.values():
        state = start_state(variant)
        names = names_for(state.board, state.powers, (code,))
        for face, province in state.board.provinces.items():
            printed = language.messages.pgettext("province", province.name)
            if face != OUTSIDE and names.provinces.get(split_words(printed)) != face:
                wrong.append(printed)
    assert wrong == []


def test_a_catalogue_is_compiled_into_the_same_bytes():
    first = compile_catalogue("de")
    compile_catalogue.cache_clear()
    assert compile_catalogue("de") == first


def test_there_is_no_other_language():
    with pytest.raises(LanguageError, match="no zine is in 'la': language is one of en, de, fr"):
        find_language("la")


def test_days_and_points_of_time_are_written_as_in_the_language():
    when = datetime(2026, 12, 6, 18, 0, tzinfo=UTC).astimezone(ZoneInfo("Europe/Berlin"))
    german, french = (find_language(code).dates for code in OTHERS)
    assert german.moment(when) == "Sonntag, 6. Dezember 2026, 19:00 Uhr MEZ"
    assert (german.day(when), german.date(when)) == (
        "Sonntag, 6. Dezember 2026",
        "6. Dezember 2026",
    )
    there = when.astimezone(ZoneInfo("America/New_York"))
    assert german.moment(there) == "Sonntag, 6. Dezember 2026, 13:00 Uhr EST"
    assert french.moment(when) == "dimanche 6 décembre 2026, 19:00 CET"
    assert (french.date(when), french.month(when)) == ("6 décembre 2026", "décembre 2026")


def test_every_text_that_a_script_marks_is_found_in_it():
    """Babel reads scripts with rules of its own: a text in a place that it does not know would be lost."""
    known = {text for message in messages() if message.id for text in list_texts(message)[0]}
    marked = re.compile(r"""(?<![\w.])(?:n?gettext|N_)\(\s*("(?:[^"\\]|\\.)*"|'[^']*')""")
    lost = [
        f"{path.name}: {text}"
        for path in sorted((ROOT / "site_src/assets").glob("*.js"))
        for text in marked.findall(path.read_text(encoding="utf-8"))
        if literal_eval(text) not in known
    ]
    assert lost == []


def test_every_text_that_a_module_marks_is_found_in_it():
    """What stands within an f-string, or where nobody looks for a text, would be lost."""
    known = {text for message in messages() if message.id for text in list_texts(message)[0]}
    lost = []
    for path in sorted((ROOT / "zinegen").rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if not isinstance(node, ast.Call) or getattr(node.func, "id", "") not in MARKS:
                continue
            texts = [one.value for one in node.args if isinstance(one, ast.Constant)]
            lost += [f"{path.name}: {one}" for one in texts[:1] if one and one not in known]
    assert lost == []


def test_no_two_languages_say_a_sentence_alike():
    """A text that was put into the wrong catalogue would be taken for a translation."""
    said = [
        {(one.context, list_texts(one)[0][0]): list_texts(one)[1] for one in read_catalogue(code)}
        for code in OTHERS
    ]
    first, second = said
    alike = [
        texts[0]
        for key, texts in first.items()
        if key[1]
        and texts == second[key]
        and len(re.findall(r"\b\w{3,}\b(?![^{]*\})", texts[0])) > 2
    ]
    assert alike == []


ALIKE_FOR_ONE = {
    "{number} cannot be read",
    "{number} will not work",
    "{number} more wanted",
    "%(count)s more wanted",
    "{number} of them finished",
    "waived {number}",
    "may build {number}",
    "must remove {number}",
}
"""What English says of one as it does of many."""


def test_english_has_a_text_for_one_wherever_it_counts():
    found = {one.id[0] for one in messages() if isinstance(one.id, tuple) and len({*one.id}) == 1}
    assert found == ALIKE_FOR_ONE
