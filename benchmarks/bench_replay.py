"""How large the replay of a long game is, and how smoothly it moves in Chromium.

Run it with ``make bench``, or by hand: ``--seasons`` (100) and ``--events`` a season (5). Units walk about
and take centres, and each spring and autumn ends with random events on the map. Then the data is packed as
servers do, and played by the site's own script: frames a second while maps and units move, on this machine
and with its processor slowed down four times. At last a picture is timed of the map that moves most, which no
other program disturbs: the work of the page's thread, with all pixels and as it is done by slow machines.
``--keep FILE`` writes the data, ``--data FILE`` takes what was kept.
"""

import argparse
import gzip
import http.server
import math
import random
import shutil
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

sys.path.insert(0, str(Path(__file__).parent.parent))

from tables import Row, show

from benchmarks.bench_pages import read_work
from tests.geometry.quakes import walk
from zinegen.board.board import OUTSIDE
from zinegen.board.passage import Place
from zinegen.drawing import replay_data, season_data
from zinegen.drawing.replay.names import GameName, SeasonTitle
from zinegen.game.apply import apply
from zinegen.game.changes import BorderSeparated, CentreTaken, Change, ProvincesJoined, UnitMoved
from zinegen.game.state import GameState, Phase
from zinegen.game.verdicts import Report
from zinegen.play.setups import start_state
from zinegen.redrawing import draw_board
from zinegen.variants.seismic.rule_sets import SEISMIC_ACERUNNER

if TYPE_CHECKING:
    from playwright.sync_api import CDPSession, Page

HEAD = ("what", "figure", "wanted")
ASSETS = Path(__file__).parent.parent / "site_src" / "assets"
PAGE = """<!doctype html><html lang=en><meta charset=utf-8><title>Replay</title>
<link rel=stylesheet href=assets/zine.css><body class=md-typeset data-md-color-scheme=default>
<div class=z-replay data-replay=replay.json></div><script type=module src=assets/replay.js></script>"""
WATCH = """async milliseconds => {
    const { players: [player] } = await import("/assets/replay.js")
    const found = { map: [], units: [] }
    const kind = () => player.passage && (player.passage.passage.glides.length ? "map" : "units")
    const end = performance.now() + milliseconds
    let [last, was] = [performance.now(), undefined]
    while (performance.now() < end) {
        const now = await new Promise(requestAnimationFrame)
        if (was && was === kind()) found[was].push(now - last)
        last = now
        was = kind()
    }
    return found
}"""

PICTURES = 30
BUSIEST = """async () => {
    const { players: [{ painter, replay }] } = await import("/assets/replay.js")
    const { Passage } = await import("/assets/replay-passage.js")
    let [passage, busiest] = [undefined, { pairs: new Map() }]
    for (const [at, stop] of replay.stops.entries())
        if (stop.charts.length > 1 && at) {
            const tried = new Passage(painter, replay.stops[at - 1], stop)
            for (const glide of tried.glides)
                if (glide.pairs.size > busiest.pairs.size) [passage, busiest] = [tried, glide]
        }
    painter.fineness = 1
    painter.prepare(passage)
    const number = passage.glides.indexOf(busiest)
    window.paint = pictures => {
        for (let at = 0; at < pictures; at += 1) {
            const map = (number + (at + 0.5) / pictures) / passage.glides.length
            painter.showBetween(passage, { map, units: map, news: -1 })
            painter.pen.getImageData(0, 0, 1, 1) // it is painted by now
        }
        passage.begin()
    }
    window.spare = () => painter.spare()
    return busiest.pairs.size
}"""


def move_units(state: GameState, dice: random.Random) -> Iterator[Change]:
    """Yield moves of most units to free neighbours, and the centres that they take."""
    taken = set(state.units)
    board = state.board
    for face, unit in state.units.items():
        fits = board.is_ground if board.is_ground(face) else board.is_water
        near = sorted(board.mesh.adjacent(face) - {OUTSIDE} - taken)
        free = [one for one in near if fits(one) and board[one].passable]
        if free and dice.random() < 0.6:
            to = dice.choice(free)
            taken.add(to)
            yield UnitMoved(unit=unit, to=Place(to))
            if board[to].centre and state.owners.get(to) != unit.power:
                yield CentreTaken(province=to, power=unit.power)


def move_ground(state: GameState, count: int, seed: int) -> Iterator[tuple[GameState, Change]]:
    """Yield random events, each with the state after it."""
    events = walk(state.board.mesh, seed)
    event = next(events)
    for _ in range(count):
        mesh = state.board.mesh
        change: Change
        if len(event) == 1:
            (border,) = event
            parted, connected = mesh.sides(border), mesh.ends(border)
            change = BorderSeparated(border=border, parted=parted, connected=connected)
        else:
            across, *borders = event
            sides = [mesh.across(mesh.dart_in(border, across)) for border in borders]
            change = ProvincesJoined(
                across=across, borders=(borders[0], borders[1]), connected=(sides[0], sides[1])
            )
        state = apply(state, [change])
        state = replace(state, board=draw_board(state.board))
        yield state, change
        event = events.send(state.board.mesh)


