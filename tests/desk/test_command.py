"""`zinegen desk`: one address, on this machine only, and a second start finds the first."""

from __future__ import annotations

import re
import socket
import subprocess
import sys
from pathlib import Path
from urllib.error import HTTPError
from urllib.request import urlopen

import pytest

from tests.desk.conftest import open_desk
from zinegen.desk import command as desk_command

ADDRESS = re.compile(r"http://127\.0\.0\.1:\d+/\?token=[\w-]{40,}")


def test_a_second_start_prints_the_address_of_the_first_and_the_token_is_kept_for_its_owner_only(
    zine: Path, tmp_path: Path
) -> None:
    with open_desk(zine) as address, open_desk(zine) as again:
        assert ADDRESS.fullmatch(address)
        assert again == address
        (kept,) = (tmp_path / "home").rglob("address")
        assert kept.stat().st_mode & 0o777 == 0o600
        assert kept.parent.stat().st_mode & 0o777 == 0o700
        with pytest.raises(HTTPError, match="401"):
            urlopen(address.partition("?")[0])  # noqa: S310  (of this machine)
        own = socket.gethostbyname(socket.gethostname())
        port = int(re.findall(r":(\d+)/", address)[0])
        if not own.startswith("127."):
            with pytest.raises(ConnectionRefusedError):
                socket.create_connection((own, port), 1)
    assert not [*(tmp_path / "home").rglob("address")]
    with open_desk(zine) as later:
        assert ADDRESS.fullmatch(later)
        assert later.partition("token=")[2] != address.partition("token=")[2]


def test_a_port_that_is_taken_is_told_of(zine: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        words = [
            "-c",
            "from zinegen.cli import main; main()",
            "desk",
            "--no-browser",
            "--port",
            port,
        ]
        ended = subprocess.run(
            [sys.executable, *words], capture_output=True, text=True, check=False
        )
    assert ended.returncode == 2
    assert f"port {port} is taken by another program" in ended.stderr
    assert "Traceback" not in ended.stderr


def test_without_the_extra_it_says_how_that_is_installed(
    zine: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(desk_command, "find_spec", lambda name: None)
    with pytest.raises(Exception, match=r"pip install 'zinegen\[desk\]'"):
        desk_command.desk.main(["--no-browser"], standalone_mode=False)
