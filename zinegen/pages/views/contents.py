"""What is to be printed, all of it, as views: the games, the issues, and what lists them."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date

from zinegen.pages.site.site import Zine
from zinegen.pages.views.map_views import BordersView, CalendarView, ChoicesView, TruthView
from zinegen.pages.views.season_views import SeasonView
from zinegen.pages.views.views import PowerView
from zinegen.pages.views.zine_views import (
    ArchiveView,
    DeadlineLine,
    GameLine,
    GameView,
    IssueView,
    PlayerView,
    VariantView,
)

StudyView = BordersView | CalendarView | ChoicesView | TruthView


@dataclass(frozen=True, slots=True, kw_only=True)
class Wait:
    """A time during which a game waited for orders."""

    since: date | None
    """The day on which the season before closed; None for a game's first deadline."""
    until: date
    """The day of the deadline."""
    line: DeadlineLine


@dataclass(frozen=True, slots=True, kw_only=True)
class Study:
    """A further page about a game's map."""

    uri: str
    title: str
    template: str
    """The page template that sets it, given the view as ``study``."""
    view: StudyView


@dataclass(frozen=True, slots=True, kw_only=True)
class HandedOver:
    """Somebody who has played a power and given it up."""

    name: str
    power: PowerView
    until: str
    """The last season, such as ``Autumn 1903``."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GameContents:
    """Everything that is printed about one game."""

    view: GameView
    line: GameLine
    seasons: tuple[SeasonView, ...]
    """Oldest first."""
    casts: tuple[Mapping[str, str], ...] = ()
    """Who played each power in each season of which there is a record, by the power's name."""
    handed_over: tuple[HandedOver, ...] = ()
    """Who has played before, and does no more."""
    files: Mapping[str, str | bytes]
    source: str
    """The game's own file, relative to the repository."""
    cards: Mapping[str, str] = field(default_factory=dict)
    """For each season's page the uri of its picture of 1200 by 630."""
    waits: tuple[Wait, ...] = ()
    """Every deadline there was or is, oldest first."""
    studies: tuple[Study, ...] = ()
    notices: tuple[str, ...] = ()
    """What is wrong with it and the GM must hear about."""
    remarks: tuple[str, ...] = ()

    @property
    def uris(self) -> tuple[str, ...]:
        """The pages that are about the game."""
        seasons = (one.uri for one in self.seasons)
        return (self.view.head.uri, *seasons, *(one.uri for one in self.studies))


@dataclass(frozen=True, slots=True, kw_only=True)
class BrokenGame:
    """A game that cannot be shown, and why."""

    slug: str
    """The folder's name."""
    title: str
    uri: str
    message: str
    source: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Contents:
    """Everything that is to be printed."""

    zine: Zine
    games: tuple[GameContents, ...]
    broken: tuple[BrokenGame, ...]
    issues: tuple[IssueView, ...]
    """Oldest first."""
    editorials: Mapping[str, str]
    """For each issue's page the file a reader would edit."""
    archive: ArchiveView
    players: tuple[PlayerView, ...]
    variants: tuple[VariantView, ...]
    notices: tuple[str, ...] = ()
