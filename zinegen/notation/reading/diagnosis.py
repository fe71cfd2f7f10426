"""What is wrong with a line that is no order: one finding, at the word to blame, with what was meant."""

from __future__ import annotations

import re

from zinegen.game.orders import Line, Order
from zinegen.game.state import PhaseKind
from zinegen.game.units import Named
from zinegen.geometry.mesh import Face
from zinegen.notation.findings import Code, Finding, at_columns, finding
from zinegen.notation.grammar.forms import Combination, Form, OrderForm
from zinegen.notation.grammar.match_line import Text, parse
from zinegen.notation.grammar.near_names import nearest, slips
from zinegen.notation.grammar.slots import MatchProgress
from zinegen.notation.grammar.standard_forms import all_forms, forms_for
from zinegen.notation.grammar.tokens import Token
from zinegen.notation.grammar.writer import write
from zinegen.notation.reading.context import ORDERS, SECTIONS, LineContext

ELSEWHERE = frozenset(
    {
        *("separate", "connect", "isthmus", "strait", "canal"),
        *("erode", "raise", "uplift", "mountain", "orogenesis", "earthquake", "seal", "ice"),
        *("glaciate", "melt", "create", "stabilise", "stabilize", "open", "close"),
        *("becomes", "destroy"),
    }
)
"""Words of the rule sets that change the map; a rule set that has no form with one says so."""


def consequence(context: LineContext, unit: Named | None) -> str:
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


def invisible_finding(
    line: Line, raw: str, hidden: tuple[int, str], context: LineContext
) -> Finding:
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


