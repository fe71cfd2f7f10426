"""The whole site as data: finished pages and the files that lie beside them."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

from markupsafe import Markup

from zinegen.errors import ZinegenError
from zinegen.pages.site.render import Page
from zinegen.pages.views.views import Link

PROSE = "<!-- zinegen: prose -->"
"""Stands in a page's body where the text of a Markdown file belongs."""

PROSE_HTML = Markup(PROSE)  # noqa: S704  # a comment of our own
"""The same for templates."""


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
    """Return a site whose front page says what is wrong: for a preview, whose editor looks there."""
    body = Markup(
        '<h1>The preview stands still</h1><p class="z-banner" role="alert">Something that was edited'
        " cannot be used. The other pages are as they were.</p><pre><code>{}</code></pre>"
    ).format(message)
    front = Page(uri="index.md", title="The preview stands still", body=body, in_menu=True)
    others = tuple(page for page in site.pages if page.uri != "index.md")
    return replace(site, pages=(front, *others))


def check_links(site: Site, others: Iterable[str]) -> None:
    """Make sure that every link of a page leads somewhere.

    Args:
        site: the pages that the program makes.
        others: uris of what people wrote.

    Raises:
        SiteError: two pages have one uri, or a link leads to none.
    """
    written = [page.uri for page in site.pages]
    twice = sorted({uri for uri in written if written.count(uri) > 1}) if _repeats(written) else []
    if twice:
        raise SiteError(f"two pages want to be {twice[0]}")
    known = {*written, *site.files, *site.pictures, *others}
    for page in site.pages:
        for uri in sorted(page.links - known):
            raise SiteError(f"{page.uri} leads to {uri}, which is not there")


def _repeats(uris: list[str]) -> bool:
    return len(set(uris)) < len(uris)
