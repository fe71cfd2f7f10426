"""The MkDocs plugin: hands the pages that `zinegen.pages` makes to MkDocs, and nothing more."""

from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Literal

from jinja2 import Environment
from mkdocs.config import base
from mkdocs.config import config_options as c
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.exceptions import PluginError
from mkdocs.plugins import BasePlugin, event_priority, get_plugin_logger
from mkdocs.structure.files import File, Files, InclusionLevel
from mkdocs.structure.pages import Page as MkDocsPage

from zinegen.archive.files import link_or_copy, make_folder
from zinegen.errors import ZinegenError
from zinegen.pages.site.games import Reading
from zinegen.pages.site.publisher import Publisher
from zinegen.pages.site.render import (
    Addresses,
    Page,
    cut_unsearched,
    escape_title,
    rebase_links,
    restore_unsearched,
)
from zinegen.pages.site.site import PROSE, Site, Zine, check_links, with_error_page
from zinegen.workers import Workers

log = get_plugin_logger("zinegen")


MADE_UP = frozenset({"edit/master/docs/", "src/default/docs/"})
"""What MkDocs takes for `edit_uri` where only a repository is named: a branch and a folder not ours."""


class ZineConfig(base.Config):
    """What `mkdocs.yml` says below ``plugins: zinegen:``; paths are relative to that file."""

    games = c.Type(str, default="games")
    templates = c.Type(str, default="templates/pages")
    editor = c.Type(str, default="")
    motto = c.Type(str, default="")
    price = c.Type(str, default="")


class Picture(File):
    """A drawn map. Pictures are most of a site's bytes, and they lie in the cache already."""

    def copy_file(self, dirty: bool = False) -> None:  # noqa: ARG002, FBT001, FBT002  (MkDocs' own)
        """Put the picture into the site."""
        target = Path(self.abs_dest_path)
        make_folder(target.parent)
        link_or_copy(Path(self.abs_src_path or ""), target)


