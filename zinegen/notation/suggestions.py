"""What may have been meant by a line that cannot be read: examples, and names that the unit can reach."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from zinegen.game.orders import Kind
from zinegen.game.state import PhaseKind
from zinegen.notation.forms import Combination
from zinegen.notation.standard_forms import forms_for

if TYPE_CHECKING:
    from zinegen.game.orders import Named
    from zinegen.notation.context import Context
    from zinegen.notation.forms import Form
    from zinegen.notation.lines import Text
    from zinegen.planar.mesh import Face

_SUPPORTING = {"s", "support", "supports", "supporting"}
_CONVOYING = {"c", "convoy", "convoys", "convoying"}


def examples(context: Context, text: Text) -> str:
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


def provinces(text: Text, at: int, unit: Named | None, context: Context) -> str:
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
