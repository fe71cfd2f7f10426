"""Makes of the program one folder that starts by a double click, with all that it needs: `make bundle`.

It is started by its path, so that it packs the program that is installed and not the one of this tree.
"""

from __future__ import annotations

import sys
import sysconfig
from importlib.resources import files
from pathlib import Path

from PyInstaller.__main__ import run

WORK = Path(".cache/bundle-work").resolve()
"""Where PyInstaller keeps what it makes on the way."""

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
    if not (files("zinegen_runtime") / "pyodide" / "runtime.json").is_file():
        sys.stderr.write("note: no orders can be tried on the pages: there is no engine\n")
    words = ["--noconfirm", "--onedir", "--name=zinegen-desk"]
    words += [f"--workpath={WORK}", f"--specpath={WORK}"]
    words += [f"--collect-all={name}" for name in WHOLE]
    words += ["--recursive-copy-metadata=zinegen"]  # versions and entry points are asked for
    words += [f"--exclude-module={name}" for name in NEVER]
    words += ["--collect-submodules=keyring.backends", "--collect-submodules=uvicorn"]
    words += [f"--hidden-import={name}" for name in find_compiled()]
    run([*words, str(Path(__file__).resolve().with_name("start.py"))])


if __name__ == "__main__":
    main()
