"""The MkDocs plugin: hands the pages that `zinegen.pages` makes to MkDocs, and nothing more."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import replace
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import mkdocs
from jinja2 import Environment
from markupsafe import Markup, escape
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.exceptions import PluginError
from mkdocs.plugins import BasePlugin, event_priority, get_plugin_logger
from mkdocs.structure.files import File, Files, InclusionLevel
from mkdocs.structure.nav import Link, Navigation
from mkdocs.structure.pages import Page

from zinegen.catalogues.catalogue import find_language
from zinegen.catalogues.script_texts import list_page_words
from zinegen.errors import ZinegenError
from zinegen.languages.texts import ENGLISH, speaking
from zinegen.mkdocs_pages import (
    NOT_FOUND,
    SITE_MAP,
    MadePage,
    describe_page,
    list_mapped,
    list_menu,
    make_page_template,
    make_part_printer,
)
from zinegen.mkdocs_parts import (
    GAME_PAGE,
    LOOK,
    QuickTheme,
    ZineConfig,
    add_files,
    arrange_menu,
    escape_settings,
    is_hidden_from_search,
    keep_look,
    list_common,
    list_entries,
    list_looks,
    list_printed,
    make_elsewhere,
    make_url_filter,
    put_aside,
    settle,
    take_back,
    translate_titles,
)
from zinegen.notation.findings import as_text
from zinegen.pages.addresses import GAMES, with_slash
from zinegen.pages.browser_bundle import LIST, find_runtime, make_engine_files, pack_program
from zinegen.pages.contents import Zine
from zinegen.pages.kept.built_site import EPOCH
from zinegen.pages.kept.finished_pages import PageKeeper, open_page_cache
from zinegen.pages.kept.lasting_games import GamePlaces, find_named
from zinegen.pages.kept.site_writer import SiteWriter
from zinegen.pages.maps.build_cache import digest_of_folder, digest_of_values
from zinegen.pages.paper.typesetting import find_lacking
from zinegen.pages.platforms import BY_ISSUE, GUESSED_EDIT_URIS, edit_address, find_view
from zinegen.pages.results.settings import read_result_settings
from zinegen.pages.search.documents import Indexed
from zinegen.pages.search.pagefind import FOLDER as INDEX
from zinegen.pages.search.pagefind import IndexingError, digest_index, has_pagefind, put_index
from zinegen.pages.site.content_security import list_inline_code, write_policy
from zinegen.pages.site.game_parts.published_part import WHOLE, PublishedPart
from zinegen.pages.site.layout import Site
from zinegen.pages.site.page_merger import PageMerger, list_found
from zinegen.pages.site.publisher import Publisher, open_part
from zinegen.pages.site.render import COMPILED, install_theme_texts
from zinegen.pages.site.standard_files import OWN_THEME, THEME, standard_sources
from zinegen.pages.site.zine_settings import (
    CONFIG,
    PAPERS,
    check_own_settings,
    choose_language,
    read_settings,
)

if TYPE_CHECKING:
    from zinegen.pages.paper.kept_documents import DocumentKeeper

log = get_plugin_logger("zinegen")
FRONT = "index.md"
THEMES_SEARCH = frozenset({"search", "material/search"})
"""The theme's own, which reads an index as a whole. The zine has another; the theme's never runs."""
OWN_PLUGINS = THEMES_SEARCH | {"zinegen"}
"""Plugins that read nothing but what this program knows; pages that others might change are not kept."""
UNKNOWN_SOURCES = ("!ENV", "INHERIT")
"""What a zine's settings say where they come from elsewhere."""
TOLD_TO_THEME = ("content_policy", "has_search", "engine_list", "view_address", "page_words")
"""What this program tells the theme's templates."""
IN_HEAD = ("title", "description", "author")
"""What the theme prints of a page's own settings."""


