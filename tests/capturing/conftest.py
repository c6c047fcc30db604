"""Small projects to capture: programs in a folder of their own."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.places import ROOT

PROJECT = ROOT
GOOD = """\
import jax.numpy as jnp

from xlagym.capturing import Variant


def double(x):
    return x + x


def wave(x):
    y = jnp.sin(double(x))
    return y * y


VARIANTS = {
    "wave": Variant(wave, args=["f32[256,512]"], tensors={"sines": "jnp.sin(double(x))"}),
}
"""

type MakeProject = Callable[..., Path]


@pytest.fixture
def project(tmp_path: Path) -> MakeProject:
    """Lay down a project: a matrix, and programs by name."""

    def make(matrix: str, folder: str = "project", **programs: str) -> Path:
        root = tmp_path / folder
        (root / "labs" / "programs").mkdir(parents=True)
        (root / "labs" / "matrix.yml").write_text(matrix)
        for name, text in programs.items():
            (root / "labs" / "programs" / f"{name}.py").write_text(text)
        return root

    return make


def entry(program: str, variant: str, targets: str, more: str = "") -> str:
    """One entry of a matrix."""
    return f"- program: {program}\n  variants: [{variant}]\n  targets: [{targets}]\n{more}"
