"""HTML as a tree of the few things that a document can set; what it does not know is passed over.

Press and notes have come through `builders.press.rendering` already. An editorial is its editor's own
Markdown and may hold any HTML: of a tag that is not known here its text is left, of scripts and the like
nothing.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from html.parser import HTMLParser
from typing import TypeAlias
from xml.sax.saxutils import escape, quoteattr

Node: TypeAlias = "str | Element"

KNOWN = frozenset(
    (
        *(
            "a",
            "blockquote",
            "br",
            "code",
            "del",
            "em",
            "figcaption",
            "figure",
            "hr",
            "img",
            "li",
            "ol",
        ),
        *("p", "pre", "strong", "sub", "sup", "table", "tbody", "td", "th", "thead", "tr", "ul"),
        *("h1", "h2", "h3", "h4", "h5", "h6"),
    )
)
"""What a document sets."""
SAME = {"b": "strong", "i": "em", "s": "del", "cite": "em"}
"""Tags that are set as others are."""
SILENT = frozenset({"script", "style", "template", "noscript", "svg", "iframe", "object", "head"})
"""Tags of which not even the text is left."""
EMPTY = frozenset({"br", "hr", "img"})
_LAYOUT = frozenset({"blockquote", "ol", "table", "tbody", "thead", "tr", "ul"})
"""Tags between whose parts no text stands."""
_BLOCKS = frozenset({"p", "h1", "h2", "h3", "h4", "h5", "h6", "hr", "pre", "figure"}) | _LAYOUT
_CLOSES: Mapping[str, frozenset[str]] = {
    **dict.fromkeys(_BLOCKS, frozenset({"p"})),
    "li": frozenset({"li", "p"}),
    "tr": frozenset({"tr", "td", "th", "p"}),
    "td": frozenset({"td", "th", "p"}),
    "th": frozenset({"td", "th", "p"}),
}
"""What a tag ends by its beginning, if nothing else has been opened since."""
_BLANKS = re.compile(r"[ \t\r\n\f]+")


@dataclass(slots=True)
class Element:
    """A part of a text."""

    tag: str
    to: str = ""
    """Where a link leads, or the file of a picture; empty for nowhere."""
    alt: str = ""
    """What a picture shows."""
    kids: list[Node] = field(default_factory=list)


@dataclass(slots=True)
class _TreeBuilder(HTMLParser):
    """Builds the tree; tags that were never closed close with those around them."""

    find_address: Callable[[str], str]
    root: Element = field(default_factory=lambda: Element("div"))
    open: list[Element] = field(init=False)
    silent: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        HTMLParser.__init__(self, convert_charrefs=True)
        self.open = [self.root]

    def handle_starttag(self, tag: str, attrs: Sequence[tuple[str, str | None]]) -> None:
        if tag in SILENT:
            self.silent.append(tag)
        tag = SAME.get(tag, tag)
        if self.silent or tag not in KNOWN:
            return
        while self.open[-1].tag in _CLOSES.get(tag, ()):
            self.open.pop()
        given = dict(attrs)
        address = given.get("href" if tag == "a" else "src") or ""
        one = Element(tag, self.find_address(address) if address else "", given.get("alt") or "")
        if tag == "img" and (not one.to or "://" in one.to):  # a document fetches nothing
            self.open[-1].kids += [one.alt] if one.alt else []
            return
        self.open[-1].kids.append(one)
        if tag not in EMPTY:
            self.open.append(one)

    def handle_endtag(self, tag: str) -> None:
        if self.silent:
            self.silent = self.silent[:-1] if tag == self.silent[-1] else self.silent
            return
        tag = SAME.get(tag, tag)
        names = [one.tag for one in self.open[1:]]
        if tag in names:
            del self.open[len(names) - names[::-1].index(tag) :]

    def handle_data(self, data: str) -> None:
        inside = self.open[-1]
        if self.silent or (inside.tag in _LAYOUT and not data.strip()):
            return
        is_typed = any(one.tag == "pre" for one in self.open)
        inside.kids.append(data if is_typed else _BLANKS.sub(" ", data))


def read_markup(
    html: str, find_address: Callable[[str], str] = lambda address: address
) -> list[Node]:
    """Return a text as a tree: its outermost parts.

    ``find_address`` returns where a link leads or which file a picture is, given the address in the text;
    nothing where there is none in the document.
    """
    builder = _TreeBuilder(find_address)
    builder.feed(html)
    builder.close()
    return _drop_gaps(builder.root.kids)


def _drop_gaps(nodes: list[Node]) -> list[Node]:
    """Return the outermost parts without the blanks before, between and after blocks."""

    def is_block(place: int) -> bool:
        one = nodes[place] if 0 <= place < len(nodes) else None
        return one is None or (isinstance(one, Element) and one.tag in _BLOCKS)

    def is_gap(place: int, one: Node) -> bool:
        blank = isinstance(one, str) and not one.strip()
        return blank and (is_block(place - 1) or is_block(place + 1))

    return [one for place, one in enumerate(nodes) if not is_gap(place, one)]


def to_data(nodes: Sequence[Node]) -> list[object]:
    """Return a tree as plain lists, texts and mappings, for what sets type."""
    return [
        one
        if isinstance(one, str)
        else {"tag": one.tag, "to": one.to, "alt": one.alt, "kids": to_data(one.kids)}
        for one in nodes
    ]


_ATTRIBUTES: Mapping[str, str] = {"a": "href", "img": "src"}


def to_xhtml(nodes: Sequence[Node]) -> str:
    """Return a tree as XHTML: every tag closed, every character that could be taken for one escaped."""
    return "".join(_write(one) for one in nodes)


def _write(node: Node) -> str:
    if isinstance(node, str):
        return escape(node)
    inside = to_xhtml(node.kids)
    given = ""
    if node.tag in _ATTRIBUTES:
        if node.tag == "a" and not node.to:
            return inside
        given = f" {_ATTRIBUTES[node.tag]}={quoteattr(node.to)}"
    if node.tag == "img":
        given += f" alt={quoteattr(node.alt)}"
    return (
        f"<{node.tag}{given}/>"
        if node.tag in EMPTY
        else f"<{node.tag}{given}>{inside}</{node.tag}>"
    )
