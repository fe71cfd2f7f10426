"""The calendar of a map: provinces that sink, centres that form, winter by winter.

It is read off what the rule set forecasts, not off any table of it.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from zinegen.board.board import Board, Terrain
from zinegen.game.state import GameState, Phase, PhaseKind, Season
from zinegen.game.units import Kind
from zinegen.game.variant import Variant
from zinegen.game.wording import join_words, name_owned, name_terrain
from zinegen.geometry.mesh import ProvinceKey
from zinegen.languages.names import PowerInSentence, name_province
from zinegen.languages.texts import N_, gettext, ngettext
from zinegen.notation.grammar.writer import write_unit
from zinegen.pages.maps.map_files import MapQueue
from zinegen.pages.study_views import CalendarView, WinterChange

AHEAD = 30
"""So many winters after the present year are looked at; then no calendar known does anything more."""
FLOOD, OTHER = N_("Flood calendar"), N_("What the calendar brings")


@dataclass(frozen=True, slots=True, kw_only=True)
class Winter:
    """One winter in which the calendar changes the map."""

    year: int
    before: Board
    after: Board

    @property
    def sunk(self) -> tuple[ProvinceKey, ...]:
        """The provinces that are water afterwards and were not before."""
        return tuple(
            face
            for face, province in self.after.provinces.items()
            if province.terrain is Terrain.WATER and not self.before.is_water(face)
        )


def list_winters(variant: Variant, states: Sequence[GameState]) -> tuple[Winter, ...]:
    """Return the winters of a game in which the calendar changes its board, those to come included.

    ``states`` are the positions so far, oldest first. What a winter brings is forecast from the last
    of them in its year; after the present year, from what the winter before will leave.
    """
    of_year = {state.phase.year: state for state in states}
    found = []
    state = states[0]
    for year in range(state.phase.year, states[-1].phase.year + AHEAD):
        state = of_year.get(year, state)
        after = variant.forecast(variant, state)
        if after.provinces != state.board.provinces:
            found.append(Winter(year=year, before=state.board, after=after))
        spring = Phase(season=Season.SPRING, year=year + 1, kind=PhaseKind.MOVES)
        state = replace(state, board=after, phase=spring)
    return tuple(found)


def calendar_view(
    variant: Variant, states: Sequence[GameState], maps: MapQueue | None
) -> CalendarView | None:
    """Return the calendar of a game for its page; None where there is none.

    Args:
        variant: the rule set with the game's options.
        states: the positions of the game, from that in which it began to where it stands now.
        maps: where the maps of what is left are drawn: of winters to come or, once the game is over,
            of all. None for no maps.
    """
    found, state = list_winters(variant, states), states[-1]
    if not found:
        return None
    is_over = state.winners is not None
    turns = tuple(
        _make_turn(winter, state, variant, maps, is_past=is_over or winter.year < state.phase.year)
        for winter in found
    )
    if maps is not None and not is_over:
        turns = tuple(replace(turn, picture=None) if turn.is_past else turn for turn in turns)
    title = FLOOD if any(one.sunk for one in found) else OTHER
    return CalendarView(title=gettext(title), turns=turns)


def _make_turn(
    winter: Winter, state: GameState, variant: Variant, maps: MapQueue | None, *, is_past: bool
) -> WinterChange:
    picture = None
    effects = tuple(_describe_effects(winter))
    if maps is not None:
        name = gettext("The map after the winter of {year}, without units.", year=winter.year)
        name = f"{name} {' '.join(effects)}"
        left = _without_units(winter, state)
        picture = maps.with_facts(maps.before(left, name), left, variant)
    return WinterChange(
        name=gettext("Winter {year}", year=winter.year),
        anchor=f"w{winter.year}",
        effects=effects,
        warnings=() if is_past else tuple(_list_warnings(winter, state)),
        is_past=is_past,
        picture=picture,
    )


def _without_units(winter: Winter, state: GameState) -> GameState:
    """Return the board that a winter leaves, with the owners of today and no unit on it."""
    return replace(
        state,
        board=winter.after,
        units={},
        dislodged={},
        standoffs=(),
        owners={face: power for face, power in state.owners.items() if winter.after[face].centre},
        phase=Phase(season=Season.SPRING, year=winter.year + 1, kind=PhaseKind.MOVES),
        winners=None,
    )


def _describe_effects(winter: Winter) -> Iterator[str]:
    before, after = winter.before.provinces, winter.after.provinces
    names = winter.after.by_full_name
    if winter.sunk:
        yield gettext(
            "The sea takes {places}.", places=_join_names(winter.after, names(winter.sunk))
        )
    risen = [
        face
        for face, province in after.items()
        if province.terrain is not before[face].terrain and face not in winter.sunk
    ]
    for face in names(risen):
        yield gettext(
            "{place} becomes {ground}.",
            place=name_province(after[face].name),
            ground=name_terrain(after[face].terrain),
        )
    made = [f for f in after if after[f].centre and not before[f].centre]
    if made:
        yield ngettext(
            "{places} is a new centre.",
            "{places} are new centres.",
            len(made),
            places=_join_names(winter.after, names(made)),
        )
    gone = [f for f in after if before[f].centre and not after[f].centre]
    if gone and not set(gone) <= set(winter.sunk):
        yield ngettext(
            "{places} is no centre any more.",
            "{places} are no centres any more.",
            len(gone),
            places=_join_names(winter.after, names(gone)),
        )
    for face in names(f for f in after if after[f].passable != before[f].passable):
        text = N_("{place} opens.") if after[face].passable else N_("{place} closes.")
        yield gettext(text, place=name_province(after[face].name))


def _join_names(board: Board, faces: Iterable[ProvinceKey]) -> str:
    return join_words([name_province(board[face].name) for face in faces])


def _list_warnings(winter: Winter, state: GameState) -> Iterator[str]:
    """Yield warnings: the units that stand where the sea will be, and the centres that it will take."""
    for face in winter.sunk:
        unit = state.units.get(face)
        if unit is not None and unit.kind is Kind.ARMY:
            owned = name_owned(unit.power, write_unit(unit, state.board))
            yield gettext("{unit} stands there now.", unit=owned)
    for power in state.powers:
        lost = [face for face in state.centres_of(power) if face in winter.sunk]
        if lost:
            places = _join_names(winter.after, winter.after.by_full_name(lost))
            yield gettext(
                "{power:The} loses {places}.", power=PowerInSentence(power), places=places
            )
