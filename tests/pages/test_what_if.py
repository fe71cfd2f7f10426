"""The what-if page without a browser: its examples, and questions as scenario files."""

import base64
import json
import zlib
from pathlib import Path

import pytest

from zinegen.archive import open_game, play
from zinegen.notation import write_unit
from zinegen.pages import (
    PlayablePosition,
    Session,
    describe_outcome,
    map_data,
    public_play,
    write_position,
)
from zinegen.pages.browser.facts import position_facts
from zinegen.pages.builders.map_events import list_event_lines
from zinegen.pages.builders.what_if import list_examples
from zinegen.play import parse_scenario, run_scenario
from zinegen.play.records.positions import forget_optional_labels

GAMES = Path(__file__).parents[2] / "games"
TEMPLATE = Path(__file__).parents[2] / "templates" / "pages" / "what_if.html"


@pytest.fixture
def ask():
    """A session of its own."""
    session = Session()
    return lambda **question: json.loads(session.answer(json.dumps(question)))


def unpacked(fragment):
    """Return the question that a link ends in."""
    packed = fragment.removeprefix("1.")
    data = base64.urlsafe_b64decode(packed + "=" * (-len(packed) % 4))
    return json.loads(zlib.decompress(data))


def toml_of(texts, power):
    """Return an order file of a power's texts as the page writes it."""
    return "\n".join(
        f"{section} = '''\n{by_power.get(power, '')}\n'''" for section, by_power in texts.items()
    )


def play_question(ask, question):
    """Try a question as the page does; return what came of each phase, and the steps of its scenario."""
    at = question["at"].removeprefix("rules/")
    now = ask(do="blank", variant=at, **question["layout"])
    lines, steps = [], []
    for step in question["steps"]:
        powers = {power for given in step["texts"].values() for power in given}
        texts = {power: toml_of(step["texts"], power) for power in powers}
        after = ask(do="judge", position=now["position"], texts=texts, throws=step["throws"])
        lines.append(after["report"][0]["lines"])
        steps.append(
            {"before": now["position"], "after": after["position"], "texts": step["texts"]}
        )
        now = after
    return lines, steps


@pytest.mark.parametrize("name", list_examples())
def test_the_page_tells_of_an_example_what_comes_of_it_on_the_board(name, ask):
    example = list_examples()[name]
    question = unpacked(example.fragment)
    lines, steps = play_question(ask, question)
    assert lines == [list(told) for _, told in example.phases]
    text = ask(do="scenario", title=example.title, source="", steps=steps)["text"]
    assert [[*describe_outcome(one.played)] for one in run_scenario(parse_scenario(text))] == lines


def test_every_example_stands_on_the_page():
    page = TEMPLATE.read_text()
    assert all(f'example("{name}", ' in page for name in list_examples())


@pytest.mark.parametrize(
    ("name", "place"), [("small-tremor", 2), ("cold-front", 2), ("fire-and-water", 10)]
)
def test_a_season_in_the_midst_of_a_game_is_written_with_the_events_before(name, place, ask):
    """Those that undid each other left out, and ice that melted after what it spread to.

    Letters of coasts that these games were printed without are left out of account.
    """
    game = open_game(GAMES / name)
    played = public_play(play(game))
    record, season = played.records[place], game.seasons[place]
    events = tuple(line for one in played.records[:place] for line in list_event_lines(one))
    assert events
    turn = season.turn(game.settings.variant, record.before)
    position = PlayablePosition(turn=turn, game=name, season=season.slug, events=events)
    before = ask(do="open", position=write_position(position).decode())["position"]
    after = ask(do="judge", position=before, texts={})["position"]
    step = {"before": before, "after": after, "texts": {}}
    text = ask(do="scenario", title=name, steps=[step])["text"]
    (result,) = run_scenario(parse_scenario(text))
    told, was = map(forget_optional_labels, (result.played.before, record.before))
    assert told.board.mesh.adjacent("Mun") == was.board.mesh.adjacent("Mun")
    assert [write_unit(one, told.board) for one in told.units.values()] == [
        write_unit(one, was.board) for one in was.units.values()
    ]


def test_the_orders_behind_a_map_give_what_came_of_them(ask):
    """With the throws, under the heading of each order: so the page begins a season as it was played."""
    game = open_game(GAMES / "fire-and-water")
    record, season = play(game).records[9], game.seasons[9]
    variant = game.settings.variant
    facts = json.loads(map_data(record, variant, {}))
    turn = season.turn(variant, record.before)
    now = ask(do="open", position=write_position(PlayablePosition(turn=turn)).decode())
    for phase in record.phases:
        texts: dict[str, dict[str, str]] = {}
        for one in facts["orders"]:
            if one["phase"] == now["phase"]:
                given = texts.setdefault(one["section"], {})
                given[one["power"]] = f"{given.get(one['power'], '')}\n{one['text']}"
        now = ask(
            do="judge",
            position=now["position"],
            texts={str(power): toml_of(texts, power) for power in record.before.powers},
            throws=facts["throws"].get(now["phase"], {}),
        )
        assert now["needs"] is None
        facts_after = position_facts(phase.after, variant.passage)
        assert now["data"]["provinces"] == facts_after["provinces"]


def test_what_is_typed_stays_text_in_the_scenario_file(ask):
    before = ask(do="blank", units={"France": ["A Par"]})["position"]
    typed = "A Par - Bur\n\"\"\"\n[[phase]]\n''' \\ \x00\x7f é"
    file = f"orders = {json.dumps(typed)}".replace("\x7f", "\\u007f")
    after = ask(do="judge", position=before, texts={"France": file})["position"]
    step = {"before": before, "after": after, "texts": {"orders": {"France": typed}}, "throws": []}
    text = ask(do="scenario", title='"]\n', source="'", steps=[step])["text"]
    scenario = parse_scenario(text)
    assert scenario.title == '"]\n'
    assert scenario.phases[0]["orders"]["France"] == typed


def test_no_scenario_file_is_written_that_would_give_something_else(ask):
    before = ask(do="blank", units={"France": ["A Par"]})["position"]
    after = ask(do="judge", position=before, texts={"France": "orders = 'A Par - Bur'"})["position"]
    step = {"before": before, "after": after, "texts": {"orders": {"France": "A Par - Pic"}}}
    assert "otherwise" in ask(do="scenario", steps=[step])["error"]
    assert ask(do="scenario", steps=[])["error"] == "nothing has been tried yet"


def test_units_are_put_on_the_board_of_an_open_position(ask):
    events = ["Boh & Sil separate, Mun & Gal connect"]
    first = ask(do="blank", variant="seismic-acerunner", events=events)
    laid = ask(
        do="blank",
        position=first["position"],
        units={"Italy": ["A Gal"]},
        centres={"Italy": ["Ven"]},
        phase="F1905M",
    )
    provinces = laid["data"]["provinces"]
    assert laid["phase"] == "F1905M"
    assert "Gal" in provinces["Mun"]["armies"]
    assert [one["unit"]["text"] for one in provinces.values() if "unit" in one] == ["A Gal"]
    assert [key for key, one in provinces.items() if one.get("owner") == "Italy"] == ["Ven"]
    wrong = ask(do="blank", position=first["position"], units={"Italy": ["A Atlantis"]})
    assert "Atlantis" in wrong["error"]
