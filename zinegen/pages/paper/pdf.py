"""Documents as PDF: what each kind of paper looks like, and the folder in which type is set."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from zinegen.archive.files import scratch_folder
from zinegen.languages.texts import gettext, spoken_language
from zinegen.pages.contents import GameContents, GameView
from zinegen.pages.paper.book import describe, list_pictures, list_press
from zinegen.pages.paper.documents import Drawings, PrintDocument
from zinegen.pages.paper.plain_data import to_plain
from zinegen.pages.paper.typefaces import write_typefaces
from zinegen.pages.paper.typesetting import (
    Typesetter,
    can_show,
    need_typesetter,
    replace_missing,
)
from zinegen.pages.site.standard_files import OWN_PAPER, PAPER_TEMPLATES

FONTS = "fonts"
SAID = re.compile(r'\bsay\("([^"]+)"')
"""A text that templates mark for translation."""
REGIONS: Mapping[str, str] = {"en": "gb"}
"""For the breaking of words, where that is not the same wherever a language is written."""
FindAddress = Callable[[str], str]
"""Returns where on the web a page lies, given its uri; nothing where the zine has no address."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Look:
    """How a document lies on its paper: lengths in millimetres, sizes of type in points."""

    width: float
    height: float
    margin: float = 16
    top: float = 21
    bottom: float = 18
    columns: int = 2
    size: float = 9
    map: float = 178
    """Width of a map."""
    orders: int = 2
    """Columns of orders in a column of text."""
    order: float = 7.4
    """Size of orders."""
    spread: bool = True
    """In a book both halves of a spread lie on one sheet, across; else they are two pages."""
    book_orders: int = 1
    """As `orders`, in a book."""


BOOKLET = "a5-booklet"
"""The paper whose pages come two by two on sheets of A4."""
LOOKS: Mapping[str, Look] = {
    "a4": Look(width=210, height=297),
    "letter": Look(width=215.9, height=279.4, map=172),
    BOOKLET: Look(
        width=148,
        height=210,
        margin=11,
        top=17,
        bottom=14,
        size=8,
        map=126,
        order=6.2,
        spread=False,
        book_orders=2,
    ),
}
"""By the names that settings and commands have for papers."""
NARROWER = (1, 0.95, 0.9, 0.84, 0.78, 0.72)
"""How wide the maps of an issue may be instead, where its pages are filled better so."""
DENSER = ((0.95, 0.72), (0.9, 0.72), (0.9, 0.62), (0.86, 0.62))
"""Sizes of type and maps for an issue on large paper that would have too many pages, the first that do."""
FEW_PAGES, A_SEASON = 2, 1.25
"""So many pages an issue may have, and so many more for each season."""


def make_pdf(
    document: PrintDocument, drawings: Drawings, paper: str, find_address: FindAddress, root: Path
) -> bytes:
    """Return a document as PDF.

    ``paper`` is a key of `LOOKS`, ``root`` the folder of the zine, in which type is set for a while. Raises
    NoPrintError and TypesettingError as `typesetting` does.
    """
    need_typesetter()
    with scratch_folder(root) as folder:
        (folder / FONTS).mkdir()
        write_typefaces(folder / FONTS)
        for name, content in _list_files(document, drawings, root / OWN_PAPER):
            (folder / name).write_bytes(content)
        typesetter = Typesetter(folder, folder / FONTS)
        _write_data(folder, document, drawings, LOOKS[paper], find_address)
        is_book = isinstance(document.view, GameContents)
        main = "game.typ" if is_book else "issue.typ"
        inputs = {} if is_book else _fit_pages(typesetter, document, LOOKS[paper])
        whole = typesetter.set_type(main, inputs)
        if paper != BOOKLET:
            return whole
        (folder / "document.pdf").write_bytes(whole)
        pages = typesetter.find_end(main, inputs).page
        return _impose(typesetter, document.title, pages, LOOKS[paper])


def _impose(typesetter: Typesetter, title: str, pages: int, look: Look) -> bytes:
    """Return the document that lies in the folder as sheets to be folded and stapled."""
    inputs = {
        "title": title,
        "page": gettext("Page"),
        "pages": str(pages),
        "width": _to_input(look.width),
        "height": _to_input(look.height),
    }
    return typesetter.set_type("booklet.typ", inputs, tagged=False)


def _fit_pages(typesetter: Typesetter, document: PrintDocument, look: Look) -> Mapping[str, str]:
    """Return how wide the maps of an issue are, so that it fills its pages, and how large its type is."""
    tried = [_make_inputs(look, 1, part) for part in NARROWER[: None if document.seasons else 1]]
    costs = [_find_cost(typesetter, look, *one) for one in enumerate(tried)]
    best = tried[costs.index(min(costs))]
    most = FEW_PAGES + A_SEASON * len(document.seasons)
    for scale, part in DENSER if look.spread else ():
        if typesetter.find_end("issue.typ", best).page <= most:
            break
        best = _make_inputs(look, scale, part)
    return best


def _make_inputs(look: Look, scale: float, part: float) -> Mapping[str, str]:
    return {"map": _to_input(look.map * part), "type": f"{scale:.2f}"}


def _find_cost(typesetter: Typesetter, look: Look, place: int, inputs: Mapping[str, str]) -> float:
    """Return how little a width of maps becomes an issue: its pages, and what is left empty of the last."""
    end = typesetter.find_end("issue.typ", inputs)
    column = int(end.x > look.width / 2)
    down = (end.y - look.top) / (look.height - look.top - look.bottom)
    return end.page + 0.7 * (1 - (column + down) / look.columns) + 0.08 * place


def _to_input(length: float) -> str:
    return f"{length:.1f}"


def _list_files(
    document: PrintDocument, drawings: Drawings, templates: Path
) -> Iterator[tuple[str, bytes]]:
    """Yield the names and contents of all files of a document but its data."""
    for folder in (PAPER_TEMPLATES, templates):
        for path in sorted(folder.glob("*.typ")) if folder.is_dir() else ():
            yield path.name, path.read_bytes()
    yield from list_pictures(document, drawings)


def _list_words(folder: Path) -> Mapping[str, str]:
    """Return what the templates in a folder say, in the zine's language; not where that is the same."""
    texts = {
        text
        for path in sorted(folder.glob("*.typ"))
        for text in SAID.findall(path.read_text(encoding="utf-8"))
    }
    translate = spoken_language().messages.gettext
    return {text: said for text in sorted(texts) if (said := translate(text)) != text}


def _write_data(
    folder: Path, document: PrintDocument, drawings: Drawings, look: Look, find_address: FindAddress
) -> None:
    """Write what the templates read."""
    view = document.view.view if isinstance(document.view, GameContents) else document.view
    chart = view.chart if isinstance(view, GameView) else None
    data = {
        "title": document.title,
        "author": document.author,
        "address": document.address,
        "zine": document.zine,
        "view": to_plain(view, find_address),
        "seasons": to_plain(document.seasons, find_address),
        "press": list_press(document.seasons),
        "maps": {name: one.alt for name, one in drawings.maps.items()},
        "chart": describe(chart) if chart else "",
        "look": to_plain(look, find_address),
        "pictures": [name for name in document.pictures if can_show(folder / name)],
        "language": spoken_language().code,
        "region": REGIONS.get(spoken_language().code),
        "words": _list_words(folder),
    }
    text = json.dumps(data, ensure_ascii=False, sort_keys=True)
    (folder / "data.json").write_text(text.translate(replace_missing([text])), encoding="utf-8")
