"""Makes of the program one folder that starts by a double click, with all that it needs: `make bundle`."""

from __future__ import annotations

import sysconfig
from pathlib import Path

from PyInstaller.__main__ import run

WHOLE = (
    "zinegen",
    "zinegen_runtime",
    "material",
    "mkdocs",
    "pagefind",
    "pagefind_bin",
    "pymdownx",
    "babel",
)
"""Packages that read files of their own, or load modules by name."""
NEVER = ("tkinter", "diplomacy", "IPython", "matplotlib")
"""What libraries would use if it were there."""


def find_compiled() -> list[str]:
    """Return the modules that mypyc has made for others, which nothing names in its source."""
    folder = Path(sysconfig.get_path("purelib"))
    return sorted(path.name.partition(".")[0] for path in folder.glob("*__mypyc.*"))


def main() -> None:
    """Build `dist/zinegen-desk/`."""
    words = ["--noconfirm", "--onedir", "--name=zinegen-desk"]
    words += [f"--collect-all={name}" for name in WHOLE]
    words += ["--recursive-copy-metadata=zinegen"]  # versions and entry points are asked for
    words += [f"--exclude-module={name}" for name in NEVER]
    words += ["--collect-submodules=keyring.backends", "--collect-submodules=uvicorn"]
    words += [f"--hidden-import={name}" for name in find_compiled()]
    run([*words, str(Path(__file__).with_name("start.py"))])


if __name__ == "__main__":
    main()
