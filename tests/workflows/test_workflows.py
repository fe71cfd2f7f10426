"""The platform's automation, held to its own rules without asking the platform."""

import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import click
import pytest
import yaml

from zinegen.cli import commands

ROOT = Path(__file__).parent.parent.parent
GITHUB = ROOT / ".github"
DEFAULT = sorted((GITHUB / "workflows").glob("*.yml"))
OPTIONAL = sorted((GITHUB / "optional").glob("*.yml"))
WORKFLOWS = [*DEFAULT, *OPTIONAL]
BIN = Path(sys.executable).parent

WITH_RIGHTS = {"pull_request_target", "workflow_run"}
"""What a stranger can set off and what then runs with the rights of main."""


QUICK = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
"""Reads files while tests are collected, which each process does."""


class Step(NamedTuple):
    """One step, and where it stands."""

    file: str
    job: str
    body: dict[str, object]


def load(file: Path) -> dict[str, object]:
    """Read a workflow. YAML 1.1 takes the key `on` for the word yes; put it right."""
    text = yaml.load(file.read_text(encoding="utf-8"), QUICK)  # noqa: S506  (a safe one)
    text["on"] = text.pop(True, text.get("on"))
    return text


def steps() -> Iterator[Step]:
    """Yield every step of every workflow."""
    for file in WORKFLOWS:
        for name, job in load(file)["jobs"].items():
            for body in job["steps"]:
                yield Step(file.name, name, body)


def scripts() -> list[Step]:
    """Return the steps that run a shell script."""
    return [step for step in steps() if "run" in step.body]


def run(*command: str | Path, stdin: str | None = None) -> subprocess.CompletedProcess[str]:
    """Run a tool of the project's own and keep what it says."""
    return subprocess.run(
        [str(part) for part in command],
        cwd=ROOT,
        input=stdin,
        check=False,
        capture_output=True,
        text=True,
    )


def by_file(file: Path) -> str:
    """Name a test's case by its file."""
    return file.name


def test_all_files_are_there():
    names = {file.name for file in [*WORKFLOWS, *GITHUB.iterdir()] if file.is_file()}
    assert names >= {
        "auto-merge.yml",
        "close.yml",
        "check-orders.yml",
        "comment.yml",
        "lint-workflows.yml",
        "publish.yml",
        "test.yml",
        "dependabot.yml",
        "CODEOWNERS",
    }


def test_what_is_optional_lies_in_one_place_and_says_what_it_may_do():
    names = {file.name for file in OPTIONAL}
    assert names == {"auto-merge.yml", "close.yml", "comment.yml", "orders-by-issue.yml"}
    told = (ROOT / "docs" / "secrecy.md").read_text(encoding="utf-8")
    for file in OPTIONAL:
        head = file.read_text(encoding="utf-8").partition("\nname:")[0]
        assert head.startswith("# OPTIONAL: moved to .github/workflows/ it ")
        assert "\n# It may " in head
        assert f"`{file.name}`" in told
    assert not any("OPTIONAL" in file.read_text(encoding="utf-8") for file in DEFAULT)


def test_zizmor_finds_nothing():
    told = run(
        BIN / "zizmor", "--offline", "--no-progress", "--persona", "auditor", GITHUB, *OPTIONAL
    )
    assert told.returncode == 0, told.stdout + told.stderr


BAD = """\
name: Bad
on: pull_request_target
jobs:
  bad:
    runs-on: ubuntu-24.04
    steps:
      - uses: actions/checkout@v4
        with: {ref: "${{ github.event.pull_request.head.sha }}"}
      - run: echo "${{ github.event.pull_request.title }}"
"""


def test_zizmor_would_find_something(tmp_path):
    bad = tmp_path / "bad.yml"
    bad.write_text(BAD)
    told = run(BIN / "zizmor", "--offline", "--no-progress", "--persona", "auditor", bad)
    assert told.returncode != 0
    for rule in ["template-injection", "dangerous-triggers", "unpinned-uses", "artipacked"]:
        assert rule in told.stdout


