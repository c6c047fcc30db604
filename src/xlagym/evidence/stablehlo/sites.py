"""Names and frames that an op of a private function has once its function is inlined.

XLA prefixes the name of the call, and the frames of the call follow those of the op. A function
that is called twice gives each of its ops two such sites. Before jax 0.5 an op of a private
function has its whole name from the start, and keeps it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from xlagym.evidence.hlo.frames import SourceFrame

_MOST = 256
"""Sites of one function that are kept: a chain of functions that call twice doubles them each."""


@dataclass(frozen=True, slots=True)
class CallSite:
    """One way to reach an op: under its own name in ``main``, or through calls of its function."""

    op_name: str
    frames: tuple[SourceFrame, ...]
    """Leaf first: the op's own, then those of the calls."""

    def under(self, call: CallSite) -> CallSite:
        """Return the site of this op in a function that is called there."""
        root = call.op_name.partition("/")[0] + "/"
        whole = root.startswith("jit(") and self.op_name.startswith(root)
        parts = (self.op_name,) if whole else (call.op_name, self.op_name)
        return CallSite("/".join(part for part in parts if part), self.frames + call.frames)


@dataclass(frozen=True, slots=True)
class FunctionCall:
    """A call of a private function."""

    caller: str
    callee: str
    site: CallSite
    applied: bool
    """Whether it stands in a region that is applied to elements: its name stays as it is."""


def call_sites(calls: Sequence[FunctionCall], main: str) -> Mapping[str, tuple[CallSite, ...]]:
    """Return for each function that is called how it is reached from ``main``, callers first.

    Functions that call each other in a circle, which no lowering makes, are left out.
    """
    waiting: dict[str, int] = {}
    by_caller: dict[str, list[FunctionCall]] = {}
    for call in calls:
        waiting[call.callee] = waiting.get(call.callee, 0) + 1
        by_caller.setdefault(call.caller, []).append(call)
    reached: dict[str, dict[CallSite, None]] = {}
    done: dict[str, tuple[CallSite, ...]] = {}
    ready = list(dict.fromkeys([main, *(name for name in by_caller if name not in waiting)]))
    while ready:
        caller = ready.pop()
        above = () if caller == main else tuple(reached.get(caller, {}))[:_MOST]
        done[caller] = above
        for call in by_caller.get(caller, ()):
            # What is inlined is renamed, loops included, but not what is applied to elements.
            ways = [call.site.under(way) for way in above] if above and not call.applied else ()
            reached.setdefault(call.callee, {}).update(dict.fromkeys(ways or [call.site]))
            waiting[call.callee] -= 1
            if waiting[call.callee] == 0:
                ready.append(call.callee)
    return done
