"""Sealed orders: the hostile cases, each one message with its code, and no order or key in it."""

from __future__ import annotations

import re
import subprocess
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from shutil import which

import pyrage
import pytest
from hypothesis import given
from hypothesis import strategies as st
from pyrage import x25519

from tests.archive.folders import (
    GAME,
    change,
    closed,
    hand_in,
    hand_in_opening,
    made,
    opened,
    order_text,
    played,
    rule,
    season_of,
)
from zinegen.archive import open_orders, seal_orders, verify_game, verify_orders
from zinegen.archive.seals import (
    PREFIX,
    SEALED_LIMIT,
    SealError,
    make_key_pair,
    parse_identity,
    parse_recipient,
    seal_report,
    wrong_place_error,
)
from zinegen.board import Power
from zinegen.errors import GameFolderError
from zinegen.play.texts import OrderSlot, Receipt, Status

GM, STRANGER = make_key_pair(), make_key_pair()
WRITTEN = "2026-11-30T18:02:00Z"
SPRING = "1901-1-spring"
HIDDEN = "F Lon - NTH"


WITH_PASSPHRASE = b"""-----BEGIN AGE ENCRYPTED FILE-----
YWdlLWVuY3J5cHRpb24ub3JnL3YxCi0+IHNjcnlwdCB1SVlUc3d0c1V2TEVJSmhY
aVJiZ0xBIDE3CnJVTDc1RWxYRW9DdXN2cGRoNlF6UkdHZml1S1hEYW9BYTBJM2Zq
THJ6WGsKLS0tIEQxUzVvcDhBVzl5Y0pzVllzdE1nSm16M2U1ZDg3Y0Z3bGRRUmZT
OHVja2sKkyoqyuo1jjylbfeOQ/81bikvuFJqUerzfIx0LhjlDhoP48yga0dvYw==
-----END AGE ENCRYPTED FILE-----
"""
"""Sealed with the passphrase "secret"; to seal another takes a second or more."""


def slot(power: str = "England", season: str = SPRING, game: str = GAME) -> OrderSlot:
    return OrderSlot(
        game=game, season=season, power=Power(power), shown=f"games/{game}/seasons/{season}"
    )


ORDERS = order_text(SPRING, "England", orders=f"{HIDDEN}\nF Edi - NWG\nA Lvp - Yor")
SEALED = seal_orders(ORDERS, slot(), [GM.public], WRITTEN)
IDENTITY = parse_identity(GM.secret)


def code_of(sealed: bytes, where: OrderSlot | None = None, secret: str = GM.secret) -> str:
    """Return the code with which a file is refused; nothing secret may be in the message."""
    started = time.perf_counter()
    with pytest.raises(SealError) as caught:
        open_orders(sealed, where or slot(), parse_identity(secret))
    assert time.perf_counter() - started < 0.5
    text = str(caught.value)
    assert (where or slot()).name in text
    assert HIDDEN not in text
    assert PREFIX not in text
    return caught.value.code


def by_hand(content: str | bytes, *more: object) -> bytes:
    """Seal any bytes to the GM's key."""
    raw = content.encode() if isinstance(content, str) else content
    keys = [x25519.Recipient.from_str(GM.public), *more]
    sealed: bytes = pyrage.encrypt(raw, keys, armored=True)
    return sealed


def test_what_is_sealed_opens_to_the_same_orders():
    found = open_orders(SEALED, slot(), IDENTITY)
    assert found.content.decode().startswith(ORDERS.rstrip())
    assert HIDDEN in found.inside.sections["orders"].text
    assert found.inside.findings == ()
    assert len(found.content) % 2048 == 0
    assert len(found.open_key) == 58
    assert not found.open_key.startswith(PREFIX)


def test_anybody_can_check_with_what_is_published():
    found = open_orders(SEALED, slot(), IDENTITY)
    public = verify_orders(
        SEALED,
        slot(),
        Receipt(
            status=Status.ACCEPTED,
            open_key=found.open_key,
            sealed_sha256=found.sealed_sha256,
            opened_sha256=found.opened_sha256,
        ),
    )
    assert public == found


