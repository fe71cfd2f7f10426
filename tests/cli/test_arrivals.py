"""Receipts: which version of a power's orders counts, whoever sent it and by whatever way it came."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random

import pytest

from tests.archive.folders import GAME, change, hand_in, made, opened, order_text, rule, season_of
from tests.cli.hub import BOT, Hub
from zinegen.archive import (
    CloseOptions,
    CloseResult,
    close_game,
    make_key_pair,
    parse_identity,
    read_arrivals,
    seal_orders,
    verify_game,
    write_arrivals,
)
from zinegen.board import Power
from zinegen.cli.arrivals import list_arrivals
from zinegen.game import Move
from zinegen.play.texts import Receipt, Status

GM = make_key_pair()
GM_ID, BOB, OTHER, DORA = 11, 583231, 998877, 4711
ENGLAND = Power("England")
DEADLINE = datetime(2026, 12, 1, 22, tzinfo=UTC)
NOW = DEADLINE + timedelta(hours=12)
SEASON = f"games/{GAME}/seasons/1901-1-spring"
FILE = f"{SEASON}/orders/england.toml"


def at(hours: float) -> datetime:
    """Return a moment by its hours from the deadline."""
    return DEADLINE + timedelta(hours=hours)


def orders(to: str) -> bytes:
    return order_text("1901-1-spring", "England", orders=f"A Lvp - {to}").encode()


def seal(folder: Path, to: str) -> bytes:
    slot = season_of(folder).slot(ENGLAND)
    return seal_orders(orders(to).decode(), slot, [GM.public], "2026-11-30T18:02:00Z")


def begin(tmp_path: Path, *, keys: tuple[str, ...] = (), **policy: str) -> tuple[Path, Hub]:
    """Make a game whose blank order files have been pushed by the platform's robot."""
    folder = made(tmp_path, gm_keys=keys, deadline=DEADLINE)
    path = folder / "game.toml"
    change(path, 'no_orders_first = "wait"', 'no_orders_first = "hold"')
    change(path, 'name = "The GM"', f'name = "The GM", id = {GM_ID}')
    with path.open("a") as file:
        file.write(f"england = {{ name = 'Bob', id = {BOB} }}\n")
        file.write(f"france = {{ name = 'Cécile', id = {OTHER} }}\n[deadlines]\n")
        file.writelines(f"{key} = '{value}'\n" for key, value in policy.items())
    if not keys:
        hand_in(folder, "Italy", orders="A Ven H")
    hub = Hub()
    written = (season_of(folder).folder / "orders").iterdir()
    hub.push(BOT, at(-300), {f"{SEASON}/orders/{one.name}": one.read_bytes() for one in written})
    return folder, hub


def close(folder: Path, hub: Hub) -> CloseResult:
    """Take over what main has now, ask for receipts and close, as the workflow does."""
    lying = hub.files[hub.main[-1]]
    for name in (FILE, f"{FILE}.age"):
        path = folder.parent.parent / name
        path.unlink(missing_ok=True)
        if name in lying:
            path.write_bytes(lying[name])
    game, season = opened(folder), season_of(folder)
    place, receipts = f"{GAME}/{season.slug}", folder.parent / "r.json"
    write_arrivals(receipts, {place: list_arrivals(hub, game, season)})
    arrivals = read_arrivals(receipts, place, game.settings.powers)
    identity = parse_identity(GM.secret) if game.settings.secrecy.gm_keys else None
    return close_game(folder, CloseOptions(now=NOW, arrivals=arrivals, identity=identity))


def receipt(folder: Path) -> Receipt:
    """Return England's receipt."""
    closing = season_of(folder).closing
    assert closing is not None
    return closing.receipts[ENGLAND]


def moved_to(done: CloseResult) -> str:
    """Return where England's army went to; empty where it was not ordered, or nothing was judged."""
    rulings = done.records[0].phases[0].report.rulings if done.records else ()
    army = [one.order for one in rulings if one.order.power == ENGLAND]
    return "".join(str(one.to.province) for one in army if isinstance(one, Move))


PRESS = {f"{SEASON}/press/england-1.md": b"---\nto: all\n---\nHello.\n"}
YOR, EDI = ({FILE: orders(to)} for to in ("Yor", "Edi"))
BLANK = {FILE: order_text("1901-1-spring", "England").encode()}


def both(first: Callable[[Hub], object], second: Callable[[Hub], object]) -> Callable[[Hub], None]:
    def do(hub: Hub) -> None:
        first(hub)
        second(hub)

    return do


