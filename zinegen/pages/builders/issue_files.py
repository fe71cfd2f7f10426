"""The editor's issues: front matter, then the editorial. What is wrong in one is left out, and told."""

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from datetime import date, datetime
from pathlib import Path

import yaml

from zinegen.archive.files import FileError, list_folder, read_text
from zinegen.errors import Where
from zinegen.languages.texts import gettext
from zinegen.notation.findings import Finding, error_finding
from zinegen.notation.grammar.names import suggest
from zinegen.pages.words.visible_text import one_line
from zinegen.play.names import SeasonName, is_slug

FOLDER = "issues"
MOST = 99_999
"""The highest number of an issue."""
UNSET = "the zine goes without this issue"
_NAME = re.compile(r"[0-9]{1,5}\.md")
_FRONT = re.compile(r"\s*---[ \t]*\n(.*?)^---[ \t]*$", re.DOTALL | re.MULTILINE)
_KEYS = ("date", "games", "number", "openings", "title")


@dataclass(frozen=True, slots=True, kw_only=True)
class PlannedIssue:
    """One issue as the editor planned it."""

    number: int
    day: date
    title: str
    uri: str
    games: tuple[str, ...] | None
    """Seasons as ``winter/1901-1-spring``; None: those that closed since the issue before."""
    source: str
    """The editor's file, relative to the repository; empty when there is none."""
    openings: tuple[str, ...] = ()
    """Rule sets for which players are wanted, by id."""
    prose: str = ""
    """The editorial, in Markdown."""


@dataclass(frozen=True, slots=True, kw_only=True)
class IssueFiles:
    """The issues that the editor has written."""

    issues: tuple[PlannedIssue, ...]
    left_out: tuple[str, ...]
    """The uris of the files that are no issues as they stand."""
    findings: tuple[Finding, ...]


def read_issues(
    sources: Path, has_season: Callable[[str], bool], rule_sets: Iterable[str]
) -> IssueFiles:
    """Return the editor's issues, oldest first, without what is wrong in them.

    ``sources`` is the folder of what people wrote; ``has_season`` tells of a name such as
    ``winter/1901-1-spring`` whether there is such a season to print.
    """
    known = tuple(rule_sets)
    found: list[PlannedIssue] = []
    left_out: list[str] = []
    findings: list[Finding] = []
    for path in list_folder(sources / FOLDER):
        shown = f"{sources.name}/{FOLDER}/{path.name}"
        if _NAME.fullmatch(path.name) is None:
            hint = "an issue is called by its number, such as 9.md"
            findings.append(error_finding("I01", shown, "this is no issue", hint, if_left=UNSET))
            continue
        reader = _Reader(shown=shown, uri=f"{FOLDER}/{path.name}", findings=findings)
        issue = reader.read(path, has_season, known)
        if issue is None:
            left_out.append(reader.uri)
        else:
            reader.compare_number(issue.number, found)
            found.append(issue)
    return IssueFiles(
        issues=tuple(sorted(found, key=lambda one: (one.day, one.number))),
        left_out=tuple(left_out),
        findings=tuple(findings),
    )


def check_issues(sources: Path, games: Path, rule_sets: Iterable[str]) -> tuple[Finding, ...]:
    """Return what is wrong with the editor's issues; ``games`` is the folder of the games."""

    def has_season(name: str) -> bool:
        game, _, season = name.partition("/")
        is_name = is_slug(game) and SeasonName.parse(season) is not None
        return is_name and (games / game / "seasons" / season).is_dir()

    return read_issues(sources, has_season, rule_sets).findings


