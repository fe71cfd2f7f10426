"""Positions as the text of `position.json`: all that the engine needs to play on from one.

Of the board only what differs from the rule set's start is written. Format: docs/map-data.md,
"`position.json`".
"""

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

from zinegen.board.courses import Courses
from zinegen.errors import ZinegenError
from zinegen.game.state import Phase
from zinegen.game.variant import OptionValue, OwnMap, Variant
from zinegen.notation.conditions import Played
from zinegen.pages.browser.course_pieces import restore_courses, shorten_courses
from zinegen.play.deadlines import Turn
from zinegen.play.policy import Policy
from zinegen.play.records.codec import Json, RecordError, decode, encode, parse_json
from zinegen.play.records.positions import decode_position, encode_position
from zinegen.play.setups import start_state
from zinegen.rules.secrets import public_state
from zinegen.variants import find_variant

FORMAT = 2
"""Goes up when something in the text changes its name or meaning, not when something is added."""


NOBODY_WAITS = Policy(unreadable_line="hold")
"""On a board laid out by hand."""

DESK = "desk"
"""In place of a season's folder: where the game stands now, and orders are still to come."""


def position_uri(game: str, season: str) -> str:
    """Return where the position before a season lies in the site."""
    return f"games/{game}/{season}/position.json"


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayablePosition:
    """A position that can be played on."""

    turn: Turn
    """What its orders are written for."""
    game: str = ""
    """The folder's name; empty for a board that was laid out by hand."""
    season: str = ""
    """The folder's name of the season whose orders are written in it."""
    shown: str = ""
    """That folder as people see it: ``games/ode-21/seasons/1901-1-spring``."""
    events: tuple[str, ...] = ()
    """What has changed the map so far, as lines under ``[start.events]`` of a scenario file."""
    played: tuple[Played, ...] = ()
    """The phases of this deadline that have been judged."""
    policy: Policy = NOBODY_WAITS
    """What the game's GM does with what nobody can read."""
    came_of: Played | None = None
    """The phase that led here, where it was tried."""


def write_position(position: PlayablePosition) -> bytes:
    """Return the text of `position.json`, in which nothing stands but what is public."""
    turn = position.turn
    variant = turn.variant
    known = public_state(turn.state)
    start = start_state(variant)
    board = replace(known.board, shape=start.board.shape, pending_surgeries=())
    data: dict[str, Json] = {
        "format": FORMAT,
        "game": position.game,
        "season": position.season,
        "folder": position.shown,
        "variant": variant.id,
        "options": encode(dict(variant.chosen), Mapping[str, OptionValue]),
        "languages": [*variant.languages],
        "map": encode(_drop_drawing(variant.own_map), OwnMap)
        if variant.own_map is not None
        else None,
        "policy": {
            "unreadable_file": position.policy.unreadable_file,
            "unreadable_line": position.policy.unreadable_line,
            "votes": position.policy.votes,
        },
        "phases": [str(phase) for phase in turn.phases],
        "events": [*position.events],
        "position": _change_courses(
            encode_position(replace(known, board=board), start),
            start.board.courses,
            shorten_courses,
        ),
    }
    return (json.dumps(data, ensure_ascii=False, separators=(",", ":")) + "\n").encode()


def _change_courses(
    position: Mapping[str, Json], start: Courses, change: Callable[[Json, Courses], Json]
) -> dict[str, Json]:
    """Return a position with the courses of its board written otherwise."""
    board = position.get("board")
    if not isinstance(board, dict) or "courses" not in board:
        return {**position}
    return {**position, "board": {**board, "courses": change(board["courses"], start)}}


def _drop_drawing(own_map: OwnMap) -> OwnMap:
    return replace(own_map, board=replace(own_map.board, shape=None))


def read_position(text: str) -> PlayablePosition:
    """Return the position of a text that `write_position` made.

    Raises RecordError when it is none, or of a later format.
    """
    data = parse_json(text.encode())
    position = data.get("position") if isinstance(data, dict) else None
    if not isinstance(data, dict) or not isinstance(position, dict):
        raise RecordError("this is no position")
    if data.get("format") != FORMAT:
        raise RecordError("this position is of another version than the engine: load the page anew")
    try:
        variant = _read_variant(data)
        phases = data.get("phases")
        start = start_state(variant)
        position = _change_courses(position, start.board.courses, restore_courses)
        turn = Turn(
            variant=variant,
            phases=tuple(
                Phase.parse(str(one)) for one in (phases if isinstance(phases, list) else ())
            ),
            state=decode_position(position, start),
        )
    except ZinegenError as problem:
        raise RecordError(f"this position cannot be read: {problem}") from None
    game, season, shown = (str(data.get(key, "")) for key in ("game", "season", "folder"))
    said = data.get("events")
    events = tuple(str(one) for one in said) if isinstance(said, list) else ()
    return PlayablePosition(
        turn=turn,
        game=game,
        season=season,
        shown=shown,
        events=events,
        policy=_read_policy(data.get("policy")),
    )


def _read_policy(said: Json) -> Policy:
    if not isinstance(said, dict):
        return NOBODY_WAITS
    return Policy(
        unreadable_file=str(said.get("unreadable_file")),
        unreadable_line=str(said.get("unreadable_line")),
    )


def _read_variant(data: Mapping[str, Json]) -> Variant:
    variant = find_variant(str(data.get("variant")))
    if data.get("map") is not None:
        own_map = decode(data["map"], OwnMap)
        if not isinstance(own_map, OwnMap):
            raise RecordError("its map is none")
        variant = variant.play_on(own_map)
    options = decode(data.get("options", {}), Mapping[str, OptionValue])
    if isinstance(options, Mapping):
        variant = variant.with_options(options)
    languages = data.get("languages")
    spoken = tuple(str(one) for one in languages) if isinstance(languages, list) else ()
    return variant.with_languages(spoken)
