"""The Jinja environment over `templates/pages`: strict, escaping, its links checked."""

import posixpath
import re
import traceback
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields
from functools import partial
from html import escape
from itertools import takewhile
from pathlib import Path
from types import CodeType

from jinja2 import (
    BytecodeCache,
    Environment,
    FileSystemLoader,
    StrictUndefined,
    TemplateError,
    TemplateNotFound,
    TemplateSyntaxError,
)
from jinja2.bccache import Bucket
from markupsafe import Markup

from zinegen.errors import ZinegenError
from zinegen.languages.texts import Language, gettext, join_clauses, pgettext, spoken_language
from zinegen.pages.addresses import Addresses
from zinegen.pages.builders.centre_chart import mark_svg
from zinegen.pages.views import SeasonView
from zinegen.pages.words.visible_text import one_line
from zinegen.version import __version__


@dataclass(frozen=True, slots=True, kw_only=True)
class Card:
    """The picture of 1200 by 630 that other sites show beside a link to a page."""

    uri: str = ""
    """Empty when there is none."""
    alt: str = ""


NO_CARD = Card()


@dataclass(frozen=True, slots=True, kw_only=True)
class Page:
    """A finished page: where it lies, what it is called, and its text as HTML."""

    uri: str
    """Path in the site's sources, ending in ``.md``."""
    title: str
    """As plain text; whoever prints it escapes it."""
    body: str = ""
    """Safe HTML, its heading included."""
    description: str = ""
    card: Card = NO_CARD
    source: str = ""
    """The file a reader would edit to change the page, relative to the repository."""
    in_menu: bool = False
    prose_of: str = ""
    """The page whose prose is printed here as well; empty for its own."""
    feed: str = ""
    """The folder whose feeds are about the page, ending in a slash; empty for those of the zine alone."""
    links: frozenset[str] = frozenset()
    """Uris inside the site that the page leads to."""
    sections: tuple[tuple[str, str], ...] = ()
    """Title and anchor of what the program prints below a text, for the list of contents beside it."""

    def metadata(self, site_url: str) -> dict[str, object]:
        """Return what the theme reads of the page, escaped: the theme escapes nothing."""
        found: dict[str, object] = {
            "title": escape_title(self.title),
            "description": escape_title(self.description),
            "hide": ["navigation"] if self.sections else ["navigation", "toc"],
            "sections": self.sections,
        }
        if self.card.uri and site_url:
            found["picture"] = site_url + self.card.uri
            found["picture_alt"] = escape_title(self.card.alt)
        if self.feed:
            found["feed"] = self.feed
        return found


class KeptPage(Page):
    """A page whose body is read each time that somebody asks for it."""

    __slots__ = ("_read", "told")
    _read: Callable[[], str]
    told: bytes
    """A digest of the body where nobody writes anything for the page; empty where it is not known."""

    def __getattr__(self, name: str) -> object:
        """Return the body: Python asks for it here, as that field is not set."""
        if name != "body":
            raise AttributeError(name)
        return self._read()


def read_page_later(page: Page, read: Callable[[], str], told: bytes = b"") -> KeptPage:
    """Return a page with a body that ``read`` returns, and of which ``told`` is the digest if it is known."""
    found = object.__new__(KeptPage)
    for one in fields(page):
        if one.name != "body":
            object.__setattr__(found, one.name, getattr(page, one.name))
    object.__setattr__(found, "_read", read)
    object.__setattr__(found, "told", told)
    return found


class TemplateMemory(BytecodeCache):
    """Keeps compiled templates as long as the process lives, also for other folders that hold the same.

    They are code, and who could write to a kept file could have it run: none is ever read from a disk.
    """

    def __init__(self) -> None:
        self.code: dict[tuple[object, ...], CodeType] = {}

    def get_bucket(
        self, environment: Environment, name: str, filename: str | None, source: str
    ) -> Bucket:
        """Return the bucket of a template; what is compiled in it says that it lies in this file."""
        bucket = super().get_bucket(environment, name, None, source)
        if bucket.code is not None and filename is not None:
            bucket.code = bucket.code.replace(co_filename=filename)
        return bucket

    def load_bytecode(self, bucket: Bucket) -> None:
        """Fill a template's bucket if the template was compiled before."""
        bucket.code = self.code.get(_describe(bucket))

    def dump_bytecode(self, bucket: Bucket) -> None:
        """Keep a template that was compiled."""
        if bucket.code is not None:
            self.code[_describe(bucket)] = bucket.code


def _describe(bucket: Bucket) -> tuple[object, ...]:
    """Return what a compiled template hangs on: name, text, how these are read, and what is printed."""
    found = bucket.environment
    read = (found.trim_blocks, found.lstrip_blocks, *found.extensions)
    return bucket.key, bucket.checksum, read, found.autoescape, found.finalize


FROM, UP_TO = "\x02", "\x03"
"""Round the number of a uri in a part of pages; no text that people see has such signs."""
_PLACE = re.compile(f"{FROM}([0-9]+){UP_TO}")
OUTSIDE = ("https://", "http://", "mailto:", "webcal:", "#")
"""How addresses begin that lead out of the site, or nowhere else on a page."""
COMPILED = TemplateMemory()
"""The templates of all pages: each build of a preview, and each book, wants those of the one before."""


