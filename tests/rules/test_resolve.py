"""The short ways of settling come to what the long ones come to."""

from collections.abc import Iterator

from tests.positions import sheet_of, standard_state
from tests.real_games.test_hard_phases import records
from zinegen.board import Passage
from zinegen.rules.movement import resolve
from zinegen.rules.movement.attempts import Attempt
from zinegen.rules.movement.battle import Battle
from zinegen.rules.movement.convoys import MODERN
from zinegen.rules.movement.legality import assign_orders, judge_order
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


def test_the_winner_of_a_province_is_who_came_into_it() -> None:
    for attempts in lines_up():
        battle = settled(attempts)
        entered = {battle.goal[n]: n for n in battle.goal if battle.value[n]}
        assert battle.winner == entered
        for number in range(battle.count):
            stays = not battle.leaves(number)
            lost = stays and battle.home[number] in battle.winner
            assert battle.is_dislodged(number) == lost
