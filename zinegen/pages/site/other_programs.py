"""What a zine's automation calls that would make a site of it without its games, and call that a success.

The games become pages by a plugin of MkDocs 1. Zensical and MkDocs 2 read the same settings and run no
plugins: what they build are the few pages that lie in the folder of texts.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from pathlib import Path

from zinegen.archive.files import FileError, read_text
from zinegen.errors import Where
from zinegen.notation.findings import Finding, Level

_AUTOMATION = (
    ".github/workflows/*.y*ml",
    ".forgejo/workflows/*.y*ml",
    ".gitea/workflows/*.y*ml",
    ".gitlab-ci.yml",
    ".gitlab/**/*.yml",
    ".woodpecker.y*ml",
    ".woodpecker/*.y*ml",
)
_REQUIREMENTS = (
    "requirements*.txt",
    ".github/requirements*.txt",
    ".forgejo/requirements*.txt",
    ".gitlab/requirements*.txt",
)
_IDLE = re.compile(r"(?:^|(?<=\s))#.*|^\s*(?:-\s+)?name:.*")
"""What of a line is run by nobody: remarks, and what a step is called."""
_ZENSICAL = re.compile(r"(?<![\w-])zensical(?![\w-])")
_MKDOCS = re.compile(
    r"(?<![\w./-])mkdocs(?:\[[^\]]*\])?(?![\w.-])"
    r"(?P<versions>(?:\s*,?\s*(?:[<>]=?|[=~!]==?)\s*[\w.*]+)*)"
)
"""MkDocs, with the versions that are asked for."""
_CLAUSE = re.compile(r"([<>=~!]+)\s*(\d+)")
_SOURCES = re.compile(r"github\.com/[\w-]+/mkdocs(?:\.git)?(?![\w.-])")
"""What is worked on as MkDocs now: its version 2."""
_INSTALLS = re.compile(r"(?:\binstall\b|--with\b)[^&;|]*$")
"""What stands in a command before the name of something that it installs."""
_NO_PLUGINS = "{} runs no plugins, and the games are put into the site by one"
_IF_LEFT = "the site has none of the games, and whoever builds it is told of success"


def check_automation(root: Path) -> Iterator[Finding]:
    """Yield what would build the site of a zine without its games, in the files that lie in its folder."""
    if (root / "zensical.toml").is_file():
        yield _warn("W01", Where(file="zensical.toml"), "", "Zensical")
    for path in _list_files(root, _AUTOMATION):
        yield from _check_file(path, path.relative_to(root).as_posix(), is_list=False)
    for path in _list_files(root, _REQUIREMENTS):
        yield from _check_file(path, path.relative_to(root).as_posix(), is_list=True)


def _list_files(root: Path, patterns: Iterable[str]) -> list[Path]:
    return sorted({path for pattern in patterns for path in root.glob(pattern) if path.is_file()})


def _check_file(path: Path, shown: str, *, is_list: bool) -> Iterator[Finding]:
    """Yield what a file calls or installs; a list of requirements holds nothing but what is installed."""
    try:
        text = read_text(path)
    except FileError:  # nobody can run what nobody can read
        return
    is_bound = "zinegen" in text  # which asks for MkDocs 1 itself
    for number, line in enumerate(text.splitlines(), 1):
        run = _IDLE.sub(lambda found: " " * len(found[0]), line)
        second = _find_second(run, is_list=is_list, is_bound=is_bound)
        for code, program, found in (
            ("W01", "Zensical", _ZENSICAL.search(run)),
            ("W02", "MkDocs 2", second or _SOURCES.search(run)),
        ):
            if found is not None:
                where = Where(shown, number, found.start() + 1, found.end() + 1)
                yield _warn(code, where, line, program)


def _find_second(line: str, *, is_list: bool, is_bound: bool) -> re.Match[str] | None:
    """Return where a line asks for MkDocs and gets, or may get, its version 2."""
    for found in _MKDOCS.finditer(line):
        clauses = [(sign, int(major)) for sign, major in _CLAUSE.findall(found["versions"])]
        is_named = any(major > 1 and sign[0] in ">=~" for sign, major in clauses)
        is_first = any(
            (major < 2 and sign[0] in "<=~") or (sign, major) == ("<", 2) for sign, major in clauses
        )
        is_installed = clauses or is_list or _INSTALLS.search(line[: found.start()])
        if is_named or (is_installed and not is_first and not is_bound):
            return found
    return None


def _warn(code: str, where: Where, line: str, program: str) -> Finding:
    return Finding(
        code=code,
        level=Level.WARNING,
        where=where,
        line=line,
        title=_NO_PLUGINS.format(program),
        hint="`zinegen build` makes the site, with `mkdocs<2`; `zinegen export` writes what others can build",
        if_left=_IF_LEFT,
    )
