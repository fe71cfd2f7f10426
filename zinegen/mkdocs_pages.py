"""Pages of a zine as MkDocs prints them: what it reads of each, and what need not be printed again."""

import posixpath
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from hashlib import sha256
from typing import cast
from urllib.parse import urljoin, urlsplit

from jinja2 import Template, pass_context
from jinja2.runtime import Context
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure import StructureItem
from mkdocs.structure.files import File, Files
from mkdocs.structure.nav import Link, Navigation
from mkdocs.structure.pages import Page
from mkdocs.structure.toc import AnchorLink, get_toc

from zinegen.pages.addresses import Addresses, with_slash
from zinegen.pages.kept.finished_pages import PageKeeper
from zinegen.pages.search.documents import cut_quiet_marks
from zinegen.pages.site.game_parts.loaded_games import LastingGame
from zinegen.pages.site.render import cut_blanks

NOT_FOUND = "404.html"
"""What servers send where there is no page: all of it is what stands round every page."""
SITE_MAP = "sitemap.xml"
"""What search engines read."""


def list_menu(items: Iterable[StructureItem]) -> list[object]:
    """Return the menu as values: what each entry is called, where it leads, and what is below it."""
    return [
        (one.title, getattr(one, "url", None), list_menu(getattr(one, "children", None) or ()))
        for one in items
    ]


def _list_headings(links: Iterable[AnchorLink]) -> list[object]:
    return [(one.title, one.id, one.level, _list_headings(one.children)) for one in links]


def _digest_content(page: Page) -> bytes:
    if isinstance(page, MadePage) and page.told and not page.held:
        return page.told
    return sha256((page.content or "").encode("utf-8", "surrogatepass")).digest()


def describe_page(page: Page) -> tuple[object, ...]:
    """Return what the theme reads of a page."""
    beside = [one and (one.title, one.url) for one in (page.previous_page, page.next_page)]
    return (
        page.file.src_uri,
        page.url,
        page.canonical_url,
        page.edit_url,
        page.is_homepage,
        page.title,
        list(page.meta.items()),
        _digest_content(page),
        _list_headings(page.toc),
        beside,
        [one.title for one in page.ancestors],
    )


class MadePage(Page):
    """A page that the program makes. Markdown has nothing to do for it, and is not asked."""

    read: Callable[[], str] | None = None
    """Returns the content of a page that is not held."""
    told: bytes = b""
    """The digest of that; empty where it is not known."""
    held: str | None = None
    """The content of one that is."""

    @property
    def content(self) -> str | None:
        """What is printed: that which is held, or else what is read."""
        return self.read() if self.read is not None and not self.held else self.held

    @content.setter
    def content(self, html: str | None) -> None:
        self.held = html

    def render(self, config: MkDocsConfig, files: Files) -> None:
        """Leave a page without a text of its own as it is."""
        if self.markdown:
            super().render(config, files)
            return
        self.content, self.toc = "", get_toc([])
        self.present_anchor_ids, self.links_to_anchors = set(), {}


@dataclass(frozen=True, slots=True, kw_only=True)
class MappedPage:
    """A page that stays as it lies, as the map of the site lists it."""

    canonical_url: str | None
    abs_url: str | None
    update_date: str
    is_link: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class MappedFile:
    """The file of such a page."""

    page: MappedPage


def list_mapped(
    files: Iterable[File], lasting: Mapping[str, LastingGame], addresses: Addresses, site_url: str
) -> Iterator[File | MappedFile]:
    """Yield what the map of a site lists: what its host prints, and behind each game that lasts its pages.

    There they stand, too, where the host prints them after all.
    """
    known = {file.src_uri: file for file in files}
    behind = {game.pages[0].uri: game.pages[1:] for game in lasting.values()}
    moved = {page.uri for pages in behind.values() for page in pages}
    for uri, file in known.items():
        if uri in moved or file.page is None:
            continue
        yield file
        for one in behind.get(uri, ()):
            whole = urljoin(with_slash(site_url), addresses.path(one.uri)) if site_url else None
            mapped = MappedPage(
                canonical_url=whole,
                abs_url=whole and urlsplit(whole).path,
                update_date=file.page.update_date,
            )
            yield known.get(one.uri) or MappedFile(page=mapped)


def make_page_template(
    find_keeper: Callable[[], PageKeeper], list_map: Callable[[Iterable[File]], Iterable[object]]
) -> type[Template]:
    """Return the class of templates that print a page unless it is kept as they would print it.

    ``list_map`` returns what the map of the site lists, given what the host prints.
    """

    class PageTemplate(Template):
        def render(self, *args: object, **values: object) -> str:
            """Return the page, without blanks that no browser shows."""
            found: dict[str, object] = dict(*args, **values)
            page = found.get("page")
            if self.name == SITE_MAP:
                found["pages"] = [*list_map(cast("Iterable[File]", found["pages"]))]
            if self.name == NOT_FOUND:
                return find_keeper().find_or_print(
                    (self.name,), lambda: super(PageTemplate, self).render(found)
                )
            if not isinstance(page, Page):
                return super().render(found)

            def print_page() -> str:
                page.content = cut_quiet_marks(page.content or "")
                printed = cut_blanks(super(PageTemplate, self).render(found))
                if isinstance(page, MadePage) and page.read is not None:
                    page.content = None
                return printed

            return find_keeper().find_or_print(
                (self.name, *describe_page(page)), print_page, page.file.abs_dest_path
            )

    return PageTemplate


PrintPart = Callable[[Context, str, Callable[[], str]], str]


def make_part_printer(config: MkDocsConfig, menu: Navigation, *, is_known: bool) -> PrintPart:
    """Return what prints parts of the theme: those that pages of one folder have in common only once.

    Common to pages that stand in no menu, and have no headings of their own beside them, is all but what
    the theme prints of the page itself. Where the look is not ``is_known`` it may print that anywhere.
    """
    printed: dict[tuple[object, ...], str] = {}
    own = (*config.extra_css, *config.extra_javascript)
    led_to = frozenset((*_list_addresses(menu.items), *map(str, own)))

    @pass_context
    def print_part(context: Context, name: str, show: Callable[[], str]) -> str:
        page = context.get("page")
        if not is_known or not isinstance(page, MadePage) or not _is_alike(page, led_to):
            return show()
        folder = posixpath.dirname(page.url.rstrip("/")), page.url.endswith("/")
        key = (name, context["base_url"], *folder, tuple(page.meta.get("hide") or ()))
        if key not in printed:
            printed[key] = show()
        return printed[key]

    return print_part


def _list_addresses(items: Iterable[StructureItem]) -> Iterator[str]:
    """Yield where the entries of the menu lead."""
    for one in items:
        if isinstance(one, Page | Link):
            yield one.url
        yield from _list_addresses(getattr(one, "children", None) or ())


def _is_alike(page: Page, led_to: Iterable[str]) -> bool:
    """Tell whether the theme prints a page's surroundings as those of all others in its folder.

    Addresses from a page are alike unless they lead to the page, or to what lies below it.
    """
    has_list = page.toc or page.meta.get("sections")
    return not has_list and not any(one.startswith(page.url) for one in led_to)
