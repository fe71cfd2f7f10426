"""Pull requests of strangers, on real git repositories: what is not the author's own is refused by name."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Callable, Mapping
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from tests.archive.folders import GAME, OPENING, order_text
from zinegen.archive import NewGame, check_folder, encrypt, make_key_pair, new_game
from zinegen.archive.closing.proposal import check_proposal
from zinegen.errors import GameFolderError
from zinegen.play import CheckResult

BOB, CECILE = 583231, 998877
NOW = datetime(2026, 11, 30, 18, tzinfo=UTC)
DEADLINE = datetime(2026, 12, 1, 22, tzinfo=UTC)
SEASON = f"games/{GAME}/seasons/1901-1-spring"
SEALED = "games/sealed/seasons/1901-1-spring"
GM = make_key_pair()
PLAYERS = (
    f"england = {{ name = 'Bob', id = {BOB} }}\nfrance = {{ name = 'Cécile', id = {CECILE} }}\n"
)
ORDERS = order_text("1901-1-spring", "England", orders=OPENING["England"])
KEY = "AGE-SECRET-KEY-1QQPQYQSZQGPQYQSZQGPQYQSZQGPQYQSZQGPQYQSZQGPQYQSZQG0"


def git(folder: Path, *words: str) -> None:
    """Run git in a folder, as nobody in particular."""
    who = (
        "-c",
        "user.name=x",
        "-c",
        "user.email=x@example.org",
        "-c",
        "protocol.file.allow=always",
    )
    subprocess.run(["git", *who, *words], cwd=folder, check=True, capture_output=True)


def commit(folder: Path) -> None:
    git(folder, "add", "--all", "--force")
    git(folder, "commit", "--quiet", "--allow-empty", "--message", "x")


@pytest.fixture(scope="module")
def main(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Give the repository of a zine with an open and a sealed game."""
    root = tmp_path_factory.mktemp("main")
    games = root / "games"
    for name, keys in ((GAME, ()), ("sealed", (GM.public,))):
        folder = new_game(games, name, "standard", NewGame(gm_keys=keys, deadline=DEADLINE))
        with (folder / "game.toml").open("a") as file:
            file.write(PLAYERS)
    (root / ".github/workflows").mkdir(parents=True)
    (root / ".github/workflows/publish.yml").write_text("name: Publish\n")
    (root / "mkdocs.yml").write_text("site_name: A Zine\n")
    (root / "big.bin").write_bytes(b"x" * 300_000)
    git(root, "init", "--quiet")
    commit(root)
    return root


@pytest.fixture(params=["git", "no git"])
def pull(
    request: pytest.FixtureRequest, main: Path, tmp_path: Path
) -> Callable[..., list[CheckResult]]:
    """Give a function that makes a pull request of Bob's with some files, and checks it."""
    copy = tmp_path / "pr"
    if request.param == "git":
        subprocess.run(["git", "clone", "--quiet", "--local", main, copy], check=True)
    else:
        shutil.copytree(main, copy, ignore=shutil.ignore_patterns(".git"))

    def check(
        files: Mapping[str, str | bytes] | None = None,
        edit: Callable[[Path], object] | None = None,
        *,
        author: int = BOB,
        now: datetime = NOW,
    ) -> list[CheckResult]:
        for name, content in (files or {}).items():
            path = copy / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content if isinstance(content, bytes) else content.encode())
        if edit is not None:
            edit(copy)
        if request.param == "git":
            commit(copy)
        return list(check_proposal(copy, main, author, now))

    return check


def errors(found: list[CheckResult]) -> dict[str, str]:
    """Return the code of each error by its path."""
    return {
        one.where.file: one.code
        for result in found
        for one in result.findings
        if one.level == "error"
    }


def test_the_authors_own_orders_and_press_for_the_open_season_pass(pull) -> None:
    found = pull(
        {
            f"{SEASON}/orders/england.toml": ORDERS,
            f"{SEASON}/press/england-1.md": "---\nto: all\n---\nHello.\n",
            f"{SEALED}/orders/england.toml.age": encrypt(b"x", [GM.public]),
        }
    )
    assert errors(found) == {}
    assert [one.title for one in found] == ["England"] * 3
    assert "F Lon - NTH" in {one.canonical for result in found for one in result.read}


