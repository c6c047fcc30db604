"""A site is written beside the old one and exchanged with it in one step."""

from __future__ import annotations

import ctypes
import errno
import os
import shutil
import sys
import tempfile
from collections.abc import Mapping
from pathlib import Path

_AT_FDCWD = -100
_RENAME_EXCHANGE = 2


def write_site(files: Mapping[str, bytes], output: Path) -> None:
    """Make ``output`` hold exactly ``files`` (site path → bytes).

    Everything is written to a folder beside ``output`` first. The two then change places in one
    system call where the kernel has one, so a build that dies leaves the old site whole.
    """
    output.parent.mkdir(parents=True, exist_ok=True)
    _sweep(output)
    fresh = Path(tempfile.mkdtemp(prefix=f".{output.name}-new-", dir=output.parent))
    try:
        fresh.chmod(0o755)
        for name, content in files.items():
            target = fresh / name
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(content)
        _exchange(fresh, output)
    finally:
        shutil.rmtree(fresh, ignore_errors=True)


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
