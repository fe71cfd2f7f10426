"""What is printed around the reports (games, issues, archive, players, rules), and all of it together."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date

from markupsafe import Markup

from zinegen.languages.texts import gettext
from zinegen.pages.lists.views import NO_LISTS, ListsView, PressAuthor
from zinegen.pages.masthead import Masthead
from zinegen.pages.platforms import find_upload
from zinegen.pages.results.outcomes import GameOutcome
from zinegen.pages.results.settings import ResultSettings
from zinegen.pages.results.views import ResultsView
from zinegen.pages.study_views import AtlasView, StudyView, WinterChange
from zinegen.pages.views import (
    NOTHING,
    ChartView,
    CheckView,
    DeadlineLine,
    DeskView,
    GameHead,
    PageLink,
    Picture,
    PowerView,
    PressView,
    ReceiptLine,
    ReplayView,
    SeasonLine,
    SeasonView,
)
from zinegen.pages.volume_plan import VolumeLine

PROSE = "<!-- zinegen: prose -->"
"""Stands in a page's body where the text of a Markdown file belongs."""

CALENDAR = "deadlines.ics"
"""What a calendar is called in the folder of the game, the player or the zine."""

CONTACTS = "<!-- zinegen: contacts -->"
"""Where people's pages say how to write to the GMs of the games in play; in ``site_src/how-to-play.md``."""
PROSE_HTML = Markup(PROSE)  # noqa: S704  # a comment of our own
"""The same for templates."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Zine:
    """What the editor says of the zine as a whole."""

    name: str
    url: str = ""
    """Where the site will lie, ending in a slash; without it there are no feeds."""
    began_at: str = ""
    """Where it lay at first, if elsewhere: what is permanent goes on from there."""
    motto: str = ""
    editor: str = ""
    price: str = ""
    licence: str = ""
    """Who may do what with it, as its pages say at their foot."""
    edit: str = ""
    """What a file's path is added to for the platform's editor; without it, no such links."""
    by_issue: bool = False
    """Whether the platform takes in orders that come as a new issue."""
    language: str = "en"
    """The code of what its pages are in."""
    results: ResultSettings = field(default_factory=ResultSettings)
    """Which results are printed, and whose."""
    paper: str = ""
    """The paper of the PDF of each issue and game; empty where there is none."""
    has_epub: bool = False
    """Whether there is an EPUB of each."""
    has_checks: bool = True
    """Whether readers can check games: order files and receipts are published for it."""
    volume: str = ""
    """The folder of the volume whose games are printed; empty for a front, and for a zine that is not cut."""

    @property
    def upload(self) -> str:
        """What a folder's path is added to for the platform's page that takes files; empty for none."""
        return find_upload(self.edit)

    @property
    def first_url(self) -> str:
        """What the ids of entries, deadlines and mails begin with, wherever the site lies today."""
        return self.began_at or self.url

    @property
    def has_feeds(self) -> bool:
        """Tell whether there are feeds: theirs are absolute addresses."""
        return bool(self.url)

    def find_whole(self, uri: str) -> str:
        """Return the whole address of a file, or of a folder that ends in a slash; the zine has one."""
        home = f"{self.volume}/" if self.volume and uri.startswith("games/") else ""
        return f"{self.url}{home}{uri}"

    def link_documents(self, stem: str) -> tuple[PageLink, ...]:
        """Return the ways to the documents of an issue or game; ``stem`` is their uri without its ending."""
        kinds = {".pdf": "PDF"} if self.paper else {}
        kinds |= {".epub": "EPUB"} if self.has_epub else {}
        return tuple(PageLink(text=text, to=f"{stem}{ending}") for ending, text in kinds.items())

    def link_feeds(self, folder: str) -> tuple[PageLink, ...]:
        """Return the ways to both feeds of a folder; none without an address of the site."""
        if not self.has_feeds:
            return ()
        kinds = {"Atom": "xml", "JSON": "json"}
        return tuple(PageLink(text=name, to=f"{folder}feed.{end}") for name, end in kinds.items())

    def link_calendar(self, folder: str) -> tuple[PageLink, ...]:
        """Return the ways to the calendar of a folder, which ends in a slash or is the zine's own, empty.

        Programs subscribe at an absolute address; without one there is the file alone.
        """
        file = PageLink(text=gettext("Deadlines as a calendar file"), to=f"{folder}{CALENDAR}")
        if not self.url:
            return (file,)
        address = f"webcal://{self.find_whole(file.to).partition('://')[2]}"
        return (PageLink(text=gettext("Subscribe to deadlines"), to=address), file)


@dataclass(frozen=True, slots=True, kw_only=True)
class Seat:
    """A power in a game's list of players."""

    power: PowerView
    centres: int | None
    """None where it is secret."""
    units: int
    status: str
    """Such as "won", "eliminated in 1907"; empty for one who plays on."""
    predecessors: tuple[PageLink, ...] = ()
    """Who played it before; without an address for somebody who has no page."""
    orders: str = ""
    """What has come in for the next deadline, such as "not yet"; empty when there is none."""
    hand_in: str = ""
    """Where the platform takes the power's orders, or else the GM; empty where nobody does."""
    is_alive: bool = True


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
    banner: str = ""
    headline: str = ""
    """The GM's, of the season that is open."""
    notes: Markup = NOTHING
    troubles: tuple[str, ...] = ()
    """What is wrong with the game's files, each with its place."""
    more: tuple[PageLink, ...] = ()
    """Further pages about the game: its borders, the powers' options, what the calendar brings."""
    is_secret: bool = False
    """Centres and who owns them are secret in this game."""
    feeds: tuple[PageLink, ...] = ()
    calendar: tuple[PageLink, ...] = ()
    """Ways to the calendar of deadlines; empty where there are none."""
    statements: tuple[PressView, ...] = ()
    """What the players say now that it is over."""
    replay: ReplayView | None = None
    """None while no season has been played."""
    documents: tuple[PageLink, ...] = ()
    """The same to be printed or carried."""
    receipts: tuple[ReceiptLine, ...] = ()
    """Of the files that are in for the open season."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Score:
    """How strong one power of a game is."""

    power: PowerView
    centres: int | None
    """None where that is secret."""
    units: int


@dataclass(frozen=True, slots=True, kw_only=True)
class GameStanding:
    """How a game stood when an issue went out."""

    game: PageLink
    variant: PageLink
    when: str
    """The last season that was played, such as ``Autumn 1902``."""
    scores: tuple[Score, ...]
    """The strongest first; powers that are out are left out."""
    to_win: int | None = None
    """So many centres win, where any number does."""
    outcome: str = ""
    """How the game ended, as a sentence; empty for one that went on."""


@dataclass(frozen=True, slots=True, kw_only=True)
class IssueView:
    """An issue of the zine, with everything that a reader needs who has nothing else.

    The front page is the newest. Pages, paper, books and mails are all set from this one view:

    - ``seasons`` are the whole reports, the very views of their own pages. In each, ``phases`` come in the
      order in which they were played, with the orders by power and the why of each (``OrderView.sentence``),
      who is late (``silent``), and the map of the orders (``picture``; adjustments have none). Then there are
      ``before`` and ``after``, ``dislodgements``, ``voyages``, ``changes`` of the ground with ``coasts``,
      ``choices`` and ``waterways``, ``centres``, ``standings`` (where the units are), ``press``, and the GM's
      ``notes`` and ``rulings``.
    - ``scores`` of all games, ``openings``, ``deadlines`` are what stands round the reports.
    - ``editorial`` is a place that the site's builder fills with the editor's Markdown, letters included; its
      file is `Contents.editorials` by ``uri``, none where nobody has written any.

    Uris are those of the site: `Addresses` makes addresses of them, and `Contents` knows what lies at each.
    """

    masthead: Masthead
    title: str
    uri: str
    editorial: Markup
    seasons: tuple[SeasonView, ...]
    """By game, in the order in which the editor names the games; those of one game as they were played."""
    deadlines: tuple[DeadlineLine, ...]
    """Those that were awaited when it went out, but for what has been played or called off since."""
    scores: tuple[GameStanding, ...] = ()
    """How the games stood that were in play, or are in this issue."""
    prose: str = ""
    """The editorial as its editor typed it, in Markdown."""
    openings: tuple[PageLink, ...] = ()
    lists: ListsView = NO_LISTS
    """Who is wanted, waits, stands by and subscribes, if it is the newest."""
    news: tuple[PageLink, ...] = ()
    """Reports that came out after this issue, if it is the newest."""
    feeds: tuple[PageLink, ...] = ()
    calendar: tuple[PageLink, ...] = ()
    """Ways to the calendar of deadlines; empty where there are none."""
    documents: tuple[PageLink, ...] = ()
    """The same to be printed or carried."""
    previous: PageLink | None = None
    following: PageLink | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class IssueLine:
    """An issue in the archive."""

    number: str
    title: str
    uri: str
    date: str
    date_iso: str
    year: int
    seasons: tuple[tuple[str, str], ...]
    """Game and season of each report."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GameLine:
    """A game in a list."""

    head: GameHead
    last: SeasonLine | None


