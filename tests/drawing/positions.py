"""Positions of the standard game for tests of pictures, written as order files write units."""

import gzip
import json
import lzma
from dataclasses import replace
from pathlib import Path

import pytest

from zinegen.board import Canal, NamedStrait, Place, Power, Terrain
from zinegen.board.coasts import coasts, find
from zinegen.game import (
    BorderName,
    BorderSeparated,
    Build,
    CanalMade,
    CentreDestroyed,
    CentreFounded,
    Convoy,
    Disband,
    Dislodged,
    GameState,
    Hold,
    IceChanged,
    Kind,
    Move,
    OrderResult,
    PassageChanged,
    Phase,
    PhaseKind,
    PlaceName,
    Reason,
    Remove,
    Report,
    Retreat,
    RiftChanged,
    StraitMade,
    SupportHold,
    SupportMove,
    TerrainChanged,
    Unit,
    UnitName,
    Verdict,
    WaterwaysChanged,
)
from zinegen.game.apply import apply
from zinegen.geometry import ProvinceKey, Shape
from zinegen.play import load_board
from zinegen.play.records import decode
from zinegen.variants.standard import STANDARD

SHAPE = Path(__file__).parent.parent / "data" / "shaken_shape.json.xz"
START = {
    "Austria": "A Bud, F Tri, A Vie",
    "England": "F Edi, F Lon, A Lvp",
    "France": "F Bre, A Mar, A Par",
    "Germany": "A Ber, F Kie, A Mun",
    "Italy": "F Nap, A Rom, A Ven",
    "Russia": "A Mos, F Sev, F StP/sc, A War",
    "Turkey": "F Ank, A Con, A Smy",
}


def packed(text):
    """Return the bytes of a file as a server sends it."""
    return len(gzip.compress(text.encode()))


def place(board, text, kind):
    name, _, coast = text.partition("/")
    face = next(key for key in board.provinces if key.lower() == name.lower())
    if kind is not Kind.FLEET or board.is_water(face) or not coasts(board, face):
        return Place(face)
    found = find(board, face, coast) if coast else coasts(board, face)
    return Place(face, found[0].borders)


def unit(board, power, text):
    kind, where = text.split()
    return Unit(power=Power(power), kind=Kind(kind), at=place(board, where, Kind(kind)))


def joined(province, *groups, **more):
    """Return seas joined by name through a province, such as ``joined("Spa", "MAO", "GOL")``."""
    waters = tuple(tuple(map(ProvinceKey, group.split())) for group in groups)
    return NamedStrait(province=ProvinceKey(province), groups=waters, **more)


def standard(units=None, owners=None, phase="S1901M", board=None, dislodged=None):
    """Return a state; without units and owners the start of the standard game."""
    board = board or load_board(STANDARD.overlays, STANDARD.joins)
    placed = [
        unit(board, power, text.strip())
        for power, texts in (units or START).items()
        for text in texts.split(",")
        if text.strip()
    ]
    home = {face: board[face].home for face in board.centres if board[face].home}
    if owners is not None:
        home = {
            ProvinceKey(face): Power(power)
            for power, faces in owners.items()
            for face in faces.split()
        }
    return GameState(
        phase=Phase.parse(phase),
        board=board,
        powers=tuple(Power(name) for name in sorted(START)),
        units={one.province: one for one in sorted(placed, key=lambda u: u.province)},
        owners=dict(sorted(home.items())),
        dislodged={
            one.province: Dislodged(unit=one, by=None, retreats=())
            for power, texts in (dislodged or {}).items()
            for one in (unit(board, power, text.strip()) for text in texts.split(","))
        },
    )


def spot(board, text):
    name, _, coast = text.partition("/")
    face = next(key for key in board.provinces if key.lower() == name.lower())
    return PlaceName(province=face, coast=coast or None)


def named(board, text):
    kind, where = text.split()
    return UnitName(kind=Kind(kind), at=spot(board, where))


