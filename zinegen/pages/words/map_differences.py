"""How two boards differ, in words: contacts, terrain, coasts, waterways, and what that did to units.

None of it is recorded; all of it is read off the boards before and after.
"""

from collections.abc import Iterable, Iterator

from zinegen.board.board import OUTSIDE, Board, NamedStrait, Province
from zinegen.board.coasts import Coast, coast_with, coasts, is_clear, label
from zinegen.game.changes import UnitLost, UnitPutOnCoast, UnitRefitted
from zinegen.game.state import GameState
from zinegen.game.units import FLEETS, Kind, Unit
from zinegen.game.wording import (
    describe_terrain,
    full_name,
    join_words,
    name_in_sentence,
    name_owned,
)
from zinegen.geometry.mesh import BorderId, ProvinceKey
from zinegen.languages.names import name_province
from zinegen.languages.texts import N_, add_colon, gettext, join_clauses
from zinegen.notation.grammar.writer import write_unit
from zinegen.pages.views import CoastRow, WaterwayRow
from zinegen.play.records.records import PhaseRecord, SeasonRecord

WaterwayKey = tuple[str, str, int]
"""What a waterway is and where, and which of several there."""


def is_same_map(before: Board, after: Board) -> bool:
    """Tell whether two boards differ in nothing that pages describe."""
    return before is after or (
        before.mesh == after.mesh
        and before.provinces == after.provinces
        and (before.straits, before.canals, before.joins, before.rifts)
        == (after.straits, after.canals, after.joins, after.rifts)
    )


def describe_contacts(before: Board, after: Board) -> tuple[str, ...]:
    """Return who touches whom now and did not before, and who touches no longer, a sentence each."""
    old, new = list_contacts(before), list_contacts(after)
    return (
        *(
            gettext("{provinces} touch now.", provinces=_name_both(after, pair))
            for pair in sorted(new - old)
        ),
        *(
            gettext("{provinces} touch no longer.", provinces=_name_both(after, pair))
            for pair in sorted(old - new)
            if all(face in after.provinces for face in pair)
        ),
    )


def _name_both(board: Board, pair: tuple[ProvinceKey, ProvinceKey]) -> str:
    return gettext(" and ").join(sorted(full_name(board, face) for face in pair))


def list_contacts(board: Board) -> set[tuple[ProvinceKey, ProvinceKey]]:
    """Return which provinces touch, each pair in order."""
    found = set()
    for border in board.mesh.borders:
        one, other = sorted(board.mesh.sides(border))
        if OUTSIDE not in {one, other} and one != other:
            found.add((one, other))
    return found


def ground_sentences(before: Board, after: Board) -> Iterator[str]:
    """Yield which provinces have another terrain now, a sentence each."""
    for face, now in after.provinces.items():
        was = before.provinces.get(face)
        if was is None:
            yield gettext("{place} is new.", place=name_province(now.name))
        elif was != now:
            yield from _describe_province(after, was, now)
    for rift in sorted({*after.rifts} ^ {*before.rifts}):
        text = (
            gettext("The rift between {provinces} opens.")
            if rift in after.rifts
            else gettext("The rift between {provinces} closes.")
        )
        yield text.format(provinces=_name_both(after, rift))


def _describe_province(board: Board, was: Province, now: Province) -> Iterator[str]:
    place, told = name_province(now.name), []
    if was.terrain is not now.terrain:
        ground = describe_terrain(board, now.key)
        yield gettext("{place} is {ground} now.", place=place, ground=ground)
    if was.iced != now.iced:
        told.append(
            N_("{place} is under ice now.") if now.iced else N_("{place} is free of ice now.")
        )
    if was.passable != now.passable:
        told.append(N_("{place} opens.") if now.passable else N_("{place} closes."))
    if was.centre != now.centre:
        told.append(
            N_("{place} is a centre now.") if now.centre else N_("{place} is no centre any more.")
        )
    yield from (gettext(text, place=place) for text in told)


def coast_rows(record: SeasonRecord) -> tuple[CoastRow, ...]:
    """Return the provinces whose coasts are not what they were."""
    before, after = record.before, record.after
    if is_same_map(before.board, after.board):
        return ()
    return tuple(
        CoastRow(
            province=name_province(after.board[face].name),
            before=coast_names(before.board, face),
            coasts=coast_names(after.board, face),
            fleet=_describe_fleet(before, after, face),
        )
        for face in after.board.provinces
        if face in before.board.provinces
        and _list_shores(before.board, face) != _list_shores(after.board, face)
    )


def _list_shores(board: Board, face: ProvinceKey) -> list[tuple[ProvinceKey, ...]]:
    return sorted(coast.waters for coast in coasts(board, face))


def coast_names(board: Board, face: ProvinceKey) -> tuple[str, ...]:
    """Return each coast of a province by its name and its waters: ``nc: BAR``, or just ``NTH``."""
    return tuple(_write_coast(board, coast) for coast in coasts(board, face))


