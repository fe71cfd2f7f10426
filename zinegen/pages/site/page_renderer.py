"""Pages rendered from templates: each once, as long as template and values are as they were."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import partial
from hashlib import sha256

from zinegen.pages.contents import PROSE, GameContents
from zinegen.pages.feeds.entries import KeptEntry
from zinegen.pages.maps.build_cache import BuildCache, digest_of_values
from zinegen.pages.site.render import Page, PagePart, Templates, read_page_later
from zinegen.pages.views import SeasonView


@dataclass(frozen=True, slots=True, kw_only=True)
class RenderedPage:
    """The body of a page as it was rendered."""

    template: str
    values: Mapping[str, object]
    """What it was made from; empty where its key tells."""
    body: str
    links: frozenset[str]


@dataclass(frozen=True, slots=True, kw_only=True)
class PageFacts:
    """What is known of a page that was rendered without reading it."""

    links: frozenset[str]
    told: bytes
    """The digest of its body where nobody writes anything for it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class KeptFile:
    """A file beside the pages."""

    content: bytes


@dataclass(frozen=True, slots=True, kw_only=True)
class KeptTexts:
    """What an earlier build has made of a game: its pages, and its seasons as feeds have them."""

    pages: Mapping[str, RenderedPage] = field(default_factory=dict)
    """By uri."""
    entries: Mapping[str, KeptEntry] = field(default_factory=dict)
    """By the uri of the season."""
    digests: tuple[tuple[SeasonView, str], ...] = ()
    """What tells each season apart from others, as `PageRenderer.digest_season` says."""


NO_TEXTS = KeptTexts()
HELD = 2_000
"""So many reports of seasons are held; others are read from the cache for each issue, some 20 kB each."""


@dataclass(frozen=True, slots=True, kw_only=True)
class KeptReports:
    """The reports of a game's seasons as they stand in issues."""

    reports: Mapping[str, tuple[str, PagePart]] = field(default_factory=dict)
    """By the uri of the season, each with what tells the season apart from others."""


