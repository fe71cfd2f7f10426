"""A new kind of order takes one class, its form and a rule set that knows them: here in one module.

``A Mun rests``: the army stays, and holds its province with a strength of two.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace

import pytest

from tests.positions import sheet_of, standard_state
from zinegen.board import Power
from zinegen.drawing import draw_orders, to_svg
from zinegen.game import (
    GameState,
    Kind,
    Line,
    OrderSign,
    PhaseKind,
    PhaseRule,
    Report,
    Ring,
    Unit,
    UnitOrder,
    Variant,
    Wording,
)
from zinegen.notation import OrderForm, check_orders, of_kind, write_order
from zinegen.pages.words.order_views import order_view
from zinegen.rules.movement.attempts import Attempt, Position, Stand
from zinegen.rules.movement.legality import judge_order
from zinegen.rules.movement.movement import movement
from zinegen.variants.standard import STANDARD


@dataclass(frozen=True, slots=True, kw_only=True)
class Rest(UnitOrder):
    """``A Mun rests``."""

    def text(self, say: Wording) -> str:
        return f"{say.unit(self.unit, self.power)} rests"

    def describe(self, say: Wording) -> str:
        return f"{say.unit(self.unit)} rests"

    @property
    def sign(self) -> OrderSign:
        """A ring, as round every unit that stays."""
        return Ring(unit=self.unit.at.province)


def no_army(order: Rest, state: GameState) -> str | None:
    """Return why a unit cannot rest."""
    unit = state.units.get(order.unit.at.province)
    return "only armies rest" if unit is not None and unit.kind is not Kind.ARMY else None


REST_FORM = OrderForm(
    name="rest",
    of=Rest,
    pattern="{unit} (rest|rests|resting)",
    example="A Mun rests",
    kinds=frozenset({PhaseKind.MOVES}),
    check=of_kind(Rest, no_army),
)


def judge(position: Position, unit: Unit, order: UnitOrder) -> Attempt:
    """Return what a unit attempts: one that rests stays."""
    return Stand(unit, order) if isinstance(order, Rest) else judge_order(position, unit, order)


def defence(_position: Position, attempt: Attempt) -> int:
    """Return what a unit adds to its hold strength."""
    return int(isinstance(attempt.order, Rest))


def rules(variant: Variant) -> Mapping[PhaseKind, PhaseRule]:
    """Return the rules of the standard game, in which units may rest."""
    return {**STANDARD.make_rules(variant), PhaseKind.MOVES: movement(judge=judge, defence=defence)}


RESTFUL = replace(STANDARD, id="restful", make_rules=rules, extra_forms=(REST_FORM,))


GERMANY = Power("Germany")
STATE = standard_state(
    "S1901M", {"Germany": ["A Mun", "F Kie"], "France": ["A Bur", "A Ruh"]}, {"Germany": ["Mun"]}
)
ATTACK = {"France": ["A Bur - Mun", "A Ruh S A Bur - Mun"], "Germany": ["F Kie H"]}


def judged_with(line: str) -> Report:
    orders = {**ATTACK, "Germany": [line, "F Kie H"]}
    return RESTFUL.rules[PhaseKind.MOVES](STATE, sheet_of(STATE, orders, RESTFUL))


@pytest.mark.parametrize("line", ["A Mun rests", "army munich REST", "Munich resting."])
def test_a_new_order_is_read_and_written(line):
    reading = check_orders(f"{line}\nF Kie H", power=GERMANY, state=STATE, variant=RESTFUL)
    assert not reading.findings
    assert isinstance(reading.orders[0], Rest)
    assert write_order(reading.orders[0], STATE.board) in {"A Mun rests", "Mun rests"}


def test_other_rule_sets_do_not_know_it():
    reading = check_orders("A Mun rests", power=GERMANY, state=STATE, variant=STANDARD)
    assert {"O11"} <= {finding.code for finding in reading.findings}


def test_a_new_order_is_checked_before_the_deadline():
    lines = "A Mun rests\nF Kie rests\nA Bur rests\nA Mun - Boh\nA Kei rests"
    reading = check_orders(lines, power=GERMANY, state=STATE, variant=RESTFUL)
    assert [(finding.where.line, finding.code, finding.title) for finding in reading.findings] == [
        (2, "O27", "only armies rest"),
        (3, "O20", "the unit in Burgundy belongs to France"),
        (4, "O21", "the unit in Munich has two orders (the first on line 1)"),
        (5, "O10", 'there is no province called "Kei"'),
    ]


def test_a_unit_that_rests_stands_its_ground_where_one_that_holds_is_dislodged():
    report = judged_with("A Mun rests")
    assert not report.changes
    assert judged_with("A Mun H").changes


def test_the_report_prints_it_with_its_result():
    ruling = next(one for one in judged_with("A Mun rests").rulings if isinstance(one.order, Rest))
    view = order_view(ruling, STATE, "a-mun-rests")
    assert (view.text, view.word, view.sentence) == (
        "A Mun rests",
        "succeeds",
        "held against France's A Bur",
    )


def test_the_map_shows_and_describes_it():
    picture = to_svg(draw_orders(STATE, judged_with("A Mun rests")))
    assert "order hold germany succeeds" in picture
    assert "Germany: army Munich rests" in picture


def test_an_order_that_says_nothing_of_itself_is_printed_as_written():
    order = UnitOrder(power=GERMANY, unit=judged_with("A Mun rests").rulings[0].order.unit)
    assert write_order(replace(order, line=Line("A Mun dances")), STATE.board) == "A Mun dances"
