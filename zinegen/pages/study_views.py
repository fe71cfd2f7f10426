"""What is shown of a game's map beside its reports: borders, options, the calendar, what was secret."""

from dataclasses import dataclass

from zinegen.pages.views import (
    CentreTable,
    ChartView,
    PageLink,
    Picture,
    PowerView,
    SeasonLine,
    WaterwayRow,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class BorderRow:
    """A border with what lies at its two ends."""

    between: str
    """The full names of its two provinces, with a number where they share several borders."""
    ends: str
    """What lies at its ends; empty for the shore of an island, which has none."""
    runs: str
    """What it runs between: land, coast, sea, the edge; and what lies on it."""
    line: str = ""
    """The order that cuts it, where the rules know such orders."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ProvinceRow:
    """A province as it is now."""

    name: str
    abbreviation: str
    ground: str
    around: str
    """Its neighbours clockwise; apart from one another those round each of its shores."""
    coasts: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class BordersView:
    """The map of a game in words: every border and every province."""

    when: str
    """Which position it is: ``after spring 1902``."""
    borders: tuple[BorderRow, ...]
    has_lines: bool
    links: tuple[tuple[str, str], ...]
    """Provinces that could be joined across a third, and the order that does it."""
    provinces: tuple[ProvinceRow, ...]
    waterways: tuple[WaterwayRow, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class WinterChange:
    """What the calendar does to the map in one winter, whoever plays what."""

    name: str
    """Such as ``Winter 1903``."""
    anchor: str
    effects: tuple[str, ...]
    """What happens, a sentence each."""
    warnings: tuple[str, ...] = ()
    """Who stands there now, a sentence a unit."""
    is_past: bool = False
    picture: Picture | None = None
    """The map that is left, without units."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CalendarView:
    """What the calendar brings, winter by winter."""

    title: str
    turns: tuple[WinterChange, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class TruthView:
    """What was secret in a game that is over."""

    picture: Picture
    """The map as it was at the end, with everything that nobody was told."""
    centres: CentreTable | None
    chart: ChartView | None
    ranges: tuple[str, ...]
    """Where ranges stood, double ones said to be."""


@dataclass(frozen=True, slots=True, kw_only=True)
class EventChoice:
    """One thing that a power can do to the map as it is."""

    line: str
    """The order, ready to be copied."""
    effects: tuple[str, ...]
    """What it comes to if nobody stops it, a sentence each."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ChoicesOfPower:
    """What one power can do."""

    power: PowerView
    choices: tuple[EventChoice, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class ChoicesView:
    """The map events that make sense on the present map, power by power."""

    when: str
    powers: tuple[ChoicesOfPower, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class ChangedPlace:
    """A border or a province that has changed, and in which seasons."""

    name: str
    seasons: tuple[PageLink, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class ContestedProvince:
    """A province with the seasons in which somebody moved there or won it."""

    name: str
    key: str
    anchor: str
    seasons: tuple[PageLink, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class AtlasView:
    """All maps of a game on one sheet, two of them one over the other, and where the map has changed."""

    start: Picture
    """The small map at the start."""
    seasons: tuple[SeasonLine, ...]
    """Oldest first, each with the small map after it."""
    moments: tuple[tuple[str, Picture], ...]
    """The start and each season's end by name, with the large map."""
    replay: str
    """The page on which all of it moves; empty for none."""
    changes: Picture | None
    """Where the map has changed and how often; None where it never has."""
    borders: tuple[ChangedPlace, ...]
    """What has changed most often first."""
    grounds: tuple[ChangedPlace, ...]
    provinces: tuple[ContestedProvince, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class AtlasGame:
    """How a game began and where it stands, or how it ended."""

    game: PageLink
    atlas: str
    """The uri of its own atlas."""
    status: str
    """As a sentence."""
    start: Picture
    last: SeasonLine


@dataclass(frozen=True, slots=True, kw_only=True)
class RuleAtlas:
    """The games of a rule set, each with its first and its last map."""

    variant: PageLink
    start: Picture | None
    """The map of the rule set."""
    games: tuple[AtlasGame, ...]


StudyView = AtlasView | BordersView | CalendarView | ChoicesView | TruthView
