"""The events on the map, by powers and the calendar: each with who wanted it, its result, and why.

Orders that ask for the same, in whatever words, are one event; so are all that speak of one province or
border, for it and against it. A line that only goes with an event (an option) stands with its power's.
"""

from collections import Counter
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from enum import Enum

from zinegen.board.board import Power
from zinegen.drawing.alt_text import describe_change
from zinegen.drawing.map_changes import Caption
from zinegen.game.changes import (
    BorderSeparated,
    CanalEnded,
    CanalMade,
    CanalMoved,
    CentreFounded,
    IceChanged,
    ProvincesJoined,
    StraitEnded,
    StraitMade,
)
from zinegen.game.event_words import Event, EventWords
from zinegen.game.orders import Order
from zinegen.game.state import GameState
from zinegen.game.variant import Variant
from zinegen.game.verdicts import OrderResult, Reason, Word
from zinegen.game.wording import full_name, join_words
from zinegen.geometry.mesh import BorderId
from zinegen.languages.names import PowerInSentence, name_power
from zinegen.languages.texts import N_, add_colon, gettext
from zinegen.notation.grammar.writer import write_order
from zinegen.notation.reading.context import EVENTS
from zinegen.notation.reading.forms import OrderForm, all_forms
from zinegen.notation.reading.reader import read_orders
from zinegen.pages.maps.map_files import MapQueue, list_captions
from zinegen.pages.maps.map_jobs import CHANGES
from zinegen.pages.views import EventLine, MapChanges, MapEvent, PowerView
from zinegen.pages.words.map_differences import describe_contacts, is_same_map, unit_sentences
from zinegen.pages.words.order_views import Anchors, is_event, order_view, season_anchors
from zinegen.pages.words.phrases import phrase, phrase_or_result
from zinegen.play.records.records import PhaseRecord, SeasonRecord

IDLE = N_("Guarded against nobody")
RELAID = N_(
    "The whole map has been drawn anew, since the old drawing would have become hard to read. "
    "Provinces look different and have moved, but who touches whom has changed by the events alone. "
    "The moving picture shows the way from the old drawing to the new."
)
UNASKED = N_("What followed by the rules")


@dataclass(slots=True, kw_only=True)
class _Group:
    """All orders of one phase about the same change of the map."""

    place: int
    """Which phase of the season it is, counted from 0."""
    phase: PhaseRecord
    rulings: list[OrderResult] = field(default_factory=list)
    """About the thing itself: for it, in support of it, against it."""
    options: list[OrderResult] = field(default_factory=list)
    """Lines that go with the orders."""
    event: Event | None = None
    """What all these orders mean, where those who order the same add up; None elsewhere."""

    @property
    def lines(self) -> tuple[OrderResult, ...]:
        """All lines, those about the thing itself first."""
        return (*self.rulings, *self.options)

    @property
    def powers(self) -> set[Power]:
        """Whose orders about the thing there are."""
        return {ruling.order.power for ruling in self.rulings}

    @property
    def is_idle(self) -> bool:
        """Whether all of it was to guard a place that nobody wanted to change."""
        return bool(self.rulings) and all(ruling.order.guards for ruling in self.rulings)

    @property
    def word(self) -> Word:
        """The result of the orders as a whole."""
        words = {ruling.verdict.word for ruling in self.rulings if not ruling.order.guards}
        words = words or {ruling.verdict.word for ruling in self.lines}
        return next(word for word in (Word.SUCCEEDS, Word.FAILS, Word.VOID) if word in words)

    @property
    def title(self) -> str:
        """The order, or the places that several different orders were about."""
        board, order = self.phase.before.board, self.lines[0].order
        if self.event is not None or not order.site or len(self.rulings) == 1:
            return write_order(order, board)
        return join_words([full_name(board, face) for face in order.site])

    def has_any_of(self, orders: Iterable[Order]) -> bool:
        """Tell whether one of these orders is about the thing."""
        own = [ruling.order for ruling in self.rulings]
        return any(order in own for order in orders)


def map_changes(
    record: SeasonRecord, powers: Mapping[Power, PowerView], maps: MapQueue, words: EventWords
) -> MapChanges | None:
    """Return everything about the map in a season; None when nobody touched it and nothing moved.

    ``words`` are those of the game's rule set.
    """
    groups = [
        group
        for place, phase in enumerate(record.phases)
        for group in _group_orders(place, phase, words)
    ]
    if not groups and is_same_map(record.before.board, record.after.board):
        return None
    captions = list_captions(record)
    report = _EventReport(
        record=record,
        powers=powers,
        maps=maps,
        words=words,
        anchors=season_anchors(record),
        captions=captions,
        groups=groups,
    )
    events = [report.event(group) for group in groups if not group.is_idle]
    moved = any(isinstance(one.change, BorderSeparated | ProvincesJoined) for one in captions)
    return MapChanges(
        events=(*events, *report.list_changes_without_orders(), *report.idle()),
        picture=maps.season(record, CHANGES, report.alt()) if captions else None,
        captions=tuple((one.number, report.caption(one)) for one in captions),
        motion=maps.motion(record, gettext("The borders on their way.")) if moved else None,
        relaid=gettext(RELAID) if _is_relaid(record) else "",
        units=unit_sentences(record),
        contacts=describe_contacts(record.before.board, record.after.board),
    )


