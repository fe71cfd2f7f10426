"""What other platforms run: their files held to the documented forms, and every step run here."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import tarfile
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from http.server import BaseHTTPRequestHandler, HTTPServer
from io import BytesIO
from pathlib import Path
from threading import Thread
from xml.etree import ElementTree as ET

import pytest
import yaml

from tests.archive.folders import GAME, OPENING, order_text
from tests.forked.start import write_program
from tests.workflows.test_workflows import BIN, ROOT, by_file, count_calls, load, run
from zinegen.archive import NewGame, new_game
from zinegen.cli.init import PLATFORM_NAMES
from zinegen.pages import PLATFORMS, list_automation

FACTS = json.loads((ROOT / "tests/data/platforms.json").read_text())
GITLAB = ROOT / "templates/platforms/gitlab/.gitlab-ci.yml"
JOBS = yaml.safe_load(GITLAB.read_text())
FORGEJO = sorted((ROOT / "templates/platforms/forgejo/.forgejo/workflows").glob("*.yml"))
OPTIONAL = sorted((ROOT / "templates/platforms/forgejo/.forgejo/optional").glob("*.yml"))
BOB, GM = 583231, 7
GIVEN = "t0ken"
SEASON = f"games/{GAME}/seasons/1901-1-spring"
ENGLAND = f"{SEASON}/orders/england.toml"
STOLEN = "echo stolen > /dev/stderr; exit 3\n"
INSTALL = f"""mkdir -p .venv/bin
ln -sf {sys.executable} .venv/bin/python
cat > .venv/bin/zinegen <<'END'
#!/bin/sh
# Building and judging are tried where the program itself lives; here it is what a run makes of how they end.
case "$1$TRIED" in
  check) exec program "$@";;
  build*) mkdir -p site; find games > site/index.html;;
