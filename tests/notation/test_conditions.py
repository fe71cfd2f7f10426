from dataclasses import dataclass, field, replace

import pytest

from tests.notation.examples import FILE, START, canonical, read
from tests.positions import sheet_of, standard_state
from zinegen.board import Power, Terrain
from zinegen.errors import Where
from zinegen.game import GameState, PhaseKind, Report, UnitLost, UnitMoved, UnitRemoved
from zinegen.geometry import ProvinceKey
from zinegen.notation import Canonical, read_conditions, read_orders
from zinegen.notation.conditions import (
    Branch,
    Conditional,
    Plain,
    Played,
    SeasonFacts,
    adjustments_due,
    all_orders,
    choose_orders,
    choose_retreats,
    is_true,
    write_condition,
)
from zinegen.notation.reading.condition_reader import Conditions
from zinegen.rules import adjudicate
from zinegen.variants.standard import STANDARD

ENGLAND = Power("England")


@dataclass(frozen=True, kw_only=True)
class GivenFacts(SeasonFacts):
    """Facts as a test lays them down."""

    state: GameState = START
    went: dict[str, str] = field(default_factory=dict)
    driven: frozenset[str] = frozenset()
    before: dict[str, str] = field(default_factory=dict)
    done: frozenset[str] = frozenset()
    changed: frozenset[str] = frozenset()
    centres: frozenset[str] = frozenset()

    def whereabouts(self, began):
        """Where a unit went."""
        return self.went.get(began)

    def was_dislodged(self, began):
        """Whether it was driven out."""
        return began in self.driven

    def owner_before(self, face):
        """Who owned it."""
        return self.before.get(face)

    def came_about(self, order):
        """Whether it was done."""
        return canonical([order])[0] in self.done

    def has_changed(self, face):
        """Whether it changed."""
        return face in self.changed

    def is_centre(self, face):
        """Whether it is a centre."""
        return face in self.centres


def conditions(text: str, section: str = "builds") -> Conditions:
    return read_conditions(
        text,
        power=ENGLAND,
        state=START,
        variant=STANDARD,
        section=section,
        where=Where(file=FILE, line=10, column=1),
    )


def condition(text: str):
    """Return the test of a condition."""
    read = conditions(f"if {text} then build F Lon")
    assert read.findings == ()
    (branch,) = read.steps
    assert isinstance(branch, Branch)
    return branch.test


@pytest.mark.parametrize(
    ("text", "facts", "true"),
    [
        ("France in Bre", GivenFacts(), True),
        ("France in ENG", GivenFacts(), False),
        ("F France in Bre", GivenFacts(), True),
        ("A France in Bre", GivenFacts(), False),
        ("French fleet in Brest", GivenFacts(), True),
        ("A Lvp in Yor", GivenFacts(went={"Lvp": "Yor"}), True),
        ("A Lvp in Yor", GivenFacts(went={"Lvp": "Lvp"}), False),
        ("A Lvp dislodged", GivenFacts(driven=frozenset({"Lvp"})), True),
        ("A Lvp dislodged", GivenFacts(), False),
        ("I own Lon", GivenFacts(), True),
        ("I own Nwy", GivenFacts(), False),
        ("France owns Par", GivenFacts(), True),
        ("France owns Bel", GivenFacts(), False),
        ("lost Par", GivenFacts(before={"Par": "England"}), True),
        ("lost Lon", GivenFacts(before={"Lon": "England"}), False),
        ("I lost Par", GivenFacts(), False),
        ("A Par - Bur succeeded", GivenFacts(done=frozenset({"A Par - Bur"})), True),
        ("F ENG C A Lon - Bre succeeded", GivenFacts(), False),
        ("Wal empty", GivenFacts(), True),
        ("Lon empty", GivenFacts(), False),
        ("changed Mun", GivenFacts(changed=frozenset({"Mun"})), True),
        ("changed Mun", GivenFacts(), False),
        ("centre Ruh", GivenFacts(centres=frozenset({"Ruh"})), True),
        ("not Lon empty", GivenFacts(), True),
        ("Wal empty and Lon empty", GivenFacts(), False),
        ("Wal empty or Lon empty", GivenFacts(), True),
        ("Lon empty and Lon empty or Wal empty", GivenFacts(), True),
        ("Lon empty and (Lon empty or Wal empty)", GivenFacts(), False),
        ("not (Lon empty or Edi empty) and Wal empty", GivenFacts(), True),
        ("not not Wal empty", GivenFacts(), True),
    ],
)
def test_each_fact_is_true_when_the_table_says(text, facts, true):
    assert is_true(condition(text), facts) is true


