"""What is wrong with a line that is no order, what its writer may have meant, and what comes of it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from zinegen.board.board import Board
from zinegen.game.orders import Line, Order
from zinegen.game.state import PhaseKind
from zinegen.game.units import UnitName
from zinegen.geometry.mesh import ProvinceKey
from zinegen.languages.names import name_province
from zinegen.languages.texts import N_, gettext
from zinegen.notation.findings import Code, Finding, at_columns, finding
from zinegen.notation.grammar.likeness import count_slips
from zinegen.notation.grammar.names import Token, ask_whether_meant, find_nearest, match_spelling
from zinegen.notation.grammar.patterns import MatchProgress
from zinegen.notation.grammar.writer import write_order
from zinegen.notation.reading.context import ORDERS, SECTIONS, LineContext, LineText
from zinegen.notation.reading.forms import Combination, Form, OrderForm, all_forms, forms_for

_MAP_WORDS = frozenset(
    {
        *("separate", "connect", "isthmus", "strait", "canal"),
        *("erode", "raise", "uplift", "mountain", "orogenesis", "earthquake", "seal", "ice"),
        *("glaciate", "melt", "create", "stabilise", "stabilize", "open", "close"),
        *("becomes", "destroy"),
    }
)
"""Words of the rule sets that change the map; a rule set that has no form with one says so."""


_MOST_MEANT = 3
"""Words that a hint offers."""


class Hint(NamedTuple):
    """What to try, and what the marked word should be if only one thing can have been meant."""

    text: str
    meant: str = ""


def ask_if_meant(words: Sequence[str], meant: str = "") -> Hint:
    """Return the hint that asks whether one of some words was meant; only a single one can be put in place.

    ``meant`` is what is put there, where that is not the word itself.
    """
    shown = words[:_MOST_MEANT]
    return Hint(
        ask_whether_meant(shown),
        (meant or shown[0]) if len(words) == 1 else "",
    )


def suggest_provinces(near: Sequence[ProvinceKey], board: Board) -> Hint:
    """Return the hint that names the provinces that a wrong name may have meant, likeliest first."""
    named = [board[face] for face in near]
    listed = [f"{one.abbreviation} ({name_province(one.name)})" for one in named]
    return ask_if_meant(listed, named[0].abbreviation)


def _consequence(context: LineContext, unit: UnitName | None) -> str:
    """Return what happens in the game if a line stays unreadable."""
    board = context.board
    called = gettext("its unit")
    if unit is not None:
        kind = unit.kind
        standing = context.state.units.get(unit.at.province)
        if standing is not None and standing.power == context.power:
            kind = standing.kind
        name = board[unit.at.province].abbreviation
        called = f"{kind} {name}" if kind else name
    match context.section, context.kind:
        case ("events", _):
            return gettext("this line does nothing to the map")
        case ("coasts", _):
            return gettext("the rule set chooses the coast for {unit}", unit=called)
        case (_, PhaseKind.RETREATS):
            return gettext("{unit} will be disbanded", unit=called)
        case (_, PhaseKind.ADJUSTMENTS | PhaseKind.PLACEMENT):
            return gettext("the line does not count")
        case (_, PhaseKind.MOVES | PhaseKind.EVENTS):
            return gettext("{unit} will hold", unit=called)


def find_invisible_character(
    line: Line, raw: str, hidden: tuple[int, str], context: LineContext
) -> Finding:
    """Return the finding for a line with a character that nobody can see."""
    at, name = hidden
    return finding(
        Code.O16,
        at_columns(line, at, at + 1),
        raw,
        gettext("there is an invisible character here ({name})", name=name),
        hint=gettext("take it out; typing the line anew is the surest way"),
        if_left=_consequence(context, None),
    )


def find_ambiguity(
    text: LineText,
    found: tuple[tuple[Order, ...], ...],
    context: LineContext,
    unit: UnitName | None,
) -> Finding:
    """Return the finding for a line that means two things, at the sign or name to blame if there is one."""
    board, names = context.board, text.names
    meant = [", ".join(write_order(order, board) for order in orders) for orders in found[:3]]
    if len(meant) == 1 and unit is not None:
        meant.append(f"{context.board[unit.at.province].abbreviation} H")
    start, end = 0, len(text.line.text)
    for at, token in enumerate(text.tokens):
        doubtful = next(match_spelling(names.doubtful, names.longest, text.tokens, at), None)
        if token.text == "/" or doubtful is not None:
            start, end = token.start, text.tokens[doubtful[0] - 1 if doubtful else at].end
    return finding(
        Code.O14,
        at_columns(text.line, start, end),
        text.raw,
        gettext("this can be read in more than one way"),
        hint=gettext("write one of: {lines}", lines=" | ".join(meant)),
        if_left=_consequence(context, unit),
    )


def find_unexplained(text: LineText, context: LineContext, unit: UnitName | None) -> Finding:
    """Return the finding for a line that is no order, in a file with so many that nobody explains it."""
    return finding(
        Code.O11,
        at_columns(text.line, 0, len(text.line.text)),
        text.raw,
        gettext("this is not an order either"),
        hint=gettext("mend the lines above first; what is wrong with this one is said then"),
        if_left=_consequence(context, unit),
    )


def find_unreadable_part(
    text: LineText,
    progress: MatchProgress,
    context: LineContext,
    unit: UnitName | None,
    elsewhere: Form | None,
) -> Finding:
    """Return the one finding for a line that is no order; ``elsewhere`` is a form of another place."""
    line = text.line
    misplaced = (
        _say_where_it_belongs(elsewhere, context)
        if elsewhere
        else _find_foreign_word(text, context)
    )
    meant = ""
    if misplaced is not None:
        code, (title, hint) = Code.O13, misplaced
        place = at_columns(line, 0, len(line.text))
    elif progress.furthest >= len(text.tokens):
        code, title, hint = (
            Code.O11,
            gettext("the line breaks off here"),
            _suggest_examples(context, text),
        )
        place = at_columns(line, len(line.text) - 1, len(line.text))
    else:
        token = text.tokens[progress.furthest]
        place = at_columns(line, token.start, token.end)
        code, title, (hint, meant) = _diagnose_word(text, progress, context, unit)
    left = _consequence(context, unit)
    return finding(code, place, text.raw, title, hint=hint, meant=meant, if_left=left)


def _diagnose_word(
    text: LineText, progress: MatchProgress, context: LineContext, unit: UnitName | None
) -> tuple[Code, str, Hint]:
    """Return code, title and hint for a line that makes sense up to a word."""
    token = text.tokens[progress.furthest]
    word = text.line.text[token.start : token.end]
    meant = find_nearest(token.text, tuple(sorted(w for w in progress.words if w.isalpha())))
    is_name = token.is_word and len(token.text) > 1
    if is_name and "province" in progress.slots and not _is_likelier(meant, text, token, context):
        hint = _suggest_provinces(text, progress.furthest, unit, context)
        return Code.O10, gettext('there is no province called "{word}"', word=word), hint
    if token.is_word and "coast" in progress.slots:
        return (
            Code.O12,
            gettext('there is no coast called "{word}"', word=word),
            Hint(gettext(_COASTS)),
        )
    title = gettext('this is not an order: "{word}" makes no sense here', word=word)
    return Code.O11, title, _suggest_word(text, progress, context, meant)


_COASTS = N_("coasts are nc, ec, sc, wc, or a water that lies on that coast only: Spa/sc, Spa/GOL")


def _suggest_word(
    text: LineText, progress: MatchProgress, context: LineContext, meant: tuple[str, ...]
) -> Hint:
    """Return the hint for a word that makes no sense where it stands."""
    at = progress.furthest
    token, line = text.tokens[at], text.line.text
    before = text.tokens[at - 1].text if at else ""
    if before in {"a", "f"} and token.text in {"a", "f", "m"}:
        return Hint(gettext("write the nationality out: S FRENCH A Par - Bur"))
    if {before, token.text} & {",", ";"} and context.section == ORDERS:
        return Hint(gettext("write one order on each line"))
    powers = tuple(sorted(str(power).lower() for power in context.state.powers))
    if "power" in progress.slots and (near := find_nearest(token.text, powers)):
        meant = tuple(power.capitalize() for power in near)
    if meant:
        return ask_if_meant(meant)
    if "-" in progress.words and next(text.names.provinces_at(text.tokens, at), None):
        return Hint(
            gettext(
                'did you mean "{line}"?',
                line=f"{line[: token.start].rstrip()} - {line[token.start :]}",
            )
        )
    return Hint(_suggest_examples(context, text))


def _is_likelier(
    words: tuple[str, ...], text: LineText, token: Token, context: LineContext
) -> bool:
    """Tell whether a word of the forms is likelier to have been meant than any province."""
    if not words:
        return False
    typed, meant = token.text, words[0]
    near = text.names.near(typed)
    if not near:
        return True
    if text.names.begins(typed):
        return meant.startswith(typed)
    name = min(
        count_slips(typed, str(near[0]).lower()),
        count_slips(typed, context.board[near[0]].name.lower()),
    )
    return count_slips(typed, meant) < name or (
        len(typed) > 4 >= len(str(near[0])) and count_slips(typed, meant) <= name
    )


def _find_foreign_word(text: LineText, context: LineContext) -> tuple[str, str] | None:
    """Return title and hint for a line that is an order of other rule sets."""
    forms = (form for form in all_forms(context.variant) if isinstance(form, OrderForm))
    known = {word for form in forms for word in _words_of(form)}
    for token in text.tokens:
        if token.text in _MAP_WORDS - known:
            word = text.line.text[token.start : token.end]
            return gettext(
                '{title} has no order "{word}"', title=context.variant.title, word=word
            ), _suggest_examples(context, text)
    return None


def _say_where_it_belongs(form: Form, context: LineContext) -> tuple[str, str]:
    """Return title and hint for a line that is an order of a form that has no place here."""
    if context.section not in form.sections:
        section = [name for name in SECTIONS if name in form.sections][-1]
        text = (
            N_('an {form} has no place under "{section}"')
            if _begins_with_vowel(form)
            else N_('a {form} has no place under "{section}"')
        )
        title = gettext(text, form=gettext(form.name), section=context.section)
        return title, gettext('write it under "{section}"', section=section)
    kinds = gettext(" and ").join(
        gettext(_PHASES[kind]) for kind in PhaseKind if kind in form.kinds
    )
    text = (
        N_("an {form} has no place in this phase")
        if _begins_with_vowel(form)
        else N_("a {form} has no place in this phase")
    )
    title = gettext(text, form=gettext(form.name))
    return title, gettext("it belongs to {kinds}", kinds=kinds)


def _begins_with_vowel(form: Form) -> bool:
    return form.name.startswith(("a", "e", "i", "o"))


_PHASES = {
    PhaseKind.MOVES: N_("movement phases"),
    PhaseKind.RETREATS: N_("retreat phases"),
    PhaseKind.EVENTS: N_("phases of events"),
    PhaseKind.ADJUSTMENTS: N_("adjustment phases"),
    PhaseKind.PLACEMENT: N_("the placement before the first year"),
}


_SUPPORTING = {"s", "sup", "supp", "support", "supports", "supporting"}
_CONVOYING = {"c", "conv", "convoy", "convoys", "convoying"}


def _suggest_examples(context: LineContext, text: LineText) -> str:
    """Return the hint that shows orders as they are written here, with words of the line if possible."""
    forms = tuple(forms_for(context.variant, context.section, context.kind))
    if not forms:
        return gettext(
            'nothing can be ordered under "{section}" in this phase', section=context.section
        )
    written = {token.text for token in text.tokens if token.is_word and len(token.text) > 1}
    akin = [form for form in forms if written.intersection(_words_of(form))]
    shown = [form.example for form in akin or forms]
    return gettext("write it like one of these: {lines}", lines=" | ".join(shown[:5]))


def _words_of(form: Form) -> list[str]:
    parts = form.parts if isinstance(form, Combination) else (form,)
    return [word for part in parts for word in re.findall(r"\w+", part.pattern)]


def _suggest_provinces(
    text: LineText, at: int, unit: UnitName | None, context: LineContext
) -> Hint:
    """Return the hint for a wrong name: what the unit can reach or, failing that, what is near."""
    typed = text.tokens[at].text
    near = text.names.near(typed, _provinces_that_fit(text, at, unit, context))
    if not near:
        return Hint(gettext("provinces are written like Mun, NTH, StP, or with their full names"))
    return suggest_provinces(near, context.board)


def _provinces_that_fit(
    text: LineText, at: int, unit: UnitName | None, context: LineContext
) -> frozenset[ProvinceKey]:
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
