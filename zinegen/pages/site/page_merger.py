"""Each page made of two parts: what the templates made, and what people wrote."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from heapq import merge

from zinegen.pages.addresses import Addresses
from zinegen.pages.contents import CONTACTS, PROSE
from zinegen.pages.search.documents import (
    KIND,
    NOWHERE,
    OTHER,
    Indexed,
    SearchDocument,
    make_page,
)
from zinegen.pages.site.layout import Site
from zinegen.pages.site.render import KeptPage, Page, rebase_links


@dataclass(frozen=True, slots=True)
class PageMerger:
    """Puts together what the templates made and what people wrote, page by page."""

    site: Site
    addresses: Addresses
    url: str
    """The site's own address."""
    is_searched: bool = True
    """Whether it is wanted what pages are found by."""
    pages: Mapping[str, Page] = field(init=False)
    """What the templates made, by uri."""
    prose: dict[str, str] = field(default_factory=dict)
    """What people wrote, by uri, for another page on which it stands as well."""
    documents: dict[str, SearchDocument] = field(default_factory=dict)
    """Pages as the search looks through them, by uri."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "pages", {page.uri: page for page in self.site.pages})

    def take_pages(self, site: Site) -> None:
        """Take the pages of the same site where more of them were made."""
        object.__setattr__(self, "pages", {page.uri: page for page in site.pages})

    def metadata(self, uri: str) -> Mapping[str, object]:
        """Return what the theme reads of a page; nothing of one that people wrote."""
        page = self.pages.get(uri)
        return page.metadata(self.url) if page is not None else {}

    def merge(self, uri: str, html: str, title: str) -> str:
        """Return a page, given what Markdown made of the text for it, and note what it is found by.

        An issue is found by its editorial: all else in it has a page of its own. What is not worth looking
        through stands between marks, which go when the page is printed.
        """
        page = self.pages.get(uri)
        if page is None:
            self._note(uri, title, html)
            return html.replace(CONTACTS, self.site.contacts)
        self.prose[uri] = html
        if page.prose_of:
            there = page.prose_of
            html = rebase_links(self.prose.get(there, ""), self.addresses, there=there, here=uri)
        body = page.body.replace(PROSE, html, 1)
        self._note(uri, page.title, html if self._is_issue(uri) else body)
        return body

    def read_later(self, uri: str) -> tuple[Callable[[], str], bytes]:
        """Return what reads a page for which nobody wrote anything, and its digest, if that is known.

        By what it is found is known elsewhere, but for an issue.
        """
        page = self.pages[uri]
        if self._is_issue(uri):
            self._note(uri, page.title, "")
        told = page.told if isinstance(page, KeptPage) else b""
        return lambda: page.body.replace(PROSE, "", 1), told

    def _is_issue(self, uri: str) -> bool:
        return (KIND, "issue") in self.site.facets.get(uri, NOWHERE)

    def _note(self, uri: str, title: str, html: str) -> None:
        facets = self.site.facets.get(uri, OTHER)
        if facets and self.is_searched:
            self.documents[uri] = make_page(title, html, facets, self.addresses.path(uri))

    def forget(self, uri: str) -> None:
        """Leave a page out of the search: whoever wrote it says so."""
        self.documents.pop(uri, None)


def list_found(site: Site, pages: Iterable[Indexed]) -> Iterator[Indexed]:
    """Yield what the search of a site finds, in the sequence of paths, in the language spoken.

    Nothing is read before somebody asks.
    """
    ranked = sorted(pages, key=lambda one: one.path)
    yield from merge(ranked, site.list_words(), key=lambda one: one.path)
