"""What powers and the calendar did to the map: each event with who wanted it, what came of it, and why.

Orders that ask for the same, in whatever words, are one event; so are all that speak of one province or
border, for it and against it. A line that only goes with an event (an option) stands with its power's.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from zinegen.archive.records.records import PhaseRecord, SeasonRecord
from zinegen.board.board import Board, Power
from zinegen.drawing.changes.changes import Caption, alterations
from zinegen.drawing.map_text import altered
from zinegen.game.changes import (
    BorderSeparated,
    CanalEnded,
    CanalMade,
    CanalMoved,
    CentreFounded,
    ProvincesJoined,
    StraitEnded,
    StraitMade,
)
from zinegen.game.orders import Order
from zinegen.game.verdicts import Ruling, Verdict, Word
from zinegen.geometry.mesh import Mesh
from zinegen.notation.grammar.writer import write
from zinegen.pages.site.map_files import Gallery
from zinegen.pages.views.map_views import EventLine, MapChanges, MapEvent
from zinegen.pages.views.views import PowerView
from zinegen.pages.words.claims import elsewhere, islands, meeting, sides_told, strength_told
from zinegen.pages.words.map_differences import face_name, is_event, is_same_map, touching
from zinegen.pages.words.order_lines import order_view
from zinegen.pages.words.phrases import listed, phrase, told
from zinegen.pages.words.unit_fates import unit_sentences
from zinegen.variants.seismic.meanings import Cut, Event, meaning
from zinegen.variants.seismic.orders import Connect, Separate

IDLE = "Guarded against nobody"
UNASKED = "What followed by the rules"


@dataclass(slots=True, kw_only=True)
class _Group:
    """Everything that was ordered in one phase about one thing."""

    place: int
    """Which phase of the season it is, counted from 0."""
    rulings: list[Ruling] = field(default_factory=list)
    """About the thing itself: for it, in support of it, against it."""
    options: list[Ruling] = field(default_factory=list)
    """Lines that go with the orders."""
    event: Event | None = None
    """What all these orders mean, where those who order the same add up; None elsewhere."""

    @property
    def powers(self) -> set[Power]:
        """Whose orders about the thing there are."""
        return {ruling.order.power for ruling in self.rulings}

    @property
    def is_idle(self) -> bool:
        """Whether all of it was to guard a place that nobody wanted to change."""
        return bool(self.rulings) and all(ruling.order.guards for ruling in self.rulings)


def map_changes(
    record: SeasonRecord, powers: Mapping[Power, PowerView], gallery: Gallery
) -> MapChanges | None:
    """Return everything about the map in a season; None when nobody touched it and nothing moved."""
    groups = [group for place, phase in enumerate(record.phases) for group in _groups(place, phase)]
    if not groups and is_same_map(record.before.board, record.after.board):
        return None
    captions = alterations(record.before, record.after, [one.report for one in record.phases])
    teller = _Teller(
        record=record, powers=powers, gallery=gallery, captions=captions, groups=groups
    )
    events = [teller.event(group) for group in groups if not group.is_idle]
    moved = any(isinstance(one.change, BorderSeparated | ProvincesJoined) for one in captions)
    return MapChanges(
        events=(*events, *teller.unasked(), *teller.idle()),
        picture=gallery.changes(record, teller.alt()) if captions else None,
        captions=tuple((one.number, teller.caption(one)) for one in captions),
        motion=gallery.motion(record, "The borders on their way.") if moved else None,
        units=unit_sentences(record),
        touching=touching(record.before.board, record.after.board),
    )


def _groups(place: int, phase: PhaseRecord) -> tuple[_Group, ...]:
    """Return what was ordered about the map in a phase, a group for each thing, in the sequence given."""
    board = phase.before.board
    found: dict[object, _Group] = {}
    loose: list[Ruling] = []
    for ruling in phase.report.rulings:
        if not is_event(ruling.order):
            continue
        if not ruling.order.site:
            loose.append(ruling)
            continue
        event = _meant(ruling, board)
        key = event or _about(ruling, board)
        found.setdefault(key, _Group(place=place, event=event)).rulings.append(ruling)
    for ruling in loose:
        power = ruling.order.power
        home = next((group for group in found.values() if power in group.powers), None)
        home = home or found.setdefault(power, _Group(place=place))
        home.options.append(ruling)
    return tuple(found.values())


def _meant(ruling: Ruling, board: Board) -> Event | None:
    """Return what an order means that adds up with others of the same meaning; None for all others."""
    if ruling.verdict.word is Word.VOID or not isinstance(ruling.order, Separate | Connect):
        return None
    event = meaning(board, ruling.order)
    return None if isinstance(event, Verdict) else event


def _about(ruling: Ruling, board: Board) -> object:
    """Return what an order is about: a void one about itself, another about its place."""
    order = ruling.order
    if isinstance(order, Separate | Connect):
        return order.power, write(order, board)
    return tuple(sorted(order.site))


@dataclass(frozen=True, slots=True, kw_only=True)
class _Teller:
    """Tells the events of one season."""

    record: SeasonRecord
    powers: Mapping[Power, PowerView]
    gallery: Gallery
    captions: Sequence[Caption]
    groups: Sequence[_Group]

    def event(self, group: _Group) -> MapEvent:
        """Return what was ordered about one thing, and what came of it."""
        phase = self.record.phases[group.place]
        mine = [one for one in self.captions if self._is_about(one, group)]
        first = (*group.rulings, *group.options)[0]
        pair = (
            self.gallery.neighbourhood(self.record, mine[0], self._told(mine[0])) if mine else None
        )
        return MapEvent(
            title=self._title(group, phase),
            word=_word(group),
            lines=tuple(self._lines(group, phase)),
            sentences=tuple(self._sentences(group, phase, mine, first)),
            numbers=tuple(one.number for one in mine),
            before=pair[0] if pair else None,
            after=pair[1] if pair else None,
        )

    def unasked(self) -> Iterator[MapEvent]:
        """Yield what happened beside events though nobody ordered it, if anything did."""
        loose = [
            one for one in self.captions if not any(self._is_about(one, g) for g in self.groups)
        ]
        if loose and self.groups:
            yield MapEvent(
                title=UNASKED,
                word=Word.SUCCEEDS,
                lines=(),
                sentences=tuple(self._told(one) for one in loose),
                numbers=tuple(one.number for one in loose),
            )

    def idle(self) -> Iterator[MapEvent]:
        """Yield what guarded places that nobody wanted to change, if anything did."""
        lines = tuple(
            line
            for group in self.groups
            if group.is_idle
            for line in self._lines(group, self.record.phases[group.place])
        )
        if lines:
            yield MapEvent(title=IDLE, word="", lines=lines, sentences=())

    def alt(self) -> str:
        """Return the picture of all changes in words."""
        told_all = " ".join(f"{one.number}: {self._told(one)}" for one in self.captions)
        return f"The map with every change numbered. {told_all}"

    def caption(self, caption: Caption) -> str:
        """Return what stands beside a number of the picture: the change, and who wanted it."""
        powers = list(dict.fromkeys(one.order.power for one in caption.rulings))
        by = f" ({listed(powers)})" if powers else ""
        return f"{self._told(caption).removesuffix('.')}{by}."

    def _told(self, caption: Caption) -> str:
        """Return a change as a sentence."""
        words = altered(self.record.phases[caption.report].after.board, caption.change)
        if isinstance(caption.change, CentreFounded) and caption.change.power is not None:
            words = f"{words}, owned by {caption.change.power}"
        return f"{words[:1].upper()}{words[1:]}."

    def _is_about(self, caption: Caption, group: _Group) -> bool:
        """Tell whether a change came about by an event; that of a waterway also by one beside it."""
        if caption.report != group.place:
            return False
        orders = [ruling.order for ruling in group.rulings]
        if caption.rulings:
            return any(ruling.order in orders for ruling in caption.rulings)
        mesh = self.record.phases[group.place].before.board.mesh
        return (
            isinstance(group.event, Cut)
            and _word(group) is Word.SUCCEEDS
            and any(group.event.border in _beside(mesh, border) for border in _borders(caption))
        )

    def _title(self, group: _Group, phase: PhaseRecord) -> str:
        board = phase.before.board
        ruling = (*group.rulings, *group.options)[0]
        if group.event is not None or not ruling.order.site or len(group.rulings) == 1:
            return write(ruling.order, board)
        return listed([face_name(board, face) for face in ruling.order.site])

    def _lines(self, group: _Group, phase: PhaseRecord) -> Iterator[EventLine]:
        for ruling in (*group.rulings, *group.options):
            view = order_view(ruling, phase.before, self.record.decisions)
            if group.event is not None and ruling in group.rulings:
                sentence = ""
            else:
                sentence = told(ruling, phase.before)
            yield EventLine(
                power=self.powers[ruling.order.power],
                order=replace(view, sentence=sentence),
            )

    def _sentences(
        self, group: _Group, phase: PhaseRecord, mine: Sequence[Caption], first: Ruling
    ) -> Iterator[str]:
        """Yield who wanted it and how strongly, what happened, and why."""
        if group.event is not None:
            yield strength_told(sorted(group.powers))
        yield from sides_told(group.rulings, phase.before.board)
        for caption in mine:
            yield self._told(caption)
        if mine and isinstance(group.event, Cut):
            yield from elsewhere(phase, group.event)
            yield from islands(phase, group.event)
        yield from self._opposed(group, phase)
        if group.event is not None and first.verdict.word is Word.FAILS:
            yield f"It fails: {phrase(first, phase.before)}."
            yield from self._meetings(group, phase, first.verdict.because)

    def _opposed(self, group: _Group, phase: PhaseRecord) -> Iterator[str]:
        """Yield the weaker events that a successful one has stopped."""
        if group.event is None or _word(group) is not Word.SUCCEEDS:
            return
        orders = [ruling.order for ruling in group.rulings]
        for other in self.groups:
            if other.place != group.place or other.event is None:
                continue
            blamed = other.rulings[0].verdict.because
            if _word(other) is Word.FAILS and any(order in orders for order in blamed):
                text = write(other.rulings[0].order, phase.before.board)
                yield f"It was stronger than {text} of {listed(sorted(other.powers))}."

    def _meetings(
        self, group: _Group, phase: PhaseRecord, blamed: Iterable[Order]
    ) -> Iterator[str]:
        """Yield why events that stop each other cannot both happen."""
        board = phase.before.board
        rivals = [
            other.event
            for other in self.groups
            if other.place == group.place
            and other.event is not None
            and any(ruling.order in tuple(blamed) for ruling in other.rulings)
        ]
        for rival in rivals:
            if group.event is not None:
                yield from meeting(board, group.event, rival)


def _borders(caption: Caption) -> tuple[int, ...]:
    """Return the borders that a waterway lies on or ends at; none for other changes."""
    match caption.change:
        case StraitMade(border=border) | StraitEnded(border=border):
            return (border,)
        case CanalMade(canal=canal) | CanalEnded(canal=canal) | CanalMoved(canal=canal):
            return canal.terminals
        case _:
            return ()


def _beside(mesh: Mesh, border: int) -> tuple[int, ...]:
    return mesh.touching(border) if border in mesh else ()


def _word(group: _Group) -> Word:
    """Return what came of the orders about one thing as a whole."""
    words = {ruling.verdict.word for ruling in group.rulings if not ruling.order.guards}
    words = words or {ruling.verdict.word for ruling in (*group.rulings, *group.options)}
    return next(word for word in (Word.SUCCEEDS, Word.FAILS, Word.VOID) if word in words)