@pytest.mark.parametrize(
    ("text", "canon"),
    [
        ("A FRANCE in bur", "A France in Bur"),
        ("A Mun in Bur", "A Mun in Bur"),
        ("mun dislodged", "Mun dislodged"),
        ("i own nwy and not lost edi", "England owns Nwy and not lost Edi"),
        ("A Par-Bur succeeded", "A Par - Bur succeeded"),
        ("Wal empty or changed Mun", "Wal empty or changed Mun"),
        ("(Wal empty or changed Mun) and centre Ber", "(Wal empty or changed Mun) and centre Ber"),
    ],
)
def test_conditions_have_one_canonical_text_that_is_read_back_equal(text, canon):
    test = condition(text)
    assert write_condition(test, Canonical(START.board)) == canon
    assert condition(canon) == test


RETREATS = """if France in ENG then
  F NTH: Edi, disband             # the first that is possible
else if Wal empty then
  F NTH: Yor
else
  F NTH: Hol
endif
F NTH: Lon, Edi, disband          # else this
"""


def test_a_block_gives_the_lines_of_the_branch_that_is_true():
    read = conditions(RETREATS, "retreats")
    assert read.findings == ()
    found = choose_orders(read.steps, GivenFacts())
    assert canonical(found) == ["F NTH - Yor", "F NTH - Lon", "F NTH - Edi", "F NTH disband"]


def test_blocks_may_stand_in_each_other_once():
    text = "if Wal empty then\n if Lon empty then\n build A Lon\n else\n build F Lon\n endif\nendif"
    read = conditions(text)
    assert read.findings == ()
    assert canonical(choose_orders(read.steps, GivenFacts())) == ["build F Lon"]


def test_one_line_may_hold_both_ways():
    read = conditions("if Lon empty then build A Lon else if Wal empty then build F Edi")
    assert read.findings == ()
    assert canonical(choose_orders(read.steps, GivenFacts())) == ["build F Edi"]
    assert canonical(all_orders(read.steps)) == ["build A Lon", "build F Edi"]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("if Lon empty then build A Lon\nelse build F Lon", ["build F Lon"]),
        (
            "if Lon empty then build A Lon\nelse if Wal empty then build F Edi\nelse waive\nbuild A Lvp",
            ["build F Edi", "build A Lvp"],
        ),
        ("if Wal empty then build A Lon\nelse build F Lon", ["build A Lon"]),
    ],
)
def test_the_other_way_of_a_line_may_stand_on_the_next(text, found):
    read = conditions(text)
    assert read.findings == ()
    assert canonical(choose_orders(read.steps, GivenFacts())) == found


def test_the_other_way_of_an_unreadable_condition_is_no_second_error():
    read = conditions("if nonsense then build F Lon\nelse build F Edi\nbuild A Lvp")
    assert [found.code for found in read.findings] == ["O15"]
    assert canonical(choose_orders(read.steps, GivenFacts())) == ["build A Lvp"]


def test_conditional_orders_know_their_own_place():
    read = conditions("\nif Wal empty then build F Lon")
    (order,) = all_orders(read.steps)
    assert order.line.text == "build F Lon"
    assert (order.line.where.line, order.line.where.column) == (11, 19)


