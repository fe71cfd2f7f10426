"""Why an order did or did not come about, in one sentence for a beginner.

The engine writes no English; it is all here. A test holds that no reason is missing. A sentence follows
the order's own text, so it has no subject: ``A Vie - Gal`` *bounced with Russia's A War*.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from zinegen.game.orders import Build, Order, UnitOrder
from zinegen.game.state import GameState
from zinegen.game.units import PlaceName, Unit, UnitName
from zinegen.game.variant import OptionValue
from zinegen.game.verdicts import OrderResult, Reason, Verdict, Word
from zinegen.game.wording import join_words, possessive
from zinegen.notation.grammar.writer import write_order, write_spot, write_unit


def phrase(ruling: OrderResult, before: GameState) -> str:
    """Return why an order did or did not come about; empty when it simply did.

    `before` is the state in which the order was given: it knows the units that an order names.
    """
    why, word = phrase_without_word(ruling, before), ruling.verdict.word
    return f"{word}: {why}" if word is Word.VOID else why


def phrase_without_word(ruling: OrderResult, before: GameState) -> str:
    """Return the same for those who say ``void`` and the other words of results themselves."""
    template = PHRASES.get(ruling.verdict.reason, "")
    if isinstance(template, tuple):
        blaming, plain = template
        template = blaming if ruling.verdict.because else plain
    words = _Words(ruling=ruling, before=before)
    return template.format_map(words.all()) if template else ""


def phrase_or_result(ruling: OrderResult, before: GameState) -> str:
    """Return a sentence in any case: for those who ask about one order."""
    return phrase(ruling, before) or DONE[ruling.verdict.reason]


@dataclass(frozen=True, slots=True, kw_only=True)
class _Words:
    """What the sentence about one ruling may speak of."""

    ruling: OrderResult
    before: GameState

    def all(self) -> Mapping[str, str]:
        """Return every word by its name in the phrases."""
        verdict, board = self.ruling.verdict, self.before.board
        orders = verdict.because
        texts = [write_order(order, board) for order in orders]
        return {
            "all": join_words([self._write_owned(order) for order in dict.fromkeys(orders)]),
            "first": self._write_owned(orders[0]) if orders else "",
            "unit": self._write_unit(orders[0]) if orders else "",
            "help": self._list_helpers(verdict),
            "backing": self._list_backing(verdict),
            "texts": join_words(list(dict.fromkeys(texts))),
            "places": join_words(list(dict.fromkeys(board[face].name for face in verdict.at))),
            "whose": join_words(
                [f"{possessive(one.power)} {text}" for one, text in zip(orders, texts, strict=True)]
            ),
            "here": self._name_here(),
            "target": self._name_target(),
            "where": self._name_places(verdict),
            "kind": self._name_kind(),
        }

    def _list_helpers(self, verdict: Verdict) -> str:
        """Return those who helped the first: their power only where it is another one."""
        if len(verdict.because) < 2:
            return ""
        side = verdict.because[0].power
        helpers = [
            self._write_unit(order) if order.power == side else self._write_owned(order)
            for order in dict.fromkeys(verdict.because[1:])
        ]
        return f" with the help of {join_words(helpers)}"

    def _list_backing(self, verdict: Verdict) -> str:
        """Return the supports of an event, and who else ordered it, which need not add anything."""
        supports = [
            f"{possessive(one.power)} {write_order(one, self.before.board)}"
            for one in verdict.because
            if one.only_supports
        ]
        same = [one.power for one in verdict.because if not one.only_supports]
        helped = f"with the help of {join_words(supports)}" if supports else ""
        alike = f"ordered by {join_words(same)} as well" if same else ""
        return "; ".join(filter(None, (helped, alike)))

    def _write_owned(self, order: Order) -> str:
        """Return ``Germany's A Mun``; of the same power ``its own A Mun``."""
        own = order.power == self.ruling.order.power
        return f"{'its own' if own else possessive(order.power)} {self._write_unit(order)}"

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
            return "that place"
        return self.before.board[spot.province if isinstance(spot, PlaceName) else spot].name

    def _name_places(self, verdict: Verdict) -> str:
        names = [self.before.board[face].abbreviation for face in verdict.at]
        return f" at {join_words(names)}" if names else ""

    def _name_kind(self) -> str:
        order = self.ruling.order
        if not isinstance(order, UnitOrder):
            return "this unit"
        unit = self._find_unit(order.unit)
        words = {"A": "an army", "F": "a fleet", "A/F": "a fleet", "M": "a mutant force"}
        return words[unit.kind] if unit is not None else "this unit"


