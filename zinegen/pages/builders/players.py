"""The players' pages: what somebody played and wrote; a name, never an address."""

import unicodedata
from collections.abc import Iterable, Mapping, Sequence

from zinegen.archive.files import SeasonName
from zinegen.archive.folder.game_file import Settings
from zinegen.board.board import Power
from zinegen.pages.builders.centre_chart import make_slug
from zinegen.pages.site.press import one_line
from zinegen.pages.views.contents import GameContents, HandedOver
from zinegen.pages.views.views import Link, PowerView
from zinegen.pages.views.zine_views import Engagement, PlayerView, Seat
from zinegen.pages.words.dates import season_title

_LETTERS = str.maketrans(
    {"ł": "l", "Ł": "l", "ß": "ss", "ø": "o", "Ø": "o", "đ": "d", "æ": "ae", "œ": "oe", "þ": "th"}
)
"""Letters that no decomposition makes plain."""
LONGEST = 40


def list_players(settings: Settings) -> tuple[str, ...]:
    """Return everybody who plays or has played a game, each once, in alphabetical order."""
    now = {one_line(person.name) for person in settings.players.values()}
    before = {one_line(former.name) for each in settings.replaced.values() for former in each}
    return tuple(sorted((now | before) - {""}))


def assign_player_pages(names: Iterable[str]) -> Mapping[str, Link]:
    """Return the page of everybody, by name; accents do not change the order."""
    found: dict[str, Link] = {}
    taken: set[str] = set()
    for name in sorted(set(names), key=lambda name: (_slug(name), name)):
        slug = _free(_slug(name), taken)
        taken.add(slug)
        found[name] = Link(text=name, to=f"players/{slug}/index.md")
    return found


def _slug(name: str) -> str:
    """Return a name as part of an address: without accents and without letters unfit for one."""
    plain = unicodedata.normalize("NFKD", name.translate(_LETTERS))
    kept = "".join(one for one in plain if not unicodedata.combining(one))
    return make_slug(kept)[:LONGEST].strip("-") or "player"


def _free(slug: str, taken: set[str]) -> str:
    number, free = 1, slug
    while free in taken:
        number += 1
        free = f"{slug[: LONGEST - 4]}-{number}"
    return free


def list_former_players(
    settings: Settings, powers: Mapping[Power, PowerView]
) -> tuple[HandedOver, ...]:
    """Return who has given up which power, and until when that was."""
    return tuple(
        HandedOver(name=one_line(former.name), power=powers[power], until=_season(former.until))
        for power, formers in settings.replaced.items()
        for former in formers
    )


def player_views(
    people: Mapping[str, Link], games: Sequence[GameContents]
) -> tuple[PlayerView, ...]:
    """Return every player's page."""
    return tuple(
        PlayerView(
            name=name,
            slug=link.to.split("/")[1],
            games=tuple(one for game in games for one in _engagements(name, game)),
            press=tuple(one for game in games for one in _press(name, game)),
        )
        for name, link in people.items()
    )


def _engagements(name: str, contents: GameContents) -> Iterable[Engagement]:
    head = contents.view.head
    game, variant = Link(text=head.title, to=head.uri), head.variant.text
    for seat in contents.view.seats:
        power = seat.power
        if power.player is not None and power.player.text == name:
            yield Engagement(game=game, variant=variant, power=power, result=_result(seat))
    for former in contents.handed_over:
        if former.name == name:
            yield Engagement(
                game=game,
                variant=variant,
                power=former.power,
                result="handed over to somebody else",
                until=former.until,
            )


def _season(folder: str) -> str:
    """Return a season's name by its folder's; any other name is returned as it is."""
    name = SeasonName.parse(folder)
    return season_title(name) if name is not None else one_line(folder)


def _result(seat: Seat) -> str:
    if seat.centres is None:
        return seat.status or f"{seat.units} unit{'' if seat.units == 1 else 's'}"
    centres = f"{seat.centres} centre{'' if seat.centres == 1 else 's'}"
    return f"{seat.status}, {centres}" if seat.status else centres


def _press(name: str, contents: GameContents) -> Iterable[tuple[Link, int]]:
    """Yield the seasons to which a player's powers sent press, and how many items."""
    for view, cast in zip(contents.seasons, contents.casts, strict=False):
        mine = {power for power, who in cast.items() if who == name}
        count = sum(item.power in mine for item in view.press)
        if count:
            yield Link(text=f"{view.game.title}, {view.name}", to=view.uri), count
