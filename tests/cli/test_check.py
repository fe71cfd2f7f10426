"""A game from an empty folder to its second deadline, on the command line."""

import tomllib
from pathlib import Path

import pytest

EARLY = ("--early", "1901-1-spring")
SEASON = "games/demo/seasons/1901-1-spring"


def orders(zine: Path, power: str, lines: str) -> Path:
    path = zine / SEASON / "orders" / f"{power}.toml"
    head = f'game = "demo"\nseason = "1901-1-spring"\npower = "{power}"\n'
    path.write_text(f"{head}orders = '''\n{lines}\n'''\n")
    return path


@pytest.fixture
def demo(zine: Path, run) -> Path:
    """A new standard game that goes on without orders."""
    assert run("new", "demo", "--player", "england=Ann").code == 0
    settings = zine / "games/demo/game.toml"
    settings.write_text(
        settings.read_text().replace('no_orders_first = "wait"', 'no_orders_first = "hold"')
    )
    return zine


def test_new_makes_a_file_for_every_power_with_its_units_listed(demo: Path) -> None:
    files = sorted((demo / SEASON / "orders").glob("*.toml"))
    assert len(files) == 7
    russia = tomllib.loads((demo / SEASON / "orders/russia.toml").read_text())
    assert russia["orders"].split("\n") == ["A Mos", "F Sev", "F StP/sc", "A War", ""]
    assert (
        tomllib.loads((demo / "games/demo/game.toml").read_text())["players"]["england"]["name"]
        == "Ann"
    )


@pytest.mark.parametrize("name", ["../x", "Demo", "a b", "", ".x", "x" * 41, "demo"])
def test_new_refuses_a_name_that_is_none_or_is_taken(demo: Path, run, name: str) -> None:
    before = sorted(demo.parent.rglob("*"))
    ended = run("new", name)
    assert ended.code == 2
    assert ended.err
    assert sorted(demo.parent.rglob("*")) == before


def test_new_refuses_unknown_rule_sets_powers_and_moments(zine: Path, run) -> None:
    assert "no rule set" in run("new", "x", "--variant", "chess").err
    assert "no power" in run("new", "x", "--player", "burgundy=Ann").err
    assert "offset" in run("new", "x", "--deadline", "2026-12-01T22:00:00").err
    assert run("new", "x", "--deadline", "soon").code == 2
    assert not list((zine / "games").iterdir())


def test_check_of_a_new_game_has_notes_and_no_errors(demo: Path, run) -> None:
    ended = run("check")
    assert ended.code == 0
    assert ended.out.count("\n") == 1
    assert "Austria, England, France, Germany, Italy, Russia and Turkey have handed in" in ended.out
    assert "1 note" in ended.err
    assert run("check", "--strict").code == 1


def test_check_takes_the_name_of_a_game(demo: Path, run) -> None:
    orders(demo, "england", "F Lon - Nrt")
    assert run("check", "demo").out == run("check", "games/demo").out == run("check").out
    ended = run("check", "dmeo")
    assert ended.code == 2
    assert "did you mean demo?" in ended.err


def test_check_of_one_order_file_says_nothing_of_other_powers(demo: Path, run) -> None:
    orders(demo, "france", "A Par - Brn")
    path = orders(demo, "england", "F Lon - Nrt")
    ended = run("check", str(path.relative_to(demo)))
    assert ended.code == 1
    assert "Nrt" in ended.out
    assert "france" not in ended.out
    assert "Austria" not in ended.out
    blank = run("check", f"{SEASON}/orders/italy.toml")
    assert blank.code == 0
    assert "Italy has handed in nothing yet" in blank.out


def test_check_shows_how_lines_are_read_that_are_written_otherwise(demo: Path, run) -> None:
    orders(demo, "england", "F Lon - NTH\n1. F EDI Norwegian\nLiv - Yor")
    ended = run("check", "demo")
    assert "England: 1 order as written, and\n" in ended.out
    assert "6 | 1. F EDI Norwegian  is read as  F Edi - NWG\n" in ended.out
    assert '"Liv" is read as Lvn (Livonia)' in ended.out
    assert "write Lvp (Liverpool) if you mean that" in ended.out


def test_check_says_what_has_no_phase_at_the_deadline(demo: Path, run) -> None:
    path = orders(demo, "england", "F Lon - NTH")
    path.write_text(path.read_text() + 'builds = "F Lon"\n')
    ended = run("check", "demo")
    assert 'nothing that stands under "builds" is asked for at this deadline' in ended.out
    assert ended.code == 0


