"""The short ways of settling come to what the long ones come to."""

from collections.abc import Iterator

import pytest

from tests.positions import sheet_of, standard_state
from tests.real_games.test_hard_phases import records
from zinegen.board.passage import Passage
from zinegen.rules.movement import resolve
from zinegen.rules.movement.assignment import assign_orders
from zinegen.rules.movement.attempts import Attempt
from zinegen.rules.movement.battle import Battle
from zinegen.rules.movement.convoys import MODERN
from zinegen.rules.movement.legality import judge_order
from zinegen.rules.movement.matching import match_attempts
from zinegen.rules.movement.movement import list_attempts, make_position


def lines_up() -> Iterator[dict[str, Attempt]]:
    """Yield the attempts of phases that real people played."""
    for record in records():
        before = record["before"]
        state = standard_state(record["phase"], before["units"], before["centers"])
        position = make_position(state, Passage())
        given = assign_orders(sheet_of(state, record["orders"]), state.units)
        yield match_attempts(position, list_attempts(position, given, judge_order), MODERN)


def settled(attempts: dict[str, Attempt]) -> Battle:
    """Return a battle in which all is decided."""
    battle = Battle(attempts, MODERN)
    resolve.resolve(battle)
    return battle


def test_units_that_only_follow_each_other_go_round_as_in_a_core(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    attempts = list(lines_up())
    short = [settled(each).value for each in attempts]
    rings = [0]

    def look(battle: Battle) -> None:
        before = battle.value.count(None)
        go_round(battle)
        rings[0] += before > battle.value.count(None)
        for decision in battle.open:
            battle.value[decision] = None

    go_round = resolve._go_round
    monkeypatch.setattr(resolve, "_go_round", look)
    assert [settled(each).value for each in attempts] == short
    assert rings[0] > 30


def test_what_the_lineup_decides_follows_from_the_strengths() -> None:
    attempts = list(lines_up())
    short = [settled(each).value for each in attempts]

    class Long(Battle):
        """A battle in which every advance and every support is open at first."""

        def __init__(self, attempts: dict[str, Attempt]) -> None:
            super().__init__(attempts, MODERN)
            asked = [*self.goal, *(number for number, _ in self.supports)]
            self.open = sorted({*self.open, *asked})
            for decision in self.open:
                self.value[decision] = None

        def _decide_lone(self, number: int, occupant: int | None) -> bool | None:
            del occupant
            return self._prevails(number, self.attack(number))

    for each, expected in zip(attempts, short, strict=True):
        battle = Long(each)
        resolve.resolve(battle)
        assert battle.value == expected


def test_the_winner_of_a_province_is_who_came_into_it() -> None:
    for attempts in lines_up():
        battle = settled(attempts)
        entered = {battle.goal[n]: n for n in battle.goal if battle.value[n]}
        assert battle.winner == entered
        for number in range(battle.count):
            stays = not battle.leaves(number)
            lost = stays and battle.home[number] in battle.winner
            assert battle.is_dislodged(number) == lost
