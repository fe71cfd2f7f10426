"""What is wrong with a line that is no order: one finding, at the word to blame, with what was meant."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from zinegen.errors import Where
from zinegen.game.orders import Kind
from zinegen.game.state import PhaseKind
from zinegen.notation.findings import Code, finding
from zinegen.notation.forms import BUILDS, COASTS, EVENTS, ORDERS, RETREATS
from zinegen.notation.lines import parse
from zinegen.notation.slips import nearest, slips
from zinegen.notation.standard_forms import all_forms, forms_for
from zinegen.notation.writer import write

if TYPE_CHECKING:
    from zinegen.board.board import Power
    from zinegen.game.orders import Line, Named, Order
    from zinegen.game.state import GameState
    from zinegen.game.variant import Variant
    from zinegen.notation.findings import Finding
    from zinegen.notation.lines import Text
    from zinegen.notation.patterns import Attempt
    from zinegen.planar.mesh import Face


@dataclass(frozen=True, slots=True, kw_only=True)
class Context:
    """Whose line it is, and where and when it is meant."""

    power: Power
    state: GameState
    variant: Variant
    section: str
    kind: PhaseKind


ELSEWHERE = frozenset(
    {
        *("separate", "connect", "isthmus", "strait", "canal"),
        *("erode", "raise", "uplift", "mountain", "orogenesis", "earthquake", "seal", "ice"),
        *("glaciate", "melt", "create", "stabilise", "stabilize", "open", "close"),
        *("becomes", "destroy"),
    }
)
"""Words of the rule sets that change the map; a rule set that has no form with one says so."""

_SUPPORTING = {"s", "support", "supports", "supporting"}
_CONVOYING = {"c", "convoy", "convoys", "convoying"}


def consequence(context: Context, unit: Named | None) -> str:
    """Return what happens in the game if a line stays unreadable."""
    board = context.state.board
    called = "its unit"
    if unit is not None:
        kind = unit.kind
        standing = context.state.units.get(unit.at.province)
        if standing is not None and standing.power == context.power:
            kind = standing.kind
        called = (
            f"{kind} {board[unit.at.province].abbreviation}"
            if kind
            else board[unit.at.province].abbreviation
        )
    match context.section, context.kind:
        case ("events", _):
            return "this line does nothing to the map"
        case ("coasts", _):
            return f"the rule set chooses the coast for {called}"
        case (_, PhaseKind.RETREATS):
            return f"{called} will be disbanded"
        case (_, PhaseKind.ADJUSTMENTS):
            return "the line does not count"
        case (_, PhaseKind.PLACEMENT):
            return "the line does not count"
        case (_, PhaseKind.MOVES | PhaseKind.EVENTS):
            return f"{called} will hold"


def at_columns(line: Line, start: int, end: int) -> Where:
    """Return the place of some characters of a line; ``start`` and ``end`` count from 0 in its text."""
    place = line.where or Where(file="", line=1, column=1)
    return Where(
        file=place.file,
        line=place.line,
        column=place.column + start,
        end_column=place.column + max(end, start + 1),
    )


def unseen(line: Line, raw: str, hidden: tuple[int, str], context: Context) -> Finding:
    """Return the finding for a line with a character that nobody can see."""
    at, name = hidden
    return finding(
        Code.O16,
        at_columns(line, at, at + 1),
        raw,
        f"there is an invisible character here ({name})",
        hint="take it out; typing the line anew is the surest way",
        if_left=consequence(context, None),
    )


def two_readings(
    line: Line, raw: str, found: tuple[tuple[Order, ...], ...], context: Context
) -> Finding:
    """Return the finding for a line that means two things."""
    board = context.state.board
    meant = [", ".join(write(order, board) for order in orders) for orders in found[:3]]
    return finding(
        Code.O14,
        at_columns(line, 0, len(line.text)),
        raw,
        "this can be read in more than one way",
        hint="write one of: " + " | ".join(meant),
        if_left=consequence(context, None),
    )


def diagnosed(
    text: Text, raw: str, attempt: Attempt, context: Context, unit: Named | None
) -> Finding:
    """Return the one finding for a line that is no order."""
    left = consequence(context, unit)
    line = text.line
    elsewhere = _belongs_elsewhere(text, context)
    if elsewhere is not None:
        title, hint = elsewhere
        return finding(
            Code.O13, at_columns(line, 0, len(line.text)), raw, title, hint=hint, if_left=left
        )
    at = attempt.furthest
    if at >= len(text.tokens):
        return finding(
            Code.O11,
            at_columns(line, len(line.text) - 1, len(line.text)),
            raw,
            "the line breaks off here",
            hint=_examples(context),
            if_left=left,
        )
    token = text.tokens[at]
    place = at_columns(line, token.start, token.end)
    word = line.text[token.start : token.end]
    meant = nearest(token.text, tuple(sorted(w for w in attempt.words if w.isalpha())))
    if (
        token.is_word
        and "province" in attempt.slots
        and not _likelier(meant, token.text, text, context)
    ):
        return finding(
            Code.O10,
            place,
            raw,
            f'there is no province called "{word}"',
            hint=_provinces(text, at, unit, context),
            if_left=left,
        )
    if token.is_word and "coast" in attempt.slots:
        return finding(
            Code.O12,
            place,
            raw,
            f'there is no coast called "{word}"',
            hint="coasts are nc, ec, sc, wc, or a water that lies on that coast only: Spa/sc, Spa/GOL",
            if_left=left,
        )
    powers = tuple(sorted(str(power).lower() for power in context.state.powers))
    if token.is_word and "power" in attempt.slots and (near := nearest(token.text, powers)):
        meant = near.capitalize()
    return finding(
        Code.O11,
        place,
        raw,
        f'this is not an order: "{word}" makes no sense here',
        hint=f"did you mean {meant}?" if meant else _examples(context),
        if_left=left,
    )


def _likelier(meant: str | None, typed: str, text: Text, context: Context) -> bool:
    """Tell whether a word of the forms is likelier to have been meant than any province."""
    if meant is None:
        return False
    near = text.names.near(typed)
    if not near:
        return True
    name = min(
        slips(typed, str(near[0]).lower()), slips(typed, context.state.board[near[0]].name.lower())
    )
    return slips(typed, meant) < name or (
        len(typed) > 4 >= len(str(near[0])) and slips(typed, meant) <= name
    )


def _belongs_elsewhere(text: Text, context: Context) -> tuple[str, str] | None:
    """Return what to say of a line that is an order, but not here, or not in this rule set."""
    for form in all_forms(context.variant):
        if context.section in form.sections and context.kind in form.kinds:
            continue
        if parse(text, (form,)).found:
            sections = [
                name for name in (ORDERS, EVENTS, COASTS, RETREATS, BUILDS) if name in form.sections
            ]
            kinds = " and ".join(_PHASES[kind] for kind in PhaseKind if kind in form.kinds)
            if context.section not in form.sections:
                title = f'a {form.name} has no place under "{context.section}"'
                return title, f'write it under "{sections[-1]}"'
            return f"a {form.name} has no place in this phase", f"it belongs to {kinds}"
    known = {
        word
        for form in all_forms(context.variant)
        for word in getattr(form, "pattern", "")
        .replace("|", " ")
        .replace("(", " ")
        .replace(")", " ")
        .split()
    }
    for token in text.tokens:
        if token.text in ELSEWHERE and token.text not in known:
            word = text.line.text[token.start : token.end]
            return f'{context.variant.title} has no order "{word}"', _examples(context)
    return None


_PHASES = {
    PhaseKind.MOVES: "movement phases",
    PhaseKind.RETREATS: "retreat phases",
    PhaseKind.EVENTS: "phases of events",
    PhaseKind.ADJUSTMENTS: "adjustment phases",
    PhaseKind.PLACEMENT: "the placement before the first year",
}


def _examples(context: Context) -> str:
    examples = [form.example for form in forms_for(context.variant, context.section, context.kind)]
    if not examples:
        return f'nothing can be ordered under "{context.section}" in this phase'
    return "write it like one of these: " + " | ".join(examples[:5])


def _provinces(text: Text, at: int, unit: Named | None, context: Context) -> str:
    """Return the hint for a wrong name: what the unit can reach or, failing that, what is near."""
    board = context.state.board
    typed = text.tokens[at].text
    near = text.names.near(typed, _within(text, at, unit, context))
    if not near:
        return "provinces are written like Mun, NTH, StP, or with their full names"
    meant = [f"{board[face].abbreviation} ({board[face].name})" for face in near[:2]]
    return "did you mean " + " or ".join(meant) + "?"


def _within(text: Text, at: int, unit: Named | None, context: Context) -> frozenset[Face]:
    """Return the provinces that make sense at a place of the line, for the unit at its beginning."""
    state = context.state
    own = frozenset(face for face, one in state.units.items() if one.power == context.power)
    own |= {face for face, one in state.dislodged.items() if one.unit.power == context.power}
    before = [token.text for token in text.tokens[:at]]
    if context.kind is PhaseKind.ADJUSTMENTS:
        return frozenset(state.centres_of(context.power)) | own
    if unit is None:
        return own
    verb = next((word for word in before if word in _SUPPORTING | _CONVOYING), None)
    behind_dash = bool({"-", "to"} & set(before))
    if verb in _CONVOYING and behind_dash:
        return frozenset()
    if verb is not None and not behind_dash:
        return frozenset(state.units) - {unit.at.province}
    return reach(context, unit.at.province) | {unit.at.province}


def reach(context: Context, at: Face) -> frozenset[Face]:
    """Return the provinces that the unit in a province can go to by itself."""
    state = context.state
    dislodged = state.dislodged.get(at)
    unit = (
        dislodged.unit if dislodged and context.kind is PhaseKind.RETREATS else state.units.get(at)
    )
    if unit is None:
        return frozenset()
    passage = context.variant.passage(context.variant)
    match unit.kind:
        case Kind.ARMY:
            return passage.armies(state.board, at)
        case Kind.MUTANT:
            return passage.mutants(state.board, at)
        case Kind.FLEET | Kind.LADEN:
            return passage.steps(state.board, unit.at)
