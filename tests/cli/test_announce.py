"""News from the command line: told once in each channel, whatever the platform answers."""

from __future__ import annotations

import io
import json
import re
import socket
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from aiosmtpd.controller import Controller

from tests.archive.folders import change
from tests.cli.test_mail import Mailbox
from tests.delivery.platform import Platform, run_platform

CONFIG = """
site_name: The Test
site_url: https://zine.example/
docs_dir: pages
plugins: [{zinegen: {editor: Ann}}]
"""


class Terminal(io.StringIO):
    """Somebody at a keyboard."""

    def isatty(self) -> bool:
        return True


@pytest.fixture
def platform() -> Iterator[Platform]:
    """A platform that takes webhooks, on this machine."""
    with run_platform() as running:
        yield running


@pytest.fixture
def folder(demo: Path, platform: Platform, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of a game of one season, in a zine with a channel of JSON."""
    (demo / "mkdocs.yml").write_text(CONFIG)
    (demo / "pages").mkdir()
    set_channel(monkeypatch, platform)
    return demo / "games" / "demo"


def set_channel(
    patch: pytest.MonkeyPatch, platform: Platform, kind: str = "json", more: str = ""
) -> None:
    text = f'[[channel]]\nname = "us"\nkind = "{kind}"\naddress = "{platform.address}/hook-sesame"\n{more}'
    patch.setenv("ZINEGEN_CHANNELS", text)


def told(platform: Platform) -> list[str]:
    return [json.loads(one.body)["number"] for one in platform.got]


def announced(folder: Path) -> list[dict[str, str]]:
    lines = (folder.parents[1] / "announced.jsonl").read_text().splitlines()
    return [json.loads(line) for line in lines]


def set_deadline(folder: Path, text: str) -> None:
    season = folder / "seasons" / "1901-2-autumn" / "season.toml"
    lines = [
        one
        for one in season.read_text().splitlines()
        if not one.startswith(("deadline", "# deadline"))
    ]
    season.write_text("\n".join([lines[0], text, *lines[1:], ""]))


def in_hours(hours: float) -> str:
    return (datetime.now(UTC) + timedelta(hours=hours)).strftime("%Y-%m-%dT%H:%M:%SZ")


def test_a_season_is_told_once_with_its_map(folder: Path, platform: Platform, run) -> None:
    ended = run("announce", "demo")
    assert (ended.code, ended.err) == (0, "")
    assert ended.out == "us: Demo, Spring 1901: told\n"
    (request,) = platform.got
    said = json.loads(request.body)
    assert said["number"] == "season/demo/1901-1-spring"
    assert said["url"] == "https://zine.example/games/demo/1901-1-spring/"
    assert said["picture"]["base64"].startswith("iVBORw0KGgo")
    again = run("announce", "demo")
    assert (again.code, again.out, len(platform.got)) == (0, "nothing new is to be told\n", 1)
    assert run("announce", "--all").out == "nothing new is to be told\n"
    states = [(one["to"], one["state"]) for one in announced(folder)[:2]]
    assert states == [("us", "begun"), ("us", "sent")]


def test_it_is_written_down_before_it_goes_and_with_no_address(
    folder: Path, platform: Platform, run
) -> None:
    platform.answers = [(404, {}, b'{"message": "hook-sesame is unknown"}')]
    ended = run("announce", "demo")
    assert ended.code == 1
    assert "refused (404: " in ended.err
    text = (folder.parents[1] / "announced.jsonl").read_text()
    assert "sesame" not in text
    assert "http" not in text
    assert [one["state"] for one in announced(folder)] == ["begun", "refused"]
    again = run("announce", "demo")
    assert (again.code, len(platform.got)) == (1, 1)
    assert "mend the channel, then --again tells it" in again.err
    assert run("announce", "demo", "--again").code == 0
    assert len(platform.got) == 2


def test_a_dry_run_prints_the_text_and_tells_nothing(folder: Path, platform: Platform, run) -> None:
    ended = run("announce", "demo", "--dry-run")
    assert ended.code == 0
    assert ended.out.startswith("--- us (json)\nDemo, Spring 1901\n")
    assert "https://zine.example/games/demo/1901-1-spring/" in ended.out
    assert platform.got == []
    assert not (folder.parents[1] / "announced.jsonl").exists()


@pytest.mark.parametrize("answer", [(500, {}, b""), None])
def test_what_nobody_knows_of_is_never_told_again_by_itself(
    folder: Path, platform: Platform, run, monkeypatch, answer
) -> None:
    monkeypatch.setattr("zinegen.delivery.webhooks.TIMEOUT", 0.3)
    monkeypatch.setattr("zinegen.delivery.webhooks.send_post.__defaults__", (lambda _: None, 0.3))
    platform.answers = [answer]
    ended = run("announce", "demo")
    assert ended.code == 1
    assert "nobody knows whether it was told" in ended.err
    again = run("announce", "demo")
    assert (again.code, len(platform.got)) == (1, 1)
    assert "nobody knows whether this was told on" in again.err
    assert "--again tells it" in again.err


@pytest.mark.parametrize("answer", ["n", "y"])
def test_whoever_sits_there_is_asked_about_what_nobody_knows_of(
    folder: Path, platform: Platform, run, monkeypatch, answer: str
) -> None:
    requests = 2 if answer == "y" else 1
    platform.answers = [(500, {}, b"")]
    run("announce", "demo")
    monkeypatch.setattr("sys.stdin", Terminal(f"{answer}\n"))
    ended = run("announce", "demo")
    assert "nobody knows whether this was told on" in ended.err
    assert (ended.code, len(platform.got)) == (0, requests)
    monkeypatch.setattr("sys.stdin", Terminal(""))
    assert run("announce", "demo").out == "nothing new is to be told\n"
    assert len(platform.got) == requests


def test_a_platform_that_is_busy_or_down_gets_it_the_next_time(
    folder: Path, platform: Platform, run, monkeypatch
) -> None:
    platform.answers = [(429, {"Retry-After": "7200"}, b"")]
    ended = run("announce", "demo")
    assert ended.code == 2
    assert (
        "not told (429: the platform wants 7200 seconds to pass); typed again, it is tried again"
        in ended.err
    )
    assert run("announce", "demo").code == 0
    assert told(platform) == ["season/demo/1901-1-spring"] * 2
    assert run("announce", "demo").out == "nothing new is to be told\n"


def test_what_is_reserved_is_told_by_the_run_that_has_reserved_it(
    folder: Path, platform: Platform, run, tmp_path: Path
) -> None:
    """As a workflow does it: the list is committed between the two."""
    assert run("announce", "--all", "--reserve", str(tmp_path / "news")).code == 0
    assert platform.got == []
    assert [one["state"] for one in announced(folder)] == ["begun"]
    other = run("announce", "--all")
    assert "nobody knows whether this was told" in other.err
    assert platform.got == []
    assert run("announce", "--all", "--reserved", str(tmp_path / "news")).code == 0
    assert told(platform) == ["season/demo/1901-1-spring"]
    assert run("announce", "--all", "--reserved", str(tmp_path / "news")).code == 0
    assert len(platform.got) == 1


def test_deadlines_are_told_when_they_are_near_and_again_when_they_have_moved(
    folder: Path, platform: Platform, run, monkeypatch
) -> None:
    set_channel(
        monkeypatch,
        platform,
        more='news = ["deadline", "missing", "moved", "paused"]\nhours = 24\n',
    )
    set_deadline(folder, f"deadline = {in_hours(30)}")
    assert run("announce", "demo").out == "nothing new is to be told\n"
    near = in_hours(20)
    set_deadline(folder, f"deadline = {near}")
    assert run("announce", "demo").code == 0
    assert told(platform) == [
        f"deadline/demo/1901-2-autumn/{near}", f"missing/demo/1901-2-autumn/{near}"
    ]  # fmt: skip
    text = json.loads(platform.got[1].body)["text"]
    assert text.startswith("Orders are missing from Austria, England, ")
    later = in_hours(22)
    moved = f'deadline = {later}\nmoved_from = [{near}]\nmoved_why = ["Ann is ill"]'
    set_deadline(folder, moved)
    assert run("announce", "demo").code == 0
    assert told(platform)[2] == "moved/demo/1901-2-autumn/1"
    assert "Ann is ill." in json.loads(platform.got[2].body)["text"]


def test_a_pause_and_vacant_seats_are_told(
    folder: Path, platform: Platform, run, monkeypatch
) -> None:
    set_channel(monkeypatch, platform, more='news = ["paused", "seat"]\n')
    with (folder / "game.toml").open("a") as file:
        file.write("".join(f'{one} = {{ name = "P {one}" }}\n' for one in ("austria", "france")))
    assert run("announce", "demo").code == 0
    said = json.loads(platform.got[0].body)
    assert said["title"] == "Demo: vacant: England, Germany, Italy, Russia and Turkey"
    assert run("pause", "demo", "--why", "Holidays").code == 0
    assert run("announce", "demo").code == 0
    said = json.loads(platform.got[1].body)
    assert said["kind"] == "paused"
    assert "Holidays." in said["text"]
    assert run("resume", "demo").code == 0
    assert run("announce", "demo").out == "nothing new is to be told\n"  # it has no deadline


def rest_for_longer(folder: Path) -> None:
    """Let the pause of a game have begun an hour earlier: one of no second moves no deadline."""
    (path,) = [one for one in folder.glob("seasons/*/season.toml") if "since" in one.read_text()]
    text, count = re.subn(
        r"(since\s*=\s*)[-0-9T:]+Z", rf"\g<1>{in_hours(-1)}", path.read_text(), count=1
    )
    assert count == 1
    path.write_text(text)


def test_that_a_game_goes_on_is_told_where_its_pause_was(
    folder: Path, platform: Platform, run, monkeypatch
) -> None:
    set_channel(monkeypatch, platform, more='news = ["paused"]\n')
    set_deadline(folder, f"deadline = {in_hours(30)}")
    assert run("pause", "demo", "--why", "Holidays").code == 0
    rest_for_longer(folder)
    assert run("announce", "demo").code == 0
    assert run("resume", "demo").code == 0
    assert run("announce", "demo").code == 0
    assert [json.loads(one.body)["kind"] for one in platform.got] == ["paused", "resumed"]
    said = json.loads(platform.got[1].body)
    assert said["title"] == "Demo: Autumn 1901 goes on"
    assert "The game rested" in said["text"]
    assert "Holidays." in said["text"]
    assert run("announce", "demo").out == "nothing new is to be told\n"


def test_an_issue_is_told_from_its_day_on(
    folder: Path, platform: Platform, run, monkeypatch
) -> None:
    set_channel(monkeypatch, platform, more='news = ["issue"]\n')
    issues = folder.parents[1] / "pages" / "issues"
    issues.mkdir()
    day = datetime.now(UTC).date()
    (issues / "4.md").write_text(f"---\ndate: {day + timedelta(days=2)}\ntitle: Ahead\n---\nx\n")
    assert run("announce", "--all").out == "nothing new is to be told\n"
    (issues / "4.md").write_text(f"---\ndate: {day}\ntitle: Here\n---\nx\n")
    assert run("announce", "--all").code == 0
    assert told(platform) == ["issues/4"]
    assert json.loads(platform.got[0].body)["title"] == "The Test, No. 4: Here"


def test_what_is_old_is_told_by_name_alone(folder: Path, platform: Platform, run) -> None:
    closed = folder / "seasons" / "1901-1-spring" / "close.toml"
    text = closed.read_text()
    year = datetime.now(UTC).year
    closed.write_text(text.replace(f"{year}-", f"{year - 1}-"))
    if run("announce", "demo").out == "nothing new is to be told\n":
        assert platform.got == []
    assert run("announce", "demo", "--season", "1901-1-spring", "--again").code == 0
    assert told(platform)[-1] == "season/demo/1901-1-spring"


def test_on_matrix_the_map_is_brought_first(
    folder: Path, platform: Platform, run, monkeypatch
) -> None:
    set_channel(monkeypatch, platform, "matrix", 'room = "!r:m.example"\ntoken = "sesame"\n')
    platform.answers = [
        (200, {}, b'{"event_id": "$1"}'),
        (200, {}, b'{"content_uri": "mxc://m.example/map"}'),
    ]
    assert run("announce", "demo").code == 0
    text, map_, event = platform.got
    assert json.loads(text.body)["msgtype"] == "m.notice"
    assert map_.path.endswith("/_matrix/media/v3/upload?filename=map.png")
    assert map_.body.startswith(b"\x89PNG")
    assert json.loads(event.body)["url"] == "mxc://m.example/map"
    assert {one.headers["Authorization"] for one in platform.got} == {"Bearer sesame"}


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ((), "name a game, or --all"),
        (("demo", "--all"), "name a game, or --all"),
        (("dmeo",), "did you mean demo?"),
        (("--all", "--season", "x"), "--season needs a game"),
        (("demo", "--season", "1905-1-spring"), "no played season 1905-1-spring"),
        (("demo", "--reserve", "a", "--reserved", "mkdocs.yml"), "not both"),
        (("demo", "--reserved", "mkdocs.yml"), "holds nothing that was reserved"),
    ],
)
def test_bad_words_are_told(folder: Path, platform: Platform, run, words, said) -> None:
    ended = run("announce", *words)
    assert ended.code == 2
    assert said in ended.err
    assert platform.got == []


def test_without_channels_or_with_wrong_ones_nothing_is_told(
    folder: Path, platform: Platform, run, monkeypatch
) -> None:
    set_channel(monkeypatch, platform, more='token = "sesame"\nhour = []\n')
    ended = run("announce", "demo")
    assert ended.code == 2
    assert "ZINEGEN_CHANNELS:6:1" in ended.err
    assert "did you mean hours?" in ended.err
    assert "sesame" not in ended.err
    monkeypatch.delenv("ZINEGEN_CHANNELS")
    ended = run("announce", "demo")
    assert ended.code == 2
    assert "nothing is told: there is no " in ended.err
    monkeypatch.setenv("XDG_CONFIG_HOME", str(folder.parents[1]))
    (folder.parents[1] / "zinegen").mkdir()
    (folder.parents[1] / "zinegen" / "channels.toml").write_text("")
    assert "lies in the zine, where it gets published" in run("announce", "demo").err
    assert platform.got == []


def test_a_game_that_cannot_be_read_keeps_no_other_from_being_told(
    folder: Path, platform, run
) -> None:
    broken = folder.with_name("broken")
    broken.mkdir()
    (broken / "game.toml").write_text("game = ")
    ended = run("announce", "--all")
    assert told(platform) == ["season/demo/1901-1-spring"]
    assert "broken" in ended.err


def test_a_season_that_is_not_recorded_is_not_told(folder: Path, platform: Platform, run) -> None:
    change(folder / "game.toml", 'title   = "Demo"', 'title   = "Demo!"')
    (folder / "seasons" / "1901-1-spring" / "result.json").unlink()
    run("announce", "demo")
    assert platform.got == []


def test_readers_are_told_by_mail_once_each(
    folder: Path, platform: Platform, run, monkeypatch, tmp_path: Path
) -> None:
    monkeypatch.delenv("CI", raising=False)  # a platform's machine forgets who was told
    box = Mailbox()
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    server = Controller(box, "127.0.0.1", port)
    server.start()
    settings = tmp_path / "home" / "zinegen" / "mail.toml"
    settings.parent.mkdir(parents=True, exist_ok=True)
    settings.write_text(
        f'[smtp]\nhost = "127.0.0.1"\nport = {port}\nsecurity = "none"\nfrom = "z@zine.example"\n'
        '[[reader]]\nmail = "bob@example.org"\ngames = ["demo"]\n'
    )
    monkeypatch.setenv("ZINEGEN_CHANNELS", '[[channel]]\nname = "readers"\nkind = "mail"\n')
    try:
        ended = run("announce", "demo")
        assert (ended.code, ended.err) == (0, "")
        assert run("announce", "demo", "--again").code == 0
    finally:
        server.stop()
    assert box.receivers == ["bob@example.org"]
    assert str(box.got[0][2]["subject"]) == "Demo, Spring 1901"
    assert "bob" not in (folder.parents[1] / "announced.jsonl").read_text()


def test_nobody_learns_from_news_who_plays_an_anonymous_game(
    folder: Path, platform: Platform, run, monkeypatch
) -> None:
    set_channel(monkeypatch, platform, more='news = ["season", "missing", "seat"]\nhours = 24\n')
    with (folder / "game.toml").open("a") as file:
        file.write('france = { name = "Cécile" }\n')
    text = (folder / "game.toml").read_text()
    rule = '[secrecy]\nplayers = "never-told"\n'
    (folder / "game.toml").write_text(
        text.replace("[secrecy]\n", rule) if "[secrecy]" in text else f"{text}\n{rule}"
    )
    set_deadline(folder, f"deadline = {in_hours(20)}")
    assert run("announce", "demo").code == 0
    assert len(platform.got) >= 2
    for one in platform.got:
        assert "Cécile" not in str(json.loads(one.body))
