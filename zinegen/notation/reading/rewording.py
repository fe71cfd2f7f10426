"""Other ways of writing that players have: a line that no form fits, in the words that the forms are made of.

Every step leaves what the line means as it is: the sign or number before it goes, and the power's own name,
brackets around a part, a remark in brackets, a kind said twice, the way of a convoy. A name that several
provinces go by gives a line for each that it can mean; whether one of them is an order is for the forms.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import pairwise, product

from zinegen.board.coasts import coasts
from zinegen.game.state import PhaseKind
from zinegen.game.units import Kind
from zinegen.geometry.mesh import ProvinceKey
from zinegen.notation.grammar.languages import list_words
from zinegen.notation.grammar.names import (
    COAST_WORDS,
    KINDS,
    Token,
    find_nearest,
    fold,
    match_spelling,
)
from zinegen.notation.grammar.patterns import MatchProgress, match_typed_unit
from zinegen.notation.reading.context import EVENTS, ORDERS, RETREATS, LineContext, LineText

Tokens = tuple[Token, ...]

_LISTED = frozenset({"-", "*", "•", "·", "▪", "◦"})
"""Signs before the items of a list."""
_BEHIND_NUMBER = frozenset(".):")
_DASHES = frozenset({"-", "to"})
_HELD_BACK = frozenset(
    {"if", "unless", "or", "else", "otherwise", "not", "except", "instead", "then"}
)
"""Words of a remark that may be meant to change the order."""
_COAST_PARTS = frozenset(word for spelling in COAST_WORDS for word in spelling)
_MOST_MEANINGS = 8
"""Lines that doubtful names may make of one."""
_MOST_TOKENS = 60
"""Words and signs; a longer line is a list, and no list is written in other ways."""


def reword_line(text: LineText, words: frozenset[str], context: LineContext) -> tuple[Tokens, ...]:
    """Return the lines that a line may mean in the words of the forms; none where it is in these already.

    ``words`` are those of the forms that the line may have.
    """
    line = tuple(text.tokens)
    if len(line) > _MOST_TOKENS:
        return ()
    found: Tokens = line
    for step in _STEPS:
        found = step(found, text, context)
    found = _open_brackets(found, text, words)
    meanings = tuple(_list_meanings(found, text, context))
    return meanings if meanings != (line,) else ()


def add_dashes(line: Tokens, text: LineText, context: LineContext) -> Tokens:
    """Return a line with a dash between a unit and the province behind it: ``A Par Bur``.

    None is put behind a fleet that may lie on the coast of that water: ``F Spa GOL`` means two things.
    """
    if context.kind not in {PhaseKind.MOVES, PhaseKind.RETREATS} or len(line) > _MOST_TOKENS:
        return line
    progress = MatchProgress(line=line, names=text.names)
    for at in range(len(line) - 1):
        for end, unit in match_typed_unit(progress, at):
            for _, to in text.names.provinces_at(line, end):
                here = unit.at.province
                is_coast = (
                    unit.kind is not Kind.ARMY
                    and unit.at.coast is None
                    and len(coasts(context.board, here)) > 1
                )
                if not (is_coast and to in context.board.mesh.adjacent(here)):
                    dash = Token("-", line[end].start, line[end].start)
                    return (*line[:end], dash, *line[end:])
    return line


def part_slashes(line: Sequence[Token], text: LineText, context: LineContext) -> Tokens:
    """Return a line with dashes for the slashes before provinces: ``F Lon/NTH`` may be a move.

    Nothing is returned where none can be: without such a slash, or where there are no moves.
    """
    if context.section not in {ORDERS, RETREATS} or all(token.text != "/" for token in line):
        return ()
    found = tuple(
        replace(token, text="-")
        if token.text == "/" and next(text.names.provinces_at(line, at + 1), None)
        else token
        for at, token in enumerate(line)
    )
    return found if found != tuple(line) else ()


def _translate(line: Tokens, text: LineText, context: LineContext) -> Tokens:
    """Return a line with the words of other languages in English."""
    languages = context.variant.languages
    if "otb" in {token.text for token in line} and context.kind is not PhaseKind.RETREATS:
        line = tuple(replace(one, text="out") if one.text == "otb" else one for one in line)
    if not languages:
        return line
    known = {fold(word): said for word, said in list_words(languages)}
    found = [
        replace(token, text="-")
        if text.line.text[token.start : token.end].lower() == "à"
        else replace(token, text=known[token.text])
        if token.text in known and (token.text,) not in text.names.provinces
        else token
        for token in line
    ]
    for at, (one, other) in enumerate(pairwise(found)):
        if one.text == "par" and other.text == "convoy" and "fr" in languages:
            found[at] = replace(one, text="via")
    return tuple(found)


def _strip_mark(line: Tokens, text: LineText, _context: LineContext) -> Tokens:
    """Return a line without the sign or number of an item in a list."""
    if len(line) < 2:
        return line
    if line[0].text in _LISTED and not _is_negative(line):
        return line[1:]
    if is_numbered(text):
        return line[2:] if line[1].text in _BEHIND_NUMBER else line[1:]
    if line[0].text == "(" and line[1].text.isdigit() and len(line) > 3 and line[2].text == ")":
        return line[3:]
    return line


def is_numbered(text: LineText) -> bool:
    """Tell whether a line begins with a number and a sign behind it, as the items of a list do."""
    first = text.tokens[0]
    sign, after = text.line.text[first.end : first.end + 1], text.line.text[first.end + 1 :]
    return first.text.isdigit() and sign in _BEHIND_NUMBER and not after[:1].isdigit()


def _is_negative(line: Tokens) -> bool:
    """Tell whether a line begins with a sign that belongs to the number behind it: ``-1 Stabilise Mun``."""
    return line[1].text.isdigit() and line[0].end == line[1].start


def _strip_power(line: Tokens, text: LineText, _context: LineContext) -> Tokens:
    """Return a line without its power's name before a colon."""
    for end, power in text.names.powers_at(line, 0):
        if power == text.power and len(line) > end + 1 and line[end].text == ":":
            return line[end + 1 :]
    return line


