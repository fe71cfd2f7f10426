"""A zine as a folder of Markdown that other programs make a site of.

It knows nothing of MkDocs. What people wrote (rules, house rules, pictures, ...) comes along, what is
generated is written from templates of its own, and settings are there for Zensical and for Hugo.
"""

import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from zinegen.archive.files import FileError, link_or_copy, read_plain, read_text, scratch_folder
from zinegen.errors import ZinegenError
from zinegen.languages.texts import speaking, spoken_language
from zinegen.pages.addresses import Addresses
from zinegen.pages.maps.map_jobs import Replay
from zinegen.pages.site.exported_pages import FURTHER, Exporter, find_title
from zinegen.pages.site.layout import list_notices
from zinegen.pages.site.prose_links import find_dead_links
from zinegen.pages.site.publish_folder import LIMIT, NOTES, check_target, mirror_site
from zinegen.pages.site.publisher import Publisher
from zinegen.pages.site.site_source import (
    FRONT,
    HUGO,
    LAYOUT,
    SETTINGS,
    ZENSICAL,
    read_navigation,
    write_hugo_settings,
    write_zensical_settings,
)
from zinegen.pages.site.standard_files import EXPORT_TEMPLATES, OWN_EXPORT, standard_sources
from zinegen.pages.site.zine_settings import (
    CONFIG,
    describe_zine,
    find_own_settings,
    read_addresses,
    read_language,
    read_settings,
    read_zine,
)
from zinegen.pages.views import PageLink
from zinegen.pages.words.visible_text import one_line
from zinegen.workers import Workers, find_workers

GENERATED = ("games", "issues")
"""Folders whose pages the export writes itself."""
OF_THE_THEME = frozenset({".css", ".html", ".js", ".map", ".otf", ".ttf", ".woff", ".woff2"})
"""Endings of files that only the theme of the zine's own site knows what to do with."""
_LAYOUT = "layout.gotmpl"
"""What Hugo sets pages in, beside the templates of the export."""


