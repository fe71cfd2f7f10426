"""What happened in a season, in words: its end, its dislodged units, the alternative texts of the maps."""

from collections.abc import Iterator, Mapping, Sequence

from zinegen.board.board import Power
from zinegen.game.changes import (
    ArmyBoarded,
    ArmyLanded,
    CentreTaken,
    Change,
    UnitBuilt,
    UnitDislodged,
    UnitLost,
    UnitMoved,
    UnitRemoved,
)
from zinegen.game.orders import UnitOrder
from zinegen.game.state import Dislodged, GameState
from zinegen.game.verdicts import Word
from zinegen.game.wording import join_choices, join_words, name_owned
from zinegen.languages.names import PowerInSentence, name_power, name_province
from zinegen.languages.texts import N_, gettext, join_clauses, ngettext
from zinegen.notation.grammar.writer import write_place, write_unit
from zinegen.pages.views import DislodgedView, PowerView
from zinegen.pages.words.visible_text import one_line
from zinegen.pages.words.votes import say_reason
from zinegen.play.records.records import PhaseRecord, SeasonRecord
from zinegen.play.texts.chance_file import Draw, strip_season
from zinegen.play.texts.rulings_file import ENDINGS, GmRuling, RulingKind

MOST_MOVES = 12
"""So many moves a map's text names; the page has them all."""


def changes_of(record: SeasonRecord) -> Iterator[tuple[PhaseRecord, Change]]:
    """Yield all changes of a season, each with its phase."""
    return ((phase, change) for phase in record.phases for change in phase.report.changes)


def describe_end(winners: Sequence[Power], decisions: Sequence[GmRuling] = ()) -> str:
    """Return how a game ended, as a sentence; ``decisions`` are the GM's of its last season."""
    if any(one.kind is RulingKind.CONCEDE and one.winners == winners for one in decisions):
        powers = join_words([f"{PowerInSentence(power):to}" for power in winners])
        return gettext("The game is conceded to {powers}.", powers=powers)
    match len(winners):
        case 0:
            return gettext("The game ends without a winner.")
        case 1:
            return gettext("{power:The} wins the game.", power=PowerInSentence(winners[0]))
        case _:
            powers = join_words([name_power(power) for power in winners])
            return gettext("The game ends in a draw between {powers}.", powers=powers)


def explain_end(record: SeasonRecord) -> str:
    """Return how a game ended and by what, in sentences; ``record`` is its last season."""
    state, winners = record.after, record.after.winners or ()
    told = describe_end(winners, record.decisions)
    ruled = [one for one in record.decisions if one.kind in ENDINGS and one.winners == winners]
    if ruled and ruled[-1].proposal:  # the players' own votes
        return f"{told} {say_reason(ruled[-1].reason)}"
    if ruled:
        why = gettext("So the GM ruled: {reason}", reason=one_line(ruled[-1].reason))
        return f"{told} {why}"
    said = [told]
    if all(unit.power in winners for unit in state.units.values()):
        nobody = N_("Nobody else has a unit left.") if winners else N_("Nobody has a unit left.")
        said.append(gettext(nobody))
    if winners and state.owners:
        counts = [
            gettext(
                "{power:the} has {count}",
                power=PowerInSentence(power),
                count=len(state.centres_of(power)),
            )
            for power in winners
        ]
        said.append(
            gettext(
                "Of {count} supply centres {shares}.",
                count=len(state.board.centres),
                shares=join_words(counts),
            )
        )
    return " ".join(said)


def list_dislodged_units(
    record: SeasonRecord, powers: Mapping[Power, PowerView]
) -> tuple[DislodgedView, ...]:
    """Return every unit that had to leave, by whom, where it could go, and what it did."""
    return tuple(
        _dislodged_view(record.phases[place:], change.dislodged, powers)
        for place, phase in enumerate(record.phases)
        for change in phase.report.changes
        if isinstance(change, UnitDislodged)
    )


def _dislodged_view(
    phases: Sequence[PhaseRecord], lost: Dislodged, powers: Mapping[Power, PowerView]
) -> DislodgedView:
    """Return a unit that was dislodged in the first of these phases."""
    before, after = phases[0].before.board, phases[0].after.board
    places = join_choices([write_place(at, after) for at in lost.retreats])
    by = name_owned(lost.by.power, write_unit(lost.by, before)) if lost.by else ""
    if by and places:
        text = N_("dislodged by {unit}; could go to {places}.")
    elif by:
        text = N_("dislodged by {unit}; had nowhere to go.")
    else:
        text = N_("could go to {places}.") if places else N_("had nowhere to go.")
    return DislodgedView(
        power=powers[lost.unit.power],
        unit=write_unit(lost.unit, before),
        situation=gettext(text, unit=by, places=places),
        outcome=_describe_outcome(phases, lost),
    )


