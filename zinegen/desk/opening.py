"""Opening the desk: one over each zine, and a second start is told where the first one is."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import ExitStack, suppress
from datetime import UTC, datetime
from pathlib import Path
from threading import Thread
from time import sleep

from zinegen.archive.files import FileError, lock_folder, make_folder, read_plain
from zinegen.archive.folder.games import game_folders
from zinegen.cli.exits import GAMES
from zinegen.desk.desk import Desk
from zinegen.desk.guard import Guard
from zinegen.desk.rendering import PageMaker, speaking_at_desk
from zinegen.desk.screens import SCREENS
from zinegen.desk.server import DeskError, DeskServer, open_port
from zinegen.desk.web import make_application
from zinegen.drawing import draw_before
from zinegen.errors import GameFolderError, ZinegenError
from zinegen.play.names import digest

ADDRESS = "address"
"""The file that says where a desk is, in a folder that only its owner may enter."""
_TRIES = 50
MOST_READING = 60
"""So many seconds the background waits for games that are being read."""


def open_desk(
    home: Path,
    port: int | None,
    show: Callable[[str], None],
    write_secretly: Callable[[Path, bytes], None],
) -> None:
    """Serve the desk over the zine in this folder until it is stopped; where one is open already, show that.

    Args:
        home: the user's own folder for keys and secrets.
        port: on this machine; None for one that is free.
        show: gets the address that lets in, when somebody answers there.
        write_secretly: writes a file that only its owner can read.

    Raises DeskError where the port is taken, GameFolderError when the disk does not take the address.
    """
    folder = home / "desks" / digest(str(Path.cwd()).encode())[:24]
    make_folder(folder)
    folder.chmod(0o700)
    file = folder / ADDRESS
    with ExitStack() as work:
        try:
            work.enter_context(lock_folder(folder))
        except GameFolderError:
            show(_read_address(file))
            return
        place = work.enter_context(open_port(port))
        desk = Desk(guard=Guard(port=place.getsockname()[1]))
        server = DeskServer(make_application(desk, SCREENS), place)
        desk.stop = server.stop
        write_secretly(file, desk.guard.address.encode())
        work.callback(file.unlink, missing_ok=True)
        work.callback(desk.jobs.give_up_all)
        show(desk.guard.address)
        Thread(target=_warm_up, args=(desk,), daemon=True).start()
        server.run()


def _warm_up(desk: Desk) -> None:
    """Do in the background what is slow the first time: games are read, and a map is drawn."""
    folders = [*game_folders(GAMES)] if GAMES.is_dir() else []
    with speaking_at_desk(PageMaker(desk.root).find_language()):
        desk.games.read_ahead(folders, MOST_READING, few=0)
        for folder in folders:
            with suppress(ZinegenError, OSError):
                state = desk.games.play(folder, datetime.now(UTC)).state
                with desk.drawing:
                    draw_before(state)
                return


def _read_address(file: Path) -> str:
    """Return the address of the desk that runs; raises DeskError where it does not say it."""
    for _ in range(_TRIES):
        try:
            return read_plain(file, 1024).decode()
        except FileError:
            sleep(0.1)
    raise DeskError("another desk is open over this zine, and does not say where")