def order(state, power, text):
    """Return an order written as in order files; only the canonical spellings."""
    board, power = state.board, Power(power)
    words = text.split()
    if words[0] == "build":
        return Build(power=power, kind=Kind(words[1]), at=spot(board, words[2]))
    if words[0] == "remove":
        return Remove(power=power, unit=named(board, " ".join(words[1:3])))
    who, rest = named(board, " ".join(words[:2])), words[2:]
    match rest:
        case ["H"]:
            return Hold(power=power, unit=who)
        case ["disband"]:
            return Disband(power=power, unit=who)
        case ["-", to]:
            kind = Retreat if state.phase.kind is PhaseKind.RETREATS else Move
            return kind(power=power, unit=who, to=spot(board, to))
        case ["S", kind, at]:
            return SupportHold(power=power, unit=who, of=named(board, f"{kind} {at}"))
        case ["S", kind, at, "-", to]:
            return SupportMove(
                power=power, unit=who, of=named(board, f"{kind} {at}"), to=spot(board, to)
            )
        case ["C", kind, at, "-", to]:
            return Convoy(
                power=power, unit=who, army=named(board, f"{kind} {at}"), to=spot(board, to)
            )
    raise AssertionError(text)


WORDS = {"ok": Reason.MOVED, "fails": Reason.BOUNCED_BY, "void": Reason.TOO_FAR}


def report(state, orders, changes=()):
    """Return a report of orders such as ``{"France": "A Par - Bur; F Bre - MAO: fails"}``.

    Units without an order hold.
    """
    rulings, ordered = [], set()
    for power, text in orders.items():
        for line in filter(None, map(str.strip, text.split(";"))):
            words, _, result = line.partition(":")
            one = order(state, power, words.strip())
            verdict = Verdict(reason=WORDS[result.strip() or "ok"])
            rulings.append(OrderResult(order=one, verdict=verdict))
            if hasattr(one, "unit"):
                ordered.add(one.unit.at.province)
    if state.phase.kind is PhaseKind.MOVES:
        for face, left in state.units.items():
            if face not in ordered:
                hold = Hold(
                    power=left.power, unit=UnitName(at=PlaceName(province=face), kind=left.kind)
                )
                rulings.append(
                    OrderResult(order=hold, verdict=Verdict(reason=Reason.HELD), given=False)
                )
    return Report(rulings=tuple(rulings), changes=tuple(changes))


BUSY = {
    "Austria": "A Ser, A Bud, F Gre, A Tri, A Vie",
    "England": "F NTH, F NWG, A Yor, F ENG, A Wal, F Bre",
    "France": "A Par, A Gas, F MAO, A Bur, A Mar, F Spa/sc",
    "Germany": "A Mun, A Ruh, F Hol, A Kie, F Den, A Bel",
    "Italy": "F ION, A Apu, A Ven, F TYS, A Rom, F Tun",
    "Russia": "F GOB, A StP, A War, A Ukr, F Sev, F BLA, F Nwy, A Gal",
    "Turkey": "A Bul, A Con, F AEG, A Smy, F Rum",
}
BUSY_OWNERS = {
    "Austria": "Bud Vie Tri Ser Gre",
    "England": "Lon Edi Lvp Bre",
    "France": "Par Mar Spa Por",
    "Germany": "Ber Kie Mun Hol Den Bel",
    "Italy": "Rom Nap Ven Tun",
    "Russia": "Mos StP War Sev Nwy",
    "Turkey": "Con Ank Smy Bul Rum",
}
BUSY_ORDERS = {
    "Austria": "A Ser - Bul; F Gre S A Ser - Bul; A Bud - Rum: fails; A Tri - Ven: fails;"
    " A Vie - Gal: fails",
    "England": "A Yor - Den: fails; F NTH C A Yor - Den; F NWG - Nwy: fails; F ENG S F Bre: fails;"
    " F Bre H: fails; A Wal - Bel: fails",
    "France": "A Par - Bre; A Gas S A Par - Bre; F MAO - ENG: fails; A Bur - Bel: fails; A Mar - Bur: fails;"
    " F Spa/sc - GOL",
    "Germany": "A Mun - Bur: fails; A Ruh S A Bel; F Hol S A Bel; A Kie - Ber; F Den H; A Bel - ENG: void",
    "Italy": "F ION C A Apu - Alb; A Apu - Alb; A Ven - Tri: fails; F TYS - ION: fails; A Rom - Ven: fails",
    "Russia": "A War S A Gal; A Gal - Vie: fails; F Sev S F BLA - Rum; F BLA - Rum: fails;"
    " A Ukr - Rum: fails; F Nwy H; F GOB - Swe; A StP - Fin",
    "Turkey": "A Bul - Ser: fails; A Con - Bul: fails; F AEG S A Bul - Ser: fails; A Smy - Con: fails",
}


