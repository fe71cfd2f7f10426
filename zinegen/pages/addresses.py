"""Where a page or a file lies in the site, seen from its root or from another page."""

import posixpath
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Addresses:
    """How uris become addresses: a folder a page, or a file a page."""

    directories: bool = True
    sources: bool = False
    """The pages stay Markdown: addresses are the uris themselves."""

    def path(self, uri: str) -> str:
        """Return where a uri lies in the built site, from its root; the front page is empty."""
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
