"""An issue's number is its own for ever."""

from pathlib import Path

from zinegen.notation.findings import as_text
from zinegen.pages.builders.issue_files import read_issues

ISSUE = "---\ndate: 2026-12-0{}\n{}title: X\n---\n"


def read(folder: Path, **issues: str):
    (folder / "issues").mkdir()
    for name, number in issues.items():
        (folder / "issues" / f"{name[1:]}.md").write_text(ISSUE.format(name[-1], number))
    return read_issues(folder, lambda _: True, ())


def test_two_issues_of_one_number_are_told_with_line_and_caret(tmp_path: Path):
    found = read(tmp_path, _7="", _8="number: 7\n")
    (finding,) = found.findings
    text = as_text((finding,))
    assert f"{tmp_path.name}/issues/8.md:3:1" in text
    assert f"{tmp_path.name}/issues/7.md is No. 7 already" in text
    assert "3 | number: 7" in text
    assert [one.number for one in found.issues] == [7, 7]


def test_issues_of_numbers_of_their_own_are_right(tmp_path: Path):
    assert read(tmp_path, _7="", _8="number: 18\n").findings == ()