def _write_coast(board: Board, coast: Coast) -> str:
    called = label(board, coast)
    waters = join_words([board[water].abbreviation for water in coast.waters])
    return add_colon(called, waters) if called and called != waters else waters


def _describe_fleet(before: GameState, after: GameState, face: ProvinceKey) -> str:
    """Return the fleet that lies in a province, and whether it was moved."""
    unit = after.units.get(face)
    if unit is None or unit.kind not in FLEETS:
        return ""
    shown = write_unit(unit, after.board)
    if is_trapped(unit, after.board):
        return gettext("{unit}, trapped", unit=shown)
    was = before.units.get(face)
    freed = was is not None and was.power == unit.power and is_trapped(was, before.board)
    return gettext("{unit}, free again", unit=shown) if freed else shown


def is_trapped(unit: Unit, board: Board) -> bool:
    """Tell whether a fleet lies in a province without a coast for it."""
    afloat = unit.kind in FLEETS
    return afloat and board.is_ground(unit.province) and not unit.at.coast


def waterway_rows(before: Board, after: Board) -> tuple[WaterwayRow, ...]:
    """Return every waterway of the map with what happened to it; none when all are what they were."""
    old, new = dict(_list_keyed_waterways(before)), dict(_list_keyed_waterways(after))
    if old == new:
        return ()
    rows = [
        WaterwayRow(
            what=what,
            where=where,
            ends=ends,
            news=_describe_reopening(before, (what, where, key))
            or _describe_change(old.get((what, where, key)), ends),
        )
        for (what, where, key), ends in new.items()
    ]
    rows += [
        WaterwayRow(
            what=what, where=where, ends=ends, news=_describe_closing(after, (what, where, key))
        )
        for (what, where, key), ends in old.items()
        if (what, where, key) not in new
    ]
    return tuple(sorted(rows, key=lambda row: (row.what, row.where, row.ends)))


def list_waterways(board: Board) -> tuple[WaterwayRow, ...]:
    """Return every waterway of a map."""
    rows = (
        WaterwayRow(what=what, where=where, ends=ends)
        for (what, where, _), ends in _list_keyed_waterways(board)
    )
    return tuple(sorted(rows, key=lambda row: (row.what, row.where, row.ends)))


def _describe_reopening(before: Board, key: WaterwayKey) -> str:
    """Return that a waterway is open again, if it was shut before; else nothing."""
    join = dict(_list_joins(before)).get(key)
    is_reopened = join is not None and not _is_open(before, join)
    return gettext("is open again") if is_reopened else ""


def _describe_closing(after: Board, key: WaterwayKey) -> str:
    """Return what happened to a waterway that is there no more: a natural one may open again."""
    join = dict(_list_joins(after)).get(key)
    if join is None or not join.natural or not after.is_ground(join.province):
        return gettext("is gone")
    frozen = join.open and join.freezes and after[join.province].iced
    return gettext("is frozen") if frozen else gettext("is closed")


def _describe_change(was: str | None, ends: str) -> str:
    if was is None:
        return gettext("is new")
    return "" if was == ends else gettext("joined {ends} before", ends=was)


def waterway_sentences(before: Board, after: Board) -> Iterator[str]:
    """Yield what happened to each waterway, a sentence each."""
    for row in waterway_rows(before, after):
        if row.news:
            what = f"{row.what[:1].upper()}{row.what[1:]}"
            yield add_colon(f"{what}, {row.where}", f"{row.news} ({row.ends}).")


def coast_sentences(before: Board, after: Board) -> Iterator[str]:
    """Yield the coasts, with their names, of each province that has others than before."""
    for face in after.provinces if before is not after else ():
        if face not in before.provinces or _list_shores(before, face) != _list_shores(after, face):
            names = join_clauses(coast_names(after, face)) or gettext("none")
            place = name_province(after[face].name)
            yield gettext("Coasts of {place}: {coasts}.", place=place, coasts=names)


def _list_joins(board: Board) -> Iterator[tuple[WaterwayKey, NamedStrait]]:
    """Yield the waterways by name, shut ones too."""
    for number, join in enumerate(board.joins):
        if join.province in board.provinces:
            place = [one.province for one in board.joins[:number]].count(join.province)
            what = gettext("natural waterway") if join.natural else gettext("canal")
            yield (what, name_province(board[join.province].name), place), join


def _is_open(board: Board, join: NamedStrait) -> bool:
    return board.is_ground(join.province) and is_clear(board, join)


