"""What a new zine is made of: its settings, its first texts, and the workflows of its platform."""

from __future__ import annotations

import json
import re
import subprocess
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path
from typing import Literal
from urllib.parse import urlsplit
from urllib.request import url2pathname

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from zinegen.archive.files import FileError, digest, make_folder, read_plain, write_atomically
from zinegen.archive.tree_changes import git_environment
from zinegen.pages.site.origins import LIMIT, note_origins
from zinegen.pages.site.standard_files import SOURCES, ZINE_FILES
from zinegen.pages.site.zine_settings import CONFIG
from zinegen.version import __version__

Platform = Literal["github", "none"]
ABOUT = f"{SOURCES}/about.md"
ATTRIBUTES = "games/.gitattributes"
HOUSE_RULES = f"{SOURCES}/house-rules.md"
WORKFLOWS = (
    ".github/CODEOWNERS",
    ".github/dependabot.yml",
    ".github/install",
    ".github/optional/*.yml",
    ".github/workflows/*.yml",
)
"""What GitHub needs, the same in every zine."""
NOT_OF_A_ZINE = ".github/workflows/lint-workflows.yml"
"""It is about changes to the workflows themselves."""
LOCK = ".github/requirements.txt"
IGNORED = """# What zinegen makes
/site/
/.site-*
/.cache/

# The program itself, where it is installed beside the zine
/.venv/

# A GM's private key
*.key
"""
_ORIGIN = re.compile(
    r"(?:https://(?:[^@/]*@)?|ssh://git@|git@)github\.com[:/]([\w-]+/[\w.-]+?)(?:\.git)?/?",
    re.ASCII,
)
_NO_HASH = """
# The program itself. It was not installed from a wheel, so its hash is not known here, and without one
# nothing is installed. Put the wheel into .github/ and write behind its name what `pip hash` says of it.
./.github/zinegen-{version}-py3-none-any.whl
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class ZinePlan:
    """What is known of a zine before there is one."""

    title: str
    editor: str
    platform: Platform = "none"
    sealed: bool = False
    repository: str = ""
    """Where it lies on GitHub, as owner/name; empty if that is not known."""


@dataclass(frozen=True, slots=True, kw_only=True)
class WrittenZine:
    """What was written of a zine, by path from its root."""

    made: tuple[str, ...]
    left: tuple[str, ...]
    """What lay there already and says something else."""


def write_zine(folder: Path, plan: ZinePlan) -> WrittenZine:
    """Make a folder a zine, to be edited by its editor; what lies there already stays as it is.

    The settings are written last. Raises GameFolderError when the disk does not take it.
    """
    made, left = [], []
    copied: dict[str, bytes] = {}
    managed = {ATTRIBUTES, *list_workflows(), LOCK}
    root = folder.resolve()
    for name, content in list_files(plan).items():
        path = folder / name
        if name == CONFIG:
            note_origins(folder, copied)
        if not path.parent.resolve().is_relative_to(root):
            left.append(name)
            continue
        if not path.exists() and not path.is_symlink():
            make_folder(path.parent)
            write_atomically(path, content)
            made.append(name)
        elif not _holds(path, content):
            left.append(name)
            continue
        if name in managed or name.endswith(".whl"):
            copied[name] = content
    return WrittenZine(made=tuple(made), left=tuple(left))


def _holds(path: Path, content: bytes) -> bool:
    try:
        return read_plain(path, LIMIT) == content
    except FileError:
        return False


def list_files(plan: ZinePlan) -> Mapping[str, bytes]:
    """Return the files of a new zine, by path from its root, in the order in which they are written."""
    found = {name: read_zine_file(name) for name in (ATTRIBUTES, HOUSE_RULES)}
    if plan.platform == "github":
        found.update((name, read_zine_file(name)) for name in list_workflows())
        found.update(lock_program())
    environment = Environment(
        loader=FileSystemLoader(ZINE_FILES / "templates" / "zine"),
        undefined=StrictUndefined,
        trim_blocks=True,
        keep_trailing_newline=True,
        autoescape=False,  # noqa: S701  (Markdown; the plan is the editor's own)
    )
    values = {
        "title": plan.title,
        "editor": plan.editor,
        "platform": plan.platform,
        "sealed": plan.sealed,
        "day": datetime.now(UTC).date().isoformat(),
    }
    for template, name in (("issue.md", f"{SOURCES}/issues/1.md"), ("README.md", "README.md")):
        found[name] = environment.get_template(template).render(values).encode()
    found[ABOUT] = _write_about_page(plan.title).encode()
    found[".gitignore"] = IGNORED.encode()
    found[CONFIG] = _write_settings(plan).encode()
    return found


def list_workflows() -> tuple[str, ...]:
    """Return the files of GitHub's workflows that are the same in every zine, by path from its root."""
    paths = (path for pattern in WORKFLOWS for path in sorted(ZINE_FILES.glob(pattern)))
    names = (path.relative_to(ZINE_FILES).as_posix() for path in paths)
    return tuple(name for name in names if name != NOT_OF_A_ZINE)