def test_check_tells_of_a_fleet_whose_coast_an_own_event_may_change(zine: Path, run) -> None:
    run("new", "demo", "--variant", "seismic-lavaurs")
    season = next((zine / "games/demo/seasons").iterdir())
    path = season / "orders/england.toml"
    text = path.read_text()
    assert "F Lon" in text
    path.write_text(
        text.replace("events = '''\n", "events = '''\nENG & NTH separate, Lon & Bel connect\n")
    )
    ended = run("check", "demo")
    assert "note[O31]: the coast of F Lon may change by your event" in ended.out


def test_check_looks_at_issues(demo: Path, run) -> None:
    folder = demo / "site_src/issues"
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "1.md").write_text("---\nnumber: 1\ndate: 2026-13-01\n---\nHello.\n")
    (folder / "2.md").write_text("---\ndate: 2026-12-01\ngames: [demo/1903-1-spring]\n---\n")
    (folder / "3.md").write_text("---\ndate: 2026-12-01\nopenings: [standrad]\n---\n")
    (folder / "4.md").write_text("---\ndate: 2026-12-01\ngames: [demo/1901-1-spring]\n---\n")
    ended = run("check")
    assert ended.code == 1
    for said in ("1.md", "no season demo/1903-1-spring", "did you mean standard?"):
        assert said in ended.out
    assert "4.md" not in ended.out
    assert run("check", "site_src/issues/2.md").code == 1
    assert run("check", "demo").code == 0


def test_check_says_place_and_meaning_of_a_slip_and_what_happens(demo: Path, run) -> None:
    orders(demo, "england", "F Lon - Nrt")
    ended = run("check", "games/demo")
    assert ended.code == 1
    assert f"--> {SEASON}/orders/england.toml:5:9" in ended.out
    assert "did you mean NTH (North Sea)?" in ended.out
    assert "F Lon will hold" in ended.out


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"", "empty"),
        (b"\x00\xff\xfe\x80", "UTF-8"),
        (b"x" * 1_000_000, "16"),
        (b'orders = """', "5:"),
        (b'game = "demo"\ngame = "demo"\n', "game"),
        ("orders = 'A Lvp – Yor'".encode("latin-1", "replace"), "england"),
    ],
    ids=["empty", "binary", "1 MB", "unclosed", "key twice", "no head"],
)
def test_a_broken_file_is_a_finding_and_never_a_traceback(demo: Path, run, content, said) -> None:
    (demo / SEASON / "orders/england.toml").write_bytes(content)
    ended = run("check")
    assert ended.code == 1
    assert "error[" in ended.out
    assert "england.toml" in ended.out


def test_check_writes_annotations_json_and_tables(demo: Path, run) -> None:
    orders(demo, "england", "F Lon - Nrt")
    assert "::error file=" in run("check", "--format", "github").out
    assert '"column": 9' in run("check", "--format", "json").out.replace('":9', '": 9')
    table = run("check", "--format", "markdown").out
    assert "### England" in table
    assert run("check", "--format", "yaml").code == 2


def test_check_of_nothing_is_refused(zine: Path, run) -> None:
    assert run("check", "nowhere").code == 2
    for words in (("check",), ("verify",), ("inbox",), ("close", "--due"), ("close", "demo")):
        ended = run(*words)
        assert ended.code == 2
        assert "begin one with `zinegen new NAME`" in ended.err


@pytest.mark.parametrize("words", [("close",), ("verify",), ("inbox",)])
def test_a_game_that_is_not_there_is_told_with_those_that_are(demo: Path, run, words) -> None:
    assert "there is no game dem; did you mean demo?" in run(*words, "dem").err
    assert "there is no game winter; there are demo" in run(*words, "games/winter/").err


def test_a_record_that_cannot_be_read_stops_no_other_game(demo: Path, run) -> None:
    """Neither when what is due is closed, nor in the inbox."""
    run("new", "broken", "--deadline", "2026-01-01T00:00:00Z")
    run("new", "other", "--deadline", "2026-01-01T00:00:00Z")
    (demo / "games/broken/seasons/1901-1-spring/result.json").write_text("{")
    for words in (("close", "--due", "--dry-run"), ("inbox", "--due"), ("inbox",), ("verify",)):
        ended = run(*words)
        assert ended.code == 1, words
        assert "result.json" in ended.out + ended.err
        assert "other" in ended.out + ended.err
    ended = run("close", "--due")
    assert ended.code == 1
    assert "other: 1901-1-spring waits for the GM" in ended.err


def test_a_name_that_is_none_is_told_with_one_that_could_be(zine: Path, run) -> None:
    assert "winter-palace would be one" in run("new", "Winter Palace").err
    assert "would be" not in run("new", "../x").err


