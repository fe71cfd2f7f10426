"""Reading the texts of order files into the sheet of a phase."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from zinegen.board.board import Board, Power
from zinegen.errors import Where
from zinegen.game.named_places import rename_spot
from zinegen.game.orders import CoastChoice, Disband, Order, Retreat, Sheet, Unreadable
from zinegen.game.state import GameState, Phase, PhaseKind
from zinegen.game.variant import Variant
from zinegen.languages.names import name_power
from zinegen.languages.texts import gettext
from zinegen.notation.conditions import (
    Branch,
    Played,
    SeasonFacts,
    Step,
    all_orders,
    choose_orders,
    choose_retreats,
    is_asked,
    with_coasts_now,
)
from zinegen.notation.findings import Finding, Level
from zinegen.notation.grammar.names import strip_remark
from zinegen.notation.reading.context import (
    COASTS,
    CONDITIONAL,
    EVENTS,
    LATER_SECTIONS,
    ORDERS,
    SECTIONS,
)
from zinegen.notation.reading.reader import Reading, read_conditions, read_orders
from zinegen.play.deadlines import Turn
from zinegen.play.provisional_adjustments import find_provisional_adjustments
from zinegen.play.records.records import waiting_finding
from zinegen.play.texts.order_file import OrderFile, Section
from zinegen.play.texts.rulings_file import GmRuling, RulingKind
from zinegen.rules.secrets import facts_for

ABOUT_NOTHING = "R10"


@dataclass(frozen=True, slots=True, kw_only=True)
class SheetContext:
    """What the sheet of a phase is filled in from."""

    variant: Variant
    state: GameState
    """The position before the phase."""
    phases: tuple[Phase, ...]
    """All phases of the deadline."""
    files: Mapping[Power, OrderFile]
    decisions: tuple[GmRuling, ...] = ()
    played: tuple[Played, ...] = ()
    """The phases of this deadline that have been judged."""
    foreseen: Played | None = None
    """What this phase comes to, for coast choices that hang on it; None while nobody knows."""
    disorder: frozenset[Power] = frozenset()
    alone: frozenset[Power] = frozenset()
    """Powers whose file is for this phase alone, whatever else was handed in for the deadline."""

    @property
    def has_coast_choices(self) -> bool:
        """Tell whether anybody wrote where fleets are to go."""
        return any(COASTS in file.sections for file in self.files.values())


@dataclass(frozen=True, slots=True, kw_only=True)
class FilledSheet:
    """The sheet of a phase, and what is wrong with the lines it was read from."""

    sheet: Sheet
    findings: tuple[Finding, ...] = field(default=())
    unreadable: Mapping[Power, tuple[Finding, ...]] = field(default_factory=dict)
    """About the lines that would count in this phase if anybody could read them."""


def find_phase_of(section: str, phases: Sequence[Phase]) -> Phase | None:
    """Return the phase of a deadline for which the lines under a heading are; None where it has none.

    What stands under ``orders`` is for the moves or, at a deadline without any, for its first phase.
    """
    fitting = (one for kind in SECTIONS.get(section, ()) for one in phases if one.kind is kind)
    return next(fitting, phases[0] if section in {ORDERS, COASTS} else None)


def is_blank(file: OrderFile, turn: Turn) -> bool:
    """Tell whether a file holds nothing but the lines to write on: it counts as no file."""
    if file.note or file.votes or not file.is_readable:
        return False
    for name, section in file.sections.items():
        phase = find_phase_of(name, turn.phases) if name not in CONDITIONAL else None
        kind = phase.kind if phase is not None else None
        reading = _read_section(section, name, file.power, turn.state, turn.variant, kind=kind)
        if reading.orders or (name in LATER_SECTIONS.values() and reading.findings):
            return False
    return True


def _read_section(
    section: Section,
    name: str,
    power: Power,
    state: GameState,
    variant: Variant,
    *,
    kind: PhaseKind | None = None,
) -> Reading:
    return read_orders(
        section.text,
        power=power,
        state=state,
        variant=variant,
        section=name,
        where=section.where,
        kind=kind,
    )


def fill_sheet(context: SheetContext) -> FilledSheet:
    """Return the sheet of a phase.

    Retreats and builds come from the lines handed in for them: those whose conditions are true and that
    are possible when they were written with the moves, all of them when they have a deadline of their own.
    """
    kind = context.state.phase.kind
    orders: dict[Power, tuple[Order, ...]] = {}
    events: dict[Power, tuple[Order, ...]] = {}
    coasts: dict[Power, tuple[CoastChoice, ...]] = {}
    findings: list[Finding] = []
    unreadable: dict[Power, tuple[Finding, ...]] = {}
    for power, file in sorted(context.files.items()):
        reader = _PowerReader.of(context, power, file)
        orders[power] = reader.orders(kind)
        if kind is PhaseKind.EVENTS or not _has_events(context.phases):
            events[power] = reader.plain(EVENTS, kind)
        coasts[power] = reader.coasts()
        findings += reader.findings
        unreadable[power] = tuple(one for one in reader.counting if one.level is Level.ERROR)
    sheet = Sheet(
        orders=orders,
        events={power: given for power, given in events.items() if given},
        coasts=_join_coast_choices(context, coasts),
        disorder=context.disorder,
    )
    return FilledSheet(sheet=sheet, findings=tuple(findings), unreadable=unreadable)


def fill_coasts(context: SheetContext) -> Mapping[Power, tuple[CoastChoice, ...]]:
    """Return the coast choices of a sheet as `fill_sheet` does, where the phase's outcome is ``foreseen``."""
    chosen = {
        power: _PowerReader.of(context, power, file).coasts()
        for power, file in context.files.items()
    }
    return _join_coast_choices(context, chosen)


