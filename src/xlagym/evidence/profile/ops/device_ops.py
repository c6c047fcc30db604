"""The op table: what each op of each program took on each chip."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np

from xlagym.evidence.profile.ops.async_pairs import AsyncPairs, async_pairs
from xlagym.evidence.profile.ops.op import Op, OpKey
from xlagym.evidence.profile.ops.op_track import OpTrack
from xlagym.evidence.profile.profile import Profile


@dataclass(frozen=True, slots=True)
class OpRow:
    """One op of one program on one chip, over the whole profile. Times in picoseconds."""

    plane: str
    """The chip's plane; a CPU's ops are all on the host's."""
    op: Op
    occurrences: int
    timed: int
    """Occurrences that have a time in the row's clock: divide sums by this."""
    total_ps: int
    self_ps: int
    """Total without the ops nested inside."""
    hidden_ps: int | None = None
    """For a done: how long what it waits for was under compute, summed over its pairs."""
    exposed_ps: int | None = None
    """For a done: how long that was in flight with no compute, summed. Never sum this over ops:
    they are exposed at the same time. ``ModuleRun.exposed_ps`` is the union."""


def op_table(profile: Profile, pairs: Sequence[AsyncPairs] | None = None) -> tuple[OpRow, ...]:
    """One row per chip, program and op, the longest self time first.

    Args:
        profile: what was read.
        pairs: the profile's async pairs, where they have been paired already.
    """
    pairs = async_pairs(profile) if pairs is None else pairs
    waits = {(each.plane, each.op.key): each for each in pairs}
    ops: dict[tuple[str, OpKey], Op] = {}
    sums: dict[tuple[str, OpKey], list[int]] = {}
    for track in profile.tracks:
        for op, *figures in _track_sums(track):
            key = (track.plane, op.key)
            known = sums.get(key)
            if known is None:
                ops[key], sums[key] = op, figures
            else:
                known[:] = map(int.__add__, known, figures)
    rows = (OpRow(key[0], ops[key], *figures) for key, figures in sums.items())
    table = (_with_waits(row, waits.get((row.plane, row.op.key))) for row in rows)
    return tuple(sorted(table, key=lambda row: (-row.self_ps, row.plane, row.op.name)))


def over_chips(rows: Iterable[OpRow]) -> tuple[OpRow, ...]:
    """The same table with all chips' rows of an op in one, under the empty plane name."""
    merged: dict[Hashable, OpRow] = {}
    for row in rows:
        row = replace(row, plane="")
        merged[row.op.key] = _added(merged[row.op.key], row) if row.op.key in merged else row
    return tuple(sorted(merged.values(), key=lambda row: (-row.self_ps, row.op.name)))


def _track_sums(track: OpTrack) -> Iterator[tuple[Op, int, int, int, int]]:
    """Each op of a row of a timeline, with occurrences, those timed, total and self time."""
    count = len(track.ops)
    timed = np.bincount(track.op, minlength=count)
    total, own = np.zeros(count, np.int64), np.zeros(count, np.int64)
    np.add.at(total, track.op, track.duration_ps)
    if track.nesting.self_ps is track.duration_ps:
        own = total
    else:
        np.add.at(own, track.op, track.nesting.self_ps)
    occurrences = timed + track.untimed
    figures = (each.tolist() for each in (occurrences, timed, total, own))
    return zip(track.ops, *figures, strict=True)


def _added(one: OpRow, other: OpRow) -> OpRow:
    """Two rows of one op as one."""
    return replace(
        one,
        occurrences=one.occurrences + other.occurrences,
        timed=one.timed + other.timed,
        total_ps=one.total_ps + other.total_ps,
        self_ps=one.self_ps + other.self_ps,
        hidden_ps=_sum(one.hidden_ps, other.hidden_ps),
        exposed_ps=_sum(one.exposed_ps, other.exposed_ps),
    )


def _sum(one: int | None, other: int | None) -> int | None:
    """The sum of what is recorded; None where neither is."""
    return other if one is None else one if other is None else one + other


def _with_waits(row: OpRow, pairs: AsyncPairs | None) -> OpRow:
    """A row with its pairs' hidden and exposed time, where it has pairs."""
    if pairs is None:
        return row
    return replace(
        row, hidden_ps=int(pairs.hidden_ps.sum()), exposed_ps=int(pairs.exposed_ps.sum())
    )