def in_time(hub: Hub) -> str:
    return hub.pull(BOB, at(-8), (at(-9), YOR))


def run_often(hub: Hub, author: int, branch: str) -> None:
    """Let a branch of that name in the author's fork be pushed to late, more often than an answer tells."""
    for number in range(1230):
        hub.runs.append(hub.run(author, [*hub.files][-1], at(1 + number / 3600), branch))


WAYS: dict[str, tuple[Callable[[Hub], object], str, Status, Status | None]] = {
    "a pull request in time": (in_time, "Yor", Status.ACCEPTED, None),
    "a pull request that is merged late": (
        lambda hub: hub.pull(BOB, at(5), (at(-9), YOR)),
        "Yor",
        Status.ACCEPTED,
        None,
    ),
    "an issue in time, committed late": (
        lambda hub: hub.issue(BOB, at(-1), at(5), YOR),
        "Yor",
        Status.ACCEPTED,
        None,
    ),
    "two issues in time": (
        both(
            lambda hub: hub.issue(BOB, at(-2), at(-2), YOR),
            lambda hub: hub.issue(BOB, at(-1), at(9), EDI),
        ),
        "Edi",
        Status.ACCEPTED,
        None,
    ),
    "an issue in time, and a late pull request": (
        both(
            lambda hub: hub.issue(BOB, at(-2), at(-2), YOR),
            lambda hub: hub.pull(BOB, at(2), (at(1), EDI)),
        ),
        "Yor",
        Status.LATE,
        Status.ACCEPTED,
    ),
    "two in time": (
        both(in_time, lambda hub: hub.pull(BOB, at(-2), (at(-3), EDI))),
        "Edi",
        Status.ACCEPTED,
        None,
    ),
    "only a late one": (lambda hub: hub.pull(BOB, at(2), (at(1), YOR)), "", Status.LATE, None),
    "one of which nobody saw the arrival": (
        lambda hub: hub.pull(BOB, at(2), (at(-1), YOR), checks=False),
        "",
        Status.LATE,
        None,
    ),
    "a late change by another pull request": (
        both(in_time, lambda hub: hub.pull(BOB, at(2), (at(1), EDI))),
        "Yor",
        Status.LATE,
        Status.ACCEPTED,
    ),
    "a late change in the same pull request": (
        lambda hub: hub.pull(BOB, at(3), (at(-9), YOR), (at(1), EDI)),
        "Yor",
        Status.LATE,
        Status.ACCEPTED,
    ),
    "the same, merged as one commit": (
        lambda hub: hub.pull(BOB, at(3), (at(-9), YOR), (at(1), EDI), squash=True),
        "Yor",
        Status.LATE,
        Status.ACCEPTED,
    ),
    "the same, with the commit in time forced away": (
        lambda hub: hub.pull(BOB, at(3), (at(-9), YOR), (at(1), EDI), gone=1),
        "Yor",
        Status.LATE,
        Status.ACCEPTED,
    ),
    "a branch that is forced back late": (
        lambda hub: hub.pull(BOB, at(3), (at(-9), YOR), (at(-8), EDI), back=at(1)),
        "Edi",
        Status.LATE,
        Status.ACCEPTED,
    ),
    "a branch that is forced back late, merged as one commit": (
        lambda hub: hub.pull(BOB, at(3), (at(-9), YOR), (at(-8), EDI), back=at(1), squash=True),
        "Edi",
        Status.LATE,
        Status.ACCEPTED,
    ),
    "a branch that is forced back in time": (
        lambda hub: hub.pull(BOB, at(3), (at(-9), YOR), (at(-8), EDI), back=at(-1)),
        "Yor",
        Status.ACCEPTED,
        None,
    ),
    "a request that is closed and opened again late": (
        lambda hub: hub.pull(BOB, at(3), (at(-9), YOR), back=at(1)),
        "Yor",
        Status.ACCEPTED,
        None,
    ),
    "late runs of a branch of the same name in another fork": (
        both(
            lambda hub: hub.pull(BOB, at(5), (at(-9), YOR)),
            lambda hub: run_often(hub, OTHER, f"players/{BOB}"),
        ),
        "Yor",
        Status.ACCEPTED,
        None,
    ),
    "many late runs of one's own": (
        both(
            lambda hub: hub.pull(BOB, at(5), (at(-9), YOR), (at(-8), EDI), (at(1), YOR)),
            lambda hub: run_often(hub, BOB, f"players/{BOB}"),
        ),
        "Edi",
        Status.LATE,
        Status.ACCEPTED,
    ),
    "a second request that is never merged": (
        both(in_time, lambda hub: hub.pull(BOB, None, (at(-3), EDI))),
        "Edi",
        Status.LATE,
        Status.ACCEPTED,
    ),
    "the same, from a fork that is deleted since": (
        both(in_time, lambda hub: hub.pull(BOB, None, (at(-3), EDI), has_fork=False)),
        "Edi",
        Status.LATE,
        Status.ACCEPTED,
    ),
    "a request that is never merged and nothing else": (
        lambda hub: hub.pull(BOB, None, (at(-3), EDI)),
        "Edi",
        Status.LATE,
        Status.ACCEPTED,
    ),
    "a late request after one that was never merged": (
        both(
            lambda hub: hub.pull(BOB, None, (at(-9), YOR), (at(-8), EDI)),
            lambda hub: hub.pull(BOB, at(2), (at(1), YOR)),
        ),
        "Edi",
        Status.LATE,
        Status.ACCEPTED,
    ),
    "a request that is never merged, and a later one that is": (
        both(lambda hub: hub.pull(BOB, None, (at(-9), EDI)), in_time),
        "Yor",
        Status.ACCEPTED,
        None,
    ),
    "a request of another player that is never merged": (
        both(in_time, lambda hub: hub.pull(OTHER, None, (at(-3), EDI))),
        "Yor",
        Status.ACCEPTED,
        None,
    ),
    "a late request that is never merged": (
        both(in_time, lambda hub: hub.pull(BOB, None, (at(1), EDI))),
        "Yor",
        Status.ACCEPTED,
        None,
    ),
    "orders taken back within a request, and a late change": (
        both(
            lambda hub: hub.pull(BOB, at(-10), (at(-11), YOR)),
            both(
                lambda hub: hub.pull(BOB, at(-7), (at(-9), EDI), (at(-8), YOR)),
                lambda hub: hub.pull(BOB, at(2), (at(1), EDI)),
            ),
        ),
        "Yor",
        Status.LATE,
        Status.ACCEPTED,
    ),
    "press that comes late behind orders in time": (
        lambda hub: hub.pull(BOB, at(3), (at(-9), YOR), (at(1), PRESS)),
        "Yor",
        Status.ACCEPTED,
        None,
    ),
    "orders that come late behind press in time": (
        lambda hub: hub.pull(BOB, at(3), (at(-9), PRESS), (at(1), YOR)),
        "",
        Status.LATE,
        None,
    ),
    "orders that are taken back late": (
        both(in_time, lambda hub: hub.pull(BOB, at(2), (at(1), BLANK))),
        "Yor",
        Status.LATE,
        Status.ACCEPTED,
    ),
    "orders that are taken back in time": (
        both(in_time, lambda hub: hub.pull(BOB, at(-2), (at(-3), BLANK))),
        "",
        Status.NONE,
        None,
    ),
    "a file that is deleted late": (
        both(in_time, lambda hub: hub.push(BOB, at(1), {FILE: b""})),
        "Yor",
        Status.LATE,
        Status.ACCEPTED,
    ),
    "a late change that cannot be read": (
        both(in_time, lambda hub: hub.push(BOB, at(1), {FILE: b"orders = ["})),
        "Yor",
        Status.LATE,
        Status.ACCEPTED,
    ),
    "a foreign pull request that was merged": (
        both(in_time, lambda hub: hub.pull(OTHER, at(-2), (at(-3), EDI))),
        "Yor",
        Status.VOID,
        Status.ACCEPTED,
    ),
    "a foreign pull request and nothing else": (
        lambda hub: hub.pull(OTHER, at(-2), (at(-3), EDI)),
        "",
        Status.VOID,
        None,
    ),
    "a pull request of nobody's": (
        lambda hub: hub.pull(DORA, at(-2), (at(-3), EDI)),
        "",
        Status.VOID,
        None,
    ),
    "a push in time": (lambda hub: hub.push(BOB, at(-2), YOR), "Yor", Status.ACCEPTED, None),
    "a late push": (lambda hub: hub.push(BOB, at(2), YOR), "", Status.LATE, None),
    "a push with several commits": (
        lambda hub: hub.push(BOB, at(-2), EDI, YOR, PRESS),
        "Yor",
        Status.ACCEPTED,
        None,
    ),
    "a late push over a pull request in time": (
        both(in_time, lambda hub: hub.push(BOB, at(2), EDI, PRESS)),
        "Yor",
        Status.LATE,
        Status.ACCEPTED,
    ),
    "a push of another player, below others": (
        both(in_time, lambda hub: hub.push(OTHER, at(-2), EDI, PRESS)),
        "Yor",
        Status.VOID,
        Status.ACCEPTED,
    ),
    "what the GM pushed after the deadline": (
        both(in_time, lambda hub: hub.push(GM_ID, at(2), EDI)),
        "Edi",
        Status.ACCEPTED,
        None,
    ),
    "a late change of what the GM pushed": (
        both(
            lambda hub: hub.push(GM_ID, at(-2), YOR),
            lambda hub: hub.pull(BOB, at(2), (at(1), EDI)),
        ),
        "Yor",
        Status.LATE,
        Status.ACCEPTED,
    ),
    "a pull request of the GM": (
        lambda hub: hub.pull(GM_ID, at(2), (at(1), YOR)),
        "Yor",
        Status.ACCEPTED,
        None,
    ),
}
"""What happens on the platform, where the army goes, and what is said of what lies there and what counts."""