def test_close_records_the_season_and_makes_the_next_folder(demo: Path, run) -> None:
    orders(demo, "england", "F Lon - NTH\nF Edi - NWG\nA Lvp - Yor")
    ended = run("close", "demo", *EARLY)
    assert ended.code == 0, ended.err
    assert "1901-1-spring is recorded (S1901M)" in ended.out
    assert (demo / SEASON / "result.json").is_file()
    following = (demo / "games/demo/seasons/1901-2-autumn/orders/england.toml").read_text()
    assert "F NTH" in following
    before = {path: path.read_bytes() for path in demo.rglob("*") if path.is_file()}
    again = run("close", "demo", *EARLY)
    assert again.code == 0
    assert {path: path.read_bytes() for path in demo.rglob("*") if path.is_file()} == before


def test_a_game_that_waits_says_for_what_and_closes_nothing(zine: Path, run) -> None:
    run("new", "demo")
    orders(zine, "england", "F Lon - NTH")
    ended = run("close", "demo", "--early", "1901-1-spring")
    assert ended.code == 1
    assert "no orders of Austria" in ended.err
    assert not (zine / SEASON / "result.json").exists()


def test_verify_finds_what_was_edited_after_the_record(demo: Path, run) -> None:
    path = orders(demo, "england", "F Lon - NTH")
    run("close", "demo", *EARLY)
    assert run("verify").code == 0
    path.write_text(path.read_text().replace("NTH", "ENG"))
    ended = run("verify", "demo")
    assert ended.code == 1
    assert "england.toml" in ended.err


def test_verify_finds_a_record_that_was_changed(demo: Path, run) -> None:
    orders(demo, "england", "F Lon - NTH")
    run("close", "demo", *EARLY)
    record = demo / SEASON / "result.json"
    record.write_text(record.read_text().replace("F Lon - NTH", "F Lon - ENG"))
    assert run("verify").code == 1


def test_one_bad_game_does_not_stop_the_others(demo: Path, run) -> None:
    run("new", "other")
    (demo / "games/other/game.toml").write_text("variant = ")
    orders(demo, "england", "F Lon - NTH")
    assert run("check").code == 1
    assert run("close", "demo", *EARLY).code == 0
    assert run("close", "other", *EARLY).code == 2
    ended = run("verify")
    assert ended.code == 1
    assert "demo: 1 season" in ended.out


def test_what_lies_among_games_and_is_none_stops_no_check(demo: Path, run) -> None:
    """An empty folder, and links that lead nowhere, to another game, and in a circle."""
    (demo / "games/empty").mkdir()
    for name, to in (("dead", "nowhere"), ("alias", "demo"), ("circle", "circle")):
        (demo / "games" / name).symlink_to(to)
    ended = run("check")
    assert ended.code == 1
    for name in ("empty/game.toml", "dead", "alias", "circle"):
        assert f"--> games/{name}" in ended.out
    assert "(games/demo/seasons/1901-1-spring)" in ended.out
    assert "cannot be read: alias, circle, dead, empty;" in run("status").err


def test_a_game_may_be_named_by_its_folder(demo: Path, run) -> None:
    orders(demo, "england", "F Lon - NTH")
    assert run("close", "games/demo/", *EARLY).code == 0
    assert run("verify", "games/demo").code == 0
    assert run("verify", "games/../demo").code == 2


@pytest.mark.parametrize("words", [["close", "../x"], ["close", "nope"], ["verify", "nope"]])
def test_games_that_are_not_there_are_refused(demo: Path, run, words: list[str]) -> None:
    assert run(*words).code == 2 or run(*words).code == 1
    assert run(*words).err


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('"S1901M"', '"X1901M"', "'X1901M' is no phase"),
        ('season   = "1901-1-spring"', "", "season is missing"),
    ],
)
def test_a_season_that_cannot_be_read_is_not_passed_over(
    demo: Path, run, old: str, new: str, said: str
) -> None:
    path = demo / SEASON / "season.toml"
    path.write_text(path.read_text().replace(old, new))
    assert said in run("check").out
    ended = run("close", "demo", "--early", "1901-1-spring")
    assert ended.code != 0
    assert said in ended.err


def test_phases_that_are_not_the_next_are_told_in_the_check(demo: Path, run) -> None:
    path = demo / SEASON / "season.toml"
    path.write_text(path.read_text().replace('"S1901M"', '"F1901M"'))
    ended = run("check")
    assert ended.code == 1
    assert "the game stands before S1901M, but this season plays F1901M" in ended.out


def test_a_heading_that_stands_twice_is_told_in_plain_words(demo: Path, run) -> None:
    path = demo / "games/demo/game.toml"
    path.write_text(path.read_text() + "\n[players]\n")
    assert "this heading stands in the file twice" in run("check").out


