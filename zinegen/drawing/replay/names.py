"""What a game and its seasons are called in a replay."""

from dataclasses import dataclass

from zinegen.board.board import Power


@dataclass(frozen=True, slots=True, kw_only=True)
class SeasonTitle:
    """What a season is called where it is shown."""

    id: str
    """Its folder's name, such as ``1901-1-spring``."""
    name: str
    headline: str


@dataclass(frozen=True, slots=True, kw_only=True)
class GameName:
    """What a game is called, and its seasons with it."""

    id: str
    title: str
    variant: str
    powers: tuple[Power, ...]
    seasons: tuple[SeasonTitle, ...]
