"""What somebody could do to a game's files after the event: each edit is named, or shown to be harmless.

Edits of different files are made together, since each verification judges all seasons again.
"""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

import pytest

from tests.archive import secret_games
from tests.archive.folders import GAME, OPENING, change, closed, hand_in, made, rule, season_of
from zinegen.archive import (
    PressSlot,
    Severity,
    make_key_pair,
    parse_identity,
    seal_orders,
    seal_press,
    verify_game,
)
from zinegen.board import Power
from zinegen.game import Report, Throw
from zinegen.play import Dice, commitment
from zinegen.play.records import canonical
from zinegen.rules import adjudicate

SECRET, GM = bytes(range(32)), make_key_pair()
OTHER = bytes(32)
SPRING, AUTUMN = "seasons/1901-1-spring", "seasons/1901-2-autumn"
SIDES = tuple(f"side {number:02}" for number in range(80))
THROW = Throw(label="coast/F Con", candidates=SIDES)
WRITTEN = "2026-11-30T18:02:00Z"

Edit = Callable[[Path], object]


@pytest.fixture(scope="module", autouse=True)
def throwing() -> Iterator[None]:
    """Let every season of the standard game need a throw; no rule of it does."""

    def ask(variant, state, sheet):
        if variant.id == "standard" and state.phase.kind == "M" and THROW.label not in sheet.throws:
            return state, Report(needs=THROW)
        return adjudicate(variant, state, sheet)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("zinegen.play.season.adjudicate", ask)
        yield


def sealed_orders(folder: Path, power: str, orders: str) -> bytes:
    slot = season_of(folder).slot(Power(power))
    text = f'game = "{GAME}"\nseason = "1901-1-spring"\npower = "{power.lower()}"\norders = """{orders}"""\n'
    return seal_orders(text, slot, [GM.public], WRITTEN)


def sealed_press(folder: Path, power: str, to: str, text: str) -> bytes:
    season = season_of(folder)
    slot = PressSlot(
        game=GAME, season=season.slug, author=Power(power), number=1, shown=season.shown
    )
    powers = tuple(map(Power, sorted(OPENING)))
    return seal_press(f"---\nto: {to}\n---\n{text}\n", slot, [GM.public], powers)


def hand_in_everything(folder: Path) -> None:
    """Write orders and press for the spring, plain and sealed."""
    spring = folder / SPRING
    for power, orders in OPENING.items():
        if power in {"England", "France"}:
            path = spring / "orders" / f"{power.lower()}.toml"
            path.unlink()
            path.with_name(f"{path.name}.age").write_bytes(sealed_orders(folder, power, orders))
        elif power != "Turkey":
            hand_in(folder, power, orders=orders)
    (spring / "press").mkdir()
    for name in ("gm-1", "gm-2", "italy-1", "italy-2"):
        (spring / "press" / f"{name}.md").write_text(f"News from {name}.\n")
    for power, to in (("England", "all"), ("France", "Italy")):
        sealed = sealed_press(folder, power, to, "The fleet sails.")
        (spring / "press" / f"{power.lower()}-1.md.age").write_bytes(sealed)


@pytest.fixture(scope="module")
def games(tmp_path_factory: pytest.TempPathFactory) -> Mapping[str, Path]:
    """Give a game of two recorded seasons with everything in it, one with a chain, and one of secrets."""
    root = tmp_path_factory.mktemp("games")
    return {
        "open": open_game(root / "a"),
        "chained": chained_game(root / "b"),
        "secret": secret_games.played(root / "c"),
    }


