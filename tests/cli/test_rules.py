"""Scenario files, questions of other programs, and the list of rule sets, on the command line."""

import json
import sys
from io import BytesIO, StringIO, TextIOWrapper
from pathlib import Path

import pytest

from tests.rule_sets import rule_set
from zinegen.variants import VARIANTS

GOOD = """
title = "Two armies bounce"
variant = "standard"
[start.units]
France = ["A Par"]
Germany = ["A Mun"]
[[phase]]
name = "S1901M"
[phase.orders]
France = "A Par - Bur"
Germany = "A Mun - Bur"
[phase.expect]
orders.France = ["fails"]
orders.Germany = ["fails"]
units.France = ["A Par"]
adjacent.Por = ["Spa", "MAO"]
neighbours.Gre = "Ser Bul AEG ION Alb"
coasts.Spa = [["MAO"], ["GOL", "WES", "MAO"]]
centre_count = 34
winner = ""
"""


@pytest.fixture
def files(tmp_path: Path) -> Path:
    """A folder with a scenario that holds."""
    (tmp_path / "good.toml").write_text(GOOD)
    return tmp_path


def test_a_scenario_that_holds_is_ok(files: Path, run) -> None:
    ended = run("scenario", str(files))
    assert (ended.code, ended.err) == (0, "")
    assert ended.out.splitlines() == [f"{files / 'good.toml'}: ok", "1 passed, 0 failed"]


def test_of_a_single_file_all_that_happens_is_told(files: Path, run) -> None:
    ended = run("scenario", str(files / "good.toml"))
    assert ended.code == 0
    assert ended.out.splitlines()[1:-1] == [
        "  S1901M",
        "    France: A Par - Bur (fails: bounced with Germany's A Mun)",
        "    Germany: A Mun - Bur (fails: bounced with France's A Par)",
        "    All units stand where they stood.",
    ]


def test_what_happens_names_dislodged_units_owners_the_map_and_the_end(files: Path, run) -> None:
    (files / "much.toml").write_text("""
variant = "seismic-lavaurs"
[start.units]
France = ["A Par", "A Mar", "F Pic"]
Germany = ["A Bur", "A Mun", "F BAL"]
[[phase]]
name = "F1901M"
orders.France = '''
A Par - Bur
A Mar S A Par - Bur
F Pic - Bel
'''
orders.Germany = "A Mun - Ruh"
[[phase]]
name = "F1901R"
orders.Germany = "A Bur - Gas"
[[phase]]
name = "W1901E"
events.France = "Bul & Gre separate; Ser & AEG connect"
""")
    told = run("scenario", str(files / "much.toml")).out
    for sentence in (
        "Germany: A Bur H (not ordered; fails: dislodged from Bur by France's A Par",
        "Germany's A Bur is dislodged and may go to",
        "France has now: F Bel, A Bur, A Mar",
        "France owns Belgium now.",
        "Aegean Sea and Serbia touch now.",
    ):
        assert sentence in told


def test_what_came_out_otherwise_is_named_on_standard_error_too(files: Path, run) -> None:
    for number in range(12):
        wrong = GOOD.replace("centre_count = 34", "centre_count = 35")
        (files / f"wrong{number:02}.toml").write_text(wrong)
    ended = run("scenario", str(files))
    assert (ended.code, ended.out.splitlines()[-1]) == (1, "1 passed, 12 failed")
    named = ", ".join(str(files / f"wrong{number:02}.toml") for number in range(10))
    assert ended.err == f"zinegen: not as expected: {named} and 2 more\n"
    alone = run("scenario", str(files / "wrong03.toml"))
    assert alone.err == f"zinegen: not as expected: {files / 'wrong03.toml'}\n"


def test_a_difference_is_told_as_expected_against_got(files: Path, run) -> None:
    (files / "good.toml").write_text(
        GOOD.replace('France = ["A Par"]\nadj', 'France = ["A Bur"]\nadj')
    )
    ended = run("scenario", str(files))
    assert ended.code == 1
    assert "S1901M units.France: expected [A Bur], got [A Par]" in ended.out
    assert ended.out.endswith("0 passed, 1 failed\n")


