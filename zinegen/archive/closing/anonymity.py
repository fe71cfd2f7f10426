"""Anonymous games: who plays is told to nobody but the GM, for as long as the house rule says.

Records of such a game name no players. Whatever goes to the public gets the game through `hide_players`.
"""

from __future__ import annotations

from dataclasses import replace

from zinegen.archive.closing.progress import GameProgress
from zinegen.archive.folder.game_file import Person, Settings
from zinegen.game.state import GameState
from zinegen.play.names import SeasonName
from zinegen.play.records.records import SeasonRecord

ALIAS = "Anonymous"
"""How everybody is called: a name that says only that somebody plays."""


def are_players_hidden(settings: Settings, state: GameState) -> bool:
    """Tell whether nobody is to know who plays a game that stands so."""
    match settings.secrecy.players:
        case "never-told":
            return True
        case "until-end":
            return state.winners is None
        case _:
            return False


def hide_players(play: GameProgress) -> GameProgress:
    """Return a game as those may know it who are not to know who plays; when it is told, with the names."""
    settings = play.game.settings
    if settings.secrecy.players == "named":
        return play
    hidden = are_players_hidden(settings, play.state)

    def name(record: SeasonRecord) -> SeasonRecord:
        season = SeasonName.parse(record.season)
        told = settings.players_in(season) if season is not None else {}
        return replace(record, players=dict.fromkeys(told, ALIAS) if hidden else told)

    shown = replace(
        play,
        recorded=tuple(name(record) for record in play.recorded),
        judged=tuple(replace(one, record=name(one.record)) for one in play.judged),
    )
    if not hidden:
        return shown
    aliases = replace(
        settings,
        players={power: Person(name=ALIAS) for power in settings.players},
        replaced={
            power: tuple(replace(former, name=ALIAS) for former in formers)
            for power, formers in settings.replaced.items()
        },
    )
    return replace(shown, game=replace(play.game, settings=aliases))
