"""The desk's place on the machine: the one module that knows uvicorn."""

from __future__ import annotations

import os
import signal
import socket
from contextlib import suppress

import uvicorn

from zinegen.desk.web import Application
from zinegen.errors import ZinegenError

USUAL_PORT = 8770
"""Where the desk is if it is free: what a browser keeps, it keeps for an address with its port."""


class DeskError(ZinegenError):
    """The desk cannot be opened."""


def open_port(port: int | None) -> socket.socket:
    """Return a socket that listens on this machine only: on a port, or on the usual one or any other.

    Raises DeskError where the port is taken.
    """
    for one in (USUAL_PORT, 0) if port is None else (port,):
        found = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
        if os.name == "posix":
            found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            found.bind(("127.0.0.1", one))
            found.listen(64)
        except OSError:
            found.close()
            continue
        return found
    raise DeskError(f"port {port} is taken by another program; leave --port away, and one is found")


class DeskServer:
    """Serves the desk until it is told to stop."""

    def __init__(self, application: Application, place: socket.socket) -> None:
        self.place = place
        settings = uvicorn.Config(
            application,
            log_level="error",
            access_log=False,
            server_header=False,
            date_header=False,
            proxy_headers=False,
            ws="none",
            lifespan="off",
            timeout_graceful_shutdown=3,
        )
        self.server = uvicorn.Server(settings)

    def run(self) -> None:
        """Answer until `stop`, or until the terminal or the system says so."""
        signal.signal(
            signal.SIGTERM, signal.default_int_handler
        )  # what was begun is ended in order
        with suppress(KeyboardInterrupt):
            self.server.run(sockets=[self.place])

    def stop(self) -> None:
        """End after the answers that are under way."""
        self.server.should_exit = True