def _open_brackets(line: Tokens, text: LineText, words: frozenset[str]) -> Tokens:
    """Return a line without remarks in brackets, and without brackets around parts of the order."""
    stack: list[int] = []
    drop: set[int] = set()
    for at, token in enumerate(line):
        if token.text == "(":
            stack.append(at)
        elif token.text == ")" and stack:
            start = stack.pop()
            inner = line[start + 1 : at]
            if _is_remark(inner, line[start - 1].text if start else "", text, words):
                drop.update(range(start, at + 1))
            elif any(one.text in words or one.text in _DASHES for one in inner):
                drop.update({start, at})
    return tuple(token for at, token in enumerate(line) if at not in drop)


def _is_remark(inner: Tokens, before: str, text: LineText, words: frozenset[str]) -> bool:
    """Tell whether words in brackets say nothing that may be part of an order, not even misspelt."""
    said = [one.text for one in inner if one.is_word]
    if not said or {"-", "/"} & {one.text for one in inner} or _HELD_BACK & set(said):
        return False
    important = {word for word in words if len(word) > 4} | {"s", "h", "c", "hold", "via", "vc"}
    if before in _DASHES or (important | _COAST_PARTS) & set(said):
        return False
    if any(next(text.names.provinces_at(inner, at), None) for at in range(len(inner))):
        return False
    if said[0] == "to":
        said = said[1:]
    if len(said) > 1:
        return True
    return (
        bool(said)
        and len(said[0]) > 4
        and not text.names.near(said[0])
        and not find_nearest(said[0], tuple(_COAST_PARTS))
    )


def _drop_repeated_kinds(line: Tokens, _text: LineText, _context: LineContext) -> Tokens:
    """Return a line without the kind of the unit before the place it goes to: ``A Par - A Bur``."""
    found: list[Token] = []
    last: Kind | None = None
    skip = 0
    for at, token in enumerate(line):
        if at < skip:
            continue
        for end, kind in match_spelling(KINDS, 3, line, at):
            if kind is last and line[at - 1].text in _DASHES:
                skip = end
            last = kind
            break
        if at >= skip:
            found.append(token)
    return tuple(found)


