"""Votes on waterways: which option of whom counts, and why one does not.

Source: docs/rules/seismic-acerunner.md, "5.2 Update procedure".
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from zinegen.board.board import Power
from zinegen.game.orders import Order, OrderKey
from zinegen.game.verdicts import Reason, Verdict
from zinegen.geometry.mesh import ProvinceKey
from zinegen.variants.seismic.orders import Way

Choice = tuple[Way, ProvinceKey | None]
"""A choice in a vote: a way, and the province or water that it names."""

Ballot = tuple[tuple[Order, ...], Choice]
"""The options with which a power asks for its choice."""


@dataclass(slots=True)
class Votes:
    """The options handed in with the events that were carried out, and which of them counted."""

    options: Mapping[Power, Sequence[Order]]
    verdicts: dict[OrderKey, Verdict] = field(default_factory=dict)
    """On options that were votes; on one that was a vote more than once, the best."""

    def collect_ballots(
        self, powers: Iterable[Power], choice: Callable[[Order], Choice | None]
    ) -> Mapping[Power, Ballot]:
        """Return the ballot of each power: its options and the choice in them, which ``choice`` reads.

        Options of one power that differ cancel each other; those that say the same are one vote.
        """
        found = {}
        for power in powers:
            read = ((order, choice(order)) for order in self.options.get(power, ()))
            wanted = [(order, chosen) for order, chosen in read if chosen is not None]
            if len({chosen for _, chosen in wanted}) == 1:
                found[power] = tuple(order for order, _ in wanted), wanted[0][1]
            for order, chosen in wanted:
                others = tuple(other for other, way in wanted if way != chosen)
                if others:
                    self.note([order], Verdict(reason=Reason.OPTIONS_CANCEL, because=others))
        return found

    def find_winner(self, ballots: Mapping[Power, Ballot]) -> Choice | None:
        """Return the choice with strictly most votes, one a power; None when there is none."""
        ranked = Counter(choice for _, choice in ballots.values()).most_common(2)
        tied = len(ranked) == 2 and ranked[0][1] == ranked[1][1]
        winner = None if tied or not ranked else ranked[0][0]
        for orders, chosen in ballots.values():
            if chosen == winner:
                self.note(orders, Verdict(reason=Reason.OPTION_COUNTED))
                continue
            others = tuple(
                given[0]
                for given, way in ballots.values()
                if (way != chosen if tied else way == winner)
            )
            reason = Reason.OPTION_TIED if tied else Reason.OPTION_OUTVOTED
            self.note(orders, Verdict(reason=reason, because=others))
        return winner

    def note(self, options: Iterable[Order], verdict: Verdict) -> None:
        """Note a verdict on options, where no better one is known."""
        for option in options:
            known = self.verdicts.get(option.key)
            if known is None or _RANKS.index(verdict.reason) < _RANKS.index(known.reason):
                self.verdicts[option.key] = verdict


_RANKS = (
    Reason.OPTION_COUNTED,
    Reason.OPTION_OUTVOTED,
    Reason.OPTION_TIED,
    Reason.OPTIONS_CANCEL,
    Reason.OPTION_CLOSED,
    Reason.OPTION_OF_ANOTHER,
)
"""What is said of an option that is about several waterways: the first of these."""
