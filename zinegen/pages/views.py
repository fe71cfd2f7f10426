"""What each page shows, ready for the templates: plain frozen data that computes nothing.

The builders make these from the archive, the templates print them. Texts are plain and are escaped by the
templates; `Markup` is HTML already and safe. An address is the page's uri in the site
(``games/winter/index.md``) or, with a scheme, one outside.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from markupsafe import Markup

from zinegen.board.board import Power

NOTHING = Markup("")


@dataclass(frozen=True, slots=True, kw_only=True)
class PageLink:
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
    text: str
    """In the game's time zone: ``Tuesday 1 December 2026, 22:00 GMT``."""
    day: str
    """Without the hour: ``Tuesday 1 December 2026``."""
    zone: str = "UTC"  # by its name: Europe/London
    passed: bool = False
    """Of a deadline: it had passed when the page was made."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DeadlineLine:
    """A deadline in the list of them."""

    game: PageLink
    season: str
    moment: Moment | None
    """None where the GM has set none yet."""
    desk: str = ""
    """The page on which its orders are written, while they are awaited."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PowerView:
    """A power as pages show it: never by colour alone."""

    key: Power
    """What the game calls it."""
    name: str
    """What pages call it, in the language of the zine."""
    slug: str
    """For class names: ``austria``."""
    ink: str
    """Its colour on paper, ``#rrggbb``."""
    mark: str
    """The shape that stands for it in charts: circle, square, diamond, ..."""
    dash: str
    """The pattern of its line in charts, as SVG writes it; empty for an unbroken one."""
    player: PageLink | None = None
    """Who plays it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Picture:
    """A map with all its file formats."""

    svg: str
    alt: str
    """What it shows, in words: not "map"."""
    width: int
    height: int
    part: str = ""
    """Which view of the file it is, as its address ends in; empty for the whole of it."""
    png: str = ""
    geojson: str = ""
    frame: tuple[int, int] | None = None
    """Where the map itself begins and how high it is, between title and legend; None in pictures without."""
    note: str = ""
    """That it stands for one that could not be drawn."""
    data: str = ""
    """The facts behind it as JSON (docs/map-data.md); empty for one that answers no questions."""
    position: str = ""
    """Which position of these facts it shows: ``before``, ``after`` or a phase such as ``S1901R``."""


@dataclass(frozen=True, slots=True, kw_only=True)
class OrderView:
    """One order and its result."""

    text: str
    """In canonical writing."""
    word: str
    """succeeds, fails or void."""
    anchor: str
    """What a link to it ends in: ``a-bur-mun``; no two orders of a season have the same."""
    sentence: str
    """Why, for a beginner; empty when there is nothing to say."""
    as_written: str = ""
    """The player's own words, where they could not be read or were read otherwise."""
    is_ordered: bool = True
    """False for what the rules filled in."""


