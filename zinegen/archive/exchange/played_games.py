"""Games that another program has played: judged anew phase by phase, and what it decided otherwise.

What is read from a file of another program is a `PlayedGame`: of each phase the position before it, the
orders, and what came of them in that program's words. It is played from its orders by our rules. Where a
position comes out otherwise, the season in which it does is the first that is not taken over, and what
follows is judged from the other program's positions, so that all that differs is told.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import takewhile
from typing import TypeAlias

from zinegen.archive.folder.new_folders import next_season_name
from zinegen.board.board import Power
from zinegen.errors import ZinegenError
from zinegen.game.state import GameState, Phase, PhaseKind
from zinegen.game.units import PlaceName, UnitName
from zinegen.game.variant import OptionValue, Variant
from zinegen.game.verdicts import Word
from zinegen.notation.conditions import Played, SeasonFacts
from zinegen.notation.grammar.names import names_for
from zinegen.notation.grammar.writer import write_order, write_unit
from zinegen.notation.reading.context import BUILDS, EVENTS, ORDERS, RETREATS
from zinegen.notation.reading.reader import read_orders, read_unit
from zinegen.play.deadlines import Turn, deadline_phases
from zinegen.play.names import SeasonName
from zinegen.play.scenarios.questions import Json, read_position
from zinegen.play.season import (
    HandedIn,
    SeasonOutcome,
    Thrower,
    play_season,
    throw_as_listed,
)
from zinegen.play.setups import Setup, start_board, start_state
from zinegen.play.texts.order_file import write_order_file
from zinegen.variants import find_variant

Lines: TypeAlias = Mapping[str, Sequence[str]]
"""Lines by the name of a power, as the other program writes it."""

Texts: TypeAlias = Mapping[Power, Mapping[str, tuple[str, ...]]]
"""Lines by power and heading."""
_SECTIONS = {PhaseKind.RETREATS: RETREATS, PhaseKind.ADJUSTMENTS: BUILDS, PhaseKind.EVENTS: EVENTS}


@dataclass(frozen=True, slots=True, kw_only=True)
class SavedPhase:
    """A phase as the other program has it."""

    phase: Phase
    place: str
    """Where it stands in its file, for people: ``line 3``."""
    position: Mapping[str, Json] = field(default_factory=dict)
    """Before it: ``units``, ``centres``, ``dislodged`` as in questions; what is missing is not compared."""
    orders: Lines = field(default_factory=dict)
    events: Lines = field(default_factory=dict)
    """What powers do to the map, where that is handed in with the moves."""
    throws: Mapping[str, int] = field(default_factory=dict)
    results: Mapping[str, str] = field(default_factory=dict)
    """By unit, ``A BUD``: why its order came to nothing there, in words; empty where it did not."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayedGame:
    """A game as read from a file of another program."""

    name: str
    """As it is called there."""
    variant: str
    phases: tuple[SavedPhase, ...]
    """Oldest first, one at least; the last may have no orders: then the game stands there."""
    options: Mapping[str, OptionValue] = field(default_factory=dict)
    players: Mapping[str, str] = field(default_factory=dict)
    is_over: bool = False
    """It was ended there."""
    press: int = 0
    """How many messages there are, which stay where they are."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TakenSeason:
    """A season that came out as it did there."""

    name: SeasonName
    phases: tuple[Phase, ...]
    texts: Texts
    """The lines of each power under the headings of its order file."""
    outcome: SeasonOutcome


@dataclass(frozen=True, slots=True, kw_only=True)
class GameReplay:
    """What came of playing a game again."""

    variant: Variant
    setup: Setup
    """How it begins."""
    start: GameState
    seasons: tuple[TakenSeason, ...]
    """Up to the first that comes out otherwise, oldest first."""
    differences: tuple[str, ...]
    """What was decided otherwise, a line each."""
    stopped: str = ""
    """Why the rest is left out, in a sentence; empty where all of it was taken."""
    winners: tuple[Power, ...] = ()
    """Who shares the end that the other program came to; empty while the game goes on."""

    @property
    def state(self) -> GameState:
        """Where the game stands after the seasons that were taken."""
        return self.seasons[-1].outcome.state if self.seasons else self.start


def replay_game(game: PlayedGame) -> GameReplay:
    """Play a game again from its orders and compare each position with the one that is told of it.

    Raises NotationError or RulesError when it cannot even begin: for a rule set, option, phase or position
    that is none.
    """
    variant = find_variant(game.variant).with_options(game.options)
    setup = _read_setup(variant, game.phases[0])
    start = start_state(variant, setup)
    work = _Replayer(game=game, variant=variant, state=start)
    work.play()
    over = game.is_over and not work.stopped and work.state.winners is None
    return GameReplay(
        variant=variant,
        setup=setup,
        start=start,
        seasons=tuple(work.seasons),
        differences=tuple(work.differences),
        stopped=work.stopped,
        winners=tuple(p for p in start.powers if work.state.centres_of(p)) if over else (),
    )


def _read_setup(variant: Variant, first: SavedPhase) -> Setup:
    """Return how a game begins, without what is as in the rule set's own start."""
    own = variant.start.phase
    position = _read_state(variant, first)
    usual = start_state(variant, Setup(phase=first.phase))
    same_units, same_owners = position.units == usual.units, position.owners == usual.owners
    names = names_for(usual.board, usual.powers)

    def lines(key: str) -> dict[Power, tuple[str, ...]]:
        found = {names.power(name): own for name, own in _lists(first.position.get(key)).items()}
        return {power: found.get(power, ()) for power in usual.powers}

    return Setup(
        phase=None if first.phase == own else first.phase,
        units=None if same_units else lines("units"),
        centres=None if same_owners and same_units else lines("centres"),
    )


