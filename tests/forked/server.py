"""A process that has loaded the program, and forks for each command that `client.py` asks for.

``python server.py SOCKET``; it ends when its standard input does. What is forked has the client's folder,
environment, words and streams, and runs the code that the client names as ``python -c`` would.
"""

from __future__ import annotations

import atexit
import gc
import importlib
import json
import os
import selectors
import signal
import socket
import sys
from contextlib import suppress
from pathlib import Path
from types import ModuleType
from typing import NamedTuple

LATE = ("zinegen.plugin", "mkdocs.commands.build")
"""What commands import only when they are at work."""
SIZE = 1 << 16
"""Bytes that are read at once."""


class Asked(NamedTuple):
    """A request: what is run, with which words, where, in which environment and with which streams."""

    code: str
    words: list[str]
    folder: str
    environment: dict[str, str]
    umask: int
    streams: list[int]


class Code:
    """The exit code of a process that was forked."""

    value = 1

    def end(self) -> None:
        """End at once: taking to pieces what was loaded takes longer than most commands."""
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(self.value)


def load() -> None:
    """Import all that commands do, and make what they make of the program alone, templates among it."""
    from zinegen.cli import HELP, commands
    from zinegen.pages.browser_bundle import pack_program
    from zinegen.pages.maps.build_cache import digest_this_program
    from zinegen.play.setups import start_state
    from zinegen.variants import VARIANTS

    for name in HELP:
        commands.get_command(None, name)  # type: ignore[arg-type]
    for late in LATE:
        importlib.import_module(late)
    compile_templates()
    pack_program("en")
    digest_this_program()
    for variant in VARIANTS.values():
        start_state(variant)
    gc.freeze()


def compile_templates() -> None:
    """Compile the templates of sites and of the desk: `zinegen.pages.site.render.COMPILED` keeps them."""
    from jinja2 import TemplateAssertionError
    from mkdocs.theme import Theme

    from zinegen.desk.rendering import PageMaker
    from zinegen.mkdocs_parts import QuickTheme
    from zinegen.pages.site.render import COMPILED, Templates
    from zinegen.pages.site.standard_files import PAGE_TEMPLATES
    from zinegen.pages.site.standard_files import THEME as OUR_LOOK

    theme = QuickTheme.of(Theme(name="material", custom_dir=str(OUR_LOOK))).get_env()
    theme.bytecode_cache = COMPILED
    theme.globals["_"] = str
    pages = Templates(PAGE_TEMPLATES).environment
    for found in (theme, pages, PageMaker(Path()).environment):
        for name in found.list_templates(extensions=["html"]):
            with suppress(TemplateAssertionError):  # some of Material's are for its blog alone
                found.get_template(name)


def receive(client: socket.socket) -> Asked:
    """Read a request: its length, its text, and the three streams that come with it."""
    message, streams, _, _ = socket.recv_fds(client, SIZE, 3)
    length, _, text = message.partition(b"\n")
    while len(text) < int(length):
        text += client.recv(SIZE)
    return Asked(**json.loads(text), streams=streams)


def serve(place: str) -> Asked:
    """Wait for clients; return in each process that was forked for one."""
    running: dict[int, tuple[int, socket.socket]] = {}
    with socket.socket(socket.AF_UNIX) as server, selectors.DefaultSelector() as waiting:
        server.bind(place)
        server.listen(64)
        waiting.register(server, selectors.EVENT_READ)
        waiting.register(0, selectors.EVENT_READ)
        os.write(1, b"loaded\n")  # to who started it
        os.close(1)
        while True:
            for number in [key.fd for key, _ in waiting.select()]:
                if number == 0:
                    for pid, _ in running.values():
                        os.kill(pid, signal.SIGKILL)
                    os._exit(0)
                elif number == server.fileno():
                    client, _ = server.accept()
                    asked = receive(client)
                    pid = os.fork()
                    if not pid:
                        for one, (_, other) in running.items():
                            os.close(one)
                            other.close()
                        client.close()
                        return asked
                    for stream in asked.streams:
                        os.close(stream)
                    with suppress(OSError):  # the client may be gone
                        client.sendall(b"%d\n" % pid)
                    ended = os.pidfd_open(pid)
                    running[ended] = (pid, client)
                    waiting.register(ended, selectors.EVENT_READ)
                else:
                    pid, client = running.pop(number)
                    waiting.unregister(number)
                    os.close(number)
                    code = os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
                    with client, suppress(OSError):
                        client.sendall(b"%d" % code)


def become(asked: Asked) -> None:
    """Be as a process that was started anew for a request."""
    for number, stream in enumerate(asked.streams):
        os.dup2(stream, number)
        os.close(stream)
    sys.stdin = sys.__stdin__ = open(0, closefd=False)  # noqa: SIM115  (as long as the process)
    sys.stdout = sys.__stdout__ = open(1, "w", closefd=False)  # noqa: SIM115
    sys.stderr = sys.__stderr__ = open(2, "w", 1, errors="backslashreplace", closefd=False)  # noqa: SIM115
    os.umask(asked.umask)
    os.chdir(asked.folder)
    os.environ.clear()
    os.environ.update(asked.environment)
    sys.argv[:] = ["-c", *asked.words]
    sys.path[0] = ""
    sys.modules["__main__"] = ModuleType("__main__")


def run(asked: Asked, code: Code) -> None:
    """Run the code of a request, and keep how it ends."""
    become(asked)
    try:
        exec(asked.code, vars(sys.modules["__main__"]))  # noqa: S102
    except SystemExit as ended:
        code.value = int(ended.code or 0) if isinstance(ended.code, int | None) else 1
        raise
    code.value = 0


if __name__ == "__main__":
    CODE = Code()
    atexit.register(CODE.end)  # before what others let happen at the end, so it is the last of it
    load()
    run(serve(sys.argv[1]), CODE)
