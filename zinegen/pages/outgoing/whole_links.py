"""Addresses that work anywhere: in a mail, a feed or a citation, far from the site's own pages."""

from __future__ import annotations

import posixpath
from dataclasses import dataclass, field
from functools import partial
from urllib.parse import urljoin, urlsplit

from zinegen.pages.addresses import Addresses

_SCHEMES = frozenset({"http", "https", "mailto"})


def whole_address(address: str, base: str = "") -> str:
    """Return an address, seen from another; empty for one that works nowhere, or that runs something."""
    try:
        joined = urljoin(base, address.strip()) if address else ""
        return joined if urlsplit(joined).scheme in _SCHEMES else ""
    except ValueError:
        return ""


@dataclass(frozen=True, slots=True, kw_only=True)
class WholeLinks:
    """Makes whole addresses of what pages lead to; none where nobody knows where the site lies."""

    site: str = ""
    """Where the site lies, ending in a slash."""
    addresses: Addresses = field(default_factory=Addresses)

    def to(self, uri: str) -> str:
        """Return the address of a page, a file or another site; empty where there is none."""
        if "://" in uri or uri.startswith("mailto:"):
            return whole_address(uri)
        target, mark, anchor = uri.partition("#")
        return f"{self.site}{self.addresses.path(target)}{mark}{anchor}" if self.site else ""

    def resolve(self, here: str, address: str) -> str:
        """Return the address to which a link on a Markdown page leads; ``here`` is the page's uri."""
        if not address or address.startswith("#") or whole_address(address):
            return whole_address(address)
        try:
            path = urlsplit(address)
        except ValueError:
            return ""
        if path.scheme or path.netloc or address.startswith("/"):
            return ""
        uri = posixpath.normpath(posixpath.join(posixpath.dirname(here), path.path))
        return self.to(f"{uri}{f'#{path.fragment}' if path.fragment else ''}")

    def on(self, here: str) -> partial[str]:
        """Return what resolves the links of one page."""
        return partial(self.resolve, here)
