"""Facts from the device timeline: of a capture that ran by its profile, else by what is published.

Both answer to the same names, so that a measured capture takes a published one's place without a
change to the page that asks. A published capture knows only what its document says.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from xlagym.captures.forms import FIGURES, PROFILE, RUN
from xlagym.inputs.suggestions import nearest
from xlagym.numbers.facts.fact import Fact, FoundValue, NoFactError

if TYPE_CHECKING:
    from xlagym.captures.capture import Capture
    from xlagym.captures.timeline import CaptureRuns
    from xlagym.evidence.profile.ops.op_times import OpTimes
    from xlagym.evidence.reports.spread import Spread

_PARTS = {
    "low": "the shortest",
    "lower_quartile": "the lower quartile",
    "median": "the median",
    "upper_quartile": "the upper quartile",
    "high": "the longest",
}


def _middle(spread: Spread | None, what: str, capture: Capture) -> int:
    if spread is None:
        raise NoFactError(
            f"the profile of '{capture.manifest.id}' does not record {what}",
            "not recorded is not zero: leave it out, or ask a device that records it",
        )
    return spread.median


def _envelope(part: str) -> Callable[[Capture, str], FoundValue]:
    def find(capture: Capture, argument: str) -> FoundValue:  # noqa: ARG001
        spread = capture.timeline.runs.spread_of("envelope_ps")
        assert spread is not None, "a timeline has at least one run"
        return FoundValue(getattr(spread, part))

    return find


def _busy(capture: Capture, argument: str) -> FoundValue:  # noqa: ARG001
    return FoundValue(_middle(capture.timeline.runs.spread_of("busy_ps"), "busy time", capture))


def _waiting(capture: Capture, argument: str) -> FoundValue:  # noqa: ARG001
    return FoundValue(_middle(capture.timeline.runs.spread_of("waiting_ps"), "waiting", capture))


def _exposed(capture: Capture, argument: str) -> FoundValue:  # noqa: ARG001
    spread = capture.timeline.runs.spread_of("exposed_ps")
    return FoundValue(_middle(spread, "what is exposed", capture))


def _hidden(capture: Capture, argument: str) -> FoundValue:  # noqa: ARG001
    from xlagym.evidence.reports.spread import spread

    timeline = capture.timeline
    if not timeline.pairs:
        _middle(None, "anything in flight", capture)
    return FoundValue(_middle(spread(timeline.hidden_ps), "what is hidden", capture))


def _carriers(capture: Capture, argument: str) -> FoundValue:  # noqa: ARG001
    """Per run the time of all launched ops that carry the big intermediate; the median."""
    from xlagym.evidence.reports.spread import spread

    names = {each.instruction.name for each in capture.carriers if each.launched}
    ops = [each for each in capture.timeline.ops if each.op.name in names]
    if not ops:
        raise NoFactError(
            f"no op in the profile of '{capture.manifest.id}' carries its big intermediate",
            "ask for one op by name: timeline.op_time(…)",
        )
    total = sum((each.self_ps for each in ops[1:]), ops[0].self_ps)
    return FoundValue(_middle(spread(total), "its carriers", capture))


def _op_time(capture: Capture, argument: str) -> FoundValue:
    return FoundValue(_middle(_op(capture.timeline, capture, argument).own, argument, capture))


def _op_runs(capture: Capture, argument: str) -> FoundValue:
    return FoundValue(int(_op(capture.timeline, capture, argument).occurrences.sum()))


def _op(timeline: CaptureRuns, capture: Capture, name: str) -> OpTimes:
    found = timeline.op(name)
    if found is None:
        names = [each.op.name for each in timeline.ops]
        raise NoFactError(
            f"the profile of '{capture.manifest.id}' has no op '{name}'", nearest(name, names)
        )
    return found


def _host(part: str) -> Callable[[Capture, str], FoundValue]:
    def find(capture: Capture, argument: str) -> FoundValue:  # noqa: ARG001
        spread = capture.run_record.host
        assert spread is not None, "a record has at least one run"
        return FoundValue(getattr(spread, part), capture.line_of(RUN, f'"host_{part}_ns":'))

    return find


def _runs(capture: Capture, argument: str) -> FoundValue:  # noqa: ARG001
    return FoundValue(capture.run_record.runs, capture.line_of(RUN, '"runs":'))


def _figure(name: str) -> Callable[[Capture, str], FoundValue]:
    return lambda capture, _: _published(capture, name)


def _published(capture: Capture, argument: str) -> FoundValue:
    figures = capture.figures
    if argument not in figures:
        raise NoFactError(
            f"'{capture.manifest.id}' quotes no figure '{argument}'", nearest(argument, figures)
        )
    figure = figures[argument]
    return FoundValue(figure.value, figure.line, figure.unit, figure.source)


TIMELINE_FACTS: dict[str, Fact] = {
    **{
        f"timeline.envelope{'' if part == 'median' else f'_{part}'}": Fact(
            PROFILE, "ps", f"from a run's first op to the end of its last, {words}", _envelope(part)
        )
        for part, words in _PARTS.items()
    },
    "timeline.busy": Fact(PROFILE, "ps", "the part of a run under an op, the median", _busy),
    "timeline.waiting": Fact(PROFILE, "ps", "the part of a run that waits, the median", _waiting),
    "timeline.exposed": Fact(
        PROFILE, "ps", "in flight with no compute above it, the median", _exposed
    ),
    "timeline.hidden": Fact(PROFILE, "ps", "in flight under compute, the median", _hidden),
    "timeline.carriers": Fact(
        PROFILE, "ps", "launched ops that carry the big intermediate, the median", _carriers
    ),
    "timeline.op_time()": Fact(PROFILE, "ps", "self time of an op in a run, the median", _op_time),
    "timeline.op_runs()": Fact(PROFILE, "", "bars of an op in all runs", _op_runs),
    "timeline.runs": Fact(RUN, "", "runs that were recorded", _runs),
    **{
        f"host.{part}": Fact(RUN, "ns", f"a run by the host's clock, {words}", _host(part))
        for part, words in _PARTS.items()
    },
}
"""Of captures that ran."""

PUBLISHED_FACTS: Mapping[str, Fact] = {
    "published()": Fact(FIGURES, "", "a published figure by its name", _published),
    "timeline.envelope": Fact(FIGURES, "s", "the published length of a run", _figure("envelope")),
    "timeline.carriers": Fact(
        FIGURES, "s", "the published time of the ops that carry it", _figure("op_time")
    ),
    "timeline.hidden": Fact(
        FIGURES, "s", "the published time hidden under compute", _figure("hidden_copy")
    ),
    "timeline.runs": Fact(FIGURES, "", "the published number of runs", _figure("iterations")),
}
"""Of published captures, which answer nothing else."""
