"""Contests in which only the strongest counts: neither equal orders nor bare guards ever add.

Of the types that are ordered for one site only one that is stronger than every other remains, and it comes
about when it is stronger than the strongest guard of that site. Source: rules/geophysical-kinzett.md 5.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from zinegen.game.orders import Order
from zinegen.game.verdicts import Reason, Verdict
from zinegen.planar.mesh import Face

Site = tuple[Face, ...]
"""What is contested: a province, or the two of a border, sorted."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Claim:
    """An order about a site, with the supports of it that count."""

    order: Order
    site: Site
    sort: Hashable = None
    """The same for orders that ask for the same; guards all ask for the same."""
    supports: tuple[Order, ...] = ()

    @property
    def strength(self) -> int:
        """One, and one for each support."""
        return 1 + len(self.supports)

    @property
    def backed(self) -> tuple[Order, ...]:
        """The order and its supports."""
        return (self.order, *self.supports)


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """What one claim comes to."""

    claim: Claim
    verdict: Verdict

    @property
    def succeeds(self) -> bool:
        """Tell whether the map changes by it."""
        return self.verdict.reason is Reason.TRANSFORMED


def outcomes(claims: Iterable[Claim], guards: Iterable[Claim]) -> tuple[Outcome, ...]:
    """Return what claims come to against each other and against guards, in the sequence given."""
    claims, guards = tuple(claims), tuple(guards)
    sites = {claim.site for claim in claims}
    judged = {
        site: _judged(
            [claim for claim in claims if claim.site == site],
            [guard for guard in guards if guard.site == site],
        )
        for site in sites
    }
    return tuple(
        Outcome(claim=claim, verdict=_without(claim.order, judged[claim.site][claim.sort]))
        for claim in claims
    )


def _without(order: Order, verdict: Verdict) -> Verdict:
    """Return a verdict that does not thank an order for itself."""
    others = tuple(other for other in verdict.because if other is not order)
    return replace(verdict, because=others)


def _judged(claims: Sequence[Claim], guards: Sequence[Claim]) -> Mapping[Hashable, Verdict]:
    """Return the verdict on each type that was ordered for one site."""
    types: dict[Hashable, Claim] = {}
    for claim in claims:
        known = types.setdefault(claim.sort, claim)
        if claim.strength > known.strength:
            types[claim.sort] = claim
    guard = max(guards, key=lambda claim: claim.strength, default=None)
    found = {}
    for sort, best in types.items():
        rivals = [one for other, one in types.items() if other != sort]
        rivals = [one for one in rivals if one.strength >= best.strength]
        if rivals:
            top = max(one.strength for one in rivals)
            reason = Reason.OVERRULED_BY if top > best.strength else Reason.RIVAL_EVENT
            because = (order for one in rivals if one.strength == top for order in one.backed)
            found[sort] = Verdict(reason=reason, because=tuple(because))
        elif guard is not None and guard.strength >= best.strength:
            found[sort] = Verdict(reason=Reason.STABILISED, because=guard.backed)
        else:
            because = (order for c in claims if c.sort == sort for order in c.backed)
            found[sort] = Verdict(reason=Reason.TRANSFORMED, because=tuple(because))
    return found
