"""Zines for tests: built with the project's own look, templates and texts."""

from __future__ import annotations

import fcntl
import os
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from unittest.mock import patch

import pytest
from mkdocs.commands.build import build
from mkdocs.config import load_config

from tests.pages import examples
from zinegen.pages import Publisher, Site, Zine, lay_out_site, open_cache

ROOT = Path(__file__).parents[1]
EDITORIAL = """---
number: 7
date: 2026-12-02
title: Bounces at Burgundy
---
Well, another month and another zine. [Winter](../games/winter/index.md) goes on, and the duplicator with it.

Two of you asked about the waiting lists. One more name and we start.
"""


def make_once(factory: pytest.TempPathFactory, name: str, make: Callable[[Path], object]) -> Path:
    """Return a folder that the first process of the tests to want it makes; the others wait for it."""
    shared = factory.getbasetemp()
    if "PYTEST_XDIST_WORKER" in os.environ:
        shared = shared.parent
    folder, made = shared / name, shared / f"{name}.made"
    with (shared / f"{name}.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not made.exists():
            shutil.rmtree(folder, ignore_errors=True)  # of a process that could not end it
            folder.mkdir()
            make(folder)
            made.touch()
    return folder


def lay_out(folder: Path, maps: Path | None = None) -> None:
    """Put the project's look, templates and texts into a folder, but none of its issues, lists and games.

    With the maps of another zine's cache (`start_maps`), these are not drawn again.
    """
    if maps is not None:
        put_maps(folder, maps)
    shutil.copy(ROOT / "mkdocs.yml", folder)
    shutil.copytree(ROOT / "templates", folder / "templates")
    shutil.copytree(
        ROOT / "site_src",
        folder / "site_src",
        ignore=shutil.ignore_patterns("issues", "lists.toml"),
    )
    (folder / "site_src" / "issues").mkdir()
    (folder / "games").mkdir(exist_ok=True)


def put_maps(folder: Path, maps: Path) -> None:
    """Put the maps of another zine's cache (`start_maps`) into a zine's, so that they are not drawn again."""
    shutil.copytree(maps, open_cache(folder).folder / maps.name)


def build_site(
    folder: Path,
    *,
    strict: bool = True,
    serving: bool = False,
    time: int = 1764547200,
    site: str = "site",
    **changed: object,
) -> Path:
    """Build the zine in a folder at a moment, in seconds since 1970, and return where its site lies."""
    target = folder / site
    with patch.dict(os.environ, {"NO_MKDOCS_2_WARNING": "1", "SOURCE_DATE_EPOCH": str(time)}):
        config = load_config(
            str(folder / "mkdocs.yml"), site_dir=str(target), strict=strict, **changed
        )
        config.plugins.on_startup(command="serve" if serving else "build", dirty=False)
        build(config)
    return target


@contextmanager
def example_contents() -> Iterator[None]:
    """Print the views of `examples` instead of what lies in the games' folder."""

    def make_site(publisher: Publisher, zine: Zine, **_: object) -> Site:
        return lay_out_site(examples.CONTENTS, publisher.renderer, {})

    with patch.object(Publisher, "make_site", make_site):
        yield


def example_site(folder: Path, **changed: object) -> Path:
    """Build the zine of `examples`: every kind of page with everything that it may hold."""
    lay_out(folder)
    (folder / "site_src" / "issues" / "7.md").write_text(EDITORIAL)
    with example_contents():
        return build_site(folder, strict=False, **changed)
