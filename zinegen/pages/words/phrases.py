"""Why an order did or did not come about, in one sentence for a beginner.

The engine writes no sentences; they are all here, in English, for the catalogues. A test holds that no
reason is missing. A sentence follows the order's own text, so it has no subject: ``A Vie - Gal`` *bounced
with Russia's A War*.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import ClassVar

from zinegen.game.orders import Build, Order, UnitOrder
from zinegen.game.state import GameState
from zinegen.game.units import Kind, PlaceName, Unit, UnitName
from zinegen.game.variant import OptionValue
from zinegen.game.verdicts import OrderResult, Reason, Word
from zinegen.game.wording import join_words, name_owned
from zinegen.languages.names import name_power, name_province
from zinegen.languages.texts import N_, add_colon, gettext, join_clauses
from zinegen.notation.grammar.writer import write_order, write_spot, write_unit


def phrase(ruling: OrderResult, before: GameState) -> str:
    """Return why an order did or did not come about; empty when it simply did.

    `before` is the state in which the order was given: it knows the units that an order names.
    """
    why, word = phrase_without_word(ruling, before), ruling.verdict.word
    return add_colon(name_result(word), why) if word is Word.VOID else why


_RESULTS = {Word.SUCCEEDS: N_("succeeds"), Word.FAILS: N_("fails"), Word.VOID: N_("void")}


def name_result(word: Word) -> str:
    """Return the word for what came of an order, as a sentence or a list has it."""
    return gettext(_RESULTS[word])


def phrase_without_word(ruling: OrderResult, before: GameState) -> str:
    """Return the same for those who say ``void`` and the other words of results themselves."""
    template = PHRASES.get(ruling.verdict.reason, "")
    if isinstance(template, tuple):
        blaming, plain = template
        template = blaming if ruling.verdict.because else plain
    words = _Words(ruling=ruling, before=before)
    return gettext(template).format_map(words) if template else ""


def phrase_or_result(ruling: OrderResult, before: GameState) -> str:
    """Return a sentence in any case: for those who ask about one order."""
    return phrase(ruling, before) or gettext(DONE[ruling.verdict.reason])


_KINDS = {
    Kind.ARMY: N_("an army"),
    Kind.FLEET: N_("a fleet"),
    Kind.ARMY_ABOARD: N_("a fleet"),
    Kind.MUTANT: N_("a mutant force"),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class _Words:
    """What the sentence about one ruling may speak of."""

    ruling: OrderResult
    before: GameState

    def __getitem__(self, name: str) -> str:
        """Return a word by its name in the phrases: most of them want one or two."""
        return self.FINDERS[name](self)

    def _list_all(self) -> str:
        return join_words(
            [self._write_owned(one) for one in dict.fromkeys(self.ruling.verdict.because)]
        )

    def _name_first(self) -> str:
        orders = self.ruling.verdict.because
        return self._write_owned(orders[0]) if orders else ""

    def _name_unit(self) -> str:
        orders = self.ruling.verdict.because
        return self._write_unit(orders[0]) if orders else ""

    def _list_texts(self) -> str:
        board = self.before.board
        texts = (write_order(one, board) for one in self.ruling.verdict.because)
        return join_words(list(dict.fromkeys(texts)))

    def _list_places(self) -> str:
        board = self.before.board
        names = (name_province(board[face].name) for face in self.ruling.verdict.at)
        return join_words(list(dict.fromkeys(names)))

    def _list_owned(self) -> str:
        board = self.before.board
        return join_words(
            [name_owned(one.power, write_order(one, board)) for one in self.ruling.verdict.because]
        )

    def _list_helpers(self) -> str:
        """Return those who helped the first: their power only where it is another one."""
        verdict = self.ruling.verdict
        if len(verdict.because) < 2:
            return ""
        side = verdict.because[0].power
        helpers = [
            self._write_unit(order) if order.power == side else self._write_owned(order)
            for order in dict.fromkeys(verdict.because[1:])
        ]
        return gettext(" with the help of {units}", units=join_words(helpers))

    def _list_backing(self) -> str:
        """Return the supports of an event, and who else ordered it, which need not add anything."""
        verdict = self.ruling.verdict
        supports = [
            name_owned(one.power, write_order(one, self.before.board))
            for one in verdict.because
            if one.only_supports
        ]
        same = [name_power(one.power) for one in verdict.because if not one.only_supports]
        helped = gettext("with the help of {units}", units=join_words(supports)) if supports else ""
        alike = gettext("ordered by {powers} as well", powers=join_words(same)) if same else ""
        return join_clauses(filter(None, (helped, alike)))

    def _write_owned(self, order: Order) -> str:
        """Return ``Germany's A Mun``; of the same power ``its own A Mun``."""
        unit = self._write_unit(order)
        if order.power == self.ruling.order.power:
            return gettext("its own {unit}", unit=unit)
        return name_owned(order.power, unit)

    def _write_unit(self, order: Order) -> str:
        if isinstance(order, UnitOrder):
            return self._write_named(order.unit)
        return write_order(order, self.before.board)

    def _write_named(self, named: UnitName) -> str:
        unit = self._find_unit(named)
        if unit is not None:
            return write_unit(unit, self.before.board)
        place = write_spot(named.at, self.before.board)
        return f"{named.kind} {place}" if named.kind else place

    def _find_unit(self, named: UnitName) -> Unit | None:
        at = named.at.province
        dislodged = self.before.dislodged.get(at)
        return dislodged.unit if dislodged is not None else self.before.units.get(at)

    def _name_here(self) -> str:
        order = self.ruling.order
        if not isinstance(order, UnitOrder):
            return ""
        return self.before.board[order.unit.at.province].abbreviation

    def _name_target(self) -> str:
        """Return the full name of the place that the order points to."""
        order = self.ruling.order
        spot = getattr(order, "to", None) or (order.at if isinstance(order, Build) else None)
        if spot is None:
            of = getattr(order, "of", None)
            spot = of.at if isinstance(of, UnitName) else None
        if spot is None:
            return gettext("that place")
        face = spot.province if isinstance(spot, PlaceName) else spot
        return name_province(self.before.board[face].name)

    def _name_places(self) -> str:
        names = [self.before.board[face].abbreviation for face in self.ruling.verdict.at]
        return gettext(" at {places}", places=join_words(names)) if names else ""

    def _name_kind(self) -> str:
        order = self.ruling.order
        if not isinstance(order, UnitOrder):
            return gettext("this unit")
        unit = self._find_unit(order.unit)
        return gettext(_KINDS[unit.kind] if unit is not None else "this unit")

    FINDERS: ClassVar[Mapping[str, Callable[[_Words], str]]] = {
        "all": _list_all,
        "first": _name_first,
        "unit": _name_unit,
        "help": _list_helpers,
        "backing": _list_backing,
        "texts": _list_texts,
        "places": _list_places,
        "whose": _list_owned,
        "here": _name_here,
        "target": _name_target,
        "where": _name_places,
        "kind": _name_kind,
    }
    """What finds each word."""


