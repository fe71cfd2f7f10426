"""What a platform runs for a zine: its files, and the versions that they install, locked with hashes."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path
from urllib.parse import urlsplit
from urllib.request import url2pathname

from zinegen.archive.files import FileError, read_plain
from zinegen.pages.platforms import GITHUB, Platform
from zinegen.pages.site.copied_files import LIMIT
from zinegen.pages.site.standard_files import ZINE_FILES
from zinegen.play.names import digest
from zinegen.version import __version__

NOT_OF_A_ZINE = (".github/workflows/lint-workflows.yml", ".github/workflows/test.yml")
"""They are about changes to the workflows and to the program."""
SCRIPTS, LOCK = ("hand-in", "install", "record"), "requirements.txt"
"""In the folder of a platform: what installs the program and what commits records, and the versions."""
_NO_HASH = """
# The program itself. It was not installed from a wheel, so its hash is not known here, and without one
# nothing is installed. Put the wheel into {folder}/ and write behind its name what `pip hash` says of it.
./{folder}/zinegen-{version}-py3-none-any.whl
"""


def list_automation(platform: Platform) -> Mapping[str, bytes]:
    """Return the files of a platform that are the same in every zine, by path from its root."""
    own = ZINE_FILES / "templates" / "platforms" / platform.name
    root = own if own.is_dir() else ZINE_FILES  # the program itself lives on one of them
    found = {
        path.relative_to(root).as_posix(): path
        for pattern in platform.files
        for path in sorted(root.glob(pattern))
    }
    for name in NOT_OF_A_ZINE:
        found.pop(name, None)
    files = {name: read_plain(path, LIMIT) for name, path in found.items()}
    for script in (f"{platform.folder}/{one}" for one in SCRIPTS):
        if any(script.encode() in content for content in files.values()):
            files[script] = read_plain(ZINE_FILES / GITHUB.folder / Path(script).name, LIMIT)
    return dict(sorted(files.items()))


def find_lock(platform: Platform) -> str:
    """Return where the versions stand that a platform installs, by path from a zine's root."""
    return f"{platform.folder}/{LOCK}"


def holds_program(lock: bytes) -> bool:
    """Tell whether a lock file names the program itself with its hash."""
    return b"--hash" in lock.splitlines()[-1]


def lock_program(platform: Platform) -> Iterator[tuple[str, bytes]]:
    """Yield the lock file of a platform, and the wheel of the program where only this machine has it."""
    lock = read_plain(ZINE_FILES / find_lock(GITHUB), LIMIT).decode()
    url, known = _find_origin()
    if url.startswith("https://") and known:
        own = f"zinegen @ {url} --hash=sha256:{known}\n"
    elif (wheel := _read_wheel(url, known)) is not None:
        path = f"{platform.folder}/{_find_path(url).name}"
        yield path, wheel
        own = f"./{path} --hash=sha256:{digest(wheel)}\n"
    else:
        own = _NO_HASH.format(folder=platform.folder, version=__version__)
    yield find_lock(platform), f"{lock}{own}".encode()


def _find_origin() -> tuple[str, str]:
    """Return the address of the wheel from which this program was installed, and the wheel's SHA-256.

    The address is empty where the installer has not noted a wheel: it notes files and addresses, but not
    what comes from an index (PEP 610). Some note no hash.
    """
    try:
        noted = json.loads(distribution("zinegen").read_text("direct_url.json") or "{}")
    except (PackageNotFoundError, ValueError):
        return "", ""
    url, archive = str(noted.get("url", "")), noted.get("archive_info")
    if archive is None or not url.endswith(".whl"):
        return "", ""
    return url, str(archive.get("hashes", {}).get("sha256", ""))


def _read_wheel(url: str, known: str) -> bytes | None:
    """Return the wheel of this version on this machine; None when it is not there, or another one."""
    path = _find_path(url)
    if not url.startswith("file://") or not path.name.startswith(f"zinegen-{__version__}-"):
        return None
    try:
        content = read_plain(path, LIMIT)
    except FileError:
        return None
    return content if not known or digest(content) == known else None


def _find_path(url: str) -> Path:
    return Path(url2pathname(urlsplit(url).path))
