from dataclasses import replace

from tests.notation.examples import START, read
from tests.positions import sheet_of, standard_state
from zinegen.board.board import Power, Terrain
from zinegen.game.changes import UnitLost, UnitMoved, UnitRemoved
from zinegen.game.report import Report
from zinegen.geometry.mesh import Face
from zinegen.notation.conditions.season_facts import Played, SeasonFacts
from zinegen.rules.compose import adjudicate
from zinegen.variants.standard import STANDARD

BATTLE = standard_state(
    "F1901M",
    {"Germany": ["A Mun", "A Ruh"], "France": ["A Bur", "A Gas"], "Italy": ["F ENG", "F IRI"]},
    {"Germany": ["Mun"], "France": ["Par"]},
)


def play(state, **orders):
    """Play phases, one sheet each, and return the facts after them."""
    played = []
    for sheet in orders["sheets"]:
        after, report = adjudicate(STANDARD, state, sheet_of(state, sheet))
        played.append(Played(before=state, report=report, after=after))
        state = after
    return SeasonFacts(state=state, played=tuple(played))


ORDERS = {
    "Germany": ["A Mun - Bur", "A Ruh S A Mun - Bur"],
    "France": ["A Bur H", "A Gas - Par"],
    "Italy": ["F ENG - Bel", "F IRI - ENG"],
}


def test_units_are_followed_from_where_they_began():
    facts = play(BATTLE, sheets=[ORDERS])
    assert facts.whereabouts(Face("Mun")) == "Bur"
    assert facts.whereabouts(Face("IRI")) == "ENG"
    assert facts.whereabouts(Face("ENG")) == "Bel"
    assert facts.whereabouts(Face("Bur")) == "Bur"
    assert facts.whereabouts(Face("Par")) is None
    assert facts.was_dislodged(Face("Bur"))
    assert not facts.was_dislodged(Face("Mun"))


def test_a_retreat_is_followed_though_the_attacker_stands_there_now():
    facts = play(BATTLE, sheets=[ORDERS, {"France": ["A Bur - Mar"]}])
    assert facts.whereabouts(Face("Bur")) == "Mar"
    assert facts.whereabouts(Face("Mun")) == "Bur"


def test_a_unit_that_is_gone_is_nowhere():
    facts = play(BATTLE, sheets=[ORDERS, {"France": ["A Bur disband"]}])
    assert facts.whereabouts(Face("Bur")) is None
    assert facts.was_dislodged(Face("Bur"))


def test_orders_of_any_power_are_known_by_whether_they_came_about():
    facts = play(BATTLE, sheets=[ORDERS])
    asked = read("A Mun - Bur\nMun - Bur\nA Bur H\nA Ruh S A Mun - Bur\nA Ruh S Mun\nA Gas - Bur")
    came = [facts.came_about(order) for order in asked.orders]
    assert came == [True, True, False, True, False, False]


def test_orders_are_alike_when_they_ask_for_the_same():
    """What one of the two leaves out (kind, coast) does not tell them apart."""
    sea = standard_state(
        "F1901M",
        {"England": ["F ENG", "A Lon", "F MAO", "A Yor", "A Wal"], "France": ["A Pic", "A Bel"]},
    )
    orders = {
        "England": [
            "F ENG C A Lon - Bre",
            "A Lon - Bre",
            "F MAO - Spa/nc",
            "A Yor S A Wal",
            "A Wal H",
        ]
    }
    facts = play(sea, sheets=[orders])
    for text, came in {
        "F ENG C A Lon - Bre": True,
        "ENG C Lon - Bre": True,
        "F ENG C A Lon - Pic": False,
        "F MAO - Spa": True,
        "F MAO - Spa/sc": False,
        "A Yor S A Wal": True,
        "A Yor S A Lon": False,
        "A Wal H": True,
        "A Lon H": False,
    }.items():
        (order,) = read(text).orders
        assert facts.came_about(order) is came, text


def test_ownership_before_and_now_are_told_apart():
    facts = play(BATTLE, sheets=[ORDERS])
    assert facts.owner_before(Face("Mun")) == "Germany"
    assert facts.owner_before(Face("Bel")) is None


def test_a_province_has_changed_when_its_ground_or_a_border_has():
    board = START.board
    munich = board.replace_province(replace(board[Face("Mun")], terrain=Terrain.WATER))
    rift = replace(board, rifts=((Face("Bur"), Face("Mun")),))
    (border,) = board.mesh.between(Face("Bur"), Face("Mun"))
    apart = board.separate(border)
    for after, changed in (
        (munich, {"Mun"}),
        (rift, {"Bur", "Mun"}),
        (apart, {"Bur", "Mun", "Ruh", "Swi"}),
    ):
        state = replace(START, board=after)
        facts = SeasonFacts(
            state=state, played=(Played(before=START, report=Report(), after=state),)
        )
        assert {face for face in board.provinces if facts.has_changed(face)} == changed


def test_two_units_that_exchange_places_are_not_confused():
    lon, bre = START.units[Face("Lon")], START.units[Face("Bre")]
    report = Report(changes=(UnitMoved(unit=lon, to=bre.at), UnitMoved(unit=bre, to=lon.at)))
    facts = SeasonFacts(state=START, played=(Played(before=START, report=report, after=START),))
    assert facts.whereabouts(Face("Lon")) == "Bre"
    assert facts.whereabouts(Face("Bre")) == "Lon"


def test_a_unit_lost_where_it_has_just_come_to_is_gone():
    lvp = START.units[Face("Lvp")]
    there = replace(lvp, at=START.units[Face("Bre")].at)
    for end in (UnitLost(unit=there), UnitRemoved(unit=there)):
        report = Report(changes=(UnitMoved(unit=lvp, to=there.at), end))
        facts = SeasonFacts(
            state=START,
            played=(
                Played(
                    before=replace(START, units={lvp.province: lvp}), report=report, after=START
                ),
            ),
        )
        assert facts.whereabouts(Face("Lvp")) is None


def test_before_anything_is_played_everything_is_where_it_is():
    facts = SeasonFacts(state=START)
    assert facts.whereabouts(Face("Lon")) == "Lon"
    assert facts.owner_before(Face("Lon")) == Power("England")
    assert not facts.has_changed(Face("Lon"))
    assert facts.is_centre(Face("Lon"))
    assert not facts.is_centre(Face("Wal"))
