"""Further pages about a game's map: its borders, the powers' options, what the calendar brings."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from zinegen.archive.closing.play import Play
from zinegen.archive.folder.games import first_state
from zinegen.board.board import Power
from zinegen.game.wording import full_name
from zinegen.pages.builders.borders import borders_view
from zinegen.pages.builders.centre_table import centre_table, game_chart
from zinegen.pages.builders.flood_calendar import calendar_view
from zinegen.pages.builders.options import choices_view
from zinegen.pages.builders.redaction import Truth, truth_of
from zinegen.pages.site.map_files import Gallery
from zinegen.pages.views.contents import Study
from zinegen.pages.views.map_views import TruthView
from zinegen.pages.views.views import PowerView
from zinegen.pages.words.dates import season_title
from zinegen.pages.words.happenings import position_text

BORDERS = "Borders and their ends"
TRUTH = "What was secret"
CHOICES = "Your options next season"


@dataclass(frozen=True, slots=True, kw_only=True)
class Scholar:
    """Studies the map of one game."""

    play: Play
    powers: Mapping[Power, PowerView]
    gallery: Gallery

    def studies(self) -> tuple[Study, ...]:
        """Return the pages; none about a map that nobody and nothing can change."""
        return tuple(self._studies())

    def _studies(self) -> Iterator[Study]:
        game, state = self.play.game, self.play.state
        variant, folder = game.settings.variant, f"games/{game.slug}"
        first = first_state(game)
        calendar = calendar_view(variant, first, state, self.gallery)
        if calendar is not None:
            yield Study(
                uri=f"{folder}/calendar.md",
                title=calendar.title,
                template="calendar.html",
                view=calendar,
            )
        truth = truth_of(self.play)
        if truth is not None:
            yield Study(
                uri=f"{folder}/truth.md",
                title=TRUTH,
                template="truth.html",
                view=self._truth(truth),
            )
        if not any(variant.nearby_events(first, power) for power in first.powers):
            return
        choices = None
        if state.winners is None:
            choices = choices_view(variant, state, self.powers, self._when())
        if choices is not None:
            yield Study(
                uri=f"{folder}/options.md", title=CHOICES, template="options.html", view=choices
            )
        yield Study(
            uri=f"{folder}/borders.md",
            title=BORDERS,
            template="borders.html",
            view=borders_view(variant, state, self._when()),
        )

    def _truth(self, truth: Truth) -> TruthView:
        """Return what was secret: the map at the end, who owned what, where ranges stood."""
        last, variant = truth.records[-1], self.play.game.settings.variant
        board = last.after.board
        return TruthView(
            picture=self.gallery.before(last.after, position_text(last.after, "at the end")),
            centres=centre_table(
                last,
                self.powers,
                caption="Supply centres at the end",
                to_win=variant.to_win(variant, last.after),
            ),
            chart=game_chart(truth.records, self.powers, variant),
            ranges=tuple(
                f"{full_name(board, one)} and {full_name(board, other)}"
                + (" (double)" if height > 1 else "")
                for (one, other), height in sorted(board.ranges.items())
            ),
        )

    def _when(self) -> str:
        """Return which position it is, as words that follow "the map"."""
        done = len(self.play.records)
        if not done:
            return "at the start"
        return f"after {season_title(self.play.game.seasons[done - 1].name)}"
