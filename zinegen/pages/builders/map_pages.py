"""Further pages about a game's map: its borders, the powers' options, what the calendar brings."""

from collections.abc import Iterator, Mapping

from zinegen.archive.closing.play import GameProgress
from zinegen.archive.folder.games import first_state
from zinegen.board.board import Power
from zinegen.game.wording import full_name
from zinegen.pages.builders.borders import borders_view
from zinegen.pages.builders.centre_table import centre_table, game_chart
from zinegen.pages.builders.flood_calendar import calendar_view
from zinegen.pages.builders.options import choices_view
from zinegen.pages.builders.redaction import Truth, reveal_truth
from zinegen.pages.site.map_files import MapQueue
from zinegen.pages.views.contents import Study
from zinegen.pages.views.map_views import TruthView
from zinegen.pages.views.views import PowerView
from zinegen.pages.words.dates import season_title
from zinegen.pages.words.happenings import position_text

BORDERS = "Borders and their ends"
TRUTH = "What was secret"
CHOICES = "Your options next season"


def map_pages(
    play: GameProgress, powers: Mapping[Power, PowerView], maps: MapQueue
) -> Iterator[Study]:
    """Yield the pages about a game's map; none about a map that nobody and nothing can change."""
    game, state = play.game, play.state
    variant, folder = game.settings.variant, f"games/{game.slug}"
    first = first_state(game)
    states = (first, *(record.after for record in play.records), state)
    calendar = calendar_view(variant, states, maps)
    if calendar is not None:
        yield Study(
            uri=f"{folder}/calendar.md",
            title=calendar.title,
            template="calendar.html",
            view=calendar,
        )
    truth = reveal_truth(play)
    if truth is not None:
        yield Study(
            uri=f"{folder}/truth.md",
            title=TRUTH,
            template="truth.html",
            view=_truth_view(truth, play, powers, maps),
        )
    if not any(variant.nearby_events(first, power) for power in first.powers):
        return
    choices = None
    if state.winners is None:
        choices = choices_view(variant, state, powers, _when(play))
    if choices is not None:
        yield Study(
            uri=f"{folder}/options.md", title=CHOICES, template="options.html", view=choices
        )
    yield Study(
        uri=f"{folder}/borders.md",
        title=BORDERS,
        template="borders.html",
        view=borders_view(variant, state, _when(play)),
    )


def _truth_view(
    truth: Truth, play: GameProgress, powers: Mapping[Power, PowerView], maps: MapQueue
) -> TruthView:
    """Return the secrets of a finished game: the map at the end, who owned what, where ranges stood."""
    last, variant = truth.records[-1], play.game.settings.variant
    board = last.after.board
    return TruthView(
        picture=maps.before(last.after, position_text(last.after, "at the end")),
        centres=centre_table(
            last,
            powers,
            caption="Supply centres at the end",
            to_win=variant.to_win(variant, last.after),
        ),
        chart=game_chart(truth.records, powers, variant),
        ranges=tuple(
            f"{full_name(board, one)} and {full_name(board, other)}"
            + (" (double)" if height > 1 else "")
            for (one, other), height in sorted(board.ranges.items())
        ),
    )


def _when(play: GameProgress) -> str:
    """Return which position it is, as words that follow "the map"."""
    done = len(play.records)
    if not done:
        return "at the start"
    return f"after {season_title(play.game.seasons[done - 1].name)}"
