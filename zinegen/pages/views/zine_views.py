"""What the pages round the reports show: games, issues, archive, players, rules; see `views`."""

from dataclasses import dataclass

from markupsafe import Markup

from zinegen.pages.views.map_views import Turn
from zinegen.pages.views.season_views import SeasonLine, SeasonView
from zinegen.pages.views.views import (
    ChartView,
    Download,
    GameHead,
    Link,
    Moment,
    Picture,
    PowerView,
    PressItem,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Seat:
    """A power in a game's list of players."""

    power: PowerView
    centres: int | None
    """None where it is secret."""
    units: int
    status: str
    """Such as "won", "eliminated in 1907"; empty for one who plays on."""
    predecessors: tuple[Link, ...] = ()
    """Who played it before; without an address for somebody who has no page."""
    orders: str = ""
    """What has come in for the next deadline, such as "not yet"; empty when there is none."""
    hand_in: str = ""
    """Where the platform takes the power's orders; empty where it does not."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GameView:
    """A game's page."""

    head: GameHead
    now: Picture | None
    seats: tuple[Seat, ...]
    chart: ChartView | None
    years: tuple[tuple[int, tuple[SeasonLine, ...]], ...]
    options: tuple[tuple[str, str], ...]
    order_file: str = ""
    """An example of an order file, as text."""
    downloads: tuple[Download, ...] = ()
    banner: str = ""
    more: tuple[Link, ...] = ()
    """Further pages about the game: its borders, the powers' options, what the calendar brings."""
    is_secret: bool = False
    """Centres and who owns them are secret in this game."""
    feeds: tuple[Link, ...] = ()
    statements: tuple[PressItem, ...] = ()
    """What the players say now that it is over."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Masthead:
    """The head of the zine."""

    title: str
    motto: str
    editor: str
    price: str
    number: str
    date: str
    date_iso: str
    deadline: Moment | None
    deadline_of: str = ""
    """Which game the next deadline belongs to."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DeadlineLine:
    """A deadline in the list of them."""

    game: Link
    season: str
    moment: Moment


@dataclass(frozen=True, slots=True, kw_only=True)
class IssueView:
    """An issue of the zine: the front page is the newest."""

    masthead: Masthead
    title: str
    uri: str
    editorial: Markup
    seasons: tuple[SeasonView, ...]
    deadlines: tuple[DeadlineLine, ...]
    openings: tuple[Link, ...] = ()
    news: tuple[Link, ...] = ()
    """Reports that came out after this issue, if it is the newest."""
    feeds: tuple[Link, ...] = ()
    previous: Link | None = None
    following: Link | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class IssueLine:
    """An issue in the archive."""

    number: str
    title: str
    uri: str
    date: str
    date_iso: str
    year: int
    games: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class GameLine:
    """A game in a list."""

    head: GameHead
    players: tuple[str, ...]
    seasons: int
    last: SeasonLine | None
    winners: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class ArchiveView:
    """Everything printed so far."""

    years: tuple[tuple[int, tuple[IssueLine, ...]], ...]
    finished: tuple[GameLine, ...]
    counts: tuple[tuple[str, int], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Engagement:
    """One game of one player."""

    game: Link
    variant: str
    power: PowerView
    result: str
    until: str = ""
    """The season in which somebody else took over."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerView:
    """A player's page: a name, never an address."""

    name: str
    slug: str
    games: tuple[Engagement, ...]
    press: tuple[tuple[Link, int], ...]
    """Seasons and how many items the player's powers sent."""


@dataclass(frozen=True, slots=True, kw_only=True)
class OptionView:
    """One thing the GM may decide."""

    name: str
    values: str
    default: str
    meaning: str


@dataclass(frozen=True, slots=True, kw_only=True)
class VariantView:
    """What is generated on a rule set's page."""

    id: str
    title: str
    author: str
    summary: str
    options: tuple[OptionView, ...]
    forms: tuple[tuple[str, str], ...]
    """Order lines and what they mean."""
    start: Picture | None
    calendar: tuple[Turn, ...]
    """What the calendar brings to its map, without maps."""
    games: tuple[GameLine, ...]