class PageTemplateError(ZinegenError):
    """A page template that cannot be used."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PagePart:
    """A part of several pages, in which the places of addresses are marked by the numbers of uris."""

    text: str
    uris: tuple[str, ...]

    def print_at(self, addresses: Addresses, here: str) -> Markup:
        """Return the part with addresses as the page ``here`` must write them."""
        there = [addresses.between(here, uri) for uri in self.uris]
        known = {str(number): one for number, one in enumerate(there)}
        return Markup(_PLACE.sub(lambda found: known.get(found[1], ""), self.text))  # noqa: S704  # as safe as it was


FindReport = Callable[[SeasonView], PagePart]
"""Returns the report of a season as it stands in issues."""


@dataclass(frozen=True, slots=True)
class Templates:
    """Our own page templates: views go in, HTML comes out."""

    folder: Path
    addresses: Addresses = field(default_factory=Addresses)
    standard: Path | None = None
    """The folder of those that are not in the first one."""
    environment: Environment = field(init=False)

    def __post_init__(self) -> None:
        environment = open_templates(
            *self._folders,
            finalize=escape_markdown if self.addresses.sources else None,
        )
        environment.globals["mark"] = mark_svg
        object.__setattr__(self, "environment", environment)

    @property
    def _folders(self) -> tuple[Path, ...]:
        return (self.folder,) if self.standard is None else (self.folder, self.standard)

    def html(
        self,
        template: str,
        here: str,
        values: Mapping[str, object],
        find_report: FindReport | None = None,
    ) -> tuple[str, frozenset[str]]:
        """Return a page's body, and the uris inside the site that it leads to.

        Templates print the report of a season, as it stands in issues, by ``print_report(season)``;
        ``find_report`` returns it. Raises PageTemplateError when the template is not there, is broken, or
        wants what nobody knows.
        """
        met: set[str] = set()

        def print_report(season: SeasonView) -> Markup:
            found = self.make_part(season) if find_report is None else find_report(season)
            met.update(uri.partition("#")[0] for uri in found.uris)
            return found.print_at(self.addresses, here)

        values = {**values, "to": partial(self._link_to, met, here), "print_report": print_report}
        return _typeset(self._render(template, {**values, "here": here})), frozenset(met)

    def make_part(self, season: SeasonView) -> PagePart:
        """Return the report of a season as it stands in issues."""
        uris: dict[str, int] = {}

        def mark_place(uri: str) -> str:
            if uri.startswith(OUTSIDE):
                return uri
            return Markup(f"{FROM}{uris.setdefault(uri, len(uris))}{UP_TO}")  # noqa: S704  # a number

        text = self._render("issue_season.html", {"season": season, "to": mark_place})
        return PagePart(text=text, uris=tuple(uris))

    def _render(self, template: str, values: Mapping[str, object]) -> str:
        try:
            return self.environment.get_template(template).render(values)
        except TemplateError as error:
            raise PageTemplateError(self._describe_error(template, error)) from None

    def _describe_error(self, template: str, error: TemplateError) -> str:
        """Return where a template is wrong, and how: its line is the last one that was being read."""
        steps = traceback.extract_tb(error.__traceback__)
        own = [step for step in steps if Path(step.filename).parent in self._folders]
        place = f"{Path(own[-1].filename).name}:{own[-1].lineno}" if own else template
        if isinstance(error, TemplateSyntaxError):
            place = f"{error.name or template}:{error.lineno}"
        if isinstance(error, TemplateNotFound):
            return f"{self.folder.name}/{error.name or template}: there is no such template"
        return (
            f"{self.folder.name}/{place}: {error.message}"
            f" (the templates must be those of zinegen {__version__})"
        )

    def _link_to(self, met: set[str], here: str, uri: str) -> str:
        """Return the address of a uri on this page, and note the link for checking."""
        if uri.startswith(OUTSIDE):
            return uri
        met.add(uri.partition("#")[0])
        return Markup(self.addresses.between(here, uri))  # noqa: S704  # a path of checked slugs


class _TemplateFolders(FileSystemLoader):
    """Finds a template anew, too, when one of its name comes into a folder before the one that had it."""

    def get_source(
        self, environment: Environment, template: str
    ) -> tuple[str, str, Callable[[], bool]]:
        """Return a template's text and place, and what tells whether both are as they were."""
        source, place, is_as_it_was = super().get_source(environment, template)
        places = (Path(folder, template) for folder in self.searchpath)
        before = [*takewhile(lambda one: not one.is_file(), places)]
        return source, place, lambda: is_as_it_was() and not any(one.exists() for one in before)


def open_templates(
    *folders: Path,
    finalize: Callable[[object], object] | None = None,
) -> Environment:
    """Return what renders templates of HTML: all that they print is escaped, and nothing may be unknown.

    Of a template that lies in several folders the first counts.
    """
    environment = Environment(
        loader=_TemplateFolders(folders),
        autoescape=True,
        extensions=["jinja2.ext.i18n"],
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        finalize=finalize,
        bytecode_cache=COMPILED,
    )
    _install_texts(environment)
    return environment


