"""A judge of movement seasons, and random ones with convoys, for the standard board.

Source: docs/rules/common.md, "4.6 Convoy", "6.1 The rulebook of 1971".
"""

from __future__ import annotations

import random
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise, permutations

from tests.judges.battles import Attack, Battle, Support, assumptions, best_in_circle
from tests.judges.faces import FaceMap, Spot, printed_neighbours

BOARD = FaceMap(printed_neighbours())
PLACES = sorted({*BOARD.rings} - {"Swi", "Out"})


@dataclass(slots=True, kw_only=True, eq=False)
class Piece:
    """A unit with its order."""

    power: str
    kind: str
    """``A`` or ``F``."""
    spot: Spot
    order: str = "hold"
    """``hold``, ``move``, ``support`` or ``convoy``."""
    of: str = ""
    """The province of the unit that is supported or convoyed."""
    to: Spot = ("", None)
    """Where it moves, or that which it supports or convoys; nowhere for the support of a unit that holds."""
    via: bool = False

    @property
    def at(self) -> str:
        """The province in which the unit stands."""
        return self.spot[0]

    @property
    def into(self) -> str:
        """The province of ``to``."""
        return self.to[0]

    def reach(self) -> set[Spot]:
        """Return where the unit could go by itself."""
        if self.kind == "A":
            return {(face, None) for face in BOARD.army_steps(self.at)}
        return BOARD.fleet_steps(self.spot)

    def unit(self) -> str:
        """Return the unit as it is written."""
        return f"{self.kind} {write_spot(self.spot)}"

    def line(self, pieces: Sequence[Piece]) -> str:
        """Return the order as it is written."""
        if self.order == "move":
            return f"{self.unit()} - {write_spot(self.to)}" + " via convoy" * self.via
        if self.order == "hold":
            return f"{self.unit()} H"
        other = next(piece.unit() for piece in pieces if piece.at == self.of)
        goal = f" - {self.into}" if self.into else ""
        return f"{self.unit()} {'S' if self.order == 'support' else 'C'} {other}{goal}"


def write_spot(spot: Spot) -> str:
    """Return a place, with all waters of its coast where the province has several."""
    face, coast = spot
    if coast is None or len(BOARD.coasts(face)) == 1:
        return face
    return f"{face}/{{{','.join(BOARD.waters_of(face, coast))}}}"


def touches(one: str, other: str) -> bool:
    """Tell whether two provinces share a border."""
    return any(BOARD.across(border, one) == other for ring in BOARD.rings[one] for border in ring)


@dataclass(frozen=True, kw_only=True)
class Season:
    """Orders of a season, and how the rulebook reads them."""

    pieces: Sequence[Piece]
    base: str

    def routes(self, army: Piece) -> list[set[str]]:
        """Return the chains of fleets ordered to convoy an army, none with a superfluous fleet."""
        fleets = [
            piece.at
            for piece in self.pieces
            if (piece.order, piece.of, piece.into) == ("convoy", army.at, army.into)
        ]
        found: list[set[str]] = []
        for length in range(1, len(fleets) + 1):
            for chain in permutations(fleets, length):
                way = [army.at, *chain, army.into]
                whole = all(touches(*step) for step in pairwise(way))
                if whole and not any(shorter <= {*chain} for shorter in found):
                    found.append({*chain})
        return found

    def mode(self, piece: Piece) -> str:
        """Return how a move goes: ``land``, ``sea``, ``either``, or ``void``."""
        near = any(face == piece.into for face, _ in piece.reach())
        routes = self.routes(piece) if piece.kind == "A" else []
        if not near:
            return "sea" if routes else "void"
        if self.base == "modern":
            at = {one.at: one.power for one in self.pieces}
            own = any(at[fleet] == piece.power for route in routes for fleet in route)
            if routes and (own or piece.via):
                return "sea"
            return "void" if piece.via else "land"
        opposite = any(
            (one.at, one.into, one.order) == (piece.into, piece.at, "move") for one in self.pieces
        )
        return "either" if routes and opposite else "land"


@dataclass(frozen=True, kw_only=True)
class Outcome:
    """What comes of a season."""

    moved: dict[str, str]
    """Where the units are that moved, by where they stood."""
    dislodged: dict[str, set[Spot]]
    """The dislodged units by where they stood, with the places that they may retreat to."""
    words: dict[str, str]
    """The word for each order by the province of its unit; the empty word where the page leaves it open."""


