"""Straits and canals: the seven rules, the votes and the defaults."""

from dataclasses import replace

import pytest

from tests.border_events import JudgedEvents, judge_events, position, with_options
from zinegen.game import CanalEnded, CanalMade, CanalMoved, Reason, StraitEnded, StraitMade
from zinegen.play import start_board
from zinegen.variants.seismic.rule_sets import SEISMIC_ACERUNNER as ACERUNNER
from zinegen.variants.seismic.waterways import list_isthmuses

KIE, CON = "canal Kie: BAL HEL", "canal Con: AEG BLA"
DEN_SWE = "strait Den/Swe"
PINCH = "ADR & ION separate, Apu & Alb connect"


def judged(events, before=(), **options) -> JudgedEvents:
    variant = with_options(ACERUNNER, **options)
    return judge_events(variant, position(variant, before), events)


def blamed(result: JudgedEvents, power: str) -> list[str]:
    """Return the powers to blame for what became of a power's first option."""
    option = [one for one in result.report.rulings if one.order.power == power][1]
    return [order.power for order in option.verdict.because]


def kinds(result: JudgedEvents) -> list[type]:
    return [type(change) for change in result.report.changes[1:]]


def test_the_four_isthmuses_of_the_start():
    board = start_board(ACERUNNER)
    found = {"/".join(sorted(board.mesh.sides(border))) for border in list_isthmuses(board)}
    assert found == {"Den/Swe", "Den/Kie", "Bul/Con", "Por/Spa"}


def test_the_waterways_of_the_start_are_a_strait_and_two_canals():
    assert judged({}).waterways() == {DEN_SWE, KIE, CON}


def test_rule_1_a_strait_that_is_cut_is_gone():
    result = judged({"Germany": "Den & Swe separate"})
    assert result.waterways() == {KIE, CON}
    assert kinds(result) == [StraitEnded]


def test_rule_2_a_strait_follows_the_water_at_its_end():
    result = judged({"Germany": "Swe & BAL separate, Den & GOB connect"})
    assert result.waterways() == {DEN_SWE, KIE, CON}
    assert kinds(result) == []


@pytest.mark.parametrize(
    "option", ["", "strait: keep", "strait Den/Swe: canal", "strait: canal Swe"]
)
def test_rule_3_a_strait_that_meets_land_becomes_a_canal_where_the_shore_is_left(option):
    result = judged({"Germany": f"BAL & Den separate, Kie & Swe connect\n{option}"})
    assert result.waterways() == {"canal Swe: BAL SKA", KIE, CON}
    assert kinds(result) == [StraitEnded, CanalMade]


def test_rule_3_the_canal_lies_on_the_other_side_when_that_keeps_its_shore():
    result = judged({"Germany": "Den & SKA separate, Swe & NTH connect"})
    assert result.waterways() == {DEN_SWE, KIE, CON}, "the North Sea is a water too"
    result = judged({"Germany": "Swe & SKA separate, Nwy & Den connect"})
    assert result.waterways() == {"canal Den: BAL SKA", KIE, CON}


def test_rule_3_the_strait_is_deleted_by_choice():
    order = "BAL & Den separate, Kie & Swe connect\nstrait Den/Swe: delete"
    result = judged({"Germany": order})
    assert result.waterways() == {KIE, CON}
    assert result.reasons("Germany") == [Reason.BORDER_MOVED, Reason.OPTION_COUNTED]


def test_rule_3_most_votes_decide_and_a_tie_leaves_it_to_the_game():
    event = "BAL & Den separate, Kie & Swe connect\n"
    two = {"Germany": event + "strait: delete", "Italy": event + "strait: delete"}
    assert judged({**two, "Russia": event + "strait: keep"}).waterways() == {KIE, CON}
    tie = {"Germany": event + "strait: delete", "Russia": event + "strait: keep"}
    assert "canal Swe: BAL SKA" in judged(tie).waterways()
    assert judged(tie, waterway_default="delete").waterways() == {KIE, CON}


def test_an_option_that_is_outvoted_or_tied_does_not_succeed():
    event = "BAL & Den separate, Kie & Swe connect\n"
    delete, keep = event + "strait: delete", event + "strait: keep"
    lost = judged({"Germany": delete, "Italy": delete, "Russia": keep + "\nstrait: keep"})
    assert lost.reasons("Germany")[1] is lost.reasons("Italy")[1] is Reason.OPTION_COUNTED
    assert lost.reasons("Russia")[1:] == [Reason.OPTION_OUTVOTED] * 2, "though written twice"
    assert blamed(lost, "Russia") == ["Germany", "Italy"]
    tied = judged({"Germany": delete, "Russia": keep})
    assert tied.reasons("Germany")[1] is tied.reasons("Russia")[1] is Reason.OPTION_TIED
    assert blamed(tied, "Russia") == ["Germany"]