esac
test ! -e "broken-$1"
END
chmod +x .venv/bin/zinegen
"""
"""Stands for what installs the program."""


def script_of(job: str) -> str:
    """Return what GitLab runs for a job, in one shell."""
    return "\n".join((*JOBS["default"]["before_script"], *JOBS[job]["script"]))


def test_every_platform_has_its_facts_and_its_files():
    assert {*FACTS} - {"about"} == {*PLATFORMS}
    assert {*PLATFORM_NAMES.choices} == {*PLATFORMS, "none"}
    for platform in PLATFORMS.values():
        files = list_automation(platform)
        assert f"{platform.folder}/install" in files
        assert all(platform.owns(name) for name in files)
        assert all(
            other is platform or not any(map(other.owns, files)) for other in PLATFORMS.values()
        )


def test_the_files_follow_the_schemas():
    words = ("--builtin-schema", "vendor.gitlab-ci", "--data-transform", "gitlab-ci", GITLAB)
    told = run(BIN / "check-jsonschema", *words)
    assert told.returncode == 0, told.stdout + told.stderr


def test_the_files_of_forgejo_follow_the_form_that_it_borrows_but_for_its_own_keys(tmp_path: Path):
    for file in (*FORGEJO, *OPTIONAL):
        known = {
            key: value
            for key, value in load(file).items()
            if key not in FACTS["forgejo"]["own_keys"]
        }
        (tmp_path / file.name).write_text(yaml.safe_dump(known, sort_keys=False))
    words = ("--builtin-schema", "vendor.github-workflows", *tmp_path.iterdir())
    told = run(BIN / "check-jsonschema", *words)
    assert told.returncode == 0, told.stdout + told.stderr
    told = run(
        BIN / "zizmor", "--offline", "--no-progress", "--persona", "auditor", *FORGEJO, *OPTIONAL
    )
    assert told.returncode == 0, told.stdout + told.stderr


@pytest.mark.parametrize(
    ("platform", "files"), [("gitlab", [GITLAB]), ("forgejo", [*FORGEJO, *OPTIONAL])]
)
def test_only_variables_that_the_platform_documents_are_asked_for(platform: str, files: list[Path]):
    for file in files:
        asked = {*re.findall(r"\$\{?((?:CI|GITLAB|GITHUB|FORGEJO)_\w+)", file.read_text())}
        assert asked <= {*FACTS[platform]["variables"]}
        assert asked


@pytest.mark.parametrize("file", [GITLAB, *FORGEJO, *OPTIONAL], ids=by_file)
def test_the_commands_that_are_given_are_commands_of_the_program(file: Path):
    counts = {"check-orders.yml": 1, "publish.yml": 3, "announce.yml": 2, "orders-by-issue.yml": 0}
    assert count_calls(file.read_text()) == counts.get(file.name, 9)


def test_no_step_is_anybody_elses_and_no_secret_is_asked_for():
    for file in FORGEJO:
        assert "secrets" not in file.read_text().replace("no secret", "")
    for file in (*FORGEJO, *OPTIONAL):
        for job in load(file)["jobs"].values():
            assert all({*step} <= {*FACTS["forgejo"]["step_keys"]} for step in job["steps"])
    keywords = {key for job in JOBS.values() if isinstance(job, dict) for key in job}
    assert not keywords & {"secrets", "id_tokens", "cache", "include", "trigger"}


def test_nothing_of_the_platforms_is_pasted_into_a_script_and_each_is_one():
    for file in (*FORGEJO, *OPTIONAL):
        for job in load(file)["jobs"].values():
            for step in job["steps"]:
                assert "${{" not in step["run"]
                assert run("bash", "-n", stdin=step["run"]).returncode == 0
    for name in ("check-orders", "pages", "trouble", "announce"):
        assert run("bash", "-n", stdin=script_of(name)).returncode == 0


@pytest.mark.parametrize("platform", PLATFORMS.values(), ids=str)
def test_what_installs_takes_the_lock_beside_it_and_nothing_without_a_hash(
    platform, tmp_path: Path
):
    (tmp_path / "base" / platform.folder).mkdir(parents=True)
    script = list_automation(platform)[f"{platform.folder}/install"]
    (tmp_path / "base" / platform.folder / "install").write_bytes(script)
    (tmp_path / "bin").mkdir()
    python = tmp_path / "bin" / "python3"
    pip = "#!/bin/sh\necho $PWD $@"
    python.write_text(
        f"#!/bin/sh\nmkdir -p .venv/bin\necho '{pip}' > .venv/bin/pip\nchmod +x .venv/bin/pip\n"
    )
    python.chmod(0o755)
    told = subprocess.run(
        ["bash", f"base/{platform.folder}/install", "base"],
        cwd=tmp_path,
        env={**os.environ, "PATH": f"{tmp_path / 'bin'}:{os.environ['PATH']}"},
        check=True,
        capture_output=True,
        text=True,
    ).stdout
    lock = f"{platform.folder}/requirements.txt"
    assert told == f"{tmp_path / 'base'} install --quiet --require-hashes --requirement {lock}\n"


def git(folder: Path, *words: str) -> str:
    who = ("-c", "user.name=x", "-c", "user.email=x@example.org")
    done = subprocess.run(
        ["git", *who, *words], cwd=folder, check=True, capture_output=True, text=True
    )
    return done.stdout


def commit(folder: Path, files: Mapping[str, str | Path]) -> None:
    """Write files, and links where a path is given, and commit them."""
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        if isinstance(text, Path):
            (folder / name).symlink_to(text)
        else:
            (folder / name).write_text(text)
    git(folder, "add", "--all", "--force")
    git(folder, "commit", "--quiet", "--allow-empty", "--message", "x")


@dataclass(frozen=True)
class Hub:
    """A platform's repository, a checkout of main, and a place for runs."""

    root: Path

    @property
    def main(self) -> Path:
        return self.root / "main"

    def push(self, files: Mapping[str, str]) -> None:
        """Let the GM push to main."""
        commit(self.main, files)
        git(self.main, "push", "--quiet", "../zine.git", "HEAD:main")

    def propose(self, files: Mapping[str, str | Path], ref: str) -> None:
        """Let a player push to a branch that is proposed, made from what was main at first."""
        git(self.root, "clone", "--quiet", "zine.git", "player")
        commit(self.root / "player", files)
        git(self.root / "player", "push", "--quiet", "origin", f"HEAD:{ref}")

    def run(self, script: str, cwd: str = "run", **variables: str) -> tuple[int, str]:
        """Run a script as a runner does; return its exit code and its log."""
        (self.root / cwd).mkdir(exist_ok=True)
        known = ("HOME", "LANG", "TMPDIR")
        done = subprocess.run(
            ["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", script],
            cwd=self.root / cwd,
            env={
                **{name: os.environ[name] for name in known if name in os.environ},
                "PATH": f"{self.root / 'bin'}:{os.environ['PATH']}",
                "CI": "true",
                **variables,
            },
            check=False,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        return done.returncode, done.stdout


@pytest.fixture(scope="module")
def first(tmp_path_factory: pytest.TempPathFactory, loaded_python: tuple[str, ...]) -> Path:
    """Give the platform's repository of a zine with a game, in which Bob plays England."""
    tmp_path = tmp_path_factory.mktemp("hub")
    (tmp_path / "main").mkdir()
    deadline = datetime.now(UTC) + timedelta(days=3)
    new_game(tmp_path / "main/games", GAME, "standard", NewGame(deadline=deadline))
    with (tmp_path / f"main/games/{GAME}/game.toml").open("a") as file:
        file.write(f"england = {{ name = 'Bob', id = {BOB} }}\n")
    write_program(tmp_path / "bin/program", loaded_python)
    (tmp_path / "bin/apt-get").write_text("#!/bin/sh\nexit 1\n")
    (tmp_path / "bin/apt-get").chmod(0o755)
    git(tmp_path, "init", "--quiet", "--bare", "--initial-branch", "main", "zine.git")
    git(tmp_path / "main", "init", "--quiet", "--initial-branch", "main")
    install = {f"{platform.folder}/install": INSTALL for platform in PLATFORMS.values()}
    settings = {"mkdocs.yml": "site_name: Z\n", ".gitignore": "/.venv/\n/site/\n/.cache/\n"}
    Hub(tmp_path).push({**install, **settings})
    return tmp_path


@pytest.fixture
def hub(first: Path, tmp_path: Path) -> Hub:
    """Give a copy of the repository, and of the GM's checkout."""
    shutil.copytree(first, tmp_path, dirs_exist_ok=True)
    return Hub(tmp_path)


def check_on_gitlab(hub: Hub) -> tuple[int, str]:
    """Run the job that checks a merge request of Bob's, set off by the GM."""
    asked = hub.root / "api/projects/5/merge_requests/3"
    asked.parent.mkdir(parents=True, exist_ok=True)
    asked.write_text(json.dumps({"author": {"id": BOB}}))
    return hub.run(
        script_of("check-orders"),
        CI_MERGE_REQUEST_TARGET_BRANCH_NAME="main",
        CI_MERGE_REQUEST_PROJECT_URL=str(hub.root / "zine"),
        CI_MERGE_REQUEST_REF_PATH="refs/merge-requests/3/head",
        CI_MERGE_REQUEST_PROJECT_ID="5",
        CI_MERGE_REQUEST_IID="3",
        CI_API_V4_URL=(hub.root / "api").as_uri(),
        CI_PROJECT_DIR=str(hub.root / "run"),
        GITLAB_USER_ID=str(GM),
    )


def check_on_forgejo(hub: Hub) -> tuple[int, str]:
    """Run the steps that check a pull request of Bob's."""
    event = {"base.ref": "main", "number": "3", "user.id": str(BOB)}
    log = ""
    for step in load(FORGEJO[0])["jobs"]["check"]["steps"]:
        values = {
            name: event[re.fullmatch(r"\$\{\{ github\.event\.pull_request\.([\w.]+) \}\}", told)[1]]
            for name, told in step.get("env", {}).items()
        }
        code, said = hub.run(
            step["run"], GITHUB_SERVER_URL=str(hub.root), GITHUB_REPOSITORY="zine", **values
        )
        log += said
        if code:
            return code, log
    return 0, log


CHECKS = {
    "gitlab": (check_on_gitlab, "refs/merge-requests/3/head"),
    "forgejo": (check_on_forgejo, "refs/pull/3/head"),
}
ORDERS = order_text("1901-1-spring", "England", orders=OPENING["England"])


@pytest.fixture(params=CHECKS)
def check(request: pytest.FixtureRequest, hub: Hub):
    """Give a function that proposes files in Bob's name, and what the platform's run of the check says."""
    command, ref = CHECKS[request.param]

    def propose(files: Mapping[str, str | Path], since: Mapping[str, str]) -> tuple[int, str]:
        hub.propose(files, ref)
        if since:
            hub.push(since)
        return command(hub)

    return propose


def test_own_orders_pass_however_far_main_has_gone_on(check):
    code, log = check({ENGLAND: ORDERS}, {"site_src/issues/2.md": "Since.\n"})
    assert code == 0, log
    assert "no findings" in log
    assert "England: " in log


def test_what_is_wrong_is_told_with_its_place_and_nothing_of_a_stranger_is_run_or_obeyed(
    check, hub: Hub, request: pytest.FixtureRequest
):
    files: dict[str, str | Path] = {
        **{f"{platform.folder}/install": STOLEN for platform in PLATFORMS.values()},
        ".gitlab-ci.yml": "x: {script: [x]}\n",
        "mkdocs.yml": "hooks: [x.py]\n",
        f"games/{GAME}/link": Path("/etc/passwd"),
        ENGLAND: ORDERS.replace("F Lon - NTH", "F Lon - <b>\x07\n::add-mask::e\n##[error]x"),
    }
    code, log = check(files, {})
    assert code == 1
    assert "stolen" not in log
    assert {*re.findall(r"--> ([^:\n]+)", log)} == {*files}
    assert "F Lon - <b>·" in log
    assert not [line for line in log.splitlines() if line.startswith(("::", "##["))]
    if "gitlab" in request.node.name:
        check_report(hub, {*files})
        preview = (hub.root / "run" / "preview" / "index.html").read_text()
        assert ENGLAND in preview
        assert "link" not in preview


def check_report(hub: Hub, files: set[str]) -> None:
    """Make sure that the merge request shows what is wrong with some files, in the form that GitLab reads."""
    artifacts, facts = JOBS["check-orders"]["artifacts"], FACTS["gitlab"]["junit"]
    assert artifacts["paths"] == ["preview/"]
    report = (hub.root / "run" / artifacts["reports"]["junit"]).read_text()
    tests = ET.fromstring(report)  # noqa: S314
    assert {key for test in tests for key in test.attrib} <= {*facts["testcase"]}
    assert {part.tag for test in tests for part in test} <= {*facts["inside"]}
    names = [test.get("name") for test in tests]
    assert len({*names}) == len(names)
    assert {test.get("file") for test in tests if test.find("failure") is not None} == files


def test_what_does_not_fit_main_any_more_is_told_in_words(check):
    code, log = check({ENGLAND: ORDERS}, {ENGLAND: ORDERS.replace("NTH", "ENG")})
    assert code == 1
    assert "does not fit main any more" in log


def fetch(hub: Hub, folder: str, files: Mapping[str, str]) -> None:
    """Check main out into a folder, with some more files pushed to it."""
    hub.push(files)
    git(hub.root, "clone", "--quiet", "zine.git", folder)


@pytest.mark.parametrize("broken", [(), ("check", "build")], ids=str)
def test_gitlab_publishes_and_ends_red_where_something_is_wrong(hub: Hub, broken: tuple[str, ...]):
    url = "https://gitlab.com/ann/zine"
    settings = {"mkdocs.yml": f'site_name: Z\nrepo_url: "{url}/"  # ours\n'}
    fetch(hub, "run", {**settings, **{f"broken-{name}": "" for name in broken}})
    code, log = hub.run(script_of("pages"), CI_PROJECT_URL=url, TRIED="-")
    assert code == 0, log
    assert (hub.root / "run/public/index.html").is_file()
    assert {*JOBS["pages"]["artifacts"]["paths"]} == {"public/", "trouble.txt"}
    code, log = hub.run(script_of("trouble"))
    assert code == bool(broken)
    assert log.strip().endswith(": check build" if broken else "")


NOISY = """mkdir -p .venv/bin
cat > .venv/bin/zinegen <<'END'
#!/bin/sh
mkdir -p site; touch site/index.html
printf '\\033[0Ksection_end:1:pages\\r\\033[0K%s\\n' $1 | tee /dev/stderr
END
chmod +x .venv/bin/zinegen
"""
"""Stands for what installs a program that prints what a player has written as it stands."""


def test_no_word_of_a_player_folds_or_colours_gitlab_s_log(hub: Hub):
    """Nothing there stops commands, so the signs that they begin with are held back, whoever prints them."""
    fetch(hub, "run", {"mkdocs.yml": "site_name: Z\n", ".gitlab/install": NOISY})
    code, log = hub.run(script_of("pages"), CI_PROJECT_URL="https://gitlab.com/ann/zine")
    assert code == 0
    assert "\x1b" not in log
    for command in ("check", "verify", "build"):
        assert log.count(f"?[0Ksection_end:1:pages??[0K{command}\n") == 2


@pytest.mark.parametrize("said", ["", "yes"])
def test_gitlab_records_what_is_ready_only_where_the_project_says_so(hub: Hub, said: str):
    url = "https://gitlab.com/ann/zine"
    script = 'echo "$1 $3" > recorded\n'
    fetch(hub, "run", {"mkdocs.yml": "site_name: Z\n", ".gitlab/record": script})
    variables = {
        "CI_JOB_TOKEN": "t0ken",
        "CI_SERVER_HOST": "gitlab.com",
        "CI_PROJECT_PATH": "ann/zine",
    }
    pages = script_of("pages")
    code, log = hub.run(
        pages,
        CI_PROJECT_URL=url,
        TRIED="-",
        ZINEGEN_RECORD=said,
        CI_DEFAULT_BRANCH="main",
        **variables,
    )
    assert code == 0, log
    recorded = hub.root / "run/recorded"
    wanted = "https://gitlab-ci-token:t0ken@gitlab.com/ann/zine.git main\n"
    assert (recorded.read_text() if recorded.exists() else "") == (wanted if said else "")


def test_gitlab_publishes_no_copy_of_the_zine(hub: Hub):
    fetch(hub, "run", {"mkdocs.yml": "repo_url: https://gitlab.com/ann/zine\n"})
    url = "https://gitlab.com/bob/zine"
    code, log = hub.run(script_of("pages"), CI_PROJECT_URL=url)
    assert code == JOBS["pages"]["allow_failure"]["exit_codes"]
    assert (
        log
        == "This is a copy of the zine at https://gitlab.com/ann/zine: only that one is published.\n"
    )


def publish_on_forgejo(hub: Hub, *, only: str = "") -> tuple[int, str]:
    """Run the steps of main, or one; return the exit code of the first that fails, and the log."""
    log = ""
    for step in load(FORGEJO[1])["jobs"]["publish"]["steps"]:
        if only in step.get("name", only):
            code, said = hub.run(
                step["run"],
                cwd=f"run/{step.get('working-directory', '')}",
                GITHUB_SERVER_URL=str(hub.root),
                GITHUB_REPOSITORY="zine",
                GITHUB_TOKEN=GIVEN,
                TRIED="-",
            )
            log += said
            if code:
                return code, log
    return 0, log


@pytest.fixture
def pages() -> Iterator[tuple[str, list[tuple[str, Mapping[str, str], bytes]]]]:
    """Give the address of a server, and what it was asked for."""
    asked: list[tuple[str, Mapping[str, str], bytes]] = []

    class Server(BaseHTTPRequestHandler):
        def do_PUT(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            asked.append((self.path, dict(self.headers), body))
            self.send_response(200 if self.path == "/zine/" else 403)
            self.end_headers()

        def log_message(self, *_: object) -> None: ...

    server = HTTPServer(("127.0.0.1", 0), Server)
    Thread(target=server.serve_forever, args=(0.05,), daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}", asked
    server.shutdown()
    server.server_close()


def test_codeberg_gets_the_whole_site_in_its_own_form_and_the_run_tells_what_was_wrong(
    hub: Hub, pages
):
    url, asked = pages
    hub.push({"mkdocs.yml": f"site_name: Z\nsite_url: {url}/zine/\n", "broken-verify": ""})
    code, log = publish_on_forgejo(hub)
    assert code == 1
    assert log.strip().endswith("see the log of: verify")
    ((path, head, body),) = asked
    form = FACTS["forgejo"]["publish"]
    assert path == "/zine/"
    assert head["Content-Type"] == form["type"]
    assert head[form["header"]] == f"{form['word']} {GIVEN}"
    with tarfile.open(fileobj=BytesIO(body)) as archive:
        assert "./index.html" in archive.getnames()
    assert GIVEN not in log


@pytest.mark.parametrize(
    ("settings", "code", "said"),
    [
        ("site_url: {}/other/\n", 22, "403"),
        ("", 1, "set site_url"),
        ("repo_url: https://codeberg.org/ann/zine\nsite_url: {}/zine/\n", 0, "This is a copy"),
    ],
    ids=["refused by the server", "no address", "a copy"],
)
def test_what_is_not_put_online_is_told(hub: Hub, pages, settings: str, code: int, said: str):
    fetch(hub, "run/zine", {"mkdocs.yml": f"site_name: Z\n{settings.format(pages[0])}"})
    (hub.root / "run/zine/site").mkdir()
    told = publish_on_forgejo(hub, only="Put it online")
    assert told[0] == code
    assert said in told[1]
    assert not [path for path, _, _ in pages[1] if path == "/zine/"]


class Listening(BaseHTTPRequestHandler):
    """Notes what a run asks the platform for."""

    asked: list[tuple[str, str, str, dict[str, object]]]

    def do_POST(self) -> None:
        """Note what is asked."""
        said = self.rfile.read(int(self.headers["Content-Length"]))
        told = (self.command, self.path, self.headers["Authorization"], json.loads(said))
        self.asked.append(told)
        self.send_response(201)
        self.end_headers()

    def do_PATCH(self) -> None:
        """Note what is asked."""
        self.do_POST()

    def log_message(self, *_words: object) -> None:
        """Keep quiet."""


@pytest.fixture
def listening() -> Iterator[tuple[str, list[tuple[str, str, str, dict[str, object]]]]]:
    """Give the address of a platform's interface, and what it was asked for."""
    asked: list[tuple[str, str, str, dict[str, object]]] = []
    handler = type("Handler", (Listening,), {"asked": asked})
    with HTTPServer(("127.0.0.1", 0), handler) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/api/v1", asked
        server.shutdown()


def hand_in_on_forgejo(hub: Hub, address: str, body: str) -> tuple[int, str]:
    """Run the steps that take in an issue that Bob has opened."""
    scripts = list_automation(PLATFORMS["forgejo"])
    hub.push({".forgejo/hand-in": scripts[".forgejo/hand-in"].decode()})
    event = {
        "action": "opened",
        "number": 12,
        "issue": {
            "number": 12,
            "title": "Orders; touch stolen",
            "body": body,
            "created_at": datetime.now(UTC).isoformat(),
            "user": {"id": BOB, "login": "bob"},
            "pull_request": None,
        },
    }
    (hub.root / "event.json").write_text(json.dumps(event))
    log = ""
    for step in load(OPTIONAL[1])["jobs"]["hand-in"]["steps"]:
        code, said = hub.run(
            step["run"],
            f"run/{step['working-directory']}" if "working-directory" in step else "run",
            GITHUB_SERVER_URL=str(hub.root),
            GITHUB_REPOSITORY="zine",
            GITHUB_EVENT_PATH=str(hub.root / "event.json"),
            GITHUB_API_URL=address,
            GITHUB_TOKEN=GIVEN,
            **({"NUMBER": "12"} if "env" in step else {}),
        )
        log += said
        if code:
            return code, log
    return 0, log


INBOX = INSTALL.replace("check) exec", "check | inbox) exec")
"""The same, with the program that takes orders in."""


def test_forgejo_takes_in_orders_by_issue_answers_and_closes_it(hub: Hub, listening):
    address, asked = listening
    hub.push({".forgejo/install": INBOX})
    code, log = hand_in_on_forgejo(hub, address, f"````toml\n{ORDERS}````\n$(touch stolen)\n")
    assert code == 0, log
    ways = [(way, path.removeprefix("/api/v1/repos/zine/")) for way, path, _, _ in asked]
    assert ways == [
        ("POST", "issues/12/comments"),
        ("PATCH", "issues/12"),
        ("POST", "actions/workflows/publish.yml/dispatches"),
    ]
    assert {token for _, _, token, _ in asked} == {f"token {GIVEN}"}
    assert "Taken in as" in str(asked[0][3]["body"])
    assert asked[1][3] == {"state": "closed"}
    assert git(hub.root, "-C", "zine.git", "show", f"main:{ENGLAND}") == ORDERS
    assert not [*hub.root.rglob("stolen")]
    assert GIVEN not in log


def test_forgejo_leaves_an_issue_that_holds_no_orders_alone(hub: Hub, listening):
    address, asked = listening
    hub.push({".forgejo/install": INBOX})
    code, log = hand_in_on_forgejo(hub, address, "Hello! When is the deadline?")
    assert code == 0, log
    assert asked == []


def test_the_news_are_committed_before_they_are_told(hub: Hub):
    """On GitLab and Forgejo: where main does not take the list nothing is told."""
    telling = """mkdir -p .venv/bin
cat > .venv/bin/zinegen <<'END'
#!/bin/sh
echo "$2 $3 $ZINEGEN_CHANNELS" >> "$LISTED"
END
chmod +x .venv/bin/zinegen
"""
    record = 'echo "record $2" >> "$LISTED"; test ! -e refused\n'
    scripts = {
        f"{one}/{name}": text
        for one in (".gitlab", ".forgejo")
        for name, text in (("install", telling), ("record", record))
    }
    forgejo = "\n".join(step["run"] for step in load(OPTIONAL[0])["jobs"]["announce"]["steps"][2:])
    for platform, script in (("gitlab", script_of("announce")), ("forgejo", forgejo)):
        for refused in (False, True):
            listed = hub.root / f"{platform}-{refused}"
            fetch(hub, f"run-{platform}-{refused}", scripts)
            if refused:
                (hub.root / f"run-{platform}-{refused}" / "refused").touch()
            code, log = hub.run(
                script,
                f"run-{platform}-{refused}",
                LISTED=str(listed),
                ZINEGEN_CHANNELS="ours",
                CI_JOB_TOKEN=GIVEN,
                CI_SERVER_HOST="x",
                CI_PROJECT_PATH="zine",
                CI_DEFAULT_BRANCH="main",
                GITHUB_SERVER_URL="https://x",
                GITHUB_REPOSITORY="zine",
                GITHUB_TOKEN=GIVEN,
            )
            done = [
                line.split(" /")[0].split(" ../")[0] for line in listed.read_text().splitlines()
            ]
            said = [
                "--all --reserve ours",
                "record Write down what is told",
                "--all --reserved ours",
                "record Write down what was told",
            ]
            assert done == (said[:2] if refused else said), log
            assert bool(code) == refused
