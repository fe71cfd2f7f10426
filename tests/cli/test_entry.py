"""How the program as a whole behaves: help, exit codes, faults."""

import os
import subprocess
import sys
from io import BytesIO, TextIOWrapper
from pathlib import Path, PureWindowsPath

import click
import pytest

from zinegen import cli
from zinegen.cli import find_games
from zinegen.cli.find_games import find_game_folder, strip_games
from zinegen.errors import GameFolderError
from zinegen.pages import Runtime, browser_bundle
from zinegen.version import __version__


def test_every_command_of_the_contract_is_there(run) -> None:
    told = run("--help").out
    for name in (
        *("new", "check", "close", "build", "serve", "verify", "scenario", "adjudicate"),
        *("init", "upgrade", "templates", "desk"),
        *("draw", "geojson", "keygen", "seal", "inbox", "open", "export", "variants"),
    ):
        assert f"\n  {name} " in told
        assert run(name, "--help").code == 0


def test_help_is_told_after_every_command_was_loaded(run) -> None:
    """Even where a command's module has the name of something that Python knows."""
    for name in cli.HELP:
        assert run(name, "--help").code == 0
    assert run("--help").code == 0


def test_the_list_of_commands_says_what_each_says_of_itself() -> None:
    context = click.Context(cli.commands)
    for name, line in cli.HELP.items():
        command = cli.commands.get_command(context, name)
        assert command is not None
        assert line == command.get_short_help_str(1000), name


def test_the_version_says_whether_pages_get_an_engine(run, monkeypatch: pytest.MonkeyPatch) -> None:
    about = Runtime(folder=Path(), about={"name": "Pyodide", "version": "1.2.3"})
    for found, told in (
        (about, "Pyodide 1.2.3 runs it in the pages"),
        (None, browser_bundle.NOT_HERE),
    ):
        monkeypatch.setattr(browser_bundle, "find_runtime", lambda found=found: found)
        assert run("--version").out == f"zinegen, version {__version__}\n{told}\n"


def test_help_waits_for_no_command() -> None:
    """It is there at once: no command is imported to be listed, and nothing that commands are made of."""
    script = (
        "import sys; sys.argv = ['zinegen', '--help']; import atexit\n"
        "atexit.register(lambda: print(*sorted(sys.modules), file=sys.stderr))\n"
        "from zinegen.cli import main; main()"
    )
    command, alone = [sys.executable, "-c", script], {**os.environ, "CI": ""}  # no log reads along
    told = subprocess.run(command, check=True, capture_output=True, text=True, env=alone)
    own = {name for name in told.stderr.split() if name.startswith("zinegen")}
    assert own == {
        "zinegen",
        "zinegen.cli",
        "zinegen.cli.exits",
        "zinegen.errors",
        "zinegen.interrupts",
        "zinegen.late_names",
        "zinegen.version",
    }
    assert not {"numpy", "shapely", "mkdocs", "jinja2", "yaml"} & set(told.stderr.split())


def test_commands_that_draw_and_print_nothing_load_nothing_for_it() -> None:
    """What is loaded stays until the end, and is not looked through for garbage again and again."""
    script = (
        "import gc, sys; from zinegen import cli; import click; context = click.Context(cli.commands)\n"
        "for name in 'close check verify status take inbox remind variants'.split():\n"
        "    assert cli.commands.get_command(context, name)\n"
        "print(gc.isenabled(), gc.get_freeze_count() > 50_000, *sys.modules)"
    )
    alone = {**os.environ, "CI": ""}
    run = [sys.executable, "-c", script]
    told = subprocess.run(run, check=True, capture_output=True, text=True, env=alone).stdout
    collects, is_frozen, *loaded = told.split()
    assert (collects, is_frozen) == ("True", "True")
    assert not {"numpy", "shapely", "mkdocs", "jinja2", "zinegen.pages.paper"} & set(loaded)


@pytest.mark.parametrize("words", [("nonsense",), ("draw",), ("new", "x", "--nonsense")])
def test_words_that_make_no_sense_end_with_2(run, words: tuple[str, ...]) -> None:
    ended = run(*words)
    assert ended.code == 2
    assert "Error" in ended.err


