"""What not everybody knows: facts that powers learn, and the changes by which they and the GM's truth grow.

The whole truth stands where it always stands (centres and ranges on the board, owners in the state). That
it is secret, and who knows what of it, is told by `Secrets`; `zinegen.rules.secrets` cuts it out.
Source: rules/post-atomic.md section 7.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum

from zinegen.board.board import Board, Power, pair
from zinegen.planar.mesh import Face


class FactKind(StrEnum):
    """What a fact says, in the words of private notices."""

    CENTRE = "centre"
    NO_CENTRE = "no centre"
    RANGE = "range"
    DOUBLE = "double"


@dataclass(frozen=True, slots=True, kw_only=True, order=True)
class Fact:
    """Something about the map that a power may know: ``centre Kie``, ``range Mun/Tyr``."""

    kind: FactKind
    provinces: tuple[Face, ...]
    """One province, or the two of a border in the order of `pair`."""

    def line(self, board: Board) -> str:
        """Return the fact as a line of a private notice."""
        return f"{self.kind} {'/'.join(board[face].abbreviation for face in self.provinces)}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Secrets:
    """That centres, their owners and mountain ranges are secret, and who knows what of them."""

    known: Mapping[Power, tuple[Fact, ...]] = field(default_factory=dict)
    """What each power has learnt, sorted; what it owns is told by the owners."""
    untold: Mapping[Power, tuple[Fact, ...]] = field(default_factory=dict)
    """Learnt this season and told at its end, after the retreats."""
    reasons_told: bool = False
    """The public is told which orders failed because of a range (a GM option)."""
    cut: bool = False
    """This is what the public sees: no centres, no owners, no ranges, nobody's knowledge."""
    viewer: Power | None = None
    """The power whose knowledge this is; None for the whole truth, and for what the public sees."""

    @property
    def is_whole(self) -> bool:
        """Tell whether a state with these secrets is the whole truth."""
        return not self.cut and self.viewer is None


@dataclass(frozen=True, slots=True, kw_only=True)
class FactLearnt:
    """A power came to know something; secret."""

    power: Power
    fact: Fact
    told: bool = True
    """False while the notice of it must wait for the end of the season."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RangePlaced:
    """A mountain range rose on all borders of a pair of provinces; a second one makes it double. Secret."""

    between: tuple[Face, Face]
    power: Power
    """Who placed it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TotalsPublished:
    """The GM published how many centres powers own, though not which."""

    totals: Mapping[Power, int]


SecretChange = FactLearnt | RangePlaced
"""The changes that nobody but the GM sees whole, whatever the rule set."""


def learnt(secrets: Secrets | None, change: FactLearnt) -> Secrets:
    """Return who knows what after a power has learnt a fact."""
    secrets = secrets or Secrets()
    known = {*secrets.known.get(change.power, ()), change.fact}
    untold = {*secrets.untold.get(change.power, ())} - {change.fact}
    if not change.told:
        untold.add(change.fact)
    return replace(
        secrets,
        known=_with(secrets.known, change.power, known),
        untold=_with(secrets.untold, change.power, untold),
    )


def _with(
    facts: Mapping[Power, tuple[Fact, ...]], power: Power, now: set[Fact]
) -> dict[Power, tuple[Fact, ...]]:
    found = {**facts, power: tuple(sorted(now))}
    return {one: found[one] for one in sorted(found) if found[one]}


def with_range(board: Board, change: RangePlaced) -> Board:
    """Return the board after a range has risen; two on one border make it double, more change nothing."""
    key = pair(*change.between)
    ranges = {**board.ranges, key: min(2, board.ranges.get(key, 0) + 1)}
    return replace(board, ranges=dict(sorted(ranges.items())))