def test_an_option_for_an_isthmus_goes_before_one_for_all():
    event = f"{PINCH}\nisthmus: none\nisthmus Apu/Alb: canal Apu"
    result = judged({"Austria": event})
    assert result.reasons("Austria")[1:] == [Reason.OPTION_CLOSED, Reason.OPTION_COUNTED]
    assert blamed(result, "Austria") == ["Austria"]


def test_an_option_for_what_happened_is_not_said_to_apply_to_nothing():
    """A strait that is cut through and a canal that must stay leave no choice."""
    cut = judged({"Germany": "Den & Swe separate, SKA & BAL connect\nstrait Den/Swe: keep"})
    assert cut.reasons("Germany")[1] is Reason.OPTION_CLOSED
    elsewhere = judged({"Germany": "Pru & Lvn separate, War & BAL connect\nstrait Den/Swe: keep"})
    assert elsewhere.reasons("Germany")[1] is Reason.OPTION_DROPPED


def test_rule_3_options_of_one_power_that_differ_cancel_each_other():
    order = "BAL & Den separate, Kie & Swe connect\nstrait: delete\nstrait: keep"
    result = judged({"Germany": order})
    assert "canal Swe: BAL SKA" in result.waterways()
    assert result.reasons("Germany")[1:] == [Reason.OPTIONS_CANCEL] * 2


def test_a_conversion_needs_both_shores_of_its_province():
    """Land comes to both ends of the strait: Sweden loses the one shore, Denmark the other."""
    result = judged(
        {
            "Germany": "Kie & Swe connect, BAL & Den separate",
            "England": "Nwy & Den connect, SKA & Swe separate",
        }
    )
    assert result.waterways() == {KIE, CON}


def test_land_at_both_ends_on_one_side_makes_one_canal():
    """Denmark loses both shores at the strait; Sweden keeps both, and the canal."""
    before = ["Den & NTH separate, SKA & HEL connect"]
    result = judged(
        {
            "Germany": "Kie & Swe connect, BAL & Den separate",
            "England": "SKA & Den separate, Swe & HEL connect",
        },
        before,
    )
    assert "canal Swe: BAL SKA" in result.waterways()


def test_rule_4_a_canal_that_joins_a_coast_to_itself_is_gone():
    result = judged({"Germany": "Kie & Den separate, HEL & BAL connect"})
    assert result.waterways() == {DEN_SWE, CON}
    assert kinds(result) == [CanalEnded]


def test_rule_5_a_canal_that_meets_land_on_both_sides_is_gone():
    result = judged({"Germany": "Kie & HEL separate, Den & Hol connect\ncanal Kie: keep"})
    assert result.waterways() == {DEN_SWE, CON}
    assert result.reasons("Germany")[1] is Reason.OPTION_CLOSED


RULE_6 = "Kie & HEL separate, Den & NTH connect\n"
TO_NTH = ["HEL & Hol separate, Kie & NTH connect"]


@pytest.mark.parametrize(
    ("option", "default", "kept"),
    [
        ("", "keep", True),
        ("", "delete", False),
        ("canal Kie: keep", "delete", True),
        ("canal Kie: NTH", "delete", True),
        ("canal Kie: delete", "keep", False),
        ("canal Kie: BAL", "delete", False),
        ("canal Con: delete", "keep", True),
    ],
)
def test_rule_6_a_canal_with_one_water_left_is_kept_or_deleted(option, default, kept):
    result = judged({"Germany": RULE_6 + option}, TO_NTH, waterway_default=default)
    assert result.waterways() == {DEN_SWE, CON} | ({"canal Kie: BAL NTH"} if kept else set())
    assert kinds(result) == [CanalMoved if kept else CanalEnded]


RULE_7 = "HEL & Kie separate, SKA & NTH connect\n"
TO_BOTH = [
    "Den & NTH separate, SKA & HEL connect",
    "HEL & Hol separate, Kie & NTH connect",
    "HEL & Den separate, Kie & SKA connect",
]