def option_text(value: OptionValue) -> str:
    """Return an option's value as the GM writes it."""
    if isinstance(value, bool):
        return "true" if value else "false"
    return ", ".join(value) if isinstance(value, tuple) else str(value)


PHRASES: Mapping[Reason, str | tuple[str, str]] = {
    Reason.HELD_AGAINST: ("held against {all}", "held"),
    Reason.SUPPORT_UNUSED: (
        "the support stood, but {first} did not get through",
        "the support stood, but was of no use",
    ),
    Reason.CONVOY_UNUSED: (
        "the fleet stood ready, but {first} did not arrive",
        "the fleet stood ready, but no army arrived",
    ),
    Reason.BOUNCED_BY: ("bounced with {all}", "bounced"),
    Reason.DEFENDED_BY: ("stopped by {first}{help}", "stopped by the unit there"),
    Reason.LOST_HEAD_TO_HEAD: (
        "met {first} head-on{help} and was not stronger",
        "met an attack head-on and was not stronger",
    ),
    Reason.OWN_UNIT_THERE: (
        "stopped by its own {unit}, which stayed where it was",
        "stopped by a unit of its own side",
    ),
    Reason.CUT_BY: ("support cut by {all}", "support cut"),
    Reason.REFIT_STOPPED: ("stays an army: attacked by {all}", "stays an army: attacked"),
    Reason.DISLODGED_BY: ("dislodged from {here} by {first}{help}", "dislodged from {here}"),
    Reason.CONVOY_BROKEN: (
        "convoy broken{where}: a fleet was dislodged by {first}{help}",
        "convoy broken{where}",
    ),
    Reason.PARADOX: (
        "stopped by the convoy paradox rule, for it depends in a circle on {all}",
        "stopped by the convoy paradox rule",
    ),
    Reason.NO_SUCH_UNIT: "there is no such unit",
    Reason.IS_GONE: ("it was gone already by {texts}", "it was gone already"),
    Reason.NOT_YOUR_UNIT: "that unit belongs to another power",
    Reason.TWO_ORDERS: (
        "the unit was also ordered {texts}, and of two different orders neither counts",
        "the unit was given two different orders, and neither counts",
    ),
    Reason.UNREADABLE: "this line could not be read",
    Reason.WRONG_PHASE: "this is not the phase for such an order",
    Reason.TOO_FAR: "{target} is not next to {here}",
    Reason.NO_COMMON_COAST: "no water leads from its coast of {here} to {target}",
    Reason.COAST_TOO_FAR: "it cannot reach that coast",
    Reason.WRONG_GROUND: "{kind} cannot go to {target}",
    Reason.SAME_PLACE: "a unit cannot move to where it stands",
    Reason.NO_ROUTE: "no chain of fleets was ordered to convoy it there",
    Reason.COAST_UNCLEAR: "{target} has two coasts in reach and none was named",
    Reason.NO_SUCH_COAST: "there is no such coast",
    Reason.COAST_GONE: (
        "there is no such coast of {target} any more after {whose}",
        "there is no such coast of {target} any more",
    ),
    Reason.COAST_PARTED: (
        "that coast of {target} is in parts after {whose}, and more than one of them could be meant",
        "that coast of {target} is in parts now, and more than one of them could be meant",
    ),
    Reason.CANNOT_SUPPORT: "it could not move to {target} itself, so it cannot support there",
    Reason.NO_SUCH_ORDER: (
        "what it was to help was ordered otherwise, {texts}",
        "what it was to help was not ordered to do this",
    ),
    Reason.OF_VOID_ORDER: (
        "what it was to help was void itself, {texts}",
        "what it was to help was void itself",
    ),
    Reason.IN_DISORDER: "the power is in civil disorder, and its units hold",
    Reason.CANNOT_CONVOY: "only a fleet at sea can convoy, and only an army",
    Reason.CARRIES_ALREADY: "it has an army aboard already and can convoy no other",
    Reason.NO_CHAIN: "with the fleets that are there no way over this one leads to {target}",
    Reason.IMPASSABLE: "nobody can enter {target}",
    Reason.TRAPPED: "the unit is trapped and cannot move",
    Reason.RANGE_IN_WAY: "a mountain range stands in the way",
    Reason.UNTOLD: "failed; why is secret",
    Reason.RETREAT_CONFLICT: (
        "disbanded, because {first} retreated to the same place",
        "disbanded, because another unit retreated to the same place",
    ),
    Reason.NOT_OPEN: "{target} is not open to this retreat",
    Reason.NOT_DISLODGED: "this unit was not dislodged",
    Reason.NO_RETREAT_ORDER: "disbanded, because no possible retreat was ordered",
    Reason.REMOVED_BY_RULE: "removed by the rule, because the removal was not ordered",
    Reason.NOT_YOUR_CENTRE: "{target} is not a centre of this power",
    Reason.NOT_IN_CENTRE: "only an army in a supply centre may become a fleet",
    Reason.NOT_HOME: "{target} is not one of its home centres",
    Reason.OCCUPIED: "{target} is occupied",
    Reason.NO_SHORE: "a fleet cannot be built in {target}, which has no coast",
    Reason.NOT_USED: (
        "an earlier wish, {texts}, counts",
        "an earlier wish for the same unit counts",
    ),
    Reason.NOT_DUE: "no more are due this year",
    # Borders that are cut and provinces that are joined
    Reason.NO_SUCH_KIND: "no such unit is built in this game",
    Reason.NOT_PAID: "it cannot be paid",
    Reason.NO_UNIT_AT_HOME: "no unit given for it stands in a home centre of this power",
    Reason.UNITS_APART: "the units given for it do not stand next to each other",
    Reason.GIVEN_IN_PAYMENT: (
        "the unit was given in payment: {texts}",
        "the unit was given in payment",
    ),
    Reason.NOT_A_START: "no unit of this power begins there",
    Reason.NOT_OWN_BORDER: "neither side lies within the boundaries of this power",
    Reason.BAD_CONDITION: "this cannot be made a condition",
    Reason.CONDITION_UNMET: "its condition does not hold, and for that case it asks for nothing",
    Reason.RIVAL_EVENT: (
        "an event of equal strength pulls at the same place: {whose}",
        "an event of equal strength pulls at the same place",
    ),
    Reason.OVERRULED_BY: (
        "a stronger event pulls at the same place: {whose}",
        "a stronger event pulls at the same place",
    ),
    Reason.WOULD_DIVIDE: (
        "together with {whose} it would cut a province in two{where}",
        "together with other links it would cut a province in two{where}",
    ),
    Reason.NO_SUCH_BORDER: "{places} do not touch",
    Reason.NO_SUCH_SEGMENT: "{places} touch, but not along the border that was named",
    Reason.OTHER_ENDS: "what lies at the ends of that border is {places}",
    Reason.RING_BORDER: "the border of {places} runs round an island and has no ends",
    Reason.AMBIGUOUS: (
        "more than one event could be meant; a coast, a number or both halves would tell which"
    ),
    Reason.NO_LINK: "the two do not lie on different shores of one province, so no link can be laid",
    Reason.TWO_EVENTS: (
        "{texts} was ordered as well, and of two events in one season neither counts",
        "of two events in one season neither counts",
    ),
    Reason.NO_STANDING: "the power has not what it takes to order events any more",
    Reason.OPTION_DROPPED: "it applies to nothing that happened",
    Reason.OPTION_CLOSED: ("{texts} says it more exactly", "what happened leaves no such choice"),
    Reason.OPTION_OF_ANOTHER: "it happened by events of others, and they choose",
    Reason.OPTIONS_CANCEL: (
        "{texts} was asked for as well, and of different wishes none is a vote",
        "of different wishes of one power none is a vote",
    ),
    Reason.OPTION_OUTVOTED: ("outvoted by {whose}", "outvoted"),
    Reason.OPTION_TIED: (
        "the vote was tied with {whose}, so nobody's choice counts",
        "the vote was tied, so nobody's choice counts",
    ),
    # Armies aboard fleets
    Reason.BOARDING_ATTACKED: (
        "could not board, because {all} attacked the fleet from another water",
        "could not board, because the fleet was attacked from another water",
    ),
    Reason.BOARDING_BUSY: (
        "could not board, because the fleet was busy: {texts}",
        "could not board, because the fleet was to support another unit",
    ),
    Reason.BOARDING_CLASH: (
        "could not board, because {all} wanted to board the same fleet",
        "could not board, because another army wanted to board the same fleet",
    ),
    Reason.WAITED_FOR_ARMY: "stayed, because its army could not board",
    Reason.LANDING_FAILED: "stayed, because its army could not land",
    Reason.WENT_ALONG: (
        "stayed aboard and went with the fleet, because {first} took its place with support",
        "stayed aboard and went with the fleet",
    ),
    Reason.CANNOT_BOARD: "only an own, empty fleet at sea beside the army can take it aboard",
    Reason.NOT_ABOARD: "no army of this power is aboard a fleet there",
    Reason.NOT_SAILED: "the fleet did not get to where its army was to land from",
    Reason.CARRIED_ARMY: "taking an army aboard and ashore over one sea is the fleet's move",
    # Transformations of the ground
    Reason.TRANSFORMED: ("{backing}", ""),
    Reason.UNDONE: (
        "strong enough, but undone by {whose} in the same season",
        "strong enough, but undone in the same season",
    ),
    Reason.STABILISED: ("stopped by {whose}", "stopped by stabilisation"),
    Reason.GROUND_GONE: ("no land was left for it after {whose}", "no land was left for it"),
    Reason.OFF_THE_BOARD: "only what is on the board can be changed or kept",
    Reason.NOT_WATER: "{places} is not water",
    Reason.NOT_LAND: "{places} is not land",
    Reason.IS_WATER: "{places} is water already",
    Reason.IS_ICED: "it lies under ice",
    Reason.NOT_ICED: "{places} is not under ice",
    Reason.NO_ICE_NEAR: "{places} is not at the top of the board, and nothing beside it is under ice",
    Reason.ICE_ALL_ROUND: "all round {places} there is ice",
    Reason.HAS_CENTRE: "{places} is a supply centre already",
    Reason.ONLY_IN_SPRING: "a centre can be created in spring only",
    Reason.NO_SUCH_EVENT: "that power ordered no such thing",
    Reason.OF_OWN_EVENT: "a power cannot support its own order here",
    Reason.COUNTED_IN_PART: (
        "as {texts}: its centres allow no more",
        "not all of it: its centres allow no more",
    ),
    Reason.NONE_LEFT: "all the stabilisations that its centres allow were used up",
    Reason.STABILISES_NOTHING: "this stabilises nothing",
    Reason.SWALLOWED: (
        "the unit was lost to {whose} before it could act",
        "the ground changed under the unit, and it was lost before it could act",
    ),
    Reason.OF_LOST_UNIT: (
        "the unit it was to help was lost to {whose} before it could act",
        "the ground changed under the unit it was to help, and that was lost before it could act",
    ),
    Reason.RIFT_BETWEEN: "a rift lies between {here} and {target}",
    Reason.ICE_BARS: "no fleet can go into the ice of {target}",
    Reason.ICE_SHUT: "nothing can go into the ice of {target}",
    Reason.ONE_EVENT: (
        "a power has one such order a season, and {texts} counts",
        "a power has one such order a season",
    ),
    Reason.NO_WATERWAY: "no natural waterway runs through {places}",
    Reason.WATERWAY_OPEN: "the waterway of {places} is open already",
    Reason.NOTHING_TO_CLOSE: "{places} has neither a canal nor an open waterway",
    Reason.NO_COASTS_TO_JOIN: "these waters do not lie on different coasts of {places}",
    Reason.IS_RIFT: "there is a rift between {places} already",
    Reason.NO_RIFT: "there is no rift between {places}",
    Reason.GROUND_CHANGED: (
        "it could be done no more after {whose}",
        "the map has changed, and it could be done no more",
    ),
    Reason.DOOMED: (
        "the unit could help nobody any more after {whose}",
        "the ground under the unit was going, and it could help nobody any more",
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
    Reason.MOVED: "moved",
    Reason.HELD: "held",
    Reason.GAVE_SUPPORT: "gave its support",
    Reason.CONVOYED: "carried the army",
    Reason.RETREATED: "retreated",
    Reason.RETREAT_THROWN: "retreated there by the GM's throw",
    Reason.DISBANDED: "disbanded",
    Reason.BUILT: "built",
    Reason.REMOVED: "removed",
    Reason.WAIVED: "not used",
    Reason.BORDER_MOVED: "the border moved",
    Reason.PROVINCES_JOINED: "the two are joined",
    Reason.OPTION_COUNTED: "counted",
    Reason.COAST_CHOSEN: "the fleet lies there",
    Reason.BOARDED: "went aboard",
    Reason.LANDED: "landed",
    Reason.BECAME_FLEET: "became a fleet",
    Reason.RANGE_PLACED: "the range rose",
    Reason.TRANSFORMED: "it came about",
    Reason.EVENT_SUPPORTED: "the support counted",
    Reason.STABILISATION_COUNTED: "it counted",
}
"""What is said of an order that simply came about, where a sentence is wanted at all."""
