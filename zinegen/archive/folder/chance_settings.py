"""What ``game.toml`` says of chance: the GM's commitment, and the words of the players."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from unicodedata import normalize

from zinegen.archive.files import read_plain
from zinegen.archive.folder.chance import LONGEST_CHAIN
from zinegen.board.board import Power
from zinegen.errors import GameFolderError
from zinegen.languages.texts import gettext
from zinegen.play.chance import ChanceSettings
from zinegen.play.names import power_of
from zinegen.play.records.codec import parse_json
from zinegen.play.texts.chance_file import is_secret
from zinegen.play.texts.tables import Table
from zinegen.play.texts.toml_text import WRONG_KIND
from zinegen.play.verification.digests import NONCES, digest_words

WORDS = "nonces"
RECORD_LIMIT = 16 << 20
"""Bytes of a record; a season of the widest map has a hundredth of it."""
_DIGEST = re.compile(r"sha256:[0-9a-f]{64}")
_FORM = re.compile(r"0+(?:[ -]0+)*")


def normalise_word(text: str) -> str:
    """Return the one form of a word for chance, small letters and digits: no spelling can be chosen.

    Letters and digits of another shape, such as full-width ones, are the usual ones (NFKC).
    """
    return _keep_letters(normalize("NFKC", normalize("NFKC", text).casefold()))


def _compose_word(text: str) -> str:
    """Return the form that a word had in the version before: letters of another shape were others."""
    return _keep_letters(normalize("NFC", normalize("NFC", text).casefold()))


def _keep_letters(text: str) -> str:
    return "".join(sign for sign in text if sign.isalnum())


def keep_recorded_spelling(chance: ChanceSettings, results: Iterable[Path]) -> ChanceSettings:
    """Return what a game's throws follow from: words in an earlier form where its first record has it."""
    first = next((path for path in results if path.is_file()), None)
    earlier = (chance.spelt, tuple(map(_compose_word, chance.spelt)))
    if first is None or all(set(words) == set(chance.nonces) for words in earlier):
        return chance
    try:
        record = parse_json(read_plain(first, RECORD_LIMIT))
    except (GameFolderError, UnicodeDecodeError):
        return chance  # what is wrong with a record is told by whoever reads it
    inputs = record.get("inputs") if isinstance(record, dict) else None
    said = inputs.get(NONCES) if isinstance(inputs, dict) else None
    then = next((words for words in earlier if said == digest_words(words)), chance.nonces)
    return replace(chance, nonces=then)


def read_chance(table: Table, powers: tuple[Power, ...]) -> ChanceSettings:
    """Read the table ``[chance]``."""
    what, hint = gettext("this is no commitment"), gettext("sha256: and 64 digits")
    commitment = table.valid_text("commitment", is_digest, what, hint, needed=True)
    secret = table.valid_text(
        "secret", is_secret, gettext("this is no secret"), gettext("64 hexadecimal digits")
    )
    what, hint = (
        gettext("this is no form of numbers"),
        gettext('a 0 for each digit, such as "00 00 00 00 00 00"'),
    )
    form = table.valid_text(
        "lottery_form", lambda text: _FORM.fullmatch(text) is not None, what, hint
    )
    spelt = (*_read_words(table, powers), *_read_lottery(table, form))
    nonces = tuple(normalise_word(word) for word in spelt)
    for word, count in Counter(nonces).items():
        if not word or count > 1:
            what = (
                gettext("two words for chance are the same")
                if word
                else gettext("a word for chance is empty")
            )
            hint = gettext("only letters and digits count, large or small: ask for another word")
            table.add_error(WRONG_KIND, WORDS, what, hint)
    return ChanceSettings(
        commitment=commitment,
        secret=secret,
        nonces=nonces,
        spelt=spelt,
        chain=table.number("chain", 0, most=LONGEST_CHAIN),
        lottery_form=form,
    )


def is_digest(text: str) -> bool:
    """Tell whether a text is a digest as files name it."""
    return _DIGEST.fullmatch(text) is not None


def _read_words(table: Table, powers: tuple[Power, ...]) -> tuple[str, ...]:
    """Return the words of the players: a table by power, or the list that earlier versions asked for."""
    if not isinstance(table.value(WORDS), dict):
        found = table.texts(WORDS)
        if len(found) > len(powers) + 1:  # in such a list the numbers of a lottery are one of them
            what = gettext("there is one word for chance for each power")
            table.add_error(WRONG_KIND, WORDS, what, gettext("take out what no player has said"))
        return found
    words = table.section(WORDS)
    for name in words.names():
        if power_of(name, powers) is None:
            what, hint = (
                gettext("{name} is no power of this game", name=name),
                gettext("one word for each power"),
            )
            words.add_error(WRONG_KIND, name, what, hint)
    return tuple(words.text(name) or "" for name in sorted(words.names()))


def _read_lottery(table: Table, form: str) -> tuple[str, ...]:
    """Return the numbers of a lottery, once they are drawn."""
    drawn = table.text("lottery")
    if drawn is None:
        return ()
    if re.sub(r"\d", "0", drawn, flags=re.ASCII) != form:
        hint = gettext("lottery_form says it before they are drawn, a 0 for each digit")
        what = gettext("the numbers are not written in the form that was fixed for them")
        table.add_error(WRONG_KIND, "lottery", what, hint)
    numbers = re.findall(r"[0-9]+", drawn)
    if any(len(one) == len(next_) and one > next_ for one, next_ in pairwise(numbers)):
        what, hint = (
            gettext("the numbers of a lottery stand in ascending order"),
            gettext("the smallest first"),
        )
        table.add_error(WRONG_KIND, "lottery", what, hint)
    return (drawn,)
