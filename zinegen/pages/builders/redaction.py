"""What of a game is public: the pages get every record through this module.

Where centres and borders are secret the pages never see them, so no page, map, feed or search index can
print them, not even by mistake. Of an anonymous game they have no names. In open games everything passes
unchanged. What was secret is told when a game is over and the GM has published its key, by `reveal_truth`
alone.
"""

from dataclasses import replace

from zinegen.archive.closing.progress import GameProgress
from zinegen.archive.files import FileError
from zinegen.archive.folder.game_file import Person, Settings
from zinegen.archive.sealing.sealed_records import open_sealed_records
from zinegen.archive.seals import SealError
from zinegen.errors import GameFolderError
from zinegen.game.state import GameState
from zinegen.play.names import SeasonName
from zinegen.play.records.public_records import public_record
from zinegen.play.records.records import SeasonRecord
from zinegen.rules.secrets import public_state

ALIAS = "Anonymous"
"""How everybody is called: a name that says only that somebody plays."""


def are_players_hidden(settings: Settings, state: GameState) -> bool:
    """Tell whether nobody is to know who plays a game that stands so."""
    return settings.secrecy.hides_players(is_over=state.winners is not None)


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


def public_play(play: GameProgress) -> GameProgress:
    """Return a game as the public may know it."""
    play = hide_players(play)
    if play.state.secrets is None:
        return play
    return replace(
        play,
        recorded=tuple(public_record(record) for record in play.recorded),
        judged=tuple(
            replace(one, record=public_record(one.record), findings=()) for one in play.judged
        ),
        state=public_state(play.state),
    )


def reveal_truth(play: GameProgress) -> tuple[SeasonRecord, ...]:
    """Return a game's seasons with what was secret; none while it goes on, or without its published key."""
    published = play.game.settings.secrecy.open_key
    if play.state.secrets is None or play.state.winners is None or not published:
        return ()
    try:
        secrets = open_sealed_records(play.game, None)
        return secrets.records(play.game) if secrets is not None else ()
    except (SealError, FileError, GameFolderError):
        return ()