def test_the_published_key_opens_no_other_file():
    found = open_orders(SEALED, slot(), IDENTITY)
    later = seal_orders(ORDERS, slot(), [GM.public], WRITTEN)
    with pytest.raises(pyrage.DecryptError):
        pyrage.decrypt(later, [x25519.Identity.from_str(PREFIX + found.open_key)])


@pytest.mark.parametrize("count", [1, 6, 20])
def test_the_length_does_not_tell_how_many_orders_there_are(count: int):
    text = order_text(SPRING, "England", orders="A Lvp - Yor\n" * count)
    assert 3000 < len(seal_orders(text, slot(), [GM.public], WRITTEN)) < 3700


@pytest.mark.parametrize(
    "around",
    [
        lambda sealed: sealed.replace(b"\n", b"\r\n"),
        lambda sealed: b"\xef\xbb\xbf" + sealed,
        lambda sealed: b"Dear Ann,\n\nhere they are:\n\n" + sealed + b"\n-- \nBob\n",
        lambda sealed: b"\n\n   " + sealed.replace(b"\n", b"\n   "),
    ],
)
def test_what_a_mail_does_to_a_file_is_forgiven(around):
    found = open_orders(around(SEALED), slot(), IDENTITY)
    assert found.content == open_orders(SEALED, slot(), IDENTITY).content


def test_a_file_is_good_for_one_slot_only():
    assert code_of(SEALED, slot("France")) == "S05"
    assert code_of(SEALED, slot(season="1901-2-autumn")) == "S05"
    assert code_of(SEALED, slot(game="ode-21")) == "S05"


def test_whose_file_is_in_the_wrong_place_is_told_where_it_belongs():
    """As in the folder of a game that was given another name."""
    with pytest.raises(SealError) as caught:
        open_orders(SEALED, slot(game="ode-21"), IDENTITY)
    told = "(for game winter, season 1901-1-spring, power england)"
    assert str(caught.value).endswith(f"was sealed for another place {told}")


def test_a_place_is_told_in_plain_names_only():
    said = {"game": "<b>", "season": ["x"], "power": "italy", "orders": "A Ven H"}
    assert str(wrong_place_error("x", said)).endswith("another place (for power italy)")


def test_only_the_gms_key_opens():
    assert code_of(SEALED, secret=STRANGER.secret) == "S07"


def test_a_passphrase_is_never_tried():
    assert code_of(WITH_PASSPHRASE) == "S07"


def test_one_altered_character_does_not_open():
    lines = SEALED.split(b"\n")
    lines[10] = (b"A" if lines[10][:1] != b"A" else b"B") + lines[10][1:]
    assert code_of(b"\n".join(lines)) in {"S06", "S07"}


@pytest.mark.parametrize(
    "content", [b"", b"hello", b"\0" * 100_000, SEALED + b"x" * SEALED_LIMIT, SEALED[:200]]
)
def test_what_is_no_sealed_file_is_damaged(content: bytes):
    assert code_of(content) == "S06"


@pytest.mark.parametrize(
    "content",
    [
        b"\xff\xfe\x00",
        "not toml",
        "a = " + "[" * 900 + "\n",
        "\n".join(["["] * 390),
        ".".join(["a"] * 6000) + " = 1",
        ORDERS + "[seal]\nopen_key = 'a'\n[seal]\nopen_key = 'b'\n",
        ORDERS + "colour = 'red'\n",
        ORDERS + "[seal]\nopen_key = 'a'\ncommand = 'rm'\n",
        ORDERS.replace("'''", '"', 1),
        ORDERS + "#" + "." * 17_000,
    ],
)
def test_what_is_no_order_file_inside_is_refused(content: str | bytes):
    assert code_of(by_hand(content)) == "S04"