@pytest.mark.parametrize(
    ("was", "becomes"),
    [
        ("adjacent.Por", "adjacent.Atlantis"),
        ("adjacent.Por", 'retreats." "'),
        ("centre_count", "center_count"),
        ('variant = "standard"', 'variant = "chess"'),
        ('name = "S1901M"', 'name = "Spring"'),
        ("[phase.expect]", "[phase.expect"),
        ('["A Par"]\nGermany', '["A Paris Burgundy"]\nGermany'),
        ("[start.units]", "[start.unit]"),
    ],
)
def test_a_file_that_cannot_be_read_ends_with_2(files: Path, run, was: str, becomes: str) -> None:
    (files / "bad.toml").write_text(GOOD.replace(was, becomes))
    ended = run("scenario", str(files))
    assert ended.code == 2
    assert "bad.toml: cannot be read" in ended.out
    assert ended.out.endswith("1 passed, 1 failed\n")


@pytest.mark.parametrize(
    "line", ["[" * 20_000, "a." * 10_000 + "b = 1", "'" + "[" * 20_000 + "' = 1"]
)
def test_a_line_with_thousands_of_keys_or_brackets_is_refused_at_once(run, tmp_path, line) -> None:
    path = tmp_path / "long.toml"
    path.write_text(f"title = 'x'\nvariant = 'standard'\n{line}\n")
    ended = run("scenario", str(path))
    assert ended.code == 2
    assert "line 3 has more than 1,000 characters" in ended.out
    assert len(ended.out) < 500


def test_a_long_list_of_events_may_stand_on_one_line(run, tmp_path) -> None:
    cut, mend = "Gal & Ukr separate, War & Rum connect", "War & Rum separate, Gal & Ukr connect"
    path = tmp_path / "events.toml"
    events = ", ".join(f'"{one}"' for one in (cut, mend) * 20)
    head = f'title = "x"\nvariant = "seismic-lavaurs"\n[start]\nevents = [{events}]\n'
    path.write_text(f"{head}[[phase]]\nname = 'S1901M'\n")
    assert len(events) > 1000
    ended = run("scenario", str(path))
    assert "1 passed" in ended.out


def test_conditional_retreats_and_builds_are_used_when_their_phase_comes(files: Path, run) -> None:
    (files / "late.toml").write_text("""
title = "Handed in with the moves"
variant = "standard"
[start.units]
Austria = ["A Bud", "A Ser"]
Russia = ["A Rum"]
[start.centres]
Russia = ["Mos", "Sev", "War"]
Austria = ["Bud", "Ser"]
[[phase]]
name = "F1901M"
[phase.orders]
Austria = '''
A Bud - Rum
A Ser S A Bud - Rum
'''
[phase.retreats]
Russia = "A Rum: Bud, Sev, disband"
[phase.builds]
Russia = "build A War"
[phase.expect]
dislodged.Russia = ["A Rum"]
retreats."A Rum" = ["Bul", "Gal", "Sev", "Ukr"]
[[phase]]
name = "F1901R"
[phase.expect]
units.Russia = ["A Sev"]
[[phase]]
name = "W1901A"
[phase.expect]
units.Russia = ["A Sev", "A War"]
""")
    assert run("scenario", str(files / "late.toml")).out.startswith(f"{files / 'late.toml'}: ok")


def ask(monkeypatch: pytest.MonkeyPatch, run, *lines: str) -> list[dict]:
    monkeypatch.setattr("sys.stdin", StringIO("".join(f"{line}\n" for line in lines)))
    ended = run("adjudicate", "--jsonl")
    answers = [json.loads(line) for line in ended.out.splitlines()]
    assert ended.code == any("error" in one for one in answers)
    return answers


