"""The platforms that keep repositories: what their addresses look like, and where their automation lies."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

GUESSED_EDIT_URIS = frozenset({"edit/master/docs/", "src/default/docs/"})
"""What MkDocs takes for `edit_uri` where only a repository is named: a branch and a folder not ours."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Platform:
    """A platform on which a zine can live, and players hand in."""

    name: str
    """As ``--platform`` has it."""
    also: tuple[str, ...] = ()
    """Other names by which people may ask for it."""
    home: str
    """The host that everybody knows it by."""
    is_anywhere: bool = True
    """Whether others run it on hosts of their own."""
    folder: str
    """Where its automation lies in a zine, and what that installs."""
    files: tuple[str, ...]
    """Patterns of the files that are the same in every zine, by path from its root."""
    sites: str
    """The host below which the sites of its home lie."""
    index: str = ""
    """The repository whose site has no path; empty where it is called like the site's host."""
    edit: str
    """What stands in an address between a repository and a branch for the editor of a file."""
    upload: str
    """The same for what takes files into a folder."""
    new: str
    """The same for the editor of a new file in a folder."""
    fill: str
    """What follows there to fill in ``{name}`` and, where the editor takes it, ``{text}``."""
    view: str
    """The same for a file that is only shown."""
    issue: str = ""
    """What stands behind a repository for a new issue, filled in as above; empty where one starts no run."""

    def owns(self, name: str) -> bool:
        """Tell whether a file is of this platform, by its path from a zine's root."""
        return name.startswith(f"{self.folder}/") or name in self.files

    def find_site(self, path: str) -> str:
        """Return where the platform publishes a repository of its home, given its path there."""
        owner, _, rest = path.partition("/")
        host = f"{owner}.{self.sites}".lower()
        return (
            f"https://{host}/"
            if rest.lower() == (self.index or host)
            else f"https://{host}/{rest}/"
        )


BY_ISSUE = tuple(f"{one}/workflows/orders-by-issue.yml" for one in (".github", ".forgejo"))
"""The workflows that take in orders by issue; where none is, no page offers that."""
GITHUB = Platform(
    name="github",
    home="github.com",
    is_anywhere=False,
    folder=".github",
    files=(
        ".github/CODEOWNERS",
        ".github/dependabot.yml",
        ".github/optional/*.yml",
        ".github/workflows/*.yml",
    ),
    sites="github.io",
    edit="/edit/",
    upload="/upload/",
    new="/new/",
    fill="?filename={name}&value={text}",
    view="/blob/",
    issue="/issues/new?title={name}&body={text}",
)
GITLAB = Platform(
    name="gitlab",
    home="gitlab.com",
    folder=".gitlab",
    files=(".gitlab-ci.yml",),
    sites="gitlab.io",
    edit="/-/edit/",
    upload="/-/tree/",
    new="/-/new/",
    fill="?file_name={name}",
    view="/-/blob/",
)
FORGEJO = Platform(
    name="forgejo",
    also=("codeberg", "gitea"),
    home="codeberg.org",
    folder=".forgejo",
    files=(".forgejo/optional/*.yml", ".forgejo/workflows/*.yml"),
    sites="codeberg.page",
    index="pages",
    edit="/_edit/",
    upload="/_upload/",
    new="/_new/",
    fill="?filename={name}&value={text}",
    view="/src/branch/",
    issue="/issues/new?title={name}&body={text}",
)
PLATFORMS = {one.name: one for one in (GITHUB, GITLAB, FORGEJO)}
_ORIGIN = re.compile(
    r"(?:https://(?:[^@/]*@)?([\w.-]+(?::\d+)?)/|ssh://git@([\w.-]+)(?::\d+)?/|git@([\w.-]+):)"
    r"((?:[\w.-]+/)+[\w.-]+?)(?:\.git)?/?",
    re.ASCII,
)


@dataclass(frozen=True, slots=True)
class RepositoryAddress:
    """Where a repository lies: the host, and the path there."""

    host: str
    path: str


def parse_origin(address: str) -> RepositoryAddress | None:
    """Return the repository that git fetches from by an address; None for any other address."""
    found = _ORIGIN.fullmatch(address.strip())
    return RepositoryAddress(found[1] or found[2] or found[3], found[4]) if found else None


def list_addresses(platform: Platform, repository: RepositoryAddress) -> Iterator[tuple[str, str]]:
    """Yield the settings that follow from where a zine lies; none if it is not on this platform."""
    homes = {one.home for one in PLATFORMS.values()}
    is_home = repository.host == platform.home
    if not is_home and (repository.host in homes or not platform.is_anywhere):
        return
    if is_home:
        yield "site_url", platform.find_site(repository.path)
    yield "repo_url", f"https://{repository.host}/{repository.path}"
    yield "edit_uri", f"{platform.edit.lstrip('/')}main/"


def find_upload(edit: str) -> str:
    """Return what takes files into a folder, given the address of the editor; empty if it is not known."""
    found = _split_editor(edit)
    return f"{found[0]}{found[1].upload}{found[2]}" if found else ""


def find_new_file(edit: str, folder: str) -> str:
    """Return the editor of a new file in a folder, given the address of the editor; empty if it is not known.

    ``{name}`` in it is to be filled in and, where it stands there, ``{text}``.
    """
    found = _split_editor(edit)
    return f"{found[0]}{found[1].new}{found[2]}{folder}{found[1].fill}" if found else ""


def find_new_issue(edit: str) -> str:
    """Return the editor of a new issue, given the address of the editor; empty where none starts a run.

    ``{name}`` in it, the title, and ``{text}`` are to be filled in.
    """
    found = _split_editor(edit)
    return f"{found[0]}{found[1].issue}" if found and found[1].issue else ""


def find_view(edit: str) -> str:
    """Return what a file's path is added to for looking at it, given the address of the editor."""
    found = _split_editor(edit)
    return f"{found[0]}{found[1].view}{found[2]}" if found else edit


def _split_editor(edit: str) -> tuple[str, Platform, str] | None:
    """Return the repository, the platform and the branch in the address of an editor."""
    for platform in sorted(PLATFORMS.values(), key=lambda one: len(one.edit), reverse=True):
        repository, found, branch = edit.rpartition(platform.edit)
        if found:
            return repository, platform, branch
    return None


def edit_address(repository: str | None, edit_uri: str | None) -> str:
    """Return what a file's path is added to for the platform's editor; empty where that is not said."""
    if edit_uri and edit_uri.startswith(("https://", "http://")):
        return edit_uri
    return f"{repository.rstrip('/')}/{edit_uri}" if repository and edit_uri else ""
