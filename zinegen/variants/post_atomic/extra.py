"""What only Post-Atomic keeps: secret facts of the map, who has learnt them, and the published totals.

The whole truth stands where it always stands: centres and ranges on the board, owners in the state.
Source: docs/rules/post-atomic.md, "7. Who is told what".
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum

from zinegen.board.board import Board, Power
from zinegen.game.changes import ExtraChange
from zinegen.game.state import RECORDED_AS, Extra
from zinegen.geometry.mesh import Face
from zinegen.rules.visits import Visits


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


Facts = Mapping[Power, tuple[Fact, ...]]
"""Facts of powers, sorted."""


@dataclass(frozen=True, kw_only=True)
class Knowledge(Visits):
    """Who knows what of the secret map, and what was published of it."""

    known: Facts = field(default_factory=dict, metadata={RECORDED_AS: ("secrets", "known")})
    """What each power has learnt; what it owns is told by the owners."""
    untold: Facts = field(default_factory=dict, metadata={RECORDED_AS: ("secrets", "untold")})
    """Learnt this season and told at its end, after the retreats."""
    totals: Mapping[Power, int] = field(default_factory=dict)
    """How many centres powers own as last published."""

    def cut_for_public(self) -> Knowledge:
        """Return it without what anybody has learnt."""
        return replace(self, known={}, untold={})

    def cut_for(self, power: Power) -> Knowledge:
        """Return it with nothing but what one power has learnt and was told."""
        return replace(self, known={power: self.known.get(power, ())}, untold={})

    def show_known(self, board: Board, power: Power) -> Board:
        """Return a board with the centres and ranges that a power knows of."""
        centres: set[Face] = set()
        ranges: dict[tuple[Face, Face], int] = {}
        for fact in self.known.get(power, ()):
            match fact.kind, fact.provinces:
                case FactKind.CENTRE, (face,):
                    centres.add(face)
                case FactKind.RANGE, (one, other):
                    ranges.setdefault((one, other), 1)
                case FactKind.DOUBLE, (one, other):
                    ranges[one, other] = 2
                case _:
                    pass
        return replace(
            board,
            provinces={
                face: replace(province, centre=province.centre or face in centres)
                for face, province in board.provinces.items()
            },
            ranges=dict(sorted(ranges.items())),
        )

    def list_known(self, board: Board, power: Power) -> tuple[str, ...]:
        """Return the facts that a power knows, sorted, as lines of private notices."""
        return tuple(fact.line(board) for fact in self.known.get(power, ()))

    @property
    def secret_places(self) -> frozenset[Face]:
        """The provinces of which somebody knows something."""
        facts = (*self.known.values(), *self.untold.values())
        return frozenset(face for some in facts for fact in some for face in fact.provinces)

    @property
    def published_totals(self) -> Mapping[Power, int]:
        """How many centres powers own as last published."""
        return self.totals


@dataclass(frozen=True, slots=True, kw_only=True)
class FactLearnt(ExtraChange):
    """A power came to know something; secret."""

    power: Power
    fact: Fact
    told: bool = True
    """False while the notice of it must wait for the end of the season."""

    def apply_to(self, extra: Extra) -> Knowledge:
        """Return what is known after it."""
        before = Knowledge.of(extra)
        known = {*before.known.get(self.power, ()), self.fact}
        untold = {*before.untold.get(self.power, ())} - {self.fact}
        if not self.told:
            untold.add(self.fact)
        return replace(
            before,
            known=_replace_facts(before.known, self.power, known),
            untold=_replace_facts(before.untold, self.power, untold),
        )

    @property
    def secret_places(self) -> tuple[Face, ...]:
        """The provinces that the fact is about."""
        return self.fact.provinces


def _replace_facts(facts: Facts, power: Power, now: Iterable[Fact]) -> Facts:
    found = {**facts, power: tuple(sorted(now))}
    return {one: found[one] for one in sorted(found) if found[one]}


@dataclass(frozen=True, slots=True, kw_only=True)
class TotalsPublished(ExtraChange):
    """The GM published how many centres powers own, though not which."""

    totals: Mapping[Power, int]

    def apply_to(self, extra: Extra) -> Knowledge:
        """Return what is known after it."""
        return replace(Knowledge.of(extra), totals=self.totals)