FOREIGN = {
    "a workflow": ".github/workflows/publish.yml",
    "a new workflow": ".github/workflows/mine.yml",
    "what installs": ".github/install",
    "settings with a hook": "mkdocs.yml",
    "a template": "templates/pages/season.html",
    "the program": "zinegen/cli/__init__.py",
    "the project": "pyproject.toml",
    "packages": "requirements.txt",
    "a page": "site_src/about.md",
    "kept values": ".cache/store/x",
    "another's orders": f"{SEASON}/orders/france.toml",
    "another's press": f"{SEASON}/press/france-1.md",
    "the GM's press": f"{SEASON}/press/gm-1.md",
    "a season's settings": f"{SEASON}/season.toml",
    "a record": f"{SEASON}/result.json",
    "a ruling": f"{SEASON}/rulings.toml",
    "the game's settings": f"games/{GAME}/game.toml",
    "a game of one's own": "games/mine/game.toml",
    "a season that has not begun": f"games/{GAME}/seasons/1901-2-autumn/orders/england.toml",
    "a game that is not there": "games/none/seasons/1901-1-spring/orders/england.toml",
    "attributes": ".gitattributes",
    "a name like orders": f"{SEASON}/orders/England.toml",
    "a name that hides": f"{SEASON}/orders/england\u202e.toml",
    "a name with a line feed": "games/a\nb",
}


def test_every_path_that_is_not_the_authors_own_is_refused_by_name(pull) -> None:
    found = pull(dict.fromkeys(FOREIGN.values(), "x = 1\n"))
    assert set(errors(found)) == set(FOREIGN.values())


def test_a_file_above_every_limit_is_told_like_others(pull) -> None:
    assert set(errors(pull({"big.bin": b"y" * 300_000}))) == {"big.bin"}


def test_thousands_of_files_elsewhere_are_named_one_by_one(pull) -> None:
    files = {f"many/{number // 100}/{number}": "x" for number in range(2_000)}
    assert set(errors(pull(files))) == set(files)


def _link(to: str, name: str) -> Callable[[Path], object]:
    def make(root: Path) -> None:
        path = root / name
        if path.is_dir():
            shutil.rmtree(path)
        path.unlink(missing_ok=True)
        path.symlink_to(to)

    return make


def test_a_link_in_the_place_of_orders_is_refused(pull) -> None:
    found = pull(edit=_link("../../../game.toml", f"{SEASON}/orders/england.toml"))
    assert "this is a link" in found[0].findings[0].title


def test_a_link_in_the_place_of_all_games_is_refused(pull) -> None:
    assert "games" in errors(pull(edit=_link(".github", "games")))


def test_orders_that_may_be_run_are_refused(pull) -> None:
    path = f"{SEASON}/orders/england.toml"
    assert errors(pull({path: ORDERS}, lambda root: (root / path).chmod(0o755))) == {path: "O08"}


def test_a_submodule_is_refused(main: Path, pull, tmp_path: Path) -> None:
    def add(root: Path) -> None:
        if (root / ".git").exists():
            git(root, "submodule", "--quiet", "add", str(main), "games/extra")
        else:
            (root / "games/extra").mkdir()
            (root / "games/extra/.git").write_text("gitdir: elsewhere\n")

    found = errors(pull(edit=add))
    assert any(path.startswith("games/extra") for path in found)


def test_what_was_handed_in_is_not_taken_away(pull) -> None:
    path = f"{SEASON}/orders/england.toml"
    found = pull(edit=lambda root: (root / path).unlink())
    assert "not taken away" in found[0].findings[0].title


def test_nobodys_number_owns_nothing(pull) -> None:
    path = f"{SEASON}/orders/england.toml"
    assert errors(pull({path: ORDERS}, author=0)) == {path: "O08"}


def test_after_the_deadline_the_author_is_told_that_it_is_late_and_what_happens(pull) -> None:
    late = pull({f"{SEASON}/orders/england.toml": ORDERS}, now=DEADLINE + timedelta(hours=1))
    (found,) = [one for one in late[0].findings if one.code == "O07"]
    assert "has passed" in found.title
    assert "the GM rules on it" in found.if_left


def test_who_changes_orders_after_the_deadline_is_told_that_what_came_in_time_counts(
    main: Path, tmp_path: Path
) -> None:
    base, proposal, path = tmp_path / "base", tmp_path / "pr", f"{SEASON}/orders/england.toml"
    shutil.copytree(main / "games", base / "games")
    (base / path).write_text(ORDERS)
    shutil.copytree(base, proposal)
    (proposal / path).write_text(ORDERS.replace("Yor", "Edi"))
    (found,) = check_proposal(proposal, base, BOB, DEADLINE + timedelta(hours=1))
    (late,) = [one for one in found.findings if one.code == "O07"]
    assert late.if_left == "it does not count, and what came in time does"


