"""Items of press: whose they are, and what is wrong with them; the text is not looked into."""

from __future__ import annotations

from pathlib import Path

import pytest

from zinegen.archive.folder.press_files import (
    PressItem,
    PressSlot,
    is_left_out,
    parse_press_item,
    read_press_folder,
)
from zinegen.board import Power
from zinegen.errors import Where
from zinegen.play import digest

POWERS = (Power("England"), Power("France"))


def read(folder: Path):
    found = read_press_folder(folder, "press", POWERS)
    return found.items, found.findings


def one(tmp_path: Path, name: str, content: str | bytes) -> str:
    """Return the one finding of a file as code and title."""
    raw = content if isinstance(content, bytes) else content.encode()
    (tmp_path / name).write_bytes(raw)
    items, findings = read(tmp_path)
    assert items == ()
    assert "left out" in findings[0].if_left
    assert is_left_out(findings[0])
    return f"{findings[0].code} {findings[0].title}"


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("---\ndateline: Rome\n---\nAll is <b>well</b>.\n<i>Ciao</i>", "4:8"),
        ("<script>alert(1)</script>", "1:1"),
        ("Paris\n\n<div class='x'>\nHello\n</div>", "3:1"),
        ("Hidden <!-- here -->", "1:8"),
        ("3 < 4 and 5 > 4, <https://example.org>, `<b>`\n\n    <b>\n\n```\n<b>\n```\n", ""),
    ],
)
def test_html_in_press_is_told_and_printed_as_it_stands(tmp_path: Path, text: str, place: str):
    (tmp_path / "france-1.md").write_text(text)
    (item,), findings = read(tmp_path)
    assert item.text
    told = [f"{one.code} {one.level} {one.where.line}:{one.where.column}" for one in findings]
    assert told == ([f"P10 warning {place}"] if place else [])
    assert not any(map(is_left_out, findings))


def test_press_is_read_with_its_author_and_number(tmp_path: Path):
    (tmp_path / "france-2.md").write_text(
        "---\nfrom: The Sun King\nto: all\ndateline: 'Versailles'\n---\n\n# Bonjour\n<b>x</b>\n"
    )
    (tmp_path / "france-1.md").write_text("Without any front matter.")
    (tmp_path / "gm-1.md").write_bytes(b"\xef\xbb\xbf---\r\nto: all\r\n---\r\nHello\r\n")
    items, findings = read(tmp_path)
    assert [one.code for one in findings] == ["P10"]
    gm, first, second = items
    assert (gm.author, gm.text) == (None, "Hello")
    words = "Without any front matter."
    assert first == PressItem(
        author=POWERS[1],
        number=1,
        file="press/france-1.md",
        text=words,
        sha256=digest(words.encode()),
    )
    assert (second.signed, second.dateline) == ("The Sun King", "Versailles")
    assert second.text == "# Bonjour\n<b>x</b>"


def test_a_line_in_the_text_is_no_end_of_the_front_matter(tmp_path: Path):
    (tmp_path / "france-1.md").write_text("---\ndateline: Paris\n---\nAbove\n\n---\n\nBelow\n")
    (item,), _ = read(tmp_path)
    assert item.text == "Above\n\n---\n\nBelow"


@pytest.mark.parametrize(
    ("name", "content", "finding"),
    [
        ("spain-1.md", "x", "P03 press is in"),
        ("france.md", "x", "P03 press is in"),
        ("France-1.md", "x", "P03 press is in"),
        ("france-1.md.exe", "x", "P03 press is in"),
        ("france-0.md", "x", "P04 a power has at most 9"),
        ("france-10.md", "x", "P04 a power has at most 9"),
        ("france-1.md", "x" * 4001, "P04 press has at most 4000"),
        ("france-1.md", b"x" * 100_000, "P04 it is too large"),
        ("france-1.md", b"\xff", "P05 this is not UTF-8"),
        ("france-1.md", "---\ncolour: red\n---\nx", "P02 there is no heading colour"),
        ("france-1.md", "---\nto: all\nto: all\n---\nx", "P02 to stands there twice"),
        ("france-1.md", "---\nto: Spain\n---\nx", "P06 there is no power called Spain"),
        ("france-1.md", "---\nto: England\n---\nx", "P09 press to some powers only"),
        ("france-1.md", "---\nto: [England, France]\n---\nx", "P09 press to some powers only"),
    ],
)
def test_press_that_is_broken_is_left_out_and_told(tmp_path: Path, name, content, finding: str):
    assert one(tmp_path, name, content).startswith(finding)


def test_links_and_folders_are_no_press(tmp_path: Path):
    (tmp_path / "folder").mkdir()
    (tmp_path / "folder" / "france-1.md").mkdir()
    (tmp_path / "folder" / "france-2.md").symlink_to("/etc/passwd")
    items, findings = read(tmp_path / "folder")
    assert items == ()
    assert [found.code for found in findings] == ["P05", "P05"]


def test_without_a_folder_there_is_no_press(tmp_path: Path):
    assert read(tmp_path / "nowhere") == ((), ())


def test_sealed_press_is_passed_over_until_it_is_opened(tmp_path: Path):
    (tmp_path / "france-1.md.age").write_text("-----BEGIN AGE ENCRYPTED FILE-----")
    assert read(tmp_path) == ((), ())


def test_a_control_sign_in_press_is_told_and_the_item_stays():
    slot = PressSlot(game="g", season="s", author=None, number=1, shown="s")
    for text, told in (("One\r\ntwo\u202e three", (2, 4)), ("One\r\n\ttwo", None)):
        item = parse_press_item(text, Where(file="gm-1.md"), slot, (), sealed=False)
        assert isinstance(item, PressItem)
        places = [(one.where.line, one.where.column) for one in item.remarks]
        assert places == ([told] if told else [])
        assert all(one.level == "warning" for one in item.remarks)
