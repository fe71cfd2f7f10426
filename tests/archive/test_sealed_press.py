"""Sealed press: opened at the deadline, never printed before, and what is for some only never at all."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.archive.folders import (
    GAME,
    change,
    closed,
    hand_in_opening,
    made,
    opened,
    rule,
    season_of,
)
from zinegen.archive import (
    PressSlot,
    SealError,
    make_key_pair,
    open_press,
    parse_identity,
    seal_press,
    verify_game,
    verify_press,
)
from zinegen.archive.folder.press_files import PressItem
from zinegen.board import Power
from zinegen.errors import GameFolderError
from zinegen.play import power_slug
from zinegen.play.texts import PressReceipt

ENGLAND, FRANCE = Power("England"), Power("France")
POWERS = (ENGLAND, FRANCE)
GM, STRANGER = make_key_pair(), make_key_pair()
IDENTITY = parse_identity(GM.secret)
TEXT = (
    "---\nfrom: The Admiralty\nto: all\ndateline: London\n---\nThe fleet sails at dawn: canary.\n"
)
PRIVATE = TEXT.replace("to: all", "to: France")


def slot(author: Power | None = ENGLAND, number: int = 1, season: str = "1901-1-spring"):
    shown = f"games/{GAME}/seasons/{season}"
    return PressSlot(game=GAME, season=season, author=author, number=number, shown=shown)


def sealed(text: str = TEXT, where: PressSlot | None = None) -> bytes:
    return seal_press(text, where or slot(), [GM.public], POWERS)


def test_an_item_opens_with_the_gms_key_and_then_for_everybody():
    content = sealed()
    found = open_press(content, slot(), IDENTITY, POWERS)
    assert found.inside == PressItem(
        author=ENGLAND,
        number=1,
        file=f"games/{GAME}/seasons/1901-1-spring/press/england-1.md.age",
        dateline="London",
        signed="The Admiralty",
        text="The fleet sails at dawn: canary.",
    )
    assert len(found.content) % 2048 == 0
    receipt = PressReceipt(
        sealed_sha256=found.sealed_sha256,
        opened_sha256=found.opened_sha256,
        open_key=found.open_key,
    )
    assert verify_press(content, slot(), receipt, POWERS) == found


def test_who_it_is_for_may_be_named():
    found = open_press(sealed(PRIVATE), slot(), IDENTITY, POWERS)
    assert found.inside.to == (FRANCE,)


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("---\nto: Burgundy\n---\nx", "S04"),
        ("---\nopen_key: mine\n---\nx", "S04"),
        ("---\ncolour: red\n---\nx", "S04"),
        ("x" * 4001, "S04"),
        ("x" * 20_000, "S02"),
    ],
)
def test_what_could_not_be_accepted_is_not_sealed(text: str, code: str):
    with pytest.raises(SealError) as caught:
        sealed(text)
    assert caught.value.code == code
    assert "xxx" not in str(caught.value)


@pytest.mark.parametrize(
    "where",
    [slot(FRANCE), slot(number=2), slot(None), slot(season="1901-2-autumn")],
    ids=["author", "number", "gm", "season"],
)
def test_an_item_is_good_for_its_place_only(where: PressSlot):
    content = sealed()
    if where.number == 2:  # the number is no part of what is sealed
        assert open_press(content, where, IDENTITY, POWERS).inside.number == 2
        return
    with pytest.raises(SealError, match="S05"):
        open_press(content, where, IDENTITY, POWERS)


def test_other_keys_and_damaged_files_open_nothing():
    content = sealed()
    for bad, code in (
        (content.replace(content[200:204], b"AAAA"), "S07"),
        (content[:300], "S06"),
        (b"", "S06"),
    ):
        with pytest.raises(SealError) as caught:
            open_press(bad, slot(), IDENTITY, POWERS)
        assert caught.value.code == code
    with pytest.raises(SealError, match="S07"):
        open_press(content, slot(), parse_identity(STRANGER.secret), POWERS)


def test_what_is_inside_must_be_press():
    from zinegen.archive import encrypt

    for inside in (b"\xff\xfe", b"no front matter", TEXT.encode(), b"---\nx\n---\n"):
        with pytest.raises(SealError) as caught:
            open_press(encrypt(inside, [GM.public]), slot(), IDENTITY, POWERS)
        assert caught.value.code in {"S04", "S05"}


# In a game's folder


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Give a game with sealed press of England to all, and of France to England only."""
    folder = made(tmp_path, gm_keys=(GM.public,))
    change(folder / "game.toml", '"sealed"', '"open"')
    hand_in_opening(folder)
    press = season_of(folder).folder / "press"
    press.mkdir()
    powers = opened(folder).settings.powers
    keys = [GM.public]
    (press / "england-1.md.age").write_bytes(seal_press(TEXT, slot(), keys, powers))
    secret = PRIVATE.replace("France", "England").replace("canary", "hidden bird")
    (press / "france-2.md.age").write_bytes(seal_press(secret, slot(FRANCE, 2), keys, powers))
    return folder