def test_a_question_is_answered_in_the_sequence_asked(monkeypatch, run) -> None:
    asked = {
        "phase": "F1903M",
        "units": {"austria": ["A bud", "F tri"], "ITALY": ["A ven"]},
        "centres": {"Austria": ["bud"]},
        "orders": {"Austria": ["A bud - ser", "F tri-adr"], "Italy": ["a ven - tri", "zzz"]},
    }
    first, second = ask(
        monkeypatch, run, json.dumps({"id": 1, **asked}), json.dumps({"id": "b", **asked})
    )
    assert (first["id"], second["id"]) == (1, "b")
    assert first["phase"] == "W1903A"
    assert first["units"] == {"Austria": ["F ADR", "A Ser"], "Italy": ["A Tri"]}
    assert first["centres"] == {"Austria": ["Bud", "Ser"], "Italy": ["Tri"]}
    assert first["results"]["Italy"][0] == {
        "order": "A Ven - Tri",
        "result": "succeeds",
        "reason": "moved",
        "because": [],
    }
    assert first["results"]["Italy"][1]["result"] == "void"


def test_a_retreat_is_asked_with_its_open_places(monkeypatch, run) -> None:
    (answer,) = ask(
        monkeypatch,
        run,
        '{"id": 3, "phase": "S1903R", "dislodged": {"Austria": {"F ven": ["adr", "apu"]}},'
        ' "orders": {"Austria": ["F ven - apu"]}}',
    )
    assert answer["units"] == {"Austria": ["F Apu"]}
    assert answer["dislodged"] == {}


def test_an_open_place_without_a_coast_means_every_coast_of_it(monkeypatch, run) -> None:
    asked = (
        '{{"phase": "S1903R", "dislodged": {{"France": {{"F mao": ["spa", "wes"]}}}},'
        ' "orders": {{"France": ["{}"]}}}}'
    )
    north, south, unclear = ask(
        monkeypatch,
        run,
        *(asked.format(f"F mao - {place}") for place in ("spa/nc", "spa/sc", "spa")),
    )
    assert north["units"] == {"France": ["F Spa/nc"]}
    assert south["units"] == {"France": ["F Spa/sc"]}
    assert unclear["results"]["France"][0]["result"] == "void"


@pytest.mark.parametrize(
    "line",
    [
        "junk",
        "[]",
        "{}[",
        '{"id": 7, "variant": "chess"}',
        '{"id": 7, "phase": "never"}',
        '{"id": 7, "units": {"Austria": ["A Atlantis"]}}',
        '{"id": 7, "units": {"Atlantis": ["A Vie"]}}',
        '{"id": 7, "units": []}',
        '{"id": 7, "options": {"gravity": 1}}',
        "[" * 5000,
    ],
)
def test_a_line_that_cannot_be_read_gives_an_error_and_the_run_goes_on(
    monkeypatch, run, line
) -> None:
    bad, good = ask(monkeypatch, run, line, '{"id": 8, "phase": "S1901M"}')
    assert bad["error"]
    assert good["id"] == 8
    assert len(good["units"]) == 7


@pytest.mark.parametrize("variant", sorted(VARIANTS))
def test_a_key_that_no_question_has_is_refused_with_the_one_that_was_meant(
    monkeypatch, run, variant
) -> None:
    wrong = {"centers": {}, "Units": {}, "retreats": {}, "zebra": 1}
    bad, good = ask(
        monkeypatch,
        run,
        json.dumps({"id": 1, "variant": variant, **wrong}),
        json.dumps({"id": 2, "variant": variant, "units": {}}),
    )
    assert bad["error"].startswith(
        "a question has no key 'Units' (did you mean units?), 'centers' (did you mean centres?), "
        "'retreats' (did you mean orders?), 'zebra'; it has centres, dislodged, "
    )
    assert (good["id"], "zebra" in str(good)) == (2, False)