@dataclass(frozen=True, slots=True, kw_only=True)
class OrdersOfPower:
    """All orders of one power in one phase."""

    power: PowerView
    orders: tuple[OrderView, ...]


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
    changed: tuple[PowerView, ...] = ()
    """Powers whose orders were changed too late, or by somebody else: what came in time counted."""
    picture: Picture | None = None
    elsewhere: bool = False
    """There were orders about the map, which stand in a section of their own."""
    asked: bool = True
    """Somebody had something to order, whether or not anybody did."""
    throws: tuple[str, ...] = ()
    """What was thrown, and by whom, a sentence each."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DislodgedView:
    """A unit that had to leave."""

    power: PowerView
    unit: str
    situation: str
    """Who drove it out and where it could go, as one sentence."""
    outcome: str
    """What it did, as one sentence; empty while nobody knows."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CentreView:
    """A centre in a table of owners."""

    abbreviation: str
    name: str
    new: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class CentreRow:
    """What one power owns."""

    power: PowerView
    centres: tuple[CentreView, ...]
    now: int
    before: int
    losses: tuple[CentreView, ...] = ()
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
class PowerStanding:
    """Where one power's units stand, in a line."""

    power: PowerView
    units: str
    count: int
    """How many these are."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PressPictureView:
    """A picture below an item of press."""

    uri: str
    file: str
    """What it is called among those of other pages: ``press-winter-1901-1-spring-france-1.png``."""
    alt: str
    caption: str
    width: int
    height: int


@dataclass(frozen=True, slots=True, kw_only=True)
class PressView:
    """One item of press."""

    sender: str
    dateline: str
    html: Markup
    refusal: str = ""
    """Why it is not printed; then `html` is empty."""
    power: str = ""
    """Whose player wrote it, for the player's page; empty for the GM."""
    author: PowerView | None = None
    """The same to be shown beside the sender, where that does not end with it: nobody can pose as another."""
    is_unsigned: bool = False
    """By the house rule nobody is told whose it is; then neither `power` nor `author` tells."""
    pictures: tuple[PressPictureView, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class RulingNote:
    """A decision of the GM with its reason."""

    on: str
    """The day as machines read it."""
    day: str
    """The same as the page prints it."""
    about: str
    decision: str
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class GameHead:
    """What stands at the top of everything about one game."""

    title: str
    slug: str
    uri: str
    variant: PageLink
    gm: str
    status: str
    """One of: open, waiting, finished."""
    status_text: str
    """The status as a sentence."""
    deadline: Moment | None = None
    wanted: str = ""
    """What the deadline is for, such as ``spring 1902``."""
    contact: PageLink | None = None
    """Where players write to the GM: a web address or ``mailto:``."""
    desk: str = ""
    """The page on which orders are written; empty when nobody is to write any."""
    is_key_published: bool = False
    """Everybody can open what was secret in the game."""
    number: str = ""
    """What the hobby's custodians call it, such as ``Boardman 2026AB``."""


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
    relaid: str = ""
    """That the whole map has been drawn anew, and what that means; nothing in most seasons."""
    units: tuple[str, ...] = ()
    """What became of units because the ground changed under them."""
    contacts: tuple[str, ...] = ()
    """Who touches whom now and did not before, and the other way round."""
    kinds: tuple[tuple[str, str], ...] = ()
    """The kinds of orders about the map that were given, each with what it does."""


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
class DeskView:
    """The page on which a season's orders are written."""

    uri: str
    season: str
    """Such as ``spring 1901``."""
    picture: Picture
    """The map now."""
    data: str
    """The file that the page's script works with."""
    is_sealed: bool
    is_secret: bool
    """Centres and who owns them are secret in this game."""
    files: tuple[tuple[str, PageLink, str], ...]
    """Each power's name, its file as the program makes it, and where it is handed in; empty for nowhere."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SeasonView:
    """A season's whole report."""

    game: GameHead
    uri: str
    anchor: str
    """Its folder's name, such as ``1901-1-spring``."""
    name: str
    """Such as ``Spring 1901``."""
    number: int
    """Which report of its game this is, from 1."""
    headline: str
    lead: str
    """What happened, in a sentence or two."""
    closing: Moment | None
    source: str
    """The season's own file, relative to the repository."""
    before: Picture
    after: Picture
    phases: tuple[PhaseView, ...]
    dislodgements: tuple[DislodgedView, ...] = ()
    voyages: tuple[str, ...] = ()
    """Armies that went aboard fleets or ashore, a sentence each."""
    changes: MapChanges | None = None
    """What became of the map; None when nothing did and nobody wanted it."""
    coasts: tuple[CoastRow, ...] = ()
    choices: tuple[OrdersOfPower, ...] = ()
    """Coast choices that were asked for, each with what came of it."""
    waterways: tuple[WaterwayRow, ...] = ()
    """Every waterway of the map, when one of them changed."""
    centres: CentreTable | None = None
    standings: tuple[PowerStanding, ...] = ()
    press: tuple[PressView, ...] = ()
    reports: tuple[tuple[PowerView, str], ...] = ()
    """Sealed reports to powers, each with the uri of its file."""
    notes: Markup = NOTHING
    rulings: tuple[RulingNote, ...] = ()
    banner: str = ""
    """A warning above everything: an open season in the preview, a result not yet recorded."""
    is_open: bool = False
    """Orders are still coming in: shown in a preview only."""
    next_orders: str = ""
    """What is wanted for the next deadline."""
    next_deadline: Moment | None = None
    downloads: tuple[PageLink, ...] = ()
    checksums: tuple[tuple[str, str], ...] = ()
    """How this was checked: names and values."""
    previous: PageLink | None = None
    following: PageLink | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class SeasonLine:
    """A season in a list."""

    name: str
    uri: str
    headline: str
    year: int
    picture: Picture | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ReplayView:
    """The page on which a game can be replayed, and the same as a frame for other sites."""

    uri: str
    frame: str
    """The uri of the page without the theme."""
    address: str
    """The whole address of that page; empty where the site has none yet."""
    files: Mapping[str, str]
    """The uri of its data under ``data``; nothing where that could not be made."""
    seasons: tuple[SeasonLine, ...]
    anchors: tuple[str, ...]
    """What a link to each of them ends in."""
    size: tuple[int, int]
    """Width and height of the map in drawing units."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckableSeason:
    """A recorded season that readers can check."""

    page: PageLink
    """Its report."""
    anchor: str
    """Its folder's name."""
    data: str
    """The uri of what is published of it, beside which its record and its position lie."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckView:
    """The page on which readers check a game."""

    uri: str
    seasons: tuple[CheckableSeason, ...]
    """Oldest first."""
    is_secret: bool
    """Centres and who owns them are secret in this game."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ReceiptLine:
    """A file that is in: its digest, and when it came; nothing of what it says."""

    power: str
    sha256: str
    received: Moment | None
    """None where only the platform knows."""
