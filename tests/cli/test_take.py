"""A mail or chat message becomes an order file: what is taken, what is left out, what is refused."""

from __future__ import annotations

import io
import shutil
import sys
import time
import tomllib
from pathlib import Path

import pytest

from tests.archive.folders import change
from zinegen.archive import NewGame, new_game
from zinegen.play.texts.order_file import ARMOUR

MAILS = Path(__file__).parents[1] / "data" / "mails"
DATA = tomllib.loads((MAILS / "cases.toml").read_text(encoding="utf-8"))
SEASON = "1901-1-spring"


@pytest.fixture(scope="module")
def pattern(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A game whose players have mail addresses."""
    players = {"France": "Cécile", "Germany": "Hans", "England": "Bob"}
    folder = new_game(
        tmp_path_factory.mktemp("games"), "demo", "standard", NewGame(players=players)
    )
    for power, name in players.items():
        mail = DATA["mail"][power.lower()]
        change(folder / "game.toml", f'"{name}"', f'"{name}", mail = "{mail}"')
    return folder


@pytest.fixture
def game(pattern: Path, zine: Path) -> Path:
    """A copy of that game in a zine of its own."""
    return shutil.copytree(pattern, zine / "games" / "demo")


def orders_of(game: Path, power: str) -> dict[str, object]:
    """Return what the order file of a power says, by heading."""
    path = game / "seasons" / SEASON / "orders" / f"{power}.toml"
    data = tomllib.loads(path.read_text(encoding="utf-8"))
    assert [data.pop(key) for key in ("game", "season", "power")] == ["demo", SEASON, power]
    return {key: text if key == "note" else text.splitlines() for key, text in data.items()}


def files_of(game: Path) -> dict[str, bytes]:
    """Return every file of a game but the list of what came in, by path."""
    return {
        str(one.relative_to(game)): one.read_bytes()
        for one in game.rglob("*")
        if one.is_file() and one.name != "arrivals.toml"
    }


def paste(monkeypatch: pytest.MonkeyPatch, text: str) -> None:
    """Let a command read a text that somebody pastes."""
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(text.encode())))


def test_a_line_of_megabytes_is_put_aside_at_once(game: Path, monkeypatch, run) -> None:
    paste(monkeypatch, f"France\nA Par - Bur\n{'A Mar S A Par - Bur ' * 150_000}\n")
    begun = time.process_time()
    ended = run("take", "demo", "-", "--anyway")
    assert time.process_time() - begun < 5
    assert "this line is too long" in ended.err
    assert orders_of(game, "france")["orders"][0] == "A Par - Bur"


@pytest.mark.parametrize("case", DATA["case"], ids=lambda case: case["says"])
def test_a_message_is_read_as_people_send_it(case, game: Path, run) -> None:
    before = files_of(game)
    ended = run("take", "demo", str(MAILS / case["file"]), *case.get("args", ()))
    said = ended.out + ended.err
    assert ended.code == case.get("code", 0), said
    for told in case.get("told", ()):
        assert told in said
    assert "\u202e" not in said
    after = files_of(game)
    gives = case.get("gives", {})
    changed = {name for name in after if after[name] != before.get(name)}
    press = {f"seasons/{SEASON}/press/{name}" for name in case.get("press", ())}
    assert changed == {f"seasons/{SEASON}/orders/{power}.toml" for power in gives} | press
    for power, sections in gives.items():
        assert orders_of(game, power) == sections
    if not gives:
        assert "nothing was written" in ended.err


@pytest.mark.parametrize("case", [one for one in DATA["case"] if one.get("gives")][:3])
def test_a_message_taken_twice_changes_nothing(case, game: Path, run) -> None:
    run("take", "demo", str(MAILS / case["file"]))
    before = files_of(game)
    assert "holds these orders already" in run("take", "demo", str(MAILS / case["file"])).out
    assert files_of(game) == before


def test_what_lay_there_is_kept_under_numbers_and_never_overwritten(
    game: Path, run, monkeypatch
) -> None:
    orders = game / "seasons" / SEASON / "orders"
    for to in ("Kie", "Sil", "Kie", "Pru"):
        paste(monkeypatch, f"Germany\nA Ber - {to}\n")
        assert run("take", "demo", "-").code == 0
    assert orders_of(game, "germany") == {"orders": ["A Ber - Pru"]}
    kept = sorted(one.name for one in orders.glob("*.before-*"))
    assert kept == [f"germany.before-{number}.toml" for number in (1, 2, 3)]
    for name, to in zip(kept, ("Kie", "Sil", "Kie"), strict=True):
        assert f"A Ber - {to}" in (orders / name).read_text()
    checked = run("check", "games/demo")
    assert checked.code == 0
    assert "before-1" not in checked.out


def test_a_file_that_a_player_wrote_is_kept_even_if_it_cannot_be_read(
    game: Path, run, monkeypatch
) -> None:
    orders = game / "seasons" / SEASON / "orders"
    (orders / "france.toml").write_text("what = is this\n")
    paste(monkeypatch, "France: A Par - Bur")
    ended = run("take", "demo", "-")
    assert f"kept as games/demo/seasons/{SEASON}/orders/france.before-1.toml" in ended.out
    assert (orders / "france.before-1.toml").read_text() == "what = is this\n"
    (orders / "france.toml").unlink()
    (orders / "france.toml").symlink_to(orders / "italy.toml")
    assert run("take", "demo", str(MAILS / "prefixes.txt")).code == 2
    assert "A Par" not in (orders / "italy.toml").read_text()


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("Hello!", "there is no order in this message"),
        ("A Par - Bur\nA Mun - Ruh", "units of France and Germany are ordered"),
        ("France\nWhat a game!", "there is no order in this message"),
        ("France\nA Par\nA Mar", "there is no order in this message"),
        ('game = "other"\npower = "france"\nA Par - Bur', "this is for the game other, not demo"),
        (
            "From: Bob <bob@example.org>\nTo: Ann\n\nFrance\nA Par - Bur",
            "the address of the player of England",
        ),
        ("France\n" + "A Par - Bur\n" * 500, "more than 400 lines"),
        ("\0\1", "neither a mail nor a text"),
    ],
)
def test_what_is_not_plain_is_refused_and_nothing_is_written(
    text, told, game: Path, run, monkeypatch
) -> None:
    before = files_of(game)
    paste(monkeypatch, text)
    ended = run("take", "demo", "-")
    assert ended.code in {1, 2}
    assert told in ended.err
    assert files_of(game) == before


def test_an_unknown_power_or_file_cannot_be_taken(game: Path, run) -> None:
    ended = run("take", "demo", str(MAILS / "prefixes.txt"), "--power", "Frnace")
    assert (ended.code, "did you mean france?" in ended.err) == (2, True)
    assert run("take", "demo", "nothing.eml").code == 2


@pytest.mark.parametrize(
    "season",
    [
        (
            '"F1901M", "F1901R", "W1901A"',
            "A Par - Bur\nA Mar: Spa, disband\nremove F Bre\nbuild A Par",
            {
                "orders": ["A Par - Bur"],
                "retreats": ["A Mar: Spa, disband"],
                "builds": ["remove F Bre", "build A Par"],
            },
        ),
        (
            '"W1901A"',
            "Removals:\nF Bre\n\nBuilds: A Par",
            {"builds": ["remove F Bre", "build A Par"]},
        ),
        ('"W1901A"', "Winter 1901\nremove A Par", {"builds": ["remove A Par"]}),
        (
            '"S1901M"',
            "F Bre: nc, sc\nA Par H",
            {"orders": ["A Par H"], "coasts": ["F Bre: nc, sc"]},
        ),
    ],
)
def test_without_headings_a_line_stands_where_it_can_be_read(
    season: tuple[str, str, dict[str, list[str]]], game: Path, run, monkeypatch
) -> None:
    phases, text, gives = season
    change(game / "seasons" / SEASON / "season.toml", '"S1901M", "S1901R"', phases)
    paste(monkeypatch, text)
    ended = run("take", "demo", "-", "--power", "France")
    assert orders_of(game, "france") == gives, ended.out + ended.err


def test_a_line_that_may_stand_in_two_places_is_asked_about(game, run, monkeypatch) -> None:
    season = game / "seasons" / SEASON / "season.toml"
    change(season, '"S1901M", "S1901R"', '"F1901M", "F1901R", "W1901A"')
    paste(monkeypatch, "A Par - Bur\n  A Mar disband")
    ended = run("take", "demo", "-")
    assert ended.code == 1
    assert 'may stand under "retreats" or "builds"\n --> message:2:3\n' in ended.err
    assert orders_of(game, "france") == {"orders": ["A Par - Bur"]}


@pytest.fixture
def sealed_game(game: Path, run) -> Path:
    """The game with orders sealed to a key in the GM's home."""
    public = run("keygen").out.strip()
    change(game / "game.toml", 'orders = "open"', f'orders = "sealed"\ngm_keys = ["{public}"] #')
    return game


def test_in_a_sealed_game_the_orders_are_sealed_at_once(sealed_game: Path, zine: Path, run) -> None:
    before = files_of(sealed_game)
    assert run("take", "demo", str(MAILS / "prefixes.txt")).code == 0
    path = f"seasons/{SEASON}/orders/france.toml.age"
    after = files_of(sealed_game)
    assert after.keys() - before.keys() == {path}
    assert b"Bur" not in after[path]
    assert {name: after[name] for name in before} == before
    assert "A Mar S A Par - Bur" in run("open", f"games/demo/{path}").out
    assert "holds these orders already" in run("take", "demo", str(MAILS / "prefixes.txt")).out
    assert files_of(sealed_game) == after
    assert run("take", "demo", str(MAILS / "gmail.eml")).code == 0
    kept = files_of(sealed_game)[f"seasons/{SEASON}/orders/france.before-1.toml.age"]
    assert kept == after[path]
    assert "before" not in run("check", "games/demo").out


def test_of_a_mail_with_a_sealed_file_it_is_said_where_that_goes(
    sealed_game: Path, run, monkeypatch
) -> None:
    before = files_of(sealed_game)
    paste(monkeypatch, f"Orders for France, my dear:\n{ARMOUR}\nYWdlLWVuY3J5cHRpb24\n")
    ended = run("take", "demo", "-")
    assert ended.code == 1
    assert f"save that, as it is, as games/demo/seasons/{SEASON}/orders/" in ended.err
    assert files_of(sealed_game) == before


def test_in_a_sealed_game_what_cannot_be_read_is_not_sealed(sealed_game: Path, run) -> None:
    before = files_of(sealed_game)
    ended = run("take", "demo", str(MAILS / "slips.txt"))
    assert ended.code == 1
    assert "nothing was sealed" in ended.err
    assert files_of(sealed_game) == before
    run("take", "demo", str(MAILS / "slips.txt"), "--anyway")
    assert files_of(sealed_game).keys() - before.keys() == {
        f"seasons/{SEASON}/orders/france.toml.age"
    }


def test_after_the_deadline_it_is_said_what_the_orders_count(game: Path, run, monkeypatch) -> None:
    season = game / "seasons" / SEASON / "season.toml"
    change(season, "# deadline = 2026-12-01T22:00:00Z", "deadline = 2001-07-01T21:00:00Z")
    ended = run("take", "demo", str(MAILS / "prefixes.txt"))
    assert (ended.code, "deadline of 1901-1-spring has passed" in ended.err) == (0, True)
    assert run("close", "demo").code == 1  # it waits for the others
    ended = run("take", "demo", str(MAILS / "german.eml"))
    assert (ended.code, 'about = "germany", do = "accept"' in ended.err) == (1, True)
    assert orders_of(game, "germany")
    paste(monkeypatch, "France: A Par - Gas")
    ended = run("take", "demo", "-")
    assert (ended.code, "the orders of France are locked" in ended.err) == (2, True)


TURKEY = "Turkey\nA Con - Bul\nA Smy - Con\nF Ank - BLA\nRetreats: A Con: Smy\n"
CHANGES = [
    "Turkey: F Ank - Con, the rest as before",
    "Turkey: F Ank - Con. Otherwise as sent.",
    "Turkey: change F Ank - BLA to F Ank - Con",
    "Turkey: change F Ank to Con",
    "Turkey\nPlease change F Ank - BLA to Con. Thanks!",
    "Turkey: F Ank - Con instead of F Ank - BLA",
    "Turkey: instead of F Ank - BLA, F Ank - Con",
    "Turkey, one change to my orders:\nF Ank - Con",
    "The rest as before.\nF Ank - Con",
    "Same orders as before, except F Ank - Con",
    "Turkey: F Ank - Con (all other orders unchanged)",
    "F Ank - Con, no other changes",
    "From: m@example.tr\nSubject: change of orders\n\nF Ank - Con",
    "Türkei: F Ank nach Con, Rest wie gehabt",
    "Türkei: F Ank - Con, sonst alles wie geschickt",
    "Türkei: F Ank - Con statt F Ank - BLA",
    "Türkei\nBitte F Ank - BLA ändern in F Ank - Con",
    "Turquie : F Ank - Con, le reste comme avant",
    "Turquie : remplacez F Ank - BLA par F Ank - Con",
    "Change F Ank - BLA to F Ank - Con, please.\n\nOn 27 Nov 2026, GM wrote:\n> A Con - Bul\n> F Ank - BLA",
]


@pytest.fixture
def turkey(game: Path, run, monkeypatch) -> Path:
    """The game, which takes German and French, with good orders of Turkey."""
    change(game / "game.toml", "[players]", '[notation]\nlanguages = ["de", "fr"]\n\n[players]')
    paste(monkeypatch, TURKEY)
    assert run("take", "demo", "-").code == 0
    return game


@pytest.mark.parametrize("text", CHANGES)
def test_a_message_that_changes_one_order_keeps_the_rest(
    text: str, turkey: Path, run, monkeypatch
) -> None:
    paste(monkeypatch, text)
    ended = run("take", "demo", "-")
    assert ended.code == 0, ended.out + ended.err
    now = orders_of(turkey, "turkey")
    assert [one.replace("nach", "-").replace(" to ", " - ") for one in now["orders"]] == [
        "A Con - Bul",
        "A Smy - Con",
        "F Ank - Con",
    ]
    assert now["retreats"] == ["A Con: Smy"]
    assert "goes  F Ank - BLA" in ended.out
    assert "kept  A Smy - Con" in ended.out
    paste(monkeypatch, text)
    assert "holds these orders already" in run("take", "demo", "-").out


def test_take_amend_says_outright_that_the_rest_stays(turkey: Path, run, monkeypatch) -> None:
    paste(monkeypatch, "Turkey: F Ank - Con")
    ended = run("take", "demo", "-", "--amend")
    assert (ended.code, "kept  A Con - Bul" in ended.out) == (0, True)
    assert orders_of(turkey, "turkey")["orders"] == ["A Con - Bul", "A Smy - Con", "F Ank - Con"]


def test_orders_that_a_message_leaves_out_are_told(turkey: Path, run, monkeypatch) -> None:
    paste(monkeypatch, "Turkey: F Ank - Con")
    ended = run("take", "demo", "-")
    assert ended.code == 1
    assert "not in this message: A Con - Bul; A Smy - Con; A Con: Smy" in ended.err
    assert orders_of(turkey, "turkey") == {"orders": ["F Ank - Con"]}


@pytest.mark.parametrize(
    "text",
    [
        "Turkey\nA Con - Blu\nA Smy somewhere nice\nF Ank - Cno",
        "Turkey: F Ank - Cno, the rest as before",
        "Turkey\nfleet goes up",
        "Turkey\nAs before, please.",
    ],
)
def test_what_cannot_be_read_never_takes_the_place_of_good_orders(
    text: str, turkey: Path, run, monkeypatch
) -> None:
    before = files_of(turkey)
    paste(monkeypatch, text)
    ended = run("take", "demo", "-")
    assert (ended.code, "nothing was written" in ended.err) == (1, True), ended.err
    assert files_of(turkey) == before


def test_bad_orders_take_the_place_of_good_ones_if_the_gm_says_so(
    turkey: Path, run, monkeypatch
) -> None:
    paste(monkeypatch, "Turkey\nA Con - Blu\nA Smy H\nF Ank H")
    assert run("take", "demo", "-", "--anyway").code == 1
    assert orders_of(turkey, "turkey")["orders"] == ["A Con - Blu", "A Smy H", "F Ank H"]


def test_a_change_of_nothing_is_told(game: Path, run, monkeypatch) -> None:
    paste(monkeypatch, "Turkey: F Ank - Con, the rest as before")
    ended = run("take", "demo", "-")
    assert (ended.code, "no orders lie there" in ended.err) == (1, True)
    assert orders_of(game, "turkey") == {"orders": ["F Ank - Con"]}


@pytest.fixture(params=["open", "sealed"])
def any_game(request: pytest.FixtureRequest) -> Path:
    """The game with open orders, and with sealed ones."""
    return request.getfixturevalue("game" if request.param == "open" else "sealed_game")


def test_restore_goes_back_take_by_take_and_loses_nothing(any_game: Path, run, monkeypatch) -> None:
    before, seen = files_of(any_game), []
    for to in ("Kie", "Sil", "Kie"):
        paste(monkeypatch, f"Germany\nA Ber - {to}\n")
        assert run("take", "demo", "-").code == 0
        seen.append(files_of(any_game))
    ending = (
        ".toml.age"
        if any_game.joinpath(f"seasons/{SEASON}/orders/germany.toml.age").exists()
        else ".toml"
    )
    name = f"seasons/{SEASON}/orders/germany{ending}"
    ended = run("restore", "demo", "Germany")
    assert (ended.code, "germany.undone-2" in ended.out) == (0, True)
    assert files_of(any_game)[name] == seen[1][name]
    assert files_of(any_game)[f"seasons/{SEASON}/orders/germany.undone-2{ending}"] == seen[2][name]
    assert run("restore", "demo", "germany").code == 0
    assert files_of(any_game)[name] == seen[0][name]
    again = files_of(any_game)
    assert "no older orders are kept" in run("restore", "demo", "germany").out
    assert files_of(any_game) == again
    paste(monkeypatch, "Germany\nA Ber - Pru\n")
    run("take", "demo", "-")
    run("restore", "demo", "germany")
    assert files_of(any_game)[name] == seen[0][name]
    assert "undone" not in run("check", "demo").out
    assert before.keys() <= files_of(any_game).keys()


def test_restore_after_a_first_take_leads_back_to_no_orders(
    any_game: Path, run, monkeypatch
) -> None:
    before = files_of(any_game)
    assert "no older orders are kept" in run("restore", "demo", "france").out
    for mail in ("prefixes.txt", "gmail.eml"):
        assert run("take", "demo", str(MAILS / mail)).code == 0
        assert run("restore", "demo", "france").code == 0
        after = files_of(any_game)
        assert {name: after.get(name) for name in before} == before
        assert not any(name.endswith("france.toml.age") for name in after)


def test_in_a_sealed_game_a_change_needs_the_gms_key(sealed_game: Path, run, monkeypatch) -> None:
    paste(monkeypatch, TURKEY)
    assert run("take", "demo", "-").code == 0
    paste(monkeypatch, "Turkey: F Ank - Con, the rest as before")
    assert run("take", "demo", "-").code == 0
    opened = run("open", f"games/demo/seasons/{SEASON}/orders/turkey.toml.age").out
    assert "A Smy - Con\nF Ank - Con" in opened
    monkeypatch.setenv("HOME", str(sealed_game / "nobody"))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(sealed_game / "nobody"))
    before = files_of(sealed_game)
    paste(monkeypatch, "Turkey: F Ank - BLA, the rest as before")
    ended = run("take", "demo", "-")
    assert (ended.code, "nothing of it can be kept" in ended.err) == (1, True)
    assert files_of(sealed_game) == before