def test_a_file_must_open_with_its_own_key():
    once, other = x25519.Identity.generate(), x25519.Identity.generate()
    key = str(other).removeprefix(PREFIX)
    assert code_of(by_hand(ORDERS)) == "S08"
    assert code_of(by_hand(ORDERS + "[seal]\nopen_key = 'XX'\n")) == "S08"
    assert code_of(by_hand(ORDERS + "[seal]\nopen_key = 5\n")) == "S08"
    assert code_of(by_hand(ORDERS + "[seal]\nversion = 1\n")) == "S08"
    assert code_of(by_hand(ORDERS + f"[seal]\nopen_key = '{key}'\n", once.to_public())) == "S08"


@pytest.mark.parametrize(
    ("change_what", "code"),
    [("sealed_sha256", "S09"), ("opened_sha256", "S09"), ("open_key", "S08"), ("file", "S09")],
)
def test_what_the_gm_publishes_must_be_what_was_sealed(change_what: str, code: str):
    found = open_orders(SEALED, slot(), IDENTITY)
    other = open_orders(seal_orders(ORDERS, slot(), [GM.public], WRITTEN), slot(), IDENTITY)
    said = {
        "sealed_sha256": found.sealed_sha256,
        "opened_sha256": found.opened_sha256,
        "open_key": found.open_key,
    }
    sealed = SEALED + b"\n" if change_what == "file" else SEALED
    if change_what in said:
        said[change_what] = getattr(other, change_what)
    with pytest.raises(SealError) as caught:
        verify_orders(sealed, slot(), Receipt(status=Status.ACCEPTED, **said))
    assert caught.value.code == code


@pytest.mark.parametrize("key", ["", "age1xyz", "ssh-rsa AAAA", "AGE-SECRET-KEY-1", "x" * 5000])
def test_what_is_no_public_key_is_refused(key: str):
    with pytest.raises(SealError, match="S01"):
        parse_recipient(key)


@pytest.mark.parametrize(
    "text",
    ["", "AGE-SECRET-KEY-1XYZ", GM.public, "\0" * 100],
    ids=["nothing", "too short", "a public key", "noughts"],
)
def test_what_is_no_secret_key_is_refused_and_not_repeated(text: str):
    with pytest.raises(SealError, match="S01") as caught:
        parse_identity(text)
    assert text == "" or text not in str(caught.value)


def test_a_key_file_may_hold_remarks():
    text = f"# created today\n# public key: {GM.public}\n  {GM.secret}\n"
    assert open_orders(SEALED, slot(), parse_identity(text)).inside.power == "England"


def test_what_could_not_be_accepted_is_never_sealed():
    with pytest.raises(SealError, match="S02"):
        seal_orders(ORDERS + "# x\n" * 5000, slot(), [GM.public], WRITTEN)
    with pytest.raises(SealError, match="S05"):
        seal_orders(ORDERS, slot("France"), [GM.public], WRITTEN)
    with pytest.raises(SealError, match="S04"):
        seal_orders("=", slot(), [GM.public], WRITTEN)
    with pytest.raises(SealError, match="S04"):
        seal_orders(f"{ORDERS}\n[seal]\nopen_key = 'x'\n", slot(), [GM.public], WRITTEN)
    with pytest.raises(SealError, match="S01"):
        seal_orders(ORDERS, slot(), [], WRITTEN)


def test_deputies_open_as_well():
    sealed = seal_orders(ORDERS, slot(), [GM.public, STRANGER.public], WRITTEN)
    for keys in (GM, STRANGER):
        assert open_orders(sealed, slot(), parse_identity(keys.secret)).inside.power == "England"


@given(st.data())
def test_no_mutation_opens_to_other_orders_or_raises_anything_else(data: st.DataObject):
    sealed = SEALED
    for _ in range(data.draw(st.integers(1, 3))):
        at = data.draw(st.integers(0, len(sealed) - 1))
        sealed = sealed[:at] + data.draw(st.binary(max_size=3)) + sealed[at + 1 :]
    try:
        found = open_orders(sealed, slot(), IDENTITY)
    except SealError:
        return
    assert found.content == open_orders(SEALED, slot(), IDENTITY).content


