"""What became of the map: events with their results, who touches whom now, coasts that changed.

None of it is recorded; all of it is read off the two boards, before and after.
"""

from collections.abc import Iterable, Mapping

from zinegen.archive.records import SeasonRecord
from zinegen.board.board import OUTSIDE, Board, Power
from zinegen.board.coasts import Coast, coasts, label
from zinegen.game.orders import Build, CoastChoice, Order, UnitOrder, Unreadable, Waive
from zinegen.notation.writer import write, write_unit
from zinegen.pages.gallery import Gallery
from zinegen.pages.phrases import listed, phrase
from zinegen.pages.views import CoastRow, MapEvent, OrderView, PowerView
from zinegen.planar.mesh import Face


def map_events(
    record: SeasonRecord, powers: Mapping[Power, PowerView], gallery: Gallery
) -> tuple[MapEvent, ...]:
    """Return every order to change the map with its result, and at last what changed altogether."""
    events = [
        MapEvent(
            order=OrderView(
                text=write(ruling.order, phase.before.board),
                word=ruling.verdict.word,
                sentence=phrase(ruling, phase.before),
                given=ruling.given,
            ),
            by=powers.get(ruling.order.power),
            sentences=(),
        )
        for phase in record.phases
        for ruling in phase.report.rulings
        if is_event(ruling.order)
    ]
    changed = sentences(record.before.board, record.after.board)
    if changed:
        events.append(_altogether(record, changed, gallery))
    return tuple(events)


def is_event(order: Order) -> bool:
    """Tell whether an order is about the map, not about a unit."""
    return not isinstance(order, UnitOrder | Build | Waive | Unreadable | CoastChoice)


def _altogether(record: SeasonRecord, changed: tuple[str, ...], gallery: Gallery) -> MapEvent:
    return MapEvent(
        order=OrderView(text="What has changed", word="succeeds", sentence=""),
        by=None,
        sentences=changed,
        before=gallery.before(record.before, "The map before these changes."),
        after=gallery.after(record, f"The map after these changes. {' '.join(changed)}"),
    )


def sentences(before: Board, after: Board) -> tuple[str, ...]:
    """Return what differs between two boards, a sentence each."""
    if before is after or (before.mesh == after.mesh and before.provinces == after.provinces):
        return ()
    return (*_touching(before, after), *_ground(before, after))


def _touching(before: Board, after: Board) -> Iterable[str]:
    old, new = _pairs(before), _pairs(after)
    for one, other in sorted(new - old):
        yield f"{after[one].name} and {after[other].name} touch now."
    for one, other in sorted(old - new):
        if one in after.provinces and other in after.provinces:
            yield f"{after[one].name} and {after[other].name} touch no longer."


def _pairs(board: Board) -> set[tuple[Face, Face]]:
    found = set()
    for border in board.mesh.borders:
        one, other = sorted(board.mesh.sides(border))
        if OUTSIDE not in {one, other}:
            found.add((one, other))
    return found


def _ground(before: Board, after: Board) -> Iterable[str]:
    for face, now in after.provinces.items():
        was = before.provinces.get(face)
        if was is None:
            yield f"{now.name} is new."
        elif was.terrain is not now.terrain:
            yield f"{now.name} is {now.terrain} now."
        elif was.iced != now.iced:
            yield f"{now.name} is {'frozen' if now.iced else 'free of ice'} now."


def coast_rows(record: SeasonRecord) -> tuple[CoastRow, ...]:
    """Return the provinces whose coasts are not what they were."""
    before, after = record.before.board, record.after.board
    if before is after or (before.mesh == after.mesh and before.provinces == after.provinces):
        return ()
    changed = [
        face
        for face in after.provinces
        if face in before.provinces and _shores(before, face) != _shores(after, face)
    ]
    return tuple(_row(record, face) for face in changed)


def _shores(board: Board, face: Face) -> list[tuple[Face, ...]]:
    return sorted(coast.waters for coast in coasts(board, face))


def _row(record: SeasonRecord, face: Face) -> CoastRow:
    board = record.after.board
    unit = record.after.units.get(face)
    is_fleet = unit is not None and unit.kind != "A"
    return CoastRow(
        province=board[face].name,
        coasts=tuple(_coast(board, coast) for coast in coasts(board, face)),
        fleet=write_unit(unit, board) if unit is not None and is_fleet else "",
    )


def _coast(board: Board, coast: Coast) -> str:
    called = label(board, coast)
    waters = listed([board[water].abbreviation for water in coast.waters])
    return f"{called}: {waters}" if called else waters
