"""How much of a run is idle, or exposed? Amounts of time, each wrong one from a named misreading.

Asked of a measured run alone: a schedule knows no gaps and no arrivals.
"""

from __future__ import annotations

from collections.abc import Mapping

from markupsafe import Markup

from xlagym.evidence.timeline.timeline import BarKind
from xlagym.gym.rounds.amounts import Guess, amount_round
from xlagym.gym.rounds.choices import Asked
from xlagym.gym.rounds.round import Reveal, Round
from xlagym.gym.stations.timeline.scene import TimelineScene
from xlagym.gym.stations.timeline.words import amount, share

NS_FOR_PS = "ns for ps"
LONGEST_GAP = "the longest gap for all of them"
SPREAD = "spread for idle"
NOT_COSTLIEST = "idle for whatever is not the costliest op"
SUMMED = "a sum over ops for their union"
IN_FLIGHT = "in flight for exposed"
OWN_WAIT = "one op's wait for all waiting"
_AS_NS = "That takes the profile's picoseconds for nanoseconds."
LEAST = 3
"""Wrong amounts that a round needs at least."""


def idle_round(scene: TimelineScene) -> Round | None:
    """How much of this run has no op at all? None where it ran without a gap, or did not run."""
    runs = scene.timeline.runs
    if runs is None or not (idle := _length(scene) - runs.busy):
        return None
    gaps = _gaps(scene)
    costliest = scene.timeline.costliest
    guesses = {
        NS_FOR_PS: Guess(idle * 1000, Markup(_AS_NS)),
        LONGEST_GAP: Guess(
            max(gaps, default=0),
            Markup("That is the longest of {} gaps.").format(f"{len(gaps):,}"),
        ),
        SPREAD: Guess(
            runs.length.high - runs.length.low,
            Markup("That is how far the shortest and the longest run lie apart."),
        ),
    }
    if costliest is not None:
        guesses[NOT_COSTLIEST] = Guess(
            _length(scene) - (scene.op(costliest).own or 0),
            Markup("That is the run without {}; other ops work then.").format(
                scene.name(costliest)
            ),
        )
    return _amounts(
        scene,
        "idle",
        "How much of this run has no op at all?",
        Guess(idle, Markup("The run, less the time that its bars cover.")),
        guesses,
        Reveal(
            Markup("{}, {} of the run.").format(amount(idle, "ps"), share(idle, _length(scene))),
            Markup("The run lasts {}; its bars, laid together, cover {}.").format(
                amount(_length(scene), "ps"), amount(runs.busy, "ps")
            ),
            Markup(
                "Between two bars nothing of the program runs, and many short ops leave many such "
                "gaps. The compiler's texts say nothing about them: only a profile shows them."
            ),
            Markup(""),
        ),
    )


def exposed_round(scene: TimelineScene) -> Round | None:
    """How long is something in flight with nothing at work? None where nothing is in flight."""
    runs = scene.timeline.runs
    if runs is None or not scene.flights or not runs.exposed:
        return None
    flights = [flight for _, flight in scene.flights]
    longest = max(flights, key=lambda each: each.in_flight)
    waits = [flight.own_wait or 0 for flight in flights]
    guesses = {
        SUMMED: Guess(
            sum(flight.exposed or 0 for flight in flights),
            Markup("Several are in flight at once: summed, the same moment counts more than once."),
        ),
        IN_FLIGHT: Guess(
            longest.in_flight,
            Markup("That is how long the longest is in flight; work goes on for part of it."),
        ),
        OWN_WAIT: Guess(max(waits), Markup("That is how long one op waits; others wait as well.")),
        NS_FOR_PS: Guess(runs.exposed * 1000, Markup(_AS_NS)),
    }
    return _amounts(
        scene,
        "exposed",
        "How long is something in flight in this run, with nothing at work?",
        Guess(
            runs.exposed,
            Markup("The time with something in flight, less the time in which an op works."),
        ),
        guesses,
        Reveal(
            Markup("{}, {} of the run.").format(
                amount(runs.exposed, "ps"), share(runs.exposed, _length(scene))
            ),
            Markup("Lay the rows of what is in flight together, and take away the bars of work."),
            Markup(
                "This is the time that a better overlap could win back. Read it once for the run, "
                "never op by op: what is exposed at the same moment would count twice."
            ),
            Markup(""),
        ),
    )


def _amounts(
    scene: TimelineScene,
    kind: str,
    question: str,
    key: Guess,
    guesses: Mapping[str, Guess],
    reveal: Reveal,
) -> Round | None:
    """A round of amounts of time; nothing in no time is no answer here."""
    return amount_round(
        Asked(f"{scene.capture.id}/{kind}", question, Markup(question), str(key.value)),
        key,
        {name: guess for name, guess in guesses.items() if guess.value > 0},
        lambda value: amount(value, "ps"),
        reveal,
        LEAST,
    )


def _length(scene: TimelineScene) -> int:
    """Of the shown run on the first chip."""
    chip = scene.timeline.rows[0].chip
    return max(bar.end for row in scene.timeline.rows if row.chip == chip for bar in row.bars)


def _gaps(scene: TimelineScene) -> list[int]:
    """Lengths of the stretches of the first chip's run with no op."""
    chip = scene.timeline.rows[0].chip
    bars = sorted(
        (bar.start, bar.end)
        for row in scene.timeline.rows
        if row.chip == chip
        for bar in row.bars
        if bar.kind in (BarKind.WORK, BarKind.WAIT, BarKind.MARK)
    )
    gaps, reach = [], 0
    for start, end in bars:
        if start > reach:
            gaps.append(start - reach)
        reach = max(reach, end)
    return gaps
