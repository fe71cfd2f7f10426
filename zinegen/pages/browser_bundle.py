"""The engine as files of a site: this program's judging half in an archive, and what runs it in a browser.

The archive is made from what is installed, so site and engine are of one version. It holds one layer of the
program, which imports nothing else of it. Whatever changes has another name, so that browsers may keep it.
Format: docs/engine.md, "The files".
"""

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from hashlib import sha256
from importlib.metadata import distribution
from importlib.util import find_spec
from io import BytesIO
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from zinegen.catalogues.catalogue import compile_catalogue
from zinegen.languages.texts import ENGLISH
from zinegen.pages.bare_source import strip_source
from zinegen.pages.browser import packed_language
from zinegen.pages.browser.plain_data import Json
from zinegen.pages.browser.session import PROTOCOL
from zinegen.version import __version__

FORMAT = 1
FOLDER = "engine"
LIST = f"{FOLDER}/engine.json"
SHORT = 16
"""Letters of a digest in a name."""
PACKAGE = Path(__file__).parents[1]
"""All of this program's own code and data."""
LAYER = (
    "board",
    "bots",
    "derived",
    "errors",
    "game",
    "geometry.line_table",
    "geometry.mesh",
    "geometry.shape",
    "geometry.surgery",
    "geometry.tracing",
    "languages",
    "late_names",
    "notation",
    "pages.browser",
    "pages.views",
    "pages.words",
    "play",
    "recorded_as",
    "rules",
    "variants",
    "version",
)
"""The packages and modules that may run in a reader's browser; the import contract names the same."""
NOT_NEEDED = (
    *(f"pages/words/{name}.py" for name in ("attacks", "crossings", "dates", "ground_story")),
    *(f"pages/words/{name}.py" for name in ("season_facts", "season_story", "stabs")),
)
"""What lies in these packages and no page asks for; that nothing packed imports it a test tells."""
CHECKS = (
    "pages/browser/season_checks.py",
    "play/chance.py",
    "play/hidden_text.py",
    "play/records/public_records.py",
    "play/records/result_text.py",
    *(
        f"play/verification/{name}.py"
        for name in (
            "__init__",
            "check",
            "comparison",
            "digests",
            "published",
            "receipts",
            "throws",
        )
    ),
)
"""What only the page needs that checks recorded seasons: it is packed apart, and loaded there."""
BOTS = (
    "pages/browser/bot_orders.py",
    *(
        f"bots/{name}.py"
        for name in (
            "__init__",
            "bots",
            "events",
            "moves",
            "seeds",
            "self_play",
            "values",
            "ways",
            "winters",
        )
    ),
)
"""What only somebody needs who plays against programs: likewise."""
DATA = ("data/europe.json", "data/README.md")
LIBRARIES = {
    "attrs": ("attr", "attrs"),
    "cattrs": ("cattrs",),
    "markupsafe": ("markupsafe",),
    "typing-extensions": ("typing_extensions",),
}
"""Packages from outside that it imports, by distribution; all of them are Python and nothing else."""
LEFT_OUT = re.compile(r"cattrs/preconf/|\.pyi$|\.c$|\.so$|\.pyd$")
"""What nobody imports there: other formats, types, compiled doubles."""
_LICENCE = re.compile(r"licen[cs]e|copying|notice", re.IGNORECASE)
_EPOCH = (1980, 1, 1, 0, 0, 0)
RUNTIME = "zinegen_runtime"
NOT_HERE = (
    "no orders can be tried on the pages: this zinegen was built without npm (docs/engine.md)"
)
"""What is said where there is none."""


def list_modules() -> dict[str, Path]:
    """Return the files of the layer and of the packages around it, by their names in an archive."""
    files: set[Path] = set()
    for name in LAYER:
        place = PACKAGE.joinpath(*name.split("."))
        files.update(place.rglob("*.py") if place.is_dir() else [place.with_suffix(".py")])
        around = (one for one in place.parents if one.is_relative_to(PACKAGE))
        files.update(folder / "__init__.py" for folder in around)
    files -= {PACKAGE / name for name in (*NOT_NEEDED, *CHECKS, *BOTS)}
    named = {path.relative_to(PACKAGE.parent).as_posix(): path for path in files}
    return dict(sorted(named.items()))


