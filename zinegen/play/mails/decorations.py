"""What people and programs put around an order in a mail: bold type, bars, letters of a list, emoji."""

from __future__ import annotations

import re

_EMOJI = re.compile(
    "[\u2600-\u2793\u2795-\u2797\u20e3\ufe0f\u200d\U0001f000-\U0001faff\U000e0020-\U000e007f]"
)
"""Arrows are none of them: they are moves."""
_AROUND = re.compile(r"(\*\*|__|~~|`|\*|_)(.+)\1")
_LETTER = re.compile(r"\(?[a-z]\)\s+")


MOVES = ("-", "\u2013", "\u2014", "\u2192", ">")
"""What a line begins with that goes on with an order of the line above."""


def strip_decoration(text: str) -> str:
    """Return a line without what stands around an order and means nothing."""
    bare = _EMOJI.sub("", text).strip()
    if bare.startswith("|"):
        bare = bare.strip("|").strip()
    wrapped = _AROUND.fullmatch(bare)
    if wrapped is not None:
        bare = wrapped[2].strip()
    return _LETTER.sub("", bare, count=1) if _LETTER.match(bare) else bare
