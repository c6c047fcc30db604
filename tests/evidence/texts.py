"""The project's own captures as texts: the tests of the readers go past the store."""

from __future__ import annotations

import io
import lzma
import tarfile
from functools import cache

from tests.places import ROOT
from xlagym.evidence.hlo.reader import Module, read_hlo
from xlagym.evidence.passes.reader import Passes, read_passes
from xlagym.evidence.stablehlo.reader import StableModule, read_stablehlo

PROJECT = ROOT
STORE = PROJECT / "captures"
DUMPS = PROJECT / "tests" / "fixtures" / "dumps"


def compiled(pattern: str = "*", having: str = "optimized.hlo") -> list[str]:
    """Ids of the captures that compiled, and that have a file, sorted; never empty."""
    found = sorted(path.parent.name for path in STORE.glob(f"{pattern}/{having}"))
    assert found, f"the store has no compiled capture {pattern}"
    return found


def one_chip() -> list[str]:
    """Ids of the captures that compiled for one chip: what they say of memory is of the whole."""
    return [capture for capture in compiled() if not sharded(capture)]


def sharded(capture: str) -> bool:
    """Whether a capture is of a program that is spread over the chips of a pod."""
    return "mhlo.num_partitions = 1 : i32" not in text(capture, "stablehlo.mlir")


@cache
def text(capture: str, name: str) -> str:
    """One file of a capture, unpacked where it is packed."""
    packed = STORE / capture / f"{name}.xz"
    if packed.exists():
        return lzma.decompress(packed.read_bytes()).decode("utf-8")
    return (STORE / capture / name).read_text(encoding="utf-8")


@cache
def stable(capture: str) -> StableModule:
    """Its StableHLO, with Python frames."""
    return read_stablehlo(text(capture, "stablehlo.mlir"), text(capture, "stablehlo.debug.mlir"))


@cache
def hlo(capture: str) -> Module:
    """Its optimized module."""
    return read_hlo(text(capture, "optimized.hlo"))


@cache
def passes(capture: str) -> Passes:
    """Its passes and the texts between them."""
    return read_passes(text(capture, "passes.json"), text(capture, "passes.txt"))


@cache
def dumps(name: str) -> dict[str, str]:
    """Real dumps of one compile by file name: all of them, also those that show no change."""
    packed = io.BytesIO(lzma.decompress((DUMPS / f"{name}.tar.xz").read_bytes()))
    with tarfile.open(fileobj=packed) as archive:
        found = {}
        for member in archive.getmembers():
            content = archive.extractfile(member)
            assert content is not None
            found[member.name] = content.read().decode("utf-8")
    return found
