"""Settings, files, pages and links of a zine as MkDocs wants them."""

import gc
import os
import re
from collections.abc import Callable, Container, Iterable, Iterator, Mapping
from contextlib import suppress
from functools import cache, partial
from itertools import islice
from pathlib import Path, PurePosixPath
from typing import TypeVar

from jinja2 import Environment, FileSystemLoader, pass_context
from jinja2.runtime import Context
from markupsafe import escape
from mkdocs.config import base
from mkdocs.config import config_options as c
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files
from mkdocs.theme import Theme

from zinegen.languages.texts import N_, Language
from zinegen.pages.contents import Zine
from zinegen.pages.kept.site_writer import SiteWriter
from zinegen.pages.results.settings import PARTS
from zinegen.pages.site.layout import RESULTS, Site
from zinegen.pages.site.render import escape_title
from zinegen.pages.site.standard_files import OWN_PAGES, OWN_THEME, THEME

T = TypeVar("T")
GAME_PAGE = re.compile(r"\bgames/[a-z0-9-]+/[\w./-]+\.md\b")
LOOK = "assets/"
"""Where the look of all pages lies; a volume has no other files that people wrote."""
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
    read: Callable[[], str | bytes] | None = None
    """Returns the content of a file that is not held."""

    def copy_file(self, dirty: bool = False) -> None:  # noqa: ARG002, FBT001, FBT002  (MkDocs' own)
        """Put the file into the site."""
        if self.abs_src_path is not None:
            self.writer.link(self.abs_src_path, self.abs_dest_path)
            return
        content = self.content_bytes if self.read is None else self.read()
        self.writer.write(
            self.abs_dest_path, content.encode() if isinstance(content, str) else content
        )


def add_files(
    contents: Mapping[str, str | bytes],
    pictures: Mapping[str, Path],
    files: Files,
    config: MkDocsConfig,
    writer: SiteWriter,
    *,
    unread: Container[str] = (),
    but: Container[str] = (),
) -> None:
    """Add what lies beside pages and is written by a writer, by uri; it takes the place of people's files.

    The contents that are ``unread`` are read when they are written, and held by nobody; all ``but`` some are
    added.
    """
    for uri in contents:
        if uri in but:
            continue
        if (replaced := files.get_file_from_path(uri)) is not None:
            files.remove(replaced)
        is_read = uri not in unread
        made = MadeFile.generated(config, uri, content=contents[uri] if is_read else "")
        if isinstance(made, MadeFile):
            made.writer = writer
            made.read = None if is_read else partial(contents.__getitem__, uri)
        files.append(made)
    for uri, drawn in pictures.items():
        if uri in but:
            continue
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
