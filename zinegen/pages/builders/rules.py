"""What is generated on a rule set's page: options, order lines, the start map, games in play."""

from collections.abc import Iterable

from zinegen.archive.starts import start_state
from zinegen.game.variant import Option, Variant
from zinegen.notation.grammar.forms import all_forms
from zinegen.pages.builders.flood_calendar import calendar_view
from zinegen.pages.site.map_files import MapQueue
from zinegen.pages.views.zine_views import GameLine, OptionView, VariantView
from zinegen.pages.words.happenings import position_text
from zinegen.pages.words.phrases import option_text


def variant_view(variant: Variant, maps: MapQueue, games: Iterable[GameLine]) -> VariantView:
    """Return a rule set's page, but for the text that people wrote."""
    state = start_state(variant)
    calendar = calendar_view(variant, [state], None)
    return VariantView(
        id=variant.id,
        title=variant.title,
        author=variant.author,
        summary=variant.summary,
        options=tuple(_option(option) for option in variant.options),
        forms=tuple((form.example, form.name) for form in all_forms(variant)),
        start=maps.before(state, position_text(state, "at the start")),
        calendar=calendar.turns if calendar is not None else (),
        games=tuple(line for line in games if line.head.variant.to == f"rules/{variant.id}.md"),
    )


def _option(option: Option) -> OptionView:
    match option.values:
        case tuple():
            values = ", ".join(option_text(value) for value in option.values)
        case kind:
            values = "a number" if kind is int else "a list of provinces"
    return OptionView(
        name=option.name,
        values=values,
        default=option_text(option.default),
        meaning=option.meaning,
    )
