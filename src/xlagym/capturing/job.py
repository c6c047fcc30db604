"""One thing to make, as it is handed to the process that makes it."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, field
from pathlib import Path

from xlagym.capturing.targets.targets import Target, target_named

PROGRAMS = Path("labs") / "programs"
"""Where programs lie, from the project's root."""
RUNS = 20
"""Runs that are recorded unless somebody asks for another number."""


@dataclass(frozen=True, slots=True)
class Job:
    """A program's variant, a target, and the compiler options behind the label of an id."""

    project: str
    """Root of the project, absolute: no path above it may reach a file of the store."""
    program: str
    """Stem of a file in ``labs/programs/``."""
    variant: str
    target: str
    label: str = ""
    """What stands after ``+`` in the id; empty for the compiler's defaults."""
    options: dict[str, str] = field(default_factory=dict)
    toolchain: dict[str, str] = field(default_factory=dict)
    """Package to version, such as ``jax`` to ``0.4.38``; empty for the versions installed."""
    runs: int = RUNS
    """Runs inside the window, where the target is a device to run on."""

    @property
    def id(self) -> str:
        """Id of the capture: ``attention-s1024@tpu-v6e``."""
        return f"{self.variant}@{self.target}" + (f"+{self.label}" if self.label else "")

    @property
    def called(self) -> str:
        """What problems with its compile are about: its id."""
        return self.id

    @property
    def advice(self) -> str:
        """What a person can do where the compiler gives up."""
        return "mend the program, its shapes, or the options of its entry in labs/matrix.yml"

    @property
    def on(self) -> Target:
        """The target, whose name is known: the matrix has been checked."""
        return target_named(self.target)

    @property
    def source_file(self) -> str:
        """The program's file, from the project's root, with forward slashes."""
        return (PROGRAMS / f"{self.program}.py").as_posix()

    @property
    def source_path(self) -> Path:
        """The program's file on this machine."""
        return Path(self.project) / PROGRAMS / f"{self.program}.py"

    def to_json(self) -> str:
        """Write the job for the process that does it."""
        return json.dumps(asdict(self))

    @staticmethod
    def from_json(text: str) -> Job:
        """Read what ``to_json`` wrote."""
        return Job(**json.loads(text))
