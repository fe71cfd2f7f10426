"""Messages that change some orders and keep the rest: how they say so, and what comes of it.

People write "F Ank - Con, the rest as before", "change F Ank - BLA to F Ank - Con", "F Ank - Con instead of
F Ank - BLA". Such words are told by what they are made of, not by heart, so that their order does not matter.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from zinegen.notation.grammar.names import Token, split_words, tokenise
from zinegen.play.mails.mail_words import MailWords

IsOrder = Callable[[str], bool]
_SIGNS = frozenset(",;:()!?-/'*_")
_MOST = 40
"""Words and signs of a line in which such words are looked for."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ChangedOrder:
    """What a line says that changes an order."""

    text: str
    """The order alone; empty where the line only says that the rest stays."""
    gone: str = ""
    """The order in whose place it is, where the line names that."""


def read_change(text: str, words: MailWords, is_order: IsOrder) -> ChangedOrder | None:
    """Return what a line changes, or None where it says nothing of what was sent before.

    ``is_order`` tells whether a text is an order, or several.
    """
    text = _strip_thanks(text, words)
    line = tokenise(text)
    if len(line) > _MOST:
        return None
    bare = _strip_rest(text, line, words, is_order)
    if bare is not None and (not bare or is_order(bare)):
        return ChangedOrder(text=bare)
    if bare is None and is_order(text):
        return None
    found = _read_changed(text if bare is None else bare, words, is_order)
    if found is not None or bare is None:
        return found
    return ChangedOrder(text=_strip_closing(bare, words, is_order))


def _strip_closing(text: str, words: MailWords, is_order: IsOrder) -> str:
    """Return an order without "please" or the like behind it."""
    for token in reversed(tokenise(text)):
        if is_order(text) or token.text not in words.with_these:
            break
        text = text[: token.start].rstrip()
    return text


def _strip_thanks(text: str, words: MailWords) -> str:
    """Return a line without "Thanks!" or the like behind its last sentence."""
    for match in re.finditer(r"[?!.,](?=\s)", text):
        tail = set(split_words(text[match.end() :])) - _SIGNS
        if tail and tail <= words.with_these:
            return text[: match.start()].rstrip()
    return text.rstrip("?! ")


def _strip_rest(
    text: str, line: Sequence[Token], words: MailWords, is_order: IsOrder
) -> str | None:
    """Return a line without "the rest as before" at its end or beginning; None where it does not say so."""
    found = [text[: line[at].start] for at in range(len(line)) if _says_rest(line[at:], words)]
    found += [
        text[line[at - 1].end :] for at in range(len(line), 0, -1) if _says_rest(line[:at], words)
    ]
    bare = [one.strip(" \t,;:.()!-*") for one in found]
    orders = (one for one in bare if one and (is_order(one) or _read_changed(one, words, is_order)))
    return next(orders, min(bare, key=len, default=None))


def _says_rest(part: Sequence[Token], words: MailWords) -> bool:
    """Tell whether words say that what is not named stays, and nothing else."""
    said = {token.text for token in part} - _SIGNS
    known = words.rest | words.same | words.with_these | words.orders
    # One word may be both, as in "keine anderen Änderungen"; two are needed.
    rest, same = said & words.rest, said & words.same
    return bool(rest and same) and len(rest | same) > 1 and said <= known


def _read_changed(text: str, words: MailWords, is_order: IsOrder) -> ChangedOrder | None:
    """Return the order of "change ... to ..." and of "... instead of ...", with the one that goes."""
    rest, announced = text, False
    for token in reversed(tokenise(text)):
        if token.text in words.changes:
            rest, announced = f"{rest[: token.start]} {rest[token.end :]}", True
    rest = _strip_opening(rest, words)
    found = _read_instead(rest, words, is_order)
    return found or (_read_replaced(rest, words, is_order) if announced else None)


def _strip_opening(text: str, words: MailWords) -> str:
    """Return a line without the words before its first order, as in "please my order for F Ank - Con"."""
    around = (words.with_these | words.orders | words.around | words.rest | _SIGNS) - {"a"}
    line = tokenise(text)
    spoken = tuple(token.text for token in line)
    for at, token in enumerate(line):
        is_instead = any(spoken[at : at + len(phrase)] == phrase for phrase in words.instead)
        if token.text not in around or is_instead:
            return text[token.start :]
    return ""


def _read_replaced(text: str, words: MailWords, is_order: IsOrder) -> ChangedOrder:
    """Return the order that a text gives, alone or behind the one in whose place it is."""
    line = tokenise(text)
    cuts = [
        (text[: token.start].strip(" ,;:"), text[token.end :].strip(" ,;:"))
        for at, token in enumerate(line)
        if 0 < at < len(line) - 1 and (token.text in words.between or token.text in {"-", ";", ","})
    ]
    for before, after in cuts:
        unit = split_words(before)
        if is_order(after) and (is_order(before) or split_words(after)[: len(unit)] == unit):
            return ChangedOrder(text=after, gone=before)
    for before, after in cuts:
        if is_order(before):
            for end in range(1, len(tokenise(before)) + 1):
                for new in _join(before[: tokenise(before)[end - 1].end], after):
                    if is_order(new):
                        return ChangedOrder(text=new, gone=before)
    if is_order(text):
        return ChangedOrder(text=text)
    for before, after in cuts:
        if is_order(after):
            return ChangedOrder(text=after, gone=before)
        new = next((one for one in _join(before, after) if is_order(one)), "")
        if new:
            return ChangedOrder(text=new)
    return ChangedOrder(text=text)


def _join(unit: str, order: str) -> Iterator[str]:
    """Yield what a unit and the end of an order may make together."""
    yield f"{unit} - {order}"
    yield f"{unit} {order}"


def _read_instead(text: str, words: MailWords, is_order: IsOrder) -> ChangedOrder | None:
    """Return the order of a text that says in whose place it is; None where it does not."""
    line = tokenise(text)
    spoken = tuple(token.text for token in line)
    for phrase in words.instead:
        for at in range(len(line) - len(phrase) + 1):
            if spoken[at : at + len(phrase)] == phrase:
                before = text[: line[at].start].strip(" \t,;:(-")
                after = text[line[at + len(phrase) - 1].end :].strip(" \t,;:)-")
                if before:
                    return ChangedOrder(text=before, gone=after)
                return _split_gone(after, words, is_order)
    if spoken[-1:] == ("instead",) and len(spoken) > 1 and is_order(text[: line[-1].start]):
        return ChangedOrder(text=text[: line[-1].start].strip(" \t,;"))
    return None


def _split_gone(text: str, words: MailWords, is_order: IsOrder) -> ChangedOrder | None:
    """Return the order behind the one in whose place it is: "instead of F Ank - BLA, F Ank - Con"."""
    line = tokenise(text)
    around = (words.with_these | words.changes | words.orders | _SIGNS) - {"a"}
    found = []
    for at in range(1, len(line)):
        start = at
        while start < len(line) - 1 and line[start].text in around:
            start += 1
        gone, after = text[: line[at].start].strip(" \t,;:-"), text[line[start].start :].strip()
        if is_order(after):
            found.append(ChangedOrder(text=after, gone=gone))
    return next((one for one in found if is_order(one.gone)), next(iter(found), None))


def says_change(subject: str, words: MailWords) -> bool:
    """Tell whether a mail's subject announces a change."""
    return not words.changes.isdisjoint(split_words(subject))
