"""Compute before bars and on other rows, against the union that is asked moment by moment."""

from __future__ import annotations

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from xlagym.evidence.profile.ops.compute_time import CoveredBefore, OtherRows
from xlagym.evidence.profile.ops.op import Op
from xlagym.evidence.profile.ops.op_events import OpEvents, op_tracks_of
from xlagym.evidence.profile.ops.op_track import OpTrack
from xlagym.evidence.profile.runs.intervals import union

OPS = [Op(1, "m", name, opcode=name) for name in ("dot", "while", "copy-start", "copy-done")]
BARS = st.lists(
    st.tuples(st.integers(0, 3), st.integers(0, 60), st.integers(0, 25)), min_size=1, max_size=25
)


def tracks_of(rows: list[list[tuple[int, int, int]]]) -> list[OpTrack]:
    """Rows of bars, each an op, a start and a duration."""
    bars = [bar for row in rows for bar in row]
    op, start, duration = (np.array(each, np.int64) for each in zip(*bars, strict=True))
    line = np.repeat(np.arange(len(rows)), [len(row) for row in rows])
    names = [str(at) for at in range(len(rows))]
    return list(op_tracks_of(OpEvents("chip", names, line, "gpu", OPS, op, start, duration)))


@settings(max_examples=200, deadline=None)
@given(BARS)
def test_compute_before_bars(row: list[tuple[int, int, int]]) -> None:
    (track,) = tracks_of([row])
    covered, cover = CoveredBefore(track), track.compute
    bars = np.arange(track.op.size)
    assert covered.starts(bars).tolist() == cover.until(track.start_ps).tolist()
    for some in (bars, bars[::2], bars[-1:]):
        assert covered.ends(some).tolist() == cover.until(track.end_ps[some]).tolist()


@settings(max_examples=200, deadline=None)
@given(st.lists(BARS, min_size=1, max_size=5))
def test_compute_of_other_rows(rows: list[list[tuple[int, int, int]]]) -> None:
    tracks = tracks_of(rows)
    start = np.arange(0, 80)
    end = start + 7
    others = OtherRows(tracks)
    for track in tracks:
        covers = [other.compute for other in tracks if other is not track]
        expected = union(
            np.concatenate([np.zeros(0, np.int64), *(cover.start for cover in covers)]),
            np.concatenate([np.zeros(0, np.int64), *(cover.end for cover in covers)]),
        )
        between = others.compute_between(track, start, end)
        assert between.tolist() == expected.between(start, end).tolist()


@settings(max_examples=200, deadline=None)
@given(st.lists(BARS, min_size=1, max_size=5))
def test_lines_together_are_what_they_are_alone(rows: list[list[tuple[int, int, int]]]) -> None:
    for track, row in zip(tracks_of(rows), rows, strict=True):
        (alone,) = tracks_of([row])
        assert (track.ops, track.clock, track.run_id) == (alone.ops, "own", None)
        for name in ("op", "start_ps", "duration_ps", "own_start_ps", "untimed"):
            assert getattr(track, name).tolist() == getattr(alone, name).tolist()
        assert track.nesting.self_ps.tolist() == alone.nesting.self_ps.tolist()
        assert track.nesting.spans_others.tolist() == alone.nesting.spans_others.tolist()
