"""The archive of press: everything that was printed, by author, each with its dateline."""

from collections.abc import Iterable, Mapping

from zinegen.languages.texts import gettext
from zinegen.pages.contents import GameContents
from zinegen.pages.lists.views import PressAuthor, PressEntry
from zinegen.pages.views import PageLink, PressView, SeasonView


def list_press(
    games: Iterable[GameContents], people: Mapping[str, PageLink]
) -> tuple[PressAuthor, ...]:
    """Return all press by author: those who play in the order of their pages, then GMs, then unsigned press.

    An author is a person. Of what nobody is told whose it is, the archive tells no more than its page does.
    """
    found: dict[tuple[int, str], list[PressEntry]] = {}
    places = {name: place for place, name in enumerate(people)}
    for game in games:
        for season, cast in zip(game.seasons, game.casts, strict=False):
            for number, item in enumerate(season.press, start=1):
                if not item.refusal:
                    key = _find_author(item, game, cast, places)
                    found.setdefault(key, []).append(_make_entry(item, season, number))
    return tuple(
        PressAuthor(author=people.get(name, PageLink(text=name, to="")), items=tuple(items))
        for (_, name), items in sorted(found.items())
    )


def _find_author(
    item: PressView, game: GameContents, cast: Mapping[str, str], places: Mapping[str, int]
) -> tuple[int, str]:
    """Return where an item's author stands among all, and the author's name."""
    if item.is_unsigned:
        return len(places) + 2, gettext("Anonymous")
    if not item.power:
        return len(places) + 1, game.view.head.gm
    name = cast.get(item.power, "")
    return places.get(name, len(places)), name or item.power


def _make_entry(item: PressView, season: SeasonView, number: int) -> PressEntry:
    return PressEntry(
        dateline=item.dateline,
        sender=item.sender,
        season=PageLink(
            text=f"{season.game.title}, {season.name}", to=f"{season.uri}#press-{number}"
        ),
    )
