"""What works while something is in flight, and what has nothing to hide behind.

A schedule answers by its order: what stands between a start and its done. A profile answers by
time: what is at work between the two.
"""

from __future__ import annotations

from markupsafe import Markup

from xlagym.evidence.timeline.timeline import Flight
from xlagym.gym.rounds.choices import Asked, choice_round
from xlagym.gym.rounds.round import Reveal, Round
from xlagym.gym.rounds.words import code, listed, named
from xlagym.gym.stations.timeline.scene import TimelineScene

AFTER_START = "anything after the start"
BEFORE_START = "before the start for during"
USER = "the op that needs it for the one that hides it"
ONLY_LONGEST = "the longest for all"
IN_FLIGHT = "in flight for exposed"
HIDDEN = "hidden for exposed"
SHORTEST = "short for bare"

_PREFETCH = "cross_program_prefetch_index"


def meanwhile_round(scene: TimelineScene) -> Round | None:
    """What works while one copy is in flight? None where nothing is, or where there is no choice.

    The copy that is asked about hides behind some of the ops and not all, if there is such a one.
    """
    asked = _telling(scene)
    if asked is None or len(scene.working) < 2:
        return None
    at, flight = asked
    key = tuple(each for each in flight.over if each in scene.working)
    template = "{} starts {} in the background. What works while it is in flight?"
    guesses = _meanwhile_guesses(scene, at, key)
    return choice_round(
        Asked(
            f"{scene.capture.id}/meanwhile",
            template,
            Markup(template).format(named(flight.start), _what_moves(scene, at, flight)),
            f"{scene.op(at).name} {flight.start} {[scene.op(each).name for each in key]}",
            none="Nothing does",
        ),
        [scene.choice(each) for each in scene.working],
        scene.ids(key),
        {name: scene.ids(picks) for name, picks in guesses.items()},
        {scene.id(each): _why_meanwhile(scene, each, at, flight) for each in scene.working},
        {
            scene.id(each): name
            for name, picks in reversed(guesses.items())
            for each in picks
            if each not in key
        }
        | {scene.id(each): ONLY_LONGEST for each in key if len(key) > 1},
        _meanwhile_reveal(scene, at, flight, key),
    )


def bare_round(scene: TimelineScene) -> Round | None:
    """Which of what is in flight has nothing to hide behind? None where too little is in flight."""
    if len(scene.flights) < 2:
        return None
    key = tuple(at for at, flight in scene.flights if not flight.over)
    covered = tuple(at for at, flight in scene.flights if flight.over)
    every = tuple(at for at, _ in scene.flights)
    guesses = {IN_FLIGHT: every, HIDDEN: covered}
    if covered:
        least = min(flight.in_flight for _, flight in scene.flights if flight.over)
        short = tuple(at for at, flight in scene.flights if flight.in_flight == least)
        guesses[SHORTEST] = (*key, *short)
    template = "Which of these transfers has no work to hide behind?"
    return choice_round(
        Asked(
            f"{scene.capture.id}/bare",
            template,
            Markup(template),
            "\n".join(
                f"{flight.start} {scene.op(at).name} {len(flight.over)}"
                for at, flight in scene.flights
            ),
            none="None: each has some",
        ),
        [scene.choice(at) for at in every],
        scene.ids(key),
        {name: scene.ids(picks) for name, picks in guesses.items()},
        {scene.id(at): _why_bare(scene, at, flight) for at, flight in scene.flights},
        {scene.id(at): HIDDEN for at in covered},
        _bare_reveal(scene, key),
    )


def _telling(scene: TimelineScene) -> tuple[int, Flight] | None:
    covered = [(at, flight) for at, flight in scene.flights if flight.over]
    some = [each for each in covered if len(each[1].over) < len(scene.working)]
    return max(some or covered, key=lambda each: each[1].in_flight, default=None)


def _what_moves(scene: TimelineScene, at: int, flight: Flight) -> Markup:
    start = scene.capture.hlo.instruction(flight.start)
    moved = named(start.operands[0]) if start.operands else Markup("something")
    kind = scene.op(at).opcode.removesuffix("-done")
    return Markup("a {} of {}").format(kind, moved)