@pytest.mark.parametrize(
    ("variant", "unit", "why"),
    [
        ("standard", "F Mun", "F Mun: Munich has no coast; is A Mun meant?"),
        ("standard", "A nth", "A NTH: North Sea is water; is F NTH meant?"),
        ("standard", "A Swi", "A Swi: no unit can be in Switzerland"),
        ("standard", "F Out", "F Out: no unit can be in the outside"),
        ("standard", "A/F Lon", "A/F Lon: armies are aboard at sea only; is A Lon meant?"),
        ("standard", "A/F NTH", ""),
        ("seismic-lavaurs", "F Mun", ""),
        ("seismic-acerunner", "A BLA", "A BLA: Black Sea is water; is F BLA meant?"),
        ("seismic-acerunner", "A Swi", "A Swi: no unit can be in Switzerland"),
        ("geophysical-maiden", "A NTH", ""),
        ("geophysical-kinzett", "F Mun", ""),
        ("post-atomic", "M HEL", ""),
        ("post-atomic", "A HEL", "A HEL: Heligoland Bight is water; is F HEL meant?"),
        ("deluge2", "A Ice", "A Ice: no unit can be in Iceland"),
    ],
)
def test_a_unit_where_none_can_be_is_refused_unless_the_ground_may_have_changed_under_it(
    monkeypatch, run, variant: str, unit: str, why: str
) -> None:
    rule_set(variant)
    own = {"phase": "S2022M"} if variant == "post-atomic" else {}
    asked = {"variant": variant, "units": {"Germany": [unit]}, **own}
    retreat = {"variant": variant, "phase": "S1910R", "dislodged": {"Germany": {unit: []}}}
    (there,) = ask(monkeypatch, run, json.dumps(asked))
    assert there.get("error", "") == why
    if variant == "standard":
        (gone,) = ask(monkeypatch, run, json.dumps(retreat))
        assert gone.get("error", "") == why


def test_a_question_of_a_game_with_secrets_has_them_as_a_scenario_has(monkeypatch, run) -> None:
    rule_set("post-atomic")
    asked = {
        "variant": "post-atomic",
        "phase": "F2022M",
        "units": {"Germany": ["A Mun", "F BAL"]},
        "centres": {"Germany": ["Kie"]},
        "known": {"germany": ["Sil"]},
        "orders": {"Germany": ["A Mun - Tyr", "F BAL - Den"]},
    }
    drawn = {"Germany": ["Kie", "Sil"], "neutral": ["Den"]}
    wrong = [{"range": []}, {"centres": {"Narnia": ["Kie"]}}, {"ranges": ["Mun/Lon"]}, [], None]
    given = [
        {},
        {"secret": {"centres": drawn, "ranges": ["Mun/Tyr"]}},
        *({"secret": one} for one in wrong),
    ]
    bare, told, *refused = ask(monkeypatch, run, *(json.dumps({**asked, **one}) for one in given))
    assert [one["reason"] for one in bare["results"]["Germany"]] == ["moved", "moved"]
    assert [one["reason"] for one in told["results"]["Germany"]] == ["range-in-way", "moved"]
    assert told["centres"] == {"Germany": ["Den", "Kie"]}
    assert [one["error"].partition(";")[0] for one in refused] == [
        "'secret' has no key 'range' (did you mean ranges?)",
        "there is no power called 'Narnia'",
        "Mun/Lon is no border",
        "'secret' is a table, not []",
        "'secret' is a table, not None",
    ]
    (plain,) = ask(monkeypatch, run, '{"id": 1, "secret": {"ranges": []}}')
    assert plain["error"] == "standard has no secrets"


