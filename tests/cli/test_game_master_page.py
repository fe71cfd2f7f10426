"""Every command that docs/game-master.md tells the GM to type is typed here, in the order of the page."""

from __future__ import annotations

import re
import shlex
import subprocess
from collections.abc import Callable
from io import BytesIO, TextIOWrapper
from pathlib import Path

import pytest

from tests.sites import put_maps

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "game-master.md").read_text(encoding="utf-8")
SCENARIOS = (ROOT / "docs" / "scenarios.md").read_text(encoding="utf-8")
GAME = Path("games/spring-offensive")
SEASON = GAME / "seasons/1901-1-spring"
MAIL = "From: Cecile <cecile@example.org>\nSubject: {power}\n\nA Mun - Bur\nF Kie - Den\n"


def send(name: str) -> Callable[[], None]:
    """Return what puts a mail of Germany's into a file."""
    return lambda: [Path(name).write_text(MAIL.format(power="Germany")), None][1]


def ask() -> None:
    """Write the question and the line that the page on scenarios shows."""
    (question,) = re.findall(r"```toml\n(.*?)```", SCENARIOS, re.DOTALL)
    (line,) = re.findall(r"```json\n(.*?)```", SCENARIOS, re.DOTALL)
    Path("question.toml").write_text(question)
    Path("questions.jsonl").write_text(line)


def rule() -> None:
    """Rule that a season is judged although some have handed in nothing."""
    (SEASON / "rulings.toml").write_text("[[ruling]]\ndo = 'proceed'\nreason = 'No word.'\n")
    (GAME / "receipts.json").write_text("")


def nothing() -> None:
    """Prepare nothing."""


TYPED: dict[str, tuple[int, Callable[[], None]]] = {
    "zinegen --version": (0, nothing),
    'zinegen init my-zine --gm "Ann Example"': (0, nothing),
    "zinegen new spring-offensive": (0, nothing),
    "zinegen build": (0, nothing),
    "zinegen templates": (0, nothing),
    "zinegen templates season.html": (0, nothing),
    "zinegen templates season.html --copy": (0, nothing),
    "zinegen take spring-offensive mail.eml": (0, send("mail.eml")),
    "zinegen take spring-offensive -": (0, nothing),
    "zinegen take spring-offensive chat.txt --power france": (
        0,
        lambda: [Path("chat.txt").write_text("A Par - Bur\nF Bre - MAO\nA Mar H\n"), None][1],
    ),
    "zinegen inbox spring-offensive": (0, nothing),
    "zinegen status": (0, nothing),
    "zinegen remind spring-offensive": (0, nothing),
    "zinegen check spring-offensive": (0, nothing),
    "zinegen check": (0, nothing),
    # A season without a deadline is closed by its name only; there is no platform to ask here.
    "zinegen close spring-offensive": (0, nothing),
    "zinegen inbox spring-offensive --receipts receipts.json": (2, nothing),
    "zinegen close spring-offensive --dry-run -o map.svg": (0, rule),
    "zinegen close spring-offensive --early 1901-1-spring": (0, nothing),
    "zinegen verify": (0, nothing),
    'zinegen reopen spring-offensive 1901-1-spring --why "The mail was slow."': (0, nothing),
    "zinegen variants": (0, nothing),
    "zinegen variants standard": (0, nothing),
    "zinegen scenario question.toml": (0, ask),
    "zinegen draw --scenario question.toml -o answer.svg": (0, nothing),
    "zinegen adjudicate --jsonl < questions.jsonl": (0, nothing),
    "zinegen upgrade": (0, nothing),
    "zinegen upgrade --yes": (0, nothing),
    "zinegen keygen": (0, nothing),
}
"""The commands, each with the code that it ends with and what has to be there before."""
ELSEWHERE = {
    "zinegen new spring-offensive --phase S1905M": "tests/cli/test_new.py",
    "zinegen new spring-offensive --option rhythm=separate": "tests/cli/test_new.py",
    "zinegen close spring-offensive --receipts receipts.json": "tests/cli/test_platform.py",
    "zinegen close --due": "tests/cli/test_platform.py",
    "zinegen close --ready": "tests/cli/test_close.py",
    "zinegen check PR --base MAIN --author-id N": "tests/cli/test_game_master_page.py",
    "zinegen rename GAME NEW": "tests/cli/test_rename.py",
    "zinegen publish --to /var/www/zine": "tests/cli/test_publish.py",
    "zinegen publish --strict": "tests/cli/test_publish.py",
    "zinegen replay spring-offensive -o offensive.webp": "tests/cli/test_replay.py",
    "zinegen replay spring-offensive -o offensive.gif --from 1901-1-spring": "tests/cli/test_replay.py",
    "zinegen build --strict": "tests/test_wheel.py",
    "zinegen take spring-offensive mail.eml --amend": "tests/cli/test_take.py",
    "zinegen take spring-offensive Inbox.mbox": "tests/cli/test_take_sources.py",
    "zinegen take --all imap:home": "tests/cli/test_take_sources.py",
    "zinegen restore spring-offensive france": "tests/cli/test_take.py",
    "zinegen export ../zine-source": "tests/cli/test_hosts.py",
    "zinegen init --language de": "tests/cli/test_beginning.py",
    "zinegen export --json GAME": "tests/cli/test_exchange.py",
    "zinegen import FILE...": "tests/cli/test_exchange.py",
    "zinegen serve": "tests/cli/test_site.py",
    'zinegen extend spring-offensive 3d --why "Bob is travelling"': "tests/cli/test_gm_commands.py",
    'zinegen extend spring-offensive 2026-12-05 --why "Bob is travelling"': "tests/cli/test_gm_commands.py",
    'zinegen pause spring-offensive --why "Holidays"': "tests/cli/test_gm_commands.py",
    "zinegen resume spring-offensive": "tests/cli/test_gm_commands.py",
    "zinegen seat spring-offensive france --player Dora": "tests/cli/test_gm_commands.py",
    "zinegen seat spring-offensive france --vacant": "tests/cli/test_gm_commands.py",
    "zinegen upgrade --platform gitlab": "tests/cli/test_upgrade.py",
    "zinegen pdf --game NAME": "tests/cli/test_documents.py",
}
"""Commands that need more than a folder, each with the file that tries it."""
IN_PART = {
    "zinegen inbox --issue EVENT",
    "zinegen new",
    "zinegen close",
    "zinegen seal",
    "zinegen take",
    "zinegen export",
    "zinegen templates --copy",
    "zinegen remind GAME",
    "zinegen extend",
    "zinegen pause",
    "zinegen pdf",
    "zinegen epub",
}
"""Commands that the text names in passing."""


