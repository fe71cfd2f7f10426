"""The texts of order files into the sheet of a phase."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

from zinegen.archive.folder.order_file import OrderFile, Section
from zinegen.archive.folder.rulings_file import Decision, Deed
from zinegen.board.board import Power
from zinegen.errors import Where
from zinegen.game.orders import CoastChoice, Disband, Order, Retreat, Sheet, Unreadable
from zinegen.game.state import GameState, Phase, PhaseKind
from zinegen.game.variant import Variant
from zinegen.notation.conditions.conditions import Branch, Step, chosen, every_order
from zinegen.notation.conditions.provisional import is_asked, retreat_orders
from zinegen.notation.conditions.reader import Conditions, read_steps
from zinegen.notation.conditions.season_facts import Played, SeasonFacts
from zinegen.notation.findings import Finding, Level
from zinegen.notation.reading.context import Context
from zinegen.notation.reading.reader import Reading, read_orders
from zinegen.rules.provisional_adjustments import wanted_adjustments
from zinegen.rules.secrets import facts_for

ABOUT_NOTHING = "R10"
_CONDITIONAL = {"retreats": PhaseKind.RETREATS, "builds": PhaseKind.ADJUSTMENTS}


@dataclass(frozen=True, slots=True, kw_only=True)
class SheetContext:
    """What is known when the sheet of a phase is filled in."""

    variant: Variant
    state: GameState
    """The position before the phase."""
    phases: tuple[Phase, ...]
    """All phases of the deadline."""
    files: Mapping[Power, OrderFile]
    decisions: tuple[Decision, ...] = ()
    played: tuple[Played, ...] = ()
    """The phases of this deadline that have been judged."""
    foreseen: Played | None = None
    """What this phase comes to, for coast choices that hang on it; None while nobody knows."""
    disorder: frozenset[Power] = frozenset()


@dataclass(frozen=True, slots=True, kw_only=True)
class FilledSheet:
    """The sheet of a phase, and what is wrong with the lines it was read from."""

    sheet: Sheet
    findings: tuple[Finding, ...] = field(default=())


@dataclass(frozen=True, slots=True, kw_only=True)
class _Reader:
    """Whose lines are read, and in which position."""

    power: Power
    state: GameState
    variant: Variant


def is_blank(file: OrderFile, state: GameState, variant: Variant) -> bool:
    """Tell whether nothing stands in a file but places to write on: it counts as no file."""
    if file.note:
        return False
    reader = _Reader(power=file.power, state=state, variant=variant)
    for name, section in file.sections.items():
        if name in _CONDITIONAL:
            found = _steps(section, name, reader)
            empty = not every_order(found.steps) and not found.findings
        else:
            empty = not _read(section, name, reader).orders
        if not empty:
            return False
    return True


def fill_sheet(paper: SheetContext) -> FilledSheet:
    """Return the sheet of a phase.

    Retreats and builds come from the lines handed in for them: those whose conditions are true and that
    are possible when they were written with the moves, all of them when they have a deadline of their own.
    """
    kind = paper.state.phase.kind
    orders: dict[Power, tuple[Order, ...]] = {}
    events: dict[Power, tuple[Order, ...]] = {}
    coasts: dict[Power, tuple[CoastChoice, ...]] = {}
    findings: list[Finding] = []
    for power, file in sorted(paper.files.items()):
        desk = _PowerOrders(
            paper=paper, power=power, sections=_apply_rulings(file, paper.decisions)
        )
        orders[power] = desk.orders(kind)
        if kind is PhaseKind.EVENTS or not _has_events(paper.phases):
            events[power] = desk.plain("events", kind)
        coasts[power] = desk.coasts()
        findings += desk.findings
    for power, chosen_by_gm in _gm_coast_choices(paper).items():
        coasts[power] = (*chosen_by_gm, *coasts.get(power, ()))
    sheet = Sheet(
        orders=orders,
        events={power: given for power, given in events.items() if given},
        coasts={power: given for power, given in sorted(coasts.items()) if given},
        disorder=paper.disorder,
    )
    return FilledSheet(sheet=sheet, findings=tuple(findings))


def _has_events(phases: Iterable[Phase]) -> bool:
    return any(phase.kind is PhaseKind.EVENTS for phase in phases)


@dataclass(slots=True)
class _PowerOrders:
    """One power's file, read for one phase."""

    paper: SheetContext
    power: Power
    sections: Mapping[str, Section]
    findings: list[Finding] = field(default_factory=list)

    @property
    def reader(self) -> _Reader:
        """Whose lines are read, and in which position."""
        return _Reader(power=self.power, state=self.paper.state, variant=self.paper.variant)

    def orders(self, kind: PhaseKind) -> tuple[Order, ...]:
        """Return the orders that count in a phase of a kind."""
        match kind:
            case PhaseKind.MOVES | PhaseKind.PLACEMENT:
                return self.plain("orders", kind)
            case PhaseKind.RETREATS:
                return self.provisional("retreats", kind)
            case PhaseKind.ADJUSTMENTS:
                return self.provisional("builds", kind)
            case PhaseKind.EVENTS:
                return ()

    def plain(self, name: str, kind: PhaseKind) -> tuple[Order, ...]:
        """Return all orders under a heading."""
        section = self.sections.get(name)
        if section is None:
            return ()
        reading = _read(section, name, self.reader, kind)
        self.findings += reading.findings
        return reading.orders

    def provisional(self, name: str, kind: PhaseKind) -> tuple[Order, ...]:
        """Return the orders under a heading that were perhaps written before they were needed."""
        apart = self.paper.phases[0].kind is kind
        section = self.sections.get(name)
        if section is None:
            alone = all(phase.kind is not PhaseKind.MOVES for phase in self.paper.phases)
            return self.plain("orders", kind) if apart and alone else ()
        found = _steps(section, name, self.reader)
        self.findings += found.findings
        facts = facts_for(self.paper.state, self.paper.played, self.power)
        written = every_order(found.steps)
        if apart and not _is_a_choice(found.steps):
            return written
        if kind is PhaseKind.RETREATS:
            return self._retreats(found.steps, facts, written)
        state = self.paper.state
        taken = wanted_adjustments(self.paper.variant, state, found.steps, facts, self.power)
        return (*taken, *(_unreadable(written) if is_asked(state, self.power) else ()))

    def _retreats(
        self, steps: tuple[Step, ...], facts: SeasonFacts, written: tuple[Order, ...]
    ) -> tuple[Order, ...]:
        """Return a retreat for every dislodged unit; the first one written where none is possible."""
        mine = {
            at for at, lost in self.paper.state.dislodged.items() if lost.unit.power == self.power
        }
        taken = list(retreat_orders(steps, facts, self.power))
        for order in chosen(steps, facts):
            if isinstance(order, Retreat | Disband) and order.unit.at.province in mine:
                known = {
                    one.unit.at.province for one in taken if isinstance(one, Retreat | Disband)
                }
                taken += [order] if order.unit.at.province not in known else []
        return (*taken, *(_unreadable(written) if mine else ()))

    def coasts(self) -> tuple[CoastChoice, ...]:
        """Return the coast choices whose conditions are true now."""
        section = self.sections.get("coasts")
        if section is None:
            return ()
        found = _steps(section, "coasts", self.reader)
        self.findings += found.findings
        state, played, seen = self.paper.state, self.paper.played, self.paper.foreseen
        if seen is not None:
            state, played = seen.after, (*played, seen)
        orders = chosen(found.steps, facts_for(state, played, self.power))
        return tuple(order for order in orders if isinstance(order, CoastChoice))


