"""Folders served on this machine, as a web server does."""

import http.server
import io
import threading
from contextlib import contextmanager, suppress
from fnmatch import fnmatchcase
from functools import partial

ANSWERS = {}
"""What is sent in place of a file, by a pattern of its address."""


@contextmanager
def answering(pattern, content):
    """Send a content in place of every file with such an address.

    A page that is watched by `page.route` takes three times as long to load.
    """
    ANSWERS[pattern] = content.encode() if isinstance(content, str) else content
    try:
        yield
    finally:
        del ANSWERS[pattern]


class Quiet(http.server.SimpleHTTPRequestHandler):
    """A server that says nothing; it may send a policy with pages and scripts."""

    def __init__(self, *arguments, policy="", **more):
        """Take the policy, and answer."""
        self.policy = policy
        super().__init__(*arguments, **more)

    def send_head(self):
        """Send what a test wants to be sent, else the file."""
        path = self.path.partition("?")[0]
        found = [content for pattern, content in ANSWERS.items() if fnmatchcase(path, pattern)]
        if not found:
            return super().send_head()
        self.send_response(200)
        self.send_header(
            "Content-Type", self.guess_type(f"{path}index.html" if path.endswith("/") else path)
        )
        self.send_header("Content-Length", str(len(found[0])))
        self.send_header("Cache-Control", "no-store")
        self.end_headers()
        return io.BytesIO(found[0])

    def end_headers(self):
        """Send the policy, as docs/game-master.md tells hosts to. What tests spoil is asked for anew."""
        if self.path.endswith((".json", "/engine.js", "/engine-worker.js")):
            self.send_header("Cache-Control", "no-cache")
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
