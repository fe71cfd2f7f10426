"""Random seasons of Deluge II in which armies board, sail, land and are ferried round one or two waters."""

from __future__ import annotations

import random
from collections.abc import Collection
from dataclasses import replace

from tests.judges.faces import Coast
from tests.judges.landings import Piece
from tests.judges.movement import BOARD, PLACES, touches, write_spot

SHORES = {
    sea: [one for one in PLACES if one not in BOARD.waters and touches(sea, one)]
    for sea in sorted(BOARD.waters)
}
SEAS = {sea: [one for one in SHORES if touches(sea, one)] for sea in SHORES}


class RandomSeason:
    """Pieces by their province, and the lines of their orders."""

    def __init__(self, dice: random.Random) -> None:
        """Place some units and order them."""
        self.dice = dice
        sea = dice.choice(sorted(BOARD.waters - {"BLA"}))
        region = {sea, *SEAS[sea], *SHORES[sea]}
        second = dice.choice(SEAS[sea])
        region |= {second, *SEAS[second], *SHORES[second]}
        homes = dice.sample(sorted(region), min(len(region) - 1, dice.randint(4, 9)))
        self.at = {face: self._piece(face) for face in sorted(homes)}
        self.focus = {*dice.sample(sorted(region), 3)}
        for face in [*self.at]:
            piece = self.at[face]
            if piece.kind == "F" and face in BOARD.waters and dice.random() < 0.6:
                self._order_crossing(piece)
            elif piece.kind == "A/F":
                self._order_combination(piece)
        self._order_others()

    def _piece(self, face: str) -> Piece:
        coast: Coast | None = None
        if face in BOARD.waters:
            kind = self.dice.choice(("F", "F", "A/F"))
        else:
            coasts = sorted(BOARD.coasts(face), key=sorted)
            kind = self.dice.choice("AAF" if coasts else "A")
            coast = self.dice.choice(coasts) if kind == "F" else None
        power = self.dice.choice(("England", "France", "Germany"))
        return Piece(power=power, kind=kind, spot=(face, coast))

    def _pick(self, places: Collection[str]) -> str:
        """Return one of some places, more likely where much is going on."""
        liked = [one for one in places if one in self.focus or one in self.at]
        return self.dice.choice(liked if liked and self.dice.random() < 0.6 else sorted(places))

    def _order_crossing(self, fleet: Piece) -> None:
        """Order an army beside a fleet to board it, or to be ferried."""
        dice = self.dice
        armies = [
            one
            for one in self.at.values()
            if (one.kind, one.order) == ("A", "hold") and one.at in SHORES[fleet.at]
        ]
        own = [one for one in armies if one.power == fleet.power]
        if not armies:
            return
        army = dice.choice(own if own and dice.random() < 0.9 else armies)
        shores = [one for one in SHORES[fleet.at] if one != army.at]
        if army.power != fleet.power or dice.random() < 0.4:
            target = self._pick(shores)
            near = target in BOARD.army_steps(army.at)
            via = near and army.power != fleet.power and dice.random() < 0.6
            self.at[army.at] = replace(army, order="move", to=target, via=via)
            self.at[fleet.at] = replace(fleet, order="convoy", of=army.at, to=target)
            return
        self.at[army.at] = replace(army, order="board", of=fleet.at)
        sea = self._pick(SEAS[fleet.at])
        beyond = [one for one in SHORES[sea] if one != army.at]
        self.at[fleet.at] = dice.choice(
            (
                fleet,
                replace(fleet, order="move", to=sea),
                replace(fleet, order="move", to=sea, land=self._pick(beyond), land_from=sea),
                replace(fleet, land=self._pick(shores), land_from=fleet.at),
                replace(fleet, order="back", land=self._pick(shores), land_from=fleet.at),
            )
        )

    def _order_combination(self, piece: Piece) -> None:
        sea, shore = self._pick(SEAS[piece.at]), self._pick(SHORES[piece.at])
        lands = replace(piece, land=shore, land_from=piece.at)
        self.at[piece.at] = self.dice.choice(
            (
                piece,
                lands,
                replace(piece, order="move", to=sea),
                replace(lands, order="back"),
                replace(lands, order="back"),
                replace(lands, order="move", to=sea),
                replace(lands, order="move", to=sea),
                replace(piece, order="move", to=sea, land=self._pick(SHORES[sea]), land_from=sea),
            )
        )

    def _order_others(self) -> None:
        boarded = {one.of for one in self.at.values() if one.order == "board"}
        free = [
            face
            for face, one in self.at.items()
            if one.order == "hold" and not one.land and face not in boarded
        ]
        for face in free:
            piece, chance = self.at[face], self.dice.random()
            near = sorted({place for place, _ in piece.reach()})
            one_coast = face not in BOARD.waters and len(BOARD.coasts(face)) == 1
            if piece.kind == "A" and one_coast and chance < 0.1:
                self.at[face] = replace(piece, order="change")
            elif piece.kind != "A/F" and near and chance < 0.5:
                plain = [one for one in near if one in BOARD.waters or len(BOARD.coasts(one)) < 2]
                goals = near if piece.kind == "A" else plain
                facing = [one for one in goals if one in self.at and self.at[one].to == face]
                chosen = facing if facing and self.dice.random() < 0.6 else goals
                if chosen:
                    self.at[face] = replace(piece, order="move", to=self._pick(chosen))
        for face in free:
            if self.at[face].order == "hold" and self.dice.random() < 0.85:
                self._order_support(self.at[face])

    def _order_support(self, piece: Piece) -> None:
        near = {face for face, _ in piece.reach()}
        others = [one for one in self.at.values() if one is not piece]
        order = replace(piece, order="support")
        found = [
            replace(order, of=one.at, to=one.to)
            for one in others
            for _ in range(3 if one.land else 1)
            if one.order == "move" and one.to in near
        ]
        found += [
            replace(order, of=one.at, to=one.land, of_landing=True)
            for one in others
            if one.land in near and self._is_the_only_one_that_lands_so(one)
            if one.land_from != piece.at
        ] * 2
        found += [
            replace(order, of=one.at)
            for one in others
            if one.order not in {"move", "board", "change"} and one.at in near
        ]
        if found:
            self.at[piece.at] = self.dice.choice(found)

    def _is_the_only_one_that_lands_so(self, piece: Piece) -> bool:
        ways = [(one.land_from, one.land) for one in self.at.values()]
        return ways.count((piece.land_from, piece.land)) == 1

    def lines(self) -> list[tuple[str, str]]:
        """Return the order lines, each with its power."""
        found = []
        together = {one.of: one.at for one in self.at.values() if one.order == "board"}
        for piece in self.at.values():
            if piece.order == "board":
                fleet = self.at[piece.of]
                text = f"A({piece.at}) E F({fleet.at})"
                if fleet.order == "move":
                    text += f"; A/F({fleet.at}) - {fleet.to}"
                elif fleet.order == "hold" and not fleet.land:
                    text += f"; A/F({fleet.at}) H"
                found.append((piece.power, text + _landing_text(fleet)))
            elif piece.at not in together:
                found.append((piece.power, self._line(piece)))
        return found

    def _line(self, piece: Piece) -> str:
        unit = f"{piece.kind} {write_spot(piece.spot)}"
        if piece.land and piece.order == "move" and piece.land_from != piece.at:
            return f"A/F({piece.at}) - {piece.to}; A({piece.to}) D {piece.land}"
        if piece.land:
            leaving = f"; F({piece.at}) - {piece.to}" if piece.order == "move" else ""
            return f"A/F({piece.at}){_landing_text(piece)}{leaving}"
        other = self.at.get(piece.of)
        of = f"{other.kind} {write_spot(other.spot)}" if other else ""
        goal = f" - {piece.to}" if piece.to else ""
        match piece.order:
            case "hold":
                return f"{unit} H"
            case "change":
                return f"A({piece.at}) becomes F"
            case "move":
                return f"{unit} - {piece.to}{' via convoy' * piece.via}"
            case "convoy":
                return f"{unit} C A {piece.of} - {piece.to}"
            case _ if piece.of_landing and other:
                return f"{unit} S A({other.land_from}) D {piece.to}"
            case _:
                return f"{unit} S {of}{goal}"

    def units(self) -> list[tuple[str, str]]:
        """Return the units, each with its power."""
        return [(one.power, f"{one.kind} {write_spot(one.spot)}") for one in self.at.values()]


def _landing_text(piece: Piece) -> str:
    if piece.order == "back":
        return f"; F({piece.at}) S A({piece.at}) D {piece.land}"
    return f"; A({piece.land_from}) D {piece.land}" if piece.land else ""
