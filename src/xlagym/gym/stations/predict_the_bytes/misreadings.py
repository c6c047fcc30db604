"""How one comes to other counts of bytes and operations than the shapes of a program give."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Final

from xlagym.captures.forms import STABLEHLO
from xlagym.evidence.stablehlo.arithmetic import Product, products
from xlagym.gym.rounds.links import line_link
from xlagym.gym.rounds.words import code, counted
from xlagym.gym.rounds.wrong import Wrong
from xlagym.numbers.units.scaled import exact

if TYPE_CHECKING:
    from xlagym.captures.capture import Capture
    from xlagym.evidence.hlo.shapes import Array


@dataclass(frozen=True)
class Shapes:
    """What the types of a program's StableHLO add up to."""

    capture: Capture

    @property
    def arguments(self) -> Sequence[Array]:
        """What goes in."""
        return self.capture.stablehlo.arguments

    @property
    def through(self) -> tuple[Array, ...]:
        """What goes in or out."""
        return (*self.arguments, *self.capture.stablehlo.results)

    @cached_property
    def total(self) -> int:
        """Bytes of the arguments and the results, each once."""
        return sum(each.bytes for each in self.through)

    @cached_property
    def elements(self) -> int:
        """Of the same."""
        return sum(each.elements for each in self.through)

    @cached_property
    def results(self) -> int:
        """Bytes that go out."""
        return sum(each.bytes for each in self.capture.stablehlo.results)

    @cached_property
    def largest(self) -> Array | None:
        """The argument of the most bytes, where there are several."""
        several = len(self.arguments) > 1
        return max(self.arguments, key=lambda each: each.bytes) if several else None

    @property
    def written(self) -> int:
        """Bytes of every value that some line makes."""
        return sum(
            array.bytes
            for op in self.capture.stablehlo.ops
            if not op.applied and op.name not in ("func.call", "func.return", "stablehlo.constant")
            for array in op.arrays
            if array is not None
        )

    @property
    def every_value(self) -> int:
        """Bytes of those, and of the arguments."""
        return self.written + sum(each.bytes for each in self.arguments)

    @cached_property
    def products(self) -> list[Product]:
        """The matrix products."""
        return products(self.capture.stablehlo)

    @property
    def most(self) -> Product | None:
        """The product of the most operations, where there are several."""
        several = len(self.products) > 1
        return max(self.products, key=lambda each: each.flops) if several else None

    @property
    def called_twice(self) -> bool:
        """Whether a product stands in a function that is called more than once."""
        return any(each.times > 1 for each in self.products)

    @property
    def charged(self) -> int | None:
        """Operations by the compiler's own count."""
        flops = self.capture.cost.flops
        return None if flops is None else int(flops)


WRONG_BYTES: Final[Sequence[Wrong[Shapes, int]]] = (
    Wrong(
        "elements for bytes",
        lambda it: it.elements,
        "the number of elements. Their types say how many bytes each takes.",
    ),
    Wrong(
        "four bytes for every element",
        lambda it: 4 * it.elements,
        "four bytes for each element, as if all of it were {}.",
        lambda _, __: (code("f32"),),
    ),
    Wrong(
        "results forgotten",
        lambda it: it.total - it.results,
        "what goes in. The results, {}, must go out, too.",
        lambda it, _: (exact(it.results),),
    ),
    Wrong(
        "an argument forgotten",
        lambda it: it.total - it.largest.bytes if it.largest else None,
        "without {}, an argument of {}.",
        lambda it, _: (code(it.largest.plain), exact(it.largest.bytes)) if it.largest else (),
    ),
    Wrong(
        "what can stay inside, counted",
        lambda it: it.total + 2 * it.capture.big.bytes if it.capture.big else None,
        "with {} written once and read once. It is neither argument nor result, so it need not "
        "leave the chip if it is used where it is made.",
        lambda it, _: (code(it.capture.big.plain),) if it.capture.big else (),
    ),
    Wrong(
        "every value of the program",
        lambda it: it.every_value,
        "every value that some line makes, once. Most of them need no memory.",
    ),
    Wrong(
        "each array written and read",
        lambda it: 2 * it.total,
        "each array twice. An argument goes in once, a result goes out once.",
    ),
)

WRONG_FLOPS: Final[Sequence[Wrong[Shapes, int]]] = (
    Wrong(
        "a multiply and an add counted as one",
        lambda it: sum(each.flops for each in it.products) // 2,
        "one for each pair of a multiply and an add. By convention they count as two.",
    ),
    Wrong(
        "one product for all",
        lambda it: it.most.flops if it.most else None,
        "only {}. There are {}.",
        lambda it, _: (
            line_link(it.capture.id, STABLEHLO, it.most.op.line) if it.most else "",
            counted(len(it.products), "product"),
        ),
    ),
    Wrong(
        "a function's products counted once",
        lambda it: (
            sum(each.flops // each.times for each in it.products) if it.called_twice else None
        ),
        "each line once. A function that is called twice computes twice.",
    ),
    Wrong(
        "elements of the results, nothing contracted",
        lambda it: sum(2 * each.result.elements * each.times for each in it.products),
        "two for each element of the results. Each element is a sum over {}.",
        lambda it, _: (f"{it.products[0].depth:,}",),
    ),
    Wrong(
        "elements of the operands, each used once",
        lambda it: sum(
            2 * one.elements * each.times for each in it.products for one in each.operands
        ),
        "two for each element that goes in. Each element is used many times.",
    ),
    Wrong(
        "the compiler's count for that of the shapes",
        lambda it: it.charged,
        "what the compiler counts in the module that it made. It cannot see into a kernel, and "
        "counts what is left.",
    ),
)