def _install_texts(environment: Environment) -> None:
    """Let templates mark texts (``{% trans %}``, ``_()``) for the language spoken when a page is rendered.

    Values in them are shown like all that the templates print: escaped for HTML, and for Markdown there.
    """
    show = environment.finalize or (lambda value: value)

    def fill(text: str, values: Mapping[str, object]) -> Markup:
        return Markup(text) % {name: show(value) for name, value in values.items()}  # noqa: S704

    def translate(message: str, **values: object) -> Markup:
        return fill(gettext(message), values)

    def translate_in(context: str, message: str, **values: object) -> Markup:
        return fill(pgettext(context, message), values)

    def count(one: str, many: str, num: int, **values: object) -> Markup:
        return fill(spoken_language().messages.ngettext(one, many, num), {"num": num, **values})

    environment.newstyle_gettext = True  # type: ignore[attr-defined]  # the extension's own setting
    environment.globals.update(
        _=translate, gettext=translate, pgettext=translate_in, ngettext=count
    )
    environment.filters["join_clauses"] = join_clauses
    environment.globals["language"] = lambda: spoken_language().code


def install_theme_texts(environment: Environment, language: Language) -> None:
    """Let the theme's templates mark texts by ``_()``, without values; they escape nothing."""
    environment.globals["_"] = language.messages.gettext


_REASON = re.compile(r'(?<=<em class="z-why">)[^<]+')
_UNIT = re.compile(r"\b([AFM]) (?=[A-Z])")


def _typeset(text: str) -> str:
    """Return a page with the apostrophe of a genitive as print has it, and a unit named on one line."""
    for unit in ("A", "F"):
        text = text.replace(f"&#39;s {unit} ", f"\u2019s {unit}\u00a0")
        text = text.replace(f" of {unit} ", f" of {unit}\u00a0")
    text = _REASON.sub(lambda reason: _UNIT.sub("\\1\u00a0", reason[0]), text)
    return text.replace("&#39;s ", "\u2019s ")


_MARKS = re.compile(r"[\\`*_\[\]#]|^[-+]|(?<=^[0-9])[.)]|(?<=^[0-9]{2})[.)]")
_REFERENCES = re.compile(r"[<>&|~{]|^=")
_LIQUID = re.compile(r"\{(?=[{%]|\Z)")
"""A bracket that begins a command of the template language that some site generators read in pages, or
would with what stands behind it."""


def escape_markdown(value: object) -> object:
    """Return a value so that every Markdown shows it as it is; of finished HTML only Liquid is escaped."""
    if not isinstance(value, str):
        return value
    if isinstance(value, Markup):
        return Markup(_LIQUID.sub("&#123;", value))  # noqa: S704  # as safe as it was
    marked = _MARKS.sub(r"\\\g<0>", one_line(value))
    text = _REFERENCES.sub(lambda found: f"&#{ord(found[0])};", marked)
    return Markup(text)  # noqa: S704  # every bracket and ampersand is a reference


_AS_TYPED = re.compile(r"(<(pre|textarea|script|style)\b.*?</\2>)", re.DOTALL | re.IGNORECASE)


def cut_blanks(html: str) -> str:
    """Return a page without blank lines and indentation; browsers show the same."""
    parts = _AS_TYPED.split(html)
    return "".join(
        text if number % 3 == 1 else _cut_blanks_of(text)
        for number, text in enumerate(parts)
        if number % 3 < 2
    )


def _cut_blanks_of(text: str) -> str:
    """Return a text without blanks before and behind the ends of its lines."""
    first, *lines = text.split("\n")
    if not lines:
        return text
    *between, last = [line.lstrip() for line in lines]
    cut = [line.rstrip(" \t") for line in between if line]
    return "\n".join((first.rstrip(" \t"), *cut, last))


_LOCAL = re.compile(r"""(\s(?:href|src)=")(?![a-z][a-z0-9+.-]*:|[/#])([^"#?]*)""", re.IGNORECASE)


def rebase_links(html: str, addresses: Addresses, *, there: str, here: str) -> str:
    """Return a page's HTML with its relative addresses as another page must write them.

    Args:
        html: what Markdown made: well-formed, attributes in double quotes.
        addresses: how uris become addresses.
        there: the uri of the page for which it was made.
        here: the uri of the page on which it will stand.
    """

    def rebase(found: re.Match[str]) -> str:
        start = posixpath.dirname(addresses.path(there))
        target = posixpath.normpath(posixpath.join("/", start, found[2]))
        home = posixpath.dirname("/" + addresses.path(here))
        slash = "/" if found[2].endswith("/") and target != "/" else ""
        return found[1] + posixpath.relpath(target, home) + slash

    return _LOCAL.sub(rebase, html)


def escape_title(title: str) -> str:
    """Return a title for templates that escape nothing, such as the theme's.

    Angle brackets become their typographical cousins, so that no later step that undoes references
    (the theme has one) can make a tag of them.
    """
    return escape(one_line(title).replace("<", "\u2039").replace(">", "\u203a"))
