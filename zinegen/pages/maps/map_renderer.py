"""The maps of a zine are drawn once, several at a time, while its pages are written.

What lies in the cache is not drawn again.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import islice
from pathlib import Path

from zinegen import drawing
from zinegen.catalogues.catalogue import find_language
from zinegen.errors import ZinegenError
from zinegen.languages.texts import speaking, spoken_language
from zinegen.pages.maps.build_cache import BuildCache
from zinegen.pages.maps.map_jobs import Job, Replay, SeasonSheet, list_boards, render_map
from zinegen.workers import JobQueue, Workers, collect_garbage, find_workers, progress

RenderMap = Callable[[Job], bytes]
BATCH = 36
"""At most so many maps are drawn in one go: of half a dozen seasons, most boards of which two share."""
FEWEST = 6
"""At least so many are: a process takes longer to start than a dozen maps to draw."""
MORE = 6
"""A batch takes so many maps more at the most, if it can end where a group of maps does."""
BATCHES = 8
"""Of the last maps, one in so many stands in the next batch."""
LAST = 2 * BATCH
"""So many maps wait until no other is asked for, to be drawn in smaller batches."""


@dataclass(slots=True, kw_only=True)
class MapRenderer:
    """Draws maps into the cache of builds."""

    cache: BuildCache
    workers: Workers = field(default_factory=find_workers)
    render: RenderMap = render_map

    @contextmanager
    def start_drawing(self) -> Iterator[MapDrawing]:
        """Draw the maps that are asked for meanwhile, in the language spoken now."""
        render_all = partial(_render_all, self.render, spoken_language().code)
        with self.workers.open_queue(render_all) as queue:
            yield MapDrawing(renderer=self, queue=queue)

    def render_missing(self, jobs: Mapping[str, Job]) -> Mapping[str, str]:
        """Draw the maps, given by uri, that the cache does not hold; return why some could not be, by uri."""
        with self.start_drawing() as drawn:
            drawn.begin(jobs)
            return drawn.finish(jobs)

    def paths(self, uris: Iterable[str]) -> Mapping[str, Path]:
        """Return where maps lie in the cache, by uri."""
        return {uri: self.cache.folder / _name_file(uri) for uri in uris}

    def find(self, uri: str) -> Path | None:
        """Return the file of a map that has been drawn; None for one that has not."""
        return self.cache.find_file(_name_file(uri))


@dataclass(slots=True, kw_only=True)
class MapDrawing:
    """Maps that are drawn while this process goes on with its work.

    What looks alike has one name in the cache, in whichever games it is shown, and is drawn once.
    """

    renderer: MapRenderer
    queue: JobQueue[Sequence[Job], Sequence[bytes | str]]
    waiting: dict[str, Job] = field(default_factory=dict)
    """What is in no batch, by the names of the files."""
    ends: set[str] = field(default_factory=set)
    """The names at which a batch had better end."""
    batches: deque[Sequence[str]] = field(default_factory=deque)
    """What is in the queue, by its names."""
    undone: set[str] = field(default_factory=set)
    """The names of all that is not drawn."""
    failed: dict[str, str] = field(default_factory=dict)
    """Why some maps could not be drawn, by the names of their files."""
    done: int = 0
    """How many batches have been done since there were none."""

    def begin(self, jobs: Mapping[str, Job]) -> None:
        """Have the maps drawn, given by uri, that the cache does not hold, and wait for none of them."""
        missing = {name: job for uri, job in jobs.items() if self._is_new(name := _name_file(uri))}
        replays = [one for one in missing.values() if isinstance(one, Replay)]
        parts = ((_name_file(uri), job) for one in replays for uri, job in one.seasons.items())
        single = {name: job for name, job in missing.items() if not isinstance(job, Replay)}
        new = single | {name: job for name, job in parts if self._is_new(name)}
        for group in _group_by_board(new):
            self.waiting.update((name, new[name]) for name in group)
            self.ends.add(group[-1])
        self.undone.update(new)
        while len(self.waiting) >= LAST + BATCH:
            self._put_batch(BATCH)
        while self.queue.is_ready:
            self._take()

    def _is_new(self, name: str) -> bool:
        known = name in self.undone or name in self.failed
        return not known and self.renderer.cache.find_file(name) is None

    def finish(self, jobs: Mapping[str, Job]) -> Mapping[str, str]:
        """Wait for maps that were begun; return why some could not be drawn, by uri."""
        replays = {uri: one for uri, one in jobs.items() if isinstance(one, Replay)}
        uris = (*jobs, *(uri for one in replays.values() for uri in one.seasons))
        wanted = {*map(_name_file, uris)}
        while not wanted.isdisjoint(self.waiting):
            self._put_batch(min(BATCH, max(FEWEST, len(self.waiting) // BATCHES)))
        while not wanted.isdisjoint(self.undone):
            self._take()
            progress.info("%s: %d of %d", "drawing maps", self.done, self.done + len(self.batches))
        if not self.batches:
            self.done = 0
        for uri, replay in replays.items():
            self._put_together(_name_file(uri), replay)
        return {uri: self.failed[name] for uri in jobs if (name := _name_file(uri)) in self.failed}

    def _put_batch(self, size: int) -> None:
        """Put about so many maps into the queue, to be drawn by one process one after the other.

        A group is not divided unless it is a large one.
        """
        first = [*islice(self.waiting, size + MORE)]
        end = next((one for one in range(size, len(first)) if first[one - 1] in self.ends), size)
        batch = first[:end]
        self.batches.append(batch)
        self.queue.put([self.waiting.pop(name) for name in batch])
        self.ends.difference_update(batch)

    def _take(self) -> None:
        """Keep the maps of the next batch; an error of the machine is raised."""
        contents, batch = self.queue.take(), self.batches.popleft()
        self.done += 1
        for name, content in zip(batch, contents, strict=True):
            self._keep(name, content)
        self.undone.difference_update(batch)

    def _put_together(self, name: str, replay: Replay) -> None:
        """Make a replay of its parts, unless there is one."""
        if not self._is_new(name):
            return
        lost = [why for one in replay.seasons if (why := self.failed.get(_name_file(one)))]
        if lost:
            self.failed[name] = lost[0]
            return
        paths = self.renderer.paths(replay.seasons)
        contents = tuple(path.read_bytes() for path in paths.values())
        self._keep(
            name, _render_or_say_why(self.renderer.render, replace(replay, contents=contents))
        )

    def _keep(self, name: str, content: bytes | str) -> None:
        """Keep the file of a map, or why there is none."""
        if isinstance(content, bytes):
            self.renderer.cache.keep_file(name, content)
        else:
            self.failed[name] = content


def _name_file(uri: str) -> str:
    """Return what a map is called in the cache: its own name tells everything that it shows."""
    return f"maps/{uri.rpartition('/')[2]}"


def _group_by_board(jobs: Mapping[str, Job]) -> Sequence[Sequence[str]]:
    """Return the names of maps in groups whose boards are the same, or those of one season.

    Much is derived of a board for drawing, so all that is drawn of one is drawn by one process. Seasons
    come in their sequence, as two share the board between them.
    """
    homes: dict[int, str] = {}
    for uri, job in jobs.items():
        if isinstance(job, SeasonSheet):
            for board in list_boards(job):
                homes.setdefault(id(board), uri)
    groups: dict[str, list[str]] = {uri: [] for uri in homes.values()}
    for uri, job in jobs.items():
        home = [homes.setdefault(id(board), uri) for board in list_boards(job)[-1:]] or [uri]
        groups.setdefault(home[0], []).append(uri)
    return [*groups.values()]


def _render_all(render: RenderMap, code: str, jobs: Sequence[Job]) -> Sequence[bytes | str]:
    """Draw some maps, in the language of a code; of one that cannot be drawn, return why."""
    collect_garbage()  # boards of before and their pictures know each other, and would stay: megabytes each
    with speaking(find_language(code)):
        return [_render_or_say_why(render, job) for job in jobs]


def _render_or_say_why(render: RenderMap, job: Job) -> bytes | str:
    try:
        return render(job)
    except drawing.NoPngError:
        raise
    except Exception as error:  # noqa: BLE001  (one picture must not cost the whole site)
        return str(error) if isinstance(error, ZinegenError) else type(error).__name__
