"""What an order about a border means on the map, and why it means nothing."""

from dataclasses import replace

import pytest

from zinegen.board import Board, Power
from zinegen.errors import MapError
from zinegen.game import Order, Phase, Reason, Unreadable, Verdict
from zinegen.geometry import ProvinceKey
from zinegen.notation import read_orders, write_order
from zinegen.play import Setup, start_board, start_state
from zinegen.variants.seismic.meanings import (
    Cut,
    Event,
    FindEvent,
    Link,
    find_event,
    find_event_by_ends,
    is_possible,
    make_order,
)
from zinegen.variants.seismic.order_forms import why_impossible
from zinegen.variants.seismic.orders import Connect, Separate
from zinegen.variants.seismic.rule_sets import SEISMIC_LAVAURS

START = start_board(SEISMIC_LAVAURS)


def read(text: str, board: Board = START) -> Order:
    state = start_state(SEISMIC_LAVAURS, Setup(units={}, phase=Phase.parse("S1901E")), board=board)
    (order,) = read_orders(
        text, power=Power("Italy"), state=state, variant=SEISMIC_LAVAURS, section="events"
    ).orders
    return order


def means(text: str, board: Board = START) -> Event | Verdict:
    order = read(text, board)
    assert isinstance(order, Separate | Connect)
    return find_event(board, order)


def reason(text: str, board: Board = START) -> Reason:
    verdict = means(text, board)
    assert isinstance(verdict, Verdict)
    return verdict.reason


def after(*lines: str) -> Board:
    """Return the board after events, one after the other."""
    board = START
    for line in lines:
        event = means(line, board)
        if isinstance(event, Cut):
            board = board.separate(event.border)
        else:
            assert isinstance(event, Link)
            board = board.release(event.across, event.a, event.c)
    return board


def complaint(text: str, board: Board = START, meaning: FindEvent = find_event) -> str:
    state = start_state(SEISMIC_LAVAURS, Setup(units={}), board=board)
    return why_impossible(meaning, read(text, board), state) or ""


POR_SPA = "Por & Spa separate, MAO & MAO connect"
NORTH_AFRICA = (
    "Naf & Out separate, Tun & MAO connect",
    "Naf & WES separate, MAO & Tun connect",
    "Naf & Tun separate, MAO & MAO connect",
)


@pytest.mark.parametrize(
    "text",
    [
        "Por & Spa separate; MAO & MAO connect.",
        "spa/por separate, mao/mao connect",
        "MAO and MAO connect (Spain and Portugal separate)",
        "Separate Por & Spa, connect MAO & MAO",
        "Portugal & Spain seperate",
        "Por &amp; Spa separate &amp; MAO &amp; MAO connect",
    ],
)
def test_the_same_border_in_other_words_is_the_same_event(text):
    assert (
        means(text)
        == means(POR_SPA)
        == Cut(START.mesh.between(ProvinceKey("Por"), ProvinceKey("Spa"))[0])
    )


def test_ire_is_the_irish_sea():
    assert means("Ire & ENG separate") == means("IRI & ENG separate, Wal & MAO connect")


def test_provinces_that_do_not_touch_cannot_part():
    assert reason("Par & Mun separate, Bur & Ruh connect") is Reason.NO_SUCH_BORDER
    assert complaint("Par & Mun separate") == "Paris and Munich do not touch"


def test_whoever_names_the_wrong_ends_is_told_the_right_ones():
    verdict = means("Mun & Bur separate, Ruh & Mar connect")
    assert isinstance(verdict, Verdict)
    assert verdict.reason is Reason.OTHER_ENDS
    assert {*verdict.at} == {"Ruh", "Swi"}
    assert "Bur & Mun separate, Swi & Ruh connect" in complaint(
        "Mun & Bur separate, Ruh & Mar connect"
    )


def test_ends_count_as_a_pair_with_multiplicity():
    assert reason("Por & Spa separate, MAO & WES connect") is Reason.OTHER_ENDS


def test_a_border_without_ends_is_legal_when_there_is_only_one():
    assert means("Spa & Por separate") == means(POR_SPA)
    assert reason("Spa & MAO separate") is Reason.AMBIGUOUS


def test_two_borders_of_a_pair_are_told_apart_by_ends_coast_or_number():
    north = means("Spa & MAO separate, Gas & Por connect")
    south = means("Spa & MAO separate, Por & WES connect")
    assert {north, south} == {
        Cut(b) for b in START.mesh.between(ProvinceKey("Spa"), ProvinceKey("MAO"))
    }
    assert means("Spa(nc) & MAO separate") == means("MAO & Spa/nc separate") == north
    assert means("Spa(WES) & MAO separate") == south
    assert {means("Spa & MAO no. 1 separate"), means("Spa & MAO no. 2 separate")} == {north, south}


def test_a_number_or_coast_that_is_not_there_is_void():
    for text in ("Spa & MAO no. 3 separate", "Spa & MAO no. 0 separate", "Por(nc) & Mar separate"):
        assert reason(text) in {Reason.NO_SUCH_SEGMENT, Reason.NO_SUCH_BORDER}
    assert reason("Spa(sc) & MAO separate, Gas & Por connect") is Reason.OTHER_ENDS
    assert reason("MAO(nc) & Spa separate") is Reason.NO_SUCH_SEGMENT


def test_an_unclear_order_is_answered_with_clear_ones():
    told = complaint("Spa & MAO separate")
    for text in told.split("write: ")[1].split(" | "):
        assert isinstance(means(text), Cut)