def _shorten_routes(line: Tokens, text: LineText, context: LineContext) -> Tokens:
    """Return a line with ``via`` for the waters of an army's way: ``A Yor - NTH - Nwy``, ``via NTH``."""
    if context.kind is not PhaseKind.MOVES:
        return line
    over = False
    mover: Kind | None = None
    at = 0
    while at < len(line):
        mover = next((kind for _, kind in match_spelling(KINDS, 3, line, at)), mover)
        if mover is not Kind.ARMY:
            at += 1
            continue
        if line[at].text in _DASHES:
            end = _pass_water(line, at + 1, text, context)
            if end is not None and end < len(line) and line[end].text in _DASHES:
                line, over = (*line[:at], *line[end:]), True
                continue
        elif line[at].text == "via":
            end, place = at + 1, _pass_water(line, at + 1, text, context)
            while place is not None:
                end = place
                joint = end < len(line) and line[end].text in {",", "-", "&", "and"}
                place = _pass_water(line, end + joint, text, context)
            line = (*line[: at + 1], *line[end:])
        at += 1
    if over and line[-1].text not in {"via", "convoy", "vc", "convoyed"}:
        line = (*line, Token("via", line[-1].end, line[-1].end))
    return line


def _pass_water(line: Tokens, at: int, text: LineText, context: LineContext) -> int | None:
    """Return the place behind the water that is named at a place; None where none is."""
    for end, face in text.names.provinces_at(line, at):
        if context.board.is_water(face):
            return end
    return None


def _correct_misprints(line: Tokens, _text: LineText, context: LineContext) -> Tokens:
    """Return a line with the names that the rule set's own text misprints as they should be."""
    misprints = context.variant.misprints
    return tuple(
        replace(token, text=misprints[token.text].lower())
        if token.text in misprints and misprints[token.text] in context.board.provinces
        else token
        for token in line
    )


def _part_coasts(line: Tokens, text: LineText, context: LineContext) -> Tokens:
    """Return a line with a slash before ``coast`` where a border is named so: ``Pic coast``."""
    if context.section != EVENTS and context.kind is not PhaseKind.PLACEMENT:
        return line
    ends = {end for at in range(len(line)) for end, _ in text.names.provinces_at(line, at)}
    found: list[Token] = []
    for at, token in enumerate(line):
        if token.text == "coast" and at in ends:
            found.append(replace(token, text="/"))
        found.append(token)
    return tuple(found)


_STEPS: tuple[Callable[[Tokens, LineText, LineContext], Tokens], ...] = (
    _translate,
    _strip_mark,
    _strip_power,
    _correct_misprints,
    _part_coasts,
    _drop_repeated_kinds,
    _shorten_routes,
)


def _list_meanings(line: Tokens, text: LineText, context: LineContext) -> Iterator[Tokens]:
    """Yield a line for each choice of the provinces that its doubtful names may mean."""
    named: set[ProvinceKey] = set()
    places: list[tuple[int, int, tuple[ProvinceKey, ...]]] = []
    behind = 0
    last: ProvinceKey | None = None
    for at in range(len(line)):
        plain = next(text.names.provinces_at(line, at), None) if at >= behind else None
        doubtful = match_spelling(text.names.doubtful, text.names.longest, line, at)
        if plain is not None:
            behind, last = plain
            named.add(last)
        elif last is not None and at == behind + 1 and line[at].text == "coast":
            waters = context.board.mesh.adjacent(last) & context.board.waters
            places += [(at, at + 1, tuple(sorted(waters)))] if waters else []
        elif at >= behind:
            places += [(at, end, faces) for end, faces in doubtful][:1]
    if not places:
        yield line
        return
    choices = [_choose(at, faces, named, context) for at, _, faces in places]
    for chosen in list(product(*choices))[:_MOST_MEANINGS]:
        found = line
        for (at, end, _), face in reversed(list(zip(places, chosen, strict=True))):
            name = Token(face.lower(), line[at].start, line[end - 1].end)
            found = (*found[:at], name, *found[end:])
        yield found


def _choose(
    at: int, faces: Sequence[ProvinceKey], named: set[ProvinceKey], context: LineContext
) -> Sequence[ProvinceKey]:
    """Return which of the provinces that a name may mean make sense beside the others of a line."""
    mesh, units = context.board.mesh, context.state.units
    beside = [face for face in faces if any(one in mesh.adjacent(face) for one in named)]
    if len(beside) != 1 and at <= 1:
        own = [face for face in faces if face in units and units[face].power == context.power]
        if len(own) == 1:
            return own
    return beside or faces