def test_whoever_closes_is_shown_the_ruling_that_helps(demo: Path, run) -> None:
    """As lines to copy, with the place where they go; and copied they help."""
    path = demo / "games/demo/game.toml"
    path.write_text(path.read_text().replace('first = "hold"', 'first = "wait"'))
    orders(demo, "england", "F Lon - NTH")
    for power in ("france", "germany", "italy", "russia", "turkey"):
        orders(demo, power, "A Mos H")
    ended = run("close", "demo", *EARLY)
    assert ended.code == 1
    assert 'about = "austria", do = "proceed" (without them) or do = "accept"' in ended.err
    place, lines = ended.err.split(" would say, and then close again:\n\n")
    assert place.endswith(f"{SEASON}/rulings.toml")
    (demo / SEASON / "rulings.toml").write_text(lines.replace("…", "Nobody has heard of Austria."))
    assert run("close", "demo", *EARLY).code == 0


def test_a_broken_game_is_told_when_what_is_due_is_asked_for(demo: Path, run) -> None:
    """Nobody knows whether its deadline has passed."""
    (demo / "games/demo/game.toml").write_text("title = ")
    ended = run("close", "--due")
    assert ended.code == 1
    assert "games/demo/game.toml:1:" in ended.err


def test_a_pull_request_is_checked_where_it_is_named(demo: Path, run) -> None:
    assert run("check", "--base", ".").code == 2


def test_receipts_that_are_none_are_told_as_such(demo: Path, run) -> None:
    ended = run("close", "demo", "--receipts", "games/demo/game.toml")
    assert ended.code == 2
    assert "game.toml holds no receipts" in ended.err


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("--player", "England"), "write it as POWER=NAME"),
        (("--player", "England="), "write it as POWER=NAME"),
        (("--player", "=Ann"), "write it as POWER=NAME"),
        (("--player", "england=Ann", "--player", "ENGLAND=Bob"), "England is named twice"),
        (("--variant", "standrad"), "did you mean standard?"),
    ],
)
def test_a_new_game_is_asked_for_in_words_that_can_be_read(zine: Path, run, words, told) -> None:
    ended = run("new", "demo", *words)
    assert ended.code == 2
    assert told in ended.err
    assert not (zine / "games/demo").exists()


def test_a_workflow_that_would_lose_the_games_is_told(demo: Path, run) -> None:
    """Of the zine as a whole: whoever asks for a game hears of that game."""
    (demo / ".github/workflows").mkdir(parents=True)
    (demo / ".github/workflows/site.yml").write_text("jobs:\n  site: {run: zensical build}\n")
    ended = run("check")
    assert "warning[W01]: Zensical runs no plugins" in ended.out
    assert ".github/workflows/site.yml:2:15" in ended.out
    assert run("check", "--strict").code == 1
    assert "Zensical" not in run("check", "demo").out


def test_check_looks_at_settings_and_issues_where_there_is_no_game_yet(zine: Path, run) -> None:
    assert "there is no game in games" in run("check").err
    (zine / "mkdocs.yml").write_text("plugins:\n  - zinegen:\n      pdf: wide\n")
    ended = run("check")
    assert ended.code == 1
    assert "mkdocs.yml:3:12" in ended.out
    (zine / "mkdocs.yml").write_text("site_name: Z\n")
    assert run("check").code == 0


@pytest.mark.parametrize(
    ("gm", "orders", "settings", "missing"),
    [
        ("", "open", "site_name: Z", "mkdocs.yml leads to no editor"),
        (
            "",
            "open",
            "site_name: Z\nrepo_url: https://codeberg.org/a/b",
            "mkdocs.yml leads to no editor",
        ),
        (
            "",
            "by-gm",
            "repo_url: https://codeberg.org/a/b\nedit_uri: _edit/main/",
            "has no contact",
        ),
        ("", "open", "repo_url: https://codeberg.org/a/b\nedit_uri: _edit/main/", ""),
        ("", "open", "repo_url: !ENV REPOSITORY\nedit_uri: edit/main/", ""),
        (', contact = "ann@example.org"', "open", "site_name: Z", ""),
        (', contact = "ann@example.org"', "by-gm", "site_name: Z", ""),
    ],
)
def test_check_warns_where_players_have_nowhere_to_send_their_orders(
    demo: Path, run, *, gm: str, orders: str, settings: str, missing: str
) -> None:
    """They would write them at the order desk, and could hand them in nowhere."""
    (demo / "mkdocs.yml").write_text(settings)
    path = demo / "games/demo/game.toml"
    text = path.read_text().replace('"The GM" }', f'"The GM"{gm} }}')
    path.write_text(text.replace('orders = "open"', f'orders = "{orders}"'))
    ended = run("check")
    assert ended.code == 0
    assert ("players have nowhere to send their orders" in ended.out) == bool(missing)
    assert missing in ended.out


def test_check_of_a_folder_without_pages_says_nothing_of_where_orders_go(demo: Path, run) -> None:
    """They may be handed in anywhere."""
    assert "nowhere" not in run("check").out