def judge(season: Season) -> Outcome | None:
    """Return what comes of a season; None for a paradox."""
    modes = {one.at: season.mode(one) for one in season.pieces if one.order == "move"}
    movers = [one for one in season.pieces if modes.get(one.at, "void") != "void"]
    routes = {one.at: season.routes(one) for one in movers if modes[one.at] != "land"}
    found: list[tuple[set[Attack], Battle]] = []
    for through in assumptions([_attack(one, over_sea=False) for one in movers]):
        going = {attack.unit for attack in through}
        lost = {
            one.at
            for one in season.pieces
            if one.at in {attack.target for attack in through} - going
        }
        open_ways = {at: _is_open(ways, lost, season.base) for at, ways in routes.items()}
        attacks = [
            _attack(one, over_sea=open_ways.get(one.at, False))
            for one in movers
            if modes[one.at] != "sea" or open_ways[one.at]
        ]
        battle = Battle(
            powers={one.at: one.power for one in season.pieces},
            attacks=attacks,
            supports=list(_supports(season, modes, attacks)),
            moving={one.at for one in movers},
            leaving=going,
            winning={attack for attack in attacks if attack.unit in going},
            spares=_spare_by_1971(season, routes) if season.base == "1971" else lambda *_: False,
        )
        if {attack.unit for attack in attacks if battle.succeeds(attack)} == going:
            found.append((through, battle))
    best = best_in_circle([through for through, _ in found])
    return None if best is None else _describe(season, modes, routes, found[best][1])


def _attack(piece: Piece, *, over_sea: bool) -> Attack:
    return Attack(
        unit=piece.at, power=piece.power, source=piece.at, target=piece.into, over_sea=over_sea
    )


def _is_open(ways: Sequence[set[str]], lost: set[str], base: str) -> bool:
    intact = [not way & lost for way in ways]
    return any(intact) if base == "modern" else all(intact)


def _supports(
    season: Season, modes: dict[str, str], attacks: Sequence[Attack]
) -> Iterator[Support]:
    by_unit = {attack.unit: attack for attack in attacks}
    for piece in season.pieces:
        if piece.order == "support":
            attack = by_unit.get(piece.of)
            if not piece.into and modes.get(piece.of, "void") == "void" and piece.of not in modes:
                yield Support(unit=piece.at, power=piece.power, of=piece.of)
            elif attack is not None and attack.target == piece.into:
                yield Support(unit=piece.at, power=piece.power, of=attack)


def _spare_by_1971(
    season: Season, routes: dict[str, list[set[str]]]
) -> Callable[[Attack, Support], bool]:
    """Return the rule XII.5: a convoyed army does not cut a support against a fleet that convoys it."""
    del season

    def spares(attack: Attack, support: Support) -> bool:
        into = support.of.target if isinstance(support.of, Attack) else ""
        return attack.over_sea and any(into in route for route in routes[attack.unit])

    return spares


def _describe(
    season: Season, modes: dict[str, str], routes: dict[str, list[set[str]]], battle: Battle
) -> Outcome:
    moved = {attack.unit: attack.target for attack in battle.winning}
    occupied = {
        moved.get(one.at, one.at) for one in season.pieces if one.at not in battle.dislodged
    }
    closed = occupied | battle.stand_offs(occupied)
    retreats = {}
    words = {}
    for piece in season.pieces:
        if piece.at in battle.dislodged:
            by = next(one for one in battle.winning if one.target == piece.at)
            forbidden = set() if by.over_sea and season.base == "modern" else {by.source}
            retreats[piece.at] = {
                spot for spot in piece.reach() if spot[0] not in closed | forbidden
            }
        words[piece.at] = _word(season, piece, modes, routes, battle)
    return Outcome(moved=moved, dislodged=retreats, words=words)


