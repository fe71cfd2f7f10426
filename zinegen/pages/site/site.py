"""The whole site as data: finished pages and the files that lie beside them."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

from markupsafe import Markup

from zinegen.errors import ZinegenError
from zinegen.pages.site.render import (
    Addresses,
    Page,
    cut_unsearched,
    rebase_links,
    restore_unsearched,
)
from zinegen.pages.views import Link

PROSE = "<!-- zinegen: prose -->"
"""Stands in a page's body where the text of a Markdown file belongs."""

PROSE_HTML = Markup(PROSE)  # noqa: S704  # a comment of our own
"""The same for templates."""


GUESSED_EDIT_URIS = frozenset({"edit/master/docs/", "src/default/docs/"})
"""What MkDocs takes for `edit_uri` where only a repository is named: a branch and a folder not ours."""


class SiteError(ZinegenError):
    """Pages that do not fit together: two of one name, or a link that leads nowhere."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Zine:
    """What the editor says of the zine as a whole."""

    name: str
    url: str = ""
    """Where the site will lie, ending in a slash; without it there are no feeds."""
    motto: str = ""
    editor: str = ""
    price: str = ""
    edit: str = ""
    """What a file's path is added to for the platform's editor; without it, no such links."""

    @property
    def upload(self) -> str:
        """What a folder's path is added to for the platform's form that takes files; empty for none.

        Platforms that have one have it beside their editor, under another word.
        """
        for word in ("/edit/", "/_edit/"):
            head, edit, branch = self.edit.rpartition(word)
            if edit and not head.endswith("/-"):
                return f"{head}{word.replace('edit', 'upload')}{branch}"
        return ""

    @property
    def has_feeds(self) -> bool:
        """Tell whether there are feeds: theirs are absolute addresses."""
        return bool(self.url)


@dataclass(frozen=True, slots=True, kw_only=True)
class Site:
    """Everything that the program adds to what people wrote."""

    pages: tuple[Page, ...] = ()
    files: Mapping[str, str | bytes] = field(default_factory=dict)
    """Records and feeds, by uri."""
    pictures: Mapping[str, Path] = field(default_factory=dict)
    """The drawn maps, each a file that is there already, by uri."""
    menu: tuple[Link, ...] = ()
    """The games in the menu."""
    notices: tuple[str, ...] = ()
    """What is wrong and the editor must hear about: a line each, with the file's name."""
    remarks: tuple[str, ...] = ()
    """What the editor may like to know."""
    stopped: tuple[str, ...] = ()
    """Folders of games that cannot be shown now: what was last published of them may stay."""


def with_error_page(site: Site, message: str) -> Site:
    """Return a site whose front page and first notice say what is wrong: for an editor's preview."""
    body = Markup(
        '<h1>The preview stands still</h1><p class="z-banner" role="alert">Something that was edited'
        " cannot be used. The other pages are as they were.</p><pre><code>{}</code></pre>"
    ).format(message)
    front = Page(uri="index.md", title="The preview stands still", body=body, in_menu=True)
    others = tuple(page for page in site.pages if page.uri != "index.md")
    return replace(site, pages=(front, *others), notices=(message, *site.notices))


@dataclass(frozen=True, slots=True)
class PageMerger:
    """Puts together what the templates made and what people wrote, page by page."""

    site: Site
    addresses: Addresses
    url: str
    """The site's own address."""
    pages: Mapping[str, Page] = field(init=False)
    """What the templates made, by uri."""
    prose: dict[str, str] = field(default_factory=dict)
    """What people wrote, by uri, for another page on which it stands as well."""
    unsearched: dict[str, tuple[str, ...]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        object.__setattr__(self, "pages", {page.uri: page for page in self.site.pages})

    def metadata(self, uri: str) -> Mapping[str, object]:
        """Return what the theme reads of a page; nothing of one that people wrote."""
        page = self.pages.get(uri)
        return page.metadata(self.url) if page is not None else {}

    def merge(self, uri: str, html: str) -> str:
        """Return a page for the search to read, given what Markdown made of the text for it."""
        page = self.pages.get(uri)
        if page is None:
            return html
        self.prose[uri] = html
        if page.prose_of:
            there = page.prose_of
            html = rebase_links(self.prose.get(there, ""), self.addresses, there=there, here=uri)
        body, self.unsearched[uri] = cut_unsearched(page.body)
        return body.replace(PROSE, html, 1)

    def complete(self, uri: str, output: str) -> str:
        """Return a page, the theme around it, with what the search need not read."""
        return restore_unsearched(output, self.unsearched.get(uri, ()))


def edit_address(repository: str | None, edit_uri: str | None) -> str:
    """Return what a file's path is added to for the platform's editor; empty where that is not said."""
    if edit_uri and edit_uri.startswith(("https://", "http://")):
        return edit_uri
    return f"{repository.rstrip('/')}/{edit_uri}" if repository and edit_uri else ""


def check_links(site: Site, others: Iterable[str]) -> None:
    """Make sure that every link of a page leads somewhere.

    Args:
        site: the pages that the program makes.
        others: uris of what people wrote.

    Raises:
        SiteError: two pages have one uri, or a link leads to none.
    """
    uris = Counter(page.uri for page in site.pages)
    for uri in sorted(uri for uri, count in uris.items() if count > 1):
        raise SiteError(f"two pages want to be {uri}")
    known = {*uris, *site.files, *site.pictures, *others}
    for page in site.pages:
        for uri in sorted(page.links - known):
            raise SiteError(f"{page.uri} leads to {uri}, which is not there")
