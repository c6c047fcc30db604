"""A site is written beside the old one and exchanged with it in one step."""

from __future__ import annotations

import ctypes
import errno
import os
import shutil
import stat
import sys
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path

from xlagym.inputs.inner_paths import is_inner
from xlagym.inputs.problems import Problem, ProblemError

_AT_FDCWD = -100
_RENAME_EXCHANGE = 2


def write_site(files: Mapping[str, bytes], output: Path) -> None:
    """Make ``output`` hold exactly ``files`` (site path → bytes).

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
            _write(files, output)
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


def _write(files: Mapping[str, bytes], output: Path) -> None:
    fresh = Path(tempfile.mkdtemp(prefix=f".{output.name}-new-", dir=output.parent))
    try:
        fresh.chmod(0o755)
        folders: set[str] = set()
        for name, content in files.items():
            if not is_inner(name):
                raise _refusal(output, f"'{name}' would lie outside of it", "rename that page")
            folder = name.rpartition("/")[0]
            if folder not in folders:
                (fresh / folder).mkdir(parents=True, exist_ok=True)
                folders.add(folder)
            if not _linked(f"{output}/{name}", content, f"{fresh}/{name}"):
                (fresh / name).write_bytes(content)
        _exchange(fresh, output)
    finally:
        shutil.rmtree(fresh, ignore_errors=True)


def _linked(old: str, content: bytes, target: str) -> bool:
    """Whether ``target`` is now one more name of the old site's file, which holds ``content``.

    A prose edit changes few files; the others are compared, not written again. (Plain names of
    files, not Paths: there are thousands.)
    """
    try:
        found = os.lstat(old)
        if not stat.S_ISREG(found.st_mode) or found.st_size != len(content):
            return False
        with open(old, "rb", buffering=0) as file:  # noqa: PTH123
            if file.read() != content:
                return False
        os.link(old, target)
    except OSError:  # not there, not ours to read, or a file system without such links
        return False
    return True


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