def _word(
    season: Season,
    piece: Piece,
    modes: dict[str, str],
    routes: dict[str, list[set[str]]],
    battle: Battle,
) -> str:
    stays = piece.at not in battle.dislodged
    if piece.order == "hold":
        return "succeeds" if stays else "fails"
    if piece.order == "move":
        if modes[piece.at] == "void":
            return "void"
        return "succeeds" if any(one.unit == piece.at for one in battle.winning) else "fails"
    if piece.order == "support":
        given = [one for one in battle.supports if one.unit == piece.at]
        return "succeeds" if any(map(battle.stands, given)) else ""
    used = [route for route in routes.get(piece.of, []) if piece.at in route]
    if not used:
        return ""
    arrived = any(one.unit == piece.of and one.over_sea for one in battle.attacks)
    whole = arrived or modes[piece.of] == "either"
    return ("succeeds" if whole else "fails") if stays else "fails"


def random_season(dice: random.Random, base: str) -> Season:
    """Return some units round one or two waters, most of which have to do with each other."""
    sea = dice.choice(sorted(BOARD.waters))
    region = {sea} | {name for name in PLACES if touches(sea, name)}
    for water in dice.sample(sorted(region & BOARD.waters), 1):
        region |= {name for name in PLACES if touches(water, name)}
    homes = dice.sample(sorted(region), min(len(region) - 1, dice.randint(5, 10)))
    homes += [water for water in sorted(region & BOARD.waters) if water not in homes][:2]
    pieces = [_random_piece(dice, face) for face in sorted(homes)]
    for piece in pieces:
        if piece.kind == "A" and dice.random() < 0.6:
            _order_convoy(dice, piece, pieces)
    for piece in pieces:
        if piece.order == "hold" and dice.random() < 0.45:
            _order_move(dice, piece, pieces, region)
    for piece in pieces:
        if piece.order == "hold" and dice.random() < 0.85:
            _order_support(dice, piece, pieces)
    return Season(pieces=pieces, base=base)


def _random_piece(dice: random.Random, face: str) -> Piece:
    coasts = sorted(BOARD.coasts(face), key=sorted) if face not in BOARD.waters else []
    kind = "F" if face in BOARD.waters else dice.choice("AAF" if coasts else "A")
    coast = dice.choice(coasts) if kind == "F" and coasts else None
    return Piece(power=dice.choice(("England", "France", "Germany")), kind=kind, spot=(face, coast))


def _sort(spots: Collection[Spot]) -> list[Spot]:
    return sorted(spots, key=lambda spot: (spot[0], sorted(spot[1] or ())))


def _order_move(
    dice: random.Random, piece: Piece, pieces: Sequence[Piece], region: set[str]
) -> None:
    near = [spot for spot in _sort(piece.reach()) if spot[0] in region]
    taken = [spot for spot in near if any(one.at == spot[0] for one in pieces)]
    if near:
        piece.order = "move"
        piece.to = dice.choice(taken if taken and dice.random() < 0.7 else near)


def _order_convoy(dice: random.Random, army: Piece, pieces: Sequence[Piece]) -> None:
    """Order fleets that are free to convoy an army, one after the other until it arrives."""
    free = [one for one in pieces if one.order == "hold" and one.at in BOARD.waters]
    chain = [one for one in free if touches(one.at, army.at)][:1]
    while chain and dice.random() < 0.5:
        more = [one for one in free if one not in chain and touches(one.at, chain[-1].at)]
        chain += dice.sample(more, min(len(more), 1))
    shores = [
        name
        for name in PLACES
        if chain and name not in BOARD.waters | {army.at} and touches(chain[-1].at, name)
    ]
    taken = [name for name in shores if any(one.at == name for one in pieces)]
    if not shores:
        return
    army.order, army.to = (
        "move",
        (dice.choice(taken if taken and dice.random() < 0.6 else shores), None),
    )
    army.via = army.into in BOARD.army_steps(army.at) and dice.random() < 0.4
    for fleet in [*chain, *[one for one in free if one not in chain and dice.random() < 0.4]]:
        fleet.order, fleet.of, fleet.to = "convoy", army.at, army.to


def _order_support(dice: random.Random, piece: Piece, pieces: Sequence[Piece]) -> None:
    near = {face for face, _ in piece.reach()}
    others = [one for one in pieces if one is not piece]
    moving = [one for one in others if one.order == "move" and one.into in near]
    standing = [one for one in others if one.order != "move" and one.at in near]
    if moving and (dice.random() < 0.8 or not standing):
        chosen = dice.choice(moving)
        piece.order, piece.of, piece.to = "support", chosen.at, (chosen.into, None)
    elif standing:
        piece.order, piece.of = "support", dice.choice(standing).at
