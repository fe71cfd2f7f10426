"""Catalogues of translations brought up to date: `make messages`.

Every marked text of modules, templates and scripts, and every name of a province and a power, is put into
`zinegen/catalogues/CODE.po`; what nobody says any more goes. What is left to translate is listed.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable, Iterator, Mapping
from io import BytesIO
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_file
from babel.messages.pofile import write_po

from zinegen.catalogues.catalogue import CODES, FOLDER, read_catalogue
from zinegen.pages.paper.pdf import SAID
from zinegen.play.setups import start_state
from zinegen.variants import VARIANTS

ROOT = Path(__file__).parents[1]
SOURCES = (
    ("python", "zinegen", "*.py"),
    ("jinja2", "templates/pages", "*.html"),
    ("jinja2", "templates/desk", "*.html"),
    ("jinja2", "templates/theme", "*.html"),
    ("jinja2", "templates/export", "*.md"),
    ("jinja2", "templates/paper/epub", "*.xhtml"),
    ("typst", "templates/paper", "*.typ"),
    ("javascript", "site_src/assets", "*.js"),
)
"""Method of extraction, folder, and pattern of the files in and below it."""
KEYWORDS: Mapping[str, tuple[int | tuple[int, str], ...] | None] = {
    "_": None,
    "N_": None,
    "gettext": None,
    "ngettext": (1, 2),
    "pgettext": ((1, "c"), 2),
    "npgettext": ((1, "c"), 2, 3),
}
OPTIONS = {
    "trim_blocks": "true",
    "lstrip_blocks": "true",
    "encoding": "utf-8",
    "silent": "false",
    "parse_template_string": "true",
}
POWER_FORMS = ("power", "power, the", "power, of", "power, to")
"""The contexts in which each power's name is translated; see `zinegen.languages.names`."""
PLURALS = {"de": "nplurals=2; plural=(n != 1);", "fr": "nplurals=2; plural=(n > 1);"}
"""Which form a number takes. Babel's French has one more, for whole millions: no zine counts so far."""
_TORN = re.compile(r"(`[^`]*`)|(?<=\S) (?=[:;!?»](?:\W|$))|(?<=«) ")
"""Spaces of French that must not break; and code, which is no French."""
WIDTH = 110
HEAD = r"""# What a zine in this language says: see CONTRIBUTING.md, "Languages".
msgid ""
msgstr ""
"Language: {code}\n"
"Content-Type: text/plain; charset=utf-8\n"
"Content-Transfer-Encoding: 8bit\n"
"Plural-Forms: {plural}\n"

"""


def extract_messages() -> Catalog:
    """Return every text that is to be translated, with the files that say it."""
    found = Catalog()
    for method, folder, pattern in SOURCES:
        for path in sorted((ROOT / folder).rglob(pattern)):
            if "vendor" not in path.parts:
                _extract_file(found, method, path)
    for context, name in _list_names():
        found.add(name, context=context, locations=[("rule-sets", 1)])
    return found


def _extract_file(found: Catalog, method: str, path: Path) -> None:
    place = path.relative_to(ROOT).as_posix()
    if method == "typst":
        for text in SAID.findall(path.read_text(encoding="utf-8")):
            found.add(text, locations=[(place, 1)])
        return
    for _, message, comments, context in extract_from_file(
        method, path, keywords=KEYWORDS, comment_tags=("i18n:",), options=OPTIONS
    ):
        found.add(message, context=context, locations=[(place, 1)], auto_comments=comments)


def _list_names() -> Iterator[tuple[str, str]]:
    """Yield the context and the English name of every province and power."""
    states = [start_state(variant) for variant in VARIANTS.values()]
    provinces = {one.name for state in states for one in state.board.provinces.values()}
    powers = {power for state in states for power in state.powers}
    yield from (("province", name) for name in sorted(provinces))
    for context in POWER_FORMS:
        yield from ((context, power) for power in sorted(powers))


def keep_signs(text: str) -> str:
    """Return a French text in which no line begins with a sign and none ends with an opening quotation mark.

    The space there is one that does not break; what stands between backquotes is no French.
    """
    return _TORN.sub(lambda found: found[1] or "\N{NO-BREAK SPACE}", text)


def write_catalogue(catalogue: Catalog) -> bytes:
    """Return a catalogue as its file holds it: no dates, no line numbers, nothing that is obsolete."""
    if catalogue.locale_identifier == "fr":
        for message in catalogue:
            said = message.string
            if isinstance(said, str):
                message.string = keep_signs(said)
            elif said:
                message.string = tuple(map(keep_signs, said))
    body = BytesIO()
    write_po(
        body,
        catalogue,
        width=WIDTH,
        omit_header=True,
        ignore_obsolete=True,
        include_lineno=False,
    )
    code = str(catalogue.locale_identifier)
    head = HEAD.format(code=code, plural=PLURALS[code])
    return head.encode() + body.getvalue().lstrip(b"\n")


def update_catalogue(code: str, messages: Catalog) -> Catalog:
    """Return the catalogue of a language with exactly these messages; what was translated stays so."""
    found = read_catalogue(code)
    found.update(messages, no_fuzzy_matching=True)
    return found


def list_untranslated(catalogue: Catalog) -> Iterable[str]:
    """Yield what is not translated yet, or only perhaps."""
    for message in catalogue:
        texts = message.string if isinstance(message.string, tuple) else (message.string,)
        if message.id and (message.fuzzy or not all(texts)):
            yield message.id if isinstance(message.id, str) else message.id[0]


def main() -> int:
    """Bring all catalogues up to date, and print what is left to translate."""
    messages, left = extract_messages(), 0
    for code in CODES[1:]:
        catalogue = update_catalogue(code, messages)
        (FOLDER / f"{code}.po").write_bytes(write_catalogue(catalogue))
        missing = [*list_untranslated(catalogue)]
        left += len(missing)
        sys.stdout.write(f"{code}.po: {len(catalogue)} texts, {len(missing)} to translate\n")
        sys.stdout.writelines(f"  {text}\n" for text in missing)
    return 1 if left else 0


if __name__ == "__main__":
    raise SystemExit(main())
