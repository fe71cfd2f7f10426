"""Sealed orders on the command line: nothing is shown that should not be."""

import os
import subprocess
from pathlib import Path

import pytest

from tests.cli.conftest import PROCEED
from zinegen.archive import files
from zinegen.archive.sealing import plain_files

ORDERS = 'game = "demo"\nseason = "1901-1-spring"\npower = "england"\norders = "F Lon - NTH"\n'
FOLDER = "games/demo/seasons/1901-1-spring/orders"


@pytest.fixture
def sealed_game(zine: Path, run) -> Path:
    """A game whose orders are sealed to a key in the GM's own home, with England's orders written."""
    public = run("keygen").out.strip()
    run("new", "demo")
    settings = zine / "games/demo/game.toml"
    text = settings.read_text()
    begin = text.index("[secrecy]")
    end = text.index("[players]")
    settings.write_text(
        f'{text[:begin]}[secrecy]\norders = "sealed"\ngm_keys = ["{public}"]\n\n{text[end:]}'
    )
    (zine / FOLDER / "england.toml").write_text(ORDERS)
    return zine


def test_a_key_lies_outside_the_repository_for_its_owner_alone(zine: Path, run) -> None:
    ended = run("keygen")
    assert ended.out.startswith("age1")
    key = zine.parent / "home" / "zinegen" / "gm.key"
    assert key.stat().st_mode & 0o077 == 0
    assert "AGE-SECRET-KEY" not in ended.out + ended.err
    assert run("keygen").code == 2
    (zine / ".git").mkdir()
    assert run("keygen", "-o", "here.key").code == 2
    assert not (zine / "here.key").exists()


def test_sealed_orders_open_with_the_gms_key_and_show_nothing_before(
    sealed_game: Path, run
) -> None:
    plain = sealed_game / FOLDER / "england.toml"
    assert run("seal", str(plain)).code == 0
    plain.unlink()
    sealed = sealed_game / FOLDER / "england.toml.age"
    assert b"F Lon - NTH" not in sealed.read_bytes()
    told = run("inbox", "demo")
    assert told.code == 0, told.out
    assert "England: opens" in told.out
    assert "NTH" not in told.out
    assert "F Lon - NTH" in run("open", str(sealed)).out


def test_open_orders_in_a_sealed_game_are_told_of_before_the_deadline(
    sealed_game: Path, run
) -> None:
    ended = run("check")
    assert ended.code == 1
    assert "error[O09]" in ended.out
    assert "zinegen seal" in ended.out
    run("seal", str(sealed_game / FOLDER / "england.toml"))
    assert "O09" not in run("check").out
    blank = ORDERS.replace("F Lon - NTH", "F Lon")
    (sealed_game / FOLDER / "england.toml").write_text(blank)
    assert "England has handed in nothing yet" not in run("check").out


def test_a_sealed_file_in_anothers_place_is_refused(sealed_game: Path, run) -> None:
    run("seal", str(sealed_game / FOLDER / "england.toml"))
    (sealed_game / FOLDER / "england.toml.age").rename(sealed_game / FOLDER / "france.toml.age")
    ended = run("inbox", "demo")
    assert ended.code == 1
    assert "S05" in ended.out


def test_without_a_key_nothing_opens(sealed_game: Path, run, monkeypatch) -> None:
    run("seal", str(sealed_game / FOLDER / "england.toml"))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(sealed_game / "nowhere"))
    assert run("inbox", "demo").code == 1
    ended = run("open", str(sealed_game / FOLDER / "england.toml.age"))
    assert ended.code == 2
    assert "NTH" not in ended.err + ended.out


def test_orders_that_cannot_be_read_are_not_sealed(sealed_game: Path, run) -> None:
    (sealed_game / FOLDER / "england.toml").write_text(ORDERS.replace("england", "france"))
    ended = run("seal", str(sealed_game / FOLDER / "england.toml"))
    assert ended.code == 1
    assert not list((sealed_game / FOLDER).glob("*.age"))


@pytest.mark.parametrize("path", ["orders.toml", "games/demo/game.toml"])
def test_a_file_that_is_no_order_file_has_no_place(sealed_game: Path, run, path: str) -> None:
    (sealed_game / "orders.toml").write_text(ORDERS.replace('"demo"', '"other"'))
    ended = run("seal", path)
    assert (ended.code, "S03" in ended.err, path in ended.err) == (1, True, True)


def test_an_order_file_may_lie_anywhere_and_is_sealed_for_the_place_in_its_heading(
    sealed_game: Path, run
) -> None:
    path = sealed_game.parent / "my orders.toml"
    path.write_text(ORDERS)
    assert run("seal", str(path)).code == 0
    assert "F Lon - NTH" in run("open", f"{FOLDER}/england.toml.age").out


