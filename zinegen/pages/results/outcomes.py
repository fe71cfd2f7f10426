"""What came of one game, as its records tell it: whose power fared how, and what is worth remembering."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from itertools import groupby

from zinegen.board.board import Power
from zinegen.game.orders import Move, SupportHold, SupportMove, UnitOrder
from zinegen.game.state import GameState, PhaseKind, Season
from zinegen.game.units import PlaceName, UnitName
from zinegen.notation.grammar.writer import write_order
from zinegen.pages.results.feats import Feats, find_feats
from zinegen.play.records.records import PhaseRecord, SeasonRecord


class Fate(StrEnum):
    """How a game ended for a power, in the word that pages print."""

    WON = "won"
    SHARED = "shared the draw"
    SURVIVED = "survived"
    ELIMINATED = "was eliminated"
    PLAYING = "plays on"


@dataclass(frozen=True, slots=True, kw_only=True)
class Stint:
    """The seasons through which one player held a power without a break."""

    player: str
    """Empty: nobody whose name is known."""
    seasons: int
    missed: int
    """Deadlines for which the power owed orders that did not come or did not count."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PowerOutcome:
    """What came of one power in one game."""

    power: Power
    fate: Fate
    centres: int | None
    """At the end, or now; None where it is secret."""
    out_in: int | None
    """The year in which it was eliminated."""
    stints: tuple[Stint, ...]
    """Who held it, one at least."""
    first_moves: tuple[str, ...]
    """Its orders of spring 1901 in canonical writing, sorted; none in a game that began otherwise."""

    @property
    def last_player(self) -> str:
        """Who held it at the end."""
        return self.stints[-1].player

    @property
    def is_in_result(self) -> bool:
        """Tell whether it won or shared the draw."""
        return self.fate in (Fate.WON, Fate.SHARED)

    @property
    def rated_player(self) -> str:
        """Who is rated for it: who brought it through, else who began it; nobody leaves a loss behind."""
        return self.stints[-1 if self.is_in_result else 0].player


@dataclass(frozen=True, slots=True, kw_only=True)
class GameOutcome:
    """What came of one game."""

    game: str
    """The folder's name."""
    title: str
    variant: str
    """The rule set's id."""
    variant_title: str
    powers: tuple[PowerOutcome, ...]
    """In alphabetical order; without those that were never in it."""
    seasons: int
    years: tuple[int, int] | None
    """The first and the last that was played."""
    is_over: bool
    ended: str
    """When it ended, for sorting: ``2026-12-01T22:00:00Z``; empty where nobody knows."""
    feats: Feats

    @property
    def is_solo(self) -> bool:
        """Tell whether one power won alone."""
        return any(one.fate is Fate.WON for one in self.powers)

    @property
    def sharers(self) -> tuple[PowerOutcome, ...]:
        """Those who share the result: winner or draw; all survivors of a game that nobody won."""
        found = tuple(one for one in self.powers if one.is_in_result)
        return found or tuple(one for one in self.powers if one.fate is Fate.SURVIVED)


@dataclass(frozen=True, slots=True, kw_only=True)
class GameFacts:
    """What the records of a game do not say of it."""

    game: str
    title: str
    variant: str
    variant_title: str
    ended: str
    """As in `GameOutcome`."""


def find_outcome(
    facts: GameFacts,
    records: Sequence[SeasonRecord],
    state: GameState,
    call: Callable[[str], str],
) -> GameOutcome:
    """Return what came of a game.

    Args:
        facts: what its records do not say.
        records: those that everybody may see, oldest first.
        state: where it stands.
        call: says how a player of a recorded name is called; empty for one who goes without a name.
    """
    years = [record.phases[0].phase.year for record in records]
    first = records[0].before if records else state
    return GameOutcome(
        game=facts.game,
        title=facts.title,
        variant=facts.variant,
        variant_title=facts.variant_title,
        powers=tuple(
            _find_power_outcome(power, records, state, call)
            for power in state.powers
            if first.is_alive(power)
        ),
        seasons=len(records),
        years=(min(years), max(years)) if years else None,
        is_over=state.winners is not None,
        ended=facts.ended if state.winners is not None else "",
        feats=find_feats(records),
    )


def _find_power_outcome(
    power: Power, records: Sequence[SeasonRecord], state: GameState, call: Callable[[str], str]
) -> PowerOutcome:
    out = next((one for one in records if not one.after.is_alive(power)), None)
    return PowerOutcome(
        power=power,
        fate=_find_fate(power, state),
        centres=state.total_of(power),
        out_in=out.phases[-1].phase.year if out is not None else None,
        stints=_list_stints(power, records, call),
        first_moves=_find_first_moves(power, records),
    )


def _find_fate(power: Power, state: GameState) -> Fate:
    winners = state.winners
    if winners is not None and power in winners:
        return Fate.WON if len(winners) == 1 else Fate.SHARED
    if not state.is_alive(power):
        return Fate.ELIMINATED
    return Fate.PLAYING if winners is None else Fate.SURVIVED


def _list_stints(
    power: Power, records: Sequence[SeasonRecord], call: Callable[[str], str]
) -> tuple[Stint, ...]:
    """Return who held a power as long as it was there."""
    held = [one for one in records if one.before.is_alive(power)]
    found = []
    for player, group in groupby(held, lambda one: call(one.players.get(power, ""))):
        seasons = tuple(group)
        missed = sum(power in one.missing for one in seasons)
        found.append(Stint(player=player, seasons=len(seasons), missed=missed))
    return tuple(found) or (Stint(player="", seasons=0, missed=0),)


def _find_first_moves(power: Power, records: Sequence[SeasonRecord]) -> tuple[str, ...]:
    """Return a power's orders of spring 1901; none where it handed in nothing."""
    first = records[0].phases[0] if records else None
    if first is None or not _is_spring_1901(first):
        return ()
    mine = [one for one in first.report.rulings if one.order.power == power]
    if not any(one.given for one in mine):
        return ()
    orders = (one.order for one in mine if isinstance(one.order, UnitOrder))
    return tuple(sorted({write_plainly(one, first.before) for one in orders}))


def write_plainly(order: UnitOrder, state: GameState) -> str:
    """Return an order as the list of openings writes it: every unit with its kind, and without a coast."""

    def name(named: UnitName) -> UnitName:
        unit = state.units.get(named.at.province)
        kind = unit.kind if unit is not None else named.kind
        return UnitName(at=PlaceName(province=named.at.province), kind=kind)

    plain: UnitOrder = replace(order, unit=name(order.unit))
    if isinstance(plain, SupportHold | SupportMove):
        plain = replace(plain, of=name(plain.of))
    if isinstance(plain, Move | SupportMove):
        plain = replace(plain, to=PlaceName(province=plain.to.province))
    return write_order(plain, state.board)


def _is_spring_1901(phase: PhaseRecord) -> bool:
    name = phase.phase
    return (name.season, name.year, name.kind) == (Season.SPRING, 1901, PhaseKind.MOVES)
