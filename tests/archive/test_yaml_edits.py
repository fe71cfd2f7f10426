"""Changing values of a YAML file leaves every other byte as it is."""

from __future__ import annotations

import pytest
import yaml
from hypothesis import example, given
from hypothesis import strategies as st

from zinegen.archive.edits.yaml_edits import YamlValue, edit_yaml
from zinegen.errors import GameFolderError

TEXT = """\
# a remark
site_name: The Try   # ours
nav:
  - This issue: index.md
plugins:
  - search
  - zinegen:
      motto: "A motto"   # keep me
      results:
        - counts   # and me
        - records
      editor: Ann

      # at the end
extra: {a: 1}
"""
PLACE = ("plugins", "zinegen")


@pytest.mark.parametrize(
    ("place", "changes", "before", "after"),
    [
        ((), {"site_name": "A: new #1"}, "The Try   # ours", '"A: new #1"   # ours'),
        (PLACE, {"motto": "x"}, '"A motto"   # keep me', "x   # keep me"),
        (PLACE, {"motto": "2026-13-45"}, '"A motto"', '"2026-13-45"'),
        (PLACE, {"editor": None}, "      editor: Ann\n", ""),
        (PLACE, {"epub": True}, "editor: Ann\n", "editor: Ann\n      epub: true\n"),
        (
            PLACE,
            {"results": ["counts"]},
            "\n        - counts   # and me\n        - records\n",
            " [counts]\n",
        ),
        ((), {"copyright": "Ann"}, "extra: {a: 1}\n", "extra: {a: 1}\ncopyright: Ann\n"),
        ((), {"nothing": None}, "", ""),
    ],
)
def test_one_value_changes_and_nothing_else(
    place: tuple[str, ...], changes: dict[str, YamlValue], before: str, after: str
) -> None:
    changed = edit_yaml(TEXT, place, changes)
    assert [*map(str.rstrip, changed.splitlines())] == [
        *map(str.rstrip, TEXT.replace(before, after).splitlines())
    ]


def test_where_there_is_no_place_nothing_is_written() -> None:
    with pytest.raises(GameFolderError, match="no place for motto"):
        edit_yaml("plugins: [zinegen]\n", PLACE, {"motto": "x"})
    assert edit_yaml("", (), {"date": "2026-01-01"}) == 'date: "2026-01-01"\n'


@example("[" * 9000)
@given(st.text(st.characters(exclude_categories=("Cs",)), max_size=40))
def test_any_text_is_read_back_as_it_was_typed(text: str) -> None:
    changed = edit_yaml(TEXT, PLACE, {"motto": text})
    assert yaml.safe_load(changed)["plugins"][1]["zinegen"]["motto"] == text
    assert changed.count("\n") == TEXT.count("\n")
