"""What a season's report shows; see `views`."""

from dataclasses import dataclass

from markupsafe import Markup

from zinegen.pages.views.map_views import CoastRow, MapChanges, WaterwayRow
from zinegen.pages.views.views import (
    NOTHING,
    CentreTable,
    DislodgedView,
    Download,
    GameHead,
    Link,
    Moment,
    OrdersOfPower,
    PhaseView,
    Picture,
    PowerView,
    PressItem,
    RulingNote,
    Standing,
)


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
    closed: Moment | None
    source: str
    """The season's own file, relative to the repository."""
    before: Picture
    after: Picture
    phases: tuple[PhaseView, ...]
    dislodged: tuple[DislodgedView, ...] = ()
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
    standings: tuple[Standing, ...] = ()
    press: tuple[PressItem, ...] = ()
    reports: tuple[tuple[PowerView, str], ...] = ()
    """Sealed reports to powers, each with the uri of its file."""
    notes: Markup = NOTHING
    rulings: tuple[RulingNote, ...] = ()
    banner: str = ""
    """A warning above everything: an open season in the preview, a result not yet recorded."""
    is_open: bool = False
    """Orders are still coming in: shown in a preview only."""
    wanted: str = ""
    """What is wanted for the next deadline."""
    downloads: tuple[Download, ...] = ()
    checked: tuple[tuple[str, str], ...] = ()
    """How this was checked: names and values."""
    previous: Link | None = None
    following: Link | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class SeasonLine:
    """A season in a list."""

    name: str
    uri: str
    headline: str
    year: int
    picture: Picture | None = None
