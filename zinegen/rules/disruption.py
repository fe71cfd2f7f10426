"""Whether the way of an advance holds: its convoy stands, and what it needs comes about.

The editions differ on several routes at once and on convoys that attack their own attackers' helpers.
Sources: DATC 4.A.1, 4.A.2; rules/common.md 6.1.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from zinegen.rules.attempts import Backing, By, Trit
from zinegen.rules.convoys import Paradox, Routes

if TYPE_CHECKING:
    from zinegen.planar.mesh import Face
    from zinegen.rules.strength import Battle


def way_holds(battle: Battle, number: int) -> Trit:
    """Tell whether the way of an advance holds, as far as is decided."""
    advance = battle.advances[number]
    need: Trit = True if advance.need is None else advance.need.holds(battle)
    if need is False or advance.by is By.LAND:
        return need
    if battle.policy.routes is Routes.ALL:
        held = _stands(battle, (fleet for route in advance.routes for fleet in route))
    else:
        held = _any_stands(battle, advance.routes)
    return held if need or held is False else None


def _any_stands(battle: Battle, ways: Iterable[tuple[Face, ...]]) -> Trit:
    """Tell whether at least one of several routes is whole."""
    held: Trit = False
    for route in ways:
        stands = _stands(battle, route)
        if stands:
            return True
        if stands is None:
            held = None
    return held


def _stands(battle: Battle, fleets: Iterable[Face]) -> Trit:
    """Tell whether no fleet of several is driven out."""
    stands: Trit = True
    for fleet in fleets:
        if fleet not in battle.attackers:
            continue
        lost = battle.is_dislodged(battle.occupant[fleet])
        if lost:
            return False
        if lost is None:
            stands = None
    return stands


def spares(battle: Battle, attacker: int, support: int) -> bool:
    """Tell whether an advance leaves a support alone because the support attacks its convoy.

    1971 rulebook, XII.5: a convoyed army does not cut the support that a fleet gives to an attack
    on a fleet convoying it (DATC 4.A.2).
    """
    if battle.policy.paradox is not Paradox.RULE_1971:
        return False
    advance, backing = battle.advances[attacker], battle.attempts[support]
    return (
        advance.by is not By.LAND
        and isinstance(backing, Backing)
        and backing.moving
        and any(backing.bears_on in route for route in advance.routes)
    )
