"""The engine in a real browser: it answers as CPython does, and says plainly why it cannot."""

import json
import os
import random

import pytest

from tests.real_games.test_hard_phases import records
from tests.scenarios.test_scenarios import FILES
from zinegen.pages import Session

pytestmark = [pytest.mark.browser, pytest.mark.usefixtures("runtime")]

SCENARIOS = int(os.environ.get("SCENARIOS", "60"))
"""So many scenario files are played; SCENARIOS=1000 plays them all."""


def answers_of_cpython(questions):
    session = Session()
    return [session.answer(json.dumps(question)) for question in questions]


def as_json(answer):
    return json.dumps(answer, ensure_ascii=False, separators=(",", ":"))


def test_real_phases_come_out_as_in_cpython_to_the_byte(ask_engine):
    questions = [
        {
            "do": "adjudicate",
            "question": {
                "id": number,
                "phase": one["phase"],
                "units": one["before"]["units"],
                "orders": one["orders"],
            },
        }
        for number, one in enumerate(records())
    ]
    answers = [as_json(answer) for answer in ask_engine(questions)]
    assert answers == answers_of_cpython(questions)
    assert len(answers) == 355
    assert not any('"error"' in answer for answer in answers)


def test_scenarios_of_all_rule_sets_come_out_as_in_cpython_to_the_byte(ask_engine):
    some = random.Random(12).sample(FILES, min(SCENARIOS, len(FILES)))
    assert {file.parent.name for file in some} == {file.parent.name for file in FILES}
    questions = [{"do": "run", "text": file.read_text()} for file in some]
    answers = [as_json(answer) for answer in ask_engine(questions)]
    different = [
        f"{file.parent.name}/{file.stem}"
        for file, answer, known in zip(some, answers, answers_of_cpython(questions), strict=True)
        if answer != known
    ]
    assert not different


OPEN = """async () => {
  const { openEngine } = await import('/assets/engine.js')
  const seen = []
  try { return { version: (await openEngine(progress => seen.push(progress))).version, seen } }
  catch (problem) { return { told: problem.message, seen } }
}"""


def test_bytes_are_counted_on_their_way_the_first_time(page, played_address):
    page.goto(f"{played_address}about/")
    page.route("**/pyodide.mjs", lambda route: route.fulfill(body=""))  # it need not start
    seen = page.evaluate(OPEN)["seen"]
    page.unroute_all()
    assert seen[0]["loaded"] == 0
    assert seen[-1]["loaded"] > 10_000_000
    assert {one["total"] for one in seen} == {seen[-1]["total"]}


@pytest.mark.parametrize(
    ("pattern", "spoil", "told"),
    [
        ("**/engine.json", {"status": 404}, "its list is not there (404)."),
        ("**/engine.json", {"body": "<!doctype"}, "its list is damaged."),
        ("**/engine.json", {"json": {"format": 1, "protocol": 99}}, "Load the page anew."),
        ("**/zinegen-*.zip", {"status": 404}, "a part of it is not there (404)."),
        ("**/engine.json", None, "you seem to be offline. Try again when you are not."),
        ("**/*.wasm", None, "you seem to be offline. Try again when you are not."),
    ],
)
def test_why_there_is_no_engine_is_said_in_a_sentence(page, played_address, pattern, spoil, told):
    page.goto(f"{played_address}about/")
    page.route(pattern, lambda route: route.abort() if spoil is None else route.fulfill(**spoil))
    found = page.evaluate(OPEN)
    page.unroute_all()
    assert found["told"].endswith(told)


def test_whoever_was_told_may_try_again(page, played_address):
    page.goto(f"{played_address}about/")
    page.route("**/zinegen-*.zip", lambda route: route.fulfill(status=404))
    assert "404" in page.evaluate(OPEN)["told"]
    page.unroute_all()
    page.route("**/engine.json", lambda route: route.abort())
    told = page.evaluate(OPEN)["told"]
    page.unroute_all()
    assert "offline" in told  # the list is asked for again


def test_a_page_says_where_the_engine_is_and_asks_nothing_of_it(page, played_address):
    asked = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto(f"{played_address}games/quake/", wait_until="networkidle")
    address = page.evaluate("async () => (await import('/assets/engine.js')).engineAddress()")
    assert address == f"{played_address}engine/engine.json"
    assert not [url for url in asked if "/engine/" in url]