@pytest.mark.parametrize(
    ("text", "line", "told"),
    [
        ("if x then build F Lon", 10, 'makes no sense at "x"'),
        ("if Mnu empty then build F Lon", 10, 'makes no sense at "Mnu"'),
        ("if Wal empty build F Lon", 10, 'makes no sense at "build"'),
        ("if Wal empty", 10, "breaks off"),
        ("if Wal empty then\nbuild F Lon", 10, 'no "endif"'),
        ("build F Lon\nendif", 11, 'no "if"'),
        ("else\nbuild F Lon", 10, 'no "if"'),
        ("if Wal empty then\nelse\nelse\nendif", 12, 'an "else" here already'),
        (
            "if Wal empty then\nif Wal empty then\nif Wal empty then\nendif\nendif\nendif",
            12,
            "only 2 deep",
        ),
        ("if Wal empty then if Wal empty then if Wal empty then waive", 10, "only 2 deep"),
    ],
)
def test_a_condition_that_is_none_is_one_error(text, line, told):
    findings = conditions(text).findings
    assert [found.code for found in findings][:1] == ["O15"]
    assert told in findings[0].title
    assert findings[0].where.line == line


def test_the_hint_names_the_province_that_was_meant():
    (found,) = conditions("if Mnu empty then build F Lon").findings
    assert found.hint == "did you mean Mun (Munich)?"


def test_under_a_condition_that_cannot_be_read_nothing_counts():
    read = conditions("if nonsense then\nbuild F Lon\nelse\nbuild F Edi\nendif\nbuild A Lvp")
    assert len(read.findings) == 1
    assert canonical(choose_orders(read.steps, GivenFacts())) == ["build A Lvp"]


def test_a_wrong_line_under_a_condition_is_found():
    read = conditions("if Wal empty then\n build F Lno\nendif")
    assert [(found.code, found.where.line) for found in read.findings] == [("O10", 11)]


def test_moves_and_events_are_never_conditional():
    for section in ("orders", "events"):
        reading = read_orders(
            "if Wal empty then A Lvp - Wal",
            power=ENGLAND,
            state=START,
            variant=STANDARD,
            section=section,
        )
        assert [found.code for found in reading.findings] == ["O15"]
        assert len(reading.orders) == 1


def test_in_a_placement_a_line_may_be_conditional_and_is_one_order():
    """The forms of the placement are a rule set's own; holds stand in for them here."""
    from dataclasses import replace

    from zinegen.notation.reading.forms import MOVES_FORMS

    forms = tuple(replace(form, kinds=frozenset(PhaseKind)) for form in MOVES_FORMS)
    reading = read_orders(
        "if centre Lon then A Lvp H else F Lon H\nA Lvp H",
        power=ENGLAND,
        state=START,
        variant=replace(STANDARD, extra_forms=forms),
        kind=PhaseKind.PLACEMENT,
    )
    assert reading.findings == ()
    first, second = reading.orders
    assert isinstance(first, Conditional)
    assert is_true(first.test, GivenFacts(centres=frozenset({ProvinceKey("Lon")})))
    assert canonical(reading.orders) == ["if centre Lon then A Lvp H else F Lon H", "A Lvp H"]
    assert second == first.then[0]


def test_a_plain_text_is_plain_lines():
    read = conditions("build F Lon\nremove A Yor, F NWG")
    assert all(isinstance(step, Plain) for step in read.steps)
    assert canonical(choose_orders(read.steps, GivenFacts())) == [
        "build F Lon",
        "remove A Yor",
        "remove F NWG",
    ]


DRIVEN = standard_state(
    "F1901R",
    {"England": ["A Yor"], "France": ["F NTH", "A Hol"]},
    dislodged={
        "England": {"F NTH": ["Edi", "HEL"], "A Hol": ["Bel", "Kie", "Edi"], "F Por": ["Spa/nc"]},
        "France": {"A Pic": ["Par"]},
    },
)


def steps(text, section, state):
    return read_conditions(
        text, power=ENGLAND, state=state, variant=STANDARD, section=section
    ).steps