@pytest.mark.parametrize(
    ("schema", "files"),
    [
        ("vendor.github-workflows", WORKFLOWS),
        ("vendor.dependabot", [GITHUB / "dependabot.yml"]),
    ],
)
def test_the_files_follow_the_schema_of_the_platform(schema, files):
    told = run(BIN / "check-jsonschema", "--builtin-schema", schema, *files)
    assert told.returncode == 0, told.stdout + told.stderr


@pytest.mark.parametrize("step", scripts(), ids=lambda step: f"{step.file}-{step.job}")
def test_every_script_is_a_script(step):
    told = run("bash", "-n", stdin=step.body["run"])
    assert told.returncode == 0, told.stderr


@pytest.mark.parametrize(
    "file",
    [GITHUB / "hand-in", GITHUB / "install", GITHUB / "record", ROOT / ".ci" / "run"],
    ids=by_file,
)
def test_every_script_file_is_a_script_that_stops_at_the_first_error(file):
    assert run("bash", "-n", file).returncode == 0
    assert "set -euo pipefail" in file.read_text(encoding="utf-8")
    assert file.stat().st_mode & 0o111, f"{file.name} cannot be executed"


@pytest.mark.parametrize("step", scripts(), ids=lambda step: f"{step.file}-{step.job}")
def test_nothing_of_the_platforms_is_pasted_into_a_script(step):
    """A title can hold a command; an environment variable cannot."""
    assert "${{" not in step.body["run"]


@pytest.mark.parametrize("file", WORKFLOWS, ids=by_file)
def test_a_workflow_has_no_rights_but_those_a_job_asks_for(file):
    workflow = load(file)
    assert workflow["permissions"] == {}
    for name, job in workflow["jobs"].items():
        assert job["permissions"], f"{name} does not say what it may do"
        assert job["timeout-minutes"] <= 20


@pytest.mark.parametrize("step", [step for step in steps() if "uses" in step.body], ids=str)
def test_an_action_is_the_platforms_own_and_pinned_by_its_digest(step):
    assert re.fullmatch(r"actions/[a-z-]+@[0-9a-f]{40}", step.body["uses"])


def test_no_checkout_leaves_its_token_behind_and_nobody_uses_a_cache():
    for step in steps():
        uses = step.body.get("uses", "")
        if uses.startswith("actions/checkout@"):
            assert step.body["with"]["persist-credentials"] is False, step
        assert "cache" not in uses, step


def test_what_a_stranger_sets_off_with_rights_takes_nothing_of_theirs_onto_the_disk():
    privileged = [file for file in WORKFLOWS if WITH_RIGHTS & set(load(file)["on"])]
    assert {file.name for file in privileged} == {"comment.yml", "auto-merge.yml"}
    for step in steps():
        if step.file in {file.name for file in privileged} and "checkout" in str(step.body):
            assert "ref" not in step.body.get("with", {}), step
            assert "repository" not in step.body.get("with", {}), step


def test_the_program_that_checks_a_pull_request_is_not_the_pull_requests():
    """Only the folder `base` is installed and run; `pr` is data."""
    mine = [step for step in steps() if step.file == "check-orders.yml"]
    (base, pr) = [s.body["with"] for s in mine if s.body.get("uses", "").startswith("actions/chec")]
    assert base["ref"] == "${{ github.event.pull_request.base.ref }}"
    assert (base["path"], pr["path"]) == ("base", "pr")
    for step in mine:
        for line in str(step.body.get("run", "")).splitlines():
            assert not re.search(r"(^|\s)(\./)?pr/\S*(install|\.sh|\.py)", line), line


