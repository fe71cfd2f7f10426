"""What the workflows of a zine install."""

import json
from importlib.metadata import PackageNotFoundError

import pytest

from zinegen.pages import GITHUB
from zinegen.pages.site import automation


class Noted:
    """A distribution of which the installer has noted where it had it from."""

    def __init__(self, url, known):
        self.noted = {"url": url, "archive_info": {"hashes": {"sha256": known}}}

    def read_text(self, _name):
        return json.dumps(self.noted)


@pytest.mark.parametrize(
    ("url", "line"),
    [
        (
            "https://zine.example/r.whl",
            "zinegen-runtime @ https://zine.example/r.whl --hash=sha256:cd",
        ),
        ("file:///tmp/r.whl", None),
        (None, None),
    ],
)
def test_what_runs_the_engine_is_installed_from_the_address_it_came_from(url, line, monkeypatch):
    """Above the program, which stands in the last line."""

    def find(name):
        if name == "zinegen":
            return Noted("https://zine.example/z.whl", "ab")
        if url is None:
            raise PackageNotFoundError(name)
        return Noted(url, "cd")

    monkeypatch.setattr(automation, "distribution", find)
    ((_, lock),) = automation.lock_program(GITHUB)
    *_, before, last = lock.decode().splitlines()
    assert last == "zinegen @ https://zine.example/z.whl --hash=sha256:ab"
    assert (before == line) == (line is not None)
    assert automation.holds_program(lock)
