"""Whatever a file of a zine holds, commands say what is wrong in words, and end with 0, 1 or 2.

The suite tries a few mutated files; ``SPOILT_FILES=2000`` tries more.
"""

from __future__ import annotations

import json
import os
import random
import re
import shutil
from pathlib import Path

import pytest

from tests.cli.conftest import PROCEED, Run

SPOILT_FILES = int(os.environ.get("SPOILT_FILES", "40"))
OPEN, RECORDED = "games/demo/seasons/1901-2-autumn", "games/demo/seasons/1901-1-spring"
FILES = (
    *("games/demo/game.toml",) * 3,
    *(f"{OPEN}/season.toml", f"{OPEN}/rulings.toml", f"{OPEN}/orders/france.toml"),
    *(f"{OPEN}/press/france-1.md", f"{RECORDED}/close.toml", f"{RECORDED}/result.json"),
    *("mkdocs.yml", "site_src/lists.toml", "site_src/issues/1.md"),
)
COMMANDS = (
    *("check", "check --format json", "status", "verify", "inbox", "remind demo"),
    *("close demo", "close demo --early 1901-2-autumn --dry-run", "export --json demo"),
    *("pause demo --why x", "extend demo 3d --why x", "seat demo france --player Zoe"),
)
VALUES = (
    *("1", "-1", "1.5", "nan", "true", '""', '"x"', '"\\u0000"', '"../../x"', "[]", "{}", "[1]"),
    *("[[]]", "[{}]", "{a={b=[]}}", "1979-05-27", "9999-12-31T23:59:59Z", "07:32:00", "9" * 30),
    *(f'"{"A" * 3000}"', '"1901-1-spring"', '"S1901M"', '"france"', '"Europe/Nowhere"', '"25:99"'),
)
BYTES = (b"\xff\xfe", b"\0", b"\xef\xbb\xbf", b"\r", b'"', b"'''", b"[", b"\xe2\x80\xae", b"}\n")
JSON_VALUES = (None, True, -1, 1e308, "", "\0", [], {}, [[]], {"": {}}, 2**70, "../../x", "France")
JARGON = re.compile(
    "Traceback|a fault in the program|object at 0x|NoneType|Errno|has no attribute|unhashable|"
    "not iterable|invalid literal|codec can't|[A-Z][a-z]+Error"
)


def mutate(name: str, content: bytes, dice: random.Random) -> bytes:
    """Return the content of a file with a value, a line or some bytes changed."""
    if name.endswith(".json") and dice.random() < 0.8:
        return mutate_json(content, dice)
    if dice.random() < 0.3:
        at, end = sorted(dice.sample(range(len(content) + 1), 2))
        return dice.choice(
            (
                content[:at],
                content[:at] + content[end:],
                content[:at] + dice.choice(BYTES) + content[at:],
                content.decode().encode("utf-16"),
                content + b"x = " + b"[" * 20_000,
                content + content,
            )
        )
    lines = content.decode().split("\n")
    at, other = dice.randrange(len(lines)), dice.randrange(len(lines))
    key, equals, _ = lines[at].partition("=")
    if equals and dice.random() < 0.7:
        lines[at] = f"{key.lstrip('# ')}= {dice.choice(VALUES)}"
    else:
        lines[at : at + dice.randrange(2)] = [lines[other]]
    return "\n".join(lines).encode()


def mutate_json(content: bytes, dice: random.Random) -> bytes:
    """Return a record in which something stands under a key that belongs elsewhere, or nowhere."""
    data = json.loads(content)
    places: list[tuple[dict[str, object] | list[object], str | int]] = []

    def walk(value: object) -> None:
        inner = value.items() if isinstance(value, dict) else ()
        inner = enumerate(value) if isinstance(value, list) else inner
        for key, part in inner:
            places.append((value, key))  # type: ignore[arg-type]
            walk(part)

    walk(data)
    (where, key), (there, other) = dice.sample(places, 2)
    if dice.random() < 0.3:
        del where[key]  # type: ignore[arg-type]
    else:
        where[key] = dice.choice((*JSON_VALUES, there[other]))  # type: ignore[index, call-overload]
    try:
        return json.dumps(data, indent=1).encode()
    except ValueError:  # it holds itself
        return b"{"


@pytest.fixture
def whole(demo: Path, run: Run) -> Path:
    """A zine with each kind of file, all of them sound."""
    run("init")
    (demo / "site_src/lists.toml").write_text(
        '[[stand_by]]\nname = "Otto"\nvariants = ["standard"]\n'
    )
    (demo / OPEN / "rulings.toml").write_text(PROCEED)
    (demo / OPEN / "press").mkdir(exist_ok=True)
    (demo / OPEN / "press/france-1.md").write_text("---\nfrom: Paris\n---\nWe come in *peace*.\n")
    assert run("check").code == 0
    return demo


def test_no_mutated_file_makes_a_command_fail_without_words(whole: Path, run: Run) -> None:
    kept = whole.parent / "kept"
    shutil.copytree(whole, kept)
    for seed in range(SPOILT_FILES):
        dice = random.Random(seed)
        name = dice.choice(FILES)
        (whole / name).write_bytes(mutate(name, (kept / name).read_bytes(), dice))
        for command in dice.sample(COMMANDS, 3):
            ended = run(*command.split())
            told = f"seed {seed}: {name}: zinegen {command}\n{ended}"
            assert ended.code in {0, 1, 2}, told
            assert ended.err or not ended.code, told
            assert not JARGON.search(ended.out + ended.err), told
        shutil.rmtree(whole / "games")
        shutil.copytree(kept, whole, dirs_exist_ok=True)
