"""From the folders of a zine to its site; what has not changed since the last build is kept."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from functools import cache, lru_cache
from pathlib import Path

from markupsafe import Markup

from zinegen.archive.closing.progress import GameProgress
from zinegen.archive.folder.games import game_folders
from zinegen.catalogues.catalogue import find_language
from zinegen.errors import ZinegenError
from zinegen.game.variant import Option, Variant
from zinegen.languages.texts import gettext, ngettext, speaking, spoken_language
from zinegen.notation.findings import as_text
from zinegen.notation.reading.forms import all_forms
from zinegen.pages.addresses import Addresses
from zinegen.pages.builders.flood_calendar import calendar_view
from zinegen.pages.builders.hobby_lists import lists_view, number_games
from zinegen.pages.builders.issue_files import IssueFiles, PlannedIssue, read_issues
from zinegen.pages.builders.issues import IssueBuilder, list_lines, plan_unwritten
from zinegen.pages.builders.players import player_views
from zinegen.pages.builders.press.archive import list_press
from zinegen.pages.builders.results.page import ResultsBuilder, tell_results
from zinegen.pages.contents import (
    ArchiveView,
    Contents,
    GameContents,
    GameLine,
    IssueLine,
    IssueView,
    OptionView,
    UnshownGame,
    VariantView,
    Zine,
)
from zinegen.pages.lists.list_file import FILE, HobbyLists, read_lists
from zinegen.pages.maps.build_cache import BuildCache, digest_of_folder, open_cache
from zinegen.pages.maps.map_files import MapQueue
from zinegen.pages.maps.map_jobs import Job
from zinegen.pages.maps.map_renderer import MapDrawing, MapRenderer
from zinegen.pages.maps.undrawn import list_spares, list_troubles, replace_undrawn
from zinegen.pages.results.settings import leave_out
from zinegen.pages.site.game_parts.loaded_games import LoadedGames
from zinegen.pages.site.game_parts.made_pages import list_made_pages
from zinegen.pages.site.game_parts.published_part import WHOLE, PublishedPart
from zinegen.pages.site.game_parts.settled_games import GameSettler
from zinegen.pages.site.games import GameLoader
from zinegen.pages.site.layout import Site, lay_out_site
from zinegen.pages.site.page_renderer import PageRenderer
from zinegen.pages.site.prose_links import check_links
from zinegen.pages.site.render import Page, Templates
from zinegen.pages.site.standard_files import PAGE_TEMPLATES
from zinegen.pages.study_views import CalendarView
from zinegen.pages.views import PageLink
from zinegen.pages.volume_plan import Volume, VolumeLine
from zinegen.pages.volumes.light_games import choose_listed
from zinegen.pages.words.happenings import position_text
from zinegen.pages.words.phrases import option_text
from zinegen.play.setups import start_state
from zinegen.variants import VARIANTS
from zinegen.workers import Workers, find_workers

MakeDocuments = Callable[
    [Contents, Callable[[str], GameProgress | None]],
    tuple[Mapping[str, Path], tuple[str, ...]],
]
"""Given the contents and what reads a game, returns the documents by uri, and what is wrong, a line each."""


@dataclass(slots=True, kw_only=True)
class Publisher:
    """Publishes one zine. Kept over the rebuilds of a preview, it remembers what did not change."""

    root: Path
    """The repository's folder; messages name files relative to it."""
    games: str
    """The folder of the games, relative to the root."""
    templates: str
    """The folder of the zine's own page templates, relative to the root."""
    addresses: Addresses
    standard: Path = PAGE_TEMPLATES
    """The folder of those of which the zine has none."""
    workers: Workers = field(default_factory=find_workers)
    make_documents: MakeDocuments | None = None
    """Makes what the views link as documents; None where there are to be none."""
    clock: Callable[[], datetime] = field(default=lambda: datetime.now(UTC))
    """Says what time it is: pages say which deadlines have passed."""
    site: Site = field(default_factory=Site)
    """What was published last."""
    part: PublishedPart = WHOLE
    """What of the zine is published."""
    shown: tuple[Contents, tuple[str, ...]] | None = None
    """Of a volume: what was printed last, and the names of its players."""
    cache: BuildCache = field(init=False)
    renderer: PageRenderer = field(init=False)
    maps: MapRenderer = field(init=False)
    loader: GameLoader = field(init=False)

    def __post_init__(self) -> None:
        self.cache = whole = open_cache(self.root)
        if self.part.folder:
            self.cache = BuildCache(whole.folder / self.part.folder)
        templates = Templates(self.root / self.templates, self.addresses, self.standard)
        self.renderer = PageRenderer(templates, self.cache)
        self.maps = MapRenderer(cache=whole, workers=self.workers)
        self.loader = GameLoader(
            games=self.root / self.games,
            maps=self.maps,
            cache=self.cache,
            addresses=self.addresses,
            only=self.part.volume.games if self.part.volume is not None else None,
        )

    def _digest_templates(self) -> str:
        """Return a digest of all templates and of the language; empty when one of them cannot be read."""
        folders = dict.fromkeys((self.root / self.templates, self.standard))
        found = [digest_of_folder(folder) for folder in folders if folder.exists()]
        return "-".join((*found, spoken_language().code)) if all(found) else ""

    def publish(
        self,
        zine: Zine,
        sources: Path,
        written: frozenset[str],
        *,
        preview: bool,
        lies: Callable[[str, str], bool] | None = None,
    ) -> Site:
        """Return the whole site; links that lead nowhere are among its notices.

        ``sources`` is the folder of what people wrote, ``written`` are the uris of that. A ``preview`` shows
        open seasons, too, and says an error on the front page of the site as it was. ``lies`` tells of a
        game's folder whether it lies in the site before as it was made of what a key tells, and may stay.
        Raises SiteError when two pages have one uri. A broken game, issue or link raises nothing.
        """
        with speaking(find_language(zine.language)):
            try:
                site = self.make_site(zine, sources=sources, preview=preview, lies=lies)
                broken = check_links(site, written, self.part.is_elsewhere)
                self.site = replace(site, notices=(*site.notices, *broken))
            except ZinegenError as problem:
                if not preview:
                    raise
                return _with_error_page(self.site, str(problem))
        return self.site

    def make_site(
        self,
        zine: Zine,
        *,
        sources: Path,
        preview: bool,
        lies: Callable[[str, str], bool] | None = None,
    ) -> Site:
        """Return the whole site, as `publish` does, with unchecked links, in the language spoken now."""
        templates, numbered = self._digest_templates(), self._list_numbered(sources)
        self.renderer.begin(templates)
        with self.maps.start_drawing() as drawing:
            settler = GameSettler(
                zine=zine,
                drawing=drawing,
                renderer=self.renderer,
                cache=self.cache,
                but=numbered,
                lies=lies if self._has_lasting else None,
                is_keeping=self._has_lasting and not preview,
                is_current=lambda: self._digest_templates() == templates,
            )
            loaded = self.part.told or self.loader.load(
                zine,
                templates,
                self.clock(),
                preview=preview,
                settler=settler,
            )
            self._take_texts(loaded)
            contents, jobs = self._make_contents(loaded, zine, sources)
            contents, undrawn, spares = self.draw(contents, jobs, drawing)
        printed = (game for game in loaded.games if game.slug not in loaded.lasting)
        wanted = (*(uri for game in printed for uri in game.pictures), *jobs, *spares)
        uris = [uri for uri in wanted if uri not in undrawn]
        documents: Mapping[str, Path] = {}
        if self.make_documents is not None and not preview:
            documents, troubles = self.make_documents(contents, self.loader.read_progress)
            contents = replace(contents, notices=(*contents.notices, *troubles))
        pictures = {**self.maps.paths(uris), **documents}
        site = lay_out_site(contents, self.renderer, pictures, loaded.lasting, loaded.kept)
        self.shown = (contents, tuple(loaded.people)) if self.part.volume is not None else None
        ends = [game.until for game in loaded.games if game.until is not None]
        site = replace(site, until=self.clock() if undrawn else min(ends, default=None))
        # What was rendered while somebody edited a template is of the old ones and the new ones.
        if self._digest_templates() == templates:
            keys = self._keep_games(loaded, site, undrawn, numbered, preview=preview)
            site = replace(site, keys=keys)
        self.cache.drop_unused(files=not preview)
        return site

    def _take_texts(self, loaded: LoadedGames) -> None:
        """Let the renderer know what was kept of games."""
        for game in loaded.games:
            self.renderer.add_texts(game.earlier)
            self.renderer.add_texts(game.texts)
            if game.slug in loaded.lasting or game.slug in loaded.kept:
                self.renderer.find_reports_at(game.place, game.contents)

    @property
    def _has_lasting(self) -> bool:
        """Whether games may stay in the site as they lie: all that lies in their folders is made here."""
        return self.make_documents is None and self.part.is_whole

    def _keep_games(
        self,
        loaded: LoadedGames,
        site: Site,
        undrawn: frozenset[str],
        numbered: frozenset[str],
        *,
        preview: bool,
    ) -> Mapping[str, str]:
        """Keep the games of a site for later builds; return the keys of those that may last, by folder."""
        known = {slug: one.game.key for slug, one in loaded.lasting.items()}
        known |= {slug: one.known.game.key for slug, one in loaded.kept.items()}
        drawn = [
            game
            for game in loaded.games
            if undrawn.isdisjoint(game.pictures) and game.slug not in known
        ]
        files = (*site.files, *site.pictures) if preview else ()
        made = list_made_pages(site.pages, files, site.facets, site.words, known)
        may_last = {
            slug: one
            for slug, one in made.items()
            if preview and self._has_lasting and slug not in numbered
        }
        return {**self.loader.keep(drawn, self.renderer, may_last, preview=preview), **known}

    def _list_numbered(self, sources: Path) -> frozenset[str]:
        """Return the folders of the games that have numbers of the hobby, which their pages print."""
        names = [one.name for one in game_folders(self.root / self.games)]
        return frozenset(read_lists(sources, VARIANTS, names).numbers)

    def draw(
        self, contents: Contents, jobs: Mapping[str, Job], drawing: MapDrawing
    ) -> tuple[Contents, frozenset[str], frozenset[str]]:
        """Have all maps drawn; return the contents with those that could be.

        And the uris of the others, and of what was drawn in place of some of them.
        """
        drawing.begin(jobs)
        undrawn = drawing.finish(jobs)
        if not undrawn:
            return contents, frozenset(), frozenset()
        found = list_spares(jobs, undrawn)
        spare = {one.uri: one.job for one in found.values()}
        drawing.begin(spare)
        failed = drawing.finish(spare)
        spares = {uri: one for uri, one in found.items() if one.uri not in failed}
        troubles = (*contents.notices, *list_troubles(undrawn))
        shown = replace_undrawn(contents, jobs, undrawn, spares)
        return (
            replace(shown, notices=troubles),
            frozenset(undrawn),
            frozenset(one.uri for one in spares.values()),
        )

    def contents(self, zine: Zine, *, sources: Path) -> tuple[Contents, Mapping[str, Job]]:
        """Return everything that is to be printed, and all its maps, whether they have been drawn or not.

        Raises ZinegenError as `publish` does.
        """
        with speaking(find_language(zine.language)):
            loaded = self.loader.load(zine, self._digest_templates(), self.clock(), with_jobs=True)
            return self._make_contents(loaded, zine, sources)

    def read_texts(self, zine: Zine, *, sources: Path) -> Contents:
        """Return everything that is to be read, without files and sizes of maps: a quarter of the work.

        Raises ZinegenError as `publish` does.
        """
        with speaking(find_language(zine.language)):
            templates = self._digest_templates()
            loaded = self.loader.load(zine, templates, self.clock(), only_texts=True)
            return self._make_contents(loaded, zine, sources)[0]

    def _make_contents(
        self, loaded: LoadedGames, zine: Zine, sources: Path
    ) -> tuple[Contents, Mapping[str, Job]]:
        lists = _read_lists(sources, loaded)
        games = number_games((one.contents for one in loaded.games), lists.numbers)
        if self.part.volume is not None:
            contents = make_volume_contents(zine, games, loaded.broken, self.part.volume)
            return contents, {uri: job for one in loaded.games for uri, job in one.jobs.items()}
        volumes = self.part.volumes
        start_maps = MapQueue(folder="rules/maps/", title="", find=self.maps.find)
        lines = list_lines(choose_listed(games, volumes))
        variants = tuple(variant_view(one, start_maps, lines) for one in VARIANTS.values())
        written = _read_issues(sources, loaded)
        is_bare = not written.issues and not written.left_out and not volumes
        plan = tuple(plan_unwritten(games)) if is_bare else written.issues
        openings = {one.id: PageLink(text=one.title, to=f"rules/{one.id}.md") for one in variants}
        outcomes = leave_out((one.outcome for one in games if one.outcome), zine.results)
        results = ResultsBuilder(
            games=outcomes,
            people=loaded.people,
            seasons=_link_reports(games),
            parts=zine.results.parts,
        )
        told = tell_results(outcomes, zine.results.parts)
        shown = lists_view(lists, games, loaded.people, openings)
        issues = IssueBuilder(zine=zine, games=games, openings=openings, lists=shown).issues(plan)
        contents = Contents(
            zine=zine,
            games=games,
            broken=loaded.broken,
            issues=issues,
            editorials={sheet.uri: sheet.source for sheet in plan if sheet.source},
            archive=_archive_view(plan, issues, games, has_volumes=bool(volumes)),
            players=player_views(loaded.people, games, zine, told, has_feeds=not volumes),
            variants=variants,
            results=results.build(),
            lists=shown,
            press=list_press(games, loaded.people),
            notices=tuple(as_text((one,)).rstrip() for one in (*written.findings, *lists.findings)),
            left_out=(*written.left_out, *((FILE,) if (sources / FILE).exists() else ())),
            volumes=volumes,
            found=self.part.found,
        )
        galleries = (*(one.jobs for one in loaded.games), start_maps.jobs)
        return contents, {uri: job for jobs in galleries for uri, job in jobs.items()}


