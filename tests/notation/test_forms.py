"""The form language must carry every notation of the rule sets; their orders stand here as plain records."""

from dataclasses import dataclass, replace

import pytest

from tests.notation.examples import canonical, check, read
from zinegen.board import Power
from zinegen.game import BorderName, Move, Order, PhaseKind
from zinegen.geometry import ProvinceKey
from zinegen.notation.reading.forms import (
    MOVES_FORMS,
    Combination,
    Limit,
    OrderForm,
    Read,
    all_forms,
    forms_for,
)
from zinegen.variants.standard import STANDARD


@dataclass(frozen=True, slots=True, kw_only=True)
class Quake(Order):
    """An event of the Seismic sets."""

    out: BorderName
    into: BorderName

    def text(self, say):
        return f"{say.border(self.out)} separate, {say.border(self.into)} connect"


@dataclass(frozen=True, slots=True, kw_only=True)
class Deed(Order):
    """A transformation."""

    what: str
    at: ProvinceKey

    def text(self, say):
        return f"{self.what} {say.province(self.at)}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Backing(Order):
    """A support of one."""

    of: Power
    what: str
    at: ProvinceKey

    def text(self, say):
        return f"support {self.of}: {self.what} {say.province(self.at)}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Stabilising(Order):
    """Stabilisations of a place."""

    count: int
    at: ProvinceKey | BorderName

    def text(self, say):
        at = self.at
        place = say.border(at) if isinstance(at, BorderName) else say.province(at)
        return f"{self.count} stabilise {place}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Option(Order):
    """A choice for an isthmus."""

    border: BorderName | None
    choice: str

    def text(self, say):
        pair = " " + say.border(self.border) if self.border else ""
        return f"isthmus{pair}: {self.choice}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Several(Order):
    """A combination."""

    parts: tuple[Order, ...]

    def text(self, say):
        return "; ".join(part.text(say) for part in self.parts)


@dataclass(frozen=True, slots=True, kw_only=True)
class Boarding(Order):
    """An army that goes aboard."""

    army: ProvinceKey
    fleet: ProvinceKey

    def text(self, say):
        return f"A {say.province(self.army)} E F {say.province(self.fleet)}"


EVENT = frozenset({"events"})
QUAKE = OrderForm(
    name="separation",
    of=Quake,
    pattern=(
        "{out:border} separate ~ {into:border} connect ~"
        " | {into:border} connect ~ {out:border} separate ~"
    ),
    example="Por & Spa separate, MAO & MAO connect",
    sections=EVENT,
)
OPTION = OrderForm(
    name="choice for an isthmus",
    of=Option,
    pattern="isthmus [{pair:border}] : {way=strait|none}",
    build=lambda r: Option(
        power=r.power,
        line=r.line,
        border=r.border("pair") if r.has("pair") else None,
        choice=r.word("way"),
    ),
    example="isthmus Apu/Alb: strait",
    sections=EVENT,
)
DEED = OrderForm(
    name="transformation",
    of=Deed,
    pattern="{what=erode|raise|glaciate} {at:province}",
    example="Erode Mun",
    sections=EVENT,
    check=lambda order, state: (
        "it is the sea already"
        if isinstance(order, Deed) and state.board.is_water(order.at)
        else None
    ),
    limit=Limit(name="transformations", most=lambda _state, _power: 1),
    touches=lambda order, state: (
        state.board.mesh.adjacent(order.at) if isinstance(order, Deed) else ()
    ),
)
BACKING = OrderForm(
    name="support of a transformation",
    of=Backing,
    pattern="support {who:power} [:] {what=erode|raise} {at:province}",
    build=lambda r: Backing(
        power=r.power,
        line=r.line,
        of=r.power_in("who"),
        what=r.word("what"),
        at=r.province("at"),
    ),
    example="Support Turkey: Erode Mun",
    sections=EVENT,
)


def stabilising(r: Read) -> Order:
    return Stabilising(
        power=r.power,
        line=r.line,
        count=r.number("count") if r.has("count") else 1,
        at=r.border("pair") if r.has("pair") else r.province("at"),
    )


STABILISE = OrderForm(
    name="stabilisation",
    of=Stabilising,
    pattern="[{count:number}] (stabilise|stabilize) ({at:province}|{pair:border})",
    build=stabilising,
    example="2 Stabilise Mos",
    sections=EVENT,
)
BOARD = OrderForm(
    name="boarding",
    of=Boarding,
    pattern="{army:unit} e {fleet:unit}",
    build=lambda r: Boarding(
        power=r.power,
        line=r.line,
        army=r.unit("army").at.province,
        fleet=r.unit("fleet").at.province,
    ),
    example="A Lon E F NTH",
)
COMBINED = Combination(
    name="combination",
    parts=(BOARD, *MOVES_FORMS),
    join=lambda r, parts: Several(power=r.power, line=r.line, parts=parts),
    example="A Lon E F NTH; A/F NTH H",
)
VARIANT = replace(
    STANDARD,
    title="The Test Set",
    extra_forms=(QUAKE, OPTION, DEED, BACKING, STABILISE, BOARD, COMBINED),
)


def events(text: str):
    return read(text, section="events", variant=VARIANT)


