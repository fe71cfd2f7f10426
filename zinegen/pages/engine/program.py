"""The part of this program that runs in a reader's browser, as one archive: made from what is installed.

So site and engine are of one version. Which modules are needed is found by following imports.
"""

import re
from collections.abc import Iterator
from functools import cache
from importlib.metadata import distribution
from importlib.util import find_spec
from io import BytesIO
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

PACKAGE = Path(__file__).parents[2]
"""All of this program's own code and data."""
ROOTS = ("pages.browser.session", "pages.browser.compiled")
"""What a page calls, below the package itself."""
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
_IMPORT = re.compile(
    r"^(?:from (zinegen[\w.]*) import (\([^)]*\)|[^\n]*)|import (zinegen[\w.]*))", re.MULTILINE
)
_LICENCE = re.compile(r"licen[cs]e|copying|notice", re.IGNORECASE)
_EPOCH = (1980, 1, 1, 0, 0, 0)


def list_modules(package: Path = PACKAGE) -> dict[str, Path]:
    """Return the files of all modules that the engine imports, by their names in an archive."""
    found: dict[str, Path] = {}
    waiting = [f"{package.name}.{root}" for root in ROOTS]
    while waiting:
        name = waiting.pop()
        path = _find_module(name, package)
        if path is None or _in_archive(path, package) in found:
            continue
        found[_in_archive(path, package)] = path
        waiting += [name.rpartition(".")[0]] if "." in name else []
        waiting += _list_imports(path.read_text(encoding="utf-8"))
    return dict(sorted(found.items()))


def _in_archive(path: Path, package: Path) -> str:
    return path.relative_to(package.parent).as_posix()


def _find_module(name: str, package: Path) -> Path | None:
    """Return the file of a module; None for a name that is none, such as a function's."""
    place = package.parent.joinpath(*name.split("."))
    files = (place.with_suffix(".py"), place / "__init__.py")
    return next((file for file in files if file.is_file()), None)


def _list_imports(text: str) -> Iterator[str]:
    """Yield what a module imports of this program as it is loaded, not what its functions import."""
    for match in _IMPORT.finditer(text):
        source, names, whole = match.groups()
        if whole:
            yield whole
        else:
            yield source
            yield from (f"{source}.{name}" for name in re.findall(r"\w+", names))


@cache
def pack_program() -> bytes:
    """Return the archive: modules, data, libraries and all licences. The same files give the same bytes."""
    files = {name: path.read_bytes() for name, path in list_modules().items()}
    files |= {f"{PACKAGE.name}/{name}": (PACKAGE / name).read_bytes() for name in DATA}
    for library, packages in LIBRARIES.items():
        for name in packages:
            files |= dict(_list_package(name))
        files |= dict(_list_licences(library))
    files |= dict(_list_licences(PACKAGE.name))
    archive = BytesIO()
    with ZipFile(archive, "w", ZIP_DEFLATED, compresslevel=9) as opened:
        for name, content in sorted(files.items()):
            entry = ZipInfo(name, _EPOCH)
            entry.compress_type = ZIP_DEFLATED
            entry.create_system = 3
            entry.external_attr = 0o644 << 16
            opened.writestr(entry, content)
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
