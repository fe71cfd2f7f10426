"""The maps that pages ask for, named by all that they show.

Whoever describes a page asks for a map and is told at once where it will lie. `MapRenderer` draws it later.
"""

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, fields, replace
from functools import cache
from hashlib import sha256
from importlib.util import find_spec
from pathlib import Path

from zinegen import drawing
from zinegen.board.board import Board, cache_on_board
from zinegen.drawing.map_changes import Caption, list_changes
from zinegen.drawing.position import ShownPosition, list_played, read_position
from zinegen.drawing.replay.names import GameName
from zinegen.drawing.scene import HEAD, RIM, Box, Layer, Part, Scene
from zinegen.errors import MapError
from zinegen.game.state import GameState, PhaseKind
from zinegen.game.variant import Variant
from zinegen.game.verdicts import Report
from zinegen.geometry.shape import TENTHS
from zinegen.languages.texts import ENGLISH, add_colon, gettext, spoken_language
from zinegen.pages.maps.build_cache import cairo_version
from zinegen.pages.maps.map_jobs import (
    BEFORE,
    CHANGES,
    After,
    Before,
    BorderCounts,
    ChangesMap,
    Job,
    Map,
    MapFacts,
    Motion,
    Orders,
    Outlines,
    Pixels,
    Replay,
    ReplaySeason,
    SeasonSheet,
    Small,
    SocialCard,
    scene_of,
)
from zinegen.pages.views import Picture
from zinegen.pages.words.order_views import Anchors, season_anchors
from zinegen.play.records.records import PhaseRecord, SeasonRecord


@cache
def has_pixels() -> bool:
    """Tell whether this machine can make PNG files, where possible without loading what makes them."""
    if cairo_version() and find_spec("cairosvg") is not None:
        return True
    layer = Layer(name="dot", part=Part.SHORE, items=(Box(at=(0, 0), width=10, height=10),))
    dot = Scene(left=0, top=0, width=10, height=10, title="", description="", layers=(layer,))
    try:
        drawing.to_png(dot, 1)
    except drawing.NoPngError:
        return False
    return True


_EXTENT = re.compile(rb'viewBox="-?[0-9]+ -?[0-9]+ ([0-9]+) ([0-9]+)"')
KINDS: Mapping[type, str] = {
    Before: "b",
    After: "a",
    Orders: "o",
    Small: "s",
    BorderCounts: "bc",
    ChangesMap: "c",
    Motion: "m",
    SocialCard: "card",
    MapFacts: "f",
    ReplaySeason: "rs",
    SeasonSheet: "season",
}
"""How the names of files begin, which go on with what tells them apart."""