@dataclass(slots=True)
class PageRenderer:
    """Renders pages; one whose template and values are as they were is not rendered again."""

    templates: Templates
    cache: BuildCache | None = None
    """Where pages are kept that belong to no game."""
    pages: dict[str, RenderedPage] = field(default_factory=dict)
    """What was rendered last, by uri."""
    entries: dict[str, KeptEntry] = field(default_factory=dict)
    """What was written last for feeds, by the uri of the season."""
    told: dict[int, tuple[SeasonView, str]] = field(default_factory=dict)
    """Digests of seasons by their identity; each season is kept, so that this lasts."""
    reports: dict[str, tuple[str, PagePart]] = field(default_factory=dict)
    """The reports of seasons as they stand in issues, by uri, each with what tells the season apart."""
    places: dict[str, str] = field(default_factory=dict)
    """Where such reports are kept, by the uri of the season."""
    kept: dict[str, KeptReports] = field(default_factory=dict)
    """Those that were read there."""
    digest: str = ""
    """That of the templates by which it was; empty where one of them cannot be read, and nothing is known."""
    used: set[str] = field(default_factory=set)

    def begin(self, digest: str, kept: Iterable[KeptTexts] = ()) -> None:
        """Begin a site with templates of this digest, and with what an earlier build has kept."""
        if not digest or digest != self.digest:
            self.pages.clear()
            self.reports.clear()
        self.digest = digest
        self.told.clear()
        self.places.clear()
        self.kept.clear()
        for texts in kept:
            self.add_texts(texts)

    def add_texts(self, texts: KeptTexts) -> None:
        """Add what an earlier build has kept of a game."""
        self.pages.update(texts.pages)
        self.entries.update(texts.entries)
        self.told.update((id(season), (season, told)) for season, told in texts.digests)

    def forget_game(self, game: GameContents) -> None:
        """Forget what was made of a game."""
        frame = (game.view.replay.frame,) if game.view.replay else ()
        for uri in (*game.uris, *frame):
            self.pages.pop(uri, None)
            self.entries.pop(uri, None)
        for season in game.seasons:
            self.told.pop(id(season), None)

    def find_reports_at(self, place: str, game: GameContents) -> None:
        """Find the reports of a game's seasons where they are kept."""
        self.places.update((season.uri, place) for season in game.seasons)

    def find_report(self, season: SeasonView) -> PagePart:
        """Return the report of a season as it stands in issues, made once of the same."""
        place = self.places.get(season.uri, "")
        kept = self.kept.get(place) or self._read_reports(place)
        if sum(len(one.reports) for one in self.kept.values()) < HELD:
            self.kept[place] = kept
        if season.uri in kept.reports:
            return kept.reports[season.uri][1]
        known = self.reports[season.uri] = self._find_or_make_report(season, self.reports)
        return known[1]

    def _find_or_make_report(
        self, season: SeasonView, known: Mapping[str, tuple[str, PagePart]]
    ) -> tuple[str, PagePart]:
        told, found = self.digest_season(season), known.get(season.uri)
        if found is not None and found[0] == told:
            return found
        return told, self.templates.make_part(season)

    def _read_reports(self, place: str) -> KeptReports:
        found = self.cache.get(KeptReports, place) if self.cache is not None and place else None
        return found or KeptReports()

    def make_reports(self, game: GameContents, place: str) -> KeptReports:
        """Return the reports of a game's seasons as they stand in issues, given where they are kept."""
        known = self._read_reports(place).reports
        return KeptReports(
            reports={one.uri: self._find_or_make_report(one, known) for one in game.seasons}
        )

    def digest_season(self, season: SeasonView) -> str:
        """Return a text that differs whenever something of a season differs."""
        known = self.told.get(id(season))
        if known is None:
            known = season, sha256(repr(season).encode("utf-8", "surrogatepass")).hexdigest()
            self.told[id(season)] = known
        return known[1]

    def render(
        self,
        page: Page,
        template: str,
        values: Mapping[str, object],
        tell: Callable[[], tuple[object, ...]] | None = None,
    ) -> Page:
        """Return a page with its body and its links, the same as before if they are made of the same.

        ``tell`` returns what tells the values, by its `repr`; a page for which it is given is kept by itself.
        """
        self.used.add(page.uri)
        known = self.pages.get(page.uri)
        if known is None or known.template != template or known.values != values:
            known = self._find_or_render(page.uri, template, values, tell)
            self.pages[page.uri] = known
        return replace(page, body=known.body, links=known.links)

    def _find_or_render(
        self,
        uri: str,
        template: str,
        values: Mapping[str, object],
        tell: Callable[[], tuple[object, ...]] | None,
    ) -> RenderedPage:
        """Return a page as an earlier build has kept it, or rendered now."""
        cache = self.cache if tell is not None else None
        key = self._key_of(uri, template, tell() if tell is not None else ())
        known = cache.get(RenderedPage, key) if cache is not None else None
        if known is None:
            body, links = self.templates.html(template, uri, values, self.find_report)
            known = RenderedPage(template=template, values={}, body=body, links=links)
            if cache is not None:
                cache.put(key, known)
        return replace(known, values=values)

    def _key_of(self, uri: str, template: str, told: tuple[object, ...]) -> str:
        return digest_of_values(self.digest, self.templates.addresses, uri, template, told)

    def render_unread(
        self, page: Page, template: str, values: Mapping[str, object], told: tuple[object, ...]
    ) -> Page:
        """Return a page as `render` does; it is kept by itself, and its body read when it is printed.

        ``told`` tells the values, by its `repr`.
        """
        key = self._key_of(page.uri, template, told)
        if self.cache is None or not key:
            return self.render(page, template, values)
        known = self.cache.get(PageFacts, key)
        if known is None:
            body, links = self.templates.html(template, page.uri, values, self.find_report)
            self.cache.put(key, RenderedPage(template=template, values={}, body=body, links=links))
            alone = body.replace(PROSE, "", 1).encode("utf-8", "surrogatepass")
            known = PageFacts(links=links, told=sha256(alone).digest())
            self.cache.put(key, known)
        self.cache.note_used(RenderedPage, key)
        read = partial(self._read_or_render, key, page.uri, template, values)
        return read_page_later(replace(page, links=known.links), read, known.told)

    def _read_or_render(
        self, key: str, uri: str, template: str, values: Mapping[str, object]
    ) -> str:
        """Return the body of a page that was kept; somebody may have deleted it."""
        known = self.cache.get(RenderedPage, key) if self.cache is not None else None
        if known is not None:
            return known.body
        return self.templates.html(template, uri, values, self.find_report)[0]

    def render_kept(self, page: Page, template: str, values: Mapping[str, object]) -> Page:
        """Return a page as `render` does; it is kept by itself, as its values are told by their `repr`."""
        return self.render(page, template, values, lambda: (values,))

    def find_or_make(self, made_from: tuple[object, ...], make: Callable[[], bytes]) -> bytes:
        """Return the content of a file, made unless it was made before from values of the same `repr`."""
        key = digest_of_values(made_from)
        known = self.cache.get(KeptFile, key) if self.cache is not None else None
        if known is None:
            known = KeptFile(content=make())
            if self.cache is not None:
                self.cache.put(key, known)
        return known.content

    def take_texts(self, game: GameContents) -> KeptTexts:
        """Return what was made of a game."""
        uris = [season.uri for season in game.seasons]
        frame = (game.view.replay.frame,) if game.view.replay else ()
        return KeptTexts(
            pages={uri: self.pages[uri] for uri in (*game.uris, *frame)},
            entries={uri: self.entries[uri] for uri in uris if uri in self.entries},
            digests=tuple((season, self.digest_season(season)) for season in game.seasons),
        )

    def drop_unused(self) -> None:
        """Drop the pages that were not asked for since the last time."""
        for uri in self.pages.keys() - self.used:
            del self.pages[uri]
            self.entries.pop(uri, None)
        self.used.clear()
