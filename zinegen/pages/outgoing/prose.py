"""People's texts for mails and feeds: the HTML that pages show, as text or as HTML with whole addresses.

What comes in is what `render_press` and `render_notes` write, or Markdown of the editor, who is trusted no
further here: what is no known tag is text, and no attribute but an address comes out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from html import escape
from html.parser import HTMLParser

from markdown import Markdown
from markupsafe import Markup

from zinegen.pages.outgoing.text_columns import measure, rule, table, wrap
from zinegen.pages.outgoing.whole_links import whole_address
from zinegen.pages.words.visible_text import strip_invisible

_BLOCKS = frozenset(
    {"blockquote", "div", "h1", "h2", "h3", "h4", "h5", "h6", "hr", "li", "ol", "p", "pre", "table"}
    | {"tbody", "td", "th", "thead", "tr", "ul"}
)
_INLINES = frozenset(
    {"a", "b", "br", "code", "del", "em", "i", "q", "small", "span", "strong", "sub", "sup"}
)
_EMPTY = frozenset({"br", "hr"})
_HIDDEN = frozenset({"script", "style", "template", "svg", "iframe", "object", "head"})
"""Of these nothing is taken over, their text neither."""
DEEPEST = 40
"""Elements within elements; what lies deeper is text of the one around it."""
BACK = "\u21a9"
"""What a footnote's way back to the text shows; it leads nowhere in a mail."""
_MARKS = {"em": "_", "i": "_", "strong": "*", "b": "*", "code": "", "del": "~", "q": '"'}
"""What stands on both sides of a word in plain text, where HTML has a tag."""


@dataclass(slots=True)
class ProseElement:
    """A known tag with what is in it."""

    tag: str
    address: str = ""
    children: list[ProseElement | str] = field(default_factory=list)


def parse_prose(html: str, resolve: Callable[[str], str] = whole_address) -> ProseElement:
    """Return HTML as a tree of known tags; ``resolve`` makes whole addresses, or empty ones."""
    parser = _TreeBuilder(resolve)
    parser.feed(html)
    parser.close()
    return parser.root


def render_editorial(text: str) -> Markup:
    """Return an editor's Markdown as HTML, by the extensions with which a new zine renders it."""
    made = Markdown(extensions=["tables", "attr_list", "smarty", "sane_lists"]).convert(text)
    return Markup(made)  # noqa: S704  # goes through `parse_prose`, which keeps known tags alone


