"""What the scripts of the pages say in the zine's language: a module made of its catalogue."""

import json

from zinegen.catalogues.catalogue import read_catalogue
from zinegen.languages.texts import ENGLISH

URI = "assets/messages.js"
"""The module in whose place it lies: `language.js` takes its texts from there."""
SCRIPTS = "site_src/assets/"
"""Where the catalogue says that a text comes from if a script says it."""


def write_script_texts(code: str) -> dict[str, str]:
    """Return the module by its uri; nothing for English, which the scripts speak themselves."""
    if code == ENGLISH.code:
        return {}
    catalogue = read_catalogue(code)
    texts: dict[str, str | list[str]] = {}
    for message in catalogue:
        if any(place.startswith(SCRIPTS) for place, _ in message.locations):
            first = message.id if isinstance(message.id, str) else message.id[0]
            key = f"{message.context}\4{first}" if message.context else first
            said = message.string
            texts[key] = said if isinstance(said, str) else list(said or ())
    listed = json.dumps(texts, ensure_ascii=False, indent=1)
    # The same expressions mean the same in C, in which gettext has them, and in JavaScript.
    choose = f"number => {{ const n = number; return Number{catalogue.plural_expr} }}"
    return {URI: f"export const messages = {listed}\nexport const choose = {choose}\n"}
