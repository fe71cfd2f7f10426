"""A judge of Seismic events, and random games of them, from the rules page and the printed neighbours.

Source: docs/rules/common.md, "3. The conflict theorem", "4.3 Inheritance when the map changes",
"14. Options";
docs/rules/seismic-lavaurs.md, "4. Legality", "6. Consequences".
"""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import combinations

from tests.judges.faces import STANDARD_JOINS, Coast, FaceMap, printed_neighbours
from zinegen.play import load_board

POWERS = ("Austria", "England", "France", "Germany", "Italy", "Russia", "Turkey")
NAMES = {str(face): province.name for face, province in load_board().provinces.items()}
HOT = ("Den", "Swe", "Kie", "Con", "Nap", "Bul", "Por", "Tun", "Spa")
"""Where coasts and islands are soon made."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Event:
    """A separation of ``borders[0]``, or a release between two borders of the face ``across``."""

    borders: tuple[int, ...]
    across: str = ""


Given = tuple[str, Event | None]
"""An order as it is written, and what it means; None for one that is void."""


def find_conflicts(board: FaceMap, events: Collection[Event]) -> Iterator[set[Event]]:
    """Yield the minimal sets of events that do not go together."""
    for one, two in combinations(events, 2):
        if not one.across and not two.across:
            if two.borders[0] in board.touching(one.borders[0]):
                yield {one, two}
        elif bool(one.across) != bool(two.across) and {*one.borders} & {*two.borders}:
            yield {one, two}
    links = [event for event in events if event.across]
    for number in range(2, len(links) + 1):
        for some in combinations(links, number):
            if len({link.across for link in some}) == 1 and _is_circle(board, some):
                yield {*some}


def _is_circle(board: FaceMap, links: Collection[Event]) -> bool:
    """Tell whether links form one circle between the boundary components of the face that they cross."""
    pairs = [[id(board.ring(link.across, border)) for border in link.borders] for link in links]
    count = Counter(ring for pair in pairs for ring in pair)
    reached, size = {pairs[0][0]}, 0
    while size < len(reached):
        size = len(reached)
        reached |= {ring for pair in pairs if {*pair} & reached for ring in pair}
    return {*count.values()} == {2} and reached == {*count}


def find_survivors(
    board: FaceMap, strength: Mapping[Event, int], *, beaten_block: bool
) -> set[Event]:
    """Return the events that come about, of all legal ones with the number of powers for each."""
    conflicts = list(find_conflicts(board, [*strength]))
    if beaten_block:
        weakest = [(some, min(strength[one] for one in some)) for some in conflicts]
        return {*strength} - {
            one for some, least in weakest for one in some if strength[one] == least
        }
    accepted: set[Event] = set()
    for level in sorted({*strength.values()}, reverse=True):
        equals = {event for event in strength if strength[event] == level}
        accepted |= {
            event
            for event in equals
            if not any(event in some and some <= accepted | equals for some in conflicts)
        }
    return accepted


class UndecidedError(Exception):
    """The page leaves it to the drawing, or to names that two coasts share."""


def carry_out(board: FaceMap, events: Collection[Event]) -> FaceMap:
    """Return the map after events that go together: releases first, as none arrives at a separation."""
    after = board.copy()
    links = [event for event in events if event.across]
    arrivals = Counter(border for link in links for border in link.borders)
    for border, number in arrivals.items():
        if number > (1 if board.ends(border) else 2):
            raise UndecidedError
    for link in links:
        after.release(link.across, *link.borders)
    for event in events:
        if not event.across:
            after.separate(event.borders[0])
    return after


def random_event(dice: random.Random, board: FaceMap, near: Collection[int]) -> Given:
    """Return an event, often at borders that are named; rarely one that could mean two."""
    rings = [(face, ring) for face in board.rings for ring in board.rings[face]]
    islands = [(face, ring) for face, ring in rings if len(board.rings[face]) > 1]
    if islands and dice.random() < 0.4:
        face, ring = dice.choice(islands)
        others = [border for other in board.rings[face] if other is not ring for border in other]
        one, two = (board.across(dice.choice(some), face) for some in (ring, others))
        found = board.list_releases(one, two)
        event = Event(across=found[0][0], borders=tuple(sorted(found[0][1:]))) if found else None
        return f"{one} & {two} connect", event if len(found) == 1 else None
    cuts = [border for border in sorted(board.sides) if board.ends(border)]
    rings_off = [border for border in cuts if len({*(board.ends(border) or ())}) == 1]
    close = [border for border in cuts if border in near]
    liked = rings_off if rings_off and dice.random() < 0.25 else close
    border = dice.choice(liked if liked and dice.random() < 0.75 else cuts)
    (a, b), ends = board.sides[border], board.ends(border) or ("", "")
    c, d = ends if dice.random() < 0.5 else ends[::-1]
    alike = [one for one in cuts if {*board.sides[one]} == {a, b}]
    alike = [one for one in alike if sorted(board.ends(one) or ()) == sorted(ends)]
    return (
        f"{a} & {b} separate, {c} & {d} connect",
        Event(borders=(border,)) if len(alike) == 1 else None,
    )


@dataclass(kw_only=True)
class Game:
    """A random game of nothing but events, with fleets on coasts, written as a scenario file."""

    dice: random.Random
    joins: Mapping[str, tuple[str, str]] | None
    """Waterways by name; None where a rule set has others, and coasts are not judged."""
    beaten_block: bool
    most_water: bool
    board: FaceMap = field(init=False)
    fleets: dict[str, tuple[str, Coast | None]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Lay out the map."""
        self.board = FaceMap(printed_neighbours(), self.joins or STANDARD_JOINS)

    def write(self, variant: str, phases: Collection[str]) -> str:
        """Return the game as a scenario file with all that is expected; raises UndecidedError."""
        lines = [f'variant = "{variant}"', "[options]", 'coast_choice = "alphabetical"']
        if self.most_water:
            lines[-1] = 'coast_choice = "most-water"'
        lines += [f"beaten_orders_block = {str(self.beaten_block).lower()}", "[start]"]
        lines += [f"events = {json.dumps([*self._begin()])}"]
        self._place_fleets()
        lines += ["[start.units]", *self._list_units("{power}")]
        for phase in phases:
            lines += ["[[phase]]", f'name = "{phase}"', "[phase.events]", *self._play()]
        return "\n".join(lines)

    def _near(self) -> set[int]:
        """Return the borders of a face where much happens, and those that touch one of them."""
        face = self.dice.choice(HOT)
        round_it = {border for ring in self.board.rings[face] for border in ring}
        return round_it | self.board.touching(self.dice.choice(sorted(round_it)))

    def _begin(self) -> Iterator[str]:
        for _ in range(self.dice.choice((0, 1, 3, 8, 14))):
            text, event = random_event(self.dice, self.board, self._near())
            if event is not None:
                self.board = carry_out(self.board, [event])
                yield text

    def _place_fleets(self) -> None:
        for face in [*HOT, *self.dice.sample(sorted({*self.board.rings} - self.board.waters), 12)]:
            coasts = sorted(self.board.coasts(face), key=sorted)
            named = [coast for coast in coasts if self._name(face, coast)]
            if named and face not in {"Swi", "Out"} and self.joins is not None:
                self.fleets[face] = self.dice.choice(POWERS), self.dice.choice(named)

    def _name(self, face: str, coast: Coast | None) -> str:
        """Return a fleet there as it is written; nothing where two coasts have the same waters."""
        if coast is None:
            return f"F {face}"
        waters = self.board.waters_of(face, coast)
        coasts = [self.board.waters_of(face, one) for one in self.board.coasts(face)]
        return f"F {face}/{{{','.join(waters)}}}" if coasts.count(waters) == 1 else ""

    def _list_units(self, key: str) -> Iterator[str]:
        for power in POWERS if self.joins is not None else ():
            mine = [(face, coast) for face, (owner, coast) in self.fleets.items() if owner == power]
            names = [self._name(*one) for one in mine]
            if all(names):
                yield f"{key.format(power=power)} = {json.dumps(names)}"

    def _play(self) -> Iterator[str]:
        """Yield the events of a phase and what is expected of them."""
        given: dict[str, Given] = {}
        near = self._near()
        for power in POWERS:
            known = [*given.values()]
            beside = [border for _, one in known if one is not None for border in one.borders]
            if known and self.dice.random() < 0.35:
                given[power] = self.dice.choice(known)
            elif self.dice.random() < 0.8:
                here = self.dice.choice(beside) if beside and self.dice.random() < 0.5 else None
                around = near if here is None else {here} | self.board.touching(here)
                given[power] = random_event(self.dice, self.board, around)
        strength = Counter(event for _, event in given.values() if event is not None)
        survivors = find_survivors(self.board, strength, beaten_block=self.beaten_block)
        yield from (f"{power} = {json.dumps(text)}" for power, (text, _) in given.items())
        self.board = carry_out(self.board, survivors)
        yield "[phase.expect]"
        for power, (_, event) in given.items():
            word = "void" if event is None else "succeeds" if event in survivors else "fails"
            yield f'events.{power} = ["{word}"]'
        for face in self.board.rings:
            yield f'neighbours.{face} = "{self.board.neighbours(face)}"'
        if self.joins is not None:
            yield from self._follow_fleets()

    def _follow_fleets(self) -> Iterator[str]:
        """Yield the coasts, and where the fleets are that stood on those of before."""
        for face in sorted({*self.board.rings} - self.board.waters - {"Swi", "Out"}):
            waters = [self.board.waters_of(face, coast) for coast in self.board.coasts(face)]
            yield f"coasts.{face} = {json.dumps(sorted(waters))}"
        for face, (power, old) in self.fleets.items():
            coasts = self.board.coasts(face)
            heirs = [
                coast
                for coast in coasts
                if old is not None and any(self.board.parts[border] & old for border in coast)
            ]
            self.fleets[face] = power, self._choose(face, heirs or coasts)
        trapped = [f"F {face}" for face, (_, coast) in self.fleets.items() if coast is None]
        yield f"trapped = {json.dumps(trapped)}"
        yield from self._list_units("units.{power}")

    def _choose(self, face: str, coasts: Collection[Coast]) -> Coast | None:
        """Return the coast that the convention takes; raises UndecidedError where two are alike."""

        def rank(coast: Coast) -> tuple[int, list[str]]:
            waters = self.board.waters_of(face, coast)
            return -len(waters) * self.most_water, sorted(NAMES[water] for water in waters)

        ranked = sorted(coasts, key=rank)
        if len({str(rank(coast)) for coast in ranked}) < len(ranked):
            raise UndecidedError
        return ranked[0] if ranked else None
