"""One game of the lab: who plays what with which luck, what came of it, and its lines to be kept."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass, field
from typing import TypeAlias

from zinegen.board.board import Power
from zinegen.bots.bots import BOTS
from zinegen.bots.self_play import MOST_YEARS, BotTurn, play_bots
from zinegen.game.state import GameState, PhaseKind
from zinegen.game.variant import OptionValue, Variant
from zinegen.game.verdicts import Word
from zinegen.notation.reading.context import BUILDS, EVENTS, ORDERS, RETREATS
from zinegen.play.scenarios.questions import write_position
from zinegen.variants import find_variant

Lines: TypeAlias = tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class LabPlan:
    """What all games of a lab have in common."""

    variant: str
    options: Mapping[str, OptionValue] = field(default_factory=dict)
    bots: tuple[str, ...] = ("dumb",)
    """Who plays: the first takes one seat in a game, a fresh one each time, and the others share the rest."""
    seed: int = 1
    years: int = MOST_YEARS

    def find_variant(self) -> Variant:
        """Return the rule set. Raises RulesError when there is none, or no such option."""
        return find_variant(self.variant).with_options(self.options)


@dataclass(frozen=True, slots=True, kw_only=True)
class LabGame:
    """A game that is to be played: its number decides seats and luck."""

    plan: LabPlan
    number: int
    """From 0."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LabResult:
    """What came of a game."""

    number: int
    seats: Mapping[str, str]
    """The bot of each power."""
    winners: tuple[str, ...]
    """Who won, or shares the draw; of a game that nobody has won all who still have a centre."""
    centres: Mapping[str, int]
    """At the end."""
    gone: Mapping[str, int]
    """The year in which a power had lost everything."""
    ended: str
    """The phase before which the game stood at its end."""
    moves: int
    """Phases of moves that were played."""
    events: int
    """Events that happened to the map."""


@dataclass(frozen=True, slots=True)
class PlayedLabGame:
    """A game with its lines."""

    result: LabResult
    lines: Lines
    """JSON Lines, a phase each: the form of docs/exchange.md."""


def play_lab_game(game: LabGame) -> PlayedLabGame:
    """Play one game. The same plan and number give the same game, wherever it is played."""
    variant = game.plan.find_variant()
    powers = tuple(sorted(variant.start.powers))
    seed, turn = divmod(game.number, len(powers))
    seats = _seat_bots(game.plan.bots, powers, turn)
    turns = list(
        play_bots(
            variant,
            {power: BOTS[seats[power]] for power in powers},
            game.plan.seed * 1_000_003 + seed,
            luck={power: (at + turn) % len(powers) for at, power in enumerate(powers)},
            years=game.plan.years,
        )
    )
    after = turns[-1].after
    result = LabResult(
        number=game.number,
        seats={str(power): seats[power] for power in powers},
        winners=tuple(map(str, _find_winners(after))),
        centres={str(power): len(after.centres_of(power)) for power in powers},
        gone=dict(_find_eliminations(turns, powers)),
        ended=str(after.phase),
        moves=sum(one.state.phase.kind is PhaseKind.MOVES for one in turns),
        events=sum(_count_events(one) for one in turns),
    )
    return PlayedLabGame(result=result, lines=tuple(_write_lines(game, turns)))


def _seat_bots(bots: tuple[str, ...], powers: tuple[Power, ...], turn: int) -> dict[Power, str]:
    """Return who plays each power: the first bot a seat that moves on from game to game, the rest in turn."""
    first, *others = bots
    rest = others or [first]
    return {power: first if at == turn else rest[at % len(rest)] for at, power in enumerate(powers)}


def _find_winners(after: GameState) -> tuple[Power, ...]:
    if after.winners:
        return after.winners
    return tuple(power for power in after.powers if after.centres_of(power))


def _find_eliminations(
    turns: list[BotTurn], powers: tuple[Power, ...]
) -> Iterator[tuple[str, int]]:
    for power in powers:
        if not turns[-1].after.is_alive(power):
            last = next(one for one in reversed(turns) if one.state.is_alive(power))
            yield str(power), last.state.phase.year


def _count_events(turn: BotTurn) -> int:
    return sum(
        bool(ruling.order.site)
        and not ruling.order.guards
        and not ruling.order.only_supports
        and ruling.verdict.word is Word.SUCCEEDS
        for phase in turn.phases
        for ruling in phase.report.rulings
    )


def _write_lines(game: LabGame, turns: list[BotTurn]) -> Iterator[str]:
    """Yield a line for each phase; the first says whose rules they are, the last that the game is over."""
    plan = game.plan
    for number, turn in enumerate(turns):
        line: dict[str, object] = {"game": f"{plan.variant}-{plan.seed}-{game.number}"}
        if number == 0:
            line |= {"variant": plan.variant}
            line |= {"options": dict(plan.options)} if plan.options else {}
        line["phase"] = str(turn.state.phase)
        position = write_position(turn.state)
        line |= {key: position[key] for key in ("units", "centres")}
        main = {PhaseKind.RETREATS: RETREATS, PhaseKind.ADJUSTMENTS: BUILDS}
        heading = main.get(turn.state.phase.kind, ORDERS)
        heading = EVENTS if turn.state.phase.kind is PhaseKind.EVENTS else heading
        orders = {power: own[heading] for power, own in turn.lines.items() if heading in own}
        line["orders"] = orders
        events = {power: own[EVENTS] for power, own in turn.lines.items() if EVENTS in own}
        if events and heading != EVENTS:
            line["events"] = events
        throws = {draw.label: draw.result for phase in turn.phases for draw in phase.draws}
        line |= {"throws": throws} if throws else {}
        line |= {"over": True} if turn is turns[-1] else {}
        yield json.dumps(line, ensure_ascii=False, separators=(",", ":"))


def write_result(result: LabResult) -> str:
    """Return a result as a line of JSON."""
    return json.dumps(asdict(result), ensure_ascii=False, separators=(",", ":"))


def read_result(line: str) -> LabResult:
    """Return the result of a line; raises ValueError, KeyError or TypeError when it is none."""
    data = json.loads(line)
    return LabResult(**{**data, "winners": tuple(data["winners"])})
