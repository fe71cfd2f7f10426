import pytest

from tests.notation.examples import FILE, START, canonical, read
from zinegen.board import Place, Power
from zinegen.errors import NotationError
from zinegen.game import (
    Convoy,
    Hold,
    Kind,
    Move,
    PhaseKind,
    PlaceName,
    SupportHold,
    SupportMove,
    UnitName,
    Unreadable,
)
from zinegen.geometry import ProvinceKey
from zinegen.notation import find_place, names_for, read_spot, read_unit, write_unit

BOARD = START.board


@pytest.mark.parametrize(
    ("written", "canon"),
    [
        # dashes
        ("A Mun - Bur", "A Mun - Bur"),
        ("A Mun-Bur", "A Mun - Bur"),
        ("A Mun -> Bur", "A Mun - Bur"),
        ("A Mun – Bur", "A Mun - Bur"),
        ("A Mun—Bur", "A Mun - Bur"),
        ("A Mun to Bur", "A Mun - Bur"),
        ("A Mun → Bur", "A Mun - Bur"),
        # brackets
        ("A(Mun)-Bur", "A Mun - Bur"),
        ("F(StP)nc - BAR", "F StP/nc - BAR"),
        ("F Spa(sc) - GOL", "F Spa/sc - GOL"),
        ("F Spa/sc - GOL", "F Spa/sc - GOL"),
        ("F Spa sc - GOL", "F Spa/sc - GOL"),
        ("F Spa/GOL - WES", "F Spa/sc - WES"),
        ("F (Spa/sc) - WES", "F Spa/sc - WES"),
        ("F Spa/{GOL,WES,MAO} H", "F Spa/sc H"),
        ("F Spa/{MAO} H", "F Spa/nc H"),
        ("F Spa (south coast) H", "F Spa/sc H"),
        ("F Bul S.C. - AEG", "F Bul/sc - AEG"),
        ("F MAO - Spa (nc)", "F MAO - Spa/nc"),
        ("F Con - Bul ec", "F Con - Bul/ec"),
        ("F(BUR) C A(Bel)-Mar", "F Bur C A Bel - Mar"),
        # words
        ("army Munich to Burgundy", "A Mun - Bur"),
        ("ARMY MUNICH MOVES TO BURGUNDY", "A Mun - Bur"),
        ("A Mun holds", "A Mun H"),
        ("a mun stands", "A Mun H"),
        ("A Mun H", "A Mun H"),
        ("A Ruh supports A Mun", "A Ruh S A Mun"),
        ("A Ruh S A Mun H", "A Ruh S A Mun"),
        ("A Ruh S A Mun holds", "A Ruh S A Mun"),
        ("F ENG convoys A Lon - Bre", "F ENG C A Lon - Bre"),
        ("A Lon - Bre via convoy", "A Lon - Bre via convoy"),
        ("A Lon - Bre (via convoy)", "A Lon - Bre via convoy"),
        ("fleet St. Petersburg (south coast) - Gulf of Bothnia", "F StP/sc - GOB"),
        ("mutant force Kiel - Heligoland Bight", "M Kie - HEL"),
        # nationality
        ("A Ruh S FRENCH A Par - Bur", "A Ruh S FRENCH A Par - Bur"),
        ("A Ruh S French Paris - Burgundy", "A Ruh S FRENCH Par - Bur"),
        ("F ENG C French A Bre - Lon", "F ENG C FRENCH A Bre - Lon"),
        ("A Ruh S English A Lon - Bel", "A Ruh S A Lon - Bel"),
        # left out
        ("Mun - Bur", "Mun - Bur"),
        ("Ruh S Mun", "Ruh S Mun"),
        ("F Spa - WES", "F Spa - WES"),
        # typing
        ("A\u00a0Mun\t-\u00a0Bur", "A Mun - Bur"),
        ("  A   Mun -Bur  ", "A Mun - Bur"),
        ("A Mun - Bur  # bluff", "A Mun - Bur"),
        ("A/F ENG - MAO", "A/F ENG - MAO"),
        ("A/F(NTH) H", "A/F NTH H"),
        ("A Nor - Swe", "A Nwy - Swe"),
        ("\u201cA Mun - Bur\u201d", "A Mun - Bur"),
        ("A Mun - Bur;", "A Mun - Bur"),
        ("A Mun - Bur.", "A Mun - Bur"),
    ],
)
def test_every_way_of_writing_with_one_meaning_is_read(written, canon):
    reading = read(written)
    assert reading.findings == ()
    assert canonical(reading.orders) == [canon]


def test_orders_are_read_into_their_parts():
    mun, par = (
        UnitName(at=PlaceName(province=ProvinceKey(f)), kind=Kind.ARMY) for f in ("Mun", "Par")
    )
    to = PlaceName(province=ProvinceKey("Bur"))
    french = UnitName(at=par.at, kind=Kind.ARMY, power=Power("France"))
    fleet = UnitName(at=PlaceName(province=ProvinceKey("Spa"), coast="sc"), kind=Kind.FLEET)
    england = Power("England")
    assert read(
        "A Mun - Bur via convoy\nA Mun H\nA Mun S FRENCH A Par - Bur\nA Mun S A Par\n"
        "F Spa/sc C A Par - Bur"
    ).orders == (
        Move(power=england, unit=mun, to=to, via_convoy=True),
        Hold(power=england, unit=mun),
        SupportMove(power=england, unit=mun, of=french, to=to),
        SupportHold(power=england, unit=mun, of=par),
        Convoy(power=england, unit=fleet, army=par, to=to),
    )


def test_a_single_letter_is_never_a_nationality():
    (order,) = read("A Mun S F A Par - Bur").orders
    assert isinstance(order, Unreadable)