def test_an_argument_that_no_file_could_hold_is_refused(zine: Path, run) -> None:
    ended = run("new", "demo", "--gm", "Zo\udceb")
    assert ended.code == 2
    assert "'Zo\\udceb' is not UTF-8" in ended.err
    assert not (zine / "games" / "demo").exists()


@pytest.mark.parametrize(
    "words", ["init circle", "export circle", "publish --to circle", "map import x.svg -o circle"]
)
def test_a_link_that_leads_back_to_itself_is_told(demo: Path, run, words: str) -> None:
    (demo / "circle").symlink_to("circle")
    run("init")
    (demo / "x.svg").write_text("<svg/>")
    ended = run(*words.split())
    assert ended.code == 2
    assert "link" in ended.err
    assert "fault" not in ended.err


@pytest.mark.parametrize(
    ("words", "code"),
    [("init", 0), ("week", 2), ("take demo -", 1), ("safe copy", 2), ("adjudicate --jsonl", 0)],
)
def test_a_standard_input_that_was_closed_is_no_fault(
    zine: Path, run, monkeypatch, words: str, code: int
) -> None:
    run("new", "demo")
    monkeypatch.setattr("sys.stdin", None)
    ended = run(*words.split())
    assert "fault" not in ended.err
    assert ended.code == code


def test_a_fault_of_the_program_is_told_without_a_traceback(run, monkeypatch) -> None:
    def broken(*_: object, **__: object) -> None:
        message = "the sky fell"
        raise KeyError(message)

    monkeypatch.setattr(cli.commands, "main", broken)
    monkeypatch.delenv("ZINEGEN_DEBUG", raising=False)
    ended = run("variants")
    assert ended.code == 2
    assert "a fault in the program: KeyError" in ended.err


def test_a_sign_that_a_console_lacks_ends_no_command(zine, monkeypatch: pytest.MonkeyPatch) -> None:
    """As one of Windows lacks the names of half of its players."""
    for name in ("stdout", "stderr"):
        monkeypatch.setattr(sys, name, TextIOWrapper(BytesIO(), encoding="cp1252"))
    monkeypatch.setattr(sys, "argv", ["zinegen", "check", "łódź"])
    with pytest.raises(SystemExit) as ended:
        cli.main()
    sys.stderr.flush()
    assert ended.value.code == 2
    assert b"\\u0142\xf3d\\u017a" in sys.stderr.buffer.getvalue()


def test_a_game_may_be_named_as_the_shell_of_any_system_completes_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for written in ("spring", "games/spring", "games/spring/"):
        assert strip_games(written) == "spring"
    monkeypatch.setattr(find_games, "PurePath", PureWindowsPath)
    assert strip_games("games\\spring\\") == "spring"


LOADING = """
import os, signal, sys
signal.signal(signal.SIGINT, signal.default_int_handler)
from zinegen import cli

def load(name):
    os.kill(os.getpid(), signal.SIGINT)
    print("loaded", name)
    return sys

cli.import_module = load
cli.main()
"""


def test_ctrl_c_waits_until_a_command_is_loaded() -> None:
    """In the middle of it libraries take it for a fault of theirs: numpy raises ImportError."""
    ended = subprocess.run(
        [sys.executable, "-c", LOADING, "status"], capture_output=True, text=True, check=False
    )
    assert (ended.returncode, ended.stdout) == (2, "loaded zinegen.cli.gm.status\n")
    assert ended.stderr.split() == ["zinegen:", "stopped"]


def test_a_game_may_be_named_by_its_folder_from_anywhere(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for zine in ("mine", "other"):
        (tmp_path / zine / "games" / "spring").mkdir(parents=True)
    monkeypatch.chdir(tmp_path / "mine")
    folder = tmp_path / "mine" / "games" / "spring"
    for written in ("spring", "games/spring/", "../mine/games/spring", str(folder)):
        assert find_game_folder(written) == Path("games/spring")
    with pytest.raises(GameFolderError, match="is no game of this zine"):
        find_game_folder("../other/games/spring")
    with pytest.raises(GameFolderError, match="there is no file or folder"):
        find_game_folder("../other/games/autumn")
    with pytest.raises(GameFolderError, match="'' is no name of a game"):
        find_game_folder("")