def make_volume_contents(
    zine: Zine, games: tuple[GameContents, ...], broken: tuple[UnshownGame, ...], volume: Volume
) -> Contents:
    """Return what is printed in a volume: its games, and a page that lists them."""
    return Contents(
        zine=zine,
        games=games,
        broken=broken,
        issues=(),
        editorials={},
        archive=ArchiveView(years=(), finished_games=(), counts=()),
        players=(),
        variants=(),
        volume=VolumeLine(
            name=volume.name,
            title=volume.title,
            uri=f"{volume.name}/index.md",
            games=len(games),
            finished=sum(one.line.head.status == "finished" for one in games),
            variants=tuple(sorted({one.line.head.variant.text for one in games})),
        ),
    )


def open_part(
    root: Path, games: str, templates: str, addresses: Addresses, part: PublishedPart
) -> Publisher:
    """Return the publisher of a part of a zine; of a whole one that which `open_publisher` gives."""
    if part.is_whole:
        return open_publisher(root, games, templates, addresses)
    return Publisher(root=root, games=games, templates=templates, addresses=addresses, part=part)


@lru_cache(maxsize=1)
def open_publisher(root: Path, games: str, templates: str, addresses: Addresses) -> Publisher:
    """Return the publisher of a zine, the same one as long as it is asked for in the same words.

    Raises CacheError when what lies in the zine's cache may be somebody else's.
    """
    return Publisher(root=root, games=games, templates=templates, addresses=addresses)


