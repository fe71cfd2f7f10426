"""The players: the table on a game's page, and a page for everybody with a name, never an address."""

import re
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from hashlib import sha256

from zinegen.archive.closing.progress import GameProgress
from zinegen.archive.folder.blank_orders import order_toml
from zinegen.archive.folder.game_file import Person, Settings
from zinegen.archive.folder.games import SeasonFolder
from zinegen.archive.mail.receipts import list_handed_in
from zinegen.board.board import Power
from zinegen.languages.names import name_power
from zinegen.languages.texts import N_, gettext, ngettext
from zinegen.pages.builders.centre_chart import make_slug
from zinegen.pages.builders.deadlines import rank_deadline, wanted_line
from zinegen.pages.contents import (
    DueOrders,
    Engagement,
    GameContents,
    HandedOver,
    PlayerView,
    Seat,
    Zine,
)
from zinegen.pages.views import PageLink, PowerView, ReceiptLine
from zinegen.pages.words.dates import format_moment, season_title, show_in_one_zone
from zinegen.pages.words.visible_text import one_line
from zinegen.play.deadlines import powers_to_order
from zinegen.play.names import SeasonName, power_slug
from zinegen.play.read_orders import is_blank

_LETTERS = str.maketrans(
    {"ł": "l", "Ł": "l", "ß": "ss", "ø": "o", "Ø": "o", "đ": "d", "æ": "ae", "œ": "oe", "þ": "th"}
)
"""Letters that no decomposition makes plain."""
LONGEST = 40
_NOBODY = re.compile("|anon(?:ym(?:e|ous)?)?|an[oó]nimo|nn|unbekannt|unknown")
"""Letters of names that say who somebody is not; two people of such a name need not be one."""


def list_players(settings: Settings) -> tuple[str, ...]:
    """Return everybody who plays or has played a game, each once, in alphabetical order.

    Who has no name, such as "Anonymous" or "N.N.", is left out: each seat is then somebody else's.
    """
    now = {one_line(person.name) for person in settings.players.values()}
    before = {one_line(former.name) for each in settings.replaced.values() for former in each}
    return tuple(sorted(name for name in now | before if not is_nobody(name)))


def is_nobody(name: str) -> bool:
    """Tell whether a name says only that somebody plays: ``Anonymous``, ``N.N.``, ``?``."""
    return _NOBODY.fullmatch("".join(filter(str.isalnum, name.casefold()))) is not None


def assign_player_pages(names: Iterable[str]) -> Mapping[str, PageLink]:
    """Return the page of everybody, by name; accents do not change the order."""
    found: dict[str, PageLink] = {}
    taken: set[str] = set()
    for name in sorted(set(names), key=lambda name: (_make_player_slug(name), name)):
        slug = _find_free_slug(_make_player_slug(name), taken)
        taken.add(slug)
        found[name] = PageLink(text=name, to=f"players/{slug}/index.md")
    return found


def assign_lasting_pages(names: Iterable[str]) -> Mapping[str, PageLink]:
    """Return the page of everybody, by name, whoever else there is: volumes do not ask each other.

    A name that its address does not tell whole has some of its digest behind it.
    """
    found = {}
    for name in sorted(set(names), key=lambda name: (_make_player_slug(name), name)):
        slug = _make_player_slug(name)
        is_told = " ".join(part.capitalize() for part in slug.split("-")) == name
        mark = "" if is_told else f"-{sha256(name.encode()).hexdigest()[:8]}"
        found[name] = PageLink(text=name, to=f"players/{slug}{mark}/index.md")
    return found


def _make_player_slug(name: str) -> str:
    """Return a name as part of an address: without accents and without letters unfit for one."""
    plain = unicodedata.normalize("NFKD", name.translate(_LETTERS))
    kept = "".join(one for one in plain if not unicodedata.combining(one))
    return make_slug(kept)[:LONGEST].strip("-") or "player"


def _find_free_slug(slug: str, taken: set[str]) -> str:
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
        HandedOver(
            name=one_line(former.name), power=powers[power], until=_season_name(former.until)
        )
        for power, formers in settings.replaced.items()
        for former in formers
    )


