"""Which text of a message holds its orders: its own words, what it quotes, or a file attached to it."""

from __future__ import annotations

from zinegen.game.wording import join_words
from zinegen.languages.texts import gettext
from zinegen.play.mails.message_lines import MessageText, ReceivedMessage
from zinegen.play.mails.occasion import RefusalError
from zinegen.play.mails.order_lines import OrderLines
from zinegen.play.texts.order_file import ARMOUR


def choose_text(message: ReceivedMessage, words: OrderLines, shown: str) -> tuple[MessageText, int]:
    """Return the text of a message that holds orders, and how deep they are quoted in it.

    The sender's own words go before what they quote. Raises RefusalError where several texts hold orders, or
    what is there is sealed.
    """
    for is_order in (
        lambda text: words.may_hold_order(text) and not words.is_mere_unit(text),
        words.looks_like_order,
    ):
        found = []
        for text in message.texts:
            levels = [
                line.level
                for line in text.lines
                if not line.aside and is_order(_strip_heading(line.text, words))
            ]
            found += [(text, min(levels))] if levels else []
        if len(found) > 1:
            names = join_words([text.name or gettext("the message itself") for text, _ in found])
            raise RefusalError(
                gettext(
                    "there are orders in {names}: save the one that counts, and take that",
                    names=names,
                )
            )
        if found:
            return found[0]
    if message.sealed or any(ARMOUR in line.text for text in message.texts for line in text.lines):
        place = f"{shown}/orders/POWER.toml.age"
        raise RefusalError(
            gettext("this message holds a sealed file"),
            gettext("save that, as it is, as {place}", place=place),
        )
    return message.texts[0], 0


def _strip_heading(text: str, words: OrderLines) -> str:
    """Return a line without a heading at its beginning: ``France: A Par - Bur``."""
    heading = words.read_heading(text)
    return text if heading is None else heading.rest
