"""Files and folders: reading what people wrote, replacing what the program wrote, locking.

Reading never follows a link and never reads more than a limit. Writing leaves the old file or the
new one, whatever happens in between. What only some systems know (locks of folders, flags) is done without
on the others, Windows among them.
"""

from __future__ import annotations

import errno
import os
import shutil
import stat
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from enum import Enum
from pathlib import Path

from zinegen.errors import GameFolderError
from zinegen.languages.texts import N_, gettext
from zinegen.play.names import digest

try:
    import fcntl
except ImportError:  # as on Windows
    CAN_LOCK_FOLDERS = False
else:
    CAN_LOCK_FOLDERS = True

TEMPORARY = ".zinegen-"
"""What the names of half-written files begin with; whoever lists a folder passes them over."""
CACHE = ".cache"
"""Below the zine's folder; git ignores it, and whoever deletes it loses nothing but time."""


_NO_ROOM = N_("no space is left on the disk: make room there, and do it once more")
_READ_ONLY = N_("nothing can be written there: the disk or the folder is read-only")
_NOT_ALLOWED = N_("you are not allowed to: look whose it is, and what its owner lets you do")
_DISK_ERRORS = {
    errno.ENOSPC: _NO_ROOM,
    errno.EDQUOT: _NO_ROOM,
    errno.EROFS: _READ_ONLY,
    errno.EACCES: _NOT_ALLOWED,
    errno.EPERM: _NOT_ALLOWED,
}
"""What is said of the faults of a disk that somebody can do something about."""


def explain_disk_error(error: OSError) -> str:
    """Return why a disk refused something, and the way on where one is known."""
    known = _DISK_ERRORS.get(error.errno or 0)
    return gettext(known) if known else error.strerror or type(error).__name__


class FileFault(Enum):
    """Why a file cannot be read as the text it should be."""

    MISSING = N_("there is no such file")
    NOT_PLAIN = N_("it is not a plain file")
    LINK = N_("it is a link, and links are not followed")
    TOO_LARGE = N_("it is too large")
    NOT_UTF8 = N_("it is not UTF-8 text")
    UNREADABLE = N_("it cannot be read")


class FileError(GameFolderError):
    """A file that cannot be read, and why."""

    def __init__(self, path: Path, fault: FileFault, detail: str = "") -> None:
        self.path = path
        self.fault = fault
        super().__init__(f"{path}: {gettext(fault.value)}{f' ({detail})' if detail else ''}")


def read_plain(path: Path, limit: int) -> bytes:
    """Return the bytes of a plain file of at most ``limit`` bytes.

    Raises FileError for a link, a folder, a pipe, a file that is not there or longer than that.
    """
    try:
        if not hasattr(os, "O_NOFOLLOW") and path.is_symlink():
            raise FileError(path, FileFault.LINK)
        handle = os.open(path, os.O_RDONLY | _flags("NOFOLLOW", "NONBLOCK", "CLOEXEC", "BINARY"))
    except FileNotFoundError:
        raise FileError(path, FileFault.MISSING) from None
    except (OSError, ValueError) as error:
        fault = FileFault.UNREADABLE
        if path.is_symlink():
            fault = FileFault.LINK
        elif path.is_dir():  # as on Windows, where a folder cannot be opened
            fault = FileFault.NOT_PLAIN
        raise FileError(path, fault, str(getattr(error, "strerror", None) or error)) from None
    try:
        about = os.fstat(handle)
        if not stat.S_ISREG(about.st_mode):
            raise FileError(path, FileFault.NOT_PLAIN)
        if about.st_size > limit:
            raise FileError(
                path,
                FileFault.TOO_LARGE,
                gettext("{size} bytes, at most {limit}", size=about.st_size, limit=limit),
            )
        with open(handle, "rb", closefd=False) as file:
            content = file.read(limit + 1)
    except OSError as error:  # a disk that fails
        why = error.strerror or type(error).__name__
        raise FileError(path, FileFault.UNREADABLE, why) from None
    finally:
        os.close(handle)
    if len(content) > limit:
        raise FileError(path, FileFault.TOO_LARGE, gettext("at most {limit} bytes", limit=limit))
    return content