@dataclass(slots=True, kw_only=True)
class _Reader:
    """Reads one issue's file; whatever is wrong becomes a finding at its place."""

    shown: str
    uri: str
    findings: list[Finding]
    lines: list[str] = field(default_factory=list)
    data: Mapping[str, object] = field(default_factory=dict)
    prose: str = ""

    def read(
        self, path: Path, has_season: Callable[[str], bool], rule_sets: tuple[str, ...]
    ) -> PlannedIssue | None:
        """Return the issue; None where nobody can tell what it is, or when."""
        if not self._read_front(path):
            return None
        for key in sorted(str(key) for key in set(self.data) - set(_KEYS)):
            hint = suggest(key, _KEYS, f"there are {', '.join(_KEYS)}")
            self._tell(key, f"there is no {key!r}", hint, if_left="it is passed over")
        day = self.data.get("date")
        if not isinstance(day, date):
            what, hint = "an issue needs its date", "such as date: 2026-12-02"
            self._tell("date", what, hint, if_left=UNSET)
            return None
        openings = self._names(
            "openings",
            lambda name: name in rule_sets,
            lambda name: (
                f"there is no rule set {name!r}",
                suggest(name, rule_sets, f"there are {', '.join(rule_sets)}"),
            ),
        )
        return PlannedIssue(
            number=self._number(int(path.stem)),
            day=day.date() if isinstance(day, datetime) else day,
            title=self._title(),
            uri=self.uri,
            games=self._names(
                "games",
                has_season,
                lambda name: (f"there is no season {name} to report", "write it as GAME/SEASON"),
            ),
            source=self.shown,
            openings=openings or (),
            prose=self.prose,
        )

    def _read_front(self, path: Path) -> bool:
        """Read the front matter; return whether there is one that can be read."""
        try:
            text = read_text(path)
        except FileError as error:
            self.findings.append(
                error_finding("I01", self.shown, gettext(error.fault.value), if_left=UNSET)
            )
            return False
        self.lines = text.splitlines()
        found = _FRONT.match(text)
        try:
            data = yaml.safe_load(found[1]) if found else {}
        except (yaml.YAMLError, ValueError, RecursionError) as error:
            mark = getattr(error, "context_mark", None) or getattr(error, "problem_mark", None)
            at = self._find("date") if found else None
            if found and mark:
                line = text[: found.start(1)].count("\n") + mark.line + 1
                at = Where(self.shown, line, mark.column + 1, mark.column + 2)
            said = getattr(error, "problem", None) or error
            self._add(at, f"the lines between --- and --- are no YAML: {said}", "", UNSET)
            return False
        if not isinstance(data, dict):
            what = "between --- and --- stand names and values, one a line"
            self._add(Where(self.shown, 1, 1), what, "", UNSET)
            return False
        self.data = data
        self.prose = text[found.end() :] if found else text
        return True

    def compare_number(self, number: int, others: Iterable[PlannedIssue]) -> None:
        """Tell that another issue has the number, by which both would be cited."""
        for other in others:
            if other.number == number:
                what = f"{other.source} is No. {number} already"
                hint = "an issue is cited by its number for ever: give each one of its own"
                self._tell("number", what, hint, if_left="both are called so")
                return

    def _number(self, usual: int) -> int:
        number = self.data.get("number", usual)
        if isinstance(number, int) and not isinstance(number, bool) and 0 <= number <= MOST:
            return number
        what = f"number is a number from 0 to {MOST}"
        self._tell("number", what, "", if_left=f"it is No. {usual}, as its file is called")
        return usual

    def _title(self) -> str:
        usual = gettext("Issue {number}", number=self._stem)
        title = self.data.get("title", usual)
        if isinstance(title, str | int | float):
            return one_line(str(title))
        self._tell("title", "title is a text on one line", "", if_left=f"it is called {usual}")
        return usual

    @property
    def _stem(self) -> str:
        return Path(self.uri).stem

    def _names(
        self,
        key: str,
        is_known: Callable[[str], bool],
        tell: Callable[[str], tuple[str, str]],
    ) -> tuple[str, ...] | None:
        """Return the names in a list that are known, each once; None where there is no list."""
        value = self.data.get(key)
        if value is None:
            return None
        if not isinstance(value, list) or not all(isinstance(one, str) for one in value):
            what = f"{key} is a list of names, such as {key}: [one, another]"
            self._tell(key, what, "", if_left="it is passed over")
            return None
        names = tuple(dict.fromkeys(value))
        for name in (one for one in names if not is_known(one)):
            what, hint = tell(name[:60])
            self._tell(key, what, hint, name, if_left="it is left out")
        return tuple(name for name in names if is_known(name))

    def _tell(self, key: str, what: str, hint: str, word: str = "", *, if_left: str) -> None:
        """Add a finding about a key, or about a word behind it."""
        self._add(self._find(key, word), what, hint, if_left)

    def _find(self, key: str, word: str = "") -> Where | None:
        """Return where a key stands, or a word behind it; None where neither does."""
        places = [number for number, line in enumerate(self.lines) if line.lstrip().startswith(key)]
        if not places:
            return None
        for number, line in enumerate(self.lines[places[0] :] if word else (), places[0] + 1):
            if word in line:
                column = line.index(word) + 1
                return Where(self.shown, number, column, column + len(word))
        line = self.lines[places[0]]
        column = len(line) - len(line.lstrip()) + 1
        return Where(self.shown, places[0] + 1, column, len(line) + 1)

    def _add(self, where: Where | None, what: str, hint: str, if_left: str) -> None:
        at = where or Where(self.shown)
        line = self.lines[at.line - 1] if 0 < at.line <= len(self.lines) else ""
        self.findings.append(error_finding("I01", at, what, hint, line=line, if_left=if_left))