def option_text(value: OptionValue) -> str:
    """Return an option's value as the GM writes it."""
    if isinstance(value, bool):
        return "true" if value else "false"
    return ", ".join(value) if isinstance(value, tuple) else str(value)


PHRASES: Mapping[Reason, str | tuple[str, str]] = {
    Reason.HELD_AGAINST: (N_("held against {all}"), N_("held")),
    Reason.SUPPORT_UNUSED: (
        N_("the support stood, but {first} did not get through"),
        N_("the support stood, but was of no use"),
    ),
    Reason.CONVOY_UNUSED: (
        N_("the fleet stood ready, but {first} did not arrive"),
        N_("the fleet stood ready, but no army arrived"),
    ),
    Reason.BOUNCED_BY: (N_("bounced with {all}"), N_("bounced")),
    Reason.DEFENDED_BY: (N_("stopped by {first}{help}"), N_("stopped by the unit there")),
    Reason.LOST_HEAD_TO_HEAD: (
        N_("met {first} head-on{help} and was not stronger"),
        N_("met an attack head-on and was not stronger"),
    ),
    Reason.OWN_UNIT_THERE: (
        N_("stopped by its own {unit}, which stayed where it was"),
        N_("stopped by a unit of its own side"),
    ),
    Reason.CUT_BY: (N_("support cut by {all}"), N_("support cut")),
    Reason.REFIT_STOPPED: (N_("stays an army: attacked by {all}"), N_("stays an army: attacked")),
    Reason.DISLODGED_BY: (
        N_("dislodged from {here} by {first}{help}"),
        N_("dislodged from {here}"),
    ),
    Reason.CONVOY_BROKEN: (
        N_("convoy broken{where}: a fleet was dislodged by {first}{help}"),
        N_("convoy broken{where}"),
    ),
    Reason.PARADOX: (
        N_("stopped by the convoy paradox rule, for it depends in a circle on {all}"),
        N_("stopped by the convoy paradox rule"),
    ),
    Reason.NO_SUCH_UNIT: N_("there is no such unit"),
    Reason.IS_GONE: (N_("it was gone already by {texts}"), N_("it was gone already")),
    Reason.NOT_YOUR_UNIT: N_("that unit belongs to another power"),
    Reason.TWO_ORDERS: (
        N_("the unit was also ordered {texts}, and of two different orders neither counts"),
        N_("the unit was given two different orders, and neither counts"),
    ),
    Reason.UNREADABLE: N_("this line could not be read"),
    Reason.WRONG_PHASE: N_("this is not the phase for such an order"),
    Reason.TOO_FAR: N_("{target} is not next to {here}"),
    Reason.NO_COMMON_COAST: N_("no water leads from its coast of {here} to {target}"),
    Reason.COAST_TOO_FAR: N_("it cannot reach that coast"),
    Reason.WRONG_GROUND: N_("{kind} cannot go to {target}"),
    Reason.SAME_PLACE: N_("a unit cannot move to where it stands"),
    Reason.NO_ROUTE: N_("no chain of fleets was ordered to convoy it there"),
    Reason.COAST_UNCLEAR: N_("{target} has two coasts in reach and none was named"),
    Reason.NO_SUCH_COAST: N_("there is no such coast"),
    Reason.COAST_GONE: (
        N_("there is no such coast of {target} any more after {whose}"),
        N_("there is no such coast of {target} any more"),
    ),
    Reason.COAST_PARTED: (
        N_(
            "that coast of {target} is in parts after {whose}, and more than one of them could be meant"
        ),
        N_("that coast of {target} is in parts now, and more than one of them could be meant"),
    ),
    Reason.CANNOT_SUPPORT: N_("it could not move to {target} itself, so it cannot support there"),
    Reason.NO_SUCH_ORDER: (
        N_("what it was to help was ordered otherwise, {texts}"),
        N_("what it was to help was not ordered to do this"),
    ),
    Reason.OF_VOID_ORDER: (
        N_("what it was to help was void itself, {texts}"),
        N_("what it was to help was void itself"),
    ),
    Reason.IN_DISORDER: N_("the power is in civil disorder, and its units hold"),
    Reason.CANNOT_CONVOY: N_("only a fleet at sea can convoy, and only an army"),
    Reason.CARRIES_ALREADY: N_("it has an army aboard already and can convoy no other"),
    Reason.NO_CHAIN: N_("with the fleets that are there no way over this one leads to {target}"),
    Reason.IMPASSABLE: N_("nobody can enter {target}"),
    Reason.TRAPPED: N_("the unit is trapped and cannot move"),
    Reason.RANGE_IN_WAY: N_("a mountain range stands in the way"),
    Reason.UNTOLD: N_("failed; why is secret"),
    Reason.RETREAT_CONFLICT: (
        N_("disbanded, because {first} retreated to the same place"),
        N_("disbanded, because another unit retreated to the same place"),
    ),
    Reason.NOT_OPEN: N_("{target} is not open to this retreat"),
    Reason.NOT_DISLODGED: N_("this unit was not dislodged"),
    Reason.NO_RETREAT_ORDER: N_("disbanded, because no possible retreat was ordered"),
    Reason.REMOVED_BY_RULE: N_("removed by the rule, because the removal was not ordered"),
    Reason.NOT_YOUR_CENTRE: N_("{target} is not a centre of this power"),
    Reason.NOT_IN_CENTRE: N_("only an army in a supply centre may become a fleet"),
    Reason.NOT_HOME: N_("{target} is not one of its home centres"),
    Reason.OCCUPIED: N_("{target} is occupied"),
    Reason.NO_SHORE: N_("a fleet cannot be built in {target}, which has no coast"),
    Reason.NOT_USED: (
        N_("an earlier wish, {texts}, counts"),
        N_("an earlier wish for the same unit counts"),
    ),
    Reason.NOT_CALLED_FOR: N_("handed in ahead, and not used"),
    Reason.NOT_DUE: N_("no more are due this year"),
    # Borders that are cut and provinces that are joined
    Reason.NO_SUCH_KIND: N_("no such unit is built in this game"),
    Reason.NOT_PAID: N_("it cannot be paid"),
    Reason.NO_UNIT_AT_HOME: N_("no unit given for it stands in a home centre of this power"),
    Reason.UNITS_APART: N_("the units given for it do not stand next to each other"),
    Reason.GIVEN_IN_PAYMENT: (
        N_("the unit was given in payment: {texts}"),
        N_("the unit was given in payment"),
    ),
    Reason.NOT_A_START: N_("no unit of this power begins there"),
    Reason.NOT_OWN_BORDER: N_("neither side lies within the boundaries of this power"),
    Reason.BAD_CONDITION: N_("this cannot be made a condition"),
    Reason.CONDITION_UNMET: N_(
        "its condition does not hold, and for that case it asks for nothing"
    ),
    Reason.RIVAL_EVENT: (
        N_("an event of equal strength pulls at the same place: {whose}"),
        N_("an event of equal strength pulls at the same place"),
    ),
    Reason.OVERRULED_BY: (
        N_("a stronger event pulls at the same place: {whose}"),
        N_("a stronger event pulls at the same place"),
    ),
    Reason.WOULD_DIVIDE: (
        N_("together with {whose} it would cut a province in two{where}"),
        N_("together with other links it would cut a province in two{where}"),
    ),
    Reason.NO_SUCH_BORDER: N_("{places} do not touch"),
    Reason.NO_SUCH_SEGMENT: N_("{places} touch, but not along the border that was named"),
    Reason.OTHER_ENDS: N_("what lies at the ends of that border is {places}"),
    Reason.RING_BORDER: N_("the border of {places} runs round an island and has no ends"),
    Reason.AMBIGUOUS: (
        N_("more than one event could be meant; a coast, a number or both halves would tell which")
    ),
    Reason.NO_LINK: N_(
        "the two do not lie on different shores of one province, so no link can be laid"
    ),
    Reason.TWO_EVENTS: (
        N_("{texts} was ordered as well, and of two events in one season neither counts"),
        N_("of two events in one season neither counts"),
    ),
    Reason.NO_STANDING: N_("the power has not what it takes to order events any more"),
    Reason.OPTION_DROPPED: N_("it applies to nothing that happened"),
    Reason.OPTION_CLOSED: (
        N_("{texts} says it more exactly"),
        N_("what happened leaves no such choice"),
    ),
    Reason.OPTION_OF_ANOTHER: N_("it happened by events of others, and they choose"),
    Reason.OPTIONS_CANCEL: (
        N_("{texts} was asked for as well, and of different wishes none is a vote"),
        N_("of different wishes of one power none is a vote"),
    ),
    Reason.OPTION_OUTVOTED: (N_("outvoted by {whose}"), N_("outvoted")),
    Reason.OPTION_TIED: (
        N_("the vote was tied with {whose}, so nobody's choice counts"),
        N_("the vote was tied, so nobody's choice counts"),
    ),
    # Armies aboard fleets
    Reason.BOARDING_ATTACKED: (
        N_("could not board, because {all} attacked the fleet from another water"),
        N_("could not board, because the fleet was attacked from another water"),
    ),
    Reason.BOARDING_BUSY: (
        N_("could not board, because the fleet was busy: {texts}"),
        N_("could not board, because the fleet was to support another unit"),
    ),
    Reason.BOARDING_CLASH: (
        N_("could not board, because {all} wanted to board the same fleet"),
        N_("could not board, because another army wanted to board the same fleet"),
    ),
    Reason.WAITED_FOR_ARMY: N_("stayed, because its army could not board"),
    Reason.LANDING_FAILED: N_("stayed, because its army could not land"),
    Reason.WENT_ALONG: (
        N_("stayed aboard and went with the fleet, because {first} took its place with support"),
        N_("stayed aboard and went with the fleet"),
    ),
    Reason.CANNOT_BOARD: N_("only an own, empty fleet at sea beside the army can take it aboard"),
    Reason.NOT_ABOARD: N_("no army of this power is aboard a fleet there"),
    Reason.NOT_SAILED: N_("the fleet did not get to where its army was to land from"),
    Reason.CARRIED_ARMY: N_("taking an army aboard and ashore over one sea is the fleet's move"),
    # Transformations of the ground
    Reason.TRANSFORMED: (N_("{backing}"), ""),
    Reason.UNDONE: (
        N_("strong enough, but undone by {whose} in the same season"),
        N_("strong enough, but undone in the same season"),
    ),
    Reason.STABILISED: (N_("stopped by {whose}"), N_("stopped by stabilisation")),
    Reason.GROUND_GONE: (
        N_("no land was left for it after {whose}"),
        N_("no land was left for it"),
    ),
    Reason.OFF_THE_BOARD: N_("only what is on the board can be changed or kept"),
    Reason.NOT_WATER: N_("{places} is not water"),
    Reason.NOT_LAND: N_("{places} is not land"),
    Reason.IS_WATER: N_("{places} is water already"),
    Reason.IS_ICED: N_("it lies under ice"),
    Reason.NOT_ICED: N_("{places} is not under ice"),
    Reason.NO_ICE_NEAR: N_(
        "{places} is not at the top of the board, and nothing beside it is under ice"
    ),
    Reason.ICE_ALL_ROUND: N_("all round {places} there is ice"),
    Reason.HAS_CENTRE: N_("{places} is a supply centre already"),
    Reason.ONLY_IN_SPRING: N_("a centre can be created in spring only"),
    Reason.NO_SUCH_EVENT: N_("that power ordered no such thing"),
    Reason.OF_OWN_EVENT: N_("a power cannot support its own order here"),
    Reason.COUNTED_IN_PART: (
        N_("as {texts}: its centres allow no more"),
        N_("not all of it: its centres allow no more"),
    ),
    Reason.NONE_LEFT: N_("all the stabilisations that its centres allow were used up"),
    Reason.STABILISES_NOTHING: N_("this stabilises nothing"),
    Reason.SWALLOWED: (
        N_("the unit was lost to {whose} before it could act"),
        N_("the ground changed under the unit, and it was lost before it could act"),
    ),
    Reason.OF_LOST_UNIT: (
        N_("the unit it was to help was lost to {whose} before it could act"),
        N_(
            "the ground changed under the unit it was to help, and that was lost before it could act"
        ),
    ),
    Reason.RIFT_BETWEEN: N_("a rift lies between {here} and {target}"),
    Reason.ICE_BARS: N_("no fleet can go into the ice of {target}"),
    Reason.ICE_SHUT: N_("nothing can go into the ice of {target}"),
    Reason.ONE_EVENT: (
        N_("a power has one such order a season, and {texts} counts"),
        N_("a power has one such order a season"),
    ),
    Reason.NO_WATERWAY: N_("no natural waterway runs through {places}"),
    Reason.WATERWAY_OPEN: N_("the waterway of {places} is open already"),
    Reason.NOTHING_TO_CLOSE: N_("{places} has neither a canal nor an open waterway"),
    Reason.NO_COASTS_TO_JOIN: N_("these waters do not lie on different coasts of {places}"),
    Reason.IS_RIFT: N_("there is a rift between {places} already"),
    Reason.NO_RIFT: N_("there is no rift between {places}"),
    Reason.GROUND_CHANGED: (
        N_("it could be done no more after {whose}"),
        N_("the map has changed, and it could be done no more"),
    ),
    Reason.DOOMED: (
        N_("the unit could help nobody any more after {whose}"),
        N_("the ground under the unit was going, and it could help nobody any more"),
    ),
}
"""For each reason of which there is something to say, its sentence; where orders are to blame another one.

``{all}`` are all units to blame, ``{first}`` the first of them and ``{help}`` the others of its side,
``{unit}`` the first without its power, ``{texts}`` the orders themselves, ``{whose}`` the same with
their powers, ``{backing}`` these as supports, and whose other orders were the same; ``{here}`` is where
the unit stands and ``{kind}`` what it is, ``{target}`` where the order points, ``{where}`` a place that
the verdict names, ``{places}`` the full names of all these places.
"""