def list_event_kinds(variant: Variant, record: SeasonRecord) -> tuple[tuple[str, str], ...]:
    """Return the name of each kind of order about the map that somebody gave, with what it does."""
    given = [ruling.order for phase in record.phases for ruling in phase.report.rulings]
    forms = [
        form
        for form in all_forms(variant)
        if isinstance(form, OrderForm) and EVENTS in form.sections and form.does
    ]
    alike = Counter(form.of for form in forms)
    found = []
    for form in forms:
        kinds = {_find_kind(one) for one in given if isinstance(one, form.of)}
        if alike[form.of] > 1:
            kinds &= {*_list_kinds(form, variant, record.before)}
        if kinds:
            found.append((gettext(form.name), gettext(form.does)))
    return tuple(found)


def _find_kind(order: Order) -> Hashable:
    """Return what tells orders of one class apart that are written otherwise: what they choose of a list."""
    values = (getattr(order, one.name) for one in fields(order))
    return tuple(value for value in values if isinstance(value, Enum))


def _list_kinds(form: OrderForm, variant: Variant, state: GameState) -> Iterator[Hashable]:
    """Yield the kind of the orders of a form, as its example is read."""
    read = read_orders(
        form.example, power=state.powers[0], state=state, variant=variant, section=EVENTS
    )
    for order in read.orders[:1]:
        yield _find_kind(order)


def _is_relaid(record: SeasonRecord) -> bool:
    """Tell whether the whole map was drawn anew in a season."""
    was, now = (state.board.shape for state in (record.before, record.after))
    return was is not None and now is not None and now.relaid != was.relaid


def _group_orders(place: int, phase: PhaseRecord, words: EventWords) -> tuple[_Group, ...]:
    """Return the orders about the map in a phase, grouped by the change they are about, in their sequence."""
    found: dict[Hashable, _Group] = {}
    loose: list[OrderResult] = []
    for ruling in phase.report.rulings:
        if not is_event(ruling.order):
            continue
        if not ruling.order.site:
            loose.append(ruling)
            continue
        event = _find_meaning(ruling, phase, words)
        key = event if event is not None else _find_subject(ruling, phase, words)
        found.setdefault(key, _Group(place=place, phase=phase, event=event)).rulings.append(ruling)
    for ruling in loose:
        power = ruling.order.power
        home = next((group for group in found.values() if power in group.powers), None)
        home = home or found.setdefault(power, _Group(place=place, phase=phase))
        home.options.append(ruling)
    return tuple(found.values())


def _find_meaning(ruling: OrderResult, phase: PhaseRecord, words: EventWords) -> Event | None:
    """Return what an order means that adds up with others of the same meaning; None for all others."""
    if words.meaning is None or ruling.verdict.word is Word.VOID:
        return None
    return words.meaning(phase.before.board, ruling.order)


def _find_subject(ruling: OrderResult, phase: PhaseRecord, words: EventWords) -> Hashable:
    """Return what an order without a meaning is about: itself where others have one, else its place."""
    order = ruling.order
    if words.meaning is not None:
        return order.power, write_order(order, phase.before.board)
    return tuple(sorted(order.site))


