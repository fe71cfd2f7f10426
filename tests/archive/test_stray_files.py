"""Orders under a wrong name, and orders that come after the lock: nothing of them is lost in silence."""

from __future__ import annotations

import shutil
from datetime import date
from pathlib import Path

import pytest

from tests.archive.folders import (
    change,
    closed,
    hand_in,
    hand_in_opening,
    made,
    opened,
    order_text,
    rule,
    season_of,
    units,
)
from zinegen.archive import (
    CloseResult,
    list_inbox,
    make_key_pair,
    parse_identity,
    play,
    reopen_season,
    seal_orders,
    verify_game,
)

AUTUMN = "1901-2-autumn"


@pytest.fixture(scope="module")
def second_deadline(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A game at its second deadline, at which units without orders hold; Italy has handed in."""
    folder = made(tmp_path_factory.mktemp("strays"))
    hand_in_opening(folder)
    closed(folder)
    hand_in(folder, "Italy", orders="A Ven H")
    return folder


@pytest.fixture
def folder(second_deadline: Path, tmp_path: Path) -> Path:
    """The same, to be changed."""
    return Path(shutil.copytree(second_deadline, tmp_path / "games" / second_deadline.name))


def lay(folder: Path, name: str) -> Path:
    """Write orders of Russia under some name."""
    path = season_of(folder, 1).folder / name
    path.write_text(order_text(AUTUMN, "Russia", orders="A Ukr - Mos"))
    return path


def offered(done: CloseResult) -> list[str]:
    """Return the rulings that a game waits for, each on a line."""
    assert done.waiting is not None
    return [", ".join(one.ruling) for one in done.waiting.reasons]


@pytest.mark.parametrize(
    "name",
    [
        "orders/russia.txt",
        "orders/Russia.toml",
        "orders/russia.toml.toml",
        "orders/russia",
        "orders/rusia.toml",
        "orders/rus.toml",
        "orders/russia (1).toml",
        "orders/Russia - Autumn 1901.txt",
        "orders/bob.toml",
        "russia.toml",
    ],
)
def test_the_game_waits_for_orders_under_a_wrong_name_and_knows_them_once_renamed(
    folder: Path, name: str
):
    path = lay(folder, name)
    done = closed(folder)
    assert offered(done) == ['about = "russia", do = "proceed"']
    assert done.waiting is not None
    (reason,) = done.waiting.reasons
    assert f"nobody reads {name}" in reason.title
    assert f"{season_of(folder, 1).shown}/orders/russia.toml`" in reason.hint
    path.rename(season_of(folder, 1).folder / "orders/russia.toml")
    (record,) = closed(folder).records
    assert "Russia" not in record.missing
    assert "Mos" in units(play(opened(folder)))
    assert not verify_game(folder).differences


def test_it_goes_on_without_them_when_the_gm_says_so(folder: Path):
    lay(folder, "orders/russia.txt")
    closed(folder)
    rule(folder, 1, about="russia", do="proceed")
    (record,) = closed(folder).records
    assert "Russia" in record.missing


def test_of_a_file_whose_owner_nobody_can_tell_it_asks_about_all_that_are_missing(folder: Path):
    (season_of(folder, 1).folder / "orders/orders.txt").write_text("A Ukr - Mos")
    done = closed(folder)
    assert offered(done) == ['do = "proceed"']
    assert done.waiting is not None
    assert "orders/orders.txt" in done.waiting.reasons[0].title
    rule(folder, 1, do="proceed")
    assert closed(folder).records


def test_beside_good_orders_a_stray_file_is_told_of_and_stops_nothing(folder: Path):
    hand_in(folder, "Russia", 1, orders="A Ukr H")
    lay(folder, "orders/Russia.toml")
    done = closed(folder)
    assert done.records
    assert "orders/Russia.toml" in " ".join(one.where.file for one in done.findings)


def test_where_only_stray_files_lie_nothing_is_locked_and_all_is_asked_at_once(folder: Path):
    (season_of(folder, 1).folder / "orders/italy.toml").unlink()
    path = lay(folder, "orders/russia.txt")
    done = closed(folder)
    assert offered(done) == ['do = "proceed"', 'about = "russia", do = "proceed"']
    assert season_of(folder, 1).closing is None
    path.rename(path.with_suffix(".toml"))
    assert closed(folder).records


def test_the_inbox_names_it(folder: Path):
    lay(folder, "orders/russia.txt")
    (line,) = [one for one in list_inbox(opened(folder), None) if one.text.startswith("Russia")]
    assert not line.is_good
    assert "orders/russia.txt lies there" in line.text
    assert "orders/russia.toml`" in line.text


def test_a_season_recorded_without_it_takes_it_after_one_reopening(folder: Path):
    path = lay(folder, "orders/russia.txt")
    rule(folder, 1, about="russia", do="proceed")
    closed(folder)
    reopen_season(folder, AUTUMN, "A slip of the pen.", date(2026, 12, 2))
    path.rename(path.with_suffix(".toml"))
    (record,) = closed(folder).records
    assert "Russia" not in record.missing


def lock_and_hand_in_late(folder: Path) -> None:
    """Let the game wait for a ruling on a line of Italy's; Russia hands in after that."""
    hand_in(folder, "Italy", 1, orders="A Ven - Rmo\nF ??")
    assert closed(folder).waiting is not None
    hand_in(folder, "Russia", 1, orders="A Ukr - Mos")


def test_orders_that_come_after_the_lock_are_asked_about(folder: Path):
    lock_and_hand_in_late(folder)
    assert 'about = "russia", do = "accept"' in offered(closed(folder))
    rule(folder, 1, about="italy", do="proceed")
    rule(folder, 1, about="russia", do="accept")
    (record,) = closed(folder).records
    assert "Russia" not in record.missing


def test_late_orders_that_are_void_are_told_of_and_not_asked_about(folder: Path):
    with (folder / "game.toml").open("a") as file:
        file.write('[deadlines]\nlate_orders = "void"\n')
    lock_and_hand_in_late(folder)
    rule(folder, 1, about="italy", do="proceed")
    done = closed(folder)
    assert "Russia" in done.records[0].missing
    assert "O07" in [one.code for one in done.findings]


def test_a_sealed_file_under_a_wrong_name_counts_once_it_is_renamed(tmp_path: Path):
    pair = make_key_pair()
    identity = parse_identity(pair.secret)
    folder = made(tmp_path, gm_keys=(pair.public,))
    season = season_of(folder)
    for power in ("Italy", "Russia"):
        slot = season.slot(power)
        text = order_text(season.slug, power, orders="A Mos - Ukr\nA Ven - Tyr")
        (season.folder / f"{slot.name}.age").write_bytes(
            seal_orders(text, slot, [pair.public], "2026-11-30T12:00:00Z")
        )
    path = season.folder / "orders/russia.toml.age"
    stray = path.rename(path.with_name("Russia.toml.age"))
    change(folder / "game.toml", 'no_orders_first = "wait"', 'no_orders_first = "hold"')
    assert offered(closed(folder, identity=identity)) == ['about = "russia", do = "proceed"']
    stray.rename(path)
    (record,) = closed(folder, identity=identity).records
    assert "Russia" not in record.missing
    assert not verify_game(folder, identity).differences


def test_a_sealed_file_that_comes_after_the_lock_is_asked_about_and_opened_when_accepted(
    tmp_path: Path,
):
    pair = make_key_pair()
    identity = parse_identity(pair.secret)
    folder = made(tmp_path, gm_keys=(pair.public,))
    change(folder / "game.toml", 'no_orders_first = "wait"', 'no_orders_first = "hold"')

    def seal(power: str, orders: str) -> None:
        season = season_of(folder)
        slot = season.slot(power)
        text = order_text(season.slug, power, orders=orders)
        sealed = seal_orders(text, slot, [pair.public], "2026-11-30T12:00:00Z")
        (season.folder / f"{slot.name}.age").write_bytes(sealed)

    seal("Italy", "A Ven - Nowhere")
    assert closed(folder, identity=identity).waiting is not None
    seal("Russia", "A Mos - Ukr")
    rule(folder, about="italy", do="proceed")
    assert offered(closed(folder, identity=identity)) == ['about = "russia", do = "accept"']
    rule(folder, about="russia", do="accept")
    (record,) = closed(folder, identity=identity).records
    assert "Russia" not in record.missing
    assert "Ukr" in units(play(opened(folder)))
    assert not verify_game(folder, identity).differences
