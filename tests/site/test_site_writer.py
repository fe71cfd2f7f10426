"""Files of a new site that the site before holds as well are put back, and nothing else is."""

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from zinegen.pages.kept.site_writer import SiteWriter

TIME = 1_764_547_200_000_000_000
"""When the site before was written, in nanoseconds: long before a test touches it."""


@pytest.fixture
def writer(tmp_path: Path) -> SiteWriter:
    before = tmp_path / "before"
    (before / "games").mkdir(parents=True)
    (before / "games" / "map.json").write_text("{}")
    return SiteWriter(folder=tmp_path / "site", before=before)


def write(writer: SiteWriter, name: str, content: bytes) -> Path:
    writer.write(str(writer.folder / name), content)
    return writer.folder / name


def test_what_stays_as_it_is_is_the_same_file_under_a_second_name(writer: SiteWriter) -> None:
    assert writer.before is not None
    put = write(writer, "games/map.json", b"{}")
    assert put.samefile(writer.before / "games" / "map.json")


@pytest.mark.parametrize("content", [b"{ }", b"[]", b"{", b""])
def test_what_has_changed_is_written_and_the_site_before_stays_as_it_was(
    writer: SiteWriter, content: bytes
) -> None:
    assert writer.before is not None
    assert write(writer, "games/map.json", content).read_bytes() == content
    assert (writer.before / "games" / "map.json").read_text() == "{}"


def test_a_page_that_is_not_as_before_is_left_to_others_to_write(writer: SiteWriter) -> None:
    page = writer.folder / "games" / "map.json"
    assert not writer.put_back(str(page), b"[]")
    assert not page.exists()
    assert writer.put_back(str(page), b"{}")
    assert page.read_text() == "{}"


def test_a_link_in_the_site_before_is_not_followed(writer: SiteWriter, tmp_path: Path) -> None:
    assert writer.before is not None
    (tmp_path / "secret").write_text("{}")
    (writer.before / "link.json").symlink_to(tmp_path / "secret")
    put = write(writer, "link.json", b"{}")
    assert not put.is_symlink()
    assert not put.samefile(tmp_path / "secret")


def test_without_a_site_before_all_is_written(tmp_path: Path) -> None:
    writer = SiteWriter(folder=tmp_path / "site")
    assert write(writer, "a/b/c.json", b"{}").read_bytes() == b"{}"
    assert write(writer, "a/b/d.json", b"[]").read_bytes() == b"[]"


def test_in_its_own_place_a_site_keeps_what_is_as_it_was(tmp_path: Path) -> None:
    writer = SiteWriter(folder=tmp_path, before=tmp_path)
    kept, changed = write(writer, "games/kept.json", b"{}"), write(writer, "changed.json", b"{}")
    gone, place = write(writer, "old/gone.json", b"{}"), kept.stat().st_ino
    writer = SiteWriter(folder=tmp_path, before=tmp_path)
    writer.clear({str(kept), str(changed)})
    write(writer, "games/kept.json", b"{}")
    write(writer, "changed.json", b"[]")
    assert kept.stat().st_ino == place
    assert changed.read_bytes() == b"[]"
    assert not gone.parent.exists()


def test_a_file_that_lies_elsewhere_as_well_is_not_written_into(tmp_path: Path) -> None:
    drawn = tmp_path / "map.svg"
    drawn.write_text("<svg/>")
    writer = SiteWriter(folder=tmp_path / "site", before=tmp_path / "site")
    for _ in range(2):
        writer.link(str(drawn), str(writer.folder / "map.svg"))
    write(writer, "map.svg", b"other")
    assert drawn.read_text() == "<svg/>"


@pytest.fixture
def noted(writer: SiteWriter) -> SiteWriter:
    """A writer that knows from what a page of the site before was printed."""
    assert writer.before is not None
    page = writer.before / "games" / "map.json"
    os.utime(page, ns=(TIME, TIME))
    last = SiteWriter(folder=writer.before)
    assert not last.find_again(str(page), "key")
    writer.known.update(last.list_written().pages)
    return writer


def test_a_page_printed_from_the_same_is_put_back_unread(noted: SiteWriter) -> None:
    assert noted.before is not None
    page = noted.folder / "games" / "map.json"
    assert noted.find_again(str(page), "key")
    assert page.samefile(noted.before / "games" / "map.json")
    assert noted.list_written().pages == noted.known


def _replace(page: Path) -> None:
    """Put another file of the same size and time in the place of one."""
    about = page.stat()
    page.unlink()
    page.write_text("[]")
    os.utime(page, ns=(about.st_atime_ns, about.st_mtime_ns))


@pytest.mark.parametrize(
    "spoil",
    [
        Path.unlink,
        _replace,
        lambda page: page.write_text("[]"),
        lambda page: page.write_text("{ }"),
    ],
)
def test_a_page_is_not_put_back_where_the_site_before_was_touched(
    noted: SiteWriter, spoil: Callable[[Path], object]
) -> None:
    assert noted.before is not None
    # The place of the file on the disk stays taken.
    os.link(noted.before / "games" / "map.json", noted.before / "kept")
    spoil(noted.before / "games" / "map.json")
    page = noted.folder / "games" / "map.json"
    assert not noted.find_again(str(page), "key")
    assert not page.exists()


def test_a_page_printed_from_something_else_is_not_put_back(noted: SiteWriter) -> None:
    page = noted.folder / "games" / "map.json"
    assert not noted.find_again(str(page), "another key")
    assert not page.exists()