def list_provisional_steps(
    context: SheetContext, kind: PhaseKind
) -> Iterator[tuple[Power, tuple[Step, ...], SeasonFacts]]:
    """Yield each power, the lines that it handed in ahead for phases of a kind, and what it may ask for."""
    name = LATER_SECTIONS[kind]
    for power, file in sorted(context.files.items()):
        if name in file.sections:
            yield power, *_PowerReader.of(context, power, file).steps_and_facts(name)


def _join_coast_choices(
    context: SheetContext, chosen: Mapping[Power, tuple[CoastChoice, ...]]
) -> Mapping[Power, tuple[CoastChoice, ...]]:
    """Return the choices of the powers by power, those that the GM made for each before its own."""
    by_gm = _gm_coast_choices(context)
    both = {
        power: (*by_gm.get(power, ()), *chosen.get(power, ()))
        for power in sorted({*by_gm, *chosen})
    }
    return {power: given for power, given in both.items() if given}


def _has_events(phases: Iterable[Phase]) -> bool:
    return any(phase.kind is PhaseKind.EVENTS for phase in phases)


@dataclass(slots=True)
class _PowerReader:
    """Reads the orders of one power for one phase."""

    context: SheetContext
    power: Power
    sections: Mapping[str, Section]
    written: Mapping[str, Mapping[int, str]]
    """For each heading, by their numbers in the file, the lines that the GM reads as others stand there."""
    findings: list[Finding] = field(default_factory=list)
    counting: list[Finding] = field(default_factory=list)
    """Those about lines that count in this phase."""

    @classmethod
    def of(cls, context: SheetContext, power: Power, file: OrderFile) -> _PowerReader:
        """Return what reads a file, each line that the GM ruled on replaced by the GM's reading."""
        swaps = {
            normalise_line(one.line): one.instead
            for one in context.decisions
            if one.kind is RulingKind.READ_AS and one.about == power
        }
        read = {name: _apply_rulings(one, swaps) for name, one in file.sections.items()}
        sections = {name: section for name, (section, _) in read.items()}
        return cls(context, power, sections, {name: lines for name, (_, lines) in read.items()})

    def _note(self, name: str, findings: Iterable[Finding], *, count: bool = True) -> None:
        """Keep what is wrong with the lines under a heading, said of the lines as they stand in the file."""
        lines = self.written[name]
        found = [
            _blame_written(one, lines[one.where.line]) if one.where.line in lines else one
            for one in findings
        ]
        self.findings += found
        self.counting += found if count else ()

    def orders(self, kind: PhaseKind) -> tuple[Order, ...]:
        """Return the orders that count in a phase of a kind."""
        if kind in LATER_SECTIONS:
            return self._provisional(LATER_SECTIONS[kind], kind)
        return () if kind is PhaseKind.EVENTS else self.plain(ORDERS, kind)

    def plain(self, name: str, kind: PhaseKind) -> tuple[Order, ...]:
        """Return all orders under a heading."""
        section = self.sections.get(name)
        if section is None:
            return ()
        reading = read_orders(
            section.text,
            power=self.power,
            state=self.context.state,
            variant=self.context.variant,
            section=name,
            where=section.where,
            kind=kind,
        )
        self._note(name, reading.findings)
        return reading.orders

    def _steps(self, name: str, *, count: bool = True) -> tuple[Step, ...]:
        """Return the lines under a heading with their conditions."""
        section = self.sections[name]
        found = read_conditions(
            section.text,
            power=self.power,
            state=self.context.state,
            variant=self.context.variant,
            section=name,
            where=section.where,
        )
        self._note(name, found.findings, count=count)
        written, board = self._written, self.context.state.board
        if written is board:
            return found.steps
        return with_coasts_now(found.steps, lambda spot: rename_spot(spot, written, board))

    @property
    def _written(self) -> Board:
        """The map on which the power wrote."""
        return self._played[0].before.board if self._played else self.context.state.board

    def _provisional(self, name: str, kind: PhaseKind) -> tuple[Order, ...]:
        """Return the orders under a heading whose lines may have been handed in with the moves."""
        state, phases = self.context.state, self._phases
        apart = phases[0].kind is kind
        if name not in self.sections:
            alone = all(phase.kind is not PhaseKind.MOVES for phase in phases)
            return self.plain(ORDERS, kind) if apart and alone else ()
        asked = (
            self._must_retreat
            if kind is PhaseKind.RETREATS
            else is_asked(self.context.variant, state, self.power)
        )
        steps = self._steps(name, count=asked)
        facts = facts_for(state, self._played, self.power)
        written = all_orders(steps)
        if apart and not _is_a_choice(steps):
            return written
        if kind is PhaseKind.RETREATS:
            return self._retreats(steps, facts, written)
        taken = find_provisional_adjustments(self.context.variant, state, steps, facts, self.power)
        return (*taken, *(_unreadable_orders(written) if asked else ()))

    def steps_and_facts(self, name: str) -> tuple[tuple[Step, ...], SeasonFacts]:
        """Return the lines under a heading with their conditions, and what these may ask for."""
        return self._steps(name), facts_for(self.context.state, self._played, self.power)

    @property
    def _phases(self) -> tuple[Phase, ...]:
        """The phases for which the power's file was handed in."""
        alone = self.power in self.context.alone
        return (self.context.state.phase,) if alone else self.context.phases

    @property
    def _played(self) -> tuple[Played, ...]:
        """The phases of these that have been judged."""
        return () if self.power in self.context.alone else self.context.played

    @property
    def _must_retreat(self) -> bool:
        lost = self.context.state.dislodged.values()
        return any(one.unit.power == self.power for one in lost)

    def _retreats(
        self, steps: tuple[Step, ...], facts: SeasonFacts, written: tuple[Order, ...]
    ) -> tuple[Order, ...]:
        """Return a retreat for every dislodged unit; the first one written where none is possible."""
        dislodged = self.context.state.dislodged
        mine = {at for at, lost in dislodged.items() if lost.unit.power == self.power}
        taken = list(choose_retreats(steps, facts, self.power))
        for order in choose_orders(steps, facts):
            if isinstance(order, Retreat | Disband) and order.unit.at.province in mine:
                known = {
                    one.unit.at.province for one in taken if isinstance(one, Retreat | Disband)
                }
                taken += [order] if order.unit.at.province not in known else []
        return (*taken, *(_unreadable_orders(written) if mine else ()))

    def coasts(self) -> tuple[CoastChoice, ...]:
        """Return the coast choices whose conditions are true now."""
        if COASTS not in self.sections:
            return ()
        steps = self._steps(COASTS)
        state, played, seen = self.context.state, self.context.played, self.context.foreseen
        if seen is not None:
            state, played = seen.after, (*played, seen)
        orders = choose_orders(steps, facts_for(state, played, self.power))
        return tuple(order for order in orders if isinstance(order, CoastChoice))


