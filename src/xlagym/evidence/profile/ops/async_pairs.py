"""What runs in the background: each start with its done, and how much of it compute hides.

A TPU's row of ops has a short bar where a copy or a collective is started and a bar where it is
waited for; the done's operand names its start. In flight is from the one to the other, *hidden*
the part of that under bars of compute, *exposed* the rest, *own wait* the done's bar. The chips'
rows of async events are no source: they are in another clock, and not every chip has them.

A GPU runs such things as kernels on a stream of their own: there in flight is the kernel's bar,
hidden the part under compute on the chip's other streams, and no own wait is recorded.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from xlagym.evidence.profile.ops.compute_time import CoveredBefore, OtherRows
from xlagym.evidence.profile.ops.op import Op, OpKey, OpRole
from xlagym.evidence.profile.ops.op_track import OpTrack
from xlagym.evidence.profile.profile import Profile
from xlagym.evidence.profile.runs.intervals import Picoseconds
from xlagym.evidence.reports.spread import Spread, spread

_LONGEST_CHAIN: Final = 16


@dataclass(frozen=True, slots=True, eq=False)
class AsyncPairs:
    """All pairs of one async op on one chip, in order. One element a pair, in picoseconds."""

    plane: str
    op: Op
    """The op that waits; on a GPU the kernel's op."""
    start_op: Op
    """The op that started it; on a GPU the same."""
    start_ps: Picoseconds
    """Start of the start's bar."""
    end_ps: Picoseconds
    """End of the done's bar."""
    hidden_ps: Picoseconds
    own_wait_ps: Picoseconds | None
    """The done's bar; None where the device records no waiting."""
    unpaired: int
    """Dones without a start and starts without a done: cut by the window, or lost."""

    @property
    def in_flight_ps(self) -> Picoseconds:
        """From start to done."""
        return self.end_ps - self.start_ps

    @property
    def exposed_ps(self) -> Picoseconds:
        """In flight with no compute to hide it."""
        return self.in_flight_ps - self.hidden_ps

    @property
    def in_flight(self) -> Spread | None:
        """In flight: the middle and the spread."""
        return spread(self.in_flight_ps)

    @property
    def hidden(self) -> Spread | None:
        """Hidden: the middle and the spread."""
        return spread(self.hidden_ps)

    @property
    def exposed(self) -> Spread | None:
        """Exposed: the middle and the spread."""
        return spread(self.exposed_ps)

    @property
    def own_wait(self) -> Spread | None:
        """Own wait: the middle and the spread."""
        return None if self.own_wait_ps is None else spread(self.own_wait_ps)


def async_pairs(profile: Profile) -> tuple[AsyncPairs, ...]:
    """The pairs of every async op on every chip."""
    found: list[AsyncPairs] = []
    for tracks in profile.tracks_by_plane.values():
        others = OtherRows(tracks)
        for track in tracks:
            paired = list(_paired(track))
            found += paired or (_kernels(track, others) if track.device == "gpu" else ())
    return tuple(found)


def _paired(track: OpTrack) -> Iterator[AsyncPairs]:
    """The dones of a row of ops, with their starts."""
    dones = [at for at, op in enumerate(track.ops) if op.role is OpRole.DONE]
    if not dones:
        return
    number = {op.key: at for at, op in enumerate(track.ops)}
    covered = CoveredBefore(track)
    bars = _bars_by_op(track)
    for done in dones:
        start = _start_of(track.ops[done], track.ops, number)
        if start is not None:
            yield _pair_up(track, (start, done), (bars[start], bars[done]), covered)


def _bars_by_op(track: OpTrack) -> Sequence[NDArray[np.int64]]:
    """For each op of a row the indices of its bars, in order."""
    few = len(track.ops) <= np.iinfo(np.uint16).max
    # Sixteen bits are sorted by counting.
    order = np.argsort(track.op.astype(np.uint16) if few else track.op, kind="stable")
    ends = np.cumsum(np.bincount(track.op, minlength=len(track.ops)))
    return np.split(order, ends[:-1])


def _start_of(done: Op, ops: Sequence[Op], number: Mapping[OpKey, int]) -> int | None:
    """Index of the start that a done waits for, through any updates between them."""
    op = done
    for _ in range(_LONGEST_CHAIN):
        names = op.operands or (op.name.replace("-done", "-start"),)
        at = next(
            (number[key] for name in names if (key := (op.program_id, op.module, name)) in number),
            None,
        )
        if at is None or ops[at].opcode != "async-update":
            return at if at is not None and ops[at].role is OpRole.START else None
        op = ops[at]
    return None


def _pair_up(
    track: OpTrack,
    ops: tuple[int, int],
    bars: tuple[NDArray[np.int64], NDArray[np.int64]],
    covered: CoveredBefore,
) -> AsyncPairs:
    """Each done with the last start before it; a start is taken once."""
    starts, dones = bars
    latest = _latest(track.start_ps[starts], track.start_ps[dones])
    # Two dones after one start: only the first can be its own.
    taken = latest >= 0
    taken[1:] &= latest[1:] != latest[:-1]
    first, last = starts[latest[taken]], dones[taken]
    return AsyncPairs(
        plane=track.plane,
        op=track.ops[ops[1]],
        start_op=track.ops[ops[0]],
        start_ps=track.start_ps[first],
        end_ps=track.start_ps[last] + track.duration_ps[last],
        hidden_ps=covered.ends(last) - covered.starts(first),
        own_wait_ps=track.duration_ps[last],
        unpaired=starts.size + dones.size - 2 * first.size,
    )


def _latest(starts: Picoseconds, moments: Picoseconds) -> NDArray[np.int64]:
    """Index of the last start at or before each moment, -1 where there is none; both sorted."""
    if starts.size == moments.size and bool(
        ((starts <= moments) & (np.append(starts[1:], np.iinfo(np.int64).max) > moments)).all()
    ):  # As it is in a loop: start, done, start, done.
        return np.arange(starts.size)
    found: NDArray[np.int64] = np.searchsorted(starts, moments, side="right") - 1
    return found


def _kernels(track: OpTrack, others: OtherRows) -> Iterator[AsyncPairs]:
    """The kernels of a GPU's stream that talk to others, under compute of the other streams."""
    roles = (OpRole.START, OpRole.COMMUNICATION)
    chosen = [at for at, op in enumerate(track.ops) if op.role in roles]
    if not chosen:
        return
    bars = _bars_by_op(track)
    for at in chosen:
        start, end = track.start_ps[bars[at]], track.end_ps[bars[at]]
        yield AsyncPairs(
            plane=track.plane,
            op=track.ops[at],
            start_op=track.ops[at],
            start_ps=start,
            end_ps=end,
            hidden_ps=others.compute_between(track, start, end),
            own_wait_ps=None,
            unpaired=0,
        )
