"""The desk's pages: templates in the language of the zine, everything from outside escaped."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from jinja2 import Environment

from zinegen.catalogues.script_texts import URI, write_script_texts
from zinegen.errors import ZinegenError
from zinegen.languages.names import naming_seasons
from zinegen.languages.texts import Language, speaking
from zinegen.notation.findings import show_invisible
from zinegen.pages.site.render import open_templates
from zinegen.pages.site.standard_files import SOURCES, ZINE_FILES
from zinegen.pages.site.zine_settings import CONFIG, read_language, read_zine
from zinegen.pages.words.dates import say_season
from zinegen.version import __version__

TEMPLATES = ZINE_FILES / "templates" / "desk"
ASSETS = "assets"
MESSAGES = URI.partition("/")[2]
_KINDS = {
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".svg": "image/svg+xml",
    ".woff2": "font/woff2",
}


@contextmanager
def speaking_at_desk(language: Language) -> Iterator[None]:
    """Make texts as the desk has them: in the language of the zine, and with seasons in words."""
    with speaking(language), naming_seasons(say_season):
        yield


@dataclass(frozen=True, slots=True)
class PageMaker:
    """Makes pages of the desk from `templates/desk`."""

    root: Path
    """The zine's folder."""
    environment: Environment = field(init=False)
    known: dict[tuple[int, int, int] | None, tuple[str, Language]] = field(default_factory=dict)
    """Name and language of the zine, by what its settings' file is known by: reading it takes a while."""

    def __post_init__(self) -> None:
        environment = open_templates(TEMPLATES)
        environment.filters["seen"] = _show_lines
        environment.globals["version"] = __version__
        object.__setattr__(self, "environment", environment)

    def make(self, template: str, values: Mapping[str, object]) -> bytes:
        """Return a page as HTML in UTF-8; question marks stand for bytes of names of files that are none."""
        name, _ = self._read_settings()
        page = self.environment.get_template(template).render(zine_name=name, **values)
        return page.encode("utf-8", "replace")

    def find_language(self) -> Language:
        """Return the language of the zine, as its settings say it now."""
        return self._read_settings()[1]

    def _read_settings(self) -> tuple[str, Language]:
        path = self.root / CONFIG
        try:
            about = path.stat()
            mark = (about.st_mtime_ns, about.st_size, about.st_ino)
        except OSError:
            mark = None
        known = self.known.get(mark)
        if known is None:
            try:
                name = read_zine(self.root).name
            except ZinegenError:
                name = self.root.name
            known = name, read_language(path)
            self.known.clear()
            self.known[mark] = known
        return known


def _show_lines(text: object) -> str:
    """Return a text of people's with what would be invisible in it shown, line by line."""
    return "\n".join(show_invisible(line) for line in str(text).split("\n"))


def list_assets() -> Mapping[str, tuple[Path, str]]:
    """Return style sheets, scripts and typefaces with their media types, by the end of their addresses."""
    sources = ZINE_FILES / SOURCES / ASSETS
    names = ("fonts.css", "zine.css", "favicon.svg", *_list_fonts(sources), *_list_scripts(sources))
    found = {name: sources / name for name in names}
    found |= {path.name: path for path in sorted((TEMPLATES / ASSETS).iterdir())}
    return {
        name: (path, _KINDS[path.suffix]) for name, path in found.items() if path.suffix in _KINDS
    }


def _list_fonts(sources: Path) -> list[str]:
    return [f"fonts/{path.name}" for path in sorted((sources / "fonts").glob("*.woff2"))]


def _list_scripts(sources: Path) -> list[str]:
    """Return the scripts of the zine's pages: the order desk is made of them."""
    paths = (*sources.glob("*.js"), *(sources / "vendor").glob("*.js"))
    return [path.relative_to(sources).as_posix() for path in sorted(paths)]


def write_messages(language: Language) -> bytes | None:
    """Return the module of the scripts' texts in a language; None for English, which they speak."""
    found = write_script_texts(language.code).get(URI)
    return found.encode() if found is not None else None


def say_refusal(status: int, why: str) -> str:
    """Return a page that tells nothing but why a request is refused."""
    return (
        '<!doctype html>\n<html lang="en"><meta charset="utf-8"><title>zinegen desk</title>'
        f"<h1>{status}</h1><p>{why}</p></html>\n"
    )
