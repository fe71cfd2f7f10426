"""Who is missing, as a text to paste: nothing of what anybody has handed in."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.archive.folders import change

FOLDER = "games/demo/seasons/1901-1-spring"
HEAD = 'game = "demo"\nseason = "1901-1-spring"\npower = "{}"\n'


@pytest.fixture
def game(zine: Path, run) -> Path:
    """A game with a player, and its folder."""
    run("new", "demo", "--chance", "none", "--player", "France=Cécile")
    return zine / "games" / "demo"


def write(game: Path, power: str, orders: str) -> None:
    text = f"{HEAD.format(power)}orders = '''\n{orders}\n'''\n"
    (game / f"seasons/1901-1-spring/orders/{power}.toml").write_text(text)


def test_a_reminder_says_who_is_missing_and_how_to_hand_in(game: Path, zine: Path, run) -> None:
    change(game / "game.toml", '"The GM"', '"Ann", contact = "Our chat <https://chat.example/x>"')
    with (game / "game.toml").open("a") as file:
        file.write('\n[deadlines]\ntimezone = "Europe/London"\n')
    season = game / "seasons/1901-1-spring/season.toml"
    change(season, "# deadline = 2026-12-01T22:00:00Z", "deadline = 2126-07-01T21:00:00Z")
    for power in ("austria", "england", "germany", "italy", "russia"):
        write(game, power, "A Mun H")
    write(game, "turkey", "A Con - Bulgravia")
    (zine / "mkdocs.yml").write_text(
        "site_url: https://zine.example\nrepo_url: https://host.example/\nedit_uri: edit/main/\n"
    )
    ended = run("remind", "demo")
    assert ended.code == 0
    assert ended.out == (
        "Demo, Spring 1901: orders are still missing. The deadline is Monday 1 July 2126, 22:00 BST.\n\n"
        "- France (Cécile): moves; for later, retreats\n"
        f"  https://host.example/edit/main/{FOLDER}/orders/france.toml\n"
        "- Turkey: orders are in, but a line cannot be read\n"
        f"  https://host.example/edit/main/{FOLDER}/orders/turkey.toml\n\n"
        "Open your file, write your orders, send the change; what is there at the deadline counts.\n"
        "Or write your orders to Ann: Our chat <https://chat.example/x>\n"
        "The game: https://zine.example/games/demo/\n"
    )
    assert "Bulgravia" not in ended.out + ended.err


def test_a_deadline_that_has_passed_is_called_passed(game: Path, run) -> None:
    assert "No deadline is set yet." in run("remind", "demo").out
    season = game / "seasons/1901-1-spring/season.toml"
    change(season, "# deadline = 2026-12-01T22:00:00Z", "deadline = 2001-07-01T21:00:00Z")
    assert "deadline, Sunday 1 July 2001, 21:00 UTC, has passed" in run("remind", "demo").out


@pytest.mark.parametrize(
    ("phases", "wanted"),
    [
        ('"W1901A"', {"Austria": "1 build", "Italy": "2 removals"}),
        (
            '"F1901M", "F1901R", "W1901A"',
            {"Austria": "moves; for later, retreats and builds or removals"},
        ),
    ],
)
def test_what_is_wanted_follows_from_the_phases_and_the_position(game, run, phases, wanted) -> None:
    season = game / "seasons/1901-1-spring/season.toml"
    change(season, '"S1901M", "S1901R"', phases)
    for one in (game / "seasons/1901-1-spring/orders").iterdir():
        one.unlink()
    with (game / "game.toml").open("a") as file:
        file.write(
            '\n[start.units]\naustria = ["A Vie"]\nitaly = ["A Ven", "A Rom"]\nturkey = ["A Con"]\n'
            '[start.centres]\naustria = ["Vie", "Bud"]\nitaly = []\nturkey = ["Con"]\n'
        )
    said = run("remind", "demo").out
    assert [line for line in said.splitlines() if line.startswith("- Aus")] == [
        f"- Austria: {wanted['Austria']}"
    ]
    assert all(f"- {power}: {what}\n" in said for power, what in wanted.items())
    assert ("Turkey" in said) == ("moves" in said)


def test_nothing_sealed_is_looked_into_and_what_lies_open_there_is_told(game: Path, run) -> None:
    public = run("keygen").out.strip()
    change(game / "game.toml", 'orders = "open"', f'orders = "sealed"\ngm_keys = ["{public}"] #')
    write(game, "england", "F Lon - NTH")
    write(game, "france", "A Par - Bur")
    assert run("seal", f"{FOLDER}/orders/england.toml").code == 0
    ended = run("remind", "demo")
    assert "- England" not in ended.out
    assert "- France (Cécile): orders are in, but not sealed, and do not count\n" in ended.out
    assert "NTH" not in ended.out
    assert "Bur" not in ended.out
    for one in (game / "seasons/1901-1-spring/orders").glob("*.toml"):
        one.with_name(f"{one.name}.age").write_text("x")
    assert run("remind", "demo").out == "Demo, Spring 1901: everybody has handed in.\n"


def test_a_game_that_is_not_there_cannot_be_reminded_of(game: Path, run) -> None:
    ended = run("remind", "dmeo")
    assert ended.code == 2
    assert "did you mean demo?" in ended.err