def words(folder: Path) -> bytes:
    """Return every byte of a game's folder but what only the GM has."""
    files = (path for path in sorted(folder.rglob("*")) if path.is_file())
    return b"".join(path.read_bytes() for path in files if "private" not in path.parts)


def test_nothing_is_printed_before_the_deadline(folder: Path):
    season = season_of(folder)
    assert season.press == ()
    assert [one.key for one in season.sealed_press] == ["england-1", "france-2"]
    assert b"canary" not in words(folder)


def test_at_the_deadline_what_is_for_all_is_opened_and_can_be_checked(folder: Path):
    done = closed(folder, identity=IDENTITY)
    (item,) = season_of(folder).press
    assert (item.author, item.text) == (ENGLAND, "The fleet sails at dawn: canary.")
    assert item.file.endswith("opened/england-1.md")
    assert verify_game(folder).is_sound
    assert done.to_pass_on[0] == (
        f"{slot().shown}/press/france-2.md.age is press for some powers only: pass on "
        f"games/{GAME}/private/1901-1-spring/france-2.md, or what `zinegen open` shows"
    )


def test_what_is_for_some_only_stays_with_the_gm(folder: Path):
    closed(folder, identity=IDENTITY)
    assert b"hidden bird" not in words(folder)
    private = folder / "private"
    assert b"hidden bird" in (private / "1901-1-spring/france-2.md").read_bytes()
    assert (private / ".gitignore").read_text().endswith("*\n")
    closing = season_of(folder).closing
    assert closing is not None
    assert closing.press["france-2"].open_key == ""


def test_the_gms_key_is_needed_to_close_over_sealed_press(folder: Path):
    from zinegen.errors import GameFolderError

    with pytest.raises(GameFolderError, match="the GM's key is needed"):
        closed(folder)


def test_an_item_that_does_not_open_is_refused_and_the_game_goes_on(folder: Path):
    (season_of(folder).folder / "press/england-1.md.age").write_text("nonsense")
    done = closed(folder, identity=IDENTITY)
    assert len(done.records) == 1
    assert [one.split(":")[0] for one in done.refused] == [
        "games/winter/seasons/1901-1-spring/press/england-1.md.age"
    ]
    assert season_of(folder).press == ()
    assert verify_game(folder).is_sound


@pytest.mark.parametrize("name", ["opened/england-1.md", "press/france-2.md.age"])
def test_a_file_that_was_changed_afterwards_is_found(folder: Path, name: str):
    closed(folder, identity=IDENTITY)
    path = season_of(folder).folder / name
    path.write_bytes(path.read_bytes().replace(b"e", b"f"))
    (difference,) = verify_game(folder).differences
    assert "S09" in difference.text


def test_press_for_some_that_somebody_put_among_the_opened_is_not_read(folder: Path):
    target = season_of(folder).folder / "opened"
    target.mkdir()
    (target / "france-2.md").write_text(PRIVATE)
    season = season_of(folder)
    assert season.press == ()
    assert [one.code for one in season.findings] == ["P09"]


def test_press_stays_closed_where_the_key_is_lost_and_the_gm_has_ruled(folder: Path):
    with pytest.raises(
        GameFolderError, match=r"press/.*\.md\.age is sealed: the GM's key is needed"
    ):
        closed(folder)
    for slot_of_item in season_of(folder).sealed_press:
        about = {"about": power_slug(slot_of_item.author)} if slot_of_item.author else {}
        rule(folder, do="proceed", **about)
    done = closed(folder)
    assert len(done.records) == 1
    assert not (folder / "seasons/1901-1-spring/opened").exists()
    assert verify_game(folder).differences == ()
