"""From the folders of a zine to its site, again and again, doing nothing twice."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from zinegen.archive.games import BrokenGame as Unread
from zinegen.archive.games import Game, open_games
from zinegen.archive.play import Play, play
from zinegen.errors import GameFolderError
from zinegen.pages.assemble import Press, assembled
from zinegen.pages.book import BrokenGame, Contents, GameBook
from zinegen.pages.gallery import Gallery, Studio
from zinegen.pages.game import Author
from zinegen.pages.issues import Editor, Sheet, sheets
from zinegen.pages.openness import public_play
from zinegen.pages.people import people, player_views
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
    played: dict[str, tuple[object, Play]] = field(default_factory=dict)
    """Each game with what its folder looked like when it was played."""

    def __post_init__(self) -> None:
        self.press = Press(Templates(self.root / self.templates, self.addresses))
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
        names = people(plays)
        galleries = {
            one.game.slug: Gallery(
                folder=f"games/{one.game.slug}/maps/", title=one.game.settings.title
            )
            for one in plays
        }
        books = tuple(
            Author(
                zine=zine,
                play=one,
                gallery=galleries[one.game.slug],
                people=names,
                preview=preview,
            ).book()
            for one in plays
        )
        start_maps = Gallery(folder="rules/maps/", title="")
        lines = tuple(book.line for book in books)
        variants = tuple(variant_view(one, start_maps, lines) for one in VARIANTS.values())
        plan = sheets(sources, sources.name, books)
        openings = {one.id: Link(text=one.title, to=f"rules/{one.id}.md") for one in variants}
        issues = Editor(zine=zine, books=books, openings=openings).issues(plan)
        contents = Contents(
            zine=zine,
            games=books,
            broken=broken,
            issues=issues,
            editorials={sheet.uri: sheet.source for sheet in plan if sheet.source},
            archive=_archive(plan, issues, books),
            players=player_views(names, list(zip(plays, books, strict=True))),
            variants=variants,
        )
        jobs = {
            uri: job
            for gallery in (*galleries.values(), start_maps)
            for uri, job in gallery.jobs.items()
        }
        return contents, jobs

    def _plays(self) -> tuple[tuple[Play, ...], tuple[BrokenGame, ...]]:
        """Read and judge every game; one that is broken stops no other."""
        plays: list[Play] = []
        broken: list[BrokenGame] = []
        for game in open_games(self.root / self.games):
            if isinstance(game, Unread):
                broken.append(_unread(game))
                continue
            try:
                plays.append(self._played(game))
            except GameFolderError as error:
                broken.append(_broken(game.slug, game.settings.title, str(error)))
        return tuple(plays), tuple(broken)

    def _played(self, game: Game) -> Play:
        """Play a game, unless every file in its folder is as it was."""
        seen = _look(game.folder)
        if game.slug not in self.played or self.played[game.slug][0] != seen:
            self.played[game.slug] = (seen, public_play(play(game)))
        return self.played[game.slug][1]


def _look(folder: Path) -> tuple[tuple[str, int, int], ...]:
    """Return what tells whether a folder is as it was: names, sizes and times of its files."""
    found = []
    for path in sorted(folder.rglob("*")):
        about = path.lstat()
        found.append((str(path), about.st_size, about.st_mtime_ns))
    return tuple(found)


def _unread(game: Unread) -> BrokenGame:
    told = "\n".join(f"{finding.where}: {finding.title}" for finding in game.findings)
    return _broken(game.slug, game.slug, told)


def _broken(slug: str, title: str, message: str) -> BrokenGame:
    return BrokenGame(
        title=title,
        uri=f"games/{slug}/index.md",
        message=message,
        source=f"games/{slug}/game.toml",
    )


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
