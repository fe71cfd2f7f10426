"""Work that can run side by side."""

import os
import signal
import subprocess
import sys
import textwrap
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Event

import pytest

from zinegen.pages.maps.build_cache import PACKAGE
from zinegen.workers import FEW, IN_PROCESS, WorkerEndedError, Workers


def half(number):
    """A job that another process can import, and that fails for odd numbers."""
    if number % 2:
        raise ValueError(f"{number} is odd")
    return number // 2


def test_results_come_in_the_order_of_the_jobs():
    """Who is ready first does not matter."""
    workers = Workers(make=lambda: ThreadPoolExecutor(3))
    assert list(workers.spread(half, range(0, 40, 2), "halving")) == list(range(20))


def test_a_few_jobs_start_no_executor():
    """Starting processes for two maps takes longer than drawing them."""

    def never():
        raise AssertionError("no executor is wanted")

    assert list(Workers(make=never).spread(half, [0] * FEW, "halving")) == [0] * FEW
    assert list(IN_PROCESS.spread(half, [0] * 100, "halving")) == [0] * 100


@pytest.mark.parametrize("few", [0, FEW])
def test_progress_is_logged_after_each_job(few, caplog):
    """In the order of the jobs, with a pool and without."""
    caplog.set_level("INFO", "zinegen.progress")
    workers = Workers(make=lambda: ThreadPoolExecutor(2), few=few)
    assert list(workers.spread(half, [2, 4, 6], "halving")) == [1, 2, 3]
    assert caplog.messages == ["halving: 1 of 3", "halving: 2 of 3", "halving: 3 of 3"]


def test_the_first_error_of_a_job_is_raised_where_the_result_is_wanted():
    """An error is not swallowed by the pool."""
    workers = Workers(make=lambda: ThreadPoolExecutor(2), few=0)
    results = workers.spread(half, [2, 4, 5, 6], "halving")
    assert [next(results), next(results)] == [1, 2]
    with pytest.raises(ValueError, match="5 is odd"):
        next(results)


def test_a_process_that_was_ended_is_told_in_a_sentence():
    """By the system, say, for want of memory: that is no fault of the program."""
    with pytest.raises(WorkerEndedError, match="ended, for want of memory perhaps"):
        list(Workers(few=0).spread(os._exit, [9, 9, 9], "ending"))


def test_jobs_of_a_queue_begin_before_their_results_are_wanted():
    """But for a few, which are done here when they are."""
    made = []
    workers = Workers(make=lambda: made.append(ThreadPoolExecutor(1)) or made[-1], few=2, at_once=2)
    with workers.open_queue(half) as queue:
        for job in (2, 4):
            queue.put(job)
        assert (queue.take(), made, len(queue)) == (1, [], 1)
        for job in (6, 8, 10):
            queue.put(job)
        assert len(made) == 1
        assert (len(queue.begun), len(queue.waiting)) == (2, 2)
        assert [queue.take() for _ in range(4)] == [2, 3, 4, 5]
        assert not queue.is_ready


def test_a_job_that_was_handed_out_does_not_change_any_more():
    """Whoever has put it goes on with what it is made of."""
    job, begin = [2, 1], Event()
    workers = Workers(make=lambda: ThreadPoolExecutor(1), few=0)
    with workers.open_queue(sorted) as queue:
        queue.executor = ThreadPoolExecutor(1)
        queue.executor.submit(begin.wait, 10)
        queue.put(job)
        job.append(0)
        begin.set()
        assert queue.take() == [1, 2]


@pytest.mark.slow
def test_the_default_executor_uses_processes():
    """The jobs of a real build run beside each other."""
    assert list(Workers(few=0).spread(abs, [-3, 2], "work")) == [3, 2]


POOL = """
    import os, sys, time
    from zinegen.workers import Workers

    if __name__ == "__main__":
        for number in Workers(few=0).spread(os.{job}, [{argument}] * 4, "work"):
            print(number, flush=True)
"""


def start_pool(folder: Path, job: str, argument: object) -> subprocess.Popen[str]:
    """Start a program in a folder that does a job in a pool, and prints the results."""
    program = folder / "program" / "pool.py"
    program.parent.mkdir()
    program.write_text(textwrap.dedent(POOL.format(job=job, argument=repr(argument))))
    return subprocess.Popen(
        [sys.executable, program],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(PACKAGE.parent)},
        stdout=subprocess.PIPE,
        text=True,
    )


@pytest.mark.slow
def test_processes_of_a_pool_take_no_modules_from_the_folder_that_a_command_is_run_in(tmp_path):
    """A stranger's pickle.py beside the games would be run otherwise."""
    for name in ("pickle", "struct", "multiprocessing", "zinegen"):
        (tmp_path / f"{name}.py").write_text(f"open({str(tmp_path / 'taken')!r}, 'w')")
    with start_pool(tmp_path, "getenv", "PYTHONSAFEPATH") as pool:
        out, _ = pool.communicate(timeout=60)
    assert out.split() == ["1"] * 4
    assert not (tmp_path / "taken").exists()


@pytest.mark.slow
def test_processes_of_a_pool_end_when_the_one_that_started_them_is_killed(tmp_path):
    with start_pool(tmp_path, "system", "echo started; exec sleep 3") as pool:
        assert pool.stdout is not None
        assert pool.stdout.readline() == "started\n"
        children = _children(pool.pid)
        assert len(children) > 1
        pool.kill()
    deadline = time.monotonic() + 30
    while any(Path(f"/proc/{one}").exists() for one in children):
        assert time.monotonic() < deadline, "a process was left"
        time.sleep(0.05)


TOLD = """
    import signal, time
    from zinegen.workers import Workers

    if __name__ == "__main__":
        signal.signal(signal.SIGINT, signal.default_int_handler)
        try:
            list(Workers(few=0).spread(time.sleep, [60] * 20, "work"))
        except KeyboardInterrupt:
            print("stopped")
"""


@pytest.mark.slow
@pytest.mark.parametrize("wait", [0, 0.05, 1.0], ids=["as-they-start", "soon", "at-work"])
def test_ctrl_c_in_a_terminal_ends_a_pool_at_once_and_says_nothing_of_its_processes(
    tmp_path: Path, wait: float
) -> None:
    """A terminal sends it to all of them, also to those that have only begun to load what they need."""
    (tmp_path / "told.py").write_text(textwrap.dedent(TOLD))
    with subprocess.Popen(
        [sys.executable, tmp_path / "told.py"],
        env={**os.environ, "PYTHONPATH": str(PACKAGE.parent)},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    ) as pool:
        deadline = time.monotonic() + 30
        while len(_children(pool.pid)) < 2:  # what counts semaphores, and the first of the pool
            assert time.monotonic() < deadline, "no process was started"
        time.sleep(wait)
        os.killpg(pool.pid, signal.SIGINT)
        assert pool.communicate(timeout=30) == ("stopped\n", "")


def _children(parent: int) -> list[int]:
    return [
        int(place.name)
        for place in Path("/proc").iterdir()
        if place.name.isdigit()
        and (place / "stat").exists()
        and int((place / "stat").read_text().rpartition(")")[2].split()[1]) == parent
    ]
