"""One program on every chip as a matrix: a row a decision, a column a chip, numbers with receipts.

Chips that decided alike in a row share a letter there, so that differences need no color.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from string import ascii_lowercase
from typing import TYPE_CHECKING, Final

from xlagym.captures.decisions import Decision, Point, decided
from xlagym.captures.forms import COST, FORECAST, MEMORY
from xlagym.captures.manifest import MANIFEST
from xlagym.keeping.kept import kept

if TYPE_CHECKING:
    from xlagym.captures.capture import Capture
    from xlagym.captures.form import AnyForm
    from xlagym.numbers.evaluate import Evaluate
    from xlagym.numbers.number import Number


@dataclass(frozen=True, slots=True)
class Spot:
    """Points of one sort: what they say, and where each stands."""

    text: str
    lines: tuple[int, ...]
    """Of the optimized module."""


@dataclass(frozen=True, slots=True)
class Cell:
    """What one chip's compiler decided in one point."""

    number: Number | None
    spots: tuple[Spot, ...]
    words: str
    """What stands there where nothing else does: ``none``, or why there is no forecast."""
    file: str
    """Where the number is read, as the end of an address: ``#cost-2``; empty for spots."""
    letter: str
    """The same for chips that decided alike."""


@dataclass(frozen=True, slots=True)
class MatrixRow:
    """One decision over all chips."""

    name: str
    label: str
    about: str
    cells: tuple[Cell, ...]

    @property
    def alike(self) -> bool:
        """Whether all chips decided alike."""
        return len({cell.letter for cell in self.cells}) == 1


@dataclass(frozen=True, slots=True)
class Matrix:
    """A program's rows, in groups."""

    variant: str
    captures: tuple[str, ...]
    targets: tuple[str, ...]
    groups: tuple[tuple[str, tuple[MatrixRow, ...]], ...]

    @property
    def rows(self) -> tuple[MatrixRow, ...]:
        """All rows."""
        return tuple(row for _, rows in self.groups for row in rows)

    @property
    def numbers(self) -> tuple[Number, ...]:
        """Every number, row by row."""
        cells = (cell for row in self.rows for cell in row.cells)
        return tuple(cell.number for cell in cells if cell.number is not None)


@dataclass(frozen=True, slots=True)
class _Sort:
    """How a row is made: its words, the decision that it shows, the number that it quotes."""

    name: str
    label: str
    about: str
    decision: str = ""
    expression: str = ""
    form: AnyForm | None = None
    """The form of an account, and the key that its line is found by."""
    key: str = ""
    show: str | None = None
    digits: int | None = None


_GROUPS: Final[Mapping[str, Sequence[_Sort]]] = {
    "Fusion": (
        _Sort("launched", "launched", "fusions that run as one step", "launched", "c.hlo.launched"),
        _Sort("nested", "nested", "fusions inside another fusion", "nested", "c.hlo.nested"),
        _Sort("kernels", "kernels", "custom calls that run a kernel", "kernels"),
        _Sort(
            "converts",
            "converts",
            "from one element type to another",
            "converts",
            'c.hlo.count("convert")',
        ),
    ),
    "Memory": (
        _Sort("big", "biggest intermediate", "as what runs makes it, and where", "big"),
        _Sort("spills", "spills", "what carries it in HBM", "", "c.hlo.spills"),
        _Sort("spaces", "memories", "that results of what runs lie in", "spaces"),
        _Sort("tilings", "tilings", "of what runs makes, by element type", "tilings"),
        _Sort(
            "flights", "transfers", "that start in the background", "flights", "c.schedule.flights"
        ),
    ),
    "Accounts": (
        _Sort(
            "bytes_accessed",
            "bytes accessed",
            "by the cost model",
            "",
            "c.cost.bytes_accessed",
            COST,
            '"bytes accessed":',
            "MB",
            1,
        ),
        _Sort(
            "flops",
            "FLOPs",
            "by the cost model",
            "",
            "c.cost.flops",
            COST,
            '"flops":',
            "MFLOP",
            1,
        ),
        _Sort(
            "temp_bytes",
            "temporary memory",
            "by the memory analysis",
            "",
            "c.memory.temp_bytes",
            MEMORY,
            '"temp_size_in_bytes":',
            "kB",
            0,
        ),
        _Sort(
            "forecast",
            "forecast",
            "static cycles, by the backend",
            "",
            "c.forecast.total",
            FORECAST,
            "{",
        ),
    ),
}


def chip_matrix(variant: str, captures: Sequence[Capture], evaluate: Evaluate, page: str) -> Matrix:
    """Compare ``captures``, one a chip. Raises ProblemError where a figure can't be read."""
    points = [_decided(capture) for capture in captures]
    groups = tuple(
        (group, tuple(_row(sort, captures, points, evaluate, page) for sort in sorts))
        for group, sorts in _GROUPS.items()
    )
    return Matrix(
        variant,
        tuple(capture.id for capture in captures),
        tuple(capture.target for capture in captures),
        groups,
    )


@kept
def _decided(capture: Capture) -> Mapping[str, Decision]:
    return decided(capture)


def _row(
    sort: _Sort,
    captures: Sequence[Capture],
    points: Sequence[Mapping[str, Decision]],
    evaluate: Evaluate,
    page: str,
) -> MatrixRow:
    found = [
        _cell(sort, capture, of[sort.decision].points if sort.decision else (), evaluate, page)
        for capture, of in zip(captures, points, strict=True)
    ]
    groups = list(dict.fromkeys(compared for _, compared in found))
    cells = tuple(
        Cell(cell.number, cell.spots, cell.words, cell.file, letter(groups.index(compared)))
        for cell, compared in found
    )
    return MatrixRow(sort.name, sort.label, sort.about, cells)


def letter(place: int) -> str:
    """The letter of the group at ``place``, from 0: ``a`` to ``z``, then ``aa``, ``ab``."""
    before, last = divmod(place, len(ascii_lowercase))
    return (letter(before - 1) if before else "") + ascii_lowercase[last]


def _cell(
    sort: _Sort, capture: Capture, points: Sequence[Point], evaluate: Evaluate, page: str
) -> tuple[Cell, tuple[str, ...]]:
    """A cell without its letter, and what is compared of it."""
    if sort.name == "forecast" and not capture.manifest.has_forecast:
        said = capture.manifest.forecast.partition(" (exit ")[0]
        return Cell(None, (), f"none: {said}", "", ""), ("none",)
    number = None
    if sort.expression:
        number = evaluate(
            f"chips/{capture.id}/{sort.name}",
            sort.expression,
            let={"c": capture.id},
            page=page,
            show=sort.show,
            digits=sort.digits,
            file=f"{capture.shown}/{MANIFEST}",
        )
    spots = _spots(points)
    file = ""
    if sort.form is not None:
        file = f"#{sort.form.line_id(capture.line_of(sort.form, sort.key) or 1)}"
    words = "" if number is not None or spots else "none"
    compared = tuple(point.text for point in points)
    return Cell(number, spots, words, file, ""), (
        *compared,
        *(() if number is None else (str(number.value),)),
    )


def _spots(points: Sequence[Point]) -> tuple[Spot, ...]:
    lines: dict[str, list[int]] = {}
    for point in points:
        held = lines.setdefault(point.text, [])
        if point.line is not None and point.line not in held:
            held.append(point.line)
    return tuple(Spot(text, tuple(held)) for text, held in lines.items())
