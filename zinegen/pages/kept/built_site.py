"""The site that was built last: whether everything is as it was then, found out without building anything.

What a build reads is told by one digest. It is known only of zines whose settings bring in nothing that this
program does not read itself: no other plugin, hook or extension, no variable, no file from elsewhere.
"""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from hashlib import sha256
from importlib.metadata import PackageNotFoundError, version
from importlib.util import find_spec
from pathlib import Path

from zinegen.archive.files import FileError, list_folder, read_text
from zinegen.archive.own_maps import digest_map_of
from zinegen.errors import ZinegenError
from zinegen.pages.browser_bundle import find_runtime
from zinegen.pages.maps.build_cache import (
    BuildCache,
    digest_of_folder,
    digest_of_values,
    keep_files,
    open_cache,
    recall_files,
)
from zinegen.pages.platforms import BY_ISSUE
from zinegen.pages.site.standard_files import ZINE_FILES, standard_sources
from zinegen.pages.site.zine_settings import (
    CONFIG,
    choose_language,
    find_own_settings,
    read_settings,
)

FOLDER = "site"
"""Where it is noted in the cache of builds."""
PLUGINS = frozenset({"zinegen", "search", "material/search"})
EXTENSIONS = frozenset(
    {
        "abbr",
        "admonition",
        "attr_list",
        "def_list",
        "fenced_code",
        "footnotes",
        "md_in_html",
        "meta",
        "nl2br",
        "sane_lists",
        "smarty",
        "tables",
        "toc",
    }
)
"""Extensions of Markdown that belong to it and read no files."""
FROM_ELSEWHERE = ("INHERIT", "hooks")
"""Settings that bring in what is not known here."""
LOOK = "assets"
"""What of the folder of prose belongs to the look of all pages."""
_TAG = re.compile(r"![\w<!]")
"""What in YAML begins a value that something makes, as of a variable."""
EPOCH = "SOURCE_DATE_EPOCH"
"""The variable by which builds are told what time it is; see reproducible-builds.org."""
VARIABLES = (EPOCH, "PAGEFIND_BINARY_PATH")
"""Variables of the environment that builds read: what time it is, and what makes the search."""
PACKED_PAGES = ("pagefind", "pagefind_bin", "pagefind_bin_extended")
"""Packages that make the search."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BuiltSite:
    """A site, and what its build said."""

    folder: Path
    digest: str
    """Of the names, sizes and times of its files."""
    until: datetime | None
    """From when on another may come of the same sources; None if none ever will."""
    problems: int
    """How many things are wrong with games and pages."""
    warnings: int
    """How many of them make a strict build fail."""
    errors: tuple[str, ...]
    """What was said of that, a line each."""
    remarks: tuple[str, ...]
    """What was said besides."""
    stopped: tuple[str, ...] = ()
    """Folders of games of which it shows what was last published."""
    lasting: tuple[str, ...] = ()
    """Folders that still lie in the site before, and belong to this one but for what is here already."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SiteMemory:
    """Knows the site that was built last of what a zine holds."""

    cache: BuildCache
    key: str
    """The digest of all that a build reads; empty where that is not known."""

    def find(self, now: datetime) -> BuiltSite | None:
        """Return the site if a build would make the same; None where it would not, or nobody knows."""
        known = self.cache.get(BuiltSite, self.key)
        if known is None or (known.until is not None and known.until <= now):
            return None
        return known if known.digest and known.digest == digest_of_site(known.folder) else None

    def note(self, site: BuiltSite, root: Path) -> None:
        """Note a site, unless what it was built from has changed meanwhile."""
        if self.key and self.key == digest_inputs(root):
            self.cache.put(self.key, site)
            keep_files(self.cache)
            self.cache.drop_unused(files=True)


def open_memory(root: Path) -> SiteMemory:
    """Return what is known of the last site of a zine; raises CacheError as opening its cache does."""
    cache = BuildCache(open_cache(root).folder / FOLDER)
    recall_files(cache)
    return SiteMemory(cache=cache, key=digest_inputs(root))


def digest_of_site(folder: Path, but: Collection[str] = ()) -> str:
    """Return a digest of the names, sizes and times of all files of a site; empty where it is none.

    Folders ``but`` those that make it are passed over: volumes, which are sites of their own.
    """
    return digest_lying(folder, but) if (folder / "index.html").is_file() else ""


