"""Decisions of one chip in words, and how two chips differ; for GYM·16 and its tables."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING, Final

from markupsafe import Markup, escape

from xlagym.captures.decisions import NOWHERE
from xlagym.captures.forms import HLO
from xlagym.chips.names import chip_name
from xlagym.gym.rounds.links import capture_link, line_link
from xlagym.gym.rounds.words import code, counted, listed

if TYPE_CHECKING:
    from xlagym.captures.decisions import Decision
    from xlagym.gym.stations.which_chip.rows import RunningRow, Seen

TELLING: Final = (
    "spaces",
    "big",
    "kernels",
    "flights",
    "converts",
    "tilings",
    "nested",
    "launched",
)
"""Decisions, what tells chips apart best first."""
LABELS: Final[Mapping[str, str]] = {
    "spaces": "memories in use",
    "big": "the biggest value between arguments and results",
    "kernels": "kernels",
    "flights": "transfers in the background",
    "converts": "converts between types",
    "tilings": "tilings",
    "nested": "fusions nested",
    "launched": "fusions launched",
}


def short(decision: Decision) -> Markup:
    """A decision as a cell of a table has it."""
    texts = decision.compared
    if decision.name in ("spaces", "tilings"):
        return listed([code(text) if " " in text else escape(text) for text in texts])
    if decision.name == "big":
        return listed([_placed(text) for text in texts]) or Markup("none")
    if not texts:
        return Markup("none")
    if decision.name == "kernels":
        return listed([code(text) for text in texts])
    counts = Counter(texts)
    if decision.name == "flights":
        return listed(
            [
                Markup("{} × {}").format(count, text.replace(", ahead", " ahead"))
                for text, count in counts.items()
            ]
        )
    parts = [
        Markup("{} {}").format(
            count, code(text) if decision.name in ("nested", "launched") else text
        )
        for text, count in counts.items()
    ]
    return Markup(", ").join(parts)


def _placed(text: str) -> Markup:
    array, _, space = text.rpartition(" in ")
    return Markup("{} in {}").format(code(array), space) if array else escape(text)


def _says_big(decision: Decision) -> Markup:
    if NOWHERE in decision.compared:
        return Markup("keeps its biggest intermediate inside fusions")
    return Markup("makes its biggest intermediate as {}").format(short(decision))


def _says_spaces(decision: Decision) -> Markup:
    return Markup("puts results in {}").format(short(decision))


def _says_kernels(decision: Decision) -> Markup:
    return Markup("calls {}").format(short(decision) if decision.points else "no kernel")


def _says_flights(decision: Decision) -> Markup:
    if not decision.points:
        return Markup("starts no transfer in the background")
    return Markup("starts {} in the background ({})").format(
        counted(len(decision.points), "transfer"), short(decision)
    )


def _says_converts(decision: Decision) -> Markup:
    if not decision.points:
        return Markup("holds no {}").format(code("convert"))
    return Markup("converts {} ({})").format(
        counted(len(decision.points), "value"), short(decision)
    )


def _says_tilings(decision: Decision) -> Markup:
    return Markup("lays results out as {}").format(short(decision))


def _says_fusions(verb: str) -> Callable[[Decision], Markup]:
    return lambda decision: Markup("{} {}").format(
        verb, counted(len(decision.points), "fusion") if decision.points else "no fusion"
    )


_SAYS: Final[Mapping[str, Callable[[Decision], Markup]]] = {
    "spaces": _says_spaces,
    "big": _says_big,
    "kernels": _says_kernels,
    "flights": _says_flights,
    "converts": _says_converts,
    "tilings": _says_tilings,
    "nested": _says_fusions("nests"),
    "launched": _says_fusions("launches"),
}


def says(seen: Seen, name: str) -> Markup:
    """What a chip's module does in one point: ``starts 2 transfers in the background``."""
    return _SAYS[name](seen.decided[name])


def differing(one: Seen, other: Seen) -> list[str]:
    """Names of the decisions in which two chips differ, the most telling first."""
    return [name for name in TELLING if one.decided[name].compared != other.decided[name].compared]


def contrast(key: Seen, other: Seen) -> Markup:
    """How another chip's module differs from the one that is asked for."""
    names = differing(key, other)[:2]
    if not names:
        return _first_row(key, other)
    return Markup("the module for {} {}. This one {}. {}").format(
        chip_name(other.target),
        listed([says(other, name) for name in names]),
        listed([says(key, name) for name in names]),
        link(other),
    )


def _first_row(key: Seen, other: Seen) -> Markup:
    """The first row of the table that differs, where no decision of the list does."""
    pairs = zip(key.rows, other.rows, strict=False)
    at = next((at for at, (one, two) in enumerate(pairs) if one != two), None)
    if at is None:
        return Markup("on {}, the table has {}. {}").format(
            chip_name(other.target), counted(len(other.rows), "row"), link(other)
        )
    return Markup("on {}, row {} is {}, where this one has {}. {}").format(
        chip_name(other.target),
        at + 1,
        _row(other.rows[at], key.rows[at]),
        _row(key.rows[at], other.rows[at]),
        link(other),
    )


def _row(row: RunningRow, beside: RunningRow) -> Markup:
    """The part of a row in which it differs from another."""
    if row.does != beside.does:
        return code(row.does)
    if row.makes != beside.makes:
        return Markup("{} that makes {}").format(code(row.does), code(row.makes))
    return Markup("{} that holds {}").format(code(row.does), held(row))


def held(row: RunningRow) -> Markup:
    """What a fusion holds: ``2 add, convolution``."""
    return Markup(", ").join(
        code(name) if count == 1 else Markup("{} {}").format(count, code(name))
        for name, count in row.holds
    )


def link(seen: Seen) -> Markup:
    """Its capture, linked."""
    return capture_link(seen.id, code(seen.id))


def lines(seen: Seen, name: str, most: int = 3) -> Iterator[Markup]:
    """The lines that show a decision, linked."""
    found = dict.fromkeys(point.line for point in seen.decided[name].points)
    for line in [line for line in found if line is not None][:most]:
        yield line_link(seen.id, HLO, line)
