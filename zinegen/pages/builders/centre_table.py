"""Who owns which centres: the table of a season and the counts of a whole game."""

from collections.abc import Mapping, Sequence

from zinegen.board.board import Board, Power
from zinegen.game.changes import UnitBuilt, UnitRemoved
from zinegen.game.state import GameState, PhaseKind, Season
from zinegen.game.variant import Variant
from zinegen.game.verdicts import Reason
from zinegen.game.wording import join_words
from zinegen.geometry.mesh import ProvinceKey
from zinegen.languages.names import name_province
from zinegen.languages.texts import gettext, join_clauses, ngettext
from zinegen.notation.conditions import adjustments_due
from zinegen.notation.grammar.writer import write_unit
from zinegen.pages.builders.centre_chart import centre_chart
from zinegen.pages.views import CentreRow, CentreTable, CentreView, ChartView, PowerView
from zinegen.play.records.records import SeasonRecord


def centre_table(
    record: SeasonRecord, variant: Variant, powers: Mapping[Power, PowerView], *, caption: str
) -> CentreTable | None:
    """Return the table of who owns which centres after a season, the strongest first.

    A power without any stands there as long as it has a unit.

    Where centres are secret only what was published is told: how many each power has, or nothing at all.
    """
    before, after = record.before, record.after
    found = {power: _make_row(record, variant, view, power) for power, view in powers.items()}
    standing = [one for power, one in found.items() if one.before or after.is_alive(power)]
    rows = tuple(sorted(standing, key=lambda row: (-row.now, row.power.name)))
    if after.is_cut:
        is_published = bool(after.extra.published_totals)
        return CentreTable(caption=caption, rows=rows, is_secret=True) if is_published else None
    owned = set(after.owners)
    made = sorted(set(after.board.centres) - set(before.board.centres))
    gone = sorted(set(before.board.centres) - set(after.board.centres))
    remarks = []
    if made:
        places = join_words([name_province(after.board[face].name) for face in made])
        remarks.append(gettext("New centre: {places}.", places=places))
    if gone:
        places = join_words([name_province(before.board[face].name) for face in gone])
        remarks.append(gettext("No centre any more: {places}.", places=places))
    return CentreTable(
        caption=caption,
        rows=rows,
        neutral=tuple(
            _centre_view(after.board, face) for face in after.board.centres if face not in owned
        ),
        to_win=variant.to_win(variant, after),
        remarks=tuple(remarks),
    )


def _make_row(record: SeasonRecord, variant: Variant, view: PowerView, power: Power) -> CentreRow:
    before, after = record.before, record.after
    owned, had = after.centres_of(power), before.centres_of(power)
    return CentreRow(
        power=view,
        centres=tuple(_centre_view(after.board, face, new=face not in had) for face in owned),
        now=_count(after, power),
        before=_count(before, power),
        losses=tuple(_centre_view(after.board, face) for face in had if face not in owned),
        adjustment=_describe_adjustment(record, variant, power),
    )


def _centre_view(board: Board, face: ProvinceKey, *, new: bool = False) -> CentreView:
    name = name_province(board[face].name)
    return CentreView(abbreviation=board[face].abbreviation, name=name, new=new)


def _describe_adjustment(record: SeasonRecord, variant: Variant, power: Power) -> str:
    """Return what a power built or removed, or, where that is still to come, what it may."""
    built, removed, waived = [], [], 0
    for phase in record.phases:
        if phase.phase.kind is not PhaseKind.ADJUSTMENTS:
            continue
        for change in phase.report.changes:
            match change:
                case UnitBuilt(unit=unit) if unit.power == power:
                    built.append(write_unit(unit, phase.after.board))
                case UnitRemoved(unit=unit) if unit.power == power:
                    removed.append(write_unit(unit, phase.before.board))
                case _:
                    pass
        waived += sum(
            ruling.verdict.reason is Reason.WAIVED and ruling.order.power == power
            for ruling in phase.report.rulings
        )
    deeds = [gettext("built {units}", units=join_words(built))] if built else []
    deeds += [gettext("removed {units}", units=join_words(removed))] if removed else []
    deeds += [ngettext("waived {number}", "waived {number}", waived)] if waived else []
    return join_clauses(deeds) or _describe_adjustment_due(variant, record.after, power)


def _describe_adjustment_due(variant: Variant, state: GameState, power: Power) -> str:
    is_over = state.winners is not None or state.is_cut
    if state.phase.kind is not PhaseKind.ADJUSTMENTS or is_over:
        return ""
    owed = adjustments_due(variant, state, power)
    if owed > 0:
        return ngettext("may build {number}", "may build {number}", owed)
    return ngettext("must remove {number}", "must remove {number}", -owed) if owed < 0 else ""


def game_chart(
    records: Sequence[SeasonRecord], powers: Mapping[Power, PowerView], variant: Variant
) -> ChartView | None:
    """Return the centre chart of a game: the start, then every year that has been counted.

    A game that begins in a winter is counted from the end of that winter on.

    Where centres are secret it shows what was published, or there is none.
    """
    if not records:
        return None
    start = records[0].before
    counted: dict[str, GameState] = {}
    if start.phase.season is Season.SPRING:
        counted[str(start.phase.year - 1)] = start
    for record in records:
        for phase in record.phases:
            if phase.phase.season is not Season.SPRING:
                counted[str(phase.phase.year)] = phase.after
    if len(counted) < 2:
        return None
    if start.is_cut:
        counted = {year: state for year, state in counted.items() if state.extra.published_totals}
        if len(counted) < 2:
            return None
    states = tuple(counted.values())
    existing = tuple(len(state.board.centres) for state in states)
    return centre_chart(
        tuple(counted),
        [(view, tuple(_count(state, power) for state in states)) for power, view in powers.items()],
        to_win=[variant.to_win(variant, state) for state in states],
        name=gettext("Supply centres of each power, year by year"),
        existing=existing if len(set(existing)) > 1 else (),
    )


def _count(state: GameState, power: Power) -> int:
    """Return how many centres a power has, as far as that is public."""
    return state.total_of(power) or 0
