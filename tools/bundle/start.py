"""What is double-clicked: the GM's desk over the zine in the user's own folder; with words, any command."""

import multiprocessing
import os
import sys
from pathlib import Path

FOLDER = "Zine"
"""In the user's own folder, made if it is not there; the variable ZINEGEN_ZINE names another one."""


def choose_words(words: list[str]) -> list[str]:
    """Return the command: the desk over the user's zine where none was typed."""
    if words:
        return words
    zine = Path(os.environ.get("ZINEGEN_ZINE") or Path.home() / FOLDER)
    zine.mkdir(parents=True, exist_ok=True)
    return ["desk", str(zine)]


if __name__ == "__main__":
    multiprocessing.freeze_support()  # it is started anew for each process that draws maps
    sys.argv[1:] = choose_words(sys.argv[1:])
    from zinegen.cli import main

    main()
