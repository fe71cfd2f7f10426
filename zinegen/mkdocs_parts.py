"""Settings, files, pages and links of a zine as MkDocs wants them."""

import gc
import os
import posixpath
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from itertools import islice
from pathlib import Path, PurePosixPath
from typing import TypeVar, cast
from urllib.parse import urljoin, urlsplit

from jinja2 import Environment, FileSystemLoader, Template, pass_context
from jinja2.runtime import Context
from markupsafe import escape
from mkdocs.config import base
from mkdocs.config import config_options as c
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure import StructureItem
from mkdocs.structure.files import File, Files
from mkdocs.structure.nav import Link, Navigation
from mkdocs.structure.pages import Page
from mkdocs.structure.toc import AnchorLink, get_toc
from mkdocs.theme import Theme

from zinegen.languages.texts import N_, Language
from zinegen.pages.addresses import Addresses, with_slash
from zinegen.pages.contents import Zine
from zinegen.pages.kept.finished_pages import PageKeeper
from zinegen.pages.kept.site_writer import SiteWriter
from zinegen.pages.results.settings import PARTS
from zinegen.pages.search.documents import cut_quiet_marks
from zinegen.pages.site.game_parts.loaded_games import LastingGame
from zinegen.pages.site.layout import RESULTS, Site
from zinegen.pages.site.render import cut_blanks, escape_title
from zinegen.pages.site.standard_files import OWN_PAGES, OWN_THEME, THEME

T = TypeVar("T")
GAME_PAGE = re.compile(r"\bgames/[a-z0-9-]+/[\w./-]+\.md\b")
LOOK = "assets/"
"""Where the look of all pages lies; a volume has no other files that people wrote."""
NOT_FOUND = "404.html"
"""What servers send where there is no page: all of it is what stands round every page."""
SITE_MAP = "sitemap.xml"
"""What search engines read."""
TITLES = (
    N_("This issue"),
    N_("Games"),
    N_("Archive"),
    N_("Players"),
    N_("Results"),
    N_("Rules"),
    N_("What if?"),
    N_("How to play"),
    N_("House rules"),
    N_("About"),
    N_("On this page"),
    N_("Switch to dark mode"),
    N_("Switch to light mode"),
)
"""What the settings of a new zine call its pages and buttons."""


def escape_settings(config: MkDocsConfig) -> None:
    """Escape what the theme prints of the zine's settings; its templates escape nothing."""
    for key in ("site_name", "site_description", "site_author", "repo_name"):
        if isinstance(config[key], str):
            config[key] = escape(config[key])
    config.extra_css = [escape(one) for one in config.extra_css]
    if isinstance(config.theme.get("favicon"), str):
        config.theme["favicon"] = escape(config.theme["favicon"])
    for one in config.extra.get("alternate") or ():
        one.update({key: escape(text) for key, text in one.items() if isinstance(text, str)})


def translate_titles(config: MkDocsConfig, language: Language) -> None:
    """Put what a new zine's settings call things into the zine's language; what the editor wrote stays."""
    say = language.messages.gettext
    known = {title: say(title) for title in TITLES}
    config.nav = [
        {known.get(title, title): there for title, there in one.items()}
        if isinstance(one, dict)
        else one
        for one in config.nav or ()
    ]
    toc = config.mdx_configs.get("toc", {})
    if "title" in toc:
        toc["title"] = known.get(toc["title"], toc["title"])
    palettes = config.theme.get("palette")
    for palette in palettes if isinstance(palettes, list) else ():
        if isinstance(toggle := palette.get("toggle"), dict) and "name" in toggle:
            toggle["name"] = known.get(toggle["name"], toggle["name"])


class _ShownFiles(FileSystemLoader):
    """Finds templates, and lists those that lie in no hidden folder."""

    def list_templates(self) -> list[str]:
        """Return where they lie below the folders of the theme, in alphabetical order."""
        found = set[str]()
        for place in self.searchpath:
            for folder, below, names in os.walk(place):
                below[:] = (one for one in below if not one.startswith("."))
                found.update(Path(folder, one).relative_to(place).as_posix() for one in names)
        return sorted(found)


