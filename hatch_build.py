"""Puts the look, the standard pages and the workflows of a zine into the wheel, below `zinegen/zine`.

They lie at the root of the repository, where the example zine is made of them. An editable
installation finds them there, and needs no copy.
"""

from __future__ import annotations

from pathlib import Path

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class ZineFiles(BuildHookInterface):
    """Adds the files that `pyproject.toml` lists for this hook to a wheel."""

    def initialize(self, version: str, build_data: dict[str, dict[str, str]]) -> None:
        """Add each file and folder of the list under its own path, unless the wheel is editable."""
        if version == "editable":
            return
        for name in self.config["files"]:
            path = Path(self.root, name)
            if not path.exists():
                raise FileNotFoundError(path)
            build_data["force_include"][str(path)] = f"zinegen/zine/{name}"