def test_a_pull_request_is_held_against_the_main_that_it_was_merged_into(tmp_path):
    """What came to main since, and a branch that is behind, are not the player's doing."""

    def git(folder: Path, *words: str) -> None:
        who = ("-c", "user.name=x", "-c", "user.email=x@example.org")
        subprocess.run(["git", "-C", folder, *who, *words], check=True, capture_output=True)

    def commit(file: str) -> None:
        (tmp_path / "hub" / file).write_text(file)
        git(tmp_path / "hub", "add", ".")
        git(tmp_path / "hub", "commit", "--quiet", "--message", file)

    (tmp_path / "hub").mkdir()
    git(tmp_path / "hub", "init", "--quiet", "--initial-branch", "main")
    commit("first")
    git(tmp_path / "hub", "switch", "--quiet", "--create", "player")
    commit("orders")
    git(tmp_path / "hub", "switch", "--quiet", "main")
    commit("second")
    git(tmp_path / "hub", "switch", "--quiet", "--create", "merge")
    git(tmp_path / "hub", "merge", "--quiet", "--no-ff", "--message", "merge", "player")
    git(tmp_path, "clone", "--quiet", "--branch", "merge", "hub", "pr")
    git(tmp_path / "hub", "switch", "--quiet", "main")
    commit("third")
    git(tmp_path, "clone", "--quiet", "--branch", "main", "hub", "base")
    (script,) = [s.body["run"] for s in scripts() if "Hold it" in str(s.body.get("name"))]
    subprocess.run(["bash", "-euo", "pipefail", "-c", script], cwd=tmp_path, check=True)
    base, pr = ({one.name for one in (tmp_path / name).iterdir()} for name in ("base", "pr"))
    assert pr - base == {"orders"}
    assert base <= pr


def test_no_secret_lies_on_the_platform():
    """But for where news go, in an environment of its own and only if the owner says so."""
    for file in DEFAULT:
        for name, job in load(file)["jobs"].items():
            if (file.name, name) == ("publish.yml", "announce"):
                assert job["environment"] == "news"
                assert "vars.ZINEGEN_ANNOUNCE == 'yes'" in job["if"]
                assert set(re.findall(r"secrets\.(\w+)", str(job))) == {"ZINEGEN_CHANNELS"}
            else:
                assert "secrets." not in str(job), (file.name, name)


def test_the_gms_key_is_in_reach_of_one_step_in_its_own_environment():
    """And nothing is installed any more once it is. What may push is in reach of the next step alone."""
    for file in OPTIONAL:
        for job in load(file)["jobs"].values():
            secret = re.compile(r"secrets\.(\w+)")
            with_key = [n for n, step in enumerate(job["steps"]) if secret.search(str(step))]
            if with_key:
                assert job["environment"] == "gm-key"
                steps = [job["steps"][n] for n in with_key]
                named = [secret.findall(str(step)) for step in steps]
                assert named == [["ZINEGEN_GM_KEY"], ["ZINEGEN_PUSH_KEY"]]
                later = "".join(str(step.get("run")) for step in job["steps"][with_key[0] :])
                assert "install" not in later
    assert sum("secrets." in file.read_text(encoding="utf-8") for file in OPTIONAL) == 1


def test_only_what_records_pushes_to_the_repository_and_nobody_ever_forces():
    record = (GITHUB / "record").read_text(encoding="utf-8")
    pushing = set()
    for step in scripts():
        script = step.body["run"]
        pushing |= {(step.file, step.job)} if "/record" in script else set()
        assert "git push" not in script, step
    jobs = {("publish.yml", "record"), ("publish.yml", "announce"), ("close.yml", "close")}
    assert pushing == jobs
    assert not re.search(r"git push[^\n]*(--force|-f\b|\+)", record)


def test_nothing_writes_to_the_repository_unless_its_owner_says_so():
    jobs = [job for file in DEFAULT for job in load(file)["jobs"].values()]
    writing = [job for job in jobs if job["permissions"].get("contents") == "write"]
    for job, variable in zip(writing, ("ZINEGEN_RECORD", "ZINEGEN_ANNOUNCE"), strict=True):
        assert f"vars.{variable} == 'yes'" in job["if"]
        assert job["permissions"] == {"contents": "write"}


