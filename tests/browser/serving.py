"""Folders served on this machine, as a web server does."""

import http.server
import io
import re
import threading
from contextlib import contextmanager, suppress
from fnmatch import fnmatchcase
from functools import partial
from pathlib import Path

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
    """A server that says nothing; it may send a policy with pages and scripts, and blank pictures."""

    def __init__(self, *arguments, policy="", blank=False, **more):
        """Take the policy, and answer."""
        self.policy = policy
        self.blank = blank
        super().__init__(*arguments, **more)

    def send_head(self):
        """Send what a test wants to be sent, else the file."""
        path = self.path.partition("?")[0]
        found = [content for pattern, content in ANSWERS.items() if fnmatchcase(path, pattern)]
        if not found and self.wants_blank(path):
            head = re.match(rb"<svg[^>]*>", Path(self.translate_path(path)).read_bytes())
            found = [head[0] + b"</svg>"] if head else []
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

    def wants_blank(self, path):
        """Tell whether a drawing is asked for to be shown, and not to be read."""
        is_shown = self.headers.get("Sec-Fetch-Dest") == "image"
        return (
            self.blank
            and is_shown
            and path.endswith(".svg")
            and Path(self.translate_path(path)).is_file()
        )

    def end_headers(self):
        """Send the policy, as docs/game-master.md tells hosts to. What tests spoil is asked for anew."""
        if self.path.endswith((".json", "/engine.js", "/engine-worker.js")):
            self.send_header("Cache-Control", "no-cache")
        if self.blank and self.path.endswith(".svg"):
            self.send_header("Cache-Control", "no-store")
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
def serve(folder, policy="", *, blank=False):
    """Serve a folder; gives its address, which ends in a slash.

    Drawings may be blank where they are shown: whole maps are half of what a page costs.
    """
    handler = partial(Quiet, directory=folder, policy=policy, blank=blank)
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/"
    finally:
        server.shutdown()
        server.server_close()