@pytest.fixture
def autumn(game: Path) -> Path:
    """The game in German and French, at a deadline for moves, retreats and adjustments."""
    season = game / "seasons" / SEASON / "season.toml"
    change(season, '"S1901M", "S1901R"', '"F1901M", "F1901R", "W1901A"')
    change(game / "game.toml", "[players]", '[notation]\nlanguages = ["de", "fr"]\n\n[players]')
    return game


GERMAN = {
    "orders": ["A Mun - Ruh", "Armee Berlin nach Kiel"],
    "retreats": ["A Mun - Tyr"],
    "builds": ["build A Mun", "build F Kie"],
}


@pytest.mark.parametrize(
    ("text", "gives"),
    [
        (
            (
                "Deutschland\nZüge:\nA Mun - Ruh\nArmee Berlin nach Kiel\n"
                "Rückzug: A Mun - Tyr\nAufbau: A Mun, F Kie"
            ),
            GERMAN,
        ),
        (
            (
                "Befehle für Deutschland, Herbst 1901\n\nA Mun - Ruh\nArmee Berlin nach Kiel\n\n"
                "Rückzug\nA Mun - Tyr\n\nAufbau\nA Mun\nF Kie"
            ),
            GERMAN,
        ),
        ("Deutschland\nAbbau: Armee München", {"builds": ["remove Armee München"]}),
        ("Deutschland\nAufbau:\n- Armee München", {"builds": ["build Armee München"]}),
        (
            "Deutschland\nRückzug A Mun: Tyr, Boh\nAbbau F Kie",
            {"retreats": ["A Mun: Tyr, Boh"], "builds": ["Abbau F Kie"]},
        ),
        (
            "Allemagne\nMouvements :\nA Mun - Ruh\nRetraites : A Mun - Tyr\nConstructions :\nA Mun",
            {"orders": ["A Mun - Ruh"], "retreats": ["A Mun - Tyr"], "builds": ["build A Mun"]},
        ),
        (
            "Germany\nA Mun - Ruh\nPress: Long live Bavaria!\nThe Kaiser sleeps.\nA Ber - Kie\nBuilds: A Mun",
            {"orders": ["A Mun - Ruh", "A Ber - Kie"], "builds": ["build A Mun"]},
        ),
        (
            "Deutschland\nPresse: Es lebe Bayern!\nAufbau: A Mun\nA Ber - Kie",
            {"builds": ["build A Mun", "A Ber - Kie"]},
        ),
        (
            "Germany\nNote: I am away\nuntil Friday.\nA Mun - Ruh\nA Ber - Kie",
            {"note": "I am away\nuntil Friday.", "orders": ["A Mun - Ruh", "A Ber - Kie"]},
        ),
    ],
)
def test_headings_of_the_games_languages_are_read_and_press_ends_where_orders_begin(
    text: str, gives: dict[str, object], autumn: Path, run, monkeypatch
) -> None:
    paste(monkeypatch, text)
    ended = run("take", "demo", "-")
    assert orders_of(autumn, "germany") == gives, ended.out + ended.err
    is_wrong = "A Ber - Kie" in gives.get("builds", [])
    assert ended.code == is_wrong, ended.err


