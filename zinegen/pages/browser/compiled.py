"""The engine compiled: what a browser keeps, so that it need not compile every module at each visit."""

from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from py_compile import PycInvalidationMode
from py_compile import compile as compile_file
from tempfile import TemporaryDirectory
from zipfile import ZipFile


def pack_compiled(folder: str) -> bytes:
    """Return an unpacked engine as an archive in which every module is compiled, for this Python alone."""
    archive = BytesIO()
    with ZipFile(archive, "w") as opened, TemporaryDirectory() as place:
        for path in sorted(_list_files(Path(folder))):
            name = path.relative_to(folder).as_posix()
            if path.suffix == ".py":
                compiled = compile_file(
                    str(path),
                    str(Path(place, "one.pyc")),
                    name,
                    doraise=True,
                    invalidation_mode=PycInvalidationMode.UNCHECKED_HASH,
                )
                opened.writestr(f"{name}c", Path(str(compiled)).read_bytes())
            else:
                opened.write(path, name)
    return archive.getvalue()


def _list_files(folder: Path) -> Iterator[Path]:
    return (path for path in folder.rglob("*") if path.is_file() and "licences" not in path.parts)