def ambiguity_finding(
    line: Line, raw: str, found: tuple[tuple[Order, ...], ...], context: LineContext
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


def diagnose(
    text: Text, raw: str, progress: MatchProgress, context: LineContext, unit: Named | None
) -> Finding:
    """Return the one finding for a line that is no order."""
    line = text.line
    elsewhere = _belongs_elsewhere(text, context)
    if elsewhere is not None:
        code, (title, hint) = Code.O13, elsewhere
        place = at_columns(line, 0, len(line.text))
    elif progress.furthest >= len(text.tokens):
        code, title, hint = Code.O11, "the line breaks off here", examples(context, text)
        place = at_columns(line, len(line.text) - 1, len(line.text))
    else:
        token = text.tokens[progress.furthest]
        place = at_columns(line, token.start, token.end)
        code, title, hint = _at_word(text, progress, context, unit)
    return finding(code, place, raw, title, hint=hint, if_left=consequence(context, unit))


def _at_word(
    text: Text, progress: MatchProgress, context: LineContext, unit: Named | None
) -> tuple[Code, str, str]:
    """Return code, title and hint for a line that makes sense up to a word."""
    token = text.tokens[progress.furthest]
    word = text.line.text[token.start : token.end]
    meant = nearest(token.text, tuple(sorted(w for w in progress.words if w.isalpha())))
    is_name = token.is_word and len(token.text) > 1
    if is_name and "province" in progress.slots and not _likelier(meant, text, token, context):
        hint = provinces(text, progress.furthest, unit, context)
        return Code.O10, f'there is no province called "{word}"', hint
    if token.is_word and "coast" in progress.slots:
        return Code.O12, f'there is no coast called "{word}"', _COASTS
    title = f'this is not an order: "{word}" makes no sense here'
    return Code.O11, title, _meant(text, progress, context, meant)


_COASTS = "coasts are nc, ec, sc, wc, or a water that lies on that coast only: Spa/sc, Spa/GOL"


def _meant(text: Text, progress: MatchProgress, context: LineContext, meant: str | None) -> str:
    """Return the hint for a word that makes no sense where it stands."""
    at = progress.furthest
    token, line = text.tokens[at], text.line.text
    before = text.tokens[at - 1].text if at else ""
    if before in {"a", "f"} and token.text in {"a", "f", "m"}:
        return "write the nationality out: S FRENCH A Par - Bur"
    if {before, token.text} & {",", ";"} and context.section == ORDERS:
        return "write one order on each line"
    powers = tuple(sorted(str(power).lower() for power in context.state.powers))
    if "power" in progress.slots and (power := nearest(token.text, powers)):
        return f"did you mean {power.capitalize()}?"
    if meant is not None:
        return f"did you mean {meant}?"
    if "-" in progress.words and next(text.names.provinces_at(text.tokens, at), None):
        return f'did you mean "{line[: token.start].rstrip()} - {line[token.start :]}"?'
    return examples(context, text)


def _likelier(meant: str | None, text: Text, token: Token, context: LineContext) -> bool:
    """Tell whether a word of the forms is likelier to have been meant than any province."""
    if meant is None:
        return False
    typed = token.text
    near = text.names.near(typed)
    if not near:
        return True
    name = min(
        slips(typed, str(near[0]).lower()), slips(typed, context.state.board[near[0]].name.lower())
    )
    return slips(typed, meant) < name or (
        len(typed) > 4 >= len(str(near[0])) and slips(typed, meant) <= name
    )


def _belongs_elsewhere(text: Text, context: LineContext) -> tuple[str, str] | None:
    """Return title and hint for a line that is an order, but not here, or not in this rule set."""
    known: set[str] = set()
    for form in all_forms(context.variant):
        if isinstance(form, OrderForm):
            known.update(re.findall(r"\w+", form.pattern))
        here = context.section in form.sections and context.kind in form.kinds
        if not here and parse(text, (form,)).found:
            return _elsewhere(form, context)
    for token in text.tokens:
        if token.text in ELSEWHERE - known:
            word = text.line.text[token.start : token.end]
            return f'{context.variant.title} has no order "{word}"', examples(context, text)
    return None


def _elsewhere(form: Form, context: LineContext) -> tuple[str, str]:
    """Return title and hint for a line that is an order of a form that has no place here."""
    if context.section not in form.sections:
        section = [name for name in SECTIONS if name in form.sections][-1]
        title = f'{_article(form)} {form.name} has no place under "{context.section}"'
        return title, f'write it under "{section}"'
    kinds = " and ".join(_PHASES[kind] for kind in PhaseKind if kind in form.kinds)
    title = f"{_article(form)} {form.name} has no place in this phase"
    return title, f"it belongs to {kinds}"


def _article(form: Form) -> str:
    return "an" if form.name.startswith(("a", "e", "i", "o")) else "a"


_PHASES = {
    PhaseKind.MOVES: "movement phases",
    PhaseKind.RETREATS: "retreat phases",
    PhaseKind.EVENTS: "phases of events",
    PhaseKind.ADJUSTMENTS: "adjustment phases",
    PhaseKind.PLACEMENT: "the placement before the first year",
}


_SUPPORTING = {"s", "support", "supports", "supporting"}
_CONVOYING = {"c", "convoy", "convoys", "convoying"}


def examples(context: LineContext, text: Text) -> str:
    """Return the hint that shows orders as they are written here, with words of the line if possible."""
    forms = tuple(forms_for(context.variant, context.section, context.kind))
    if not forms:
        return f'nothing can be ordered under "{context.section}" in this phase'
    written = {token.text for token in text.tokens if token.is_word and len(token.text) > 1}
    akin = [form for form in forms if written.intersection(_words(form))]
    shown = [form.example for form in akin or forms]
    return "write it like one of these: " + " | ".join(shown[:5])


def _words(form: Form) -> list[str]:
    parts = form.parts if isinstance(form, Combination) else (form,)
    return [word for part in parts for word in re.findall(r"\w+", part.pattern)]


def provinces(text: Text, at: int, unit: Named | None, context: LineContext) -> str:
    """Return the hint for a wrong name: what the unit can reach or, failing that, what is near."""
    board = context.state.board
    typed = text.tokens[at].text
    near = text.names.near(typed, _within(text, at, unit, context))
    if not near:
        return "provinces are written like Mun, NTH, StP, or with their full names"
    meant = [f"{board[face].abbreviation} ({board[face].name})" for face in near[:2]]
    return "did you mean " + " or ".join(meant) + "?"


def _within(text: Text, at: int, unit: Named | None, context: LineContext) -> frozenset[Face]:
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
    here = unit.at.province
    dislodged = state.dislodged.get(here) if context.kind is PhaseKind.RETREATS else None
    standing = dislodged.unit if dislodged else state.units.get(here)
    return frozenset({here}) | (context.reach(standing) if standing else frozenset())