def _unreadable_orders(orders: Iterable[Order]) -> tuple[Order, ...]:
    return tuple(order for order in orders if isinstance(order, Unreadable))


def _is_a_choice(steps: Iterable[Step]) -> bool:
    """Tell whether lines hold conditions, or a list of which the best possible counts."""
    return any(isinstance(step, Branch) or len(step.orders) > 1 for step in steps)


def _apply_rulings(section: Section, swaps: Mapping[str, str]) -> tuple[Section, Mapping[int, str]]:
    """Return a section as the GM reads it, and by their numbers in the file the lines that it replaces."""
    written: dict[int, str] = {}
    lines: list[str] = []
    first = max(section.where.line, 1)
    for line in _split_lines(section):
        instead = swaps.get(normalise_line(line)) if normalise_line(line) else None
        if instead is not None:
            margin = "" if lines else " " * (section.where.column - 1)
            written[first + len(lines)] = f"{margin}{line}"
        lines.append(line if instead is None else " ".join(instead.split()))
    return replace(section, text="\n".join(lines)), written


def _blame_written(one: Finding, written: str) -> Finding:
    """Return what is wrong with the GM's reading of a line, said of the line as it stands in the file."""
    end = len(strip_remark(written))
    start = len(written) - len(written.lstrip())
    return replace(
        one,
        line=written,
        where=one.where._replace(column=start + 1, end_column=end + 1),
        title=gettext(
            "read as {line!r}, {title}", line=strip_remark(one.line).strip(), title=one.title
        ),
        meant=strip_remark(one.corrected).strip(),
    )


