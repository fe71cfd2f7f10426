"""What of a game is public: the pages get every record through this module.

Where centres and borders are secret the pages never see them, so no page, map, feed or search index can
print them, not even by mistake. Of an anonymous game they have no names. In open games everything passes
unchanged. What was secret is told when a game is over and the GM has published its key, by `reveal_truth`
alone.
"""

from dataclasses import replace

from zinegen.archive.closing.anonymity import hide_players
from zinegen.archive.closing.progress import GameProgress
from zinegen.archive.files import FileError
from zinegen.archive.sealing.sealed_records import open_sealed_records, public_record
from zinegen.archive.seals import SealError
from zinegen.errors import GameFolderError
from zinegen.play.records.records import SeasonRecord
from zinegen.rules.secrets import public_state


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