@pytest.mark.parametrize(
    ("change", "place", "why"),
    [
        (
            ('variant = "standard"', 'varaint = "standard"'),
            (3, 1),
            "no key 'varaint' (did you mean",
        ),
        (('variant = "standard"', 'variant = "standart"'), (3, 1), "did you mean standard?"),
        (('["A Mun"]', '["A Mum"]'), (6, 12), "'A Mum' is no unit"),
        (('["A Mun"]', '["F Mun"]'), (6, 12), "F Mun: Munich has no coast; is A Mun meant?"),
        (('Germany = ["A', 'Germny = ["A'), (6, 1), "'Germny'; did you mean Germany?"),
        (("[start.units]", "[start.unit]"), (4, 2), "did you mean units?"),
        (("S1901M", "S1901X"), (8, 1), "'S1901X' is no phase"),
        (('Germany = "A', 'Germny = "A'), (11, 1), "'Germny'; did you mean Germany?"),
        (("units.France", "unitz.France"), (15, 1), "did you mean units?"),
        (('units.France = ["A Par"]', 'units.France = ["A Pra"]'), (15, 17), "'A Pra' is no unit"),
        (
            ('France = ["fails"]', 'France = ["fail"]'),
            (13, 18),
            "'fail' is no word for a line; did",
        ),
        (('["Spa", "MAO"]', '["Spa", "MAP"]'), (16, 24), "no province called 'MAP'"),
        (("centre_count = 34", 'centre_count = "34"'), (19, 1), "a whole number"),
        (('winner = ""', 'winner = "Frnce"'), (20, 1), "'Frnce'; did you mean France?"),
        (('winner = ""', 'terrain.Par = "lnd"'), (20, 1), "'lnd' is no terrain"),
        (('winner = ""', 'rifts = ["Mun"]'), (20, 10), "'Mun' is no border"),
        (('winner = ""', 'waterways = ["stait Den/Swe"]'), (20, 14), "is no waterway"),
        (('winner = ""', 'told.France = ["!cenre Kie"]'), (20, 16), "did you mean centre"),
        (('winner = ""', "retreats = 5"), (20, 1), "retreats is expected of a province"),
        (('winner = ""', 'winner = "'), (20, 11), "a character that does not belong here"),
    ],
)
def test_what_cannot_be_read_is_shown_with_its_place(
    files: Path, run, change: tuple[str, str], place: tuple[int, int], why: str
) -> None:
    assert GOOD.count(change[0]) == 1
    spoilt = files / "spoilt.toml"
    spoilt.write_text(GOOD.replace(*change))
    ended = run("scenario", str(files))
    good, bad, last = ended.out.splitlines()
    assert (ended.code, good, last) == (2, f"{files / 'good.toml'}: ok", "1 passed, 1 failed")
    assert bad.startswith(f"{spoilt}: cannot be read: ")
    assert bad.endswith(f" (line {place[0]}, column {place[1]})")
    assert why in bad
    assert f"--> {spoilt}:{place[0]}:{place[1]}\n" in ended.err
    caret = next(one for one in ended.err.splitlines() if one.strip(" |^") == "" and "^" in one)
    assert caret.index("^") - caret.index("|") - 1 == place[1]


def test_a_file_that_is_not_there_stops_no_other(files: Path, run) -> None:
    ended = run("scenario", str(files / "lost.toml"), str(files / "good.toml"))
    assert ended.code == 2
    lost, good, last = ended.out.splitlines()
    assert lost.startswith(f"{files / 'lost.toml'}: cannot be read: ")
    assert (good, last) == (f"{files / 'good.toml'}: ok", "1 passed, 1 failed")
    (files / "empty").mkdir()
    assert "holds no scenario files" in run("scenario", str(files / "empty")).err


def test_a_throw_that_hits_no_candidate_is_shown_with_its_place(files: Path, run) -> None:
    (files / "good.toml").write_text("""
variant = "standard"
options.unordered_retreats = "throw"
[start.units]
France = ["A Par"]
Germany = ["A Bur", "A Pic"]
[[phase]]
name = "S1901M"
orders.Germany = ["A Bur - Par", "A Pic S A Bur - Par"]
[[phase]]
name = "S1901R"
throws = [3]
""")
    ended = run("scenario", str(files))
    assert ended.code == 2
    assert "a throw of 3 for retreat/A Par: it is from 1 to 2 (line 12, column 11)" in ended.out


