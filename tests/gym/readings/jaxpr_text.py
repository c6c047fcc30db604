"""Equations of a jaxpr, from the raw text of ``jaxpr.txt``: names, types, and where they stand."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import prod

_START = re.compile(r"^( +)((?:\w+:[^\s=]+ )+)= (\w+)", re.MULTILINE)
_TYPED = re.compile(r"(\w+):([a-z]\w*\[[\d,]*\])")
_PLACE = re.compile(r"# *\S+\.py:(\d+):(\d+)")
_MAIN = re.compile(r"^\{ lambda ;", re.MULTILINE)


@dataclass(frozen=True)
class Equation:
    outs: tuple[str, ...]
    type: str
    """Of its first result: ``bf16[4096,1]``."""
    primitive: str
    operands: tuple[str, ...]
    """Names, and numbers as ``0.5:bf16[]``."""
    place: tuple[int, int] | None
    """Line, from 1, and column, from 0, of the Python."""
    nested: bool
    """Whether it stands in another function than the program's own."""


@dataclass(frozen=True)
class Jaxpr:
    text: str
    equations: tuple[Equation, ...]
    types: dict[str, str]

    def type_of(self, operand: str) -> str:
        return operand.partition(":")[2] if ":" in operand else self.types.get(operand, "")

    def live(self) -> list[Equation]:
        """The program's own equations whose results are used."""
        results = re.findall(r"\w+", re.findall(r"\n  in \(([^)]*)\)", self.text)[-1])
        used, found = set(results), list[Equation]()
        for each in reversed([each for each in self.equations if not each.nested]):
            if used & set(each.outs):
                used |= set(each.operands)
                found.append(each)
        return found[::-1]


def read(text: str) -> Jaxpr:
    main = [start.start() for start in _MAIN.finditer(text)][-1]
    starts = list(_START.finditer(text))
    found = tuple(
        _equation(text[start.start() : _end(text, start, starts[at + 1 :])], start, main)
        for at, start in enumerate(starts)
    )
    return Jaxpr(text, found, dict(_TYPED.findall(text)))


def _end(text: str, start: re.Match[str], others: Sequence[re.Match[str]]) -> int:
    """Where the next equation at the same depth begins, or its block ends."""
    depth = len(start[1])
    closes = re.compile(rf"^ {{0,{depth - 1}}}\S", re.MULTILINE).search(text, start.end())
    following = (each.start() for each in others if len(each[1]) <= depth)
    return min([closes.start() if closes else len(text), *following])


def _equation(text: str, start: re.Match[str], main: int) -> Equation:
    place = _PLACE.search(text)
    bare = " ".join(re.sub(r"#[^\n]*", "", text).split())
    rest = bare.partition(f"= {start[3]}")[2]
    outs = _TYPED.findall(start[2])
    return Equation(
        outs=tuple(name for name, _ in outs),
        type=outs[0][1] if outs else "",
        primitive=start[3],
        operands=tuple(_without_brackets(rest).split()),
        place=(int(place[1]), int(place[2])) if place else None,
        nested=start.start() < main or len(start[1]) > len("    "),
    )


def _without_brackets(rest: str) -> str:
    """What follows the parameters of a primitive, which stand in square brackets."""
    if not rest.startswith("["):
        return rest
    depth = 0
    for at, letter in enumerate(rest):
        depth += (letter == "[") - (letter == "]")
        if depth == 0:
            return rest[at + 1 :]
    raise AssertionError(f"a bracket stays open: {rest[:80]}")


def values(type: str) -> int:
    """How many values an array of that type has."""
    return prod(int(size) for size in re.findall(r"\d+", type.partition("[")[2]))


def bits(type: str) -> int:
    return int(re.sub(r"\D", "", type.partition("[")[0]) or 1)


def is_float(type: str) -> bool:
    return re.match(r"b?f\d", type) is not None


def mlir(type: str) -> str:
    """``tensor<4096x1xbf16>`` for ``bf16[4096,1]``."""
    element, _, sizes = type.rstrip("]").partition("[")
    return f"tensor<{'x'.join([*filter(None, sizes.split(',')), element])}>"


def expression(source: str, place: tuple[int, int]) -> str:
    """The Python from there to the bracket, comma or line that ends it."""
    line = source.split("\n")[place[0] - 1][place[1] :]
    depth = 0
    for at, letter in enumerate(line):
        depth += (letter in "([") - (letter in ")]")
        if depth < 0 or (letter == "," and depth == 0):
            return line[:at]
    return line


def pieces(text: str) -> Iterator[tuple[str, str]]:
    """Operators outside of brackets, each with what stands before and after: ``*``, ``0.5 y``."""
    flat, depth = "", 0
    for letter in text:
        depth -= letter in ")]"
        flat += letter if depth == 0 else "·"
        depth += letter in "(["
    spots = list(re.finditer(r" (\*\*|\*|//|/|\+|-|>=|<=|>|<|@) ", flat))
    edges = [0, *(end for spot in spots for end in (spot.start(), spot.end())), len(text)]
    parts = [text[a:b] for a, b in zip(edges[::2], edges[1::2], strict=True)]
    for at, spot in enumerate(spots):
        yield spot[1], parts[at]
        yield spot[1], parts[at + 1]
