"""Votes on waterways: the boards before and after the events, the events, and the options of powers.

Source: docs/rules/seismic-acerunner.md, "5.2 Update procedure".
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from zinegen.board.board import Board, Power
from zinegen.game.orders import Order
from zinegen.geometry.mesh import Face
from zinegen.variants.seismic.carry_out import EventEffect, heirs
from zinegen.variants.seismic.contests import Claim
from zinegen.variants.seismic.meanings import Cut, Link
from zinegen.variants.seismic.orders import Way

Choice = tuple[Way, Face | None]
"""A choice in a vote: a way, and the province or water that it names."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CarriedEvent:
    """An event that was carried out, with those who ordered it."""

    claim: Claim
    effect: EventEffect


@dataclass(slots=True)
class Votes:
    """The options handed in with the events that were carried out, and which of them counted."""

    options: Mapping[Power, Sequence[Order]]
    counted: list[Order] = field(default_factory=list)

    def collect_ballots(
        self, powers: Iterable[Power], choice: Callable[[Order], Choice | None]
    ) -> Mapping[Power, tuple[Order, Choice]]:
        """Return the ballot of each power: its option and the choice in it, which ``choice`` reads.

        Options of one power that differ cancel each other.
        """
        found = {}
        for power in powers:
            read = ((order, choice(order)) for order in self.options.get(power, ()))
            wanted = [(order, chosen) for order, chosen in read if chosen is not None]
            if len({chosen for _, chosen in wanted}) == 1:
                found[power] = wanted[0]
        return found

    def find_winner(self, ballots: Mapping[Power, tuple[Order, Choice]]) -> Choice | None:
        """Return the choice with strictly most votes, one a power; None when there is none."""
        self.counted += [order for order, _ in ballots.values()]
        ranked = Counter(choice for _, choice in ballots.values()).most_common(2)
        if not ranked or (len(ranked) == 2 and ranked[0][1] == ranked[1][1]):
            return None
        return ranked[0][0]


@dataclass(frozen=True, slots=True, kw_only=True)
class WaterwayPolicy:
    """What happens to waterways where nobody decides."""

    keep: bool = True
    """A waterway that may be kept or deleted is kept."""
    strait_by_link: bool = False
    """An isthmus made by a release gets a strait."""
    random_terminal: bool = False
    """A canal that may end at either of two waters: a throw decides, not the alphabet."""


@dataclass(frozen=True, slots=True, kw_only=True)
class WaterwayElection:
    """The boards, events and votes that decide on waterways."""

    before: Board
    after: Board
    """After the events; its straits and canals are still those of before."""
    carried_events: Sequence[CarriedEvent]
    votes: Votes
    policy: WaterwayPolicy
    throws: Mapping[str, int]

    def find_cutting_event(self, border: int) -> CarriedEvent | None:
        """Return the event that cuts a border of the start."""
        return next(
            (carried for carried in self.carried_events if carried.claim.event == Cut(border)), None
        )

    def is_split(self, border: int) -> bool:
        """Tell whether a link arrives at a border of the start."""
        return any(
            isinstance(carried.claim.event, Link)
            and border in {carried.claim.event.a, carried.claim.event.c}
            for carried in self.carried_events
        )

    def heirs(self, border: int) -> tuple[int, ...]:
        """Return the borders that a border of the start has become."""
        return heirs([carried.effect for carried in self.carried_events], border)

    def decide_by_vote(
        self, carried: CarriedEvent, choice: Callable[[Order], Choice | None]
    ) -> Choice | None:
        """Return the choice of most of those who ordered an event; ``choice`` reads their options."""
        return self.votes.find_winner(self.votes.collect_ballots(carried.claim.powers, choice))