def _lists(table: Json) -> dict[str, tuple[str, ...]]:
    """Return the lines by power that a table holds; what is none is passed over."""
    return {
        name: tuple(map(str, lines))
        for name, lines in (table if isinstance(table, dict) else {}).items()
        if isinstance(lines, list)
    }


def _read_state(variant: Variant, phase: SavedPhase) -> GameState:
    return read_position(phase.position, variant, start_board(variant), phase.phase)


@dataclass(slots=True)
class _Replayer:
    """Plays a game season by season as long as it comes out as it did, then compares phase by phase."""

    game: PlayedGame
    variant: Variant
    state: GameState
    seasons: list[TakenSeason] = field(default_factory=list)
    differences: list[str] = field(default_factory=list)
    stopped: str = ""
    done: int = 0
    """How many of the phases belong to the seasons that were taken."""

    def play(self) -> None:
        phases = self.game.phases
        while self.done < len(phases) and not self.stopped:
            rest = phases[self.done :]
            if len(rest) == 1 and not (rest[0].orders or rest[0].events):
                break  # the game stands before it
            self._play_season()
        if self.stopped:
            self._compare_rest()

    def _play_season(self) -> None:
        """Play the season before which the game stands; what comes out otherwise ends it."""
        first = self.game.phases[self.done]
        known = {phase.phase: phase for phase in self.game.phases[self.done :]}
        turn_phases = deadline_phases(self.variant, self.state)
        mine = [known[phase] for phase in turn_phases if phase in known]
        if not mine:
            self.stopped = f"{first.place}: {first.phase} comes where {self.state.phase} is played"
            return
        try:
            outcome, texts = self._judge(turn_phases, mine)
        except ZinegenError as problem:
            self.stopped = f"{first.place}: {problem}"
            return
        if outcome.waiting is not None:
            self.stopped = f"{first.place}: a throw is missing: {outcome.label}"
            return
        after = self.done + len(mine)
        following = self.game.phases[after] if after < len(self.game.phases) else None
        wrong = self._find_otherwise(outcome, mine, following)
        if wrong is not None:
            self.stopped = f"{wrong.place}: before {wrong.phase} the position comes out otherwise"
            return
        before = self.seasons[-1].name if self.seasons else None
        self.seasons.append(
            TakenSeason(
                name=next_season_name(self.variant, self.state, before),
                phases=turn_phases,
                texts=texts,
                outcome=outcome,
            )
        )
        self.state, self.done = outcome.state, after

    def _judge(
        self, phases: tuple[Phase, ...], mine: Sequence[SavedPhase]
    ) -> tuple[SeasonOutcome, Texts]:
        names = names_for(self.state.board, self.state.powers)
        found: dict[Power, dict[str, tuple[str, ...]]] = {}
        throws: dict[str, int] = {}
        for phase in mine:
            throws |= phase.throws
            section = _SECTIONS.get(phase.phase.kind, ORDERS)
            for heading, given in ((section, phase.orders), (EVENTS, phase.events)):
                for name, lines in given.items():
                    own = found.setdefault(names.power(name), {})
                    own[heading] = (*own.get(heading, ()), *lines)
        texts: Texts = found
        turn = Turn(variant=self.variant, phases=phases, state=self.state)
        throw = throw_as_listed(throws)
        if any(BUILDS in own for own in texts.values()):
            before = play_season(turn, _hand_in(texts, throw, left_out=BUILDS))
            texts = _name_as_begun(self.variant, texts, before)
        return play_season(turn, _hand_in(texts, throw)), texts

    def _find_otherwise(
        self, outcome: SeasonOutcome, mine: Sequence[SavedPhase], following: SavedPhase | None
    ) -> SavedPhase | None:
        """Return the first phase before which another position is told than came out."""
        reached = {record.before.phase: record.before for record in outcome.phases}
        reached[outcome.state.phase] = outcome.state
        told = [*mine[1:], *([following] if following is not None else [])]
        is_over = outcome.state.winners is not None
        for phase in told:
            state = reached.get(phase.phase)
            if state is None and is_over and phase is following:
                continue  # some programs tell the position in which a game ended as one more phase
            if state is None or list(_list_position_differences(state, phase)):
                return phase
        return None

    def _compare_rest(self) -> None:
        """Judge every phase that was not taken from the position that is told of it.

        Where the map itself changes no such position is told whole.
        """
        if self.state.board.mesh != start_board(self.variant).mesh:
            return
        rest = self.game.phases[self.done :]
        for phase, following in zip(rest, (*rest[1:], None), strict=True):
            if following is None and not (phase.orders or phase.events):
                return
            if phase.phase.kind is PhaseKind.RETREATS and "dislodged" not in phase.position:
                continue  # nobody tells which units retreat from where
            try:
                self.state = _read_state(self.variant, phase)
                outcome, _ = self._judge((phase.phase,), [phase])
                self.differences += _list_differences(outcome, phase, following)
            except ZinegenError as problem:
                self.differences.append(f"{phase.place}: {phase.phase} cannot be judged: {problem}")


