"""What a season did to the ground, told: who moved what, which units went with it, which events met."""

from collections.abc import Iterator, Mapping, Sequence

from zinegen.board.board import Board, Power, Terrain
from zinegen.game.changes import (
    BorderSeparated,
    CentreFounded,
    IceChanged,
    ProvincesJoined,
    UnitLost,
    UnitRefitted,
)
from zinegen.game.units import Kind, Unit
from zinegen.game.verdicts import OrderResult, Reason
from zinegen.game.wording import is_lake, join_words, name_in_sentence, name_owned
from zinegen.geometry.mesh import ProvinceKey
from zinegen.languages.names import PowerInSentence, name_power
from zinegen.languages.texts import gettext, join_clauses, ngettext
from zinegen.notation.grammar.writer import write_order, write_unit
from zinegen.pages.words.happenings import changes_of
from zinegen.pages.words.map_differences import describe_trapped
from zinegen.play.records.records import PhaseRecord, SeasonRecord

NAMED = 4
"""So many borders that moved are named; the page has them all."""
RIVALS = 2
"""So many meetings of events are told."""
Site = frozenset[ProvinceKey]
"""What an order wants changed: a province, or the two of a border."""


def tell_ground(record: SeasonRecord) -> Iterator[str]:
    """Yield what sank, rose, froze and was founded, which borders moved, and the units that went with it."""
    doers = _find_doers(record)
    yield from _tell_terrain(record, doers)
    yield from _tell_lost(record)
    yield from dict.fromkeys(one for phase in record.phases for one in describe_trapped(phase))
    yield from _tell_centres(record, doers)
    yield from _tell_ice(record, doers)
    yield from _tell_borders(record, doers)


def tell_rivals(record: SeasonRecord) -> Iterator[str]:
    """Yield which events of different powers met, and what came of them."""
    told: set[frozenset[Power]] = set()
    for phase in record.phases:
        for ruling in phase.report.rulings:
            because = ruling.verdict.because
            pair = frozenset({ruling.order.power, *(one.power for one in because[:1])})
            if len(pair) > 1 and pair not in told and len(told) < RIVALS:
                sentence = _tell_rival(ruling, phase)
                if sentence:
                    told.add(pair)
                    yield sentence


def _find_doers(record: SeasonRecord) -> Mapping[Site, Sequence[Power]]:
    """Return whose orders changed which place of the map, with those who supported them."""
    reasons = {Reason.TRANSFORMED, Reason.BORDER_MOVED, Reason.PROVINCES_JOINED}
    found: dict[Site, set[Power]] = {}
    for phase in record.phases:
        rulings = phase.report.rulings
        done = [one.order for one in rulings if one.verdict.reason in reasons and one.order.site]
        helped = [
            (one.order.power, order)
            for one in rulings
            if one.verdict.reason is Reason.EVENT_SUPPORTED
            for order in one.verdict.because
            if order in done
        ]
        for power, order in (*((one.power, one) for one in done), *helped):
            found.setdefault(frozenset(order.site), set()).add(power)
    return {site: sorted(powers) for site, powers in found.items()}


def _with_doers(text: str, powers: Sequence[Power]) -> str:
    """Return a place or a change with who did it in brackets; of what nobody ordered, the text alone."""
    if not powers:
        return text
    names = join_words([name_power(power) for power in powers])
    return gettext("{what} ({powers})", what=text, powers=names)


def _tell_terrain(record: SeasonRecord, doers: Mapping[Site, Sequence[Power]]) -> Iterator[str]:
    before, after = record.before.board, record.after.board
    found: dict[Terrain, list[str]] = {}
    lakes: list[str] = []
    for face, province in after.provinces.items():
        was = before.provinces.get(face)
        if was is not None and was.terrain is not province.terrain:
            text = _with_doers(name_in_sentence(after, face), doers.get(frozenset({face}), ()))
            names = lakes if is_lake(after, face) else found.setdefault(province.terrain, [])
            names.append(text)
    if lakes:
        yield gettext("The ground sinks into a lake: {places}.", places=join_words(lakes))
    for terrain, names in sorted(found.items()):
        places, count = join_words(names), len(names)
        match terrain:
            case Terrain.WATER:
                yield gettext("The sea takes {places}.", places=places)
            case Terrain.MOUNTAIN:
                yield gettext("Mountains rise in {places}.", places=places)
            case Terrain.LAND:
                text = ngettext(
                    "{places} is land now.", "{places} are land now.", count, places=places
                )
                yield text[:1].upper() + text[1:]
            case _:
                yield gettext("Off the board now: {places}.", places=places)


