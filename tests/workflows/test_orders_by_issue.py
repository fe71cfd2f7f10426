"""Orders as a new issue of the repository: whose they are, when they came, none lost and none let in."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
import yaml

from tests.archive.folders import OPENING, change
from tests.forked.start import write_program
from tests.workflows.test_close_workflow import ROOT, git
from zinegen.archive import NewGame, new_game
from zinegen.archive.folder.arrivals_file import read_handed
from zinegen.archive.mail.issue_orders import IssueAnswer, read_event, take_issue
from zinegen.cli.gm.issue_answer import write_answer
from zinegen.errors import GameFolderError

SEASON = "games/demo/seasons/1901-1-spring"
IDS = {power: 100 + number for number, power in enumerate(OPENING)}
FRANCE, GERMANY = IDS["France"], IDS["Germany"]
UNTIL = datetime(2026, 12, 1, 22, tzinfo=UTC)
ISSUES = int(os.environ.get("ISSUES", "4"))
"""So many issues come at once; `make long` lets a hundred come."""


def order_file(power: str = "France", orders: str = "", season: str = "1901-1-spring") -> str:
    head = f'game   = "demo"\nseason = "{season}"\npower  = "{power.lower()}"\n'
    return f"{head}orders = '''\n{orders or OPENING[power]}\n'''\n"


def fenced(text: str, fence: str = "````") -> str:
    return f"My orders.\n\n{fence}toml\n{text}{fence}\n"


def event(
    body: object, author: object = FRANCE, at: datetime = UNTIL - timedelta(hours=1), **more: object
) -> bytes:
    """Return what the platform writes of a new issue."""
    issue = {
        "number": more.pop("number", 12),
        "title": more.pop("title", "Orders of Germany in another game"),  # titles are not believed
        "body": body,
        "created_at": at.isoformat().replace("+00:00", "Z"),
        "user": {"id": author, "login": "somebody"},
        **more,
    }
    return json.dumps({"action": "opened", "issue": issue}).encode()


@pytest.fixture(scope="module")
def pattern(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("zine")
    players = {power: f"Player {power}" for power in OPENING}
    game = new_game(folder / "games", "demo", "standard", NewGame(players=players, deadline=UNTIL))
    for power, number in IDS.items():
        change(game / "game.toml", f'"Player {power}"', f'"Player {power}", id = {number}')
    return folder


@pytest.fixture
def zine(pattern: Path, tmp_path: Path) -> Path:
    return shutil.copytree(pattern, tmp_path / "zine")


def take(zine: Path, content: bytes) -> IssueAnswer:
    return take_issue(zine, read_event(content))


def files(zine: Path) -> Mapping[str, bytes]:
    return {
        str(one.relative_to(zine)): one.read_bytes() for one in zine.rglob("*") if one.is_file()
    }


CASES = {
    "a block as the desk writes it": fenced(order_file()),
    "a short fence": fenced(order_file(), "```"),
    "tildes": fenced(order_file(), "~~~"),
    "no fence at all": order_file(),
    "a fence that nobody closes": f"````toml\n{order_file()}",
    "lines as Windows writes them": fenced(order_file()).replace("\n", "\r\n"),
    "words as in a mail": f"Hello!\n\nFrance\n{OPENING['France']}\n\nBest, Cécile\n",
    "bare lines": OPENING["France"],
    "the path above it": f"{SEASON}/orders/france.toml\n\n{fenced(order_file())}",
}


@pytest.mark.parametrize("body", CASES.values(), ids=CASES)
def test_orders_of_the_account_come_to_their_place_whatever_the_title_says(body, zine):
    answer = take(zine, event(body))
    assert answer.is_taken, answer
    assert answer.path == f"{SEASON}/orders/france.toml"
    text = (zine / answer.path).read_text()
    assert all(line in text for line in OPENING["France"].splitlines())
    arrival = read_handed(zine / SEASON)["france"]
    assert (arrival.sha256, arrival.by_id, arrival.way) == (answer.sha256, FRANCE, "issue 12")
    assert answer.sha256 in write_answer(answer)
    changed = {name for name, content in files(zine).items() if b"A Mar S A Par" in content}
    assert changed == {answer.path}


PUBLIC = "age1hjw4vgyug2rs2n8sfm3ghkm8xpzmngayv9rdnjvrk66lx3u9satqqg99m4"
SEALED = "-----BEGIN AGE ENCRYPTED FILE-----\nYWdl\n-----END AGE ENCRYPTED FILE-----\n"
ATTACKS: Mapping[str, bytes] = {
    "somebody else's account": event(fenced(order_file()), GERMANY),
    "an account of nobody": event(fenced(order_file()), 999),
    "no account": event(fenced(order_file()), 0),
    "another power's file": event(fenced(order_file("Germany"))),
    "another power's path": event(f"{SEASON}/orders/germany.toml\n{fenced(order_file())}"),
    "a path that leaves the folder": event(
        "games/demo/seasons/../../../x.toml\n" + fenced('game = "../x"\n')
    ),
    "game.toml": event("games/demo/game.toml\n" + fenced('game = "demo"\n')),
    "the GM's rulings": event(f"{SEASON}/rulings.toml\n" + fenced("[[ruling]]\ndo = 'proceed'\n")),
    "a workflow": event(".github/workflows/x.yml\n" + fenced("on: push\n")),
    "another season": event(fenced(order_file(season="1901-2-autumn"))),
    "a season that never was": event(fenced(order_file(season="1850-1-spring"))),
    "another game": event(fenced(order_file().replace('"demo"', '"other"'))),
    "two blocks": event(fenced(order_file()) + fenced(order_file("Germany"))),
    "two sealed files": event(SEALED * 2),
    "a block that closes its own fence": event(
        f"```toml\n{order_file()}```\n```toml\n{order_file('Germany')}```\n"
    ),
    "a sealed file where nothing is sealed": event(f"{SEASON}/orders/france.toml.age\n{SEALED}"),
    "no TOML": event(
        fenced('game = "demo"\nseason = "1901-1-spring"\npower = "france"\norders = \'\'\'\n')
    ),
    "64 KB of a text": event(fenced(order_file(orders="A Par H\n" * 8000))),
    "64 KB of a line": event(fenced(order_file(orders="A" * 65000))),
    "64 KB of fences": event("```\n" * 16000),
    "64 KB of paths": event(f"{SEASON}/orders/france.toml " * 1200),
    "deep quotes": event("> " * 30000),
    "a key beside the orders": event(fenced(order_file() + "deadline = 2030-01-01T00:00:00Z\n")),
    "no text": event(None),
    "a text of another kind": event(["orders"]),
    "an empty text": event(""),
    "late": event(fenced(order_file()), at=UNTIL + timedelta(seconds=1)),
    "press": event(f"{SEASON}/press/france-1.md\n" + fenced("---\nfrom: France\n---\nHello\n")),
    "a link instead": event(f"[orders](https://evil.example/{SEASON}/orders/france.toml)"),
    "a picture instead": event("![orders](https://evil.example/x.png)"),
    "a sign that ends texts": event(fenced(order_file(orders="A Par H\0"))),
    "a text that runs backwards": event(
        fenced(order_file().replace('"france"', '"\u202eynamreg"'))
    ),
    "a letter that looks like another": event(
        fenced(order_file().replace('"demo"', '"d\u0435mo"'))
    ),
    "a power said twice": event(fenced(order_file() + 'power = "germany"\n')),
    "another power in a table": event(fenced(order_file() + '[orders2]\npower = "germany"\n')),
    "a season in full-width digits": event(
        fenced(order_file(season="\uff11\uff19\uff10\uff11-1-spring"))
    ),
    "the GM's own file beside it": event(
        f"games/demo/game.toml\n{SEASON}/orders/germany.toml\n" + fenced(order_file())
    ),
    "a path in capitals": event(f"{SEASON.upper()}/ORDERS/FRANCE.TOML\n{SEALED}"),
    "a link in place of a path": event(
        f"{SEASON}/orders/../../../../x/orders/france.toml\n{SEALED}"
    ),
    "armour that does not end": event("-----BEGIN AGE ENCRYPTED FILE-----\nYWdl\n" * 3),
    "a table so deep that it breaks readers": event(
        fenced(order_file() + "x = " + "[" * 3000 + "\n")
    ),
    "a hidden text": event(f"<!-- {fenced(order_file('Germany'))} -->"),
    "a quoted issue of somebody": event(
        "".join(f"> {line}\n" for line in order_file("Germany").splitlines())
    ),
    "the number 1 said as true": event(
        fenced(order_file()), author=101, created_at="2026-12-31T00:00:00Z"
    ),
}


@pytest.mark.parametrize("content", ATTACKS.values(), ids=ATTACKS)
def test_nothing_else_is_let_in(content, zine):
    before = files(zine)
    answer = take(zine, content)
    assert not answer.is_taken
    assert files(zine) == before
    assert not answer.is_orders or answer.why_not or any(one.findings for one in answer.checked)


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"[]",
        b"{}",
        b"\xff\xfe",
        b"[" * 100_000,
        json.dumps({"action": "edited", "issue": json.loads(event("x"))["issue"]}).encode(),
        event("x", None),
        event("x", "100"),
        event("x", True),
        event("x", 100.0),
        event("x", number="12; rm -rf"),
        event("x", created_at="yesterday"),
        event("x", pull_request={"url": "x"}),
    ],
    ids=range(13),
)
def test_an_event_that_is_another_or_none_is_refused(content):
    with pytest.raises(GameFolderError):
        read_event(content)


def test_the_newest_by_the_platforms_clock_counts_in_whatever_order_they_come(zine):
    late = event(
        fenced(order_file(orders="A Par - Gas")), at=UNTIL - timedelta(minutes=1), number=2
    )
    early = event(fenced(order_file()), at=UNTIL - timedelta(minutes=2), number=1)
    assert take(zine, late).is_taken
    answer = take(zine, early)
    assert not answer.is_taken
    assert "newer orders of yours" in write_answer(answer)
    assert "A Par - Gas" in (zine / SEASON / "orders/france.toml").read_text()
    before = files(zine)
    assert take(zine, late).is_taken  # once more is no harm
    assert files(zine) == before


def test_what_comes_late_is_told_with_what_happens_and_left_to_the_gm(zine):
    answer = take(zine, event(fenced(order_file()), at=UNTIL + timedelta(hours=1)))
    told = write_answer(answer)
    assert answer.is_late
    assert "Too late" in told
    assert "the GM rules on it" in told


def test_a_line_that_cannot_be_read_is_taken_in_and_told(zine):
    answer = take(zine, event(fenced(order_file(orders="A Par - Nrt\nA Mar H"))))
    assert answer.is_taken
    assert "Nrt" in write_answer(answer)


def test_in_a_sealed_game_plain_orders_are_refused_and_sealed_ones_taken_unopened(zine):
    change(
        zine / "games/demo/game.toml",
        'orders = "open"',
        f'orders = "sealed"\ngm_keys = ["{PUBLIC}"] #',
    )
    for body in (fenced(order_file()), OPENING["France"]):
        answer = take(zine, event(body))
        assert not answer.is_taken
        assert "seal" in write_answer(answer)
    answer = take(zine, event(f"`{SEASON}/orders/france.toml.age`\n\n```\n{SEALED}```\n"))
    assert answer.is_taken
    assert (zine / SEASON / "orders/france.toml.age").read_text() == SEALED
    assert not take(zine, event(f"`{SEASON}/orders/germany.toml.age`\n{SEALED}")).is_taken


def test_an_answer_calls_nobody_and_shows_nothing_of_a_strangers(zine):
    evil = "@everyone ![x](https://evil.example/x.png) <img src=x> #1 A Par - <b>"
    told = write_answer(take(zine, event(fenced(order_file(orders=evil)))))
    assert "@everyone" not in told
    assert "![x]" not in told
    assert "<img" not in told
    assert "#1 " not in told


def test_what_a_player_asks_in_an_issue_stays_open_and_unanswered(zine):
    assert not take(zine, event("Hello, when is the next deadline?")).is_orders


def test_attacks_are_as_many_as_promised():
    assert len(ATTACKS) >= 40


WITH_PRESS = f"{OPENING['France']}\n\nPress:\nThe fleet is at sea.\n"


def test_press_among_the_orders_goes_where_press_lies(zine):
    answer = take(zine, event(WITH_PRESS))
    assert answer.is_taken
    assert "Press is written as press/france-1.md." in write_answer(answer)
    assert "The fleet is at sea." in (zine / SEASON / "press/france-1.md").read_text()


def test_where_there_is_no_press_the_orders_are_kept_and_that_is_told(zine):
    path = zine / "games/demo/game.toml"
    path.write_text(path.read_text() + '\n[press]\nkind = "none"\n')
    answer = take(zine, event(WITH_PRESS))
    assert answer.is_taken
    assert "Press is left out: this game has no press." in write_answer(answer)
    assert not (zine / SEASON / "press/france-1.md").exists()
    assert "A Mar S A Par" in (zine / answer.path).read_text()


@pytest.mark.parametrize("power", ["france", "germany"])
@pytest.mark.parametrize("path", ["", "path"])
def test_in_an_anonymous_sealed_game_no_answer_tells_who_plays_what(power, path, zine):
    """Whatever is sealed for whomever, and from whatever account: the answer is the same."""
    change(
        zine / "games/demo/game.toml",
        'orders = "open"',
        f'players = "until-end"\norders = "sealed"\ngm_keys = ["{PUBLIC}"] #',
    )
    before = files(zine)
    head = f"`{SEASON}/orders/{power}.toml.age`\n\n" if path else ""
    answers = [take(zine, event(f"{head}{SEALED}", author)) for author in (FRANCE, GERMANY, 999)]
    assert not any(one.is_taken for one in answers)
    assert len({write_answer(one) for one in answers}) == 1
    assert files(zine) == before


@pytest.mark.parametrize("body", [OPENING["France"], fenced(order_file())])
def test_in_an_anonymous_game_nothing_is_taken_in_by_an_account(body, zine):
    path = zine / "games/demo/game.toml"
    change(path, 'orders = "open"', 'players = "until-end"\norders = "open"')
    before = files(zine)
    answer = take(zine, event(body))
    assert not answer.is_taken
    assert files(zine) == before


# ------------------------------------------------------------------------- on real repositories


@pytest.fixture
def hub(zine: Path, tmp_path: Path, loaded_python: tuple[str, ...]) -> Path:
    """The platform's repository of the zine."""
    shutil.copytree(ROOT / ".github", zine / ".github")
    git(tmp_path, "init", "--quiet", "--bare", "--initial-branch", "main", "hub.git")
    git(zine, "init", "--quiet", "--initial-branch", "main")
    git(zine, "add", "--all")
    git(zine, "-c", "user.name=x", "-c", "user.email=x@example.org", "commit", "--quiet", "-m", "x")
    git(zine, "push", "--quiet", "../hub.git", "main")
    write_program(tmp_path / "zinegen", loaded_python)
    return tmp_path / "hub.git"


