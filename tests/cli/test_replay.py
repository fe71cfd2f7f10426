"""A game as one picture that moves, to be shared."""

from __future__ import annotations

import stat
from pathlib import Path

import pytest
from PIL import Image


@pytest.mark.parametrize("kind", ["webp", "gif"])
def test_a_game_is_one_picture_that_moves(demo: Path, run, kind: str) -> None:
    """The position, the orders and the position after them, for as long as was said."""
    words = ("--width", "240", "--seconds", "2", "--from", "1901-1-spring", "--to", "Spring 1901")
    ended = run("replay", "demo", "-o", f"demo.{kind}", *words)
    assert ended.code == 0
    assert ended.out.startswith(f"demo.{kind}: 1 season, 3 pictures, 5 seconds")
    with Image.open(demo / f"demo.{kind}") as picture:
        assert (picture.format, picture.width, picture.n_frames) == (kind.upper(), 240, 3)
        times = []
        for number in range(picture.n_frames):
            picture.seek(number)
            picture.load()
            times.append(picture.info["duration"])
    assert times == [800, 1200, 2800]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("demo", "-o", "demo.gif", "--seconds", "nan"), "nan is no number of seconds"),
        (("demo", "-o", "demo.avi"), "demo.avi: a replay is written as .webp, .gif or .mp4"),
        (("demo", "-o", "demo"), "demo: a replay is written as .webp, .gif or .mp4"),
        (("dmeo", "-o", "demo.gif"), "there is no game dmeo; did you mean demo?"),
        (("demo", "-o", "no/demo.gif"), "no/demo.gif: there is no folder no"),
        (("demo", "-o", "demo.mp4"), "a video is made by ffmpeg, which is not on this machine"),
        (
            ("demo", "-o", "demo.gif", "--from", "1901-1-spirng"),
            "there is no played season 1901-1-spirng; did you mean 1901-1-spring?",
        ),
        (
            ("demo", "-o", "demo.gif", "--to", "1905"),
            "there is no played season 1905; played are 1901-1-spring to 1901-1-spring",
        ),
    ],
)
def test_what_cannot_be_shown_is_said_before_anything_is_drawn(
    demo: Path, run, monkeypatch: pytest.MonkeyPatch, words: tuple[str, ...], said: str
) -> None:
    monkeypatch.setenv("PATH", "")
    ended = run("replay", *words)
    assert ended.code == 2
    assert said in ended.err
    assert not [path for path in demo.iterdir() if path.name not in {"games", ".cache"}]


def test_a_game_in_which_nothing_has_been_played_has_no_replay(zine: Path, run) -> None:
    run("new", "fresh")
    ended = run("replay", "fresh", "-o", "fresh.webp")
    assert ended.code == 2
    assert "fresh: no season has been played, so there is nothing to show" in ended.err


@pytest.mark.parametrize("fails", [False, True])
def test_a_video_is_what_ffmpeg_makes_of_the_pictures(
    demo: Path, run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, *, fails: bool
) -> None:
    """The program gets a list with times; its last words are told where it fails."""
    program = tmp_path / "ffmpeg"
    end = (
        "echo 'first'; echo 'Unknown encoder' >&2; exit 1" if fails else "cat list.txt > video.mp4"
    )
    program.write_text(f"#!/bin/sh\n{end}\n")
    program.chmod(program.stat().st_mode | stat.S_IXUSR)
    monkeypatch.setenv("PATH", str(tmp_path), prepend=":")
    ended = run("replay", "demo", "-o", "demo.mp4", "--width", "200", "--seconds", "1")
    if fails:
        assert ended.code == 2
        assert "ffmpeg could not make the video: Unknown encoder" in ended.err
        assert not (demo / "demo.mp4").exists()
        return
    assert ended.code == 0
    lines = (demo / "demo.mp4").read_text().splitlines()
    assert lines[:2] == ["file 0.png", "duration 0.4"]
    assert lines[-1] == "file 2.png"