def _unreadable(orders: Iterable[Order]) -> tuple[Order, ...]:
    return tuple(order for order in orders if isinstance(order, Unreadable))


def _is_a_choice(steps: Iterable[Step]) -> bool:
    """Tell whether lines hold conditions, or a list of which the best possible counts."""
    return any(isinstance(step, Branch) or len(step.orders) > 1 for step in steps)


def _read(section: Section, name: str, reader: _Reader, kind: PhaseKind | None = None) -> Reading:
    return read_orders(
        section.text,
        power=reader.power,
        state=reader.state,
        variant=reader.variant,
        section=name,
        where=section.where,
        kind=kind,
    )


def _steps(section: Section, name: str, reader: _Reader) -> Conditions:
    context = Context(
        power=reader.power,
        state=reader.state,
        variant=reader.variant,
        section=name,
        kind=_CONDITIONAL.get(name, reader.state.phase.kind),
    )
    return read_steps(section.text, context, section.where)


def _apply_rulings(file: OrderFile, decisions: Iterable[Decision]) -> Mapping[str, Section]:
    """Return a file's texts with every line that the GM ruled on read as the GM said."""
    swaps = {
        _normalise_line(one.line): one.instead
        for one in decisions
        if one.deed is Deed.READ_AS and one.about == file.power
    }
    if not swaps:
        return file.sections
    return {
        name: replace(section, text="\n".join(_swapped(line, swaps) for line in _lines(section)))
        for name, section in file.sections.items()
    }


def _lines(section: Section) -> list[str]:
    return section.text.split("\n")


def _normalise_line(line: str) -> str:
    return " ".join(line.partition("#")[0].split()).casefold()


def _swapped(line: str, swaps: Mapping[str, str]) -> str:
    return swaps.get(_normalise_line(line), line) if _normalise_line(line) else line


def check_ruled_lines(
    files: Mapping[Power, OrderFile], decisions: Iterable[Decision], place: str
) -> tuple[Finding, ...]:
    """Return findings for rulings that read a line that nobody wrote."""
    found = []
    for one in decisions:
        file = files.get(one.about) if one.about is not None else None
        if one.deed is not Deed.READ_AS or file is None:
            continue
        written = {
            _normalise_line(line) for section in file.sections.values() for line in _lines(section)
        }
        if _normalise_line(one.line) not in written:
            found.append(
                Finding(
                    code=ABOUT_NOTHING,
                    level=Level.ERROR,
                    where=Where(file=place),
                    title=f"{one.about} wrote no line {one.line!r}",
                    hint="copy the line as it stands in the order file",
                    if_left="the game waits",
                )
            )
    return tuple(found)


def _gm_coast_choices(paper: SheetContext) -> Mapping[Power, tuple[CoastChoice, ...]]:
    """Return the coast choices that the GM made, by power."""
    found: dict[Power, tuple[CoastChoice, ...]] = {}
    for one in paper.decisions:
        if one.deed is not Deed.PLACE or one.about is None:
            continue
        section = Section(text=f"{one.unit}: {one.coast}", where=Where(file=""))
        reader = _Reader(power=one.about, state=paper.state, variant=paper.variant)
        orders = _read(section, "coasts", reader).orders
        choices = tuple(order for order in orders if isinstance(order, CoastChoice))
        found[one.about] = (*found.get(one.about, ()), *choices)
    return found