@dataclass(slots=True, kw_only=True)
class MapQueue:
    """The maps of one game that its pages have asked for."""

    folder: str
    """Where they will lie in the site, ending in a slash."""
    title: str
    """What stands over every map: the game's name."""
    find: Callable[[str], Path | None] = lambda _uri: None
    """Finds a map that was drawn before by its uri, so that only to know its size none is drawn again."""
    jobs: dict[str, Job] = field(default_factory=dict)
    """By uri, in the sequence in which they were asked for."""
    sizes: dict[type, tuple[int, int]] = field(default_factory=dict)
    """Width and height of each kind of map in drawing units; alike for all maps of a game."""
    told: dict[int, tuple[GameState | Report | SeasonSheet, str]] = field(default_factory=dict)
    """What tells values apart that are in many maps, by their identity; each is kept, so that this lasts."""
    sheets: dict[int, tuple[SeasonRecord, SeasonSheet]] = field(default_factory=dict)
    """The files of seasons, by the identity of their records; a record is kept, so that this lasts."""

    def before(self, state: GameState, alt: str) -> Picture:
        """Return the map of the position before a phase; `alt` says in words what it shows."""
        return self._queue_map(Before(state=state, title=self.title), alt)

    def after(self, record: SeasonRecord, alt: str) -> Picture:
        """Return the map of the position after a season."""
        return self._queue_map(self._make_after(record), alt)

    def season(self, record: SeasonRecord, part: str, alt: str) -> Picture:
        """Return a picture of a season's report, one of the views of the season's file.

        ``part`` is ``before``, ``changes``, a phase of which the orders are shown, or empty for the
        position after the season.
        """
        picture = self._queue_map(self._make_sheet(record), alt)
        boards = {"": record.after.board, BEFORE: record.before.board}
        frame = _find_frame(boards[part]) if part in boards else None
        return replace(picture, part=part, frame=frame)

    def neighbourhood(
        self, record: SeasonRecord, caption: Caption, text: str
    ) -> tuple[Picture, Picture]:
        """Return the ground round one change, before and after it; ``text`` says what it was."""
        part = drawing.find_part(record.after.board, caption)
        before = self.season(record, BEFORE, add_colon(gettext("Before"), text))
        after = self.season(record, CHANGES, add_colon(gettext("After"), text))
        if part is None:
            return before, after
        return (
            replace(before, part=f"{BEFORE}-{part.name}", frame=None),
            replace(after, part=f"{CHANGES}-{part.name}"),
        )

    def _make_sheet(self, record: SeasonRecord) -> SeasonSheet:
        known = self.sheets.get(id(record))
        if known is None:
            anchors = season_anchors(record)
            sheet = SeasonSheet(
                after=self._make_after(record),
                before=Before(state=record.before, title=self.title),
                orders=tuple(
                    (str(phase.phase), self._make_orders(record, phase, anchors))
                    for phase in record.phases
                    if is_drawn(phase)
                ),
                changes=self._make_changes(record) if list_captions(record) else None,
            )
            known = self.sheets[id(record)] = record, sheet
        return known[1]

    def _make_after(self, record: SeasonRecord) -> After:
        phase = record.phases[-1].phase
        return After(state=record.after, earlier=record.before, phase=phase, title=self.title)

    def _make_orders(self, record: SeasonRecord, phase: PhaseRecord, anchors: Anchors) -> Orders:
        return Orders(
            before=phase.before,
            report=phase.report,
            title=self.title,
            season=record.phases[0].phase,
            anchors={one.order: anchors[phase.phase, one.order] for one in phase.report.rulings},
        )

    def motion(self, record: SeasonRecord, alt: str) -> Picture:
        """Return the picture of a season in which the borders move."""
        return self._queue_map(Motion(of=self._make_changes(record)), alt)

    def _make_changes(self, record: SeasonRecord) -> ChangesMap:
        reports = tuple(phase.report for phase in record.phases)
        return ChangesMap(
            before=record.before, after=record.after, reports=reports, title=self.title
        )

    def small(self, state: GameState) -> Picture:
        """Return the map of a position for lists, where the words beside it say what it is."""
        return self._queue_map(Small(state=state), "")

    def border_counts(self, counts: BorderCounts, alt: str) -> Picture:
        """Return the small map of where a map has changed."""
        return self._queue_map(counts, alt)

    def card(self, record: SeasonRecord, title: str, subtitle: str) -> str:
        """Return the uri of the picture that other sites show beside a link; empty without PNG.

        It shows the moves of the season; where nobody moved, the position after it.
        """
        if not has_pixels():
            return ""
        moves = [
            one for one in record.phases if one.phase.kind is PhaseKind.MOVES and is_drawn(one)
        ]
        state, report = (moves[0].before, moves[0].report) if moves else (record.after, None)
        card = SocialCard(state=state, title=title, subtitle=subtitle, report=report)
        uri = f"{self.folder}{self._name_job(card)}.png"
        self.jobs.setdefault(uri, card)
        return uri

    def with_downloads(self, picture: Picture, state: GameState) -> Picture:
        """Return the picture with its other forms: PNG where the machine can, and GeoJSON."""
        job = self.jobs[picture.svg]
        stem = picture.svg.removesuffix(".svg")
        self.jobs.setdefault(f"{stem}.geojson", Outlines(state=state))
        png = ""
        if has_pixels() and isinstance(job, Map):
            png = f"{stem}.png"
            self.jobs.setdefault(png, Pixels(of=job.after if isinstance(job, SeasonSheet) else job))
        return replace(picture, png=png, geojson=f"{stem}.geojson")

    def pixels(self, record: SeasonRecord, part: str, width: int) -> str:
        """Return the uri of one view of a season as PNG, so many pixels wide; empty where there is none.

        ``part`` is as in `season`.
        """
        sheet = self._make_sheet(record)
        views: dict[str, Map | None] = {"": sheet.after, BEFORE: sheet.before}
        job = {**views, CHANGES: sheet.changes, **dict(sheet.orders)}.get(part)
        if job is None or not has_pixels():
            return ""
        uri = f"{self.folder}{self._name_job(job)}-{width}.png"
        self.jobs.setdefault(uri, Pixels(of=job, width=width))
        return uri

    def with_facts(self, picture: Picture, state: GameState, variant: Variant) -> Picture:
        """Return the picture of a position that answers, of no season: a start, or one to come."""
        options = dict(sorted(variant.chosen.items()))
        facts = MapFacts(state=state, variant=variant.id, options=options)
        uri = f"{self.folder}{self._name_job(facts)}.json"
        self.jobs.setdefault(uri, facts)
        return replace(picture, data=uri, position="before")

    def replay(self, game: GameName, records: Iterable[SeasonRecord]) -> str:
        """Return the uri of the data of a game's replay."""
        seasons = {}
        for record in records:
            phases = tuple((one.report, one.after) for one in record.phases)
            season = ReplaySeason(before=record.before, phases=phases)
            seasons[f"{self._name_job(season)}.json"] = season
        key = sha256(repr((game, [*seasons])).encode()).hexdigest()[:16]
        uri = f"{self.folder}replay-{key}.json"
        self.jobs.setdefault(uri, Replay(game=game, seasons=seasons))
        return uri

    def _name_job(self, job: SocialCard | MapFacts | Map | ReplaySeason) -> str:
        """Return a short name that differs whenever what is drawn would."""
        told, code = self._tell_once(job), spoken_language().code
        told = told if code == ENGLISH.code else f"{code} {told}"
        return f"{KINDS[type(job)]}-{sha256(told.encode()).hexdigest()[:16]}"

    def _tell_once(self, value: object) -> str:
        """Return `_tell_apart` of a value, worked out once for those that many maps show."""
        if not isinstance(value, GameState | Report | SeasonSheet):
            return self._tell_apart(value)
        known = self.told.get(id(value))
        if known is None:
            known = self.told[id(value)] = value, self._tell_apart(value)
        return known[1]

    def _tell_apart(self, value: object) -> str:
        """Return a text that differs whenever something differs that the drawing reads of a value."""
        if isinstance(value, GameState):
            return sha256(self._tell_apart(read_position(value)).encode()).hexdigest()
        if isinstance(value, Board):
            return _make_board_key(value)
        if isinstance(value, Report):
            return repr(list_played(value))
        if isinstance(value, ShownPosition | Job):
            value = tuple(getattr(value, one.name) for one in fields(value))
        if isinstance(value, tuple):
            return repr([self._tell_once(one) for one in value])
        return repr(value)

    def _queue_map(self, job: Map, alt: str) -> Picture:
        uri = f"{self.folder}{self._name_job(job)}.svg"
        self.jobs.setdefault(uri, job)
        if type(job) not in self.sizes:
            measured = _read_size(self.find(uri)) or _measure_scene(job)
            if measured is None:
                return Picture(svg=uri, alt=alt, width=0, height=0)
            self.sizes[type(job)] = measured
        width, height = self.sizes[type(job)]
        frame = _find_frame(job.state.board) if isinstance(job, Before | After) else None
        return Picture(svg=uri, alt=alt, width=width, height=height, frame=frame)