DONE: Mapping[Reason, str] = {
    Reason.MOVED: N_("moved"),
    Reason.HELD: N_("held"),
    Reason.GAVE_SUPPORT: N_("gave its support"),
    Reason.CONVOYED: N_("carried the army"),
    Reason.RETREATED: N_("retreated"),
    Reason.RETREAT_THROWN: N_("retreated there by the GM's throw"),
    Reason.DISBANDED: N_("disbanded"),
    Reason.BUILT: N_("built"),
    Reason.REMOVED: N_("removed"),
    Reason.WAIVED: N_("not used"),
    Reason.BORDER_MOVED: N_("the border moved"),
    Reason.PROVINCES_JOINED: N_("the two are joined"),
    Reason.OPTION_COUNTED: N_("counted"),
    Reason.COAST_CHOSEN: N_("the fleet lies there"),
    Reason.BOARDED: N_("went aboard"),
    Reason.LANDED: N_("landed"),
    Reason.BECAME_FLEET: N_("became a fleet"),
    Reason.RANGE_PLACED: N_("the range rose"),
    Reason.TRANSFORMED: N_("it came about"),
    Reason.EVENT_SUPPORTED: N_("the support counted"),
    Reason.STABILISATION_COUNTED: N_("it counted"),
}
"""What is said of an order that simply came about, where a sentence is wanted at all."""