class QuickTheme(Theme):
    """A theme of which MkDocs lists only what it may copy.

    It takes nothing from hidden folders, but lists them first: Material keeps 14,000 icons there.
    """

    @classmethod
    def of(cls, theme: Theme, looks: Iterable[str | None] = ()) -> Theme:
        """Return the same theme with some looks over it; one of another kind as it is."""
        theme.dirs[:] = dict.fromkeys((*filter(None, looks), *theme.dirs))
        if type(theme) is not Theme:
            return theme
        quick = cls.__new__(cls)
        vars(quick).update(vars(theme))
        return quick

    def get_env(self) -> Environment:
        """Return what prints the theme's templates."""
        env = super().get_env()
        env.loader = _ShownFiles(self.dirs)
        return env


class OwnSetting(c.Type[T]):
    """A setting of which something of another kind stops no build: `check_own_settings` tells it."""

    def run_validation(self, value: object) -> T:
        """Return the value, or the default."""
        try:
            return super().run_validation(value)
        except base.ValidationError:
            return super().run_validation(self.default)


class ZineConfig(base.Config):
    """What `mkdocs.yml` says below ``plugins: zinegen:``; paths are relative to that file."""

    games = OwnSetting(str, default="games")
    templates = OwnSetting(str, default=OWN_PAGES)
    editor = OwnSetting(str, default="")
    motto = OwnSetting(str, default="")
    price = OwnSetting(str, default="")
    began_at = OwnSetting(str, default="")
    language = OwnSetting(str, default="en")
    sealed = OwnSetting(bool, default=False)  # read by `zinegen new`
    engine = OwnSetting(bool, default=True)
    pdf = OwnSetting(str, default="")
    epub = OwnSetting(bool, default=False)
    check = OwnSetting(bool, default=True)
    origins = OwnSetting(list, default=[])
    volumes = OwnSetting((str, int, dict), default="")  # read by `zinegen build`
    results = OwnSetting(list, default=list(PARTS))
    unlisted = OwnSetting(list, default=[])


class MadeFile(File):
    """A file that the program makes. Maps are most of a site's bytes, and they lie in the cache already."""

    writer: SiteWriter

    def copy_file(self, dirty: bool = False) -> None:  # noqa: ARG002, FBT001, FBT002  (MkDocs' own)
        """Put the file into the site."""
        if self.abs_src_path is not None:
            self.writer.link(self.abs_src_path, self.abs_dest_path)
        else:
            self.writer.write(self.abs_dest_path, self.content_bytes)


def add_files(
    contents: Mapping[str, str | bytes],
    pictures: Mapping[str, Path],
    files: Files,
    config: MkDocsConfig,
    writer: SiteWriter,
) -> None:
    """Add what lies beside pages and is written by a writer, by uri; it takes the place of people's files."""
    for uri, content in contents.items():
        if (replaced := files.get_file_from_path(uri)) is not None:
            files.remove(replaced)
        made = MadeFile.generated(config, uri, content=content)
        if isinstance(made, MadeFile):
            made.writer = writer
        files.append(made)
    for uri, drawn in pictures.items():
        made = MadeFile.generated(config, uri, abs_src_path=str(drawn))
        if isinstance(made, MadeFile):
            made.writer = writer
        files.append(made)


def list_printed(files: Iterable[File]) -> set[str]:
    """Return the paths of all that the program or its host writes into a site, but for copies of files."""
    return {
        one.abs_dest_path
        for one in files
        if isinstance(one, MadeFile) or one.is_documentation_page()
    }


def put_aside(site: Path) -> None:
    """Put a preview aside, which MkDocs is about to delete."""
    with suppress(OSError):
        site.rename(_find_aside(site))


@cache
def settle() -> None:
    """Look through nothing that there is after the first preview for garbage again: it stays."""
    gc.freeze()


def take_back(site: Path) -> None:
    """Put a preview that was put aside back into its place; it may be there already."""
    aside = _find_aside(site)
    if aside.is_dir():
        with suppress(OSError):
            aside.rename(site)


def _find_aside(site: Path) -> Path:
    return site.with_name(f"{site.name}.before")