class ZinePlugin(BasePlugin[ZineConfig]):
    """Turns the games beside `mkdocs.yml` into pages."""

    serving: bool = False
    part: PublishedPart = WHOLE
    """What of the zine is built."""
    url: str = ""
    """The address of the zine."""
    has_engine: bool = False
    """Whether the pages have the engine."""
    has_search: bool = False
    """Whether they have a search."""
    list_found: Callable[[], Iterable[Indexed]] = tuple
    """What it finds."""
    told: str = ""
    """The digest of that."""
    common: tuple[tuple[str, str], ...] = ()
    """In a volume: the menu of the front."""
    menu: Navigation
    keeper: PageKeeper
    before: Path | None = None
    """The folder of the site before this one, where there is one."""
    writer: SiteWriter
    look: str
    """The digest of the settings and the look with which this build began; empty where not all is known."""
    root: Path
    site: Site = Site()
    publisher: Publisher
    asked: tuple[Zine, Path, frozenset[str]]
    """What the publisher was asked for."""
    places: GamePlaces
    merger: PageMerger
    unread: frozenset[str] = frozenset()
    """Pages and files that are read when they are written; where other plugins may ask for them, none."""

    def on_startup(self, *, command: str, dirty: bool) -> None:  # noqa: ARG002
        """Note whether this is a preview. That this exists keeps the instance across rebuilds."""
        self.serving = command == "serve"

    @event_priority(100)  # before the theme's search reads its settings
    def on_config(self, config: MkDocsConfig) -> MkDocsConfig:
        """Watch what the pages are made from, and put the zine's look over the theme."""
        self.root = Path(config.config_file_path or "mkdocs.yml").resolve().parent
        self.look = self._digest_look(config)
        self.url = config.site_url or ""
        if self.part.volume is not None and self.url:
            config.site_url = f"{self.url}{self.part.volume.name}/"
        self.has_search = has_pagefind()
        for name in THEMES_SEARCH & config.plugins.keys():
            config.plugins[name].config["enabled"] = False
        look = self.root / OWN_THEME
        made_from = (self.root / self.config.games, self.root / self.config.templates, look)
        config.watch += [str(each) for each in made_from if each.exists()]
        looks = (config.theme.custom_dir, str(look), str(THEME))
        config.theme = QuickTheme.of(config.theme, looks)
        if (code := choose_language(self.config.language)) != ENGLISH.code:
            config.theme["language"] = code
            # Headings of translated pages keep the anchors of the English ones.
            if "attr_list" not in config.markdown_extensions:
                config.markdown_extensions.append("attr_list")
        config.edit_uri = None if config.edit_uri in GUESSED_EDIT_URIS else config.edit_uri
        # Columns are aligned without inline styles, which the pages' policy forbids.
        config.mdx_configs.setdefault("tables", {}).setdefault("use_align_attribute", True)
        return config

    def on_pre_build(self, *, config: MkDocsConfig) -> None:
        """Put the preview before aside, which MkDocs is about to delete."""
        site = Path(config.site_dir)
        if self.serving:
            self.before = site
        # Where other plugins may write into finished files, those of the site before are not to be had.
        self.writer = SiteWriter(folder=site, before=self.before if self.look else None)
        if self.serving and self.look:
            put_aside(site)

    def on_build_error(self, **_: object) -> None:
        """Leave the preview where it was."""
        if self.serving and hasattr(self, "writer"):
            take_back(self.writer.folder)

    @event_priority(50)
    def on_files(self, files: Files, *, config: MkDocsConfig) -> Files:
        """Add every page and map, before other plugins look at the list."""
        if self.serving:
            take_back(Path(config.site_dir))
        own, sources = self.config, Path(config.docs_dir).resolve()
        if sources.is_relative_to(self.root):
            folder = sources.relative_to(self.root).as_posix()
            for prose in files.documentation_pages():
                prose.edit_uri = f"{folder}/{prose.src_uri}"
        self._add_standard_files(files, config)
        addresses = self.part.find_addresses(directories=config.use_directory_urls)
        docs, written = Path(config.docs_dir), frozenset(file.src_uri for file in files)
        try:
            self.publisher = open_part(self.root, own.games, own.templates, addresses, self.part)
            zine, lacking = self._describe_zine(config)
            self.places = self._find_places(files, config)
            self.asked = zine, docs, written
            site = self.publisher.publish(*self.asked, preview=self.serving, lies=self.places.lies)
        except ZinegenError as problem:
            raise PluginError(str(problem)) from problem
        if self.part.volume is None:  # the front tells it once
            settings = Path(config.config_file_path or CONFIG)
            found = check_own_settings(settings, lambda: site.players)
            wrong = (as_text((one,)).rstrip() for one in found)
            site = replace(site, notices=(*wrong, *lacking, *site.notices))
        self.site = site
        self.merger = PageMerger(
            site, addresses, config.site_url or "", not (self.serving and self.told)
        )
        for notice in site.notices:
            log.warning(notice)
        if self.part.volume is None:
            config.nav = arrange_menu(config.nav or (), site)
        translate_titles(config, find_language(choose_language(self.config.language)))
        if self.part.volume is not None:
            self.common, config.nav = tuple(list_common(config.nav or (), zine)), [FRONT]
        for uri in site.left_out:
            if (unset := files.get_file_from_path(uri)) is not None:
                files.remove(unset)
        self._add_pages(files, config)
        self.unread = site.unread if self.look else frozenset()
        add_files(site.files, site.pictures, files, config, self.writer, unread=self.unread)
        for uri in sorted(self._find_linked(files)):
            files.append(make_elsewhere(config, uri, addresses.path(uri)))
        if self.part.volume is None:
            self._add_engine(files, config)
        return files

    def _add_standard_files(self, files: Files, config: MkDocsConfig) -> None:
        """Add what people have not written themselves; in a volume there is nothing but the look."""
        is_volume = self.part.volume is not None
        if is_volume:
            keep_look(files)
        for uri, path in standard_sources(choose_language(self.config.language)).items():
            if files.get_file_from_path(uri) is None and (uri.startswith(LOOK) or not is_volume):
                files.append(File.generated(config, uri, abs_src_path=str(path)))

    def _find_linked(self, files: Files) -> set[str]:
        """Return the pages of volumes to which people's pages on the front may link."""
        if not self.part.pages:
            return set()
        prose = (file for file in files.documentation_pages() if file.generated_by is None)
        named = (found for file in prose for found in GAME_PAGE.findall(file.content_string))
        return {*self.part.pages.intersection(named)}

    def _find_places(self, files: Files, config: MkDocsConfig) -> GamePlaces:
        """Return which folders of games may stay as they lie in the site before."""
        prose = [file for file in files.documentation_pages() if file.generated_by is None]
        own = {file.src_uri for file in files if file.generated_by is None}
        uris = (*own, *(uri for _, uri in list_entries(config.nav)))
        more = {*config.theme.static_templates, *config.extra_templates} - {NOT_FOUND, SITE_MAP}
        has_pages = any(file.src_uri.startswith(GAMES) for file in prose)
        is_known = self._has_own_look(config) and not more and not has_pages
        return GamePlaces(
            cache=open_page_cache(self.publisher.cache.folder),
            before=self.writer.before if is_known else None,
            is_lasting=not self.serving,
            named=find_named((file.content_string for file in prose), uris),
        )

    def _print_lasting(self, files: Files, config: MkDocsConfig) -> None:
        """Let the host print the pages of games that would have stayed: what stands round them is new."""
        site = self.publisher.publish(*self.asked, preview=self.serving)
        self.site = replace(site, notices=self.site.notices)
        self.unread = site.unread if self.look else frozenset()
        self.merger.take_pages(site)
        for page in self._add_pages(files, config):
            page.read_source(config)
            self.on_page_markdown("", page=page)
            page.render(config, files)
            page.content = self.on_page_content("", page=page)
        known = {file.src_uri for file in files}
        add_files(
            site.files, site.pictures, files, config, self.writer, unread=self.unread, but=known
        )

    def _add_pages(self, files: Files, config: MkDocsConfig) -> list[MadePage]:
        """Add the pages that the program makes; those that stand in the menu once are called as there.

        Of games that last there is the front page alone. Return those that stand in no menu.
        """
        added = []
        lasting = {one.uri for game in self.site.lasting.values() for one in game.pages[1:]}
        menu = list(list_entries(config.nav))
        titles, times = {uri: title for title, uri in menu}, Counter(uri for _, uri in menu)
        for page in self.site.pages:
            if page.uri in lasting:
                continue
            file = files.get_file_from_path(page.uri)
            is_made = file is None
            if file is None:
                file = File.generated(config, page.uri, content="")
                file.edit_uri = page.source or None
                files.append(file)
            if not page.in_menu or (self.part.volume is not None and page.uri != FRONT):
                file.inclusion = InclusionLevel.NOT_IN_NAV
                if is_made and times[page.uri] <= 1:
                    added.append(MadePage(titles.get(page.uri), file, config))
        return added

    def _describe_zine(self, config: MkDocsConfig) -> tuple[Zine, tuple[str, ...]]:
        """Return what the editor says of the zine, and what is lacking for it; documents are made as it says.

        A preview makes none.
        """
        own = self.config
        paper = own.pdf if own.pdf in PAPERS and not self.serving else ""
        lacking = find_lacking() if paper else ""
        zine = Zine(
            name=config.site_name,
            url=self.url,
            volume=self.part.volume.name if self.part.volume is not None else "",
            edit=edit_address(config.repo_url, config.edit_uri),
            by_issue=any((self.root / one).is_file() for one in BY_ISSUE),
            motto=own.motto,
            editor=own.editor,
            price=own.price,
            licence=Markup(config.copyright or "").striptags(),  # noqa: S704  (nothing of it is left to run)
            language=choose_language(own.language),
            began_at=with_slash(own.began_at),
            results=read_result_settings(own.results, own.unlisted),
            paper="" if lacking else paper,
            has_epub=own.epub and not self.serving,
            has_checks=own.check,
        )
        self.publisher.make_documents = None
        if zine.paper or zine.has_epub:
            self.publisher.make_documents = self._open_documents(config).make_documents
        return zine, (lacking,) if lacking else ()

    def _open_documents(self, config: MkDocsConfig) -> DocumentKeeper:
        from zinegen.pages.paper.kept_documents import DocumentKeeper  # noqa: PLC0415  (only for those who print)

        return DocumentKeeper(
            root=self.root,
            cache=self.publisher.cache,
            sources=Path(config.docs_dir).resolve(),
            settings=read_settings(Path(config.config_file_path or CONFIG)),
            addresses=self.publisher.addresses,
        )

    def _add_engine(self, files: Files, config: MkDocsConfig) -> None:
        """Add the engine, where the zine wants it and there is something to run it."""
        runtime = find_runtime() if self.config.engine else None
        self.has_engine = runtime is not None
        if runtime is None:
            return
        engine = make_engine_files(runtime, pack_program(choose_language(self.config.language)))
        add_files(engine.contents, {}, files, config, self.writer)
        for uri, path in engine.copies.items():
            files.append(File.generated(config, uri, abs_src_path=str(path)))

    def on_env(self, env: Environment, *, config: MkDocsConfig, files: Files) -> Environment:
        """Tell the theme's templates what they print; they are compiled once for all builds of a preview."""
        env.globals["content_policy"] = write_policy(self.config.origins, preview=self.serving)
        env.globals["has_search"] = self.has_search
        if self.part.volume is not None:
            self.has_engine = self.config.engine and find_runtime() is not None
        front = "../" if self.part.volume is not None else ""
        env.globals["front"] = front
        env.filters["url"] = make_url_filter(env.filters["url"])
        env.globals["engine_list"] = f"{front}{LIST}" if self.has_engine else ""
        env.globals["view_address"] = find_view(edit_address(config.repo_url, config.edit_uri))
        code = choose_language(self.config.language)
        install_theme_texts(env, find_language(code))
        env.globals["page_words"] = list_page_words(code)
        escape_settings(config)
        env.globals["alike"] = make_part_printer(
            config, self.menu, is_known=self._has_own_look(config)
        )
        env.bytecode_cache = COMPILED
        surroundings, mapped = self._digest_surroundings(config, env, files), self.site.lasting
        if not self.places.are_printed_with(self.site.lasting, surroundings):
            self._print_lasting(files, config)
        self.writer.lasting.update(f"{GAMES}{slug}" for slug in self.site.lasting)
        if self.serving and self.look:
            self.writer.clear(list_printed(files))
        addresses, url = self.publisher.addresses, config.site_url or ""
        env.template_class = make_page_template(
            lambda: self.keeper, lambda pages: list_mapped(pages, mapped, addresses, url)
        )
        self.keeper = PageKeeper(
            cache=open_page_cache(self.publisher.cache.folder),
            writer=self.writer,
            printed_with=surroundings,
            is_lasting=not self.serving,
        )
        return env

    def on_nav(self, nav: Navigation, **_: object) -> Navigation:
        """Note the menu, which every page prints; that of a volume leads to the pages of the front."""
        if self.part.volume is not None:
            path = self.publisher.addresses.path
            nav.items[:] = [
                Link(title, uri if "://" in uri else f"../{path(uri)}")
                for title, uri in self.common
            ]
        self.menu = nav
        return nav

    def _digest_look(self, config: MkDocsConfig) -> str:
        """Return a digest of the settings and of the look as they are now; empty where not all is known."""
        text = Path(config.config_file_path or CONFIG).read_text(encoding="utf-8", errors="replace")
        is_known = config.plugins.keys() <= OWN_PLUGINS and config.theme.name == "material"
        if not is_known or config.hooks or any(one in text for one in UNKNOWN_SOURCES):
            return ""
        return digest_of_values(
            text, *(digest_of_folder(one) for one in list_looks(self.root, config))
        )

    def _has_own_look(self, config: MkDocsConfig) -> bool:
        """Tell whether nothing is put over the theme but what the program puts there."""
        return len({digest_of_folder(one) for one in list_looks(self.root, config)}) == 1

    def _digest_surroundings(self, config: MkDocsConfig, env: Environment, files: Files) -> str:
        """Return a digest of all that stands round every page; empty where not all of it is known."""
        host = (mkdocs.__name__, mkdocs.__version__, config.site_url, self.serving)
        told = [env.globals[one] for one in TOLD_TO_THEME]
        more: list[object] = []
        if not self._has_own_look(config):
            # A look of the zine's own may print anything of any page, and when that was.
            pages = (file.page for file in files.documentation_pages() if file.page is not None)
            more = [
                os.environ.get(EPOCH),
                *((one.update_date, describe_page(one)) for one in pages),
            ]
        return digest_of_values(self.look, host, told, list_menu(self.menu.items), more)

    def on_page_markdown(self, markdown: str, *, page: Page, **_: object) -> str:
        """Give the page its title, description and the like; the theme escapes none of them."""
        written = {key: page.meta[key] for key in IN_HEAD if isinstance(page.meta.get(key), str)}
        page.meta.update({key: escape(text) for key, text in written.items()})
        page.meta.update(self.merger.metadata(page.file.src_uri))
        return markdown

    def on_page_content(self, html: str, *, page: Page, **_: object) -> str:
        """Put in what the templates made; Markdown never sees it."""
        for code in list_inline_code(html):
            log.warning(
                "%s: %s does nothing in a page: its policy allows no inline scripts and styles."
                " Put them into a file and name it in mkdocs.yml below extra_javascript or extra_css",
                page.file.src_uri,
                code,
            )
        if isinstance(page, MadePage) and page.file.src_uri in self.unread:
            page.read, page.told = self.merger.read_later(page.file.src_uri)
            return ""
        merged = self.merger.merge(page.file.src_uri, html, str(page.title or ""))
        if is_hidden_from_search(page.meta):
            self.merger.forget(page.file.src_uri)
        return merged

    @event_priority(-100)  # when no other plugin changes it any more
    def on_post_page(self, output: str, *, page: Page, **_: object) -> str:
        """Put a page back that the site before holds as well; MkDocs writes nothing in its place."""
        if not output:
            return output
        content = output.encode("utf-8", errors="xmlcharrefreplace")
        return "" if self.writer.put_back(page.file.abs_dest_path, content) else output

    def on_post_build(self, *, config: MkDocsConfig) -> None:
        """Put in the index for the search; that of a preview is of what there was when it began."""
        if self._digest_look(config) == self.look:  # nobody edited it while pages were printed
            self.keeper.keep_printed()
            surroundings, lasting = self.keeper.printed_with, self.site.lasting
            self.places.note(Path(config.site_dir), self.site.keys, surroundings, lasting)
        self.keeper.drop_unused()
        if self.serving:
            settle()
        if not self.has_search:
            return
        language = choose_language(self.config.language)
        if not (self.serving and self.told):
            site, loader = self.site, self.publisher.loader
            known = (*site.lasting.values(), *(one.known for one in site.kept.values()))
            unread = loader.list_unread(known, site.facets, self.merger.documents)
            pages: tuple[Indexed, ...] = (*unread, *self.merger.documents.values())
            self.list_found = partial(list_found, site, pages)
            self.told = digest_index(pages, language, [one.told for one in site.words.values()])
        kept, target = self.publisher.cache.folder / "search", Path(config.site_dir, INDEX)
        try:
            with speaking(find_language(language)):
                put_index(self.list_found(), language, kept, target, self.told)
        except IndexingError as problem:
            log.warning(str(problem))
            self.site = replace(self.site, until=datetime.now(UTC))  # another build may make one
