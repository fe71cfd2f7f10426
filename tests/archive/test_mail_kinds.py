"""Whatever a mail program makes of three orders, they are read, and nothing else is."""

from functools import cache

import pytest

from tests.archive.mail_kinds import ARMOUR, KINDS, NO_ORDERS, SEALED
from zinegen.archive import read_message
from zinegen.board.board import Power
from zinegen.errors import ZinegenError
from zinegen.play import TakeOptions, Turn, deadline_phases, read_mail_orders, start_state
from zinegen.play.mails.occasion import AwaitedOrders
from zinegen.play.mails.standing import Standing
from zinegen.play.policy import Policy
from zinegen.variants import find_variant

FRANCE = Power("France")
WANTED = ["A Par - Bur", "F Bre - MAO", "A Mar - Spa"]


@cache
def awaited():
    variant = find_variant("standard").with_languages(("de", "fr"))
    state = start_state(variant)
    turn = Turn(variant=variant, phases=deadline_phases(variant, state), state=state)
    return AwaitedOrders(
        turn=turn,
        game="demo",
        season="1901-1-spring",
        shown="games/demo/seasons/1901-1-spring",
        title="Demo",
        policy=Policy(),
        addresses={FRANCE: "cecile@example.org"},
    )


def take(content):
    options = TakeOptions(name="mail")
    return read_mail_orders(awaited(), read_message(content), options, lambda _power: Standing())


@pytest.mark.parametrize("kind", KINDS)
def test_three_orders_are_read_however_they_come(kind):
    found = take(KINDS[kind])
    assert found.power == FRANCE
    file = awaited().parse(found.content, FRANCE)
    read = awaited().check(file).read
    assert [one.canonical for one in read] == WANTED, found.content.decode()


@pytest.mark.parametrize("kind", NO_ORDERS)
def test_what_holds_no_orders_is_refused_in_a_sentence(kind):
    """A notice of a server and an automatic answer may hold orders of somebody else."""
    content, said = NO_ORDERS[kind]
    with pytest.raises(ZinegenError) as refused:
        take(content)
    assert said in str(refused.value)
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize("way", SEALED)
def test_a_sealed_file_is_found_however_it_comes(way):
    (sealed,) = read_message(SEALED[way]).sealed
    assert sealed.content.decode() == ARMOUR


def test_there_are_more_kinds_than_sixty():
    assert len(KINDS) + len(NO_ORDERS) + len(SEALED) >= 120
    assert len({*KINDS.values()}) == len(KINDS)