@pytest.mark.parametrize(
    ("line", "place"),
    [
        ("Neubau in Munich, if you please", "2:1"),
        ("Then my fleet should go on to the Baltic Sea", "2:1"),
        ("Press: All is well.\nA Ber goes to Kiehl", "3:1"),
        ("Was baue ich? Nochmals:\nA Kie", "3:1"),
        ("  munich to burgundy, or so I think", "2:3"),
    ],
)
def test_a_line_left_out_that_may_be_an_order_is_told_with_its_place(
    line: str, place: str, game: Path, run, monkeypatch
) -> None:
    paste(monkeypatch, f"Germany\n{line}\nA Ber - Pru")
    ended = run("take", "demo", "-")
    assert ended.code == 1
    assert "warning[M01]" in ended.err
    assert f" --> message:{place}\n" in ended.err, ended.err
    assert orders_of(game, "germany") == {"orders": ["A Ber - Pru"]}


@pytest.mark.parametrize(
    "line",
    ["The war is long.", "I am out on Friday.", "Press: Paris is quiet. Munich sings.", "Hi Ann:"],
)
def test_prose_that_holds_no_order_is_no_fault(line: str, game: Path, run, monkeypatch) -> None:
    paste(monkeypatch, f"Germany\nA Ber - Pru\n{line}")
    ended = run("take", "demo", "-")
    assert (ended.code, "left out" in ended.out) == (0, True), ended.err
