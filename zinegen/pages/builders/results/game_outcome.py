"""What came of a game, from how far it has come."""

from collections.abc import Sequence

from zinegen.archive.closing.progress import GameProgress
from zinegen.pages.builders.players import is_nobody
from zinegen.pages.results.outcomes import GameFacts, GameOutcome, find_outcome
from zinegen.pages.views import SeasonView
from zinegen.pages.words.visible_text import one_line


def find_game_outcome(play: GameProgress, seasons: Sequence[SeasonView]) -> GameOutcome:
    """Return what came of a game, of which only what is recorded counts; ``seasons`` are its reports."""
    records, settings = play.recorded, play.game.settings
    closing = seasons[len(records) - 1].closing if records else None
    facts = GameFacts(
        game=play.game.slug,
        title=one_line(settings.title),
        variant=settings.variant.id,
        variant_title=settings.variant.title,
        ended=closing.utc if closing is not None else "",
    )
    return find_outcome(facts, records, records[-1].after if records else play.state, _call_player)


def _call_player(name: str) -> str:
    """Return how pages call a player; empty for a name that says only that somebody plays."""
    called = one_line(name)
    return "" if is_nobody(called) else called
