"""At which pass an op vanishes: the join repeated on the module's text after every change."""

from __future__ import annotations

from dataclasses import dataclass

from xlagym.evidence.fusions import kernels
from xlagym.evidence.hlo import HloError, Instruction, Module, read_hlo
from xlagym.evidence.join import OpGroups, join
from xlagym.evidence.passes import Pass, Passes


@dataclass(frozen=True, slots=True)
class Step:
    """The module's text after one change."""

    run: Pass | None
    """The pass that made the change; None for the text before any, or a change between passes."""
    names: frozenset[str]
    """Instructions that it has."""
    kernels: tuple[Instruction, ...]
    """Custom calls with a kernel."""
    has: frozenset[int]
    """Indexes of the StableHLO ops that join here."""


@dataclass(frozen=True, slots=True)
class History:
    """All changes of one compile, in order."""

    steps: tuple[Step, ...]

    def vanishing(self, op: int) -> tuple[Step, Step] | None:
        """Return the last text that has an op and the one after; None for an op never seen.

        Also None for an op that the last text still has: it went after the last recorded pass.
        """
        last = max((i for i, step in enumerate(self.steps) if op in step.has), default=None)
        if last is None or last + 1 == len(self.steps):
            return None
        return self.steps[last], self.steps[last + 1]

    def imported(self, op: int) -> bool:
        """Return whether an op is in the text before the first pass."""
        return bool(self.steps) and op in self.steps[0].has

    def kernel_at(self, step: Step) -> tuple[Instruction, Step] | None:
        """Return a kernel that replaced what vanished at a step, and the step that brought it.

        It is a kernel that the step's text has and the one before lacks; after a ``dce``, one that
        the change before it brought, for that leaves what it replaced to be swept away.
        """
        place = self.steps.index(step)
        places = [place]
        if step.run is not None and step.run.name == "dce":
            places.append(place - 1)
        for here in places:
            if here < 1:
                continue
            before = {each.name for each in self.steps[here - 1].kernels}
            new = [each for each in self.steps[here].kernels if each.name not in before]
            if new:
                return new[0], self.steps[here]
        return None

    def first_seen(self, name: str) -> Step | None:
        """Return the first text that has an instruction of this name."""
        return next((step for step in self.steps if name in step.names), None)


def read_history(groups: OpGroups, passes: Passes) -> History:
    """Join the ops with every text of a compile; a text that is no HLO is passed over."""
    by_dump: dict[str, Pass] = {}
    for run in passes.changing:
        by_dump.setdefault(run.dump or "", run)
    steps = []
    for dump, text in passes.dumps.items():
        try:
            module = read_hlo(text)
        except HloError:
            continue
        steps.append(_step(groups, module, by_dump.get(dump)))
    return History(tuple(steps))


def _step(groups: OpGroups, module: Module, run: Pass | None) -> Step:
    joined = join(groups, module)
    return Step(
        run=run,
        names=frozenset(each.name for each in module.instructions),
        kernels=tuple(kernels(module)),
        has=frozenset(index for index, found in enumerate(joined.instructions) if found),
    )
