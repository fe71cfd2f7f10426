"""Players' text in Markdown, made into harmless HTML.

Press comes from players, and so from anybody. It may be emphasised, quoted, listed and linked; it
may not hold a tag, a picture, an id, a handler or an address that runs. Nothing is searched for and
taken out of finished HTML. The tree that Markdown made is written out by `_Writer`, which knows a
handful of tags and escapes every other character, so what it does not know cannot come out.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from typing import TypeVar
from xml.etree.ElementTree import Element

from markdown import Markdown
from markdown.extensions.footnotes import NBSP_PLACEHOLDER
from markdown.inlinepatterns import Pattern as InlinePattern
from markdown.treeprocessors import InlineProcessor
from markdown.util import AtomicString, Registry
from markupsafe import Markup

from zinegen.errors import ZinegenError
from zinegen.languages.texts import gettext
from zinegen.pages.words.visible_text import strip_invisible

LONGEST = 4_000
"""Characters an item of press may have. Markdown's time grows with the square of some texts."""

MOST_BRACKETS = 300
"""With more of them a text has no links: each bracket is looked for its partner in all that follows."""

PLAYER_TAGS = frozenset(
    {"a", "blockquote", "br", "code", "del", "em", "hr", "li", "ol", "p", "pre", "strong", "ul"}
)
"""What a player's text may become."""

EDITOR_TAGS = PLAYER_TAGS | frozenset(
    {"div", "h4", "span", "sup", "table", "thead", "tbody", "tr", "th", "td"}
)
"""What a GM's text may become: also tables, headings at a depth that fits the page, and what footnotes and
small caps need."""


_BLOCKS = (
    "empty",
    "indent",
    "code",
    "hashheader",
    "setextheader",
    "hr",
    "olist",
    "ulist",
    "quote",
    "table",
    "footnote",
    "paragraph",
)
_INLINES = (
    "backtick",
    "escape",
    "footnote",
    "small_caps",
    "link",
    "autolink",
    "linebreak",
    "em_strong",
    "em_strong2",
)
_SMALL_CAPS = r"\[([^\[\]\n]{1,200})\]\{\.smallcaps\}"
"""As Pandoc writes them: ``[The Times]{.smallcaps}``."""
_NOTE = re.compile(r"fn(?:ref[0-9]*)?:[0-9]{1,3}|fn(?:ref[0-9]*)?:[\w-]{1,40}")
"""What the extension calls a note, and the places that it is referred to."""
_EMPTY_TAGS = frozenset({"br", "hr"})
_HEADING = re.compile(r"h[1-6]")
_STASHED = re.compile("\x02([0-9]+)\x03")
_SAFE_ADDRESS = re.compile(r"""(?:https?://[^\s<>"'`\\/]|mailto:)[^\s<>"'`\\]*""", re.IGNORECASE)

Item = TypeVar("Item")


class PressError(ZinegenError):
    """A text that is refused as a whole: too long, or nested too deeply."""


def render_press(text: str) -> Markup:
    """Return a player's text as safe HTML.

    Raises:
        PressError: the text has more than `LONGEST` characters or is nested too deeply.
    """
    if len(text) > LONGEST:
        text = gettext("this text has {count} characters; {most} are allowed").format(
            count=f"{len(text):,}", most=f"{LONGEST:,}"
        )
        raise PressError(text)
    return _convert(text, PLAYER_TAGS, "sane_lists")


def render_notes(text: str, name: str = "notes") -> Markup:
    """Return a GM's text as HTML: the same dialect with tables, headings, footnotes and small caps.

    ``name`` is what the anchors of its footnotes begin with; no two texts of a page have the same.

    Raises:
        PressError: the text is nested too deeply.
    """
    return _convert(text, EDITOR_TAGS, "sane_lists", "tables", "footnotes", name=name)


class _SmallCaps(InlinePattern):
    """Makes an element of a text that is marked as small capitals."""

    def handleMatch(self, m: "re.Match[str]") -> Element:  # noqa: N802  (Markdown's own)
        """Return the element."""
        found = Element("span")
        found.text = AtomicString(m.group(2))
        return found


