"""A judge of movement seasons in Deluge II with armies aboard fleets.

Source: docs/rules/deluge2.md, "5.1 Boarding", "5.2 The combination", "5.3 Landing", "5.4 Fast ferry",
"5.5 Change of type", "5.7 Retreats".
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import product
from random import Random

from tests.judges.battles import Attack, Battle, Support
from tests.judges.faces import Spot
from tests.judges.movement import BOARD


@dataclass(frozen=True, slots=True, kw_only=True)
class Piece:
    """A unit with its order; a fleet with an army, or that will have one, has the landing of that army."""

    power: str
    kind: str
    """``A``, ``F`` or ``A/F``."""
    spot: Spot
    order: str = "hold"
    """``hold``, ``move``, ``support``, ``convoy``, ``board``, ``change``, or ``back`` for its own landing."""
    of: str = ""
    """The province of the unit that is supported, convoyed or boarded."""
    to: str = ""
    """Where it moves, or that which it supports or convoys; nowhere for the support of a unit that holds."""
    of_landing: bool = False
    """The support is for the army that lands."""
    land: str = ""
    land_from: str = ""
    via: bool = False

    @property
    def at(self) -> str:
        """The province in which it stands."""
        return self.spot[0]

    def reach(self) -> set[Spot]:
        """Return where it could go by itself."""
        if self.kind == "A":
            return {(face, None) for face in BOARD.army_steps(self.at)}
        return BOARD.fleet_steps(self.spot)


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """Some of docs/rules/deluge2.md, "9. Options"."""

    one_space_must_ferry: bool = False
    sail_without_army: bool = True
    own_attack_stops_boarding: bool = False
    aboard_when_broken: bool = False

    @classmethod
    def random(cls, dice: Random) -> Options:
        """Return the default, or in a third of all cases any mixture."""
        if dice.random() < 0.7:
            return cls()
        must, sail, own, aboard = (dice.random() < 0.5 for _ in range(4))
        return cls(
            one_space_must_ferry=must,
            sail_without_army=sail,
            own_attack_stops_boarding=own,
            aboard_when_broken=aboard,
        )

    def written(self) -> dict[str, str | bool]:
        """Return them as a question has them."""
        return {
            "one_space_must_ferry": self.one_space_must_ferry,
            "sail_without_army": self.sail_without_army,
            "own_attack_stops_boarding": self.own_attack_stops_boarding,
            "failed_convoy": "aboard" if self.aboard_when_broken else "stay",
        }


Units = set[tuple[str, str, str]]
"""Power, kind and province."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """What comes of a season."""

    units: Units
    dislodged: Units
    retreats: Mapping[str, set[str]]
    moved: frozenset[Attack]
    """The moves and landings that came about."""


def judge_landings(pieces: Sequence[Piece], options: Options) -> Outcome | None:
    """Return what comes of a season; None for a paradox that is no circle."""
    if options.one_space_must_ferry:
        pieces = _read_as_ferries(pieces)
    season = _Season(pieces, options)
    if len(season.attacks) + len(season.landings) > 13:
        return None
    found = list(season.outcomes())
    if not found:
        return None
    best = max(found, key=lambda outcome: len(outcome.moved))
    others = [one for one in found if one is not best]
    return best if all(_waits_only_for_room(one, best) for one in others) else None


def _waits_only_for_room(one: Outcome, best: Outcome) -> bool:
    """Tell whether two outcomes differ by units alone that make way for each other."""
    more = best.moved - one.moved
    targets = {attack.target for attack in more}
    circle = {attack.unit for attack in more} <= targets and {
        attack.source for attack in more
    } <= targets
    return one.moved < best.moved and one.dislodged == best.dislodged and circle


def _read_as_ferries(pieces: Sequence[Piece]) -> list[Piece]:
    """Return the orders where boarding and landing over one sea are a ferry."""
    read = {piece.at: piece for piece in pieces}
    for army in pieces:
        fleet = read.get(army.of)
        if army.order != "board" or fleet is None or not fleet.land or fleet.land_from != fleet.at:
            continue
        if fleet.kind != "F" or fleet.power != army.power or fleet.order not in {"hold", "back"}:
            continue
        read[army.at] = replace(army, order="move", of="", to=fleet.land, via=True)
        read[fleet.at] = replace(fleet, order="convoy", of=army.at, to=fleet.land, land="")
        for piece in pieces:
            if piece.of_landing and piece.of == fleet.at:
                read[piece.at] = replace(piece, of=army.at, of_landing=False)
    return [*read.values()]


class _Season:
    """Who is aboard, which attacks there may be, and what comes of each assumption."""

    def __init__(self, pieces: Sequence[Piece], options: Options) -> None:
        self.options = options
        at = {piece.at: piece for piece in pieces}
        boarding = [piece for piece in pieces if self._may_board(piece, at)]
        aboard = [army for army in boarding if self._can_board(army, at[army.of], boarding, pieces)]
        self.stuck = {army.at for army in boarding if army not in aboard}
        """Armies that could not board."""
        carrying = {army.of for army in aboard}
        if not options.sail_without_army:
            for army in boarding:
                if army.of not in carrying and at[army.of].order == "move":
                    at[army.of] = replace(at[army.of], order="hold")
                    self.stuck.add(army.of)
        self.pieces = [piece for piece in at.values() if piece not in aboard]
        self.at = {piece.at: piece for piece in self.pieces}
        self.carrying = carrying | {piece.at for piece in pieces if piece.kind == "A/F"}
        self.ferries: dict[str, str] = {}
        """The fleet that carries an army over one sea, by the province of the army."""
        self.attacks: dict[str, Attack] = {}
        self.landings: dict[str, Attack] = {}
        for piece in self.pieces:
            if piece.order == "move":
                self._add_move(piece)
            if piece.land and piece.at in self.carrying:
                self.landings[piece.at] = Attack(
                    unit=piece.at,
                    power=piece.power,
                    source=piece.land_from,
                    target=piece.land,
                    over_sea=True,
                )

    def _may_board(self, army: Piece, at: Mapping[str, Piece]) -> bool:
        fleet = at.get(army.of)
        if army.order != "board" or fleet is None:
            return False
        return (fleet.kind, fleet.power) == ("F", army.power)

    def _can_board(
        self, army: Piece, fleet: Piece, boarding: Sequence[Piece], pieces: Sequence[Piece]
    ) -> bool:
        """Tell whether an army boards: rules 3a, g1 and g2."""
        own = self.options.own_attack_stops_boarding
        attacked = any(
            one.order == "move" and one.to == fleet.at and one.at in BOARD.waters
            for one in pieces
            if own or one.power != army.power
        )
        alone = [one.of for one in boarding].count(army.of) == 1
        return alone and not attacked and fleet.order != "support"

    def _add_move(self, piece: Piece) -> None:
        near = piece.to in {face for face, _ in piece.reach()}
        ferries = [
            one
            for one in self.pieces
            if (one.order, one.of, one.to, one.kind) == ("convoy", piece.at, piece.to, "F")
            and one.at not in self.carrying
            and piece.kind == "A"
        ]
        own = [one for one in ferries if one.power == piece.power]
        over_sea = bool(own or (ferries and (piece.via or not near)))
        if over_sea:
            self.ferries[piece.at] = (own or ferries)[0].at
        if over_sea or (near and not piece.via):
            self.attacks[piece.at] = Attack(
                unit=piece.at,
                power=piece.power,
                source=piece.at,
                target=piece.to,
                over_sea=over_sea,
            )

    def outcomes(self) -> Iterator[Outcome]:
        """Yield what comes of each assumption that comes true."""
        moves, landings = [*self.attacks], [*self.landings]
        for through in _choices(moves):
            for won in _choices(landings):
                if any(self._leaves(at) and at in through and at not in won for at in landings):
                    continue
                for there in _choices(landings):
                    outcome = self._try(through, won, there)
                    if outcome is not None:
                        yield outcome

    def _leaves(self, at: str) -> bool:
        """Tell whether an army is to land from where its fleet is, and the fleet to move on."""
        return self.at[at].order == "move" and self.at[at].land_from == at

    def _try(self, through: set[str], won: set[str], there: set[str]) -> Outcome | None:
        """Return what comes of these moves, with landings that win and some that exist; None if not so."""
        stopped = {at for at in self.landings if self._leaves(at) and at not in won}
        winning = [self.attacks[at] for at in through]
        winning += [self.landings[at] for at in won & there]
        driven = {one.target for one in winning if one.target in self.at} - through
        open_ways = {army for army, fleet in self.ferries.items() if fleet not in driven}
        boarded = {
            army
            for army, fleet in self.ferries.items()
            if (army in open_ways or self.options.aboard_when_broken)
            and self.at[fleet].power == self.at[army].power
        }
        attacks = [
            attack
            for at, attack in self.attacks.items()
            if at not in stopped and (at not in self.ferries or at in open_ways)
        ]
        attacks += [self.landings[at] for at in there]
        battle = Battle(
            powers={piece.at: piece.power for piece in self.pieces},
            attacks=attacks,
            supports=list(self._supports()),
            moving={*self.attacks} | self.stuck,
            leaving=through | boarded,
            winning=winning,
        )
        if {
            one.unit for one in attacks if one in self.attacks.values() and battle.succeeds(one)
        } != through:
            return None
        if any(
            self._judge_landing(battle, at, through) != (at in there, at in won)
            for at in self.landings
        ):
            return None
        return self._describe(battle, through, boarded, won & there)

    def _judge_landing(self, battle: Battle, at: str, through: set[str]) -> tuple[bool, bool]:
        """Return whether a landing exists, and whether it would win (rules page, "5.3 Landing")."""
        piece, landing = self.at[at], self.landings[at]
        if piece.order == "move" and piece.land_from != at:
            sailed = at in through
            return sailed, sailed and battle.succeeds(landing)
        if at not in through:
            return at not in battle.dislodged, battle.succeeds(landing)
        entered = [one for one in battle.winning if one.target == at and battle.helpers(one)]
        return not entered, battle.succeeds(landing)

    def _supports(self) -> Iterator[Support]:
        for piece in self.pieces:
            of: Attack | str | None = None
            other = self.at.get(piece.of)
            if piece.order == "back":
                of = self.landings.get(piece.at)
            elif piece.order == "support" and piece.of_landing:
                of = self.landings.get(piece.of)
            elif piece.order == "support" and piece.to:
                of = self.attacks.get(piece.of)
            elif piece.order == "support" and other is not None and piece.of not in self.stuck:
                of = None if piece.of in self.attacks else piece.of
            if of is not None:
                yield Support(unit=piece.at, power=piece.power, of=of)

    def _describe(
        self, battle: Battle, through: set[str], boarded: set[str], landed: set[str]
    ) -> Outcome:
        turned_away = {self.ferries[army] for army in boarded - through}
        units: Units = {(self.at[at].power, "A", self.landings[at].target) for at in landed}
        lost: Units = set()
        for piece in self.pieces:
            full = piece.at in self.carrying or (piece.at in turned_away)
            kind = "A/F" if full and piece.at not in landed else piece.kind.removeprefix("A/")
            if piece.at in battle.dislodged:
                lost.add((piece.power, kind, piece.at))
            elif piece.at not in boarded or piece.at in through:
                kind = "F" if piece.order == "change" else kind
                units.add((piece.power, kind, piece.to if piece.at in through else piece.at))
        occupied = {at for _, _, at in units}
        closed = occupied | battle.stand_offs(occupied)
        retreats = {}
        for _, kind, at in lost:
            by = next(one for one in battle.winning if one.target == at)
            barred = closed | (set() if by.unit in self.ferries else {by.source})
            places = {face for face, _ in self.at[at].reach()} - barred
            retreats[at] = (places & BOARD.waters or places) if kind == "A/F" else places
        moved = frozenset(one for one in battle.winning if one in battle.attacks)
        return Outcome(units=units, dislodged=lost, retreats=retreats, moved=moved)


def _choices(names: Sequence[str]) -> Iterator[set[str]]:
    for choice in product((False, True), repeat=len(names)):
        yield {name for name, chosen in zip(names, choice, strict=True) if chosen}
