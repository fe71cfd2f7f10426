"""What of a game is public: the one door through which records come to the pages.

Where centres and borders are secret the pages never see them, so no page, map, feed or search index can
print them, not even by mistake. In open games everything passes unchanged.
"""

from dataclasses import replace

from zinegen.archive.play import Play
from zinegen.archive.vault import public_record
from zinegen.rules.secrets import public_state


def public_play(play: Play) -> Play:
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