def open_game(root: Path) -> Path:
    folder = made(root, gm_keys=(GM.public,))
    change(folder / "game.toml", 'orders  = "sealed"', 'orders = "open"')
    with (folder / "game.toml").open("a") as file:
        file.write(f"\n[chance]\ncommitment = '{commitment(SECRET)}'\nnonces = ['rain', 'sun']\n")
    change(folder / SPRING / "season.toml", "# deadline", "deadline = 2026-12-01T22:00:00Z #")
    hand_in_everything(folder)
    rule(folder, about="turkey", do="proceed")
    given = {"identity": parse_identity(GM.secret), "early": "1901-1-spring"}
    dice = Dice(game=GAME, secret=SECRET, nonces=("rain", "sun"))
    assert closed(folder, dice=dice, **given).waiting is None
    hand_in(folder, "Italy", orders="A Ven H")
    assert closed(folder, dice=dice, early="1901-2-autumn").waiting is None
    change(folder / "game.toml", "[chance]\n", f"[chance]\nsecret = '{SECRET.hex()}'\n")
    assert verify_game(folder).differences == ()
    return folder


def chained_game(root: Path) -> Path:
    folder = made(root)
    change(folder / "game.toml", 'no_orders_first = "wait"', 'no_orders_first = "hold"')
    with (folder / "game.toml").open("a") as file:
        file.write(f"\n[chance]\ncommitment = '{commitment(SECRET, 9)}'\nchain = 9\n")
    for season in ("1901-1-spring", "1901-2-autumn"):
        hand_in(folder, "Italy", orders="A Ven H")
        assert closed(folder, dice=Dice(secret=SECRET, links=9), early=season).records
    return folder


# Edits


def put(path: str, content: str | bytes) -> Edit:
    """Return the edit that writes a file."""
    raw = content.encode() if isinstance(content, str) else content
    return lambda folder: (folder / path).write_bytes(raw)


def drop(path: str) -> Edit:
    """Return the edit that deletes a file."""
    return lambda folder: (folder / path).unlink()


def swap(one: str, other: str) -> Edit:
    """Return the edit that exchanges two files."""

    def exchange(folder: Path) -> None:
        first = (folder / one).read_bytes()
        (folder / one).write_bytes((folder / other).read_bytes())
        (folder / other).write_bytes(first)

    return exchange


def text(path: str, old: str, new: str) -> Edit:
    """Return the edit that replaces a text in a file."""
    return lambda folder: change(folder / path, old, new)


def record(path: str, edit: Callable[[dict], object]) -> Edit:
    """Return the edit of a record that leaves it in its one right form."""

    def rewrite(folder: Path) -> None:
        file = folder / path / "result.json"
        data = json.loads(file.read_bytes())
        edit(data)
        file.write_bytes(canonical(data))

    return rewrite


def ruling_of(data: dict, power: str) -> dict:
    """Return the ruling on the first order of a power in a record."""
    return next(one for one in data["phases"][0]["rulings"] if one["power"] == power)


def wind_back(folder: Path) -> None:
    """Delete both records of two seasons."""
    for season in (SPRING, AUTUMN):
        (folder / season / "result.json").unlink()


def reseal(power: str) -> Edit:
    """Return the edit that puts other orders into the place of the sealed ones, sealed as they were."""
    path = f"{SPRING}/orders/{power.lower()}.toml.age"
    return lambda folder: (folder / path).write_bytes(sealed_orders(folder, power, "A Mar H"))


def reseal_press(folder: Path) -> None:
    sealed = sealed_press(folder, "France", "Italy", "The fleet stays.")
    (folder / SPRING / "press/france-1.md.age").write_bytes(sealed)


def link_to_itself_elsewhere(folder: Path) -> None:
    path = folder / SPRING / "orders/italy.toml"
    path.rename(folder / "italy.toml")
    path.symlink_to(folder / "italy.toml")


def give(power: str, orders: str) -> Edit:
    """Return the edit that adds an order file to the spring."""
    return lambda folder: hand_in(folder, power, 0, orders=orders)


