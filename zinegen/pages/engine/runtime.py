"""What runs Python in a browser: the files of the distribution `zinegen-runtime`, where that is installed."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path

from zinegen.pages.browser.plain_data import Json

PACKAGE = "zinegen_runtime"
NOT_HERE = "no orders can be tried on the pages: what runs the engine comes with pip install 'zinegen[table]'"
"""What a build says where there is none."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Runtime:
    """An installed runtime."""

    folder: Path
    about: Mapping[str, Json]
    """What its `runtime.json` says: name, version, licence, sizes and digests."""

    @property
    def files(self) -> dict[str, tuple[int, str]]:
        """Size in bytes and SHA-256 of each file, by name."""
        listed = self.about["files"]
        rows = [one for one in listed if isinstance(one, dict)] if isinstance(listed, list) else []
        return {str(one["name"]): (int(str(one["size"])), str(one["sha256"])) for one in rows}


def find_runtime() -> Runtime | None:
    """Return the installed runtime; None where there is none, or one without its files."""
    spec = find_spec(PACKAGE)
    if spec is None or spec.origin is None:
        return None
    folder = Path(spec.origin).parent / "pyodide"
    try:
        about = json.loads((folder / "runtime.json").read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return None
    runtime = Runtime(folder=folder, about=about)
    return runtime if all((folder / name).is_file() for name in runtime.files) else None