def hand_in(hub: Path, number: int, content: bytes) -> str:
    """Run what the workflow runs, in a checkout of its own; return what it says."""
    place = hub.parent / f"run-{number}"
    git(hub.parent, "clone", "--quiet", "hub.git", place.name)
    program = hub.parent / "zinegen"
    (hub.parent / f"{number}.json").write_bytes(content)
    script = (".github/hand-in", f"../{number}.json", str(hub), f"../{number}.md")
    done = subprocess.run(
        ["bash", *script],
        cwd=place,
        env={**os.environ, "ZINEGEN": str(program), "GIT_CONFIG_GLOBAL": "/dev/null"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


def test_of_many_that_come_at_once_none_is_dropped_and_each_is_one_commit(hub):
    powers = [[*OPENING][number % 7] for number in range(ISSUES)]
    contents = [
        event(
            fenced(order_file(power)), IDS[power], UNTIL - timedelta(seconds=ISSUES - at), number=at
        )
        for at, power in enumerate(powers)
    ]
    with ThreadPoolExecutor(4) as pool:
        outcomes = [*pool.map(hand_in, [hub] * ISSUES, range(ISSUES), contents)]
    assert set(outcomes) <= {"taken", "refused"}  # refused: a newer one of the power was quicker
    git(hub.parent, "clone", "--quiet", "hub.git", "after")
    after = hub.parent / "after"
    newest = {power.lower(): at for at, power in enumerate(powers)}
    arrivals = read_handed(after / SEASON)
    assert {power: one.way for power, one in arrivals.items()} == {
        power: f"issue {at}" for power, at in newest.items()
    }
    for power in {*powers}:
        assert OPENING[power] in (after / SEASON / f"orders/{power.lower()}.toml").read_text()
    messages = git(after, "log", "--format=%b", "HEAD").split()
    assert len([one for one in messages if one.isdigit()]) == outcomes.count("taken")


def test_what_is_refused_or_no_order_is_not_committed(hub):
    before = git(hub, "rev-parse", "main")
    assert hand_in(hub, 1, event(fenced(order_file()), GERMANY)) == "refused"
    assert hand_in(hub, 2, event("A question about the rules", 999)) == "none"
    assert hand_in(hub, 3, event(fenced(order_file()), at=UNTIL + timedelta(days=1))) == "late"
    assert git(hub, "rev-parse", "main") == before
    assert not (hub.parent / "2.md").exists()
    assert "Too late" in (hub.parent / "3.md").read_text()


def test_the_workflow_lets_no_word_of_an_issue_near_a_shell():
    text = (ROOT / ".github/optional/orders-by-issue.yml").read_text()
    job = yaml.safe_load(text)["jobs"]["hand-in"]
    assert job["permissions"] == {"contents": "write", "issues": "write", "actions": "write"}
    asked = {part.split("}}")[0].strip() for part in text.split("${{")[1:]}
    assert asked == {"github.token", "github.event.issue.number"}