@pytest.mark.parametrize(
    ("written", "canon"),
    [
        ("Por & Spa separate, MAO & MAO connect", "Por/Spa separate, MAO/MAO connect"),
        ("Bul & Gre separate; Ser & AEG connect", "Bul/Gre separate, Ser/AEG connect"),
        ("Bul & Gre separate; Ser & Aeg connect.", "Bul/Gre separate, Ser/AEG connect"),
        ("Den/Nth connect (Hel/Kie separate)", "HEL/Kie separate, Den/NTH connect"),
        ("Kie & Swe connect (Bal & Den separate)", "BAL/Den separate, Kie/Swe connect"),
        ("Hel/Bal connect; Kie/Den separate", "Kie/Den separate, HEL/BAL connect"),
        ("Spa & WES no. 1 separate, Mar & Por connect", "Spa/WES no. 1 separate, Mar/Por connect"),
        (
            "Munich & Burgundy separate, Switzerland and Ruhr connect",
            "Mun/Bur separate, Swi/Ruh connect",
        ),
        (
            "Tunis and Outside separate, Ionian and NAf connect",
            "Tun/Out separate, ION/NAf connect",
        ),
        ("Spa(nc) &amp; MAO separate, Por – WES connect", "Spa(nc)/MAO separate, Por/WES connect"),
        ("Bre/ENG separate, Pic/IRI connect", "Bre/ENG separate, Pic/IRI connect"),
        ("isthmus Apu/Alb: strait", "isthmus Apu/Alb: strait"),
        ("isthmus: none", "isthmus: none"),
        ("Erode Mun", "erode Mun"),
        ("ERODE NTH.", "erode NTH"),
        ("Support Turkey: Erode Mun", "support Turkey: erode Mun"),
        ("Support AUSTRIAN Erode Mos", "support Austria: erode Mos"),
        ("Stabilise Mos", "1 stabilise Mos"),
        ("2 Stabilise Mos", "2 stabilise Mos"),
        ("two stabilize Mos", "2 stabilise Mos"),
        ("Stabilise Mun/Bur", "1 stabilise Mun/Bur"),
    ],
)
def test_events_of_the_rule_sets_are_read(written, canon):
    reading = events(written)
    assert reading.findings == ()
    assert canonical(reading.orders) == [canon]


def test_a_combination_is_one_order_of_several_parts():
    (order,) = read("A Lon E F(ENG); A/F(ENG) - MAO", variant=VARIANT).orders
    assert canonical([order]) == ["A Lon E F ENG; A/F ENG - MAO"]
    assert isinstance(order, Several)
    assert isinstance(order.parts[1], Move)


@pytest.mark.parametrize(
    ("line", "section", "marked", "hint"),
    [
        ("Por & Spa seperate, MAO & MAO connect", "events", "seperate", "did you mean separate?"),
        ("Por & Spa separate, MAO & MAO", "events", "O", "like one of these: Por & Spa separate"),
        ("Por & Sap separate, MAO & MAO connect", "events", "Sap", "Spa (Spain)"),
        ("errode Mun", "events", "errode", "did you mean erode?"),
        ("Support Turkye: Erode Mun", "events", "Turkye", "did you mean Turkey?"),
        ("isthmus Apu/Alb: straight", "events", "straight", "did you mean strait?"),
        ("A Lon E F NTH; A/F NTH - Nrr", "orders", "Nrr", "did you mean"),
    ],
)
def test_a_form_gives_good_messages_by_itself(line, section, marked, hint):
    (found,) = read(line, section=section, variant=VARIANT).findings
    assert found.line[found.where.column - 1 : found.where.end_column - 1] == marked
    assert hint in found.hint


def test_an_event_among_the_orders_is_sent_to_its_heading():
    (found,) = read("Erode Mun", variant=VARIANT).findings
    assert (found.code, found.hint) == ("O13", 'write it under "events"')


def test_an_event_of_another_rule_set_is_named():
    (found,) = read("melt StP", section="events", variant=VARIANT).findings
    assert found.title == 'The Test Set has no order "melt"'


def test_a_form_may_say_that_an_order_is_impossible_here():
    (found,) = check("Erode NTH", section="events", variant=VARIANT).findings
    assert (found.code, found.title) == ("O27", "it is the sea already")


def test_a_form_may_limit_how_many_there_are():
    reading = check("Erode Mun\nErode Ber", section="events", variant=VARIANT)
    (found,) = reading.findings
    assert (found.code, found.where.line) == ("O28", 6)
    assert found.title == "these are too many transformations: you have 1"


def test_forms_are_chosen_by_section_and_kind_of_phase():
    names = {form.name for form in forms_for(VARIANT, "orders", PhaseKind.MOVES)}
    assert "move" in names
    assert "build" not in names
    assert "transformation" not in names


def test_two_meanings_of_one_line_are_an_error_that_shows_both():
    twice = replace(
        DEED, name="sinking", build=lambda r: Deed(power=r.power, what="sink", at=r.province("at"))
    )
    variant = replace(VARIANT, extra_forms=(DEED, twice))
    (found,) = read("Erode Mun", section="events", variant=variant).findings
    assert found.code == "O14"
    assert found.hint == "write one of: erode Mun | sink Mun"


def test_asking_for_a_slot_that_is_not_there_is_an_error():
    with pytest.raises(KeyError, match="no slot to"):
        Read(power=Power("England"), line=None, values={}).spot("to")


def test_examples_are_of_forms_that_have_words_of_the_line_where_there_are_any():
    (akin,) = read("isthmus Apu", section="events", variant=VARIANT).findings
    assert "isthmus Apu/Alb" in akin.hint
    assert "Erode" not in akin.hint
    (strange,) = read("Mun ?", section="events", variant=VARIANT).findings
    assert "Erode Mun" in strange.hint


def test_a_form_that_nobody_can_read_is_a_mistake_of_the_rule_set() -> None:
    @dataclass(frozen=True, kw_only=True)
    class Sign:
        name: str = "sign"
        example: str = "wave"
        sections: frozenset[str] = frozenset({"orders"})
        kinds: frozenset[PhaseKind] = frozenset(PhaseKind)

    with pytest.raises(TypeError, match="standard has a form"):
        all_forms(replace(STANDARD, extra_forms=(Sign(),)))
