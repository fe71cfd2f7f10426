"""Work on a Dask cluster: the same as here, whoever dies or joins meanwhile. The cluster is a real one."""

from __future__ import annotations

import io
import json
import os
import shutil
import signal
import subprocess
import sys
import time
import warnings
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from itertools import pairwise
from pathlib import Path

import pytest

import zinegen.cli.check
import zinegen.cluster
from tests.cli.conftest import Run
from zinegen.cluster import ClusterError, check_address, open_cluster
from zinegen.version import __version__
from zinegen.workers import DEFAULT, Workers

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def scheduler() -> Iterator[str]:
    """The address of a cluster of two workers on this machine, with threads as `dask worker` has them."""
    from distributed import LocalCluster  # takes long: for those who need it

    with LocalCluster(
        n_workers=2, threads_per_worker=2, dashboard_address=None, silence_logs=50
    ) as cluster:
        yield cluster.scheduler_address


@pytest.fixture
def zine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A zine with a game that is sound, one that is spoilt, and one that keeps secrets."""
    (tmp_path / "mkdocs.yml").write_text("site_name: Spread\n", "utf-8")
    shutil.copytree(ROOT / "games" / "lantern-street", tmp_path / "games" / "lantern-street")
    short = ROOT / "tests" / "old_zine" / "games" / "half-life"
    shutil.copytree(short, tmp_path / "games" / "half-life")
    shutil.copytree(ROOT / "games" / "lantern-street", tmp_path / "games" / "spoilt")
    spoilt = tmp_path / "games" / "spoilt"
    path = spoilt / "game.toml"
    path.write_text(path.read_text("utf-8").replace('"lantern-street"', '"spoilt"'), "utf-8")
    orders = spoilt / "seasons" / "1901-1-spring" / "orders" / "france.toml"
    orders.write_text(orders.read_text("utf-8") + "# later\n", "utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "home"))
    return tmp_path


def who_am_i(number: int) -> tuple[int, int]:
    """Return a number and by which process it was counted."""
    time.sleep(0.02)
    return number, os.getpid()


def work_for_a_while(_: int) -> tuple[int, float, float]:
    """Return a process, and from when to when it was at work."""
    begun = time.monotonic()
    time.sleep(0.02)
    return os.getpid(), begun, time.monotonic()


def test_what_a_cluster_is_set_to_stays_when_it_is_left(scheduler: str) -> None:
    """Dask has distributed's settings since its import, which may come while ours are set for a while."""
    program = f"""
from zinegen.cluster import open_cluster
with open_cluster({scheduler!r}):
    pass
import dask
print(dask.config.get("distributed.comm.timeouts.connect"))
"""
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stdout.strip()) == (0, "30s"), done.stderr


def test_results_come_in_order_from_all_who_work(scheduler: str) -> None:
    with open_cluster(scheduler) as workers:
        found = list(workers.stream(who_am_i, range(40)))
    assert [number for number, _ in found] == [*range(40)]
    assert len({worker for _, worker in found}) == 2


def test_a_worker_does_one_job_at_a_time_however_many_threads_it_has(scheduler: str) -> None:
    with open_cluster(scheduler) as workers:
        found = sorted(workers.stream(work_for_a_while, range(20)))
    for (worker, _, ended), (other, begun, _) in pairwise(found):
        assert worker != other or ended <= begun


def test_a_killed_worker_loses_and_doubles_nothing(scheduler: str) -> None:
    with open_cluster(scheduler) as workers:
        results = workers.stream(who_am_i, range(100))
        found = [next(results)]
        os.kill(found[0][1], signal.SIGKILL)
        found += results
    assert [number for number, _ in found] == [*range(100)]


