"""What was tried on the page What if? comes out of the scenario file that it saves, word for word."""

from __future__ import annotations

import json
import os
import random
from collections import Counter

import pytest

from tests.seasons import events_for, orders_for
from zinegen.game import OptionValue, PhaseKind
from zinegen.pages import Session, describe_outcome
from zinegen.play import parse_scenario, run_scenario
from zinegen.variants import VARIANTS, find_variant

QUESTIONS = int(os.environ.get("QUESTIONS", "14"))
"""How many are asked; QUESTIONS=200 for a longer look."""
OPTIONS: tuple[dict[str, OptionValue], ...] = (
    {},
    {"rhythm": "separate"},
    {"event_with_moves": False},
    {"event_with_moves": False, "rhythm": "separate"},
)
NONSENSE = ("A Par to the hills", "if Mun empty then", "F XYZ - Nrt", "A Mun - Mun", "hello")
HEADINGS = {"M": ("orders",), "P": ("orders",), "R": ("retreats",), "A": ("builds",), "E": ()}


def ask(session: Session, **question: object) -> dict[str, object]:
    found: dict[str, object] = json.loads(session.answer(json.dumps(question)))
    return found


def write_texts(session: Session, number: str, dice: random.Random) -> dict[str, dict[str, str]]:
    """Return random lines for the phase that is played next, some of them nonsense, by heading and power."""
    turn = session.positions[number].turn
    kind = turn.state.phase.kind
    texts: dict[str, dict[str, str]] = {}
    for heading in HEADINGS[str(turn.state.phase)[-1]]:
        lines = orders_for(turn.variant, turn.state, dice)
        texts[heading] = {power: "\n".join(own) for power, own in lines.items()}
    together = kind is PhaseKind.MOVES and not any(
        one.kind is PhaseKind.EVENTS for one in turn.phases
    )
    if kind is PhaseKind.EVENTS or together:
        lines = events_for(turn.variant, turn.state, dice)
        texts["events"] = {power: "\n".join(own) for power, own in lines.items()}
    for given in texts.values():
        for power in given:
            if dice.random() < 0.15:
                given[power] += f"\n{dice.choice(NONSENSE)}"
    return texts


def try_question(seed: int) -> str:
    """Try some phases, save them, run the file, which has to tell the same; return how it ended."""
    dice, session = random.Random(seed), Session()
    name = sorted(VARIANTS)[seed % len(VARIANTS)]
    known = {option.name for option in find_variant(name).options}
    options = {key: value for key, value in dice.choice(OPTIONS).items() if key in known}
    now = ask(session, do="blank", variant=name, options=options)
    steps, words = [], []
    for _ in range(dice.randrange(1, 6)):
        number = str(now["position"])
        texts, throws = write_texts(session, number, dice), dict[str, int]()
        powers = {power for given in texts.values() for power in given}
        files = {
            power: "\n".join(
                f"{heading} = '''\n{given[power]}\n'''"
                for heading, given in texts.items()
                if power in given
            )
            for power in powers
        }
        after = ask(session, do="judge", position=number, texts=files, throws=throws)
        while (needs := after.get("needs")) is not None:
            assert isinstance(needs, dict)
            throws[needs["label"]] = dice.randrange(len(needs["candidates"])) + 1
            after = ask(session, do="judge", position=number, texts=files, throws=throws)
        if "error" in after:
            return "secret" if "secret" in str(after["error"]) else str(after["error"])
        came_of = session.positions[str(after["position"])].came_of
        assert came_of is not None
        words.append([*describe_outcome(came_of)])
        step = {"before": number, "after": after["position"], "texts": texts}
        steps.append({**step, "throws": [*throws.values()]})
        now = after
        if after["winners"] is not None:
            break
    saved = ask(session, do="scenario", title="", source="", steps=steps)
    if "error" in saved:
        return f"not saved: {saved['error']}"
    again = [
        [*describe_outcome(one.played)] for one in run_scenario(parse_scenario(str(saved["text"])))
    ]
    assert again == words, f"seed {seed}"
    return "saved"


@pytest.mark.slow
def test_a_saved_question_is_told_in_the_same_words() -> None:
    ended = Counter(try_question(seed) for seed in range(QUESTIONS))
    print(dict(ended))  # noqa: T201  (for who asks many by hand)
    assert ended["saved"] > 0.8 * QUESTIONS, ended


@pytest.mark.parametrize("name", sorted(VARIANTS))
def test_a_game_against_programs_needs_no_throw_and_is_saved_in_the_same_words(name: str) -> None:
    """A few phases as the page plays them, who plays one power hands in nothing for it."""
    session = Session()
    now = ask(session, do="blank", variant=name)
    others = sorted(map(str, now["powers"]))[1:]
    steps, words = [], []
    for _ in range(5):
        number = str(now["position"])
        asked = [power for power in others if power in now["powers"]]
        texts = ask(session, do="fill", position=number, powers=asked, seed=7)["texts"]
        files = {
            power: "\n".join(
                f"{key} = '''\n{own[power]}\n'''" for key, own in texts.items() if power in own
            )
            for power in asked
        }
        judge = {"do": "judge", "position": number, "texts": files, "seed": 7}
        now = ask(session, **judge, throws={})
        assert now.get("needs", "") is None, now
        same = ask(session, **{**judge, "seed": 8}, throws=now["throws"])
        assert same["orders"] == now["orders"]  # what is thrown stays, as who tries again wants it
        assert same["data"] == now["data"]
        came_of = session.positions[str(now["position"])].came_of
        assert came_of is not None
        words.append([*describe_outcome(came_of)])
        step = {"before": number, "after": now["position"], "texts": texts}
        steps.append({**step, "throws": [*now["throws"].values()]})
    saved = ask(session, do="scenario", title="", source="", steps=steps)
    played = run_scenario(parse_scenario(str(saved["text"])))
    assert [[*describe_outcome(one.played)] for one in played] == words
