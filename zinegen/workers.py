"""Work that can run side by side goes through one executor, made here and nowhere else.

By default that is a pool of processes on this machine. Whoever has a cluster gives another maker of
executors (anything that follows `concurrent.futures.Executor`); nothing else needs to change.
"""

import gc
import logging
import multiprocessing
import os
import sys
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Executor, Future, ProcessPoolExecutor
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from threading import Thread
from typing import TypeVar

Job = TypeVar("Job")
Result = TypeVar("Result")

FEW = 4
"""Up to so many jobs are done at once in this process: starting others would take longer."""
progress = logging.getLogger("zinegen.progress")
"""Gets a line after each job, whose arguments are what is done, how many jobs are, and how many there are."""


def make_process_pool() -> Executor:
    """Make a pool with one process a core.

    The processes are started fresh, not forked: `serve` has threads, and a fork of a program with
    threads may hang. They take no modules from the folder in which a command is run, and end when this
    process does.
    """
    os.environ["PYTHONSAFEPATH"] = "1"
    return ProcessPoolExecutor(
        max_workers=os.cpu_count() or 1,
        mp_context=multiprocessing.get_context("spawn"),
        initializer=_begin_worker,
    )


def _begin_worker() -> None:
    """Make ready a process of the pool: it looks for garbage seldom, for what it makes goes by itself."""
    gc.set_threshold(50_000, 20, 20)
    here = os.getcwd()  # noqa: PTH109  (compared with texts)
    sys.path[:] = [place for place in sys.path if place not in {"", ".", here}]
    Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    """End this process as soon as the one that started it has ended, however it did."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


def collect_garbage() -> None:
    """Give back what only knows itself, if this is a process of a pool: they look for it seldom."""
    if multiprocessing.parent_process() is not None:
        gc.collect()


@dataclass(frozen=True, slots=True)
class Workers:
    """Where jobs are done."""

    make: Callable[[], Executor] | None = make_process_pool
    """Makes the executor when there is enough to do; with `None` all is done in this process."""
    few: int = FEW
    """Up to so many jobs need no executor."""

    at_once: int = 0
    """How many jobs are handed out ahead of the results that were taken; 0: four for each core here."""

    def spread(
        self, function: Callable[[Job], Result], jobs: Iterable[Job], what: str
    ) -> Iterator[Result]:
        """Do `function` for every job and yield the results in the order of the jobs.

        Function, jobs and results must be able to travel to another process. The first error that
        a job raises is raised here, when its turn comes; jobs that have not begun are given up.
        ``what`` says what is done in the lines about progress.
        """
        todo = list(jobs)
        for done, result in enumerate(self._results(function, todo), 1):
            progress.info("%s: %d of %d", what, done, len(todo))
            yield result

    def _results(self, function: Callable[[Job], Result], todo: list[Job]) -> Iterator[Result]:
        if self.make is None or len(todo) <= self.few:
            yield from map(function, todo)
            return
        yield from self.stream(function, todo)

    def stream(self, function: Callable[[Job], Result], jobs: Iterable[Job]) -> Iterator[Result]:
        """Do the same for jobs without end: only so many are asked for ahead, and held, as are at work."""
        if self.make is None:
            yield from map(function, jobs)
            return
        most = self.at_once or 4 * (os.cpu_count() or 1)
        waiting: deque[Future[Result]] = deque()
        with self.make() as executor:
            try:
                for job in jobs:
                    waiting.append(executor.submit(function, job))
                    if len(waiting) >= most:
                        yield waiting.popleft().result()
                while waiting:
                    yield waiting.popleft().result()
            finally:
                for future in waiting:
                    future.cancel()


DEFAULT = Workers()
"""A pool of processes on this machine."""
IN_PROCESS = Workers(make=None)
"""Everything in this process: for tests, and where processes cannot be started."""
_at_work: ContextVar[Workers] = ContextVar("at_work", default=DEFAULT)


def find_workers() -> Workers:
    """Return where jobs are done now: a pool of processes here, unless `working_on` says something else."""
    return _at_work.get()


@contextmanager
def working_on(workers: Workers) -> Iterator[None]:
    """Have jobs done somewhere else for a while."""
    before = _at_work.set(workers)
    try:
        yield
    finally:
        _at_work.reset(before)
