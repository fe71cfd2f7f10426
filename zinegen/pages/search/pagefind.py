"""The door to Pagefind, which makes an index that browsers read in pieces.

Its program is run over a folder of documents. Its Python interface does the same by messages, of which it
answers ten a second, and ends the program before all files are whole.
"""

from __future__ import annotations

import shutil
import subprocess
import zlib
from collections.abc import Iterable, Mapping
from hashlib import sha256
from importlib.metadata import version
from importlib.util import find_spec
from pathlib import Path

from zinegen.archive.files import link_or_copy, list_folder, lock_folder, make_folder
from zinegen.errors import ZinegenError
from zinegen.pages.addresses import INDEX
from zinegen.pages.search.documents import Indexed, SearchDocument, name_beside

FOLDER = INDEX.removesuffix("/")
"""Where the index lies in a site."""
CODE = ("*.js", "*.css", "wasm.*")
"""What runs in browsers: it is made anew each time, for the cache holds no code."""
UNUSED = ("pagefind-component-ui", "pagefind-highlight", "pagefind-modular-ui", "pagefind-ui")
"""How the names begin of what Pagefind adds for pages that have no search of their own."""
NOTHING = (
    SearchDocument(path="nothing.html", title="nothing", html="nothing", facets=frozenset()),
)
NOT_HERE = (
    "the pages have no search: it needs the package pagefind with its program,"
    " pip install 'pagefind[bin]'; the index of games, players and provinces is there all the same"
)


class IndexingError(ZinegenError):
    """An index that could not be made."""


def has_pagefind() -> bool:
    """Tell whether Pagefind and its program are installed."""
    names = ("pagefind_bin", "pagefind_bin_extended")
    return find_spec("pagefind") is not None and any(find_spec(name) for name in names)


def digest_index(documents: Iterable[Indexed], language: str, more: object = "") -> str:
    """Return a digest of all that an index is made from: documents, and what is told by its `repr`."""
    told = sha256(f"{version('pagefind')} {language} {more!r}".encode())
    for one in sorted(documents, key=lambda one: one.path):
        told.update(one.digest())
    return told.hexdigest()


def put_index(
    documents: Iterable[Indexed], language: str, kept: Path, target: Path, digest: str = ""
) -> None:
    """Put the index of documents, no two of one path, into a folder of a site; a known one reads none.

    What of it is data is kept in the folder ``kept``, which is there for this alone, and made once of the
    same documents; of several indexes the last one stays. Where their ``digest`` is known, documents come in
    the sequence of their paths, and none need be held. Raises IndexingError when Pagefind makes none.
    """
    make_folder(kept)
    with lock_folder(kept, wait=True):
        ranked = documents if digest else sorted(documents, key=lambda one: one.path)
        folder = kept / (digest or digest_index(ranked, language))[:32]
        for path, content in _make_index(ranked, language, folder).items():
            make_folder(target)
            (target / path).write_bytes(content)
        for file in sorted(folder.rglob("*")):
            if file.is_file():
                link_or_copy(file, target / file.relative_to(folder))


def _make_index(ranked: Iterable[Indexed], language: str, folder: Path) -> Mapping[str, bytes]:
    """Make the data of an index, unless it is there; return its code by name."""
    is_known = folder.is_dir()
    if not is_known:
        _clear(folder.parent)
    beside = folder.with_name("making")
    # Pagefind numbers documents as it comes upon them, and that may hang on when each was written.
    shutil.rmtree(beside, ignore_errors=True)  # of a run that was cut off
    found = NOTHING if is_known else ranked
    for one in found:
        _write(beside / "documents" / one.path, one.write(language).encode())
        if one.beside:
            _write(beside / "index" / name_beside(one.beside), zlib.compress(one.beside))
    _run(beside / "documents", beside / "index", language)
    code = _take_code(beside / "index")
    if not is_known:
        (beside / "index").rename(folder)
    shutil.rmtree(beside)
    return code


def _clear(kept: Path) -> None:
    for path in list_folder(kept):
        if path.is_dir():
            shutil.rmtree(path)


def _write(path: Path, content: bytes) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content)


def _run(documents: Path, index: Path, language: str) -> None:
    """Run Pagefind over a folder."""
    from pagefind.service import get_executable  # noqa: PLC0415  (asyncio, only for those who build)

    command = [str(get_executable()), "--site", str(documents)]
    command += ["--output-path", str(index), "--force-language", language]
    try:
        done = subprocess.run(command, capture_output=True, text=True, check=False)  # noqa: S603  (our own words)
    except OSError as error:
        raise IndexingError(f"Pagefind cannot be run: {error.strerror or error}") from None
    if done.returncode or not (index / "pagefind.js").is_file():
        said = (done.stderr or done.stdout).strip().splitlines()
        raise IndexingError(f"Pagefind made no index: {said[-1] if said else done.returncode}")


def _take_code(index: Path) -> Mapping[str, bytes]:
    """Take what runs in browsers out of an index; what no page of ours uses is deleted."""
    found = {}
    for path in sorted(path for pattern in CODE for path in index.glob(pattern)):
        if not path.name.startswith(UNUSED):
            found[path.name] = path.read_bytes()
        path.unlink()
    return found