def test_every_line_that_is_not_empty_gives_an_order_with_its_place():
    reading = read("F Lon - NTH\n\n# a remark\n  F Edi - Nrt  # what?\nA Lvp - Yor")
    places = [
        (
            order.line.text,
            order.line.where.line,
            order.line.where.column,
            order.line.where.end_column,
        )
        for order in reading.orders
    ]
    assert places == [
        ("F Lon - NTH", 5, 1, 12),
        ("F Edi - Nrt", 8, 3, 14),
        ("A Lvp - Yor", 9, 1, 12),
    ]
    assert {order.line.where.file for order in reading.orders} == {FILE}


def test_a_line_that_is_only_a_unit_counts_as_no_order():
    reading = read("F Lon\nA Lvp\nF StP/sc\nEdi")
    assert reading.orders == reading.findings == ()


def test_a_wrong_name_makes_the_line_unreadable_and_keeps_its_unit():
    (order,) = read("A Mun - Brn", "Germany").orders
    assert order == Unreadable(
        power=Power("Germany"),
        unit=UnitName(at=PlaceName(province=ProvinceKey("Mun")), kind=Kind.ARMY),
    )
    assert order.line.text == "A Mun - Brn"


def test_line_ends_of_other_systems_do_not_matter():
    assert canonical(read("F Lon - NTH\r\nF Edi - NWG\r\n").orders) == [
        "F Lon - NTH",
        "F Edi - NWG",
    ]


@pytest.mark.parametrize(
    ("written", "canon"),
    [
        ("A Mun - Boh", ["A Mun - Boh"]),
        ("A Mun retreats to Boh", ["A Mun - Boh"]),
        ("A Mun disband", ["A Mun disband"]),
        ("disband A Mun", ["A Mun disband"]),
        ("F(NTH) - HEL", ["F NTH - HEL"]),
        ("A/F ENG - NTH", ["A/F ENG - NTH"]),
    ],
)
def test_retreats_are_read(written, canon):
    assert canonical(read(written, kind=PhaseKind.RETREATS).orders) == canon


def test_a_list_of_retreats_is_one_retreat_after_the_other():
    orders = read("F NTH: HEL, Nwy, disband", section="retreats").orders
    assert canonical(orders) == ["F NTH - HEL", "F NTH - Nwy", "F NTH disband"]


@pytest.mark.parametrize(
    ("written", "canon"),
    [
        ("build F Lon", ["build F Lon"]),
        ("Build Fleet London", ["build F Lon"]),
        ("build F StP(nc)", ["build F StP/nc"]),
        ("build A Edi, F Lon", ["build A Edi", "build F Lon"]),
        ("remove A Mun", ["remove A Mun"]),
        ("remove F NTH, A Yor", ["remove F NTH", "remove A Yor"]),
        ("A Yor disband", ["remove A Yor"]),
        ("remove Yor", ["remove Yor"]),
        ("waive", ["waive"]),
        ("waive a build", ["waive"]),
    ],
)
def test_adjustments_are_read(written, canon):
    for section in ("orders", "builds"):
        reading = read(written, section=section, kind=PhaseKind.ADJUSTMENTS)
        assert canonical(reading.orders) == canon


@pytest.mark.parametrize(
    ("written", "canon"),
    [
        ("F Bre: nc, sc", "F Bre: nc, sc"),
        ("F Apu: ion, Adriatic", "F Apu: ION, ADR"),
        ("F Ank: disband", "F Ank: disband"),
        ("F Ank: trapped", "F Ank: trapped"),
        ("F NTH: south coast, {eng,ska}", "F NTH: sc, {ENG,SKA}"),
    ],
)
def test_coast_choices_are_read(written, canon):
    assert canonical(read(written, section="coasts").orders) == [canon]


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("F StP/sc", "F StP/sc"),
        ("F StP(nc)", "F StP/nc"),
        ("F Spa/{GOL,WES,MAO}", "F Spa/sc"),
        ("F Spa/{MAO}", "F Spa/nc"),
        ("F Spa/wc", "F Spa/nc"),
        ("F Con", "F Con"),
        ("F Con/BLA", "F Con"),
        ("A/F NTH", "A/F NTH"),
        ("M Kie", "M Kie"),
        ("army Munich", "A Mun"),
        ("A Spa/nc", "A Spa"),
    ],
)
def test_a_unit_line_is_read_as_a_unit_on_the_board(text, written):
    assert write_unit(read_unit(text, BOARD, Power("Russia")), BOARD) == written


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("F StP", "has 2 coasts"),
        ("F StP/ec-ish", "is no unit"),
        ("F Spa/BLA", "has no coast 'BLA'"),
        ("F Spa/MAO", "more than one coast"),
        ("Mun", "is no unit"),
        ("A Nrt", "is no unit"),
        ("", "is no unit"),
    ],
)
def test_a_wrong_unit_line_says_what_is_wrong(text, told):
    with pytest.raises(NotationError, match=told):
        read_unit(text, BOARD, Power("Russia"))


def test_a_place_is_read_with_and_without_a_coast():
    names = names_for(BOARD)
    assert read_spot("Spa(sc)", names) == PlaceName(province=ProvinceKey("Spa"), coast="sc")
    assert read_spot("north sea", names) == PlaceName(province=ProvinceKey("NTH"))
    with pytest.raises(NotationError, match="did you mean"):
        read_spot("Bru", names)
    with pytest.raises(NotationError):
        read_spot("Spa/xx", names)


def test_a_fleet_without_a_coast_to_lie_on_lies_on_none():
    assert find_place(BOARD, PlaceName(province=ProvinceKey("Mun")), Kind.FLEET) == Place(
        ProvinceKey("Mun")
    )
