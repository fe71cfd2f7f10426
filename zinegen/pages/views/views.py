"""What each page shows, ready for the templates: plain frozen data that computes nothing.

The builders (`report`, `issue`, ...) make these from the archive, the templates print them. Texts
are plain and are escaped by the templates; `Markup` is HTML already and safe. An address is the
page's uri in the site (``games/winter/index.md``) or, with a scheme, one outside.
"""

from dataclasses import dataclass

from markupsafe import Markup

NOTHING = Markup("")


@dataclass(frozen=True, slots=True, kw_only=True)
class Link:
    """A name that leads somewhere."""

    text: str
    to: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Moment:
    """A point of time, for machines and for readers."""

    iso: str
    """With the offset of the game's time zone: ``2026-12-01T22:00:00+00:00``."""
    utc: str
    """The same in universal time, for feeds and for sorting: ``2026-12-01T22:00:00Z``."""
    shown: str
    """In the game's time zone: ``Tue 1 Dec 2026, 22:00 GMT``."""
    day: str
    """Without the hour: ``Tue 1 Dec 2026``."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PowerView:
    """A power as pages show it: never by colour alone."""

    name: str
    slug: str
    """For class names: ``austria``."""
    ink: str
    """Its colour on paper, ``#rrggbb``."""
    mark: str
    """The shape that stands for it in charts: circle, square, diamond, ..."""
    dash: str
    """The pattern of its line in charts, as SVG writes it; empty for an unbroken one."""
    player: Link | None = None
    """Who plays it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Picture:
    """A map with all its file formats."""

    svg: str
    alt: str
    """What it shows, in words: not "map"."""
    width: int
    height: int
    png: str = ""
    geojson: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class OrderView:
    """One order and its result."""

    text: str
    """In canonical writing."""
    word: str
    """succeeds, fails or void."""
    sentence: str
    """Why, for a beginner; empty when there is nothing to say."""
    as_written: str = ""
    """The player's own words, where they could not be read or were read otherwise."""
    given: bool = True
    """False for what the rules filled in."""


@dataclass(frozen=True, slots=True, kw_only=True)
class OrdersOfPower:
    """All orders of one power in one phase."""

    power: PowerView
    orders: tuple[OrderView, ...]
    remark: str = ""
    """Such as "No orders received"."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PhaseView:
    """One phase of a season: the orders and the picture of them."""

    key: str
    """As files write it: ``S1901M``."""
    title: str
    """In words: ``Moves``, ``Retreats``."""
    orders: tuple[OrdersOfPower, ...]
    silent: tuple[PowerView, ...] = ()
    """Powers that had something to order and handed in nothing."""
    picture: Picture | None = None
    elsewhere: bool = False
    """There were orders about the map, which stand in a section of their own."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DislodgedView:
    """A unit that had to leave."""

    power: PowerView
    unit: str
    told: str
    """Who drove it out and where it could go, as one sentence."""
    did: str
    """What it did, as one sentence; empty while nobody knows."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CentreView:
    """A centre in a table of owners."""

    abbreviation: str
    name: str
    new: bool = False
    home: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class CentreRow:
    """What one power owns."""

    power: PowerView
    centres: tuple[CentreView, ...]
    now: int
    before: int
    lost: tuple[CentreView, ...] = ()
    adjustment: str = ""
    """Such as "builds 1", "removes 2"."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CentreTable:
    """Who owns what."""

    caption: str
    rows: tuple[CentreRow, ...]
    neutral: tuple[CentreView, ...] = ()
    to_win: int | None = None
    is_secret: bool = False
    """Only the numbers are known, not which centres they are."""
    remarks: tuple[str, ...] = ()
    """Centres made and destroyed, as sentences."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ChartView:
    """The centre chart of a whole game: drawn, and as a table."""

    drawing: Markup
    """An SVG element."""
    columns: tuple[str, ...]
    """The moments counted, such as years."""
    rows: tuple[tuple[PowerView, tuple[int, ...]], ...]
    existing: tuple[int, ...] = ()
    """How many centres there were at each moment; empty where that never changed."""
    to_win: tuple[int | None, ...] = ()
    """How many of them won at each moment; empty as above."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Standing:
    """Where one power's units stand, in a line."""

    power: PowerView
    units: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PressItem:
    """One item of press."""

    sender: str
    dateline: str
    html: Markup
    refused: str = ""
    """Why it is not printed; then `html` is empty."""
    power: str = ""
    """Whose player wrote it, for the player's page; empty for the GM."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RulingNote:
    """A decision of the GM with its reason."""

    on: str
    """The day as machines read it."""
    day: str
    """The same as the page prints it."""
    about: str
    decided: str
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Download:
    """A file that the reader may take along."""

    text: str
    to: str
    size: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class GameHead:
    """What stands at the top of everything about one game."""

    title: str
    slug: str
    uri: str
    variant: Link
    gm: str
    status: str
    """One of: open, waiting, finished."""
    told: str
    """The status as a sentence."""
    deadline: Moment | None = None
    wanted: str = ""
    """What the deadline is for, such as ``spring 1902``."""