def busy(phase="F1903M"):
    """Return a crowded position with its orders: convoys, standoffs, a head-on meeting, cut supports."""
    state = standard(BUSY, BUSY_OWNERS, phase)
    return state, report(state, BUSY_ORDERS)


def driven_out():
    """Return a retreat phase in which five units are dislodged, with its report."""
    state = standard(
        {
            "Austria": "A Ser, A Bud",
            "Turkey": "A Bul, A Con",
            "Germany": "A Bur, F NTH",
            "France": "A Par, A Bel",
            "England": "F ENG, F Lon",
            "Italy": "A Tri, A Ven",
        },
        phase="F1902R",
        dislodged={
            "France": "A Bur",
            "Turkey": "A Ser",
            "England": "F NTH",
            "Austria": "A Tri",
            "Germany": "A Bel",
        },
    )
    orders = {
        "France": "A Bur - Gas",
        "Turkey": "A Ser - Gre",
        "England": "F NTH - Nwy: fails",
        "Austria": "A Tri - Alb",
        "Germany": "A Bel disband",
    }
    return state, report(state, orders)


def builds():
    """Return a winter with builds, a refused build and removals."""
    state = standard(BUSY, BUSY_OWNERS, "W1903A")
    orders = {
        "Germany": "build A Ber; build F Kie: fails",
        "France": "remove A Gas",
        "Russia": "remove F BLA; build F StP/nc; build A Mos",
    }
    return state, report(state, orders)


def changed():
    """Return the start, and the same units on a board that has been shaken, flooded and iced."""
    before = standard(board=load_board(("CAS", "Ice", "Ire"), STANDARD.joins))
    board = before.board
    for pair in (("Por", "Spa"), ("Mun", "Bur"), ("Ser", "Bul"), ("Vie", "Bud")):
        [border] = board.mesh.between(*map(ProvinceKey, pair))
        board = board.separate(border)
    ground = {"Mun": Terrain.WATER, "Boh": Terrain.MOUNTAIN, "SKA": Terrain.LAND}
    for name, terrain in ground.items():
        board = board.replace_province(replace(board[ProvinceKey(name)], terrain=terrain))
    for name in ("Fin", "GOB"):
        board = board.replace_province(replace(board[ProvinceKey(name)], iced=True))
    between = board.mesh.between
    [east], [west] = (
        between(ProvinceKey("CAS"), ProvinceKey("Sev")),
        between(ProvinceKey("BLA"), ProvinceKey("Sev")),
    )
    board = replace(
        board,
        rifts=((ProvinceKey("Gas"), ProvinceKey("Par")),),
        ranges={
            (ProvinceKey("Kie"), ProvinceKey("Ruh")): 1,
            (ProvinceKey("Gal"), ProvinceKey("War")): 2,
        },
        straits=between(ProvinceKey("Den"), ProvinceKey("Swe")),
        canals=(Canal(province=ProvinceKey("Sev"), terminals=(west, east)),),
    )
    return before, replace(before, board=board)


