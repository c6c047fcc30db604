"""At which pass an op vanishes: the join repeated on the module's text after every change."""

from __future__ import annotations

from dataclasses import dataclass

from xlagym.evidence.hlo.fusions import kernels
from xlagym.evidence.hlo.reader import HloError, Instruction, Module, read_hlo
from xlagym.evidence.origins.join import OpGroups, join, op_groups
from xlagym.evidence.passes.reader import Pass, Passes
from xlagym.evidence.stablehlo.reader import StableModule


@dataclass(frozen=True, slots=True)
class VanishingStep:
    """The module's text after one change."""

    run: Pass | None
    """The pass that made the change; None for the text before any, or a change between passes."""
    names: frozenset[str]
    """Instructions that it has."""
    kernels: tuple[Instruction, ...]
    """Custom calls with a kernel."""
    has: frozenset[int]
    """Indexes of the StableHLO ops that join here."""
    hints: frozenset[int]
    """Indexes of those that would, under the names that private functions' ops have at first."""


@dataclass(frozen=True, slots=True)
class History:
    """All changes of one compile, in order."""

    steps: tuple[VanishingStep, ...]

    def vanishing(self, op: int) -> VanishingStep | None:
        """Return the first text without an op that the one before still has.

        None for an op never seen, and for one that the last text has: it went after that.
        """
        return self._after([op in step.has for step in self.steps])

    def inlining(self, call: int) -> VanishingStep | None:
        """Return the same for a call, which may stand in a function that is itself inlined."""
        return self._after([call in step.has or call in step.hints for step in self.steps])

    def _after(self, seen: list[bool]) -> VanishingStep | None:
        last = max((place for place, here in enumerate(seen) if here), default=len(seen))
        return self.steps[last + 1] if last + 1 < len(self.steps) else None

    def stays(self, op: int) -> bool:
        """Return whether an op is in the text after the last change."""
        return bool(self.steps) and op in self.steps[-1].has

    def imported(self, op: int) -> bool:
        """Return whether an op is in the text before the first pass."""
        return bool(self.steps) and (op in self.steps[0].has or op in self.steps[0].hints)

    def kernel_at(self, step: VanishingStep) -> tuple[Instruction, VanishingStep] | None:
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

    def first_seen(self, name: str) -> VanishingStep | None:
        """Return the first text that has an instruction of this name."""
        return next((step for step in self.steps if name in step.names), None)


def read_history(stable: StableModule, passes: Passes, columns: bool = True) -> History:
    """Join the ops with every text of a compile; a text that is no HLO is passed over.

    ``columns`` says whether the texts have any.
    """
    by_dump: dict[str, Pass] = {}
    for run in passes.changing:
        by_dump.setdefault(run.dump or "", run)
    groups = op_groups(stable, columns=columns)
    hints = op_groups(stable, own_names=True, columns=columns)
    # Until a shard_map's body is inlined its ops have short names, but places in the source.
    placed = frozenset(op.index for op in stable.ops if op.own.frames)
    steps = []
    for dump, text in passes.dumps.items():
        try:
            module = read_hlo(text)
        except HloError:
            continue
        hinted = _found(hints, module)
        steps.append(
            VanishingStep(
                run=by_dump.get(dump),
                names=frozenset(each.name for each in module.instructions),
                kernels=tuple(kernels(module)),
                has=_found(groups, module) | (hinted & placed),
                hints=hinted,
            )
        )
    return History(tuple(steps))


def _found(groups: OpGroups, module: Module) -> frozenset[int]:
    if not groups.by_key:
        return frozenset()
    joined = join(groups, module).instructions
    return frozenset(index for index, found in enumerate(joined) if found)