def test_a_scenario_may_have_carriage_returns_a_mark_or_no_last_line_end(files: Path, run) -> None:
    plain = GOOD.strip()
    for text in (plain, "\ufeff" + plain, plain.replace("\n", "\r\n")):
        (files / "good.toml").write_bytes(text.encode())
        assert run("scenario", str(files)).code == 0


def test_the_rule_sets_are_listed_and_told_one_by_one(run) -> None:
    listed = run("variants").out
    for name, variant in VARIANTS.items():
        assert name in listed
        told = run("variants", name).out
        assert all(option.name in told for option in variant.options)
    assert run("variants", "chess").code == 2


def test_differences_print_water_in_capitals_and_land_capitalised(files: Path, run) -> None:
    (files / "good.toml").write_text("""
title = "A sea risen, a land drowned"
variant = "geophysical-kinzett"
[start]
events = ["Erode Mun", "Raise NTH"]
[start.units]
[[phase]]
name = "S1901M"
[phase.expect]
coasts.Kie = [["Mun"]]
adjacent.HEL = ["NTH"]
""")
    ended = run("scenario", str(files))
    assert "coasts.Kie: expected [[MUN]], got [[BAL, HEL], [MUN]]" in ended.out
    assert "adjacent.HEL: expected [Nth], got [Den, Hol, Kie, Nth]" in ended.out


def test_a_fleet_expected_on_a_coast_that_did_not_come_about_is_a_difference(
    files: Path, run
) -> None:
    (files / "good.toml").write_text("""
title = "Munich stays dry"
variant = "geophysical-kinzett"
[start.units]
Germany = ["F Kie"]
[[phase]]
name = "S1901M"
[phase.expect]
units.Germany = ["F Kie/MUN"]
""")
    ended = run("scenario", str(files))
    assert ended.code == 1
    assert "units.Germany: expected [F Kie/MUN], got [F Kie]" in ended.out


def test_a_place_for_a_retreat_is_expected_by_its_coast_or_without(files: Path, run) -> None:
    (files / "good.toml").write_text("""
title = "A fleet driven out of Constantinople"
variant = "standard"
[start.units]
Russia = ["F Con"]
Turkey = ["F Ank", "F BLA"]
[[phase]]
name = "S1901M"
[phase.orders]
Turkey = ["F Ank - Con", "F BLA S F Ank - Con"]
[phase.expect]
retreats."F Con" = ["AEG", "Smy", "Bul/ec", "Bul/NTH"]
""")
    ended = run("scenario", str(files))
    assert ended.code == 1
    assert "expected [AEG, Bul/NTH, Bul/ec, Smy], got [AEG, Bul/ec, Bul/sc, Smy]" in ended.out


def test_orders_are_a_text_or_a_list_of_lines_and_nothing_else(files: Path, run) -> None:
    (files / "good.toml").write_text(GOOD.replace('"A Par - Bur"', '["A Par - Bur"]'))
    assert run("scenario", str(files)).code == 0
    (files / "good.toml").write_text(GOOD.replace('"A Par - Bur"', "5"))
    ended = run("scenario", str(files))
    assert ended.code == 2
    assert "a list of texts is wanted, not 5" in ended.out


def test_a_power_that_stands_twice_in_two_spellings_loses_no_order(files: Path, run) -> None:
    (files / "good.toml").write_text(
        GOOD.replace('Germany = "A Mun - Bur"', 'Germany = "A Mun - Bur"\nGERMANY = "A Mun H"')
    )
    ended = run("scenario", str(files))
    assert ended.code == 2
    assert "S1901M: Germany stands twice under orders" in ended.out


def test_a_line_that_no_rule_can_read_is_void(files: Path, run) -> None:
    (files / "good.toml").write_text("""
title = "No events in the standard game"
variant = "standard"
[[phase]]
name = "S1901M"
[phase.events]
France = "Erode Mun"
[phase.expect]
events.France = ["void"]
""")
    assert run("scenario", str(files)).code == 0


