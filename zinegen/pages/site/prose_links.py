"""Links in a folder of Markdown: each page that is led to must be there."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Container, Iterator
from html import unescape
from urllib.parse import unquote

_CODE = re.compile(
    r"^(?P<fence>```+|~~~+).*?^(?P=fence)|(?P<tick>`+).+?(?P=tick)", re.DOTALL | re.MULTILINE
)
_LINKS = (
    re.compile(r"(?<!\\)\]\(\s*([^()\s<>]+)(?:\s[^)]*)?\)"),
    re.compile(r"(?<!\\)\]\(\s*<([^<>\n]+)>(?:\s[^)]*)?\)"),
    re.compile(r"""\s(?:href|src)\s*=\s*["']([^"']+)["']""", re.IGNORECASE),
    re.compile(r"^ {0,3}\[[^\]\n]+\]:\s*<?([^\s<>]+)>?", re.MULTILINE),
)
_SCHEME = re.compile(r"[a-z][a-z0-9+.-]*:|//", re.IGNORECASE)


def find_dead_links(uri: str, text: str, known: Container[str]) -> Iterator[str]:
    """Yield what a page leads to that is not there: each address as it is written.

    Args:
        uri: where the page lies.
        text: the page as Markdown.
        known: uris of everything that is there; a folder is there if its page is.
    """
    prose = _CODE.sub(" ", text)
    for address in dict.fromkeys(found[1] for links in _LINKS for found in links.finditer(prose)):
        path = unquote(unescape(address)).partition("#")[0].partition("?")[0]
        if not path or _SCHEME.match(path):
            continue
        there = posixpath.normpath(posixpath.join(posixpath.dirname(uri), path))
        if there not in known and posixpath.normpath(f"{there}/index.md") not in known:
            yield address
