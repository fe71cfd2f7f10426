"""Random seasons on maps of others are judged as the package that has them judges them.

`PHASES=200 SEED=2 pytest tests/maps/test_seasons.py` plays so many phases on each map, others for each seed.
"""

import os
import random

from tests.maps.conftest import own_map
from tests.positions import read
from zinegen.board import Power
from zinegen.board.coasts import coasts, find_printed_label
from zinegen.game import Dislodged, GameState, Phase, Sheet
from zinegen.notation import find_place, names_for, read_spot, read_unit
from zinegen.rules import adjudicate
from zinegen.variants.standard import STANDARD

PHASES = int(os.environ.get("PHASES", "10"))
SEED = os.environ.get("SEED", "1")
A_GAME = 40
"""Phases after which another game begins."""


def theirs(name):
    """Return a new game of the package, which builds at home as ours does."""
    from diplomacy import Game

    game = Game(map_name=name)
    if "BUILD_ANY" in game.rules:
        game.rules.remove("BUILD_ANY")
    return game


def choose_orders(game, dice):
    """Return an order for each unit: what it can do, many of them helping what others do.

    Left out: convoys by a fleet in a port, as here only fleets at sea convoy; moves by convoy to a
    neighbour, for which the two follow different books; and support for a convoyed army that attacks a
    unit. What the package makes of a unit driven out by sea is against the rules: supports of its own
    power help against it, and it may retreat to where others stand.
    """
    possible = {
        loc: [
            one
            for one in orders
            if not (" C " in one and game.map.area_type(loc) == "PORT")
            and not (one.endswith(" VIA") and one.removesuffix(" VIA") in orders)
        ]
        for loc, orders in game.get_all_possible_orders().items()
    }
    chosen = {}
    for power, locs in game.get_orderable_locations().items():
        chosen |= {loc: (power, dice.choice(possible[loc])) for loc in locs if possible[loc]}
    meant = {text.removesuffix(" VIA") for _, text in chosen.values()}
    for loc, (power, _) in list(chosen.items()):
        helping = [
            one
            for one in possible[loc]
            if any(sign in one and one.partition(sign)[2] in meant for sign in (" S ", " C "))
        ]
        if helping and dice.random() < 0.5:
            chosen[loc] = (power, dice.choice(helping))
    landings = {text.removesuffix(" VIA") for _, text in chosen.values() if text.endswith(" VIA")}
    held = {unit[2:5] for its in game.powers.values() for unit in its.units}
    for loc, (power, text) in list(chosen.items()):
        supported = text.partition(" S ")[2]
        if supported in landings and supported[-3:] in held:
            chosen[loc] = (power, f"{text.partition(' S ')[0]} H")
    return chosen


def in_words(text, phase):
    """Return an order of theirs as people write it here."""
    match text.split():
        case [kind, at, "B"]:
            return f"build {kind} {at}"
        case [kind, at, "D"] if phase.endswith("A"):
            return f"remove {kind} {at}"
        case [kind, at, "D"]:
            return f"{kind} {at} disband"
        case [kind, at, "R", to]:
            return f"{kind} {at} - {to}"
        case [*words, "VIA"]:
            return f"{' '.join(words)} via convoy"
        case _:
            return text


def our_state(name, game) -> GameState:
    """Return the position of a game of theirs as one of ours."""
    variant = STANDARD.play_on(own_map(name))
    board, powers = variant.own_map.board, tuple(sorted(variant.start.powers))
    names = names_for(board, powers)
    units, driven_out, owners = {}, {}, {}
    for its in game.powers.values():
        power = Power(its.name.title())
        for text in its.units:
            unit = read_unit(text, board, power)
            units[unit.province] = unit
        for text, to in its.retreats.items():
            unit = read_unit(text, board, power)
            open_to = sorted(find_place(board, read_spot(one, names), unit.kind) for one in to)
            driven_out[unit.province] = Dislodged(unit=unit, by=None, retreats=tuple(open_to))
        owners |= {names.province(centre): power for centre in its.centers}
    return GameState(
        phase=Phase.parse(game.get_current_phase()),
        board=board,
        powers=powers,
        units=units,
        dislodged=driven_out,
        owners=owners,
    )


def written(board, unit):
    """Return a unit as they write it."""
    return f"{unit.kind} {at(board, unit.at)}"


def at(board, place):
    short = place.province.upper()
    label = next(
        (
            find_printed_label(board, one)
            for one in coasts(board, place.province)
            if one.borders == place.coast
        ),
        None,
    )
    return f"{short}/{label.upper()}" if label else short


def compare(name, game, state, orders, phase):
    """Fail unless both come to the same position; ``game`` has been played on, ``state`` not yet."""
    variant = STANDARD.play_on(own_map(name))
    lines = {}
    for power, text in orders.values():
        if text != "WAIVE":
            lines.setdefault(power.title(), []).append(in_words(text, phase))
    sheet = Sheet(
        orders={Power(power): read(state, power, said, variant) for power, said in lines.items()}
    )
    after, report = adjudicate(variant, state, sheet)
    assert report.needs is None
    about = f"{name} {phase}: {lines}"
    for its in game.powers.values():
        power = Power(its.name.title())
        mine = {written(after.board, unit) for unit in after.units.values() if unit.power == power}
        assert mine == set(its.units), about
        lost = {
            written(after.board, one.unit): {at(after.board, place) for place in one.retreats}
            for one in after.dislodged.values()
            if one.unit.power == power and one.retreats
        }
        assert lost == {unit: set(to) for unit, to in its.retreats.items()}, about
        if not after.dislodged:
            held = {face.upper() for face, owner in after.owners.items() if owner == power}
            assert held == set(its.centers), about


def test_random_phases_are_judged_as_the_package_judges_them(name):
    dice = random.Random(f"{name} {SEED}")
    game = None
    for number in range(PHASES):
        if game is None or game.is_game_done or number % A_GAME == 0:
            game = theirs(name)
        phase, state = game.get_current_phase(), our_state(name, game)
        orders = choose_orders(game, dice)
        for power in game.powers:
            given = [text for whose, text in orders.values() if whose == power]
            game.set_orders(power, given)
        game.process()
        compare(name, game, state, orders, phase)
