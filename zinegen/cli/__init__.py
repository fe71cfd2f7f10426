"""The command line: ``zinegen COMMAND``. Each module holds the commands of one subject."""

from zinegen.cli.entry import main

__all__ = ["main"]