def test_a_players_words_give_the_runner_no_commands():
    """The checker runs between stop-commands lines with a word nobody can guess."""
    (check,) = [s.body["run"] for s in scripts() if s.body.get("name") == "Check"]
    stop, resume = check.index("::stop-commands::$stop"), check.index('"::$stop::"')
    assert "openssl rand" in check[:stop]
    for place in re.finditer("zinegen check", check):
        assert stop < place.start() < resume


@pytest.mark.parametrize("name", ["requirements.txt", "requirements-lint.txt"])
def test_every_locked_package_has_a_version_and_hashes(name):
    entries = re.split(r"\n(?=[a-z])", (GITHUB / name).read_text(encoding="utf-8"))[1:]
    assert entries
    for entry in entries:
        assert re.match(r"[a-z0-9-]+==\d[\w.]*( ; .*)? \\\n", entry), entry
        assert re.search(r"--hash=sha256:[0-9a-f]{64}", entry), entry


def test_the_lock_names_every_dependency_and_what_sets_documents():
    """The setting `pdf` of a zine works on its platform without another line anywhere."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    lines = [*project["dependencies"], *project["optional-dependencies"]["print"]]
    wanted = {re.split(r"[<>=~![ ]", line)[0].lower() for line in lines}
    locked = (GITHUB / "requirements.txt").read_text(encoding="utf-8")
    assert wanted - set(re.findall(r"^([a-z0-9-]+)==", locked, re.MULTILINE)) == set()


def test_line_ends_of_game_files_do_not_depend_on_the_machine():
    told = run(
        "git", "check-attr", "text", "eol", "diff", "--", "games/x/orders.toml", "games/x/a.age"
    )
    if told.returncode:
        pytest.skip("not a git checkout")
    assert "games/x/orders.toml: eol: lf" in told.stdout
    assert "games/x/a.age: text: unset" in told.stdout
    assert "games/x/a.age: diff: unset" in told.stdout


def test_the_commands_that_the_workflows_give_are_commands_of_the_program():
    """A workflow that asks for an option that is not there would fail at the deadline."""
    assert sum(count_calls(step.body["run"]) for step in scripts()) >= 6


def count_calls(script: str) -> int:
    """Count the commands of the program that a script gives; every one and its options must be there."""
    calls = re.findall(r"\.venv/bin/zinegen ([^>|\n]*)", script)
    for line in calls:
        name, *words = re.sub(r"\$\(|[\")]", "", line).split()
        command = commands.get_command(click.Context(commands), name)
        assert command is not None, f"zinegen {name} is no command"
        known = {option for parameter in command.params for option in parameter.opts}
        wanted = {word for word in words if word.startswith("--")}
        assert wanted <= known, f"zinegen {name} has no {wanted - known}"
    return len(calls)


def test_the_program_is_tested_on_every_python_that_it_says_it_is_for():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    told = [line.rpartition(":: ")[2] for line in project["classifiers"] if ":: 3." in line]
    jobs = yaml.safe_load((GITHUB / "workflows/test.yml").read_text(encoding="utf-8"))["jobs"]
    assert jobs["fast"]["strategy"]["matrix"]["python"] == told
    assert project["requires-python"] == f">={told[0]}"


def test_the_example_zine_is_built_by_every_host():
    jobs = yaml.safe_load((GITHUB / "workflows/test.yml").read_text(encoding="utf-8"))["jobs"]
    assert any("make hosts" in step.get("run", "") for step in jobs["hosts"]["steps"])
    assert "\nhosts: tools" in (ROOT / "Makefile").read_text(encoding="utf-8")


def test_players_files_need_no_code_owners_word_and_all_others_the_gms():
    """The last pattern that fits counts; one with nobody behind it asks for no review."""
    lines = (GITHUB / "CODEOWNERS").read_text(encoding="utf-8").splitlines()
    owners = {line.split()[0]: line.split()[1:] for line in lines if line and line[0] != "#"}
    assert [*owners] == ["*", "/games/*/seasons/*/orders/", "/games/*/seasons/*/press/"]
    assert [bool(who) for who in owners.values()] == [True, False, False]