def _hand_in(texts: Texts, throw: Thrower, left_out: str = "") -> HandedIn:
    files = {
        power: write_order_file(
            power, {key: "\n".join(own) for key, own in said.items() if key != left_out}
        )
        for power, said in texts.items()
    }
    return HandedIn(files=files, throw=throw)


def _name_as_begun(variant: Variant, texts: Texts, before: SeasonOutcome) -> Texts:
    """Return the texts with every unit of a winter's lines named by where it began the season.

    So lines are read that are handed in before the moves (docs/rules/common.md, "8.1 Container"); other
    programs tell them after the retreats, by where units stand then.
    """
    played = before.phases
    winter = next((one for one in played if one.before.phase.kind is PhaseKind.ADJUSTMENTS), None)
    if winter is None or winter is played[0]:
        return texts
    earlier = takewhile(lambda one: one is not winter, played)
    facts = SeasonFacts(
        state=winter.before,
        played=tuple(
            Played(before=one.before, report=one.report, after=one.after) for one in earlier
        ),
    )
    began = {facts.whereabouts(place): place for place in played[0].before.units}

    def name(unit: UnitName) -> UnitName:
        place = began.get(unit.at.province)
        if place is None or place == unit.at.province:
            return unit
        return replace(unit, at=PlaceName(province=place))

    def rewrite(power: Power, line: str) -> str:
        orders = read_orders(
            line, power=power, state=winter.before, variant=variant, section=BUILDS
        ).orders
        renamed = [one.with_units_now(name) for one in orders]
        same = renamed == [*orders]
        return line if same else "\n".join(write_order(one, winter.before.board) for one in renamed)

    return {
        power: {
            key: tuple(rewrite(power, one) for one in lines) if key == BUILDS else lines
            for key, lines in own.items()
        }
        for power, own in texts.items()
    }