def _split_lines(section: Section) -> list[str]:
    return section.text.split("\n")


def normalise_line(line: str) -> str:
    """Return the words of a line by which a ruling finds it."""
    return " ".join(strip_remark(line).split()).casefold()


def check_ruled_lines(
    files: Mapping[Power, OrderFile], decisions: Iterable[GmRuling], place: str
) -> tuple[Finding, ...]:
    """Return findings for rulings that read a line that nobody wrote."""
    found = []
    for one in decisions:
        file = files.get(one.about) if one.about is not None else None
        if one.kind is not RulingKind.READ_AS or file is None:
            continue
        written = {
            normalise_line(line)
            for section in file.sections.values()
            for line in _split_lines(section)
        }
        if normalise_line(one.line) not in written:
            what = gettext(
                "{power} wrote no line {line!r}", power=name_power(one.about or ""), line=one.line
            )
            hint = gettext("copy the line as it stands in the order file")
            found.append(waiting_finding(place, what, hint, ABOUT_NOTHING))
    return tuple(found)


def _gm_coast_choices(context: SheetContext) -> Mapping[Power, tuple[CoastChoice, ...]]:
    """Return the coast choices that the GM made, by power."""
    found: dict[Power, tuple[CoastChoice, ...]] = {}
    for one in context.decisions:
        if one.kind is RulingKind.PLACE and one.about is not None:
            section = Section(text=f"{one.unit}: {one.coast}", where=Where(file=""))
            reading = _read_section(section, COASTS, one.about, context.state, context.variant)
            choices = (order for order in reading.orders if isinstance(order, CoastChoice))
            found[one.about] = (*found.get(one.about, ()), *choices)
    return found
