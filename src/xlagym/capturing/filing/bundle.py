"""Captures in one zip file: how a lab hands them over, and how they are taken out again.

What comes in was made elsewhere, so nothing in it is trusted: no path that leaves its folder, no
link, no file twice, no more bytes than are announced or allowed.
"""

from __future__ import annotations

import lzma
import stat
import zipfile
import zlib
from collections.abc import Iterable, Iterator
from pathlib import Path

from xlagym.inputs.inner_paths import inner_path, is_inner
from xlagym.inputs.problems import Problem, ProblemError

MOST_FILES = 2_000
MOST_BYTES = 200_000_000
"""Bytes that a bundle may unpack to: the store may hold less than a third of that."""
_EPOCH = (1980, 1, 1, 0, 0, 0)
_CHUNK = 1 << 20
_DAMAGE = (zipfile.BadZipFile, zipfile.LargeZipFile, zlib.error, lzma.LZMAError)
_RESERVED = set('*?"<>|')


def pack_captures(folders: Iterable[Path], file: Path) -> Path:
    """Write the captures in ``folders`` into the zip ``file``, each under its id; return it.

    The same captures give the same bytes.
    """
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as bundle:
        for folder in sorted(folders, key=lambda path: path.name):
            for path in sorted(each for each in folder.rglob("*") if each.is_file()):
                name = f"{folder.name}/{path.relative_to(folder).as_posix()}"
                entry = zipfile.ZipInfo(name, _EPOCH)
                entry.compress_type = zipfile.ZIP_DEFLATED
                entry.external_attr = 0o644 << 16
                bundle.writestr(entry, path.read_bytes())
    return file


def unpack_captures(file: Path, into: Path, most_bytes: int = MOST_BYTES) -> list[Path]:
    """Unpack a bundle into ``into``, an empty folder; return the captures' folders, by name.

    Raises ProblemError naming everything in the zip that has no place in a bundle; then nothing
    of it is used.
    """
    try:
        with zipfile.ZipFile(file) as bundle:
            entries = bundle.infolist()
            problems = list(_faults(file.name, entries, most_bytes))
            if problems:
                raise ProblemError(*problems)
            _extract(file.name, bundle, entries, into, most_bytes)
    except (*_DAMAGE, NotImplementedError, EOFError) as error:
        raise ProblemError(_problem(file.name, f"it is no whole zip file: {error}")) from error
    return sorted(path for path in into.iterdir() if path.is_dir())


def _faults(file: str, entries: list[zipfile.ZipInfo], most_bytes: int) -> Iterator[Problem]:
    files = [entry for entry in entries if not entry.is_dir()]
    if not files:
        yield _problem(file, "it holds no capture")
    if len(entries) > MOST_FILES:
        yield _problem(file, f"it holds {len(entries):,} files, {MOST_FILES:,} are the most")
        return
    announced = sum(entry.file_size for entry in files)
    if announced > most_bytes:
        yield _problem(file, f"it unpacks to {announced:,} bytes, {most_bytes:,} are the most")
    seen: set[str] = set()
    for entry in entries:
        fault = _entry_fault(entry)
        if fault is None and entry.filename.casefold() in seen:
            fault = "stands in it twice"
        seen.add(entry.filename.casefold())
        if fault is not None:
            yield _problem(file, f"'{entry.filename[:200]}' {fault}", rule="path")


def _entry_fault(entry: zipfile.ZipInfo) -> str | None:
    name = entry.filename.removesuffix("/") if entry.is_dir() else entry.filename
    mode = entry.external_attr >> 16
    if entry.flag_bits & 1:
        return "is encrypted"
    if mode and not (stat.S_ISREG(mode) or stat.S_ISDIR(mode) or stat.S_IFMT(mode) == 0):
        return "is a link or a device, no file"
    if not is_inner(name) or not _RESERVED.isdisjoint(name):
        return "is no plain path inside the bundle"
    if not entry.is_dir() and "/" not in name:
        return "belongs to no capture's folder"
    return None


def _extract(
    file: str,
    bundle: zipfile.ZipFile,
    entries: list[zipfile.ZipInfo],
    into: Path,
    most_bytes: int,
) -> None:
    """Write the files, counting what really comes out: a header may lie."""
    left = most_bytes
    for entry in entries:
        if entry.is_dir():
            continue
        place = inner_path(into, entry.filename, file, of="the bundle")
        place.parent.mkdir(parents=True, exist_ok=True)
        with bundle.open(entry) as source, place.open("wb") as target:
            while chunk := source.read(_CHUNK):
                left -= len(chunk)
                if left < 0:
                    message = f"it unpacks to more than {most_bytes:,} bytes"
                    raise ProblemError(_problem(file, message))
                target.write(chunk)


def _problem(file: str, message: str, rule: str = "import") -> Problem:
    return Problem(
        file, message, "take the zip that a lab's last cell has packed, as it was saved", rule=rule
    )