def read_zine_file(name: str) -> bytes:
    """Return a file that the program has for zines, by its path in one."""
    return read_plain(ZINE_FILES / name, LIMIT)


def _write_about_page(title: str) -> str:
    """Return the page about the zine: what the example zine says of itself is left out."""
    head, rest = read_zine_file(ABOUT).decode().split("\n## ", 1)
    heading = head.splitlines()[0]
    return f"{heading}\n\n*{title}* is a zine for Diplomacy played by post.\n\n## {rest}"


def _write_settings(plan: ZinePlan) -> str:
    """Return the settings of a new zine: those of the example zine, but for what only its editor knows."""
    said = {
        "site_name": _quote(plan.title),
        "site_description": _quote(f"{plan.title}, a zine for Diplomacy"),
        "motto": '""',
        "editor": _quote(plan.editor),
        "price": '""',
    }
    if plan.repository:
        said |= _find_addresses(plan.repository)
    lines = read_zine_file(CONFIG).decode().splitlines()
    lines[0] = (
        "# The settings of the zine. `zinegen build` makes its site, `zinegen serve` shows it live."
    )
    for number, line in enumerate(lines):
        key = line.removeprefix("# ").partition(":")[0]
        if key.strip() in said:
            lines[number] = f"{key}: {said[key.strip()]}"
        elif key == "site_url":
            lines[number] = "# site_url: https://…   # feeds need it"
    if plan.sealed:
        lines.append("      sealed: true    # `zinegen new` seals the orders of every game")
    return "\n".join(lines) + "\n"


def _find_addresses(repository: str) -> Mapping[str, str]:
    """Return the settings that follow from where a zine lies on GitHub."""
    owner, name = repository.split("/")
    host = f"{owner.lower()}.github.io"
    return {
        "site_url": f"https://{host}/" if name.lower() == host else f"https://{host}/{name}/",
        "repo_url": f"https://github.com/{repository}",
        "edit_uri": "edit/main/",
    }


def find_repository(folder: Path) -> str:
    """Return where a folder's repository lies on GitHub, as owner/name; empty if that is not known."""
    try:
        told = subprocess.run(
            ("git", "remote", "get-url", "origin"),  # noqa: S607  (the user's own git)
            cwd=folder,
            env=git_environment(folder),
            capture_output=True,
            check=False,
            text=True,
        )
    except OSError:
        return ""
    found = _ORIGIN.fullmatch(told.stdout.strip())
    return found[1] if found else ""


def _quote(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)


def lock_program() -> Iterator[tuple[str, bytes]]:
    """Yield the lock file of the workflows, and the wheel of the program where only this machine has it."""
    lock = read_zine_file(LOCK).decode()
    url, known = _find_origin()
    if url.startswith("https://") and known:
        own = f"zinegen @ {url} --hash=sha256:{known}\n"
    elif (wheel := _read_wheel(url, known)) is not None:
        path = f".github/{_find_path(url).name}"
        yield path, wheel
        own = f"./{path} --hash=sha256:{digest(wheel)}\n"
    else:
        own = _NO_HASH.format(version=__version__)
    yield LOCK, f"{lock}{own}".encode()


def _find_origin() -> tuple[str, str]:
    """Return the address of the wheel from which the program was installed, and the wheel's SHA-256.

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