def test_a_question_that_cannot_be_read_never_ends_the_run(run, monkeypatch) -> None:
    """Every line has an answer in JSON, also one whose name cannot be written."""
    lines = [
        '{"id": "\\ud800", "variant": "nope"}',
        '{"id": 1e999}',
        '{"id": NaN}',
        '{"id": 7, "variant": ["standard"]}',
        '{"id": 8, "phase": 5}',
        '{"id": 9, "variant": "' + "x" * 10_000 + '"}',
        "{",
        "[" * 100_000,
        "9" * 10_000,
        '{"id": 10}',
    ]
    monkeypatch.setattr("sys.stdin", lines)
    ended = run("adjudicate", "--jsonl")
    assert ended.code == 1
    assert ended.err == "zinegen: no result for lines 1, 2, 3, 4, 5, 6, 7, 8, 9; `error` says why\n"
    answers = [json.loads(line, parse_constant=pytest.fail) for line in ended.out.splitlines()]
    assert len(answers) == len(lines)
    assert all(len(one["error"]) <= 501 for one in answers[:-1])
    assert answers[0]["id"] == "\ud800"
    assert (answers[3]["id"], answers[3]["error"]) == (7, "'variant' is a text")
    assert answers[4]["error"] == "'phase' is a text"
    assert answers[6]["error"].startswith("this is no JSON: ")
    assert answers[9]["phase"] == "F1901M"


def test_a_convoy_whose_chain_broke_elsewhere_fails_in_answers_too(run, monkeypatch) -> None:
    """As in scenario files: a convoy order succeeds unless its fleet is dislodged or the chain broken."""
    asked = {
        "units": {"England": ["A Lon", "F ENG", "F MAO"], "Italy": ["F WES", "F NAf"]},
        "orders": {
            "England": ["A Lon - Por", "F ENG C A Lon - Por", "F MAO C A Lon - Por"],
            "Italy": ["F WES - MAO", "F NAf S F WES - MAO"],
        },
    }
    (answer,) = ask(monkeypatch, run, json.dumps(asked))
    assert [one["result"] for one in answer["results"]["England"]] == ["fails"] * 3


def test_a_fault_of_the_program_costs_one_answer_only(run, monkeypatch) -> None:
    def faulty(*_: object) -> None:
        raise KeyError("x")

    monkeypatch.setattr("zinegen.play.scenarios.questions.play_phase", faulty)
    monkeypatch.setattr("sys.stdin", ['{"id": 1}', '{"id": 2, "variant": "x"}'])
    ended = run("adjudicate", "--jsonl")
    assert (ended.code, ended.err) == (2, "zinegen: no result for lines 1, 2; `error` says why\n")
    first, second = map(json.loads, ended.out.splitlines())
    assert first == {"id": 1, "error": "a fault in the program: KeyError"}
    assert second["id"] == 2


@pytest.mark.parametrize("encoding", ["ascii", "cp1252"])
def test_questions_and_answers_are_utf_8_whatever_the_system_speaks(
    run, monkeypatch, encoding: str
) -> None:
    asked = ['{"id": "Zoë 🂡"}\r\n', '{"id": "\u202e"}']
    stream = TextIOWrapper(BytesIO("".join(("\ufeff", *asked)).encode()), encoding=encoding)
    written = BytesIO()
    monkeypatch.setattr("sys.stdin", stream)
    monkeypatch.setattr("sys.stdout", TextIOWrapper(written, encoding=encoding))
    run("adjudicate", "--jsonl")
    sys.stdout.flush()
    answers = written.getvalue().decode().splitlines()
    assert [json.loads(one)["id"] for one in answers] == ["Zoë 🂡", "\u202e"]


def test_without_input_there_is_nothing_to_answer(run, monkeypatch) -> None:
    monkeypatch.setattr("sys.stdin", None)
    assert run("adjudicate", "--jsonl").code == 0