def digest_lying(folder: Path, but: Collection[str]) -> str:
    """Return a digest of the names, sizes and times of all files in a folder; empty where there is none.

    What lies right there under one of the names in ``but`` is passed over.
    """
    try:
        told = "".join(sorted(_list_files(str(folder), len(str(folder)), but)))
    except OSError:
        return ""
    return sha256(told.encode("utf-8", "surrogateescape")).hexdigest()


def _list_files(folder: str, start: int, but: Collection[str] = ()) -> list[str]:
    lines = []
    with os.scandir(folder) as found:
        for entry in found:
            if entry.name in but:
                continue
            if entry.is_dir(follow_symlinks=False):
                lines += _list_files(entry.path, start)
            else:
                about = entry.stat(follow_symlinks=False)
                told = f"{about.st_size} {about.st_mtime_ns} {about.st_mode}"
                lines.append(f"{entry.path[start:]}\n{told}\n")
    return lines


def digest_inputs(
    root: Path, told: tuple[object, ...] | None = None, *, has_prose: bool = True
) -> str:
    """Return a digest of all that a build of a zine reads; empty where that is not known.

    What is ``told`` stands for the games; without prose, of what people wrote only the look counts.
    """
    try:
        text = read_text(root / CONFIG)
        settings = read_settings(root / CONFIG)
    except ZinegenError:
        return ""
    if not _is_plain(text, settings):
        return ""
    own, theme = find_own_settings(settings), settings.get("theme")
    games = root / str(own.get("games", "games"))
    looks = str(theme.get("custom_dir", "")) if isinstance(theme, dict) else ""
    sources = root / str(settings.get("docs_dir", "docs"))
    folders = (
        sources if has_prose else sources / LOOK,
        *((games,) if told is None else ()),
        root / "templates",
        *(root / one for one in (str(own.get("templates", "")), looks) if one),
        ZINE_FILES / "templates",
    )
    standard = standard_sources(choose_language(own.get("language")))
    return digest_of_values(
        text if has_prose else _tell_without_volumes(settings),
        *(
            digest_of_folder(one, plain=True) if one.exists() else None
            for one in dict.fromkeys(folders)
        ),
        *(told if told is not None else (_digest_map(game) for game in list_folder(games))),
        *(sha256(path.read_bytes()).hexdigest() for path in standard.values()),
        _describe_machine(root),
    )


def _tell_without_volumes(settings: Mapping[str, object]) -> str:
    """Return settings as a text, but for which other volumes there are."""
    own = {key: one for key, one in find_own_settings(settings).items() if key != "volumes"}
    return repr(({key: one for key, one in settings.items() if key != "plugins"}, own))


def _digest_map(game: Path) -> str:
    try:
        return digest_map_of(game)
    except (FileError, OSError):
        return ""


def _is_plain(text: str, settings: Mapping[str, object]) -> bool:
    """Tell whether settings bring in nothing but what is known here."""
    theme = settings.get("theme")
    name = theme.get("name") if isinstance(theme, dict) else theme
    plugins, extensions = (
        frozenset(_list_names(settings.get(key))) for key in ("plugins", "markdown_extensions")
    )
    return (
        name == "material"
        and "zinegen" in plugins <= PLUGINS
        and extensions <= EXTENSIONS
        and not any(one in settings for one in FROM_ELSEWHERE)
        and not _TAG.search(text)
        and not find_own_settings(settings).get("pdf")  # set in typefaces of the machine
    )


def _list_names(entries: object) -> Iterator[str]:
    """Yield the names of plugins or extensions, which may be keys of their settings."""
    for one in entries if isinstance(entries, list | dict) else ():
        yield from map(str, one) if isinstance(one, dict) else (str(one),)


def _describe_machine(root: Path) -> tuple[object, ...]:
    """Return what a build asks of the machine besides files of the zine."""
    runtime = find_runtime()
    host = getattr(sys.modules.get("mkdocs"), "__name__", "mkdocs")
    return (
        str(root.resolve()),
        host,
        version(host),
        [os.environ.get(one) for one in VARIABLES],
        runtime and (str(runtime.folder), repr(runtime.about)),
        find_spec("cairosvg") is not None,
        [_find_version(one) for one in PACKED_PAGES],
        [(root / one).is_file() for one in BY_ISSUE],
    )


def _find_version(package: str) -> str:
    try:
        return version(package) if find_spec(package) is not None else ""
    except PackageNotFoundError:
        return "there"
