"""The games of a zine as they are gathered, one after the other, for a site."""

from __future__ import annotations

import gc
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import partial

from zinegen.pages.contents import UnshownGame
from zinegen.pages.site.game_parts.loaded_games import (
    KeptGame,
    LastingGame,
    LoadedGame,
    LoadedGames,
)
from zinegen.pages.site.game_parts.settled_games import SEASONS, GameSettler
from zinegen.pages.views import PageLink, SeasonView


@dataclass(slots=True, kw_only=True)
class GatheredGames:
    """Games in the sequence of their folders; those that were written now are kept some at a time."""

    settler: GameSettler | None
    """None where each is held as it is."""
    read: Callable[[str], LoadedGame]
    """Returns a game that was kept, given its place in the cache."""
    found: list[LoadedGame | UnshownGame] = field(default_factory=list)
    lasting: dict[str, LastingGame] = field(default_factory=dict)
    kept: dict[str, KeptGame] = field(default_factory=dict)
    waiting: list[int] = field(default_factory=list)
    """Where among those that were found stand those that are to be kept."""

    def __post_init__(self) -> None:
        if self._is_keeping:
            gc.freeze()

    @property
    def _is_keeping(self) -> bool:
        return self.settler is not None and self.settler.is_keeping

    def add(self, game: LoadedGame | UnshownGame) -> None:
        """Add a game."""
        self.found.append(game)
        if self._is_keeping and isinstance(game, LoadedGame) and not game.texts.pages:
            self.waiting.append(len(self.found) - 1)
            held = (self.found[place] for place in self.waiting)
            games = (one for one in held if isinstance(one, LoadedGame))
            if sum(len(one.contents.seasons) for one in games) >= SEASONS:
                self._settle()
                # What has been let go of lies in circles. All that is there now stays for the whole build.
                gc.collect()
                gc.freeze()

    def add_lasting(self, game: LastingGame, *, is_lying: bool) -> None:
        """Add a game that an earlier build has kept; one that is lying in the site stays there."""
        self.found.append(game.game)
        self._put(len(self.found) - 1, game, is_lying=is_lying)

    def finish(self, people: Mapping[str, PageLink]) -> LoadedGames:
        """Return all games, given the page of everybody."""
        self._settle()
        if self._is_keeping:
            gc.unfreeze()
        return LoadedGames(
            games=tuple(one for one in self.found if isinstance(one, LoadedGame)),
            broken=tuple(one for one in self.found if isinstance(one, UnshownGame)),
            people=people,
            lasting=self.lasting,
            kept=self.kept,
        )

    def _settle(self) -> None:
        places, self.waiting = self.waiting, []
        games = [one for place in places if isinstance(one := self.found[place], LoadedGame)]
        made_now = self.settler.settle(games) if self.settler is not None else ()
        for place, made in zip(places, made_now, strict=True):
            if isinstance(made, LastingGame):
                self._put(place, made, is_lying=False)

    def _put(self, place: int, game: LastingGame, *, is_lying: bool) -> None:
        """Put a game in its place with seasons that are read when something of them is asked for."""
        where, slug = game.game.place, game.game.slug
        known = replace(game, game=game.read_later(partial(self._read_season, where)))
        self.found[place] = known.game
        if is_lying:
            self.lasting[slug] = known
        else:
            self.kept[slug] = KeptGame(known=known, read=partial(self.read, where))

    def _read_season(self, where: str, number: int) -> SeasonView:
        return self.read(where).contents.seasons[number]
