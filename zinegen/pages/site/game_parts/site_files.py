"""What lies beside the pages of a site; files of games that are kept are read when they are written."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
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
