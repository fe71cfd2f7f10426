"""Mutated questions and scenario files are answered or refused in a sentence, never with a fault of ours."""

from __future__ import annotations

import json
import os
import random
import tomllib
from collections import Counter
from collections.abc import Callable
from pathlib import Path

from zinegen.archive import read_scenario
from zinegen.archive.scenario_files import scenario_files
from zinegen.errors import ZinegenError
from zinegen.pages import Session, describe_outcome
from zinegen.play import answer, run_scenario

MUTATIONS = int(os.environ.get("MUTATIONS", "40"))
TEXTS = [file.read_text() for file in scenario_files([Path(__file__).parent])]
LINES = [
    line
    for text in TEXTS
    for line in text.splitlines()
    if line.strip() and "=" not in line and not line.startswith(("[", "#", "'"))
]
"""Lines of orders and events of all rule sets."""
WORDS = sorted({word for line in LINES for word in line.split()})
ODD = (None, True, -1, 1e308, "", "\0", "A" * 5000, "[" * 300, [], {}, [[]], {"": {"a": []}}, "💥")


def mutate_line(line: str, dice: random.Random) -> str:
    """Return a line with a word or a sign changed, or another line."""
    words, sign = line.split(" "), dice.choice("()/&;:,.-#*\"' é\0")
    at, place = dice.randrange(len(words)), dice.randrange(len(line) + 1)
    left = f"{line[:place]}{sign}{line[place + dice.randrange(2) :]}"
    return dice.choice(
        (
            " ".join([*words[:at], dice.choice(WORDS), *words[at + dice.randrange(2) :]]),
            " ".join(words[:at] + words[at + 1 :]),
            " ".join(dice.sample(words, len(words))),
            f"{line}{dice.choice(('; ', ' - ', ' S ', ' C ', '/'))}{dice.choice(LINES)}",
            dice.choice(LINES),
            left,
        )
    )


def mutated_text(dice: random.Random) -> str:
    """Return a scenario file with some of its lines changed, mostly orders."""
    lines = dice.choice(TEXTS).splitlines()
    for _ in range(dice.randrange(1, 4)):
        inner = [at for at, line in enumerate(lines) if line in LINES] or [0]
        at = dice.choice(inner) if dice.random() < 0.9 else dice.randrange(len(lines))
        lines[at] = mutate_line(lines[at], dice)
    return "\n".join(lines)


def mutated_question(dice: random.Random) -> str:
    """Return a question made of a scenario's first phase, with lines and values changed."""
    given = tomllib.loads(dice.choice(TEXTS))
    phase, start = given["phase"][0], given.get("start", {})
    parts = {
        **{key: _lists(start.get(key)) for key in ("units", "centres")},
        **{key: _lists(phase.get(key)) for key in ("orders", "events")},
    }
    for _ in range(dice.randrange(1, 4)):
        part = parts[dice.choice(("orders", "orders", "events", "units"))]
        for lines in part.values():
            for at, line in enumerate(lines):
                lines[at] = mutate_line(line, dice) if dice.random() < 0.3 else line
    question: dict[str, object] = {
        "id": 1,
        "variant": given["variant"],
        "phase": phase["name"],
        "options": given.get("options", {}),
        "map_events": start.get("events", []),
        **parts,
    }
    if dice.random() < 0.2:
        question[dice.choice(sorted(question))] = dice.choice(ODD)
    return json.dumps(question)


def _lists(table: object) -> dict[str, list[str]]:
    """Return the lines of each power that a table holds, as text or as a list."""
    entries = table.items() if isinstance(table, dict) else ()
    return {
        power: lines.strip().splitlines() if isinstance(lines, str) else [*lines]
        for power, lines in entries
    }


def tally(kind_of: Callable[[random.Random], str]) -> Counter[str]:
    """Return how many mutated inputs, each from a seed of its own, came to what."""
    found = Counter(kind_of(random.Random(seed)) for seed in range(MUTATIONS))
    print(dict(found))  # noqa: T201  (for who runs many by hand)
    return found


def test_a_mutated_question_is_answered_or_refused_in_a_sentence() -> None:
    def kind_of(dice: random.Random) -> str:
        error = json.loads(answer(mutated_question(dice))).get("error", "")
        return "fault" if error.startswith("a fault") else "refused" if error else "answered"

    assert not tally(kind_of)["fault"]


def test_a_mutated_link_to_the_page_that_tries_orders_is_answered_or_refused_in_a_sentence() -> (
    None
):
    """Its board is laid out, its orders are checked and judged, and the file of it is written."""
    session = Session()

    def ask(do: str, **more: object) -> dict[str, object]:
        return json.loads(session.answer(json.dumps({"do": do, **more})))

    def kind_of(dice: random.Random) -> str:
        given = json.loads(mutated_question(dice))
        orders = {power: "\n".join(lines) for power, lines in _lists(given["orders"]).items()}
        texts = {power: f"orders = {json.dumps(lines)}" for power, lines in orders.items()}
        keys = ("variant", "phase", "options", "units", "centres")
        begun = ask("blank", **{key: given[key] for key in keys}, events=given["map_events"])
        place = begun.get("position")
        checked = [ask("check", position=place, power=one, text=texts[one]) for one in texts]
        judged = ask("judge", position=place, texts=texts)
        step = {"before": place, "after": judged.get("position"), "texts": {"orders": orders}}
        written = ask("scenario", steps=[step])
        errors = [one["error"] for one in (begun, *checked, judged, written) if "error" in one]
        is_fault = any(str(error).startswith("a fault") for error in errors)
        return "fault" if is_fault else "refused" if errors else "answered"

    assert not tally(kind_of)["fault"]


def test_a_mutated_scenario_file_is_judged_and_told_or_refused(tmp_path: Path) -> None:
    file = tmp_path / "mutated.toml"

    def kind_of(dice: random.Random) -> str:
        file.write_text(mutated_text(dice))
        try:
            results = list(run_scenario(read_scenario(file)))
        except ZinegenError:
            return "refused"
        assert all(all(describe_outcome(result.played)) for result in results)
        return "differs" if any(result.differences for result in results) else "ok"

    assert tally(kind_of)
