"""Folders served on this machine, as a web server does."""

import http.server
import threading
from contextlib import contextmanager, suppress
from functools import partial


class Quiet(http.server.SimpleHTTPRequestHandler):
    """A server that says nothing."""

    def log_message(self, *_words):
        """Keep quiet."""

    def copyfile(self, source, outputfile):
        """Let a browser that turns to another page hang up: it has pictures still to come."""
        with suppress(BrokenPipeError, ConnectionResetError):
            super().copyfile(source, outputfile)


@contextmanager
def serve(folder):
    """Serve a folder; gives its address, which ends in a slash."""
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=folder))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/"
    finally:
        server.shutdown()
        server.server_close()
