"""The HLO of a real train step, longer than 18,000 lines: compiled once for CPU, then kept."""

from __future__ import annotations

import os
import subprocess
import sys
from importlib.metadata import version
from pathlib import Path

from tests.places import ROOT

LAYERS = 11
"""Layers of the transformer, unrolled, for somewhat more than 18,000 lines."""


def train_step() -> Path:
    """The text's path, under ``.cache``; compiled first if it isn't there yet."""
    folder = ROOT / ".cache" / "bench"
    path = folder / f"train-step-{LAYERS}-layers-cpu-jaxlib-{version('jaxlib')}.hlo"
    if not path.exists():
        folder.mkdir(parents=True, exist_ok=True)
        half = path.with_suffix(f".{os.getpid()}.part")
        script = [sys.executable, str(ROOT / "benchmarks/train_step.py"), str(LAYERS), str(half)]
        subprocess.run(script, check=True, env=os.environ | {"JAX_PLATFORMS": "cpu"})
        half.rename(path)
    return path
