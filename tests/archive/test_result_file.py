"""Records as bytes: written once, read back without judging anything again."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.archive.folders import OPENING, closed, hand_in, hand_in_opening, made, opened, played
from tests.positions import standard_state
from tests.sheets import candidates, sheets
from zinegen.archive import Game, open_game, read_records
from zinegen.board import Power
from zinegen.errors import GameFolderError
from zinegen.game import OwnFacts, PhaseKind, Secrets
from zinegen.geometry import ProvinceKey
from zinegen.play import start_state
from zinegen.play.records import PhaseRecord, SeasonRecord, encode_record, read_record
from zinegen.play.texts import Draw, GmRuling, RulingKind, Status
from zinegen.recorded_as import RECORDED_AS
from zinegen.rules import adjudicate
from zinegen.variants.standard import STANDARD

ROOT = Path(__file__).parents[2]
RECORDED = sorted(
    path.parent
    for zine in (ROOT / "games", ROOT / "tests/old_zine/games")
    for path in zine.glob("*/game.toml")
)
START = start_state(STANDARD)
CROWDED = standard_state(
    "F1905M",
    {
        "Austria": ["A Ser", "A Tri", "F ADR"],
        "France": ["A Mar", "A Bur", "F Spa/sc", "F ENG", "F MAO"],
        "Germany": ["A Mun", "A Ruh", "A Bel", "F NTH", "F HEL"],
        "Italy": ["A Pie", "A Tyr", "F GOL", "F ION"],
        "Turkey": ["A Bul", "A Gre", "F AEG", "F Con"],
    },
    {"France": ["Mar", "Spa", "Par"], "Germany": ["Mun", "Bel", "Ber"], "Turkey": ["Con", "Bul"]},
)


def record_of(phases: tuple[PhaseRecord, ...]) -> SeasonRecord:
    return SeasonRecord(
        engine="0.1.2",
        game="winter",
        season="1905-2-autumn",
        variant="standard",
        options={"victory": 20, "base": "1971", "infer_coast": False},
        inputs={"game.toml#rules": "ab" * 32},
        players={Power("France"): "Cécile"},
        handed={Power("France"): Status.ACCEPTED, Power("Italy"): Status.NONE},
        decisions=(
            GmRuling(
                on="2026-12-01", about=None, kind=RulingKind.END_GAME, reason='He said "stop".'
            ),
        ),
        phases=phases,
    )


@given(st.data())
def test_any_season_is_read_back_equal(data: st.DataObject):
    state = data.draw(st.sampled_from([START, CROWDED]))
    phases = []
    for _ in range(2):
        if state.phase.kind is not PhaseKind.MOVES:
            break
        sheet = data.draw(sheets(state, candidates(state)))
        after, report = adjudicate(STANDARD, state, sheet)
        draws = (Draw(label="x", candidates=("a", "b"), result=2),)
        disorder = frozenset({Power("Italy"), Power("Turkey")})
        phases.append(
            PhaseRecord(before=state, report=report, after=after, draws=draws, disorder=disorder)
        )
        state = after
    record = record_of(tuple(phases))
    content = encode_record(record)
    back = read_record(content, record.before)
    assert back == record
    assert encode_record(back) == content


def test_a_whole_year_with_retreats_and_builds_is_read_back_equal(tmp_path: Path):
    folder = made(tmp_path)
    hand_in_opening(folder)
    closed(folder)
    hand_in(folder, "Germany", orders="A Mun - Bur\nF Den H\nA Kie S A Mun - Bur")
    hand_in(folder, "Turkey", orders="A Bul - Ser", builds="build F Smy")
    closed(folder)
    records = read_records(opened(folder))
    assert [str(phase.phase) for phase in records[1].phases] == ["F1901M", "W1901A"]
    for season, record in zip(opened(folder).seasons, records, strict=False):
        content = season.result.read_bytes()
        assert encode_record(record) == content
        assert played(folder).recorded == records


def test_a_record_says_in_words_what_was_ruled(tmp_path: Path):
    folder = made(tmp_path)
    hand_in_opening(folder)
    closed(folder)
    data = json.loads((folder / "seasons/1901-1-spring/result.json").read_bytes())
    rulings = {(r["power"], r["order"]): r for r in data["phases"][0]["rulings"]}
    bounced = rulings["Germany", "A Mun - Bur"]
    assert (bounced["result"], bounced["reason"]) == ("fails", "bounced-by")
    assert bounced["because"][0] == "France: A Par - Bur"
    assert bounced["as"]["line"] == "A Mun - Bur"
    assert data["format"] == 1
    assert set(data["inputs"]) == {
        "game.toml#commitment",
        "game.toml#nonces",
        "game.toml#rules",
        "seasons/1901-1-spring/season.toml#deadline",
        "seasons/1901-1-spring/close.toml",
        "seasons/1901-1-spring/season.toml#phases",
        *(f"seasons/1901-1-spring/orders/{power.lower()}.toml" for power in OPENING),
    }
    assert "board" not in data["phases"][0]["after"]


@pytest.mark.parametrize("folder", RECORDED, ids=lambda folder: "/".join(folder.parts[-3:]))
def test_what_was_ever_recorded_is_written_again_with_the_same_bytes(folder: Path):
    game = open_game(folder)
    assert isinstance(game, Game)
    records = read_records(game)
    assert len(records) == len(game.recorded) > 0
    for season, record in zip(game.recorded, records, strict=True):
        assert encode_record(record) == season.result.read_bytes(), season.shown


@dataclass(frozen=True, kw_only=True)
class Weather(OwnFacts):
    """What a made-up rule set keeps for itself."""

    winds: Mapping[ProvinceKey, int] = field(default_factory=dict)
    sunny: tuple[ProvinceKey, ...] = field(default=(), metadata={RECORDED_AS: ("fine",)})
    storms: tuple[Power, ...] = field(default=(), metadata={RECORDED_AS: ("secrets", "storms")})


def test_what_a_rule_set_keeps_for_itself_stands_beside_the_rest_of_the_position():
    start = replace(START, extra=Weather(), secrets=Secrets())
    weather = Weather(
        winds={ProvinceKey("Mun"): 2},
        sunny=(ProvinceKey("Bur"),),
        storms=(Power("France"), Power("Italy")),
    )
    after = replace(start, extra=weather, secrets=Secrets(cut=True))
    _, report = adjudicate(STANDARD, START, data_free_sheet())
    record = record_of((PhaseRecord(before=start, report=report, after=after),))
    content = encode_record(record)
    found = json.loads(content)["phases"][0]["after"]
    assert (found["winds"], found["fine"]) == ({"Mun": 2}, ["Bur"])
    assert found["secrets"] == {"cut": True, "storms": ["France", "Italy"]}
    assert read_record(content, start) == record


def test_what_another_rule_set_keeps_is_refused():
    start = replace(START, extra=Weather())
    after = replace(start, extra=Weather(winds={ProvinceKey("Mun"): 2}))
    _, report = adjudicate(STANDARD, START, data_free_sheet())
    content = encode_record(record_of((PhaseRecord(before=start, report=report, after=after),)))
    with pytest.raises(GameFolderError):
        read_record(content, START)


def test_a_season_that_moved_a_border_records_what_changed_on_the_map():
    board = START.board
    border = board.mesh.between(*sorted(["Bur", "Mun"]))[0]  # type: ignore[type-var]
    moved = replace(START, board=replace(board.separate(border), pending_surgeries=()))
    _, report = adjudicate(STANDARD, START, data_free_sheet())
    record = record_of((PhaseRecord(before=START, report=report, after=moved),))
    content = encode_record(record)
    assert set(json.loads(content)["phases"][0]["after"]["board"]) == {"mesh", "courses"}
    assert read_record(content, START) == record


def data_free_sheet():
    from zinegen.game import Sheet

    return Sheet()


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"{}",
        b'{"format": 2}',
        b'{"format": 1, "phases": []}',
        b'{"format": 1, "phases": [1]}',
        b'{"format": 1, "phases": [{}]}',
        b'{"format": 1, "phases": [{"rulings": [{"reason": "magic"}]}]}',
    ],
)
def test_what_is_no_record_is_refused_in_words(content: bytes):
    with pytest.raises(GameFolderError):
        read_record(content, START)


@given(st.data())
def test_a_damaged_record_is_read_or_refused_but_raises_nothing_else(data: st.DataObject):
    _, report = adjudicate(STANDARD, START, data_free_sheet())
    content = encode_record(record_of((PhaseRecord(before=START, report=report, after=START),)))
    at = data.draw(st.integers(0, len(content) - 1))
    byte = data.draw(st.integers(0, 255))
    cut = data.draw(st.integers(0, 30))
    damaged = content[:at] + bytes([byte]) + content[at + cut :]
    try:
        read_record(damaged, START)
    except GameFolderError as error:
        assert str(error)  # noqa: PT017


def test_a_record_that_cannot_be_read_is_named(tmp_path: Path):
    folder = made(tmp_path)
    hand_in_opening(folder)
    closed(folder)
    (folder / "seasons/1901-1-spring/result.json").write_text("{}")
    with pytest.raises(GameFolderError, match=r"winter/seasons/1901-1-spring/result\.json"):
        read_records(opened(folder))
