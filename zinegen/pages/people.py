"""The players' pages: what somebody played and wrote; a name, never an address."""

import unicodedata
from collections.abc import Iterable, Mapping, Sequence

from zinegen.archive.play import Play
from zinegen.archive.slugs import SeasonName
from zinegen.pages.book import GameBook
from zinegen.pages.marks import slug_of
from zinegen.pages.moments import season_title
from zinegen.pages.press import one_line
from zinegen.pages.views import Link
from zinegen.pages.zine_views import Engagement, PlayerView, Seat

_LETTERS = str.maketrans(
    {"ł": "l", "Ł": "l", "ß": "ss", "ø": "o", "Ø": "o", "đ": "d", "æ": "ae", "œ": "oe", "þ": "th"}
)
"""Letters that no decomposition makes plain."""
LONGEST = 40


def people(plays: Iterable[Play]) -> Mapping[str, Link]:
    """Return the page of everybody who plays or has played, by name; accents do not change the order."""
    names: set[str] = set()
    for play in plays:
        settings = play.game.settings
        names.update(one_line(person.name) for person in settings.players.values())
        names.update(
            one_line(former.name) for each in settings.replaced.values() for former in each
        )
    found: dict[str, Link] = {}
    taken: set[str] = set()
    for name in sorted(names - {""}, key=lambda name: (_slug(name), name)):
        slug = _free(_slug(name), taken)
        taken.add(slug)
        found[name] = Link(text=name, to=f"players/{slug}/index.md")
    return found


def _slug(name: str) -> str:
    """Return a name in the letters of an address: accents fall off, strange letters too."""
    plain = unicodedata.normalize("NFKD", name.translate(_LETTERS))
    kept = "".join(one for one in plain if not unicodedata.combining(one))
    return slug_of(kept)[:LONGEST].strip("-") or "player"


def _free(slug: str, taken: set[str]) -> str:
    number, free = 1, slug
    while free in taken:
        number += 1
        free = f"{slug[: LONGEST - 4]}-{number}"
    return free


def player_views(
    people: Mapping[str, Link], books: Sequence[tuple[Play, GameBook]]
) -> tuple[PlayerView, ...]:
    """Return every player's page."""
    return tuple(
        PlayerView(
            name=name,
            slug=link.to.split("/")[1],
            games=tuple(one for play, book in books for one in _engagements(name, play, book)),
            press=tuple(one for play, book in books for one in _press(name, play, book)),
        )
        for name, link in people.items()
    )


def _engagements(name: str, play: Play, book: GameBook) -> Iterable[Engagement]:
    settings = play.game.settings
    game = Link(text=book.view.head.title, to=book.view.head.uri)
    for seat in book.view.seats:
        power = seat.power
        if power.player is not None and power.player.text == name:
            yield Engagement(
                game=game, variant=settings.variant.title, power=power, result=_result(seat)
            )
    for each, formers in settings.replaced.items():
        for former in formers:
            if one_line(former.name) == name:
                power = next(seat.power for seat in book.view.seats if seat.power.name == each)
                yield Engagement(
                    game=game,
                    variant=settings.variant.title,
                    power=power,
                    result="handed over to somebody else",
                    until=_season(former.until),
                )


def _season(folder: str) -> str:
    """Return a season's name by its folder's; what is no season's name is told as it stands."""
    name = SeasonName.parse(folder)
    return season_title(name) if name is not None else one_line(folder)


def _result(seat: Seat) -> str:
    if seat.centres is None:
        return seat.status or f"{seat.units} unit{'' if seat.units == 1 else 's'}"
    centres = f"{seat.centres} centre{'' if seat.centres == 1 else 's'}"
    return f"{seat.status}, {centres}" if seat.status else centres


def _press(name: str, play: Play, book: GameBook) -> Iterable[tuple[Link, int]]:
    """Yield the seasons to which a player's powers sent press, and how many items."""
    for view, record in zip(book.seasons, play.records, strict=False):
        mine = {power for power, who in record.players.items() if one_line(who) == name}
        count = sum(item.power in mine for item in view.press)
        if count:
            yield Link(text=f"{view.game.title}, {view.name}", to=view.uri), count