def _list_keyed_waterways(board: Board) -> Iterator[tuple[WaterwayKey, str]]:
    """Yield the waterways of a board: what and where each is, which of several there, and its ends."""
    mesh = board.mesh
    for border in board.straits:
        if border in mesh:
            ends = mesh.ends(border)
            where = _name_both(board, mesh.sides(border))
            yield (gettext("strait"), where, border), _join_names(board, ends or ())
    for number, canal in enumerate(board.canals):
        met = [
            mesh.across(mesh.dart_in(border, canal.province))
            for border in canal.terminals
            if border in mesh and canal.province in mesh.sides(border)
        ]
        place = [one.province for one in board.canals[:number]].count(canal.province)
        where = name_province(board[canal.province].name)
        yield (gettext("canal"), where, place), _join_names(board, met)
    yield from (
        (key, _join_groups(board, join))
        for key, join in _list_joins(board)
        if _is_open(board, join)
    )


def _join_groups(board: Board, join: NamedStrait) -> str:
    either = gettext(" or ")
    return join_words([either.join(_list_full_names(board, group)) for group in join.groups])


def _join_names(board: Board, faces: Iterable[ProvinceKey]) -> str:
    return gettext(" and ").join(_list_full_names(board, faces))


def _list_full_names(board: Board, faces: Iterable[ProvinceKey]) -> Iterator[str]:
    return (full_name(board, face) for face in faces)


def unit_sentences(record: SeasonRecord) -> tuple[str, ...]:
    """Return what the changes of the map did to units: lost, moved to another coast, trapped, free again."""
    return tuple(
        dict.fromkeys(
            sentence
            for phase in record.phases
            for sentence in (*_describe_changes(phase), *describe_trapped(phase))
        )
    )


def _describe_changes(phase: PhaseRecord) -> Iterator[str]:
    before, after = phase.before.board, phase.after.board
    for change in phase.report.changes:
        match change:
            case UnitPutOnCoast(unit=unit, coast=coast, is_descendant=False) if coast:
                where = _write_coast_of(after, unit, coast)
                yield gettext(
                    "{unit} lies {where} now.", unit=_write_owned(unit, before), where=where
                )
            case UnitLost(unit=unit, dislodged=False):
                yield _describe_loss(unit, before, after)
            case UnitRefitted(unit=unit, to=to):
                owned, now = _write_owned(unit, before), write_unit(to, after)
                yield gettext("{unit} is {kind} now.", unit=owned, kind=now)
            case _:
                pass


def _write_owned(unit: Unit, board: Board) -> str:
    return name_owned(unit.power, write_unit(unit, board))


def _write_coast_of(board: Board, unit: Unit, coast: tuple[BorderId, ...]) -> str:
    found = coast_with(board, unit.province, coast)
    if len(found) != 1:
        return gettext("on another coast")
    called = label(board, found[0])
    waters = join_words([name_in_sentence(board, water) for water in found[0].waters])
    if called:
        return gettext("on the coast called {coast}, at {waters},", coast=called, waters=waters)
    return gettext("at {waters}", waters=waters)


def _describe_loss(unit: Unit, before: Board, after: Board) -> str:
    """Return that a unit was lost with its province, and why, as far as the two boards show it."""
    face, owned = unit.province, _write_owned(unit, before)
    province = after.provinces.get(face)
    place = name_province(province.name) if province is not None else ""
    if province is None:
        text = N_("{unit} is lost.")
    elif unit.kind is Kind.ARMY and after.is_water(face) and not before.is_water(face):
        ground = describe_terrain(after, face)
        text = gettext("{unit} is lost: {place} is {ground} now, and the army drowned.")
        return text.format(unit=owned, place=place, ground=ground)
    elif unit.kind is not Kind.ARMY and before.is_water(face) and after.is_ground(face):
        text = N_("{unit} is lost: {place} is dry land now, and the fleet lay stranded.")
    elif province.iced:
        text = N_("{unit} is lost: {place} is under ice.")
    elif unit.at.coast and coasts(after, face) and not coast_with(after, face, unit.at.coast):
        text = N_("{unit} is lost: its coast of {place} is gone.")
    else:
        text = N_("{unit} is lost.")
    return gettext(text, unit=owned, place=place)


def describe_trapped(phase: PhaseRecord) -> Iterator[str]:
    """Yield which units are trapped by a phase, free again, or frozen in, a sentence each."""
    before, after = phase.before, phase.after
    for face, unit in after.units.items():
        was = before.units.get(face)
        if was is None or (was.power, was.kind) != (unit.power, unit.kind):
            continue
        now, then = is_trapped(unit, after.board), is_trapped(was, before.board)
        is_fleet = unit.kind is not Kind.ARMY
        is_frozen_in = is_fleet and after.board[face].iced and not before.board[face].iced
        if now == then and not is_frozen_in:
            continue
        owned, place = _write_owned(unit, after.board), name_province(after.board[face].name)
        if now and not then:
            yield gettext("{unit} is trapped: {place} has no coast left.", unit=owned, place=place)
        if then and not now:
            yield gettext("{unit} is free again: it has a coast.", unit=owned)
        if is_frozen_in:
            yield gettext("{unit} is frozen in at {place}.", unit=owned, place=place)
