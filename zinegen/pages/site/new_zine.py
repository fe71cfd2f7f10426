"""What a new zine is made of: its settings, its first texts, and the workflows of its platform."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from zinegen.archive.files import FileError, make_folder, read_plain, write_atomically
from zinegen.archive.tree_changes import git_environment
from zinegen.catalogues.catalogue import find_language
from zinegen.languages.texts import ENGLISH, gettext, speaking
from zinegen.pages.platforms import Platform, RepositoryAddress, list_addresses, parse_origin
from zinegen.pages.site.automation import list_automation, lock_program
from zinegen.pages.site.copied_files import LIMIT, note_origins
from zinegen.pages.site.standard_files import SOURCES, ZINE_FILES, find_text
from zinegen.pages.site.zine_settings import CONFIG

ABOUT = f"{SOURCES}/about.md"
ATTRIBUTES = "games/.gitattributes"
HOUSE_RULES = f"{SOURCES}/house-rules.md"
IGNORED = """# What zinegen makes
/site/
/.site-*
/.cache/
.zinegen-*

# The program itself, where it is installed beside the zine
/.venv/

# A GM's private key
*.key
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class ZinePlan:
    """What is known of a zine before there is one."""

    title: str
    editor: str
    platform: Platform | None = None
    """Where players hand in; None leaves it to the GM."""
    sealed: bool = False
    repository: RepositoryAddress | None = None
    """Where it lies, if that is known."""
    language: str = ENGLISH.code


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
    managed = {ATTRIBUTES: read_zine_file(ATTRIBUTES), **list_managed(plan.platform)}
    root = folder.resolve()
    for name, content in {**managed, **_list_texts(plan)}.items():
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
        if name in managed:
            copied[name] = content
    return WrittenZine(made=tuple(made), left=tuple(left))


def _holds(path: Path, content: bytes) -> bool:
    try:
        return read_plain(path, LIMIT) == content
    except FileError:
        return False


def list_managed(platform: Platform | None) -> Mapping[str, bytes]:
    """Return the files of a platform, by path from a zine's root."""
    return {**list_automation(platform), **dict(lock_program(platform))} if platform else {}


def _list_texts(plan: ZinePlan) -> Mapping[str, bytes]:
    """Return what is the editor's own from the beginning, in the order in which it is written."""
    found = {HOUSE_RULES: read_plain(find_text("house-rules.md", plan.language), LIMIT)}
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
        "platform": plan.platform.name if plan.platform is not None else "none",
        "sealed": plan.sealed,
        "day": datetime.now(UTC).date().isoformat(),
    }
    issue = (f"issue.{plan.language}.md", "issue.md")
    found[f"{SOURCES}/issues/1.md"] = environment.select_template(issue).render(values).encode()
    found["README.md"] = environment.get_template("README.md").render(values).encode()
    found[ABOUT] = _write_about_page(plan).encode()
    found[".gitignore"] = IGNORED.encode()
    found[CONFIG] = _write_settings(plan).encode()
    return found


def read_zine_file(name: str) -> bytes:
    """Return a file that the program has for zines, by its path in one."""
    return read_plain(ZINE_FILES / name, LIMIT)


def _write_about_page(plan: ZinePlan) -> str:
    """Return the page about the zine: what the example zine says of itself is left out."""
    text = find_text("about.md", plan.language).read_text(encoding="utf-8")
    if plan.language != ENGLISH.code:
        return text.replace("{title}", plan.title)
    head, rest = text.split("\n## ", 1)
    heading = head.splitlines()[0]
    return f"{heading}\n\n*{plan.title}* is a zine for Diplomacy played by post.\n\n## {rest}"


def _write_settings(plan: ZinePlan) -> str:
    """Return the settings of a new zine: those of the example zine, but for what only its editor knows."""
    with speaking(find_language(plan.language)):
        description = gettext("{title}, a zine for Diplomacy", title=plan.title)
        set_in = gettext(
            "Set in Libre Caslon and Courier Prime. No cookies, no counters, no other server."
        )
    said = {
        "site_name": _quote(plan.title),
        "site_description": _quote(description),
        "copyright": set_in,
        "motto": '""',
        "editor": _quote(plan.editor),
        "price": '""',
    }
    likely = {"site_url": "https://…   # feeds need it, and publishing on Codeberg"}
    if plan.platform is not None:
        likely |= dict(
            list_addresses(plan.platform, RepositoryAddress(plan.platform.home, "OWNER/REPOSITORY"))
        )
        said |= dict(list_addresses(plan.platform, plan.repository)) if plan.repository else {}
    lines = read_zine_file(CONFIG).decode().splitlines()
    lines[0] = (
        "# The settings of the zine. `zinegen build` makes its site, `zinegen serve` shows it live."
    )
    for number, line in enumerate(lines):
        key = line.removeprefix("# ").partition(":")[0]
        if key.strip() in said:
            lines[number] = f"{key}: {said[key.strip()]}"
        elif key in likely:
            lines[number] = f"# {key}: {likely[key]}"
    if plan.language != ENGLISH.code:
        lines[lines.index("  language: en")] = f"  language: {plan.language}"
        lines.append(f"      language: {plan.language}")
    if plan.sealed:
        lines.append("      sealed: true    # `zinegen new` seals the orders of every game")
    return "\n".join(lines) + "\n"


def find_repository(folder: Path) -> RepositoryAddress | None:
    """Return where a folder's repository lies, as git knows it; None if it does not."""
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
        return None
    return parse_origin(told.stdout)


def _quote(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)