def _flags(*names: str) -> int:
    """Return those flags of ``os.open`` together that this system knows."""
    flags = 0
    for name in names:
        flags |= int(getattr(os, f"O_{name}", 0))
    return flags


def write_atomically(path: Path, content: bytes, *, lasting: bool = True) -> None:
    """Replace a file, or make it; if the program is killed, either the old or the new one is there.

    The folder must be there. Nothing is written when the file holds these bytes already. What is not
    ``lasting`` may be lost or torn by a power cut, and is written without waiting for the disk.
    Raises GameFolderError when the disk does not take it, or for a device such as ``/dev/null``, in whose
    place a plain file would do harm.
    """
    try:
        if path.is_file() and not path.is_symlink() and path.read_bytes() == content:
            return
        if path.is_char_device() or path.is_fifo() or path.is_socket():
            what = gettext("it is no plain file, and nothing is put in its place")
            raise GameFolderError(gettext("{path} cannot be written: {why}", path=path, why=what))
        handle, name = tempfile.mkstemp(prefix=TEMPORARY, dir=path.parent)
        try:
            with open(handle, "wb") as file:  # noqa: PTH123  (a handle, not a path)
                file.write(content)
                if lasting:
                    file.flush()
                    os.fsync(file.fileno())
            Path(name).chmod(0o644)
            os.replace(name, path)  # noqa: PTH105  (a name from mkstemp)
        except BaseException:
            Path(name).unlink(missing_ok=True)
            raise
        if lasting:
            sync_folder(path.parent)
    except OSError as error:
        raise GameFolderError(
            gettext("{path} cannot be written: {why}", path=path, why=explain_disk_error(error))
        ) from None


@contextmanager
def report_disk_errors(folder: Path) -> Iterator[None]:
    """Turn an OSError into a GameFolderError while the program works in a folder."""
    try:
        yield
    except OSError as error:
        what = explain_disk_error(error)
        raise GameFolderError(f"{error.filename or folder}: {what}") from None


def sync_folder(folder: Path) -> None:
    """Write the names in a folder to the disk, so that they survive a power cut.

    Nothing is done where folders cannot be opened like files.
    """
    if not hasattr(os, "O_DIRECTORY"):
        return
    handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def make_folder(folder: Path) -> None:
    """Make a folder and the folders above it where they are missing.

    Raises GameFolderError when something else stands in its place.
    """
    try:
        if folder.is_symlink():
            raise GameFolderError(
                gettext("{folder} is a link, and links are not followed", folder=folder)
            )
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise GameFolderError(
            gettext(
                "the folder {folder} cannot be made: {why}",
                folder=folder,
                why=explain_disk_error(error),
            )
        ) from None


def link_or_copy(source: Path, target: Path) -> None:
    """Put a file in a second place: as a hard link, or as a copy where the disk has none.

    The target's folder is made if it is not there. What stood in the target's place goes.
    """
    make_folder(target.parent)
    target.unlink(missing_ok=True)
    try:
        target.hardlink_to(source)
    except OSError:
        shutil.copyfile(source, target)


def remove_temporary_files(folder: Path) -> None:
    """Remove half-written files that a killed run left in a folder and below it."""
    for left in sorted(folder.rglob(f"{TEMPORARY}*")):
        if left.is_file() and not left.is_symlink():
            left.unlink(missing_ok=True)


def remove_half_written(folder: Path) -> None:
    """Remove the same from one folder, and from none below it."""
    for left in folder.glob(f"{TEMPORARY}*"):
        if left.is_file() and not left.is_symlink():
            left.unlink(missing_ok=True)


def remove_empty_folders(folder: Path, top: Path) -> None:
    """Remove a folder, and those above it below another one, as long as nothing lies in them."""
    while folder != top and not any(folder.iterdir()):
        folder.rmdir()
        folder = folder.parent


