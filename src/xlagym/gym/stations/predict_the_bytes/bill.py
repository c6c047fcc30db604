"""What the cost model charges for a program's bytes, next to what must move at least."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from markupsafe import Markup

from xlagym.captures.forms import COST, HLO
from xlagym.chips.names import chip_name
from xlagym.evidence.hlo.fusions import kernels, launched
from xlagym.evidence.stablehlo.types import array_type
from xlagym.evidence.timeline.transfers import background
from xlagym.gym.rounds.choices import Asked, choice_round
from xlagym.gym.rounds.links import capture_link, line_link
from xlagym.gym.rounds.round import Choice, Reveal, Round
from xlagym.gym.rounds.words import code, counted
from xlagym.gym.stations.predict_the_bytes.bytes import moved
from xlagym.numbers.units.scaled import exact

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from xlagym.captures.capture import Capture
    from xlagym.evidence.hlo.shapes import Array

QUESTION = "How many bytes does the cost model charge on {}, next to those that must go in and out?"
FLOOR = "the floor for the bill"
UNFUSED = "every op by itself"
BIG = "the big intermediate out and back"
ELSEWHERE = "the bill of another backend"
ONCE = "every value once"
_EDGES = (0.95, 1.05, 1.5, 2.5, 4.5, 8.5, 16, 32, 64)
_TEXTS = (
    "less than that",
    "about as many, 0.95 to 1.05 times",
    "1.05 to 1.5 times as many",
    "1.5 to 2.5 times as many",
    "2.5 to 4.5 times as many",
    "4.5 to 8.5 times as many",
    "8.5 to 16 times as many",
    "16 to 32 times as many",
    "32 to 64 times as many",
    "64 times as many, or more",
)


@dataclass(frozen=True, slots=True)
class _Guess:
    """How many times the floor a reading comes to, and why it is no answer."""

    times: float
    why: Markup


def bucket(times: float) -> int:
    """Which of the choices a factor falls into, from 0."""
    return sum(times >= edge for edge in _EDGES)


def bill_round(capture: Capture, others: Sequence[Capture], name: str, chip: str) -> Round | None:
    """The round; None where the cost model counts no bytes, or no misreading differs."""
    charged = capture.cost.bytes_accessed
    if charged is None:
        return None
    floor = moved(capture)
    key = bucket(charged / floor)
    found: dict[int, tuple[str, _Guess]] = {}
    for told, guess in _guesses(capture, others, floor):
        if bucket(guess.times) != key:
            found.setdefault(bucket(guess.times), (told, guess))
    if not found:
        return None
    right = Markup("{}: {} for {}, {} times.").format(
        _TEXTS[key], exact(int(charged)), exact(floor), _factor(charged / floor)
    )
    why = {key: right} | {
        at: Markup("{}: {} times is {}").format(_TEXTS[at], _factor(guess.times), guess.why)
        for at, (_, guess) in found.items()
    }
    return choice_round(
        Asked(
            f"{capture.manifest.variant}/{name}",
            QUESTION,
            Markup(QUESTION).format(chip),
            f"{capture.id} {charged} {floor}",
        ),
        [Choice(f"factor-{at}", Markup(_TEXTS[at])) for at in sorted(why)],
        [f"factor-{key}"],
        {told: [f"factor-{at}"] for at, (told, _) in found.items()},
        {f"factor-{at}": text for at, text in why.items()},
        {f"factor-{at}": told for at, (told, _) in found.items()},
        _reveal(capture, others, charged, floor),
    )


def _guesses(
    capture: Capture, others: Sequence[Capture], floor: int
) -> Iterator[tuple[str, _Guess]]:
    module = capture.stablehlo
    yield (
        FLOOR,
        _Guess(1, Markup("what must go in and out. The cost model counts what each op touches.")),
    )
    if (big := capture.big) is not None:
        yield (
            BIG,
            _Guess(
                (floor + 2 * big.bytes) / floor,
                Markup("what must go in and out, and {} out and back once.").format(
                    code(big.plain)
                ),
            ),
        )
    ops = [
        op
        for op in module.ops
        if not op.applied and op.name not in ("func.call", "func.return", "stablehlo.constant")
    ]
    written = sum(array.bytes for op in ops for array in op.arrays if array is not None)
    read = sum(array.bytes for op in ops for array in _taken(op.operand_types))
    yield (
        UNFUSED,
        _Guess(
            (written + read) / floor,
            Markup("what every line of StableHLO reads and writes, as if nothing were fused."),
        ),
    )
    for other in others:
        if other.cost.bytes_accessed is not None:
            yield (
                ELSEWHERE,
                _Guess(
                    other.cost.bytes_accessed / floor,
                    Markup("the bill of {}, which fuses in another way.").format(
                        chip_name(other.target)
                    ),
                ),
            )
    once = written + sum(each.bytes for each in module.arguments)
    yield ONCE, _Guess(once / floor, Markup("every value of the program once."))


def _taken(types: Sequence[str]) -> Iterator[Array]:
    for each in types:
        if (array := array_type(each)) is not None:
            yield array


def _reveal(capture: Capture, others: Sequence[Capture], charged: float, floor: int) -> Reveal:
    line = capture.line_of(COST, '"bytes accessed":') or 1
    return Reveal(
        answer=Markup("{} times as many: {} for {}.").format(
            _factor(charged / floor), exact(int(charged)), exact(floor)
        ),
        shows=Markup("The figure is in {}.").format(
            line_link(capture.id, COST, line, f"{COST.file}, line {line}")
        ),
        means=Markup(" ").join(_means(capture, charged / floor)),
        further=Markup(" ").join(
            Markup("On {} it is {} times, for {}.").format(
                chip_name(other.target),
                _factor(other.cost.bytes_accessed / floor),
                capture_link(other.id, "another module"),
            )
            for other in others
            if other.cost.bytes_accessed is not None and _asked_before(other, capture, others)
        ),
    )


def _asked_before(other: Capture, capture: Capture, others: Sequence[Capture]) -> bool:
    """Whether the page has told the other one's bill already: targets are asked in their order."""
    return capture.target == "cpu" and other in others


def _means(capture: Capture, times: float) -> Iterator[Markup]:
    module = capture.hlo
    count = len(launched(module))
    flights = len(background(module))
    beside = f", and {counted(flights, 'transfer')} started" if flights else ""
    yield Markup(
        "The cost model adds up what each op of the optimized module takes and makes; it measures "
        "nothing. Here {} {} launched{}."
    ).format(counted(count, "fusion"), "is" if count == 1 else "are", beside)
    if any(each.opcode == "while" for each in module.instructions):
        yield Markup("It counts what is in a loop once, however often the loop runs.")
    if found := kernels(module):
        yield Markup("{} is a kernel: the cost model cannot see into it.").format(
            line_link(capture.id, HLO, found[0].line, code(f"%{found[0].name}"))
        )
    if 0.99 < times < 1.01:
        yield Markup("So no value between arguments and results is charged for.")


def _factor(times: float) -> str:
    return f"{times:.2f}" if times < 9.995 else f"{times:.1f}"
