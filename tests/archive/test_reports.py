"""Private reports: one for every power after every deadline, all of one size, each for one player's eyes."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.archive.folders import opened, season_of
from tests.archive.folders import played as progress
from tests.archive.secret_games import (
    BOB,
    DEPUTY,
    GM,
    IDENTITY,
    STRANGER,
    closed,
    hand_in_sealed,
    open_key,
    placed,
    played,
    published,
)
from zinegen.archive import SealError, decrypt, open_sealed_records, parse_identity, parse_open_key
from zinegen.archive.sealing.reports import report_text
from zinegen.board import Power
from zinegen.game import KnownGround
from zinegen.geometry import ProvinceKey
from zinegen.rules import list_known

GERMANY = Power("Germany")
SPRING = "seasons/2021-1-spring/reports"


def text_of(folder: Path, power: str, secret: str = GM.secret, where: str = SPRING) -> str:
    sealed = (folder / where / f"{power}.txt.age").read_bytes()
    return decrypt(sealed, "", parse_identity(secret)).decode()


def test_every_power_gets_a_report_after_every_deadline(tmp_path: Path):
    folder = played(tmp_path)
    powers = {power.lower() for power in opened(folder).settings.powers}
    for season in opened(folder).recorded:
        names = {path.name for path in (season.folder / "reports").iterdir()}
        assert names == {f"{power}.txt.age" for power in powers}


def test_all_reports_are_of_one_length_whatever_they_say(tmp_path: Path):
    folder = played(tmp_path)
    sizes = set()
    for season in opened(folder).recorded:
        for path in (season.folder / "reports").iterdir():
            sizes.add(len(decrypt(path.read_bytes(), "", IDENTITY)))
            assert 5_700 < path.stat().st_size < 6_600
    assert sizes == {4096}


def test_a_player_opens_only_the_own_report(tmp_path: Path):
    folder = played(tmp_path)
    assert "centre" in text_of(folder, "germany", BOB.secret)
    with pytest.raises(SealError, match="S07"):
        text_of(folder, "france", BOB.secret)
    with pytest.raises(SealError, match="S07"):
        text_of(folder, "germany", STRANGER.secret)
    assert text_of(folder, "germany", DEPUTY.secret) == text_of(folder, "germany")


def test_at_the_end_the_games_own_key_opens_all(tmp_path: Path):
    folder = played(tmp_path)
    key = parse_open_key(open_key(folder), "")
    sealed = (folder / SPRING / "france.txt.age").read_bytes()
    assert decrypt(sealed, "", key).decode() == text_of(folder, "france")


def test_a_report_repeats_all_that_the_power_knows_in_lines_and_in_words(tmp_path: Path):
    folder = played(tmp_path)
    secrets = open_sealed_records(opened(folder), IDENTITY)
    assert secrets is not None
    record = secrets.records(opened(folder))[-1]
    text = report_text(record, GERMANY)
    told = text.partition("All that you know\n")[2].partition("\n\n")[0].split("\n")
    assert told == [one.line(record.after.board) for one in list_known(record.after, GERMANY)]
    news = text.partition("News\n")[2].partition("\n\n")[0].split("\n")
    assert news == ["S2021M", *record.phases[0].report.notices[GERMANY]]
    assert "Mountain ranges: Kiel and Ruhr." in text
    assert text_of(folder, "germany").rstrip() == text.rstrip()


def test_whoever_is_driven_out_is_told_where_it_may_go_and_the_public_what_ranges_hide(
    tmp_path: Path,
):
    folder = placed(tmp_path)
    hand_in_sealed(folder, "Germany", orders="A Mun - Tyr")
    assert closed(folder).waiting is None
    hand_in_sealed(folder, "Italy", orders="A Ven - Tyr")
    hand_in_sealed(folder, "Austria", orders="A Vie S A Ven - Tyr")
    assert closed(folder).waiting is None
    autumn = season_of(folder, 2)
    line = "A Tyr may retreat to Mun or Pie or Swi\n"
    assert f"F2021M\n{line}" in text_of(folder, "germany", where=f"seasons/{autumn.slug}/reports")
    assert "retreat" not in text_of(folder, "italy", where=f"seasons/{autumn.slug}/reports")
    public = progress(folder).records[-1].phases[0]
    (lost,) = public.after.dislodged.values()
    assert [place.province for place in lost.retreats] == ["Boh", "Mun", "Pie", "Swi"]


def test_a_report_with_nothing_new_says_so(tmp_path: Path):
    folder = played(tmp_path)
    assert "News\nnothing\n" in text_of(folder, "england") or "range" in text_of(folder, "england")


def test_a_power_without_units_and_centres_still_gets_its_report(tmp_path: Path):
    folder = played(tmp_path)
    secrets = open_sealed_records(opened(folder), IDENTITY)
    assert secrets is not None
    record = secrets.records(opened(folder))[-1]
    text = report_text(record, Power("Nobody"))
    assert text.count("nothing") == 2


def test_whoever_gave_no_key_has_a_plain_report_where_only_the_gm_has_it(tmp_path: Path):
    folder = placed(tmp_path)
    private = folder / "private"
    names = {path.name for path in (private / "2020-3-winter-placement").iterdir()}
    assert "germany.txt" not in names
    assert len(names) == 6
    assert (private / ".gitignore").read_text().splitlines()[-1] == "*"
    assert not any(b"no centre" in content for content in published(folder).values())


def test_a_report_too_long_for_its_words_keeps_its_lines(tmp_path: Path, monkeypatch):
    folder = placed(tmp_path)
    places = [(ProvinceKey(name),) for name in ("Boh", "Gal", "Tri") * 70]
    known = tuple(KnownGround(kind="no centre", provinces=place) for place in places)
    monkeypatch.setattr("zinegen.archive.sealing.reports.list_known", lambda *_: known)
    hand_in_sealed(folder, "Russia", orders="A Mos H")
    closed(folder)
    text = text_of(folder, "germany")
    assert text.count("no centre Boh") == 70
    assert "In words" not in text
    assert len(text) == 4096
    assert season_of(folder, 1).is_recorded
