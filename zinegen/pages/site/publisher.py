"""From the folders of a zine to its site, again and again, doing nothing twice."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from jinja2 import BytecodeCache, FileSystemBytecodeCache

from zinegen.archive.files import make_folder
from zinegen.pages.builders.issues import Editor, Sheet, sheets
from zinegen.pages.builders.players import player_views
from zinegen.pages.builders.rules import variant_view
from zinegen.pages.site.build_cache import CachedGame, Shelf, cache_of
from zinegen.pages.site.games import GameLoader, LoadedGames
from zinegen.pages.site.layout import PageRenderer, lay_out_site
from zinegen.pages.site.map_files import MapQueue, MapRenderer
from zinegen.pages.site.map_jobs import Job
from zinegen.pages.site.render import Addresses, Templates
from zinegen.pages.site.site import Site, Zine
from zinegen.pages.views.contents import BrokenGame, Contents, GameBook
from zinegen.pages.views.season_views import SeasonView
from zinegen.pages.views.views import Link
from zinegen.pages.views.zine_views import ArchiveView, IssueLine, IssueView
from zinegen.variants import VARIANTS
from zinegen.workers import Workers

MAPS, COMPILED, BOOKS = "maps", "templates", "books"
"""Folders of the cache: drawn maps, compiled templates, books of games that have not changed."""


@dataclass(slots=True, kw_only=True)
class Publisher:
    """Publishes one zine. Kept over the rebuilds of a preview, it remembers what did not change."""

    root: Path
    """The repository's folder; messages name files relative to it."""
    games: str
    """The folder of the games, relative to the root."""
    templates: str
    """The folder of the page templates, relative to the root."""
    addresses: Addresses
    workers: Workers = field(default_factory=Workers)
    press: PageRenderer = field(init=False)
    map_renderer: MapRenderer = field(init=False)
    compiled: BytecodeCache = field(init=False)
    """The templates as programs, kept from one build to the next."""
    library: GameLoader = field(init=False)

    def __post_init__(self) -> None:
        cache = cache_of(self.root)
        make_folder(cache / COMPILED)
        templates = self.root / self.templates
        self.compiled = FileSystemBytecodeCache(str(cache / COMPILED))
        self.press = PageRenderer(Templates(templates, self.addresses, self.compiled))
        self.map_renderer = MapRenderer(cache=cache / MAPS, workers=self.workers)
        self.library = GameLoader(
            games=self.root / self.games,
            map_renderer=self.map_renderer,
            shelf=shelf_of(self.root),
            addresses=self.addresses,
            templates=templates,
        )

    def publish(self, zine: Zine, *, sources: Path, preview: bool) -> Site:
        """Return the whole site.

        Args:
            zine: what the editor says of the zine as a whole.
            sources: the folder of what people wrote, with the editorials.
            preview: show open seasons, too.

        Raises:
            ZinegenError: an issue's front matter cannot be used. A broken game raises nothing.
        """
        stock = self.library.stock(zine, preview=preview)
        contents, jobs = self._contents(stock, zine, sources)
        for one in stock.bound:
            if isinstance(one.source, CachedGame):
                self.press.kept.update(one.source.pages)
        kept = self.map_renderer.places(uri for one in stock.bound for uri in one.pictures)
        site = lay_out_site(
            contents, self.press, {**kept, **self.map_renderer.render_missing(jobs)}
        )
        if not preview:
            self.library.keep(stock, self.press.kept)
        return site

    def contents(self, zine: Zine, *, sources: Path) -> tuple[Contents, Mapping[str, Job]]:
        """Return everything that is to be printed, and the maps it wants, none of them drawn yet.

        Raises:
            ZinegenError: as `publish`.
        """
        return self._contents(self.library.stock(zine, afresh=True), zine, sources)

    def _contents(
        self, stock: LoadedGames, zine: Zine, sources: Path
    ) -> tuple[Contents, Mapping[str, Job]]:
        books = tuple(one.book for one in stock.bound)
        start_maps = MapQueue(folder="rules/maps/", title="", drawn=self.map_renderer.drawn)
        lines = tuple(book.line for book in books)
        variants = tuple(variant_view(one, start_maps, lines) for one in VARIANTS.values())
        plan = sheets(sources, sources.name, books)
        openings = {one.id: Link(text=one.title, to=f"rules/{one.id}.md") for one in variants}
        silent = _silent(books, stock.broken)
        issues = Editor(zine=zine, books=books, openings=openings, silent=silent).issues(plan)
        contents = Contents(
            zine=zine,
            games=books,
            broken=stock.broken,
            issues=issues,
            editorials={sheet.uri: sheet.source for sheet in plan if sheet.source},
            archive=_archive(plan, issues, books),
            players=player_views(stock.people, books),
            variants=variants,
        )
        galleries = (*(one.jobs for one in stock.bound), start_maps.jobs)
        return contents, {uri: job for jobs in galleries for uri, job in jobs.items()}


def shelf_of(root: Path) -> Shelf:
    """Return where a zine's books are kept from one build to the next.

    Raises CacheError when what lies there may be somebody else's.
    """
    return Shelf(cache_of(root) / BOOKS)


def _silent(books: Iterable[GameBook], broken: Iterable[BrokenGame]) -> frozenset[str]:
    """Return the games, by name, of which reports may be missing until the GM has done something."""
    waiting = {book.view.head.slug for book in books if book.view.head.status == "waiting"}
    return frozenset(waiting | {game.slug for game in broken})


def _archive(
    plan: Iterable[Sheet], issues: Iterable[IssueView], books: Iterable[GameBook]
) -> ArchiveView:
    books = tuple(books)
    lines = [
        IssueLine(
            number=f"No. {sheet.number}",
            title=issue.title,
            uri=issue.uri,
            date=issue.masthead.date,
            date_iso=issue.masthead.date_iso,
            year=sheet.day.year,
            games=tuple(_in_short(season) for season in issue.seasons),
        )
        for sheet, issue in zip(plan, issues, strict=True)
    ]
    years = sorted({line.year for line in lines}, reverse=True)
    finished = tuple(book.line for book in books if book.line.head.status == "finished")
    return ArchiveView(
        years=tuple(
            (year, tuple(line for line in reversed(lines) if line.year == year)) for year in years
        ),
        finished=finished,
        counts=(
            ("issues", len(lines)),
            ("games", len(books)),
            ("of them finished", len(finished)),
            ("seasons reported", sum(len(book.seasons) for book in books)),
        ),
    )


def _in_short(season: SeasonView) -> str:
    return f"{season.game.title} {season.name}"