def player_views(
    people: Mapping[str, PageLink],
    games: Sequence[GameContents],
    zine: Zine,
    results: Mapping[str, str],
    *,
    has_feeds: bool = True,
) -> tuple[PlayerView, ...]:
    """Return every player's page; ``results`` are sentences on what came of their games, by name."""
    games_of = _group_by_player(games)
    shown = zine if has_feeds else replace(zine, url="")
    found = (
        (name, _make_player_view(name, link, games_of.get(name, ()), zine))
        for name, link in people.items()
    )
    return tuple(
        replace(
            view,
            results=results.get(name, ""),
            feeds=shown.link_feeds(f"players/{view.slug}/"),
        )
        for name, view in found
    )


def _group_by_player(games: Iterable[GameContents]) -> Mapping[str, Sequence[GameContents]]:
    """Return the games in which each name stands, in the order of the games."""
    found: dict[str, list[GameContents]] = {}
    for game in games:
        seated = (seat.power.player for seat in game.view.seats)
        names = dict.fromkeys(one.text for one in seated if one is not None)
        names |= dict.fromkeys(one.name for one in game.handed_over)
        names |= dict.fromkeys(name for cast in game.casts for name in cast.values())
        for name in names:
            found.setdefault(name, []).append(game)
    return found


def _make_player_view(
    name: str, link: PageLink, games: Sequence[GameContents], zine: Zine
) -> PlayerView:
    slug = link.to.split("/")[1]
    has_deadlines = any(game.waits and holds_seat(name, game) for game in games)
    return PlayerView(
        name=name,
        slug=slug,
        games=tuple(one for game in games for one in _list_engagements(name, game)),
        press=tuple(one for game in games for one in _list_press(name, game)),
        awaited=_list_awaited(name, games),
        calendar=zine.link_calendar(f"players/{slug}/") if has_deadlines else (),
    )


def holds_seat(name: str, contents: GameContents) -> bool:
    """Tell whether somebody plays a power that has not been eliminated."""
    return any(_list_seats(name, contents))


def _list_seats(name: str, contents: GameContents) -> Iterable[Seat]:
    """Yield the powers of a player that have not been eliminated."""
    for seat in contents.view.seats:
        if seat.is_alive and seat.power.player is not None and seat.power.player.text == name:
            yield seat


def _list_awaited(name: str, games: Sequence[GameContents]) -> tuple[DueOrders, ...]:
    """Return what games in play ask of a player, as their pages tell it; their times in one zone."""
    found = [
        DueOrders(line=wanted_line(game.view.head), power=seat.power, orders=seat.orders)
        for game in games
        if game.view.head.status == "open"
        for seat in _list_seats(name, game)
        if seat.orders != gettext(NOTHING_DUE)
    ]
    found.sort(key=lambda one: rank_deadline(one.line))
    moments = show_in_one_zone([one.line.moment for one in found])
    return tuple(
        replace(one, line=replace(one.line, moment=moment))
        for one, moment in zip(found, moments, strict=True)
    )


def _list_engagements(name: str, contents: GameContents) -> Iterable[Engagement]:
    head = contents.view.head
    game, variant = PageLink(text=head.title, to=head.uri), head.variant.text
    for seat in contents.view.seats:
        power = seat.power
        if power.player is not None and power.player.text == name:
            yield Engagement(game=game, variant=variant, power=power, result=_describe_result(seat))
    for former in contents.handed_over:
        if former.name == name:
            yield Engagement(
                game=game,
                variant=variant,
                power=former.power,
                result=gettext("handed over to somebody else"),
                until=former.until,
            )


def _season_name(folder: str) -> str:
    """Return a season's name by its folder's; any other name is returned as it is."""
    name = SeasonName.parse(folder)
    return season_title(name) if name is not None else one_line(folder)


def _describe_result(seat: Seat) -> str:
    if seat.centres is None:
        return seat.status or ngettext("{number} unit", "{number} units", seat.units)
    centres = ngettext("{number} centre", "{number} centres", seat.centres)
    return f"{seat.status}, {centres}" if seat.status else centres


def _list_press(name: str, contents: GameContents) -> Iterable[tuple[PageLink, int]]:
    """Yield the seasons to which a player's powers sent press, and how many items."""
    for view, cast in zip(contents.seasons, contents.casts, strict=False):
        mine = {power for power, who in cast.items() if who == name}
        count = sum(item.power in mine for item in view.press)
        if count:
            yield PageLink(text=f"{view.game.title}, {view.name}", to=view.uri), count