def test_the_border_of_a_lone_island_cannot_be_cut():
    assert reason("Por & MAO separate", after(POR_SPA)) is Reason.RING_BORDER


def test_a_release_needs_an_island_group():
    assert reason("Por & Bre connect") is Reason.NO_LINK
    assert complaint("Por & Bre connect") == "a link there would cut Mid-Atlantic Ocean in two"
    assert complaint("Por & Mos connect").startswith("no province lies between")
    assert reason("Por & Por connect", after(POR_SPA)) is Reason.NO_LINK


def test_a_release_connects_any_member_of_a_group_with_anything_on_another_shore():
    board = after(POR_SPA, *NORTH_AFRICA, "Por & Naf connect")
    for one in ("Por", "Naf"):
        for other in ("Bre", "NAO", "Out", "Tun", "Gas"):
            assert isinstance(means(f"{one} & {other} connect", board), Link)
    assert reason("Por & Naf connect", board) is Reason.NO_LINK


def test_the_pair_of_a_release_stands_in_either_order():
    board = after(POR_SPA)
    assert means("Por & Bre connect", board) == means("Bre & Por connect across MAO", board)
    assert reason("Por & Bre connect across ENG", board) is Reason.NO_LINK


def test_a_release_with_two_landing_places_must_name_one():
    board = after(POR_SPA, "Por & Bre connect", *NORTH_AFRICA)
    assert reason("Naf & Bre connect", board) is Reason.AMBIGUOUS
    north = means("Naf & Bre(ENG) connect", board)
    south = means("Naf & Bre(sc) connect across MAO", board)
    assert north != south
    numbered = {means(f"Naf & Bre no. {number} connect", board) for number in (1, 2)}
    borders = {means(f"Bre & Naf connect at Bre/MAO no. {number}", board) for number in (1, 2)}
    assert numbered == borders == {north, south}
    for text in complaint("Naf & Bre connect", board).split("write: ")[1].split(" | "):
        assert means(text, board) in {north, south}


def test_a_number_where_there_is_one_landing_place_must_be_1():
    board = after(POR_SPA)
    assert means("Por & Bre no. 1 connect", board) == means("Por & Bre connect", board)
    assert reason("Por & Bre no. 2 connect", board) is Reason.NO_SUCH_SEGMENT


def test_an_event_that_is_not_possible_cannot_be_written():
    nowhere = Cut(START.mesh.fresh)
    assert not is_possible(START.mesh, nowhere)
    with pytest.raises(MapError, match="not possible"):
        make_order(START, nowhere, Power("Italy"))
    (por,) = START.mesh.between(ProvinceKey("Por"), ProvinceKey("MAO"))
    (bre,) = START.mesh.between(ProvinceKey("Bre"), ProvinceKey("MAO"))
    with pytest.raises(MapError, match="not possible"):
        make_order(START, Link(ProvinceKey("MAO"), min(por, bre), max(por, bre)), Power("Italy"))


@pytest.mark.parametrize(
    "text", ["Por & Spa separate, MAO & MAO separate", "isthmus: strait", "Por & Xyz separate"]
)
def test_a_line_that_is_no_event_of_these_rules_is_unreadable(text):
    assert isinstance(read(text), Unreadable)


def test_events_are_written_as_the_rules_write_them():
    assert write_order(read("mao/mao connect (por/spa separate)"), START) == (
        "Por & Spa separate, MAO & MAO connect"
    )
    order = read("Por and Bre connect across MAO at Bre/MAO no. 1")
    assert write_order(order, START) == "Por & Bre connect across MAO at Bre/MAO no. 1"
    assert replace(order, line=None) == order


@pytest.mark.parametrize(
    "text",
    [
        "Por & Por separate",
        "Por & Spa separate, Por & Spa connect",
        "Out & Out connect",
        "Out(nc) & NAO separate",
        "Mun(nc) & Bur separate",
        "Swi(GOL) & Mun separate",
        "Spa(BLA) & MAO separate",
        "Nwy & Out no. 99 separate",
        "Por & Bre no. 7 connect across Por",
        "Por(nc) & Bre(ec) connect across Out at Mun/Bur no. 2 and Spa/MAO",
        "MAO & MAO connect",
    ],
)
def test_nonsense_is_void_with_a_reason_and_an_answer(text):
    for board in (START, after(POR_SPA)):
        assert isinstance(means(text, board), Verdict)
        assert complaint(text, board)


def test_connect_alone_that_fits_several_borders_is_ambiguous_and_names_them():
    order = read("Den & Hol connect")
    assert isinstance(order, Connect)
    assert find_event_by_ends(START, order) == Verdict(reason=Reason.AMBIGUOUS, at=("Den", "Hol"))
    assert complaint("Den & Hol connect", meaning=find_event_by_ends) == (
        "more than one event could be meant; write: "
        "HEL & NTH separate, Hol & Den connect | HEL & Kie separate, Hol & Den connect"
    )


def test_connect_alone_is_a_release_where_one_is_possible():
    island, order = after(POR_SPA), read("Por & Bre connect")
    assert isinstance(order, Connect)
    assert isinstance(find_event_by_ends(island, order), Link)


def test_who_means_a_separation_by_its_ends_alone_is_told_how_to_write_it():
    assert complaint("Mar & MAO connect").endswith("write: Gas & Spa separate, MAO & Mar connect")
