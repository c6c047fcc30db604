"""Whether a capture that ran may be quoted: what its device should have recorded, it has.

The judgment of the profile itself is the reader's (``evidence.profile.health``); here stands what
the capture's other files must have in common with it.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import cast

from xlagym.captures.capture import Capture
from xlagym.captures.forms import HLO, PROFILE, RUN
from xlagym.captures.packing import PackedError
from xlagym.captures.timeline import CaptureRuns
from xlagym.chips.names import backend_of
from xlagym.evidence.profile.health.faults import Verdict, Weight
from xlagym.evidence.profile.health.health import examine
from xlagym.evidence.profile.ops.op_track import DeviceKind
from xlagym.evidence.reports.run_record import RunRecord, RunRecordError
from xlagym.inputs.problems import ProblemError


def run_faults(capture: Capture) -> list[str]:
    """Return why no number may be quoted from a measured capture; nothing where one may."""
    try:
        verdicts = _verdicts(capture)
    except PackedError as error:
        return [f"{PROFILE.file}: {error}"]
    found = [str(each) for each in verdicts if each.weight is not Weight.MARKED]
    if found:
        return found
    try:
        timeline = capture.timeline
        record = capture.run_record
    except ProblemError as error:
        return [problem.message for problem in error.problems]
    except RunRecordError as error:
        return [f"{RUN.file}: {error}"]
    return [*_record_faults(record, timeline), *_stranger_faults(capture, timeline)]


def run_remarks(capture: Capture) -> list[str]:
    """Return what must be said beside the numbers of a measured capture."""
    try:
        verdicts = _verdicts(capture)
    except PackedError:
        return []
    marked = [str(each) for each in verdicts if each.weight is Weight.MARKED]
    return [*marked, *_stranger_remarks(capture)]


def _verdicts(capture: Capture) -> tuple[Verdict, ...]:
    kind = cast("DeviceKind", backend_of(capture.target))
    return examine(capture.content(PROFILE), expected=kind).verdicts


def _record_faults(record: RunRecord, timeline: CaptureRuns) -> Iterator[str]:
    count = len(timeline.runs.runs)
    if record.runs != count:
        yield f"{RUN.file} says {record.runs} runs, and the profile has {count}"
    told = tuple(run.envelope_ps for run in timeline.runs.runs)
    if record.profile_ps != told:
        yield f"the times of the runs in {RUN.file} are not those of the profile"


def _stranger_faults(capture: Capture, timeline: CaptureRuns) -> Iterator[str]:
    """The profile must be of the module whose text lies beside it, or no line can be linked."""
    strangers = _strangers(capture, timeline)
    if 2 * len(strangers) > len(timeline.ops):
        yield (
            f"the profile is of another module than {HLO.file}, which has no {_listed(strangers)}"
        )


def _stranger_remarks(capture: Capture) -> list[str]:
    try:
        strangers = _strangers(capture, capture.timeline)
    except ProblemError:
        return []
    return [f"{HLO.file} has no line for {_listed(strangers)}"] if strangers else []


def _strangers(capture: Capture, timeline: CaptureRuns) -> list[str]:
    known = {instruction.name for instruction in capture.hlo.instructions}
    return sorted(each.op.name for each in timeline.ops if each.op.name not in known)


def _listed(names: list[str]) -> str:
    return ", ".join(names[:3]) + (f" and {len(names) - 3} others" if len(names) > 3 else "")
