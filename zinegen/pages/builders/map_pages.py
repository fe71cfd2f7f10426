"""Further pages about a game's map: its borders in words, the powers' options, what was secret.

Who wants to change the map reads off them what an order would do, without tracing lines on a picture.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence

from zinegen.archive.closing.progress import GameProgress
from zinegen.archive.folder.games import first_state
from zinegen.board.board import OUTSIDE, Board, Power, Terrain
from zinegen.board.coasts import coasts
from zinegen.errors import ZinegenError
from zinegen.game.event_words import PossibleLink
from zinegen.game.orders import Order
from zinegen.game.state import GameState
from zinegen.game.units import FLEETS
from zinegen.game.variant import Variant
from zinegen.game.wording import full_name, join_words, name_owned
from zinegen.geometry.mesh import BorderId, ProvinceKey
from zinegen.languages.names import name_province
from zinegen.languages.texts import N_, gettext, join_clauses, spoken_language
from zinegen.notation.grammar.writer import write_order, write_unit
from zinegen.pages.builders.centre_table import centre_table, game_chart
from zinegen.pages.builders.flood_calendar import calendar_view
from zinegen.pages.builders.redaction import reveal_truth
from zinegen.pages.contents import Study
from zinegen.pages.maps.map_files import MapQueue
from zinegen.pages.study_views import (
    BorderRow,
    BordersView,
    ChoicesOfPower,
    ChoicesView,
    EventChoice,
    ProvinceRow,
    StudyView,
    TruthView,
)
from zinegen.pages.views import PowerView
from zinegen.pages.words.dates import season_title
from zinegen.pages.words.happenings import position_text
from zinegen.pages.words.map_differences import (
    coast_names,
    describe_contacts,
    ground_sentences,
    list_waterways,
    waterway_sentences,
)
from zinegen.play.records.records import SeasonRecord

BORDERS = N_("Borders and their ends")
TRUTH = N_("What was secret")
CHOICES = N_("Your options next season")


def map_pages(
    play: GameProgress, powers: Mapping[Power, PowerView], maps: MapQueue
) -> Iterator[Study]:
    """Yield the pages about a game's map; none about a map that nobody and nothing can change."""
    state, variant = play.state, play.variant
    first = first_state(play.game)
    states = (first, *(record.after for record in play.records), state)
    calendar = calendar_view(variant, states, maps)
    if calendar is not None:
        yield _make_study(play, "calendar", calendar.title, calendar)
    truth = reveal_truth(play)
    if truth:
        yield _make_study(play, "truth", TRUTH, _truth_view(truth, variant, powers, maps))
    if not any(variant.nearby_events(first, power) for power in first.powers):
        return
    when = _describe_time(play)
    choices = choices_view(variant, state, powers, when) if state.winners is None else None
    if choices is not None:
        yield _make_study(play, "options", CHOICES, choices)
    yield _make_study(play, "borders", BORDERS, borders_view(variant, state, when))


def _make_study(play: GameProgress, name: str, title: str, view: StudyView) -> Study:
    return Study(
        uri=f"games/{play.game.slug}/{name}.md",
        title=gettext(title),
        template=f"{name}.html",
        view=view,
    )


def _truth_view(
    records: Sequence[SeasonRecord],
    variant: Variant,
    powers: Mapping[Power, PowerView],
    maps: MapQueue,
) -> TruthView:
    """Return the secrets of a finished game: the map at the end, who owned what, where ranges stood."""
    last = records[-1]
    board = last.after.board
    return TruthView(
        picture=maps.with_facts(
            maps.after(last, position_text(last.after, gettext("at the end"))), last.after, variant
        ),
        centres=centre_table(last, variant, powers, caption=gettext("Supply centres at the end")),
        chart=game_chart(records, powers, variant),
        ranges=tuple(
            gettext(
                N_("{one} and {other} (double)") if height > 1 else N_("{one} and {other}"),
                one=full_name(board, one),
                other=full_name(board, other),
            )
            for (one, other), height in sorted(board.ranges.items())
        ),
    )


def _describe_time(play: GameProgress) -> str:
    """Return which position it is, as words that follow "the map"."""
    done = len(play.records)
    if not done:
        return gettext("at the start")
    return gettext("after {season}", season=season_title(play.game.seasons[done - 1].name))


def borders_view(variant: Variant, state: GameState, when: str) -> BordersView:
    """Return the map in words; with the orders that cut borders where the rules know any."""
    board = state.board
    orders = variant.border_orders(board)
    rows = _list_borders(board, orders.cuts if orders is not None else {})
    return BordersView(
        when=when,
        borders=tuple(sorted(rows, key=lambda row: row.between)),
        has_lines=orders is not None,
        links=tuple(_link(board, link) for link in orders.links) if orders is not None else (),
        provinces=tuple(
            _province_row(board, face)
            for face in board.by_full_name(face for face in board.provinces if face != OUTSIDE)
        ),
        waterways=list_waterways(board),
    )


def _link(board: Board, link: PossibleLink) -> tuple[str, str]:
    one, other = sorted(full_name(board, face) for face in link.between)
    text = gettext(
        "{one} and {other} across {place}",
        one=one,
        other=other,
        place=full_name(board, link.across),
    )
    return text, write_order(link.order, board)


