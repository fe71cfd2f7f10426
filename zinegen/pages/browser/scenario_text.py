"""A question of the what-if page as a scenario file, which gives the same when `zinegen scenario` runs it.

Format: docs/scenarios.md.
"""

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from zinegen.board.board import Power
from zinegen.errors import NotationError, RulesError
from zinegen.game.state import GameState
from zinegen.game.variant import OptionValue
from zinegen.notation.grammar.writer import write_unit
from zinegen.notation.reading.context import SECTIONS
from zinegen.pages.browser.facts import position_facts
from zinegen.pages.browser.positions import PlayablePosition
from zinegen.pages.words.outcomes import describe_outcome
from zinegen.play.records.positions import forget_optional_labels
from zinegen.play.scenarios.scenarios import parse_scenario, run_scenario
from zinegen.rules.ownership import Visits

_BARE = re.compile(r"[A-Za-z0-9_-]+")
_PLAIN = re.compile(r"[^\x00-\x08\x0b-\x1f\x7f]*")
"""What may stand between three quotation marks as it is."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TriedPhase:
    """A phase that was tried."""

    before: PlayablePosition
    after: PlayablePosition
    texts: Mapping[str, Mapping[str, str]]
    """What was written, by heading and power."""
    throws: tuple[int, ...]


def write_scenario(title: str, source: str, steps: Sequence[TriedPhase]) -> str:
    """Return the file of some phases that follow each other.

    Raises NotationError where a file cannot say what was tried: of a map of one's own, of secrets, of a map
    that came about otherwise than by events.
    """
    first = steps[0].before if steps else None
    if first is None:
        raise NotationError("nothing has been tried yet")
    if first.turn.variant.own_map is not None:
        raise NotationError(
            "a scenario file knows no maps of one's own: the link holds the question"
        )
    text = "\n".join(_list_lines(title, source, first, steps)) + "\n"
    _compare(text, steps)
    return text


def _list_lines(
    title: str, source: str, first: PlayablePosition, steps: Sequence[TriedPhase]
) -> Iterator[str]:
    variant, state = first.turn.variant, first.turn.state
    yield f"title   = {_quote(title)}"
    yield f"variant = {_quote(variant.id)}"
    yield f"source  = {_quote(source)}"
    if variant.chosen:
        yield "[options]"
        yield from (f"{name} = {_write_option(value)}" for name, value in variant.chosen.items())
    yield ""
    yield "[start]"
    if first.events:
        yield f"events = {_list(first.events)}"
    yield from _list_position(state)
    for step in steps:
        yield ""
        yield "[[phase]]"
        yield f"name = {_quote(str(step.before.turn.state.phase))}"
        if step.throws:
            yield f"throws = {list(step.throws)}"
        for section in SECTIONS:
            given = {
                name: text for name, text in step.texts.get(section, {}).items() if text.strip()
            }
            if given:
                yield f"[phase.{section}]"
                yield from (f"{_key(power)} = {_block(text)}" for power, text in given.items())


def _list_position(state: GameState) -> Iterator[str]:
    yield "[start.units]"
    for power in state.powers:
        if state.units_of(power):
            units = (write_unit(unit, state.board) for unit in state.units_of(power))
            yield f"{_key(power)} = {_list(units)}"
    yield "[start.centres]"
    for power in state.powers:
        if state.centres_of(power):
            yield f"{_key(power)} = {_list(state.centres_of(power))}"
    if isinstance(state.extra, Visits) and state.extra.visits:
        yield "[start.visits]"
        visitors: dict[Power, list[str]] = {}
        for face, power in state.extra.visits.items():
            visitors.setdefault(power, []).append(state.board[face].abbreviation)
        yield from (f"{_key(power)} = {_list(names)}" for power, names in visitors.items())


def _compare(text: str, steps: Iterable[TriedPhase]) -> None:
    """Raise NotationError when a file does not give what was tried."""
    tried = [*steps]
    try:
        scenario = parse_scenario(text)
    except RulesError:
        scenario = None
    if scenario is None or not _is_same(scenario.start, tried[0].before):
        raise NotationError(
            "the map of this position came about in a way that no scenario file tells:"
            " the link holds the question"
        )
    for step, result in zip(tried, run_scenario(scenario), strict=True):
        told = step.after.came_of
        is_same = told is not None and [*describe_outcome(told)] == [
            *describe_outcome(result.played)
        ]
        if not is_same or not _is_same(result.played.after, step.after):
            raise NotationError(
                f"{result.played.before.phase} would come out otherwise from a scenario file:"
                " the link holds the question"
            )


def _is_same(state: GameState, position: PlayablePosition) -> bool:
    """Tell whether the same is to be seen in a state as in a position.

    Games from before some coasts were lettered go on without those letters, a scenario has them.
    """
    passage = position.turn.variant.passage
    states = map(forget_optional_labels, (state, position.turn.state))
    seen, wanted = (position_facts(one, passage) for one in states)
    return seen["provinces"] == wanted["provinces"]


def _write_option(value: OptionValue) -> str:
    return _list(value) if isinstance(value, tuple) else json.dumps(value, ensure_ascii=False)


def _list(texts: Iterable[str]) -> str:
    return f"[{', '.join(map(_quote, texts))}]"


def _quote(text: str) -> str:
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")


def _key(name: str) -> str:
    return name if _BARE.fullmatch(name) else _quote(name)


def _block(text: str) -> str:
    """Return some lines as a value, between three quotation marks where that holds them as they are."""
    lines = text.strip("\n")
    if "'''" in lines or not _PLAIN.fullmatch(lines):
        return _quote(lines)
    return f"'''\n{lines}\n'''"
