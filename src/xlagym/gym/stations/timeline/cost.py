"""Which op costs most? By the forecast's cycles, or by self time in the run that is shown."""

from __future__ import annotations

from markupsafe import Markup

from xlagym.captures.forms import FORECAST
from xlagym.gym.rounds.choices import Asked, choice_round
from xlagym.gym.rounds.round import Reveal, Round
from xlagym.gym.stations.timeline.scene import TimelineScene
from xlagym.gym.stations.timeline.words import over_runs, share

PROGRAM_ORDER = "program order for time"
IN_FLIGHT = "in flight for work"
OTHER_ESTIMATE = "another estimate for the forecast"
SIZE = "size for time"
TOTAL = "total for self"
ONE_BAR = "the longest bar for the largest sum"
OFTEN = "often for long"


def can_ask(scene: TimelineScene) -> bool:
    """Whether there is more than one op to choose from."""
    return len(_candidates(scene)) > 1 and any(scene.op(at).own for at in _candidates(scene))


def cost_round(scene: TimelineScene) -> Round | None:
    """The round; None where the key would not stand: a tie, a loop, one run against the others."""
    key = scene.timeline.costliest
    if key is None or scene.timeline.loops or not _usual(scene, key):
        return None
    candidates = _candidates(scene)
    guesses = _guesses(scene, key, candidates)
    template = (
        "Which op takes the most of this run, by its own time?"
        if scene.measured
        else "Which op costs the most cycles, by the forecast?"
    )
    return choice_round(
        Asked(
            f"{scene.capture.id}/cost",
            template,
            Markup(template),
            "\n".join(f"{scene.op(at).name} {scene.op(at).own}" for at in candidates),
        ),
        [scene.choice(at) for at in candidates],
        [scene.id(key)],
        {name: [scene.id(at)] for name, at in guesses.items()},
        {scene.id(at): _why(scene, at, key, guesses) for at in candidates},
        {scene.id(at): name for name, at in reversed(guesses.items()) if at != key},
        _reveal(scene, key),
    )


def _candidates(scene: TimelineScene) -> list[int]:
    return [
        at
        for at, op in enumerate(scene.timeline.ops)
        if op.own or op.flight is not None or (scene.measured and op.total)
    ]


def _usual(scene: TimelineScene, key: int) -> bool:
    """Whether over all runs the same op has the largest median: else this run is not like them."""
    if not scene.measured:
        return True
    medians = [op.runs.median if op.runs else 0 for op in scene.timeline.ops]
    return medians[key] == max(medians) > 0


def _guesses(scene: TimelineScene, key: int, candidates: list[int]) -> dict[str, int]:
    """By misreading, the op that it would have one choose."""
    timed = [at for at in candidates if scene.op(at).own]
    last, first = timed[-1], timed[0]
    found = {PROGRAM_ORDER: first if key == last else last}
    flights = {at: flight.in_flight for at, flight in scene.flights if flight.in_flight}
    if flights:
        found[IN_FLIGHT] = max(flights, key=lambda at: flights[at])
    estimates = {at: each.estimate for at, each in enumerate(scene.shown) if each.estimate}
    if estimates and not scene.measured:
        found[OTHER_ESTIMATE] = max(estimates, key=lambda at: estimates[at] or 0)
    sizes = {at: scene.shown[at].result_bytes for at in timed if at not in scene.spans}
    largest = [at for at, size in sizes.items() if size == max(sizes.values())]
    if key not in largest:
        found[SIZE] = largest[0]
    if scene.measured:
        found[TOTAL] = max(candidates, key=lambda at: scene.op(at).total or 0)
        found[ONE_BAR] = max(timed, key=lambda at: scene.op(at).longest or 0)
        most = max(scene.op(at).times for at in timed)
        often = [at for at in timed if scene.op(at).times == most]
        if most > 1:
            found[OFTEN] = min(often, key=lambda at: scene.op(at).own or 0)
    return found


def _why(scene: TimelineScene, at: int, key: int, guesses: dict[str, int]) -> Markup:
    """Why an op is not the costliest, or is; in the words of the misreading that leads to it."""
    op, best = scene.op(at), scene.op(key)
    own, most = scene.amount(op.own or 0), scene.amount(best.own or 0)
    if at == key:
        return Markup("{} takes {}, {} of all, more than any other.").format(
            scene.name(at), most, share(best.own or 0, scene.timeline.end)
        )
    if op.flight is not None and not scene.measured and not op.flight.over:
        return Markup(
            "The forecast gives {} no cycles: it computes nothing, and its wait is not forecast."
        ).format(scene.name(at))
    if op.flight is not None and not scene.measured:
        return Markup(
            "{} is in flight over {} of other ops' work, and works on nothing itself."
        ).format(scene.name(at), scene.amount(op.flight.in_flight))
    said = Markup("{} takes {}, {} takes {}.").format(scene.name(at), own, scene.name(key), most)
    by = next((name for name, guess in guesses.items() if guess == at), "")
    match by:
        case "program order for time":
            place = "last" if at > key else "first"
            said += f" It comes {place}: that says when it runs, not for how long."
        case "another estimate for the forecast":
            said += Markup(
                " Its {} says {}: an estimate of another kind, made for some fusions only. It "
                "is not to be mixed with the forecast."
            ).format(
                Markup("<code>window_config</code>"), f"{scene.shown[at].estimate or 0:,} cycles"
            )
        case "size for time":
            said += " Its result is the largest, but its time depends on the work behind it."
        case "total for self":
            said = Markup(
                "{} spans {}, but all of that save {} belongs to the ops inside it; {} takes {}."
            ).format(scene.name(at), scene.amount(op.total or 0), own, scene.name(key), most)
        case "the longest bar for the largest sum":
            said += f" Its one bar is the longest; the other has {best.times:,} shorter ones."
        case "often for long":
            said += f" It runs {op.times:,} times, each one short."
    return said


def _bars(scene: TimelineScene, at: int) -> Markup:
    op = scene.op(at)
    if op.times == 1:
        return Markup("It is a single bar in this run.")
    return Markup("It has {} bars in this run, the longest of {}.").format(
        f"{op.times:,}", scene.amount(op.longest or 0)
    )


def _reveal(scene: TimelineScene, key: int) -> Reveal:
    op = scene.op(key)
    part = share(op.own or 0, scene.timeline.end)
    answer = Markup("{}: {}, {} of {}.").format(
        scene.name(key),
        scene.amount(op.own or 0),
        part,
        "the run" if scene.measured else "the schedule",
    )
    if scene.measured:
        return Reveal(
            answer,
            _bars(scene, key) + over_runs(op),
            Markup(
                "Own times add up; a loop's bar would count what is inside it once more. This is "
                "one run of several, and the op that leads here also has the largest median over "
                "all of them."
            ),
            Markup(""),
        )
    return Reveal(
        answer,
        Markup("{} says so.").format(scene.line(FORECAST, f'"{op.name}":')),
        Markup(
            "The forecast is the backend's own estimate, made without running: it is the same "
            "every time, and it tells where to look first. How long the op takes on a chip, only "
            "a profile tells."
        ),
        Markup(""),
    )
