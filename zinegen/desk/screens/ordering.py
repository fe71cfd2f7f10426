"""Orders clicked for a power: the order desk that players have on the site, which hands in through `take`."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime

from markupsafe import Markup

from zinegen.archive.closing.progress import GameProgress
from zinegen.archive.folder.games import SeasonFolder
from zinegen.board.board import Power
from zinegen.desk.desk import Desk
from zinegen.desk.finding import find_folder
from zinegen.desk.routes import Asked, DeskPage, MissingError, Screen, Sent, show
from zinegen.desk.versions import read_version
from zinegen.drawing import draw_before, to_svg
from zinegen.drawing.style import assign_signs
from zinegen.languages.texts import gettext
from zinegen.pages.builders.desk import DeskBuilder, find_desk
from zinegen.pages.site.render import Templates
from zinegen.pages.site.standard_files import PAGE_TEMPLATES
from zinegen.pages.site.zine_settings import read_zine
from zinegen.pages.views import Picture
from zinegen.pages.words.dates import season_title
from zinegen.play.names import power_slug

MAP = "map.svg"
SHAPE = 800, 780
"""What room a page keeps for a map that is not drawn yet."""
_KINDS = {"json": "application/json", "svg": "image/svg+xml", "toml": "text/plain; charset=utf-8"}


@dataclass(frozen=True, slots=True, kw_only=True)
class _Place:
    """A game for which orders are wanted, with what builds its order desk."""

    current: GameProgress
    season: SeasonFolder
    builder: DeskBuilder


def _find(desk: Desk, asked: Asked) -> _Place:
    """Return the game that is asked for; raises MissingError where nobody has orders to write."""
    folder = find_folder(asked)
    current = desk.games.play(folder, datetime.now(UTC))
    season = current.open_season
    if season is None or not find_desk(current):
        raise MissingError(gettext("No orders are wanted."))
    is_open = current.game.settings.secrecy.orders != "sealed"
    builder = DeskBuilder(
        zine=read_zine(desk.root),
        play=current,
        season=season,
        inks={power: sign.ink for power, sign in assign_signs(current.state.powers).items()},
        begun=dict(_read_files(season)) if is_open else {},
    )
    return _Place(current=current, season=season, builder=builder)


def _read_files(season: SeasonFolder) -> list[tuple[Power, str]]:
    """Return the order files that lie there, as they are written."""
    folder = season.folder / "orders"
    return [
        (power, read_version(folder / f"{power_slug(power)}.toml").text) for power in season.files
    ]


def _look(desk: Desk, asked: Asked) -> DeskPage:
    place = _find(desk, asked)
    current, builder = place.current, place.builder
    width, height = SHAPE
    picture = Picture(
        svg=f"{builder.folder}/{MAP}", alt=gettext("The map now"), width=width, height=height
    )
    view = builder.build(picture)
    html, _ = Templates(folder=PAGE_TEMPLATES).html(
        "order-desk.html", view.uri, {"desk": view, "is_at_gm": True}
    )
    values = {
        "slug": current.game.slug,
        "title": current.game.settings.title,
        "season_title": season_title(place.season.name),
        "order_desk": Markup(html),  # noqa: S704  (made by a template that escapes)
        "is_private": current.game.settings.secrecy.orders != "open",
    }
    return DeskPage(template="ordering.html", values=values)


def _send(desk: Desk, asked: Asked) -> Sent:
    """Send what the order desk works with: facts of the map, possible orders, files, and the map itself."""
    builder, name = _find(desk, asked).builder, asked.path["file"]
    if name == MAP:
        content: bytes | None = to_svg(draw_before(builder.play.state)).encode()
    else:
        content = builder.files().get(f"{builder.folder}/{name}")
    if content is None:
        raise MissingError(gettext("There is no such page at the desk."))
    return Sent(content=content, kind=_KINDS[name.rpartition(".")[2]])


SCREEN = Screen(
    key="ordering",
    title="",
    routes=(
        show("/games/{game}/desk/", _look),
        show("/games/{game}/desk/{file}", _send, draws=True),
    ),
)
