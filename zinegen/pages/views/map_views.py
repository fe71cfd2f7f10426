"""What pages show of the map and of its changes; see `views`."""

from dataclasses import dataclass

from zinegen.pages.views.views import CentreTable, ChartView, OrderView, Picture, PowerView


@dataclass(frozen=True, slots=True, kw_only=True)
class EventLine:
    """One line that a power handed in about an event: the order, a support, an option."""

    power: PowerView
    order: OrderView


@dataclass(frozen=True, slots=True, kw_only=True)
class MapEvent:
    """Something that powers wanted to do to the map, or that happened to it without them."""

    title: str
    """The order in canonical writing, or the place that the orders were about."""
    word: str
    """succeeds, fails or void; empty where nothing was to happen."""
    lines: tuple[EventLine, ...]
    """Everything that was ordered about it; empty when nobody did."""
    sentences: tuple[str, ...]
    """Who wanted it and how strongly, what happened, and why."""
    numbers: tuple[int, ...] = ()
    """Its numbers on the picture of all changes."""
    before: Picture | None = None
    """The neighbourhood before."""
    after: Picture | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class MapChanges:
    """Everything that happened to the map in a season, or was to happen."""

    events: tuple[MapEvent, ...]
    picture: Picture | None = None
    """The map with every change numbered."""
    captions: tuple[tuple[int, str], ...] = ()
    """What stands at each number."""
    motion: Picture | None = None
    """The borders on their way, a picture that moves."""
    units: tuple[str, ...] = ()
    """What became of units because the ground changed under them."""
    touching: tuple[str, ...] = ()
    """Who touches whom now and did not before, and the other way round."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CoastRow:
    """The coasts of a province that changed."""

    province: str
    before: tuple[str, ...]
    coasts: tuple[str, ...]
    fleet: str
    """Where its fleet stands and why; empty when there is none."""


@dataclass(frozen=True, slots=True, kw_only=True)
class WaterwayRow:
    """A strait, a canal or another waterway that joins coasts."""

    what: str
    where: str
    ends: str
    """The waters at its two ends."""
    news: str = ""
    """What has changed about it this season; empty when nothing has."""


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
class Turn:
    """What the calendar does to the map in one winter, whoever plays what."""

    name: str
    """Such as ``Winter 1903``."""
    anchor: str
    brings: tuple[str, ...]
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
    turns: tuple[Turn, ...]


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
class Choice:
    """One thing that a power can do to the map as it is."""

    line: str
    """The order, ready to be copied."""
    brings: tuple[str, ...]
    """What it comes to if nobody stops it, a sentence each."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ChoicesOfPower:
    """What one power can do."""

    power: PowerView
    choices: tuple[Choice, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class ChoicesView:
    """The map events that make sense on the present map, power by power."""

    when: str
    powers: tuple[ChoicesOfPower, ...]