def retreats(text, state=DRIVEN):
    found = choose_retreats(steps(text, "retreats", state), SeasonFacts(state=state), ENGLAND)
    return canonical(found, state)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("F NTH: Nwy, HEL, disband", ["F NTH - HEL"]),
        ("F NTH: Nwy, disband, HEL", ["F NTH disband"]),
        ("F NTH: Nwy", []),
        ("F NTH - HEL\nF NTH - Edi", ["F NTH - HEL"]),
        ("if Yor empty then F NTH - HEL\nF NTH - Edi", ["F NTH - Edi"]),
        ("F NTH - Edi\nA Hol: Edi, Kie", ["F NTH - Edi", "A Hol - Kie"]),
        ("F Por: Spa", ["F Por - Spa"]),
        ("F Por: Spa/sc, Spa/nc", ["F Por - Spa/nc"]),
        ("A Pic: Par", []),
        ("A Yor: Lon", []),
    ],
)
def test_the_first_line_that_is_possible_counts(text, found):
    assert retreats(text) == found


def winter(units, centres):
    return standard_state("W1901A", {"England": units}, {"England": centres})


def test_an_army_aboard_and_a_mutant_force_count_as_two():
    state = winter(["A/F NTH", "M Edi"], ["Lon", "Edi", "Lvp", "Nwy", "Swe"])
    assert adjustments_due(STANDARD, state, ENGLAND) == 1


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
    assert facts.whereabouts(ProvinceKey("Mun")) == "Bur"
    assert facts.whereabouts(ProvinceKey("IRI")) == "ENG"
    assert facts.whereabouts(ProvinceKey("ENG")) == "Bel"
    assert facts.whereabouts(ProvinceKey("Bur")) == "Bur"
    assert facts.whereabouts(ProvinceKey("Par")) is None
    assert facts.was_dislodged(ProvinceKey("Bur"))
    assert not facts.was_dislodged(ProvinceKey("Mun"))


def test_a_retreat_is_followed_though_the_attacker_stands_there_now():
    facts = play(BATTLE, sheets=[ORDERS, {"France": ["A Bur - Mar"]}])
    assert facts.whereabouts(ProvinceKey("Bur")) == "Mar"
    assert facts.whereabouts(ProvinceKey("Mun")) == "Bur"


def test_a_unit_that_is_gone_is_nowhere():
    facts = play(BATTLE, sheets=[ORDERS, {"France": ["A Bur disband"]}])
    assert facts.whereabouts(ProvinceKey("Bur")) is None
    assert facts.was_dislodged(ProvinceKey("Bur"))


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
    assert facts.owner_before(ProvinceKey("Mun")) == "Germany"
    assert facts.owner_before(ProvinceKey("Bel")) is None


def test_a_province_has_changed_when_its_ground_or_a_border_has():
    board = START.board
    munich = board.replace_province(replace(board[ProvinceKey("Mun")], terrain=Terrain.WATER))
    rift = replace(board, rifts=((ProvinceKey("Bur"), ProvinceKey("Mun")),))
    (border,) = board.mesh.between(ProvinceKey("Bur"), ProvinceKey("Mun"))
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
    lon, bre = START.units[ProvinceKey("Lon")], START.units[ProvinceKey("Bre")]
    report = Report(changes=(UnitMoved(unit=lon, to=bre.at), UnitMoved(unit=bre, to=lon.at)))
    facts = SeasonFacts(state=START, played=(Played(before=START, report=report, after=START),))
    assert facts.whereabouts(ProvinceKey("Lon")) == "Bre"
    assert facts.whereabouts(ProvinceKey("Bre")) == "Lon"


def test_a_unit_lost_where_it_has_just_come_to_is_gone():
    lvp = START.units[ProvinceKey("Lvp")]
    there = replace(lvp, at=START.units[ProvinceKey("Bre")].at)
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
        assert facts.whereabouts(ProvinceKey("Lvp")) is None


def test_before_anything_is_played_everything_is_where_it_is():
    facts = SeasonFacts(state=START)
    assert facts.whereabouts(ProvinceKey("Lon")) == "Lon"
    assert facts.owner_before(ProvinceKey("Lon")) == Power("England")
    assert not facts.has_changed(ProvinceKey("Lon"))
    assert facts.is_centre(ProvinceKey("Lon"))
    assert not facts.is_centre(ProvinceKey("Wal"))
