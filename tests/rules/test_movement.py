"""Movement: what the DATC leaves out, and the reasons that are given."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.positions import Lines, play, sheet_of, standard_state
from zinegen.board import Passage, Place, Power
from zinegen.game import (
    Change,
    GameState,
    Hold,
    Kind,
    Move,
    PhaseKind,
    PhaseRule,
    PlaceName,
    Reason,
    Sheet,
    StandoffLeft,
    SupportHold,
    SupportMove,
    Unit,
    UnitDislodged,
    UnitMoved,
    UnitName,
    UnitOrder,
)
from zinegen.geometry import ProvinceKey
from zinegen.notation import write_order
from zinegen.rules import Rulebook, adjudicate
from zinegen.rules.movement.attempts import (
    Advance,
    Attempt,
    Need,
    Position,
    Stand,
    Travel,
    void_move,
)
from zinegen.rules.movement.battle import Battle
from zinegen.rules.movement.convoys import MODERN, ConvoyPolicy
from zinegen.rules.movement.legality import assign_orders, judge_order
from zinegen.rules.movement.movement import (
    list_attempts,
    list_places_in_reach,
    list_rulings,
    make_position,
    movement,
    resolve_battle,
)
from zinegen.rules.movement.rulebook import RetreatPolicy
from zinegen.variants.standard import STANDARD

ENGLAND, FRANCE, GERMANY = Power("England"), Power("France"), Power("Germany")


def test_a_bounce_blames_the_rival_and_its_helpers() -> None:
    played = play(
        {"England": ["A Pic"], "Germany": ["A Mun", "A Ruh"]},
        {"England": ["A Pic - Bur"], "Germany": ["A Mun - Bur", "A Ruh S A Mun - Bur"]},
    )
    assert played.reasons["a pic - bur"] == "bounced-by"
    assert played.because("a pic - bur") == ["a mun - bur", "a ruh s a mun - bur"]
    assert played.because("a mun - bur") == ["a ruh s a mun - bur"]


def test_a_defence_blames_the_unit_and_its_helpers() -> None:
    played = play(
        {"England": ["A Pic"], "Germany": ["A Bur", "A Ruh"]},
        {"England": ["A Pic - Bur"], "Germany": ["A Bur H", "A Ruh S A Bur"]},
    )
    assert played.reasons["a pic - bur"] == "defended-by"
    assert played.because("a pic - bur") == ["a bur h", "a ruh s a bur"]
    assert played.reasons["a bur h"] == "held-against"


def test_a_standoff_closes_a_vacant_province_only() -> None:
    played = play(
        {"England": ["A Pic"], "Germany": ["A Mun"]},
        {"England": ["A Pic - Bur"], "Germany": ["A Mun - Bur"]},
    )
    assert played.report.changes == (StandoffLeft(province=ProvinceKey("Bur")),)
    assert played.after.standoffs == ()


def test_standoffs_are_remembered_for_the_retreats() -> None:
    played = play(
        {"England": ["A Pic", "F ENG", "F NTH"], "Germany": ["A Mun", "F Bel"]},
        {
            "England": ["A Pic - Bur", "F NTH - Bel", "F ENG S F NTH - Bel"],
            "Germany": ["A Mun - Bur", "F Bel H"],
        },
    )
    assert played.after.phase.kind is PhaseKind.RETREATS
    assert played.after.standoffs == ("Bur",)
    (lost,) = played.after.dislodged.values()
    assert [place.province for place in lost.retreats] == ["Hol"]


def test_a_moved_army_remembers_the_convoy_that_carried_it() -> None:
    played = play(
        {"England": ["A Lon", "F NTH", "F ENG"]},
        {"England": ["A Lon - Bel", "F NTH C A Lon - Bel", "F ENG H"]},
    )
    (change,) = played.report.changes
    assert isinstance(change, UnitMoved)
    assert change.convoy == ("NTH",)


def test_a_fleet_without_a_coast_may_only_stand_and_be_supported_in_that() -> None:
    state = standard_state("S1901M", {"England": ["A Lvp"]})
    stuck = Unit(power=ENGLAND, kind=Kind.FLEET, at=Place(ProvinceKey("Edi")))
    lvp, edi = (
        UnitName(at=PlaceName(province=ProvinceKey("Lvp"))),
        UnitName(at=PlaceName(province=ProvinceKey("Edi"))),
    )
    units = {ProvinceKey("Edi"): stuck, **state.units}
    orders = (
        Move(power=ENGLAND, unit=edi, to=PlaceName(province=ProvinceKey("NTH"))),
        SupportHold(power=ENGLAND, unit=lvp, of=edi),
    )
    from dataclasses import replace

    _, report = adjudicate(STANDARD, replace(state, units=units), Sheet(orders={ENGLAND: orders}))
    assert [r.verdict.reason for r in report.rulings] == [Reason.TRAPPED, Reason.GAVE_SUPPORT]
    hold = Sheet(orders={ENGLAND: (Hold(power=ENGLAND, unit=edi),)})
    _, report = adjudicate(STANDARD, replace(state, units=units), hold)
    assert report.rulings[0].verdict.reason is Reason.HELD


def test_a_rule_set_may_judge_single_orders_itself() -> None:
    """A void move has no effect where it goes, and its unit cannot be supported in staying."""

    def barred(position: Position, unit: Unit, order: UnitOrder) -> Attempt:
        if isinstance(order, Move) and order.to.province == "Bur":
            return void_move(unit, order, Reason.IMPASSABLE)
        return judge_order(position, unit, order)

    state = standard_state("S1901M", {"England": ["A Pic", "A Bel"], "Germany": ["A Par", "A Bre"]})
    names = {
        name: UnitName(at=PlaceName(province=ProvinceKey(name)))
        for name in ("Pic", "Bel", "Par", "Bre")
    }
    sheet = Sheet(
        orders={
            ENGLAND: (
                Move(power=ENGLAND, unit=names["Pic"], to=PlaceName(province=ProvinceKey("Bur"))),
                SupportHold(power=ENGLAND, unit=names["Bel"], of=names["Pic"]),
            ),
        }
    )
    report = movement(judge=barred)(state, sheet)
    keys = [ruling.verdict.reason.key for ruling in report.rulings if ruling.given]
    assert keys == ["impassable", "no-such-order"]


def landing(position: Position) -> Advance:
    """Let the fleet in ENG land troops in Bre, as long as nothing drives it out."""
    fleet = position.units[ProvinceKey("ENG")]
    order = Hold(power=fleet.power, unit=UnitName(at=PlaceName(province=fleet.province)))

    def stays(battle: Battle) -> bool | None:
        lost = battle.dislodgement("ENG")
        return None if lost is None else not lost

    need = Need(holds=stays, watches=("ENG",), reason=Reason.CONVOY_BROKEN)
    return Advance(unit=fleet, order=order, to=Place(ProvinceKey("Bre")), extra="+", need=need)


def with_landing(state: GameState, sheet: Sheet) -> list[str]:
    """Return the reasons of what was ordered, with the landing beside it."""
    position = make_position(state, Passage())
    given = assign_orders(sheet, state.units)
    extra = landing(position)
    attempts = list_attempts(position, given, judge_order) | {extra.key: extra}
    rulings = list_rulings(sheet, given, resolve_battle(position, attempts, MODERN))
    return [ruling.verdict.reason.key for ruling in rulings if ruling.given]


def test_a_rule_set_may_add_an_attack_that_depends_on_another_outcome() -> None:
    free = standard_state("S1901M", {"England": ["F ENG"], "France": ["A Pic"]})
    move = Move(
        power=FRANCE,
        unit=UnitName(at=PlaceName(province=ProvinceKey("Pic"))),
        to=PlaceName(province=ProvinceKey("Bre")),
    )
    assert with_landing(free, Sheet(orders={FRANCE: (move,)})) == ["bounced-by"]
    pressed = standard_state(
        "S1901M", {"England": ["F ENG"], "France": ["A Pic", "F MAO", "F IRI"]}
    )
    mao, iri = (UnitName(at=PlaceName(province=ProvinceKey(name))) for name in ("MAO", "IRI"))
    attack = (
        Move(power=FRANCE, unit=mao, to=PlaceName(province=ProvinceKey("ENG"))),
        SupportMove(power=FRANCE, unit=iri, of=mao, to=PlaceName(province=ProvinceKey("ENG"))),
    )
    sheet = Sheet(orders={FRANCE: (move, *attack)})
    assert with_landing(pressed, sheet) == ["moved", "moved", "gave-support"]


def judge_with(
    rule: PhaseRule, units: Lines, orders: Lines
) -> tuple[dict[str, str], tuple[Change, ...]]:
    """Return the reason of every order given, by its text, and what happened."""
    state = standard_state("S1901M", units)
    report = rule(state, sheet_of(state, orders))
    reasons = {
        write_order(ruling.order, state.board): ruling.verdict.reason.key
        for ruling in report.rulings
        if ruling.given
    }
    return reasons, report.changes


ATTACK = (
    {"France": ["A Bur"], "Germany": ["A Mun", "A Ruh"]},
    {"France": ["A Bur H"], "Germany": ["A Mun - Bur", "A Ruh S A Mun - Bur"]},
)


def test_a_unit_may_have_a_defence_of_its_own() -> None:
    def dug_in(_position: Position, attempt: Attempt) -> int:
        return 1 if isinstance(attempt.order, Hold) else 0

    rule = movement(defence=dug_in)
    reasons, changes = judge_with(rule, *ATTACK)
    assert reasons["A Mun - Bur"] == "defended-by"
    assert reasons["A Bur H"] == "held-against"
    assert not changes
    units, orders = ATTACK
    reasons, _ = judge_with(rule, units, {**orders, "France": ["A Bur S A Mun"]})
    assert reasons["A Mun - Bur"] == "moved"


def test_the_defence_of_a_unit_adds_to_the_supports_it_is_given() -> None:
    rule = movement(defence=lambda _position, _attempt: 1)
    units = {"France": ["A Bur", "A Par"], "Germany": ["A Mun", "A Ruh", "A Bel"]}
    attack = ["A Mun - Bur", "A Ruh S A Mun - Bur", "A Bel S A Mun - Bur"]
    reasons, _ = judge_with(rule, units, {"France": ["A Bur H"], "Germany": attack})
    assert reasons["A Mun - Bur"] == "moved"
    orders = {"France": ["A Bur H", "A Par S A Bur"], "Germany": attack}
    assert judge_with(rule, units, orders)[0]["A Mun - Bur"] == "defended-by"


def test_a_unit_whose_move_fails_holds_with_its_own_defence_unless_it_meets_the_attacker() -> None:
    rule = movement(defence=lambda _position, attempt: int(attempt.unit.power == FRANCE))
    units = {**ATTACK[0], "England": ["A Gas"]}
    away = {**ATTACK[1], "France": ["A Bur - Mar"], "England": ["A Gas - Mar"]}
    assert judge_with(rule, units, away)[0]["A Mun - Bur"] == "defended-by"
    opposite = {**ATTACK[1], "France": ["A Bur - Mun"]}
    assert judge_with(rule, units, opposite)[0]["A Mun - Bur"] == "moved"


def test_a_rule_set_says_which_open_places_a_unit_may_retreat_to() -> None:
    def by_sea_only(position: Position, unit: Unit, to: Place) -> bool:
        return unit.kind is Kind.ARMY or position.board.is_water(to.province)

    units = {"France": ["F Bre", "A Bur"], "Germany": ["F ENG", "F MAO", "A Mun", "A Ruh"]}
    orders = {
        "Germany": ["F ENG - Bre", "F MAO S F ENG - Bre", "A Mun - Bur", "A Ruh S A Mun - Bur"]
    }
    rule = movement(Rulebook(retreats=RetreatPolicy(may_retreat=by_sea_only)))
    _, changes = judge_with(rule, units, orders)
    lost = {
        change.dislodged.unit.province: [place.province for place in change.dislodged.retreats]
        for change in changes
        if isinstance(change, UnitDislodged)
    }
    assert lost == {"Bre": [], "Bur": ["Bel", "Gas", "Mar", "Par", "Pic"]}


def test_a_mutant_crosses_as_its_passage_says() -> None:
    def anywhere(_board: object, _dart: object) -> bool:
        return True

    state = standard_state("S1901M", {})
    unit = Unit(power=ENGLAND, kind=Kind.MUTANT, at=Place(ProvinceKey("Kie")))
    state = replace(state, units={ProvinceKey("Kie"): unit})
    position = Position(state=state, board=state.board, passage=Passage(mutant=anywhere))
    assert Place(ProvinceKey("HEL")) in list_places_in_reach(position, unit)
    assert isinstance(
        judge_order(
            position,
            unit,
            Move(
                power=ENGLAND,
                unit=UnitName(at=PlaceName(province=ProvinceKey("Kie"))),
                to=PlaceName(province=ProvinceKey("HEL")),
            ),
        ),
        Advance,
    )


def test_one_fleet_may_be_the_longest_convoy() -> None:
    rule = movement(Rulebook(convoys=ConvoyPolicy(longest=1)))
    far = standard_state("S1901M", {"England": ["A Lon", "F ENG", "F MAO"]})
    lon, eng, mao = (UnitName(at=PlaceName(province=ProvinceKey(n))) for n in ("Lon", "ENG", "MAO"))
    from zinegen.game import Convoy

    def played(to: str, *fleets: UnitName) -> list[str]:
        spot = PlaceName(province=ProvinceKey(to))
        orders = (
            Move(power=ENGLAND, unit=lon, to=spot),
            *(Convoy(power=ENGLAND, unit=fleet, army=lon, to=spot) for fleet in fleets),
        )
        report = rule(far, Sheet(orders={ENGLAND: orders}))
        return [ruling.verdict.reason.key for ruling in report.rulings if ruling.given]

    assert played("Gas", eng, mao) == ["too-far", "no-chain", "no-chain"]
    assert played("Bre", eng) == ["moved", "convoyed"]


@pytest.mark.parametrize("by", [Travel.LAND, Travel.SEA])
def test_an_attempt_is_known_by_its_province_and_what_tells_it_apart(by: Travel) -> None:
    unit = Unit(power=GERMANY, kind=Kind.ARMY, at=Place(ProvinceKey("Mun")))
    order = Hold(power=GERMANY, unit=UnitName(at=PlaceName(province=ProvinceKey("Mun"))))
    assert Stand(unit=unit, order=order).key == "Mun"
    assert Advance(unit=unit, order=order, to=Place(ProvinceKey("Bur")), by=by).key == "Mun"
    assert Advance(unit=unit, order=order, to=Place(ProvinceKey("Bur")), extra="!").key == "Mun!"