def _with_error_page(site: Site, message: str) -> Site:
    """Return a site whose front page and first notice say what is wrong: for an editor's preview."""
    title = gettext("The preview stands still")
    told = gettext("Something that was edited cannot be used. The other pages are as they were.")
    body = Markup(
        '<h1>{}</h1><p class="z-banner" role="alert">{}</p><pre><code>{}</code></pre>'
    ).format(title, told, message)
    front = Page(uri="index.md", title=title, body=body, in_menu=True)
    others = tuple(page for page in site.pages if page.uri != "index.md")
    return replace(site, pages=(front, *others), notices=(message, *site.notices))


def _archive_view(
    plan: Iterable[PlannedIssue],
    issues: Iterable[IssueView],
    games: Iterable[GameContents],
    *,
    has_volumes: bool,
) -> ArchiveView:
    games = tuple(games)
    lines = [
        IssueLine(
            number=gettext("No. {number}", number=sheet.number),
            title=issue.title,
            uri=issue.uri,
            date=issue.masthead.date,
            date_iso=issue.masthead.date_iso,
            year=sheet.day.year,
            seasons=tuple((season.game.title, season.name) for season in issue.seasons),
        )
        for sheet, issue in zip(plan, issues, strict=True)
    ]
    years = sorted({line.year for line in lines}, reverse=True)
    finished = tuple(game.line for game in games if game.line.head.status == "finished")
    reported = sum(len(game.seasons) for game in games)
    return ArchiveView(
        years=tuple(
            (year, tuple(line for line in reversed(lines) if line.year == year)) for year in years
        ),
        finished_games=() if has_volumes else finished,
        counts=(
            ngettext("{number} issue", "{number} issues", len(lines)),
            ngettext("{number} game", "{number} games", len(games)),
            ngettext("{number} of them finished", "{number} of them finished", len(finished)),
            ngettext("{number} season reported", "{number} seasons reported", reported),
        )[: 4 if games else 1],
    )


