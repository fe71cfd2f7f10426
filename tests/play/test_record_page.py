"""The page about records says what stands in them: read by another program, it fits all there ever were."""

from __future__ import annotations

import dataclasses
import json
import re
from collections.abc import Iterator, Mapping
from enum import StrEnum
from pathlib import Path
from typing import NewType, get_args, get_origin

import pytest

from tools.record_page import NUMBERS, PATTERNS, TEXTS, Held, Key, Table, parse, read_page
from zinegen.board import Board
from zinegen.game import GameState, Line, OptionValue, OwnFacts, Reason, Report, Word
from zinegen.play.records import Json, PhaseRecord, SeasonRecord, encode, fields_of
from zinegen.play.records.codec import POINTS
from zinegen.play.records.names import KINDS
from zinegen.variants import VARIANTS

ROOT = Path(__file__).parents[2]
RECORDS = sorted(
    [
        *ROOT.glob("games/*/seasons/*/result.json"),
        *ROOT.glob("tests/old_zine/games/*/seasons/*/result.json"),
    ]
)


PAGE = read_page((ROOT / "docs/records.md").read_text())
table_of = PAGE.table_of


# What another program makes of a record


def misfits(value: Json, held: Held) -> Iterator[str]:
    """Yield what of a value is not as the page says, by the keys that lead there."""
    match held.form, value:
        case "or", _:
            found = [[*misfits(value, part)] for part in held.parts]
            yield from () if [] in found else found[0]
        case "list", list():
            yield from (one for part in value for one in misfits(part, held.parts[0]))
        case "fixed", list() if len(value) == len(held.parts):
            pairs = zip(value, held.parts, strict=True)
            yield from (one for part, kind in pairs for one in misfits(part, kind))
        case "table", dict():
            for key, part in value.items():
                yield from (f"{key}: {one}" for one in misfits(part, held.parts[1]))
        case _, dict():
            yield from misfits_of_object(value, held.form)
        case _, _ if not is_atom(value, held.form):
            yield f"{value!r} is no {held.form}"


def is_atom(value: Json, form: str) -> bool:
    """Tell whether a value is what a word of the page means."""
    match value:
        case None:
            return form == "null"
        case bool():
            return form in {"flag", "value"}
        case int():
            return form in {*NUMBERS, "value"}
        case str():
            known = PAGE.words.get(form, set())
            fits = re.fullmatch(PATTERNS.get(form, "(?!)"), value) is not None
            return form in {*TEXTS, "value"} or value in known or fits
        case list() | dict():
            return form == "value"


def misfits_of_object(value: dict[str, Json], form: str) -> Iterator[str]:
    if form.startswith("difference of "):
        yield from misfits_of_difference(value, table_of(form.removeprefix("difference of ")))
        return
    table = table_of(form)
    if form in PAGE.kinds:
        name = str(value.get("is"))
        table = {"is": Key("text"), **table, **PAGE.kinds[form].get(name, {})}
        if name not in PAGE.kinds[form]:
            yield f"{name} is no {form}"
    yield from (f"{key} is missing" for key in table if not (table[key].left_out or key in value))
    for key, part in value.items():
        said = table.get(key, Key("what the page does not know"))
        yield from (f"{key}: {one}" for one in misfits(part, parse(said.holds)))


def misfits_of_difference(value: Mapping[str, Json], table: Table) -> Iterator[str]:
    for key, change in value.items():
        held = parse(table.get(key, Key("what the page does not know")).holds)
        held = held.parts[0] if held.form == "or" else held
        assert isinstance(change, dict)
        for how, part in change.items():
            yield from (f"{key}, {how}: {one}" for one in misfits_of_change(how, part, held))


def misfits_of_change(how: str, part: Json, held: Held) -> Iterator[str]:
    match how, part:
        case "whole", _:
            yield from misfits(part, held)
        case "in", dict():
            yield from misfits_of_difference(part, table_of(held.form))
        case "put", dict() if held.form == "table":
            yield from misfits(part, held)
        case "gone", list() if held.form == "table":
            yield from misfits(part, parse("text[]"))
        case "list", list() if held.form == "list":
            new = [one for one in part if not re.fullmatch(r"\d+-\d+", str(one))]
            yield from misfits(new, held)
        case _:
            yield f"{held.form} has no such difference"


def test_there_are_all_the_records() -> None:
    assert len(RECORDS) >= 131


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: "/".join(path.parts[-4:-1]))
def test_every_record_is_as_the_page_says(path: Path) -> None:
    assert [*misfits(json.loads(path.read_bytes()), Held("the record"))] == []


def test_every_key_of_a_ruling_stands_in_some_record() -> None:
    phases = (phase for path in RECORDS for phase in json.loads(path.read_bytes())["phases"])
    found = {key for phase in phases for ruling in phase["rulings"] for key in ruling}
    assert found == {*PAGE.tables["ruling"]}


def test_a_record_that_is_otherwise_does_not_fit() -> None:
    record = json.loads(RECORDS[0].read_bytes())
    phase = record["phases"][0]
    for wrong in (
        {**record, "colour": "red"},
        {**record, "engine": 1},
        {**record, "phases": [{**phase, "disorder": "France"}]},
        {**record, "phases": [{**phase, "changes": [{"is": "UnitBuilt"}]}]},
        {**record, "phases": [{**phase, "changes": [{"is": "Explosion"}]}]},
        {key: part for key, part in record.items() if key != "inputs"},
    ):
        assert [*misfits(wrong, Held("the record"))] != []


