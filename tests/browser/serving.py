"""Folders served on this machine, as a web server does."""

import http.server
import threading
from contextlib import contextmanager, suppress
from functools import partial


class Quiet(http.server.SimpleHTTPRequestHandler):
    """A server that says nothing; it may send a policy with pages and scripts."""

    def __init__(self, *arguments, policy="", **more):
        """Take the policy, and answer."""
        self.policy = policy
        super().__init__(*arguments, **more)

    def end_headers(self):
        """Send the policy, as docs/game-master.md tells hosts to."""
        if self.policy and self.path.partition("?")[0].endswith(("/", ".html", ".js")):
            self.send_header("Content-Security-Policy", self.policy)
        super().end_headers()

    def log_message(self, *_words):
        """Keep quiet."""

    def copyfile(self, source, outputfile):
        """Let a browser that turns to another page hang up: it has pictures still to come."""
        with suppress(BrokenPipeError, ConnectionResetError):
            super().copyfile(source, outputfile)


@contextmanager
def serve(folder, policy=""):
    """Serve a folder; gives its address, which ends in a slash."""
    handler = partial(Quiet, directory=folder, policy=policy)
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/"
    finally:
        server.shutdown()
        server.server_close()
