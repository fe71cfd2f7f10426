"""What the scripts of pages say in the zine's language: a module and an attribute made of its catalogue."""

import json
from collections.abc import Mapping

from zinegen.catalogues.catalogue import read_catalogue
from zinegen.languages.texts import ENGLISH

URI = "assets/messages.js"
"""The module in whose place it lies: `language.js` takes its texts from there."""
SCRIPTS = "site_src/assets/"
"""Where the catalogue says that a text comes from if a script says it."""
CLASSIC = f"{SCRIPTS}zine.js"
"""The script that is no module and imports none; its texts stand in an attribute of the page."""


def write_script_texts(code: str) -> dict[str, str]:
    """Return the module by its uri; nothing for English, which the scripts speak themselves."""
    if code == ENGLISH.code:
        return {}
    listed = json.dumps(_list_texts(code, SCRIPTS), ensure_ascii=False, indent=1)
    # The same expressions mean the same in C, in which gettext has them, and in JavaScript.
    plural = read_catalogue(code).plural_expr
    choose = f"number => {{ const n = number; return Number{plural} }}"
    return {URI: f"export const messages = {listed}\nexport const choose = {choose}\n"}


def list_page_words(code: str) -> str:
    """Return the texts of the script of every page as JSON; empty for English."""
    if code == ENGLISH.code:
        return ""
    return json.dumps(_list_texts(code, CLASSIC), ensure_ascii=False, separators=(",", ":"))


def _list_texts(code: str, place: str) -> Mapping[str, str | list[str]]:
    """Return the texts of scripts by what they say in English; of modules the names of powers as well."""
    found: dict[str, str | list[str]] = {}
    for message in read_catalogue(code):
        is_said = any(where.startswith(place) for where, _ in message.locations)
        if is_said or (place == SCRIPTS and message.context == "power"):
            first = message.id if isinstance(message.id, str) else message.id[0]
            key = f"{message.context}\4{first}" if message.context else first
            said = message.string
            found[key] = said if isinstance(said, str) else list(said or ())
    return found