def test_questions_are_answered_as_here(
    scheduler: str,
    zine: Path,
    run: Run,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    lines = [
        json.dumps(
            {"id": number, "phase": "S1901M", "orders": {"France": ["A Par - Bur"][: number % 2]}}
        )
        for number in range(250)
    ]
    lines[120:200:4] = ["{"] * 20
    said = []
    for words in ((), ("--on", scheduler)):
        monkeypatch.setattr("sys.stdin", io.StringIO("\n".join(lines)))
        done = run("adjudicate", "--jsonl", *words)
        assert done.code == 1
        said.append((done.out, done.err))
    assert said[0] == said[1]
    assert said[0][0].count("\n") == 250
    named = ", ".join(str(number) for number in range(121, 161, 4))
    assert said[0][1] == f"zinegen: no result for lines {named} and 10 more; `error` says why\n"


def test_games_are_verified_as_here(
    scheduler: str, zine: Path, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    here = run("verify")
    there = run("verify", "--on", scheduler)
    monkeypatch.setattr(zinegen.cli.check, "MANY", 1)
    monkeypatch.setattr(zinegen.cli.check, "find_workers", lambda: DEFAULT)
    in_processes = run("verify")
    for other in (there, in_processes):
        assert (other.code, other.out, other.err) == (here.code, here.out, here.err)
    assert here.code == 1
    assert "spoilt" in here.err
    assert "half-life: " in here.out


def test_games_are_played_and_taken_in_as_here(scheduler: str, zine: Path, run: Run) -> None:
    words = ("lab", "standard", "--games", "6", "--years", "2")
    for name, on in (("here", ()), ("there", ("--on", scheduler))):
        assert run(*words, "-o", name, *on).code == 0
    for file in ("games.jsonl", "results.jsonl", "index.html"):
        assert (zine / "here" / file).read_bytes() == (zine / "there" / file).read_bytes()
    assert run("import", "there/games.jsonl", "--on", scheduler).code == 0
    assert (zine / "games" / "standard-1-5" / "game.toml").is_file()


def test_pictures_are_drawn_as_here(scheduler: str, zine: Path, run: Run) -> None:
    words = ("replay", "lantern-street", "--width", "200", "--to", "1901-1-spring")
    assert run(*words, "-o", "here.gif").code == 0
    assert run(*words, "-o", "there.gif", "--on", scheduler).code == 0
    assert (zine / "here.gif").read_bytes() == (zine / "there.gif").read_bytes()


def test_a_worker_of_another_version_is_refused(
    scheduler: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    from distributed import Client

    with Client(scheduler) as client:
        late = client.submit(zinegen.cluster._do_checked, "0.0.1", os.getpid, pure=False)
        with pytest.raises(ClusterError, match=f"a worker has zinegen {__version__}"):
            late.result()
    monkeypatch.setattr(zinegen.cluster, "__version__", "0.0.1")
    with pytest.raises(ClusterError, match=r"and this is 0\.0\.1"), open_cluster(scheduler):
        pass


def test_a_worker_that_cannot_draw_is_refused(
    scheduler: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(zinegen.cluster, "_describe_worker", cannot_draw)
    with pytest.raises(ClusterError, match="no CairoSVG"), open_cluster(scheduler):
        pass


def cannot_draw() -> tuple[str, bool]:
    """Describe a worker without CairoSVG."""
    return __version__, False


def test_a_cluster_of_ones_own_begins_beside_another(scheduler: str) -> None:
    """It wants no port that another has, and nothing of it is to be reached from outside this machine."""
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        with open_cluster("local") as workers:
            assert [number for number, _ in workers.stream(who_am_i, range(8))] == [*range(8)]
            from distributed import get_client  # takes long: for those who need it

            told = get_client().scheduler_info()
    assert "127.0.0.1" in told["address"]


def test_a_scheduler_that_is_not_there_is_told(
    zine: Path,
    run: Run,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(zinegen.cluster, "PATIENCE", 1)
    done = run("verify", "--on", "tcp://127.0.0.1:9")
    assert done.code == 2
    assert "no scheduler answers at tcp://127.0.0.1:9" in done.err


def test_without_the_extra_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(zinegen.cluster, "find_spec", lambda _name: None)
    with pytest.raises(ClusterError, match="pip install"), open_cluster("local"):
        pass


@pytest.mark.parametrize(
    "text", ["", "tcp://", "http://x:1", "127.0.0.1:8786", "tcp://a b:1", "locals"]
)
def test_an_address_that_is_none_is_told(text: str) -> None:
    with pytest.raises(ClusterError, match="write local, or tcp"):
        check_address(text)


def test_no_more_is_asked_for_than_is_held() -> None:
    """However long the input is: at most so many jobs are ahead of what was taken."""
    asked = []

    def jobs() -> Iterator[int]:
        for number in range(1000):
            asked.append(number)
            yield number

    workers = Workers(make=lambda: ThreadPoolExecutor(2), at_once=5)
    for number in workers.stream(abs, jobs()):
        assert len(asked) <= number + 6
    assert len(asked) == 1000


IN_A_TERMINAL = (
    "import signal; signal.signal(signal.SIGINT, signal.default_int_handler);"
    " from zinegen.cli import main; main()"
)
"""The program, which minds Ctrl-C also where the tests were begun by something that does not."""


def test_ctrl_c_in_a_terminal_ends_all_at_once(tmp_path: Path) -> None:
    """It is sent to the command and to its workers alike; nobody waits for anybody then."""
    (tmp_path / "mkdocs.yml").write_text("site_name: Stopped\n", "utf-8")
    words = ["lab", "standard", "--games", "700", "-o", "lab", "--on", "local"]
    command = subprocess.Popen(
        [sys.executable, "-c", IN_A_TERMINAL, *words],
        cwd=tmp_path,
        stderr=subprocess.PIPE,
        start_new_session=True,
    )
    kept = tmp_path / "lab" / "results.jsonl"
    try:
        while not (kept.exists() and kept.stat().st_size):
            assert command.poll() is None
            time.sleep(0.1)
        os.killpg(command.pid, signal.SIGINT)
        _, said = command.communicate(timeout=20)
    finally:
        with suppress(ProcessLookupError):
            os.killpg(command.pid, signal.SIGKILL)
    assert (command.returncode, b"Traceback" in said) == (2, False)
    assert kept.read_bytes().endswith(b"\n")
