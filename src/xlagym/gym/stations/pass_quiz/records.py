"""Which compilers run which passes: their own records of many compiles, put together by name."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from xlagym.captures.forms import PASSES
from xlagym.evidence.passes.reader import read_names
from xlagym.evidence.passes.steps import makers_of

if TYPE_CHECKING:
    from xlagym.captures.capture import Capture

CPU, OLD, TPU = "cpu", "cpu+jax-0.4.38", "tpu-v6e"
"""Compilers, as ids of captures name them behind the at sign."""
COMPILERS: Mapping[str, str] = {
    CPU: "the CPU's compiler",
    OLD: "the CPU's compiler of jax 0.4.38",
    TPU: "the TPU v6e's compiler",
}


@dataclass(frozen=True, slots=True)
class PassRun:
    """A pass in one compile."""

    runs: int
    line: int
    """Of its first run: in ``pass-log.txt`` on the CPU, in ``passes.json`` on the TPU."""
    changed: tuple[str, ...]
    """Keys of the texts that it left, each different from the one before it."""
    claims: int
    """Runs that say that they changed the module."""
    dumped: bool
    """Whether a dump is named for it."""


@dataclass(frozen=True, slots=True)
class Record:
    """The passes of one compile, pipelines left out."""

    capture: str
    compiler: str
    passes: Mapping[str, PassRun]
    size: int
    """Lines of the first text."""


@dataclass(frozen=True, slots=True)
class Records:
    """Compiles of several programs by several compilers."""

    all: tuple[Record, ...]

    def by(self, compiler: str) -> list[Record]:
        """The compiles of one compiler."""
        return [record for record in self.all if record.compiler == compiler]

    def names(self, compiler: str) -> frozenset[str]:
        """The passes that it ran for every program."""
        sets = [frozenset(record.passes) for record in self.by(compiler)]
        return frozenset.intersection(*sets) if sets else frozenset()

    def some(self, compiler: str) -> frozenset[str]:
        """The passes that it ran for at least one program."""
        return frozenset(name for record in self.by(compiler) for name in record.passes)

    def who(self, name: str) -> frozenset[str]:
        """The compilers that ran a pass for every program."""
        return frozenset(each for each in COMPILERS if name in self.names(each))


def compiler_of(capture: str) -> str:
    """What made a capture: the part of its id behind the at sign."""
    return capture.partition("@")[2]


def read_record(capture: Capture) -> Record:
    """What a compile says of its passes: its log and dumps on the CPU, else its metadata.

    Raises ProblemError where the capture has no such record.
    """
    passes = capture.passes
    left: dict[str, list[str]] = {}
    for key, run in makers_of(passes).items():
        left.setdefault(run.name, []).append(key)
    claims = Counter(run.name for run in passes.passes if run.changed)
    compiler = compiler_of(capture.id)
    if compiler == TPU:
        pipelines = {run.pipeline for run in passes.passes}
        ran = [(run.name, run.index + 1) for run in passes.passes]
    else:
        pipelines = set(capture.pass_log.pipelines)
        ran = [(run.name, run.line) for run in capture.pass_log.runs]
    counts = Counter(name for name, _ in ran)
    dumped = {run.name for run in passes.passes if run.dump is not None or compiler != TPU}
    first = dict(reversed(ran))
    return Record(
        capture.id,
        compiler,
        {
            name: PassRun(
                counts[name], first[name], tuple(left.get(name, ())), claims[name], name in dumped
            )
            for name in first
            if name not in pipelines
        },
        next(iter(passes.dumps.values())).count("\n"),
    )


def names_elsewhere(captures: Iterable[Capture]) -> Mapping[str, list[frozenset[str]]]:
    """The names that each of other compiles ran, by its compiler; read without any text."""
    found: dict[str, list[frozenset[str]]] = {compiler: [] for compiler in COMPILERS}
    for capture in captures:
        compiler = compiler_of(capture.id)
        if compiler == TPU:
            names, pipelines = read_names(capture.text(PASSES))
        else:
            log = capture.pass_log
            names, pipelines = frozenset(run.name for run in log.runs), log.pipelines
        found[compiler].append(names - pipelines)
    return found