def test_closing_publishes_what_opens_each_file(sealed_game: Path, run) -> None:
    run("seal", str(sealed_game / FOLDER / "england.toml"))
    (sealed_game / FOLDER / "england.toml").unlink()
    settings = sealed_game / "games/demo/game.toml"
    settings.write_text(
        settings.read_text().replace('no_orders_first = "wait"', 'no_orders_first = "hold"')
    )
    ended = run("close", "demo", "--early", "1901-1-spring")
    assert ended.code == 0, ended.err + ended.out
    assert run("verify", "demo").code == 0
    assert "F Lon - NTH" in run("open", str(sealed_game / FOLDER / "england.toml.age")).out


def test_press_is_sealed_tried_and_opened_like_orders(sealed_game: Path, run) -> None:
    press = sealed_game / "games/demo/seasons/1901-1-spring/press"
    press.mkdir()
    (press / "england-1.md").write_text("---\nto: all\n---\nThe canary sings.\n")
    assert run("seal", str(press / "england-1.md")).code == 0
    (press / "england-1.md").unlink()
    told = run("inbox", "demo")
    assert "England: press 1 opens" in told.out
    assert "canary" not in told.out + told.err
    assert "The canary sings." in run("open", str(press / "england-1.md.age")).out


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("press/england-1.md", "---\nto: nobody\n---\nx"),
        ("press/england-1.md", b"\xff\xfe"),
        ("press/england-1.md", "x" * 30_000),
        ("press/england-10.md", "x"),
        ("press/spain-1.md", "x"),
        ("orders/england.toml", b"\xff\xfe"),
        ("orders/england.toml", "x" * 30_000),
    ],
)
def test_what_cannot_be_sealed_is_refused_in_a_sentence(
    sealed_game: Path, run, name: str, content: str | bytes
) -> None:
    path = sealed_game / "games/demo/seasons/1901-1-spring" / name
    path.parent.mkdir(exist_ok=True)
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    ended = run("seal", str(path))
    assert ended.code == 1
    assert name in ended.err
    assert "Traceback" not in ended.err
    assert "a fault in the program" not in ended.err
    assert not list(path.parent.glob("*.age"))


def test_a_games_secrets_are_opened_changed_and_sealed_again(zine: Path, run) -> None:
    run("new", "ash", "--variant", "post-atomic")
    folder = zine / "games/ash"
    text = run("open", str(folder / "hidden.toml.age")).out
    assert 'game     = "ash"' in text
    (folder / "hidden.toml").write_text(f"# changed\n{text}")
    told = run("seal", str(folder / "hidden.toml")).out
    assert run("check", "games/ash").code == 1
    settings = (folder / "game.toml").read_text()
    old = settings.partition('hidden  = "')[2].partition('"')[0]
    new = told.partition('hidden = "')[2].partition('"')[0]
    (folder / "game.toml").write_text(settings.replace(old, new))
    assert run("check", "games/ash").code == 0
    assert run("open", str(folder / "hidden.toml.age")).out.startswith("# changed")
    (folder / "hidden.toml").write_text("canary = 1")
    ended = run("seal", str(folder / "hidden.toml"))
    assert ended.code == 1
    assert "canary" not in ended.err


def test_a_new_game_with_secrets_makes_the_key_that_it_needs(zine: Path, run) -> None:
    ended = run("new", "ash", "--variant", "post-atomic")
    assert ended.code == 0, ended.err
    assert (zine.parent / "home/zinegen/ash.key").is_file()
    assert run("check", "games/ash").code == 0
    assert "secret throws" in run("new", "b", "--variant", "post-atomic", "--chance", "chain").err
    ended = run("close", "ash", "--early", "2020-3-winter-placement")
    assert "not one order file is in" in ended.err
    assert run("verify", "ash").code == 0


def test_reports_are_opened_by_their_player_and_by_the_gm(zine: Path, run) -> None:
    bob = run("keygen", "-o", str(zine.parent / "bob.key")).out.strip()
    run("new", "ash", "--variant", "post-atomic")
    path = zine / "games/ash/game.toml"
    text = path.read_text().replace('first = "wait"', 'first = "hold"')
    path.write_text(f'{text}england = {{ name = "Bob", key = "{bob}" }}\n')
    (zine / "games/ash/seasons/2020-3-winter-placement/rulings.toml").write_text(PROCEED)
    assert run("close", "ash", "--early", "2020-3-winter-placement").code == 0
    reports = zine / "games/ash/seasons/2020-3-winter-placement/reports"
    mine = run("open", str(reports / "england.txt.age"), "--key", str(zine.parent / "bob.key"))
    assert "All that you know" in mine.out
    assert run("open", str(reports / "england.txt.age")).out == mine.out
    other = run("open", str(reports / "france.txt.age"), "--key", str(zine.parent / "bob.key"))
    assert (other.code, other.out) == (2, "")