BROKEN = {
    "press with a heading that is none": (
        f"{SEASON}/press/england-1.md",
        "---\nbold: yes\n---\nx",
        "P02",
    ),
    "press that is too long": (f"{SEASON}/press/england-2.md", "x" * 4001, "P04"),
    "press to somebody only": (f"{SEASON}/press/england-3.md", "---\nto: France\n---\nx", "P09"),
    "press that is no text": (f"{SEASON}/press/england-4.md", b"\xff\xfe", "P05"),
    "press that is far too long": (f"{SEASON}/press/england-5.md", "x" * 40_000, "P04"),
    "press with a number that is none": (f"{SEASON}/press/england-0.md", "x", "P04"),
    "orders that are no TOML": (f"{SEASON}/orders/england.toml", "orders = ", "O01"),
    "orders of another power": (
        f"{SEASON}/orders/england.toml",
        ORDERS.replace("england", "france"),
        "O03",
    ),
    "orders that are too long": (f"{SEASON}/orders/england.toml", "#\n" * 9_000, "O04"),
    "orders in plain where they are sealed": (
        f"{SEALED}/orders/england.toml",
        ORDERS.replace(GAME, "sealed"),
        "O09",
    ),
    "what is not sealed": (f"{SEALED}/orders/england.toml.age", ORDERS, "S06"),
    "what is sealed and more": (
        f"{SEALED}/press/england-1.md.age",
        encrypt(b"x", [GM.public]) + b"and more",
        "S06",
    ),
    "what is sealed and too long": (
        f"{SEALED}/orders/england.toml.age",
        encrypt(b"x" * 40_000, [GM.public]),
        "S06",
    ),
    "what is sealed in an open game": (
        f"{SEASON}/orders/england.toml.age",
        encrypt(b"x", [GM.public]),
        "S06",
    ),
}


@pytest.mark.parametrize("case", BROKEN)
def test_a_file_that_main_would_refuse_never_passes(pull, case: str) -> None:
    path, content, code = BROKEN[case]
    found = pull({path: content})
    assert errors(found) == {path: code}
    assert all(one.if_left for one in found[0].findings)


@pytest.mark.parametrize(
    "text",
    [KEY, KEY.lower(), "# remark: " + KEY, KEY.replace("SECRET-KEY-", "SECRET-KEY-PQ-")],
)
def test_a_secret_key_in_any_file_is_refused_with_what_to_do_now(pull, text: str) -> None:
    path = f"{SEASON}/orders/england.toml"
    found = pull({path: ORDERS + f'note = "{text}"\n', "elsewhere/key.txt": text})
    keys = [one for result in found for one in result.findings if one.code == "S10"]
    assert {one.where.file for one in keys} == {path, "elsewhere/key.txt"}
    assert "make a new key" in keys[0].hint
    assert text not in str(found)


def test_a_secret_key_on_main_is_told_by_check(main: Path, tmp_path: Path) -> None:
    folder = tmp_path / "games" / GAME
    shutil.copytree(main / "games" / GAME, folder)
    (folder / "seasons/1901-1-spring/orders/notes.txt").write_text(KEY)
    codes = {one.code for result in check_folder(folder) for one in result.findings}
    assert "S10" in codes


def test_a_public_key_is_no_secret(pull) -> None:
    found = pull({f"{SEASON}/press/england-1.md": GM.public})
    assert errors(found) == {}


def test_a_closed_season_takes_no_orders(main: Path, tmp_path: Path) -> None:
    base, copy = tmp_path / "base", tmp_path / "pr"
    shutil.copytree(main, base, ignore=shutil.ignore_patterns(".git"))
    (base / SEASON / "close.toml").write_text('closed = 2026-12-01T22:31:04Z\nengine = "1"\n')
    shutil.copytree(base, copy)
    (copy / SEASON / "orders/england.toml").write_text(ORDERS)
    (found,) = check_proposal(copy, base, BOB, NOW)
    assert found.findings[0].code == "O07"


def test_git_answers_for_the_folder_itself_and_not_for_one_above_it(
    main: Path, tmp_path: Path
) -> None:
    """A spoilt .git in the pull request does not make git look at another repository."""
    copy = tmp_path / "pr"
    shutil.copytree(main, copy, ignore=shutil.ignore_patterns(".git"))
    git(tmp_path, "init", "--quiet")
    (copy / ".git").mkdir()
    (copy / "mkdocs.yml").write_text("hooks: [mine.py]\n")
    assert set(errors(list(check_proposal(copy, main, BOB, NOW)))) == {"mkdocs.yml", ".git"}