def upheaval():
    """Return a state, what a season made of it, and its reports: every kind of change of the map."""
    seismic = pytest.importorskip("zinegen.variants.seismic.orders")
    before = standard(board=load_board(("CAS", "Ice", "Ire"), STANDARD.joins), phase="F1902E")
    board = before.board

    def cut(one, other):
        nonlocal board
        border = board.mesh.between(ProvinceKey(one), ProvinceKey(other))[0]
        change = BorderSeparated(
            border=border,
            parted=(ProvinceKey(one), ProvinceKey(other)),
            connected=board.mesh.ends(border),
        )
        board = board.separate(border)
        return change

    def wanted(power, one, other):
        border = BorderName(
            one=PlaceName(province=ProvinceKey(one)), other=PlaceName(province=ProvinceKey(other))
        )
        order = seismic.Separate(power=Power(power), border=border)
        return OrderResult(order=order, verdict=Verdict(reason=Reason.BORDER_MOVED))

    events = (cut("Por", "Spa"), cut("Bul", "Gre"), cut("Ruh", "Bur"), cut("Vie", "Bud"))
    between = before.board.mesh.between
    [east], [west] = (
        between(ProvinceKey("CAS"), ProvinceKey("Sev")),
        between(ProvinceKey("BLA"), ProvinceKey("Sev")),
    )
    [sound] = between(ProvinceKey("Den"), ProvinceKey("Swe"))
    waterways = (
        StraitMade(border=sound, between=(ProvinceKey("Den"), ProvinceKey("Swe"))),
        CanalMade(canal=Canal(province=ProvinceKey("Sev"), terminals=(west, east))),
        WaterwaysChanged(province=ProvinceKey("Kie"), joins=()),
    )
    ground = (
        CentreDestroyed(province=ProvinceKey("Mun")),
        TerrainChanged(province=ProvinceKey("Mun"), terrain=Terrain.WATER),
        TerrainChanged(province=ProvinceKey("Lvn"), terrain=Terrain.WATER),
        TerrainChanged(province=ProvinceKey("Boh"), terrain=Terrain.MOUNTAIN),
        TerrainChanged(province=ProvinceKey("SKA"), terrain=Terrain.LAND),
        IceChanged(province=ProvinceKey("Fin"), iced=True),
        IceChanged(province=ProvinceKey("GOB"), iced=True),
        RiftChanged(between=(ProvinceKey("Gas"), ProvinceKey("Par")), open=True),
        CentreFounded(province=ProvinceKey("NAf"), power=None),
        PassageChanged(province=ProvinceKey("Swi"), passable=True),
    )
    rulings = (
        wanted("England", "Bul", "Gre"),
        wanted("France", "Spa", "Por"),
        wanted("Turkey", "Gre", "Bul"),
    )
    reports = (
        Report(rulings=rulings, changes=(*events, *waterways)),
        Report(changes=ground),
    )
    after = apply(apply(before, reports[0].changes), reports[1].changes)
    return (
        before,
        replace(after, board=replace(after.board, shape=_settled(), pending_surgeries=())),
        reports,
    )


def _settled():
    """Return how the borders run after the upheaval, as one machine drew them.

    Other machines may draw them a tenth aside, and then no picture would be as approved.
    """
    shape = decode(json.loads(lzma.decompress(SHAPE.read_bytes())), Shape)
    assert isinstance(shape, Shape)
    return shape


def landscape():
    """Return a position with everything on the map that the printed one has not."""
    board = load_board(("CAS", "Ice", "Ire"), STANDARD.joins)
    terrains = {
        Terrain.WATER: "Mun Lvn Pru Smy Yor",
        Terrain.MOUNTAIN: "Boh Tyr Swi Pie SKA",
        Terrain.LAND: "GOL BAL",
    }
    for terrain, names in terrains.items():
        for name in map(ProvinceKey, names.split()):
            board = board.replace_province(replace(board[name], terrain=terrain, centre=False))
    for name in map(ProvinceKey, ["BAR", "NWG", "StP", "Nwy", "GOB", "Boh"]):
        board = board.replace_province(replace(board[name], iced=True))
    for name in map(ProvinceKey, ["Swi", "Ice"]):
        board = board.replace_province(replace(board[name], passable=False))
    for name in map(ProvinceKey, ["Gal", "Fin", "SKA"]):
        board = board.replace_province(replace(board[name], centre=True))
    [sound] = board.mesh.between(ProvinceKey("Con"), ProvinceKey("Bul"))[:1]
    board = replace(
        board,
        rifts=(("Gas", "Par"), ("Mos", "Ukr"), ("Alb", "ION")),
        ranges={("Apu", "Rom"): 1, ("Gal", "War"): 2, ("Bur", "Ruh"): 2, ("Rum", "Ser"): 1},
        straits=(sound,),
        joins=(
            joined("Con", "BLA", "AEG", open=False),
            joined("Kie", "HEL", "BAL"),
            joined("Den", "SKA NTH", "BAL"),
            joined("Spa", "MAO", "GOL WES", natural=False),
            joined("Sev", "BLA", "CAS", natural=False),
            joined("Ukr", "BLA", "CAS", natural=False),
        ),
    )
    units = {
        "Austria": "A Bud, M Vie, A Tri, F Alb",
        "England": "A/F ENG, A/F NTH, F NWG, M Lon",
        "France": "M Par, A Spa, F MAO",
        "Germany": "A Kie, F Ber, A Sil",
        "Italy": "F Mar, M Rom, A/F TYS",
        "Russia": "A StP, F BAR, A Mos, F Sev, M War",
        "Turkey": "F Smy, A Con, F Ank",
    }
    return standard(units, board=board, phase="F1905M")


