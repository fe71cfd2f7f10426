"""Settling a battle: what is certain first, then the small cores that run in a circle.

All that follows is decided, until nothing changes. What is left hangs together in circles; the cores are
those circles that wait for nothing outside themselves. A core is filled in, in every way, and what is
consistent is kept: one way, it is taken; several without a convoy, the units go round together; none,
or several with a convoy in doubt, the paradox rule speaks. Guesses never leave a core, so nothing is rolled
back and the order of the input cannot matter. Source: L. B. Kruijswijk, The Math of Adjudication.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from zinegen.rules.movement.attempts import Advance, Backing
from zinegen.rules.movement.battle import Battle
from zinegen.rules.movement.convoys import Paradox

Filling = tuple[bool, ...]
"""Answers to the decisions of a core, in their sequence."""


def resolve(battle: Battle) -> None:
    """Decide everything in a battle, and note who came into which province.

    A landing that is caught in a paradox ends the matter early: what it hangs on has to be fought again
    without it (`Battle.in_paradox` tells).
    """
    _decide_all(battle)
    value, goal = battle.value, battle.goal
    # Backwards, so that the first of several would count: only in what is to be fought again are there any.
    battle.winner = {goal[number]: number for number in reversed(goal) if value[number]}


def _decide_all(battle: Battle) -> None:
    battle.open = _deduce(battle, battle.open)
    while battle.open:
        for core in _find_cores(battle):
            _resolve_core(battle, core)
        if any(battle.is_landing(number) for number in battle.in_paradox):
            return
        battle.open = _deduce(battle, battle.open)


def _deduce(battle: Battle, undecided: Sequence[int]) -> list[int]:
    """Decide what follows from what is decided; return what is still open."""
    value, decide = battle.value, battle.decide
    left = undecided
    while True:
        rest = []
        for decision in left:
            if value[decision] is None:
                answer = decide(decision)
                if answer is None:
                    rest.append(decision)
                else:
                    value[decision] = answer
        if len(rest) == len(left):
            return rest
        left = rest


def _resolve_core(battle: Battle, core: Sequence[int]) -> None:
    """Decide a core in which everything waits for everything else.

    Where it is about advances alone and all of them can come about, no other filling is looked for.
    """
    fillings: set[Filling] = set()
    for filling in _list_fillings(battle, core):
        fillings.add(filling)
        if all(filling) and battle.goal.keys() >= set(core):
            break
    ordered = sorted(fillings)
    best = ordered[0] if len(ordered) == 1 else _choose_rotation(battle, core, ordered)
    if best is None:
        _stop_paradox(battle, core)
        return
    for decision, answer in zip(core, best, strict=True):
        battle.value[decision] = answer


def _choose_rotation(
    battle: Battle, core: Sequence[int], fillings: Sequence[Filling]
) -> Filling | None:
    """Return the filling in which units make way for each other, if that is all the core is about.

    Then every advance that comes about in any filling comes about in it, and no convoy is in doubt.
    """
    if not fillings or any(_is_convoy(battle, decision) for decision in core):
        return None
    best = max(fillings, key=lambda filling: (sum(filling), filling))
    advances = [at for at, decision in enumerate(core) if decision in battle.goal]
    clear = all(best[at] for filling in fillings for at in advances if filling[at])
    if any(battle.is_landing(decision) for decision in core):
        in_doubt = [d for at, d in enumerate(core) if len({one[at] for one in fillings}) > 1]
        clear = all(d % battle.count in battle.goal for d in in_doubt)
        clear = clear and _all_make_way(battle, in_doubt, dict(zip(core, best, strict=True)))
    return best if clear else None


def _all_make_way(battle: Battle, in_doubt: Sequence[int], answers: dict[int, bool]) -> bool:
    """Tell whether all advances in doubt come about but landings of armies that go along.

    Source: docs/rules/deluge2.md, "5.6 Resolver", ruling 30.
    """
    for decision in in_doubt:
        if answers[decision]:
            continue
        effect = battle.count + decision % battle.count
        carrier = battle.occupant.get(battle.home[decision % battle.count])
        gone = carrier is not None and answers.get(carrier, battle.value[carrier])
        if not battle.is_landing(decision) or answers.get(effect, battle.value[effect]) or not gone:
            return False
    return True


def _is_convoy(battle: Battle, decision: int) -> bool:
    """Tell whether a decision is whether a convoy holds."""
    return decision >= battle.count and bool(battle.advances[decision - battle.count].routes)


def _stop_paradox(battle: Battle, core: Sequence[int]) -> None:
    """Let the convoys of a core fail; without any, or under ``all-hold``, all its advances."""
    stopped = [decision for decision in core if decision >= battle.count]
    if not stopped or battle.policy.paradox is Paradox.ALL_HOLD:
        stopped += [d for d in core if d in battle.goal]
    stopped += [d for d in core if battle.is_landing(d) and d not in stopped]
    circle = tuple(sorted({decision % battle.count for decision in core}))
    for decision in stopped:
        battle.value[decision] = False
        battle.in_paradox[decision % battle.count] = circle


def _list_fillings(
    battle: Battle, core: Sequence[int], guessed: tuple[int, ...] = ()
) -> Iterator[Filling]:
    """Yield the consistent fillings of a core; the battle is left as it was.

    Only what was guessed can be inconsistent: the rest was decided by what is known, and stays so.
    """
    value = battle.value
    undecided = [decision for decision in core if value[decision] is None]
    if not undecided:
        if all(battle.decide(decision) == value[decision] for decision in guessed):
            yield tuple([bool(value[decision]) for decision in core])
        return
    first, *others = undecided
    for guess in (True, False):
        value[first] = guess
        _deduce(battle, others)
        yield from _list_fillings(battle, core, (*guessed, first))
        for decision in undecided:
            value[decision] = None


def _find_cores(battle: Battle) -> list[list[int]]:
    """Return the circles of open decisions that wait for nothing outside themselves."""
    undecided = set(battle.open)
    waits = {
        decision: undecided.intersection(_list_dependencies(battle, decision))
        for decision in battle.open
    }
    awaited = {decision: _follow(waits, decision) for decision in battle.open}
    return [
        sorted(circle)
        for decision, circle in awaited.items()
        if decision == min(circle) and all(awaited[other] == circle for other in circle)
    ]


def _follow(waits: Mapping[int, set[int]], decision: int) -> set[int]:
    """Return a decision and all that it waits for, directly or through others."""
    found = {decision}
    further = [decision]
    while further:
        more = waits[further.pop()] - found
        found |= more
        further += more
    return found


def _list_dependencies(battle: Battle, decision: int) -> list[int]:
    """Return the decisions that a decision may ask for."""
    number = decision % battle.count
    attempt = battle.attempts[number]
    watched: list[int] = []
    if isinstance(attempt, Advance | Backing) and attempt.need is not None:
        _watch_need(battle, attempt.need.watches, watched)
    if decision >= battle.count:
        for route in battle.advances[number].routes:
            for fleet in route:
                watched += battle.attackers.get(fleet, ())
    elif isinstance(attempt, Backing):
        for attacker in battle.attackers.get(battle.home[number], ()):
            watched += (attacker, battle.count + attacker)
    else:
        _watch_goal(battle, number, watched)
    return watched


def _watch_need(battle: Battle, keys: Iterable[str], watched: list[int]) -> None:
    for key in keys:
        number = battle.number[key]
        watched += (number, battle.count + number)
        watched += battle.attackers.get(battle.home[number], ())


def _watch_goal(battle: Battle, number: int, watched: list[int]) -> None:
    goal = battle.goal[number]
    occupant = battle.occupant.get(goal)
    if occupant is not None:
        if occupant in battle.goal:
            watched += (occupant, battle.count + occupant)
        watched += battle.backers[occupant]
    for attacker in battle.attackers[goal]:
        watched.append(battle.count + attacker)
        watched += battle.backers[attacker]
        other = battle.opponent[attacker]
        if other is not None:
            watched += (other, battle.count + other)