@pytest.mark.parametrize("way", WAYS, ids=lambda way: way.replace(" ", "-"))
def test_what_came_last_in_time_from_the_player_counts_whatever_came_after(
    tmp_path: Path, way: str
):
    happens, goal, status, kept = WAYS[way]
    folder, hub = begin(tmp_path)
    happens(hub)
    lying = hub.files[hub.main[-1]].get(FILE)
    done = close(folder, hub)
    found = receipt(folder)
    assert (moved_to(done), found.status) == (goal, status)
    assert (found.in_time and found.in_time.status) == kept
    assert lying is None or (folder.parent.parent / FILE).read_bytes() == lying
    assert not done.records or verify_game(folder).differences == ()


def test_the_receipt_names_who_sent_what_counts_and_when(tmp_path: Path):
    folder, hub = begin(tmp_path)
    sha = in_time(hub)
    late = hub.pull(BOB, at(2), (at(1), EDI))
    close(folder, hub)
    found = receipt(folder)
    assert found.in_time is not None
    assert (found.commit, found.in_time.commit) == (late, sha)
    assert found.in_time.file == "opened/england-in-time.toml"
    assert found.in_time.received == at(-9).isoformat()
    assert found.in_time.by_id == BOB
    kept = season_of(folder).folder / found.in_time.file
    assert kept.read_bytes() == YOR[FILE]
    kept.write_bytes(EDI[FILE])
    assert "in-time.toml was edited" in verify_game(folder).differences[0].text


