"""The lists of the hobby for pages: those that the editor keeps, and the seats that stand vacant."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace

from markupsafe import Markup

from zinegen.game.wording import join_words
from zinegen.languages.texts import add_colon, gettext, join_clauses, ngettext
from zinegen.pages.contents import GameContents
from zinegen.pages.lists.list_file import HobbyLists, StandBy, Subscriber, WaitingList
from zinegen.pages.lists.views import (
    ListInWords,
    ListsView,
    StandByView,
    SubscriberView,
    VacantSeats,
    WaitingListView,
)
from zinegen.pages.views import GameHead, PageLink
from zinegen.pages.words.visible_text import one_line

UNKNOWN = "?"
"""How game.toml names a player whom nobody knows yet."""


def lists_view(
    lists: HobbyLists,
    games: Iterable[GameContents],
    people: Mapping[str, PageLink],
    variants: Mapping[str, PageLink],
) -> ListsView:
    """Return the lists as pages show them.

    ``people`` are the pages of players by name, ``variants`` those of rule sets by id.
    """

    def link(name: str) -> PageLink:
        called = one_line(name)
        return people.get(called, PageLink(text=called, to=""))

    def waiting(one: WaitingList) -> WaitingListView:
        return WaitingListView(
            title=one_line(one.title) or variants[one.variant].text,
            variant=variants[one.variant],
            gm=one_line(one.gm),
            names=tuple(map(link, one.names)),
            missing=max(0, one.wanted - len(one.names)),
            note=one_line(one.note),
        )

    def stand_by(one: StandBy) -> StandByView:
        known = tuple(variants[name] for name in one.variants)
        return StandByView(name=link(one.name), variants=known, note=one_line(one.note))

    def subscriber(one: Subscriber) -> SubscriberView:
        until = f"No. {one.until}" if one.until else ""
        return SubscriberView(name=link(one.name), until=until, share=one_line(one.share))

    found = ListsView(
        vacant=tuple(_list_vacant(games)),
        waiting=tuple(map(waiting, lists.waiting)),
        stand_bys=tuple(map(stand_by, lists.stand_bys)),
        subscribers=tuple(map(subscriber, lists.subscribers)),
    )
    return replace(found, in_words=tuple(_tell(found)))


def list_contacts(heads: Iterable[GameHead]) -> Markup:
    """Return how to write to each GM of a game that is not over; nothing where no GM says so."""
    item = Markup('<li>{}: {}, <a href="{}">{}</a></li>')
    lines = [
        item.format(head.title, head.gm, head.contact.to, head.contact.text)
        for head in heads
        if head.contact is not None and head.status != "finished"
    ]
    return Markup("<ul>{}</ul>").format(Markup().join(lines)) if lines else Markup()


def _tell(lists: ListsView) -> Iterator[ListInWords]:
    """Yield each list that is not empty, a line an entry."""
    told = (
        (gettext("Vacant seats"), map(_tell_vacant, lists.vacant)),
        (gettext("Waiting lists"), map(_tell_waiting, lists.waiting)),
        (gettext("Stand-bys"), map(_tell_stand_by, lists.stand_bys)),
        (gettext("Subscribers"), map(_tell_subscriber, lists.subscribers)),
    )
    for title, lines in told:
        if entries := tuple(lines):
            yield ListInWords(title=title, lines=entries)


def _tell_vacant(one: VacantSeats) -> str:
    powers = join_words([power.name for power in one.powers])
    if one.contact is None:
        return gettext("{powers} in {game}", powers=powers, game=one.game.text)
    return gettext(
        "{powers} in {game}; to take it, write to {gm}, {contact}",
        powers=powers,
        game=one.game.text,
        gm=one.gm,
        contact=one.contact.text,
    )


def _tell_waiting(one: WaitingListView) -> str:
    wanted = (
        ngettext("{number} more wanted", "{number} more wanted", one.missing)
        if one.missing
        else gettext("full, about to begin")
    )
    names = ", ".join(name.text for name in one.names)
    told = add_colon(one.title, wanted) + (f" ({names})" if names else "")
    gm = gettext("GM: {gm}", gm=one.gm) if one.gm else ""
    return join_clauses(filter(None, (told, gm, one.note)))


def _tell_stand_by(one: StandByView) -> str:
    games = ", ".join(variant.text for variant in one.variants)
    return join_clauses(filter(None, (one.name.text, games, one.note)))


def _tell_subscriber(one: SubscriberView) -> str:
    until = gettext("until {issue}", issue=one.until) if one.until else ""
    return ", ".join(filter(None, (one.name.text, until, one.share)))


def _list_vacant(games: Iterable[GameContents]) -> Iterator[VacantSeats]:
    """Yield the powers of games in play that nobody plays."""
    for game in games:
        head = game.view.head
        powers = tuple(
            seat.power
            for seat in game.view.seats
            if seat.is_alive and (seat.power.player is None or seat.power.player.text == UNKNOWN)
        )
        if powers and head.status != "finished":
            link = PageLink(text=head.title, to=head.uri)
            yield VacantSeats(game=link, powers=powers, gm=head.gm, contact=head.contact)


def number_games(
    games: Iterable[GameContents], numbers: Mapping[str, str]
) -> tuple[GameContents, ...]:
    """Return games with the numbers that the hobby's custodians gave them, by folder."""
    return tuple(_number(game, numbers.get(game.view.head.slug, "")) for game in games)


def _number(game: GameContents, number: str) -> GameContents:
    if not number:
        return game
    head = replace(game.view.head, number=number)
    return replace(
        game,
        view=replace(game.view, head=head),
        line=replace(game.line, head=head),
        seasons=tuple(replace(season, game=head) for season in game.seasons),
    )