def test_what_is_not_sealed_or_has_no_place_is_told_as_such(zine: Path, run) -> None:
    run("keygen")
    run("new", "open")
    path = "games/open/seasons/1901-1-spring/orders/france.toml"
    assert "it is not sealed" in run("open", path).err
    assert "no gm_keys in game.toml" in run("seal", path).err
    assert "games/GAME/seasons/SEASON/orders/" in run("seal", "games/open/game.toml").err


def test_a_slip_of_one_letter_in_a_key_is_found(zine: Path, run) -> None:
    assert run("new", "sealed", "--sealed").code == 0
    path = zine / "games/sealed/game.toml"
    text = path.read_text()
    at = text.index("age1") + 20
    path.write_text(text[:at] + ("q" if text[at] != "q" else "p") + text[at + 1 :])
    ended = run("check", "games/sealed")
    assert ended.code == 1
    assert "key 1 is no public key" in ended.out
    assert run("new", "other", "--gm-key", f"age1{'0' * 58}").code == 2


# Keys


def test_every_game_has_a_key_of_its_own(zine: Path, run) -> None:
    assert run("new", "one", "--sealed").code == 0
    made = run("keygen", "two")
    assert run("new", "two", "--sealed").code == 0
    texts = [(zine / f"games/{name}/game.toml").read_text() for name in ("one", "two")]
    assert made.out.strip() in texts[1]
    assert made.out.strip() not in texts[0]
    keys = zine.parent / "home/zinegen"
    assert sorted(path.name for path in keys.glob("*.key")) == ["one.key", "two.key"]
    assert run("keygen", "One Game").code == 2


def test_any_of_several_keys_opens_and_a_broken_one_stops_nothing(
    sealed_game: Path, run, monkeypatch: pytest.MonkeyPatch
) -> None:
    home = sealed_game.parent / "home/zinegen"
    run("keygen", "another")
    (home / "broken.key").write_text("nothing")
    sealed = f"{FOLDER}/england.toml.age"
    run("seal", f"{FOLDER}/england.toml")
    ended = run("open", sealed)
    assert "F Lon - NTH" in ended.out
    assert ended.err == f"warning: {home}/broken.key holds no key that can be used\n"
    another, usual = str(home / "another.key"), str(home / "gm.key")
    assert run("open", sealed, "--key", another).code == 2
    assert "F Lon - NTH" in run("open", sealed, "--key", another, "--key", usual).out
    both = "".join((home / name).read_text() for name in ("another.key", "gm.key"))
    monkeypatch.setenv("ZINEGEN_GM_KEY", both)
    monkeypatch.setenv("XDG_CONFIG_HOME", str(sealed_game / "nowhere"))
    assert "F Lon - NTH" in run("open", sealed).out
    monkeypatch.delenv("ZINEGEN_GM_KEY")
    close = ("close", "demo", "--early", "1901-1-spring")
    assert "england.toml.age is sealed: the GM's key is needed" in run(*close).err
    (sealed_game / FOLDER / "england.toml").unlink()
    settings = sealed_game / "games/demo/game.toml"
    settings.write_text(settings.read_text().replace('first = "wait"', 'first = "hold"'))
    assert run(*close, "--key", another, "--key", usual).code == 0


# Orders that must not stay in git


def git(folder: Path, *words: str) -> str:
    """Run git in a folder and return what it says."""
    names = ("-c", "user.name=Bob", "-c", "user.email=bob@example.org")
    done = subprocess.run(
        ["git", "-C", str(folder), *names, *words], check=True, capture_output=True, text=True
    )
    return done.stdout


@pytest.fixture
def repository(sealed_game: Path) -> Path:
    """The same game in a git repository; England's blank is committed, and then written on."""
    england = sealed_game / FOLDER / "england.toml"
    england.write_text(ORDERS.replace("F Lon - NTH", "F Lon"))
    git(sealed_game, "init", "-q", "-b", "main")
    git(sealed_game, "add", "-A")
    git(sealed_game, "commit", "-qm", "A new game")
    england.write_text(ORDERS)
    return sealed_game


SEALED_ONLY = f"?? {FOLDER}/england.toml.age"


@pytest.mark.parametrize("is_added", [False, True])
def test_a_tracked_file_is_empty_again_and_the_orders_are_kept_outside_the_zine(
    repository: Path, run, is_added: bool
) -> None:
    if is_added:
        git(repository, "add", f"{FOLDER}/england.toml")
    ended = run("seal", f"{FOLDER}/england.toml")
    assert (ended.code, "warning" in ended.err) == (0, False)
    assert "A Lvp have no order" in ended.err
    assert git(repository, "status", "--porcelain").strip() == SEALED_ONLY
    kept = repository.parent / "home/zinegen/plain/demo/1901-1-spring/england.toml"
    assert kept.read_text() == ORDERS
    assert kept.stat().st_mode & 0o077 == 0
    assert str(kept) in ended.out
    kept.write_text(ORDERS.replace("NTH", "ENG"))
    assert run("seal", str(kept)).code == 0
    assert git(repository, "status", "--porcelain").strip() == SEALED_ONLY
    assert "F Lon - ENG" in run("open", f"{FOLDER}/england.toml.age").out
    again = run("seal", f"{FOLDER}/england.toml")
    assert again.code == 1
    assert (
        f"no orders in it, and nothing is sealed; what you sealed before is in {kept}" in again.err
    )