@dataclass(frozen=True, slots=True, kw_only=True)
class _EventReport:
    """Describes the events of one season."""

    record: SeasonRecord
    powers: Mapping[Power, PowerView]
    maps: MapQueue
    words: EventWords
    anchors: Anchors
    captions: Sequence[Caption]
    groups: Sequence[_Group]

    def event(self, group: _Group) -> MapEvent:
        """Return the orders of one group, and their result."""
        mine = [one for one in self.captions if self._is_about(one, group)]
        before = after = None
        if mine:
            what = self._describe_change(mine[0])
            before, after = self.maps.neighbourhood(self.record, mine[0], what)
        return MapEvent(
            title=group.title,
            word=group.word,
            lines=tuple(self._list_lines(group)),
            sentences=tuple(self._describe_group(group, mine)),
            numbers=tuple(one.number for one in mine),
            before=before,
            after=after,
        )

    def list_changes_without_orders(self) -> Iterator[MapEvent]:
        """Yield the changes of the map that nobody ordered, as one event, if there are any."""
        loose = [
            one for one in self.captions if not any(self._is_about(one, g) for g in self.groups)
        ]
        if loose and self.groups:
            yield MapEvent(
                title=gettext(UNASKED),
                word=Word.SUCCEEDS,
                lines=(),
                sentences=tuple(self._describe_change(one) for one in loose),
                numbers=tuple(one.number for one in loose),
            )

    def idle(self) -> Iterator[MapEvent]:
        """Yield the guards of places that nobody wanted to change, as one event, if there are any."""
        lines = tuple(
            line for group in self.groups if group.is_idle for line in self._list_lines(group)
        )
        if lines:
            yield MapEvent(title=gettext(IDLE), word="", lines=lines, sentences=())

    def alt(self) -> str:
        """Return the picture of all changes in words."""
        changes = " ".join(
            add_colon(one.number, self._describe_change(one)) for one in self.captions
        )
        return gettext("The map with every change numbered. {changes}", changes=changes)

    def caption(self, caption: Caption) -> str:
        """Return the caption of a number in the picture: the change, and who wanted it."""
        powers = [*dict.fromkeys(name_power(one.order.power) for one in caption.rulings)]
        by = f" ({join_words(powers)})" if powers else ""
        return f"{self._describe_change(caption).removesuffix('.')}{by}."

    def _describe_change(self, caption: Caption) -> str:
        """Return a change as a sentence."""
        words = describe_change(self.record.phases[caption.report].after.board, caption.change)
        if isinstance(caption.change, CentreFounded) and caption.change.power is not None:
            power = PowerInSentence(caption.change.power)
            words = gettext("{change}, owned by {power:to}", change=words, power=power)
        return f"{words[:1].upper()}{words[1:]}."

    def _is_about(self, caption: Caption, group: _Group) -> bool:
        """Tell whether a change came about by an event; that of a waterway also by one beside it."""
        if caption.report != group.place:
            return False
        if caption.rulings:
            return group.has_any_of(ruling.order for ruling in caption.rulings)
        if group.event is None or group.word is not Word.SUCCEEDS:
            return False
        mesh = group.phase.before.board.mesh
        beside = {
            near
            for border in _list_borders(caption)
            if border in mesh
            for near in mesh.touching(border)
        }
        return not beside.isdisjoint(self.words.cuts(group.event))

    def _list_lines(self, group: _Group) -> Iterator[EventLine]:
        for ruling in group.lines:
            before, anchor = group.phase.before, self.anchors[group.phase.phase, ruling.order]
            view = order_view(ruling, before, anchor, self.record.decisions)
            adds_up = group.event is not None and ruling in group.rulings
            sentence = "" if adds_up else phrase_or_result(ruling, before)
            yield EventLine(
                power=self.powers[ruling.order.power], order=replace(view, sentence=sentence)
            )

    def _describe_group(self, group: _Group, mine: Sequence[Caption]) -> Iterator[str]:
        """Yield sentences: who wanted it and how strongly, what happened, and why."""
        before, after = group.phase.before, group.phase.after
        yield from self.words.claims(before.board, group.rulings)
        for caption in mine:
            yield self._describe_change(caption)
        if group.event is None:
            return
        if mine:
            yield from self.words.outcome(before.board, after.board, group.event)
        yield from self._list_overruled(group)
        first = group.rulings[0]
        if first.verdict.word is Word.FAILS:
            yield gettext("It fails: {reason}.", reason=phrase(first, before))
            for other in self._list_others(group):
                if other.has_any_of(first.verdict.because):
                    yield from self.words.clash(before.board, group.event, other.event)

    def _list_overruled(self, group: _Group) -> Iterator[str]:
        """Yield the weaker events that a successful one has stopped."""
        if group.word is not Word.SUCCEEDS:
            return
        for other in self._list_others(group):
            first = other.rulings[0]
            if other.word is Word.FAILS and group.has_any_of(first.verdict.because):
                text = write_order(first.order, group.phase.before.board)
                powers = join_words([name_power(power) for power in sorted(other.powers)])
                yield gettext(
                    "It was stronger than {order} of {powers}.", order=text, powers=powers
                )

    def _list_others(self, group: _Group) -> Iterator[_Group]:
        """Yield the events of the same phase."""
        return (
            other for other in self.groups if other.place == group.place and other.event is not None
        )


def _list_borders(caption: Caption) -> tuple[BorderId, ...]:
    """Return the borders that a waterway lies on or ends at; none for other changes."""
    match caption.change:
        case StraitMade(border=border) | StraitEnded(border=border):
            return (border,)
        case CanalMade(canal=canal) | CanalEnded(canal=canal) | CanalMoved(canal=canal):
            return canal.terminals
        case _:
            return ()


def list_event_lines(record: SeasonRecord) -> Iterator[str]:
    """Yield the orders that changed the map in a season, as `start.events` of a scenario file has them."""
    for phase in record.phases:
        thawed = {
            change.province
            for change in phase.report.changes
            if isinstance(change, IceChanged) and not change.iced
        }
        done = [
            ruling.order
            for ruling in phase.report.rulings
            if is_event(ruling.order)
            and ruling.verdict.word is Word.SUCCEEDS
            and ruling.verdict.reason is not Reason.UNDONE
            and not (ruling.order.guards or ruling.order.only_supports)
        ]
        # They were judged at once and are carried out in turn: ice spreads before that beside it melts.
        done.sort(key=lambda order: not thawed.isdisjoint(order.site))
        lines = (write_order(order, phase.before.board) for order in done)
        yield from dict.fromkeys(lines)
