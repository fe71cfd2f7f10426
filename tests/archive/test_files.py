"""Files of people are read with care, files of the program are replaced whole."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from zinegen.archive.files import (
    TEMPORARY,
    Fault,
    FileError,
    link_or_copy,
    make_folder,
    read_plain,
    read_text,
    remove_temporary_files,
    write_atomically,
)
from zinegen.errors import GameFolderError


def fault_of(path: Path) -> Fault:
    with pytest.raises(FileError) as caught:
        read_plain(path, 100)
    return caught.value.fault


def test_links_folders_pipes_and_long_files_are_not_read(tmp_path: Path):
    plain = tmp_path / "plain"
    plain.write_bytes(b"x" * 100)
    (tmp_path / "link").symlink_to(plain)
    (tmp_path / "folder").mkdir()
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "long").write_bytes(b"x" * 101)
    assert read_plain(plain, 100) == b"x" * 100
    assert fault_of(tmp_path / "link") is Fault.LINK
    assert fault_of(tmp_path / "folder") is Fault.NOT_PLAIN
    assert fault_of(tmp_path / "pipe") is Fault.NOT_PLAIN
    assert fault_of(tmp_path / "long") is Fault.TOO_LARGE
    assert fault_of(tmp_path / "nowhere") is Fault.MISSING
    assert fault_of(tmp_path / "a\0b") is Fault.UNREADABLE


def test_a_text_has_line_feeds_and_no_byte_order_mark(tmp_path: Path):
    path = tmp_path / "text"
    path.write_bytes(b"\xef\xbb\xbfa\r\nb\rc\n")
    assert read_text(path) == "a\nb\nc\n"
    path.write_bytes(b"\xff\xfe")
    with pytest.raises(FileError, match="UTF-8"):
        read_text(path)


def test_a_file_is_replaced_whole_and_nothing_is_left_beside_it(tmp_path: Path):
    path = tmp_path / "file"
    write_atomically(path, b"one")
    write_atomically(path, b"two")
    assert path.read_bytes() == b"two"
    assert [found.name for found in tmp_path.iterdir()] == ["file"]
    assert path.stat().st_mode & 0o777 == 0o644


def test_a_file_that_holds_the_bytes_already_is_not_touched(tmp_path: Path):
    path = tmp_path / "file"
    write_atomically(path, b"one")
    before = path.stat().st_mtime_ns, path.stat().st_ino
    write_atomically(path, b"one")
    assert (path.stat().st_mtime_ns, path.stat().st_ino) == before


def test_a_link_is_replaced_and_what_it_points_to_stays(tmp_path: Path):
    target = tmp_path / "target"
    target.write_bytes(b"old")
    (tmp_path / "link").symlink_to(target)
    write_atomically(tmp_path / "link", b"new")
    assert target.read_bytes() == b"old"
    assert not (tmp_path / "link").is_symlink()


def test_what_cannot_be_written_is_told_in_words(tmp_path: Path):
    with pytest.raises(GameFolderError, match="cannot be written"):
        write_atomically(tmp_path / "no" / "folder", b"x")
    (tmp_path / "file").write_bytes(b"x")
    with pytest.raises(GameFolderError, match="cannot be made"):
        make_folder(tmp_path / "file" / "below")


def test_a_file_in_two_places_is_one_file(tmp_path: Path):
    source, target = tmp_path / "source", tmp_path / "target"
    source.write_text("new")
    target.write_text("old")
    link_or_copy(source, target)
    assert target.read_text() == "new"
    assert target.samefile(source)


def test_where_a_disk_has_no_second_names_the_file_is_copied(tmp_path: Path, monkeypatch):
    def refused(*_: object) -> None:
        raise OSError

    source, target = tmp_path / "source", tmp_path / "target"
    source.write_text("new")
    monkeypatch.setattr(Path, "hardlink_to", refused)
    link_or_copy(source, target)
    assert target.read_text() == "new"
    assert not target.samefile(source)


def test_half_written_files_are_swept_and_nothing_else_is(tmp_path: Path):
    (tmp_path / f"{TEMPORARY}abc").write_bytes(b"half")
    (tmp_path / "england.toml").write_bytes(b"whole")
    remove_temporary_files(tmp_path)
    assert [found.name for found in tmp_path.iterdir()] == ["england.toml"]
