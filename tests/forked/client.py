"""Has `server.py` run code as ``python -c`` would: ``python -IS client.py SOCKET CODE WORDS...``.

A signal that asks it to end goes to the process that runs the code; one that kills it goes nowhere.
"""

import json
import os
import signal
import socket
import sys

os.umask(umask := os.umask(0))
asked = {
    "code": sys.argv[2],
    "words": sys.argv[3:],
    "folder": os.getcwd(),  # noqa: PTH109  (this wants to be quick: nothing is imported that can be done without)
    "environment": dict(os.environ),
    "umask": umask,
}
text = json.dumps(asked).encode()
with socket.socket(socket.AF_UNIX) as server:
    server.connect(sys.argv[1])
    sent = socket.send_fds(server, [message := b"%d\n%b" % (len(text), text)], [0, 1, 2])
    server.sendall(message[sent:])
    with server.makefile() as told:
        pid = int(told.readline())
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, lambda number, _: os.kill(pid, number))
        code = int(told.readline() or 2)
if code < 0:
    os.kill(os.getpid(), -code)  # as it ended itself
sys.exit(code)
