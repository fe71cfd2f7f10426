"""More than one machine: jobs done by the workers of a Dask cluster. The one door to `distributed`.

Every job carries the version that hands it out, and a worker of another one refuses it, whenever it joined. A
worker that dies has its jobs done by others; results come back once, in order.
"""

from __future__ import annotations

import os
import re
import signal
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future
from contextlib import ExitStack, contextmanager
from functools import partial
from importlib.util import find_spec
from threading import Lock, current_thread, main_thread
from typing import TYPE_CHECKING, ParamSpec, TypeVar

from zinegen.errors import ZinegenError
from zinegen.version import __version__
from zinegen.workers import Workers, working_on

if TYPE_CHECKING:
    from distributed import Client

Given = ParamSpec("Given")
Result = TypeVar("Result")

LOCAL = "local"
PATIENCE = 8
"""Seconds within which a scheduler has to answer."""
_ADDRESS = re.compile(r"(?:tcp|tls)://(?:[A-Za-z0-9.-]+|\[[0-9A-Fa-f:]+\]):[0-9]{1,5}")
FORGETFUL = {
    "distributed.admin.low-level-log-length": 20,
    "distributed.diagnostics.computations.max-history": 0,
}
"""How much Dask remembers of what was sent: else a thousand messages, each with all that a job works on."""
_AHEAD = 4
"""Jobs that are handed out ahead for each thread of the cluster."""
_AT_WORK = Lock()
"""Held by the job that a worker does: maps share shapes, and GEOS lets one thread at a time ask these."""


class ClusterError(ZinegenError):
    """A cluster that cannot be worked with, and why."""


def check_address(text: str) -> str:
    """Return where a cluster is: ``local``, or its scheduler's address. Raises ClusterError for neither."""
    if text != LOCAL and _ADDRESS.fullmatch(text) is None:
        raise ClusterError(f"{text[:80]!r} is no cluster: write local, or tcp://HOST:PORT")
    return text


@contextmanager
def open_cluster(address: str, *, processes: int | None = None) -> Iterator[Workers]:
    """Give the workers of a cluster, which is made and taken down again where it is ``local``.

    A local one has a worker for each core, or as many as ``processes`` says.

    Raises ClusterError where `distributed` is not installed, no scheduler answers in time, nobody works
    there, or a worker has another version of the program or cannot draw.
    """
    check_address(address)
    if find_spec("distributed") is None:
        raise ClusterError("the extra `cluster` is not installed: pip install 'zinegen[cluster]'")
    import dask  # noqa: PLC0415  (takes a second, and may not be there)
    import distributed  # noqa: F401, PLC0415  (brings settings of its own, in which ours are set for a while)

    with ExitStack() as open_now:
        open_now.enter_context(dask.config.set(FORGETFUL))
        client = open_now.enter_context(_connect(address, processes, open_now))
        threads = _check_workers(client)
        yield Workers(
            make=partial(_make_executor, client), few=0, at_once=max(_AHEAD * threads, _AHEAD)
        )


def _connect(address: str, processes: int | None, open_now: ExitStack) -> Client:
    from distributed import Client, LocalCluster  # noqa: PLC0415  (takes a second, and may not be there)

    if address == LOCAL:
        with _ignoring_interrupts():
            cluster = LocalCluster(
                n_workers=processes or os.cpu_count() or 1,
                threads_per_worker=1,
                dashboard_address="127.0.0.1:0",  # with None it wants port 8787, and warns if it is taken
                scheduler_kwargs={"dashboard": False},
                silence_logs=50,
            )
        return Client(open_now.enter_context(cluster))
    try:
        return Client(address, timeout=PATIENCE)
    except (OSError, TimeoutError) as problem:
        raise ClusterError(
            f"no scheduler answers at {address}: `dask scheduler` starts one there"
        ) from problem


@contextmanager
def _ignoring_interrupts() -> Iterator[None]:
    """Have new processes ignore Ctrl-C, which a terminal sends to all: who began them ends them."""
    if current_thread() is not main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def _check_workers(client: Client) -> int:
    """Return how many jobs the workers of a cluster do at once."""
    try:
        client.wait_for_workers(1, timeout=PATIENCE)
    except TimeoutError:
        raise ClusterError(
            "nobody works at that scheduler: `dask worker` starts somebody who does"
        ) from None
    try:
        said = client.run(_describe_worker)
    except Exception as problem:
        raise ClusterError(
            f"a worker has no zinegen, or another one: install {__version__} there"
            f" ({type(problem).__name__})"
        ) from problem
    for worker, (version, can_draw) in sorted(said.items()):
        if version != __version__:
            raise ClusterError(
                f"the worker {worker} has zinegen {version}, and this is {__version__}"
            )
        if not can_draw:
            raise ClusterError(f"the worker {worker} has no CairoSVG, with which maps are drawn")
    return sum(client.nthreads().values())


def _describe_worker() -> tuple[str, bool]:
    """Return a worker's version of the program, and whether it can draw."""
    return __version__, find_spec("cairosvg") is not None


class _CheckedExecutor(Executor):
    """Hands jobs to a cluster, each with the version that it is meant for."""

    def __init__(self, inner: Executor) -> None:
        self._inner = inner

    def submit(
        self, fn: Callable[Given, Result], /, *args: Given.args, **kwargs: Given.kwargs
    ) -> Future[Result]:
        """Hand out a job."""
        job = partial(fn, *args, **kwargs)
        return self._inner.submit(_do_checked, __version__, job)

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:  # noqa: FBT001, FBT002
        """Take no more jobs; the cluster itself goes on."""
        del cancel_futures  # those who hand out jobs give them up themselves
        self._inner.shutdown(wait=wait)


def _make_executor(client: Client) -> Executor:
    """Return what hands jobs to a cluster. A job is told apart by being handed out, not by what it holds."""
    return _CheckedExecutor(client.get_executor(pure=False))


def _do_checked(version: str, job: Callable[[], Result]) -> Result:
    """Do a job, on a worker. Raises ClusterError when it is meant for another version."""
    if version != __version__:
        raise ClusterError(f"a worker has zinegen {__version__}, and the job is for {version}")
    with _AT_WORK:
        return job()


@contextmanager
def working_at(address: str | None) -> Iterator[None]:
    """Have jobs done by a cluster for a while; without an address by this machine, as ever.

    Raises ClusterError as `open_cluster` does.
    """
    if address is None:
        yield
        return
    with open_cluster(address) as workers, working_on(workers):
        yield