def _tell_lost(record: SeasonRecord) -> Iterator[str]:
    lost = [
        _own(change.unit, phase.before.board)
        for phase, change in changes_of(record)
        if isinstance(change, UnitLost) and not change.dislodged
    ]
    if lost:
        yield gettext("Lost with the ground: {units}.", units=join_words(lost))
    afloat = [
        _own(change.unit, phase.before.board)
        for phase, change in changes_of(record)
        if isinstance(change, UnitRefitted) and change.to.kind is Kind.FLEET
    ]
    if afloat:
        yield gettext("Turned into fleets: {units}.", units=join_words(afloat))


def _tell_centres(record: SeasonRecord, doers: Mapping[Site, Sequence[Power]]) -> Iterator[str]:
    board = record.after.board
    founded = [
        _with_doers(name_in_sentence(board, one.province), doers.get(frozenset({one.province}), ()))
        for _, one in changes_of(record)
        if isinstance(one, CentreFounded) and one.province in board.provinces
    ]
    if founded:
        yield ngettext(
            "A new centre: {places}.",
            "New centres: {places}.",
            len(founded),
            places=join_words(founded),
        )


def _tell_ice(record: SeasonRecord, doers: Mapping[Site, Sequence[Power]]) -> Iterator[str]:
    board = record.after.board
    for iced in (True, False):
        places = join_words(
            [
                _with_doers(
                    name_in_sentence(board, one.province), doers.get(frozenset({one.province}), ())
                )
                for _, one in changes_of(record)
                if isinstance(one, IceChanged) and one.iced is iced
            ]
        )
        if places and iced:
            yield gettext("The ice closes over {places}.", places=places)
        elif places:
            yield gettext("The ice leaves {places}.", places=places)


def _tell_borders(record: SeasonRecord, doers: Mapping[Site, Sequence[Power]]) -> Iterator[str]:
    """Yield which provinces touch now because a border was moved or a link was laid."""
    found = []
    for phase, change in changes_of(record):
        match change:
            case BorderSeparated(parted=parted, connected=connected):
                text = _name_moved(phase.before.board, parted, connected)
                found.append(_with_doers(text, doers.get(frozenset(parted), ())))
            case ProvincesJoined(connected=connected, across=across):
                text = gettext(
                    "{pair} touch across {place}",
                    pair=_name_pair(phase.before.board, connected),
                    place=name_in_sentence(phase.before.board, across),
                )
                found.append(_with_doers(text, doers.get(frozenset(connected), ())))
            case _:
                pass
    named, rest = join_clauses(found[:NAMED]), len(found) - NAMED
    if rest > 0:
        yield ngettext(
            "The ground moves: {pairs}; and one border more.",
            "The ground moves: {pairs}; and {number} borders more.",
            rest,
            pairs=named,
        )
    elif found:
        yield gettext("The ground moves: {pairs}.", pairs=named)


def _name_moved(
    board: Board,
    parted: tuple[ProvinceKey, ProvinceKey],
    connected: tuple[ProvinceKey, ProvinceKey],
) -> str:
    """Return the two that touch now, not the two that did; of one that meets itself, the two that part."""
    if connected[0] == connected[1]:
        return gettext(
            "{place} closes round, between {pair}",
            place=name_in_sentence(board, connected[0]),
            pair=_name_pair(board, parted),
        )
    return gettext(
        "{pair} touch, no longer {others}",
        pair=_name_pair(board, connected),
        others=_name_pair(board, parted),
    )


def _name_pair(board: Board, pair: tuple[ProvinceKey, ProvinceKey]) -> str:
    return join_words(sorted(name_in_sentence(board, face) for face in pair))


def _own(unit: Unit, board: Board) -> str:
    return name_owned(unit.power, write_unit(unit, board))


def _tell_rival(ruling: OrderResult, phase: PhaseRecord) -> str:
    """Return that two events met and what came of it; empty for every other order."""
    board, other = phase.before.board, ruling.verdict.because[0]
    said: dict[str, object] = {
        "power": PowerInSentence(ruling.order.power),
        "event": write_order(ruling.order, board),
        "other": PowerInSentence(other.power),
        "rival": write_order(other, board),
    }
    match ruling.verdict.reason:
        case Reason.RIVAL_EVENT:
            return gettext("{power:Of} “{event}” and {other:of} “{rival}” stop each other.", **said)
        case Reason.OVERRULED_BY:
            return gettext("{other:Of} “{rival}” overrules {power:of} “{event}”.", **said)
        case Reason.STABILISED:
            return gettext("{other:Of} “{rival}” stops {power:of} “{event}”.", **said)
        case Reason.UNDONE:
            return gettext("{other:Of} “{rival}” undoes {power:of} “{event}”.", **said)
        case _:
            return ""