HARMLESS = ""
ADDED = "was added after the season was recorded"
EDITED, GONE = "was edited after the season was recorded", "is gone, or does not count any more"
OPEN: Mapping[str, tuple[Edit, str]] = {
    # game.toml
    "another commitment": (
        text("game.toml", commitment(SECRET), commitment(OTHER)),
        f"the commitment in game.toml {EDITED}",
    ),
    "a commitment to a chain": (
        text("game.toml", "[chance]\n", "[chance]\nchain = 9\n"),
        f"the commitment in game.toml {EDITED}",
    ),
    "a nonce that is added": (
        text("game.toml", "'sun'", "'sun', 'moon'"),
        f"the list of nonces in game.toml {EDITED}",
    ),
    "a nonce that is dropped": (
        text("game.toml", ", 'sun'", ""),
        f"the list of nonces in game.toml {EDITED}",
    ),
    "another nonce": (
        text("game.toml", "'sun'", "'snow'"),
        "the throw S1901M/coast/F Con is recorded as",
    ),
    "nonces in another order": (text("game.toml", "'rain', 'sun'", "'sun', 'rain'"), HARMLESS),
    "another secret": (
        text("game.toml", SECRET.hex(), OTHER.hex()),
        "not the one that the game was committed to",
    ),
    "a secret that is not published": (
        text("game.toml", f"secret = '{SECRET.hex()}'", ""),
        HARMLESS,
    ),
    "another option": (
        text("game.toml", "[policy]", "victory = 20\n[policy]"),
        f"game.toml {EDITED}",
    ),
    "another rule set": (text("game.toml", '"standard"', '"deluge1"'), f"game.toml {EDITED}"),
    "another start": (
        text("game.toml", "[policy]", "[start]\nunits.Italy = ['A Rom']\n[policy]"),
        f"game.toml {EDITED}",
    ),
    "another title": (text("game.toml", "Winter", "Summer"), HARMLESS),
    "another policy": (text("game.toml", '= "hold"    # hold | wait', '= "wait" #'), HARMLESS),
    "another key of the GM": (text("game.toml", GM.public, make_key_pair().public), HARMLESS),
    "another player": (
        text("game.toml", "# italy = { name = ", "italy = { name = 'Ann' } # "),
        HARMLESS,
    ),
    # season.toml
    "a deadline that is moved": (
        text(f"{SPRING}/season.toml", "T22:00", "T23:00"),
        f"the deadline in {SPRING}/season.toml {EDITED}",
    ),
    "a deadline that is dropped": (
        text(f"{SPRING}/season.toml", "deadline =", "# deadline ="),
        f"the deadline in {SPRING}/season.toml {EDITED}",
    ),
    "other phases": (
        text(f"{SPRING}/season.toml", ', "S1901R"', ""),
        f"{SPRING}/season.toml {EDITED}",
    ),
    "a headline": (text(f"{SPRING}/season.toml", "# headline", "headline = 'x' #"), HARMLESS),
    # Orders
    "other orders": (
        text(f"{SPRING}/orders/italy.toml", "A Ven H", "A Ven - Tri"),
        f"{SPRING}/orders/italy.toml {EDITED}",
    ),
    "a remark among orders": (
        text(f"{SPRING}/orders/italy.toml", "A Ven H", "A Ven H  # !"),
        f"{SPRING}/orders/italy.toml {EDITED}",
    ),
    "orders that are gone": (
        drop(f"{SPRING}/orders/italy.toml"),
        f"{SPRING}/orders/italy.toml {GONE}",
    ),
    "exchanged orders": (
        swap(f"{SPRING}/orders/italy.toml", f"{SPRING}/orders/austria.toml"),
        f"{SPRING}/orders/austria.toml {EDITED}",
    ),
    "orders that became a link": (link_to_itself_elsewhere, f"{SPRING}/orders/italy.toml {GONE}"),
    "orders of a power that had sent none": (
        give("Turkey", "A Con - Bul"),
        f"{SPRING}/orders/turkey.toml {ADDED}",
    ),
    "plain orders beside sealed ones": (
        give("England", "F Lon H"),
        f"{SPRING}/orders/england.toml {ADDED}",
    ),
    "a file beside the orders": (
        put(f"{SPRING}/orders/italy-2.toml", "orders = 'A Ven H'"),
        f"{SPRING}/orders/italy-2.toml {ADDED}",
    ),
    "a sealed file beside the plain one": (
        lambda folder: (folder / f"{SPRING}/orders/turkey.toml.age").write_text("sealed"),
        f"{SPRING}/orders/turkey.toml.age {ADDED}",
    ),
    "a file beside what was opened": (
        put(f"{SPRING}/opened/turkey.toml", "orders = 'A Con H'"),
        f"{SPRING}/opened/turkey.toml {ADDED}",
    ),
    "sealed orders made anew": (reseal("France"), "france.toml.age: S09"),
    "sealed orders that are gone": (
        drop(f"{SPRING}/orders/france.toml.age"),
        "france.toml.age: there is no such file",
    ),
    "exchanged sealed orders": (
        swap(f"{SPRING}/orders/france.toml.age", f"{SPRING}/orders/england.toml.age"),
        "england.toml.age: S09",
    ),
    "other opened orders": (
        text(f"{SPRING}/opened/england.toml", "F Lon - NTH", "F Lon - ENG"),
        "/opened/england.toml: S09",
    ),
    "opened orders that are gone": (
        drop(f"{SPRING}/opened/england.toml"),
        f"{SPRING}/opened/england.toml {GONE}",
    ),
    # close.toml
    "another status": (
        text(f"{SPRING}/close.toml", 'status = "none"', 'status = "late"'),
        f"{SPRING}/close.toml {EDITED}",
    ),
    "another moment of closing": (
        text(f"{SPRING}/close.toml", "2026-12-01", "2026-12-02"),
        f"{SPRING}/close.toml {EDITED}",
    ),
    "another account": (
        text(f"{SPRING}/close.toml", "[orders.italy]", "[orders.italy]\nby_id = 7"),
        f"{SPRING}/close.toml {EDITED}",
    ),
    "another key to a sealed file": (
        text(f"{SPRING}/close.toml", 'open_key = "', 'open_key = "Q'),
        "england.toml.age: S08",
    ),
    "another digest of a sealed file": (
        text(f"{SPRING}/close.toml", 'opened_sha256 = "', 'opened_sha256 = "0'),
        "england.toml.age: S09",
    ),
    "a receipt that is gone": (
        text(f"{SPRING}/close.toml", '[orders.turkey]\nstatus = "none"', ""),
        f"{SPRING}/close.toml {EDITED}",
    ),
    "a lock that is gone": (drop(f"{SPRING}/close.toml"), f"{SPRING}/close.toml {GONE}"),
    # rulings.toml
    "another ruling": (
        text(f"{SPRING}/rulings.toml", "proceed", "civil-disorder"),
        f"{SPRING}/rulings.toml {EDITED}",
    ),
    "another reason": (
        text(f"{SPRING}/rulings.toml", "The GM says so", "Nobody knows"),
        f"{SPRING}/rulings.toml {EDITED}",
    ),
    "a ruling that is gone": (drop(f"{SPRING}/rulings.toml"), f"{SPRING}/rulings.toml {GONE}"),
    "a ruling that is added": (
        put(f"{AUTUMN}/rulings.toml", "[[ruling]]\ndo = 'correct'\nreason = 'x'\n"),
        f"{AUTUMN}/rulings.toml was added after the season was recorded",
    ),
    # chance.toml
    "another result of a throw": (
        text(f"{SPRING}/chance.toml", "result = ", "result = 1 # "),
        f"{SPRING}/chance.toml {EDITED}",
    ),
    "a throw made out to be typed": (
        text(f"{SPRING}/chance.toml", 'by = "draw"', 'by = "gm"'),
        f"{SPRING}/chance.toml {EDITED}",
    ),
    "another side of a throw": (
        text(f"{SPRING}/chance.toml", "side 40", "side 99"),
        f"{SPRING}/chance.toml {EDITED}",
    ),
    "a throw in the old form": (
        text(f"{SPRING}/chance.toml", "S1901M/coast", "1901-1-spring/S1901M/coast"),
        "the throw 1901-1-spring/S1901M/coast/F Con is of an old form",
    ),
    "throws that are gone": (drop(f"{SPRING}/chance.toml"), f"{SPRING}/chance.toml {GONE}"),
    # Press
    "other press": (
        text(f"{SPRING}/press/italy-1.md", "News", "Lies"),
        f"{SPRING}/press/italy-1.md {EDITED}",
    ),
    "other press of the GM": (
        text(f"{SPRING}/press/gm-1.md", "News", "Lies"),
        f"{SPRING}/press/gm-1.md {EDITED}",
    ),
    "press that is gone": (
        drop(f"{SPRING}/press/italy-2.md"),
        f"{SPRING}/press/italy-2.md {GONE}",
    ),
    "exchanged press": (
        swap(f"{SPRING}/press/italy-1.md", f"{SPRING}/press/gm-1.md"),
        f"{SPRING}/press/italy-1.md {EDITED}",
    ),
    "late press": (
        put(f"{SPRING}/press/turkey-1.md", "I was there."),
        f"{SPRING}/press/turkey-1.md was added after the season was recorded",
    ),
    "late press of the GM": (
        put(f"{SPRING}/press/gm-3.md", "Well played."),
        f"{SPRING}/press/gm-3.md {ADDED}",
    ),
    "other opened press": (
        text(f"{SPRING}/opened/england-1.md", "sails", "stays"),
        "/opened/england-1.md: S09",
    ),
    "press to some powers made anew": (reseal_press, "france-1.md.age: S09"),
    "sealed press that is gone": (
        drop(f"{SPRING}/press/england-1.md.age"),
        "england-1.md.age: there is no such file",
    ),
    # Records
    "a record that is gone": (
        drop(f"{AUTUMN}/result.json"),
        f"{AUTUMN}/result.json is gone: 1902-1-spring was made from it",
    ),
    "an earlier record that is gone": (
        drop(f"{SPRING}/result.json"),
        f"{AUTUMN}/result.json lies behind a season that has no record",
    ),
    "all records gone": (
        wind_back,
        f"{SPRING}/result.json is gone: 1901-2-autumn was made from it",
    ),
    "another verdict": (
        record(AUTUMN, lambda data: ruling_of(data, "Italy").update(reason="too-far")),
        "F1901M Italy: A Ven H: recorded",
    ),
    "another position": (
        record(
            AUTUMN, lambda data: data["phases"][0]["after"]["units"]["Ven"].update(power="France")
        ),
        "the position after it differs: France A Ven, Italy A Ven",
    ),
    "an earlier record in another form": (
        text(f"{SPRING}/result.json", '"engine": "', '"engine":  "'),
        f"{SPRING}/result.json was edited",
    ),
    "an earlier record by another version": (
        record(SPRING, lambda data: data.update(engine="0.0.1")),
        f"{SPRING}/result.json {EDITED}",
    ),
    "a record by another version": (
        record(AUTUMN, lambda data: data.update(engine="0.0.1")),
        HARMLESS,
    ),
    "other powers that handed in": (
        record(AUTUMN, lambda data: data["handed"].update(Turkey="accepted")),
        "other powers handed in orders",
    ),
    "a ruling in the record alone": (
        record(
            AUTUMN,
            lambda data: data.update(
                decisions=[{"deed": "correct", "reason": "x", "on": "", "about": None}]
            ),
        ),
        "the record has other decisions",
    ),
    "an option in the record alone": (
        record(AUTUMN, lambda data: data.update(options={"victory": 20})),
        "the record has other options",
    ),
    "a record without the commitment": (
        record(AUTUMN, lambda data: data["inputs"].pop("game.toml#commitment")),
        f"{AUTUMN}/result.json says nothing of the commitment",
    ),
    "a record without a digest": (
        record(AUTUMN, lambda data: data["inputs"].pop(f"{AUTUMN}/orders/italy.toml")),
        f"{AUTUMN}/orders/italy.toml was added after the season was recorded",
    ),
    "a record that follows another": (
        record(AUTUMN, lambda data: data["inputs"].update({f"{SPRING}/result.json": "0" * 64})),
        f"{SPRING}/result.json {EDITED}",
    ),
    "a record cut short": (put(f"{AUTUMN}/result.json", "{"), f"{AUTUMN}/result.json: "),
    "the record of another season": (
        swap(f"{SPRING}/result.json", f"{AUTUMN}/result.json"),
        f"{SPRING}/result.json",
    ),
}
CHAINED: Mapping[str, tuple[Edit, str]] = {
    "the link of another season": (
        swap(f"{SPRING}/chance.toml", f"{AUTUMN}/chance.toml"),
        f"{AUTUMN}/chance.toml: the secret is no link of the chain in game.toml",
    ),
    "a link that is gone": (
        text(f"{SPRING}/chance.toml", "secret =", "# secret ="),
        f"{SPRING}/chance.toml {EDITED}",
    ),
    "a shorter chain": (
        text("game.toml", "chain = 9", "chain = 8"),
        f"the commitment in game.toml {EDITED}",
    ),
}
PLACEMENT = "seasons/2020-3-winter-placement"
SECRETLY: Mapping[str, tuple[Edit, str]] = {
    "exchanged reports": (
        swap(f"{PLACEMENT}/reports/england.txt.age", f"{PLACEMENT}/reports/france.txt.age"),
        f"{PLACEMENT}/reports/england.txt.age {EDITED}",
    ),
    "a report that is gone": (
        drop(f"{PLACEMENT}/reports/england.txt.age"),
        f"{PLACEMENT}/reports/england.txt.age {GONE}",
    ),
    "another sealed record": (
        text(f"{PLACEMENT}/hidden.json.age", "A", "B"),
        f"{PLACEMENT}/hidden.json.age {EDITED}",
    ),
    "a sealed record that is gone": (
        drop(f"{PLACEMENT}/hidden.json.age"),
        f"{PLACEMENT}/hidden.json.age {GONE}",
    ),
    "exchanged orders for the placement": (
        swap(f"{PLACEMENT}/orders/england.toml.age", f"{PLACEMENT}/orders/france.toml.age"),
        "england.toml.age: S09",
    ),
    "a commitment of a game of secrets": (
        text("game.toml", commitment(secret_games.SECRET), commitment(OTHER)),
        f"the commitment in game.toml {EDITED}",
    ),
    "nonces of a game of secrets": (
        text("game.toml", "# nonces", "nonces = ['rain'] #"),
        f"the list of nonces in game.toml {EDITED}",
    ),
    "a deadline of a game of secrets": (
        text(f"{PLACEMENT}/season.toml", "# deadline = ", "deadline = "),
        f"the deadline in {PLACEMENT}/season.toml {EDITED}",
    ),
    "other secrets": (text("hidden.toml.age", "A", "B"), "another digest"),
}
CASES = [
    pytest.param(game, edit, told, id=name)
    for game, edits in (("open", OPEN), ("chained", CHAINED), ("secret", SECRETLY))
    for name, (edit, told) in edits.items()
]


@pytest.mark.parametrize(("game", "edit", "told"), CASES)
def test_every_edit_is_named_or_harmless(
    games: Mapping[str, Path], tmp_path: Path, game: str, edit: Edit, told: str
):
    folder = tmp_path / games[game].name
    shutil.copytree(games[game], folder)
    edit(folder)
    found = verify_game(folder)
    texts = [one.text for one in found.differences]
    if told == HARMLESS:
        assert texts == []
    else:
        assert any(told in one for one in texts), texts
        assert found.is_sound == all(one.level is Severity.NOTE for one in found.differences)


def test_enough_kinds_of_tampering_are_tried():
    assert len(CASES) >= 66