# What the program itself says


ATOMS: Mapping[object, str] = {
    str: "text",
    int: "number",
    bool: "flag",
    float: "fraction",
    Line: "text",
    OptionValue: "value",
    **dict.fromkeys(POINTS, "points"),
}
NAMES = {"Power": "power", "ProvinceKey": "province", "Dart": "dart", "BorderId": "border"}
UNIONS = dict(zip(KINDS, ("order", "condition", "change"), strict=True))


def differences(hint: object, held: Held, seen: set[object]) -> Iterator[str]:
    """Yield where the page says something else of a field than its type, and of all it leads to."""
    parts = get_args(hint)
    match held.form, get_origin(hint):
        case "or", _ if held.parts[1].form == "null" and type(None) in parts:
            (kept,) = [part for part in parts if part is not type(None)]
            yield from differences(kept, held.parts[0], seen)
        case "list", origin if origin is frozenset or (origin is tuple and ... in parts):
            yield from differences(parts[0], held.parts[0], seen)
        case ("fixed", origin) | ("table", origin) if origin in {tuple, Mapping}:
            for part, said in zip(parts, held.parts, strict=True):
                yield from differences(part, said, seen)
        case _:
            yield from differences_of_word(hint, held.form, seen)


def differences_of_word(hint: object, form: str, seen: set[object]) -> Iterator[str]:
    if hint in KINDS:
        if form != UNIONS[hint]:
            yield f"{form} for {hint}"
        return
    if isinstance(hint, type) and issubclass(hint, StrEnum):
        if PAGE.words.get(form) != {*hint}:
            yield f"the words of {form}"
    elif isinstance(hint, type) and dataclasses.is_dataclass(hint):
        if hint not in seen:
            seen.add(hint)
            yield from differences_of_table(hint, table_of(form), seen)
    elif form != (NAMES[str(hint.__name__)] if isinstance(hint, NewType) else ATOMS.get(hint)):
        yield f"{form} for {hint}"


def differences_of_table(
    kind: type, table: Table, seen: set[object], without: frozenset[str] = frozenset()
) -> Iterator[str]:
    """Yield where a table differs from the fields of a class, ``without`` those told in another way."""
    fields = {key: field for key, field in fields_of(kind).items() if key not in without}
    if {*fields} != {*table} - without:
        yield f"{kind.__name__} has {sorted(fields)}, the page {sorted(table)}"
    defaults = {field.name: field for field in dataclasses.fields(kind)}
    for key in fields.keys() & table.keys():
        field, said = fields[key], table[key]
        found = [*differences(field.hint, parse(said.holds), seen)]
        if (left_out := write_default(defaults[field.name], field.hint)) != said.left_out:
            found.append(f"left out it is {left_out}, not {said.left_out}")
        yield from (f"{kind.__name__}.{key}: {one}" for one in found)


def write_default(field: dataclasses.Field[object], hint: object) -> str:
    """Return what a field has where nothing is said, as JSON; nothing where something has to be."""
    if field.default_factory is not dataclasses.MISSING:
        return json.dumps(encode(field.default_factory(), hint))
    if field.default is dataclasses.MISSING:
        return ""
    return "null" if field.default is None else json.dumps(encode(field.default, hint))


def test_every_field_stands_on_the_page_with_its_type_and_default() -> None:
    seen: set[object] = set()
    record = PAGE.tables["the record"]
    own = {"format", "phases"}
    found = [*differences_of_table(SeasonRecord, record, seen, frozenset(own))]
    position = PAGE.tables["a position"]
    extras = {type(variant.extra) for variant in VARIANTS.values()}
    beside = {key for extra in extras for key in fields_of(extra)}
    apart = frozenset({"phase", "powers", "board", "extra"})
    found += differences_of_table(GameState, position, seen, apart | beside)
    for extra in sorted(extras - {OwnFacts}, key=str):
        table = {key: position[key] for key in fields_of(extra)}
        found += differences_of_table(extra, table, seen)
    found += differences_of_table(Board, PAGE.tables["board"], seen)
    for hint, title in UNIONS.items():
        shared = PAGE.tables.get(f"{title}s", {})
        if {*KINDS[hint]} != {*PAGE.kinds[title]}:
            found.append(f"the kinds of {title}")
        for name, kind in KINDS[hint].items():
            found += differences_of_table(kind, {**shared, **PAGE.kinds[title][name]}, seen)
    assert found == []


def test_no_key_was_ever_taken_off_the_page() -> None:
    """So nothing that was recorded can be forgotten, whether a record here has it or not."""
    known = json.loads((ROOT / "tests/data/record_names.json").read_text())["tables"]
    assert {title: sorted(table) for title, table in PAGE.tables.items()} == known


def test_a_phase_has_what_the_program_writes_of_it() -> None:
    phase = PAGE.tables["phase"]
    fields = {**fields_of(PhaseRecord), **fields_of(Report)}
    assert {*phase} == {*fields} - {"report", "needs", "undesignated"} | {"phase"}
    for key in ("changes", "notices", "draws", "disorder"):
        assert [*differences(fields[key].hint, parse(phase[key].holds), set())] == []


def test_every_reason_and_its_result_stand_on_the_page() -> None:
    for word in Word:
        assert PAGE.words[word] == {reason.key for reason in Reason if reason.word is word}
