"""Everything that powers can order in a position, as a tree of clicks for the page on which orders are made.

What comes into question the order forms and the engine say (`OrderForm.offer`, `rules.candidates`), and
what of it is possible the checks that `zinegen check` runs; nothing is judged here.
Format: docs/map-data.md, "Choices".
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace

from zinegen.board.board import Power
from zinegen.errors import Where
from zinegen.game.orders import Move, Order, Retreat
from zinegen.game.state import PhaseKind
from zinegen.game.units import PlaceName, UnitName
from zinegen.languages.texts import gettext
from zinegen.notation.conditions import (
    CameTo,
    Changed,
    Fact,
    HasLost,
    IsEmpty,
    Owns,
    Stands,
    Succeeded,
    WasDislodged,
    write_condition,
)
from zinegen.notation.findings import Code, Level
from zinegen.notation.grammar.names import nationality
from zinegen.notation.reading.context import COASTS, CONDITIONAL, EVENTS, OrderCheckContext
from zinegen.notation.reading.forms import OrderForm, all_forms, forms_for
from zinegen.notation.reading.reader import read_orders
from zinegen.pages.browser.choices_tree import (
    LABELS,
    RETREAT_LABELS,
    Click,
    ClickWording,
    Nodes,
    Tree,
    find_plain_text,
    find_way,
    join_trees,
    label_of,
)
from zinegen.pages.browser.facts import mark_of
from zinegen.pages.browser.plain_data import Json
from zinegen.pages.words.phases import HEADINGS
from zinegen.play.deadlines import Turn, advance_to, asks_nobody, list_sections, powers_to_order
from zinegen.rules.candidates import Candidates
from zinegen.rules.secrets import public_state

FORMAT = 1
"""Goes up when something changes its name or its meaning."""

_NOWHERE = Where(file="")
"""The headings whose lines may hang on a condition when they are handed in before their phase."""


def choices(turn: Turn, powers: Iterable[Power] = ()) -> dict[str, Json]:
    """Return what powers can order at a deadline: those named, or all who have something to order.

    When the game is over nobody has. It is found from the turn's position alone, so it tells nothing that
    the position does not.
    """
    turn = _pass_unasked(turn)
    asked = tuple(powers) or powers_to_order(turn.variant, turn.state, turn.phases)
    if turn.state.winners is not None:
        asked = ()
    desk = _Desk(turn=turn)
    found: dict[str, Json] = {power: dict(desk.sections(power)) for power in asked}
    return {
        "format": FORMAT,
        "phase": str(turn.state.phase),
        "headings": dict(_describe_headings(turn)),
        "powers": found,
        "nodes": desk.nodes.found,
    }


def _describe_headings(turn: Turn) -> Iterator[tuple[str, Json]]:
    for section, kind in list_sections(turn.phases, turn.variant):
        heading = HEADINGS[section]
        ask = turn.variant.asks.get(kind, heading.ask)
        events: list[Json] = [*_describe_events(turn)] if section == EVENTS else []
        told: dict[str, Json] = {"events": events} if events else {}
        yield section, {"title": gettext(heading.title), "ask": gettext(ask), **told}


def _describe_events(turn: Turn) -> Iterator[Json]:
    """Yield each kind of order about the map: the words by which a line is known, its mark, what it does."""
    state = turn.state
    names = {state.board[face].abbreviation.lower() for face in state.board.provinces}
    for power in state.powers:
        names |= {power.lower(), nationality(power).lower()}
    for form in all_forms(turn.variant):
        if isinstance(form, OrderForm) and EVENTS in form.sections and form.does:
            [*orders] = read_orders(
                form.example,
                power=state.powers[0],
                state=state,
                variant=turn.variant,
                section=EVENTS,
            ).orders
            mark = mark_of(orders[0]).get("event", "") if orders else ""
            words = re.findall("[a-z]+", form.example.lower())
            known: list[Json] = [word for word in words if word not in names]
            yield {"words": known, "event": mark, "does": gettext(form.does)}


def _pass_unasked(turn: Turn) -> Turn:
    """Return a turn that begins in the first phase in which anybody has something to decide."""
    state, phases = turn.state, turn.phases
    if state.phase in phases:
        phases = phases[phases.index(state.phase) :]
    if len(phases) > 1 and asks_nobody(turn.variant, state):
        phases = phases[1:]
        state = advance_to(state, phases[0], turn.variant)
    return replace(turn, state=state, phases=phases)


def write_choices(turn: Turn) -> bytes:
    """Return the text of `choices.json`, made of what is public."""
    found = choices(replace(turn, state=public_state(turn.state)))
    return json.dumps(found, ensure_ascii=False, separators=(",", ":")).encode()


@dataclass(kw_only=True)
class _Desk:
    """The sections of order files in one position."""

    turn: Turn
    nodes: Nodes = field(default_factory=Nodes)
    candidates: Candidates = field(init=False)
    wording: ClickWording = field(init=False)
    _facts: int | None = None
    _alike: dict[OrderForm, Tree] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Find the ways over the board."""
        state = self.turn.state
        self.candidates = Candidates(state=state, variant=self.turn.variant)
        self.wording = ClickWording(state.board)

    def sections(self, power: Power) -> Iterator[tuple[str, Json]]:
        """Yield the headings under which a power has something to order, with the first node of each."""
        for section, kind in list_sections(self.turn.phases, self.turn.variant):
            tree = self._make_tree(power, section, kind)
            if tree.steps:
                waits = section == COASTS or self.turn.state.phase.kind is not kind
                if section in CONDITIONAL and waits:
                    tree = self._add_conditions(tree, power)
                yield section, self.nodes.add_tree(tree)

    def _make_tree(self, power: Power, section: str, kind: PhaseKind) -> Tree:
        context = OrderCheckContext(
            power=power,
            state=self.turn.state,
            variant=self.turn.variant,
            section=section,
            kind=kind,
            orders=(),
            lines={},
            where=_NOWHERE,
        )
        forms = tuple(_find_open_forms(context))
        trees = {form: self._make_form_tree(form, context) for form in forms}
        begun = Tree(extra=[*self._list_openings(trees, context)])
        return join_trees([*trees.values(), begun])

    def _list_openings(
        self, trees: Mapping[OrderForm, Tree], context: OrderCheckContext
    ) -> Iterator[Json]:
        """Yield buttons of words before the lines of other forms: conditions, supports, numbers."""
        for form, tree in trees.items():
            if form.offer is None:
                continue
            facts = tuple(form.offer.facts(context))
            if facts:
                yield self._make_if("if …", self._add_facts(facts), self.nodes.add_tree(tree))
            for order, rest in form.offer.openings(context):
                if _is_possible(order, form, context):
                    like = [below for one, below in trees.items() if one.of is type(rest)]
                    yield self._make_opening(order, rest, join_trees(like))

    def _make_form_tree(self, form: OrderForm, context: OrderCheckContext) -> Tree:
        """Return the tree of the lines of a form; where they are alike for all powers, the same one."""
        alike = form.offer is not None and form.offer.alike
        if alike and form in self._alike:
            return self._alike[form]
        tree = Tree()
        labels = RETREAT_LABELS if form.of is Retreat else LABELS
        for order in self._list_candidates(form, context):
            if _is_possible(order, form, context):
                tree.add(find_way(order.text(self.wording), labels))
        if alike:
            self._alike[form] = tree
        return tree

    def _list_candidates(self, form: OrderForm, context: OrderCheckContext) -> Iterable[Order]:
        if form.offer is None:
            return self.candidates.list_orders(form.of, context)
        return form.offer.candidates(context)

    def _make_opening(self, order: Order, rest: Order, like: Tree) -> Json:
        """Return the button of what an order's line begins with; it goes on as one like ``rest``."""
        whole = find_plain_text(order.text(self.wording))
        begin = whole.removesuffix(find_plain_text(rest.text(self.wording)))
        return [label_of(begin), begin, self.nodes.add_tree(like)]

    def _add_conditions(self, tree: Tree, power: Power) -> Tree:
        """Return a section's tree with conditions: one fact, or that it is not so, and an ``else``."""
        if self._facts is None:
            self._facts = self._add_facts(self._list_facts())
        lost = [HasLost(power=power, at=face) for face in self.turn.state.centres_of(power)]
        line, facts = self.nodes.add_tree(tree), self._facts
        conditions = [self._make_if("if …", facts, line)]
        if lost:
            conditions.append(self._make_if("if I lost …", self._add_facts(lost), line))
        return join_trees([tree, Tree(extra=conditions)])

    def _make_if(self, label: str, facts: int, line: int) -> Json:
        """Return the button of a condition before the lines of a node."""
        other = self.nodes.add({"end": True, "buttons": [["else", " else ", line]]})
        ways: list[Json] = [[word, f"{word} ", facts, line, other] for word in ("if", "if not")]
        return [label, "", self.nodes.add({"buttons": ways})]

    def _add_facts(self, facts: Iterable[Fact]) -> int:
        """Return the node of facts that lines may hang on."""
        tree = Tree()
        for fact in facts:
            way = find_way(write_condition(fact, self.wording))
            tree.add((*way, Click("", " then ", "then")))
        return self.nodes.add_tree(tree)

    def _list_facts(self) -> Iterator[Fact]:
        state = self.turn.state
        for unit in state.units.values():
            named = UnitName(at=PlaceName(province=unit.province), kind=unit.kind)
            goals = {*self.candidates.goals(unit), *self.candidates.carriers(unit)}
            for face in sorted(goals):
                move = Move(power=unit.power, unit=named, to=PlaceName(province=face))
                yield Succeeded(order=move)
            for face in sorted({unit.province, *goals}):
                yield CameTo(unit=named, at=face)
            yield WasDislodged(unit=named)
        for face, province in sorted(state.board.provinces.items()):
            if province.passable:
                for power in state.powers:
                    yield Stands(power=power, at=face)
                    if province.centre:
                        yield Owns(power=power, at=face)
                yield IsEmpty(at=face)
                yield Changed(at=face)


def _find_open_forms(context: OrderCheckContext) -> Iterator[OrderForm]:
    """Yield the forms of the orders that a power may give under a heading."""
    for form in forms_for(context.variant, context.section, context.kind):
        if isinstance(form, OrderForm):
            limit = form.limit
            if limit is None or limit.most(context.state, context.power) > 0:
                yield form


_MATCHES = {Code.O23.name}
"""What hangs on the other orders of the power, of which there are none yet."""


def _is_possible(order: Order, form: OrderForm, context: OrderCheckContext) -> bool:
    """Tell whether an order's form has nothing against it as things are."""
    if form.check is not None and form.check(order, context.state) is not None:
        return False
    if form.warn is None:
        return True
    return all(
        one.level is Level.NOTE or one.code in _MATCHES for one in form.warn(order, context) or ()
    )
