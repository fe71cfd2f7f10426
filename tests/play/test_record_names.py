"""The names under which kinds of records are recorded: complete, for ever, and not those of classes."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, fields, replace
from pathlib import Path
from typing import get_args

import pytest

from zinegen.game import Change, Order, OwnFacts
from zinegen.notation import Condition
from zinegen.play.records import apply_difference, decode, difference, encode, fields_of
from zinegen.play.records.names import CHANGES, CONDITIONS, ORDERS
from zinegen.recorded_as import RECORDED_AS
from zinegen.variants import VARIANTS

ROOT = Path(__file__).parents[2]
KNOWN: dict[str, dict[str, list[str]]] = json.loads(
    (ROOT / "tests/data/record_names.json").read_text()
)
BASES = {"Order", "UnitOrder", "GroundOrder", "WaterwayOption", "OwnFactsChange"}
"""What others are derived from; no record has one of them."""
HEADS = {"_Head"}
"""What only says which combination a line is about, and is dropped as the line is read."""


def list_classes(kind: type) -> Iterator[type]:
    """Yield a class of the program and all that are derived from it, those of tests left out."""
    yield kind
    children: list[type] = kind.__subclasses__()
    for child in children:
        module = sys.modules[child.__module__]
        if child.__module__.startswith("zinegen.") and vars(module).get(child.__name__) is child:
            yield from list_classes(child)


@pytest.mark.parametrize(
    ("kinds", "members"),
    [
        (ORDERS, (Order,)),
        (CONDITIONS, get_args(Condition)),
        (CHANGES, get_args(Change)),
    ],
)
def test_every_kind_has_one_name(kinds: Mapping[str, type], members: tuple[type, ...]) -> None:
    found = {one for member in members for one in list_classes(member)}
    wanted = {one for one in found if one.__name__ not in BASES | HEADS}
    assert {*kinds.values()} == wanted
    assert len({*kinds.values()}) == len(kinds)


def test_no_two_rule_sets_have_one_name_for_two_kinds() -> None:
    for variant in VARIANTS.values():
        for name, kind in variant.recorded.items():
            table = ORDERS if issubclass(kind, Order) else CHANGES
            assert table[name] is kind, f"{variant.id}: {name}"


def test_whatever_was_ever_recorded_can_be_read_for_ever() -> None:
    """Names and keys are added to the list, and never taken off it."""
    tables = {"orders": ORDERS, "conditions": CONDITIONS, "changes": CHANGES}
    now = {
        title: {name: sorted(fields_of(kind)) for name, kind in sorted(table.items())}
        for title, table in tables.items()
    }
    lost = [
        f"{title}: {name} {key}"
        for title in tables
        for name, keys in KNOWN[title].items()
        for key in ("", *keys)
        if name not in now[title] or (key and key not in now[title][name])
    ]
    assert lost == []
    assert now == {title: KNOWN[title] for title in tables}, (
        "what is new belongs into record_names.json"
    )


@pytest.mark.parametrize("extra", sorted(list_classes(OwnFacts), key=str))
def test_two_facts_of_a_rule_set_do_not_stand_under_one_key(extra: type) -> None:
    assert len(fields_of(extra)) == len(fields(extra))


RENAMED = """
import sys
from pathlib import Path
from zinegen.archive.folder.games import open_game
from zinegen.archive.result_file import read_records
from zinegen.play.records.names import KINDS
from zinegen.play.records.result_text import encode_record

for table in KINDS.values():
    for kind in table.values():
        kind.__name__ = kind.__qualname__ = f"New{kind.__name__}"
for folder in map(Path, sys.argv[1:]):
    game = open_game(folder)
    for season, record in zip(game.recorded, read_records(game), strict=True):
        assert encode_record(record) == season.result.read_bytes(), season.shown
        print(season.shown)
"""


def test_a_class_with_another_name_is_recorded_as_before() -> None:
    games = sorted(path.parent for path in ROOT.glob("tests/old_zine/games/*/game.toml"))
    done = subprocess.run(
        [sys.executable, "-c", RENAMED, *map(str, games)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.stderr == ""
    assert len(done.stdout.splitlines()) >= len(games)


@dataclass(frozen=True, slots=True, kw_only=True)
class Tide:
    """A record one field of which was given another name."""

    height: int
    turns: str = field(default="", metadata={RECORDED_AS: ("period",)})


def test_a_field_with_another_name_is_recorded_as_before() -> None:
    tide = Tide(height=3, turns="noon")
    data = encode(tide, Tide)
    assert data == {"height": 3, "period": "noon"}
    assert decode(data, Tide) == tide
    later = replace(tide, turns="night")
    assert difference(later, tide) == {"period": {"whole": "night"}}
    assert apply_difference(tide, difference(later, tide)) == later
    assert encode(replace(tide, turns=""), Tide) == {"height": 3}