@pytest.mark.parametrize(
    ("option", "water"),
    [("", "NTH"), ("canal Kie: SKA", "SKA"), ("canal: keep NTH", "NTH"), ("canal: delete", "NTH")],
)
def test_rule_7_a_canal_between_two_waters_stays_at_one_of_them(option, water):
    result = judged({"Germany": RULE_7 + option}, TO_BOTH)
    assert f"canal Kie: BAL {water}" in result.waterways()


def test_rule_7_a_throw_may_decide():
    variant = with_options(ACERUNNER, terminal_default="random")
    state = position(variant, TO_BOTH)
    asked = judge_events(variant, state, {"Germany": RULE_7}).report.needs
    assert asked is not None
    assert asked.candidates == ("NTH", "SKA")
    thrown = judge_events(variant, state, {"Germany": RULE_7}, throws={asked.label: 2})
    assert "canal Kie: BAL SKA" in thrown.waterways()
    chosen = judge_events(variant, state, {"Germany": RULE_7 + "canal Kie: NTH"})
    assert "canal Kie: BAL NTH" in chosen.waterways()


def test_both_ends_of_a_canal_move_by_their_own_events_and_one_deletes():
    """Constantinople loses the Aegean to land on one side and the Black Sea on the other."""
    west = "Con & AEG separate, Bul & Smy connect"
    assert CON not in judged({"Italy": west}).waterways()
    before = ["Bul & AEG separate, Gre & Con connect"]
    both = judged({"Italy": "Con & BLA separate, Bul & Ank connect"}, before)
    assert both.waterways() == {DEN_SWE, KIE}


@pytest.mark.parametrize(
    ("options", "made"),
    [
        ({}, {"strait Alb/Apu"}),
        ({"Austria": "isthmus: none"}, set()),
        ({"Austria": "isthmus Apu/Alb: canal Alb"}, {"canal Alb: ADR ION"}),
        ({"Austria": "isthmus Ven/Tri: none"}, {"strait Alb/Apu"}),
        ({"Austria": "isthmus: canal Ven"}, {"strait Alb/Apu"}),
        ({"Austria": "isthmus: none", "Italy": "isthmus: strait"}, {"strait Alb/Apu"}),
        ({"Austria": "isthmus: none", "Italy": ""}, set()),
        ({"Austria": "isthmus: none\nisthmus Apu/Alb: canal Apu"}, {"canal Apu: ADR ION"}),
        ({"Austria": "isthmus: none\nisthmus: canal Apu"}, {"strait Alb/Apu"}),
    ],
)
def test_a_new_isthmus_gets_what_most_of_the_responsible_want_else_a_strait(options, made):
    orders = {power: f"{PINCH}\n{text}" for power, text in options.items()}
    result = judged(orders or {"Austria": PINCH})
    assert result.waterways() == {DEN_SWE, KIE, CON} | made


def test_an_option_typed_twice_is_one_vote_and_no_line_of_it_is_dropped():
    twice = f"{PINCH}\nisthmus: none\nisthmus: none"
    assert judged({"Austria": twice}).reasons("Austria")[1:] == [Reason.OPTION_COUNTED] * 2
    tied = judged({"Austria": twice, "Italy": f"{PINCH}\nisthmus: strait"})
    assert "strait Alb/Apu" in tied.waterways()


def test_whoever_is_not_responsible_has_no_vote():
    result = judged(
        {
            "Austria": PINCH,
            "Italy": "Mun & Bur separate, Ruh & Swi connect\nisthmus Apu/Alb: none",
            "Russia": "isthmus Apu/Alb: none",
        }
    )
    assert "strait Alb/Apu" in result.waterways()
    assert result.reasons("Italy")[1] is Reason.OPTION_OF_ANOTHER
    assert result.reasons("Russia") == [Reason.OPTION_OF_ANOTHER]


def test_options_of_a_beaten_event_do_not_count():
    result = judged(
        {
            "Austria": PINCH,
            "Italy": PINCH,
            "Turkey": "Alb & ION separate, ADR & Gre connect\nisthmus: none",
        }
    )
    assert "strait Alb/Apu" in result.waterways()
    assert result.reasons("Turkey") == [Reason.OVERRULED_BY, Reason.OPTION_DROPPED]


def test_an_old_border_that_becomes_an_isthmus_gets_nothing_unless_somebody_wants_it():
    event = "Tun & Out separate, ION & NAf connect\n"
    assert judged({"Italy": event}).waterways() == {DEN_SWE, KIE, CON}
    dug = judged({"Italy": event + "isthmus: canal NAf"})
    assert dug.waterways() == {DEN_SWE, KIE, CON, "canal NAf: ION WES"}


