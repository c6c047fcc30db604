"""The project's own captures as texts: the tests of the readers go past the store."""

from __future__ import annotations

import io
import lzma
import tarfile
from functools import cache
from pathlib import Path

from xlagym.evidence.hlo import Module, read_hlo
from xlagym.evidence.passes import Passes, read_passes
from xlagym.evidence.stablehlo import StableModule, read_stablehlo

PROJECT = Path(__file__).parents[2]
STORE = PROJECT / "captures"
DUMPS = PROJECT / "tests" / "fixtures" / "dumps"


def compiled(pattern: str = "*") -> list[str]:
    """Ids of the captures that compiled, sorted; never empty."""
    found = sorted(path.parent.name for path in STORE.glob(f"{pattern}/optimized.hlo"))
    assert found, f"the store has no compiled capture {pattern}"
    return found


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
