"""Where a page or a file lies in the site, seen from its root or from another page."""

import posixpath
from collections.abc import Mapping
from dataclasses import dataclass, field

GAMES = "games/"
"""Where games lie, in a zine or in the volume of one."""
INDEX = "pagefind/"
"""Where in either the index of the search lies."""


@dataclass(frozen=True, slots=True)
class Addresses:
    """How uris become addresses: a folder a page, or a file a page."""

    directories: bool = True
    sources: bool = False
    """The pages stay Markdown: addresses are the uris themselves."""
    volume: str = ""
    """The folder of the volume whose games are printed; empty for a front, and for a zine that is not cut."""
    homes: Mapping[str, str] = field(default_factory=dict, hash=False)
    """On a front: the folder of the volume in which each game lies."""

    @property
    def is_cut(self) -> bool:
        """Tell whether the zine is cut into volumes."""
        return bool(self.volume or self.homes)

    def path(self, uri: str) -> str:
        """Return where a uri lies in the built site, from its root; the front page is empty."""
        if uri.startswith(INDEX) and self.volume:
            return f"{self.volume}/{uri}"
        if uri.startswith(GAMES) and self.is_cut:
            slug, slash, _ = uri[len(GAMES) :].partition("/")
            home = self.volume or self.homes.get(slug, "")
            return f"{home}/{self._path(uri)}" if slash and home else self._path(uri)
        return self._path(uri)

    def _path(self, uri: str) -> str:
        if self.sources or not uri.endswith(".md"):
            return uri
        folder, name = posixpath.split(uri)
        if name == "index.md":
            return (folder + "/" if folder else "") if self.directories else uri[:-3] + ".html"
        return uri[:-3] + ("/" if self.directories else ".html")

    def path_to_root(self, here: str) -> str:
        """Return the way from the page with the uri `here` to the folder of the site."""
        return "../" * self.path(here).count("/") or "./"

    def between(self, here: str, uri: str) -> str:
        """Return the relative address of a uri on the page with the uri `here`."""
        target, _, anchor = uri.partition("#")
        if not target:
            return f"#{anchor}"
        near = _relative_address(self.path(here), self.path(target))
        return f"{near}#{anchor}" if anchor else near


def with_slash(address: str) -> str:
    """Return a site's address ending in a slash; an empty one as it is."""
    return f"{address.rstrip('/')}/" if address else ""


def _relative_address(here: str, there: str) -> str:
    """Return the relative address between two addresses from the site's root, neither with a dot in it.

    A page has dozens of links, and `posixpath.relpath` would ask the system for its folder at each.
    """
    start, target = here.split("/")[:-1], there.split("/")
    common = 0
    while common < min(len(start), len(target) - 1) and start[common] == target[common]:
        common += 1
    way = "/".join([*[".."] * (len(start) - common), *target[common:]])
    return way or "./"
