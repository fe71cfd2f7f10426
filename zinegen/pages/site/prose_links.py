"""Links in a folder of Markdown: each page that is led to must be there."""

from __future__ import annotations

import posixpath
import re
from collections import Counter
from collections.abc import Callable, Container, Iterable, Iterator
from html import unescape
from urllib.parse import unquote

from zinegen.errors import ZinegenError
from zinegen.pages.site.layout import Site


class SiteError(ZinegenError):
    """Pages that do not fit together: two of one name, or a link that leads nowhere."""


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


def check_links(
    site: Site, others: Iterable[str], is_elsewhere: Callable[[str], bool] = lambda _: False
) -> tuple[str, ...]:
    """Return what is wrong with links of a site's pages, a line for each that leads nowhere.

    Args:
        site: the pages that the program makes.
        others: uris of what people wrote.
        is_elsewhere: tells of a uri whether another part of the zine has it.

    Raises:
        SiteError: two pages have one uri.
    """
    uris = Counter(page.uri for page in site.pages)
    for uri in sorted(uri for uri, count in uris.items() if count > 1):
        raise SiteError(f"two pages want to be {uri}")
    lying = (uri for game in site.lasting.values() for uri in game.uris)
    known = {*uris, *site.files, *site.pictures, *others, *lying}
    return tuple(
        f"{page.uri} leads to {uri}, which is not there"
        for page in site.pages
        for uri in sorted(page.links - known)
        if not is_elsewhere(uri)
    )