TUN_NAF = "Tun & Out separate, ION & NAf connect\n"


@pytest.mark.parametrize(
    ("options", "made"),
    [
        (["canal Tun"], set()),
        (["strait"], {"strait NAf/Tun"}),
        (["strait", "canal Tun"], set()),
        (["strait", "strait", "canal Tun"], {"strait NAf/Tun"}),
        (["strait", "canal Tun", "canal Tun"], set()),
        (["canal NAf", "canal Tun"], set()),
        (["canal NAf", "canal NAf", "canal Tun"], {"canal NAf: ION WES"}),
    ],
)
def test_a_canal_where_the_shores_are_one_already_counts_as_a_vote_and_leaves_no_waterway(
    options, made
):
    """Tunis has one shore all the way from the Western Mediterranean to the Ionian."""
    powers = ["Italy", "France", "England"][: len(options)]
    result = judged(
        {power: f"{TUN_NAF}isthmus: {way}" for power, way in zip(powers, options, strict=True)}
    )
    assert result.waterways() == {DEN_SWE, KIE, CON} | made
    votes = {Reason.OPTION_COUNTED, Reason.OPTION_OUTVOTED, Reason.OPTION_TIED}
    assert votes >= {result.reasons(power)[1] for power in powers}


def test_a_canal_that_a_peninsula_has_no_use_for_is_not_there_when_its_shore_is_cut_later():
    """The Ionian end of Tunis's shore is cut off a season after the vote."""
    before = [
        f"{TUN_NAF}isthmus: canal Tun",
        "TYS & ION separate, Tun & Nap connect\nisthmus: none",
    ]
    assert judged({}, before).waterways() == {DEN_SWE, KIE, CON}


def test_beside_switzerland_a_canal_in_it_is_no_choice():
    before = [
        "Mar & Pie separate, GOL & Swi connect",
        "Tyr & Pie separate, Swi & Ven connect",
        "Ven & Pie separate, Swi & Tus connect",
    ]
    event = "Tus & Pie separate, Swi & GOL connect\nisthmus Swi/Pie: "
    result = judged({"Italy": f"{event}canal Swi", "France": f"{event}canal Pie"}, before)
    assert result.reasons("Italy")[1] is Reason.OPTION_CLOSED
    assert result.reasons("France")[1] is Reason.OPTION_COUNTED
    assert result.waterways() == {DEN_SWE, KIE, CON}


def test_an_isthmus_whose_waters_change_gets_nothing_new():
    event = "Spa & MAO separate, Por & WES connect\nisthmus: strait"
    assert judged({"Italy": event}).waterways() == {DEN_SWE, KIE, CON}


def test_an_isthmus_made_by_two_events_is_the_business_of_both():
    orders = {
        "Austria": "Gre & Alb separate, ION & Ser connect\nisthmus: strait",
        "Turkey": "Gre & Bul separate, Ser & AEG connect\nisthmus: canal Ser",
    }
    assert judged(orders).waterways() == {DEN_SWE, KIE, CON}
    orders["Turkey"] = "Gre & Bul separate, Ser & AEG connect"
    assert "strait Gre/Ser" in judged(orders).waterways()


POR = ["Por & Spa separate, MAO & MAO connect"]


def test_a_canal_in_a_released_island_goes_before_the_default_like_any_other_choice():
    order = "Por & Bre connect\nisthmus: canal Por"
    result = judged({"France": order}, POR, release_isthmus_default="strait")
    assert result.waterways() == {DEN_SWE, KIE, CON}


@pytest.mark.parametrize(("default", "made"), [("none", set()), ("strait", {"strait Bre/Por"})])
def test_an_isthmus_made_by_a_release_has_a_default_of_its_own(default, made):
    result = judged({"France": "Por & Bre connect"}, POR, release_isthmus_default=default)
    assert result.waterways() == {DEN_SWE, KIE, CON} | made
    assert [type(c) for c in result.report.changes if isinstance(c, StraitMade)] == (
        [StraitMade] if made else []
    )


def test_options_stand_with_the_events_that_set_up_a_board():
    lines = ["ADR & ION separate, Apu & Alb connect\nisthmus: canal Apu"]
    variant = replace(ACERUNNER)
    state = position(variant, lines)
    assert len(state.board.canals) == 3