def list_folder(folder: Path) -> tuple[Path, ...]:
    """Return the paths in a folder by name, without hidden ones; none if it is no folder."""
    try:
        found = sorted(folder.iterdir(), key=lambda path: path.name)
    except OSError:
        return ()
    return tuple(path for path in found if not path.name.startswith("."))


def read_text(path: Path, limit: int = 1 << 20) -> str:
    """Return the text of a plain UTF-8 file, with line feeds and without a byte-order mark.

    Raises FileError when it is none.
    """
    try:
        text = read_plain(path, limit).decode("utf-8-sig")
    except UnicodeDecodeError:
        raise FileError(path, FileFault.NOT_UTF8) from None
    return text.replace("\r\n", "\n").replace("\r", "\n")


@contextmanager
def lock_folder(folder: Path, *, wait: bool = False) -> Iterator[None]:
    """Lock a folder against other runs of the program until the work in it is done.

    The lock ends with the process, so that a killed one leaves nothing behind. On disks that know no locks
    nobody is kept out. With ``wait`` this run waits for the other one.
    Raises GameFolderError when another run holds the folder, or when it cannot be opened.
    """
    try:
        handle = _open_locked(folder, wait=wait)
    except (BlockingIOError, FileExistsError):
        raise GameFolderError(
            gettext(
                "another zinegen is at work in {folder}; look what it has done before you try again",
                folder=folder,
            )
        ) from None
    except OSError as error:
        raise GameFolderError(
            gettext(
                "{folder} cannot be opened: {why}", folder=folder, why=explain_disk_error(error)
            )
        ) from None
    try:
        yield
    finally:
        os.close(handle)
        if not CAN_LOCK_FOLDERS:
            _lock_file(folder).unlink(missing_ok=True)


def _open_locked(folder: Path, *, wait: bool) -> int:
    """Return the handle that keeps others out of a folder as long as it is open.

    Raises BlockingIOError or FileExistsError when another run has one, OSError for what is no folder.
    """
    if not CAN_LOCK_FOLDERS:
        return _make_lock_file(folder, wait=wait)
    handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | (0 if wait else fcntl.LOCK_NB))
    except BlockingIOError:
        os.close(handle)
        raise
    except OSError:  # a disk that knows no locks
        pass
    return handle


def _make_lock_file(folder: Path, *, wait: bool) -> int:
    """Return the handle of a new file that Windows removes when it is closed, as also by a kill."""
    os.listdir(folder)  # noqa: PTH208  (raises OSError for what is no folder)
    path = _lock_file(folder)
    make_folder(path.parent)
    while True:
        try:
            return os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL | _flags("TEMPORARY"))
        except (FileExistsError, PermissionError):  # the second of a file that is about to go
            if not wait:
                raise FileExistsError from None
            time.sleep(0.05)


def _lock_file(folder: Path) -> Path:
    """Return the file that stands for a folder's lock, in the cache of the zine that holds the folder."""
    place = folder.resolve()
    near = (place, *place.parents[:3])
    zine = next((one for one in near if (one / "games").is_dir()), place)
    return zine / CACHE / "locks" / f"{digest(str(place).encode())[:24]}.lock"


@contextmanager
def scratch_folder(zine: Path) -> Iterator[Path]:
    """Give a new folder in a zine's cache that goes when the work in it is done.

    What killed runs have left goes as well, and git takes none of it up.
    Raises GameFolderError when the disk does not take it.
    """
    place = zine / CACHE / "runs"
    with ExitStack() as work:
        with report_disk_errors(place):
            make_folder(zine / CACHE)
            make_folder(place)
            with lock_folder(place, wait=True):
                for left in list_folder(place):
                    with suppress(GameFolderError), lock_folder(left):
                        shutil.rmtree(left, ignore_errors=True)
                own = Path(tempfile.mkdtemp(dir=place))
                work.enter_context(lock_folder(own))
            write_atomically(own / ".gitignore", b"*\n")
        try:
            yield own
        finally:
            shutil.rmtree(own, ignore_errors=True)