def test_a_fleet_expected_without_a_coast_may_lie_on_any(files: Path, run) -> None:
    text = """
title = "Spain has two coasts"
variant = "standard"
[start.units]
France = ["F MAO"]
[[phase]]
name = "S1901M"
[phase.orders]
France = "F MAO - Spa/nc"
[phase.expect]
units.France = ["F Spa"]
"""
    (files / "good.toml").write_text(text)
    assert run("scenario", str(files)).code == 0
    (files / "good.toml").write_text(text.replace('["F Spa"]', '["F Spa/sc"]'))
    assert "expected [F Spa/sc], got [F Spa/nc]" in run("scenario", str(files)).out
    (files / "good.toml").write_text(text.replace('["F Spa"]', '["F StP"]'))
    assert "expected [F StP], got [F Spa/nc]" in run("scenario", str(files)).out
    (files / "good.toml").write_text(
        text.replace('["F MAO"]', '["A Gas"]').replace("F MAO", "A Gas")
    )
    assert "expected [F Spa], got [A Spa]" in run("scenario", str(files)).out


@pytest.mark.parametrize(
    "written",
    [
        '"Spa MAO"',
        '"Spain, Mid-Atlantic Ocean"',
        '["MAO", "Spa"]',
        '[["MAO", "Spa"]]',
    ],
)
def test_neighbours_are_a_text_or_a_list(files: Path, run, written: str) -> None:
    (files / "good.toml").write_text(
        GOOD.replace("winner =", f'neighbours.Por = {written}\nterrain.NTH = "Water"\nwinner =')
    )
    assert run("scenario", str(files)).code == 0
    (files / "good.toml").write_text(
        GOOD.replace("winner =", f"neighbours.Gas = {written}\nwinner =")
    )
    assert run("scenario", str(files)).code == 1


def test_waterways_coasts_and_lakes_are_told(files: Path, run) -> None:
    (files / "ground.toml").write_text("""
variant = "geophysical-kinzett"
[start.units]
England = ["F Kie"]
[[phase]]
name = "S1901M"
events.England = "Erode Mun"
events.France = "Close Den"
events.Italy = "Erode Tus"
expect.coasts.Kie = { BAL = ["HEL", "BAL"], MUN = ["MUN"] }
""")
    told = run("scenario", str(files / "ground.toml")).out
    for sentence in (
        "Munich is a lake now.",
        "Tuscany is sea now.",
        "Natural waterway, Denmark: is closed (North Sea or Skagerrak and Baltic Sea).",
        "Coasts of Kiel: BAL: BAL and HEL; MUN.",
    ):
        assert sentence in told, told


@pytest.mark.parametrize(
    ("variant", "phase"),
    [("standard", "W1901M"), ("seismic-lavaurs", "F1901E"), ("deluge2", "S1909M")],
)
def test_a_phase_that_no_game_has_is_refused_with_the_calendar(
    files: Path, run, monkeypatch, variant: str, phase: str
) -> None:
    (files / "late.toml").write_text(f'variant = "{variant}"\n[[phase]]\nname = "{phase}"\n')
    told = run("scenario", str(files / "late.toml"))
    assert told.code == 2
    assert f"{variant} has no phase {phase}; its calendar: " in told.out
    line = json.dumps({"id": 1, "variant": variant, "phase": phase})
    (answer,) = ask(monkeypatch, run, line)
    assert "its calendar" in answer["error"]


def test_events_that_a_phase_does_not_take_are_told(files: Path, run, monkeypatch) -> None:
    event = "Por & Spa separate, MAO & MAO connect"
    for variant in ("standard", "seismic-acerunner"):
        (files / "events.toml").write_text(
            f'variant = "{variant}"\n[[phase]]\nname = "S1901M"\nevents.France = "{event}"\n'
            'expect.events.France = ["void"]\n'
        )
        told = run("scenario", str(files / "events.toml"))
        assert told.code == 0, told.out
        assert "France: Por & Spa separate, MAO & MAO connect (void: " in told.out
        line = json.dumps({"variant": variant, "phase": "S1901M", "events": {"France": [event]}})
        (answer,) = ask(monkeypatch, run, line)
        assert {"void"} == {
            one["result"] for one in answer["results"]["France"] if "&" in one["order"]
        }