@pytest.mark.parametrize(
    ("deed", "goal"), [("accept", "Edi"), ("refuse", "Yor"), ("proceed", "Yor")]
)
def test_with_late_changes_gm_the_game_waits_until_the_gm_has_ruled_on_the_change(
    tmp_path: Path, deed: str, goal: str
):
    folder, hub = begin(tmp_path, late_changes="gm")
    in_time(hub)
    hub.pull(BOB, at(2), (at(1), EDI))
    waiting = close(folder, hub).waiting
    assert waiting is not None
    assert [one.title for one in waiting.reasons] == [
        "England changed its orders too late: the GM has to accept or refuse the change"
    ]
    rule(folder, about="england", do=deed)
    assert moved_to(close_game(folder, CloseOptions(now=NOW))) == goal
    assert verify_game(folder).differences == ()


def test_a_late_change_that_is_void_may_still_be_accepted(tmp_path: Path):
    folder, hub = begin(tmp_path)
    in_time(hub)
    hub.pull(BOB, at(2), (at(1), EDI))
    rule(folder, about="england", do="accept")
    assert moved_to(close(folder, hub)) == "Edi"
    assert verify_game(folder).differences == ()


def test_of_sealed_orders_the_file_in_time_is_kept_beside_what_was_in_it(tmp_path: Path):
    folder, hub = begin(tmp_path, keys=(GM.public,))
    first, second = seal(folder, "Yor"), seal(folder, "Edi")
    hub.pull(BOB, at(-8), (at(-9), {f"{FILE}.age": first}))
    hub.pull(BOB, at(2), (at(1), {f"{FILE}.age": second}))
    assert moved_to(close(folder, hub)) == "Yor"
    found, place = receipt(folder), season_of(folder).folder
    assert found.in_time is not None
    assert found.in_time.file == "opened/england-in-time.toml.age"
    assert (place / found.in_time.file).read_bytes() == first
    assert (place / "orders/england.toml.age").read_bytes() == second
    assert b"A Lvp - Yor" in (place / "opened/england-in-time.toml").read_bytes()
    assert verify_game(folder).differences == ()
    (place / found.in_time.file).write_bytes(second)
    assert any("in-time" in one.text for one in verify_game(folder).differences)


