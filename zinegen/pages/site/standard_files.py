"""Where the templates, the theme and the pages lie that every zine has as long as it has none of its own.

The wheel holds them below `zinegen/zine`, where `hatch_build.py` puts them; in a checkout they lie at its
root, where the example zine is made of them.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from zinegen.languages.texts import ENGLISH

PACKAGE = Path(__file__).parents[2]
INSTALLED = PACKAGE / "zine"
ZINE_FILES = INSTALLED if INSTALLED.is_dir() else PACKAGE.parent
"""The folder of what a zine is made of, laid out as a zine is."""
OWN_PAGES, OWN_EXPORT, OWN_THEME = "templates/pages", "templates/export", "templates/theme"
OWN_PAPER = "templates/paper"
"""Where a zine's own templates lie, relative to its root."""
PAGE_TEMPLATES = ZINE_FILES / OWN_PAGES
EXPORT_TEMPLATES = ZINE_FILES / OWN_EXPORT
PAPER_TEMPLATES = ZINE_FILES / OWN_PAPER
THEME = ZINE_FILES / OWN_THEME
SOURCES = "site_src"
"""Where people's texts lie, relative to a zine's root, unless `mkdocs.yml` says otherwise."""
PROSE = "templates/prose"
"""Where the program's texts lie in other languages than English, each below its code, as in `site_src`."""
_STANDARD = ("assets", "rules", "how-to-play.md")


def standard_sources(language: str = ENGLISH.code) -> Mapping[str, Path]:
    """Return the pages, typefaces and style sheets that a zine need not write itself, by uri.

    Pages are in the zine's language.
    """
    sources = ZINE_FILES / SOURCES
    found = (path for name in _STANDARD for path in _list_files(sources / name))
    uris = (path.relative_to(sources).as_posix() for path in found)
    return {uri: find_text(uri, language) for uri in uris}


def find_text(uri: str, language: str) -> Path:
    """Return where a text of the program's lies in a language; in English if it has none there."""
    translated = ZINE_FILES / PROSE / language / uri
    return translated if translated.is_file() else ZINE_FILES / SOURCES / uri


def list_replaceable(language: str = ENGLISH.code) -> Mapping[str, Path]:
    """Return everything of which a zine in a language may have its own, by path from its root."""
    folders = (PAGE_TEMPLATES, THEME, EXPORT_TEMPLATES, PAPER_TEMPLATES)
    listed = [path for folder in folders for path in _list_files(folder)]
    found = {path.relative_to(ZINE_FILES).as_posix(): path for path in listed}
    return found | {f"{SOURCES}/{uri}": path for uri, path in standard_sources(language).items()}


def _list_files(path: Path) -> list[Path]:
    if path.is_file():
        return [path]
    return sorted(one for one in path.rglob("*") if one.is_file())
