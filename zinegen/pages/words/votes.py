"""What players voted on, in the language of the zine: the records say it in English, and GMs as they like."""

import re

from zinegen.board.board import Power
from zinegen.game.wording import join_words
from zinegen.languages.names import PowerInSentence, name_power
from zinegen.languages.texts import N_, add_colon, gettext
from zinegen.pages.words.visible_text import one_line

_COUNT = re.compile(r"(\d+) of (\d+) for it(?:: (.+))?")
_CONCESSION = re.compile(r"a concession to (.+)")
_KNOWN = frozenset(
    (
        N_("a draw between all survivors"),
        N_("The votes were counted at the deadline."),
        N_("All who were asked voted for it."),
    )
)
"""What `zinegen.play.votes` writes."""


def say_proposal(text: str) -> str:
    """Return what was voted on."""
    if found := _CONCESSION.fullmatch(text):
        return gettext("a concession to {power:to}", power=PowerInSentence(Power(found[1])))
    return say_reason(text)


def say_count(text: str) -> str:
    """Return how many were for it, and who."""
    found = _COUNT.fullmatch(text)
    if found is None:
        return one_line(text)
    names = re.split(r", | and ", found[3]) if found[3] else []
    said = gettext("{some} of {all} for it", some=found[1], all=found[2])
    return add_colon(said, join_words([name_power(Power(one)) for one in names])) if names else said


def say_reason(text: str) -> str:
    """Return why it came so."""
    return gettext(text) if text in _KNOWN else one_line(text)
