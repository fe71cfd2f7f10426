"""How much more two workers do than one: on a Dask cluster of this machine, and as the pool of processes.

Games are played by programs (`zinegen lab`), maps are those of a first build of two example games, drawn with
nothing kept. A cluster stands when the clock begins; what workers load for their first job is in the figures,
which is why less work gains less. It wants a machine with two cores and nothing else to do: seconds are those
of the clock.

Run it with ``make bench``; it takes two minutes.
"""

from __future__ import annotations

import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager
from functools import partial
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent))

from tables import Row, show

from zinegen.archive.closing.progress import play
from zinegen.archive.folder.games import Game, open_game
from zinegen.cluster import LOCAL, open_cluster
from zinegen.lab.lab_games import LabGame, LabPlan, play_lab_game
from zinegen.pages.maps.build_cache import BuildCache
from zinegen.pages.maps.map_files import MapQueue
from zinegen.pages.maps.map_jobs import Job
from zinegen.pages.maps.map_renderer import MapRenderer
from zinegen.workers import Workers, make_process_pool

HEAD = ("work, and where it is done", "one worker", "two", "times as much", "wanted")
ROOT = Path(__file__).parent.parent
GAMES = 70
DRAWN = ("cold-front", "winter-palace")
"""Games of which all maps are drawn: one whose borders move, and one on one board."""


@contextmanager
def open_pool(processes: int) -> Iterator[Workers]:
    """Give a pool of so many processes of this machine."""
    yield Workers(make=partial(make_process_pool, processes), few=0)


def open_local_cluster(processes: int) -> AbstractContextManager[Workers]:
    """Give a Dask cluster of so many workers on this machine."""
    return open_cluster(LOCAL, processes=processes)


def list_maps() -> Mapping[str, Job]:
    """Return all maps of the games that are drawn, by uri."""
    found: dict[str, Job] = {}
    for name in DRAWN:
        game = open_game(ROOT / "games" / name)
        assert isinstance(game, Game)
        queue = MapQueue(folder=f"{name}/", title=name)
        for record in play(game).records:
            queue.season(record, "", name)
            queue.motion(record, name)
            queue.small(record.after)
            queue.card(record, name, "")
        found |= queue.jobs
    return found


def play_games(workers: Workers) -> None:
    """Have all games played."""
    plan = LabPlan(variant="standard")
    jobs = [LabGame(plan=plan, number=number) for number in range(GAMES)]
    assert sum(1 for _ in workers.stream(play_lab_game, jobs)) == GAMES


def draw_maps(jobs: Mapping[str, Job], workers: Workers) -> None:
    """Have all maps drawn."""
    with tempfile.TemporaryDirectory() as folder:
        failed = MapRenderer(cache=BuildCache(Path(folder)), workers=workers).render_missing(jobs)
    assert not failed, failed


def measure_rows() -> Iterator[Row]:
    """Yield a row for each kind of work and of workers."""
    jobs = list_maps()
    works: dict[str, Callable[[Workers], None]] = {
        f"{GAMES} games of programs": play_games,
        f"{len(jobs)} maps": partial(draw_maps, jobs),
    }
    for name, work in works.items():
        for where, give in (("Dask", open_local_cluster), ("pool", open_pool)):
            seconds = []
            for processes in (1, 2):
                with give(processes) as workers:
                    begin = time.perf_counter()
                    work(workers)
                    seconds.append(time.perf_counter() - begin)
            one, two = seconds
            wanted = "1.8" if where == "Dask" else ""
            yield f"{name}, {where}", f"{one:.1f} s", f"{two:.1f} s", f"{one / two:.2f}", wanted


def main() -> None:
    """Print the figures."""
    show(HEAD, measure_rows())


if __name__ == "__main__":
    main()