def judged(*lines):
    """Return rulings of orders, each given with what became of it."""
    return tuple(OrderResult(order=one, verdict=Verdict(reason=reason)) for one, reason in lines)


def ferries():
    """Return a phase in which armies go aboard, land, and become fleets, with its report."""
    deluge = pytest.importorskip("zinegen.variants.deluge.orders")
    units = {
        "England": "A Lon, F ENG, A/F MAO, A Lvp, F IRI, F NTH, A Edi",
        "France": "A Gas, F Bre, A/F GOL",
        "Italy": "A Tun, F WES",
    }
    state = standard(units, {"England": "Lon Lvp Edi", "France": "Bre Par"}, phase="S1904M")
    board = state.board
    england, france = Power("England"), Power("France")

    def who(text):
        return named(board, text)

    def goes(power, text, aboard):
        return deluge.Embark(power=power, unit=who(text), aboard=who(aboard))

    def lands(power, sea, to):
        unit = UnitName(kind=Kind.ARMY, at=spot(board, sea))
        return deluge.Disembark(power=power, unit=unit, to=spot(board, to))

    rulings = judged(
        (goes(england, "A Lon", "F ENG"), Reason.BOARDED),
        (lands(england, "MAO", "Por"), Reason.LANDED),
        (goes(england, "A Lvp", "F IRI"), Reason.BOARDING_ATTACKED),
        (deluge.BecomeFleet(power=england, unit=who("A Edi"), coast=None), Reason.BECAME_FLEET),
        (Hold(power=england, unit=who("F NTH")), Reason.HELD),
        (lands(france, "GOL", "Pie"), Reason.LANDING_FAILED),
        (
            deluge.SupportLanding(
                power=france, unit=who("A Gas"), of=who("A GOL"), to=spot(board, "Pie")
            ),
            Reason.GAVE_SUPPORT,
        ),
        (
            deluge.SupportLanding(
                power=france, unit=who("F Bre"), of=who("A ENG"), to=spot(board, "Pic")
            ),
            Reason.NO_SUCH_ORDER,
        ),
        (deluge.BecomeFleet(power=Power("Italy"), unit=who("A Tun"), coast=None), Reason.NO_SHORE),
    )
    return state, Report(rulings=rulings)


def council():
    """Return a phase of orders about the ground, with its report: changes, supports, guards."""
    ground = pytest.importorskip("zinegen.variants.geophysical.common.orders")
    seismic = pytest.importorskip("zinegen.variants.seismic.orders")
    process = ground.Process
    state = standard(phase="F1902E")

    def wants(power, what, *names, **more):
        faces = tuple(map(ProvinceKey, names))
        return ground.Transformation(power=Power(power), process=what, ground=faces, **more)

    def keeps(power, times, *names):
        faces = tuple(map(ProvinceKey, names))
        return ground.Stabilisation(power=Power(power), ground=faces, times=times)

    erode = wants("Turkey", process.ERODE, "Mos")

    def border(one, other):
        return BorderName(
            one=PlaceName(province=ProvinceKey(one)), other=PlaceName(province=ProvinceKey(other))
        )

    helps = ground.TransformationSupport(power=Power("Germany"), ground=erode.ground, of=erode)
    link = seismic.Connect(
        power=Power("France"), link=border("Por", "Bre"), across=ProvinceKey("MAO")
    )
    cut = seismic.Separate(power=Power("Turkey"), border=border("NAf", "Out"))
    rulings = judged(
        (wants("Austria", process.EARTHQUAKE, "Mun", "Bur"), Reason.BORDER_MOVED),
        (wants("England", process.CREATE_CENTRE, "Yor"), Reason.BORDER_MOVED),
        (wants("England", process.CREATE_CENTRE, "Out"), Reason.NO_SUCH_BORDER),
        (link, Reason.NO_LINK),
        (keeps("France", 2, "Mun", "Bur"), Reason.OVERRULED_BY),
        (helps, Reason.BORDER_MOVED),
        (wants("Italy", process.ICE_ADVANCE, "StP"), Reason.OVERRULED_BY),
        (keeps("Russia", 1, "Mos"), Reason.OVERRULED_BY),
        (erode, Reason.BORDER_MOVED),
        (cut, Reason.BORDER_MOVED),
        (
            seismic.IsthmusOption(power=Power("Turkey"), way=seismic.Way.STRAIT),
            Reason.OPTION_DROPPED,
        ),
    )
    return state, Report(rulings=rulings)
