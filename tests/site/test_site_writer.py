"""Files of a new site that the site before holds as well are put back, and nothing else is."""

from pathlib import Path

import pytest

from zinegen.pages.kept.site_writer import SiteWriter


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