def test_what_lies_uncommitted_beside_a_commit_is_not_asked(main: Path, tmp_path: Path) -> None:
    """The commit is what would be merged: words on the disk neither hide nor add a change."""
    copy = tmp_path / "pr"
    subprocess.run(["git", "clone", "--quiet", "--local", main, copy], check=True)
    path = copy / SEASON / "orders/england.toml"
    path.write_text(ORDERS.replace("F Lon - NTH", "F Lon - Nrt"))
    commit(copy)
    path.write_text(ORDERS)
    dirty, found = check_proposal(copy, main, BOB, NOW)
    assert [one.code for one in found.findings if one.level == "error"] == ["O10"]
    assert f"its last commit holds: {SEASON}/orders/england.toml" in dirty.findings[0].title
    assert "only what is committed was looked at" in dirty.findings[0].hint


def told(copy: Path, main: Path) -> str:
    found = list(check_proposal(copy, main, BOB, NOW))
    return " ".join(f"{one.title} {one.level}" for each in found for one in each.findings)


def clone(main: Path, tmp_path: Path, *words: str) -> Path:
    copy = tmp_path / "pr"
    subprocess.run(["git", "clone", "--quiet", "--local", *words, main, copy], check=True)
    return copy


def test_where_git_gives_no_answer_nothing_passes(main: Path, tmp_path: Path) -> None:
    copy = clone(main, tmp_path)
    assert told(copy, main) == ""
    (copy / ".git/HEAD").write_text("nonsense")
    assert told(copy, main) == f"git gives no answer about {copy}, although .git lies there error"
    base = tmp_path / "base"
    shutil.copytree(main, base)
    shutil.rmtree(base / ".git/objects")
    assert f"git gives no answer about {base}" in told(copy, base)


def test_where_the_disk_holds_another_thing_than_the_commit_nothing_passes(
    main: Path, tmp_path: Path
) -> None:
    copy = clone(main, tmp_path)
    (copy / "mkdocs.yml").write_text("hooks: [mine.py]\n")
    assert (
        told(copy, main)
        == f"what lies in {copy} is not what its last commit holds: mkdocs.yml error"
    )
    git(copy, "add", "mkdocs.yml")
    assert "not what its last commit holds" in told(copy, main)
    git(copy, "checkout", "--quiet", "--force", "HEAD")
    base = tmp_path / "base"
    shutil.copytree(main, base)
    path = base / "games" / GAME / "game.toml"
    path.write_text(path.read_text().replace(str(BOB), str(CECILE)))
    assert f"what lies in {base} is" in told(copy, base)


def test_a_commit_that_nobody_has_checked_out_is_compared_all_the_same(
    main: Path, tmp_path: Path
) -> None:
    assert told(clone(main, tmp_path, "--no-checkout"), main) == ""


@pytest.mark.parametrize("twice", ["mkdocs.yml", "games", "site_src"])
def test_a_commit_with_one_name_twice_is_refused(main: Path, tmp_path: Path, twice: str) -> None:
    """Which of the two a checkout has nobody can say."""
    copy = clone(main, tmp_path)

    def ask(*words: str, stdin: bytes = b"") -> bytes:
        who = ("-c", "user.name=x", "-c", "user.email=x@example.org")
        command = ["git", *who, *words]
        done = subprocess.run(command, cwd=copy, check=True, input=stdin, capture_output=True)
        return done.stdout

    def add(name: bytes, mode: bytes, key: bytes) -> bytes:
        return mode + b" " + name + b"\0" + bytes.fromhex(key.decode().strip())

    tree = ask("cat-file", "tree", "HEAD^{tree}")
    blob = ask("hash-object", "-w", "--stdin", stdin=b"hooks: [mine.py]")
    sub = ask("hash-object", "-w", "-t", "tree", "--stdin", stdin=add(b"x.md", b"100644", blob))
    name = twice.encode()
    more = add(name, b"40000", sub) + (add(name, b"100644", blob) if twice == "site_src" else b"")
    literal = ("hash-object", "-w", "-t", "tree", "--literally", "--stdin")
    key = ask(*literal, stdin=more + tree).decode().strip()
    made = ask("commit-tree", "-p", "HEAD", "-m", "x", key).decode().strip()
    ask("update-ref", "--no-deref", "HEAD", made)
    with pytest.raises(GameFolderError, match=f"two things under one name: '{twice}'"):
        check_proposal(copy, main, BOB, NOW)


def test_a_base_without_games_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(GameFolderError, match="there are no games"):
        check_proposal(tmp_path, tmp_path, BOB, NOW)