def told_commands() -> set[str]:
    """Return the commands of the page, in blocks and in the text, without what is behind #."""
    blocks = "".join(re.findall(r"```text\n(.*?)```", PAGE, re.DOTALL))
    lines = re.findall(r"^(zinegen .+?)(?: +#.*)?$", blocks, re.MULTILINE)
    return {*lines, *re.findall(r"`(zinegen [^`\n]+)`", PAGE)}


def test_every_command_of_the_page_is_typed_here_or_tried_elsewhere() -> None:
    assert told_commands() == {*TYPED, *ELSEWHERE, *IN_PART}
    for command, file in ELSEWHERE.items():
        words = [word for word in command.split()[1:] if word.islower() or word.startswith("--")]
        text = (ROOT / file).read_text()
        assert [word for word in words if word.startswith("--") and word not in text] == []
        assert f'"{words[0]}"' in text


def test_the_page_can_be_followed_to_the_letter(
    zine: Path, run, start_maps: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", "")  # no platform's program
    for command, (code, prepare) in TYPED.items():
        prepare()
        words, _, given = command.partition(" < ")
        pasted = Path(given).read_text() if given else "Orders for Italy\nA Ven H\n"
        monkeypatch.setattr("sys.stdin", TextIOWrapper(BytesIO(pasted.encode())))
        ended = run(*shlex.split(words)[1:])
        assert ended.code == code, f"{command}\n{ended.out}{ended.err}"
        if words.startswith("zinegen init"):
            monkeypatch.chdir("my-zine")
            put_maps(Path.cwd(), start_maps)
    for made in ("map.svg", "answer.svg", "templates/pages/season.html"):
        assert (zine / "my-zine" / made).is_file()
    assert (zine / "my-zine/site/games/spring-offensive/index.html").is_file()
    taken = (zine / "my-zine" / SEASON / "orders/germany.toml").read_text()
    assert "A Mun - Bur" in taken


def test_a_pull_request_is_held_against_main_and_against_its_author(zine: Path, run) -> None:
    def git(*words: str, cwd: Path = zine) -> None:
        subprocess.run(("git", *words), cwd=cwd, check=True, capture_output=True)

    who = ("-c", "user.name=Ann", "-c", "user.email=ann@example.org")
    run("new", "spring-offensive")
    settings = zine / GAME / "game.toml"
    settings.write_text(
        settings.read_text().replace(
            "[players]", "[players]\nitaly = { name = 'Nerina', id = 7 }\n#"
        )
    )
    git("init", "--quiet")
    git("add", "--all")
    git(*who, "commit", "--quiet", "--message=Begin")
    git("clone", "--quiet", ".", "../pr")
    (orders := zine.parent / "pr" / SEASON / "orders/italy.toml").write_text(
        (zine / SEASON / "orders/italy.toml").read_text().replace("A Ven\n", "A Ven H\n")
    )
    assert "A Ven H" in orders.read_text()
    git(*who, "commit", "--quiet", "--all", "--message=Orders", cwd=zine.parent / "pr")
    for author, code in (("7", 0), ("8", 1)):
        ended = run("check", "../pr", "--base", ".", "--author-id", author)
        assert ended.code == code, ended.out + ended.err