NOTHING_DUE = N_("nothing to order")
NOT_YET = N_("not yet")
CAME_IN = N_("are in")
SEALED_IN = N_("are in, sealed")
UNSEALED = N_("are in, but not sealed")
TO_THE_GM = N_("by mail to the GM")


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerTable:
    """Builds the table of a game's players, with their orders for the next deadline."""

    zine: Zine
    play: GameProgress
    people: Mapping[str, PageLink]
    """Every player's page, by name."""

    def seats(self, powers: Mapping[Power, PowerView]) -> tuple[Seat, ...]:
        """Return a line for every power."""
        return tuple(self._make_seat(power, view) for power, view in powers.items())

    def order_file(self) -> str:
        """Return an empty order file of the power that comes first, as an example."""
        season, state = self.play.open_season, self.play.state
        powers = self._list_owing()
        if season is None or not powers:
            return ""
        phases = season.deadline.phases
        game = self.play.game
        rules = season.variant
        return order_toml(game.slug, season.slug, powers[0], state, phases, variant=rules)

    def _list_owing(self) -> tuple[Power, ...]:
        season = self.play.open_season
        if season is None:
            return ()
        return powers_to_order(season.variant, self.play.state, season.deadline.phases)

    def _make_seat(self, power: Power, view: PowerView) -> Seat:
        state, season = self.play.state, self.play.open_season
        owes = season is not None and power in self._list_owing()
        formers = self.play.game.settings.replaced.get(power, ())
        return Seat(
            power=view,
            centres=state.total_of(power),
            units=len(state.units_of(power)),
            status=_describe_fate(power, self.play),
            is_alive=state.is_alive(power),
            predecessors=tuple(self._link_former(one_line(former.name)) for former in formers),
            orders=gettext(self.describe_orders(power, season, owes=owes))
            if season is not None
            else "",
            hand_in=self.find_hand_in(power, season) if season is not None and owes else "",
        )

    def _link_former(self, name: str) -> PageLink:
        return self.people.get(name, PageLink(text=name, to=""))

    def describe_orders(self, power: Power, season: SeasonFolder, *, owes: bool) -> str:
        """Return, in English, whether a power's orders are there, and how; never what they say."""
        file = season.files.get(power)
        is_written = file is not None and not is_blank(file, self.play.turn(season))
        secrecy = self.play.game.settings.secrecy.orders
        if power in season.sealed or power in season.opened:
            return SEALED_IN
        if is_written:
            return UNSEALED if secrecy == "sealed" else CAME_IN
        if secrecy == "by-gm":
            return TO_THE_GM
        return NOT_YET if owes else NOTHING_DUE

    def find_hand_in(self, power: Power, season: SeasonFolder) -> str:
        """Return where the platform takes a power's orders, or else the GM; empty where nobody does."""
        settings = self.play.game.settings
        match settings.secrecy.orders:
            case "open" if self.zine.edit:
                return f"{self.zine.edit}{season.shown}/orders/{power_slug(power)}.toml"
            case "sealed" if self.zine.upload:
                return f"{self.zine.upload}{season.shown}/orders"
            case _:
                return settings.gm.contact.link if settings.gm.contact is not None else ""


def contact_link(gm: Person) -> PageLink | None:
    """Return how players write to a GM, if game.toml says so."""
    contact = gm.contact
    return PageLink(text=one_line(contact.text), to=contact.link) if contact is not None else None


def _describe_fate(power: Power, play: GameProgress) -> str:
    """Return how the game ended for a power; empty for one that plays on."""
    state = play.state
    if state.winners is not None and power in state.winners:
        return gettext("won") if len(state.winners) == 1 else gettext("shares the draw")
    if state.is_alive(power):
        return ""
    for record in play.records:
        if not record.after.is_alive(power):
            if not record.before.is_alive(power):
                return gettext("not in this game")
            return gettext("eliminated in {year}", year=record.phases[0].phase.year)
    return ""


def list_receipts(play: GameProgress) -> tuple[ReceiptLine, ...]:
    """Return the digest of each file that is in for the open season, for whoever keeps the same."""
    season, zone = play.open_season, play.game.settings.deadlines.timezone
    handed = list_handed_in(play, season) if season is not None else ()
    return tuple(
        ReceiptLine(
            power=name_power(one.power),
            sha256=one.sha256,
            received=format_moment(one.received, zone) if one.received is not None else None,
        )
        for one in handed
        if one.sha256
    )
