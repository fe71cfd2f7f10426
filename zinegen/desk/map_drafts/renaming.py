"""Another abbreviation for a province, wherever ``map.toml`` names it; remarks, order and blanks stay."""

from __future__ import annotations

import re
import tomllib

from zinegen.errors import GameFolderError
from zinegen.languages.texts import gettext

OWN_WORDS = ("name", "title", "shape", "home", "aliases", "layer", "begins")
"""Keys whose texts are no abbreviations, whatever they look like."""
_REMARK = r"(?:^|(?<=\s))#.*$"
_OWN_TEXT = rf"\b(?:{'|'.join(OWN_WORDS)})\s*=\s*(?:\"[^\"\n]*\"|'[^'\n]*'|\[[^\]]*\])"


def rename_province(text: str, shown: str, old: str, new: str) -> str:
    """Return the text of a ``map.toml`` with another abbreviation for a province.

    Raises GameFolderError where it is written in a way that only its author can change.
    """
    mention = _mention(old)
    passed_over = rf"(?P<stays>{_REMARK}|{_OWN_TEXT})"
    found = re.compile(rf"{passed_over}|{mention.pattern}", re.IGNORECASE | re.MULTILINE)
    renamed = found.sub(lambda match: match["stays"] or new, text)
    before = tomllib.loads(text.removeprefix("\ufeff"))
    try:
        after = tomllib.loads(renamed.removeprefix("\ufeff"))
    except tomllib.TOMLDecodeError:
        after = {}
    if after != _rename(before, mention, new):
        said = gettext("{file} is for you to edit: {old} stands there in a way of its own",
                       file=shown, old=old)  # fmt: skip
        raise GameFolderError(said)
    return renamed


def _mention(old: str) -> re.Pattern[str]:
    return re.compile(rf"(?<![\w-]){re.escape(old)}(?![\w-])", re.IGNORECASE)


def _rename(value: object, mention: re.Pattern[str], new: str) -> object:
    """Return what a file says, with the new abbreviation: what the changed text has to say."""
    if isinstance(value, str):
        return mention.sub(new, value)
    if isinstance(value, list):
        return [_rename(one, mention, new) for one in value]
    if isinstance(value, dict):
        return {
            mention.sub(new, key): inner if key in OWN_WORDS else _rename(inner, mention, new)
            for key, inner in value.items()
        }
    return value