@dataclass(frozen=True, slots=True, kw_only=True)
class ArchiveView:
    """Everything printed so far."""

    years: tuple[tuple[int, tuple[IssueLine, ...]], ...]
    finished_games: tuple[GameLine, ...]
    counts: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Engagement:
    """One game of one player."""

    game: PageLink
    variant: str
    power: PowerView
    result: str
    until: str = ""
    """The season in which somebody else took over."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DueOrders:
    """A game in play that asks a player for orders, as its own page tells it."""

    line: DeadlineLine
    power: PowerView
    orders: str
    """What has come in, such as "not yet"."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerView:
    """A player's page: a name, never an address."""

    name: str
    slug: str
    games: tuple[Engagement, ...]
    press: tuple[tuple[PageLink, int], ...]
    """Seasons and how many items the player's powers sent."""
    awaited: tuple[DueOrders, ...] = ()
    """The next deadline first."""
    calendar: tuple[PageLink, ...] = ()
    """Ways to the calendar of the player's deadlines; empty where there are none."""
    results: str = ""
    """What came of the games, in a sentence; empty where results are not printed, or not this player's."""
    feeds: tuple[PageLink, ...] = ()


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
    calendar: tuple[WinterChange, ...]
    """What the calendar brings to its map, without maps."""
    games: tuple[GameLine, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Wait:
    """A time during which a game waited for orders."""

    since: date | None
    """The day on which the season before closed; None for a game's first deadline."""
    until: date
    """The day of the deadline."""
    line: DeadlineLine
    anchor: str
    """The season's folder: ``1901-1-spring``."""
    is_played: bool
    is_off: bool
    """Nobody hands in by then: the game is over, the season closed earlier, or one before it waits."""
    sequence: int
    """Higher each time the deadline moves, is called off or holds again (RFC 5545, 3.8.7.4)."""
    revised: str
    """When the game last closed a season, up to this one: ``2026-12-01T22:00:00Z``; empty before that."""


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
class NamedProvince:
    """A province with all its names."""

    key: str
    name: str
    """In English."""
    also: tuple[str, ...]
    """What else players call it."""
    words: str
    """All words of all its names, by which it is found."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GameContents:
    """Everything that is printed about one game."""

    view: GameView
    line: GameLine
    seasons: tuple[SeasonView, ...]
    """Oldest first."""
    outcome: GameOutcome | None = None
    """What came of it; None where nobody asks."""
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
    desk: DeskView | None = None
    """The page on which orders are written; None when nobody is to write any."""
    check: CheckView | None = None
    """The page on which readers check it; None while nothing is recorded, or where the zine has none."""
    provinces: tuple[NamedProvince, ...] = ()
    """Every province that the game has or had, in alphabetical order."""
    notices: tuple[str, ...] = ()
    """What is wrong with it and the GM must hear about."""

    @property
    def press_pictures(self) -> Mapping[str, bytes]:
        """The pictures in its press, by uri: PNG, or JPEG."""
        written = (*(item for one in self.seasons for item in one.press), *self.view.statements)
        uris = (picture.uri for item in written for picture in item.pictures)
        return {uri: content for uri in uris if isinstance(content := self.files.get(uri), bytes)}

    @property
    def atlas(self) -> str:
        """The uri of the page with all its maps; empty while no season has been played."""
        return next((one.uri for one in self.studies if isinstance(one.view, AtlasView)), "")

    @property
    def uris(self) -> tuple[str, ...]:
        """The pages that are about the game."""
        seasons = (one.uri for one in self.seasons)
        replay = (self.view.replay.uri,) if self.view.replay else ()
        desk = (self.desk.uri,) if self.desk is not None else ()
        studies = (one.uri for one in self.studies)
        check = (self.check.uri,) if self.check is not None else ()
        return (self.view.head.uri, *replay, *seasons, *studies, *desk, *check)


@dataclass(frozen=True, slots=True, kw_only=True)
class UnshownGame:
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
    broken: tuple[UnshownGame, ...]
    issues: tuple[IssueView, ...]
    """Oldest first."""
    editorials: Mapping[str, str]
    """For each issue's page the file a reader would edit."""
    archive: ArchiveView
    players: tuple[PlayerView, ...]
    variants: tuple[VariantView, ...]
    results: ResultsView | None = None
    """None where the zine prints none."""
    lists: ListsView = NO_LISTS
    press: tuple[PressAuthor, ...] = ()
    """All press by author."""
    left_out: tuple[str, ...] = ()
    """The uris of issues that cannot be set."""
    notices: tuple[str, ...] = ()
    volume: VolumeLine | None = None
    """The volume whose games these are; None for a front, and for a zine that is not cut."""
    volumes: tuple[VolumeLine, ...] = ()
    """On a front: the volumes, whose games are printed there."""
    found: frozenset[tuple[str, str]] = frozenset()
    """On a front: what the searches of the volumes can be narrowed to."""

    @property
    def press_pictures(self) -> Mapping[str, bytes]:
        """The pictures in the press of all games, by uri."""
        return {uri: content for game in self.games for uri, content in game.press_pictures.items()}