def _describe_outcome(phases: Sequence[PhaseRecord], lost: Dislodged) -> str:
    """Return what a dislodged unit did in this phase or the next ones; empty when nobody knows yet."""
    for phase in phases:
        for change in phase.report.changes:
            match change:
                case UnitMoved(retreat=True, unit=unit, to=to) if unit == lost.unit:
                    place = write_place(to, phase.after.board)
                    return gettext("It retreated to {place}.", place=place)
                case UnitLost(dislodged=True, unit=unit) if unit == lost.unit:
                    return gettext("It was disbanded.")
                case _:
                    pass
    return ""


def describe_voyages(record: SeasonRecord) -> tuple[str, ...]:
    """Return which armies went aboard fleets and which went ashore, a sentence each."""
    found = []
    for phase, change in changes_of(record):
        board = phase.before.board
        match change:
            case ArmyBoarded(army=army, fleet=fleet):
                whose = name_owned(army.power, write_unit(army, board))
                text = gettext("{army} goes aboard {fleet}.")
                found.append(text.format(army=whose, fleet=write_unit(fleet, board)))
            case ArmyLanded(carrier=carrier, to=to):
                text = gettext("{power:of} army aboard the fleet in {sea} lands in {place}.")
                found.append(
                    text.format(
                        power=PowerInSentence(carrier.power),
                        sea=name_province(board[carrier.province].name),
                        place=write_place(to, phase.after.board),
                    )
                )
            case _:
                pass
    return tuple(found)


def position_text(state: GameState, when: str) -> str:
    """Return a map in words: which units stand where."""
    if not state.units:
        return gettext("Map {when}: no unit is on the board.", when=when)
    parts = [
        f"{name_power(power)} {', '.join(write_unit(unit, state.board) for unit in state.units_of(power))}"
        for power in state.powers
        if state.units_of(power)
    ]
    return gettext("Map {when}: {told}.", when=when, told=join_clauses(parts))


def change_text(record: SeasonRecord, when: str) -> str:
    """Return the map after a season in words: what is different now."""
    moves = [
        gettext(
            "{unit} to {place}",
            unit=write_unit(change.unit, phase.before.board),
            place=write_place(change.to, phase.after.board),
        )
        for phase, change in changes_of(record)
        if isinstance(change, UnitMoved)
    ]
    taken = [
        gettext(
            "{power:the} owns {place}",
            power=PowerInSentence(change.power),
            place=name_province(record.after.board[change.province].name),
        )
        for _, change in changes_of(record)
        if isinstance(change, CentreTaken) and change.power is not None
    ]
    adjustments = [
        gettext("new: {unit}", unit=write_unit(change.unit, phase.after.board))
        if isinstance(change, UnitBuilt)
        else gettext("gone: {unit}", unit=write_unit(change.unit, phase.before.board))
        for phase, change in changes_of(record)
        if isinstance(change, UnitBuilt | UnitRemoved)
    ]
    parts = [*moves[:MOST_MOVES], *adjustments, *taken]
    if len(moves) > MOST_MOVES:
        more = len(moves) - MOST_MOVES
        parts.insert(MOST_MOVES, ngettext("{number} more move", "{number} more moves", more))
    told = join_clauses(parts) or gettext("nothing has changed")
    return gettext("Map {when}: {told}.", when=when, told=told)


def orders_text(phase: PhaseRecord, when: str) -> str:
    """Return the map of orders in words: how many arrows, and which failed."""
    rulings = [ruling for ruling in phase.report.rulings if ruling.given]
    failed = sum(
        ruling.verdict.word is not Word.SUCCEEDS and isinstance(ruling.order, UnitOrder)
        for ruling in rulings
    )
    orders = ngettext("{number} order", "{number} orders", len(rulings))
    text = (
        N_("Orders of {when} as arrows: {orders}, {failed} of them without success.")
        if failed
        else N_("Orders of {when} as arrows: {orders}, none without success.")
    )
    return gettext(text, when=when, orders=orders, failed=failed)


def describe_throw(draw: Draw) -> str:
    """Return what a throw gave, among what, and by whom, as one sentence."""
    subject = strip_season(draw.label).partition("/")[2].partition("/")[2]
    by = (
        gettext("typed by the GM")
        if draw.by == "gm"
        else gettext("it follows from the GM's secret")
    )
    return gettext(
        "Thrown for {subject}: {result}, among {choices} ({source}).",
        subject=subject,
        result=draw.candidates[draw.result - 1],
        choices=join_words(draw.candidates),
        source=by,
    )
