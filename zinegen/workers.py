"""Work that can run side by side goes through one executor, made here and nowhere else.

By default that is a pool of processes on this machine. Whoever has a cluster gives another maker of
executors (anything that follows `concurrent.futures.Executor`); nothing else needs to change.
"""

from __future__ import annotations

import gc
import logging
import multiprocessing
import os
import pickle
import sys
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import BrokenExecutor, Executor, Future, ProcessPoolExecutor
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field, replace
from threading import Thread
from typing import Generic, TypeVar

from zinegen.errors import ZinegenError
from zinegen.interrupts import holding_interrupts


class WorkerEndedError(ZinegenError):
    """A process that did jobs for this one is no more."""


Job = TypeVar("Job")
Result = TypeVar("Result")

FEW = 4
"""Up to so many jobs are done at once in this process: starting others would take longer."""
progress = logging.getLogger("zinegen.progress")
"""Gets a line after each job, whose arguments are what is done, how many jobs are, and how many there are."""


def make_process_pool(processes: int | None = None) -> Executor:
    """Make a pool with one process a core, or with so many.

    The processes are started fresh, not forked: `serve` has threads, and a fork of a program with
    threads may hang. They take no modules from the folder in which a command is run, and end when this
    process does.
    """
    os.environ["PYTHONSAFEPATH"] = "1"
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # numpy's threads would wait for cores
    return ProcessPoolExecutor(
        max_workers=processes or os.cpu_count() or 1,
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


def _end_pool() -> None:
    """End the processes of a pool, which do not hear Ctrl-C, whatever they are at."""
    for process in multiprocessing.active_children():
        process.terminate()


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
        with replace(self, few=0).open_queue(function) as queue:
            for job in jobs:
                queue.put(job)
                if len(queue) >= self.most:
                    yield queue.take()
            while len(queue):
                yield queue.take()

    @property
    def most(self) -> int:
        """How many jobs are handed out at a time."""
        return self.at_once or 4 * (os.cpu_count() or 1)

    @contextmanager
    def open_queue(self, function: Callable[[Job], Result]) -> Iterator[JobQueue[Job, Result]]:
        """Do ``function`` for the jobs that are put into a queue, while this process does something else.

        Function, jobs and results are as `spread` wants them; what has not begun in the end is given up.
        """
        queue = JobQueue(function=function, workers=self)
        try:
            yield queue
        except BrokenExecutor:
            queue.end()
            raise WorkerEndedError(
                "a process at work was ended, for want of memory perhaps: run the command again"
            ) from None
        except KeyboardInterrupt:
            queue.end()
            raise
        finally:
            queue.close()


@dataclass(slots=True, kw_only=True)
class JobQueue(Generic[Job, Result]):
    """Jobs whose results are taken in their sequence; a few that wait are done when they are taken."""

    function: Callable[[Job], Result]
    workers: Workers
    waiting: deque[Job] = field(default_factory=deque)
    """Those that nobody has been given."""
    begun: deque[Future[Result]] = field(default_factory=deque)
    """Those before them, which somebody has."""
    executor: Executor | None = None

    def __len__(self) -> int:
        """Return how many results have not been taken."""
        return len(self.waiting) + len(self.begun)

    @property
    def is_ready(self) -> bool:
        """Whether the next result is there."""
        return bool(self.begun) and self.begun[0].done()

    def put(self, job: Job) -> None:
        """Add a job."""
        self.waiting.append(job)
        self._hand_out()

    def take(self) -> Result:
        """Return the next result, waiting for it. Raises what its job has raised."""
        if not self.begun:
            return self.function(self.waiting.popleft())
        result = self.begun.popleft().result()
        self._hand_out()
        return result

    def _hand_out(self) -> None:
        """Give out as many jobs as may be at work; none as long as there are but a few.

        They are packed here, as whoever has put them goes on with what they are made of.
        """
        if self.executor is None:
            if self.workers.make is None or len(self.waiting) <= self.workers.few:
                return
            self.executor = self.workers.make()
        while self.waiting and len(self.begun) < self.workers.most:
            packed = pickle.dumps(self.waiting.popleft(), pickle.HIGHEST_PROTOCOL)
            with holding_interrupts():  # the first job starts the processes
                self.begun.append(self.executor.submit(_do_packed, self.function, packed))

    def end(self) -> None:
        """End what is at work, if that is on this machine; the pool itself gives up what it had."""
        if isinstance(self.executor, ProcessPoolExecutor):
            _end_pool()
            self.begun.clear()

    def close(self) -> None:
        """Give up what has not begun, and wait for what has."""
        for future in self.begun:
            future.cancel()
        if self.executor is not None:
            self.executor.shutdown()


def _do_packed(function: Callable[[Job], Result], packed: bytes) -> Result:
    """Do a job that this program has packed."""
    return function(pickle.loads(packed))  # noqa: S301  (from the process that wants it done)


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