def _link_reports(games: Iterable[GameContents]) -> Mapping[tuple[str, str], PageLink]:
    """Return the report of each season, by the folders of game and season."""
    return {
        (game.view.head.slug, one.anchor): PageLink(
            text=f"{one.game.title}, {one.name}", to=one.uri
        )
        for game in games
        for one in game.seasons
    }


def variant_view(variant: Variant, maps: MapQueue, games: Iterable[GameLine]) -> VariantView:
    """Return a rule set's page, but for the text that people wrote."""
    state = start_state(variant)
    calendar = _calendar_at_start(variant.id, spoken_language().code)
    start = maps.before(state, position_text(state, gettext("at the start")))
    return VariantView(
        id=variant.id,
        title=variant.title,
        author=gettext(variant.author),
        summary=gettext(variant.summary),
        options=tuple(_option_view(option) for option in variant.options),
        forms=tuple((form.example, gettext(form.name)) for form in all_forms(variant)),
        start=maps.with_facts(start, state, variant),
        calendar=calendar.turns if calendar is not None else (),
        games=tuple(line for line in games if line.head.variant.to == f"rules/{variant.id}.md"),
    )


def _read_issues(sources: Path, loaded: LoadedGames) -> IssueFiles:
    """Return the editor's issues; of a game that needs the GM it may be that reports are not there."""
    games = [one.contents for one in loaded.games]
    reports = {f"{game.view.head.slug}/{one.anchor}" for game in games for one in game.seasons}
    silent = {game.view.head.slug for game in games if game.view.head.status == "waiting"}
    silent |= {game.slug for game in loaded.broken}

    def has_season(name: str) -> bool:
        return name in reports or name.partition("/")[0] in silent

    return read_issues(sources, has_season, VARIANTS)


def _read_lists(sources: Path, loaded: LoadedGames) -> HobbyLists:
    """Return the editor's lists; of a game that cannot be read it is known that it is there."""
    shown = (one.contents.view.head.slug for one in loaded.games)
    return read_lists(sources, VARIANTS, {*shown, *(game.slug for game in loaded.broken)})


@cache
def _calendar_at_start(name: str, language: str) -> CalendarView | None:  # noqa: ARG001  (a key)
    variant = VARIANTS[name]
    return calendar_view(variant, [start_state(variant)], None)


def _option_view(option: Option) -> OptionView:
    return OptionView(
        name=option.name,
        values=option.list_values(option_text, ", "),
        default=option_text(option.default),
        meaning=gettext(option.meaning),
    )
