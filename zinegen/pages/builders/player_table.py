"""The table of players on a game's page: who plays what, and whose orders have come in."""

from collections.abc import Mapping
from dataclasses import dataclass

from zinegen.archive.closing.play import GameProgress
from zinegen.archive.closing.read_orders import is_blank
from zinegen.archive.files import power_slug
from zinegen.archive.folder.games import Season
from zinegen.archive.folder.next_season import order_toml, powers_to_order
from zinegen.board.board import Power
from zinegen.pages.site.press import one_line
from zinegen.pages.site.site import Zine
from zinegen.pages.views.views import Link, PowerView
from zinegen.pages.views.zine_views import Seat

NOTHING_DUE = "nothing to order"
NOT_YET = "not yet"
CAME_IN = "are in"
SEALED_IN = "are in, sealed"
UNSEALED = "are in, but not sealed"
TO_THE_GM = "by mail to the GM"


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerTable:
    """Builds the table of a game's players, with their orders for the next deadline."""

    zine: Zine
    play: GameProgress
    people: Mapping[str, Link]
    """Every player's page, by name."""

    def seats(self, powers: Mapping[Power, PowerView]) -> tuple[Seat, ...]:
        """Return a line for every power."""
        return tuple(self._seat(power, view) for power, view in powers.items())

    def order_file(self) -> str:
        """Return an empty order file of the power that comes first, as an example."""
        season, state = self.play.open_season, self.play.state
        powers = self._owing()
        if season is None or not powers:
            return ""
        phases = season.deadline.phases
        game = self.play.game
        rules = game.settings.variant
        return order_toml(game.slug, season.slug, powers[0], state, phases, variant=rules)

    def _owing(self) -> tuple[Power, ...]:
        season = self.play.open_season
        return (
            powers_to_order(self.play.state, season.deadline.phases) if season is not None else ()
        )

    def _seat(self, power: Power, view: PowerView) -> Seat:
        state, season = self.play.state, self.play.open_season
        owes = season is not None and power in self._owing()
        formers = self.play.game.settings.replaced.get(power, ())
        return Seat(
            power=view,
            centres=state.total_of(power),
            units=len(state.units_of(power)),
            status=_fate(power, self.play),
            predecessors=tuple(self._former(one_line(former.name)) for former in formers),
            orders=self._orders(power, season, owes=owes) if season is not None else "",
            hand_in=self._hand_in(power, season) if season is not None and owes else "",
        )

    def _former(self, name: str) -> Link:
        return self.people.get(name, Link(text=name, to=""))

    def _orders(self, power: Power, season: Season, *, owes: bool) -> str:
        """Return whether a power's orders are there, and how; never what they say."""
        file = season.files.get(power)
        settings = self.play.game.settings
        is_written = file is not None and not (
            file.is_readable and is_blank(file, self.play.state, settings.variant)
        )
        sealed = settings.secrecy.orders == "sealed"
        if power in season.sealed or power in season.opened:
            return SEALED_IN
        if is_written:
            return UNSEALED if sealed else CAME_IN
        if settings.secrecy.orders == "by-gm":
            return TO_THE_GM
        return NOT_YET if owes else NOTHING_DUE

    def _hand_in(self, power: Power, season: Season) -> str:
        """Return where the platform takes a power's orders; empty where it does not."""
        match self.play.game.settings.secrecy.orders:
            case "open" if self.zine.edit:
                return f"{self.zine.edit}{season.shown}/orders/{power_slug(power)}.toml"
            case "sealed" if self.zine.upload:
                return f"{self.zine.upload}{season.shown}/orders"
            case _:
                return ""


def _fate(power: Power, play: GameProgress) -> str:
    """Return how the game ended for a power; empty for one that plays on."""
    state = play.state
    if state.winners is not None and power in state.winners:
        return "won" if len(state.winners) == 1 else "shares the draw"
    if state.is_alive(power):
        return ""
    for record in play.records:
        if not record.after.is_alive(power):
            return f"eliminated in {record.phases[0].phase.year}"
    return ""
