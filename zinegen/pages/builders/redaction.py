"""What of a game is public: the pages get every record through this module.

Where centres and borders are secret the pages never see them, so no page, map, feed or search index can
print them, not even by mistake. In open games everything passes unchanged. What was secret is told when a
game is over and the GM has published its key, by `Truth` alone.
"""

from dataclasses import dataclass, replace

from zinegen.archive.closing.play import GameProgress
from zinegen.archive.files import FileError
from zinegen.archive.records.records import SeasonRecord
from zinegen.archive.sealing.sealed_records import open_sealed_records, public_record
from zinegen.archive.seals import SealError
from zinegen.errors import GameFolderError
from zinegen.rules.secrets import public_state


def public_play(play: GameProgress) -> GameProgress:
    """Return a game as the public may know it."""
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


@dataclass(frozen=True, slots=True, kw_only=True)
class Truth:
    """The secrets of a game that is over."""

    records: tuple[SeasonRecord, ...]


def reveal_truth(play: GameProgress) -> Truth | None:
    """Return what was secret in a game; None while it goes on, or without the key that opens it."""
    published = play.game.settings.secrecy.open_key
    if play.state.secrets is None or play.state.winners is None or not published:
        return None
    try:
        secrets = open_sealed_records(play.game, None)
        records = secrets.records(play.game) if secrets is not None else ()
    except (SealError, FileError, GameFolderError):
        return None
    return Truth(records=records) if records else None