class _TreeBuilder(HTMLParser):
    """Builds the tree; ends tags that nobody has ended."""

    def __init__(self, resolve: Callable[[str], str]) -> None:
        super().__init__(convert_charrefs=True)
        self.resolve = resolve
        self.root = ProseElement("div")
        self.open = [self.root]
        self.hidden = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Open an element."""
        if tag in _HIDDEN:
            self.hidden += 1
        if self.hidden or tag not in _BLOCKS | _INLINES:
            return
        address = dict(attrs).get("href") if tag == "a" else None
        element = ProseElement(tag, self.resolve(address) if address else "")
        self.open[-1].children.append(element)
        if tag not in _EMPTY and len(self.open) < DEEPEST:
            self.open.append(element)

    def handle_endtag(self, tag: str) -> None:
        """Close an element, and those in it that are open still."""
        if tag in _HIDDEN:
            self.hidden = max(0, self.hidden - 1)
        names = [one.tag for one in self.open]
        if not self.hidden and tag in names[1:]:
            del self.open[len(names) - 1 - names[::-1].index(tag) :]

    def handle_data(self, data: str) -> None:
        """Take in a text."""
        if not self.hidden:
            self.open[-1].children.append(strip_invisible(data).replace(BACK, ""))


# ---------------------------------------------------------------------------------------- HTML


def prose_html(root: ProseElement, style: Callable[[str], str] = lambda _tag: "") -> Markup:
    """Return a tree as HTML; ``style`` gives the attribute that a tag bears, with a blank before it."""
    return Markup("".join(_write_node(one, style) for one in root.children))  # noqa: S704  # escaped


def _write_node(node: ProseElement | str, style: Callable[[str], str]) -> str:
    if isinstance(node, str):
        return escape(node, quote=False)
    inside = "".join(_write_node(one, style) for one in node.children)
    if node.tag in _EMPTY:
        return f"<{node.tag}{style(node.tag)}>"
    if node.tag == "a":
        href = f' href="{escape(node.address)}"'
        return f"<a{href}{style('a')}>{inside}</a>" if node.address else inside
    tag = "h4" if node.tag in {"h1", "h2", "h3", "h5", "h6"} else node.tag
    return f"<{tag}{style(tag)}>{inside}</{tag}>"


# ---------------------------------------------------------------------------------------- text


def prose_text(root: ProseElement, indent: str = "") -> list[str]:
    """Return a tree as lines of at most 72 columns, paragraphs a blank line apart; addresses at the end."""
    writer = _TextWriter()
    lines = writer.blocks(root.children, indent)
    notes = [
        line
        for number, address in enumerate(writer.addresses, 1)
        for line in wrap(address, first=f"{indent}[{number}] ")
    ]
    return [*lines, "", *notes] if notes else lines


@dataclass(slots=True)
class _TextWriter:
    addresses: list[str] = field(default_factory=list)
    """What links lead to, in their sequence."""

    def blocks(self, nodes: Sequence[ProseElement | str], indent: str) -> list[str]:
        """Return the paragraphs of some nodes; what stands beside blocks is a paragraph too."""
        lines: list[str] = []
        for group in _group(nodes):
            made = (
                self.block(group, indent)
                if isinstance(group, ProseElement)
                else wrap(self.words(group), indent, indent)
            )
            if made:
                lines += ["", *made] if lines else made
        return lines

    def block(self, node: ProseElement, indent: str) -> list[str]:
        """Return a block as lines."""
        match node.tag:
            case "hr":
                return [f"{indent}* * *"]
            case "pre":
                return [
                    f"{indent}    {line}".rstrip() for line in _raw(node).strip("\n").split("\n")
                ]
            case "blockquote":
                return [f"{indent}> {line}".rstrip() for line in self.blocks(node.children, "")]
            case "ul" | "ol":
                return self.items(node, indent)
            case "table":
                return [indent + line for line in self.table(node, measure(indent))]
            case "h1" | "h2" | "h3" | "h4" | "h5" | "h6":
                lines = wrap(self.words(node.children), indent, indent)
                return (
                    [*lines, indent + rule(width=max(map(measure, lines)) - measure(indent))]
                    if lines
                    else []
                )
            case _:
                return self.blocks(node.children, indent)

    def items(self, node: ProseElement, indent: str) -> list[str]:
        """Return a list: a hyphen or a number before each item."""
        lines: list[str] = []
        found = [one for one in node.children if isinstance(one, ProseElement) and one.tag == "li"]
        for number, item in enumerate(found, 1):
            mark = f"{number}. " if node.tag == "ol" else "- "
            inside = self.blocks(item.children, f"{indent}{' ' * len(mark)}")
            if inside:
                lines += [f"{indent}{mark}{inside[0].lstrip()}", *inside[1:]]
        return lines

    def table(self, node: ProseElement, room: int) -> list[str]:
        """Return a table as columns."""
        rows = [
            [self.words(cell.children) for cell in row.children if isinstance(cell, ProseElement)]
            for row in _find(node, "tr")
        ]
        return table([row for row in rows if row], width=72 - room)

    def words(self, nodes: Sequence[ProseElement | str]) -> str:
        """Return inline nodes as one line of text."""
        return " ".join("".join(self._inline(nodes)).split())

    def _inline(self, nodes: Sequence[ProseElement | str]) -> Iterator[str]:
        for node in nodes:
            if isinstance(node, str):
                yield node
                continue
            if node.tag == "br":
                yield " "
            inside = "".join(self._inline(node.children))
            if node.tag == "span":  # small capitals
                inside = inside.upper()
            if node.tag == "sup" and inside.strip():
                inside = f" ({inside.strip()})"
            mark = _MARKS.get(node.tag, "") if inside.strip() else ""
            yield f"{mark}{inside}{mark}"
            if node.address and node.address.removeprefix("mailto:") != inside.strip():
                if node.address not in self.addresses:
                    self.addresses.append(node.address)
                yield f" [{self.addresses.index(node.address) + 1}]"


def _group(
    nodes: Sequence[ProseElement | str],
) -> Iterator[ProseElement | list[ProseElement | str]]:
    """Yield blocks one by one, and what stands between two of them together."""
    beside: list[ProseElement | str] = []
    for node in nodes:
        if isinstance(node, ProseElement) and node.tag in _BLOCKS:
            if beside:
                yield beside
            beside = []
            yield node
        else:
            beside.append(node)
    if beside:
        yield beside


def _find(node: ProseElement, tag: str) -> Iterator[ProseElement]:
    for one in node.children:
        if isinstance(one, ProseElement):
            if one.tag == tag:
                yield one
            else:
                yield from _find(one, tag)


def _raw(node: ProseElement | str) -> str:
    return node if isinstance(node, str) else "".join(_raw(one) for one in node.children)