class ZinePlugin(BasePlugin[ZineConfig]):
    """Turns the games beside `mkdocs.yml` into pages."""

    serving: bool = False
    read: Mapping[Path, Reading] = MappingProxyType({})
    """Games that have just been read, by their folders."""
    workers: Workers = Workers()
    """Where maps are drawn."""
    publisher: Publisher | None = None
    site: Site = Site()
    made: dict[str, Page]
    prose: dict[str, str]
    quiet: dict[str, tuple[str, ...]]

    def on_startup(self, *, command: Literal["build", "gh-deploy", "serve"], dirty: bool) -> None:  # noqa: ARG002
        """Note whether this is a preview. That this exists keeps the instance across rebuilds."""
        self.serving = command == "serve"

    def on_config(self, config: MkDocsConfig) -> MkDocsConfig:
        """Watch what the pages are made from."""
        for folder in (self.config.games, self.config.templates):
            config.watch.append(str(self._root(config) / folder))
        if config.edit_uri in MADE_UP:
            config.edit_uri = None
        return config

    @event_priority(50)
    def on_files(self, files: Files, *, config: MkDocsConfig) -> Files:
        """Add every page and picture, before other plugins look at the list."""
        publisher = self._publisher(config)
        written = {file.src_uri for file in files}
        sources = Path(config.docs_dir).resolve()
        if sources.is_relative_to(self._root(config)):
            folder = sources.relative_to(self._root(config)).as_posix()
            for own in files.documentation_pages():
                own.edit_uri = f"{folder}/{own.src_uri}"
        try:
            self.site = publisher.publish(
                self._zine(config), sources=Path(config.docs_dir), preview=self.serving
            )
            check_links(self.site, written)
        except ZinegenError as problem:
            if not self.serving:
                raise PluginError(str(problem)) from problem
            log.warning(str(problem))
            self.site = with_error_page(self.site, str(problem))
        for notice in self.site.notices:
            log.warning(notice)
        for remark in self.site.remarks:
            log.info(remark)
        self.made = {page.uri: page for page in self.site.pages}
        self.prose, self.quiet = {}, {}
        for page in self.site.pages:
            file = files.get_file_from_path(page.uri)
            if file is None:
                file = _file(config, page)
                files.append(file)
            if not page.in_menu:
                file.inclusion = InclusionLevel.NOT_IN_NAV
        for uri, content in self.site.files.items():
            files.append(File.generated(config, uri, content=content))
        for uri, drawn in self.site.pictures.items():
            files.append(Picture.generated(config, uri, abs_src_path=str(drawn)))
        self._fill_menu(config)
        return files

    def on_env(self, env: Environment, **_: object) -> Environment:
        """Keep the compiled templates of the theme: the same ones are wanted at every build."""
        if self.publisher is not None:
            env.bytecode_cache = self.publisher.compiled
        return env

    def on_page_markdown(
        self, markdown: str, *, page: MkDocsPage, config: MkDocsConfig, **_: object
    ) -> str:
        """Give the page its title and description, escaped: the theme escapes nothing."""
        made = self.made.get(page.file.src_uri)
        if made is not None:
            page.meta.update(_meta(made, config.site_url or ""))
        return markdown

    def on_page_content(self, html: str, *, page: MkDocsPage, **_: object) -> str:
        """Put in what the templates made; Markdown never sees it."""
        made = self.made.get(page.file.src_uri)
        if made is None:
            return html
        self.prose[made.uri] = html
        if made.prose_of and self.publisher is not None:
            html = rebase_links(
                self.prose.get(made.prose_of, ""),
                self.publisher.addresses,
                there=made.prose_of,
                here=made.uri,
            )
        body, self.quiet[made.uri] = cut_unsearched(made.body)
        return body.replace(PROSE, html, 1)

    def on_post_page(self, output: str, *, page: MkDocsPage, **_: object) -> str:
        """Put in what the search need not read."""
        return restore_unsearched(output, self.quiet.get(page.file.src_uri, ()))

    def _publisher(self, config: MkDocsConfig) -> Publisher:
        """Return the publisher, the same one as long as it is the same zine and addresses are alike."""
        addresses = Addresses(directories=config.use_directory_urls)
        root, known = self._root(config), self.publisher
        if known is None or (known.root, known.addresses) != (root, addresses):
            try:
                known = self.publisher = Publisher(
                    root=root,
                    games=self.config.games,
                    templates=self.config.templates,
                    addresses=addresses,
                    workers=self.workers,
                )
            except ZinegenError as problem:
                raise PluginError(str(problem)) from problem
        known.library.read = self.read
        return known

    @staticmethod
    def _root(config: MkDocsConfig) -> Path:
        return Path(config.config_file_path or "mkdocs.yml").resolve().parent

    def _zine(self, config: MkDocsConfig) -> Zine:
        return Zine(
            name=config.site_name,
            url=config.site_url or "",
            motto=self.config.motto,
            editor=self.config.editor,
            price=self.config.price,
            edit=_editor(config.repo_url or "", config.edit_uri or ""),
        )

    def _fill_menu(self, config: MkDocsConfig) -> None:
        """Hang the games below the menu's entry of that name."""
        games = [{escape_title(link.text): link.to} for link in self.site.menu]
        config.nav = [
            {"Games": ["games/index.md", *games]} if entry == {"Games": "games/index.md"} else entry
            for entry in config.nav or []
        ]


def _editor(repository: str, edit_uri: str) -> str:
    """Return what a file's path is added to for the platform's editor; empty where that is not said."""
    if edit_uri.startswith(("https://", "http://")):
        return edit_uri
    return f"{repository.rstrip('/')}/{edit_uri}" if repository and edit_uri else ""


def _file(config: MkDocsConfig, page: Page) -> File:
    """Return a page that is nowhere on disk; its body is put in once Markdown is done."""
    file = File.generated(config, page.uri, content="")
    file.edit_uri = page.source or None
    return file


def _meta(page: Page, site_url: str) -> dict[str, object]:
    meta: dict[str, object] = {
        "title": escape_title(page.title),
        "description": escape_title(page.description),
        "hide": ["navigation"] if page.sections else ["navigation", "toc"],
        "sections": page.sections,
    }
    if page.card.uri and site_url:
        meta["picture"] = site_url + page.card.uri
        meta["picture_alt"] = escape_title(page.card.alt)
    if page.feed:
        meta["feed"] = page.feed
    if page.prose_of:
        meta["search"] = {"exclude": True}
    return meta
