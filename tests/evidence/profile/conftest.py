"""Where other people's profiles lie, and a CPU profile recorded on the spot."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.places import ROOT

EVIDENCE = ROOT.parent / "shared" / "evidence"

RECORD = """
import sys
import jax, jax.numpy as jnp
from jax import lax

def step(carry, _):
    return jnp.tanh(carry @ carry), carry.sum()

@jax.jit
def looped(x):
    last, sums = lax.scan(step, x, None, length=5)
    return jnp.exp(last - last.max(-1, keepdims=True)), sums

x = jnp.full((64, 64), 0.01)
jax.block_until_ready(looped(x))
options = jax.profiler.ProfileOptions()
options.python_tracer_level = 0
with jax.profiler.trace(sys.argv[1], profiler_options=options):
    for _ in range(4):
        jax.block_until_ready(looped(x))
"""


@pytest.fixture(scope="session")
def shared() -> Callable[[str], bytes]:
    """Bytes of a real profile from the folder beside the project, which not everybody has."""

    def read(name: str) -> bytes:
        path = EVIDENCE / name
        if not path.is_file():
            pytest.skip(f"needs {name} in ../shared/evidence, which is not in the project")
        return path.read_bytes()

    return read


@pytest.fixture(scope="session")
def cpu_trace(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a trace of four runs of a small looped program on this machine's CPU."""
    folder = tmp_path_factory.mktemp("cpu_trace")
    command = [sys.executable, "-c", RECORD, str(folder)]
    environment = {"JAX_PLATFORMS": "cpu", "PATH": "/usr/bin:/bin", "HOME": str(folder)}
    done = subprocess.run(
        command, check=False, capture_output=True, text=True, env=environment, timeout=120
    )
    assert done.returncode == 0, done.stderr[-2000:]
    (found,) = folder.glob("**/*.xplane.pb")
    return found.parent


@pytest.fixture(scope="session")
def cpu_xplane(cpu_trace: Path) -> Path:
    """The recorded XSpace."""
    (found,) = cpu_trace.glob("*.xplane.pb")
    return found
