"""What happened in a season, in words: the lead, and the alternative texts of the maps."""

from collections.abc import Iterable, Iterator, Mapping, Sequence

from zinegen.board.board import Power, Terrain
from zinegen.game.changes import (
    ArmyBoarded,
    ArmyLanded,
    CentreTaken,
    Change,
    GameEnded,
    UnitBuilt,
    UnitDislodged,
    UnitLost,
    UnitMoved,
    UnitRemoved,
)
from zinegen.game.order_signs import Arrow
from zinegen.game.orders import UnitOrder
from zinegen.game.state import Dislodged, GameState, PhaseKind
from zinegen.game.verdicts import Word
from zinegen.game.wording import is_lake, join_words, possessive
from zinegen.geometry.mesh import ProvinceKey
from zinegen.notation.grammar.writer import write_place, write_unit
from zinegen.pages.views import DislodgedView, MapChanges, PowerView
from zinegen.pages.words.visible_text import one_line
from zinegen.play.records.records import PhaseRecord, SeasonRecord
from zinegen.play.texts.chance_file import Draw, strip_season
from zinegen.play.texts.rulings_file import ENDINGS, GmRuling, RulingKind

MOST_MOVES = 12
"""So many moves a map's text names; the page has them all."""


def write_lead(record: SeasonRecord, changes: MapChanges | None = None) -> str:
    """Return what happened, in a few sentences: the end, the map, the centres, the units driven out."""
    sentences = [
        *_describe_ending(record),
        *_describe_ground(record),
        *_describe_events(changes),
        *_describe_captures(record),
        *_describe_dislodgements(record),
    ]
    return " ".join(sentences) or _describe_quiet_season(record)


def _describe_quiet_season(record: SeasonRecord) -> str:
    """Return a sentence on a season that changed nothing anybody owns; empty when nobody moved."""
    kinds = {phase.phase.kind for phase in record.phases}
    if PhaseKind.PLACEMENT in kinds or not record.before.units:
        return "The powers have set up their units."
    if PhaseKind.MOVES not in kinds:
        return ""
    bounced = sum(
        isinstance(ruling.order.sign, Arrow) and ruling.verdict.word is Word.FAILS
        for phase in record.phases
        for ruling in phase.report.rulings
    )
    match bounced:
        case 0:
            return "Nobody was driven out, and nobody bounced."
        case 1:
            return "Nobody was driven out, and one move bounced."
        case _:
            return f"Nobody was driven out, and {bounced} moves bounced."


def changes_of(record: SeasonRecord) -> Iterator[tuple[PhaseRecord, Change]]:
    """Yield all changes of a season, each with its phase."""
    return ((phase, change) for phase in record.phases for change in phase.report.changes)


def _describe_ending(record: SeasonRecord) -> Iterable[str]:
    for _, change in changes_of(record):
        if isinstance(change, GameEnded):
            yield describe_end(change.winners, record.decisions)


def _describe_ground(record: SeasonRecord) -> Iterable[str]:
    """Yield which provinces sank, rose, or are mountains now."""
    before, after = record.before.board, record.after.board
    found: dict[Terrain, list[str]] = {}
    lakes: list[str] = []
    for face, province in after.provinces.items():
        was = before.provinces.get(face)
        if was is not None and was.terrain is not province.terrain:
            if is_lake(after, face):
                lakes.append(province.name)
            else:
                found.setdefault(province.terrain, []).append(province.name)
    if lakes:
        yield f"{join_words(lakes)} {'is a lake' if len(lakes) == 1 else 'are lakes'} now."
    for terrain, names in sorted(found.items()):
        match terrain:
            case Terrain.WATER:
                yield f"The sea takes {join_words(names)}."
            case Terrain.MOUNTAIN:
                yield f"Mountains rise in {join_words(names)}."
            case _:
                yield f"{join_words(names)} {'is' if len(names) == 1 else 'are'} {terrain} now."


def _describe_events(changes: MapChanges | None) -> Iterable[str]:
    """Yield how many of the events that powers ordered came about."""
    ordered = [event for event in changes.events if event.lines and event.word] if changes else []
    done = sum(event.word == Word.SUCCEEDS for event in ordered)
    if not ordered:
        return
    if done == len(ordered):
        every = "The one event" if done == 1 else f"All {done} events"
        yield f"{every} that powers ordered {'comes' if done == 1 else 'come'} about."
    else:
        yield f"Of {len(ordered)} events that powers ordered, {done or 'none'} came about."


def describe_end(winners: Sequence[Power], decisions: Sequence[GmRuling] = ()) -> str:
    """Return how a game ended, as a sentence; ``decisions`` are the GM's of its last season."""
    if any(one.kind is RulingKind.CONCEDE and one.winners == winners for one in decisions):
        return f"The game is conceded to {join_words(winners)}."
    match len(winners):
        case 0:
            return "The game ends without a winner."
        case 1:
            return f"{winners[0]} wins the game."
        case _:
            return f"The game ends in a draw between {join_words(winners)}."


def explain_end(record: SeasonRecord) -> str:
    """Return how a game ended and by what, in sentences; ``record`` is its last season."""
    state, winners = record.after, record.after.winners or ()
    told = describe_end(winners, record.decisions)
    ruled = [one for one in record.decisions if one.kind in ENDINGS and one.winners == winners]
    if ruled and ruled[-1].proposal:  # the players' own votes
        return f"{told} {one_line(ruled[-1].reason)}"
    if ruled:
        return f"{told} So the GM ruled: {one_line(ruled[-1].reason)}"
    said = [told]
    if all(unit.power in winners for unit in state.units.values()):
        said.append(f"{'Nobody else' if winners else 'Nobody'} has a unit left.")
    if winners and state.owners:
        counts = join_words([f"{power} has {len(state.centres_of(power))}" for power in winners])
        said.append(f"Of {len(state.board.centres)} supply centres {counts}.")
    return " ".join(said)