class PageElsewhere(File):
    """A page of a volume, to which people's pages on the front link."""

    def is_documentation_page(self) -> bool:
        """Tell MkDocs that there is nothing to print."""
        return False

    def copy_file(self, dirty: bool = False) -> None:  # noqa: FBT001, FBT002  (MkDocs' own)
        """Leave it where its volume has put it."""


def keep_look(files: Files) -> None:
    """Take away what people wrote, which is printed on the front, but for the look."""
    for file in [one for one in files if one.inclusion.is_included()]:
        is_page = file.is_documentation_page()
        if is_page or not (file.src_uri.startswith(LOOK) or file.generated_by is not None):
            files.remove(file)


def _leads_to(entry: object, uri: str) -> bool:
    """Tell whether an entry of the menu leads to a page."""
    return entry == uri or (isinstance(entry, dict) and uri in entry.values())


def arrange_menu(entries: Iterable[object], site: Site) -> list[object]:
    """Return the menu with each game below that of all, and without results that the zine does not print."""
    games = ["games/index.md", *({escape_title(link.text): link.to} for link in site.menu)]
    found = [{"Games": games} if one == {"Games": games[0]} else one for one in entries]
    if any(page.uri == RESULTS for page in site.pages):
        return found
    return [one for one in found if not _leads_to(one, RESULTS)]


def list_entries(entries: object, title: str | None = None) -> Iterator[tuple[str | None, str]]:
    """Yield every page or address that a menu leads to, with what it is called there."""
    if isinstance(entries, str):
        yield title, entries
    elif isinstance(entries, dict):
        for name, one in entries.items():
            yield from list_entries(one, str(name))
    elif isinstance(entries, list):
        for one in entries:
            yield from list_entries(one)


def list_common(entries: Iterable[object], zine: Zine) -> Iterator[tuple[str, str]]:
    """Yield the uppermost entries of a zine's menu, as its volumes show them: titles, and where they lead."""
    for one in entries:
        title = next(iter(one)) if isinstance(one, dict) else None
        for own, uri in islice(list_entries(one), 1):
            if uri != RESULTS or zine.results.parts:
                yield str(title or own or PurePosixPath(uri).stem), uri


def is_hidden_from_search(meta: Mapping[str, object]) -> bool:
    """Tell whether whoever wrote a page wants nobody to find it; they say it as the theme wants it said."""
    wish = meta.get("search")
    return isinstance(wish, Mapping) and wish.get("exclude") is True


def list_looks(root: Path, config: MkDocsConfig) -> list[Path]:
    """Return the folders of what is put over the theme; that of the program comes last."""
    own = (root / OWN_THEME, Path(config.theme.custom_dir or THEME))
    return [*(one if one.exists() else THEME for one in own), THEME]


def list_menu(items: Iterable[StructureItem]) -> list[object]:
    """Return the menu as values: what each entry is called, where it leads, and what is below it."""
    return [
        (one.title, getattr(one, "url", None), list_menu(getattr(one, "children", None) or ()))
        for one in items
    ]


def _list_headings(links: Iterable[AnchorLink]) -> list[object]:
    return [(one.title, one.id, one.level, _list_headings(one.children)) for one in links]


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
        sha256((page.content or "").encode("utf-8", "surrogatepass")).digest(),
        _list_headings(page.toc),
        beside,
        [one.title for one in page.ancestors],
    )


class MadePage(Page):
    """A page that the program makes. Markdown has nothing to do for it, and is not asked."""

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
                return cut_blanks(super(PageTemplate, self).render(found))

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


UrlFilter = Callable[[Context, str], str]


def make_elsewhere(config: MkDocsConfig, uri: str, address: str) -> File:
    """Return a page of a volume as something to link to."""
    file = PageElsewhere.generated(config, uri, content="")
    file.url = address or "./"
    return file


def make_url_filter(url: UrlFilter) -> UrlFilter:
    """Return the theme's filter that finds addresses from a page, which knows none outside the site."""

    @pass_context
    def find_url(context: Context, value: str) -> str:
        if str(value).startswith("../"):  # it is undefined where a site has no front page
            return f"{str(context['base_url']).rstrip('/')}/{value}".removeprefix("./")
        return url(context, value)

    return find_url