def make_game(seasons: int, events: int) -> tuple[bytes, int]:
    """Return the data of a long game, and how often its whole map was drawn anew."""
    state = start_state(SEISMIC_ACERUNNER)
    dice = random.Random(1)  # noqa: S311  (a game that is the same every time)
    parts, names = [], []
    for number in range(seasons):
        before = state
        moves = tuple(move_units(state, dice))
        moved = apply(state, moves)
        phase = Phase.parse(f"{'SF'[number % 2]}{1901 + number // 2}E")
        moved = state = replace(moved, phase=phase)
        changes = []
        for state, change in move_ground(moved, events, number):  # noqa: B007  (the last one counts)
            changes.append(change)
        state = replace(state, phase=Phase.parse(f"{'FS'[number % 2]}{1901 + (number + 1) // 2}M"))
        reports = Report(changes=moves), Report(changes=tuple(changes))
        parts.append(season_data(before, [(reports[0], moved), (reports[1], state)]))
        names.append(SeasonTitle(id=f"{number}", name=f"Season {number}", headline="A headline"))
    game = GameName(
        id="long", title="A long game", variant="x", powers=state.powers, seasons=tuple(names)
    )
    return replay_data(game, parts), state.board.current_shape.relaid


class Quiet(http.server.SimpleHTTPRequestHandler):
    """A server that says nothing."""

    def log_message(self, *_words: object) -> None:
        """Keep quiet."""


@contextmanager
def open_replay(data: bytes) -> Iterator["Page"]:
    """Give the page of a replay, in Chromium."""
    from playwright.sync_api import sync_playwright  # noqa: PLC0415

    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        (Path(folder) / "index.html").write_text(PAGE)
        (Path(folder) / "replay.json").write_bytes(data)
        shutil.copytree(ASSETS, Path(folder) / "assets")
        handler = partial(Quiet, directory=folder)
        server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        browser = playwright.chromium.launch(
            executable_path=shutil.which("chromium"), args=["--no-sandbox", "--disable-gpu"]
        )
        page = browser.new_page(viewport={"width": 1280, "height": 1000})
        page.goto(f"http://127.0.0.1:{server.server_port}/")
        page.locator("[data-ready]").wait_for()
        yield page
        browser.close()
        server.shutdown()


def time_pictures(page: "Page", session: "CDPSession") -> float:
    """Return the milliseconds of work that a picture of the busiest map takes, the best of five rounds."""
    best = math.inf
    for _ in range(5):
        begin = read_work(session)
        page.evaluate(f"paint({PICTURES})")
        best = min(best, read_work(session) - begin)
    return best / PICTURES


def measure_rows(
    seasons: int = 100, events: int = 5, keep: Path | None = None, kept: Path | None = None
) -> Iterator[Row]:
    """Yield a row for each figure; the data is taken from a file that was kept, if one is named."""
    begin = time.process_time()
    if kept is not None:
        data = kept.read_bytes()
    else:
        data, relaid = make_game(seasons, events)
        spent = time.process_time() - begin
        what = f"making it: {seasons} seasons of {events} events, the whole map drawn anew {relaid} times"
        yield what, f"{spent:.0f} s", ""
    packed = len(gzip.compress(data))
    yield "size, and packed", f"{len(data) / 1e6:.2f} and {packed / 1e6:.2f} MB", "2 MB packed"
    if keep is not None:
        keep.write_bytes(data)
    with open_replay(data) as page:
        session = page.context.new_cdp_session(page)
        for slower, wanted in ((1, "60"), (4, "20")):
            session.send("Emulation.setCPUThrottlingRate", {"rate": slower})
            page.evaluate(
                "import('/assets/replay.js').then(({ players: [one] }) => (one.goToSeason(20), one.play()))"
            )
            for kind, times in page.evaluate(WATCH, 20_000).items():
                times.sort()
                yield (
                    f"frames a second, {kind}, processor slowed down {slower} times",
                    (
                        f"{1000 * len(times) / sum(times):.0f}, 95 of 100 within"
                        f" {times[len(times) * 95 // 100]:.0f} ms"
                    ),
                    wanted,
                )
        session.send("Emulation.setCPUThrottlingRate", {"rate": 1})
        session.send("Performance.enable", {"timeDomain": "threadTicks"})
        page.evaluate("import('/assets/replay.js').then(({ players: [one] }) => one.pause())")
        lines = page.evaluate(BUSIEST)
        fine = time_pictures(page, session)
        page.evaluate("spare()")
        spare = time_pictures(page, session)
        yield f"work of a picture while {lines} lines move", f"{fine:.1f} ms", ""
        yield "the same on slow machines", f"{spare:.1f} ms", ""


def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seasons", type=int, default=100)
    parser.add_argument("--events", type=int, default=5)
    parser.add_argument("--keep", type=Path)
    parser.add_argument("--data", type=Path)
    options = parser.parse_args()
    show(HEAD, measure_rows(options.seasons, options.events, options.keep, options.data))


if __name__ == "__main__":
    main()