class ExportError(ZinegenError):
    """A zine that cannot be exported, or a place to which nothing can be written."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Export:
    """What is to lie in the folder."""

    texts: dict[str, bytes] = field(default_factory=dict)
    """Pages and settings by path."""
    files: dict[str, Path] = field(default_factory=dict)
    """Pictures and whatever else lies somewhere already."""

    @property
    def titles(self) -> Mapping[str, str]:
        """What the pages are called, by path."""
        return {uri: find_title(uri, text.decode()) for uri, text in sorted(self.texts.items())}


def export_zine(
    root: Path,
    folder: Path,
    workers: Workers | None = None,
    tell: Callable[[str], object] = lambda _line: None,
) -> int:
    """Write the pages of the zine in a repository into a folder; return how many files lie there for it.

    What was exported there before and is gone is removed; settings that were changed since stay as they are.
    ``tell`` is called with what is wrong, a line each: a link that leads nowhere, a file that cannot be read.
    Raises SettingsError when the settings cannot be read, ExportError when the folder holds something else,
    or the zine itself; GameFolderError when the disk refuses, or a page was changed by hand; ZinegenError as
    `Publisher.contents`.
    """
    with speaking(read_language(root / CONFIG)):
        return _export(root, folder, workers or find_workers(), tell)


def _export(root: Path, folder: Path, workers: Workers, tell: Callable[[str], object]) -> int:
    settings = read_settings(root / CONFIG)
    sources = root / str(settings.get("docs_dir", "docs"))
    own = find_own_settings(settings)
    games = str(own.get("games", "games"))
    target = _check_folder(folder, root, (sources, root / games), settings)
    publisher = Publisher(
        root=root,
        games=games,
        templates=OWN_EXPORT,
        standard=EXPORT_TEMPLATES,
        addresses=Addresses(sources=True),
        workers=workers,
    )
    contents, wanted = publisher.contents(describe_zine(settings), sources=sources)
    jobs = {uri: job for uri, job in wanted.items() if not isinstance(job, Replay)}
    with publisher.maps.start_drawing() as drawing:
        contents, undrawn, spares = publisher.draw(contents, jobs, drawing)
    exporter = Exporter(
        templates=publisher.renderer.templates,
        sources=sources,
        contents=contents,
        live=read_zine(root).url,
        addresses=read_addresses(root, settings),
    )
    for notice in list_notices(contents):
        tell(notice)
    drawn = (uri for uri in (*jobs, *spares) if uri not in undrawn)
    found = _Export(files=dict(publisher.maps.paths(drawn)))
    _read_sources(exporter, found, tell)
    prose = [
        PageLink(text=title, to=uri)
        for uri, title in found.titles.items()
        if "/" not in uri and uri not in {FRONT, *(one.to for one in FURTHER)}
    ]
    found.texts.update((uri, text.encode()) for uri, text in exporter.pages(prose))
    _tell_dead_links(found, sources.name, tell)
    heads = [game.view.head for game in contents.games]
    menu = [PageLink(text=head.title, to=head.uri) for head in heads]
    _add_settings(found, settings, menu, root)
    return _write(found, root, target, tell)


def _check_folder(
    folder: Path, root: Path, needed: tuple[Path, ...], settings: Mapping[str, object]
) -> Path:
    """Return the folder to export into: an empty one, or one that an export lies in."""
    target = folder.resolve()
    if any(one.resolve().is_relative_to(target) for one in (root, *needed)) or any(
        target.is_relative_to(one.resolve()) for one in needed
    ):
        raise ExportError(f"{folder} is the zine itself; choose an empty folder")
    site = root / str(settings.get("site_dir", "site"))
    place = check_target(folder, root, (site, *needed, root / "templates"))
    there = [one.name for one in place.iterdir()] if place.is_dir() else []
    if not os.access(place if place.is_dir() else place.parent, os.W_OK):
        raise ExportError(f"{folder} cannot be written to: choose another folder")
    if NOTES not in there and (foreign := sorted(one for one in there if not one.startswith("."))):
        raise ExportError(
            f"{folder} is not empty, and no zine was exported into it: {', '.join(foreign[:5])}."
            " Nothing is written; choose an empty folder"
        )
    return place


def _read_sources(exporter: Exporter, found: _Export, tell: Callable[[str], object]) -> None:
    """Take in what people wrote and the standard pages, but nothing of the theme."""
    sources = exporter.sources
    standard, unshown = standard_sources(spoken_language().code), exporter.contents.left_out
    own = {path.relative_to(sources).as_posix(): path for path in sorted(sources.rglob("*"))}
    for uri, path in {**standard, **own}.items():
        parts = Path(uri).parts
        if path.is_dir() or uri in unshown or any(part.startswith(".") for part in parts):
            continue
        try:
            if path.suffix != ".md":
                if uri not in standard and path.suffix not in OF_THE_THEME:
                    read_plain(path, LIMIT)  # no link, and readable
                    found.files[uri] = path
            elif parts[0] not in GENERATED:
                found.texts[uri] = exporter.page(uri, read_text(path)).encode()
        except FileError as problem:
            tell(f"{sources.name}/{uri}: {problem.fault.value}; it is left out")


def _tell_dead_links(found: _Export, shown: str, tell: Callable[[str], object]) -> None:
    known = found.texts.keys() | found.files.keys()
    for uri, text in sorted(found.texts.items()):
        for address in find_dead_links(uri, text.decode(), known):
            tell(f"{shown}/{uri} contains a link {address!r}, and nothing lies there")


def _add_settings(
    found: _Export, settings: Mapping[str, object], games: list[PageLink], root: Path
) -> None:
    """Add the settings of programs that make sites."""
    zine = read_zine(root)
    told = {"site_name": zine.name, "site_url": zine.url}
    told["site_description"] = one_line(str(settings.get("site_description") or ""))
    told = {key: text for key, text in told.items() if text}
    titles = found.titles
    navigation = read_navigation(settings.get("nav"), titles, games)
    found.texts[ZENSICAL] = write_zensical_settings(told, navigation)
    found.texts[HUGO] = write_hugo_settings(told, navigation, titles)
    layouts = [folder / _LAYOUT for folder in (root / OWN_EXPORT, EXPORT_TEMPLATES)]
    found.files[LAYOUT] = next(one for one in layouts if one.is_file())


def _write(found: _Export, root: Path, target: Path, tell: Callable[[str], object]) -> int:
    """Put everything into the folder: each file whole, and none if one is in the way."""
    with scratch_folder(root) as scratch:
        beside = scratch / "export"
        for uri, path in found.files.items():
            link_or_copy(path, beside / uri)
        for uri, text in found.texts.items():
            (beside / uri).parent.mkdir(parents=True, exist_ok=True)
            (beside / uri).write_bytes(text)
        done = mirror_site(beside, target, kept=SETTINGS)
    for name in done.left:
        if name not in SETTINGS:
            tell(f"left in {target}, for it was changed since it was exported: {name}")
    return len({*found.texts, *found.files}) + 1  # what `NOTES` says is a file as well
