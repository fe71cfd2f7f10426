"""A platform that takes webhooks, on this machine: it answers as a test tells it, or never."""

from __future__ import annotations

import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

Answer = tuple[int, Mapping[str, str], bytes]


@dataclass(frozen=True)
class Request:
    """What came in."""

    method: str
    path: str
    headers: Mapping[str, str]
    body: bytes


@dataclass
class Platform:
    """What came in, and what is answered: in turn, then always that all is well."""

    address: str = ""
    got: list[Request] = field(default_factory=list)
    answers: list[Answer | None] = field(default_factory=list)
    """None: nothing is answered."""
    usual: Answer = (200, {}, b"{}")
    over: threading.Event = field(default_factory=threading.Event)


@contextmanager
def run_platform() -> Iterator[Platform]:
    """Run a platform for a while."""
    platform = Platform()

    class Handler(BaseHTTPRequestHandler):
        def take(self) -> None:
            body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
            platform.got.append(Request(self.command, self.path, dict(self.headers), body))
            answer = platform.answers.pop(0) if platform.answers else platform.usual
            if answer is None:
                platform.over.wait(10)
                return
            code, headers, content = answer
            self.send_response(code)
            for name, value in headers.items():
                self.send_header(name, value)
            self.send_header("Content-Length", str(len(content)))
            self.end_headers()
            self.wfile.write(content)

        do_POST = do_PUT = take  # noqa: N815  (the server's own names)

        def log_message(self, *said: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    platform.address = f"http://127.0.0.1:{server.server_address[1]}"
    thread = threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True)
    thread.start()
    try:
        yield platform
    finally:
        platform.over.set()
        server.shutdown()
        server.server_close()