def _list_borders(board: Board, cuts: Mapping[BorderId, Order]) -> Iterator[BorderRow]:
    mesh = board.mesh
    for border in mesh.borders:
        one, other = sorted(mesh.sides(border), key=lambda face: full_name(board, face))
        shared = mesh.between(one, other)
        text = N_("{one} and {other}, no. {number}") if len(shared) > 1 else N_("{one} and {other}")
        ends = mesh.ends(border)
        yield BorderRow(
            between=gettext(
                text,
                one=full_name(board, one),
                other=full_name(board, other),
                number=shared.index(border) + 1,
            ),
            ends=join_words(sorted(full_name(board, face) for face in ends)) if ends else "",
            runs=_describe_course(board, border),
            line=write_order(cuts[border], board) if border in cuts else "",
        )


_COURSES = (N_("land"), N_("coast"), N_("sea"))
"""What a border runs through, by how many of its two sides are water."""


def _describe_course(board: Board, border: BorderId) -> str:
    """Return the two provinces of a border in words, with the waterway or rift on it."""
    sides = board.mesh.sides(border)
    if OUTSIDE in sides:
        runs = gettext("edge of the board")
    else:
        wet = sum(board.is_water(face) for face in sides)
        runs = gettext(_COURSES[wet])
    marks = [gettext("strait")] if border in board.straits else []
    marks += [gettext("rift")] if tuple(sorted(sides)) in board.rifts else []
    return f"{runs}, {join_words(marks)}" if marks else runs


def _province_row(board: Board, face: ProvinceKey) -> ProvinceRow:
    province = board[face]
    return ProvinceRow(
        name=name_province(province.name),
        abbreviation=province.abbreviation,
        ground=join_words([*_describe_ground(board, face)]),
        around=join_clauses(_write_ring(board, ring) for ring in board.mesh.neighbours(face)),
        coasts=coast_names(board, face),
    )


_GROUND = {
    Terrain.WATER: N_("water"),
    Terrain.LAND: N_("land"),
    Terrain.MOUNTAIN: N_("mountain"),
    Terrain.OUTSIDE: N_("outside"),
}


def _describe_ground(board: Board, face: ProvinceKey) -> Iterator[str]:
    province = board[face]
    yield gettext(_GROUND[province.terrain])
    if province.iced:
        yield gettext("under ice")
    if not province.passable:
        yield gettext("closed")
    if province.centre:
        yield gettext("a centre")


def _write_ring(board: Board, ring: Iterable[ProvinceKey]) -> str:
    return ", ".join(
        gettext("outside") if face == OUTSIDE else board[face].abbreviation for face in ring
    )


def choices_view(
    variant: Variant, state: GameState, powers: Mapping[Power, PowerView], when: str
) -> ChoicesView | None:
    """Return every power's options; None in a rule set or position that offers nobody any."""
    found = tuple(
        ChoicesOfPower(power=powers[power], choices=_list_choices(variant, state, power))
        for power in state.powers
        if variant.nearby_events(state, power)
    )
    return ChoicesView(when=when, powers=found) if found else None


def _list_choices(variant: Variant, state: GameState, power: Power) -> tuple[EventChoice, ...]:
    return tuple(
        EventChoice(
            line=write_order(order, state.board),
            effects=tuple(_list_effects(variant, state, order)),
        )
        for order in variant.nearby_events(state, power)
    )


def _list_effects(variant: Variant, state: GameState, order: Order) -> tuple[str, ...]:
    """Return the effects of an event if nobody stops it; nothing where they cannot be known beforehand."""
    memo = state.board.memo
    line, units = write_order(order, state.board), tuple(state.units.items())
    key = ("choices", spoken_language().code, variant.id, line, units)
    known = memo.get(key)
    if isinstance(known, tuple):
        return known
    try:
        after = variant.carry_out(variant, state.board, (order,))
    except ZinegenError:
        return ()
    made = tuple(_describe_consequences(state, after, order))
    memo[key] = made
    return made


def _describe_consequences(state: GameState, after: Board, order: Order) -> Iterator[str]:
    before = state.board
    yield from describe_contacts(before, after)
    yield from ground_sentences(before, after)
    yield from waterway_sentences(before, after)
    near = {face for site in order.site for face in (site, *before.mesh.adjacent(site))}
    for face in sorted(near - {OUTSIDE}):
        if before[face].terrain is not after[face].terrain and face in state.units:
            unit = state.units[face]
            owned = name_owned(unit.power, write_unit(unit, before))
            yield gettext("{unit} stands there.", unit=owned)
        elif after.is_ground(face):
            yield from _describe_shore(state, after, face)


def _describe_shore(state: GameState, after: Board, face: ProvinceKey) -> Iterator[str]:
    """Yield how a province's coasts change, and what that means for a fleet there."""
    before = state.board
    old, new = (sorted(c.waters for c in coasts(board, face)) for board in (before, after))
    if old == new:
        return
    names = join_clauses(coast_names(after, face)) or gettext("none")
    place = name_province(after[face].name)
    yield gettext("Coasts of {place}: {coasts}.", place=place, coasts=names)
    unit = state.units.get(face)
    if unit is not None and unit.kind in FLEETS and not new:
        owned = name_owned(unit.power, write_unit(unit, before))
        yield gettext("{unit} has no coast left.", unit=owned)
