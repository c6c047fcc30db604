"""The device in this machine that a program shall run on.

``python -m xlagym.capturing.targets.device BACKEND FILE`` writes what the first device of a backend
(``cpu``, ``tpu``, ``gpu``) calls itself, or nothing where there is none: asking takes the device,
so it is asked in a process of its own.
"""

from __future__ import annotations

import sys
from pathlib import Path
from threading import Event
from typing import Any

from xlagym.capturing.child import run_child
from xlagym.capturing.targets.targets import Target, target_named
from xlagym.inputs.problems import Problem, ProblemError

_CPU_INFO = Path("/proc/cpuinfo")


def present(target: Target) -> Any:
    """Return this machine's first device if it is what ``target`` names (a ``jax.Device``).

    Raises ProblemError, with the runtime's own words, where there is none or another one.
    """
    device = _first(target.backend, target.name)
    if not target.fits(device.device_kind):
        raise ProblemError(
            _problem(
                target.name,
                f"it runs on {' or '.join(target.chip.kinds)}, and this machine has"
                f" {device.device_kind}",
            )
        )
    return device


def device_name(device: Any) -> str:
    """Return what a device calls itself; a CPU, which says just ``cpu``, by its model."""
    if device.platform != "cpu":
        return str(device.device_kind)
    for line in _CPU_INFO.read_text(errors="replace").splitlines() if _CPU_INFO.exists() else ():
        name, _, model = line.partition(":")
        if name.strip() == "model name" and model.strip():
            return f"CPU, {model.strip()}"
    return "CPU"


def keep_of(target: Target) -> tuple[str, ...]:
    """Prefixes of environment variables that tell libtpu where its chips are."""
    return ("TPU_",) if target.backend == "tpu" else ()


def kind_here(target: Target, work: Path) -> str:
    """Return what this machine's device of ``target``'s backend calls itself, empty if none."""
    found = work / f"{target.backend}.txt"
    arguments = [target.backend, str(found)]
    module = "xlagym.capturing.targets.device"
    run_child(module, arguments, target.environment(), work, Event(), keep_of(target))
    return found.read_text(encoding="utf-8") if found.exists() else ""


def fitting(names: set[str], work: Path) -> dict[str, str]:
    """Return, for each target name that runs on a device, ``""`` if it is here, else why not."""
    kinds: dict[str, str] = {}
    found = {}
    for name in sorted(names):
        target = target_named(name)
        if target.backend not in kinds:
            kinds[target.backend] = kind_here(target, work)
        kind = kinds[target.backend]
        wanted = " or ".join(target.chip.kinds)
        if not kind:
            found[name] = f"it needs {wanted}, and this machine has no {target.backend.upper()}"
        else:
            fits = target.fits(kind)
            found[name] = "" if fits else f"it needs {wanted}, and this machine has {kind}"
    return found


def _first(backend: str, name: str) -> Any:
    import jax

    try:
        return jax.local_devices(backend=backend)[0]
    except RuntimeError as error:
        message = f"this machine's {backend.upper()} can't be reached: {error}"
        raise ProblemError(_problem(name, message)) from error


def _problem(name: str, message: str) -> Problem:
    return Problem(
        name,
        message,
        "run it where the device is (labs/profile-bytes.ipynb does so on Colab), with no other"
        " process holding it, then: xlagym import FILE.zip",
        rule="device",
    )


def main(arguments: list[str]) -> int:
    """Write what the device of a backend calls itself."""
    try:
        device = _first(arguments[0], arguments[0])
    except ProblemError:
        return 1
    Path(arguments[1]).write_text(device.device_kind, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