def _users(scene: TimelineScene, at: int) -> tuple[int, ...]:
    """The working ops that take what arrives."""
    done = scene.op(at).name
    return tuple(
        each
        for each in scene.working
        if done in scene.capture.hlo.instruction(scene.op(each).name).operands
    )


def _meanwhile_guesses(
    scene: TimelineScene, at: int, key: tuple[int, ...]
) -> dict[str, tuple[int, ...]]:
    order = scene.working
    first = order.index(key[0])
    found = {
        AFTER_START: order[first:],
        BEFORE_START: order[:first],
        USER: _users(scene, at)[:1],
    }
    if key:
        found[ONLY_LONGEST] = (max(key, key=lambda each: scene.op(each).own or 0),)
    return found


def _why_meanwhile(scene: TimelineScene, each: int, at: int, flight: Flight) -> Markup:
    if each in flight.over:
        return Markup("{} stands after {} and before {}.").format(
            scene.name(each), named(flight.start), named(scene.op(at).name)
        )
    if each in _users(scene, at):
        return Markup("{} takes what arrives, so it has to stand after {}.").format(
            scene.name(each), named(scene.op(at).name)
        )
    first = min(flight.over, key=scene.working.index)
    where = "before" if scene.working.index(each) < scene.working.index(first) else "after"
    edge = flight.start if where == "before" else scene.op(at).name
    return Markup("{} stands {} {}.").format(scene.name(each), where, named(edge))


def _meanwhile_reveal(
    scene: TimelineScene, at: int, flight: Flight, key: tuple[int, ...]
) -> Reveal:
    names = listed([scene.name(each) for each in key])
    lines = Markup("{} is line {}, {} line {} of the optimized HLO.").format(
        named(flight.start),
        scene.shown[at].start_line,
        named(scene.op(at).name),
        scene.shown[at].line,
    )
    if scene.measured and flight.hidden is not None and flight.exposed is not None:
        means = Markup(
            "{} of its {} in flight lie under work: that much is hidden. The other {} are exposed."
        ).format(
            scene.amount(flight.hidden), scene.amount(flight.in_flight),
            scene.amount(flight.exposed),
        )  # fmt: skip
    else:
        means = Markup(
            "A scheduled module lists its ops in the order in which they are issued, so what is "
            "between the two can hide the transfer: {} by the forecast. Whether that is enough, "
            "the schedule does not say."
        ).format(scene.amount(flight.in_flight))
    return Reveal(Markup("{}.").format(names), lines, means, Markup(""))


def _why_bare(scene: TimelineScene, at: int, flight: Flight) -> Markup:
    name, start = scene.name(at), named(flight.start)
    if flight.over:
        over = listed([named(scene.op(each).name) for each in flight.over])
        verb = "works" if len(flight.over) == 1 else "work"
        return Markup("{} {} between {} and {}.").format(over, verb, start, name)
    return Markup("Nothing that takes time comes between {} and {}.").format(start, name)


def _bare_reveal(scene: TimelineScene, key: tuple[int, ...]) -> Reveal:
    if not key:
        return Reveal(
            Markup("None of them: each has some."),
            Markup("Every done stands below at least one op that works, and its start above it."),
            Markup(
                "Each is started before the work that stands between, and waited for after it: as "
                "far as that work reaches, the transfer costs nothing."
            ),
            Markup(""),
        )
    names = listed([scene.name(at) for at in key])
    shows = Markup("From start to done no op that takes time comes between.")
    if scene.measured:
        means = Markup("All of such a flight is exposed: the device has nothing else to do.")
        return Reveal(Markup("{}.").format(names), shows, means, Markup(""))
    marked = [at for at in key if _is_prefetch(scene, at)]
    if marked:
        means = Markup(
            "What is needed first can't hide behind anything of its own program. {} carries {}: "
            "such a copy may be made before the program begins, while another one still runs."
        ).format(
            listed([named(flight.start) for at, flight in scene.flights if at in marked]),
            code(_PREFETCH),
        )
    else:
        means = Markup("The first op that needs it has nothing before it to hide the transfer.")
    return Reveal(Markup("{}.").format(names), shows, means, Markup(""))


def _is_prefetch(scene: TimelineScene, at: int) -> bool:
    flight = scene.op(at).flight
    assert flight is not None, "asked for flights alone"
    return _PREFETCH in scene.capture.hlo.instruction(flight.start).attributes