def test_all_reports_have_the_same_length_and_only_the_player_reads_them():
    short = seal_report("", [STRANGER.public])
    long = seal_report("centre Kie\n" * 300, [STRANGER.public])
    assert abs(len(short) - len(long)) < 300
    plain = pyrage.decrypt(long, [x25519.Identity.from_str(STRANGER.secret)])
    assert len(plain) == 4096
    assert plain.decode().startswith("centre Kie")
    with pytest.raises(SealError, match="S02"):
        seal_report("x" * 4097, [STRANGER.public])


def test_stock_age_opens_what_is_sealed(tmp_path: Path):
    age = which("age")
    if age is None:
        pytest.skip("age is not on this machine")
    (tmp_path / "key").write_text(GM.secret + "\n")
    (tmp_path / "file").write_bytes(SEALED)
    run = subprocess.run(
        [age, "-d", "-i", str(tmp_path / "key"), str(tmp_path / "file")],
        capture_output=True,
        check=True,
    )
    assert run.stdout == open_orders(SEALED, slot(), IDENTITY).content


# A game of sealed orders


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Give a game whose orders are sealed, all of them handed in."""
    folder = made(tmp_path, gm_keys=(GM.public,))
    hand_in_opening(folder)
    for path in sorted((folder / "seasons" / SPRING / "orders").iterdir()):
        seal_file(path)
    return folder


def seal_file(path: Path) -> None:
    """Put a sealed file in the place of a plain one."""
    power = path.name.removesuffix(".toml").title()
    sealed = seal_orders(path.read_text(), slot(power), [GM.public], WRITTEN)
    path.with_name(path.name + ".age").write_bytes(sealed)
    path.unlink()


def test_a_sealed_game_is_closed_with_the_key_and_checked_without_it(folder: Path):
    record = closed(folder, identity=IDENTITY).records[0]
    assert set(record.handed.values()) == {Status.ACCEPTED}
    assert "seasons/1901-1-spring/opened/england.toml" in record.inputs
    assert record.after.units["NTH"].power == "England"  # type: ignore[index]
    published = (folder / "seasons" / SPRING / "opened" / "england.toml").read_bytes()
    assert len(published) % 2048 == 0
    assert verify_game(folder).differences == ()
    assert opened(folder).findings == ()
    assert len(played(folder).recorded) == 1


def test_without_the_key_a_sealed_game_is_not_closed(folder: Path):
    with pytest.raises(GameFolderError, match="the GM's key is needed"):
        closed(folder)
    assert not (folder / "seasons" / SPRING / "close.toml").exists()


def test_a_build_does_not_open_anything(folder: Path):
    change(season_of(folder).folder / "season.toml", "ready    = false", "ready = true")
    waiting = played(folder).waiting
    assert waiting is not None
    assert len(waiting.reasons) == 7


def test_a_file_that_does_not_open_waits_and_the_others_are_opened(folder: Path):
    path = folder / "seasons" / SPRING / "orders" / "italy.toml.age"
    path.write_bytes((path.parent / "france.toml.age").read_bytes())
    done = closed(folder, identity=IDENTITY)
    assert done.waiting is not None
    (reason,) = done.waiting.reasons
    assert reason.where.file.endswith("orders/italy.toml.age")
    assert reason.title.startswith("Italy's file is void: S05: what is inside was sealed for")
    receipt = season_of(folder).closing.receipts[Power("Italy")]  # type: ignore[union-attr]
    assert (receipt.status, receipt.reason[:4]) == (Status.VOID, "S05:")
    assert re.fullmatch(r"games/.*/orders/italy\.toml\.age: S05: .*", done.refused[0])
    rule(folder, about="italy", do="proceed")
    record = closed(folder, identity=IDENTITY).records[0]
    assert record.handed[Power("Italy")] is Status.VOID


def test_orders_in_plain_in_a_sealed_game_are_void_until_the_gm_accepts_them(folder: Path):
    (folder / "seasons" / SPRING / "orders" / "italy.toml.age").unlink()
    hand_in(folder, "Italy", orders="A Ven - Tri")
    waiting = closed(folder, identity=IDENTITY).waiting
    assert waiting is not None
    assert "it lies open, and in this game orders are sealed" in waiting.reasons[0].title
    rule(folder, about="italy", do="accept")
    record = closed(folder, identity=IDENTITY).records[0]
    assert record.handed[Power("Italy")] is Status.ACCEPTED


def test_orders_that_the_gm_publishes_differently_are_found_out(folder: Path):
    closed(folder, identity=IDENTITY)
    change(folder / "seasons" / SPRING / "opened" / "england.toml", "F Lon - NTH", "F Lon - ENG")
    texts = [one.text for one in verify_game(folder).differences]
    assert "opened/england.toml was edited" in texts[0]
    assert any("/opened/england.toml: S09" in text for text in texts)
    assert not any("F Lon - ENG" in text and "S09" in text for text in texts)


VOID: Mapping[str, tuple[Callable[[bytes, bytes], bytes], str]] = {
    "another power's": (lambda _, other: other, "S05: what is inside was sealed for another place"),
    "damaged": (lambda mine, _: mine[:300], "S06: the sealed file is too large or damaged"),
    "not sealed": (
        lambda *_: b"A Ven H",
        "S06: the sealed file is too large or damaged (it is not",
    ),
    "to another key": (
        lambda *_: seal_orders(
            order_text(SPRING, "Italy"), slot("Italy"), [STRANGER.public], WRITTEN
        ),
        "S07: no key that is here opens the file",
    ),
    "no orders": (lambda *_: by_hand("x"), "S04: what is inside is not what belongs there"),
    "without its own key": (
        lambda *_: by_hand(order_text(SPRING, "Italy", orders="A Ven H")),
        "S08: the file's own open_key does not open it",
    ),
}


@pytest.mark.parametrize(("make", "reason"), VOID.values(), ids=VOID)
def test_a_file_that_does_not_open_to_its_powers_orders_is_void_with_the_reason(
    folder: Path, make: Callable[[bytes, bytes], bytes], reason: str
):
    """It waits for the GM, and counts when a file that opens lies there and is accepted."""
    path = folder / "seasons" / SPRING / "orders" / "italy.toml.age"
    good = path.read_bytes()
    path.write_bytes(make(good, path.with_name("france.toml.age").read_bytes()))
    waiting = closed(folder, identity=IDENTITY).waiting
    assert waiting is not None
    assert f"Italy's file is void: {reason}" in waiting.reasons[0].title
    assert "A Ven" not in str(waiting.reasons)
    rule(folder, about="italy", do="accept")
    assert "is void" in str(closed(folder, identity=IDENTITY).waiting)
    path.write_bytes(good)
    (record,) = closed(folder, identity=IDENTITY).records
    assert record.handed[Power("Italy")] is Status.ACCEPTED
    assert verify_game(folder).differences == ()


@pytest.mark.parametrize("key", [None, STRANGER.secret], ids=["no key", "another key"])
def test_a_lost_key_is_survived_when_every_sealed_file_is_ruled_on(folder: Path, key: str | None):
    identity = None if key is None else parse_identity(key)
    powers = ("austria", "england", "france", "germany", "russia", "turkey")
    for power in powers[:-1]:
        rule(folder, about=power, do="proceed")
    hand_in(folder, "Italy", orders="A Ven - Tri")
    rule(folder, about="italy", do="accept")
    with pytest.raises(
        GameFolderError, match=r"turkey\.toml\.age is sealed: the GM's key is needed"
    ):
        closed(folder, identity=identity)
    assert not (folder / "seasons" / SPRING / "close.toml").exists()
    rule(folder, about="turkey", do="refuse")
    (record,) = closed(folder, identity=identity).records
    assert record.handed[Power("Italy")] is Status.ACCEPTED
    assert record.handed[Power("Turkey")] is Status.VOID
    assert verify_game(folder).differences == ()
