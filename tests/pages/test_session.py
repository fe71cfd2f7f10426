"""The pages' engine: it judges as the archive has recorded, and checks as the command does."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.maps.example import example_map
from tests.pages.zines import ORDERS, published, set_ready, write_orders
from tests.rule_sets import rule_set
from zinegen.archive import Game, await_orders, open_game, play, read_message
from zinegen.archive.closing.check import check_order_file
from zinegen.notation import as_text, write_unit
from zinegen.pages import PlayablePosition, public_play, read_position, write_position
from zinegen.pages.browser.session import MOST_OPEN, RANGES_UNKNOWN, Session
from zinegen.play import TakeOptions, Turn, deadline_phases, read_mail_orders, start_state
from zinegen.play.mails.standing import Standing

GAMES = Path(__file__).parents[2] / "games"
SEASONS = 3
"""So many of the last seasons of each game are judged once more."""
WRONG = "A Vie - Glicia\nF Tri - Adr\nA Bud S A Vie - Gal\nsomething else"


@pytest.fixture
def ask() -> Callable[..., dict]:
    session = Session()
    return lambda **question: json.loads(session.answer(json.dumps(question)))


def units_of(answer: dict) -> dict[str, str]:
    provinces = answer["data"]["provinces"]
    return {key: facts["unit"]["text"] for key, facts in provinces.items() if "unit" in facts}


@pytest.mark.parametrize(
    "name", ["cold-front", "fire-and-water", "high-water", "lantern-street", "small-tremor"]
)
def test_a_recorded_season_comes_out_of_its_order_files_as_recorded(name, ask):
    game = open_game(GAMES / name)
    assert isinstance(game, Game)
    played = play(game)
    seasons = [*zip(played.records, game.seasons, strict=False)][-SEASONS:]
    for record, season in seasons:
        turn = season.turn(game.settings.variant, record.before)
        text = write_position(PlayablePosition(turn=turn, game=name, season=season.slug))
        answer = ask(do="open", position=text.decode())
        files = {**season.files, **season.opened}
        texts = {power: (season.folder / one.name).read_text() for power, one in files.items()}
        for phase in record.phases:
            throws = {draw.label.split("/", 2)[-1]: draw.result for draw in phase.draws}
            answer = ask(do="judge", position=answer["position"], texts=texts, throws=throws)
            after = phase.after
            assert answer["needs"] is None
            assert units_of(answer) == {
                face: write_unit(unit, after.board) for face, unit in after.units.items()
            }
            words = [ruling.verdict.word for ruling in phase.report.rulings]
            assert [order["result"] for order in answer["orders"]] == words


@pytest.mark.parametrize("name", ["half-life", "small-tremor", "terra-infirma", "winter-palace"])
def test_a_position_comes_back_from_its_text(name):
    current = public_play(play(open_game(GAMES / name)))
    variant = current.game.settings.variant
    for state in (current.records[0].before, current.records[-1].before, current.state):
        turn = Turn(variant=variant, phases=deadline_phases(variant, state), state=state)
        text = write_position(PlayablePosition(turn=turn, game=name))
        found = read_position(text.decode())
        now = found.turn.state
        assert (now.units, now.owners, now.extra) == (state.units, state.owners, state.extra)
        assert (now.board.mesh, now.board.provinces) == (state.board.mesh, state.board.provinces)
        assert now.board.courses == state.board.courses
        assert write_position(found) == text


def test_the_site_has_the_position_before_each_season_and_that_of_the_open_one(
    publisher, season, ask
):
    place = "games/winter/{}/position.json".format
    home = {"england": "F Lon H", "italy": "A Rom H", "turkey": "A Con H"}
    write_orders(season, "winter", {**ORDERS, **home})
    desk = published(publisher)[1].files[place("desk")]
    set_ready(season)
    files = published(publisher)[1].files
    assert (files[place(season.name)], place("desk") in files) == (desk, False)
    opened = ask(do="open", position=desk.decode())
    assert (opened["phase"], opened["sections"]) == ("S1901M", ["orders", "retreats"])
    assert (opened["title"], opened["asked"]) == ("Spring 1901, moves", {"orders": "Orders"})


def test_a_position_on_a_map_of_ones_own_comes_back():
    variant = rule_set("standard").play_on(example_map())
    state = start_state(variant)
    turn = Turn(variant=variant, phases=(state.phase,), state=state)
    found = read_position(write_position(PlayablePosition(turn=turn)).decode()).turn
    assert found.state == state
    assert found.variant.own_map.title == variant.own_map.title


def test_orders_are_checked_in_the_words_of_the_command(zine, season, ask):
    write_orders(season, "winter", {"austria": WRONG, "germany": ORDERS["germany"]})
    current = play(open_game(zine / "games" / "winter"))
    opened = current.open_season
    position = PlayablePosition(
        turn=current.turn(opened),
        game="winter",
        season=opened.slug,
        shown=opened.shown,
        policy=current.game.settings.policy,
    )
    number = ask(do="open", position=write_position(position).decode())["position"]
    for power, file in opened.files.items():
        text = (opened.folder / file.name).read_text()
        answer = ask(do="check", position=number, power=power.upper(), text=text)
        said = check_order_file(current, file)
        assert "".join(one["text"] for one in answer["findings"]) == "".join(
            as_text([one]) for one in said.findings
        )
        assert [one["canonical"] for one in answer["read"]] == [one.canonical for one in said.read]
    assert {one["code"] for one in answer["findings"]} == {"O30"}


def test_a_file_for_another_season_and_one_that_is_no_toml_are_told_with_their_place(ask):
    variant = rule_set("standard")
    turn = Turn(variant=variant, phases=(variant.start.phase,), state=start_state(variant))
    place = {
        "game": "winter",
        "season": "1901-1-spring",
        "shown": "games/winter/seasons/1901-1-spring",
    }
    number = ask(do="open", position=write_position(PlayablePosition(turn=turn, **place)).decode())[
        "position"
    ]
    head = 'game = "winter"\nseason = "{}"\npower = "austria"\norders = \'\'\'\nA Bud - Ser\n'
    other = head.format("1901-2-autumn") + "'''\n"
    (found,) = ask(do="check", position=number, power="Austria", text=other)["findings"]
    assert (found["code"], found["line"], found["source"]) == ("O03", 2, 'season = "1901-2-autumn"')
    (found,) = ask(do="check", position=number, power="Austria", text=head.format("1901-1-spring"))[
        "findings"
    ]
    assert (found["code"], found["what"]) == ("O01", "a ''' has no partner")


def test_whatever_is_pasted_is_told_as_the_command_tells_it(zine, season, ask):
    """A hundred kilobytes; half a letter that no file can hold; nothing at all."""
    number = ask(do="blank", variant="standard")["position"]
    large = "A Bud - Ser\n" * 9000
    (found,) = ask(do="check", position=number, power="Austria", text=large)["findings"]
    (season / "orders" / "austria.toml").write_text(large)
    current = play(open_game(zine / "games" / "winter"))
    (said,) = check_order_file(current, current.open_season.files["Austria"]).findings
    assert (found["code"], found["what"], found["hint"]) == (said.code, said.title, said.hint)
    half = ask(do="check", position=number, power="Austria", text="orders = '\ud800'")
    assert "O11" in {one["code"] for one in half["findings"]}
    (none,) = ask(do="check", position=number, power="Austria", text="")["findings"]
    assert none["what"] == "Austria has handed in nothing yet"


MESSAGE = "Hello!\nA Bud - Ser\nF Tri somewhere nice\nI like Galicia\n-- \nBob\n"


def test_a_message_becomes_the_file_that_take_makes(zine, season, ask):
    """Line by line: what is in it, what is left out, and where that stood."""
    current = play(open_game(zine / "games" / "winter"))
    opened = current.open_season
    position = PlayablePosition(
        turn=current.turn(opened), game="winter", season=opened.slug, shown=opened.shown
    )
    number = ask(do="open", position=write_position(position).decode())["position"]
    answer = ask(do="take", position=number, power="Austria", message=MESSAGE, file="")
    awaited = await_orders(current, opened)
    message = read_message(MESSAGE.encode())
    options = TakeOptions(name="mail", power="Austria")
    said = read_mail_orders(awaited, message, options, lambda _: Standing())
    assert answer["text"] == said.content.decode()
    assert [one["text"] for one in answer["left_out"]] == ["Hello!", "I like Galicia", ""]
    assert [one["line"] for one in answer["findings"]] == [4]
    assert (answer["read"], answer["is_bare"]) == (2, False)


def test_a_message_that_changes_one_order_keeps_the_rest_of_what_stands_there(ask):
    number = ask(do="blank", variant="standard")["position"]
    file = "game = \"\"\nseason = \"\"\npower = \"austria\"\norders = '''\nA Bud - Ser\nA Vie - Gal\n'''\n"
    said = {"position": number, "power": "Austria", "file": file}
    answer = ask(do="take", message="A Vie - Tri, the rest as before", **said)
    assert "\nA Bud - Ser\nA Vie - Tri\n" in answer["text"]
    assert (answer["kept"], answer["gone"]) == (["A Bud - Ser"], ["A Vie - Gal"])
    answer = ask(do="take", message="A Vie - Tri", **said)
    assert "A Bud" not in answer["text"]
    assert "Undo brings them back" in answer["findings"][0]["text"]
    assert ask(do="take", message="A Vie - Tri", amend=True, **said)["kept"] == ["A Bud - Ser"]


def test_a_message_without_orders_or_of_others_is_refused_in_a_sentence(ask):
    number = ask(do="blank", variant="standard")["position"]
    said = {"position": number, "power": "Austria"}
    why = ask(do="take", message="Hello!", **said)["refused"]
    assert why == "there is no order in this message"
    why = ask(do="take", message="A Mun - Bur", **said)["refused"]
    assert why == "no unit of Austria is ordered, but units of Germany"
    assert "lines" in ask(do="take", message="x\n" * 6000, **said)["error"]


def test_a_board_laid_out_by_hand_is_played_from_phase_to_phase(ask):
    board = {"units": {"Austria": ["A Tyr", "A Boh"], "Germany": ["A Mun"]}, "phase": "F1902M"}
    answer = ask(do="blank", variant="standard", centres={"Germany": ["Mun"]}, **board)
    assert answer["sections"] == ["orders", "retreats", "builds"]
    texts = {
        "Austria": "orders = '''\nA Boh - Mun\nA Tyr S A Boh - Mun\nA Vie x\n'''",
        "germany": "retreats = '''\nA Mun: Tyr, Sil\n'''",
    }
    answer = ask(do="judge", position=answer["position"], texts=texts)
    assert (answer["phase"], answer["sections"]) == ("F1902R", ["orders", "retreats", "builds"])
    assert [one["code"] for one in answer["findings"]] == ["O11"]
    assert sorted(answer["dislodged"]["Mun"]) == ["Ber", "Bur", "Kie", "Ruh", "Sil"]
    answer = ask(do="judge", position=answer["position"], texts=texts)
    assert answer["phase"] == "W1902A"
    assert units_of(answer) == {"Mun": "A Mun", "Tyr": "A Tyr", "Sil": "A Sil"}
    answer = ask(do="judge", position=answer["position"], texts=texts)
    assert (answer["phase"], answer["phases"][0]) == ("S1903M", "S1903M")
    assert units_of(answer) == {"Mun": "A Mun"}


def test_what_parts_and_what_joins_is_told(ask):
    start = ask(
        do="blank", variant="seismic-acerunner", phase="S1901E", options={"event_with_moves": True}
    )
    number = start["position"]
    texts = {"Austria": "events = '''\nGal & Ukr separate\n'''"}
    answer = ask(do="judge", position=number, texts=texts)
    assert ["Gal", "Ukr"] in answer["changes"]["apart"]
    assert len(answer["changes"]["together"]) == 1
    assert "Ukr" not in answer["data"]["provinces"]["Gal"]["touches"]


def test_a_secret_game_is_not_judged_where_centres_decide(ask):
    variant = rule_set("post-atomic")
    state = start_state(variant)
    turn = Turn(variant=variant, phases=(state.phase,), state=state)
    text = write_position(PlayablePosition(turn=turn)).decode()
    opened = ask(do="open", position=text)
    assert not any(one.get("centre") for one in opened["data"]["provinces"].values())
    assert "secret" in ask(do="judge", position=opened["position"], texts={})["error"]


def test_moves_of_a_secret_game_are_judged_and_what_is_not_known_is_said(ask):
    current = public_play(play(open_game(GAMES / "half-life")))
    record = current.records[-1]
    turn = Turn(
        variant=current.game.settings.variant, phases=(record.before.phase,), state=record.before
    )
    number = ask(do="open", position=write_position(PlayablePosition(turn=turn)).decode())[
        "position"
    ]
    answer = ask(do="judge", position=number, texts={})
    assert answer["report"][0]["lines"][0] == RANGES_UNKNOWN


@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("", "no JSON"),
        ("[]", "a question is a JSON object"),
        ('{"do": "dance"}', "a question begins with one of open"),
        ('{"do": "open", "position": "{}"}', "this is no position"),
        ('{"do": "open", "position": "{\\"format\\": 9, \\"position\\": {}}"}', "another version"),
        ('{"do": "judge", "position": "p9"}', "not open any more"),
        ('{"do": "blank", "variant": "chess"}', "chess"),
        ('{"do": "blank", "units": {"Austria": ["A Xxx"]}}', "Xxx"),
        ('{"do": "blank", "units": ["A Bud"]}', "'units'"),
    ],
)
def test_a_question_that_cannot_be_answered_is_answered_with_a_sentence(question, told):
    answer = json.loads(Session().answer(question))
    assert set(answer) == {"error"}
    assert told in answer["error"]
    assert "fault in the program" not in answer["error"]


def test_positions_that_nobody_asked_for_are_forgotten_first(ask):
    first, second = (ask(do="blank", units={}, centres={})["position"] for _ in range(2))
    for _ in range(MOST_OPEN - 1):
        ask(do="judge", position=first, texts={})
    assert "error" in ask(do="judge", position=second, texts={})
    assert "error" not in ask(do="judge", position=first, texts={})


def test_what_a_power_can_order_is_asked_as_one_line(ask):
    position = ask(do="blank", units={"Austria": ["A Vie"]}, phase="S1901M")["position"]
    found = ask(do="choices", position=position, powers=["austria"])
    assert [*found["powers"]] == ["Austria"]
    assert found["nodes"][found["powers"]["Austria"]["orders"]]["provinces"]["Vie"][0] == "A Vie"