def test_sealed_orders_beside_the_blank_file_are_orders(tmp_path: Path):
    folder, hub = begin(tmp_path, keys=(GM.public,))
    hub.pull(BOB, at(-8), (at(-9), {f"{FILE}.age": seal(folder, "Yor")}))
    assert moved_to(close(folder, hub)) == "Yor"


def test_a_late_plain_file_does_not_stand_for_sealed_orders_in_time(tmp_path: Path):
    folder, hub = begin(tmp_path, keys=(GM.public,))
    sent = seal(folder, "Yor")
    hub.pull(BOB, at(-8), (at(-9), {f"{FILE}.age": sent}))
    hub.push(BOB, at(2), {f"{FILE}.age": b"", **EDI})
    assert moved_to(close(folder, hub)) == "Yor"


def test_what_came_to_main_after_the_checkout_is_no_part_of_it(tmp_path: Path):
    folder, hub = begin(tmp_path)
    in_time(hub)
    (folder.parent.parent / FILE).write_bytes(YOR[FILE])
    hub.pull(BOB, at(-2), (at(-3), EDI))
    found = list_arrivals(hub, opened(folder), season_of(folder))[ENGLAND]
    assert (found.received, found.in_time) == (at(-9), None)


def test_what_lies_here_and_not_on_the_platform_is_the_gms_own(tmp_path: Path):
    folder, hub = begin(tmp_path)
    in_time(hub)
    (folder.parent.parent / FILE).write_bytes(EDI[FILE])
    assert list_arrivals(hub, opened(folder), season_of(folder)) == {}


def test_a_push_that_is_too_long_ago_is_told_by_its_commit(tmp_path: Path):
    folder, hub = begin(tmp_path)
    hub.push(BOB, at(-9), YOR, PRESS)
    for number in range(110):
        hub.push(GM_ID, at(-8), {"site_src/about.md": b"%d" % number})
    (folder.parent.parent / FILE).write_bytes(YOR[FILE])
    found = list_arrivals(hub, opened(folder), season_of(folder))[ENGLAND]
    assert (found.by_id, found.received) == (BOB, at(-9))


Told = tuple[int, float, bytes]
"""A version: who sent it (0: the GM), when in hours from the deadline, and what it says."""


def happen(chance: Random) -> tuple[Hub, list[Told]]:
    """Let pull requests and pushes of anybody come to a platform; return it and all that came, in order."""
    hub, clock = Hub(), -20.0
    hub.push(BOT, at(-300), {FILE: b"blank"})
    told: list[Told] = [(0, -300.0, b"blank")]
    for _ in range(chance.randint(1, 6)):
        who, sent = chance.choice([BOB, BOB, BOB, OTHER, GM_ID, DORA]), []
        for _ in range(chance.randint(1, 3)):
            clock += chance.uniform(0.1, 4)
            sent.append((clock, str(clock).encode()))
        if chance.random() < 0.6:
            clock += chance.uniform(0.1, 4)
            gone, squash = chance.randrange(len(sent)), chance.random() < 0.4
            pushes = ((at(when), {FILE: content}) for when, content in sent)
            hub.pull(who, at(clock), *pushes, gone=gone, squash=squash)
            told += [(0 if who == GM_ID else who, when, content) for when, content in sent]
        else:
            hub.push(who, at(clock), *({FILE: content} for _, content in sent))
            by_id = who if who in {BOB, OTHER} else 0
            told += [(by_id, clock, content) for _, content in sent]
    return hub, told


def test_whatever_happens_on_the_platform_the_last_version_in_time_is_found(tmp_path: Path):
    folder, _ = begin(tmp_path)
    game, season = opened(folder), season_of(folder)
    for seed in range(60):  # 3,000 were tried by hand
        hub, told = happen(Random(seed))
        (folder.parent.parent / FILE).write_bytes(told[-1][2])
        found = list_arrivals(hub, game, season).get(ENGLAND)
        counts = [one for one in told if one[0] == 0 or (one[0] == BOB and one[1] <= 0)][-1]
        if counts == told[-1]:
            assert (found.by_id if found else 0) == counts[0], seed
            assert found is None or found.in_time is None, seed
        else:
            assert found is not None, seed
            assert found.in_time is not None, seed
            assert (found.by_id, found.in_time.content) == (told[-1][0], counts[2]), seed
