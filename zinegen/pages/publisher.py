"""From the folders of a zine to its site, again and again, doing nothing twice."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from jinja2 import BytecodeCache, FileSystemBytecodeCache

from zinegen.archive.files import make_folder
from zinegen.archive.games import BrokenGame as Unread
from zinegen.archive.games import Game, game_folders, open_game
from zinegen.archive.play import Play, play
from zinegen.errors import GameFolderError
from zinegen.pages.assemble import Press, assembled
from zinegen.pages.book import BrokenGame, Contents, GameBook
from zinegen.pages.gallery import Gallery, Studio
from zinegen.pages.game import Author
from zinegen.pages.issues import Editor, Sheet, sheets
from zinegen.pages.openness import public_play
from zinegen.pages.people import names_in, people, player_views
from zinegen.pages.pictures import Job
from zinegen.pages.render import Addresses, Templates
from zinegen.pages.rules import variant_view
from zinegen.pages.season_views import SeasonView
from zinegen.pages.site import Site, Zine
from zinegen.pages.views import Link
from zinegen.pages.zine_views import ArchiveView, IssueLine, IssueView
from zinegen.variants import VARIANTS
from zinegen.workers import Workers

CACHE = Path(".cache/maps")
"""Where drawn maps are kept, below the repository's folder."""
COMPILED = Path(".cache/templates")
"""Where compiled templates are kept, below the repository's folder; as trusted as the templates there."""

Look = tuple[tuple[str, int, int], ...]
"""What tells whether a folder is as it was: names, sizes and times of its files."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Bound:
    """A game's book with its maps, and what it was made from."""

    play: Play
    zine: Zine
    people: Mapping[str, Link]
    preview: bool
    book: GameBook
    gallery: Gallery


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
    press: Press = field(init=False)
    studio: Studio = field(init=False)
    compiled: BytecodeCache = field(init=False)
    """The templates as programs, kept from one build to the next."""
    read: Mapping[Path, Play] = field(default_factory=dict)
    """Games that were read for this build already, by their resolved folders."""
    played: dict[Path, tuple[Look, Play | BrokenGame]] = field(default_factory=dict)
    """Each game by its folder, with what that looked like when it was played."""
    bound: dict[str, Bound] = field(default_factory=dict)
    """The books made last time, by game."""

    def __post_init__(self) -> None:
        make_folder(self.root / COMPILED)
        self.compiled = FileSystemBytecodeCache(str(self.root / COMPILED))
        self.press = Press(Templates(self.root / self.templates, self.addresses, self.compiled))
        self.studio = Studio(cache=self.root / CACHE, workers=self.workers)

    def publish(self, zine: Zine, *, sources: Path, preview: bool) -> Site:
        """Return the whole site.

        Args:
            zine: what the editor says of the zine as a whole.
            sources: the folder of what people wrote, with the editorials.
            preview: show open seasons, too.

        Raises:
            ZinegenError: an issue's front matter cannot be used. A broken game raises nothing.
        """
        contents, jobs = self.contents(zine, sources=sources, preview=preview)
        return assembled(contents, self.press, self.studio.hang(jobs))

    def contents(
        self, zine: Zine, *, sources: Path, preview: bool
    ) -> tuple[Contents, Mapping[str, Job]]:
        """Return everything that is to be printed, and the maps it wants, none of them drawn yet.

        Raises:
            ZinegenError: as `publish`.
        """
        plays, broken = self._plays()
        names = people(name for one in plays for name in names_in(one.game.settings))
        bound = tuple(self._bound(one, zine, names, preview=preview) for one in plays)
        self.bound = {one.play.game.slug: one for one in bound}
        books = tuple(one.book for one in bound)
        start_maps = Gallery(folder="rules/maps/", title="", drawn=self.studio.drawn)
        lines = tuple(book.line for book in books)
        variants = tuple(variant_view(one, start_maps, lines) for one in VARIANTS.values())
        plan = sheets(sources, sources.name, books)
        openings = {one.id: Link(text=one.title, to=f"rules/{one.id}.md") for one in variants}
        silent = _silent(books, broken)
        issues = Editor(zine=zine, books=books, openings=openings, silent=silent).issues(plan)
        contents = Contents(
            zine=zine,
            games=books,
            broken=broken,
            issues=issues,
            editorials={sheet.uri: sheet.source for sheet in plan if sheet.source},
            archive=_archive(plan, issues, books),
            players=player_views(names, books),
            variants=variants,
        )
        jobs = {
            uri: job
            for gallery in (*(one.gallery for one in bound), start_maps)
            for uri, job in gallery.jobs.items()
        }
        return contents, jobs

    def _bound(self, play: Play, zine: Zine, people: Mapping[str, Link], *, preview: bool) -> Bound:
        """Return a game's book; the one made last time when nothing that it tells has changed."""
        slug, title = play.game.slug, play.game.settings.title
        known = self.bound.get(slug)
        if (
            known is not None
            and known.play is play
            and (known.zine, known.people, known.preview) == (zine, people, preview)
        ):
            return known
        gallery = Gallery(folder=f"games/{slug}/maps/", title=title, drawn=self.studio.drawn)
        author = Author(zine=zine, play=play, gallery=gallery, people=people, preview=preview)
        return Bound(
            play=play,
            zine=zine,
            people=people,
            preview=preview,
            book=author.book(),
            gallery=gallery,
        )

    def _plays(self) -> tuple[tuple[Play, ...], tuple[BrokenGame, ...]]:
        """Read and judge every game; one that is broken stops no other."""
        found = [self._played(folder) for folder in game_folders(self.root / self.games)]
        return (
            tuple(one for one in found if isinstance(one, Play)),
            tuple(one for one in found if isinstance(one, BrokenGame)),
        )

    def _played(self, folder: Path) -> Play | BrokenGame:
        """Open and play a game, unless every file in its folder is as it was."""
        seen = _look(folder)
        known = self.played.get(folder)
        if known is None or known[0] != seen:
            known = self.played[folder] = (seen, _opened(folder, self.read.get(folder.resolve())))
        return known[1]


def _opened(folder: Path, read: Play | None) -> Play | BrokenGame:
    """Open and play a game, but for one that was read. What its past order files say, its records tell."""
    if read is not None and not _is_stale(read.game):
        return public_play(read)
    game = open_game(folder, past_orders=False)
    if isinstance(game, Game) and _is_stale(game):
        game = open_game(folder)
    if isinstance(game, Unread):
        return _unread(game)
    try:
        return public_play(play(game))
    except GameFolderError as error:
        return _broken(game.slug, game.settings.title, str(error))


def _is_stale(game: Game) -> bool:
    """Tell whether a record lies behind a season that has none."""
    return any(one.is_recorded for one in game.seasons[len(game.recorded) :])


def _look(folder: Path) -> Look:
    """Return what tells whether a folder is as it was: names, sizes and times of its files."""
    found = []
    for path in () if folder.is_symlink() else sorted(folder.rglob("*")):
        about = path.lstat()
        found.append((str(path), about.st_size, about.st_mtime_ns))
    return tuple(found)


def _unread(game: Unread) -> BrokenGame:
    told = "\n".join(f"{finding.where}: {finding.title}" for finding in game.findings)
    return _broken(game.slug, game.slug, told)


def _broken(slug: str, title: str, message: str) -> BrokenGame:
    return BrokenGame(
        slug=slug,
        title=title,
        uri=f"games/{slug}/index.md",
        message=message,
        source=f"games/{slug}/game.toml",
    )


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
