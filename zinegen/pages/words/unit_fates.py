"""What happened to units because their provinces changed, a sentence each."""

from collections.abc import Iterator

from zinegen.archive.records.records import PhaseRecord, SeasonRecord
from zinegen.board.board import Board
from zinegen.board.coasts import coast_with, label
from zinegen.game.changes import UnitLost, UnitPutOnCoast, UnitRefitted
from zinegen.game.units import Kind, Unit
from zinegen.game.wording import join_words, name_in_sentence, possessive
from zinegen.notation.grammar.writer import write_unit
from zinegen.pages.words.map_differences import is_trapped


def unit_sentences(record: SeasonRecord) -> tuple[str, ...]:
    """Return what the changes of the map did to units: lost, moved to another coast, trapped, free again."""
    return tuple(
        dict.fromkeys(
            sentence
            for phase in record.phases
            for sentence in (*_describe_changes(phase), *_describe_trapped(phase))
        )
    )


def _describe_changes(phase: PhaseRecord) -> Iterator[str]:
    before, after = phase.before.board, phase.after.board
    for change in phase.report.changes:
        match change:
            case UnitPutOnCoast(unit=unit, coast=coast, is_descendant=False) if coast:
                yield f"{_whose(unit, before)} lies {_on_coast(after, unit, coast)} now."
            case UnitLost(unit=unit, dislodged=False):
                yield f"{_whose(unit, before)} is lost{_cause(unit, before, after)}."
            case UnitRefitted(unit=unit, to=to):
                yield f"{_whose(unit, before)} is {write_unit(to, after)} now."
            case _:
                pass


def _whose(unit: Unit, board: Board) -> str:
    return f"{possessive(unit.power)} {write_unit(unit, board)}"


def _on_coast(board: Board, unit: Unit, coast: tuple[int, ...]) -> str:
    found = coast_with(board, unit.province, coast)
    if len(found) != 1:
        return "on another coast"
    called = label(board, found[0])
    waters = join_words([name_in_sentence(board, water) for water in found[0].waters])
    return f"on the coast called {called}, at {waters}," if called else f"at {waters}"


def _cause(unit: Unit, before: Board, after: Board) -> str:
    """Return why a unit was lost with its province, as far as the two boards show it."""
    face = unit.province
    province = after.provinces.get(face)
    if province is None:
        return ""
    if unit.kind is Kind.ARMY and after.is_water(face) and not before.is_water(face):
        return f": {province.name} is sea now, and the army drowned"
    if unit.kind is not Kind.ARMY and before.is_water(face) and after.is_ground(face):
        return f": {province.name} is dry land now, and the fleet lay stranded"
    if province.iced:
        return f": {province.name} is under ice"
    return ""


def _describe_trapped(phase: PhaseRecord) -> Iterator[str]:
    before, after = phase.before, phase.after
    for face, unit in after.units.items():
        was = before.units.get(face)
        if was is None or (was.power, was.kind) != (unit.power, unit.kind):
            continue
        now, then = is_trapped(unit, after.board), is_trapped(was, before.board)
        if now and not then:
            yield (
                f"{_whose(unit, after.board)} is trapped: {after.board[face].name} has no coast left."
            )
        if then and not now:
            yield f"{_whose(unit, after.board)} is free again: it has a coast."
        if unit.kind is not Kind.ARMY and after.board[face].iced and not before.board[face].iced:
            yield f"{_whose(unit, after.board)} is frozen in at {after.board[face].name}."
