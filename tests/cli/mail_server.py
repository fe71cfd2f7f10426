"""A real mail server (dovecot) with one mailbox, on this machine alone, for as long as a test needs it."""

from __future__ import annotations

import imaplib
import shutil
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

USER, PASSWORD = "ann", "our-secret"
CONFIG = """
protocols = imap
listen = 127.0.0.1
base_dir = {home}/run
log_path = {home}/log
ssl = no
disable_plaintext_auth = no
mail_location = maildir:{home}/mail
first_valid_uid = 1
passdb {{
  driver = static
  args = password={password}
}}
userdb {{
  driver = static
  args = uid=mail gid=mail home={home}
}}
service imap-login {{
  inet_listener imap {{
    port = {port}
  }}
  inet_listener imaps {{
    port = 0
  }}
}}
"""


def free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])


@contextmanager
def mail_server(messages: Sequence[bytes]) -> Iterator[int]:
    """Run a server whose inbox holds these messages, and give its port."""
    home = Path(tempfile.mkdtemp(prefix="mails-", dir="/tmp"))
    port = free_port()
    for folder in ("cur", "new", "tmp"):
        (home / "mail" / folder).mkdir(parents=True)
    for number, content in enumerate(messages):
        (home / "mail" / "new" / f"{number:04}.here").write_bytes(content)
    config = home / "dovecot.conf"
    config.write_text(CONFIG.format(home=home, port=port, password=PASSWORD))
    subprocess.run(["chown", "-R", "mail:mail", home / "mail"], check=True)
    for folder in (home, home / "mail"):
        folder.chmod(0o755)
    server = subprocess.Popen(
        [shutil.which("dovecot") or "/usr/sbin/dovecot", "-F", "-c", config],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        _wait(port, home)
        yield port
    finally:
        server.terminate()
        server.wait(timeout=20)
        shutil.rmtree(home, ignore_errors=True)


def _wait(port: int, home: Path) -> None:
    """Wait until the server answers."""
    for _ in range(200):
        try:
            with imaplib.IMAP4("127.0.0.1", port, timeout=5):
                return
        except (OSError, imaplib.IMAP4.error):
            time.sleep(0.1)
    log = home / "log"
    raise AssertionError(log.read_text() if log.exists() else "the mail server does not begin")


def list_flags(port: int) -> list[bytes]:
    """Return the flags of all messages of the inbox, as the server tells them."""
    with imaplib.IMAP4("127.0.0.1", port, timeout=20) as box:
        box.login(USER, PASSWORD)
        box.select(readonly=True)
        return [one for one in box.fetch("1:*", "(FLAGS)")[1] if isinstance(one, bytes)]
