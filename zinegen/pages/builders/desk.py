"""The order desk: the page on which a power's orders for the open season are written and handed in.

Everything on it is public: the position as the pages know it, and each power's file as the program makes it.
"""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace

from zinegen.archive.closing.next_season import write_blank_orders
from zinegen.archive.closing.progress import GameProgress
from zinegen.archive.folder.games import SeasonFolder
from zinegen.board.board import Power
from zinegen.languages.names import name_power
from zinegen.notation.reading.context import COASTS, EVENTS
from zinegen.pages.browser.choices import write_choices
from zinegen.pages.browser.plain_data import Json
from zinegen.pages.builders.players import PlayerTable, contact_link
from zinegen.pages.contents import Zine
from zinegen.pages.maps.map_data import board_data
from zinegen.pages.platforms import find_new_file, find_new_issue
from zinegen.pages.views import DeskView, PageLink, Picture
from zinegen.pages.words.dates import season_title
from zinegen.pages.words.visible_text import one_line
from zinegen.play.deadlines import list_sections, powers_to_order
from zinegen.play.names import power_slug
from zinegen.play.texts.toml_text import ORDERS_LIMIT

FORMAT = 1


def find_desk(play: GameProgress) -> str:
    """Return the uri of a game's desk; empty when nobody has orders to write."""
    season = play.open_season
    if season is None or not powers_to_order(season.variant, play.state, season.deadline.phases):
        return ""
    return f"games/{play.game.slug}/desk.md"


@dataclass(frozen=True, slots=True, kw_only=True)
class DeskBuilder:
    """Builds the desk of one game whose open season somebody has to write orders for."""

    zine: Zine
    play: GameProgress
    season: SeasonFolder
    inks: Mapping[Power, str]
    """Each power's colour on paper."""
    begun: Mapping[Power, str] = field(default_factory=dict)
    """Files to go on with in place of blank ones; on public pages there are none."""

    @property
    def folder(self) -> str:
        """Where the files of the page lie."""
        return f"games/{self.play.game.slug}/desk"

    @property
    def powers(self) -> tuple[Power, ...]:
        """The powers that have something to order."""
        return powers_to_order(self.season.variant, self.play.state, self.season.deadline.phases)

    def build(self, now: Picture) -> DeskView:
        """Return the page, given the map of the position as it is shown elsewhere."""
        table = PlayerTable(zine=self.zine, play=self.play, people={})
        settings = self.play.game.settings
        return DeskView(
            uri=find_desk(self.play),
            season=season_title(self.season.name),
            picture=replace(now, data=f"{self.folder}/map.json", position="before"),
            data=f"{self.folder}/desk.json",
            is_sealed=settings.secrecy.orders == "sealed",
            is_secret=self.play.state.secrets is not None,
            files=tuple(
                (
                    name_power(power),
                    PageLink(text=f"{power_slug(power)}.toml", to=self._blank_uri(power)),
                    table.find_hand_in(power, self.season),
                )
                for power in self.powers
            ),
        )

    def files(self) -> Mapping[str, bytes]:
        """Return what the page's script works with, by uri: files, facts of the map, possible orders."""
        variant = self.season.variant
        return {
            f"{self.folder}/desk.json": json.dumps(
                self._describe_desk(), ensure_ascii=False, separators=(",", ":")
            ).encode(),
            f"{self.folder}/map.json": board_data(self.play.state, variant),
            f"{self.folder}/choices.json": write_choices(
                self.season.turn(variant, self.play.state)
            ),
            **{
                self._blank_uri(power): write_blank_orders(self.play, self.season, power)
                for power in self.powers
            },
        }

    def _blank_uri(self, power: Power) -> str:
        return f"{self.folder}/{power_slug(power)}.toml"

    def _describe_desk(self) -> Json:
        settings = self.play.game.settings
        contact = contact_link(settings.gm)
        return {
            "format": FORMAT,
            "game": self.play.game.slug,
            "title": one_line(settings.title),
            "season": self.season.slug,
            "when": season_title(self.season.name),
            "phases": [str(phase) for phase in self.season.deadline.phases],
            "drawn": [*self._list_drawn()],
            "orders": settings.secrecy.orders,
            "keys": [*settings.secrecy.gm_keys] if settings.secrecy.orders == "sealed" else [],
            "gm": one_line(settings.gm.name),
            "contact": {"text": contact.text, "to": contact.to} if contact is not None else None,
            "most": ORDERS_LIMIT,
            "powers": dict(self._list_powers()),
        }

    def _list_drawn(self) -> Iterator[str]:
        """Yield the headings whose orders are drawn: of the phase that is played next, and of the map.

        What else hangs on that phase would be drawn on a map that is not there yet.
        """
        phases, variant = self.season.deadline.phases, self.season.variant
        for section, kind in list_sections(phases, variant):
            if section == EVENTS or (section != COASTS and kind is phases[0].kind):
                yield section

    def _list_powers(self) -> Iterator[tuple[str, Json]]:
        """Yield the file of each power, and where a platform takes it."""
        folder = f"{self.season.shown}/orders"
        secrecy = self.play.game.settings.secrecy.orders
        edit, upload = ("", "") if secrecy == "by-gm" else (self.zine.edit, self.zine.upload)
        for power in self.powers:
            plain = f"{power_slug(power)}.toml"
            name = f"{plain}.age" if secrecy == "sealed" else plain
            is_there = (self.season.folder / "orders" / name).exists()
            yield (
                power,
                {
                    "file": plain,
                    "text": self.begun.get(power)
                    or write_blank_orders(self.play, self.season, power).decode(),
                    "ink": self.inks[power],
                    "edit": f"{edit}{folder}/{name}" if edit and is_there else "",
                    "new": "" if is_there else find_new_file(edit, folder),
                    "upload": f"{upload}{folder}" if upload else "",
                    "issue": find_new_issue(edit) if edit and self.zine.by_issue else "",
                    "path": f"{folder}/{name}",
                },
            )