def _describe_captures(record: SeasonRecord) -> Iterable[str]:
    """Yield who gained centres over the whole season, most gains first."""
    before, after = record.before.owners, record.after.owners
    gains: dict[Power, list[ProvinceKey]] = {}
    for face, power in after.items():
        if before.get(face) != power:
            gains.setdefault(power, []).append(face)
    for power, faces in sorted(gains.items(), key=lambda gain: (-len(gain[1]), gain[0])):
        names = [_name_with_loser(record, face) for face in faces]
        yield f"{power} takes {join_words(names)}."


def _name_with_loser(record: SeasonRecord, face: ProvinceKey) -> str:
    name = record.after.board[face].name
    loser = record.before.owners.get(face)
    return f"{name} from {loser}" if loser else name


def _describe_dislodgements(record: SeasonRecord) -> Iterable[str]:
    for phase, change in changes_of(record):
        if isinstance(change, UnitDislodged):
            lost = change.dislodged
            whose = f"{possessive(lost.unit.power)} {write_unit(lost.unit, phase.before.board)}"
            by = lost.by
            yield f"{whose} has to go." if by is None else f"{by.power} drives out {whose}."


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
    *others, last = [write_place(at, after) for at in lost.retreats] or [""]
    either = f"{', '.join(others)} or {last}" if others else last
    could = f"could go to {either}" if last else "had nowhere to go"
    whose = f"{possessive(lost.by.power)} {write_unit(lost.by, before)}" if lost.by else ""
    return DislodgedView(
        power=powers[lost.unit.power],
        unit=write_unit(lost.unit, before),
        situation=f"dislodged by {whose}; {could}." if whose else f"{could}.",
        outcome=_describe_outcome(phases, lost),
    )


def _describe_outcome(phases: Sequence[PhaseRecord], lost: Dislodged) -> str:
    """Return what a dislodged unit did in this phase or the next ones; empty when nobody knows yet."""
    for phase in phases:
        for change in phase.report.changes:
            match change:
                case UnitMoved(retreat=True, unit=unit, to=to) if unit == lost.unit:
                    return f"It retreated to {write_place(to, phase.after.board)}."
                case UnitLost(dislodged=True, unit=unit) if unit == lost.unit:
                    return "It was disbanded."
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
                whose = f"{possessive(army.power)} {write_unit(army, board)}"
                found.append(f"{whose} goes aboard {write_unit(fleet, board)}.")
            case ArmyLanded(carrier=carrier, to=to):
                whose, sea = possessive(carrier.power), board[carrier.province].name
                where = write_place(to, phase.after.board)
                found.append(f"{whose} army aboard the fleet in {sea} lands in {where}.")
            case _:
                pass
    return tuple(found)


def position_text(state: GameState, when: str) -> str:
    """Return a map in words: which units stand where."""
    if not state.units:
        return f"Map {when}: no unit is on the board."
    parts = [
        f"{power} {', '.join(write_unit(unit, state.board) for unit in state.units_of(power))}"
        for power in state.powers
        if state.units_of(power)
    ]
    return f"Map {when}: {'; '.join(parts)}."


def change_text(record: SeasonRecord, when: str) -> str:
    """Return the map after a season in words: what is different now."""
    moves = [
        f"{write_unit(change.unit, phase.before.board)} to {write_place(change.to, phase.after.board)}"
        for phase, change in changes_of(record)
        if isinstance(change, UnitMoved)
    ]
    taken = [
        f"{change.power} owns {record.after.board[change.province].name}"
        for _, change in changes_of(record)
        if isinstance(change, CentreTaken) and change.power is not None
    ]
    adjustments = [
        f"new: {write_unit(change.unit, phase.after.board)}"
        if isinstance(change, UnitBuilt)
        else f"gone: {write_unit(change.unit, phase.before.board)}"
        for phase, change in changes_of(record)
        if isinstance(change, UnitBuilt | UnitRemoved)
    ]
    parts = [*moves[:MOST_MOVES], *adjustments, *taken]
    if len(moves) > MOST_MOVES:
        parts.insert(MOST_MOVES, f"{len(moves) - MOST_MOVES} more moves")
    return f"Map {when}: {'; '.join(parts) or 'nothing has changed'}."


def orders_text(phase: PhaseRecord, when: str) -> str:
    """Return the map of orders in words: how many arrows, and which failed."""
    rulings = [ruling for ruling in phase.report.rulings if ruling.given]
    failed = sum(
        ruling.verdict.word is not Word.SUCCEEDS and isinstance(ruling.order, UnitOrder)
        for ruling in rulings
    )
    orders = f"{len(rulings)} order{'' if len(rulings) == 1 else 's'}"
    without = f"{failed or 'none'} {'of them ' if failed else ''}without success"
    return f"Orders of {when} as arrows: {orders}, {without}."


def describe_throw(draw: Draw) -> str:
    """Return what a throw gave, among what, and by whom, as one sentence."""
    subject = strip_season(draw.label).partition("/")[2].partition("/")[2]
    by = "typed by the GM" if draw.by == "gm" else "it follows from the GM's secret"
    among = join_words(draw.candidates)
    return f"Thrown for {subject}: {draw.candidates[draw.result - 1]}, among {among} ({by})."