def test_orders_that_were_committed_before_are_told_of_and_replaced_by_the_blank(
    repository: Path, run
) -> None:
    git(repository, "commit", "-qam", "My orders")
    commit = git(repository, "rev-parse", "HEAD")[:10]
    ended = run("seal", f"{FOLDER}/england.toml")
    assert ended.code == 0
    assert "since git has it; commit it as it is now." in ended.out
    assert f"warning: england.toml lies open in git since commit {commit}" in ended.err
    assert "F Lon - NTH" not in (repository / FOLDER / "england.toml").read_text()
    git(repository, "commit", "-qam", "The blank")
    (repository / FOLDER / "england.toml").write_text(ORDERS)
    assert commit in run("seal", f"{FOLDER}/england.toml").err
    assert git(repository, "status", "--porcelain").strip() == SEALED_ONLY


def test_a_file_that_git_does_not_have_stays_where_it_is_and_out_of_git(
    repository: Path, run
) -> None:
    git(repository, "rm", "-q", "--cached", f"{FOLDER}/england.toml")
    git(repository, "commit", "-qm", "No blanks")
    git(repository, "add", f"{FOLDER}/england.toml")
    git(repository, "reset", "-q")
    assert f"keep {FOLDER}/england.toml to yourself" in run("seal", f"{FOLDER}/england.toml").out
    assert git(repository, "status", "--porcelain").strip() == SEALED_ONLY
    assert (repository / FOLDER / "england.toml").read_text() == ORDERS


def test_press_that_was_only_added_is_taken_out_of_gits_list(repository: Path, run) -> None:
    press = repository / FOLDER / "../press/england-1.md"
    press.parent.mkdir()
    press.write_text("The canary sings.")
    git(repository, "add", str(press))
    assert run("seal", str(press.resolve())).code == 0
    assert "england-1.md\n" not in git(repository, "status", "--porcelain", "-uall")
    assert press.read_text() == "The canary sings."


def test_without_what_only_unix_has_and_without_git_orders_are_sealed_and_hidden(
    repository: Path, run, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As on Windows, where another program may have cloned the zine."""
    for name in ("O_NOFOLLOW", "O_DIRECTORY", "O_NONBLOCK", "O_CLOEXEC", "fchmod"):
        monkeypatch.delattr(os, name)
    monkeypatch.setattr(files, "CAN_LOCK_FOLDERS", False)
    monkeypatch.setattr(plain_files, "_git", lambda: None)
    assert run("seal", f"{FOLDER}/england.toml").code == 0
    monkeypatch.undo()
    blank = (repository / FOLDER / "england.toml").read_text()
    assert "F Lon\n" in blank
    assert "F Lon - NTH" not in blank
    assert (repository / FOLDER / "england.toml.age").exists()


def test_lines_that_cannot_be_read_are_sealed_only_on_demand(sealed_game: Path, run) -> None:
    path = sealed_game / FOLDER / "england.toml"
    path.write_text(ORDERS.replace("NTH", "Nrth Sea"))
    ended = run("seal", str(path))
    assert ended.code == 1
    assert f"--> {FOLDER}/england.toml:4:" in ended.err
    assert "^" in ended.err
    assert f"{path} is not sealed; `zinegen seal --anyway` seals it as it stands" in ended.err
    assert not path.with_name("england.toml.age").exists()
    assert run("seal", "--anyway", str(path)).code == 0
    assert "Nrth Sea" in run("open", f"{path}.age").out


def test_one_bad_file_of_several_keeps_no_other_from_being_sealed_or_opened(
    sealed_game: Path, run
) -> None:
    england, france = (sealed_game / FOLDER / f"{name}.toml" for name in ("england", "france"))
    france.write_text(ORDERS)
    ended = run("seal", str(france), str(england))
    assert ended.code == 1
    assert england.with_name("england.toml.age").exists()
    france.with_name("france.toml.age").write_bytes(b"nothing")
    ended = run("open", f"{FOLDER}/france.toml.age", f"{FOLDER}/england.toml.age")
    assert ended.code == 1
    assert "F Lon - NTH" in ended.out
    assert ended.err.startswith("games/demo/seasons/1901-1-spring/orders/france.toml.age: S06")
