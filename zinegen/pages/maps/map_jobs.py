"""What a page may ask to be drawn, and how the file of each is made."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import assert_never

from zinegen import drawing
from zinegen.board.board import Board
from zinegen.drawing.replay.names import GameName
from zinegen.drawing.scene import Scene, View
from zinegen.game.orders import Order
from zinegen.game.state import GameState, Phase
from zinegen.game.variant import OptionValue
from zinegen.game.verdicts import Report
from zinegen.geometry.mesh import ProvinceKey
from zinegen.pages.maps.map_data import board_data
from zinegen.pages.maps.stacked import Other, stack_pictures
from zinegen.variants import find_variant

WIDE = 1600
"""Width in pixels of a map to take along."""
CARD = 1200
"""Width in pixels of the picture that other sites show beside a link."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Before:
    """The position before a phase."""

    state: GameState
    title: str


@dataclass(frozen=True, slots=True, kw_only=True)
class After:
    """The position after a phase; what the map has that `earlier` had not is marked."""

    state: GameState
    earlier: GameState
    phase: Phase
    title: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Orders:
    """The orders of a phase and what became of them."""

    before: GameState
    report: Report
    title: str
    season: Phase
    """The first phase of the season that the page is about."""
    anchors: Mapping[Order, str]
    """What the page calls each order."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Small:
    """A small map for lists."""

    state: GameState


@dataclass(frozen=True, slots=True, kw_only=True)
class BorderCounts:
    """A small map of where a map has changed, and how often."""

    state: GameState
    borders: tuple[tuple[tuple[ProvinceKey, ProvinceKey], int], ...]
    """How often each border has changed, by the provinces it lies between."""
    grounds: tuple[tuple[ProvinceKey, int], ...]
    """How often the ground of each province has."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ChangesMap:
    """The changes of the map in a season, numbered."""

    before: GameState
    after: GameState
    reports: tuple[Report, ...]
    title: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Motion:
    """The animation of the borders from before to after."""

    of: ChangesMap


BEFORE, CHANGES = "before", "changes"
"""Names of two pictures in the file of a season; those of orders are named by their phases."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SeasonSheet:
    """All pictures of a season but the moving one, in one file, which shows the first of them."""

    after: After
    before: Before
    orders: tuple[tuple[str, Orders], ...]
    """By phase."""
    changes: ChangesMap | None
    """None where the map is what it was."""


Map = Before | After | Orders | Small | BorderCounts | ChangesMap | Motion | SeasonSheet
"""What is shown on a page, as SVG."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SocialCard:
    """The picture of 1200 by 630 that other sites show beside a link, as PNG."""

    state: GameState
    title: str
    subtitle: str
    report: Report | None = None
    """The phase of which the orders are shown, on the position before it; None for the position alone."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Pixels:
    """A map to download or to mail, as PNG."""

    of: Map
    width: int = WIDE
    """In pixels."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Outlines:
    """The polygons of a map as GeoJSON."""

    state: GameState


@dataclass(frozen=True, slots=True, kw_only=True)
class MapFacts:
    """What a map answers, as JSON."""

    state: GameState
    variant: str
    options: Mapping[str, OptionValue]
    """Those of the rule set that the GM has chosen."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ReplaySeason:
    """A season as a part of its game's replay."""

    before: GameState
    phases: tuple[tuple[Report, GameState], ...]
    """What each brought, and the position after it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Replay:
    """A game's replay."""

    game: GameName
    seasons: Mapping[str, ReplaySeason]
    """Its parts, by what they are called in the cache; the site has none of them."""
    contents: tuple[bytes, ...] = ()
    """The parts once they are made."""


Job = Map | SocialCard | Pixels | Outlines | MapFacts | ReplaySeason | Replay


def list_boards(job: Job) -> tuple[Board, ...]:
    """Return the boards that a picture shows, those of a season from before it to after it."""
    match job:
        case SeasonSheet():
            between = (board for _, one in job.orders for board in list_boards(one))
            return (*list_boards(job.before), *between, *list_boards(job.after))
        case Pixels() | Motion():
            return list_boards(job.of)
        case ChangesMap():
            return job.before.board, job.after.board
        case Orders():
            return (job.before.board,)
        case ReplaySeason():
            return job.before.board, *(state.board for _, state in job.phases)
        case Before() | After() | Small() | BorderCounts() | SocialCard() | Outlines() | MapFacts():
            return (job.state.board,)
        case _:
            return ()


def scene_of(job: Map) -> Scene:
    """Return a map as the drawing knows it."""
    match job:
        case Before():
            return drawing.draw_before(job.state, title=job.title)
        case After():
            return drawing.draw_after(
                job.state, phase=job.phase, earlier=job.earlier, title=job.title
            )
        case Orders():
            return drawing.draw_orders(
                job.before, job.report, season=job.season, title=job.title, anchors=job.anchors
            )
        case Small():
            return drawing.draw_thumbnail(job.state)
        case BorderCounts():
            return drawing.draw_border_counts(job.state, job.borders, job.grounds)
        case ChangesMap():
            return drawing.draw_changes(job.before, job.after, job.reports, title=job.title).scene
        case Motion():
            return _draw_motion(job.of)
        case SeasonSheet():
            return _draw_sheet(job)
    assert_never(job)


def _draw_sheet(of: SeasonSheet) -> Scene:
    """Return the pictures of a season as one; one is as high as the other, but for that of the changes."""
    first = scene_of(of.after)
    alike = {BEFORE: scene_of(of.before), **{name: scene_of(one) for name, one in of.orders}}
    height = max(scene.height for scene in (first, *alike.values()))
    parts: tuple[View, ...] = ()
    others: list[Other] = []
    if of.changes is not None:
        state = of.changes
        changes = drawing.draw_changes(state.before, state.after, state.reports, title=state.title)
        found = {drawing.find_part(state.after.board, one) for one in changes.captions}
        parts = tuple(sorted((one for one in found if one), key=lambda one: one.name))
        others.append(Other(name=CHANGES, scene=changes.scene, parts=parts))
    for name, scene in alike.items():
        own = parts if name == BEFORE else ()
        others.append(Other(name=name, scene=replace(scene, height=height), parts=own))
    return stack_pictures(replace(first, height=height), others)


def _draw_motion(of: ChangesMap) -> Scene:
    """Return the animated picture; where nothing moves, the map of the changes."""
    moving = drawing.draw_motion(of.before, of.after, of.reports, title=of.title)
    return moving or drawing.draw_changes(of.before, of.after, of.reports, title=of.title).scene


def render_map(job: Job) -> bytes:
    """Return a picture as the bytes of its file.

    Raises:
        NoPngError: a PNG is wanted and the machine has no cairo library.
    """
    match job:
        case SocialCard():
            card = drawing.draw_social_card(
                job.state, title=job.title, subtitle=job.subtitle, report=job.report
            )
            return drawing.to_png(card, CARD)
        case Pixels():
            return drawing.to_png(scene_of(job.of), job.width)
        case Outlines():
            return (
                json.dumps(drawing.to_geojson(job.state), separators=(",", ":")) + "\n"
            ).encode()
        case MapFacts():
            return board_data(job.state, find_variant(job.variant).with_options(job.options))
        case ReplaySeason():
            return drawing.season_data(job.before, job.phases)
        case Replay():
            return drawing.replay_data(job.game, job.contents)
        case _:
            return drawing.to_svg(scene_of(job)).encode()
