"""A site is written beside the old one and exchanged with it in one step."""

from __future__ import annotations

import ctypes
import errno
import hashlib
import marshal
import os
import shutil
import stat
import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

from xlagym.inputs.problems import Problem, ProblemError

_AT_FDCWD = -100
_RENAME_EXCHANGE = 2


@dataclass(frozen=True, slots=True)
class SiteFile:
    """A file of the site: what tells its content from others, and the content itself."""

    tag: str
    load: Callable[[], bytes]

    @classmethod
    def of(cls, content: bytes) -> SiteFile:
        """A file of that content."""
        return cls(hashlib.sha256(content).hexdigest(), lambda: content)


type PlacedFiles = dict[tuple[int, int, int], str]
"""By number, size and time of change of a file that a build wrote, the tag of its content."""


def write_site(files: Mapping[str, SiteFile], output: Path, record: Path | None = None) -> None:
    """Make ``output`` hold exactly ``files``, by their paths in the site.

    ``record`` is a file that remembers what was written: what stands there as it was written needs
    neither be read nor written again.

    Everything is written to a folder beside ``output`` first. The two then change places in one
    system call where the kernel has one, so a build that dies leaves the old site whole. Of two
    builds at once, one waits for the other.

    Raises ProblemError, the old site whole, where ``output`` is no site of ours and where the
    system says no: a full disk, a folder that may not be written.
    """
    try:
        output.parent.mkdir(parents=True, exist_ok=True)
        with _alone_in(output.parent):
            _sweep(output)
            _only_over_a_site(output)
            written = _write(files, output, _recorded(record))
            if record is not None:
                _record(written, record)
    except OSError as error:
        raise _refusal(
            output,
            f"it can't be written: {error.strerror or error}",
            "see to space and permissions, then build again; the site that was there is whole",
        ) from error


@contextmanager
def _alone_in(folder: Path) -> Iterator[None]:
    """Hold ``folder`` against other builds, where the system has locks on folders."""
    if sys.platform == "win32":
        yield
        return
    import fcntl

    handle = os.open(folder, os.O_RDONLY)
    try:
        with suppress(OSError):  # some network file systems have no locks
            fcntl.flock(handle, fcntl.LOCK_EX)
        yield
    finally:
        os.close(handle)


def _only_over_a_site(output: Path) -> None:
    """Raise ProblemError where ``output`` holds what no build has written."""
    if output.is_symlink() or (output.exists() and not output.is_dir()):
        raise _refusal(output, "it is no folder", "move it away: a build makes its own")
    ours = (output / "index.html").is_file() and not (output / ".git").exists()
    if output.is_dir() and any(output.iterdir()) and not ours:
        raise _refusal(
            output,
            "it holds something else than a built site, and a build would replace it all",
            "move it away, or rename it",
        )


def _refusal(output: Path, message: str, advice: str) -> ProblemError:
    return ProblemError(Problem(f"{output.name}/", message, advice, rule="output"))


def _write(files: Mapping[str, SiteFile], output: Path, known: PlacedFiles) -> PlacedFiles:
    fresh = Path(tempfile.mkdtemp(prefix=f".{output.name}-new-", dir=output.parent))
    written: PlacedFiles = {}
    try:
        fresh.chmod(0o755)
        folders: set[str] = set()
        for name, file in files.items():
            if ".." in name.split("/") or name.startswith("/"):
                raise _refusal(output, f"'{name}' would lie outside of it", "rename that page")
            folder = name.rpartition("/")[0]
            if folder not in folders:
                (fresh / folder).mkdir(parents=True, exist_ok=True)
                folders.add(folder)
            written[_place(file, f"{output}/{name}", f"{fresh}/{name}", known)] = file.tag
        _exchange(fresh, output)
    finally:
        shutil.rmtree(fresh, ignore_errors=True)
    return written


def _place(file: SiteFile, old: str, target: str, known: PlacedFiles) -> tuple[int, int, int]:
    """Put ``file`` at ``target``: one more name of the old site's file, where that holds the same.

    A prose edit changes few files. (Plain names of files, not Paths: there are thousands.)
    """
    found = _seen(old)
    if found is not None:
        content = None
        same = known.get(found) == file.tag
        if not same and found not in known:
            content = file.load()
            same = _holds(old, content)
        if same:
            try:
                os.link(old, target)
            except OSError:  # a file system without such links
                pass
            else:
                return found
    else:
        content = None
    with open(target, "wb", buffering=0) as stream:  # noqa: PTH123
        stream.write(file.load() if content is None else content)
        status = os.fstat(stream.fileno())
    return status.st_ino, status.st_size, status.st_mtime_ns


def _seen(path: str) -> tuple[int, int, int] | None:
    """A file as the system knows it; None for what is no plain file."""
    try:
        found = os.lstat(path)
    except OSError:
        return None
    if not stat.S_ISREG(found.st_mode):
        return None
    return found.st_ino, found.st_size, found.st_mtime_ns


def _holds(path: str, content: bytes) -> bool:
    try:
        with open(path, "rb", buffering=0) as file:  # noqa: PTH123
            return file.read() == content
    except OSError:
        return False


def _recorded(record: Path | None) -> PlacedFiles:
    """What builds before have written; nothing where that can't be told."""
    try:
        written: PlacedFiles = marshal.loads(record.read_bytes()) if record is not None else {}
    except (OSError, ValueError, EOFError, TypeError):
        return {}
    return written


def _record(written: PlacedFiles, record: Path) -> None:
    with suppress(OSError):
        record.parent.mkdir(parents=True, exist_ok=True)
        part = record.with_suffix(".part")
        part.write_bytes(marshal.dumps(written))
        part.replace(record)


def _sweep(output: Path) -> None:
    """Remove what a killed build left; put back a site that was caught between two renames."""
    aside = output.with_name(f".{output.name}-old")
    if aside.exists():
        if output.exists():
            shutil.rmtree(aside)
        else:
            aside.rename(output)
    for leftover in output.parent.glob(f".{output.name}-new-*"):
        shutil.rmtree(leftover, ignore_errors=True)


def _exchange(fresh: Path, output: Path) -> None:
    if not output.exists():
        fresh.rename(output)
    elif not _exchange_atomically(fresh, output):
        aside = output.with_name(f".{output.name}-old")
        output.rename(aside)
        fresh.rename(output)
        shutil.rmtree(aside)


def _exchange_atomically(fresh: Path, output: Path) -> bool:
    """Swap two folders with renameat2; False where the system has no such call."""
    if sys.platform != "linux":
        return False
    try:
        renameat2 = ctypes.CDLL(None, use_errno=True).renameat2
    except AttributeError:
        return False
    done = renameat2(
        _AT_FDCWD, os.fsencode(fresh), _AT_FDCWD, os.fsencode(output), _RENAME_EXCHANGE
    )
    if done == 0:
        return True
    if ctypes.get_errno() in (errno.EINVAL, errno.ENOSYS):
        return False
    raise OSError(ctypes.get_errno(), f"could not exchange {fresh} and {output}")
