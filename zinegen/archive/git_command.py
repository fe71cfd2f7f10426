"""Git as a command that is asked for one thing at a time, and what it says in plain words.

It never waits for a password.
"""

from __future__ import annotations

import base64
import os
import re
import shutil
import subprocess
from collections.abc import Mapping
from pathlib import Path

from zinegen.errors import GameFolderError
from zinegen.languages.texts import N_, gettext

TOKEN_FOR = "ZINEGEN_GIT_TOKEN_FOR"  # noqa: S105  (the name of a variable)
"""The variable with the origin that gets the token, such as ``https://codeberg.org/``, and no other."""
PATIENCE = 120
"""Seconds after which the other side is given up."""
TOKEN = "ZINEGEN_GIT_TOKEN"  # noqa: S105  (the name of a variable)
"""The variable of the environment with a token for the other side, where that is reached by HTTPS."""
DAMAGED = N_(
    "this repository is damaged, and git cannot read it. Your files are whole: get the zine anew from the"
    " other side into another folder, and copy into that what you have changed"
)
NOT_ALONE: Mapping[str, str] = {
    r"authentication failed|permission denied|could not read (username|password)|error: 40[13]|"
    r"http basic: access denied|terminal prompts disabled": N_(
        "the other side does not let you in: the token or key is wrong, or missing"
    ),
    r"could not resolve|unable to access|connection (refused|timed out)|network is unreachable|"
    r"does not appear to be a git repository|repository .* not found|\b404\b": N_(
        "the other side cannot be reached"
    ),
    r"protected branch|gh006|hook declined|not allowed to push": N_(
        "the other side takes changes to this branch by pull request only"
    ),
    r"non-fast-forward|fetch first|\[rejected\]": N_(
        "the other side has something newer: bring it in first"
    ),
    r"index\.lock|unable to create .*\.lock": N_(
        "another program is at work in this repository, or was cut off in it; if none is, type"
        " `zinegen send --put-back`"
    ),
    r"index file|bad (config|signature|object|ref)|corrupt|not a valid object": DAMAGED,
    r"no space left": N_("the disk is full"),
    r"read-only file system|insufficient permission": N_("the folder may not be written to"),
}
"""What git says when it fails, and what that means."""


class RepositoryError(GameFolderError):
    """Git could not do what was asked; nothing was half done."""


def has_git() -> bool:
    """Tell whether git is installed."""
    return shutil.which("git") is not None


def run_git(root: Path, *words: str) -> str:
    """Run git, and return what it says; raises RepositoryError where it fails."""
    done = try_git(root, *words)
    if done.returncode:
        raise RepositoryError(explain(done))
    return done.stdout


def try_git(root: Path, *words: str) -> subprocess.CompletedProcess[str]:
    """Run git, and return its exit code and what it says as text."""
    done = call_git(root, *words)
    out, err = (one.decode(errors="surrogateescape") for one in (done.stdout, done.stderr))
    return subprocess.CompletedProcess(done.args, done.returncode, out, err)


def call_git(root: Path, *words: str) -> subprocess.CompletedProcess[bytes]:
    """Run git where it asks for nothing, and speaks English; raises RepositoryError where it never ends."""
    asks_nothing = {
        "LC_ALL": "C",
        "GIT_TERMINAL_PROMPT": "0",
        "GIT_EDITOR": "true",
        **_hand_over_token(),
    }
    try:
        return subprocess.run(  # noqa: S603  (git itself; paths stand behind --)
            [shutil.which("git") or "git", "-c", "core.quotePath=false", *words],
            cwd=root,
            capture_output=True,
            check=False,
            timeout=PATIENCE,
            env={**os.environ, **asks_nothing},
        )
    except subprocess.TimeoutExpired:
        raise RepositoryError(gettext("the other side gives no answer")) from None


def _hand_over_token() -> dict[str, str]:
    """Return the variables by which git sends a token, and asks nobody else for one; none without it.

    It stands in no command and no file: other users see the words of a command.
    """
    token, where = os.environ.get(TOKEN), os.environ.get(TOKEN_FOR)
    if not token or not where:
        return {}
    # Every platform takes any name beside a token, or this one.
    sent = base64.b64encode(f"oauth2:{token}".encode()).decode()
    settings = {
        f"http.{where}.extraHeader": f"Authorization: Basic {sent}",
        "credential.helper": "",
    }
    found = {"GIT_CONFIG_COUNT": str(len(settings))}
    for number, (name, value) in enumerate(settings.items()):
        found |= {f"GIT_CONFIG_KEY_{number}": name, f"GIT_CONFIG_VALUE_{number}": value}
    return found


def explain(done: subprocess.CompletedProcess[str]) -> str:
    """Say in plain words why git failed; its own last words where they are not known."""
    return explain_words(f"{done.stdout}\n{done.stderr}".strip())


def explain_words(said: str) -> str:
    """Return the meaning of what git has said; its last words where it is not known."""
    for pattern, meaning in NOT_ALONE.items():
        if re.search(pattern, said, re.IGNORECASE):
            return gettext(meaning)
    return gettext("git says: {words}", words=said.splitlines()[-1] if said else "–")
