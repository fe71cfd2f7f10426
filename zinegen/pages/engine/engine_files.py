"""The files of the engine in a site: the program, what runs it, and `engine.json`, which lists both.

Whatever changes has another name, so that browsers may keep it. Format: docs/engine.md, "The files".
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path

from zinegen.pages.browser.plain_data import Json
from zinegen.pages.browser.session import PROTOCOL
from zinegen.pages.engine.program import pack_program
from zinegen.pages.engine.runtime import Runtime
from zinegen.pages.site.build_cache import BuildCache
from zinegen.version import __version__

FORMAT = 1
FOLDER = "engine"
LIST = f"{FOLDER}/engine.json"
PACKED = "engine/program.zip"
"""The packed program in the cache of builds."""
SHORT = 16
"""Letters of a digest in a name."""


@dataclass(frozen=True, slots=True, kw_only=True)
class EngineFiles:
    """What the engine adds to a site, by uri."""

    contents: Mapping[str, bytes] = field(default_factory=dict)
    copies: Mapping[str, Path] = field(default_factory=dict)
    """Files that lie elsewhere on this machine, never to be changed."""


def find_program(cache: BuildCache) -> bytes:
    """Return the packed program; it is packed once for all builds of a zine by this very program."""
    program = cache.read(PACKED)
    if program is None:
        program = pack_program()
        cache.write(PACKED, program)
    return program


def make_engine_files(runtime: Runtime, program: bytes) -> EngineFiles:
    """Return the files of the engine; ``program`` is the archive that `pack_program` makes."""
    name = f"zinegen-{sha256(program).hexdigest()[:SHORT]}.zip"
    files = runtime.files
    digests = "".join(digest for _, digest in files.values())
    folder = f"pyodide-{runtime.about['version']}-{sha256(digests.encode()).hexdigest()[:SHORT]}"
    listed: list[Json] = [{"name": one, "size": size} for one, (size, _) in files.items()]
    data: dict[str, Json] = {
        "format": FORMAT,
        "protocol": PROTOCOL,
        "version": __version__,
        "program": {"name": name, "size": len(program)},
        "runtime": {
            "name": runtime.about["name"],
            "version": runtime.about["version"],
            "licence": runtime.about["licence"],
            "folder": f"{folder}/",
            "files": listed,
            "lock": runtime.about["lock"],
        },
    }
    return EngineFiles(
        contents={LIST: json.dumps(data, indent=1).encode(), f"{FOLDER}/{name}": program},
        copies={f"{FOLDER}/{folder}/{one}": runtime.folder / one for one in files},
    )
