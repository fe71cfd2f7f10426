"""``zine.json`` as read from strangers: plain data, each part looked at, and what is wrong left out."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from urllib.parse import urlsplit

from zinegen.board.board import Power
from zinegen.errors import GameFolderError
from zinegen.pages.feeds.zine_json import ZINE_FORMAT, ZINE_VERSION
from zinegen.pages.results.feats import Feats
from zinegen.pages.results.outcomes import Fate, GameOutcome, PowerOutcome, Stint
from zinegen.pages.words.visible_text import one_line
from zinegen.play.names import is_slug
from zinegen.play.scenarios.questions import Json

MOST_GAMES, MOST_POWERS, MOST_STINTS, MOST_MOVES = 20_000, 67, 60, 40
LONGEST = 200
"""Characters of a name or title."""
_MOMENT = re.compile(r"\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}Z")
_FATES = {fate.name.lower(): fate for fate in Fate}
_STATUS = frozenset({"open", "waiting", "finished"})


@dataclass(frozen=True, slots=True, kw_only=True)
class PlanetGame:
    """A game of a zine."""

    zine: str
    """The name of its zine."""
    address: str
    """Of its page; empty where that is none of the web's."""
    gm: str
    status: str
    deadline: str
    """In universal time; empty where there is none."""
    outcome: GameOutcome
    """Its name is told apart from those of other zines."""


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenPlace:
    """Something to take over or to join."""

    zine: str
    title: str
    address: str
    variant: str
    seats: tuple[str, ...]
    """Powers without a player; none of a game that is to begin."""
    missing: int


@dataclass(frozen=True, slots=True, kw_only=True)
class PlanetZine:
    """A zine as its ``zine.json`` tells it."""

    name: str
    address: str
    language: str
    motto: str
    editor: str
    licence: str
    games: tuple[PlanetGame, ...]
    open: tuple[OpenPlace, ...]
    wrong: tuple[str, ...]
    """Why some of its games were left out, a sentence each."""


def read_zine(content: bytes, number: int) -> PlanetZine:
    """Return the zine that bytes tell of; ``number`` tells its games apart from those of others.

    Raises GameFolderError when they tell of none.
    """
    try:
        data = json.loads(content)
    except (ValueError, RecursionError):
        raise GameFolderError("it is no JSON") from None
    if not isinstance(data, dict) or data.get("format") != ZINE_FORMAT:
        raise GameFolderError(f"it is no {ZINE_FORMAT}")
    if data.get("version") != ZINE_VERSION:
        raise GameFolderError("a later zinegen wrote it: install that or later")
    name, address = _text(data, "name"), _address(data)
    if not name or not address:
        raise GameFolderError("it says neither what the zine is called nor where it lies")
    wrong: list[str] = []
    games = tuple(_read_games(data, name, number, wrong))
    return PlanetZine(
        name=name,
        address=address,
        language=_text(data, "language"),
        motto=_text(data, "motto"),
        editor=_text(data, "editor"),
        licence=_text(data, "licence"),
        games=games,
        open=tuple(_read_open(data, name)),
        wrong=tuple(wrong),
    )


def _text(data: Mapping[str, Json], key: str) -> str:
    """Return a text on one line and of a length that fits; empty where there is none."""
    found = data.get(key)
    return one_line(found[: 10 * LONGEST])[:LONGEST].strip() if isinstance(found, str) else ""


def _address(data: Mapping[str, Json]) -> str:
    """Return an address of the web; empty for anything else."""
    found = data.get("address")
    if not isinstance(found, str) or len(found) > 1000 or re.search(r"[\s<>\"']", found):
        return ""
    try:
        parts = urlsplit(found)
    except ValueError:
        return ""
    return found if parts.scheme in {"http", "https"} and parts.hostname else ""


def _number(data: Mapping[str, Json], key: str, most: int) -> int | None:
    found = data.get(key)
    if isinstance(found, bool) or not isinstance(found, int):
        return None
    return found if 0 <= found <= most else None


def _tables(data: Mapping[str, Json], key: str, most: int) -> Iterator[dict[str, Json]]:
    found = data.get(key)
    for one in found[:most] if isinstance(found, list) else ():
        if isinstance(one, dict):
            yield one


def _read_games(
    data: Mapping[str, Json], zine: str, number: int, wrong: list[str]
) -> Iterator[PlanetGame]:
    seen: set[str] = set()
    for table in _tables(data, "games", MOST_GAMES):
        slug = table.get("game")
        if not isinstance(slug, str) or not is_slug(slug) or slug in seen:
            wrong.append("a game has no name of its own")
            continue
        seen.add(slug)
        try:
            outcome = _read_outcome(table, f"{number}/{slug}")
        except (ValueError, KeyError, TypeError):
            wrong.append(f"{slug} is not told as a game is")
            continue
        status, deadline = table.get("status"), table.get("deadline")
        yield PlanetGame(
            zine=zine,
            address=_address(table),
            gm=_text(table, "gm"),
            status=status if isinstance(status, str) and status in _STATUS else "waiting",
            deadline=deadline if isinstance(deadline, str) and _MOMENT.fullmatch(deadline) else "",
            outcome=outcome,
        )


def _read_outcome(table: Mapping[str, Json], key: str) -> GameOutcome:
    """Return what came of a game; raises ValueError, KeyError or TypeError where it is not told."""
    powers = tuple(_read_power(one) for one in _tables(table, "powers", MOST_POWERS))
    if not powers or len({one.power for one in powers}) < len(powers):
        raise ValueError
    years, ended = table.get("years"), table.get("ended")
    span = None
    if isinstance(years, list):
        first, last = (one for one in years if type(one) is int)
        span = (first, last)
    return GameOutcome(
        game=key,
        title=_text(table, "title") or key,
        variant=_text(table, "variant"),
        variant_title=_text(table, "variant_title"),
        powers=powers,
        seasons=_number(table, "seasons", 10_000) or 0,
        years=span,
        is_over=table.get("status") == "finished",
        ended=ended if isinstance(ended, str) and _MOMENT.fullmatch(ended) else "",
        feats=Feats(),
    )


def _read_power(table: Mapping[str, Json]) -> PowerOutcome:
    name = _text(table, "power")
    moves = table.get("first_moves")
    stints = tuple(
        Stint(
            player=_text(one, "name"),
            seasons=_number(one, "seasons", 10_000) or 0,
            missed=_number(one, "missed", 10_000) or 0,
        )
        for one in _tables(table, "players", MOST_STINTS)
    )
    if not name or not stints:
        raise ValueError
    return PowerOutcome(
        power=Power(name),
        fate=_FATES[str(table.get("fate"))],
        centres=_number(table, "centres", 1000),
        out_in=_number(table, "out_in", 9999),
        stints=stints,
        first_moves=tuple(
            one_line(move)[:LONGEST]
            for move in (moves[:MOST_MOVES] if isinstance(moves, list) else ())
            if isinstance(move, str)
        ),
    )


def _read_open(data: Mapping[str, Json], zine: str) -> Iterator[OpenPlace]:
    for table in _tables(data, "open", MOST_GAMES):
        seats = table.get("seats")
        names = seats[:MOST_POWERS] if isinstance(seats, list) else []
        title = _text(table, "title")
        if title:
            yield OpenPlace(
                zine=zine,
                title=title,
                address=_address(table),
                variant=_text(table, "variant"),
                seats=tuple(one_line(one)[:LONGEST] for one in names if isinstance(one, str)),
                missing=_number(table, "missing", 1000) or 0,
            )
