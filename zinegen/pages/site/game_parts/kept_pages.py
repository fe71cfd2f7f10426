"""Pages and files of games that are kept: each text is read when it is printed, and not held."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, fields

from zinegen.pages.site.render import Page


class KeptPage(Page):
    """A page whose body is read each time that somebody asks for it."""

    __slots__ = ("_read", "told")
    _read: Callable[[], str]
    told: bytes
    """A digest of the body where nobody writes anything for the page; empty where it is not known."""

    def __getattr__(self, name: str) -> object:
        """Return the body: Python asks for it here, as that field is not set."""
        if name != "body":
            raise AttributeError(name)
        return self._read()


def read_page_later(page: Page, read: Callable[[], str], told: bytes = b"") -> KeptPage:
    """Return a page with a body that ``read`` returns, and of which ``told`` is the digest if it is known."""
    found = object.__new__(KeptPage)
    for one in fields(page):
        if one.name != "body":
            object.__setattr__(found, one.name, getattr(page, one.name))
    object.__setattr__(found, "_read", read)
    object.__setattr__(found, "told", told)
    return found


@dataclass(frozen=True, slots=True, kw_only=True)
class SiteFiles(Mapping[str, str | bytes]):
    """What lies beside pages, by uri: some is there, some is read each time that somebody asks for it."""

    made: Mapping[str, str | bytes] = field(default_factory=dict)
    kept: Mapping[str, Callable[[str], str | bytes]] = field(default_factory=dict)
    """What reads a file, given its uri."""

    def __getitem__(self, uri: str) -> str | bytes:
        """Return a file."""
        return self.kept[uri](uri) if uri in self.kept else self.made[uri]

    def __iter__(self) -> Iterator[str]:
        """Yield all uris."""
        yield from self.made
        yield from (uri for uri in self.kept if uri not in self.made)

    def __len__(self) -> int:
        """Return how many there are."""
        return sum(1 for _ in self)