def _list_differences(
    outcome: SeasonOutcome, phase: SavedPhase, following: SavedPhase | None
) -> Iterator[str]:
    """Yield what of a phase was decided otherwise: orders with both reasons, and how the positions differ."""
    state = outcome.state
    if following is None:
        return
    if state.phase != following.phase:
        yield f"{phase.place}: {phase.phase} leads to {following.phase} there, to {state.phase} here"
        return
    positions = [*_list_position_differences(state, following)]
    if not positions:
        return
    record = outcome.played[0].record
    board = record.before.board
    said = {_fold_unit(unit): reason for unit, reason in phase.results.items()}
    orders = []
    for ruling in record.report.rulings:
        text = write_order(ruling.order, board)
        there = said.get(_fold_unit(" ".join(text.split()[:2])))
        is_success = ruling.verdict.word is Word.SUCCEEDS
        if there is not None and is_success == bool(there):
            orders.append(
                f"{phase.place}: {phase.phase} {ruling.order.power}: {text}: there"
                f" {there or 'it succeeds'}, here {ruling.verdict.word} ({ruling.verdict.reason.key})"
            )
    yield from orders
    yield from (f"{phase.place}: after {phase.phase} {one}" for one in positions)


def _fold_unit(unit: str) -> str:
    """Return a unit as results name it, whatever the case, and without its coast."""
    return unit.upper().partition("/")[0]


def _list_position_differences(state: GameState, told: SavedPhase) -> Iterator[str]:
    """Yield how a position differs from the one that is told before a phase: units, and owned centres.

    Raises NotationError for a unit or centre that is none.
    """
    names, position = names_for(state.board, state.powers), told.position

    def unit_lines(name: str, lines: Iterable[str]) -> set[tuple[Power, str]]:
        power = names.power(name)
        units = (read_unit(line, state.board, power) for line in lines)
        return {(power, write_unit(unit, state.board)) for unit in units}

    def differ(
        there: set[tuple[Power, str]], here: set[tuple[Power, str]], what: str
    ) -> Iterator[str]:
        for power, name in sorted(there ^ here):
            yield what.format(
                power=power, name=name, where="there" if (power, name) in there else "here"
            )

    if "units" in position:
        there = set().union(*(unit_lines(*own) for own in _lists(position["units"]).items()))
        here = {(unit.power, write_unit(unit, state.board)) for unit in state.units.values()}
        yield from differ(there, here, "{power} {name} stands only {where}")
    lost = position.get("dislodged")
    if isinstance(lost, dict):
        there = set().union(
            *(unit_lines(name, own) for name, own in lost.items() if isinstance(own, dict))
        )
        # Programs differ in what they tell of units that can go nowhere, and where else units could.
        away = {
            (one.unit.power, write_unit(one.unit, state.board)): bool(one.retreats)
            for one in state.dislodged.values()
        }
        here = {unit for unit, could_go in away.items() if could_go or unit in there}
        yield from differ(there, here, "{power} {name} is dislodged only {where}")
    if "centres" in position:
        there = {
            (names.power(name), str(names.province(place)))
            for name, places in _lists(position["centres"]).items()
            for place in places
        }
        here = {(power, str(place)) for place, power in state.owners.items()}
        yield from differ(there, here, "{power} owns {name} only {where}")
