"""The examples of the what-if page: scenario files, what comes of them, and the links that try them."""

import base64
import json
import tomllib
import zlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from zinegen.errors import GameFolderError
from zinegen.game.state import PhaseKind
from zinegen.languages.texts import spoken_language
from zinegen.notation.reading.context import LATER_SECTIONS, ORDERS, SECTIONS
from zinegen.pages.contents import GameContents
from zinegen.pages.views import PageLink
from zinegen.pages.words.outcomes import describe_outcome
from zinegen.pages.words.phases import phase_name
from zinegen.play.scenarios.scenarios import parse_scenario, run_scenario, text_of
from zinegen.variants import VARIANTS

FOLDER = Path(__file__).parents[2] / "data" / "examples"
VERSION = "1"
"""Of what a link to the page ends in, as `question.js` reads it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Example:
    """A question, and what comes of it."""

    title: str
    variant: str
    fragment: str
    """What a link to the page with this question ends in."""
    phases: tuple[tuple[str, tuple[str, ...]], ...]
    """The name of each phase, and what comes of it in words."""


def list_examples() -> Mapping[str, Example]:
    """Return the examples by the name of their file, those of the rule sets that there are."""
    return _list_examples(spoken_language().code)


@cache
def _list_examples(language: str) -> Mapping[str, Example]:  # noqa: ARG001  (a key)
    texts = {path.stem: path.read_text("utf-8") for path in sorted(FOLDER.glob("*.toml"))}
    tables = {name: tomllib.loads(text) for name, text in texts.items()}
    return {
        name: _make_example(texts[name], table)
        for name, table in tables.items()
        if table["variant"] in VARIANTS
    }


def _make_example(text: str, table: Mapping[str, object]) -> Example:
    """Return an example; raises GameFolderError when something else comes of it than its file says."""
    scenario = parse_scenario(text)
    results = [*run_scenario(scenario)]
    if wrong := [difference for one in results for difference in one.differences]:
        raise GameFolderError(f"{scenario.title}: {wrong[0]}")
    phases = [one.played.before.phase for one in results]
    return Example(
        title=scenario.title,
        variant=scenario.variant.id,
        fragment=pack_question(_ask(table)),
        phases=tuple(
            (phase_name(phase), tuple(describe_outcome(one.played)))
            for phase, one in zip(phases, results, strict=True)
        ),
    )


def pack_question(question: object) -> str:
    """Return what a link to the page ends in for a question, as `question.js` reads it."""
    data = zlib.compress(json.dumps(question, separators=(",", ":")).encode(), 9)
    return f"{VERSION}.{base64.urlsafe_b64encode(data).decode().rstrip('=')}"


def _ask(table: Mapping[str, object]) -> Mapping[str, object]:
    """Return the question of a scenario file, as TOML has it."""
    phases = table["phase"]
    if not isinstance(phases, list):
        raise GameFolderError("an example has phases")
    return {
        "at": f"rules/{table['variant']}",
        "layout": {**_table(table, "start"), "phase": phases[0]["name"]},
        "steps": [{"texts": _texts(phase), "throws": {}} for phase in phases],
    }


def _texts(phase: Mapping[str, object]) -> dict[str, dict[str, str]]:
    """Return what is written in a phase by heading and power, as the page has it."""
    found = {}
    kind = LATER_SECTIONS.get(PhaseKind(str(phase["name"])[-1]), ORDERS)
    for section in SECTIONS:
        if given := _table(phase, section):
            there = kind if section == ORDERS else section
            found[there] = {power: text_of(text).strip() for power, text in given.items()}
    return found


def _table(table: Mapping[str, object], key: str) -> dict[str, str]:
    found = table.get(key, {})
    return found if isinstance(found, dict) else {}


def list_last_seasons(games: Iterable[GameContents]) -> Iterable[PageLink]:
    """Yield the season of each game for which orders are still to come, else the last that was played."""
    for game in games:
        title = game.view.head.title
        if game.desk is not None:
            yield PageLink(text=f"{title}, {game.desk.season}", to=game.desk.uri)
        elif game.seasons:
            yield PageLink(text=f"{title}, {game.seasons[-1].name}", to=game.seasons[-1].uri)
