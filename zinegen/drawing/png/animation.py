"""Pictures shown one after the other as one file: WebP or GIF by Pillow, video where ffmpeg is there."""

from __future__ import annotations

import io
import shutil
import subprocess
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from zinegen.errors import ZinegenError

KINDS = (".webp", ".gif", ".mp4")
"""The endings of what can be written."""
RATE = 10
"""Pictures a second of a video, most of which are the same as the one before."""
FFMPEG = "ffmpeg"


class AnimationError(ZinegenError):
    """Pictures that cannot be made one file: a program is missing, or it failed."""


@dataclass(frozen=True, slots=True)
class Timed:
    """A picture and how long it is shown."""

    png: bytes
    milliseconds: int


def find_ffmpeg() -> str:
    """Return where ffmpeg is; raises AnimationError, with what helps, where it is not installed."""
    found = shutil.which(FFMPEG)
    if found is None:
        message = (
            "a video is made by ffmpeg, which is not on this machine: install it"
            " (apt install ffmpeg, brew install ffmpeg), or write .webp or .gif"
        )
        raise AnimationError(message)
    return found


def join_pictures(pictures: Sequence[Timed], kind: str) -> bytes:
    """Return pictures of one size as a file of a kind, one of `KINDS`.

    What moves begins again at its end. Raises AnimationError for a video without ffmpeg, or when that fails.
    """
    if kind == ".mp4":
        return _make_video(pictures)
    from PIL import Image  # noqa: PLC0415  (slow to import)

    first, *others = (Image.open(io.BytesIO(one.png)) for one in pictures)
    target = io.BytesIO()
    first.save(
        target,
        kind[1:].upper(),
        save_all=True,
        append_images=others,
        duration=[one.milliseconds for one in pictures],
        loop=0,
        **({"lossless": True, "quality": 40, "method": 3} if kind == ".webp" else {}),
    )
    return target.getvalue()


def _make_video(pictures: Sequence[Timed]) -> bytes:
    """Return pictures as a video that every browser and messenger plays."""
    program = find_ffmpeg()
    with tempfile.TemporaryDirectory() as folder:
        where = Path(folder)
        lines = []
        for number, one in enumerate(pictures):
            (where / f"{number}.png").write_bytes(one.png)
            lines.append(f"file {number}.png\nduration {one.milliseconds / 1000}\n")
        # ffmpeg takes a last time from a next picture.
        lines.append(f"file {len(pictures) - 1}.png\n")
        (where / "list.txt").write_text("".join(lines))
        words = [program, "-loglevel", "error", "-f", "concat", "-i", "list.txt", "-r", str(RATE)]
        # Players want an even number of pixels, and colours of neighbouring pixels together.
        words += ["-vf", "crop=trunc(iw/2)*2:trunc(ih/2)*2", "-pix_fmt", "yuv420p"]
        words += ["-movflags", "+faststart", "video.mp4"]
        done = subprocess.run(words, cwd=where, capture_output=True, text=True, check=False)  # noqa: S603
        video = where / "video.mp4"
        if done.returncode or not video.is_file():
            said = done.stderr.strip().splitlines() or ["it did not say why"]
            raise AnimationError(f"ffmpeg could not make the video: {said[-1]}")
        return video.read_bytes()