def is_drawn(phase: PhaseRecord) -> bool:
    """Tell whether there is a picture of what was ordered in a phase."""
    return phase.phase.kind is not PhaseKind.ADJUSTMENTS and bool(phase.report.rulings)


def list_captions(record: SeasonRecord) -> tuple[Caption, ...]:
    """Return the changes that a picture numbers; none where the drawing could not follow the events."""
    try:
        return list_changes(
            record.before.board, record.after.board, [one.report for one in record.phases]
        )
    except MapError:
        return ()


def _find_frame(board: Board) -> tuple[int, int] | None:
    """Return where the map begins in a picture with title and legend, and how high it is."""
    if board.shape is None:
        return None
    return (HEAD - RIM) // TENTHS, (board.shape.height + 2 * RIM) // TENTHS


def _read_size(svg: Path | None) -> tuple[int, int] | None:
    """Return width and height of a map in drawing units as its file tells them."""
    if svg is None:
        return None
    with svg.open("rb") as file:
        match = _EXTENT.search(file.read(300))
    return (int(match[1]) // TENTHS, int(match[2]) // TENTHS) if match else None


def _measure_scene(job: Map) -> tuple[int, int] | None:
    """Return width and height of a map in drawing units; None of one that cannot be drawn."""
    try:
        drawn = scene_of(job)
    except Exception:  # noqa: BLE001  (told when it is rendered)
        return None
    return drawn.width // TENTHS, drawn.height // TENTHS


@cache_on_board
def _make_board_key(board: Board) -> str:
    parts = [getattr(board, one.name) for one in fields(board)]
    return sha256(repr(parts).encode()).hexdigest()