def _convert(text: str, tags: frozenset[str], *extensions: str, name: str = "") -> Markup:
    """Convert with an instance of its own, so that no item changes another."""
    plain = strip_invisible(text)
    if not plain.strip():
        return Markup()
    markdown = Markdown(
        extensions=list(extensions),
        extension_configs={"footnotes": {"BACKLINK_TITLE": "", "SEPARATOR": ":"}}
        if "footnotes" in extensions
        else {},
    )
    if name:
        markdown.inlinePatterns.register(_SmallCaps(_SMALL_CAPS), "small_caps", 1)
    markdown.preprocessors.deregister("html_block")
    markdown.parser.blockprocessors = _keep_only(markdown.parser.blockprocessors, _BLOCKS)
    inlines = [name for name in _INLINES if name != "link" or text.count("[") <= MOST_BRACKETS]
    markdown.inlinePatterns = _keep_only(markdown.inlinePatterns, inlines)
    markdown.treeprocessors.register(InlineProcessor(markdown), "inline", 20)  # sees the new list
    markdown.postprocessors = Registry()
    notes = markdown.treeprocessors["footnote"] if "footnotes" in extensions else None
    if notes is not None:
        markdown.treeprocessors.register(notes, "footnote", 50)
    markdown.serializer = _Writer(tags, name).document
    try:
        return Markup(markdown.convert(plain))  # noqa: S704  # written by _Writer alone
    except RecursionError:
        raise PressError(gettext("this text is nested too deeply to be read")) from None


def _keep_only(registry: "Registry[Item]", names: Sequence[str]) -> "Registry[Item]":
    """Return a registry with these items alone: what a later version of Markdown adds is left out."""
    kept: Registry[Item] = Registry()
    for place, name in enumerate(names):
        if name in registry:
            kept.register(registry[name], name, -place)
    return kept


@dataclass(frozen=True, slots=True)
class _Writer:
    """Writes Markdown's tree as HTML of these tags, and of no attribute but a link's.

    The anchors of footnotes are the one exception: they begin with ``name``.
    """

    tags: frozenset[str]
    name: str = ""

    def document(self, root: Element) -> str:
        """Write the whole tree; the outermost `div` is Markdown's own and is cut off by it."""
        return f"<div>{self.inside(root)}</div>"

    def inside(self, element: Element) -> str:
        """Write what stands between an element's tags."""
        text = _write_code(element.text) if element.tag == "code" else _write_text(element.text)
        return text + "".join(self.element(child) + _write_text(child.tail) for child in element)

    def element(self, element: Element) -> str:
        """Write an element: under its own tag if that is allowed, else as plain as can be."""
        tag = element.tag
        if tag in _EMPTY_TAGS and tag in self.tags:
            return f"<{tag}>"
        inside = self.inside(element)
        if tag == "a":
            return self.note_link(element, inside) or _write_link(element, inside)
        if tag == "span" and tag in self.tags:
            return f'<span class="smallcaps">{inside}</span>'
        if tag == "div" and tag in self.tags:
            return f'<div class="z-footnotes">{inside}</div>'
        if tag in {"li", "sup"} and (anchor := self.note_anchor(element.get("id") or "")):
            return f'<{tag} id="{anchor}">{inside}</{tag}>'
        if tag not in self.tags:
            tag = "h4" if _HEADING.fullmatch(tag) and "h4" in self.tags else "p"
        return f"<{tag}>{inside}</{tag}>"

    def note_anchor(self, found: str) -> str:
        """Return the anchor of a footnote on the page; empty for what is none."""
        if not self.name or not _NOTE.fullmatch(found):
            return ""
        return f"{self.name}-{found.replace(':', '-')}"

    def note_link(self, element: Element, inside: str) -> str:
        """Return a link to a footnote or back from it; empty for any other link."""
        to = self.note_anchor((element.get("href") or "").removeprefix("#"))
        if not to or not (element.get("href") or "").startswith("#"):
            return ""
        if element.get("class") == "footnote-backref":
            label = escape(gettext("Back to the text"))
            return f'<a href="#{to}" aria-label="{label}">\u21a9</a>'
        return f'<a href="#{to}">{inside}</a>'


def _write_link(element: Element, inside: str) -> str:
    """Write a link to a web page or a mail address; any other becomes emphasis."""
    address = _restore_stashed(element.get("href")).strip()
    if not _SAFE_ADDRESS.fullmatch(address):
        return f"<em>{inside}</em>"
    title = _restore_stashed(element.get("title"))
    titled = f' title="{escape(title)}"' if title else ""
    return f'<a href="{escape(address)}"{titled} rel="nofollow ugc noopener">{inside}</a>'


def _restore_stashed(text: str | None) -> str:
    """Return a text with Markdown's own placeholders for escaped characters undone."""
    plain = (text or "").replace(NBSP_PLACEHOLDER, "\u00a0")
    return _STASHED.sub(lambda found: chr(int(found[1])), plain)


_APOSTROPHE = re.compile(r"(?<=[^\W\d_])'(?=[^\W\d_])")


def _write_text(text: str | None) -> str:
    """Escape a text, with the apostrophes within its words as print has them."""
    return escape(_APOSTROPHE.sub("\u2019", _restore_stashed(text)), quote=False)


def _write_code(text: str | None) -> str:
    """Escape what stands in a code span, which Markdown has escaped once already."""
    raw = (text or "").replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&")
    return escape(_restore_stashed(raw), quote=False)