@cache
def pack_program(language: str = "en") -> bytes:
    """Return the archive: modules, data, libraries and all licences. The same files give the same bytes.

    ``language`` is the code of the zine's, whose catalogue is packed too.
    """
    files = {name: path.read_bytes() for name, path in list_modules().items()}
    files |= {f"{PACKAGE.name}/{name}": (PACKAGE / name).read_bytes() for name in DATA}
    if language != ENGLISH.code:
        name = f"{packed_language.FOLDER.relative_to(PACKAGE.parent).as_posix()}/{language}"
        files[f"{name}{packed_language.ENDING}"] = compile_catalogue(language)
    for library, packages in LIBRARIES.items():
        for name in packages:
            files |= dict(_list_package(name))
        files |= dict(_list_licences(library))
    files |= dict(_list_licences(PACKAGE.name))
    return _pack(files)


@cache
def pack_modules(names: tuple[str, ...]) -> bytes:
    """Return an archive of some modules, to be unpacked beside the program."""
    return _pack({f"{PACKAGE.name}/{name}": (PACKAGE / name).read_bytes() for name in names})


def _pack(files: Mapping[str, bytes]) -> bytes:
    """Return an archive of files, of which our own modules are without what only people read."""
    archive = BytesIO()
    with ZipFile(archive, "w", ZIP_DEFLATED, compresslevel=9) as opened:
        for name, content in sorted(files.items()):
            entry = ZipInfo(name, _EPOCH)
            entry.compress_type = ZIP_DEFLATED
            entry.create_system = 3
            entry.external_attr = 0o644 << 16
            opened.writestr(
                entry, strip_source(content.decode()) if name.endswith(".py") else content
            )
    return archive.getvalue()


def _list_package(name: str) -> Iterator[tuple[str, bytes]]:
    """Yield the files of an installed package, or of a module that is one file."""
    spec = find_spec(name)
    origin = Path(spec.origin) if spec is not None and spec.origin else None
    if origin is None:
        raise FileNotFoundError(f"the package {name} is not installed")
    folder = origin.parent
    paths = folder.rglob("*") if origin.name == "__init__.py" else (origin,)
    top = folder.parent if origin.name == "__init__.py" else folder
    for path in paths:
        known = path.relative_to(top).as_posix()
        if path.is_file() and "__pycache__" not in path.parts and not LEFT_OUT.search(known):
            yield known, path.read_bytes()


def _list_licences(name: str) -> Iterator[tuple[str, bytes]]:
    """Yield the licences of an installed distribution."""
    for file in distribution(name).files or ():
        if _LICENCE.search(file.name) and ".dist-info" in file.parts[0]:
            yield f"licences/{name}/{file.name}", Path(str(file.locate())).read_bytes()


@dataclass(frozen=True, slots=True, kw_only=True)
class Runtime:
    """What runs Python in a browser, as it came with the program."""

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
    """Return the runtime that came with the program; None where it was built without, or files are gone."""
    spec = find_spec(RUNTIME)
    if spec is None or spec.origin is None:
        return None
    folder = Path(spec.origin).parent / "pyodide"
    try:
        about = json.loads((folder / "runtime.json").read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return None
    runtime = Runtime(folder=folder, about=about)
    return runtime if all((folder / name).is_file() for name in runtime.files) else None


@dataclass(frozen=True, slots=True, kw_only=True)
class EngineFiles:
    """What the engine adds to a site, by uri."""

    contents: Mapping[str, bytes] = field(default_factory=dict)
    copies: Mapping[str, Path] = field(default_factory=dict)
    """Files that lie elsewhere on this machine, never to be changed."""


def make_engine_files(runtime: Runtime, program: bytes) -> EngineFiles:
    """Return the files of the engine; ``program`` is the archive that `pack_program` makes."""
    name = f"zinegen-{sha256(program).hexdigest()[:SHORT]}.zip"
    more = {kind: pack_modules(names) for kind, names in (("checks", CHECKS), ("bots", BOTS))}
    named = {
        kind: f"zinegen-{kind}-{sha256(packed).hexdigest()[:SHORT]}.zip"
        for kind, packed in more.items()
    }
    files = runtime.files
    digests = "".join(digest for _, digest in files.values())
    folder = f"pyodide-{runtime.about['version']}-{sha256(digests.encode()).hexdigest()[:SHORT]}"
    listed: list[Json] = [{"name": one, "size": size} for one, (size, _) in files.items()]
    data: dict[str, Json] = {
        "format": FORMAT,
        "protocol": PROTOCOL,
        "version": __version__,
        "program": {"name": name, "size": len(program)},
        **{kind: {"name": named[kind], "size": len(packed)} for kind, packed in more.items()},
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
        contents={
            LIST: json.dumps(data, indent=1).encode(),
            f"{FOLDER}/{name}": program,
            **{f"{FOLDER}/{named[kind]}": packed for kind, packed in more.items()},
        },
        copies={f"{FOLDER}/{folder}/{one}": runtime.folder / one for one in files},
    )
